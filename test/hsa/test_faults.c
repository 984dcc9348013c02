/* What breaks a queue: who is told what, and that nobody hangs. */
#include "test/hsa/gpu_host.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ADD_BYTES = 12 };

struct add_arguments {
    int *words;
    int n;
};

static struct gpu *
at(unsigned index)
{
    return gpu_at(bench.system, index);
}

/* What the stand-in tells on standard error goes nowhere meanwhile. */
static int
silence(void)
{
    int before = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
    return before;
}

static void
speak(int before)
{
    dup2(before, STDERR_FILENO);
    close(before);
}

/* A queue in whose middle a kernel fails, what waits for it elsewhere, and a copy. */
struct scene {
    struct gpu_queue *queue, *other;
    int *words, *own;
    struct gpu_fence *before, *fault, *after[3], *waits_there, *copy;
};

static struct scene
scene_begin(struct gpu *gpu, const char *name)
{
    struct gpu_kernel add = kernel_of(gpu, "add"), bad = kernel_of(gpu, name);
    struct gpu_kernel wait_for = kernel_of(gpu, "wait_for");
    struct scene s = {.queue = queue_make(gpu), .other = queue_make(gpu)};
    s.words = host_memory(gpu, 4096);
    s.own = gpu_alloc(gpu, GPU_MEMORY_OWN, 4096);
    int *flag = s.words + 512, *zeros = s.words + 600;
    finish(launch(s.queue, &add, &(struct add_arguments){s.words, 1}, ADD_BYTES, 64));
    s.before = launch(s.queue, &wait_for, &flag, sizeof flag, 1);
    s.fault = launch(s.queue, &bad, &zeros, sizeof zeros, 64);
    for (unsigned i = 0; i < 3; i++)
        s.after[i] = launch(s.queue, &add, &(struct add_arguments){s.words, 1}, ADD_BYTES, 64);
    s.waits_there = launch_after(s.other, &add, &(struct add_arguments){s.words + 128, 1},
                                 ADD_BYTES, 64, &s.after[1], 1);
    s.copy = copy_after(gpu, s.own, s.words, 256, NULL, 0);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    return s;
}

static void
scene_end(struct scene *s)
{
    gpu_queue_free(s->queue);
    gpu_queue_free(s->other);
    gpu_free(bench.system, s->words);
    gpu_free(bench.system, s->own);
}

static void
refuses(struct gpu_queue *queue, struct gpu *gpu)
{
    char *why;
    uint8_t bytes[512] = {0};
    struct gpu_kernel add = kernel_of(gpu, "add");
    struct gpu_launch launched = {
        .kernel = &add, .dims = 1, .global = {1, 1, 1}, .local = {1, 1, 1}, .arguments = bytes};
    assert_true(gpu_queue_is_broken(queue));
    assert_null(gpu_submit(queue, &launched, NULL, 0, &why));
    assert_non_null(strstr(why, "broken"));
    free(why);
    assert_null(gpu_submit_barrier(queue, NULL, 0, &why));
    assert_non_null(why);
    free(why);
}

/* An error of one queue: the others go on, but one that waits for what is lost stands still. */
static void
trapped(void **state)
{
    (void)state;
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        int before = silence();
        struct gpu_kernel add = kernel_of(at(i), "add");
        struct scene s = scene_begin(at(i), "trap");
        enum gpu_status status = gpu_fence_wait(s.after[2], UINT64_C(10000000000));
        speak(before);
        assert_int_equal(status, GPU_LOST);
        finish(s.before);
        assert_int_equal(gpu_fence_status(s.fault), GPU_FAULT);
        assert_string_equal(gpu_fence_message(s.fault), "a trap");
        assert_null(gpu_fence_message(s.after[0]));
        finish(s.copy);
        assert_int_equal(gpu_fence_wait(s.waits_there, 20000000), GPU_UNDER_WAY);
        assert_int_equal(s.words[0], 1);
        refuses(s.queue, at(i));
        assert_false(gpu_queue_is_broken(s.other));
        gpu_queue_abandon(s.other);
        finish_as(s.waits_there, GPU_LOST);
        assert_int_equal(s.words[128], 0);
        refuses(s.other, at(i));
        gpu_queue_free(s.other);
        s.other = queue_make(at(i));
        /* What was lost may run elsewhere. */
        finish(launch(s.other, &add, &(struct add_arguments){s.words, 1}, ADD_BYTES, 64));
        assert_int_equal(s.words[0], 2);
        /* Nothing can wait for what is lost. */
        char *why;
        assert_null(gpu_submit_barrier(s.other, &s.after[1], 1, &why));
        assert_non_null(strstr(why, "never ran"));
        free(why);
        finish_as(s.fault, GPU_FAULT);
        for (unsigned n = 0; n < 3; n++)
            finish_as(s.after[n], GPU_LOST);
        scene_end(&s);
    }
}

