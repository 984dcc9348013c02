/* What an instruction must obey beyond the bit layout: register classes and alignment, the constant
 * bus, literals, ranges of immediates, modifiers that a form does not have. */
#include "gcn/isa/gcn_format.h"

#include <string.h>

#define TRY(expression)                                                                            \
    do {                                                                                           \
        const char *why_ = (expression);                                                           \
        if (why_)                                                                                  \
            return why_;                                                                           \
    } while (0)

static bool
is_float(unsigned type)
{
    return type == GCN_F16 || type == GCN_F32 || type == GCN_F64;
}

static bool
is_valu(unsigned format)
{
    return format >= GCN_VOP1 && format <= GCN_VOP3P;
}

/* Scalar tuples: pairs start at an even number, larger ones at a multiple of four; they stay inside
 * their register file. */
static const char *
check_scalar_tuple(const struct gcn_target *target, unsigned reg, unsigned dwords)
{
    unsigned index = reg, limit = target->generation < 8 ? 104 : 102;
    if (gcn_scalar_code(target, reg) < 0)
        return "the target has no such scalar register";
    if (reg >= GCN_TTMP0 && reg < GCN_TTMP0 + 16) {
        index = reg - GCN_TTMP0;
        limit = target->generation < 9 ? 12 : 16;
    } else if (!gcn_is_sgpr(reg)) {
        if (dwords > 2 || (dwords == 2 && (reg == GCN_M0 || gcn_scalar_code(target, reg) % 2)))
            return "the scalar register is too small";
        return NULL;
    }
    if ((dwords == 2 && index % 2) || (dwords > 2 && index % 4))
        return "the scalar register tuple is not aligned";
    return index + dwords > limit ? "the scalar register tuple is out of range" : NULL;
}

static const char *
check_vector_tuple(const struct gcn_target *target, unsigned reg, unsigned dwords)
{
    unsigned index = gcn_is_agpr(reg) ? reg - GCN_AGPR0 : reg - GCN_VGPR0;
    if (index + dwords > 256)
        return "the vector register tuple is out of range";
    if (target->even_vgpr_tuples && dwords > 1 && index % 2)
        return "the vector register tuple must start at an even register";
    return NULL;
}

/* 16-bit integers: no source says what a float constant means to them. */
static const char *
check_constant(const struct gcn_target *target, const struct gcn_operand_info *info, unsigned reg)
{
    if (reg == GCN_CONST_INV_2PI && !target->has_inv_2pi)
        return "the target has no constant 1/(2*pi)";
    if (info->type == GCN_F16 && !target->has_16bit)
        return "the target has no 16-bit constants";
    if (reg >= GCN_CONST_0_5 && (info->type == GCN_I16 || info->type == GCN_U16 ||
                                 info->type == GCN_B16 || info->type == GCN_PACKED_INT16))
        return "16-bit integer operands take no float constant";
    return NULL;
}

/* Where a literal dword may follow. */
static bool
takes_literal(const struct gcn_inst *inst, const struct gcn_operand_info *info)
{
    if (inst->ext != GCN_PLAIN)
        return false;
    switch (inst->format) {
    case GCN_SOP1:
    case GCN_SOP2:
    case GCN_SOPC:
        return info->kind == GCN_OPERAND_SSRC;
    case GCN_VOP1:
    case GCN_VOP2:
    case GCN_VOPC:
        return info->role == GCN_ROLE_SRC0 &&
               gcn_op_info[inst->op].operands[1].kind != GCN_OPERAND_VGPR;
    default:
        return false;
    }
}

/* v_subrev_*, v_lshlrev_* and so on, where src0 and src1 have changed roles. */
static bool
is_reversed(enum gcn_op op)
{
    return strstr(gcn_op_info[op].name, "rev_") && op != GCN_v_bfrev_b32;
}

