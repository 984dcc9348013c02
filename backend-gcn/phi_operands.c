/* Makes phis regular for spilling and assignment: every operand a temp of the phi's class (or
 * undefined), every phi with at least two operands. */
#include "backend-gcn/mir_effects.h"

static bool
is_regular(const struct mir_function *function, const struct mir_operand *use,
           enum mir_class reg_class)
{
    return use->is_undef ||
           (use->kind == MIR_TEMP && function->temps.at[use->temp].reg_class == reg_class &&
            !use->is_fixed);
}

static void
copy_operand(struct mir_function *function, struct mir_block *pred, struct mir_inst *phi,
             unsigned index, enum mir_class reg_class)
{
    unsigned dwords = phi->operands[0].dwords;
    struct mir_operand pair[2];
    pair[1] = phi->operands[index];
    pair[1].is_kill = false;
    uint32_t temp = mir_temp_new(function, reg_class, dwords);
    function->temps.at[temp].is_mask = function->temps.at[phi->operands[0].temp].is_mask;
    pair[0] = mir_temp(function, temp);
    struct mir_inst *copy = mir_inst_new(function, MIR_P_COPY, pair, 2, 1);
    function->temps.at[temp].def = copy;
    mir_insert_at(pred, mir_block_end(pred, reg_class), copy);
    phi->operands[index] = mir_temp(function, temp);
}

/* The phis of one kind at the top of a block with one predecessor become copies: one after the
 * other will do, for none of them reads what another defines. */
static void
replace_single(struct mir_function *function, struct mir_block *block, unsigned op)
{
    struct mir_inst *at = NULL;
    mir_foreach_inst_safe(phi, block)
    {
        if (!mir_is_phi(phi))
            break;
        if (phi->op != op)
            continue;
        if (!at)
            at = mir_block_start(block, op == MIR_P_PHI ? MIR_VGPR : MIR_SGPR);
        struct mir_inst *copy = mir_inst_new(function, MIR_P_COPY, phi->operands, 2, 1);
        copy->loc = phi->loc;
        mir_remove(phi);
        mir_insert_at(block, at, copy);
    }
}

void
phi_operands(struct mir_function *function)
{
    mir_foreach_block(block, function)
    {
        if (block->logical_preds.count == 1)
            replace_single(function, block, MIR_P_PHI);
        if (block->linear_preds.count == 1)
            replace_single(function, block, MIR_P_LINEAR_PHI);
        for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next) {
            bool linear = phi->op == MIR_P_LINEAR_PHI;
            enum mir_class reg_class = linear ? MIR_SGPR : MIR_VGPR;
            for (unsigned i = 1; i < phi->operand_count; i++)
                if (!is_regular(function, &phi->operands[i], reg_class))
                    copy_operand(function,
                                 linear ? block->linear_preds.at[i - 1]
                                        : block->logical_preds.at[i - 1],
                                 phi, i, reg_class);
        }
    }
}
