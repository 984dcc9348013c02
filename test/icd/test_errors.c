/* The error codes that the specification names, function by function. */
#include "test/icd/host.h"

#include <CL/cl_gl.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_WAIT 0, NULL, NULL

static cl_context
other_context(const struct host *host)
{
    cl_int error;
    cl_context context = clCreateContext(NULL, 1, &host->device, NULL, NULL, &error);
    assert_ok(error);
    return context;
}

static void CL_CALLBACK
count_up(cl_program program, void *data)
{
    (void)program;
    ++*(unsigned *)data;
}

static char message[4096];

static void CL_CALLBACK
keep(const char *text, const void *private_info, size_t size, void *data)
{
    (void)private_info;
    (void)size;
    (void)data;
    snprintf(message, sizeof message, "%s", text);
}

/* A handle of another kind. */
#define WRONG(type) ((type)(void *)host.device)

static void
platforms_devices_contexts(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    cl_uint count;
    cl_platform_id platform;
    cl_device_id device;
    char text[4];
    cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_context_properties unknown[] = {1, 1, 0}, no_platform[] = {CL_CONTEXT_PLATFORM, 0, 0};
    cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)host.platform,
                                     CL_CONTEXT_PLATFORM, (cl_context_properties)host.platform, 0};
    EXPECT(CL_INVALID_VALUE, clGetPlatformIDs(0, &platform, NULL));
    EXPECT(CL_INVALID_VALUE, clGetPlatformIDs(0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, clGetPlatformInfo(host.platform, 1, 4, text, NULL));
    EXPECT(CL_INVALID_VALUE, clGetPlatformInfo(host.platform, CL_PLATFORM_NAME, 1, text, NULL));
    EXPECT(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(host.platform, 0, 1, &device, NULL));
    EXPECT(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(host.platform, 1 << 9, 1, &device, NULL));
    EXPECT(CL_INVALID_VALUE, clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_GPU, 0, &device, NULL));
    EXPECT(CL_INVALID_VALUE, clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_GPU, 0, NULL, NULL));
    EXPECT(CL_DEVICE_NOT_FOUND,
           clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_CPU, 1, &device, NULL));
    EXPECT(CL_SUCCESS, clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, &count));
    EXPECT(CL_INVALID_VALUE, clGetDeviceInfo(host.device, 1, 4, text, NULL));
    EXPECT(CL_INVALID_VALUE, clGetDeviceInfo(host.device, CL_DEVICE_TYPE, 4, text, NULL));
    EXPECT(CL_INVALID_DEVICE,
           clGetDeviceInfo((cl_device_id)(void *)host.context, CL_DEVICE_TYPE, 4, text, NULL));
    EXPECT(CL_INVALID_VALUE, clCreateSubDevices(host.device, equally, 1, &device, &count));
    EXPECT(CL_INVALID_VALUE, clCreateSubDevices(host.device, NULL, 1, &device, &count));
    EXPECT(CL_SUCCESS, clRetainDevice(host.device));
    EXPECT(CL_SUCCESS, clReleaseDevice(host.device));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateContext(NULL, 0, &host.device, NULL, NULL, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateContext(NULL, 1, NULL, NULL, NULL, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateContext(NULL, 1, &host.device, NULL, text, &error));
    EXPECT_NEW(CL_INVALID_PROPERTY, clCreateContext(unknown, 1, &host.device, NULL, NULL, &error));
    EXPECT_NEW(CL_INVALID_PROPERTY, clCreateContext(twice, 1, &host.device, NULL, NULL, &error));
    EXPECT_NEW(CL_INVALID_PLATFORM,
               clCreateContext(no_platform, 1, &host.device, NULL, NULL, &error));
    EXPECT_NEW(CL_INVALID_DEVICE_TYPE, clCreateContextFromType(twice + 2, 0, NULL, NULL, &error));
    EXPECT_NEW(CL_DEVICE_NOT_FOUND,
               clCreateContextFromType(twice + 2, CL_DEVICE_TYPE_CPU, NULL, NULL, &error));
    EXPECT_NEW(CL_INVALID_VALUE,
               clCreateContextFromType(twice + 2, CL_DEVICE_TYPE_GPU, NULL, text, &error));
    EXPECT_NEW(CL_INVALID_PROPERTY,
               clCreateContextFromType(twice, CL_DEVICE_TYPE_GPU, NULL, NULL, &error));
    EXPECT(CL_INVALID_VALUE, clGetContextInfo(host.context, 1, 4, text, NULL));
    EXPECT(CL_INVALID_VALUE, clGetContextInfo(host.context, CL_CONTEXT_DEVICES, 4, text, NULL));
    EXPECT(CL_INVALID_CONTEXT, clRetainContext(WRONG(cl_context)));
    EXPECT(CL_INVALID_CONTEXT, clReleaseContext(WRONG(cl_context)));
    EXPECT(CL_SUCCESS, clUnloadPlatformCompiler(host.platform));
    EXPECT(CL_INVALID_PLATFORM, clUnloadPlatformCompiler(WRONG(cl_platform_id)));
    assert_null(clGetExtensionFunctionAddressForPlatform(host.platform, "clNoSuchFunction"));
    /* extensions that the loader exports, and that the platform has not */
    EXPECT_NEW(CL_INVALID_CONTEXT, clCreateFromGLBuffer(host.context, 0, 1, &error));
    EXPECT_NEW(CL_INVALID_CONTEXT, clCreateFromGLTexture(host.context, 0, 0, 0, 1, &error));
    EXPECT(CL_INVALID_CONTEXT, clEnqueueAcquireGLObjects(host.queue, 0, NULL, 0, NULL, NULL));
    host_end(&host);
    host_expected();
}

