/* What both ways of a branch compute or load is done before the branch: once, where lanes part, and
 * waited for once.
 *
 *   cbr %c, b1, b2   b1: %x = load %p; ...   b2: %y = load %p; ...
 *   ->   %x = load %p; cbr %c, b1, b2
 *
 * What is computed from a loaded value stays where other loads stay: the wave would wait for the one
 * before it starts the others. */
#include "midend/gvn.h"
#include "midend/pass.h"

#include "midend/analysis.h"
#include "midend/memory_order.h"

enum { MAX_LOOKED_AT = 32 }; /* instructions before a load, uses of an argument */

/* Does the block write nothing before the load? */
static bool
is_early(const struct ir_inst *load)
{
    const struct ir_inst *inst = load->prev;
    for (unsigned i = 0; i < MAX_LOOKED_AT && inst; i++, inst = inst->prev)
        if (ir_inst_flags(inst) & (IR_WRITE | IR_EFFECT))
            return false;
    return !inst;
}

/* beside_loads: what waits for a load does not move. */
static bool
may_move(const struct ir_function *f, const struct ir_inst *inst, bool beside_loads)
{
    unsigned flags = ir_inst_flags(inst);
    bool is_load = inst->op == IR_OP_load && ir_is_plain(&inst->memory);
    if (!(is_load || flags & IR_PURE) || flags & IR_CONVERGENT || inst->op == IR_OP_phi ||
        inst->op == IR_OP_lane_copy || inst->op == IR_OP_call || inst->arg_count == 0)
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const struct ir_inst *def = ir_def(f, inst->args[i].value);
        if (def && (def->block == inst->block ||
                    (beside_loads && flags & IR_PURE && def->op == IR_OP_load)))
            return false;
    }
    return !is_load || is_early(inst);
}

/* The same expression in the other block; NULL: it is not there. */
static struct ir_inst *
find_same(const struct ir_function *f, const struct ir_inst *inst, const struct ir_block *other)
{
    unsigned looked_at = 0;
    uint32_t arg = 0;
    while (arg + 1 < inst->arg_count && !ir_def(f, inst->args[arg].value))
        arg++; /* few use what is computed */
    for (struct ir_use *use = ir_value(f, inst->args[arg].value)->uses;
         use && looked_at < MAX_LOOKED_AT; use = use->next, looked_at++)
        if (use->user->block == other && gvn_same(use->user, inst) && may_move(f, use->user, false))
            return use->user;
    return NULL;
}

static void
join(struct ir_function *f, struct ir_inst *inst, struct ir_inst *same, struct ir_block *block)
{
    inst->no_wrap &= same->no_wrap; /* what both promise */
    if (inst->op == IR_OP_load) {
        inst->memory.is_invariant &= same->memory.is_invariant;
        if (same->memory.align < inst->memory.align)
            inst->memory.align = same->memory.align;
    }
    for (uint32_t i = 0; i < inst->def_count; i++)
        ir_replace_uses(f, same->def + i, inst->def + i);
    ir_remove(same);
    ir_move_before(block->last, inst);
}

static bool
has_loads(const struct ir_block *block)
{
    ir_foreach_inst (inst, block)
        if (inst->op == IR_OP_load)
            return true;
    return false;
}

/* Two ways that only start here; to go on with a loop and to leave it are not to wait for the same. */
static bool
is_fork(const struct ana_loops *loops, const struct ir_block *block)
{
    return block->succ_count == 2 && block->succs[0]->preds.count == 1 &&
           block->succs[1]->preds.count == 1 &&
           loops->of[block->succs[0]->id] == loops->of[block->succs[1]->id];
}

static bool
hoist_from(struct ir_function *f, struct ir_block *block, bool beside_loads)
{
    bool changed = false;
    ir_foreach_inst_safe (inst, block->succs[0]) {
        struct ir_inst *same =
            may_move(f, inst, beside_loads) ? find_same(f, inst, block->succs[1]) : NULL;
        if (same)
            join(f, inst, same, block);
        changed |= same != NULL;
    }
    return changed;
}

bool
opt_hoist(struct ir_function *function)
{
    struct arena arena;
    bool changed = false;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    struct ana_loops *loops = ana_loops(&arena, function, ana_dom(&arena, function));
    for (struct ir_block *block = function->last_block; block; block = block->prev) {
        if (!is_fork(loops, block))
            continue;
        changed |= hoist_from(function, block, true);
        if (!has_loads(block->succs[0]) && !has_loads(block->succs[1]))
            changed |= hoist_from(function, block, false);
    }
    arena_free(&arena);
    return changed;
}
