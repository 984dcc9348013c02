// -ffp-contract=off and #pragma OPENCL FP_CONTRACT OFF: a * b + c is rounded twice.
// options: -ffp-contract=off
// kernel: off
// arg: float r[2]
// arg: float f[3] = 0x1.000002p0 0x1.000002p0 -0x1.000004p0
kernel void
off(global float *r, global const float *f)
{
    r[0] = f[0] * f[1] + f[2];             //= 0
    r[1] = fma(f[0], f[1], f[2]);          //= 0x1p-46
}
