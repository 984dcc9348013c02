/* SSA again: a reloaded temp has several definitions; every use gets the one that reaches it, and
 * phis are made where different ones meet (after Braun et al., "Simple and Efficient Construction
 * of Static Single Assignment Form", CC 2013).  A use is reached only through blocks in which the
 * value is in a register, because the walk has made sure of that. */
#include "backend-gcn/regs/spill.h"

struct repair {
    struct spiller *s;
    struct map at_end;   /* (block, variable) -> definition at the block's end, + 1 as pointer */
    struct map at_entry; /* the same at its entry */
    VEC(struct mir_inst *) phis;
    uint32_t *now;       /* per variable: the definition that reaches this point of the block ... */
    uint32_t *now_stamp; /* ... when this is the block's id + 1; else the one at its entry */
    uint32_t *replaced;  /* per temp made here: the temp that stands for it, or 0 */
    uint32_t replaced_count;
};

static uint64_t
key(const struct mir_block *block, uint32_t variable)
{
    return (uint64_t)block->id << 32 | variable;
}

static uint32_t
lookup(const struct map *map, const struct mir_block *block, uint32_t variable)
{
    return (uint32_t)(uintptr_t)map_get(map, key(block, variable));
}

static void
enter(struct map *map, const struct mir_block *block, uint32_t variable, uint32_t temp)
{
    map_put(map, key(block, variable), (void *)(uintptr_t)temp);
}

/* The variable that the temp is a definition of, 0: none that matters. */
static uint32_t
variable_of(const struct spiller *s, uint32_t temp)
{
    if (!spill_is_mine(s, temp))
        return 0;
    if (temp < s->temp_count)
        return s->reloaded[temp] ? temp : 0;
    uint32_t at = temp - s->temp_count;
    return at < s->variables.count ? s->variables.at[at] : 0;
}

static void
collect_definitions(struct repair *r)
{
    mir_foreach_block (block, r->s->function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++) {
                if (!mir_defines(inst, i))
                    continue;
                uint32_t variable = variable_of(r->s, inst->operands[i].temp);
                if (variable)
                    enter(&r->at_end, block, variable, inst->operands[i].temp);
            }
}

static uint32_t value_at_entry(struct repair *r, struct mir_block *block, uint32_t variable);

static uint32_t
value_at_end(struct repair *r, struct mir_block *block, uint32_t variable)
{
    uint32_t temp = lookup(&r->at_end, block, variable);
    if (!temp) {
        temp = value_at_entry(r, block, variable);
        enter(&r->at_end, block, variable, temp);
    }
    return temp;
}

static uint32_t
make_phi(struct repair *r, struct mir_block *block, uint32_t variable, unsigned count)
{
    struct spiller *s = r->s;
    const struct mir_temp info = s->function->temps.at[variable];
    uint32_t temp = mir_temp_new(s->function, (enum mir_class)info.reg_class, info.dwords);
    s->function->temps.at[temp].is_mask = info.is_mask;
    vec_push(s->arena, &s->variables, 0u);
    struct mir_operand *operands = ARENA_ARRAY(s->arena, count + 1, struct mir_operand);
    operands[0] = mir_temp(s->function, temp);
    for (unsigned i = 1; i <= count; i++) {
        operands[i] = operands[0];
        operands[i].is_undef = true;
    }
    struct mir_inst *phi = mir_inst_new(s->function, spill_phi_op(s), operands, count + 1, 1);
    mir_insert_at(block, block->first, phi);
    vec_push(s->arena, &r->phis, phi);
    return temp;
}

static uint32_t
value_at_entry(struct repair *r, struct mir_block *block, uint32_t variable)
{
    uint32_t temp = lookup(&r->at_entry, block, variable);
    if (temp)
        return temp;
    struct mir_blocks preds = mir_preds(block, r->s->reg_class);
    if (!preds.count)
        ice(r->s->function->guard, "spill: %%%u reaches b%u from nowhere", variable, block->id);
    if (preds.count == 1) {
        temp = value_at_end(r, preds.at[0], variable);
        enter(&r->at_entry, block, variable, temp);
        return temp;
    }
    temp = make_phi(r, block, variable, preds.count);
    struct mir_inst *phi = vec_last(&r->phis);
    enter(&r->at_entry, block, variable, temp);
    for (unsigned i = 0; i < preds.count; i++)
        phi->operands[i + 1] = mir_temp(r->s->function, value_at_end(r, preds.at[i], variable));
    return temp;
}

