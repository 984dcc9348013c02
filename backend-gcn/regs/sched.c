/* List scheduling within blocks, before registers are assigned: the ready instruction on the
 * longest path goes first, so that loads start early and other work fills their latency, as long as
 * the rest in source order still fits the pressure target (sched_pressure.c).  Where there is no latency to
 * fill, the one that takes the fewest registers does.  Where the target keeps
 * loads waiting for each other, that of fewer waves is tried. */
#include "backend-gcn/abi/budget.h"
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/regs/sched.h"
#include "backend-gcn/mir/spill_slots.h"
#include "support/limit.h"
#include "support/number.h"

enum {
    VGPR_MARGIN = 3, /* registers that assignment may need beyond those that live: tuned, */
    SGPR_MARGIN = 8, /* both */
    LOOP_SHIFT = 3,  /* a block counts eight times as often as what is around its loop */
    MOST_LOOPS = 8,
    LEAST_GAIN = 8, /* one part of so many of the time, to take registers for */
};

/* What a schedule takes, in slots, a block counted by its loops. */
struct sched_cost {
    uint64_t issue, stalls;
    uint64_t avoidable; /* stalls while something that could run was refused for want of VGPRs */
};

struct scheduler {
    struct arena *arena;
    struct mir_function *function;
    const struct mir_live *live;
    uint32_t *uses;    /* temp -> uses left in the block */
    struct bitset out; /* live after the block */
    struct sched_pressure pressure;
    struct sched_region region;
    uint32_t *order; /* units as placed */
    uint32_t placed;
    uint32_t arrives; /* when all that has been asked for is there */
    uint32_t *
        next_of; /* by temp: the phi of a loop's header that has it in the next iteration; 0: none */
    uint32_t last_mask; /* temp: lane mask that the unit just placed has made */
    struct sched_cost cost;
    unsigned block_shift; /* the block counts 1 << block_shift times */
    bool is_trial;        /* only the cost is wanted */
    bool refused;         /* the last choice: something better did not fit into the VGPRs */
};

static bool
uses_temp(const struct sched_unit *unit, uint32_t temp)
{
    for (uint32_t i = 0; temp && i < unit->temp_count; i++)
        if (unit->temps[i].temp == temp && unit->temps[i].uses)
            return true;
    return false;
}

/* Is it better to let the other, which can run, go first?
 * - A lane mask should be made when its user can follow at once, because then it can live in VCC.
 * - A vector has to copy parts that others still need; after those it takes the parts over in
 * place.  So do parts with a vector that they are split from. */
static bool
should_wait(const struct scheduler *s, const struct sched_unit *unit,
            const struct sched_unit *other)
{
    if (unit->mask)
        for (uint32_t e = unit->edges; e; e = s->region.edges.at[e - 1].next) {
            const struct sched_unit *user = &s->region.units[s->region.edges.at[e - 1].to];
            if (user->pending > 1 && uses_temp(user, unit->mask))
                return true;
        }
    for (uint32_t i = 0; unit->is_vector && i < unit->temp_count; i++)
        if (unit->temps[i].uses && !other->is_vector && uses_temp(other, unit->temps[i].temp))
            return true;
    return false;
}

/* Does it make what a loop goes on with while others still need what the phi has now, so that its register is taken? */
static bool
is_early(const struct scheduler *s, const struct sched_unit *unit)
{
    for (uint32_t i = 0; i < unit->temp_count; i++) {
        uint32_t temp = unit->temps[i].temp, phi = s->next_of[temp];
        if (!unit->temps[i].is_def || !phi)
            continue;
        const struct sched_temp *last = s->region.last_use[phi];
        if (last && (last->earlier || &s->region.units[last->unit] != unit))
            return true;
    }
    return false;
}

enum { EARLY = 1 << 16 }; /* more than any unit changes the pressure by */

/* What the unit costs in registers if it is the next; waits of the memory model come behind what need not wait. */
static int32_t
price_of(const struct scheduler *s, struct sched_unit *unit)
{
    if (unit->priced != s->placed + 1) {
        unit->priced = s->placed + 1;
        unit->price = sched_pressure_change(&s->pressure, unit) +
                      (is_early(s, unit) || unit->first->op == GCN_s_waitcnt ? EARLY : 0);
    }
    return unit->price;
}

