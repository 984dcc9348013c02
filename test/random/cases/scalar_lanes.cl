// Scalars of a function without vectors, in lanes of v0, where a launch puts the work-item id.
__attribute__((noinline)) uint scaled(uint n, uint m)
{
    return (n ^ 5u) * m + n;
}

kernel void scalar_lanes(global ulong *out, global const ulong *in, volatile global int *acc, uint n)
{
    out[get_global_id(0) * 32u] = scaled(n, 77u) ^ scaled(n + 9u, n);
}
// expect scalar_lanes 8812c90f20fab725
