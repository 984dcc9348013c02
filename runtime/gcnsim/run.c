/* `gcnsim run`: one launch. */
#include "runtime/gcnsim/gcnsim.h"

#include "runtime/gcnsim/gcnsim_command.h"
#include "support/strbuf.h"

#include <stdio.h>
#include <string.h>

enum { DEFAULT_GROUP = 256 }; /* work-items: every kernel of ours may be launched with as many */

static enum exit_status
report(const struct command *command, enum sim_status status, const char *whose)
{
    if (!command->failure_is_told)
        fprintf(stderr, "gcnsim: %s%s%s\n", status == SIM_FAULT ? "fault: " : "", whose,
                machine_message(command->machine));
    return status == SIM_FAULT ? EXIT_STRICT : EXIT_FAILED;
}

enum exit_status
report_failure(const struct command *command, enum sim_status status)
{
    return report(command, status, "");
}

enum exit_status
report_argument(const struct command *command, const struct argument *argument,
                enum sim_status status)
{
    return report(command, status,
                  arena_printf(command->arena, "%s: ", argument_label(command, argument)));
}

const uint8_t *
object_bytes(struct command *command, size_t *size)
{
    const struct gcnsim_object *given = command->object;
    *size = given ? given->size : 0;
    return given ? given->bytes : read_whole_file(command->arena, command->file, size);
}

struct sim_object *
load_object(struct command *command)
{
    size_t size;
    const uint8_t *bytes = object_bytes(command, &size);
    bool is_ready = bytes && presets_prepare(command);
    const struct sim_externals externals = {preset_find, command};
    struct sim_object *object = NULL;
    command->missing.count = 0;
    if (is_ready && machine_load(command->machine, bytes, size, &externals, &object) != SIM_OK)
        fprintf(stderr, "gcnsim: %s: %s\n", command->file, machine_message(command->machine));
    return object;
}

/* "a, b, c and 4 more" */
static const char *
kernel_names(struct arena *arena, const struct sim_object *object)
{
    enum { NAMED = 8 };
    struct strbuf text = strbuf_new(arena);
    unsigned count = sim_kernel_count(object);
    for (unsigned i = 0; i < count && i < NAMED; i++)
        strbuf_printf(&text, "%s%s", i ? ", " : "", sim_kernel_at(object, i)->name);
    if (count > NAMED)
        strbuf_printf(&text, " and %u more", count - NAMED);
    return text.text;
}

static const struct sim_kernel *
find_kernel(const struct command *command, const struct sim_object *object)
{
    unsigned count = sim_kernel_count(object);
    const struct sim_kernel *kernel = command->kernel ? sim_find_kernel(object, command->kernel)
                                      : count == 1    ? sim_kernel_at(object, 0)
                                                      : NULL;
    if (kernel)
        return kernel;
    if (!count)
        fprintf(stderr, "gcnsim: %s has no kernels\n", command->file);
    else if (command->kernel)
        fprintf(stderr, "gcnsim: %s has no kernel %s, but %s\n", command->file, command->kernel,
                kernel_names(command->arena, object));
    else
        fprintf(stderr, "gcnsim: %s has %u kernels, --kernel says which: %s\n", command->file,
                count, kernel_names(command->arena, object));
    return NULL;
}

/* The largest group of one dimension that divides the grid. */
static void
choose_local(struct command *command, const struct sim_kernel *kernel)
{
    uint32_t most =
        kernel->max_size && kernel->max_size < DEFAULT_GROUP ? kernel->max_size : DEFAULT_GROUP;
    command->local_dims = command->dims;
    if (kernel->required_size[0]) {
        memcpy(command->local, kernel->required_size, sizeof command->local);
        return;
    }
    while (most > 1 && command->global[0] % most)
        most--;
    command->local[0] = most;
    command->local[1] = command->local[2] = 1;
    command->local_chosen = true;
}

