// Numbers put together of bytes, most significant first and last, and numbers taken apart.
// kernel: test
// arg: uint r[6]
// arg: ulong w[2]
// arg: uchar in[24] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 0xf0
// arg: uchar out[24]
uint
big(global const uchar *p)
{
    return (uint)p[0] << 24 | (uint)p[1] << 16 | (uint)p[2] << 8 | p[3];
}

uint
little(const uchar *restrict p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint)p[3] << 24;
}

kernel void
test(global uint *restrict r, global ulong *restrict w, global const uchar *restrict in,
     global uchar *restrict out)
{
    uchar copy[4];
    for (int i = 0; i < 4; i++)
        copy[i] = in[4 + i];
    r[0] = big(in);                            //= 0x01020304
    r[1] = little(copy);                       //= 0x08070605
    r[2] = big(in + 5);                        //= 0x06070809
    r[3] = in[20] + (in[21] << 8) + (in[23] << 24); //= 0xf0001615
    r[4] = (uint)in[2] << 8 ^ (uint)in[16] << 24 ^ in[3]; //= 0x11000304
    r[5] = in[8] << 4 | in[9];                 //= 0x9a
    w[0] = (ulong)big(in + 8) << 32 | big(in + 12); //= 0x090a0b0c0d0e0f10
    w[1] = (ulong)in[7] | (ulong)in[6] << 8 | (ulong)in[5] << 16 | (ulong)in[4] << 24 |
           (ulong)in[3] << 32 | (ulong)in[2] << 40 | (ulong)in[1] << 48 | (ulong)in[0] << 56;
    uint x = *(global const uint *)(in + 20);
    out[0] = x >> 24, out[1] = x >> 16, out[2] = x >> 8, out[3] = x;
    out[4] = x, out[5] = x >> 8, out[6] = x >> 16, out[7] = x >> 24;
    out[8] = x >> 8, out[9] = x >> 16, out[10] = x >> 24, out[11] = 7;
}
// expect: w[1] = 0x0102030405060708
// expect: out[0] = 0xf0 23 22 21 21 22 23 0xf0 22 23 0xf0 7
