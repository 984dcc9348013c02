// A double becomes a half with one rounding: no float on the way rounds to a middle.
// kernel: narrow
// arg: double x[8] = 0x1.0020000001p+0 -0x1.0020000001p+0 0x1.001fffffff8p+0 0x1.002p+0 0x1.0000000001p-25 65519.99999999 inf nan
// arg: half r[12]
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void
narrow(global const double *x, global half *r)
{
    r[0] = x[0];               //= 0x1.004p+0
    r[1] = convert_half(x[1]); //= -0x1.004p+0
    r[2] = (half)-x[2];        //= -1
    r[3] = fabs(x[3]);         //= 1
    r[4] = x[4];               //= 0x1p-24
    r[5] = x[5];               //= 65504
    r[6] = x[6];               //= inf
    r[7] = x[7];               //= nan
    vstore_half(x[0], 8, r);   // r[8]
    r[9] = -x[0];              //= -0x1.004p+0
    r[10] = -fabs(x[1]);       //= -0x1.004p+0
    r[11] = x[3] - 1.0;        //= 0x1p-11
}
// expect: r[8] = 0x1.004p+0
