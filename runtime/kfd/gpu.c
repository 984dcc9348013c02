/* A GPU: its simulator, and what of the process's memory it has. */
#include "runtime/kfd/kfd.h"

#include <stdlib.h>
#include <string.h>

struct kfd_gpu *
kfd_gpu_of(uint32_t node)
{
    return node && node <= the_kfd.gpu_count ? &the_kfd.gpus[node - 1] : NULL;
}

/* What is no fault in code of other compilers, or counts on what the hardware does. */
static void
warn(void *data, const char *line)
{
    (void)data;
    kfd_tell("warning: %s", line);
}

/* With sim_lock held. */
static struct sim_device *
simulator(struct kfd_gpu *gpu)
{
    if (gpu->sim)
        return gpu->sim;
    struct sim_options options = settings_options(&the_kfd.settings);
    options.stop = &gpu->compute.stop;
    options.interrupt = kfd_message;
    options.warn = options.strict ? warn : NULL;
    gpu->sim = sim_device_new(&options);
    if (gpu->sim && sim_device_set_target(gpu->sim, gpu->target) != SIM_OK) {
        sim_device_free(gpu->sim);
        gpu->sim = NULL;
    }
    return gpu->sim;
}

static HSAKMT_STATUS
apply(struct kfd_gpu *gpu, struct kfd_memory *memory, bool is_map)
{
    struct sim_device *sim = simulator(gpu);
    if (!sim)
        return HSAKMT_STATUS_NO_MEMORY;
    if (!is_map) {
        sim_free(sim, memory->base);
        kfd_memory_release(memory);
        return HSAKMT_STATUS_SUCCESS;
    }
    bool is_good =
        sim_map_at(sim, memory->base, memory->bytes, memory->undefined, memory->size) != 0;
    if (is_good && memory->flags.ui32.ExecuteAccess)
        is_good = sim_make_executable(sim, memory->base) == SIM_OK;
    if (is_good) {
        if (memory->kind == KFD_SCRATCH)
            sim_set_scratch(sim, memory->base);
        if (memory->flags.ui32.ReadOnly)
            sim_set_access(sim, memory->base, SIM_ACCESS_READ);
        if (memory->kind == KFD_REGISTERED ||
            (memory->flags.ui32.HostAccess && memory->kind != KFD_SCRATCH))
            sim_set_hosts(sim, memory->base);
        return HSAKMT_STATUS_SUCCESS;
    }
    kfd_tell("%s: %s", gpu->target->name, sim_message(sim));
    kfd_memory_release(memory);
    return HSAKMT_STATUS_NO_MEMORY;
}

/* In the order in which they were asked for. */
void
kfd_gpu_catch_up(struct kfd_gpu *gpu)
{
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_request *newest = gpu->requests, *first = NULL, *next;
    gpu->requests = NULL;
    pthread_mutex_unlock(&the_kfd.lock);
    for (; newest; newest = next) {
        next = newest->next;
        newest->next = first;
        first = newest;
    }
    for (; first; first = next) {
        next = first->next;
        apply(gpu, first->memory, first->is_map);
        free(first);
    }
}

HSAKMT_STATUS
kfd_gpu_map(struct kfd_gpu *gpu, struct kfd_memory *memory, bool is_map)
{
    if (is_map)
        atomic_fetch_add(&memory->references, 1);
    struct kfd_request *later = malloc(sizeof *later);
    if (!later || pthread_mutex_trylock(&gpu->sim_lock) == 0) {
        if (!later)
            pthread_mutex_lock(&gpu->sim_lock);
        kfd_gpu_catch_up(gpu);
        HSAKMT_STATUS status = apply(gpu, memory, is_map);
        pthread_mutex_unlock(&gpu->sim_lock);
        free(later);
        return status;
    }
    *later = (struct kfd_request){.memory = memory, .is_map = is_map};
    pthread_mutex_lock(&the_kfd.lock);
    later->next = gpu->requests;
    gpu->requests = later;
    pthread_mutex_unlock(&the_kfd.lock);
    return HSAKMT_STATUS_SUCCESS;
}

void
kfd_gpu_stop(struct kfd_gpu *gpu)
{
    kfd_processor_stop(&gpu->compute);
    kfd_processor_stop(&gpu->copies);
}

void
kfd_gpu_end(struct kfd_gpu *gpu)
{
    kfd_processor_end(&gpu->compute);
    kfd_processor_end(&gpu->copies);
    kfd_gpu_catch_up(gpu);
    sim_device_free(gpu->sim);
    pthread_mutex_destroy(&gpu->sim_lock);
    memset(gpu, 0, sizeof *gpu);
}
