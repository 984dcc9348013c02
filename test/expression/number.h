/* One component: integers in two's complement, floats as IEEE 754 bits, exact.
 *
 * A number is held in 64 bits: signed integers sign-extended, unsigned ones and bool zero-extended,
 * floats as their bit patterns.  Functions return false where the specification leaves the result
 * open: see README.md for what counts as defined. */
#ifndef OCC_TEST_EXPRESSION_NUMBER_H
#define OCC_TEST_EXPRESSION_NUMBER_H

#include "type.h"

enum rounding { RTE, RTZ, RTP, RTN, ROUNDINGS };

/* (-1)^negative * mantissa * 2^exponent, or a NaN or an infinity. */
struct exact {
    bool negative, nan, infinite;
    unsigned __int128 mantissa;
    int exponent;
};

/* value cut to the width of an integer type. */
uint64_t wrap(enum scalar scalar, uint64_t value);
int64_t least(enum scalar scalar); /* of an integer type */
uint64_t greatest(enum scalar scalar);

struct exact unpack(enum scalar scalar, uint64_t bits);
/* Rounds to a float type.  *defined is cleared (never set) for a float that is a denormal. */
uint64_t pack(enum scalar scalar, struct exact value, enum rounding rounding, bool *defined);
double to_double(enum scalar scalar, uint64_t bits); /* exact for all floats */
/* Exact if value is one of the type's, else rounded to nearest. */
uint64_t from_double(enum scalar scalar, double value);
bool is_nan(enum scalar scalar, uint64_t bits);
bool is_signalling(enum scalar scalar, uint64_t bits);
/* A denormal of a type where targets may flush those to zero: float. */
bool is_flushable(enum scalar scalar, uint64_t bits);

/* convert_TO{_sat}{_rounding}(x); negative rounding: the default of the conversion. */
bool convert_number(enum scalar to, enum scalar from, uint64_t bits, int rounding, bool saturate,
                    uint64_t *result);
/* a op b, both of the type, for all groups but LOGIC; comparisons give 0 or 1. */
bool operate(enum operator op, enum scalar scalar, uint64_t a, uint64_t b, uint64_t *result);
bool negate(enum scalar scalar, uint64_t a, uint64_t *result);
#endif
