/* Memory of each kind, the program's own, and copies between them. */
#include "test/hsa/gpu_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned cases;

static struct gpu *
at(unsigned index)
{
    return gpu_at(bench.system, index);
}

static void
fill(uint8_t *bytes, size_t size, unsigned seed)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)((seed + i) * 2654435761u >> 20);
}

static void
kinds(void **state)
{
    (void)state;
    for (unsigned i = 0; i < gpu_count(bench.system); i++)
        for (int kind = GPU_MEMORY_OWN; kind <= GPU_MEMORY_KERNARG; kind++, cases++) {
            void *first = gpu_alloc(at(i), (enum gpu_memory)kind, 1);
            void *second = gpu_alloc(at(i), (enum gpu_memory)kind, 100000);
            assert_true(first && second && first != second);
            assert_int_equal((uintptr_t)first % 4096, 0);
            assert_int_equal((uintptr_t)second % 4096, 0);
            gpu_free(bench.system, first);
            gpu_free(bench.system, second);
        }
    gpu_free(bench.system, NULL);
    assert_null(gpu_alloc(at(0), GPU_MEMORY_OWN, UINT64_C(1) << 50));
    assert_null(gpu_alloc(at(0), GPU_MEMORY_HOST, UINT64_C(1) << 50));
    assert_null(gpu_alloc(at(0), GPU_MEMORY_OWN, 0));
}

/* There and back; bytes beside are left alone. */
static void
there_and_back(struct gpu *gpu, uint8_t *host, const uint8_t *bytes, uint8_t *back,
               uint8_t *bytes_back, size_t size)
{
    uint8_t *own = gpu_alloc(gpu, GPU_MEMORY_OWN, size + 64);
    uint8_t *second = gpu_alloc(gpu, GPU_MEMORY_OWN, size + 64);
    assert_true(own && second);
    memset(bytes_back, 0xA5, size + 32);
    struct gpu_fence *to = copy_after(gpu, own + 3, host, size, NULL, 0);
    struct gpu_fence *between = copy_after(gpu, second + 1, own + 3, size, &to, 1);
    struct gpu_fence *from = copy_after(gpu, back + 16, second + 1, size, &between, 1);
    finish(from);
    finish(between);
    finish(to);
    assert_memory_equal(bytes_back + 16, bytes, size);
    assert_true(bytes_back[15] == 0xA5 && bytes_back[16 + size] == 0xA5);
    gpu_free(bench.system, own);
    gpu_free(bench.system, second);
    cases++;
}

static void
copies(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 5, 4096, 70001, 1200003};
    enum { ROOM = 1200100 };
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        uint8_t *host = host_memory(at(i), ROOM), *back = host_memory(at(i), ROOM);
        for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
            fill(host, sizes[n], (unsigned)n);
            there_and_back(at(i), host, host, back, back, sizes[n]);
        }
        memset(back, 0, 1000);
        copy_now(at(i), back, host, 1000); /* within the host's memory */
        assert_memory_equal(back, host, 1000);
        gpu_free(bench.system, host);
        gpu_free(bench.system, back);
    }
}

static void
locked(void **state)
{
    (void)state;
    enum { ROOM = 300000, SIZE = 200000 };
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        uint8_t *bytes = malloc(ROOM), *bytes_back = malloc(ROOM);
        fill(bytes, ROOM, 5);
        uint8_t *host = gpu_lock(bench.system, bytes + 7, SIZE);
        uint8_t *back = gpu_lock(bench.system, bytes_back + 9, SIZE + 32);
        assert_true(host && back);
        there_and_back(at(i), host, bytes + 7, back, bytes_back + 9, SIZE);
        gpu_unlock(bench.system, bytes + 7);
        gpu_unlock(bench.system, bytes_back + 9);
        /* Twice at once, and a kernel writes there. */
        int *words = (int *)(void *)bytes, three = 3;
        memset(words, 0, 256);
        int *there = gpu_lock(bench.system, words, 256);
        int *again = gpu_lock(bench.system, words, 256);
        assert_true(there && again);
        gpu_unlock(bench.system, words);
        struct gpu_queue *queue = queue_make(at(i));
        struct gpu_kernel add = kernel_of(at(i), "add");
        struct {
            int *words;
            int n;
        } arguments = {there, three};
        finish(launch(queue, &add, &arguments, 12, 64));
        assert_int_equal(words[63], 3);
        gpu_unlock(bench.system, words);
        gpu_queue_free(queue);
        free(bytes);
        free(bytes_back);
    }
}

