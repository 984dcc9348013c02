/* Compute queues: made and ended, and the thread of each GPU that serves them.
 *
 * A doorbell is memory that the program stores to, so the thread has to look at it: often while there is work,
 * and less and less often when there is none. */
#include "runtime/kfd/packet.h"

#include <stddef.h>
#include <stdlib.h>
#include <time.h>

enum {
    DOORBELL_BYTES = 8,
    LOOKS_AT_ONCE = 200, /* without sleeping between */
    FIRST_SLEEP = 20000, /* ns */
    LAST_SLEEP = 1000000,
};

/* ---- doorbells (AMDGPU Compute ABI; amd_aql_queue.cpp of ROCR-Runtime) ---- */

/* The kind of doorbell, as HSA_CAPABILITY's DoorbellType has it. */
unsigned
kfd_doorbell_type(const struct gcn_target *target)
{
    return target->generation >= 9 ? 2 : target->generation == 8 ? 1 : 0;
}

/* The index after the last packet that it tells of. */
static uint64_t
read_doorbell(const struct kfd_queue *queue, const struct amd_queue *shared)
{
    enum { DWORDS_SHIFT = 4 };
    const uint8_t *doorbell = queue->gpu->doorbells + (size_t)queue->doorbell * DOORBELL_BYTES;
    uint64_t read = shared->read_dispatch_id;
    unsigned type = kfd_doorbell_type(queue->gpu->target);
    if (type == 2)
        return __atomic_load_n((const uint64_t *)(const void *)doorbell, __ATOMIC_ACQUIRE) + 1;
    uint32_t value = __atomic_load_n((const uint32_t *)(const void *)doorbell, __ATOMIC_ACQUIRE);
    if (type == 1)
        return read + (uint32_t)(value - (uint32_t)read);
    uint64_t slots = 2 * (uint64_t)shared->hsa_queue.size; /* the ring is there twice */
    return read + (((value >> DWORDS_SHIFT) - read) & (slots - 1));
}

bool
kfd_queue_has_packet(struct kfd_queue *queue, const struct amd_queue *shared)
{
    uint64_t end = read_doorbell(queue, shared);
    uint64_t limit = shared->read_dispatch_id + shared->hsa_queue.size;
    if (end > queue->end && end <= limit)
        queue->end = end;
    return shared->read_dispatch_id < queue->end;
}

/* ---- the thread ---- */

static void
pause_after(unsigned looks)
{
    if (looks < LOOKS_AT_ONCE) {
        sched_yield();
        return;
    }
    long sleep = FIRST_SLEEP;
    for (unsigned i = LOOKS_AT_ONCE; i < looks && sleep < LAST_SLEEP; i += 16)
        sleep += sleep / 4;
    nanosleep(&(struct timespec){.tv_nsec = sleep < LAST_SLEEP ? sleep : LAST_SLEEP}, NULL);
}

/* The next queue after one that may have something to do, with the lock held; NULL: it was the last. */
static struct kfd_queue *
begin_step(struct kfd_gpu *gpu, struct kfd_queue *queue)
{
    for (; queue; queue = queue->next)
        if (queue->percentage && queue->state != KFD_QUEUE_DEAD)
            break;
    gpu->running = queue;
    return queue;
}

/* One packet, or none, of each queue. */
static bool
serve(struct kfd_gpu *gpu)
{
    bool has_worked = false;
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_queue *queue = begin_step(gpu, gpu->queues);
    while (queue) {
        pthread_mutex_unlock(&the_kfd.lock);
        has_worked |= kfd_queue_step(queue);
        pthread_mutex_lock(&the_kfd.lock);
        struct kfd_queue *next = queue->next;
        gpu->running = NULL;
        if (!__atomic_load_n(&the_kfd.is_ending, __ATOMIC_RELAXED))
            __atomic_store_n(&gpu->stop, false, __ATOMIC_RELAXED);
        pthread_cond_broadcast(&gpu->changed);
        queue = begin_step(gpu, next);
    }
    pthread_mutex_unlock(&the_kfd.lock);
    return has_worked;
}

void *
kfd_processor(void *data)
{
    struct kfd_gpu *gpu = data;
    for (unsigned idle = 0; !__atomic_load_n(&the_kfd.is_ending, __ATOMIC_RELAXED);) {
        idle = serve(gpu) ? 0 : idle + 1;
        if (idle)
            pause_after(idle);
    }
    return NULL;
}

/* ---- the interface ---- */

static struct kfd_queue *
find_queue(HSA_QUEUEID id)
{
    for (unsigned i = 0; i < the_kfd.gpu_count; i++)
        for (struct kfd_queue *queue = the_kfd.gpus[i].queues; queue; queue = queue->next)
            if (queue->id == id)
                return queue;
    return NULL;
}

