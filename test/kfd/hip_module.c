/* hip_module: HIP's run-time module interface with objects of libocc, on the first of OCC_DEVICES. */
#include "driver/occ.h"

#include <hip/hip_runtime_api.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_ok(call) assert_int_equal((call), hipSuccess)

static const char source[] =
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "typedef struct { char c; float4 v; long l; } mixed;\n"
    "global uint counter = 3;\n"
    "global float table[4] = {1, 2, 3, 4};\n"
    "kernel void shape(global uint *a) {\n"
    "    uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
    "    uint at = (z * get_global_size(1) + y) * get_global_size(0) + x;\n"
    "    a[at] = x | y << 8 | z << 16 | get_local_size(2) << 24;\n"
    "}\n"
    "kernel void arguments(global float *out, char a, short b, mixed m, double d, half4 h, uint3 "
    "u) {\n"
    "    out[0] = a; out[1] = b; out[2] = m.c; out[3] = m.v.w; out[4] = m.l; out[5] = d;\n"
    "    out[6] = h.z; out[7] = u.z; out[8] = table[a & 3];\n"
    "}\n"
    "kernel void count(global uint *out) { out[0] = atomic_add(&counter, 2); }\n"
    "kernel void reduce(global uint *in, global uint *out) {\n"
    "    local uint part[256];\n"
    "    uint id = get_local_id(0), n = get_local_size(0);\n"
    "    part[id] = in[get_global_id(0)];\n"
    "    for (uint step = n / 2; step; step /= 2) {\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (id < step) part[id] += part[id + step];\n"
    "    }\n"
    "    if (!id) out[get_group_id(0)] = part[0];\n"
    "}\n"
    "kernel void spill(global uint *a, uint n) {\n"
    "    uint t[300];\n"
    "    for (uint i = 0; i < 300; i++) t[i] = i * n;\n"
    "    a[get_global_id(0)] = t[(get_global_id(0) * 7) % 300];\n"
    "}\n";

static char target[64]; /* "gfx900" */

/* An object; its bytes are the caller's. */
static void *
compile(unsigned version)
{
    char chip[80], form[40];
    snprintf(chip, sizeof chip, "-mcpu=%s", target);
    snprintf(form, sizeof form, "-mcode-object-version=%u", version);
    const char *options[] = {chip, form, "-cl-std=CL2.0"};
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct occ_job job = {.size = sizeof job,
                          .source = source,
                          .length = strlen(source),
                          .options = options,
                          .option_count = sizeof options / sizeof *options};
    occ_result *result;
    if (occ_compile(compiler, &job, &result) != OCC_OK)
        fail_msg("%s", occ_result_log(result));
    size_t size;
    const void *bytes = occ_result_bytes(result, &size);
    void *copy = malloc(size);
    memcpy(copy, bytes, size);
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    return copy;
}

/* ---- versions ---- */

static unsigned last_version; /* that the comgr knows */

/* Those that HIP 5.2.3 takes: of version 2 it finds no function, since it wants symbols of type FUNC, and its comgr,
 * if it is not occ's, does not know the target of version 5; so it is with clang's objects. */
static void
versions(void **state)
{
    (void)state;
    for (unsigned version = strcmp(target, "gfx906") < 0 ? 2 : 3; version <= 5; version++) {
        void *bytes = compile(version);
        hipModule_t module;
        hipFunction_t function;
        hipError_t error = hipModuleLoadData(&module, bytes);
        assert_int_equal(error,
                         version > last_version ? hipErrorSharedObjectInitFailed : hipSuccess);
        if (!error) {
            error = hipModuleGetFunction(&function, module, "shape");
            assert_int_equal(error, version == 2 ? hipErrorNotFound : hipSuccess);
            assert_int_equal(hipModuleGetFunction(&function, module, "no_such"), hipErrorNotFound);
            assert_ok(hipModuleUnload(module));
        }
        free(bytes);
    }
}

/* ---- launches, of the object that is the state ---- */

static unsigned version_now;

