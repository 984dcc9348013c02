/* Several compilations at a time: `occ -j 4 *.cl`. */
#ifndef OCC_DRIVER_COMMAND_COMPILE_JOBS_H
#define OCC_DRIVER_COMMAND_COMPILE_JOBS_H

#include "driver/command/input.h"
#include "driver/options/options.h"

/* One input and what became of it. */
struct compile_task {
    const char *path;
    const struct occ_job *common;        /* all of the job but its source */
    const struct offload_target *target; /* NULL: there is only one */
    struct input file;
    int read_error; /* an error number; 0: the file was read */
    struct occ_job job;
    enum occ_status status;
    occ_result *result; /* NULL: not read, or no memory */
    bool is_done;
};

/* Reads and compiles the inputs of all tasks with so many threads, of which at least one is had.  Calls finish for each
 * task, in their order, from this thread; who frees results and files is finish. */
void compile_tasks(const occ_compiler *compiler, struct compile_task *tasks, unsigned count,
                   unsigned threads, void (*finish)(void *data, struct compile_task *task),
                   void *data);

#endif
