/* Programs of several units: what each finds in the others, and what is told when it does not. */
#define _GNU_SOURCE /* memmem */
#include "driver/occ.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { UNITS = 4, FLIPS = 3000 };

static const char kernels[] = "int helper(int x);\n"
                              "extern constant int table[4];\n"
                              "static int own(int x) { return x + 1; }\n"
                              "static constant int small[2] = {5, 6};\n"
                              "kernel void first(global int *r) { r[0] = helper(own(r[0])) + "
                              "table[r[1] & 3] + small[r[0] & 1];"
                              " printf(\"%d\\n\", r[0]); }\n";
static const char helpers[] =
    "static int own(int x) { return x * 5; }\n"
    "static constant int small[2] = {7, 8};\n"
    "constant int table[4] = {1, 2, 3, 4};\n"
    "int helper(int x) { return own(x) + small[x & 1] + (int)sqrt((float)x); }\n"
    "kernel void second(global int *r) { r[0] = helper(r[0]); printf(\"two\"); }\n";

struct unit {
    occ_result *result;
    struct occ_unit unit;
};

static struct unit
compile(const occ_compiler *compiler, const char *name, const char *source, const char *target)
{
    const char *options[] = {target};
    struct occ_job job = {.size = sizeof job,
                          .name = name,
                          .source = source,
                          .length = strlen(source),
                          .options = options,
                          .option_count = 1,
                          .action = OCC_COMPILE};
    struct unit made = {.unit = {.name = name}};
    enum occ_status status = occ_compile(compiler, &job, &made.result);
    if (status != OCC_OK)
        print_error("%s", occ_result_log(made.result));
    assert_int_equal(status, OCC_OK);
    made.unit.bytes = occ_result_bytes(made.result, &made.unit.size);
    return made;
}

static enum occ_status
link_with(const occ_compiler *compiler, const struct occ_unit *units, unsigned count,
          const char *option, occ_result **result)
{
    const char *options[] = {"-mcpu=gfx900", option};
    struct occ_job job = {.size = sizeof job,
                          .options = options,
                          .option_count = option ? 2 : 1,
                          .action = OCC_LINK,
                          .units = units,
                          .unit_count = count};
    return occ_compile(compiler, &job, result);
}

/* The rows of diag.def that a test here expects: test/diagnostics counts them. */
static void
note_row(const char *id)
{
    const char *path = getenv("OCC_DIAG_IDS");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (file) {
        fprintf(file, "%s\n", id);
        fclose(file);
    }
}

/* The sources, linked, give that message of the row. */
static void
expect_error(const char *const *sources, const char *row, const char *text)
{
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct unit made[UNITS];
    struct occ_unit units[UNITS];
    char names[UNITS][8];
    unsigned count = 0;
    for (; sources[count]; count++) {
        snprintf(names[count], sizeof names[count], "%c.cl", 'a' + (int)count);
        made[count] = compile(compiler, names[count], sources[count], "-mcpu=gfx900");
        units[count] = made[count].unit;
    }
    occ_result *result;
    assert_int_equal(link_with(compiler, units, count, NULL, &result), OCC_ERROR);
    if (!strstr(occ_result_log(result), text))
        fail_msg("no '%s' in: %s", text, occ_result_log(result));
    assert_null(occ_result_bytes(result, NULL));
    note_row(row);
    occ_result_free(result);
    for (unsigned i = 0; i < count; i++)
        occ_result_free(made[i].result);
    occ_compiler_destroy(compiler);
}

static void
test_two_units(void **state)
{
    (void)state;
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct unit a = compile(compiler, "a.cl", kernels, "-mcpu=gfx900");
    struct unit b = compile(compiler, "b.cl", helpers, "-mcpu=gfx900");
    const struct occ_unit units[] = {a.unit, b.unit}, turned[] = {b.unit, a.unit};
    occ_result *result, *other;
    assert_int_equal(occ_result_kernel_count(a.result), 0);
    assert_int_equal(link_with(compiler, units, 2, NULL, &result), OCC_OK);
    assert_int_equal(occ_result_kernel_count(result), 2);
    assert_string_equal(occ_result_kernel(result, 0)->name, "first");
    assert_string_equal(occ_result_kernel(result, 1)->name, "second");
    assert_int_equal(link_with(compiler, turned, 2, NULL, &other), OCC_OK);
    assert_int_equal(occ_result_kernel_count(other), 2);
    occ_result_free(result);
    occ_result_free(other);
    occ_result_free(a.result);
    occ_result_free(b.result);
    occ_compiler_destroy(compiler);
}

