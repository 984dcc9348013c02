#include "test/gcn/isa/samples.h"

#include <string.h>

/* xorshift32: the same samples everywhere. */
static unsigned
pick(uint32_t *state, unsigned count)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return (*state >> 3) % count;
}

static unsigned
pick_vgpr(const struct gcn_target *target, uint32_t *state, unsigned dwords)
{
    unsigned step = target->even_vgpr_tuples && dwords > 1 ? 2 : 1;
    unsigned highest = (256 - dwords) / step * step;
    switch (pick(state, 4)) {
    case 0:
        return 0;
    case 1:
        return highest;
    default:
        return pick(state, highest / step + 1) * step;
    }
}

static unsigned
pick_sgpr(const struct gcn_target *target, uint32_t *state, unsigned dwords)
{
    unsigned align = dwords > 2 ? 4 : dwords ? dwords : 1;
    unsigned limit = target->generation < 8 ? 104 : 102;
    unsigned highest = (limit - dwords) / align * align;
    return pick(state, 4) == 0 ? highest : pick(state, highest / align + 1) * align;
}

/* SGPRs and the registers that are addressed like them. */
static unsigned
pick_scalar(const struct gcn_target *target, uint32_t *state, unsigned dwords)
{
    unsigned n = pick(state, 12);
    if (dwords == 1) {
        static const uint16_t singles[] = {GCN_VCC_LO,  GCN_VCC_HI,  GCN_M0,
                                           GCN_EXEC_LO, GCN_EXEC_HI, GCN_FLAT_SCRATCH_HI};
        if (n < 6)
            return singles[n];
    } else if (dwords == 2) {
        static const uint16_t pairs[] = {GCN_VCC_LO,        GCN_EXEC_LO, GCN_FLAT_SCRATCH_LO,
                                         GCN_XNACK_MASK_LO, GCN_TBA_LO,  GCN_TTMP0 + 2};
        if (n < 6)
            return pairs[n];
    }
    if (n == 6 && dwords <= 4)
        return GCN_TTMP0 + 4;
    return pick_sgpr(target, state, dwords);
}

/* A literal that no inline constant stands for, of the operand's width. */
static uint32_t
pick_literal(uint32_t *state, unsigned type)
{
    if (type == GCN_F16 || type == GCN_I16 || type == GCN_U16 || type == GCN_B16)
        return 0x1000 + pick(state, 0x1000);
    if (type == GCN_PACKED16 || type == GCN_PACKED_INT16)
        return 0x1234;
    return 0x10000000 + pick(state, 0x10000000);
}

static void
pick_source(const struct gcn_target *target, uint32_t *state, const struct gcn_operand_info *info,
            unsigned dwords, struct gcn_operand *operand)
{
    switch (pick(state, 9)) {
    case 0:
        operand->reg = (uint16_t)pick_scalar(target, state, dwords);
        break;
    case 1:
        operand->reg = (uint16_t)(GCN_CONST_0 + pick(state, 81));
        break;
    case 2:
        operand->reg = (uint16_t)(GCN_CONST_0_5 + pick(state, 9));
        break;
    case 3:
        operand->reg = GCN_LITERAL;
        operand->literal = pick_literal(state, info->type);
        break;
    case 4:
        operand->reg = (uint16_t)(dwords == 1 ? GCN_SRC_VCCZ + pick(state, 4)
                                              : GCN_SRC_SHARED_BASE + pick(state, 5));
        break;
    default:
        operand->reg =
            (uint16_t)(info->kind == GCN_OPERAND_VSRC ? GCN_VGPR0 + pick_vgpr(target, state, dwords)
                                                      : pick_sgpr(target, state, dwords));
    }
}

