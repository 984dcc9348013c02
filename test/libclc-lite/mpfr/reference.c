/* What MPFR says each function is: OpenCL C 3.0, 6.15.2. */
#include "judge.h"

#define ONE(name, call)                                                                            \
    static bool name##_exact(mpfr_t r, Arguments *a)                                               \
    {                                                                                              \
        __attribute__((unused)) mpfr_t *v = a->real;                                               \
        call;                                                                                      \
        return true;                                                                               \
    }
#define MPFR1(name, function) ONE(name, function(r, v[0], MPFR_RNDN))
#define MPFR2(name, function) ONE(name, function(r, v[0], v[1], MPFR_RNDN))
/* clang-format off */
MPFR1(acos, mpfr_acos) MPFR1(acosh, mpfr_acosh) MPFR1(acospi, mpfr_acospi)
MPFR1(asin, mpfr_asin) MPFR1(asinh, mpfr_asinh) MPFR1(asinpi, mpfr_asinpi)
MPFR1(atan, mpfr_atan) MPFR1(atanh, mpfr_atanh) MPFR1(atanpi, mpfr_atanpi)
MPFR2(atan2, mpfr_atan2) MPFR2(atan2pi, mpfr_atan2pi)
MPFR1(cbrt, mpfr_cbrt) MPFR2(divide, mpfr_div)
MPFR1(cos, mpfr_cos) MPFR1(cosh, mpfr_cosh) MPFR1(cospi, mpfr_cospi)
MPFR1(erf, mpfr_erf) MPFR1(erfc, mpfr_erfc)
MPFR1(exp, mpfr_exp) MPFR1(exp10, mpfr_exp10) MPFR1(exp2, mpfr_exp2) MPFR1(expm1, mpfr_expm1)
MPFR1(fabs, mpfr_abs) MPFR2(fdim, mpfr_dim) MPFR2(fmax, mpfr_max) MPFR2(fmin, mpfr_min)
MPFR2(fmod, mpfr_fmod) MPFR2(remainder, mpfr_remainder) MPFR2(hypot, mpfr_hypot)
MPFR1(log, mpfr_log) MPFR1(log10, mpfr_log10) MPFR1(log1p, mpfr_log1p) MPFR1(log2, mpfr_log2)
MPFR2(pow, mpfr_pow)
MPFR1(sin, mpfr_sin) MPFR1(sinh, mpfr_sinh) MPFR1(sinpi, mpfr_sinpi) MPFR1(sqrt, mpfr_sqrt)
MPFR1(tan, mpfr_tan) MPFR1(tanh, mpfr_tanh) MPFR1(tanpi, mpfr_tanpi) MPFR1(tgamma, mpfr_gamma)
ONE(recip, mpfr_ui_div(r, 1, v[0], MPFR_RNDN))
ONE(ceil, mpfr_ceil(r, v[0])) ONE(floor, mpfr_floor(r, v[0])) ONE(trunc, mpfr_trunc(r, v[0]))
ONE(rint, mpfr_roundeven(r, v[0])) ONE(round, mpfr_round(r, v[0]))
ONE(ldexp, mpfr_mul_2si(r, v[0], a->n, MPFR_RNDN))
ONE(pown, mpfr_pow_si(r, v[0], a->n, MPFR_RNDN))
ONE(rootn, mpfr_rootn_si(r, v[0], a->n, MPFR_RNDN))
ONE(modf, if (mpfr_inf_p(v[0])) mpfr_set_ui(r, 0, MPFR_RNDN); else mpfr_frac(r, v[0], MPFR_RNDN))
    /* clang-format on */

    /* MPFR keeps no sign of NaN that one could count on. */
    static bool copysign_exact(mpfr_t r, Arguments *a)
{
    mpfr_copysign(r, a->real[0], a->real[1], MPFR_RNDN);
    return !mpfr_nan_p(a->real[1]);
}
static bool
powr_exact(mpfr_t r, Arguments *a)
{
    if (mpfr_nan_p(a->real[0]) || mpfr_nan_p(a->real[1]))
        mpfr_set_nan(r); /* 7.5.1: of 1, too */
    else
        mpfr_powr(r, a->real[0], a->real[1], MPFR_RNDN);
    return true;
}
/* mpfr_rec_sqrt(-0) is +infinity, that of IEEE 754, 9.2, -infinity. */
static bool
rsqrt_exact(mpfr_t r, Arguments *a)
{
    mpfr_set_prec(r, PRECISION + 20);
    mpfr_sqrt(r, a->real[0], MPFR_RNDN);
    mpfr_ui_div(r, 1, r, MPFR_RNDN);
    return true;
}