/* Once the launch is known to be a good one: what is wrong with a bad one needs no other line. */
static void
tell_local(const struct command *command)
{
    static const char *const others[] = {"", "", ",1", ",1,1"};
    if (command->local_chosen)
        fprintf(stderr, "gcnsim: --local is %u%s\n", command->local[0], others[command->dims]);
}

static enum exit_status
check_sizes(struct command *command, const struct sim_kernel *kernel)
{
    if (!command->dims)
        return usage_error("--global is needed", NULL);
    if ((command->local_dims && command->local_dims != command->dims) ||
        (command->offset_dims && command->offset_dims != command->dims))
        return usage_error("sizes of different dimensions", NULL);
    if (!command->local_dims)
        choose_local(command, kernel);
    return EXIT_GOOD;
}

/* Messages say how the kernel calls its parameters. */
static void
name_arguments(struct command *command, const struct sim_kernel *kernel)
{
    vec_foreach (struct argument, argument, &command->arguments)
        argument->name = argument->type_name = "";
    for (unsigned i = 0, at = 0; i < kernel->arg_count && at < command->arguments.count; i++)
        if (kernel->args[i].kind < SIM_ARG_HIDDEN_NONE) {
            command->arguments.at[at].type_name = kernel->args[i].type_name;
            command->arguments.at[at++].name = kernel->args[i].name;
        }
}

static bool
calls_printf(const struct sim_kernel *kernel)
{
    for (unsigned i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].kind == SIM_ARG_HIDDEN_PRINTF_BUFFER)
            return sim_object_prints(kernel->object);
    return false;
}

static void
write_text(void *data, const char *text, size_t length)
{
    fwrite(text, 1, length, data);
}

/* What printf wrote, to standard output; what had no room is told. */
static enum exit_status
print_printf(struct command *command, const struct sim_kernel *kernel, uint64_t buffer)
{
    struct sim_printf_report report;
    enum sim_status status =
        machine_printf_flush(command->machine, kernel->object, buffer, write_text, stdout, &report);
    fflush(stdout); /* before what is said of it; a failure is found at the end */
    if (status != SIM_OK)
        return report_failure(command, status);
    if (report.lost_bytes)
        fprintf(stderr, "gcnsim: the printf buffer (--printf-size=%u) had no room for %llu bytes\n",
                command->printf_size, (unsigned long long)report.lost_bytes);
    else if (report.full)
        fprintf(stderr,
                "gcnsim: the printf buffer (--printf-size=%u) has %u bytes left after %llu calls: "
                "those "
                "that needed more returned -1\n",
                command->printf_size, command->printf_size - 8 - (unsigned)report.bytes,
                (unsigned long long)report.records);
    return EXIT_GOOD;
}

enum { TRAP_MEMORY = 4096 }; /* zeroed bytes after TMA */

static bool
load_trap_handler(struct command *command)
{
    size_t size;
    if (!command->trap_handler)
        return true;
    uint8_t *bytes = read_whole_file(command->arena, command->trap_handler, &size);
    uint64_t memory = bytes ? sim_alloc(command->device, TRAP_MEMORY) : 0;
    if (!memory)
        return false;
    if (sim_set_trap_handler(command->device, bytes, size, memory) == SIM_OK)
        return true;
    fprintf(stderr, "gcnsim: %s: %s\n", command->trap_handler, machine_message(command->machine));
    return false;
}

/* A handle of the wrong kind would be a fault at best; the object says what it takes. */
static bool
check_handles(const struct command *command, const struct sim_kernel *kernel)
{
    static const struct {
        const char *prefix, *name;
        enum sim_arg_kind kind;
    } handles[] = {{"image", "an image", SIM_ARG_IMAGE}, {"sampler", "a sampler", SIM_ARG_SAMPLER}};
    for (unsigned i = 0, at = 0; i < kernel->arg_count && at < command->arguments.count; i++) {
        if (kernel->args[i].kind >= SIM_ARG_HIDDEN_NONE)
            continue;
        const struct argument *argument = &command->arguments.at[at++];
        const char *name = "something else";
        bool right = true;
        for (unsigned k = 0; k < sizeof handles / sizeof *handles; k++) {
            bool given = strcmp(argument->kind->prefix, handles[k].prefix) == 0;
            bool wanted = kernel->args[i].kind == handles[k].kind;
            right &= given == wanted;
            if (wanted)
                name = handles[k].name;
        }
        if (!right && strcmp(argument->kind->prefix, "hex") != 0)
            return argument_fails(command, argument, argument->spec,
                                  arena_printf(command->arena, "the kernel takes %s here", name));
    }
    return true;
}

