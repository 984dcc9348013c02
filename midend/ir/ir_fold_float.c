/* Constant folding of floating point with the host's arithmetic.
 *
 * f16 and f32 are computed in f64 and rounded once more, which is exact for +, -, *, / and sqrt
 * (53 >= 2 * 24 + 2; Figueroa 1995); fma of f32 and f64 uses the host's fused operation.  Refused:
 * NaN (payloads), f32 denormals (they depend on the mode), and what the hardware approximates. */
#include "midend/ir/ir_info.h"

#include "support/ieee.h"

#include <math.h>

static bool
is_denormal(enum ir_type type, uint64_t bits)
{
    return type == IR_F32 && !(bits & 0x7f800000) && bits & 0x7fffff;
}

static bool
decode(enum ir_type type, uint64_t bits, double *value)
{
    if (!ir_is_float(type) || is_denormal(type, bits))
        return false;
    *value = ieee_value(ir_type_bits(type), bits);
    return !isnan(*value);
}

static bool
encode(enum ir_type type, double value, uint64_t *bits)
{
    if (!ir_is_float(type) || isnan(value))
        return false;
    *bits = ieee_bits(ir_type_bits(type), value);
    bool underflow = type == IR_F32 && value != 0 && !(*bits & 0x7fffffff);
    return !underflow && !is_denormal(type, *bits);
}

struct real {
    double a, b, c;
    enum ir_type type;
};

typedef bool arithmetic_function(const struct real *f, double *r);

#define ARITHMETIC(name, condition, expression)                                                    \
    static bool real_##name(const struct real *f, double *r)                                       \
    {                                                                                              \
        if (!(condition))                                                                          \
            return false;                                                                          \
        *r = (expression);                                                                         \
        return true;                                                                               \
    }

/* One rounding to the type; f16 is left alone, f32 takes the host's float operation. */
static double
fused(const struct real *f)
{
    return f->type == IR_F64 ? fma(f->a, f->b, f->c)
                             : (double)fmaf((float)f->a, (float)f->b, (float)f->c);
}

ARITHMETIC(fadd, true, f->a + f->b)
ARITHMETIC(fsub, true, f->a - f->b)
ARITHMETIC(fmul, true, f->a * f->b)
ARITHMETIC(fdiv, f->b != 0, f->a / f->b)
ARITHMETIC(fma, f->type != IR_F16, fused(f))
ARITHMETIC(fmin, f->a != f->b || f->a != 0, f->a < f->b ? f->a : f->b)
ARITHMETIC(fmax, f->a != f->b || f->a != 0, f->a > f->b ? f->a : f->b)
ARITHMETIC(fsqrt, f->a >= 0, sqrt(f->a))
ARITHMETIC(ffloor, true, floor(f->a))
ARITHMETIC(fceil, true, ceil(f->a))
ARITHMETIC(ftrunc, true, trunc(f->a))
ARITHMETIC(frint, true, rint(f->a))
ARITHMETIC(fcanonicalize, true, f->a)
ARITHMETIC(fpext, true, f->a)
ARITHMETIC(fptrunc, true, f->a)

static arithmetic_function *const arithmetics[IR_OPS] = {
#define ROW(name) [IR_OP_##name] = real_##name
    ROW(fadd),          ROW(fsub),  ROW(fmul),    ROW(fdiv),
    ROW(fma),           ROW(fmin),  ROW(fmax),    ROW(fsqrt),
    ROW(ffloor),        ROW(fceil), ROW(ftrunc),  ROW(frint),
    ROW(fcanonicalize), ROW(fpext), ROW(fptrunc), [IR_OP_fmad] = real_fma,
};

/* v_frexp_mant and v_frexp_exp: 0 and infinity have exponent 0 and are their own mantissa. */
static bool
split_exponent(enum ir_op op, enum ir_type type, enum ir_type from, uint64_t arg, uint64_t *bits)
{
    double value;
    int exponent = 0;
    if (!decode(from, arg, &value))
        return false;
    double mantissa = value == 0 || isinf(value) ? value : frexp(value, &exponent);
    *bits = (uint32_t)exponent;
    return op == IR_OP_frexp_exp || encode(type, mantissa, bits);
}

