/* atan, atan2, asin, acos and their pi forms for float.
 *
 * atan on [0, 1] by a polynomial in x^2 (Chebyshev interpolation), larger arguments through
 * pi/2 - atan(1/x).  asin on [0, 1/2] likewise; above through asin(a) = pi/2 - 2
 * asin(sqrt((1-a)/2)).  OpenCL allows 5, 6, 4 and 4 ULP. */

/* atan(t) + more, where more is of the last place: it is added before anything is lost. */
static float
atan_more(float t, float more)
{
    float z = t * t;
    float p = fma(z, fma(z, fma(z, 0x1.fad23ap-9f, -0x1.481e44p-6f), 0x1.90b4c4p-5f),
                  -0x1.48139ap-4f);
    p = fma(z, fma(z, fma(z, fma(z, p, 0x1.bd0fbep-4f), -0x1.23fbfap-3f), 0x1.9992b0p-3f),
            -0x1.55554ep-2f);
    return t + fma(t * z, p, more);
}

static float
atan_unit(float t)
{
    return atan_more(t, 0.0f);
}

OVERLOAD float
atan(float x)
{
    float a = fabs(x), inverse = __occ_hw_rcp(a); /* beyond 2^126 this may be 0 */
    bool big = a > 1.0f;
    float p = atan_more(big ? inverse : a, big ? 0x1.777a5cp-25f : 0.0f); /* of pi/2 */
    return copysign(big ? 0x1.921fb6p+0f - p : p, x);
}

/* |atan2(y, x)| */
static float
angle(float y, float x)
{
    float ax = fabs(x), ay = fabs(y);
    float big = max(ax, ay), small = min(ax, ay);
    float t = small / big;
    t = small == big ? 1.0f : t; /* infinities */
    t = big == 0.0f ? 0.0f : t;
    float p = atan_unit(t);
    p = ay > ax ? (0x1.921fb6p+0f - p) + -0x1.777a5cp-25f : p;
    p = as_int(x) < 0 ? (0x1.921fb6p+1f - p) + -0x1.777a5cp-24f : p;
    return isnan(x) || isnan(y) ? NAN_F32 : p;
}

OVERLOAD float
atan2(float y, float x)
{
    return copysign(angle(y, x), y);
}

static float
asin_poly(float z) /* (asin(x) / x - 1) / z for z = x^2 <= 1/4 */
{
    return fma(
        z,
        fma(z,
            fma(z, fma(z, fma(z, 0x1.13fed4p-5f, 0x1.18f91ep-6f), 0x1.fd8da2p-6f), 0x1.6d5bbap-5f),
            0x1.333430p-4f),
        0x1.555554p-3f);
}

/* asin of the smaller of a and sqrt((1 - a) / 2): above 1/2 half of acos(a) */
static float
asin_low(float a, bool high)
{
    float z = high ? fma(a, -0.5f, 0.5f) : a * a;
    float s = high ? __occ_hw_sqrt(z) : a;
    return fma(s * z, asin_poly(z), s);
}

OVERLOAD float
asin(float x)
{
    float a = fabs(x), p = asin_low(a, a > 0.5f);
    p = a > 0.5f ? fma(-2.0f, p, 0x1.921fb6p+0f) + -0x1.777a5cp-25f : p;
    return copysign(p, x);
}

OVERLOAD float
acos(float x)
{
    float a = fabs(x), p = asin_low(a, a > 0.5f);
    float high = x < 0.0f ? fma(-2.0f, p, 0x1.921fb6p+1f) + -0x1.777a5cp-24f : 2.0f * p;
    return a > 0.5f ? high : 0x1.921fb6p+0f - (copysign(p, x) - -0x1.777a5cp-25f);
}

#define OVER_PI 0x1.45f306p-2f

OVERLOAD float
atanpi(float x)
{
    float a = fabs(x);
    bool big = a > 1.0f;
    float p = atan_unit(big ? __occ_hw_rcp(a) : a) * OVER_PI;
    return copysign(big ? 0.5f - p : p, x);
}

OVERLOAD float
atan2pi(float y, float x)
{
    float ax = fabs(x), ay = fabs(y);
    float big = max(ax, ay), small = min(ax, ay);
    float t = small / big;
    t = small == big ? 1.0f : t;
    t = big == 0.0f ? 0.0f : t;
    float p = min(atan_unit(t) * OVER_PI, 0.25f); /* which it is of equals */
    p = ay > ax ? 0.5f - p : p;
    p = as_int(x) < 0 ? 1.0f - p : p;
    return isnan(x) || isnan(y) ? NAN_F32 : copysign(p, y);
}

OVERLOAD float
asinpi(float x)
{
    float a = fabs(x), p = asin_low(a, a > 0.5f);
    return copysign(a > 0.5f ? fma(-2.0f * OVER_PI, p, 0.5f) : p * OVER_PI, x);
}

OVERLOAD float
acospi(float x)
{
    float a = fabs(x), p = asin_low(a, a > 0.5f);
    float high = x < 0.0f ? fma(-2.0f * OVER_PI, p, 1.0f) : 2.0f * OVER_PI * p;
    return a > 0.5f ? high : fma(copysign(p, x), -OVER_PI, 0.5f);
}
