/* Half-precision kernels: computed in double (sums and products of halves are exact there, or carry
 * a sticky bit) and rounded once. */
#include "runtime/sim/exec/valu_float.h"

#include <math.h>

double
half_to_double(uint32_t half)
{
    unsigned exponent = half >> 10 & 31;
    uint32_t mantissa = half & 0x3FF;
    uint64_t sign = (uint64_t)(half & 0x8000) << 48;
    if (exponent == 31)
        return as_f64(sign | F64_INF | (uint64_t)mantissa << 42);
    if (exponent)
        return as_f64(sign | (uint64_t)(exponent + 1008) << 52 | (uint64_t)mantissa << 42);
    double value = (double)mantissa * 0x1p-24;
    return sign ? -value : value;
}

float
half_to_float(uint32_t half)
{
    return (float)half_to_double(half);
}

static bool
round_up(bool negative, uint64_t value, uint64_t rest, uint64_t half, unsigned round)
{
    switch (round) {
    case 1:
        return !negative && rest;
    case 2:
        return negative && rest;
    case 3:
        return false;
    default:
        return rest > half || (rest == half && value & 1);
    }
}

uint32_t
half_from_double(double value, unsigned round)
{
    uint64_t bits = f64_bits(value);
    uint32_t sign = (uint32_t)(bits >> 48) & 0x8000;
    if (is_nan64(bits))
        return sign | F16_NAN | ((uint32_t)(bits >> 42) & 0x3FF);
    int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
    if (exponent == 1024)
        return sign | F16_INF;
    uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    if (exponent < -60)
        mantissa = value != 0, exponent = -60;
    /* Bits to drop: 42 for a normal number, more below 2**-14. */
    unsigned drop = exponent >= -14 ? 42 : (unsigned)(42 - 14 - exponent);
    uint64_t kept, rest, half;
    if (drop > 60) {
        kept = 0, rest = mantissa != 0, half = 2;
    } else {
        kept = mantissa >> drop;
        rest = mantissa & ((UINT64_C(1) << drop) - 1);
        half = UINT64_C(1) << (drop - 1);
    }
    if (round_up(sign != 0, kept, rest, half, round))
        kept++;
    uint32_t result = exponent >= -14 ? (uint32_t)((uint64_t)(exponent + 14) << 10) + (uint32_t)kept
                                      : (uint32_t)kept;
    if (result < F16_INF)
        return sign | result;
    bool to_max = round == 3 || (round == 1 && sign) || (round == 2 && !sign);
    return sign | (to_max ? 0x7BFF : F16_INF);
}

#define F       &float16
#define H(bits) half_to_double(bits)

/* The sum of two numbers; where they cancel each other, 0 has the sign that IEEE 754 (6.3) gives it
 * in the rounding mode of MODE. */
static double
half_sum(const struct valu *x, double a, double b)
{
    double sum = a + b;
    return sum == 0 && x->mode->round16 == 2 && signbit(a) != signbit(b) ? -0.0 : sum;
}

double
half_add(const struct valu *x, uint32_t a, uint32_t b)
{
    return half_sum(x, H(a), H(b));
}

/* Rounded to odd, so that the next rounding is right. */
double
half_fma(const struct valu *x, uint32_t left, uint32_t right, uint32_t addend)
{
    double product = H(left) * H(right), c = H(addend); /* exact: 22 bits */
    double sum = half_sum(x, product, c);
    if (!isfinite(sum))
        return sum;
    double shadow = sum - product;
    double error = (product - (sum - shadow)) + (c - shadow);
    uint64_t bits = f64_bits(sum);
    if (error != 0 && !(bits & 1))
        bits += (error > 0) == (sum > 0) ? 1 : (uint64_t)-1;
    return as_f64(bits);
}

uint32_t
half_result(const struct valu *x, double value, uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)float_nan(F, half_from_double(value, x->mode->round16), a, b, c);
}

static double
turns(double value, bool cosine)
{
    if (isnan(value) || isinf(value))
        return value - value;
    if (fabs(value) > 1.0)
        return cosine ? 1 : 0;
    double part = remainder(value, 1.0);
    if (part * 4 == rint(part * 4)) {
        static const double sines[4] = {0, 1, 0, -1}, cosines[4] = {1, 0, -1, 0};
        int quarter = (int)rint(part * 4) & 3;
        return cosine ? cosines[quarter] : quarter & 1 ? sines[quarter] : value * 0;
    }
    return cosine ? cos(part * 6.283185307179586476925) : sin(part * 6.283185307179586476925);
}

static double
round_even(double value)
{
    if (fabs(value) >= 4096)
        return value;
    double down = floor(value), rest = value - down;
    double r = rest < 0.5 ? down : rest > 0.5 ? down + 1 : fmod(down, 2) == 0 ? down : down + 1;
    return copysign(r, value);
}

static uint32_t
fract16(const struct valu *x, uint32_t a)
{
    double value = H(a), r = half_sum(x, value, -floor(value));
    if (isinf(value)) /* with the sign of the infinity: GcnInstrsVop1 */
        return F16_NAN | (a & 0x8000);
    return half_result(x, r > 0x1.FFCp-1 ? 0x1.FFCp-1 : r, a, 0, 0);
}

/* No double overflows, whose infinity would be rounded no more. */
static int
clamped_exponent(int exponent)
{
    return exponent > 100 ? 100 : exponent < -100 ? -100 : exponent;
}

