/* sin, cos, tan and their pi forms for float.
 *
 * Reduction to |r| <= pi/4 and a quadrant: up to 2^17 by Cody and Waite's scheme with pi/2 in three
 * floats and fma; beyond by Payne and Hanek (1983): the 24-bit significand times the 96 bits of
 * 2/pi that matter for its exponent, in integers.  Then polynomials from Chebyshev interpolation.
 * OpenCL allows 4 ULP (tan: 5). */

struct reduced {
    float r;
    uint quadrant;
};

static uint
word(uint high, uint low, uint shift) /* the 32 bits of high:low that start shift bits down */
{
    return shift ? high << shift | low >> (32u - shift) : high;
}

/* x 2/pi = M 2^e (0.w0 w1 ...): the bits of 2/pi above weight 2^(2 - e) only add multiples of 4. */
static struct reduced
reduce_large(float a)
{
    uint bits = as_uint(a);
    ulong m = (bits & 0x7fffffu) | 0x800000u;
    uint start = (bits >> 23) - 150u - 2u + 32u; /* with a word of zeros in front */
    uint shift = start & 31u, skip = start >> 5;
    uint t0 = 0u, t1 = 0xa2f9836eu, t2 = 0x4e441529u, t3 = 0xfc2757d1u, t4 = 0xf534ddc0u,
         t5 = 0xdb629599u, t6 = 0x3c439041u, t7 = 0xfe5163abu;
    bool one = skip & 1u, two = skip & 2u, four = skip & 4u;
    t0 = one ? t1 : t0, t1 = one ? t2 : t1, t2 = one ? t3 : t2, t3 = one ? t4 : t3;
    t4 = one ? t5 : t4, t5 = one ? t6 : t5, t6 = one ? t7 : t6;
    t0 = two ? t2 : t0, t1 = two ? t3 : t1, t2 = two ? t4 : t2, t3 = two ? t5 : t3;
    t4 = two ? t6 : t4;
    t0 = four ? t4 : t0, t1 = four ? t5 : t1, t2 = four ? t6 : t2, t3 = four ? t7 : t3;
    ulong p0 = m * word(t0, t1, shift), p1 = m * word(t1, t2, shift), p2 = m * word(t2, t3, shift);
    ulong fraction = (p0 << 32) + p1 + (p2 >> 32); /* of x 2/pi / 4 */
    struct reduced result;
    result.quadrant = (uint)((fraction + (1ul << 61)) >> 62);
    result.r = (float)(long)(fraction << 2) * (0x1.921fb6p+0f * 0x1p-64f);
    return result;
}

static struct reduced
reduce(float a)
{
    if (a > 0x1p17f)
        return reduce_large(a);
    struct reduced result;
    float n = rint(a * 0x1.45f306p-1f);
    float r = fma(-n, 0x1.921fb4p+0f, a);
    r = fma(-n, 0x1.4442d0p-24f, r);
    result.r = fma(-n, 0x1.846988p-48f, r);
    result.quadrant = (uint)(int)n;
    return result;
}

static float
sin_poly(float r)
{
    float z = r * r;
    float p =
        fma(z, fma(z, fma(z, 0x1.6da906p-19f, -0x1.a01366p-13f), 0x1.11110ep-7f), -0x1.555556p-3f);
    return fma(r * z, p, r);
}

static float
cos_poly(float r)
{
    float z = r * r;
    float p =
        fma(z, fma(z, fma(z, -0x1.251648p-22f, 0x1.a01598p-16f), -0x1.6c16c0p-10f), 0x1.555556p-5f);
    return fma(z, fma(z, p, -0.5f), 1.0f);
}

static float
tan_poly(float r, bool reciprocal)
{
    float z = r * r;
    float p =
        fma(z, fma(z, fma(z, 0x1.01645ep-8f, 0x1.1116b2p-10f), 0x1.4969f8p-7f), 0x1.61cfeep-6f);
    p = fma(z, fma(z, fma(z, p, 0x1.ba59a2p-5f), 0x1.111072p-3f), 0x1.555556p-2f);
    float t = fma(r * z, p, r);
    return reciprocal ? -1.0f / t : t;
}

static float
flip(float x, uint sign)
{
    return as_float(as_uint(x) ^ sign);
}

static float
sin_of(struct reduced a)
{
    float value = (a.quadrant & 1u) ? cos_poly(a.r) : sin_poly(a.r);
    return flip(value, (a.quadrant & 2u) << 30);
}

static float
cos_of(struct reduced a)
{
    float value = (a.quadrant & 1u) ? sin_poly(a.r) : cos_poly(a.r);
    return flip(value, ((a.quadrant + 1u) & 2u) << 30);
}

OVERLOAD float
sin(float x)
{
    float a = fabs(x);
    float s = flip(sin_of(reduce(a)), as_uint(x) & 0x80000000u);
    return isfinite(x) ? s : NAN_F32;
}

OVERLOAD float
cos(float x)
{
    float c = cos_of(reduce(fabs(x)));
    return isfinite(x) ? c : NAN_F32;
}

OVERLOAD float
tan(float x)
{
    struct reduced a = reduce(fabs(x));
    float t = flip(tan_poly(a.r, a.quadrant & 1u), as_uint(x) & 0x80000000u);
    return isfinite(x) ? t : NAN_F32;
}

OVERLOAD float
sincos(float x, float *cosine)
{
    struct reduced a = reduce(fabs(x));
    float s = flip(sin_of(a), as_uint(x) & 0x80000000u), c = cos_of(a);
    *cosine = isfinite(x) ? c : NAN_F32;
    return isfinite(x) ? s : NAN_F32;
}

/* sin(pi x): x less its nearest half is exact. */
static struct reduced
reduce_pi(float a)
{
    struct reduced result;
    float n = rint(2.0f * a);
    result.r = fma(-0.5f, n, a) * 0x1.921fb6p+1f;
    result.quadrant = a < 0x1p24f ? (uint)(int)n : 0u;
    return result;
}

OVERLOAD float
sinpi(float x)
{
    float a = fabs(x);
    float s = sin_of(reduce_pi(a)) + 0.0f; /* no -0 */
    s = flip(s, as_uint(x) & 0x80000000u);
    s = a >= 0x1p24f ? copysign(0.0f, x) : s;
    return isfinite(x) ? s : NAN_F32;
}

OVERLOAD float
cospi(float x)
{
    float a = fabs(x);
    float c = cos_of(reduce_pi(a)) + 0.0f; /* no -0 */
    c = a >= 0x1p24f ? 1.0f : c;
    return isfinite(x) ? c : NAN_F32;
}

OVERLOAD float
tanpi(float x)
{
    float a = fabs(x);
    struct reduced t = reduce_pi(a);
    float y = tan_poly(t.r, t.quadrant & 1u);
    if (t.r == 0.0f) /* signs of zero and infinity as the specification says */
        y = (t.quadrant & 1u) ? ((t.quadrant & 2u) ? -INF_F32 : INF_F32)
                              : ((t.quadrant & 2u) ? -0.0f : 0.0f);
    y = a >= 0x1p24f ? 0.0f : y;
    y = flip(y, as_uint(x) & 0x80000000u);
    return isfinite(x) ? y : NAN_F32;
}
