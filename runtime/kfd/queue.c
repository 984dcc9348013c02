/* Queues: made and ended, and the threads of each GPU that serve them, one for compute and one for copies.
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

void *
kfd_doorbell_of(const struct kfd_queue *queue)
{
    return queue->gpu->doorbells + (size_t)queue->doorbell * DOORBELL_BYTES;
}

/* The index after the last packet that it tells of. */
static uint64_t
read_doorbell(const struct kfd_queue *queue, const struct amd_queue *shared)
{
    enum { DWORDS_SHIFT = 4 };
    const void *doorbell = kfd_doorbell_of(queue);
    uint64_t read = shared->read_dispatch_id;
    unsigned type = kfd_doorbell_type(queue->gpu->target);
    if (type == 2)
        return __atomic_load_n((const uint64_t *)doorbell, __ATOMIC_ACQUIRE) + 1;
    uint32_t value = __atomic_load_n((const uint32_t *)doorbell, __ATOMIC_ACQUIRE);
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
begin_step(struct kfd_processor *processor, struct kfd_queue *queue)
{
    for (; queue; queue = queue->next)
        if (queue->percentage && queue->state != KFD_QUEUE_DEAD)
            break;
    processor->running = queue;
    return queue;
}

/* One packet, or none, of each queue. */
static bool
serve(struct kfd_processor *processor)
{
    bool has_worked = false;
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_queue *queue = begin_step(processor, processor->queues);
    while (queue) {
        pthread_mutex_unlock(&the_kfd.lock);
        has_worked |= processor->step(queue);
        pthread_mutex_lock(&the_kfd.lock);
        struct kfd_queue *next = queue->next;
        processor->running = NULL;
        processor->turns++;
        if (!__atomic_load_n(&the_kfd.is_ending, __ATOMIC_RELAXED))
            __atomic_store_n(&processor->stop, false, __ATOMIC_RELAXED);
        pthread_cond_broadcast(&processor->changed);
        queue = begin_step(processor, next);
    }
    pthread_mutex_unlock(&the_kfd.lock);
    return has_worked;
}

/* Until the_kfd.is_ending. */
static void *
work(void *processor)
{
    for (unsigned idle = 0; !__atomic_load_n(&the_kfd.is_ending, __ATOMIC_RELAXED);) {
        idle = serve(processor) ? 0 : idle + 1;
        if (idle)
            pause_after(idle);
    }
    return NULL;
}

void
kfd_processor_begin(struct kfd_processor *processor, struct kfd_gpu *gpu,
                    bool (*step)(struct kfd_queue *queue))
{
    processor->gpu = gpu;
    processor->step = step;
    pthread_cond_init(&processor->changed, NULL);
}

void
kfd_processor_settle(struct kfd_processor *processor)
{
    uint64_t turns = processor->turns;
    while (processor->running && processor->turns == turns)
        pthread_cond_wait(&processor->changed, &the_kfd.lock);
}

void
kfd_processor_stop(struct kfd_processor *processor)
{
    /* Locked, so that who has not seen is_ending does not take it back: see serve. */
    pthread_mutex_lock(&the_kfd.lock);
    __atomic_store_n(&processor->stop, true, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&the_kfd.lock);
    if (processor->has_thread)
        pthread_join(processor->thread, NULL);
    processor->has_thread = false;
}

void
kfd_processor_end(struct kfd_processor *processor)
{
    kfd_processor_stop(processor);
    for (struct kfd_queue *queue = processor->queues, *next; queue; queue = next) {
        next = queue->next;
        free(queue);
    }
    pthread_cond_destroy(&processor->changed);
}

/* ---- the interface ---- */

static struct kfd_queue *
find_in(const struct kfd_processor *processor, HSA_QUEUEID id)
{
    struct kfd_queue *queue = processor->queues;
    while (queue && queue->id != id)
        queue = queue->next;
    return queue;
}

static struct kfd_queue *
find_queue(HSA_QUEUEID id)
{
    struct kfd_queue *queue = NULL;
    for (unsigned i = 0; i < the_kfd.gpu_count && !queue; i++) {
        queue = find_in(&the_kfd.gpus[i].compute, id);
        queue = queue ? queue : find_in(&the_kfd.gpus[i].copies, id);
    }
    return queue;
}

static bool
make_doorbells(struct kfd_gpu *gpu)
{
    enum { BLOCK = KFD_DOORBELLS * DOORBELL_BYTES };
    HsaMemFlags flags = {.ui32 = {.HostAccess = 1}};
    void *address = NULL;
    pthread_mutex_lock(&the_kfd.lock);
    bool is_made = gpu->doorbells;
    pthread_mutex_unlock(&the_kfd.lock);
    if (is_made)
        return true;
    if (hsaKmtAllocMemory(0, BLOCK, flags, &address) != HSAKMT_STATUS_SUCCESS ||
        kfd_mapped_on(address, gpu->node) != HSAKMT_STATUS_SUCCESS)
        return false;
    pthread_mutex_lock(&the_kfd.lock);
    is_made = gpu->doorbells; /* by another thread, since */
    if (!is_made)
        gpu->doorbells = address;
    pthread_mutex_unlock(&the_kfd.lock);
    if (is_made)
        hsaKmtFreeMemory(address, BLOCK);
    return true;
}

/* The lock is held. */
static unsigned
free_doorbell(const struct kfd_gpu *gpu)
{
    bool is_taken[KFD_DOORBELLS] = {false};
    unsigned index = 0;
    for (const struct kfd_queue *queue = gpu->compute.queues; queue; queue = queue->next)
        is_taken[queue->doorbell] = true;
    for (const struct kfd_queue *queue = gpu->copies.queues; queue; queue = queue->next)
        is_taken[queue->doorbell] = true;
    while (index < KFD_DOORBELLS && is_taken[index])
        index++;
    return index;
}

/* The lock is held. */
static bool
begin_thread(struct kfd_processor *processor)
{
    if (!processor->has_thread)
        processor->has_thread = pthread_create(&processor->thread, NULL, work, processor) == 0;
    return processor->has_thread;
}

/* Is there an engine of the type's kind with room for one more?  The lock is held. */
static bool
has_engine(const struct kfd_gpu *gpu, HSA_QUEUE_TYPE type)
{
    unsigned engines = type == HSA_QUEUE_SDMA        ? gpu->card->sdma_engines
                       : type == HSA_QUEUE_SDMA_XGMI ? gpu->card->sdma_xgmi_engines
                                                     : 0;
    unsigned room = engines * gpu->card->sdma_queues;
    for (const struct kfd_queue *queue = gpu->copies.queues; queue && room; queue = queue->next)
        room -= queue->type == type;
    return type == HSA_QUEUE_COMPUTE_AQL || room;
}

/* Of copies: a power of two. */
static bool
is_ring_size(uint64_t size)
{
    return size >= KFD_PAGE && !(size & (size - 1)) && size <= UINT32_MAX;
}

/* The lock is held. */
static void
begin_queue(struct kfd_queue *queue, HSA_QUEUE_TYPE type, HsaQueueResource *resource)
{
    struct kfd_gpu *gpu = queue->gpu;
    uint64_t *doorbell = kfd_doorbell_of(queue);
    bool tells_last = type == HSA_QUEUE_COMPUTE_AQL && kfd_doorbell_type(gpu->target) == 2;
    *doorbell = tells_last ? ~UINT64_C(0) : 0;
    queue->type = type;
    queue->id = ++the_kfd.last_queue;
    resource->QueueId = queue->id;
    resource->QueueDoorBell = (uintptr_t)doorbell;
    if (type != HSA_QUEUE_COMPUTE_AQL) {
        resource->QueueRptrValue = (uintptr_t)&queue->read;
        resource->QueueWptrValue = (uintptr_t)&queue->write;
    }
    queue->next = queue->processor->queues;
    queue->processor->queues = queue;
}

HSAKMT_STATUS
hsaKmtCreateQueue(HSAuint32 node, HSA_QUEUE_TYPE type, HSAuint32 percentage,
                  HSA_QUEUE_PRIORITY priority, void *ring, HSAuint64 size, HsaEvent *event,
                  HsaQueueResource *resource)
{
    (void)priority;
    (void)event;
    struct kfd_gpu *gpu = kfd_gpu_of(node);
    if (!kfd_is_open())
        return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
    if (!gpu)
        return HSAKMT_STATUS_INVALID_NODE_UNIT;
    bool is_copy = type == HSA_QUEUE_SDMA || type == HSA_QUEUE_SDMA_XGMI;
    if (!is_copy && type != HSA_QUEUE_COMPUTE_AQL)
        return HSAKMT_STATUS_NOT_SUPPORTED;
    if (!ring || !resource || percentage > 100 ||
        !(is_copy ? is_ring_size(size) : resource->Queue_read_ptr_aql != NULL))
        return HSAKMT_STATUS_INVALID_PARAMETER;
    struct kfd_queue *queue = calloc(1, sizeof *queue);
    if (!queue || !make_doorbells(gpu)) {
        free(queue);
        return HSAKMT_STATUS_NO_MEMORY;
    }
    queue->gpu = gpu;
    queue->percentage = percentage;
    queue->processor = is_copy ? &gpu->copies : &gpu->compute;
    if (is_copy) {
        queue->ring = (uintptr_t)ring;
        queue->ring_size = size;
    } else {
        queue->address = resource->QueueRptrValue - offsetof(struct amd_queue, read_dispatch_id);
    }
    pthread_mutex_lock(&the_kfd.lock);
    queue->doorbell = free_doorbell(gpu);
    bool is_good =
        queue->doorbell < KFD_DOORBELLS && has_engine(gpu, type) && begin_thread(queue->processor);
    if (is_good)
        begin_queue(queue, type, resource);
    pthread_mutex_unlock(&the_kfd.lock);
    if (!is_good)
        free(queue);
    return is_good ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_OUT_OF_RESOURCES;
}

/* Its packet, if one runs, ends first; the lock is held. */
static void
take_away(struct kfd_queue *queue)
{
    struct kfd_processor *processor = queue->processor;
    queue->percentage = 0;
    queue->is_going = true;
    while (processor->running == queue) {
        __atomic_store_n(&processor->stop, true, __ATOMIC_RELAXED);
        pthread_cond_wait(&processor->changed, &the_kfd.lock);
    }
    for (struct kfd_queue **link = &processor->queues; *link; link = &(*link)->next)
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
    if (queue && queue->is_going) /* another thread waits for its packet */
        queue = NULL;
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
    if (percentage > 100)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_queue *queue = find_queue(id);
    if (queue && !queue->is_going)
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
