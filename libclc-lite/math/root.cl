/* rsqrt, cbrt, hypot for float.  OpenCL allows 2, 2 and 4 ULP. */

OVERLOAD float
rsqrt(float x)
{
    bool small = __occ_f32_denormals() && x < 0x1p-126f; /* the hardware may read them as 0 */
    float r = __occ_hw_rsq(x * (small ? 0x1p24f : 1.0f));
    return r * (small ? 0x1p12f : 1.0f);
}

/* A first guess by exp2(log2(m) / 3), within 2^-18, and one step of Newton's method; m is large enough that what
 * is left of it, m - y^3, is no denormal number. */
OVERLOAD float
cbrt(float x)
{
    float a = fabs(x);
    bool small = a < 0x1p-96f;
    float m = a * (small ? 0x1p48f : 1.0f);
    float y = __occ_hw_exp2(__occ_hw_log2(m) * 0x1.555556p-2f), y2 = y * y;
    y = fma(fma(-y2, y, m), __occ_hw_rcp(3.0f * y2), y);
    float r = y * (small ? 0x1p-16f : 1.0f);
    bool same = a == 0.0f || !isfinite(x); /* a == 0 also of what is flushed */
    return same ? __occ_fcanonicalize(x) : copysign(r, x);
}

OVERLOAD float
hypot(float x, float y)
{
    float a = fabs(x), b = fabs(y);
    int e = __occ_frexp_exp(max(a, b));
    float u = ldexp(a, -e), v = ldexp(b, -e);
    float r = ldexp(sqrt(fma(u, u, v * v)), e);
    return isinf(x) || isinf(y) ? INF_F32 : r;
}