static void
pick_operand(const struct gcn_target *target, uint32_t *state, struct gcn_inst *inst, unsigned i,
             bool agprs)
{
    const struct gcn_operand_info *info = &gcn_op_info[inst->op].operands[i];
    struct gcn_operand *operand = &inst->operands[i];
    unsigned dwords = gcn_operand_dwords(target, inst, i);
    operand->dwords = (uint8_t)dwords;
    operand->reg = GCN_NO_REG;
    if (info->kind == GCN_OPERAND_IMM) {
        operand->literal = info->role == GCN_ROLE_SDATA  ? pick(state, 128)
                           : info->role == GCN_ROLE_VSRC ? pick(state, 3)
                                                         : 0;
        return;
    }
    if (dwords == 0)
        return;
    unsigned vgpr = GCN_VGPR0 + pick_vgpr(target, state, dwords);
    switch (info->kind) {
    case GCN_OPERAND_VGPR:
        operand->reg = (uint16_t)vgpr;
        break;
    case GCN_OPERAND_AGPR:
        operand->reg = (uint16_t)(vgpr - GCN_VGPR0 + GCN_AGPR0);
        break;
    case GCN_OPERAND_AVDST:
        if (inst->format == GCN_VOP3P &&
            (info->role == GCN_ROLE_SRC0 || info->role == GCN_ROLE_SRC1))
            agprs = pick(state, 2);
        operand->reg = (uint16_t)(agprs ? vgpr - GCN_VGPR0 + GCN_AGPR0 : vgpr);
        break;
    case GCN_OPERAND_VCC:
        operand->reg = (uint16_t)(pick(state, 2) ? GCN_VCC_LO : pick_scalar(target, state, 2));
        break;
    case GCN_OPERAND_SGPR:
        operand->reg = (uint16_t)(info->role == GCN_ROLE_SDST || info->role == GCN_ROLE_CARRY_OUT
                                      ? pick_scalar(target, state, dwords)
                                      : pick_sgpr(target, state, dwords));
        break;
    default:
        pick_source(target, state, info, dwords, operand);
        break;
    }
    if (info->role == GCN_ROLE_SRSRC && inst->r128 && operand->reg > 92)
        operand->reg = 92; /* llvm-mc wants to see eight registers */
    bool source = info->role >= GCN_ROLE_SRC0 && info->role <= GCN_ROLE_SRC2;
    if (source && pick(state, 4) == 0) {
        operand->neg = pick(state, 2);
        operand->abs = pick(state, 2);
    }
    if (inst->ext == GCN_SDWA && (info->role == GCN_ROLE_SRC0 || info->role == GCN_ROLE_SRC1)) {
        operand->sel = (uint8_t)pick(state, 7);
        operand->sext = pick(state, 4) == 0;
    }
}

static void
pick_valu_modifiers(uint32_t *state, struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    bool mix = info->flags & (GCN_FLAG_MAD_MIX | GCN_FLAG_FMA_MIX);
    unsigned sources = 0;
    for (unsigned i = 0; i < info->operand_count; i++)
        sources +=
            info->operands[i].role >= GCN_ROLE_SRC0 && info->operands[i].role <= GCN_ROLE_SRC2;
    if (inst->format >= GCN_VOP3A && inst->format <= GCN_VOP3P) {
        inst->clamp = pick(state, 4) == 0;
        inst->omod = pick(state, 4) == 0 && inst->format != GCN_VOP3P ? pick(state, 4) : 0;
        if (inst->format == GCN_VOP3A && pick(state, 2) == 0)
            inst->op_sel = (pick(state, 8) & ((1u << sources) - 1)) | pick(state, 2) << 3;
    }
    if (inst->format == GCN_VOP3P && info->cost == GCN_COST_MFMA) {
        bool f64 = info->operands[0].type == GCN_F64;
        inst->cbsz = f64 ? 0 : pick(state, 8);
        inst->abid = f64 ? 0 : pick(state, 16);
        inst->blgp = f64 ? 0 : pick(state, 8);
    } else if (inst->format == GCN_VOP3P) {
        inst->op_sel_hi = mix ? 0 : 7;
        if (sources > 1 && pick(state, 2)) {
            unsigned mask = (1u << sources) - 1;
            inst->op_sel = pick(state, 8) & mask;
            inst->op_sel_hi = (inst->op_sel_hi & ~mask) | (pick(state, 8) & mask);
        }
    }
    if (inst->ext == GCN_DPP) {
        static const uint16_t controls[] = {0,     0x1b,  0x101, 0x10f, 0x111, 0x12f, 0x130, 0x134,
                                            0x138, 0x13c, 0x140, 0x141, 0x142, 0x143, 0x150, 0x15f};
        inst->dpp_ctrl = controls[pick(state, 16)];
        inst->row_mask = pick(state, 16);
        inst->bank_mask = pick(state, 16);
        inst->bound_ctrl = pick(state, 2);
    }
    if (inst->ext == GCN_SDWA) {
        if (inst->format != GCN_VOPC) {
            inst->dst_sel = (uint8_t)pick(state, 7);
            inst->dst_unused = pick(state, 3);
            inst->omod = pick(state, 4) == 0 ? pick(state, 4) : 0;
        }
        inst->clamp = pick(state, 4) == 0;
    }
}

