/* Happens-before, as far as the instructions show it.
 *
 * What a wave has waited for (vmcnt) before an atomic store or read-modify-write becomes known, with
 * all that the wave knows itself, to any wave that reads it by an atomic access: to one of another
 * work-group when that access is waited for, and to the loads that the L1 of its compute unit may serve
 * after the next buffer_wbinvl1.  Waves of a work-group share that L1, which takes their accesses in
 * the order of issue: there, issuing is enough, and s_barrier makes known all that was issued.
 * (AMDGPUUsage, "Memory Model", GFX6-GFX9.)  What a wave of the group hands on to other groups is what
 * its mates have waited for themselves: happens-before is transitive, its own waits are not
 * (test/litmus-scopes/README.md, "Transitivity").
 *
 * Where the program says how far its orders reach (the points `fence` and `atomic` of .occ.check), what the
 * hardware has in order beyond that is none of its own: an atomic access that does not release for other waves of the
 * group, or for other groups, gives them what the last fence has that does; one that does not acquire takes
 * nothing from them before such a fence.
 *
 * There each lane releases what it has done itself, and what all did before a barrier: `together`.
 *
 * Where more is known than the guide promises, races are missed, never invented: a clock of too many
 * waves knows all. */
#include "runtime/sim/strict/strict_race.h"

enum { MAX_ENTRIES = 512, FIRST_SLOTS = 64 };

/* What an atomic access to an address tells. */
struct order_sync {
    uint64_t address; /* 0: the slot is free */
    uint32_t group;   /* first wave of the only work-group that it is for; 0: for all */
    uint32_t wave;    /* that stored there last */
    struct order_clock clock;
};

struct order_place {
    uint64_t group; /* of the grid */
    uint8_t wave;
};

struct sim_order {
    struct arena *arena;
    uint32_t first; /* wave of the dispatch */
    VEC(struct order_place) places;
    struct order_sync *syncs; /* by hash of the address */
    size_t slots, used;
    struct order_clock joined; /* of a barrier */
    bool has_scopes;
};

/* Its memory is used again. */
static void
forget(struct order_clock *clock)
{
    clock->entries.count = 0;
    clock->all = false;
}

void
order_begin_dispatch(struct sim_device *device, struct arena *arena)
{
    struct sim_order *order = ARENA_NEW(arena, struct sim_order);
    order->arena = arena;
    order->first = race_of(device)->waves + 1;
    order->has_scopes = race_has_scopes(device);
    race_of(device)->order = order;
}

void
order_begin_again(struct sim_device *device)
{
    struct sim_order *order = race_of(device)->order;
    order->first = race_of(device)->waves + 1;
    order->places.count = 0;
    order->used = 0;
    for (size_t i = 0; i < order->slots; i++) {
        order->syncs[i].address = 0;
        forget(&order->syncs[i].clock);
    }
}

void
order_begin_wave(struct sim_wave *wave)
{
    struct sim_device *device = wave->device;
    struct sim_order *order = race_of(device)->order;
    struct order_wave *own = order_of(wave);
    const uint32_t *id = wave->group->id;
    const uint32_t *grid = device->dispatch->grid, *local = device->dispatch->local;
    uint64_t across = (grid[0] + (uint64_t)local[0] - 1) / local[0];
    uint64_t down = (grid[1] + (uint64_t)local[1] - 1) / local[1];
    struct order_place place = {id[0] + across * (id[1] + down * id[2]), (uint8_t)wave->index};
    vec_push(order->arena, &order->places, place);
    own->number = ++race_of(device)->waves;
    own->first_mate = own->number - wave->index;
    memset(own->mates, 0, sizeof own->mates);
    memset(own->mates_done, 0, sizeof own->mates_done);
    forget(&own->known);
    forget(&own->loaded);
    forget(&own->coming);
    forget(&own->shared);
    memset(own->mates_shared, 0, sizeof own->mates_shared);
    own->acquirers = order->has_scopes ? 0 : UINT64_MAX;
    own->is_fresh = true;
    own->is_marked = own->collects = false;
    own->coming_number = own->together = 0;
    for (unsigned reach = 0; reach < ORDER_REACHES; reach++) {
        struct order_fence *fence = &own->fences[reach];
        forget(&fence->released);
        forget(&fence->found);
        fence->found_number = fence->acquired = 0;
        fence->finders = 0;
        fence->issued = (struct order_span){{0}};
        fence->together = 0;
        fence->lanes = 0;
        own->releases[reach] = own->acquires[reach] = false;
    }
}

