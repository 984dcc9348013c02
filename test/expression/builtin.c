#include "builtin.h"
#include "number.h"

#include <math.h>
#include <string.h>

typedef __int128 wide;

/* ---- integers ---- */

#define EVALUATOR(name) static bool name(enum scalar t, const uint64_t *a, uint64_t *result)

static wide
integer(enum scalar t, uint64_t bits)
{
    return is_signed(t) ? (wide)(int64_t)bits : (wide)bits;
}

static bool
give(enum scalar t, wide value, uint64_t *result)
{
    *result = wrap(t, (uint64_t)value);
    return true;
}

static bool
give_saturated(enum scalar t, wide value, uint64_t *result)
{
    wide low = least(t), high = greatest(t);
    return give(t, value < low ? low : value > high ? high : value, result);
}

EVALUATOR(fn_abs)
{
    wide x = integer(t, a[0]);
    return give(unsigned_of(t), x < 0 ? -x : x, result);
}

EVALUATOR(fn_abs_diff)
{
    wide d = integer(t, a[0]) - integer(t, a[1]);
    return give(unsigned_of(t), d < 0 ? -d : d, result);
}

EVALUATOR(fn_add_sat)
{
    return give_saturated(t, integer(t, a[0]) + integer(t, a[1]), result);
}

EVALUATOR(fn_sub_sat)
{
    return give_saturated(t, integer(t, a[0]) - integer(t, a[1]), result);
}

EVALUATOR(fn_hadd)
{
    return give(t, (integer(t, a[0]) + integer(t, a[1])) >> 1, result);
}

EVALUATOR(fn_rhadd)
{
    return give(t, (integer(t, a[0]) + integer(t, a[1]) + 1) >> 1, result);
}

static unsigned
width(enum scalar t)
{
    return 8 * scalar_size(t);
}

EVALUATOR(fn_clz)
{
    uint64_t x = wrap(unsigned_of(t), a[0]);
    unsigned n = width(t);
    for (; x; x >>= 1)
        n--;
    return give(t, n, result);
}

EVALUATOR(fn_ctz)
{
    unsigned n = 0;
    while (n < width(t) && !(a[0] >> n & 1))
        n++;
    return give(t, n, result);
}

EVALUATOR(fn_popcount)
{
    unsigned n = 0;
    for (unsigned i = 0; i < width(t); i++)
        n += a[0] >> i & 1;
    return give(t, n, result);
}

/* The high half, exact in 128 bits also for ulong. */
static wide
high_half(enum scalar t, uint64_t a, uint64_t b)
{
    return is_signed(t) ? integer(t, a) * integer(t, b) >> width(t)
                        : (wide)((unsigned __int128)a * b >> width(t));
}

EVALUATOR(fn_mul_hi)
{
    return give(t, high_half(t, a[0], a[1]), result);
}

EVALUATOR(fn_mad_hi)
{
    wide sum = high_half(t, a[0], a[1]) + integer(t, a[2]);
    give(t, sum, result);
    return !is_signed(t) || (sum >= least(t) && sum <= (wide)greatest(t));
}

EVALUATOR(fn_mad_sat)
{
    if (is_signed(t))
        return give_saturated(t, integer(t, a[0]) * integer(t, a[1]) + integer(t, a[2]), result);
    unsigned __int128 product = (unsigned __int128)a[0] * a[1];
    return product > greatest(t) ? give(t, (wide)greatest(t), result)
                                 : give_saturated(t, (wide)product + integer(t, a[2]), result);
}

static bool
fits_24(enum scalar t, uint64_t bits)
{
    return is_signed(t) ? (int64_t)bits >= -(1 << 23) && (int64_t)bits < 1 << 23 : bits < 1 << 24;
}

/* "Only the low 32 bits of the product are returned": no overflow for mul24. */
EVALUATOR(fn_mul24)
{
    give(t, integer(t, a[0]) * integer(t, a[1]), result);
    return fits_24(t, a[0]) && fits_24(t, a[1]);
}

