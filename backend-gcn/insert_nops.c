/* Wait states: for every instruction that is a consumer in hazard.def, a search goes backwards over
 * all linear predecessors for producers, and s_nop supplies the wait states still missing. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir_effects.h"

enum {
    /* Each operand gives at most one range: those of the table, the fixed registers, the tied use;
     * VCC may also be written without being an operand. */
    MAX_OPERANDS = GCN_MAX_OPERANDS + MIR_FIXED_SETS + 1,
    MAX_RANGES = MAX_OPERANDS + 1,
    /* The longest wait of one s_nop: every chip evaluates three bits of its simm16. */
    MAX_NOP_STATES = 8
};

struct range {
    uint16_t reg;
    uint8_t dwords;
};
struct ranges {
    struct range at[MAX_RANGES];
    unsigned count;
    unsigned same; /* enum gcn_hwreg, or 0: must agree */
};

/* All predicates have one signature; few of them need every parameter. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
typedef bool predicate(const struct gcn_target *target, const struct mir_inst *inst,
                       struct ranges *ranges);

static void
add_range(struct ranges *ranges, unsigned reg, unsigned dwords)
{
    ranges->at[ranges->count++] = (struct range){(uint16_t)reg, (uint8_t)dwords};
}

static bool
is_register(const struct mir_operand *operand)
{
    return operand->kind == MIR_TEMP ||
           (operand->kind == MIR_FIXED &&
            (operand->reg <= GCN_EXEC_HI || operand->reg >= GCN_VGPR0));
}

static bool
is_vector_register(const struct mir_operand *operand)
{
    return operand->reg >= GCN_VGPR0 && operand->reg < GCN_VGPR0 + 256;
}

/* Adds the registers of one file that the instruction writes (or reads). */
static bool
add_operands(const struct mir_inst *inst, bool written, bool vector, struct ranges *ranges)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (is_register(operand) && is_vector_register(operand) == vector &&
            (written ? mir_is_def(inst, i) : mir_is_use(inst, i)))
            add_range(ranges, operand->reg, operand->dwords);
    }
    return ranges->count != 0;
}

static bool
is_salu(const struct mir_inst *inst)
{
    return mir_format(inst) <= GCN_SOPK;
}

/* ---- producers ---- */

static bool
produces_valu_sgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct ranges *ranges)
{
    if (!mir_is_valu(inst))
        return false;
    add_operands(inst, true, false, ranges);
    if (mir_effects(target, inst).writes & MIR_SET_VCC)
        add_range(ranges, GCN_VCC_LO, 2);
    return ranges->count != 0;
}
static bool
produces_salu_sgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct ranges *ranges)
{
    return is_salu(inst) && add_operands(inst, true, false, ranges);
}
static bool
produces_valu_vcc(const struct gcn_target *target, const struct mir_inst *inst,
                  struct ranges *ranges)
{
    return mir_is_valu(inst) && mir_effects(target, inst).writes & MIR_SET_VCC;
}
static bool
produces_valu_exec(const struct gcn_target *target, const struct mir_inst *inst,
                   struct ranges *ranges)
{
    return mir_is_valu(inst) && mir_effects(target, inst).writes & MIR_SET_EXEC;
}
static bool
produces_valu_vcc_exec(const struct gcn_target *target, const struct mir_inst *inst,
                       struct ranges *ranges)
{
    return produces_valu_vcc(target, inst, ranges) || produces_valu_exec(target, inst, ranges);
}
static bool
is_setreg(const struct mir_inst *inst)
{
    return inst->op == GCN_s_setreg_b32 || inst->op == GCN_s_setreg_imm32_b32;
}
static bool
produces_setreg(const struct gcn_target *target, const struct mir_inst *inst, struct ranges *ranges)
{
    ranges->same = gcn_hwreg(inst->mods.imm);
    return is_setreg(inst);
}
static bool
produces_vskip(const struct gcn_target *target, const struct mir_inst *inst, struct ranges *ranges)
{
    /* any write to MODE may change it */
    return (is_setreg(inst) && gcn_hwreg(inst->mods.imm) == GCN_HWREG_MODE) ||
           inst->op == GCN_s_setvskip;
}
static bool
produces_trapsts(const struct gcn_target *target, const struct mir_inst *inst,
                 struct ranges *ranges)
{
    return is_setreg(inst) && gcn_hwreg(inst->mods.imm) == GCN_HWREG_TRAPSTS;
}
static bool
produces_valu_vgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct ranges *ranges)
{
    return mir_is_valu(inst) && add_operands(inst, true, true, ranges);
}
static bool
produces_salu_m0(const struct gcn_target *target, const struct mir_inst *inst,
                 struct ranges *ranges)
{
    return is_salu(inst) && mir_effects(target, inst).writes & MIR_SET_M0;
}
/* Stores more than 64 bits; MUBUF with an SGPR as offset reads the data early enough, and MIMG with
 * a descriptor of eight dwords does (LLVM 16, createsVALUHazard). */
