/* sinh, cosh, tanh and their inverses for double, as hyperbolic.cl. */

OVERLOAD double
sinh(double x)
{
    double a = fabs(x);
    double e = expm1(min(a, 40.0));
    double small = 0.5 * (e + e / (e + 1.0));
    double r = a < 20.0 ? small : __occ_exp_scaled64(a, -1);
    r = a < 0x1p-28 ? a : r;
    return copysign(isnan(x) ? x : r, x);
}

OVERLOAD double
cosh(double x)
{
    double e = __occ_exp_scaled64(fabs(x), -1);
    return e + 0.25 / e;
}

OVERLOAD double
tanh(double x)
{
    double a = fabs(x);
    double e = expm1(2.0 * min(a, 40.0));
    double r = a > 22.0 ? 1.0 : e / (e + 2.0);
    return isnan(x) ? x : copysign(r, x);
}

OVERLOAD double
asinh(double x)
{
    double a = fabs(x), z = a * a;
    double r =
        a > 0x1p28 ? log(a) + 0x1.62e42fefa39efp-1 : log1p(a + z / (1.0 + sqrt(fma(a, a, 1.0))));
    return a < 0x1p-28 ? x : copysign(r, x);
}

OVERLOAD double
acosh(double x)
{
    double t = x - 1.0;
    double r = x > 0x1p28 ? log(x) + 0x1.62e42fefa39efp-1 : log1p(t + sqrt(fma(t, t, 2.0 * t)));
    return x < 1.0 ? NAN_F64 : r;
}

OVERLOAD double
atanh(double x)
{
    double a = fabs(x);
    double r = 0.5 * log1p(2.0 * a / (1.0 - a));
    r = a == 1.0 ? INF_F64 : r;
    r = a < 0x1p-28 ? a : r;
    return a > 1.0 ? NAN_F64 : copysign(r, x);
}
