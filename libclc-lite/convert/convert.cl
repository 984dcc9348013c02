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
    float y = (float)x;
    return as_float(as_int(y) - (fabs((double)y) > fabs(x)));
}

/* From integers: without the bits that do not fit the rest converts exactly, and with them away from
 * zero it is the next number; beyond: what does not fit of an integer that begins with a 1. */
#define FROM_UNSIGNED(real, r, bits, unsigned_, u, as_real, as_bits, beyond)                       \
    static real cut_##r##_##u(unsigned_ x, bool away)                                              \
    {                                                                                              \
        unsigned_ mask = (unsigned_)beyond >> clz(x);                                              \
        return as_real(as_bits((real)(x & ~mask)) + (bits)(away && (x & mask) != 0));              \
    }                                                                                              \
    real __occ_convert_##r##_rtz_##u(unsigned_ x)                                                  \
    {                                                                                              \
        return cut_##r##_##u(x, false);                                                            \
    }                                                                                              \
    real __occ_convert_##r##_rtn_##u(unsigned_ x)                                                  \
    {                                                                                              \
        return cut_##r##_##u(x, false);                                                            \
    }                                                                                              \
    real __occ_convert_##r##_rtp_##u(unsigned_ x)                                                  \
    {                                                                                              \
        return cut_##r##_##u(x, true);                                                             \
    }
#define FROM_SIGNED(real, r, signed_, i, u, mode, AWAY)                                            \
    real __occ_convert_##r##_##mode##_##i(signed_ x)                                               \
    {                                                                                              \
        real y = cut_##r##_##u(abs(x), AWAY);                                                      \
        return x < 0 ? -y : y;                                                                     \
    }
#define FROM(real, r, bits, unsigned_, u, signed_, i, as_real, as_bits, beyond)                    \
    FROM_UNSIGNED(real, r, bits, unsigned_, u, as_real, as_bits, beyond)                           \
    FROM_SIGNED(real, r, signed_, i, u, rtz, false)                                                \
    FROM_SIGNED(real, r, signed_, i, u, rtp, x > 0)                                                \
    FROM_SIGNED(real, r, signed_, i, u, rtn, x < 0)
FROM(float, f32, int, uint, u32, int, i32, as_float, as_int, 0xffu)
FROM(float, f32, int, ulong, u64, long, i64, as_float, as_int, 0xfffffffffful)
FROM(double, f64, long, ulong, u64, long, i64, as_double, as_long, 0x7fful)