void
order_find(const struct sim_device *device, uint32_t number, uint64_t *group, unsigned *wave)
{
    const struct order_place *place =
        &race_of(device)->order->places.at[number - race_of(device)->order->first];
    *group = place->group;
    *wave = place->wave;
}

/* ---- clocks ---- */

static void
raise(uint32_t *number, uint32_t to)
{
    *number = to > *number ? to : *number;
}

static void
lower(uint32_t *number, uint32_t to)
{
    *number = to < *number ? to : *number;
}

static void
raise_span(struct order_span *span, const struct order_span *to)
{
    for (unsigned i = 0; i < ORDER_KINDS; i++)
        raise(&span->up_to[i], to->up_to[i]);
}

/* Index of the first entry of that wave or a later one. */
static uint32_t
find_entry(const struct order_clock *clock, uint32_t wave)
{
    uint32_t low = 0, high = clock->entries.count;
    if (high && clock->entries.at[high - 1].wave < wave)
        return high;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (clock->entries.at[middle].wave < wave)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void
add_entry(struct arena *arena, struct order_clock *clock, const struct order_entry *entry)
{
    uint32_t at = find_entry(clock, entry->wave);
    if (clock->all)
        return;
    if (at < clock->entries.count && clock->entries.at[at].wave == entry->wave) {
        raise(&clock->entries.at[at].done, entry->done);
        raise_span(&clock->entries.at[at].issued, &entry->issued);
        raise(&clock->entries.at[at].lanes_done, entry->lanes_done);
        clock->entries.at[at].lanes |= entry->lanes;
        return;
    }
    clock->all = clock->entries.count == MAX_ENTRIES;
    if (clock->all)
        return;
    vec_push(arena, &clock->entries, *entry);
    for (uint32_t i = clock->entries.count - 1; i > at; i--)
        clock->entries.at[i] = clock->entries.at[i - 1];
    clock->entries.at[at] = *entry;
}

static void
add_clock(struct arena *arena, struct order_clock *clock, const struct order_clock *other)
{
    clock->all |= other->all;
    for (uint32_t i = 0; i < other->entries.count && !clock->all; i++)
        add_entry(arena, clock, &other->entries.at[i]);
}

/* ---- numbers ---- */

static enum sim_pending_kind
pending_kind(enum order_kind kind)
{
    return kind == ORDER_LDS ? PENDING_LDS : kind == ORDER_FLAT ? PENDING_FLAT : PENDING_VM;
}

uint32_t
order_next(struct sim_wave *wave, enum order_kind kind)
{
    return counter_next(wave, pending_kind(kind));
}

/* Up to which access of that kind the wave's waits prove them done. */
static uint32_t
order_done(const struct sim_wave *wave, enum order_kind kind)
{
    return kind == ORDER_LDS    ? wave->counters->lds_done
           : kind == ORDER_FLAT ? wave->counters->flat_lgkm_done /* its lanes in LDS */
                                : wave->counters->vm_done;
}

/* What the work-group learns from a wave that orders its accesses by the compute unit alone. */
static struct order_span
issued_span(struct sim_wave *wave)
{
    struct order_span span;
    for (unsigned i = 0; i < ORDER_KINDS; i++)
        span.up_to[i] = order_next(wave, (enum order_kind)i) - 1;
    return span;
}

bool
order_has_told(const struct sim_device *device)
{
    return race_of(device)->order->used != 0;
}

struct order_point
order_point(struct sim_wave *wave)
{
    const struct order_wave *own = order_of(wave);
    return (struct order_point){
        own->collects ? 0 : order_next(wave, ORDER_GLOBAL),
        order_done(wave, ORDER_GLOBAL),
        issued_span(wave),
        sim_exec(wave),
        {own->fences[ORDER_GROUP].acquired, own->fences[ORDER_DEVICE].acquired},
        {own->releases[ORDER_GROUP], own->releases[ORDER_DEVICE]},
        {own->acquires[ORDER_GROUP], own->acquires[ORDER_DEVICE]}};
}

/* lane: ORDER_ANY_LANE: one of them. */
static bool
has_happened(const struct order_clock *clock, uint32_t wave, int lane, uint32_t number)
{
    uint32_t at = find_entry(clock, wave);
    if (clock->all || at == clock->entries.count || clock->entries.at[at].wave != wave)
        return clock->all;
    const struct order_entry *entry = &clock->entries.at[at];
    return entry->done >= number ||
           (entry->lanes_done >= number && (lane < 0 || entry->lanes >> lane & 1));
}

bool
order_knows(const struct sim_wave *wave, int own_lane, uint32_t other, int lane,
            enum order_kind kind, uint32_t number, bool cached)
{
    const struct order_wave *own = order_of(wave);
    uint32_t mate = other - own->first_mate;
    if (other == own->number)
        return true;
    if (mate < wave->group->wave_count)
        return order_knows_mate(own, own_lane, mate, kind, number);
    if (own_lane >= 0 && !(own->acquirers >> own_lane & 1) &&
        !has_happened(&own->shared, other, lane, number))
        return false;
    return has_happened(cached && !own->is_fresh ? &own->loaded : &own->known, other, lane, number);
}

/* ---- atomic accesses ---- */

static size_t
slot_of(const struct sim_order *order, uint32_t group, uint64_t address)
{
    size_t at = (size_t)sim_mix(address ^ (uint64_t)group << 48) & (order->slots - 1);
    while (order->syncs[at].address &&
           (order->syncs[at].address != address || order->syncs[at].group != group))
        at = (at + 1) & (order->slots - 1);
    return at;
}

static void
grow(struct sim_order *order)
{
    struct sim_order old = *order;
    order->slots = old.slots ? 2 * old.slots : FIRST_SLOTS;
    order->syncs = ARENA_ARRAY(order->arena, order->slots, struct order_sync);
    for (size_t i = 0; i < old.slots; i++)
        if (old.syncs[i].address)
            order->syncs[slot_of(order, old.syncs[i].group, old.syncs[i].address)] = old.syncs[i];
}

/* Of LDS each work-group has its own, whose addresses begin at 0. */
static uint64_t
sync_address(bool lds, uint64_t address)
{
    return lds ? UINT64_C(1) << 63 | address : address;
}

static struct order_sync *
sync_at(struct sim_order *order, uint32_t group, uint64_t address)
{
    if (2 * order->used >= order->slots)
        grow(order);
    struct order_sync *sync = &order->syncs[slot_of(order, group, address)];
    order->used += !sync->address;
    sync->address = address;
    sync->group = group;
    return sync;
}

/* What the wave knows, and of its mates: by their own waits, and by the compute unit. */
static void
add_known(struct sim_wave *wave, struct order_clock *clock)
{
    struct arena *arena = race_of(wave->device)->order->arena;
    struct order_wave *own = order_of(wave);
    add_clock(arena, clock, &own->known);
    for (unsigned i = 0; i < wave->group->wave_count; i++) {
        const struct order_span *span = &own->mates[i];
        struct order_entry entry = {own->first_mate + i, own->mates_done[i], *span, 0, 0};
        if (i != wave->index &&
            (span->up_to[ORDER_GLOBAL] || span->up_to[ORDER_LDS] || span->up_to[ORDER_FLAT]))
            add_entry(arena, clock, &entry);
    }
}

/* To a group, or 0: to all; what a fence has released, or, NULL, all.  A store that releases nothing itself goes on
 * with what its wave had stored there. */
static void
release_to(struct sim_wave *wave, const struct order_point *point, uint32_t group, uint64_t address,
           bool joins, const struct order_fence *fence)
{
    struct sim_order *order = race_of(wave->device)->order;
    uint32_t own = order_of(wave)->number;
    struct order_sync *sync = sync_at(order, group, address);
    struct order_entry entry = {own, point->done, point->issued, 0, 0};
    if (!joins && !(fence && sync->wave == own))
        forget(&sync->clock);
    if (!joins || !fence)
        sync->wave = own;
    if (order->has_scopes) {
        entry.lanes = point->lanes & (fence ? fence->lanes : UINT64_MAX);
        entry.lanes_done = point->done;
        lower(&entry.done, fence ? fence->together : order_of(wave)->together);
    }
    if (fence) {
        entry.issued = fence->issued;
        lower(&entry.lanes_done, fence->issued.up_to[ORDER_GLOBAL]);
        add_clock(order->arena, &sync->clock, &fence->released);
    } else {
        add_known(wave, &sync->clock);
    }
    add_entry(order->arena, &sync->clock, &entry);
}

void
order_release(struct sim_wave *wave, const struct order_point *point, bool lds, uint64_t address,
              bool joins)
{
    const struct sim_order *order = race_of(wave->device)->order;
    const struct order_wave *own = order_of(wave);
    uint64_t key = sync_address(lds, address);
    if (!order->has_scopes) {
        release_to(wave, point, lds ? own->first_mate : 0, key, joins, NULL);
        return;
    }
    for (unsigned reach = ORDER_GROUP; reach <= (lds ? ORDER_GROUP : ORDER_DEVICE); reach++)
        release_to(wave, point, reach == ORDER_GROUP ? own->first_mate : 0, key, joins,
                   point->releases[reach] ? NULL : &own->fences[reach]);
}

/* What a clock tells these lanes: of the own work-group at once, of others when the access is done. */
static void
learn(struct sim_wave *wave, uint32_t number, uint64_t lanes, const struct order_clock *clock)
{
    struct order_wave *own = order_of(wave);
    struct arena *arena = race_of(wave->device)->order->arena;
    own->coming.all |= clock->all;
    own->acquirers |= lanes;
    for (uint32_t i = 0; i < clock->entries.count; i++) {
        const struct order_entry *entry = &clock->entries.at[i];
        uint32_t mate = entry->wave - own->first_mate;
        if (entry->wave == own->number) {
            if (entry->lanes &
                ~lanes) /* one lane of another, and what it knows now the others may be given */
                raise(&own->together, entry->lanes_done);
        } else if (mate < wave->group->wave_count) {
            raise_span(&own->mates[mate], &entry->issued);
            raise(&own->mates_done[mate], entry->done);
            raise(&own->mates_done[mate], entry->lanes_done);
        } else {
            add_entry(arena, &own->coming, entry);
        }
    }
    raise(&own->coming_number, number);
}

/* From a group, or 0: from all; fence: for the next one, if the access does not acquire itself. */
static void
acquire_from(struct sim_wave *wave, const struct order_point *point, uint32_t group,
             uint64_t address, struct order_fence *fence, uint32_t fences)
{
    const struct sim_order *order = race_of(wave->device)->order;
    const struct order_sync *sync = &order->syncs[slot_of(order, group, address)];
    if (!sync->address)
        return;
    if (!fence || fence->acquired != fences) { /* or a fence was met while it was under way */
        learn(wave, point->number, point->lanes, &sync->clock);
        return;
    }
    add_clock(order->arena, &fence->found, &sync->clock);
    raise(&fence->found_number, point->number);
    fence->finders |= point->lanes;
}

void
order_acquire(struct sim_wave *wave, const struct order_point *point, bool lds, uint64_t address)
{
    const struct sim_order *order = race_of(wave->device)->order;
    struct order_wave *own = order_of(wave);
    uint64_t key = sync_address(lds, address);
    if (!order->slots)
        return;
    if (!order->has_scopes) {
        acquire_from(wave, point, lds ? own->first_mate : 0, key, NULL, 0);
        return;
    }
    for (unsigned reach = ORDER_GROUP; reach <= (lds ? ORDER_GROUP : ORDER_DEVICE); reach++)
        acquire_from(wave, point, reach == ORDER_GROUP ? own->first_mate : 0, key,
                     point->acquires[reach] ? NULL : &own->fences[reach], point->fences[reach]);
}

void
order_acquire_from(struct sim_wave *wave, const struct order_point *point, uint32_t other,
                   uint32_t done)
{
    struct order_wave *own = order_of(wave);
    struct order_entry entry = {other, done, {{0}}, 0, 0};
    if (other - own->first_mate < wave->group->wave_count)
        return; /* a barrier orders those */
    add_entry(race_of(wave->device)->order->arena, &own->coming, &entry);
    raise(&own->coming_number, point->number);
}

/* ---- fences, waits, invalidations, barriers ---- */

static void
acquire_found(struct sim_wave *wave, struct order_fence *fence)
{
    uint64_t lanes = sim_exec(wave) & fence->finders;
    fence->finders &= ~lanes;
    if (lanes)
        learn(wave, fence->found_number, lanes, &fence->found);
    if (!fence->finders)
        forget(&fence->found);
    order_wait(wave);
}

static void
meet_fence(struct sim_wave *wave, struct order_fence *fence, const struct sim_check *check)
{
    if (check->acquires) {
        fence->acquired++;
        acquire_found(wave, fence);
    }
    if (check->releases) {
        add_known(wave, &fence->released);
        fence->issued = issued_span(wave);
        fence->together = order_of(wave)->together;
        fence->lanes |= sim_exec(wave);
    }
}

/* All lanes know what any of them does. */
static void
share(struct sim_wave *wave)
{
    struct order_wave *own = order_of(wave);
    const struct sim_order *order = race_of(wave->device)->order;
    if (!order->has_scopes)
        return;
    own->together = order_next(wave, ORDER_GLOBAL) - 1;
    own->acquirers = own->coming.entries.count || own->coming.all ? UINT64_MAX : 0;
    forget(&own->shared);
    add_clock(order->arena, &own->shared, &own->known);
    memcpy(own->mates_shared, own->mates, sizeof own->mates_shared);
    for (unsigned reach = 0; reach < ORDER_REACHES; reach++)
        if (own->fences[reach].finders)
            own->fences[reach].finders = UINT64_MAX;
}

static bool
reaches(const struct sim_check *check, enum order_reach reach)
{
    return check->scope == SIM_SCOPE_UNSAID ||
           check->scope >= (reach == ORDER_GROUP ? SIM_SCOPE_WORKGROUP : SIM_SCOPE_DEVICE);
}

void
order_meet(struct sim_wave *wave, const struct sim_check *check)
{
    struct order_wave *own = order_of(wave);
    bool is_atomic = check->kind == SIM_CHECK_ATOMIC;
    if (!race_of(wave->device)->order->has_scopes)
        return;
    if (check->kind == SIM_CHECK_SUBGROUP ||
        (check->acquires && check->scope == SIM_SCOPE_SUBGROUP))
        share(wave);
    for (unsigned reach = 0; reach < ORDER_REACHES && (is_atomic || check->kind == SIM_CHECK_FENCE);
         reach++) {
        bool does = reaches(check, (enum order_reach)reach);
        if (is_atomic) {
            own->releases[reach] = does && check->releases;
            own->acquires[reach] = does && check->acquires;
            /* What it finds itself may come after what follows, if nobody waits for it. */
            if (own->acquires[reach])
                acquire_found(wave, &own->fences[reach]);
        } else if (does) {
            meet_fence(wave, &own->fences[reach], check);
        }
    }
}

/* The wave is about to know more than the L1 may serve. */
static void
keep_loaded(struct arena *arena, struct order_wave *own)
{
    if (!own->is_fresh)
        return;
    own->is_fresh = false;
    forget(&own->loaded);
    add_clock(arena, &own->loaded, &own->known);
}

void
order_wait(struct sim_wave *wave)
{
    struct order_wave *own = order_of(wave);
    bool is_empty = !own->coming.entries.count && !own->coming.all;
    if (is_empty || order_done(wave, ORDER_GLOBAL) < own->coming_number)
        return;
    keep_loaded(race_of(wave->device)->order->arena, own);
    add_clock(race_of(wave->device)->order->arena, &own->known, &own->coming);
    forget(&own->coming);
}

void
order_invalidate(struct sim_group *group)
{
    for (unsigned i = 0; i < group->wave_count; i++)
        order_of(&group->waves[i])->is_fresh = true;
}

void
order_mark(struct sim_wave *wave, bool global, bool local)
{
    struct order_wave *own = order_of(wave);
    own->is_marked = true;
    own->orders[false] = global;
    own->orders[true] = local;
    if (global && !own->collects)
        share(wave);
}

/* Which memories the barrier orders: global memory, LDS. */
static void
take_marks(struct sim_group *group, bool orders[2])
{
    orders[false] = orders[true] = false;
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct order_wave *own = order_of(&group->waves[i]);
        for (unsigned lds = 0; lds < 2 && !group->waves[i].done; lds++)
            orders[lds] |= !own->collects && (!own->is_marked || own->orders[lds]);
        own->is_marked = false;
    }
}

