/* Data races: two accesses touch the same byte, one of them writes, not both are atomic, and nothing
 * that the instructions show orders them (strict_order.c).  Accesses of one wave are in its order, but
 * for the lanes of one store.
 *
 * For each dword the last store and two loads are kept: a third load that is in no order with those is
 * not, so that a race with it may be missed.
 *
 * No instruction tells whether a plain load or store is atomic in its language.  occ lists those that
 * are.  Otherwise an aligned one of at most 8 bytes counts as atomic beside an atomic instruction and
 * beside a load that passes the L1 (glc).  A store of what is there already is no race, unless it is
 * asked for. */
#include "runtime/sim/strict_race.h"
#include "runtime/sim/unit.h"

enum {
    CELL = 4, /* bytes */
    PAGE_CELLS = 1024,
    READS = 2,
    WORD_BITS = 18,
};

/* How an access may go together with another one. */
enum race_class {
    RACE_PLAIN,   /* never */
    RACE_ALIGNED, /* perhaps, if the language said so */
    RACE_ATOMIC,
};

struct race_place {
    uint32_t lane : 6, mask : 4 /* bytes of the dword */, kind : 2, class : 2, word : WORD_BITS;
};

struct race_access {
    uint32_t wave, number; /* strict_race.h; 0: none */
    struct race_place place;
};

struct race_cell {
    struct race_access write, reads[READS];
    uint32_t done; /* what the wave of the write had waited for */
};

/* ---- cells ---- */

static struct race_cell *
global_cell(struct sim_wave *wave, uint64_t address)
{
    struct sim_device *device = wave->device;
    struct sim_region *region = sim_region_at(device, address, 1);
    if (!region || region->scratch_wave_size)
        return NULL;
    size_t cell = (size_t)(address - region->base) / CELL, page = cell / PAGE_CELLS;
    if (region->race_dispatch != order_dispatch(device)) { /* of an earlier launch */
        size_t pages = (size_t)(region->size / CELL / PAGE_CELLS + 1);
        region->race_pages = ARENA_ARRAY(wave->group->arena, pages, struct race_cell *);
        region->race_dispatch = order_dispatch(device);
    }
    if (!region->race_pages[page])
        region->race_pages[page] = ARENA_ARRAY(wave->group->arena, PAGE_CELLS, struct race_cell);
    return &region->race_pages[page][cell % PAGE_CELLS];
}

static struct race_cell *
lds_cell(struct sim_wave *wave, uint64_t address)
{
    struct sim_group *group = wave->group;
    if (!group->races)
        group->races = ARENA_ARRAY(group->arena, group->lds_size / CELL + 1, struct race_cell);
    return &group->races[address / CELL];
}

/* ---- what is a race ---- */

static bool
guesses(const struct sim_wave *wave)
{
    const struct sim_device *device = wave->device;
    switch (device->options.atomics) {
    case SIM_ATOMICS_LISTED:
        return false;
    case SIM_ATOMICS_GUESSED:
        return true;
    default: /* OpenCL C 1.2 has no atomic loads and stores: there volatile ones stand for them */
        return !device->kernel->object->lists_atomics || device->kernel->language[0] < 2;
    }
}

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

/* Both atomic, or taken for atomic. */
static bool
go_together(const struct sim_wave *wave, unsigned a, unsigned b)
{
    if (a == RACE_ATOMIC && b == RACE_ATOMIC)
        return true;
    return a && b && (a == RACE_ATOMIC || b == RACE_ATOMIC) && guesses(wave);
}

struct racer {
    struct sim_wave *wave;
    const struct sim_op *op;
    struct race_access access;
    int lane;
    bool write, cached, lds;
    const uint8_t *bytes; /* of a plain store */
    uint64_t address;     /* of the part that lies in the dword, and its bytes */
    unsigned count;
};

/* Of a work-group that had this LDS before. */
static bool
is_past(const struct racer *racer, const struct race_access *other)
{
    return racer->lds && other->wave < racer->wave->order->first_mate;
}

static bool
is_unordered(const struct racer *racer, const struct race_access *other)
{
    if (!other->wave || other->wave == racer->access.wave || is_past(racer, other) ||
        !(other->place.mask & racer->access.place.mask) ||
        go_together(racer->wave, racer->access.place.class, other->place.class))
        return false;
    return !order_knows(racer->wave, other->wave, (enum order_kind)other->place.kind, other->number,
                        racer->cached);
}

/* ---- the fault ---- */

static const char *
verb(const struct race_access *access, bool write)
{
    bool changes = write && access->place.class == RACE_ATOMIC;
    return changes ? "atomically changed" : write ? "wrote" : "read";
}

