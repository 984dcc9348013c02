/* Threads that wait: for long, for launches that nobody has an event of, beside callbacks, and in a fork. */
#define _GNU_SOURCE              /* RUSAGE_THREAD */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char source[] =
    "kernel void busy(global volatile uint *a) { a[1] = 1; while (!a[0]) ; }\n"
    "kernel void add(global volatile uint *a) { atomic_inc(a); }\n";

enum { SECONDS = 60 }; /* of all */

/* ---- long waits ---- */

struct waiter {
    pthread_t thread;
    cl_command_queue queue;
    cl_int error;
    double wall, processor; /* seconds */
    long sleeps;            /* times that the thread gave its processor up */
};

static double
seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static long
sleeps(void)
{
    struct rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
}

static void *
finish(void *data)
{
    struct waiter *waiter = data;
    double wall = seconds_of(CLOCK_MONOTONIC), processor = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    long slept = sleeps();
    waiter->error = clFinish(waiter->queue);
    waiter->wall = seconds_of(CLOCK_MONOTONIC) - wall;
    waiter->processor = seconds_of(CLOCK_THREAD_CPUTIME_ID) - processor;
    waiter->sleeps = sleeps() - slept;
    return NULL;
}

/* One thread waits in clFinish for a kernel that runs until it has waited for a while. */
static struct waiter
wait_for_long(const struct host *host, cl_kernel busy, atomic_uint *words, bool has_event)
{
    const size_t one = 1;
    cl_event event = NULL;
    struct waiter waiter = {.queue = host->queue};
    atomic_store(&words[0], 0);
    atomic_store(&words[1], 0);
    assert_ok(clEnqueueNDRangeKernel(host->queue, busy, 1, NULL, &one, NULL, 0, NULL,
                                     has_event ? &event : NULL));
    assert_int_equal(pthread_create(&waiter.thread, NULL, finish, &waiter), 0);
    while (!atomic_load(&words[1]))
        usleep(100);
    usleep(200000);
    atomic_store(&words[0], 1);
    pthread_join(waiter.thread, NULL);
    assert_ok(waiter.error);
    if (event)
        assert_ok(clReleaseEvent(event));
    return waiter;
}

/* Who waits for long sleeps, and is not woken again and again, whether the command tells of its end or not.  Bounds are parts
 * of the time that the wait took; a thread that never sleeps has more of it, however busy the machine is. */
static void
long_waits_sleep(void **state)
{
    (void)state;
    cl_int error;
    const size_t one = 1;
    atomic_uint words[64] = {1};
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel busy = host_kernel(&host, source, "busy");
    cl_mem memory = clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, sizeof words, words, &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(busy, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(host.queue, busy, 1, NULL, &one, NULL, 0, NULL, NULL));
    assert_ok(clFinish(host.queue)); /* all is there */
    for (unsigned i = 0; i < 4; i++) {
        const double most = 0.02, pause = 5e-3; /* of a second on the processor; seconds */
        struct waiter waiter = wait_for_long(&host, busy, words, i % 2);
        assert_true(waiter.wall > 0.1);
        if (waiter.processor > waiter.wall * most || (double)waiter.sleeps * pause > waiter.wall)
            fail_msg("%s event: %g s of %g s, slept %ld times", i % 2 ? "with" : "without",
                     waiter.processor, waiter.wall, waiter.sleeps);
    }
    clReleaseMemObject(memory);
    clReleaseKernel(busy);
    host_end(&host);
}

/* ---- callbacks ---- */

enum { ROUNDS = 90 };

/* What a callback has and does: one more launch, on a queue of its own. */
static struct {
    cl_command_queue queue;
    cl_kernel add;
    atomic_uint calls[ROUNDS];
    atomic_int failures;
} called;

static void CL_CALLBACK
call_back(cl_event event, cl_int status, void *data)
{
    const size_t one = 1;
    cl_int is = CL_QUEUED;
    cl_int error = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof is, &is, NULL);
    error |= clEnqueueNDRangeKernel(called.queue, called.add, 1, NULL, &one, NULL, 0, NULL, NULL);
    error |= clFlush(called.queue);
    if (error != CL_SUCCESS || status != CL_COMPLETE || is != CL_COMPLETE)
        atomic_fetch_add(&called.failures, 1);
    atomic_fetch_add((atomic_uint *)data, 1);
}

/* A command that calls back, and is ended by who waits for it, in clFinish, in clWaitForEvents, or in another thread that
 * had begun to wait before. */