static bool
produces_wide_store(const struct gcn_target *target, const struct mir_inst *inst,
                    struct ranges *ranges)
{
    if (!mir_is_vmem(inst) || !(gcn_op_info[inst->op].flags & (GCN_FLAG_STORE | GCN_FLAG_ATOMIC)))
        return false;
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        unsigned role = info->operands[i].role;
        bool buffer = info->format == GCN_MUBUF || info->format == GCN_MTBUF;
        if (buffer && role == GCN_ROLE_SOFFSET && is_register(operand))
            return false;
        if (info->format == GCN_MIMG && role == GCN_ROLE_SRSRC && operand->dwords > 4)
            return false;
        if ((role == GCN_ROLE_VDATA || role == GCN_ROLE_DATA) && operand->dwords > 2)
            add_range(ranges, operand->reg, operand->dwords);
    }
    return ranges->count != 0;
}
static bool
produces_interp(const struct gcn_target *target, const struct mir_inst *inst, struct ranges *ranges)
{
    return mir_format(inst) == GCN_VINTRP && add_operands(inst, true, true, ranges);
}

/* ---- consumers ---- */

static bool
consumes_vmem_sgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct ranges *ranges)
{
    return mir_is_vmem(inst) && add_operands(inst, false, false, ranges);
}
static bool
consumes_smem_sgpr(const struct gcn_target *target, const struct mir_inst *inst,
                   struct ranges *ranges)
{
    return mir_format(inst) == GCN_SMEM && add_operands(inst, false, false, ranges);
}
static bool
consumes_lane_select(const struct gcn_target *target, const struct mir_inst *inst,
                     struct ranges *ranges)
{
    if (inst->op != GCN_v_readlane_b32 && inst->op != GCN_v_writelane_b32)
        return false;
    if (is_register(&inst->operands[2]))
        add_range(ranges, inst->operands[2].reg, 1);
    return ranges->count != 0;
}
static bool
consumes_sbuffer_descriptor(const struct gcn_target *target, const struct mir_inst *inst,
                            struct ranges *ranges)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (mir_format(inst) != GCN_SMEM)
        return false;
    for (unsigned i = 0; i < info->operand_count; i++)
        if (info->operands[i].role == GCN_ROLE_SBASE && info->operands[i].dwords == 4)
            add_range(ranges, inst->operands[i].reg, 4);
    return ranges->count != 0;
}
static bool
consumes_div_fmas(const struct gcn_target *target, const struct mir_inst *inst,
                  struct ranges *ranges)
{
    return inst->op == GCN_v_div_fmas_f32 || inst->op == GCN_v_div_fmas_f64;
}
static bool
consumes_vccz_execz(const struct gcn_target *target, const struct mir_inst *inst,
                    struct ranges *ranges)
{
    for (unsigned i = 0; mir_is_valu(inst) && i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_FIXED &&
            (inst->operands[i].reg == GCN_SRC_VCCZ || inst->operands[i].reg == GCN_SRC_EXECZ))
            return true;
    return false;
}
static bool
consumes_getreg(const struct gcn_target *target, const struct mir_inst *inst, struct ranges *ranges)
{
    ranges->same = gcn_hwreg(inst->mods.imm);
    return inst->op == GCN_s_getreg_b32;
}
static bool
consumes_setreg(const struct gcn_target *target, const struct mir_inst *inst, struct ranges *ranges)
{
    return produces_setreg(target, inst, ranges);
}
static bool
consumes_vector(const struct gcn_target *target, const struct mir_inst *inst, struct ranges *ranges)
{
    return mir_is_valu(inst) || mir_is_vmem(inst) || mir_format(inst) == GCN_DS ||
           mir_format(inst) == GCN_EXP ||
           (inst->op == GCN_s_getreg_b32 && gcn_hwreg(inst->mods.imm) == GCN_HWREG_MODE);
}
static bool
consumes_rfe(const struct gcn_target *target, const struct mir_inst *inst, struct ranges *ranges)
{
    return inst->op == GCN_s_rfe_b64;
}
static bool
consumes_dpp_source(const struct gcn_target *target, const struct mir_inst *inst,
                    struct ranges *ranges)
{
    return inst->mods.has_dpp && add_operands(inst, false, true, ranges);
}
static bool
consumes_dpp(const struct gcn_target *target, const struct mir_inst *inst, struct ranges *ranges)
{
    return inst->mods.has_dpp;
}
static bool
consumes_message_gds(const struct gcn_target *target, const struct mir_inst *inst,
                     struct ranges *ranges)
{
    return inst->op == GCN_s_sendmsg || inst->op == GCN_s_sendmsghalt ||
           inst->op == GCN_s_ttracedata || (mir_format(inst) == GCN_DS && inst->mods.gds);
}
static bool
consumes_movrel_interp(const struct gcn_target *target, const struct mir_inst *inst,
                       struct ranges *ranges)
{
    enum gcn_format format = mir_format(inst);
    return format == GCN_VINTRP ||
           (format == GCN_SOP1 && mir_effects(target, inst).reads & MIR_SET_M0) ||
           (format == GCN_MUBUF && mir_effects(target, inst).reads & MIR_SET_M0);
}
static bool
consumes_valu_overwrites(const struct gcn_target *target, const struct mir_inst *inst,
                         struct ranges *ranges)
{
    return produces_valu_vgpr(target, inst, ranges);
}
static bool
consumes_readlane_source(const struct gcn_target *target, const struct mir_inst *inst,
                         struct ranges *ranges)
{
    return (inst->op == GCN_v_readlane_b32 || inst->op == GCN_v_readfirstlane_b32) &&
           add_operands(inst, false, true, ranges);
}

