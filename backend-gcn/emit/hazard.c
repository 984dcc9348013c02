/* What instructions are to the rows of hazard.def: producers and consumers, the registers that matter. */
#include "backend-gcn/emit/hazard.h"

/* All predicates have one signature; few of them need every parameter. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

static void
add_range(struct hazard_ranges *ranges, unsigned reg, unsigned dwords)
{
    ranges->at[ranges->count++] = (struct range){(uint16_t)reg, (uint8_t)dwords};
}

static bool
is_register(const struct mir_operand *operand)
{
    return operand->kind == MIR_TEMP ||
           (operand->kind == MIR_FIXED &&
            (operand->reg <= GCN_EXEC_HI || operand->reg >= GCN_VGPR0));
}

static unsigned
file_of(unsigned reg)
{
    return reg >= GCN_AGPR0                                ? HAZARD_AGPRS
           : reg >= GCN_VGPR0 && reg < GCN_FLAT_SCRATCH_LO ? HAZARD_VGPRS
                                                           : HAZARD_SCALARS;
}

bool
hazard_add_operands(const struct mir_inst *inst, bool written, unsigned files,
                    struct hazard_ranges *ranges)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (is_register(operand) && file_of(operand->reg) & files &&
            (written ? mir_is_def(inst, i) : mir_is_use(inst, i)))
            add_range(ranges, operand->reg, operand->dwords);
    }
    return ranges->count != 0;
}

/* Adds the vector registers of one operand. */
static bool
add_role(const struct mir_inst *inst, unsigned role, struct hazard_ranges *ranges)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (info->operands[i].role == role && is_register(operand) &&
            file_of(operand->reg) != HAZARD_SCALARS)
            add_range(ranges, operand->reg, operand->dwords);
    }
    return ranges->count != 0;
}

static bool
is_salu(const struct mir_inst *inst)
{
    return mir_format(inst) <= GCN_SOPP;
}

static bool
is_memory_or_export(const struct mir_inst *inst)
{
    return mir_is_vmem(inst) || mir_format(inst) == GCN_DS || mir_format(inst) == GCN_EXP;
}

static enum gcn_matrix
matrix_of(const struct mir_inst *inst)
{
    return mir_is_pseudo(inst) ? GCN_NO_MATRIX : gcn_matrix_of(inst->op);
}

static bool
is_f64_matrix(const struct mir_inst *inst)
{
    return matrix_of(inst) == GCN_MATRIX_F64_4X4 || matrix_of(inst) == GCN_MATRIX_F64_16X16;
}

/* A vector instruction that is no matrix product. */
static bool
is_plain_valu(const struct mir_inst *inst)
{
    return mir_is_valu(inst) && !matrix_of(inst);
}

/* ---- producers ---- */

static bool
produces_valu_sgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct hazard_ranges *ranges)
{
    if (!mir_is_valu(inst))
        return false;
    hazard_add_operands(inst, true, HAZARD_SCALARS, ranges);
    if (mir_effects(target, inst).writes & MIR_SET_VCC)
        add_range(ranges, GCN_VCC_LO, 2);
    return ranges->count != 0;
}
static bool
produces_salu_sgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct hazard_ranges *ranges)
{
    return is_salu(inst) && hazard_add_operands(inst, true, HAZARD_SCALARS, ranges);
}
static bool
produces_valu_vcc(const struct gcn_target *target, const struct mir_inst *inst,
                  struct hazard_ranges *ranges)
{
    return mir_is_valu(inst) && mir_effects(target, inst).writes & MIR_SET_VCC;
}
static bool
produces_valu_exec(const struct gcn_target *target, const struct mir_inst *inst,
                   struct hazard_ranges *ranges)
{
    return mir_is_valu(inst) && mir_effects(target, inst).writes & MIR_SET_EXEC;
}
static bool
produces_valu_vcc_exec(const struct gcn_target *target, const struct mir_inst *inst,
                       struct hazard_ranges *ranges)
{
    return produces_valu_vcc(target, inst, ranges) || produces_valu_exec(target, inst, ranges);
}
static bool
is_setreg(const struct mir_inst *inst)
{
    return inst->op == GCN_s_setreg_b32 || inst->op == GCN_s_setreg_imm32_b32;
}
static bool
produces_setreg(const struct gcn_target *target, const struct mir_inst *inst,
                struct hazard_ranges *ranges)
{
    ranges->same = gcn_hwreg(inst->mods.imm);
    return is_setreg(inst);
}
static bool
produces_vskip(const struct gcn_target *target, const struct mir_inst *inst,
               struct hazard_ranges *ranges)
{
    /* any write to MODE may change it */
    return (is_setreg(inst) && gcn_hwreg(inst->mods.imm) == GCN_HWREG_MODE) ||
           inst->op == GCN_s_setvskip;
}
static bool
produces_trapsts(const struct gcn_target *target, const struct mir_inst *inst,
                 struct hazard_ranges *ranges)
{
    return is_setreg(inst) && gcn_hwreg(inst->mods.imm) == GCN_HWREG_TRAPSTS;
}
static bool
produces_valu_vgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct hazard_ranges *ranges)
{
    return mir_is_valu(inst) && hazard_add_operands(inst, true, HAZARD_VECTORS, ranges);
}
static bool
produces_salu_m0(const struct gcn_target *target, const struct mir_inst *inst,
                 struct hazard_ranges *ranges)
{
    return is_salu(inst) && mir_effects(target, inst).writes & MIR_SET_M0;
}
/* Stores more than 64 bits; MUBUF with an SGPR as offset reads the data early enough, and MIMG with
 * a descriptor of eight dwords does (LLVM 16, createsVALUHazard). */
