/* The command `occ`: reads a file, calls libocc, writes a file. */
#define _GNU_SOURCE
#include "driver/depend.h"
#include "driver/occ.h"
#include "driver/options.h"
#include "driver/response.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_USAGE = 2, EXIT_INTERNAL = 4 };

struct file {
    char *text;
    size_t length;
};

enum { LARGEST_FILE = 1 << 29 }; /* bytes; devices may never end */

/* The error number, 0: all was read. */
static int
read_stream(FILE *stream, struct file *file)
{
    size_t room = 0;
    while (!feof(stream) && !ferror(stream)) {
        if (file->length > LARGEST_FILE)
            return EFBIG;
        if (room - file->length < 4096) {
            room = room ? room * 2 : 65536;
            char *bigger = realloc(file->text, room);
            if (!bigger)
                return ENOMEM;
            file->text = bigger;
        }
        file->length += fread(file->text + file->length, 1, room - file->length, stream);
    }
    return ferror(stream) ? errno : 0;
}

/* Reads a whole file; "-" is standard input.  false with errno set. */
static bool
read_file(const char *path, struct file *file)
{
    FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    *file = (struct file){NULL, 0};
    if (!stream)
        return false;
    int error = read_stream(stream, file);
    if (stream != stdin)
        fclose(stream);
    errno = error;
    return error == 0;
}

static bool
is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) != 0 || !S_ISREG(status.st_mode);
}

/* Do both paths lead to one regular file? */
static bool
is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Nothing half-written stays behind. */
static bool
write_file(const char *path, const void *bytes, size_t size)
{
    bool to_stdout = strcmp(path, "-") == 0;
    FILE *stream = to_stdout ? stdout : fopen(path, "wb");
    if (!stream)
        return false;
    bool good = size == 0 || fwrite(bytes, 1, size, stream) == size;
    good &= (to_stdout ? fflush(stream) : fclose(stream)) == 0;
    if (!good && !to_stdout) {
        int error = errno;
        if (!is_device(path)) /* /dev/full stays */
            remove(path);
        errno = error;
    }
    return good;
}

/* The last part of a path with another ending: "dir/k.cl" to "k.co". */
static const char *
with_ending(struct arena *arena, const char *path, const char *ending)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    return arena_printf(arena, "%.*s%s", length, name, ending);
}

/* The folder of a path, with the slash; "" for none. */
static const char *
folder_of(struct arena *arena, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? arena_strndup(arena, path, (size_t)(slash + 1 - path)) : "";
}

static const char *
default_output(struct arena *arena, const char *input, enum occ_output kind)
{
    static const char *const endings[] = {".co", ".o", ".s", NULL, ".oir", NULL};
    if (!endings[kind] || strcmp(input, "-") == 0)
        return "-";
    return with_ending(arena, input, endings[kind]);
}

/* Writes, unless it were over the input. */
static int
write_checked(const char *path, const char *input, const void *bytes, size_t size)
{
    if (is_same_file(path, input))
        fprintf(stderr, "occ: error: '%s' is the input file, too: nothing is written\n", path);
    else if (!write_file(path, bytes, size))
        fprintf(stderr, "occ: error: cannot write '%s': %s\n", path, strerror(errno));
    else
        return 0;
    return EXIT_USAGE;
}

static int
write_output(struct arena *arena, const struct options *options, const char *input,
             const occ_result *result)
{
    enum occ_output kind = occ_result_kind(result);
    size_t size;
    const void *bytes = occ_result_bytes(result, &size);
    if (kind == OCC_NOTHING || options->depend.only)
        return 0;
    if (options->stop_after && !options->output_file)
        kind = OCC_PREPROCESSED; /* text to look at: no file of its own */
    const char *path = options->output_file;
    return write_checked(path ? path : default_output(arena, input, kind), input, bytes, size);
}

/* Where the rule goes: -MF; with -M and -MM the output; else beside the output, as gcc names it. */
static const char *
depend_file(struct arena *arena, const struct options *options, const char *input)
{
    const char *output = options->output_file;
    if (options->depend.file)
        return options->depend.file;
    if (options->depend.only)
        return output ? output : "-";
    if (!output || strcmp(output, "-") == 0 || options->output == OCC_PREPROCESSED)
        return with_ending(arena, input, ".d");
    return arena_printf(arena, "%s%s", folder_of(arena, output), with_ending(arena, output, ".d"));
}

static int
write_dependencies(struct arena *arena, const struct options *options, const char *input,
                   const occ_result *result)
{
    struct strbuf rule = strbuf_new(arena);
    const char *target = options->output_file;
    if (!options->depend.wanted)
        return 0;
    if (!target || options->output == OCC_PREPROCESSED)
        target = options->output == OCC_EXECUTABLE ? default_output(arena, input, OCC_EXECUTABLE)
                                                   : with_ending(arena, input, ".o");
    depend_rule(&rule, &options->depend, target, input, result);
    return write_checked(depend_file(arena, options, input), input, rule.text, rule.length);
}

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

