/* What a loop counts.  Growth is found from the definition downwards: a phi of the header grows by what
 * is added to it, a sum by the sum, a product by the product with what does not change.
 *
 *   %i = phi [%s, ..], [add nsw %i, 2, ..]; ptradd %base, shl (sext (add nsw %i, %y)), 2   grows by 8 */
#include "midend/analysis/ana_induction.h"

#include "midend/ir/ir_info.h"
#include "support/limit.h"

bool
ana_induction(struct ana_induction *at, struct ir_function *function, const struct ana_loops *loops,
              const struct ana_loop *loop)
{
    const struct ir_block *header = loop->header;
    if (!loop->latch || header->preds.count != 2)
        return false;
    uint32_t enter = header->preds.at[0] == loop->latch;
    struct ir_block *before = header->preds.at[enter];
    *at = (struct ana_induction){function, loops, loop, before, enter, 1 - enter};
    return before != loop->latch && before->succ_count == 1;
}

bool
ana_is_outside(const struct ana_induction *at, ir_id id)
{
    const struct ir_inst *def = ir_def(at->function, id);
    return !def || !ana_loop_contains(at->loop, at->loops->of[def->block->id]);
}

bool
ana_counter(const struct ana_induction *at, ir_id id, struct ana_counter *counter)
{
    const struct ir_inst *phi = ir_def(at->function, id);
    if (!phi || phi->op != IR_OP_phi || phi->block != at->loop->header)
        return false;
    struct ir_inst *next = ir_def(at->function, phi->args[at->back].value);
    if (!next || (next->op != IR_OP_add && next->op != IR_OP_ptradd))
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        ir_id step = next->args[1 - i].value;
        *counter = (struct ana_counter){phi, next, phi->args[at->enter].value, step};
        if (next->args[i].value == id && ana_is_outside(at, step))
            return true;
    }
    return false;
}

/* ---- growth ---- */

struct grower {
    const struct ana_induction *at;
    unsigned terms;
    bool is_widened; /* what is looked at now */
};

static struct ana_growth
sum(struct ana_growth a, struct ana_growth b, bool is_minus)
{
    if (is_minus)
        b.times = -b.times;
    if (!a.times || !b.times)
        return a.times ? a : b;
    a.is_known = a.by[0] == b.by[0] && a.by[1] == b.by[1];
    a.times += b.times;
    return a;
}

static struct ana_growth
product(const struct grower *g, struct ana_growth a, ir_id factor)
{
    const struct ir_function *f = g->at->function;
    if (ir_is_const(f, factor)) {
        a.times *= (uint64_t)ir_signed(ir_type_of(f, factor), ir_value(f, factor)->bits);
    } else if (a.times) {
        a.is_known = a.is_known && !a.by[1];
        a.by[a.by[0] != 0] = factor;
    }
    return a;
}

static struct ana_growth growth_of(struct grower *g, ir_id id);

static struct ana_growth
growth_of_wider(struct grower *g, ir_id id)
{
    bool is_widened = g->is_widened;
    g->is_widened = true;
    struct ana_growth growth = growth_of(g, id);
    g->is_widened = is_widened;
    return growth;
}

/* A product of 32-bit numbers in 64 bits, as opt_algebraic.c makes it. */
static struct ana_growth
growth_of_wide_product(struct grower *g, ir_id lo, ir_id hi)
{
    const struct ir_inst *low = ir_def(g->at->function, lo), *high = ir_def(g->at->function, hi);
    if (!low || !high || low->op != IR_OP_mul || high->op != IR_OP_smulhi)
        return (struct ana_growth){0};
    ir_id a = low->args[0].value, b = low->args[1].value;
    if (high->args[0].value != a || high->args[1].value != b || !ana_is_outside(g->at, b))
        return (struct ana_growth){0};
    return product(g, growth_of_wider(g, a), b);
}

