/* Liveness by backward data flow over the two graphs at once: a VGPR is live along logical edges,
 * an SGPR along linear ones.  The operands of a phi are live out of their predecessor. */
#include "backend-gcn/mir_effects.h"

struct liveness {
    struct mir_function *function;
    struct mir_live *live;
    struct bitset class_mask[2]; /* enum mir_class: temps of it */
    struct bitset current;
};

static void
add_phi_operands(struct liveness *state, const struct mir_block *block,
                 const struct mir_block *succ, enum mir_class reg_class, struct bitset *set)
{
    bool linear = reg_class == MIR_SGPR;
    unsigned count = linear ? succ->linear_preds.count : succ->logical_preds.count;
    struct mir_block *const *preds = linear ? succ->linear_preds.at : succ->logical_preds.at;
    (void)state;
    for (const struct mir_inst *phi = succ->first; phi && mir_is_phi(phi); phi = phi->next) {
        if ((phi->op == MIR_P_LINEAR_PHI) != linear)
            continue;
        for (unsigned i = 0; i < count; i++) {
            const struct mir_operand *use = &phi->operands[i + 1];
            if (preds[i] == block && use->kind == MIR_TEMP && !use->is_undef)
                bitset_add(set, use->temp);
        }
    }
}

/* set |= the temps of the class that are live into succ. */
static void
add_live_in(struct liveness *state, const struct mir_block *succ, enum mir_class reg_class,
            struct bitset *set)
{
    const struct bitset *in = &state->live->in[succ->id], *mask = &state->class_mask[reg_class];
    for (uint32_t i = 0; i < bitset_words(set); i++)
        set->words[i] |= in->words[i] & mask->words[i];
}

static void
live_out(struct liveness *state, const struct mir_block *block, struct bitset *set)
{
    bitset_clear(set);
    for (unsigned i = 0; i < block->logical_succ_count; i++) {
        add_live_in(state, block->logical_succs[i], MIR_VGPR, set);
        add_phi_operands(state, block, block->logical_succs[i], MIR_VGPR, set);
    }
    for (unsigned i = 0; i < block->linear_succ_count; i++) {
        add_live_in(state, block->linear_succs[i], MIR_SGPR, set);
        add_phi_operands(state, block, block->linear_succs[i], MIR_SGPR, set);
    }
}

/* Walks the block upwards from `current` = live out; at the end current = live in. */
static void
walk_block(struct liveness *state, const struct mir_block *block)
{
    for (struct mir_inst *inst = block->last; inst; inst = inst->prev) {
        for (unsigned i = 0; i < inst->operand_count; i++)
            if (mir_defines(inst, i))
                bitset_remove(&state->current, inst->operands[i].temp);
        if (mir_is_phi(inst))
            continue;
        for (unsigned i = 0; i < inst->operand_count; i++)
            if (mir_uses(inst, i) && !inst->operands[i].is_undef)
                bitset_add(&state->current, inst->operands[i].temp);
    }
}

struct pressure {
    uint32_t now[2], max[2];
};

static void
pressure_peak(struct pressure *pressure)
{
    for (unsigned c = 0; c < 2; c++)
        if (pressure->now[c] > pressure->max[c])
            pressure->max[c] = pressure->now[c];
}

/* One step upwards: kill flags and the pressure behind and before the instruction. */
static void
mark_inst(struct liveness *state, struct mir_inst *inst, struct pressure *pressure)
{
    const struct mir_temp *temps = state->function->temps.at;
    uint32_t dead[2] = {0, 0}, defs[2] = {0, 0};
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (!mir_defines(inst, i))
            continue;
        uint32_t temp = inst->operands[i].temp;
        unsigned c = temps[temp].reg_class, weight = mir_weight(&temps[temp]);
        defs[c] += weight;
        if (bitset_has(&state->current, temp)) {
            bitset_remove(&state->current, temp);
            pressure->now[c] -= weight;
        } else {
            dead[c] += weight;
        }
    }
    bool early = mir_early_clobber(inst);
    for (unsigned c = 0; c < 2; c++)
        if (pressure->now[c] + defs[c] > pressure->max[c])
            pressure->max[c] = pressure->now[c] + defs[c];
    if (mir_is_phi(inst))
        return;
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_uses(inst, i))
            inst->operands[i].is_kill =
                !inst->operands[i].is_undef && !bitset_has(&state->current, inst->operands[i].temp);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        uint32_t temp = inst->operands[i].temp;
        if (!mir_uses(inst, i) || inst->operands[i].is_undef || bitset_has(&state->current, temp))
            continue;
        bitset_add(&state->current, temp);
        pressure->now[temps[temp].reg_class] += mir_weight(&temps[temp]);
    }
    for (unsigned c = 0; early && c < 2; c++)
        if (pressure->now[c] + defs[c] > pressure->max[c])
            pressure->max[c] = pressure->now[c] + defs[c];
    pressure_peak(pressure);
}

static void
mark_block(struct liveness *state, struct mir_block *block, struct pressure *pressure)
{
    bitset_copy(&state->current, &state->live->out[block->id]);
    pressure->now[0] = pressure->now[1] = 0;
    bitset_foreach(temp, &state->current)
    {
        const struct mir_temp *info = &state->function->temps.at[temp];
        pressure->now[info->reg_class] += mir_weight(info);
    }
    pressure_peak(pressure);
    uint32_t phis[2] = {0, 0};
    for (struct mir_inst *inst = block->last; inst; inst = inst->prev) {
        if (mir_is_phi(inst)) { /* all phi definitions are live together at the start */
            const struct mir_temp *info = &state->function->temps.at[inst->operands[0].temp];
            if (!bitset_has(&state->current, inst->operands[0].temp))
                phis[info->reg_class] += mir_weight(info);
            continue;
        }
        mark_inst(state, inst, pressure);
    }
    for (unsigned c = 0; c < 2; c++)
        if (pressure->now[c] + phis[c] > pressure->max[c])
            pressure->max[c] = pressure->now[c] + phis[c];
}

struct mir_live *
mir_live(struct arena *arena, struct mir_function *function)
{
    uint32_t temps = function->temps.count, blocks = function->block_count;
    struct liveness state = {.function = function, .live = ARENA_NEW(arena, struct mir_live)};
    state.live->in = ARENA_ARRAY(arena, blocks, struct bitset);
    state.live->out = ARENA_ARRAY(arena, blocks, struct bitset);
    for (uint32_t i = 0; i < blocks; i++) {
        state.live->in[i] = bitset_new(arena, temps);
        state.live->out[i] = bitset_new(arena, temps);
    }
    state.current = bitset_new(arena, temps);
    for (unsigned c = 0; c < 2; c++)
        state.class_mask[c] = bitset_new(arena, temps);
    for (uint32_t i = 1; i < temps; i++)
        bitset_add(&state.class_mask[function->temps.at[i].reg_class], i);
    for (bool changed = true; changed;) {
        changed = false;
        for (struct mir_block *block = function->last_block; block; block = block->prev) {
            live_out(&state, block, &state.live->out[block->id]);
            bitset_copy(&state.current, &state.live->out[block->id]);
            walk_block(&state, block);
            changed |= bitset_union(&state.live->in[block->id], &state.current);
        }
    }
    struct pressure pressure = {{0, 0}, {0, 0}};
    mir_foreach_block(block, function) mark_block(&state, block, &pressure);
    state.live->max_sgprs = pressure.max[MIR_SGPR];
    state.live->max_vgprs = pressure.max[MIR_VGPR];
    return state.live;
}
