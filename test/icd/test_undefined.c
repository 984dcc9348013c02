/* OCC_ICD_CHECK=all: a kernel that needs what nobody has written is told, and nothing else is;
 * OCC_ICD_VERSION=3.0. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 64, BYTES = 4 * WORDS };

static const char source[] =
    "kernel void choose(global int *a, global int *out)\n"
    "{ if (a[get_global_id(0)]) atomic_inc(out); }\n"
    "kernel void twice(global int *a, global int *out)\n"
    "{ out[get_global_id(0)] = 2 * a[get_global_id(0)]; }\n"
    "kernel void pad(global int *a, global int4 *out)\n"
    "{ if (!get_global_id(0)) out[0] = (int4)(1, 2, 3, a[0]); }\n"
    "kernel void both(global int *a, global int4 *out)\n"
    "{ if (!get_global_id(0)) { out[0] = (int4)(1, 2, 3, a[0]); out[1] = 2 * vload4(0, a); } }\n"
    "kernel void set(global int *a, global int *out) { a[get_global_id(0)] = 5; }\n"
    "kernel void pick(read_only image1d_t a, global int *out)\n"
    "{ if (read_imagei(a, (int)get_global_id(0)).x) atomic_inc(out); }\n"
    "kernel void pick_buffer(read_only image1d_buffer_t a, global int *out)\n"
    "{ if (read_imagei(a, (int)get_global_id(0)).x) atomic_inc(out); }\n";

static char message[8192];
static uint32_t words[WORDS];
static struct host host;
static cl_program program;
static cl_mem out;

static void CL_CALLBACK
keep(const char *text, const void *private_info, size_t size, void *data)
{
    (void)private_info;
    (void)size;
    (void)data;
    snprintf(message, sizeof message, "%s", text);
}

/* Has a launch with that first argument, and out, ended well? */
static bool
runs(const char *name, cl_mem memory, const void *shared)
{
    cl_int error;
    cl_event event;
    const size_t items = WORDS;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    assert_ok(shared ? clSetKernelArgSVMPointer(kernel, 0, shared)
                     : clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(kernel, 1, sizeof out, &out));
    assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &items, &items, 0, NULL, &event));
    error = clWaitForEvents(1, &event);
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    return error == CL_SUCCESS;
}

static cl_mem
new_memory(cl_mem_flags flags, void *bytes)
{
    cl_int error;
    cl_mem memory = clCreateBuffer(host.context, flags, BYTES, bytes, &error);
    assert_ok(error);
    return memory;
}

/* ---- how memory gets what it holds: told if the kernel needs something else ---- */

static void
never(cl_mem memory)
{
    (void)memory;
}

static void
by_write(cl_mem memory)
{
    assert_ok(clEnqueueWriteBuffer(host.queue, memory, CL_FALSE, 0, BYTES, words, 0, NULL, NULL));
}

static void
by_half_a_write(cl_mem memory)
{
    assert_ok(
        clEnqueueWriteBuffer(host.queue, memory, CL_FALSE, 0, BYTES / 2, words, 0, NULL, NULL));
}

static void
by_rows(cl_mem memory, size_t row)
{
    assert_ok(clEnqueueWriteBufferRect(host.queue, memory, CL_TRUE, (size_t[3]){0}, (size_t[3]){0},
                                       (size_t[3]){row, BYTES / 16, 1}, 16, 0, 16, 0, words, 0,
                                       NULL, NULL));
}

static void
by_whole_rows(cl_mem memory)
{
    by_rows(memory, 16);
}

static void
by_parts_of_rows(cl_mem memory)
{
    by_rows(memory, 12);
}

static void
by_fill(cl_mem memory)
{
    assert_ok(clEnqueueFillBuffer(host.queue, memory, words, 4, 0, BYTES, 0, NULL, NULL));
}

static void
by_copy_of(cl_mem memory, void (*fill)(cl_mem))
{
    cl_mem from = new_memory(CL_MEM_READ_WRITE, NULL);
    fill(from);
    assert_ok(clEnqueueCopyBuffer(host.queue, from, memory, 0, 0, BYTES, 0, NULL, NULL));
    clReleaseMemObject(from);
}

static void
by_copy(cl_mem memory)
{
    by_copy_of(memory, by_write);
}

static void
by_copy_of_nothing(cl_mem memory)
{
    by_write(memory);
    by_copy_of(memory, never);
}

static void
by_map(cl_mem memory, cl_map_flags flags)
{
    cl_int error;
    void *at =
        clEnqueueMapBuffer(host.queue, memory, CL_FALSE, flags, 0, BYTES, 0, NULL, NULL, &error);
    assert_ok(error);
    assert_ok(clEnqueueUnmapMemObject(host.queue, memory, at, 0, NULL, NULL));
}

