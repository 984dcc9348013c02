/* exp, exp2, exp10, expm1 for float.
 *
 * e^x = 2^n * 2^a: x log2(e) is formed as an unevaluated sum of two floats (the product's rounding
 * error comes from fma; Dekker 1971), n is its integer part, and the hardware's exp2 takes a, which
 * is at most 1/2 + tiny in size.  Error below 1.5 ULP with a 1 ULP exp2; OpenCL allows 3. */

/* 2^extra * b^x for log2(b) = high + low, without overflow on the way */
static float
exp_by_log2(float x, float high, float low, int extra)
{
    float p = x * high;
    float rest = fma(x, low, fma(x, high, -p));
    float n = rint(p);
    return ldexp(__occ_hw_exp2((p - n) + rest), (int)n + extra);
}

float
__occ_exp_scaled(float x, int extra)
{
    float r = exp_by_log2(x, 0x1.715476p+0f, 0x1.4ae0bep-26f, extra);
    r = x < -150.0f ? 0.0f : r;
    return x > 150.0f ? INF_F32 : r;
}

OVERLOAD float
exp(float x)
{
    float r = exp_by_log2(x, 0x1.715476p+0f, 0x1.4ae0bep-26f, 0);
    r = x < -104.0f ? 0.0f : r;
    return x > 89.0f ? INF_F32 : r;
}

OVERLOAD float
exp10(float x)
{
    float r = exp_by_log2(x, 0x1.a934f0p+1f, 0x1.2f346ep-24f, 0);
    r = x < -46.0f ? 0.0f : r;
    return x > 39.0f ? INF_F32 : r;
}

/* The hardware may flush denormal results: move x up and scale down afterwards. */
OVERLOAD float
exp2(float x)
{
    bool small = __occ_f32_denormals() && x < -126.0f;
    float r = __occ_hw_exp2(x + (small ? 64.0f : 0.0f));
    return r * (small ? 0x1p-64f : 1.0f);
}

/* e^r - 1 = r + r^2 E(r) on |r| <= ln(2)/2, E by Chebyshev interpolation (error 1.5e-9); then
 * 2^n (e^r - 1) + (2^n - 1). */
OVERLOAD float
expm1(float x)
{
    float n = rint(x * 0x1.715476p+0f);
    float r = fma(-n, 0x1.62e400p-1f, x);
    float low = n * 0x1.7f7d1cp-20f;
    float s = r - low;
    low = (r - s) - low;
    float e = fma(s,
                  fma(s,
                      fma(s, fma(s, fma(s, 0x1.a12a42p-13f, 0x1.6d4920p-10f), 0x1.1110e0p-7f),
                          0x1.5554e4p-5f),
                      0x1.555556p-3f),
                  0.5f);
    float p = s + fma(s * s, e, low);
    float halved = ldexp(0.5f, (int)n); /* 2^128 is no float: work with half of it */
    float y = n == 0.0f ? p : fma(halved, p, halved - 0.5f) * 2.0f;
    y = x < -17.5f ? -1.0f : y;
    y = x > 89.0f ? INF_F32 : y;
    return x == 0.0f ? x : y;
}
