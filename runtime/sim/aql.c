/* The queue and its packet processor.
 *
 * A packet is written into the ring of an amd_queue_t, its header released, the doorbell signal set
 * to its index; the packet processor takes packets up to the doorbell, reads the kernel descriptor
 * and runs the grid, then decrements the completion signal.  AMDGPU Compute ABI 0.40; AMDGPUUsage,
 * "Kernel Dispatch". */
#include "runtime/sim/sim_internal.h"

enum { RING_PACKETS = 64, MAX_CU_ID = 0, MAX_WAVE_ID = 39 };

static void *
at(struct sim_device *device, uint64_t address, uint64_t size, const char *what)
{
    struct sim_region *region = sim_region_at(device, address, size);
    if (!region)
        sim_error(device, "the packet processor finds no %s at 0x%llx", what,
                  (unsigned long long)address);
    return region->bytes + (address - region->base);
}

void
aql_create_queue(struct sim_device *device)
{
    if (device->queue_address)
        return;
    device->ring_address =
        sim_region_new(device, RING_PACKETS * sizeof(struct hsa_kernel_dispatch_packet), NULL)
            ->base;
    struct sim_region *doorbell = sim_region_new(device, sizeof(struct amd_signal), NULL);
    struct sim_region *region = sim_region_new(device, sizeof(struct amd_queue), NULL);
    struct amd_queue *queue = (struct amd_queue *)(void *)region->bytes;
    struct amd_signal *signal = (struct amd_signal *)(void *)doorbell->bytes;
    for (unsigned i = 0; i < RING_PACKETS; i++) {
        struct hsa_kernel_dispatch_packet *packet =
            at(device, device->ring_address + i * sizeof *packet, sizeof *packet, "ring");
        packet->header = AQL_INVALID;
    }
    queue->hsa_queue.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH;
    queue->hsa_queue.base_address = device->ring_address;
    queue->hsa_queue.doorbell_signal = doorbell->base;
    queue->hsa_queue.size = RING_PACKETS;
    queue->hsa_queue.id = 1;
    queue->group_segment_aperture_base_hi = 1u << 16;
    queue->private_segment_aperture_base_hi = 2u << 16;
    queue->max_cu_id = MAX_CU_ID;
    queue->max_wave_id = MAX_WAVE_ID;
    queue->read_dispatch_id_field_base_offset = offsetof(struct amd_queue, read_dispatch_id);
    signal->kind = AMD_SIGNAL_KIND_DOORBELL;
    signal->queue_ptr = region->base;
    signal->value = -1;
    device->doorbell_address = doorbell->base;
    device->queue_address = region->base;
}

void
aql_submit(struct sim_device *device, const struct hsa_kernel_dispatch_packet *packet)
{
    struct amd_queue *queue = at(device, device->queue_address, sizeof(struct amd_queue), "queue");
    uint64_t index = __atomic_fetch_add(&queue->write_dispatch_id, 1, __ATOMIC_RELAXED);
    if (index - queue->read_dispatch_id >= queue->hsa_queue.size)
        sim_error(device, "the queue is full");
    struct hsa_kernel_dispatch_packet *slot =
        at(device, queue->hsa_queue.base_address + index % queue->hsa_queue.size * sizeof *packet,
           sizeof *packet, "ring");
    /* Everything but the first dword, then that, released: the processor may look at any time. */
    memcpy((char *)slot + 4, (const char *)packet + 4, sizeof *packet - 4);
    uint32_t first;
    memcpy(&first, packet, sizeof first);
    __atomic_store_n((uint32_t *)(void *)slot, first, __ATOMIC_RELEASE);
    struct amd_signal *doorbell =
        at(device, queue->hsa_queue.doorbell_signal, sizeof(struct amd_signal), "doorbell");
    __atomic_store_n(&doorbell->value, (int64_t)index, __ATOMIC_RELEASE);
}

static void
check_packet(struct sim_device *device, const struct hsa_kernel_dispatch_packet *packet)
{
    uint64_t items =
        (uint64_t)packet->workgroup_size_x * packet->workgroup_size_y * packet->workgroup_size_z;
    if (!items || items > SIM_MAX_WAVES * SIM_LANES)
        sim_error(device, "a work-group of %llu work-items: 1 to %u are possible",
                  (unsigned long long)items, SIM_MAX_WAVES * SIM_LANES);
    if (!packet->grid_size_x || !packet->grid_size_y || !packet->grid_size_z)
        sim_error(device, "the grid is empty");
    if (packet->group_segment_size > device->target->lds_size)
        sim_error(device, "a work-group wants %u bytes of LDS, the device has %u",
                  packet->group_segment_size, device->target->lds_size);
}

static void
dispatch(struct sim_device *device, const struct hsa_kernel_dispatch_packet *packet,
         uint64_t packet_address, uint64_t id)
{
    struct kernel_descriptor descriptor;
    check_packet(device, packet);
    memcpy(&descriptor, at(device, packet->kernel_object, sizeof descriptor, "kernel descriptor"),
           sizeof descriptor);
    uint32_t properties;
    memcpy(&properties,
           at(device,
              packet->kernel_object + offsetof(struct kernel_descriptor, kernel_code_properties), 4,
              "kernel descriptor"),
           sizeof properties);
    struct sim_dispatch dispatch = {
        .packet = *packet,
        .packet_address = packet_address,
        .dispatch_id = id,
        .entry = packet->kernel_object + (uint64_t)descriptor.kernel_code_entry_byte_offset,
        .rsrc1 = descriptor.compute_pgm_rsrc1,
        .rsrc2 = descriptor.compute_pgm_rsrc2,
        .rsrc3 = descriptor.compute_pgm_rsrc3,
        .properties = properties,
        .grid = {packet->grid_size_x, packet->grid_size_y, packet->grid_size_z},
        .local = {packet->workgroup_size_x, packet->workgroup_size_y, packet->workgroup_size_z},
    };
    if (dispatch.entry & 255)
        sim_error(device, "the entry point is not aligned to 256 bytes");
    wave_run_dispatch(device, &dispatch);
}

void
aql_process(struct sim_device *device)
{
    struct amd_queue *queue = at(device, device->queue_address, sizeof(struct amd_queue), "queue");
    struct amd_signal *doorbell =
        at(device, queue->hsa_queue.doorbell_signal, sizeof(struct amd_signal), "doorbell");
    while ((int64_t)queue->read_dispatch_id <=
           __atomic_load_n(&doorbell->value, __ATOMIC_ACQUIRE)) {
        uint64_t id = queue->read_dispatch_id;
        uint64_t address = queue->hsa_queue.base_address +
                           id % queue->hsa_queue.size * sizeof(struct hsa_kernel_dispatch_packet);
        struct hsa_kernel_dispatch_packet *slot = at(device, address, sizeof *slot, "ring");
        uint16_t header = __atomic_load_n(&slot->header, __ATOMIC_ACQUIRE);
        struct hsa_kernel_dispatch_packet packet = *slot;
        /* The slot is free again even if the kernel faults; its contents stay for the kernel. */
        slot->header = AQL_INVALID;
        queue->read_dispatch_id = id + 1;
        if ((header & AQL_HEADER_TYPE) != AQL_KERNEL_DISPATCH)
            sim_error(device, "packet type %u is not a kernel dispatch", header & AQL_HEADER_TYPE);
        dispatch(device, &packet, address, id);
        if (packet.completion_signal) {
            struct amd_signal *done =
                at(device, packet.completion_signal, sizeof *done, "completion signal");
            __atomic_fetch_sub(&done->value, 1, __ATOMIC_RELEASE);
        }
    }
}
