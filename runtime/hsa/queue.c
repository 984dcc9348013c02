/* Queues: made, broken, freed. */
#include "runtime/hsa/gpu_private.h"

#include <hsa/amd_hsa_queue.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { QUEUE_PACKETS = 1024, PROBE_NANOSECONDS = 1000000000 };

static const amd_queue_t *
amd_queue(const struct gpu_queue *queue)
{
    return (const amd_queue_t *)(const void *)queue->hsa; /* it begins with HSA's */
}

/* ---- faults ---- */

static const struct {
    int status;
    const char *text;
} faults[] = {
    {HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION, "an illegal instruction"},
    {HSA_STATUS_ERROR_EXCEPTION, "a trap"},
    {HSA_STATUS_ERROR_MEMORY_APERTURE_VIOLATION, "an address outside of all memory"},
    {HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, "a launch with dimensions that cannot be"},
    {HSA_STATUS_ERROR_INVALID_ALLOCATION, "a launch with more LDS than there is"},
    {HSA_STATUS_ERROR_INVALID_CODE_OBJECT, "a launch without code"},
    {HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, "a packet that cannot be"},
    {HSA_STATUS_ERROR_INVALID_ARGUMENT, "a work-group that is too large"},
    {HSA_STATUS_ERROR_INVALID_ISA, "a kernel with more registers than there are"},
    {HSA_STATUS_ERROR_OUT_OF_RESOURCES, "no memory for the kernel's scratch"},
};

/* In a thread of ROCr's, which has stopped the queue. */
static void
on_error(hsa_status_t status, hsa_queue_t *hsa, void *data)
{
    struct gpu_queue *queue = data;
    const char *text = NULL;
    (void)hsa;
    for (size_t i = 0; i < sizeof faults / sizeof *faults && !text; i++)
        if (faults[i].status == (int)status)
            text = faults[i].text;
    if (!text)
        queue->gpu->system->api.hsa_status_string(status, &text);
    gpu_queue_break_by(queue, GPU_BREAK_QUEUE, text ? text : "a fault of the queue");
}

/* Those that the packet processor has reached may have run in part: they are faults.  With its lock. */
static void
end_commands(struct gpu_queue *queue, enum gpu_break by, const char *message)
{
    uint64_t read = queue->gpu->system->api.hsa_queue_load_read_index_scacquire(queue->hsa);
    bool is_first = by == GPU_BREAK_QUEUE;
    for (struct gpu_command *command = queue->commands; command; command = command->next) {
        if (gpu_fence_status(command->fence) != GPU_UNDER_WAY)
            continue;
        bool is_fault = by != GPU_BREAK_NOBODY && (is_first || command->packet <= read);
        gpu_fence_end(command->fence, is_fault ? GPU_FAULT : GPU_LOST, message);
        is_first = false;
    }
    gpu_commands_retire(&queue->commands, &queue->last);
}

void
gpu_queue_break_by(struct gpu_queue *queue, enum gpu_break by, const char *message)
{
    pthread_mutex_lock(&queue->lock);
    while (queue->state == QUEUE_BREAKING) /* another thread is at it */
        pthread_cond_wait(&queue->broken, &queue->lock);
    if (queue->state == QUEUE_BROKEN) {
        pthread_mutex_unlock(&queue->lock);
        return;
    }
    __atomic_store_n(&queue->state, QUEUE_BREAKING, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&queue->lock);
    /* Nothing of it writes to signals after this. */
    queue->gpu->system->api.hsa_queue_inactivate(queue->hsa);
    pthread_mutex_lock(&queue->lock);
    end_commands(queue, by, message);
    __atomic_store_n(&queue->state, QUEUE_BROKEN, __ATOMIC_RELEASE);
    pthread_cond_broadcast(&queue->broken);
    pthread_mutex_unlock(&queue->lock);
}

void
gpu_queue_break(struct gpu_queue *queue, const char *message)
{
    if (gpu_is_ours(queue->gpu->system, NULL))
        gpu_queue_break_by(queue, GPU_BREAK_QUEUE, message);
}

void
gpu_queue_abandon(struct gpu_queue *queue)
{
    if (gpu_is_ours(queue->gpu->system, NULL))
        gpu_queue_break_by(queue, GPU_BREAK_NOBODY, NULL);
}

