/* Folds what selection left apart: modifiers, constants, address offsets. */
#include "backend-gcn/backend.h"

bool
opt_combine(struct mir_function *function, const struct backend_options *options)
{
    (void)function;
    (void)options;
    return false;
}
