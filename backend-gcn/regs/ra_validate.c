/* Checks a register assignment by forward data flow: which dword of which temp does each register
 * hold?  SGPRs follow linear edges, VGPRs logical ones (a vector instruction writes only the lanes
 * of its own block).  Every use must find its temp.  Shares nothing with ra.c. */
#include "backend-gcn/mir/mir_effects.h"

#include <string.h>

enum { REGS = 512, UNKNOWN = 0, TOP = UINT32_MAX };

struct state {
    uint32_t at[REGS]; /* temp * 16 + dword; 0: nothing known; TOP: block not reached yet */
};

struct check {
    struct arena *arena;
    const struct mir_function *function;
    uint32_t *part_of; /* temp -> content that its first dword is, 0: it is no part of a vector */
    struct state *in, *out; /* per block id */
    struct state *edge;
    const char *fault;
    bool report; /* faults count, because the data flow has settled */
    const struct mir_inst *inst;
};

__attribute__((format(printf, 2, 3))) static void
fault(struct check *check, const char *format, ...)
{
    if (!check->report || check->fault)
        return;
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(check->arena, format, args);
    va_end(args);
    struct strbuf buf = strbuf_new(check->arena);
    strbuf_printf(&buf, "%s", text);
    if (check->inst) {
        strbuf_printf(&buf, ": b%u: ", check->inst->block->id);
        mir_print_inst(&buf, check->function, check->inst);
    }
    check->fault = buf.text;
}

/* A part of a vector is the vector's dword: between the split and a use of the part, which it dominates, the vector
 * is not computed anew. */
static void
note_parts(struct check *check)
{
    mir_foreach_block (block, check->function)
        mir_foreach_inst (inst, block) {
            const struct mir_operand *vector = &inst->operands[inst->def_count];
            if (inst->op != MIR_P_SPLIT_VECTOR || vector->kind != MIR_TEMP || vector->is_undef)
                continue;
            uint32_t at = vector->temp * 16;
            for (unsigned i = 0; i < inst->def_count; at += inst->operands[i++].dwords)
                if (mir_defines(inst, i))
                    check->part_of[inst->operands[i].temp] = at;
        }
}

static uint32_t
content(const struct check *check, const struct mir_operand *operand, unsigned dword)
{
    uint32_t of = operand->temp * 16;
    while (check->part_of[of / 16])
        of = check->part_of[of / 16] + of % 16;
    return of + dword;
}

/* Is the operand's register one that its class and size may have? */
static bool
place_is_legal(const struct check *check, const struct mir_operand *operand)
{
    const struct gcn_target *target = check->function->target;
    unsigned reg = operand->reg, end = reg + operand->dwords;
    if (operand->reg_class == MIR_VGPR && target->even_vgpr_tuples && operand->dwords > 1 &&
        reg % 2)
        return false;
    if (operand->reg_class == MIR_VGPR)
        return reg >= GCN_VGPR0 && end <= GCN_VGPR0 + 256u && end <= check->function->array_vgpr &&
               (check->function->spill_vgpr == GCN_NO_REG || end <= check->function->spill_vgpr);
    if (reg == GCN_VCC_LO)
        return operand->dwords <= 2;
    if (end > target->max_sgprs)
        return false;
    return operand->dwords == 1 || reg % (operand->dwords == 2 ? 2 : 4) == 0;
}

static void
check_use(struct check *check, const struct state *state, const struct mir_operand *use)
{
    if (use->is_undef)
        return;
    if (!place_is_legal(check, use)) {
        fault(check, "%%%u may not sit in register %u", use->temp, use->reg);
        return;
    }
    for (unsigned k = 0; k < use->dwords; k++)
        if (state->at[use->reg + k] != content(check, use, k))
            fault(check, "register %u holds %%%u dword %u, not %%%u dword %u", use->reg + k,
                  state->at[use->reg + k] / 16, state->at[use->reg + k] % 16, use->temp, k);
}

/* Forgets every copy of the temp, which is about to get a new value. */
static void
forget(struct state *state, uint32_t temp)
{
    for (unsigned reg = 0; reg < REGS; reg++)
        if (state->at[reg] / 16 == temp)
            state->at[reg] = UNKNOWN;
}

static void
write_def(struct check *check, struct state *state, const struct mir_operand *def)
{
    if (!place_is_legal(check, def)) {
        fault(check, "%%%u may not sit in register %u", def->temp, def->reg);
        return;
    }
    for (unsigned k = 0; k < def->dwords; k++)
        state->at[def->reg + k] = content(check, def, k);
}

static bool
overlap(const struct mir_operand *a, const struct mir_operand *b)
{
    return a->reg < b->reg + b->dwords && b->reg < a->reg + a->dwords;
}

static void
check_defs_apart(struct check *check, const struct mir_inst *inst)
{
    bool early = mir_early_clobber(inst);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (!mir_defines(inst, i))
            continue;
        for (unsigned k = 0; k < inst->operand_count; k++) {
            bool rival =
                (k > i && mir_defines(inst, k)) ||
                (early && mir_uses(inst, k) && inst->tied != k + 1 && !inst->operands[k].is_undef);
            if (rival && overlap(&inst->operands[i], &inst->operands[k]))
                fault(check, "operands %u and %u overlap", i, k);
        }
    }
}

static void
check_tied(struct check *check, const struct mir_inst *inst)
{
    unsigned def = mir_tied_def(inst);
    if (def < inst->operand_count && inst->operands[def].reg != inst->operands[inst->tied - 1].reg)
        fault(check, "tied operands differ");
}