/* What the wave has issued, and the barrier orders; false: it has issued more to the LDS. */
static bool
ordered_span(struct sim_wave *wave, const bool orders[2], struct order_span *span)
{
    bool settles = true;
    *span = issued_span(wave);
    for (unsigned k = ORDER_LDS; k < ORDER_KINDS && !wave->done; k++) {
        uint32_t done = orders[true] ? order_done(wave, (enum order_kind)k) : 0;
        settles &= done == span->up_to[k];
        span->up_to[k] = done;
    }
    if (!orders[false])
        span->up_to[ORDER_GLOBAL] = 0;
    return settles;
}

/* What relaxed accesses before a barrier have found, fences of all behind it acquire: more than the language promises,
 * but what programs count on. */
static void
join_found(struct sim_group *group, enum order_reach reach)
{
    struct sim_order *order = race_of(group->device)->order;
    bool is_some = false;
    forget(&order->joined);
    for (unsigned i = 0; i < group->wave_count; i++) {
        const struct order_fence *fence = &order_of(&group->waves[i])->fences[reach];
        is_some |= fence->finders != 0;
        add_clock(order->arena, &order->joined, &fence->found);
    }
    for (unsigned i = 0; i < group->wave_count && is_some; i++) {
        struct order_fence *fence = &order_of(&group->waves[i])->fences[reach];
        add_clock(order->arena, &fence->found, &order->joined);
        fence->finders = UINT64_MAX;
    }
}

