/* atan, atan2, asin, acos and their pi forms for double: as atan.cl. */

#define PI_2     0x1.921fb54442d18p+0
#define PI_2_LOW 0x1.1a62633145c07p-54
#define OVER_PI  0x1.45f306dc9c883p-2

static double
atan_unit(double t)
{
    double z = t * t;
    double p = fma(z, -0x1.532ece5b58468p-16, 0x1.d2e17ebedb09dp-13);
    p = fma(z, p, -0x1.30b3171288639p-10);
    p = fma(z, p, 0x1.f8cd5d838e66dp-9);
    p = fma(z, p, -0x1.2cae9e630fe89p-7);
    p = fma(z, p, 0x1.15fc29347b953p-6);
    p = fma(z, p, -0x1.a6f739b6a4de1p-6);
    p = fma(z, p, 0x1.17040c9347fbap-5);
    p = fma(z, p, -0x1.4f3adcffe262fp-5);
    p = fma(z, p, 0x1.7edf66eb7bb20p-5);
    p = fma(z, p, -0x1.ad312cb526ce7p-5);
    p = fma(z, p, 0x1.e177b052ba086p-5);
    p = fma(z, p, -0x1.1108931054c2dp-4);
    p = fma(z, p, 0x1.3b12b18207291p-4);
    p = fma(z, p, -0x1.745d020d7fc89p-4);
    p = fma(z, p, 0x1.c71c709bc3840p-4);
    p = fma(z, p, -0x1.2492491f96107p-3);
    p = fma(z, p, 0x1.9999999983d04p-3);
    p = fma(z, p, -0x1.5555555555448p-2);
    return fma(t * z, p, t);
}

OVERLOAD double
atan(double x)
{
    double a = fabs(x);
    bool big = a > 1.0;
    double p = atan_unit(big ? 1.0 / a : a);
    return copysign(big ? (PI_2 - p) + PI_2_LOW : p, x);
}

OVERLOAD double
atan2(double y, double x)
{
    double ax = fabs(x), ay = fabs(y);
    double big = max(ax, ay), small = min(ax, ay);
    double t = small / big;
    t = small == big ? 1.0 : t;
    t = big == 0.0 ? 0.0 : t;
    double p = atan_unit(t);
    p = ay > ax ? (PI_2 - p) + PI_2_LOW : p;
    p = as_long(x) < 0 ? (2.0 * PI_2 - p) + 2.0 * PI_2_LOW : p;
    return isnan(x) || isnan(y) ? NAN_F64 : copysign(p, y);
}

static double
asin_poly(double z)
{
    double p = fma(z, 0x1.055e2d26c74abp-5, -0x1.09a4344ce0181p-6);
    p = fma(z, p, 0x1.3fd504549b54bp-6);
    p = fma(z, p, 0x1.ac0059a2e6f42p-8);
    p = fma(z, p, 0x1.8ebcfce036ad6p-7);
    p = fma(z, p, 0x1.c6feb8fd543d1p-7);
    p = fma(z, p, 0x1.1c6bd47ab09e9p-6);
    p = fma(z, p, 0x1.6e89f528e2c8ap-6);
    p = fma(z, p, 0x1.f1c72c2f12f55p-6);
    p = fma(z, p, 0x1.6db6db42987efp-5);
    p = fma(z, p, 0x1.333333336e56bp-4);
    return fma(z, p, 0x1.5555555555391p-3);
}

/* asin of the smaller of a and sqrt((1 - a) / 2): above 1/2 half of acos(a) */
static double
asin_low(double a, bool high)
{
    double z = high ? fma(a, -0.5, 0.5) : a * a;
    double s = sqrt(z), error = fma(-s, s, z) * __occ_hw_rcp(2.0 * s);
    error = z > 0.0 ? error : 0.0;
    s = high ? s : a;
    return s + fma(s * z, asin_poly(z), high ? error : 0.0);
}

static bool
above_half(double a)
{
    return HIGH_WORD(a) >= 0x3fe00000;
}

OVERLOAD double
asin(double x)
{
    double a = fabs(x), p = asin_low(a, above_half(a));
    p = above_half(a) ? fma(-2.0, p, PI_2) + PI_2_LOW : p;
    return copysign(p, x);
}

OVERLOAD double
acos(double x)
{
    double a = fabs(x), p = asin_low(a, above_half(a));
    if (above_half(a))
        return HIGH_WORD(x) < 0 ? fma(-2.0, p, 2.0 * PI_2) + 2.0 * PI_2_LOW : 2.0 * p;
    return PI_2 - (copysign(p, x) - PI_2_LOW);
}

OVERLOAD double
atanpi(double x)
{
    double a = fabs(x);
    bool big = a > 1.0;
    double p = atan_unit(big ? 1.0 / a : a) * OVER_PI;
    return copysign(big ? 0.5 - p : p, x);
}

OVERLOAD double
atan2pi(double y, double x)
{
    double ax = fabs(x), ay = fabs(y);
    double big = max(ax, ay), small = min(ax, ay);
    double t = small / big;
    t = small == big ? 1.0 : t;
    t = big == 0.0 ? 0.0 : t;
    double p = min(atan_unit(t) * OVER_PI, 0.25); /* which it is of equals */
    p = ay > ax ? 0.5 - p : p;
    p = as_long(x) < 0 ? 1.0 - p : p;
    return isnan(x) || isnan(y) ? NAN_F64 : copysign(p, y);
}

OVERLOAD double
asinpi(double x)
{
    double a = fabs(x), p = asin_low(a, above_half(a));
    return copysign(above_half(a) ? fma(-2.0 * OVER_PI, p, 0.5) : p * OVER_PI, x);
}

OVERLOAD double
acospi(double x)
{
    double a = fabs(x), p = asin_low(a, above_half(a));
    if (above_half(a))
        return HIGH_WORD(x) < 0 ? fma(-2.0 * OVER_PI, p, 1.0) : 2.0 * OVER_PI * p;
    return fma(copysign(p, x), -OVER_PI, 0.5);
}
