#include "driver/run_command.h"

#include "runtime/gcnsim/gcnsim_command.h"
#include "support/file.h"
#include "support/vec.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef VEC(const char *) words;

/* The two command lines. */
struct running {
    struct arena *arena;
    words compiler, simulator;
    const char *file, *kernel;
};

/* Switches of the compiler that have two dashes. */
static bool
is_compilers(const char *word)
{
    return strncmp(word, "--target=", 9) == 0 || strcmp(word, "--ignore-unknown") == 0;
}

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

/* Switches of the compiler whose value is the next word. */
static bool
takes_word(const char *word)
{
    static const char *const names[] = {"-D", "-U", "-I", "-include", "-isystem", "-iquote", "-x"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(word, names[i]) == 0)
            return true;
    return false;
}

/* NULL, or what is wrong. */
static const char *
sort_words(struct running *running, const char *const *args, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const char *word = args[i];
        bool is_cores = strcmp(word, "-j") == 0; /* the simulator's: one file is compiled */
        bool is_simulators = (strncmp(word, "--", 2) == 0 && !is_compilers(word)) || is_cores;
        words *to = is_simulators ? &running->simulator : &running->compiler;
        if (*word != '-') {
            if (running->kernel)
                return "one file, then one kernel";
            *(running->file ? &running->kernel : &running->file) = word;
            continue;
        }
        vec_push(running->arena, to, word);
        if ((is_simulators ? !is_alone(word) : takes_word(word)) && i + 1 < count)
            vec_push(running->arena, to, args[++i]);
    }
    return running->file ? NULL : "no input file";
}

/* The compiler's words with a file in the folder for the object. */
static int
compile_to(struct running *running, command_function *compile, const char *object)
{
    struct arena *arena = running->arena;
    vec_push(arena, &running->compiler, running->file);
    vec_push(arena, &running->compiler, "-o");
    vec_push(arena, &running->compiler, object);
    return compile(arena, running->compiler.at, running->compiler.count);
}

static int
simulate(struct running *running, const struct gcnsim_object *object)
{
    struct arena *arena = running->arena;
    words all = {0};
    vec_push(arena, &all, "gcnsim");
    vec_push(arena, &all, "run");
    vec_push(arena, &all, running->file);
    if (running->kernel) {
        vec_push(arena, &all, "--kernel");
        vec_push(arena, &all, running->kernel);
    }
    vec_foreach (const char *const, word, &running->simulator)
        vec_push(arena, &all, *word);
    vec_push(arena, &all, NULL);
    return gcnsim_command((int)all.count - 1, (char **)(uintptr_t)all.at, object);
}

/* Compiles in a folder that is gone before anything runs. */
static int
compile_and_run(struct running *running, command_function *compile)
{
    struct arena *arena = running->arena;
    const char *base = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/occ-run-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder)) {
        fprintf(stderr, "occ: error: cannot make '%s': %s\n", folder, strerror(errno));
        return EXIT_FAILED;
    }
    const char *path = arena_printf(arena, "%s/kernel.co", folder);
    int status = compile_to(running, compile, path);
    struct gcnsim_object object = {0};
    if (status == 0)
        object.bytes = (const uint8_t *)file_read(arena, path, &object.size);
    remove(path);
    rmdir(folder);
    if (status == 0 && !object.bytes) {
        fprintf(stderr, "occ: error: run: switches ask for something else than a code object\n");
        return EXIT_USAGE;
    }
    return status ? status : simulate(running, &object);
}

int
run_command(struct arena *arena, command_function *compile, const char *const *args, unsigned count)
{
    static char *help[] = {"gcnsim", "--help", NULL};
    struct running running = {.arena = arena};
    vec_push(arena, &running.compiler, "-gline-tables-only"); /* faults name lines */
    if (count == 1 && strcmp(args[0], "--help") == 0) {
        puts("usage: occ run FILE.cl [KERNEL] [SWITCH]... --global N [--arg SPEC]...\n\n"
             "Compiles the file and launches a kernel on the simulator.  Switches with one dash "
             "are\n"
             "those of occ, see occ --help; those with two are those of gcnsim run:\n");
        return gcnsim_command(2, help, NULL);
    }
    const char *error = sort_words(&running, args, count);
    if (!error)
        return compile_and_run(&running, compile);
    fprintf(stderr, "occ: error: run: %s\n", error);
    return EXIT_USAGE;
}