/* ---- the table at work ---- */

struct hazard {
    predicate *produces, *consumes;
    uint8_t states[GCN_FAMILIES];
};
static const struct hazard hazards[] = {
#define HAZARD(producer, consumer, gfx6, gfx7, gfx8, gfx9, gfx906, gfx908, gfx90a)                 \
    {produces_##producer, consumes_##consumer, {gfx6, gfx7, gfx8, gfx9, gfx906, gfx908, gfx90a}},
#include "backend-gcn/hazard.def"
#undef HAZARD
};
_Static_assert(GCN_FAMILIES == 7, "hazard.def has a column for each family");

static bool
overlap(const struct ranges *a, const struct ranges *b)
{
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned k = 0; k < b->count; k++)
            if (a->at[i].reg < b->at[k].reg + b->at[k].dwords &&
                b->at[k].reg < a->at[i].reg + a->at[i].dwords)
                return true;
    return false;
}

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
    struct visit *visits; /* by id of the block */
    uint32_t number;      /* of this search, from 1 */
    const struct hazard *hazard;
    struct ranges wanted; /* registers of the consumer */
    bool any;             /* the consumer is unknown: every producer counts */
    unsigned states;
};

static bool
is_producer(const struct search *search, const struct mir_inst *inst)
{
    struct ranges made;
    made.count = made.same = 0;
    if (mir_is_pseudo(inst) || !search->hazard->produces(search->target, inst, &made))
        return false;
    if (search->any)
        return true;
    if (made.same || search->wanted.same)
        return made.same == search->wanted.same;
    return !made.count || !search->wanted.count || overlap(&made, &search->wanted);
}

/* Can the search find more from the end of the block than a visit with fewer states passed did? */
static bool
is_worth_visiting(const struct search *search, const struct mir_block *block, unsigned passed)
{
    struct visit *visit = &search->visits[block->id];
    if (visit->search == search->number && visit->passed <= passed)
        return false;
    *visit = (struct visit){search->number, passed};
    return true;
}

/* The wait states still missing when `passed` lie between `inst` (the last one looked at) and the
 * consumer. */
