/* From what a lane sees to what the wave executes.
 *
 * The plan of ana_linear says where the wave goes after each block.  A masked branch sends the
 * lanes of its other targets to wait: their lanes join the waiting mask of the target, and EXEC
 * becomes the lanes that go on.  A block where lanes wait adds them to EXEC at its start:
 *
 *     A:  m_else = exec & ~c;  exec = exec & c        (lanes of m_else wait for `else`)
 *         s_cbranch_execz else
 *     then: ...                                        m_join = exec
 *     else: exec = m_else                              (no lane of its own comes here)
 *     join: exec |= m_join
 *
 * Where every lane of a block D meets again at X before going anywhere else, no mask is needed: X
 * takes the EXEC that D had.  That covers structured ifs and loops with one exit:
 *
 *     D:  saved = exec;  exec = exec & c               X:  exec = saved
 *
 * Waiting masks are ordinary SGPR values: their SSA form on the linear graph comes from
 * linear_ssa.c, as does that of every SGPR value whose definition does not dominate its uses there.
 *
 * A block that may be entered with no lane at all is jumped over (to the first block where lanes
 * may wait) when running it without lanes would cost more than the jump or would not be safe:
 * scalar loads and uniform branches would act on values that no lane has computed. */
#include "backend-gcn/backend.h"
#include "backend-gcn/exec/exec_plan.h"

/* ---- the linear graph ---- */

static struct mir_block *
block_before(struct exec_plan *pass, struct mir_block *at)
{
    struct mir_block *block = at->prev ? mir_block_after(at->prev) : NULL;
    if (!block)
        ice(pass->function->guard, "insert_exec: the entry waits for lanes");
    block->is_linear_only = true;
    block->loop_depth = at->loop_depth;
    return block;
}

/* Heads: what happens once before a loop, or where a skip has to look at joined lanes. */
static void
make_heads(struct exec_plan *pass)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        struct exec_step *step = &pass->steps[i];
        bool is_header = step->block->is_loop_header;
        bool needs = (step->skip != EXEC_NONE && !step->skip_in_pred) || (is_header && step->joins);
        if (!needs)
            continue;
        step->head = block_before(pass, step->block);
        if (is_header && step->head->loop_depth)
            step->head->loop_depth--;
        mir_add_linear_edge(step->head, step->block);
    }
}

/* The block that the wave enters on the edge i -> to. */
static struct mir_block *
entered(const struct exec_plan *pass, uint32_t i, uint32_t to)
{
    const struct exec_step *step = &pass->steps[to];
    return step->head && !exec_is_back_edge(i, to) ? step->head : step->block;
}

static void
connect(struct exec_plan *pass)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        struct exec_step *step = &pass->steps[i];
        uint32_t to[2];
        unsigned count = exec_wave_successors(pass, i, to);
        for (unsigned k = 0; k < count; k++)
            mir_add_linear_edge(step->block, entered(pass, i, to[k]));
        if (!pass->plan->masked[i])
            continue;
        uint32_t skip = EXEC_NONE;
        if (exec_is_back_edge(i, step->next))
            skip = exec_loop_exit(pass, i);
        else if (pass->steps[step->next].skip_in_pred)
            skip = pass->steps[step->next].skip;
        if (skip != EXEC_NONE)
            mir_add_linear_edge(step->block, entered(pass, i, skip));
    }
    for (uint32_t i = 0; i < pass->count; i++) {
        struct exec_step *step = &pass->steps[i];
        if (step->head && step->skip != EXEC_NONE)
            mir_add_linear_edge(step->head, entered(pass, i, step->skip));
    }
}

/* ---- masks ---- */

static struct mir_operand
exec(void)
{
    return mir_fixed(GCN_EXEC_LO, 2);
}

static bool
is_pending(const struct exec_plan *pass, uint32_t at, uint32_t target)
{
    return sparse_has(&pass->plan->pending[at], target);
}

/* Is no lane waiting for the current target at the end of the block?  Where lanes are sent there, a
 * mask is defined in the SSA builder, which is found first. */
static bool
is_not_waited_for(const void *data, const struct mir_block *block)
{
    const struct exec_plan *pass = data;
    if (block->id >= pass->numbered)
        return block == pass->steps[pass->waited_for].head;
    return !is_pending(pass, pass->number[block->id], pass->waited_for);
}

/* The waiting mask of `target` as the current variable of the SSA builder. */
static void
begin_waiting(struct exec_plan *pass, uint32_t target)
{
    linear_ssa_begin(&pass->ssa, mir_const64(0), 2, true);
    pass->waited_for = target;
    pass->ssa.is_initial = is_not_waited_for;
    pass->ssa.data = pass;
    vec_foreach (uint32_t, waiter, &pass->steps[target].waiters) {
        const struct exec_step *step = &pass->steps[*waiter];
        for (unsigned k = 0; k < step->wait_count; k++)
            if (step->waits[k].target == target)
                linear_ssa_define(&pass->ssa, step->block, step->waits[k].mask);
    }
}

