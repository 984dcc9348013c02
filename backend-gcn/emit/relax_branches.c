/* Final layout of branches: jumps to the next block vanish, a conditional jump over a jump is
 * inverted, and a target that s_branch cannot reach (a signed 16-bit count of dwords) is reached
 * through s_setpc. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/emit/mir_encode.h"
#include "support/limit.h"

enum { REACH = LIMIT_BRANCH_DWORDS, SLACK = 64 }; /* dwords that nops may add later */

static const struct mir_block *
next_with_code(const struct mir_block *block)
{
    const struct mir_block *next = block->next;
    while (next && !next->first)
        next = next->next;
    return next;
}

/* Does control that enters `to` get to the same instruction as control falling out of `block`? */
static bool
falls_to(const struct mir_block *block, const struct mir_block *to)
{
    while (to && !to->first)
        to = to->next;
    return to && next_with_code(block) == to;
}

static bool
is_jump(const struct mir_inst *inst)
{
    return inst && inst->op == GCN_s_branch;
}

static bool
simplify_block(struct mir_block *block)
{
    bool changed = false;
    struct mir_inst *last = block->last;
    if (is_jump(last) && falls_to(block, last->target)) {
        mir_remove(last);
        last = block->last;
        changed = true;
    }
    if (last && last->target && !is_jump(last) && falls_to(block, last->target) &&
        mir_is_branch(last)) {
        mir_remove(last); /* both ways lead to the same target */
        return true;
    }
    struct mir_inst *condition = last ? last->prev : NULL;
    if (is_jump(last) && condition && condition->target && mir_inverse_branch(condition->op) &&
        falls_to(block, condition->target)) {
        condition->op = (uint16_t)mir_inverse_branch(condition->op);
        condition->target = last->target;
        mir_remove(last);
        changed = true;
    }
    return changed;
}

/* Redirects jumps to blocks that only jump on. */
static bool
thread_jumps(struct mir_function *function)
{
    bool changed = false;
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            struct mir_block *to = inst->target;
            while (to && !to->first && to->next)
                to = to->next;
            if (to && is_jump(to->first) && to->first->target != to &&
                to->first->target != inst->target) {
                inst->target = to->first->target;
                changed = true;
            }
        }
    }
    return changed;
}

static bool
falls_through(const struct mir_block *block)
{
    const struct mir_inst *last = block->last;
    return !last || mir_is_pseudo(last) || !(gcn_op_info[last->op].flags & GCN_FLAG_END);
}

/* Removes code that nothing jumps to or falls into: split edges that jumps now bypass. */
static bool
remove_unreachable(struct mir_function *function)
{
    bool *reached = ARENA_ARRAY(mir_pass_arena(function), function->block_count, bool);
    bool again = true, changed = false;
    reached[function->entry->id] = true;
    while (again) {
        again = false;
        mir_foreach_block (block, function) {
            if (!reached[block->id])
                continue;
            mir_foreach_inst (inst, block) {
                if (inst->target && !reached[inst->target->id])
                    again = reached[inst->target->id] = true;
            }
            if (block->next && !reached[block->next->id] && falls_through(block))
                again = reached[block->next->id] = true;
        }
    }
    mir_foreach_block (block, function) {
        while (!reached[block->id] && block->first) {
            mir_remove(block->first);
            changed = true;
        }
    }
    return changed;
}

/* ---- distances ---- */

static uint32_t
place_blocks(struct mir_function *function, uint32_t *offset)
{
    uint32_t at = 0;
    mir_foreach_block (block, function) {
        offset[block->id] = at;
        mir_foreach_inst (inst, block) {
            struct gcn_inst ignored;
            uint32_t words[3];
            guard_poll(function->guard);
            if (!mir_is_pseudo(inst))
                at += mir_encode(function, inst, &ignored, words);
        }
    }
    return at;
}

static struct mir_inst *
put(struct mir_inst *at, enum gcn_op op, const struct mir_operand *operands, unsigned count)
{
    struct mir_inst *inst = mir_real(at->block->function, op, operands, count);
    inst->loc = at->loc;
    mir_insert_before(at, inst);
    return inst;
}

/* Turns s_branch X into arithmetic on the pc.  SCC is dead at a block's end, because phis and
 * conditions are done; the distance is in the literal, fixed when the code is encoded.
 *
 *   s_getpc_b64 s[n:n+1]; s_add_u32 sn, sn, X - pc; s_addc_u32 sn+1, sn+1, sign; s_setpc_b64 */
static void
make_long(struct mir_inst *jump, int32_t bytes)
{
    struct mir_function *function = jump->block->function;
    unsigned reg = function->scratch_sgpr;
    struct mir_operand pair = mir_physical(reg, 2);
    struct mir_operand low[3] = {mir_physical(reg, 1), mir_physical(reg, 1),
                                 mir_const((uint32_t)bytes)};
    struct mir_operand high[3] = {mir_physical(reg + 1, 1), mir_physical(reg + 1, 1),
                                  mir_const(bytes < 0 ? UINT32_MAX : 0)};
    put(jump, GCN_s_getpc_b64, &pair, 1);
    put(jump, GCN_s_add_u32, low, 3);
    put(jump, GCN_s_addc_u32, high, 3);
    put(jump, GCN_s_setpc_b64, &pair, 1);
    mir_remove(jump);
}

