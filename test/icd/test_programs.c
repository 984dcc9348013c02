/* Programs and kernels through the ICD: built, compiled and linked, saved and loaded, rebuilt; what
 * goes wrong in them and in launches. */
#include "test/icd/host.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char twice[] = "kernel void twice(global uint *a) { a[get_global_id(0)] *= 2; }";

/* A real GPU has no bounds but those of pages, and is lost after an access beyond them. */
static const char trap[] = "kernel void twice(global uint *a) { a[0] = 1; __builtin_trap(); }";

static void
builds_and_runs(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    uint32_t words[100];
    for (unsigned i = 0; i < 100; i++)
        words[i] = i;
    cl_kernel kernel = host_kernel(&host, twice, "twice");
    cl_mem memory = host_words(&host, words, 100);
    host_launch(&host, kernel, 100, 0, 1, memory);
    host_launch(&host, kernel, 50, 25, 1, memory);
    host_read(&host, memory, words, 100);
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(words[i], i < 50 ? 4 * i : 2 * i);
    clReleaseMemObject(memory);
    clReleaseKernel(kernel);
    host_end(&host);
}

static void
foreign_variables_are_named(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    char log[1024];
    const char *text = "extern __attribute__((visibility(\"default\"))) global int elsewhere;\n"
                       "kernel void k(global int *a) { a[0] = elsewhere; }\n";
    cl_program program = clCreateProgramWithSource(host.context, 1, &text, NULL, &error);
    assert_int_equal(clBuildProgram(program, 0, NULL, "-cl-std=CL2.0", NULL, NULL),
                     CL_BUILD_PROGRAM_FAILURE);
    assert_ok(
        clGetProgramBuildInfo(program, host.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    assert_non_null(
        strstr(log, "the object uses elsewhere, which it does not define, and no other program"));
    assert_ok(clReleaseProgram(program));
    host_end(&host);
}

/* Compiled with a header that is a program, linked with a library, run. */
static void
units_are_linked(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    const char *names[] = {"thrice.h"};
    const char *header_text = "uint thrice(uint x);\n";
    const char *library_text = "uint thrice(uint x) { return 3 * x; }\n";
    const char *main_text = "#include \"thrice.h\"\n"
                            "kernel void k(global uint *a) { a[0] = thrice(a[0]); }\n";
    cl_program header = clCreateProgramWithSource(host.context, 1, &header_text, NULL, &error);
    cl_program library = clCreateProgramWithSource(host.context, 1, &library_text, NULL, &error);
    cl_program main_part = clCreateProgramWithSource(host.context, 1, &main_text, NULL, &error);
    assert_ok(clCompileProgram(library, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    assert_int_equal(clCompileProgram(main_part, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL),
                     CL_COMPILE_PROGRAM_FAILURE);
    assert_ok(clCompileProgram(main_part, 0, NULL, NULL, 1, &header, names, NULL, NULL));
    cl_program alone =
        clLinkProgram(host.context, 0, NULL, NULL, 1, &main_part, NULL, NULL, &error);
    char log[1024];
    assert_int_equal(error, CL_LINK_PROGRAM_FAILURE);
    assert_ok(
        clGetProgramBuildInfo(alone, host.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    assert_non_null(strstr(
        log, "<source>:2:40: error: undefined symbol 'thrice', which 'input program 1' uses"));
    cl_program twins[] = {library, library};
    cl_program two = clLinkProgram(host.context, 0, NULL, NULL, 2, twins, NULL, NULL, &error);
    assert_int_equal(error, CL_LINK_PROGRAM_FAILURE);
    assert_ok(clGetProgramBuildInfo(two, host.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    assert_non_null(strstr(
        log,
        "<source>:1:6: error: 'thrice' is defined in 'input program 1' and in 'input program 2'"));
    cl_program stored =
        clLinkProgram(host.context, 0, NULL, "-create-library", 1, &library, NULL, NULL, &error);
    assert_ok(error);
    cl_program_binary_type type;
    assert_ok(clGetProgramBuildInfo(stored, host.device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type,
                                    NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_LIBRARY);
    cl_program both[] = {main_part, stored};
    cl_program linked = clLinkProgram(host.context, 0, NULL, NULL, 2, both, NULL, NULL, &error);
    assert_ok(error);
    cl_kernel kernel = clCreateKernel(linked, "k", &error);
    assert_ok(error);
    uint32_t word = 14;
    cl_mem memory = host_words(&host, &word, 1);
    host_launch(&host, kernel, 1, 1, 1, memory);
    host_read(&host, memory, &word, 1);
    assert_int_equal(word, 42);
    clReleaseKernel(kernel);
    clReleaseMemObject(memory);
    cl_program all[] = {header, library, main_part, alone, two, stored, linked};
    for (unsigned i = 0; i < 7; i++)
        assert_ok(clReleaseProgram(all[i]));
    host_end(&host);
}

static unsigned char *
save(cl_program program, size_t *size)
{
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *size, size, NULL));
    unsigned char *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
    return bytes;
}

static cl_program
restore(const struct host *host, const unsigned char *bytes, size_t size, cl_int expected)
{
    cl_int status, error;
    cl_program program =
        clCreateProgramWithBinary(host->context, 1, &host->device, &size, &bytes, &status, &error);
    assert_int_equal(status, expected);
    assert_int_equal(error, expected);
    return program;
}

/* Neither kernels nor their names before a build that succeeds; afterwards the state is that of what was done last. */
static void
expect_unbuilt(const struct host *host, cl_program program, cl_build_status wanted,
               cl_program_binary_type type)
{
    cl_int error;
    cl_uint kernels;
    size_t count;
    char names[64];
    cl_build_status status = 99;
    cl_program_binary_type got = 99;
    EXPECT_NEW(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(program, "k", &error));
    EXPECT(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernelsInProgram(program, 0, NULL, &kernels));
    EXPECT(CL_INVALID_PROGRAM_EXECUTABLE,
           clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    EXPECT(CL_INVALID_PROGRAM_EXECUTABLE,
           clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    EXPECT(CL_SUCCESS, clGetProgramBuildInfo(program, host->device, CL_PROGRAM_BUILD_STATUS,
                                             sizeof status, &status, NULL));
    EXPECT(CL_SUCCESS, clGetProgramBuildInfo(program, host->device, CL_PROGRAM_BINARY_TYPE,
                                             sizeof got, &got, NULL));
    assert_int_equal(status, wanted);
    assert_int_equal(got, type);
}

static void
expect_built(const struct host *host, cl_program program)
{
    cl_int error;
    cl_uint kernels = 0;
    size_t count = 0;
    char names[64] = "";
    cl_build_status status = 99;
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    assert_ok(error);
    EXPECT(CL_SUCCESS, clCreateKernelsInProgram(program, 0, NULL, &kernels));
    EXPECT(CL_SUCCESS,
           clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    EXPECT(CL_SUCCESS,
           clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    EXPECT(CL_SUCCESS, clGetProgramBuildInfo(program, host->device, CL_PROGRAM_BUILD_STATUS,
                                             sizeof status, &status, NULL));
    assert_int_equal(kernels, 1);
    assert_int_equal(count, 1);
    assert_string_equal(names, "k");
    assert_int_equal(status, CL_BUILD_SUCCESS);
    EXPECT(CL_INVALID_OPERATION, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    clReleaseKernel(kernel);
}

static void
states_of_programs(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    size_t size;
    const char *text = "kernel void k(global int *a) { a[0] = 1; }\n#ifdef BAD\n#error x\n#endif\n";
    cl_program source = clCreateProgramWithSource(host.context, 1, &text, NULL, &error);
    expect_unbuilt(&host, source, CL_BUILD_NONE, CL_PROGRAM_BINARY_TYPE_NONE);
    EXPECT(CL_SUCCESS, clCompileProgram(source, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    expect_unbuilt(&host, source, CL_BUILD_SUCCESS, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    unsigned char *unit_bytes = save(source, &size);
    cl_program unit = restore(&host, unit_bytes, size, CL_SUCCESS);
    expect_unbuilt(&host, unit, CL_BUILD_NONE, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    EXPECT(CL_INVALID_OPERATION, clCompileProgram(unit, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    cl_program linked = clLinkProgram(host.context, 0, NULL, NULL, 1, &unit, NULL, NULL, &error);
    assert_ok(error);
    expect_built(&host, linked);
    cl_program library =
        clLinkProgram(host.context, 0, NULL, "-create-library", 1, &source, NULL, NULL, &error);
    assert_ok(error);
    expect_unbuilt(&host, library, CL_BUILD_SUCCESS, CL_PROGRAM_BINARY_TYPE_LIBRARY);
    EXPECT(CL_SUCCESS, clBuildProgram(unit, 0, NULL, NULL, NULL, NULL));
    expect_built(&host, unit);
    EXPECT(CL_SUCCESS, clBuildProgram(source, 0, NULL, NULL, NULL, NULL));
    expect_built(&host, source);
    unsigned char *bytes = save(source, &size);
    cl_program binary = restore(&host, bytes, size, CL_SUCCESS);
    expect_unbuilt(&host, binary, CL_BUILD_NONE, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    EXPECT(CL_SUCCESS, clBuildProgram(binary, 0, NULL, NULL, NULL, NULL));
    expect_built(&host, binary);
    EXPECT(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(source, 0, NULL, "-DBAD", NULL, NULL));
    expect_unbuilt(&host, source, CL_BUILD_ERROR, CL_PROGRAM_BINARY_TYPE_NONE);
    cl_program all[] = {source, unit, linked, library, binary};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        clReleaseProgram(all[i]);
    free(unit_bytes);
    free(bytes);
    host_expected();
    host_end(&host);
}

/* A binary has kernels once it is built, with options that are some; its source's attributes are not in it. */
static void
binaries_have_kernels(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_program built = host_program(
        &host,
        "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global int *a) { a[0] = 1; }",
        NULL);
    cl_int error;
    size_t size, count;
    char text[64];
    unsigned char *bytes = save(built, &size);
    cl_program binary = restore(&host, bytes, size, CL_SUCCESS);
    EXPECT_NEW(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(binary, "k", &error));
    EXPECT(CL_INVALID_BUILD_OPTIONS, clBuildProgram(binary, 0, NULL, "-nonsense", NULL, NULL));
    EXPECT_NEW(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(binary, "k", &error));
    EXPECT(CL_SUCCESS, clBuildProgram(binary, 0, NULL, "-cl-mad-enable -w", NULL, NULL));
    EXPECT(CL_SUCCESS,
           clGetProgramInfo(binary, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    cl_program both[] = {built, binary};
    for (unsigned i = 0; i < 2; i++) {
        cl_kernel kernel = clCreateKernel(both[i], "k", &error);
        assert_ok(error);
        assert_ok(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof text, text, NULL));
        assert_string_equal(text, i ? "" : "reqd_work_group_size(4,1,1)");
        clReleaseKernel(kernel);
        clReleaseProgram(both[i]);
    }
    free(bytes);
    host_expected();
    host_end(&host);
}

/* Attributes stand in the order of the source, before and after the name, also of a linked program. */
static void
attributes_are_in_order(void **state)
{
    (void)state;
    static const char *const texts[] = {"reqd_work_group_size(8,4,1)",
                                        "work_group_size_hint(2,3,4)", "vec_type_hint(float4)"};
    static const unsigned char orders[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    unsigned cases = 0;
    for (unsigned o = 0; o < 6; o++)
        for (unsigned count = 0; count <= 3; count++)
            for (unsigned before = 0; before <= count; before++, cases++) {
                char source[512] = "", wanted[128] = "", got[128];
                const char *text = source;
                strcat(source, "kernel ");
                for (unsigned i = 0; i < count; i++) {
                    const char *attribute = texts[orders[o][i]];
                    if (i == before)
                        strcat(source, "void k(global int *a) ");
                    sprintf(source + strlen(source), "__attribute__((%s)) ", attribute);
                    sprintf(wanted + strlen(wanted), "%s%s", i ? " " : "", attribute);
                }
                if (before == count)
                    strcat(source, "void k(global int *a) ");
                else
                    strcat(source, "; kernel void k(global int *a) ");
                strcat(source, "{ a[0] = 1; } kernel void kk(global int *a) { a[0] = 2; }");
                cl_program program =
                    clCreateProgramWithSource(host.context, 1, &text, NULL, &error);
                assert_ok(clCompileProgram(program, 0, NULL, "-w", 0, NULL, NULL, NULL, NULL));
                cl_program linked =
                    clLinkProgram(host.context, 0, NULL, NULL, 1, &program, NULL, NULL, &error);
                assert_ok(error);
                assert_ok(clBuildProgram(program, 0, NULL, "-w", NULL, NULL));
                cl_program both[] = {program, linked};
                for (unsigned i = 0; i < 4; i++) {
                    cl_kernel kernel = clCreateKernel(both[i / 2], i % 2 ? "kk" : "k", &error);
                    assert_ok(error);
                    assert_ok(clGetKernelInfo(kernel, CL_KERNEL_ATTRIBUTES, sizeof got, got, NULL));
                    assert_string_equal(got, i % 2 ? "" : wanted);
                    clReleaseKernel(kernel);
                }
                clReleaseProgram(program);
                clReleaseProgram(linked);
            }
    print_message("%u cases\n", cases);
    host_end(&host);
}

/* The host's cores keep what they have decoded from launch to launch: not of code that has gone. */
static void
code_comes_and_goes(void **state)
{
    (void)state;
    enum { ITEMS = 1024, GROUP = 64, TIMES = 12 };
    struct host host = host_begin(0, NULL, NULL);
    uint32_t words[ITEMS] = {0}, sum = 0;
    cl_mem memory = host_words(&host, words, ITEMS);
    for (unsigned i = 0; i < TIMES; i++) {
        char options[32];
        cl_int error;
        snprintf(options, sizeof options, "-DN=%u", 1000 * i + 1);
        cl_program program = host_program(
            &host, "kernel void add(global uint *a) { a[get_global_id(0)] += N; }", options);
        cl_kernel kernel = clCreateKernel(program, "add", &error);
        assert_ok(error);
        host_launch(&host, kernel, ITEMS, GROUP, 1, memory);
        host_launch(&host, kernel, ITEMS, GROUP, 1, memory);
        host_read(&host, memory, words, ITEMS);
        sum += 2 * (1000 * i + 1);
        for (unsigned k = 0; k < ITEMS; k++)
            assert_int_equal(words[k], sum);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
    }
    clReleaseMemObject(memory);
    host_end(&host);
}

static void *
build_deep(void *data)
{
    enum { DEPTH = 1500 };
    const struct host *host = data;
    static const char begin[] = "kernel void k(global int *o) { int x = o[0]; o[1] = ";
    char *source = malloc(sizeof begin + 2 * DEPTH + 8), *at = source;
    at += sprintf(at, "%s", begin);
    for (unsigned i = 0; i < DEPTH; i++)
        at += sprintf(at, "-~");
    sprintf(at, "x; }");
    clReleaseProgram(host_program(host, source, NULL));
    free(source);
    return NULL;
}

/* The stack of the program's threads is not what compiling takes. */
static void
small_stacks_suffice(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, 128 << 10), 0);
    assert_int_equal(pthread_create(&thread, &attributes, build_deep, &host), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    host_end(&host);
}

static void
sizes_of(struct host *host, const char *compile, const char *link, size_t *size)
{
    static const char *text =
        "kernel void k(global float *a) { float s = 0; for (int i = 0; i < 9; i++) "
        "s += a[i] * a[8 - i]; a[0] = s; }";
    cl_int error;
    cl_program unit = clCreateProgramWithSource(host->context, 1, &text, NULL, &error);
    assert_ok(clCompileProgram(unit, 0, NULL, compile, 0, NULL, NULL, NULL, NULL));
    cl_program linked = clLinkProgram(host->context, 0, NULL, link, 1, &unit, NULL, NULL, &error);
    assert_ok(error);
    free(save(linked, size));
    clReleaseProgram(unit);
    clReleaseProgram(linked);
}

/* What clCompileProgram was told of the code holds for clLinkProgram. */
static void
options_go_with_units(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    size_t usual, plain, both, again;
    sizes_of(&host, NULL, NULL, &usual);
    sizes_of(&host, "-cl-opt-disable", NULL, &plain);
    sizes_of(&host, "-cl-opt-disable", "-O0", &both);
    sizes_of(&host, "-cl-opt-disable", "-O3", &again);
    assert_int_not_equal(usual, plain);
    assert_int_equal(both, plain);
    assert_int_equal(again, usual);
    host_end(&host);
}

/* The object in a bundle for two devices; there must be one for this device. */
static void
bundles_are_taken(const struct host *host, const unsigned char *object, size_t size)
{
    enum { HEADER = 200 };
    static const char magic[] = "__CLANG_OFFLOAD_BUNDLE__", start[] = "hipv4-amdgcn-amd-amdhsa--";
    unsigned char *bytes = calloc(1, HEADER + size);
    assert_non_null(bytes);
    char names[2][80], device[32];
    assert_ok(clGetDeviceInfo(host->device, CL_DEVICE_NAME, sizeof device, device, NULL));
    snprintf(names[0], sizeof names[0], "%sgfx1030", start);
    snprintf(names[1], sizeof names[1], "%s%s", start, device);
    for (int wrong = 0; wrong < 2; wrong++) {
        size_t at = sizeof magic - 1;
        memcpy(bytes, magic, at);
        bytes[at] = 2;
        at += 8;
        for (int i = 0; i < 2; i++) {
            const uint64_t numbers[] = {HEADER, size, strlen(names[i])};
            memcpy(bytes + at, numbers, sizeof numbers);
            memcpy(bytes + at + sizeof numbers, names[i], strlen(names[i]));
            at += sizeof numbers + strlen(names[i]);
        }
        memcpy(bytes + HEADER, object, size);
        cl_program program =
            restore(host, bytes, HEADER + size, wrong ? CL_INVALID_BINARY : CL_SUCCESS);
        size_t taken = size;
        if (program) {
            free(save(program, &taken));
            clReleaseProgram(program);
        }
        assert_int_equal(taken, size);
        memcpy(names[1], names[0], sizeof names[0]);
    }
    free(bytes);
}

/* Executables and units, saved and loaded; broken bytes are refused. */
static void
binaries_come_back(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    size_t size;
    cl_program program = host_program(&host, twice, NULL);
    unsigned char *bytes = save(program, &size);
    cl_program again = restore(&host, bytes, size, CL_SUCCESS);
    assert_ok(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
    cl_kernel kernel = clCreateKernel(again, "twice", &error);
    assert_ok(error);
    assert_null(restore(&host, bytes, size / 2, CL_INVALID_BINARY));
    assert_null(restore(&host, bytes, size - 1, CL_INVALID_BINARY));
    bundles_are_taken(&host, bytes, size);
    free(bytes);
    clReleaseProgram(program);

    const char *text = twice;
    program = clCreateProgramWithSource(host.context, 1, &text, NULL, &error);
    assert_ok(clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    bytes = save(program, &size);
    cl_program unit = restore(&host, bytes, size, CL_SUCCESS);
    cl_program_binary_type type;
    assert_ok(
        clGetProgramBuildInfo(unit, host.device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    assert_null(clCreateKernel(unit, "twice", &error));
    assert_int_equal(error, CL_INVALID_PROGRAM_EXECUTABLE);
    cl_program linked = clLinkProgram(host.context, 0, NULL, NULL, 1, &unit, NULL, NULL, &error);
    assert_ok(error);
    bytes[size / 2] ^= 1;
    assert_null(restore(&host, bytes, size, CL_INVALID_BINARY));
    free(bytes);
    /* a unit that is built becomes an executable, whatever its source's options were */
    assert_ok(clBuildProgram(unit, 0, NULL, "-DX=1 -cl-std=CL1.2 -I.", NULL, NULL));
    assert_ok(
        clGetProgramBuildInfo(unit, host.device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    assert_int_equal(type, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    clReleaseKernel(kernel);
    cl_program all[] = {again, program, unit, linked};
    for (unsigned i = 0; i < 4; i++)
        assert_ok(clReleaseProgram(all[i]));
    host_end(&host);
}

/* A program is built again while a launch of what it was still waits. */
static void
rebuilding_leaves_launches_alone(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    uint32_t word = 5;
    cl_program program = host_program(&host, twice, NULL);
    cl_kernel kernel = clCreateKernel(program, "twice", &error);
    cl_mem memory = host_words(&host, &word, 1);
    cl_event gate = clCreateUserEvent(host.context, &error);
    size_t one = 1;
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_int_equal(clBuildProgram(program, 0, NULL, "-DX", NULL, NULL), CL_INVALID_OPERATION);
    assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &one, NULL, 1, &gate, NULL));
    assert_ok(clReleaseKernel(kernel));
    assert_ok(clBuildProgram(program, 0, NULL, "-DX", NULL, NULL));
    assert_ok(clReleaseProgram(program));
    assert_ok(clSetUserEventStatus(gate, CL_COMPLETE));
    host_read(&host, memory, &word, 1);
    assert_int_equal(word, 10);
    clReleaseEvent(gate);
    clReleaseMemObject(memory);
    host_end(&host);
}

static void
errors_have_their_codes(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    const char *wrong = "kernel void k(global uint *a) { a[0] = b; }";
    char log[1024];
    cl_program program = clCreateProgramWithSource(host.context, 1, &wrong, NULL, &error);
    assert_null(clCreateKernel(program, "k", &error));
    assert_int_equal(error, CL_INVALID_PROGRAM_EXECUTABLE);
    assert_int_equal(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    assert_ok(
        clGetProgramBuildInfo(program, host.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    assert_non_null(strstr(log, "'b'"));
    assert_int_equal(clBuildProgram(program, 0, NULL, "-no-such-option", NULL, NULL),
                     CL_INVALID_BUILD_OPTIONS);
    clReleaseProgram(program);

    cl_kernel kernel = host_kernel(&host, twice, "twice");
    size_t items = 64, group = 48, many = 512;
    cl_mem memory = host_words(&host, NULL, 64);
    assert_int_equal(
        clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL),
        CL_INVALID_KERNEL_ARGS);
    assert_int_equal(clSetKernelArg(kernel, 1, sizeof memory, &memory), CL_INVALID_ARG_INDEX);
    assert_int_equal(clSetKernelArg(kernel, 0, 3, &memory), CL_INVALID_ARG_SIZE);
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_int_equal(
        clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL),
        CL_INVALID_WORK_GROUP_SIZE);
    assert_int_equal(
        clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &many, &many, 0, NULL, NULL),
        CL_INVALID_WORK_ITEM_SIZE);
    assert_int_equal(
        clEnqueueNDRangeKernel(host.queue, kernel, 4, NULL, &items, NULL, 0, NULL, NULL),
        CL_INVALID_WORK_DIMENSION);
    assert_int_equal(clEnqueueReadBuffer(host.queue, memory, CL_TRUE, 250, 8, log, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_int_equal(clReleaseKernel((cl_kernel)(void *)host.queue), CL_INVALID_KERNEL);
    clReleaseMemObject(memory);
    clReleaseKernel(kernel);
    host_end(&host);
}

static void CL_CALLBACK
keep_message(const char *text, const void *private_info, size_t size, void *data)
{
    (void)private_info;
    (void)size;
    strncat(data, text, 2000);
}

/* A launch that writes out of bounds: told, its event has an error, the device goes on. */
static void
faults_are_told(void **state)
{
    (void)state;
    char message[4096] = "";
    struct host host = host_begin(0, keep_message, message);
    bool is_real = host_is_real(&host);
    cl_kernel kernel = host_kernel(&host, twice, "twice");
    cl_kernel wrong = host_kernel(&host, is_real ? trap : twice, "twice");
    uint32_t words[64] = {[3] = 4};
    cl_mem memory = host_words(&host, words, 64);
    size_t items = 4096;
    cl_event event;
    cl_int status;
    assert_ok(clSetKernelArg(wrong, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(host.queue, wrong, 1, NULL, &items, NULL, 0, NULL, &event));
    assert_int_equal(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_ok(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    assert_true(status < 0);
    assert_non_null(strstr(message, is_real ? "trap" : "out of bounds"));
    assert_non_null(strstr(message, "kernel twice"));
    clReleaseEvent(event);
    assert_ok(
        clEnqueueWriteBuffer(host.queue, memory, CL_TRUE, 0, sizeof words, words, 0, NULL, NULL));
    host_launch(&host, kernel, 64, 64, 1, memory);
    host_read(&host, memory, words, 64);
    assert_int_equal(words[3], 8);
    clReleaseMemObject(memory);
    clReleaseKernel(kernel);
    clReleaseKernel(wrong);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_programs),
        cmocka_unit_test(attributes_are_in_order),
        cmocka_unit_test(binaries_have_kernels),
        cmocka_unit_test(small_stacks_suffice),
        cmocka_unit_test(code_comes_and_goes),
        cmocka_unit_test(builds_and_runs),
        cmocka_unit_test(foreign_variables_are_named),
        cmocka_unit_test(units_are_linked),
        cmocka_unit_test(options_go_with_units),
        cmocka_unit_test(binaries_come_back),
        cmocka_unit_test(rebuilding_leaves_launches_alone),
        cmocka_unit_test(errors_have_their_codes),
        cmocka_unit_test(faults_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