static uint32_t
frexp_mant16(uint32_t a)
{
    double value = half_to_double(a);
    if (is_nan16(a))
        return a | F16_QUIET;
    int exponent;
    return isinf(value) ? a : half_from_double(frexp(value, &exponent), 0);
}

static uint32_t
frexp_exp16(uint32_t a)
{
    double value = half_to_double(a);
    int exponent = 0;
    if (isfinite(value))
        frexp(value, &exponent);
    return (uint32_t)exponent & 0xFFFF;
}

#define R(value) half_result(x, value, a, 0, 0)
/* Approximations; what is invalid gives the default NaN with its sign set. */
static uint32_t
approximate16(const struct valu *x, enum valu_bound bound, double exact, uint32_t a)
{
    uint32_t result = half_result(x, valu_approximate(x, F, bound, exact, a), a, 0, 0);
    return is_nan16(result) && !is_nan16(a) ? result | 0x8000 : result;
}

#define R2(value) half_result(x, value, a, b, 0)
#define R3(value) half_result(x, value, a, b, c)

UNARY(v_rcp_f16, approximate16(x, BOUND_RCP, 1.0 / H(a), a))
UNARY(v_rsq_f16, approximate16(x, BOUND_ROOT, 1.0 / sqrt(H(a)), a))
UNARY(v_sqrt_f16, approximate16(x, BOUND_ROOT, sqrt(H(a)), a))
UNARY(v_exp_f16, approximate16(x, BOUND_EXP, exp2(H(a)), a))
UNARY(v_log_f16, approximate16(x, BOUND_LOG, log2(H(a)), a))
UNARY(v_sin_f16, approximate16(x, BOUND_SINE_HALF, turns(H(a), false), a))
UNARY(v_cos_f16, approximate16(x, BOUND_SINE_HALF, turns(H(a), true), a))
UNARY(v_fract_f16, fract16(x, a))
UNARY(v_trunc_f16, R(trunc(H(a))))
UNARY(v_ceil_f16, R(ceil(H(a))))
UNARY(v_floor_f16, R(floor(H(a))))
UNARY(v_rndne_f16, R(round_even(H(a))))
UNARY(v_frexp_mant_f16, frexp_mant16(a))
UNARY(v_frexp_exp_i16_f16, frexp_exp16(a))
BINARY(v_add_f16, R2(half_add(x, a, b)))
BINARY(v_sub_f16, R2(half_add(x, a, b ^ 0x8000)))
BINARY(v_subrev_f16, R2(half_add(x, b, a ^ 0x8000)))
BINARY(v_mul_f16, R2(H(a) * H(b)))
BINARY(v_min_f16, float_min(F, a, b, x->mode->ieee))
BINARY(v_max_f16, float_max(F, a, b, x->mode->ieee))
BINARY(v_ldexp_f16, R2(ldexp(H(a), clamped_exponent((int16_t)b))))
TERNARY(v_fma_f16, R3(half_fma(x, a, b, c)))
TERNARY(v_mad_f16, R3(half_add(x, flush16(R2(H(a) * H(b))), c)))
TERNARY(v_min3_f16, float_min(F, float_min(F, a, b, x->mode->ieee), c, x->mode->ieee))
TERNARY(v_max3_f16, float_max(F, float_max(F, a, b, x->mode->ieee), c, x->mode->ieee))
TERNARY(v_med3_f16, float_med3(F, a, b, c, x->mode->ieee))
TERNARY(v_div_fixup_f16, float_div_fixup(F, a, b, c))

#define ROW(name, flags)          VALU_ROW(name, ANY, flags)
#define ALIAS(name, other, flags) VALU_ALIAS(name, other, ANY, flags)

const struct valu_row valu_f16_rows[GCN_OPS] = {
    ROW(v_rcp_f16, 0),
    ROW(v_rsq_f16, 0),
    ROW(v_sqrt_f16, 0),
    ROW(v_exp_f16, 0),
    ROW(v_log_f16, 0),
    ROW(v_sin_f16, 0),
    ROW(v_cos_f16, 0),
    ROW(v_fract_f16, 0),
    ROW(v_trunc_f16, 0),
    ROW(v_ceil_f16, 0),
    ROW(v_floor_f16, 0),
    ROW(v_rndne_f16, 0),
    ROW(v_frexp_mant_f16, 0),
    ROW(v_frexp_exp_i16_f16, 0),
    ROW(v_add_f16, 0),
    ROW(v_sub_f16, 0),
    ROW(v_subrev_f16, 0),
    ROW(v_mul_f16, 0),
    ROW(v_min_f16, 0),
    ROW(v_max_f16, 0),
    ROW(v_ldexp_f16, 0),
    ROW(v_fma_f16, 0),
    ALIAS(v_fma_legacy_f16, v_fma_f16, 0),
    ROW(v_mad_f16, VALU_FLUSH),
    ALIAS(v_mad_legacy_f16, v_mad_f16, VALU_FLUSH),
    ALIAS(v_mac_f16, v_mad_f16, VALU_FLUSH),
    ALIAS(v_madmk_f16, v_mad_f16, VALU_FLUSH),
    ALIAS(v_madak_f16, v_mad_f16, VALU_FLUSH),
    ROW(v_min3_f16, 0),
    ROW(v_max3_f16, 0),
    ROW(v_med3_f16, 0),
    ROW(v_div_fixup_f16, 0),
    ALIAS(v_div_fixup_legacy_f16, v_div_fixup_f16, 0),
};
