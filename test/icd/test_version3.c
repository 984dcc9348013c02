/* What OpenCL 3.0 has beside 1.2; OCC_ICD_VERSION=3.0. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_WAIT 0, NULL, NULL

static const char twice[] = "kernel void twice(global uint *a) { a[get_global_id(0)] *= 2; }";

/* Each query of the two tables of 3.0, with the size of its answer; 0: any. */
static void
devices_answer(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    static const struct {
        cl_device_info name;
        size_t bytes;
    } rows[] = {
        {CL_DEVICE_NUMERIC_VERSION, sizeof(cl_version)},
        {CL_DEVICE_ILS_WITH_VERSION, 0},
        {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 0},
        {CL_DEVICE_EXTENSIONS_WITH_VERSION, 0},
        {CL_DEVICE_OPENCL_C_ALL_VERSIONS, 0},
        {CL_DEVICE_OPENCL_C_FEATURES, 0},
        {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof(cl_device_atomic_capabilities)},
        {CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, sizeof(cl_device_atomic_capabilities)},
        {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof(cl_device_device_enqueue_capabilities)},
        {CL_DEVICE_PIPE_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t)},
        {CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, 0},
        {CL_DEVICE_SVM_CAPABILITIES, sizeof(cl_device_svm_capabilities)},
        {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof(cl_uint)},
        {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, sizeof(cl_uint)},
        {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, sizeof(cl_uint)},
        {CL_DEVICE_MAX_PIPE_ARGS, sizeof(cl_uint)},
        {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, sizeof(cl_uint)},
        {CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof(cl_uint)},
        {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof(size_t)},
        {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, sizeof(size_t)},
        {CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof(cl_command_queue_properties)},
        {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, sizeof(cl_command_queue_properties)},
        {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, sizeof(cl_uint)},
        {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, sizeof(cl_uint)},
        {CL_DEVICE_MAX_ON_DEVICE_QUEUES, sizeof(cl_uint)},
        {CL_DEVICE_MAX_ON_DEVICE_EVENTS, sizeof(cl_uint)},
        {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, sizeof(cl_uint)},
        {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, sizeof(cl_uint)},
        {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, sizeof(cl_uint)},
        {CL_DEVICE_IL_VERSION, 0},
        {CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof(cl_uint)},
        {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof(cl_bool)},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t bytes = 0;
        host_expect("clGetDeviceInfo, row", (int)i,
                    clGetDeviceInfo(host.device, rows[i].name, 0, NULL, &bytes), CL_SUCCESS);
        if (rows[i].bytes)
            host_expect("its size", (int)i, (cl_int)bytes, (cl_int)rows[i].bytes);
    }
    cl_device_atomic_capabilities memory, fence;
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof memory,
                              &memory, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, sizeof fence,
                              &fence, NULL));
    const cl_device_atomic_capabilities least =
        CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
    assert_int_equal(memory & least, least);
    assert_int_equal(fence & (least | CL_DEVICE_ATOMIC_ORDER_ACQ_REL),
                     least | CL_DEVICE_ATOMIC_ORDER_ACQ_REL);
    cl_name_version languages[8]; /* all that -cl-std= takes */
    size_t bytes;
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, sizeof languages,
                              languages, &bytes));
    assert_int_equal(bytes / sizeof *languages, 5);
    assert_int_equal(languages[3].version, CL_MAKE_VERSION(2, 0, 0));
    cl_uint writable;
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_MAX_WRITE_IMAGE_ARGS, sizeof writable,
                              &writable, NULL));
    assert_true(writable >= 64);
    cl_version version;
    assert_ok(clGetPlatformInfo(host.platform, CL_PLATFORM_NUMERIC_VERSION, sizeof version,
                                &version, NULL));
    assert_int_equal(version, CL_MAKE_VERSION(3, 0, 0));
    host_end(&host);
    host_expected();
}

