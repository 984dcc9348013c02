/* s_waitcnt before the first touch of a register whose memory operation is still under way.
 *
 * A scoreboard says for each register and counter how many events have followed the one that writes
 * (or, for expcnt, reads) it: waiting until that many are outstanding is enough, as long as events
 * of the counter return in order.  Scalar loads do not, nor do mixed kinds: then the wait is for
 * zero.  Scoreboards flow along the linear graph, because waves wait, not lanes; joins keep the
 * stricter entry. */
#include "backend-gcn/backend.h"
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/mir/mir_effects.h"

#include <string.h>

enum counter { VM, LGKM, EXP, COUNTERS };
/* What loads to LDS are writing, as if it were a register: no instruction that is made here names this one. */
enum { LOCAL_MEMORY = GCN_SRC_LDS_DIRECT };
/* Entries of registers up to the TTMP ones, then of AGPRs. */
enum { FIRST_AGPR = 576, REGS = FIRST_AGPR + 256, NO_WAIT = 0xFF };
_Static_assert(REGS % 64 == 0 && REGS / 64 <= 16 && (int)GCN_SCC < (int)FIRST_AGPR,
               "words of bits for every register");

enum kind { /* of pending events, a set */
            KIND_VMEM = 1,
            KIND_LDS = 2,
            KIND_GDS = 4,
            KIND_SMEM = 8,
            KIND_MESSAGE = 16,
            KIND_FLAT = 32,
            KIND_EXPORT = 64,
            KIND_STORE_DATA = 128,
            KIND_SMEM_WRITABLE =
                256 /* besides KIND_SMEM: of memory that this kernel may write later */
};

struct scoreboard {
    uint64_t pending[COUNTERS][REGS / 64]; /* registers with an age */
    uint16_t words[COUNTERS];              /* of pending: those that are not 0, and perhaps more */
    uint8_t age[COUNTERS][REGS];           /* events after the register's */
    uint8_t outstanding[COUNTERS];
    uint16_t kinds[COUNTERS];
    bool reached, changed; /* at a block's entry: since its last visit */
};

/* Runs over the pending registers; the body may drop the current one. */
#define foreach_pending(reg, scoreboard, counter)                                                  \
    for (unsigned words_ = (scoreboard)->words[counter], word_;                                    \
         words_ && (word_ = (unsigned)__builtin_ctz(words_), true); words_ &= words_ - 1)          \
        for (uint64_t bits_ = (scoreboard)->pending[counter][word_], reg = 0;                      \
             bits_ && (reg = word_ * 64 + (unsigned)__builtin_ctzll(bits_), true);                 \
             bits_ &= bits_ - 1)

struct waits {
    uint8_t at_most[COUNTERS]; /* NO_WAIT */
};

struct state {
    struct mir_function *function;
    const struct backend_options *options;
    struct scoreboard *in; /* per block id */
    struct scoreboard scoreboard;
    uint8_t max[COUNTERS];
    bool has_samples;      /* there are image operations with a sampler: the others overtake them */
    struct waits explicit; /* of s_waitcnt instructions passed over since the last real one */
    bool insert;
};

static const struct waits no_waits = {{NO_WAIT, NO_WAIT, NO_WAIT}};

static void
require(struct waits *waits, enum counter counter, unsigned at_most)
{
    if (at_most < waits->at_most[counter])
        waits->at_most[counter] = (uint8_t)at_most;
}

static unsigned
entry_of(unsigned reg)
{
    return reg < GCN_AGPR0 ? reg : reg - GCN_AGPR0 + FIRST_AGPR;
}

static bool
is_pending(const struct scoreboard *scoreboard, enum counter counter, unsigned reg)
{
    return reg < REGS && scoreboard->pending[counter][reg / 64] >> (reg % 64) & 1;
}

