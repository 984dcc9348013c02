/* Dependences inside a region: values, fixed registers (SCC, VCC, EXEC, M0 ...), memory, spill
 * slots.
 *
 * Latencies are in issue slots of four cycles; those of memory only have to be large compared with
 * arithmetic, and LDS to answer many times sooner than the rest: a chain of LDS accesses does not hide a load.
 * That of scalar loads is a sixteenth of the vector ones', as in LLVM's SISchedule.td: what is placed before the wait for an
 * argument keeps the loads through it waiting, behind them it costs nothing. */
#include "backend-gcn/regs/sched.h"
#include "support/limit.h"
#include "support/number.h"

static const uint8_t latency_of[GCN_COSTS] = {
    [GCN_COST_SALU] = 1,          [GCN_COST_SALU_SLOW] = 2,   [GCN_COST_SMEM] = 10,
    [GCN_COST_BRANCH] = 4,        [GCN_COST_SKIP] = 1,        [GCN_COST_VALU] = 1,
    [GCN_COST_TRANS] = 4,         [GCN_COST_MUL32] = 4,       [GCN_COST_FMA32] = 1,
    [GCN_COST_F64_ADD] = 4,       [GCN_COST_F64_MUL] = 8,     [GCN_COST_SWAP] = 2,
    [GCN_COST_MFMA] = 16,         [GCN_COST_VMEM_LOAD] = 160, [GCN_COST_VMEM_STORE] = 1,
    [GCN_COST_VMEM_ATOMIC] = 160, [GCN_COST_LDS_2] = 16,      [GCN_COST_LDS_4] = 18,
    [GCN_COST_LDS_6] = 20,        [GCN_COST_LDS_8] = 22,      [GCN_COST_LDS_10] = 24,
    [GCN_COST_EXPORT] = 1,        [GCN_COST_MESSAGE] = 1,
};
static const uint8_t slots_of[GCN_COSTS] = {
    [GCN_COST_SALU_SLOW] = 2, [GCN_COST_TRANS] = 4, [GCN_COST_MUL32] = 4, [GCN_COST_F64_ADD] = 4,
    [GCN_COST_F64_MUL] = 8,   [GCN_COST_SWAP] = 2,  [GCN_COST_MFMA] = 16,
};

enum { FIXED_SETS = 6 };

static const struct ir_ordering any_access = {.access = IR_ACCESS_LOAD, .spaces = IR_SPACES_ALL};
static const struct ir_ordering any_release = {IR_ACCESS_FENCE, IR_RELEASE, IR_SCOPE_SYSTEM,
                                               IR_SPACES_ALL};

typedef VEC(uint32_t) unit_list;

/* For one fixed register: the last write that is read, its readers, and the unread writes since
 * (those may be reordered among themselves). */
struct fixed_state {
    uint32_t writer; /* unit + 1 */
    unit_list readers, dead_writers;
};

/* An operation whose place among others an order decides. */
struct ordered_unit {
    uint32_t unit;
    struct ir_ordering ordering;
};
typedef VEC(struct ordered_unit) ordered_list;

/* What is known of the accesses to one address, or to all that have none (address NULL). */
struct place {
    const struct memory_address *address;
    struct sched_memory memory;
};
typedef VEC(struct place) place_list;

/* A use of what a phi of a loop's header holds. */
struct phi_use {
    uint32_t phi, unit;
};

struct builder {
    struct sched_region *region;
    uint32_t *def;                /* temp -> unit + 1 that defines it in the region */
    uint32_t *latency;            /* temp -> of its definition */
    VEC(struct phi_use) phi_uses; /* of phis that loads of the region are for */
    struct fixed_state fixed[FIXED_SETS];
    place_list spaces[IR_SPACE_COUNT];
    struct sched_memory volatiles;
    ordered_list before_release;      /* since the last release: what the next one must follow */
    ordered_list before_fence;        /* atomic reads that an acquiring fence may have to follow */
    ordered_list holding;             /* what later operations may have to follow */
    VEC(struct sched_memory *) slots; /* touched */
};

static void
add_edge(struct builder *b, uint32_t from, uint32_t to, uint32_t latency)
{
    struct sched_region *region = b->region;
    if (from == to)
        return;
    for (uint32_t e = region->units[from].edges; e; e = region->edges.at[e - 1].next) {
        if (region->edges.at[e - 1].to != to)
            break; /* edges to one unit are made in a row */
        if (region->edges.at[e - 1].latency < latency)
            region->edges.at[e - 1].latency = latency;
        return;
    }
    vec_push(region->arena, &region->edges,
             (struct sched_edge){to, latency, region->units[from].edges});
    region->units[from].edges = region->edges.count;
    region->units[to].pending++;
}