static void
describe_other(const struct racer *racer, const struct race_access *other, struct strbuf *text)
{
    struct sim_wave *wave = racer->wave;
    struct sim_device *device = wave->device;
    uint64_t group, offset = 4 * (uint64_t)other->place.word;
    unsigned index;
    order_find(device, other->wave, &group, &index);
    sim_put_work_item(device, group, index, other->place.lane, text);
    strbuf_printf(text, ", at code offset 0x%llx", (unsigned long long)offset);
    sim_put_instruction(device, wave->code->base + offset, text);
}

static const char *
remedy(const struct racer *racer, const struct race_access *other)
{
    const struct order_wave *own = racer->wave->order;
    if (other->wave == own->number)
        return "nothing: one work-item may store, or an atomic";
    if (other->wave - own->first_mate < racer->wave->group->wave_count)
        return "barrier() between the two";
    if (racer->cached && order_knows(racer->wave, other->wave, (enum order_kind)other->place.kind,
                                     other->number, false))
        return "buffer_wbinvl1 before this load: the L1 may hold what was there before";
    return "a release (s_waitcnt vmcnt(0), then an atomic store) behind the first, and an acquire "
           "(an "
           "atomic load, s_waitcnt vmcnt(0), buffer_wbinvl1) before the second";
}

static _Noreturn void
fault(const struct racer *racer, const struct race_access *other, bool other_wrote)
{
    struct strbuf text = strbuf_new(racer->wave->group->arena);
    struct sim_wave *wave = racer->wave;
    static const char *const done[] = {"read", "written", "atomically changed"};
    const struct race_place *place = &racer->access.place;
    unsigned which = !racer->write ? 0 : place->class == RACE_ATOMIC ? 2 : 1;
    unsigned byte = (unsigned)__builtin_ctz(place->mask & other->place.mask);
    uint64_t address = racer->address / CELL * CELL + byte, group;
    unsigned index;
    order_find(wave->device, other->wave, &group, &index);
    bool own = other->wave == racer->access.wave;
    if (!racer->lds) {
        const struct sim_region *region = sim_region_at(wave->device, address, 1);
        strbuf_printf(&text, "data race: byte %llu of %s is %s, and another %s %s it",
                      (unsigned long long)(address - region->base),
                      sim_owner(wave->device, wave->group->arena, region), done[which],
                      own ? "lane of the instruction" : "wave", verb(other, other_wrote));
    } else {
        strbuf_printf(&text, "data race: LDS byte %llu is %s, and wave %u %s it",
                      (unsigned long long)address, done[which], index, verb(other, other_wrote));
    }
    strbuf_printf(&text, " without an order between the two\n  the other: ");
    describe_other(racer, other, &text);
    strbuf_printf(&text, "\n  what would order them: %s", remedy(racer, other));
    sim_fault(wave, racer->op, racer->lane, "%s", text.text);
}

/* ---- an access ---- */

/* Nothing to see for others: memory holds these bytes already. */
static bool
changes_nothing(const struct racer *racer, unsigned first)
{
    struct sim_wave *wave = racer->wave;
    const uint8_t *there;
    if (!racer->bytes || wave->device->options.same_value_races)
        return false;
    uint64_t address = racer->address / CELL * CELL + first;
    if (racer->lds) {
        there = wave->group->lds + address;
    } else {
        struct sim_region *region = sim_region_at(wave->device, address, racer->count);
        if (!region)
            return false;
        there = region->bytes + (address - region->base);
    }
    return memcmp(there, racer->bytes, racer->count) == 0;
}

static bool
lane_stores_the_same(const struct racer *racer, const struct flight_lane *lane)
{
    uint64_t offset = racer->address - lane->address;
    return offset < VMEM_BYTES &&
           memcmp(lane->packet.bytes + offset, racer->bytes, racer->count) == 0;
}

/* The other store is in flight, so that memory does not show it, and stores the same. */
static bool
stores_the_same(const struct racer *racer, const struct race_access *other)
{
    const struct sim_device *device = racer->wave->device;
    const struct sim_flight *flight = racer->wave->flight;
    bool own = other->wave == racer->access.wave;
    if (!racer->bytes || device->options.same_value_races)
        return false;
    for (unsigned u = 0; u < device->unit_count && !own; u++)
        for (flight = device->units[u].first; flight; flight = flight->next)
            if (flight->wave->order->number == other->wave && flight->seq == other->number) {
                u = device->unit_count;
                break;
            }
    for (unsigned i = 0; flight && i < flight->count; i++)
        if (flight->lanes[i].lane == other->place.lane &&
            lane_stores_the_same(racer, &flight->lanes[i]))
            return true;
    return false;
}

/* Another lane of this very store wrote something else to the byte. */
static bool
is_own_store(const struct racer *racer, const struct race_access *write)
{
    return write->wave == racer->access.wave && write->number == racer->access.number &&
           write->place.lane != racer->access.place.lane &&
           write->place.word == racer->access.place.word &&
           (write->place.mask & racer->access.place.mask) &&
           write->place.kind == racer->access.place.kind &&
           racer->access.place.class != RACE_ATOMIC;
}