static void
test_library(void **state)
{
    (void)state;
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct unit a = compile(compiler, "a.cl", kernels, "-mcpu=gfx900");
    struct unit b = compile(compiler, "b.cl", helpers, "-mcpu=gfx900");
    occ_result *library, *result;
    assert_int_equal(link_with(compiler, &b.unit, 1, "-create-library", &library), OCC_OK);
    assert_int_equal(occ_result_kind(library), OCC_RELOCATABLE);
    struct occ_unit units[] = {a.unit, {.name = "library"}};
    units[1].bytes = occ_result_bytes(library, &units[1].size);
    assert_int_equal(link_with(compiler, units, 2, NULL, &result), OCC_OK);
    assert_int_equal(occ_result_kernel_count(result), 2);
    occ_result_free(result);
    /* a library may lack what others have */
    assert_int_equal(link_with(compiler, &a.unit, 1, "-create-library", &result), OCC_OK);
    occ_result_free(result);
    occ_result_free(library);
    occ_result_free(a.result);
    occ_result_free(b.result);
    occ_compiler_destroy(compiler);
}

static void
test_errors(void **state)
{
    (void)state;
    const char *lacking[] = {kernels, NULL}, *twice[] = {kernels, helpers, helpers, NULL};
    const char *other_types[] = {
        "int f(int x);\nkernel void k(global int *r) { r[0] = f(r[0]); }\n",
        "float f(int x) { return x; }\n", NULL};
    const char *address[] = {"extern constant int there[2];\n"
                             "constant int *constant here = there;\n"
                             "kernel void k(global int *r) { r[0] = *here; }\n",
                             NULL};
    expect_error(lacking, "link_undefined",
                 "a.cl:5:43: error: undefined symbol 'helper', which 'a.cl' uses");
    expect_error(lacking, "link_undefined",
                 "a.cl:5:63: error: undefined symbol 'table', which 'a.cl' uses");
    expect_error(twice, "link_duplicate",
                 "c.cl:4:5: error: 'helper' is defined in 'b.cl' and in 'c.cl'\n"
                 "b.cl:4:5: note: previous definition is here\n");
    expect_error(twice, "link_duplicate", "c.cl:3:14: error: 'table' is defined in 'b.cl'");
    expect_error(twice, "link_duplicate", "'second' is defined in 'b.cl' and in 'c.cl'");
    expect_error(other_types, "link_types",
                 "a.cl:2:39: error: 'f' is declared in 'a.cl' with other types than in 'b.cl'");
    const char *recursive[] = {"int g(int x);\nint f(int x) { return x ? g(x - 1) : 1; }\n"
                               "kernel void k(global int *r) { r[0] = f(r[0]); }\n",
                               "int f(int x);\nint g(int x) { return x ? f(x - 1) : 2; }\n", NULL};
    expect_error(recursive, "recursive_call_not_allowed_opencl_c",
                 "b.cl:2:27: error: recursive call of 'f' is not allowed in OpenCL C");
    expect_error(address, "link_undefined",
                 "a.cl:2:24: error: undefined symbol 'there', which 'a.cl' uses");
}

/* ---- types of both sides ---- */

/* How many errors the link of two sources tells; the log is what it said. */
static unsigned
count_errors(const char *const *sources, const char *target, const char *other_target, char *log,
             size_t size)
{
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct unit a = compile(compiler, "a.cl", sources[0], target);
    struct unit b = compile(compiler, "b.cl", sources[1], other_target);
    const struct occ_unit units[] = {a.unit, b.unit};
    unsigned errors = 0;
    occ_result *result;
    enum occ_status status = link_with(compiler, units, 2, NULL, &result);
    for (unsigned i = 0; i < occ_result_diagnostic_count(result); i++)
        errors += occ_result_diagnostic(result, i)->severity == OCC_FAILURE;
    assert_int_equal(status, errors ? OCC_ERROR : OCC_OK);
    snprintf(log, size, "%s", occ_result_log(result));
    occ_result_free(result);
    occ_result_free(a.result);
    occ_result_free(b.result);
    occ_compiler_destroy(compiler);
    return errors;
}

