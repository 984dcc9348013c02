/* The kernel that starts what kernels enqueue: ROCm-Device-Libs' __amd_scheduler_rocm (opencl/src/devenq), with its
 * parameter.  The host launches it after a kernel that may enqueue; it launches what may start, and itself, until
 * nothing is left.
 *
 *   READY -> BUSY    its packet is in the queue, before the scheduler's own, which waits for it (barrier bit)
 *   BUSY -> DONE     at the next pass; at DONE, the event tells its end
 *   DONE -> FREE     when its children are done; the event is complete
 *   MARKER -> FREE   when what it waits for is complete, or all that its kernel enqueued before it */
#include "../hsa.h"
#include "../enqueue.h"

enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, ACQ_REL = 4, DEVICE = 2, SYSTEM = 3 };

struct parameter { /* the scheduler's kernarg segment */
    ulong self, offset[3];
    ulong threads; /* of this pass that are through */
    global struct aql_queue *child;
    struct packet scheduler;
    hsa_signal_t done;
    global struct queue *queue;
    uint signal, clock; /* clock: times 1/1024 of a nanosecond a cycle */
    global struct slot *host; /* of the kernel that the host has launched */
    ulong write_index; /* of the child queue: chips without PCIe atomics cannot add to the host's */
};

static ulong
now(const global struct parameter *parameter)
{
    return __builtin_readcyclecounter() * parameter->clock >> 10;
}

/* The packet processor looks at it when the doorbell rings. */
static ulong
put_packet(global struct parameter *parameter, const global struct packet *packet)
{
    enum { WORDS = sizeof *packet / sizeof(ulong) };
    ulong index = __occ_atomic_add(&parameter->write_index, 1ul, RELAXED, DEVICE);
    global ulong *to = parameter->child->base + (index & (parameter->child->size - 1)) * WORDS;
    for (uint i = 0; i < WORDS; i++)
        to[i] = ((const global ulong *)packet)[i];
    return index;
}

/* ---- events ---- */

/* EVENT_COMPLETE, or EVENT_FAILED if one failed, or EVENT_SUBMITTED if one is not complete yet. */
static int
state_of_waits(const global struct slot *slot)
{
    for (uint i = 0; i < slot->wait_count; i++) {
        global uint *at = (global uint *)&((global struct event *)slot->waits[i])->state;
        int state = (int)__occ_atomic_load(at, ACQUIRE, DEVICE);
        if (state != EVENT_COMPLETE)
            return state < 0 ? EVENT_FAILED : EVENT_SUBMITTED;
    }
    return EVENT_COMPLETE;
}

static void
drop_waits(global struct queue *queue, const global struct slot *slot)
{
    for (uint i = 0; i < slot->wait_count; i++)
        __occ_drop_event(queue, (global struct event *)slot->waits[i]);
}

static void
set_state(global struct event *event, int state)
{
    __occ_atomic_store((global uint *)&event->state, (uint)state, RELEASE, DEVICE);
}

/* Unless it failed. */
static void
complete(global struct queue *queue, global struct event *event)
{
    if (event->profile) {
        event->profile[0] = event->time[1] - event->time[0];
        event->profile[1] = event->time[2] - event->time[0];
    }
    if ((int)ATOMIC_LOAD((global uint *)&event->state) >= 0)
        set_state(event, EVENT_COMPLETE);
    __occ_drop_event(queue, event);
}

/* ---- slots ---- */

static void
set_slot(global struct slot *slot, uint state)
{
    __occ_atomic_store(&slot->state, state, RELAXED, DEVICE);
}

static void
free_slot(global struct queue *queue, global struct slot *slot)
{
    atomic_dec(&slot->parent->children);
    set_slot(slot, SLOT_FREE);
    __occ_release_bit(queue->slot_mask, (uint)(slot - SLOTS(queue)));
}

static bool
may_start(const global struct slot *slot)
{
    return slot->flags == 0 || ATOMIC_LOAD((global uint *)&slot->parent->state) == SLOT_DONE;
}