bool
gpu_queue_is_broken(const struct gpu_queue *queue)
{
    return __atomic_load_n(&queue->state, __ATOMIC_ACQUIRE) != QUEUE_GOOD;
}

static void
note_fault(struct gpu_system *system, hsa_agent_t agent, const char *message)
{
    for (unsigned i = 0; i < system->gpu_count; i++) {
        struct gpu *gpu = system->gpus[i];
        if (gpu->agent.handle != agent.handle)
            continue;
        pthread_mutex_lock(&gpu->lock);
        snprintf(gpu->fault, sizeof gpu->fault, "%s", message);
        memset(gpu->has_tried, 0, sizeof gpu->has_tried);
        __atomic_store_n(&gpu->has_faulted, true, __ATOMIC_RELEASE);
        pthread_mutex_unlock(&gpu->lock);
    }
}

void
gpu_break_agent(struct gpu_system *system, hsa_agent_t agent, const char *message)
{
    note_fault(system, agent, message);
    pthread_mutex_lock(&system->queues_lock);
    for (struct gpu_queue *queue = system->queues; queue; queue = queue->next)
        if (queue->gpu->agent.handle == agent.handle)
            gpu_queue_break_by(queue, GPU_BREAK_MEMORY, message);
    pthread_mutex_unlock(&system->queues_lock);
    for (unsigned i = 0; i < system->gpu_count; i++)
        if (system->gpus[i]->agent.handle == agent.handle)
            gpu_copies_break(system->gpus[i]);
}

void
gpu_settle_all(struct gpu_system *system)
{
    pthread_mutex_lock(&system->queues_lock);
    for (struct gpu_queue *queue = system->queues; queue; queue = queue->next) {
        pthread_mutex_lock(&queue->lock);
        gpu_commands_settle(queue->commands);
        gpu_commands_retire(&queue->commands, &queue->last);
        pthread_mutex_unlock(&queue->lock);
    }
    pthread_mutex_unlock(&system->queues_lock);
    for (unsigned i = 0; i < system->gpu_count; i++) {
        struct gpu *gpu = system->gpus[i];
        pthread_mutex_lock(&gpu->lock);
        gpu_commands_settle(gpu->copies);
        gpu_commands_retire(&gpu->copies, &gpu->last_copy);
        pthread_mutex_unlock(&gpu->lock);
    }
}

/* ---- making ---- */

static const hsa_amd_queue_priority_t priorities[] = {
    [GPU_PRIORITY_LOW] = HSA_AMD_QUEUE_PRIORITY_LOW,
    [GPU_PRIORITY_NORMAL] = HSA_AMD_QUEUE_PRIORITY_NORMAL,
    [GPU_PRIORITY_HIGH] = HSA_AMD_QUEUE_PRIORITY_HIGH,
};

static bool
set_up(struct gpu_queue *queue, const struct gpu_queue_options *options, char **why)
{
    const struct gpu_system *system = queue->gpu->system;
    const struct hsa_api *api = &system->api;
    hsa_status_t status = HSA_STATUS_SUCCESS;
    if (options->priority != GPU_PRIORITY_NORMAL)
        status = api->hsa_amd_queue_set_priority(queue->hsa, priorities[options->priority]);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "the queue's priority");
    if (options->cu_mask)
        status = api->hsa_amd_queue_cu_set_mask(queue->hsa, options->cu_mask_words * 32,
                                                options->cu_mask);
    if (status != HSA_STATUS_SUCCESS && (int)status != HSA_STATUS_CU_MASK_REDUCED)
        return gpu_refuse_status(system, why, status, "the queue's compute units");
    status = HSA_STATUS_SUCCESS;
    if (options->keeps_times)
        status = api->hsa_amd_profiling_set_profiler_enabled(queue->hsa, true);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "the queue's times");
    return true;
}

static bool
create(struct gpu_queue *queue, const struct gpu_queue_options *options, char **why)
{
    const struct gpu *gpu = queue->gpu;
    const struct hsa_api *api = &gpu->system->api;
    uint32_t size = gpu->queue_size < QUEUE_PACKETS ? gpu->queue_size : QUEUE_PACKETS;
    hsa_status_t status = api->hsa_queue_create(gpu->agent, size, HSA_QUEUE_TYPE_MULTI, on_error,
                                                queue, UINT32_MAX, UINT32_MAX, &queue->hsa);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(gpu->system, why, status, "no queue");
    if (set_up(queue, options, why))
        return true;
    api->hsa_queue_destroy(queue->hsa);
    return false;
}