static unsigned
missing(const struct search *search, const struct mir_block *block, const struct mir_inst *inst,
        unsigned passed)
{
    for (; inst; inst = inst->prev) {
        if (passed >= search->states || inst->op == GCN_s_swappc_b64)
            return 0; /* functions return with nothing pending */
        if (is_producer(search, inst))
            return search->states - passed;
        passed += wait_states(inst);
    }
    if (passed >= search->states)
        return 0;
    unsigned worst = 0;
    for (unsigned i = 0; i < block->linear_preds.count; i++) {
        const struct mir_block *pred = block->linear_preds.at[i];
        if (!is_worth_visiting(search, pred, passed))
            continue;
        unsigned here = missing(search, pred, pred->last, passed);
        if (here > worst)
            worst = here;
    }
    return worst;
}

static unsigned
needed_states(struct search *search, const struct mir_inst *inst)
{
    unsigned worst = 0;
    for (unsigned i = 0; i < sizeof hazards / sizeof *hazards; i++) {
        search->hazard = &hazards[i];
        search->states = hazards[i].states[search->target->family];
        search->wanted.count = search->wanted.same = 0;
        if (!search->states || !hazards[i].consumes(search->target, inst, &search->wanted))
            continue;
        search->number++;
        unsigned here = missing(search, inst->block, inst->prev, 0);
        if (here > worst)
            worst = here;
    }
    return worst;
}

/* What comes behind a call or return may be any consumer; the jump itself is one wait state.  The
 * three instructions before a call make the callee's address, which nothing but the call reads. */
static unsigned
needed_when_leaving(struct search *search, const struct mir_inst *inst)
{
    unsigned worst = 0, passed = 1;
    const struct mir_inst *from = inst->prev;
    for (; inst->op == GCN_s_swappc_b64 && passed < 4; passed++)
        from = from->prev;
    search->any = true;
    for (unsigned i = 0; i < sizeof hazards / sizeof *hazards; i++) {
        search->hazard = &hazards[i];
        search->states = hazards[i].states[search->target->family];
        search->number++;
        unsigned here = search->states ? missing(search, inst->block, from, passed) : 0;
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

/* The instruction executed just before, when nothing else can come between; jumps do not count
 * because relax_branches may still remove them. */
static const struct mir_inst *
before(const struct mir_inst *inst, const struct mir_block **block)
{
    const struct mir_inst *prev = inst->prev;
    while (prev ? prev->target != NULL : (*block)->prev != NULL) {
        if (prev) {
            prev = prev->prev;
        } else {
            *block = (*block)->prev;
            prev = (*block)->last;
        }
    }
    return prev;
}

struct clause {
    struct ranges defs, uses;
};

static struct clause
clause_of(const struct mir_inst *inst)
{
    bool vector = mir_format(inst) != GCN_SMEM;
    struct clause clause = {.defs.count = 0};
    add_operands(inst, true, vector, &clause.defs);
    add_operands(inst, false, false, &clause.uses);
    add_operands(inst, false, true, &clause.uses);
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
    bool self = overlap(&own.defs, &own.uses);
    const struct mir_block *block = inst->block;
    const struct mir_inst *prev = before(inst, &block);
    for (; prev; prev = before(prev, &block)) {
        if (smem ? mir_format(prev) != GCN_SMEM : !mir_is_vmem(prev))
            return false;
        struct clause other = clause_of(prev);
        if ((gcn_op_info[inst->op].flags | gcn_op_info[prev->op].flags) &
            (GCN_FLAG_STORE | GCN_FLAG_ATOMIC))
            return true;
        if (self || overlap(&other.defs, &other.uses) || overlap(&own.defs, &other.uses) ||
            overlap(&own.uses, &other.defs))
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
            if (!mir_is_pseudo(inst) && inst->operand_count > MAX_OPERANDS &&
                inst->op != GCN_s_swappc_b64 && inst->op != GCN_s_setpc_b64)
                ice(function->guard, "%s has %u operands", mir_op_name(inst->op),
                    inst->operand_count);
}

bool
insert_nops(struct mir_function *function, const struct backend_options *options)
{
    bool changed = false;
    struct search search = {.target = function->target};
    search.visits = ARENA_ARRAY(mir_pass_arena(function), function->block_count, struct visit);
    check_operand_counts(function);
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
            if (!states && options && options->xnack && breaks_clause(inst))
                states = 1;
            insert_wait(function, inst, states);
            changed |= states != 0;
        }
    }
    return changed;
}
