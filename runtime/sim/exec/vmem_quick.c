/* What most vector memory and DS instructions are: loads and stores of whole dwords, by lanes that all
 * stay inside one region of memory, or the LDS.  All lanes are checked at once, then moved at once.
 * Whatever is not known to be well is left to the general way, which finds what is wrong and where. */
#include "runtime/sim/exec/unit.h"
#include "runtime/sim/exec/valu.h"
#include "runtime/sim/exec/vmem.h"

/* May it take effect at once?  With caches, what is in no race has but one value to read, whenever it
 * does; what the unit has in flight already might be the same wave's, though. */
static bool
is_immediate(const struct sim_wave *wave)
{
    const struct sim_unit *unit = wave->group->unit;
    return !unit || (wave->device->tells_races && !unit->count);
}

bool
vmem_is_plain(const struct sim_wave *wave, const struct sim_op *op)
{
    const struct sim_memory_op *memory = &op->memory;
    return (memory->kind == MEMORY_LOAD || memory->kind == MEMORY_STORE) && !op->inst.lds &&
           !memory->components && !op->inst.tfe && !SIM_IS_HEARD(wave->device, place) &&
           memory->bytes % 4 == 0 && memory->bytes && sim_exec(wave) && is_immediate(wave);
}

/* A store of undefined bits leaves them undefined: one of those takes the general way. */
static bool
is_defined(const struct sim_wave *wave, unsigned reg, unsigned dwords)
{
    uint64_t undefined = 0;
    for (unsigned k = 0; k < dwords; k++)
        undefined |= wave->v_undefined[reg + k];
    return !(undefined & sim_exec(wave));
}

/* ---- addresses ---- */

/* How the addresses of some neighbouring lanes lie: anyhow, all the same, one after the other. */
enum vmem_shape { SHAPE_ANY, SHAPE_UNIFORM, SHAPE_DENSE };
enum { SHAPE_LANES = 8 };

/* How far the lanes' addresses are apart, as the instruction was last executed.  Programs mostly repeat
 * themselves there, and what follows from it need not be found out again. */
struct vmem_pattern {
    uint64_t exec;
    uint32_t in_line;          /* where the first active lane's address is in its line */
    uint32_t delta[SIM_LANES]; /* of the addresses to that one */
    bool is_uniform, is_dense; /* all the same; one after the other, all lanes active */
    unsigned count;            /* lines or cycles; 0: nobody has counted */
    uint8_t shape[SIM_LANES / SHAPE_LANES]; /* of dwords */
};

struct vmem_pattern *
vmem_pattern_new(struct arena *arena)
{
    return ARENA_NEW(arena, struct vmem_pattern);
}

static enum vmem_shape
shape_of(const uint32_t at[SHAPE_LANES])
{
    uint32_t same = 0, dense = 0;
    for (uint32_t i = 0; i < SHAPE_LANES; i++) {
        same |= at[i] - at[0];
        dense |= (at[i] - at[0]) ^ i * 4;
    }
    return !same ? SHAPE_UNIFORM : !dense ? SHAPE_DENSE : SHAPE_ANY;
}

/* at: in a region or the LDS, inactive lanes as the first active one. */
VALU_INLINE struct vmem_pattern *
pattern_of(struct sim_wave *wave, const struct sim_op *op, const uint32_t at[SIM_LANES],
           unsigned in_line)
{
    struct vmem_pattern *pattern = op->pattern;
    uint64_t exec = sim_exec(wave);
    uint32_t start = at[__builtin_ctzll(exec)], other = 0, same = 0, dense = 0;
    if (pattern->exec == exec && pattern->in_line == in_line) {
        for (unsigned i = 0; i < SIM_LANES; i++)
            other |= (at[i] - start) ^ pattern->delta[i];
        if (!other)
            return pattern;
    }
    for (uint32_t i = 0; i < SIM_LANES; i++) {
        uint32_t delta = at[i] - start;
        pattern->delta[i] = delta;
        same |= delta;
        dense |= delta ^ i * op->memory.bytes;
    }
    for (unsigned i = 0; i < SIM_LANES; i += SHAPE_LANES)
        pattern->shape[i / SHAPE_LANES] = (uint8_t)shape_of(at + i);
    pattern->exec = exec;
    pattern->in_line = in_line;
    pattern->is_uniform = !same;
    pattern->is_dense = !dense && exec == ~UINT64_C(0);
    pattern->count = 0;
    return pattern;
}

/* ---- moving ---- */