static struct ana_growth
growth_of_inst(struct grower *g, const struct ir_inst *inst)
{
    const struct ana_growth unknown = {0};
    const struct ir_function *f = g->at->function;
    ir_id a = inst->args[0].value, b = inst->arg_count > 1 ? inst->args[1].value : 0;
    switch ((enum ir_op)inst->op) {
    case IR_OP_sext:
        return ir_type_of(f, a) == IR_I32 ? growth_of_wider(g, a) : unknown;
    case IR_OP_ptradd:
    case IR_OP_add:
    case IR_OP_sub: {
        struct ana_growth first = growth_of(g, a), second = growth_of(g, b);
        return first.is_known && second.is_known ? sum(first, second, inst->op == IR_OP_sub)
                                                 : unknown;
    }
    case IR_OP_mul:
        return ana_is_outside(g->at, b)   ? product(g, growth_of(g, a), b)
               : ana_is_outside(g->at, a) ? product(g, growth_of(g, b), a)
                                          : unknown;
    case IR_OP_shl: {
        struct ana_growth growth = growth_of(g, a);
        growth.is_known = growth.is_known && ir_is_const(f, b);
        growth.times <<= ir_value(f, b)->bits & 63;
        return growth;
    }
    case IR_OP_pack64:
        return growth_of_wide_product(g, a, b);
    default:
        return unknown;
    }
}

static struct ana_growth
growth_of(struct grower *g, ir_id id)
{
    const struct ir_inst *inst = ir_def(g->at->function, id);
    struct ana_counter counter;
    if (ana_is_outside(g->at, id))
        return (struct ana_growth){.is_known = true};
    if (LIMIT_MET(g->at->function->module->guard, GROWTH_TERMS, g->terms++ == LIMIT_GROWTH_TERMS))
        return (struct ana_growth){0};
    bool counts = ana_counter(g->at, id, &counter);
    const struct ir_inst *grows = counts ? counter.next : inst;
    if (g->is_widened && grows->type == IR_I32 && !(grows->no_wrap & IR_NO_SIGNED_WRAP))
        return (struct ana_growth){0};
    return counts ? product(g, (struct ana_growth){true, 1, {0}}, counter.step)
                  : growth_of_inst(g, inst);
}

struct ana_growth
ana_growth(const struct ana_induction *at, ir_id id)
{
    struct grower grower = {.at = at};
    return growth_of(&grower, id);
}

/* ---- how often ---- */

bool
ana_bound(const struct ana_induction *at, struct ana_bound *bound)
{
    /* clang-format off */
    static const struct { uint16_t op, opposite; bool is_signed, is_down, is_included; } tests[] = {
        {IR_OP_slt, IR_OP_sge, true, false, false}, {IR_OP_sle, IR_OP_sgt, true, false, true},
        {IR_OP_sgt, IR_OP_sle, true, true, false},  {IR_OP_sge, IR_OP_slt, true, true, true},
        {IR_OP_ult, IR_OP_uge, false, false, false}, {IR_OP_ule, IR_OP_ugt, false, false, true},
        {IR_OP_ugt, IR_OP_ule, false, true, false}, {IR_OP_uge, IR_OP_ult, false, true, true},
    };
    /* clang-format on */
    const struct ir_block *header = at->loop->header;
    if (header->succ_count != 2)
        return false;
    const struct ir_inst *test = ir_def(at->function, header->last->args[0].value);
    bool stays_if_true = ana_loop_contains(at->loop, at->loops->of[header->succs[0]->id]);
    if (stays_if_true == ana_loop_contains(at->loop, at->loops->of[header->succs[1]->id]))
        return false; /* it is left elsewhere */
    for (unsigned i = 0; test && test->block == header && i < sizeof tests / sizeof tests[0]; i++)
        if (test->op == (stays_if_true ? tests[i].op : tests[i].opposite)) {
            bound->bound = test->args[1].value;
            bound->is_signed = tests[i].is_signed;
            bound->is_down = tests[i].is_down;
            bound->is_included = tests[i].is_included;
            return ana_is_outside(at, bound->bound) &&
                   ana_counter(at, test->args[0].value, &bound->counter);
        }
    return false;
}

/* Adds constants that are added to the value to *sum; what is left of it, 0: nothing. */
static ir_id
without_constants(const struct ir_function *f, ir_id id, uint64_t *sum)
{
    const struct ir_inst *inst = ir_def(f, id);
    for (unsigned i = 0; i < LIMIT_GROWTH_TERMS && inst && inst->op == IR_OP_add &&
                         ir_is_const(f, inst->args[1].value);
         i++) {
        *sum += ir_value(f, inst->args[1].value)->bits;
        id = inst->args[0].value;
        inst = ir_def(f, id);
    }
    if (!ir_is_const(f, id))
        return id;
    *sum += ir_value(f, id)->bits;
    return 0;
}

