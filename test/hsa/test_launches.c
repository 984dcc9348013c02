/* Queues: shapes, order, more than they hold, many threads, times. */
#include "test/hsa/gpu_host.h"

#include <hsa/amd_hsa_queue.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct add_arguments {
    int *words;
    int n;
};
enum { ADD_BYTES = 12 };

static struct gpu *
at(unsigned index)
{
    return gpu_at(bench.system, index);
}

static void
shapes(void **state)
{
    (void)state;
    enum { X = 12, Y = 6, Z = 4 };
    for (unsigned i = 0; i < gpu_count(bench.system); i++)
        for (unsigned dims = 1; dims <= 3; dims++) {
            char *why;
            struct gpu_queue *queue = queue_make(at(i));
            struct gpu_kernel kernel = kernel_of(at(i), "place");
            unsigned y = dims > 1 ? Y : 1, z = dims > 2 ? Z : 1;
            int *out = host_memory(at(i), sizeof(int) * X * Y * Z);
            uint8_t arguments[512] = {0};
            memcpy(arguments, &out, sizeof out);
            struct gpu_launch launch = {
                .kernel = &kernel,
                .dims = dims,
                .global = {X, y, z},
                .local = {4, dims > 1 ? 3 : 1, dims > 2 ? 2 : 1},
                .arguments = arguments,
            };
            struct gpu_fence *fence = gpu_submit(queue, &launch, NULL, 0, &why);
            assert_good(fence);
            finish(fence);
            for (unsigned n = 0; n < X * y * z; n++) {
                unsigned group = n % X / 4 + 100 * (n / X % y / launch.local[1]) +
                                 10000 * (n / X / y / launch.local[2]);
                assert_int_equal(out[n], group);
            }
            gpu_queue_free(queue);
            gpu_free(bench.system, out);
        }
}

/* LDS that a launch adds; scratch that grows from launch to launch. */
static void
segments(void **state)
{
    (void)state;
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        char *why;
        struct gpu_queue *queue = queue_make(at(i));
        struct gpu_kernel turn = kernel_of(at(i), "turn"), spill = kernel_of(at(i), "spill");
        int *words = host_memory(at(i), 4 * 256);
        uint8_t bytes[512] = {0};
        uint32_t offset = turn.group_size;
        memcpy(bytes, &words, sizeof words);
        memcpy(bytes + 8, &offset, sizeof offset);
        for (int n = 0; n < 256; n++)
            words[n] = n;
        struct gpu_launch launched = {.kernel = &turn,
                                      .dims = 1,
                                      .global = {256, 1, 1},
                                      .local = {64, 1, 1},
                                      .arguments = bytes,
                                      .group_size = turn.group_size + 256};
        struct gpu_fence *fence = gpu_submit(queue, &launched, NULL, 0, &why);
        assert_good(fence);
        finish(fence);
        for (int n = 0; n < 256; n++)
            assert_int_equal(words[n], n / 64 * 64 + 63 - n % 64);
        struct add_arguments arguments = {words, 3};
        finish(launch(queue, &spill, &arguments, ADD_BYTES, 256));
        for (int n = 0; n < 256; n++)
            assert_int_equal(words[n], (n / 64 * 64 + 63 - n % 64) % 200 * 3);
        gpu_queue_free(queue);
        gpu_free(bench.system, words);
    }
}

