/* Where lanes wait, where they meet again, and what is jumped over: the decisions of insert_exec.
 */
#include "backend-gcn/exec/exec_plan.h"

enum {
    JUMP_COST = 8
}; /* instructions that no lane needs, in whose place a jump over them pays: tuned */

/* ---- reading the logical graph ---- */

static uint32_t
number_of(const struct exec_plan *pass, const struct mir_block *block)
{
    return pass->number[block->id];
}

static void
number_blocks(struct exec_plan *pass)
{
    struct mir_function *function = pass->function;
    pass->steps = ARENA_ARRAY(pass->arena, function->block_count, struct exec_step);
    pass->number = ARENA_ARRAY(pass->arena, function->block_count, uint32_t);
    pass->numbered = function->block_count;
    mir_foreach_block (block, function) {
        pass->number[block->id] = pass->count;
        pass->steps[pass->count++].block = block;
    }
}

static void
make_plan(struct exec_plan *pass)
{
    uint32_t(*succs)[2] = arena_array(pass->arena, pass->count, sizeof *succs);
    bool *divergent = ARENA_ARRAY(pass->arena, pass->count, bool);
    for (uint32_t i = 0; i < pass->count; i++) {
        struct exec_step *step = &pass->steps[i];
        step->branch = step->block->last;
        step->next = step->skip = step->meets = EXEC_NONE;
        step->saved = mir_none();
        for (unsigned k = 0; k < 2; k++)
            step->succ[k] = succs[i][k] = k < step->block->logical_succ_count
                                              ? number_of(pass, step->block->logical_succs[k])
                                              : EXEC_NONE;
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
look_at_region(struct exec_plan *pass, exec_numbers *work, uint32_t top, uint32_t bottom)
{
    enum region result = REGION_CLOSED;
    pass->seen_stamp++;
    work->count = 0;
    vec_push(pass->arena, work, top);
    while (work->count) {
        const struct exec_step *step = &pass->steps[vec_pop(work)];
        if (step->succ[0] == EXEC_NONE)
            return REGION_ESCAPES;
        for (unsigned k = 0; k < 2; k++) {
            uint32_t to = step->succ[k];
            if (to == EXEC_NONE || to == bottom)
                continue;
            if (to > bottom)
                return REGION_ESCAPES;
            if (to <= top)
                result = REGION_GOES_UP;
            else if (pass->seen[to] != pass->seen_stamp) {
                pass->seen[to] = pass->seen_stamp;
                vec_push(pass->arena, work, to);
            }
        }
    }
    return result;
}

/* Gives the step a temp for its saved EXEC; a step that took EXEC from another shares that
 * one's. */
static void
save_exec(struct exec_plan *pass, struct exec_step *step)
{
    struct mir_builder b = {.function = pass->function};
    step->is_saved = step->meets != EXEC_NONE;
    step->saved = step->is_saved ? pass->steps[step->meets].saved : mir_new_mask(&b);
}

/* Finds the closest dominator whose lanes all meet at the step. */
static void
find_meeting(struct exec_plan *pass, const struct dominators *dom, exec_numbers *work,
             uint32_t number)
{
    struct exec_step *step = &pass->steps[number];
    if (step->block->is_loop_header)
        return;
    /* Only a dominator can have had all lanes of the step, and the closest one keeps EXEC saved
     * for the shortest time. */
    for (uint32_t top = dom->idom[step->block->id]; top != UINT32_MAX; top = dom->idom[top]) {
        enum region region = look_at_region(pass, work, pass->number[top], number);
        if (region == REGION_ESCAPES)
            return;
        if (region == REGION_CLOSED) {
            step->meets = pass->number[top];
            if (pass->steps[step->meets].saved.kind == MIR_NONE)
                save_exec(pass, &pass->steps[step->meets]);
            return;
        }
    }
}

static void
find_meetings(struct exec_plan *pass)
{
    bool *waited_for = ARENA_ARRAY(pass->arena, pass->count, bool);
    for (uint32_t i = 0; i < pass->count; i++) {
        const struct exec_step *step = &pass->steps[i];
        for (unsigned k = 0; pass->plan->masked[i] && k < 2; k++) {
            if (step->succ[k] != EXEC_NONE && step->succ[k] != step->next)
                waited_for[step->succ[k]] = true;
        }
    }
    struct dominators *dom = mir_dominators(pass->arena, pass->function, false);
    exec_numbers work = {0};
    pass->seen = ARENA_ARRAY(pass->arena, pass->count, uint32_t);
    for (uint32_t i = 0; i < pass->count; i++) {
        if (waited_for[i])
            find_meeting(pass, dom, &work, i);
    }
}

/* Makes the temps of the waiting masks that step i leaves, so that others can refer to them. */
static void
name_waits(struct exec_plan *pass, uint32_t i)
{
    struct exec_step *step = &pass->steps[i];
    struct mir_builder b = {.function = pass->function};
    for (unsigned k = 0; k < 2; k++) {
        if (step->succ[k] == EXEC_NONE || step->succ[k] == step->next ||
            (k == 1 && step->succ[1] == step->succ[0]) ||
            pass->steps[step->succ[k]].meets != EXEC_NONE)
            continue;
        step->waits[step->wait_count++] = (struct exec_wait){step->succ[k], mir_new_mask(&b)};
        exec_numbers *waiters = &pass->steps[step->succ[k]].waiters;
        vec_push(pass->arena, waiters, i);
    }
}

/* ---- where to jump over ---- */

static uint32_t
first_pending(const struct exec_plan *pass, uint32_t number)
{
    return sparse_next(&pass->plan->pending[number], 0);
}

/* Would the instruction misbehave, or take long, without active lanes? */
static bool
wants_lanes(const struct mir_inst *inst)
{
    if (mir_is_pseudo(inst))
        return inst->op == MIR_P_CBRANCH_SCC || inst->op == MIR_P_ASM || inst->op == MIR_P_CALL;
    enum { HEAVY = GCN_FLAG_SIDE_EFFECT | GCN_FLAG_LOAD | GCN_FLAG_STORE | GCN_FLAG_ATOMIC };
    return gcn_op_info[inst->op].flags & HEAVY;
}

/* Are the blocks from .. to-1 worth a jump? */
static bool
is_expensive(const struct exec_plan *pass, uint32_t from, uint32_t to)
{
    unsigned instructions = 0;
    for (uint32_t i = from; i < to && i < pass->count; i++) {
        const struct exec_step *step = &pass->steps[i];
        const struct mir_block *block = step->block;
        bool goes_back = step->succ[0] != EXEC_NONE &&
                         (exec_is_back_edge(i, step->succ[0]) ||
                          (step->succ[1] != EXEC_NONE && exec_is_back_edge(i, step->succ[1])));
        if (block->is_loop_header || goes_back)
            return true;
        mir_foreach_inst (inst, block) {
            if (wants_lanes(inst) || ++instructions > JUMP_COST)
                return true;
        }
    }
    return false;
}

/* Blocks that the wave enters from step i, without skips; returns how many. */
unsigned
exec_wave_successors(const struct exec_plan *pass, uint32_t i, uint32_t to[2])
{
    const struct exec_step *step = &pass->steps[i];
    unsigned count = 0;
    if (pass->plan->masked[i]) {
        to[count++] = step->next;
        return count;
    }
    for (unsigned k = 0; k < 2; k++) {
        if (step->succ[k] != EXEC_NONE)
            to[count++] = step->succ[k];
    }
    if (count == 2 && to[0] == to[1])
        count = 1;
    return count;
}

/* The first block that waits for lanes after the loop whose latch is step i. */
uint32_t
exec_loop_exit(const struct exec_plan *pass, uint32_t i)
{
    const struct exec_step *step = &pass->steps[i];
    uint32_t exit = first_pending(pass, i);
    for (unsigned k = 0; k < 2; k++) {
        if (step->succ[k] != EXEC_NONE && !exec_is_back_edge(i, step->succ[k]) &&
            step->succ[k] < exit)
            exit = step->succ[k];
    }
    return exit;
}

/* Per step: does the wave come from a masked branch before it? */
static bool *
find_entered_by_mask(const struct exec_plan *pass)
{
    bool *by_mask = ARENA_ARRAY(pass->arena, pass->count, bool);
    for (uint32_t i = 0; i < pass->count; i++) {
        uint32_t next = pass->steps[i].next;
        if (pass->plan->masked[i] && next != EXEC_NONE && !exec_is_back_edge(i, next))
            by_mask[next] = true;
    }
    return by_mask;
}

/* Counts the edges into each block that are neither back edges nor skips. */
static void
look_at_edges(struct exec_plan *pass, uint32_t *forward_preds)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        uint32_t to[2];
        unsigned count = exec_wave_successors(pass, i, to);
        for (unsigned k = 0; k < count; k++) {
            if (exec_is_back_edge(i, to[k]))
                continue;
            forward_preds[to[k]]++;
            pass->steps[to[k]].own_lanes |= exec_has_successor(&pass->steps[i], to[k]);
        }
        pass->steps[i].joins |= pass->steps[i].meets != EXEC_NONE;
        for (unsigned k = 0; k < pass->steps[i].wait_count; k++)
            pass->steps[pass->steps[i].waits[k].target].joins = true;
    }
}

