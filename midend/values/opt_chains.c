/* A chain of comparisons of one value with constants becomes what a switch becomes (gen_switch.c): a tree
 * of comparisons, halved until few values are left.
 *
 *   b0: %1 = eq %x, 0; cbr %1, A, b1    b1: %2 = eq %x, 1; cbr %2, B, b2    b2: ...
 *   ->   b0: %9 = ult %x, 4; cbr %9, b7, b8    b7: %1 = eq %x, 0; cbr %1, A, b9    ...
 *
 * A test may be several equalities with `or` between them, or the negation of that.  The first test that a
 * value meets decides, so that the order of tests does not matter: for a constant that stands in two of them
 * the later is dropped.  Where something else is computed or asked between two tests, a chain ends. */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"
#include "support/limit.h"

#include <stdlib.h>

/* LEAST: constants of a chain below which it stays; LINEAR: values compared one after the other at a leaf.
 * Tuned. */
enum { LEAST = 6, LINEAR = 4, NO_TEST = 2 };

struct chain_value {
    uint64_t low, high; /* both included */
    uint32_t edge;
};

/* Where a test leads, with what the phis there get. */
struct chain_edge {
    struct ir_block *target;
    uint32_t first_arg;
};

struct chain {
    struct ir_function *function;
    struct arena *arena;
    ir_id value; /* 0: not known yet */
    VEC(struct chain_value) values;
    VEC(struct chain_edge) edges; /* the last: where no test holds */
    VEC(struct ir_block *) tests; /* after the first */
    VEC(ir_id) args;
};

/* ---- reading tests ---- */

/* The other side of a comparison with a constant: the chain's value, or 0. */
static ir_id
compared_value(const struct chain *c, const struct ir_inst *compare)
{
    ir_id value = compare->args[0].value;
    bool fits = ir_is_const(c->function, compare->args[1].value) &&
                ir_is_int(ir_type_of(c->function, value)) && (!c->value || value == c->value);
    return fits ? value : 0;
}

/* Is the condition a comparison with the chain's value, or several, joined by `op`?  Appends their
 * constants.  within: the block that computes all of it, for this condition alone; NULL: anywhere. */
static bool
read_terms(struct chain *c, ir_id condition, enum ir_op compare, enum ir_op op,
           const struct ir_block *within, unsigned *terms)
{
    const struct ir_inst *inst = ir_def(c->function, condition);
    const struct ir_use *uses = ir_value(c->function, condition)->uses;
    if (!inst || (within && (inst->block != within || !uses || uses->next)) ||
        LIMIT_MET(c->function->module->guard, CHAIN_TERMS, ++*terms > LIMIT_CHAIN_TERMS))
        return false;
    if (inst->op == op)
        return read_terms(c, inst->args[0].value, compare, op, within, terms) &&
               read_terms(c, inst->args[1].value, compare, op, within, terms);
    ir_id value = inst->op == compare ? compared_value(c, inst) : 0;
    if (!value)
        return false;
    c->value = value;
    uint64_t bits = ir_value(c->function, inst->args[1].value)->bits;
    vec_push(c->arena, &c->values, ((struct chain_value){bits, bits, c->edges.count}));
    return true;
}

/* The test at the block's end: which successor follows where the value is one of its constants; NO_TEST: it is
 * none of the chain.  is_first: else the block must hold nothing else. */
static unsigned
read_test(struct chain *c, const struct ir_block *block, bool is_first)
{
    static const enum ir_op forms[2][2] = {{IR_OP_eq, IR_OP_or}, {IR_OP_ne, IR_OP_and}};
    if (block->succ_count != 2 || block->succs[0] == block->succs[1])
        return NO_TEST;
    uint32_t before = c->values.count;
    ir_id value = c->value;
    for (unsigned side = 0; side < 2; side++) {
        unsigned terms = 0, instructions = 0;
        if (read_terms(c, block->last->args[0].value, forms[side][0], forms[side][1],
                       is_first ? NULL : block, &terms)) {
            for (const struct ir_inst *inst = block->first; !is_first && inst != block->last;
                 inst = inst->next)
                if (++instructions > terms)
                    break;
            if (is_first || instructions == terms)
                return side;
        }
        c->values.count = before;
        c->value = value;
    }
    return NO_TEST;
}

/* ---- finding a chain ---- */

static void
clear(struct chain *c)
{
    c->value = 0;
    c->values.count = c->edges.count = c->tests.count = c->args.count = 0;
}

/* Would the block be found as a later test of a chain? */
static bool
is_continued(struct chain *c, const struct ir_block *block)
{
    clear(c);
    if (block->preds.count != 1 || read_test(c, block, false) == NO_TEST)
        return false;
    const struct ir_block *pred = block->preds.at[0];
    unsigned side = read_test(c, pred, true);
    return side != NO_TEST && pred->succs[1 - side] == block;
}

static void
add_edge(struct chain *c, const struct ir_block *from, uint32_t succ)
{
    struct chain_edge edge = {from->succs[succ], c->args.count};
    uint32_t index = ir_pred_index(from, succ);
    for (const struct ir_inst *phi = edge.target->first; phi->op == IR_OP_phi; phi = phi->next)
        vec_push(c->arena, &c->args, phi->args[index].value);
    vec_push(c->arena, &c->edges, edge);
}

