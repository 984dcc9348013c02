/* icd-exits [busy]: releases its objects when the process ends, in a function that it has registered before there was
 * any platform, as objects of C++ do; busy: while a kernel is under way.  Ends with 0. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *source =
    "kernel void turn(global uint *a, uint n) { for (uint i = 0; i < n; i++) a[i % 64] += i; }";

static struct {
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem memory;
} the;

static void
need(int good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "icd-exits: %s\n", what);
    _exit(1);
}

static void
release_all(void)
{
    cl_uint word;
    clFinish(the.queue); /* what becomes of a command now nobody promises */
    clEnqueueReadBuffer(the.queue, the.memory, CL_TRUE, 0, sizeof word, &word, 0, NULL, NULL);
    need(clReleaseKernel(the.kernel) == CL_SUCCESS, "a kernel cannot be released");
    need(clReleaseMemObject(the.memory) == CL_SUCCESS, "a buffer cannot be released");
    need(clReleaseCommandQueue(the.queue) == CL_SUCCESS, "a queue cannot be released");
    need(clReleaseContext(the.context) == CL_SUCCESS, "a context cannot be released");
    need(clReleaseProgram(the.program) == CL_SUCCESS, "a program cannot be released");
}

static void
launch(cl_uint count)
{
    const size_t items = 1;
    clSetKernelArg(the.kernel, 0, sizeof the.memory, &the.memory);
    clSetKernelArg(the.kernel, 1, sizeof count, &count);
    need(clEnqueueNDRangeKernel(the.queue, the.kernel, 1, NULL, &items, NULL, 0, NULL, NULL) ==
             CL_SUCCESS,
         "no launch");
}

int
main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_device_id device;
    atexit(release_all);
    need(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS, "no platform");
    need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS, "no device");
    the.context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    the.queue = clCreateCommandQueue(the.context, device, 0, NULL);
    the.program = clCreateProgramWithSource(the.context, 1, &source, NULL, NULL);
    need(clBuildProgram(the.program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS, "no build");
    the.kernel = clCreateKernel(the.program, "turn", NULL);
    the.memory = clCreateBuffer(the.context, CL_MEM_READ_WRITE, 256, NULL, NULL);
    launch(64);
    need(clFinish(the.queue) == CL_SUCCESS, "a launch fails");
    if (argc > 1 && strcmp(argv[1], "busy") == 0)
        for (unsigned i = 0; i < 50; i++)
            launch(2000);
    clFlush(the.queue);
    return 0;
}
