/* Functions of half that are cheaper than float's, rounded once more: polynomials with 12 bits or more
 * (interpolations in Chebyshev points), and the hardware's exp2, log2 and reciprocal of float. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* ---- sin, cos, tan ---- */

/* |x| = n pi/2 + r, |r| <= pi/4 (Cody and Waite): n has 16 bits, and fma rounds the product once; the second
 * constant is what the first lacks. */
static float
reduced(float x, uint *n)
{
    float k = rint(fabs(x) * 0x1.45f306p-1f);
    *n = (uint)k;
    return fma(k, 0x1.777a5cp-25f, fma(-k, 0x1.921fb6p+0f, fabs(x)));
}

/* (sin r - r) / r^3 to 17 bits of sin r, (cos r - 1) / r^2 to 14 of cos r */
static float
sine(float r, float square)
{
    return fma(r * square, fma(square, 0x1.0d11fcp-7f, -0x1.555064p-3f), r);
}

static float
cosine(float square)
{
    return fma(square, fma(square, 0x1.4e5acap-5f, -0x1.ffeebcp-2f), 1.0f);
}

/* The sine of n pi/2 + r. */
static float
sine_of(float r, uint n)
{
    float square = r * r, value = n & 1 ? cosine(square) : sine(r, square);
    return as_float(as_uint(value) ^ (n << 30 & 0x80000000u));
}

OVERLOAD half
sin(half x)
{
    uint n;
    float r = reduced((float)x, &n);
    return (half)as_float(as_uint(sine_of(r, n)) ^ ((uint)as_ushort(x) << 16 & 0x80000000u));
}

OVERLOAD half
cos(half x)
{
    uint n;
    float r = reduced((float)x, &n);
    return (half)sine_of(r, n + 1);
}

OVERLOAD half
tan(half x)
{
    uint n;
    float r = reduced((float)x, &n), square = r * r, s = sine(r, square), c = cosine(square);
    float value = (n & 1 ? c : s) * __occ_hw_rcp(n & 1 ? s : c);
    return (half)as_float(as_uint(value) ^ ((n << 31 ^ (uint)as_ushort(x) << 16) & 0x80000000u));
}

OVERLOAD half
sincos(half x, half *cosine)
{
    *cosine = cos(x);
    return sin(x);
}

/* ---- atan, tanh ---- */

/* (atan a - a) / a^3 to 15 bits of atan a; atan(1/a) = pi/2 - atan(a) */
OVERLOAD half
atan(half x)
{
    float a = fabs((float)x), inverse = __occ_hw_rcp(a);
    bool is_large = a > 1.0f;
    a = is_large ? inverse : a;
    float t = a * a;
    float p = fma(fma(fma(fma(t, -0x1.274adcp-6f, 0x1.17effp-4f), t, -0x1.0a9aaap-3f), t,
                      0x1.969e58p-3f),
                  t, -0x1.554dd4p-2f);
    a = fma(a * t, p, a);
    return (half)copysign(is_large ? 0x1.921fb6p+0f - a : a, (float)x);
}

/* 1 - 2 / (e^2a + 1); below 1/32 a - a^3/3, which that would cancel. */
OVERLOAD half
tanh(half x)
{
    float a = fabs((float)x), power = __occ_hw_exp2(a * 0x1.715476p+1f);
    float large = fma(-2.0f, __occ_hw_rcp(power + 1.0f), 1.0f);
    float small = fma(a * a * a, -0x1.555556p-2f, a);
    return (half)copysign(a < 0.03125f ? small : large, (float)x);
}

/* ---- exp, log ---- */

OVERLOAD half
exp(half x)
{
    return (half)__occ_hw_exp2((float)x * 0x1.715476p+0f);
}
OVERLOAD half
exp2(half x)
{
    return (half)__occ_hw_exp2((float)x);
}
OVERLOAD half
exp10(half x)
{
    return (half)__occ_hw_exp2((float)x * 0x1.a934fp+1f);
}
OVERLOAD half
log(half x)
{
    return (half)(__occ_hw_log2((float)x) * 0x1.62e43p-1f);
}
OVERLOAD half
log2(half x)
{
    return (half)__occ_hw_log2((float)x);
}
OVERLOAD half
log10(half x)
{
    return (half)(__occ_hw_log2((float)x) * 0x1.344136p-2f);
}
