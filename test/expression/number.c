#include "number.h"

#include <math.h>
#include <string.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;

/* precision counts the hidden bit; least is the exponent of the least normal. */
static const struct format {
    int precision, least, greatest;
} formats[SCALARS] = {
    [HALF] = {11, -14, 15}, [FLOAT] = {24, -126, 127}, [DOUBLE] = {53, -1022, 1023}};

uint64_t
wrap(enum scalar scalar, uint64_t value)
{
    unsigned unused = 64 - 8 * scalar_size(scalar);
    return is_signed(scalar) && !is_float(scalar) ? (uint64_t)((int64_t)(value << unused) >> unused)
                                                  : value << unused >> unused;
}

int64_t
least(enum scalar scalar)
{
    return is_signed(scalar) ? INT64_MIN >> (64 - 8 * scalar_size(scalar)) : 0;
}

uint64_t
greatest(enum scalar scalar)
{
    return UINT64_MAX >> (64 - 8 * scalar_size(scalar) + is_signed(scalar));
}

struct exact
unpack(enum scalar scalar, uint64_t bits)
{
    const struct format *f = &formats[scalar];
    struct exact value = {0};
    if (!is_float(scalar)) {
        value.negative = is_signed(scalar) && (int64_t)bits < 0;
        value.mantissa = value.negative ? -bits : bits;
        return value;
    }
    uint64_t fraction = bits & ((1ull << (f->precision - 1)) - 1);
    int exponent = (int)(bits >> (f->precision - 1)) & (2 * f->greatest + 1);
    value.negative = bits >> (8 * scalar_size(scalar) - 1);
    value.nan = exponent == 2 * f->greatest + 1 && fraction;
    value.infinite = exponent == 2 * f->greatest + 1 && !fraction;
    value.mantissa = exponent ? fraction | 1ull << (f->precision - 1) : fraction;
    value.exponent = (exponent ? exponent : 1) - f->greatest - (f->precision - 1);
    return value;
}

static int
bit_length(uwide value)
{
    int length = 0;
    for (; value; value >>= 1)
        length++;
    return length;
}

/* mantissa >> shift, rounded. */
static uwide
shift_round(uwide mantissa, int shift, bool negative, enum rounding rounding)
{
    uwide kept = shift > 127 ? 0 : mantissa >> shift;
    uwide half = shift > 128 ? 0 : (uwide)1 << (shift - 1);
    uwide rest = shift > 127 ? mantissa : mantissa & ((half << 1) - 1);
    bool up = rounding == RTP   ? rest && !negative
              : rounding == RTN ? rest && negative
              : rounding == RTZ ? false
                                : half && (rest > half || (rest == half && (kept & 1)));
    return kept + up;
}

static uint64_t
overflow(const struct format *f, bool negative, enum rounding rounding)
{
    uint64_t infinity = (uint64_t)(2 * f->greatest + 1) << (f->precision - 1);
    bool stays = rounding == RTZ || (rounding == RTP && negative) || (rounding == RTN && !negative);
    return infinity - stays;
}

uint64_t
pack(enum scalar scalar, struct exact value, enum rounding rounding, bool *defined)
{
    const struct format *f = &formats[scalar];
    uint64_t sign = (uint64_t)value.negative << (8 * scalar_size(scalar) - 1), bits;
    if (value.nan)
        return overflow(f, false, RTE) | 1ull << (f->precision - 2);
    if (value.infinite)
        return sign | overflow(f, false, RTE);
    if (!value.mantissa)
        return sign;
    int unit = bit_length(value.mantissa) + value.exponent - f->precision;
    if (unit < f->least - (f->precision - 1))
        unit = f->least - (f->precision - 1);
    int shift = unit - value.exponent;
    uwide mantissa = shift > 0 ? shift_round(value.mantissa, shift, value.negative, rounding)
                               : value.mantissa << -shift;
    uint64_t hidden = 1ull << (f->precision - 1);
    if (mantissa >= hidden) {
        int exponent = unit + f->precision - 1 + f->greatest;
        bits = ((uint64_t)exponent << (f->precision - 1)) + (uint64_t)(mantissa - hidden);
        if (exponent > 2 * f->greatest || bits >= overflow(f, false, RTE))
            bits = overflow(f, value.negative, rounding);
    } else {
        bits = (uint64_t)mantissa;
    }
    if (scalar == FLOAT && bits && bits <= hidden)
        *defined = false;
    return sign | bits;
}

