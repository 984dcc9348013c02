#include "driver/command/run_command.h"

#include "driver/options/option_row.h"
#include "runtime/gcnsim/gcnsim_command.h"
#include "runtime/machine/machine.h"
#include "support/file.h"
#include "support/vec.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* The two command lines. */
struct running {
    struct arena *arena;
    argument_vec compiler, simulator;
    const char *file, *kernel;
    const char *object;      /* of -o; NULL: none */
    const char *device;      /* of --device; NULL: the simulator */
    struct machine *machine; /* of that: gcnsim opens it in a moment, and finds it open */
};

/* Switches of the simulator without a value. */
static bool
is_alone(const char *word)
{
    static const char *const names[] = {
        "--uniform",    "--no-strict", "--no-races", "--fast",  "--same-value-races",
        "--early-exit", "--foreign",   "--own",      "--stats", "--trace"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return strchr(word, '=') != NULL;
}

/* With two dashes, or of one file that is compiled: -j. */
static bool
is_simulators(const char *word)
{
    const struct option_row *row = option_find(word);
    bool is_compilers = row && row->kind != OPTION_COMMAND;
    return (strncmp(word, "--", 2) == 0 && !is_compilers) || strcmp(word, "-j") == 0;
}

static bool
takes_next(const char *word)
{
    const struct option_row *row = option_find(word);
    return is_simulators(word) ? !is_alone(word) : row && option_takes_next(row, word);
}

/* --device=NAME, or --device and NAME. */
static void
note_device(struct running *running, const char *word, const char *last)
{
    static const char name[] = "--device";
    size_t length = sizeof name - 1;
    if (strncmp(word, name, length) == 0 && word[length] == '=')
        running->device = word + length + 1;
    else if (strcmp(word, name) == 0)
        running->device = last;
}

/* NULL, or what is wrong. */
static const char *
sort_words(struct running *running, const char *const *args, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const char *word = args[i];
        argument_vec *to = is_simulators(word) ? &running->simulator : &running->compiler;
        if (*word != '-' || !word[1]) { /* - is standard input */
            if (running->kernel)
                return "one file, then one kernel";
            *(running->file ? &running->kernel : &running->file) = word;
            continue;
        }
        vec_push(running->arena, to, word);
        if (takes_next(word) && i + 1 < count)
            vec_push(running->arena, to, args[++i]);
        note_device(running, word, args[i]);
    }
    return running->file ? NULL : "no input file";
}

/* What asks for something else than an executable; NULL: nothing. */
static const char *
other_output(const struct options *options)
{
    if (options->output != OCC_EXECUTABLE)
        return options->output_switch;
    return options->show_command      ? "-###"
           : options->stop_after      ? "-stop-after"
           : options->creates_library ? "-create-library"
           : options->as_c_array      ? "--emit"
                                      : NULL;
}

/* What would be lost with the folder that the object lies in without -o; NULL: nothing. */
static const char *
beside_output(const struct options *options)
{
    const struct depend_options *depend = &options->depend;
    return options->output_file                                ? NULL
           : depend->wanted && !depend->file                   ? "-MD"
           : options->time_trace && !options->time_trace_file  ? "-ftime-trace"
           : options->pass_html && !options->pass_html_file    ? "-fpass-html"
           : options->save_temps && options->save_temps_beside ? "-save-temps=obj"
                                                               : NULL;
}

/* NULL, or why the compiler's words are none to run with; what is wrong with them alone, it says itself. */
static const char *
check_words(struct running *running)
{
    struct options options;
    struct arena *arena = running->arena;
    options_parse(&options, arena, running->compiler.at, running->compiler.count);
    const char *other = options.error ? NULL : other_output(&options);
    const char *beside = options.error ? NULL : beside_output(&options);
    running->object = options.output_file;
    if (!options.error && options.targets.count > 1)
        return "--offload-arch= names several targets, and one object runs";
    if (other)
        return arena_printf(arena, "an executable is needed, and %s asks for something else",
                            other);
    if (running->object && strcmp(running->object, "-") == 0)
        return "the executable goes to a file, not to standard output";
    return beside ? arena_printf(arena, "%s needs -o FILE: it writes beside the executable", beside)
                  : NULL;
}

/* What is compiled is for the very chip, with the features that it has on; another chip's name is an error.  A bad
 * --device gcnsim tells of.  NULL, or what is wrong. */