static bool
produces_wide_store(const struct gcn_target *target, const struct mir_inst *inst,
                    struct hazard_ranges *ranges)
{
    if (!mir_is_vmem(inst) || !(gcn_op_info[inst->op].flags & (GCN_FLAG_STORE | GCN_FLAG_ATOMIC)))
        return false;
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        unsigned role = info->operands[i].role;
        bool buffer = info->format == GCN_MUBUF || info->format == GCN_MTBUF;
        if (buffer && role == GCN_ROLE_SOFFSET && is_register(operand))
            return false;
        if (info->format == GCN_MIMG && role == GCN_ROLE_SRSRC && operand->dwords > 4)
            return false;
        if ((role == GCN_ROLE_VDATA || role == GCN_ROLE_DATA) && operand->dwords > 2)
            add_range(ranges, operand->reg, operand->dwords);
    }
    return ranges->count != 0;
}
static bool
produces_interp(const struct gcn_target *target, const struct mir_inst *inst,
                struct hazard_ranges *ranges)
{
    return mir_format(inst) == GCN_VINTRP &&
           hazard_add_operands(inst, true, HAZARD_VECTORS, ranges);
}

static bool
produces_dot(const struct gcn_target *target, const struct mir_inst *inst,
             struct hazard_ranges *ranges)
{
    ranges->unlike = inst->op;
    return gcn_is_dot(inst->op) && hazard_add_operands(inst, true, HAZARD_VECTORS, ranges);
}
static bool
produces_other_valu(const struct gcn_target *target, const struct mir_inst *inst,
                    struct hazard_ranges *ranges)
{
    return is_plain_valu(inst) && !gcn_is_dot(inst->op) &&
           hazard_add_operands(inst, true, HAZARD_VECTORS, ranges);
}
static bool
produces_matrix(const struct gcn_target *target, const struct mir_inst *inst,
                struct hazard_ranges *ranges)
{
    return matrix_of(inst) && hazard_add_operands(inst, true, HAZARD_VECTORS, ranges);
}
static bool
produces_matrix_sum(const struct gcn_target *target, const struct mir_inst *inst,
                    struct hazard_ranges *ranges)
{
    return matrix_of(inst) && add_role(inst, GCN_ROLE_SRC2, ranges);
}
static bool
produces_f64_matrix(const struct gcn_target *target, const struct mir_inst *inst,
                    struct hazard_ranges *ranges)
{
    return is_f64_matrix(inst);
}
static bool
produces_acc_write(const struct gcn_target *target, const struct mir_inst *inst,
                   struct hazard_ranges *ranges)
{
    return inst->op == GCN_v_accvgpr_write_b32 &&
           hazard_add_operands(inst, true, HAZARD_AGPRS, ranges);
}
static bool
produces_acc_read(const struct gcn_target *target, const struct mir_inst *inst,
                  struct hazard_ranges *ranges)
{
    return inst->op == GCN_v_accvgpr_read_b32 &&
           hazard_add_operands(inst, true, HAZARD_VGPRS, ranges);
}

/* ---- consumers ---- */