/* Records are the same that have the same members, whatever their names; of others each name is told once. */
static void
test_layouts(void **state)
{
    (void)state;
    static const char user[] =
        "struct s { int a; float b[2]; };\n"
        "int f(struct s s);\nstruct s g(int x);\nextern constant struct s t[];\n"
        "kernel void k(global int *r) { struct s s = {r[0], {1, 2}};\n"
        "  r[0] = f(s) + f(s);\n  r[1] = t[1].a;\n  r[2] = g(1).a + g(2).a; }\n";
    static const struct {
        const char *record;
        unsigned errors;
    } rows[] = {
        {"struct s { int a; float b[2]; };", 0},
        {"struct s { uint number; struct { float x[2]; } rest; };", 3},
        {"struct other { uint number; float x[2]; };\n#define s other", 0},
        {"struct s { int a; float b; };", 3},
        {"struct s { float b[2]; int a; };", 3},
        {"struct s { int a; float b[3]; };", 3},
        {"struct s { int a; int b[2]; };", 3},
        {"struct s { int a; float2 b; };", 3},
        {"struct s { char a; float b[2]; };", 3},
        {"struct s { int a; float b[2]; } __attribute__((aligned(16)));", 3},
        {"union s { int a; float b[3]; };\n#define struct union", 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[512], log[2048];
        const char *sources[] = {user, text};
        snprintf(text, sizeof text,
                 "%s\nint f(struct s x) { return *(private int *)&x; }\n"
                 "struct s g(int x) { struct s y = {x}; return y; }\n"
                 "constant struct s t[] = {{1}, {2}};\n",
                 rows[i].record);
        unsigned errors = count_errors(sources, "-mcpu=gfx900", "-mcpu=gfx900", log, sizeof log);
        if (errors != rows[i].errors)
            fail_msg("%s: %u errors, %s", rows[i].record, errors, log);
    }
    const char *places[] = {
        user,
        "struct s { int a; float b; };\nint f(struct s s) { return s.a; }\n"
        "constant struct s t[2] = {{1}};\nstruct s g(int x) { struct s y = {x}; "
        "return y; }\n",
        NULL};
    expect_error(
        places, "link_types",
        "a.cl:6:10: error: 'f' is declared in 'a.cl' with other types than in 'b.cl', which "
        "defines it\nb.cl:2:5: note: previous definition is here\n");
    const char *number[] = {"extern constant int t;\nkernel void k(global int *r) { *r = t; }\n",
                            "constant float t = 1;\n", NULL};
    expect_error(number, "link_types", "a.cl:2:37: error: 't' is declared in 'a.cl'");
}

/* A unit with machine code is linked, but becomes no library; what it lacks is told. */
static void
test_code(void **state)
{
    (void)state;
    static const char assembly[] = ".text\n.globl f\nf: s_getpc_b64 s[0:1]\n"
                                   "s_add_u32 s0, s0, g@rel32@lo+4\ns_endpgm\n";
    const char *options[] = {"-mcpu=gfx900", "-c", "-x", "assembler"};
    const struct occ_job job = {.size = sizeof job,
                                .options = options,
                                .option_count = 4,
                                .name = "f.s",
                                .source = assembly,
                                .length = sizeof assembly - 1};
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *code, *result;
    assert_int_equal(occ_compile(compiler, &job, &code), OCC_OK);
    struct occ_unit unit = {.name = "f.o"};
    unit.bytes = occ_result_bytes(code, &unit.size);
    assert_int_equal(link_with(compiler, &unit, 1, "-create-library", &result), OCC_ERROR);
    assert_non_null(strstr(occ_result_log(result), "'f.o' holds code"));
    note_row("link_code");
    occ_result_free(result);
    assert_int_equal(link_with(compiler, &unit, 1, NULL, &result), OCC_ERROR);
    assert_non_null(strstr(occ_result_log(result), "'g' is undefined; 'f.o' uses it at .text+0x8"));
    note_row("link_objects");
    occ_result_free(result);
    occ_result_free(code);
    occ_compiler_destroy(compiler);
}

static void
test_wrong_input(void **state)
{
    (void)state;
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct unit other = compile(compiler, "other.cl", helpers, "-mcpu=gfx803");
    const struct occ_unit text = {"text", "kernel void k() {}", 18};
    occ_result *result;
    assert_int_equal(link_with(compiler, &other.unit, 1, NULL, &result), OCC_ERROR);
    assert_non_null(strstr(occ_result_log(result), "cannot link 'other.cl': it is compiled for "
                                                   "gfx803, not for gfx900"));
    occ_result_free(result);
    assert_int_equal(link_with(compiler, &text, 1, NULL, &result), OCC_ERROR);
    assert_non_null(
        strstr(occ_result_log(result), "cannot link 'text': it is damaged, or no object"));
    note_row("link_input");
    occ_result_free(result);
    occ_result_free(other.result);
    occ_compiler_destroy(compiler);
}

/* Nothing that is done to the bytes of a unit does more than an error. */
static void
test_damaged(void **state)
{
    (void)state;
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct unit good = compile(compiler, "b.cl", helpers, "-mcpu=gfx900");
    uint32_t random = 2463534242u;
    uint8_t *bytes = malloc(good.unit.size);
    unsigned refused = 0;
    occ_result *result;
    for (size_t size = 0; size < good.unit.size; size += size < 64 ? 1 : 13) {
        /* of that size, so that a sanitizer sees what is read beyond */
        uint8_t *cut = malloc(size ? size : 1);
        memcpy(cut, good.unit.bytes, size);
        const struct occ_unit unit = {"cut", cut, size};
        refused += link_with(compiler, &unit, 1, NULL, &result) == OCC_ERROR;
        occ_result_free(result);
        free(cut);
    }
    assert_true(refused > 100);
    for (unsigned i = 0; i < FLIPS; i++) {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        memcpy(bytes, good.unit.bytes, good.unit.size);
        bytes[random % good.unit.size] ^= (uint8_t)(1u << (random >> 29));
        const struct occ_unit unit = {"flipped", bytes, good.unit.size};
        enum occ_status status = link_with(compiler, &unit, 1, NULL, &result);
        assert_true(status == OCC_OK || status == OCC_ERROR);
        occ_result_free(result);
    }
    free(bytes);
    occ_result_free(good.result);
    occ_compiler_destroy(compiler);
}

/* The unit with another text of the same length in place of one, and the sum of that. */
static uint8_t *
forge(const struct occ_unit *unit, const char *from, const char *to)
{
    uint8_t *bytes = malloc(unit->size);
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    char digits[17];
    memcpy(bytes, unit->bytes, unit->size);
    uint8_t *start = memmem(bytes, unit->size, "; occ stored IR", 15);
    assert_non_null(start);
    uint8_t *text = memchr(start, '\n', 200);
    uint8_t *end = NULL, *next = text;
    while ((next = memmem(next, unit->size - (size_t)(next - bytes), "\n}\n", 3)))
        end = next += 3; /* of the last function */
    assert_non_null(end);
    uint8_t *place = memmem(start, (size_t)(end - start), from, strlen(from));
    assert_non_null(place);
    memcpy(place, to, strlen(to));
    for (const uint8_t *c = start; c < end; c = c + 1 == text - 16 ? text + 1 : c + 1)
        sum = (sum ^ *c) * UINT64_C(0x100000001B3);
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)sum);
    memcpy(text - 16, digits, 16);
    return bytes;
}

