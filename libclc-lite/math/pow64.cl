/* pow, powr, pown, rootn for double: as pow.cl, with the logarithm good to about 2^-64: the cubic
 * term of the atanh series is summed in two doubles as well.  OpenCL allows 16 ULP. */

/* of a > 0, finite */
struct two_doubles
__occ_log2_two64(double a)
{
    int k;
    double m = __occ_normalized64(a, &k);
    double f = m - 1.0, d = m + 1.0, d_low = m - (d - 1.0);
    double inverse = __occ_reciprocal64(d);
    double s = f * inverse;
    double s_low = (fma(-s, d, f) - s * d_low) * inverse;
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
    double kf = (double)k;
    struct two_doubles result;
    result.high = kf + p;
    result.low = (p - (result.high - kf)) + p_low;
    return result;
}

/* 2^(e + e_low) = returned * 2^*exponent */
double
__occ_exp2_two64(double e, double e_low, int *exponent)
{
    double n = rint(e), g = e - n;
    double r = g * 0x1.62e42fefa39efp-1;
    double r_low =
        fma(g, 0x1.62e42fefa39efp-1, -r) + g * 0x1.abc9e3b39803fp-56 + e_low * 0x1.62e42fefa39efp-1;
    double v = r + r_low;
    *exponent = convert_int_sat(n);
    return 1.0 + (v + fma(v * v, __occ_exp_poly64(v), SUM_LOW(v, r, r_low)));
}

/* 2^(y log2 a) for a > 0 finite; y_low: correction to y */
static double
pow_positive(double a, double y, double y_low)
{
    struct two_doubles log2_a = __occ_log2_two64(a);
    double e = log2_a.high * y;
    double e_low = fma(log2_a.high, y, -e) + (log2_a.high * y_low + log2_a.low * y);
    int n;
    double result = __occ_exp2_two64(e, e_low, &n);
    result = ldexp(result, n);
    result = n > 1025 ? INF_F64 : result;
    return n < -1080 ? 0.0 : result;
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
    double nf = (double)n, y = __occ_reciprocal64(nf);
    double y_low = fma(-y, nf, 1.0) * y;
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
