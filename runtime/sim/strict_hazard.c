/* Missing wait states: the rows of strict_hazard.def.
 *
 * Each decoded instruction has bit masks of the rows in which it may be the producer or consumer.
 * A wave remembers its last producers and the number of wait states since: one for each executed
 * instruction, n + 1 for s_nop n. */
#include "runtime/sim/sim_internal.h"

enum overlap {
    OVERLAP_NONE,
    OVERLAP_SCALAR,
    OVERLAP_DESCRIPTOR,
    OVERLAP_DESCRIPTOR_SIZE,
    OVERLAP_LANE,
    OVERLAP_HWREG,
    OVERLAP_DPP,
    OVERLAP_STORE_DATA
};

typedef bool predicate(const struct sim_op *op);

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
    return is_valu(op) || is_vmem(op) || op->info->format == GCN_DS;
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
    return is_valu(op) && op->info->flags & GCN_FLAG_WRITES_EXEC;
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
    return is_salu(op) && writes_scalar(op, 0, 103);
}

static bool
salu_writes_m0(const struct sim_op *op)
{
    return is_salu(op) && writes_scalar(op, GCN_M0, GCN_M0);
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
        return op->info->format == GCN_VINTRP || (is_vmem(op) && op->inst.lds);
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

/* ---- the rows ---- */

struct hazard {
    const char *name, *text;
    predicate *producer, *consumer;
    enum overlap overlap;
    uint8_t states[GCN_FAMILIES];
    char evidence[GCN_FAMILIES + 1];
};

static const struct hazard hazards[] = {
#define HAZARD(name, producer, consumer, overlap, g6, g7, g8, g9, g906, g908, g90a, evidence,      \
               text)                                                                               \
    {#name,   text, producer, consumer, OVERLAP_##overlap, {g6, g7, g8, g9, g906, g908, g90a},     \
     evidence},
#include "runtime/sim/strict_hazard.def"
#undef HAZARD
};

enum { HAZARD_COUNT = sizeof hazards / sizeof *hazards };
_Static_assert(HAZARD_COUNT <= 32, "one bit each");
_Static_assert(GCN_FAMILIES == 7, "strict_hazard.def has a column for each family");
#define HAZARD(name, producer, consumer, overlap, g6, g7, g8, g9, g906, g908, g90a, evidence,      \
               text)                                                                               \
    _Static_assert(sizeof evidence == GCN_FAMILIES + 1, #name ": a letter for each family");
#include "runtime/sim/strict_hazard.def"
#undef HAZARD

/* One byte more than the most wait states of the table: a union is as large as its largest member,
 * so the compiler finds the maximum. */
union most_states {
    char one;
#define HAZARD(name, producer, consumer, overlap, g6, g7, g8, g9, g906, g908, g90a, evidence,      \
               text)                                                                               \
    char name##_6[g6 + 1], name##_7[g7 + 1], name##_8[g8 + 1], name##_9[g9 + 1],                   \
        name##_906[g906 + 1], name##_908[g908 + 1], name##_90a[g90a + 1];
#include "runtime/sim/strict_hazard.def"
#undef HAZARD
};

/* How many wait states before an instruction its producers may be. */
enum { SEARCH_DISTANCE = sizeof(union most_states) - 1 };
_Static_assert((int)SEARCH_DISTANCE <= (int)SIM_HISTORY,
               "a wave remembers the producers of so many states");

void
strict_hazard_classify(const struct gcn_target *target, struct sim_op *op)
{
    for (unsigned i = 0; i < HAZARD_COUNT; i++) {
        if (!hazards[i].states[target->family])
            continue;
        if (hazards[i].producer(op))
            op->produces |= 1u << i;
        if (hazards[i].consumer(op))
            op->consumes |= 1u << i;
    }
}

/* ---- the check ---- */

static bool
scalar_overlap(const struct sim_op *producer, unsigned first, unsigned count)
{
    return writes_scalar(producer, first, first + count - 1);
}