EVALUATOR(fn_mad24)
{
    uint64_t product;
    bool defined = fn_mul24(t, a, &product);
    wide sum = integer(t, product) + integer(t, a[2]);
    give(t, sum, result);
    return defined && (!is_signed(t) || (sum >= least(t) && sum <= (wide)greatest(t)));
}

EVALUATOR(fn_rotate)
{
    unsigned by = (unsigned)a[1] & (width(t) - 1);
    uint64_t x = wrap(unsigned_of(t), a[0]);
    return give(t, (wide)(by ? x << by | x >> (width(t) - by) : x), result);
}

EVALUATOR(fn_upsample)
{
    *result = wrap(t + 2, a[0] << width(t) | a[1]);
    return true;
}

/* ---- both ---- */

static bool
plain(enum scalar t, uint64_t bits) /* no NaN, infinity, or denormal that may be flushed */
{
    struct exact x = unpack(t, bits);
    return !is_float(t) || (!x.nan && !x.infinite && !is_flushable(t, bits));
}

static bool
below(enum scalar t, uint64_t a, uint64_t b)
{
    return is_float(t) ? to_double(t, a) < to_double(t, b) : integer(t, a) < integer(t, b);
}

/* Zeros of different sign: the formula of the specification chooses one, hardware the other. */
static bool
mixed_zeros(enum scalar t, uint64_t a, uint64_t b)
{
    return is_float(t) && a != b && to_double(t, a) == to_double(t, b);
}

EVALUATOR(fn_min)
{
    *result = below(t, a[1], a[0]) ? a[1] : a[0];
    return plain(t, a[0]) && plain(t, a[1]) && !mixed_zeros(t, a[0], a[1]);
}

EVALUATOR(fn_max)
{
    *result = below(t, a[0], a[1]) ? a[1] : a[0];
    return plain(t, a[0]) && plain(t, a[1]) && !mixed_zeros(t, a[0], a[1]);
}

EVALUATOR(fn_clamp)
{
    uint64_t inner[2] = {0, a[2]};
    return fn_max(t, a, &inner[0]) && plain(t, a[2]) && !below(t, a[2], a[1]) &&
           fn_min(t, inner, result);
}

static bool
top_bit(enum scalar t, uint64_t bits)
{
    return bits >> (width(t) - 1) & 1;
}

/* Called for components of vectors; eval.c takes the third argument of a scalar for a bool. */
EVALUATOR(fn_select)
{
    *result = top_bit(t, a[2]) ? a[1] : a[0];
    return true;
}

EVALUATOR(fn_bitselect)
{
    *result = wrap(t, (a[0] & ~a[2]) | (a[1] & a[2]));
    return !is_nan(t, a[0]) && !is_nan(t, a[1]) && !is_nan(t, a[2]) && !is_nan(t, *result);
}

/* Called for each component: eval.c joins them. */
EVALUATOR(fn_any)
{
    *result = top_bit(t, a[0]);
    return true;
}

EVALUATOR(fn_all)
{
    return fn_any(t, a, result);
}

/* ---- floats ---- */

#define RELATION(name, expression)                                                                 \
    EVALUATOR(name)                                                                                \
    {                                                                                              \
        double x = to_double(t, a[0]), y = to_double(t, a[1]);                                     \
        *result = expression;                                                                      \
        return true;                                                                               \
    }
RELATION(fn_isequal, x == y)
RELATION(fn_isnotequal, x != y)
RELATION(fn_isgreater, x > y)
RELATION(fn_isgreaterequal, x >= y)
RELATION(fn_isless, x < y)
RELATION(fn_islessequal, x <= y)
RELATION(fn_islessgreater, x<y || x> y)
RELATION(fn_isordered, x == x && y == y)
RELATION(fn_isunordered, x != x || y != y)
#undef RELATION

