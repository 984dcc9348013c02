/* Buffers made of shared virtual memory: they are that memory, so kernels see them at its addresses; OCC_ICD_VERSION=3.0
 * (OpenCL 3.0, 5.2.1 and 5.6.1). */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <string.h>

enum { BYTES = 8192, PART = 4096 };

static const char tell[] =
    "kernel void tell(global int *a, global ulong *to) { *to = (ulong)a; *a += 1; }";

static cl_mem
over(const struct host *host, void *at, size_t size)
{
    cl_int error;
    cl_mem memory = clCreateBuffer(host->context, CL_MEM_USE_HOST_PTR, size, at, &error);
    assert_ok(error);
    return memory;
}

static cl_mem
part_of(cl_mem memory, size_t origin, size_t size)
{
    cl_int error;
    cl_buffer_region region = {origin, size};
    cl_mem part = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    assert_ok(error);
    return part;
}

/* The address that the kernel has of it. */
static uintptr_t
address_of(const struct host *host, cl_kernel kernel, cl_mem memory)
{
    uint32_t words[2] = {0};
    cl_mem to = host_words(host, words, 2);
    host_launch(host, kernel, 1, 0, 2, memory, to);
    host_read(host, to, words, 2);
    assert_ok(clReleaseMemObject(to));
    return (uintptr_t)words[1] << 32 | words[0];
}

static void
buffers_have_its_addresses(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel kernel = host_kernel(&host, tell, "tell");
    char *svm = clSVMAlloc(host.context, CL_MEM_READ_WRITE, BYTES, 0);
    assert_non_null(svm);
    memset(svm, 0, BYTES);
    cl_mem all = over(&host, svm, BYTES), inside = over(&host, svm + 256, 512),
           tail = over(&host, svm + BYTES - 4, 4);
    cl_mem part = part_of(all, PART, PART), part_inside = part_of(inside, 128, 128),
           same = part_of(all, PART, 128);
    const struct {
        cl_mem memory;
        char *at;
    } rows[] = {{all, svm},         {inside, svm + 256},      {tail, svm + BYTES - 4},
                {part, svm + PART}, {part_inside, svm + 384}, {same, svm + PART}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(address_of(&host, kernel, rows[i].memory), (uintptr_t)rows[i].at);
    int count;
    memcpy(&count, svm + PART, sizeof count);
    assert_int_equal(count, 2); /* of the two parts there */
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_ok(clReleaseMemObject(rows[i].memory));
    clSVMFree(host.context, svm);
    assert_ok(clReleaseKernel(kernel));
    host_end(&host);
}

/* What a kernel writes by a pointer is in the buffer, what the host writes by a map is behind the pointer. */
static void
maps_are_the_memory(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    static const char source[] = "kernel void k(global int *a, global int *b) { b[0] = a[1] + 1; "
                                 "*(global int *)(a + 2) = 5; }";
    cl_kernel kernel = host_kernel(&host, source, "k");
    int *svm = clSVMAlloc(host.context, CL_MEM_READ_WRITE, BYTES, 0), seen;
    cl_mem memory = over(&host, svm, BYTES), part = part_of(memory, 1024, 1024);
    int *mapped =
        clEnqueueMapBuffer(host.queue, part, CL_TRUE, CL_MAP_WRITE, 4, 4, 0, NULL, NULL, &error);
    assert_ok(error);
    assert_ptr_equal(mapped, svm + 257);
    *mapped = 41;
    assert_ok(clEnqueueUnmapMemObject(host.queue, part, mapped, 0, NULL, NULL));
    assert_ok(clSetKernelArgSVMPointer(kernel, 0, svm + 256));
    assert_ok(clSetKernelArg(kernel, 1, sizeof memory, &memory));
    size_t one = 1;
    assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_ok(clEnqueueReadBuffer(host.queue, memory, CL_TRUE, 0, 4, &seen, 0, NULL, NULL));
    assert_int_equal(seen, 42);
    assert_ok(clEnqueueReadBuffer(host.queue, part, CL_TRUE, 8, 4, &seen, 0, NULL, NULL));
    assert_int_equal(seen, 5);
    /* the buffer holds the memory */
    clSVMFree(host.context, svm);
    assert_ok(clEnqueueReadBuffer(host.queue, part, CL_TRUE, 8, 4, &seen, 0, NULL, NULL));
    assert_int_equal(seen, 5);
    assert_ok(clReleaseMemObject(part));
    assert_ok(clReleaseMemObject(memory));
    assert_ok(clReleaseKernel(kernel));
    host_end(&host);
}

/* An image of a buffer of shared memory has its texels there. */
static void
images_are_the_memory(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    static const char source[] = "kernel void k(write_only image1d_buffer_t i, global uint *a) {"
                                 " write_imageui(i, 3, (uint4)(a[0] + 7)); }";
    cl_kernel kernel = host_kernel(&host, source, "k");
    uint32_t *svm = clSVMAlloc(host.context, CL_MEM_READ_WRITE, BYTES, 0);
    memset(svm, 0, BYTES);
    cl_mem memory = over(&host, svm, BYTES);
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .buffer = memory};
    cl_mem image = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
    assert_ok(error);
    host_launch(&host, kernel, 1, 0, 2, image, memory);
    assert_ok(clFinish(host.queue));
    assert_int_equal(svm[3], 7);
    assert_ok(clReleaseMemObject(image));
    assert_ok(clReleaseMemObject(memory));
    clSVMFree(host.context, svm);
    assert_ok(clReleaseKernel(kernel));
    host_end(&host);
}

static void
buffers_are_not_larger(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    char *svm = clSVMAlloc(host.context, CL_MEM_READ_WRITE, 1024, 0);
    EXPECT_NEW(CL_INVALID_BUFFER_SIZE,
               clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, 1025, svm, &error));
    EXPECT_NEW(CL_INVALID_BUFFER_SIZE,
               clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, 1024, svm + 4, &error));
    EXPECT_NEW(CL_INVALID_BUFFER_SIZE,
               clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, 2, svm + 1023, &error));
    EXPECT_NEW(
        CL_INVALID_BUFFER_SIZE,
        clCreateBufferWithProperties(host.context, NULL, CL_MEM_USE_HOST_PTR, 4096, svm, &error));
    cl_mem good = clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, 1020, svm + 4, &error);
    EXPECT(CL_SUCCESS, error);
    /* a copy is of what is there */
    cl_mem copy = clCreateBuffer(host.context, CL_MEM_COPY_HOST_PTR, 1024, svm, &error);
    EXPECT(CL_SUCCESS, error);
    host_expected();
    assert_ok(clReleaseMemObject(good));
    assert_ok(clReleaseMemObject(copy));
    clSVMFree(host.context, svm);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_have_its_addresses),
        cmocka_unit_test(maps_are_the_memory),
        cmocka_unit_test(images_are_the_memory),
        cmocka_unit_test(buffers_are_not_larger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