static uint32_t
inst_latency(const struct mir_inst *inst)
{
    if (inst->op == MIR_P_RELOAD)
        return inst->operands[0].reg_class == MIR_VGPR ? 120 : 1;
    return mir_is_pseudo(inst) ? 1 : latency_of[gcn_op_info[inst->op].cost];
}

bool
sched_is_load(const struct mir_inst *inst)
{
    return !mir_is_pseudo(inst) && gcn_op_info[inst->op].cost == GCN_COST_VMEM_LOAD;
}

static void
add_values(struct builder *b, uint32_t unit, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        uint32_t temp = inst->operands[i].temp;
        if (!mir_uses(inst, i) || !b->def[temp])
            continue;
        const struct sched_unit *def = &b->region->units[b->def[temp] - 1];
        add_edge(b, b->def[temp] - 1, unit, b->latency[temp]);
        b->region->units[unit].waits |= def->waits || sched_is_load(def->first);
        b->region->units[unit].takes_load |=
            sched_is_load(def->first) || (def->takes_load && def->is_vector);
    }
}

static void
note_values(struct builder *b, uint32_t unit, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_defines(inst, i)) {
            b->def[inst->operands[i].temp] = unit + 1;
            b->latency[inst->operands[i].temp] = inst_latency(inst);
        }
}

/* ---- what the next iteration uses ---- */

/* The load's unit + 1 that the instruction is or takes apart; 0: none. */
static uint32_t
find_load(const struct builder *b, const struct mir_inst *inst, uint32_t unit)
{
    if (inst->op == MIR_P_SPLIT_VECTOR && mir_uses(inst, inst->def_count) &&
        b->def[inst->operands[inst->def_count].temp])
        unit = b->def[inst->operands[inst->def_count].temp] - 1;
    return sched_is_load(b->region->units[unit].first) ? unit + 1 : 0;
}

/* A load for the next iteration has all of this one to arrive, and comes first; but behind the uses of what the
 * iteration before has loaded, which leave it their registers: it would have to arrive to be copied there.  Uses that
 * wait for another load are not waited for. */
static void
add_next(struct builder *b, uint32_t unit, const struct mir_inst *inst)
{
    const struct sched_region *region = b->region;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        uint32_t phi = mir_defines(inst, i) ? region->phi_of[inst->operands[i].temp] : 0;
        uint32_t load = phi ? find_load(b, inst, unit) : 0;
        if (!load)
            continue;
        region->units[load - 1].is_of_next = true;
        vec_foreach (const struct phi_use, use, &b->phi_uses)
            if (use->phi == phi && use->unit < load - 1)
                add_edge(b, use->unit, load - 1, 0);
    }
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (!region->units[unit].waits && mir_uses(inst, i) &&
            region->phi_of[inst->operands[i].temp] == inst->operands[i].temp)
            vec_push(region->arena, &b->phi_uses, (struct phi_use){inst->operands[i].temp, unit});
}

/* ---- fixed registers ---- */

static void
after_all(struct builder *b, const unit_list *list, uint32_t unit)
{
    for (uint32_t i = 0; i < list->count; i++)
        add_edge(b, list->at[i], unit, 0);
}

/* Does anything read the register between this write and the next one, or after the region? */
static bool
is_read_later(const struct builder *b, const struct mir_inst *inst, unsigned set)
{
    for (inst = inst->next; inst; inst = inst->next) {
        struct mir_effects effects = mir_effects(b->region->function->target, inst);
        if (effects.reads & set)
            return true;
        if (effects.writes & set)
            return false;
    }
    return set != MIR_SET_SCC; /* SCC does not live from block to block */
}

static void
add_fixed(struct builder *b, uint32_t unit, const struct mir_inst *inst)
{
    struct mir_effects effects = mir_effects(b->region->function->target, inst);
    for (unsigned k = 0; k < FIXED_SETS; k++) {
        struct fixed_state *state = &b->fixed[k];
        unsigned set = 1u << k;
        if (effects.reads & set) {
            if (state->writer)
                add_edge(b, state->writer - 1, unit, 1);
            vec_push(b->region->arena, &state->readers, unit);
            /* A dead write in between would not have been dead. */
        }
        if (!(effects.writes & set))
            continue;
        bool live = is_read_later(b, inst, set);
        if (state->writer)
            add_edge(b, state->writer - 1, unit, 0);
        after_all(b, &state->readers, unit);
        if (!live) {
            vec_push(b->region->arena, &state->dead_writers, unit);
            continue;
        }
        after_all(b, &state->dead_writers, unit);
        state->writer = unit + 1;
        state->readers.count = state->dead_writers.count = 0;
    }
}

/* ---- memory ---- */

