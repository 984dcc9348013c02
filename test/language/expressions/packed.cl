// Bytes put together: of a word that was put together before, in another block; of sums that saturate.
// kernel: of_packed global=8 local=8
// arg: uint r[8]
// arg: uchar a[8] = 1 2 3 0 255 254 7 1
// arg: uchar b[8] = 255 128 255 255 128 1 64 2
// arg: uchar c[8] = 2 3 4 5 6 7 8 9
// arg: uint s[8] = 1 0 7 2 3 0 6 1
kernel void
of_packed(global uint *r, global const uchar *a, global const uchar *b, global const uchar *c, global const uint *s)
{
    size_t i = get_global_id(0);
    uint word = (uint)a[i] | ((uint)b[i] >> s[i]) << 8, all = word;
    if (a[i] & 1)
        all = word | (uint)c[i] << 8 | (uint)c[i] << 16 | (uint)b[i] << 24;
    r[i] = all;
}
// expect: r[0] = 0xff027f01 0x8002 0xff040503 0x3f00 0x800616ff 0x1fe 0x40080907 0x2090901
// kernel: of_saturated global=8 local=8
// arg: uint r[8]
// arg: uint a[8] = 0xffffffff 0xff00 0x12345678 0x80000000 0 1 0xffffff00 0x100
// arg: uint b[8] = 0xff000000 0xffffffff 0xedcba987 0x7fffffff 0 0xff 0xff 0xffffff00
// arg: uint c[8] = 2 1 0x88 3 4 0xfffffffe 7 0xff
kernel void
of_saturated(global uint *r, global const uint *a, global const uint *b, global const uint *c)
{
    size_t i = get_global_id(0);
    uint t = (a[i] >> 8) | b[i], u = add_sat(t, c[i]), v = add_sat(t, c[7 - i]);
    r[i] = (uint)(uchar)u << 16 | (uint)(uchar)v << 8 | (uint)(uchar)b[7 - i] | (uint)(uchar)c[i] << 24;
}
// expect: r[0] = 0x2ffff00 0x1ffffff 0x885fffff 0x3020300 0x40403ff 0xfeff8787 0x70600ff 0xffff0300
// kernel: of_middle global=8 local=8
// arg: uint r[16]
// arg: uint a[8] = 0x12345678 0xffffffff 0xff00ff 0x80000000 0xdeadbeef 0x1 0x7f80ff01 0xa5a5a5a5
// arg: uint b[8] = 0x1020304 0xf0f0f0f 0xffff0000 0x1 0xcafebabe 0xff000000 0xffff00 0x5a5a5a5a
// arg: uchar c[8] = 0x1 0x80 0xff 0x7 0x0 0x7f 0x10 0x55
kernel void
of_middle(global uint *r, global const uint *a, global const uint *b, global const uchar *c)
{
    size_t i = get_global_id(0);
    uint t = (a[i] >> 8) ^ b[i], u = (a[i] >> 8) ^ ~b[i];
    uchar x = c[i], y = c[(i + 1) & 7], z = c[(i + 2) & 7];
    r[i] = (uint)x | (uint)y << 8 | (t & 0xff0000u) | (uint)z << 24;
    r[8 + i] = (uint)x | (u & 0xff00u) | (uint)y << 16 | (uint)z << 24;
}
// expect: r[0] = 0xff108001 0x7f0ff80 0xff07ff 0x7f800007 0x10207f00 0x5500107f 0x1805510 0x80ff0155 0xff80c801 0x7ff0f80 0x700ff 0x7f00ff07 0x107fe800 0x5510ff7f 0x1558010 0x80010055
