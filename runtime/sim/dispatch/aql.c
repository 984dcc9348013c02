/* The packet processor: takes packets from the queue's ring up to the doorbell, reads the kernel
 * descriptor and runs the grid, then decrements the completion signal.
 *
 * Packets run one after the other in their order, which is what the barrier bit asks at the least.
 * HSA Platform System Architecture 1.0, 2.9; AMDGPU Compute ABI 0.40; AMDGPUUsage, "Kernel
 * Dispatch". */
#include "runtime/sim/dispatch/dispatch.h"

enum { SIGNAL_ALIGN = 64, KERNARG_ALIGN = 16, BARRIER_CYCLES = 1 };

/* ---- what a packet may hold ---- */

#define REFUSE(device, cause, ...) (sim_blame(device, cause, 0), sim_error(device, __VA_ARGS__))

static void
check_header(struct sim_device *device, uint16_t header)
{
    unsigned acquire = header >> AQL_ACQUIRE_SHIFT & AQL_SCOPE,
             release = header >> AQL_RELEASE_SHIFT & AQL_SCOPE;
    if (header & AQL_RESERVED)
        sim_error(device, "the packet's header 0x%04x has reserved bits", header);
    if (acquire == AQL_SCOPE || release == AQL_SCOPE)
        sim_error(device, "the packet's header 0x%04x has an unknown %s fence scope", header,
                  acquire == AQL_SCOPE ? "acquire" : "release");
}

/* hsa_kernel_dispatch_packet_t: "must be 1" beyond the dimensions, "must not be smaller than" the
 * work-group's size for the grid's. */
static void
check_dimension(struct sim_device *device, unsigned dims, unsigned d, uint32_t grid, uint32_t local)
{
    if (d >= dims && (grid != 1 || local != 1))
        REFUSE(device, SIM_CAUSE_DIMENSIONS,
               "a packet of %u dimensions gives a size in dimension %u", dims, d);
    if (!grid)
        REFUSE(device, SIM_CAUSE_DIMENSIONS, "the grid is empty");
    /* AMD's image library gives its kernels such grids, and the hardware does not care. */
    if (grid < local && !device->has_host_queue && !device->partial)
        REFUSE(device, SIM_CAUSE_DIMENSIONS,
               "the grid of %u in dimension %u is smaller than its work-groups of %u", grid, d,
               local);
}

static void
check_sizes(struct sim_device *device, const struct hsa_kernel_dispatch_packet *packet)
{
    uint64_t items =
        (uint64_t)packet->workgroup_size_x * packet->workgroup_size_y * packet->workgroup_size_z;
    unsigned dims = packet->setup & AQL_SETUP_DIMENSIONS;
    if (!items || items > SIM_MAX_WAVES * SIM_LANES)
        REFUSE(device, items ? SIM_CAUSE_GROUP : SIM_CAUSE_DIMENSIONS,
               "a work-group of %llu work-items: 1 to %u are possible", (unsigned long long)items,
               SIM_MAX_WAVES * SIM_LANES);
    if (!dims)
        REFUSE(device, SIM_CAUSE_DIMENSIONS, "a packet of no dimensions");
    check_dimension(device, dims, 0, packet->grid_size_x, packet->workgroup_size_x);
    check_dimension(device, dims, 1, packet->grid_size_y, packet->workgroup_size_y);
    check_dimension(device, dims, 2, packet->grid_size_z, packet->workgroup_size_z);
}

static void
check_dispatch(struct sim_device *device, const struct hsa_kernel_dispatch_packet *packet)
{
    if (packet->setup & ~AQL_SETUP_DIMENSIONS || packet->reserved0 || packet->reserved2)
        REFUSE(device, SIM_CAUSE_PACKET, "a reserved field of the dispatch packet is not 0");
    check_sizes(device, packet);
    if (packet->kernarg_address % KERNARG_ALIGN)
        REFUSE(device, SIM_CAUSE_PACKET, "the kernarg segment at 0x%llx is not aligned to %u bytes",
               (unsigned long long)packet->kernarg_address, KERNARG_ALIGN);
    if (packet->group_segment_size > device->target->lds_size)
        REFUSE(device, SIM_CAUSE_LDS, "a work-group wants %u bytes of LDS, the device has %u",
               packet->group_segment_size, device->target->lds_size);
}

