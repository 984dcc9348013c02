/* What libocc tells besides the log: messages, arguments, attributes and printf rows as records; options
 * alone; cache keys. */
#include "driver/occ.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static occ_compiler *compiler;

static occ_result *
compile(const char *source, const char *options, enum occ_status expected)
{
    struct occ_job job = {.size = sizeof job,
                          .name = "k.cl",
                          .source = source,
                          .length = strlen(source),
                          .option_string = options};
    occ_result *result;
    enum occ_status status = occ_compile(compiler, &job, &result);
    if (status != expected)
        fail_msg("status %d: %s", status, occ_result_log(result));
    return result;
}

static void
messages_are_records(void **state)
{
    (void)state;
    const char *source = "kernel void k(global int *a) {\n"
                         "  int unused_one;\n"
                         "  a[0] = frist(1)\n"
                         "}\n";
    occ_result *result = compile(source, "-mcpu=gfx900 -Wall", OCC_ERROR);
    unsigned count = occ_result_diagnostic_count(result), errors = 0, fixits = 0, ranges = 0;
    assert_in_range(count, 1, 10);
    for (unsigned i = 0; i < count; i++) {
        const struct occ_diagnostic *message = occ_result_diagnostic(result, i);
        assert_non_null(strstr(occ_result_log(result), message->message));
        assert_non_null(message->id);
        assert_string_equal(message->place.file, "k.cl");
        assert_in_range(message->place.line, 1, 4);
        assert_in_range(message->place.column, 1, 40);
        errors += message->severity == OCC_FAILURE;
        fixits += message->fixit_count;
        ranges += message->range_count;
        if (message->severity == OCC_FAILURE)
            assert_null(message->option);
    }
    assert_in_range(errors, 1, 3);
    assert_true(fixits + ranges > 0);
    assert_null(occ_result_diagnostic(result, count));
    occ_result_free(result);

    result = compile("kernel void k(global int *a) { int spare = 1; a[0] = 2; }",
                     "-mcpu=gfx900 -Wunused-variable", OCC_OK);
    assert_int_equal(occ_result_diagnostic_count(result), 1);
    const struct occ_diagnostic *warning = occ_result_diagnostic(result, 0);
    assert_int_equal(warning->severity, OCC_WARNING);
    assert_string_equal(warning->option, "-Wunused-variable");
    assert_int_equal(warning->place.column, 36);
    occ_result_free(result);
}

static void
kernels_tell_their_arguments(void **state)
{
    (void)state;
    const char *source =
        "typedef struct { float x; int n; } pair;\n"
        "__attribute__((reqd_work_group_size(8, 4, 1))) __attribute__((vec_type_hint(float4)))\n"
        "kernel void k(global const float4 *restrict a, local int *b, constant pair *c, pair d,\n"
        "              write_only image2d_t e, sampler_t f, volatile global uint *g) {\n"
        "  printf(\"%d\\n\", d.n); g[0] = b[0] + (int)a[0].x; write_imagef(e, (int2)(0), c->x); "
        "}\n";
    static const struct {
        const char *name, *type;
        enum occ_address address;
        enum occ_access access;
        unsigned qualifiers;
    } expected[] = {{"a", "float4*", OCC_GLOBAL, OCC_NO_ACCESS, OCC_CONST | OCC_RESTRICT},
                    {"b", "int*", OCC_LOCAL, OCC_NO_ACCESS, 0},
                    {"c", "pair*", OCC_CONSTANT, OCC_NO_ACCESS, OCC_CONST},
                    {"d", "pair", OCC_PRIVATE, OCC_NO_ACCESS, 0},
                    {"e", "image2d_t", OCC_GLOBAL, OCC_WRITE_ONLY, 0},
                    {"f", "sampler_t", OCC_PRIVATE, OCC_NO_ACCESS, 0},
                    {"g", "uint*", OCC_GLOBAL, OCC_NO_ACCESS, OCC_VOLATILE}};
    occ_result *result = compile(source, "-mcpu=gfx900", OCC_OK);
    const struct occ_kernel *kernel = occ_result_kernel(result, 0);
    assert_int_equal(kernel->argument_count, 7);
    unsigned end = 0;
    for (unsigned i = 0; i < 7; i++) {
        const struct occ_argument *argument = &kernel->arguments[i];
        assert_string_equal(argument->name, expected[i].name);
        assert_string_equal(argument->type_name, expected[i].type);
        assert_int_equal(argument->address, expected[i].address);
        assert_int_equal(argument->access, expected[i].access);
        assert_int_equal(argument->qualifiers, expected[i].qualifiers);
        assert_true(argument->offset >= end && argument->offset % argument->align == 0);
        end = argument->offset + argument->size;
    }
    assert_string_equal(kernel->attributes, "vec_type_hint(float4) reqd_work_group_size(8,4,1)");
    assert_string_equal(occ_result_printf(result, 0), "1:4:%d\\n");
    assert_null(occ_result_printf(result, 1));
    occ_result_free(result);
}