static void
pick_image_modifiers(uint32_t *state, struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    bool cmpswap = strstr(info->name, "cmpswap");
    inst->dmask = info->flags & GCN_FLAG_ATOMIC    ? (cmpswap ? 3 : 1)
                  : info->flags & GCN_FLAG_GATHER4 ? 1u << pick(state, 4)
                                                   : 1 + pick(state, 15);
    inst->unorm = pick(state, 2);
    inst->glc = pick(state, 2);
    inst->slc = pick(state, 2);
    inst->da = pick(state, 2);
    inst->lwe = pick(state, 4) == 0;
    inst->r128 = pick(state, 4) == 0;
    inst->tfe = pick(state, 4) == 0 && info->flags & GCN_FLAG_LOAD;
    inst->d16 = pick(state, 4) == 0 && !(info->flags & GCN_FLAG_ATOMIC) &&
                !strstr(info->name, "pck") && !strstr(info->name, "get_");
    if (info->flags & GCN_FLAG_GATHER4 && inst->tfe)
        inst->d16 = 0; /* llvm-mc has no such size */
}

static void
pick_memory_modifiers(uint32_t *state, struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    inst->glc = pick(state, 3) == 0;
    if (info->operand_count == 0)
        inst->glc = 0;
    switch (inst->format) {
    case GCN_SMEM:
        if (info->operand_count < 2) {
            inst->glc = 0;
        } else if (pick(state, 2)) {
            inst->smem_imm = 1;
            inst->imm = pick(state, 2) ? (int32_t)pick(state, 256) * 4
                                       : (int32_t)pick(state, 0x200000) - 0x100000;
            inst->soffset_en = pick(state, 3) == 0;
        }
        break;
    case GCN_MUBUF:
    case GCN_MTBUF:
        if (info->operand_count == 0)
            break;
        inst->slc = pick(state, 2);
        inst->imm = pick(state, 2) ? (int32_t)pick(state, 4096) : 0;
        if (info->operands[0].role == GCN_ROLE_VDATA) {
            inst->addr64 = pick(state, 4) == 0;
            inst->offen = !inst->addr64 && pick(state, 2);
            inst->idxen = !inst->addr64 && pick(state, 2);
            /* llvm-mc has no tfe in typed loads. */
            inst->tfe =
                pick(state, 6) == 0 && info->flags & GCN_FLAG_LOAD && inst->format == GCN_MUBUF;
        }
        inst->lds = inst->op == GCN_buffer_store_lds_dword ||
                    (inst->op == GCN_buffer_load_dword && !inst->tfe && pick(state, 3) == 0);
        if (inst->format == GCN_MTBUF) {
            inst->dfmt = pick(state, 16);
            inst->nfmt = pick(state, 8);
        }
        break;
    case GCN_FLAT:
    case GCN_GLOBAL:
    case GCN_SCRATCH:
        inst->slc = pick(state, 2);
        inst->imm = pick(state, 2) ? (int32_t)pick(state, 8192) - 4096 : 0;
        break;
    case GCN_DS:
        inst->glc = 0;
        inst->gds = pick(state, 3) == 0;
        if (strstr(info->name, "gws") || strstr(info->name, "ordered"))
            inst->gds = 1;
        if (info->operand_count == 0 && !strstr(info->name, "gws"))
            inst->gds = 0;
        else
            inst->imm = pick(state, 2) ? (int32_t)pick(state, 65536) : 0;
        if (info->flags & GCN_FLAG_TWO_OFFSETS) {
            inst->imm = (int32_t)pick(state, 256);
            inst->offset1 = (uint8_t)pick(state, 256);
        }
        break;
    default:
        pick_image_modifiers(state, inst);
        break;
    }
}

/* s_waitcnt and friends: bits that mean something. */
static void
pick_simm16(const struct gcn_target *target, uint32_t *state, struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    bool branch = info->flags & GCN_FLAG_BRANCH;
    inst->imm = (int32_t)pick(state, 65536);
    switch (inst->op) {
    case GCN_s_waitcnt:
        inst->imm = gcn_waitcnt_encode(target, pick(state, 80), pick(state, 10), pick(state, 20));
        break;
    case GCN_s_sendmsg:
    case GCN_s_sendmsghalt:
        inst->imm = pick(state, 2) ? 1 : 0x22;
        break;
    case GCN_s_set_gpr_idx_on:
    case GCN_s_set_gpr_idx_mode:
        inst->imm &= 15;
        break;
    case GCN_s_getreg_b32:
    case GCN_s_setreg_b32:
    case GCN_s_setreg_imm32_b32: {
        unsigned first = pick(state, 32);
        inst->imm = (int32_t)(1 + pick(state, 7) + (first << 6) + (pick(state, 32 - first) << 11));
        break;
    }
    default:
        break;
    }
    if (inst->format == GCN_SOPK || branch)
        inst->imm = (int16_t)inst->imm;
}

