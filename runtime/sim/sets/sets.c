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
    SET_RACES = SET_STRICT | OBSERVER_BIT(race),
};

static const struct sim_instance instances[] = {
    {0, sets_run_alone},
    {SET_TIMED, sets_run_timed},
    {SET_STRICT, sets_run_strict},
    {SET_RACES, sets_run_strict},
};

static const struct sim_parts parts = {observers, instances, sizeof instances / sizeof *instances};

struct sim_device *
sim_device_new(const struct sim_options *options)
{
    return device_new(options, &parts);
}
