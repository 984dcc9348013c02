/* Moves what every iteration of a loop recomputes to the block before the loop.
 *
 * Pure operations whose arguments come from outside move from anywhere in the loop; loads only from
 * the header, which runs whenever the loop is entered, and only if nothing in the loop writes to
 * their address space or keeps them behind it (acquires, barriers).  Inner loops come first, so values can
 * leave several loops.
 *
 *   for (...) s += a[i] * sqrt(k);   ->   t = sqrt(k); for (...) s += a[i] * t; */
#include "midend/pass.h"

#include "midend/analysis.h"
#include "midend/memory_order.h"

struct mover {
    struct ir_function *function;
    struct ana_dom *dom;
    struct ana_loops *loops;
    struct ana_loop *loop;
    struct ir_block *preheader;
    ir_space_set written; /* spaces of which the loop keeps loads in place */
    bool changed;
};

static bool
in_loop(const struct mover *m, const struct ir_block *block)
{
    return ana_loop_contains(m->loop, m->loops->of[block->id]);
}

static struct ir_block *
find_preheader(const struct mover *m)
{
    const struct ir_block *header = m->loop->header;
    struct ir_block *found = NULL;
    for (uint32_t i = 0; i < header->preds.count; i++) {
        struct ir_block *pred = header->preds.at[i];
        if (in_loop(m, pred))
            continue;
        if (found || pred->succ_count != 1)
            return NULL;
        found = pred;
    }
    return found;
}

static ir_space_set
holds_of(const struct mover *m, const struct ir_inst *inst)
{
    struct ir_ordering ordering = ir_ordering_of(m->function, inst);
    bool is_store = inst->op == IR_OP_store;
    ir_space_set held = 0;
    if (ordering.access == IR_ACCESS_NONE)
        return 0;
    if (!is_store && (ir_inst_flags(inst) & IR_WRITE || inst->op == IR_OP_asm))
        return IR_SPACES_ALL;
    if (is_store)
        held = ir_has_space(ordering.spaces, IR_SPACE_GENERIC)
                   ? IR_SPACES_ALL
                   : ordering.spaces | IR_SPACE_MASK(GENERIC);
    for (enum ir_space space = 0; space < IR_SPACE_COUNT; space++) {
        struct ir_ordering load = ir_plain_access(IR_ACCESS_LOAD, space);
        if (!ir_may_reorder(&ordering, &load))
            held |= ir_space_bit(space);
    }
    return held;
}

static bool
may_move(const struct mover *m, const struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    if (!inst->def_count || inst->op == IR_OP_phi || inst->op == IR_OP_lane_copy ||
        flags & IR_CONVERGENT)
        return false;
    if (inst->op == IR_OP_load) {
        enum ir_space space = ir_space_of(ir_type_of(m->function, inst->args[0].value));
        bool changes = ir_has_space(m->written, space) && !inst->memory.is_invariant;
        if (!ir_is_plain(&inst->memory) || changes || inst->block != m->loop->header)
            return false;
    } else if (!(flags & IR_PURE) || (inst->op == IR_OP_call && inst->block != m->loop->header)) {
        return false; /* a call that may not be needed costs too much */
    }
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const struct ir_inst *def = ir_def(m->function, inst->args[i].value);
        if (def && in_loop(m, def->block))
            return false;
    }
    return true;
}

static void
empty_loop(struct mover *m)
{
    uint32_t first = m->dom->number[m->loop->header->id];
    m->preheader = find_preheader(m);
    m->written = 0;
    if (!m->preheader)
        return;
    uint32_t end = first;
    for (uint32_t blocks = 0; blocks < m->loop->block_count; end++) {
        if (!in_loop(m, m->dom->order[end]))
            continue;
        blocks++;
        ir_foreach_inst (inst, m->dom->order[end])
            m->written |= holds_of(m, inst);
    }
    for (uint32_t i = first; i < end; i++) {
        if (!in_loop(m, m->dom->order[i]))
            continue;
        ir_foreach_inst_safe (inst, m->dom->order[i])
            if (may_move(m, inst)) {
                ir_move_before(m->preheader->last, inst);
                m->changed = true;
            }
    }
}

bool
opt_licm(struct ir_function *function)
{
    struct mover m = {.function = function};
    struct arena arena;
    arena_init(&arena, function->module->arena->allocator, function->module->guard);
    m.dom = ana_dom(&arena, function);
    m.loops = ana_loops(&arena, function, m.dom);
    for (uint32_t i = m.loops->all.count; i-- > 0;) { /* inner loops come after outer ones */
        m.loop = m.loops->all.at[i];
        empty_loop(&m);
    }
    arena_free(&arena);
    return m.changed;
}
