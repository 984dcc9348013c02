// local variables of a kernel: shared by the group, apart from each other.
// kernel: test global=8 local=4
// arg: int r[8]
// arg: int in[8] = 1 2 3 4 5 6 7 8
// check: lds >= 48
kernel void
test(global int *r, global const int *in)
{
    local int tile[4];
    local int total;
    local int2 inner[3];
    local uchar bytes[4];
    int me = get_local_id(0);
    tile[me] = in[get_global_id(0)];
    if (me == 0)
        total = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 1)
        for (int i = 0; i < 4; i++)
            total += tile[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < 3)
        inner[me] = (int2)(tile[me], me);
    bytes[me] = me * 100;
    barrier(CLK_LOCAL_MEM_FENCE);
    r[get_global_id(0)] = total + inner[me % 3].x * 100 + bytes[3 - me] / 100 * 1000;
}
// expect: r[0] = 110 2210 1310 110 526 2626 1726 526