static bool
consumes_vmem_sgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct hazard_ranges *ranges)
{
    return mir_is_vmem(inst) && hazard_add_operands(inst, false, HAZARD_SCALARS, ranges);
}
static bool
consumes_smem_sgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct hazard_ranges *ranges)
{
    return mir_format(inst) == GCN_SMEM && hazard_add_operands(inst, false, HAZARD_SCALARS, ranges);
}
static bool
consumes_lane_select(const struct gcn_target *target, const struct mir_inst *inst,
                     struct hazard_ranges *ranges)
{
    if (inst->op != GCN_v_readlane_b32 && inst->op != GCN_v_writelane_b32)
        return false;
    if (is_register(&inst->operands[2]))
        add_range(ranges, inst->operands[2].reg, 1);
    return ranges->count != 0;
}
static bool
consumes_sbuffer_descriptor(const struct gcn_target *target, const struct mir_inst *inst,
                            struct hazard_ranges *ranges)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (mir_format(inst) != GCN_SMEM)
        return false;
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].role == GCN_ROLE_SBASE && info->operands[i].dwords == 4)
            add_range(ranges, inst->operands[i].reg, 4);
    return ranges->count != 0;
}
static bool
consumes_sbuffer_sgpr(const struct gcn_target *target, const struct mir_inst *inst,
                      struct hazard_ranges *ranges)
{
    struct hazard_ranges descriptor;
    hazard_no_ranges(&descriptor);
    return consumes_sbuffer_descriptor(target, inst, &descriptor) &&
           hazard_add_operands(inst, false, HAZARD_SCALARS, ranges);
}
static bool
consumes_div_fmas(const struct gcn_target *target, const struct mir_inst *inst,
                  struct hazard_ranges *ranges)
{
    return inst->op == GCN_v_div_fmas_f32 || inst->op == GCN_v_div_fmas_f64;
}
static bool
consumes_vccz_execz(const struct gcn_target *target, const struct mir_inst *inst,
                    struct hazard_ranges *ranges)
{
    for (unsigned i = 0; mir_is_valu(inst) && i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_FIXED &&
            (inst->operands[i].reg == GCN_SRC_VCCZ || inst->operands[i].reg == GCN_SRC_EXECZ))
            return true;
    return false;
}
static bool
consumes_getreg(const struct gcn_target *target, const struct mir_inst *inst,
                struct hazard_ranges *ranges)
{
    ranges->same = gcn_hwreg(inst->mods.imm);
    return inst->op == GCN_s_getreg_b32;
}
static bool
consumes_setreg(const struct gcn_target *target, const struct mir_inst *inst,
                struct hazard_ranges *ranges)
{
    return produces_setreg(target, inst, ranges);
}
static bool
consumes_vector(const struct gcn_target *target, const struct mir_inst *inst,
                struct hazard_ranges *ranges)
{
    return mir_is_valu(inst) || mir_is_vmem(inst) || mir_format(inst) == GCN_DS ||
           mir_format(inst) == GCN_EXP ||
           (inst->op == GCN_s_getreg_b32 && gcn_hwreg(inst->mods.imm) == GCN_HWREG_MODE);
}
static bool
consumes_rfe(const struct gcn_target *target, const struct mir_inst *inst,
             struct hazard_ranges *ranges)
{
    return inst->op == GCN_s_rfe_b64;
}
static bool
consumes_dpp_source(const struct gcn_target *target, const struct mir_inst *inst,
                    struct hazard_ranges *ranges)
{
    return inst->mods.has_dpp && hazard_add_operands(inst, false, HAZARD_VECTORS, ranges);
}
static bool
consumes_dpp(const struct gcn_target *target, const struct mir_inst *inst,
             struct hazard_ranges *ranges)
{
    return inst->mods.has_dpp;
}
static bool
consumes_message_gds(const struct gcn_target *target, const struct mir_inst *inst,
                     struct hazard_ranges *ranges)
{
    return inst->op == GCN_s_sendmsg || inst->op == GCN_s_sendmsghalt ||
           inst->op == GCN_s_ttracedata || (mir_format(inst) == GCN_DS && inst->mods.gds);
}
static bool
consumes_movrel_interp(const struct gcn_target *target, const struct mir_inst *inst,
                       struct hazard_ranges *ranges)
{
    if (mir_format(inst) == GCN_VINTRP || inst->mods.lds)
        return true;
    for (unsigned i = 0; mir_is_valu(inst) && i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_FIXED && inst->operands[i].reg == GCN_SRC_LDS_DIRECT)
            return true;
    switch (inst->op) {
    case GCN_s_movrels_b32:
    case GCN_s_movrels_b64:
    case GCN_s_movreld_b32:
    case GCN_s_movreld_b64:
    case GCN_ds_read_addtid_b32:
    case GCN_ds_write_addtid_b32:
    case GCN_buffer_store_lds_dword:
        return true;
    default:
        return false;
    }
}
static bool
consumes_valu_overwrites(const struct gcn_target *target, const struct mir_inst *inst,
                         struct hazard_ranges *ranges)
{
    return produces_valu_vgpr(target, inst, ranges);
}
static bool
consumes_readlane_source(const struct gcn_target *target, const struct mir_inst *inst,
                         struct hazard_ranges *ranges)
{
    return (inst->op == GCN_v_readlane_b32 || inst->op == GCN_v_readfirstlane_b32) &&
           hazard_add_operands(inst, false, HAZARD_VECTORS, ranges);
}
static bool
consumes_dot_factor(const struct gcn_target *target, const struct mir_inst *inst,
                    struct hazard_ranges *ranges)
{
    add_role(inst, GCN_ROLE_SRC0, ranges);
    add_role(inst, GCN_ROLE_SRC1, ranges);
    return gcn_is_dot(inst->op) && ranges->count;
}
static bool
consumes_unlike(const struct gcn_target *target, const struct mir_inst *inst,
                struct hazard_ranges *ranges)
{
    ranges->unlike = inst->op;
    hazard_add_operands(inst, true, HAZARD_VECTORS, ranges);
    hazard_add_operands(inst, false, HAZARD_VECTORS, ranges);
    return (mir_is_valu(inst) || is_memory_or_export(inst)) && ranges->count;
}
static bool
consumes_valu_source(const struct gcn_target *target, const struct mir_inst *inst,
                     struct hazard_ranges *ranges)
{
    return is_plain_valu(inst) && hazard_add_operands(inst, false, HAZARD_VECTORS, ranges);
}
static bool
consumes_memory_source(const struct gcn_target *target, const struct mir_inst *inst,
                       struct hazard_ranges *ranges)
{
    return is_memory_or_export(inst) && hazard_add_operands(inst, false, HAZARD_VECTORS, ranges);
}
static bool
consumes_memory_vgpr(const struct gcn_target *target, const struct mir_inst *inst,
                     struct hazard_ranges *ranges)
{
    return mir_format(inst) != GCN_EXP && consumes_memory_source(target, inst, ranges);
}
static bool
consumes_overwritten(const struct gcn_target *target, const struct mir_inst *inst,
                     struct hazard_ranges *ranges)
{
    return (is_plain_valu(inst) || is_memory_or_export(inst)) &&
           hazard_add_operands(inst, true, HAZARD_VECTORS, ranges);
}
static bool
consumes_matrix(const struct gcn_target *target, const struct mir_inst *inst,
                struct hazard_ranges *ranges)
{
    return matrix_of(inst);
}
static bool
consumes_matrix_vgpr(const struct gcn_target *target, const struct mir_inst *inst,
                     struct hazard_ranges *ranges)
{
    return matrix_of(inst) && hazard_add_operands(inst, false, HAZARD_VGPRS, ranges);
}
static bool
consumes_matrix_source(const struct gcn_target *target, const struct mir_inst *inst,
                       struct hazard_ranges *ranges)
{
    return matrix_of(inst) && hazard_add_operands(inst, false, HAZARD_VECTORS, ranges);
}
static bool
consumes_matrix_factor(const struct gcn_target *target, const struct mir_inst *inst,
                       struct hazard_ranges *ranges)
{
    add_role(inst, GCN_ROLE_SRC0, ranges);
    add_role(inst, GCN_ROLE_SRC1, ranges);
    return matrix_of(inst) && ranges->count;
}
static bool
consumes_matrix_sum(const struct gcn_target *target, const struct mir_inst *inst,
                    struct hazard_ranges *ranges)
{
    return matrix_of(inst) && add_role(inst, GCN_ROLE_SRC2, ranges);
}
static bool
consumes_other_sum(const struct gcn_target *target, const struct mir_inst *inst,
                   struct hazard_ranges *ranges)
{
    ranges->partly = true;
    return !is_f64_matrix(inst) && consumes_matrix_sum(target, inst, ranges);
}
static bool
consumes_other_f64_sum(const struct gcn_target *target, const struct mir_inst *inst,
                       struct hazard_ranges *ranges)
{
    ranges->partly = true;
    return is_f64_matrix(inst) && consumes_matrix_sum(target, inst, ranges);
}
static bool
consumes_f64_4x4_sum(const struct gcn_target *target, const struct mir_inst *inst,
                     struct hazard_ranges *ranges)
{
    return matrix_of(inst) == GCN_MATRIX_F64_4X4 && consumes_matrix_sum(target, inst, ranges);
}
static bool
consumes_fma_f64(const struct gcn_target *target, const struct mir_inst *inst,
                 struct hazard_ranges *ranges)
{
    return inst->op == GCN_v_fma_f64 || inst->op == GCN_v_fmac_f64;
}
static bool
consumes_acc_write(const struct gcn_target *target, const struct mir_inst *inst,
                   struct hazard_ranges *ranges)
{
    return inst->op == GCN_v_accvgpr_write_b32;
}
static bool
consumes_acc_write_source(const struct gcn_target *target, const struct mir_inst *inst,
                          struct hazard_ranges *ranges)
{
    return inst->op == GCN_v_accvgpr_write_b32 &&
           hazard_add_operands(inst, false, HAZARD_VGPRS, ranges);
}
static bool
consumes_acc_write_result(const struct gcn_target *target, const struct mir_inst *inst,
                          struct hazard_ranges *ranges)
{
    return inst->op == GCN_v_accvgpr_write_b32 &&
           hazard_add_operands(inst, true, HAZARD_AGPRS, ranges);
}
static bool
consumes_acc_read(const struct gcn_target *target, const struct mir_inst *inst,
                  struct hazard_ranges *ranges)
{
    return inst->op == GCN_v_accvgpr_read_b32 &&
           hazard_add_operands(inst, false, HAZARD_AGPRS, ranges);
}

