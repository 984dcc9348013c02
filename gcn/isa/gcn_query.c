/* Small queries about instructions: sizes of operands, constants, M0, wait counts. */
#include "gcn/isa/gcn_format.h"

#include <string.h>

static const struct gcn_operand *
find_operand(const struct gcn_inst *inst, enum gcn_role role)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].role == role)
            return &inst->operands[i];
    }
    return NULL;
}

static bool
has_saddr(const struct gcn_inst *inst)
{
    const struct gcn_operand *saddr = find_operand(inst, GCN_ROLE_SADDR);
    return saddr && saddr->reg != GCN_NO_REG;
}

/* Data registers of an image instruction: one per dmask bit, four for gather4. */
static unsigned
image_data_dwords(const struct gcn_target *target, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    unsigned count = (unsigned)__builtin_popcount(inst->dmask);
    if (info->flags & GCN_FLAG_GATHER4)
        count = 4;
    else if (count == 0)
        count = 1;
    if (inst->d16 && target->has_packed_d16)
        count = (count + 1) / 2;
    return count + inst->tfe;
}

static unsigned
buffer_data_dwords(const struct gcn_target *target, const struct gcn_inst *inst, unsigned dwords)
{
    uint32_t flags = gcn_op_info[inst->op].flags;
    if (inst->lds && flags & GCN_FLAG_LOAD)
        return 0;
    if (flags & GCN_FLAG_D16_FORMAT && target->has_packed_d16)
        dwords = (dwords + 1) / 2;
    return dwords + (inst->tfe && flags & GCN_FLAG_LOAD);
}

unsigned
gcn_operand_dwords(const struct gcn_target *target, const struct gcn_inst *inst, unsigned index)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    const struct gcn_operand_info *operand = &info->operands[index];
    switch (operand->role) {
    case GCN_ROLE_VDATA:
        return info->format == GCN_MIMG ? image_data_dwords(target, inst)
                                        : buffer_data_dwords(target, inst, operand->dwords);
    case GCN_ROLE_VADDR:
        if (info->format == GCN_MIMG) {
            unsigned given = inst->operands[index].dwords;
            return given > operand->dwords ? given : operand->dwords;
        }
        return inst->addr64 ? 2 : inst->offen + inst->idxen;
    case GCN_ROLE_SRSRC:
        return info->format == GCN_MIMG ? (inst->r128 ? 4 : 8) : 4;
    case GCN_ROLE_SOFFSET:
        return info->format == GCN_SMEM && inst->smem_imm && !inst->soffset_en ? 0 : 1;
    case GCN_ROLE_ADDR:
        if (info->format == GCN_GLOBAL)
            return has_saddr(inst) ? 1 : 2;
        return info->format == GCN_SCRATCH ? !has_saddr(inst) : operand->dwords;
    case GCN_ROLE_SADDR:
        return !has_saddr(inst) ? 0 : info->format == GCN_SCRATCH ? 1 : 2;
    case GCN_ROLE_VDST:
        if (info->format >= GCN_FLAT && info->format <= GCN_SCRATCH) {
            if (inst->lds || (info->flags & GCN_FLAG_ATOMIC && !inst->glc))
                return 0;
            return operand->dwords + inst->tfe;
        }
        return operand->dwords;
    case GCN_ROLE_VSRC0:
    case GCN_ROLE_VSRC1:
    case GCN_ROLE_VSRC2:
    case GCN_ROLE_VSRC3:
        if (inst->compr) /* two 16-bit values per register, two registers */
            return operand->role <= GCN_ROLE_VSRC1 &&
                   (inst->en >> 2 * (operand->role - GCN_ROLE_VSRC0) & 3) != 0;
        return inst->en >> (operand->role - GCN_ROLE_VSRC0) & 1;
    case GCN_ROLE_LITERAL:
    case GCN_ROLE_ATTR:
    case GCN_ROLE_IMM:
        return 0;
    default:
        return operand->kind == GCN_OPERAND_IMM ? 0 : operand->dwords;
    }
}

static uint16_t
integer_constant(int64_t value)
{
    if (value >= 0 && value <= 64)
        return (uint16_t)(GCN_CONST_0 + value);
    if (value < 0 && value >= -16)
        return (uint16_t)(GCN_CONST_0 + 64 - value);
    return GCN_NO_REG;
}