/* Nobody says whose fault it is: every queue of the GPU breaks; new ones work, if the GPU does. */
static void
outside(void **state)
{
    (void)state;
    unsigned last = gpu_count(bench.system) - 1;
    int before = silence();
    struct scene s = scene_begin(at(last), "outside");
    enum gpu_status status = gpu_fence_wait(s.after[2], UINT64_C(10000000000));
    speak(before);
    assert_int_equal(status, GPU_LOST);
    finish(s.before);
    assert_int_equal(gpu_fence_wait(s.fault, 0), GPU_FAULT);
    assert_non_null(strstr(gpu_fence_message(s.fault), "memory fault"));
    assert_non_null(strstr(gpu_fence_message(s.fault), "not mapped"));
    finish(s.copy);
    finish_as(s.fault, GPU_FAULT);
    for (unsigned n = 0; n < 3; n++)
        finish_as(s.after[n], GPU_LOST);
    assert_int_not_equal(gpu_fence_wait(s.waits_there, UINT64_C(10000000000)), GPU_UNDER_WAY);
    gpu_fence_release(s.waits_there);
    refuses(s.queue, at(last));
    refuses(s.other, at(last));
    struct gpu_queue *next = queue_make(at(last));
    struct gpu_kernel add = kernel_of(at(last), "add");
    memset(s.words, 0, 256);
    finish(launch(next, &add, &(struct add_arguments){s.words, 4}, ADD_BYTES, 64));
    copy_now(at(last), s.own, s.words, 256);
    copy_now(at(last), s.words + 64, s.own, 256);
    assert_int_equal(s.words[64 + 63], 4);
    gpu_queue_free(next);
    scene_end(&s);
    if (last) {
        s = scene_begin(at(0), "times_two");
        assert_int_equal(gpu_fence_wait(s.copy, UINT64_C(10000000000)), GPU_OVER);
        struct gpu_fence *all[] = {s.before,   s.fault,       s.after[0], s.after[1],
                                   s.after[2], s.waits_there, s.copy};
        for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
            finish(all[i]);
        scene_end(&s);
    }
}

/* ---- breaking ---- */

static void *
wait_long(void *data)
{
    return gpu_fence_wait(data, UINT64_MAX) == GPU_LOST ? data : NULL;
}

struct submitter {
    struct gpu_queue *queue;
    struct gpu_kernel kernel;
    int *words;
    unsigned accepted;
    bool was_told;
};

/* Until it is refused. */
static void *
submit_many(void *data)
{
    struct submitter *s = data;
    char *why;
    uint8_t bytes[512] = {0};
    memcpy(bytes, &(struct add_arguments){s->words, 1}, ADD_BYTES);
    struct gpu_launch launched = {.kernel = &s->kernel,
                                  .dims = 1,
                                  .global = {64, 1, 1},
                                  .local = {64, 1, 1},
                                  .arguments = bytes};
    for (;;) {
        struct gpu_fence *fence = gpu_submit(s->queue, &launched, NULL, 0, &why);
        if (!fence)
            break;
        gpu_fence_release(fence);
        __atomic_fetch_add(&s->accepted, 1, __ATOMIC_RELEASE);
    }
    s->was_told = why != NULL;
    free(why);
    return NULL;
}

static void
sleep_ms(long milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

/* A kernel without end; one thread waits for what is after it, two submit more than there is room for. */
static void
broken(void **state)
{
    (void)state;
    enum { FULL = 500 };
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        int before = silence();
        pthread_t waiter, threads[2];
        struct submitter submitters[2];
        struct gpu_queue *queue = queue_make(at(i));
        struct gpu_kernel endless = kernel_of(at(i), "endless");
        int *words = host_memory(at(i), 4096), *loop = words + 512;
        struct gpu_fence *first = launch(queue, &endless, &loop, sizeof loop, 1);
        struct gpu_fence *second = launch(queue, &endless, &loop, sizeof loop, 1);
        assert_int_equal(pthread_create(&waiter, NULL, wait_long, second), 0);
        for (unsigned n = 0; n < 2; n++) {
            submitters[n] = (struct submitter){queue, kernel_of(at(i), "add"), words, 0, false};
            assert_int_equal(pthread_create(&threads[n], NULL, submit_many, &submitters[n]), 0);
        }
        unsigned seen, last = 0;
        do { /* until neither gets on */
            seen = last;
            sleep_ms(20);
            last = __atomic_load_n(&submitters[0].accepted, __ATOMIC_ACQUIRE) +
                   __atomic_load_n(&submitters[1].accepted, __ATOMIC_ACQUIRE);
        } while (last < FULL || last != seen);
        /* One whose first command has yet to begin. */
        struct gpu_queue *later = queue_make(at(i));
        struct gpu_fence *waits = launch_after(later, &endless, &loop, sizeof loop, 1, &second, 1);
        gpu_queue_break(later, "nobody wants it");
        assert_int_equal(gpu_fence_status(waits), GPU_FAULT);
        assert_string_equal(gpu_fence_message(waits), "nobody wants it");
        gpu_fence_release(waits);
        gpu_queue_free(later);
        gpu_queue_break(queue, "it takes too long");
        void *result;
        pthread_join(waiter, &result);
        assert_ptr_equal(result, second);
        for (unsigned n = 0; n < 2; n++) {
            pthread_join(threads[n], NULL);
            assert_true(submitters[n].was_told);
        }
        speak(before);
        assert_int_equal(gpu_fence_status(first), GPU_FAULT);
        assert_string_equal(gpu_fence_message(first), "it takes too long");
        finish_as(first, GPU_FAULT);
        finish_as(second, GPU_LOST);
        assert_int_equal(words[0], 0);
        gpu_queue_break(queue, "again");
        refuses(queue, at(i));
        gpu_queue_free(queue);
        gpu_free(bench.system, words);
    }
}

