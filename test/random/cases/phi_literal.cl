// A uniform phi of twice the same literal: at -O0 nothing folds it before EXEC masks are placed.
uint chosen(uint which)
{
    if (which > 2)
        return 0x8000000;
    return 0x8000000;
}
kernel void phi_literal(global ulong *out, global const ulong *in, volatile global int *acc, uint n)
{
    out[get_global_id(0) * 32u] = (uchar)chosen(n) + (chosen(n) & 0xffff0000u);
    uint v = n > 3 ? 0x8000000u : 0x8000000u;
    out[get_global_id(0) * 32u + 1u] = (uchar)v + (v & 0xffff0000u);
}
// expect phi_literal f8d7428cae08f725