/* What the lanes' accesses go to. */
struct target {
    uint8_t *bytes, *shadow; /* shadow NULL: all is defined, and stays so */
    uint64_t base;           /* address of the bytes */
    bool lds;
};

VALU_INLINE void
gather(uint32_t to[SIM_LANES], const uint8_t *from, const uint32_t at[SIM_LANES],
       const struct vmem_pattern *pattern)
{
    for (unsigned i = 0; i < SIM_LANES; i += SHAPE_LANES) {
        unsigned shape = pattern->shape[i / SHAPE_LANES];
        if (shape == SHAPE_DENSE) {
            vmem_copy(to + i, from + at[i], SHAPE_LANES * sizeof *to);
        } else if (shape == SHAPE_UNIFORM) {
            uint32_t value;
            vmem_copy(&value, from + at[i], 4);
            for (unsigned k = 0; k < SHAPE_LANES; k++)
                to[i + k] = value;
        } else {
            for (unsigned k = 0; k < SHAPE_LANES; k++)
                vmem_copy(&to[i + k], from + at[i + k], 4);
        }
    }
}

/* One dword of all active lanes. */
VALU_INLINE void
load_dword(struct sim_wave *wave, const struct sim_op *op, unsigned reg,
           const struct target *target, const uint32_t at[SIM_LANES], unsigned k,
           const struct vmem_pattern *pattern)
{
    uint64_t exec = sim_exec(wave);
    uint32_t values[SIM_LANES], any = 0;
    uint32_t *to = exec == ~UINT64_C(0) ? wave->v[reg] : values;
    gather(to, target->bytes + 4 * k, at, pattern);
    valu_write_lanes(wave, reg, to, exec);
    if (!target->shadow)
        return;
    gather(values, target->shadow + 4 * k, at, pattern);
    for (unsigned i = 0; i < SIM_LANES; i++)
        any |= values[i];
    if (!any)
        return;
    OBSERVE(wave->device, unset, wave, op, -1, false, 0);
    int lane;
    FOREACH_LANE(lane, exec)
    {
        if (!values[lane])
            continue;
        wave->v_shadow[reg][lane] = values[lane];
        wave->v_undefined[reg] |= UINT64_C(1) << lane;
    }
}

/* Lane by lane: which of two lanes stores to a place last is as the hardware has it, and each is
 * held against what is there. */
static void
store_lane(struct sim_wave *wave, const struct sim_op *op, unsigned data, int lane,
           const struct target *target, uint32_t at)
{
    unsigned size = op->memory.bytes;
    uint32_t dwords[VMEM_BYTES / 4];
    for (unsigned k = 0; k < size / 4; k++)
        dwords[k] = wave->v[data + k][lane];
    OBSERVE(wave->device, access, wave, op, lane, target->lds, target->base + at, size, true,
            (const uint8_t *)dwords);
    for (unsigned k = 0; k < size / 4; k++) {
        vmem_copy(target->bytes + at + 4 * k, &dwords[k], 4);
        if (target->shadow)
            memset(target->shadow + at + 4 * k, 0, 4);
    }
}

/* No lane meets another one.  false: it is no such store. */
static bool
store_dense(struct sim_wave *wave, const struct sim_op *op, unsigned data,
            const struct target *target, uint32_t at, const struct vmem_pattern *pattern)
{
    if (!pattern->is_dense || op->memory.bytes != 4)
        return false;
    OBSERVE(wave->device, stores, wave, op, target->lds, target->base + at, wave->v[data]);
    vmem_copy(target->bytes + at, wave->v[data], sizeof wave->v[data]);
    if (target->shadow)
        memset(target->shadow + at, 0, sizeof wave->v[data]);
    return true;
}

/* Dwords of lanes that nobody holds against each other: the last one of a place stays. */
VALU_INLINE bool
store_scattered(struct sim_wave *wave, const struct sim_op *op, unsigned data,
                const struct target *target, const uint32_t at[SIM_LANES])
{
    const uint32_t *from = wave->v[data], none = 0;
    int lane;
    if (op->memory.bytes != 4 || SIM_IS_HEARD(wave->device, access))
        return false;
    FOREACH_LANE(lane, sim_exec(wave))
    vmem_copy(target->bytes + at[lane], &from[lane], 4);
    if (target->shadow)
        FOREACH_LANE(lane, sim_exec(wave))
    memcpy(target->shadow + at[lane], &none, 4);
    return true;
}

/* ---- vector memory ---- */

