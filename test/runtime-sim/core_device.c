/* A device without checks, model and reports, for tests that link the core alone. */
#include "runtime/sim/observer.h"

extern const struct sim_observer sim_observer_explore;

bool
sim_observe(struct sim_options *options, const char *name)
{
    (void)options, (void)name;
    return false;
}

struct sim_device *
sim_device_new(const struct sim_options *options)
{
    /* which is the core's own */
    static const struct sim_observer *const observers[SIM_OBSERVERS] = {[OBSERVER_explore] =
                                                                            &sim_observer_explore};
    static const struct sim_parts parts = {.observers = observers};
    return device_new(options, &parts);
}
