// Reservations of pipes.
// options: -cl-std=CL2.0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// run: right --global 64 --local 64 --arg pipe:4x4=i32=7,8,9 --arg pipe:200x4 --arg i32:1
// run: right --global 128 --local 64 --arg pipe:4x4=i32=7,8,9 --arg pipe:200x4 --arg i32:1
kernel void
right(read_only pipe int in, write_only pipe int out, int n)
{
    int value = 1;
    reserve_id_t id = reserve_read_pipe(in, n);
    if (is_valid_reserve_id(id)) {
        read_pipe(in, id, 0, &value);
        commit_read_pipe(in, id);
    }
    reserve_id_t back = reserve_write_pipe(out, 1);
    write_pipe(out, back, 0, &value);
    commit_write_pipe(out, back);
}

// run: right_groups --global 256 --local 128 --arg pipe:300x4 --arg pipe:600x4
kernel void
right_groups(write_only pipe int a, write_only pipe int b)
{
    int me = get_local_id(0);
    reserve_id_t all = work_group_reserve_write_pipe(a, get_local_size(0));
    write_pipe(a, all, me, &me);
    work_group_commit_write_pipe(a, all);
    for (int i = 0; i < 2; i++) {
        reserve_id_t some = sub_group_reserve_write_pipe(b, get_sub_group_size());
        write_pipe(b, some, get_sub_group_local_id(), &me);
        sub_group_commit_write_pipe(b, some);
    }
}

// run: twice --global 1 --local 1 --arg pipe:4x4
// told: pipe: a reservation is committed once more @ TWICE
// told: the reservation: @ TWICE MADE
kernel void
twice(write_only pipe int out)
{
    int value = 1;
    reserve_id_t id = reserve_write_pipe(out, 1); /* TWICE MADE */
    write_pipe(out, id, 0, &value);
    commit_write_pipe(out, id);
    commit_write_pipe(out, id); /* TWICE */
}

// run: never --global 4 --local 4 --arg pipe:40x4
// told: pipe: the reservation of 2 packets is not committed @ NEVER
kernel void
never(write_only pipe int out)
{
    int value = get_global_id(0);
    reserve_id_t id = reserve_write_pipe(out, 2); /* NEVER */
    write_pipe(out, id, 0, &value);
    if (value != 2)
        commit_write_pipe(out, id);
}

// run: index --global 4 --local 4 --arg pipe:40x4 --arg i32:1
// run: index --global 4 --local 4 --arg pipe:40x4 --arg i32:2
// told: pipe: index 2 of a reservation of 2 packets @ INDEX
// run: index --global 4 --local 4 --arg pipe:40x4 --arg i32:-1
// told: pipe: index 4294967295 of a reservation of 2 packets @ INDEX
kernel void
index(write_only pipe int out, int at)
{
    int value = 4;
    reserve_id_t id = reserve_write_pipe(out, 2);
    write_pipe(out, id, at, &value); /* INDEX */
    commit_write_pipe(out, id);
}

// run: after --global 128 --local 128 --arg pipe:400x4
// told: pipe: write_pipe of a reservation that was committed before @ AFTER
kernel void
after(write_only pipe int out)
{
    int value = 4;
    reserve_id_t id = work_group_reserve_write_pipe(out, 128);
    write_pipe(out, id, get_local_id(0), &value);
    work_group_commit_write_pipe(out, id);
    write_pipe(out, id, get_local_id(0), &value); /* AFTER */
}

// run: unasked --global 1 --local 1 --arg pipe:4x4=i32=7
// told: pipe: read_pipe is given CLK_NULL_RESERVE_ID: nothing could be reserved @ UNASKED
kernel void
unasked(read_only pipe int in)
{
    int value;
    reserve_id_t id = reserve_read_pipe(in, 2);
    read_pipe(in, id, 0, &value); /* UNASKED */
    commit_read_pipe(in, id);
}

// run: other_pipe --global 1 --local 1 --arg pipe:4x4 --arg pipe:4x4
// told: pipe: commit_write_pipe is given what is no reservation of the pipe @ OTHER_PIPE
kernel void
other_pipe(write_only pipe int a, write_only pipe int b)
{
    int value = 3;
    reserve_id_t id = reserve_write_pipe(a, 2);
    write_pipe(a, id, 0, &value);
    commit_write_pipe(b, id); /* OTHER_PIPE */
}

// run: not_all --global 64 --local 64 --arg pipe:400x4
// told: divergent call: lanes 0xfffffffe do not come to work_group_commit_write_pipe @ NOT_ALL
kernel void
not_all(write_only pipe int out)
{
    int value = 4, me = get_local_id(0);
    reserve_id_t id = work_group_reserve_write_pipe(out, 64);
    write_pipe(out, id, me, &value);
    if (me == 0 || me >= 32)
        work_group_commit_write_pipe(out, id); /* NOT_ALL */
}
