/* What the rows of strict_hazard.def say: which instructions are producers and consumers, and when the
 * registers of two of them meet. */
#include "runtime/sim/strict/strict_hazard.h"

/* ---- what an instruction is ---- */

static bool
is_valu(const struct sim_op *op)
{
    return op->info->format >= GCN_VOP1 && op->info->format <= GCN_VINTRP;
}

static bool
is_vmem(const struct sim_op *op)
{
    return op->info->format >= GCN_MUBUF && op->info->format <= GCN_SCRATCH;
}

static bool
is_vector(const struct sim_op *op)
{
    return is_valu(op) || is_vmem(op) || op->info->format == GCN_DS || op->info->format == GCN_EXP;
}

static bool
is_salu(const struct sim_op *op)
{
    return op->info->format <= GCN_SOPP;
}

static bool
writes_scalar(const struct sim_op *op, unsigned first, unsigned last)
{
    for (unsigned i = 0; i < op->write_count; i++) {
        const struct sim_range *range = &op->writes[i];
        if (!range->vector && range->first <= last && range->first + range->count > first)
            return true;
    }
    return false;
}

static bool
valu_writes_sgpr(const struct sim_op *op)
{
    return is_valu(op) && (op->sdst >= 0 || writes_scalar(op, 0, SIM_SREGS));
}

static bool
valu_writes_vcc(const struct sim_op *op)
{
    return is_valu(op) && writes_scalar(op, GCN_VCC_LO, GCN_VCC_HI);
}

static bool
valu_writes_exec(const struct sim_op *op)
{
    return is_valu(op) && writes_scalar(op, GCN_EXEC_LO, GCN_EXEC_HI);
}

static bool
valu_writes_vcc_or_exec(const struct sim_op *op)
{
    return valu_writes_vcc(op) || valu_writes_exec(op);
}

static bool
valu_writes_vgpr(const struct sim_op *op)
{
    return is_valu(op) && op->vdst >= 0;
}

static bool
salu_writes_sgpr(const struct sim_op *op)
{
    return is_salu(op) && writes_scalar(op, 0, GCN_M0);
}

static bool
salu_writes_m0(const struct sim_op *op)
{
    return is_salu(op) &&
           (writes_scalar(op, GCN_M0, GCN_M0) || op->info->flags & GCN_FLAG_WRITES_M0);
}

static bool
reads_as_vmem(const struct sim_op *op)
{
    return is_vmem(op);
}

static bool
reads_as_smem(const struct sim_op *op)
{
    return op->info->format == GCN_SMEM;
}

static bool
reads_as_smem_buffer(const struct sim_op *op)
{
    return op->info->format == GCN_SMEM && strncmp(op->info->name, "s_buffer", 8) == 0;
}

static bool
selects_lane(const struct sim_op *op)
{
    return (op->inst.op == GCN_v_readlane_b32 || op->inst.op == GCN_v_writelane_b32) &&
           op->source_count > 1 && op->source[1].kind == SIM_SRC_SGPR;
}

static bool
is_div_fmas(const struct sim_op *op)
{
    return op->inst.op == GCN_v_div_fmas_f32 || op->inst.op == GCN_v_div_fmas_f64;
}

static bool
reads_vccz_or_execz(const struct sim_op *op)
{
    for (unsigned i = 0; is_valu(op) && i < op->source_count; i++)
        if (op->source[i].kind == SIM_SRC_SPECIAL &&
            (op->source[i].reg == GCN_SRC_VCCZ || op->source[i].reg == GCN_SRC_EXECZ))
            return true;
    return false;
}

static bool
is_setreg(const struct sim_op *op)
{
    return op->inst.op == GCN_s_setreg_b32 || op->inst.op == GCN_s_setreg_imm32_b32;
}

static bool
is_setreg_vskip(const struct sim_op *op)
{
    unsigned hwreg = (unsigned)op->inst.imm, first = hwreg >> 6 & 31;
    unsigned last = first + (hwreg >> 11 & 31);
    return op->inst.op == GCN_s_setvskip ||
           (is_setreg(op) && gcn_hwreg(op->inst.imm) == GCN_HWREG_MODE && first <= 28 &&
            last >= 28);
}

static bool
is_getreg(const struct sim_op *op)
{
    return op->inst.op == GCN_s_getreg_b32;
}

