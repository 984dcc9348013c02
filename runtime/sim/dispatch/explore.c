/* Every schedule of a small launch (--schedule=all).
 *
 * The dispatch is run again and again, each time with other decisions: which wave or which memory
 * operation in flight is next, and whether a line of a cache that is stale is still there.  Decisions
 * are a trail; its last one that has an alternative left takes that next.  A run ends early in a
 * state that was there before, for what follows has been seen; states are told apart by a hash of 64
 * bits.
 *
 * Only what others can see is a decision.  A wave goes on by itself up to the next instruction that
 * needs an operation in flight to be done; where several waves share a compute unit, up to its next
 * memory instruction, whose place in the unit's order counts. */
#include "runtime/sim/dispatch/explore.h"
#include "runtime/sim/dispatch/schedule.h"

enum { MAX_WAVES = 4, MAX_OPTIONS = 128 };

struct decision {
    unsigned choice, count;
};

/* A line of memory that a run wrote, as it was before. */
struct written {
    struct sim_region *region;
    uint64_t offset, before; /* hash */
    uint32_t size;
    uint8_t bytes[VMEM_LINE], shadow[VMEM_LINE];
};

/* States seen: open addressing, 0 is no state. */
struct states {
    uint64_t *slots;
    size_t capacity, count;
};

struct sim_explore {
    struct schedule *schedule;
    VEC(struct decision) trail;
    uint32_t at; /* the next decision's place */
    VEC(struct written) written;
    struct states states, outcomes;
};

/* One way to go on. */
struct option {
    struct sim_wave *wave;     /* executes an instruction, or */
    struct sim_flight *flight; /* is performed by */
    struct sim_unit *unit;
};

/* ---- hashes ---- */

static uint64_t
hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (; size >= 8; at += 8, size -= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        hash = sim_mix(hash ^ word);
    }
    for (; size; at++, size--)
        hash = sim_mix(hash ^ *at);
    return hash;
}

static uint64_t
hash_word(uint64_t hash, uint64_t word)
{
    return sim_mix(hash ^ word);
}

static uint64_t
hash_wave(uint64_t hash, const struct sim_wave *wave)
{
    hash = hash_word(hash, wave->pc);
    hash = hash_word(hash, (uint64_t)wave->done | (uint64_t)wave->at_barrier << 1 |
                               (uint64_t)wave->scc << 2 | (uint64_t)wave->mode << 8);
    if (wave->done)
        return hash;
    OBSERVE(wave->device, state, wave, &hash);
    hash = hash_bytes(hash, wave->sgpr, sizeof wave->sgpr);
    hash = hash_bytes(hash, wave->sgpr_shadow, sizeof wave->sgpr_shadow);
    for (unsigned r = 0; r < wave->vgprs; r++) {
        hash = hash_bytes(hash, wave->v[r], sizeof wave->v[r]);
        hash = hash_word(hash, wave->v_undefined[r]);
    }
    const struct sim_counters *c = wave->counters;
    hash = hash_word(hash, (uint64_t)(c->vm_seq - c->vm_done) << 32 | (c->lds_seq - c->lds_done));
    return hash_word(hash, c->smem_seq - c->smem_done);
}

static uint64_t
hash_flight(const struct sim_flight *flight)
{
    uint64_t hash = hash_word(0, flight->wave->group->id[0] | (uint64_t)flight->wave->index << 32);
    hash = hash_word(hash, flight->op->pc);
    hash = hash_word(hash, (uint64_t)flight->seq << 8 | flight->kind);
    for (unsigned i = 0; i < flight->count; i++) {
        const struct flight_lane *lane = &flight->lanes[i];
        hash = hash_word(hash, lane->address ^ (uint64_t)lane->lane << 56);
        if (flight->op->memory.kind != MEMORY_LOAD)
            hash = hash_bytes(hash, lane->packet.bytes, flight->op->memory.bytes);
    }
    return hash;
}

/* The order of issue counts only where flights must keep it. */
static uint64_t
hash_flights(const struct sim_unit *unit)
{
    uint64_t sum = 0;
    for (const struct sim_flight *f = unit->first; f; f = f->next) {
        uint64_t hash = hash_flight(f);
        for (const struct sim_flight *earlier = unit->first; earlier != f; earlier = earlier->next)
            if (flight_must_follow(f, earlier))
                hash = hash_word(hash, hash_flight(earlier));
        sum += hash;
    }
    return sum;
}

static uint64_t
hash_cache(uint64_t hash, const struct unit_cache *cache)
{
    for (unsigned i = 0; i < UNIT_LINES; i++) {
        const struct unit_line *line = &cache->lines[i];
        if (line->tag)
            hash = hash_bytes(hash_word(hash, line->tag), line->bytes, sizeof line->bytes);
    }
    return hash;
}

static uint64_t
hash_written(const struct written *w)
{
    const uint8_t *shadow = w->region->shadow;
    uint64_t hash = hash_word(w->region->base, w->offset);
    hash = hash_bytes(hash, w->region->bytes + w->offset, w->size);
    for (uint32_t i = 0; shadow && i < w->size; i++)
        hash = shadow[w->offset + i] ? hash_word(hash, i << 8 | shadow[w->offset + i]) : hash;
    return hash;
}

