#include "driver/command/output.h"

#include "driver/library/depend.h"
#include "driver/options/option_words.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Does the path lead to something other than a regular file? */
static bool
is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static bool
is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool
output_is_input(const char *one, const char *other)
{
    struct stat a, b;
    return stat(one, &a) == 0 && stat(other, &b) == 0 && S_ISREG(a.st_mode) &&
           a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* A file that is there is written over and then cut: one that is emptied first has ext4 write to the disk when it is
 * closed, which takes longer than compiling a small kernel. */
static bool
write_over(int file, const char *bytes, size_t size)
{
    struct stat status;
    for (size_t done = 0; done < size;) {
        ssize_t count = write(file, bytes + done, size - done);
        if (count < 0 && errno != EINTR)
            return false;
        done += count > 0 ? (size_t)count : 0;
    }
    bool is_longer =
        fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > (off_t)size;
    return !is_longer || ftruncate(file, (off_t)size) == 0;
}

bool
output_write(const char *path, const void *bytes, size_t size)
{
    if (strcmp(path, "-") == 0)
        return (size == 0 || fwrite(bytes, 1, size, stdout) == size) && fflush(stdout) == 0;
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool good = write_over(file, bytes, size);
    int error = good ? 0 : errno;
    if (close(file) != 0 && good) {
        good = false;
        error = errno;
    }
    if (!good && !is_device(path)) /* /dev/full stays */
        remove(path);
    errno = error;
    return good;
}

bool
output_report(const struct options *options, const char *title, const char *report)
{
    bool is_text = options->diag_format == DIAG_TEXT;
    if (is_text)
        fprintf(stderr, "%s%s", *report ? title : "", report);
    if (is_text || output_write("-", report, strlen(report)))
        return true;
    fprintf(stderr, "occ: error: cannot write the report to standard output: %s\n",
            strerror(errno));
    return false;
}

/* Writes the file, unless it would overwrite the input. */
static bool
write_checked(struct output *output, const char *path, const void *bytes, size_t size)
{
    if (output_is_input(path, output->input)) {
        fprintf(stderr, "occ: error: '%s' is the input file, too: nothing is written\n", path);
        return false;
    }
    if (!output_write(path, bytes, size)) {
        fprintf(stderr, "occ: error: cannot write '%s': %s\n", path, strerror(errno));
        return false;
    }
    vec_push(output->arena, &output->written, path);
    return true;
}

/* "-gfx900", and "-gfx900@xnack+" for gfx900:xnack+, as clang has it where file names take no colon: neither do
 * the rules of make. */
static const char *
target_part(const struct output *output)
{
    if (!output->target)
        return "";
    char *part = arena_printf(output->arena, "-%s", output->target->word);
    for (char *c = part; *c; c++)
        if (*c == ':')
            *c = '@';
    return part;
}

static const char *
last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The ending of a path, from its dot on; "" for none. */
static const char *
ending_of(const char *path)
{
    const char *name = last_part(path), *dot = strrchr(name, '.');
    return dot && dot > name ? dot : name + strlen(name);
}

/* The last part of a path with the target and another ending: "dir/k.cl" to "k.co" or "k-gfx900.co". */
static const char *
with_ending(const struct output *output, const char *path, const char *ending)
{
    const char *name = last_part(path);
    return arena_printf(output->arena, "%.*s%s%s", (int)(ending_of(path) - name), name,
                        target_part(output), ending);
}

/* The folder of a path, with the slash; "" for none. */
static const char *
folder_of(struct arena *arena, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    return slash ? arena_strndup(arena, path, (size_t)(slash + 1 - path)) : "";
}

/* The file of -o, beside which others may go, named after it; NULL: none, or a device. */
static const char *
output_file(const struct output *output)
{
    const char *path = output->options->output_file;
    return path && strcmp(path, "-") != 0 && !is_device(path) ? path : NULL;
}

/* A file with this ending, named after the output and beside it; without one, named after the input
 * and in the working folder. */
static const char *
beside(const struct output *output, const char *ending)
{
    struct arena *arena = output->arena;
    const char *path = output_file(output);
    if (!path)
        return with_ending(output, output->input, ending);
    return arena_printf(arena, "%s%s", folder_of(arena, path), with_ending(output, path, ending));
}

static const char *
default_name(const struct output *output, enum occ_output kind)
{
    static const char *const endings[] = {".co", ".o", ".s", NULL, ".oir", NULL};
    if (!endings[kind] || strcmp(output->input, "-") == 0)
        return "-";
    if (output->options->as_c_array)
        return with_ending(output, output->input, ".c");
    return with_ending(output, output->input, output->options->bundles ? ".hipfb" : endings[kind]);
}

/* NULL: the options ask for none. */
static const char *
main_file(const struct output *output)
{
    const struct options *options = output->options;
    enum occ_output kind = options->output;
    if (kind == OCC_NOTHING || options->depend.only)
        return NULL;
    if (output_file(output))
        return beside(output, ending_of(options->output_file));
    if (options->output_file)
        return options->output_file;
    if (options->stop_after)
        kind = OCC_PREPROCESSED; /* text to be looked at: to standard output */
    return default_name(output, kind);
}

/* What the array holds, for a comment. */
static const char *
targets_of(const struct output *output)
{
    const struct options *options = output->options;
    struct strbuf names = strbuf_new(output->arena);
    if (output->target)
        return output->target->word;
    if (!options->bundles)
        return options->target->name;
    vec_foreach (const struct offload_target, target, &options->targets)
        strbuf_printf(&names, "%s%s", names.length ? ", " : "", target->word);
    return names.text;
}

bool
output_main(struct output *output)
{
    const char *path = main_file(output);
    size_t size = output->size;
    const void *bytes = output->bytes ? output->bytes : occ_result_bytes(output->result, &size);
    struct strbuf text = strbuf_new(output->arena);
    if (path && output->options->as_c_array) {
        bool is_named = strcmp(path, "-") != 0;
        output_array(&text, is_named ? path : output->input, targets_of(output), bytes, size);
        bytes = text.text;
        size = text.length;
    }
    return !path || write_checked(output, path, bytes, size);
}

/* NULL: the options ask for none.  It tells no target: there is one for all. */
static const char *
depend_file(const struct output *output)
{
    const struct options *options = output->options;
    struct output all = *output;
    all.target = NULL;
    if (!options->depend.wanted)
        return NULL;
    if (options->depend.file)
        return options->depend.file;
    if (options->depend.only)
        return options->output_file ? options->output_file : "-";
    return beside(&all, ".d");
}

/* What the rule makes. */
static const char *
rule_target(const struct output *output)
{
    const struct options *options = output->options;
    bool is_compiled = !options->depend.only, is_bundle = is_compiled && options->bundles;
    struct output all = *output;
    if (is_bundle)
        all.target = NULL;
    if (is_compiled && output_file(output))
        return main_file(&all);
    if (options->output == OCC_EXECUTABLE || is_bundle)
        return default_name(&all, OCC_EXECUTABLE);
    return with_ending(output, output->input, ".o");
}

bool
output_dependencies(struct output *outputs, unsigned count)
{
    const struct options *options = outputs->options;
    struct arena *arena = outputs->arena;
    struct strbuf rule = strbuf_new(arena), targets = strbuf_new(arena);
    const occ_result **results = ARENA_ARRAY(arena, count, const occ_result *);
    const char *path = depend_file(outputs), *before = "";
    for (unsigned i = 0; path && i < count; i++) {
        const char *target = rule_target(&outputs[i]);
        results[i] = outputs[i].result;
        if (strcmp(target, before) == 0) /* one file for all of them */
            continue;
        strbuf_puts(&targets, i ? " " : "");
        depend_quote(&targets, target);
        before = target;
    }
    if (!path)
        return true;
    depend_rule(&rule, &options->depend, targets.text, outputs->input, results, count);
    return write_checked(outputs, path, rule.text, rule.length);
}

/* Where the switch says, or beside the output. */
static const char *
told_file(const struct output *output, const char *path, const char *ending)
{
    const char *own = beside(output, ending);
    if (path && is_folder(path))
        path = arena_printf(output->arena, "%s/%s", path, last_part(own));
    return path ? path : own;
}

static const char *
time_trace_file(const struct output *output)
{
    return told_file(output, output->options->time_trace_file, ".json");
}

static const char *
pass_html_file(const struct output *output)
{
    return told_file(output, output->options->pass_html_file, ".html");
}

bool
output_time_trace(struct output *output)
{
    const char *text = occ_result_time_trace(output->result);
    return !*text || write_checked(output, time_trace_file(output), text, strlen(text));
}

bool
output_pass_html(struct output *output)
{
    const char *text = occ_result_pass_html(output->result);
    return !*text || write_checked(output, pass_html_file(output), text, strlen(text));
}

/* The user's prefix may be the start of a name, or a folder. */
static const char *
temporary_name(const struct output *output, const char *ending)
{
    const struct options *options = output->options;
    struct arena *arena = output->arena;
    const char *prefix = options->save_temps_prefix;
    const char *name = with_ending(output, output->input, ending);
    if (options->save_temps_beside)
        return arena_printf(arena, "%s%s", folder_of(arena, options->output_file), name);
    if (!prefix)
        return name;
    if (*prefix && prefix[strlen(prefix) - 1] == '/')
        return arena_printf(arena, "%s%s", prefix, name);
    if (is_folder(prefix))
        return arena_printf(arena, "%s/%s", prefix, name);
    return arena_printf(arena, "%s%s%s", prefix, target_part(output), ending);
}

bool
output_temporary(struct output *output, const char *ending)
{
    size_t size;
    const void *bytes = occ_result_bytes(output->result, &size);
    return write_checked(output, temporary_name(output, ending), bytes, size);
}

static void
add_name(argument_vec *names, struct arena *arena, const char *path)
{
    if (path && strcmp(path, "-") != 0 && !is_device(path))
        vec_push(arena, names, path);
}

void
output_names(const struct output *output, argument_vec *names)
{
    const struct options *options = output->options;
    add_name(names, output->arena, main_file(output));
    add_name(names, output->arena, depend_file(output));
    if (options->time_trace)
        add_name(names, output->arena, time_trace_file(output));
    if (options->pass_html)
        add_name(names, output->arena, pass_html_file(output));
    if (options->save_temps) {
        add_name(names, output->arena, temporary_name(output, ".i"));
        add_name(names, output->arena, temporary_name(output, ".s"));
    }
}

void
output_forget(const char *path, const char *input)
{
    if (strcmp(path, "-") != 0 && !is_device(path) && !output_is_input(path, input))
        remove(path);
}

static void
discard(const struct output *output, const char *path)
{
    if (path)
        output_forget(path, output->input);
}

void
output_discard(const struct output *output)
{
    vec_foreach (const char *const, path, &output->written)
        discard(output, *path);
    discard(output, main_file(output));
    discard(output, depend_file(output));
}
