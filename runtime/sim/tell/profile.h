/* What profile.c records and profile_report.c tells. */
#ifndef OCC_RUNTIME_SIM_TELL_PROFILE_H
#define OCC_RUNTIME_SIM_TELL_PROFILE_H

#include "runtime/sim/dispatch/dispatch.h"

/* Of an instruction: see struct sim_profile_row. */
struct profile_count {
    uint64_t executions, lanes, cycles, stalls[SIM_STALLS];
    uint64_t unit_cycles, bytes_read, bytes_written, lds_conflict_cycles;
};

/* Of a launch. */
struct profile {
    struct arena arena; /* of everything here, and of the counts beside the code */
    const char *kernel; /* NULL: none was profiled yet */
    VEC(struct sim_profile_wave) waves;
    uint64_t waves_left_out, wave_cycles;
    uint32_t dispatch_first; /* wave of the running dispatch */
    uint64_t dispatch_start;
    bool complete; /* the dispatch has ended well */
};

static inline struct profile *
profile_of(const struct sim_device *device)
{
    return device->observed[OBSERVER_profile];
}

#endif