static void
check_store(const struct racer *racer, struct race_cell *cell)
{
    if ((is_unordered(racer, &cell->write) || is_own_store(racer, &cell->write)) &&
        !stores_the_same(racer, &cell->write))
        fault(racer, &cell->write, true);
    for (unsigned i = 0; i < READS; i++)
        if (is_unordered(racer, &cell->reads[i]))
            fault(racer, &cell->reads[i], false);
}

static void
keep_read(const struct racer *racer, struct race_cell *cell)
{
    struct race_access *to = &cell->reads[READS - 1];
    for (unsigned i = 0; i < READS; i++) {
        struct race_access *read = &cell->reads[i];
        bool same = !read->wave || read->wave == racer->access.wave || is_past(racer, read) ||
                    ((read->place.mask & ~racer->access.place.mask) == 0 &&
                     order_knows(racer->wave, read->wave, (enum order_kind)read->place.kind,
                                 read->number, racer->cached));
        if (same) {
            to = read;
            break;
        }
    }
    *to = racer->access;
}

static void
access_cell(struct racer *racer, struct race_cell *cell, unsigned first)
{
    racer->access.place.mask = ((1u << racer->count) - 1) << first;
    if (!racer->write) {
        if (is_unordered(racer, &cell->write))
            fault(racer, &cell->write, true);
        keep_read(racer, cell);
        return;
    }
    if (changes_nothing(racer, first))
        return;
    check_store(racer, cell);
    cell->write = racer->access;
    cell->done = racer->lds ? 0 : order_done(racer->wave, ORDER_GLOBAL);
}

static enum order_kind
kind_of(const struct sim_op *op, bool lds)
{
    return !lds                                           ? ORDER_GLOBAL
           : op->info->format == GCN_DS                   ? ORDER_LDS
           : op->inst.lds || op->info->format != GCN_FLAT ? ORDER_DMA
                                                          : ORDER_FLAT;
}

void
race_access(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
            uint32_t size, bool write, const uint8_t *bytes)
{
    enum order_kind kind = kind_of(op, lds);
    if (lds && address + size > wave->group->lds_size)
        return; /* another fault */
    uint64_t word = (op->pc - wave->code->base) / 4, end = address + size;
    struct racer racer = {
        .wave = wave, .op = op, .lane = lane, .write = write, .lds = lds, .bytes = bytes};
    bool atomic = op->memory.kind == MEMORY_ATOMIC;
    racer.cached = !lds && !write && !passes_cache(op) && !atomic;
    racer.access.wave = wave->order->number;
    racer.access.number = order_next(wave, kind);
    racer.access.place = (struct race_place){.lane = lane < 0 ? 0 : (unsigned)lane & 63,
                                             .kind = kind,
                                             .class = class_of(op, address, size),
                                             .word = word >> WORD_BITS ? 0 : (uint32_t)word};
    if (!lds && !write && passes_cache(op) && racer.access.place.class == RACE_ALIGNED &&
        guesses(wave))
        racer.access.place.class = RACE_ATOMIC;
    if (atomic)
        racer.bytes = NULL;
    for (uint64_t at = address; at < end;) {
        uint64_t next = (at / CELL + 1) * CELL, stop = next < end ? next : end;
        struct race_cell *cell = lds ? lds_cell(wave, at) : global_cell(wave, at);
        if (!cell)
            return;
        racer.address = at;
        racer.count = (unsigned)(stop - at);
        access_cell(&racer, cell, (unsigned)(at % CELL));
        if (racer.bytes)
            racer.bytes += stop - at;
        at = stop;
    }
}

/* ---- what atomic accesses tell ---- */

void
race_perform(struct sim_wave *wave, const struct sim_op *op, const struct order_point *point,
             bool lds, uint64_t address)
{
    bool changes = op->memory.kind == MEMORY_ATOMIC || op->inst.op == GCN_ds_append ||
                   op->inst.op == GCN_ds_consume;
    bool loads = op->memory.kind == MEMORY_LOAD, guess = guesses(wave);
    bool asks = (changes && op->memory.returns) ||
                (loads && (op->is_atomic || (guess && (lds || passes_cache(op)))));
    bool tells = changes || (op->memory.kind == MEMORY_STORE && op->is_atomic);
    struct order_point now;
    if (!asks && !tells)
        return;
    if (!point) {
        now = order_point(wave);
        point = &now;
    }
    if (asks) {
        order_acquire(wave, point, lds, address);
        if (guess && !lds) {
            const struct race_cell *cell = global_cell(wave, address);
            if (cell && cell->write.wave && cell->write.place.class == RACE_ALIGNED &&
                cell->write.wave != wave->order->number)
                order_acquire_from(wave, point, cell->write.wave, cell->done);
        }
    }
    if (tells)
        order_release(wave, point, lds, address, changes);
}
