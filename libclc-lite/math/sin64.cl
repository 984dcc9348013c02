/* sin, cos, tan and their pi forms for double.
 *
 * Reduction as in sin.cl: Cody and Waite up to 2^30; beyond, Payne and Hanek (1983) with the bits
 * of 2/pi from v_trig_preop_f64, whose segments leave out the bits that only add multiples of 4.
 * The reduced argument is kept as two doubles.  OpenCL allows 4 ULP (tan: 5). */

struct reduced {
    double r, low;
    uint quadrant;
};

/* a + b = *sum + returned, exactly (Knuth) */
static double
two_sum(double a, double b, double *sum)
{
    double s = a + b, v = s - a;
    *sum = s;
    return (a - (s - v)) + (b - v);
}

static struct reduced
reduce_large(double a)
{
    double x = a >= 0x1p945 ? a * 0x1p-128 : a; /* the segments are scaled up by as much */
    double p0 = __occ_trig_preop(a, 0), p1 = __occ_trig_preop(a, 1), p2 = __occ_trig_preop(a, 2);
    double h0 = p0 * x, l0 = fma(p0, x, -h0);
    double h1 = p1 * x, l1 = fma(p1, x, -h1), h2 = p2 * x;
    h0 = fma(-4.0, floor(h0 * 0.25), h0);
    double n = rint(h0 + (l0 + h1));
    double s1, s2, s3, s4, s5, high;
    double e1 = two_sum(h0 - n, l0, &s1);
    double e2 = two_sum(s1, h1, &s2);
    double e3 = two_sum(e1, e2, &s3);
    double e4 = two_sum(s3, l1, &s4);
    double e5 = two_sum(s4, h2, &s5);
    double low = two_sum(s2, s5, &high) + (e3 + e4 + e5);
    struct reduced result;
    result.r = high * 0x1.921fb54442d18p+0;
    result.low = fma(high, 0x1.921fb54442d18p+0, -result.r) + high * 0x1.1a62633145c06p-54 +
                 low * 0x1.921fb54442d18p+0;
    result.quadrant = (uint)(int)n;
    return result;
}

static struct reduced
reduce(double a)
{
    if (a > 0x1p30)
        return reduce_large(a);
    struct reduced result;
    double n = rint(a * 0x1.45f306dc9c882p-1);
    double r = fma(-n, 0x1.921fb54442d18p+0, a); /* exact */
    double s = fma(-n, 0x1.1a62633145c06p-54, r);
    result.r = s;
    result.low = fma(-n, 0x1.1a62633145c06p-54, r - s) - n * 0x1.c1cd129024e08p-107;
    result.quadrant = (uint)(int)n;
    return result;
}

static double
sin_poly(double r, double low)
{
    double z = r * r;
    double p = fma(z, -0x1.ab0677caffaf3p-41, 0x1.6121614ce309ep-33);
    p = fma(z, p, -0x1.ae6453ecdcd92p-26);
    p = fma(z, p, 0x1.71de3a544a89fp-19);
    p = fma(z, p, -0x1.a01a01a019881p-13);
    p = fma(z, p, 0x1.1111111111110p-7);
    p = fma(z, p, -0x1.5555555555555p-3);
    return r + fma(r * z, p, fma(-0.5 * z, low, low));
}

static double
cos_poly(double r, double low)
{
    double z = r * r;
    double p = fma(z, 0x1.ab68e984a643fp-45, -0x1.93949f9713b1ap-37);
    p = fma(z, p, 0x1.1eed8ddabb3c0p-29);
    p = fma(z, p, -0x1.27e4fb7709081p-22);
    p = fma(z, p, 0x1.a01a01a019cb9p-16);
    p = fma(z, p, -0x1.6c16c16c16c16p-10);
    p = fma(z, p, 0x1.5555555555555p-5);
    double halved = 0.5 * z, w = 1.0 - halved;
    return w + (((1.0 - w) - halved) + fma(z * z, p, -r * low));
}

static double
flip(double x, uint sign) /* negated when sign is not 0 */
{
    return sign ? -x : x;
}

static double
sin_of(struct reduced a)
{
    double value = (a.quadrant & 1u) ? cos_poly(a.r, a.low) : sin_poly(a.r, a.low);
    return flip(value, a.quadrant & 2u);
}

static double
cos_of(struct reduced a)
{
    double value = (a.quadrant & 1u) ? sin_poly(a.r, a.low) : cos_poly(a.r, a.low);
    return flip(value, (a.quadrant + 1u) & 2u);
}

static double
tan_of(struct reduced a)
{
    double s = sin_poly(a.r, a.low), c = cos_poly(a.r, a.low);
    bool odd = a.quadrant & 1u;
    return (odd ? -c : s) / (odd ? s : c);
}

static uint
sign_of(double x)
{
    return (uint)(as_ulong(x) >> 63);
}

OVERLOAD double
sin(double x)
{
    double s = flip(sin_of(reduce(fabs(x))), sign_of(x));
    return isfinite(x) ? s : NAN_F64;
}

OVERLOAD double
cos(double x)
{
    double c = cos_of(reduce(fabs(x)));
    return isfinite(x) ? c : NAN_F64;
}

OVERLOAD double
tan(double x)
{
    double t = flip(tan_of(reduce(fabs(x))), sign_of(x));
    return isfinite(x) ? t : NAN_F64;
}

OVERLOAD double
sincos(double x, double *cosine)
{
    struct reduced a = reduce(fabs(x));
    double s = flip(sin_of(a), sign_of(x)), c = cos_of(a);
    *cosine = isfinite(x) ? c : NAN_F64;
    return isfinite(x) ? s : NAN_F64;
}

static struct reduced
reduce_pi(double a)
{
    struct reduced result;
    double n = rint(2.0 * a), f = fma(-0.5, n, a);
    result.r = f * 0x1.921fb54442d18p+1;
    result.low = fma(f, 0x1.921fb54442d18p+1, -result.r) + f * 0x1.1a62633145c06p-53;
    result.quadrant = a < 0x1p53 ? (uint)(ulong)n : 0u;
    return result;
}

OVERLOAD double
sinpi(double x)
{
    double a = fabs(x);
    double s = flip(sin_of(reduce_pi(a)), sign_of(x));
    s = a >= 0x1p53 ? copysign(0.0, x) : s;
    return isfinite(x) ? s : NAN_F64;
}

OVERLOAD double
cospi(double x)
{
    double a = fabs(x);
    double c = cos_of(reduce_pi(a));
    c = a >= 0x1p53 ? 1.0 : c;
    return isfinite(x) ? c : NAN_F64;
}

OVERLOAD double
tanpi(double x)
{
    double a = fabs(x);
    struct reduced t = reduce_pi(a);
    double y = tan_of(t);
    if (t.r == 0.0)
        y = (t.quadrant & 1u) ? ((t.quadrant & 2u) ? -INF_F64 : INF_F64)
                              : ((t.quadrant & 2u) ? -0.0 : 0.0);
    y = a >= 0x1p53 ? 0.0 : y;
    y = flip(y, sign_of(x));
    return isfinite(x) ? y : NAN_F64;
}
