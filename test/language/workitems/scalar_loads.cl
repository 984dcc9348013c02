// Uniform loads of global memory that nothing can have written before: by the scalar unit.
// kernel: after_barrier global=64 local=64
// arg: int r[64]
// arg: int x[4] = 1 2 3 4
// asm-not: global_load_dword
// asm-not: flat_load_dword
kernel void
after_barrier(global int *r, global const int *x)
{
    local int l[64];
    int i = get_local_id(0);
    l[i] = x[0] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    r[i] = l[63 - i] + x[1]; // after stores to LDS and a barrier only
}
// expect: r[0] = 66 65 64 63
// expect: r[4] = _*56
// expect: r[60] = 6 5 4 3

// kernel: restricted global=2 local=2
// arg: int s[8]
// arg: int y[4] = 1 2 3 4
// asm-not: global_load_dword
// asm-not: flat_load_dword
kernel void
restricted(global int *restrict s, global int *y)
{
    s[get_local_id(0)] = y[0];
    s[get_local_id(0) + 2] = y[get_group_id(0) + 1]; // other objects were written
}
// expect: s[0] = 1 1 2 2
