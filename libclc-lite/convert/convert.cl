/* Conversions to a floating type with a rounding mode other than the default.  The nearest value is
 * compared with the argument in a type that holds both exactly, and moved by one ulp if it lies on
 * the wrong side.  The lowering calls these by name. */

/* The next number up or down from x. */
static float
above(float x)
{
    int bits = as_int(x);
    bits = x == 0.0f ? 1 : bits >= 0 ? bits + 1 : bits - 1;
    return isnan(x) || x == INF_F32 ? x : as_float(bits);
}

static float
below(float x)
{
    return -above(-x);
}

float
__occ_convert_f32_rtp_f64(double x)
{
    float y = (float)x;
    return (double)y < x ? above(y) : y;
}

float
__occ_convert_f32_rtn_f64(double x)
{
    float y = (float)x;
    return (double)y > x ? below(y) : y;
}

float
__occ_convert_f32_rtz_f64(double x)
{
    return x < 0.0 ? __occ_convert_f32_rtp_f64(x) : __occ_convert_f32_rtn_f64(x);
}

#define FROM_32(mode)                                                                              \
    float __occ_convert_f32_##mode##_i32(int x)                                                    \
    {                                                                                              \
        return __occ_convert_f32_##mode##_f64((double)x);                                          \
    }                                                                                              \
    float __occ_convert_f32_##mode##_u32(uint x)                                                   \
    {                                                                                              \
        return __occ_convert_f32_##mode##_f64((double)x);                                          \
    }
FROM_32(rtp)
FROM_32(rtn)
FROM_32(rtz)

/* From 64-bit integers: cut to the bits that fit, away from or toward zero as the mode and the sign
 * require; the rest converts exactly. */
#define FROM_U64(real, r, mantissa, MODE_AWAY, name)                                               \
    real name(ulong x)                                                                             \
    {                                                                                              \
        int extra = 64 - mantissa - (int)clz(x);                                                   \
        if (extra <= 0)                                                                            \
            return (real)x;                                                                        \
        ulong unit = 1ul << extra, rest = x & (unit - 1);                                          \
        ulong cut = x >> extra;                                                                    \
        cut += MODE_AWAY && rest != 0;                                                             \
        return ldexp((real)cut, extra);                                                            \
    }
FROM_U64(float, f32, 24, 0, __occ_convert_f32_rtz_u64)
FROM_U64(float, f32, 24, 1, __occ_convert_f32_rtp_u64)
FROM_U64(double, f64, 53, 0, __occ_convert_f64_rtz_u64)
FROM_U64(double, f64, 53, 1, __occ_convert_f64_rtp_u64)

float
__occ_convert_f32_rtn_u64(ulong x)
{
    return __occ_convert_f32_rtz_u64(x);
}
double
__occ_convert_f64_rtn_u64(ulong x)
{
    return __occ_convert_f64_rtz_u64(x);
}

#define FROM_I64(real, r)                                                                          \
    real __occ_convert_##r##_rtz_i64(long x)                                                       \
    {                                                                                              \
        real y = __occ_convert_##r##_rtz_u64(abs(x));                                              \
        return x < 0 ? -y : y;                                                                     \
    }                                                                                              \
    real __occ_convert_##r##_rtp_i64(long x)                                                       \
    {                                                                                              \
        return x < 0 ? -__occ_convert_##r##_rtz_u64(abs(x))                                        \
                     : __occ_convert_##r##_rtp_u64((ulong)x);                                      \
    }                                                                                              \
    real __occ_convert_##r##_rtn_i64(long x)                                                       \
    {                                                                                              \
        return x < 0 ? -__occ_convert_##r##_rtp_u64(abs(x))                                        \
                     : __occ_convert_##r##_rtz_u64((ulong)x);                                      \
    }
FROM_I64(float, f32)
FROM_I64(double, f64)