static void
by_map_to_write(cl_mem memory)
{
    by_map(memory, CL_MAP_WRITE_INVALIDATE_REGION);
}

static void
by_map_to_read(cl_mem memory)
{
    by_map(memory, CL_MAP_READ);
}

static void
by_kernel(cl_mem memory)
{
    assert_true(runs("set", memory, NULL));
}

static void
by_parts(cl_mem memory)
{
    for (size_t i = 0; i < 2; i++) {
        cl_int error;
        cl_mem part = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION,
                                        &(cl_buffer_region){i * BYTES / 2, BYTES / 2}, &error);
        assert_ok(error);
        assert_ok(
            clEnqueueWriteBuffer(host.queue, part, CL_TRUE, 0, BYTES / 2, words, 0, NULL, NULL));
        clReleaseMemObject(part);
    }
}

static cl_mem
new_image(void *texels)
{
    cl_int error;
    const cl_image_format format = {CL_R, CL_SIGNED_INT32};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = WORDS};
    cl_mem_flags flags = CL_MEM_READ_WRITE | (texels ? CL_MEM_COPY_HOST_PTR : 0);
    cl_mem image = clCreateImage(host.context, flags, &format, &desc, texels, &error);
    assert_ok(error);
    return image;
}

static void
by_image(cl_mem memory)
{
    cl_mem image = new_image(words);
    assert_ok(clEnqueueCopyImageToBuffer(host.queue, image, memory, (size_t[3]){0},
                                         (size_t[3]){WORDS, 1, 1}, 0, 0, NULL, NULL));
    clReleaseMemObject(image);
}

static const struct filling {
    void (*fill)(cl_mem memory);
    bool is_told;
} fillings[] = {
    {never, true},
    {by_half_a_write, true},
    {by_parts_of_rows, true},
    {by_map_to_read, true},
    {by_write, false},
    {by_whole_rows, false},
    {by_fill, false},
    {by_copy, false},
    {by_copy_of_nothing, true},
    {by_map_to_write, false},
    {by_kernel, false},
    {by_parts, false},
    {by_image, false},
};
enum { FILLINGS = sizeof fillings / sizeof *fillings };

/* Is it told that the launch needs uninitialised data? */
static bool
is_told(const char *name, cl_mem memory, const void *shared)
{
    message[0] = '\0';
    bool good = runs(name, memory, shared);
    bool told = strstr(message, "uninitialised");
    if (good == told || (good && *message))
        fail_msg("%s: %s", name, message);
    return told;
}

static void
buffers_hold_what_is_written(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FILLINGS; i++) {
        cl_mem memory = new_memory(CL_MEM_READ_WRITE, NULL);
        fillings[i].fill(memory);
        if (is_told("choose", memory, NULL) != fillings[i].is_told)
            fail_msg("filling %u: %s", i, message);
        clReleaseMemObject(memory);
    }
    const cl_mem_flags flags[] = {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR};
    for (unsigned i = 0; i < 2; i++) {
        cl_mem memory = new_memory(flags[i], words);
        assert_false(is_told("choose", memory, NULL));
        clReleaseMemObject(memory);
    }
}

/* What a kernel has left undefined is no more when the host writes it, wherever the bytes lie. */
static void
the_host_writes_over_it(void **state)
{
    (void)state;
    const cl_mem_flags flags[] = {CL_MEM_USE_HOST_PTR, CL_MEM_READ_WRITE};
    cl_mem nothing = new_memory(CL_MEM_READ_WRITE, NULL), rest = out;
    for (unsigned i = 0; i < 2; i++) {
        out = new_memory(flags[i], i ? NULL : words);
        assert_true(runs("twice", nothing, NULL));
        cl_mem memory = out;
        out = rest;
        assert_true(is_told("choose", memory, NULL));
        by_write(memory);
        assert_false(is_told("choose", memory, NULL));
        clReleaseMemObject(memory);
    }
    clReleaseMemObject(nothing);
}

static void
images_hold_what_is_written(void **state)
{
    (void)state;
    const uint32_t color[4] = {1};
    cl_mem image = new_image(NULL);
    assert_true(is_told("pick", image, NULL));
    assert_ok(clEnqueueFillImage(host.queue, image, color, (size_t[3]){0}, (size_t[3]){WORDS, 1, 1},
                                 0, NULL, NULL));
    assert_false(is_told("pick", image, NULL));
    clReleaseMemObject(image);
    image = new_image(words);
    assert_false(is_told("pick", image, NULL));
    clReleaseMemObject(image);
}

