/* enqueue_kernel and enqueue_marker (OpenCL C 2.0, 6.13.17): a slot of the queue is taken and filled, and told to
 * the scheduler. */
#include "../enqueue.h"

#define GENERIC __attribute__((address_space(0)))

enum {
    MAX_ITEMS = 256,
    LOCAL_ALIGN = 16,
    /* kernel dispatch; acquire and release at agent scope */
    HEADER = 2 | 1 << 9 | 1 << 11,
    RELAXED = 0,
    RELEASE = 3,
    DEVICE = 2
};

/* CLK_OUT_OF_RESOURCES and its like; what programs see without -g is midend/gen/gen_special_enqueue.c. */
enum failure {
    NO_FAILURE,
    OUT_OF_RESOURCES = -5,
    INVALID_EVENT_WAIT_LIST = -57,
    EVENT_ALLOCATION_FAILURE = -100,
    INVALID_QUEUE = -102,
    INVALID_NDRANGE = -160,
    DEVICE_QUEUE_FULL = -161
};

struct range {
    uint dimensions;
    ulong offset[3], global_size[3], local_size[3];
};

/* What the runtime knows of a kernel. */
struct handle {
    ulong kernel_object;
    uint private_size, group_size;
};

static uint
aligned(uint size, uint align)
{
    return (size + align - 1) & -align;
}

/* ---- slots and events ---- */

/* The number of a bit that was 0; -1: there is none.  Work-items begin with different words, and look at each once. */
static int
reserve(global uint *mask, uint count, uint groups)
{
    uint words = count / MASK_BITS, word = words ? (uint)get_local_linear_id() * groups % words : 0;
    for (uint i = 0; i < words; i++) {
        uint taken = ATOMIC_LOAD(&mask[word]);
        while (~taken) {
            uint bit = ~taken & (taken + 1), seen = atomic_cmpxchg(&mask[word], taken, taken | bit);
            if (seen == taken)
                return (int)(word * MASK_BITS + (MASK_BITS - 1) - (uint)clz(bit));
            taken = seen;
        }
        word = word + 1 == words ? 0 : word + 1;
    }
    return -1;
}

void
__occ_release_bit(global uint *mask, uint number)
{
    atomic_and(&mask[number / MASK_BITS], ~(1u << number % MASK_BITS));
}

static global struct event *
new_event(global struct queue *queue, uint references)
{
    int number = reserve(queue->event_mask, queue->event_count, 1);
    if (number < 0)
        return 0;
    global struct event *event = &queue->events[number];
    event->state = EVENT_SUBMITTED;
    event->count = references;
    event->profile = 0;
    return event;
}

/* ---- what is enqueued ---- */

struct command {
    global struct slot *slot;
    global struct event *event; /* NULL: the program asks for none */
};

/* CLK_NULL_EVENT has all bits set; where an event could not be made, it is 0. */
bool
__occ_is_valid_event(ulong event)
{
    return event + 1 > 1;
}

/* A list has events, all of them valid; without a list there are none. */
static enum failure
check_waits(uint max_waits, uint waits, GENERIC const ulong *events)
{
    if (!waits != !events)
        return INVALID_EVENT_WAIT_LIST;
    if (waits > max_waits)
        return OUT_OF_RESOURCES;
    for (uint i = 0; i < waits; i++)
        if (!__occ_is_valid_event(events[i]))
            return INVALID_EVENT_WAIT_LIST;
    return NO_FAILURE;
}

/* The caller refers to the event, and the scheduler does. */
static enum failure
take_slot(global struct queue *queue, uint waits, GENERIC const ulong *events, bool wants_event,
          struct command *command)
{
    enum { REFERENCES = 2 };
    if (!queue || !__occ_completion_action())
        return INVALID_QUEUE;
    enum failure failure = check_waits(queue->max_waits, waits, events);
    if (failure)
        return failure;
    int number = reserve(queue->slot_mask, queue->slot_count, queue->mask_groups);
    if (number < 0)
        return DEVICE_QUEUE_FULL;
    command->slot = &SLOTS(queue)[number];
    command->event = wants_event ? new_event(queue, REFERENCES) : 0;
    if (!wants_event || command->event)
        return NO_FAILURE;
    __occ_release_bit(queue->slot_mask, (uint)number);
    return EVENT_ALLOCATION_FAILURE;
}

