/* First instructions of a kernel: p_start and what sets up scratch memory. */
#include "backend-gcn/abi/kernel_start.h"
#include "backend-gcn/abi/calls.h"

#include <string.h>

const uint8_t kernel_user_dwords[KERNEL_USER_SGPRS] = {[KERNEL_USER_PRIVATE_SEGMENT_BUFFER] = 4,
                                                       [KERNEL_USER_DISPATCH_PTR] = 2,
                                                       [KERNEL_USER_QUEUE_PTR] = 2,
                                                       [KERNEL_USER_KERNARG_SEGMENT_PTR] = 2,
                                                       [KERNEL_USER_DISPATCH_ID] = 2,
                                                       [KERNEL_USER_FLAT_SCRATCH_INIT] = 2,
                                                       [KERNEL_USER_PRIVATE_SEGMENT_SIZE] = 1};

static void
add_register(struct mir_function *function, struct mir_operand *operands, unsigned *count,
             uint32_t temp, unsigned reg)
{
    function->temps.at[temp].hint = (uint16_t)reg;
    operands[(*count)++] = mir_temp_at(function, temp, reg);
}

/* Assigns the initial registers in ABI order and makes p_start of them at the top of the entry. */
void
kernel_start_build(struct mir_function *function, const struct kernel_start *start)
{
    struct kernel_start_state *abi = &function->abi;
    struct mir_operand operands[16];
    unsigned count = 0, sgpr = 0;
    for (unsigned i = 0; i < KERNEL_USER_SGPRS; i++) {
        abi->user[i] = start->user[i] != 0;
        if (!abi->user[i])
            continue;
        abi->user_reg[i] = (uint8_t)sgpr;
        add_register(function, operands, &count, start->user[i], sgpr);
        sgpr += kernel_user_dwords[i];
    }
    abi->user_sgpr_count = (uint8_t)sgpr;
    for (unsigned i = 0; i < 3; i++) {
        abi->workgroup_id[i] = start->workgroup_id[i] != 0;
        if (!abi->workgroup_id[i])
            continue;
        abi->workgroup_id_reg[i] = (uint8_t)sgpr;
        add_register(function, operands, &count, start->workgroup_id[i], sgpr++);
    }
    abi->private_segment_wave_offset = start->wave_offset != 0;
    if (start->wave_offset) {
        abi->private_segment_wave_offset_reg = (uint8_t)sgpr;
        add_register(function, operands, &count, start->wave_offset, sgpr++);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (!start->workitem_id[i])
            continue;
        if (!function->target->packed_workitem_ids) /* selection knows how many are in v0 */
            abi->workitem_ids = (uint8_t)i;
        add_register(function, operands, &count, start->workitem_id[i], GCN_VGPR0 + i);
    }
    struct mir_inst *inst = mir_inst_new(function, MIR_P_START, operands, count, count);
    if (function->entry->first)
        mir_insert_before(function->entry->first, inst);
    else
        mir_append(function->entry, inst);
}

/* Sets FLAT_SCRATCH where it is the wave's 64-bit address. */
void
kernel_start_scratch_address(struct mir_builder *b, struct mir_operand init,
                             struct mir_operand offset)
{
    struct mir_operand lo = mir_new_sgpr(b, 1), hi = mir_new_sgpr(b, 1);
    mir_build(b, MIR_P_SPLIT_VECTOR, 2, lo, hi, init);
    mir_build(b, GCN_s_add_u32, 1, mir_fixed(GCN_FLAT_SCRATCH_LO, 1), lo, offset);
    mir_build(b, GCN_s_addc_u32, 1, mir_fixed(GCN_FLAT_SCRATCH_HI, 1), hi, mir_const(0));
    b->function->usage.uses_flat_scratch = true;
}

/* Sets FLAT_SCRATCH before GFX9: bytes per work-item, the wave's offset in units of 256 bytes. */
void
kernel_start_scratch_size(struct mir_builder *b, struct mir_operand init, struct mir_operand offset)
{
    struct mir_operand lo = mir_new_sgpr(b, 1), hi = mir_new_sgpr(b, 1), sum = mir_new_sgpr(b, 1);
    mir_build(b, MIR_P_SPLIT_VECTOR, 2, lo, hi, init);
    mir_build(b, MIR_P_COPY, 1, mir_fixed(GCN_FLAT_SCRATCH_LO, 1), hi);
    mir_build(b, GCN_s_add_u32, 1, sum, lo, offset);
    mir_build(b, GCN_s_lshr_b32, 1, mir_fixed(GCN_FLAT_SCRATCH_HI, 1), sum, mir_const(8));
    b->function->usage.uses_flat_scratch = true;
}

