// Functions whose second result goes through a pointer: to every address space, a generic one, a vector.
// options: -cl-std=CL2.0
// kernel: by_space global=1
// arg: float f[24]
// arg: int n[12]
// expect: f[0] = 4 3 0.5 3 0 1 -21
// expect: f[8] = 0.5 0.75 -0.75
// expect: f[12] = 1 -1 7 100 0.5 0.75 0 0.125
// expect: n[0] = 14 2 0 2 1 1 10
// expect: n[8] = 1 3 -1
// kernel: by_half global=1
// arg: half h[8] = 0*8
// arg: int n[12]
// expect: h[0] = 0.25 2 -0.5 -2 0 1 0.75 -1
// expect: n[0] = 4 2
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* any is a generic pointer that stays one. */
__attribute__((noinline)) void
through(float *any, int *whole, float x)
{
    any[0] = fract(x, any + 1);
    any[2] = modf(x, any + 3);
    any[4] = sincos(x - x, any + 5);
    whole[0] = (int)(frexp(x, whole + 1) * 16.0f);
    whole[2] = (int)remquo(x, 2.0f, whole + 3);
    any[6] = rint(lgamma_r(-x, whole + 4) * 16.0f);
    double d;
    *any += (float)modf((double)x, &d) + (float)d;
}

kernel void
by_space(global float *f, global int *n)
{
    local float l[8];
    local int w[5];
    float p[8];
    int q[5];
    through(f, n, 3.5f);
    through(l, w, 3.5f);
    through(p, q, 3.5f);
    bool same = true;
    for (int i = 0; i < 7; i++)
        same &= f[i] == l[i] && f[i] == p[i];
    for (int i = 0; i < 5; i++)
        same &= n[i] == w[i] && n[i] == q[i];
    n[5] = same;
    volatile global int *v = n + 6;
    frexp((float)0x1p9, v);
    global int3 *e = (global int3 *)(n + 8);
    float3 m = frexp((float3)(1.0f, 6.0f, -0.375f), e);
    vstore3(m, 0, f + 8);
    vstore4(fract((float4)(1.5f, -0.25f, 7.0f, 100.125f), (global float4 *)(f + 12)), 4, f);
}

kernel void
by_half(global half *h, global int *n)
{
    half *any = h[0] == 0 ? (half *)h : (half *)0;
    int *whole = n;
    any[0] = fract((half)2.25, any + 1);
    any[2] = modf((half)-2.5, any + 3);
    any[4] = sincos((half)0, any + 5);
    any[6] = frexp((half)12, whole);
    any[7] = remquo((half)7, (half)4, whole + 1);
}
