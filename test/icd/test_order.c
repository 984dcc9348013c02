/* What waits for what: markers and barriers, failures that spread and that do not, callbacks at each
 * state, what is released while it is used, programs that several threads build. */
#include "test/icd/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 64 };

static const char source[] =
    "kernel void add(global uint *a) { a[get_global_id(0)] += 1; }"
    "kernel void wrong(global uint *a) { a[0] = 1; __builtin_trap(); }"
    "kernel void busy(global volatile uint *a) { a[1] = 1; while (!a[0]) ; }";

/* Fills the first word; the event is the caller's. */
static cl_event
fill(const struct host *host, cl_mem memory, uint32_t value, cl_uint count, const cl_event *waits)
{
    cl_event event;
    assert_ok(clEnqueueFillBuffer(host->queue, memory, &value, 4, 0, 4, count, waits, &event));
    return event;
}

static void
release(cl_event *events, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        assert_ok(clReleaseEvent(events[i]));
}

/* Out of order: what is behind a marker need not wait for it, what is behind a barrier must. */
static void
markers_let_pass(void **state)
{
    (void)state;
    cl_int error;
    struct host host = host_begin(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL, NULL);
    cl_mem memory = host_words(&host, NULL, WORDS);
    cl_event gate = clCreateUserEvent(host.context, &error), marker, barrier;
    cl_event held = fill(&host, memory, 1, 1, &gate);
    assert_ok(clEnqueueMarkerWithWaitList(host.queue, 0, NULL, &marker));
    cl_event passing = fill(&host, memory, 2, 0, NULL);
    assert_ok(clFlush(host.queue));
    for (unsigned i = 0; i < 2000 && host_status(passing) != CL_COMPLETE; i++)
        usleep(1000);
    assert_int_equal(host_status(passing), CL_COMPLETE);
    assert_true(host_status(marker) > CL_COMPLETE);
    assert_ok(clEnqueueBarrierWithWaitList(host.queue, 1, &held, &barrier));
    cl_event behind = fill(&host, memory, 3, 0, NULL);
    usleep(20000);
    assert_true(host_status(behind) > CL_COMPLETE);
    assert_ok(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_ok(clWaitForEvents(1, &behind));
    assert_int_equal(host_status(marker), CL_COMPLETE);
    cl_event all[] = {gate, held, marker, passing, barrier, behind};
    release(all, 6);
    clReleaseMemObject(memory);
    host_end(&host);
}

/* In order, a command does not fail with one before it, whether that has failed already or not yet; what
 * lists it does. */
static void
order_alone_does_not_fail(void **state)
{
    (void)state;
    cl_int error;
    struct host host = host_begin(0, NULL, NULL);
    cl_mem memory = host_words(&host, NULL, WORDS);
    for (unsigned late = 0; late < 2; late++) {
        cl_event gate = clCreateUserEvent(host.context, &error);
        if (!late)
            assert_ok(clSetUserEventStatus(gate, -5));
        cl_event first = fill(&host, memory, 1, 1, &gate);
        cl_event listing = fill(&host, memory, 2, 1, &first);
        cl_event other = fill(&host, memory, 3, 0, NULL);
        if (late)
            assert_ok(clSetUserEventStatus(gate, -5));
        assert_ok(clWaitForEvents(1, &other));
        assert_int_equal(host_status(other), CL_COMPLETE);
        assert_int_equal(host_status(first), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        assert_int_equal(host_status(listing), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        cl_event all[] = {gate, first, listing, other};
        release(all, 4);
    }
    clReleaseMemObject(memory);
    host_end(&host);
}

/* A launch that faults is told by the next call that waits for the queue, once. */
static void
faults_reach_who_waits(void **state)
{
    (void)state;
    cl_int error;
    uint32_t word;
    size_t one = 1;
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel wrong = host_kernel(&host, source, "wrong");
    cl_mem memory = host_words(&host, NULL, WORDS);
    assert_ok(clSetKernelArg(wrong, 0, sizeof memory, &memory));
    for (unsigned i = 0; i < 3; i++) {
        cl_event gate = clCreateUserEvent(host.context, &error);
        assert_ok(clEnqueueNDRangeKernel(host.queue, wrong, 1, NULL, &one, NULL, 1, &gate, NULL));
        if (i == 1) /* it has ended when the call comes */
            assert_ok(clEnqueueMarkerWithWaitList(host.queue, 0, NULL, NULL));
        assert_ok(clSetUserEventStatus(gate, CL_COMPLETE));
        if (i == 2)
            assert_int_equal(
                clEnqueueReadBuffer(host.queue, memory, CL_TRUE, 0, 4, &word, 0, NULL, NULL),
                CL_OUT_OF_RESOURCES);
        else
            assert_int_equal(clFinish(host.queue), CL_OUT_OF_RESOURCES);
        assert_ok(clFinish(host.queue));
        assert_ok(clEnqueueReadBuffer(host.queue, memory, CL_TRUE, 0, 4, &word, 0, NULL, NULL));
        assert_ok(clReleaseEvent(gate));
    }
    clReleaseKernel(wrong);
    clReleaseMemObject(memory);
    host_end(&host);
}

/* Calls may come from several threads, and in another order than the states. */
struct calls {
    atomic_int count, sum; /* of the states */
    atomic_int last;
};

static void CL_CALLBACK
note(cl_event event, cl_int status, void *data)
{
    struct calls *calls = data;
    (void)event;
    atomic_fetch_add(&calls->sum, status);
    atomic_store(&calls->last, status);
    atomic_fetch_add(&calls->count, 1);
}

static void
wait_for(const struct calls *calls, int count)
{
    for (unsigned i = 0; i < 2000 && atomic_load(&calls->count) < count; i++)
        usleep(1000);
    assert_int_equal(atomic_load(&calls->count), count);
}

static void
callbacks_at_each_state(void **state)
{
    (void)state;
    static const cl_int states[] = {CL_RUNNING, CL_COMPLETE, CL_SUBMITTED};
    for (unsigned fails = 0; fails < 2; fails++) {
        cl_int error, status = fails ? -9 : CL_COMPLETE;
        struct calls calls = {0}, users = {0};
        struct host host = host_begin(0, NULL, NULL);
        cl_mem memory = host_words(&host, NULL, WORDS);
        cl_event gate = clCreateUserEvent(host.context, &error);
        cl_event event = fill(&host, memory, 1, 1, &gate);
        for (unsigned i = 0; i < 3; i++)
            assert_ok(clSetEventCallback(event, states[i], note, &calls));
        usleep(5000);
        assert_int_equal(atomic_load(&calls.count), 0);
        assert_ok(clSetEventCallback(gate, CL_SUBMITTED, note, &users)); /* which it is already */
        assert_ok(clSetEventCallback(gate, CL_COMPLETE, note, &users));
        assert_int_equal(users.count, 1);
        assert_ok(clSetUserEventStatus(gate, status));
        wait_for(&calls, 3);
        assert_int_equal(users.count, 2);
        assert_int_equal(users.last, status);
        assert_int_equal(calls.sum,
                         fails ? CL_SUBMITTED + 2 * CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                               : CL_SUBMITTED + CL_RUNNING + CL_COMPLETE);
        cl_event all[] = {gate, event};
        release(all, 2);
        clReleaseMemObject(memory);
        host_end(&host);
    }
}

/* A command that waits is SUBMITTED, and says so, while the device is busy with another one. */
static void CL_CALLBACK
hold(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)status;
    while (!atomic_load((atomic_int *)data))
        usleep(1000);
}

static void
submitted_while_busy(void **state)
{
    (void)state;
    cl_int error;
    atomic_int goes_on = 0;
    struct calls calls = {0};
    struct host host = host_begin(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL, NULL);
    cl_mem memory = host_words(&host, NULL, WORDS);
    cl_event gate = clCreateUserEvent(host.context, &error);
    cl_event busy = fill(&host, memory, 1, 1, &gate), waiting = fill(&host, memory, 1, 1, &gate);
    assert_ok(clSetEventCallback(busy, CL_RUNNING, hold, &goes_on));
    assert_ok(clSetEventCallback(waiting, CL_SUBMITTED, note, &calls));
    assert_ok(clSetUserEventStatus(gate, CL_COMPLETE));
    wait_for(&calls, 1);
    assert_int_equal(calls.last, CL_SUBMITTED);
    atomic_store(&goes_on, 1);
    assert_ok(clFinish(host.queue));
    cl_event all[] = {gate, busy, waiting};
    release(all, 3);
    clReleaseMemObject(memory);
    host_end(&host);
}

/* Everything is released while a launch that needs it waits. */
static void
released_while_used(void **state)
{
    (void)state;
    cl_int error;
    size_t items = WORDS;
    uint32_t words[WORDS] = {5};
    struct calls calls = {0};
    struct host host = host_begin(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, NULL, NULL);
    cl_kernel add = host_kernel(&host, source, "add");
    cl_mem memory = clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, sizeof words, words, &error);
    cl_event gate = clCreateUserEvent(host.context, &error), event;
    assert_ok(clSetKernelArg(add, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(host.queue, add, 1, NULL, &items, NULL, 1, &gate, &event));
    assert_ok(clSetEventCallback(event, CL_COMPLETE, note, &calls));
    cl_uint count;
    assert_ok(clGetKernelInfo(add, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
    assert_int_equal(count, 1);
    assert_ok(clReleaseMemObject(memory));
    assert_ok(clReleaseKernel(add));
    assert_ok(clReleaseEvent(event));
    host_end(&host);
    assert_ok(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_ok(clReleaseEvent(gate));
    wait_for(&calls, 1);
    assert_int_equal(calls.last, CL_COMPLETE);
    assert_int_equal(words[0], 6);
}

/* Is that done while a launch runs that does not need it?  It tells by one word of this program's that
 * it runs, and is told by another to end; who waits for it before that waits until the alarm. */
static void
does_not_wait(const struct host *host, void (*act)(const struct host *, cl_mem had))
{
    const size_t items = WORDS;
    cl_int error;
    atomic_uint words[WORDS] = {1}, *ends = &words[0], *runs = &words[1];
    cl_kernel busy = host_kernel(host, source, "busy");
    cl_mem memory = clCreateBuffer(host->context, CL_MEM_USE_HOST_PTR, sizeof words, words, &error);
    cl_mem other = host_words(host, (const uint32_t *)words, WORDS);
    cl_event event;
    host_launch(host, busy, items, 0, 1, other);
    assert_ok(clFinish(host->queue));
    atomic_store(ends, 0);
    atomic_store(runs, 0);
    assert_ok(clSetKernelArg(busy, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(host->queue, busy, 1, NULL, &items, NULL, 0, NULL, &event));
    while (!atomic_load(runs))
        usleep(100);
    alarm(300);
    act(host, other);
    alarm(0);
    assert_int_equal(host_status(event), CL_RUNNING);
    atomic_store(ends, 1);
    assert_ok(clFinish(host->queue));
    assert_ok(clReleaseEvent(event));
    assert_ok(clReleaseMemObject(memory));
    assert_ok(clReleaseKernel(busy));
}

static void
release_it(const struct host *host, cl_mem had)
{
    (void)host;
    assert_ok(clReleaseMemObject(had));
}

/* From source and from a binary; its kernels are asked for. */
static void
build_another(const struct host *host, cl_mem had)
{
    cl_int error, status;
    size_t size;
    cl_program program = host_program(host, source, NULL);
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    unsigned char *bytes = malloc(size);
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
    cl_program again = clCreateProgramWithBinary(host->context, 1, &host->device, &size,
                                                 (const unsigned char **)&bytes, &status, &error);
    assert_ok(error);
    assert_ok(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
    cl_kernel kernel = clCreateKernel(again, "add", &error);
    assert_ok(clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof size, &size,
                                       NULL));
    free(bytes);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseProgram(again);
    clReleaseMemObject(had);
}

/* The device had the memory before. */
static void
releasing_and_building_do_not_wait(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    does_not_wait(&host, release_it);
    does_not_wait(&host, build_another);
    host_end(&host);
}

/* Events of one queue are waited for in another one, of the same device. */
static void
queues_wait_for_each_other(void **state)
{
    (void)state;
    cl_int error;
    uint32_t word;
    struct host host = host_begin(0, NULL, NULL), second = host;
    second.queue = clCreateCommandQueue(host.context, host.device, 0, &error);
    cl_mem memory = host_words(&host, NULL, WORDS);
    cl_event gate = clCreateUserEvent(host.context, &error), last = gate, events[16];
    for (unsigned i = 0; i < 16; i++)
        last = events[i] = fill(i % 2 ? &host : &second, memory, i, 1, &last);
    assert_ok(clSetUserEventStatus(gate, CL_COMPLETE));
    assert_ok(clEnqueueReadBuffer(host.queue, memory, CL_TRUE, 0, 4, &word, 1, &last, NULL));
    assert_int_equal(word, 15);
    release(events, 16);
    release(&gate, 1);
    clReleaseMemObject(memory);
    assert_ok(clReleaseCommandQueue(second.queue));
    host_end(&host);
}

/* Each command's event says which it is, whose, and when. */
static void
events_tell_of_commands(void **state)
{
    (void)state;
    struct host host = host_begin(CL_QUEUE_PROFILING_ENABLE, NULL, NULL);
    cl_command_queue q = host.queue;
    cl_kernel add = host_kernel(&host, source, "add");
    cl_mem a = host_words(&host, NULL, WORDS), b = host_words(&host, NULL, WORDS);
    const size_t one = 1, zero[3] = {0}, region[3] = {4, 4, 1};
    uint32_t words[WORDS];
    cl_event events[16];
    cl_command_type types[16];
    unsigned count = 0;
    cl_int error;
    void *map;
    assert_ok(clSetKernelArg(add, 0, sizeof a, &a));
#define COMMAND(type, call) (types[count] = (type), assert_ok(call), count++)
#define NO_WAIT             0, NULL, &events[count]
    COMMAND(CL_COMMAND_READ_BUFFER, clEnqueueReadBuffer(q, a, CL_FALSE, 0, 4, words, NO_WAIT));
    COMMAND(CL_COMMAND_WRITE_BUFFER, clEnqueueWriteBuffer(q, a, CL_FALSE, 0, 4, words, NO_WAIT));
    COMMAND(CL_COMMAND_COPY_BUFFER, clEnqueueCopyBuffer(q, a, b, 0, 0, 4, NO_WAIT));
    COMMAND(CL_COMMAND_COPY_BUFFER_RECT,
            clEnqueueCopyBufferRect(q, a, b, zero, zero, region, 0, 0, 0, 0, NO_WAIT));
    COMMAND(CL_COMMAND_FILL_BUFFER, clEnqueueFillBuffer(q, a, words, 4, 0, 4, NO_WAIT));
    COMMAND(CL_COMMAND_MAP_BUFFER,
            (map = clEnqueueMapBuffer(q, a, CL_TRUE, CL_MAP_READ, 0, 4, NO_WAIT, &error), error));
    COMMAND(CL_COMMAND_UNMAP_MEM_OBJECT, clEnqueueUnmapMemObject(q, a, map, NO_WAIT));
    COMMAND(CL_COMMAND_NDRANGE_KERNEL,
            clEnqueueNDRangeKernel(q, add, 1, NULL, &one, NULL, NO_WAIT));
    COMMAND(CL_COMMAND_TASK, clEnqueueTask(q, add, NO_WAIT));
    COMMAND(CL_COMMAND_MARKER, clEnqueueMarkerWithWaitList(q, NO_WAIT));
    COMMAND(CL_COMMAND_BARRIER, clEnqueueBarrierWithWaitList(q, NO_WAIT));
    COMMAND(CL_COMMAND_MIGRATE_MEM_OBJECTS, clEnqueueMigrateMemObjects(q, 1, &a, 0, NO_WAIT));
    assert_ok(clFinish(q));
    for (unsigned i = 0; i < count; i++) {
        cl_command_type type;
        cl_command_queue queue;
        cl_ulong time, last = 0;
        assert_ok(clGetEventInfo(events[i], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
        assert_ok(clGetEventInfo(events[i], CL_EVENT_COMMAND_QUEUE, sizeof queue, &queue, NULL));
        assert_int_equal(type, types[i]);
        assert_ptr_equal(queue, q);
        for (unsigned k = 0; k < 4; k++, last = time) {
            assert_ok(clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_QUEUED + k,
                                              sizeof time, &time, NULL));
            assert_true(time >= last);
        }
    }
    release(events, count);
    clReleaseMemObject(a);
    clReleaseMemObject(b);
    clReleaseKernel(add);
    host_end(&host);
}

struct builder {
    pthread_t thread;
    cl_program program;
    cl_device_id device;
    atomic_int *good;
    bool asks;
};

static void *
build(void *data)
{
    struct builder *builder = data;
    char log[256];
    for (unsigned i = 0; i < 20; i++) {
        cl_int error = CL_SUCCESS;
        if (builder->asks)
            clGetProgramBuildInfo(builder->program, builder->device, CL_PROGRAM_BUILD_LOG,
                                  sizeof log, log, NULL);
        else
            error =
                clBuildProgram(builder->program, 0, NULL, i % 2 ? "-DA" : "-Dkernel=x", NULL, NULL);
        if (error == CL_SUCCESS && !builder->asks)
            atomic_fetch_add(builder->good, 1);
        cl_kernel kernel = clCreateKernel(builder->program, "add", &error);
        if (kernel)
            clReleaseKernel(kernel);
    }
    return NULL;
}

/* One program is built by several threads at once: one after the other, or refused. */
static void
threads_build_one_program(void **state)
{
    (void)state;
    cl_int error;
    const char *text = source;
    atomic_int good = 0;
    struct host host = host_begin(0, NULL, NULL);
    cl_program program = clCreateProgramWithSource(host.context, 1, &text, NULL, &error);
    struct builder builders[4];
    for (unsigned i = 0; i < 4; i++) {
        builders[i] = (struct builder){
            .program = program, .device = host.device, .good = &good, .asks = i == 3};
        assert_int_equal(pthread_create(&builders[i].thread, NULL, build, &builders[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++)
        pthread_join(builders[i].thread, NULL);
    assert_true(good > 0);
    assert_ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    clReleaseProgram(program);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(markers_let_pass),
        cmocka_unit_test(order_alone_does_not_fail),
        cmocka_unit_test(faults_reach_who_waits),
        cmocka_unit_test(callbacks_at_each_state),
        cmocka_unit_test(submitted_while_busy),
        cmocka_unit_test(released_while_used),
        cmocka_unit_test(releasing_and_building_do_not_wait),
        cmocka_unit_test(queues_wait_for_each_other),
        cmocka_unit_test(events_tell_of_commands),
        cmocka_unit_test(threads_build_one_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
