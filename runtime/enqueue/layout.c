#include "runtime/enqueue/layout.h"

#include "runtime/enqueue/commands.h"

#include <string.h>

enum {
    SLOT_READY = 2, /* libclc-lite/enqueue.h, enum slot_state */
    SLOT_MARKER = 3,
    SLOT_DONE = 5,
    SLOT_BYTES = 128,
    EVENT_BYTES = 40,
    MASK_BITS = 32,
    ARGUMENT_BYTES = 1088, /* of a slot's kernarg segment; the events that it waits for follow */
    AREA_BYTES = 1152,     /* both */
    GROUP_BYTES =
        512 << 10, /* of slots, from which on a thread of the scheduler takes more words */
    PLACE_ALIGN = 128,
    SIGNAL_BYTES = 64,
    SIGNAL_USER = 1,
    KERNEL_DISPATCH = 2,
    BARRIER = 1 << 8,
    SYSTEM_FENCES = 2 << 9 | 2 << 11
};

struct packet { /* hsa_kernel_dispatch_packet_t */
    uint16_t header, setup, local_size[3], reserved0;
    uint32_t grid[3], private_size, group_size;
    uint64_t kernel_object, kernarg, reserved2, completion_signal;
};

struct slot { /* AmdAqlWrap */
    uint32_t state, flags, command, children;
    uint64_t completion, parent, waits;
    uint32_t wait_count, reserved[5];
    struct packet packet;
};

struct queue { /* AmdVQueueHeader */
    uint32_t slots, events;
    uint64_t event_mask, event, slot_mask;
    uint32_t commands, max_waits, argument_size, mask_groups;
    uint64_t kernel_table;
    uint32_t reserved[2];
};

struct parameter { /* SchedulerParam */
    uint64_t self, offset[3], threads, child_queue;
    struct packet scheduler;
    uint64_t done, queue;
    uint32_t signal, clock;
    uint64_t host_slot, write_index;
};

_Static_assert(sizeof(struct packet) == 64 && sizeof(struct slot) == SLOT_BYTES &&
                   offsetof(struct slot, packet) == 64 && sizeof(struct queue) == 64 &&
                   offsetof(struct queue, mask_groups) == 44 && sizeof(struct parameter) == 152 &&
                   offsetof(struct parameter, done) == 112,
               "as AMD's structures are");

static uint64_t
place(struct enqueue_layout *layout, uint64_t bytes)
{
    uint64_t at = layout->size;
    layout->size = (at + bytes + PLACE_ALIGN - 1) / PLACE_ALIGN * PLACE_ALIGN;
    return at;
}

struct enqueue_layout
enqueue_layout(uint32_t size)
{
    struct enqueue_layout layout = {.mask_groups = size / GROUP_BYTES};
    if (!layout.mask_groups)
        layout.mask_groups = 1;
    uint32_t step = MASK_BITS * layout.mask_groups;
    layout.slots = (size / SLOT_BYTES + step - 1) / step * step;
    layout.threads = layout.slots / step;
    place(&layout, sizeof(struct queue) + (uint64_t)layout.slots * SLOT_BYTES);
    layout.slot_mask = place(&layout, layout.slots / 8);
    layout.event_mask = place(&layout, ENQUEUE_EVENTS / 8);
    layout.events = place(&layout, (uint64_t)ENQUEUE_EVENTS * EVENT_BYTES);
    layout.arguments = place(&layout, (uint64_t)layout.slots * AREA_BYTES);
    layout.parameter = place(&layout, sizeof(struct parameter) + SLOT_BYTES);
    layout.host_slot = layout.parameter + sizeof(struct parameter);
    layout.signal = place(&layout, SIGNAL_BYTES);
    layout.kernarg = place(&layout, ENQUEUE_KERNARG);
    return layout;
}

void
enqueue_write_queue(const struct enqueue_layout *layout, uint8_t *bytes, uint64_t address)
{
    struct queue queue = {.slots = layout->slots,
                          .events = ENQUEUE_EVENTS,
                          .event_mask = address + layout->event_mask,
                          .event = address + layout->events,
                          .slot_mask = address + layout->slot_mask,
                          .max_waits = ENQUEUE_MAX_WAITS,
                          .argument_size = ARGUMENT_BYTES,
                          .mask_groups = layout->mask_groups};
    memcpy(bytes, &queue, sizeof queue);
    for (uint32_t i = 0; i < layout->slots; i++) {
        uint64_t area = address + layout->arguments + (uint64_t)i * AREA_BYTES;
        struct slot slot = {.waits = area + ARGUMENT_BYTES, .packet.kernarg = area};
        memcpy(bytes + sizeof queue + (uint64_t)i * SLOT_BYTES, &slot, sizeof slot);
    }
}

