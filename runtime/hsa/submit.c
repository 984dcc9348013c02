/* Launches and barriers as AQL packets (HSA Platform System Architecture Specification 1.2, 2.9). */
#include "runtime/hsa/gpu_private.h"

#include <stdlib.h>
#include <string.h>

enum {
    PACKET_BYTES = 64,
    PACKET_SIGNALS = 5,              /* of a barrier-and packet */
    MAX_WAITS = 64 * PACKET_SIGNALS, /* of one command */
    MIN_ALIGN = 64,
    CHUNK_BYTES = 64 << 10,
};

/* ---- arguments ---- */

static struct kernarg_chunk *
chunk_new(struct gpu *gpu, size_t size)
{
    struct kernarg_chunk *chunk = calloc(1, sizeof *chunk);
    if (!chunk)
        return NULL;
    chunk->size = size > CHUNK_BYTES ? size : CHUNK_BYTES;
    chunk->memory = gpu_alloc(gpu, GPU_MEMORY_KERNARG, chunk->size);
    if (!chunk->memory) {
        free(chunk);
        return NULL;
    }
    return chunk;
}

/* The first chunk is filled from its begin; when it is full, one of which nothing runs any more becomes the first, or
 * a new one.  With the queue's lock. */
static struct kernarg_chunk *
chunk_with_room(struct gpu_queue *queue, size_t size, size_t align)
{
    struct kernarg_chunk **at = &queue->chunks, *chunk = *at;
    for (; chunk; at = &chunk->next, chunk = *at) {
        if (!chunk->live)
            chunk->used = 0;
        chunk->used = (chunk->used + align - 1) / align * align;
        bool may_be_filled = chunk == queue->chunks || !chunk->live;
        if (may_be_filled && chunk->used <= chunk->size && size <= chunk->size - chunk->used)
            break;
    }
    if (chunk)
        *at = chunk->next;
    else if (!(chunk = chunk_new(queue->gpu, size)))
        return NULL;
    chunk->next = queue->chunks;
    queue->chunks = chunk;
    return chunk;
}

static void *
put_arguments(struct gpu_queue *queue, const struct gpu_launch *launch, struct gpu_command *command)
{
    size_t size = launch->kernel->kernarg_size ? launch->kernel->kernarg_size : 1;
    size_t align = launch->kernel->kernarg_align;
    struct kernarg_chunk *chunk =
        chunk_with_room(queue, size, align > MIN_ALIGN ? align : MIN_ALIGN);
    if (!chunk)
        return NULL;
    uint8_t *arguments = chunk->memory + chunk->used;
    if (launch->kernel->kernarg_size)
        memcpy(arguments, launch->arguments, launch->kernel->kernarg_size);
    chunk->used += size;
    chunk->live++;
    command->chunk = chunk;
    return arguments;
}

/* ---- packets ---- */

static uint16_t
header_of(hsa_packet_type_t type, bool is_ordered, hsa_fence_scope_t scope)
{
    return (uint16_t)(type << HSA_PACKET_HEADER_TYPE | is_ordered << HSA_PACKET_HEADER_BARRIER |
                      scope << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
                      scope << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE);
}

/* The next slot; the packet becomes the processor's with its first word, which says what it is. */
static void
put_packet(struct gpu_queue *queue, const void *packet, uint16_t header, uint16_t setup)
{
    uint64_t index = queue->write++ & (queue->hsa->size - 1);
    uint8_t *slot = (uint8_t *)queue->hsa->base_address + index * PACKET_BYTES;
    uint32_t first = header | (uint32_t)setup << 16;
    memcpy(slot + sizeof first, (const uint8_t *)packet + sizeof first,
           PACKET_BYTES - sizeof first);
    __atomic_store_n((uint32_t *)(void *)slot, first, __ATOMIC_RELEASE);
}

/* Barriers for all waits; the last one, if it is the command itself, tells the signal.  The processor launches nothing of what
 * is behind one before that is over. */
