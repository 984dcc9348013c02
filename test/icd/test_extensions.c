/* What a device lists is what its programs see: each macro that any extension has in the compiler's tables, in each
 * version of the language.  Run with OCC_ICD_VERSION=1.2 and 3.0. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <CL/cl_ext.h>

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
    assert_true(has_word(listed, "cl_khr_extended_versioning"));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof names, names,
                              &bytes));
    for (size_t i = 0; i < bytes / sizeof *names; i++) {
        assert_true(has_word(listed, names[i].name));
        assert_true(names[i].version >= CL_MAKE_VERSION(1, 0, 0));
        length += strlen(names[i].name) + (i > 0);
    }
    assert_int_equal(length, strlen(listed));
    cl_version version = 0, of_platform = 0, of_language = 0;
    char text[64], wanted[64];
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_VERSION, sizeof text, text, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_NUMERIC_VERSION_KHR, sizeof version, &version,
                              NULL));
    assert_ok(clGetPlatformInfo(host.platform, CL_PLATFORM_NUMERIC_VERSION_KHR, sizeof of_platform,
                                &of_platform, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR,
                              sizeof of_language, &of_language, NULL));
    snprintf(wanted, sizeof wanted, "OpenCL %u.%u ", CL_VERSION_MAJOR(version),
             CL_VERSION_MINOR(version));
    assert_memory_equal(text, wanted, strlen(wanted));
    assert_int_equal(of_platform, version);
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_OPENCL_C_VERSION, sizeof text, text, NULL));
    snprintf(wanted, sizeof wanted, "OpenCL C %u.%u ", CL_VERSION_MAJOR(of_language),
             CL_VERSION_MINOR(of_language));
    assert_memory_equal(text, wanted, strlen(wanted));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_ILS_WITH_VERSION_KHR, 0, NULL, &bytes));
    assert_int_equal(bytes, 0);
    assert_ok(
        clGetDeviceInfo(host.device, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION_KHR, 0, NULL, &bytes));
    assert_int_equal(bytes, 0);
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

/* cl_khr_create_command_queue: as clCreateCommandQueueWithProperties. */
static void
queues_are_created(void **state)
{
    (void)state;
    cl_int error;
    cl_command_queue_properties flags = 0;
    struct host host = host_begin(0, NULL, NULL);
    clCreateCommandQueueWithPropertiesKHR_fn create =
        (clCreateCommandQueueWithPropertiesKHR_fn)clGetExtensionFunctionAddressForPlatform(
            host.platform, "clCreateCommandQueueWithPropertiesKHR");
    const cl_queue_properties_khr list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const cl_queue_properties_khr wrong[] = {CL_QUEUE_CONTEXT, 1, 0};
    assert_non_null(create);
    cl_command_queue queue = create(host.context, host.device, list, &error);
    assert_ok(error);
    assert_ok(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof flags, &flags, NULL));
    assert_int_equal(flags, CL_QUEUE_PROFILING_ENABLE);
    assert_ok(clReleaseCommandQueue(queue));
    assert_null(create(host.context, host.device, wrong, &error));
    assert_int_equal(error, CL_INVALID_VALUE);
    assert_null(clGetExtensionFunctionAddressForPlatform(host.platform, "clCreateNothingKHR"));
    host_end(&host);
}

