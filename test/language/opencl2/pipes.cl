// Pipes: packets one by one and by reservation, of work-items and of a group; what is left in them.
// A pipe is memory: read index, write index, capacity, padding up to 128 bytes, packets (ROCm).
// options: -cl-std=CL2.0
// kernel: single
// arg: ulong in[18] = 0 3 4 0*13 0x0000001400000ea0 0x000000070000001e
// arg: ulong out[18] = 0 0 4 0*15
// arg: int r[8]
kernel void
single(read_only pipe int in, write_only pipe int out, global int *r)
{
    int value = 1, more = 8;
    r[0] = get_pipe_num_packets(in);            //= 3
    r[1] = get_pipe_max_packets(in);            //= 4
    r[2] = read_pipe(in, &value);               //= 0
    r[3] = value;                               //= 0xea0
    r[4] = write_pipe(out, &more);              //= 0
    reserve_id_t id = reserve_read_pipe(in, 2);
    r[5] = is_valid_reserve_id(id);             //= 1
    r[6] = read_pipe(in, id, 1, &value);        //= 0
    r[7] = value;                               //= 30
    commit_read_pipe(in, id);
    reserve_id_t back = reserve_write_pipe(out, 1);
    more = 9;
    write_pipe(out, back, 0, &more);
    commit_write_pipe(out, back);
}
// expect: in[0] = _*16 _*2
// expect: out[0] = _ _ _ _*13 0x0000000900000008 _

// kernel: group global=4
// arg: ulong in[18] = 0 4 4 0*13 0x0000000200000001 0x0000000400000003
// arg: ulong out[18] = 0 0 4 0*15
kernel void
group(read_only pipe int in, write_only pipe int out)
{
    int me = get_local_id(0), value;
    reserve_id_t from = work_group_reserve_read_pipe(in, 4);
    reserve_id_t to = work_group_reserve_write_pipe(out, 4);
    read_pipe(in, from, me, &value);
    value *= 10;
    write_pipe(out, to, 3 - me, &value);
    work_group_commit_read_pipe(in, from);
    work_group_commit_write_pipe(out, to);
}
// expect: in[0] = _*18
// expect: out[0] = _*16 0x0000001e00000028 0x0000000a00000014
