/* Memory operations in flight: between its issue and the wait that proves it done, an operation may
 * be performed at any time.
 *
 * A unit's vector memory operations take effect in the order of their issue where they touch the
 * same line of the cache, for they go through one L1 and, by address, one channel of the L2; in any
 * order otherwise.  LDS operations of a wave take effect in their order, those of different waves
 * and vector memory in any order to them (AMDGPUUsage, "Memory Model").  Scalar loads go through a
 * cache of their own, in any order to everything, each other included.  Registers are written in the
 * order of issue.
 *
 * A FLAT instruction whose lanes go to LDS and to memory is two flights, each with a counter of its
 * own (counters.c). */
#include "runtime/sim/exec/unit.h"

static struct sim_unit *
unit_of(const struct sim_wave *wave)
{
    return wave->group->unit;
}

/* ---- take-off ---- */

static struct sim_flight *
new_flight(struct sim_wave *wave, const struct sim_op *op, int result, unsigned result_dwords)
{
    struct sim_unit *unit = unit_of(wave);
    struct sim_flight *flight = unit->free;
    if (flight)
        unit->free = flight->next;
    else
        flight = arena_alloc(unit->arena, sizeof *flight);
    flight->next = NULL;
    flight->wave = wave;
    flight->op = op;
    flight->result = result;
    flight->result_dwords = result_dwords;
    flight->age = flight->count = 0;
    flight->filter = 0;
    flight->has_lds = flight->is_scalar = false;
    return flight;
}

static struct sim_flight *
flight_of(struct sim_wave *wave, const struct sim_op *op, int result, unsigned result_dwords)
{
    struct sim_unit *unit = unit_of(wave);
    if (!unit->taking_off)
        unit->taking_off = new_flight(wave, op, result, result_dwords);
    return unit->taking_off;
}

static uint64_t
filter_bit(uint64_t line)
{
    return UINT64_C(1) << (line * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}

static uint64_t
last_line(const struct sim_flight *flight, const struct flight_lane *lane)
{
    unsigned bytes = flight->op->memory.bytes;
    return (lane->address + (bytes ? bytes : 1) - 1) / VMEM_LINE;
}

void
flight_add(const struct vmem_access *access, const struct vmem_packet *packet, int result,
           unsigned result_dwords)
{
    struct sim_flight *flight = flight_of(access->wave, access->op, result, result_dwords);
    struct flight_lane *lane = &flight->lanes[flight->count++];
    lane->address = access->address;
    lane->lane = (uint8_t)access->lane;
    lane->space = (uint8_t)access->space;
    lane->second = false;
    if (packet)
        lane->packet = *packet;
    flight->has_lds |= access->space == VMEM_LDS;
    for (uint64_t line = access->address / VMEM_LINE;
         access->space == VMEM_GLOBAL && line <= last_line(flight, lane); line++)
        flight->filter |= filter_bit(line);
}

void
flight_add_scalar(struct sim_wave *wave, const struct sim_op *op, uint64_t address, unsigned result,
                  unsigned result_dwords)
{
    struct vmem_access access = {.wave = wave, .op = op, .space = VMEM_SCALAR, .address = address};
    flight_add(&access, NULL, (int)result, result_dwords);
    unit_of(wave)->taking_off->is_scalar = true;
}

void
flight_add_lds(struct sim_wave *wave, const struct sim_op *op, unsigned lane, uint32_t at,
               bool second, const struct vmem_packet *packet, int result, unsigned result_dwords)
{
    struct vmem_access access = {.wave = wave, .op = op, .lane = lane, .space = VMEM_LDS};
    access.address = at;
    flight_add(&access, packet, result, result_dwords);
    struct sim_flight *flight = unit_of(wave)->taking_off;
    flight->lanes[flight->count - 1].second = second;
}

/* ---- the order ---- */

static bool
is_write(const struct sim_flight *flight)
{
    return flight->op->memory.kind != MEMORY_LOAD;
}

static bool
has_line(const struct sim_flight *flight, uint64_t line)
{
    if (!(flight->filter & filter_bit(line)))
        return false;
    for (unsigned i = 0; i < flight->count; i++) {
        const struct flight_lane *lane = &flight->lanes[i];
        if (lane->space == VMEM_GLOBAL && line >= lane->address / VMEM_LINE &&
            line <= last_line(flight, lane))
            return true;
    }
    return false;
}

static bool
shares_line(const struct sim_flight *a, const struct sim_flight *b)
{
    if (!(a->filter & b->filter))
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        const struct flight_lane *lane = &a->lanes[i];
        for (uint64_t line = lane->address / VMEM_LINE;
             lane->space == VMEM_GLOBAL && line <= last_line(a, lane); line++)
            if (has_line(b, line))
                return true;
    }
    return false;
}