static void
put_barriers(struct gpu_queue *queue, const struct gpu_command *command, hsa_signal_t signal)
{
    unsigned at = 0;
    do {
        hsa_barrier_and_packet_t packet = {0};
        for (unsigned i = 0; i < PACKET_SIGNALS && at < command->wait_count; i++)
            packet.dep_signal[i] = command->waits[at++]->handle;
        bool is_last = at >= command->wait_count && signal.handle;
        if (is_last)
            packet.completion_signal = signal;
        put_packet(queue, &packet,
                   header_of(HSA_PACKET_TYPE_BARRIER_AND, is_last,
                             is_last ? HSA_FENCE_SCOPE_SYSTEM : HSA_FENCE_SCOPE_NONE),
                   0);
    } while (at < command->wait_count);
}

/* A packet's work-group is not larger than its grid (hsa.h): get_enqueued_local_size is what there is of a larger one
 * that the program asks for. */
static uint16_t
size_of_group(const struct gpu_launch *launch, unsigned d)
{
    return (uint16_t)(launch->local[d] < launch->global[d] ? launch->local[d] : launch->global[d]);
}

static void
put_launch(struct gpu_queue *queue, const struct gpu_launch *launch, void *arguments,
           hsa_signal_t signal)
{
    const struct gpu_kernel *kernel = launch->kernel;
    hsa_kernel_dispatch_packet_t packet = {
        .workgroup_size_x = size_of_group(launch, 0),
        .workgroup_size_y = size_of_group(launch, 1),
        .workgroup_size_z = size_of_group(launch, 2),
        .grid_size_x = launch->global[0],
        .grid_size_y = launch->global[1],
        .grid_size_z = launch->global[2],
        .private_segment_size = launch->private_size ? launch->private_size : kernel->private_size,
        .group_segment_size = launch->group_size,
        .kernel_object = kernel->handle,
        .kernarg_address = arguments,
        .completion_signal = signal,
    };
    put_packet(
        queue, &packet,
        header_of(HSA_PACKET_TYPE_KERNEL_DISPATCH, !launch->is_unordered, HSA_FENCE_SCOPE_SYSTEM),
        (uint16_t)(launch->dims << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS));
}

/* ---- commands ---- */

/* Waits, with the lock given up, until so many packets have room.  false: the queue broke. */
static bool
wait_for_room(struct gpu_queue *queue, unsigned packets)
{
    const struct hsa_api *api = &queue->gpu->system->api;
    while (queue->state == QUEUE_GOOD) {
        gpu_commands_retire(&queue->commands, &queue->last);
        uint64_t used = queue->write - api->hsa_queue_load_read_index_scacquire(queue->hsa);
        if (used + packets <= queue->hsa->size)
            return true;
        struct gpu_fence *oldest =
            queue->commands ? gpu_fence_retain(queue->commands->fence) : NULL;
        pthread_mutex_unlock(&queue->lock);
        if (oldest)
            gpu_fence_wait(oldest, 1000000);
        gpu_fence_release(oldest);
        pthread_mutex_lock(&queue->lock);
    }
    return false;
}

/* With its lock.  false: *why. */
static bool
enqueue(struct gpu_queue *queue, const struct gpu_launch *launch, struct gpu_command *command,
        hsa_signal_t signal, char **why)
{
    const struct hsa_api *api = &queue->gpu->system->api;
    unsigned barriers = (command->wait_count + PACKET_SIGNALS - 1) / PACKET_SIGNALS;
    unsigned packets = launch ? barriers + 1 : barriers ? barriers : 1;
    void *arguments = NULL;
    if (!wait_for_room(queue, packets))
        return gpu_refuse(why, "the queue is broken");
    if (launch && !(arguments = put_arguments(queue, launch, command)))
        return gpu_refuse(why, "no memory for the kernel's arguments");
    api->hsa_queue_add_write_index_scacq_screl(queue->hsa, packets);
    if (!launch)
        put_barriers(queue, command, signal);
    else if (command->wait_count)
        put_barriers(queue, command, (hsa_signal_t){0});
    if (launch)
        put_launch(queue, launch, arguments, signal);
    command->packet = queue->write - 1;
    *queue->last = command;
    queue->last = &command->next;
    api->hsa_signal_store_screlease(queue->hsa->doorbell_signal, (int64_t)command->packet);
    return true;
}

