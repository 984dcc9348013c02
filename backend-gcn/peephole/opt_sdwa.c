/* Bytes and words that one instruction takes out of a register and the next one reads (GFX8 and GFX9): the latter
 * selects them itself.
 *
 *     %v2 = v_bfe_i32 %v1, 8, 8; %v4 = v_max_i32 %v2, %v3   ->   %v4 = v_max_i32 sext%v1/2, %v3
 *
 * where all readers of %v2 can, so that it goes.  After opt_combine: forms of three sources, which cannot select,
 * are chosen first. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/peephole/sdwa.h"

struct folder {
    struct sdwa s;
    uint32_t *folds; /* by temp: readers that can select it themselves */
    uint8_t *read;   /* by temp: how many low bits of it something reads; NULL: all */
    bool *is_part;   /* by temp */
};

/* Do the low bits of its result depend on no others of that source?  A carry depends on all, and so does a sum that
 * saturates. */
static bool
is_low_alone(const struct folder *f, const struct mir_inst *inst, unsigned i)
{
    if (inst->mods.clamp)
        return false;
    switch (inst->op) {
    case GCN_v_add_co_u32:
    case GCN_v_sub_co_u32:
    case GCN_v_subrev_co_u32:
        return inst->operands[1].kind != MIR_TEMP || !sdwa_uses(&f->s, inst->operands[1].temp);
    case GCN_v_mov_b32:
    case GCN_v_not_b32:
    case GCN_v_and_b32:
    case GCN_v_or_b32:
    case GCN_v_xor_b32:
    case GCN_v_add_u32:
    case GCN_v_sub_u32:
    case GCN_v_subrev_u32:
    case GCN_v_mul_u32_u24:
    case GCN_v_mul_i32_i24:
        return true;
    case GCN_v_lshlrev_b32:
        return i == 2;
    case GCN_v_cndmask_b32:
        return i < 3;
    default:
        return false;
    }
}

/* How many low bits of the source count. */
static unsigned
bits_read(const struct folder *f, const struct mir_inst *inst, unsigned i)
{
    enum { ALL = 32, WORD = 16, BYTE = 8 };
    unsigned type = gcn_op_info[inst->op].operands[i].type, sel = inst->operands[i].sel;
    bool is_16 = type == GCN_F16 || type == GCN_I16 || type == GCN_U16 || type == GCN_B16;
    unsigned bits = is_16 ? WORD : ALL, written = inst->mods.dst_sel;
    uint32_t result = inst->operands[0].kind == MIR_TEMP ? inst->operands[0].temp : f->s.temp_count;
    if (sel)
        return sel < SDWA_WORD_0 ? BYTE : WORD;
    if (!is_low_alone(f, inst, i))
        return bits;
    if (written)
        return written < SDWA_WORD_0 ? BYTE : WORD;
    return f->read && result < f->s.temp_count && f->read[result] ? f->read[result] : bits;
}

/* Bits up to the end of what is selected. */
static unsigned
end_of(unsigned sel)
{
    return sel < SDWA_WORD_0 ? 8 * (sel - SDWA_BYTE_0 + 1) : 16 * (sel - SDWA_WORD_0 + 1);
}

static void
note_read(struct folder *f, const struct mir_operand *operand, unsigned bits)
{
    if (operand->temp < f->s.temp_count && f->read[operand->temp] < bits)
        f->read[operand->temp] = (uint8_t)bits;
}

/* Is what the operand reads of its temp known only once the instruction's own readers are? */
static bool
is_passed_on(const struct folder *f, const struct mir_inst *inst, unsigned i)
{
    const struct mir_inst *def = f->s.function->temps.at[inst->operands[i].temp].def;
    return !mir_is_pseudo(inst) && i < gcn_op_info[inst->op].operand_count &&
           is_low_alone(f, inst, i) && !inst->mods.dst_sel && !inst->operands[i].sel && def &&
           def->block == inst->block;
}

/* From each block's end on, through what depends on low bits alone; readers in other blocks come first. */
static void
find_read(struct folder *f)
{
    enum { ALL = 32 };
    f->read = ARENA_ARRAY(mir_pass_arena(f->s.function), f->s.temp_count, uint8_t);
    mir_foreach_block (block, f->s.function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++)
                if (mir_uses(inst, i) && !is_passed_on(f, inst, i)) {
                    bool is_own = !mir_is_pseudo(inst) && inst->operands[i].sel;
                    note_read(f, &inst->operands[i], is_own ? end_of(inst->operands[i].sel) : ALL);
                }
    mir_foreach_block (block, f->s.function)
        for (const struct mir_inst *inst = block->last; inst; inst = inst->prev)
            for (unsigned i = 0; i < inst->operand_count; i++)
                if (mir_uses(inst, i) && is_passed_on(f, inst, i))
                    note_read(f, &inst->operands[i], bits_read(f, inst, i));
}

/* The selector of the part for a source of which so many bits are read; 0: there is none. */
static unsigned
selector(const struct sdwa_part *part, unsigned bits, bool *is_signed)
{
    bool has_word = part->from % 16 == 0 && part->width >= 16;
    *is_signed = false;
    if (bits == 8 && part->width >= 8)
        return SDWA_BYTE_0 + part->from / 8;
    if (bits == 16 && has_word)
        return SDWA_WORD_0 + part->from / 16;
    *is_signed = part->is_signed;
    return part->width == 8                ? SDWA_BYTE_0 + part->from / 8
           : part->width == 16 && has_word ? SDWA_WORD_0 + part->from / 16
                                           : 0;
}

