/* The binary formats of IEEE 754 as bits, named by their width: 16, 32 or 64. */
#ifndef OCC_SUPPORT_IEEE_H
#define OCC_SUPPORT_IEEE_H

#include <stdint.h>

/* The bits of value in the format, rounded once to nearest, ties to even.  A NaN becomes a quiet
 * NaN of the same sign; its payload is lost where the format is too narrow. */
uint64_t ieee_bits(unsigned width, double value);
/* The value of bits, exactly; for a NaN of 16 bits, some NaN. */
double ieee_value(unsigned width, uint64_t bits);

#endif
