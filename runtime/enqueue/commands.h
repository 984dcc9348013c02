/* What is in a queue that kernels put kernels into, for who looks at it between two dispatches. */
#ifndef OCC_RUNTIME_ENQUEUE_COMMANDS_H
#define OCC_RUNTIME_ENQUEUE_COMMANDS_H

#include "runtime/enqueue/layout.h"

#include <stdbool.h>

enum { ENQUEUE_NO_SLOT = -1 };

/* A queue in memory. */
struct enqueue_view {
    const struct enqueue_layout *layout;
    const uint8_t *bytes;
    uint64_t address; /* of the first, on the device */
};

/* A kernel or marker that was enqueued. */
struct enqueue_command {
    uint32_t number; /* those of a queue ascend */
    bool is_marker;
    bool waits_for_parent; /* not CLK_ENQUEUE_FLAGS_NO_WAIT */
    int parent;            /* its slot; ENQUEUE_NO_SLOT: the host's kernel */
    uint64_t completion;   /* its event; 0: none */
    uint32_t wait_count;
    uint64_t waits[ENQUEUE_MAX_WAITS]; /* events */
};

/* What has the slot, also while its children run; false: it is free. */
bool enqueue_command_at(const struct enqueue_view *view, int slot, struct enqueue_command *command);
/* How many have been enqueued since the queue was new. */
uint32_t enqueue_count(const struct enqueue_view *view);
/* Has it been enqueued, and not been started? */
bool enqueue_is_new(const struct enqueue_view *view, int slot);
/* The slot of the kernel that has its arguments there; ENQUEUE_NO_SLOT: it was not enqueued. */
int enqueue_slot_of_arguments(const struct enqueue_view *view, uint64_t arguments);
/* The slot that a store of those bytes hands over, of what need not wait for its parent; or ENQUEUE_NO_SLOT. */
int enqueue_slot_of_store(const struct enqueue_view *view, uint64_t address, uint32_t size,
                          const uint8_t *bytes);

#endif
