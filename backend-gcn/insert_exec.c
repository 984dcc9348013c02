/* From what a lane sees to what the wave executes.
 *
 * The plan of ana_linear says where the wave goes after each block.  A masked branch sends the lanes
 * of its other targets to wait: their lanes join the waiting mask of the target, and EXEC becomes the
 * lanes that go on.  A block where lanes wait adds them to EXEC at its start:
 *
 *     A:  m_else = exec & ~c;  exec = exec & c        (lanes of m_else wait for `else`)
 *         s_cbranch_execz else
 *     then: ...                                        m_join = exec
 *     else: exec = m_else                              (no lane of its own comes here)
 *     join: exec |= m_join
 *
 * Where every lane of a block D meets again at X before going anywhere else, nothing need be gathered:
 * X takes the EXEC that D had.  That covers structured ifs and loops with one exit:
 *
 *     D:  saved = exec;  exec = exec & c               X:  exec = saved
 *
 * Waiting masks are ordinary SGPR values: their SSA form on the linear graph comes from linear_ssa.c,
 * as does that of every SGPR value whose definition does not dominate its uses there.
 *
 * A block that may be entered with no lane at all is jumped over (to the first block where lanes
 * may wait) when running it emptily would cost more than the jump or would not be safe: scalar
 * loads and uniform branches would act on values that no lane has computed. */
#include "backend-gcn/backend.h"
#include "backend-gcn/linear_ssa.h"
#include "midend/analysis.h"

enum { NONE = UINT32_MAX, CHEAP_INSTRUCTIONS = 8 };

struct contribution {
    uint32_t target;         /* block that the lanes wait for */
    struct mir_operand mask; /* its waiting mask behind the branch */
};

/* One block of the logical graph, by its number in linear order. */
struct step {
    struct mir_block *block;
    struct mir_block *head;     /* linear-only block before it, which joins and skips, or NULL */
    struct mir_inst *branch;    /* logical terminator */
    uint32_t succ[2];           /* logical, NONE: absent */
    uint32_t next;              /* masked: where the wave goes */
    uint32_t skip;              /* NONE, or where to go when entered without lanes */
    bool skip_in_pred;          /* its only predecessor tests */
    bool own_lanes;             /* some edge into it brings lanes of its own */
    bool joins;                 /* lanes may wait for it */
    uint32_t meets;             /* its lanes are those that this step had; NONE: gathered in a mask */
    bool is_saved;              /* by the step that it meets */
    struct mir_operand saved;   /* EXEC at the end, for steps that meet its lanes; kind NONE: not asked */
    bool may_be_empty;          /* may be entered without lanes */
    struct contribution waits[2];
    unsigned wait_count;
};

struct pass {
    struct mir_function *function;
    struct arena *arena;
    const struct gcn_target *target;
    struct linear_plan *plan;
    struct step *steps;
    uint32_t count;
    uint32_t *number;           /* block id -> number, NONE: made here */
    uint32_t block_capacity;
    struct linear_ssa ssa;
};

/* ---- reading the logical graph ---- */

static uint32_t
number_of(const struct pass *pass, const struct mir_block *block)
{
    return pass->number[block->id];
}

static void
number_blocks(struct pass *pass)
{
    struct mir_function *function = pass->function;
    pass->steps = ARENA_ARRAY(pass->arena, function->block_count, struct step);
    pass->number = ARENA_ARRAY(pass->arena, function->block_count, uint32_t);
    mir_foreach_block(block, function) {
        pass->number[block->id] = pass->count;
        pass->steps[pass->count++].block = block;
    }
}

static void
make_plan(struct pass *pass)
{
    uint32_t(*succs)[2] = arena_array(pass->arena, pass->count, sizeof *succs);
    bool *divergent = ARENA_ARRAY(pass->arena, pass->count, bool);
    for (uint32_t i = 0; i < pass->count; i++) {
        struct step *step = &pass->steps[i];
        step->branch = step->block->last;
        step->next = step->skip = step->meets = NONE;
        step->saved = mir_none();
        for (unsigned k = 0; k < 2; k++)
            step->succ[k] = succs[i][k] = k < step->block->logical_succ_count
                                              ? number_of(pass, step->block->logical_succs[k])
                                              : NONE;
        divergent[i] = step->branch->op == MIR_P_CBRANCH_MASK;
    }
    struct linear_graph graph = {
        .count = pass->count, .succs = (const uint32_t(*)[2])succs, .divergent = divergent};
    pass->plan = ana_linear(pass->arena, &graph);
    for (uint32_t i = 0; i < pass->count; i++) {
        if (pass->plan->masked[i])
            pass->steps[i].next = pass->plan->next[i][0];
    }
}

