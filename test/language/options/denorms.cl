// Denormal floats are kept from GFX9 on.
// targets: gfx900
// kernel: test
// arg: float r[2]
// arg: float f[3] = 0x1p-126 0.5 0x1p-140
kernel void
test(global float *r, global const float *f)
{
    r[0] = f[0] * f[1];                    //= 0x1p-127
    r[1] = f[2] * 2;                       //= 0x1p-139
}
