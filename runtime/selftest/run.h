/* Launches of a program, and what they should have left. */
#ifndef OCC_RUNTIME_SELFTEST_RUN_H
#define OCC_RUNTIME_SELFTEST_RUN_H

#include "runtime/selftest/case.h"

enum { CASE_MAX_ARGS = 64 };

/* Those that follow one another on a machine. */
struct case_run {
    struct arena *arena;
    struct machine *machine;
    /* Called with each value that is not as expected, and with what else went wrong; line: of the program. */
    void (*tell)(void *data, unsigned line, const char *text);
    void *data;
    /* Of the last launch: what its buffers and images held after it, in the arena; NULL: nothing is known. */
    uint8_t *got[CASE_MAX_ARGS];
};

/* What the machine lacks for the launch: "no images of its format"; NULL: nothing. */
const char *case_lacks(const struct machine *machine, const struct case_launch *launch);
/* Launches a kernel of the object that was loaded, and compares.  The kernel; NULL: it did not run to its end. */
const struct sim_kernel *case_run(struct case_run *run, const struct sim_object *object,
                                  const struct case_launch *launch);

/* ---- compare.c ---- */

/* Tells what of the argument is not as expected: got is what it held after the launch. */
void case_compare(struct case_run *run, const struct case_launch *launch,
                  const struct case_arg *arg, const uint8_t *got);
/* A value as a person reads it, and its bits: "7 (0x00000007)". */
const char *case_value_text(struct arena *arena, struct value_type type, uint64_t bits);

#endif
