/* Next-use distances at block boundaries, by backward data flow: an instruction counts one, leaving
 * a loop counts SPILL_FAR, so that what the loop itself does not use goes to memory first. */
#include "backend-gcn/spill.h"

uint32_t
spill_entry_distance(const struct spiller *s, const struct mir_block *block, uint32_t temp)
{
    const spill_distances *list = &s->at_entry[block->id];
    uint32_t low = 0, high = list->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (list->at[middle].temp < temp)
            low = middle + 1;
        else
            high = middle;
    }
    return low < list->count && list->at[low].temp == temp ? list->at[low].distance : SPILL_NEVER;
}

static uint32_t
add(uint32_t distance, uint32_t more)
{
    return distance > SPILL_NEVER - more - 1 ? SPILL_NEVER - 1 : distance + more;
}

static bool
feeds_phi(const struct spiller *s, const struct mir_block *block, const struct mir_block *succ,
          uint32_t temp)
{
    struct mir_block **preds;
    unsigned count = spill_preds(s, succ, &preds);
    for (const struct mir_inst *phi = succ->first; phi && mir_is_phi(phi); phi = phi->next)
        for (unsigned i = 0; phi->op == spill_phi_op(s) && i < count; i++)
            if (preds[i] == block && phi->operands[i + 1].temp == temp &&
                !phi->operands[i + 1].is_undef)
                return true;
    return false;
}

uint32_t
spill_exit_distance(const struct spiller *s, const struct mir_block *block, uint32_t temp)
{
    bool linear = s->reg_class == MIR_SGPR;
    unsigned count = linear ? block->linear_succ_count : block->logical_succ_count;
    uint32_t nearest = SPILL_NEVER;
    for (unsigned i = 0; i < count; i++) {
        const struct mir_block *succ = linear ? block->linear_succs[i] : block->logical_succs[i];
        uint32_t here = spill_entry_distance(s, succ, temp);
        if (feeds_phi(s, block, succ, temp))
            here = 0;
        if (here != SPILL_NEVER && succ->loop_depth < block->loop_depth)
            here = add(here, SPILL_FAR);
        if (here < nearest)
            nearest = here;
    }
    return nearest;
}

/* first[temp]: place of the first use in the block + 1. */
static void
first_uses(const struct spiller *s, const struct mir_block *block, uint32_t *first)
{
    uint32_t at = 0;
    mir_foreach_inst(inst, block)
    {
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
    mir_foreach_inst(inst, block) for (unsigned i = 0; i < inst->operand_count;
                                       i++) if (inst->operands[i].kind == MIR_TEMP)
        first[inst->operands[i].temp] = 0;
}

static bool
update_block(struct spiller *s, const struct mir_block *block, uint32_t *first)
{
    spill_distances *list = &s->at_entry[block->id];
    bool changed = false;
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
    s->length = ARENA_ARRAY(s->arena, function->block_count, uint32_t);
    uint32_t *first = ARENA_ARRAY(s->arena, function->temps.count, uint32_t);
    mir_foreach_block(block, function)
        bitset_foreach(temp, &s->live->in[block->id]) if (spill_is_mine(s, temp))
            vec_push(s->arena, &s->at_entry[block->id], (struct spill_distance){temp, SPILL_NEVER});
    /* Distances only shrink towards the fixed point; a few rounds are near enough. */
    bool changed = true;
    for (unsigned round = 0; changed && round < 8; round++) {
        changed = false;
        for (struct mir_block *block = function->last_block; block; block = block->prev)
            changed |= update_block(s, block, first);
    }
}
