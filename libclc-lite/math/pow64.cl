/* pow, powr, pown, rootn for double: as pow.cl, with the logarithm good to about 2^-64: the cubic
 * term of the atanh series is summed in two doubles as well.  OpenCL allows 16 ULP. */

static double
e_poly(double r) /* (e^r - 1 - r) / r^2, as in exp64.cl */
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

/* 2^(y log2 a) for a > 0 finite; y_low: correction to y */
static double
pow_positive(double a, double y, double y_low)
{
    double m = __occ_frexp_mant(a);
    int k = __occ_frexp_exp(a);
    bool below = m < 0x1.6a09e667f3bcdp-1;
    m = below ? m * 2.0 : m;
    k = below ? k - 1 : k;
    double f = m - 1.0, d = m + 1.0, d_low = m - (d - 1.0);
    double s = f / d;
    double s_low = (fma(-s, d, f) - s * d_low) / d;
    double z = s * s, z_low = fma(s, s, -z) + 2.0 * s * s_low;
    double l = fma(z, 0x1.0c135adcf3011p-3, 0x1.0fbd140544b63p-3);
    l = fma(z, l, 0x1.3b1c43c68eb6dp-3);
    l = fma(z, l, 0x1.745cf8c09a9d4p-3);
    l = fma(z, l, 0x1.c71c7201fc0e6p-3);
    l = fma(z, l, 0x1.249249247670ap-2);
    l = fma(z, l, 0x1.9999999999a3ap-2);
    l *= z; /* L(z) - 2/3 */
    double c = 0x1.5555555555555p-1 + l;
    double c_low = (l - (c - 0x1.5555555555555p-1)) + 0x1.5555555555555p-55;
    double q = s * z, q_low = fma(s, z, -q) + s * z_low + s_low * z; /* s^3 */
    double t = q * c, t_low = fma(q, c, -t) + q * c_low + q_low * c;
    double high = 2.0 * s + t;
    double low = (t - (high - 2.0 * s)) + (t_low + 2.0 * s_low);
    double p = high * 0x1.71547652b82fep+0; /* times log2 e */
    double p_low = fma(high, 0x1.71547652b82fep+0, -p) + high * 0x1.777d0ffda0d23p-56 +
                   low * 0x1.71547652b82fep+0;
    double kf = (double)k, sum = kf + p;
    double sum_low = (p - (sum - kf)) + p_low;
    double e = sum * y;
    double e_low = fma(sum, y, -e) + (sum * y_low + sum_low * y);
    double n = rint(e), g = e - n;
    double r = g * 0x1.62e42fefa39efp-1;
    double r_low =
        fma(g, 0x1.62e42fefa39efp-1, -r) + g * 0x1.abc9e3b39803fp-56 + e_low * 0x1.62e42fefa39efp-1;
    double v = r + r_low;
    double result = ldexp(1.0 + (v + fma(v * v, e_poly(v), SUM_LOW(v, r, r_low))), (int)n);
    result = e > 1025.0 ? INF_F64 : result;
    return e < -1080.0 ? 0.0 : result;
}

/* 0: y is no integer, 1: odd, 2: even */
static int
parity(double y)
{
    double a = fabs(y);
    if (a >= 0x1p53)
        return 2;
    if (trunc(a) != a)
        return 0;
    return ((long)a & 1) ? 1 : 2;
}

OVERLOAD double
pow(double x, double y)
{
    double a = fabs(x), ay = fabs(y);
    int kind = parity(y);
    double r = pow_positive(a, y, 0.0);
    bool grows = (a > 1.0) == (y > 0.0);
    if (ay == INF_F64)
        r = a == 1.0 ? 1.0 : grows ? INF_F64 : 0.0;
    if (a == 0.0 || a == INF_F64)
        r = grows ? INF_F64 : 0.0;
    bool negative = as_long(x) < 0;
    if (negative && kind == 1)
        r = -r;
    if (negative && kind == 0 && a != 0.0 && a != INF_F64)
        r = NAN_F64;
    if (isnan(x) || isnan(y))
        r = NAN_F64;
    return y == 0.0 || x == 1.0 ? 1.0 : r;
}

OVERLOAD double
powr(double x, double y)
{
    double ay = fabs(y);
    double r = pow_positive(x, y, 0.0);
    bool grows = (x > 1.0) == (y > 0.0);
    if (ay == INF_F64)
        r = x == 1.0 ? NAN_F64 : grows ? INF_F64 : 0.0;
    if (x == 0.0 || x == INF_F64)
        r = y == 0.0 ? NAN_F64 : grows ? INF_F64 : 0.0;
    else if (y == 0.0)
        r = 1.0;
    return x < 0.0 || isnan(x) || isnan(y) ? NAN_F64 : r;
}

OVERLOAD double
pown(double x, int n)
{
    double a = fabs(x);
    double r = pow_positive(a, (double)n, 0.0);
    if (a == 0.0 || a == INF_F64)
        r = (a > 1.0) == (n > 0) ? INF_F64 : 0.0;
    if (as_long(x) < 0 && (n & 1))
        r = -r;
    r = isnan(x) ? x : r;
    return n == 0 ? 1.0 : r;
}

OVERLOAD double
rootn(double x, int n)
{
    double a = fabs(x);
    double nf = (double)n, y = 1.0 / nf;
    double y_low = fma(-y, nf, 1.0) / nf;
    double r = pow_positive(a, y, y_low);
    if (a == 0.0 || a == INF_F64)
        r = (a > 1.0) == (n > 0) ? INF_F64 : 0.0;
    bool negative = as_long(x) < 0;
    if (negative && (n & 1))
        r = -r;
    if (negative && !(n & 1) && a != 0.0)
        r = NAN_F64;
    return n == 0 || isnan(x) ? NAN_F64 : r;
}
