/* bench_hsa: launches a second and copies in GB/s through HSA's runtime, as lines of `NAME NUMBER`. */
#include "test/kfd/hsa_host.h"

#include <stdio.h>
#include <stdlib.h>
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
launches(const struct machine *machine, const struct kernel *kernel, unsigned batch,
         const char *name)
{
    hsa_queue_t *queue = queue_make(&machine->gpu[0], 64, NULL, NULL);
    uint32_t *words = machine_memory(machine, 4096);
    void *memory[BATCH];
    double begin = now();
    for (unsigned i = 0; i < LAUNCHES; i += batch) {
        struct launch launch = {.kernel = kernel,
                                .arguments = &words,
                                .size = sizeof words,
                                .items = 64,
                                .signal = signal_make(batch)};
        for (unsigned n = 0; n < batch; n++)
            memory[n] = queue_launch(machine, queue, &launch);
        signal_wait(launch.signal);
        hsa_signal_destroy(launch.signal);
        for (unsigned n = 0; n < batch; n++)
            hsa_amd_memory_pool_free(memory[n]);
    }
    printf("%s %.0f\n", name, LAUNCHES / (now() - begin));
    hsa_amd_memory_pool_free(words);
    hsa_queue_destroy(queue);
}

static void
copy(void *to, hsa_agent_t to_agent, const void *from, hsa_agent_t from_agent)
{
    hsa_signal_t done = signal_make(1);
    hsa_amd_memory_async_copy(to, to_agent, from, from_agent, COPY, 0, NULL, done);
    signal_wait(done);
    hsa_signal_destroy(done);
}

/* The first copy, which finds pages that nobody has touched, is not counted. */
static void
copies(void *to, hsa_agent_t to_agent, const void *from, hsa_agent_t from_agent, const char *name)
{
    copy(to, to_agent, from, from_agent);
    double begin = now();
    for (unsigned i = 0; i < COPIES; i++)
        copy(to, to_agent, from, from_agent);
    printf("%s %.2f\n", name, (double)COPY * COPIES / (now() - begin) * 1e-9);
}

int
main(void)
{
    struct machine machine = machine_begin();
    struct gpu *gpu = &machine.gpu[0];
    struct program program =
        program_make(gpu, "kernel void add(global uint *a) { a[get_global_id(0)] += 1; }", 4);
    struct kernel kernel = program_kernel(&program, gpu, "add");
    void *host = machine_memory(&machine, COPY), *there[2];
    launches(&machine, &kernel, 1, "launches/s");
    launches(&machine, &kernel, BATCH, "launches/s_of_50");
    for (unsigned i = 0; i < 2; i++)
        hsa_amd_memory_pool_allocate(gpu->local, COPY, 0, &there[i]);
    copies(there[0], gpu->agent, host, machine.host, "GB/s_to_GPU");
    copies(there[1], gpu->agent, there[0], gpu->agent, "GB/s_in_GPU");
    copies(host, machine.host, there[1], gpu->agent, "GB/s_to_host");
    program_end(&program);
    machine_end(&machine);
    return 0;
}
