/* Registers that M0 is added to: by relative moves, and by vector instructions while MODE.gpr_idx_en is
 * set, each operand by a bit of M0 (GCN3 and Vega ISA manuals, "VGPR Indexing", s_set_gpr_idx_on). */
#include "runtime/sim/exec/exec.h"

#include <string.h>

enum {
    /* Bits of M0: the first source's, the result's. */
    SRC0_REL = 12,
    DST_REL = 15,
    INDEX_MASK = 0xFF, /* of M0: what is added */
    ALL_OPERANDS = 15
};

struct sim_indexed {
    unsigned next;
    struct sim_op copies[SIM_HISTORY];
};

/* Bits as of sim_op.relative and .indexable: source 0 to 2, result. */
static const struct {
    uint16_t op;
    uint8_t relative, indexable;
} rows[] = {
    {GCN_v_movreld_b32, SIM_INDEX_RESULT, 0},
    {GCN_v_movrels_b32, SIM_INDEX_SOURCE0, 0},
    {GCN_v_movrelsd_b32, SIM_INDEX_RESULT | SIM_INDEX_SOURCE0, 0},
    {GCN_s_movreld_b32, SIM_INDEX_RESULT, 0},
    {GCN_s_movreld_b64, SIM_INDEX_RESULT, 0},
    {GCN_s_movrels_b32, SIM_INDEX_SOURCE0, 0},
    {GCN_s_movrels_b64, SIM_INDEX_SOURCE0, 0},
    {GCN_v_readlane_b32, 0, SIM_INDEX_SOURCE0},
    {GCN_v_readfirstlane_b32, 0, SIM_INDEX_SOURCE0},
    {GCN_v_writelane_b32, 0, 0},
    {GCN_v_swap_b32, 0, 0},
};

static bool
is_vector(const struct sim_op *op)
{
    return op->info->format >= GCN_VOP1 && op->info->format <= GCN_VOP3P;
}

void
indexed_classify(struct sim_op *op)
{
    op->indexable = is_vector(op) ? ALL_OPERANDS : 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op->inst.op) {
            op->relative = rows[i].relative;
            op->indexable = rows[i].indexable;
        }
}

/* What is added to the operands with these bits. */
static uint32_t
index_of(const struct sim_wave *wave, const struct sim_op *op, unsigned bit)
{
    uint32_t m0 = wave->sgpr[GCN_M0];
    if (op->relative & bit)
        return m0;
    bool on = wave->gpr_index_on && op->indexable & bit && m0 >> SRC0_REL & bit;
    return on ? m0 & INDEX_MASK : 0;
}
_Static_assert(SIM_INDEX_RESULT == 1 << (DST_REL - SRC0_REL), "bits as in M0");

unsigned
indexed_source(const struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    const struct sim_source *source = &op->source[index];
    bool has_index = source->kind == (is_vector(op) ? SIM_SRC_VGPR : SIM_SRC_SGPR);
    return source->reg + (has_index ? index_of(wave, op, SIM_INDEX_SOURCE0 << index) : 0);
}

unsigned
indexed_result(const struct sim_wave *wave, const struct sim_op *op)
{
    int named = is_vector(op) ? op->vdst : op->sdst;
    return (unsigned)named + (named >= 0 ? index_of(wave, op, SIM_INDEX_RESULT) : 0);
}

/* ---- for the checks ---- */

/* Puts the real registers in the place of those that the instruction names, once.  Those that there
 * are not stay named: to execute the instruction is a fault. */
static void
replace(struct sim_range *ranges, unsigned count, uint32_t *replaced, bool vector, unsigned named,
        unsigned dwords, unsigned reg)
{
    unsigned end = vector ? 256 : SIM_SREGS;
    for (unsigned i = 0; i < count; i++) {
        struct sim_range *range = &ranges[i];
        if (*replaced >> i & 1 || range->vector != vector || range->first != named ||
            range->count != dwords)
            continue;
        if (reg < end && dwords <= end - reg)
            range->first = (uint16_t)reg;
        *replaced |= 1u << i;
        return;
    }
}

static void
replace_sources(const struct sim_wave *wave, struct sim_op *copy)
{
    uint32_t replaced = 0;
    for (unsigned i = 0; i < copy->source_count; i++) {
        struct sim_source *source = &copy->source[i];
        unsigned reg = indexed_source(wave, copy, i);
        bool vector = source->kind == SIM_SRC_VGPR;
        if (!vector && source->kind != SIM_SRC_SGPR)
            continue;
        replace(copy->reads, copy->read_count, &replaced, vector, source->reg, source->dwords, reg);
        if (reg < (vector ? 256 : SIM_SREGS))
            source->reg = (uint16_t)reg;
    }
}

static void
replace_result(const struct sim_wave *wave, struct sim_op *copy)
{
    uint32_t replaced = 0;
    bool vector = is_vector(copy);
    int16_t *named = vector ? &copy->vdst : &copy->sdst;
    unsigned reg = indexed_result(wave, copy);
    if (*named < 0 || reg >= (vector ? 256 : SIM_SREGS))
        return;
    replace(copy->writes, copy->write_count, &replaced, vector, (unsigned)*named,
            vector ? copy->vdst_dwords : copy->sdst_dwords, reg);
    *named = (int16_t)reg;
}

const struct sim_op *
indexed_op(struct sim_wave *wave, const struct sim_op *op)
{
    if (!op->relative && !(wave->gpr_index_on && op->indexable))
        return op;
    if (!wave->indexed)
        wave->indexed = ARENA_NEW(wave->group->arena, struct sim_indexed);
    struct sim_op *copy = &wave->indexed->copies[wave->indexed->next++ % SIM_HISTORY];
    *copy = *op;
    replace_sources(wave, copy);
    replace_result(wave, copy);
    return copy;
}
