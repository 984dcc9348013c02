#define _GNU_SOURCE
#include "driver/run_command.h"

#include "support/vec.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
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
        bool is_simulators = strncmp(word, "--", 2) == 0 && !is_compilers(word);
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

/* The exit status of a program that is run with the words, NULL behind them. */
static int
call(const char *path, const words *list)
{
    pid_t child = fork();
    int status = 0;
    if (child == 0) {
        execvp(path, (char *const *)(uintptr_t)list->at);
        fprintf(stderr, "occ: error: cannot run '%s': %s\n", path, strerror(errno));
        _exit(EXIT_FAILED);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0) {
        fprintf(stderr, "occ: error: cannot run '%s': %s\n", path, strerror(errno));
        return EXIT_FAILED;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILED;
}

/* Of this program's folder; where that is not known, of PATH. */
static const char *
simulator_path(struct arena *arena)
{
    char own[4096];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length <= 0)
        return "gcnsim";
    own[length] = '\0';
    char *slash = strrchr(own, '/');
    const char *path = arena_printf(arena, "%.*s/gcnsim", (int)(slash - own), own);
    return access(path, X_OK) == 0 ? path : "gcnsim";
}

/* The object in a folder of its own, which is gone afterwards. */
static int
compile_and_run(struct running *running, const char *program)
{
    struct arena *arena = running->arena;
    const char *base = getenv("TMPDIR");
    char *folder = arena_printf(arena, "%s/occ-run-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(folder)) {
        fprintf(stderr, "occ: error: cannot make '%s': %s\n", folder, strerror(errno));
        return EXIT_FAILED;
    }
    const char *object = arena_printf(arena, "%s/kernel.co", folder);
    words compiler = {0}, simulator = {0};
    vec_push(arena, &compiler, program);
    vec_foreach (const char *const, word, &running->compiler)
        vec_push(arena, &compiler, *word);
    vec_push(arena, &compiler, running->file);
    vec_push(arena, &compiler, "-o");
    vec_push(arena, &compiler, object);
    vec_push(arena, &compiler, NULL);
    vec_push(arena, &simulator, "gcnsim");
    vec_push(arena, &simulator, "run");
    vec_push(arena, &simulator, object);
    if (running->kernel) {
        vec_push(arena, &simulator, "--kernel");
        vec_push(arena, &simulator, running->kernel);
    }
    vec_foreach (const char *const, word, &running->simulator)
        vec_push(arena, &simulator, *word);
    vec_push(arena, &simulator, NULL);
    int status = call("/proc/self/exe", &compiler);
    if (status == 0)
        status = call(simulator_path(arena), &simulator);
    remove(object);
    rmdir(folder);
    return status;
}

int
run_command(struct arena *arena, const char *program, const char *const *args, unsigned count)
{
    struct running running = {.arena = arena};
    const char *error = sort_words(&running, args, count);
    if (!error)
        return compile_and_run(&running, program);
    fprintf(stderr, "occ: error: run: %s\n", error);
    return EXIT_USAGE;
}
