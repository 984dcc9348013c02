/* Uninitialised data that decides something: an address, a branch, EXEC, M0.  Which bits are
 * uninitialised the core knows (exec/shadow.c). */
#include "runtime/sim/strict/strict.h"

static void
check(struct sim_wave *wave, const struct sim_op *op, int lane, const char *what)
{
    sim_fault(wave, op, lane, "uninitialised data reaches %s", what);
}

const struct sim_observer sim_observer_undefined = {
    .name = "undefined",
    .is_wanted = sim_is_strict,
    .undefined = check,
};
