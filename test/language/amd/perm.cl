// __builtin_amdgcn_perm with known selectors where it is there, and what swaps bytes.
// targets: gfx801 gfx802 gfx803 gfx805 gfx810 gfx900 gfx902 gfx904 gfx906 gfx908 gfx909 gfx90a gfx90c
// kernel: test global=2
// arg: uint r[10]
// arg: uint in[4] = 0x12345678 0x9abcdef0 0x80818283 0x00ff7f80
kernel void
test(global uint *r, global const uint *in)
{
    int me = get_global_id(0);
    uint a = in[me * 2], b = in[me * 2 + 1];
    r[me] = __builtin_amdgcn_perm(a, b, 0x00070304);
    r[2 + me] = __builtin_amdgcn_perm(a, b, 0x0c0d0809);
    r[4 + me] = __builtin_amdgcn_perm(a, b, 0x0a0b0601);
    r[6 + me] = __builtin_bswap32(a);
    r[8 + me] = __builtin_amdgcn_perm(a, b, 0x0c0c0c0c);
}
// expect: r[0] = 0xf0129a78 0x80800083 0xffffff 0xff0000 0x34de 0xffff817f 0x78563412 0x83828180 0x0 0x0