/* ana_linear calls a block empty only where its own skips do not avoid that; this pass leaves out
 * the cheap ones and may skip to an earlier block, so both ends count here. */
static void
find_empty(struct exec_plan *pass)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        struct exec_step *step = &pass->steps[i];
        uint32_t skip = pass->plan->next[i][1];
        step->may_be_empty |= pass->plan->may_be_empty[i];
        if (!pass->plan->masked[i] || skip == EXEC_NONE || exec_is_back_edge(i, step->next))
            continue;
        pass->steps[step->next].may_be_empty = true;
        uint32_t to = first_pending(pass, step->next);
        if (to != EXEC_NONE && to != skip && first_pending(pass, to) != EXEC_NONE)
            pass->steps[to].may_be_empty = true;
    }
}

static void
choose_skips(struct exec_plan *pass)
{
    uint32_t *forward_preds = ARENA_ARRAY(pass->arena, pass->count, uint32_t);
    look_at_edges(pass, forward_preds);
    find_empty(pass);
    for (uint32_t i = 0; i < pass->count; i++) {
        uint32_t to = first_pending(pass, i);
        if (pass->steps[i].may_be_empty && to != EXEC_NONE && is_expensive(pass, i, to))
            pass->steps[i].skip = to;
    }
    /* Blocks that skip to a block are additional predecessors of it. */
    for (uint32_t i = 0; i < pass->count; i++) {
        if (pass->steps[i].skip != EXEC_NONE)
            forward_preds[pass->steps[i].skip]++;
        if (pass->plan->masked[i] && exec_is_back_edge(i, pass->steps[i].next) &&
            exec_loop_exit(pass, i) != EXEC_NONE)
            forward_preds[exec_loop_exit(pass, i)]++;
    }
    const bool *by_mask = find_entered_by_mask(pass);
    for (uint32_t i = 0; i < pass->count; i++) {
        struct exec_step *step = &pass->steps[i];
        step->skip_in_pred = step->skip != EXEC_NONE && !step->joins && forward_preds[i] == 1 &&
                             !step->block->is_loop_header && by_mask[i];
    }
}

void
exec_plan_make(struct exec_plan *pass)
{
    number_blocks(pass);
    make_plan(pass);
    find_meetings(pass);
    for (uint32_t i = 0; i < pass->count; i++) {
        if (pass->plan->masked[i])
            name_waits(pass, i);
    }
    choose_skips(pass);
}
