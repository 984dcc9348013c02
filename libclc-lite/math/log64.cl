/* log, log2, log10, log1p for double: x = 2^k (1 + f), s = f / (2 + f),
 * log(1 + f) = f - f^2/2 + s (f^2/2 + s^2 L(s^2)), as in log.cl; the sum is kept as two doubles for
 * other bases.  OpenCL allows 3 ULP (log1p: 2). */

struct logarithm {
    double high, low; /* log(1 + f) */
    double k;
};

/* a > 0 as m 2^k, m from sqrt(1/2) to sqrt(2) */
double
__occ_normalized64(double a, int *exponent)
{
    ulong m = as_ulong(__occ_frexp_mant(a));
    bool below = (uint)(m >> 32) < 0x3fe6a09eu;
    *exponent = __occ_frexp_exp(a) - (below ? 1 : 0);
    return as_double(m + (below ? 1ul << 52 : 0));
}

static double
log_poly(double z)
{
    double l = fma(z, 0x1.0c135adcf3011p-3, 0x1.0fbd140544b63p-3);
    l = fma(z, l, 0x1.3b1c43c68eb6dp-3);
    l = fma(z, l, 0x1.745cf8c09a9d4p-3);
    l = fma(z, l, 0x1.c71c7201fc0e6p-3);
    l = fma(z, l, 0x1.249249247670ap-2);
    l = fma(z, l, 0x1.9999999999a3ap-2);
    return fma(z, l, 0x1.5555555555555p-1);
}

static struct logarithm
log_of(double x)
{
    struct logarithm result;
    int k;
    double f = __occ_normalized64(x, &k) - 1.0;
    double s = f * __occ_reciprocal64(2.0 + f), z = s * s, half_f = 0.5 * f, halved = half_f * f;
    double tail = fma(s, fma(z, log_poly(z), halved), -fma(half_f, f, -halved));
    result.high = f - halved;
    result.low = ((f - result.high) - halved) + tail;
    result.k = (double)k;
    return result;
}

/* log(1 + f) + k log 2 */
static double
natural(double f, double k)
{
    double s = f * __occ_reciprocal64(2.0 + f), z = s * s, halved = 0.5 * f * f;
    double tail = fma(k, 0x1.a39ef35793c76p-33, s * fma(z, log_poly(z), halved));
    return fma(k, 0x1.62e42feep-1, f - (halved - tail));
}

static double
edges(double x, double r)
{
    r = x == INF_F64 ? x : r;
    r = HIGH_WORD(x) < 0 ? NAN_F64 : r; /* NaNs go through */
    return x == 0.0 ? -INF_F64 : r;
}

OVERLOAD double
log(double x)
{
    int k;
    double m = __occ_normalized64(x, &k);
    return edges(x, natural(m - 1.0, (double)k));
}

OVERLOAD double
log2(double x)
{
    struct logarithm l = log_of(x);
    double p = l.high * 0x1.71547652b82fep+0;
    double low = fma(l.high, 0x1.71547652b82fep+0, -p) + l.high * 0x1.777d0ffda0d23p-56 +
                 l.low * 0x1.71547652b82fep+0;
    double sum = l.k + p;
    return edges(x, sum + (SUM_LOW(sum, l.k, p) + low));
}

OVERLOAD double
log10(double x)
{
    struct logarithm l = log_of(x);
    double p = l.high * 0x1.bcb7b1526e50ep-2;
    double low = fma(l.high, 0x1.bcb7b1526e50ep-2, -p) + l.high * 0x1.95355baaafad3p-57 +
                 l.low * 0x1.bcb7b1526e50ep-2;
    double q = l.k * 0x1.34413509f79ffp-2; /* log10(2) in two parts */
    low += fma(l.k, 0x1.34413509f79ffp-2, -q) + l.k * -0x1.9dc1da994fd21p-59;
    double sum = q + p;
    return edges(x, sum + (SUM_LOW(sum, q, p) + low));
}

/* What 1 + x loses goes to f, where x is small exactly: then k is 0, and f becomes x. */
OVERLOAD double
log1p(double x)
{
    double u = 1.0 + x;
    double c = HIGH_WORD(x) < 0x3ff00000 ? x - (u - 1.0) : 1.0 - (u - x);
    int k;
    double f = __occ_normalized64(u, &k) - 1.0;
    double r = natural(f + ldexp(c, -k), (double)k);
    r = x == INF_F64 ? x : r;
    r = u == 0.0 ? -INF_F64 : r;
    r = HIGH_WORD(u) < 0 ? NAN_F64 : r;
    return fabs(x) < 0x1p-54 ? x : r;
}