/* Can the source be read where it lies?  Then *from is that, with its selector. */
static struct mir_inst *
taker_of(const struct folder *f, const struct mir_inst *inst, unsigned i, struct mir_operand *from)
{
    const struct mir_operand *operand = &inst->operands[i];
    if (!mir_uses(inst, i) || i >= gcn_op_info[inst->op].operand_count || !mir_is_vgpr(operand) ||
        operand->temp >= f->s.temp_count ||
        (operand->sel && operand->sel != SDWA_BYTE_0 && operand->sel != SDWA_WORD_0))
        return NULL;
    struct mir_inst *def = f->s.function->temps.at[operand->temp].def;
    struct sdwa_part part;
    bool is_signed;
    if (!def || def->block != inst->block || !sdwa_part_of(&f->s, def, &part))
        return NULL;
    unsigned sel = selector(&part, bits_read(f, inst, i), &is_signed);
    unsigned type = gcn_op_info[inst->op].operands[i].type;
    if (!sel || (is_signed && (type == GCN_F32 || type == GCN_F16)))
        return NULL;
    *from = part.whole;
    from->sel = (uint8_t)sel;
    from->sext = is_signed;
    return def;
}

static bool
reads_part(const struct folder *f, const struct mir_inst *inst)
{
    for (unsigned i = 1; i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_TEMP && inst->operands[i].temp < f->s.temp_count &&
            f->is_part[inst->operands[i].temp])
            return true;
    return false;
}

/* An instruction that reads parts, is none that only takes one out, and can have SDWA. */
static bool
is_reader(const struct folder *f, const struct mir_inst *inst)
{
    struct sdwa_part part;
    return !mir_is_pseudo(inst) && gcn_op_info[inst->op].flags & GCN_FLAG_SDWA &&
           reads_part(f, inst) &&
           sdwa_is_able(&f->s, inst, f->s.function->target->generation >= 9) &&
           !sdwa_part_of(&f->s, inst, &part);
}

static void
count_folds(struct folder *f)
{
    struct mir_operand from;
    mir_foreach_block (block, f->s.function)
        mir_foreach_inst (inst, block) {
            if (!is_reader(f, inst))
                continue;
            for (unsigned i = 1; i < inst->operand_count; i++)
                if (taker_of(f, inst, i, &from))
                    f->folds[inst->operands[i].temp]++;
        }
}

static bool
fold(struct folder *f, struct mir_inst *inst)
{
    struct mir_operand from[GCN_MAX_OPERANDS];
    struct mir_inst *takers[GCN_MAX_OPERANDS] = {0}, *copy;
    unsigned count = gcn_op_info[inst->op].operand_count;
    bool any = false;
    for (unsigned i = 1; i < count; i++) {
        struct mir_inst *taker = taker_of(f, inst, i, &from[i]);
        uint32_t temp = inst->operands[i].temp;
        if (!taker || f->folds[temp] != f->s.uses[temp])
            continue;
        takers[i] = taker;
        any = true;
    }
    if (!any)
        return false;
    copy = sdwa_copy(&f->s, inst, NULL);
    for (unsigned i = 1; i < count; i++)
        if (takers[i]) {
            f->folds[inst->operands[i].temp]--;
            copy->operands[i] = from[i];
        }
    sdwa_count(&f->s, inst, -1);
    sdwa_count(&f->s, copy, 1);
    mir_insert_before(inst, copy);
    mir_remove(inst);
    for (unsigned i = 0; i < count; i++)
        if (copy->operands[i].kind == MIR_TEMP && mir_is_def(copy, i))
            f->s.function->temps.at[copy->operands[i].temp].def = copy;
    for (unsigned i = 1; i < count; i++)
        if (takers[i] && (i == 1 || takers[i] != takers[i - 1]))
            sdwa_remove_unused(&f->s, takers[i]);
    return true;
}

/* Marks the temps that are parts.  is_wide: of one the upper bits are not those that a selection extends.  Most
 * functions have none. */
static bool
find_parts(struct folder *f, bool *is_wide)
{
    struct sdwa_part part;
    mir_foreach_block (block, f->s.function)
        mir_foreach_inst (inst, block) {
            if (!sdwa_takes_part(inst) || inst->operands[0].kind != MIR_TEMP ||
                !sdwa_part_of(&f->s, inst, &part) || part.width < 8)
                continue;
            if (!f->is_part)
                f->is_part =
                    ARENA_ARRAY(mir_pass_arena(f->s.function), f->s.function->temps.count, bool);
            f->is_part[inst->operands[0].temp] = true;
            *is_wide |= part.width != 8 && (part.width != 16 || part.from % 16);
        }
    return f->is_part;
}

bool
opt_sdwa(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    struct folder f = {.s = {.function = function}};
    bool changed = false, is_wide = false;
    if (!function->target->has_dpp_sdwa || !find_parts(&f, &is_wide))
        return false;
    sdwa_count_uses(&f.s);
    f.folds = ARENA_ARRAY(mir_pass_arena(function), f.s.temp_count, uint32_t);
    if (is_wide)
        find_read(&f);
    count_folds(&f);
    mir_foreach_block (block, function)
        mir_foreach_inst_safe (inst, block)
            if (is_reader(&f, inst))
                changed |= fold(&f, inst);
    return changed;
}
