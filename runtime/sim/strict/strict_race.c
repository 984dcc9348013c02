/* Data races: two accesses touch the same byte, one of them writes, not both are atomic, and nothing
 * that the instructions show orders them (strict_order.c).  Accesses of one wave are in its order, but
 * for the lanes of one store.
 *
 * No instruction tells whether a plain load or store is atomic in its language.  occ lists those that
 * are.  Otherwise an aligned one of at most 8 bytes counts as atomic beside an atomic instruction and
 * beside a load that passes the L1 (glc).  A store of what is there already races with no load and with no
 * store of the same, unless that is asked for; it does with a store of something else, before or after
 * it.
 *
 * Here is what the core tells, and the quick way: whole dwords, whose accesses before are in order. */
#include "runtime/sim/strict/strict_race_memory.h"

/* ---- what is noted of an access ---- */

static enum race_class
class_of(const struct sim_op *op, uint64_t address, uint32_t size)
{
    if (op->memory.kind == MEMORY_ATOMIC || op->is_atomic || op->inst.op == GCN_ds_append ||
        op->inst.op == GCN_ds_consume)
        return RACE_ATOMIC;
    return size <= 8 && (size & (size - 1)) == 0 && address % size == 0 ? RACE_ALIGNED : RACE_PLAIN;
}

static bool
passes_cache(const struct sim_op *op)
{
    return op->info->format != GCN_DS && op->inst.glc;
}

static enum order_kind
kind_of(const struct sim_op *op, bool lds)
{
    return !lds                                           ? ORDER_GLOBAL
           : op->info->format == GCN_DS                   ? ORDER_LDS
           : op->inst.lds || op->info->format != GCN_FLAT ? ORDER_DMA
                                                          : ORDER_FLAT;
}

/* Of a scalar access, of one lane more. */
static unsigned
lane_of(const struct sim_wave *wave, int lane)
{
    uint64_t exec = sim_exec(wave);
    return lane >= 0 ? (unsigned)lane & 63 : exec ? (unsigned)__builtin_ctzll(exec) : 0;
}

static struct race_access
make_access(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
            uint32_t size)
{
    enum order_kind kind = kind_of(op, lds);
    uint64_t word = (op->pc - wave->code->base) / 4;
    return (struct race_access){.wave = order_of(wave)->number,
                                .number = order_next(wave, kind),
                                .place = {.lane = lane_of(wave, lane),
                                          .kind = kind,
                                          .class = class_of(op, address, size),
                                          .word = word >> WORD_BITS ? 0 : (uint32_t)word}};
}

/* No access, or one that is in order before the one that the wave makes now.  lane: of a store; a scalar load has none. */
static inline bool
is_settled(const struct sim_wave *wave, const struct race_access *now,
           const struct race_access *access, int lane, bool lds, bool cached)
{
    const struct order_wave *own = order_of(wave);
    uint32_t mate;
    if (!access || !access->wave || access->wave == own->number)
        return true;
    mate = access->wave - own->first_mate;
    if (mate < wave->group->wave_count)
        return order_knows_mate(own, (int)now->place.lane, mate,
                                (enum order_kind)access->place.kind, access->number);
    if (lds)
        return access->wave < own->first_mate;
    return order_knows(wave, (int)now->place.lane, access->wave, lane,
                       (enum order_kind)access->place.kind, access->number, cached);
}

/* Memory holds these bytes already. */
static inline bool
holds(const struct sim_wave *wave, bool lds, uint64_t address, const uint8_t *bytes, uint32_t count)
{
    const struct sim_region *region = wave->device->last_region;
    const uint8_t *there =
        lds ? wave->group->lds + address : region->bytes + (address - region->base);
    return !race_minds_same(wave->device) && memcmp(there, bytes, count) == 0;
}

static inline void
keep_cell(struct sim_wave *wave, const struct race_access *access, const struct race_cell *cell,
          struct race_access *kept[READS], bool lds, bool cached)
{
    struct race_access *to = NULL;
    for (unsigned i = 0; i < READS; i++) {
        to = kept[i] ? &kept[i][cell->index] : race_note(wave, &kept[i], cell);
        if (is_settled(wave, access, to, ORDER_ANY_LANE, lds, cached))
            break;
    }
    *to = *access;
}

static inline bool
load_cell(struct sim_wave *wave, const struct race_access *access, const struct race_cell *cell,
          bool lds, bool cached)
{
    struct race_page *page = cell->page;
    const struct race_access *written = race_noted(page->writes, cell);
    if (!is_settled(wave, access, written, race_lane(written), lds, cached))
        return false;
    keep_cell(wave, access, cell, page->reads, lds, cached);
    return true;
}