/* launch NULL: a barrier. */
static struct gpu_fence *
submit(struct gpu_queue *queue, const struct gpu_launch *launch, struct gpu_fence *const *waits,
       unsigned wait_count, char **why)
{
    struct gpu *gpu = queue->gpu;
    bool is_ordered = !launch || !launch->is_unordered, is_quiet = launch && launch->is_quiet;
    struct gpu_fence *fence = gpu_fence_new(gpu, queue->serial, is_quiet, queue->keeps_times);
    if (!fence)
        return NULL;
    struct gpu_command *command =
        gpu_command_new(fence, waits, wait_count, is_ordered ? queue->serial : 0, why);
    if (!command) {
        gpu_fence_release(fence);
        return NULL;
    }
    hsa_signal_t signal = fence->signal->handle;
    pthread_mutex_lock(&queue->lock);
    bool is_good = enqueue(queue, launch, command, signal, why);
    if (!is_good)
        gpu_command_free(command);
    pthread_mutex_unlock(&queue->lock);
    if (is_good)
        return fence;
    gpu_fence_release(fence);
    return NULL;
}

/* The packets before a command hold the queue up as its own would: of very many waits, most are others'. */
static struct gpu_fence *
submit_all(struct gpu_queue *queue, const struct gpu_launch *launch, struct gpu_fence *const *waits,
           unsigned wait_count, char **why)
{
    *why = NULL;
    if (!gpu_is_ours(queue->gpu->system, why))
        return NULL;
    while (wait_count > MAX_WAITS) {
        struct gpu_fence *fence = submit(queue, NULL, waits, MAX_WAITS, why);
        if (!fence)
            return NULL;
        gpu_fence_release(fence);
        waits += MAX_WAITS;
        wait_count -= MAX_WAITS;
    }
    return submit(queue, launch, waits, wait_count, why);
}

struct gpu_fence *
gpu_submit(struct gpu_queue *queue, const struct gpu_launch *launch, struct gpu_fence *const *waits,
           unsigned wait_count, char **why)
{
    return submit_all(queue, launch, waits, wait_count, why);
}

struct gpu_fence *
gpu_submit_barrier(struct gpu_queue *queue, struct gpu_fence *const *waits, unsigned wait_count,
                   char **why)
{
    return submit_all(queue, NULL, waits, wait_count, why);
}

/* It has begun, for all that the host can know: its packet is 0. */
struct gpu_fence *
gpu_expect(struct gpu_queue *queue, uint64_t *signal, char **why)
{
    *why = NULL;
    if (!gpu_is_ours(queue->gpu->system, why))
        return NULL;
    struct gpu_fence *fence = gpu_fence_new(queue->gpu, queue->serial, true, false);
    struct gpu_command *command = fence ? gpu_command_new(fence, NULL, 0, 0, why) : NULL;
    if (!command) {
        gpu_fence_release(fence);
        return NULL;
    }
    *signal = fence->signal->handle.handle;
    pthread_mutex_lock(&queue->lock);
    gpu_commands_retire(&queue->commands, &queue->last);
    bool is_good = queue->state == QUEUE_GOOD || gpu_refuse(why, "the queue is broken");
    if (is_good) {
        *queue->last = command;
        queue->last = &command->next;
    }
    pthread_mutex_unlock(&queue->lock);
    if (is_good)
        return fence;
    gpu_command_free(command);
    gpu_fence_release(fence);
    return NULL;
}
