/* Arguments: every exponent with both signs, special values with each other, what is near to where functions turn, and
 * numbers of usual sizes.  The same ones at each call. */
#include "judge.h"

#include <math.h>

double
real_value(const RealType *type, uint64_t bits)
{
    int fraction_bits = type->digits - 1, fields = 1 << (8 * type->bytes - type->digits);
    int field = (int)(bits >> fraction_bits) & (fields - 1);
    double sign = bits >> (8 * type->bytes - 1) & 1 ? -1 : 1;
    double fraction = (double)(bits & (((uint64_t)1 << fraction_bits) - 1));
    if (field == fields - 1)
        return fraction != 0 ? NAN : sign * INFINITY;
    if (field != 0)
        fraction += ldexp(1, fraction_bits);
    return sign * ldexp(fraction, (field != 0 ? field : 1) - fields / 2 + 1 - fraction_bits);
}

uint64_t
real_bits(const RealType *type, double value)
{
    int fraction_bits = type->digits - 1, fields = 1 << (8 * type->bytes - type->digits), exponent;
    uint64_t sign = (uint64_t)(signbit(value) != 0) << (8 * type->bytes - 1);
    uint64_t infinity = (uint64_t)(fields - 1) << fraction_bits;
    if (isnan(value))
        return sign | infinity | (uint64_t)1 << (fraction_bits - 1);
    if (isinf(value) || value == 0)
        return sign | (value == 0 ? 0 : infinity);
    frexp(value, &exponent);
    exponent = exponent < type->least ? type->least : exponent;
    double units = rint(
        ldexp(fabs(value), type->digits - exponent)); /* a carry raises the exponent by itself */
    uint64_t bits = ((uint64_t)(exponent - type->least) << fraction_bits) + (uint64_t)units;
    return sign | (bits > infinity ? infinity : bits);
}

static uint64_t
hash(uint64_t x) /* splitmix64 (Steele, Lea, Flood 2014) */
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}
static double
between(uint64_t *state, double low, double high)
{
    *state = hash(*state);
    return low + (high - low) * ldexp((double)(*state >> 11), -53);
}

/* Last of them and up: relative to the type. */
static const double specials[] = {0, 1, 0.5, 2, 3, 1.5, INFINITY, NAN, 10, 0.75};
enum { PLAIN_SPECIALS = sizeof specials / sizeof *specials, SPECIALS = 2 * (PLAIN_SPECIALS + 6) };

static uint64_t
special(const RealType *type, unsigned i)
{
    uint64_t sign = (uint64_t)(i & 1) << (8 * type->bytes - 1), one = real_bits(type, 1);
    uint64_t infinity = real_bits(type, INFINITY), normal = (uint64_t)1 << (type->digits - 1);
    uint64_t rest[] = {1, normal - 1, normal, infinity - 1, one - 1, one + 1};
    i /= 2;
    return sign | (i < PLAIN_SPECIALS ? real_bits(type, specials[i]) : rest[i - PLAIN_SPECIALS]);
}

static uint64_t
of_each_exponent(const RealType *type, unsigned i)
{
    unsigned fields = 1u << (8 * type->bytes - type->digits), turn = i / (2 * fields);
    uint64_t mask = ((uint64_t)1 << (type->digits - 1)) - 1;
    uint64_t fraction = turn == 1 ? 0 : turn == 2 ? mask : hash(i) & mask;
    return (uint64_t)(i & 1) << (8 * type->bytes - 1) |
           (uint64_t)(i / 2 % fields) << (type->digits - 1) | fraction;
}

/* Zeros and poles of the trigonometric functions, and whole numbers and halves; a step beside them, too. */
static uint64_t
near_turn(const RealType *type, uint64_t state)
{
    double count = rint(exp2(between(&state, 0, between(&state, 1, type->digits))));
    double unit = (state & 3) == 0 ? 0.5 : M_PI_4;
    uint64_t bits = real_bits(type, count * unit);
    state = hash(state);
    bits += state % 3 - 1;
    return bits ^ (state >> 8 & 1) << (8 * type->bytes - 1);
}

static uint64_t
of_usual_size(const RealType *type, unsigned i)
{
    static const double sizes[] = {1, 2, 10, 100, 800};
    uint64_t state = hash(i);
    double size = sizes[i % 5];
    if (i % 7 == 0)
        return near_turn(type, state);
    if (i % 7 == 1) /* where exponentials end: 2, e or 10 to it */
        size = between(&state, 0.97, 1.08) * type->top *
               (state & 1   ? 1
                : state & 2 ? M_LN2
                            : M_LN2 / M_LN10);
    if (i % 7 == 2) /* around 1 */
        return real_bits(type, 1 + exp2(between(&state, -type->digits, 0)) * (state & 1 ? 1 : -1));
    return real_bits(type, between(&state, -size, size));
}

static uint64_t
sample1(const RealType *type, unsigned i)
{
    if (i < SPECIALS)
        return special(type, i);
    i -= SPECIALS;
    return i % 4 != 3 ? of_each_exponent(type, i / 4 * 3 + i % 4) : of_usual_size(type, i / 4);
}

static uint64_t
second(const RealType *type, unsigned i, double x)
{
    uint64_t state = hash(i + 77777), sign = state >> 40 & 1 ? -1 : 1;
    double power = between(&state, -type->top - type->digits, type->top), logarithm = log2(fabs(x));
    switch (i % 6) {
    case 0:
        return of_each_exponent(type, (unsigned)state & 0xffffff);
    case 1:
        return real_bits(type, x * (1 + (double)sign * exp2(between(&state, -type->digits, 3))));
    case 2: /* the power is a number of any size */
        return real_bits(type, power / logarithm);
    case 3:
        return real_bits(type, rint(power / logarithm));
    case 4:
        return real_bits(type, rint(between(&state, -20, 20)));
    }
    return of_usual_size(type, (unsigned)state & 0xffff);
}

uint64_t
sample(const Function *function, const RealType *type, int which, unsigned i, unsigned count)
{
    (void)count;
    if (function->arity == 1)
        return which == 0 ? sample1(type, i) : 0;
    if (i < SPECIALS * SPECIALS)
        return special(type, which == 0   ? i % SPECIALS
                             : which == 1 ? i / SPECIALS
                                          : (i * 7 + i / 5) % SPECIALS);
    i -= SPECIALS * SPECIALS;
    uint64_t x = i % 3 != 2 ? of_each_exponent(type, i) : of_usual_size(type, i);
    uint64_t y = second(type, i, real_value(type, x));
    if (which < 2)
        return which == 0 ? x : y;
    double product = -real_value(type, x) * real_value(type, y);
    return i & 1 ? of_each_exponent(type, (unsigned)hash(i) & 0xffffff)
                 : real_bits(type, product) + hash(i) % 3 - 1;
}
