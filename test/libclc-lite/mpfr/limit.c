/* What is allowed at an argument. */
#include "judge.h"

#include <math.h>
#include <string.h>

double
ulp_of(const mpfr_t exact, const RealType *type)
{
    mpfr_exp_t exponent = mpfr_regular_p(exact) ? mpfr_get_exp(exact)
                          : mpfr_zero_p(exact)  ? type->least
                                                : type->top;
    if (mpfr_regular_p(exact) && mpfr_min_prec(exact) == 1)
        exponent--; /* a power of two: the distance to the number below */
    exponent = exponent < type->least ? type->least : exponent > type->top ? type->top : exponent;
    return ldexp(1, (int)exponent - type->digits);
}

/* At any x, for sums of errors. */
static double
step_of(double x, const RealType *type)
{
    int exponent;
    frexp(x, &exponent);
    exponent = x == 0 || exponent < type->least ? type->least : exponent;
    return ldexp(1, exponent - type->digits);
}

/* 2^e, where e is off by `error`: 3 + floor(2 |e|) of exp2 itself. */
static double
of_power(double e, double error)
{
    return 3 + floor(fabs(2 * e)) + (exp2(error) - 1) * 0x1p24;
}

static double
log2_error(double x, const RealType *type)
{
    return x >= 0.5 && x <= 2 ? 0x1p-21 : 3 * step_of(log2(x), type);
}

/* OpenCL C 3.0, 7.4, "ULP Values ... With Unsafe Math Optimizations", in ULP of the exact result. */
static double
relaxed_limit(RelaxedRule rule, const RealType *type, Rules rules, Arguments *a,
              const mpfr_t reference)
{
    double x = mpfr_get_d(a->real[0], MPFR_RNDN), y = mpfr_get_d(a->real[1], MPFR_RNDN);
    double exact = mpfr_get_d(reference, MPFR_RNDN), ulp = ulp_of(reference, type), power,
           size = fabs(x);
    /* The simulator's worst v_sin takes all of the 2^-11 that Vulkan leaves a whole sine (valu_rounding.c): what the
     * argument's reduction and the result's rounding add is let pass there. */
    double sine = 0x1p-11 + (rules.is_worst ? 0x1p-21 : 0);
    switch (rule) {
    case RELAXED_RECIP:
        return size >= 0x1p-126 && size <= 0x1p126 ? 2.5 : INFINITY;
    case RELAXED_DIVIDE:
        return size >= 0x1p-62 && size <= 0x1p62 && fabs(y) >= 0x1p-62 && fabs(y) <= 0x1p62
                   ? 2.5
                   : INFINITY;
    case RELAXED_SIN:
        return size <= M_PI ? sine / ulp : INFINITY;
    case RELAXED_SINPI:
        return size <= 1 ? sine / ulp : INFINITY;
    case RELAXED_EXP:
        return 3 + floor(fabs(2 * x));
    case RELAXED_EXP10: /* exp2(x * log2(10)) */
        power = x * log2(10);
        return of_power(power, step_of(power, type) / 2 + size * 0x1p-23);
    case RELAXED_LOG:
        return x >= 0.5 && x <= 2 ? 0x1p-21 / ulp : 3;
    case RELAXED_POW: /* exp2(y * log2(fabs(x))) */
        if (x == 0 || (x < 0 && fabs(y) > 0x1p24) || !isfinite(exact))
            return INFINITY;
        power = y * log2(size);
        return of_power(power, fabs(y) * log2_error(size, type) + step_of(power, type) / 2);
    case RELAXED_ROOTN: /* exp2(log2(x) / y) */
        if (x == 0 || a->n == 0 || !isfinite(exact))
            return INFINITY;
        power = log2(size) / a->n;
        return of_power(power,
                        log2_error(size, type) / fabs((double)a->n) + 2.5 * step_of(power, type));
    case RELAXED_TAN: /* sin(x) * (1.0f / cos(x)) */
        if (size > M_PI)
            return INFINITY;
        return ((fabs(sin(x)) + sine) / fmax(fabs(cos(x)) - sine, 0) - fabs(exact)) / ulp + 4;
    }
    return INFINITY;
}

static double
row_of(const Function *function, const RealType *type, bool is_relaxed)
{
    double row = function->limits[is_relaxed ? 3 : type->limit_row];
    return row == -3 ? function->limits[type->limit_row] : row;
}

double
limit_of(const Function *function, const RealType *type, Rules rules, Arguments *a,
         const mpfr_t exact)
{
    double row = row_of(function, type, rules.is_relaxed);
    double x = fabs(mpfr_get_d(a->real[0], MPFR_RNDN));
    /* 6.15.2: half_cos, half_sin and half_tan are for arguments from -2^16 to 2^16. */
    if (!strncmp(function->name, "half_", 5) &&
        strstr("half_cos half_sin half_tan", function->name) && x > 0x1p16)
        return INFINITY;
    if (row < 0)
        return INFINITY;
    return row >= RELAXED_RECIP ? relaxed_limit((RelaxedRule)row, type, rules, a, exact) : row;
}

const char *
limit_text(const Function *function, const RealType *type, bool is_relaxed, char *text, size_t size)
{
    static const char *const rules[] = {"2.5 from 2^-126 to 2^126",
                                        "2.5 from 2^-62 to 2^62",
                                        "2^-11 up to pi",
                                        "2^-11 up to 1",
                                        "3 + floor(2 abs(x))",
                                        "exp2(x * log2(10))",
                                        "2^-21 from 0.5 to 2, else 3",
                                        "exp2(y * log2(x))",
                                        "exp2(log2(x) / y)",
                                        "sin(x) * (1 / cos(x))"};
    double row = row_of(function, type, is_relaxed);
    if (row >= RELAXED_RECIP)
        return rules[(int)row - RELAXED_RECIP];
    if (row == -1)
        return "undefined";
    if (row == 0.5)
        return "correctly rounded";
    snprintf(text, size, "%g", row);
    return text;
}