/* Is b, which comes later in the source, the better of two ready units?  Where no load follows and all that was asked for
 * is there, the order hides nothing: what takes the fewest registers goes first. */
static bool
is_better(const struct scheduler *s, struct sched_unit *a, struct sched_unit *b, uint32_t now)
{
    bool a_mask = uses_temp(a, s->last_mask), b_mask = uses_temp(b, s->last_mask);
    if (a_mask != b_mask)
        return b_mask; /* a lane mask used at once can live in VCC */
    bool a_now = a->ready <= now, b_now = b->ready <= now;
    if (a_now != b_now)
        return b_now;
    bool a_waits = should_wait(s, a, b), b_waits = should_wait(s, b, a);
    if (a_waits != b_waits)
        return a_waits;
    if (!a_now && a->ready != b->ready)
        return b->ready < a->ready;
    if (!a->wait && !b->wait && now >= s->arrives) {
        if (a->takes_load && b->takes_load && a->ready != b->ready)
            return b->ready < a->ready;
        int32_t a_price = price_of(s, a), b_price = price_of(s, b);
        if (a_price != b_price)
            return b_price < a_price;
    }
    return b->height > a->height;
}

/* The first one always fits, because it is the next in source order. */
static uint32_t
choose(struct scheduler *s, const uint32_t *ready, uint32_t count, uint32_t now)
{
    struct sched_unit *units = s->region.units;
    uint32_t best = 0;
    s->refused = false;
    for (uint32_t i = 1; i < count; i++) {
        if (!is_better(s, &units[ready[best]], &units[ready[i]], now))
            continue;
        if (sched_pressure_fits(&s->pressure, ready[i]))
            best = i;
        else
            s->refused |= s->pressure.tight[MIR_VGPR];
    }
    return best;
}

/* Ready units: the first LIMIT_SCHEDULE_READY in source order, the others in a heap by their position. */
struct ready_list {
    uint32_t window[LIMIT_SCHEDULE_READY + 1], count;
    uint32_t *heap, heap_count;
    struct guard *guard;
};

static void
heap_push(struct ready_list *ready, uint32_t unit)
{
    uint32_t at = ready->heap_count++;
    for (; at > 0 && ready->heap[(at - 1) / 2] > unit; at = (at - 1) / 2)
        ready->heap[at] = ready->heap[(at - 1) / 2];
    ready->heap[at] = unit;
}

static uint32_t
heap_pop(struct ready_list *ready)
{
    uint32_t top = ready->heap[0], last = ready->heap[--ready->heap_count], at = 0;
    for (uint32_t child; (child = 2 * at + 1) < ready->heap_count; at = child) {
        if (child + 1 < ready->heap_count && ready->heap[child + 1] < ready->heap[child])
            child++;
        if (ready->heap[child] >= last)
            break;
        ready->heap[at] = ready->heap[child];
    }
    ready->heap[at] = last;
    return top;
}

static void
add_ready(struct ready_list *ready, uint32_t unit)
{
    if (LIMIT_MET(ready->guard, SCHEDULE_READY, ready->count == LIMIT_SCHEDULE_READY) &&
        unit > ready->window[LIMIT_SCHEDULE_READY - 1]) {
        heap_push(ready, unit);
        return;
    }
    uint32_t at = ready->count++;
    for (; at > 0 && ready->window[at - 1] > unit; at--)
        ready->window[at] = ready->window[at - 1];
    ready->window[at] = unit;
    if (ready->count > LIMIT_SCHEDULE_READY)
        heap_push(ready, ready->window[--ready->count]);
}

static uint32_t
take_ready(struct ready_list *ready, uint32_t at)
{
    uint32_t unit = ready->window[at];
    for (ready->count--; at < ready->count; at++)
        ready->window[at] = ready->window[at + 1];
    if (ready->heap_count)
        ready->window[ready->count++] = heap_pop(ready);
    return unit;
}

