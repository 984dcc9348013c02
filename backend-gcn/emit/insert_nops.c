/* Wait states: for every instruction that is a consumer in hazard.def, a search goes backwards over
 * all linear predecessors for producers, and s_nop supplies the wait states still missing. */
#include "backend-gcn/backend.h"
#include "backend-gcn/emit/hazard.h"

enum {
    /* The longest wait of one s_nop: every chip evaluates three bits of its simm16. */
    MAX_NOP_STATES = 8
};

static unsigned
wait_states(const struct mir_inst *inst)
{
    if (mir_is_pseudo(inst) || inst->target) /* relax_branches may still remove jumps */
        return 0;
    return inst->op == GCN_s_nop ? ((unsigned)inst->mods.imm & (MAX_NOP_STATES - 1)) + 1 : 1;
}

/* A search's record of reaching the end of a block. */
struct visit {
    uint32_t search; /* which one */
    uint32_t passed; /* with the fewest wait states */
};

struct search {
    const struct gcn_target *target;
    struct visit *visits; /* by id of the block, twice: while the row does not hold, and then */
    uint32_t number;      /* of this search, from 1 */
    uint64_t produced;    /* bits of the rows that the function has producers of */
    const struct hazard *hazard;
    struct hazard_ranges wanted; /* registers of the consumer */
    bool any;                    /* the consumer is unknown: every producer counts */
    unsigned states;
};

/* What the instruction, if it is a producer for the consumer, wants between them. */
static unsigned
states_after(const struct search *search, const struct mir_inst *inst)
{
    struct hazard_ranges made;
    hazard_no_ranges(&made);
    if (mir_is_pseudo(inst) || !search->hazard->produces(search->target, inst, &made) ||
        (!search->any && !hazard_meets(&made, &search->wanted)))
        return 0;
    return hazard_states(search->hazard, search->target, inst);
}

/* Must what lies between be there before the row holds, and is this it? */
static bool
lies_between(const struct search *search, const struct mir_inst *inst)
{
    struct hazard_ranges none;
    return search->hazard->between && !mir_is_pseudo(inst) &&
           search->hazard->between(search->target, inst, &none);
}

/* Can the search find more from the end of the block than a visit with fewer states passed did? */
static bool
is_worth_visiting(const struct search *search, const struct mir_block *block, unsigned passed,
                  bool holds)
{
    struct visit *visit = &search->visits[2 * block->id + holds];
    if (visit->search == search->number && visit->passed <= passed)
        return false;
    *visit = (struct visit){search->number, passed};
    return true;
}

/* The wait states still missing when `passed` lie between `inst` (the last one looked at) and the
 * consumer.  One that is farther away may want more than a nearer one.  holds: what must lie between
 * was passed, or nothing must. */
static unsigned
missing(const struct search *search, const struct mir_block *block, const struct mir_inst *inst,
        unsigned passed, bool holds)
{
    unsigned worst = 0;
    for (; inst; inst = inst->prev) {
        if (passed + worst >= search->states || inst->op == GCN_s_swappc_b64)
            return worst; /* functions return with nothing pending */
        unsigned wanted = holds ? states_after(search, inst) : 0;
        if (wanted > passed + worst)
            worst = wanted - passed;
        passed += wait_states(inst);
        holds |= lies_between(search, inst);
    }
    if (passed + worst >= search->states)
        return worst;
    for (unsigned i = 0; i < block->linear_preds.count; i++) {
        const struct mir_block *pred = block->linear_preds.at[i];
        if (!is_worth_visiting(search, pred, passed, holds))
            continue;
        unsigned here = missing(search, pred, pred->last, passed, holds);
        if (here > worst)
            worst = here;
    }
    return worst;
}

/* Makes the search one for that row. */
static void
take_row(struct search *search, unsigned row)
{
    search->hazard = &hazards[row];
    search->states = hazards[row].states[search->target->family];
    hazard_no_ranges(&search->wanted);
}

#define FOREACH_ROW(row, rows)                                                                     \
    for (uint64_t left = (rows); left && (row = (unsigned)__builtin_ctzll(left), true);            \
         left &= left - 1)

static unsigned
needed_states(struct search *search, const struct mir_inst *inst)
{
    unsigned worst = 0, i;
    FOREACH_ROW(i, search->produced)
    {
        take_row(search, i);
        if (!hazards[i].consumes(search->target, inst, &search->wanted))
            continue;
        search->number++;
        unsigned here = missing(search, inst->block, inst->prev, 0, !hazards[i].between);
        if (here > worst)
            worst = here;
    }
    return worst;
}

/* What comes after a call or return may be any consumer; the jump itself is one wait state.  The
 * three instructions before a call make the callee's address, which nothing but the call reads. */
static unsigned
needed_when_leaving(struct search *search, const struct mir_inst *inst)
{
    unsigned worst = 0, passed = 1, i;
    const struct mir_inst *from = inst->prev;
    for (; inst->op == GCN_s_swappc_b64 && passed < 4; passed++)
        from = from->prev;
    search->any = true;
    FOREACH_ROW(i, search->produced)
    {
        take_row(search, i);
        search->number++;
        unsigned here = missing(search, inst->block, from, passed, !hazards[i].between);
        worst = here > worst ? here : worst;
    }
    search->any = false;
    return worst;
}

static void
insert_wait(struct mir_function *function, struct mir_inst *at, unsigned states)
{
    while (states) {
        unsigned now = states < MAX_NOP_STATES ? states : MAX_NOP_STATES;
        struct mir_inst *nop = mir_real(function, GCN_s_nop, NULL, 0);
        nop->mods.imm = (int32_t)now - 1;
        mir_insert_before(at, nop);
        states -= now;
    }
}

