/* Scalar values follow the wave: their SSA form is rebuilt on the linear graph. */
#include "backend-gcn/exec/exec_plan.h"

/* Phis of uniform values: each logical predecessor defines the variable as its operand. */
static void
convert_phis(struct exec_plan *pass)
{
    for (uint32_t i = 0; i < pass->count; i++) {
        struct exec_step *step = &pass->steps[i];
        struct mir_block *block = step->block;
        mir_foreach_inst_safe (phi, block) {
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
collect_uses(struct exec_plan *pass, const struct dominators *dom, struct repair *repairs)
{
    struct mir_function *function = pass->function;
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
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
repair_scalars(struct exec_plan *pass)
{
    struct mir_function *function = pass->function;
    struct dominators *dom = mir_dominators(pass->arena, function, true);
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

void
exec_scalars(struct exec_plan *pass)
{
    convert_phis(pass);
    repair_scalars(pass);
    linear_ssa_simplify(&pass->ssa);
}