/* Inverts a conditional jump that cannot reach, so that it jumps over an unconditional one. */
static struct mir_inst *
split_conditional(struct mir_inst *branch)
{
    struct mir_function *function = branch->block->function;
    struct mir_block *block = branch->block, *rest = mir_block_after(block);
    struct mir_block *island = mir_block_after(block);
    while (branch->next) { /* an unconditional jump may follow */
        struct mir_inst *moved = branch->next;
        mir_remove(moved);
        mir_append(rest, moved);
    }
    rest->linear_succ_count = 0;
    rest->is_linear_only = island->is_linear_only = true;
    rest->loop_depth = island->loop_depth = block->loop_depth;
    struct mir_inst *jump = mir_real(function, GCN_s_branch, NULL, 0);
    jump->target = branch->target;
    mir_append(island, jump);
    branch->op = (uint16_t)mir_inverse_branch(branch->op);
    branch->target = rest;
    return jump;
}

static int64_t
distance(const struct mir_function *function, const uint32_t *offset, const struct mir_inst *jump)
{
    uint32_t at = offset[jump->block->id];
    for (const struct mir_inst *inst = jump->block->first; inst != jump; inst = inst->next) {
        struct gcn_inst ignored;
        uint32_t words[3];
        if (!mir_is_pseudo(inst))
            at += mir_encode(function, inst, &ignored, words);
    }
    return (int64_t)offset[jump->target->id] - (int64_t)(at + 1);
}

static bool
reaches(int64_t dwords)
{
    return dwords >= -(REACH - SLACK) && dwords <= REACH - SLACK;
}

/* Long jumps change the distances of others, so their literals are set when all jumps are known. */
struct long_jump {
    struct mir_inst *add, *high, *getpc;
    struct mir_block *target;
};
typedef VEC(struct long_jump) long_jumps;

static void
lengthen(struct mir_function *function, const uint32_t *offset, long_jumps *jumps, bool *changed)
{
    mir_foreach_block (block, function) {
        mir_foreach_inst_safe (inst, block) {
            if (!inst->target || !LIMIT_MET(function->guard, BRANCH_DWORDS,
                                            !reaches(distance(function, offset, inst))))
                continue;
            struct mir_inst *jump = is_jump(inst) ? inst : split_conditional(inst);
            struct mir_block *target = jump->target;
            struct mir_inst *before = jump->prev;
            struct mir_block *at = jump->block;
            make_long(jump, 0x12345678); /* no inline constant, so its dword is counted */
            struct mir_inst *getpc = before ? before->next : at->first;
            vec_push(mir_pass_arena(function), jumps,
                     (struct long_jump){getpc->next, getpc->next->next, getpc, target});
            *changed = true;
            break; /* the block changed shape */
        }
    }
}

static void
set_distances(struct mir_function *function, const uint32_t *offset, const long_jumps *jumps)
{
    for (uint32_t i = 0; i < jumps->count; i++) {
        const struct long_jump *jump = &jumps->at[i];
        uint32_t at = offset[jump->getpc->block->id];
        for (const struct mir_inst *inst = jump->getpc->block->first; inst != jump->add;
             inst = inst->next) {
            struct gcn_inst ignored;
            uint32_t words[3];
            if (!mir_is_pseudo(inst))
                at += mir_encode(function, inst, &ignored, words);
        }
        int64_t bytes = ((int64_t)offset[jump->target->id] - (int64_t)at) * 4;
        jump->add->operands[2] = mir_const((uint32_t)bytes);
        jump->high->operands[2] = mir_const(bytes < 0 ? UINT32_MAX : 0);
    }
}

/* Is every jump within reach, whatever the encodings? */
static bool
is_short(const struct mir_function *function)
{
    uint32_t dwords = 0;
    mir_foreach_block (block, function)
        for (const struct mir_inst *inst = block->first; inst; inst = inst->next)
            dwords += 3;
    return dwords < REACH - SLACK;
}

bool
relax_branches(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    bool changed = false;
    for (bool again = true; again; changed |= again) {
        again = thread_jumps(function);
        again |= remove_unreachable(function);
        mir_foreach_block (block, function)
            again |= simplify_block(block);
    }
    long_jumps jumps = {0};
    for (bool again = !is_short(function); again;) {
        again = false;
        uint32_t *offset = ARENA_ARRAY(mir_pass_arena(function), function->block_count, uint32_t);
        uint32_t size = place_blocks(function, offset);
        if (size < REACH - SLACK)
            break;
        lengthen(function, offset, &jumps, &again);
        changed |= again;
        if (!again)
            set_distances(function, offset, &jumps);
    }
    return changed;
}
