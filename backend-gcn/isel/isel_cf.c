/* Selection of control flow: blocks in linear order, phis, terminators. */
#include "backend-gcn/isel/isel.h"

void
isel_make_blocks(struct isel *isel)
{
    const struct ana_divergence *divergence = isel->divergence;
    for (uint32_t i = 0; i < divergence->count; i++) {
        struct ir_block *source = divergence->linear[i];
        struct mir_block *block = mir_block_new(isel->function);
        const struct ana_loop *loop = isel->loops->of[source->id];
        block->source = source;
        block->loop_depth = loop ? loop->depth : 0;
        block->is_loop_header = loop && loop->header == source;
        isel->blocks[source->id] = block;
    }
    /* Phi operands are in the order of the IR's predecessors. */
    for (uint32_t i = 0; i < divergence->count; i++) {
        struct ir_block *source = divergence->linear[i];
        struct mir_block *block = isel->blocks[source->id];
        for (unsigned k = 0; k < source->succ_count; k++)
            block->logical_succs[block->logical_succ_count++] = isel->blocks[source->succs[k]->id];
        for (uint32_t k = 0; k < source->preds.count; k++) {
            struct mir_block *pred = isel->blocks[source->preds.at[k]->id];
            if (!pred)
                ice(isel->guard, "isel: b%u has an unreachable predecessor", source->id);
            vec_push(isel->function->arena, &block->logical_preds, pred);
        }
    }
}

/* Makes the definitions of phis; their operands are filled last, when every value has been
 * selected. */
void
isel_phis(struct isel *isel, struct ir_block *block)
{
    ir_foreach_inst (inst, block) {
        if (inst->op != IR_OP_phi)
            break;
        bool is_bool = inst->type == IR_I1;
        if (is_bool && !isel_is_uniform(isel, inst->def))
            ice(isel->guard, "isel: phi of divergent i1 %u", inst->def);
        unsigned dwords = ir_type_bits(inst->type) == 64 ? 2 : 1;
        struct mir_operand place = isel_in_sgpr(isel, inst->def) ? mir_new_sgpr(&isel->b, dwords)
                                                                 : mir_new_vgpr(&isel->b, dwords);
        isel->values[inst->def].is_set = true;
        isel->values[inst->def].splits_late = dwords == 2;
        isel->values[inst->def].whole = place;
        isel->values[inst->def].bool_form = is_bool ? ISEL_BOOL_SGPR : ISEL_BOOL_NONE;
        struct mir_operand *operands =
            ARENA_ARRAY(isel->arena, inst->arg_count + 1, struct mir_operand);
        operands[0] = place;
        for (uint32_t i = 0; i < inst->arg_count; i++)
            operands[i + 1] = mir_const(0);
        mir_emit(&isel->b, MIR_P_PHI, operands, inst->arg_count + 1, 1);
    }
}

static void
fill_phi(struct isel *isel, struct ir_inst *inst, struct mir_inst *phi)
{
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        ir_id arg = inst->args[i].value;
        struct mir_block *pred = phi->block->logical_preds.at[i];
        isel->b.block = pred;
        isel->b.before = pred->last;
        struct mir_operand operand =
            inst->type == IR_I1 ? isel_use_bool(isel, arg) : isel_use(isel, arg);
        if (mir_is_sgpr(&phi->operands[0]) && mir_is_vgpr(&operand))
            operand = isel_to_sgpr(isel, operand);
        phi->operands[i + 1] = operand;
    }
}

void
isel_fill_phis(struct isel *isel)
{
    mir_foreach_block (block, isel->function) {
        struct mir_inst *phi = block->first;
        for (struct ir_inst *inst = block->source->first; inst && inst->op == IR_OP_phi;
             inst = inst->next, phi = phi->next)
            fill_phi(isel, inst, phi);
    }
    isel->b.before = NULL;
}

void
isel_terminator(struct isel *isel, struct ir_inst *inst)
{
    if (inst->op == IR_OP_br) {
        mir_emit(&isel->b, MIR_P_BRANCH, NULL, 0, 0);
    } else if (inst->op == IR_OP_ret && !isel->kernel->is_kernel) {
        function_abi_return(isel, inst);
    } else if (inst->op != IR_OP_cbr) {
        mir_emit(&isel->b, MIR_P_END, NULL, 0, 0);
    } else if (isel->divergence->branch_divergent[inst->block->id]) {
        mir_build(&isel->b, MIR_P_CBRANCH_MASK, 0, isel_use_mask(isel, inst->args[0].value));
    } else {
        isel_use_scc(isel, inst->args[0].value);
        mir_build(&isel->b, MIR_P_CBRANCH_SCC, 0, mir_fixed(GCN_SCC, 1));
    }
}