static const char *
take_device(struct running *running)
{
    struct options options;
    struct arena *arena = running->arena;
    const struct sim_options limits = {.strict = true};
    const char *why;
    unsigned index;
    if (!running->device || !machine_gpu_named(running->device, &index))
        return NULL;
    running->machine = machine_gpu(arena, index, &limits, &why);
    if (!running->machine)
        return arena_printf(arena, "--device=%s: %s", running->device, why);
    options_parse(&options, arena, running->compiler.at, running->compiler.count);
    const struct gcn_target *target = sim_device_target(machine_device(running->machine));
    if (options.target_is_given && options.target != target)
        return arena_printf(arena, "--device=%s is a %s, no %s", running->device, target->name,
                            options.target->name);
    argument_vec words = {0}; /* those of the user after the others */
    vec_push(arena, &words, arena_printf(arena, "-mcpu=%s", machine_processor(running->machine)));
    vec_push(arena, &words, MACHINE_OBJECT_VERSION);
    vec_foreach (const char *const, word, &running->compiler)
        vec_push(arena, &words, *word);
    running->compiler = words;
    return NULL;
}

/* The compiler's words with the file. */
static int
compile_to(struct running *running, command_function *compile, const char *object)
{
    struct arena *arena = running->arena;
    vec_push(arena, &running->compiler, "-o");
    vec_push(arena, &running->compiler, object);
    vec_push(arena, &running->compiler, running->file);
    return compile(arena, running->compiler.at, running->compiler.count);
}

static int
simulate(struct running *running, const struct gcnsim_object *object)
{
    struct arena *arena = running->arena;
    argument_vec all = {0};
    vec_push(arena, &all, "gcnsim");
    vec_push(arena, &all, "run");
    vec_push(arena, &all, strcmp(running->file, "-") == 0 ? "<stdin>" : running->file);
    if (running->kernel) {
        vec_push(arena, &all, "--kernel");
        vec_push(arena, &all, running->kernel);
    }
    vec_foreach (const char *const, word, &running->simulator)
        vec_push(arena, &all, *word);
    vec_push(arena, &all, NULL);
    return gcnsim_command((int)all.count - 1, (char **)(uintptr_t)all.at, object);
}

/* Compiles to the file of -o, or in a folder that is gone before anything runs; the exit status. */
static int
make_object(struct running *running, command_function *compile, struct gcnsim_object *object)
{
    struct arena *arena = running->arena;
    const char *base = getenv("TMPDIR"), *path = running->object;
    char *folder = arena_printf(arena, "%s/occ-run-XXXXXX", base && *base ? base : "/tmp");
    if (!path && !mkdtemp(folder)) {
        fprintf(stderr, "occ: error: cannot make '%s': %s\n", folder, strerror(errno));
        return EXIT_FAILED;
    }
    if (!path)
        path = arena_printf(arena, "%s/kernel.co", folder);
    int status = compile_to(running, compile, path);
    if (status == 0)
        object->bytes = (const uint8_t *)file_read(arena, path, &object->size);
    if (!running->object) {
        remove(path);
        rmdir(folder);
    }
    if (status || object->bytes)
        return status;
    fprintf(stderr, "occ: error: cannot read '%s'\n", path);
    return EXIT_USAGE;
}

int
run_command(struct arena *arena, command_function *compile, const char *const *args, unsigned count)
{
    static char *help[] = {"gcnsim", "--help", NULL};
    struct running running = {.arena = arena};
    vec_push(arena, &running.compiler, "-gline-tables-only"); /* faults name lines */
    if (count == 1 && strcmp(args[0], "--help") == 0) {
        puts("usage: occ run FILE.cl [KERNEL] [SWITCH]... --global N [--arg SPEC]...\n\n"
             "Compiles the file and launches a kernel on the simulator, or with --device gpu[:N] "
             "on a\n"
             "GPU, then for its very chip unless -mcpu= names it.  Switches with one dash "
             "are\n"
             "those of occ, see occ --help (the file - is standard input; -o FILE keeps the "
             "executable); those with two are "
             "those of gcnsim run:\n");
        return gcnsim_command(2, help, NULL);
    }
    const char *error = sort_words(&running, args, count);
    if (!error)
        error = check_words(&running);
    if (error) {
        fprintf(stderr, "occ: error: run: %s\n", error);
        return EXIT_USAGE;
    }
    error = take_device(&running);
    if (error) {
        fprintf(stderr, "occ: error: run: %s\n", error);
        machine_free(running.machine);
        return EXIT_FAILED;
    }
    struct gcnsim_object object = {0};
    int status = make_object(&running, compile, &object);
    status = status ? status : simulate(&running, &object);
    machine_free(running.machine);
    return status;
}
