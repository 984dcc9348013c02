/* log, log2, log10, log1p for float.
 *
 * The hardware's log2 (1 ULP) times ln 2 or log10 2, the product carried as two floats.  OpenCL
 * allows 3 ULP (log1p: 2). */

static float
log_by_log2(float x, float high, float low)
{
    bool small = __occ_f32_denormals() && x < 0x1p-126f; /* the hardware reads them as 0 */
    float y = __occ_hw_log2(x * (small ? 0x1p32f : 1.0f));
    float p = y * high;
    float rest = fma(y, low, fma(y, high, -p));
    float r = p + rest;
    r = isinf(y) ? y : r;
    float shift = small ? 32.0f * high : 0.0f;
    return r - shift;
}

OVERLOAD float
log2(float x)
{
    bool small = __occ_f32_denormals() && x < 0x1p-126f;
    return __occ_hw_log2(x * (small ? 0x1p32f : 1.0f)) - (small ? 32.0f : 0.0f);
}

OVERLOAD float
log(float x)
{
    return log_by_log2(x, 0x1.62e42ep-1f, 0x1.efa39ep-25f);
}

OVERLOAD float
log10(float x)
{
    return log_by_log2(x, 0x1.344134p-2f, 0x1.09f79ep-26f);
}

/* log(1 + x): 1 + x = 2^k (1 + f) with f in [sqrt(1/2) - 1, sqrt(2) - 1], s = f / (2 + f),
 * log(1 + f) = f - f^2/2 + s (f^2/2 + R), R = s^2 L(s^2) from the atanh series (as in Tang 1990 and
 * fdlibm's published analysis); what rounding 1 + x lost enters as a correction. */
OVERLOAD float
log1p(float x)
{
    float u = 1.0f + x;
    int k = 0;
    float f = x, c = 0.0f;
    if (!(x > -0.29f && x < 0.41f)) {
        c = x > 1.0f ? 1.0f - (u - x) : x - (u - 1.0f);
        c = c / u;
        float m = __occ_frexp_mant(u);
        k = __occ_frexp_exp(u);
        bool low = m < 0.70710678f;
        m = low ? m * 2.0f : m;
        k = low ? k - 1 : k;
        f = m - 1.0f;
    }
    float s = f / (2.0f + f), z = s * s, halved = 0.5f * f * f, kf = (float)k;
    float l =
        fma(z, fma(z, fma(z, 0x1.dddbaap-3f, 0x1.245c08p-2f), 0x1.9999ecp-2f), 0x1.555556p-1f);
    float tail = fma(s, fma(z, l, halved), fma(kf, 0x1.7f7d1cp-20f, c));
    float r = kf * 0x1.62e400p-1f - ((halved - tail) - f);
    r = x == -1.0f ? -INF_F32 : r;
    r = x < -1.0f ? NAN_F32 : r;
    r = x == INF_F32 ? x : r;
    return x == 0.0f ? x : r;
}
