/* alloc: each allocation of runtime/hsa fails once, while a program opens, loads, launches, copies and closes: nothing
 * crashes or hangs, and what could not be says so.  Linked with --wrap, so that ROCr's own allocations do not fail. */
#include "test/hsa/gpu_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);

static bool is_armed;
static unsigned seen, fails_at;

static bool
fails(void)
{
    return is_armed && seen++ == fails_at;
}

void *
__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *
__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

static uint8_t *object_bytes;
static size_t object_size;
static unsigned refused;

struct run {
    struct gpu_system *system;
    struct gpu *gpu;
    struct gpu_object *object;
    struct gpu_queue *queue;
    int *words, *own;
};

/* What a call gave, or the reason is thrown away. */
static bool
took(const void *result, char **why)
{
    refused += !result;
    if (!result)
        free(*why);
    *why = NULL;
    return result;
}

static struct gpu_fence *
add(const struct run *run, struct gpu_fence *const *waits, unsigned count, char **why)
{
    uint8_t bytes[512] = {0};
    struct gpu_kernel kernel;
    if (!gpu_object_kernel(run->object, "add", &kernel))
        return NULL;
    memcpy(bytes, &run->own, sizeof run->own);
    bytes[8] = 3;
    struct gpu_launch launched = {.kernel = &kernel,
                                  .dims = 1,
                                  .global = {64, 1, 1},
                                  .local = {64, 1, 1},
                                  .arguments = bytes};
    return gpu_submit(run->queue, &launched, waits, count, why);
}

static void
use_commands(struct run *run)
{
    char *why = NULL;
    memset(run->words, 0, 256);
    struct gpu_fence *to = gpu_copy(run->gpu, run->own, run->words, 256, NULL, 0, &why), *first;
    bool is_good = took(to, &why);
    first = is_good ? add(run, &to, 1, &why) : NULL;
    is_good = is_good && took(first, &why);
    struct gpu_fence *from =
        is_good ? gpu_copy(run->gpu, run->words, run->own, 256, &first, 1, &why) : NULL;
    is_good = is_good && took(from, &why);
    if (is_good)
        assert_int_equal(gpu_fence_wait(from, UINT64_MAX), GPU_OVER);
    if (is_good)
        assert_int_equal(run->words[63], 3);
    struct gpu_fence *nothing = gpu_copy(run->gpu, NULL, NULL, 0, NULL, 0, &why);
    took(nothing, &why);
    struct gpu_fence *fences[] = {to, first, from, nothing};
    for (unsigned i = 0; i < 4; i++) { /* the memory is freed next */
        if (fences[i])
            gpu_fence_wait(fences[i], UINT64_MAX);
        gpu_fence_release(fences[i]);
    }
}

static void
use_image(struct run *run)
{
    char *why = NULL;
    uint64_t handle;
    uint32_t texels[64] = {7};
    struct sim_image_info info = {.geometry = SIM_GEOMETRY_2D,
                                  .order = SIM_ORDER_R,
                                  .type = SIM_TYPE_UNSIGNED_INT32,
                                  .width = 8,
                                  .height = 8,
                                  .depth = 1,
                                  .layers = 1,
                                  .levels = 1};
    struct sim_image_box all = {.width = 8, .height = 8, .depth = 1};
    bool is_good = gpu_image_new(run->gpu, &info, &handle, &why);
    if (!took(is_good ? run : NULL, &why))
        return;
    is_good = gpu_image_write(run->gpu, handle, &all, texels, &why);
    took(is_good ? run : NULL, &why);
    gpu_image_free(run->gpu, handle);
}

static void
use(struct run *run)
{
    char *why = NULL;
    const struct gpu_queue_options options = {.priority = GPU_PRIORITY_NORMAL};
    run->gpu = gpu_at(run->system, 0);
    if (!run->gpu)
        return;
    run->object = gpu_object_load(run->gpu, object_bytes, object_size, NULL, 0, &why);
    took(run->object, &why);
    run->queue = gpu_queue_new(run->gpu, &options, &why);
    took(run->queue, &why);
    run->words = gpu_alloc(run->gpu, GPU_MEMORY_HOST, 256);
    run->own = gpu_alloc(run->gpu, GPU_MEMORY_OWN, 256);
    if (run->object && run->queue)
        use_commands(run);
    use_image(run);
    gpu_queue_free(run->queue);
    gpu_object_unload(run->object);
    gpu_free(run->system, run->words);
    gpu_free(run->system, run->own);
}

static void
run_once(void)
{
    char *why = NULL;
    struct run run = {.system = gpu_system_open(&why)};
    if (took(run.system, &why))
        use(&run);
    gpu_system_close(run.system);
}

static void
each_fails_once(void **state)
{
    (void)state;
    bench_begin();
    object_bytes = object_compile(gpu_at(bench.system, 0), kernels, 4, &object_size);
    bench_end();
    for (fails_at = 0;; fails_at++) {
        refused = seen = 0;
        is_armed = true;
        run_once();
        is_armed = false;
        if (seen <= fails_at)
            break;
    }
    assert_int_equal(refused, 0); /* the last one, in which nothing failed */
    assert_true(fails_at >= 15);
    free(object_bytes);
    printf("%u cases\n", fails_at);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_fails_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
