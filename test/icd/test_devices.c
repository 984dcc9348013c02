/* A context of several devices; OCC_ICD_DEVICES=gfx900,gfx803, OCC_ICD_VERSION=3.0. */
#include "test/icd/two_devices.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char source[] =
    "kernel void more(global uint *a) { a[get_global_id(0)] = 2 * a[get_global_id(0)] + 1; }"
    "kernel void texels(read_only image2d_t in, write_only image2d_t out) {"
    " int2 at = (int2)(get_global_id(0), get_global_id(1));"
    " write_imageui(out, at, read_imageui(in, at) + 1u); }\n"
    "kernel void tiny(global float *a) { a[0] *= 0.5f; }\n"
    "struct node { global struct node *next; uint value; };"
    "kernel void follow(global struct node *node) {"
    " for (; node; node = node->next) node->value = 2 * node->value + 1; }\n"
    "#ifdef __gfx803__\n"
    "kernel void only(global uint *a) { a[0] = 803; }"
    "kernel void differs(int a, int b) {}\n"
    "#else\n"
    "kernel void differs(int a) {}\n"
    "#endif\n";

static cl_program
build(const struct both *both)
{
    cl_int error;
    const char *text = source;
    cl_program program = clCreateProgramWithSource(both->context, 1, &text, NULL, &error);
    assert_ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    return program;
}

/* Launches on one device and the other, each after the one before. */
static void
buffers_and_images_go_to_and_fro(void **state)
{
    (void)state;
    struct both both = begin();
    cl_int error;
    uint32_t words[64] = {0};
    const size_t side[3] = {4, 4, 1}, zero[3] = {0};
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT32};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    cl_program program = build(&both);
    cl_kernel more = clCreateKernel(program, "more", &error);
    cl_kernel texels = clCreateKernel(program, "texels", &error);
    cl_mem memory = clCreateBuffer(both.context, CL_MEM_COPY_HOST_PTR, sizeof words, words, &error),
           images[2];
    for (unsigned i = 0; i < 2; i++)
        images[i] = clCreateImage(both.context, 0, &format, &desc, NULL, &error);
    assert_ok(clSetKernelArg(more, 0, sizeof memory, &memory));
    assert_ok(clEnqueueFillImage(both.queues[0], images[0], (cl_uint[]){5, 6, 7, 8}, zero, side,
                                 NO_WAIT));
    assert_ok(clFinish(both.queues[0]));
    cl_event last = NULL;
    for (unsigned i = 0; i < 6; i++) {
        cl_command_queue queue = both.queues[i % 2];
        cl_event event;
        assert_ok(clSetKernelArg(texels, 0, sizeof *images, &images[i % 2]));
        assert_ok(clSetKernelArg(texels, 1, sizeof *images, &images[1 - i % 2]));
        assert_ok(clEnqueueNDRangeKernel(queue, more, 1, NULL, side, NULL, !!last,
                                         last ? &last : NULL, NULL));
        assert_ok(clEnqueueMigrateMemObjects(queue, 2, images, 0, NO_WAIT));
        assert_ok(clEnqueueNDRangeKernel(queue, texels, 2, NULL, side, NULL, !!last,
                                         last ? &last : NULL, &event));
        if (last)
            clReleaseEvent(last);
        last = event;
    }
    assert_ok(clEnqueueReadBuffer(both.queues[0], memory, CL_TRUE, 0, 16, words, 1, &last, NULL));
    assert_int_equal(words[3], 63);
    assert_ok(clEnqueueReadImage(both.queues[1], images[0], CL_TRUE, zero, side, 0, 0, words, 1,
                                 &last, NULL));
    assert_int_equal(words[0], 11);
    assert_int_equal(words[63], 14);
    clReleaseEvent(last);
    clReleaseKernel(more);
    clReleaseKernel(texels);
    clReleaseMemObject(memory);
    for (unsigned i = 0; i < 2; i++)
        clReleaseMemObject(images[i]);
    clReleaseProgram(program);
    end(&both);
}