static struct amd_signal *
user_signal(struct sim_device *device, uint64_t address, const char *what)
{
    struct amd_signal *signal = queue_memory(device, address, sizeof *signal, what);
    if (address % SIGNAL_ALIGN)
        sim_error(device, "the %s at 0x%llx is not aligned to %u bytes", what,
                  (unsigned long long)address, SIGNAL_ALIGN);
    if (signal->kind != AMD_SIGNAL_KIND_USER)
        sim_error(device, "the %s at 0x%llx is of kind %lld, not %d", what,
                  (unsigned long long)address, (long long)signal->kind, AMD_SIGNAL_KIND_USER);
    return signal;
}

/* ---- processing ---- */

static void
dispatch(struct sim_device *device, const struct hsa_kernel_dispatch_packet *packet,
         uint64_t packet_address, uint64_t id)
{
    struct kernel_descriptor descriptor;
    check_dispatch(device, packet);
    sim_blame(device, SIM_CAUSE_CODE, 0); /* until it is known */
    memcpy(&descriptor,
           queue_memory(device, packet->kernel_object, sizeof descriptor, "kernel descriptor"),
           sizeof descriptor);
    uint32_t properties; /* amd_kernel_code_t has 32 bits of them, the descriptor 16 */
    memcpy(&properties,
           queue_memory(device,
                        packet->kernel_object +
                            offsetof(struct kernel_descriptor, kernel_code_properties),
                        4, "kernel descriptor"),
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
    sim_blame(device, SIM_CAUSE_NONE, 0);
    schedule_dispatch(device, &dispatch);
    device->time += device->stats.cycles;
}

/* Where local memory begins is in the segment, not how much of it is the argument's. */
static struct sim_arg
described(const struct sim_arg_info *info, const uint8_t *bytes)
{
    bool is_local = info->kind == SIM_ARG_LOCAL_POINTER;
    return (struct sim_arg){.local = is_local,
                            .bytes = bytes + info->offset,
                            .size = is_local ? SIM_SIZE_UNKNOWN : info->size};
}

/* Arguments and offset as the metadata tell where they are, for messages. */
static void
describe_launch(struct sim_device *device, const struct hsa_kernel_dispatch_packet *packet,
                struct sim_launch *launch)
{
    const struct sim_kernel *kernel = device->kernel;
    *launch = (struct sim_launch){.dims = packet->setup & AQL_SETUP_DIMENSIONS};
    const struct sim_region *region =
        sim_region_at(device, packet->kernarg_address, kernel->kernarg_size);
    if (!region || !kernel->arg_count)
        return;
    const uint8_t *bytes = region->bytes + (packet->kernarg_address - region->base);
    struct sim_arg *args = ARENA_ARRAY(&device->packet_arena, kernel->arg_count, struct sim_arg);
    for (unsigned i = 0; i < kernel->arg_count; i++) {
        const struct sim_arg_info *info = &kernel->args[i];
        unsigned d = info->kind - SIM_ARG_HIDDEN_GLOBAL_OFFSET_X;
        if (info->offset > kernel->kernarg_size || info->size > kernel->kernarg_size - info->offset)
            continue;
        if (d < 3 && info->size == sizeof launch->offset[d])
            memcpy(&launch->offset[d], bytes + info->offset, sizeof launch->offset[d]);
        else if (info->kind < SIM_ARG_HIDDEN_NONE)
            args[launch->arg_count++] = described(info, bytes);
    }
    launch->args = args;
}

/* A packet that a kernel has put into the queue may be of another kernel, and that of another compiler, or compiled to
 * be checked. */
static void
dispatch_any(struct sim_device *device, const struct hsa_kernel_dispatch_packet *packet,
             uint64_t packet_address, uint64_t id)
{
    const struct sim_kernel *outer = device->kernel,
                            *kernel = sim_kernel_of(device, packet->kernel_object);
    const struct sim_launch *outer_launch = device->launch;
    bool foreign = device->foreign;
    struct sim_launch launch;
    if (!kernel || kernel == outer) {
        dispatch(device, packet, packet_address, id);
        return;
    }
    device->kernel = kernel;
    device->foreign =
        device->options.foreign < 0 ? kernel->object->foreign : device->options.foreign != 0;
    describe_launch(device, packet, &launch);
    device->launch = &launch;
    observers_change(device, wave_run);
    dispatch(device, packet, packet_address, id);
    device->kernel = outer;
    device->launch = outer_launch;
    device->foreign = foreign;
    observers_change(device, wave_run);
}

/* All packets before this one have completed; nobody else sets signals while it waits. */
static void
barrier(struct sim_device *device, const struct hsa_barrier_packet *packet, bool all)
{
    unsigned waited = 0, set = 0;
    if (packet->reserved0 || packet->reserved1 || packet->reserved2)
        sim_error(device, "a reserved field of the barrier packet is not 0");
    for (unsigned i = 0; i < 5; i++) {
        if (!packet->dep_signal[i])
            continue;
        waited++;
        set += user_signal(device, packet->dep_signal[i], "dependent signal")->value == 0;
    }
    if (waited && (all ? set < waited : !set))
        sim_error(device, "a barrier-%s packet waits for ever: %u of its %u signals are 0",
                  all ? "and" : "or", set, waited);
    device->time += BARRIER_CYCLES;
}

/* A store to the mailbox, then the interrupt, tell the host which event it was. */
static void
complete(struct sim_device *device, uint64_t address, uint64_t start)
{
    struct amd_signal *signal = user_signal(device, address, "completion signal");
    if (queue_object(device)->queue_properties & AMD_QUEUE_ENABLE_PROFILING) {
        signal->start_ts = start;
        signal->end_ts = device->time;
    }
    __atomic_fetch_sub(&signal->value, 1, __ATOMIC_RELEASE);
    if (!signal->event_mailbox_ptr)
        return;
    uint64_t *mailbox = queue_memory(device, signal->event_mailbox_ptr, 8, "mailbox");
    __atomic_store_n(mailbox, signal->event_id, __ATOMIC_RELEASE);
    if (device->options.interrupt)
        SIM_CALL_BACK(device, device->options.interrupt(device->options.data, signal->event_id));
}

/* The header's fences stand around the packet's work: before it, an acquire of agent or system
 * scope invalidates the vector and scalar caches, after it a release writes them back.  Memory here
 * has no caches, so that there is nothing that could be stale at either. */
static void
process(struct sim_device *device, uint16_t header, const union aql_packet *packet,
        uint64_t address, uint64_t id)
{
    uint64_t start = device->time;
    check_header(device, header);
    switch (header & AQL_HEADER_TYPE) {
    case AQL_KERNEL_DISPATCH:
        dispatch_any(device, &packet->dispatch, address, id);
        break;
    case AQL_BARRIER_AND:
    case AQL_BARRIER_OR:
        barrier(device, &packet->barrier, (header & AQL_HEADER_TYPE) == AQL_BARRIER_AND);
        break;
    case AQL_INVALID:
        sim_error(device, "the doorbell tells of packet %llu, which is not valid yet",
                  (unsigned long long)id);
    case AQL_AGENT_DISPATCH:
        sim_error(device, "an agent dispatch packet: the queue takes kernel dispatches only");
    case AQL_VENDOR_SPECIFIC:
        sim_error(device, "a vendor's packet: only kernel dispatches and barriers are known");
    default:
        sim_error(device, "packet type %u does not exist", header & AQL_HEADER_TYPE);
    }
    if (packet->dispatch.completion_signal)
        complete(device, packet->dispatch.completion_signal, start);
}

void
aql_process(struct sim_device *device)
{
    struct amd_queue *queue = queue_object(device);
    while (queue->read_dispatch_id < queue_end(device)) {
        uint64_t address, id = queue->read_dispatch_id;
        union aql_packet packet;
        uint16_t header = queue_take(device, id, &packet, &address);
        process(device, header, &packet, address, id);
    }
}

/* ---- packets of the host's own queues ---- */

/* A kernel that no adopted object has. */
static const struct sim_kernel *
nameless_kernel(struct arena *arena)
{
    struct sim_object *object = ARENA_NEW(arena, struct sim_object);
    struct sim_kernel *kernel = ARENA_NEW(arena, struct sim_kernel);
    object->version = 4;
    object->foreign = true;
    kernel->name = "?";
    kernel->object = object;
    return kernel;
}

static const struct hsa_kernel_dispatch_packet *
take_packet(struct sim_device *device, const struct sim_packet *packet)
{
    device->queue_address = packet->queue;
    return queue_memory(device, packet->address, sizeof(union aql_packet), "packet");
}

static void
dispatch_hosts(struct sim_device *device, const struct sim_packet *given)
{
    struct sim_launch launch;
    if (device->queue_address && !device->has_host_queue)
        sim_error(device, "the device has a queue of its own");
    device->has_host_queue = true;
    struct hsa_kernel_dispatch_packet packet = *take_packet(device, given);
    const struct sim_kernel *kernel = sim_kernel_of(device, packet.kernel_object);
    device->kernel = kernel ? kernel : nameless_kernel(&device->packet_arena);
    device->stores_code = !kernel;
    device->kernarg_address = packet.kernarg_address;
    device->strict = device->options.strict;
    /* Libraries for HIP, whose objects name no language, count on what barriers do on the hardware. */
    device->early_exit = device->options.early_exit || !device->kernel->language[0];
    device->foreign = device->options.foreign < 0 ? device->kernel->object->foreign
                                                  : device->options.foreign != 0;
    device->xnack = device->target->generation >= 8 && device->kernel->object->xnack;
    describe_launch(device, &packet, &launch);
    device->launch = &launch;
    memset(&device->stats, 0, sizeof device->stats);
    wave_begin_clock(device);
    observers_choose(device, wave_run);
    OBSERVE(device, begin_launch, device);
    device->stats.start = device->time;
    dispatch(device, &packet, given->address, given->id);
    device->stats.end = device->time;
}

enum sim_status
sim_dispatch_packet(struct sim_device *device, const struct sim_packet *packet)
{
    struct fpenv caller;
    enum sim_status status = SIM_OK;
    sim_begin_call(device, &caller);
    device->status = SIM_ERROR;
    sim_blame(device, SIM_CAUSE_NONE, 0);
    arena_init(&device->packet_arena, &device->allocator, &device->guard);
    if (setjmp(device->guard.target) == 0) {
        dispatch_hosts(device, packet);
    } else {
        status = device->status;
        if (device->cause == SIM_CAUSE_NONE)
            device->cause = SIM_CAUSE_CHECK;
        sim_take_message(device);
    }
    arena_free(&device->packet_arena);
    device->kernel = NULL;
    device->launch = NULL;
    device->dispatch = NULL;
    device->kernarg_address = 0;
    sim_end_call(device);
    return status;
}

bool
sim_scratch_missing(struct sim_device *device, const struct sim_packet *packet)
{
    const struct amd_queue *queue = sim_host_pointer(device, packet->queue, sizeof *queue);
    const struct hsa_kernel_dispatch_packet *dispatch =
        sim_host_pointer(device, packet->address, sizeof *dispatch);
    /* Who is asked for scratch divides by the work-group's size: a packet without is refused first. */
    return queue && dispatch && dispatch->workgroup_size_x && dispatch->workgroup_size_y &&
           dispatch->workgroup_size_z &&
           dispatch->private_segment_size > queue->scratch_workitem_byte_size;
}

enum sim_cause
sim_cause(const struct sim_device *device, uint64_t *address)
{
    *address = device->cause_address;
    return device->cause;
}