static const char *
check_scalar_source(const struct gcn_target *target, const struct gcn_inst *inst,
                    const struct gcn_operand_info *info, const struct gcn_operand *operand,
                    unsigned dwords)
{
    unsigned reg = operand->reg;
    if (gcn_is_sgpr(reg) || gcn_is_special_sgpr(reg)) {
        if (inst->op == GCN_v_accvgpr_write_b32 && !target->accvgpr_write_any)
            return "the source must be a VGPR or a constant";
        return check_scalar_tuple(target, reg, dwords);
    }
    if (reg == GCN_LITERAL)
        return takes_literal(inst, info) ? NULL : "a literal is not possible here";
    if (reg == GCN_SRC_LDS_DIRECT &&
        (info->role != GCN_ROLE_SRC0 || info->kind == GCN_OPERAND_SSRC || is_reversed(inst->op)))
        return "src_lds_direct is not possible here";
    if (gcn_scalar_code(target, reg) < 0)
        return "the target has no such operand";
    bool agpr_write = inst->op == GCN_v_accvgpr_write_b32 && !target->accvgpr_write_any;
    if (inst->format == GCN_SOPK || dwords > 2 || (agpr_write && !gcn_is_inline(reg)))
        return "a constant is not possible here";
    return gcn_is_inline(reg) ? check_constant(target, info, reg) : NULL;
}

/* MFMA: gfx908 accumulates in AGPRs only; gfx90a takes either, with result and sum in the same
 * kind. */
static const char *
check_accumulator(const struct gcn_target *target, const struct gcn_inst *inst,
                  const struct gcn_operand_info *info, unsigned reg, unsigned dwords)
{
    bool matrix = gcn_inst_layout(inst) == GCN_MFMA;
    if (matrix && info->role == GCN_ROLE_SRC2 && gcn_is_inline(reg) && !target->mfma_inline_bug)
        return NULL;
    if (!gcn_is_vgpr(reg) && !gcn_is_agpr(reg))
        return "a vector register is needed";
    bool sum = info->role == GCN_ROLE_VDST || info->role == GCN_ROLE_SRC2;
    if (matrix && !target->mfma_takes_vgprs && sum && !gcn_is_agpr(reg))
        return "matrix instructions accumulate in AGPRs";
    if (!matrix && gcn_is_agpr(reg) && !target->memory_takes_agprs)
        return "memory instructions do not take AGPRs on this target";
    return check_vector_tuple(target, reg, dwords);
}

/* One bit says for the sum and the result of a matrix instruction, and for all data of a memory instruction, whether
 * they are AGPRs; src0 and src1 have bits of their own. */
static const char *
check_one_file(const struct gcn_target *target, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    bool has_agpr = false, has_vgpr = false;
    for (unsigned i = 0; target->memory_takes_agprs && i < info->operand_count; i++) {
        unsigned role = info->operands[i].role, reg = inst->operands[i].reg;
        if (info->operands[i].kind != GCN_OPERAND_AVDST || role == GCN_ROLE_SRC0 ||
            role == GCN_ROLE_SRC1 || !gcn_operand_dwords(target, inst, i))
            continue;
        has_agpr |= gcn_is_agpr(reg);
        has_vgpr |= gcn_is_vgpr(reg);
    }
    return has_agpr && has_vgpr ? "data and result must be all VGPRs or all AGPRs" : NULL;
}

/* Larger matrix results may not overlap the sum they start from, unless they replace it. */
static const char *
check_matrix_overlap(const struct gcn_inst *inst)
{
    unsigned to = inst->operands[0].reg, from = inst->operands[3].reg;
    unsigned dwords = gcn_op_info[inst->op].operands[0].dwords;
    if (dwords <= 4 || to == from || gcn_is_inline(from))
        return NULL;
    return to < from + dwords && from < to + dwords ? "src2 overlaps the result" : NULL;
}

static const char *
check_vcc(const struct gcn_target *target, const struct gcn_inst *inst,
          const struct gcn_operand *operand)
{
    bool named = inst->format == GCN_VOP3A || inst->format == GCN_VOP3B ||
                 (inst->ext == GCN_SDWA && inst->format == GCN_VOPC && target->generation >= 9);
    if (!named)
        return operand->reg == GCN_VCC_LO ? NULL : "the short form uses vcc";
    if (!gcn_is_sgpr(operand->reg) && !gcn_is_special_sgpr(operand->reg))
        return "a scalar register pair is needed";
    return check_scalar_tuple(target, operand->reg, 2);
}

