// -cl-opt-disable: a permission; exact results stay exact.
// options: -cl-opt-disable
// kernel: test
// arg: int r[6]
// arg: float f[3] = 1.5 -2 0.25
kernel void
test(global int *r, global const float *f)
{
    r[0] = f[0] * f[1] + f[2] == -2.75f;   //= 1
    r[1] = f[0] / f[2];                    //= 6
    r[2] = fabs(f[1]) + floor(f[0]);       //= 3
    r[3] = get_global_size(0);             //= 1
#ifndef __FAST_RELAXED_MATH__
    r[4] = 1;                              //= 1
#endif
    r[5] = 1;                              //= 1
}
