/* For debug information: before each instruction, which registers hold what the variables hold by the source.
 *
 * midend/ir/debug_point.h has the values that variables hold at the point of the source that an instruction is of,
 * isel.c what these values have become.  Here the registers are followed forward, as ra_validate.c does: a
 * register holds a dword of a temp from its definition, or from a copy of it, until either is written again; where
 * ways meet, if it does so on all of them.  What is found so is what the value was when it was last computed, so
 * that a variable's place ends rather than lies:
 *   - SGPRs follow linear edges, VGPRs logical ones;
 *   - a value of a loop that is not in the register on the way into the loop is not there at its beginning;
 *   - what a loop computes in SGPRs is of the last lane that left it: not known outside;
 *   - after the lanes' part of a block phis are filled: nothing is told. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"
#include "midend/ir/debug_point.h"

#include <string.h>

enum {
    REGS = 512,
    UNKNOWN = 0,
    TOP = UINT32_MAX,
    MAX_BLOCKS = 4096, /* 4 KiB for each */
    MAX_KNOWN = 4096,  /* entries of a list that are looked at */
    DWORDS = 16        /* of a temp */
};

struct state {
    uint32_t at[REGS];   /* temp * DWORDS + dword */
    uint32_t also[REGS]; /* the same, of the temp that it was copied from */
};

/* An object and its value. */
struct binding {
    uint32_t object;
    struct mir_value value;
};

struct noting {
    struct mir_function *function;
    struct ir_module *module;
    struct arena *arena;
    struct state *in, *out, *edge;
    uint32_t *depth;                 /* by temp: of the loops around its definition */
    uint16_t *homes;                 /* by content: a register that held it */
    VEC(struct binding) bindings;    /* of the lists ... */
    const struct debug_lists *lists; /* ... that were looked at last */
    uint32_t *seen, serial;          /* by object */
    VEC(struct mir_place) places;
    struct mir_places last;
};

static uint32_t
content(const struct mir_operand *operand, unsigned dword)
{
    return operand->temp * DWORDS + dword;
}

/* ---- registers ---- */

static void
forget(struct state *state, uint32_t temp)
{
    for (unsigned reg = 0; reg < REGS; reg++) {
        if (state->at[reg] / DWORDS == temp)
            state->at[reg] = UNKNOWN;
        if (state->also[reg] / DWORDS == temp)
            state->also[reg] = UNKNOWN;
    }
}

static void
write_def(struct state *state, const struct mir_operand *def)
{
    for (unsigned k = 0; k < def->dwords && def->reg + k < REGS; k++) {
        state->at[def->reg + k] = content(def, k);
        state->also[def->reg + k] = UNKNOWN;
    }
}

static void
clobber(struct state *state, unsigned reg, unsigned dwords)
{
    for (unsigned k = 0; k < dwords && reg + k < REGS; k++)
        state->at[reg + k] = state->also[reg + k] = UNKNOWN;
}

static bool
is_copy(const struct mir_inst *inst)
{
    return inst->op == MIR_P_COPY || inst->op == MIR_P_PARALLEL_COPY;
}

/* Does it copy a temp to itself, elsewhere? */
static bool
copies_itself(const struct mir_inst *inst, unsigned def)
{
    const struct mir_operand *use = &inst->operands[inst->def_count + def];
    return inst->op == MIR_P_PARALLEL_COPY && use->kind == MIR_TEMP &&
           use->temp == inst->operands[def].temp;
}

/* What copies bring with them is what was there before any of them. */
static void
note_copies(struct state *state, const struct state *before, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->def_count; i++) {
        const struct mir_operand *def = &inst->operands[i],
                                 *use = &inst->operands[inst->def_count + i];
        bool is_same = use->kind == MIR_TEMP && use->dwords == def->dwords && !use->is_undef;
        for (unsigned k = 0; is_same && k < def->dwords; k++) {
            uint32_t named = content(use, k), also = before->also[use->reg + k];
            bool is_own = use->temp == def->temp;
            if (before->at[use->reg + k] == named)
                state->also[def->reg + k] = is_own ? also : named;
        }
    }
}

/* Parts that share the registers of the vector: it is there, too. */
static void
note_parts(struct state *state, const struct state *before, const struct mir_inst *inst)
{
    const struct mir_operand *use = &inst->operands[inst->def_count];
    unsigned at = 0;
    for (unsigned i = 0; i < inst->def_count && use->kind == MIR_TEMP; i++)
        for (unsigned k = 0; k < inst->operands[i].dwords; k++, at++)
            if (inst->operands[i].reg + k == use->reg + at &&
                before->at[use->reg + at] == content(use, at))
                state->also[use->reg + at] = content(use, at);
}

static void
step(struct noting *n, struct state *state, const struct mir_inst *inst)
{
    struct state before;
    bool is_split = inst->op == MIR_P_SPLIT_VECTOR;
    if (is_copy(inst) || is_split)
        before = *state;
    if (mir_effects(n->function->target, inst).writes & MIR_SET_VCC)
        clobber(state, GCN_VCC_LO, 2);
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_FIXED && mir_is_def(inst, i))
            clobber(state, inst->operands[i].reg, inst->operands[i].dwords);
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_defines(inst, i) && !copies_itself(inst, i))
            forget(state, inst->operands[i].temp);
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_defines(inst, i))
            write_def(state, &inst->operands[i]);
    if (is_copy(inst))
        note_copies(state, &before, inst);
    if (is_split)
        note_parts(state, &before, inst);
}

