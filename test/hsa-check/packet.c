/* The fields of packets (hsa.h, "Architected Queuing Language"; HSA Platform System Architecture Specification 1.2,
 * 2.9), as they are when the doorbell rings. */
#include "test/hsa-check/check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

union packet {
    uint16_t header;
    uint8_t bytes[64];
    hsa_kernel_dispatch_packet_t dispatch;
    hsa_barrier_and_packet_t barrier;
    hsa_amd_barrier_value_packet_t value;
};
_Static_assert(sizeof(union packet) == 64, "a slot of a ring");

struct look {
    struct call *call;
    const struct object *queue;
    union packet packet;
    struct work *work;
};

/* "packet 7: ..." */
static void __attribute__((format(printf, 2, 3)))
wrong(const struct look *look, const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    misuse(look->call, "packet %" PRIu64 ": %s", look->work->index, text);
}

/* ---- signals ---- */

static struct object *
signal_in(const struct look *look, const char *what, uint64_t handle)
{
    char text[64];
    snprintf(text, sizeof text, "packet %" PRIu64 ": its %s", look->work->index, what);
    struct object *signal = handle ? object_wanted(look->call, text, KIND_SIGNAL, handle) : NULL;
    if (!signal || !signal->signal.rings)
        return signal;
    wrong(look, "its %ssignal is a doorbell", what);
    return NULL;
}

/* ---- dispatches ---- */

static void
check_sizes(const struct look *look)
{
    const hsa_kernel_dispatch_packet_t *p = &look->packet.dispatch;
    const struct agent *agent = &look->queue->owner->agent;
    const uint32_t grid[3] = {p->grid_size_x, p->grid_size_y, p->grid_size_z};
    const uint16_t group[3] = {p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z};
    unsigned dimensions = p->setup & 3, before = look->call->told;
    if (!dimensions) {
        wrong(look, "it has 0 dimensions");
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        if (!grid[i] || !group[i])
            wrong(look, "size %u of its %s is 0", i, grid[i] ? "group" : "grid");
        else if (i >= dimensions && (grid[i] != 1 || group[i] != 1))
            wrong(look, "size %u is not 1 in %u dimensions", i, dimensions);
        else if (group[i] > grid[i])
            wrong(look, "size %u of its group, %u, is larger than the grid's, %u", i, group[i],
                  grid[i]);
        if (group[i] > agent->max_group_dim[i])
            wrong(look, "size %u of its group, %u, is more than %u", i, group[i],
                  agent->max_group_dim[i]);
    }
    if ((unsigned __int128)grid[0] * grid[1] * grid[2] > agent->max_grid)
        wrong(look, "its grid of %ux%ux%u is more than %u", grid[0], grid[1], grid[2],
              agent->max_grid);
    if (look->call->told == before && (uint64_t)group[0] * group[1] * group[2] > agent->max_group)
        wrong(look, "its group of %ux%ux%u is more than %u", group[0], group[1], group[2],
              agent->max_group);
}

static void
check_object(const struct look *look, size_t offset, const struct object *object)
{
    if (!object->is_live)
        wrong(look, "the argument at byte %zu is an %s that was destroyed", offset,
              object_name(object->kind));
    else if (object->owner != look->queue->owner)
        wrong(look, "the argument at byte %zu is an %s of another agent", offset,
              object_name(object->kind));
    work_use(look->work, object->handle);
    if (object->memory)
        work_use(look->work, object->memory);
}

/* An argument, if it is an address of memory, or an image or sampler: those are at addresses, too, which may be a
 * program's memory later. */
static void
check_word(const struct look *look, size_t offset, uint64_t word)
{
    uint32_t bit = UINT32_C(1) << look->queue->owner->agent.index;
    const struct range *range = range_of(word);
    const struct object *object = object_find(KIND_IMAGE, word);
    if (!object || !object->is_live)
        object =
            object_live(KIND_SAMPLER, word) || !object ? object_find(KIND_SAMPLER, word) : object;
    if (object && (object->is_live || !range)) {
        check_object(look, offset, object);
        return;
    }
    if (range) {
        work_use(look->work, range->start);
        if (!(range->agents & bit))
            wrong(look, "the argument at byte %zu is memory that the agent may not use", offset);
    } else if (lock_of(word))
        wrong(look, "the argument at byte %zu is where the program sees locked memory, not GPUs",
              offset);
}

static void
check_arguments(const struct look *look, const struct kernel *kernel)
{
    uintptr_t at = (uintptr_t)look->packet.dispatch.kernarg_address;
    uint32_t bit = UINT32_C(1) << look->queue->owner->agent.index;
    const struct range *range = range_of(at);
    size_t align = kernel->kernarg_align > 16 ? kernel->kernarg_align : 16;
    if (!kernel->kernarg_size)
        return;
    if (at % align)
        wrong(look, "its arguments are not aligned to %zu", align);
    if (!range)
        wrong(look, "its arguments at 0x%" PRIxPTR " are in no memory that GPUs see", at);
    else if (kernel->kernarg_size > range->start + range->size - at)
        wrong(look, "its %u bytes of arguments end after their memory", kernel->kernarg_size);
    else if (!range->pool || !range->pool->pool.is_kernarg)
        wrong(look, "its arguments are in memory of a pool that is not for arguments");
    else if (!(range->agents & bit))
        wrong(look, "its arguments are in memory that the agent may not use");
    if (!range || kernel->kernarg_size > range->start + range->size - at)
        return;
    work_use(look->work, range->start);
    if (!range_is_readable(range))
        return;
    look->work->kernarg = (const void *)at;
    look->work->kernarg_size = kernel->kernarg_size;
    for (size_t offset = 0; offset + 8 <= kernel->kernarg_size; offset += 8) {
        uint64_t word;
        memcpy(&word, (const uint8_t *)look->work->kernarg + offset, sizeof word);
        check_word(look, offset, word);
    }
}

