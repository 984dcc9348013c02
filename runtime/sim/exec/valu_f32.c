/* Single-precision kernels.  Denormal flushing, omod and clamp happen around them (valu.c); the
 * rounding mode of MODE is the host's while they run.  NaN results: the first NaN source, quieted,
 * else the default NaN with a clear sign. */
#include "runtime/sim/exec/valu_float.h"

#include <math.h>

#define F &float32

/* The multiply of v_mad and v_mac rounds (and flushes) before the addition. */
static inline uint32_t
mad32(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t product = flush32(f32_bits(as_f32(a) * as_f32(b)));
    return (uint32_t)float_nan(F, f32_bits(as_f32(product) + as_f32(c)), a, b, c);
}

static inline uint32_t
fma32(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)float_nan(F, f32_bits(fmaf(as_f32(a), as_f32(b), as_f32(c))), a, b, c);
}

/* The legacy multiply: zero times anything is +0. */
static inline uint32_t
mul_legacy(uint32_t a, uint32_t b)
{
    if (as_f32(a) == 0 || as_f32(b) == 0)
        return 0;
    return (uint32_t)float_nan(F, f32_bits(as_f32(a) * as_f32(b)), a, b, 0);
}

/* The product where c is above 0, else the least number: GcnInstrsVop3. */
static inline uint32_t
mullit(uint32_t a, uint32_t b, uint32_t c)
{
    return as_f32(c) > 0 ? mul_legacy(a, b) : 0xFF7FFFFF;
}

/* ---- transcendental functions: correctly rounded, or elsewhere within the documented error
 * (valu_rounding.c); no denormals go in or come out (GcnInstrsVop1: v_log, v_exp, v_rsq; LLVM treats
 * rcp and sqrt the same way).  What is invalid gives the default NaN with its sign set.  ---- */

static uint32_t
approximate32(const struct valu *x, enum valu_bound bound, double exact, uint32_t a)
{
    if (is_nan32(a))
        return a | F32_QUIET;
    uint32_t bits = f32_bits((float)valu_approximate(x, F, bound, exact, a));
    return is_nan32(bits) ? F32_NAN | F32_SIGN : flush32(bits);
}

static uint32_t
rcp32(const struct valu *x, uint32_t a)
{
    return approximate32(x, BOUND_RCP, 1.0 / (double)as_f32(flush32(a)), a);
}

static uint32_t
rsq32(const struct valu *x, uint32_t a)
{
    return approximate32(x, BOUND_ROOT, 1.0 / sqrt((double)as_f32(flush32(a))), a);
}

static uint32_t
sqrt32(const struct valu *x, uint32_t a)
{
    return approximate32(x, BOUND_ROOT, sqrt((double)as_f32(flush32(a))), a);
}

static uint32_t
exp32(const struct valu *x, uint32_t a)
{
    float value = as_f32(flush32(a));
    return value < -126.0f ? 0 : approximate32(x, BOUND_EXP, exp2((double)value), a);
}

static uint32_t
log32(const struct valu *x, uint32_t a)
{
    return approximate32(x, BOUND_LOG, log2((double)as_f32(flush32(a))), a);
}

/* The result where an infinite one is not wanted (GcnInstrsVop1: v_rcp_clamp and the like). */
static uint32_t
finite32(uint32_t result, uint32_t instead)
{
    return (result & ~F32_SIGN) == F32_INF ? (result & F32_SIGN) | instead : result;
}

/* The argument counts turns.  GFX6 and GFX7 take 256 turns either way, later chips one. */
static uint32_t
turns(const struct valu *x, uint32_t a, bool cosine)
{
    double value = (double)as_f32(flush32(a)), limit = x->mode->generation >= 8 ? 1.0 : 256.0;
    if (is_nan32(a) || isinf(value))
        return is_nan32(a) ? a | F32_QUIET : F32_NAN | F32_SIGN;
    if (fabs(value) > limit)
        return cosine ? 0x3F800000 : 0;
    double part = remainder(value, 1.0), exact;
    /* Exact quarters, which sin and cos of a rounded pi would miss. */
    if (part * 4 == rint(part * 4)) {
        int quarter = (int)rint(part * 4) & 3;
        static const double sines[4] = {0, 1, 0, -1}, cosines[4] = {1, 0, -1, 0};
        exact = cosine ? cosines[quarter] : quarter & 1 ? sines[quarter] : value * 0;
    } else {
        double angle = part * 6.283185307179586476925;
        exact = cosine ? cos(angle) : sin(angle);
    }
    return approximate32(x, BOUND_SINE, exact, a);
}

