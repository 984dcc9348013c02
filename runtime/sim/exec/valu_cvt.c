/* Conversions.  Floating to integer saturates and turns NaN into 0: GcnInstrsVop1. */
#include "runtime/sim/exec/valu.h"

#include <fenv.h>
#include <math.h>

static int64_t
saturate(double value, double low, double high)
{
    if (isnan(value))
        return 0;
    return (int64_t)(value < low ? low : value > high ? high : value);
}

/* The payload of a NaN keeps its top bits when it is widened or narrowed. */
static uint64_t
widen_nan(uint32_t a)
{
    return (uint64_t)(a & F32_SIGN) << 32 | F64_INF | F64_QUIET | (uint64_t)(a & 0x7FFFFF) << 29;
}

static uint32_t
narrow_nan(uint64_t a)
{
    return (uint32_t)(a >> 32 & F32_SIGN) | F32_INF | F32_QUIET | (uint32_t)(a >> 29 & 0x7FFFFF);
}

static uint32_t
f16_from_f32(uint32_t a, unsigned round)
{
    if (is_nan32(a))
        return (a >> 16 & 0x8000) | F16_NAN | (a >> 13 & 0x3FF);
    return half_from_double((double)as_f32(a), round);
}

static uint32_t
f32_from_f16(uint32_t a)
{
    if (is_nan16(a))
        return (a & 0x8000) << 16 | F32_INF | F32_QUIET | (a & 0x3FF) << 13;
    return f32_bits((float)half_to_double(a));
}

static uint32_t
norm16(double value, double scale)
{
    double scaled = value * scale;
    return isnan(scaled)
               ? 0
               : (uint32_t)(int32_t)saturate(rint(scaled), scale == 65535 ? 0 : -scale, scale) &
                     0xFFFF;
}

/* Only these two turn a NaN into the largest or smallest integer, by its sign (GcnInstrsVop1). */
static uint32_t
cvt_floor(uint32_t a, double bias)
{
    if (is_nan32(a))
        return a & F32_SIGN ? (uint32_t)INT32_MIN : INT32_MAX;
    return (uint32_t)saturate(floor((double)as_f32(a) + bias), INT32_MIN, INT32_MAX);
}

/* To an integer in the rounding mode of MODE, into one byte of c. */
static uint32_t
cvt_pk_u8(const struct valu *x, uint32_t a, uint32_t b, uint32_t c)
{
    static double (*const functions[])(double) = {rint, ceil, floor, trunc};
    double value = functions[x->mode->round32]((double)as_f32(a));
    unsigned shift = 8 * (b & 3);
    return (c & ~(0xFFu << shift)) | (uint32_t)saturate(value, 0, 255) << shift;
}

UNARY(v_cvt_f32_i32, f32_bits((float)(int32_t)a))
UNARY(v_cvt_f32_u32, f32_bits((float)a))
UNARY(v_cvt_u32_f32, (uint32_t)saturate((double)as_f32(a), 0, UINT32_MAX))
UNARY(v_cvt_i32_f32, (uint32_t)saturate((double)as_f32(a), INT32_MIN, INT32_MAX))
UNARY(v_cvt_rpi_i32_f32, cvt_floor(a, 0.5))
UNARY(v_cvt_flr_i32_f32, cvt_floor(a, 0))
UNARY(v_cvt_off_f32_i4, f32_bits((float)((int32_t)((a & 15) ^ 8) - 8) / 16.0f))
UNARY(v_cvt_f32_ubyte0, f32_bits((float)(a & 0xFF)))
UNARY(v_cvt_f32_ubyte1, f32_bits((float)(a >> 8 & 0xFF)))
UNARY(v_cvt_f32_ubyte2, f32_bits((float)(a >> 16 & 0xFF)))
UNARY(v_cvt_f32_ubyte3, f32_bits((float)(a >> 24)))
UNARY(v_cvt_f16_f32, f16_from_f32(a, x->mode->round16))
UNARY(v_cvt_f32_f16, f32_from_f16(a))
UNARY(v_cvt_f16_u16, half_from_double((double)(a & 0xFFFF), x->mode->round16))
UNARY(v_cvt_f16_i16, half_from_double((double)(int16_t)a, x->mode->round16))
UNARY(v_cvt_u16_f16, (uint32_t)saturate(half_to_double(a), 0, 65535))
UNARY(v_cvt_i16_f16, (uint32_t)saturate(half_to_double(a), -32768, 32767) & 0xFFFF)
UNARY(v_cvt_norm_i16_f16, norm16(half_to_double(a), 32767))
UNARY(v_cvt_norm_u16_f16, norm16(half_to_double(a), 65535))

