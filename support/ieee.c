#include "support/ieee.h"

#include <math.h>
#include <string.h>

/* sign:1 exponent:5 (bias 15) mantissa:10 */
static uint64_t
half_bits(double value)
{
    uint64_t sign = signbit(value) ? 0x8000 : 0;
    double size = fabs(value);
    int exponent;
    if (isnan(value))
        return sign | 0x7e00;
    if (size >= 65520) /* the largest number and half a unit more */
        return sign | 0x7c00;
    if (size < 0x1p-14)
        return sign | (uint64_t)rint(ldexp(size, 24)); /* may carry into the smallest normal */
    frexp(size, &exponent);
    uint64_t mantissa = (uint64_t)rint(ldexp(size, 11 - exponent)); /* 1024 .. 2048 */
    return sign | (((uint64_t)(exponent + 14) << 10) + mantissa - 1024);
}

static double
half_value(uint64_t bits)
{
    int exponent = bits >> 10 & 31;
    double mantissa = (double)(bits & 1023);
    double value = exponent == 31  ? (mantissa != 0 ? NAN : INFINITY)
                   : exponent == 0 ? ldexp(mantissa, -24)
                                   : ldexp(mantissa + 1024, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

uint64_t
ieee_bits(unsigned width, double value)
{
    uint64_t bits;
    if (width == 16)
        return half_bits(value);
    if (width == 32) {
        float narrow = (float)value;
        uint32_t word;
        memcpy(&word, &narrow, sizeof word);
        return word;
    }
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

double
ieee_value(unsigned width, uint64_t bits)
{
    double value;
    if (width == 16)
        return half_value(bits);
    if (width == 32) {
        uint32_t word = (uint32_t)bits;
        float narrow;
        memcpy(&narrow, &word, sizeof narrow);
        return (double)narrow;
    }
    memcpy(&value, &bits, sizeof value);
    return value;
}
