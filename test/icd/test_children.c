/* Launches with what they enqueue: when they are over, what waits for them, their times, what fails, and what becomes of what
 * was behind that; OCC_ICD_DEVICES=gfx900,gfx803, OCC_ICD_VERSION=3.0, OCC_ICD_SECONDS=1. */
#include "test/icd/two_devices.h"

#include <stdatomic.h>
#include <string.h>

/* Of each buffer: how often the parent has run, how often its children, what enqueue_kernel has returned, and more. */
enum { RUNS, CHILDREN, ERRORS, SEEN, WORDS };

static const char source[] =
    "#define PUT(n, flags, ...) o[2] |= enqueue_kernel(get_default_queue(), flags, ndrange_1D(n), "
    "^{ __VA_ARGS__ })\n"
    "kernel void many(global uint *o, uint n) {\n"
    "    o[0]++;\n"
    "    for (uint i = 0; i < n; i++)\n"
    "        PUT(2, i % 3, atomic_inc(o + 1););\n"
    "}\n"
    "void further(global uint *o, uint n) {\n"
    "    o[1]++;\n"
    "    if (n > 1)\n"
    "        PUT(1, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, further(o, n - 1););\n"
    "}\n"
    "kernel void chain(global uint *o, uint n) {\n"
    "    o[0]++;\n"
    "    PUT(1, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, further(o, n););\n"
    "}\n"
    /* the children of another launch are all there */
    "kernel void look(global uint *o, global uint *other, uint n) { o[3] += other[1] == n; }\n"
    "kernel void trap(global uint *o, uint n) { o[0]++; __builtin_trap(); }\n"
    "kernel void child_traps(global uint *o, uint n) {\n"
    "    o[0]++;\n"
    "    for (uint i = 0; i < 3; i++)\n"
    "        PUT(1, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, atomic_inc(o + 1););\n"
    "    PUT(1, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, PUT(1, 0, __builtin_trap();););\n"
    "}\n"
    "kernel void orphans(global uint *o, uint n) {\n"
    "    o[0]++;\n"
    "    for (uint i = 0; i < 100; i++)\n"
    "        PUT(1, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, atomic_inc(o + 1););\n"
    "    __builtin_trap();\n"
    "}\n"
    "kernel void child_hangs(volatile global uint *o, uint n) {\n"
    "    o[0]++;\n"
    "    PUT(1, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, while (o[3] != 77) ;);\n"
    "}\n"
    /* only the scheduler turns */
    "kernel void child_waits(global uint *o, uint n) {\n"
    "    clk_event_t never = create_user_event();\n"
    "    o[0]++;\n"
    "    o[2] |= enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), 1, &never, NULL, ^{ o[1]++; "
    "});\n"
    "}\n";

struct world {
    struct both both;
    cl_command_queue inner[DEVICES]; /* on the devices */
    cl_program program;
};

static cl_command_queue
new_queue(const struct world *world, unsigned device, cl_command_queue_properties flags,
          cl_uint size)
{
    cl_int error;
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, flags, size ? CL_QUEUE_SIZE : 0,
                                              size, 0};
    cl_command_queue queue = clCreateCommandQueueWithProperties(
        world->both.context, world->both.devices[device], properties, &error);
    assert_ok(error);
    return queue;
}

static cl_command_queue
new_inner(const struct world *world, unsigned device, cl_uint size)
{
    return new_queue(world, device,
                     CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                         CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                     size);
}

static struct world
world_begin(void)
{
    cl_int error;
    const char *text = source;
    struct world world = {.both = begin()};
    for (unsigned i = 0; i < DEVICES; i++)
        world.inner[i] = new_inner(&world, i, 0);
    world.program = clCreateProgramWithSource(world.both.context, 1, &text, NULL, &error);
    assert_ok(error);
    assert_ok(clBuildProgram(world.program, 0, NULL, "-cl-std=CL2.0", NULL, NULL));
    return world;
}

static void
world_end(struct world *world)
{
    for (unsigned i = 0; i < DEVICES; i++)
        assert_ok(clReleaseCommandQueue(world->inner[i]));
    assert_ok(clReleaseProgram(world->program));
    end(&world->both);
}

static cl_mem
new_words(const struct world *world)
{
    cl_int error;
    uint32_t zero[WORDS] = {0};
    cl_mem memory =
        clCreateBuffer(world->both.context, CL_MEM_COPY_HOST_PTR, sizeof zero, zero, &error);
    assert_ok(error);
    return memory;
}

/* other: of kernel look; NULL: another one. */
static cl_event
launch(const struct world *world, cl_command_queue queue, const char *name, cl_mem memory,
       cl_uint n, cl_mem other, cl_event wait)
{
    cl_int error;
    cl_event event;
    const size_t one = 1;
    cl_uint at = 0;
    cl_kernel kernel = clCreateKernel(world->program, name, &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(kernel, at++, sizeof memory, &memory));
    if (other)
        assert_ok(clSetKernelArg(kernel, at++, sizeof other, &other));
    assert_ok(clSetKernelArg(kernel, at, sizeof n, &n));
    assert_ok(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, wait ? 1 : 0,
                                     wait ? &wait : NULL, &event));
    assert_ok(clReleaseKernel(kernel));
    return event;
}

