/* The command `occ`: reads files, calls libocc, writes files.  main() of occ-machine, too (machine_command.h). */
#define _GNU_SOURCE
#include "driver/command/finish.h"
#include "driver/command/link_command.h"
#include "driver/command/machine_command.h"
#include "driver/occ.h"
#include "driver/options/option_row.h"
#include "driver/command/output.h"
#include "driver/command/response.h"
#include "support/map.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

enum { EXIT_USAGE = 2, EXIT_INTERNAL = 4 };

/* SOURCE_DATE_EPOCH (reproducible-builds.org): false: its value makes no sense. */
static bool
read_epoch(long long *epoch, bool *given)
{
    const long long year_9999 = 253402300799;
    const char *text = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    *given = text && *text;
    if (!*given)
        return true;
    errno = 0;
    *epoch = strtoll(text, &end, 10);
    if (errno == 0 && !*end && *epoch >= 0 && *epoch <= year_9999)
        return true;
    fprintf(stderr,
            "occ: error: SOURCE_DATE_EPOCH is '%s', not a number of seconds from 0 to %lld\n", text,
            year_9999);
    return false;
}

/* Does the terminal do more than show text, line by line? */
static bool
is_able_terminal(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

/* Does the terminal show colours?  NO_COLOR (no-color.org) says that the user does not want
 * them. */
static bool
wants_colour(const struct options *options)
{
    const char *refused = getenv("NO_COLOR");
    return options->colour == COLOUR_AUTO && is_able_terminal() && !(refused && *refused);
}

/* ---- one input after the other, or several at a time ---- */

struct finishing {
    const occ_compiler *compiler;
    struct arena *arena;
    const struct options *options;
    unsigned targets; /* an input is so many tasks */
    unsigned pending; /* of the next input, that are done */
    unsigned done, count;
    bool shows_progress;
    int worst;
};

/* A line that the next one overwrites, and so not a longer one than terminals have. */
static void
show_progress(struct finishing *finishing, const char *path)
{
    enum { MAX_LENGTH = 60 };
    size_t length = strlen(path);
    const char *end = length > MAX_LENGTH ? path + length - MAX_LENGTH : path;
    finishing->done++;
    if (!finishing->shows_progress)
        return;
    bool is_last = finishing->done == finishing->count;
    fprintf(stderr, "[%u/%u] %s%s%s", finishing->done, finishing->count, end == path ? "" : "...",
            end, is_last ? "\r\033[K" : "");
    fflush(stderr);
}

/* Called for each task in order; the last one of an input finishes it. */
static void
finish_task(void *data, struct compile_task *task)
{
    struct finishing *finishing = data;
    struct compile_task *first = task + 1 - finishing->targets;
    if (++finishing->pending < finishing->targets)
        return;
    finishing->pending = 0;
    if (finishing->shows_progress)
        fputs("\r\033[K", stderr);
    int code = finish_input(finishing->compiler, finishing->arena, finishing->options, first,
                            finishing->targets);
    finishing->worst = code > finishing->worst ? code : finishing->worst;
    show_progress(finishing, task->path);
    for (; first <= task; first++) {
        occ_result_free(first->result);
        free(first->file.text);
    }
}

/* The job for one target. */
static const struct occ_job *
job_for(struct arena *arena, const struct occ_job *common, const struct offload_target *target)
{
    struct occ_job *job = ARENA_NEW(arena, struct occ_job);
    *job = *common;
    job->options = job_with_option(arena, common, arena_printf(arena, "-mcpu=%s", target->word));
    job->option_count++;
    return job;
}

/* false, having said so: a file would be written for two inputs, or for two targets. */
static bool
has_own_outputs(struct arena *arena, const struct options *options)
{
    struct intern intern = intern_new(arena);
    struct map writers = map_new(arena); /* inputs, by interned output */
    bool several = options->targets.count > 1 && !options->bundles;
    uint32_t count = options->inputs.count * (several ? options->targets.count : 1);
    for (uint32_t i = 0; count > 1 && i < count; i++) {
        const char *const *input = &options->inputs.at[several ? i / options->targets.count : i];
        struct output output = {.arena = arena, .options = options, .input = *input};
        argument_vec names = {0};
        if (several)
            output.target = &options->targets.at[i % options->targets.count];
        output_names(&output, &names);
        vec_foreach (const char *const, name, &names) {
            uint64_t key = MAP_KEY(intern_string(&intern, *name));
            const char *const *other = map_get(&writers, key);
            if (other && other != input) {
                fprintf(stderr, "occ: error: '%s' and '%s' would both be written to '%s'\n", *other,
                        *input, *name);
                return false;
            }
            map_put(&writers, key, (void *)(uintptr_t)input);
        }
    }
    return true;
}

/* All inputs for all targets, even after errors; the worst status. */
static int
compile_each(const occ_compiler *compiler, struct arena *arena, const struct options *options,
             const struct occ_job *job)
{
    bool several = options->targets.count > 1;
    unsigned targets = several ? options->targets.count : 1;
    unsigned count = options->inputs.count * targets;
    if (!has_own_outputs(arena, options))
        return EXIT_USAGE;
    long cores = !options->has_threads ? 1
                 : options->threads    ? options->threads
                                       : sysconf(_SC_NPROCESSORS_ONLN);
    unsigned threads = cores > 1 ? (unsigned)cores : 1;
    struct finishing finishing = {.compiler = compiler,
                                  .arena = arena,
                                  .options = options,
                                  .targets = targets,
                                  .count = options->inputs.count,
                                  .shows_progress = threads > 1 && is_able_terminal()};
    struct compile_task *tasks = ARENA_ARRAY(arena, count, struct compile_task);
    for (unsigned i = 0; i < count; i++) {
        const struct offload_target *target = several ? &options->targets.at[i % targets] : NULL;
        tasks[i].path = options->inputs.at[i / targets];
        tasks[i].target = target;
        tasks[i].common = several && i >= targets ? tasks[i - targets].common
                          : several               ? job_for(arena, job, target)
                                                  : job;
    }
    compile_tasks(compiler, tasks, count, threads, finish_task, &finishing);
    return finishing.worst;
}

/* Adds a switch for each folder of an environment variable, separated by colons; an empty one is
 * the working folder. */
static void
add_folders(struct arena *arena, argument_vec *options, const char *variable, const char *option)
{
    const char *folders = getenv(variable);
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        vec_push(arena, options, option);
        vec_push(arena, options, length ? arena_strndup(arena, folders, length) : ".");
        folders += length + (folders[length] == ':');
    }
}

