/* For misuse.sh: a program that uses the API as it must, or in one way not (OCC_ICD_CHECK=api).
 *   icd-misuse right|leak|argument|queue|event|buffer|restrict|image|view|pixels|recover */
#include "test/icd/host.h"

#include <string.h>

static const char source[] =
    "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }\n"
    "kernel void add(global const int *restrict a, global int *b)\n"
    "{ b[get_global_id(0)] = a[get_global_id(0)] + 1; }\n"
    "kernel void sum(global const int *restrict a, global const int *restrict b, global int *c)\n"
    "{ c[get_global_id(0)] = a[get_global_id(0)] + b[get_global_id(0)]; }\n"
    "kernel void paint(read_only image1d_buffer_t a, write_only image1d_buffer_t b)\n"
    "{ int i = get_global_id(0); write_imageui(b, i, read_imageui(a, i)); }\n"
    "kernel void mix(read_only image1d_buffer_t a, read_only image1d_buffer_t b,\n"
    "                global const uint *restrict c, global uint *d)\n"
    "{ int i = get_global_id(0); d[i] = read_imageui(a, i).x + read_imageui(b, i).x + c[i]; }\n"
    "kernel void dump(global uint *b, read_only image1d_buffer_t a)\n"
    "{ int i = get_global_id(0); b[i] = read_imageui(a, i).x; }\n";

/* Gives kernels the same memory twice: it may be read so, and written, where nothing says restrict. */
static void
share(const struct host *host, cl_program program, cl_mem memory, cl_mem other)
{
    const size_t items = 64;
    cl_int error;
    cl_kernel add = clCreateKernel(program, "add", &error),
              sum = clCreateKernel(program, "sum", &error);
    assert_ok(clSetKernelArg(add, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(add, 1, sizeof other, &other));
    assert_ok(clSetKernelArg(sum, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(sum, 1, sizeof memory, &memory));
    assert_ok(clSetKernelArg(sum, 2, sizeof other, &other));
    for (unsigned i = 0; i < 2; i++)
        assert_ok(clEnqueueNDRangeKernel(host->queue, add, 1, NULL, &items, NULL, 0, NULL, NULL));
    if (memory != other) /* what is only read may be the same */
        assert_ok(clEnqueueNDRangeKernel(host->queue, sum, 1, NULL, &items, NULL, 0, NULL, NULL));
    assert_ok(clFinish(host->queue));
    clReleaseKernel(add);
    clReleaseKernel(sum);
}

static cl_mem
image_of(const struct host *host, cl_mem buffer)
{
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const cl_image_desc shape = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .buffer = buffer};
    cl_int error;
    cl_mem image = clCreateImage(host->context, 0, &format, &shape, NULL, &error);
    assert_ok(error);
    return image;
}

static void
start(const struct host *host, cl_program program, const char *name, const cl_mem *memory,
      cl_uint count)
{
    const size_t items = 64;
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    for (cl_uint i = 0; i < count; i++)
        assert_ok(clSetKernelArg(kernel, i, sizeof *memory, &memory[i]));
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    assert_ok(clFinish(host->queue));
    clReleaseKernel(kernel);
}

/* Kernels read and write the same texels, by one image, by two of a buffer, or by that itself; or they only read them. */
static void
share_images(const struct host *host, cl_program program, const char *how)
{
    uint32_t words[64] = {0};
    cl_mem buffer = host_words(host, words, 64), other = host_words(host, words, 64);
    cl_mem image = image_of(host, buffer), view = image_of(host, buffer),
           apart = image_of(host, other);
    bool by_view = strcmp(how, "view") == 0;
    cl_mem painted = strcmp(how, "image") == 0 ? image : by_view ? view : apart;
    start(host, program, "paint", (cl_mem[]){image, painted}, 2);
    start(host, program, "mix", (cl_mem[]){image, view, buffer, other}, 4);
    start(host, program, "mix", (cl_mem[]){image, image, buffer, other}, 4);
    start(host, program, "dump", (cl_mem[]){strcmp(how, "pixels") == 0 ? buffer : other, image}, 2);
    const cl_mem all[] = {image, view, apart, buffer, other};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        assert_ok(clReleaseMemObject(all[i]));
}

/* What -fsanitize-recover makes warnings of: the kernel goes on. */
static void
warn(const struct host *host)
{
    const char *text = "kernel void half_set(global int *a)\n"
                       "{ int x; if (get_global_id(0) > 9) x = 1; a[get_global_id(0)] = x; }\n";
    uint32_t words[64] = {0};
    cl_mem memory = host_words(host, words, 64);
    cl_program program = host_program(host, text, "-fsanitize-recover");
    start(host, program, "half_set", &memory, 1);
    host_read(host, memory, words, 64);
    assert_int_equal(words[10], 1);
    clReleaseProgram(program);
    clReleaseMemObject(memory);
}

int
main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "right";
    uint32_t words[64] = {0};
    struct host host = host_begin(0, NULL, NULL);
    cl_mem memory = host_words(&host, words, 64), other = host_words(&host, words, 64);
    cl_program program = host_program(&host, source, "");
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, "twice", &error);
    share(&host, program, memory, strcmp(how, "restrict") == 0 ? memory : other);
    share_images(&host, program, how);
    if (strcmp(how, "recover") == 0)
        warn(&host);
    clReleaseProgram(program);
    clReleaseMemObject(other);
    cl_event event;
    const size_t items = 64;
    cl_uint count;
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    if (strcmp(how, "argument") == 0)
        assert_ok(clReleaseMemObject(memory));
    cl_int launched =
        clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event);
    assert_int_equal(launched, strcmp(how, "argument") == 0 ? CL_INVALID_KERNEL_ARGS : CL_SUCCESS);
    assert_ok(clFinish(host.queue));
    if (launched == CL_SUCCESS)
        assert_ok(clReleaseEvent(event));
    if (strcmp(how, "event") == 0)
        clReleaseEvent(event);
    clReleaseKernel(kernel);
    if (strcmp(how, "leak") != 0 && strcmp(how, "argument") != 0)
        assert_ok(clReleaseMemObject(memory));
    if (strcmp(how, "buffer") == 0)
        clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL);
    cl_command_queue queue = host.queue;
    host_end(&host);
    if (strcmp(how, "queue") == 0)
        clFlush(queue);
    return 0;
}
