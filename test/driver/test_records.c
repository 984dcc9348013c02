/* What libocc tells besides the log: messages, arguments, attributes and printf rows as records; options
 * alone; cache keys. */
#include "driver/occ.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
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
    assert_string_equal(kernel->attributes, "reqd_work_group_size(8,4,1) vec_type_hint(float4)");
    assert_string_equal(occ_result_printf(result, 0), "1:4:%d\\n");
    assert_null(occ_result_printf(result, 1));
    occ_result_free(result);
}

/* array: one more switch, outside of the string. */
static const struct option_case {
    enum occ_action action;
    const char *array, *string;
    const char *error; /* in the log; NULL: they are taken */
} option_cases[] = {
    {OCC_BUILD, NULL, "-mcpu=gfx900 -cl-fast-relaxed-math", NULL},
    {OCC_BUILD, NULL, "-mcpu=gfx900 -D 'A=1 2' -DB=\"x\" -I \"a b\"", NULL},
    {OCC_BUILD, NULL, "-mcpu=gfx900 -no-such", "unknown option '-no-such'"},
    {OCC_COMPILE, NULL, "-create-library", "-create-library is an option of linking"},
    {OCC_BUILD, NULL, "-enable-link-options", "-enable-link-options is an option of linking"},
    {OCC_LINK, NULL, "-create-library -enable-link-options", NULL},
    {OCC_LINK, NULL, "-enable-link-options", "-enable-link-options needs -create-library"},
    {OCC_BUILD, NULL, NULL, NULL},
    {OCC_BUILD, NULL, "", NULL},
    /* A program is what OpenCL's options are for; the output is chosen otherwise. */
    {OCC_BUILD, "-E", "-DA", NULL},
    {OCC_BUILD, "-S", "-DA", NULL},
    {OCC_BUILD, NULL, "-E", "-E chooses what is written"},
    {OCC_BUILD, NULL, "-DA -M", "-M chooses what is written"},
    {OCC_BUILD, NULL, "-S", "-S chooses what is written"},
    {OCC_BUILD, "-S", "-c", "-c chooses what is written"},
    {OCC_BUILD, NULL, "-fsyntax-only", "-fsyntax-only chooses what is written"},
    {OCC_BUILD, NULL, "-emit-ir", "-emit-ir chooses what is written"},
    {OCC_BUILD, NULL, "-Xclang -E", "-Xclang chooses what is written"},
    {OCC_BUILD, NULL, "-stop-after=sched", "-stop-after=sched chooses what is written"},
    {OCC_BUILD, NULL, "-flto", "-flto chooses what is written"},
    {OCC_BUILD, NULL, "-dM", "-dM chooses what is written"},
    {OCC_BUILD, NULL, "-ftime-trace", "-ftime-trace chooses what is written"},
    {OCC_BUILD, NULL, "-fpass-html", "-fpass-html chooses what is written"},
    /* Nor do they do the command's other jobs, or name files. */
    {OCC_BUILD, NULL, "-DA --help", "--help chooses what is written"},
    {OCC_BUILD, NULL, "-v", "-v chooses what is written"},
    {OCC_BUILD, NULL, "-o a.co", "-o chooses what is written"},
    {OCC_BUILD, NULL, "-oa.co", "-oa.co chooses what is written"},
    {OCC_BUILD, NULL, "-MD", "-MD chooses what is written"},
    {OCC_BUILD, NULL, "-j 4", "-j chooses what is written"},
    {OCC_COMPILE, NULL, "--emit=c-array", "--emit=c-array chooses what is written"},
    {OCC_LINK, NULL, "-save-temps", "-save-temps chooses what is written"},
    {OCC_BUILD, NULL, "-D X = 5", "'=' is no option"},
    {OCC_COMPILE, NULL, "nonsense", "'nonsense' is no option"},
    {OCC_LINK, NULL, "-w @file", "'@file' is no option"},
    {OCC_BUILD, NULL, "-- -w", "'-w' is no option"},
    {OCC_BUILD, "a.cl", "b.cl", "'b.cl' is no option"},
    {OCC_COMPILE, "-c", NULL, NULL},
    {OCC_COMPILE, "-S", NULL, "-S chooses what is written"},
    {OCC_COMPILE, "-E", NULL, "-E chooses what is written"},
    {OCC_COMPILE, NULL, "-c", "-c chooses what is written"},
    {OCC_LINK, "-S", NULL, NULL},
    {OCC_LINK, "-c", NULL, NULL},
    {OCC_LINK, "-E", NULL, "-E chooses what is written"},
    {OCC_LINK, "-M", NULL, "-M chooses what is written"},
    {OCC_LINK, "-S", "-create-library", "-S chooses what is written"},
    {OCC_LINK, NULL, "-S", "-S chooses what is written"},
    /* Units are compiled already; what OpenCL 1.2, 5.6.5.2 lists, and what code is made with, is taken. */
    {OCC_LINK, NULL, "-DX", "-DX is an option of compiling"},
    {OCC_LINK, NULL, "-D X", "-D is an option of compiling"},
    {OCC_LINK, NULL, "-cl-std=CL2.0", "-cl-std=CL2.0 is an option of compiling"},
    {OCC_LINK, NULL, "-include x.h", "-include is an option of compiling"},
    {OCC_LINK, NULL, "-cl-single-precision-constant", "-cl-single-precision-constant is an option"},
    {OCC_LINK, "--ignore-unknown", "-DX", NULL},
    {OCC_LINK, NULL, " -I .  -I/usr/include ", NULL},
    {OCC_LINK, NULL, "-cl-denorms-are-zero -cl-no-signed-zeroes -cl-unsafe-math-optimizations",
     NULL},
    {OCC_LINK, NULL, "-cl-finite-math-only -cl-fast-relaxed-math -cl-no-subgroup-ifp", NULL},
    {OCC_LINK, NULL, "-cl-opt-disable -g -w -mmax-vgprs=64 -mcode-object-version=2 ", NULL},
    /* The target that the array names stays. */
    {OCC_BUILD, "-mcpu=gfx900", "-mcpu=gfx900 -DA", NULL},
    {OCC_BUILD, "-mcpu=gfx900", "-mcpu=gfx900:xnack+", NULL},
    {OCC_BUILD, "-mcpu=gfx900", "-mcpu=fiji", "-mcpu=fiji: this is made for gfx900"},
    {OCC_COMPILE, "-mcpu=fiji", "-DA -mcpu=gfx900", "-mcpu=gfx900: this is made for gfx803"},
    {OCC_LINK, "-mcpu=gfx900", "-mcpu=gfx906", "-mcpu=gfx906: this is made for gfx900"},
    {OCC_BUILD, "-mcpu=gfx900", "--offload-arch=gfx803,gfx906",
     "--offload-arch=gfx906: this is made for gfx900"},
    {OCC_BUILD, "-mcpu=gfx900", "-mcpu=nope", "unknown target 'nope'"},
    /* Quotes. */
    {OCC_BUILD, NULL, "-I a\\ b\\ c -DX", NULL},
    {OCC_BUILD, NULL, "-I 'a\\ b' -I \"c\\ d\"", NULL},
    {OCC_BUILD, NULL, "-DA='1 -DB=2", "a quote is not closed in the options: -DA='1 -DB=2"},
    {OCC_COMPILE, NULL, "-DC -I \"a b", "a quote is not closed in the options: \"a b"},
    {OCC_LINK, NULL, "\"", "a quote is not closed"}};

