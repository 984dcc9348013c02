/* gpu_stress THREADS ROUNDS: threads that share two queues, have one of their own, and copy; each waits for what others
 * did.  Queues of some break.  Sums at the end tell whether all ran. */
#include "test/hsa/gpu_host.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_THREADS = 32, WORDS = 64, BYTES = 4 * WORDS };

static struct gpu *gpu;
static struct gpu_queue *shared[2];
static struct gpu_kernel add, trap;
static unsigned rounds, failures;
/* The last thing each thread did: others wait for it. */
static struct gpu_fence *latest[MAX_THREADS];
static pthread_mutex_t latest_lock = PTHREAD_MUTEX_INITIALIZER;

struct worker {
    pthread_t thread;
    unsigned index, count;
    uint64_t state;
    struct gpu_queue *queue;
    int *words, *back, *own; /* words: of the host */
    int wanted;
};

static unsigned
next(struct worker *worker, unsigned limit)
{
    worker->state = worker->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(worker->state >> 33) % limit;
}

static void
check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
}

static struct gpu_fence *
add_to(struct worker *worker, struct gpu_queue *queue, int *words, bool is_unordered,
       struct gpu_fence *const *waits, unsigned count)
{
    char *why;
    uint8_t bytes[512] = {0};
    const int one = 1;
    memcpy(bytes, &words, sizeof words);
    memcpy(bytes + 8, &one, sizeof one);
    struct gpu_launch launched = {.kernel = &add,
                                  .dims = 1,
                                  .global = {WORDS, 1, 1},
                                  .local = {WORDS, 1, 1},
                                  .arguments = bytes,
                                  .is_unordered = is_unordered};
    struct gpu_fence *fence = gpu_submit(queue, &launched, waits, count, &why);
    check(fence, why ? why : "no fence");
    free(why);
    worker->wanted++;
    return fence;
}

/* A reference to what another thread did. */
static struct gpu_fence *
anothers(struct worker *worker)
{
    pthread_mutex_lock(&latest_lock);
    struct gpu_fence *fence = latest[next(worker, worker->count)];
    if (fence)
        gpu_fence_retain(fence);
    pthread_mutex_unlock(&latest_lock);
    return fence;
}

static void
publish(struct worker *worker, struct gpu_fence *fence)
{
    pthread_mutex_lock(&latest_lock);
    struct gpu_fence *before = latest[worker->index];
    latest[worker->index] = gpu_fence_retain(fence);
    pthread_mutex_unlock(&latest_lock);
    gpu_fence_release(before);
}

/* A queue whose first kernel fails, with a copy beside it: nobody hangs. */
static void
break_one(struct worker *worker)
{
    char *why;
    struct gpu_queue *queue = gpu_queue_new(gpu, &(struct gpu_queue_options){0}, &why);
    check(queue, why ? why : "no queue");
    if (!queue)
        return;
    int *zeros = worker->words + WORDS;
    struct gpu_fence *fault = launch(queue, &trap, &zeros, sizeof zeros, 1);
    struct gpu_fence *copy = gpu_copy(gpu, worker->back, worker->words, BYTES, NULL, 0, &why);
    check(copy && gpu_fence_wait(copy, UINT64_MAX) == GPU_OVER, "a copy beside a fault");
    check(gpu_fence_wait(fault, UINT64_MAX) == GPU_FAULT && gpu_fence_message(fault), "a fault");
    gpu_queue_free(queue);
    gpu_fence_release(fault);
    gpu_fence_release(copy);
}

/* words of the host go to the GPU, grow there, and come back; the host sees each whole sum now and then. */
static void
run_round(struct worker *worker, unsigned round)
{
    char *why;
    struct gpu_fence *waits[2], *after;
    unsigned count = 0;
    after = anothers(worker);
    if (after)
        waits[count++] = after;
    struct gpu_queue *queue = next(worker, 3) ? shared[next(worker, 2)] : worker->queue;
    struct gpu_fence *to = gpu_copy(gpu, worker->own, worker->words, BYTES, waits, count, &why);
    check(to, "no copy");
    waits[count++] = to;
    struct gpu_fence *first = add_to(worker, queue, worker->own, next(worker, 2), waits, count);
    struct gpu_fence *second = add_to(worker, worker->queue, worker->own, false, &first, 1);
    struct gpu_fence *from = gpu_copy(gpu, worker->words, worker->own, BYTES, &second, 1, &why);
    check(from, "no copy");
    publish(worker, second);
    check(gpu_fence_wait(from, round % 8 ? UINT64_MAX : 1000) != GPU_FAULT, "a fault");
    check(gpu_fence_wait(from, UINT64_MAX) == GPU_OVER, "a copy");
    check(worker->words[WORDS - 1] == worker->wanted, "a sum");
    struct gpu_fence *all[] = {after, to, first, second, from};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        gpu_fence_release(all[i]);
    if (round % 16 == 15 && worker->index % 2)
        break_one(worker);
}

static void *
work(void *data)
{
    struct worker *worker = data;
    for (unsigned i = 0; i < rounds; i++)
        run_round(worker, i);
    return NULL;
}

static void
begin_worker(struct worker *worker, unsigned index, unsigned count)
{
    *worker = (struct worker){.index = index, .count = count, .state = index};
    worker->queue = queue_make(gpu);
    worker->words = host_memory(gpu, 2 * BYTES);
    worker->back = host_memory(gpu, BYTES);
    worker->own = gpu_alloc(gpu, GPU_MEMORY_OWN, BYTES);
}

static void
end_worker(struct worker *worker)
{
    gpu_queue_free(worker->queue);
    gpu_free(bench.system, worker->words);
    gpu_free(bench.system, worker->back);
    gpu_free(bench.system, worker->own);
    gpu_fence_release(latest[worker->index]);
}

int
main(int argument_count, char **arguments)
{
    struct worker workers[MAX_THREADS];
    unsigned count = argument_count == 3 ? (unsigned)atoi(arguments[1]) : 0;
    if (!count || count > MAX_THREADS)
        return 2;
    rounds = (unsigned)atoi(arguments[2]);
    bench_begin();
    gpu = gpu_at(bench.system, 0);
    add = kernel_of(gpu, "add");
    trap = kernel_of(gpu, "trap");
    for (unsigned i = 0; i < 2; i++)
        shared[i] = queue_make(gpu);
    int before = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    if (!getenv("STRESS_TELLS"))
        dup2(nowhere, STDERR_FILENO); /* what the stand-in tells of faults */
    for (unsigned i = 0; i < count; i++) {
        begin_worker(&workers[i], i, count);
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(workers[i].thread, NULL);
    dup2(before, STDERR_FILENO);
    for (unsigned i = 0; i < count; i++)
        end_worker(&workers[i]);
    for (unsigned i = 0; i < 2; i++)
        gpu_queue_free(shared[i]);
    bench_end();
    close(before);
    close(nowhere);
    printf("%u rounds, %u failures\n", count * rounds, failures);
    return failures != 0;
}
