/* Strength reduction of addresses: one that moves by the same distance in every iteration of an
 * innermost loop becomes a pointer that is moved.  Copies of the iteration (opt_unroll.c) then access
 * memory at constant distances, side by side.
 *
 *   loop: %i = phi [%s, ..], [add %i, 1, ..]; %p = ptradd %base, shl (sext (add nsw %i, %y)), 2
 *   ->    before: %a = ptradd %base, shl (sext (add %s, %y)), 2
 *         loop: %p = phi [%a, ..], [ptradd %p, 4, ..]
 *
 * Sums and products of 64 bits may wrap: so does the pointer.  Those of 32 bits that are widened may
 * not, or the widened one would jump.  An unsigned one is left alone: it needs no register for its
 * upper half, where instructions take a scalar base.  See opt_strength.c, for other products. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"

enum {
    MAX_POINTERS = 8, /* per loop: each takes two registers */
    MAX_TERMS = 32,   /* of an address */
};

struct reducer {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    struct ana_loop *loop;
    struct ir_block *preheader;
    uint32_t enter, back; /* indices of the preheader and the latch in the header's predecessors */
    unsigned terms;       /* looked at, of this address */
};

/* By how much a value grows with each iteration: times value, which is from outside the loop and as
 * wide as the value or sign-extended to it; just times, if value is 0. */
struct slope {
    bool is_known;
    uint64_t times; /* 0: it stays the same */
    ir_id value;
};

static bool
is_outside(const struct reducer *r, ir_id id)
{
    const struct ir_inst *def = ir_def(r->function, id);
    return !def || !ana_loop_contains(r->loop, r->loops->of[def->block->id]);
}

static uint64_t
constant(const struct ir_function *f, ir_id id)
{
    uint64_t bits = ir_value(f, id)->bits;
    return ir_type_of(f, id) == IR_I32 ? (uint64_t)(int32_t)bits : bits;
}

/* a + b, or a - b. */
static struct slope
sum(struct slope a, struct slope b, bool is_minus)
{
    if (is_minus)
        b.times = -b.times;
    if (!a.times || !b.times)
        return a.times ? a : b;
    a.is_known = a.value == b.value;
    a.times += b.times;
    return a;
}

static struct slope
times(const struct reducer *r, struct slope a, ir_id factor)
{
    if (ir_is_const(r->function, factor)) {
        a.times *= constant(r->function, factor);
    } else if (a.times) {
        a.is_known = a.is_known && !a.value;
        a.value = factor;
    }
    return a;
}

static struct slope slope_of(struct reducer *r, ir_id id);

/* Of a phi of the header whose next value is the sum of it and a value from outside the loop. */
static struct slope
slope_of_counter(const struct reducer *r, const struct ir_inst *phi)
{
    const struct ir_function *f = r->function;
    const struct ir_inst *next = ir_def(f, phi->args[r->back].value);
    if (phi->block == r->loop->header && next &&
        (next->op == IR_OP_ptradd ||
         (next->op == IR_OP_add && (next->type == IR_I64 || next->no_wrap & IR_NO_SIGNED_WRAP))))
        for (uint32_t i = 0; i < 2; i++)
            if (next->args[i].value == phi->def && is_outside(r, next->args[1 - i].value))
                return times(r, (struct slope){true, 1, 0}, next->args[1 - i].value);
    return (struct slope){0};
}

/* A product of 32-bit numbers in 64 bits, as opt_algebraic.c makes it. */
static struct slope
slope_of_wide_product(struct reducer *r, ir_id lo, ir_id hi)
{
    const struct ir_inst *low = ir_def(r->function, lo), *high = ir_def(r->function, hi);
    if (!low || !high || low->op != IR_OP_mul || high->op != IR_OP_smulhi)
        return (struct slope){0};
    ir_id a = low->args[0].value, b = low->args[1].value;
    if (high->args[0].value != a || high->args[1].value != b || !is_outside(r, b))
        return (struct slope){0};
    return times(r, slope_of(r, a), b);
}

static struct slope
slope_of_inst(struct reducer *r, const struct ir_inst *inst)
{
    const struct slope unknown = {0};
    if (inst->type == IR_I32 && !(inst->no_wrap & IR_NO_SIGNED_WRAP))
        return unknown;
    ir_id a = inst->args[0].value, b = inst->arg_count > 1 ? inst->args[1].value : 0;
    switch ((enum ir_op)inst->op) {
    case IR_OP_sext:
        return ir_type_of(r->function, a) == IR_I32 ? slope_of(r, a) : unknown;
    case IR_OP_ptradd:
    case IR_OP_add:
    case IR_OP_sub: {
        struct slope first = slope_of(r, a), second = slope_of(r, b);
        return first.is_known && second.is_known ? sum(first, second, inst->op == IR_OP_sub)
                                                 : unknown;
    }
    case IR_OP_mul:
        return is_outside(r, b)   ? times(r, slope_of(r, a), b)
               : is_outside(r, a) ? times(r, slope_of(r, b), a)
                                  : unknown;
    case IR_OP_shl: {
        struct slope slope = slope_of(r, a);
        slope.is_known = slope.is_known && ir_is_const(r->function, b);
        slope.times <<= ir_value(r->function, b)->bits & 63;
        return slope;
    }
    case IR_OP_pack64:
        return slope_of_wide_product(r, a, b);
    default:
        return unknown;
    }
}

static struct slope
slope_of(struct reducer *r, ir_id id)
{
    if (is_outside(r, id))
        return (struct slope){.is_known = true};
    const struct ir_inst *inst = ir_def(r->function, id);
    if (r->terms++ == MAX_TERMS)
        return (struct slope){0};
    return inst->op == IR_OP_phi ? slope_of_counter(r, inst) : slope_of_inst(r, inst);
}

