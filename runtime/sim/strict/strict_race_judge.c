/* Is it a race, and what is said of it: accesses that strict_race.c does not find settled at once, bytes of
 * dwords, and what loads and stores of one instruction do to each other. */
#include "runtime/sim/strict/strict_race_memory.h"
#include "runtime/sim/strict/strict_points.h"

/* ---- what is a race ---- */

/* Both atomic, or taken for atomic. */
static bool
go_together(const struct sim_wave *wave, unsigned a, unsigned b)
{
    if (a == RACE_ATOMIC && b == RACE_ATOMIC)
        return true;
    return a && b && (a == RACE_ATOMIC || b == RACE_ATOMIC) && race_guesses(wave);
}

/* Of a work-group that had this LDS before. */
static bool
is_past(const struct racer *racer, const struct race_access *other)
{
    return racer->lds && other->wave < order_of(racer->wave)->first_mate;
}

static bool
is_unordered(const struct racer *racer, const struct race_access *other, int lane)
{
    if (!other || !other->wave || other->wave == racer->access.wave || is_past(racer, other) ||
        !(other->place.mask & racer->access.place.mask) ||
        go_together(racer->wave, racer->access.place.class, other->place.class))
        return false;
    return !order_knows(racer->wave, (int)racer->access.place.lane, other->wave, lane,
                        (enum order_kind)other->place.kind, other->number, racer->cached);
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
        return racer->lds ? "barrier(CLK_LOCAL_MEM_FENCE) between the two"
                          : "barrier(CLK_GLOBAL_MEM_FENCE) between the two";
    if (race_has_scopes(racer->wave->device))
        return "a release behind the first and an acquire before the second, of one atomic object, "
               "both with memory_scope_device";
    if (racer->cached && order_knows(racer->wave, ORDER_ANY_LANE, other->wave, ORDER_ANY_LANE,
                                     (enum order_kind)other->place.kind, other->number, false))
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
    return a && b && (a == RACE_ATOMIC) != (b == RACE_ATOMIC) && !race_guesses(racer->wave);
}

/* Where another check only asks for the last stores, nobody asked for races.  Once for all bytes of a dword. */
static void
fault(struct racer *racer, const struct race_access *other, bool other_wrote)
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
    if (racer->told && racer->told != byte + 1)
        return;
    racer->told = byte + 1;
    order_find(wave->device, other->wave, &group, &index);
    bool own = other->wave == racer->access.wave;
    if (!racer->lds) {
        const struct sim_region *region = sim_region_at(wave->device, address, 1);
        strbuf_printf(&text, "data race: byte %s is %s, and another %s %s it",
                      sim_byte_text(wave->device, text.arena, region, address), done[which],
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
    points_tell(wave, racer->op, racer->lane, text.text);
}

/* ---- an access ---- */

/* Nothing to see for others: memory holds these bytes already. */
static bool
changes_nothing(const struct racer *racer, unsigned first)
{
    struct sim_wave *wave = racer->wave;
    const uint8_t *there;
    if (!racer->bytes || race_minds_same(wave->device))
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
    if (!racer->bytes || race_minds_same(racer->wave->device))
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
    return is_unordered(racer, write, race_lane(write)) || is_own_store(racer, write);
}

static void
check_store(struct racer *racer)
{
    const struct race_cell *cell = &racer->cell;
    const struct race_access *write = race_noted(cell->page->writes, cell);
    if (meets_store(racer, write) && !stores_the_same(racer, write))
        fault(racer, write, true);
    for (unsigned i = 0; i < READS; i++) {
        const struct race_access *read = race_noted(cell->page->reads[i], cell);
        const struct race_access *same = race_noted(cell->page->same[i], cell);
        if (is_unordered(racer, read, ORDER_ANY_LANE))
            fault(racer, read, false);
        if (meets_store(racer, same) && !stores_the_same(racer, same))
            fault(racer, same, true);
    }
}

/* A store of what memory holds: another one may be under way that changes it. */
static void
check_same(struct racer *racer)
{
    const struct race_cell *cell = &racer->cell;
    const struct race_access *write = race_noted(cell->page->writes, cell);
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
           order_knows(racer->wave, ORDER_ANY_LANE, read->wave, ORDER_ANY_LANE,
                       (enum order_kind)read->place.kind, read->number, racer->cached);
}

/* kept: of the page, one of the two. */
static void
keep(const struct racer *racer, struct race_access *kept[READS])
{
    const struct race_cell *cell = &racer->cell;
    struct race_access *to = NULL;
    for (unsigned i = 0; i < READS; i++) {
        to = race_note(racer->wave, &kept[i], cell);
        if (is_covered(racer, to))
            break;
    }
    *to = racer->access;
}

/* same: a store that changes nothing. */
static void
access_cell(struct racer *racer, bool same)
{
    const struct race_cell *cell = &racer->cell;
    if (!racer->write) {
        const struct race_access *write = race_noted(cell->page->writes, cell);
        if (is_unordered(racer, write, race_lane(write)))
            fault(racer, write, true);
        keep(racer, cell->page->reads);
    } else if (same) {
        check_same(racer);
        keep(racer, cell->page->same);
    } else {
        check_store(racer);
        *race_note(racer->wave, &cell->page->writes, cell) = racer->access;
    }
}

/* Whoever accessed one byte last has not accessed the others of the dword. */
static void
access_bytes(struct racer *racer, unsigned first, bool same)
{
    struct racer one = *racer;
    one.count = 1;
    one.cell.index += first;
    for (unsigned i = 0; i < racer->count; i++, one.address++, one.cell.index++) {
        one.access.place.mask = 1u << (first + i);
        one.bytes = racer->bytes ? racer->bytes + i : NULL;
        access_cell(&one, same);
    }
}

void
race_access_part(struct racer *racer, unsigned first)
{
    bool same = racer->write && changes_nothing(racer, first);
    racer->told = 0;
    if (racer->count < CELL)
        race_split(racer->wave, &racer->cell);
    racer->access.place.mask = WHOLE_DWORD >> 6;
    if (racer->cell.page->has_bytes)
        access_bytes(racer, first, same);
    else
        access_cell(racer, same);
}
