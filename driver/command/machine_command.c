#include "driver/command/machine_command.h"

#include "driver/command/run_command.h"
#include "driver/command/selftest_command.h"

#include <string.h>

int
machine_command(struct arena *arena, command_function *compile, const char *const *args,
                unsigned count)
{
    if (strcmp(args[0], "run") == 0)
        return run_command(arena, compile, args + 1, count - 1);
    if (strcmp(args[0], "selftest") == 0)
        return selftest_command(arena, args + 1, count - 1);
    return devices_command(arena, args + 1, count - 1);
}