static void
set_age(struct scoreboard *scoreboard, enum counter counter, unsigned reg, unsigned age)
{
    scoreboard->pending[counter][reg / 64] |= UINT64_C(1) << (reg % 64);
    scoreboard->words[counter] |= (uint16_t)(1u << (reg / 64));
    scoreboard->age[counter][reg] = (uint8_t)age;
}

/* Do the pending events of the counter return one after the other? */
static bool
in_order(const struct scoreboard *scoreboard, enum counter counter)
{
    unsigned kinds = scoreboard->kinds[counter];
    return (kinds & (kinds - 1)) == 0 && !(kinds & (KIND_SMEM | KIND_FLAT));
}

static void
require_register(struct state *state, struct waits *waits, enum counter counter, unsigned reg)
{
    const struct scoreboard *scoreboard = &state->scoreboard;
    reg = entry_of(reg);
    if (is_pending(scoreboard, counter, reg))
        require(waits, counter, in_order(scoreboard, counter) ? scoreboard->age[counter][reg] : 0);
}

/* ---- events ---- */

static void
add_event(struct state *state, enum counter counter, unsigned kind)
{
    struct scoreboard *scoreboard = &state->scoreboard;
    /* Issue stalls at the maximum, so events as old as that are done.  Ages stop below it all the
     * same, so that a wait is emitted, which a checker can see. */
    foreach_pending (reg, scoreboard, counter)
        if (scoreboard->age[counter][reg] + 1 < state->max[counter])
            scoreboard->age[counter][reg]++;
    if (scoreboard->outstanding[counter] < state->max[counter])
        scoreboard->outstanding[counter]++;
    scoreboard->kinds[counter] |= (uint16_t)kind;
}

static void
mark(struct state *state, enum counter counter, const struct mir_operand *operand)
{
    if (operand->kind != MIR_TEMP && operand->kind != MIR_FIXED)
        return;
    if (entry_of(operand->reg) + operand->dwords > REGS)
        ice(state->function->guard, "insert_waitcnt: no scoreboard for register %u", operand->reg);
    for (unsigned k = 0; k < operand->dwords; k++)
        set_age(&state->scoreboard, counter, entry_of(operand->reg + k), 0);
}

static void
mark_defs(struct state *state, enum counter counter, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < gcn_op_info[inst->op].operand_count; i++)
        if (mir_is_def(inst, i))
            mark(state, counter, &inst->operands[i]);
}

/* Data that a store reads after issue. */
static void
mark_data(struct state *state, const struct mir_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    for (unsigned i = 0; i < info->operand_count; i++) {
        unsigned role = info->operands[i].role;
        if (role == GCN_ROLE_VDATA || role == GCN_ROLE_DATA || role == GCN_ROLE_DATA0 ||
            role == GCN_ROLE_DATA1 || (role >= GCN_ROLE_VSRC0 && role <= GCN_ROLE_VSRC3))
            mark(state, EXP, &inst->operands[i]);
    }
}

static bool
flat_may_touch_lds(const struct mir_inst *inst)
{
    return !inst->memory.spaces || inst->memory.spaces & IR_SPACES_TO_LOCAL;
}

static void
vmem_events(struct state *state, const struct mir_inst *inst)
{
    uint32_t flags = gcn_op_info[inst->op].flags;
    if (inst->op == GCN_buffer_wbl2) /* done when vmcnt says so */
        add_event(state, VM, KIND_VMEM);
    if (!(flags & (GCN_FLAG_LOAD | GCN_FLAG_STORE | GCN_FLAG_ATOMIC)))
        return;
    bool flat = mir_format(inst) == GCN_FLAT, anywhere = flat && flat_may_touch_lds(inst);
    add_event(state, VM, anywhere ? KIND_FLAT : KIND_VMEM);
    mark_defs(state, VM, inst);
    if (inst->mods.lds)
        set_age(&state->scoreboard, VM, LOCAL_MEMORY, 0);
    if (anywhere) {
        add_event(state, LGKM, KIND_FLAT);
        mark_defs(state, LGKM, inst);
    } else if (flat) { /* counts, but says nothing about the data */
        if (state->scoreboard.outstanding[LGKM] < state->max[LGKM])
            state->scoreboard.outstanding[LGKM]++;
    }
    if (state->function->target->stores_use_expcnt && flags & (GCN_FLAG_STORE | GCN_FLAG_ATOMIC)) {
        add_event(state, EXP, KIND_STORE_DATA);
        mark_data(state, inst);
    }
}

