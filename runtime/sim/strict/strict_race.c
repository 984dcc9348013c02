/* Data races: two accesses touch the same byte, one of them writes, not both are atomic, and nothing
 * that the instructions show orders them (strict_order.c).  Accesses of one wave are in its order, but
 * for the lanes of one store.
 *
 * For each dword the last store and two loads are kept: a third load that is in no order with those is
 * not, so that a race with it may be missed.
 *
 * No instruction tells whether a plain load or store is atomic in its language.  occ lists those that
 * are.  Otherwise an aligned one of at most 8 bytes counts as atomic beside an atomic instruction and
 * beside a load that passes the L1 (glc).  A store of what is there already races with no load and with no
 * store of the same, unless that is asked for; it does with a store of something else, before or after
 * it.  Two of those are kept for each dword, too. */
#include "runtime/sim/strict/strict_race.h"

enum {
    CELL = 4, /* bytes */
    PAGE_CELLS = 1024,
    READS = 2,
    WORD_BITS = 18,
    WHOLE_DWORD = 15 << 6, /* race_place.mask */
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
    union {
        struct race_place place;
        uint32_t bits; /* the same, to be moved as a whole */
    };
};

/* The accesses of consecutive dwords; what nothing was noted in is NULL.  same: stores of what was there
 * already. */
struct race_page {
    struct race_access *writes, *reads[READS], *same[READS];
};

/* Loads that are not noted with their dwords yet: most memory is only read, and most of the LDS is read
 * between two barriers, where nobody need know by whom. */
struct race_log {
    struct race_chunk *first, *last; /* those after the last one are empty */
    uint32_t chunks;                 /* up to the last one */
};

enum { CHUNK_WORDS = 1 << 15, LOG_CHUNKS = 512 /* 64 MiB */ };

struct race_chunk {
    struct race_chunk *next;
    uint32_t count;
    uint32_t
        words[CHUNK_WORDS]; /* loads: struct race_load, then a dword for each lane, if scattered */
};

struct race_load {
    struct race_access access; /* of lane 0 */
    uint32_t at, stride;       /* of lane 0, from lane to lane; LOAD_SCATTERED: they follow */
    uint32_t size;
    uint32_t exec[2];
};

enum {
    LOAD_SCATTERED = -1,
    LOAD_WORDS = sizeof(struct race_load) / 4,
};

/* What is known of a region, or of the LDS. */
struct race_memory {
    struct race_page *pages; /* of the LDS one */
    struct race_log log;     /* loads that are not in the pages yet */
    bool has_stores;         /* the log is not used */
};

/* The dword's places in a page. */
struct race_cell {
    struct race_page *page;
    size_t index, size; /* size: dwords of the page */
};

/* ---- cells ---- */

static struct race_page *
new_pages(struct sim_wave *wave, struct sim_region *region)
{
    size_t pages = (size_t)(region->size / CELL / PAGE_CELLS + 1);
    struct race_memory *memory = ARENA_NEW(wave->group->arena, struct race_memory);
    region->observed[OBSERVER_race] = memory;
    return memory->pages = ARENA_ARRAY(wave->group->arena, pages, struct race_page);
}

static inline bool
global_cell(struct sim_wave *wave, uint64_t address, struct race_cell *cell)
{
    struct sim_device *device = wave->device;
    struct sim_region *region = device->last_region;
    if (!region || address - region->base >= region->size)
        region = sim_region_at(device, address, 1);
    if (!region || region->scratch_wave_size)
        return false;
    size_t dword = (size_t)(address - region->base) / CELL;
    const struct race_memory *memory = region->observed[OBSERVER_race];
    struct race_page *pages = memory ? memory->pages : new_pages(wave, region);
    *cell = (struct race_cell){&pages[dword / PAGE_CELLS], dword % PAGE_CELLS, PAGE_CELLS};
    return true;
}