/* broken: the chip has fract_bug.  What such a chip makes of a NaN no document tells: here zero. */
static uint32_t
fract32(uint32_t a, bool broken)
{
    if (is_nan32(a))
        return broken ? 0 : a | F32_QUIET;
    float value = as_f32(a);
    if (isinf(value)) /* with the sign of the infinity: GcnInstrsVop1 */
        return F32_NAN | (a & F32_SIGN);
    float r = value - floorf(value);
    /* The largest number below 1, when the difference rounds up. */
    return r >= 1.0f && !broken ? 0x3F7FFFFF : f32_bits(r);
}

static uint32_t
frexp_exp32(uint32_t a, unsigned generation)
{
    float value = as_f32(a);
    if (!isfinite(value))
        return generation == 6 ? ~0u : 0;
    int exponent = 0;
    frexpf(value, &exponent);
    return (uint32_t)exponent;
}

static uint32_t
frexp_mant32(uint32_t a, unsigned generation)
{
    float value = as_f32(a);
    if (is_nan32(a))
        return a | F32_QUIET;
    if (isinf(value))
        return generation == 6 ? F32_NAN | F32_SIGN : a;
    int exponent = 0;
    return f32_bits(frexpf(value, &exponent));
}

static uint32_t
ldexp32(uint32_t a, uint32_t b)
{
    if (is_nan32(a))
        return a | F32_QUIET;
    int32_t exponent = (int32_t)b;
    exponent = exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : exponent;
    return f32_bits(ldexpf(as_f32(a), exponent));
}

static uint32_t
round32(uint32_t a, float (*function)(float))
{
    return is_nan32(a) ? a | F32_QUIET : f32_bits(function(as_f32(a)));
}

/* To nearest even whatever the mode says. */
static float
round_even(float value)
{
    if (fabsf(value) >= 8388608.0f)
        return value;
    float down = floorf(value), rest = value - down;
    float r = rest < 0.5f ? down : rest > 0.5f ? down + 1 : fmodf(down, 2) == 0 ? down : down + 1;
    return copysignf(r, value);
}

UNARY(v_rcp_f32, rcp32(x, a))
UNARY(v_rcp_clamp_f32, finite32(rcp32(x, a), F32_INF - 1))
UNARY(v_rcp_legacy_f32, finite32(rcp32(x, a), 0))
UNARY(v_rsq_f32, rsq32(x, a))
UNARY(v_rsq_clamp_f32, finite32(rsq32(x, a), F32_INF - 1))
UNARY(v_rsq_legacy_f32, finite32(rsq32(x, a), 0))
UNARY(v_sqrt_f32, sqrt32(x, a))
UNARY(v_exp_f32, exp32(x, a))
UNARY(v_log_f32, log32(x, a))
UNARY(v_log_clamp_f32, log32(x, a) == (F32_SIGN | F32_INF) ? 0xFF7FFFFF : log32(x, a))
UNARY(v_sin_f32, turns(x, a, false))
UNARY(v_cos_f32, turns(x, a, true))
UNARY(v_fract_f32, fract32(a, x->wave->device->target->fract_bug))
UNARY(v_trunc_f32, round32(a, truncf))
UNARY(v_ceil_f32, round32(a, ceilf))
UNARY(v_floor_f32, round32(a, floorf))
UNARY(v_rndne_f32, round32(a, round_even))
UNARY(v_frexp_exp_i32_f32, frexp_exp32(a, x->mode->generation))
UNARY(v_frexp_mant_f32, frexp_mant32(a, x->mode->generation))

static inline bool
is_odd(uint32_t a, uint32_t b)
{
    return __builtin_isunordered(as_f32(a), as_f32(b));
}

/* Arithmetic of numbers; NaNs take the other way. */
#define ARITHMETIC(name, sources, expr, exact)                                                     \
    VALU_USUAL(name, uint32_t, d, sources, f32_bits(expr), is_odd(r, r), exact)
#define A  as_f32(a)
#define B  as_f32(b)
#define C  as_f32(c)
#define S2 VALU_SOURCES2(uint32_t, s)
#define S3 VALU_SOURCES3(uint32_t, s)

ARITHMETIC(v_add_f32, S2, A + B, float_nan(F, f32_bits(A + B), a, b, 0))
ARITHMETIC(v_sub_f32, S2, A - B, float_nan(F, f32_bits(A - B), a, b, 0))
ARITHMETIC(v_subrev_f32, S2, B - A, float_nan(F, f32_bits(B - A), a, b, 0))
ARITHMETIC(v_mul_f32, S2, A *B, float_nan(F, f32_bits(A *B), a, b, 0))
BINARY(v_mul_legacy_f32, mul_legacy(a, b))

/* Integers in the order of the floats, -0 below +0; and back. */
static inline int32_t
order32(uint32_t a)
{
    return (int32_t)(a ^ ((uint32_t)((int32_t)a >> 31) & 0x7FFFFFFF));
}

static inline int32_t
least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t
most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

