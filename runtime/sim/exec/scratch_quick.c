/* What most accesses of scratch are: whole dwords, all of them defined, within the work-item's private memory.
 * It is swizzled by dwords, so that one dword of all lanes is a row: with the same offset in each lane, as that of
 * a variable is, it is moved as a whole.
 *
 *     row 0: dword 0 of lane 0, of lane 1, ...    row 1: dword 1 of lane 0, ...
 *
 * Whatever is not known to be well is left to the general way (vmem.c), which finds what is wrong and where. */
#include "runtime/sim/exec/unit.h"
#include "runtime/sim/exec/valu.h"

enum { ROW = 4 * SIM_LANES, LANES_IN_LINE = VMEM_LINE / 4, FULL_LINE = (1 << LANES_IN_LINE) - 1 };

/* The rows of the active lanes, in dwords from their first byte on; other lanes are as the first active one. */
struct rows {
    uint8_t *bytes, *shadow; /* shadow NULL: all is defined, and stays so */
    uint32_t at[SIM_LANES];
    bool is_uniform;
};

/* The private memory of the wave, all of which it must be allowed to use so. */
static bool
find_memory(struct sim_wave *wave, bool store, struct rows *rows)
{
    struct sim_device *device = wave->device;
    uint64_t size = (uint64_t)wave->private_size * SIM_LANES,
             within = wave->scratch_base - device->scratch_address;
    struct sim_region *region = sim_region_at(device, wave->scratch_base, size);
    if (!region || !region->scratch_wave_size || sim_is_denied(region, store) ||
        within > device->scratch_size || size > device->scratch_size - within)
        return false;
    bool has_shadow = region->shadow && !(store && region->is_hosts);
    uint64_t first = wave->scratch_base - region->base;
    rows->bytes = region->bytes + first;
    rows->shadow = has_shadow ? region->shadow + first : NULL;
    return true;
}

/* false: not all of them are there, or dwords. */
VALU_INLINE bool
find_rows(const struct sim_wave *wave, const uint32_t offset[SIM_LANES], uint32_t end,
          struct rows *rows)
{
    uint64_t exec = sim_exec(wave);
    uint32_t active[SIM_LANES], first = offset[__builtin_ctzll(exec)];
    uint32_t bits = 0, other = 0, beyond = 0;
    valu_spread(exec, active);
    for (unsigned i = 0; i < SIM_LANES; i++) {
        uint32_t here = (offset[i] & active[i]) | (first & ~active[i]);
        bits |= here;
        other |= here ^ first;
        beyond |= here > end;
        rows->at[i] = here / 4;
    }
    rows->is_uniform = !other;
    return !(bits % 4) && !beyond;
}

/* A dword in the row of each lane, k rows further on. */
VALU_INLINE void
gather(uint32_t to[SIM_LANES], const uint8_t *from, const struct rows *rows, unsigned k)
{
    if (rows->is_uniform) {
        vmem_copy(to, from + (uint64_t)(rows->at[0] + k) * ROW, ROW);
        return;
    }
    for (unsigned i = 0; i < SIM_LANES; i++)
        vmem_copy(&to[i], from + (uint64_t)(rows->at[i] + k) * ROW + 4 * i, 4);
}

/* Of the lanes in EXEC. */
VALU_INLINE void
scatter(uint8_t *to, const uint32_t from[SIM_LANES], const struct rows *rows, unsigned k,
        uint64_t exec)
{
    int lane;
    if (rows->is_uniform && exec == ~UINT64_C(0)) {
        vmem_copy(to + (uint64_t)(rows->at[0] + k) * ROW, from, ROW);
        return;
    }
    FOREACH_LANE(lane, exec)
    vmem_copy(to + (uint64_t)(rows->at[lane] + k) * ROW + 4 * (unsigned)lane, &from[lane], 4);
}

/* Is all that the lanes load defined, or all that they store? */
VALU_INLINE bool
are_defined(const struct sim_wave *wave, const struct rows *rows, bool store, unsigned data,
            unsigned dwords)
{
    uint32_t active[SIM_LANES], shadow[SIM_LANES], any = 0;
    uint64_t undefined = 0;
    for (unsigned k = 0; k < dwords && store; k++)
        undefined |= wave->v_undefined[data + k];
    if (store || !rows->shadow)
        return !(undefined & sim_exec(wave));
    valu_spread(sim_exec(wave), active);
    for (unsigned k = 0; k < dwords; k++) {
        gather(shadow, rows->shadow, rows, k);
        for (unsigned i = 0; i < SIM_LANES; i++)
            any |= shadow[i] & active[i];
    }
    return !any;
}

/* How many lines of the L1 hold the first dwords of the active lanes: a row has several, of as many lanes each. */
static unsigned
count_lines(const struct sim_wave *wave, const struct rows *rows)
{
    uint64_t exec = sim_exec(wave);
    struct vmem_lines lines = {.count = 0};
    unsigned count = 0;
    int lane;
    for (unsigned i = 0; i < SIM_LANES; i += LANES_IN_LINE)
        count += (exec >> i & FULL_LINE) != 0;
    if (rows->is_uniform)
        return count;
    FOREACH_LANE(lane, exec)
    vmem_touch(&lines, (uint64_t)(rows->at[lane] + 1) * ROW + 4 * (unsigned)lane, 4);
    return lines.count;
}

VALU_CLONES bool
scratch_quick(struct sim_wave *wave, const struct sim_op *op, uint32_t limit,
              const uint32_t offset[SIM_LANES], unsigned data, int result)
{
    struct sim_device *device = wave->device;
    bool store = op->memory.kind == MEMORY_STORE;
    unsigned size = op->memory.bytes, dwords = size / 4;
    struct rows rows;
    if (limit < size || SIM_IS_HEARD(device, write) || !find_memory(wave, store, &rows) ||
        !find_rows(wave, offset, limit - size, &rows) ||
        !are_defined(wave, &rows, store, data, dwords))
        return false;
    if (SIM_IS_HEARD(device, memory))
        OBSERVE(device, memory, wave, op, count_lines(wave, &rows));
    static const uint32_t none[SIM_LANES];
    uint64_t exec = sim_exec(wave);
    for (unsigned k = 0; k < dwords; k++) {
        uint32_t values[SIM_LANES];
        if (store) {
            scatter(rows.bytes, wave->v[data + k], &rows, k, exec);
            if (rows.shadow)
                scatter(rows.shadow, none, &rows, k, exec);
        } else {
            gather(values, rows.bytes, &rows, k);
            valu_write_lanes(wave, (unsigned)result + k, values, exec);
        }
    }
    return true;
}