static bool
scaled_by_pi(mpfr_t r, Arguments *a, bool is_degrees)
{
    mpfr_t pi;
    mpfr_init2(pi, PRECISION + 20);
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_div_ui(pi, pi, 180, MPFR_RNDN);
    (is_degrees ? mpfr_div : mpfr_mul)(r, a->real[0], pi, MPFR_RNDN);
    mpfr_clear(pi);
    return true;
}
static bool
degrees_exact(mpfr_t r, Arguments *a)
{
    return scaled_by_pi(r, a, true);
}
static bool
radians_exact(mpfr_t r, Arguments *a)
{
    return scaled_by_pi(r, a, false);
}

/* A product of doubles has 106 bits, and a sum of it and another number as many as their distance: all of them, since
 * correct rounding hangs on the last. */
static bool
fma_exact(mpfr_t r, Arguments *a)
{
    mpfr_set_prec(r, 2400);
    mpfr_fma(r, a->real[0], a->real[1], a->real[2], MPFR_RNDN);
    return true;
}

/* 7.4: correctly rounded, or product and sum each correctly rounded.  double and half: anything. */
static bool
mad_exact(mpfr_t r, Arguments *a)
{
    return fma_exact(r, a);
}

/* 6.15.2: fmin(x - floor(x), the largest number below 1); of infinity 0 (7.5.1). */
static bool
fract_exact(mpfr_t r, Arguments *a)
{
    mpfr_t below;
    if (mpfr_inf_p(a->real[0])) {
        mpfr_set_ui(r, 0, MPFR_RNDN);
        return true;
    }
    mpfr_set_prec(r, 1200); /* 1 less the least denormal number */
    mpfr_floor(r, a->real[0]);
    mpfr_sub(r, a->real[0], r, MPFR_RNDN);
    mpfr_init2(below, (mpfr_prec_t)a->type->digits);
    mpfr_set_ui(below, 1, MPFR_RNDN);
    mpfr_nextbelow(below);
    if (mpfr_cmp(r, below) > 0)
        mpfr_set(r, below, MPFR_RNDN);
    mpfr_clear(below);
    return true;
}

static bool
frexp_exact(mpfr_t r, Arguments *a)
{
    mpfr_exp_t exponent;
    mpfr_frexp(&exponent, r, a->real[0], MPFR_RNDN);
    return true;
}
static bool
frexp_exponent_exact(mpfr_t r, Arguments *a)
{
    bool has_one = mpfr_regular_p(a->real[0]);
    mpfr_set_si(r, has_one ? mpfr_get_exp(a->real[0]) : 0, MPFR_RNDN);
    return true;
}
static bool
ilogb_exact(mpfr_t r, Arguments *a)
{
    if (!mpfr_regular_p(a->real[0]))
        return false;
    mpfr_set_si(r, mpfr_get_exp(a->real[0]) - 1, MPFR_RNDN);
    return true;
}
static bool
logb_exact(mpfr_t r, Arguments *a)
{
    if (mpfr_regular_p(a->real[0]))
        return ilogb_exact(r, a);
    mpfr_abs(r, a->real[0], MPFR_RNDN);
    if (mpfr_zero_p(r))
        mpfr_set_inf(r, -1);
    return true;
}

