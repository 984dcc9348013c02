// -cl-single-precision-constant: literals without suffix are float, and arithmetic with them.
// options: -cl-single-precision-constant
// kernel: test
// arg: int r[4]
// arg: float f[1] = 1
kernel void
test(global int *r, global const float *f)
{
    r[0] = sizeof(1.0);                    //= 4
    r[1] = sizeof(*f * 0.5);               //= 4
    r[2] = *f + 1e-8 == *f;                //= 1
    r[3] = 0.1 == 0.1f;                    //= 1
}