/* How many lines the active lanes touch. */
static unsigned
lines_of_lanes(const struct sim_wave *wave, const uint64_t address[SIM_LANES], unsigned size)
{
    uint64_t exec = sim_exec(wave), last = 0, next = 0; /* next: no line from there on is counted */
    struct vmem_lines lines;
    bool ascending = true;
    unsigned count = 0;
    int lane;
    FOREACH_LANE(lane, exec)
    {
        uint64_t first = address[lane] / VMEM_LINE,
                 end = (address[lane] + size - 1) / VMEM_LINE + 1;
        uint64_t start = first > next ? first : next;
        ascending &= first >= last;
        last = first;
        count += end > start ? (unsigned)(end - start) : 0;
        next = end > next ? end : next;
    }
    if (ascending)
        return count;
    memset(&lines, 0, sizeof lines);
    FOREACH_LANE(lane, exec)
    vmem_touch(&lines, address[lane], size);
    return lines.count;
}

/* The lines of a pattern whose first address is at the given place of its line: the lanes' addresses
 * are all moved alike. */
static unsigned
count_lines(struct sim_wave *wave, struct vmem_pattern *pattern, unsigned size)
{
    uint64_t address[SIM_LANES];
    if (pattern->count)
        return pattern->count;
    /* so that a negative distance stays one */
    for (unsigned i = 0; i < SIM_LANES; i++)
        address[i] =
            (UINT64_C(1) << 40) + pattern->in_line + (uint64_t)(int64_t)(int32_t)pattern->delta[i];
    return pattern->count = lines_of_lanes(wave, address, size);
}

/* Every active lane's bytes lie in the region; where. */
VALU_INLINE bool
is_inside(const struct sim_wave *wave, const struct sim_region *region,
          const uint64_t address[SIM_LANES], unsigned size, uint32_t at[SIM_LANES])
{
    uint64_t exec = sim_exec(wave), base = region->base, bits = 0, beyond = 0;
    /* the signs of 64 bits tell what is out of so small a region */
    if (region->size < size || region->size > INT32_MAX)
        return false;
    uint64_t last = region->size - size;
    uint64_t first = address[__builtin_ctzll(exec)];
    if (exec == ~UINT64_C(0)) {
        for (unsigned i = 0; i < SIM_LANES; i++) {
            uint64_t offset = address[i] - base;
            beyond |= offset | (last - offset);
            bits |= address[i];
            at[i] = (uint32_t)offset;
        }
    } else {
        uint32_t active[SIM_LANES];
        valu_spread(exec, active);
        for (unsigned i = 0; i < SIM_LANES; i++) {
            uint64_t mask = (uint64_t)(int64_t)(int32_t)active[i];
            uint64_t here = (address[i] & mask) | (first & ~mask), offset = here - base;
            beyond |= offset | (last - offset);
            bits |= here;
            at[i] = (uint32_t)offset;
        }
    }
    bool aligned = !(bits % 4) || wave->device->target->unaligned_global || !wave->device->strict;
    return !(beyond >> 63) && aligned;
}

VALU_CLONES bool
vmem_quick(struct sim_wave *wave, const struct sim_op *op, const uint64_t address[SIM_LANES],
           unsigned data, int result)
{
    struct sim_device *device = wave->device;
    unsigned size = op->memory.bytes, dwords = size / 4;
    uint32_t at[SIM_LANES];
    if (!vmem_is_plain(wave, op) || SIM_IS_REFUSED(wave, op, false))
        return false;
    bool store = op->memory.kind == MEMORY_STORE;
    uint64_t first = address[__builtin_ctzll(sim_exec(wave))];
    struct sim_region *region = sim_region_at(device, first, size);
    if (!region || region->scratch_wave_size || (store && region->image) ||
        sim_is_denied(region, store) || !is_inside(wave, region, address, size, at) ||
        (store && !is_defined(wave, data, dwords)))
        return false;
    struct vmem_pattern *pattern = pattern_of(wave, op, at, first % VMEM_LINE);
    struct target target = {region->bytes, region->shadow, region->base, false};
    if (SIM_IS_HEARD(device, memory))
        OBSERVE(device, memory, wave, op, count_lines(wave, pattern, size));
    if (store) {
        int lane;
        if (wave->group->unit && wave->group->unit->vector.is_used)
            FOREACH_LANE(lane, sim_exec(wave))
        unit_evict(&wave->group->unit->vector, address[lane], size);
        if (!store_dense(wave, op, data, &target, at[0], pattern) &&
            !store_scattered(wave, op, data, &target, at))
            FOREACH_LANE(lane, sim_exec(wave))
        store_lane(wave, op, data, lane, &target, at[lane]);
        return true;
    }
    OBSERVE(device, loads, wave, op, false, region->base, at, pattern->is_dense,
            pattern->is_uniform);
    for (unsigned k = 0; k < dwords; k++)
        load_dword(wave, op, (unsigned)result + k, &target, at, k, pattern);
    return true;
}