/* ---- between them ---- */

static bool
is_f64_product(const struct gcn_target *target, const struct mir_inst *inst,
               struct hazard_ranges *ranges)
{
    return is_f64_matrix(inst);
}
static bool
is_acc_move(const struct gcn_target *target, const struct mir_inst *inst,
            struct hazard_ranges *ranges)
{
    return inst->op == GCN_v_accvgpr_read_b32 || inst->op == GCN_v_accvgpr_write_b32;
}

/* ---- the table ---- */

const struct hazard hazards[] = {
#define HAZARD(producer, consumer, gfx6, gfx7, gfx8, gfx9, gfx906, gfx908, gfx90a)                 \
    {produces_##producer,                                                                          \
     consumes_##consumer,                                                                          \
     NULL,                                                                                         \
     {gfx6, gfx7, gfx8, gfx9, gfx906, gfx908, gfx90a},                                             \
     false,                                                                                        \
     {0}},
#define MATRIX(producer, consumer, family, m4, m16, m32, f4, f16)                                  \
    {produces_##producer,                                                                          \
     consumes_##consumer,                                                                          \
     NULL,                                                                                         \
     {[GCN_##family] = LARGER(m32, LARGER(f4, f16))},                                              \
     true,                                                                                         \
     {0, m4, m16, m32, f4, f16}},
#define TRIPLE(producer, middle, consumer, family, wanted)                                         \
    {produces_##producer, consumes_##consumer, is_##middle, {[GCN_##family] = wanted}, false, {0}},
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#include "backend-gcn/emit/hazard.def"
#undef LARGER
#undef TRIPLE
#undef MATRIX
#undef HAZARD
};
const unsigned hazard_count = sizeof hazards / sizeof *hazards;
_Static_assert(sizeof hazards / sizeof *hazards <= 64, "one bit each");
_Static_assert(GCN_FAMILIES == 7, "hazard.def has a column for each family");
_Static_assert(GCN_MATRICES == 6, "hazard.def has a column for each kind of matrix product");

unsigned
hazard_states(const struct hazard *hazard, const struct gcn_target *target,
              const struct mir_inst *producer)
{
    return hazard->by_matrix ? hazard->matrix[matrix_of(producer)] : hazard->states[target->family];
}

static bool
overlap(const struct range *a, const struct range *b)
{
    return a->reg < b->reg + b->dwords && b->reg < a->reg + a->dwords;
}

bool
hazard_ranges_meet(const struct hazard_ranges *a, const struct hazard_ranges *b)
{
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned k = 0; k < b->count; k++) {
            bool same = a->at[i].reg == b->at[k].reg && a->at[i].dwords == b->at[k].dwords;
            if (overlap(&a->at[i], &b->at[k]) && !(same && (a->partly || b->partly)))
                return true;
        }
    return false;
}

bool
hazard_meets(const struct hazard_ranges *made, const struct hazard_ranges *wanted)
{
    if (made->same || wanted->same)
        return made->same == wanted->same;
    if (made->unlike && made->unlike == wanted->unlike)
        return false;
    return !made->count || !wanted->count || hazard_ranges_meet(made, wanted);
}
