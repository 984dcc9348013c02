/* icd-stress SECONDS THREADS [MIB]: threads build programs, launch, wait, call back and release until the time
 * is over; every result is checked.  Fails if the process grows by more than MIB, 16 unless given, once it
 * has warmed up. */
#include "test/icd/host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ITEMS = 128, MAX_THREADS = 64 };

static atomic_int rounds, callbacks, failures, is_over;

struct worker {
    pthread_t thread;
    cl_context context;
    cl_device_id device;
    unsigned seed;
};

static void
check(bool good, const char *what)
{
    if (!good && atomic_fetch_add(&failures, 1) < 10)
        fprintf(stderr, "failed: %s\n", what);
}
#define CHECK(call) check((call) == CL_SUCCESS, #call)

static void CL_CALLBACK
count(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)data;
    check(status == CL_COMPLETE, "status in a callback");
    atomic_fetch_add(&callbacks, 1);
}

/* One program from its source to its end: a[i] = a[i] * factor + offset, in two launches. */
static void
go_round(const struct worker *worker, cl_command_queue queue, unsigned factor)
{
    cl_int error;
    char options[64];
    const char *source =
        "kernel void scale(global uint *a) { a[get_global_id(0)] *= FACTOR; }"
        "kernel void shift(global uint *a, uint by) { a[get_global_id(0)] += by; }";
    uint32_t words[ITEMS];
    size_t items = ITEMS, group = 64;
    for (unsigned i = 0; i < ITEMS; i++)
        words[i] = i;
    snprintf(options, sizeof options, "-DFACTOR=%u", factor);
    cl_program program = clCreateProgramWithSource(worker->context, 1, &source, NULL, &error);
    CHECK(clBuildProgram(program, 0, NULL, options, NULL, NULL));
    cl_kernel scale = clCreateKernel(program, "scale", &error);
    cl_kernel shift = clCreateKernel(program, "shift", &error);
    cl_mem memory =
        clCreateBuffer(worker->context, CL_MEM_COPY_HOST_PTR, sizeof words, words, &error);
    cl_event scaled, shifted;
    CHECK(clSetKernelArg(scale, 0, sizeof memory, &memory));
    CHECK(clSetKernelArg(shift, 0, sizeof memory, &memory));
    CHECK(clSetKernelArg(shift, 1, sizeof factor, &factor));
    CHECK(clEnqueueNDRangeKernel(queue, scale, 1, NULL, &items, &group, 0, NULL, &scaled));
    CHECK(clEnqueueNDRangeKernel(queue, shift, 1, NULL, &items, NULL, 1, &scaled, &shifted));
    CHECK(clSetEventCallback(shifted, CL_COMPLETE, count, NULL));
    CHECK(clReleaseKernel(scale));
    CHECK(clReleaseProgram(program));
    CHECK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof words, words, 1, &shifted, NULL));
    for (unsigned i = 0; i < ITEMS; i++)
        check(words[i] == i * factor + factor, "a result");
    CHECK(clReleaseEvent(scaled));
    CHECK(clReleaseEvent(shifted));
    CHECK(clReleaseKernel(shift));
    CHECK(clReleaseMemObject(memory));
    atomic_fetch_add(&rounds, 1);
}

static void *
work(void *data)
{
    struct worker *worker = data;
    cl_int error;
    for (unsigned i = 0; !atomic_load(&is_over); i++) {
        cl_command_queue queue = clCreateCommandQueue(
            worker->context, worker->device,
            i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : CL_QUEUE_PROFILING_ENABLE, &error);
        go_round(worker, queue, worker->seed * 1000 + i % 1000);
        CHECK(clReleaseCommandQueue(queue));
    }
    return NULL;
}

/* Bytes of the process in memory. */
static long
resident(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

int
main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 4;
    long growth = (argc > 3 ? atol(argv[3]) : 16) << 20;
    static struct worker workers[MAX_THREADS];
    cl_platform_id platform;
    cl_int error;
    if (threads > MAX_THREADS || clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS)
        return 2;
    cl_device_id device;
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    for (unsigned i = 0; i < threads; i++) {
        workers[i] = (struct worker){.context = context, .device = device, .seed = i + 1};
        check(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0, "a thread");
    }
    usleep((useconds_t)(seconds * 0.4e6));
    long before = resident();
    usleep((useconds_t)(seconds * 0.6e6));
    long after = resident();
    atomic_store(&is_over, 1);
    for (unsigned i = 0; i < threads; i++)
        pthread_join(workers[i].thread, NULL);
    CHECK(clReleaseContext(context));
    check(after - before < growth, "memory is constant");
    check(atomic_load(&callbacks) <= atomic_load(&rounds), "callbacks, one a round");
    printf(
        "%d rounds, %d callbacks, %ld KiB at 40 %% of the time, %ld KiB at the end, %d failures\n",
        atomic_load(&rounds), atomic_load(&callbacks), before >> 10, after >> 10,
        atomic_load(&failures));
    return atomic_load(&failures) || !atomic_load(&rounds);
}
