/* The end of a compilation: what it told is shown, what was asked for is written. */
#ifndef OCC_DRIVER_COMMAND_FINISH_H
#define OCC_DRIVER_COMMAND_FINISH_H

#include "driver/command/compile_jobs.h"

/* The options of the job with one more after the others. */
const char *const *job_with_option(struct arena *arena, const struct occ_job *job,
                                   const char *more);
/* Finishes one input, compiled for `count` targets: all is written that was asked for, or nothing; the exit status. */
int finish_input(const occ_compiler *compiler, struct arena *arena, const struct options *options,
                 const struct compile_task *tasks, unsigned count);

#endif
