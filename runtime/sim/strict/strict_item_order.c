/* Happens-before between the work-items of a group, as C11 has it (OpenCL C 2.0, 3.3.4 and 6.13.11): a vector
 * clock for each lane, by the points `atomic` and `fence` of .occ.check.
 *
 *     lane 0: x = 1;  atomic_store_explicit(f, 1, memory_order_release);
 *     lane 1:         atomic_load_explicit(f, memory_order_acquire);  y = x;
 *
 * A release gives what its lane knows to the place of the atomic access, an acquire takes it from there; a fence
 * makes those of relaxed accesses before or behind it.  All scopes but that of one work-item have the wave within;
 * that of a sub-group has no other wave.
 * Of other waves a wave knows one clock each, whichever of its lanes took it, and which of them have taken any.  Where more would have to be remembered (other
 * waves in between, too many places or waves, several readers of one byte), everything is known: races are missed, never
 * invented. */
#include "runtime/sim/strict/strict_item_order.h"

enum { MOST_PLACES = 1 << 16, FIRST_SLOTS = 1 << 6, KNOWN_WAVES = 16 };

struct item_clock {
    uint32_t of[SIM_LANES];
};

/* What is known of waves: has happened before. */
struct known_wave {
    uint32_t wave; /* its number */
    struct item_clock clock;
};
struct item_known {
    VEC(struct known_wave) waves;
    bool of_all; /* there were too many */
};

struct item_order {
    struct item_places *places;
    uint32_t wave;                      /* a number of its own */
    bool acquires, releases, is_narrow; /* what atomic accesses do, within the wave alone */
    uint64_t has_acquired, has_released, has_found; /* lanes of which these say anything: */
    uint64_t has_learned;                           /* lanes that have acquired from other waves */
    uint64_t has_told;                     /* lanes of which a fence has released for other waves */
    struct item_clock knows[SIM_LANES];    /* what has happened before the lane goes on */
    struct item_clock released[SIM_LANES]; /* before its last fence that releases */
    struct item_clock found[SIM_LANES];    /* by its relaxed accesses, for a fence that acquires */
    uint32_t epoch[SIM_LANES];
    struct item_known others,
        others_found; /* of other waves: what any lane has acquired, has found */
};

struct item_place {
    uint64_t group, address; /* 0: the slot is free */
    uint32_t wave;           /* whose lanes the clock is of; 0: of several */
    bool is_narrow;          /* a wave has released there for itself alone */
    struct item_clock clock;
    struct item_known *known; /* of all waves that have released there; NULL: none */
};

struct item_places {
    struct arena *arena;
    uint32_t waves; /* so far */
    size_t slots, used;
    struct item_place **all; /* by hash */
    bool is_full;            /* there were others */
};

struct item_places *
item_places_new(const struct sim_device *device, struct arena *arena)
{
    if (!device->kernel->object->has_orders)
        return NULL;
    struct item_places *places = ARENA_NEW(arena, struct item_places);
    places->arena = arena;
    places->slots = FIRST_SLOTS;
    places->all = ARENA_ARRAY(arena, places->slots, struct item_place *);
    return places;
}

/* ---- clocks ---- */

static void
join(struct item_clock *clock, const struct item_clock *other)
{
    for (unsigned i = 0; i < SIM_LANES; i++)
        if (other->of[i] > clock->of[i])
            clock->of[i] = other->of[i];
}

/* All that the wave has done so far. */
static struct item_clock
everything(const struct item_order *order)
{
    struct item_clock clock;
    memcpy(clock.of, order->epoch, sizeof clock.of);
    return clock;
}

static void
learn(struct arena *arena, struct item_known *known, uint32_t wave, const struct item_clock *clock)
{
    vec_foreach (struct known_wave, one, &known->waves)
        if (one->wave == wave) {
            join(&one->clock, clock);
            return;
        }
    known->of_all |= known->waves.count == KNOWN_WAVES;
    if (!known->of_all)
        vec_push(arena, &known->waves, ((struct known_wave){wave, *clock}));
}

