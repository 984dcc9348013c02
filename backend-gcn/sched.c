/* List scheduling within blocks. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir_effects.h"

bool
sched(struct mir_function *function, const struct backend_options *options)
{
    (void)function;
    (void)options;
    return false;
}
