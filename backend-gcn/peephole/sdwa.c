/* Which instructions have a form with SDWA, and that form (GCN3 ISA manual, 6.3; Vega ISA manual, 6.4).  Its sources
 * are registers: VGPRs on GFX8, one of them an SGPR on GFX9.  Constants that it needs get a register for the block. */
#include "backend-gcn/peephole/sdwa.h"

#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"
#include "support/limit.h"

#include <string.h>

enum { GFX9 = 9 };

void
sdwa_count(struct sdwa *s, const struct mir_inst *inst, int step)
{
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_uses(inst, i) && inst->operands[i].temp < s->temp_count)
            s->uses[inst->operands[i].temp] += (uint32_t)step;
}

void
sdwa_count_uses(struct sdwa *s)
{
    s->temp_count = s->function->temps.count;
    s->uses = ARENA_ARRAY(mir_pass_arena(s->function), s->temp_count, uint32_t);
    s->region = ARENA_ARRAY(mir_pass_arena(s->function), s->temp_count, uint32_t);
    uint32_t region = 0;
    mir_foreach_block (block, s->function) {
        region++;
        mir_foreach_inst (inst, block) {
            region += mir_ends_region(inst);
            sdwa_count(s, inst, 1);
            for (unsigned i = 0; i < inst->operand_count; i++)
                if (mir_defines(inst, i))
                    s->region[inst->operands[i].temp] = region;
        }
    }
}

void
sdwa_remove_unused(struct sdwa *s, struct mir_inst *inst)
{
    if (!inst || sdwa_uses(s, inst->operands[0].temp))
        return;
    const struct mir_block *block = inst->block;
    struct sdwa_part part;
    sdwa_count(s, inst, -1);
    mir_remove(inst);
    for (unsigned i = 1; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        struct mir_inst *def = mir_uses(inst, i) ? s->function->temps.at[operand->temp].def : NULL;
        if (def && def->block == block && sdwa_part_of(s, def, &part))
            sdwa_remove_unused(s, def);
    }
}

bool
sdwa_is_plain(const struct mir_inst *inst)
{
    static const struct mir_mods none;
    if (mir_is_pseudo(inst) || inst->no_reorder || inst->tied ||
        inst->operand_count != gcn_op_info[inst->op].operand_count ||
        memcmp(&inst->mods, &none, sizeof none) != 0)
        return false;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->neg || operand->abs || operand->is_fixed)
            return false;
    }
    return true;
}

/* ---- parts ---- */

static bool
is_constant(const struct mir_operand *operand, uint32_t *value)
{
    *value = (uint32_t)operand->value;
    return operand->kind == MIR_CONST;
}

/* What the instruction takes from its own source, at any place. */
static bool
taken(const struct mir_inst *inst, struct sdwa_part *part)
{
    const struct mir_operand *operands = inst->operands;
    uint32_t a, b;
    *part = (struct sdwa_part){.from = 0};
    switch (inst->op) {
    case GCN_v_lshrrev_b32:
    case GCN_v_ashrrev_i32:
        if (!is_constant(&operands[1], &a) || a >= 32)
            return false;
        part->whole = operands[2];
        part->from = a;
        part->width = 32 - a;
        part->is_signed = inst->op == GCN_v_ashrrev_i32;
        break;
    case GCN_v_bfe_u32:
    case GCN_v_bfe_i32:
        if (!is_constant(&operands[2], &a) || !is_constant(&operands[3], &b) || !b || a + b > 32)
            return false;
        part->whole = operands[1];
        part->from = a;
        part->width = b;
        part->is_signed = inst->op == GCN_v_bfe_i32;
        break;
    case GCN_v_and_b32:
        if (!is_constant(&operands[1], &a) || (a != 0xff && a != 0xffff))
            return false;
        part->whole = operands[2];
        part->width = a == 0xff ? 8 : 16;
        break;
    default:
        return false;
    }
    return part->whole.kind == MIR_TEMP && mir_is_vgpr(&part->whole) && sdwa_is_plain(inst);
}

/* How many bits of what it loads are not 0. */
static unsigned
loaded_bits(const struct mir_inst *inst)
{
    switch (inst ? inst->op : GCN_NO_OP) {
    case GCN_global_load_ushort:
    case GCN_flat_load_ushort:
    case GCN_buffer_load_ushort:
    case GCN_ds_read_u16:
        return 16;
    default:
        return 32;
    }
}

