/* Floating constants, correctly rounded to their own format and independent of the host's locale.
 *
 * Short decimals take Clinger's fast path (one exact operation of the host).  The rest is computed
 * exactly: digits and the power of ten as big integers, 65 bits of their quotient by long division,
 * and whether anything is left. */
#include "frontend/literal.h"

#include <math.h>
#include <string.h>

enum { WORDS = 320, MAX_DIGITS = 800 };

struct big {
    uint32_t word[WORDS]; /* little end first */
    int count;
};

static void
big_multiply_add(struct big *big, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < big->count; i++) {
        carry += (uint64_t)big->word[i] * factor;
        big->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && big->count < WORDS)
        big->word[big->count++] = (uint32_t)carry;
}

static void
big_power_of_ten(struct big *big, int64_t power)
{
    for (; power >= 9; power -= 9)
        big_multiply_add(big, 1000000000, 0);
    for (; power > 0; power--)
        big_multiply_add(big, 10, 0);
}

static int
big_bits(const struct big *big)
{
    return big->count ? big->count * 32 - __builtin_clz(big->word[big->count - 1]) : 0;
}

static void
big_shift_left(struct big *big, int bits)
{
    int words = bits / 32, rest = bits % 32;
    if (!big->count || big->count + words + 1 > WORDS)
        return;
    memmove(big->word + words, big->word, (size_t)big->count * sizeof *big->word);
    memset(big->word, 0, (size_t)words * sizeof *big->word);
    big->count += words;
    if (rest) {
        uint32_t carry = 0;
        for (int i = words; i < big->count; i++) {
            uint32_t word = big->word[i];
            big->word[i] = word << rest | carry;
            carry = word >> (32 - rest);
        }
        if (carry)
            big->word[big->count++] = carry;
    }
}

static void
big_halve(struct big *big)
{
    for (int i = 0; i < big->count; i++)
        big->word[i] = big->word[i] >> 1 | (i + 1 < big->count ? big->word[i + 1] << 31 : 0);
    if (big->count && !big->word[big->count - 1])
        big->count--;
}

static bool
big_less(const struct big *a, const struct big *b)
{
    if (a->count != b->count)
        return a->count < b->count;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i];
    return false;
}

static void
big_subtract(struct big *a, const struct big *b)
{
    int64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        borrow += (int64_t)a->word[i] - (i < b->count ? b->word[i] : 0);
        a->word[i] = (uint32_t)borrow;
        borrow >>= 32;
    }
    while (a->count && !a->word[a->count - 1])
        a->count--;
}

/* bits * 2^exponent (and a little more if sticky) in a format of the given precision. */
static double
round_to(uint64_t bits, int64_t exponent, bool sticky, int precision)
{
    const int lowest = precision == 53 ? -1074 : precision == 24 ? -149 : -24;
    const int highest = precision == 53 ? 1023 : precision == 24 ? 127 : 15;
    if (!bits)
        return 0;
    int shift = __builtin_clzll(bits);
    bits <<= shift;
    exponent -= shift;
    /* 2^unit is the weight of the last bit kept; `lowest` is that of all denormal numbers */
    int64_t unit = exponent + 63 - (precision - 1);
    if (unit < lowest)
        unit = lowest;
    int64_t drop = unit - exponent; /* at least 64 - precision */
    if (drop > 64)
        return 0;
    uint64_t kept = drop == 64 ? 0 : bits >> drop;
    uint64_t half = UINT64_C(1) << (drop - 1);
    uint64_t rest = bits & (half - 1);
    if (bits & half && (rest || sticky || kept & 1))
        kept++;
    int top = 63 - (kept ? __builtin_clzll(kept) : 63);
    if (kept && top + unit > highest)
        return INFINITY;
    return ldexp((double)kept, (int)unit);
}

static double
divide(struct big *top, struct big *bottom, int precision)
{
    /* scaled like this, the quotient has 64 or 65 bits */
    int shift = 64 - (big_bits(top) - big_bits(bottom));
    if (shift > 0)
        big_shift_left(top, shift);
    else
        big_shift_left(bottom, -shift);
    big_shift_left(bottom, 64);
    unsigned __int128 quotient = 0;
    for (int i = 0; i <= 64; i++) {
        quotient <<= 1;
        if (!big_less(top, bottom)) {
            big_subtract(top, bottom);
            quotient |= 1;
        }
        big_halve(bottom);
    }
    bool sticky = top->count != 0;
    if (quotient >> 64) {
        sticky |= (bool)(quotient & 1);
        return round_to((uint64_t)(quotient >> 1), 1 - (int64_t)shift, sticky, precision);
    }
    return round_to((uint64_t)quotient, -(int64_t)shift, sticky, precision);
}

double
literal_decimal(const char *digits, uint32_t length, int64_t exponent, int precision)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    struct big top = {.count = 0}, bottom = {.word = {1}, .count = 1};
    uint64_t small = 0;
    uint32_t used = 0;
    bool point = false, tail = false;
    for (uint32_t i = 0; i < length; i++) {
        if (digits[i] == '.') {
            point = true;
            continue;
        }
        uint32_t digit = (uint32_t)(digits[i] - '0');
        exponent -= point;
        if (used >= MAX_DIGITS) {
            tail |= digit != 0;
            exponent++;
            continue;
        }
        if (used || digit)
            used++;
        if (used <= 19)
            small = small * 10 + digit;
        if (used > 19) {
            if (used == 20)
                top = (struct big){.word = {(uint32_t)small, (uint32_t)(small >> 32)}, .count = 2};
            big_multiply_add(&top, 10, digit);
        }
    }
    if (!used)
        return 0;
    if (tail) { /* digits beyond all formats count as "a little more" */
        big_multiply_add(&top, 10, 1);
        exponent--;
    }
    if (exponent + used > 400)
        return INFINITY;
    if (exponent + used < -400)
        return 0;
    /* digits and power of ten are exact in the format, so the one operation rounds once */
    if (precision == 53 && used <= 19 && small >> 53 == 0 && exponent >= -22 && exponent <= 22)
        return exponent < 0 ? (double)small / tens[-exponent] : (double)small * tens[exponent];
    if (precision == 24 && used <= 19 && small >> 24 == 0 && exponent >= -10 && exponent <= 10)
        return exponent < 0 ? (float)small / (float)tens[-exponent]
                            : (float)small * (float)tens[exponent];
    if (used <= 19) {
        top.word[0] = (uint32_t)small;
        top.word[1] = (uint32_t)(small >> 32);
        top.count = top.word[1] ? 2 : 1;
    }
    big_power_of_ten(exponent < 0 ? &bottom : &top, exponent < 0 ? -exponent : exponent);
    return divide(&top, &bottom, precision);
}

double
literal_hexadecimal(const char *digits, uint32_t length, int64_t exponent, int precision)
{
    uint64_t bits = 0;
    bool point = false, sticky = false;
    for (uint32_t i = 0; i < length; i++) {
        if (digits[i] == '.') {
            point = true;
            continue;
        }
        char c = digits[i];
        unsigned digit = (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
        /* the 64 bits are full: further digits only decide the rounding */
        if (bits >> 60) {
            sticky |= digit != 0;
            exponent += point ? 0 : 4;
        } else {
            bits = bits << 4 | digit;
            exponent -= point ? 4 : 0;
        }
    }
    if (exponent > 100000)
        return bits ? INFINITY : 0;
    if (exponent < -100000)
        return 0;
    return round_to(bits, exponent, sticky, precision);
}
