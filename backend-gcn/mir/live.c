/* Liveness over the two graphs at once: a VGPR is live along logical edges, an SGPR along linear
 * ones.  The operands of a phi are live out of their predecessor.
 *
 * Each temp in turn is followed from its uses up to its definition, stopping where it is already
 * known to be live (Boissinot et al., "Computing Liveness Sets for SSA-Form Programs", 2011): the
 * work is proportional to the result, and since temps come in order, every set is only appended
 * to. */
#include "backend-gcn/mir/mir_effects.h"

#include <string.h>

/* A block in which the temp is live from the start, or at whose end it is (a phi's operand). */
struct live_use {
    uint32_t temp;
    bool at_end;
    struct mir_block *block;
};

/* Blocks that define a temp: on SSA form one. */
struct live_def {
    struct mir_block *block;
    uint32_t next; /* index + 1 */
};

struct liveness {
    struct arena *arena;
    struct mir_function *function;
    struct mir_live *live;
    VEC(struct live_use) uses;
    VEC(struct live_def) defs;
    uint32_t *first_def;            /* per temp: index + 1 */
    uint32_t *used_in, *defined_in; /* per temp: block id + 1 while that block is read */
    VEC(struct mir_block *) work;
    struct bitset current;
};

/* ---- what each block uses and defines ---- */

static void
note_use(struct liveness *state, uint32_t temp, struct mir_block *block, bool at_end)
{
    vec_push(state->arena, &state->uses, (struct live_use){temp, at_end, block});
}

static void
note_phi(struct liveness *state, const struct mir_inst *phi)
{
    struct mir_blocks preds =
        mir_preds(phi->block, phi->op == MIR_P_LINEAR_PHI ? MIR_SGPR : MIR_VGPR);
    for (unsigned i = 0; i < preds.count; i++) {
        const struct mir_operand *use = &phi->operands[i + 1];
        if (use->kind == MIR_TEMP && !use->is_undef)
            note_use(state, use->temp, preds.at[i], true);
    }
}

/* Its uses, which come before its definitions. */
static void
note_inst(struct liveness *state, const struct mir_inst *inst)
{
    uint32_t stamp = inst->block->id + 1;
    bool is_phi = mir_is_phi(inst);
    unsigned defs = 0;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->kind != MIR_TEMP)
            continue;
        bool is_def = mir_is_def(inst, i);
        defs += is_def;
        if (is_def || is_phi || operand->is_undef || state->used_in[operand->temp] == stamp ||
            state->defined_in[operand->temp] == stamp || !mir_is_use(inst, i))
            continue;
        state->used_in[operand->temp] = stamp;
        note_use(state, operand->temp, inst->block, false);
    }
    for (unsigned i = 0; defs; i++) {
        uint32_t temp = inst->operands[i].temp;
        if (!mir_defines(inst, i))
            continue;
        defs--;
        if (state->defined_in[temp] == stamp)
            continue;
        state->defined_in[temp] = stamp;
        vec_push(state->arena, &state->defs,
                 (struct live_def){inst->block, state->first_def[temp]});
        state->first_def[temp] = state->defs.count;
    }
}

static void
read_function(struct liveness *state)
{
    uint32_t temps = state->function->temps.count;
    state->first_def = ARENA_ARRAY(state->arena, temps, uint32_t);
    state->used_in = ARENA_ARRAY(state->arena, temps, uint32_t);
    state->defined_in = ARENA_ARRAY(state->arena, temps, uint32_t);
    mir_foreach_block (block, state->function) {
        mir_foreach_inst (inst, block) {
            if (mir_is_phi(inst))
                note_phi(state, inst);
            note_inst(state, inst);
        }
    }
}

/* ---- from uses up to definitions ---- */

static bool
is_defined_in(const struct liveness *state, uint32_t temp, const struct mir_block *block)
{
    for (uint32_t i = state->first_def[temp]; i; i = state->defs.at[i - 1].next)
        if (state->defs.at[i - 1].block == block)
            return true;
    return false;
}

static void
enter_from_below(struct liveness *state, uint32_t temp, struct mir_block *block)
{
    if (sparse_append(state->arena, &state->live->in[block->id], temp))
        vec_push(state->arena, &state->work, block);
}

static void
leave_at_end(struct liveness *state, uint32_t temp, struct mir_block *block)
{
    if (sparse_append(state->arena, &state->live->out[block->id], temp) &&
        !is_defined_in(state, temp, block))
        enter_from_below(state, temp, block);
}

static void
follow(struct liveness *state, const struct live_use *use)
{
    enum mir_class reg_class = state->function->temps.at[use->temp].reg_class;
    guard_poll(state->function->guard);
    if (use->at_end)
        leave_at_end(state, use->temp, use->block);
    else
        enter_from_below(state, use->temp, use->block);
    while (state->work.count) {
        struct mir_blocks preds = mir_preds(vec_pop(&state->work), reg_class);
        for (unsigned i = 0; i < preds.count; i++)
            leave_at_end(state, use->temp, preds.at[i]);
    }
}

