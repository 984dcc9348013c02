/* tgamma, lgamma, lgamma_r for double.
 *
 * Stirling's series at z >= 10 after multiplying up from x, in tgamma with the rounding error of
 * x + n corrected through digamma; negative arguments by the reflection formula.  tgamma: OpenCL allows
 * 16 ULP. */

/* The tail of Stirling's series: log gamma(z) - ((z - 1/2) log z - z + log(2 pi) / 2), z >= 10 */
static double
stirling(double z)
{
    double r = 1.0 / z, s = r * r;
    double p = fma(s, -3617.0 / 122400.0, 1.0 / 156.0);
    p = fma(s, p, -691.0 / 360360.0);
    p = fma(s, p, 1.0 / 1188.0);
    p = fma(s, p, -1.0 / 1680.0);
    p = fma(s, p, 1.0 / 1260.0);
    p = fma(s, p, -1.0 / 360.0);
    return fma(s, p, 1.0 / 12.0) * r;
}

/* gamma(z) e^z z^(1/2 - z) for u = 1/z <= 1/10, by weighted least squares (error 2^-57) */
static double
gamma_series(double u)
{
    double p = fma(u, 0x1.7ea9da79168c0p-11, -0x1.ad0f821b3b259p-10);
    p = fma(u, p, 0x1.8db5de6d7aa8ep-13);
    p = fma(u, p, 0x1.017bb7ff8e867p-9);
    p = fma(u, p, -0x1.2d8e5109a68ecp-11);
    p = fma(u, p, -0x1.b87932289ec4dp-8);
    p = fma(u, p, 0x1.1d32d71ed25eap-7);
    p = fma(u, p, 0x1.abcc42a9d8697p-3);
    return fma(u, p, 0x1.40d931ff62706p+1);
}

/* (z + low)^(z + low - 1/2) e^-(z + low), or one over it, for u = 1/z: returned * 2^*exponent */
static double
gamma_power(double z, double low, double u, bool over, int *exponent)
{
    struct two_doubles log2_z = __occ_log2_two64(z);
    double w = z - 0.5, e = log2_z.high * w, e_low = fma(log2_z.high, w, -e) + log2_z.low * w;
    double p = z * 0x1.71547652b82fep+0; /* log2(e) z */
    double p_low = fma(z, 0x1.71547652b82fep+0, -p) + z * 0x1.777d0ffda0d23p-56;
    double sum = e - p;
    double sum_low = ((e - sum) - p) + (e_low - p_low) + low * fma(-0.72, u, log2_z.high);
    return __occ_exp2_two64(over ? -sum : sum, over ? -sum_low : sum_low, exponent);
}

OVERLOAD double
tgamma(double x)
{
    double a = min(fabs(x), 200.0), product = 1.0, z = a, low = 0.0;
    if (HIGH_WORD(a) < 0x3c300000) /* 2^-60 */
        return 1.0 / x;
    for (; HIGH_WORD(z) < 0x40240000; z += 1.0) /* 10 */
        product *= z;
    if (z != a)
        low = a - (z - rint(z - a));
    bool reflected = HIGH_WORD(x) < 0;
    double u = __occ_reciprocal64(z);
    int exponent;
    double r = gamma_power(z, low, u, reflected, &exponent);
    double over = gamma_series(u), under = product;
    if (reflected) { /* gamma(x) gamma(-x) = -pi / (x sin(pi x)) */
        under = a * sinpi(-x) * over;
        over = -0x1.921fb54442d18p+1 * product;
    }
    r = ldexp(r * over * __occ_reciprocal64(under), exponent);
    r = reflected && floor(x) == x ? NAN_F64 : r;
    return isnan(x) ? x : r;
}

static double
lgamma_positive(double x)
{
    double product = 1.0, z = x;
    if (x < 10.0) {
        double n = ceil(10.0 - x);
        z = x + n;
        for (double t = x; n > 0.0; n -= 1.0, t += 1.0)
            product *= t;
    }
    double r = fma(z - 0.5, log(z), stirling(z) + 0x1.d67f1c864beb5p-1 - z);
    return x < 10.0 ? r - log(product) : x > 0x1p60 ? x * (log(x) - 1.0) : r;
}

static double
lgamma_signed(double x, int *sign)
{
    double a = fabs(x);
    *sign = as_long(x) < 0 ? -1 : 1;
    if (a < 0x1p-60) {
        *sign = a == 0.0 ? 0 : *sign;
        return a == 0.0 ? INF_F64 : -log(a);
    }
    double r = lgamma_positive(a);
    if (x < 0.0) {
        double s = sinpi(a);
        r = floor(x) == x ? INF_F64 : log(0x1.921fb54442d18p+1 / (a * fabs(s))) - r;
        *sign = s > 0.0 ? -1 : s < 0.0 ? 1 : 0;
    }
    r = x == 1.0 || x == 2.0 ? 0.0 : r;
    r = isinf(x) ? INF_F64 : r;
    return isnan(x) ? x : r;
}

OVERLOAD double
lgamma(double x)
{
    int sign;
    return lgamma_signed(x, &sign);
}

OVERLOAD double
lgamma_r(double x, int *sign)
{
    return lgamma_signed(x, sign);
}
