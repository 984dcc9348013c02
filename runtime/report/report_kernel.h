/* A report's kernels, for the two forms in which it is written. */
#ifndef OCC_RUNTIME_REPORT_REPORT_KERNEL_H
#define OCC_RUNTIME_REPORT_REPORT_KERNEL_H

#include "runtime/report/report.h"
#include "support/strbuf.h"

#include <pthread.h>

enum { REPORT_HOTTEST = 8 };

/* An instruction, of all launches together. */
struct report_row {
    uint64_t offset; /* in the code object */
    const char *text;
    const char *source;          /* "<source>:12"; NULL: not known */
    uint64_t executions, cycles; /* as struct sim_profile_row has them */
};

struct report_kernel {
    struct report_kernel *next;
    const char *name, *target;
    const struct report_kernel *same; /* NULL, or an earlier one of this name, from other code */
    uint64_t sum;                     /* of the object's bytes */
    uint64_t launches, failures, work_items;
    uint64_t host_time; /* nanoseconds */
    uint64_t cycles, instructions;
    struct sim_stats stats; /* of the last launch */
    struct report_row *rows;
    unsigned row_count;
};

struct report {
    const struct settings *settings;
    const char *version;
    bool is_html;
    pthread_mutex_t lock; /* of what follows */
    struct guard guard;
    struct arena arena;
    struct report_kernel *kernels; /* in the order in which they were first launched */
};

/* The rows that took most, at most REPORT_HOTTEST; returns how many. */
unsigned report_hottest(const struct report_kernel *kernel, const struct report_row **rows);
/* Of all of a kernel's rows. */
uint64_t report_wave_cycles(const struct report_kernel *kernel);
void report_html(const struct report *report, struct strbuf *out);

#endif