static int
load(void **state)
{
    static hipModule_t module;
    static void *bytes;
    free(bytes);
    bytes = compile(version_now);
    *state = &module;
    return hipModuleLoadData(&module, bytes) != hipSuccess;
}

static int
unload(void **state)
{
    return hipModuleUnload(*(hipModule_t *)*state) != hipSuccess;
}

static hipFunction_t
function_of(void **state, const char *name)
{
    hipFunction_t function;
    assert_ok(hipModuleGetFunction(&function, *(hipModule_t *)*state, name));
    return function;
}

static void
shape(void **state)
{
    enum { X = 20, Y = 6, Z = 4, ITEMS = X * Y * Z };
    static uint32_t words[ITEMS];
    uint32_t *there;
    assert_ok(hipMalloc((void **)&there, sizeof words));
    void *arguments[] = {&there};
    assert_ok(hipModuleLaunchKernel(function_of(state, "shape"), X / 5, Y / 3, Z / 2, 5, 3, 2, 0,
                                    NULL, arguments, NULL));
    assert_ok(hipMemcpy(words, there, sizeof words, hipMemcpyDeviceToHost));
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(words[i], i % X | i / X % Y << 8 | i / X / Y << 16 | 2u << 24);
    assert_ok(hipFree(there));
}

/* By kernelParams, whose places come from the metadata, and by one buffer. */
static void
arguments(void **state)
{
    struct mixed {
        char c;
        float v[4] __attribute__((aligned(16)));
        int64_t l;
    };
    struct all {
        float *out;
        char a;
        int16_t b;
        struct mixed m __attribute__((aligned(16)));
        double d;
        uint16_t h[4];
        uint32_t u[3] __attribute__((aligned(16)));
    } all = {NULL, -2, -300, {7, {1, 2, 3, 4.5f}, 77}, 0.25, {0, 0, 0x3C00, 0}, {1, 2, 99}};
    static const float wanted[9] = {-2, -300, 7, 4.5f, 77, 0.25f, 1, 99, 3};
    float got[9];
    size_t size = sizeof all;
    hipFunction_t function = function_of(state, "arguments");
    assert_ok(hipMalloc((void **)&all.out, sizeof got));
    void *parameters[] = {&all.out, &all.a, &all.b, &all.m, &all.d, all.h, all.u};
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &all, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     HIP_LAUNCH_PARAM_END};
    for (unsigned i = 0; i < 2; i++) {
        assert_ok(hipMemset(all.out, 0xFF, sizeof got));
        assert_ok(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, i ? NULL : parameters,
                                        i ? extra : NULL));
        assert_ok(hipMemcpy(got, all.out, sizeof got, hipMemcpyDeviceToHost));
        assert_memory_equal(got, wanted, sizeof got);
    }
    assert_ok(hipFree(all.out));
}

static void
globals(void **state)
{
    hipDeviceptr_t counter;
    size_t size;
    uint32_t *there, before = 100, after, got;
    assert_ok(hipModuleGetGlobal(&counter, &size, *(hipModule_t *)*state, "counter"));
    assert_int_equal(size, 4);
    assert_ok(hipMemcpy(&got, counter, 4, hipMemcpyDeviceToHost));
    assert_int_equal(got, 3);
    assert_ok(hipMemcpy(counter, &before, 4, hipMemcpyHostToDevice));
    assert_ok(hipMalloc((void **)&there, 4));
    void *parameters[] = {&there};
    assert_ok(hipModuleLaunchKernel(function_of(state, "count"), 3, 1, 1, 64, 1, 1, 0, NULL,
                                    parameters, NULL));
    assert_ok(hipMemcpy(&after, counter, 4, hipMemcpyDeviceToHost));
    assert_int_equal(after, 100 + 2 * 3 * 64);
    assert_ok(hipFree(there));
}

