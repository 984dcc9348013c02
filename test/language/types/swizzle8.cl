// Components of vectors of eight.
// kernel: read
// arg: int8 r[2]
// arg: int4 q[10]
// arg: int in[8] = 10 11 12 13 14 15 16 17
kernel void
read(global int8 *r, global int4 *q, global const int *in)
{
    int8 v = vload8(0, in);
    q[0] = v.lo;                              //= 10 11 12 13
    q[1] = v.hi;                              //= 14 15 16 17
    q[2] = v.even;                            //= 10 12 14 16
    q[3] = v.odd;                             //= 11 13 15 17
    q[4] = v.s7520;                           //= 17 15 12 10
    q[5] = v.S1234;                           //= 11 12 13 14
    q[6] = v.s4444;                           //= 14 14 14 14
    q[7] = (int4)(v.s0, v.s7, v.lo.hi.y, v.hi.odd.x); //= 10 17 13 15
    q[8] = v.s01234567.hi;                    //= 14 15 16 17
    q[9] = v.even.wzyx;                       //= 16 14 12 10
    r[0] = v.s76543210;                       //= 17 16 15 14 13 12 11 10
    r[1] = v.s0123.xxyyzzww;                  //= 10 10 11 11 12 12 13 13
}

// kernel: write
// arg: int8 r[8]
// arg: int in[8] = 10 11 12 13 14 15 16 17
kernel void
write(global int8 *r, global const int *in)
{
    int8 v = vload8(0, in), w = v;
    w.lo = v.hi;
    r[0] = w;                                 //= 14 15 16 17 14 15 16 17
    w.odd = 0;
    r[1] = w;                                 //= 14 0 16 0 14 0 16 0
    w = v;
    w.s70 = w.s07;
    r[2] = w;                                 //= 17 11 12 13 14 15 16 10
    w.s2461 += (int4)(1, 2, 3, 4);
    r[3] = w;                                 //= 17 15 13 13 16 15 19 10
    w.hi.lo.y = -1;
    r[4] = w;                                 //= 17 15 13 13 16 -1 19 10
    w.even.hi = w.odd.lo;
    r[5] = w;                                 //= 17 15 13 13 15 -1 13 10
    w.s3++;
    w.hi.w--;
    r[6] = w;                                 //= 17 15 13 14 15 -1 13 9
    r[7] = v;
    r[7].s5 = 99;                             //= 10 11 12 13 14 99 16 17
}
