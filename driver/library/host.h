/* What the host has given to be called: its allocator, its cancel function.  They run in its own floating-point
 * environment, the rest of a job in the default one (support/fpenv.h). */
#ifndef OCC_DRIVER_LIBRARY_HOST_H
#define OCC_DRIVER_LIBRARY_HOST_H

#include "driver/occ.h"
#include "support/arena.h"
#include "support/fpenv.h"

struct host {
    struct allocator allocator;
    struct fpenv caller;
    bool is_entered; /* between the two below: `caller` holds */
};

/* Each entry that computes is between these.  The host must stay where it is as long as its allocator is used. */
void host_enter(struct host *host, const struct allocator *allocator);
void host_leave(struct host *host);
/* What the library takes memory from: also after host_leave. */
struct allocator host_allocator(struct host *host);
bool host_cancels(struct host *host, const struct occ_job *job);

#endif
