// A barrier is reached with everything done, also what its fence does not name: the hardware asks
// for it. Atomics in local memory at a global fence, stores to global memory at a local one.
// kernel: other global=128 local=128
// arg: int r[128]
// arg: int g[128] = 0*128
kernel void
other(global int *r, global int *g)
{
    local int count;
    int me = get_local_id(0);
    if (me == 0)
        count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&count);
    barrier(CLK_GLOBAL_MEM_FENCE);
    g[me] = me;
    barrier(CLK_LOCAL_MEM_FENCE);
    r[me] = count;
    barrier(0);
}
// expect: r[0] = 128*128
// expect: g[0] = 0 1 2 3
// expect: g[4] = _*124