static void
kernels_of_one_device(void **state)
{
    (void)state;
    struct both both = begin();
    cl_int error;
    const size_t one = 1;
    size_t size;
    cl_program program = build(&both);
    cl_mem memory = clCreateBuffer(both.context, 0, 64, NULL, &error);
    EXPECT_NEW(CL_INVALID_KERNEL_DEFINITION, clCreateKernel(program, "differs", &error));
    cl_kernel only = clCreateKernel(program, "only", &error), more;
    assert_ok(clSetKernelArg(only, 0, sizeof memory, &memory));
#define LAUNCH(index, kernel)                                                                      \
    clEnqueueNDRangeKernel(both.queues[index], kernel, 1, NULL, &one, NULL, NO_WAIT)
#define GROUP(kernel, device)                                                                      \
    clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size, NULL)
    EXPECT(CL_INVALID_PROGRAM_EXECUTABLE, LAUNCH(0, only));
    EXPECT(CL_SUCCESS, LAUNCH(1, only));
    EXPECT(CL_SUCCESS, GROUP(only, NULL)); /* there is but one */
    EXPECT(CL_INVALID_DEVICE, GROUP(only, both.devices[0]));
    more = clCreateKernel(program, "more", &error);
    EXPECT(CL_INVALID_DEVICE, GROUP(more, NULL));
    assert_ok(clFinish(both.queues[1]));
    clReleaseKernel(only);
    clReleaseKernel(more);
    clReleaseMemObject(memory);
    clReleaseProgram(program);
    end(&both);
    host_expected();
}

/* Binaries belong to their devices. */
static void
binaries_of_both(void **state)
{
    (void)state;
    struct both both = begin();
    cl_int error, status[DEVICES];
    size_t sizes[DEVICES];
    unsigned char *bytes[DEVICES];
    cl_program program = build(&both);
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof sizes, sizes, NULL));
    for (unsigned i = 0; i < DEVICES; i++)
        assert_non_null(bytes[i] = malloc(sizes[i]));
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, bytes, NULL));
    clReleaseProgram(program);
    const unsigned char *swapped[] = {bytes[1], bytes[0]};
    const size_t swapped_sizes[] = {sizes[1], sizes[0]};
    EXPECT_NEW(CL_INVALID_BINARY,
               clCreateProgramWithBinary(both.context, 2, both.devices, swapped_sizes, swapped,
                                         status, &error));
    assert_int_equal(status[0], CL_INVALID_BINARY);
    program = clCreateProgramWithBinary(both.context, 1, &both.devices[1], &sizes[1],
                                        (const unsigned char **)&bytes[1], status, &error);
    assert_ok(error);
    EXPECT(CL_INVALID_DEVICE, clBuildProgram(program, 1, both.devices, NULL, NULL, NULL));
    EXPECT(CL_SUCCESS, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    cl_uint count;
    EXPECT(CL_SUCCESS,
           clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof count, &count, NULL));
    assert_int_equal(count, 1);
    for (unsigned i = 0; i < DEVICES; i++)
        free(bytes[i]);
    clReleaseProgram(program);
    end(&both);
    host_expected();
}

/* A device that says it keeps denormal floats does, one that does not flushes them. */
static void
denormals_are_as_said(void **state)
{
    (void)state;
    struct both both = begin();
    const size_t one = 1;
    cl_program program = build(&both);
    for (unsigned i = 0; i < DEVICES; i++) {
        cl_int error;
        cl_device_fp_config config;
        uint32_t word = 0x00010002;
        assert_ok(clGetDeviceInfo(both.devices[i], CL_DEVICE_SINGLE_FP_CONFIG, sizeof config,
                                  &config, NULL));
        cl_kernel tiny = clCreateKernel(program, "tiny", &error);
        cl_mem memory = clCreateBuffer(both.context, CL_MEM_COPY_HOST_PTR, 4, &word, &error);
        assert_ok(clSetKernelArg(tiny, 0, sizeof memory, &memory));
        assert_ok(LAUNCH(i, tiny));
        assert_ok(clEnqueueReadBuffer(both.queues[i], memory, CL_TRUE, 0, 4, &word, NO_WAIT));
        assert_int_equal(word, config & CL_FP_DENORM ? 0x00008001 : 0);
        clReleaseMemObject(memory);
        clReleaseKernel(tiny);
    }
    clReleaseProgram(program);
    end(&both);
}

/* A list in shared memory, which is followed on one device and the other; parts of it are made when the
 * devices have had the others already, or are filled by either's queue, or are freed between. */