static void
check_dispatch(const struct look *look)
{
    const hsa_kernel_dispatch_packet_t *p = &look->packet.dispatch;
    const struct agent *agent = &look->queue->owner->agent;
    const struct object *kernel = object_find(KIND_KERNEL, p->kernel_object);
    if (p->setup >> 2 || p->reserved0 || p->reserved2)
        wrong(look, "a reserved field is not 0");
    check_sizes(look);
    if (agent->max_lds && p->group_segment_size > agent->max_lds)
        wrong(look, "%u bytes of its group segment are more than %u", p->group_segment_size,
              agent->max_lds);
    if (!kernel)
        wrong(look, "kernel object 0x%" PRIx64 " is none that a symbol gave", p->kernel_object);
    else if (!kernel->is_live)
        wrong(look, "the executable of kernel object 0x%" PRIx64 " was destroyed",
              p->kernel_object);
    if (!kernel || !kernel->is_live)
        return;
    if (kernel->kernel.agent != look->queue->owner->handle)
        wrong(look, "its kernel is of another agent");
    if (p->group_segment_size < kernel->kernel.group)
        wrong(look, "its group segment of %u bytes is less than the kernel's %u",
              p->group_segment_size, kernel->kernel.group);
    if (p->private_segment_size < kernel->kernel.private)
        wrong(look, "its private segment of %u bytes is less than the kernel's %u",
              p->private_segment_size, kernel->kernel.private);
    look->work->executable = kernel->owner;
    check_arguments(look, &kernel->kernel);
}

/* ---- barriers ---- */

static void
check_barrier(const struct look *look)
{
    const hsa_barrier_and_packet_t *p = &look->packet.barrier;
    if (p->reserved0 || p->reserved1 || p->reserved2)
        wrong(look, "a reserved field is not 0");
    for (unsigned i = 0; i < 5; i++) {
        struct object *signal = signal_in(look, "dependent ", p->dep_signal[i].handle);
        if (signal)
            work_wait(look->work, signal);
        if (signal && signal->handle == p->completion_signal.handle)
            wrong(look, "it waits for its own completion signal");
    }
}

/* A barrier on a signal's value (hsa_ext_amd.h), which is the only packet of AMD's own for programs. */
static void
check_vendor(const struct look *look)
{
    const hsa_amd_barrier_value_packet_t *p = &look->packet.value;
    if (p->header.AmdFormat != HSA_AMD_PACKET_TYPE_BARRIER_VALUE) {
        wrong(look, "format %u of a packet of AMD's own is none", p->header.AmdFormat);
        return;
    }
    struct object *signal = signal_in(look, "", p->signal.handle);
    if (!signal)
        wrong(look, "it waits for no signal");
    else
        work_wait(look->work, signal);
    if (p->cond > HSA_SIGNAL_CONDITION_GTE)
        wrong(look, "condition %u is none", p->cond);
    if (p->header.reserved || p->reserved0 || p->reserved1 || p->reserved2 || p->reserved3)
        wrong(look, "a reserved field is not 0");
}

/* ---- any ---- */

static void
check_header(const struct look *look)
{
    enum { SCOPE = 3, RESERVED = 13 };
    unsigned header = look->packet.header;
    if ((header >> HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE & SCOPE) > HSA_FENCE_SCOPE_SYSTEM)
        wrong(look, "its acquire scope is none");
    if ((header >> HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE & SCOPE) > HSA_FENCE_SCOPE_SYSTEM)
        wrong(look, "its release scope is none");
    if (header >> RESERVED)
        wrong(look, "a reserved bit of its header is not 0");
}

void
packet_check(struct call *call, struct object *queue, uint64_t index)
{
    const hsa_queue_t *ring = queue->queue.queue;
    unsigned told = call->told;
    struct look look = {.call = call, .queue = queue, .work = work_new(WORK_BARRIER)};
    struct work *work = look.work;
    work->slot = (const uint8_t *)ring->base_address + (index & (ring->size - 1)) * 64;
    memcpy(&look.packet, work->slot, 64);
    unsigned header = look.packet.header, type = header & 0xFF;
    work->queue = queue;
    work->index = index;
    work->has_barrier = header >> HSA_PACKET_HEADER_BARRIER & 1;
    work->release = header >> HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE & 3;
    check_header(&look);
    if (type == HSA_PACKET_TYPE_KERNEL_DISPATCH) {
        work->kind = WORK_DISPATCH;
        check_dispatch(&look);
    } else if (type == HSA_PACKET_TYPE_BARRIER_AND || type == HSA_PACKET_TYPE_BARRIER_OR)
        check_barrier(&look);
    else if (type == HSA_PACKET_TYPE_VENDOR_SPECIFIC)
        check_vendor(&look);
    else
        wrong(&look, "type %u is none that the queue takes", type);
    /* All kinds have it in the same place. */
    work->signal = signal_in(&look, "completion ", look.packet.dispatch.completion_signal.handle);
    work_begin(call, work, told);
}
