/* Selection of what asks the machine: ids, pointers of the launch, other lanes. */
#include "backend-gcn/isel/isel.h"

static void
select_ballot(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand result = mir_new_sgpr(&isel->b, 2);
    mir_build(&isel->b, GCN_s_and_b64, 1, result, isel_use_mask(isel, inst->args[0].value),
              mir_fixed(GCN_EXEC_LO, 2));
    isel_define(isel, inst->def, result);
}

static void
select_readlane(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand source = isel_use_vgpr(isel, inst->args[0].value);
    struct mir_operand lane = isel_use_scalar(isel, inst->args[1].value);
    struct mir_operand parts[2], results[2];
    if (lane.kind == MIR_CONST) /* the instruction takes no literal, and looks at six bits */
        lane = mir_const((uint32_t)lane.value & 63);
    isel_split(isel, source, parts, source.dwords, 1);
    for (unsigned i = 0; i < source.dwords; i++) {
        results[i] = mir_new_sgpr(&isel->b, 1);
        mir_build(&isel->b, GCN_v_readlane_b32, 1, results[i], parts[i], lane);
    }
    isel_define(isel, inst->def, isel_join(isel, results, source.dwords));
}

static void
select_mbcnt(struct isel *isel, struct ir_inst *inst)
{
    ir_id mask = inst->args[0].value;
    struct mir_operand low = isel_valu2(isel, GCN_v_mbcnt_lo_u32_b32, isel_lo(isel, mask),
                                        isel_use(isel, inst->args[1].value));
    isel_define(isel, inst->def,
                isel_valu2(isel, GCN_v_mbcnt_hi_u32_b32, isel_hi(isel, mask), low));
}

static void
select_bpermute(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand result = mir_new_vgpr(&isel->b, 1);
    mir_build(&isel->b, GCN_ds_bpermute_b32, 1, result, isel_use_vgpr(isel, inst->args[0].value),
              isel_use_vgpr(isel, inst->args[1].value));
    isel_define(isel, inst->def, result);
}

/* A copy in VGPRs keeps what each lane saw when it was last here. */
static void
select_lane_copy(struct isel *isel, struct ir_inst *inst)
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

void
isel_special(struct isel *isel, struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_workitem_id:
        isel_define(isel, inst->def, isel->workitem_id[inst->dimension]);
        break;
    case IR_OP_workgroup_id:
        isel_define(isel, inst->def, isel->workgroup_id[inst->dimension]);
        break;
    case IR_OP_dispatch_ptr:
        isel_define(isel, inst->def, isel->user[MIR_USER_DISPATCH_PTR]);
        break;
    case IR_OP_queue_ptr:
        isel_define(isel, inst->def, isel->user[MIR_USER_QUEUE_PTR]);
        break;
    case IR_OP_kernarg_ptr:
        isel_define(isel, inst->def, isel->user[MIR_USER_KERNARG_SEGMENT_PTR]);
        break;
    case IR_OP_hidden_arg:
        isel_define(isel, inst->def, kernel_abi_hidden(isel, inst->hidden));
        break;
    case IR_OP_ballot:
        select_ballot(isel, inst);
        break;
    case IR_OP_readfirstlane:
        isel_define(isel, inst->def, isel_to_sgpr(isel, isel_use(isel, inst->args[0].value)));
        break;
    case IR_OP_readlane:
        select_readlane(isel, inst);
        break;
    case IR_OP_mbcnt:
        select_mbcnt(isel, inst);
        break;
    case IR_OP_bpermute:
        select_bpermute(isel, inst);
        break;
    case IR_OP_lane_copy:
        select_lane_copy(isel, inst);
        break;
    default:
        isel_asm(isel, inst);
        break;
    }
}