static void
place_units(struct scheduler *s)
{
    struct sched_region *region = &s->region;
    struct ready_list ready = {.heap = ARENA_ARRAY(s->arena, region->count + 1, uint32_t),
                               .guard = s->function->guard};
    uint32_t now = 0;
    s->arrives = 0;
    for (uint32_t i = 0; i < region->count; i++)
        if (!region->units[i].pending)
            add_ready(&ready, i);
    while (ready.count) {
        guard_poll(s->function->guard);
        uint32_t chosen = take_ready(&ready, choose(s, ready.window, ready.count, now));
        struct sched_unit *unit = &region->units[chosen];
        if (unit->ready > now) {
            uint64_t stall = (uint64_t)(unit->ready - now) << s->block_shift;
            s->cost.stalls += stall;
            s->cost.avoidable += s->refused ? stall : 0;
            now = unit->ready;
        }
        s->cost.issue += (uint64_t)unit->slots << s->block_shift;
        sched_pressure_issue(&s->pressure, chosen);
        s->last_mask = unit->mask;
        s->order[s->placed++] = chosen;
        for (uint32_t e = unit->edges; e; e = region->edges.at[e - 1].next) {
            const struct sched_edge *edge = &region->edges.at[e - 1];
            struct sched_unit *to = &region->units[edge->to];
            if (now + edge->latency > to->ready)
                to->ready = now + edge->latency;
            if (edge->latency > unit->slots && to->ready > s->arrives)
                s->arrives = to->ready;
            if (--to->pending == 0)
                add_ready(&ready, edge->to);
        }
        now += unit->slots;
    }
}

/* ---- regions ---- */

static void
relink(struct scheduler *s, struct mir_block *block, struct mir_inst *end)
{
    for (uint32_t i = 0; i < s->placed; i++) {
        struct sched_unit *unit = &s->region.units[s->order[i]];
        for (struct mir_inst *inst = unit->first, *next;; inst = next) {
            next = inst->next;
            bool last = inst == unit->last;
            mir_remove(inst);
            mir_insert_at(block, end, inst);
            if (last)
                break;
        }
    }
}

static void
add_temp(struct scheduler *s, struct sched_unit *unit, const struct mir_inst *inst, unsigned i)
{
    bool is_def = mir_defines(inst, i);
    if (!is_def && !mir_uses(inst, i))
        return;
    uint32_t temp = inst->operands[i].temp;
    const struct mir_temp *info = &s->function->temps.at[temp];
    if (is_def && mir_is_valu(inst) && info->reg_class == MIR_SGPR && info->dwords == 2)
        unit->mask = temp;
    for (uint32_t k = 0; k < unit->temp_count; k++)
        if (unit->temps[k].temp == temp) {
            unit->temps[k].uses += !is_def;
            unit->temps[k].is_def |= is_def;
            return;
        }
    unit->temps[unit->temp_count++] =
        (struct sched_temp){.temp = temp,
                            .uses = !is_def,
                            .reg_class = info->reg_class,
                            .weight = (uint8_t)mir_weight(s->function, info),
                            .is_def = is_def,
                            .stays = info->no_spill};
}

static void
measure_temps(struct scheduler *s, struct sched_unit *unit)
{
    uint32_t operands = 0;
    for (const struct mir_inst *inst = unit->first;; inst = inst->next) {
        operands += inst->operand_count;
        if (inst == unit->last)
            break;
    }
    unit->temps = ARENA_ARRAY(s->arena, operands + 1, struct sched_temp);
    for (const struct mir_inst *inst = unit->first;; inst = inst->next) {
        for (unsigned i = 0; i < inst->operand_count; i++)
            add_temp(s, unit, inst, i);
        if (inst == unit->last)
            return;
    }
}

static void
collect_units(struct scheduler *s, struct mir_inst *first, const struct mir_inst *end)
{
    uint32_t count = 0;
    for (const struct mir_inst *inst = first; inst != end; inst = inst->next)
        count++;
    s->region = (struct sched_region){.arena = s->arena,
                                      .function = s->function,
                                      .last_use = s->region.last_use,
                                      .def = s->region.def,
                                      .latency = s->region.latency,
                                      .phi_of = s->region.phi_of,
                                      .slots = {s->region.slots[0], s->region.slots[1]}};
    s->region.units = ARENA_ARRAY(s->arena, count + 1, struct sched_unit);
    for (struct mir_inst *inst = first; inst != end; inst = inst->next) {
        if (!s->region.count || !inst->no_reorder)
            s->region.units[s->region.count++].first = inst;
        s->region.units[s->region.count - 1].last = inst;
    }
    for (uint32_t i = 0; i < s->region.count; i++) {
        measure_temps(s, &s->region.units[i]);
        s->region.units[i].is_vector = s->region.units[i].first->op == MIR_P_CREATE_VECTOR ||
                                       s->region.units[i].first->op == MIR_P_SPLIT_VECTOR;
    }
}

