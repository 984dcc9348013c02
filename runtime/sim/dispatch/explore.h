/* Every schedule of a small launch: what the rest of the simulator asks and tells explore.c. */
#ifndef OCC_RUNTIME_SIM_DISPATCH_EXPLORE_H
#define OCC_RUNTIME_SIM_DISPATCH_EXPLORE_H

#include "runtime/sim/dispatch/dispatch.h"

struct schedule;

/* Runs the dispatch once for each way in which its waves, its memory operations and its caches can
 * go that leads to a state not seen before; calls options.outcome at the end of each. */
void explore_dispatch(struct schedule *s);

#endif
