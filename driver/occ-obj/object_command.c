/* The command `occ-obj`: what can be done with code objects.  A subcommand is a row of the table. */
#include "gcn/asm/disassemble.h"
#include "gcn/codeobj/convert.h"
#include "gcn/codeobj/describe.h"
#include "gcn/codeobj/verify.h"
#include "driver/units/extract.h"
#include "driver/command/input.h"
#include "driver/occ-obj/object_row.h"
#include "driver/occ.h"
#include "driver/command/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_PROGRAM = 1, EXIT_USAGE = 2, EXIT_OUT_OF_MEMORY = 3, EXIT_INTERNAL = 4 };

/* What stands between the subcommand and the files. */
struct settings {
    bool json;
    struct extract_choice choice;
    const char *output; /* NULL: standard output, for text */
    const struct object_version *version;
};

/* One file that was read; text: what the subcommand writes.  Returns the exit status. */
struct object {
    struct arena *arena;
    const struct settings *settings;
    const char *name;
    const void *bytes;
    size_t size;
    struct strbuf text;
};

static int
refuse(const struct object *object, const char *why)
{
    fprintf(stderr, "occ-obj: error: '%s': %s\n", object->name, why);
    return EXIT_PROGRAM;
}

static int
disassemble_object(struct object *object)
{
    struct codeobj read;
    bool is_read = !codeobj_read(&read, object->arena, object->bytes, object->size);
    const char *error = disassemble(&object->text, object->name, object->bytes, object->size,
                                    is_read ? read.target : NULL);
    return error ? refuse(object, error) : 0;
}

static int
dump_object(struct object *object)
{
    struct codeobj read;
    const char *why = codeobj_read(&read, object->arena, object->bytes, object->size);
    if (why)
        return refuse(object, why);
    struct meta *tree = codeobj_describe(&read, object->arena);
    if (object->settings->json)
        codeobj_print_json(&object->text, tree);
    else
        codeobj_print(&object->text, tree);
    return 0;
}

static int
convert_object(struct object *object)
{
    struct codeobj read;
    size_t size;
    const char *why = codeobj_read(&read, object->arena, object->bytes, object->size);
    if (why)
        return refuse(object, why);
    const uint8_t *bytes =
        codeobj_convert(&read, object->arena, object->settings->version, &size, &why);
    if (!bytes)
        return refuse(object, why);
    strbuf_add(&object->text, (const char *)bytes, size);
    return 0;
}

/* Exit status 1 with the rules that it breaks. */
static int
verify_object(struct object *object)
{
    struct codeobj read;
    struct strbuf broken = strbuf_new(object->arena);
    const char *why = codeobj_read(&read, object->arena, object->bytes, object->size);
    if (why)
        return refuse(object, why);
    if (!codeobj_verify(&read, &broken))
        return 0;
    for (char *line = broken.text, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        refuse(object, line);
    }
    return EXIT_PROGRAM;
}

/* Lists the entries, or writes the one that is wanted. */
static int
extract_object(struct object *object)
{
    const struct settings *settings = object->settings;
    struct bundle bundle;
    const char *why = bundle_read(&bundle, object->arena, object->bytes, object->size);
    if (!why && !settings->choice.is_made)
        extract_list(&object->text, &bundle);
    const struct bundle_entry *entry =
        why || !settings->choice.is_made
            ? NULL
            : extract_choose(&bundle, object->arena, &settings->choice, &why);
    if (entry)
        strbuf_add(&object->text, (const char *)entry->bytes, entry->size);
    return why ? refuse(object, why) : 0;
}

static const struct subcommand {
    const char *name, *help;
    int (*run)(struct object *object);
    unsigned takes;
} subcommands[] = {
#define SUBCOMMAND(name, function, takes, help) {name, help, function, takes},
#include "driver/occ-obj/subcommands.def"
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof *subcommands };

