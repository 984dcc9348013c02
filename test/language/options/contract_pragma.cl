// #pragma OPENCL FP_CONTRACT OFF, in a file and in a block; ON again behind it.
#pragma OPENCL FP_CONTRACT OFF
// kernel: off
// arg: float r[2]
// arg: float f[3] = 0x1.000002p0 0x1.000002p0 -0x1.000004p0
kernel void
off(global float *r, global const float *f)
{
    r[0] = f[0] * f[1] + f[2];             //= 0
    r[1] = mad(f[0], f[1], f[2]);          //= 0 ~0x1p-45
}
#pragma OPENCL FP_CONTRACT ON

// kernel: block
// arg: float r[1]
// arg: float f[3] = 0x1.000002p0 0x1.000002p0 -0x1.000004p0
kernel void
block(global float *r, global const float *f)
{
#pragma OPENCL FP_CONTRACT OFF
    r[0] = f[0] * f[1] + f[2];             //= 0
}