#define CHOICE(name, sources, expr, odd, exact)                                                    \
    VALU_USUAL(name, uint32_t, d, sources, order32((uint32_t)(expr)), odd, exact)
#define OA   order32(a)
#define OB   order32(b)
#define OC   order32(c)
#define NAN2 is_odd(a, b)
#define NAN3 (is_odd(a, b) || is_odd(c, c))

/* The host's minimum gives the second of two that are equal, which only zeros can tell apart. */
static inline uint32_t
least32(uint32_t a, uint32_t b)
{
    return f32_bits(as_f32(a) < as_f32(b) ? as_f32(a) : as_f32(b)) |
           f32_bits(as_f32(b) < as_f32(a) ? as_f32(b) : as_f32(a));
}

static inline uint32_t
most32(uint32_t a, uint32_t b)
{
    return f32_bits(as_f32(a) > as_f32(b) ? as_f32(a) : as_f32(b)) &
           f32_bits(as_f32(b) > as_f32(a) ? as_f32(b) : as_f32(a));
}

VALU_USUAL(v_min_f32, uint32_t, d, S2, least32(a, b), NAN2, float_min(F, a, b, x->mode->ieee))
VALU_USUAL(v_max_f32, uint32_t, d, S2, most32(a, b), NAN2, float_max(F, a, b, x->mode->ieee))
BINARY(v_min_legacy_f32, A < B ? a : b)
BINARY(v_max_legacy_f32, A >= B ? a : b)
BINARY(v_ldexp_f32, ldexp32(a, b))

ARITHMETIC(v_mad_f32, S3, as_f32(flush32(f32_bits(A *B))) + C, mad32(a, b, c))
TERNARY(v_mad_legacy_f32,
        float_nan(F, f32_bits(as_f32(flush32(mul_legacy(a, b))) + C), mul_legacy(a, b), c, 0))
TERNARY(v_mullit_f32, mullit(a, b, c))

VALU_CLONES static void
k_v_fma_f32(struct valu *x)
{
    if (valu_fma32(x->d, x->s[0], x->s[1], x->s[2]))
        VALU_LOOP(uint32_t, d, S3, fma32(a, b, c))
}

VALU_USUAL(v_min3_f32, uint32_t, d, S3, least32(least32(a, b), c), NAN3,
           float_min(F, float_min(F, a, b, x->mode->ieee), c, x->mode->ieee))
VALU_USUAL(v_max3_f32, uint32_t, d, S3, most32(most32(a, b), c), NAN3,
           float_max(F, float_max(F, a, b, x->mode->ieee), c, x->mode->ieee))
CHOICE(v_med3_f32, S3, most(least(OA, OB), least(most(OA, OB), OC)), NAN3,
       float_med3(F, a, b, c, x->mode->ieee))

/* ---- division ---- */

/* V_DIV_SCALE_F32 of the ISA manuals: a is numerator or denominator, b denominator, c numerator. */
static uint32_t
div_scale32(uint32_t a, uint32_t b, uint32_t c, bool *flag)
{
    *flag = false;
    if (as_f32(b) == 0 || as_f32(c) == 0)
        return F32_NAN;
    uint32_t up = f32_bits(ldexpf(as_f32(a), 64));
    bool reciprocal_tiny = float_is_denormal(F, f32_bits((float)(1.0 / (double)as_f32(b))));
    bool quotient_tiny =
        float_is_denormal(F, f32_bits((float)((double)as_f32(c) / (double)as_f32(b))));
    if (float_exponent(F, c) - float_exponent(F, b) >= 96) {
        *flag = true;
        return a == b ? up : a;
    }
    if (float_is_denormal(F, b))
        return up;
    uint32_t down = f32_bits(ldexpf(as_f32(a), -64));
    if (reciprocal_tiny && quotient_tiny) {
        /* The manuals print 64 here, with which every such denominator would become infinite. */
        *flag = true;
        return a == b ? down : a;
    }
    if (reciprocal_tiny)
        return down;
    if (quotient_tiny) {
        *flag = true;
        return a == c ? up : a;
    }
    return float_exponent(F, c) <= 23 ? up : a;
}

static void
k_v_div_scale_f32(struct valu *x)
{
    uint64_t mask = 0;
    EACH_LANE(i)
    {
        bool flag;
        x->d[i] = div_scale32(x->s[0][i], x->s[1][i], x->s[2][i], &flag);
        mask |= (uint64_t)flag << i;
    }
    x->mask = mask;
}

