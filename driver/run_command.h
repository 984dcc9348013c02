/* `occ run FILE.cl [KERNEL] SWITCH...`: compiles and runs on the simulator. */
#ifndef OCC_DRIVER_RUN_COMMAND_H
#define OCC_DRIVER_RUN_COMMAND_H

#include "support/arena.h"

/* args: what stands behind "run".  Switches with two dashes are gcnsim's, which lies beside this program;
 * others are the compiler's.  The exit status: the compiler's if it fails, else gcnsim's. */
int run_command(struct arena *arena, const char *program, const char *const *args, unsigned count);

#endif