static void
ds_events(struct state *state, const struct mir_inst *inst)
{
    bool gds = inst->mods.gds;
    add_event(state, LGKM, gds ? KIND_GDS : KIND_LDS);
    mark_defs(state, LGKM, inst);
    if (gds) {
        add_event(state, EXP, KIND_GDS);
        mark_data(state, inst);
    }
}

static void
smem_events(struct state *state, const struct mir_inst *inst)
{
    bool writable = inst->memory.spaces & IR_SPACES_TO_GLOBAL && !inst->memory.is_invariant;
    add_event(state, LGKM, writable ? KIND_SMEM | KIND_SMEM_WRITABLE : KIND_SMEM);
    mark_defs(state, LGKM, inst);
}

static void
events(struct state *state, const struct mir_inst *inst)
{
    switch (mir_format(inst)) {
    case GCN_SMEM:
        smem_events(state, inst);
        return;
    case GCN_DS:
        ds_events(state, inst);
        return;
    case GCN_EXP:
        add_event(state, EXP, KIND_EXPORT);
        mark_data(state, inst);
        return;
    case GCN_SOPP:
        if (inst->op == GCN_s_sendmsg || inst->op == GCN_s_sendmsghalt)
            add_event(state, LGKM, KIND_MESSAGE);
        return;
    default:
        if (mir_is_vmem(inst))
            vmem_events(state, inst);
    }
}

/* ---- what an instruction needs ---- */

/* Vector memory writes registers in the order of issue, apart from what is sampled (docs/hazards.md, 2): a load may
 * overwrite what another one, perhaps for other lanes, has not written yet.  With XNACK one may run again. */
static bool
writes_in_order(const struct state *state, const struct mir_inst *inst)
{
    return mir_is_vmem(inst) && gcn_op_info[inst->op].flags & (GCN_FLAG_LOAD | GCN_FLAG_ATOMIC) &&
           state->scoreboard.kinds[VM] == KIND_VMEM && !state->has_samples &&
           !(mir_format(inst) == GCN_FLAT && flat_may_touch_lds(inst)) &&
           !(state->options && state->options->object.xnack);
}

static void
register_waits(struct state *state, const struct mir_inst *inst, struct waits *waits)
{
    bool is_ordered = writes_in_order(state, inst);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->kind != MIR_TEMP && operand->kind != MIR_FIXED)
            continue;
        bool def = mir_is_def(inst, i);
        for (unsigned k = 0; k < operand->dwords; k++) {
            if (!def || !is_ordered || mir_is_use(inst, i))
                require_register(state, waits, VM, operand->reg + k);
            require_register(state, waits, LGKM, operand->reg + k);
            if (def)
                require_register(state, waits, EXP, operand->reg + k);
        }
    }
}

static bool
leaves_function(const struct mir_inst *inst)
{
    return inst->op == GCN_s_swappc_b64 || inst->op == GCN_s_setpc_b64;
}

/* What is called, if it is known; NULL: it is not, or a function returns. */
static const struct call_interface *
known_callee(const struct state *state, const struct mir_inst *inst)
{
    const struct call_context *calls = state->function->calls;
    bool is_known = calls && inst->callee && inst->op == GCN_s_swappc_b64;
    return is_known ? call_interface_of(calls->program, inst->callee) : NULL;
}

/* Apart from what is passed, which the call reads. */
static bool
touches(const struct call_interface *callee, unsigned reg)
{
    bool is_general = reg < GCN_VCC_LO || (reg >= GCN_VGPR0 && reg < CALL_REGS);
    return !is_general || call_has(&callee->clobbers, reg) || call_has(&callee->lanes, reg);
}