/* The texels of a buffer's image are its bytes. */
static void
images_of_buffers_hold_what_these_do(void **state)
{
    (void)state;
    const cl_image_format format = {CL_R, CL_SIGNED_INT32};
    const uint32_t color[4] = {1};
    const size_t zero[3] = {0}, region[3] = {WORDS / 2, 1, 1};
    cl_int error;
    cl_mem memory = new_memory(CL_MEM_READ_WRITE, NULL);
    cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = WORDS, .buffer = memory};
    cl_mem image = clCreateImage(host.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    assert_ok(error);
    assert_true(is_told("pick_buffer", image, NULL));
    by_half_a_write(memory);
    assert_true(is_told("pick_buffer", image, NULL));
    by_write(memory);
    assert_false(is_told("pick_buffer", image, NULL));
    clReleaseMemObject(image);
    clReleaseMemObject(memory);
    memory = new_memory(CL_MEM_READ_WRITE, NULL);
    desc.buffer = memory;
    image = clCreateImage(host.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
    assert_ok(error);
    for (size_t half = 0; half < 2; half++) {
        assert_true(is_told("choose", memory, NULL));
        assert_ok(clEnqueueFillImage(host.queue, image, color, half ? (size_t[3]){WORDS / 2} : zero,
                                     region, 0, NULL, NULL));
    }
    assert_false(is_told("choose", memory, NULL));
    clReleaseMemObject(image);
    clReleaseMemObject(memory);
}

static void
shared_memory_holds_what_is_written(void **state)
{
    (void)state;
    uint32_t *shared = clSVMAlloc(host.context, CL_MEM_READ_WRITE, BYTES, 0);
    assert_non_null(shared);
    assert_true(is_told("choose", NULL, shared));
    assert_ok(clEnqueueSVMMap(host.queue, CL_TRUE, CL_MAP_WRITE, shared, BYTES / 2, 0, NULL, NULL));
    assert_ok(clEnqueueSVMUnmap(host.queue, shared, 0, NULL, NULL));
    assert_true(is_told("choose", NULL, shared));
    assert_ok(clEnqueueSVMMemcpy(host.queue, CL_TRUE, shared + WORDS / 2, words, BYTES / 2, 0, NULL,
                                 NULL));
    assert_false(is_told("choose", NULL, shared));
    clSVMFree(host.context, shared);
}

/* A host that reads what a kernel has computed with nothing is told; padding, and what nobody has stored,
 * it may read. */
static void
reads_of_such_are_told(void **state)
{
    (void)state;
    uint32_t got[WORDS];
    cl_mem nothing = new_memory(CL_MEM_READ_WRITE, NULL), rest = out;
    message[0] = '\0';
    host_read(&host, nothing, got, WORDS);
    out = new_memory(CL_MEM_READ_WRITE, NULL);
    assert_true(runs("pad", nothing, NULL)); /* as a structure with padding is copied */
    host_read(&host, out, got, WORDS);
    assert_string_equal(message, "");
    assert_true(runs("both", nothing, NULL));
    host_read(&host, out, got, WORDS);
    assert_non_null(strstr(message, "byte 16 of a buffer of 256, stored by kernel both at"));
    message[0] = '\0';
    assert_true(runs("twice", nothing, NULL));
    assert_string_equal(message, "");
    host_read(&host, out, got, WORDS);
    const char *wanted = "the host reads uninitialised data: byte 0 of a buffer of 256, stored by "
                         "kernel twice at pc 0x";
    if (strncmp(message, wanted, strlen(wanted)) != 0 || !strstr(message, ", <source>:4"))
        fail_msg("%s", message);
    message[0] = '\0';
    host_read(&host, out, got, WORDS); /* once */
    by_write(nothing);
    assert_true(runs("twice", nothing, NULL));
    host_read(&host, out, got, WORDS);
    assert_string_equal(message, "");
    clReleaseMemObject(out);
    clReleaseMemObject(nothing);
    out = rest;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers_hold_what_is_written),
        cmocka_unit_test(the_host_writes_over_it),
        cmocka_unit_test(images_hold_what_is_written),
        cmocka_unit_test(images_of_buffers_hold_what_these_do),
        cmocka_unit_test(shared_memory_holds_what_is_written),
        cmocka_unit_test(reads_of_such_are_told),
    };
    host = host_begin(0, keep, NULL);
    program = host_program(&host, source, NULL);
    out = new_memory(CL_MEM_READ_WRITE, NULL);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    clReleaseMemObject(out);
    clReleaseProgram(program);
    host_end(&host);
    return failed;
}