static enum exit_status
launch(struct command *command, const struct sim_kernel *kernel)
{
    if (!queue_prepare(command, kernel))
        return EXIT_FAILED;
    struct sim_arg *values =
        ARENA_ARRAY(command->arena, command->arguments.count + 1, struct sim_arg);
    struct sim_launch launch = {.dims = command->dims,
                                .args = values,
                                .arg_count = command->arguments.count,
                                .uniform = command->uniform,
                                .partial = command->partial,
                                .dynamic_local = command->dynamic_local};
    name_arguments(command, kernel);
    if (!check_handles(command, kernel))
        return EXIT_FAILED;
    vec_foreach (struct argument, argument, &command->arguments) {
        if (argument->kind->make && !argument->kind->make(command, argument))
            return EXIT_FAILED;
        values[argument->index] = argument->value;
    }
    for (unsigned d = 0; d < command->dims; d++) {
        launch.global[d] = command->global[d];
        launch.local[d] = command->local[d];
        launch.offset[d] = command->offset[d];
    }
    if (calls_printf(kernel)) {
        launch.printf_buffer = machine_printf_new(command->machine, command->printf_size);
        if (!launch.printf_buffer)
            return report_failure(command, SIM_ERROR);
    }
    enum sim_status status = machine_launch(command->machine, kernel, &launch);
    if (status != SIM_ERROR)
        tell_local(command);
    enum exit_status result = status == SIM_OK ? EXIT_GOOD : report_failure(command, status);
    if (!launch.printf_buffer)
        return result;
    /* What a kernel printed before a fault may say why. */
    enum exit_status printed = print_printf(command, kernel, launch.printf_buffer);
    return result != EXIT_GOOD ? result : printed;
}

/* All of them, whatever becomes of one; the first failure. */
static enum exit_status
finish_arguments(struct command *command)
{
    enum exit_status status = EXIT_GOOD;
    vec_foreach (const struct argument, argument, &command->arguments) {
        enum exit_status finished =
            argument->kind->finish ? argument->kind->finish(command, argument) : EXIT_GOOD;
        if (status == EXIT_GOOD)
            status = finished;
    }
    return status;
}

enum exit_status
run_kernel(struct command *command)
{
    const struct sim_object *object = load_object(command);
    const struct sim_kernel *kernel = object ? find_kernel(command, object) : NULL;
    if (!kernel || !load_trap_handler(command))
        return EXIT_FAILED;
    enum exit_status status = check_sizes(command, kernel);
    if (status == EXIT_GOOD)
        status = presets_make(command, object);
    if (status == EXIT_GOOD)
        status = launch(command, kernel);
    bool all = command->options.schedule == SIM_SCHEDULE_ALL;
    if (status == EXIT_GOOD && all)
        outcome_end(command);
    bool has_run = status == EXIT_GOOD;
    if (has_run && !all) {
        enum exit_status arguments = finish_arguments(command), presets = presets_finish(command);
        status = arguments != EXIT_GOOD ? arguments : presets;
    }
    if (command->device)
        tell_counts(command);
    if (command->reports && write_reports(command) != EXIT_GOOD && status == EXIT_GOOD)
        status = EXIT_FAILED;
    /* What the run took is of use also when it did not give what it should. */
    if (has_run && command->stats != STATS_NONE)
        print_stats(command);
    return status;
}