static void
queues_and_events(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_context other = other_context(&host);
    cl_int error, word;
    cl_ulong time;
    cl_event user = clCreateUserEvent(host.context, &error),
             foreign = clCreateUserEvent(other, &error);
    cl_event both[] = {user, foreign}, wrong = WRONG(cl_event), marker;
    EXPECT_NEW(CL_INVALID_CONTEXT, clCreateCommandQueue(WRONG(cl_context), host.device, 0, &error));
    EXPECT_NEW(CL_INVALID_DEVICE,
               clCreateCommandQueue(host.context, (cl_device_id)(void *)host.queue, 0, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateCommandQueue(host.context, host.device, 1 << 20, &error));
    EXPECT_NEW(CL_INVALID_QUEUE_PROPERTIES,
               clCreateCommandQueue(host.context, host.device, 1 << 2, &error));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue(WRONG(cl_command_queue)));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(WRONG(cl_command_queue)));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clFlush(WRONG(cl_command_queue)));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clFinish(WRONG(cl_command_queue)));
    EXPECT(CL_INVALID_VALUE, clGetCommandQueueInfo(host.queue, 1, 4, &word, NULL));
    EXPECT(CL_INVALID_VALUE, clGetCommandQueueInfo(host.queue, CL_QUEUE_CONTEXT, 4, &word, NULL));
    EXPECT_NEW(CL_INVALID_CONTEXT, clCreateUserEvent(WRONG(cl_context), &error));
    EXPECT(CL_INVALID_EVENT, clSetUserEventStatus(wrong, CL_COMPLETE));
    EXPECT(CL_INVALID_VALUE, clSetUserEventStatus(user, CL_RUNNING));
    EXPECT(CL_INVALID_VALUE, clWaitForEvents(0, &user));
    EXPECT(CL_INVALID_VALUE, clWaitForEvents(1, NULL));
    EXPECT(CL_INVALID_EVENT, clWaitForEvents(1, &wrong));
    EXPECT(CL_INVALID_CONTEXT, clWaitForEvents(2, both));
    EXPECT(CL_INVALID_VALUE, clGetEventInfo(user, 1, 4, &word, NULL));
    EXPECT(CL_INVALID_VALUE, clGetEventInfo(user, CL_EVENT_CONTEXT, 4, &word, NULL));
    EXPECT(CL_INVALID_EVENT, clGetEventInfo(wrong, CL_EVENT_CONTEXT, 8, &time, NULL));
    EXPECT(CL_INVALID_VALUE, clSetEventCallback(user, CL_COMPLETE, NULL, NULL));
    EXPECT(CL_INVALID_VALUE,
           clSetEventCallback(user, 7, (void(CL_CALLBACK *)(cl_event, cl_int, void *))abort, NULL));
    EXPECT(CL_INVALID_EVENT, clRetainEvent(wrong));
    EXPECT(CL_INVALID_EVENT, clReleaseEvent(wrong));
    EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE,
           clGetEventProfilingInfo(user, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(host.queue, 1, NULL, NULL));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(host.queue, 0, &user, NULL));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(host.queue, 1, &wrong, NULL));
    EXPECT(CL_INVALID_CONTEXT, clEnqueueMarkerWithWaitList(host.queue, 2, both, NULL));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList(WRONG(cl_command_queue), NO_WAIT));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST, clEnqueueBarrierWithWaitList(host.queue, 1, NULL, NULL));
    EXPECT(CL_INVALID_CONTEXT, clEnqueueBarrierWithWaitList(host.queue, 1, &foreign, NULL));
    EXPECT(CL_INVALID_COMMAND_QUEUE,
           clEnqueueBarrierWithWaitList(WRONG(cl_command_queue), NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueMarkerWithWaitList(host.queue, 0, NULL, &marker));
    EXPECT(CL_SUCCESS, clWaitForEvents(1, &marker));
    EXPECT(CL_PROFILING_INFO_NOT_AVAILABLE, /* the queue does not */
           clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END, sizeof time, &time, NULL));
    EXPECT(CL_INVALID_EVENT, clSetUserEventStatus(marker, CL_COMPLETE));
    for (unsigned i = 0; i < 2; i++) {
        EXPECT(CL_SUCCESS, clSetUserEventStatus(both[i], -1));
        EXPECT(CL_INVALID_OPERATION, clSetUserEventStatus(both[i], CL_COMPLETE));
        EXPECT(CL_SUCCESS, clReleaseEvent(both[i]));
    }
    clReleaseEvent(marker);
    clReleaseContext(other);
    host_end(&host);
    host_expected();
}

static void
buffers(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    char bytes[256];
    cl_ulong most;
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
    static const struct {
        cl_mem_flags flags;
        size_t size;
        bool has_host;
        cl_int wanted;
    } rows[] = {
        {0, 0, false, CL_INVALID_BUFFER_SIZE},
        {1 << 20, 4, false, CL_INVALID_VALUE},
        {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, false, CL_INVALID_VALUE},
        {CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY, 4, false, CL_INVALID_VALUE},
        {CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 4, true, CL_INVALID_VALUE},
        {CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 4, true, CL_INVALID_VALUE},
        {CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 4, false, CL_INVALID_VALUE},
        {CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 4, false, CL_INVALID_VALUE},
        {CL_MEM_USE_HOST_PTR, 4, false, CL_INVALID_HOST_PTR},
        {CL_MEM_COPY_HOST_PTR, 4, false, CL_INVALID_HOST_PTR},
        {CL_MEM_ALLOC_HOST_PTR, 4, true, CL_INVALID_HOST_PTR},
        {0, 4, true, CL_INVALID_HOST_PTR},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        clCreateBuffer(host.context, rows[i].flags, rows[i].size, rows[i].has_host ? bytes : NULL,
                       &error);
        host_expect("clCreateBuffer, row", (int)i, error, rows[i].wanted);
    }
    EXPECT_NEW(CL_INVALID_BUFFER_SIZE, clCreateBuffer(host.context, 0, most + 1, NULL, &error));
    EXPECT_NEW(CL_INVALID_CONTEXT, clCreateBuffer(WRONG(cl_context), 0, 4, NULL, &error));

    const cl_buffer_region good = {128, 128}, empty = {0, 0}, odd = {4, 4}, out = {256, 128},
                           wrapping = {128, (size_t)-64};
    static const struct {
        cl_mem_flags of, flags;
        cl_int wanted;
    } inherited[] = {
        {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_INVALID_VALUE},
        {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, CL_INVALID_VALUE},
        {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_INVALID_VALUE},
        {CL_MEM_READ_ONLY, CL_MEM_READ_ONLY, CL_SUCCESS},
        {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_SUCCESS},
        {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
        {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE},
        {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
        {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS, CL_SUCCESS},
        {0, CL_MEM_USE_HOST_PTR, CL_INVALID_VALUE},
        {0, CL_MEM_ALLOC_HOST_PTR, CL_INVALID_VALUE},
    };
    for (unsigned i = 0; i < sizeof inherited / sizeof *inherited; i++) {
        cl_mem of = clCreateBuffer(host.context, inherited[i].of, 256, NULL, &error);
        cl_mem part =
            clCreateSubBuffer(of, inherited[i].flags, CL_BUFFER_CREATE_TYPE_REGION, &good, &error);
        host_expect("clCreateSubBuffer, row", (int)i, error, inherited[i].wanted);
        if (part)
            clReleaseMemObject(part);
        clReleaseMemObject(of);
    }
    cl_mem buffer = clCreateBuffer(host.context, 0, 256, NULL, &error);
    const cl_buffer_create_type region = CL_BUFFER_CREATE_TYPE_REGION;
    EXPECT_NEW(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, 1, &good, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, region, NULL, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, region, &out, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, region, &wrapping, &error));
    EXPECT_NEW(CL_INVALID_BUFFER_SIZE, clCreateSubBuffer(buffer, 0, region, &empty, &error));
    EXPECT_NEW(CL_MISALIGNED_SUB_BUFFER_OFFSET, clCreateSubBuffer(buffer, 0, region, &odd, &error));
    EXPECT_NEW(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(WRONG(cl_mem), 0, region, &good, &error));
    cl_mem part = clCreateSubBuffer(buffer, 0, region, &good, &error);
    EXPECT_NEW(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(part, 0, region, &good, &error));
    EXPECT(CL_INVALID_VALUE, clGetMemObjectInfo(buffer, 1, sizeof bytes, bytes, NULL));
    EXPECT(CL_INVALID_VALUE, clGetMemObjectInfo(buffer, CL_MEM_SIZE, 4, bytes, NULL));
    EXPECT(CL_INVALID_MEM_OBJECT, clGetMemObjectInfo(WRONG(cl_mem), CL_MEM_SIZE, 8, bytes, NULL));
    EXPECT(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(buffer, NULL, NULL));
    EXPECT(CL_INVALID_MEM_OBJECT, clRetainMemObject(WRONG(cl_mem)));
    EXPECT(CL_INVALID_MEM_OBJECT, clReleaseMemObject(WRONG(cl_mem)));
    EXPECT(CL_INVALID_MEM_OBJECT, clGetImageInfo(buffer, CL_IMAGE_WIDTH, 8, bytes, NULL));
    clReleaseMemObject(part);
    clReleaseMemObject(buffer);
    host_end(&host);
    host_expected();
}

/* All that a device's contexts have is counted to it, until it is released. */
static void
global_memory_ends(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    cl_ulong all, most;
    cl_mem parts[64];
    unsigned count = 0;
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16384, .image_height = 16384};
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof all, &all, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL));
    cl_context other = clCreateContext(NULL, 1, &host.device, NULL, NULL, &error);
    while (count < 64 &&
           (parts[count] = clCreateBuffer(count % 2 ? other : host.context, 0, most, NULL, &error)))
        count++;
    assert_int_equal(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    assert_int_equal(count, all / most);
    if (all % most) {
        parts[count++] = clCreateBuffer(other, 0, all % most, NULL, &error);
        assert_ok(error);
    }
    char bytes[64];
#define CREATE(flags, host_pointer)                                                                \
    clCreateBuffer(host.context, flags, sizeof bytes, host_pointer, &error)
    EXPECT_NEW(CL_MEM_OBJECT_ALLOCATION_FAILURE, CREATE(0, NULL));
    EXPECT_NEW(CL_MEM_OBJECT_ALLOCATION_FAILURE,
               clCreateImage(host.context, 0, &format, &desc, NULL, &error));
    cl_mem own = CREATE(CL_MEM_USE_HOST_PTR, bytes); /* is the host's memory */
    assert_ok(error);
    clReleaseMemObject(own);
    clReleaseMemObject(parts[--count]);
    cl_mem image = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
    assert_ok(error);
    own = CREATE(0, NULL);
    assert_ok(error);
    clReleaseMemObject(own);
    clReleaseMemObject(image);
    while (count)
        clReleaseMemObject(parts[--count]);
    clReleaseContext(other);
    host_end(&host);
    host_expected();
}

