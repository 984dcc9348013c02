/* The command `occ`: reads a file, calls libocc, writes a file. */
#define _GNU_SOURCE
#include "driver/occ.h"
#include "driver/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { EXIT_USAGE = 2, EXIT_INTERNAL = 4 };

struct file {
    char *text;
    size_t length;
};

/* Reads a whole file; "-" is standard input.  false with errno set. */
static bool
read_file(const char *path, struct file *file)
{
    FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    size_t room = 0, got = 1;
    *file = (struct file){NULL, 0};
    if (!stream)
        return false;
    while (got > 0) {
        if (room - file->length < 4096) {
            room = room ? room * 2 : 65536;
            char *bigger = realloc(file->text, room);
            if (!bigger)
                break;
            file->text = bigger;
        }
        got = fread(file->text + file->length, 1, room - file->length, stream);
        file->length += got;
    }
    bool failed = ferror(stream);
    int error = errno;
    if (stream != stdin)
        fclose(stream);
    errno = error;
    return !failed && file->text;
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

static char *
default_output(const char *input, enum occ_output kind)
{
    static const char *const endings[] = {".co", ".o", ".s", NULL, ".oir", NULL};
    const char *slash = strrchr(input, '/');
    const char *name = slash ? slash + 1 : input;
    const char *dot = strrchr(name, '.');
    int length = dot && dot > name ? (int)(dot - name) : (int)strlen(name);
    char *path = NULL;
    if (!endings[kind] || strcmp(input, "-") == 0)
        return strdup("-");
    if (asprintf(&path, "%.*s%s", length, name, endings[kind]) < 0)
        return NULL;
    return path;
}

static int
write_output(const struct options *options, const char *input, const occ_result *result)
{
    enum occ_output kind = occ_result_kind(result);
    size_t size;
    const void *bytes = occ_result_bytes(result, &size);
    if (kind == OCC_NOTHING)
        return 0;
    if (options->stop_after && !options->output_file)
        kind = OCC_PREPROCESSED; /* text to look at: no file of its own */
    char *made = options->output_file ? NULL : default_output(input, kind);
    const char *path = options->output_file ? options->output_file : made;
    int status = 0;
    if (path && is_same_file(path, input)) {
        fprintf(stderr, "occ: error: '%s' is the input file, too: nothing is written\n", path);
        status = EXIT_USAGE;
    } else if (!path || !write_file(path, bytes, size)) {
        fprintf(stderr, "occ: error: cannot write '%s': %s\n", path ? path : "", strerror(errno));
        status = EXIT_USAGE;
    }
    free(made);
    return status;
}

static int
compile(const struct options *options, const char *const *args, unsigned count)
{
    const char *input = options->inputs.at[0];
    struct file file;
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
                          .use_disk = 1};
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result = NULL;
    enum occ_status status = compiler ? occ_compile(compiler, &job, &result) : OCC_MEMORY;
    int code = status == OCC_OK ? 0 : status == OCC_ERROR ? 1 : (int)status;
    if (result) {
        fputs(occ_result_log(result), stderr);
        if (status == OCC_OK)
            code = write_output(options, input, result);
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
    options_parse(&options, arena, args, count);
    if (!options.error && options.help)
        options_print_help(&text);
    else if (!options.error && options.version)
        strbuf_printf(&text, "occ %s\n", occ_version());
    else if (!options.error && options.list_targets)
        options_print_targets(&text);
    if (text.length)
        return write_file("-", text.text, text.length) ? 0 : EXIT_USAGE;
    if (!options.error && options.inputs.count != 1)
        options.error = options.inputs.count ? "more than one input file" : "no input file";
    if (options.error) {
        fprintf(stderr, "occ: error: %s\n", options.error);
        return EXIT_USAGE;
    }
    return compile(&options, args, count);
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