/* Was its packet put into the queue?  What waits for something that failed fails, too. */
static bool
start(global struct parameter *parameter, global struct slot *slot)
{
    int waits = may_start(slot) ? state_of_waits(slot) : EVENT_SUBMITTED;
    if (waits > EVENT_COMPLETE)
        return false;
    if (slot->completion) {
        slot->completion->time[0] = now(parameter);
        if (waits < 0)
            set_state(slot->completion, EVENT_FAILED);
    }
    if (waits == EVENT_COMPLETE)
        put_packet(parameter, &slot->packet);
    set_slot(slot, SLOT_BUSY);
    drop_waits(parameter->queue, slot);
    return waits == EVENT_COMPLETE;
}

static void
finish(global struct parameter *parameter, global struct slot *slot, uint state)
{
    global struct event *event = slot->completion;
    if (state == SLOT_BUSY) {
        set_slot(slot, SLOT_DONE);
        if (event)
            event->time[1] = now(parameter);
    }
    if (ATOMIC_LOAD(&slot->children))
        return;
    if (event) {
        event->time[2] = now(parameter);
        complete(parameter->queue, event);
    }
    free_slot(parameter->queue, slot);
}

/* Of what its kernel has enqueued, is nothing older?  AMD's looks at all that is in the queue: then a marker of a
 * kernel that was enqueued itself waits for that one, which is done when its children are. */
static bool
is_oldest(global struct queue *queue, const global struct slot *slot)
{
    for (uint i = 0; i < queue->slot_count; i++) {
        const global struct slot *other = &SLOTS(queue)[i];
        if (ATOMIC_LOAD((global uint *)&other->state) > SLOT_RESERVED &&
            other->parent == slot->parent && other->command < slot->command)
            return false;
    }
    return true;
}

static void
pass_marker(global struct parameter *parameter, global struct slot *slot)
{
    global struct queue *queue = parameter->queue;
    global struct event *event = slot->completion;
    int waits = slot->wait_count             ? state_of_waits(slot)
                : is_oldest(queue, slot) ? EVENT_COMPLETE
                                         : EVENT_SUBMITTED;
    if (waits > EVENT_COMPLETE)
        return;
    event->time[0] = event->time[1] = event->time[2] = now(parameter);
    drop_waits(queue, slot);
    if (waits < 0)
        set_state(event, EVENT_FAILED);
    complete(queue, event);
    free_slot(queue, slot);
}

/* Those of one word of the mask. */
static bool
look_at(global struct parameter *parameter, uint word, bool launched)
{
    global struct queue *queue = parameter->queue;
    for (uint taken = ATOMIC_LOAD(&queue->slot_mask[word]); taken; taken &= taken - 1) {
        global struct slot *slot =
            &SLOTS(queue)[word * MASK_BITS + (MASK_BITS - 1) - (uint)clz(taken & -taken)];
        uint state = __occ_atomic_load(&slot->state, ACQUIRE, DEVICE);
        if (state == SLOT_READY && !launched)
            launched = start(parameter, slot);
        else if (state == SLOT_MARKER)
            pass_marker(parameter, slot);
        else if (state == SLOT_BUSY || state == SLOT_DONE)
            finish(parameter, slot, state);
    }
    return launched;
}

/* The last work-item of a pass. */
static void
end_pass(global struct parameter *parameter)
{
    if (ATOMIC_LOAD(&parameter->host->children) == 0) {
        __ockl_hsa_signal_store(parameter->done, 0, RELEASE);
        return;
    }
    __occ_atomic_store(&parameter->threads, 0ul, RELAXED, SYSTEM);
    ulong index = put_packet(parameter, &parameter->scheduler);
    __occ_atomic_store(&parameter->child->write_index, index + 1, RELAXED, SYSTEM);
    __ockl_hsa_signal_store(parameter->child->doorbell, (long)index, RELEASE);
}

/* A work-item for mask_groups words; one of them launches at most one kernel, so that the queue has room. */
void
__amd_scheduler_rocm(global void *parameters)
{
    global struct parameter *parameter = parameters;
    uint groups = parameter->queue->mask_groups, first = (uint)get_group_id(0) * groups;
    bool launched = false;
    for (uint i = 0; i < groups; i++)
        launched = look_at(parameter, first + i, launched);
    if (__occ_atomic_add(&parameter->threads, 1ul, ACQ_REL, SYSTEM) >= get_global_size(0) - 1)
        end_pass(parameter);
}
