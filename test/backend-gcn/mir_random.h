/* Random machine IR on SSA form, both graphs built, and an interpreter that runs it before and
 * after registers are assigned: what the passes between must not change. */
#ifndef OCC_TEST_MIR_RANDOM_H
#define OCC_TEST_MIR_RANDOM_H

#include "backend-gcn/backend.h"

struct mir_random_options {
    const char *target;
    uint64_t seed;
    unsigned size; /* statements, roughly */
    unsigned pool; /* how many old values stay interesting: pressure */
    bool wide;     /* tuples */
    bool assembly; /* p_asm with fixed registers */
    bool calls;    /* p_call: nothing knows the callee, so no pass after ra takes them */
};
struct mir_function *mir_random(struct arena *arena, struct guard *guard,
                                const struct mir_random_options *options);

/* Runs the function; every store, p_asm and p_call appends to a running hash of what active lanes show.
 * Returns NULL, or what went wrong (too many steps, an unknown operation). */
const char *mir_interpret(struct arena *arena, const struct mir_function *function,
                          uint64_t *result);

#endif
