// Asynchronous copies.

// run: unwaited --global 64 --local 64 --arg buf:64*i32=iota --arg local:256
// told: asynchronous copy: local memory is read, which it writes until it is waited for @ UNWAITED
// told: the copy: @ BEGUN
kernel void
unwaited(global int *x, local int *t)
{
    event_t e = async_work_group_copy(t, x, 64, 0); /* BEGUN */
    x[get_global_id(0) + 0] = t[63 - get_local_id(0)]; /* UNWAITED */
    wait_group_events(1, &e);
}

// run: source --global 128 --local 128 --arg buf:256*i32=iota --arg local:512
// told: asynchronous copy: global memory is written, which it reads until it is waited for @ SOURCE
kernel void
source(global int *x, local int *t)
{
    event_t e = async_work_group_strided_copy(t, x, 128, 2, 0);
    x[get_global_id(0)] = 4; /* SOURCE */
    wait_group_events(1, &e);
}

// run: divergent --global 64 --local 64 --arg buf:64*i32=iota --arg local:256
// told: asynchronous copy: the number of elements differs between work-items @ DIVERGENT
kernel void
divergent(global int *x, local int *t)
{
    event_t e = async_work_group_copy(t, x, 64 - (get_local_id(0) & 1), 0); /* DIVERGENT */
    wait_group_events(1, &e);
    x[get_global_id(0)] = t[0];
}

// run: waves --global 128 --local 128 --arg buf:128*i32=iota --arg local:256
// told: asynchronous copy: the source differs between work-items @ WAVES
kernel void
waves(global int *x, local int *t)
{
    event_t e = async_work_group_copy(t, x + get_local_id(0) / 64 * 64, 64, 0); /* WAVES */
    wait_group_events(1, &e);
}

// run: some --global 64 --local 64 --arg buf:64*i32=iota --arg local:256
// told: asynchronous copy: not every work-item of the group comes to it @ SOME
kernel void
some(global int *x, local int *t)
{
    if (get_local_id(0) < 32) {
        event_t e = async_work_group_copy(t, x, 64, 0); /* SOME */
        wait_group_events(1, &e);
    }
}

// run: invalid --global 64 --local 64 --arg buf:64*i32=iota
// told: asynchronous copy: what is waited for is no event of one @ INVALID
kernel void
invalid(global int *x)
{
    event_t e = (event_t)0;
    wait_group_events(1, &e); /* INVALID */
    x[get_global_id(0)] = 2;
}

// One event of several copies, two events of one wait, a number that is not constant; both ways.
// run: right --global 256 --local 128 --arg buf:512*i32=iota --arg local:512 --arg local:512 --arg i32:2
kernel void
right(global int *x, local int *t, local int *u, int n)
{
    size_t base = get_group_id(0) * 256;
    int l = get_local_id(0);
    event_t e[2];
    e[0] = async_work_group_copy(t, x + base, 64, 0);
    e[0] = async_work_group_copy(t + 64, x + base + 64, 64, e[0]);
    e[1] = async_work_group_copy(u, x + base + 128, 128, 0);
    wait_group_events(2, e);
    t[l] += u[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    e[0] = async_work_group_copy(x + base, t, 128, 0);
    u[l] = 3;
    e[1] = e[0];
    wait_group_events(n, e);
    t[l] = 0;
}
