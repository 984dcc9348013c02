#include "backend-gcn/mir/linear_ssa.h"

#include "backend-gcn/mir/mir_build.h"

void
linear_ssa_init(struct linear_ssa *ssa, struct mir_function *function, struct arena *arena)
{
    *ssa = (struct linear_ssa){.function = function, .arena = arena};
    ssa->out = ARENA_ARRAY(arena, function->block_count, struct mir_operand);
    ssa->out_stamp = ARENA_ARRAY(arena, function->block_count, uint32_t);
    ssa->phi = ARENA_ARRAY(arena, function->block_count, struct mir_inst *);
    ssa->phi_stamp = ARENA_ARRAY(arena, function->block_count, uint32_t);
}

struct mir_operand
linear_ssa_undef(unsigned dwords)
{
    return (struct mir_operand){
        .kind = MIR_NONE, .reg = GCN_NO_REG, .dwords = (uint8_t)dwords, .is_undef = true};
}

void
linear_ssa_begin(struct linear_ssa *ssa, struct mir_operand initial, unsigned dwords, bool is_mask)
{
    ssa->stamp++;
    ssa->initial = initial;
    ssa->is_initial = NULL;
    ssa->dwords = dwords;
    ssa->is_mask = is_mask;
}

void
linear_ssa_define(struct linear_ssa *ssa, const struct mir_block *block, struct mir_operand value)
{
    ssa->out[block->id] = value;
    ssa->out_stamp[block->id] = ssa->stamp;
}

static struct mir_inst *
phi_of(struct linear_ssa *ssa, struct mir_block *block)
{
    if (ssa->phi_stamp[block->id] == ssa->stamp)
        return ssa->phi[block->id];
    uint32_t count = block->linear_preds.count + 1;
    struct mir_operand *operands = ARENA_ARRAY(ssa->arena, count, struct mir_operand);
    uint32_t temp = mir_temp_new(ssa->function, MIR_SGPR, ssa->dwords);
    ssa->function->temps.at[temp].is_mask = ssa->is_mask;
    operands[0] = mir_temp(ssa->function, temp);
    for (uint32_t i = 1; i < count; i++)
        operands[i] = linear_ssa_undef(ssa->dwords);
    struct mir_inst *phi = mir_inst_new(ssa->function, MIR_P_LINEAR_PHI, operands, count, 1);
    if (block->first)
        mir_insert_before(block->first, phi);
    else
        mir_append(block, phi);
    ssa->phi[block->id] = phi;
    ssa->phi_stamp[block->id] = ssa->stamp;
    vec_push(ssa->arena, &ssa->pending, phi);
    vec_push(ssa->arena, &ssa->phis, phi);
    return phi;
}

struct mir_operand
linear_ssa_at_start(struct linear_ssa *ssa, struct mir_block *block)
{
    if (!block->linear_preds.count)
        return ssa->initial;
    if (block->linear_preds.count == 1)
        return linear_ssa_at_end(ssa, block->linear_preds.at[0]);
    return phi_of(ssa, block)->operands[0];
}

struct mir_operand
linear_ssa_at_end(struct linear_ssa *ssa, struct mir_block *block)
{
    for (;;) {
        if (ssa->out_stamp[block->id] == ssa->stamp)
            return ssa->out[block->id];
        if (ssa->is_initial && ssa->is_initial(ssa->data, block))
            return ssa->initial;
        if (block->linear_preds.count != 1)
            return linear_ssa_at_start(ssa, block);
        block = block->linear_preds.at[0];
    }
}

void
linear_ssa_finish(struct linear_ssa *ssa)
{
    while (ssa->pending.count) {
        struct mir_inst *phi = vec_pop(&ssa->pending);
        for (uint32_t i = 0; i < phi->block->linear_preds.count; i++)
            phi->operands[i + 1] = linear_ssa_at_end(ssa, phi->block->linear_preds.at[i]);
    }
}

