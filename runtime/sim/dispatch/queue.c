/* The queue as the host sees it: amd_queue_t, its ring, and the doorbell signal.
 *
 * AMDGPU Compute ABI 0.40, "AMD AQL Queue Object" and "Signal operations in kernel": a doorbell of
 * GFX9 takes the index of the last packet, one of GFX8 the index after it, one of GFX7 the same
 * wrapped to a ring of twice the queue's size and in dwords.  Both older ones are legacy signals:
 * who stores to them holds a lock of the queue and leaves the index in the queue too. */
#include "runtime/sim/dispatch/dispatch.h"

enum {
    RING_PACKETS = 64,
    LARGE_RING = 256, /* for kernels: more than a pass of the scheduler adds (runtime/enqueue) */
    PACKET_DWORDS_SHIFT = 4,
    MAX_CU_ID = 0,
    MAX_WAVE_ID = 39,
};

/* "For GFX8 and earlier systems, only HSA Queue type SINGLE is supported." */
struct doorbell {
    int kind;
    uint32_t queue_type;
    bool in_dwords; /* and the ring is there twice, one copy after the other */
};

static const struct doorbell *
doorbell_of(const struct sim_device *device)
{
    static const struct doorbell gfx7 = {AMD_SIGNAL_KIND_LEGACY, HSA_QUEUE_TYPE_SINGLE, true},
                                 gfx8 = {AMD_SIGNAL_KIND_LEGACY, HSA_QUEUE_TYPE_SINGLE, false},
                                 gfx9 = {AMD_SIGNAL_KIND_DOORBELL, HSA_QUEUE_TYPE_MULTI, false};
    unsigned generation = device->target->generation;
    return generation >= 9 ? &gfx9 : generation == 8 ? &gfx8 : &gfx7;
}

static struct amd_signal *
doorbell_signal(struct sim_device *device)
{
    return queue_memory(device, queue_object(device)->hsa_queue.doorbell_signal,
                        sizeof(struct amd_signal), "doorbell");
}

static uint64_t
ring_slots(const struct sim_device *device, const struct amd_queue *queue)
{
    return (uint64_t)queue->hsa_queue.size << doorbell_of(device)->in_dwords;
}

/* On GFX7 a packet may be in either copy of the ring, which are the same memory mapped twice: kernels write to the one
 * that they like. */
static union aql_packet *
slot_at(struct sim_device *device, uint64_t id, uint64_t *address)
{
    const struct amd_queue *queue = queue_object(device);
    *address = queue->hsa_queue.base_address +
               (id & (ring_slots(device, queue) - 1)) * sizeof(union aql_packet);
    return queue_memory(device, *address, sizeof(union aql_packet), "ring");
}

/* The signal with the doorbell's memory after it. */
static uint64_t
create_doorbell(struct sim_device *device, uint64_t queue)
{
    const struct doorbell *doorbell = doorbell_of(device);
    struct sim_region *region = sim_region_new(device, 2 * sizeof(struct amd_signal), NULL);
    struct amd_signal *signal = (struct amd_signal *)(void *)region->bytes;
    signal->kind = doorbell->kind;
    signal->queue_ptr = queue;
    signal->hardware_doorbell_ptr = region->base + sizeof *signal;
    if (doorbell->kind == AMD_SIGNAL_KIND_DOORBELL)
        memset(signal + 1, 0xFF, 8); /* -1: no packet yet */
    return region->base;
}

static uint64_t
new_ring(struct sim_device *device, uint32_t packets)
{
    uint64_t slots = (uint64_t)packets << doorbell_of(device)->in_dwords;
    struct sim_region *ring = sim_region_new(device, slots * sizeof(union aql_packet), NULL);
    for (unsigned i = 0; i < slots; i++)
        ((union aql_packet *)(void *)ring->bytes)[i].header = AQL_INVALID;
    return ring->base;
}

/* Both documents' alignment of 64 bytes, and that the queue object must not cross 4 GiB, follow
 * from where memory.c puts allocations: at multiples of 4096. */
void
queue_create(struct sim_device *device)
{
    if (device->queue_address)
        return;
    const struct doorbell *doorbell = doorbell_of(device);
    uint64_t ring = new_ring(device, RING_PACKETS);
    struct sim_region *region = sim_region_new(device, sizeof(struct amd_queue), NULL);
    struct amd_queue *queue = (struct amd_queue *)(void *)region->bytes;
    queue->hsa_queue.type = doorbell->queue_type;
    queue->hsa_queue.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH;
    queue->hsa_queue.base_address = ring;
    queue->hsa_queue.doorbell_signal = create_doorbell(device, region->base);
    queue->hsa_queue.size = RING_PACKETS;
    queue->hsa_queue.id = 1;
    queue->group_segment_aperture_base_hi = SIM_LOCAL_APERTURE;
    queue->private_segment_aperture_base_hi = SIM_PRIVATE_APERTURE;
    queue->max_cu_id = MAX_CU_ID;
    queue->max_wave_id = MAX_WAVE_ID;
    queue->read_dispatch_id_field_base_offset = offsetof(struct amd_queue, read_dispatch_id);
    queue->queue_properties = AMD_QUEUE_IS_PTR64 | AMD_QUEUE_ENABLE_PROFILING;
    device->queue_address = region->base;
}

