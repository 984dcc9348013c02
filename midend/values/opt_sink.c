/* Moves what only one way of a branch needs into that way: waves that do not go there do not compute
 * it.
 *
 *   %s = fsqrt %x; cbr %c, b1, b2   b1: store %p, %s; br b2
 *   ->   cbr %c, b1, b2   b1: %s = fsqrt %x; store %p, %s; br b2
 *
 * Loads move only where no load decides the branch and none stays: the wave would wait for the one,
 * and then for the other, instead of for both at once. */
#include "midend/analysis/analysis.h"
#include "midend/pass.h"

#include "midend/analysis/memory_address.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

struct sinker {
    struct ir_function *function;
    struct ana_dom *dom;
    struct ana_loops *loops;
};

static struct ir_block *
common_dominator(const struct sinker *s, struct ir_block *a, struct ir_block *b)
{
    while (a != b)
        if (s->dom->number[a->id] > s->dom->number[b->id])
            a = s->dom->idom[a->id];
        else
            b = s->dom->idom[b->id];
    return a;
}

/* The last block that comes before every use; NULL: nothing uses it. */
static struct ir_block *
before_uses(const struct sinker *s, const struct ir_inst *inst)
{
    struct ir_block *found = NULL;
    for (uint32_t i = 0; i < inst->def_count; i++)
        for (struct ir_use *use = ir_value(s->function, inst->def + i)->uses; use;
             use = use->next) {
            struct ir_block *block = use->user->block;
            guard_poll(s->function->module->guard);
            if (use->user->op == IR_OP_phi)
                block = block->preds.at[use - use->user->args];
            found = found ? common_dominator(s, found, block) : block;
            if (found == inst->block)
                return found;
        }
    return found;
}

/* Does the branch of the block before decide whether this one runs? */
static bool
is_decided(const struct sinker *s, const struct ir_block *block, const struct ana_loop *loop)
{
    const struct ir_block *before = s->dom->idom[block->id];
    return block->preds.count == 1 && before->succ_count == 2 && s->loops->of[before->id] == loop &&
           s->loops->of[block->id] == loop;
}

/* Is there nothing on the edge to where ways meet?  Lanes that part for what is put there would not
 * part otherwise; for a loop they do. */
static bool
is_empty_edge(const struct sinker *s, const struct ir_block *block)
{
    const struct ir_block *next = block->succs[0];
    if (block->first != block->last || block->succ_count != 1)
        return false;
    const struct ana_loop *loop = s->loops->of[next->id];
    bool enters = loop && loop->header == next && !ana_loop_contains(loop, s->loops->of[block->id]);
    return next->preds.count > 1 && !enters;
}

static bool
waits_for_load(const struct sinker *s, ir_id id, unsigned steps)
{
    const struct ir_inst *inst = ir_def(s->function, id);
    if (!inst || (inst->op == IR_OP_load && memory_is_of_launch(s->function, inst->args[0].value)))
        return false;
    if (inst->op == IR_OP_phi || !(ir_inst_flags(inst) & IR_PURE) ||
        LIMIT_MET(s->function->module->guard, SINK_STEPS, steps == 0))
        return true;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (waits_for_load(s, inst->args[i].value, steps - 1))
            return true;
    return false;
}

/* Does a load give the same at the start of the block, and is nothing else waited for before that?
 * Only one way leads there from the load. */
static bool
may_load_at(const struct sinker *s, const struct ir_inst *load, const struct ir_block *block)
{
    for (; block != load->block; block = s->dom->idom[block->id]) {
        const struct ir_block *before = s->dom->idom[block->id];
        const struct ir_inst *inst = before == load->block ? load->next : before->first;
        if (block->preds.count != 1 ||
            (before->succ_count == 2 &&
             waits_for_load(s, before->last->args[0].value, LIMIT_SINK_STEPS)))
            return false;
        for (; inst != before->last; inst = inst->next)
            if (ir_inst_flags(inst) & (IR_WRITE | IR_EFFECT))
                return false;
    }
    return true;
}

/* Words of the launch are loaded with the arguments, which the kernel starts with. */
static bool
is_load(const struct sinker *s, const struct ir_inst *inst)
{
    return (inst->op == IR_OP_load && ir_is_plain(&inst->memory) &&
            !memory_is_of_launch(s->function, inst->args[0].value)) ||
           inst->op == IR_OP_image_read || inst->op == IR_OP_image_sample;
}

static bool
is_pure(const struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    return inst->op != IR_OP_phi && inst->op != IR_OP_lane_copy && inst->arg_count > 0 &&
           flags & IR_PURE && !(flags & IR_CONVERGENT);
}

/* The last block before all uses that runs only if a branch goes its way; NULL: there is none. */
static struct ir_block *
find_place(const struct sinker *s, const struct ir_inst *inst)
{
    const struct ana_loop *loop = s->loops->of[inst->block->id];
    struct ir_block *block = before_uses(s, inst);
    for (; block && block != inst->block; block = s->dom->idom[block->id])
        if (is_decided(s, block, loop) && !is_empty_edge(s, block) &&
            (is_pure(inst) || may_load_at(s, inst, block)))
            return block;
    return NULL;
}

/* Users first. */
static bool
sink_block(const struct sinker *s, const struct ir_block *block, bool with_loads)
{
    bool changed = false;
    for (struct ir_inst *inst = block->last, *before; inst; inst = before) {
        before = inst->prev;
        guard_poll(s->function->module->guard);
        struct ir_block *place = NULL;
        if (is_pure(inst) || (with_loads && is_load(s, inst)))
            place = find_place(s, inst);
        if (place)
            ir_move_before(ir_first_after_phis(place), inst);
        changed |= place != NULL;
    }
    return changed;
}

/* Has the block loads, and may all of them go?  Where one stays, lanes wait for it and for the others
 * at once. */
static bool
may_lose_loads(const struct sinker *s, const struct ir_block *block)
{
    bool has_load = false;
    ir_foreach_inst (inst, block) {
        if (is_load(s, inst) && !find_place(s, inst))
            return false;
        has_load |= is_load(s, inst);
    }
    return has_load;
}

bool
opt_sink(struct ir_function *function)
{
    struct sinker s = {.function = function};
    struct arena arena;
    bool changed = false;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    s.dom = ana_dom(&arena, function);
    s.loops = ana_loops(&arena, function, s.dom);
    for (uint32_t i = s.dom->count; i-- > 0;) {
        const struct ir_block *block = s.dom->order[i];
        changed |= sink_block(&s, block, false);
        if (may_lose_loads(&s, block))
            changed |= sink_block(&s, block, true);
    }
    arena_free(&arena);
    return changed;
}