/* No register that the other function touches is waited for when one begins or ends (docs/abi.md,
 * "Calls"). */
static void
travelling_registers(struct state *state, const struct mir_inst *inst, struct waits *waits)
{
    const struct call_interface *callee = known_callee(state, inst);
    for (unsigned c = 0; c < COUNTERS; c++)
        foreach_pending (reg, &state->scoreboard, c)
            if (!callee || touches(callee, (unsigned)reg))
                require_register(state, waits, (enum counter)c, (unsigned)reg);
}

/* Nobody counts what a callee issues. */
static void
forget_ages(struct scoreboard *scoreboard)
{
    for (unsigned c = 0; c < COUNTERS; c++)
        foreach_pending (reg, scoreboard, c)
            scoreboard->age[c][reg] = 0;
}

/* Nor is anything under way then that does not return in order: the function on the other side would
 * not know that its own operations may be counted before theirs. */
static void
unordered_operations(struct state *state, struct waits *waits)
{
    const uint16_t *kinds = state->scoreboard.kinds;
    if (kinds[VM] & ~(unsigned)KIND_VMEM)
        require(waits, VM, 0);
    if (kinds[LGKM] & ~(unsigned)KIND_LDS)
        require(waits, LGKM, 0);
    if (kinds[EXP] & ~(unsigned)KIND_STORE_DATA)
        require(waits, EXP, 0);
}

/* Stores of the code that was here before may be under way, of one kind for each counter. */
static void
assume_stores(const struct state *state, struct scoreboard *scoreboard)
{
    for (unsigned c = 0; c < COUNTERS; c++)
        scoreboard->outstanding[c] = state->max[c];
}

/* LDS operations are done before a barrier that orders local memory: those of FLAT instructions are
 * when both counters say so.  Without back-off nothing may
 * be outstanding: an exception in a waiting wave could not be handled. */
static void
barrier_waits(const struct state *state, const struct mir_inst *inst, struct waits *waits)
{
    bool backoff = state->function->target->barrier_backoff;
    if (inst->memory.spaces & IR_SPACES_TO_LOCAL || !backoff)
        require(waits, LGKM, 0);
    if (inst->memory.spaces & IR_SPACES_TO_LOCAL && state->scoreboard.kinds[VM] & KIND_FLAT)
        require(waits, VM, 0);
    if (backoff)
        return;
    require(waits, VM, 0);
    require(waits, EXP, 0);
}

/* Loads to LDS are done before anything else touches it, or others are told of it. */
static void
local_waits(struct state *state, const struct mir_inst *inst, struct waits *waits)
{
    enum gcn_format format = mir_format(inst);
    bool barrier = inst->op == GCN_s_barrier && inst->memory.spaces & IR_SPACES_TO_LOCAL;
    if (format == GCN_DS || barrier || (format == GCN_FLAT && flat_may_touch_lds(inst)))
        require_register(state, waits, VM, LOCAL_MEMORY);
}

static void
special_waits(struct state *state, const struct mir_inst *inst, struct waits *waits)
{
    const struct gcn_target *target = state->function->target;
    const struct scoreboard *scoreboard = &state->scoreboard;
    if (leaves_function(inst)) {
        travelling_registers(state, inst, waits);
        unordered_operations(state, waits);
    }
    local_waits(state, inst, waits);
    if (inst->op == GCN_s_barrier)
        barrier_waits(state, inst, waits);
    if (mir_effects(target, inst).writes & MIR_SET_EXEC &&
        scoreboard->kinds[EXP] & (KIND_EXPORT | KIND_GDS))
        require(waits, EXP, 0);
    bool vccz = inst->op == GCN_s_cbranch_vccz || inst->op == GCN_s_cbranch_vccnz;
    if (vccz && target->vccz_bug && scoreboard->kinds[LGKM] & KIND_SMEM)
        require(waits, LGKM, 0);
    /* Scalar loads and vector stores take different paths: the store must not overtake. */
    if (mir_is_vmem(inst) && gcn_op_info[inst->op].flags & (GCN_FLAG_STORE | GCN_FLAG_ATOMIC) &&
        inst->memory.spaces & IR_SPACES_TO_GLOBAL && scoreboard->kinds[LGKM] & KIND_SMEM_WRITABLE)
        require(waits, LGKM, 0);
    /* Earlier loads must have landed before the cache they came through is emptied. */
    if (mir_is_vmem(inst) && gcn_op_info[inst->op].operand_count == 0 &&
        inst->op != GCN_buffer_wbl2)
        require(waits, VM, 0);
}