/* Of one FLAT instruction, whose lanes have registers of their own. */
static bool
are_twins(const struct sim_flight *a, const struct sim_flight *b)
{
    return a->kind == PENDING_FLAT_LDS && b->kind == PENDING_FLAT_MEMORY && a->seq == b->seq;
}

static bool
shares_result(const struct sim_flight *a, const struct sim_flight *b)
{
    return a->wave == b->wave && a->is_scalar == b->is_scalar && a->result >= 0 && b->result >= 0 &&
           a->result < b->result + (int)b->result_dwords &&
           b->result < a->result + (int)a->result_dwords && !are_twins(a, b) && !are_twins(b, a);
}

bool
flight_must_follow(const struct sim_flight *flight, const struct sim_flight *earlier)
{
    return shares_result(flight, earlier) || shares_line(flight, earlier) ||
           (flight->wave == earlier->wave && flight->has_lds && earlier->has_lds);
}

bool
flight_is_free(const struct sim_unit *unit, const struct sim_flight *flight)
{
    for (const struct sim_flight *f = unit->first; f != flight; f = f->next)
        if (flight_must_follow(flight, f))
            return false;
    return true;
}

/* ---- landing ---- */

static void
unlink_flight(struct sim_unit *unit, struct sim_flight *flight)
{
    struct sim_flight **at = &unit->first;
    while (*at != flight)
        at = &(*at)->next;
    *at = flight->next;
    unit->count--;
}

static void
give_back(struct sim_unit *unit, struct sim_flight *flight)
{
    flight->next = unit->free;
    unit->free = flight;
}

static bool
is_being_written(const struct sim_unit *unit, uint64_t line)
{
    for (const struct sim_flight *f = unit->first; f; f = f->next)
        if (is_write(f) && has_line(f, line))
            return true;
    return false;
}

/* What a load fetched stays in the L1, unless it passes the L1 (glc) or a store of the unit is under
 * way to the same line. */
static void
keep_lines(struct sim_unit *unit, const struct sim_flight *flight)
{
    if (is_write(flight) || flight->op->inst.glc)
        return;
    for (unsigned i = 0; i < flight->count; i++) {
        const struct flight_lane *lane = &flight->lanes[i];
        if (lane->space != VMEM_GLOBAL)
            continue;
        for (uint64_t line = lane->address / VMEM_LINE; line <= last_line(flight, lane); line++)
            if (!is_being_written(unit, line))
                unit_fill(unit, &unit->vector, line * VMEM_LINE, 1);
    }
}

void
flight_perform(struct sim_unit *unit, struct sim_flight *flight)
{
    unlink_flight(unit, flight);
    for (unsigned i = 0; i < flight->count; i++) {
        struct flight_lane *lane = &flight->lanes[i];
        struct vmem_access access = {.wave = flight->wave,
                                     .op = flight->op,
                                     .lane = lane->lane,
                                     .space = lane->space,
                                     .address = lane->address,
                                     .flight = flight};
        if (flight->is_scalar)
            smem_perform(flight->wave, flight->op, (unsigned)flight->result, lane->address);
        else if (flight->op->info->format == GCN_DS)
            lds_perform(&access, &lane->packet, flight->result, lane->second);
        else
            vmem_perform(&access, &lane->packet, flight->result);
    }
    keep_lines(unit, flight);
    give_back(unit, flight);
}

/* The flight, after all that it must follow. */
static void
perform_in_order(struct sim_unit *unit, struct sim_flight *flight)
{
    for (struct sim_flight *f = unit->first, *next; f != flight; f = next) {
        next = f->next;
        if (flight_must_follow(flight, f)) {
            perform_in_order(unit, f);
            next = unit->first; /* others may have gone, too */
        }
    }
    flight_perform(unit, flight);
}

