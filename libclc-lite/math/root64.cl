/* rsqrt, cbrt, hypot for double. */

double
__occ_reciprocal64(double d)
{
    double y = __occ_hw_rcp(d), e = fma(-d, y, 1.0); /* within 2^-23; a step of the third order */
    return fma(fma(e, e, e), y, y);
}

OVERLOAD double
rsqrt(double x)
{
    double y = __occ_hw_rsq(x); /* within 2^-23; the step's error is of the third order */
    double e = fma(-x * y, y, 1.0);
    double better = fma(y * e, fma(e, 0.375, 0.5), y);
    return (uint)HIGH_WORD(y) - 1 < 0x7fefffff ? better : y; /* of 0 and infinity they are infinity and 0 */
}

/* x 2^n, both normal */
static double
scaled(double x, int n)
{
    return as_double(as_ulong(x) + ((ulong)(uint)n << 52));
}

OVERLOAD double
cbrt(double x)
{
    double mantissa = __occ_frexp_mant(x), a = fabs(mantissa);
    int e = __occ_frexp_exp(x);
    int third = (e + 1200) / 3 - 400;    /* rounded down */
    double m = scaled(a, e - 3 * third); /* [1/2, 4) */
    float guess = __occ_hw_exp2(__occ_hw_log2((float)m) * 0x1.555556p-2f);
    /* Newton, from 2^-22 to 2^-44 and to the last place; the derivative's float does for both */
    double y = (double)guess, slope = (double)__occ_hw_rcp(3.0f * guess * guess);
    y = fma(fma(-y * y, y, m), slope, y);
    y = fma(fma(-y * y, y, m), slope, y);
    bool plain = (uint)HIGH_WORD(a) - 1 < 0x7fefffff; /* neither 0, infinite nor NaN */
    return plain ? copysign(scaled(y, third), x) : x;
}

OVERLOAD double
hypot(double x, double y)
{
    double a = fabs(x), b = fabs(y);
    int e = __occ_frexp_exp(max(a, b));
    double u = ldexp(a, -e), v = ldexp(b, -e);
    double r = ldexp(sqrt(fma(u, u, v * v)), e);
    return max(a, b) == INF_F64 ? INF_F64 : r;
}
