// Components of vectors of four, read by every kind of name.
// kernel: read
// arg: int r[12]
// arg: int in[4] = 10 20 30 40
kernel void
read(global int *r, global const int *in)
{
    int4 v = vload4(0, in);
    r[0] = v.x;     //= 10
    r[1] = v.y;     //= 20
    r[2] = v.z;     //= 30
    r[3] = v.w;     //= 40
    r[4] = v.s0;    //= 10
    r[5] = v.s3;    //= 40
    vstore2(v.lo, 0, r + 6);
    vstore2(v.even, 0, r + 8); // expected below
    vstore2(v.wx, 0, r + 10);
}
// expect: r[6] = 10 20
// expect: r[8] = 10 30 40 10

// Written to.
// kernel: write
// arg: int4 r[2]
// arg: int in[4] = 10 20 30 40
kernel void
write(global int4 *r, global const int *in)
{
    int4 v = vload4(0, in), w = v;
    v.xy = v.wz;
    r[0] = v; //= 40 30 30 40
    w.s31 += (int2)(1, 2);
    r[1] = w; //= 10 22 30 41
}