static const uint32_t f32_constants[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
                                         0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
static const uint64_t f64_constants[] = {
    0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
    0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
    0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882,
};

uint16_t
gcn_inline_constant(const struct gcn_target *target, uint32_t bits)
{
    unsigned floats = target->has_inv_2pi ? 9 : 8;
    for (unsigned i = 0; i < floats; i++) {
        if (f32_constants[i] == bits)
            return (uint16_t)(GCN_CONST_0_5 + i);
    }
    return integer_constant((int32_t)bits);
}

uint16_t
gcn_inline_constant64(const struct gcn_target *target, uint64_t bits, bool is_float)
{
    unsigned floats = !is_float ? 0 : target->has_inv_2pi ? 9 : 8;
    for (unsigned i = 0; i < floats; i++) {
        if (f64_constants[i] == bits)
            return (uint16_t)(GCN_CONST_0_5 + i);
    }
    return integer_constant((int64_t)bits);
}

/* LDS instructions that use no LDS memory or have no clamped address. */
static bool
is_lane_exchange(enum gcn_op op)
{
    return op == GCN_ds_swizzle_b32 || op == GCN_ds_permute_b32 || op == GCN_ds_bpermute_b32 ||
           op == GCN_ds_nop;
}

/* DS instructions that use M0 as more than a limit. */
static bool
ds_always_reads_m0(enum gcn_op op)
{
    switch (op) {
    case GCN_ds_append:
    case GCN_ds_consume:
    case GCN_ds_ordered_count:
    case GCN_ds_read_addtid_b32:
    case GCN_ds_write_addtid_b32:
    case GCN_ds_gws_barrier:
    case GCN_ds_gws_init:
    case GCN_ds_gws_sema_br:
    case GCN_ds_gws_sema_p:
    case GCN_ds_gws_sema_v:
    case GCN_ds_gws_sema_release_all:
        return true;
    default:
        return false;
    }
}

bool
gcn_reads_m0(const struct gcn_target *target, const struct gcn_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        unsigned reg = inst->operands[i].reg;
        if (info->operands[i].is_use && info->operands[i].kind != GCN_OPERAND_IMM &&
            gcn_operand_dwords(target, inst, i) && (reg == GCN_M0 || reg == GCN_SRC_LDS_DIRECT))
            return true;
    }
    if (!(info->flags & GCN_FLAG_READS_M0))
        return false;
    if (info->format == GCN_DS)
        return ds_always_reads_m0(inst->op) || inst->gds ||
               (target->needs_lds_m0 && !is_lane_exchange(inst->op));
    if (info->format == GCN_MUBUF)
        return inst->lds;
    return true;
}

uint16_t
gcn_waitcnt_encode(const struct gcn_target *target, unsigned vm, unsigned exp, unsigned lgkm)
{
    unsigned simm16 = 0;
    vm = vm > target->vmcnt_max ? target->vmcnt_max : vm;
    exp = exp > target->expcnt_max ? target->expcnt_max : exp;
    lgkm = lgkm > target->lgkmcnt_max ? target->lgkmcnt_max : lgkm;
    simm16 |= (vm & 15) | (vm >> 4) << 14; /* the high bits of GFX9 are in a separate field */
    simm16 |= exp << 4 | lgkm << 8;
    return (uint16_t)simm16;
}

void
gcn_waitcnt_decode(const struct gcn_target *target, uint16_t simm16, unsigned *vm, unsigned *exp,
                   unsigned *lgkm)
{
    *vm = simm16 & 15;
    if (target->vmcnt_max > 15)
        *vm |= simm16 >> 14 << 4;
    *exp = simm16 >> 4 & 7;
    *lgkm = simm16 >> 8 & 15;
}

bool
gcn_has_own_literal(enum gcn_op op)
{
    for (unsigned i = 0; i < gcn_op_info[op].operand_count; i++) {
        if (gcn_op_info[op].operands[i].role == GCN_ROLE_LITERAL)
            return true;
    }
    return false;
}

enum gcn_matrix
gcn_matrix_of(enum gcn_op op)
{
    const char *name = gcn_op_info[op].name;
    if (gcn_op_info[op].cost != GCN_COST_MFMA)
        return GCN_NO_MATRIX;
    bool is_f64 = strstr(name, "_f64_") != NULL;
    if (strstr(name, "_4x4x"))
        return is_f64 ? GCN_MATRIX_F64_4X4 : GCN_MATRIX_4X4;
    if (strstr(name, "_16x16x"))
        return is_f64 ? GCN_MATRIX_F64_16X16 : GCN_MATRIX_16X16;
    return GCN_MATRIX_32X32;
}

bool
gcn_is_dot(enum gcn_op op)
{
    return op != GCN_NO_OP && strncmp(gcn_op_info[op].name, "v_dot", strlen("v_dot")) == 0;
}

unsigned
gcn_source_count(const struct gcn_op_info *info)
{
    unsigned count = 0;
    for (unsigned i = 0; i < info->operand_count; i++)
        count += info->operands[i].role >= GCN_ROLE_SRC0 && info->operands[i].role <= GCN_ROLE_SRC2;
    return count;
}
