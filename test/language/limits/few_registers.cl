// Calls inside each other in so few registers that what they keep goes to scratch, scalars too.
// options: -mmax-vgprs=24
// kernel: k global=4 local=4
// arg: float o[4]
// arg: float p[8] = 1.5 2.25 -3 0.5 1 4 -2 8
// expect: o[0] = 0x1.a1eb840000000p+1 0x1.728f5c0000000p+0 0x1.5051ec0000000p-1 0x1.cf5c280000000p+0
// check: vgprs <= 24
#pragma OPENCL FP_CONTRACT OFF
#define STEP(f, g) __attribute__((noinline)) static float f(float a, float b, int c, global float *p) \
    { float t = g(a + 1, b, c, p); float s = t > b ? t - a : p[c & 7] - t; return s * 0.5f + b; }
#define STEPS8(f, g) STEP(f##0, g) STEP(f##1, f##0) STEP(f##2, f##1) STEP(f##3, f##2) \
    STEP(f##4, f##3) STEP(f##5, f##4) STEP(f##6, f##5) STEP(f, f##6)

__attribute__((noinline)) static float
end(float a, float b, int c, global float *p)
{
    return a * b + p[c & 7];
}

STEPS8(fa, end)
STEPS8(fb, fa)
STEPS8(fc, fb)
STEPS8(fd, fc)
STEPS8(fe, fd)

kernel void
k(global float *o, global float *p)
{
    int i = get_global_id(0);
    o[i] = fe(i, 2.0f, i * 3, p);
}
