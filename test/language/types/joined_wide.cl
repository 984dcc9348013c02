// The same where memory takes any alignment: one access.
// targets: gfx700 gfx803 gfx900
// kernel: stores
// arg: uchar r[32]
// arg: uint v[4] = 0x03020100 0x07060504 0x0b0a0908 0x0f0e0d0c
// asm: _store_dwordx2
// asm-not: _store_byte
// asm-not: _store_short
void
put(global uchar *to, uint value)
{
    *to = (uchar)value;
}

kernel void
stores(global uchar *r, global const uint *v)
{
    uint a = v[0], b = v[1], c = v[2];
    vstore3((uchar3)(a, a >> 8, a >> 16), 0, r);
    vstore4((uchar4)(a >> 24, b, b >> 8, b >> 16), 0, r + 3);
    put(r + 7, b >> 24);
    *(global ushort *)(r + 16) = (ushort)c;
    r[19] = (uchar)(c >> 24);
    put(r + 18, c >> 16);
}
// expect: r[0] = 0 1 2 3 4 5 6 7
// expect: r[16] = 8 9 10 11