/* Lanes of the branch that go to successor k of the step. */
static void
lanes_to(struct exec_plan *pass, const struct exec_step *step, unsigned k, struct mir_builder *b,
         struct mir_operand result)
{
    (void)pass;
    bool conditional = step->branch->op == MIR_P_CBRANCH_MASK && step->succ[0] != step->succ[1];
    if (!conditional)
        mir_build(b, GCN_s_mov_b64, 1, result, exec());
    else
        mir_build(b, k ? GCN_s_andn2_b64 : GCN_s_and_b64, 1, result, exec(),
                  step->branch->operands[0]);
}

static unsigned
successor_index(const struct exec_step *step, uint32_t number)
{
    return step->succ[0] == number ? 0 : 1;
}

/* Does the waiting mask have older lanes in it at the end of step i? */
static void
emit_wait(struct exec_plan *pass, uint32_t i, const struct exec_wait *wait, struct mir_builder *b)
{
    struct exec_step *step = &pass->steps[i];
    unsigned k = successor_index(step, wait->target);
    struct mir_operand before = mir_const64(0);
    if (is_pending(pass, i, wait->target)) {
        before = linear_ssa_at_start(&pass->ssa, step->block);
    }
    if (before.kind == MIR_CONST && before.value == 0) {
        lanes_to(pass, step, k, b, wait->mask);
        return;
    }
    struct mir_operand lanes = exec();
    if (step->branch->op == MIR_P_CBRANCH_MASK && step->succ[0] != step->succ[1]) {
        lanes = mir_new_mask(b);
        lanes_to(pass, step, k, b, lanes);
    }
    mir_build(b, GCN_s_or_b64, 1, wait->mask, before, lanes);
}

/* Sets EXEC of a step where lanes come together. */
static void
emit_join(struct exec_plan *pass, struct exec_step *step)
{
    struct mir_block *at = step->head ? step->head : step->block;
    struct mir_operand waiting = step->meets != EXEC_NONE ? pass->steps[step->meets].saved
                                                          : linear_ssa_at_start(&pass->ssa, at);
    struct mir_inst *first = at->first;
    while (first && (first->op == MIR_P_PHI || first->op == MIR_P_LINEAR_PHI))
        first = first->next;
    struct mir_builder b = {.function = pass->function, .block = at, .before = first};
    if (!step->own_lanes || step->meets != EXEC_NONE)
        mir_build(&b, GCN_s_mov_b64, 1, exec(), waiting);
    else if (waiting.kind != MIR_CONST || waiting.value)
        mir_build(&b, GCN_s_or_b64, 1, exec(), exec(), waiting);
}

/* Masks of step i, one target at a time: each is a variable of its own. */
static void
emit_waits_for(struct exec_plan *pass, uint32_t target)
{
    if (!pass->steps[target].joins)
        return;
    begin_waiting(pass, target);
    vec_foreach (uint32_t, waiter, &pass->steps[target].waiters) {
        struct exec_step *step = &pass->steps[*waiter];
        struct mir_builder b = {
            .function = pass->function, .before = step->branch, .loc = step->branch->loc};
        for (unsigned k = 0; k < step->wait_count; k++) {
            if (step->waits[k].target == target)
                emit_wait(pass, *waiter, &step->waits[k], &b);
        }
    }
    emit_join(pass, &pass->steps[target]);
    linear_ssa_finish(&pass->ssa);
}

/* EXEC of the block that follows a masked branch, after the waiting masks. */
static void
emit_going_on(struct exec_plan *pass, uint32_t i)
{
    struct exec_step *step = &pass->steps[i];
    struct mir_builder b = {
        .function = pass->function, .before = step->branch, .loc = step->branch->loc};
    bool saves = step->saved.kind != MIR_NONE && !step->is_saved;
    bool conditional = step->branch->op == MIR_P_CBRANCH_MASK && step->succ[0] != step->succ[1];
    bool goes_on = pass->plan->masked[i] && exec_has_successor(step, step->next) && conditional;
    if (saves && goes_on && step->succ[0] == step->next) {
        mir_build(&b, GCN_s_and_saveexec_b64, 1, step->saved, step->branch->operands[0]);
        return;
    }
    if (saves)
        mir_build(&b, GCN_s_mov_b64, 1, step->saved, exec());
    if (goes_on)
        lanes_to(pass, step, successor_index(step, step->next), &b, exec());
    else if (pass->plan->masked[i] && !exec_has_successor(step, step->next) &&
             pass->steps[step->next].own_lanes && pass->steps[step->next].meets == EXEC_NONE)
        mir_build(&b, GCN_s_mov_b64, 1, exec(), mir_const64(0));
}