/* In an object that the program holds: which element, unrolling may know. */
static bool
is_object(const struct reducer *r, ir_id pointer)
{
    const struct ir_inst *def = ir_def(r->function, pointer);
    return def && def->op == IR_OP_symbol;
}

/* An address that every iteration computes, and nobody after the loop needs: the pointer has moved on
 * then.  One that is a moving pointer with something added is good as it is. */
static bool
find_address(struct reducer *r, const struct ir_inst *inst, struct slope *slope)
{
    if (inst->op != IR_OP_ptradd || ir_type_bits((enum ir_type)inst->type) != 64 ||
        is_outside(r, inst->args[1].value) || is_object(r, inst->args[0].value) ||
        !ana_dominates(r->dom, inst->block, r->loop->latch))
        return false;
    for (struct ir_use *use = ir_value(r->function, inst->def)->uses; use; use = use->next)
        if (!ana_loop_contains(r->loop, r->loops->of[use->user->block->id]))
            return false;
    r->terms = 0;
    *slope = slope_of(r, inst->def);
    return slope->is_known && slope->times;
}

/* What it is in the first iteration, computed before the loop, where perhaps none follows. */
static ir_id
at_start(struct reducer *r, ir_id id)
{
    if (is_outside(r, id))
        return id;
    const struct ir_inst *inst = ir_def(r->function, id);
    if (inst->op == IR_OP_phi)
        return inst->args[r->enter].value;
    ir_id args[2];
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = at_start(r, inst->args[i].value);
    struct ir_inst *copy = ir_inst_clone(r->function, inst, args);
    copy->no_wrap = 0;
    ir_insert_before(r->preheader->last, copy);
    return copy->def;
}

/* What computed the index, if nothing else needs it: opt_unroll.c counts what is left. */
static void
drop_unused(struct reducer *r, ir_id id)
{
    struct ir_inst *inst = ir_def(r->function, id);
    if (is_outside(r, id) || inst->op == IR_OP_phi || ir_value(r->function, id)->uses)
        return;
    uint32_t count = inst->arg_count;
    ir_id args[2];
    for (uint32_t i = 0; i < count; i++)
        args[i] = inst->args[i].value;
    ir_remove(inst);
    for (uint32_t i = 0; i < count; i++)
        drop_unused(r, args[i]);
}

static void
reduce(struct reducer *r, struct ir_inst *inst, const struct slope *slope)
{
    struct ir_function *f = r->function;
    ir_id first = at_start(r, inst->def);
    struct ir_builder b = {f, r->preheader, r->preheader->last, inst->loc};
    ir_id by = ir_const(f, IR_I64, slope->times);
    if (slope->value) {
        ir_id value = slope->value;
        if (ir_type_of(f, value) == IR_I32)
            value = ir_build1(&b, IR_OP_sext, IR_I64, value);
        by = ir_build2(&b, IR_OP_mul, IR_I64, value, by);
    }
    ir_id args[2] = {first, first};
    struct ir_inst *phi = ir_inst_new(f, IR_OP_phi, inst->type, 1, args, 2);
    phi->loc = inst->loc;
    ir_insert_before(r->loop->header->first, phi);
    b = (struct ir_builder){f, r->loop->latch, r->loop->latch->last, inst->loc};
    ir_set_arg(phi, r->back, ir_build2(&b, IR_OP_ptradd, (enum ir_type)inst->type, phi->def, by));
    ir_replace_uses(f, inst->def, phi->def);
    drop_unused(r, inst->def);
}

static bool
reduce_loop(struct reducer *r)
{
    unsigned count = 0;
    r->preheader = ana_loop_preheader(r->loop, &r->enter);
    r->back = 1 - r->enter;
    if (!r->preheader)
        return false;
    for (uint32_t i = r->dom->number[r->loop->header->id]; i < r->dom->count; i++) {
        struct ir_block *block = r->dom->order[i];
        if (!ana_loop_contains(r->loop, r->loops->of[block->id]))
            continue;
        ir_foreach_inst_safe (inst, block) {
            struct slope slope;
            if (count < MAX_POINTERS && find_address(r, inst, &slope)) {
                reduce(r, inst, &slope);
                count++;
            }
        }
    }
    return count > 0;
}

/* A loop that is also left from its middle, such as a search, often ends before a pointer pays. */
static bool
has_one_exit(const struct reducer *r)
{
    unsigned exits = 0;
    for (uint32_t i = r->dom->number[r->loop->header->id]; i < r->dom->count; i++) {
        const struct ir_block *block = r->dom->order[i];
        for (uint32_t k = 0;
             ana_loop_contains(r->loop, r->loops->of[block->id]) && k < block->succ_count; k++)
            exits += !ana_loop_contains(r->loop, r->loops->of[block->succs[k]->id]);
    }
    return exits == 1;
}

static bool
is_innermost(const struct ana_loops *loops, const struct ana_loop *loop)
{
    for (uint32_t i = 0; i < loops->all.count; i++)
        if (loops->all.at[i]->parent == loop)
            return false;
    return true;
}

bool
opt_addresses(struct ir_function *function)
{
    struct reducer r = {.function = function};
    bool changed = false;
    arena_init_scratch(&r.arena, function->module->arena->allocator, function->module->guard);
    r.dom = ana_dom(&r.arena, function);
    r.loops = ana_loops(&r.arena, function, r.dom);
    for (uint32_t i = 0; i < r.loops->all.count; i++) {
        guard_poll(function->module->guard);
        r.loop = r.loops->all.at[i];
        if (is_innermost(r.loops, r.loop) && has_one_exit(&r))
            changed |= reduce_loop(&r);
    }
    arena_free(&r.arena);
    return changed;
}