/* Undoes the scaling: by 2**64 when the quotient estimate (c) is large, by 2**-64 when small. */
static void
k_v_div_fmas_f32(struct valu *x)
{
    EACH_LANE(i)
    {
        uint32_t a = x->s[0][i], b = x->s[1][i], c = x->s[2][i], r = fma32(a, b, c);
        if (x->carry >> i & 1 && !is_nan32(r)) {
            /* In double, so that the result is rounded once. */
            double exact = fma((double)as_f32(a), (double)as_f32(b), (double)as_f32(c));
            r = f32_bits((float)ldexp(exact, float_exponent(F, c) > 127 ? 64 : -64));
        }
        x->d[i] = r;
    }
}

TERNARY(v_div_fixup_f32, float_div_fixup(F, a, b, c))

/* ---- cube maps: major axis z, then y, then x; GcnInstrsVop3 ---- */

enum cube_part { CUBE_ID, CUBE_S, CUBE_T, CUBE_MA };

static uint32_t
cube(uint32_t a, uint32_t b, uint32_t c, enum cube_part part)
{
    float x = as_f32(a), y = as_f32(b), z = as_f32(c);
    float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    float id, s, t, major;
    if (az >= ax && az >= ay) {
        id = z < 0 ? 5 : 4, s = z < 0 ? -x : x, t = -y, major = 2 * z;
    } else if (ay >= ax) {
        id = y < 0 ? 3 : 2, s = x, t = y < 0 ? -z : z, major = 2 * y;
    } else {
        id = x < 0 ? 1 : 0, s = x < 0 ? z : -z, t = -y, major = 2 * x;
    }
    float parts[] = {[CUBE_ID] = id, [CUBE_S] = s, [CUBE_T] = t, [CUBE_MA] = major};
    return f32_bits(parts[part]);
}

TERNARY(v_cubeid_f32, cube(a, b, c, CUBE_ID))
TERNARY(v_cubesc_f32, cube(a, b, c, CUBE_S))
TERNARY(v_cubetc_f32, cube(a, b, c, CUBE_T))
TERNARY(v_cubema_f32, cube(a, b, c, CUBE_MA))

#define ROW(name, flags)          VALU_ROW(name, ANY, flags)
#define ALIAS(name, other, flags) VALU_ALIAS(name, other, ANY, flags)

const struct valu_row valu_f32_rows[GCN_OPS] = {
    ROW(v_rcp_f32, 0),
    ALIAS(v_rcp_iflag_f32, v_rcp_f32, 0),
    ROW(v_rcp_clamp_f32, 0),
    ROW(v_rcp_legacy_f32, 0),
    ROW(v_rsq_f32, 0),
    ROW(v_rsq_clamp_f32, 0),
    ROW(v_rsq_legacy_f32, 0),
    ROW(v_sqrt_f32, 0),
    ROW(v_exp_f32, 0),
    ALIAS(v_exp_legacy_f32, v_exp_f32, 0),
    ROW(v_log_f32, 0),
    ALIAS(v_log_legacy_f32, v_log_f32, 0),
    ROW(v_log_clamp_f32, 0),
    ROW(v_sin_f32, 0),
    ROW(v_cos_f32, 0),
    ROW(v_fract_f32, 0),
    ROW(v_trunc_f32, 0),
    ROW(v_ceil_f32, 0),
    ROW(v_floor_f32, 0),
    ROW(v_rndne_f32, 0),
    ROW(v_frexp_exp_i32_f32, 0),
    ROW(v_frexp_mant_f32, 0),
    ROW(v_add_f32, 0),
    ROW(v_sub_f32, 0),
    ROW(v_subrev_f32, 0),
    ROW(v_mul_f32, 0),
    ROW(v_mul_legacy_f32, 0),
    ROW(v_min_f32, 0),
    ROW(v_max_f32, 0),
    ROW(v_min_legacy_f32, 0),
    ROW(v_max_legacy_f32, 0),
    ROW(v_ldexp_f32, 0),
    ROW(v_mad_f32, VALU_FLUSH),
    ALIAS(v_mac_f32, v_mad_f32, VALU_FLUSH),
    ALIAS(v_madmk_f32, v_mad_f32, VALU_FLUSH),
    ALIAS(v_madak_f32, v_mad_f32, VALU_FLUSH),
    ROW(v_mad_legacy_f32, VALU_FLUSH),
    ALIAS(v_mac_legacy_f32, v_mad_legacy_f32, VALU_FLUSH),
    ROW(v_mullit_f32, 0),
    ROW(v_fma_f32, 0),
    ALIAS(v_fmac_f32, v_fma_f32, 0),
    ROW(v_min3_f32, 0),
    ROW(v_max3_f32, 0),
    ROW(v_med3_f32, 0),
    ROW(v_div_scale_f32, VALU_MASK),
    ROW(v_div_fmas_f32, 0),
    ROW(v_div_fixup_f32, 0),
    ROW(v_cubeid_f32, 0),
    ROW(v_cubesc_f32, 0),
    ROW(v_cubetc_f32, 0),
    ROW(v_cubema_f32, 0),
};
