/* OCC_REPORT: every kernel that was launched, told when the process ends (settings.h). */
#ifndef OCC_RUNTIME_REPORT_REPORT_H
#define OCC_RUNTIME_REPORT_REPORT_H

#include "runtime/settings/settings.h"

struct report;

struct report_launch {
    const char *name; /* of the kernel */
    uint64_t sum;     /* of its object's bytes: kernels of one name are told apart by it */
    uint64_t work_items, host_time; /* host_time: nanoseconds */
    bool is_good;
    const struct gcn_target *target; /* of a GPU that is not simulated */
};

/* Into the .html or .json file that the settings name, at the end, as made by that version of occ.  Both live as
 * long as it.  NULL: they name none, or no memory. */
struct report *report_new(const struct settings *settings, const char *version);
/* Notes the launch that the device has just made, NULL: another GPU, of which nothing more is known; nothing if report
 * is NULL.  Any thread may. */
void report_note(struct report *report, struct sim_device *sim, const struct report_launch *launch);
/* Writes the file; what prevents that is told on standard error. */
void report_write(struct report *report);

#endif