void
enqueue_write_host(const struct enqueue_layout *layout, uint8_t *bytes)
{
    struct slot host = {.state = SLOT_DONE};
    memcpy(bytes + layout->host_slot - layout->parameter, &host, sizeof host);
}

/* AMD's runtime uses the parameter, which begins with its address, as the scheduler's kernarg segment; where hidden
 * arguments lie as in version 5 of objects, that is too small. */
void
enqueue_write_pass(const struct enqueue_layout *layout, uint8_t *bytes, uint64_t address,
                   const struct enqueue_pass *pass)
{
    enum { NANOSECONDS = 1024000 }; /* 1024 * 1000 / MHz: of a cycle, in 1024th */
    const uint64_t signal[SIGNAL_BYTES / 8] = {SIGNAL_USER, 1};
    struct parameter parameter = {.self = address + layout->parameter,
                                  .child_queue = pass->child_queue,
                                  .scheduler = {.header = KERNEL_DISPATCH | BARRIER | SYSTEM_FENCES,
                                                .setup = 1,
                                                .local_size = {1, 1, 1},
                                                .grid = {layout->threads, 1, 1},
                                                .private_size = pass->scheduler.private_size,
                                                .group_size = pass->scheduler.group_size,
                                                .kernel_object = pass->scheduler.kernel_object,
                                                .kernarg = address + layout->kernarg},
                                  .done = pass->done ? pass->done : address + layout->signal,
                                  .queue = address,
                                  .signal = 1,
                                  .clock = NANOSECONDS / pass->megahertz,
                                  .host_slot = address + layout->host_slot,
                                  .write_index = pass->write_index};
    memcpy(bytes, &parameter, sizeof parameter);
    memcpy(bytes + layout->signal - layout->parameter, signal, sizeof signal);
}

uint32_t
enqueue_children(const struct enqueue_layout *layout, const uint8_t *bytes)
{
    uint32_t children;
    memcpy(&children, bytes + layout->host_slot + offsetof(struct slot, children), sizeof children);
    return children;
}

int
enqueue_is_done(const struct enqueue_layout *layout, const uint8_t *bytes)
{
    uint64_t value;
    memcpy(&value, bytes + layout->signal + 8, sizeof value);
    return value == 0;
}

/* ---- what is there ---- */

static struct slot
slot_at(const struct enqueue_view *view, int number)
{
    struct slot slot;
    memcpy(&slot, view->bytes + sizeof(struct queue) + (size_t)number * SLOT_BYTES, sizeof slot);
    return slot;
}

/* The place of an address in an array of things that begins at the offset; ENQUEUE_NO_SLOT: it is no thing's. */
static int
index_of(const struct enqueue_view *view, uint64_t address, uint64_t offset, uint64_t bytes)
{
    uint64_t at = address - view->address - offset;
    return at % bytes || at / bytes >= view->layout->slots ? ENQUEUE_NO_SLOT : (int)(at / bytes);
}

uint32_t
enqueue_count(const struct enqueue_view *view)
{
    struct queue queue;
    memcpy(&queue, view->bytes, sizeof queue);
    return queue.commands;
}

bool
enqueue_is_new(const struct enqueue_view *view, int number)
{
    uint32_t state = slot_at(view, number).state;
    return state == SLOT_READY || state == SLOT_MARKER;
}

bool
enqueue_command_at(const struct enqueue_view *view, int number, struct enqueue_command *command)
{
    const struct slot slot = slot_at(view, number);
    if (slot.state < SLOT_READY || slot.state > SLOT_DONE || slot.wait_count > ENQUEUE_MAX_WAITS)
        return false;
    *command = (struct enqueue_command){
        .number = slot.command,
        .is_marker = slot.state == SLOT_MARKER,
        .waits_for_parent = slot.flags,
        .parent = index_of(view, slot.parent, sizeof(struct queue), SLOT_BYTES),
        .completion = slot.completion,
        .wait_count = slot.wait_count};
    uint64_t waits = view->layout->arguments + (uint64_t)number * AREA_BYTES + ARGUMENT_BYTES;
    memcpy(command->waits, view->bytes + waits, slot.wait_count * sizeof *command->waits);
    return true;
}

int
enqueue_slot_of_arguments(const struct enqueue_view *view, uint64_t arguments)
{
    return index_of(view, arguments, view->layout->arguments, AREA_BYTES);
}

int
enqueue_slot_of_store(const struct enqueue_view *view, uint64_t address, uint32_t size,
                      const uint8_t *bytes)
{
    int number = index_of(view, address, sizeof(struct queue), SLOT_BYTES);
    uint32_t state = 0;
    if (number != ENQUEUE_NO_SLOT && size == sizeof state)
        memcpy(&state, bytes, sizeof state);
    bool is_handed_over = state == SLOT_READY || state == SLOT_MARKER;
    return is_handed_over && !slot_at(view, number).flags ? number : ENQUEUE_NO_SLOT;
}
