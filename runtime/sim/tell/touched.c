/* Which bytes of memory that the host has mapped a dispatch reads and writes: a bit for each byte and kind, told in
 * runs when it ends (sim_set_touched). */
#include "runtime/sim/exec/unit.h"

enum { PAGE = 4096 /* bytes */, WORDS = PAGE / 64 };

struct touched_page {
    uint64_t bits[SIM_TOUCHES][WORDS];
};

/* Of a region: its pages, NULL those that nobody has touched. */
struct touched_region {
    struct touched_page **pages;
};

/* Of the device. */
struct touched_device {
    struct arena *arena; /* of the dispatch */
};

static bool
is_asked(const struct sim_device *device)
{
    return device->touched.tell;
}

static void
begin_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch, struct arena *arena,
               unsigned sgprs)
{
    (void)dispatch, (void)sgprs;
    struct touched_device *own = device->observed[OBSERVER_touched];
    own->arena = arena;
}

/* ---- accesses ---- */

/* The region of the address, if the host has mapped it. */
static struct sim_region *
mapped_region(struct sim_device *device, uint64_t address)
{
    struct sim_region *region = device->last_region;
    if (!region || address - region->base >= region->size)
        region = sim_region_at(device, address, 1);
    return region && !region->owned && !region->scratch_wave_size && !region->image ? region : NULL;
}

static uint64_t *
bits_of(struct sim_device *device, struct sim_region *region, uint64_t page, enum sim_touch how)
{
    struct arena *arena = ((struct touched_device *)device->observed[OBSERVER_touched])->arena;
    struct touched_region *touched = region->observed[OBSERVER_touched];
    if (!touched) {
        touched = region->observed[OBSERVER_touched] = ARENA_NEW(arena, struct touched_region);
        touched->pages =
            ARENA_ARRAY(arena, (size_t)(region->size / PAGE + 1), struct touched_page *);
    }
    if (!touched->pages[page])
        touched->pages[page] = ARENA_NEW(arena, struct touched_page);
    return touched->pages[page]->bits[how];
}

static void
touch(struct sim_device *device, uint64_t address, uint64_t size, enum sim_touch how)
{
    struct sim_region *region = mapped_region(device, address);
    if (!region)
        return;
    uint64_t at = address - region->base, end = at + size < region->size ? at + size : region->size;
    while (at < end) {
        uint64_t *bits = bits_of(device, region, at / PAGE, how);
        uint64_t stop = (at / PAGE + 1) * PAGE < end ? (at / PAGE + 1) * PAGE : end;
        while (at < stop) {
            unsigned first = at % 64, count = 64 - first;
            count = stop - at < count ? (unsigned)(stop - at) : count;
            bits[at % PAGE / 64] |= UINT64_MAX >> (64 - count) << first;
            at += count;
        }
    }
}

static enum sim_touch
how_of(const struct sim_op *op, bool write)
{
    bool is_atomic = op->memory.kind == MEMORY_ATOMIC || op->is_atomic;
    return is_atomic ? SIM_TOUCH_ATOMIC : write ? SIM_TOUCH_WRITE : SIM_TOUCH_READ;
}

static void
loads(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t base,
      const uint32_t at[SIM_LANES], bool is_dense, bool is_uniform)
{
    if (lds)
        return;
    uint64_t exec = sim_exec(wave);
    unsigned first = (unsigned)__builtin_ctzll(exec), size = op->memory.bytes;
    enum sim_touch how = how_of(op, false);
    if (is_dense || is_uniform) {
        touch(wave->device, base + at[first], is_dense ? SIM_LANES * size : size, how);
        return;
    }
    int lane;
    FOREACH_LANE(lane, exec)
    {
        touch(wave->device, base + at[lane], size, how);
    }
}

static void
stores(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t address,
       const uint32_t values[SIM_LANES])
{
    (void)values;
    if (!lds)
        touch(wave->device, address, SIM_LANES * sizeof *values, how_of(op, true));
}

/* ---- what the host is told ---- */

static void
tell(struct sim_device *device, const struct sim_region *region, enum sim_touch how, uint64_t first,
     uint64_t end)
{
    const struct sim_touched *own = &device->touched;
    SIM_CALL_BACK(device, own->tell(own->data, how, region->bytes + first, end - first));
}

static void
tell_region(struct sim_device *device, const struct sim_region *region, enum sim_touch how)
{
    const struct touched_region *touched = region->observed[OBSERVER_touched];
    uint64_t first = 0, end = 0; /* the run so far */
    for (uint64_t at = 0; at < region->size; at++) {
        const struct touched_page *page = touched->pages[at / PAGE];
        uint64_t bits = page ? page->bits[how][at % PAGE / 64] : 0;
        if (!page || !(bits >> at % 64)) { /* nothing up to the end of the page or word */
            at |= page ? 63 : PAGE - 1;
            continue;
        }
        at += (unsigned)__builtin_ctzll(bits >> at % 64);
        if (at != end) {
            if (end > first)
                tell(device, region, how, first, end);
            first = at;
        }
        end = at + 1;
    }
    if (end > first)
        tell(device, region, how, first, end);
}

static void
tell_all(struct sim_device *device)
{
    for (uint32_t i = 0; i < device->regions.count; i++)
        for (unsigned how = 0; how < SIM_TOUCHES; how++)
            if (device->regions.at[i]->observed[OBSERVER_touched])
                tell_region(device, device->regions.at[i], (enum sim_touch)how);
}

static void
end_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch)
{
    const struct sim_touched *own = &device->touched;
    tell_all(device);
    if (own->ended)
        SIM_CALL_BACK(
            device, own->ended(own->data, device->kernel->name, dispatch->packet.kernarg_address));
}

/* ---- parts ---- */

static bool
is_watched(const struct sim_device *device, uint64_t address)
{
    return address - device->touched.watched < device->touched.watched_size;
}

/* What a store begins, such as a kernel that this one enqueues, has all before it behind it, and nothing of what follows. */
static void
end_part(struct sim_device *device, uint64_t address, uint32_t size, const uint8_t *bytes)
{
    const struct sim_touched *own = &device->touched;
    bool ends = false;
    SIM_CALL_BACK(device, ends = own->ends_part(own->data, address, size, bytes));
    if (!ends)
        return;
    tell_all(device);
    for (uint32_t i = 0; i < device->regions.count; i++)
        device->regions.at[i]->observed[OBSERVER_touched] = NULL;
    SIM_CALL_BACK(device, own->ended_part(own->data));
}

static void
access(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
       uint32_t size, bool write, const uint8_t *bytes)
{
    (void)lane;
    if (lds)
        return;
    if (write && bytes && is_watched(wave->device, address))
        end_part(wave->device, address, size, bytes);
    touch(wave->device, address, size, how_of(op, write));
}

void
sim_set_touched(struct sim_device *device, const struct sim_touched *touched)
{
    device->touched = touched ? *touched : (struct sim_touched){.tell = NULL};
}

const struct sim_observer sim_observer_touched = {
    .name = "touched",
    .one_core = true,
    .device_size = sizeof(struct touched_device),
    .is_wanted = is_asked,
    .begin_dispatch = begin_dispatch,
    .end_dispatch = end_dispatch,
    .access = access,
    .loads = loads,
    .stores = stores,
};
