/* log, log2, log10, log1p for double: x = 2^k (1 + f), s = f / (2 + f),
 * log(1 + f) = f - f^2/2 + s (f^2/2 + s^2 L(s^2)), as in log.cl; the sum is kept as two doubles for
 * other bases.  OpenCL allows 3 ULP (log1p: 2). */

struct logarithm {
    double high, low; /* log(1 + f) */
    double k;
};

static struct logarithm
log_parts(double f, double k, double c) /* c: correction to f */
{
    struct logarithm result;
    double s = f / (2.0 + f), z = s * s, halved = 0.5 * f * f;
    double l = fma(z, 0x1.0c135adcf3011p-3, 0x1.0fbd140544b63p-3);
    l = fma(z, l, 0x1.3b1c43c68eb6dp-3);
    l = fma(z, l, 0x1.745cf8c09a9d4p-3);
    l = fma(z, l, 0x1.c71c7201fc0e6p-3);
    l = fma(z, l, 0x1.249249247670ap-2);
    l = fma(z, l, 0x1.9999999999a3ap-2);
    l = fma(z, l, 0x1.5555555555555p-1);
    double halved_low = fma(0.5 * f, f, -halved);
    double tail = fma(s, fma(z, l, halved), c - halved_low);
    result.high = f - halved;
    result.low = ((f - result.high) - halved) + tail;
    result.k = k;
    return result;
}

static struct logarithm
log_of(double x)
{
    double m = __occ_frexp_mant(x);
    int k = __occ_frexp_exp(x);
    bool below = m < 0x1.6a09e667f3bcdp-1;
    m = below ? m * 2.0 : m;
    k = below ? k - 1 : k;
    return log_parts(m - 1.0, (double)k, 0.0);
}

static double
natural(struct logarithm l)
{
    double r = l.k * 0x1.62e42feep-1; /* exact: 32 bits */
    return r + (l.high + fma(l.k, 0x1.a39ef35793c76p-33, l.low));
}

static double
edges(double x, double r)
{
    r = x == INF_F64 ? x : r;
    r = x < 0.0 || isnan(x) ? NAN_F64 : r;
    return x == 0.0 ? -INF_F64 : r;
}

OVERLOAD double
log(double x)
{
    return edges(x, natural(log_of(x)));
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

OVERLOAD double
log1p(double x)
{
    double u = 1.0 + x, r;
    if (x > -0.29 && x < 0.41) {
        r = natural(log_parts(x, 0.0, 0.0));
    } else {
        double c = (x > 1.0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
        struct logarithm l = log_of(u);
        l.low += c;
        r = natural(l);
    }
    r = x == -1.0 ? -INF_F64 : r;
    r = x < -1.0 ? NAN_F64 : r;
    r = x == INF_F64 ? x : r;
    return x == 0.0 ? x : r;
}