static void
wait_with_callback(const struct host *host, cl_kernel add, unsigned round)
{
    const size_t one = 1;
    cl_event event;
    struct waiter waiter = {.queue = host->queue};
    bool in_thread = round % 3 == 2;
    assert_ok(clEnqueueNDRangeKernel(host->queue, add, 1, NULL, &one, NULL, 0, NULL, &event));
    if (in_thread)
        assert_int_equal(pthread_create(&waiter.thread, NULL, finish, &waiter), 0);
    if (in_thread && round % 2)
        usleep(round * 10);
    assert_ok(clSetEventCallback(event, CL_COMPLETE, call_back, &called.calls[round]));
    if (round % 3 == 0)
        assert_ok(clFinish(host->queue));
    else
        assert_ok(clWaitForEvents(1, &event));
    if (in_thread)
        pthread_join(waiter.thread, NULL);
    assert_ok(waiter.error);
    assert_ok(clReleaseEvent(event));
    while (!atomic_load(&called.calls[round]))
        usleep(100);
}

static void
callbacks_beside_waits(void **state)
{
    (void)state;
    cl_int error;
    uint32_t word = 0;
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel add = host_kernel(&host, source, "add");
    cl_mem memory = host_words(&host, &word, 1);
    called.queue = clCreateCommandQueueWithProperties(host.context, host.device, NULL, &error);
    assert_ok(error);
    called.add = host_kernel(&host, source, "add");
    assert_ok(clSetKernelArg(called.add, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(add, 0, sizeof memory, &memory));
    for (unsigned i = 0; i < ROUNDS; i++)
        wait_with_callback(&host, add, i);
    assert_ok(clFinish(called.queue));
    for (unsigned i = 0; i < ROUNDS; i++)
        assert_int_equal(called.calls[i], 1);
    assert_int_equal(called.failures, 0);
    host_read(&host, memory, &word, 1);
    assert_int_equal(word, 2 * ROUNDS);
    clReleaseMemObject(memory);
    clReleaseKernel(called.add);
    clReleaseKernel(add);
    assert_ok(clReleaseCommandQueue(called.queue));
    host_end(&host);
}

/* ---- forks ---- */

/* What a child has of its parent: a queue with work under way, and what that needs. */
struct parent {
    const struct host *host;
    cl_kernel add;
    cl_mem memory;
    cl_event event;
};

/* Calls that would wait, or enqueue; a bit for each that does not say that nothing of the kind can be had here.  What is given
 * back is, or is not, but comes back. */
static unsigned
use_in_child(const struct parent *parent)
{
    const size_t one = 1;
    const uint32_t zero = 0;
    uint32_t word;
    cl_command_queue queue = parent->host->queue;
    const cl_int errors[] = {
        clFinish(queue),
        clWaitForEvents(1, &parent->event),
        clEnqueueNDRangeKernel(queue, parent->add, 1, NULL, &one, NULL, 0, NULL, NULL),
        clEnqueueReadBuffer(queue, parent->memory, CL_TRUE, 0, 4, &word, 0, NULL, NULL),
        clEnqueueFillBuffer(queue, parent->memory, &zero, 4, 0, 4, 0, NULL, NULL),
        clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL)};
    unsigned wrong = 0;
    for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++)
        wrong |= (unsigned)(errors[i] != CL_OUT_OF_RESOURCES) << i;
    clReleaseEvent(parent->event);
    clReleaseMemObject(parent->memory);
    clReleaseKernel(parent->add);
    clReleaseCommandQueue(queue);
    clReleaseContext(parent->host->context);
    return wrong;
}

/* A child is refused what is its parent's, which goes on. */
static void
forks_are_refused(void **state)
{
    (void)state;
    enum { CHILD_SECONDS = 20, LAUNCHES = 50 };
    const size_t one = 1;
    int status = 0;
    uint32_t word = 0;
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel add = host_kernel(&host, source, "add");
    struct parent parent = {.host = &host, .add = add, .memory = host_words(&host, &word, 1)};
    assert_ok(clSetKernelArg(add, 0, sizeof parent.memory, &parent.memory));
    for (unsigned i = 0; i < LAUNCHES; i++)
        assert_ok(clEnqueueNDRangeKernel(host.queue, add, 1, NULL, &one, NULL, 0, NULL,
                                         i == LAUNCHES - 1 ? &parent.event : NULL));
    pid_t process = fork();
    if (!process) {
        alarm(CHILD_SECONDS);
        _exit((int)use_in_child(&parent));
    }
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_int_equal(status, 0);
    assert_ok(clWaitForEvents(1, &parent.event));
    host_read(&host, parent.memory, &word, 1);
    assert_int_equal(word, LAUNCHES);
    assert_ok(clReleaseEvent(parent.event));
    clReleaseMemObject(parent.memory);
    clReleaseKernel(add);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(long_waits_sleep),
                                       cmocka_unit_test(callbacks_beside_waits),
                                       cmocka_unit_test(forks_are_refused)};
    alarm(SECONDS); /* what hangs ends */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