/* What was written and is as before counts for nothing, so that the order in which lines were first
 * written does not matter either. */
static uint64_t
hash_memory(const struct sim_explore *explore)
{
    uint64_t hash = 0;
    for (uint32_t i = 0; i < explore->written.count; i++)
        hash += hash_written(&explore->written.at[i]) - explore->written.at[i].before;
    return hash;
}

static uint64_t
hash_state(const struct sim_explore *explore)
{
    const struct schedule *s = explore->schedule;
    uint64_t hash = hash_memory(explore);
    for (unsigned i = 0; i < s->group_count; i++) {
        const struct sim_group *group = &s->groups[i];
        hash = hash_bytes(hash, group->lds, group->lds_size);
        for (unsigned k = 0; k < group->wave_count; k++)
            hash = hash_wave(hash, &group->waves[k]);
    }
    for (unsigned i = 0; i < s->unit_count; i++) {
        const struct sim_unit *unit = &s->units[i];
        hash = hash_cache(hash_cache(hash, &unit->vector), &unit->scalar);
        hash = hash_word(hash, hash_flights(unit));
    }
    return hash ? hash : 1;
}

/* ---- states ---- */

/* false: it was there. */
static bool
put_slot(struct states *states, uint64_t hash)
{
    size_t at = hash & (states->capacity - 1);
    while (states->slots[at] && states->slots[at] != hash)
        at = (at + 1) & (states->capacity - 1);
    bool is_new = !states->slots[at];
    states->slots[at] = hash;
    states->count += is_new;
    return is_new;
}

static bool
add_state(struct sim_explore *explore, struct states *states, uint64_t hash)
{
    if (2 * states->count >= states->capacity) {
        struct states larger = {.capacity = states->capacity ? 2 * states->capacity : 1024};
        larger.slots = ARENA_ARRAY(explore->schedule->arena, larger.capacity, uint64_t);
        for (size_t i = 0; i < states->capacity; i++)
            if (states->slots[i])
                put_slot(&larger, states->slots[i]);
        *states = larger;
    }
    return put_slot(states, hash);
}

/* ---- memory ---- */

static void
remember_line(struct sim_explore *explore, struct sim_region *region, uint64_t offset)
{
    for (uint32_t i = 0; i < explore->written.count; i++)
        if (explore->written.at[i].region == region && explore->written.at[i].offset == offset)
            return;
    uint64_t left = region->size - offset;
    struct written w = {
        .region = region, .offset = offset, .size = left < VMEM_LINE ? (uint32_t)left : VMEM_LINE};
    memcpy(w.bytes, region->bytes + offset, w.size);
    if (region->shadow)
        memcpy(w.shadow, region->shadow + offset, w.size);
    w.before = hash_written(&w);
    vec_push(explore->schedule->arena, &explore->written, w);
}

/* The one that runs; NULL: none does. */
static struct sim_explore **
explore_of(const struct sim_device *device)
{
    return device->observed[OBSERVER_explore];
}

/* Bytes are about to be written. */
static void
note_write(struct sim_device *device, struct sim_region *region, uint64_t offset, uint32_t size)
{
    for (uint64_t at = offset / VMEM_LINE; at <= (offset + size - 1) / VMEM_LINE; at++)
        remember_line(*explore_of(device), region, at * VMEM_LINE);
}

static void
restore_memory(struct sim_explore *explore)
{
    for (uint32_t i = 0; i < explore->written.count; i++) {
        const struct written *w = &explore->written.at[i];
        memcpy(w->region->bytes + w->offset, w->bytes, w->size);
        if (w->region->shadow)
            memcpy(w->region->shadow + w->offset, w->shadow, w->size);
    }
}

/* ---- decisions ---- */

/* One of `count` ways to go on, from 0. */
static unsigned
decide(struct sim_device *device, unsigned count)
{
    struct sim_explore *explore = *explore_of(device);
    if (explore->at == explore->trail.count)
        vec_push(explore->schedule->arena, &explore->trail, ((struct decision){0, count}));
    return explore->trail.at[explore->at++].choice;
}

/* The trail of the next run; false: there is none. */
static bool
backtrack(struct sim_explore *explore)
{
    while (explore->trail.count) {
        struct decision *last = &explore->trail.at[explore->trail.count - 1];
        if (++last->choice < last->count)
            return true;
        explore->trail.count--;
    }
    return false;
}

/* ---- a run ---- */

/* Its place among those of other waves of the unit matters.  That of a scalar load does not: when it
 * reads is a decision of its own. */
static bool
is_shared(const struct sim_wave *wave, const struct sim_op *op)
{
    if (op->memory.kind == MEMORY_LOAD && op->info->format == GCN_SMEM)
        return false;
    return wave->group->wave_count > 1 && !wave_leaves_out(wave, op) &&
           (op->memory.kind != MEMORY_NONE || op->inst.op == GCN_s_barrier);
}