/* Drops waits that are already satisfied; applies the rest to the scoreboard. */
static void
settle(struct state *state, struct waits *waits)
{
    struct scoreboard *scoreboard = &state->scoreboard;
    for (unsigned c = 0; c < COUNTERS; c++) {
        uint8_t *at_most = &waits->at_most[c];
        if (*at_most == NO_WAIT)
            continue;
        if (scoreboard->outstanding[c] <= *at_most) {
            *at_most = NO_WAIT;
            continue;
        }
        bool ordered = in_order(scoreboard, (enum counter)c);
        foreach_pending (reg, scoreboard, c)
            if (scoreboard->age[c][reg] >= *at_most && (ordered || *at_most == 0))
                scoreboard->pending[c][reg / 64] &= ~(UINT64_C(1) << (reg % 64));
        scoreboard->outstanding[c] = *at_most;
        if (*at_most == 0)
            scoreboard->kinds[c] = scoreboard->words[c] = 0;
    }
}

static bool
is_waiting(const struct waits *waits)
{
    return memcmp(waits, &no_waits, sizeof no_waits) != 0;
}

static void
emit_wait(struct state *state, struct mir_inst *at, const struct waits *waits)
{
    unsigned counts[COUNTERS];
    for (unsigned c = 0; c < COUNTERS; c++)
        counts[c] = waits->at_most[c] == NO_WAIT ? state->max[c] : waits->at_most[c];
    struct mir_inst *wait = mir_real(state->function, GCN_s_waitcnt, NULL, 0);
    wait->mods.imm =
        gcn_waitcnt_encode(state->function->target, counts[VM], counts[EXP], counts[LGKM]);
    wait->loc = at->loc;
    wait->places = at->places;
    mir_insert_before(at, wait);
}

/* Scalar loads in flight corrupt VCCZ on GFX6 and GFX7: rewriting VCC after the wait restores
 * it. */
static void
refresh_vccz(struct state *state, struct mir_inst *at)
{
    struct mir_operand vcc[2] = {mir_physical(GCN_VCC_LO, 2), mir_physical(GCN_VCC_LO, 2)};
    if ((at->op == GCN_s_cbranch_vccz || at->op == GCN_s_cbranch_vccnz) &&
        state->function->target->vccz_bug)
        mir_insert_before(at, mir_real(state->function, GCN_s_mov_b64, vcc, 2));
}

static void
absorb_explicit(struct state *state, struct mir_inst *inst)
{
    unsigned counts[COUNTERS];
    gcn_waitcnt_decode(state->function->target, (uint16_t)inst->mods.imm, &counts[VM], &counts[EXP],
                       &counts[LGKM]);
    for (unsigned c = 0; c < COUNTERS; c++)
        if (counts[c] < state->max[c])
            require(&state->explicit, (enum counter)c, counts[c]);
    if (state->insert)
        mir_remove(inst);
}