/* Comparisons: less, equal, greater, unordered as bits 1, 2, 4, 8 that give true. */
static const uint8_t relations[IR_OPS] = {
    [IR_OP_foeq] = 2, [IR_OP_fone] = 5,  [IR_OP_folt] = 1,  [IR_OP_fole] = 3,  [IR_OP_fogt] = 4,
    [IR_OP_foge] = 6, [IR_OP_ford] = 7,  [IR_OP_funo] = 8,  [IR_OP_fueq] = 10, [IR_OP_fune] = 13,
    [IR_OP_fult] = 9, [IR_OP_fule] = 11, [IR_OP_fugt] = 12, [IR_OP_fuge] = 14,
};

static bool
is_nan(enum ir_type type, uint64_t bits)
{
    return type == IR_F16   ? (bits & 0x7fff) > 0x7c00
           : type == IR_F32 ? (bits & 0x7fffffff) > 0x7f800000
                            : (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000);
}

static bool
compare(enum ir_op op, enum ir_type from, const uint64_t *args, uint64_t *bits)
{
    double a, b;
    unsigned relation;
    if (is_nan(from, args[0]) || is_nan(from, args[1]))
        relation = 8;
    else if (!decode(from, args[0], &a) || !decode(from, args[1], &b))
        return false;
    else
        relation = a < b ? 1 : a == b ? 2 : 4;
    *bits = (relations[op] & relation) != 0;
    return true;
}

/* Signs are bits: NaN and denormals included. */
static bool
sign_operation(enum ir_op op, enum ir_type type, const uint64_t *args, uint64_t *bits)
{
    uint64_t sign = UINT64_C(1) << (ir_type_bits(type) - 1);
    if (op == IR_OP_fneg)
        *bits = args[0] ^ sign;
    else if (op == IR_OP_fabs)
        *bits = args[0] & ~sign;
    else
        *bits = (args[0] & ~sign) | (args[1] & sign);
    return true;
}

static bool
to_integer(enum ir_op op, enum ir_type type, enum ir_type from, uint64_t arg, uint64_t *bits)
{
    double value, limit = ldexp(1, (int)ir_type_bits(type));
    if (is_nan(from, arg)) {
        *bits = 0;
        return true;
    }
    if (!decode(from, arg, &value))
        return false;
    value = trunc(value);
    if (op == IR_OP_fptoui)
        *bits = value <= 0 ? 0 : value >= limit ? ir_mask(type) : (uint64_t)value;
    else
        *bits = value >= limit / 2   ? ir_mask(type) >> 1
                : value < -limit / 2 ? (ir_mask(type) >> 1) + 1
                                     : (uint64_t)(int64_t)value & ir_mask(type);
    return true;
}

static bool
from_integer(enum ir_op op, enum ir_type type, enum ir_type from, uint64_t arg, uint64_t *bits)
{
    int64_t number = ir_signed(from, arg);
    bool is_signed = op == IR_OP_sitofp;
    double value = is_signed ? (double)number : (double)arg;
    if (type == IR_F32) /* one rounding, not by way of double */
        value = is_signed ? (double)(float)number : (double)(float)arg;
    else if (type == IR_F16 && fabs(value) > 0x1p53)
        return false;
    return encode(type, value, bits);
}

bool
ir_fold_float(enum ir_op op, enum ir_type type, enum ir_type from, const uint64_t *args,
              uint64_t *bits)
{
    if (relations[op])
        return compare(op, from, args, bits);
    if (op == IR_OP_fneg || op == IR_OP_fabs || op == IR_OP_fcopysign)
        return sign_operation(op, type, args, bits);
    if (op == IR_OP_fptosi || op == IR_OP_fptoui)
        return to_integer(op, type, from, args[0], bits);
    if (op == IR_OP_sitofp || op == IR_OP_uitofp)
        return from_integer(op, type, from, args[0], bits);
    if (op == IR_OP_frexp_exp || op == IR_OP_frexp_mant)
        return split_exponent(op, type, from, args[0], bits);
    struct real real = {.type = type};
    double result, *values[3] = {&real.a, &real.b, &real.c};
    uint8_t count = ir_op_info[op].args;
    if (!arithmetics[op])
        return false;
    for (uint8_t i = 0; i < count && i < 3; i++)
        if (!decode(from, args[i], values[i]))
            return false;
    return arithmetics[op](&real, &result) && encode(type, result, bits);
}
