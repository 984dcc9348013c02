/* bench_gpu: launches a second and copies in GB/s through runtime/hsa, as lines of `NAME NUMBER`, as
 * ../kfd/bench_hsa.c has them of ROCr itself. */
#include "test/hsa/gpu_host.h"

#include <stdio.h>
#include <time.h>

enum { LAUNCHES = 3000, BATCH = 50, COPY = 16 << 20, COPIES = 32 };

static double
now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Waits after each `batch` of launches. */
static void
launches(struct gpu *gpu, unsigned batch, const char *name)
{
    struct gpu_queue *queue = queue_make(gpu);
    struct gpu_kernel kernel = kernel_of(gpu, "add");
    int *words = host_memory(gpu, 4096);
    struct {
        int *words;
        int n;
    } arguments = {words, 1};
    double begin = now();
    for (unsigned i = 0; i < LAUNCHES; i += batch) {
        struct gpu_fence *fence = NULL;
        for (unsigned n = 0; n < batch; n++) {
            gpu_fence_release(fence);
            fence = launch(queue, &kernel, &arguments, 12, 64);
        }
        gpu_fence_wait(fence, UINT64_MAX);
        gpu_fence_release(fence);
    }
    printf("%s %.0f\n", name, LAUNCHES / (now() - begin));
    gpu_queue_free(queue);
    gpu_free(bench.system, words);
}

static void
copies(struct gpu *gpu, void *to, const void *from, const char *name)
{
    copy_now(gpu, to, from, COPY);
    double begin = now();
    for (unsigned i = 0; i < COPIES; i++)
        copy_now(gpu, to, from, COPY);
    printf("%s %.2f\n", name, (double)COPY * COPIES / (now() - begin) * 1e-9);
}

int
main(void)
{
    bench_begin();
    struct gpu *gpu = gpu_at(bench.system, 0);
    void *host = host_memory(gpu, COPY);
    void *there[] = {gpu_alloc(gpu, GPU_MEMORY_OWN, COPY), gpu_alloc(gpu, GPU_MEMORY_OWN, COPY)};
    launches(gpu, 1, "launches/s");
    launches(gpu, BATCH, "launches/s_of_50");
    copies(gpu, there[0], host, "GB/s_to_GPU");
    copies(gpu, there[1], there[0], "GB/s_in_GPU");
    copies(gpu, host, there[1], "GB/s_to_host");
    gpu_free(bench.system, host);
    gpu_free(bench.system, there[0]);
    gpu_free(bench.system, there[1]);
    bench_end();
    return 0;
}