/* What the library gets: the switches but those of the kinds `without`, and what the command's environment
 * says. */
static void
set_job_options(struct occ_job *job, struct arena *arena, const struct options *options,
                unsigned without)
{
    argument_vec made = {0};
    options_words(options, without | OPTION_COMMAND, &made);
    if (options->targets.count == 1)
        vec_push(arena, &made, arena_printf(arena, "-mcpu=%s", options->targets.at[0].word));
    if (!(without & OPTION_SEARCH)) {
        add_folders(arena, &made, "CPATH", "-I"); /* after the switches' own, as in gcc and clang */
        add_folders(arena, &made, "C_INCLUDE_PATH", "-isystem");
    }
    if (wants_colour(options))
        vec_push(arena, &made, "-fcolor-diagnostics");
    if (options->time_trace_file)
        vec_push(arena, &made, "-ftime-trace");
    if (options->pass_html_file)
        vec_push(arena, &made, "-fpass-html");
    job->options = made.at;
    job->option_count = made.count;
}

static int
link_files(const occ_compiler *compiler, struct arena *arena, const struct options *options,
           const struct occ_job *common)
{
    struct occ_job compile = *common, link = *common;
    compile.action = OCC_COMPILE;
    link.action = OCC_LINK;
    set_job_options(&compile, arena, options, OPTION_LINK);
    set_job_options(&link, arena, options, OPTION_COMPILES);
    return link_inputs(compiler, arena, options, &compile, &link);
}

/* Compiles or links all that is named; the exit status. */
static int
compile_files(struct arena *arena, const struct options *options)
{
    long long epoch = 0;
    bool epoch_given;
    if (!read_epoch(&epoch, &epoch_given))
        return EXIT_USAGE;
    const char *error = link_command_error(arena, options);
    if (error) {
        fprintf(stderr, "occ: error: %s\n", error);
        return EXIT_USAGE;
    }
    bool links = link_is_wanted(options);
    if (links && (options->targets.count > 1 || options->bundles)) {
        fprintf(stderr,
                "occ: error: what is linked is for one target, and is put into no bundle\n");
        return EXIT_USAGE;
    }
    struct occ_job job = {
        .size = sizeof job, .use_disk = 1, .source_date_epoch = epoch_given ? &epoch : NULL};
    set_job_options(&job, arena, options, 0);
    occ_compiler *compiler = occ_compiler_create(NULL);
    int worst;
    if (compiler && links)
        worst = link_files(compiler, arena, options, &job);
    else
        worst = compiler ? compile_each(compiler, arena, options, &job) : OCC_MEMORY;
    occ_compiler_destroy(compiler);
    return worst;
}

/* -###: so that a shell would read it back. */
static void
show_command(const char *const *args, unsigned count)
{
    fputs("\"occ\"", stderr);
    for (unsigned i = 0; i < count; i++) {
        fputs(" \"", stderr);
        for (const char *p = args[i]; *p; p++)
            fprintf(stderr, strchr("\"\\$`", *p) ? "\\%c" : "%c", *p);
        fputs("\"", stderr);
    }
    fputs("\n", stderr);
}

/* --help and the like; false: none of them was asked for. */
static bool
informs(struct arena *arena, const struct options *options, int *code)
{
    struct strbuf text = strbuf_new(arena);
    if (options->help)
        options_print_help(&text);
    else if (options->version)
        strbuf_printf(&text, "occ %s\n", occ_version());
    else if (options->list_passes)
        options_print_passes(&text);
    else if (options->list_targets)
        options_print_targets(&text);
    else
        return false;
    *code = output_write("-", text.text, text.length) ? 0 : EXIT_USAGE;
    return true;
}