/* What is there already. */
static inline bool
same_cell(struct sim_wave *wave, const struct race_access *access, const struct race_cell *cell,
          bool lds)
{
    struct race_page *page = cell->page;
    if (wave->group->unit) /* memory does not show what is in flight */
        return false;
    keep_cell(wave, access, cell, page->same, lds, false);
    return true;
}

static inline bool
store_cell(struct sim_wave *wave, const struct race_access *access, const struct race_cell *cell,
           bool lds)
{
    struct race_page *page = cell->page;
    struct race_access *written = race_noted(page->writes, cell);
    if (!is_settled(wave, access, written, race_lane(written), lds, false) ||
        (written && written->number == access->number))
        return false;
    for (unsigned i = 0; i < READS; i++) {
        const struct race_access *same = race_noted(page->same[i], cell);
        if (!is_settled(wave, access, race_noted(page->reads[i], cell), ORDER_ANY_LANE, lds,
                        false) ||
            !is_settled(wave, access, same, race_lane(same), lds, false) ||
            (same && same->number == access->number))
            return false;
    }
    *(written ? written : race_note(wave, &page->writes, cell)) = *access;
    return true;
}

/* same: a store of what is there already.  false: it may be a race. */
static inline bool
access_cell(struct sim_wave *wave, const struct race_access *access, const struct race_cell *cell,
            bool lds, bool write, bool cached, bool same)
{
    return same    ? same_cell(wave, access, cell, lds)
           : write ? store_cell(wave, access, cell, lds)
                   : load_cell(wave, access, cell, lds, cached);
}

/* Bytes of one dword, in a page of bytes. */
static inline bool
access_bytes(struct sim_wave *wave, struct race_access *access, struct race_cell *cell, bool lds,
             uint32_t first, uint32_t count, bool write, bool cached, bool same)
{
    cell->index += first;
    for (uint32_t i = first; i < first + count; i++, cell->index++) {
        access->place.mask = 1u << i;
        if (!access_cell(wave, access, cell, lds, write, cached, same))
            return false;
    }
    return true;
}

/* Less than a dword; false: it may be a race, or the page does not know of bytes yet. */
static inline bool
access_part(struct sim_wave *wave, struct race_access *access, bool lds, uint64_t address,
            uint32_t size, bool write, bool cached, const uint8_t *bytes)
{
    struct race_cell cell;
    uint32_t first = address % CELL;
    if (first + size > CELL || !race_find_cell(wave, lds, address, &cell) || !cell.page->has_bytes)
        return false;
    return access_bytes(wave, access, &cell, lds, first, size, write, cached,
                        write && bytes && holds(wave, lds, address, bytes, size));
}

/* Whole dwords; false: it may be a race. */
static inline bool
access_dwords(struct sim_wave *wave, struct race_access *access, bool lds, uint64_t address,
              uint32_t size, bool write, bool cached, const uint8_t *bytes)
{
    for (uint64_t at = address; at < address + size; at += CELL) {
        struct race_cell cell;
        access->bits |= WHOLE_DWORD;
        if (!race_find_cell(wave, lds, at, &cell))
            return false;
        bool same = write && bytes && holds(wave, lds, at, bytes + (at - address), CELL);
        if (!(cell.page->has_bytes
                  ? access_bytes(wave, access, &cell, lds, 0, CELL, write, cached, same)
                  : access_cell(wave, access, &cell, lds, write, cached, same)))
            return false;
    }
    return true;
}

/* ---- accesses of a lane, loads of all ---- */

static void
race_access(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
            uint32_t size, bool write, const uint8_t *bytes)
{
    if (order_of(wave)->collects || (lds && address + size > wave->group->lds_size))
        return; /* the library's; another fault */
    uint64_t end = address + size;
    bool atomic = op->memory.kind == MEMORY_ATOMIC;
    struct racer racer = {.wave = wave, .op = op, .lane = lane, .write = write, .lds = lds};
    if (write)
        race_begin_stores(wave, lds, address);
    racer.access = make_access(wave, op, lane, lds, address, size);
    if (!lds && !write && passes_cache(op) && racer.access.place.class == RACE_ALIGNED &&
        race_guesses(wave))
        racer.access.place.class = RACE_ATOMIC;
    racer.bytes = atomic ? NULL : bytes;
    racer.cached = !lds && !write && !passes_cache(op) && !atomic;
    bool whole = !((address | size) % CELL);
    if (whole ? access_dwords(wave, &racer.access, lds, address, size, write, racer.cached,
                              racer.bytes)
              : access_part(wave, &racer.access, lds, address, size, write, racer.cached,
                            racer.bytes))
        return;
    for (uint64_t at = address; at < end;) {
        uint64_t next = (at / CELL + 1) * CELL, stop = next < end ? next : end;
        if (!race_find_cell(wave, lds, at, &racer.cell))
            return;
        racer.address = at;
        racer.count = (unsigned)(stop - at);
        race_access_part(&racer, (unsigned)(at % CELL));
        if (racer.bytes)
            racer.bytes += stop - at;
        at = stop;
    }
}