/* ---- where all lanes of a step meet ---- */

enum region { REGION_CLOSED, REGION_GOES_UP, REGION_ESCAPES };

/* Follows all lanes from `top` until `bottom`: do they stay between the two? */
static enum region
look_at_region(const struct pass *pass, uint32_t top, uint32_t bottom)
{
    struct bitset seen = bitset_new(pass->arena, pass->count);
    VEC(uint32_t) work = {0};
    enum region result = REGION_CLOSED;
    vec_push(pass->arena, &work, top);
    while (work.count) {
        const struct step *step = &pass->steps[vec_pop(&work)];
        if (step->succ[0] == NONE)
            return REGION_ESCAPES;
        for (unsigned k = 0; k < 2; k++) {
            uint32_t to = step->succ[k];
            if (to == NONE || to == bottom)
                continue;
            if (to > bottom)
                return REGION_ESCAPES;
            if (to <= top)
                result = REGION_GOES_UP;
            else if (!bitset_has(&seen, to)) {
                bitset_add(&seen, to);
                vec_push(pass->arena, &work, to);
            }
        }
    }
    return result;
}

/* A step that took its EXEC from another has it saved already. */
static void
save_exec(struct pass *pass, struct step *step)
{
    struct mir_builder b = {.function = pass->function};
    step->is_saved = step->meets != NONE;
    step->saved = step->is_saved ? pass->steps[step->meets].saved : mir_new_mask(&b);
}

/* Finds the closest dominator whose lanes all meet at the step. */
static void
find_meeting(struct pass *pass, const struct mir_dominators *dom, uint32_t number)
{
    struct step *step = &pass->steps[number];
    if (step->block->is_loop_header)
        return;
    for (struct mir_block *top = dom->idom[step->block->id]; top; top = dom->idom[top->id]) {
        enum region region = look_at_region(pass, number_of(pass, top), number);
        if (region == REGION_ESCAPES)
            return;
        if (region == REGION_CLOSED) {
            step->meets = number_of(pass, top);
            if (pass->steps[step->meets].saved.kind == MIR_NONE)
                save_exec(pass, &pass->steps[step->meets]);
            return;
        }
    }
}

static void
find_meetings(struct pass *pass)
{
    bool *waited_for = ARENA_ARRAY(pass->arena, pass->count, bool);
    for (uint32_t i = 0; i < pass->count; i++) {
        const struct step *step = &pass->steps[i];
        for (unsigned k = 0; pass->plan->masked[i] && k < 2; k++) {
            if (step->succ[k] != NONE && step->succ[k] != step->next)
                waited_for[step->succ[k]] = true;
        }
    }
    struct mir_dominators *dom = mir_dominators(pass->arena, pass->function, false);
    for (uint32_t i = 0; i < pass->count; i++) {
        if (waited_for[i])
            find_meeting(pass, dom, i);
    }
}

/* Results of the masks that step i leaves behind, so that others can refer to them. */
static void
name_waits(struct pass *pass, uint32_t i)
{
    struct step *step = &pass->steps[i];
    struct mir_builder b = {.function = pass->function};
    for (unsigned k = 0; k < 2; k++) {
        if (step->succ[k] == NONE || step->succ[k] == step->next ||
            (k == 1 && step->succ[1] == step->succ[0]) ||
            pass->steps[step->succ[k]].meets != NONE)
            continue;
        step->waits[step->wait_count++] =
            (struct contribution){step->succ[k], mir_new_mask(&b)};
    }
}

/* ---- where to jump over ---- */

static uint32_t
first_pending(const struct pass *pass, uint32_t number)
{
    return bitset_next(&pass->plan->pending[number], 0);
}

static bool
is_back_edge(uint32_t from, uint32_t to)
{
    return to <= from;
}

/* Would the instruction misbehave, or take long, without active lanes? */
static bool
wants_lanes(const struct mir_inst *inst)
{
    if (mir_is_pseudo(inst))
        return inst->op == MIR_P_CBRANCH_SCC || inst->op == MIR_P_ASM;
    enum { HEAVY = GCN_FLAG_SIDE_EFFECT | GCN_FLAG_LOAD | GCN_FLAG_STORE | GCN_FLAG_ATOMIC };
    return gcn_op_info[inst->op].flags & HEAVY;
}

