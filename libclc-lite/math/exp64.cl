/* exp, exp2, exp10, expm1 for double: reduction to |r| <= ln(2)/2 by Cody and Waite,
 * e^r = 1 + r + r^2 E(r) with E by weighted least squares (error 2^-56).  OpenCL allows 3 ULP.
 * Where results overflow is decided by n: comparisons of doubles take as long as their additions. */

#define LN2     0x1.62e42fefa39efp-1
#define LN2_LOW 0x1.abc9e3b39803fp-56

double
__occ_exp_poly64(double r)
{
    double p = fma(r, 0x1.af6c6da8c2210p-26, 0x1.2897a47fa3ae0p-22);
    p = fma(r, p, 0x1.71ddf0dd6295bp-19);
    p = fma(r, p, 0x1.a019b35e58f8cp-16);
    p = fma(r, p, 0x1.a01a01b296cccp-13);
    p = fma(r, p, 0x1.6c16c17a122b8p-10);
    p = fma(r, p, 0x1.111111110f116p-7);
    p = fma(r, p, 0x1.5555555553ad3p-5);
    p = fma(r, p, 0x1.555555555555ap-3);
    return fma(r, p, 0.5);
}

/* 2^(n + extra) e^r for a whole n: what is out of range by n alone has a factor of no meaning */
static double
exp_reduced(double r, double n, int extra)
{
    double p = fma(r, __occ_exp_poly64(r), 1.0);
    int k = convert_int_sat(n); /* 0 if NaN */
    double y = ldexp(fma(r, p, 1.0), (int)((uint)k + (uint)extra));
    y = k < -1100 ? 0.0 : y;
    return k > 1100 ? INF_F64 : y;
}

double
__occ_exp_scaled64(double x, int extra)
{
    double n = rint(x * 0x1.71547652b82fep+0);
    return exp_reduced(fma(-n, LN2_LOW, fma(-n, LN2, x)), n, extra);
}

OVERLOAD double
exp(double x)
{
    return __occ_exp_scaled64(x, 0);
}

OVERLOAD double
exp2(double x)
{
    double n = rint(x);
    return exp_reduced((x - n) * LN2, n, 0);
}

OVERLOAD double
exp10(double x)
{
    double n = rint(x * 0x1.a934f0979a371p+1);
    double f = fma(-n, 0x1.34413509f79ffp-2, x); /* log10(2) in two parts */
    f = fma(-n, -0x1.9dc1da994fd21p-59, f);
    return exp_reduced(f * 0x1.26bb1bbb55516p+1, n, 0);
}

OVERLOAD double
expm1(double x)
{
    double n = rint(x * 0x1.71547652b82fep+0);
    double r = fma(-n, 0x1.62e42feep-1, x), low = n * 0x1.a39ef35793c76p-33;
    double s = r - low;
    low = (r - s) - low;
    double p = s + fma(s * s, __occ_exp_poly64(s), low);
    int k = convert_int_sat(n);
    double halved = ldexp(0.5, k); /* 2^1024 is no double: work with half of it */
    double y = k == 0 ? p : fma(halved, p, halved - 0.5) * 2.0;
    y = k < -55 ? -1.0 : y;
    y = k > 1024 ? INF_F64 : y;
    return x == 0.0 ? x : y;
}
