// Adjacent bytes of global memory are read at once, also where the address is odd.
// targets: gfx803 gfx900
// kernel: word global=3
// arg: uint r[3]
// arg: uchar p[15] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// asm-not: load_ubyte
kernel void
word(global uint *r, global uchar *p)
{
    global uchar *q = p + get_global_id(0) * 5 + 1;
    r[get_global_id(0)] = q[0] | q[1] << 8 | q[2] << 16 | (uint)q[3] << 24;
}
// expect: r[0] = 0x05040302 0x0a090807 0x0f0e0d0c