/* Are the blocks from .. to-1 worth a jump? */
static bool
is_expensive(const struct pass *pass, uint32_t from, uint32_t to)
{
    unsigned instructions = 0;
    for (uint32_t i = from; i < to && i < pass->count; i++) {
        const struct step *step = &pass->steps[i];
        const struct mir_block *block = step->block;
        bool goes_back = step->succ[0] != NONE &&
                         (is_back_edge(i, step->succ[0]) ||
                          (step->succ[1] != NONE && is_back_edge(i, step->succ[1])));
        if (block->is_loop_header || goes_back)
            return true;
        mir_foreach_inst(inst, block) {
            if (wants_lanes(inst) || ++instructions > CHEAP_INSTRUCTIONS)
                return true;
        }
    }
    return false;
}

static bool
has_successor(const struct step *step, uint32_t number)
{
    return step->succ[0] == number || step->succ[1] == number;
}

/* Blocks that the wave enters from step i, without skips; returns how many. */
static unsigned
wave_successors(const struct pass *pass, uint32_t i, uint32_t to[2])
{
    const struct step *step = &pass->steps[i];
    unsigned count = 0;
    if (pass->plan->masked[i]) {
        to[count++] = step->next;
        return count;
    }
    for (unsigned k = 0; k < 2; k++) {
        if (step->succ[k] != NONE)
            to[count++] = step->succ[k];
    }
    if (count == 2 && to[0] == to[1])
        count = 1;
    return count;
}

/* The first block that waits for lanes behind the loop whose latch is step i. */
static uint32_t
loop_exit(const struct pass *pass, uint32_t i)
{
    const struct step *step = &pass->steps[i];
    uint32_t exit = first_pending(pass, i);
    for (unsigned k = 0; k < 2; k++) {
        if (step->succ[k] != NONE && !is_back_edge(i, step->succ[k]) && step->succ[k] < exit)
            exit = step->succ[k];
    }
    return exit;
}

/* Is the only forward predecessor a masked branch? */
static bool
entered_by_mask(const struct pass *pass, uint32_t number)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        if (pass->plan->masked[i] && pass->steps[i].next == number && !is_back_edge(i, number))
            return true;
    }
    return false;
}

/* Edges into each block that are no back edges and no skips. */
static void
look_at_edges(struct pass *pass, uint32_t *forward_preds)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        uint32_t to[2];
        unsigned count = wave_successors(pass, i, to);
        for (unsigned k = 0; k < count; k++) {
            if (is_back_edge(i, to[k]))
                continue;
            forward_preds[to[k]]++;
            pass->steps[to[k]].own_lanes |= has_successor(&pass->steps[i], to[k]);
        }
        pass->steps[i].joins |= pass->steps[i].meets != NONE;
        for (unsigned k = 0; k < pass->steps[i].wait_count; k++)
            pass->steps[pass->steps[i].waits[k].target].joins = true;
    }
}

/* ana_linear calls a block empty only where its own skips do not avoid that; this pass leaves out
 * the cheap ones and may skip to an earlier block, so both ends count here. */
static void
find_empty(struct pass *pass)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        struct step *step = &pass->steps[i];
        uint32_t skip = pass->plan->next[i][1];
        step->may_be_empty |= pass->plan->may_be_empty[i];
        if (!pass->plan->masked[i] || skip == NONE || is_back_edge(i, step->next))
            continue;
        pass->steps[step->next].may_be_empty = true;
        uint32_t to = first_pending(pass, step->next);
        if (to != NONE && to != skip && first_pending(pass, to) != NONE)
            pass->steps[to].may_be_empty = true;
    }
}

static void
choose_skips(struct pass *pass)
{
    uint32_t *forward_preds = ARENA_ARRAY(pass->arena, pass->count, uint32_t);
    look_at_edges(pass, forward_preds);
    find_empty(pass);
    for (uint32_t i = 0; i < pass->count; i++) {
        uint32_t to = first_pending(pass, i);
        if (pass->steps[i].may_be_empty && to != NONE && is_expensive(pass, i, to))
            pass->steps[i].skip = to;
    }
    /* A block that others skip to has them as predecessors besides. */
    for (uint32_t i = 0; i < pass->count; i++) {
        if (pass->steps[i].skip != NONE)
            forward_preds[pass->steps[i].skip]++;
        if (pass->plan->masked[i] && is_back_edge(i, pass->steps[i].next) &&
            loop_exit(pass, i) != NONE)
            forward_preds[loop_exit(pass, i)]++;
    }
    for (uint32_t i = 0; i < pass->count; i++) {
        struct step *step = &pass->steps[i];
        step->skip_in_pred = step->skip != NONE && !step->joins && forward_preds[i] == 1 &&
                             !step->block->is_loop_header && entered_by_mask(pass, i);
    }
}

