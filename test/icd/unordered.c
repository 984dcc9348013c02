/* For unordered.sh: commands that touch the same bytes, with an order between them or without (OCC_ICD_CHECK=all).
 *   icd-unordered SCENARIO */
#include "test/icd/host.h"

#include <stdatomic.h>
#include <string.h>

enum { WORDS = 64 };

static const char source[] =
    "kernel void put(global int *a) { a[get_global_id(0)] = get_global_id(0); }\n"
    "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }\n"
    "kernel void sum(global const int *a, global int *b)\n"
    "{ b[get_global_id(0)] = a[get_global_id(0)] + 1; }\n"
    "kernel void count(volatile global int *a) { atomic_inc(a); }\n"
    "kernel void nibble(global char *a) { a[4 * get_global_id(0) + 1] = 1; }\n";

static struct host host;
static cl_command_queue loose, other; /* out of order; a second one in order */
static cl_mem a, b;
static uint32_t words[WORDS];

static cl_kernel
kernel_of(const char *name, cl_mem one, cl_mem two)
{
    static cl_program program;
    cl_int error;
    program = program ? program : host_program(&host, source, "");
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(kernel, 0, sizeof one, &one));
    if (two)
        assert_ok(clSetKernelArg(kernel, 1, sizeof two, &two));
    return kernel;
}

/* Launches items from an offset on; wait may be NULL.  The result is its event. */
static cl_event
launch_at(cl_command_queue queue, const char *name, cl_mem one, cl_mem two, size_t first,
          size_t items, cl_event wait)
{
    cl_event event;
    cl_kernel kernel = kernel_of(name, one, two);
    assert_ok(clEnqueueNDRangeKernel(queue, kernel, 1, &first, &items, NULL, wait != NULL,
                                     wait ? &wait : NULL, &event));
    clReleaseKernel(kernel);
    return event;
}

static cl_event
launch(cl_command_queue queue, const char *name, cl_mem one, cl_mem two, cl_event wait)
{
    return launch_at(queue, name, one, two, 0, WORDS, wait);
}

static cl_event
read_words(cl_command_queue queue, cl_mem from, bool is_blocking, cl_event wait)
{
    cl_event event;
    assert_ok(clEnqueueReadBuffer(queue, from, is_blocking, 0, sizeof words, words, wait != NULL,
                                  wait ? &wait : NULL, &event));
    return event;
}

static void
map_words(cl_command_queue queue, cl_mem memory, cl_map_flags flags, void **at)
{
    cl_int error;
    *at = clEnqueueMapBuffer(queue, memory, CL_TRUE, flags, 0, sizeof words, 0, NULL, NULL, &error);
    assert_ok(error);
}

static cl_event
unmap(cl_command_queue queue, cl_mem memory, void *at)
{
    cl_event event;
    assert_ok(clEnqueueUnmapMemObject(queue, memory, at, 0, NULL, &event));
    return event;
}

static void
loose_kernels(bool waits)
{
    cl_event first = launch(loose, "put", a, NULL, NULL);
    launch(loose, "twice", a, NULL, waits ? first : NULL);
}

static void
barrier(bool is_there)
{
    launch(loose, "put", a, NULL, NULL);
    if (is_there)
        assert_ok(clEnqueueBarrierWithWaitList(loose, 0, NULL, NULL));
    launch(loose, "sum", a, b, NULL);
}

static void
marker(bool waits)
{
    cl_event event;
    launch(loose, "put", a, NULL, NULL);
    assert_ok(clEnqueueMarkerWithWaitList(loose, 0, NULL, &event));
    launch(loose, "sum", a, b, waits ? event : NULL);
}

static void
finish(bool waits)
{
    launch(host.queue, "put", a, NULL, NULL);
    assert_ok(waits ? clFinish(host.queue) : clFlush(host.queue));
    launch(other, "twice", a, NULL, NULL);
}

static void
blocking(bool waits)
{
    cl_event event = launch(loose, "put", a, NULL, NULL);
    read_words(loose, a, true, waits ? event : NULL);
}

static void
halves(bool apart)
{
    launch_at(loose, "put", a, NULL, 0, WORDS / 2, NULL);
    launch_at(loose, "put", a, NULL, apart ? WORDS / 2 : WORDS / 2 - 1, WORDS / 2, NULL);
}

static void
bytes(bool apart)
{
    launch(loose, "nibble", a, NULL, NULL);
    size_t at = apart ? 8 : 9;
    assert_ok(clEnqueueReadBuffer(loose, a, CL_FALSE, at, 1, words, 0, NULL, NULL));
}

static void
reads(bool only)
{
    launch(loose, "sum", a, b, NULL);
    if (only)
        read_words(loose, a, true, NULL);
    else
        assert_ok(clEnqueueFillBuffer(loose, a, words, 4, 16, 32, 0, NULL, NULL));
}

static void
atomics(bool only)
{
    launch(loose, "count", a, NULL, NULL);
    launch(other, only ? "count" : "twice", a, NULL, NULL);
}

