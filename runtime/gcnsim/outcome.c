/* --schedule=all: what the buffers with @print hold at the end of each schedule, every outcome once,
 * in the order in which they came. */
#include "runtime/gcnsim/gcnsim.h"

#include <stdlib.h>
#include <string.h>

static void
print_buffers(struct command *command, struct arena *arena)
{
    vec_foreach (struct argument, argument, &command->arguments) {
        const char *what = argument_output(argument, "print");
        if (!what || strcmp(argument->kind->prefix, "buf") != 0)
            continue;
        uint8_t *bytes = arena_alloc(arena, argument->size + 1);
        if (sim_read(command->device, argument->address, bytes, argument->size) == SIM_FAULT)
            fprintf(command->output, "argument %u is not initialised as a whole\n",
                    argument->index);
        print_contents(command, argument, what, bytes, argument->size);
    }
}

static bool
is_known(const struct command *command, const char *text)
{
    for (uint32_t i = 0; i < command->outcomes.count; i++)
        if (strcmp(command->outcomes.at[i], text) == 0)
            return true;
    return false;
}

void
outcome_add(void *data)
{
    struct command *command = data;
    struct arena arena;
    char *text = NULL;
    size_t size;
    command->output = open_memstream(&text, &size);
    if (!command->output) {
        command->output = stdout;
        return;
    }
    arena_init(&arena, NULL, command->arena->guard);
    print_buffers(command, &arena);
    fclose(command->output);
    command->output = stdout;
    if (!is_known(command, text)) {
        vec_push(command->arena, &command->outcomes, arena_printf(command->arena, "%s", text));
        printf("outcome %u:\n%s", command->outcomes.count, text);
    }
    free(text);
    arena_free(&arena);
}

void
outcome_end(const struct command *command)
{
    printf("%u outcome%s of %llu schedules\n", command->outcomes.count,
           command->outcomes.count == 1 ? "" : "s",
           (unsigned long long)sim_stats(command->device)->schedules);
}