/* Nothing is in it between launches.  A doorbell that wraps with the ring says so of the new one. */
void
queue_enlarge(struct sim_device *device)
{
    struct amd_queue *queue = queue_object(device);
    if (queue->hsa_queue.size >= LARGE_RING)
        return;
    sim_free(device, queue->hsa_queue.base_address);
    queue->hsa_queue.base_address = new_ring(device, LARGE_RING);
    queue->hsa_queue.size = LARGE_RING;
    if (!doorbell_of(device)->in_dwords)
        return;
    uint32_t *hardware =
        queue_memory(device, doorbell_signal(device)->legacy_hardware_doorbell_ptr, 4, "doorbell");
    *hardware = (uint32_t)(queue->read_dispatch_id & (ring_slots(device, queue) - 1))
                << PACKET_DWORDS_SHIFT;
}

/* ---- the doorbell ---- */

static void
ring_legacy(struct sim_device *device, uint64_t index)
{
    struct amd_queue *queue = queue_object(device);
    uint32_t unlocked = 0,
             *hardware = queue_memory(device, doorbell_signal(device)->legacy_hardware_doorbell_ptr,
                                      4, "doorbell");
    if (!__atomic_compare_exchange_n(&queue->legacy_doorbell_lock, &unlocked, 1, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        sim_error(device, "the lock of the queue's doorbell is held by nobody who runs");
    uint64_t value = index + 1;
    if (value > queue->max_legacy_doorbell_dispatch_id_plus_1) {
        queue->max_legacy_doorbell_dispatch_id_plus_1 = value;
        if (doorbell_of(device)->in_dwords)
            value = (value & (ring_slots(device, queue) - 1)) << PACKET_DWORDS_SHIFT;
        __atomic_store_n(hardware, (uint32_t)value, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&queue->legacy_doorbell_lock, 0, __ATOMIC_RELEASE);
}

static void
ring_doorbell(struct sim_device *device, uint64_t index)
{
    if (doorbell_of(device)->kind == AMD_SIGNAL_KIND_LEGACY) {
        ring_legacy(device, index);
        return;
    }
    uint64_t *hardware =
        queue_memory(device, doorbell_signal(device)->hardware_doorbell_ptr, 8, "doorbell");
    __atomic_store_n(hardware, index, __ATOMIC_RELEASE);
}

uint64_t
queue_end(struct sim_device *device)
{
    const struct amd_queue *queue = queue_object(device);
    const struct doorbell *doorbell = doorbell_of(device);
    const void *hardware =
        queue_memory(device, doorbell_signal(device)->hardware_doorbell_ptr, 8, "doorbell");
    if (doorbell->kind == AMD_SIGNAL_KIND_DOORBELL)
        return __atomic_load_n((const uint64_t *)hardware, __ATOMIC_ACQUIRE) + 1;
    uint64_t value = __atomic_load_n((const uint32_t *)hardware, __ATOMIC_ACQUIRE);
    uint64_t read = queue->read_dispatch_id;
    if (!doorbell->in_dwords)
        return read + (uint32_t)(value - read);
    return read + (((value >> PACKET_DWORDS_SHIFT) - read) & (ring_slots(device, queue) - 1));
}

void
queue_discard(struct sim_device *device)
{
    struct amd_queue *queue = queue_object(device);
    uint64_t end = queue_end(device);
    for (; queue->read_dispatch_id < end; queue->read_dispatch_id++) {
        uint64_t address;
        slot_at(device, queue->read_dispatch_id, &address)->header = AQL_INVALID;
        slot_at(device, queue->read_dispatch_id + queue->hsa_queue.size, &address)->header =
            AQL_INVALID;
    }
}

/* Everything but the first dword, then that, released: the processor may look at any time. */
static void
write_slot(union aql_packet *slot, const union aql_packet *packet)
{
    uint32_t first;
    memcpy((char *)slot + 4, (const char *)packet + 4, sizeof *packet - 4);
    memcpy(&first, packet, sizeof first);
    __atomic_store_n((uint32_t *)(void *)slot, first, __ATOMIC_RELEASE);
}

void
queue_submit(struct sim_device *device, const union aql_packet *packet)
{
    struct amd_queue *queue = queue_object(device);
    uint64_t address, index = __atomic_fetch_add(&queue->write_dispatch_id, 1, __ATOMIC_RELAXED);
    if (index - queue->read_dispatch_id >= queue->hsa_queue.size)
        sim_error(device, "the queue is full");
    /* the second copy of GFX7's ring is the same memory mapped again: both change */
    if (doorbell_of(device)->in_dwords)
        write_slot(slot_at(device, index + queue->hsa_queue.size, &address), packet);
    write_slot(slot_at(device, index, &address), packet);
    ring_doorbell(device, index);
}

uint16_t
queue_take(struct sim_device *device, uint64_t id, union aql_packet *packet, uint64_t *address)
{
    struct amd_queue *queue = queue_object(device);
    union aql_packet *slot = slot_at(device, id, address);
    uint16_t header = __atomic_load_n(&slot->header, __ATOMIC_ACQUIRE);
    if (doorbell_of(device)->in_dwords) {
        uint64_t second;
        union aql_packet *copy = slot_at(device, id + queue->hsa_queue.size, &second);
        if ((header & AQL_HEADER_TYPE) == AQL_INVALID)
            header = __atomic_load_n(&copy->header, __ATOMIC_ACQUIRE);
        if ((slot->header & AQL_HEADER_TYPE) == AQL_INVALID)
            *slot = *copy;
        copy->header = AQL_INVALID;
    }
    *packet = *slot;
    slot->header = AQL_INVALID;
    queue->read_dispatch_id = id + 1;
    return header;
}
