/* tgamma, lgamma, lgamma_r for float.
 *
 * Stirling's formula from 3 on, z^(z - 1/2) e^-z with the exponent in two floats; below that from
 * x + 3, above 0, and for negative arguments by the reflection formula.  log gamma between 1 and 3 is a
 * polynomial, so that it is right near its zeros.  Polynomials are Chebyshev interpolations.  tgamma:
 * OpenCL allows 16 ULP. */

/* gamma(z) = result * 2^*exponent, z from 3 to 50 */
static float
gamma_above(float z, int *exponent)
{
    struct two_floats l = __occ_log2_two(z);
    float y = z - 0.5f, e = l.high * y, back = z * 0x1.715476p+0f;
    float sum = e - back; /* e is the larger from 3 on, but for a few numbers: their rest is small */
    float lost = (e - (sum + (e - sum))) + ((e - sum) - back);
    float low = fma(l.high, y, -e) + l.low * y;
    low -= fma(z, 0x1.4ae0bep-26f, fma(z, 0x1.715476p+0f, -back));
    float n = rint(sum), r = 1.0f / z;
    float s = fma(r, fma(r, 0x1.5dda2ep-10f, -0x1.e011acp-13f), -0x1.bd6984p-8f);
    s = fma(r, fma(r, fma(r, s, 0x1.1d7314p-7f), 0x1.abcc16p-3f), 0x1.40d932p+1f);
    *exponent = (int)n;
    return __occ_hw_exp2((sum - n) + (lost + low)) * s;
}

OVERLOAD float
tgamma(float x)
{
    float a = fabs(x);
    bool low = a < 3.0f;
    int exponent;
    float g = gamma_above(min(low ? a + 3.0f : a, 50.0f), &exponent);
    float rest = low ? (a + 1.0f) * (a + 2.0f) : 1.0f;
    float above = ldexp(g / (low ? a * rest : 1.0f), exponent);
    /* gamma(-a) = -pi / (a sin(pi a) gamma(a)) */
    float sine = sinpi(a) * (low ? 1.0f : a);
    float below = ldexp(-0x1.921fb6p+1f * rest / (sine * g), -exponent);
    float r = x < 0.0f ? below : a > 36.0f ? INF_F32 : above;
    r = x < -44.0f ? copysign(0.0f, -sine) : r;
    r = a == 0.0f ? copysign(INF_F32, x) : r;
    return x < 0.0f && floor(x) == x ? NAN_F32 : isnan(x) ? x : r;
}

static float
lgamma_positive(float a)
{
    bool is_high = a >= 3.0f, is_low = a < 1.5f;
    float l = log(a);
    float r = 1.0f / a;
    float t = fma(r, fma(r, 0x1.0afa90p-11f, 0x1.192160p-13f), -0x1.6f5ef6p-9f);
    t = fma(r, fma(r, fma(r, t, 0x1.0fe452p-19f), 0x1.555546p-4f), 0x1.d67f1cp-1f);
    float above = fma(a - 0.5f, l, t - a);
    above = a > 0x1p30f ? a * (l - 1.0f) : above;
    float u = is_low ? a - 1.0f : a - 2.0f; /* of a + 1, or of a */
    float p = fma(u, fma(u, 0x1.554852p-17f, -0x1.6d0bc4p-16f), 0x1.77e04cp-17f);
    p = fma(u, fma(u, fma(u, p, -0x1.a64750p-16f), 0x1.bdcd70p-14f), -0x1.f262e4p-13f);
    p = fma(u, fma(u, fma(u, p, 0x1.09e862p-11f), -0x1.3749bcp-10f), 0x1.7aebb2p-9f);
    p = fma(u, fma(u, fma(u, p, -0x1.e4141cp-8f), 0x1.51320ep-6f), -0x1.13dff2p-4f);
    p = u * fma(u, fma(u, p, 0x1.4a34ccp-2f), 0x1.b0ee60p-2f);
    p = is_low ? p - l : p;
    return is_high ? above : p;
}

static float
lgamma_signed(float x, int *sign)
{
    float a = fabs(x);
    *sign = as_int(x) < 0 ? -1 : 1;
    float r = lgamma_positive(a);
    if (x < 0.0f) {
        float s = sinpi(a);
        float reflected = log(0x1.921fb6p+1f / (a * fabs(s))) - r;
        r = floor(x) == x ? INF_F32 : a < 0x1p-30f ? -log(a) : reflected;
        *sign = s > 0.0f ? -1 : s < 0.0f ? 1 : 0;
    }
    *sign = a == 0.0f ? 0 : *sign;
    r = a == 0.0f || isinf(x) ? INF_F32 : r;
    return isnan(x) ? x : r;
}

OVERLOAD float
lgamma(float x)
{
    int sign;
    return lgamma_signed(x, &sign);
}

OVERLOAD float
lgamma_r(float x, int *sign)
{
    return lgamma_signed(x, sign);
}
