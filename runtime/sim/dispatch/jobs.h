/* A dispatch on several cores of the host: jobs.c. */
#ifndef OCC_RUNTIME_SIM_DISPATCH_JOBS_H
#define OCC_RUNTIME_SIM_DISPATCH_JOBS_H

#include "runtime/sim/dispatch/schedule.h"

/* How many cores may share the dispatch's work-groups, at most `groups`: 1 where they would be seen, or
 * what is checked needs an order. */
unsigned jobs_count(struct sim_device *device, uint64_t groups);
/* Runs all work-groups; s->groups has a place for each core.  What the first work-group that fails says
 * ends the launch. */
void jobs_run(struct schedule *s, unsigned count);

/* The number of the next work-group; false: none is left. */
bool jobs_take(struct sim_device *device, uint64_t *index);

#endif