static bool
meet(const struct sim_op *producer, const struct sim_op *consumer, enum overlap overlap)
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
    case OVERLAP_DESCRIPTOR:
        return scalar_overlap(producer, sim_sreg(consumer->inst.operands[consumer->at_rsrc].reg),
                              4);
    case OVERLAP_DESCRIPTOR_SIZE:
        return scalar_overlap(producer,
                              sim_sreg(consumer->inst.operands[consumer->at_rsrc].reg) + 2, 1);
    case OVERLAP_LANE:
        return scalar_overlap(producer, consumer->source[1].reg, 1);
    case OVERLAP_HWREG:
        return gcn_hwreg(producer->inst.imm) == gcn_hwreg(consumer->inst.imm);
    case OVERLAP_DPP:
        return consumer->source[0].kind == SIM_SRC_VGPR &&
               consumer->source[0].reg + consumer->source[0].dwords > producer->vdst &&
               consumer->source[0].reg < producer->vdst + producer->vdst_dwords;
    case OVERLAP_STORE_DATA: {
        const struct gcn_operand *data = &producer->inst.operands[producer->at_data];
        unsigned first = data->reg - GCN_VGPR0, count = data->dwords;
        return consumer->vdst >= 0 && (unsigned)consumer->vdst < first + count &&
               (unsigned)consumer->vdst + consumer->vdst_dwords > first;
    }
    }
    return false;
}

static void
check(struct sim_wave *wave, const struct sim_op *op, const struct hazard *hazard, unsigned bit,
      const struct sim_history *before)
{
    unsigned family = wave->device->target->family, wanted = hazard->states[family];
    uint64_t between = wave->states - before->state - 1;
    if (!(before->op->produces & bit) || between >= wanted ||
        !meet(before->op, op, hazard->overlap))
        return;
    const char *format = "missing wait states: %s (%s); %u wanted, %llu found";
    if (hazard->evidence[family] == 'm')
        sim_warn(wave, op, format, hazard->text, hazard->name, wanted, (unsigned long long)between);
    else
        sim_fault(wave, op, -1, format, hazard->text, hazard->name, wanted,
                  (unsigned long long)between);
}

/* ---- what was produced lately ---- */

unsigned
strict_hazard_distance(void)
{
    return SEARCH_DISTANCE;
}

unsigned
strict_hazard_reach(const struct gcn_target *target, uint32_t classes)
{
    unsigned most = 0;
    for (unsigned i = 0; i < HAZARD_COUNT; i++)
        if (classes >> i & 1 && hazards[i].states[target->family] > most)
            most = hazards[i].states[target->family];
    return most;
}

void
strict_hazard_note(struct sim_wave *wave, const struct sim_op *op, uint64_t state)
{
    uint64_t window = state / SIM_HISTORY;
    if (window != wave->hazard_window) {
        wave->produced_before = window == wave->hazard_window + 1 ? wave->produced : 0;
        wave->produced = 0;
        wave->hazard_window = window;
    }
    wave->produced |= op->produces;
    wave->history[state % SIM_HISTORY] = (struct sim_history){op, state};
}

bool
strict_hazard_is_near(const struct sim_wave *wave, uint32_t classes)
{
    return classes & (wave->produced | wave->produced_before) &&
           wave->states / SIM_HISTORY <= wave->hazard_window + 1;
}

void
strict_hazard_check(struct sim_wave *wave, const struct sim_op *op)
{
    if (strict_hazard_is_near(wave, op->consumes)) {
        for (unsigned distance = 1; distance <= SEARCH_DISTANCE; distance++) {
            uint64_t state = wave->states - distance;
            const struct sim_history *before = &wave->history[state % SIM_HISTORY];
            /* the slot of the ring is empty, or an older producer is still in it */
            if (!before->op || before->state != state)
                continue;
            uint32_t common = before->op->produces & op->consumes;
            for (unsigned i = 0; common && i < HAZARD_COUNT; i++)
                if (common >> i & 1)
                    check(wave, op, &hazards[i], 1u << i, before);
        }
    }
    if (op->produces)
        strict_hazard_note(wave, op, wave->states);
    wave->states += op->wait_states;
}