/* ---- branches ---- */

static void
emit_jump(struct mir_builder *b, enum gcn_op op, struct mir_block *to)
{
    mir_build(b, op, 0, mir_none())->target = to;
}

/* Jumps conditionally to the second linear successor, or back to the first for a loop. */
static void
emit_masked_branch(struct exec_plan *pass, uint32_t i, struct mir_builder *b)
{
    struct exec_step *step = &pass->steps[i];
    struct mir_block *to = step->block->linear_succs[0];
    if (step->block->linear_succ_count == 2) {
        if (exec_is_back_edge(i, step->next)) {
            emit_jump(b, GCN_s_cbranch_execnz, to);
            to = step->block->linear_succs[1];
        } else {
            emit_jump(b, GCN_s_cbranch_execz, step->block->linear_succs[1]);
        }
    }
    (void)pass;
    emit_jump(b, GCN_s_branch, to);
}

static void
emit_branches(struct exec_plan *pass, uint32_t i)
{
    struct exec_step *step = &pass->steps[i];
    struct mir_inst *branch = step->branch;
    struct mir_builder b = {.function = pass->function, .before = branch, .loc = branch->loc};
    if (branch->op == MIR_P_END || branch->op == MIR_P_RETURN)
        return;
    if (pass->plan->masked[i]) {
        emit_masked_branch(pass, i, &b);
    } else if (step->block->linear_succ_count == 2) {
        emit_jump(&b, GCN_s_cbranch_scc1, step->block->linear_succs[0]);
        emit_jump(&b, GCN_s_branch, step->block->linear_succs[1]);
    } else {
        emit_jump(&b, GCN_s_branch, step->block->linear_succs[0]);
    }
    mir_remove(branch);
}

static void
emit_head(struct exec_plan *pass, const struct exec_step *step)
{
    struct mir_builder b = {.function = pass->function, .block = step->head};
    if (step->head->linear_succ_count == 2)
        emit_jump(&b, GCN_s_cbranch_execz, step->head->linear_succs[1]);
    emit_jump(&b, GCN_s_branch, step->head->linear_succs[0]);
}

/* ---- critical edges ---- */

static void
replace_pred(struct mir_block *block, const struct mir_block *old, struct mir_block *with)
{
    for (uint32_t i = 0; i < block->linear_preds.count; i++) {
        if (block->linear_preds.at[i] == old)
            block->linear_preds.at[i] = with;
    }
}

static void
split_edges(struct mir_function *function)
{
    mir_foreach_block (block, function) {
        for (unsigned k = 0; block->linear_succ_count == 2 && k < 2; k++) {
            struct mir_block *to = block->linear_succs[k];
            if (to->linear_preds.count < 2)
                continue;
            struct mir_block *edge = mir_block_after(block);
            edge->is_linear_only = true;
            edge->loop_depth =
                to->loop_depth < block->loop_depth ? to->loop_depth : block->loop_depth;
            edge->linear_succs[edge->linear_succ_count++] = to;
            vec_push(function->arena, &edge->linear_preds, block);
            block->linear_succs[k] = edge;
            replace_pred(to, block, edge);
        }
    }
}

/* ---- the pass ---- */

/* A return belongs to the lanes: it reads their results. */
static void
mark_logical_ends(struct exec_plan *pass)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        if (pass->steps[i].branch->op != MIR_P_RETURN)
            mir_insert_before(pass->steps[i].branch,
                              mir_inst_new(pass->function, MIR_P_LOGICAL_END, NULL, 0, 0));
    }
}

bool
insert_exec(struct mir_function *function, const struct backend_options *options)
{
    struct exec_plan pass = {
        .function = function, .arena = function->arena, .target = function->target};
    if (function->pass_arena)
        pass.arena = function->pass_arena;
    (void)options;
    exec_plan_make(&pass);
    make_heads(&pass);
    connect(&pass);
    split_edges(function);
    mark_logical_ends(&pass);
    linear_ssa_init(&pass.ssa, function, pass.arena);
    for (uint32_t i = 0; i < pass.count; i++)
        emit_waits_for(&pass, i);
    for (uint32_t i = 0; i < pass.count; i++) {
        emit_going_on(&pass, i);
        if (pass.steps[i].head)
            emit_head(&pass, &pass.steps[i]);
    }
    for (uint32_t i = 0; i < pass.count; i++)
        emit_branches(&pass, i);
    mir_foreach_block (block, function) {
        if (!block->last) { /* on a split edge */
            struct mir_builder b = {.function = function, .block = block};
            emit_jump(&b, GCN_s_branch, block->linear_succs[0]);
        }
    }
    exec_scalars(&pass);
    function->linear_done = true;
    return true;
}
