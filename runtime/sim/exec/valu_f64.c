/* Double-precision kernels.  v_rcp_f64, v_rsq_f64 and v_sqrt_f64 are approximations of about 26
 * bits on the hardware (GcnInstrsVop1: relative error ~1e-8); they are modelled by cutting the true
 * result to 26 bits of mantissa, so that code without refinement steps gives wrong sums. */
#include "runtime/sim/exec/valu_float.h"

#include <math.h>

#define F &float64

static inline uint64_t
fma64(uint64_t a, uint64_t b, uint64_t c)
{
    return float_nan(F, f64_bits(fma(as_f64(a), as_f64(b), as_f64(c))), a, b, c);
}

/* Keeps 26 bits of mantissa, unless another rounding is asked for. */
static uint64_t
approximate(const struct valu *x, double value, uint64_t a)
{
    if (is_nan64(a))
        return a | F64_QUIET;
    uint64_t bits = f64_bits(value);
    if (is_nan64(bits))
        return F64_NAN | F64_SIGN;
    if (!isfinite(value))
        return bits;
    if (x->wave->device->options.rounding != SIM_ROUNDING_NEAREST)
        return f64_bits(valu_rounded(x, F, BOUND_DOUBLE, value, a));
    return bits & ~((UINT64_C(1) << 26) - 1);
}

/* The result where an infinite one is not wanted (GcnInstrsVop1: v_rcp_clamp and v_rsq_clamp). */
static uint64_t
finite64(uint64_t result)
{
    return (result & ~F64_SIGN) == F64_INF ? result - 1 : result;
}

static uint64_t
round64(uint64_t a, double (*function)(double))
{
    return is_nan64(a) ? a | F64_QUIET : f64_bits(function(as_f64(a)));
}

static double
round_even(double value)
{
    if (fabs(value) >= 4503599627370496.0)
        return value;
    double down = floor(value), rest = value - down;
    double r = rest < 0.5 ? down : rest > 0.5 ? down + 1 : fmod(down, 2) == 0 ? down : down + 1;
    return copysign(r, value);
}

/* As fract32. */
static uint64_t
fract64(uint64_t a, bool broken)
{
    if (is_nan64(a))
        return broken ? 0 : a | F64_QUIET;
    double value = as_f64(a);
    if (isinf(value)) /* with the sign of the infinity: GcnInstrsVop1 */
        return F64_NAN | (a & F64_SIGN);
    double r = value - floor(value);
    return r >= 1.0 && !broken ? UINT64_C(0x3FEFFFFFFFFFFFFF) : f64_bits(r);
}

static uint64_t
frexp_mant64(uint64_t a, unsigned generation)
{
    if (is_nan64(a))
        return a | F64_QUIET;
    double value = as_f64(a);
    if (isinf(value))
        return generation == 6 ? F64_NAN | F64_SIGN : a;
    int exponent;
    return f64_bits(frexp(value, &exponent));
}

static uint64_t
ldexp64(uint64_t a, uint32_t b)
{
    if (is_nan64(a))
        return a | F64_QUIET;
    int32_t exponent = (int32_t)b;
    exponent = exponent > 5000 ? 5000 : exponent < -5000 ? -5000 : exponent;
    return f64_bits(ldexp(as_f64(a), exponent));
}

UNARY64(v_rcp_f64, approximate(x, 1.0 / as_f64(a), a))
UNARY64(v_rcp_clamp_f64, finite64(approximate(x, 1.0 / as_f64(a), a)))
UNARY64(v_rsq_f64, approximate(x, 1.0 / sqrt(as_f64(a)), a))
UNARY64(v_rsq_clamp_f64, finite64(approximate(x, 1.0 / sqrt(as_f64(a)), a)))
UNARY64(v_sqrt_f64, approximate(x, sqrt(as_f64(a)), a))
UNARY64(v_fract_f64, fract64(a, x->wave->device->target->fract_bug))
UNARY64(v_trunc_f64, round64(a, trunc))
UNARY64(v_ceil_f64, round64(a, ceil))
UNARY64(v_floor_f64, round64(a, floor))
UNARY64(v_rndne_f64, round64(a, round_even))
UNARY64(v_frexp_mant_f64, frexp_mant64(a, x->mode->generation))
/* Arithmetic of numbers; NaNs take the other way. */
#define ARITHMETIC(name, sources, expr, exact)                                                     \
    VALU_USUAL(name, uint64_t, dq, sources, f64_bits(expr),                                        \
               __builtin_isunordered(as_f64(r), as_f64(r)), exact)
