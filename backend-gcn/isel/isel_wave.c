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
    isel_define(isel, inst->def, isel->user[KERNEL_USER_DISPATCH_PTR]);
}

void
isel_queue_ptr(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, isel->user[KERNEL_USER_QUEUE_PTR]);
}

/* Of the kernel: functions are given it. */
void
isel_static_lds(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, mir_const(isel->function->usage.lds_bytes));
}

void
isel_kernarg_ptr(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, isel->user[KERNEL_USER_KERNARG_SEGMENT_PTR]);
}

void
isel_hidden_arg(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def, kernel_hidden_value(isel, inst->hidden));
}

void
isel_hidden_block(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def,
                isel_add64(isel, isel->user[KERNEL_USER_KERNARG_SEGMENT_PTR],
                           mir_const64(kernel_hidden_offset(isel))));
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
isel_last_lane(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand zeros = mir_new_sgpr(&isel->b, 1), lane = mir_new_sgpr(&isel->b, 1);
    mir_build(&isel->b, GCN_s_flbit_i32_b64, 1, zeros, mir_fixed(GCN_EXEC_LO, 2));
    mir_build(&isel->b, GCN_s_sub_u32, 1, lane, mir_const(63), zeros);
    isel_define(isel, inst->def, lane);
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
        isel_refuse(isel, inst); /* sema lets none through: target_feature.def */
    mir_build(&isel->b, GCN_ds_bpermute_b32, 1, result, isel_use_vgpr(isel, inst->args[0].value),
              isel_use_vgpr(isel, inst->args[1].value));
    isel_define(isel, inst->def, result);
}

/* Nobody has looked (opt_first_lanes). */
void
isel_first_lanes(struct isel *isel, struct ir_inst *inst)
{
    isel_define_mask(isel, inst->def, mir_const64(0));
}

/* Rows of 16 lanes by shifts; then the last lane of a row for the odd rows, lane 31 for the upper two; a
 * shift of the wave: controls and masks of rows, GCN3 ISA manual, "Data Parallel Processing". */
static void
scan_by_dpp(struct isel *isel, struct ir_inst *inst, unsigned step)
{
    static const struct {
        uint16_t control;
        uint8_t rows;
    } steps[] = {{0x111, 15}, {0x112, 15}, {0x114, 15}, {0x118, 15},
                 {0x142, 10}, {0x143, 12}, {0x138, 15}};
    struct mir_operand none = isel_use(isel, inst->args[1].value);
    /* Lanes of these rows that have no source read 0; without, and in other rows, they keep the
     * old value. */
    bool is_zero = none.kind == MIR_CONST && none.value == 0 && steps[step].rows == 15;
    struct mir_operand value = isel_use_vgpr(isel, inst->args[0].value);
    struct mir_operand operands[3] = {mir_new_vgpr(&isel->b, value.dwords), value};
    if (!is_zero)
        operands[2] = isel_to_vgpr(isel, none);
    unsigned op = value.dwords == 2 ? MIR_P_DPP_PAIR : GCN_v_mov_b32;
    struct mir_inst *moved = mir_emit(&isel->b, op, operands, is_zero ? 2 : 3, 1);
    moved->tied = is_zero ? 0 : 3;
    moved->mods = (struct mir_mods){.has_dpp = true,
                                    .dpp_ctrl = steps[step].control,
                                    .row_mask = steps[step].rows,
                                    .bank_mask = 15,
                                    .bound_ctrl = is_zero};
    isel_define(isel, inst->def, operands[0]);
}

/* In the lanes of the mask the last of the aligned 2^step lanes before those of this one, else `none`:
 * ds_swizzle's mode with masks (and, or << 5) has 32 lanes. */
static struct mir_operand
last_below(struct isel *isel, struct mir_operand value, struct mir_operand none, unsigned step,
           uint64_t lanes)
{
    struct mir_operand source, mask[2];
    unsigned bit = 1u << step;
    if (value.dwords == 2) {
        struct mir_operand values[2], nones[2];
        isel_split(isel, value, values, 2, 1);
        isel_split(isel, none, nones, 2, 1);
        for (unsigned i = 0; i < 2; i++)
            values[i] = last_below(isel, values[i], nones[i], step, lanes);
        return isel_join(isel, values, 2);
    }
    if (step == IR_SCAN_STEPS - 1) {
        source = mir_new_sgpr(&isel->b, 1);
        mir_build(&isel->b, GCN_v_readlane_b32, 1, source, value, mir_const(31));
    } else {
        source = mir_new_vgpr(&isel->b, 1);
        mir_build(&isel->b, GCN_ds_swizzle_b32, 1, source, value)->mods.imm =
            (int32_t)((31u & ~(2 * bit - 1)) | (bit - 1) << 5);
    }
    for (unsigned i = 0; i < 2; i++)
        mask[i] = isel_to_sgpr(isel, mir_const((uint32_t)(lanes >> 32 * i)));
    return isel_vcndmask(isel, none, source, isel_join(isel, mask, 2));
}

/* A step has the lanes whose number has this bit; the lane before one is that of the step that its lowest
 * bit numbers. */
static void
scan_by_swizzle(struct isel *isel, struct ir_inst *inst, unsigned step)
{
    static const uint64_t has_bit[IR_SCAN_STEPS] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc,
                                                    0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
                                                    0xffff0000ffff0000, 0xffffffff00000000};
    struct mir_operand value = isel_use_vgpr(isel, inst->args[0].value);
    struct mir_operand result = isel_use(isel, inst->args[1].value);
    uint64_t rest = UINT64_MAX; /* numbers without a lower bit */
    for (unsigned i = 0; i < IR_SCAN_STEPS; i++) {
        if (step == i || step == IR_SCAN_BEFORE)
            result = last_below(isel, value, result, i, step == i ? has_bit[i] : has_bit[i] & rest);
        rest &= ~has_bit[i];
    }
    isel_define(isel, inst->def, result);
}

void
isel_scan_source(struct isel *isel, struct ir_inst *inst)
{
    unsigned step = (unsigned)ir_value(isel->kernel, inst->args[2].value)->bits;
    if (isel->target->has_dpp_sdwa)
        scan_by_dpp(isel, inst, step);
    else
        scan_by_swizzle(isel, inst, step);
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
