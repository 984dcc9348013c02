/* What the encoding of a VALU instruction has room for and the hardware has not, before GFX10: more than
 * one value by way of the scalar unit (an SGPR, VCC, M0, EXEC, what else is no VGPR, a literal; the same
 * one may be read several times), and a literal after a form of two dwords, SDWA and DPP included.
 *
 * AMD's ISA manuals of Southern Islands to Vega, "Vector ALU Operations", Instruction Inputs. */
#include "runtime/sim/strict/strict.h"

static bool
is_valu(const struct sim_op *op)
{
    return op->info->format >= GCN_VOP1 && op->info->format <= GCN_VOP3P;
}

/* Inline constants and vector registers go another way, and so does LDS_DIRECT. */
static bool
is_scalar_value(unsigned reg)
{
    return reg < 128 || (reg >= GCN_SRC_SHARED_BASE && reg <= GCN_SRC_POPS_EXITING_WAVE_ID) ||
           (reg >= GCN_SRC_VCCZ && reg <= GCN_SRC_SCC) || reg == GCN_LITERAL ||
           (reg >= GCN_FLAT_SCRATCH_LO && reg < GCN_SCC);
}

struct values {
    unsigned reg, dwords, count; /* the last one */
};

/* s2 and s[2:3] are two values; src_scc and its like have no halves. */
static void
add_value(struct values *values, unsigned reg, unsigned dwords)
{
    if (reg >= GCN_SRC_SHARED_BASE && reg <= GCN_LITERAL)
        dwords = 1;
    if (values->count && values->reg == reg && values->dwords == dwords)
        return;
    *values = (struct values){reg, dwords, values->count + 1};
}

const char *
strict_encoding_fault(const struct sim_op *op)
{
    struct values values = {0};
    bool literal = false;
    if (!is_valu(op))
        return NULL;
    if (op->info->flags & GCN_FLAG_READS_VCC)
        add_value(&values, GCN_VCC_LO, 2);
    for (unsigned i = 0; i < op->info->operand_count; i++) {
        const struct gcn_operand_info *info = &op->info->operands[i];
        unsigned reg = info->role == GCN_ROLE_LITERAL ? GCN_LITERAL : op->inst.operands[i].reg;
        if (!info->is_use || !is_scalar_value(reg) ||
            (info->kind == GCN_OPERAND_IMM && info->role != GCN_ROLE_LITERAL))
            continue;
        literal |= reg == GCN_LITERAL;
        add_value(&values, reg, info->dwords);
    }
    if (literal && (op->inst.format >= GCN_VOP3A || op->inst.ext != GCN_PLAIN))
        return "this form of the instruction has no literal before GFX10";
    if (values.count > 1)
        return "more than one scalar value: the constant bus carries one before GFX10";
    return NULL;
}

/* ---- registers that must be aligned ---- */

/* Tuples of SGPRs start at a multiple of 2 or 4; a VALU takes what stays within four registers
 * (GcnOperands).  gfx90a wants pairs of VGPRs even. */
static void
check_tuples(struct sim_wave *wave, const struct sim_op *op)
{
    bool valu = is_valu(op);
    bool even_vgprs = wave->device->target->even_vgpr_tuples;
    for (unsigned i = 0; i < op->read_count + op->write_count; i++) {
        const struct sim_range *range =
            i < op->read_count ? &op->reads[i] : &op->writes[i - op->read_count];
        unsigned first = range->first, align = range->count >= 4 ? 4 : range->count >= 2 ? 2 : 1;
        bool good = range->vector ? !even_vgprs || align < 2 || first % 2 == 0
                    : valu        ? first % 4 + range->count <= 4
                                  : first % align == 0;
        if (!good)
            sim_fault(wave, op, -1, "%u registers from %c%u on are no aligned tuple", range->count,
                      !range->vector ? 's'
                      : first < 256  ? 'v'
                                     : 'a',
                      first % 256);
    }
}

/* Global wave sync reads one register and wants it even all the same (checked with llvm-mc-16). */
static void
check_gws_data(struct sim_wave *wave, const struct sim_op *op)
{
    bool gws = op->info->format == GCN_DS && op->info->operand_count == 1 && op->inst.gds &&
               op->info->operands[0].is_use;
    if (gws && wave->device->target->even_vgpr_tuples && op->inst.operands[0].reg % 2)
        sim_fault(wave, op, -1, "v%u is no even register", op->inst.operands[0].reg % 256);
}

static void
check(struct sim_wave *wave, struct sim_op *op)
{
    if (!wave->device->strict)
        return;
    check_tuples(wave, op);
    check_gws_data(wave, op);
    const char *scalar = strict_encoding_fault(op);
    if (scalar)
        sim_fault(wave, op, -1, "%s", scalar);
}

const struct sim_observer sim_observer_encoding = {
    .name = "encoding",
    .is_wanted = sim_is_strict,
    .decode = check,
};
