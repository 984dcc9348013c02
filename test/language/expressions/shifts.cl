// Shifts: the amount counts modulo the width of the promoted left operand, signed right shifts copy
// the sign; vectors by vectors and by scalars.
// kernel: scalars
// arg: int r[16]
// arg: int n[5] = 33 -1 8 40 31
// arg: char c = -128
kernel void
scalars(global int *r, global const int *n, char c)
{
    int a = n[1], eight = n[2];
    uint u = 0x80000001;
    r[0] = eight << n[0];           //= 16
    r[1] = eight >> n[0];           //= 4
    r[2] = 1 << n[1];               //= -0x80000000
    r[3] = a >> n[4];               //= -1
    r[4] = u >> n[0];               //= 0x40000000
    r[5] = u << n[0];               //= 2
    r[6] = c >> 3;                  //= -16
    r[7] = (uchar)c << 25;          //= 0
    r[8] = (uchar)c << 24;          //= -0x80000000
    r[9] = c << n[2];               //= -32768
    r[10] = eight << (ulong)n[3];   //= 0x800
    r[11] = eight << (char)n[0];    //= 16
    eight <<= 2;
    r[12] = eight;                  //= 32
    eight >>= n[0];
    r[13] = eight;                  //= 16
    c >>= 1;
    r[14] = c;                      //= -64
    r[15] = (a ^ 5) << n[3];        //= -0x600
}

// kernel: longs
// arg: long r[8]
// arg: long a = -0x7fffffffffffffff
// arg: int n[4] = 65 32 -1 4
kernel void
longs(global long *r, long a, global const int *n)
{
    r[0] = a << n[0];               //= 2
    r[1] = a >> n[0];               //= -0x4000000000000000
    r[2] = (ulong)a >> n[1];        //= 0x80000000
    r[3] = a >> n[2];               //= -1
    r[4] = a << n[1];               //= 0x100000000
    r[5] = (ulong)a >> n[3];        //= 0x0800000000000000
    r[6] = 1L << (a & 0x7f);        //= 2
    r[7] = a >> n[1];               //= -0x80000000
}

// In vectors there is no promotion: modulo 8, 16, 32, 64.
// kernel: vectors
// arg: uchar4 r[4]
// arg: short4 s[3]
// arg: uchar c[4] = 0x81 0x40 0xff 1
// arg: short h[4] = -32768 1 -2 0x1234
kernel void
vectors(global uchar4 *r, global short4 *s, global const uchar *c, global const short *h)
{
    uchar4 v = vload4(0, c);
    short4 w = vload4(0, h);
    r[0] = v << (uchar4)(1, 9, 4, 7);       //= 2 0x80 0xf0 0x80
    r[1] = v >> (uchar4)(1, 6, 15, 8);      //= 0x40 1 1 1
    r[2] = v << (uchar)10;                  //= 4 0 0xfc 4
    r[3] = as_uchar4(as_char4(v) >> (char4)(1)); //= 0xc0 0x20 0xff 0
    s[0] = w << (short4)(17, 16, 4, 8);     //= 0 1 -32 0x3400
    s[1] = w >> (short4)(15, 1, 17, 4);     //= -1 0 -1 0x123
    s[2] = as_short4(as_ushort4(w) >> (ushort4)(15, 0, 18, 20)); //= 1 1 16383 0x123
}

// kernel: wide
// arg: int4 r[2]
// arg: long2 l[2]
// arg: int4 a[1] = 1 -8 0x10 5
// arg: int4 n[1] = 35 1 -28 64
kernel void
wide(global int4 *r, global long2 *l, global const int4 *a, global const int4 *n)
{
    r[0] = *a << *n;                        //= 8 -16 256 5
    r[1] = *a >> n->yyzx;                   //= 0 -4 1 0
    long2 v = convert_long2(a->xy);
    l[0] = v << (long2)(65, 4);             //= 2 -128
    l[1] = v >> (long2)(64, 63);            //= 1 -1
}
