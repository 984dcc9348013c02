// Operators on vectors and scalars: unary, binary, with widening of a scalar, compound, ++ and --.
// kernel: ints
// arg: int4 r[24]
// arg: int4 in[2] = 17 -17 100 5 5 5 -7 3
// arg: int k = 3
kernel void
ints(global int4 *r, global const int4 *in, int k)
{
    int4 a = in[0], b = in[1], c;
    r[0] = a + b;                //= 22 -12 93 8
    r[1] = a - b;                //= 12 -22 107 2
    r[2] = a * b;                //= 85 -85 -700 15
    r[3] = a / b;                //= 3 -3 -14 1
    r[4] = a % b;                //= 2 -2 2 2
    r[5] = a & b;                //= 1 5 96 1
    r[6] = a | b;                //= 21 -17 -3 7
    r[7] = a ^ b;                //= 20 -22 -99 6
    r[8] = -a;                   //= -17 17 -100 -5
    r[9] = ~a;                   //= -18 16 -101 -6
    r[10] = +a;                  //= 17 -17 100 5
    r[11] = a + k;               //= 20 -14 103 8
    r[12] = k - a;               //= -14 20 -97 -2
    r[13] = a * (short)2;        //= 34 -34 200 10
    r[14] = a / k;               //= 5 -5 33 1
    c = a;
    c += b;
    c -= k;
    r[15] = c;                   //= 19 -15 90 5
    c *= 2;
    c /= b;
    r[16] = c;                   //= 7 -6 -25 3
    c %= 4;
    c |= 8;
    r[17] = c;                   //= 11 -2 -1 11
    c &= ~k;
    c ^= 1;
    r[18] = c;                   //= 9 -3 -3 9
    c = a;
    r[19] = c++;                 //= 17 -17 100 5
    r[20] = ++c;                 //= 19 -15 102 7
    r[21] = c--;                 //= 19 -15 102 7
    r[22] = --c;                 //= 17 -17 100 5
    r[23] = (c = b) + (c.x = 1); //= 6 6 -6 4
}

// kernel: floats
// arg: float4 r[9]
// arg: float4 in[2] = 1.5 -2 0.25 8 2 4 -1 0.5
// arg: int k = 2
kernel void
floats(global float4 *r, global const float4 *in, int k)
{
    float4 a = in[0], b = in[1], c = a;
    r[0] = a + b;                //= 3.5 2 -0.75 8.5
    r[1] = a - b * 2;            //= -2.5 -10 2.25 7
    r[2] = a * b;                //= 3 -8 -0.25 4
    r[3] = a / b;                //= 0.75 -0.5 -0.25 16
    r[4] = -a;                   //= -1.5 2 -0.25 -8
    r[5] = a * k + 1;            //= 4 -3 1.5 17
    r[6] = 1 / b;                //= 0.5 0.25 -1 2
    c = c + 1;
    c *= b;
    r[7] = c;                    //= 5 -4 -1.25 4.5
    c -= 0.5f;
    c -= 1;
    r[8] = c;                    //= 3.5 -5.5 -2.75 3
}

// Narrow vectors wrap in their own width: nothing is promoted.
// kernel: narrow
// arg: uchar4 u[3]
// arg: char4 c[3]
// arg: short2 s[2]
// arg: uchar4 in[1] = 200 100 255 0
kernel void
narrow(global uchar4 *u, global char4 *c, global short2 *s, global const uchar4 *in)
{
    uchar4 a = *in;
    char4 b = as_char4(a);
    u[0] = a + a;                //= 144 200 254 0
    u[1] = a * (uchar)3 / (uchar)2; //= 44 22 126 0
    u[2] = ~a;                   //= 55 155 0 255
    c[0] = b - (char)100;        //= 100 0 -101 -100
    c[1] = -b / (char)4;         //= 14 -25 0 0
    c[2] = b % (char)7;          //= 0 2 -1 0
    short2 h = (short2)(32767, -32768);
    s[0] = h + (short)1;         //= -32768 -32767
    s[1] = -h;                   //= -32767 -32768
}

// kernel: longs
// arg: long2 r[6]
// arg: long2 in[2] = 0x123456789a -0x7fffffffffffffff 1000 -3
kernel void
longs(global long2 *r, global const long2 *in)
{
    long2 a = in[0], b = in[1];
    r[0] = a + b;                //= 0x1234567c82 0x7ffffffffffffffe
    r[1] = a * b;                //= 0x471c71c71990 0x7ffffffffffffffd
    r[2] = a / b;                //= 78187493 0x2aaaaaaaaaaaaaaa
    r[3] = a % b;                //= 530 -1
    r[4] = a * 2 - 1;            //= 0x2468acf133 1
    r[5] = (a ^ b) & 0xffff;     //= 0x7b72 0xfffc
}
