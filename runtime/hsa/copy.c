/* Copies by ROCr's engines. */
#include "runtime/hsa/gpu_private.h"

#include <stdlib.h>

enum { EMPTY_BYTES = 4096 };

/* How long a small copy may take, and any copy, once there was a fault. */
static const uint64_t PROBE_NANOSECONDS = 1000000000, GRACE_NANOSECONDS = 3000000000;

struct copy {
    void *to;
    const void *from;
    size_t size;
    bool is_to_own, is_from_own; /* the GPU's memory, else the host's */
};

/* signals: what it waits for, and one more, its own.  ROCr may wait here, for room in a ring. */
static bool
begin(struct gpu *gpu, const struct copy *copy, const hsa_signal_t *signals, unsigned count,
      char **why)
{
    const struct gpu_system *system = gpu->system;
    hsa_agent_t to_agent = copy->is_to_own ? gpu->agent : system->host;
    hsa_agent_t from_agent = copy->is_from_own ? gpu->agent : system->host;
    if (!copy->is_to_own && !copy->is_from_own) /* between two of the host it is this GPU's, too */
        to_agent = from_agent = gpu->agent;
    hsa_status_t status = system->api.hsa_amd_memory_async_copy(
        copy->to, to_agent, copy->from, from_agent, copy->size, count, count ? signals : NULL,
        signals[count]);
    return status == HSA_STATUS_SUCCESS || gpu_refuse_status(system, why, status, "no copy");
}

