/* exp, exp2, exp10, expm1 for double: reduction to |r| <= ln(2)/2 by Cody and Waite, r kept as two
 * doubles, e^r = 1 + r + r^2 E(r) with E by Chebyshev interpolation (error 2^-65).  OpenCL allows 3
 * ULP. */

static double
e_poly(double r)
{
    double p = fma(r, 0x1.61c2c1ba3877dp-33, 0x1.1f820dbf5e732p-29);
    p = fma(r, p, 0x1.ae642ad2afd38p-26);
    p = fma(r, p, 0x1.27e4d2841fc93p-22);
    p = fma(r, p, 0x1.71de3a5af94e9p-19);
    p = fma(r, p, 0x1.a01a01aa828e2p-16);
    p = fma(r, p, 0x1.a01a01a0195e6p-13);
    p = fma(r, p, 0x1.6c16c16c158f5p-10);
    p = fma(r, p, 0x1.1111111111111p-7);
    p = fma(r, p, 0x1.5555555555557p-5);
    p = fma(r, p, 0x1.5555555555555p-3);
    return fma(r, p, 0.5);
}

/* 2^n e^(r + low) */
static double
exp_reduced(double r, double low, int n)
{
    double s = r + low; /* so that the rest is below half an ulp */
    low = SUM_LOW(s, r, low);
    return ldexp(1.0 + (s + fma(s * s, e_poly(s), low)), n);
}

double
__occ_exp_scaled64(double x, int extra)
{
    double n = rint(x * 0x1.71547652b82fep+0);
    double r = fma(-n, 0x1.62e42feep-1, x), low = n * 0x1.a39ef35793c76p-33;
    double s = r - low;
    double y = exp_reduced(s, (r - s) - low, (int)n + extra);
    y = x < -800.0 ? 0.0 : y;
    return x > 800.0 ? INF_F64 : y;
}

OVERLOAD double
exp(double x)
{
    return __occ_exp_scaled64(x, 0);
}

OVERLOAD double
exp2(double x)
{
    double n = rint(x), f = x - n, r = f * 0x1.62e42fefa39efp-1;
    double low = fma(f, 0x1.62e42fefa39efp-1, -r) + f * 0x1.abc9e3b39803fp-56;
    double y = exp_reduced(r, low, (int)n);
    y = x < -1080.0 ? 0.0 : y;
    return x > 1025.0 ? INF_F64 : y;
}

OVERLOAD double
exp10(double x)
{
    double n = rint(x * 0x1.a934f0979a371p+1);
    double f = fma(-n, 0x1.34413509f79ffp-2, x); /* log10(2) in two parts */
    double f_low = n * -0x1.9dc1da994fd21p-59;
    double r = f * 0x1.26bb1bbb55516p+1;
    double low = fma(f, 0x1.26bb1bbb55516p+1, -r) + f * -0x1.f48ad494ea3e9p-53 -
                 f_low * 0x1.26bb1bbb55516p+1;
    double y = exp_reduced(r, low, (int)n);
    y = x < -330.0 ? 0.0 : y;
    return x > 310.0 ? INF_F64 : y;
}

OVERLOAD double
expm1(double x)
{
    double n = rint(x * 0x1.71547652b82fep+0);
    double r = fma(-n, 0x1.62e42feep-1, x), low = n * 0x1.a39ef35793c76p-33;
    double s = r - low;
    low = (r - s) - low;
    double p = s + fma(s * s, e_poly(s), low);
    double halved = ldexp(0.5, (int)n); /* 2^1024 is no double: work with half of it */
    double y = n == 0.0 ? p : fma(halved, p, halved - 0.5) * 2.0;
    y = x < -38.0 ? -1.0 : y;
    y = x > 710.0 ? INF_F64 : y;
    return x == 0.0 ? x : y;
}
