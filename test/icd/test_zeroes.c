/* cl_khr_initialize_memory: local and private memory of kernels begin with zeros where the context asks for it.  A
 * kernel before them fills what it can. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <CL/cl_ext.h>

#include <stdio.h>
#include <string.h>

enum { ITEMS = 192, GROUP = 96, DYNAMIC = 75, LOCAL = 1, PRIVATE = 2 };
#define ZEROES CL_CONTEXT_MEMORY_INITIALIZE_KHR

/* ---- the property ---- */

static cl_int
try(const cl_context_properties *properties)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    assert_ok(clGetPlatformIDs(1, &platform, NULL));
    assert_ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
    cl_context context = clCreateContext(properties, 1, &device, NULL, NULL, &error);
    if (context)
        assert_ok(clReleaseContext(context));
    return error;
}

static void
property(void **state)
{
    (void)state;
    static const cl_context_properties good[][3] = {
        {ZEROES, 0, 0}, {ZEROES, LOCAL, 0}, {ZEROES, PRIVATE, 0}, {ZEROES, LOCAL | PRIVATE, 0}};
    static const cl_context_properties bad[][5] = {
        {ZEROES, 4, 0}, {ZEROES, -1, 0}, {ZEROES, LOCAL, ZEROES, LOCAL, 0}, {0x2031, 1, 0}};
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
        EXPECT(CL_SUCCESS, try(good[i]));
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        EXPECT(CL_INVALID_PROPERTY, try(bad[i]));
    host_expected();
}

/* ---- what kernels find ---- */

static const char fill_text[] =
    "kernel void fill(global uint *out, local uint *all, uint count, global uint *places) {\n"
    "    uint mine[64];\n"
    "    for (uint i = 0; i < 64; i++) mine[i] = ~0u - i;\n"
    "    for (uint i = get_local_id(0); i < count; i += get_local_size(0)) all[i] = ~0u;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    out[get_global_id(0)] = mine[places[get_global_id(0)] & 63] + all[0];\n"
    "}\n";
/* Where something is not 0: 1 static local, 2 local of an argument, 4 of a kernel that is called, 8 an array, 16 a
 * scalar, 32 a structure in part, 64 behind a jump, 128 in a function, 256 a component. */
static const char look_text[] =
    "typedef struct { char small; int wide[5]; } record;\n"
    "__attribute__((noinline)) uint deep(uint at) {\n"
    "    uint hole[32];\n"
    "    if (at > 1000) hole[at & 31] = 1;\n"
    "    return hole[at & 31];\n"
    "}\n"
    "kernel void called(global uint *out) {\n"
    "    local uint own[33];\n"
    "    out[get_global_id(0)] |= own[get_local_id(0) % 33] ? 4 : 0;\n"
    "}\n"
    "kernel void look(global uint *out, local char *given, uint count, global uint *places) {\n"
    "    local uint table[101]; local char odd[3];\n"
    "    uint wrong = 0, place = places[get_global_id(0)];\n"
    "#ifndef NO_LOCAL\n"
    "    called(out);\n"
    "    for (uint i = 0; i < 101; i++) wrong |= table[i] ? 1 : 0;\n"
    "    for (uint i = 0; i < 3; i++) wrong |= odd[i] ? 1 : 0;\n"
    "    for (uint i = 0; i < count; i++) wrong |= given[i] ? 2 : 0;\n"
    "#endif\n"
    "#ifndef NO_PRIVATE\n"
    "    uint scalar, large[64]; record r; float4 four;\n"
    "    if (place > 1000) {\n"
    "        large[place & 63] = place; scalar = place; four.x = 1;\n"
    "        r.small = 1; r.wide[place & 3] = 2;\n"
    "    }\n"
    "    wrong |= large[place & 63] ? 8 : 0;\n"
    "    wrong |= scalar ? 16 : 0;\n"
    "    wrong |= r.wide[place & 3] || r.small ? 32 : 0;\n"
    "    switch (place & 1) {\n"
    "        uint behind[24];\n"
    "    case 0: behind[place & 15] = 0;\n"
    "    default: wrong |= behind[place & 7] || behind[23] ? 64 : 0;\n"
    "    }\n"
    "    wrong |= deep(place) ? 128 : 0;\n"
    "    wrong |= four.x != 0 || four.w != 0 ? 256 : 0;\n"
    "#endif\n"
    "    out[get_global_id(0)] |= wrong;\n"
    "}\n";

struct place {
    cl_context context;
    cl_device_id device;
    cl_command_queue queue;
    cl_mem out, places;
};

