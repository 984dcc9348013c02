/* A host program as any OpenCL program is: run-opencl FILE.cl adds two vectors with the kernel of
 * examples/vector_add.cl, on the first GPU of the first platform. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000, MAX_SOURCE = 1 << 16 };

static void
check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: error %d\n", what, error);
    exit(1);
}

static cl_program
build(cl_context context, cl_device_id device, const char *path)
{
    static char source[MAX_SOURCE], log[MAX_SOURCE];
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(source, 1, sizeof source, file) : 0;
    const char *text = source;
    cl_int error;
    if (file)
        fclose(file);
    cl_program program = clCreateProgramWithSource(context, 1, &text, &length, &error);
    check(error, path);
    if (clBuildProgram(program, 1, &device, NULL, NULL, NULL) != CL_SUCCESS) {
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fputs(log, stderr);
        exit(1);
    }
    return program;
}

static cl_mem
buffer(cl_context context, const float *values)
{
    cl_int error;
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                   COUNT * sizeof *values, (void *)values, &error);
    check(error, "clCreateBuffer");
    return memory;
}

int
main(int argc, char **argv)
{
    float a[COUNT], b[COUNT], sum[COUNT] = {0};
    char name[64], version[64];
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    cl_uint count = COUNT;
    size_t size = (COUNT + 63) / 64 * 64;
    unsigned wrong = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        a[i] = (float)i;
        b[i] = 0.5f;
    }
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL), "clGetDeviceIDs");
    check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL), "its name");
    check(clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version, version, NULL), "its version");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
    cl_program program = build(context, device, argc > 1 ? argv[1] : "vector_add.cl");
    cl_kernel kernel = clCreateKernel(program, "vector_add", &error);
    check(error, "clCreateKernel");
    cl_mem memories[] = {buffer(context, a), buffer(context, b), buffer(context, sum)};
    for (cl_uint i = 0; i < 3; i++)
        check(clSetKernelArg(kernel, i, sizeof memories[i], &memories[i]), "clSetKernelArg");
    check(clSetKernelArg(kernel, 3, sizeof count, &count), "clSetKernelArg");
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, NULL, 0, NULL, NULL), "the launch");
    check(clEnqueueReadBuffer(queue, memories[2], CL_TRUE, 0, sizeof sum, sum, 0, NULL, NULL),
          "the sum");
    for (unsigned i = 0; i < COUNT; i++)
        wrong += sum[i] != a[i] + b[i];
    printf("%s on %s: %u sums, %u wrong\n", version, name, COUNT, wrong);
    for (unsigned i = 0; i < 3; i++)
        clReleaseMemObject(memories[i]);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong != 0;
}
