/* Selection of operations that query the machine: ids, pointers of the launch, other lanes. */
#include "backend-gcn/isel/isel.h"

void
isel_workitem_id(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, isel->workitem_id[inst->dimension]);
}

void
isel_workgroup_id(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, isel->workgroup_id[inst->dimension]);
}

void
isel_dispatch_ptr(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, isel->user[MIR_USER_DISPATCH_PTR]);
}

void
isel_queue_ptr(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, isel->user[MIR_USER_QUEUE_PTR]);
}

void
isel_kernarg_ptr(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, isel->user[MIR_USER_KERNARG_SEGMENT_PTR]);
}

void
isel_hidden_arg(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, kernel_abi_hidden(isel, inst->hidden));
}

/* A literal, whatever the number: the linker may change it. */
void
isel_printf_id(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand number = mir_new_sgpr(&isel->b, 1);
    struct mir_operand row = {.kind = MIR_ROW, .reg = GCN_NO_REG, .dwords = 1, .value = inst->row};
    mir_build(&isel->b, GCN_s_mov_b32, 1, number, row);
    isel_define(isel, inst->def, number);
}

void
isel_ballot(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand result = mir_new_sgpr(&isel->b, 2);
    mir_build(&isel->b, GCN_s_and_b64, 1, result, isel_use_mask(isel, inst->args[0].value),
              mir_fixed(GCN_EXEC_LO, 2));
    isel_define(isel, inst->def, result);
}

void
isel_readfirstlane(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, isel_to_sgpr(isel, isel_use(isel, inst->args[0].value)));
}

void
isel_readlane(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand source = isel_use_vgpr(isel, inst->args[0].value);
    struct mir_operand lane = isel_use_scalar(isel, inst->args[1].value);
    struct mir_operand parts[2], results[2];
    if (lane.kind == MIR_CONST) /* the instruction takes no literal and uses only six bits */
        lane = mir_const((uint32_t)lane.value & 63);
    isel_split(isel, source, parts, source.dwords, 1);
    for (unsigned i = 0; i < source.dwords; i++) {
        results[i] = mir_new_sgpr(&isel->b, 1);
        mir_build(&isel->b, GCN_v_readlane_b32, 1, results[i], parts[i], lane);
    }
    isel_define(isel, inst->def, isel_join(isel, results, source.dwords));
}

void
isel_mbcnt(struct isel *isel, struct ir_inst *inst)
{
    ir_id mask = inst->args[0].value;
    struct mir_operand low = isel_valu2(isel, GCN_v_mbcnt_lo_u32_b32, isel_lo(isel, mask),
                                        isel_use(isel, inst->args[1].value));
    isel_define(isel, inst->def,
                isel_valu2(isel, GCN_v_mbcnt_hi_u32_b32, isel_hi(isel, mask), low));
}

void
isel_bpermute(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand result = mir_new_vgpr(&isel->b, 1);
    if (!gcn_has_op(isel->target, GCN_ds_bpermute_b32))
        isel_lacks(isel, inst, GCN_ds_bpermute_b32);
    mir_build(&isel->b, GCN_ds_bpermute_b32, 1, result, isel_use_vgpr(isel, inst->args[0].value),
              isel_use_vgpr(isel, inst->args[1].value));
    isel_define(isel, inst->def, result);
}

/* A copy in VGPRs keeps the value that each lane saw when it was last here. */
void
isel_lane_copy(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    if (inst->type == IR_I1) {
        struct mir_operand bit =
            isel_vcndmask(isel, mir_const(0), mir_const(1), isel_use_mask(isel, a));
        isel->values[inst->def].is_set = true;
        isel->values[inst->def].whole = bit;
        isel->values[inst->def].bool_form = ISEL_BOOL_VGPR;
        return;
    }
    struct mir_operand source = isel_use(isel, a), copy = mir_new_vgpr(&isel->b, source.dwords);
    mir_build(&isel->b, MIR_P_COPY, 1, copy, source);
    isel_define(isel, inst->def, copy);
}
