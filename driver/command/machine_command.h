/* `occ run`, `occ selftest` and `occ devices`: what takes a machine, the simulator or a GPU.  machine_command.c does
 * it and is part of occ-machine; machine_exec.c, part of occ, starts that program.  So occ, which compiles, is free of
 * the simulator and of dlopen, and starts in half the time. */
#ifndef OCC_DRIVER_COMMAND_MACHINE_COMMAND_H
#define OCC_DRIVER_COMMAND_MACHINE_COMMAND_H

#include "support/arena.h"

/* What the command does with words; its exit status. */
typedef int command_function(struct arena *arena, const char *const *args, unsigned count);

/* args[0] is one of the three words, `compile` what occ does without one of them.  The exit status. */
int machine_command(struct arena *arena, command_function *compile, const char *const *args,
                    unsigned count);

#endif
