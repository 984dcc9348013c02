/* A device with all observers that there are. */
#include "runtime/sim/sets/sets.h"

#define OBSERVER(name, what) extern const struct sim_observer sim_observer_##name;
#include "runtime/sim/observer.def"
#undef OBSERVER

static const struct sim_observer *const observers[SIM_OBSERVERS] = {
#define OBSERVER(name, what) [OBSERVER_##name] = &sim_observer_##name,
#include "runtime/sim/observer.def"
#undef OBSERVER
};

enum {
    SET_TIMED = OBSERVER_BIT(timing),
    SET_STRICT = SET_TIMED | OBSERVER_BIT(encoding) | OBSERVER_BIT(undefined) | OBSERVER_BIT(wait) |
                 OBSERVER_BIT(hazard) | OBSERVER_BIT(clause) | OBSERVER_BIT(top) |
                 OBSERVER_BIT(barrier),
    SET_RACES = SET_STRICT | OBSERVER_BIT(race) | OBSERVER_BIT(scalar_cache),
};

/* What hears no instruction, which a loop need not know of. */
enum {
    SET_POINTS = SET_RACES | OBSERVER_BIT(points),
    SET_ITEMS = SET_POINTS | OBSERVER_BIT(items),
    SET_COPIES = SET_ITEMS | OBSERVER_BIT(copies),
    SET_MEETS = SET_COPIES | OBSERVER_BIT(meets),
    SET_PIPES = SET_MEETS | OBSERVER_BIT(pipes),
    TOUCHED = OBSERVER_BIT(touched),
};

/* With what is touched and without. */
#define BOTH(set)                                                                                  \
    {set, sets_run_strict},                                                                        \
    {                                                                                              \
        (set) | TOUCHED, sets_run_strict                                                           \
    }

static const struct sim_instance instances[] = {
    {0, sets_run_alone}, {SET_TIMED, sets_run_timed},
    BOTH(SET_STRICT),    BOTH(SET_RACES),
    BOTH(SET_POINTS),    BOTH(SET_ITEMS),
    BOTH(SET_COPIES),    BOTH(SET_MEETS),
    BOTH(SET_PIPES),
};

static const struct sim_parts parts = {observers, instances, sizeof instances / sizeof *instances};

static const char *const what[SIM_OBSERVERS] = {
#define OBSERVER(name, what) [OBSERVER_##name] = what,
#include "runtime/sim/observer.def"
#undef OBSERVER
};

bool
sim_observe(struct sim_options *options, const char *name)
{
    for (unsigned i = 0; i < SIM_OBSERVERS; i++)
        if (observers[i]->counted && strcmp(observers[i]->name, name) == 0) {
            options->observed |= UINT32_C(1) << i;
            return true;
        }
    return false;
}

bool
sim_observer_at(const struct sim_device *device, unsigned index, struct sim_observer_info *info)
{
    if (index >= SIM_OBSERVERS)
        return false;
    *info = (struct sim_observer_info){
        .name = observers[index]->name,
        .what = what[index],
        .counted = observers[index]->counted,
        .count = device ? device->counted[index] : 0,
        .is_asked = device && device->options.observed >> index & 1,
    };
    return true;
}

struct sim_device *
sim_device_new(const struct sim_options *options)
{
    return device_new(options, &parts);
}