static struct place
begin(cl_context_properties zeroes)
{
    struct place place;
    cl_platform_id platform;
    cl_int error;
    cl_context_properties properties[] = {ZEROES, zeroes, 0}, back[4];
    size_t size;
    uint32_t places[ITEMS];
    assert_ok(clGetPlatformIDs(1, &platform, NULL));
    assert_ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &place.device, NULL));
    place.context = clCreateContext(properties, 1, &place.device, NULL, NULL, &error);
    assert_ok(error);
    assert_ok(clGetContextInfo(place.context, CL_CONTEXT_PROPERTIES, sizeof back, back, &size));
    assert_int_equal(size, sizeof properties);
    assert_memory_equal(back, properties, sizeof properties);
    place.queue = clCreateCommandQueueWithProperties(place.context, place.device, NULL, &error);
    assert_ok(error);
    for (unsigned i = 0; i < ITEMS; i++)
        places[i] = i * 7 % 64;
    place.out = clCreateBuffer(place.context, CL_MEM_READ_WRITE, sizeof places, NULL, &error);
    assert_ok(error);
    place.places =
        clCreateBuffer(place.context, CL_MEM_COPY_HOST_PTR, sizeof places, places, &error);
    assert_ok(error);
    return place;
}

static void
end(struct place *place)
{
    assert_ok(clReleaseMemObject(place->out));
    assert_ok(clReleaseMemObject(place->places));
    assert_ok(clReleaseCommandQueue(place->queue));
    assert_ok(clReleaseContext(place->context));
}

static void
launch(const struct place *place, cl_program program, const char *name, cl_uint count, size_t bytes)
{
    cl_int error;
    size_t items = ITEMS, group = GROUP;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(kernel, 0, sizeof place->out, &place->out));
    assert_ok(clSetKernelArg(kernel, 1, bytes, NULL));
    assert_ok(clSetKernelArg(kernel, 2, sizeof count, &count));
    assert_ok(clSetKernelArg(kernel, 3, sizeof place->places, &place->places));
    assert_ok(clEnqueueNDRangeKernel(place->queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL));
    assert_ok(clFinish(place->queue));
    assert_ok(clReleaseKernel(kernel));
}

/* Of a source, or compiled and linked. */
static cl_program
make(const struct place *place, const char *text, bool links, const char *options)
{
    cl_int error;
    cl_program program = clCreateProgramWithSource(place->context, 1, &text, NULL, &error);
    assert_ok(error);
    if (!links) {
        assert_ok(clBuildProgram(program, 1, &place->device, options, NULL, NULL));
        return program;
    }
    assert_ok(clCompileProgram(program, 1, &place->device, options, 0, NULL, NULL, NULL, NULL));
    cl_program linked =
        clLinkProgram(place->context, 1, &place->device, NULL, 1, &program, NULL, NULL, &error);
    assert_ok(error);
    assert_ok(clReleaseProgram(program));
    return linked;
}

static void
kernels_find(cl_context_properties zeroes, bool links, const char *options)
{
    struct place place = begin(zeroes);
    static const uint32_t none[ITEMS];
    uint32_t found[ITEMS], all = 0;
    cl_program fill = make(&place, fill_text, false, NULL);
    cl_program look = make(&place, look_text, links, options);
    cl_uint filled = 4096;
    launch(&place, fill, "fill", filled, filled * sizeof(uint32_t));
    assert_ok(
        clEnqueueWriteBuffer(place.queue, place.out, CL_TRUE, 0, sizeof none, none, 0, NULL, NULL));
    launch(&place, look, "look", DYNAMIC, DYNAMIC);
    assert_ok(clEnqueueReadBuffer(place.queue, place.out, CL_TRUE, 0, sizeof found, found, 0, NULL,
                                  NULL));
    for (unsigned i = 0; i < ITEMS; i++)
        all |= found[i];
    print_message("%s, %s: %x\n", links ? "linked" : "built", options, all);
    if (zeroes & LOCAL)
        assert_int_equal(all & 7, 0);
    if (zeroes & PRIVATE)
        assert_int_equal(all & ~7u, 0);
    assert_ok(clReleaseProgram(fill));
    assert_ok(clReleaseProgram(look));
    end(&place);
}

static void
both(void **state)
{
    (void)state;
    for (unsigned links = 0; links < 2; links++) {
        kernels_find(LOCAL | PRIVATE, links, "-cl-std=CL1.2");
        kernels_find(LOCAL | PRIVATE, links, "-cl-std=CL2.0");
        kernels_find(LOCAL | PRIVATE, links, "-cl-opt-disable");
    }
}

static void
one(void **state)
{
    (void)state;
    kernels_find(LOCAL, false, "-DNO_PRIVATE");
    kernels_find(PRIVATE, false, "-DNO_LOCAL");
}

static size_t
binary_size(const struct place *place, const char *text)
{
    cl_program program = make(place, text, false, "");
    size_t size;
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    assert_ok(clReleaseProgram(program));
    return size;
}

/* The same source has another binary in another context, and one without such memory has not. */
static void
is_of_the_context(void **state)
{
    (void)state;
    struct place plain = begin(0), zeroes = begin(LOCAL | PRIVATE);
    const char *nothing = "kernel void nothing(global uint *out) { out[get_global_id(0)] = 1; }\n";
    assert_int_not_equal(binary_size(&plain, look_text), binary_size(&zeroes, look_text));
    assert_int_equal(binary_size(&plain, nothing), binary_size(&zeroes, nothing));
    end(&plain);
    end(&zeroes);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(property), cmocka_unit_test(both),
                                       cmocka_unit_test(one), cmocka_unit_test(is_of_the_context)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
