// CHECK: atomic
__kernel void
atomics(__global int *p, __global uint *u, __local int *l, __global float *f)
{
    p[1] = atomic_add(p, 3);
    p[2] = atomic_min(p, 3);
    u[2] = atomic_min(u, 3u);
    l[1] = atomic_inc(l);
    l[2] = atom_dec(p);
    f[1] = atomic_xchg(f, 1.0f);
    // CHECK: cmpxchg
    p[3] = atomic_cmpxchg(p, 1, 2);
    // CHECK: barrier
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    mem_fence(CLK_GLOBAL_MEM_FENCE);
}