/* Which temp of p_start holds which register, read back from the ABI. */
static struct kernel_start
read_start(const struct mir_function *function, const struct mir_inst *inst)
{
    const struct kernel_start_state *abi = &function->abi;
    struct kernel_start start = {0};
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->reg_class == MIR_VGPR) {
            start.workitem_id[operand->reg - GCN_VGPR0] = operand->temp;
            continue;
        }
        for (unsigned k = 0; k < KERNEL_USER_SGPRS; k++) {
            if (abi->user[k] && abi->user_reg[k] == operand->reg)
                start.user[k] = operand->temp;
        }
        for (unsigned k = 0; k < 3; k++) {
            if (abi->workgroup_id[k] && abi->workgroup_id_reg[k] == operand->reg)
                start.workgroup_id[k] = operand->temp;
        }
        if (abi->private_segment_wave_offset &&
            abi->private_segment_wave_offset_reg == operand->reg)
            start.wave_offset = operand->temp;
    }
    return start;
}

/* A copy of the instruction with two more operands at the end. */
static struct mir_inst *
extended(struct mir_function *function, const struct mir_inst *old, const struct mir_operand *more)
{
    struct mir_operand *operands =
        ARENA_ARRAY(function->arena, old->operand_count + 2u, struct mir_operand);
    memcpy(operands, old->operands, old->operand_count * sizeof *operands);
    memcpy(operands + old->operand_count, more, 2 * sizeof *operands);
    unsigned defs = old->def_count ? old->def_count + 2u : 0;
    struct mir_inst *inst =
        mir_inst_new(function, old->op, operands, old->operand_count + 2u, defs);
    inst->loc = old->loc;
    return inst;
}

static void
replace(struct mir_inst *old, struct mir_inst *with)
{
    mir_insert_before(old, with);
    mir_remove(old);
}

/* A function gets the private segment buffer and the wave's offset from its callers, and leaves
 * them where they were. */
static void
function_need_scratch(struct mir_function *function, struct mir_inst *start)
{
    struct call_interface *interface = function->calls->interface;
    interface->needs_scratch = true;
    if (function->target->private_by_scratch || function->scratch_rsrc)
        return;
    interface->scratch_rsrc = (struct call_place){CALL_SCRATCH_RSRC, 4};
    interface->scratch_offset = (struct call_place){CALL_SCRATCH_OFFSET, 1};
    function->scratch_rsrc = mir_temp_new(function, MIR_SGPR, 4);
    function->scratch_offset = mir_temp_new(function, MIR_SGPR, 1);
    struct mir_operand operands[2];
    unsigned count = 0;
    add_register(function, operands, &count, function->scratch_rsrc, CALL_SCRATCH_RSRC);
    add_register(function, operands, &count, function->scratch_offset, CALL_SCRATCH_OFFSET);
    replace(start, extended(function, start, operands));
    mir_foreach_block (block, function) {
        if (block->last && block->last->op == MIR_P_RETURN)
            replace(block->last, extended(function, block->last, operands));
    }
}

void
kernel_start_need_scratch(struct mir_function *function)
{
    struct mir_inst *old = function->entry->first;
    if (!old || old->op != MIR_P_START)
        ice(function->guard, "kernel_abi: the entry does not begin with p_start");
    if (function->is_function) {
        function_need_scratch(function, old);
        return;
    }
    if (function->abi.private_segment_wave_offset)
        return;
    struct kernel_start start = read_start(function, old);
    bool is_address = function->target->private_by_scratch;
    enum kernel_user_sgpr user =
        is_address ? KERNEL_USER_FLAT_SCRATCH_INIT : KERNEL_USER_PRIVATE_SEGMENT_BUFFER;
    start.wave_offset = mir_temp_new(function, MIR_SGPR, 1);
    start.user[user] = mir_temp_new(function, MIR_SGPR, kernel_user_dwords[user]);
    mir_remove(old);
    kernel_start_build(function, &start);
    struct mir_operand place = mir_temp(function, start.user[user]);
    struct mir_operand offset = mir_temp(function, start.wave_offset);
    if (is_address) {
        struct mir_builder b = {
            .function = function, .block = function->entry, .before = function->entry->first->next};
        kernel_start_scratch_address(&b, place, offset);
    } else {
        function->scratch_rsrc = place.temp;
        function->scratch_offset = offset.temp;
    }
}
