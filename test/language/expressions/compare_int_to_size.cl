// An int counts up to a size_t: no comparison in 64 bits.
// kernel: looped global=4 local=4
// arg: int r[4]
// asm-not: v_cmp_lt_u64
// asm-not: v_cmp_gt_u64
// asm-not: s_subb_u32
kernel void
looped(global int *r)
{
    local int a[4];
    int id = get_local_id(0), sum = 0;
    a[id] = id;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < get_local_size(0); i++)
        sum += a[i];
    r[id] = sum;
}
// expect: r[0] = 6*4
