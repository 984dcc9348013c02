/* What a job may take: time, memory, the host's patience. */
#ifndef OCC_DRIVER_LIBRARY_LIMITS_H
#define OCC_DRIVER_LIBRARY_LIMITS_H

#include "driver/library/host.h"
#include "driver/occ.h"
#include "support/arena.h"

#include <stdint.h>

struct limits {
    const struct occ_job *job;
    struct host *host;
    int64_t end;            /* nanoseconds of the monotonic clock; 0: none */
    struct allocator under; /* the host's */
    size_t held;            /* bytes, with the heads of blocks */
    bool is_used_up;        /* something was refused */
};

/* Sets the allocator that counts, and the guard's poll; each only if the job has such limits.  The limits
 * must stay where they are. */
void limits_begin(struct limits *limits, const struct occ_job *job, struct host *host,
                  struct allocator *allocator, struct guard *guard);
/* How it ended, if a limit was the reason; else the status that is given. */
enum occ_status limits_status(const struct limits *limits, enum occ_status status);

#endif
