/* Which loads of global memory come before every write to it (a forward "may have been written"
 * over the blocks).  Other work-groups that write without synchronisation race with such a load
 * anyway; what keeps later loads behind it (barriers, acquires) counts as a write. */
#include "backend-gcn/isel/isel.h"

bool
isel_clobbers(const struct isel *isel, const struct ir_inst *inst)
{
    struct ir_ordering ordering = ir_ordering_of(isel->kernel, inst);
    struct ir_ordering load = ir_plain_access(IR_ACCESS_LOAD, IR_SPACE_GLOBAL);
    bool writes = inst->op == IR_OP_store || inst->op == IR_OP_atomic || inst->op == IR_OP_cmpxchg;
    if (ordering.access == IR_ACCESS_NONE)
        return false;
    return !ir_may_reorder(&ordering, &load) ||
           (writes && ordering.spaces & (IR_SPACE_MASK(GENERIC) | IR_SPACE_MASK(GLOBAL)));
}

void
isel_find_clobbers(struct isel *isel)
{
    const struct ana_divergence *divergence = isel->divergence;
    isel->clobbered_in = ARENA_ARRAY(isel->arena, isel->kernel->block_count, bool);
    for (uint32_t i = 0; !isel->kernel->is_kernel && i < isel->kernel->block_count; i++)
        isel->clobbered_in[i] = true; /* its callers may have written */
    bool *out = ARENA_ARRAY(isel->arena, isel->kernel->block_count, bool);
    for (uint32_t i = 0; i < divergence->count; i++) {
        ir_foreach_inst (inst, divergence->linear[i])
            out[divergence->linear[i]->id] |= isel_clobbers(isel, inst);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < divergence->count; i++) {
            const struct ir_block *block = divergence->linear[i];
            for (uint32_t k = 0; k < block->preds.count; k++) {
                if (out[block->preds.at[k]->id] && !isel->clobbered_in[block->id])
                    isel->clobbered_in[block->id] = out[block->id] = changed = true;
            }
        }
    }
}
