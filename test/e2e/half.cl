// Halves: each operation rounds once, also where the chip computes with floats.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

__kernel void
half_math(__global const half *in, __global half *out, __global int *whole, uint n)
{
    uint id = get_global_id(0);
    if (id >= n)
        return;
    half a = in[id * 3], b = in[id * 3 + 1], c = in[id * 3 + 2];
    __global half *o = out + id * 16;
    o[0] = a + b;
    o[1] = a - b;
    o[2] = a * b;
    o[3] = a / b;
    o[4] = fma(a, b, c);
    o[5] = sqrt(a);
    o[6] = fma(-a, fabs(b), c);
    o[7] = floor(a);
    o[8] = rint(a);
    o[9] = trunc(b);
    o[10] = fmin(a, b);
    o[11] = fmax(a, b);
    o[12] = ldexp(a, (int)(id % 60) - 30);
    o[13] = copysign(a, b);
    o[14] = a * b + c; // not contracted
    o[15] = a < b ? a : c;
    whole[id] = (isnan(a) ? 1 : 0) | (isinf(a) ? 2 : 0) | (isnormal(a) ? 4 : 0) |
                (isfinite(b) ? 8 : 0) | (signbit(b) ? 16 : 0) | (a < b ? 32 : 0) |
                (a == b ? 64 : 0) | (isunordered(a, b) ? 128 : 0) | (a >= b ? 256 : 0);
}