/* alone: nothing may move across the access in either direction. */
static void
come_after(struct builder *b, const struct sched_memory *memory, uint32_t unit, bool alone,
           uint32_t read_latency)
{
    if (memory->writer)
        add_edge(b, memory->writer - 1, unit, memory->stores ? 1 : 0);
    for (uint32_t i = 0; alone && i < memory->readers.count; i++)
        add_edge(b, memory->readers.at[i], unit, read_latency);
}

static void
note_memory(struct builder *b, struct sched_memory *memory, uint32_t unit, bool alone, bool stores)
{
    if (!alone) {
        vec_push(b->region->arena, &memory->readers, unit);
        return;
    }
    memory->readers.count = 0;
    memory->writer = unit + 1;
    memory->stores = stores;
}

static void
touch(struct builder *b, struct sched_memory *memory, uint32_t unit, bool alone, bool stores,
      uint32_t read_latency)
{
    come_after(b, memory, unit, alone, read_latency);
    note_memory(b, memory, unit, alone, stores);
}

/* Does `now` hold back all that the earlier one held, so that an edge between the two is enough? */
static bool
takes_over(const struct ir_ordering *now, const struct ir_ordering *earlier)
{
    if (!ir_may_reorder(now, &any_access)) /* it holds everything */
        return true;
    return now->access == earlier->access && now->order == earlier->order;
}

/* How long the unit, if it is a wait, keeps the wave for an operation of LDS: what can be done meanwhile goes
 * before it, and so before the barrier that stands behind it. */
static uint32_t
waited_latency(const struct builder *b, uint32_t from, uint32_t unit)
{
    const struct mir_inst *inst = b->region->units[from].first;
    bool waits = b->region->units[unit].first->op == GCN_s_waitcnt;
    return waits && mir_format(inst) == GCN_DS ? inst_latency(inst) : 0;
}

/* Edges from those operations of the list that `now` must not overtake; drops those whose edges it
 * makes superfluous. */
static void
follow(struct builder *b, ordered_list *list, uint32_t unit, const struct ir_ordering *now,
       bool drops)
{
    bool is_release = list == &b->before_release;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        struct ordered_unit earlier = list->at[i];
        bool follows = !ir_may_reorder(&earlier.ordering, now);
        if (follows)
            add_edge(b, earlier.unit, unit, is_release ? waited_latency(b, earlier.unit, unit) : 0);
        if (!follows || !(drops || takes_over(now, &earlier.ordering)))
            list->at[kept++] = earlier;
    }
    list->count = kept;
}

/* Edges for the orders of atomics and fences. */
static void
add_order(struct builder *b, uint32_t unit, const struct ir_ordering *now)
{
    struct ordered_unit entry = {unit, *now};
    bool is_release = !ir_may_reorder(&any_access, now);
    bool is_read = now->access == IR_ACCESS_LOAD || now->access == IR_ACCESS_RMW;
    follow(b, &b->holding, unit, now, false);
    if (is_release)
        follow(b, &b->before_release, unit, now, true);
    else if (now->access == IR_ACCESS_FENCE && ir_holds_earlier(now))
        follow(b, &b->before_fence, unit, now, true);
    vec_push(b->region->arena, &b->before_release, entry);
    if (now->order != IR_NOT_ATOMIC && is_read)
        vec_push(b->region->arena, &b->before_fence, entry);
    if (ir_holds_later(now))
        vec_push(b->region->arena, &b->holding, entry);
}

/* Lanes of a wave may read from LDS what others have just written there, as reductions do without a
 * barrier: within an object all stays in order. */
static bool
may_meet(const struct memory_address *a, const struct memory_address *b, enum ir_space space)
{
    if (!a || !b)
        return true;
    if (space != IR_SPACE_LOCAL)
        return memory_may_alias(a, b);
    return !a->object || !b->object || a->object == b->object;
}

static bool
is_same(const struct memory_address *a, const struct memory_address *b, enum ir_space space)
{
    return a == b ||
           (a && b && a->object == b->object &&
            (space == IR_SPACE_LOCAL ? a->object != 0
                                     : a->base == b->base && a->offset == b->offset &&
                                           a->size == b->size && a->version == b->version));
}

