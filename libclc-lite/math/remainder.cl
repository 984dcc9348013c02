/* fmod, remainder, remquo: exact, by long division of the mantissas, STEP bits of the quotient at a
 * time.  Quotients are rounded from the product with an approximate reciprocal: they may be off by
 * a little more than a half.  What they leave is still smaller than the divisor and a multiple of
 * its last place, and so exact. */

/* Less than what the divisor's reciprocal is good for, and than a word */
#define STEP_float  18
#define STEP_double 30

static OVERLOAD float
inverse(float m)
{
    return __occ_hw_rcp(m);
}

static OVERLOAD double
inverse(double m)
{
    double y = __occ_hw_rcp(m);
    return fma(fma(-m, y, 1.0), y, y);
}

/* of a whole number below 2^STEP or so in size */
static OVERLOAD int
low_bits(float q)
{
    return (int)q;
}

static OVERLOAD int
low_bits(double q)
{
    return (int)(uint)as_ulong(q + 0x1.8p52);
}

#define REMAINDER(real, NAN_)                                                                      \
    struct division_##real {                                                                       \
        real rest, divisor;     /* |x| = (n divisor + rest) 2^exponent, |y| = divisor 2^exponent */ \
        int exponent, quotient; /* n is x / y to within 1; its low bits */                         \
    };                                                                                             \
    static struct division_##real divide_##real(real x, real y)                                    \
    {                                                                                              \
        struct division_##real d;                                                                  \
        d.rest = fabs(__occ_frexp_mant(x));                                                        \
        d.divisor = fabs(__occ_frexp_mant(y));                                                     \
        d.exponent = __occ_frexp_exp(y);                                                           \
        d.quotient = 0;                                                                            \
        int more = __occ_frexp_exp(x) - d.exponent;                                                \
        if (more < 0) {                                                                            \
            d.rest = ldexp(d.rest, more);                                                          \
            return d;                                                                              \
        }                                                                                          \
        real over = inverse(d.divisor);                                                            \
        do {                                                                                       \
            int now = more < STEP_##real ? more : STEP_##real;                                     \
            d.rest = ldexp(d.rest, now);                                                           \
            real q = rint(d.rest * over);                                                          \
            d.rest = fma(-q, d.divisor, d.rest);                                                   \
            d.quotient = (int)((uint)d.quotient << now) + low_bits(q);                             \
            more -= now;                                                                           \
        } while (more > 0);                                                                        \
        return d;                                                                                  \
    }                                                                                              \
    OVERLOAD real fmod(real x, real y)                                                             \
    {                                                                                              \
        if (!isfinite(x) || y == 0 || isnan(y))                                                    \
            return NAN_;                                                                           \
        if (fabs(x) < fabs(y))                                                                     \
            return x;                                                                              \
        struct division_##real d = divide_##real(x, y);                                            \
        d.rest = d.rest < 0 ? d.rest + d.divisor : d.rest;                                         \
        return copysign(ldexp(d.rest, d.exponent), x);                                             \
    }                                                                                              \
    static real nearest_##real(real x, real y, int *quotient)                                      \
    {                                                                                              \
        *quotient = 0;                                                                             \
        if (!isfinite(x) || y == 0 || isnan(y))                                                    \
            return NAN_;                                                                           \
        if (fabs(x) < (real)0.5 * fabs(y))                                                         \
            return x;                                                                              \
        struct division_##real d = divide_##real(x, y);                                            \
        real twice = fabs(d.rest) + fabs(d.rest);                                                  \
        if (twice > d.divisor || (twice == d.divisor && (d.quotient & 1))) {                       \
            d.quotient += d.rest > 0 ? 1 : -1;                                                     \
            d.rest -= copysign(d.divisor, d.rest);                                                 \
        }                                                                                          \
        bool negative = signbit(x);                                                                \
        int low = d.quotient & 0x7f;                                                               \
        *quotient = negative != signbit(y) ? -low : low;                                           \
        real r = ldexp(d.rest, d.exponent);                                                        \
        return negative ? -r : r;                                                                  \
    }                                                                                              \
    OVERLOAD real remainder(real x, real y)                                                        \
    {                                                                                              \
        int quotient;                                                                              \
        return nearest_##real(x, y, &quotient);                                                    \
    }                                                                                              \
    OVERLOAD real remquo(real x, real y, int *quotient)                                            \
    {                                                                                              \
        return nearest_##real(x, y, quotient);                                                     \
    }

REMAINDER(float, NAN_F32)
REMAINDER(double, NAN_F64)
