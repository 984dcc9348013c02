/* A dispatch on several cores of the host: jobs.c. */
#ifndef OCC_RUNTIME_SIM_DISPATCH_JOBS_H
#define OCC_RUNTIME_SIM_DISPATCH_JOBS_H

#include "runtime/sim/dispatch/schedule.h"

struct sim_jobs;

/* How many cores may share the dispatch's work-groups, at most `groups`: 1 where they would be seen, or
 * what is checked needs an order. */
unsigned jobs_count(struct sim_device *device, uint64_t groups);
/* Runs all work-groups; s->groups has a place for each core.  What the first work-group that fails says
 * ends the launch. */
void jobs_run(struct schedule *s, unsigned count);
/* Code goes: forgets what the cores have decoded.  No launch runs. */
void jobs_forget(struct sim_device *device);
/* Ends the threads and frees what is theirs. */
void jobs_free(struct sim_device *device);

/* The number of the next work-group; false: none is left. */
bool jobs_take(struct sim_device *device, uint64_t *index);
/* A core's own copy of decoded instructions. */
struct sim_code *jobs_code(struct sim_device *device, struct sim_code *code);
/* One core at a time: atomics of global memory. */
sim_exec_fn jobs_exec_alone;

#endif