/* for (i = x - 1; i <= x + 1; i++): if the first test holds, the bound is not below the start, and by
 * how much it is above follows from the constants, whatever x is; i may not wrap. */
bool
ana_bound_trips(const struct ana_induction *at, const struct ana_bound *bound,
                struct ana_trips *trips)
{
    const struct ir_function *f = at->function;
    const struct ana_counter *counter = &bound->counter;
    enum ir_type type = (enum ir_type)counter->phi->type;
    uint64_t start = 0, end = 0, flip = bound->is_signed ? (ir_mask(type) >> 1) + 1 : 0;
    ir_id base = without_constants(f, counter->start, &start);
    if (base != without_constants(f, bound->bound, &end) || !ir_is_const(f, counter->step))
        return false;
    uint64_t step = ir_value(f, counter->step)->bits;
    uint64_t by = (bound->is_down ? -step : step) & ir_mask(type);
    uint64_t distance = (bound->is_down ? start - end : end - start) & ir_mask(type);
    /* Flipped, signed numbers are in the order of unsigned ones. */
    uint64_t first = (start ^ flip) & ir_mask(type), last = (end ^ flip) & ir_mask(type);
    bool runs = first == last ? bound->is_included : (first > last) == bound->is_down;
    uint64_t room = bound->is_down ? last : ir_mask(type) - last;
    bool keeps =
        counter->next->no_wrap & (bound->is_signed ? IR_NO_SIGNED_WRAP : IR_NO_UNSIGNED_WRAP);
    /* A distance that the sum below does not hold gives no iteration: unknown. */
    if (!by || by > ir_mask(type) >> 1 || (base ? !keeps : !runs || (!keeps && by > room)))
        return false;
    trips->if_entered = base != 0;
    trips->count = bound->is_included ? distance / by + 1 : (distance + by - 1) / by;
    return trips->count > 0;
}

/* Iterations with constants: any computation of an exit's condition from constants is good enough. */
struct runner {
    const struct ana_induction *at;
    uint32_t count;
    ir_id *phis, *next; /* values of the header's phis, some of them 0: unknown; next: scratch */
};

/* The value of id in this iteration as a constant, or 0: unknown, which is harmless as long as the exit
 * does not depend on it:
 *
 *   for (i = 0, s = 0; i < 8; i++) s += x[i];     s is unknown, i < 8 is not */
static ir_id
evaluate(const struct runner *r, ir_id id, unsigned depth)
{
    struct ir_function *f = r->at->function;
    const struct ir_inst *inst = ir_def(f, id);
    uint64_t bits;
    ir_id args[4];
    if (ir_is_const(f, id))
        return id;
    if (ana_is_outside(r->at, id) ||
        LIMIT_MET(f->module->guard, TEST_DEPTH, depth == LIMIT_TEST_DEPTH))
        return 0;
    if (inst->op == IR_OP_phi && inst->block == r->at->loop->header) {
        uint32_t index = 0;
        for (const struct ir_inst *phi = inst->block->first; phi != inst; phi = phi->next)
            index++;
        return r->phis[index];
    }
    /* Other phis depend on the path through the iteration, loads on memory. */
    if (inst->arg_count == 0 || inst->arg_count > 4 || inst->def_count != 1 ||
        inst->op == IR_OP_phi || !(ir_op_flags((enum ir_op)inst->op) & IR_PURE))
        return 0;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!(args[i] = evaluate(r, inst->args[i].value, depth + 1)))
            return 0;
    enum ir_type type = (enum ir_type)inst->type;
    if (!ir_fold_values(f, (enum ir_op)inst->op, type, args, inst->arg_count, &bits))
        return 0;
    return ir_const(f, type, bits);
}

/* All phis change at once, so the new values are collected first: a, b = b, a. */
static void
advance(struct runner *r, uint32_t from)
{
    const struct ir_inst *phi = r->at->loop->header->first;
    for (uint32_t i = 0; i < r->count; i++, phi = phi->next)
        r->next[i] = evaluate(r, phi->args[from].value, 0);
    ir_id *swap = r->phis;
    r->phis = r->next;
    r->next = swap;
}