#define A  as_f64(a)
#define B  as_f64(b)
#define C  as_f64(c)
#define S2 VALU_SOURCES2(uint64_t, q)
#define S3 VALU_SOURCES3(uint64_t, q)

ARITHMETIC(v_add_f64, S2, A + B, float_nan(F, f64_bits(A + B), a, b, 0))
ARITHMETIC(v_mul_f64, S2, A *B, float_nan(F, f64_bits(A *B), a, b, 0))
BINARY64(v_min_f64, float_min(F, a, b, x->mode->ieee))
BINARY64(v_max_f64, float_max(F, a, b, x->mode->ieee))

VALU_CLONES static void
k_v_fma_f64(struct valu *x)
{
    if (valu_fma64(x->dq, x->q[0], x->q[1], x->q[2]))
        VALU_LOOP(uint64_t, dq, S3, fma64(a, b, c))
}

static void
k_v_ldexp_f64(struct valu *x)
{
    EACH_LANE(i) x->dq[i] = ldexp64(x->q[0][i], x->s[1][i]);
}

static void
k_v_frexp_exp_i32_f64(struct valu *x)
{
    EACH_LANE(i)
    {
        double value = as_f64(x->q[0][i]);
        int exponent = x->mode->generation == 6 ? -1 : 0;
        if (isfinite(value))
            frexp(value, &exponent);
        x->d[i] = (uint32_t)exponent;
    }
}

/* ---- division: as in single precision with 768, 128 and 53 ---- */

/* Is the magnitude of c/b below the smallest normal number, but not zero?  Exact from exponents
 * and mantissas: the division itself would round. */
static bool
quotient_tiny(uint64_t c, uint64_t b)
{
    double q = as_f64(c) / as_f64(b);
    return float_is_denormal(F, f64_bits(q));
}

static uint64_t
div_scale64(uint64_t a, uint64_t b, uint64_t c, bool *flag)
{
    *flag = false;
    if (as_f64(b) == 0 || as_f64(c) == 0)
        return F64_NAN;
    uint64_t up = f64_bits(ldexp(as_f64(a), 128));
    bool tiny_reciprocal = float_is_denormal(F, f64_bits(1.0 / as_f64(b)));
    if (float_exponent(F, c) - float_exponent(F, b) >= 768) {
        *flag = true;
        return a == b ? up : a;
    }
    if (float_is_denormal(F, b))
        return up;
    uint64_t down = f64_bits(ldexp(as_f64(a), -128));
    if (tiny_reciprocal && quotient_tiny(c, b)) {
        /* The manuals print 128 here, with which every such denominator would become infinite. */
        *flag = true;
        return a == b ? down : a;
    }
    if (tiny_reciprocal)
        return down;
    if (quotient_tiny(c, b)) {
        *flag = true;
        return a == c ? up : a;
    }
    return float_exponent(F, c) <= 53 ? up : a;
}

static void
k_v_div_scale_f64(struct valu *x)
{
    uint64_t mask = 0;
    EACH_LANE(i)
    {
        bool flag;
        x->dq[i] = div_scale64(x->q[0][i], x->q[1][i], x->q[2][i], &flag);
        mask |= (uint64_t)flag << i;
    }
    x->mask = mask;
}

/* (a * b + c) * 2^-128 with one rounding: the rounded sum is sometimes halfway between two denormal
 * numbers, and then what was cut off decides (its sign is exact: Knuth's two-sum). */
static double
fma_scaled_down(double a, double b, double c)
{
    enum { GUARD = 200 }; /* keeps the parts themselves away from denormal numbers */
    a = ldexp(a, GUARD);
    c = ldexp(c, GUARD);
    double r = fma(a, b, c), p = a * b, low = fma(a, b, -p);
    double sum = p + c, part = sum - p, rest = (p - (sum - part)) + (c - part);
    double error = ((sum - r) + rest) + low;
    double result = ldexp(r, -128 - GUARD), middle = 0x1p-747; /* half of 2^-1074, scaled */
    double cut = r - ldexp(result, 128 + GUARD);
    if (cut == middle && error > 0)
        return result + 0x1p-1074;
    return cut == -middle && error < 0 ? result - 0x1p-1074 : result;
}

