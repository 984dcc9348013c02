/* The packet processor of a GPU: what a queue's next packet asks for.
 *
 * A packet that cannot go on yet, since a barrier's signals are not 0 or the runtime has to give scratch first,
 * leaves the others alone.  After an error the queue stops at the packet, and the runtime is told by
 * queue_inactive_signal (amd_aql_queue.cpp of ROCR-Runtime 5.2.3).  HSA Platform System Architecture 1.2, 2.9. */
#include "runtime/kfd/packet.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AQL_FORMAT_PM4 = 1, TICK = 10 /* ns of the GPUs' clock */ };

/* Values of queue_inactive_signal. */
enum {
    INACTIVE_SCRATCH = 1,
    INACTIVE_DIMENSIONS = 2,
    INACTIVE_LDS = 4,
    INACTIVE_CODE = 8,
    INACTIVE_PACKET = 0x20,
    INACTIVE_GROUP = 0x40,
    INACTIVE_REGISTERS = 0x80,
    INACTIVE_VENDOR_PACKET = 0x100,
    INACTIVE_RECLAIM = 0x200,
    INACTIVE_APERTURE = 0x20000000,
    INACTIVE_INSTRUCTION = 0x40000000,
};
static const int64_t INACTIVE_TRAP = INT64_C(0x80000000);
enum { USE_SCRATCH_ONCE = 1 << 2 }; /* of amd_queue_t's queue_properties */

struct step {
    struct kfd_queue *queue;
    struct sim_device *sim;
    struct amd_queue *shared;
    union aql_packet *packet; /* in the ring */
    uint64_t address;
    uint16_t header;
};

/* ---- signals ---- */

static struct amd_signal *
signal_at(const struct step *s, uint64_t address)
{
    return sim_host_pointer(s->sim, address, sizeof(struct amd_signal));
}

static void
ring(const struct step *s, const struct amd_signal *signal)
{
    uint64_t *mailbox =
        signal->event_mailbox_ptr ? sim_host_pointer(s->sim, signal->event_mailbox_ptr, 8) : NULL;
    if (!mailbox)
        return;
    uint32_t event = signal->event_id;
    __atomic_store_n(mailbox, event, __ATOMIC_RELEASE);
    kfd_interrupt(event);
}

uint64_t
kfd_ticks(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return ((uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec) / TICK;
}

static void
tell_runtime(struct step *s, int64_t code)
{
    struct amd_signal *signal = signal_at(s, s->shared->queue_inactive_signal);
    if (!signal)
        return;
    __atomic_store_n(&signal->value, code, __ATOMIC_RELEASE);
    ring(s, signal);
}

/* ---- ends ---- */

static void
fail(struct step *s, int64_t code, const char *message)
{
    kfd_tell("%s: %s", s->queue->gpu->target->name, message);
    s->queue->state = KFD_QUEUE_DEAD;
    tell_runtime(s, code);
}

/* The packet is done: its slot is free, who waits for it is told. */
static void
complete(struct step *s, uint64_t signal_address, uint64_t start)
{
    struct amd_signal *signal = signal_address ? signal_at(s, signal_address) : NULL;
    if (signal_address && !signal) {
        fail(s, INACTIVE_PACKET, "a packet's completion signal is in no memory of the GPU");
        return;
    }
    __atomic_store_n(&s->packet->header, AQL_INVALID, __ATOMIC_RELEASE);
    __atomic_store_n(&s->shared->read_dispatch_id, s->shared->read_dispatch_id + 1,
                     __ATOMIC_RELEASE);
    if (!signal)
        return;
    if (s->shared->queue_properties & AMD_QUEUE_ENABLE_PROFILING) {
        signal->start_ts = start;
        signal->end_ts = kfd_ticks();
    }
    /* Who sees the value may free the signal. */
    struct amd_signal before = *signal;
    __atomic_fetch_sub(&signal->value, 1, __ATOMIC_RELEASE);
    ring(s, &before);
}

/* ---- kernels ---- */

static const struct {
    enum sim_cause cause;
    int64_t code;
} codes[] = {
    {SIM_CAUSE_INSTRUCTION, INACTIVE_INSTRUCTION},
    {SIM_CAUSE_PACKET, INACTIVE_PACKET},
    {SIM_CAUSE_DIMENSIONS, INACTIVE_DIMENSIONS},
    {SIM_CAUSE_LDS, INACTIVE_LDS},
    {SIM_CAUSE_CODE, INACTIVE_CODE},
    {SIM_CAUSE_GROUP, INACTIVE_GROUP},
    {SIM_CAUSE_REGISTERS, INACTIVE_REGISTERS},
    {SIM_CAUSE_MEMORY, INACTIVE_APERTURE},
};

/* An access where the address is one but nothing is mapped is told by an event; the queue just stands. */
static void
fail_kernel(struct step *s)
{
    uint64_t address;
    enum sim_cause cause = sim_cause(s->sim, &address);
    if (cause == SIM_CAUSE_MEMORY && address >> 48 == 0) {
        kfd_tell("%s: %s", s->queue->gpu->target->name, sim_message(s->sim));
        s->queue->state = KFD_QUEUE_DEAD;
        kfd_memory_fault(s->queue->gpu->node, address, false);
        return;
    }
    int64_t code = INACTIVE_TRAP;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].cause == cause)
            code = codes[i].code;
    fail(s, code, sim_message(s->sim));
}

