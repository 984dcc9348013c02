/* pow, powr, pown and rootn of a constant exponent are products, reciprocals and square roots.
 *
 * The library's pow takes some 80 instructions.  The bounds of OpenCL C (7.4: 16 ULP, 4 of half) and
 * its edge cases (7.5.1) hold: a product of n factors rounds n - 1 times, and no factor overflows
 * or underflows before the product does; a negative power multiplies reciprocals for that reason.
 * pow(-0, 0.5) is +0 and pow(-inf, 0.5) is +inf, other than the square root's.
 *
 *   %2 = call f32 %1, f32 3.0, @pow.f32.f32   ->   %3 = fmul f32 %1, %1 ; %4 = fmul f32 %3, %1 */
#include "midend/calls/constant_powers.h"

#include "midend/ir/ir_build.h"
#include "support/ieee.h"

#include <math.h>
#include <string.h>

/* RELAXED: other powers than products are an exponential of a logarithm there, which is as cheap. */
enum power { NO_POWER, POW, POWR, POWN, ROOTN, RELAXED };

/* What n factors may be, and n reciprocals: 16 ULP, each reciprocal is within 2.5. */
enum { FACTORS = 8, RECIPROCALS = 4, FACTORS_OF_HALF = 4, RECIPROCALS_OF_HALF = 1 };

static enum power
which_power(const char *name)
{
    static const struct {
        const char *prefix;
        enum power power;
    } names[] = {{"pow.", POW},
                 {"powr.", POWR},
                 {"pown.", POWN},
                 {"half_powr.", POWR},
                 {"native_powr.", POWR},
                 {"rootn.", ROOTN},
                 {"__occ_relaxed_pow.", RELAXED},
                 {"__occ_relaxed_pown.", RELAXED}};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i].prefix, strlen(names[i].prefix)) == 0)
            return names[i].power;
    return NO_POWER;
}

static double
number_of(enum ir_type type, uint64_t bits)
{
    return ir_is_float(type) ? ieee_value(ir_type_bits(type), bits) : (double)(int32_t)bits;
}

/* x to the n-th, n > 0, by squaring. */
static ir_id
product(struct ir_builder *b, enum ir_type type, ir_id x, unsigned n)
{
    if (n == 1)
        return x;
    ir_id half = product(b, type, x, n / 2);
    ir_id square = ir_build2(b, IR_OP_fmul, type, half, half);
    return n % 2 ? ir_build2(b, IR_OP_fmul, type, square, x) : square;
}

static ir_id
reciprocal(struct ir_builder *b, enum ir_type type, ir_id x)
{
    return ir_build2(b, IR_OP_fdiv, type, ir_build_float(b, type, 1.0), x);
}

static ir_id
integer_power(struct ir_builder *b, enum ir_type type, ir_id x, int n)
{
    int factors = type == IR_F16 ? FACTORS_OF_HALF : FACTORS;
    int reciprocals = type == IR_F16 ? RECIPROCALS_OF_HALF : RECIPROCALS;
    if (n > factors || n < -reciprocals)
        return 0;
    if (n == 0)
        return ir_build_float(b, type, 1.0);
    if (n < 0)
        return product(b, type, reciprocal(b, type, x), (unsigned)-n);
    return product(b, type, x, (unsigned)n);
}

/* The square root, of -0 too: +0. */
static ir_id
root(struct ir_builder *b, enum ir_type type, ir_id x)
{
    x = ir_build2(b, IR_OP_fadd, type, x, ir_build_float(b, type, 0.0));
    return ir_build1(b, IR_OP_fsqrt, type, x);
}

/* pow(x, 0.5) or, inverse, pow(x, -0.5). */
static ir_id
half_power(struct ir_builder *b, enum ir_type type, ir_id x, bool inverse)
{
    ir_id least = ir_build_float(b, type, -HUGE_VAL);
    ir_id value = root(b, type, x);
    if (inverse)
        value = reciprocal(b, type, value);
    ir_id is_least = ir_build2(b, IR_OP_foeq, IR_I1, x, least);
    ir_id limit = ir_build_float(b, type, inverse ? 0.0 : HUGE_VAL);
    return ir_build3(b, IR_OP_select, type, is_least, limit, value);
}

static ir_id
replacement(struct ir_builder *b, enum power power, enum ir_type type, ir_id x, double y)
{
    if (power == RELAXED && y < 0)
        return 0;
    if (y == 0.5 || y == -0.5) {
        if (power == POW)
            return half_power(b, type, x, y < 0);
        return power == POWR && y > 0 ? root(b, type, x) : 0;
    }
    if (power == ROOTN) /* rootn(x, 1), rootn(x, -1), rootn(x, 2) */
        return y == 2.0 ? root(b, type, x) : fabs(y) == 1.0 ? integer_power(b, type, x, (int)y) : 0;
    if (power == POWR || y != rint(y) || fabs(y) > FACTORS) /* powr is no number below zero */
        return 0;
    return integer_power(b, type, x, (int)y);
}

bool
constant_power(struct ir_function *function, struct ir_inst *call)
{
    enum power power = which_power(call->callee->name);
    enum ir_type type = (enum ir_type)call->type;
    if (!power || call->arg_count != 2 || call->def_count != 1 || !ir_is_float(type) ||
        !ir_is_const(function, call->args[1].value))
        return false;
    const struct ir_value *y = ir_value(function, call->args[1].value);
    struct ir_builder b = {function, call->block, call, call->loc};
    ir_id value = replacement(&b, power, type, call->args[0].value,
                              number_of((enum ir_type)y->type, y->bits));
    if (!value)
        return false;
    ir_replace_uses(function, call->def, value);
    ir_remove(call);
    return true;
}
