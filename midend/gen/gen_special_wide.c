/* Clang's builtins in `ll`: of long long, which has 128 bits (gen_wide.c). */
#include "midend/gen/gen_builtin.h"
#include "midend/gen/gen_wide.h"

#include <string.h>

/* ---- counts ---- */

/* clz, ctz: the zeros of the half that comes first, and if it has nothing else those of the other, too. */
static ir_id
zeros(struct gen *g, enum ir_op op, ir_id first, ir_id second)
{
    ir_id is_empty = test64(g, IR_OP_eq, first, constant64(g, 0));
    ir_id more = op64(g, IR_OP_add, ir_build1(&g->b, op, IR_I64, second), constant64(g, 64));
    return ir_build3(&g->b, IR_OP_select, IR_I64, is_empty, more,
                     ir_build1(&g->b, op, IR_I64, first));
}

static ir_id
clz(struct gen *g, const struct gen_value *x)
{
    return zeros(g, IR_OP_clz, x->at[1], x->at[0]);
}

static ir_id
ctz(struct gen *g, const struct gen_value *x)
{
    return zeros(g, IR_OP_ctz, x->at[0], x->at[1]);
}

static ir_id
popcount(struct gen *g, const struct gen_value *x)
{
    return op64(g, IR_OP_add, ir_build1(&g->b, IR_OP_popcount, IR_I64, x->at[0]),
                ir_build1(&g->b, IR_OP_popcount, IR_I64, x->at[1]));
}

static ir_id
first_set(struct gen *g, const struct gen_value *x)
{
    ir_id place = op64(g, IR_OP_add, ctz(g, x), constant64(g, 1));
    return ir_build3(&g->b, IR_OP_select, IR_I64, gen_wide_is_true(g, x), place, constant64(g, 0));
}

static ir_id
parity(struct gen *g, const struct gen_value *x)
{
    ir_id both = op64(g, IR_OP_xor, x->at[0], x->at[1]);
    return op64(g, IR_OP_and, ir_build1(&g->b, IR_OP_popcount, IR_I64, both), constant64(g, 1));
}

/* The bits below the sign that are as the sign is. */
static ir_id
clrsb(struct gen *g, const struct gen_value *x)
{
    ir_id sign = op64(g, IR_OP_ashr, x->at[1], ir_build_int(&g->b, IR_I32, 63));
    struct gen_value differing =
        gen_wide(x->type, op64(g, IR_OP_xor, x->at[0], sign), op64(g, IR_OP_xor, x->at[1], sign));
    return op64(g, IR_OP_sub, clz(g, &differing), constant64(g, 1));
}

static const struct count {
    const char *name;
    ir_id (*build)(struct gen *g, const struct gen_value *x);
} counts[] = {{"clz", clz},       {"ctz", ctz},       {"popcount", popcount},
              {"ffs", first_set}, {"parity", parity}, {"clrsb", clrsb}};

/* "wide:clz" and the others. */
struct gen_value
gen_special_wide(struct gen *g, struct expr *expr)
{
    const struct builtin *row = expr->call.builtin;
    const char *name = strchr(row->target, ':') + 1;
    struct gen_value x = gen_expr(g, expr->call.args.at[0]);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (strcmp(counts[i].name, name) == 0)
            return gen_value1(expr->type, gen_int_resize(g, counts[i].build(g, &x), false, IR_I32));
    ice(g->module->guard, "gen: no count '%s' for builtin '%s'", name, row->name);
}

/* ---- arithmetic with overflow ---- */

/* Is the product of numbers without a sign 2^128 or more?  With halves h and l:
 *
 *     (ah * 2^64 + al) * (bh * 2^64 + bl) = ah * bh * 2^128 + (ah * bl + al * bh) * 2^64 + al * bl
 *
 * If ah or bh is 0, the sum in the middle is one product; it must not reach 2^64, with what al * bl carries. */
static ir_id
product_overflows(struct gen *g, const struct gen_value *a, const struct gen_value *b)
{
    ir_id zero = constant64(g, 0);
    ir_id both = ir_build2(&g->b, IR_OP_and, IR_I1, test64(g, IR_OP_ne, a->at[1], zero),
                           test64(g, IR_OP_ne, b->at[1], zero));
    ir_id above = op64(g, IR_OP_or, op64(g, IR_OP_umulhi, a->at[1], b->at[0]),
                       op64(g, IR_OP_umulhi, a->at[0], b->at[1]));
    ir_id middle = op64(g, IR_OP_or, op64(g, IR_OP_mul, a->at[1], b->at[0]),
                        op64(g, IR_OP_mul, a->at[0], b->at[1]));
    ir_id sum = op64(g, IR_OP_add, middle, op64(g, IR_OP_umulhi, a->at[0], b->at[0]));
    ir_id result = ir_build2(&g->b, IR_OP_or, IR_I1, both, test64(g, IR_OP_ne, above, zero));
    return ir_build2(&g->b, IR_OP_or, IR_I1, result, test64(g, IR_OP_ult, sum, middle));
}

/* The size of a number with a sign: 2^127 at most. */
static struct gen_value
magnitude(struct gen *g, const struct gen_value *x)
{
    ir_id sign = op64(g, IR_OP_ashr, x->at[1], ir_build_int(&g->b, IR_I32, 63));
    struct gen_value signs = gen_wide(x->type, sign, sign);
    struct gen_value turned = gen_wide_arithmetic(g, IR_OP_xor, x->type, x, &signs);
    return gen_wide_arithmetic(g, IR_OP_sub, x->type, &turned, &signs);
}

static ir_id
signed_product_overflows(struct gen *g, const struct gen_value *a, const struct gen_value *b)
{
    struct gen_value x = magnitude(g, a), y = magnitude(g, b);
    struct gen_value product = gen_wide_arithmetic(g, IR_OP_mul, a->type, &x, &y);
    ir_id is_negative =
        test64(g, IR_OP_slt, op64(g, IR_OP_xor, a->at[1], b->at[1]), constant64(g, 0));
    struct gen_value most =
        gen_wide(a->type,
                 ir_build3(&g->b, IR_OP_select, IR_I64, is_negative, constant64(g, 0),
                           constant64(g, UINT64_MAX)),
                 ir_build3(&g->b, IR_OP_select, IR_I64, is_negative,
                           constant64(g, (uint64_t)INT64_MIN), constant64(g, INT64_MAX)));
    return ir_build2(&g->b, IR_OP_or, IR_I1, product_overflows(g, &x, &y),
                     gen_wide_compare(g, IR_OP_ugt, &product, &most));
}

ir_id
gen_wide_overflows(struct gen *g, enum ir_op op, const struct gen_value *a,
                   const struct gen_value *b, const struct gen_value *result)
{
    bool is_signed = gen_is_signed(result->type);
    if (op == IR_OP_mul)
        return is_signed ? signed_product_overflows(g, a, b) : product_overflows(g, a, b);
    if (!is_signed)
        return op == IR_OP_add ? gen_wide_compare(g, IR_OP_ult, result, a)
                               : gen_wide_compare(g, IR_OP_ult, a, b);
    return gen_sum_overflows(g, op, a->at[1], b->at[1], result->at[1]);
}
