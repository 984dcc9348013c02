/* Sub-buffers on the device: kernels may touch what they name and nothing beside it, and parts that overlap
 * are one memory. */
#include "test/icd/host.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 256, PART = 64 };

static const char source[] =
    "kernel void behind(global uint *a, global uint *b) { a[64] = b[0]; }\n"
    "kernel void before(global uint *a, global uint *b) { b[0] = a[-1]; }\n"
    "kernel void edges(global uint *a, global uint *b) { a[63] = 5; b[63] = 7; }\n"
    "kernel void meet(global uint *a, global uint *b) { b[1] = a + 32 == b; a[32] = 9; }\n";

static char message[8192];
static struct host host;
static cl_program program;

static void CL_CALLBACK
keep(const char *text, const void *private_info, size_t size, void *data)
{
    (void)private_info;
    (void)size;
    (void)data;
    snprintf(message, sizeof message, "%s", text);
}

static cl_mem
part_of(cl_mem memory, size_t first)
{
    cl_int error;
    cl_mem part = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                    &(cl_buffer_region){4 * first, 4 * PART}, &error);
    assert_ok(error);
    return part;
}

static cl_int
run(const char *name, cl_mem a, cl_mem b)
{
    cl_int error;
    const size_t items = 1;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    message[0] = '\0';
    assert_ok(clSetKernelArg(kernel, 0, sizeof a, &a));
    assert_ok(clSetKernelArg(kernel, 1, sizeof b, &b));
    assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    clReleaseKernel(kernel);
    return clFinish(host.queue);
}

static void
says(const char *name, cl_mem a, cl_mem b, const char *wanted)
{
    assert_int_equal(run(name, a, b), CL_OUT_OF_RESOURCES);
    if (!strstr(message, wanted))
        fail_msg("%s: %s", name, message);
}

/* Also where the next part is an argument, and the parent has been one. */
static void
parts_end_where_they_end(void **state)
{
    (void)state;
    const uint32_t zeros[WORDS] = {0};
    uint32_t words[WORDS];
    cl_mem memory = host_words(&host, zeros, WORDS), other = host_words(&host, zeros, WORDS);
    cl_mem first = part_of(memory, 32), second = part_of(memory, 32 + PART);
    assert_ok(run("edges", memory, other));
    says("behind", first, other, "right behind the end of argument 0 (a), 256 bytes");
    says("behind", first, second, "right behind the end of argument 0 (a), 256 bytes");
    says("before", second, first, "4 bytes before argument 0 (a)");
    assert_ok(run("edges", first, second));
    host_read(&host, memory, words, WORDS);
    assert_int_equal(words[63], 5);
    assert_int_equal(words[32 + 63], 5);
    assert_int_equal(words[32 + PART + 63], 7);
    clReleaseMemObject(first);
    clReleaseMemObject(second);
    clReleaseMemObject(other);
    clReleaseMemObject(memory);
}

/* Two pointers to one byte are equal; the parent's end still holds. */
static void
parts_that_overlap_are_one_memory(void **state)
{
    (void)state;
    const uint32_t zeros[WORDS] = {0};
    uint32_t words[WORDS];
    cl_mem memory = host_words(&host, zeros, WORDS);
    cl_mem first = part_of(memory, 128), second = part_of(memory, 160);
    cl_mem third = part_of(memory, 32), last = part_of(memory, WORDS - PART);
    assert_ok(run("meet", first, second));
    host_read(&host, memory, words, WORDS);
    assert_int_equal(words[160], 9);
    assert_int_equal(words[161], 1);
    assert_ok(run("meet", memory, third));
    host_read(&host, memory, words, WORDS);
    assert_int_equal(words[33], 1);
    says("behind", last, memory, "right behind the end of argument 0 (a), 1024 bytes");
    clReleaseMemObject(first);
    clReleaseMemObject(second);
    clReleaseMemObject(third);
    clReleaseMemObject(last);
    clReleaseMemObject(memory);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_end_where_they_end),
        cmocka_unit_test(parts_that_overlap_are_one_memory),
    };
    host = host_begin(0, keep, NULL);
    program = host_program(&host, source, NULL);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clReleaseProgram(program);
    host_end(&host);
    return failed;
}