/* What a launch without a size of its own gets, as the kernel sees it. */
static void
suggestions_are_taken(void **state)
{
    (void)state;
    static const char source[] =
        "kernel void any(global uint *a) { if (!get_global_id(0) && !get_global_id(1))"
        " { a[0] = get_local_size(0); a[1] = get_local_size(1); } }\n"
        "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(global uint *a) {}\n";
    static const size_t sizes[][2] = {{256, 1}, {64, 64}, {37, 5}, {1000, 3}, {1021, 1}, {48, 48}};
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    clGetKernelSuggestedLocalWorkSizeKHR_fn suggest =
        (clGetKernelSuggestedLocalWorkSizeKHR_fn)clGetExtensionFunctionAddressForPlatform(
            host.platform, "clGetKernelSuggestedLocalWorkSizeKHR");
    cl_program program = host_program(&host, source, NULL);
    cl_kernel any = clCreateKernel(program, "any", &error);
    cl_kernel fixed = clCreateKernel(program, "fixed", &error);
    assert_ok(error);
    cl_mem memory = host_words(&host, NULL, 2);
    size_t got[3] = {0};
    assert_non_null(suggest);
    assert_int_equal(suggest(host.queue, any, 2, NULL, sizes[0], got), CL_INVALID_KERNEL_ARGS);
    assert_ok(clSetKernelArg(any, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(fixed, 0, sizeof memory, &memory));
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t seen[2];
        assert_ok(suggest(host.queue, any, 2, NULL, sizes[i], got));
        assert_ok(clEnqueueNDRangeKernel(host.queue, any, 2, NULL, sizes[i], NULL, 0, NULL, NULL));
        host_read(&host, memory, seen, 2);
        assert_int_equal(got[0], seen[0]);
        assert_int_equal(got[1], seen[1]);
    }
    assert_ok(suggest(host.queue, fixed, 2, NULL, sizes[1], got));
    assert_int_equal(got[0], 8);
    assert_int_equal(got[1], 4);
    assert_int_equal(suggest(NULL, any, 2, NULL, sizes[0], got), CL_INVALID_COMMAND_QUEUE);
    assert_int_equal(suggest(host.queue, NULL, 2, NULL, sizes[0], got), CL_INVALID_KERNEL);
    assert_int_equal(suggest(host.queue, any, 4, NULL, sizes[0], got), CL_INVALID_WORK_DIMENSION);
    assert_int_equal(suggest(host.queue, any, 2, NULL, NULL, got), CL_INVALID_GLOBAL_WORK_SIZE);
    assert_int_equal(suggest(host.queue, any, 3, NULL, (size_t[3]){1, 0, 1}, got),
                     CL_INVALID_GLOBAL_WORK_SIZE);
    assert_int_equal(suggest(host.queue, any, 2, NULL, sizes[0], NULL), CL_INVALID_VALUE);
    clReleaseMemObject(memory);
    clReleaseKernel(any);
    clReleaseKernel(fixed);
    clReleaseProgram(program);
    host_end(&host);
}

/* cl_khr_device_uuid: a device's is its own, the driver's is all devices'. */
static void
devices_have_numbers(void **state)
{
    (void)state;
    cl_uchar one[CL_UUID_SIZE_KHR], again[CL_UUID_SIZE_KHR], driver[CL_UUID_SIZE_KHR];
    cl_uchar luid[CL_LUID_SIZE_KHR];
    cl_bool has_luid = 9;
    cl_uint mask = 9;
    size_t size = 0;
    struct host host = host_begin(0, NULL, NULL);
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_UUID_KHR, sizeof one, one, &size));
    assert_int_equal(size, sizeof one);
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_UUID_KHR, sizeof again, again, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DRIVER_UUID_KHR, sizeof driver, driver, NULL));
    assert_memory_equal(one, again, sizeof one);
    assert_memory_not_equal(one, driver, sizeof one);
    assert_ok(
        clGetDeviceInfo(host.device, CL_DEVICE_LUID_VALID_KHR, sizeof has_luid, &has_luid, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_LUID_KHR, sizeof luid, luid, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_NODE_MASK_KHR, sizeof mask, &mask, NULL));
    assert_int_equal(has_luid, CL_FALSE);
    assert_int_equal(mask, 0);
    cl_device_id devices[16];
    cl_uint count = 0;
    assert_ok(clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_ALL, 16, devices, &count));
    for (cl_uint i = 0; i < count; i++)
        for (cl_uint k = 0; k < i; k++) {
            assert_ok(clGetDeviceInfo(devices[i], CL_DEVICE_UUID_KHR, sizeof one, one, NULL));
            assert_ok(clGetDeviceInfo(devices[k], CL_DEVICE_UUID_KHR, sizeof again, again, NULL));
            assert_memory_not_equal(one, again, sizeof one);
        }
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_what_programs_see), cmocka_unit_test(names_have_versions),
        cmocka_unit_test(queries_answer),          cmocka_unit_test(queues_are_created),
        cmocka_unit_test(suggestions_are_taken),   cmocka_unit_test(devices_have_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
