/* What schedule.c and explore.c share: the work-groups of a dispatch in flight. */
#ifndef OCC_RUNTIME_SIM_DISPATCH_SCHEDULE_H
#define OCC_RUNTIME_SIM_DISPATCH_SCHEDULE_H

#include "runtime/sim/exec/unit.h"

struct schedule {
    struct sim_device *device;
    const struct sim_dispatch *dispatch;
    struct arena *arena;
    struct sim_group *groups; /* in flight */
    unsigned group_count;
    struct sim_unit *units; /* NULL: in order, on memory without caches */
    unsigned unit_count;
    uint32_t counts[3];  /* of work-groups */
    uint32_t first_slot; /* of the scratch */
    uint64_t next, total;
    uint64_t random;
};

/* The next work-group of the grid takes the place; false: there is none. */
bool schedule_start_group(struct schedule *s, struct sim_group *group);
/* All its waves have ended. */
void schedule_end_group(struct sim_group *group);
/* Runs one work-group after the other in the schedule's place. */
void schedule_run_in_order(struct schedule *s);
bool schedule_can_run(const struct sim_wave *wave);
/* Is some wave of the group yet to end?  Lets waves go on from a barrier that is complete. */
bool schedule_is_running(struct sim_group *group);

#endif
