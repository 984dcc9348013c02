/* Random arguments, errors in units in the last place, references in long double.  Included by
 * accuracy.c for float and accuracy64.c for double, which define REAL and its limits, SPECIALS and
 * random_real. */
typedef long double wide;

#define REFERENCE1(name) wide name##l(wide);
/* clang-format off */
REFERENCE1(exp) REFERENCE1(exp2) REFERENCE1(exp10) REFERENCE1(expm1) REFERENCE1(log)
REFERENCE1(log2) REFERENCE1(log10) REFERENCE1(log1p) REFERENCE1(sin) REFERENCE1(cos)
REFERENCE1(tan) REFERENCE1(atan) REFERENCE1(asin) REFERENCE1(acos) REFERENCE1(sinh)
REFERENCE1(cosh) REFERENCE1(tanh) REFERENCE1(asinh) REFERENCE1(acosh) REFERENCE1(atanh)
REFERENCE1(cbrt) REFERENCE1(sqrt) REFERENCE1(erf) REFERENCE1(erfc) REFERENCE1(tgamma)
    /* clang-format on */
    wide powl(wide, wide),
    atan2l(wide, wide), hypotl(wide, wide), fmodl(wide, wide), remainderl(wide, wide);

static const wide pi_wide = 3.14159265358979323846264338327950288L;

static wide
rsqrtl(wide x)
{
    return 1 / sqrtl(x);
}

/* x less its nearest multiple of 1/2, times pi; which multiple modulo 4 */
static wide
half_turns(wide x, int *quadrant)
{
    wide n = __builtin_rintl(2 * x);
    *quadrant = (int)(n - 4 * __builtin_floorl(n / 4));
    return (x - n / 2) * pi_wide;
}

static wide
sinpil(wide x)
{
    int q = 0;
    wide r = __builtin_fabsl(x) > 1e18L ? 0 * x : half_turns(x, &q), v = q & 1 ? cosl(r) : sinl(r);
    return q & 2 ? -v : v;
}

static wide
cospil(wide x)
{
    int q = 0;
    wide r = __builtin_fabsl(x) > 1e18L ? 0 * x : half_turns(x, &q), v = q & 1 ? -sinl(r) : cosl(r);
    return q & 2 ? -v : v;
}

static wide
tanpil(wide x)
{
    int q = 0;
    wide r = __builtin_fabsl(x) > 1e18L ? 0 * x : half_turns(x, &q), v = tanl(r);
    if (r == 0)
        return q & 1 ? (q & 2 ? -1 : 1) / 0.0L : 0;
    return q & 1 ? -1 / v : v;
}

static wide
atanpil(wide x)
{
    return atanl(x) / pi_wide;
}
static wide
asinpil(wide x)
{
    return asinl(x) / pi_wide;
}
static wide
acospil(wide x)
{
    return acosl(x) / pi_wide;
}

static double
ulp(REAL got, wide want)
{
    REAL nearest = (REAL)want;
    int exponent;
    if ((__builtin_isnan(got) && __builtin_isnan(nearest)) || got == nearest)
        return 0;
    if (__builtin_isnan(got) || __builtin_isnan(nearest) || __builtin_isinf(got))
        return 1e9;
    if (__builtin_isinf(nearest)) /* the bound reaches below infinity */
        return __builtin_fabs((double)got) >= NEARLY_LARGEST ? 0 : 1e9;
    __builtin_frexp((double)nearest, &exponent);
    exponent = nearest == 0 || exponent < LEAST_EXPONENT ? LEAST_EXPONENT : exponent;
    return (double)(__builtin_fabsl(got - want) / __builtin_ldexpl(1, exponent - DIGITS));
}

static ulong random_state = 88172645463325252ul;

static ulong
random_bits(void) /* xorshift64 (Marsaglia 2003) */
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static const REAL specials[] = {SPECIALS};
enum { SPECIAL_COUNT = sizeof specials / sizeof *specials };
static int failures;

