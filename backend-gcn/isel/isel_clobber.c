/* Which loads of global memory come before every write to it (a forward "may have been written"
 * over the blocks).  Other work-groups that write without synchronisation race with such a load
 * anyway; barriers and acquiring operations count as writes. */
#include "backend-gcn/isel/isel.h"

bool
isel_clobbers(const struct isel *isel, const struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_store:
    case IR_OP_atomic:
    case IR_OP_cmpxchg: {
        enum ir_space space = ir_space_of(ir_type_of(isel->kernel, inst->args[0].value));
        return space == IR_SPACE_GENERIC || space == IR_SPACE_GLOBAL;
    }
    case IR_OP_load:
        return inst->memory.order > IR_RELAXED;
    case IR_OP_fence:
    case IR_OP_barrier:
    case IR_OP_asm:
    case IR_OP_call:
        return true;
    default:
        return false;
    }
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
