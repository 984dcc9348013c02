// Doubles: a Newton iteration, a Horner scheme, division, square root, conversions, comparisons.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

double
cube_root(double x)
{
    double guess = x > 1.0 ? x / 3.0 : x + 0.3;
    for (int i = 0; i < 60; i++) {
        double next = (2.0 * guess + x / (guess * guess)) / 3.0;
        if (fabs(next - guess) <= 1e-15 * guess)
            break;
        guess = next;
    }
    return guess;
}

__kernel void
double_math(__global const double *in, __global double *out, __global long *rounded, uint n)
{
    uint id = get_global_id(0);
    if (id >= n)
        return;
    double x = in[id];
    double series = 1.0;
    for (int i = 18; i > 0; i--)
        series = fma(series, x / i, 1.0);
    out[id * 6 + 0] = cube_root(fabs(x) + 0.001);
    out[id * 6 + 1] = series;
    out[id * 6 + 2] = sqrt(fabs(x));
    out[id * 6 + 3] = (x - 2.5) / (x * x + 0.25);
    out[id * 6 + 4] = floor(x) + trunc(x) * 0.5 + (x < 0.0 ? -1.0 : 1.0);
    out[id * 6 + 5] = (double)(float)x + (double)(int)x + (double)(uint)(fabs(x));
    rounded[id] = (long)(x * 1e6);
}
