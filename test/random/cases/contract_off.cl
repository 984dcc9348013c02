#pragma OPENCL FP_CONTRACT OFF
// Two roundings: 3e5f * 3e5f is not exact.
kernel void contract_off(global ulong *out, global const ulong *in, volatile global int *acc, uint n)
{
    float v = n * 6e4f;
    out[get_global_id(0) * 32u] = as_uint(v * v - v);
    v += v * v;
    out[get_global_id(0) * 32u + 1u] = as_uint(v);
}
// expect contract_off 5e33b4ee9214c725
