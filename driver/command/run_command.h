/* `occ run FILE.cl [KERNEL] SWITCH...`: compiles and runs on the simulator. */
#ifndef OCC_DRIVER_COMMAND_RUN_COMMAND_H
#define OCC_DRIVER_COMMAND_RUN_COMMAND_H

#include "driver/command/machine_command.h"

/* args: what stands after "run".  Switches with two dashes are gcnsim's; others are the compiler's, which
 * `compile` is.  The exit status: the compiler's if it fails, else gcnsim's. */
int run_command(struct arena *arena, command_function *compile, const char *const *args,
                unsigned count);

#endif
