/* What the encoding of a VALU instruction has room for and the hardware has not, before GFX10: more than
 * one value by way of the scalar unit (an SGPR, VCC, M0, EXEC, what else is no VGPR, a literal; the same
 * one may be read several times), and a literal after a form of two dwords, SDWA and DPP included.
 *
 * AMD's ISA manuals of Southern Islands to Vega, "Vector ALU Operations", Instruction Inputs. */
#include "runtime/sim/sim_internal.h"

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
strict_scalar_fault(const struct sim_op *op)
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