/* ---- LDS ---- */

/* Addresses of all lanes, of which none lies beyond `most`; false: one does. */
VALU_INLINE bool
lds_addresses(const struct sim_wave *wave, unsigned reg, uint32_t offset, uint32_t most,
              uint32_t at[SIM_LANES], uint32_t *bits)
{
    uint64_t exec = sim_exec(wave);
    const uint32_t *from = wave->v[reg];
    uint32_t first = from[__builtin_ctzll(exec)], beyond = 0, all = 0;
    if (exec == ~UINT64_C(0)) {
        for (unsigned i = 0; i < SIM_LANES; i++) {
            beyond |= from[i] > most;
            all |= at[i] = from[i] + offset;
        }
    } else {
        uint32_t active[SIM_LANES];
        valu_spread(exec, active);
        for (unsigned i = 0; i < SIM_LANES; i++) {
            uint32_t here = (from[i] & active[i]) | (first & ~active[i]);
            beyond |= here > most;
            all |= at[i] = here + offset;
        }
    }
    *bits = all;
    return !beyond;
}

VALU_CLONES bool
lds_quick(struct sim_wave *wave, const struct sim_op *op, const struct lds_operands *r,
          const uint32_t offset[2])
{
    const struct gcn_target *target = wave->device->target;
    struct sim_group *group = wave->group;
    unsigned size = op->memory.bytes, dwords = size / 4, align = size == 12 ? 16 : size;
    unsigned sides = op->memory.two ? 2 : 1;
    uint32_t at[2][SIM_LANES], limit = group->lds_size, bits, behind;
    bool store = op->memory.kind == MEMORY_STORE;
    if (!vmem_is_plain(wave, op) || op->inst.gds || op->memory.src2 || op->at_addr < 0 ||
        wave->dma->end || SIM_IS_REFUSED(wave, op, true) ||
        (store && (!is_defined(wave, r->data, dwords) ||
                   (sides == 2 && !is_defined(wave, r->data1, dwords)))))
        return false;
    if (target->needs_lds_m0) {
        if (wave->sgpr_shadow[GCN_M0])
            return false;
        limit = wave->sgpr[GCN_M0] < limit ? wave->sgpr[GCN_M0] : limit;
    }
    behind = (sides == 2 && offset[1] > offset[0] ? offset[1] : offset[0]) + size;
    if (behind > limit || !lds_addresses(wave, r->address, offset[0], limit - behind, at[0], &bits))
        return false;
    if (sides == 2)
        for (unsigned i = 0; i < SIM_LANES; i++) {
            at[1][i] = at[0][i] - offset[0] + offset[1];
            bits |= at[1][i];
        }
    if (bits % align && !target->unaligned_lds && wave->device->strict)
        return false;
    /* banks turn with the dword that the first lane is at */
    struct vmem_pattern *pattern =
        pattern_of(wave, op, at[0], at[0][__builtin_ctzll(sim_exec(wave))] % 4);
    struct target lds = {group->lds, wave->device->strict ? group->lds_shadow : NULL, 0, true};
    if (SIM_IS_HEARD(wave->device, memory)) {
        if (!pattern->count)
            pattern->count = lds_conflicts(wave, op, at);
        OBSERVE(wave->device, memory, wave, op, pattern->count);
    }
    if (store) {
        int lane;
        if (sides == 2 || (!store_dense(wave, op, r->data, &lds, at[0][0], pattern) &&
                           !store_scattered(wave, op, r->data, &lds, at[0])))
            FOREACH_LANE(lane, sim_exec(wave))
        for (unsigned side = 0; side < sides; side++)
            store_lane(wave, op, side ? r->data1 : r->data, lane, &lds, at[side][lane]);
        return true;
    }
    for (unsigned side = 0; side < sides; side++) {
        OBSERVE(wave->device, loads, wave, op, true, 0, at[side], pattern->is_dense,
                pattern->is_uniform);
        for (unsigned k = 0; k < dwords; k++)
            load_dword(wave, op, (unsigned)r->result + side * dwords + k, &lds, at[side], k,
                       pattern);
    }
    return true;
}
