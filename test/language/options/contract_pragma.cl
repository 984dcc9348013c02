// #pragma OPENCL FP_CONTRACT: up to the end of its block or of the file.
// targets: gfx900
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
// arg: float r[9]
// arg: float f[3] = 0x1.000002p0 0x1.000002p0 -0x1.000004p0
kernel void
block(global float *r, global const float *f)
{
#pragma OPENCL FP_CONTRACT OFF
    r[0] = f[0] * f[1] + f[2];             //= 0
    {
#pragma OPENCL FP_CONTRACT ON
        r[1] = f[0] * f[1] + f[2];         //= 0x1p-46
        r[2] = f[2];
        r[2] += f[0] * f[1];               //= 0x1p-46
        if (f[0] > 0) {
#pragma STDC FP_CONTRACT OFF
            r[3] = f[2] + f[0] * f[1];     //= 0
        }
        r[4] = f[2] - -f[0] * f[1];        //= 0x1p-46
    }
    r[5] = f[2];
    r[5] += f[0] * f[1];                   //= 0
    {
#pragma OPENCL FP_CONTRACT DEFAULT
        r[6] = f[0] * f[1] + f[2];         //= 0x1p-46
    }
    {
#pragma clang fp contract(fast)
        r[7] = f[0] * f[1] + f[2];         //= 0x1p-46
    }
    r[8] = f[0] * f[1] + f[2];             //= 0
}

// kernel: behind
// arg: float r[1]
// arg: float f[3] = 0x1.000002p0 0x1.000002p0 -0x1.000004p0
kernel void
behind(global float *r, global const float *f)
{
    r[0] = f[0] * f[1] + f[2];             //= 0x1p-46
}
