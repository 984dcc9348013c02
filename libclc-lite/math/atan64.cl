/* atan, atan2, asin, acos and their pi forms for double: as atan.cl. */

#define PI_2     0x1.921fb54442d18p+0
#define PI_2_LOW 0x1.1a62633145c07p-54
#define OVER_PI  0x1.45f306dc9c883p-2

static double
atan_unit(double t)
{
    double z = t * t;
    double p = fma(z, 0x1.2f07811f9f6e9p-16, -0x1.a359b96a4eee4p-13);
    p = fma(z, p, 0x1.1325b2f8964bep-10);
    p = fma(z, p, -0x1.ca3677db66678p-9);
    p = fma(z, p, 0x1.123baedb61abdp-7);
    p = fma(z, p, -0x1.fd0e4de8fed90p-7);
    p = fma(z, p, 0x1.843f4bca23369p-6);
    p = fma(z, p, -0x1.00390504e9f2fp-5);
    p = fma(z, p, 0x1.3328700bb8169p-5);
    p = fma(z, p, -0x1.5d02278205cc7p-5);
    p = fma(z, p, 0x1.841dcf603a209p-5);
    p = fma(z, p, -0x1.aebbb1647a168p-5);
    p = fma(z, p, 0x1.e1d0239d392a6p-5);
    p = fma(z, p, -0x1.110fff599e4d2p-4);
    p = fma(z, p, 0x1.3b1399d1dcdc7p-4);
    p = fma(z, p, -0x1.745d15ee35819p-4);
    p = fma(z, p, 0x1.c71c71bb00a6cp-4);
    p = fma(z, p, -0x1.24924924753ecp-3);
    p = fma(z, p, 0x1.9999999999620p-3);
    p = fma(z, p, -0x1.5555555555555p-2);
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
    double big = fmax(ax, ay), small = fmin(ax, ay);
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
    double p = fma(z, 0x1.d72b2bc8155f8p-6, -0x1.e6aaa8a0a04ccp-7);
    p = fma(z, p, 0x1.1d189408314eep-6);
    p = fma(z, p, 0x1.65a9c4dfcf8b2p-8);
    p = fma(z, p, 0x1.52420b04b37bep-7);
    p = fma(z, p, 0x1.782651caa6547p-7);
    p = fma(z, p, 0x1.c9cf07674736ap-7);
    p = fma(z, p, 0x1.1c4d35cf95421p-6);
    p = fma(z, p, 0x1.6e8bb1c8209a2p-6);
    p = fma(z, p, 0x1.f1c71c1db0623p-6);
    p = fma(z, p, 0x1.6db6db6e31f13p-5);
    p = fma(z, p, 0x1.3333333332ecap-4);
    return fma(z, p, 0x1.5555555555556p-3);
}

static double
acos_high(double a) /* acos(a) for a in [1/2, 1] */
{
    double z = fma(a, -0.5, 0.5);
    double s = sqrt(z);
    double error = z > 0.0 ? fma(-s, s, z) * 0.5 / s : 0.0;
    return 2.0 * (s + fma(s * z, asin_poly(z), error));
}

OVERLOAD double
asin(double x)
{
    double a = fabs(x), z = a * a;
    double r = a <= 0.5 ? fma(a * z, asin_poly(z), a) : (PI_2 - acos_high(a)) + PI_2_LOW;
    return a > 1.0 ? NAN_F64 : copysign(r, x);
}

OVERLOAD double
acos(double x)
{
    double a = fabs(x), z = a * a;
    double high = acos_high(a);
    double r = a <= 0.5  ? PI_2 - (fma(x * z, asin_poly(z), x) - PI_2_LOW)
               : x < 0.0 ? (2.0 * PI_2 - high) + 2.0 * PI_2_LOW
                         : high;
    return a > 1.0 ? NAN_F64 : r;
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
    double big = fmax(ax, ay), small = fmin(ax, ay);
    double t = small / big;
    t = small == big ? 1.0 : t;
    t = big == 0.0 ? 0.0 : t;
    double p = atan_unit(t) * OVER_PI;
    p = ay > ax ? 0.5 - p : p;
    p = as_long(x) < 0 ? 1.0 - p : p;
    return isnan(x) || isnan(y) ? NAN_F64 : copysign(p, y);
}

OVERLOAD double
asinpi(double x)
{
    double a = fabs(x), z = a * a;
    double r = a <= 0.5 ? fma(a * z, asin_poly(z), a) * OVER_PI : 0.5 - acos_high(a) * OVER_PI;
    return a > 1.0 ? NAN_F64 : copysign(r, x);
}

OVERLOAD double
acospi(double x)
{
    double a = fabs(x), z = a * a;
    double high = acos_high(a) * OVER_PI;
    double r = a <= 0.5 ? 0.5 - fma(x * z, asin_poly(z), x) * OVER_PI : x < 0.0 ? 1.0 - high : high;
    return a > 1.0 ? NAN_F64 : r;
}