static void
visit_inst(struct state *state, struct mir_inst *inst)
{
    if (inst->op == GCN_s_waitcnt) {
        absorb_explicit(state, inst);
        return;
    }
    struct waits waits = state->explicit;
    state->explicit = no_waits;
    register_waits(state, inst, &waits);
    special_waits(state, inst, &waits);
    if (state->options && state->options->wait_everything)
        for (unsigned c = 0; c < COUNTERS; c++)
            require(&waits, (enum counter)c, 0);
    settle(state, &waits);
    if (state->insert && is_waiting(&waits))
        emit_wait(state, inst, &waits);
    if (state->insert)
        refresh_vccz(state, inst);
    events(state, inst);
    if (leaves_function(inst)) {
        assume_stores(state, &state->scoreboard);
        forget_ages(&state->scoreboard);
    }
}

/* ---- flow ---- */

static bool
merge_counter(struct scoreboard *to, const struct scoreboard *from, enum counter c)
{
    bool changed = false;
    foreach_pending (reg, from, c) {
        if (is_pending(to, c, (unsigned)reg) && to->age[c][reg] <= from->age[c][reg])
            continue;
        set_age(to, c, (unsigned)reg, from->age[c][reg]);
        changed = true;
    }
    if (from->outstanding[c] > to->outstanding[c]) {
        to->outstanding[c] = from->outstanding[c];
        changed = true;
    }
    changed |= (from->kinds[c] & ~to->kinds[c]) != 0;
    to->kinds[c] |= from->kinds[c];
    return changed;
}

static bool
merge(struct scoreboard *to, const struct scoreboard *from)
{
    bool changed = !to->reached;
    if (!to->reached)
        *to = *from;
    for (unsigned c = 0; c < COUNTERS; c++)
        changed |= merge_counter(to, from, (enum counter)c);
    to->reached = true;
    to->changed |= changed;
    return changed;
}

/* An explicit wait at the very end of a block is carried out there. */
static void
flush_explicit(struct state *state, struct mir_block *block)
{
    struct waits waits = state->explicit;
    state->explicit = no_waits;
    settle(state, &waits);
    if (!state->insert || !is_waiting(&waits))
        return;
    struct mir_inst *marker = mir_real(state->function, GCN_s_nop, NULL, 0);
    mir_append(block, marker);
    emit_wait(state, marker, &waits);
    mir_remove(marker);
}

static bool
visit_block(struct state *state, struct mir_block *block)
{
    struct scoreboard *in = &state->in[block->id];
    if (!in->reached || (!in->changed && !state->insert))
        return false;
    in->changed = false;
    state->scoreboard = *in;
    state->explicit = no_waits;
    mir_foreach_inst_safe (inst, block)
        visit_inst(state, inst);
    flush_explicit(state, block);
    bool changed = false;
    for (unsigned i = 0; i < block->linear_succ_count; i++)
        changed |= merge(&state->in[block->linear_succs[i]->id], &state->scoreboard);
    return changed;
}

static bool
has_samples(const struct mir_function *function)
{
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; mir_format(inst) == GCN_MIMG && i < inst->operand_count; i++)
                if (i < gcn_op_info[inst->op].operand_count &&
                    gcn_op_info[inst->op].operands[i].role == GCN_ROLE_SSAMP)
                    return true;
    return false;
}

bool
insert_waitcnt(struct mir_function *function, const struct backend_options *options)
{
    const struct gcn_target *target = function->target;
    struct state state = {
        .function = function, .options = options, .has_samples = has_samples(function)};
    state.max[VM] = target->vmcnt_max;
    state.max[LGKM] = target->lgkmcnt_max;
    state.max[EXP] = target->expcnt_max;
    state.in = ARENA_ARRAY(mir_pass_arena(function), function->block_count, struct scoreboard);
    struct scoreboard *entry = &state.in[function->entry->id];
    entry->reached = entry->changed = true;
    if (function->is_function)
        assume_stores(&state, entry);
    for (bool changed = true; changed;) {
        changed = false;
        mir_foreach_block (block, function)
            changed |= visit_block(&state, block);
    }
    state.insert = true;
    mir_foreach_block (block, function)
        visit_block(&state, block);
    return true;
}