static void
report(const char *name, double error, double bound, REAL x, REAL y)
{
    if (error > bound) {
        printf("%s: %.2f ULP, allowed %g, at %a, %a\n", name, error, bound, (double)x, (double)y);
        failures++;
    }
}

#define CHECK1(name, bound)                                                                        \
    {                                                                                              \
        double worst = 0;                                                                          \
        REAL where = 0;                                                                            \
        for (int i = 0; i < COUNT; i++) {                                                          \
            REAL x = i < SPECIAL_COUNT ? specials[i] : random_real(i);                             \
            double error = ulp(name(x), name##l((wide)x));                                         \
            if (error > worst)                                                                     \
                worst = error, where = x;                                                          \
        }                                                                                          \
        report(#name, worst, bound, where, 0);                                                     \
    }
#define CHECK2(name, bound)                                                                        \
    {                                                                                              \
        double worst = 0;                                                                          \
        REAL where = 0, and = 0;                                                                   \
        for (int i = 0; i < COUNT; i++) {                                                          \
            bool listed = i < SPECIAL_COUNT * SPECIAL_COUNT;                                       \
            REAL x = listed ? specials[i % SPECIAL_COUNT] : random_real(i);                        \
            REAL y = listed ? specials[i / SPECIAL_COUNT] : random_real(i / 3);                    \
            double error = ulp(name(x, y), name##l((wide)x, (wide)y));                             \
            if (error > worst)                                                                     \
                worst = error, where = x, and = y;                                                 \
        }                                                                                          \
        report(#name, worst, bound, where, and);                                                   \
    }

wide lgammal_r(wide, int *);

/* OpenCL states no accuracy: in units of the last digit of the result, or of 1 where it is smaller, since it has
 * zeros.  The sign is that of the gamma function. */
static void
check_lgamma(double bound)
{
    double worst = 0;
    REAL where = 0;
    for (int i = 0; i < COUNT; i++) {
        REAL x = random_real(i);
        int sign, exact_sign;
        wide exact = lgammal_r((wide)x, &exact_sign), size = __builtin_fabsl(exact);
        wide off = __builtin_fabsl(lgamma_r(x, &sign) - exact) / (size > 1 ? size : 1);
        double error = (double)(off * __builtin_powil(2, DIGITS));
        bool is_pole = x <= 0 && __builtin_floorl(x) == x;
        if (!is_pole && size < NEARLY_LARGEST &&
            (sign != exact_sign || lgamma(x) != lgamma_r(x, &sign)))
            error = __builtin_inf();
        if (size < NEARLY_LARGEST && !(error <= worst))
            worst = error, where = x;
    }
    report("lgamma", worst, bound, where, 0);
}

/* OpenCL C 1.2, 7.4: full profile.  tanpi: tan's and a multiplication's. */
static int
check_all(void)
{
    /* clang-format off */
    CHECK1(exp, 3) CHECK1(exp2, 3) CHECK1(exp10, 3) CHECK1(expm1, 3)
    CHECK1(log, 3) CHECK1(log2, 3) CHECK1(log10, 3) CHECK1(log1p, 2)
    CHECK1(sin, 4) CHECK1(cos, 4) CHECK1(tan, 5)
    CHECK1(sinpi, 4) CHECK1(cospi, 4) CHECK1(tanpi, 6)
    CHECK1(atan, 5) CHECK1(asin, 4) CHECK1(acos, 4)
    CHECK1(atanpi, 5) CHECK1(asinpi, 5) CHECK1(acospi, 5)
    CHECK1(sinh, 4) CHECK1(cosh, 4) CHECK1(tanh, 5)
    CHECK1(asinh, 4) CHECK1(acosh, 4) CHECK1(atanh, 5)
    CHECK1(erf, 16) CHECK1(erfc, 16) CHECK1(tgamma, 16)
    CHECK1(cbrt, 2) CHECK1(rsqrt, 2)
    CHECK2(pow, 16) CHECK2(atan2, 6) CHECK2(hypot, 4) CHECK2(fmod, 0) CHECK2(remainder, 0)
        /* clang-format on */
        return failures != 0;
}
