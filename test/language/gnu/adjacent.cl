// Adjacent bytes and shorts of global memory are one access, whatever vectors they are written as.
// targets: gfx803 gfx900
// kernel: bytes global=3
// arg: uchar p[24]
// arg: uint x = 100
// asm: store_dwordx2
// asm-not: store_byte
// asm-not: store_short
kernel void
bytes(global uchar *p, uint x)
{
    global uchar *q = p + get_global_id(0) * 8;
    vstore3((uchar3)(x, x + 1, x + 2), 0, q);
    vstore4((uchar4)(1, 2, 3, 4), 0, q + 3);
    q[7] = 9 + get_global_id(0);
}
// expect: p[0] = 100 101 102 1 2 3 4 9 100 101 102 1 2 3 4 10 100 101 102 1 2 3 4 11