static void
transfers(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_command_queue q = host.queue;
    cl_context other = other_context(&host);
    cl_int error;
    char bytes[512];
    cl_mem a = clCreateBuffer(host.context, 0, 256, NULL, &error);
    cl_mem b = clCreateBuffer(host.context, 0, 256, NULL, &error);
    cl_mem foreign = clCreateBuffer(other, 0, 256, NULL, &error);
    cl_mem to_write = clCreateBuffer(host.context, CL_MEM_HOST_WRITE_ONLY, 256, NULL, &error);
    cl_mem to_read = clCreateBuffer(host.context, CL_MEM_HOST_READ_ONLY, 256, NULL, &error);
    cl_mem neither = clCreateBuffer(host.context, CL_MEM_HOST_NO_ACCESS, 256, NULL, &error);
    const cl_buffer_region halves[] = {{0, 128}, {128, 128}};
    cl_mem low = clCreateSubBuffer(a, 0, CL_BUFFER_CREATE_TYPE_REGION, &halves[0], &error);
    cl_mem high = clCreateSubBuffer(a, 0, CL_BUFFER_CREATE_TYPE_REGION, &halves[1], &error);

#define READ(queue, memory, offset, size, to)                                                      \
    clEnqueueReadBuffer(queue, memory, CL_TRUE, offset, size, to, NO_WAIT)
#define WRITE(queue, memory, offset, size, from)                                                   \
    clEnqueueWriteBuffer(queue, memory, CL_TRUE, offset, size, from, NO_WAIT)
    EXPECT(CL_INVALID_COMMAND_QUEUE, READ(WRONG(cl_command_queue), a, 0, 4, bytes));
    EXPECT(CL_INVALID_MEM_OBJECT, READ(q, WRONG(cl_mem), 0, 4, bytes));
    EXPECT(CL_INVALID_CONTEXT, READ(q, foreign, 0, 4, bytes));
    EXPECT(CL_INVALID_VALUE, READ(q, a, 0, 257, bytes));
    EXPECT(CL_INVALID_VALUE, READ(q, a, 257, 1, bytes));
    EXPECT(CL_INVALID_VALUE, READ(q, a, 8, (size_t)-4, bytes));
    EXPECT(CL_INVALID_VALUE, READ(q, a, 0, 4, NULL));
    EXPECT(CL_INVALID_VALUE, READ(q, a, 0, 0, bytes)); /* of 1.1 and 1.2 */
    EXPECT(CL_INVALID_OPERATION, READ(q, to_write, 0, 4, bytes));
    EXPECT(CL_INVALID_OPERATION, READ(q, neither, 0, 4, bytes));
    EXPECT(CL_SUCCESS, READ(q, to_read, 252, 4, bytes));
    EXPECT(CL_INVALID_EVENT_WAIT_LIST,
           clEnqueueReadBuffer(q, a, CL_TRUE, 0, 4, bytes, 1, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, WRITE(q, a, 255, 2, bytes));
    EXPECT(CL_INVALID_VALUE, WRITE(q, a, 0, 2, NULL));
    EXPECT(CL_INVALID_OPERATION, WRITE(q, to_read, 0, 4, bytes));
    EXPECT(CL_INVALID_OPERATION, WRITE(q, neither, 0, 4, bytes));
    EXPECT(CL_INVALID_CONTEXT, WRITE(q, foreign, 0, 4, bytes));
    EXPECT(CL_SUCCESS, WRITE(q, to_write, 0, 4, bytes));

#define COPY(from, to, from_at, to_at, size)                                                       \
    clEnqueueCopyBuffer(q, from, to, from_at, to_at, size, NO_WAIT)
    EXPECT(CL_MEM_COPY_OVERLAP, COPY(a, a, 0, 63, 64));
    EXPECT(CL_SUCCESS, COPY(a, a, 0, 64, 64));
    EXPECT(CL_MEM_COPY_OVERLAP, COPY(a, high, 100, 0, 64));
    EXPECT(CL_SUCCESS, COPY(low, high, 0, 0, 128));
    EXPECT(CL_MEM_COPY_OVERLAP, COPY(low, low, 0, 0, 4));
    EXPECT(CL_INVALID_VALUE, COPY(a, b, 200, 0, 64));
    EXPECT(CL_INVALID_VALUE, COPY(a, b, 0, 200, 64));
    EXPECT(CL_INVALID_VALUE, COPY(a, b, 0, 0, 0)); /* of 1.1 and 1.2 */
    EXPECT(CL_INVALID_VALUE, COPY(low, b, 64, 0, 128));
    EXPECT(CL_INVALID_CONTEXT, COPY(a, foreign, 0, 0, 4));
    EXPECT(CL_INVALID_CONTEXT, COPY(foreign, a, 0, 0, 4));
    EXPECT(CL_INVALID_MEM_OBJECT, COPY(a, NULL, 0, 0, 4));

#define FILL(memory, pattern, pattern_size, offset, size)                                          \
    clEnqueueFillBuffer(q, memory, pattern, pattern_size, offset, size, NO_WAIT)
    for (size_t size = 1; size <= 128; size *= 2)
        EXPECT(CL_SUCCESS, FILL(a, bytes, size, size, 128));
    EXPECT(CL_INVALID_VALUE, FILL(a, NULL, 4, 0, 8));
    EXPECT(CL_INVALID_VALUE, FILL(a, bytes, 0, 0, 8));
    EXPECT(CL_INVALID_VALUE, FILL(a, bytes, 3, 0, 9));
    EXPECT(CL_INVALID_VALUE, FILL(a, bytes, 256, 0, 256));
    EXPECT(CL_INVALID_VALUE, FILL(a, bytes, 4, 2, 8));
    EXPECT(CL_INVALID_VALUE, FILL(a, bytes, 4, 0, 6));
    EXPECT(CL_INVALID_VALUE, FILL(a, bytes, 4, 252, 8));
    EXPECT(CL_INVALID_CONTEXT, FILL(foreign, bytes, 4, 0, 8));
    EXPECT(CL_INVALID_MEM_OBJECT, FILL(WRONG(cl_mem), bytes, 4, 0, 8));
    EXPECT(CL_SUCCESS, FILL(neither, bytes, 4, 0, 8));

    EXPECT(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(q, 0, &a, 0, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(q, 1, NULL, 0, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(q, 1, &a, 8, NO_WAIT));
    EXPECT(CL_INVALID_CONTEXT, clEnqueueMigrateMemObjects(q, 1, &foreign, 0, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueMigrateMemObjects(q, 1, &a, CL_MIGRATE_MEM_OBJECT_HOST, NO_WAIT));
    assert_ok(clFinish(q));
    cl_mem all[] = {low, high, a, b, foreign, to_write, to_read, neither};
    for (unsigned i = 0; i < 8; i++)
        clReleaseMemObject(all[i]);
    clReleaseContext(other);
    host_end(&host);
    host_expected();
}

/* ---- rectangles that overlap ---- */

enum { ROOM = 512 };

struct rectangle {
    size_t origin[3], row, slice, base; /* base: of the sub-buffer, in the parent */
};

static void
mark(const struct rectangle *of, const size_t region[3], char *bytes)
{
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++)
            memset(bytes + of->base + (of->origin[2] + z) * of->slice +
                       (of->origin[1] + y) * of->row + of->origin[0],
                   1, region[0]);
}

static bool
share_bytes(const struct rectangle *from, const struct rectangle *to, const size_t region[3])
{
    char one[ROOM] = "", other[ROOM] = "";
    mark(from, region, one);
    mark(to, region, other);
    for (unsigned i = 0; i < ROOM; i++)
        if (one[i] && other[i])
            return true;
    return false;
}

static unsigned
random_below(uint32_t *state, unsigned end)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 8) % end;
}

/* One rectangle in bounds; rows may wrap around into the next, slices too. */
static void
make_rectangle(struct rectangle *made, const size_t region[3], uint32_t *state)
{
    made->row = region[0] + random_below(state, 3);
    made->slice = made->row * (region[1] + random_below(state, 3));
    made->origin[0] = random_below(state, (unsigned)made->row + 2);
    made->origin[1] = random_below(state, (unsigned)region[1] + 3);
    made->origin[2] = random_below(state, 3);
}

/* The rule of the appendix "CL_MEM_COPY_OVERLAP" and the sets of bytes agree, as a count of all of some two million
 * small rectangles shows; here sets are the judge.  In one buffer, in overlapping sub-buffers of it (where pitches may
 * differ), in two buffers. */
static void
rectangles_overlap_by_bytes(void **state)
{
    (void)state;
    enum { CASES = 40000 };
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    uint32_t random = 1;
    unsigned overlaps = 0;
    cl_mem all = clCreateBuffer(host.context, 0, ROOM, NULL, &error);
    cl_buffer_region low = {0, 384}, high = {128, 384};
    const cl_mem memory[] = {all,
                             clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &low, &error),
                             clCreateSubBuffer(all, 0, CL_BUFFER_CREATE_TYPE_REGION, &high, &error),
                             clCreateBuffer(host.context, 0, ROOM, NULL, &error)};
    static const size_t bases[] = {0, 0, 128, 0};
    for (unsigned i = 0; i < CASES; i++) {
        size_t region[3];
        struct rectangle from, to;
        unsigned a = random_below(&random, 3), b = random_below(&random, 8);
        b = b < 4 ? b : a;
        for (unsigned k = 0; k < 3; k++)
            region[k] = 1 + random_below(&random, 5 - k);
        make_rectangle(&from, region, &random);
        make_rectangle(&to, region, &random);
        if (a == b) /* or it is CL_INVALID_VALUE */
            to.row = from.row, to.slice = from.slice;
        from.base = bases[a];
        to.base = bases[b];
        if (a == 2 && b == 1) /* so that they come to each other */
            to.origin[2] = 128 / to.slice;
        if (a == 1 && b == 2)
            from.origin[2] = 128 / from.slice;
        bool meet = b < 3 && share_bytes(&from, &to, region);
        overlaps += meet;
        cl_int got =
            clEnqueueCopyBufferRect(host.queue, memory[a], memory[b], from.origin, to.origin,
                                    region, from.row, from.slice, to.row, to.slice, 0, NULL, NULL);
        if (got != (meet ? CL_MEM_COPY_OVERLAP : CL_SUCCESS))
            fail_msg(
                "case %u: %d, not %d: buffers %u %u, region %zu %zu %zu, from %zu %zu %zu (%zu, "
                "%zu), to %zu %zu %zu (%zu, %zu)",
                i, got, meet ? CL_MEM_COPY_OVERLAP : CL_SUCCESS, a, b, region[0], region[1],
                region[2], from.origin[0], from.origin[1], from.origin[2], from.row, from.slice,
                to.origin[0], to.origin[1], to.origin[2], to.row, to.slice);
    }
    print_message("%u cases, %u overlap\n", CASES, overlaps);
    for (unsigned i = 4; i-- > 0;)
        assert_ok(clReleaseMemObject(memory[i]));
    host_end(&host);
}