static void
list_command(struct gpu *gpu, struct gpu_command *command)
{
    pthread_mutex_lock(&gpu->lock);
    gpu_commands_retire(&gpu->copies, &gpu->last_copy);
    *gpu->last_copy = command;
    gpu->last_copy = &command->next;
    pthread_mutex_unlock(&gpu->lock);
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

static struct gpu_fence *
submit(struct gpu *gpu, const struct copy *copy, struct gpu_fence *const *waits,
       unsigned wait_count, char **why)
{
    bool keeps_times = __atomic_load_n(&gpu->system->keeps_copy_times, __ATOMIC_ACQUIRE);
    struct gpu_fence *fence = gpu_fence_new(gpu, 0, false, keeps_times);
    struct gpu_command *command = fence ? gpu_command_new(fence, waits, wait_count, 0, why) : NULL;
    hsa_signal_t *signals = command ? malloc((wait_count + 1) * sizeof *signals) : NULL;
    if (!signals) {
        if (command)
            gpu_command_free(command);
        gpu_fence_release(fence);
        return NULL;
    }
    unsigned count = command->wait_count;
    for (unsigned i = 0; i < count; i++)
        signals[i] = command->waits[i]->handle;
    signals[count] = fence->signal->handle;
    list_command(gpu, command); /* at once, so that a fault finds it */
    bool is_good = begin(gpu, copy, signals, count, why);
    free(signals);
    if (is_good)
        return fence;
    gpu_fence_end(fence, GPU_LOST, NULL);
    gpu_fence_release(fence);
    return NULL;
}

/* ---- faults ---- */

static bool
has_begun(const struct gpu_command *command)
{
    for (unsigned i = 0; i < command->wait_count; i++)
        if (!gpu_signal_has_ended(command->waits[i]))
            return false;
    return true;
}

/* Those that are left end, as faults: an engine that lives may yet do those that waited for others, and write to their
 * signals. */
static void
end_copies(struct gpu *gpu)
{
    pthread_mutex_lock(&gpu->lock);
    __atomic_store_n(&gpu->has_no_copies, true, __ATOMIC_RELEASE);
    for (struct gpu_command *command = gpu->copies; command; command = command->next) {
        bool never_ran = false;
        struct gpu_signal *signal = gpu_fence_signal(command->fence, &never_ran);
        if (!signal)
            continue;
        signal->is_spoiled = true;
        gpu_fence_end(command->fence, GPU_FAULT, gpu->fault);
        gpu_signal_release(signal);
    }
    gpu_commands_retire(&gpu->copies, &gpu->last_copy);
    pthread_mutex_unlock(&gpu->lock);
}

/* Of the same kind as the copy: does a small one come through? */
static bool
try_copy(struct gpu *gpu, const struct copy *copy)
{
    char *why = NULL;
    struct copy small = *copy;
    void *own = gpu_alloc(gpu, GPU_MEMORY_OWN, EMPTY_BYTES);
    small.size = sizeof(uint32_t);
    small.to = copy->is_to_own ? own : gpu->empty;
    small.from = (const uint8_t *)(copy->is_from_own ? own : gpu->empty) + EMPTY_BYTES / 2;
    struct gpu_fence *fence = own ? submit(gpu, &small, NULL, 0, &why) : NULL;
    bool is_good = fence && gpu_fence_wait(fence, PROBE_NANOSECONDS) == GPU_OVER;
    gpu_fence_release(fence);
    free(why);
    gpu_free(gpu->system, own);
    return is_good;
}

/* After a fault engines may stand still, and nobody says so: each kind is tried once. */
static bool
has_engine(struct gpu *gpu, const struct copy *copy, char **why)
{
    unsigned kind = copy->is_to_own | copy->is_from_own << 1;
    if (__atomic_load_n(&gpu->has_no_copies, __ATOMIC_ACQUIRE))
        return gpu_refuse_lost(gpu, why);
    if (!__atomic_load_n(&gpu->has_faulted, __ATOMIC_ACQUIRE) ||
        __atomic_load_n(&gpu->has_tried[kind], __ATOMIC_ACQUIRE))
        return true;
    if (!find_empty(gpu, why))
        return false;
    if (!try_copy(gpu, copy)) {
        end_copies(gpu);
        return gpu_refuse_lost(gpu, why);
    }
    __atomic_store_n(&gpu->has_tried[kind], true, __ATOMIC_RELEASE);
    return true;
}

/* How many have what they wait for, and are not over. */
static unsigned
count_running(struct gpu *gpu)
{
    unsigned count = 0;
    pthread_mutex_lock(&gpu->lock);
    gpu_commands_settle(gpu->copies);
    gpu_commands_retire(&gpu->copies, &gpu->last_copy);
    for (struct gpu_command *command = gpu->copies; command; command = command->next)
        count += gpu_fence_status(command->fence) == GPU_UNDER_WAY && has_begun(command);
    pthread_mutex_unlock(&gpu->lock);
    return count;
}

/* The fault may have been a kernel's, and engines go on: they have some time for each copy. */
void
gpu_copies_break(struct gpu *gpu)
{
    uint64_t begin = gpu_now();
    for (unsigned before = 0, count; (count = count_running(gpu)); before = count) {
        if (count != before)
            begin = gpu_now();
        if (gpu_now() - begin > GRACE_NANOSECONDS) {
            end_copies(gpu);
            return;
        }
        gpu_sleep(1000000);
    }
}

/* ---- the interface ---- */

struct gpu_fence *
gpu_copy(struct gpu *gpu, void *to, const void *from, size_t size, struct gpu_fence *const *waits,
         unsigned wait_count, char **why)
{
    *why = NULL;
    if (!gpu_is_ours(gpu->system, why) || (!size && !find_empty(gpu, why)))
        return NULL;
    struct copy copy = {to, from, size, false, false};
    if (!size)
        copy = (struct copy){gpu->empty, (const uint8_t *)gpu->empty + EMPTY_BYTES / 2,
                             sizeof(uint32_t), false, false};
    copy.is_to_own = gpu_is_own_memory(gpu, copy.to);
    copy.is_from_own = gpu_is_own_memory(gpu, copy.from);
    if (!has_engine(gpu, &copy, why))
        return NULL;
    return submit(gpu, &copy, waits, wait_count, why);
}