static bool
same_value(const struct mir_operand *a, const struct mir_operand *b)
{
    return a->kind == b->kind && a->temp == b->temp && a->reg == b->reg && a->value == b->value &&
           a->is_undef == b->is_undef;
}

/* Follows replacements to the end. */
static struct mir_operand
resolve(const struct mir_operand *replacement, struct mir_operand operand)
{
    while (operand.kind == MIR_TEMP && replacement[operand.temp].dwords)
        operand = replacement[operand.temp];
    return operand;
}

/* The only value that the phi chooses besides itself, if there is exactly one. */
static bool
trivial_value(const struct mir_inst *phi, const struct mir_operand *replacement,
              struct mir_operand *value)
{
    bool found = false;
    for (unsigned i = 1; i < phi->operand_count; i++) {
        struct mir_operand use = resolve(replacement, phi->operands[i]);
        if (use.kind == MIR_TEMP && use.temp == phi->operands[0].temp)
            continue;
        if (found && !same_value(value, &use))
            return false;
        *value = use;
        found = true;
    }
    return found;
}

/* A phi takes any constant; other instructions at most one literal, in few places, and no constant
 * where the field names a register (the base of a scalar load). */
static struct mir_operand
usable(struct mir_function *function, struct mir_inst *inst, unsigned index,
       struct mir_operand value)
{
    struct mir_builder b = {function, inst->block, inst, inst->loc};
    bool is_constant = value.kind == MIR_CONST || value.kind == MIR_SYMBOL;
    bool is_placed = inst->operands[index].is_fixed;
    if (!is_constant || (mir_is_pseudo(inst) && !is_placed))
        return value;
    if (is_placed) {
        struct mir_operand placed = mir_new_sgpr(&b, value.dwords);
        mir_build(&b, MIR_P_COPY, 1, placed, value);
        return placed;
    }
    const struct gcn_operand_info *info = &gcn_op_info[inst->op].operands[index];
    unsigned type = value.dwords == 2 ? (unsigned)GCN_B64 : info->type;
    bool is_register = info->kind == GCN_OPERAND_SGPR || info->kind == GCN_OPERAND_VCC;
    if (!is_register && !mir_is_literal(function->target, &value, type))
        return value;
    struct mir_operand copy = mir_new_sgpr(&b, value.dwords);
    mir_build(&b, MIR_P_COPY, 1, copy, value);
    return copy;
}

static void
rewrite(struct mir_function *function, const struct mir_operand *replacement)
{
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            for (unsigned i = 0; i < inst->operand_count; i++) {
                struct mir_operand *operand = &inst->operands[i];
                if (operand->kind != MIR_TEMP || !replacement[operand->temp].dwords)
                    continue;
                struct mir_operand value =
                    usable(function, inst, i, resolve(replacement, *operand));
                value.is_fixed = operand->is_fixed && value.kind == MIR_TEMP;
                value.reg = value.is_fixed ? operand->reg : value.reg;
                value.neg = operand->neg;
                value.abs = operand->abs;
                *operand = value;
            }
        }
    }
}

void
linear_ssa_replace(struct linear_ssa *ssa, uint32_t temp, struct mir_operand value)
{
    vec_push(ssa->arena, &ssa->replaced, temp);
    vec_push(ssa->arena, &ssa->by, value);
}

void
linear_ssa_simplify(struct linear_ssa *ssa)
{
    struct mir_operand *replacement =
        ARENA_ARRAY(ssa->arena, ssa->function->temps.count, struct mir_operand);
    bool any = ssa->replaced.count != 0;
    for (uint32_t i = 0; i < ssa->replaced.count; i++)
        replacement[ssa->replaced.at[i]] = ssa->by.at[i];
    ssa->replaced.count = ssa->by.count = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < ssa->phis.count; i++) {
            struct mir_inst *phi = ssa->phis.at[i];
            struct mir_operand value;
            if (!phi->block || !trivial_value(phi, replacement, &value))
                continue;
            replacement[phi->operands[0].temp] = value;
            mir_remove(phi);
            changed = any = true;
        }
    }
    if (any)
        rewrite(ssa->function, replacement);
}