/* Local memory, and streams that wait for each other's events. */
static void
reduce(void **state)
{
    enum { GROUPS = 64, SIZE = 256, ITEMS = GROUPS * SIZE };
    static uint32_t words[ITEMS], sums[GROUPS];
    uint32_t *in, *middle, *out, total;
    hipStream_t first, second;
    hipEvent_t copied;
    for (uint32_t i = 0; i < ITEMS; i++)
        words[i] = i * 2654435761u >> 20;
    assert_ok(hipMalloc((void **)&in, sizeof words));
    assert_ok(hipMalloc((void **)&middle, SIZE * sizeof *middle));
    assert_ok(hipMalloc((void **)&out, 4));
    assert_ok(hipStreamCreate(&first));
    assert_ok(hipStreamCreateWithFlags(&second, hipStreamNonBlocking));
    assert_ok(hipEventCreate(&copied));
    assert_ok(hipMemcpyAsync(in, words, sizeof words, hipMemcpyHostToDevice, first));
    assert_ok(hipMemsetAsync(middle, 0, SIZE * sizeof *middle, first));
    assert_ok(hipEventRecord(copied, first));
    assert_ok(hipStreamWaitEvent(second, copied, 0));
    hipFunction_t function = function_of(state, "reduce");
    void *one[] = {&in, &middle}, *two[] = {&middle, &out};
    assert_ok(hipModuleLaunchKernel(function, GROUPS, 1, 1, SIZE, 1, 1, 0, second, one, NULL));
    assert_ok(hipModuleLaunchKernel(function, 1, 1, 1, SIZE, 1, 1, 0, second, two, NULL));
    assert_ok(hipMemcpyAsync(sums, middle, sizeof sums, hipMemcpyDeviceToHost, second));
    assert_ok(hipMemcpyAsync(&total, out, 4, hipMemcpyDeviceToHost, second));
    assert_ok(hipStreamSynchronize(second));
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < ITEMS; i++) {
        wanted += words[i];
        sums[i / SIZE] -= words[i];
    }
    assert_int_equal(total, wanted);
    for (unsigned i = 0; i < GROUPS; i++)
        assert_int_equal(sums[i], 0);
    assert_ok(hipEventDestroy(copied));
    assert_ok(hipStreamDestroy(first));
    assert_ok(hipStreamDestroy(second));
    assert_ok(hipFree(in));
    assert_ok(hipFree(middle));
    assert_ok(hipFree(out));
}

static void
spill(void **state)
{
    enum { ITEMS = 640 };
    uint32_t words[ITEMS], *there, factor = 11;
    hipFunction_t function = function_of(state, "spill");
    int bytes;
    assert_ok(hipFuncGetAttribute(&bytes, HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, function));
    assert_in_range(bytes, 1200, 4096);
    assert_ok(hipMalloc((void **)&there, sizeof words));
    void *parameters[] = {&there, &factor};
    assert_ok(
        hipModuleLaunchKernel(function, ITEMS / 128, 1, 1, 128, 1, 1, 0, NULL, parameters, NULL));
    assert_ok(hipMemcpy(words, there, sizeof words, hipMemcpyDeviceToHost));
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(words[i], i * 7 % 300 * 11);
    assert_ok(hipFree(there));
}

static int
run(unsigned version)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shape),  cmocka_unit_test(arguments), cmocka_unit_test(globals),
        cmocka_unit_test(reduce), cmocka_unit_test(spill),
    };
    char name[16];
    version_now = version;
    snprintf(name, sizeof name, "version %u", version);
    return cmocka_run_group_tests_name(name, tests, load, unload);
}

int
main(int count, char **arguments)
{
    (void)arguments;
    last_version = count > 1 ? 5 : 4; /* any argument: occ's comgr */
    hipDeviceProp_t properties;
    if (hipGetDeviceProperties(&properties, 0) != hipSuccess) {
        fprintf(stderr, "hip_module: no device\n");
        return 1;
    }
    snprintf(target, sizeof target, "%.*s", (int)strcspn(properties.gcnArchName, ":"),
             properties.gcnArchName);
    const struct CMUnitTest tests[] = {cmocka_unit_test(versions)};
    int failed = cmocka_run_group_tests_name("versions", tests, NULL, NULL);
    for (unsigned version = 3; version <= last_version; version++)
        failed += run(version);
    return failed != 0;
}