/* The uses in the order of their temps. */
static struct live_use *
sort_uses(struct liveness *state)
{
    uint32_t temps = state->function->temps.count;
    uint32_t *position = ARENA_ARRAY(state->arena, temps + 1, uint32_t);
    struct live_use *sorted = ARENA_ARRAY(state->arena, state->uses.count, struct live_use);
    vec_foreach (struct live_use, use, &state->uses)
        position[use->temp + 1]++;
    for (uint32_t i = 0; i < temps; i++)
        position[i + 1] += position[i];
    vec_foreach (struct live_use, use, &state->uses)
        sorted[position[use->temp]++] = *use;
    return sorted;
}

/* ---- kill flags and pressure ---- */

struct pressure {
    uint32_t now[2], max[2], spillable[2];
};

static void
note_peak(struct pressure *pressure, unsigned c, uint32_t weight, bool spillable)
{
    if (weight > pressure->max[c])
        pressure->max[c] = weight;
    if (weight > pressure->spillable[c] && spillable)
        pressure->spillable[c] = weight;
}

static void
pressure_peak(struct pressure *pressure)
{
    for (unsigned c = 0; c < 2; c++)
        note_peak(pressure, c, pressure->now[c], true);
}

/* One step upwards: kill flags and the pressure after and before the instruction. */
static void
mark_inst(struct liveness *state, struct mir_inst *inst, struct pressure *pressure)
{
    const struct mir_temp *temps = state->function->temps.at;
    uint32_t dead[2] = {0, 0}, defs[2] = {0, 0};
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (!mir_defines(inst, i))
            continue;
        uint32_t temp = inst->operands[i].temp;
        unsigned c = temps[temp].reg_class, weight = mir_weight(state->function, &temps[temp]);
        defs[c] += weight;
        if (bitset_has(&state->current, temp)) {
            bitset_remove(&state->current, temp);
            pressure->now[c] -= weight;
        } else {
            dead[c] += weight;
        }
    }
    bool early = mir_early_clobber(inst);
    for (unsigned c = 0; inst->op == MIR_P_CALL && c < 2; c++)
        defs[c] += mir_ending_arguments(inst, (enum mir_class)c, &state->current);
    for (unsigned c = 0; c < 2; c++)
        note_peak(pressure, c, pressure->now[c] + defs[c],
                  inst->op != MIR_P_CALL || pressure->now[c]);
    if (mir_is_phi(inst))
        return;
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_uses(inst, i))
            inst->operands[i].is_kill =
                !inst->operands[i].is_undef && !bitset_has(&state->current, inst->operands[i].temp);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        uint32_t temp = inst->operands[i].temp;
        if (!inst->operands[i].is_kill || !mir_uses(inst, i) || bitset_has(&state->current, temp))
            continue;
        bitset_add(&state->current, temp);
        pressure->now[temps[temp].reg_class] += mir_weight(state->function, &temps[temp]);
    }
    for (unsigned c = 0; early && c < 2; c++)
        note_peak(pressure, c, pressure->now[c] + defs[c], true);
    pressure_peak(pressure);
}

static void
mark_block(struct liveness *state, struct mir_block *block, struct pressure *pressure)
{
    pressure->now[0] = pressure->now[1] = 0;
    sparse_foreach (temp, &state->live->out[block->id]) {
        const struct mir_temp *info = &state->function->temps.at[temp];
        pressure->now[info->reg_class] += mir_weight(state->function, info);
        bitset_add(&state->current, temp);
    }
    pressure_peak(pressure);
    uint32_t phis[2] = {0, 0};
    for (struct mir_inst *inst = block->last; inst; inst = inst->prev) {
        guard_poll(state->function->guard);
        if (mir_is_phi(inst)) { /* all phi definitions are live together at the start */
            const struct mir_temp *info = &state->function->temps.at[inst->operands[0].temp];
            if (!bitset_has(&state->current, inst->operands[0].temp))
                phis[info->reg_class] += mir_weight(state->function, info);
            bitset_remove(&state->current, inst->operands[0].temp);
            continue;
        }
        mark_inst(state, inst, pressure);
    }
    for (unsigned c = 0; c < 2; c++)
        note_peak(pressure, c, pressure->now[c] + phis[c], true);
    sparse_foreach (temp, &state->live->in[block->id])
        bitset_remove(&state->current, temp);
}

struct mir_live *
mir_live(struct arena *arena, struct mir_function *function)
{
    struct liveness state = {.arena = arena, .function = function};
    state.live = ARENA_NEW(arena, struct mir_live);
    state.live->in = ARENA_ARRAY(arena, function->block_count, struct sparse_set);
    state.live->out = ARENA_ARRAY(arena, function->block_count, struct sparse_set);
    read_function(&state);
    const struct live_use *uses = sort_uses(&state);
    for (uint32_t i = 0; i < state.uses.count; i++)
        follow(&state, &uses[i]);
    state.current = bitset_new(arena, function->temps.count);
    struct pressure pressure = {{0, 0}, {0, 0}, {0, 0}};
    mir_foreach_block (block, function)
        mark_block(&state, block, &pressure);
    state.live->max_sgprs = pressure.max[MIR_SGPR];
    state.live->max_vgprs = pressure.max[MIR_VGPR];
    memcpy(state.live->spillable, pressure.spillable, sizeof pressure.spillable);
    return state.live;
}
