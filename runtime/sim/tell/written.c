/* When registers and private memory were written last, for a debugger: what a function finds there is not its own
 * before it has written it. */
#include "runtime/sim/exec/unit.h"
#include "runtime/sim/tell/tell.h"

enum { PAGE = 4096 /* bytes */ };

/* By numbers of instructions that the device has executed; 0: never. */
struct written_wave {
    uint32_t scalar[GCN_VCC_LO], vector[SIM_VGPRS][SIM_LANES];
};
struct written_page {
    uint32_t bytes[PAGE];
};
/* Of a region of private memory: its pages, NULL those that nobody has written. */
struct written_region {
    struct written_page **pages;
};
struct written_device {
    uint32_t now;
    struct arena *arena; /* of the dispatch */
};

static struct written_device *
device_of(const struct sim_device *device)
{
    return device->observed[OBSERVER_written];
}

static void
begin_dispatch(struct sim_device *device, const struct sim_dispatch *dispatch, struct arena *arena,
               unsigned sgprs)
{
    (void)dispatch, (void)sgprs;
    device_of(device)->arena = arena;
}

static void
note(struct sim_wave *wave, uint32_t now, bool vector, unsigned first, unsigned count)
{
    struct written_wave *own = wave->observed[OBSERVER_written];
    uint64_t exec = sim_exec(wave);
    for (unsigned reg = first; reg < first + count; reg++) {
        int lane;
        if (vector) {
            FOREACH_LANE(lane, exec)
            own->vector[reg][lane] = now;
        } else if (reg < GCN_VCC_LO) {
            own->scalar[reg] = now;
        }
    }
}

static void
executed(struct sim_wave *wave, const struct sim_op *op)
{
    uint32_t now = ++device_of(wave->device)->now;
    for (unsigned i = 0; i < op->write_count; i++)
        note(wave, now, op->writes[i].vector, op->writes[i].first, op->writes[i].count);
}

static void
registers(struct sim_wave *wave, const struct sim_op *op, bool vector, unsigned first,
          unsigned count, bool write)
{
    (void)op;
    if (write)
        note(wave, device_of(wave->device)->now + 1, vector, first, count);
}

static void
write(struct sim_device *device, struct sim_region *region, uint64_t offset, uint32_t size)
{
    struct written_device *own = device_of(device);
    struct written_region *written = region->observed[OBSERVER_written];
    if (!region->scratch_wave_size || !own->arena)
        return;
    if (!written) {
        written = region->observed[OBSERVER_written] = ARENA_NEW(own->arena, struct written_region);
        written->pages =
            ARENA_ARRAY(own->arena, (size_t)(region->size / PAGE + 1), struct written_page *);
    }
    for (uint64_t at = offset; at < offset + size; at++) {
        struct written_page **page = &written->pages[at / PAGE];
        if (!*page)
            *page = ARENA_NEW(own->arena, struct written_page);
        (*page)->bytes[at % PAGE] = own->now + 1; /* by the instruction that is executed */
    }
}

uint32_t
sim_executed(const struct sim_device *device)
{
    const struct written_device *own = device_of(device);
    return own ? own->now : 0;
}

uint32_t
sim_register_written(const struct sim_wave *wave, bool is_vector, unsigned number, unsigned lane)
{
    const struct written_wave *own = wave->observed[OBSERVER_written];
    if (!own || number >= (is_vector ? SIM_VGPRS : GCN_VCC_LO) || lane >= SIM_LANES)
        return 0;
    return is_vector ? own->vector[number][lane] : own->scalar[number];
}

uint32_t
sim_private_written(const struct sim_wave *wave, unsigned lane, uint32_t address)
{
    uint64_t place = sim_private_place(wave, lane, address);
    const struct sim_region *region = sim_region_at(wave->device, place, 1);
    const struct written_region *written = region ? region->observed[OBSERVER_written] : NULL;
    uint64_t at = region ? place - region->base : 0;
    return written && written->pages[at / PAGE] ? written->pages[at / PAGE]->bytes[at % PAGE] : 0;
}

static bool
is_debugged(const struct sim_device *device)
{
    return device->options.debug;
}

const struct sim_observer sim_observer_written = {
    .name = "written",
    .one_core = true,
    .wave_size = sizeof(struct written_wave),
    .device_size = sizeof(struct written_device),
    .is_wanted = is_debugged,
    .begin_dispatch = begin_dispatch,
    .executed = executed,
    .registers = registers,
    .write = write,
};