static void
forget(cl_event event)
{
    assert_ok(clReleaseEvent(event));
}

static void
has(cl_command_queue queue, cl_mem memory, uint32_t runs, uint32_t children, uint32_t seen)
{
    uint32_t words[WORDS];
    assert_ok(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof words, words, NO_WAIT));
    assert_int_equal(words[RUNS], runs);
    assert_int_equal(words[CHILDREN], children);
    assert_int_equal(words[ERRORS], 0);
    assert_int_equal(words[SEEN], seen);
}

/* ---- what waits ---- */

/* Behind it in its queue, by its event in another one and on another device, and the host. */
static void
followers_see_children(void **state)
{
    (void)state;
    struct world world = world_begin();
    for (unsigned i = 0; i < DEVICES; i++) {
        cl_command_queue queue = world.both.queues[i];
        cl_command_queue beside = new_queue(&world, i, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0);
        cl_mem memory = new_words(&world), seen = new_words(&world);
        cl_event parent = launch(&world, queue, "chain", memory, 200, NULL, NULL);
        forget(launch(&world, queue, "look", seen, 200, memory, NULL));
        cl_event second = launch(&world, beside, "look", seen, 200, memory, parent);
        cl_event third = launch(&world, world.both.queues[!i], "look", seen, 200, memory, second);
        assert_ok(clFinish(queue));
        assert_ok(clWaitForEvents(1, &third));
        has(queue, memory, 1, 200, 0);
        has(queue, seen, 0, 0, 3);
        forget(parent);
        forget(second);
        forget(third);
        clReleaseMemObject(memory);
        clReleaseMemObject(seen);
        assert_ok(clReleaseCommandQueue(beside));
    }
    world_end(&world);
}

static void CL_CALLBACK
note_end(cl_event event, cl_int status, void *data)
{
    (void)event;
    atomic_store((atomic_int *)data, status == CL_COMPLETE ? 1 : 2);
}

/* Several queues have launches under way that use the one of the device. */
static void
queues_share(void **state)
{
    (void)state;
    enum { QUEUES = 3, ROUNDS = 6 };
    struct world world = world_begin();
    for (unsigned i = 0; i < DEVICES; i++) {
        cl_command_queue queues[QUEUES] = {
            new_queue(&world, i, 0, 0),
            new_queue(&world, i, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0),
            new_queue(&world, i, CL_QUEUE_PROFILING_ENABLE, 0)};
        cl_mem memory[QUEUES][ROUNDS], seen = new_words(&world);
        atomic_int ends[QUEUES] = {0};
        cl_event parents[QUEUES] = {NULL}, look = NULL;
        for (unsigned round = 0; round < ROUNDS; round++)
            for (unsigned q = 0; q < QUEUES; q++) {
                memory[q][round] = new_words(&world);
                if (parents[q])
                    forget(parents[q]);
                parents[q] = launch(&world, queues[q], round % 2 ? "many" : "chain",
                                    memory[q][round], 30, NULL, NULL);
                cl_event next =
                    launch(&world, queues[(q + 1) % QUEUES], "look", seen, round % 2 ? 60 : 30,
                           memory[q][round], look ? look : parents[q]);
                if (look)
                    forget(look);
                look = next;
                if (round == ROUNDS - 1)
                    assert_ok(clSetEventCallback(parents[q], CL_COMPLETE, note_end, &ends[q]));
            }
        for (unsigned q = 0; q < QUEUES; q++)
            assert_ok(clFinish(queues[q]));
        for (unsigned q = 0; q < QUEUES; q++) {
            for (unsigned round = 0; round < ROUNDS; round++) {
                has(queues[q], memory[q][round], 1, round % 2 ? 60 : 30, 0);
                clReleaseMemObject(memory[q][round]);
            }
            while (!atomic_load(&ends[q]))
                ;
            assert_int_equal(atomic_load(&ends[q]), 1);
            forget(parents[q]);
            assert_ok(clReleaseCommandQueue(queues[q]));
        }
        forget(look);
        clReleaseMemObject(seen);
    }
    world_end(&world);
}

/* The kernel's end is before that of its children. */
static void
times(void **state)
{
    (void)state;
    struct world world = world_begin();
    for (unsigned i = 0; i < DEVICES; i++) {
        cl_command_queue queue = new_queue(&world, i, CL_QUEUE_PROFILING_ENABLE, 0);
        cl_mem memory = new_words(&world);
        const char *const names[] = {"chain", "look"};
        for (unsigned k = 0; k < 2; k++) {
            cl_event event = launch(&world, queue, names[k], memory, 100, k ? memory : NULL, NULL);
            cl_ulong at[5];
            assert_ok(clWaitForEvents(1, &event));
            for (unsigned t = 0; t < 5; t++) {
                assert_ok(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + t,
                                                  sizeof at[t], &at[t], NULL));
                assert_true(!t || at[t] >= at[t - 1]);
            }
            assert_true(at[2] < at[3]);
            assert_int_equal(at[3] < at[4], k == 0);
            forget(event);
        }
        clReleaseMemObject(memory);
        assert_ok(clReleaseCommandQueue(queue));
    }
    world_end(&world);
}

