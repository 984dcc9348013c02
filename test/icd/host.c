#include "test/icd/host.h"

#include <stdio.h>

static unsigned unexpected;

struct host
host_begin(cl_command_queue_properties flags,
           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *data)
{
    struct host host;
    cl_int error;
    char name[64];
    assert_ok(clGetPlatformIDs(1, &host.platform, NULL));
    assert_ok(clGetPlatformInfo(host.platform, CL_PLATFORM_NAME, sizeof name, name, NULL));
    assert_string_equal(name, "occ");
    assert_ok(clGetDeviceIDs(host.platform, CL_DEVICE_TYPE_GPU, 1, &host.device, NULL));
    host.context = clCreateContext(NULL, 1, &host.device, notify, data, &error);
    assert_ok(error);
    host.queue = clCreateCommandQueue(host.context, host.device, flags, &error);
    assert_ok(error);
    return host;
}

bool
host_is_real(const struct host *host)
{
    cl_bool is_unified;
    assert_ok(clGetDeviceInfo(host->device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof is_unified,
                              &is_unified, NULL));
    return !is_unified;
}

void
host_end(struct host *host)
{
    assert_ok(clReleaseCommandQueue(host->queue));
    assert_ok(clReleaseContext(host->context));
}

cl_program
host_program(const struct host *host, const char *source, const char *options)
{
    cl_int error;
    char log[4096] = "";
    cl_program program = clCreateProgramWithSource(host->context, 1, &source, NULL, &error);
    assert_ok(error);
    if (clBuildProgram(program, 0, NULL, options, NULL, NULL) != CL_SUCCESS) {
        clGetProgramBuildInfo(program, host->device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fail_msg("%s", log);
    }
    return program;
}

cl_kernel
host_kernel(const struct host *host, const char *source, const char *name)
{
    cl_int error;
    cl_program program = host_program(host, source, NULL);
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    assert_ok(clReleaseProgram(program));
    return kernel;
}

cl_mem
host_words(const struct host *host, const uint32_t *words, size_t count)
{
    cl_int error;
    cl_mem_flags flags = CL_MEM_READ_WRITE | (words ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem memory =
        clCreateBuffer(host->context, flags, 4 * count, (void *)(uintptr_t)words, &error);
    assert_ok(error);
    return memory;
}

void
host_read(const struct host *host, cl_mem memory, uint32_t *words, size_t count)
{
    assert_ok(
        clEnqueueReadBuffer(host->queue, memory, CL_TRUE, 0, 4 * count, words, 0, NULL, NULL));
}

cl_int
host_status(cl_event event)
{
    cl_int status;
    assert_ok(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

void
host_launch(const struct host *host, cl_kernel kernel, size_t items, size_t group, unsigned count,
            ...)
{
    va_list args;
    va_start(args, count);
    for (unsigned i = 0; i < count; i++) {
        cl_mem memory = va_arg(args, cl_mem);
        assert_ok(clSetKernelArg(kernel, i, sizeof memory, &memory));
    }
    va_end(args);
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &items, group ? &group : NULL, 0,
                                     NULL, NULL));
}

void
host_expect(const char *call, int line, cl_int got, cl_int wanted)
{
    if (got == wanted)
        return;
    unexpected++;
    fprintf(stderr, "line %d: %d, not %d: %s\n", line, got, wanted, call);
}

void
host_expected(void)
{
    unsigned count = unexpected;
    unexpected = 0;
    assert_int_equal(count, 0);
}
