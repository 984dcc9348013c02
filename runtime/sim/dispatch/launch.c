/* sim_launch: a packet with its kernarg segment, the doorbell, the wait. */
#include "runtime/sim/dispatch/kernarg.h"

enum {
    DYNAMIC_STACK = 16384,
    MAX_GROUP = 1024, /* work-items: 16 waves */
    COMPLETION_EVENT = 1,
    MAX_KERNARG = 1 << 16, /* no OpenCL device offers more than a few kilobytes */
    /* COMPUTE_TMPRING_SIZE.WAVESIZE: 13 bits, in units of 256 dwords for 64 lanes */
    MAX_PRIVATE = 8191 * 1024 / 64,
    /* bits 63:32 of where LDS and scratch are in the flat address space, as GFX9's SRC_SHARED_BASE has them */
    SHARED_BASE = 1 << 16,
    PRIVATE_BASE = 2 << 16,
};

static uint16_t
size_of_group(const struct sim_launch *launch, unsigned d)
{
    return d < launch->dims ? (uint16_t)launch->local[d] : 1;
}

/* The compiler chose registers for groups of that size; the kernel's source can ask for more. */
static void
too_large(struct sim_device *device, const struct sim_kernel *kernel, uint64_t items)
{
    const char *name = kernel->name;
    if (items > MAX_GROUP)
        sim_error(device, "kernel %s takes work-groups of up to %u work-items, not %llu", name,
                  kernel->max_size, (unsigned long long)items);
    sim_error(device,
              "kernel %s takes work-groups of up to %u work-items, not %llu: its attribute "
              "amdgpu_flat_work_group_size(1, %llu) would raise that",
              name, kernel->max_size, (unsigned long long)items, (unsigned long long)items);
}

/* OpenCL 1.2, 5.8; OpenCL 2.0 and later let the last group be smaller unless the program promises
 * otherwise; nobody lets a group be larger than the grid (hsa_kernel_dispatch_packet_t), but the packet processor
 * takes it: AMD's kernels that copy images are launched so. */
static void
check_whole_groups(struct sim_device *device, const struct sim_kernel *kernel,
                   const struct sim_launch *launch)
{
    const char *why = launch->uniform            ? "the launch is uniform"
                      : kernel->uniform          ? "the object asks for uniform work-groups"
                      : kernel->language[0] == 1 ? "it is of a 1.x program"
                                                 : NULL;
    for (unsigned d = 0; d < launch->dims && !launch->partial; d++) {
        uint32_t global = launch->global[d], local = launch->local[d];
        if (local > global)
            sim_error(device,
                      "work-groups of %u work-items are larger than the grid of %u in "
                      "dimension %u",
                      local, global, d);
        if (why && global % local)
            sim_error(
                device,
                "kernel %s: %u work-items in dimension %u are no multiple of the work-group's "
                "%u, and %s",
                kernel->name, global, d, local, why);
    }
}

static void
check_sizes(struct sim_device *device, const struct sim_kernel *kernel,
            const struct sim_launch *launch)
{
    if (launch->dims < 1 || launch->dims > 3)
        sim_error(device, "1 to 3 dimensions are possible, not %u", launch->dims);
    uint64_t items = 1;
    for (unsigned d = 0; d < launch->dims; d++) {
        if (!launch->global[d] || !launch->local[d])
            sim_error(device, "a size of dimension %u is 0", d);
        if (launch->local[d] > UINT16_MAX)
            sim_error(device, "a work-group of %u in one dimension", launch->local[d]);
        items *= launch->local[d];
    }
    for (unsigned d = 0; d < 3; d++)
        if (kernel->required_size[d] && kernel->required_size[d] != size_of_group(launch, d))
            sim_error(device, "kernel %s requires work-groups of (%u,%u,%u)", kernel->name,
                      kernel->required_size[0], kernel->required_size[1], kernel->required_size[2]);
    check_whole_groups(device, kernel, launch);
    if (kernel->max_size && items > kernel->max_size)
        too_large(device, kernel, items);
    if (kernel->kernarg_size > MAX_KERNARG)
        sim_error(device, "kernel %s wants %u bytes of arguments: up to %u are possible",
                  kernel->name, kernel->kernarg_size, MAX_KERNARG);
    if (kernel->private_size > MAX_PRIVATE)
        sim_error(device, "kernel %s wants %u bytes of scratch a work-item: up to %u are possible",
                  kernel->name, kernel->private_size, MAX_PRIVATE);
}

