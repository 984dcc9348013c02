/* The command `occ-obj`: what can be done with code objects.  A subcommand is a row of the table. */
#include "backend-gcn/asm/disassemble.h"
#include "driver/input.h"
#include "driver/occ.h"
#include "driver/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_PROGRAM = 1, EXIT_USAGE = 2, EXIT_OUT_OF_MEMORY = 3, EXIT_INTERNAL = 4 };

/* One file that was read; text: what the subcommand writes.  Returns the exit status. */
struct object {
    struct arena *arena;
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
    const char *error = disassemble(&object->text, object->name, object->bytes, object->size);
    return error ? refuse(object, error) : 0;
}

static const struct subcommand {
    const char *name, *help;
    int (*run)(struct object *object);
} subcommands[] = {
    {"disasm", "print the code as assembly, as llvm-objdump -d does", disassemble_object},
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
    strbuf_puts(&text, "  --help    print this\n  --version print the version\n"
                       "\nExit status: 0 done, 1 a file is no such object, 2 wrong command line or "
                       "unreadable file,\n3 out of memory, 4 internal error.\n");
    return output_write("-", text.text, text.length) ? 0 : EXIT_USAGE;
}

/* Everything that it writes, or nothing. */
static int
run_on(struct arena *arena, const struct subcommand *subcommand, const char *path)
{
    struct input file;
    if (!input_read(path, &file)) {
        fprintf(stderr, "occ-obj: error: cannot read '%s': %s\n", path, strerror(errno));
        free(file.text);
        return EXIT_USAGE;
    }
    struct object object = {.arena = arena,
                            .name = strcmp(path, "-") == 0 ? "<stdin>" : path,
                            .bytes = file.text,
                            .size = file.length,
                            .text = strbuf_new(arena)};
    int code = subcommand->run(&object);
    if (!code && object.text.length && !output_write("-", object.text.text, object.text.length))
        code = EXIT_USAGE;
    free(file.text);
    return code;
}

static int
run(struct arena *arena, char **args, int count)
{
    const struct subcommand *subcommand = NULL;
    int worst = 0;
    if (count && strcmp(args[0], "--help") == 0)
        return print_help(arena);
    if (count && strcmp(args[0], "--version") == 0) {
        char *text = arena_printf(arena, "occ-obj %s\n", occ_version());
        return output_write("-", text, strlen(text)) ? 0 : EXIT_USAGE;
    }
    for (size_t i = 0; i < SUBCOMMANDS && count; i++)
        if (strcmp(args[0], subcommands[i].name) == 0)
            subcommand = &subcommands[i];
    if (!subcommand) {
        fprintf(stderr,
                count ? "occ-obj: error: unknown subcommand '%s' (--help lists them)\n"
                      : "occ-obj: error: no subcommand (--help lists them)\n",
                count ? args[0] : "");
        return EXIT_USAGE;
    }
    if (count < 2)
        fprintf(stderr, "occ-obj: error: no input file\n");
    for (int i = 1; i < count; i++) {
        int code = run_on(arena, subcommand, args[i]);
        worst = code > worst ? code : worst;
    }
    return count < 2 ? EXIT_USAGE : worst;
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