static const char *
check_vector_source(const struct gcn_target *target, const struct gcn_inst *inst,
                    const struct gcn_operand_info *info, const struct gcn_operand *operand,
                    unsigned dwords)
{
    if (gcn_is_vgpr(operand->reg))
        return check_vector_tuple(target, operand->reg, dwords);
    bool src1_is_vgpr = inst->format == GCN_VOP2 || inst->format == GCN_VOPC;
    if (inst->ext == GCN_SDWA && target->generation >= 9)
        src1_is_vgpr = false;
    else if (inst->ext != GCN_PLAIN)
        return "the source must be a VGPR";
    if ((info->role == GCN_ROLE_SRC1 && src1_is_vgpr) || dwords > 2)
        return "the source must be a VGPR in this form";
    if (inst->ext == GCN_SDWA && !gcn_is_sgpr(operand->reg) && !gcn_is_special_sgpr(operand->reg))
        return "SDWA takes registers only";
    return check_scalar_source(target, inst, info, operand, dwords);
}

/* v_readlane and v_readfirstlane read one lane of a VGPR or of what M0 names in LDS. */
static bool
is_lane_source(const struct gcn_inst *inst, const struct gcn_operand_info *info)
{
    return info->role == GCN_ROLE_SRC0 && gcn_op_info[inst->op].flags & GCN_FLAG_NO_EXEC_MASK;
}

static const char *
check_operand(const struct gcn_target *target, const struct gcn_inst *inst, unsigned index)
{
    const struct gcn_operand_info *info = &gcn_op_info[inst->op].operands[index];
    const struct gcn_operand *operand = &inst->operands[index];
    unsigned dwords = gcn_operand_dwords(target, inst, index);
    if (info->kind == GCN_OPERAND_IMM || dwords == 0)
        return NULL;
    if (operand->reg == GCN_NO_REG)
        return "an operand is missing";
    if (operand->dwords && operand->dwords != dwords)
        return "an operand has the wrong size";
    switch (info->kind) {
    case GCN_OPERAND_VGPR:
        if (is_lane_source(inst, info) && operand->reg == GCN_SRC_LDS_DIRECT)
            return check_scalar_source(target, inst, info, operand, dwords);
        if (!gcn_is_vgpr(operand->reg))
            return "a VGPR is needed";
        return check_vector_tuple(target, operand->reg, dwords);
    case GCN_OPERAND_AGPR:
        if (!gcn_is_agpr(operand->reg))
            return "an AGPR is needed";
        return check_vector_tuple(target, operand->reg, dwords);
    case GCN_OPERAND_AVDST:
        return check_accumulator(target, inst, info, operand->reg, dwords);
    case GCN_OPERAND_SGPR:
        if (!gcn_is_sgpr(operand->reg) && !gcn_is_special_sgpr(operand->reg))
            return "a scalar register is needed";
        return check_scalar_tuple(target, operand->reg, dwords);
    case GCN_OPERAND_VCC:
        return check_vcc(target, inst, operand);
    case GCN_OPERAND_SSRC:
        return check_scalar_source(target, inst, info, operand, dwords);
    default:
        return check_vector_source(target, inst, info, operand, dwords);
    }
}

/* Is the source the literal that the row has anyway, K of v_madmk? */
static bool
is_own_literal(const struct gcn_inst *inst, const struct gcn_operand *operand)
{
    return operand->reg == GCN_LITERAL && operand->literal == inst->literal &&
           gcn_has_own_literal(inst->op);
}

