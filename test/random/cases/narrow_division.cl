// Quotients and products whose operands look narrower than they are; clang-16 gets two of them
// wrong (24-bit division of 64-bit numbers, 64-bit products of zero-extended negative numbers).
kernel void narrow_division(global ulong *out, global const ulong *in, volatile global int *acc, uint n)
{
    uint gid = get_global_id(0);
    uint x = (uint)in[gid];
    out[gid * 32u] = (uint)-(int)(n + 1) / (uint)((char)x | 1);
    out[gid * 32u + 1u] = (ulong)((long)(16ul | x) / (mul_hi(gid, x) | 1u));
    out[gid * 32u + 2u] = (ulong)(uint)((short)1 - (char)x) * 31ul;
    out[gid * 32u + 3u] = (ulong)((long)(int)x % (long)((short)(x >> 3) | 1));
}
// expect narrow_division 440fe4f9e27dae68
