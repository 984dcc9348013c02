/* Copies by ROCr's engines. */
#include "runtime/hsa/gpu_private.h"

#include <stdlib.h>

enum { EMPTY_BYTES = 4096 };

/* A copy that fails to begin leaves its signal alone. */
static bool
begin(struct gpu *gpu, void *to, const void *from, size_t size, const struct gpu_command *command,
      char **why)
{
    const struct gpu_system *system = gpu->system;
    hsa_agent_t to_agent = gpu_is_own_memory(gpu, to) ? gpu->agent : system->host;
    hsa_agent_t from_agent = gpu_is_own_memory(gpu, from) ? gpu->agent : system->host;
    if (to_agent.handle == from_agent.handle) /* between two of the host it is this GPU's, too */
        to_agent = from_agent = gpu->agent;
    hsa_signal_t *signals = malloc((command->wait_count + 1) * sizeof *signals);
    if (!signals)
        return false;
    for (unsigned i = 0; i < command->wait_count; i++)
        signals[i] = command->waits[i]->handle;
    hsa_status_t status = system->api.hsa_amd_memory_async_copy(
        to, to_agent, from, from_agent, size, command->wait_count,
        command->wait_count ? signals : NULL, command->fence->signal->handle);
    free(signals);
    return status == HSA_STATUS_SUCCESS || gpu_refuse_status(system, why, status, "no copy");
}

/* ROCr calls a copy of nothing done without telling its signal: one within memory of our own waits as others do. */
static bool
find_empty(struct gpu *gpu, char **why)
{
    pthread_mutex_lock(&gpu->lock);
    if (!gpu->empty)
        gpu->empty = gpu_alloc(gpu, GPU_MEMORY_HOST, EMPTY_BYTES);
    pthread_mutex_unlock(&gpu->lock);
    return gpu->empty || gpu_refuse(why, "no memory of the host");
}

/* In the list before it begins, so that a fault finds it. */
static bool
begin_in_list(struct gpu *gpu, void *to, const void *from, size_t size, struct gpu_command *command,
              char **why)
{
    pthread_mutex_lock(&gpu->lock);
    gpu_commands_retire(&gpu->copies, &gpu->last_copy);
    bool is_good = begin(gpu, to, from, size, command, why);
    if (is_good) {
        *gpu->last_copy = command;
        gpu->last_copy = &command->next;
    }
    pthread_mutex_unlock(&gpu->lock);
    return is_good;
}

struct gpu_fence *
gpu_copy(struct gpu *gpu, void *to, const void *from, size_t size, struct gpu_fence *const *waits,
         unsigned wait_count, char **why)
{
    struct gpu_system *system = gpu->system;
    *why = NULL;
    if (!gpu_is_ours(system, why) || (!size && !find_empty(gpu, why)))
        return NULL;
    if (!size) {
        to = gpu->empty;
        from = (const uint8_t *)gpu->empty + EMPTY_BYTES / 2;
        size = sizeof(uint32_t);
    }
    struct gpu_fence *fence =
        gpu_fence_new(gpu, 0, __atomic_load_n(&system->keeps_copy_times, __ATOMIC_ACQUIRE));
    struct gpu_command *command = fence ? gpu_command_new(fence, waits, wait_count, 0) : NULL;
    if (command && begin_in_list(gpu, to, from, size, command, why))
        return fence;
    if (command)
        gpu_command_free(command);
    gpu_fence_release(fence);
    return NULL;
}

void
gpu_copies_break(struct gpu *gpu, const char *message)
{
    (void)gpu;
    (void)message;
}
