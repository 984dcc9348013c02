/* Parts of a vector that lives on are read where the vector is.
 *
 * Assignment gives a part of p_split_vector a register of its own where the vector is still needed, because the
 * two values live at once.  They are the same value: as long as nothing writes the vector's register before the
 * last use of the part, the part needs no copy.
 *
 *     %v4@v4, %v5@v5 = p_split_vector %v2:2@v2          %v4@v2, %v5@v3 = p_split_vector %v2:2@v2
 *     %v6@v6 = v_and_b32 0x7fffffff, %v5@v5'       ->   %v6@v6 = v_and_b32 0x7fffffff, %v5@v3'
 *     %v8:2@v8 = v_add_f64 %v2:2@v2, %v2:2@v2           %v8:2@v8 = v_add_f64 %v2:2@v2, %v2:2@v2
 *
 * Parts that nobody reads need no copy either.  Only within a block, and only VGPRs: a lane that reads the part
 * was active where it was split off, and vectors are written for no lane in between. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/regs/ra.h"
#include "support/limit.h"

struct sharing {
    struct mir_function *function;
    const struct backend_options *options;
    uint32_t *uses; /* by temp; NULL: not counted yet */
    bool changed;
};

/* A part, and the register of the vector's that holds it, too. */
struct part {
    const struct mir_inst *split;
    uint32_t temp;
    unsigned reg, dwords;
};

static void
count_uses(struct sharing *s)
{
    s->uses = ARENA_ARRAY(mir_pass_arena(s->function), s->function->temps.count, uint32_t);
    mir_foreach_block (block, s->function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++)
                s->uses[inst->operands[i].temp] += mir_uses(inst, i);
}

static bool
writes(const struct mir_inst *inst, const struct part *part)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        bool is_register = operand->kind == MIR_TEMP || operand->kind == MIR_FIXED;
        if (is_register && mir_is_def(inst, i) &&
            (operand->temp == part->temp || (operand->reg < part->reg + part->dwords &&
                                             part->reg < operand->reg + operand->dwords)))
            return true;
    }
    return false;
}

/* The uses of the part in the instruction, which may read the vector's register; UINT32_MAX: one may not. */
static uint32_t
uses_in(const struct sharing *s, const struct mir_inst *inst, const struct part *part)
{
    uint32_t uses = 0;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (!mir_uses(inst, i) || inst->operands[i].temp != part->temp)
            continue;
        if (inst->operands[i].is_fixed || inst->tied == i + 1)
            return UINT32_MAX;
        uses++;
    }
    bool early = uses && ra_writes_early(s->options, inst) && writes(inst, part);
    return early ? UINT32_MAX : uses;
}

/* Where the last use of the part is, if all of them may read the vector's register; else NULL. */
static struct mir_inst *
last_use(const struct sharing *s, const struct part *part)
{
    uint32_t left = s->uses[part->temp], searched = 0;
    for (struct mir_inst *inst = part->split->next; inst; inst = inst->next) {
        uint32_t uses = uses_in(s, inst, part);
        if (uses == UINT32_MAX ||
            LIMIT_MET(s->function->guard, PART_SEARCH, searched++ == LIMIT_PART_SEARCH))
            return NULL;
        if (!(left -= uses))
            return inst;
        if (writes(inst, part))
            return NULL;
    }
    return NULL;
}

static void
move_uses(const struct part *part, const struct mir_inst *last)
{
    for (struct mir_inst *inst = part->split->next;; inst = inst->next) {
        for (unsigned i = 0; i < inst->operand_count; i++)
            if (mir_uses(inst, i) && inst->operands[i].temp == part->temp)
                inst->operands[i].reg = (uint16_t)part->reg;
        if (inst == last)
            return;
    }
}

/* Is the register that of another part after the split? */
static bool
is_taken(const struct mir_inst *split, unsigned def, const struct part *part)
{
    for (unsigned i = 0; i < split->def_count; i++)
        if (i != def && split->operands[i].reg < part->reg + part->dwords &&
            part->reg < split->operands[i].reg + split->operands[i].dwords)
            return true;
    return false;
}

static void
share_part(struct sharing *s, struct mir_inst *split, unsigned def, unsigned reg)
{
    struct mir_operand *operand = &split->operands[def];
    struct part part = {split, operand->temp, reg, operand->dwords};
    bool is_legal = reg % mir_alignment(s->function->target, MIR_VGPR, part.dwords) == 0;
    if (operand->kind != MIR_TEMP || operand->is_fixed || operand->reg == reg || !is_legal ||
        is_taken(split, def, &part))
        return;
    if (!s->uses)
        count_uses(s);
    struct mir_inst *last = s->uses[part.temp] ? last_use(s, &part) : split;
    if (!last)
        return;
    if (last != split)
        move_uses(&part, last);
    operand->reg = (uint16_t)reg;
    s->function->temps.at[part.temp].reg = (uint16_t)reg;
    s->changed = true;
}

bool
share_parts(struct mir_function *function, const struct backend_options *options)
{
    struct sharing s = {.function = function, .options = options};
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            const struct mir_operand *vector = &inst->operands[inst->def_count];
            if (inst->op != MIR_P_SPLIT_VECTOR || vector->kind != MIR_TEMP || vector->is_undef ||
                vector->reg_class != MIR_VGPR)
                continue;
            unsigned reg = vector->reg;
            for (unsigned i = 0; i < inst->def_count; reg += inst->operands[i++].dwords)
                if (inst->operands[i].reg_class == MIR_VGPR)
                    share_part(&s, inst, i, reg);
        }
    }
    return s.changed;
}