/* The instruction executed just before, when nothing else can come between; jumps do not count, nor do blocks that
 * nothing leads to, because relax_branches may still remove them. */
static const struct mir_inst *
before(const struct mir_inst *inst, const struct mir_block **block)
{
    const struct mir_inst *prev = inst->prev;
    while (prev ? prev->target != NULL : (*block)->prev != NULL) {
        if (prev) {
            prev = prev->prev;
        } else {
            *block = (*block)->prev;
            bool is_dead = (*block)->prev && !(*block)->linear_preds.count;
            prev = is_dead ? NULL : (*block)->last;
        }
    }
    return prev;
}

struct clause {
    struct hazard_ranges defs, uses;
};

static struct clause
clause_of(const struct mir_inst *inst)
{
    bool vector = mir_format(inst) != GCN_SMEM;
    struct clause clause;
    hazard_no_ranges(&clause.defs);
    hazard_no_ranges(&clause.uses);
    hazard_add_operands(inst, true, vector ? HAZARD_VECTORS : HAZARD_SCALARS, &clause.defs);
    hazard_add_operands(inst, false, HAZARD_SCALARS | HAZARD_VECTORS, &clause.uses);
    return clause;
}

/* With XNACK, consecutive scalar (or vector) memory instructions may be replayed together: none of
 * them may write what any of them, itself included, reads, and stores begin a new group. */
static bool
breaks_clause(const struct mir_inst *inst)
{
    bool smem = mir_format(inst) == GCN_SMEM;
    if (!smem && !mir_is_vmem(inst))
        return false;
    struct clause own = clause_of(inst);
    bool self = hazard_ranges_meet(&own.defs, &own.uses);
    const struct mir_block *block = inst->block;
    const struct mir_inst *prev = before(inst, &block);
    for (; prev; prev = before(prev, &block)) {
        if (smem ? mir_format(prev) != GCN_SMEM : !mir_is_vmem(prev))
            return false;
        struct clause other = clause_of(prev);
        if ((gcn_op_info[inst->op].flags | gcn_op_info[prev->op].flags) &
            (GCN_FLAG_STORE | GCN_FLAG_ATOMIC))
            return true;
        if (self || hazard_ranges_meet(&other.defs, &other.uses) ||
            hazard_ranges_meet(&own.defs, &other.uses) ||
            hazard_ranges_meet(&own.uses, &other.defs))
            return true;
    }
    return false;
}

/* VCCZ follows writes of the whole VCC only. */
static bool
vccz_is_stale(const struct mir_inst *branch)
{
    for (const struct mir_inst *inst = branch->prev; inst && inst->op != GCN_s_swappc_b64;
         inst = inst->prev)
        for (unsigned i = 0; i < inst->operand_count; i++)
            if ((inst->operands[i].kind == MIR_TEMP || inst->operands[i].kind == MIR_FIXED) &&
                mir_is_def(inst, i) &&
                (inst->operands[i].reg == GCN_VCC_LO || inst->operands[i].reg == GCN_VCC_HI))
                return inst->operands[i].dwords == 1;
    return true;
}

/* The ranges of an instruction have room for its operands. */
static void
check_operand_counts(const struct mir_function *function)
{
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            if (!mir_is_pseudo(inst) && inst->operand_count > HAZARD_MAX_OPERANDS &&
                inst->op != GCN_s_swappc_b64 && inst->op != GCN_s_setpc_b64)
                ice(function->guard, "%s has %u operands", mir_op_name(inst->op),
                    inst->operand_count);
}

/* Bits of the rows that the instructions of the function are producers of: most search for nothing. */
static uint64_t
rows_produced(const struct mir_function *function)
{
    uint64_t rows = 0, searched = 0;
    unsigned i;
    for (i = 0; i < hazard_count; i++)
        if (hazards[i].states[function->target->family])
            searched |= (uint64_t)1 << i;
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            FOREACH_ROW(i, mir_is_pseudo(inst) ? 0 : searched & ~rows)
            {
                struct hazard_ranges made;
                hazard_no_ranges(&made);
                if (hazards[i].produces(function->target, inst, &made))
                    rows |= (uint64_t)1 << i;
            }
    return rows;
}

bool
insert_nops(struct mir_function *function, const struct backend_options *options)
{
    bool changed = false;
    struct search search = {.target = function->target};
    search.visits = ARENA_ARRAY(mir_pass_arena(function), 2 * function->block_count, struct visit);
    check_operand_counts(function);
    search.produced = rows_produced(function);
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            if (mir_is_pseudo(inst))
                continue;
            if ((inst->op == GCN_s_cbranch_vccz || inst->op == GCN_s_cbranch_vccnz) &&
                vccz_is_stale(inst)) {
                struct mir_operand vcc = mir_physical(GCN_VCC_LO, 2);
                struct mir_operand pair[2] = {vcc, vcc};
                mir_insert_before(inst, mir_real(function, GCN_s_mov_b64, pair, 2));
            }
            bool leaves = inst->op == GCN_s_swappc_b64 || inst->op == GCN_s_setpc_b64;
            unsigned states =
                leaves ? needed_when_leaving(&search, inst) : needed_states(&search, inst);
            if (!states && options && options->object.xnack && breaks_clause(inst))
                states = 1;
            insert_wait(function, inst, states);
            changed |= states != 0;
        }
    }
    return changed;
}