/* ---- edges ---- */

static void
meet_one(uint32_t *to, uint32_t from)
{
    if (*to == TOP)
        *to = from;
    else if (from != TOP && from != *to)
        *to = UNKNOWN;
}

static void
cross_edge(struct noting *n, const struct mir_block *block, unsigned pred, bool linear)
{
    const struct mir_block *from = mir_preds(block, linear ? MIR_SGPR : MIR_VGPR).at[pred];
    struct state *state = n->edge;
    *state = n->out[from->id];
    if (state->at[0] == TOP)
        return;
    for (const struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
        if ((phi->op == MIR_P_LINEAR_PHI) == linear)
            forget(state, phi->operands[0].temp);
    for (const struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
        if ((phi->op == MIR_P_LINEAR_PHI) == linear)
            write_def(state, &phi->operands[0]);
}

static void
enter(struct noting *n, const struct mir_block *block)
{
    struct state *in = &n->in[block->id];
    memset(in, block == n->function->entry ? 0 : 0xFF, sizeof *in);
    for (unsigned i = 0; i < block->linear_preds.count; i++) {
        cross_edge(n, block, i, true);
        for (unsigned reg = 0; reg < GCN_VGPR0; reg++) {
            meet_one(&in->at[reg], n->edge->at[reg]);
            meet_one(&in->also[reg], n->edge->also[reg]);
        }
    }
    for (unsigned i = 0; i < block->logical_preds.count; i++) {
        cross_edge(n, block, i, false);
        for (unsigned reg = GCN_VGPR0; reg < REGS; reg++) {
            meet_one(&in->at[reg], n->edge->at[reg]);
            meet_one(&in->also[reg], n->edge->also[reg]);
        }
    }
    if (!block->logical_preds.count)
        clobber(in, GCN_VGPR0, REGS - GCN_VGPR0);
    for (unsigned reg = 0; reg < GCN_VGPR0 && in->at[0] != TOP; reg++) {
        if (n->depth[in->at[reg] / DWORDS] > block->loop_depth)
            in->at[reg] = UNKNOWN;
        if (n->depth[in->also[reg] / DWORDS] > block->loop_depth)
            in->also[reg] = UNKNOWN;
    }
}

static bool
visit(struct noting *n, const struct mir_block *block)
{
    enter(n, block);
    struct state state = n->in[block->id];
    if (state.at[0] == TOP)
        return false;
    mir_foreach_inst (inst, block)
        if (!mir_is_phi(inst))
            step(n, &state, inst);
    bool changed = memcmp(&state, &n->out[block->id], sizeof state) != 0;
    n->out[block->id] = state;
    return changed;
}

/* ---- variables ---- */

static void
bind(struct noting *n, const struct debug_lists *list, const struct debug_known *known)
{
    struct binding made = {.object = known->object};
    ir_id value = known->value ? debug_now(n->module, list, known->value) : 0;
    const struct ir_value *is =
        value && value < n->function->value_count ? ir_value(n->function->source, value) : NULL;
    if (n->seen[known->object] == n->serial)
        return;
    n->seen[known->object] = n->serial;
    if (known->is_constant) {
        made.value = (struct mir_value){.is_constant = true, .dwords = 1, .bits = known->bits};
    } else if (is && is->kind == IR_VALUE_CONST) {
        made.value = (struct mir_value){.is_constant = true, .dwords = 1, .bits = is->bits};
    } else if (is) {
        made.value = n->function->values[value];
    }
    uint32_t size = n->module->debug->objects.at[known->object - 1].size;
    unsigned dwords = size > 4 ? 2 : 1;
    bool fits = size <= 8 && (made.value.is_constant || made.value.dwords == dwords);
    if (made.value.dwords && fits)
        vec_push(n->arena, &n->bindings, made);
}

static void
find_bindings(struct noting *n, const struct debug_lists *lists)
{
    if (lists == n->lists)
        return;
    n->lists = lists;
    n->bindings.count = 0;
    n->serial++;
    for (; lists; lists = lists->next) {
        unsigned left = MAX_KNOWN;
        if (lists->function != n->function->source)
            continue;
        for (const struct debug_known *at = lists->known; at && left; at = at->older, left--)
            bind(n, lists, at);
    }
}

/* Registers that nobody but the lowering of pseudo operations writes later. */
static bool
stays(const struct mir_function *function, unsigned reg)
{
    const unsigned scratch = 4; /* scratch_sgpr and those after it */
    if (reg >= GCN_VGPR0)
        return reg < function->array_vgpr && reg < function->spill_vgpr;
    return reg < function->target->max_sgprs &&
           (reg < function->scratch_sgpr || reg >= function->scratch_sgpr + scratch);
}

static void
add_place(struct noting *n, const struct state *state, const struct binding *binding)
{
    struct mir_place place = {.object = binding->object};
    if (binding->value.is_constant) {
        place.bits = binding->value.bits;
        vec_push(n->arena, &n->places, place);
        return;
    }
    place.dwords = binding->value.dwords;
    for (unsigned i = 0; i < place.dwords; i++) {
        uint32_t wanted = binding->value.temps[i];
        uint16_t reg = n->homes[wanted];
        if (reg >= REGS || (state->at[reg] != wanted && state->also[reg] != wanted) ||
            !stays(n->function, reg))
            return;
        place.regs[i] = reg;
    }
    vec_push(n->arena, &n->places, place);
}

static void
note_homes(struct noting *n, const struct state *state, unsigned reg)
{
    if (state->at[reg] != UNKNOWN && state->at[reg] != TOP)
        n->homes[state->at[reg]] = (uint16_t)reg;
    if (state->also[reg] != UNKNOWN && state->also[reg] != TOP)
        n->homes[state->also[reg]] = (uint16_t)reg;
}

static void
note_inst(struct noting *n, const struct state *state, struct mir_inst *inst, loc_t loc)
{
    struct mir_function *function = n->function;
    const struct debug_point *point = debug_point_of(n->module, loc);
    n->places.count = 0;
    find_bindings(n, point ? point->lists : NULL);
    vec_foreach (const struct binding, binding, &n->bindings)
        add_place(n, state, binding);
    uint32_t count = n->places.count;
    bool is_same = count == n->last.count &&
                   (!count || memcmp(n->places.at, n->last.at, count * sizeof *n->places.at) == 0);
    if (!is_same) {
        struct mir_place *copy = ARENA_ARRAY(function->arena, count + 1u, struct mir_place);
        if (count)
            memcpy(copy, n->places.at, count * sizeof *copy);
        n->last = (struct mir_places){count, copy};
    }
    vec_push(function->arena, &function->places, n->last);
    inst->places = function->places.count;
}

/* The instruction after which the block's own lanes are the active ones: up to there others see it.  NULL: from the
 * beginning. */
static const struct mir_inst *
lanes_begin(const struct noting *n, const struct mir_block *block)
{
    const struct mir_inst *last = NULL;
    mir_foreach_inst (inst, block) {
        if (inst->op == MIR_P_LOGICAL_END || mir_is_branch(inst))
            break;
        if (mir_effects(n->function->target, inst).writes & MIR_SET_EXEC)
            last = inst;
    }
    return last;
}

static void
note_block(struct noting *n, struct mir_block *block)
{
    struct state state = n->in[block->id];
    loc_t loc = block->first ? mir_near_loc(block->first) : 0;
    bool has_ended = state.at[0] == TOP;
    const struct mir_inst *begin = lanes_begin(n, block);
    for (unsigned reg = 0; reg < REGS; reg++)
        note_homes(n, &state, reg);
    mir_foreach_inst (inst, block) {
        loc = inst->loc ? inst->loc : loc;
        if (mir_is_phi(inst))
            continue;
        has_ended |= mir_is_branch(inst);
        if (!has_ended && !begin)
            note_inst(n, &state, inst, loc);
        if (inst == begin)
            begin = NULL;
        has_ended |= inst->op == MIR_P_LOGICAL_END;
        step(n, &state, inst);
        for (unsigned i = 0; i < inst->operand_count; i++)
            if (mir_defines(inst, i))
                for (unsigned k = 0; k < inst->operands[i].dwords; k++)
                    note_homes(n, &state, inst->operands[i].reg + k);
    }
}

static void
find_depths(struct noting *n)
{
    n->depth = ARENA_ARRAY(n->arena, n->function->temps.count + 1u, uint32_t);
    mir_foreach_block (block, n->function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++)
                if (mir_defines(inst, i) && inst->op != MIR_P_PARALLEL_COPY)
                    n->depth[inst->operands[i].temp] = block->loop_depth;
}

bool
note_places(struct mir_function *function, const struct backend_options *options)
{
    struct arena *arena = mir_pass_arena(function);
    struct noting n = {.function = function, .arena = arena};
    if (!options->notes_variables || !function->values || function->block_count > MAX_BLOCKS)
        return false;
    n.module = function->source->module;
    n.in = ARENA_ARRAY(arena, function->block_count, struct state);
    n.out = ARENA_ARRAY(arena, function->block_count, struct state);
    n.edge = ARENA_NEW(arena, struct state);
    n.seen = ARENA_ARRAY(arena, n.module->debug->objects.count + 1u, uint32_t);
    n.homes = ARENA_ARRAY(arena, ((size_t)function->temps.count + 1) * DWORDS, uint16_t);
    memset(n.homes, 0xFF, ((size_t)function->temps.count + 1) * DWORDS * sizeof *n.homes);
    find_depths(&n);
    for (uint32_t i = 0; i < function->block_count; i++)
        memset(&n.out[i], 0xFF, sizeof n.out[i]);
    for (bool changed = true; changed;) {
        changed = false;
        mir_foreach_block (block, function)
            changed |= visit(&n, block);
    }
    mir_foreach_block (block, function)
        note_block(&n, block);
    return false;
}