/* Rows: what the call gives for a rectangle of one buffer of 256 bytes to another place or buffer. */
static void
rectangles(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    char bytes[4096];
    static const struct {
        size_t from[3], to[3], region[3], from_row, from_slice, to_row, to_slice;
        cl_int other, same, host; /* copied to another buffer, in the same, read to the host */
    } rows[] = {
        {{0}, {0}, {4, 4, 1}, 16, 0, 16, 0, CL_SUCCESS, CL_MEM_COPY_OVERLAP, CL_SUCCESS},
        {{0}, {4, 0, 0}, {4, 4, 1}, 16, 0, 16, 0, CL_SUCCESS, CL_SUCCESS, CL_SUCCESS},
        {{0}, {3, 3, 0}, {4, 4, 1}, 16, 0, 16, 0, CL_SUCCESS, CL_MEM_COPY_OVERLAP, CL_SUCCESS},
        {{0}, {14, 0, 0}, {4, 2, 1}, 16, 0, 16, 0, CL_SUCCESS, CL_MEM_COPY_OVERLAP, CL_SUCCESS},
        {{0}, {0, 0, 2}, {4, 4, 2}, 8, 32, 8, 32, CL_SUCCESS, CL_SUCCESS, CL_SUCCESS},
        {{0}, {0, 0, 1}, {4, 4, 2}, 8, 32, 8, 32, CL_SUCCESS, CL_MEM_COPY_OVERLAP, CL_SUCCESS},
        {{0}, {4, 0, 1}, {4, 4, 2}, 8, 32, 8, 32, CL_SUCCESS, CL_SUCCESS, CL_SUCCESS},
        {{0}, {0, 8, 0}, {4, 4, 1}, 16, 0, 8, 0, CL_SUCCESS, CL_INVALID_VALUE, CL_SUCCESS},
        {{0}, {0}, {0, 4, 1}, 16, 0, 16, 0, CL_INVALID_VALUE, CL_INVALID_VALUE, CL_INVALID_VALUE},
        {{0}, {0}, {4, 4, 0}, 16, 0, 16, 0, CL_INVALID_VALUE, CL_INVALID_VALUE, CL_INVALID_VALUE},
        {{0}, {0}, {4, 4, 1}, 3, 0, 16, 0, CL_INVALID_VALUE, CL_INVALID_VALUE, CL_INVALID_VALUE},
        {{0}, {0}, {4, 4, 1}, 16, 0, 3, 0, CL_INVALID_VALUE, CL_INVALID_VALUE, CL_INVALID_VALUE},
        {{0}, {0}, {4, 4, 2}, 16, 48, 16, 64, CL_INVALID_VALUE, CL_INVALID_VALUE, CL_INVALID_VALUE},
        {{0}, {0}, {4, 4, 2}, 16, 72, 16, 64, CL_INVALID_VALUE, CL_INVALID_VALUE, CL_INVALID_VALUE},
        {{0}, {0}, {4, 4, 2}, 16, 64, 16, 72, CL_INVALID_VALUE, CL_INVALID_VALUE, CL_INVALID_VALUE},
        {{13, 12, 0},
         {0},
         {4, 4, 1},
         16,
         0,
         16,
         0,
         CL_INVALID_VALUE,
         CL_INVALID_VALUE,
         CL_INVALID_VALUE},
        {{12, 12, 0}, {0}, {4, 4, 1}, 16, 0, 16, 0, CL_SUCCESS, CL_SUCCESS, CL_SUCCESS},
        {{0, (size_t)-1, 0},
         {0},
         {4, 4, 1},
         16,
         0,
         16,
         0,
         CL_INVALID_VALUE,
         CL_INVALID_VALUE,
         CL_INVALID_VALUE},
        {{0},
         {0},
         {4, (size_t)1 << 62, 1},
         16,
         0,
         16,
         0,
         CL_INVALID_VALUE,
         CL_INVALID_VALUE,
         CL_INVALID_VALUE},
    };
    cl_mem a = clCreateBuffer(host.context, 0, 256, NULL, &error);
    cl_mem b = clCreateBuffer(host.context, 0, 256, NULL, &error);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t *from = rows[i].from, *to = rows[i].to, *region = rows[i].region;
        size_t row = rows[i].from_row, slice = rows[i].from_slice, to_row = rows[i].to_row;
        size_t to_slice = rows[i].to_slice;
        host_expect("another", (int)i,
                    clEnqueueCopyBufferRect(host.queue, a, b, from, to, region, row, slice, to_row,
                                            to_slice, NO_WAIT),
                    rows[i].other);
        host_expect("the same", (int)i,
                    clEnqueueCopyBufferRect(host.queue, a, a, from, to, region, row, slice, to_row,
                                            to_slice, NO_WAIT),
                    rows[i].same);
        host_expect("read", (int)i,
                    clEnqueueReadBufferRect(host.queue, a, CL_TRUE, from, to, region, row, slice,
                                            to_row, to_slice, bytes, NO_WAIT),
                    rows[i].host);
        host_expect("write", (int)i,
                    clEnqueueWriteBufferRect(host.queue, a, CL_TRUE, from, to, region, row, slice,
                                             to_row, to_slice, bytes, NO_WAIT),
                    rows[i].host);
    }
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    /* slices side by side in a large buffer: the test for overlaps must not take longer than the copy */
    const size_t left[] = {0, 0, 0}, right[] = {32, 0, 0}, many[] = {32, 512, 256};
    cl_mem large = clCreateBuffer(host.context, 0, (size_t)64 * 512 * 256, NULL, &error);
    EXPECT(CL_SUCCESS, clEnqueueCopyBufferRect(host.queue, large, large, left, right, many, 64, 0,
                                               64, 0, NO_WAIT));
    assert_ok(clFinish(host.queue));
    clReleaseMemObject(large);
    host_end(&host);
    host_expected();
}