/* After all others of the unit. */
static void
put_in_flight(struct sim_unit *unit, struct sim_flight *flight, enum sim_pending_kind kind)
{
    struct sim_flight **end;
    struct sim_wave *wave = flight->wave;
    flight->kind = (uint8_t)kind;
    flight->seq = counter_next(wave, kind);
    OBSERVE(wave->device, take_off, flight);
    for (end = &unit->first; *end; end = &(*end)->next)
        ;
    *end = flight;
    if (++unit->count > UNIT_FLIGHTS)
        perform_in_order(unit, unit->first);
    if (unit->loads_at_once && !is_write(flight) && flight_is_free(unit, flight))
        flight_perform(unit, flight);
}

/* Moves the lanes that go to memory to a flight of their own; NULL: there are none. */
static struct sim_flight *
split_lanes(struct sim_flight *flight)
{
    struct sim_flight *other = NULL;
    unsigned kept = 0;
    for (unsigned i = 0; i < flight->count; i++) {
        if (flight->lanes[i].space == VMEM_LDS) {
            flight->lanes[kept++] = flight->lanes[i];
            continue;
        }
        if (!other)
            other = new_flight(flight->wave, flight->op, flight->result, flight->result_dwords);
        other->lanes[other->count++] = flight->lanes[i];
    }
    flight->count = kept;
    if (other) {
        other->filter = flight->filter;
        flight->filter = 0;
    }
    return other;
}

void
flight_issue(struct sim_wave *wave, enum sim_pending_kind kind)
{
    struct sim_unit *unit = unit_of(wave);
    struct sim_flight *flight = unit->taking_off;
    if (!flight)
        return;
    unit->taking_off = NULL;
    struct sim_flight *memory = kind == PENDING_FLAT ? split_lanes(flight) : NULL;
    if (memory)
        put_in_flight(unit, memory, PENDING_FLAT_MEMORY);
    put_in_flight(unit, flight, kind == PENDING_FLAT ? PENDING_FLAT_LDS : kind);
}

void
flight_wait(struct sim_wave *wave)
{
    struct sim_unit *unit = unit_of(wave);
    for (struct sim_flight *f = unit->first, *next; f; f = next) {
        next = f->next;
        if (f->wave == wave && counter_is_done(wave, f->kind, f->seq)) {
            perform_in_order(unit, f);
            next = unit->first;
        }
    }
}

void
flight_await_registers(struct sim_wave *wave, bool is_scalar, unsigned first, unsigned count)
{
    const struct sim_flight load = {
        .wave = wave, .result = (int)first, .result_dwords = count, .is_scalar = is_scalar};
    struct sim_unit *unit = unit_of(wave);
    for (struct sim_flight *f = unit->first, *next; f; f = next) {
        next = f->next;
        if (shares_result(&load, f)) {
            perform_in_order(unit, f);
            next = unit->first;
        }
    }
}

bool
flight_is_awaited(const struct sim_wave *wave, const struct sim_op *op)
{
    unsigned vm, exp, lgkm;
    gcn_waitcnt_decode(wave->device->target, (uint16_t)op->inst.imm, &vm, &exp, &lgkm);
    for (const struct sim_flight *f = unit_of(wave)->first; f; f = f->next)
        if (f->wave == wave && counter_would_prove(wave, f->kind, f->seq, vm, lgkm))
            return true;
    return false;
}

void
flight_settle(struct sim_unit *unit, const struct sim_group *group)
{
    for (struct sim_flight *f = unit->first, *next; f; f = next) {
        next = f->next;
        if (!group || f->wave->group == group) {
            perform_in_order(unit, f);
            next = unit->first;
        }
    }
}

void
flight_make_way(struct sim_wave *wave, bool write)
{
    struct sim_unit *unit = unit_of(wave);
    flight_settle(unit, NULL);
    if (write)
        unit_begin(unit);
}

void
flight_drop(struct sim_unit *unit)
{
    while (unit->first) {
        struct sim_flight *flight = unit->first;
        unlink_flight(unit, flight);
        give_back(unit, flight);
    }
}