/* More launches than a queue has places, with arguments of their own that take many chunks. */
static void
many(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    struct gpu_queue *queue = queue_make(at(0));
    struct gpu_kernel append = kernel_of(at(0), "append_wide"),
                      wait_for = kernel_of(at(0), "wait_for");
    int *list = host_memory(at(0), 4 * (COUNT + 1)), *flag = host_memory(at(0), 64);
    struct gpu_fence *fences[COUNT], *first = launch(queue, &wait_for, &flag, sizeof flag, 1);
    for (int i = 0; i < COUNT; i++) {
        struct add_arguments arguments = {list, i};
        if (i == 900)
            __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
        fences[i] = launch(queue, &append, &arguments, ADD_BYTES, 1);
    }
    finish(first);
    for (int i = COUNT - 1; i >= 0; i--)
        finish(fences[i]);
    assert_int_equal(list[0], COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(list[i + 1], i);
    gpu_queue_free(queue);
    gpu_free(bench.system, list);
    gpu_free(bench.system, flag);
}

/* Fences that nobody holds, and a queue freed while it works: it works to the end. */
static void
released(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    struct gpu_queue *queue = queue_make(at(0));
    struct gpu_kernel add = kernel_of(at(0), "add");
    int *words = host_memory(at(0), 256);
    for (int i = 0; i < COUNT; i++)
        gpu_fence_release(launch(queue, &add, &(struct add_arguments){words, 1}, ADD_BYTES, 64));
    gpu_queue_free(queue);
    gpu_queue_free(NULL);
    gpu_fence_release(NULL);
    assert_int_equal(words[63], COUNT);
    gpu_free(bench.system, words);
}

/* More fences than a barrier, and than one command, waits for; of several queues. */
static void
many_waits(void **state)
{
    (void)state;
    enum { COUNT = 700 };
    struct gpu_queue *queues[] = {queue_make(at(0)), queue_make(at(0)), queue_make(at(0))};
    struct gpu_kernel append = kernel_of(at(0), "append"), wait_for = kernel_of(at(0), "wait_for");
    int *list = host_memory(at(0), 4 * (2 * COUNT + 3)), *flag = host_memory(at(0), 64);
    struct gpu_fence *fences[COUNT];
    struct gpu_fence *first = launch(queues[0], &wait_for, &flag, sizeof flag, 1);
    for (int i = 0; i < COUNT; i++)
        fences[i] = launch_after(queues[i & 1], &append, &(struct add_arguments){list, i},
                                 ADD_BYTES, 1, i ? &fences[i - 1] : &first, 1);
    struct gpu_fence *last = launch_after(queues[2], &append, &(struct add_arguments){list, -1},
                                          ADD_BYTES, 1, fences, COUNT);
    assert_int_equal(gpu_fence_wait(last, 2000000), GPU_UNDER_WAY);
    assert_int_equal(list[0], 0);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    finish(last);
    assert_int_equal(list[0], COUNT + 1);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(list[i + 1], i);
    assert_int_equal(list[COUNT + 1], -1);
    char *why;
    struct gpu_fence *barrier = gpu_submit_barrier(queues[2], fences, COUNT, &why);
    assert_good(barrier);
    finish(barrier);
    finish(first);
    for (int i = 0; i < COUNT; i++)
        finish(fences[i]);
    for (int i = 0; i < 3; i++)
        gpu_queue_free(queues[i]);
    gpu_free(bench.system, list);
    gpu_free(bench.system, flag);
}

/* An unordered launch waits for what it names in its own queue; a barrier for all before. */
static void
unordered(void **state)
{
    (void)state;
    enum { COUNT = 50 };
    char *why;
    struct gpu_queue *queue = queue_make(at(0));
    struct gpu_kernel append = kernel_of(at(0), "append");
    int *list = host_memory(at(0), 4096);
    struct gpu_fence *last = NULL;
    for (int i = 0; i < COUNT; i++) {
        uint8_t bytes[512] = {0};
        memcpy(bytes, &(struct add_arguments){list, i}, ADD_BYTES);
        struct gpu_launch launched = {.kernel = &append,
                                      .dims = 1,
                                      .global = {1, 1, 1},
                                      .local = {1, 1, 1},
                                      .arguments = bytes,
                                      .is_unordered = true};
        struct gpu_fence *fence = gpu_submit(queue, &launched, &last, last != NULL, &why);
        assert_good(fence);
        gpu_fence_release(last);
        last = fence;
    }
    struct gpu_fence *barrier = gpu_submit_barrier(queue, NULL, 0, &why);
    assert_good(barrier);
    finish(barrier);
    assert_int_equal(gpu_fence_status(last), GPU_OVER);
    finish(last);
    assert_int_equal(list[0], COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(list[i + 1], i);
    gpu_queue_free(queue);
    gpu_free(bench.system, list);
}

/* ---- packets ---- */

/* The stand-in runs packets in their order, whatever they say: what they say. */
static const hsa_kernel_dispatch_packet_t *
packet_at(const struct gpu_queue *queue, uint64_t index)
{
    const amd_queue_t *amd = (const amd_queue_t *)(uintptr_t)gpu_queue_address(queue);
    const hsa_kernel_dispatch_packet_t *packets = amd->hsa_queue.base_address;
    assert_true(index < amd->write_dispatch_id);
    return &packets[index % amd->hsa_queue.size];
}

static unsigned
header(hsa_packet_type_t type, bool barrier, hsa_fence_scope_t scope)
{
    return (unsigned)type | barrier << 8 | (unsigned)scope << 9 | (unsigned)scope << 11;
}

static void
packets(void **state)
{
    (void)state;
    const unsigned kernel = HSA_PACKET_TYPE_KERNEL_DISPATCH, all = HSA_PACKET_TYPE_BARRIER_AND;
    const unsigned system = HSA_FENCE_SCOPE_SYSTEM;
    char *why;
    struct gpu_queue *queue = queue_make(at(0)), *other = queue_make(at(0));
    struct gpu_kernel add = kernel_of(at(0), "add"), wait_for = kernel_of(at(0), "wait_for");
    int *flag = host_memory(at(0), 4096);
    uint8_t bytes[512] = {0};
    int *words = flag + 128;
    memcpy(bytes, &words, sizeof words);
    struct gpu_launch launched = {.kernel = &add,
                                  .dims = 2,
                                  .global = {8, 4, 1},
                                  .local = {4, 2, 1},
                                  .arguments = bytes,
                                  .group_size = 300,
                                  .private_size = 64};
    struct gpu_fence *fences[6] = {launch(queue, &wait_for, &flag, sizeof flag, 1),
                                   launch(other, &wait_for, &flag, sizeof flag, 1)};
    fences[2] = gpu_submit(queue, &launched, &fences[0], 1, &why); /* packet 1: ordered anyhow */
    launched.is_unordered = true;
    fences[3] = gpu_submit(queue, &launched, &fences[0], 2, &why); /* 2, 3: waits for two */
    fences[4] = gpu_submit(queue, &launched, NULL, 0, &why);       /* 4 */
    fences[5] = gpu_submit_barrier(queue, fences, 2, &why);        /* 5: of another queue */
    assert_int_equal(packet_at(queue, 1)->header, header(kernel, true, system));
    assert_int_equal(packet_at(queue, 1)->setup, 2);
    assert_int_equal(packet_at(queue, 1)->workgroup_size_y, 2);
    assert_int_equal(packet_at(queue, 1)->grid_size_y, 4);
    assert_int_equal(packet_at(queue, 1)->group_segment_size, 300);
    assert_int_equal(packet_at(queue, 1)->private_segment_size, 64);
    const hsa_barrier_and_packet_t *barrier = (const void *)packet_at(queue, 2);
    assert_int_equal(barrier->header, header(all, false, HSA_FENCE_SCOPE_NONE));
    assert_true(barrier->dep_signal[0].handle && barrier->dep_signal[1].handle);
    assert_true(!barrier->dep_signal[2].handle && !barrier->completion_signal.handle);
    assert_int_equal(packet_at(queue, 3)->header, header(kernel, false, system));
    assert_int_equal(packet_at(queue, 4)->header, header(kernel, false, system));
    barrier = (const void *)packet_at(queue, 5);
    assert_int_equal(barrier->header, header(all, true, system));
    assert_true(barrier->dep_signal[0].handle && !barrier->dep_signal[1].handle);
    assert_true(barrier->completion_signal.handle);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    for (unsigned i = 0; i < 6; i++)
        finish(fences[i]);
    gpu_queue_free(queue);
    gpu_queue_free(other);
    gpu_free(bench.system, flag);
}

/* ---- threads ---- */

enum { THREADS = 4, ROUNDS = 150 };

struct worker {
    pthread_t thread;
    struct gpu_queue *queue;
    struct gpu_kernel kernel;
    int *words;
    unsigned wrong;
};

static void *
work(void *data)
{
    struct worker *worker = data;
    char *why;
    uint8_t bytes[512] = {0};
    memcpy(bytes, &(struct add_arguments){worker->words, 1}, ADD_BYTES);
    struct gpu_launch launched = {.kernel = &worker->kernel,
                                  .dims = 1,
                                  .global = {64, 1, 1},
                                  .local = {64, 1, 1},
                                  .arguments = bytes};
    for (unsigned i = 0; i < ROUNDS; i++) {
        struct gpu_fence *fence = gpu_submit(worker->queue, &launched, NULL, 0, &why);
        if (i % 10 == 9)
            worker->wrong += !fence || gpu_fence_wait(fence, UINT64_MAX) != GPU_OVER ||
                             worker->words[63] != (int)i + 1;
        gpu_fence_release(fence);
    }
    return NULL;
}

static void
threads(void **state)
{
    (void)state;
    struct worker workers[THREADS];
    struct gpu_queue *queue = queue_make(at(0));
    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){.queue = queue, .kernel = kernel_of(at(0), "add")};
        workers[i].words = host_memory(at(0), 256);
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        assert_int_equal(workers[i].wrong, 0);
        assert_int_equal(workers[i].words[0], ROUNDS);
        gpu_free(bench.system, workers[i].words);
    }
    gpu_queue_free(queue);
}

