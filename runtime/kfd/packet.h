/* Packets of a queue. */
#ifndef OCC_RUNTIME_KFD_PACKET_H
#define OCC_RUNTIME_KFD_PACKET_H

#include "runtime/kfd/kfd.h"
#include "runtime/sim/device/amd_abi.h"

/* 0: GFX7, offsets in the ring; 1: GFX8, 32 bits of the index after a packet; 2: GFX9, the index of one. */
unsigned kfd_doorbell_type(const struct gcn_target *target);
/* Has the doorbell told of a packet that is not done?  Notes what it has told. */
bool kfd_queue_has_packet(struct kfd_queue *queue, const struct amd_queue *shared);

/* Of the GPUs' clock: hsaKmtGetClockCounters. */
uint64_t kfd_ticks(void);
/* The simulator learns what the runtime has loaded, if it does not know that kernel object. */
void kfd_objects_find(struct kfd_gpu *gpu, uint64_t kernel_object);

/* OCC_RECORD (record.c): a launch that is about to be made, or has been. */
struct kfd_recorded {
    struct record_folder folder;
    struct kfd_memory **memory; /* with references: what it may use */
    unsigned count, named;      /* of these, the first that arguments point into */
};
/* Writes all but what it will leave; nothing if it is not recorded. */
void kfd_record_before(struct kfd_gpu *gpu, const struct hsa_kernel_dispatch_packet *packet,
                       struct kfd_recorded *recorded);
/* Writes what it has left; failure: why it did not end well, NULL: it did. */
void kfd_record_after(struct kfd_recorded *recorded, const char *failure);

/* Performs commands of the packet processor's own language; their length in dwords.  false: one of them, which
 * is told, is not known. */
bool kfd_pm4_perform(struct kfd_gpu *gpu, const uint32_t *commands, size_t count);

#endif
