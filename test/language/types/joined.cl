// Accesses side by side whose widths differ.
// kernel: stores
// arg: uchar r[32]
// arg: uint v[4] = 0x03020100 0x07060504 0x0b0a0908 0x0f0e0d0c
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

// kernel: loads
// arg: uint l[8]
// arg: uchar in[24] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24
kernel void
loads(global uint *restrict l, global const uchar *in)
{
    l[0] = in[0] | in[1] << 8;              //= 0x0201
    l[1] = *(global const ushort *)(in + 2); //= 0x0403
    l[2] = in[7] << 8 | in[6];              //= 0x0807
    l[3] = in[4] + 256 * in[5];             //= 0x0605
    uchar3 three = vload3(0, in + 9);
    l[4] = three.x + three.y + three.z;     //= 33
    l[5] = in[8];                           //= 9
    l[6] = as_uint(vload4(0, in + 12));     //= 0x100f0e0d
}

// An access that may be to the same bytes stays where it is.
// kernel: aliased
// arg: uint x[4] = 1 2 3 4
// arg: int zero = 0
kernel void
aliased(global uint *x, int zero)
{
    uint a = x[0];
    x[zero + 1] = 7;
    uint b = x[1];
    x[2] = a + b; //= 8
    x[zero + 3] = x[2] + 1;
    x[3] += 1; //= 10
}
// expect: x[0] = 1 7