static int
by_value(const void *a, const void *b)
{
    const struct chain_value *x = a, *y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* In order; of equal constants the first stays, neighbours that lead to one place become a range. */
static void
sort_values(struct chain *c)
{
    uint32_t count = 0;
    qsort(c->values.at, c->values.count, sizeof *c->values.at, by_value);
    for (uint32_t i = 0; i < c->values.count; i++) {
        struct chain_value *last = count ? &c->values.at[count - 1] : NULL;
        const struct chain_value *one = &c->values.at[i];
        if (last && one->low <= last->high)
            continue;
        if (last && one->edge == last->edge && one->low == last->high + 1)
            last->high = one->high;
        else
            c->values.at[count++] = *one;
    }
    c->values.count = count;
}

static bool
find_chain(struct chain *c, struct ir_block *first)
{
    if (is_continued(c, first))
        return false;
    clear(c);
    struct ir_block *block = first;
    unsigned side = read_test(c, block, true), next = side;
    if (side == NO_TEST)
        return false;
    for (;;) {
        add_edge(c, block, side);
        struct ir_block *otherwise = block->succs[1 - side];
        next = otherwise->preds.count == 1 && otherwise != first ? read_test(c, otherwise, false)
                                                                 : NO_TEST;
        if (next == NO_TEST)
            break;
        vec_push(c->arena, &c->tests, otherwise);
        block = otherwise;
        side = next;
    }
    add_edge(c, block, 1 - side);
    if (c->values.count < LEAST)
        return false;
    sort_values(c);
    return c->values.count >= LEAST;
}

/* ---- making the tree ---- */

/* Where the edge leads, once the block leads there, too. */
static void
give_values(struct chain *c, const struct ir_block *from, uint32_t succ,
            const struct chain_edge *edge)
{
    uint32_t index = ir_pred_index(from, succ), at = edge->first_arg;
    for (struct ir_inst *phi = edge->target->first; phi->op == IR_OP_phi; phi = phi->next)
        ir_set_arg(phi, index, c->args.at[at++]);
}

static void
test_one(struct chain *c, struct ir_builder *b, const struct chain_value *one,
         struct ir_block *next)
{
    struct ir_function *f = c->function;
    enum ir_type type = ir_type_of(f, c->value);
    const struct chain_edge *edge = &c->edges.at[one->edge],
                            *otherwise = &c->edges.at[c->edges.count - 1];
    ir_id value = c->value, found;
    if (one->low == one->high) {
        found = ir_build2(b, IR_OP_eq, IR_I1, value, ir_const(f, type, one->low));
    } else {
        if (one->low)
            value = ir_build2(b, IR_OP_sub, type, value, ir_const(f, type, one->low));
        found = ir_build2(b, IR_OP_ule, IR_I1, value, ir_const(f, type, one->high - one->low));
    }
    struct ir_block *to = edge->target, *from = b->block;
    uint32_t succ = 0;
    if (!next && to == otherwise->target) { /* its phis may tell the two edges apart */
        to = ir_block_new(f);
        ir_set_cbr(b->block, found, to, otherwise->target);
        ir_set_br(to, edge->target);
        from = to;
    } else {
        ir_set_cbr(b->block, found, to, next ? next : otherwise->target);
    }
    give_values(c, from, succ, edge);
    if (!next)
        give_values(c, b->block, 1, otherwise);
}

static void
go_on_in(struct ir_builder *b, struct ir_block *block)
{
    b->block = block;
    b->before = NULL;
}

static void
dispatch(struct chain *c, struct ir_builder *b, uint32_t from, uint32_t to)
{
    struct ir_function *f = c->function;
    if (to - from <= LINEAR) {
        for (uint32_t i = from; i < to; i++) {
            struct ir_block *next = i + 1 < to ? ir_block_new(f) : NULL;
            test_one(c, b, &c->values.at[i], next);
            go_on_in(b, next);
        }
        return;
    }
    uint32_t middle = from + (to - from) / 2;
    struct ir_block *low = ir_block_new(f), *high = ir_block_new(f);
    ir_id bound = ir_const(f, ir_type_of(f, c->value), c->values.at[middle].low);
    ir_set_cbr(b->block, ir_build2(b, IR_OP_ult, IR_I1, c->value, bound), low, high);
    go_on_in(b, low);
    dispatch(c, b, from, middle);
    go_on_in(b, high);
    dispatch(c, b, middle, to);
}

bool
opt_chains(struct ir_function *function)
{
    struct arena arena;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    struct chain chain = {.function = function, .arena = &arena};
    bool changed = false;
    for (struct ir_block *block = function->entry; block; block = block->next) {
        if (!find_chain(&chain, block))
            continue;
        struct ir_builder b = {function, block, block->last, block->last->loc};
        dispatch(&chain, &b, 0, chain.values.count);
        vec_foreach (struct ir_block *, test, &chain.tests)
            ir_remove_block(*test);
        changed = true;
    }
    arena_free(&arena);
    return changed;
}