static bool
run(struct arena *arena, const struct ana_induction *at, const struct ir_block *exiting,
    uint32_t max, uint64_t *count)
{
    struct runner r = {.at = at};
    bool leaves_if_true = !ana_loop_contains(at->loop, at->loops->of[exiting->succs[0]->id]);
    for (struct ir_inst *phi = at->loop->header->first; phi->op == IR_OP_phi; phi = phi->next)
        r.count++;
    r.phis = ARENA_ARRAY(arena, r.count + 1, ir_id);
    r.next = ARENA_ARRAY(arena, r.count + 1, ir_id);
    advance(&r, at->enter);
    for (*count = 0; *count <= max; ++*count) {
        ir_id taken = evaluate(&r, exiting->last->args[0].value, 0);
        if (!taken)
            return false;
        if (ir_value(at->function, taken)->bits == leaves_if_true)
            return true;
        advance(&r, at->back);
    }
    return false;
}

bool
ana_trips(struct arena *arena, const struct ana_induction *at, const struct ir_block *exiting,
          uint32_t max, struct ana_trips *trips)
{
    struct ana_bound bound;
    trips->if_entered = false;
    return run(arena, at, exiting, max, &trips->count) ||
           (exiting == at->loop->header && ana_bound(at, &bound) &&
            ana_bound_trips(at, &bound, trips) && trips->count <= max);
}

/* ---- what is counted ---- */

/* Phis that are being looked at: they are what this is to find out, so they do no harm. */
struct assumed {
    const struct ir_inst *phi;
    const struct assumed *outer;
};

struct counting {
    const struct ir_function *function;
    const struct ana_loops *loops;
};

static bool is_counted(const struct counting *c, ir_id id, const struct assumed *assumed,
                       unsigned depth);

static bool
has_known_test(const struct counting *c, const struct ir_block *block,
               const struct assumed *assumed, unsigned depth)
{
    return block && block->last->op == IR_OP_cbr &&
           is_counted(c, block->last->args[0].value, assumed, depth);
}

/* It starts with what is known, changes by it, and as often as is known. */
static bool
is_counter(const struct counting *c, const struct ir_inst *phi, const struct assumed *outer,
           unsigned depth)
{
    const struct ana_loop *loop = c->loops->of[phi->block->id];
    struct assumed assumed = {phi, outer};
    for (const struct assumed *other = outer; other; other = other->outer)
        if (other->phi == phi)
            return true;
    if (!loop || loop->header != phi->block)
        return false;
    for (uint32_t i = 0; i < phi->arg_count; i++)
        if (!is_counted(c, phi->args[i].value, &assumed, depth))
            return false;
    return has_known_test(c, loop->header, &assumed, depth) ||
           has_known_test(c, loop->latch, &assumed, depth);
}

/* A table of constants, at an index that is counted: what it holds is known in each copy. */
static bool
is_of_table(const struct counting *c, const struct ir_inst *load, const struct assumed *assumed,
            unsigned depth)
{
    const struct ir_inst *inst = ir_def(c->function, load->args[0].value);
    for (; inst && inst->op == IR_OP_ptradd; inst = ir_def(c->function, inst->args[0].value))
        if (!is_counted(c, inst->args[1].value, assumed, depth))
            return false;
    return inst && inst->op == IR_OP_symbol && inst->global->space == IR_SPACE_CONSTANT &&
           inst->global->bytes;
}

static bool
is_counted(const struct counting *c, ir_id id, const struct assumed *assumed, unsigned depth)
{
    const struct ir_inst *inst = ir_def(c->function, id);
    if (ir_is_const(c->function, id))
        return true;
    if (!inst ||
        LIMIT_MET(c->function->module->guard, COUNTED_DEPTH, depth++ == LIMIT_COUNTED_DEPTH))
        return false;
    if (inst->op == IR_OP_phi)
        return is_counter(c, inst, assumed, depth);
    if (inst->op == IR_OP_load)
        return is_of_table(c, inst, assumed, depth);
    if (!(ir_op_flags((enum ir_op)inst->op) & IR_PURE) || inst->arg_count == 0)
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!is_counted(c, inst->args[i].value, assumed, depth))
            return false;
    return true;
}

bool
ana_is_counted(const struct ir_function *function, const struct ana_loops *loops, ir_id id)
{
    return is_counted(&(struct counting){function, loops}, id, NULL, 0);
}