static void
shared_memory_goes_to_and_fro(void **state)
{
    (void)state;
    struct node {
        struct node *next;
        cl_uint value;
    };
    enum { NODES = 6 };
    struct both both = begin();
    cl_int error;
    const size_t one = 1;
    const struct node empty = {NULL, 0};
    struct node *first = NULL, *list[NODES];
    cl_event last = NULL;
    cl_program program = build(&both);
    cl_kernel follow = clCreateKernel(program, "follow", &error);
    for (unsigned i = 0; i < NODES; i++) {
        cl_command_queue queue = both.queues[i % 2];
        struct node *node = list[i] = clSVMAlloc(both.context, CL_MEM_READ_WRITE, sizeof *node, 0);
        assert_non_null(node);
        void *other = clSVMAlloc(both.context, CL_MEM_READ_WRITE, 4096, 0);
        assert_ok(clEnqueueSVMMemcpy(queue, CL_FALSE, node, &empty, sizeof empty, NO_WAIT));
        assert_ok(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, node, sizeof *node, NO_WAIT));
        node->next = first;
        assert_ok(clEnqueueSVMUnmap(queue, node, NO_WAIT));
        first = node;
        assert_ok(clSetKernelArgSVMPointer(follow, 0, first));
        assert_ok(clSetKernelExecInfo(follow, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                                      sizeof list[0] * (i + 1), list));
        cl_event event;
        assert_ok(clEnqueueNDRangeKernel(queue, follow, 1, NULL, &one, NULL, !!last,
                                         last ? &last : NULL, &event));
        assert_ok(clFlush(queue));
        if (last)
            clReleaseEvent(last);
        last = event;
        clSVMFree(both.context, other);
    }
    cl_uint values[NODES];
    for (unsigned i = 0; i < NODES; i++)
        assert_ok(clEnqueueSVMMemcpy(both.queues[i % 2], CL_TRUE, &values[i], &list[i]->value,
                                     sizeof *values, 1, &last, NULL));
    for (unsigned i = 0; i < NODES; i++)
        host_expect("times that a node was visited", (int)i, (cl_int)values[i],
                    (1 << (NODES - i)) - 1);
    clReleaseEvent(last);
    for (unsigned i = 0; i < NODES; i++)
        clSVMFree(both.context, list[i]);
    clReleaseKernel(follow);
    clReleaseProgram(program);
    end(&both);
    host_expected();
}

/* What is in a buffer stays, and what kernels do next on either device is right, wherever it was brought. */
static void
buffers_migrate(void **state)
{
    (void)state;
    struct both both = begin();
    uint32_t words[64];
    cl_int error;
    for (unsigned i = 0; i < 64; i++)
        words[i] = i;
    cl_mem memory = clCreateBuffer(both.context, CL_MEM_COPY_HOST_PTR, sizeof words, words, &error);
    assert_ok(error);
    for (unsigned round = 0; round < 8; round++) {
        const cl_mem_migration_flags flags = round % 4 == 3 ? CL_MIGRATE_MEM_OBJECT_HOST : 0;
        cl_command_queue queue = both.queues[round % 2], other = both.queues[round / 2 % 2];
        const uint32_t number = 100 + round;
        assert_ok(clEnqueueMigrateMemObjects(queue, 1, &memory, flags, NO_WAIT));
        assert_ok(clFinish(queue));
        assert_ok(clEnqueueFillBuffer(other, memory, &number, 4, 4 * round, 4, NO_WAIT));
        assert_ok(clFinish(other));
        words[round] = number;
    }
    uint32_t read[64];
    assert_ok(clEnqueueMigrateMemObjects(both.queues[0], 1, &memory, CL_MIGRATE_MEM_OBJECT_HOST,
                                         NO_WAIT));
    assert_ok(clFinish(both.queues[0]));
    assert_ok(clEnqueueReadBuffer(both.queues[1], memory, 1, 0, sizeof read, read, NO_WAIT));
    assert_memory_equal(read, words, sizeof read);
    assert_ok(clReleaseMemObject(memory));
    end(&both);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_migrate),       cmocka_unit_test(buffers_and_images_go_to_and_fro),
        cmocka_unit_test(kernels_of_one_device), cmocka_unit_test(binaries_of_both),
        cmocka_unit_test(denormals_are_as_said), cmocka_unit_test(shared_memory_goes_to_and_fro),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
