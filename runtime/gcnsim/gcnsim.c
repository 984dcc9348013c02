/* The words of the `gcnsim` command: runs, profiles or debugs a kernel of a code object, or says what an object
 * holds. */
#include "runtime/gcnsim/gcnsim.h"

#include "runtime/gcnsim/gcnsim_command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    DEFAULT_PRINTF_SIZE = 1 << 20
}; /* bytes: the least that CL_DEVICE_PRINTF_BUFFER_SIZE may be
                                           in the full profile of OpenCL 1.2 (table 4.3) */

static void
print_warning(void *data, const char *text)
{
    (void)data;
    fprintf(stderr, "gcnsim: warning: %s\n", text);
}

static const struct word {
    const char *name;
    enum exit_status (*work)(struct command *command);
} words[] = {
    {"run", run_kernel},    {"profile", profile_kernel}, {"debug", debug_kernel},
    {"list", list_kernels}, {"replay", replay_kernel},
};

/* The row of the first word; NULL: there is none. */
static const struct word *
find_word(const char *name)
{
    for (size_t i = 0; name && i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, name) == 0)
            return &words[i];
    return NULL;
}

/* What only the simulator knows is no switch of a GPU. */
static enum exit_status
check_device(struct command *command, const struct word *word)
{
    if (!command->device_name)
        return EXIT_GOOD;
    if (word->work != run_kernel && word->work != replay_kernel)
        return usage_error("a GPU only runs and replays: --device is not for", word->name);
    if (!command->simulator_switch)
        return EXIT_GOOD;
    return usage_error(arena_printf(command->arena, "%s is for the simulator, not for --device=%s",
                                    command->simulator_switch, command->device_name),
                       NULL);
}

static enum exit_status
open_machine(struct command *command)
{
    const char *why = "out of memory";
    unsigned index;
    if (!command->device_name)
        command->machine = machine_simulator(command->arena, &command->options);
    else if (machine_gpu_named(command->device_name, &index))
        command->machine = machine_gpu(command->arena, index, &command->options, &why);
    if (command->machine)
        command->device = machine_device(command->machine);
    else
        fprintf(stderr, "gcnsim: --device=%s: %s\n",
                command->device_name ? command->device_name : "simulator", why);
    return command->machine ? EXIT_GOOD : EXIT_FAILED;
}

static enum exit_status
execute(struct command *command, char **argv)
{
    const struct word *word = find_word(argv[1]);
    command->options =
        (struct sim_options){.strict = true,
                             .foreign = -1,
                             .max_instructions = SIM_DEFAULT_INSTRUCTIONS,
                             /* a person may look on for long */
                             .max_seconds = word->work == debug_kernel ? 0 : SIM_DEFAULT_SECONDS,
                             .profile = word->work == profile_kernel,
                             .warn = print_warning,
                             .outcome = outcome_add,
                             .data = command};
    command->output = stdout;
    command->word = word->name;
    command->printf_size = DEFAULT_PRINTF_SIZE;
    if (!argv[2])
        return usage_error(word->work == replay_kernel ? "no folder" : "no code object", NULL);
    command->file = argv[2];
    if (word->work == list_kernels && argv[3])
        return usage_error("list takes one code object", argv[3]);
    enum exit_status status = word->work == replay_kernel ? replay_read(command, argv + 2)
                                                          : command_line_read(command, argv, 3);
    if (status != EXIT_GOOD)
        return status;
    if (command->options.schedule == SIM_SCHEDULE_ALL && word->work != run_kernel)
        return usage_error("--schedule=all only runs a kernel", NULL);
    const struct sim_options *options = &command->options;
    if (options->fast &&
        (options->schedule != SIM_SCHEDULE_ORDER || options->trace || command->stats ||
         (word->work != run_kernel && word->work != replay_kernel)))
        return usage_error("--fast only runs a kernel, in order, and has nothing to show of it",
                           NULL);
    status = check_device(command, word);
    if (status == EXIT_GOOD && word->work != debug_kernel)
        status = open_machine(command);
    return status == EXIT_GOOD ? word->work(command) : status;
}

static enum exit_status
guarded(char **argv, const struct gcnsim_object *object)
{
    struct guard guard = {0};
    struct arena arena;
    static struct command command;
    enum exit_status status = EXIT_FAILED;
    arena_init(&arena, NULL, &guard);
    command.arena = &arena;
    command.object = object;
    if (setjmp(guard.target) == 0)
        status = execute(&command, argv);
    else
        fprintf(stderr, "gcnsim: %s\n", guard.message);
    machine_free(command.machine);
    arena_free(&arena);
    return status;
}

/* One of the first two words: what stands further on may be a value. */
static bool
has_word(char **argv, const char *word)
{
    return argv[0] && argv[1] &&
           (strcmp(argv[1], word) == 0 || (argv[2] && strcmp(argv[2], word) == 0));
}

int
gcnsim_command(int argc, char **argv, const struct gcnsim_object *object)
{
    enum exit_status status = EXIT_GOOD;
    if (has_word(argv, "--help") || has_word(argv, "-h"))
        command_line_help();
    else if (argc > 1 && strcmp(argv[1], "--version") == 0)
        puts("gcnsim " GCNSIM_VERSION);
    else if (argc < 2 || !find_word(argv[1]))
        status = usage_error("the first word is run, profile, debug, replay or list",
                             argc < 2 ? NULL : argv[1]);
    else
        status = guarded(argv, object);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "gcnsim: standard output: %s\n", strerror(errno));
        return EXIT_FAILED;
    }
    return status;
}
