/* Selection of shuffle: the cheapest instruction that takes the value from where the index says.
 *
 *   the same lane for all          v_readlane_b32
 *   known when this is compiled    DPP or ds_swizzle_b32, if one of their patterns is the same
 *   else                           ds_bpermute_b32
 *   without that                   lane by lane: libclc-lite/subgroup/shuffle.cl goes through LDS
 *                                  instead, but the index of a pattern may be unknown without optimisation */
#include "backend-gcn/isel/isel.h"

#include "support/limit.h"

enum { LANES = 64 };

/* Does the value depend on nothing but the lane's number?  Then what it is in each lane. */
static bool
in_each_lane(const struct ir_function *function, ir_id id, unsigned depth, uint32_t *result)
{
    const struct ir_value *value = ir_value(function, id);
    uint32_t a[LANES], b[LANES];
    if (value->kind == IR_VALUE_CONST) {
        for (unsigned i = 0; i < LANES; i++)
            result[i] = (uint32_t)value->bits;
        return true;
    }
    if (value->kind != IR_VALUE_INST || value->type != IR_I32 ||
        LIMIT_MET(function->module->guard, LANE_INDEX_DEPTH, !depth))
        return false;
    const struct ir_inst *inst = value->inst;
    if (inst->op == IR_OP_mbcnt) {
        const struct ir_value *mask = ir_value(function, inst->args[0].value);
        if (mask->kind != IR_VALUE_CONST || mask->bits != UINT64_MAX ||
            !in_each_lane(function, inst->args[1].value, depth - 1, a))
            return false;
        for (unsigned i = 0; i < LANES; i++)
            result[i] = i + a[i];
        return true;
    }
    if (inst->arg_count != 2 || !in_each_lane(function, inst->args[0].value, depth - 1, a) ||
        !in_each_lane(function, inst->args[1].value, depth - 1, b))
        return false;
    for (unsigned i = 0; i < LANES; i++) {
        switch (inst->op) {
#define EACH(name, expression)                                                                     \
    case IR_OP_##name:                                                                             \
        result[i] = expression;                                                                    \
        break;
            EACH(and, a[i] & b[i])
            EACH(or, a[i] | b[i])
            EACH(xor, a[i] ^ b[i])
            EACH(add, a[i] + b[i])
            EACH(sub, a[i] - b[i])
            EACH(shl, a[i] << (b[i] & 31))
            EACH(lshr, a[i] >> (b[i] & 31))
#undef EACH
        default:
            return false;
        }
    }
    return true;
}

/* The lane that each one reads by a DPP control: GCN3 ISA manual, "Data Parallel Processing". */
static unsigned
dpp_source(unsigned control, unsigned lane)
{
    enum { ROW_RR = 0x120, WAVE_RL1 = 0x134, WAVE_RR1 = 0x13c, ROW_MIRROR = 0x140 };
    unsigned row = lane & ~15u;
    if (control < 0x100) /* quad_perm: two bits for each of four lanes */
        return (lane & ~3u) | (control >> 2 * (lane & 3) & 3);
    if (control < WAVE_RL1)
        return row | ((lane - (control - ROW_RR)) & 15);
    if (control == WAVE_RL1 || control == WAVE_RR1)
        return (control == WAVE_RL1 ? lane + 1 : lane - 1) % LANES;
    return lane ^ (control == ROW_MIRROR ? 15 : 7);
}

/* *control: one by which each lane reads that source. */
static bool
find_dpp(const uint32_t *source, unsigned *control)
{
    unsigned tried[19] = {0x134, 0x13c, 0x140, 0x141};
    for (unsigned i = 0; i < 15; i++)
        tried[4 + i] = i ? 0x120 + i : 0;
    for (unsigned i = 0; i < 4; i++)
        tried[4] |= (source[i] & 3) << 2 * i;
    for (unsigned k = 0; k < sizeof tried / sizeof *tried; k++) {
        unsigned same = 0;
        while (same < LANES && dpp_source(tried[k], same) == source[same])
            same++;
        *control = tried[k];
        if (same == LANES)
            return true;
    }
    return false;
}

/* ds_swizzle's mode with masks, in halves of 32 lanes: source = ((lane & and) | or) ^ xor; without
 * `or`, since a bit that is not kept is what xor makes of 0. */
static bool
find_swizzle(const uint32_t *source, int32_t *offset)
{
    unsigned kept = 0, flipped = source[0] & 31;
    for (unsigned bit = 1; bit < 32; bit *= 2)
        kept |= (source[bit] ^ flipped) & bit;
    for (unsigned i = 0; i < LANES; i++)
        if (source[i] != ((i & 32) | ((i & kept) ^ flipped)))
            return false;
    *offset = (int32_t)(kept | flipped << 10);
    return true;
}

static bool
select_pattern(struct isel *isel, struct ir_inst *inst)
{
    uint32_t source[LANES];
    unsigned control;
    int32_t offset;
    if (!in_each_lane(isel->kernel, inst->args[1].value, LIMIT_LANE_INDEX_DEPTH, source))
        return false;
    for (unsigned i = 0; i < LANES; i++)
        source[i] %= LANES;
    struct mir_operand operands[2] = {mir_new_vgpr(&isel->b, 1)};
    if (isel->target->has_dpp_sdwa && find_dpp(source, &control)) {
        operands[1] = isel_use_vgpr(isel, inst->args[0].value);
        mir_emit(&isel->b, GCN_v_mov_b32, operands, 2, 1)->mods =
            (struct mir_mods){.has_dpp = true,
                              .dpp_ctrl = (uint16_t)control,
                              .row_mask = 15,
                              .bank_mask = 15,
                              .bound_ctrl = true};
    } else if (find_swizzle(source, &offset)) {
        operands[1] = isel_use_vgpr(isel, inst->args[0].value);
        mir_emit(&isel->b, GCN_ds_swizzle_b32, operands, 2, 1)->mods.imm = offset;
    } else {
        return false;
    }
    isel_define(isel, inst->def, operands[0]);
    return true;
}

static void
select_lane_by_lane(struct isel *isel, struct ir_inst *inst, struct mir_operand index)
{
    struct mir_operand value = isel_use_vgpr(isel, inst->args[0].value), result = value;
    struct mir_operand lane = isel_valu2(isel, GCN_v_and_b32, mir_const(LANES - 1), index);
    for (unsigned i = 0; i < LANES; i++) {
        struct mir_operand source = mir_new_sgpr(&isel->b, 1);
        mir_build(&isel->b, GCN_v_readlane_b32, 1, source, value, mir_const(i));
        result = isel_vcndmask(isel, result, source,
                               isel_vcmp(isel, GCN_v_cmp_eq_u32, mir_const(i), lane));
    }
    isel_define(isel, inst->def, result);
}

void
isel_shuffle(struct isel *isel, struct ir_inst *inst)
{
    if (select_pattern(isel, inst))
        return;
    struct mir_operand index = isel_use(isel, inst->args[1].value);
    if (!mir_is_vgpr(&index)) {
        isel_readlane(isel, inst);
        return;
    }
    if (!gcn_has_op(isel->target, GCN_ds_bpermute_b32)) {
        select_lane_by_lane(isel, inst, index);
        return;
    }
    struct mir_operand result = mir_new_vgpr(&isel->b, 1);
    mir_build(&isel->b, GCN_ds_bpermute_b32, 1, result,
              isel_valu2(isel, GCN_v_lshlrev_b32, mir_const(2), index),
              isel_use_vgpr(isel, inst->args[0].value));
    isel_define(isel, inst->def, result);
}