/* Their lanes, if all accesses are of one class. */
static bool
log_loads(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t base,
          const uint32_t at[SIM_LANES], bool is_dense, bool is_uniform)
{
    uint64_t exec = sim_exec(wave);
    uint32_t size = op->memory.bytes, bits = 0;
    unsigned first = (unsigned)__builtin_ctzll(exec);
    struct race_memory *memory = race_memory_of(wave, lds, base + at[first]);
    if (!memory || memory->has_stores)
        return false;
    for (unsigned i = 0; i < SIM_LANES; i++)
        bits |= at[i];
    if ((bits | (uint32_t)base) % (size <= 8 ? size : CELL))
        return false;
    if (memory->log.chunks > LOG_CHUNKS)
        race_note_loads(wave, &memory->log, lds, base);
    struct race_load load = {
        .access = make_access(wave, op, 0, lds, base + at[first], size),
        .at = at[0],
        .stride = is_dense     ? size
                  : is_uniform ? 0
                               : (uint32_t)LOAD_SCATTERED,
        .size = size,
        .exec = {(uint32_t)exec, (uint32_t)(exec >> 32)},
    };
    race_keep_load(wave, &memory->log, &load, at);
    return true;
}

static void
race_loads(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t base,
           const uint32_t at[SIM_LANES], bool is_dense, bool is_uniform)
{
    uint64_t exec = sim_exec(wave);
    unsigned size = op->memory.bytes, first = (unsigned)__builtin_ctzll(exec);
    if (order_of(wave)->collects || (lds && wave->group->wave_count == 1) ||
        log_loads(wave, op, lds, base, at, is_dense, is_uniform))
        return;
    struct race_access access = make_access(wave, op, 0, lds, base + at[first], size);
    uint32_t of_lane_0 = access.bits;
    int lane;
    FOREACH_LANE(lane, exec)
    {
        uint64_t address = base + at[lane];
        access.bits = of_lane_0 | (uint32_t)lane;
        if (size != CELL)
            access.place.class = class_of(op, address, size);
        if (address % CELL || !access_dwords(wave, &access, lds, address, size, false,
                                             !lds && !passes_cache(op), NULL))
            race_access(wave, op, lane, lds, address, size, false, NULL);
    }
}

static void
race_stores(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t address,
            const uint32_t values[SIM_LANES])
{
    if (order_of(wave)->collects)
        return;
    race_begin_stores(wave, lds, address);
    struct race_access access = make_access(wave, op, 0, lds, address, CELL);
    uint32_t of_lane_0 = access.bits;
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        const uint8_t *bytes = (const uint8_t *)&values[lane];
        access.bits = of_lane_0 | lane;
        if (address % CELL ||
            !access_dwords(wave, &access, lds, address + CELL * lane, CELL, true, false, bytes))
            race_access(wave, op, (int)lane, lds, address + CELL * lane, CELL, true, bytes);
    }
}

/* ---- what atomic accesses tell ---- */

/* Of the byte, where there are bytes. */
static bool
race_byte_cell(struct sim_wave *wave, uint64_t address, struct race_cell *cell)
{
    if (!race_global_cell(wave, address, cell))
        return false;
    cell->index += cell->page->has_bytes ? address % CELL : 0;
    return true;
}

/* Atomic ones order others, each lane by itself. */
static bool
race_orders(const struct sim_wave *wave, const struct sim_op *op, bool lds)
{
    if (op->is_atomic || op->memory.kind == MEMORY_ATOMIC)
        return true;
    if (op->memory.kind != MEMORY_LOAD || !race_guesses(wave))
        return false;
    return lds ? order_has_told(wave->device) : passes_cache(op);
}