/* The slot's other fields are there: from here on the scheduler has it. */
static void
submit(global struct queue *queue, struct command command, uint waits, GENERIC const ulong *events,
       uint state)
{
    global struct slot *slot = command.slot, *parent = (global struct slot *)__occ_completion_action();
    for (uint i = 0; i < waits; i++) {
        atomic_inc(&((global struct event *)events[i])->count);
        slot->waits[i] = events[i];
    }
    slot->wait_count = waits;
    slot->command = atomic_inc(&queue->commands);
    slot->children = 0;
    slot->completion = command.event;
    slot->parent = parent;
    atomic_inc(&parent->children);
    __occ_atomic_store(&slot->state, state, RELEASE, DEVICE);
}

/* -cl-uniform-work-group-size says that work-groups are whole. */
static bool
is_possible(const struct range *range)
{
    ulong items = 1;
    for (uint i = 0; i < 3; i++) {
        ulong global_size = range->global_size[i], local_size = range->local_size[i];
        if (local_size > MAX_ITEMS || !local_size || !global_size || global_size >> 32 ||
            (__occ_uniform_groups() && (uint)global_size % (uint)local_size))
            return false;
        items *= local_size;
    }
    return items <= MAX_ITEMS;
}

/* The largest divisor of a size that is not above the limit: of ranges whose program gives no local size. */
ulong
__occ_whole_group(ulong size, uint limit)
{
    uint divisor = (uint)min(size, (ulong)limit);
    while (divisor > 1 && (uint)size % divisor)
        divisor--;
    return divisor;
}

/* Gives each local argument its place after the static memory; all the memory that the kernel has then, or something
 * above `most`.  sizes: bytes, and in the high half an alignment above ours; kernarg NULL: nothing is written. */
static uint
place_locals(global uint *kernarg, uint at, uint count, const ulong *sizes, uint most)
{
    for (uint i = 0; i < count; i++) {
        uint size = (uint)sizes[i];
        at = aligned(at, max((uint)(sizes[i] >> 32), (uint)LOCAL_ALIGN));
        if (kernarg)
            kernarg[i] = at;
        at = size > most ? most + 1 : at + size;
        if (at > most)
            return at;
    }
    return at;
}

/* The child's block of hidden arguments; it may enqueue by itself, and print. */
static void
put_hidden(global uchar *hidden, const struct range *range, global struct slot *slot)
{
    *(global ulong *)(hidden + __occ_place_of_global_offset_x()) = range->offset[0];
    *(global ulong *)(hidden + __occ_place_of_global_offset_y()) = range->offset[1];
    *(global ulong *)(hidden + __occ_place_of_global_offset_z()) = range->offset[2];
    *(global ulong *)(hidden + __occ_place_of_printf_buffer()) = (ulong)__occ_printf_buffer();
    *(global ulong *)(hidden + __occ_place_of_default_queue()) = (ulong)__occ_default_queue();
    *(global ulong *)(hidden + __occ_place_of_completion_action()) = (ulong)slot;
}

static void
put_packet(global struct packet *packet, const struct range *range, const global struct handle *handle,
           uint local_memory)
{
    packet->header = HEADER;
    packet->setup = (ushort)range->dimensions;
    for (uint i = 0; i < 3; i++) {
        packet->local_size[i] = (ushort)range->local_size[i];
        packet->grid[i] = (uint)range->global_size[i];
    }
    packet->private_size = handle->private_size;
    packet->group_size = local_memory;
    packet->kernel_object = handle->kernel_object;
    packet->completion_signal = 0;
}

static void
copy_literal(global uchar *to, const uint *from, uint size)
{
    uint whole = size / sizeof *from;
    for (uint i = 0; i < whole; i++)
        ((global uint *)to)[i] = from[i];
    for (uint i = whole * sizeof *from; i < size; i++)
        to[i] = ((const uchar *)from)[i];
}

/* events, event: NULL where the program gives none; literal: its size in the first dword; lds: bytes that a work-group may
 * have. */
