/* What kernels may do with a buffer: memory that the process itself may only read is never written, and
 * with OCC_ICD_CHECK=all the buffer's flags hold. */
#include "test/icd/host.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 256, BYTES = 4 * WORDS };

static const char source[] =
    "kernel void load(global int *a, global int *o)\n"
    "{ o[get_global_id(0)] = a[get_global_id(0)]; }\n"
    "kernel void store(global int *a, global int *o) { a[get_global_id(0)] = 5; }\n"
    "kernel void some(global int *a, global int *o)\n"
    "{ if (get_global_id(0) % 2) a[get_global_id(0)] = 5; }\n"
    "kernel void bytes(global char *a, global int *o) { a[get_global_id(0)] = 5; }\n"
    "kernel void count(global int *a, global int *o) { atomic_inc(a); }\n";

static const uint32_t constant[WORDS] = {1, 2, 3}; /* in a page that is never written */
static uint32_t own[WORDS];

#define READS  "which kernels may only read"
#define WRITES "which kernels may only write"

static const struct row {
    const char *kernel;
    cl_mem_flags flags;
    const void *host;
    const char *says, *says_all; /* NULL: it ends well */
} rows[] = {
    {"load", CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, constant, NULL, NULL},
    {"store", CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, constant, READS, READS},
    {"some", CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, constant, READS, READS},
    {"bytes", CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, constant, READS, READS},
    {"count", CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, constant, READS, READS},
    {"store", CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, constant, READS, READS},
    {"store", CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, own, NULL, NULL},
    {"store", CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, constant, NULL, NULL},
    {"store", CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, own, NULL, READS},
    {"count", CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, own, NULL, READS},
    {"load", CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR, own, NULL, WRITES},
    {"store", CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR, own, NULL, NULL},
};

static char message[8192];

static void CL_CALLBACK
keep(const char *text, const void *private_info, size_t size, void *data)
{
    (void)private_info;
    (void)size;
    (void)data;
    snprintf(message, sizeof message, "%s", text);
}

static void
check(const struct host *host, cl_program program, const struct row *row, cl_mem memory)
{
    const char *setting = getenv("OCC_ICD_CHECK");
    const char *wanted = setting && strcmp(setting, "all") == 0 ? row->says_all : row->says;
    if (host_is_real(host)) /* it has a copy of its own */
        wanted = NULL;
    const size_t items = WORDS;
    cl_int error;
    cl_event event;
    cl_mem out = host_words(host, NULL, WORDS);
    cl_kernel kernel = clCreateKernel(program, row->kernel, &error);
    assert_ok(error);
    message[0] = '\0';
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(kernel, 1, sizeof out, &out));
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event));
    error = clWaitForEvents(1, &event);
    if ((error == CL_SUCCESS) != !wanted || (wanted && !strstr(message, wanted)) ||
        (!wanted && strcmp(row->kernel, "count") != 0 && *message))
        fail_msg("%s, flags 0x%x: %d %s", row->kernel, (unsigned)row->flags, (int)error, message);
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    clReleaseMemObject(out);
}

static void
access_holds(void **state)
{
    (void)state;
    struct host host = host_begin(0, keep, NULL);
    cl_program program = host_program(&host, source, NULL);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cl_int error;
        cl_buffer_region whole = {0, BYTES};
        cl_mem memory = clCreateBuffer(host.context, rows[i].flags, BYTES,
                                       (void *)(uintptr_t)rows[i].host, &error);
        assert_ok(error);
        check(&host, program, &rows[i], memory);
        cl_mem part = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &whole, &error);
        assert_ok(error);
        check(&host, program, &rows[i], part);
        clReleaseMemObject(part);
        assert_ok(clReleaseMemObject(memory));
    }
    clReleaseProgram(program);
    host_end(&host);
}

/* Nor do commands of the host write it. */
static void
commands_do_not_write(void **state)
{
    (void)state;
    struct host host = host_begin(0, keep, NULL);
    cl_int error;
    uint32_t word = 7;
    cl_mem memory = clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, BYTES,
                                   (void *)(uintptr_t)constant, &error);
    assert_ok(error);
    message[0] = '\0';
    EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
           clEnqueueWriteBuffer(host.queue, memory, CL_TRUE, 0, 4, &word, 0, NULL, NULL));
    assert_non_null(strstr(message, "may only read"));
    EXPECT(CL_SUCCESS, clEnqueueFillBuffer(host.queue, memory, &word, 4, 0, BYTES, 0, NULL, NULL));
    EXPECT(CL_OUT_OF_RESOURCES, clFinish(host.queue));
    host_read(&host, memory, &word, 1);
    assert_int_equal(word, 1);
    host_expected();
    clReleaseMemObject(memory);
    host_end(&host);
}

/* The same of images, which kernels and the host may read. */
static void
images_are_not_written(void **state)
{
    (void)state;
    struct host host = host_begin(0, keep, NULL);
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = WORDS};
    const size_t zero[3] = {0}, one[3] = {1, 1, 1}, items = WORDS;
    cl_int error;
    uint32_t word = 7;
    cl_program program = host_program(
        &host,
        "kernel void put(write_only image1d_t m, global uint *o) { write_imageui(m, 0, "
        "(uint4)(9)); }"
        "kernel void get(read_only image1d_t m, global uint *o) { o[0] = read_imageui(m, 0).x; }",
        NULL);
    cl_mem out = host_words(&host, NULL, 1);
    cl_mem image = clCreateImage(host.context, CL_MEM_USE_HOST_PTR, &format, &desc,
                                 (void *)(uintptr_t)constant, &error);
    assert_ok(error);
    static const char *const names[] = {"get", "put", "get"};
    for (unsigned i = 0; i < 3; i++) {
        cl_event event;
        cl_kernel kernel = clCreateKernel(program, names[i], &error);
        message[0] = '\0';
        assert_ok(clSetKernelArg(kernel, 0, sizeof image, &image));
        assert_ok(clSetKernelArg(kernel, 1, sizeof out, &out));
        assert_ok(
            clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event));
        error = clWaitForEvents(1, &event);
        assert_int_equal(error == CL_SUCCESS, i != 1);
        assert_int_equal(strstr(message, "may only read") != NULL, i == 1);
        clReleaseEvent(event);
        clReleaseKernel(kernel);
    }
    EXPECT(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
           clEnqueueWriteImage(host.queue, image, CL_TRUE, zero, one, 0, 0, &word, 0, NULL, NULL));
    clFinish(host.queue); /* which tells of it, too */
    EXPECT(CL_SUCCESS,
           clEnqueueReadImage(host.queue, image, CL_TRUE, zero, one, 0, 0, &word, 0, NULL, NULL));
    assert_int_equal(word, 1);
    host_expected();
    clReleaseMemObject(image);
    clReleaseMemObject(out);
    clReleaseProgram(program);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(access_holds),
        cmocka_unit_test(commands_do_not_write),
        cmocka_unit_test(images_are_not_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
