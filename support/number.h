/* Arithmetic that every part needs; for any integers of up to 32 bits, and int64_t. */
#ifndef OCC_SUPPORT_NUMBER_H
#define OCC_SUPPORT_NUMBER_H

#include <stdint.h>

static inline int64_t
smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
static inline int64_t
larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
/* What is left of a budget when some of it is taken: at least 1. */
static inline int64_t
left_of(int64_t budget, int64_t taken)
{
    return budget > taken ? budget - taken : 1;
}
/* The next multiple of step, which need not be a power of two; n is not negative. */
static inline int64_t
round_up(int64_t n, int64_t step)
{
    return (n + step - 1) / step * step;
}
/* The greatest number that divides both; of 0 and n it is n. */
static inline uint32_t
common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

#endif