int
__occ_enqueue_kernel(global struct queue *queue, int flags, const struct range *range, uint waits,
                     GENERIC const ulong *events, GENERIC ulong *event,
                     const global struct handle *handle, const uint *literal, uint local_count,
                     const ulong *local_sizes, uint lds)
{
    uint size = literal[0], offsets = aligned(size, sizeof(uint));
    uint hidden = local_count ? aligned(offsets + local_count * (uint)sizeof(uint), 8) : aligned(size, 8);
    uint local_memory = place_locals(0, handle->group_size, local_count, local_sizes, lds);
    struct command command;
    if (!is_possible(range))
        return INVALID_NDRANGE;
    if (local_memory > lds || (queue && hidden + __occ_size_of_hidden() > queue->argument_size))
        return OUT_OF_RESOURCES;
    enum failure failure = take_slot(queue, waits, events, event != 0, &command);
    if (failure)
        return failure;
    global uchar *kernarg = command.slot->packet.kernarg;
    copy_literal(kernarg, literal, size);
    place_locals((global uint *)(kernarg + offsets), handle->group_size, local_count, local_sizes, lds);
    put_hidden(kernarg + hidden, range, command.slot);
    put_packet(&command.slot->packet, range, handle, local_memory);
    command.slot->flags = flags;
    if (event)
        *event = (ulong)command.event;
    submit(queue, command, waits, events, SLOT_READY);
    return 0;
}

/* Nothing is launched. */
int
__occ_enqueue_marker(global struct queue *queue, uint waits, GENERIC const ulong *events,
                     GENERIC ulong *event)
{
    struct command command;
    enum failure failure = take_slot(queue, waits, events, true, &command);
    if (failure)
        return failure;
    command.slot->flags = 0;
    if (event)
        *event = (ulong)command.event;
    else /* nobody will release it */
        atomic_dec(&command.event->count);
    submit(queue, command, waits, events, SLOT_MARKER);
    return 0;
}

/* ---- events ---- */

void
__occ_drop_event(global struct queue *queue, global struct event *event)
{
    if (atomic_dec(&event->count) == 1)
        __occ_release_bit(queue->event_mask, (uint)(event - queue->events));
}

void
__occ_retain_event(ulong event)
{
    atomic_inc(&((global struct event *)event)->count);
}

void
__occ_release_event(ulong event)
{
    __occ_drop_event((global struct queue *)__occ_default_queue(), (global struct event *)event);
}

ulong
__occ_create_user_event(void)
{
    global struct queue *queue = (global struct queue *)__occ_default_queue();
    return queue ? (ulong)new_event(queue, 1) : 0;
}

void
__occ_set_user_event_status(ulong event, int status)
{
    __occ_atomic_store((global uint *)&((global struct event *)event)->state, (uint)status, RELEASE,
                       DEVICE);
}

/* The only information there is: CLK_PROFILING_COMMAND_EXEC_TIME.  The scheduler may complete the event at any
 * time: it finds the place, or the values are here. */
void
__occ_capture_event_profiling_info(ulong handle, int what, global ulong *values)
{
    enum { ACQUIRE = 2 };
    global struct event *event = (global struct event *)handle;
    __occ_atomic_store((global ulong *)&event->profile, (ulong)values, RELAXED, DEVICE);
    if (__occ_atomic_load((global uint *)&event->state, ACQUIRE, DEVICE) != EVENT_COMPLETE)
        return;
    values[0] = event->time[1] - event->time[0];
    values[1] = event->time[2] - event->time[0];
}

/* ---- queries of kernels ---- */

uint
__occ_get_kernel_work_group_size(void)
{
    return MAX_ITEMS;
}

uint
__occ_get_kernel_preferred_work_group_size_multiple(void)
{
    return 64;
}

static uint
items_of(const struct range *range)
{
    return (uint)range->local_size[0] * (uint)range->local_size[1] * (uint)range->local_size[2];
}

uint
__occ_get_kernel_sub_group_count_for_ndrange(const struct range *range)
{
    return (items_of(range) + 63) / 64;
}

uint
__occ_get_kernel_max_sub_group_size_for_ndrange(const struct range *range)
{
    return min(items_of(range), 64u);
}
