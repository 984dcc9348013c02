// Components of vectors of sixteen: digits and letters in both cases.
// kernel: read
// arg: int r[34]
// arg: int8 q[6]
// arg: int in[16] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
kernel void
read(global int *r, global int8 *q, global const int *in)
{
    int16 v = vload16(0, in);
    r[0] = v.s0; //= 0
    r[1] = v.s1; //= 1
    r[2] = v.s2; //= 2
    r[3] = v.s3; //= 3
    r[4] = v.s4; //= 4
    r[5] = v.s5; //= 5
    r[6] = v.s6; //= 6
    r[7] = v.s7; //= 7
    r[8] = v.s8; //= 8
    r[9] = v.s9; //= 9
    r[10] = v.sa; //= 10
    r[11] = v.sb; //= 11
    r[12] = v.sc; //= 12
    r[13] = v.sd; //= 13
    r[14] = v.se; //= 14
    r[15] = v.sf; //= 15
    r[16] = v.sA; //= 10
    r[17] = v.SB; //= 11
    r[18] = v.sC; //= 12
    r[19] = v.Sd; //= 13
    r[20] = v.SE; //= 14
    r[21] = v.sF; //= 15
    r[22] = v.lo.lo.lo.lo; //= 0
    r[23] = v.hi.hi.hi.hi; //= 15
    r[24] = v.even.odd.even.odd; //= 10
    q[0] = v.lo;       //= 0 1 2 3 4 5 6 7
    q[1] = v.hi;       //= 8 9 10 11 12 13 14 15
    q[2] = v.even;     //= 0 2 4 6 8 10 12 14
    q[3] = v.odd;      //= 1 3 5 7 9 11 13 15
    q[4] = v.sfA50Bb99; //= 15 10 5 0 11 11 9 9
    q[5] = v.hi.s76543210; //= 15 14 13 12 11 10 9 8
}

// kernel: write
// arg: int16 r[3]
// arg: int in[16] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
kernel void
write(global int16 *r, global const int *in)
{
    int16 v = vload16(0, in), w = v;
    w.sfedcba9876543210 = v;
    r[0] = w;                     //= 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
    w.hi.even = w.lo.odd;
    r[1] = w;                     //= 15 14 13 12 11 10 9 8 14 6 12 4 10 2 8 0
    w.sAf = (int2)(70, 71);
    w.lo = -w.lo;
    r[2] = w;                     //= -15 -14 -13 -12 -11 -10 -9 -8 14 6 70 4 10 2 8 71
}
