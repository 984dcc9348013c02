/* For debug information: how long the kernarg segment can be found through the registers in which the
 * launch passed its address.  Nothing keeps them afterwards. */
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/emit/mir_encode.h"

bool
mir_writes_register(const struct mir_inst *inst, unsigned reg)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        bool is_register = operand->kind == MIR_TEMP || operand->kind == MIR_FIXED;
        if (is_register && mir_is_def(inst, i) && operand->reg <= reg &&
            operand->reg + operand->dwords > reg)
            return true;
    }
    return false;
}

/* A call counts: nobody says what the callee does to SGPRs. */
static bool
writes(const struct mir_inst *inst, unsigned reg)
{
    return inst->callee || mir_writes_register(inst, reg) || mir_writes_register(inst, reg + 1);
}

/* In the entry block alone the order of the code is the order of execution. */
uint32_t
mir_kernarg_range(const struct mir_function *function)
{
    const struct kernel_start_state *abi = &function->abi;
    unsigned reg = abi->user_reg[KERNEL_USER_KERNARG_SEGMENT_PTR];
    struct gcn_inst ignored;
    uint32_t words[3], size = 0;
    bool is_written = false;
    if (!abi->user[KERNEL_USER_KERNARG_SEGMENT_PTR] || function->is_function)
        return 0;
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            is_written |= !mir_is_pseudo(inst) && writes(inst, reg);
    if (!is_written)
        return function->code_size;
    if (function->entry->linear_preds.count)
        return 0;
    mir_foreach_inst (inst, function->entry) {
        if (mir_is_pseudo(inst))
            continue;
        if (writes(inst, reg))
            break;
        size += mir_encode(function, inst, &ignored, words) * 4;
    }
    return size;
}