/* Signals of what was lost are others' again, and good: more commands than there are signals. */
static void
recycled(void **state)
{
    (void)state;
    enum { ROUNDS = 6, COUNT = 400 };
    int before = silence();
    struct gpu_kernel add = kernel_of(at(0), "add"), trap = kernel_of(at(0), "trap");
    int *words = host_memory(at(0), 4096), *zeros = words + 512;
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct gpu_queue *queue = queue_make(at(0)), *good = queue_make(at(0));
        struct gpu_fence *first = launch(queue, &trap, &zeros, sizeof zeros, 1), *last = NULL;
        if (round % 2) /* then nothing is lost, since nothing is taken any more */
            gpu_fence_wait(first, UINT64_MAX);
        for (unsigned i = 0; i < COUNT; i++) {
            char *why;
            struct gpu_fence *lost = gpu_submit_barrier(queue, NULL, 0, &why);
            if (!lost)
                free(why);
            gpu_fence_release(last);
            last = launch(good, &add, &(struct add_arguments){words, 1}, ADD_BYTES, 64);
            gpu_fence_release(lost);
        }
        finish(last);
        finish_as(first, GPU_FAULT);
        gpu_queue_free(queue);
        gpu_queue_free(good);
        assert_int_equal(words[63], COUNT * (round + 1));
    }
    speak(before);
    gpu_free(bench.system, words);
}

/* A copy out of its memory: those that do not end are told after some seconds, and none is begun any more. */
static void
copied_outside(void **state)
{
    (void)state;
    enum { ROOM = 4 << 20, SIZE = 12 << 20 };
    unsigned last = gpu_count(bench.system) - 1;
    char *why;
    int before = silence();
    uint8_t *host = host_memory(at(last), SIZE), *own = gpu_alloc(at(last), GPU_MEMORY_OWN, ROOM);
    struct gpu_queue *queue = queue_make(at(last));
    struct gpu_fence *bad = copy_after(at(last), own, host, SIZE, NULL, 0);
    struct gpu_fence *next = copy_after(at(last), host, own, 64, &bad, 1);
    struct gpu_fence *barrier =
        gpu_submit_barrier(queue, &next, 1, &why); /* if it is not too late */
    if (!barrier)
        free(why);
    enum gpu_status status = gpu_fence_wait(next, UINT64_C(20000000000));
    speak(before);
    assert_true(status == GPU_FAULT || status == GPU_OVER); /* what it waited for is over */
    assert_int_equal(gpu_fence_wait(bad, 0), GPU_FAULT);
    assert_non_null(strstr(gpu_fence_message(bad), "memory fault"));
    if (barrier)
        assert_int_not_equal(gpu_fence_wait(barrier, UINT64_C(20000000000)), GPU_UNDER_WAY);
    assert_null(gpu_copy(at(last), host, own, 64, NULL, 0, &why));
    assert_non_null(strstr(why, "lost to this process since its memory fault"));
    free(why);
    gpu_fence_release(bad);
    gpu_fence_release(next);
    gpu_fence_release(barrier);
    gpu_queue_free(queue);
    gpu_free(bench.system, host);
    gpu_free(bench.system, own);
    if (!last)
        return;
    host = host_memory(at(0), 64);
    own = gpu_alloc(at(0), GPU_MEMORY_OWN, 64);
    copy_now(at(0), host, own, 64);
    gpu_free(bench.system, host);
    gpu_free(bench.system, own);
}

int
test_faults(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trapped), cmocka_unit_test(broken),         cmocka_unit_test(recycled),
        cmocka_unit_test(outside), cmocka_unit_test(copied_outside),
    };
    return cmocka_run_group_tests_name("faults", tests, NULL, NULL);
}