static int
print_help(struct arena *arena)
{
    struct strbuf text = strbuf_new(arena);
    strbuf_puts(&text,
                "usage: occ-obj SUBCOMMAND FILE...\n\nReads code objects of any compiler for "
                "AMD GCN GPUs; FILE may be - for standard input.\n\n");
    for (size_t i = 0; i < SUBCOMMANDS; i++) {
        strbuf_printf(&text, "  %s", subcommands[i].name);
        strbuf_column(&text, 12);
        strbuf_printf(&text, "%s\n", subcommands[i].help);
    }
    strbuf_puts(
        &text,
        "  --help    print this, or with a subcommand its switches\n  --version print the version\n"
        "\nExit status: 0 done, 1 a file is no such object, 2 wrong command line or "
        "unreadable file,\n3 out of memory, 4 internal error.\n");
    return output_write("-", text.text, text.length) ? 0 : EXIT_USAGE;
}

static int
print_subcommand_help(struct arena *arena, const struct subcommand *subcommand)
{
    struct strbuf text = strbuf_new(arena);
    strbuf_printf(&text, "usage: occ-obj %s %sFILE%s\n\n%s\n\n", subcommand->name,
                  subcommand->takes ? "[SWITCH...] " : "",
                  subcommand->takes & TAKES_OUTPUT ? "" : "...", subcommand->help);
    for (unsigned i = 0; i < OBJECT_SWITCHES; i++) {
        const struct object_switch *row = &object_switches[i];
        if (!(subcommand->takes & 1u << i))
            continue;
        bool is_separate = row->value && row->spelling[strlen(row->spelling) - 1] != '=';
        size_t start = text.length;
        strbuf_printf(&text, "  %s%s%s", row->spelling, is_separate ? " " : "",
                      row->value ? row->value : "");
        size_t width = text.length - start;
        strbuf_printf(&text, "%*s%s\n", width < 28 ? (int)(28 - width) : 1, "", row->help);
    }
    return output_write("-", text.text, text.length) ? 0 : EXIT_USAGE;
}

/* Everything that it writes, or nothing. */
static int
run_on(struct arena *arena, const struct subcommand *subcommand, const struct settings *settings,
       const char *path)
{
    struct input file;
    if (!input_read(path, &file)) {
        fprintf(stderr, "occ-obj: error: cannot read '%s': %s\n", path, strerror(errno));
        free(file.text);
        return EXIT_USAGE;
    }
    struct object object = {.arena = arena,
                            .settings = settings,
                            .name = strcmp(path, "-") == 0 ? "<stdin>" : path,
                            .bytes = file.text,
                            .size = file.length,
                            .text = strbuf_new(arena)};
    bool is_replaced = settings->output && output_is_input(settings->output, path);
    bool is_unfit = !(subcommand->takes & TAKES_CPU) && bundle_is_there(object.bytes, object.size);
    int code = is_replaced ? refuse(&object, "it is the output file, too: nothing is written")
               : is_unfit
                   ? refuse(&object, "it is a bundle of objects: `occ-obj extract` takes them out")
                   : subcommand->run(&object);
    if (!code && object.text.length &&
        !output_write(settings->output ? settings->output : "-", object.text.text,
                      object.text.length))
        code = EXIT_USAGE;
    free(file.text);
    return code;
}

static int
wrong_usage(const char *what, const char *of)
{
    fprintf(stderr, "occ-obj: error: %s%s\n", what, of);
    return EXIT_USAGE;
}

/* Takes one switch of the subcommand; false: it has none such, or its value is wrong, which is told. */
static bool
take_switch(struct arena *arena, struct settings *settings, const struct subcommand *subcommand,
            const char *text)
{
    const char *json = object_switches[NUMBER_JSON].spelling;
    const char *version = object_switches[NUMBER_VERSION].spelling;
    if (subcommand->takes & TAKES_JSON && strcmp(text, json) == 0) {
        settings->json = true;
        return true;
    }
    if (subcommand->takes & TAKES_VERSION && strncmp(text, version, strlen(version)) == 0) {
        settings->version = object_version_find(text + strlen(version));
        if (!settings->version)
            wrong_usage("unknown code object version: ", text);
        return settings->version != NULL;
    }
    if (subcommand->takes & TAKES_CPU) {
        const char *why = extract_switch(arena, &settings->choice, text);
        if (why)
            wrong_usage(why, "");
        return !why;
    }
    wrong_usage("unknown switch: ", text);
    return false;
}