/* ---- the linear graph ---- */

static struct mir_block *
block_before(struct pass *pass, struct mir_block *at)
{
    struct mir_block *block =
        at->prev ? mir_block_after(at->prev) : NULL;
    if (!block)
        ice(pass->function->guard, "insert_exec: the entry waits for lanes");
    block->is_linear_only = true;
    block->loop_depth = at->loop_depth;
    return block;
}

/* Heads: what happens once before a loop, or where a skip has to look at joined lanes. */
static void
make_heads(struct pass *pass)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        struct step *step = &pass->steps[i];
        bool is_header = step->block->is_loop_header;
        bool needs = (step->skip != NONE && !step->skip_in_pred) ||
                     (is_header && step->joins);
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
entered(const struct pass *pass, uint32_t i, uint32_t to)
{
    const struct step *step = &pass->steps[to];
    return step->head && !is_back_edge(i, to) ? step->head : step->block;
}

static void
connect(struct pass *pass)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        struct step *step = &pass->steps[i];
        uint32_t to[2];
        unsigned count = wave_successors(pass, i, to);
        for (unsigned k = 0; k < count; k++)
            mir_add_linear_edge(step->block, entered(pass, i, to[k]));
        if (!pass->plan->masked[i])
            continue;
        uint32_t skip = NONE;
        if (is_back_edge(i, step->next))
            skip = loop_exit(pass, i);
        else if (pass->steps[step->next].skip_in_pred)
            skip = pass->steps[step->next].skip;
        if (skip != NONE)
            mir_add_linear_edge(step->block, entered(pass, i, skip));
    }
    for (uint32_t i = 0; i < pass->count; i++) {
        struct step *step = &pass->steps[i];
        if (step->head && step->skip != NONE)
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
is_pending(const struct pass *pass, uint32_t at, uint32_t target)
{
    return bitset_has(&pass->plan->pending[at], target);
}

/* The waiting mask of `target` as the current variable of the SSA builder. */
static void
begin_waiting(struct pass *pass, uint32_t target)
{
    linear_ssa_begin(&pass->ssa, mir_const64(0), 2, true);
    for (uint32_t i = 0; i < pass->count; i++) {
        const struct step *step = &pass->steps[i];
        bool found = false;
        for (unsigned k = 0; k < step->wait_count; k++) {
            if (step->waits[k].target == target) {
                linear_ssa_define(&pass->ssa, step->block, step->waits[k].mask);
                found = true;
            }
        }
        if (!found && !is_pending(pass, i, target))
            linear_ssa_define(&pass->ssa, step->block, mir_const64(0));
        if (step->head && i == target)
            linear_ssa_define(&pass->ssa, step->head, mir_const64(0));
    }
}

/* Lanes of the branch that go to successor k of the step. */
static void
lanes_to(struct pass *pass, const struct step *step, unsigned k, struct mir_builder *b,
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
successor_index(const struct step *step, uint32_t number)
{
    return step->succ[0] == number ? 0 : 1;
}

/* Does the waiting mask have older lanes in it at the end of step i? */
static void
emit_wait(struct pass *pass, uint32_t i, const struct contribution *wait, struct mir_builder *b)
{
    struct step *step = &pass->steps[i];
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

/* EXEC of a step where lanes come together. */
static void
emit_join(struct pass *pass, struct step *step)
{
    struct mir_block *at = step->head ? step->head : step->block;
    struct mir_operand waiting = step->meets != NONE ? pass->steps[step->meets].saved
                                                     : linear_ssa_at_start(&pass->ssa, at);
    struct mir_inst *first = at->first;
    while (first && (first->op == MIR_P_PHI || first->op == MIR_P_LINEAR_PHI))
        first = first->next;
    struct mir_builder b = {.function = pass->function, .block = at, .before = first};
    if (!step->own_lanes || step->meets != NONE)
        mir_build(&b, GCN_s_mov_b64, 1, exec(), waiting);
    else if (waiting.kind != MIR_CONST || waiting.value)
        mir_build(&b, GCN_s_or_b64, 1, exec(), exec(), waiting);
}

/* Masks of step i, one target at a time: each is a variable of its own. */
static void
emit_waits_for(struct pass *pass, uint32_t target)
{
    if (!pass->steps[target].joins)
        return;
    begin_waiting(pass, target);
    for (uint32_t i = 0; i < pass->count; i++) {
        struct step *step = &pass->steps[i];
        struct mir_builder b = {
            .function = pass->function, .before = step->branch, .loc = step->branch->loc};
        for (unsigned k = 0; k < step->wait_count; k++) {
            if (step->waits[k].target == target)
                emit_wait(pass, i, &step->waits[k], &b);
        }
    }
    emit_join(pass, &pass->steps[target]);
    linear_ssa_finish(&pass->ssa);
}

/* EXEC of the block that follows a masked branch, behind the waiting masks. */
static void
emit_going_on(struct pass *pass, uint32_t i)
{
    struct step *step = &pass->steps[i];
    struct mir_builder b = {
        .function = pass->function, .before = step->branch, .loc = step->branch->loc};
    bool saves = step->saved.kind != MIR_NONE && !step->is_saved;
    bool conditional = step->branch->op == MIR_P_CBRANCH_MASK && step->succ[0] != step->succ[1];
    bool goes_on = pass->plan->masked[i] && has_successor(step, step->next) && conditional;
    if (saves && goes_on && step->succ[0] == step->next) {
        mir_build(&b, GCN_s_and_saveexec_b64, 1, step->saved, step->branch->operands[0]);
        return;
    }
    if (saves)
        mir_build(&b, GCN_s_mov_b64, 1, step->saved, exec());
    if (goes_on)
        lanes_to(pass, step, successor_index(step, step->next), &b, exec());
    else if (pass->plan->masked[i] && !has_successor(step, step->next) &&
             pass->steps[step->next].own_lanes && pass->steps[step->next].meets == NONE)
        mir_build(&b, GCN_s_mov_b64, 1, exec(), mir_const64(0));
}

/* ---- branches ---- */

static void
emit_jump(struct mir_builder *b, enum gcn_op op, struct mir_block *to)
{
    mir_build(b, op, 0, mir_none())->target = to;
}

/* Conditional to the second linear successor, or for a loop back to the first. */
static void
emit_masked_branch(struct pass *pass, uint32_t i, struct mir_builder *b)
{
    struct step *step = &pass->steps[i];
    struct mir_block *to = step->block->linear_succs[0];
    if (step->block->linear_succ_count == 2) {
        if (is_back_edge(i, step->next)) {
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
emit_branches(struct pass *pass, uint32_t i)
{
    struct step *step = &pass->steps[i];
    struct mir_inst *branch = step->branch;
    struct mir_builder b = {.function = pass->function, .before = branch, .loc = branch->loc};
    if (branch->op == MIR_P_END)
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
emit_head(struct pass *pass, const struct step *step)
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
    mir_foreach_block(block, function) {
        for (unsigned k = 0; block->linear_succ_count == 2 && k < 2; k++) {
            struct mir_block *to = block->linear_succs[k];
            if (to->linear_preds.count < 2)
                continue;
            struct mir_block *edge = mir_block_after(block);
            edge->is_linear_only = true;
            edge->loop_depth = to->loop_depth < block->loop_depth ? to->loop_depth : block->loop_depth;
            edge->linear_succs[edge->linear_succ_count++] = to;
            vec_push(function->arena, &edge->linear_preds, block);
            block->linear_succs[k] = edge;
            replace_pred(to, block, edge);
        }
    }
}

/* ---- SGPR values on the linear graph ---- */

/* Phis of uniform values: each logical predecessor leaves its operand behind. */
static void
convert_phis(struct pass *pass)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        struct step *step = &pass->steps[i];
        struct mir_block *block = step->block;
        mir_foreach_inst_safe(phi, block) {
            if (phi->op == MIR_P_LINEAR_PHI)
                continue;
            if (phi->op != MIR_P_PHI)
                break;
            if (phi->operands[0].reg_class != MIR_SGPR)
                continue;
            const struct mir_operand *def = &phi->operands[0];
            bool is_mask = pass->function->temps.at[def->temp].is_mask;
            linear_ssa_begin(&pass->ssa, linear_ssa_undef(def->dwords), def->dwords, is_mask);
            for (uint32_t k = 0; k < block->logical_preds.count; k++)
                linear_ssa_define(&pass->ssa, block->logical_preds.at[k], phi->operands[k + 1]);
            struct mir_operand value = linear_ssa_at_start(&pass->ssa, block);
            linear_ssa_finish(&pass->ssa);
            linear_ssa_replace(&pass->ssa, def->temp, value);
            mir_remove(phi);
        }
    }
    linear_ssa_simplify(&pass->ssa);
}

/* Where the operand is read: at the end of a predecessor for phis. */
static struct mir_block *
use_block(const struct mir_inst *inst, unsigned i)
{
    if (inst->op == MIR_P_LINEAR_PHI)
        return inst->block->linear_preds.at[i - inst->def_count];
    if (inst->op == MIR_P_PHI)
        return inst->block->logical_preds.at[i - inst->def_count];
    return inst->block;
}

struct repair {
    VEC(struct mir_operand *) uses; /* that the definition does not dominate */
    VEC(struct mir_block *) blocks; /* of those uses */
    VEC(bool) at_end;
};

static void
collect_uses(struct pass *pass, const struct mir_dominators *dom, struct repair *repairs)
{
    struct mir_function *function = pass->function;
    mir_foreach_block(block, function) {
        mir_foreach_inst(inst, block) {
            bool is_phi = inst->op == MIR_P_PHI || inst->op == MIR_P_LINEAR_PHI;
            for (unsigned i = 0; i < inst->operand_count; i++) {
                struct mir_operand *operand = &inst->operands[i];
                if (operand->kind != MIR_TEMP || operand->reg_class != MIR_SGPR ||
                    operand->is_undef || mir_is_def(inst, i))
                    continue;
                const struct mir_inst *def = function->temps.at[operand->temp].def;
                struct mir_block *where = use_block(inst, i);
                if (def->block == where || mir_dominates(dom, def->block, where))
                    continue;
                struct repair *repair = &repairs[operand->temp];
                vec_push(pass->arena, &repair->uses, operand);
                vec_push(pass->arena, &repair->blocks, where);
                vec_push(pass->arena, &repair->at_end, is_phi);
            }
        }
    }
}

static void
repair_scalars(struct pass *pass)
{
    struct mir_function *function = pass->function;
    struct mir_dominators *dom = mir_dominators(pass->arena, function, true);
    uint32_t count = function->temps.count;
    struct repair *repairs = ARENA_ARRAY(pass->arena, count, struct repair);
    collect_uses(pass, dom, repairs);
    for (uint32_t temp = 1; temp < count; temp++) {
        struct repair *repair = &repairs[temp];
        if (!repair->uses.count)
            continue;
        struct mir_temp info = function->temps.at[temp];
        linear_ssa_begin(&pass->ssa, linear_ssa_undef(info.dwords), info.dwords, info.is_mask);
        linear_ssa_define(&pass->ssa, info.def->block, mir_temp(function, temp));
        for (uint32_t i = 0; i < repair->uses.count; i++) {
            struct mir_operand *use = repair->uses.at[i];
            struct mir_operand value = repair->at_end.at[i]
                                           ? linear_ssa_at_end(&pass->ssa, repair->blocks.at[i])
                                           : linear_ssa_at_start(&pass->ssa, repair->blocks.at[i]);
            value.is_fixed = use->is_fixed;
            value.reg = use->is_fixed ? use->reg : value.reg;
            value.neg = use->neg;
            value.abs = use->abs;
            *use = value;
        }
        linear_ssa_finish(&pass->ssa);
    }
}

/* ---- the pass ---- */

static void
mark_logical_ends(struct pass *pass)
{
    for (uint32_t i = 0; i < pass->count; i++)
        mir_insert_before(pass->steps[i].branch,
                          mir_inst_new(pass->function, MIR_P_LOGICAL_END, NULL, 0, 0));
}

bool
insert_exec(struct mir_function *function, const struct backend_options *options)
{
    struct pass pass = {
        .function = function, .arena = function->arena, .target = function->target};
    if (function->pass_arena)
        pass.arena = function->pass_arena;
    (void)options;
    number_blocks(&pass);
    make_plan(&pass);
    find_meetings(&pass);
    for (uint32_t i = 0; i < pass.count; i++) {
        if (pass.plan->masked[i])
            name_waits(&pass, i);
    }
    choose_skips(&pass);
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
    mir_foreach_block(block, function) {
        if (!block->last) { /* on a split edge */
            struct mir_builder b = {.function = function, .block = block};
            emit_jump(&b, GCN_s_branch, block->linear_succs[0]);
        }
    }
    convert_phis(&pass);
    repair_scalars(&pass);
    linear_ssa_simplify(&pass.ssa);
    function->linear_done = true;
    return true;
}
