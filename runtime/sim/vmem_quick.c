/* What most vector memory and DS instructions are: loads and stores of whole dwords, by lanes that all
 * stay inside one region of memory, or the LDS.  All lanes are checked at once, then moved at once.
 * Whatever is not known to be well is left to the general way, which finds what is wrong and where. */
#include "runtime/sim/strict_race.h"

/* Nobody looks at single accesses, and each takes effect at once. */
static bool
is_plain(const struct sim_wave *wave, const struct sim_op *op)
{
    const struct sim_memory_op *memory = &op->memory;
    return (memory->kind == MEMORY_LOAD || memory->kind == MEMORY_STORE) && !op->inst.lds &&
           !memory->components && !op->inst.tfe && !wave->group->unit && !wave->device->tracing &&
           memory->bytes % 4 == 0 && memory->bytes && sim_exec(wave);
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

/* ---- moving ---- */

/* shadow NULL: what is read is defined. */
static void
load_lanes(struct sim_wave *wave, unsigned reg, unsigned dwords, const uint8_t *bytes,
           const uint8_t *shadow, const uint64_t at[SIM_LANES])
{
    uint64_t exec = sim_exec(wave);
    int lane;
    for (unsigned k = 0; k < dwords; k++) {
        uint32_t *to = wave->v[reg + k], *to_shadow = wave->v_shadow[reg + k];
        uint64_t undefined = 0;
        FOREACH_LANE(lane, exec)
        memcpy(&to[lane], bytes + at[lane] + 4 * k, 4);
        if (shadow) {
            FOREACH_LANE(lane, exec)
            {
                uint32_t bits;
                memcpy(&bits, shadow + at[lane] + 4 * k, 4);
                undefined |= (uint64_t)(bits != 0) << lane;
                if (bits)
                    to_shadow[lane] = bits;
            }
        }
        wave->v_undefined[reg + k] = (wave->v_undefined[reg + k] & ~exec) | undefined;
    }
}

/* Lane by lane: which of two lanes stores to a place last is as the hardware has it, and each is
 * held against what is there. */
static void
store_lanes(struct sim_wave *wave, const struct sim_op *op, unsigned data, bool lds, uint64_t base,
            uint8_t *bytes, uint8_t *shadow, const uint64_t at[SIM_LANES])
{
    unsigned size = op->memory.bytes;
    bool races = wave->device->order;
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        uint32_t dwords[VMEM_BYTES / 4];
        for (unsigned k = 0; k < size / 4; k++)
            dwords[k] = wave->v[data + k][lane];
        if (races)
            race_access(wave, op, lane, lds, base + at[lane], size, true, (const uint8_t *)dwords);
        for (unsigned k = 0; k < size / 4; k++) {
            memcpy(bytes + at[lane] + 4 * k, &dwords[k], 4);
            if (shadow)
                memset(shadow + at[lane] + 4 * k, 0, 4);
        }
    }
}

/* ---- vector memory ---- */

unsigned
vmem_count_lines(const struct sim_wave *wave, const uint64_t address[SIM_LANES], unsigned size)
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

/* Every active lane's bytes lie in the region. */
static bool
is_inside(const struct sim_wave *wave, const struct sim_region *region,
          const uint64_t address[SIM_LANES], unsigned size, uint64_t at[SIM_LANES])
{
    uint64_t most = 0, bits = 0;
    int lane;
    if (region->size < size)
        return false;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        at[lane] = address[lane] - region->base;
        most = at[lane] > most ? at[lane] : most;
        bits |= address[lane];
    }
    bool aligned = !(bits % 4) || wave->device->target->unaligned_global || !wave->device->strict;
    return most <= region->size - size && aligned;
}

bool
vmem_quick(struct sim_wave *wave, const struct sim_op *op, const uint64_t address[SIM_LANES],
           unsigned data, int result)
{
    struct sim_device *device = wave->device;
    unsigned size = op->memory.bytes, dwords = size / 4;
    uint64_t at[SIM_LANES];
    if (!is_plain(wave, op) || (device->order && race_orders(wave, op, false)))
        return false;
    bool store = op->memory.kind == MEMORY_STORE;
    struct sim_region *region =
        sim_region_at(device, address[__builtin_ctzll(sim_exec(wave))], size);
    if (!region || region->scratch_wave_size || (store && region->image) ||
        !is_inside(wave, region, address, size, at) || (store && !is_defined(wave, data, dwords)))
        return false;
    if (store) {
        store_lanes(wave, op, data, false, region->base, region->bytes, region->shadow, at);
        return true;
    }
    if (device->order)
        race_loads(wave, op, false, region->base, at);
    load_lanes(wave, (unsigned)result, dwords, region->bytes, region->shadow, at);
    return true;
}

/* ---- LDS ---- */

bool
lds_quick(struct sim_wave *wave, const struct sim_op *op, const uint64_t address[SIM_LANES],
          unsigned data, int result)
{
    const struct gcn_target *target = wave->device->target;
    struct sim_group *group = wave->group;
    unsigned size = op->memory.bytes, dwords = size / 4, align = size == 12 ? 16 : size;
    uint64_t most = 0, bits = 0, limit = group->lds_size;
    bool store = op->memory.kind == MEMORY_STORE;
    int lane;
    if (!is_plain(wave, op) || op->inst.gds || wave->dma_end ||
        (wave->device->order && race_orders(wave, op, true)) ||
        (store && !is_defined(wave, data, dwords)))
        return false;
    if (target->needs_lds_m0) {
        if (wave->sgpr_shadow[GCN_M0])
            return false;
        limit = wave->sgpr[GCN_M0] < limit ? wave->sgpr[GCN_M0] : limit;
    }
    FOREACH_LANE(lane, sim_exec(wave))
    {
        most = address[lane] > most ? address[lane] : most;
        bits |= address[lane];
    }
    bool aligned = !(bits % align) || target->unaligned_lds || !wave->device->strict;
    if (most + size > limit || !aligned)
        return false;
    uint8_t *shadow = wave->device->strict ? group->lds_shadow : NULL;
    if (store) {
        store_lanes(wave, op, data, true, 0, group->lds, shadow, address);
        return true;
    }
    if (wave->device->order)
        race_loads(wave, op, true, 0, address);
    load_lanes(wave, (unsigned)result, dwords, group->lds, shadow, address);
    return true;
}
