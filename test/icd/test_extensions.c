/* What a device lists is what its programs see: each macro that any extension has in the compiler's tables, in each
 * version of the language.  Run with OCC_ICD_VERSION=1.2 and 3.0. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Macros, and the first version of the language that has each. */
static const struct {
    const char *name;
    unsigned since;
} macros[] = {
#define PREDEFINED(name, when, body) {#name, 0},
#define DYNAMIC(name, kind)
#include "frontend/pp_predefined.def"
#define EXTENSION(id, name, since, needs, part_of) {name, since},
#include "frontend/feature.def"
};
static const unsigned versions[] = {100, 110, 120, 200, 300};
enum { MACROS = sizeof macros / sizeof *macros, VERSIONS = sizeof versions / sizeof *versions };

static bool
has_word(const char *words, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = words; (at = strstr(at, name)); at += length)
        if ((at == words || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static bool
is_extension(const char *name)
{
    return strncmp(name, "cl_", 3) == 0;
}

/* Fills seen[i] with whether a program sees macro i; options: NULL, none. */
static void
look(const struct host *host, const char *options, bool *seen)
{
    static char text[64 * 1024], names[16 * 1024];
    size_t at = 0;
    for (unsigned i = 0; i < MACROS; i++)
        if (is_extension(macros[i].name))
            at += (size_t)snprintf(text + at, sizeof text - at,
                                   "#ifdef %s\nkernel void sees_%s() {}\n#endif\n", macros[i].name,
                                   macros[i].name);
    snprintf(text + at, sizeof text - at, "kernel void last() {}\n");
    cl_program program = host_program(host, text, options);
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    for (char *c = names; *c; c++)
        *c = *c == ';' ? ' ' : *c;
    for (unsigned i = 0; i < MACROS; i++) {
        char name[128];
        snprintf(name, sizeof name, "sees_%s", macros[i].name);
        seen[i] = is_extension(macros[i].name) && has_word(names, name);
    }
    clReleaseProgram(program);
}

static void
lists_what_programs_see(void **state)
{
    (void)state;
    static char listed[4096], text[64];
    static bool seen[MACROS], ever[MACROS];
    struct host host = host_begin(0, NULL, NULL);
    unsigned compared = 0, wrong = 0, last = 0;
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_EXTENSIONS, sizeof listed, listed, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_VERSION, sizeof text, text, NULL));
    last = strncmp(text, "OpenCL 3.0", 10) == 0 ? 300 : 120;
    for (unsigned v = 0; v < VERSIONS; v++) {
        char option[32];
        snprintf(option, sizeof option, "-cl-std=CL%u.%u", versions[v] / 100,
                 versions[v] / 10 % 10);
        look(&host, option, seen);
        for (unsigned i = 0; i < MACROS; i++) {
            ever[i] |= seen[i];
            bool must = has_word(listed, macros[i].name) && macros[i].since &&
                        versions[v] >= macros[i].since;
            bool may = has_word(listed, macros[i].name);
            compared += is_extension(macros[i].name);
            if ((must && !seen[i]) || (seen[i] && !may)) {
                wrong++;
                print_error("%s %s: listed %d, seen %d\n", macros[i].name, option, may, seen[i]);
            }
        }
        if (versions[v] == last)
            for (unsigned i = 0; i < MACROS; i++)
                if (is_extension(macros[i].name) && has_word(listed, macros[i].name) && !seen[i]) {
                    wrong++;
                    print_error("%s is listed, and not there in %s\n", macros[i].name, option);
                }
    }
    print_message("%u macros compared, %u wrong\n", compared, wrong);
    assert_int_equal(wrong, 0);
    assert_true(compared > 50);
    host_end(&host);
}

/* Each of the list has a version, and the other way round. */
static void
names_have_versions(void **state)
{
    (void)state;
    static char listed[4096], platform[4096];
    static cl_name_version names[128];
    size_t bytes, length = 0;
    struct host host = host_begin(0, NULL, NULL);
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_EXTENSIONS, sizeof listed, listed, NULL));
    assert_ok(
        clGetPlatformInfo(host.platform, CL_PLATFORM_EXTENSIONS, sizeof platform, platform, NULL));
    for (char *word = strtok(platform, " "); word; word = strtok(NULL, " "))
        assert_true(has_word(listed, word));
    if (clGetDeviceInfo(host.device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof names, names,
                        &bytes) == CL_SUCCESS) {
        for (size_t i = 0; i < bytes / sizeof *names; i++) {
            assert_true(has_word(listed, names[i].name));
            assert_true(names[i].version >= CL_MAKE_VERSION(1, 0, 0));
            length += strlen(names[i].name) + (i > 0);
        }
        assert_int_equal(length, strlen(listed));
    }
    host_end(&host);
}

/* Queries of extensions, where they are listed: cl_ext_float_atomics has all of it, GFX9 all clocks. */
static void
queries_answer(void **state)
{
    (void)state;
    static char listed[4096];
    struct host host = host_begin(0, NULL, NULL);
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_EXTENSIONS, sizeof listed, listed, NULL));
    bool is_there = has_word(listed, "cl_ext_float_atomics");
    for (cl_device_info name = 0x4231; name <= 0x4233; name++) {
        cl_bitfield can = 0;
        cl_int status = clGetDeviceInfo(host.device, name, sizeof can, &can, NULL);
        assert_int_equal(status, is_there ? CL_SUCCESS : CL_INVALID_VALUE);
        assert_int_equal(can, is_there ? 0x70007 : 0);
    }
    bool has_clock = has_word(listed, "cl_khr_kernel_clock");
    cl_bitfield clocks = 0;
    cl_int status = clGetDeviceInfo(host.device, 0x1076, sizeof clocks, &clocks, NULL);
    assert_int_equal(status, has_clock ? CL_SUCCESS : CL_INVALID_VALUE);
    assert_int_equal(clocks, has_clock ? 7 : 0);
    bool has_dot = has_word(listed, "cl_khr_integer_dot_product");
    cl_bitfield inputs = 0;
    status = clGetDeviceInfo(host.device, 0x1073, sizeof inputs, &inputs, NULL);
    assert_int_equal(status, has_dot ? CL_SUCCESS : CL_INVALID_VALUE);
    assert_int_equal(inputs, has_dot ? 3 : 0);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_what_programs_see),
        cmocka_unit_test(names_have_versions),
        cmocka_unit_test(queries_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