static bool
is_setvskip(const struct sim_op *op)
{
    return op->inst.op == GCN_s_setvskip;
}

static bool
is_getreg_mode(const struct sim_op *op)
{
    return is_getreg(op) && gcn_hwreg(op->inst.imm) == GCN_HWREG_MODE;
}

static bool
is_setreg_trapsts(const struct sim_op *op)
{
    return is_setreg(op) && gcn_hwreg(op->inst.imm) == GCN_HWREG_TRAPSTS;
}

static bool
is_rfe(const struct sim_op *op)
{
    return op->inst.op == GCN_s_rfe_b64 || op->inst.op == GCN_s_rfe_restore_b64;
}

static bool
is_dpp(const struct sim_op *op)
{
    return op->inst.ext == GCN_DPP;
}

static bool
is_message(const struct sim_op *op)
{
    return op->inst.op == GCN_s_sendmsg || op->inst.op == GCN_s_sendmsghalt ||
           op->inst.op == GCN_s_ttracedata || (op->info->format == GCN_DS && op->inst.gds);
}

static bool
reads_lds_direct(const struct sim_op *op)
{
    for (unsigned i = 0; is_valu(op) && i < op->source_count; i++)
        if (op->source[i].kind == SIM_SRC_SPECIAL && op->source[i].reg == GCN_SRC_LDS_DIRECT)
            return true;
    return false;
}

static bool
indexes_by_m0(const struct sim_op *op)
{
    switch (op->inst.op) {
    case GCN_s_movrels_b32:
    case GCN_s_movrels_b64:
    case GCN_s_movreld_b32:
    case GCN_s_movreld_b64:
    case GCN_ds_read_addtid_b32:
    case GCN_ds_write_addtid_b32:
    case GCN_buffer_store_lds_dword:
        return true;
    default:
        return op->info->format == GCN_VINTRP || (is_vmem(op) && op->inst.lds) ||
               reads_lds_direct(op);
    }
}

/* Data of more than two dwords: buffer instructions only when soffset is no SGPR, image instructions
 * only with a descriptor of 128 bits. */
static bool
is_wide_store(const struct sim_op *op)
{
    bool store = op->memory.kind == MEMORY_STORE || op->memory.kind == MEMORY_ATOMIC;
    unsigned bytes = op->memory.bytes;
    if (op->memory.kind == MEMORY_ATOMIC &&
        (op->memory.atomic == ATOMIC_CMPSWAP || op->memory.atomic == ATOMIC_FCMPSWAP))
        bytes *= 2;
    if (!is_vmem(op) || !store || bytes <= 8)
        return false;
    bool sgpr = op->info->format == GCN_MUBUF && op->at_soffset >= 0 &&
                op->inst.operands[op->at_soffset].reg < 128;
    return !sgpr && (op->info->format != GCN_MIMG || op->inst.r128);
}

/* ---- dot and matrix products ---- */

static enum gcn_matrix
matrix_of(const struct sim_op *op)
{
    return gcn_matrix_of(op->inst.op);
}

static bool
is_matrix(const struct sim_op *op)
{
    return matrix_of(op) != GCN_NO_MATRIX;
}

static bool
is_matrix_f64(const struct sim_op *op)
{
    return matrix_of(op) == GCN_MATRIX_F64_4X4 || matrix_of(op) == GCN_MATRIX_F64_16X16;
}

static bool
is_matrix_f64_4x4(const struct sim_op *op)
{
    return matrix_of(op) == GCN_MATRIX_F64_4X4;
}

static bool
is_matrix_not_f64(const struct sim_op *op)
{
    return is_matrix(op) && !is_matrix_f64(op);
}

static bool
is_dot(const struct sim_op *op)
{
    return gcn_is_dot(op->inst.op);
}

static bool
is_other_valu(const struct sim_op *op)
{
    return is_valu(op) && !is_matrix(op);
}

static bool
is_neither_product(const struct sim_op *op)
{
    return is_valu(op) && !is_matrix(op) && !is_dot(op);
}

static bool
accesses_memory(const struct sim_op *op)
{
    return is_vmem(op) || op->info->format == GCN_DS || op->info->format == GCN_EXP;
}

static bool
accesses_memory_or_lds(const struct sim_op *op)
{
    return is_vmem(op) || op->info->format == GCN_DS;
}