static void
pick_modifiers(const struct gcn_target *target, uint32_t *state, struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        unsigned role = info->operands[i].role;
        if (role == GCN_ROLE_IMM ||
            (role == GCN_ROLE_SSRC1 && info->operands[i].kind == GCN_OPERAND_IMM))
            pick_simm16(target, state, inst);
        if (role == GCN_ROLE_LITERAL)
            inst->literal =
                info->operands[i].type == GCN_F16 ? pick(state, 65536) : pick(state, 0x10000000);
        if (role == GCN_ROLE_ATTR) {
            inst->target = (uint8_t)pick(state, 33);
            inst->chan = (uint8_t)pick(state, 4);
        }
    }
    if (inst->format >= GCN_VOP1 && inst->format <= GCN_VOP3P) {
        pick_valu_modifiers(state, inst);
    } else if (inst->format == GCN_EXP) {
        static const uint8_t targets[] = {0, 7, 8, 9, 12, 15, 32, 63};
        inst->target = targets[pick(state, 8)];
        inst->compr = pick(state, 3) == 0;
        inst->en = pick(state, 16);
        if (inst->compr)
            inst->en = (inst->en & 5) * 3;
        inst->done = pick(state, 2);
        inst->vm = pick(state, 2);
    } else if (inst->format == GCN_SMEM || inst->format >= GCN_DS) {
        pick_memory_modifiers(state, inst);
    }
}

/* GLOBAL and SCRATCH: the scalar address decides the size of the vector one. */
static void
pick_saddr(const struct gcn_target *target, uint32_t *state, struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    unsigned last = info->operand_count - 1;
    if (info->operand_count == 0 || info->operands[last].role != GCN_ROLE_SADDR)
        return;
    bool has = pick(state, 2);
    inst->operands[last].reg =
        (uint16_t)(has ? pick_sgpr(target, state, info->format == GCN_SCRATCH ? 1 : 2)
                       : GCN_NO_REG);
    inst->operands[last].dwords = has ? (info->format == GCN_SCRATCH ? 1 : 2) : 0;
}

static bool
build(const struct gcn_target *target, uint32_t *state, struct gcn_inst *inst, uint32_t *words)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    pick_modifiers(target, state, inst);
    pick_saddr(target, state, inst);
    bool agprs = target->has_agprs && pick(state, 3) == 0;
    if (info->cost == GCN_COST_MFMA && !target->mfma_takes_vgprs)
        agprs = true;
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].role != GCN_ROLE_SADDR)
            pick_operand(target, state, inst, i, agprs);
    }
    inst->words = (uint8_t)gcn_encode(target, inst, words, NULL);
    return inst->words != 0;
}

unsigned
samples_of(const struct gcn_target *target, enum gcn_op op, unsigned per_form, sample_fn *take,
           void *data)
{
    unsigned shortest = gcn_shortest_format(target, op), missing = 0;
    unsigned longest = gcn_opcode(target, op, GCN_VOP3B) >= 0 ? GCN_VOP3B : GCN_VOP3A;
    uint32_t flags = gcn_op_info[op].flags;
    bool sdwa = flags & GCN_FLAG_SDWA || (flags & GCN_FLAG_SDWA_GFX8 && target->generation == 8);
    bool dpp = flags & GCN_FLAG_DPP ||
               (target->has_dpp_f64 && flags & (GCN_FLAG_DPP_GFX90A | GCN_FLAG_DPP_64));
    bool extensible = target->has_dpp_sdwa && shortest >= GCN_VOP1 && shortest <= GCN_VOPC;
    const struct {
        unsigned format, ext;
        bool there;
    } forms[] = {{shortest, GCN_PLAIN, true},
                 {longest, GCN_PLAIN, longest != shortest && gcn_opcode(target, op, longest) >= 0},
                 {shortest, GCN_SDWA, extensible && sdwa},
                 {shortest, GCN_DPP, extensible && dpp}};
    for (unsigned f = 0; f < 4; f++) {
        uint32_t state = (0x9e3779b9u ^ op * 2654435761u ^ f) | 0x80000000u;
        unsigned made = 0;
        for (unsigned tries = 0; forms[f].there && made < per_form && tries < per_form * 100;
             tries++) {
            struct gcn_inst inst = {.op = (uint16_t)op,
                                    .format = (uint8_t)forms[f].format,
                                    .ext = (uint8_t)forms[f].ext};
            uint32_t words[3];
            if (!build(target, &state, &inst, words))
                continue;
            made++;
            take(data, target, &inst, words);
        }
        missing += forms[f].there && made == 0;
    }
    return missing;
}
