/* Holds results of the math functions to MPFR.  A number of a type travels as its bits. */
#ifndef JUDGE_H
#define JUDGE_H

#include <mpfr.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Of the reference: enough that what it is off cannot be seen in a hundredth of a thousandth of a ULP of double. */
enum { PRECISION = 90 };

typedef struct {
    const char *name;
    unsigned bytes;
    int digits;    /* of the mantissa, the hidden one included */
    int least;     /* exponents of normal numbers are from here, as frexp counts */
    int top;       /* and up to here */
    int limit_row; /* which limit of functions.def */
} RealType;

typedef struct {
    bool is_relaxed, is_flushing, is_finite_only, is_worst;
} Rules;

typedef enum {
    RELAXED_RECIP = 100000,
    RELAXED_DIVIDE,
    RELAXED_SIN,
    RELAXED_SINPI,
    RELAXED_EXP,
    RELAXED_EXP10,
    RELAXED_LOG,
    RELAXED_POW,
    RELAXED_ROOTN,
    RELAXED_TAN,
} RelaxedRule;

typedef struct Arguments {
    mpfr_t real[3];
    int n; /* the second as an int, saturated; 0 for NaN */
    const RealType *type;
} Arguments;

/* The exact result, or the nearest of PRECISION bits.  False: nothing is asked of this argument here; the edge cases
 * of 7.5 have it (edge_cases.txt). */
typedef bool Reference(mpfr_t result, Arguments *a);

typedef struct {
    const char *name, *expression;
    int arity;
    Reference *reference;
    double limits[4]; /* float, double, half, relaxed */
} Function;

extern const Function functions[];
extern const int function_count;
extern const RealType real_types[3];

double real_value(const RealType *type, uint64_t bits);
uint64_t real_bits(const RealType *type, double value); /* rounded to nearest even */

/* 7.4's, of the type at a number; beyond the largest one that of the largest. */
double ulp_of(const mpfr_t exact, const RealType *type);
/* In ULP; INFINITY for no limit at this argument. */
double limit_of(const Function *function, const RealType *type, Rules rules, Arguments *a,
                const mpfr_t exact);
const char *limit_text(const Function *function, const RealType *type, bool is_relaxed, char *text,
                       size_t size);

/* Argument number `which` of a function's case number i, of `count`. */
uint64_t sample(const Function *function, const RealType *type, int which, unsigned i,
                unsigned count);

#endif