/* Follows all accesses that may meet it. */
static void
touch_place(struct builder *b, enum ir_space space, const struct memory_address *address,
            uint32_t unit, bool alone, bool stores)
{
    place_list *places = &b->spaces[space];
    struct place *own = NULL;
    if (LIMIT_MET(b->region->function->guard, SCHEDULE_PLACES,
                  places->count >= LIMIT_SCHEDULE_PLACES))
        address = NULL;
    for (uint32_t i = 0; i < places->count; i++)
        if (is_same(places->at[i].address, address, space))
            own = &places->at[i];
    for (uint32_t i = 0; i < places->count; i++)
        if (may_meet(places->at[i].address, address, space))
            come_after(b, &places->at[i].memory, unit, alone, 0);
    if (!address && alone) { /* whoever follows this one follows all others, too */
        places->count = 0;
        own = NULL;
    }
    if (!own) {
        vec_push(b->region->arena, places, (struct place){.address = address});
        own = &places->at[places->count - 1];
    }
    note_memory(b, &own->memory, unit, alone, stores);
}

static void
add_memory(struct builder *b, uint32_t unit, const struct mir_inst *inst)
{
    struct ir_ordering now = mir_ordering(inst);
    bool writes = now.access == IR_ACCESS_STORE || now.access == IR_ACCESS_RMW;
    bool is_volatile = inst->memory.is_volatile;
    bool orders = now.access == IR_ACCESS_FENCE && !inst->memory.order;
    if (now.access == IR_ACCESS_NONE || now.spaces == IR_SPACE_MASK(CONSTANT))
        return;
    if (!ir_may_reorder(&now, &any_release))
        add_order(b, unit, &now);
    if (now.access == IR_ACCESS_FENCE && !orders)
        return;
    const struct memory_address *address =
        inst->memory.address ? &b->region->function->addresses.at[inst->memory.address - 1] : NULL;
    for (enum ir_space k = 0; k < IR_SPACE_COUNT; k++)
        if (ir_has_space(now.spaces, k))
            touch_place(b, k, address, unit, writes || orders, writes);
    if (is_volatile || orders)
        touch(b, &b->volatiles, unit, true, writes, 0);
}

static void
add_slots(struct builder *b, uint32_t unit, const struct mir_inst *inst)
{
    if (inst->op != MIR_P_SPILL && inst->op != MIR_P_RELOAD)
        return;
    struct sched_memory *slots = b->region->slots[inst->operands[0].reg_class];
    for (unsigned k = 0; k < inst->operands[0].dwords; k++) {
        struct sched_memory *slot = &slots[(uint32_t)inst->mods.imm + k];
        if (!slot->writer && !slot->readers.count)
            vec_push(b->region->arena, &b->slots, slot);
        touch(b, slot, unit, inst->op == MIR_P_SPILL, true, 1);
    }
}

static void
measure_unit(struct sched_unit *unit)
{
    unit->slots = 0;
    for (const struct mir_inst *inst = unit->first;; inst = inst->next) {
        unsigned slots = mir_is_pseudo(inst) ? 1 : slots_of[gcn_op_info[inst->op].cost];
        unit->slots += slots ? slots : 1;
        if (inst == unit->last)
            return;
    }
}

static void
measure_heights(struct sched_region *region)
{
    for (uint32_t i = region->count; i-- > 0;) {
        struct sched_unit *unit = &region->units[i];
        unit->height = unit->slots;
        if (unit->is_of_next && unit->height < latency_of[GCN_COST_VMEM_LOAD])
            unit->height = latency_of[GCN_COST_VMEM_LOAD];
        unit->wait = (uint32_t)larger(larger(unit->height, inst_latency(unit->last)), unit->slots) -
                     unit->slots;
        for (uint32_t e = unit->edges; e; e = region->edges.at[e - 1].next) {
            const struct sched_edge *edge = &region->edges.at[e - 1];
            uint32_t height = region->units[edge->to].height + edge->latency;
            if (height > unit->height)
                unit->height = height;
            uint32_t wait = region->units[edge->to].wait;
            if (edge->latency > unit->slots)
                wait += edge->latency - unit->slots;
            if (wait > unit->wait)
                unit->wait = wait;
        }
    }
}

void
sched_graph(struct sched_region *region)
{
    struct builder b = {.region = region};
    b.def = region->def;
    b.latency = region->latency;
    for (uint32_t i = 0; i < region->count; i++) {
        struct sched_unit *unit = &region->units[i];
        for (const struct mir_inst *inst = unit->first;; inst = inst->next) {
            add_values(&b, i, inst);
            add_fixed(&b, i, inst);
            add_memory(&b, i, inst);
            add_slots(&b, i, inst);
            add_next(&b, i, inst);
            note_values(&b, i, inst);
            if (inst == unit->last)
                break;
        }
        measure_unit(unit);
    }
    measure_heights(region);
    vec_foreach (struct sched_memory *, slot, &b.slots) {
        (*slot)->writer = 0;
        (*slot)->readers.count = 0;
    }
    for (uint32_t i = 0; i < region->count; i++)
        for (uint32_t k = 0; k < region->units[i].temp_count; k++)
            region->def[region->units[i].temps[k].temp] = 0;
}
