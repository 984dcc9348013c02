/* tgamma, lgamma, lgamma_r for double.
 *
 * Stirling's series at z >= 10 after multiplying up from x, with the rounding error of x + n
 * corrected through digamma; negative arguments by the reflection formula.  tgamma: OpenCL allows
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

/* gamma(x) = factor * root * root for x > 0; two roots, so that neither overflows */
struct gamma_parts {
    double factor, root;
};

static struct gamma_parts
gamma_parts(double x)
{
    struct gamma_parts parts;
    double product = 1.0, z = x, low = 0.0;
    if (x < 10.0) {
        double n = ceil(10.0 - x);
        z = x + n;
        low = x - (z - n);
        for (double t = x; n > 0.0; n -= 1.0, t += 1.0)
            product *= t;
    }
    double correction = fma(low, log(z) - 0.5 / z, 1.0);
    parts.root = pow(z, 0.5 * z - 0.25);
    parts.factor = exp(-z) * exp(stirling(z)) * 0x1.40d931ff62706p+1 * correction / product;
    return parts;
}

OVERLOAD double
tgamma(double x)
{
    double a = fabs(x), r;
    if (a < 0x1p-60)
        return 1.0 / x;
    if (x > 0.0) {
        struct gamma_parts parts = gamma_parts(fmin(x, 200.0));
        r = parts.factor * parts.root * parts.root;
        r = x > 172.0 ? INF_F64 : r;
    } else {
        double s = sinpi(a);
        struct gamma_parts parts = gamma_parts(fmin(a, 200.0));
        r = -0x1.921fb54442d18p+1 / (a * s * parts.factor) / parts.root / parts.root;
        r = a > 190.0 ? copysign(0.0, -s) : r;
        r = floor(x) == x ? NAN_F64 : r;
    }
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
    if (a < 0x1p-60)
        return a == 0.0 ? INF_F64 : -log(a);
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