/* For the report, in which kernels of one name are told apart by where they are. */
static void
note(const struct step *s, uint64_t start, bool is_good)
{
    const struct hsa_kernel_dispatch_packet *packet = &s->packet->dispatch;
    const struct sim_kernel *kernel = sim_kernel_of(s->sim, packet->kernel_object);
    struct report_launch launch = {.name = kernel ? kernel->name : "?",
                                   .sum = packet->kernel_object,
                                   .work_items = (uint64_t)packet->grid_size_x *
                                                 packet->grid_size_y * packet->grid_size_z,
                                   .host_time = (kfd_ticks() - start) * TICK,
                                   .is_good = is_good};
    report_note(the_kfd.report, s->sim, &launch);
}

static bool
dispatch(struct step *s)
{
    struct kfd_gpu *gpu = s->queue->gpu;
    struct sim_packet packet = {s->queue->address, s->address, s->shared->read_dispatch_id};
    if (sim_scratch_missing(s->sim, &packet)) {
        s->queue->state = KFD_QUEUE_WAITS;
        tell_runtime(s, INACTIVE_SCRATCH);
        return true;
    }
    kfd_objects_find(gpu, s->packet->dispatch.kernel_object);
    uint64_t start = kfd_ticks(), signal = s->packet->dispatch.completion_signal;
    struct kfd_recorded recorded;
    kfd_record_before(gpu, &s->packet->dispatch, &recorded);
    bool is_good = sim_dispatch_packet(s->sim, &packet) == SIM_OK;
    kfd_record_after(&recorded, is_good ? NULL : sim_message(s->sim));
    note(s, start, is_good);
    if (!is_good) {
        /* What the runtime is told mostly makes it abort. */
        if (the_kfd.report)
            report_write(the_kfd.report);
        if (!__atomic_load_n(&gpu->compute.stop, __ATOMIC_RELAXED))
            fail_kernel(s);
        else
            s->queue->state = KFD_QUEUE_DEAD;
        return true;
    }
    complete(s, signal, start);
    if (s->shared->queue_properties & USE_SCRATCH_ONCE && s->queue->state == KFD_QUEUE_RUNS) {
        s->queue->state = KFD_QUEUE_WAITS;
        tell_runtime(s, INACTIVE_RECLAIM);
    }
    return true;
}

/* ---- barriers ---- */

static bool
barrier(struct step *s, bool all)
{
    const struct hsa_barrier_packet *packet = &s->packet->barrier;
    unsigned waited = 0, met = 0;
    for (unsigned i = 0; i < 5; i++) {
        if (!packet->dep_signal[i])
            continue;
        const struct amd_signal *signal = signal_at(s, packet->dep_signal[i]);
        if (!signal) {
            fail(s, INACTIVE_PACKET,
                 "a barrier packet waits for a signal that is in no memory of "
                 "the GPU");
            return true;
        }
        waited++;
        met += __atomic_load_n(&signal->value, __ATOMIC_ACQUIRE) == 0;
    }
    if (waited && (all ? met < waited : !met))
        return false;
    complete(s, packet->completion_signal, kfd_ticks());
    return true;
}