/* Each feature that the device names is a macro of OpenCL C 3.0, and what it says of the language holds. */
static void
features_are_macros(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_name_version features[64];
    char text[8192] = "", log[1024];
    size_t bytes, at = 0;
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_OPENCL_C_FEATURES, sizeof features, features,
                              &bytes));
    assert_true(bytes >= sizeof *features);
    for (size_t i = 0; i < bytes / sizeof *features; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "#ifndef %s\n#error %s\n#endif\n",
                               features[i].name, features[i].name);
    snprintf(text + at, sizeof text - at,
             "#if __OPENCL_C_VERSION__ != 300 || __OPENCL_VERSION__ != 300\n#error version\n"
             "#endif\nkernel void k() {}\n");
    clReleaseProgram(host_program(&host, text, "-cl-std=CL3.0"));
    const char *version_1 = "#if __OPENCL_C_VERSION__ != 120\n#error language\n#endif\n"
                            "#if __OPENCL_VERSION__ != 300\n#error platform\n#endif\n"
                            "kernel void k() {}\n";
    clReleaseProgram(host_program(&host, version_1, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_OPENCL_C_VERSION, sizeof log, log, NULL));
    assert_memory_equal(log, "OpenCL C 1.2 ", 13);
    host_end(&host);
}

static void CL_CALLBACK
count_context(cl_context context, void *data)
{
    (void)context;
    unsigned *order = data;
    order[0] = 10 * order[0] + order[1];
}

static unsigned calls[3];

static void CL_CALLBACK
first(cl_context context, void *data)
{
    calls[1] = 1;
    count_context(context, data);
}

static void CL_CALLBACK
second(cl_context context, void *data)
{
    calls[1] = 2;
    count_context(context, data);
}