static void
user_event(bool waits)
{
    cl_int error;
    cl_event user = clCreateUserEvent(host.context, &error);
    cl_event first = launch(loose, "put", a, NULL, NULL);
    launch(other, "twice", a, NULL, user);
    if (waits)
        assert_ok(clWaitForEvents(1, &first));
    assert_ok(clSetUserEventStatus(user, CL_COMPLETE));
}

static void
poll(bool looks)
{
    cl_event first = launch(loose, "put", a, NULL, NULL);
    for (cl_int status = CL_QUEUED; looks && status != CL_COMPLETE;)
        assert_ok(
            clGetEventInfo(first, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    launch(other, "twice", a, NULL, NULL);
}

static void CL_CALLBACK
is_done(cl_event event, cl_int status, void *flag)
{
    (void)event, (void)status;
    atomic_store((atomic_int *)flag, 1);
}

static void
callback(bool waits)
{
    atomic_int flag = 0;
    cl_event first = launch(loose, "put", a, NULL, NULL);
    if (!waits)
        launch(other, "twice", a, NULL, NULL);
    assert_ok(clSetEventCallback(first, CL_COMPLETE, is_done, &flag));
    while (!atomic_load(&flag))
        ;
    if (waits)
        launch(other, "twice", a, NULL, NULL);
}

static void
mapped(bool is_good)
{
    void *at;
    map_words(host.queue, a, CL_MAP_WRITE, &at);
    if (is_good)
        unmap(host.queue, a, at);
    launch(host.queue, "sum", a, b, NULL);
    if (!is_good)
        unmap(host.queue, a, at);
}

static void
map_read(bool is_good)
{
    void *at;
    map_words(host.queue, a, CL_MAP_READ, &at);
    launch(host.queue, is_good ? "sum" : "twice", a, is_good ? b : NULL, NULL);
    assert_ok(clFinish(host.queue));
    unmap(host.queue, a, at);
}

static void
unmapped(bool waits)
{
    void *at;
    map_words(loose, a, CL_MAP_WRITE, &at);
    cl_event event = unmap(loose, a, at);
    launch(loose, "twice", a, NULL, waits ? event : NULL);
}

static void
host_memory(bool waits)
{
    cl_event first = read_words(loose, a, false, NULL);
    read_words(other, b, false, waits ? first : NULL);
}

/* Two buffers, one after the other, that may lie at the same bytes. */
static void
again(bool releases)
{
    cl_mem one = host_words(&host, words, WORDS);
    launch(loose, "put", one, NULL, NULL);
    if (releases) {
        assert_ok(clFlush(loose));
        clReleaseMemObject(one);
        one = host_words(&host, words, WORDS);
    }
    launch(loose, "put", one, NULL, NULL);
}

static void
parts(bool apart)
{
    cl_int error;
    cl_buffer_region regions[2] = {{0, 512}, {apart ? 512 : 256, 512}};
    cl_mem part[2], whole = clCreateBuffer(host.context, CL_MEM_READ_WRITE, 1024, NULL, &error);
    for (unsigned i = 0; i < 2; i++) {
        part[i] = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                    &regions[i], &error);
        assert_ok(error);
        launch_at(loose, "put", part[i], NULL, 0, 128, NULL);
    }
}

/* The order goes by way of another queue's command. */
static void
around(bool waits)
{
    cl_event first = launch(loose, "put", a, NULL, NULL);
    cl_event second = launch(other, "put", b, NULL, waits ? first : NULL);
    launch(loose, "twice", a, NULL, second);
}

/* The host sees the end of a command that waited for another one. */
static void
behind(bool waits)
{
    cl_event first = launch(loose, "put", a, NULL, NULL);
    cl_event second = launch(other, "put", b, NULL, first);
    if (waits)
        assert_ok(clWaitForEvents(1, &second));
    launch(host.queue, "twice", a, NULL, NULL);
}

static const struct {
    const char *name;
    void (*run)(bool is_good);
} scenarios[] = {
    {"kernels", loose_kernels}, {"barrier", barrier},   {"marker", marker},
    {"finish", finish},         {"blocking", blocking}, {"halves", halves},
    {"bytes", bytes},           {"reads", reads},       {"atomics", atomics},
    {"user", user_event},       {"poll", poll},         {"callback", callback},
    {"mapped", mapped},         {"map-read", map_read}, {"unmapped", unmapped},
    {"host", host_memory},      {"again", again},       {"parts", parts},
    {"around", around},         {"behind", behind},
};

int
main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    cl_int error;
    host = host_begin(0, NULL, NULL);
    loose = clCreateCommandQueue(host.context, host.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                 &error);
    assert_ok(error);
    other = clCreateCommandQueue(host.context, host.device, 0, &error);
    assert_ok(error);
    a = host_words(&host, words, WORDS);
    b = host_words(&host, words, WORDS);
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        if (strcmp(scenarios[i].name, name) == 0)
            scenarios[i].run(argc > 2);
    assert_ok(clFinish(loose));
    assert_ok(clFinish(other));
    assert_ok(clFinish(host.queue));
    return 0;
}