/* After a fault: does a packet come through? */
static bool
is_alive(struct gpu_queue *queue)
{
    char *why;
    struct gpu_fence *fence = gpu_submit_barrier(queue, NULL, 0, &why);
    bool is_over = fence && gpu_fence_wait(fence, PROBE_NANOSECONDS) == GPU_OVER;
    free(why);
    gpu_fence_release(fence);
    return is_over;
}

bool
gpu_refuse_lost(struct gpu *gpu, char **why)
{
    pthread_mutex_lock(&gpu->lock);
    gpu_refuse(why, "%s is lost to this process since its %s", gpu->info.target->name, gpu->fault);
    pthread_mutex_unlock(&gpu->lock);
    return false;
}

struct gpu_queue *
gpu_queue_new(struct gpu *gpu, const struct gpu_queue_options *options, char **why)
{
    struct gpu_system *system = gpu->system;
    *why = NULL;
    if (!gpu_is_ours(system, why))
        return NULL;
    struct gpu_queue *queue = calloc(1, sizeof *queue);
    if (!queue)
        return NULL;
    queue->gpu = gpu;
    queue->last = &queue->commands;
    queue->keeps_times = options->keeps_times;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->broken, NULL);
    if (!create(queue, options, why)) {
        pthread_mutex_destroy(&queue->lock);
        pthread_cond_destroy(&queue->broken);
        free(queue);
        return NULL;
    }
    pthread_mutex_lock(&system->queues_lock);
    queue->serial = system->serial++;
    queue->next = system->queues;
    system->queues = queue;
    pthread_mutex_unlock(&system->queues_lock);
    if (!__atomic_load_n(&gpu->has_faulted, __ATOMIC_ACQUIRE) || is_alive(queue))
        return queue;
    gpu_queue_break(queue, "the GPU is lost");
    gpu_queue_free(queue);
    gpu_refuse_lost(gpu, why);
    return NULL;
}

/* ---- the end ---- */

/* Until nothing is under way, or the queue breaks. */
static void
drain(struct gpu_queue *queue)
{
    struct gpu_fence *fence;
    do {
        pthread_mutex_lock(&queue->lock);
        while (queue->state == QUEUE_BREAKING)
            pthread_cond_wait(&queue->broken, &queue->lock);
        gpu_commands_retire(&queue->commands, &queue->last);
        fence = queue->commands ? gpu_fence_retain(queue->commands->fence) : NULL;
        pthread_mutex_unlock(&queue->lock);
        if (fence)
            gpu_fence_wait(fence, UINT64_MAX);
        gpu_fence_release(fence);
    } while (fence);
}

static void
leave_list(struct gpu_queue *queue)
{
    struct gpu_system *system = queue->gpu->system;
    pthread_mutex_lock(&system->queues_lock);
    struct gpu_queue **at = &system->queues;
    while (*at != queue)
        at = &(*at)->next;
    *at = queue->next;
    pthread_mutex_unlock(&system->queues_lock);
}

void
gpu_queue_free(struct gpu_queue *queue)
{
    if (!queue || !gpu_is_ours(queue->gpu->system, NULL))
        return; /* of a parent process: it lies where it is */
    drain(queue);
    leave_list(queue);
    /* Waits for a callback that runs. */
    queue->gpu->system->api.hsa_queue_destroy(queue->hsa);
    for (struct kernarg_chunk *chunk = queue->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        gpu_free(queue->gpu->system, chunk->memory);
        free(chunk);
    }
    pthread_mutex_destroy(&queue->lock);
    pthread_cond_destroy(&queue->broken);
    free(queue);
}

/* ---- questions ---- */

uint64_t
gpu_queue_address(const struct gpu_queue *queue)
{
    return (uintptr_t)queue->hsa;
}

void
gpu_queue_apertures(const struct gpu_queue *queue, uint32_t *shared, uint32_t *private)
{
    *shared = amd_queue(queue)->group_segment_aperture_base_hi;
    *private = amd_queue(queue)->private_segment_aperture_base_hi;
}

uint64_t
gpu_queue_write_index(const struct gpu_queue *queue)
{
    return queue->gpu->system->api.hsa_queue_load_write_index_scacquire(queue->hsa);
}