static bool
is_new_phi(const struct repair *r, const struct mir_inst *inst)
{
    uint32_t temp = inst->operands[0].temp;
    return mir_is_phi(inst) && temp >= r->s->temp_count && spill_is_mine(r->s, temp);
}

static void
rewrite_phi(struct repair *r, struct mir_block *block, struct mir_inst *phi)
{
    struct mir_blocks preds = mir_preds(block, r->s->reg_class);
    if (phi->op != spill_phi_op(r->s) || is_new_phi(r, phi))
        return;
    for (unsigned i = 0; i < preds.count; i++) {
        struct mir_operand *use = &phi->operands[i + 1];
        uint32_t variable = use->is_undef ? 0 : variable_of(r->s, use->temp);
        if (variable)
            use->temp = value_at_end(r, preds.at[i], variable);
    }
}

static void
set_now(struct repair *r, const struct mir_block *block, uint32_t variable, uint32_t temp)
{
    r->now[variable] = temp;
    r->now_stamp[variable] = block->id + 1;
}

static void
rewrite_block(struct repair *r, struct mir_block *block)
{
    struct spiller *s = r->s;
    mir_foreach_inst (inst, block) {
        if (mir_is_phi(inst))
            rewrite_phi(r, block, inst);
        for (unsigned i = 0; !mir_is_phi(inst) && i < inst->operand_count; i++) {
            struct mir_operand *use = &inst->operands[i];
            uint32_t variable = mir_uses(inst, i) && !use->is_undef && use->temp < s->temp_count
                                    ? variable_of(s, use->temp)
                                    : 0;
            if (!variable)
                continue;
            if (r->now_stamp[variable] != block->id + 1)
                set_now(r, block, variable, value_at_entry(r, block, variable));
            use->temp = r->now[variable];
        }
        for (unsigned i = 0; i < inst->operand_count; i++) {
            uint32_t variable = mir_defines(inst, i) ? variable_of(s, inst->operands[i].temp) : 0;
            if (variable)
                set_now(r, block, variable, inst->operands[i].temp);
        }
    }
}

static void
rewrite(struct repair *r)
{
    r->now = ARENA_ARRAY(r->s->arena, r->s->temp_count, uint32_t);
    r->now_stamp = ARENA_ARRAY(r->s->arena, r->s->temp_count, uint32_t);
    mir_foreach_block (block, r->s->function)
        rewrite_block(r, block);
}

/* ---- phis whose operands are all the same ---- */

static uint32_t
resolve(const struct repair *r, uint32_t temp)
{
    while (temp < r->replaced_count && r->replaced[temp])
        temp = r->replaced[temp];
    return temp;
}

static uint32_t
only_operand(const struct repair *r, const struct mir_inst *phi)
{
    uint32_t only = 0;
    for (unsigned i = 1; i < phi->operand_count; i++) {
        uint32_t temp = resolve(r, phi->operands[i].temp);
        if (temp == phi->operands[0].temp || temp == only)
            continue;
        if (only)
            return 0;
        only = temp;
    }
    return only;
}

static void
remove_trivial_phis(struct repair *r)
{
    r->replaced_count = r->s->function->temps.count;
    r->replaced = ARENA_ARRAY(r->s->arena, r->replaced_count, uint32_t);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < r->phis.count; i++) {
            struct mir_inst *phi = r->phis.at[i];
            uint32_t only = phi ? only_operand(r, phi) : 0;
            if (!only)
                continue;
            r->replaced[phi->operands[0].temp] = only;
            mir_remove(phi);
            r->phis.at[i] = NULL;
            changed = true;
        }
    }
    mir_foreach_block (block, r->s->function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++)
                if (mir_uses(inst, i))
                    inst->operands[i].temp = resolve(r, inst->operands[i].temp);
}

void
spill_repair(struct spiller *s)
{
    struct repair r = {.s = s, .at_end = map_new(s->arena), .at_entry = map_new(s->arena)};
    collect_definitions(&r);
    rewrite(&r);
    remove_trivial_phis(&r);
}