static bool
copies_itself(const struct mir_inst *inst, unsigned def)
{
    const struct mir_operand *use = &inst->operands[inst->def_count + def];
    return inst->op == MIR_P_PARALLEL_COPY && use->kind == MIR_TEMP &&
           use->temp == inst->operands[def].temp;
}

static void
clobber_fixed(const struct check *check, struct state *state, const struct mir_inst *inst)
{
    if (mir_effects(check->function->target, inst).writes & MIR_SET_VCC)
        state->at[GCN_VCC_LO] = state->at[GCN_VCC_HI] = UNKNOWN;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->kind != MIR_FIXED || !mir_is_def(inst, i))
            continue;
        for (unsigned k = 0; k < operand->dwords && operand->reg + k < REGS; k++)
            state->at[operand->reg + k] = UNKNOWN;
    }
}

static void
check_inst(struct check *check, struct state *state, const struct mir_inst *inst)
{
    check->inst = inst;
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_uses(inst, i))
            check_use(check, state, &inst->operands[i]);
    check_defs_apart(check, inst);
    check_tied(check, inst);
    clobber_fixed(check, state, inst);
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_defines(inst, i) && !copies_itself(inst, i))
            forget(state, inst->operands[i].temp);
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_defines(inst, i))
            write_def(check, state, &inst->operands[i]);
    check->inst = NULL;
}

/* Once the lanes' part of a block has ended, no vector register may change for them. */
static void
check_block_shape(struct check *check, const struct mir_block *block)
{
    bool ended = block->is_linear_only;
    mir_foreach_inst (inst, block) {
        check->inst = inst;
        for (unsigned i = 0; ended && i < inst->operand_count; i++)
            if (mir_defines(inst, i) && inst->operands[i].reg_class == MIR_VGPR)
                fault(check, "vector register written outside the lanes' part of the block");
        ended |= inst->op == MIR_P_LOGICAL_END;
    }
    check->inst = NULL;
}

static void
meet(struct state *to, const struct state *from, unsigned first, unsigned last)
{
    for (unsigned reg = first; reg < last; reg++)
        if (to->at[reg] == TOP)
            to->at[reg] = from->at[reg];
        else if (from->at[reg] != TOP && from->at[reg] != to->at[reg])
            to->at[reg] = UNKNOWN;
}

/* Carries the state at the predecessor's end into the block: phi operands become the phis'
 * definitions. */
static void
cross_edge(struct check *check, const struct mir_block *block, unsigned pred, bool linear,
           struct state *state)
{
    const struct mir_block *from = mir_preds(block, linear ? MIR_SGPR : MIR_VGPR).at[pred];
    *state = check->out[from->id];
    if (state->at[0] == TOP)
        return;
    for (const struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next) {
        if ((phi->op == MIR_P_LINEAR_PHI) != linear)
            continue;
        check->inst = phi;
        check_use(check, state, &phi->operands[pred + 1]);
        if (!phi->operands[pred + 1].is_undef &&
            phi->operands[pred + 1].reg != phi->operands[0].reg)
            fault(check, "phi operand %u is not in the register of the definition", pred);
    }
    for (const struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
        if ((phi->op == MIR_P_LINEAR_PHI) == linear)
            forget(state, phi->operands[0].temp);
    for (const struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
        if ((phi->op == MIR_P_LINEAR_PHI) == linear)
            write_def(check, state, &phi->operands[0]);
    check->inst = NULL;
}

static void
enter(struct check *check, const struct mir_block *block)
{
    struct state *in = &check->in[block->id];
    struct state *edge = check->edge;
    memset(in->at, block == check->function->entry ? 0 : 0xFF, sizeof in->at);
    for (unsigned i = 0; i < block->linear_preds.count; i++) {
        cross_edge(check, block, i, true, edge);
        meet(in, edge, 0, GCN_VGPR0);
    }
    for (unsigned i = 0; i < block->logical_preds.count; i++) {
        cross_edge(check, block, i, false, edge);
        meet(in, edge, GCN_VGPR0, REGS);
    }
    if (!block->logical_preds.count)
        memset(in->at + GCN_VGPR0, 0, (REGS - GCN_VGPR0) * sizeof *in->at);
}

/* Returns whether the state at the end of the block changed. */
static bool
visit(struct check *check, const struct mir_block *block)
{
    enter(check, block);
    struct state state = check->in[block->id];
    if (state.at[0] == TOP)
        return false;
    mir_foreach_inst (inst, block)
        if (!mir_is_phi(inst))
            check_inst(check, &state, inst);
    bool changed = memcmp(&state, &check->out[block->id], sizeof state) != 0;
    check->out[block->id] = state;
    return changed;
}

const char *
ra_validate(const struct mir_function *function, struct arena *scratch)
{
    struct check check = {.arena = scratch, .function = function};
    check.edge = ARENA_NEW(scratch, struct state);
    check.part_of = ARENA_ARRAY(scratch, function->temps.count, uint32_t);
    note_parts(&check);
    check.in = ARENA_ARRAY(scratch, function->block_count, struct state);
    check.out = ARENA_ARRAY(scratch, function->block_count, struct state);
    for (uint32_t i = 0; i < function->block_count; i++)
        memset(check.out[i].at, 0xFF, sizeof check.out[i].at);
    for (bool changed = true; changed;) {
        changed = false;
        mir_foreach_block (block, function)
            changed |= visit(&check, block);
    }
    check.report = true;
    mir_foreach_block (block, function) {
        visit(&check, block);
        check_block_shape(&check, block);
    }
    return check.fault;
}