/* Who forges a unit is told what is wrong with it, not that the compiler is. */
static void
test_forged(void **state)
{
    static const struct {
        const char *from, *to, *error;
    } changes[] = {
        {"stored IR 7", "stored IR 8", "its IR is of version 8, and this occ reads 7"},
        {"level 3", "level 9", "its IR is damaged"},
        {"unit,", "blob,", "its IR is damaged"},
        {"uniform,", "unifxrm,", "its IR is damaged"},
        {"kept,", "gone,", "its IR is damaged"},
        {"plan,", "plxn,", "its IR is damaged"},
        {"none,", "nxne,", "its IR is damaged"},
        {"xnack off", "xnack ofg", "its IR is damaged"},
        {"any,", "xyz,", "its IR is damaged"},
        {"level 3", "level 2", NULL},
        {"cbr %11, b", "cbr %06, b", "its IR is damaged: "},
        {"    br b1\n}", "    br   \n}", "its IR is damaged: "},
        {"offset 16 size 8 ", "offset 17 size 8 ", "an argument has no place"},
        {"global_buffer i32", "by_value      i32", "an argument has no place"},
        {"dynamic_local", "by_value     ", "an argument has no place"},
        {"\"first\"", "\"\\ffst\"", "a name is no text"},
        {"max_flat 256", "max_flat 000", "a kernel's limits are none"},
        {"@other visible", "@table visible", "two functions or variables have one name"},
        {"%18 = load p.global %4, align 8", "%18 = load p.constant%4,align 8", "no such access"},
        {"i32 15, xchg", "i32 15, fadd", "an operation of this type expected"},
        {"@table visible space constant size 8 align 8",
         "@table visible space constant size 8 align 3",
         "a variable's alignment is no power of two"},
        {"@table visible space constant size 8 align 8",
         "@table space constant size 8 align 536870912",
         "a variable's alignment is no power of two"},
        {"size 16, align 16", "size 16, align 24", "size and alignment expected"},
        {"size 512, align 512", "size 4,align 131072", "no such access"},
        {"i32 3, i32 3, i32 3, i32 3,", "i64 3, i64 3, i64 3, i64 3,", "texel expected"},
        {"cbr %11, b", "cbr %11, b", NULL}};
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct unit good =
        compile(compiler, "a.cl",
                "constant int table[2] = {1, 2}, other[2] = {1, 2};\n"
                "kernel void k(global int *first, local int *near, write_only image2d_t image) {\n"
                "  if (first[0]) first[1] = 2;\n"
                "  atomic_xchg(first, 15);\n"
                "  atomic_max(near, 15);\n"
                "  write_imagei(image, (int2)(1, 2), (int4)(3));\n"
                "}\n"
                "struct __attribute__((aligned(512))) wide { int a; };\n"
                "kernel void by_value(struct wide x, global int *o) {\n"
                "  int a[4] = {1, 2, 3, o[1]}; o[0] = x.a + a[o[2]];\n"
                "}\n",
                "-mcpu=gfx900");
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        uint8_t *bytes = forge(&good.unit, changes[i].from, changes[i].to);
        const struct occ_unit unit = {"forged", bytes, good.unit.size};
        occ_result *result;
        enum occ_status status = link_with(compiler, &unit, 1, NULL, &result);
        const char *log = occ_result_log(result), *error = changes[i].error;
        if (status != (error ? OCC_ERROR : OCC_OK) || (error && !strstr(log, error)))
            fail_msg("%s: status %d, %s", changes[i].to, status, log);
        occ_result_free(result);
        free(bytes);
    }
    occ_result_free(good.result);
    occ_compiler_destroy(compiler);
}

