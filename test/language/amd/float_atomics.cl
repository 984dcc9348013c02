// Atomic operations on floating point that only gfx90a has.
// options: -cl-std=CL2.0
// targets: gfx90a
// kernel: test global=64 local=64
// arg: float f[1] = 0.5
// arg: double d[4] = 1 100 -100 0
// arg: half2 h[1] = 1 2
// arg: double old[64]
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void
test(global float *f, global double *d, global half2 *h, global double *old)
{
    local double l;
    int me = get_local_id(0);
    if (me == 0)
        l = 0.0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __builtin_amdgcn_global_atomic_fadd_f32(f, 1.0f);
    __builtin_amdgcn_global_atomic_fadd_f64(&d[0], 2.0);
    __builtin_amdgcn_global_atomic_fmin_f64(&d[1], (double)me);
    __builtin_amdgcn_flat_atomic_fmax_f64(&d[2], (double)me);
    __builtin_amdgcn_global_atomic_fadd_v2f16(h, (half2)(1.0h, 0.5h));
    __builtin_amdgcn_ds_atomic_fadd_f64(&l, 0.25);
    barrier(CLK_LOCAL_MEM_FENCE);
    old[me] = 0;
    if (me == 0)
        d[3] = l;
}
// expect: f[0] = 64.5
// expect: d[0] = 129 0 63 16
// expect: h[0] = 65 34
// expect: old[0] = 0*64