/* Schedules [first, end); returns whether anything moved. */
static bool
schedule_region(struct scheduler *s, struct mir_block *block, struct mir_inst *first,
                struct mir_inst *end)
{
    collect_units(s, first, end);
    sched_graph(&s->region);
    s->order = ARENA_ARRAY(s->arena, s->region.count + 1, uint32_t);
    s->placed = 0;
    sched_pressure_begin(&s->pressure, &s->region, s->uses, &s->out);
    place_units(s);
    sched_pressure_end(&s->pressure);
    bool moved = false;
    for (uint32_t i = 0; i < s->placed && !moved; i++)
        moved = s->order[i] != i;
    if (moved && !s->is_trial)
        relink(s, block, end);
    return moved;
}

/* Updates the pressure for an instruction between regions. */
static void
pass_boundary(struct scheduler *s, struct mir_inst *inst)
{
    struct sched_unit unit = {.first = inst, .last = inst};
    measure_temps(s, &unit);
    for (uint32_t i = 0; i < unit.temp_count; i++) {
        const struct sched_temp *temp = &unit.temps[i];
        uint32_t *now = &s->pressure.now[temp->reg_class];
        s->uses[temp->temp] -= temp->uses;
        bool dies = !temp->stays && !s->uses[temp->temp] && !bitset_has(&s->out, temp->temp);
        if (temp->is_def && !dies)
            *now += temp->weight;
        else if (!temp->is_def && dies)
            *now -= temp->weight;
    }
}

static void
count_block_uses(struct scheduler *s, const struct mir_block *block, int step)
{
    mir_foreach_inst (inst, block)
        for (unsigned i = 0; !mir_is_phi(inst) && i < inst->operand_count; i++)
            if (mir_uses(inst, i))
                s->uses[inst->operands[i].temp] = step ? s->uses[inst->operands[i].temp] + 1 : 0;
}

static void
pressure_at_start(struct scheduler *s, const struct mir_block *block)
{
    s->pressure.now[0] = s->pressure.now[1] = 0;
    sparse_foreach (temp, &s->live->in[block->id]) {
        const struct mir_temp *info = &s->function->temps.at[temp];
        s->pressure.now[info->reg_class] += mir_weight(s->function, info);
    }
    for (const struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next) {
        const struct mir_temp *info = &s->function->temps.at[phi->operands[0].temp];
        s->pressure.now[info->reg_class] += mir_weight(s->function, info);
    }
}

static bool
schedule_block(struct scheduler *s, struct mir_block *block)
{
    bool changed = false;
    s->block_shift = LOOP_SHIFT * (unsigned)smaller(block->loop_depth, MOST_LOOPS);
    sparse_foreach (temp, &s->live->out[block->id])
        bitset_add(&s->out, temp);
    count_block_uses(s, block, 1);
    pressure_at_start(s, block);
    struct mir_inst *first = mir_after_phis(block);
    while (first) {
        struct mir_inst *end = first;
        guard_poll(s->function->guard);
        while (end && !mir_ends_region(end))
            end = end->next;
        if (end != first)
            changed |= schedule_region(s, block, first, end);
        if (!end)
            break;
        pass_boundary(s, end);
        first = end->next;
    }
    count_block_uses(s, block, 0);
    sparse_foreach (temp, &s->live->out[block->id])
        bitset_remove(&s->out, temp);
    return changed;
}

static bool
schedule_all(struct scheduler *s)
{
    struct mir_function *function = s->function;
    uint32_t reserved =
        spill_reserved_vgprs(function) + call_excluded_count(function, function->vgpr_budget);
    s->pressure.limit[MIR_VGPR] = left_of(function->vgpr_budget, VGPR_MARGIN + reserved);
    s->pressure.limit[MIR_SGPR] = left_of(function->sgpr_budget, SGPR_MARGIN);
    s->cost = (struct sched_cost){0};
    bool changed = false;
    mir_foreach_block (block, function)
        changed |= schedule_block(s, block);
    return changed;
}

/* ---- fewer waves ---- */