/* The n-th allocation fails; what is not given back is counted. */
struct failing {
    unsigned long calls, fails_at, live;
};

static void *
failing_alloc(void *data, size_t size)
{
    struct failing *failing = data;
    if (++failing->calls == failing->fails_at)
        return NULL;
    failing->live++;
    return malloc(size);
}

static void
failing_release(void *data, void *block)
{
    struct failing *failing = data;
    failing->live -= block != NULL;
    free(block);
}

static void
test_failing_allocator(void **state)
{
    (void)state;
    occ_compiler *good = occ_compiler_create(NULL);
    struct unit a = compile(good, "a.cl", kernels, "-mcpu=gfx900");
    struct unit b = compile(good, "b.cl", helpers, "-mcpu=gfx900");
    const struct occ_unit units[] = {a.unit, b.unit};
    enum occ_status status = OCC_MEMORY;
    for (unsigned long n = 2; status == OCC_MEMORY; n++) {
        struct failing failing = {.fails_at = n};
        struct occ_config config = {sizeof config, failing_alloc, failing_release, &failing};
        occ_compiler *compiler = occ_compiler_create(&config);
        occ_result *result = NULL;
        status = link_with(compiler, units, 2, NULL, &result);
        occ_result_free(result);
        occ_compiler_destroy(compiler);
        assert_int_equal(failing.live, 0);
    }
    assert_int_equal(status, OCC_OK);
    occ_result_free(a.result);
    occ_result_free(b.result);
    occ_compiler_destroy(good);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_units), cmocka_unit_test(test_library),
        cmocka_unit_test(test_errors),    cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_code),      cmocka_unit_test(test_wrong_input),
        cmocka_unit_test(test_damaged),   cmocka_unit_test(test_failing_allocator),
        cmocka_unit_test(test_forged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