bool
sdwa_part_of(const struct sdwa *s, const struct mir_inst *inst, struct sdwa_part *part)
{
    if (!taken(inst, part))
        return false;
    for (unsigned left = LIMIT_PART_DEPTH;; left--) {
        const struct mir_inst *def = s->function->temps.at[part->whole.temp].def;
        struct sdwa_part inner;
        if (!def || def->block != inst->block || !taken(def, &inner))
            break;
        bool is_inside = part->from + part->width <= inner.width;
        if (!is_inside && (inner.is_signed || part->from >= inner.width))
            break;
        part->whole = inner.whole;
        part->width = is_inside ? part->width : inner.width - part->from;
        part->is_signed &= is_inside; /* the bits above are 0 */
        part->from += inner.from;
        if (LIMIT_MET(s->function->guard, PART_DEPTH, left == 1))
            break;
    }
    unsigned bits = loaded_bits(s->function->temps.at[part->whole.temp].def);
    if (part->from < bits && part->from + part->width > bits) {
        part->width = bits - part->from;
        part->is_signed = false;
    }
    return part->from % 8 == 0;
}

/* ---- forms ---- */

static bool
is_source_able(const struct sdwa *s, const struct mir_operand *source, bool constants,
               unsigned *scalars)
{
    if (source->dwords != 1)
        return false;
    if (source->kind == MIR_CONST)
        return constants && ++*scalars <= 1;
    if (source->kind != MIR_TEMP)
        return false;
    return mir_is_vgpr(source) || (s->function->target->generation >= GFX9 && ++*scalars <= 1);
}

bool
sdwa_is_able(const struct sdwa *s, const struct mir_inst *inst, bool constants)
{
    if (mir_is_pseudo(inst) || !(gcn_op_info[inst->op].flags & GCN_FLAG_SDWA))
        return false;
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (!(inst->mods.has_sdwa || sdwa_is_plain(inst)) ||
        (info->format == GCN_VOPC && s->function->target->generation < GFX9))
        return false;
    unsigned scalars = 0;
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        const struct gcn_operand_info *place = &info->operands[i];
        if (place->is_use ? place->is_def || place->kind == GCN_OPERAND_VCC ||
                                !is_source_able(s, operand, constants, &scalars)
                          : i && operand->kind == MIR_TEMP && sdwa_uses(s, operand->temp))
            return false;
    }
    return inst->operands[0].kind == MIR_TEMP;
}

/* The register that holds the constant throughout the block. */
static struct mir_operand
register_of(struct sdwa *s, struct mir_block *block, const struct mir_operand *constant)
{
    enum { KEPT = sizeof s->constants / sizeof *s->constants };
    if (s->constants_of != block)
        s->constant_count = 0;
    s->constants_of = block;
    for (unsigned i = 0; i < s->constant_count; i++)
        if ((uint32_t)s->constants[i].value == (uint32_t)constant->value)
            return s->registers[i];
    struct mir_inst *at = block->first;
    while (at->op == MIR_P_PHI || at->op == MIR_P_START)
        at = at->next;
    bool is_scalar = s->function->target->generation >= GFX9;
    struct mir_builder b = {s->function, block, at, 0};
    struct mir_operand made = is_scalar ? mir_new_sgpr(&b, 1) : mir_new_vgpr(&b, 1);
    mir_build(&b, MIR_P_COPY, 1, made, *constant);
    unsigned place = s->constant_count < KEPT ? s->constant_count++ : 0;
    s->constants[place] = *constant;
    s->registers[place] = made;
    return made;
}

struct mir_inst *
sdwa_copy(struct sdwa *s, const struct mir_inst *inst, const struct mir_operand *tied)
{
    struct mir_operand operands[GCN_MAX_OPERANDS + 1];
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    unsigned count = inst->operand_count;
    memcpy(operands, inst->operands, count * sizeof *operands);
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].is_use && operands[i].kind == MIR_CONST)
            operands[i] = register_of(s, inst->block, &operands[i]);
        if (i && !info->operands[i].is_use)
            operands[i] = mir_fixed(GCN_VCC_LO, 2);
    }
    if (tied)
        operands[count++] = *tied;
    struct mir_inst *copy = mir_inst_new(s->function, inst->op, operands, count, 1);
    copy->loc = inst->loc;
    copy->mods = inst->mods;
    copy->mods.has_sdwa = true;
    copy->tied = tied ? (uint8_t)count : inst->tied;
    return copy;
}
