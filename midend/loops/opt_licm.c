/* Moves what every iteration of a loop recomputes to the block before the loop.
 *
 * Pure operations whose arguments come from outside move from anywhere in the loop; loads only from
 * blocks that run whenever the loop is entered, or is not left at once (licm_guard.c), and only if
 * nothing in the loop changes what they load, or one store does that in every iteration
 * (licm_memory.c).  Inner loops come first, so values can leave several loops.
 *
 *   for (...) s += a[i] * sqrt(k);   ->   t = sqrt(k); for (...) s += a[i] * t; */
#include "midend/ir/debug_point.h"
#include "midend/loops/licm.h"
#include "midend/pass.h"

#include "midend/analysis/memory_address.h"

bool
licm_in_loop(const struct licm *m, const struct ir_block *block)
{
    return block->id >= m->block_count || ana_loop_contains(m->loop, m->loops->of[block->id]);
}

static struct ir_block *
find_preheader(const struct licm *m)
{
    const struct ir_block *header = m->loop->header;
    struct ir_block *found = NULL;
    for (uint32_t i = 0; i < header->preds.count; i++) {
        struct ir_block *pred = header->preds.at[i];
        if (licm_in_loop(m, pred))
            continue;
        if (found || pred->succ_count != 1)
            return NULL;
        found = pred;
    }
    return found;
}

/* store: the one that the loop carries the load's value from, or NULL. */
static bool
may_move(struct licm *m, const struct ir_inst *inst, struct ir_inst **store)
{
    *store = NULL;
    unsigned flags = ir_inst_flags(inst);
    if (!inst->def_count || inst->op == IR_OP_phi || inst->op == IR_OP_lane_copy ||
        flags & IR_CONVERGENT)
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const struct ir_inst *def = ir_def(m->function, inst->args[i].value);
        if (def && licm_in_loop(m, def->block))
            return false;
    }
    bool runs = ana_dominates(m->dom, inst->block, m->always);
    if (inst->op == IR_OP_load)
        return (runs || memory_is_of_launch(m->function, inst->args[0].value)) &&
               licm_keeps_value(m, inst, store);
    /* A call that may not be needed costs too much. */
    return flags & IR_PURE && (inst->op != IR_OP_call || runs);
}

/* The nearest block that dominates the latches and all blocks from which the loop is left; but for
 * the header, if it is not to count. */
static struct ir_block *
find_always(const struct licm *m, bool header_counts)
{
    struct ir_block *header = m->loop->header, *found = NULL;
    for (uint32_t i = m->first; i < m->end; i++) {
        struct ir_block *block = m->dom->order[i];
        bool counts = false;
        if (!licm_in_loop(m, block) || (block == header && !header_counts))
            continue;
        for (uint32_t k = 0; k < block->succ_count; k++)
            counts |= block->succs[k] == header || !licm_in_loop(m, block->succs[k]);
        if (!counts)
            continue;
        for (struct ir_block *other = block; found && found != other;) {
            if (m->dom->number[found->id] > m->dom->number[other->id])
                found = m->dom->idom[found->id];
            else
                other = m->dom->idom[other->id];
        }
        if (!found)
            found = block;
    }
    return found ? found : header;
}

static void
empty_loop(struct licm *m)
{
    m->preheader = find_preheader(m);
    if (!m->preheader)
        return;
    licm_look_at_loop(m);
    m->always = find_always(m, true);
    for (uint32_t i = m->first; i < m->end; i++) {
        if (!licm_in_loop(m, m->dom->order[i]))
            continue;
        ir_foreach_inst_safe (inst, m->dom->order[i]) {
            struct ir_inst *store;
            if (!may_move(m, inst, &store))
                continue;
            ir_move_before(m->preheader->last, inst);
            if (m->function->module->debug) /* no variable of the iteration is there yet */
                inst->loc = debug_forget(m->function->module, inst->loc);
            if (store)
                licm_carry(m, inst, store);
            m->changed = true;
        }
    }
}

static void
guard_loop(struct licm *m)
{
    m->preheader = find_preheader(m);
    if (!m->preheader)
        return;
    licm_look_at_loop(m);
    m->always = find_always(m, false);
    m->changed |= licm_guard(m);
}

bool
opt_licm(struct ir_function *function)
{
    struct licm m = {.function = function,
                     .block_count = function->block_count,
                     .value_count = function->values.count};
    arena_init_scratch(&m.arena, function->module->arena->allocator, function->module->guard);
    m.dom = ana_dom(&m.arena, function);
    m.loops = ana_loops(&m.arena, function, m.dom);
    for (uint32_t i = m.loops->all.count; i-- > 0;) { /* inner loops come after outer ones */
        m.loop = m.loops->all.at[i];
        empty_loop(&m);
    }
    m.moves = ARENA_ARRAY(&m.arena, m.loops->all.count ? m.value_count : 0, bool);
    for (uint32_t i = 0; i < m.loops->all.count; i++) {
        m.loop = m.loops->all.at[i];
        guard_loop(&m);
    }
    arena_free(&m.arena);
    return m.changed;
}