#define CLASS(name, expression)                                                                    \
    EVALUATOR(name)                                                                                \
    {                                                                                              \
        struct exact x = unpack(t, a[0]);                                                          \
        *result = expression;                                                                      \
        return true;                                                                               \
    }
CLASS(fn_isfinite, !x.nan && !x.infinite)
CLASS(fn_isinf, x.infinite)
CLASS(fn_isnan, x.nan)
/* The hidden bit is the only one that a denormal lacks. */
CLASS(fn_isnormal, !x.nan && !x.infinite &&
                       fabs(to_double(t, a[0])) >= (t == HALF    ? 0x1p-14
                                                    : t == FLOAT ? 0x1p-126
                                                                 : 0x1p-1022))
#undef CLASS

EVALUATOR(fn_signbit)
{
    *result = top_bit(t, a[0]);
    return !is_nan(t, a[0]);
}

EVALUATOR(fn_fabs)
{
    *result = is_nan(t, a[0]) ? a[0] : a[0] & ~(1ull << (width(t) - 1));
    return true;
}

EVALUATOR(fn_copysign)
{
    uint64_t sign = 1ull << (width(t) - 1);
    *result = (a[0] & ~sign) | (a[1] & sign);
    return !is_nan(t, a[1]);
}

/* Functions that are exact in double and whose result the type holds. */
#define EXACT(name, expression)                                                                    \
    EVALUATOR(name)                                                                                \
    {                                                                                              \
        double x = to_double(t, a[0]);                                                             \
        *result = from_double(t, expression);                                                      \
        return true;                                                                               \
    }
EXACT(fn_ceil, ceil(x))
EXACT(fn_floor, floor(x))
EXACT(fn_trunc, trunc(x))
EXACT(fn_rint, rint(x))
EXACT(fn_round, round(x))
EXACT(fn_logb, logb(x))
EXACT(fn_sign, x != x ? 0 : x > 0 ? 1 : x < 0 ? -1 : x)
#undef EXACT
#define EXACT2(name, expression)                                                                   \
    EVALUATOR(name)                                                                                \
    {                                                                                              \
        double x = to_double(t, a[0]), y = to_double(t, a[1]);                                     \
        *result = from_double(t, expression);                                                      \
        return true;                                                                               \
    }
EXACT2(fn_fmod, fmod(x, y))
EXACT2(fn_remainder, remainder(x, y))
#undef EXACT2

EVALUATOR(fn_step)
{
    *result = from_double(t, to_double(t, a[1]) < to_double(t, a[0]) ? 0 : 1);
    return !is_nan(t, a[0]) && !is_nan(t, a[1]);
}

EVALUATOR(fn_fdim)
{
    double x = to_double(t, a[0]), y = to_double(t, a[1]);
    *result = 0;
    if (x != x || y != y)
        *result = from_double(t, NAN);
    else if (x > y)
        return operate(OP_SUB, t, a[0], a[1], result);
    return true;
}

EVALUATOR(fn_fmin)
{
    double x = to_double(t, a[0]), y = to_double(t, a[1]);
    *result = x != x || y < x ? a[1] : a[0];
    return !mixed_zeros(t, a[0], a[1]);
}

EVALUATOR(fn_fmax)
{
    double x = to_double(t, a[0]), y = to_double(t, a[1]);
    *result = x != x || y > x ? a[1] : a[0];
    return !mixed_zeros(t, a[0], a[1]);
}

EVALUATOR(fn_minmag)
{
    double x = fabs(to_double(t, a[0])), y = fabs(to_double(t, a[1]));
    *result = x < y ? a[0] : a[1];
    return x < y || y < x || fn_fmin(t, a, result);
}

EVALUATOR(fn_maxmag)
{
    double x = fabs(to_double(t, a[0])), y = fabs(to_double(t, a[1]));
    *result = x > y ? a[0] : a[1];
    return x < y || y < x || fn_fmax(t, a, result);
}