static bool
uses_vgprs_otherwise(const struct sim_op *op)
{
    return is_other_valu(op) || accesses_memory(op);
}

static bool
is_acc_write(const struct sim_op *op)
{
    return op->inst.op == GCN_v_accvgpr_write_b32;
}

static bool
is_acc_read(const struct sim_op *op)
{
    return op->inst.op == GCN_v_accvgpr_read_b32;
}

static bool
moves_acc(const struct sim_op *op)
{
    return is_acc_read(op) || is_acc_write(op);
}

static bool
is_valu_without_acc(const struct sim_op *op)
{
    return is_other_valu(op) && !moves_acc(op);
}

static bool
is_fma_f64(const struct sim_op *op)
{
    return op->inst.op == GCN_v_fma_f64 || op->inst.op == GCN_v_fmac_f64;
}

/* ---- the rows ---- */

const struct strict_hazard strict_hazards[] = {
#define HAZARD(name, producer, consumer, overlap, g6, g7, g8, g9, g906, g908, g90a, evidence,      \
               text)                                                                               \
    {#name,                                                                                        \
     text,                                                                                         \
     producer,                                                                                     \
     consumer,                                                                                     \
     NULL,                                                                                         \
     OVERLAP_##overlap,                                                                            \
     {g6, g7, g8, g9, g906, g908, g90a},                                                           \
     evidence,                                                                                     \
     {0}},
#define TRIPLE(name, producer, between, consumer, overlap, family, states, text)                   \
    {#name,     text, producer, consumer, between, OVERLAP_##overlap, {[GCN_##family] = states},   \
     "YYYYYYY", {0}},
