// cl_khr_work_group_uniform_arithmetic: products, bits and truth values over a work-group of three waves.
// options: -cl-std=CL3.0
// kernel: bits global=150 local=150
// arg: uint r[150]
#ifndef cl_khr_work_group_uniform_arithmetic
#error "the extension is not there"
#endif
kernel void
bits(global uint *r)
{
    uint i = get_local_id(0), x = i % 37 ? ~0u : ~(1u << i % 32);
    ulong wide = (ulong)(1u << i % 32) << 32 | i;
    uint all = work_group_reduce_and(x), up_to = work_group_scan_inclusive_and(x),
         before = work_group_scan_exclusive_and(x);
    ulong odd = work_group_reduce_xor(wide), some = work_group_scan_inclusive_or(wide),
          odd_before = work_group_scan_exclusive_xor(wide);
    uint all_here = ~0u, before_here = ~0u;
    ulong odd_here = 0, some_here = 0, odd_before_here = 0;
    for (uint k = 0; k < 150; k++) {
        ulong other = (ulong)(1u << k % 32) << 32 | k;
        odd_before_here = k == i ? odd_here : odd_before_here;
        before_here = k == i ? all_here : before_here;
        all_here &= k % 37 ? ~0u : ~(1u << k % 32);
        odd_here ^= other;
        some_here |= k <= i ? other : 0;
    }
    r[i] = (all == all_here) + 2 * (up_to == (before_here & x)) + 4 * (before == before_here) +
           8 * (odd == odd_here) + 16 * (some == some_here) + 32 * (odd_before == odd_before_here);
}
// expect: r[0] = 63*150
// kernel: products global=150 local=150
// arg: int p[300]
// arg: float f[150]
// arg: double d[150]
// arg: long l[150]
kernel void
products(global int *p, global float *f, global double *d, global long *l)
{
    uint i = get_local_id(0);
    p[i] = work_group_reduce_mul(i % 2 ? 3 : -1);
    p[150 + i] = work_group_scan_exclusive_mul(i < 4 ? 10 : 1);
    f[i] = work_group_scan_inclusive_mul(i == 70 || i == 140 ? 2.0f : 1.0f);
    d[i] = work_group_scan_exclusive_mul(i % 50 ? 1.0 : 0.5);
    l[i] = work_group_reduce_mul(i < 9 ? 100l : 1l);
}
// expect: p[0] = -929891067*150 1 10 100 1000 10000*146
// expect: f[0] = 1*70 2*70 4*10
// expect: d[0] = 1 0.5*50 0.25*50 0.125*49
// expect: l[0] = 1000000000000000000*150
// kernel: truth global=150 local=150
// arg: int r[900]
kernel void
truth(global int *r)
{
    uint i = get_local_id(0);
    int odd = i % 50 == 0 ? 256 : 0; // three times
    r[i] = work_group_reduce_logical_xor(odd) != 0;
    r[150 + i] = work_group_scan_inclusive_logical_xor(odd) != 0;
    r[300 + i] = work_group_scan_exclusive_logical_or(i == 100) != 0;
    r[450 + i] = work_group_scan_inclusive_logical_and(i != 70 ? -1 : 0) != 0;
    r[600 + i] = work_group_reduce_logical_and(1) + 2 * work_group_reduce_logical_and((int)i) +
                 4 * work_group_reduce_logical_or(i == 149) + 8 * work_group_reduce_logical_or(0);
    r[750 + i] = work_group_scan_exclusive_logical_and(i != 0) != 0;
}
// expect: r[0] = 1*150 1*50 0*50 1*50 0*101 1*49 1*70 0*80 5*150 1 0*149
