/* Next-use distances at block boundaries, by backward data flow: an instruction counts one, leaving
 * a loop counts SPILL_FAR, so that what the loop itself does not use goes to memory first. */
#include "backend-gcn/regs/spill.h"

#include "support/limit.h"

/* Distance from the block's start, or SPILL_NEVER. */
static uint32_t
entry_distance(const struct spiller *s, const struct mir_block *block, uint32_t temp)
{
    const spill_distances *list = &s->at_entry[block->id];
    uint32_t low = 0, high = list->count, *cursor = &s->cursor[block->id];
    /* Callers mostly ask for the temps in order. */
    for (uint32_t i = *cursor; i < list->count && i < *cursor + 2; i++)
        if (list->at[i].temp == temp) {
            *cursor = i;
            return list->at[i].distance;
        }
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (list->at[middle].temp < temp)
            low = middle + 1;
        else
            high = middle;
    }
    *cursor = low;
    return low < list->count && list->at[low].temp == temp ? list->at[low].distance : SPILL_NEVER;
}

static uint32_t
add(uint32_t distance, uint32_t more)
{
    return distance > SPILL_NEVER - more - 1 ? SPILL_NEVER - 1 : distance + more;
}

/* A block whose successor has phis has no other successor: critical edges do not exist. */
static void
find_pred_places(struct spiller *s)
{
    s->pred_at = ARENA_ARRAY(s->arena, s->function->block_count, uint32_t);
    mir_foreach_block (block, s->function) {
        struct mir_blocks preds = mir_preds(block, s->reg_class);
        for (unsigned i = 0; i < preds.count; i++)
            s->pred_at[preds.at[i]->id] = i;
    }
}

/* Marks in fed[k] what the phis of successor k take from the block. */
static void
mark_fed(struct spiller *s, const struct mir_block *block)
{
    struct mir_blocks succs = mir_succs(block, s->reg_class);
    s->fed_by = block;
    s->fed_stamp++;
    for (unsigned k = 0; k < succs.count; k++) {
        unsigned preds = mir_preds(succs.at[k], s->reg_class).count;
        unsigned at = preds < 2 ? 0 : s->pred_at[block->id];
        for (const struct mir_inst *phi = succs.at[k]->first; phi && mir_is_phi(phi);
             phi = phi->next)
            if (phi->op == spill_phi_op(s) && !phi->operands[at + 1].is_undef &&
                phi->operands[at + 1].kind == MIR_TEMP)
                s->fed[k][phi->operands[at + 1].temp] = s->fed_stamp;
    }
}

uint32_t
spill_exit_distance(struct spiller *s, const struct mir_block *block, uint32_t temp)
{
    struct mir_blocks succs = mir_succs(block, s->reg_class);
    uint32_t nearest = SPILL_NEVER;
    if (s->fed_by != block)
        mark_fed(s, block);
    for (unsigned i = 0; i < succs.count; i++) {
        const struct mir_block *succ = succs.at[i];
        uint32_t here = s->fed[i][temp] == s->fed_stamp ? 0 : entry_distance(s, succ, temp);
        if (here != SPILL_NEVER && succ->loop_depth < block->loop_depth)
            here = add(here, SPILL_FAR);
        if (here < nearest)
            nearest = here;
    }
    return nearest;
}

/* first[temp]: position of the first use in the block + 1. */
static void
first_uses(const struct spiller *s, const struct mir_block *block, uint32_t *first)
{
    uint32_t at = 0;
    mir_foreach_inst (inst, block) {
        at++;
        for (unsigned i = 0; !mir_is_phi(inst) && i < inst->operand_count; i++)
            if (mir_uses(inst, i) && !inst->operands[i].is_undef && !first[inst->operands[i].temp])
                first[inst->operands[i].temp] = at;
    }
    s->length[block->id] = at;
}

static void
forget_uses(const struct mir_block *block, uint32_t *first)
{
    mir_foreach_inst (inst, block)
        for (unsigned i = 0; i < inst->operand_count; i++)
            if (inst->operands[i].kind == MIR_TEMP)
                first[inst->operands[i].temp] = 0;
}

static bool
update_block(struct spiller *s, const struct mir_block *block, uint32_t *first)
{
    spill_distances *list = &s->at_entry[block->id];
    bool changed = false;
    guard_poll(s->function->guard);
    first_uses(s, block, first);
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t temp = list->at[i].temp, distance;
        if (first[temp]) {
            distance = first[temp] - 1;
        } else {
            distance = spill_exit_distance(s, block, temp);
            if (distance != SPILL_NEVER)
                distance = add(distance, s->length[block->id]);
        }
        changed |= distance != list->at[i].distance;
        list->at[i].distance = distance;
    }
    forget_uses(block, first);
    return changed;
}

void
spill_measure(struct spiller *s)
{
    struct mir_function *function = s->function;
    s->at_entry = ARENA_ARRAY(s->arena, function->block_count, spill_distances);
    s->cursor = ARENA_ARRAY(s->arena, function->block_count, uint32_t);
    s->length = ARENA_ARRAY(s->arena, function->block_count, uint32_t);
    uint32_t *first = ARENA_ARRAY(s->arena, function->temps.count, uint32_t);
    for (unsigned k = 0; k < 2; k++)
        s->fed[k] = ARENA_ARRAY(s->arena, function->temps.count, uint32_t);
    find_pred_places(s);
    mir_foreach_block (block, function)
        sparse_foreach (temp, &s->live->in[block->id])
            if (spill_is_mine(s, temp))
                vec_push(s->arena, &s->at_entry[block->id],
                         (struct spill_distance){temp, SPILL_NEVER});
    /* Distances only shrink towards the fixed point; a few iterations come near enough. */
    bool changed = true;
    struct guard *guard = function->guard;
    unsigned walks = 0;
    for (; changed && !LIMIT_MET(guard, SPILL_DISTANCES, walks == LIMIT_SPILL_DISTANCES); walks++) {
        changed = false;
        for (struct mir_block *block = function->last_block; block; block = block->prev)
            changed |= update_block(s, block, first);
    }
}
