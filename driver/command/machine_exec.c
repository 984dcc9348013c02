#include "driver/command/machine_command.h"

#include "driver/options/options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_FAILED = 1 };

/* Where it lies from this program's folder is known, wherever both were installed. */
static const char *
find_machine(struct arena *arena)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (slash)
        *slash = '\0';
    return arena_printf(arena, "%s/%s", self, OCC_MACHINE);
}

int
machine_command(struct arena *arena, command_function *compile, const char *const *args,
                unsigned count)
{
    const char *path = find_machine(arena);
    argument_vec words = {0};
    (void)compile; /* the program has its own */
    vec_push(arena, &words, "occ");
    for (unsigned i = 0; i < count; i++)
        vec_push(arena, &words, args[i]);
    vec_push(arena, &words, NULL);
    execv(path, (char **)(uintptr_t)words.at);
    fprintf(stderr, "occ: error: %s: cannot start '%s': %s\n", args[0], path, strerror(errno));
    return EXIT_FAILED;
}
