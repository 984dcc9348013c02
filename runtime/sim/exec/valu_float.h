/* What the three widths of floating point share.  A float is its bits and a format says where its
 * fields are, so that the host's rounding mode and NaNs have no influence. */
#ifndef OCC_RUNTIME_SIM_EXEC_VALU_FLOAT_H
#define OCC_RUNTIME_SIM_EXEC_VALU_FLOAT_H

#include "runtime/sim/exec/valu.h"

struct float_format {
    uint64_t sign, inf, quiet, one;
    int tiny; /* quotients of a smaller exponent are zero for v_div_fixup */
};

static const struct float_format float16 = {0x8000, 0x7C00, 0x200, 0x3C00, -100};
static const struct float_format float32 = {0x80000000, 0x7F800000, 0x400000, 0x3F800000, -150};
static const struct float_format float64 = {
    UINT64_C(0x8000000000000000), UINT64_C(0x7FF0000000000000), UINT64_C(0x0008000000000000),
    UINT64_C(0x3FF0000000000000), -1075};

static inline uint64_t
float_size(const struct float_format *f, uint64_t a)
{
    return a & (f->sign - 1);
}

static inline bool
float_is_nan(const struct float_format *f, uint64_t a)
{
    return float_size(f, a) > f->inf;
}

static inline bool
float_is_snan(const struct float_format *f, uint64_t a)
{
    return float_is_nan(f, a) && !(a & f->quiet);
}

/* Integers in the order of the numbers; -0 and +0 are equal. */
static inline int64_t
float_order(const struct float_format *f, uint64_t a)
{
    int64_t size = (int64_t)float_size(f, a);
    return a & f->sign ? -size : size;
}

static inline int
float_exponent(const struct float_format *f, uint64_t a)
{
    return (int)(float_size(f, a) >> __builtin_ctzll(f->inf));
}

static inline bool
float_is_denormal(const struct float_format *f, uint64_t a)
{
    return !(a & f->inf) && float_size(f, a);
}

/* r, or when that is a NaN the first source that is one, quieted, else the default NaN. */
static inline uint64_t
float_nan(const struct float_format *f, uint64_t r, uint64_t a, uint64_t b, uint64_t c)
{
    if (!float_is_nan(f, r))
        return r;
    return float_is_nan(f, a)   ? a | f->quiet
           : float_is_nan(f, b) ? b | f->quiet
           : float_is_nan(f, c) ? c | f->quiet
                                : f->inf | f->quiet;
}

/* Table of v_min_f32 and v_max_f32 in the ISA manuals: a signalling NaN wins in IEEE mode, else the
 * operand that is a number; -0 is below +0. */
static inline uint64_t
float_min(const struct float_format *f, uint64_t a, uint64_t b, bool ieee)
{
    if (ieee && (float_is_snan(f, a) || float_is_snan(f, b)))
        return (float_is_snan(f, a) ? a : b) | f->quiet;
    if (float_is_nan(f, a) || float_is_nan(f, b))
        return float_is_nan(f, a) ? b : a;
    if (!float_size(f, a | b))
        return a | b;
    return float_order(f, a) < float_order(f, b) ? a : b;
}

static inline uint64_t
float_max(const struct float_format *f, uint64_t a, uint64_t b, bool ieee)
{
    if (ieee && (float_is_snan(f, a) || float_is_snan(f, b)))
        return (float_is_snan(f, a) ? a : b) | f->quiet;
    if (float_is_nan(f, a) || float_is_nan(f, b))
        return float_is_nan(f, a) ? b : a;
    if (!float_size(f, a | b))
        return a & b;
    return float_order(f, a) >= float_order(f, b) ? a : b;
}

static inline uint64_t
float_med3(const struct float_format *f, uint64_t a, uint64_t b, uint64_t c, bool ieee)
{
    if (float_is_nan(f, a) || float_is_nan(f, b) || float_is_nan(f, c))
        return float_min(f, float_min(f, a, b, ieee), c, ieee);
    uint64_t low = float_min(f, a, b, ieee), high = float_max(f, a, b, ieee);
    return float_max(f, low, float_min(f, high, c, ieee), ieee);
}

/* V_DIV_FIXUP_F32 of the ISA manuals: a is the quotient, b denominator, c numerator. */
static inline uint64_t
float_div_fixup(const struct float_format *f, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t sign = (b ^ c) & f->sign, den = float_size(f, b), num = float_size(f, c);
    if (num > f->inf || den > f->inf)
        return (num > f->inf ? c : b) | f->quiet;
    if (num == den && (num == 0 || num == f->inf))
        return f->sign | f->inf | f->quiet;
    if (den == 0 || num == f->inf)
        return sign | f->inf;
    if (den == f->inf || num == 0 || float_exponent(f, c) - float_exponent(f, b) < f->tiny)
        return sign;
    return sign | (float_is_nan(f, a) ? f->inf : float_size(f, a)); /* NaN: it overflowed */
}

/* Kinds of documented errors (valu_rounding.c). */
enum valu_bound {
    BOUND_RCP,
    BOUND_ROOT,
    BOUND_EXP,
    BOUND_LOG,
    BOUND_SINE,
    BOUND_SINE_HALF,
    BOUND_DOUBLE,
};

/* A value of the format within the documented error of the exact one, as the options ask. */
double valu_rounded(const struct valu *x, const struct float_format *f, enum valu_bound bound,
                    double exact, uint64_t input);

/* The same, with the exact value for SIM_ROUNDING_NEAREST. */
static inline double
valu_approximate(const struct valu *x, const struct float_format *f, enum valu_bound bound,
                 double exact, uint64_t input)
{
    if (x->wave->device->options.rounding == SIM_ROUNDING_NEAREST)
        return exact;
    return valu_rounded(x, f, bound, exact, input);
}

/* To 0..1; what becomes of a NaN depends on MODE.dx10_clamp. */
static inline uint64_t
float_clamp(const struct float_format *f, uint64_t a, bool dx10)
{
    if (float_is_nan(f, a))
        return dx10 ? 0 : a;
    int64_t order = float_order(f, a);
    return order <= 0 ? 0 : order >= (int64_t)f->one ? f->one : a;
}

#endif