/* Memory that may only be read, a file's: it is refused, or it can be read.  Nothing ends. */
static void
locked_read_only(void **state)
{
    (void)state;
    enum { SIZE = 8192 };
    int file = memfd_create("text", 0);
    assert_int_equal(ftruncate(file, SIZE), 0);
    assert_int_equal(pwrite(file, "text", 4, 0), 4);
    void *maps[] = {
        mmap(NULL, SIZE, PROT_READ, MAP_SHARED, file, 0),
        mmap(NULL, SIZE, PROT_READ, MAP_PRIVATE, file, 0),
        mmap(NULL, SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
    };
    char *back = host_memory(at(0), 64), *own = gpu_alloc(at(0), GPU_MEMORY_OWN, 64);
    for (unsigned i = 0; i < 3; i++, cases++) {
        void *there = gpu_lock(bench.system, maps[i], SIZE);
        if (there && i < 2) {
            copy_now(at(0), own, there, 4);
            copy_now(at(0), back, own, 4);
            assert_string_equal(back, "text");
        }
        if (there)
            gpu_unlock(bench.system, maps[i]);
        munmap(maps[i], SIZE);
    }
    close(file);
    assert_null(gpu_lock(bench.system, NULL, 10));
    assert_null(gpu_lock(bench.system, back, 0));
    gpu_unlock(bench.system, NULL);
    gpu_free(bench.system, back);
    gpu_free(bench.system, own);
}

/* A copy of nothing waits as others do. */
static void
nothing(void **state)
{
    (void)state;
    struct gpu_queue *queue = queue_make(at(0));
    struct gpu_kernel kernel = kernel_of(at(0), "wait_for");
    int *flag = host_memory(at(0), 64);
    struct gpu_fence *first = launch(queue, &kernel, &flag, sizeof flag, 1);
    struct gpu_fence *second = copy_after(at(0), flag, flag + 1, 0, &first, 1);
    assert_int_equal(gpu_fence_wait(second, 3000000), GPU_UNDER_WAY);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    finish(second);
    assert_int_equal(gpu_fence_status(first), GPU_OVER);
    finish(first);
    finish(copy_after(at(0), NULL, NULL, 0, NULL, 0));
    gpu_queue_free(queue);
    gpu_free(bench.system, flag);
}

/* A chain through two queues and the copy engines, none of which the host waits for. */
static void
chain(void **state)
{
    (void)state;
    enum { COUNT = 4096, ROUNDS = 20 };
    for (unsigned i = 0; i < gpu_count(bench.system); i++, cases++) {
        struct gpu *gpu = at(i);
        struct gpu_queue *queues[] = {queue_make(gpu), queue_make(gpu)};
        struct gpu_kernel add = kernel_of(gpu, "add"), two = kernel_of(gpu, "times_two");
        int *host = host_memory(gpu, 4 * COUNT), *back = host_memory(gpu, 4 * COUNT);
        int *own = gpu_alloc(gpu, GPU_MEMORY_OWN, 4 * COUNT);
        struct {
            int *words;
            int n;
        } arguments = {own, 1};
        struct gpu_fence *last = copy_after(gpu, own, host, 4 * COUNT, NULL, 0), *next;
        unsigned wanted = 0;
        for (unsigned round = 0; round < ROUNDS; round++) {
            next = launch_after(queues[round & 1], &add, &arguments, 12, COUNT, &last, 1);
            gpu_fence_release(last);
            last = launch_after(queues[~round & 1], &two, &own, sizeof own, COUNT, &next, 1);
            gpu_fence_release(next);
            next = copy_after(gpu, back, own, 4 * COUNT, &last, 1);
            gpu_fence_release(last);
            last = copy_after(gpu, own, back, 4 * COUNT, &next, 1);
            gpu_fence_release(next);
            wanted = (wanted + 1) * 2;
        }
        finish(last);
        for (unsigned n = 0; n < COUNT; n++)
            assert_int_equal((unsigned)back[n], wanted);
        gpu_queue_free(queues[0]);
        gpu_queue_free(queues[1]);
        gpu_free(bench.system, host);
        gpu_free(bench.system, back);
        gpu_free(bench.system, own);
    }
}

/* One GPU's copy waits for the other's kernel. */
static void
across_gpus(void **state)
{
    (void)state;
    if (gpu_count(bench.system) < 2)
        return;
    enum { COUNT = 1024 };
    int *host = host_memory(at(0), 4 * COUNT), *back = host_memory(at(1), 4 * COUNT);
    int *own = gpu_alloc(at(1), GPU_MEMORY_OWN, 4 * COUNT);
    struct gpu_queue *queues[] = {queue_make(at(0)), queue_make(at(1))};
    struct gpu_kernel adds[] = {kernel_of(at(0), "add"), kernel_of(at(1), "add")};
    struct {
        int *words;
        int n;
    } first_arguments = {host, 5}, second_arguments = {own, 3};
    struct gpu_fence *first = launch(queues[0], &adds[0], &first_arguments, 12, COUNT);
    struct gpu_fence *to = copy_after(at(1), own, host, 4 * COUNT, &first, 1);
    struct gpu_fence *second =
        launch_after(queues[1], &adds[1], &second_arguments, 12, COUNT, &to, 1);
    struct gpu_fence *from = copy_after(at(1), back, own, 4 * COUNT, &second, 1);
    finish(from);
    finish(second);
    finish(to);
    finish(first);
    for (unsigned n = 0; n < COUNT; n++)
        assert_int_equal(back[n], 8);
    for (unsigned i = 0; i < 2; i++)
        gpu_queue_free(queues[i]);
    gpu_free(bench.system, host);
    gpu_free(bench.system, back);
    gpu_free(bench.system, own);
    cases++;
}

static void
counted(void **state)
{
    (void)state;
    printf("%u cases of memory on %u GPUs\n", cases, gpu_count(bench.system));
}

int
test_memory(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),       cmocka_unit_test(copies),
        cmocka_unit_test(locked),      cmocka_unit_test(locked_read_only),
        cmocka_unit_test(nothing),     cmocka_unit_test(chain),
        cmocka_unit_test(across_gpus), cmocka_unit_test(counted),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
