/* rsqrt, cbrt, hypot for double. */

OVERLOAD double
rsqrt(double x)
{
    bool small = x < 0x1p-767;
    double a = x * (small ? 0x1p260 : 1.0);
    double y = __occ_hw_rsq(a); /* within 2^-23; the step's error is of the third order */
    double e = fma(-a * y, y, 1.0);
    double better = fma(y * e, fma(e, 0.375, 0.5), y);
    y = a == 0.0 || isinf(a) ? y : better;
    return y * (small ? 0x1p130 : 1.0);
}

OVERLOAD double
cbrt(double x)
{
    double a = fabs(x);
    int e = __occ_frexp_exp(a);
    int third = (e + 1200) / 3 - 400;                     /* rounded down */
    double m = ldexp(__occ_frexp_mant(a), e - 3 * third); /* [1/2, 4) */
    double y = (double)__occ_hw_exp2(__occ_hw_log2((float)m) * 0x1.555556p-2f);
    double residual = fma(-y * y, y, m); /* y is a float: y * y is exact */
    /* Halley, from 2^-22 to 2^-45, which is what a quotient of floats is worth */
    y = fma(y * residual, (double)__occ_hw_rcp((float)fma(2.0 * y * y, y, m)), y);
    double y2 = y * y, y2_low = fma(y, y, -y2);
    residual = fma(-y2, y, m) - y2_low * y;
    y = fma(residual, (double)__occ_hw_rcp(3.0f * (float)y2), y);
    return a == 0.0 || !isfinite(x) ? x : copysign(ldexp(y, third), x);
}

OVERLOAD double
hypot(double x, double y)
{
    double a = fabs(x), b = fabs(y);
    int e = __occ_frexp_exp(fmax(a, b));
    double u = ldexp(a, -e), v = ldexp(b, -e);
    double r = ldexp(sqrt(fma(u, u, v * v)), e);
    return isinf(x) || isinf(y) ? INF_F64 : r;
}
