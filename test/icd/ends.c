/* icd-ends end HOW MICROSECONDS: a process that ends while its commands are under way, in the ways of ../kfd/ends.py, and
 * from a callback. */
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEVICES = 4, LAUNCHES = 12, WORDS = 1 << 10, CHILD_SECONDS = 5 };

static const char source[] =
    "kernel void slow(global uint *a)\n"
    "{ uint i = get_global_id(0), x = 0; for (uint k = 0; k < 10000; k++) x = x * 1664525 + k;\n"
    "  a[i] += 1 + (x == 1); }\n";

static struct {
    cl_context context;
    cl_device_id devices[DEVICES];
    cl_uint count;
    cl_command_queue queues[2 * DEVICES];
    cl_kernel slow;
    cl_mem memory, given;
    cl_event last[2 * DEVICES];
} world;

static uint32_t words[2 * DEVICES][WORDS], shared[WORDS];

static void
check(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: %d\n", what, error);
    _exit(4);
}
#define CHECK(call) check(call, #call)

static void CL_CALLBACK
exit_from_here(cl_event event, cl_int status, void *data)
{
    (void)event;
    (void)status;
    (void)data;
    exit(0);
}

static void *
exit_in_thread(void *data)
{
    (void)data;
    exit(0);
}

static void
begin(void)
{
    cl_platform_id platform;
    cl_int error;
    const char *text = source;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, DEVICES, world.devices, &world.count));
    world.context = clCreateContext(NULL, world.count, world.devices, NULL, NULL, &error);
    CHECK(error);
    cl_program program = clCreateProgramWithSource(world.context, 1, &text, NULL, &error);
    CHECK(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    world.slow = clCreateKernel(program, "slow", &error);
    CHECK(error);
    CHECK(clReleaseProgram(program));
    world.memory = clCreateBuffer(world.context, 0, sizeof shared, NULL, &error);
    world.given = clCreateBuffer(world.context, CL_MEM_USE_HOST_PTR, sizeof shared, shared, &error);
    CHECK(error);
    for (unsigned q = 0; q < 2 * world.count; q++)
        world.queues[q] =
            clCreateCommandQueue(world.context, world.devices[q / 2],
                                 q % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &error);
    CHECK(error);
}

static void
enqueue(void)
{
    const size_t items = WORDS;
    for (unsigned i = 0; i < LAUNCHES; i++)
        for (unsigned q = 0; q < 2 * world.count; q++) {
            cl_mem *memory = i % 2 ? &world.given : &world.memory;
            cl_event *event = i == LAUNCHES - 1 ? &world.last[q] : NULL;
            CHECK(clSetKernelArg(world.slow, 0, sizeof *memory, memory));
            CHECK(clEnqueueNDRangeKernel(world.queues[q], world.slow, 1, NULL, &items, NULL, 0,
                                         NULL, event));
            CHECK(clEnqueueReadBuffer(world.queues[q], world.memory, CL_FALSE, 0, sizeof shared,
                                      words[q], 0, NULL, NULL));
        }
}

static void
release(void)
{
    for (unsigned q = 0; q < 2 * world.count; q++) {
        CHECK(clReleaseEvent(world.last[q]));
        CHECK(clReleaseCommandQueue(world.queues[q]));
    }
    CHECK(clReleaseKernel(world.slow));
    CHECK(clReleaseMemObject(world.memory));
    CHECK(clReleaseMemObject(world.given));
    CHECK(clReleaseContext(world.context));
}

/* What a child does with what its parent has made, and without it: all may fail, nothing hangs. */
static void
use_in_child(void)
{
    cl_int error;
    const char *text = "kernel void f(global uint *a) { a[get_global_id(0)] = 1; }";
    clFinish(world.queues[0]);
    clWaitForEvents(1, &world.last[0]);
    clEnqueueReadBuffer(world.queues[1], world.memory, CL_TRUE, 0, sizeof shared, shared, 0, NULL,
                        NULL);
    cl_context context = clCreateContext(NULL, world.count, world.devices, NULL, NULL, &error);
    cl_command_queue queue =
        context ? clCreateCommandQueue(context, world.devices[0], 0, &error) : NULL;
    cl_program program =
        context ? clCreateProgramWithSource(context, 1, &text, NULL, &error) : NULL;
    cl_kernel kernel = NULL;
    if (program && clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS)
        kernel = clCreateKernel(program, "f", &error);
    cl_mem memory = context ? clCreateBuffer(context, 0, sizeof shared, NULL, &error) : NULL;
    const size_t items = WORDS;
    if (queue && kernel && memory) {
        clSetKernelArg(kernel, 0, sizeof memory, &memory);
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
        clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof shared, shared, 0, NULL, NULL);
        clFinish(queue);
    }
    if (context)
        clReleaseContext(context);
}

static void
end_child(unsigned way)
{
    alarm(CHILD_SECONDS);
    if (way == 1)
        release();
    if (way == 2)
        use_in_child();
    exit(0);
}

static void
fork_all(void)
{
    for (unsigned way = 0; way < 3; way++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0)
            end_child(way);
        if (waitpid(child, &status, 0) != child || status != 0) {
            fprintf(stderr, "child %u: status %x\n", way, (unsigned)status);
            _exit(5);
        }
    }
    for (unsigned q = 0; q < 2 * world.count; q++)
        CHECK(clFinish(world.queues[q]));
    release();
}

int
main(int argc, char **argv)
{
    pthread_t thread;
    if (argc != 4)
        return 2;
    const char *how = argv[2];
    unsigned microseconds = (unsigned)atoi(argv[3]);
    begin();
    enqueue();
    usleep(microseconds);
    if (strcmp(how, "callback") == 0) {
        CHECK(clSetEventCallback(world.last[0], CL_COMPLETE, exit_from_here, NULL));
        usleep(microseconds);
        pause();
    }
    if (strcmp(how, "exit") == 0)
        exit(0);
    if (strcmp(how, "_exit") == 0)
        _exit(0);
    if (strcmp(how, "close") == 0)
        release();
    if (strcmp(how, "thread") == 0 && pthread_create(&thread, NULL, exit_in_thread, NULL) == 0)
        pthread_join(thread, NULL);
    if (strcmp(how, "fork") == 0)
        fork_all();
    if (strcmp(how, "wait") == 0)
        sleep(60);
    return 0;
}
