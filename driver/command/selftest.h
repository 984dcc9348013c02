/* What `occ selftest` found: shared by selftest_command.c, which runs, and selftest_report.c, which tells. */
#ifndef OCC_DRIVER_COMMAND_SELFTEST_H
#define OCC_DRIVER_COMMAND_SELFTEST_H

#include "runtime/selftest/run.h"
#include "support/strbuf.h"

/* What became of a kernel's launch. */
enum selftest_result { SELFTEST_PASSED, SELFTEST_FAILED, SELFTEST_NOT_RUN, SELFTEST_RESULTS };

/* A folder of programs. */
struct selftest_group {
    const char *name;
    unsigned counts[SELFTEST_RESULTS];
};

/* Why kernels were not run, and which. */
struct selftest_reason {
    const char *why;
    struct strbuf names;
};

struct selftest_difference {
    unsigned line; /* of the program */
    const char *text;
};

/* A kernel that failed. */
struct selftest_failure {
    const char *name;                   /* of the program: "types/swizzle4" */
    const struct case_program *program; /* with its options */
    const struct case_launch *launch;
    uint8_t **got; /* what each argument held afterwards; elements may be NULL */
    VEC(struct selftest_difference) differences;
};

struct selftest {
    struct arena *arena;
    const struct gcn_target *target;
    const char *processor; /* the same, with the features that a GPU has */
    const char *switches;  /* of the compiler, as given; "": none */
    struct machine *machine;
    VEC(struct selftest_group) groups;
    VEC(struct selftest_reason) reasons;
    VEC(struct selftest_failure) failures;
};

/* The differences of a failure, a line each, for a terminal: not all if they are many. */
void selftest_tell(const struct selftest_failure *failure);
/* Groups with what became of their kernels, and why some were not run. */
void selftest_table(const struct selftest *selftest, struct strbuf *out);
/* What is sent in: device, versions, the table, each failure with its inputs and outputs. */
void selftest_report(const struct selftest *selftest, struct strbuf *out);
/* How many kernels ended so. */
unsigned selftest_count(const struct selftest *selftest, enum selftest_result result);

#endif
