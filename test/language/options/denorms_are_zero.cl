// -cl-denorms-are-zero: denormal floats count as zero, also where the target would keep them.
// options: -cl-denorms-are-zero
// kernel: test
// arg: float r[2]
// arg: double d[1]
// arg: float f[3] = 0x1p-126 0.5 0x1p-140
// arg: double e[1] = 0x1p-1074
kernel void
test(global float *r, global double *d, global const float *f, global const double *e)
{
    r[0] = f[0] * f[1];                    //= 0
    r[1] = f[2] * 2;                       //= 0
    d[0] = e[0] * 3;                       //= 0x3p-1074
}