static struct race_memory *
new_lds(struct sim_group *group)
{
    struct race_memory *lds = ARENA_NEW(group->arena, struct race_memory);
    lds->pages = ARENA_NEW(group->arena, struct race_page);
    return group->observed[OBSERVER_race] = lds;
}

static inline struct race_memory *
lds_of(struct sim_group *group)
{
    struct race_memory *lds = group->observed[OBSERVER_race];
    return lds ? lds : new_lds(group);
}

static inline bool
find_cell(struct sim_wave *wave, bool lds, uint64_t address, struct race_cell *cell)
{
    struct sim_group *group = wave->group;
    if (!lds)
        return global_cell(wave, address, cell);
    *cell = (struct race_cell){lds_of(group)->pages, address / CELL, group->lds_size / CELL + 1};
    return true;
}

static struct race_access *
note(struct sim_wave *wave, struct race_access **accesses, const struct race_cell *cell)
{
    if (!*accesses)
        *accesses = ARENA_ARRAY(wave->group->arena, cell->size, struct race_access);
    return &(*accesses)[cell->index];
}

/* NULL: none was noted. */
static inline struct race_access *
noted(struct race_access *accesses, const struct race_cell *cell)
{
    return accesses ? &accesses[cell->index] : NULL;
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
    default:
        return !device->kernel->object->lists_atomics;
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
    struct race_cell cell; /* the dword */
};

/* Of a work-group that had this LDS before. */
static bool
is_past(const struct racer *racer, const struct race_access *other)
{
    return racer->lds && other->wave < order_of(racer->wave)->first_mate;
}

