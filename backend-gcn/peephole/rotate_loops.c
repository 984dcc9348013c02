/* A loop that tests at its top pays two jumps an iteration: the test's code is copied to the end of
 * the latch, whose jump back then is the conditional one.  Waits are inserted later: what the first
 * test waits for, a load before the loop, has arrived when the copy needs it.  The first test goes
 * where constants decide that the loop is entered:
 *
 *   for (int i = 0; i < 10; i++) f(i);   ->   i = 0; do f(i); while (++i < 10); */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"
#include "support/limit.h"

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
        count += !mir_is_pseudo(inst);
    }
    return !LIMIT_MET(block->function->guard, ROTATED_BLOCK, count > LIMIT_ROTATED_BLOCK);
}

/* Takes the block out of the list; returns how many are left. */
static uint32_t
without(struct mir_block **blocks, uint32_t count, const struct mir_block *gone)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (blocks[i] != gone)
            blocks[kept++] = blocks[i];
    }
    return kept;
}

/* Replaces the edges from the block by edges to one or both of two. */
static void
replace_linear_edges(struct mir_block *from, struct mir_block *a, struct mir_block *b)
{
    for (unsigned i = 0; i < from->linear_succ_count; i++) {
        struct mir_block *old = from->linear_succs[i];
        old->linear_preds.count = without(old->linear_preds.at, old->linear_preds.count, from);
    }
    from->linear_succ_count = 0;
    mir_add_linear_edge(from, a);
    if (b)
        mir_add_linear_edge(from, b);
}

static void
remove_logical_edges(struct mir_block *from)
{
    for (unsigned i = 0; i < from->logical_succ_count; i++) {
        struct mir_block *old = from->logical_succs[i];
        old->logical_preds.count = without(old->logical_preds.at, old->logical_preds.count, from);
    }
    from->logical_succ_count = 0;
}

static void
replace_logical_edge(struct mir_block *from, struct mir_block *old)
{
    if (from->logical_succ_count != 1 || from->logical_succs[0] != old)
        return;
    remove_logical_edges(from);
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
    replace_linear_edges(latch, inside, outside);
    replace_logical_edge(latch, top);
    return true;
}

/* ---- the first test ---- */

/* The instruction that runs before the place in the block, or NULL. */
static const struct mir_inst *
last_before(const struct mir_block **block, const struct mir_inst *inst)
{
    inst = inst->prev;
    while (!inst && (*block)->linear_preds.count == 1) {
        *block = (*block)->linear_preds.at[0];
        inst = (*block)->last;
    }
    return inst;
}

/* Is the operand of the instruction a constant, or a register that was set to one just before? */
static bool
is_known(const struct mir_inst *at, const struct mir_operand *operand, uint32_t *value)
{
    const struct mir_block *block = at->block;
    unsigned steps = 0;
    bool sgpr = (operand->kind == MIR_TEMP || operand->kind == MIR_FIXED) &&
                operand->reg_class == MIR_SGPR && operand->reg < GCN_VCC_LO;
    if (operand->kind != MIR_CONST && !sgpr)
        return false;
    for (; operand->kind != MIR_CONST; steps++) {
        if (LIMIT_MET(block->function->guard, ROTATED_SEARCH, steps == LIMIT_ROTATED_SEARCH))
            return false;
        at = last_before(&block, at);
        if (!at || at->op == GCN_s_swappc_b64 || at->assembly)
            return false;
        if (!mir_writes_place(at, operand))
            continue;
        if (at->op == GCN_s_movk_i32) {
            *value = (uint32_t)at->mods.imm;
            return true;
        }
        if (at->op != GCN_s_mov_b32)
            return false;
        operand = &at->operands[1];
        if (operand->kind != MIR_CONST)
            return false;
    }
    *value = (uint32_t)operand->value;
    return true;
}

/* What the comparison that decides the jump gives, 0 or 1; -1: that is not known. */
static int
known_result(const struct mir_inst *test)
{
    const struct mir_inst *compare = test->prev;
    uint32_t a, b;
    if (!compare || mir_format(compare) != GCN_SOPC ||
        !is_known(compare, &compare->operands[0], &a) ||
        !is_known(compare, &compare->operands[1], &b))
        return -1;
    int32_t x = (int32_t)a, y = (int32_t)b;
    switch (compare->op) {
    case GCN_s_cmp_eq_i32:
    case GCN_s_cmp_eq_u32:
        return a == b;
    case GCN_s_cmp_lg_i32:
    case GCN_s_cmp_lg_u32:
        return a != b;
    case GCN_s_cmp_lt_i32:
        return x < y;
    case GCN_s_cmp_le_i32:
        return x <= y;
    case GCN_s_cmp_gt_i32:
        return x > y;
    case GCN_s_cmp_ge_i32:
        return x >= y;
    case GCN_s_cmp_lt_u32:
        return a < b;
    case GCN_s_cmp_le_u32:
        return a <= b;
    case GCN_s_cmp_gt_u32:
        return a > b;
    case GCN_s_cmp_ge_u32:
        return a >= b;
    default:
        return -1;
    }
}

static bool
drop_first_test(struct mir_block *top)
{
    struct mir_inst *test = test_of(top);
    if (!test || (test->op != GCN_s_cbranch_scc0 && test->op != GCN_s_cbranch_scc1))
        return false;
    int result = known_result(test);
    bool jumps = result == (test->op == GCN_s_cbranch_scc1);
    struct mir_block *to = jumps ? test->target : other_way(top);
    if (result < 0 || !to ||
        to->loop_depth < top->loop_depth) /* a loop that is not entered stays */
        return false;
    replace_linear_edges(top, to, NULL);
    mir_remove(test->prev);
    if (top->last != test)
        mir_remove(top->last);
    test->op = GCN_s_branch;
    test->target = to;
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
    mir_foreach_block (block, function)
        changed |= drop_first_test(block);
    return changed;
}
