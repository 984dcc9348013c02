/* `occ selftest [SWITCH]... [NAME]...`: small kernels beside stored results. */
#ifndef OCC_DRIVER_COMMAND_SELFTEST_COMMAND_H
#define OCC_DRIVER_COMMAND_SELFTEST_COMMAND_H

#include "support/arena.h"

/* args: what stands after "selftest".  The exit status: docs/selftest.md. */
int selftest_command(struct arena *arena, const char *const *args, unsigned count);
/* `occ devices`: the same of what stands after that. */
int devices_command(struct arena *arena, const char *const *args, unsigned count);

#endif
