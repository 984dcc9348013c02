/* Edges are led past blocks that hold nothing, or only phis for those of the next block.  Where each arm of a
 * chain of else-ifs meets the rest of the chain in a block of its own, lanes would wait for each of these, with
 * a mask of their own; so all arms meet in one.
 *
 *   b3: %1 = phi [%x, b1], [%y, b2]; br b5    b5: %2 = phi [%1, b3], [%z, b4]
 *   ->   b5: %2 = phi [%x, b1], [%y, b2], [%z, b4]
 *
 * The header of a loop whose body begins with another loop stays: the two would become one, whose iterations
 * nobody can count. */
#include "midend/values/empty_blocks.h"

#include "midend/analysis/analysis.h"
#include "support/limit.h"

bool
empty_blocks_many_phis(const struct ir_block *block)
{
    unsigned count = 0;
    for (const struct ir_inst *phi = block->first; phi->op == IR_OP_phi; phi = phi->next)
        count++;
    return LIMIT_MET(block->function->module->guard, CONDITION_PHIS, count > LIMIT_CONDITION_PHIS);
}

/* Does the block only hand values on to phis of the block after it?  index: its own among the predecessors
 * of that. */
static bool
is_empty(const struct ir_block *block, uint32_t *index)
{
    if (block->last->op != IR_OP_br || block->succs[0] == block)
        return false;
    for (const struct ir_inst *phi = block->first; phi != block->last; phi = phi->next)
        if (phi->op != IR_OP_phi)
            return false;
    *index = ir_pred_index(block, 0);
    for (const struct ir_inst *phi = block->first; phi != block->last; phi = phi->next)
        for (const struct ir_use *use = ir_value(block->function, phi->def)->uses; use;
             use = use->next)
            if (use->user->op != IR_OP_phi || use->user->block != block->succs[0] ||
                use != &use->user->args[*index])
                return false;
    return !empty_blocks_many_phis(block->succs[0]);
}

/* Leads the edge past the empty block, if its source has no edge to the target yet. */
static bool
skip_block(struct ir_block *from, uint32_t succ, struct ir_block *empty, uint32_t old)
{
    struct ir_block *to = empty->succs[0];
    struct ir_function *f = from->function;
    if (from->succ_count == 2 && from->succs[1 - succ] == to)
        return false;
    uint32_t entry = ir_pred_index(from, succ), count = 0;
    ir_id args[LIMIT_CONDITION_PHIS];
    for (struct ir_inst *phi = to->first; phi->op == IR_OP_phi; phi = phi->next) {
        ir_id value = phi->args[old].value;
        const struct ir_inst *def = ir_def(f, value);
        args[count++] =
            def && def->op == IR_OP_phi && def->block == empty ? def->args[entry].value : value;
    }
    ir_redirect(from, succ, to);
    uint32_t index = to->preds.count - 1, n = 0;
    for (struct ir_inst *phi = to->first; phi->op == IR_OP_phi; phi = phi->next)
        ir_set_arg(phi, index, args[n++]);
    return true;
}

/* Per block: does a loop begin there? */
static bool *
find_headers(struct arena *arena, struct ir_function *function)
{
    bool *is_header = ARENA_ARRAY(arena, function->block_count, bool);
    const struct ana_loops *loops = ana_loops(arena, function, ana_dom(arena, function));
    vec_foreach (struct ana_loop *, loop, &loops->all)
        is_header[(*loop)->header->id] = true;
    return is_header;
}

static bool
skip_all(struct ir_function *function, bool *is_header)
{
    bool changed = false;
    for (struct ir_block *block = function->entry->next, *next; block; block = next) {
        uint32_t index;
        next = block->next;
        if (!is_empty(block, &index) || (is_header[block->id] && is_header[block->succs[0]->id]))
            continue;
        for (uint32_t i = block->preds.count; i-- > 0;) {
            struct ir_block *pred = block->preds.at[i];
            for (uint32_t k = 0; k < pred->succ_count; k++)
                if (pred->succs[k] == block && skip_block(pred, k, block, index)) {
                    is_header[block->succs[0]->id] |= is_header[block->id];
                    changed = true;
                    break;
                }
        }
        if (block->preds.count == 0)
            ir_remove_block(block);
    }
    return changed;
}

bool
empty_blocks_skip(struct ir_function *function)
{
    struct arena arena;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    bool changed = skip_all(function, find_headers(&arena, function));
    arena_free(&arena);
    return changed;
}
