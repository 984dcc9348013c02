/* What the approximating instructions give when they are not asked to be exact: any value within
 * the documented error.  The value is a function of the kind of instruction, its input and the seed,
 * as on a real chip.
 *
 * ISA: AMD's Instinct MI300 ISA manual, notes and functional examples of each instruction (those of
 * Vega and RDNA say the same); CLRX: GcnInstrsVop1. */
#include "runtime/sim/exec/valu_float.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* Results that the documents give exactly, beside zeros, infinities and NaN. */
enum promise {
    EXACT_NONE,
    EXACT_REPRESENTABLE, /* whatever the format can represent */
    EXACT_POWER,         /* powers of two */
    EXACT_ONE,           /* 1 and -1 */
};

struct bound {
    double ulps, relative, absolute; /* one of them is not 0 */
    enum promise exact;
};

static const struct bound bounds[] = {
    /* ISA: 1 ULP; CLRX: below 1 ULP, so no other value is near enough to one that is representable
     */
    [BOUND_RCP] = {.ulps = 1, .exact = EXACT_REPRESENTABLE},
    /* ISA: 1 ULP, sqrt(4) = 2, rsq(4) = 0.5 */
    [BOUND_ROOT] = {.ulps = 1, .exact = EXACT_POWER},
    /* ISA: 1 ULP, exp(-0) = 1, log(1) = 0 */
    [BOUND_EXP] = {.ulps = 1, .exact = EXACT_ONE},
    [BOUND_LOG] = {.ulps = 1},
    /* ISA: sin(-0) = -0, sin(0.25) = 1, cos(-0) = 1, cos(0.25) = 0, no error; Vulkan's "Precision
     * and Operation of SPIR-V Instructions", which RADV meets with a bare v_sin: 2^-11, and 2^-7
     * with halves */
    [BOUND_SINE] = {.absolute = 0x1p-11, .exact = EXACT_ONE},
    [BOUND_SINE_HALF] = {.absolute = 0x1p-7, .exact = EXACT_ONE},
    /* ISA: 2^29 ULP, which is 2^-23 of the value */
    [BOUND_DOUBLE] = {.relative = 0x1p-23},
};

bool
sim_rounding_parse(const char *text, struct sim_options *options)
{
    if (!text || strcmp(text, "nearest") == 0) {
        options->rounding = SIM_ROUNDING_NEAREST;
    } else if (strcmp(text, "worst") == 0) {
        options->rounding = SIM_ROUNDING_WORST;
    } else {
        options->rounding = SIM_ROUNDING_SEED;
        return sim_seed_parse(text, &options->rounding_seed);
    }
    return true;
}

/* Bits of the mantissa that are stored, and the exponent of the least normal number. */
static int
mantissa_bits(const struct float_format *f)
{
    return __builtin_ctzll(f->inf);
}

static int
least_exponent(const struct float_format *f)
{
    return 1 - (int)(f->one >> mantissa_bits(f));
}

/* OpenCL's ulp: the distance of the two nearest numbers that enclose the value, the smaller one at
 * powers of two. */
static double
ulp_of(const struct float_format *f, double value)
{
    int exponent;
    bool power = fabs(frexp(value, &exponent)) == 0.5;
    exponent -= power ? 2 : 1;
    if (exponent < least_exponent(f))
        exponent = least_exponent(f);
    return ldexp(1, exponent - mantissa_bits(f));
}

/* The number of the format next to value, above or below it, itself if it is one.  By the grid of
 * the value's own binade: the host's rounding mode is MODE's meanwhile. */
static double
on_grid(const struct float_format *f, double value, bool up)
{
    int exponent;
    if (f == &float64 || value == 0)
        return value;
    frexp(value, &exponent);
    exponent = exponent - 1 < least_exponent(f) ? least_exponent(f) : exponent - 1;
    double grid = ldexp(1, exponent - mantissa_bits(f)), steps = value / grid;
    return (up ? ceil(steps) : floor(steps)) * grid;
}

static bool
is_promised(const struct float_format *f, const struct bound *bound, double exact)
{
    int exponent;
    switch (bound->exact) {
    case EXACT_REPRESENTABLE:
        return on_grid(f, exact, false) == exact;
    case EXACT_POWER:
        return fabs(frexp(exact, &exponent)) == 0.5;
    case EXACT_ONE:
        return fabs(exact) == 1;
    default:
        return false;
    }
}

/* The value farther from the exact one; when both are as far, one by chance. */
static double
farther(double exact, double low, double high, uint64_t chance)
{
    double below = exact - low, above = high - exact, difference = fabs(below - above);
    if (difference * 16 <= below + above)
        return chance & 1 ? high : low;
    return below > above ? low : high;
}

double
valu_rounded(const struct valu *x, const struct float_format *f, enum valu_bound which,
             double exact, uint64_t input)
{
    const struct bound *bound = &bounds[which];
    const struct sim_options *options = &x->wave->device->options;
    double least = ldexp(1, least_exponent(f));
    if (!isfinite(exact) || exact == 0 || is_promised(f, bound, exact))
        return exact;
    double error = bound->ulps != 0       ? bound->ulps * ulp_of(f, exact)
                   : bound->relative != 0 ? bound->relative * fabs(exact)
                                          : bound->absolute;
    double low = on_grid(f, exact - error, true), high = on_grid(f, exact + error, false);
    uint64_t seed = options->rounding == SIM_ROUNDING_WORST ? 0 : options->rounding_seed + 1;
    uint64_t chance = sim_mix(sim_mix(seed ^ (uint64_t)which << 48) ^ input);
    double result = farther(exact, low, high, chance);
    if (options->rounding == SIM_ROUNDING_SEED) {
        result = exact + error * ((double)(chance >> 12) * 0x1p-51 - 1);
        result = on_grid(f, result, chance & 1);
        result = result < low ? low : result > high ? high : result;
    }
    /* Neither denormal numbers nor infinity stand in for a normal number. */
    bool normal = fabs(exact) >= least && fabs(result) >= least && fabs(result) * least < 4;
    return normal || bound->absolute != 0 ? result : exact;
}