/* All of the work-group know what any of it knew; what the L1 may serve is as old as for the one that
 * knows least.  Of a memory that the program does not have ordered nobody learns, whatever the hardware does. */
void
order_barrier(struct sim_group *group)
{
    struct arena *arena = race_of(group->device)->order->arena;
    struct order_clock *all = &race_of(group->device)->order->joined;
    bool are_fresh = true, is_alone = true;
    struct order_span issued[SIM_MAX_WAVES];
    bool settles = true, orders[2];
    take_marks(group, orders);
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct sim_wave *wave = &group->waves[i];
        settles &= ordered_span(wave, orders, &issued[i]);
        is_alone &= !order_of(wave)->known.entries.count && !order_of(wave)->known.all;
    }
    for (unsigned i = 0; i < group->wave_count; i++)
        for (unsigned k = 0; k < group->wave_count; k++) {
            raise_span(&order_of(&group->waves[i])->mates[k], &issued[k]);
            if (orders[false])
                raise(&order_of(&group->waves[i])->mates_done[k],
                      order_done(&group->waves[k], ORDER_GLOBAL));
        }
    for (unsigned i = 0; i < group->wave_count && race_of(group->device)->order->has_scopes; i++)
        memcpy(order_of(&group->waves[i])->mates_shared, order_of(&group->waves[i])->mates,
               sizeof order_of(&group->waves[i])->mates_shared);
    for (unsigned reach = 0; reach < ORDER_REACHES && orders[false]; reach++)
        join_found(group, (enum order_reach)reach);
    race_barrier(group, settles);
    if (is_alone || !orders[false])
        return;
    forget(all);
    for (unsigned i = 0; i < group->wave_count; i++) {
        are_fresh &= order_of(&group->waves[i])->is_fresh;
        add_clock(arena, all, &order_of(&group->waves[i])->known);
    }
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct order_wave *own = order_of(&group->waves[i]);
        if (!are_fresh)
            keep_loaded(arena, own);
        add_clock(arena, &own->known, all);
        share(&group->waves[i]);
    }
}