static void
learn_all(struct arena *arena, struct item_known *known, const struct item_known *more)
{
    known->of_all |= more->of_all;
    vec_foreach (const struct known_wave, one, &more->waves)
        if (!known->of_all)
            learn(arena, known, one->wave, &one->clock);
}

/* Keeps its room. */
static struct item_known
forget(struct item_known known)
{
    known.waves.count = 0;
    known.of_all = false;
    return known;
}

/* ---- waves ---- */

struct item_order *
item_order_begin(struct item_places *places, struct item_order *before)
{
    struct item_order *order = before ? before : ARENA_NEW(places->arena, struct item_order);
    bool may_keep = before && before->places == places; /* of the same arena */
    struct item_known others = may_keep ? forget(order->others) : (struct item_known){0};
    struct item_known found = may_keep ? forget(order->others_found) : (struct item_known){0};
    *order = (struct item_order){
        .places = places, .wave = ++places->waves, .others = others, .others_found = found};
    for (unsigned lane = 0; lane < SIM_LANES; lane++)
        order->epoch[lane] = 1;
    return order;
}

/* ---- places ---- */

static size_t
hash_of(uint64_t group, uint64_t address)
{
    uint64_t hash = (address + group * 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    return (size_t)(hash >> 32);
}

static struct item_place **
slot_of(const struct item_places *places, uint64_t group, uint64_t address)
{
    size_t at = hash_of(group, address) & (places->slots - 1);
    while (places->all[at] &&
           (places->all[at]->address != address || places->all[at]->group != group))
        at = (at + 1) & (places->slots - 1);
    return &places->all[at];
}

static void
grow(struct item_places *places)
{
    struct item_place **old = places->all;
    size_t count = places->slots;
    places->slots *= 2;
    places->all = ARENA_ARRAY(places->arena, places->slots, struct item_place *);
    for (size_t i = 0; i < count; i++)
        if (old[i])
            *slot_of(places, old[i]->group, old[i]->address) = old[i];
}

/* NULL: there are too many. */
static struct item_place *
new_place(struct item_order *order, uint64_t group, uint64_t address)
{
    struct item_places *places = order->places;
    if (places->used == MOST_PLACES) {
        places->is_full = true;
        return NULL;
    }
    if (2 * ++places->used > places->slots)
        grow(places);
    struct item_place *made = ARENA_NEW(places->arena, struct item_place);
    made->group = group;
    made->address = address;
    made->wave = order->wave;
    *slot_of(places, group, address) = made;
    return made;
}

/* ---- releases and acquires ---- */

static void
give(struct item_order *order, unsigned lane, uint64_t group, uint64_t address)
{
    bool had_fence = order->has_released >> lane & 1;
    if (!order->releases && !had_fence)
        return;
    struct item_place *place = *slot_of(order->places, group, address);
    if (!place && !(place = new_place(order, group, address)))
        return;
    if (place->wave != order->wave)
        place->wave = 0;
    struct arena *arena = order->places->arena;
    bool tells_fence = order->has_told >> lane & 1, tells = order->releases && !order->is_narrow;
    if (!place->known)
        place->known = ARENA_NEW(arena, struct item_known);
    if (tells_fence || tells)
        learn_all(arena, place->known, &order->others);
    place->is_narrow |= (order->releases && order->is_narrow) || (had_fence && !tells_fence);
    if (had_fence)
        join(&place->clock, &order->released[lane]);
    if (tells_fence)
        learn(arena, place->known, order->wave, &order->released[lane]);
    if (order->releases) {
        struct item_clock own = order->knows[lane];
        own.of[lane] = order->epoch[lane]++;
        join(&place->clock, &own);
        if (tells)
            learn(arena, place->known, order->wave, &own);
    }
}

/* What lanes of the wave have released there. */
static struct item_clock
own_clock(const struct item_order *order, const struct item_place *place)
{
    if (place && place->wave == order->wave)
        return place->clock;
    bool is_known = place && place->known && !place->known->of_all && !place->is_narrow;
    if (!is_known)
        return everything(order);
    vec_foreach (const struct known_wave, one, &place->known->waves)
        if (one->wave == order->wave)
            return one->clock;
    return (struct item_clock){{0}};
}

static void
take(struct item_order *order, unsigned lane, uint64_t group, uint64_t address)
{
    const struct item_place *place = *slot_of(order->places, group, address);
    if (!place && !order->places->is_full)
        return;
    bool learns = order->acquires && !order->is_narrow;
    struct item_known *others = learns ? &order->others : &order->others_found;
    if (place && place->known)
        learn_all(order->places->arena, others, place->known);
    others->of_all |= !place;
    if (learns || (order->acquires && order->has_learned))
        order->has_learned |= UINT64_C(1) << lane;
    struct item_clock clock = own_clock(order, place);
    join(order->acquires ? &order->knows[lane] : &order->found[lane], &clock);
    *(order->acquires ? &order->has_acquired : &order->has_found) |= UINT64_C(1) << lane;
}

void
item_order_atomic(struct item_order *order, int lane, uint64_t group, uint64_t address, bool loads,
                  bool stores)
{
    if (loads)
        take(order, (unsigned)lane, group, address);
    if (stores)
        give(order, (unsigned)lane, group, address);
}

static void
meet_fence(struct item_order *order, uint64_t exec, const struct sim_check *check)
{
    int lane;
    FOREACH_LANE(lane, exec)
    {
        bool is_narrow = check->scope == SIM_SCOPE_SUBGROUP;
        if (check->acquires && order->has_found >> lane & 1) {
            if (!is_narrow)
                learn_all(order->places->arena, &order->others, &order->others_found);
            if (!is_narrow || order->has_learned)
                order->has_learned |= UINT64_C(1) << lane;
            join(&order->knows[lane], &order->found[lane]);
            order->has_acquired |= UINT64_C(1) << lane;
        }
        if (check->releases) {
            order->released[lane] = order->knows[lane];
            order->released[lane].of[lane] = order->epoch[lane]++;
            order->has_released |= UINT64_C(1) << lane;
            if (!is_narrow)
                order->has_told |= UINT64_C(1) << lane;
        }
    }
}

void
item_order_meet(struct item_order *order, const struct sim_wave *wave,
                const struct sim_check *check)
{
    if (check->kind == SIM_CHECK_SUBGROUP && order->has_learned)
        order->has_learned = UINT64_MAX;
    if (check->kind == SIM_CHECK_BARRIER && check->global && check->local) {
        order->others = forget(order->others);
        order->has_learned = 0;
    }
    if (check->kind == SIM_CHECK_FENCE) {
        meet_fence(order, sim_exec(wave), check);
    } else if (check->kind == SIM_CHECK_ATOMIC) {
        order->acquires = check->acquires;
        order->releases = check->releases;
        order->is_narrow = check->scope == SIM_SCOPE_SUBGROUP;
    }
}

uint32_t
item_order_epoch(const struct item_order *order, int lane)
{
    return order->epoch[lane];
}

/* Of several only the first is known. */
bool
item_order_knows(const struct item_order *order, int lane, unsigned other, uint32_t epoch,
                 bool is_many)
{
    if (is_many)
        return order->has_acquired >> lane & 1;
    return order->knows[lane].of[other] >= epoch;
}

bool
item_order_knows_wave(const struct item_order *order, int own, const struct item_order *other,
                      unsigned lane, uint32_t epoch, bool is_many)
{
    if (!(order->has_learned >> own & 1))
        return false;
    const struct item_known *known = &order->others;
    vec_foreach (const struct known_wave, one, &known->waves)
        if (one->wave == other->wave && !known->of_all)
            return is_many || one->clock.of[lane] >= epoch;
    return known->of_all;
}
