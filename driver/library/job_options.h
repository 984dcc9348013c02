/* The options of a job of the library: all of them, and whether they suit what the job does. */
#ifndef OCC_DRIVER_LIBRARY_JOB_OPTIONS_H
#define OCC_DRIVER_LIBRARY_JOB_OPTIONS_H

#include "driver/options/options.h"

/* Reads the job's options and its option string, which become one list in the job, and chooses the
 * output.  NULL, or what is wrong, as options->error says, too. */
const char *job_options_read(struct options *options, struct arena *arena, struct occ_job *job);

#endif