static cl_uint
map_count(cl_mem memory)
{
    cl_uint count;
    assert_ok(clGetMemObjectInfo(memory, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
    return count;
}

static void
maps(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_command_queue q = host.queue;
    cl_int error;
    uint32_t words[64];
    cl_mem a = clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, sizeof words, words, &error);
    cl_mem to_write = clCreateBuffer(host.context, CL_MEM_HOST_WRITE_ONLY, 256, NULL, &error);
    cl_mem to_read = clCreateBuffer(host.context, CL_MEM_HOST_READ_ONLY, 256, NULL, &error);
#define MAP(memory, flags, offset, size)                                                           \
    clEnqueueMapBuffer(q, memory, CL_TRUE, flags, offset, size, NO_WAIT, &error)
    EXPECT_NEW(CL_INVALID_VALUE, MAP(a, 1 << 10, 0, 4));
    EXPECT_NEW(CL_INVALID_VALUE, MAP(a, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 4));
    EXPECT_NEW(CL_INVALID_VALUE, MAP(a, CL_MAP_READ, 0, 0));
    EXPECT_NEW(CL_INVALID_VALUE, MAP(a, CL_MAP_READ, 255, 2));
    EXPECT_NEW(CL_INVALID_OPERATION, MAP(to_write, CL_MAP_READ, 0, 4));
    EXPECT_NEW(CL_INVALID_OPERATION, MAP(to_read, CL_MAP_WRITE, 0, 4));
    EXPECT_NEW(CL_INVALID_OPERATION, MAP(to_read, CL_MAP_WRITE_INVALIDATE_REGION, 0, 4));
    EXPECT_NEW(CL_INVALID_MEM_OBJECT, MAP(WRONG(cl_mem), CL_MAP_READ, 0, 4));
    assert_int_equal(map_count(a), 0);
    uint32_t *first = MAP(a, CL_MAP_READ, 4, 16), *second = MAP(a, CL_MAP_READ, 4, 16);
    assert_ptr_equal(first, &words[1]);
    assert_ptr_equal(second, &words[1]);
    assert_int_equal(map_count(a), 2);
#define UNMAP(memory, pointer) clEnqueueUnmapMemObject(q, memory, pointer, NO_WAIT)
    EXPECT(CL_INVALID_VALUE, UNMAP(a, &words[2]));
    EXPECT(CL_INVALID_VALUE, UNMAP(a, NULL));
    EXPECT(CL_INVALID_VALUE, UNMAP(to_read, first));
    EXPECT(CL_INVALID_MEM_OBJECT, UNMAP(WRONG(cl_mem), first));
    EXPECT(CL_SUCCESS, UNMAP(a, first));
    EXPECT(CL_SUCCESS, UNMAP(a, second));
    EXPECT(CL_INVALID_VALUE, UNMAP(a, second));
    assert_int_equal(map_count(a), 0);
    /* a map that fails is none */
    cl_event user = clCreateUserEvent(host.context, &error);
    assert_ok(clSetUserEventStatus(user, -1));
    assert_null(clEnqueueMapBuffer(q, a, CL_TRUE, CL_MAP_READ, 0, 4, 1, &user, NULL, &error));
    assert_int_equal(error, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_int_equal(map_count(a), 0);
    EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
           clEnqueueReadBuffer(q, a, CL_TRUE, 0, 4, words + 8, 1, &user, NULL));
    EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
           clEnqueueWriteBuffer(q, a, CL_TRUE, 0, 4, words + 8, 1, &user, NULL));
    clReleaseEvent(user);
    assert_ok(clFinish(q));
    cl_mem all[] = {a, to_write, to_read};
    for (unsigned i = 0; i < 3; i++)
        clReleaseMemObject(all[i]);
    host_end(&host);
    host_expected();
}

