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
    double p3 = __occ_trig_preop(a, 3); /* no double is nearer to a multiple of pi/2 than 2^-62: 115 bits of it count */
    double h0 = p0 * x, l0 = fma(p0, x, -h0);
    double h1 = p1 * x, l1 = fma(p1, x, -h1), h2 = p2 * x, l2 = fma(p2, x, -h2);
    h0 = fma(-4.0, floor(h0 * 0.25), h0);
    double n = rint(h0 + (l0 + h1));
    double s1, s2, s3, s4, s5, high;
    double e1 = two_sum(h0 - n, l0, &s1);
    double e2 = two_sum(s1, h1, &s2);
    double e3 = two_sum(e1, e2, &s3);
    double e4 = two_sum(s3, l1, &s4);
    double e5 = two_sum(s4, h2, &s5);
    double low = two_sum(s2, s5, &high) + (e3 + e4 + e5 + fma(p3, x, l2));
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
    double p = n * 0x1.1a62633145c06p-54, s = r - p;
    double rest = fma(n, 0x1.1a62633145c06p-54, -p); /* of the product */
    result.r = s;
    /* (r - s) - p is what s lacks, exactly, also where r and p are nearly the same: close to 29 pi, say. */
    result.low = ((r - s) - p) - fma(n, 0x1.c1cd129024e08p-107, rest);
    result.quadrant = (uint)(int)n;
    return result;
}

static double
sin_terms(double z) /* (sin r - r) / r^3 */
{
    double p = fma(z, 0x1.5d930351516b4p-33, -0x1.ae5e662ead441p-26);
    p = fma(z, p, 0x1.71de357787530p-19);
    p = fma(z, p, -0x1.a01a019c11328p-13);
    p = fma(z, p, 0x1.111111110f875p-7);
    return fma(z, p, -0x1.5555555555549p-3);
}

static double
sin_poly(double r, double low)
{
    double z = r * r;
    return r + fma(r * z, sin_terms(z), fma(-0.5 * z, low, low));
}

static double
cos_terms(double z) /* (cos r - 1 + r^2 / 2) / r^4 */
{
    double p = fma(z, -0x1.8faf2414a73d8p-37, 0x1.1ee9ecd5dcb71p-29);
    p = fma(z, p, -0x1.27e4f80b1f02cp-22);
    p = fma(z, p, 0x1.a01a019cb3115p-16);
    p = fma(z, p, -0x1.6c16c16c15187p-10);
    return fma(z, p, 0x1.555555555554cp-5);
}

static double
cos_poly(double r, double low)
{
    double z = r * r;
    double halved = 0.5 * z, w = 1.0 - halved;
    return w + (((1.0 - w) - halved) + fma(z * z, cos_terms(z), -r * low));
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
    double p = sin_poly(a.r, a.low), q = cos_poly(a.r, a.low);
    bool odd = a.quadrant & 1u;
    double s = flip(odd ? q : p, (a.quadrant & 2u) ^ (sign_of(x) << 1));
    double c = flip(odd ? p : q, (a.quadrant + 1u) & 2u);
    *cosine = isfinite(x) ? c : NAN_F64;
    return isfinite(x) ? s : NAN_F64;
}

/* For turns, where the argument is reduced exactly: to r = n pi/2 + what is left, within 1/2 ULP. */
static double
reduce_pi(double a, uint *quadrant)
{
    if (HIGH_WORD(a) >= 0x43100000) /* from 2^50 on the sum below would lose digits */
        a -= 2.0 * floor(0.5 * a);
    double sum = fma(a, 2.0, 0x1.8p52), n = sum - 0x1.8p52; /* rint(2 a), its low bits in sum's */
    *quadrant = (uint)as_ulong(sum);
    return fma(-0.5, n, a) * 0x1.921fb54442d18p+1;
}

static double
sin_quick(double r)
{
    double z = r * r;
    return fma(r * z, sin_terms(z), r);
}

static double
cos_quick(double r)
{
    double z = r * r;
    return fma(z, fma(z, cos_terms(z), -0.5), 1.0);
}

OVERLOAD double
sinpi(double x)
{
    uint quadrant;
    double r = reduce_pi(fabs(x), &quadrant);
    double s = (quadrant & 1u) ? cos_quick(r) : sin_quick(r);
    uint turned = HIGH_WORD(s) ? quadrant & 2u : 0u; /* no -0 */
    return flip(s, turned ^ (sign_of(x) << 1));
}

OVERLOAD double
cospi(double x)
{
    uint quadrant;
    double r = reduce_pi(fabs(x), &quadrant);
    double c = (quadrant & 1u) ? sin_quick(r) : cos_quick(r);
    return c == 0.0 ? 0.0 : flip(c, (quadrant + 1u) & 2u);
}

OVERLOAD double
tanpi(double x)
{
    uint quadrant;
    double r = reduce_pi(fabs(x), &quadrant), s = sin_quick(r), c = cos_quick(r);
    bool odd = quadrant & 1u;
    double t = odd && s == 0.0 ? INF_F64 : (odd ? -c : s) * __occ_reciprocal64(odd ? s : c);
    t = s == 0.0 && !isnan(x) ? flip(odd ? INF_F64 : 0.0, quadrant & 2u) : t;
    return flip(t, sign_of(x));
}