static uint32_t
properties_of(struct sim_device *device, const struct sim_kernel *kernel)
{
    uint32_t properties;
    struct sim_region *region = sim_region_at(device, kernel->descriptor, 64);
    memcpy(&properties, region->bytes + (kernel->descriptor - region->base) + 56, 4);
    return properties;
}

static uint32_t
private_size(struct sim_device *device, const struct sim_kernel *kernel,
             const struct sim_launch *launch)
{
    uint32_t dynamic = kernel->object->has_code_headers ? (uint32_t)KERNEL_CODE_DYNAMIC_CALLSTACK
                                                        : (uint32_t)KERNEL_USES_DYNAMIC_STACK;
    uint32_t size = kernel->private_size;
    if (properties_of(device, kernel) & dynamic)
        size += launch->stack_size ? launch->stack_size : DYNAMIC_STACK;
    return size;
}

static uint32_t
size_of_grid(const struct sim_launch *launch, unsigned d)
{
    return d < launch->dims ? launch->global[d] : 1;
}

/* LLVM widens a scalar load to the aligned 16 bytes around an argument: so a segment is never
 * smaller.  Our objects read only what they declare. */
static uint32_t
kernarg_bytes(const struct sim_device *device, const struct sim_kernel *kernel)
{
    uint32_t size = kernel->kernarg_size ? kernel->kernarg_size : 1;
    return device->foreign ? (size + 15) / 16 * 16 : size;
}

/* A signal that is 1 until the packet has completed, with the mailbox after it in which the packet
 * processor leaves the event. */
static struct amd_signal *
completion_signal(struct sim_device *device)
{
    struct sim_region *region = sim_region_new(device, 2 * sizeof(struct amd_signal), NULL);
    struct amd_signal *signal = (struct amd_signal *)(void *)region->bytes;
    device->signal_address = region->base;
    signal->kind = AMD_SIGNAL_KIND_USER;
    signal->value = 1;
    signal->event_mailbox_ptr = region->base + sizeof *signal;
    signal->event_id = COMPLETION_EVENT;
    return signal;
}

/* The launch with sizes of 1 in dimensions that it has not, if they fit the kernel. */
static struct sim_launch
complete(struct sim_device *device, const struct sim_kernel *kernel, const struct sim_launch *given)
{
    struct sim_launch launch = *given;
    check_sizes(device, kernel, given);
    for (unsigned d = 0; d < 3; d++) {
        launch.global[d] = size_of_grid(given, d);
        launch.local[d] = size_of_group(given, d);
    }
    return launch;
}

static void
run(struct sim_device *device, const struct sim_kernel *kernel, const struct sim_launch *given)
{
    struct sim_launch launch = complete(device, kernel, given);
    device->xnack =
        device->target->generation >= 8 &&
        (kernel->object->xnack || (kernel->object->has_code_headers &&
                                   properties_of(device, kernel) & KERNEL_CODE_XNACK_ENABLED));
    queue_create(device);
    queue_discard(device);
    struct sim_region *region = sim_region_new(device, kernarg_bytes(device, kernel), NULL);
    device->kernarg_address = region->base;
    struct kernarg kernarg = {.device = device,
                              .kernel = kernel,
                              .launch = &launch,
                              .bytes = region->bytes,
                              .given = sim_shadow_of(device, region),
                              .gpu = {device->queue_address, SHARED_BASE, PRIVATE_BASE}};
    kernarg_fill(&kernarg);
    device->partial = launch.partial;
    /* What no argument filled is padding, and marked as uninitialised. */
    for (uint64_t i = 0; i < region->size; i++)
        kernarg.given[i] = kernarg.given[i] ? 0 : 0xFF;
    struct amd_signal *signal = completion_signal(device);
    struct hsa_kernel_dispatch_packet packet = {
        .header = AQL_KERNEL_DISPATCH | AQL_BARRIER_BIT | AQL_ACQUIRE_SYSTEM | AQL_RELEASE_SYSTEM,
        .setup = (uint16_t)launch.dims,
        .workgroup_size_x = (uint16_t)launch.local[0],
        .workgroup_size_y = (uint16_t)launch.local[1],
        .workgroup_size_z = (uint16_t)launch.local[2],
        .grid_size_x = launch.global[0],
        .grid_size_y = launch.global[1],
        .grid_size_z = launch.global[2],
        .private_segment_size = private_size(device, kernel, &launch),
        .group_segment_size = kernarg.lds,
        .kernel_object = kernel->descriptor,
        .kernarg_address = region->base,
        .completion_signal = device->signal_address,
    };
    queue_submit(device, &(union aql_packet){.dispatch = packet});
    aql_process(device);
    device->stats.start = signal->start_ts;
    device->stats.end = signal->end_ts;
    if (__atomic_load_n(&signal->value, __ATOMIC_ACQUIRE) != 0)
        sim_error(device, "the completion signal did not reach 0");
}

