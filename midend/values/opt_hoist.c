/* What both ways of a branch compute or load, or one way and the block where they meet, is done before
 * the branch: once, where lanes part, and waited for once.
 *
 *   cbr %c, b1, b2   b1: %x = load %p; ...   b2: %y = load %p; ...
 *   ->   %x = load %p; cbr %c, b1, b2
 *
 * What is computed from a loaded value stays where other loads stay: the wave would wait for the one
 * before it starts the others. */
#include "midend/values/gvn.h"
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

struct forks {
    struct ir_function *function;
    struct ana_dom *dom;
    struct ana_loops *loops;
};

/* Do the instruction, if any, and those before it in its block write nothing, and order nothing that the
 * load follows? */
static bool
is_early(const struct ir_function *f, const struct ir_inst *load, const struct ir_inst *inst)
{
    struct ir_ordering own = ir_ordering_of(f, load);
    unsigned looked_at = 0;
    for (; inst && !LIMIT_MET(f->module->guard, HOIST_SEARCH, looked_at == LIMIT_HOIST_SEARCH);
         looked_at++, inst = inst->prev) {
        struct ir_ordering earlier = ir_ordering_of(f, inst);
        if (ir_inst_flags(inst) & (IR_WRITE | IR_EFFECT) || !ir_may_reorder(&earlier, &own))
            return false;
    }
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
    return !is_load || is_early(f, inst, inst->prev);
}

/* Is the block the branch's other way, or where lanes go after it? */
static bool
is_beside(const struct forks *forks, const struct ir_block *block, const struct ir_inst *inst)
{
    const struct ir_block *fork = inst->block->preds.at[0];
    return block != inst->block && forks->dom->idom[block->id] == fork &&
           forks->loops->of[block->id] == forks->loops->of[inst->block->id];
}

/* May the load pass the block, which is on a way from the branch to where it is? */
static bool
may_pass(const struct forks *forks, const struct ir_block *block, const struct ir_inst *load)
{
    const struct ana_loop *loop = forks->loops->of[load->block->id];
    return block->succ_count && forks->loops->of[block->id] == loop &&
           !(loop && block == loop->header) && is_early(forks->function, load, block->last->prev);
}

/* Of what one way of the branch loads, too: does this, which is where lanes go after it, load the same
 * whichever way they go?  Else a lane would load what it does not in the program, or what is overwritten.
 * The branch's other way has only been asked about what comes before the load. */
static bool
is_certain(const struct forks *forks, const struct ir_block *fork, const struct ir_inst *load)
{
    if (load->op != IR_OP_load || load->block->preds.count == 1)
        return true;
    const struct ir_block *ways[LIMIT_HOIST_SEARCH], *block = fork;
    uint32_t count = 0, next = 0;
    do {
        for (uint32_t i = 0; i < block->succ_count; i++) {
            uint32_t seen = 0;
            while (seen < count && ways[seen] != block->succs[i])
                seen++;
            if (block->succs[i] == load->block || seen < count)
                continue;
            if (!may_pass(forks, block->succs[i], load) ||
                LIMIT_MET(forks->function->module->guard, HOIST_SEARCH,
                          count >= LIMIT_HOIST_SEARCH))
                return false;
            ways[count++] = block->succs[i];
        }
    } while (next < count && (block = ways[next++]));
    return true;
}

/* The same expression beside that one's block; NULL: it is not there. */
static struct ir_inst *
find_same(const struct forks *forks, const struct ir_inst *inst)
{
    unsigned looked_at = 0;
    uint32_t arg = 0;
    while (arg + 1 < inst->arg_count && !ir_def(forks->function, inst->args[arg].value))
        arg++; /* few use what is computed */
    for (struct ir_use *use = ir_value(forks->function, inst->args[arg].value)->uses;
         use &&
         !LIMIT_MET(forks->function->module->guard, HOIST_SEARCH, looked_at == LIMIT_HOIST_SEARCH);
         use = use->next, looked_at++)
        if (use->user->op == inst->op && is_beside(forks, use->user->block, inst) &&
            gvn_same(use->user, inst) && may_move(forks->function, use->user, false) &&
            is_certain(forks, inst->block->preds.at[0], use->user))
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

/* From one way of the branch. */
static bool
hoist_from(const struct forks *forks, const struct ir_block *arm, bool beside_loads)
{
    bool changed = false;
    ir_foreach_inst_safe (inst, arm) {
        struct ir_inst *same =
            may_move(forks->function, inst, beside_loads) ? find_same(forks, inst) : NULL;
        if (same)
            join(forks->function, inst, same, arm->preds.at[0]);
        changed |= same != NULL;
    }
    return changed;
}

static bool
hoist_before(const struct forks *forks, struct ir_block *block)
{
    const struct ana_loop *loop = forks->loops->of[block->id];
    bool changed = false, loads = false;
    for (unsigned i = 0; i < block->succ_count; i++) {
        const struct ir_block *arm = block->succs[i];
        if (arm->preds.count == 1 && forks->loops->of[arm->id] == loop) {
            changed |= hoist_from(forks, arm, true);
            loads |= has_loads(arm);
        }
    }
    for (unsigned i = 0; i < block->succ_count && !loads; i++) {
        const struct ir_block *arm = block->succs[i];
        if (arm->preds.count == 1 && forks->loops->of[arm->id] == loop)
            changed |= hoist_from(forks, arm, false);
    }
    return changed;
}

bool
opt_hoist(struct ir_function *function)
{
    struct forks forks = {.function = function};
    struct arena arena;
    bool changed = false;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    forks.dom = ana_dom(&arena, function);
    forks.loops = ana_loops(&arena, function, forks.dom);
    for (uint32_t i = forks.dom->count; i-- > 0;)
        if (forks.dom->order[i]->succ_count == 2)
            changed |= hoist_before(&forks, forks.dom->order[i]);
    arena_free(&arena);
    return changed;
}