static bool
mixes_outputs(const struct options *options)
{
    bool reports = options->resource_usage || options->remarks_usage || options->time_report ||
                   options->print_limits || options->print_after || options->verbose;
    return reports && options->diag_format != DIAG_TEXT && options->output_file &&
           strcmp(options->output_file, "-") == 0;
}

/* -v */
static void
show_targets(const struct options *options)
{
    FILE *stream = options->diag_format == DIAG_TEXT ? stderr : stdout;
    fprintf(stream, "occ %s\nTarget: amdgcn-amd-%s%s%s", occ_version(), options->triple->os,
            *options->triple->environment ? "-" : "", options->triple->environment);
    if (options->targets.count < 2)
        fprintf(stream, " %s", options->target->name);
    else
        vec_foreach (const struct offload_target, target, &options->targets)
            fprintf(stream, " %s", target->word);
    fputs("\n", stream);
}

/* What is wrong with the outputs that are asked for together; NULL: nothing. */
static const char *
output_error(struct arena *arena, const struct options *options)
{
    bool is_object = options->output == OCC_EXECUTABLE || options->output == OCC_RELOCATABLE;
    if (mixes_outputs(options))
        return "reports go to standard output beside JSON and SARIF: the result cannot, too";
    if (options->as_c_array && (!is_object || options->stop_after || options->depend.only))
        return arena_printf(arena, "--emit=c-array is for objects, and %s asks for something else",
                            options->stop_after ? "-stop-after" : options->output_switch);
    return NULL;
}

static int
run(struct arena *arena, const char *const *args, unsigned count)
{
    struct options options;
    argument_vec expanded = {0};
    int code = 0;
    const char *error = response_expand(arena, &expanded, args, count);
    args = expanded.at;
    count = expanded.count;
    options_parse(&options, arena, args, count);
    if (error || options.error) {
        fprintf(stderr, "occ: error: %s\n", error ? error : options.error);
        return EXIT_USAGE;
    }
    if (informs(arena, &options, &code))
        return code;
    error = output_error(arena, &options);
    if (error) {
        fprintf(stderr, "occ: error: %s\n", error);
        return EXIT_USAGE;
    }
    if (options.verbose)
        show_targets(&options);
    if (options.show_command) {
        show_command(args, count);
        return 0;
    }
    if (!options.inputs.count && !options.verbose) {
        fprintf(stderr, "occ: error: no input file\n");
        return EXIT_USAGE;
    }
    return compile_files(arena, &options);
}

/* Memory that one stage frees is for the next one: given back to the system, every page would be
 * faulted in and zeroed again.  Of a heap that grows large, which costs a fault for each page, the part after its
 * first half megabyte is of huge pages; small kernels take less, and would have one of them zeroed in vain. */
static void
set_up_heap(void)
{
#ifdef __GLIBC__
    enum { OWN_MAPPING = 32 << 20, NEVER = 1 << 30, STEP = 1 << 20 }; /* bytes */
    enum { HEAP = 64 << 20, SMALL = 1 << 19, HUGE_PAGE = 1 << 21 };
    mallopt(M_MMAP_THRESHOLD, OWN_MAPPING);
    mallopt(M_TRIM_THRESHOLD, NEVER);
    mallopt(M_TOP_PAD, HEAP); /* addresses alone, until they are written to */
    char *heap = malloc(SMALL), *end = sbrk(0);
    if (heap && heap < end &&
        end - heap > HEAP) { /* not so where memory is short, or another malloc */
        char *huge = heap + SMALL + HUGE_PAGE - ((uintptr_t)heap + SMALL) % HUGE_PAGE;
        madvise(huge, HEAP - HUGE_PAGE, MADV_HUGEPAGE);
    }
    free(heap);
    mallopt(M_TOP_PAD, STEP);
#endif
}

/* By the first word, or as a compiler. */
static int
work(struct arena *arena, const char *const *args, unsigned count)
{
    static const char *const machine_words[] = {"run", "selftest", "devices"};
    for (size_t i = 0; count && i < sizeof machine_words / sizeof *machine_words; i++)
        if (strcmp(args[0], machine_words[i]) == 0)
            return machine_command(arena, run, args, count);
    return run(arena, args, count);
}

int
main(int argc, char **argv)
{
    set_up_heap();
    struct guard guard = {.status = GUARD_OK};
    struct arena arena;
    int code = EXIT_INTERNAL;
    arena_init(&arena, NULL, &guard);
    const char *const *args = (const char *const *)argv + 1;
    unsigned count = argc > 0 ? (unsigned)argc - 1 : 0;
    if (setjmp(guard.target) == 0)
        code = work(&arena, args, count);
    else
        fprintf(stderr, "occ: error: %s\n", guard.message);
    arena_free(&arena);
    return code;
}
