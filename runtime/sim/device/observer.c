/* Who hears a launch: observer.h. */
#include "runtime/sim/device/load.h"

/* Puts the observer at the end of each list of what it hears. */
static void
listen(struct sim_heard *heard, const struct sim_observer *o, bool is_chosen)
{
    unsigned n;
#define HEAR(name)                                                                                 \
    if (o->name) {                                                                                 \
        for (n = 0; heard->name[n];)                                                               \
            n++;                                                                                   \
        heard->name[n] = o->name;                                                                  \
    }
#define SIM_ALWAYS(name, parameters) HEAR(name)
#define SIM_EVENT(name, parameters)                                                                \
    if (is_chosen)                                                                                 \
    HEAR(name)
#include "runtime/sim/event.def"
#undef SIM_EVENT
#undef SIM_ALWAYS
    if (is_chosen)
        HEAR(refuses)
#undef HEAR
}

static void
listen_all(struct sim_device *device)
{
    memset(&device->heard, 0, sizeof device->heard);
    for (unsigned i = 0; i < SIM_OBSERVERS; i++)
        if (device->parts->observers[i])
            listen(&device->heard, device->parts->observers[i], device->set >> i & 1);
}

struct sim_device *
device_new(const struct sim_options *options, const struct sim_parts *parts)
{
    const struct allocator *allocator = options->allocator ? options->allocator : &allocator_malloc;
    struct sim_device *device = allocator->alloc(allocator->data, sizeof *device);
    if (!device)
        return NULL;
    memset(device, 0, sizeof *device);
    device->options = *options;
    device->host = *allocator;
    device->allocator = sim_host_allocator(device);
    device->options.strict &= !options->fast;
    device->strict = device->options.strict;
    device->next_address = SIM_FIRST_ADDRESS;
    device->parts = parts;
    arena_init(&device->arena, &device->allocator, &device->guard);
    listen_all(device);
    return device;
}

/* Not when the device is made: that must not unwind. */
static void
make_state(struct sim_device *device)
{
    for (unsigned i = 0; i < SIM_OBSERVERS; i++) {
        const struct sim_observer *o = device->parts->observers[i];
        if (o && o->device_size && !device->observed[i])
            device->observed[i] = arena_new(&device->arena, o->device_size);
    }
}

void
observers_change(struct sim_device *device, sim_run_fn *general)
{
    const struct sim_parts *parts = device->parts;
    device->set = 0;
    device->tells_races = device->has_clock = false;
    for (unsigned i = SIM_OBSERVERS; i--;) { /* who is needed stands before */
        const struct sim_observer *o = parts->observers[i];
        bool is_wanted = o && o->is_wanted(device);
        if (!o || !(is_wanted || (device->options.observed | device->set) >> i & 1))
            continue;
        device->set |= UINT32_C(1) << i | o->needs;
        device->tells_races |= is_wanted && o->tells_races;
        device->has_clock |= o->moves_clock;
    }
    listen_all(device);
    device->run = general;
    for (size_t i = 0; i < parts->instance_count; i++)
        if (parts->instances[i].set == device->set)
            device->run = parts->instances[i].run;
    device->counts =
        !device->options.fast || device->set || device->options.schedule != SIM_SCHEDULE_ORDER;
}

void
observers_choose(struct sim_device *device, sim_run_fn *general)
{
    make_state(device);
    memset(device->counted, 0, sizeof device->counted);
    observers_change(device, general);
}

bool
observers_want_one_core(const struct sim_device *device)
{
    for (unsigned i = 0; i < SIM_OBSERVERS; i++)
        if (device->set >> i & 1 && device->parts->observers[i]->one_core)
            return true;
    return false;
}

void
observers_make_wave(struct sim_wave *wave, struct arena *arena)
{
    const struct sim_device *device = wave->device;
    for (unsigned i = 0; i < SIM_OBSERVERS; i++) {
        size_t size = device->set >> i & 1 ? device->parts->observers[i]->wave_size : 0;
        if (size)
            wave->observed[i] = arena_new(arena, size);
    }
}

bool
sim_is_refused(const struct sim_wave *wave, const struct sim_op *op, bool lds)
{
    const struct sim_device *device = wave->device;
    for (unsigned i = 0; device->heard.refuses[i]; i++)
        if (device->heard.refuses[i](wave, op, lds))
            return true;
    return false;
}

bool
sim_is_strict(const struct sim_device *device)
{
    return device->strict;
}