static void
objects_with_properties(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_context c = host.context;
    cl_device_id d = host.device;
    cl_int error;
    size_t bytes;
    char answer[256];
    const cl_mem_properties none[] = {0}, unknown[] = {1, 1, 0};
    const cl_image_format format = {CL_RGBA, CL_FLOAT};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    EXPECT_NEW(CL_INVALID_PROPERTY, clCreateBufferWithProperties(c, unknown, 0, 64, NULL, &error));
    EXPECT_NEW(CL_INVALID_PROPERTY,
               clCreateImageWithProperties(c, unknown, 0, &format, &desc, NULL, &error));
    cl_mem buffer = clCreateBufferWithProperties(c, none, 0, 64, NULL, &error), image;
    EXPECT(CL_SUCCESS,
           clGetMemObjectInfo(buffer, CL_MEM_PROPERTIES, sizeof answer, answer, &bytes));
    assert_int_equal(bytes, sizeof *none);
    image = clCreateImageWithProperties(c, NULL, 0, &format, &desc, NULL, &error);
    EXPECT(CL_SUCCESS, clGetMemObjectInfo(image, CL_MEM_PROPERTIES, sizeof answer, answer, &bytes));
    assert_int_equal(bytes, 0);
    const cl_queue_properties profiled[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    const cl_queue_properties doubled[] = {CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0};
    const cl_queue_properties sized[] = {CL_QUEUE_SIZE, 64, 0}, odd[] = {1, 1, 0};
#define QUEUE(properties) clCreateCommandQueueWithProperties(c, d, properties, &error)
    EXPECT_NEW(CL_INVALID_VALUE, QUEUE(odd));
    EXPECT_NEW(CL_INVALID_VALUE, QUEUE(doubled));
    EXPECT_NEW(CL_INVALID_VALUE, QUEUE(sized));
    cl_command_queue queue = QUEUE(profiled);
    assert_ok(error);
    EXPECT(CL_SUCCESS,
           clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES_ARRAY, sizeof answer, answer, &bytes));
    assert_int_equal(bytes, sizeof profiled);
    assert_memory_equal(answer, profiled, sizeof profiled);
    EXPECT(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, 4, answer, NULL));
    const cl_sampler_properties linear[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
    const cl_sampler_properties twofold[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
                                             CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
    EXPECT_NEW(CL_INVALID_VALUE, clCreateSamplerWithProperties(c, twofold, &error));
    EXPECT_NEW(CL_INVALID_VALUE,
               clCreateSamplerWithProperties(c, (const cl_sampler_properties *)unknown, &error));
    cl_sampler sampler = clCreateSamplerWithProperties(c, linear, &error);
    cl_addressing_mode mode;
    EXPECT(CL_SUCCESS,
           clGetSamplerInfo(sampler, CL_SAMPLER_ADDRESSING_MODE, sizeof mode, &mode, NULL));
    assert_int_equal(mode, CL_ADDRESS_CLAMP);
    EXPECT(CL_SUCCESS,
           clGetSamplerInfo(sampler, CL_SAMPLER_PROPERTIES, sizeof answer, answer, &bytes));
    assert_int_equal(bytes, sizeof linear);
    EXPECT_NEW(CL_INVALID_CONTEXT, clCreateProgramWithIL((cl_context)(void *)d, answer, 4, &error));
    EXPECT_NEW(CL_INVALID_OPERATION, clCreateProgramWithIL(c, answer, 4, &error));
    cl_ulong device_time, host_time;
    EXPECT(CL_SUCCESS, clGetDeviceAndHostTimer(d, &device_time, &host_time));
    EXPECT(CL_INVALID_VALUE, clGetDeviceAndHostTimer(d, NULL, &host_time));
    EXPECT(CL_INVALID_VALUE, clGetHostTimer(d, NULL));
    EXPECT(CL_INVALID_DEVICE, clGetHostTimer((cl_device_id)(void *)c, &host_time));
    EXPECT(CL_INVALID_VALUE, clSetContextDestructorCallback(c, NULL, NULL));
    EXPECT(CL_SUCCESS, clSetContextDestructorCallback(c, first, calls));
    EXPECT(CL_SUCCESS, clSetContextDestructorCallback(c, second, calls));
    clReleaseMemObject(buffer);
    clReleaseMemObject(image);
    clReleaseSampler(sampler);
    clReleaseCommandQueue(queue);
    assert_int_equal(calls[0], 0);
    clSVMFree(c, clSVMAlloc(c, CL_MEM_READ_WRITE, 64, 0)); /* holds nothing */
    host_end(&host);
    assert_int_equal(calls[0], 21); /* the last one that was set comes first */
    host_expected();
}

/* Program-scope constructors are asked for once there is an executable (OpenCL 3.0, table 27). */
static void
constructors_are_asked_for(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    static const cl_program_info names[] = {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT,
                                            CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT};
    const char *text = twice;
    cl_int error;
    size_t size;
    cl_program unbuilt = clCreateProgramWithSource(host.context, 1, &text, NULL, &error);
    cl_program program = host_program(&host, twice, NULL);
    for (unsigned i = 0; i < 2; i++) {
        cl_bool has = 2;
        EXPECT(CL_SUCCESS, clGetProgramInfo(program, names[i], sizeof has, &has, &size));
        assert_int_equal(has, CL_FALSE);
        assert_int_equal(size, sizeof has);
        EXPECT(CL_INVALID_VALUE, clGetProgramInfo(program, names[i], 1, &has, NULL));
        EXPECT(CL_INVALID_PROGRAM_EXECUTABLE,
               clGetProgramInfo(unbuilt, names[i], sizeof has, &has, NULL));
    }
    host_expected();
    assert_ok(clReleaseProgram(program));
    assert_ok(clReleaseProgram(unbuilt));
    host_end(&host);
}

/* Nothing to do is no error any more, and has an event. */
static void
nothing_succeeds(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel kernel = host_kernel(&host, twice, "twice");
    uint32_t words[4] = {1, 2, 3, 4};
    cl_mem memory = host_words(&host, words, 4), other = host_words(&host, words, 4);
    const size_t zero[2] = {0, 4};
    cl_event event;
    cl_int status;
    EXPECT(CL_INVALID_KERNEL_ARGS,
           clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, zero, NULL, NO_WAIT));
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, NULL, NULL, NO_WAIT));
    EXPECT(CL_SUCCESS,
           clEnqueueNDRangeKernel(host.queue, kernel, 2, NULL, zero, NULL, 0, NULL, &event));
    EXPECT(CL_SUCCESS, clWaitForEvents(1, &event));
    EXPECT(CL_SUCCESS,
           clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    assert_int_equal(status, CL_COMPLETE);
    clReleaseEvent(event);
    cl_command_queue q = host.queue;
    EXPECT(CL_SUCCESS, clEnqueueReadBuffer(q, memory, CL_TRUE, 0, 0, words, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueWriteBuffer(q, memory, CL_TRUE, 16, 0, words, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueReadBuffer(q, memory, CL_TRUE, 17, 0, words, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueCopyBuffer(q, memory, other, 0, 0, 0, NO_WAIT));
    host_read(&host, memory, words, 4);
    assert_int_equal(words[1], 2);
    clReleaseMemObject(memory);
    clReleaseMemObject(other);
    clReleaseKernel(kernel);
    host_end(&host);
    host_expected();
}

static void
shared_memory(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_command_queue q = host.queue;
    cl_context c = host.context;
    uint32_t word = 7, words[16] = {0};
    const size_t items = 16;
    assert_null(clSVMAlloc(c, CL_MEM_READ_WRITE, 0, 0));
    assert_null(clSVMAlloc(c, CL_MEM_READ_WRITE, 64, 3));
    assert_null(clSVMAlloc(c, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, 0));
    assert_null(clSVMAlloc(c, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0));
    assert_null(clSVMAlloc((cl_context)(void *)q, CL_MEM_READ_WRITE, 64, 0));
    uint32_t *a = clSVMAlloc(c, 0, 64, 128), *b = clSVMAlloc(c, CL_MEM_READ_WRITE, 64, 0);
    assert_non_null(a);
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMap(q, CL_TRUE, CL_MAP_WRITE, NULL, 64, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMap(q, CL_TRUE, CL_MAP_WRITE, a, 0, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMap(q, CL_TRUE, 1 << 9, a, 64, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueSVMMap(q, CL_TRUE, CL_MAP_WRITE, a, 64, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMUnmap(q, NULL, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueSVMUnmap(q, a, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMemFill(q, NULL, &word, 4, 64, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMemFill(q, (char *)a + 2, &word, 4, 8, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMemFill(q, a, NULL, 4, 64, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMemFill(q, a, &word, 3, 9, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMemFill(q, a, &word, 4, 6, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueSVMMemFill(q, a, &word, 4, 64, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMemcpy(q, CL_TRUE, NULL, a, 64, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMemcpy(q, CL_TRUE, b, NULL, 0, NO_WAIT));
    EXPECT(CL_MEM_COPY_OVERLAP, clEnqueueSVMMemcpy(q, CL_TRUE, a + 1, a, 16, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueSVMMemcpy(q, CL_FALSE, b, a, 64, NO_WAIT));
    const void *both[] = {a, b};
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(q, 0, both, NULL, 0, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(q, 2, NULL, NULL, 0, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMMigrateMem(q, 2, both, NULL, 64, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueSVMMigrateMem(q, 2, both, NULL, 0, NO_WAIT));
    cl_kernel kernel = host_kernel(&host, twice, "twice");
    EXPECT(CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(kernel, 1, a));
    EXPECT(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 0, words));
    EXPECT(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, b));
    const cl_bool yes = CL_TRUE;
    EXPECT(CL_SUCCESS,
           clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof both, both));
    EXPECT(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
    EXPECT(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, NULL));
    EXPECT(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, 1, 8, both));
    EXPECT(
        CL_INVALID_OPERATION,
        clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes));
    cl_int error;
    cl_kernel clone = clCloneKernel(kernel, &error);
    EXPECT_NEW(CL_INVALID_KERNEL, clCloneKernel((cl_kernel)(void *)c, &error));
    EXPECT(CL_SUCCESS, clEnqueueNDRangeKernel(q, clone, 1, NULL, &items, NULL, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueSVMMemcpy(q, CL_TRUE, words, b, 64, NO_WAIT));
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(words[i], 14);
    /* a buffer over it */
    cl_mem over = clCreateBuffer(c, CL_MEM_USE_HOST_PTR, 64, a, &error);
    cl_bool uses;
    EXPECT(CL_SUCCESS, clGetMemObjectInfo(over, CL_MEM_USES_SVM_POINTER, sizeof uses, &uses, NULL));
    assert_int_equal(uses, CL_TRUE);
    clReleaseMemObject(over);
    void *freed[] = {a, NULL, b};
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMFree(q, 0, freed, NULL, NULL, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueSVMFree(q, 1, NULL, NULL, NULL, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueSVMFree(q, 3, freed, NULL, NULL, NO_WAIT));
    EXPECT(CL_SUCCESS, clFinish(q));
    clSVMFree(c, NULL);
    clReleaseKernel(kernel);
    clReleaseKernel(clone);
    host_end(&host);
    host_expected();
}

static void
pipes(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_context c = host.context;
    cl_int error;
    cl_uint most, answer;
    const uint32_t zeros[16] = {0};
    const cl_pipe_properties some[] = {CL_PIPE_PACKET_SIZE, 4, 0};
    assert_ok(
        clGetDeviceInfo(host.device, CL_DEVICE_PIPE_MAX_PACKET_SIZE, sizeof most, &most, NULL));
    EXPECT_NEW(CL_INVALID_CONTEXT,
               clCreatePipe((cl_context)(void *)host.queue, 0, 4, 4, NULL, &error));
    EXPECT_NEW(CL_INVALID_PIPE_SIZE, clCreatePipe(c, 0, 0, 4, NULL, &error));
    EXPECT_NEW(CL_INVALID_PIPE_SIZE, clCreatePipe(c, 0, 4, 0, NULL, &error));
    EXPECT_NEW(CL_INVALID_PIPE_SIZE, clCreatePipe(c, 0, most + 1, 4, NULL, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreatePipe(c, CL_MEM_READ_ONLY, 4, 4, NULL, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreatePipe(c, 0, 4, 4, some, &error));
    cl_mem pipe = clCreatePipe(c, 0, 4, 16, NULL, &error), memory = host_words(&host, zeros, 16);
    EXPECT(CL_SUCCESS, clGetPipeInfo(pipe, CL_PIPE_MAX_PACKETS, sizeof answer, &answer, NULL));
    assert_int_equal(answer, 16);
    EXPECT(CL_INVALID_MEM_OBJECT, clGetPipeInfo(memory, CL_PIPE_MAX_PACKETS, 4, &answer, NULL));
    EXPECT(CL_INVALID_VALUE, clGetPipeInfo(pipe, 1, 4, &answer, NULL));
    EXPECT(CL_INVALID_MEM_OBJECT, clEnqueueUnmapMemObject(host.queue, pipe, &answer, NO_WAIT));
    EXPECT(CL_INVALID_MEM_OBJECT,
           clEnqueueReadBuffer(host.queue, pipe, CL_TRUE, 0, 4, &answer, NO_WAIT));
    cl_program program = host_program(
        &host,
        "kernel void put(write_only pipe uint p) { uint i = get_global_id(0); write_pipe(p, &i); }"
        "kernel void get(read_only pipe uint p, global uint *sum) {"
        " uint i; if (read_pipe(p, &i) == 0) atomic_add(sum, i); }",
        "-cl-std=CL3.0");
    cl_kernel put = clCreateKernel(program, "put", &error);
    cl_kernel get = clCreateKernel(program, "get", &error);
    EXPECT(CL_INVALID_MEM_OBJECT, clSetKernelArg(put, 0, sizeof memory, &memory));
    EXPECT(CL_INVALID_MEM_OBJECT, clSetKernelArg(get, 1, sizeof pipe, &pipe));
    assert_ok(clSetKernelArg(put, 0, sizeof pipe, &pipe));
    assert_ok(clSetKernelArg(get, 0, sizeof pipe, &pipe));
    assert_ok(clSetKernelArg(get, 1, sizeof memory, &memory));
    const size_t items = 16;
    assert_ok(clEnqueueNDRangeKernel(host.queue, put, 1, NULL, &items, NULL, NO_WAIT));
    assert_ok(clEnqueueNDRangeKernel(host.queue, get, 1, NULL, &items, NULL, NO_WAIT));
    host_read(&host, memory, &answer, 1);
    assert_int_equal(answer, 120);
    clReleaseKernel(put);
    clReleaseKernel(get);
    clReleaseProgram(program);
    clReleaseMemObject(pipe);
    clReleaseMemObject(memory);
    host_end(&host);
    host_expected();
}

/* Each half of the reservations of a work-item, and of a work-group, between two launches: the writer's
 * packets come in the order of its reservations, a reservation for which there is no room is not valid,
 * and what is not committed is not there. */
static void
reservations(void **state)
{
    (void)state;
    enum { GROUPS = 2, ITEMS = 256, GROUP = ITEMS / GROUPS, PACKETS = 2 * ITEMS };
    static const struct {
        const char *put, *get;
        unsigned most; /* packets that fit */
    } rows[] = {
        {"put", "get", PACKETS},
        {"put_all", "get_all", PACKETS},
        {"put", "get_all", PACKETS},
        {"put_all", "get", PACKETS},
        {"put", "get", PACKETS / 2},
        {"put_all", "get_all", PACKETS / 2},
        {"put_all", "get_all", PACKETS - 1},
        {"put_waves", "get_waves", PACKETS},
    };
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    const size_t group = GROUP;
    cl_program program = host_program(
        &host,
        "#define PUT(name, prefix, count, at) "
        "kernel void name(write_only pipe uint p, global uint *out) {"
        " reserve_id_t r = prefix##reserve_write_pipe(p, count);"
        " if (!is_valid_reserve_id(r)) return;"
        " for (uint i = 0; i < 2; i++) { uint n = 2 * (uint)get_global_id(0) + i + 1;"
        "  if (write_pipe(p, r, at + i, &n)) out[0] = 77; }"
        " prefix##commit_write_pipe(p, r); }\n"
        "#define GET(name, prefix, count, at) "
        "kernel void name(read_only pipe uint p, global uint *out) {"
        " reserve_id_t r = prefix##reserve_read_pipe(p, count);"
        " if (!is_valid_reserve_id(r)) return;"
        " for (uint i = 0; i < 2; i++) { uint n;"
        "  if (read_pipe(p, r, at + i, &n)) out[0] = 78; else atomic_inc(out + n); }"
        " prefix##commit_read_pipe(p, r); }\n"
        "PUT(put, , 2, 0)\nGET(get, , 2, 0)\n"
        "#define N 2 * (uint)get_local_size(0), 2 * (uint)get_local_id(0)\n"
        "#define W 2 * get_sub_group_size(), 2 * get_sub_group_local_id()\n"
        "#define BOTH(p, g, prefix, ...) PUT(p, prefix, __VA_ARGS__) GET(g, prefix, __VA_ARGS__)\n"
        "BOTH(put_all, get_all, work_group_, N)\n"
        "BOTH(put_waves, get_waves, sub_group_, W)\n",
        "-cl-std=CL3.0");
    for (unsigned row = 0; row < sizeof rows / sizeof *rows; row++) {
        uint32_t words[PACKETS + 1] = {0};
        cl_mem pipe = clCreatePipe(host.context, 0, 4, rows[row].most, NULL, &error);
        cl_mem out = host_words(&host, words, PACKETS + 1);
        const char *names[] = {rows[row].put, rows[row].get};
        for (unsigned i = 0; i < 2; i++) {
            cl_kernel kernel = clCreateKernel(program, names[i], &error);
            assert_ok(error);
            assert_ok(clSetKernelArg(kernel, 0, sizeof pipe, &pipe));
            assert_ok(clSetKernelArg(kernel, 1, sizeof out, &out));
            /* not at once: cores of the host load the pipe's header otherwise than they change it */
            for (size_t first = 0; first < ITEMS; first += GROUP)
                assert_ok(
                    clEnqueueNDRangeKernel(host.queue, kernel, 1, &first, &group, &group, NO_WAIT));
            clReleaseKernel(kernel);
        }
        host_read(&host, out, words, PACKETS + 1);
        unsigned came = 0;
        for (unsigned i = 1; i <= PACKETS; i++) {
            assert_true(words[i] <= 1);
            came += words[i];
        }
        unsigned share = strcmp(rows[row].put, "put") == 0 ? 2 : PACKETS / 2;
        host_expect("packets that came, row", (int)row, (cl_int)came,
                    (cl_int)(rows[row].most / share * share));
        host_expect("a reserved packet is refused, row", (int)row, (cl_int)words[0], 0);
        clReleaseMemObject(pipe);
        clReleaseMemObject(out);
    }
    clReleaseProgram(program);
    host_end(&host);
    host_expected();
}

static void
sub_groups(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel kernel = host_kernel(&host, twice, "twice");
    const size_t local[] = {96, 1, 1}, two = 2, many = 1000;
    size_t answer[3];
    const struct {
        cl_kernel_sub_group_info name;
        size_t bytes;
        const void *input;
        cl_int wanted;
        size_t value;
    } rows[] = {
        {CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, local, CL_SUCCESS, 64},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof local, local, CL_SUCCESS, 2},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 8, local, CL_SUCCESS, 2},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 3, local, CL_INVALID_VALUE, 0},
        {CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 8, NULL, CL_INVALID_VALUE, 0},
        {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 8, &two, CL_SUCCESS, 128},
        {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 8, &many, CL_SUCCESS, 0},
        {CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, 4, &two, CL_INVALID_VALUE, 0},
        {CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, CL_SUCCESS, 4},
        {CL_KERNEL_COMPILE_NUM_SUB_GROUPS, 0, NULL, CL_SUCCESS, 0},
        {1, 0, NULL, CL_INVALID_VALUE, 0},
    };
    static const char *const required =
        "__attribute__((reqd_work_group_size(32, 4, 1))) kernel void r(global int *a) { *a = 1; }";
    cl_kernel of_128 = host_kernel(&host, required, "r");
    for (size_t count = 1; count <= 3; count++) {
        assert_ok(clGetKernelSubGroupInfo(of_128, host.device,
                                          CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof count,
                                          &count, sizeof answer, answer, NULL));
        assert_int_equal(answer[0], count == 2 ? 32 : 0);
        assert_int_equal(answer[1], count == 2 ? 4 : 0);
    }
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        answer[0] = 99;
        cl_int error = clGetKernelSubGroupInfo(kernel, host.device, rows[i].name, rows[i].bytes,
                                               rows[i].input, sizeof answer[0], answer, NULL);
        host_expect("clGetKernelSubGroupInfo, row", (int)i, error, rows[i].wanted);
        if (error == CL_SUCCESS)
            host_expect("its value", (int)i, (cl_int)answer[0], (cl_int)rows[i].value);
    }
    clReleaseKernel(kernel);
    host_end(&host);
    host_expected();
}

/* Groups that do not divide the range: of a program of 3.0, not of one of 1.2. */
static void
ragged_groups(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    static const struct {
        const char *options;
        cl_int wanted;
    } rows[] = {{NULL, CL_INVALID_WORK_GROUP_SIZE},
                {"-cl-std=CL3.0", CL_SUCCESS},
                {"-cl-std=CL3.0 -cl-uniform-work-group-size", CL_INVALID_WORK_GROUP_SIZE}};
    const size_t items = 100, group = 64;
    uint32_t words[100];
    cl_int error;
    for (unsigned i = 0; i < 3; i++) {
        cl_program program = host_program(
            &host, "kernel void k(global uint *a) { a[get_global_id(0)] = get_local_size(0); }",
            rows[i].options);
        cl_kernel kernel = clCreateKernel(program, "k", &error);
        cl_mem memory = host_words(&host, NULL, 100);
        assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
        error = clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &items, &group, NO_WAIT);
        host_expect("ragged groups, row", (int)i, error, rows[i].wanted);
        host_read(&host, memory, words, 100);
        if (error == CL_SUCCESS)
            assert_int_equal(words[99], 36);
        clReleaseMemObject(memory);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
    }
    host_end(&host);
    host_expected();
}

/* Work-groups that the program does not choose are whole waves: where they may be ragged, of any size. */
static void
groups_are_chosen(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    static const struct {
        size_t items;
        uint32_t whole, ragged; /* work-items of the first group */
    } rows[] = {
        {20011, 1, 256}, {960, 192, 192}, {1000, 250, 256}, {20096, 128, 128}, {100, 100, 100}};
    static const char *const options[] = {"-cl-std=CL1.2", "-cl-std=CL3.0"};
    for (unsigned i = 0; i < 2; i++) {
        cl_int error;
        uint32_t size;
        cl_program program = host_program(
            &host,
            "kernel void k(global uint *a) { if (!get_global_id(0)) a[0] = get_local_size(0); }",
            options[i]);
        cl_kernel kernel = clCreateKernel(program, "k", &error);
        cl_mem memory = host_words(&host, NULL, 1);
        for (unsigned r = 0; r < sizeof rows / sizeof *rows; r++) {
            host_launch(&host, kernel, rows[r].items, 0, 1, memory);
            host_read(&host, memory, &size, 1);
            host_expect("size of a work-group, row", (int)r, (cl_int)size,
                        (cl_int)(i ? rows[r].ragged : rows[r].whole));
        }
        clReleaseMemObject(memory);
        clReleaseKernel(kernel);
        clReleaseProgram(program);
    }
    host_end(&host);
    host_expected();
}

/* Variables of the program keep what launches leave in them, and are counted. */
static void
program_scope(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    size_t bytes;
    uint32_t word;
    cl_program program =
        host_program(&host,
                     "global int counter = 5; global int zeros[10]; constant int table[2] = {3, 4};"
                     "kernel void k(global int *a) { *a = ++counter + table[1] + zeros[9]++; }",
                     "-cl-std=CL3.0");
    assert_ok(clGetProgramBuildInfo(program, host.device,
                                    CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof bytes,
                                    &bytes, NULL));
    assert_int_equal(bytes, 44);
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    cl_mem memory = host_words(&host, NULL, 1);
    for (unsigned i = 0; i < 3; i++) {
        host_launch(&host, kernel, 1, 1, 1, memory);
        host_read(&host, memory, &word, 1);
        assert_int_equal(word, 10 + 2 * i);
    }
    clReleaseMemObject(memory);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_answer),
        cmocka_unit_test(features_are_macros),
        cmocka_unit_test(objects_with_properties),
        cmocka_unit_test(constructors_are_asked_for),
        cmocka_unit_test(nothing_succeeds),
        cmocka_unit_test(shared_memory),
        cmocka_unit_test(pipes),
        cmocka_unit_test(reservations),
        cmocka_unit_test(sub_groups),
        cmocka_unit_test(ragged_groups),
        cmocka_unit_test(groups_are_chosen),
        cmocka_unit_test(program_scope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
