/* A loop that tests at its top pays two jumps an iteration: the test's code is copied to the end of
 * the latch, whose jump back then is the conditional one.  Waits are inserted later: what the first
 * test waits for, a load before the loop, has arrived when the copy needs it. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir_effects.h"
#include "backend-gcn/mir_encode.h"

enum { MAX_INSTRUCTIONS = 12 };

/* The conditional jump that ends the block (an s_branch may follow), or NULL. */
static struct mir_inst *
test_of(const struct mir_block *block)
{
    struct mir_inst *last = block->last;
    if (last && last->op == GCN_s_branch)
        last = last->prev;
    return last && last->target && last->op != GCN_s_branch ? last : NULL;
}

static struct mir_block *
other_way(const struct mir_block *block)
{
    return block->last->op == GCN_s_branch ? block->last->target : block->next;
}

static bool
is_small(const struct mir_block *block)
{
    unsigned count = 0;
    mir_foreach_inst (inst, block) {
        if (inst->op == GCN_s_getpc_b64) /* its literals belong to its position */
            return false;
        count += mir_has_code(inst);
    }
    return count <= MAX_INSTRUCTIONS;
}

/* Replaces the edge from -> old by edges to a and b. */
static void
replace_linear_edge(struct mir_block *from, struct mir_block *old, struct mir_block *a,
                    struct mir_block *b)
{
    for (uint32_t i = 0; i < old->linear_preds.count; i++)
        if (old->linear_preds.at[i] == from) {
            for (uint32_t k = i; k + 1 < old->linear_preds.count; k++)
                old->linear_preds.at[k] = old->linear_preds.at[k + 1];
            old->linear_preds.count--;
            break;
        }
    from->linear_succ_count = 0;
    mir_add_linear_edge(from, a);
    mir_add_linear_edge(from, b);
}

static void
replace_logical_edge(struct mir_block *from, struct mir_block *old)
{
    if (from->logical_succ_count != 1 || from->logical_succs[0] != old)
        return;
    for (uint32_t i = 0; i < old->logical_preds.count; i++)
        if (old->logical_preds.at[i] == from) {
            for (uint32_t k = i; k + 1 < old->logical_preds.count; k++)
                old->logical_preds.at[k] = old->logical_preds.at[k + 1];
            old->logical_preds.count--;
            break;
        }
    from->logical_succ_count = 0;
    for (unsigned i = 0; i < old->logical_succ_count; i++)
        mir_add_logical_edge(from, old->logical_succs[i]);
}

/* position: by block id, in the layout. */
static bool
rotate(struct mir_block *latch, const uint32_t *position)
{
    struct mir_inst *jump = latch->last;
    if (!jump || jump->op != GCN_s_branch || latch->linear_succ_count != 1)
        return false;
    struct mir_block *top = jump->target;
    struct mir_inst *test = test_of(top);
    if (top == latch || !test || position[top->id] > position[latch->id] || !is_small(top) ||
        !other_way(top))
        return false;
    struct mir_block *inside = other_way(top), *outside = test->target;
    bool exits_by_jump =
        position[outside->id] > position[latch->id] || position[outside->id] < position[top->id];
    mir_remove(jump);
    for (const struct mir_inst *inst = top->first; inst != test; inst = inst->next)
        mir_append(latch, mir_inst_clone(latch->function, inst));
    /* Jump back if the loop goes on, fall or jump out if it ends. */
    struct mir_inst *again = mir_real(latch->function, (enum gcn_op)test->op, NULL, 0);
    struct mir_inst *leave = mir_real(latch->function, GCN_s_branch, NULL, 0);
    again->loc = leave->loc = test->loc;
    again->op = exits_by_jump ? (uint16_t)mir_inverse_branch(test->op) : test->op;
    again->target = exits_by_jump ? inside : outside;
    leave->target = exits_by_jump ? outside : inside;
    mir_append(latch, again);
    mir_append(latch, leave);
    replace_linear_edge(latch, top, inside, outside);
    replace_logical_edge(latch, top);
    return true;
}

bool
rotate_loops(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    bool changed = false;
    uint32_t *position = ARENA_ARRAY(mir_pass_arena(function), function->block_count, uint32_t);
    uint32_t count = 0;
    mir_foreach_block (block, function)
        position[block->id] = count++;
    mir_foreach_block (block, function)
        changed |= rotate(block, position);
    return changed;
}