/* Undoes the scaling: by 2^128 when the quotient estimate (c) is large, by 2^-128 when small. */
static void
k_v_div_fmas_f64(struct valu *x)
{
    EACH_LANE(i)
    {
        uint64_t a = x->q[0][i], b = x->q[1][i], c = x->q[2][i], r = fma64(a, b, c);
        if (x->carry >> i & 1 && !is_nan64(r))
            r = f64_bits(float_exponent(F, c) > 1023
                             ? ldexp(as_f64(r), 128)
                             : fma_scaled_down(as_f64(a), as_f64(b), as_f64(c)));
        x->dq[i] = r;
    }
}

TERNARY64(v_div_fixup_f64, float_div_fixup(F, a, b, c))

/* ---- v_trig_preop_f64: 53 bits of 2/pi, from bit 1200 - 53 * segment downwards ---- */

/* The fraction bits of 2/pi, most significant first (OEIS A060294 in binary). */
static const uint32_t two_over_pi[] = {
    0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561,
    0xB7246E3A, 0x424DD2E0, 0x06492EEA, 0x09D1921C, 0xFE1DEB1C, 0xB129A73E, 0xE88235F5, 0x2EBB4484,
    0xE99C7026, 0xB45F7E41, 0x3991D639, 0x835339F4, 0x9C845F8B, 0xBDF9283B, 0x1FF897FF, 0xDE05980F,
    0xEF2F118B, 0x5A0A6D1F, 0x6D367ECF, 0x27CB09B7, 0x4F463F66, 0x9E5FEA2D, 0x7527BAC7, 0xEBE5F17B,
    0x3D0739F7, 0x8A5292EA, 0x6BFB5FB1, 0x1F8D5D08, 0x56033046, 0xFC7B6BAB, 0xF0CFBC20, 0x9AF4361D,
};

static uint64_t
two_over_pi_bits(unsigned first)
{
    uint64_t bits = 0;
    for (unsigned k = 0; k < 53; k++) {
        unsigned at = first + k;
        uint64_t bit =
            at < 32 * (sizeof two_over_pi / 4) ? two_over_pi[at / 32] >> (31 - at % 32) & 1 : 0;
        bits = bits << 1 | bit;
    }
    return bits;
}

static void
k_v_trig_preop_f64(struct valu *x)
{
    EACH_LANE(i)
    {
        uint64_t a = x->q[0][i];
        unsigned shift = (x->s[1][i] & 31) * 53;
        int exponent = float_exponent(F, a);
        if (exponent > 1077)
            shift += (unsigned)exponent - 1077;
        int scale = -53 - (int)shift;
        if (exponent >= 1968)
            scale += 128;
        x->dq[i] = f64_bits(ldexp((double)two_over_pi_bits(shift), scale));
    }
}

#define ROW(name, flags)          VALU_ROW(name, ANY, flags)
#define ALIAS(name, other, flags) VALU_ALIAS(name, other, ANY, flags)

const struct valu_row valu_f64_rows[GCN_OPS] = {
    ROW(v_rcp_f64, 0),        ROW(v_rcp_clamp_f64, 0),
    ROW(v_rsq_f64, 0),        ROW(v_rsq_clamp_f64, 0),
    ROW(v_sqrt_f64, 0),       ROW(v_fract_f64, 0),
    ROW(v_trunc_f64, 0),      ROW(v_ceil_f64, 0),
    ROW(v_floor_f64, 0),      ROW(v_rndne_f64, 0),
    ROW(v_frexp_mant_f64, 0), ROW(v_frexp_exp_i32_f64, 0),
    ROW(v_add_f64, 0),        ROW(v_mul_f64, 0),
    ROW(v_min_f64, 0),        ROW(v_max_f64, 0),
    ROW(v_fma_f64, 0),        ALIAS(v_fmac_f64, v_fma_f64, 0),
    ROW(v_ldexp_f64, 0),      ROW(v_div_scale_f64, VALU_MASK | VALU_MASK_BUG),
    ROW(v_div_fmas_f64, 0),   ROW(v_div_fixup_f64, 0),
    ROW(v_trig_preop_f64, 0),
};