double
to_double(enum scalar scalar, uint64_t bits)
{
    bool defined = true;
    bits = scalar == DOUBLE ? bits : pack(DOUBLE, unpack(scalar, bits), RTE, &defined);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t
from_double(enum scalar scalar, double value)
{
    bool defined = true;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return scalar == DOUBLE && value == value ? bits
                                              : pack(scalar, unpack(DOUBLE, bits), RTE, &defined);
}

bool
is_nan(enum scalar scalar, uint64_t bits)
{
    return is_float(scalar) && unpack(scalar, bits).nan;
}

bool
is_signalling(enum scalar scalar, uint64_t bits)
{
    return is_nan(scalar, bits) && !(bits >> (formats[scalar].precision - 2) & 1);
}

bool
is_flushable(enum scalar scalar, uint64_t bits)
{
    return scalar == FLOAT && bits << 33 && !(bits >> 23 & 0xff);
}

/* A float to an integer: the value rounded, then cut or refused. */
static bool
to_integer(enum scalar to, struct exact value, enum rounding rounding, bool saturate,
           uint64_t *result)
{
    uwide limit_low = (uwide) - (wide)least(to), limit_high = greatest(to);
    *result = 0;
    if (value.nan)
        return saturate;
    uwide size = value.mantissa;
    bool huge = value.infinite || (size && bit_length(size) + value.exponent > 70);
    if (!huge && value.exponent < 0)
        size = shift_round(size, -value.exponent, value.negative, rounding);
    else if (!huge)
        size <<= value.exponent;
    bool outside = huge || size > (value.negative ? limit_low : limit_high);
    if (outside)
        size = value.negative ? limit_low : limit_high;
    *result = wrap(to, value.negative ? -(uint64_t)size : (uint64_t)size);
    return saturate || !outside;
}

static uint64_t
saturated(enum scalar to, enum scalar from, uint64_t bits)
{
    wide value = is_signed(from) ? (wide)(int64_t)bits : (wide)bits;
    return value < least(to)            ? (uint64_t)least(to)
           : value > (wide)greatest(to) ? greatest(to)
                                        : bits;
}

bool
convert_number(enum scalar to, enum scalar from, uint64_t bits, int rounding, bool saturate,
               uint64_t *result)
{
    bool defined = true;
    *result = bits;
    if (to == from)
        return true;
    if (is_flushable(from, bits))
        return false;
    if (to == BOOL)
        *result = is_float(from) ? to_double(from, bits) != 0 : bits != 0;
    else if (is_float(to))
        *result =
            pack(to, unpack(from, bits), rounding < 0 ? RTE : (enum rounding)rounding, &defined);
    else if (is_float(from))
        defined = to_integer(to, unpack(from, bits), rounding < 0 ? RTZ : (enum rounding)rounding,
                             saturate, result);
    else
        *result = saturate ? saturated(to, from, bits) : wrap(to, bits);
    return defined;
}

static bool
compare(enum operator op, enum scalar scalar, uint64_t a, uint64_t b)
{
    double x = is_float(scalar) ? to_double(scalar, a) : 0;
    double y = is_float(scalar) ? to_double(scalar, b) : 0;
    bool less = is_float(scalar) ? x < y : is_signed(scalar) ? (int64_t)a < (int64_t)b : a < b;
    bool equal = is_float(scalar) ? x == y : a == b;
    bool ordered = x == x && y == y;
    switch (op) {
    case OP_LT:
        return less;
    case OP_GT:
        return ordered && !less && !equal;
    case OP_LE:
        return less || equal;
    case OP_GE:
        return ordered && !less;
    case OP_EQ:
        return equal;
    default:
        return !equal;
    }
}

static bool
operate_integers(enum operator op, enum scalar scalar, uint64_t a, uint64_t b, uint64_t *result)
{
    wide x = is_signed(scalar) ? (wide)(int64_t)a : (wide)a, r = 0;
    wide y = is_signed(scalar) ? (wide)(int64_t)b : (wide)b;
    unsigned by = (unsigned)b & (8 * scalar_size(scalar) - 1);
    if ((op == OP_DIV || op == OP_REM) && (!y || (y == -1 && x == least(scalar))))
        return false;
    switch (op) {
    case OP_ADD:
        r = x + y;
        break;
    case OP_SUB:
        r = x - y;
        break;
    case OP_MUL:
        r = is_signed(scalar) ? x * y : (wide)(uint64_t)(a * b);
        break;
    case OP_DIV:
        r = x / y;
        break;
    case OP_REM:
        r = x % y;
        break;
    case OP_AND:
        r = x & y;
        break;
    case OP_XOR:
        r = x ^ y;
        break;
    case OP_OR:
        r = x | y;
        break;
    case OP_SHL: /* bits that leave the type are lost, 6.3 (j) */
        *result = wrap(scalar, a << by);
        return true;
    default: /* OP_SHR */
        r = x >> by;
        break;
    }
    *result = wrap(scalar, (uint64_t)r);
    return !is_signed(scalar) || (r >= least(scalar) && r <= (wide)greatest(scalar));
}

static double
operate_doubles(enum operator op, double x, double y)
{
    return op == OP_ADD ? x + y : op == OP_SUB ? x - y : op == OP_MUL ? x * y : x / y;
}

/* Halves are computed in double and rounded again: innocuous, as 53 >= 2 * 11 + 2 (Figueroa). */
static bool
operate_floats(enum operator op, enum scalar scalar, uint64_t a, uint64_t b, uint64_t *result)
{
    double x = to_double(scalar, a), y = to_double(scalar, b);
    if (scalar == FLOAT) {
        volatile float u = (float)x, v = (float)y;
        volatile float r = op == OP_ADD   ? u + v
                           : op == OP_SUB ? u - v
                           : op == OP_MUL ? u * v
                                          : u / v;
        *result = from_double(scalar, r);
        return !is_flushable(scalar, *result) && *result << 33 != 0x00800000ull << 33;
    }
    *result = from_double(scalar, operate_doubles(op, x, y));
    return true;
}

bool
operate(enum operator op, enum scalar scalar, uint64_t a, uint64_t b, uint64_t *result)
{
    if (is_flushable(scalar, a) || is_flushable(scalar, b))
        return false;
    if (operators[op].group == COMPARISON) {
        *result = compare(op, scalar, a, b);
        return true;
    }
    return is_float(scalar) ? operate_floats(op, scalar, a, b, result)
                            : operate_integers(op, scalar, a, b, result);
}

bool
negate(enum scalar scalar, uint64_t a, uint64_t *result)
{
    if (!is_float(scalar))
        return operate_integers(OP_SUB, scalar, 0, a, result);
    *result = is_nan(scalar, a) ? a : a ^ 1ull << (8 * scalar_size(scalar) - 1);
    return !is_flushable(scalar, a);
}