/* ---- what fails ---- */

/* The launch fails, with what lists it, runs once, and leaves nothing; what is behind it, and beside it, runs as if
 * it had not been there. */
static void
fails(const struct world *world, unsigned device, const char *name, uint32_t children)
{
    cl_command_queue queue = world->both.queues[device];
    cl_command_queue beside = new_queue(world, device, 0, 0);
    cl_mem bad = new_words(world), good[4];
    for (unsigned i = 0; i < 4; i++)
        good[i] = new_words(world);
    cl_event first = launch(world, beside, "chain", good[0], 20, NULL, NULL);
    cl_event failing = launch(world, queue, name, bad, 1, NULL, NULL);
    cl_event behind = launch(world, queue, "many", good[1], 20, NULL, NULL);
    cl_event listing = launch(world, beside, "many", bad, 20, NULL, failing);
    cl_event last = launch(world, beside, "many", good[2], 20, NULL, NULL);
    assert_int_equal(clWaitForEvents(1, &failing), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    assert_int_equal(host_status(failing), CL_OUT_OF_RESOURCES);
    clFinish(queue);
    clFinish(beside);
    assert_int_equal(host_status(listing), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    const cl_event all[] = {first, behind, last};
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(host_status(all[i]), CL_COMPLETE);
    forget(launch(world, queue, "many", good[3], 20, NULL, NULL));
    has(queue, bad, 1, children, 0);
    has(queue, good[0], 1, 20, 0);
    for (unsigned i = 1; i < 4; i++)
        has(queue, good[i], 1, 40, 0);
    const cl_event events[] = {first, failing, behind, listing, last};
    for (unsigned i = 0; i < 5; i++)
        forget(events[i]);
    for (unsigned i = 0; i < 4; i++)
        clReleaseMemObject(good[i]);
    clReleaseMemObject(bad);
    assert_ok(clReleaseCommandQueue(beside));
}

/* A child that never ends is gone with its launch: the device is free for what enqueues nothing. */
static void
hangs_alone(const struct world *world, unsigned device)
{
    cl_command_queue queue = world->both.queues[device];
    cl_mem bad = new_words(world), good = new_words(world);
    cl_event failing = launch(world, queue, "child_hangs", bad, 1, NULL, NULL);
    assert_int_equal(clWaitForEvents(1, &failing), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    forget(failing);
    failing = launch(world, queue, "look", good, 0, bad, NULL);
    assert_ok(clWaitForEvents(1, &failing));
    forget(failing);
    has(queue, good, 0, 0, 1);
    clReleaseMemObject(bad);
    clReleaseMemObject(good);
}

static void
failures(void **state)
{
    (void)state;
    struct world world = world_begin();
    for (unsigned i = 0; i < DEVICES; i++) {
        fails(&world, i, "trap", 0);
        fails(&world, i, "child_traps", 3);
        fails(&world, i, "orphans", 0);
    }
    fails(&world, 0, "child_hangs", 0);
    fails(&world, 1, "child_waits", 0);
    hangs_alone(&world, 1);
    world_end(&world);
}

/* ---- what goes ---- */

/* Queues are released while launches are under way that use them; the next one has another size. */
static void
released_while_used(void **state)
{
    (void)state;
    struct world world = world_begin();
    for (unsigned i = 0; i < DEVICES; i++)
        for (unsigned round = 0; round < 4; round++) {
            cl_command_queue queue = new_queue(&world, i, 0, 0);
            cl_mem memory = new_words(&world), seen = new_words(&world);
            cl_event parent = launch(&world, queue, "chain", memory, 90, NULL, NULL);
            assert_ok(clReleaseCommandQueue(world.inner[i]));
            world.inner[i] = new_inner(&world, i, round % 2 ? 16384 : 65536);
            forget(launch(&world, queue, "chain", seen, 90, NULL, NULL));
            forget(launch(&world, queue, "look", seen, 90, memory, NULL));
            assert_ok(clReleaseCommandQueue(queue));
            assert_ok(clWaitForEvents(1, &parent));
            forget(parent);
            queue = new_queue(&world, i, 0, 0);
            forget(launch(&world, queue, "many", memory, 5, NULL, NULL));
            has(queue, memory, 2, 100, 0);
            clReleaseMemObject(memory);
            clReleaseMemObject(seen);
            assert_ok(clReleaseCommandQueue(queue));
        }
    world_end(&world);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(followers_see_children),
        cmocka_unit_test(queues_share),
        cmocka_unit_test(times),
        cmocka_unit_test(failures),
        cmocka_unit_test(released_while_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
