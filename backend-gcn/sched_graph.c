/* Dependences inside a region: values, fixed registers (SCC, VCC, EXEC, M0 ...), memory, spill
 * slots.
 *
 * Latencies are in issue slots of four cycles; those of memory are what an unloaded chip shows and
 * only have to be large against arithmetic. */
#include "backend-gcn/sched.h"

static const uint8_t latency_of[GCN_COSTS] = {
    [GCN_COST_SALU] = 1,          [GCN_COST_SALU_SLOW] = 2,   [GCN_COST_SMEM] = 40,
    [GCN_COST_BRANCH] = 4,        [GCN_COST_SKIP] = 1,        [GCN_COST_VALU] = 1,
    [GCN_COST_TRANS] = 4,         [GCN_COST_MUL32] = 4,       [GCN_COST_FMA32] = 1,
    [GCN_COST_F64_ADD] = 4,       [GCN_COST_F64_MUL] = 8,     [GCN_COST_SWAP] = 2,
    [GCN_COST_MFMA] = 16,         [GCN_COST_VMEM_LOAD] = 120, [GCN_COST_VMEM_STORE] = 1,
    [GCN_COST_VMEM_ATOMIC] = 120, [GCN_COST_LDS_2] = 24,      [GCN_COST_LDS_4] = 26,
    [GCN_COST_LDS_6] = 28,        [GCN_COST_LDS_8] = 30,      [GCN_COST_LDS_10] = 32,
    [GCN_COST_EXPORT] = 1,        [GCN_COST_MESSAGE] = 1,
};
static const uint8_t slots_of[GCN_COSTS] = {
    [GCN_COST_SALU_SLOW] = 2, [GCN_COST_TRANS] = 4, [GCN_COST_MUL32] = 4, [GCN_COST_F64_ADD] = 4,
    [GCN_COST_F64_MUL] = 8,   [GCN_COST_SWAP] = 2,  [GCN_COST_MFMA] = 16,
};

enum { FIXED_SETS = 6, ALL_SPACES = 0xFF };

typedef VEC(uint32_t) unit_list;

/* Of one fixed register: the last write that someone reads, its readers, and writes since that
 * nobody reads (those may change places among themselves). */
struct fixed_state {
    uint32_t writer; /* unit + 1 */
    unit_list readers, dead_writers;
};

struct memory_access {
    uint32_t unit;
    uint8_t spaces;
    bool writes, orders; /* orders: everything about memory stays on its side */
    bool is_volatile;
};

struct spill_access {
    uint32_t unit, slot, dwords;
    uint8_t reg_class;
    bool writes;
};

struct builder {
    struct sched_region *region;
    uint32_t *def;     /* temp -> unit + 1 that defines it in the region */
    uint32_t *latency; /* temp -> of its definition */
    struct fixed_state fixed[FIXED_SETS];
    VEC(struct memory_access) memory;
    VEC(struct spill_access) slots;
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

static void
add_values(struct builder *b, uint32_t unit, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        uint32_t temp = inst->operands[i].temp;
        if (mir_uses(inst, i) && b->def[temp])
            add_edge(b, b->def[temp] - 1, unit, b->latency[temp]);
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

/* ---- fixed registers ---- */

static void
after_all(struct builder *b, const unit_list *list, uint32_t unit)
{
    for (uint32_t i = 0; i < list->count; i++)
        add_edge(b, list->at[i], unit, 0);
}

/* Does anything read the register between this write and the next one, or behind the region? */
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

static uint8_t
touched_spaces(const struct mir_inst *inst)
{
    unsigned spaces = inst->memory.spaces;
    if (!spaces || spaces & 1) /* generic may be any */
        return ALL_SPACES;
    if (spaces & 1 << 4) /* constant lies in global memory */
        spaces |= 1 << 1;
    return (uint8_t)spaces;
}

static void
add_memory(struct builder *b, uint32_t unit, const struct mir_inst *inst)
{
    uint32_t flags = mir_is_pseudo(inst) ? 0 : gcn_op_info[inst->op].flags;
    bool is_vmem_control = mir_is_vmem(inst) && !gcn_op_info[inst->op].operand_count;
    struct memory_access access = {.unit = unit};
    access.orders = (flags & GCN_FLAG_SIDE_EFFECT) != 0 || is_vmem_control;
    bool touches = flags & (GCN_FLAG_LOAD | GCN_FLAG_STORE | GCN_FLAG_ATOMIC);
    access.writes = flags & (GCN_FLAG_STORE | GCN_FLAG_ATOMIC);
    access.is_volatile = inst->memory.is_volatile;
    if (!touches && !access.orders)
        return;
    if (inst->memory.is_invariant && !access.writes && !access.is_volatile)
        return;
    access.spaces = touched_spaces(inst);
    for (uint32_t i = b->memory.count; i-- > 0;) {
        const struct memory_access *old = &b->memory.at[i];
        bool conflict = old->orders || access.orders ||
                        ((old->writes || access.writes) && (old->spaces & access.spaces)) ||
                        (old->is_volatile && access.is_volatile);
        if (conflict)
            add_edge(b, old->unit, unit, old->writes ? 1 : 0);
        if (old->orders)
            break; /* it stands behind all before it */
    }
    vec_push(b->region->arena, &b->memory, access);
}

static void
add_slots(struct builder *b, uint32_t unit, const struct mir_inst *inst)
{
    if (inst->op != MIR_P_SPILL && inst->op != MIR_P_RELOAD)
        return;
    struct spill_access access = {unit, (uint32_t)inst->mods.imm, inst->operands[0].dwords,
                                  inst->operands[0].reg_class, inst->op == MIR_P_SPILL};
    vec_foreach(struct spill_access, old, &b->slots) if (old->reg_class == access.reg_class &&
                                                         (old->writes || access.writes) &&
                                                         old->slot < access.slot + access.dwords &&
                                                         access.slot < old->slot + old->dwords)
        add_edge(b, old->unit, unit, 1);
    vec_push(b->region->arena, &b->slots, access);
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
        for (uint32_t e = unit->edges; e; e = region->edges.at[e - 1].next) {
            const struct sched_edge *edge = &region->edges.at[e - 1];
            uint32_t height = region->units[edge->to].height + edge->latency;
            if (height > unit->height)
                unit->height = height;
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
            note_values(&b, i, inst);
            if (inst == unit->last)
                break;
        }
        measure_unit(unit);
    }
    measure_heights(region);
    for (uint32_t i = 0; i < region->count; i++)
        for (uint32_t k = 0; k < region->units[i].temp_count; k++)
            region->def[region->units[i].temps[k].temp] = 0;
}