static void
race_perform(struct sim_wave *wave, const struct sim_op *op, const struct sim_flight *flight,
             bool lds, uint64_t address)
{
    bool changes = op->memory.kind == MEMORY_ATOMIC || op->inst.op == GCN_ds_append ||
                   op->inst.op == GCN_ds_consume;
    bool loads = op->memory.kind == MEMORY_LOAD, guess = race_guesses(wave);
    bool asks = (changes && (op->memory.returns || race_has_scopes(wave->device))) ||
                (loads && (op->is_atomic || (guess && (lds || passes_cache(op)))));
    bool tells = changes || (op->memory.kind == MEMORY_STORE && op->is_atomic);
    struct order_point point;
    if (!tells && (!asks || !order_has_told(wave->device)) && !(asks && guess && !lds))
        return;
    if (flight)
        memcpy(&point, flight->noted, sizeof point);
    else
        point = order_point(wave);
    if (!point.number)
        return;
    if (asks) {
        order_acquire(wave, &point, lds, address);
        if (guess && !lds) {
            struct race_cell cell;
            const struct race_access *write =
                race_byte_cell(wave, address, &cell) ? race_noted(cell.page->writes, &cell) : NULL;
            /* as if it had waited for all before */
            if (write && write->wave && write->place.class == RACE_ALIGNED &&
                write->wave != order_of(wave)->number)
                order_acquire_from(wave, &point, write->wave, write->number - 1);
        }
    }
    if (tells)
        order_release(wave, &point, lds, address, changes);
}

bool
race_has_stores(struct sim_wave *wave, uint64_t address)
{
    const struct sim_region *region = sim_region_at(wave->device, address, 1);
    const struct race_memory *memory = region ? region->observed[OBSERVER_race] : NULL;
    return memory && memory->has_stores;
}

struct race_store
race_last_store(struct sim_wave *wave, uint64_t address)
{
    struct race_cell cell;
    bool is_there = race_byte_cell(wave, address, &cell),
         of_byte = is_there && cell.page->has_bytes;
    const struct race_access *write = is_there ? race_noted(cell.page->writes, &cell) : NULL;
    if (!write || !write->wave)
        return (struct race_store){.of_byte = of_byte};
    return (struct race_store){write->wave, write->number,
                               (unsigned)__builtin_ctz(write->place.mask), of_byte,
                               4 * (uint64_t)write->place.word};
}

/* ---- what the core tells ---- */

/* What all schedules have done so far is no part of a state of one. */
bool
race_is_wanted(const struct sim_device *device)
{
    const struct sim_options *options = &device->options;
    return device->strict && !options->no_races && options->schedule != SIM_SCHEDULE_ALL;
}

static void
begin_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch, struct arena *arena,
               unsigned sgprs)
{
    (void)dispatch, (void)sgprs;
    order_begin_dispatch(device, arena);
}

/* It has accessed nothing yet. */
static void
begin_group(struct sim_group *group)
{
    if (order_is_again(group))
        order_begin_again(group->device);
    race_barrier(group, true);
}

static void
take_off(struct sim_flight *flight)
{
    struct order_point point = order_point(flight->wave);
    _Static_assert(sizeof point <= sizeof flight->noted, "a flight has room for it");
    memcpy(flight->noted, &point, sizeof point);
}

static void
hear_mark(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    (void)op;
    if (check->kind == SIM_CHECK_BARRIER)
        order_mark(wave, check->global, check->local);
    else
        order_meet(wave, check);
    if (check->kind == SIM_CHECK_COLLECT || check->kind == SIM_CHECK_COLLECTED)
        order_of(wave)->collects = check->kind == SIM_CHECK_COLLECT;
}

static void
after_wait(struct sim_wave *wave, unsigned vm, unsigned exp, unsigned lgkm)
{
    (void)vm, (void)exp, (void)lgkm;
    order_wait(wave);
}

const struct sim_observer sim_observer_race = {
    .name = "race",
    .tells_races = true,
    .one_core = true,
    .wave_size = sizeof(struct order_wave),
    .device_size = sizeof(struct race_device),
    .is_wanted = race_is_wanted,
    .refuses = race_orders,
    .begin_dispatch = begin_dispatch,
    .begin_group = begin_group,
    .begin_wave = order_begin_wave,
    .access = race_access,
    .loads = race_loads,
    .stores = race_stores,
    .perform = race_perform,
    .take_off = take_off,
    .wait = after_wait,
    .point = hear_mark,
    .invalidate = order_invalidate,
    .barrier = order_barrier,
};