static void
programs(void **state)
{
    (void)state;
    struct host host = host_begin(0, keep, NULL);
    cl_context other = other_context(&host);
    cl_int error;
    const char *text = "kernel void k(global int *a) { *a = 1; }", *null = NULL;
    const unsigned char *bytes = (const unsigned char *)text, *none = NULL;
    const char *names[] = {"h.h"};
    size_t size = strlen(text), nothing = 0;
    char answer[64];
    cl_device_id device = host.device, wrong = (cl_device_id)(void *)host.queue;
    cl_context c = host.context;
    EXPECT_NEW(CL_INVALID_CONTEXT,
               clCreateProgramWithSource(WRONG(cl_context), 1, &text, NULL, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateProgramWithSource(c, 0, &text, NULL, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateProgramWithSource(c, 1, NULL, NULL, &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateProgramWithSource(c, 1, &null, NULL, &error));
#define BINARY(count, devices, sizes, binaries)                                                    \
    clCreateProgramWithBinary(c, count, devices, sizes, binaries, NULL, &error)
    EXPECT_NEW(CL_INVALID_VALUE, BINARY(0, &device, &size, &bytes));
    EXPECT_NEW(CL_INVALID_VALUE, BINARY(1, NULL, &size, &bytes));
    EXPECT_NEW(CL_INVALID_VALUE, BINARY(1, &device, NULL, &bytes));
    EXPECT_NEW(CL_INVALID_VALUE, BINARY(1, &device, &size, NULL));
    EXPECT_NEW(CL_INVALID_VALUE, BINARY(1, &device, &nothing, &bytes));
    EXPECT_NEW(CL_INVALID_VALUE, BINARY(1, &device, &size, &none));
    EXPECT_NEW(CL_INVALID_DEVICE, BINARY(1, &wrong, &size, &bytes));
    EXPECT_NEW(CL_INVALID_BINARY, BINARY(1, &device, &size, &bytes));
#define BUILT_IN(count, devices, kernels)                                                          \
    clCreateProgramWithBuiltInKernels(c, count, devices, kernels, &error)
    EXPECT_NEW(CL_INVALID_VALUE, BUILT_IN(1, &device, "k"));
    EXPECT_NEW(CL_INVALID_VALUE, BUILT_IN(1, &device, NULL));
    EXPECT_NEW(CL_INVALID_VALUE, BUILT_IN(0, NULL, "k"));
    EXPECT_NEW(CL_INVALID_DEVICE, BUILT_IN(1, &wrong, "k"));

    cl_program p = clCreateProgramWithSource(c, 1, &text, NULL, &error);
    cl_program foreign = clCreateProgramWithSource(other, 1, &text, NULL, &error);
    cl_program wrong_program = WRONG(cl_program);
    EXPECT(CL_INVALID_PROGRAM_EXECUTABLE,
           clGetProgramInfo(p, CL_PROGRAM_NUM_KERNELS, sizeof answer, answer, NULL));
    EXPECT(CL_INVALID_PROGRAM_EXECUTABLE,
           clGetProgramInfo(p, CL_PROGRAM_KERNEL_NAMES, sizeof answer, answer, NULL));
    EXPECT(CL_INVALID_VALUE, clGetProgramInfo(p, 1, sizeof answer, answer, NULL));
    EXPECT(CL_INVALID_VALUE, clGetProgramInfo(p, CL_PROGRAM_SOURCE, 3, answer, NULL));
    EXPECT(CL_INVALID_DEVICE,
           clGetProgramBuildInfo(p, wrong, CL_PROGRAM_BUILD_STATUS, sizeof answer, answer, NULL));
    EXPECT(CL_INVALID_VALUE, clGetProgramBuildInfo(p, device, 1, sizeof answer, answer, NULL));
    EXPECT(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernelsInProgram(p, 0, NULL, NULL));
#define BUILD(program, count, devices, options)                                                    \
    clBuildProgram(program, count, devices, options, NULL, NULL)
    EXPECT(CL_INVALID_PROGRAM, BUILD(wrong_program, 0, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, BUILD(p, 1, NULL, NULL));
    EXPECT(CL_INVALID_VALUE, BUILD(p, 0, &device, NULL));
    EXPECT(CL_INVALID_DEVICE, BUILD(p, 1, &wrong, NULL));
    EXPECT(CL_INVALID_VALUE, clBuildProgram(p, 0, NULL, NULL, NULL, answer));
    static const char *const build_options[] = {
        "-x -y",         "-cl-std=CL9.9", "-E",   "-w -S",    "-DA='open", "-mcpu=gfx801",
        "-D X = 5",      "nonsense",      "-o a", "other.cl", "--help",    "--offload-arch=gfx801",
        "--emit=c-array"};
    unsigned notified = 0;
    for (unsigned i = 0; i < sizeof build_options / sizeof *build_options; i++)
        host_expect(build_options[i], __LINE__,
                    clBuildProgram(p, 0, NULL, build_options[i], count_up, &notified),
                    CL_INVALID_BUILD_OPTIONS);
    host_expect("notified of builds that have not begun", __LINE__, (cl_int)notified, 0);
    EXPECT(CL_BUILD_PROGRAM_FAILURE, BUILD(p, 0, NULL, "-Dkernel=nonsense"));
#define COMPILE(program, options, count, headers, header_names)                                    \
    clCompileProgram(program, 0, NULL, options, count, headers, header_names, NULL, NULL)
    EXPECT(CL_INVALID_VALUE, COMPILE(p, NULL, 0, &p, names));
    EXPECT(CL_INVALID_VALUE, COMPILE(p, NULL, 1, NULL, names));
    EXPECT(CL_INVALID_VALUE, COMPILE(p, NULL, 1, &p, NULL));
    EXPECT(CL_INVALID_CONTEXT, COMPILE(p, NULL, 1, &foreign, names));
    EXPECT(CL_INVALID_PROGRAM, COMPILE(p, NULL, 1, &wrong_program, names));
    EXPECT(CL_INVALID_PROGRAM, COMPILE(wrong_program, NULL, 0, NULL, NULL));
    EXPECT(CL_INVALID_COMPILER_OPTIONS, COMPILE(p, "-nonsense", 0, NULL, NULL));
    EXPECT(CL_INVALID_COMPILER_OPTIONS, COMPILE(p, "-S", 0, NULL, NULL));
    EXPECT(CL_INVALID_COMPILER_OPTIONS, COMPILE(p, "-create-library", 0, NULL, NULL));
    EXPECT(CL_INVALID_COMPILER_OPTIONS, COMPILE(p, "-mcpu=gfx801", 0, NULL, NULL));
    EXPECT(CL_INVALID_COMPILER_OPTIONS, COMPILE(p, "nonsense", 0, NULL, NULL));
    EXPECT(CL_SUCCESS, COMPILE(p, " -I . ", 0, NULL, NULL));
    EXPECT(CL_SUCCESS, COMPILE(foreign, NULL, 0, NULL, NULL));
#define LINK(options, count, inputs)                                                               \
    clLinkProgram(c, 0, NULL, options, count, inputs, NULL, NULL, &error)
    EXPECT_NEW(CL_INVALID_VALUE, LINK(NULL, 0, NULL));
    EXPECT_NEW(CL_INVALID_VALUE, LINK(NULL, 0, &p));
    EXPECT_NEW(CL_INVALID_VALUE, LINK(NULL, 1, NULL));
    EXPECT_NEW(CL_INVALID_PROGRAM, LINK(NULL, 1, &wrong_program));
    EXPECT_NEW(CL_INVALID_CONTEXT, LINK(NULL, 1, &foreign));
    EXPECT_NEW(CL_INVALID_CONTEXT,
               clLinkProgram(WRONG(cl_context), 0, NULL, NULL, 1, &p, NULL, NULL, &error));
    static const char *const link_options[] = {"-nonsense",     "-E",           "-S",      "-DX",
                                               "-cl-std=CL1.2", "-mcpu=gfx801", "nonsense"};
    for (unsigned i = 0; i < sizeof link_options / sizeof *link_options; i++) {
        message[0] = '\0';
        EXPECT_NEW(CL_INVALID_LINKER_OPTIONS, LINK(link_options[i], 1, &p));
        assert_null(LINK(link_options[i], 1, &p));
        assert_non_null(strstr(message, link_options[i]));
    }
    cl_program linked = LINK(" -I . -cl-denorms-are-zero ", 1, &p);
    assert_ok(error);
    EXPECT(CL_INVALID_OPERATION, BUILD(linked, 0, NULL, NULL)); /* it has no source, nor binaries */
    EXPECT(CL_INVALID_OPERATION, COMPILE(linked, NULL, 0, NULL, NULL));
    EXPECT_NEW(CL_INVALID_OPERATION, LINK(NULL, 1, &linked));
    cl_program all[] = {p, foreign, linked};
    for (unsigned i = 0; i < 3; i++)
        clReleaseProgram(all[i]);
    clReleaseContext(other);
    host_end(&host);
    host_expected();
}

static const char arguments[] =
    "kernel void k(global int *a, local int *l, int i, constant int *c, read_only image2d_t in,"
    " write_only image2d_t out, sampler_t s) {"
    " *a = i + *c; *l = 1; write_imagef(out, (int2)0, read_imagef(in, s, (int2)0)); }"
    "kernel void none() {}";

static void
kernels(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_context other = other_context(&host);
    cl_int error, i = 1;
    char answer[64];
    cl_program p = host_program(&host, arguments, NULL);
    const cl_image_format format = {CL_RGBA, CL_FLOAT};
    const cl_image_desc flat = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    const cl_image_desc solid = {
        .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 4, .image_height = 4, .image_depth = 4};
#define IMAGE(context, flags, desc) clCreateImage(context, flags, &format, &(desc), NULL, &error)
    cl_mem buffer = host_words(&host, NULL, 4),
           foreign = clCreateBuffer(other, 0, 16, NULL, &error);
    cl_mem in = IMAGE(host.context, CL_MEM_READ_ONLY, flat);
    cl_mem out = IMAGE(host.context, CL_MEM_WRITE_ONLY, flat);
    cl_mem deep = IMAGE(host.context, CL_MEM_READ_WRITE, solid), null = NULL, wrong = WRONG(cl_mem);
    cl_sampler s =
        clCreateSampler(host.context, CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    cl_sampler no_sampler = NULL, wrong_sampler = WRONG(cl_sampler);
    EXPECT_NEW(CL_INVALID_PROGRAM, clCreateKernel(WRONG(cl_program), "k", &error));
    EXPECT_NEW(CL_INVALID_KERNEL_NAME, clCreateKernel(p, "no", &error));
    EXPECT_NEW(CL_INVALID_VALUE, clCreateKernel(p, NULL, &error));
    cl_kernel two[2], k = clCreateKernel(p, "k", &error), none = clCreateKernel(p, "none", &error);
    EXPECT(CL_INVALID_VALUE, clCreateKernelsInProgram(p, 1, two, NULL));
    EXPECT(CL_INVALID_OPERATION, clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
    EXPECT(CL_INVALID_OPERATION, clCompileProgram(p, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    const struct {
        cl_uint index;
        size_t size;
        const void *value;
        cl_int wanted;
    } rows[] = {
        {7, sizeof i, &i, CL_INVALID_ARG_INDEX},
        {0, sizeof buffer, &wrong, CL_INVALID_MEM_OBJECT},
        {0, sizeof buffer, &in, CL_INVALID_MEM_OBJECT},
        {0, sizeof buffer, &foreign, CL_INVALID_CONTEXT},
        {0, 4, &buffer, CL_INVALID_ARG_SIZE},
        {0, sizeof buffer, &null, CL_SUCCESS},
        {0, sizeof buffer, NULL, CL_SUCCESS},
        {0, sizeof buffer, &buffer, CL_SUCCESS},
        {1, 0, NULL, CL_INVALID_ARG_SIZE},
        {1, 4, &i, CL_INVALID_ARG_VALUE},
        {1, 4, NULL, CL_SUCCESS},
        {2, 2, &i, CL_INVALID_ARG_SIZE},
        {2, 8, &i, CL_INVALID_ARG_SIZE},
        {2, 4, NULL, CL_INVALID_ARG_VALUE},
        {2, 4, &i, CL_SUCCESS},
        {3, 4, &buffer, CL_INVALID_ARG_SIZE},
        {3, sizeof buffer, &buffer, CL_SUCCESS},
        {4, sizeof in, &buffer, CL_INVALID_MEM_OBJECT},
        {4, sizeof in, NULL, CL_INVALID_ARG_VALUE},
        {4, sizeof in, &null, CL_INVALID_MEM_OBJECT},
        {4, 4, &in, CL_INVALID_ARG_SIZE},
        {4, sizeof in, &out, CL_INVALID_ARG_VALUE},
        {4, sizeof in, &deep, CL_INVALID_MEM_OBJECT},
        {4, sizeof in, &in, CL_SUCCESS},
        {5, sizeof in, &in, CL_INVALID_ARG_VALUE},
        {5, sizeof in, &out, CL_SUCCESS},
        {6, sizeof s, &no_sampler, CL_INVALID_SAMPLER},
        {6, sizeof s, NULL, CL_INVALID_ARG_VALUE},
        {6, sizeof s, &wrong_sampler, CL_INVALID_SAMPLER},
        {6, 4, &s, CL_INVALID_ARG_SIZE},
        {6, sizeof s, &s, CL_SUCCESS},
    };
    for (unsigned r = 0; r < sizeof rows / sizeof *rows; r++)
        host_expect("clSetKernelArg, row", (int)r,
                    clSetKernelArg(k, rows[r].index, rows[r].size, rows[r].value), rows[r].wanted);
    EXPECT(CL_INVALID_KERNEL, clSetKernelArg(WRONG(cl_kernel), 0, 8, &buffer));
    EXPECT(CL_INVALID_ARG_INDEX, clSetKernelArg(none, 0, 8, &buffer));
    EXPECT(CL_INVALID_VALUE, clGetKernelInfo(k, 1, sizeof answer, answer, NULL));
    EXPECT(CL_INVALID_VALUE, clGetKernelInfo(k, CL_KERNEL_PROGRAM, 4, answer, NULL));
    EXPECT(CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
           clGetKernelArgInfo(k, 0, CL_KERNEL_ARG_NAME, sizeof answer, answer, NULL));
    EXPECT(CL_INVALID_ARG_INDEX,
           clGetKernelArgInfo(k, 7, CL_KERNEL_ARG_NAME, sizeof answer, answer, NULL));
    EXPECT(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(k, host.device, 1, 8, answer, NULL));
    EXPECT(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(k, host.device, CL_KERNEL_GLOBAL_WORK_SIZE,
                                                      sizeof answer, answer, NULL));
    EXPECT(CL_INVALID_DEVICE,
           clGetKernelWorkGroupInfo(k, (cl_device_id)(void *)host.queue, CL_KERNEL_WORK_GROUP_SIZE,
                                    sizeof answer, answer, NULL));
    EXPECT(CL_SUCCESS, clGetKernelWorkGroupInfo(k, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof answer,
                                                answer, NULL));
    const void *all[] = {buffer, in, out, deep, foreign};
    for (unsigned m = 0; m < 5; m++)
        clReleaseMemObject((cl_mem)(uintptr_t)all[m]);
    clReleaseSampler(s);
    clReleaseKernel(k);
    clReleaseKernel(none);
    clReleaseProgram(p);
    clReleaseContext(other);
    host_end(&host);
    host_expected();
}

static const char shapes[] =
    "kernel void any(global int *a) { atomic_inc(a); }"
    "kernel __attribute__((reqd_work_group_size(8, 4, 1))) void fixed(global int *a) { "
    "atomic_inc(a); }"
    "kernel __attribute__((reqd_work_group_size(512, 1, 1))) void large(global int *a) { a[0] = 1; "
    "}"
    "kernel void lds(global int *a, local int *l, local int *m)"
    " { l[0] = m[0] = 1; atomic_add(a, l[0] + m[0]); }";

static void
launches(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    cl_program p = host_program(&host, shapes, NULL);
    cl_kernel unset = clCreateKernel(p, "any", &error);
    static const struct {
        const char *kernel;
        cl_uint dims;
        size_t offset[3], global[3], local[3]; /* local[0] 0: NULL */
        cl_int wanted;
    } rows[] = {
        {"any", 0, {0}, {64}, {0}, CL_INVALID_WORK_DIMENSION},
        {"any", 4, {0}, {64, 1, 1}, {0}, CL_INVALID_WORK_DIMENSION},
        {"any", 1, {0}, {0}, {0}, CL_INVALID_GLOBAL_WORK_SIZE},
        {"any", 2, {0}, {64, 0}, {0}, CL_INVALID_GLOBAL_WORK_SIZE},
        {"any", 1, {(size_t)-8}, {64}, {0}, CL_INVALID_GLOBAL_OFFSET},
        {"any", 2, {0, (size_t)-1}, {64, 2}, {0}, CL_INVALID_GLOBAL_OFFSET},
        {"any", 1, {100}, {64}, {0}, CL_SUCCESS},
        {"any", 1, {0}, {64}, {48}, CL_INVALID_WORK_GROUP_SIZE},
        {"any", 2, {0}, {64, 64}, {32, 32}, CL_INVALID_WORK_GROUP_SIZE},
        {"any", 2, {0}, {64, 64}, {32, 0}, CL_INVALID_WORK_GROUP_SIZE},
        {"any", 1, {0}, {512}, {512}, CL_INVALID_WORK_ITEM_SIZE},
        {"any", 3, {1, 2, 3}, {8, 8, 8}, {2, 4, 8}, CL_SUCCESS},
        {"any", 3, {0}, {7, 11, 13}, {0}, CL_SUCCESS},
        {"fixed", 2, {0}, {16, 8}, {8, 4}, CL_SUCCESS},
        {"fixed", 2, {0}, {16, 8}, {4, 8}, CL_INVALID_WORK_GROUP_SIZE},
        {"fixed", 2, {0}, {12, 8}, {0}, CL_INVALID_WORK_GROUP_SIZE},
        {"fixed", 1, {0}, {64}, {8}, CL_INVALID_WORK_GROUP_SIZE},
        {"large", 1, {0}, {1024}, {512}, CL_SUCCESS},
        {"large", 1, {0}, {1024}, {0}, CL_INVALID_WORK_GROUP_SIZE}, /* 1.2, 5.8 */
    };
    cl_mem memory = host_words(&host, NULL, 64);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cl_kernel kernel = clCreateKernel(p, rows[i].kernel, &error);
        assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
        host_expect("clEnqueueNDRangeKernel, row", (int)i,
                    clEnqueueNDRangeKernel(host.queue, kernel, rows[i].dims, rows[i].offset,
                                           rows[i].global, rows[i].local[0] ? rows[i].local : NULL,
                                           NO_WAIT),
                    rows[i].wanted);
        clReleaseKernel(kernel);
    }
    size_t one = 1;
    cl_kernel fixed = clCreateKernel(p, "fixed", &error), lds = clCreateKernel(p, "lds", &error);
    assert_ok(clSetKernelArg(fixed, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(lds, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(lds, 1, 70000, NULL));
    assert_ok(clSetKernelArg(lds, 2, 4, NULL));
#define LAUNCH(queue, kernel) clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, NO_WAIT)
    EXPECT(CL_INVALID_KERNEL_ARGS, LAUNCH(host.queue, unset));
    EXPECT(CL_INVALID_KERNEL, LAUNCH(host.queue, WRONG(cl_kernel)));
    EXPECT(CL_INVALID_COMMAND_QUEUE, LAUNCH(WRONG(cl_command_queue), fixed));
    EXPECT(CL_OUT_OF_RESOURCES, LAUNCH(host.queue, lds)); /* more than there is */
    for (unsigned i = 1; i < 3; i++)
        assert_ok(clSetKernelArg(lds, i, (size_t)1 << 63, NULL));
    EXPECT(CL_OUT_OF_RESOURCES, LAUNCH(host.queue, lds));
    EXPECT(CL_INVALID_GLOBAL_WORK_SIZE,
           clEnqueueNDRangeKernel(host.queue, lds, 1, NULL, NULL, NULL, NO_WAIT));
    EXPECT(CL_INVALID_WORK_GROUP_SIZE, clEnqueueTask(host.queue, fixed, NO_WAIT));
    EXPECT(CL_INVALID_OPERATION,
           clEnqueueNativeKernel(host.queue, (void(CL_CALLBACK *)(void *))abort, NULL, 0, 0, NULL,
                                 NULL, NO_WAIT));
    cl_context other = other_context(&host);
    cl_command_queue elsewhere = clCreateCommandQueue(other, host.device, 0, &error);
    EXPECT(CL_INVALID_CONTEXT, LAUNCH(elsewhere, fixed));
    assert_ok(clFinish(host.queue));
    clReleaseCommandQueue(elsewhere);
    clReleaseContext(other);
    cl_kernel all[] = {unset, fixed, lds};
    for (unsigned i = 0; i < 3; i++)
        clReleaseKernel(all[i]);
    clReleaseMemObject(memory);
    clReleaseProgram(p);
    host_end(&host);
    host_expected();
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(platforms_devices_contexts),
        cmocka_unit_test(queues_and_events),
        cmocka_unit_test(buffers),
        cmocka_unit_test(global_memory_ends),
        cmocka_unit_test(transfers),
        cmocka_unit_test(rectangles),
        cmocka_unit_test(rectangles_overlap_by_bytes),
        cmocka_unit_test(maps),
        cmocka_unit_test(programs),
        cmocka_unit_test(kernels),
        cmocka_unit_test(launches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
