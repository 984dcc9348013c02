/* The memory of a queue that kernels put kernels into, as ROCm-Device-Libs (opencl/src/devenq/devenq.h) and ROCclr
 * (device/rocm) have it.  Numbers in structures are addresses on the device unless they say otherwise. */
#ifndef OCC_RUNTIME_ENQUEUE_LAYOUT_H
#define OCC_RUNTIME_ENQUEUE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

enum {
    ENQUEUE_LEAST = 16 << 10, /* bytes of slots: CL_QUEUE_SIZE */
    ENQUEUE_USUAL = 128 << 10,
    ENQUEUE_MOST = 16 << 20,
    ENQUEUE_EVENTS = 1024,
    ENQUEUE_MAX_WAITS = 8, /* events in a wait list */
    ENQUEUE_KERNARG = 1024 /* bytes for the scheduler's arguments */
};

/* Offsets in one piece of memory, and how many of what. */
struct enqueue_layout {
    uint32_t slots, mask_groups,
        threads; /* threads: work-groups of one work-item of the scheduler */
    uint64_t slot_mask, event_mask, events, waits, arguments;
    uint64_t parameter, host_slot, signal, kernarg; /* of a launch */
    uint64_t size;
};

/* How kernels are found: what a runtime handle holds. */
struct enqueue_handle {
    uint64_t kernel_object;
    uint32_t private_size, group_size;
};

/* What a launch of the scheduler needs to know. */
struct enqueue_pass {
    struct enqueue_handle scheduler; /* its arguments lie at layout->kernarg */
    uint64_t child_queue;            /* amd_queue_t */
    uint64_t write_index;            /* of the first packet that the scheduler will put there */
    uint64_t done;                   /* hsa_signal_t, to which it stores 0; 0: layout->signal */
    uint32_t megahertz;              /* of s_memtime */
};

/* Slots in `size` bytes, up to a multiple that the scheduler can share out; size: ENQUEUE_LEAST to ENQUEUE_MOST. */
struct enqueue_layout enqueue_layout(uint32_t size);
/* Fills layout->size zeroed bytes, which the device sees at `address`, a multiple of 128. */
void enqueue_write_queue(const struct enqueue_layout *layout, uint8_t *bytes, uint64_t address);
/* What is a launch's alone lies at the end, from layout->parameter on: `bytes` of these begin there.  Before the launch, its
 * slot, whose children are those that it enqueues. */
void enqueue_write_host(const struct enqueue_layout *layout, uint8_t *bytes);
/* Before one of the scheduler: its parameter, and the signal that it will set.  address: of the whole queue. */
void enqueue_write_pass(const struct enqueue_layout *layout, uint8_t *bytes, uint64_t address,
                        const struct enqueue_pass *pass);
/* How many children of the launch are not done yet. */
uint32_t enqueue_children(const struct enqueue_layout *layout, const uint8_t *bytes);
/* Has the scheduler said that all are done? */
int enqueue_is_done(const struct enqueue_layout *layout, const uint8_t *bytes);

#endif