static bool
make_doorbells(struct kfd_gpu *gpu)
{
    enum { BLOCK = KFD_DOORBELLS * DOORBELL_BYTES };
    HsaMemFlags flags = {.ui32 = {.HostAccess = 1}};
    void *address = NULL;
    if (gpu->doorbells)
        return true;
    if (hsaKmtAllocMemory(0, BLOCK, flags, &address) != HSAKMT_STATUS_SUCCESS ||
        kfd_mapped_on(address, gpu->node) != HSAKMT_STATUS_SUCCESS)
        return false;
    gpu->doorbells = address;
    return true;
}

/* The lock is held. */
static unsigned
free_doorbell(const struct kfd_gpu *gpu)
{
    bool is_taken[KFD_DOORBELLS] = {false};
    unsigned index = 0;
    for (const struct kfd_queue *queue = gpu->queues; queue; queue = queue->next)
        is_taken[queue->doorbell] = true;
    while (index < KFD_DOORBELLS && is_taken[index])
        index++;
    return index;
}

/* The lock is held. */
static bool
begin_thread(struct kfd_gpu *gpu)
{
    if (!gpu->has_thread)
        gpu->has_thread = pthread_create(&gpu->thread, NULL, kfd_processor, gpu) == 0;
    return gpu->has_thread;
}

HSAKMT_STATUS
hsaKmtCreateQueue(HSAuint32 node, HSA_QUEUE_TYPE type, HSAuint32 percentage,
                  HSA_QUEUE_PRIORITY priority, void *ring, HSAuint64 size, HsaEvent *event,
                  HsaQueueResource *resource)
{
    (void)priority;
    (void)size;
    (void)event;
    struct kfd_gpu *gpu = kfd_gpu_of(node);
    if (!kfd_is_open())
        return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
    if (!gpu)
        return HSAKMT_STATUS_INVALID_NODE_UNIT;
    if (type != HSA_QUEUE_COMPUTE_AQL) /* the runtime copies by kernels then */
        return HSAKMT_STATUS_NOT_SUPPORTED;
    if (!ring || !resource || !resource->Queue_read_ptr_aql || percentage > 100)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    struct kfd_queue *queue = calloc(1, sizeof *queue);
    if (!queue || !make_doorbells(gpu)) {
        free(queue);
        return HSAKMT_STATUS_NO_MEMORY;
    }
    queue->gpu = gpu;
    queue->percentage = percentage;
    queue->address = resource->QueueRptrValue - offsetof(struct amd_queue, read_dispatch_id);
    pthread_mutex_lock(&the_kfd.lock);
    queue->doorbell = free_doorbell(gpu);
    bool is_good = queue->doorbell < KFD_DOORBELLS && begin_thread(gpu);
    if (is_good) {
        uint8_t *doorbell = gpu->doorbells + (size_t)queue->doorbell * DOORBELL_BYTES;
        *(uint64_t *)(void *)doorbell = kfd_doorbell_type(gpu->target) == 2 ? ~UINT64_C(0) : 0;
        queue->id = ++the_kfd.last_queue;
        resource->QueueId = queue->id;
        resource->QueueDoorBell = (uintptr_t)doorbell;
        queue->next = gpu->queues;
        gpu->queues = queue;
    }
    pthread_mutex_unlock(&the_kfd.lock);
    if (!is_good)
        free(queue);
    return is_good ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_OUT_OF_RESOURCES;
}

/* Its packet, if one runs, ends first; the lock is held. */
static void
take_away(struct kfd_queue *queue)
{
    struct kfd_gpu *gpu = queue->gpu;
    queue->percentage = 0;
    while (gpu->running == queue) {
        __atomic_store_n(&gpu->stop, true, __ATOMIC_RELAXED);
        pthread_cond_wait(&gpu->changed, &the_kfd.lock);
    }
    for (struct kfd_queue **link = &gpu->queues; *link; link = &(*link)->next)
        if (*link == queue) {
            *link = queue->next;
            break;
        }
}

HSAKMT_STATUS
hsaKmtDestroyQueue(HSA_QUEUEID id)
{
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_queue *queue = find_queue(id);
    if (queue)
        take_away(queue);
    pthread_mutex_unlock(&the_kfd.lock);
    free(queue);
    return queue ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_INVALID_HANDLE;
}

HSAKMT_STATUS
hsaKmtUpdateQueue(HSA_QUEUEID id, HSAuint32 percentage, HSA_QUEUE_PRIORITY priority, void *ring,
                  HSAuint64 size, HsaEvent *event)
{
    (void)priority;
    (void)ring;
    (void)size;
    (void)event;
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_queue *queue = find_queue(id);
    if (queue)
        queue->percentage = percentage;
    pthread_mutex_unlock(&the_kfd.lock);
    return queue ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_INVALID_HANDLE;
}

/* Which compute units it may use changes nothing that a program sees here. */
HSAKMT_STATUS
hsaKmtSetQueueCUMask(HSA_QUEUEID id, HSAuint32 count, HSAuint32 *mask)
{
    if (!count || count % 32 || !mask)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    pthread_mutex_lock(&the_kfd.lock);
    const struct kfd_queue *queue = find_queue(id);
    pthread_mutex_unlock(&the_kfd.lock);
    return queue ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_INVALID_HANDLE;
}