static void *
wait_long(void *data)
{
    return gpu_fence_wait(data, UINT64_MAX) == GPU_OVER ? data : NULL;
}

/* Many that wait for one fence, some not for long. */
static void
waiters(void **state)
{
    (void)state;
    pthread_t all[THREADS];
    struct gpu_queue *queue = queue_make(at(0));
    struct gpu_kernel kernel = kernel_of(at(0), "wait_for");
    int *flag = host_memory(at(0), 64);
    struct gpu_fence *fence = launch(queue, &kernel, &flag, sizeof flag, 1);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&all[i], NULL, wait_long, fence), 0);
    assert_int_equal(gpu_fence_wait(fence, 0), GPU_UNDER_WAY);
    assert_int_equal(gpu_fence_wait(fence, 1), GPU_UNDER_WAY);
    assert_int_equal(gpu_fence_wait(fence, 5000000), GPU_UNDER_WAY);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    for (unsigned i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(all[i], &result);
        assert_ptr_equal(result, fence);
    }
    finish(fence);
    gpu_queue_free(queue);
    gpu_free(bench.system, flag);
}

static void *
set_later(void *data)
{
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    __atomic_store_n((int *)data, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* More commands under way than there are signals: who submits waits. */
static void
exhausted(void **state)
{
    (void)state;
    enum { QUEUES = 4, COUNT = 700 };
    char *why;
    pthread_t thread;
    struct gpu_queue *queues[QUEUES], *first = queue_make(at(0));
    struct gpu_kernel kernel = kernel_of(at(0), "wait_for");
    int *flag = host_memory(at(0), 64);
    struct gpu_fence *fence = launch(first, &kernel, &flag, sizeof flag, 1), *last = NULL;
    assert_int_equal(pthread_create(&thread, NULL, set_later, flag), 0);
    for (unsigned i = 0; i < QUEUES; i++) {
        queues[i] = queue_make(at(0));
        for (unsigned n = 0; n < COUNT; n++) {
            gpu_fence_release(last);
            last = gpu_submit_barrier(queues[i], &fence, 1, &why);
            assert_good(last);
        }
    }
    finish(last);
    finish(fence);
    pthread_join(thread, NULL);
    gpu_queue_free(first);
    for (unsigned i = 0; i < QUEUES; i++)
        gpu_queue_free(queues[i]);
    gpu_free(bench.system, flag);
}

/* All queues that there are, and one more. */
static void
no_more_queues(void **state)
{
    (void)state;
    enum { MANY = 200 };
    char *why = NULL;
    unsigned count = 0;
    struct gpu_queue *queues[MANY];
    while (count < MANY && (queues[count] = gpu_queue_new(
                                at(0), &(struct gpu_queue_options){.keeps_times = false}, &why)))
        count++;
    printf("%u queues\n", count);
    assert_true(count >= 8);
    assert_true(count == MANY || why);
    free(why);
    while (count)
        gpu_queue_free(queues[--count]);
    gpu_queue_free(queue_make(at(0)));
}

/* ---- options and times ---- */

static uint64_t
now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void
times(void **state)
{
    (void)state;
    uint64_t start[3], end[3];
    gpu_system_keep_times(bench.system);
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        char *why;
        struct gpu_queue *queue =
            gpu_queue_new(at(i), &(struct gpu_queue_options){.keeps_times = true}, &why);
        assert_good(queue);
        struct gpu_kernel add = kernel_of(at(i), "add");
        int *words = host_memory(at(i), 1 << 16), *own = gpu_alloc(at(i), GPU_MEMORY_OWN, 1 << 16);
        uint64_t before = now();
        struct gpu_fence *fences[3];
        fences[0] = launch(queue, &add, &(struct add_arguments){words, 1}, ADD_BYTES, 1 << 14);
        fences[1] = copy_after(at(i), own, words, 1 << 16, &fences[0], 1);
        fences[2] = launch_after(queue, &add, &(struct add_arguments){own, 1}, ADD_BYTES, 64,
                                 &fences[1], 1);
        gpu_fence_times(fences[2], &start[2], &end[2]);
        gpu_fence_wait(fences[2], UINT64_MAX);
        uint64_t after = now(), slack = 100000; /* clocks of GPUs are compared now and then */
        for (unsigned n = 0; n < 3; n++)
            assert_true(gpu_fence_times(fences[n], &start[n], &end[n]));
        assert_true(before <= start[0] + slack && end[2] <= after + slack);
        for (unsigned n = 0; n < 3; n++)
            assert_true(start[n] <= end[n] && (!n || end[n - 1] <= start[n] + slack));
        for (unsigned n = 0; n < 3; n++)
            finish(fences[n]);
        gpu_queue_free(queue);
        gpu_free(bench.system, words);
        gpu_free(bench.system, own);
    }
}

static void
options(void **state)
{
    (void)state;
    const uint32_t mask[2] = {3, 0};
    const struct gpu_queue_options all[] = {
        {.priority = GPU_PRIORITY_LOW},
        {.priority = GPU_PRIORITY_HIGH},
        {.priority = GPU_PRIORITY_NORMAL, .cu_mask = mask, .cu_mask_words = 2},
    };
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
        char *why;
        uint64_t start, end;
        uint32_t shared, private;
        struct gpu_queue *queue = gpu_queue_new(at(0), &all[i], &why);
        assert_good(queue);
        struct gpu_kernel add = kernel_of(at(0), "add");
        int *words = host_memory(at(0), 256);
        struct gpu_fence *fence =
            launch(queue, &add, &(struct add_arguments){words, 1}, ADD_BYTES, 64);
        assert_int_equal(gpu_fence_wait(fence, UINT64_MAX), GPU_OVER);
        assert_false(gpu_fence_times(fence, &start, &end));
        assert_null(gpu_fence_message(fence));
        gpu_fence_retain(fence);
        gpu_fence_release(fence);
        finish(fence);
        assert_int_equal(words[63], 1);
        assert_int_not_equal(gpu_queue_address(queue), 0);
        gpu_queue_apertures(queue, &shared, &private);
        assert_true(shared && private && shared != private);
        assert_false(gpu_queue_is_broken(queue));
        gpu_queue_free(queue);
        gpu_free(bench.system, words);
    }
}

int
test_launches(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes),    cmocka_unit_test(segments),       cmocka_unit_test(many),
        cmocka_unit_test(released),  cmocka_unit_test(many_waits),     cmocka_unit_test(unordered),
        cmocka_unit_test(packets),   cmocka_unit_test(threads),        cmocka_unit_test(waiters),
        cmocka_unit_test(exhausted), cmocka_unit_test(no_more_queues), cmocka_unit_test(times),
        cmocka_unit_test(options),
    };
    return cmocka_run_group_tests_name("launches", tests, NULL, NULL);
}
