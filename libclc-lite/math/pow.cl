/* pow, powr, pown, rootn for float.
 *
 * log2 |x| as an unevaluated sum of two floats (about 2^-29 relative), times y likewise, then the
 * hardware's exp2 of the fraction.  log m = 2 atanh s, s = (m - 1) / (m + 1) with its remainder
 * kept (Tang, "Table-lookup algorithms for elementary functions", 1990, without the table).  OpenCL
 * allows 16 ULP. */

struct two_floats
__occ_log2_two(float a)
{
    float m = __occ_frexp_mant(a);
    int k = __occ_frexp_exp(a);
    bool below = m < 0.70710678f;
    m = below ? m * 2.0f : m;
    k = below ? k - 1 : k;
    float f = m - 1.0f, d = m + 1.0f, d_low = m - (d - 1.0f);
    float r = __occ_hw_rcp(d);
    float s = f * r;
    float s_low = fma(-s, d_low, fma(-s, d, f)) * r;
    float z = s * s;
    float l =
        fma(z, fma(z, fma(z, 0x1.dddbaap-3f, 0x1.245c08p-2f), 0x1.9999ecp-2f), 0x1.555556p-1f);
    float t = s * z * l; /* log m = 2 s + t */
    float high = 2.0f * s + t;
    float low = (t - (high - 2.0f * s)) + 2.0f * s_low;
    float p = high * 0x1.715476p+0f; /* times log2 e */
    float p_low = fma(high, 0x1.4ae0bep-26f, fma(high, 0x1.715476p+0f, -p)) + low * 0x1.715476p+0f;
    struct two_floats result;
    result.high = (float)k + p; /* |k| >= 1 > |p|, or k is 0 */
    result.low = (p - (result.high - (float)k)) + p_low;
    return result;
}

/* 2^(y log2 a) for a > 0 finite; low: correction to y */
static float
pow_positive(float a, float y, float y_low)
{
    struct two_floats log2_a = __occ_log2_two(a);
    float e = log2_a.high * y;
    float e_low = fma(log2_a.high, y_low, fma(log2_a.high, y, -e) + log2_a.low * y);
    float n = rint(e);
    float result = ldexp(__occ_hw_exp2((e - n) + e_low), (int)n);
    result = e > 129.0f ? INF_F32 : result;
    return e < -152.0f ? 0.0f : result;
}

/* 0: y is no integer, 1: odd, 2: even */
static int
parity(float y)
{
    float a = fabs(y);
    if (a >= 0x1p24f)
        return 2;
    if (trunc(a) != a)
        return 0;
    return ((int)a & 1) ? 1 : 2;
}

OVERLOAD float
pow(float x, float y)
{
    float a = fabs(x), ay = fabs(y);
    int kind = parity(y);
    float r = pow_positive(a, y, 0.0f);
    bool grows = (a > 1.0f) == (y > 0.0f); /* for infinite y, and for x = 0 or infinity */
    if (ay == INF_F32)
        r = a == 1.0f ? 1.0f : grows ? INF_F32 : 0.0f;
    if (a == 0.0f || a == INF_F32)
        r = grows ? INF_F32 : 0.0f;
    bool negative = as_int(x) < 0;
    if (negative && kind == 1)
        r = -r;
    if (negative && kind == 0 && a != 0.0f && a != INF_F32)
        r = NAN_F32;
    if (isnan(x) || isnan(y))
        r = NAN_F32;
    return y == 0.0f || x == 1.0f ? 1.0f : r;
}

OVERLOAD float
powr(float x, float y)
{
    float ay = fabs(y);
    float r = pow_positive(x, y, 0.0f);
    bool grows = (x > 1.0f) == (y > 0.0f);
    if (ay == INF_F32)
        r = x == 1.0f ? NAN_F32 : grows ? INF_F32 : 0.0f;
    if (x == 0.0f || x == INF_F32)
        r = y == 0.0f ? NAN_F32 : grows ? INF_F32 : 0.0f;
    else if (y == 0.0f)
        r = 1.0f;
    return x < 0.0f || isnan(x) || isnan(y) ? NAN_F32 : r;
}

OVERLOAD float
pown(float x, int n)
{
    float a = fabs(x);
    float y = (float)n, y_low = (float)(n - (int)y);
    y_low = n > 0x7fffff80 ? (float)(n - 0x7fffff80 - 0x80) : y_low; /* y is 2^31 */
    float r = pow_positive(a, y, y_low);
    if (a == 0.0f || a == INF_F32)
        r = (a > 1.0f) == (n > 0) ? INF_F32 : 0.0f;
    if (as_int(x) < 0 && (n & 1))
        r = -r;
    r = isnan(x) ? x : r;
    return n == 0 ? 1.0f : r;
}

OVERLOAD float
rootn(float x, int n)
{
    float a = fabs(x);
    float nf = (float)n, y = __occ_hw_rcp(nf);
    float y_low = fma(-y, nf, 1.0f) * y;
    float r = pow_positive(a, y, y_low);
    if (a == 0.0f || a == INF_F32)
        r = (a > 1.0f) == (n > 0) ? INF_F32 : 0.0f;
    bool negative = as_int(x) < 0;
    if (negative && (n & 1))
        r = -r;
    if (negative && !(n & 1) && a != 0.0f)
        r = NAN_F32;
    return n == 0 || isnan(x) ? NAN_F32 : r;
}
