/* Another OpenCL (pocl) as one of the two. */
#define CL_TARGET_OPENCL_VERSION 120

#include "judge.h"

#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_context context;
static cl_command_queue queue;
static cl_device_id device;
static cl_program program;
static char message[8192];

static const cl_channel_order orders[] = {
    CL_A,         CL_R,         CL_Rx,    CL_RG,
    CL_RGx,       CL_RA,        CL_RGB,   CL_RGBx,
    CL_RGBA,      CL_BGRA,      CL_ARGB,  0x10C3u,
    0x10BFu,      0x10C0u,      0x10C1u,  0x10C2u /* sRGB of OpenCL 2.0 */,
    CL_INTENSITY, CL_LUMINANCE, CL_DEPTH, CL_DEPTH_STENCIL};
static const cl_channel_type types[] = {
    CL_SNORM_INT8,     CL_SNORM_INT16,     CL_UNORM_INT8,      CL_UNORM_INT16,
    CL_UNORM_INT24,    CL_UNORM_SHORT_555, CL_UNORM_SHORT_565, CL_UNORM_INT_101010,
    CL_SIGNED_INT8,    CL_SIGNED_INT16,    CL_SIGNED_INT32,    CL_UNSIGNED_INT8,
    CL_UNSIGNED_INT16, CL_UNSIGNED_INT32,  CL_HALF_FLOAT,      CL_FLOAT};
static const cl_mem_object_type geometries[] = {
    [SIM_GEOMETRY_1D] = CL_MEM_OBJECT_IMAGE1D,
    [SIM_GEOMETRY_1D_ARRAY] = CL_MEM_OBJECT_IMAGE1D_ARRAY,
    [SIM_GEOMETRY_1D_BUFFER] = CL_MEM_OBJECT_IMAGE1D_BUFFER,
    [SIM_GEOMETRY_2D] = CL_MEM_OBJECT_IMAGE2D,
    [SIM_GEOMETRY_2D_ARRAY] = CL_MEM_OBJECT_IMAGE2D_ARRAY,
    [SIM_GEOMETRY_3D] = CL_MEM_OBJECT_IMAGE3D};

static const char *
failed(const char *what, cl_int error)
{
    snprintf(message, sizeof message, "%s: error %d", what, error);
    return message;
}

static char *
read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (!file || !text)
        return NULL;
    text[fread(text, 1, (1 << 20) - 1, file)] = 0;
    fclose(file);
    return text;
}

const char *
host_open(const char *path, const char *options)
{
    cl_platform_id platform;
    cl_int error = CL_SUCCESS;
    char *text = read_text(path);
    if (!text)
        return "the program cannot be read";
    if (!context) {
        if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
            clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
            return "no OpenCL device";
        context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
        queue = clCreateCommandQueue(context, device, 0, &error);
    }
    program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &error);
    free(text);
    error = clBuildProgram(program, 1, &device, options, NULL, NULL);
    if (error != CL_SUCCESS)
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof message, message, NULL);
    return error == CL_SUCCESS ? NULL : message;
}

static cl_mem
make_image(const struct arg *arg, cl_mem *buffer, cl_int *error)
{
    const struct sim_image_info *info = &arg->image;
    cl_image_format format = {orders[info->order], types[info->type]};
    cl_image_desc desc = {.image_type = geometries[info->geometry],
                          .image_width = info->width,
                          .image_height = info->height,
                          .image_depth = info->depth,
                          .image_array_size = info->layers};
    cl_mem_flags flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
    if (info->geometry != SIM_GEOMETRY_1D_BUFFER)
        return clCreateImage(context, flags, &format, &desc, arg->bytes, error);
    *buffer = clCreateBuffer(context, flags, arg->size, arg->bytes, error);
    desc.buffer = *buffer;
    return clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, NULL, error);
}

static cl_sampler
make_sampler(const struct sim_sampler_info *info, cl_int *error)
{
    static const cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE,
                                               CL_ADDRESS_CLAMP, CL_ADDRESS_REPEAT,
                                               CL_ADDRESS_MIRRORED_REPEAT};
    return clCreateSampler(context, info->normalized, modes[info->addressing],
                           info->linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, error);
}

static cl_int
read_image(cl_mem object, cl_mem buffer, struct arg *arg)
{
    const struct sim_image_info *info = &arg->image;
    bool rows = info->geometry == SIM_GEOMETRY_1D_ARRAY;
    size_t origin[3] = {0}, region[3] = {info->width, rows ? info->layers : info->height,
                                         info->depth * (rows ? 1 : info->layers)};
    if (buffer)
        return clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, arg->size, arg->bytes, 0, NULL, NULL);
    return clEnqueueReadImage(queue, object, CL_TRUE, origin, region, 0, 0, arg->bytes, 0, NULL,
                              NULL);
}

struct object {
    cl_mem memory, buffer;
    cl_sampler sampler;
};

static cl_int
set_arg(cl_kernel kernel, unsigned index, struct arg *arg, struct object *object)
{
    cl_int error = CL_SUCCESS;
    switch (arg->kind) {
    case ARG_VALUE:
        return clSetKernelArg(kernel, index, arg->size, arg->bytes);
    case ARG_LOCAL:
        return clSetKernelArg(kernel, index, arg->size, NULL);
    case ARG_SAMPLER:
        object->sampler = make_sampler(&arg->sampler, &error);
        return error ? error : clSetKernelArg(kernel, index, sizeof(cl_sampler), &object->sampler);
    case ARG_BUFFER:
        object->memory = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                        arg->size, arg->bytes, &error);
        break;
    case ARG_IMAGE:
        object->memory = make_image(arg, &object->buffer, &error);
        break;
    }
    return error ? error : clSetKernelArg(kernel, index, sizeof(cl_mem), &object->memory);
}

static void
release(struct object *objects, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (objects[i].memory)
            clReleaseMemObject(objects[i].memory);
        if (objects[i].buffer)
            clReleaseMemObject(objects[i].buffer);
        if (objects[i].sampler)
            clReleaseSampler(objects[i].sampler);
    }
}

const char *
host_run(struct launch *launch)
{
    struct object objects[MAX_ARGS] = {0};
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, launch->kernel, &error);
    if (error != CL_SUCCESS)
        return failed("clCreateKernel", error);
    for (unsigned i = 0; i < launch->arg_count; i++) {
        error = set_arg(kernel, i, &launch->args[i], &objects[i]);
        if (error != CL_SUCCESS) {
            release(objects, MAX_ARGS);
            snprintf(message, sizeof message, "argument %u: error %d", i, error);
            return message;
        }
    }
    error = clEnqueueNDRangeKernel(queue, kernel, launch->dims, NULL, launch->global, launch->local,
                                   0, NULL, NULL);
    for (unsigned i = 0; error == CL_SUCCESS && i < launch->arg_count; i++) {
        struct arg *arg = &launch->args[i];
        if (arg->kind == ARG_BUFFER)
            error = clEnqueueReadBuffer(queue, objects[i].memory, CL_TRUE, 0, arg->size, arg->bytes,
                                        0, NULL, NULL);
        else if (arg->kind == ARG_IMAGE)
            error = read_image(objects[i].memory, objects[i].buffer, arg);
    }
    release(objects, MAX_ARGS);
    clReleaseKernel(kernel);
    return error == CL_SUCCESS ? NULL : failed("the launch", error);
}
