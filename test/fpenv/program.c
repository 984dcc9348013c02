/* A host program in some floating-point environment, as libraries and -Ofast make them: what a kernel computes, and
 * constants that are folded, are those of the device.
 *
 *   program none|up|down|zero|ftz|traps early|late    before the platform is made, or before the program is built
 *
 * OpenCL C 1.2, 7.1: the rounding mode is to nearest even; CL_DEVICE_SINGLE_FP_CONFIG and ..._DOUBLE_... contain
 * CL_FP_DENORM here. */
#define _GNU_SOURCE              /* feenableexcept */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <xmmintrin.h>

enum { FLOATS = 7, DOUBLES = 6 };

static const char source[] =
    "kernel void k(global float *o, global double *u, global const float *i, global const double "
    "*j) {"
    "  o[0] = 1.0f / 3.0f; o[1] = -1.0f / 3.0f; o[2] = 1.0e-40f * 2.0f;"
    "  o[3] = i[0] * i[1]; o[4] = i[2] * 0.5f; o[5] = i[3] + i[4]; o[6] = 1.0f / (i[5] - i[5]);"
    "  u[0] = 1.0 / 3.0; u[1] = -2.0 / 3.0; u[2] = 4.9e-324 * 2;"
    "  u[3] = j[0] * j[1]; u[4] = j[2] * 0.5; u[5] = j[3] / j[4];"
    "}";
/* 1.1f, 1.3f, the smallest normal number, 1, 1e-9f, 7; as bits, for this program's own arithmetic is no reference. */
static const uint32_t in32[] = {0x3F8CCCCD, 0x3FA66666, 0x00800000,
                                0x3F800000, 0x3089705F, 0x40E00000};
static const uint64_t in64[] = {0x3FF199999999999A, 0x3FF4CCCCCCCCCCCD, 0x0010000000000000,
                                0x3FF0000000000000, 0x4008000000000000};
static const uint32_t wanted32[FLOATS] = {0x3EAAAAAB, 0xBEAAAAAB, 0x00022D84, 0x3FB70A3D,
                                          0x00400000, 0x3F800000, 0x7F800000};
static const uint64_t wanted64[DOUBLES] = {
    0x3FD5555555555555, 0xBFE5555555555555, 2,
    0x3FF6E147AE147AE2, 0x0008000000000000, 0x3FD5555555555555};

static void
set(const char *what)
{
    if (strcmp(what, "up") == 0)
        fesetround(FE_UPWARD);
    if (strcmp(what, "down") == 0)
        fesetround(FE_DOWNWARD);
    if (strcmp(what, "zero") == 0)
        fesetround(FE_TOWARDZERO);
    if (strcmp(what, "ftz") == 0)
        _mm_setcsr(_mm_getcsr() | 0x8040);
    if (strcmp(what, "traps") == 0)
        feenableexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW);
}

static int
compare(const uint32_t *got32, const uint64_t *got64)
{
    int bad = 0;
    for (int n = 0; n < FLOATS; n++)
        if (got32[n] != wanted32[n])
            printf("float %d: %08x, not %08x\n", n, got32[n], wanted32[n]), bad++;
    for (int n = 0; n < DOUBLES; n++)
        if (got64[n] != wanted64[n])
            printf("double %d: %016llx, not %016llx\n", n, (unsigned long long)got64[n],
                   (unsigned long long)wanted64[n]),
                bad++;
    return bad;
}

static int
run(cl_context context, cl_device_id device)
{
    const char *text = source;
    size_t one = 1;
    uint32_t got32[FLOATS] = {0};
    uint64_t got64[DOUBLES] = {0};
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL))
        return 90;
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    cl_mem memory[] = {
        clCreateBuffer(context, 0, sizeof got32, NULL, &error),
        clCreateBuffer(context, 0, sizeof got64, NULL, &error),
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in32, (void *)in32, &error),
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in64, (void *)in64, &error)};
    for (cl_uint i = 0; i < 4; i++)
        clSetKernelArg(kernel, i, sizeof *memory, &memory[i]);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, memory[0], CL_TRUE, 0, sizeof got32, got32, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, memory[1], CL_TRUE, 0, sizeof got64, got64, 0, NULL, NULL);
    return compare(got32, got64);
}

int
main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    if (argc != 3)
        return 92;
    if (strcmp(argv[2], "early") == 0)
        set(argv[1]);
    if (clGetPlatformIDs(1, &platform, NULL) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 91;
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    if (strcmp(argv[2], "late") == 0)
        set(argv[1]);
    return run(context, device);
}