static void
check_queue(struct sim_device *device)
{
    if (device->has_host_queue)
        sim_error(device, "the device takes packets of the host's queues");
}

static enum sim_status
launch_guarded(struct sim_device *device, const struct sim_kernel *kernel,
               const struct sim_launch *launch)
{
    enum sim_status status = SIM_OK;
    device->status = SIM_ERROR;
    arena_init(&device->packet_arena, &device->allocator, &device->guard);
    if (setjmp(device->guard.target) == 0) {
        check_queue(device);
        device->kernel = kernel;
        device->launch = launch;
        device->dispatch = NULL;
        device->strict = device->options.strict;
        device->early_exit = device->options.early_exit;
        device->foreign =
            device->options.foreign < 0 ? kernel->object->foreign : device->options.foreign != 0;
        memset(&device->stats, 0, sizeof device->stats);
        wave_begin_clock(device);
        observers_choose(device, wave_run);
        OBSERVE(device, begin_launch, device);
        run(device, kernel, launch);
    } else {
        status = device->status;
        sim_take_message(device);
    }
    arena_free(&device->packet_arena);
    if (device->kernarg_address)
        sim_free(device, device->kernarg_address);
    if (device->signal_address)
        sim_free(device, device->signal_address);
    device->kernarg_address = device->signal_address = 0;
    device->kernel = NULL;
    device->launch = NULL;
    device->dispatch = NULL;
    return status;
}

enum sim_status
sim_launch(struct sim_device *device, const struct sim_kernel *kernel,
           const struct sim_launch *launch)
{
    struct fpenv caller;
    sim_begin_call(device, &caller);
    enum sim_status status = launch_guarded(device, kernel, launch);
    sim_end_call(device);
    return status;
}

/* ---- for another GPU ---- */

enum sim_status
sim_own_gpu(struct sim_device *device, struct sim_gpu *gpu, uint64_t *write_index)
{
    struct fpenv caller;
    enum sim_status status = SIM_ERROR;
    sim_begin_call(device, &caller);
    device->status = SIM_ERROR;
    if (device->target && setjmp(device->guard.target) == 0) {
        queue_create(device);
        queue_enlarge(device);
        *gpu = (struct sim_gpu){device->queue_address, SHARED_BASE, PRIVATE_BASE};
        *write_index = queue_object(device)->write_dispatch_id;
        status = SIM_OK;
    }
    sim_end_call(device);
    return status;
}

static enum sim_status
fill_guarded(struct sim_device *device, const struct sim_kernel *kernel,
             const struct sim_launch *given, const struct sim_gpu *gpu,
             struct sim_arguments *arguments)
{
    device->status = SIM_ERROR;
    if (setjmp(device->guard.target) != 0) {
        sim_take_message(device);
        return device->status;
    }
    struct sim_launch launch = complete(device, kernel, given);
    struct kernarg kernarg = {.device = device,
                              .kernel = kernel,
                              .launch = &launch,
                              .bytes = arguments->bytes,
                              .gpu = *gpu};
    memset(arguments->bytes, 0, kernel->kernarg_size);
    kernarg_fill(&kernarg);
    arguments->group_size = kernarg.lds;
    arguments->private_size = private_size(device, kernel, &launch);
    return SIM_OK;
}

enum sim_status
sim_write_arguments(struct sim_device *device, const struct sim_kernel *kernel,
                    const struct sim_launch *launch, const struct sim_gpu *gpu,
                    struct sim_arguments *arguments)
{
    struct fpenv caller;
    sim_begin_call(device, &caller);
    enum sim_status status = fill_guarded(device, kernel, launch, gpu, arguments);
    sim_end_call(device);
    return status;
}
