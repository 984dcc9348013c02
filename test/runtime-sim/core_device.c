/* A device without observers, for tests that link the core alone. */
#include "runtime/sim/observer.h"

bool
sim_observe(struct sim_options *options, const char *name)
{
    (void)options, (void)name;
    return false;
}

struct sim_device *
sim_device_new(const struct sim_options *options)
{
    static const struct sim_observer *const none[SIM_OBSERVERS];
    static const struct sim_parts parts = {.observers = none};
    return device_new(options, &parts);
}