/* Vector ALU: one scalar value per instruction; all literals must be equal. */
static const char *
check_constant_bus(const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    unsigned seen_reg = GCN_NO_REG, seen_dwords = 0;
    unsigned count = 0;
    if (info->flags & GCN_FLAG_READS_VCC) {
        seen_reg = GCN_VCC_LO;
        seen_dwords = 2;
        count = 1;
    }
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct gcn_operand_info *operand = &info->operands[i];
        unsigned reg = inst->operands[i].reg;
        if (operand->role == GCN_ROLE_LITERAL)
            count++;
        if (!operand->is_use || operand->kind == GCN_OPERAND_IMM || gcn_is_vgpr(reg) ||
            gcn_is_agpr(reg) || gcn_is_inline(reg) || is_own_literal(inst, &inst->operands[i]))
            continue;
        bool is_register =
            gcn_is_sgpr(reg) || gcn_is_special_sgpr(reg); /* or src_scc and its like */
        if (count && reg == seen_reg && (operand->dwords == seen_dwords || !is_register))
            continue;
        seen_reg = reg;
        seen_dwords = operand->dwords;
        count++;
    }
    return count > 1 ? "more than one scalar value (constant bus)" : NULL;
}

static const char *
check_literals(const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    bool seen = false;
    uint32_t value = 0;
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].kind == GCN_OPERAND_IMM || inst->operands[i].reg != GCN_LITERAL)
            continue;
        if (seen && inst->operands[i].literal != value)
            return "only one literal is possible";
        seen = true;
        value = inst->operands[i].literal;
    }
    return NULL;
}

/* neg and abs belong to float sources of forms that have the bits, sext to integers in SDWA. */
static const char *
check_source_modifiers(const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    unsigned layout = gcn_inst_layout(inst);
    bool mix = info->flags & (GCN_FLAG_MAD_MIX | GCN_FLAG_FMA_MIX);
    bool bits = layout == GCN_VOP3A || layout == GCN_VOP3B || layout == GCN_INTERP3 || mix ||
                inst->ext != GCN_PLAIN;
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct gcn_operand *operand = &inst->operands[i];
        const struct gcn_operand_info *row = &info->operands[i];
        if (operand->sext && (inst->ext != GCN_SDWA || is_float(row->type)))
            return "sext is for integer sources of SDWA";
        if (!operand->neg && !operand->abs)
            continue;
        bool takes = is_float(row->type) || (row->type == GCN_PACKED16 && layout == GCN_VOP3A);
        if (!bits || !row->is_use || row->role == GCN_ROLE_VDST || !takes)
            return "the operand takes no neg or abs";
        if (operand->abs && layout == GCN_VOP3B)
            return "the operand takes no abs";
    }
    if (mix && (inst->neg_lo || inst->neg_hi))
        return "the instruction takes no neg_lo and neg_hi";
    return NULL;
}

static const char *
check_result_modifiers(const struct gcn_target *target, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    uint32_t flags = info->flags;
    if (inst->ext == GCN_SDWA)
        return inst->omod && !is_float(info->operands[0].type)
                   ? "the instruction takes no output modifier"
                   : NULL;
    bool full = flags & GCN_FLAG_OMOD_CLAMP;
    bool clamps = flags & GCN_FLAG_INT_CLAMP ? target->generation >= 8 : full;
    if (gcn_inst_layout(inst) == GCN_INTERP3) {
        clamps = true;
        full = info->operands[0].type == GCN_F32;
    }
    if (inst->clamp && !clamps)
        return "the instruction takes no clamp";
    if (inst->omod && !full)
        return "the instruction takes no output modifier";
    if (inst->format == GCN_VOP3A && inst->op_sel && !(flags & GCN_FLAG_OP_SEL))
        return "the instruction takes no op_sel";
    return NULL;
}

static bool
is_valid_dpp_ctrl(const struct gcn_target *target, unsigned ctrl)
{
    if (ctrl >= 0x150 && ctrl <= 0x15f)
        return target->has_dpp_row_newbcast;
    return ctrl <= 0xff || (ctrl >= 0x101 && ctrl <= 0x10f) || (ctrl >= 0x111 && ctrl <= 0x11f) ||
           (ctrl >= 0x121 && ctrl <= 0x12f) || ctrl == 0x130 || ctrl == 0x134 || ctrl == 0x138 ||
           ctrl == 0x13c || (ctrl >= 0x140 && ctrl <= 0x143);
}