static void
options_are_checked_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof option_cases / sizeof *option_cases; i++) {
        const struct option_case *one = &option_cases[i];
        struct occ_job job = {.size = sizeof job,
                              .action = one->action,
                              .options = &one->array,
                              .option_count = one->array != NULL,
                              .option_string = one->string};
        occ_result *result;
        enum occ_status status = occ_check_options(compiler, &job, &result);
        const char *log = occ_result_log(result);
        if (status != (one->error ? OCC_USAGE : OCC_OK) ||
            (one->error ? !strstr(log, one->error) : *log))
            fail_msg("row %zu: status %d, %s", i, status, log);
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
    static const char other_way[] = "kernel   void k(global int *a)\n{ a[0] = N;\n }";
    static const struct {
        const char *source, *options;
        int is_same;
    } rows[] = {
        {other_way, "-mcpu=gfx900 -DN=1", 1},
        {"/* why */ kernel void k(global int *a) { a[0] = 1; }", "-DX=2 -mcpu=gfx900 -Wall", 1},
        {other_way, "-mcpu=gfx900 -DN=2", 0},
        {other_way, "-mcpu=gfx803 -DN=1", 0},
        {"kernel void k(global int *b) { b[0] = N; }", "-mcpu=gfx900 -DN=1", 0},
        {other_way, "-mcpu=gfx900 -DN=1 -Wall -Werror", 0},
        /* What holds anyway, said or not, and what has no effect. */
        {other_way, "-DN=1", 1},
        {other_way, "-DN=1 -O3 -cl-std=CL1.2 -std=CL1.2 -mcode-object-version=2", 1},
        {other_way, "-DN=1 -O0 -O3 -g0 -cl-mad-enable -ffp-contract=on -finline-functions", 1},
        {other_way, "-DN=1 -mmax-vgprs=0 -funroll-loops --target=amdgcn-amd-amdhsa", 1},
        {other_way, "-DN=1 -cl-kernel-arg-info -fno-strict-aliasing -ferror-limit=3 -Iinc", 1},
        {other_way, "-DN=1 -ffast-math -fno-fast-math", 1},
        {other_way, "-DN=1 -x c", 1},
        {other_way, "-DN=1 -x cl-cpp-output", 0},
        {other_way, "-DN=1 -ffinite-math-only -fno-finite-math-only", 1},
        {other_way, "-DN=1 -O2", 0},
        {other_way, "-DN=1 -cl-opt-disable", 0},
        {other_way, "-DN=1 -cl-std=CL2.0", 0},
        {other_way, "-DN=1 -mcode-object-version=4", 0},
        {other_way, "-DN=1 -ffp-contract=off", 0},
        {other_way, "-DN=1 -mmax-vgprs=32", 0},
        {other_way, "-DN=1 -fno-unroll-loops", 0},
        {other_way, "-DN=1 -fno-inline", 0},
        {other_way, "-DN=1 -finline-everything", 0},
        {other_way, "-DN=1 -cl-fast-relaxed-math", 0},
        {other_way, "-DN=1 -cl-finite-math-only", 0},
        {other_way, "-DN=1 -ffinite-math-only", 0},
        {other_way, "-DN=1 -cl-no-signed-zeros", 0},
        {other_way, "-DN=1 -cl-strict-aliasing", 0},
        {other_way, "-DN=1 -cl-denorms-are-zero", 0},
        {other_way, "-DN=1 -fdisable-pass=opt_gvn", 0},
        {other_way, "-DN=1 -mcpu=gfx900:xnack+", 0},
        {other_way, "-DN=1 --target=amdgcn-amd-amdhsa-amdgiz", 0},
        {other_way, "-DN=1 -mno-flat-scratch", 0},
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

/* The key of a job, which has one. */
static void
key_of_job(char key[OCC_KEY_SIZE], struct occ_job job)
{
    occ_result *result;
    job.size = sizeof job;
    enum occ_status status = occ_cache_key(compiler, &job, key, &result);
    if (status != OCC_OK)
        fail_msg("status %d: %s", status, occ_result_log(result));
    occ_result_free(result);
}

static void
assert_keys(const struct occ_job *one, const struct occ_job *other, bool are_same)
{
    char first[OCC_KEY_SIZE], second[OCC_KEY_SIZE];
    key_of_job(first, *one);
    key_of_job(second, *other);
    assert_int_equal(strcmp(first, second) == 0, are_same);
}

/* What has places has the key of its lines, name and output; a program has not. */
static void
keys_know_what_is_written(void **state)
{
    (void)state;
    const char *text = "kernel void k() {}", *below = "\n\nkernel void k() {}";
    const char *const switches[] = {"-E", "-S", "-emit-ir", "-M", "-c"};
    struct occ_job plain = {.source = text, .length = strlen(text)}, lower = plain;
    lower.source = below, lower.length = strlen(below);
    assert_keys(&plain, &lower, true);
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        struct occ_job written = plain, moved = lower;
        written.options = moved.options = &switches[i];
        written.option_count = moved.option_count = 1;
        assert_keys(&plain, &written, false);
        assert_keys(&moved, &written, false);
    }
    const char *const no_markers[] = {"-E", "-P"};
    struct occ_job marked = plain, unmarked = plain;
    marked.options = unmarked.options = no_markers;
    marked.option_count = 1, unmarked.option_count = 2;
    assert_keys(&marked, &unmarked, false);
    struct occ_job unit = plain, moved = lower;
    unit.action = moved.action = OCC_COMPILE;
    assert_keys(&unit, &moved, false);
    static const char *const places[] = {"-g", "-gline-tables-only", "-Rpass=inline",
                                         "-Rpass-analysis=kernel-resource-usage"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        struct occ_job high = plain, low = lower, named = plain;
        high.option_string = low.option_string = named.option_string = places[i];
        named.name = "other.cl";
        assert_keys(&high, &high, true);
        assert_keys(&high, &low, false);
        assert_keys(&high, &named, false);
    }
    struct occ_job here = plain, there = plain;
    here.option_string = "-g -fdebug-compilation-dir=here";
    there.option_string = "-g";
    here.use_disk = there.use_disk = 1;
    assert_keys(&here, &there, false);
}

/* Debug information of a link has the folder, if units have lines. */
static void
keys_of_links_with_lines(void **state)
{
    (void)state;
    for (int has_lines = 0; has_lines < 2; has_lines++) {
        struct occ_job compile = {.size = sizeof compile,
                                  .source = "kernel void k() {}",
                                  .length = 18,
                                  .option_string = has_lines ? "-g" : NULL,
                                  .action = OCC_COMPILE};
        occ_result *result;
        assert_int_equal(occ_compile(compiler, &compile, &result), OCC_OK);
        struct occ_unit unit = {.name = "a.o"};
        unit.bytes = occ_result_bytes(result, &unit.size);
        struct occ_job link = {.action = OCC_LINK, .units = &unit, .unit_count = 1, .use_disk = 1};
        struct occ_job nowhere = link;
        nowhere.use_disk = 0;
        assert_keys(&link, &nowhere, !has_lines);
        occ_result_free(result);
    }
}

static int
stop(void *data)
{
    return data != NULL;
}

/* What ends a job before its time is a record, too, as it is in the log. */
static void
ends_are_records(void **state)
{
    (void)state;
    static const char text[] = "kernel void k(global int *a) { a[0] = 1; }";
    static const struct {
        struct occ_job job;
        enum occ_status status;
        const char *id, *message;
    } rows[] = {
        {{.option_string = "-no-such-option"}, OCC_USAGE, "wrong_job", "-no-such-option"},
        {{.option_string = "-mcpu=gfx9999"}, OCC_USAGE, "wrong_job", "gfx9999"},
        {{.cancel = stop, .cancel_data = (void *)text}, OCC_CANCELLED, "cancelled", "cancelled"},
        {{.memory_limit = 100000}, OCC_MEMORY_LIMIT, "memory_limit", "memory limit is reached"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct occ_job job = rows[i].job;
        occ_result *result;
        job.size = sizeof job;
        job.source = text;
        job.length = sizeof text - 1;
        assert_int_equal(occ_compile(compiler, &job, &result), rows[i].status);
        assert_int_equal(occ_result_diagnostic_count(result), 1);
        const struct occ_diagnostic *record = occ_result_diagnostic(result, 0);
        assert_string_equal(record->id, rows[i].id);
        assert_int_equal(record->severity, OCC_FAILURE);
        assert_non_null(strstr(record->message, rows[i].message));
        assert_non_null(strstr(occ_result_log(result), rows[i].message));
        assert_null(strchr(record->message, '\n'));
        occ_result_free(result);
    }
}

/* Of assembly the bytes of what is assembled, with what it includes; of units their bytes. */
static void
keys_of_assembly_and_objects(void **state)
{
    (void)state;
    static const char text[] = ".text\n.include \"part\"\ns_endpgm\n";
    struct occ_header nop = {"part", "s_nop 0\n", 8}, other = {"part", "s_nop 1\n", 8};
    struct occ_job job = {.name = "k.s",
                          .source = text,
                          .length = sizeof text - 1,
                          .headers = &nop,
                          .header_count = 1};
    struct occ_job again = job;
    again.option_string = "-mcpu=gfx900";
    assert_keys(&job, &again, true);
    again.headers = &other;
    assert_keys(&job, &again, false);
    struct occ_unit units[] = {{"a.o", "a  b", 4}, {"a.o", "a b ", 4}};
    struct occ_job link = {.action = OCC_LINK, .units = &units[0], .unit_count = 1}, link2 = link;
    link2.option_string = "-I.";
    assert_keys(&link, &link2, true);
    link2.option_string = "-O3"; /* units may have been compiled with another */
    assert_keys(&link, &link2, false);
    link2 = link;
    link2.units = &units[1];
    assert_keys(&link, &link2, false);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_records),      cmocka_unit_test(kernels_tell_their_arguments),
        cmocka_unit_test(options_are_checked_alone), cmocka_unit_test(strings_have_words),
        cmocka_unit_test(keys_tell_programs_apart),  cmocka_unit_test(keys_know_what_is_written),
        cmocka_unit_test(keys_of_links_with_lines),  cmocka_unit_test(keys_of_assembly_and_objects),
        cmocka_unit_test(ends_are_records),
    };
    compiler = occ_compiler_create(NULL);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    occ_compiler_destroy(compiler);
    return failures;
}