/* Products of halves are exact in double; the sum is then rounded to odd, so that rounding it
 * again to half rounds once (Boldo and Melquiond). */
static double
sum_to_odd(double x, double y)
{
    volatile double sum = x + y, back = sum - x, rest = (x - (sum - back)) + (y - back);
    uint64_t bits;
    memcpy(&bits, (const void *)&sum, sizeof bits);
    if (!isfinite(sum) || rest == 0 || bits & 1)
        return sum;
    bits += (rest > 0) == (sum > 0) ? 1 : -1ull;
    double odd;
    memcpy(&odd, &bits, sizeof odd);
    return odd;
}

EVALUATOR(fn_fma)
{
    double x = to_double(t, a[0]), y = to_double(t, a[1]), z = to_double(t, a[2]);
    if (t == FLOAT) {
        *result = from_double(t, fmaf((float)x, (float)y, (float)z));
        return (*result & 0x7fffffff) != 0x00800000; /* perhaps rounded up from a denormal */
    }
    *result = t == DOUBLE ? from_double(t, fma(x, y, z)) : from_double(t, sum_to_odd(x * y, z));
    return true;
}

EVALUATOR(fn_nextafter)
{
    double x = to_double(t, a[0]), y = to_double(t, a[1]);
    uint64_t sign = 1ull << (width(t) - 1);
    if (x != x || y != y)
        *result = from_double(t, NAN);
    else if (x == y)
        *result = a[1];
    else if (x == 0)
        *result = (a[1] & sign) | 1;
    else
        *result = (x < y) == (x > 0) ? a[0] + 1 : a[0] - 1;
    return !mixed_zeros(t, a[0], a[1]);
}

EVALUATOR(fn_sqrt)
{
    double x = to_double(t, a[0]);
    *result = from_double(t, t == FLOAT ? sqrtf((float)x) : sqrt(x));
    return true;
}

EVALUATOR(fn_ldexp)
{
    struct exact x = unpack(t, a[0]);
    int64_t by = (int64_t)a[1];
    bool defined = true;
    x.exponent += (int)(by > 5000 ? 5000 : by < -5000 ? -5000 : by);
    *result = pack(t, x, RTE, &defined);
    return defined;
}

EVALUATOR(fn_ilogb)
{
    double x = to_double(t, a[0]);
    *result = (uint64_t)(int64_t)(isfinite(x) && x != 0 ? ilogb(x) : 0);
    return isfinite(x) && x != 0;
}

const struct builtin_info builtins[FUNCTIONS] = {
#define FUNCTION(name, elements, signature, evaluator) {#name, #elements[0], signature, evaluator},
#include "builtin.def"
};

bool
builtin_takes(const struct builtin_info *info, enum scalar scalar)
{
    switch (info->elements) {
    case 'I':
        return !is_float(scalar) && scalar != BOOL;
    case 'S':
        return !is_float(scalar) && is_signed(scalar);
    case 'i':
        return scalar == INT || scalar == UINT;
    case 'M':
        return scalar >= CHAR && scalar <= UINT;
    case 'F':
        return is_float(scalar);
    default:
        return scalar != BOOL;
    }
}

struct vtype
letter_type(char letter, struct vtype gentype)
{
    enum scalar t = gentype.scalar;
    bool vector = gentype.count > 1;
    switch (letter) {
    case 'U':
        return (struct vtype){unsigned_of(t), gentype.count};
    case 'S':
        return (struct vtype){signed_of(t), gentype.count};
    case 'W':
        return (struct vtype){t + 2, gentype.count};
    case 'I':
        return (struct vtype){INT, gentype.count};
    case 'R':
        return (struct vtype){vector ? signed_of(t) : INT, gentype.count};
    case 'b':
        return (struct vtype){INT, 1};
    default:
        return gentype;
    }
}
