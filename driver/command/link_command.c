#include "driver/command/link_command.h"

#include "driver/command/finish.h"
#include "driver/command/input.h"
#include "driver/command/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

/* All that is to be linked; results and files hold the bytes. */
struct linking {
    const occ_compiler *compiler;
    struct arena *arena;
    const struct options *options;
    const struct occ_job *compile, *link;
    struct occ_unit *units;
    occ_result **results; /* of sources; NULL: the unit is a file's */
    struct input *files;
    unsigned count;
    const char *target; /* of the objects so far; NULL: of none, or they or a source differ */
};

/* By its bytes; what is called x.o is no source, even if it was cut off or is empty. */
static bool
is_object(const char *path, const char *bytes, size_t length)
{
    const char *dot = strrchr(path, '.');
    return (length >= 4 && memcmp(bytes, "\177ELF", 4) == 0) || (dot && strcmp(dot, ".o") == 0);
}

/* Of a pipe nothing is read: it would be gone. */
static bool
begins_as_object(const char *path)
{
    char start[4];
    ssize_t length = 0;
    struct stat status;
    if (strcmp(path, "-") == 0 || stat(path, &status) != 0)
        return false;
    if (S_ISREG(status.st_mode)) {
        int file = open(path, O_RDONLY | O_CLOEXEC);
        length = file < 0 ? -1 : read(file, start, sizeof start);
        if (file >= 0)
            close(file);
    }
    return length >= 0 && is_object(path, start, (size_t)length);
}

const char *
link_command_error(struct arena *arena, const struct options *options)
{
    if (options->output == OCC_EXECUTABLE)
        return NULL;
    vec_foreach (const char *const, input, &options->inputs)
        if (begins_as_object(*input))
            return arena_printf(arena,
                                "'%s' is an object: objects are linked to a program, and %s asks "
                                "for something else",
                                *input, options->output_switch);
    return NULL;
}

bool
link_is_wanted(const struct options *options)
{
    bool has_object = false, makes_one = options->output_file && options->inputs.count > 1;
    if (options->output != OCC_EXECUTABLE)
        return false;
    vec_foreach (const char *const, input, &options->inputs)
        has_object |= begins_as_object(*input);
    return has_object || makes_one || options->keeps_ir || options->creates_library;
}

/* ---- units ---- */

static int
compile_unit(struct linking *linking, struct occ_unit *unit, const struct input *file,
             occ_result **result)
{
    struct occ_job job = *linking->compile;
    linking->target = NULL;
    job.name = unit->name;
    job.source = file->text;
    job.length = file->length;
    enum occ_status status = occ_compile(linking->compiler, &job, result);
    fputs(*result ? occ_result_log(*result) : "occ: error: out of memory\n", stderr);
    unit->bytes = occ_result_bytes(*result, &unit->size);
    return (int)status;
}

/* What is wrong with it, the link says. */
static void
take_object(struct linking *linking, struct occ_unit *unit, const struct input *file)
{
    struct occ_binary binary = {.size = sizeof binary};
    bool is_known = occ_inspect(linking->compiler, file->text, file->length, &binary) == OCC_OK &&
                    binary.target;
    bool is_same = linking->count == 1 ||
                   (linking->target && is_known && strcmp(linking->target, binary.target) == 0);
    linking->target = is_known && is_same ? binary.target : NULL;
    unit->bytes = file->text;
    unit->size = file->length;
}

static int
take_input(struct linking *linking, const char *path)
{
    unsigned index = linking->count++;
    struct input *file = &linking->files[index];
    struct occ_unit *unit = &linking->units[index];
    unit->name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    if (!input_read(path, file)) {
        fprintf(stderr, "occ: error: cannot read '%s': %s\n", path, strerror(errno));
        return EXIT_USAGE;
    }
    if (!is_object(path, file->text, file->length))
        return compile_unit(linking, unit, file, &linking->results[index]);
    take_object(linking, unit, file);
    return 0;
}

/* ---- the program ---- */

static int
link_units(const struct linking *linking, struct output *output)
{
    struct occ_job job = *linking->link;
    occ_result *result = NULL;
    if (linking->target && !linking->options->target_is_given) {
        const char *option = arena_printf(linking->arena, "-mcpu=%s", linking->target);
        job.options = job_with_option(linking->arena, linking->link, option);
        job.option_count++;
    }
    job.units = linking->units;
    job.unit_count = linking->count;
    enum occ_status status = occ_compile(linking->compiler, &job, &result);
    output->result = result;
    fputs(result ? occ_result_log(result) : "occ: error: out of memory\n", stderr);
    bool written = status == OCC_OK && output_main(output) && output_time_trace(output) &&
                   output_pass_html(output);
    written &= output_report(linking->options, "", occ_result_report(result));
    occ_result_free(result);
    return status != OCC_OK ? (int)status : written ? 0 : EXIT_USAGE;
}

static int
link_all(struct linking *linking, struct output *output)
{
    int worst = 0;
    if (linking->options->depend.wanted) {
        fprintf(stderr, "occ: error: dependencies are of compilations (-c), not of a link\n");
        return EXIT_USAGE;
    }
    vec_foreach (const char *const, path, &linking->options->inputs) {
        int code = take_input(linking, *path);
        worst = code > worst ? code : worst;
    }
    return worst ? worst : link_units(linking, output);
}

int
link_inputs(const occ_compiler *compiler, struct arena *arena, const struct options *options,
            const struct occ_job *compile, const struct occ_job *link)
{
    unsigned inputs = options->inputs.count;
    struct linking linking = {.compiler = compiler,
                              .arena = arena,
                              .options = options,
                              .compile = compile,
                              .link = link,
                              .units = ARENA_ARRAY(arena, inputs, struct occ_unit),
                              .results = ARENA_ARRAY(arena, inputs, occ_result *),
                              .files = ARENA_ARRAY(arena, inputs, struct input)};
    struct output output = {.arena = arena, .options = options, .input = options->inputs.at[0]};
    int status = link_all(&linking, &output);
    if (status)
        output_discard(&output);
    for (unsigned i = 0; i < linking.count; i++) {
        occ_result_free(linking.results[i]);
        free(linking.files[i].text);
    }
    return status;
}
