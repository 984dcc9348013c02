/* Commands through the ICD: order, events, callbacks, maps, rectangles, fills, sub-buffers, images,
 * printf. */
#include "test/icd/host.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char add[] = "kernel void add(global uint *a) { a[get_global_id(0)] += 1; }"
                          "kernel void twice(global uint *a) { a[get_global_id(0)] *= 2; }";

static cl_event
enqueue(const struct host *host, cl_program program, const char *name, cl_mem memory,
        cl_uint wait_count, const cl_event *waits)
{
    cl_int error;
    cl_event event;
    size_t one = 1;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &one, NULL, wait_count, waits,
                                     &event));
    assert_ok(clReleaseKernel(kernel));
    return event;
}

/* Of two launches, the one that is enqueued first waits for the other. */
static void
events_order_commands(void **state)
{
    (void)state;
    struct host host =
        host_begin(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, NULL, NULL);
    cl_int error, status;
    uint32_t word = 5;
    cl_program program = host_program(&host, add, NULL);
    cl_mem memory = host_words(&host, &word, 1);
    cl_event gate = clCreateUserEvent(host.context, &error);
    assert_ok(error);
    cl_event doubled = enqueue(&host, program, "twice", memory, 1, &gate);
    cl_event added = enqueue(&host, program, "add", memory, 0, NULL);
    assert_ok(clWaitForEvents(1, &added));
    assert_ok(
        clGetEventInfo(doubled, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    assert_true(status > CL_COMPLETE);
    assert_ok(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
    assert_ok(clFinish(host.queue));
    host_read(&host, memory, &word, 1);
    assert_int_equal(word, 12);
    cl_ulong times[4], last = 0;
    for (unsigned i = 0; i < 4; i++) {
        assert_ok(clGetEventProfilingInfo(doubled, CL_PROFILING_COMMAND_QUEUED + i, sizeof times[i],
                                          &times[i], NULL));
        assert_true(times[i] >= last);
        last = times[i];
    }
    assert_true(times[3] > times[2]);
    cl_event all[] = {gate, doubled, added};
    for (unsigned i = 0; i < 3; i++)
        assert_ok(clReleaseEvent(all[i]));
    clReleaseMemObject(memory);
    clReleaseProgram(program);
    host_end(&host);
}

/* An event that fails takes along what waits for it. */
static void
failures_spread(void **state)
{
    (void)state;
    struct host host = host_begin(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL, NULL);
    cl_int error, status;
    uint32_t word = 5;
    cl_program program = host_program(&host, add, NULL);
    cl_mem memory = host_words(&host, &word, 1);
    cl_event gate = clCreateUserEvent(host.context, &error);
    cl_event first = enqueue(&host, program, "add", memory, 1, &gate);
    cl_event second = enqueue(&host, program, "add", memory, 1, &first);
    assert_ok(clSetUserEventStatus(gate, -7));
    assert_int_equal(clWaitForEvents(1, &second), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_ok(
        clGetEventInfo(second, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    assert_true(status < 0);
    host_read(&host, memory, &word, 1);
    assert_int_equal(word, 5);
    cl_event all[] = {gate, first, second};
    for (unsigned i = 0; i < 3; i++)
        assert_ok(clReleaseEvent(all[i]));
    clReleaseMemObject(memory);
    clReleaseProgram(program);
    host_end(&host);
}

static void CL_CALLBACK
count_event(cl_event event, cl_int status, void *data)
{
    (void)event;
    if (status == CL_COMPLETE)
        atomic_fetch_add((atomic_int *)data, 1);
}

static void CL_CALLBACK
count_memory(cl_mem memory, void *data)
{
    (void)memory;
    atomic_fetch_add((atomic_int *)data, 1);
}

static void
wait_for(atomic_int *count, int wanted)
{
    for (unsigned i = 0; i < 5000 && atomic_load(count) < wanted; i++)
        usleep(1000);
    assert_int_equal(atomic_load(count), wanted);
}

static void
callbacks_are_called(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    uint32_t word = 5;
    atomic_int ended = 0, freed = 0;
    cl_program program = host_program(&host, add, NULL);
    cl_mem memory = host_words(&host, &word, 1);
    cl_event event = enqueue(&host, program, "add", memory, 0, NULL);
    assert_ok(clSetEventCallback(event, CL_COMPLETE, count_event, &ended));
    assert_ok(clSetMemObjectDestructorCallback(memory, count_memory, &freed));
    wait_for(&ended, 1);
    assert_ok(clSetEventCallback(event, CL_COMPLETE, count_event, &ended)); /* it is over already */
    wait_for(&ended, 2);
    assert_ok(clReleaseMemObject(memory));
    assert_ok(clReleaseEvent(event));
    wait_for(&freed, 1);
    clReleaseProgram(program);
    host_end(&host);
}

static void
memory_is_moved(void **state)
{
    (void)state;
    enum { WIDTH = 16, HEIGHT = 8 };
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    uint32_t words[HEIGHT][WIDTH], part[4][4], pattern = 77;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
        words[i / WIDTH][i % WIDTH] = i;
    cl_mem memory = host_words(&host, words[0], WIDTH * HEIGHT);
    /* a rectangle of 4 x 4 words from (2, 3) */
    const size_t from[] = {4 * 2, 3, 0}, to[] = {0, 0, 0}, region[] = {4 * 4, 4, 1};
    assert_ok(clEnqueueReadBufferRect(host.queue, memory, CL_TRUE, from, to, region, 4 * WIDTH, 0,
                                      sizeof part[0], 0, part, 0, NULL, NULL));
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 4; x++)
            assert_int_equal(part[y][x], (y + 3) * WIDTH + x + 2);
    assert_ok(clEnqueueFillBuffer(host.queue, memory, &pattern, 4, 4 * 5, 4 * 3, 0, NULL, NULL));
    /* the second half as a buffer of its own, mapped */
    const cl_buffer_region half = {4 * WIDTH * HEIGHT / 2, 4 * WIDTH * HEIGHT / 2};
    cl_mem second =
        clCreateSubBuffer(memory, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
    assert_ok(error);
    uint32_t *mapped = clEnqueueMapBuffer(host.queue, second, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                          0, half.size, 0, NULL, NULL, &error);
    assert_ok(error);
    assert_int_equal(mapped[1], WIDTH * HEIGHT / 2 + 1);
    mapped[1] = 99;
    assert_ok(clEnqueueUnmapMemObject(host.queue, second, mapped, 0, NULL, NULL));
    host_read(&host, memory, words[0], WIDTH * HEIGHT);
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
        assert_int_equal(words[i / WIDTH][i % WIDTH], i >= 5 && i < 8               ? 77
                                                      : i == WIDTH * HEIGHT / 2 + 1 ? 99
                                                                                    : i);
    clReleaseMemObject(second);
    clReleaseMemObject(memory);
    host_end(&host);
}

static void
images_are_sampled(void **state)
{
    (void)state;
    enum { SIDE = 8 };
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
    uint8_t texels[SIDE][SIDE][4], *texel = (uint8_t *)texels;
    for (unsigned i = 0; i < sizeof texels; i++)
        texel[i] = (uint8_t)(i * 3);
    cl_mem in = clCreateImage(host.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &desc,
                              texels, &error);
    assert_ok(error);
    cl_mem out = clCreateImage(host.context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &error);
    assert_ok(error);
    cl_sampler sampler = clCreateSampler(host.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE,
                                         CL_FILTER_NEAREST, &error);
    assert_ok(error);
    cl_program program = host_program(
        &host,
        "kernel void left(read_only image2d_t in, write_only image2d_t out, sampler_t s) {"
        " int2 at = {get_global_id(0), get_global_id(1)};"
        " write_imageui(out, at, read_imageui(in, s, at - (int2)(1, 0)).yxzw); }",
        NULL);
    cl_kernel kernel = clCreateKernel(program, "left", &error);
    assert_ok(clSetKernelArg(kernel, 0, sizeof in, &in));
    assert_ok(clSetKernelArg(kernel, 1, sizeof out, &out));
    assert_ok(clSetKernelArg(kernel, 2, sizeof sampler, &sampler));
    const size_t size[] = {SIDE, SIDE}, origin[3] = {0}, region[] = {SIDE, SIDE, 1};
    assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 2, NULL, size, NULL, 0, NULL, NULL));
    uint8_t seen[SIDE][SIDE][4];
    assert_ok(
        clEnqueueReadImage(host.queue, out, CL_TRUE, origin, region, 0, 0, seen, 0, NULL, NULL));
    for (unsigned y = 0; y < SIDE; y++)
        for (unsigned x = 0; x < SIDE; x++) {
            const uint8_t *from = texels[y][x ? x - 1 : 0];
            assert_int_equal(seen[y][x][0], from[1]);
            assert_int_equal(seen[y][x][1], from[0]);
            assert_int_equal(seen[y][x][3], from[3]);
        }
    clReleaseSampler(sampler);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    host_end(&host);
}

/* Printing buffers are given back: the device has not room for as many. */
static void
printing_takes_nothing(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    const size_t one = 1;
    cl_kernel kernel =
        host_kernel(&host, "kernel void k(int i) { if (i) printf(\"%d\\n\", i); }", "k");
    assert_ok(clSetKernelArg(kernel, 0, sizeof(cl_int), &(cl_int){0}));
    for (unsigned i = 0; i < 5000; i++)
        assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_ok(clFinish(host.queue));
    clReleaseKernel(kernel);
    host_end(&host);
}

/* A lock that a plain store gives back, while others try to take it: the store is never lost. */
static void
locks_are_given_back(void **state)
{
    (void)state;
    enum { GROUPS = 4, TIMES = 5000 };
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel kernel =
        host_kernel(&host,
                    "kernel void count(volatile global int *lock, volatile global int *n) {"
                    " if (get_local_id(0)) return;"
                    " for (int i = 0, tries = 0; i < 5000 && tries < 3000000; tries++)"
                    "  if (atomic_cmpxchg(lock, 0, 1) == 0) {"
                    "   *n += 1; mem_fence(CLK_GLOBAL_MEM_FENCE); *lock = 0; i++; } }",
                    "count");
    uint32_t zero = 0, counted = 0;
    cl_mem lock = host_words(&host, &zero, 1), n = host_words(&host, &zero, 1);
    host_launch(&host, kernel, 64 * GROUPS, 64, 2, lock, n);
    host_read(&host, n, &counted, 1);
    assert_int_equal(counted, GROUPS * TIMES);
    clReleaseMemObject(lock);
    clReleaseMemObject(n);
    clReleaseKernel(kernel);
    host_end(&host);
}

/* Deleted: 1. */
static void CL_CALLBACK
note_deletion(cl_mem memory, void *data)
{
    (void)memory;
    *(volatile int *)data = 1;
}

/* A released buffer stays until its last map is undone (OpenCL 1.2, 5.4.2 and 5.4.1), and so does the parent of one. */
static void
mapped_memory_stays(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    volatile int is_deleted = 0, is_parent_deleted = 0;
    uint32_t words[64] = {0};
    cl_mem memory = host_words(&host, words, 64), other = host_words(&host, words, 64);
    cl_buffer_region region = {128, 128};
    cl_mem part = clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    assert_ok(clSetMemObjectDestructorCallback(part, note_deletion, (void *)&is_deleted));
    assert_ok(clSetMemObjectDestructorCallback(memory, note_deletion, (void *)&is_parent_deleted));
    uint32_t *at =
        clEnqueueMapBuffer(host.queue, part, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, &error);
    uint32_t *again =
        clEnqueueMapBuffer(host.queue, part, CL_TRUE, CL_MAP_WRITE, 64, 64, 0, NULL, NULL, &error);
    assert_ok(error);
    assert_ok(clReleaseMemObject(memory));
    assert_ok(clReleaseMemObject(part));
    for (unsigned i = 0; i < 16; i++)
        at[i] = again[i] = i;
    assert_int_equal(is_deleted, 0);
    assert_ok(clEnqueueUnmapMemObject(host.queue, part, at, 0, NULL, NULL));
    assert_ok(clFinish(host.queue));
    assert_int_equal(is_deleted, 0);
    assert_int_equal(clEnqueueUnmapMemObject(host.queue, part, at, 0, NULL, NULL),
                     CL_INVALID_VALUE);
    assert_ok(clEnqueueUnmapMemObject(host.queue, part, again, 0, NULL, NULL));
    assert_ok(clFinish(host.queue));
    while (!is_parent_deleted)
        continue; /* a thread may let go of it after the command's end */
    assert_int_equal(is_deleted, 1);
    /* an image, too */
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    cl_mem image = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
    assert_ok(error);
    is_deleted = 0;
    assert_ok(clSetMemObjectDestructorCallback(image, note_deletion, (void *)&is_deleted));
    const size_t origin[3] = {0}, all[3] = {4, 4, 1};
    size_t row;
    at = clEnqueueMapImage(host.queue, image, CL_TRUE, CL_MAP_WRITE, origin, all, &row, NULL, 0,
                           NULL, NULL, &error);
    assert_ok(error);
    assert_ok(clReleaseMemObject(image));
    at[3] = 7;
    assert_int_equal(is_deleted, 0);
    assert_ok(clEnqueueUnmapMemObject(host.queue, image, at, 0, NULL, NULL));
    assert_ok(clFinish(host.queue));
    while (!is_deleted)
        continue;
    assert_ok(clReleaseMemObject(other));
    host_end(&host);
}

/* Writes the words to the GPU and reads them to elsewhere. */
static void
move_words(const struct host *host, cl_mem there, const uint32_t *from, uint32_t *to, size_t bytes)
{
    memset(to, 0, bytes);
    assert_ok(clEnqueueWriteBuffer(host->queue, there, 0, 4, bytes, from, 0, NULL, NULL));
    assert_ok(clEnqueueReadBuffer(host->queue, there, 1, 4, bytes, to, 0, NULL, NULL));
    assert_memory_equal(to, from, bytes);
}

/* Rows long enough to be moved in pieces, from and to memory that begins and ends anywhere, and from memory of which a part is
 * a file's that may only be read. */
static void
long_rows_are_moved(void **state)
{
    enum { BYTES = 12 << 20 };
    struct host host = host_begin(0, NULL, NULL);
    cl_mem there = host_words(&host, NULL, BYTES / 4 + 1);
    uint8_t *from = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint8_t *to = malloc(BYTES);
    FILE *words = tmpfile();
    int file = fileno(words);
    (void)state;
    for (unsigned i = 0; i < BYTES / 4; i++)
        ((uint32_t *)(void *)from)[i] = i * 2654435761u;
    assert_int_equal(write(file, from, BYTES), BYTES);
    for (size_t at = 0; at < 8192; at += 4092)
        move_words(&host, there, (void *)(from + at), (void *)(to + 4), BYTES - 2 * at - 4);
    /* the last third; what is before it can be seen by the GPU */
    size_t third = BYTES / 3 * 2;
    assert_ptr_equal(
        mmap(from + third, BYTES - third, PROT_READ, MAP_SHARED | MAP_FIXED, file, (off_t)third),
        from + third);
    move_words(&host, there, (void *)from, (void *)to, BYTES);
    fclose(words);
    munmap(from, BYTES);
    free(to);
    assert_ok(clReleaseMemObject(there));
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mapped_memory_stays),    cmocka_unit_test(events_order_commands),
        cmocka_unit_test(failures_spread),        cmocka_unit_test(callbacks_are_called),
        cmocka_unit_test(memory_is_moved),        cmocka_unit_test(long_rows_are_moved),
        cmocka_unit_test(locks_are_given_back),   cmocka_unit_test(images_are_sampled),
        cmocka_unit_test(printing_takes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
