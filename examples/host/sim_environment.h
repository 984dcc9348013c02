/* How the simulator runs, from the environment, for programs that are run by tests. */
#ifndef OCC_EXAMPLES_HOST_SIM_ENVIRONMENT_H
#define OCC_EXAMPLES_HOST_SIM_ENVIRONMENT_H

#include "runtime/sim/sim.h"

#include <stdlib.h>
#include <string.h>

/* OCC_ROUNDING and OCC_SCHEDULE as gcnsim's --rounding and --schedule; OCC_SIMULATOR: "fast", as --fast,
 * or "jobs": three cores and no races.  false: one of them says something else. */
static inline bool
sim_environment(struct sim_options *options)
{
    const char *how = getenv("OCC_SIMULATOR");
    bool is_fast = how && strcmp(how, "fast") == 0, has_jobs = how && strcmp(how, "jobs") == 0;
    if (is_fast)
        options->fast = true;
    if (has_jobs) {
        options->no_races = true;
        options->jobs = 3;
    }
    return sim_rounding_parse(getenv("OCC_ROUNDING"), options) &&
           sim_schedule_parse(getenv("OCC_SCHEDULE"), options) && (!how || is_fast || has_jobs);
}

#endif
