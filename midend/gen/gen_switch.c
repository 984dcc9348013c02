/* switch: a tree of comparisons, halved until few values are left. */
#include "midend/gen/gen_internal.h"
#include "sema/constexpr.h"

#include <stdlib.h>

enum { LINEAR = 4 }; /* values compared one after the other at a leaf */

struct switch_case {
    uint64_t low, high; /* both included; as the type orders them once biased */
    struct ir_block *block;
};

struct switch_cases {
    VEC(struct switch_case) all;
    struct ir_block *otherwise;
    ir_id value;
    enum ir_type type;
    bool is_signed;
    uint64_t bias; /* flips the sign bit, so that unsigned order serves both */
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

static uint64_t
case_value(struct gen *g, struct expr *expr, struct switch_cases *cases)
{
    int64_t value;
    if (!constexpr_integer(expr, &value))
        ice(g->module->guard, "gen: a case value is no constant");
    uint64_t mask = UINT64_MAX >> (64 - ir_type_bits(cases->type));
    return ((uint64_t)value & mask) ^ cases->bias;
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
compare_with(struct gen *g, const struct switch_cases *cases, enum ir_op sop, enum ir_op uop,
             uint64_t biased)
{
    return ir_build2(&g->b, cases->is_signed ? sop : uop, IR_I1, cases->value,
                     ir_build_int(&g->b, cases->type, biased ^ cases->bias));
}

static void
test_one(struct gen *g, const struct switch_cases *cases, const struct switch_case *one,
         struct ir_block *next)
{
    if (one->low == one->high) {
        ir_build_cbr(&g->b, compare_with(g, cases, IR_OP_eq, IR_OP_eq, one->low), one->block, next);
        return;
    }
    ir_id low = compare_with(g, cases, IR_OP_sge, IR_OP_uge, one->low);
    ir_id high = compare_with(g, cases, IR_OP_sle, IR_OP_ule, one->high);
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
    ir_build_cbr(&g->b, compare_with(g, cases, IR_OP_slt, IR_OP_ult, cases->all.at[middle].low),
                 low, high);
    g->b.block = low;
    dispatch(g, cases, from, middle);
    g->b.block = high;
    dispatch(g, cases, middle, to);
}

void
gen_switch(struct gen *g, struct stmt *stmt)
{
    struct ir_block *done = ir_block_new(g->function), *outer = g->break_to;
    struct switch_cases cases = {.value = gen_scalar(g, stmt->expr), .otherwise = done};
    cases.type = ir_type_of(g->function, cases.value);
    cases.is_signed = gen_is_signed(stmt->expr->type);
    cases.bias = cases.is_signed ? UINT64_C(1) << (ir_type_bits(cases.type) - 1) : 0;
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