static bool
is_unordered(const struct racer *racer, const struct race_access *other)
{
    if (!other || !other->wave || other->wave == racer->access.wave || is_past(racer, other) ||
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
    const struct order_wave *own = order_of(racer->wave);
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

/* The access that is not atomic would be, if the language or the simulator took it for one. */
static bool
may_be_meant_atomic(const struct racer *racer, const struct race_access *other)
{
    unsigned a = racer->access.place.class, b = other->place.class;
    return a && b && (a == RACE_ATOMIC) != (b == RACE_ATOMIC) && !guesses(racer->wave);
}

/* Where another check only asks for the last stores, nobody asked for races. */
static void
fault(const struct racer *racer, const struct race_access *other, bool other_wrote)
{
    if (!race_is_wanted(racer->wave->device))
        return;
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
    if (may_be_meant_atomic(racer, other))
        strbuf_printf(&text,
                      "\n  if the plain one is meant to be atomic: volatile in OpenCL C 1.x, an "
                      "atomic type from 2.0 on, or --atomics=guessed");
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

/* The other store, or the one being issued, as long as memory does not show it; NULL: it does. */
static const struct sim_flight *
flight_of(const struct racer *racer, const struct race_access *other)
{
    const struct sim_device *device = racer->wave->device;
    if (other->wave == racer->access.wave)
        return racer->wave->group->unit ? racer->wave->group->unit->taking_off : NULL;
    for (unsigned u = 0; u < device->unit_count; u++)
        for (const struct sim_flight *f = device->units[u].first; f; f = f->next)
            if (order_of(f->wave)->number == other->wave && f->seq == other->number &&
                f->op->memory.kind != MEMORY_LOAD)
                return f;
    return NULL;
}

/* Does the other store, in flight, store the same? */
static bool
stores_the_same(const struct racer *racer, const struct race_access *other)
{
    const struct sim_flight *flight = flight_of(racer, other);
    if (!racer->bytes || racer->wave->device->options.same_value_races)
        return false;
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
    return write && write->wave == racer->access.wave && write->number == racer->access.number &&
           write->place.lane != racer->access.place.lane &&
           write->place.word == racer->access.place.word &&
           (write->place.mask & racer->access.place.mask) &&
           write->place.kind == racer->access.place.kind &&
           racer->access.place.class != RACE_ATOMIC;
}

/* The store races with that one, unless it stores the same. */
static bool
meets_store(const struct racer *racer, const struct race_access *write)
{
    return is_unordered(racer, write) || is_own_store(racer, write);
}

static void
check_store(const struct racer *racer)
{
    const struct race_cell *cell = &racer->cell;
    const struct race_access *write = noted(cell->page->writes, cell);
    if (meets_store(racer, write) && !stores_the_same(racer, write))
        fault(racer, write, true);
    for (unsigned i = 0; i < READS; i++) {
        const struct race_access *read = noted(cell->page->reads[i], cell);
        const struct race_access *same = noted(cell->page->same[i], cell);
        if (is_unordered(racer, read))
            fault(racer, read, false);
        if (meets_store(racer, same) && !stores_the_same(racer, same))
            fault(racer, same, true);
    }
}

/* A store of what memory holds: another one may be under way that changes it. */
static void
check_same(const struct racer *racer)
{
    const struct race_cell *cell = &racer->cell;
    const struct race_access *write = noted(cell->page->writes, cell);
    if (meets_store(racer, write) && flight_of(racer, write) && !stores_the_same(racer, write))
        fault(racer, write, true);
}

/* Need it be kept beside the new one? */
static bool
is_covered(const struct racer *racer, const struct race_access *read)
{
    if (!read->wave || read->wave == racer->access.wave || is_past(racer, read))
        return true;
    return (read->place.mask & ~racer->access.place.mask) == 0 &&
           order_knows(racer->wave, read->wave, (enum order_kind)read->place.kind, read->number,
                       racer->cached);
}

/* kept: of the page, one of the two. */
static void
keep(const struct racer *racer, struct race_access *kept[READS])
{
    const struct race_cell *cell = &racer->cell;
    struct race_access *to = NULL;
    for (unsigned i = 0; i < READS; i++) {
        to = note(racer->wave, &kept[i], cell);
        if (is_covered(racer, to))
            break;
    }
    *to = racer->access;
}

static void
access_cell(struct racer *racer, unsigned first)
{
    const struct race_cell *cell = &racer->cell;
    racer->access.place.mask = ((1u << racer->count) - 1) << first;
    if (!racer->write) {
        const struct race_access *write = noted(cell->page->writes, cell);
        if (is_unordered(racer, write))
            fault(racer, write, true);
        keep(racer, cell->page->reads);
        return;
    }
    if (changes_nothing(racer, first)) {
        check_same(racer);
        keep(racer, cell->page->same);
        return;
    }
    check_store(racer);
    *note(racer->wave, &cell->page->writes, cell) = racer->access;
}

static enum order_kind
kind_of(const struct sim_op *op, bool lds)
{
    return !lds                                           ? ORDER_GLOBAL
           : op->info->format == GCN_DS                   ? ORDER_LDS
           : op->inst.lds || op->info->format != GCN_FLAT ? ORDER_DMA
                                                          : ORDER_FLAT;
}

static struct race_access
make_access(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
            uint32_t size)
{
    enum order_kind kind = kind_of(op, lds);
    uint64_t word = (op->pc - wave->code->base) / 4;
    return (struct race_access){.wave = order_of(wave)->number,
                                .number = order_next(wave, kind),
                                .place = {.lane = lane < 0 ? 0 : (unsigned)lane & 63,
                                          .kind = kind,
                                          .class = class_of(op, address, size),
                                          .word = word >> WORD_BITS ? 0 : (uint32_t)word}};
}

/* No access, or one that is in order before that of the wave. */
static inline bool
is_settled(const struct sim_wave *wave, const struct race_access *access, bool lds, bool cached)
{
    const struct order_wave *own = order_of(wave);
    uint32_t mate;
    if (!access || !access->wave || access->wave == own->number)
        return true;
    mate = access->wave - own->first_mate;
    if (mate < wave->group->wave_count)
        return own->mates[mate].up_to[access->place.kind] >= access->number;
    if (lds)
        return access->wave < own->first_mate;
    return order_knows(wave, access->wave, (enum order_kind)access->place.kind, access->number,
                       cached);
}

/* The dword holds these bytes already. */
static inline bool
holds(const struct sim_wave *wave, bool lds, uint64_t address, const uint8_t *bytes)
{
    const struct sim_region *region = wave->device->last_region;
    const uint8_t *there =
        lds ? wave->group->lds + address : region->bytes + (address - region->base);
    return !wave->device->options.same_value_races && memcmp(there, bytes, CELL) == 0;
}

static inline void
keep_cell(struct sim_wave *wave, const struct race_access *access, const struct race_cell *cell,
          struct race_access *kept[READS], bool lds, bool cached)
{
    struct race_access *to = NULL;
    for (unsigned i = 0; i < READS; i++) {
        to = kept[i] ? &kept[i][cell->index] : note(wave, &kept[i], cell);
        if (is_settled(wave, to, lds, cached))
            break;
    }
    *to = *access;
}

static inline bool
load_cell(struct sim_wave *wave, const struct race_access *access, const struct race_cell *cell,
          bool lds, bool cached)
{
    struct race_page *page = cell->page;
    if (!is_settled(wave, noted(page->writes, cell), lds, cached))
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
    struct race_access *written = noted(page->writes, cell);
    if (!is_settled(wave, written, lds, false) || (written && written->number == access->number))
        return false;
    for (unsigned i = 0; i < READS; i++) {
        const struct race_access *same = noted(page->same[i], cell);
        if (!is_settled(wave, noted(page->reads[i], cell), lds, false) ||
            !is_settled(wave, same, lds, false) || (same && same->number == access->number))
            return false;
    }
    *(written ? written : note(wave, &page->writes, cell)) = *access;
    return true;
}

/* Whole dwords; false: it may be a race. */
static inline bool
access_dwords(struct sim_wave *wave, struct race_access *access, bool lds, uint64_t address,
              uint32_t size, bool write, bool cached, const uint8_t *bytes)
{
    access->bits |= WHOLE_DWORD;
    for (uint64_t at = address; at < address + size; at += CELL) {
        struct race_cell cell;
        if (!find_cell(wave, lds, at, &cell))
            return false;
        bool same = write && bytes && holds(wave, lds, at, bytes + (at - address));
        if (!(same    ? same_cell(wave, access, &cell, lds)
              : write ? store_cell(wave, access, &cell, lds)
                      : load_cell(wave, access, &cell, lds, cached)))
            return false;
    }
    return true;
}

/* ---- loads to be noted later ---- */

/* Whom a store of any kind has still to fear: the first to load, and the last. */
static void
note_load(struct sim_wave *wave, const struct race_access *access, const struct race_cell *cell)
{
    struct race_page *page = cell->page;
    const struct race_access *first = noted(page->reads[0], cell);
    bool is_first = !first || !first->wave || first->wave == access->wave;
    *note(wave, &page->reads[!is_first], cell) = *access;
}

static void
note_lanes(struct sim_wave *wave, const struct race_load *load, const uint32_t *lanes, bool lds,
           uint64_t base)
{
    struct race_access access = load->access;
    uint64_t exec = load->exec[0] | (uint64_t)load->exec[1] << 32;
    uint32_t of_lane_0 = access.bits | WHOLE_DWORD;
    bool scattered = load->stride == (uint32_t)LOAD_SCATTERED;
    struct race_cell cell;
    int lane;
    FOREACH_LANE(lane, exec)
    {
        uint32_t first = scattered ? lanes[lane] : load->at + (uint32_t)lane * load->stride;
        access.bits = of_lane_0 | (uint32_t)lane;
        for (uint32_t k = 0; k < load->size; k += CELL)
            if (find_cell(wave, lds, base + first + k, &cell))
                note_load(wave, &access, &cell);
    }
}

static uint32_t
words_of(const struct race_load *load)
{
    return LOAD_WORDS + (load->stride == (uint32_t)LOAD_SCATTERED ? SIM_LANES : 0);
}

static void
forget_loads(struct race_log *log)
{
    log->last = log->first;
    log->chunks = log->first != NULL;
    if (log->first)
        log->first->count = 0;
}

/* Notes all loads of the log, by any wave of the device (of the work-group, in the LDS). */
static void
note_loads(struct sim_wave *wave, struct race_log *log, bool lds, uint64_t base)
{
    struct race_chunk *end = log->last ? log->last->next : NULL;
    struct race_load load;
    for (struct race_chunk *chunk = log->first; chunk != end; chunk = chunk->next)
        for (uint32_t at = 0; at < chunk->count; at += words_of(&load)) {
            memcpy(&load, chunk->words + at, sizeof load);
            note_lanes(wave, &load, chunk->words + at + LOAD_WORDS, lds, base);
        }
    forget_loads(log);
}

static void
keep_load(struct sim_wave *wave, struct race_log *log, const struct race_load *load,
          const uint32_t at[SIM_LANES])
{
    uint32_t words = words_of(load);
    struct race_chunk *chunk = log->last;
    if (!chunk || chunk->count + words > CHUNK_WORDS) {
        struct race_chunk **to = chunk ? &chunk->next : &log->first;
        if (!*to) {
            *to = arena_alloc(wave->group->arena, sizeof **to);
            (*to)->next = NULL;
        }
        chunk = log->last = *to;
        chunk->count = 0;
        log->chunks++;
    }
    memcpy(chunk->words + chunk->count, load, sizeof *load);
    if (words > LOAD_WORDS)
        memcpy(chunk->words + chunk->count + LOAD_WORDS, at, SIM_LANES * sizeof *at);
    chunk->count += words;
}

/* What is known of the memory of these bytes; NULL: nothing need be. */
static struct race_memory *
memory_of(struct sim_wave *wave, bool lds, uint64_t address)
{
    struct race_cell cell;
    if (lds)
        return lds_of(wave->group);
    if (!global_cell(wave, address, &cell))
        return NULL;
    return sim_region_at(wave->device, address, 1)->observed[OBSERVER_race];
}

/* From now on each access is held against those before it. */
static void
begin_stores(struct sim_wave *wave, bool lds, uint64_t address)
{
    struct sim_region *region = wave->device->last_region;
    struct race_memory *memory = NULL;
    if (!lds && region && address - region->base < region->size)
        memory = region->observed[OBSERVER_race];
    if (!memory)
        memory = memory_of(wave, lds, address);
    if (!memory || memory->has_stores)
        return;
    note_loads(wave, &memory->log, lds, lds ? 0 : sim_region_at(wave->device, address, 1)->base);
    memory->has_stores = true;
}

void
race_barrier(struct sim_group *group, bool settles)
{
    struct race_memory *lds = group->observed[OBSERVER_race];
    if (settles && lds) {
        lds->has_stores = false;
        forget_loads(&lds->log);
    } else if (lds) {
        begin_stores(&group->waves[0], true, 0);
    }
}

/* ---- accesses of a lane, loads of all ---- */

static void
race_access(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
            uint32_t size, bool write, const uint8_t *bytes)
{
    if (lds && address + size > wave->group->lds_size)
        return; /* another fault */
    uint64_t end = address + size;
    bool atomic = op->memory.kind == MEMORY_ATOMIC;
    struct racer racer = {.wave = wave, .op = op, .lane = lane, .write = write, .lds = lds};
    if (write)
        begin_stores(wave, lds, address);
    racer.access = make_access(wave, op, lane, lds, address, size);
    if (!lds && !write && passes_cache(op) && racer.access.place.class == RACE_ALIGNED &&
        guesses(wave))
        racer.access.place.class = RACE_ATOMIC;
    racer.bytes = atomic ? NULL : bytes;
    racer.cached = !lds && !write && !passes_cache(op) && !atomic;
    if (!((address | size) % CELL) &&
        access_dwords(wave, &racer.access, lds, address, size, write, racer.cached, racer.bytes))
        return;
    for (uint64_t at = address; at < end;) {
        uint64_t next = (at / CELL + 1) * CELL, stop = next < end ? next : end;
        if (!find_cell(wave, lds, at, &racer.cell))
            return;
        racer.address = at;
        racer.count = (unsigned)(stop - at);
        access_cell(&racer, (unsigned)(at % CELL));
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
    struct race_memory *memory = memory_of(wave, lds, base + at[first]);
    if (!memory || memory->has_stores)
        return false;
    for (unsigned i = 0; i < SIM_LANES; i++)
        bits |= at[i];
    if ((bits | (uint32_t)base) % (size <= 8 ? size : CELL))
        return false;
    if (memory->log.chunks > LOG_CHUNKS)
        note_loads(wave, &memory->log, lds, base);
    struct race_load load = {
        .access = make_access(wave, op, 0, lds, base + at[first], size),
        .at = at[0],
        .stride = is_dense     ? size
                  : is_uniform ? 0
                               : (uint32_t)LOAD_SCATTERED,
        .size = size,
        .exec = {(uint32_t)exec, (uint32_t)(exec >> 32)},
    };
    keep_load(wave, &memory->log, &load, at);
    return true;
}

static void
race_loads(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t base,
           const uint32_t at[SIM_LANES], bool is_dense, bool is_uniform)
{
    uint64_t exec = sim_exec(wave);
    unsigned size = op->memory.bytes, first = (unsigned)__builtin_ctzll(exec);
    if ((lds && wave->group->wave_count == 1) ||
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
    begin_stores(wave, lds, address);
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

/* Atomic ones order others, each lane by itself. */
static bool
race_orders(const struct sim_wave *wave, const struct sim_op *op, bool lds)
{
    if (op->is_atomic || op->memory.kind == MEMORY_ATOMIC)
        return true;
    if (op->memory.kind != MEMORY_LOAD || !guesses(wave))
        return false;
    return lds ? order_has_told(wave->device) : passes_cache(op);
}

static void
race_perform(struct sim_wave *wave, const struct sim_op *op, const struct sim_flight *flight,
             bool lds, uint64_t address)
{
    bool changes = op->memory.kind == MEMORY_ATOMIC || op->inst.op == GCN_ds_append ||
                   op->inst.op == GCN_ds_consume;
    bool loads = op->memory.kind == MEMORY_LOAD, guess = guesses(wave);
    bool asks = (changes && op->memory.returns) ||
                (loads && (op->is_atomic || (guess && (lds || passes_cache(op)))));
    bool tells = changes || (op->memory.kind == MEMORY_STORE && op->is_atomic);
    struct order_point point;
    if (!tells && (!asks || !order_has_told(wave->device)) && !(asks && guess && !lds))
        return;
    if (flight)
        memcpy(&point, flight->noted, sizeof point);
    else
        point = order_point(wave);
    if (asks) {
        order_acquire(wave, &point, lds, address);
        if (guess && !lds) {
            struct race_cell cell;
            const struct race_access *write =
                global_cell(wave, address, &cell) ? noted(cell.page->writes, &cell) : NULL;
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
    const struct race_access *write =
        global_cell(wave, address, &cell) ? noted(cell.page->writes, &cell) : NULL;
    if (!write || !write->wave)
        return (struct race_store){.wave = 0};
    return (struct race_store){write->wave, write->number,
                               (unsigned)__builtin_ctz(write->place.mask),
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
    .invalidate = order_invalidate,
    .barrier = order_barrier,
};
