/* `gcnsim replay FOLDER`: a launch that the ICD has recorded (docs/icd.md).  The folder's file `launch`
 * holds the switches of `gcnsim run`, one a line; names of files in it begin in the folder. */
#include "runtime/gcnsim/gcnsim.h"
#include "support/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct words {
    VEC(char *) list;
};

/* The lines of FOLDER/launch. */
static bool
read_words(struct command *command, const char *folder, struct words *words)
{
    size_t size;
    const char *path = arena_printf(command->arena, "%s/launch", folder);
    errno = 0;
    char *text = file_read(command->arena, path, &size);
    if (!text) {
        fprintf(stderr, "gcnsim: %s: %s\n", path, strerror(errno));
        return false;
    }
    text = arena_strndup(command->arena, text, size);
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        if (*line)
            vec_push(command->arena, &words->list, line);
    }
    return true;
}

const char *
replay_set_object(struct command *command, const char *value)
{
    char *whole = realpath(value, NULL); /* the folder is entered later */
    command->file = arena_strdup(command->arena, whole ? whole : value);
    free(whole);
    return NULL;
}

/* How the launch ended when it was recorded, if not well: then there is nothing to compare. */
static void
tell_failure(const struct command *command, const char *folder)
{
    size_t size;
    const char *path = arena_printf(command->arena, "%s/failure", folder);
    const char *text = file_read(command->arena, path, &size);
    if (text)
        fprintf(stderr, "gcnsim: %s: the launch ended with: %.*s\n", folder,
                (int)strcspn(text, "\n"), text);
}

enum exit_status
replay_read(struct command *command, char **argv)
{
    struct words words = {0};
    const char *folder = argv[0];
    command->file = "object.co";
    command->is_replay = true;
    if (!read_words(command, folder, &words))
        return EXIT_FAILED;
    vec_push(command->arena, &words.list, NULL);
    enum exit_status status = command_line_read(command, words.list.at, 0);
    /* How it was checked then is no wish; memory at an address is part of the launch. */
    if (command->simulator_switch && strcmp(command->simulator_switch, "--memory") != 0)
        command->simulator_switch = NULL;
    if (status == EXIT_GOOD)
        status = command_line_read(command, argv, 1);
    if (status == EXIT_GOOD)
        tell_failure(command, folder);
    if (status == EXIT_GOOD && chdir(folder) != 0) {
        fprintf(stderr, "gcnsim: %s: %s\n", folder, strerror(errno));
        return EXIT_FAILED;
    }
    return status;
}

enum exit_status
replay_kernel(struct command *command)
{
    enum exit_status status = run_kernel(command);
    if (status == EXIT_GOOD)
        printf("the same\n");
    return status;
}
