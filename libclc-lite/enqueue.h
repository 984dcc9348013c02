/* Device enqueue in memory, as AMD's runtimes lay it out (ROCm-Device-Libs, opencl/src/devenq/devenq.h;
 * ROCclr, device/rocm: the queue's memory).
 *
 *   struct queue   slots ...      one slot for each kernel that is enqueued or has children left
 *        | events ...             events, counted by who refers to them
 *        | masks                  a bit for each slot and each event that is taken */

enum slot_state { SLOT_FREE, SLOT_RESERVED, SLOT_READY, SLOT_MARKER, SLOT_BUSY, SLOT_DONE };

enum event_state {
    EVENT_COMPLETE = 0,
    EVENT_SUBMITTED = 2,
    EVENT_FAILED = -1
}; /* CL_COMPLETE, CL_SUBMITTED */

enum { MASK_BITS = 32 };

struct event {
    int state;             /* enum event_state, or an error */
    uint count;            /* of references; 0: it is free */
    ulong time[3];         /* of start, end, completion */
    global ulong *profile; /* gets end - start, completion - start */
};

/* hsa_kernel_dispatch_packet_t */
struct packet {
    ushort header, setup;
    ushort local_size[3], reserved0;
    uint grid[3];
    uint private_size, group_size;
    ulong kernel_object;
    global uchar *kernarg;
    ulong reserved2, completion_signal;
};

struct slot {
    uint state; /* enum slot_state */
    int flags;  /* of enqueue_kernel */
    uint command;
    uint children; /* that are not done yet */
    global struct event *completion;
    global struct slot *parent;
    global ulong *waits; /* events */
    uint wait_count, reserved[5];
    struct packet packet;
};

struct queue {
    uint slot_count, event_count;
    global uint *event_mask;
    global struct event *events;
    global uint *slot_mask;
    uint commands, max_waits, argument_size;
    uint mask_groups; /* words of the mask for a thread of the scheduler */
    ulong kernel_table;
    uint reserved[2];
};

#define SLOTS(queue) ((global struct slot *)((queue) + 1))

void __occ_release_bit(global uint *mask, uint number);
/* In the queue that has the event. */
void __occ_drop_event(global struct queue *queue, global struct event *event);