static uint64_t
length_of(const struct sched_cost *cost)
{
    return cost->issue + cost->stalls;
}

/* How long so many waves take a wave, if one issues while others stall. */
static uint64_t
time_of(const struct sched_cost *cost, unsigned waves)
{
    return (uint64_t)larger((int64_t)cost->issue, (int64_t)(length_of(cost) / waves));
}

/* Is the trial, which has fewer waves, better: clearly for a wave alone, and for a full SIMD not worse? */
static bool
is_worth_it(const struct sched_cost *now, unsigned waves, const struct sched_cost *trial,
            unsigned fewer)
{
    return length_of(trial) < length_of(now) - length_of(now) / LEAST_GAIN &&
           time_of(trial, fewer) <= time_of(now, waves);
}

/* Takes the registers of fewer waves, two thirds at least, if that is worth it; the cost is known. */
static bool
take_registers(struct scheduler *s)
{
    struct mir_function *function = s->function;
    struct sched_cost now = s->cost;
    unsigned budget = function->vgpr_budget, waves = budget_waves_of(function, budget);
    unsigned least = (2 * waves + 2) / 3;
    if (now.avoidable <= length_of(&now) / LEAST_GAIN ||
        (function->calls && function->calls->interface))
        return false;
    s->is_trial = true;
    for (unsigned fewer = waves - 1; fewer >= least && fewer; fewer = fewer > least ? least : 0) {
        function->vgpr_budget = budget_of_waves(function, fewer);
        schedule_all(s);
        s->is_trial = !is_worth_it(&now, waves, &s->cost, fewer);
        if (!s->is_trial)
            return true;
    }
    function->vgpr_budget = budget;
    return false;
}

/* Does the instruction load, or take apart what is loaded? */
static bool
is_loaded(const struct scheduler *s, const struct mir_inst *inst)
{
    if (inst && inst->op == MIR_P_SPLIT_VECTOR && mir_uses(inst, inst->def_count))
        inst = s->function->temps.at[inst->operands[inst->def_count].temp].def;
    return inst && sched_is_load(inst);
}

/* By temp that is loaded: the phi of a header that has it in the next iteration; of these phis: themselves. */
static const uint32_t *
find_phis(struct scheduler *s)
{
    uint32_t *phi_of = ARENA_ARRAY(s->arena, s->function->temps.count, uint32_t);
    uint32_t *place = ARENA_ARRAY(s->arena, s->function->block_count, uint32_t), count = 0;
    mir_foreach_block (block, s->function)
        place[block->id] = count++;
    mir_foreach_block (block, s->function)
        for (const struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
            for (unsigned i = 1; i < phi->operand_count && block->is_loop_header; i++) {
                const struct mir_operand *use = &phi->operands[i];
                const struct mir_inst *def =
                    mir_uses(phi, i) ? s->function->temps.at[use->temp].def : NULL;
                bool is_next = def && place[def->block->id] >= place[block->id];
                if (is_next)
                    s->next_of[use->temp] = phi->operands[0].temp;
                if (is_next && is_loaded(s, def))
                    phi_of[use->temp] = phi_of[phi->operands[0].temp] = phi->operands[0].temp;
            }
    return phi_of;
}

bool
sched(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    struct scheduler s = {.arena = mir_pass_arena(function), .function = function};
    s.live = mir_live(s.arena, function);
    s.uses = ARENA_ARRAY(s.arena, function->temps.count, uint32_t);
    s.out = bitset_new(s.arena, function->temps.count);
    s.region.last_use = ARENA_ARRAY(s.arena, function->temps.count, struct sched_temp *);
    s.region.def = ARENA_ARRAY(s.arena, function->temps.count, uint32_t);
    s.region.latency = ARENA_ARRAY(s.arena, function->temps.count, uint32_t);
    s.next_of = ARENA_ARRAY(s.arena, function->temps.count, uint32_t);
    s.region.phi_of = find_phis(&s);
    s.region.slots[MIR_VGPR] =
        ARENA_ARRAY(s.arena, function->vgpr_spill_slots, struct sched_memory);
    s.region.slots[MIR_SGPR] =
        ARENA_ARRAY(s.arena, function->sgpr_spill_slots, struct sched_memory);
    bool changed = schedule_all(&s);
    if (take_registers(&s))
        changed |= schedule_all(&s);
    return changed;
}