static const char *
lacks(const struct settings *settings, const struct subcommand *subcommand, int files)
{
    if (!files)
        return "no input file";
    if (subcommand->takes & TAKES_VERSION && !settings->version)
        return "-mcode-object-version=N says which version is wanted";
    bool chooses = (subcommand->takes & TAKES_CPU) != 0;
    if (chooses && settings->choice.is_made != (settings->output != NULL))
        return "-mcpu=GFX, --target=ID or --entry=N says which object -o OUTPUT is to hold";
    if (subcommand->takes & TAKES_OUTPUT && !(chooses && !settings->output) &&
        (files > 1 || !settings->output))
        return "one file and -o OUTPUT are wanted";
    return NULL;
}

static int
run_subcommand(struct arena *arena, const struct subcommand *subcommand, char **args, int count)
{
    struct settings settings = {.json = false};
    int worst = 0, files = 0;
    for (int i = 0; i < count; i++)
        if (strcmp(args[i], "--help") == 0)
            return print_subcommand_help(arena, subcommand);
    for (int i = 0; i < count; i++) {
        bool is_output = strcmp(args[i], object_switches[NUMBER_OUTPUT].spelling) == 0 &&
                         subcommand->takes & TAKES_OUTPUT;
        if (is_output && i + 1 < count)
            settings.output = args[++i];
        else if (is_output)
            return wrong_usage("-o lacks its file", "");
        else if (args[i][0] != '-' || !args[i][1])
            args[files++] = args[i];
        else if (!take_switch(arena, &settings, subcommand, args[i]))
            worst = EXIT_USAGE;
    }
    const char *missing = worst ? NULL : lacks(&settings, subcommand, files);
    if (missing)
        worst = wrong_usage(missing, "");
    for (int i = 0; i < files && (i || !worst); i++) {
        int code = run_on(arena, subcommand, &settings, args[i]);
        worst = code > worst ? code : worst;
    }
    if (worst && settings.output)
        output_forget(settings.output, files ? args[0] : "-");
    return worst;
}

static int
run(struct arena *arena, char **args, int count)
{
    if (count && strcmp(args[0], "--help") == 0)
        return print_help(arena);
    if (count && strcmp(args[0], "--version") == 0) {
        char *text = arena_printf(arena, "occ-obj %s\n", occ_version());
        return output_write("-", text, strlen(text)) ? 0 : EXIT_USAGE;
    }
    for (size_t i = 0; i < SUBCOMMANDS && count; i++)
        if (strcmp(args[0], subcommands[i].name) == 0)
            return run_subcommand(arena, &subcommands[i], args + 1, count - 1);
    if (!count)
        return wrong_usage("no subcommand (--help lists them)", "");
    fprintf(stderr, "occ-obj: error: unknown subcommand '%s' (--help lists them)\n", args[0]);
    return EXIT_USAGE;
}

int
main(int argc, char **argv)
{
    struct guard guard = {.status = GUARD_OK};
    struct arena arena;
    int code;
    arena_init(&arena, NULL, &guard);
    if (setjmp(guard.target) == 0) {
        code = run(&arena, argv + 1, argc > 0 ? argc - 1 : 0);
    } else {
        fprintf(stderr, "occ-obj: error: %s\n", guard.message);
        code = guard.status == GUARD_MEMORY ? EXIT_OUT_OF_MEMORY : EXIT_INTERNAL;
    }
    arena_free(&arena);
    return code;
}