static const char *
check_extension(const struct gcn_target *target, const struct gcn_inst *inst)
{
    uint32_t flags = gcn_op_info[inst->op].flags;
    if (inst->ext == GCN_PLAIN)
        return NULL;
    if (!target->has_dpp_sdwa || inst->format < GCN_VOP1 || inst->format > GCN_VOPC)
        return "the target or form has no SDWA or DPP";
    if (inst->ext == GCN_SDWA) {
        if (flags & GCN_FLAG_SDWA_GFX8 && target->generation == 8) /* v_mac */
            return inst->dst_sel == 6 ? NULL : "the instruction writes a whole register";
        if (flags & GCN_FLAG_SDWA)
            return NULL;
        return "the instruction has no SDWA form";
    }
    if (!is_valid_dpp_ctrl(target, inst->dpp_ctrl))
        return "the target has no such DPP control";
    if (flags & GCN_FLAG_DPP)
        return NULL;
    if (!target->has_dpp_f64 || !(flags & (GCN_FLAG_DPP_GFX90A | GCN_FLAG_DPP_64)))
        return "the instruction has no DPP form";
    if (flags & GCN_FLAG_DPP_64 && (inst->dpp_ctrl & 0x1f0) != 0x150)
        return "64-bit DPP takes row_newbcast only";
    return NULL;
}

static const char *
check_range(int64_t value, int64_t low, int64_t high)
{
    return value < low || value > high ? "the offset is out of range" : NULL;
}

static const char *
check_smem(const struct gcn_target *target, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    unsigned count = info->operand_count;
    const struct gcn_operand_info *last = &info->operands[count ? count - 1 : 0];
    unsigned data = count ? inst->operands[0].reg : GCN_NO_REG;
    if (info->operands[0].role == GCN_ROLE_SDATA &&
        (data == GCN_M0 || data == GCN_EXEC_LO || data == GCN_EXEC_HI))
        return "scalar memory data cannot be in m0 or exec"; /* LLVM: a load to m0 hangs the GPU */
    if (count < 2 || last->role != GCN_ROLE_SOFFSET)
        return inst->imm || inst->smem_imm || inst->soffset_en ? "no offset here" : NULL;
    bool buffer = last[-1].dwords == 4;
    if (inst->glc &&
        (info->operands[0].role != GCN_ROLE_SDATA || info->operands[0].kind == GCN_OPERAND_IMM))
        return "the instruction takes no glc";
    if (!inst->smem_imm && (inst->imm || inst->soffset_en))
        return "an immediate offset must be announced (smem_imm)";
    if (target->generation == 8 && !inst->smem_imm && info->flags & GCN_FLAG_STORE &&
        inst->operands[count - 1].reg != GCN_M0)
        return "scalar stores take m0 or an immediate as offset";
    if (!target->has_smem_byte_offset) {
        if (inst->imm % 4)
            return "the offset must be a multiple of four";
        return check_range(inst->imm, 0, target->generation == 7 ? 4 * (int64_t)UINT32_MAX : 1020);
    }
    return check_range(inst->imm, target->generation >= 9 && !buffer ? -0x100000 : 0, 0xfffff);
}

/* The float-add atomics that gfx908 introduced. */
static bool
is_float_atomic(const struct gcn_op_info *info)
{
    return info->flags & GCN_FLAG_ATOMIC && info->opcode[GCN_GFX908] >= 0 &&
           info->opcode[GCN_GFX906] < 0;
}

static const char *
check_buffer(const struct gcn_target *target, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    TRY(check_range(inst->imm, 0, 4095));
    if (!info->operand_count && (inst->imm || inst->glc || inst->slc || inst->lds))
        return "the instruction takes no modifier";
    if (inst->addr64 && (inst->offen || inst->idxen))
        return "addr64 excludes offen and idxen";
    if (inst->lds && (inst->tfe || (info->format == GCN_MUBUF && info->flags & GCN_FLAG_LOAD &&
                                    info->operands[0].dwords != 1)))
        return "the instruction cannot write LDS";
    if (inst->op == GCN_buffer_store_lds_dword && !inst->lds)
        return "lds is missing";
    if (inst->lds && inst->op != GCN_buffer_store_lds_dword && !(info->flags & GCN_FLAG_LOAD))
        return "the instruction cannot use LDS";
    if (inst->glc && target->float_atomics_no_return && is_float_atomic(info))
        return "the instruction returns nothing on this target";
    return NULL;
}