/* The arguments with one more switch behind the others. */
static const char *const *
with_switch(struct arena *arena, const struct occ_job *job, const char *more)
{
    const char **args = ARENA_ARRAY(arena, job->option_count + 1, const char *);
    unsigned at = 0;
    while (at < job->option_count && strcmp(job->options[at], "--") != 0)
        at++;
    memcpy(args, job->options, at * sizeof *args);
    args[at] = more;
    memcpy(args + at + 1, job->options + at, (job->option_count - at) * sizeof *args);
    return args;
}

/* -save-temps: the program again as -E and as -S leave it; messages were shown already. */
static int
save_temps(struct arena *arena, const occ_compiler *compiler, const struct options *options,
           const struct occ_job *job)
{
    static const char *const kinds[][2] = {{"-E", ".i"}, {"-S", ".s"}};
    const char *input = options->inputs.at[0];
    int code = 0;
    for (int i = 0; i < 2 && code == 0; i++) {
        struct occ_job again = *job;
        occ_result *result = NULL;
        size_t size;
        again.options = with_switch(arena, job, kinds[i][0]);
        again.option_count++;
        const char *folder =
            options->save_temps_beside ? folder_of(arena, options->output_file) : "";
        const char *name = with_ending(arena, input, kinds[i][1]);
        if (occ_compile(compiler, &again, &result) == OCC_OK) {
            const void *bytes = occ_result_bytes(result, &size);
            code = write_checked(arena_printf(arena, "%s%s", folder, name), input, bytes, size);
        }
        occ_result_free(result);
    }
    return code;
}

/* Does the terminal show colours?  NO_COLOR (no-color.org) says that nobody wants them. */
static bool
wants_colour(const struct options *options)
{
    const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");
    return options->colour == COLOUR_AUTO && isatty(STDERR_FILENO) && terminal &&
           strcmp(terminal, "dumb") != 0 && !(refused && *refused);
}

static int
compile(struct arena *arena, const struct options *options, const char *const *args, unsigned count)
{
    const char *input = options->inputs.at[0];
    struct file file;
    long long epoch = 0;
    bool epoch_given;
    if (!read_epoch(&epoch, &epoch_given))
        return EXIT_USAGE;
    if (!read_file(input, &file)) {
        fprintf(stderr, "occ: error: cannot read '%s': %s\n", input, strerror(errno));
        free(file.text);
        return EXIT_USAGE;
    }
    struct occ_job job = {.size = sizeof job,
                          .name = strcmp(input, "-") == 0 ? "<stdin>" : input,
                          .source = file.text,
                          .length = file.length,
                          .options = args,
                          .option_count = count,
                          .use_disk = 1,
                          .source_date_epoch = epoch_given ? &epoch : NULL};
    if (wants_colour(options)) {
        job.options = with_switch(arena, &job, "-fcolor-diagnostics");
        job.option_count++;
    }
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result = NULL;
    enum occ_status status = compiler ? occ_compile(compiler, &job, &result) : OCC_MEMORY;
    int code = status == OCC_OK ? 0 : status == OCC_ERROR ? 1 : (int)status;
    if (result) {
        fputs(occ_result_log(result), stderr);
        if (status == OCC_OK)
            code = write_output(arena, options, input, result);
        if (status == OCC_OK && code == 0)
            code = write_dependencies(arena, options, input, result);
        if (status == OCC_OK && code == 0 && options->save_temps)
            code = save_temps(arena, compiler, options, &job);
        fputs(occ_result_report(result), stderr);
    } else {
        fprintf(stderr, "occ: error: out of memory\n");
    }
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    free(file.text);
    return code;
}

static int
run(struct arena *arena, const char *const *args, unsigned count)
{
    struct options options;
    struct strbuf text = strbuf_new(arena);
    argument_vec expanded = {0};
    const char *error = response_expand(arena, &expanded, args, count);
    args = expanded.at;
    count = expanded.count;
    options_parse(&options, arena, args, count);
    options.error = error ? error : options.error;
    if (!options.error && options.help)
        options_print_help(&text);
    else if (!options.error && options.version)
        strbuf_printf(&text, "occ %s\n", occ_version());
    else if (!options.error && options.list_targets)
        options_print_targets(&text);
    if (text.length)
        return write_file("-", text.text, text.length) ? 0 : EXIT_USAGE;
    if (!options.error && options.verbose)
        fprintf(stderr, "occ %s\nTarget: amdgcn-amd-amdhsa %s\n", occ_version(),
                options.target->name);
    if (!options.error && options.show_command) {
        fputs("\"occ\"", stderr);
        for (unsigned i = 0; i < count; i++)
            fprintf(stderr, " \"%s\"", args[i]);
        fputs("\n", stderr);
        return 0;
    }
    if (options.verbose && !options.inputs.count)
        return 0;
    if (!options.error && options.inputs.count != 1)
        options.error = options.inputs.count ? "more than one input file" : "no input file";
    if (options.error) {
        fprintf(stderr, "occ: error: %s\n", options.error);
        return EXIT_USAGE;
    }
    return compile(arena, &options, args, count);
}

int
main(int argc, char **argv)
{
    struct guard guard = {.status = GUARD_OK};
    struct arena arena;
    int code = EXIT_INTERNAL;
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) == 0)
        code = run(&arena, (const char *const *)argv + 1, argc > 0 ? (unsigned)argc - 1 : 0);
    else
        fprintf(stderr, "occ: error: %s\n", guard.message);
    arena_free(&arena);
    return code;
}