/* ---- AMD's own packets ---- */

/* Before GFX9, commands in the slot itself: on GFX7 their first header has the bit for compute shaders, and reads
 * as a dispatch whose reserved bits are set. */
static bool
is_raw_pm4(const struct step *s)
{
    enum { TYPE_COMMAND = 3, TYPE_SHIFT = 30 };
    uint32_t first = *(const uint32_t *)(const void *)s->packet;
    return s->queue->gpu->target->generation < 9 && first >> TYPE_SHIFT == TYPE_COMMAND;
}

/* GFX9: a header, and a jump to commands elsewhere; before it the slot is full of commands, the last of which
 * advances the read index. */
static bool
vendor(struct step *s)
{
    const uint32_t *words = (const uint32_t *)(const void *)s->packet;
    bool is_aql = s->queue->gpu->target->generation >= 9;
    if (is_aql && words[0] >> 16 != AQL_FORMAT_PM4) {
        fail(s, INACTIVE_VENDOR_PACKET, "a vendor's packet of a format that is not known");
        return true;
    }
    if (!kfd_pm4_perform(s->queue->gpu, is_aql ? words + 1 : words, is_aql ? 4 : 16)) {
        fail(s, INACTIVE_VENDOR_PACKET, "a command in a vendor's packet is not known");
        return true;
    }
    complete(s, is_aql ? s->packet->dispatch.completion_signal : 0, kfd_ticks());
    return true;
}

/* ---- a step ---- */

static bool
perform(struct step *s)
{
    switch (s->header & AQL_HEADER_TYPE) {
    case AQL_INVALID: /* who reserved the slot has yet to fill it */
        return false;
    case AQL_KERNEL_DISPATCH:
        return is_raw_pm4(s) ? vendor(s) : dispatch(s);
    case AQL_BARRIER_AND:
    case AQL_BARRIER_OR:
        return barrier(s, (s->header & AQL_HEADER_TYPE) == AQL_BARRIER_AND);
    case AQL_VENDOR_SPECIFIC:
        return vendor(s);
    default:
        fail(s, INACTIVE_PACKET,
             "a packet that is neither a dispatch nor a barrier: agent dispatches are for hosts");
        return true;
    }
}

/* Has the runtime answered? */
static bool
may_go_on(struct step *s)
{
    if (s->queue->state == KFD_QUEUE_RUNS)
        return true;
    const struct amd_signal *signal = signal_at(s, s->shared->queue_inactive_signal);
    int64_t value = signal ? __atomic_load_n(&signal->value, __ATOMIC_ACQUIRE) : -1;
    if (value == -1)
        s->queue->state = KFD_QUEUE_DEAD;
    else if (value == 0)
        s->queue->state = KFD_QUEUE_RUNS;
    return value == 0;
}

static bool
step(struct step *s)
{
    s->shared = sim_host_pointer(s->sim, s->queue->address, sizeof *s->shared);
    if (!s->shared || !may_go_on(s) || !kfd_queue_has_packet(s->queue, s->shared))
        return false;
    uint64_t slot = s->shared->read_dispatch_id & (s->shared->hsa_queue.size - 1);
    s->address = s->shared->hsa_queue.base_address + slot * sizeof *s->packet;
    s->packet = sim_host_pointer(s->sim, s->address, sizeof *s->packet);
    if (!s->packet)
        return false;
    s->header = __atomic_load_n(&s->packet->header, __ATOMIC_ACQUIRE);
    kfd_gpu_catch_up(s->queue->gpu); /* what was mapped before the packet was released */
    return perform(s);
}

bool
kfd_queue_step(struct kfd_queue *queue)
{
    struct kfd_gpu *gpu = queue->gpu;
    pthread_mutex_lock(&gpu->sim_lock);
    kfd_gpu_catch_up(gpu);
    struct step s = {.queue = queue, .sim = gpu->sim};
    bool has_worked = s.sim && step(&s);
    pthread_mutex_unlock(&gpu->sim_lock);
    return has_worked;
}
