/* The caches of a compute unit: a vector L1 that stores write through and leave, a scalar L1 apart
 * from it.  A line stays as it was read until something drops it: stale, when other units write. */
#include "runtime/sim/exec/unit.h"

void
unit_begin(struct sim_unit *unit)
{
    unit_invalidate(&unit->vector);
    unit_invalidate(&unit->scalar);
}

static struct unit_line *
line_of(struct unit_cache *cache, uint64_t number)
{
    return &cache->lines[number % UNIT_LINES];
}

/* The part of [address, end) that lies in a line. */
struct part {
    uint64_t number;
    unsigned offset, size;
};

static struct part
part_at(uint64_t address, uint64_t end)
{
    uint64_t line_end = (address / VMEM_LINE + 1) * VMEM_LINE;
    return (struct part){address / VMEM_LINE, (unsigned)(address % VMEM_LINE),
                         (unsigned)((end < line_end ? end : line_end) - address)};
}

static bool
is_stale(struct sim_unit *unit, const struct unit_line *line, uint64_t address, struct part part)
{
    struct sim_region *region = sim_region_at(unit->device, address, part.size);
    return region && memcmp(region->bytes + (address - region->base), line->bytes + part.offset,
                            part.size) != 0;
}

bool
unit_cached(struct sim_unit *unit, struct unit_cache *cache, uint64_t address, unsigned size,
            uint8_t *bytes, uint8_t *shadow)
{
    uint64_t end = address + size;
    for (uint64_t at = address; at < end;) {
        struct part part = part_at(at, end);
        struct unit_line *line = line_of(cache, part.number);
        if (line->tag != part.number + 1)
            return false;
        /* any line may have been replaced meanwhile: all schedules try both where it matters */
        if (unit->decide && is_stale(unit, line, at, part) && unit->decide(unit->device, 2)) {
            line->tag = 0;
            return false;
        }
        memcpy(bytes + (at - address), line->bytes + part.offset, part.size);
        memcpy(shadow + (at - address), line->shadow + part.offset, part.size);
        at += part.size;
    }
    return true;
}

static void
fill_line(struct sim_unit *unit, struct unit_cache *cache, uint64_t number)
{
    struct unit_line *line = line_of(cache, number);
    uint64_t address = number * VMEM_LINE, size = VMEM_LINE;
    struct sim_region *region = sim_region_at(unit->device, address, 1);
    if (!region)
        return;
    uint64_t offset = address - region->base;
    size = region->size - offset < size ? region->size - offset : size;
    line->tag = number + 1;
    cache->is_used = true;
    memcpy(line->bytes, region->bytes + offset, size);
    if (region->shadow)
        memcpy(line->shadow, region->shadow + offset, size);
    else
        memset(line->shadow, 0, size);
}

void
unit_fill(struct sim_unit *unit, struct unit_cache *cache, uint64_t address, unsigned size)
{
    for (uint64_t number = address / VMEM_LINE; number <= (address + size - 1) / VMEM_LINE;
         number++)
        fill_line(unit, cache, number);
}

void
unit_evict(struct unit_cache *cache, uint64_t address, unsigned size)
{
    for (uint64_t number = address / VMEM_LINE; number <= (address + size - 1) / VMEM_LINE;
         number++) {
        struct unit_line *line = line_of(cache, number);
        if (line->tag == number + 1)
            line->tag = 0;
    }
}

void
unit_invalidate(struct unit_cache *cache)
{
    for (unsigned i = 0; i < UNIT_LINES; i++)
        cache->lines[i].tag = 0;
    cache->is_used = false;
}