#define MATRIX(name, producer, consumer, overlap, family, m4, m16, m32, f4, f16, text)             \
    {#name,                                                                                        \
     text,                                                                                         \
     producer,                                                                                     \
     consumer,                                                                                     \
     NULL,                                                                                         \
     OVERLAP_##overlap,                                                                            \
     {[GCN_##family] = LARGER(m32, LARGER(f4, f16))},                                              \
     "YYYYYYY",                                                                                    \
     {0, m4, m16, m32, f4, f16}},
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#include "runtime/sim/strict/strict_hazard.def"
#undef LARGER
#undef TRIPLE
#undef MATRIX
#undef HAZARD
};

_Static_assert(sizeof strict_hazards / sizeof *strict_hazards == STRICT_HAZARDS, "all rows");
_Static_assert((int)STRICT_HAZARDS <= 64, "one bit each");
_Static_assert(GCN_FAMILIES == 7, "strict_hazard.def has a column for each family");
_Static_assert(GCN_MATRICES == 6, "strict_hazard.def has a column for each kind of matrix product");
#define HAZARD(name, producer, consumer, overlap, g6, g7, g8, g9, g906, g908, g90a, evidence,      \
               text)                                                                               \
    _Static_assert(sizeof evidence == GCN_FAMILIES + 1, #name ": a letter for each family");
#define MATRIX(...)
#define TRIPLE(...)
#include "runtime/sim/strict/strict_hazard.def"
#undef TRIPLE
#undef MATRIX
#undef HAZARD

void
strict_hazard_classify(const struct gcn_target *target, struct sim_op *op)
{
    for (unsigned i = 0; i < STRICT_HAZARDS; i++) {
        if (!strict_hazards[i].states[target->family])
            continue;
        if (strict_hazards[i].producer(op))
            op->produces |= (uint64_t)1 << i;
        if (strict_hazards[i].consumer(op))
            op->consumes |= (uint64_t)1 << i;
    }
}

/* ---- do they meet? ---- */

static bool
scalar_overlap(const struct sim_op *producer, unsigned first, unsigned count)
{
    return writes_scalar(producer, first, first + count - 1);
}

static bool
overlaps(const struct sim_range *a, unsigned first, unsigned count)
{
    return a->vector && a->first < first + count && first < a->first + (unsigned)a->count;
}

/* Do any vector registers that the first writes meet any of the list?  vgprs: AGPRs do not count. */
static bool
results_meet(const struct sim_op *producer, const struct sim_range *list, unsigned count,
             bool vgprs)
{
    for (unsigned i = 0; i < producer->write_count; i++)
        for (unsigned k = 0; k < count; k++)
            if (list[k].vector && !(vgprs && list[k].first >= 256) &&
                overlaps(&producer->writes[i], list[k].first, list[k].count))
                return true;
    return false;
}

/* The vector registers of a source: false when it has none. */
static bool
source_range(const struct sim_op *op, unsigned index, struct sim_range *range)
{
    const struct sim_source *source = &op->source[index];
    *range = (struct sim_range){source->reg, source->dwords, true};
    return index < op->source_count && source->kind == SIM_SRC_VGPR;
}

static bool
factors_meet(const struct sim_op *producer, const struct sim_op *consumer)
{
    struct sim_range range;
    for (unsigned i = 0; i < 2; i++)
        if (source_range(consumer, i, &range) && results_meet(producer, &range, 1, false))
            return true;
    return false;
}

/* The sum that a product starts from, and the result of another; where `partly`, the same registers
 * do not count: the hardware passes them on. */
static bool
sum_meets(const struct sim_op *producer, const struct sim_op *consumer, bool partly)
{
    struct sim_range range;
    if (!source_range(consumer, 2, &range) || !results_meet(producer, &range, 1, false))
        return false;
    return !(partly && producer->vdst == range.first && producer->vdst_dwords == range.count);
}

static bool
sum_is_overwritten(const struct sim_op *producer, const struct sim_op *consumer)
{
    struct sim_range range;
    return source_range(producer, 2, &range) && results_meet(consumer, &range, 1, false);
}

static bool
meet(const struct sim_op *producer, const struct sim_op *consumer, enum strict_overlap overlap)
{
    switch (overlap) {
    case OVERLAP_NONE:
        return true;
    case OVERLAP_SCALAR:
        for (unsigned i = 0; i < consumer->read_count; i++)
            if (!consumer->reads[i].vector &&
                scalar_overlap(producer, consumer->reads[i].first, consumer->reads[i].count))
                return true;
        return false;
    case OVERLAP_DESCRIPTOR_SIZE:
        return scalar_overlap(producer,
                              sim_sreg(consumer->inst.operands[consumer->at_rsrc].reg) + 2, 1);
    case OVERLAP_LANE:
        return scalar_overlap(producer, consumer->source[1].reg, 1);
    case OVERLAP_HWREG:
        return gcn_hwreg(producer->inst.imm) == gcn_hwreg(consumer->inst.imm);
    case OVERLAP_READ:
        return results_meet(producer, consumer->reads, consumer->read_count, false);
    case OVERLAP_READ_VGPR:
        return results_meet(producer, consumer->reads, consumer->read_count, true);
    case OVERLAP_WRITTEN:
        return results_meet(producer, consumer->writes, consumer->write_count, false);
    case OVERLAP_UNLIKE:
        return producer->inst.op != consumer->inst.op &&
               (results_meet(producer, consumer->reads, consumer->read_count, false) ||
                results_meet(producer, consumer->writes, consumer->write_count, false));
    case OVERLAP_FACTOR:
        return factors_meet(producer, consumer);
    case OVERLAP_SUM:
        return sum_meets(producer, consumer, false);
    case OVERLAP_OTHER_SUM:
        return sum_meets(producer, consumer, true);
    case OVERLAP_SUM_WRITTEN:
        return sum_is_overwritten(producer, consumer);
    case OVERLAP_STORE_DATA: {
        const struct gcn_operand *data = &producer->inst.operands[producer->at_data];
        bool agpr = data->reg >= GCN_AGPR0;
        unsigned first = data->reg - (agpr ? GCN_AGPR0 - 256 : GCN_VGPR0), count = data->dwords;
        return consumer->vdst >= 0 && (unsigned)consumer->vdst < first + count &&
               (unsigned)consumer->vdst + consumer->vdst_dwords > first;
    }
    }
    return false;
}

unsigned
strict_hazard_states(const struct gcn_target *target, const struct strict_hazard *hazard,
                     const struct sim_op *producer, const struct sim_op *consumer)
{
    unsigned states = hazard->states[target->family];
    for (unsigned i = 1; i < GCN_MATRICES; i++)
        if (hazard->by_matrix[i]) {
            states = hazard->by_matrix[matrix_of(producer)];
            break;
        }
    return states && meet(producer, consumer, hazard->overlap) ? states : 0;
}
