/* switch: a tree of comparisons, halved until few values are left. */
#include "midend/gen/gen_internal.h"
#include "sema/constexpr.h"

#include <stdlib.h>

enum { LINEAR = 4 }; /* values compared one after the other at a leaf: tuned */

struct switch_case {
    wide_uint low, high; /* both included; as the type orders them once biased */
    struct ir_block *block;
};

struct switch_cases {
    VEC(struct switch_case) all;
    struct ir_block *otherwise;
    struct gen_value value;
    struct type *type;
    wide_uint bias; /* flips the sign bit, so that unsigned order serves both */
};

struct ir_block *
gen_block_of(struct gen *g, const struct stmt *stmt)
{
    struct ir_block *block = map_get(&g->blocks, MAP_KEY(stmt));
    if (!block) {
        block = ir_block_new(g->function);
        map_put(&g->blocks, MAP_KEY(stmt), block);
    }
    return block;
}

static int
by_value(const void *a, const void *b)
{
    const struct switch_case *x = a, *y = b;
    return x->low < y->low ? -1 : x->low > y->low;
}

static wide_uint
case_value(struct gen *g, struct expr *expr, struct switch_cases *cases)
{
    wide_int value;
    if (!constexpr_wide(expr, &value))
        ice(g->module->guard, "gen: a case value is no constant");
    wide_uint mask = ~(wide_uint)0 >> (128 - cases->type->size * 8);
    return ((wide_uint)value & mask) ^ cases->bias;
}

static void
collect(struct gen *g, struct stmt *stmt, struct switch_cases *cases)
{
    for (uint32_t i = 0; i < stmt->cases.count; i++) {
        struct stmt *label = stmt->cases.at[i];
        struct ir_block *block = gen_block_of(g, label);
        if (!label->expr) {
            cases->otherwise = block;
            continue;
        }
        struct switch_case one = {.low = case_value(g, label->expr, cases), .block = block};
        one.high = label->expr2 ? case_value(g, label->expr2, cases) : one.low;
        if (one.low <= one.high)
            vec_push(g->arena, &cases->all, one);
    }
    if (cases->all.count)
        qsort(cases->all.at, cases->all.count, sizeof *cases->all.at, by_value);
}

static ir_id
compare_with(struct gen *g, const struct switch_cases *cases, enum operator_kind op,
             wide_uint biased)
{
    wide_uint value = biased ^ cases->bias;
    struct gen_value constant =
        gen_is_wide(cases->type)
            ? gen_wide_constant(g, cases->type, (uint64_t)value, wide_high(value))
            : gen_value1(cases->type,
                         ir_build_int(&g->b, gen_type(g, cases->type), (uint64_t)value));
    return gen_compare(g, op, &cases->value, &constant);
}

static void
test_one(struct gen *g, const struct switch_cases *cases, const struct switch_case *one,
         struct ir_block *next)
{
    if (one->low == one->high) {
        ir_build_cbr(&g->b, compare_with(g, cases, OP_EQ, one->low), one->block, next);
        return;
    }
    ir_id low = compare_with(g, cases, OP_GE, one->low);
    ir_id high = compare_with(g, cases, OP_LE, one->high);
    ir_build_cbr(&g->b, ir_build2(&g->b, IR_OP_and, IR_I1, low, high), one->block, next);
}

static void
dispatch(struct gen *g, const struct switch_cases *cases, uint32_t from, uint32_t to)
{
    if (to - from <= LINEAR) {
        for (uint32_t i = from; i < to; i++) {
            struct ir_block *next = i + 1 < to ? ir_block_new(g->function) : cases->otherwise;
            test_one(g, cases, &cases->all.at[i], next);
            if (i + 1 < to)
                g->b.block = next;
        }
        return;
    }
    /* cases do not overlap (sema checks that), so the halves can be searched separately */
    uint32_t middle = from + (to - from) / 2;
    struct ir_block *low = ir_block_new(g->function);
    struct ir_block *high = ir_block_new(g->function);
    ir_build_cbr(&g->b, compare_with(g, cases, OP_LT, cases->all.at[middle].low), low, high);
    g->b.block = low;
    dispatch(g, cases, from, middle);
    g->b.block = high;
    dispatch(g, cases, middle, to);
}

void
gen_switch(struct gen *g, struct stmt *stmt)
{
    struct ir_block *done = ir_block_new(g->function), *outer = g->break_to;
    struct switch_cases cases = {.value = gen_expr(g, stmt->expr), .otherwise = done};
    cases.type = cases.value.type = gen_unqualified(stmt->expr->type);
    cases.bias = gen_is_signed(cases.type) ? (wide_uint)1 << (cases.type->size * 8 - 1) : 0;
    collect(g, stmt, &cases);
    if (cases.all.count)
        dispatch(g, &cases, 0, cases.all.count);
    else
        ir_build_br(&g->b, cases.otherwise);
    g->b.block = ir_block_new(g->function); /* statements before the first label */
    g->break_to = done;
    gen_stmt(g, stmt->body);
    g->break_to = outer;
    gen_start(g, done);
}