BINARY(v_cvt_pkrtz_f16_f32, f16_from_f32(a, 3) | f16_from_f32(b, 3) << 16)
BINARY(v_cvt_pknorm_i16_f32, norm16((double)as_f32(a), 32767) | norm16((double)as_f32(b), 32767)
                                                                    << 16)
BINARY(v_cvt_pknorm_u16_f32, norm16((double)as_f32(a), 65535) | norm16((double)as_f32(b), 65535)
                                                                    << 16)
BINARY(v_cvt_pknorm_i16_f16, norm16(half_to_double(a), 32767) | norm16(half_to_double(b), 32767)
                                                                    << 16)
BINARY(v_cvt_pknorm_u16_f16, norm16(half_to_double(a), 65535) | norm16(half_to_double(b), 65535)
                                                                    << 16)
TERNARY(v_cvt_pkaccum_u8_f32, cvt_pk_u8(x, a, b, c))
TERNARY(v_cvt_pk_u8_f32, cvt_pk_u8(x, a, b, c))

WIDEN(v_cvt_f64_i32, f64_bits((double)(int32_t)a))
WIDEN(v_cvt_f64_u32, f64_bits((double)a))
WIDEN(v_cvt_f64_f32, is_nan32(a) ? widen_nan(a) : f64_bits((double)as_f32(a)))
NARROW(v_cvt_f32_f64, is_nan64(a) ? narrow_nan(a) : f32_bits((float)as_f64(a)))
NARROW(v_cvt_i32_f64, saturate(as_f64(a), INT32_MIN, INT32_MAX))
NARROW(v_cvt_u32_f64, saturate(as_f64(a), 0, UINT32_MAX))

#define ROW(name, rule) VALU_ROW(name, rule, 0)

const struct valu_row valu_cvt_rows[GCN_OPS] = {
    ROW(v_cvt_f32_i32, ANY),        ROW(v_cvt_f32_u32, ANY),        ROW(v_cvt_u32_f32, ANY),
    ROW(v_cvt_i32_f32, ANY),        ROW(v_cvt_rpi_i32_f32, ANY),    ROW(v_cvt_flr_i32_f32, ANY),
    ROW(v_cvt_off_f32_i4, ANY),     ROW(v_cvt_f32_ubyte0, UBYTE0),  ROW(v_cvt_f32_ubyte1, UBYTE1),
    ROW(v_cvt_f32_ubyte2, UBYTE2),  ROW(v_cvt_f32_ubyte3, UBYTE3),  ROW(v_cvt_f16_f32, ANY),
    ROW(v_cvt_f32_f16, ANY),        ROW(v_cvt_f16_u16, ANY),        ROW(v_cvt_f16_i16, ANY),
    ROW(v_cvt_u16_f16, ANY),        ROW(v_cvt_i16_f16, ANY),        ROW(v_cvt_norm_i16_f16, ANY),
    ROW(v_cvt_norm_u16_f16, ANY),   ROW(v_cvt_pkrtz_f16_f32, ANY),  ROW(v_cvt_pknorm_i16_f32, ANY),
    ROW(v_cvt_pknorm_u16_f32, ANY), ROW(v_cvt_pknorm_i16_f16, ANY), ROW(v_cvt_pknorm_u16_f16, ANY),
    ROW(v_cvt_pkaccum_u8_f32, ANY), ROW(v_cvt_pk_u8_f32, ANY),      ROW(v_cvt_f64_i32, ANY),
    ROW(v_cvt_f64_u32, ANY),        ROW(v_cvt_f64_f32, ANY),        ROW(v_cvt_f32_f64, ANY),
    ROW(v_cvt_i32_f64, ANY),        ROW(v_cvt_u32_f64, ANY),
};
