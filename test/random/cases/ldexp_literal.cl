// A literal as first operand of v_ldexp_f32, which has only a long encoding on GFX8 and GFX9.
kernel void ldexp_literal(global ulong *out, global const ulong *in, volatile global int *acc, uint n)
{
    uint gid = get_global_id(0);
    out[gid * 32u] = as_uint(ldexp(-1e-3f, (int)(in[gid & 255u] & 15)));
}
// expect ldexp_literal c6d8533bf79ef510
