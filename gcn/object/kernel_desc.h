/* What a loader reads to launch a kernel, as the two forms have it: amd_kernel_code_t in front of the code,
 * and the 64-byte descriptor.  AMDGPUUsage, "Kernel Descriptor"; AMDGPU Compute ABI, amd_kernel_code_t. */
#ifndef OCC_GCN_OBJECT_KERNEL_DESC_H
#define OCC_GCN_OBJECT_KERNEL_DESC_H

#include "gcn/object/object_target.h"

#include <stdbool.h>
#include <stdint.h>

enum { KERNEL_CODE_SIZE = 256, KERNEL_DESCRIPTOR_SIZE = 64 };

/* SGPRs that the user of a kernel fills, in the order of the ABI: initial kernel execution state. */
enum kernel_user_sgpr {
    KERNEL_USER_PRIVATE_SEGMENT_BUFFER,
    KERNEL_USER_DISPATCH_PTR,
    KERNEL_USER_QUEUE_PTR,
    KERNEL_USER_KERNARG_SEGMENT_PTR,
    KERNEL_USER_DISPATCH_ID,
    KERNEL_USER_FLAT_SCRATCH_INIT,
    KERNEL_USER_PRIVATE_SEGMENT_SIZE,
    KERNEL_USER_SGPRS
};

/* What a kernel needs from its launch: becomes bits of the descriptor. */
struct kernel_start_state {
    bool user[KERNEL_USER_SGPRS];
    uint8_t user_reg[KERNEL_USER_SGPRS]; /* first SGPR of each enabled one */
    uint8_t user_sgpr_count;
    bool workgroup_id[3], private_segment_wave_offset;
    uint8_t workgroup_id_reg[3], private_segment_wave_offset_reg;
    uint8_t workitem_ids; /* 0: x only, 1: x y, 2: x y z */
};

/* Numbers of the finished kernel. */
struct kernel_usage {
    uint32_t sgprs, vgprs; /* highest used + 1, without VCC and friends */
    uint32_t agprs;        /* the same: only inline assembly uses them */
    bool uses_vcc, uses_flat_scratch, traps;
    uint32_t sgpr_spills, vgpr_spills; /* registers spilled */
    uint32_t scratch_bytes;            /* per work-item */
    uint32_t lds_bytes;                /* static, per work-group */
    uint32_t code_bytes;
};

/* All that the two forms say of one kernel. */
struct kernel_facts {
    const char *name;
    struct object_target object;
    const struct kernel_start_state *start;
    const struct kernel_usage *usage;
    uint32_t kernarg_size;        /* in bytes, with hidden arguments */
    uint32_t max_flat_group_size; /* work-items */
    bool f32_denormals;
};

/* Registers as the metadata counts them: SGPRs including VCC, FLAT_SCRATCH and XNACK_MASK. */
unsigned kernel_sgprs(const struct object_target *object, const struct kernel_usage *usage);
/* VGPRs as the metadata counts them. */
unsigned kernel_vgprs(const struct gcn_target *target, const struct kernel_usage *usage);

#endif