static const char *
check_flat(const struct gcn_target *target, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (!target->has_flat_offset && inst->imm)
        return "the target's FLAT instructions have no offset";
    if (inst->lds && (info->format == GCN_FLAT || !(info->flags & GCN_FLAG_LOAD) ||
                      info->operands[0].dwords != 1 || info->operands[0].is_use))
        return "the instruction cannot write LDS";
    if (info->format == GCN_FLAT)
        TRY(check_range(inst->imm, 0, 4095));
    else
        TRY(check_range(inst->imm, -4096, 4095));
    if (inst->glc && target->float_atomics_no_return && is_float_atomic(info))
        return "the instruction returns nothing on this target";
    return NULL;
}

static const char *
check_ds(const struct gcn_target *target, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    bool global_only = info->flags & GCN_FLAG_SIDE_EFFECT && inst->op != GCN_ds_nop;
    if (global_only && !inst->gds)
        return "the instruction needs gds";
    if (global_only && info->operand_count == 1 && target->even_vgpr_tuples &&
        inst->operands[0].reg % 2)
        return "the VGPR must be an even one";
    if (inst->gds && (inst->op == GCN_ds_permute_b32 || inst->op == GCN_ds_bpermute_b32))
        return "the instruction takes no gds";
    return check_range(inst->imm, 0, info->flags & GCN_FLAG_TWO_OFFSETS ? 255 : 65535);
}

/* Which components: gather4 reads one; atomics take one or two registers, twice as many with what is
 * compared. */
static const char *
check_image(const struct gcn_inst *inst)
{
    uint32_t flags = gcn_op_info[inst->op].flags;
    unsigned count = (unsigned)__builtin_popcount(inst->dmask);
    if (inst->d16 && flags & (GCN_FLAG_ATOMIC | (uint32_t)GCN_FLAG_NO_D16))
        return "the instruction takes no d16";
    if (flags & GCN_FLAG_GATHER4 && count != 1)
        return "dmask must name one component";
    if (inst->op == GCN_image_atomic_cmpswap || inst->op == GCN_image_atomic_fcmpswap)
        return inst->dmask == 3 || inst->dmask == 15 ? NULL : "dmask must be 3 or 15";
    if (flags & GCN_FLAG_ATOMIC && inst->dmask != 1 && inst->dmask != 3)
        return "dmask must be 1 or 3";
    return NULL;
}

static const char *
check_format(const struct gcn_target *target, const struct gcn_inst *inst)
{
    switch (inst->format) {
    case GCN_SOPK:
    case GCN_SOPP:
        return check_range(inst->imm, -32768, 65535);
    case GCN_SOPC:
        return check_range(inst->imm, 0, 255);
    case GCN_SMEM:
        return check_smem(target, inst);
    case GCN_MUBUF:
    case GCN_MTBUF:
        return check_buffer(target, inst);
    case GCN_FLAT:
    case GCN_GLOBAL:
    case GCN_SCRATCH:
        return check_flat(target, inst);
    case GCN_DS:
        return check_ds(target, inst);
    case GCN_MIMG:
        return check_image(inst);
    default:
        return NULL;
    }
}

const char *
gcn_check(const struct gcn_target *target, const struct gcn_inst *inst)
{
    if (inst->op == GCN_NO_OP || inst->op >= GCN_OPS || !gcn_has_op(target, inst->op))
        return "the target lacks the instruction";
    if (inst->format >= GCN_FORMATS || gcn_opcode(target, inst->op, inst->format) < 0)
        return "the instruction has no such form on this target";
    TRY(check_extension(target, inst));
    for (unsigned i = 0; i < gcn_op_info[inst->op].operand_count; i++)
        TRY(check_operand(target, inst, i));
    TRY(check_one_file(target, inst));
    TRY(check_literals(inst));
    if (gcn_inst_layout(inst) == GCN_MFMA)
        TRY(check_matrix_overlap(inst));
    if (is_valu(inst->format)) {
        TRY(check_constant_bus(inst));
        TRY(check_result_modifiers(target, inst));
    }
    TRY(check_source_modifiers(inst));
    return check_format(target, inst);
}
