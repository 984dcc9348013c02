// -ffp-contract=off is what DEFAULT means; FP_CONTRACT ON asks for more.
// targets: gfx900
// options: -ffp-contract=off
// kernel: test
// arg: float r[3]
// arg: float f[3] = 0x1.000002p0 0x1.000002p0 -0x1.000004p0
kernel void
test(global float *r, global const float *f)
{
    r[0] = f[0] * f[1] + f[2];             //= 0
    {
#pragma OPENCL FP_CONTRACT ON
        r[1] = f[0] * f[1] + f[2];         //= 0x1p-46
        {
#pragma OPENCL FP_CONTRACT DEFAULT
            r[2] = f[0] * f[1] + f[2];     //= 0
        }
    }
}