static void
options_are_checked_alone(void **state)
{
    (void)state;
    static const struct {
        enum occ_action action;
        const char *options;
        enum occ_status status;
    } rows[] = {{OCC_BUILD, "-mcpu=gfx900 -cl-fast-relaxed-math", OCC_OK},
                {OCC_BUILD, "-mcpu=gfx900 -D 'A=1 2' -DB=\"x\" -I \"a b\"", OCC_OK},
                {OCC_BUILD, "-mcpu=gfx900 -no-such", OCC_USAGE},
                {OCC_COMPILE, "-create-library", OCC_USAGE},
                {OCC_LINK, "-create-library", OCC_OK},
                {OCC_BUILD, NULL, OCC_OK},
                {OCC_BUILD, "", OCC_OK}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct occ_job job = {
            .size = sizeof job, .action = rows[i].action, .option_string = rows[i].options};
        occ_result *result;
        assert_int_equal(occ_check_options(compiler, &job, &result), rows[i].status);
        assert_true((*occ_result_log(result) != '\0') == (rows[i].status == OCC_USAGE));
        occ_result_free(result);
    }
}

static void
strings_have_words(void **state)
{
    (void)state;
    const char *source = "#ifndef B\n#error none\n#endif\nkernel void k(global int *a) { a[0] = A; "
                         "a[1] = sizeof(S); }\n";
    occ_result_free(compile(source, "  -D'A=1 + 2'\t-D B -DS=\\\"abc\\\" \n", OCC_OK));
}

static void
key_of(char key[OCC_KEY_SIZE], const char *source, const char *options)
{
    struct occ_job job = {
        .size = sizeof job, .source = source, .length = strlen(source), .option_string = options};
    occ_result *result;
    assert_int_equal(occ_cache_key(compiler, &job, key, &result), OCC_OK);
    assert_int_equal(strlen(key), OCC_KEY_SIZE - 1);
    occ_result_free(result);
}

static void
keys_tell_programs_apart(void **state)
{
    (void)state;
    const char *source = "kernel void k(global int *a) { a[0] = N; }";
    static const struct {
        const char *source, *options;
        int is_same;
    } rows[] = {
        {"kernel   void k(global int *a)\n{ a[0] = N;\n }", "-mcpu=gfx900 -DN=1", 1},
        {"/* why */ kernel void k(global int *a) { a[0] = 1; }", "-DX=2 -mcpu=gfx900 -Wall", 1},
        {"kernel void k(global int *a) { a[0] = N; }", "-mcpu=gfx900 -DN=2", 0},
        {"kernel void k(global int *a) { a[0] = N; }", "-mcpu=gfx803 -DN=1", 0},
        {"kernel void k(global int *a) { a[0] = N; }", "-mcpu=gfx900 -DN=1 -O1", 0},
        {"kernel void k(global int *b) { b[0] = N; }", "-mcpu=gfx900 -DN=1", 0},
        {"kernel void k(global int *a) { a[0] = N; }", "-mcpu=gfx900 -DN=1 -Wall -Werror", 0},
    };
    char first[OCC_KEY_SIZE], other[OCC_KEY_SIZE];
    key_of(first, source, "-mcpu=gfx900 -DN=1");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        key_of(other, rows[i].source, rows[i].options);
        if ((strcmp(first, other) == 0) != rows[i].is_same)
            fail_msg("row %zu: %s, %s", i, first, other);
    }
    key_of(first, "constant char s[] = \"a b\"; kernel void k() {}", NULL);
    key_of(other, "constant char s[] = \"a  b\"; kernel void k() {}", NULL);
    assert_string_not_equal(first, other);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_records),      cmocka_unit_test(kernels_tell_their_arguments),
        cmocka_unit_test(options_are_checked_alone), cmocka_unit_test(strings_have_words),
        cmocka_unit_test(keys_tell_programs_apart),
    };
    compiler = occ_compiler_create(NULL);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    occ_compiler_destroy(compiler);
    return failures;
}
