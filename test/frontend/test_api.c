/* frontend.h's promises that text tests cannot show: virtual files, the list of files, locations. */
#include "frontend/frontend.h"
#include "frontend/source.h"
#include "test/diagnostics/note_messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct run {
    struct guard guard;
    struct arena arena;
    struct diag diag;
    struct frontend frontend;
    struct frontend_options options;
};

static void
start(struct run *run)
{
    arena_init(&run->arena, NULL, &run->guard);
    diag_init(&run->diag, &run->arena);
    frontend_init(&run->frontend, &run->arena, &run->diag, &run->options);
}

static struct translation_unit *
parse(struct run *run, const char *text)
{
    char *copy = strdup(text); /* the text need not outlive the call */
    struct translation_unit *unit = frontend_parse(&run->frontend, "a.cl", copy, strlen(copy));
    memset(copy, '#', strlen(copy));
    free(copy);
    return unit;
}

static void
test_virtual_files(void **state)
{
    static const struct virtual_file files[] = {
        {"lib/math.h", "#include \"more.h\"\nint a = MORE;\n", 32},
        {"more.h", "#pragma once\n#define MORE 3\n", 28},
    };
    struct run run = {.options = {.virtual_files = files, .virtual_file_count = 2}};
    uint32_t count;
    (void)state;
    start(&run);
    struct translation_unit *unit =
        parse(&run, "#include <lib/math.h>\n#include \"more.h\"\nint b = MORE;\n");
    assert_int_equal(run.diag.errors, 0);
    assert_int_equal(unit->decls.count, 2);
    assert_int_equal(unit->decls.at[0]->init->integer.value, 3);
    frontend_files(&run.frontend, &count);
    assert_int_equal(count, 0);
    parse(&run, "");
    arena_free(&run.arena);
}

/* Names are looked for as written, then from the folder of the including file, dots resolved. */
static void
test_virtual_folders(void **state)
{
    static const struct virtual_file files[] = {
        {"lib/a.h", "#include \"b.h\"\n#include \"../c.h\"\n", 33},
        {"lib/b.h", "#define B 1\n", 12},
        {"c.h", "#define C 2\n", 12},
    };
    struct run run = {.options = {.virtual_files = files, .virtual_file_count = 3}};
    (void)state;
    start(&run);
    parse(&run, "#include \"lib/a.h\"\n#include \"./lib/../lib/b.h\"\n"
                "#if !__has_include(\"b.h\") && __has_include(<lib/b.h>)\nint x[B + C];\n#endif\n");
    assert_int_equal(run.diag.errors, 0);
    parse(&run, "#include \"b.h\"\n");
    assert_int_equal(run.diag.errors, 1);
    arena_free(&run.arena);
}

static void
test_no_disk(void **state)
{
    struct run run = {0};
    (void)state;
    start(&run);
    parse(&run, "#include \"test_api.c\"\n#include </etc/passwd>\n");
    assert_int_equal(run.diag.errors, 2);
    diag_finish(&run.diag, "");
    assert_non_null(strstr(run.diag.log.text, "note: headers are not read from disk"));
    note_messages(&run.diag);
    arena_free(&run.arena);
}

/* Four billion positions are enough for anybody; a text that would need more is refused. */
static void
test_positions_run_out(void **state)
{
    struct run run = {0};
    (void)state;
    start(&run);
    run.frontend.sources->next = UINT32_MAX - 4;
    parse(&run, "int x = 12345;\n");
    assert_int_equal(run.diag.errors, 1);
    diag_finish(&run.diag, "");
    assert_non_null(strstr(run.diag.log.text, "is too large"));
    note_messages(&run.diag);
    arena_free(&run.arena);
}

static void
test_files(void **state)
{
    static const char *const paths[] = {"include"};
    struct run run = {
        .options = {.use_disk = true, .include_paths = paths, .include_path_count = 1}};
    uint32_t count;
    (void)state;
    start(&run);
    parse(&run, "#include <once.h>\n#include \"include/sub/beside.h\"\n#include <once.h>\n");
    const struct frontend_file *files = frontend_files(&run.frontend, &count);
    assert_int_equal(run.diag.errors, 0);
    assert_int_equal(count, 3);
    assert_string_equal(files[0].name, "include/once.h");
    assert_string_equal(files[1].name, "include/sub/inner.h");
    assert_string_equal(files[2].name, "include/sub/beside.h");
    arena_free(&run.arena);
}

static void
test_places(void **state)
{
    struct run run = {0};
    struct diag_location location;
    (void)state;
    start(&run);
    struct translation_unit *unit =
        parse(&run, "int a;\n#define D(x) int x\nin\\\nt b;\n  D(\n c);");
    assert_int_equal(unit->decls.count, 3);
    assert_true(frontend_location(&run.frontend, unit->decls.at[0]->loc, &location));
    assert_int_equal(location.line, 1);
    assert_int_equal(location.column, 5);
    assert_string_equal(location.file, "a.cl");
    assert_true(frontend_location(&run.frontend, unit->decls.at[1]->loc, &location));
    assert_int_equal(location.line, 4);
    assert_int_equal(location.column, 3);
    assert_true(frontend_location(&run.frontend, unit->decls.at[2]->loc, &location));
    assert_int_equal(location.line, 6);
    assert_int_equal(location.column, 2);
    assert_false(frontend_location(&run.frontend, 0, &location));
    arena_free(&run.arena);
}

static void
test_line_directive(void **state)
{
    struct run run = {0};
    struct diag_location location;
    (void)state;
    start(&run);
    struct translation_unit *unit = parse(&run, "\n#line 50 \"z.cl\"\nint d;\n\nint e;");
    assert_true(frontend_location(&run.frontend, unit->decls.at[0]->loc, &location));
    assert_int_equal(location.line, 50);
    assert_string_equal(location.file, "z.cl");
    assert_true(frontend_location(&run.frontend, unit->decls.at[1]->loc, &location));
    assert_int_equal(location.line, 52);
    arena_free(&run.arena);
}

static void
test_names_are_interned(void **state)
{
    struct run run = {0};
    (void)state;
    start(&run);
    struct translation_unit *unit = parse(&run, "int abc; float4 v;");
    assert_ptr_equal(unit->decls.at[0]->name, intern_string(&run.frontend.intern, "abc"));
    assert_ptr_equal(unit->decls.at[0]->specifiers->base,
                     intern_string(&run.frontend.intern, "int"));
    assert_ptr_equal(unit->decls.at[1]->specifiers->base,
                     intern_string(&run.frontend.intern, "float4"));
    arena_free(&run.arena);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_virtual_files),   cmocka_unit_test(test_no_disk),
        cmocka_unit_test(test_virtual_folders), cmocka_unit_test(test_positions_run_out),
        cmocka_unit_test(test_files),           cmocka_unit_test(test_places),
        cmocka_unit_test(test_line_directive),  cmocka_unit_test(test_names_are_interned),
    };
    if (argc > 1)
        (void)!chdir(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