static bool
must_wait(const struct sim_wave *wave, const struct sim_op *op)
{
    return op->inst.op == GCN_s_waitcnt && !wave_leaves_out(wave, op) &&
           flight_is_awaited(wave, op);
}

/* Goes on by itself as far as nobody else can tell; true: it moved. */
static bool
advance(struct sim_wave *wave)
{
    bool moved = false;
    while (schedule_can_run(wave)) {
        const struct sim_op *op = sim_fetch(wave);
        if (must_wait(wave, op) || is_shared(wave, op))
            break;
        wave_run(wave, 1);
        moved = true;
    }
    return moved;
}

static bool
advance_all(struct schedule *s)
{
    bool running = false, moved = true;
    while (moved) {
        moved = running = false;
        for (unsigned i = 0; i < s->group_count; i++) {
            struct sim_group *group = &s->groups[i];
            if (!schedule_is_running(group))
                continue;
            running = true;
            for (unsigned k = 0; k < group->wave_count; k++)
                moved |= advance(&group->waves[k]);
        }
    }
    return running;
}

static unsigned
list_options(struct schedule *s, struct option options[MAX_OPTIONS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < s->group_count; i++) {
        for (unsigned k = 0; k < s->groups[i].wave_count && count < MAX_OPTIONS; k++) {
            struct sim_wave *wave = &s->groups[i].waves[k];
            if (schedule_can_run(wave) && is_shared(wave, sim_fetch(wave)))
                options[count++] = (struct option){.wave = wave};
        }
    }
    for (unsigned i = 0; i < s->unit_count; i++)
        for (struct sim_flight *f = s->units[i].first; f && count < MAX_OPTIONS; f = f->next)
            if (flight_is_free(&s->units[i], f))
                options[count++] = (struct option){.flight = f, .unit = &s->units[i]};
    return count;
}

/* true: to its end; false: a state came that was there before. */
static bool
run_once(struct sim_explore *explore)
{
    struct schedule *s = explore->schedule;
    struct option options[MAX_OPTIONS];
    for (;;) {
        bool running = advance_all(s);
        unsigned count = list_options(s, options), choice = 0;
        if (!count && running) /* waves wait for what nothing in flight can give */
            sim_error(s->device, "no wave of the launch can go on");
        if (!count)
            return true;
        if (count > 1) {
            bool is_new = explore->at >= explore->trail.count;
            if (is_new && !add_state(explore, &explore->states, hash_state(explore)))
                return false;
            choice = decide(s->device, count);
        }
        if (options[choice].wave)
            wave_run(options[choice].wave, 1);
        else
            flight_perform(options[choice].unit, options[choice].flight);
    }
}

static void
begin_run(struct sim_explore *explore)
{
    struct schedule *s = explore->schedule;
    restore_memory(explore);
    explore->at = 0;
    s->next = 0;
    s->device->stats.cycles = s->device->stats.latency = 0;
    for (unsigned i = 0; i < s->unit_count; i++)
        unit_begin(&s->units[i]);
    for (unsigned i = 0; i < s->group_count; i++)
        schedule_start_group(s, &s->groups[i]);
}

static void
end_run(struct sim_explore *explore)
{
    struct schedule *s = explore->schedule;
    struct sim_device *device = s->device;
    for (unsigned i = 0; i < s->group_count; i++)
        schedule_end_group(&s->groups[i]);
    uint64_t hash = hash_memory(explore);
    if (add_state(explore, &explore->outcomes, hash ? hash : 1) && device->options.outcome)
        SIM_CALL_BACK(device, device->options.outcome(device->options.data));
}

void
explore_dispatch(struct schedule *s)
{
    struct sim_explore explore = {.schedule = s};
    unsigned waves = 0;
    for (unsigned i = 0; i < s->group_count; i++)
        waves += s->groups[i].wave_count;
    if (!explore_of(s->device))
        sim_error(s->device,
                  "a device without the observer of what schedules write runs one of them");
    if (s->total > s->group_count || waves > MAX_WAVES)
        sim_error(s->device, "all schedules are tried of launches with at most %d waves",
                  MAX_WAVES);
    *explore_of(s->device) = &explore;
    for (unsigned i = 0; i < s->unit_count; i++)
        s->units[i].decide = decide;
    do {
        begin_run(&explore);
        if (run_once(&explore))
            end_run(&explore);
        else
            for (unsigned i = 0; i < s->unit_count; i++)
                flight_drop(&s->units[i]);
        s->device->stats.schedules++;
    } while (backtrack(&explore));
    *explore_of(s->device) = NULL;
}

static void
begin_launch(struct sim_device *device)
{
    *explore_of(device) = NULL;
}

static bool
is_wanted(const struct sim_device *device)
{
    return device->options.schedule == SIM_SCHEDULE_ALL;
}

const struct sim_observer sim_observer_explore = {
    .name = "explore",
    .one_core = true,
    .device_size = sizeof(struct sim_explore *),
    .is_wanted = is_wanted,
    .begin_launch = begin_launch,
    .write = note_write,
};
