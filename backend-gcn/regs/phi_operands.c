/* Makes phis regular for spilling and assignment: every operand a temp of the phi's class (or
 * undefined), every phi with at least two operands.
 *
 * A constant that arrives through an empty arm of a divergent branch is made before the branch: the
 * other arm overwrites it in its lanes, and the empty arm needs no EXEC set-up (opt_exec).
 *
 *     if (c) x = f(); else x = 0;   ->   x = 0; if (c) x = f(); */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"

static bool
is_regular(const struct mir_function *function, const struct mir_operand *use,
           enum mir_class reg_class)
{
    return use->is_undef ||
           (use->kind == MIR_TEMP && function->temps.at[use->temp].reg_class == reg_class &&
            !use->is_fixed);
}

static const struct mir_inst *
logical_end(const struct mir_block *block)
{
    const struct mir_inst *inst = block->last;
    while (inst && inst->op != MIR_P_LOGICAL_END)
        inst = inst->prev;
    return inst;
}

static bool
is_scalar(const struct mir_inst *inst)
{
    enum gcn_format format = mir_format(inst);
    return inst->op == MIR_P_LINEAR_PHI || format == GCN_SOP1 || format == GCN_SOP2 ||
           format == GCN_SOPC || format == GCN_SOPK || format == GCN_SOPP;
}

/* Does the block do nothing for its lanes? */
static bool
is_empty(const struct mir_block *block)
{
    const struct mir_inst *end = logical_end(block);
    for (const struct mir_inst *inst = block->first; inst && inst != end; inst = inst->next)
        if (!is_scalar(inst))
            return false;
    return end != NULL;
}

static bool
branch_diverges(const struct mir_function *function, const struct mir_block *block)
{
    for (const struct mir_inst *inst = logical_end(block); inst; inst = inst->next)
        if (mir_effects(function->target, inst).writes & MIR_SET_EXEC)
            return true;
    return false;
}

/* Where the copy for a phi after `pred` goes. */
static struct mir_block *
copy_block(const struct mir_function *function, struct mir_block *pred,
           const struct mir_operand *source, enum mir_class reg_class)
{
    struct mir_block *before = pred->logical_preds.count == 1 ? pred->logical_preds.at[0] : NULL;
    return reg_class == MIR_VGPR && source->kind == MIR_CONST && before &&
                   before->loop_depth <= pred->loop_depth && is_empty(pred) &&
                   branch_diverges(function, before)
               ? before
               : pred;
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
    pred = copy_block(function, pred, &pair[1], reg_class);
    copy->loc = pred->last ? pred->last->loc : 0; /* of the way that is gone */
    mir_insert_at(pred, mir_block_end(pred, reg_class), copy);
    phi->operands[index] = mir_temp(function, temp);
}

/* Turns the phis of one kind at the top of a block with one predecessor into copies, one after the
 * other, because none of them reads what another defines. */
static bool
replace_single(struct mir_function *function, struct mir_block *block, unsigned op)
{
    struct mir_inst *at = NULL;
    mir_foreach_inst_safe (phi, block) {
        if (!mir_is_phi(phi))
            break;
        if (phi->op != op)
            continue;
        if (!at)
            at = mir_block_start(block, op == MIR_P_PHI ? MIR_VGPR : MIR_SGPR);
        struct mir_inst *copy = mir_inst_new(function, MIR_P_COPY, phi->operands, 2, 1);
        copy->loc = at && at->loc ? at->loc : phi->loc; /* the phi has the variable's declaration */
        mir_remove(phi);
        mir_insert_at(block, at, copy);
    }
    return at != NULL;
}

static bool
copy_operands(struct mir_function *function, struct mir_block *block)
{
    bool changed = false;
    for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next) {
        enum mir_class reg_class = phi->op == MIR_P_LINEAR_PHI ? MIR_SGPR : MIR_VGPR;
        for (unsigned i = 1; i < phi->operand_count; i++) {
            if (is_regular(function, &phi->operands[i], reg_class))
                continue;
            copy_operand(function, mir_preds(block, reg_class).at[i - 1], phi, i, reg_class);
            changed = true;
        }
    }
    return changed;
}

bool
phi_operands(struct mir_function *function, const struct backend_options *options)
{
    bool changed = false;
    (void)options;
    mir_foreach_block (block, function) {
        if (block->logical_preds.count == 1)
            changed |= replace_single(function, block, MIR_P_PHI);
        if (block->linear_preds.count == 1)
            changed |= replace_single(function, block, MIR_P_LINEAR_PHI);
        changed |= copy_operands(function, block);
    }
    return changed;
}
