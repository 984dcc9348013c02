/* erf, erfc for float.
 *
 * Below 1 erf is x + x P(x^2), from there to 4 it is 1 - 2^Q(x), where Q is log2 erfc.  From 1/2 on
 * erfc is e^(-x^2) R(u) / (x + 2) with u = (x - 2) / (x + 2) and x^2 in two floats.  Polynomials are
 * Chebyshev interpolations.  OpenCL allows 16 ULP. */

/* of |x| < 1 */
static float
erf_below(float x)
{
    float t = x * x;
    float p = fma(t, fma(t, 0x1.4a5690p-14f, -0x1.a45088p-11f), 0x1.541270p-8f);
    p = fma(t, fma(t, fma(t, p, -0x1.b7fabap-6f), 0x1.ce2d10p-4f), -0x1.81273ep-2f);
    p = fma(t, p, 0x1.06eba8p-3f);
    return fma(x, p, x);
}

OVERLOAD float
erf(float x)
{
    float a = fabs(x), b = min(a, 4.0f);
    float q = fma(b, fma(b, 0x1.3d029ep-19f, -0x1.16b3b0p-14f), 0x1.c36a9cp-11f);
    q = fma(b, fma(b, fma(b, q, -0x1.c20334p-8f), 0x1.38427ep-5f), -0x1.453f38p-3f);
    q = fma(b, fma(b, fma(b, q, -0x1.d2b45cp-1f), -0x1.a16dd6p+0f), 0x1.e44c06p-12f);
    float below = erf_below(a), beyond = 1.0f - __occ_hw_exp2(q);
    return copysign(a >= 1.0f ? beyond : below, x); /* NaN: below */
}

/* of x >= 1/2 */
static float
erfc_above(float x)
{
    float inverse = __occ_hw_rcp(x + 2.0f);
    float u = (x - 2.0f) * inverse;
    float r = fma(u, fma(u, 0x1.afd100p-14f, -0x1.19e97cp-11f), -0x1.cd5a3cp-11f);
    r = fma(u, fma(u, fma(u, r, 0x1.8fb406p-9f), 0x1.a94ac6p-8f), -0x1.60566ep-6f);
    r = fma(u, fma(u, fma(u, r, -0x1.2a8adep-5f), 0x1.1e2ddcp-2f), -0x1.5fd386p-1f);
    r = fma(u, r, 0x1.058672p+0f) * inverse;
    float square = x * x, rest = fma(x, x, -square);
    float p = square * -0x1.715476p+0f;
    float p_low = fma(square, -0x1.4ae0bep-26f, fma(square, -0x1.715476p+0f, -p));
    float n = rint(p);
    return ldexp(__occ_hw_exp2((p - n) + fma(rest, -0x1.715476p+0f, p_low)) * r, (int)n);
}

OVERLOAD float
erfc(float x)
{
    float a = fabs(x), above = erfc_above(min(a, 11.0f)), below = 1.0f - erf_below(x);
    above = x < 0.0f ? 2.0f - above : above;
    return a >= 0.5f ? above : below;
}