static bool
lgamma_exact(mpfr_t r, Arguments *a)
{
    int sign;
    mpfr_lgamma(r, &sign, a->real[0], MPFR_RNDN);
    return true;
}
/* 7.5.1: 0 of zero and negative whole numbers. */
static bool
lgamma_sign_exact(mpfr_t r, Arguments *a)
{
    int sign = 0;
    if (mpfr_nan_p(a->real[0]) || mpfr_inf_p(a->real[0]))
        return false;
    if (mpfr_sgn(a->real[0]) > 0 || !mpfr_integer_p(a->real[0]))
        mpfr_lgamma(r, &sign, a->real[0], MPFR_RNDN);
    mpfr_set_si(r, sign, MPFR_RNDN);
    return true;
}

static void
of_magnitude(mpfr_t r, Arguments *a, int wanted)
{
    int order = mpfr_cmpabs(a->real[0], a->real[1]);
    bool has_nan = mpfr_nan_p(a->real[0]) || mpfr_nan_p(a->real[1]);
    if (has_nan || order == 0)
        (wanted > 0 ? mpfr_max : mpfr_min)(r, a->real[0], a->real[1], MPFR_RNDN);
    else
        mpfr_set(r, a->real[order * wanted > 0 ? 0 : 1], MPFR_RNDN);
}
static bool
maxmag_exact(mpfr_t r, Arguments *a)
{
    of_magnitude(r, a, 1);
    return true;
}
static bool
minmag_exact(mpfr_t r, Arguments *a)
{
    of_magnitude(r, a, -1);
    return true;
}

static bool
nextafter_exact(mpfr_t r, Arguments *a)
{
    mpfr_exp_t top = mpfr_get_emax();
    int inexact = 0;
    mpfr_set_prec(r, (mpfr_prec_t)a->type->digits);
    mpfr_set(r, a->real[0], MPFR_RNDN);
    if (mpfr_equal_p(a->real[0], a->real[1]))
        return true;
    /* Between denormal numbers the step is that of the least one. */
    bool is_small = mpfr_zero_p(r) || (mpfr_regular_p(r) && mpfr_get_exp(r) <= a->type->least);
    if (is_small && !mpfr_nan_p(a->real[1])) {
        bool is_up = mpfr_less_p(a->real[0], a->real[1]);
        mpfr_t step;
        mpfr_init2(step, 2);
        mpfr_set_si_2exp(step, is_up ? 1 : -1, a->type->least - a->type->digits, MPFR_RNDN);
        inexact = mpfr_add(r, r, step, MPFR_RNDN);
        mpfr_clear(step);
        return inexact == 0;
    }
    mpfr_set_emax(a->type->top);
    mpfr_nexttoward(r, a->real[1]);
    mpfr_set_emax(top);
    return true;
}

static bool
remquo_quotient_exact(mpfr_t r, Arguments *a)
{
    long quotient = 0;
    if (!mpfr_number_p(a->real[0]) || mpfr_nan_p(a->real[1]) || mpfr_zero_p(a->real[1]))
        return false;
    mpfr_remquo(r, &quotient, a->real[0], a->real[1], MPFR_RNDN);
    mpfr_set_si(r, quotient % 128, MPFR_RNDN); /* 6.15.2: at least seven bits, and the sign */
    return true;
}
static bool
sign_exact(mpfr_t r, Arguments *a)
{
    mpfr_set_si(r, mpfr_nan_p(a->real[0]) ? 0 : mpfr_sgn(a->real[0]),
                MPFR_RNDN); /* 6.15.4: NaN gives 0 */
    return true;
}

#define FUNCTION(name, expression, arity, reference, f, d, h, relaxed)                             \
    {name, expression, arity, reference##_exact, {f, d, h, relaxed}},
const Function functions[] = {
#include "functions.def"
};
const int function_count = sizeof functions / sizeof *functions;
const RealType real_types[3] = {
    {"float", 4, 24, -125, 128, 0}, {"double", 8, 53, -1021, 1024, 1}, {"half", 2, 11, -13, 16, 2}};
