/* sinh, cosh, tanh and their inverses for float, through expm1, exp and log1p.  OpenCL allows 4, 4,
 * 5 ULP, and 4, 4, 5 for the inverses. */

OVERLOAD float
sinh(float x)
{
    float a = fabs(x);
    float e = expm1(min(a, 20.0f));
    float small = 0.5f * (e + e / (e + 1.0f));
    float r = a < 10.0f ? small : __occ_exp_scaled(a, -1);
    r = a < 0x1p-12f ? a : r;
    return copysign(r, x);
}

OVERLOAD float
cosh(float x)
{
    float e = __occ_exp_scaled(fabs(x), -1);
    return e + 0.25f / e;
}

OVERLOAD float
tanh(float x)
{
    float a = fabs(x);
    float e = expm1(2.0f * min(a, 20.0f));
    float r = a > 10.0f ? 1.0f : e / (e + 2.0f);
    return isnan(x) ? x : copysign(r, x);
}

OVERLOAD float
asinh(float x)
{
    float a = fabs(x), z = a * a;
    float r = a > 0x1p14f ? log(a) + 0x1.62e430p-1f : log1p(a + z / (1.0f + sqrt(fma(a, a, 1.0f))));
    return a < 0x1p-12f ? x : copysign(r, x);
}

OVERLOAD float
acosh(float x)
{
    float t = x - 1.0f;
    float r = x > 0x1p14f ? log(x) + 0x1.62e430p-1f : log1p(t + sqrt(fma(t, t, 2.0f * t)));
    return x < 1.0f ? NAN_F32 : r;
}

OVERLOAD float
atanh(float x)
{
    float a = fabs(x);
    float r = 0.5f * log1p(2.0f * a / (1.0f - a));
    r = a == 1.0f ? INF_F32 : r;
    r = a < 0x1p-12f ? a : r;
    return a > 1.0f ? NAN_F32 : copysign(r, x);
}
