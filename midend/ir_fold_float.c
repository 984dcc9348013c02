/* Constant folding of floating point with the host's arithmetic.
 *
 * f16 and f32 are computed in f64 and rounded once more, which is exact for +, -, *, / and sqrt
 * (53 >= 2 * 24 + 2; Figueroa 1995); fma of f32 and f64 uses the host's fused operation.  Refused:
 * NaN (payloads), f32 denormals (they depend on the mode), and what the hardware approximates. */
#include "midend/ir_info.h"

#include <math.h>
#include <string.h>

static double
from_half(uint64_t bits)
{
    int exponent = bits >> 10 & 31;
    double mantissa = (double)(bits & 1023);
    double value = exponent == 31  ? (mantissa != 0 ? NAN : INFINITY)
                   : exponent == 0 ? ldexp(mantissa, -24)
                                   : ldexp(mantissa + 1024, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

/* To nearest even. */
static uint64_t
to_half(double value)
{
    uint64_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    int exponent;
    if (isinf(size) || size >= 65520)
        return sign | 0x7c00;
    frexp(size, &exponent);
    if (size == 0)
        return sign;
    if (exponent < -13)
        return sign | (uint64_t)rint(ldexp(size, 24)); /* may carry into the smallest normal */
    uint64_t mantissa = (uint64_t)rint(ldexp(size, 11 - exponent)); /* 1024 .. 2048 */
    return sign | (((uint64_t)(exponent + 14) << 10) + mantissa - 1024);
}

static bool
decode(enum ir_type type, uint64_t bits, double *value)
{
    if (type == IR_F16) {
        *value = from_half(bits);
    } else if (type == IR_F32) {
        uint32_t word = (uint32_t)bits;
        float narrow;
        memcpy(&narrow, &word, sizeof narrow);
        if (fpclassify(narrow) == FP_SUBNORMAL)
            return false;
        *value = (double)narrow;
    } else if (type == IR_F64) {
        memcpy(value, &bits, sizeof *value);
    } else {
        return false;
    }
    return !isnan(*value);
}

static bool
encode(enum ir_type type, double value, uint64_t *bits)
{
    if (isnan(value))
        return false;
    if (type == IR_F16) {
        *bits = to_half(value);
    } else if (type == IR_F32) {
        float narrow = (float)value;
        uint32_t word;
        if (fpclassify(narrow) == FP_SUBNORMAL || (narrow == 0 && value != 0))
            return false;
        memcpy(&word, &narrow, sizeof word);
        *bits = word;
    } else if (type == IR_F64) {
        memcpy(bits, &value, sizeof value);
    } else {
        return false;
    }
    return true;
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
    ROW(fadd), ROW(fsub), ROW(fmul), ROW(fdiv), ROW(fma), ROW(fmin), ROW(fmax), ROW(fsqrt),
    ROW(ffloor), ROW(fceil), ROW(ftrunc), ROW(frint), ROW(fcanonicalize), ROW(fpext), ROW(fptrunc),
    [IR_OP_fmad] = real_fma,
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
        *bits = value >= limit / 2    ? ir_mask(type) >> 1
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
