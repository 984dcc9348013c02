/* Structures that the host, the packet processor and kernels share.
 *
 * amd_queue_t and amd_signal_t: AMDGPU Compute ABI 0.40, "AMD AQL Queue Object" and "AMD Signal
 * Object".  hsa_queue_t and the packet: HSA Platform System Architecture 1.0.  amd_kernel_code_t:
 * the same ABI, "AMD Kernel Code Object".  The 64-byte descriptor: AMDGPUUsage, "Kernel
 * Descriptor". Each field's place is asserted, in the documents' units of bytes. */
#ifndef OCC_RUNTIME_SIM_DEVICE_AMD_ABI_H
#define OCC_RUNTIME_SIM_DEVICE_AMD_ABI_H

#include <stddef.h>
#include <stdint.h>

#define AT(type, field, offset) _Static_assert(offsetof(struct type, field) == (offset), #field)

enum { HSA_QUEUE_FEATURE_KERNEL_DISPATCH = 1 };
enum { HSA_QUEUE_TYPE_MULTI = 0, HSA_QUEUE_TYPE_SINGLE = 1 };

struct hsa_queue {
    uint32_t type;
    uint32_t features;
    uint64_t base_address;
    uint64_t doorbell_signal;
    uint32_t size; /* in packets, a power of two */
    uint32_t reserved1;
    uint64_t id;
};
AT(hsa_queue, type, 0);
AT(hsa_queue, features, 4);
AT(hsa_queue, base_address, 8);
AT(hsa_queue, doorbell_signal, 16);
AT(hsa_queue, size, 24);
AT(hsa_queue, reserved1, 28);
AT(hsa_queue, id, 32);
_Static_assert(sizeof(struct hsa_queue) == 40, "hsa_queue_t");

struct amd_queue {
    struct hsa_queue hsa_queue;
    uint32_t reserved1[4];
    uint64_t write_dispatch_id;
    uint32_t group_segment_aperture_base_hi;
    uint32_t private_segment_aperture_base_hi;
    uint32_t max_cu_id;
    uint32_t max_wave_id;
    uint64_t max_legacy_doorbell_dispatch_id_plus_1;
    uint32_t legacy_doorbell_lock;
    uint32_t reserved2[9];
    uint64_t read_dispatch_id;
    uint32_t read_dispatch_id_field_base_offset;
    uint32_t compute_tmpring_size;
    uint32_t scratch_resource_descriptor[4];
    uint64_t scratch_backing_memory_location;
    uint64_t scratch_backing_memory_byte_size;
    uint32_t scratch_workitem_byte_size;
    uint32_t queue_properties;
    uint32_t reserved3[2];
    uint64_t queue_inactive_signal;
    uint32_t reserved4[14];
};
AT(amd_queue, hsa_queue, 0);
AT(amd_queue, reserved1, 40);
AT(amd_queue, write_dispatch_id, 56);
AT(amd_queue, group_segment_aperture_base_hi, 64);
AT(amd_queue, private_segment_aperture_base_hi, 68);
AT(amd_queue, max_cu_id, 72);
AT(amd_queue, max_wave_id, 76);
AT(amd_queue, max_legacy_doorbell_dispatch_id_plus_1, 80);
AT(amd_queue, legacy_doorbell_lock, 88);
AT(amd_queue, reserved2, 92);
AT(amd_queue, read_dispatch_id, 128);
AT(amd_queue, read_dispatch_id_field_base_offset, 136);
AT(amd_queue, compute_tmpring_size, 140);
AT(amd_queue, scratch_resource_descriptor, 144);
AT(amd_queue, scratch_backing_memory_location, 160);
AT(amd_queue, scratch_backing_memory_byte_size, 168);
AT(amd_queue, scratch_workitem_byte_size, 176);
AT(amd_queue, queue_properties, 180);
AT(amd_queue, reserved3, 184);
AT(amd_queue, queue_inactive_signal, 192);
AT(amd_queue, reserved4, 200);
_Static_assert(sizeof(struct amd_queue) == 256, "amd_queue_t");

/* queue_properties: AMD's amd_hsa_queue.h */
enum { AMD_QUEUE_IS_PTR64 = 1 << 1, AMD_QUEUE_ENABLE_PROFILING = 1 << 3 };

enum { AMD_SIGNAL_KIND_USER = 1, AMD_SIGNAL_KIND_DOORBELL = -1, AMD_SIGNAL_KIND_LEGACY = -2 };

struct amd_signal {
    int64_t kind;
    union {
        int64_t value;
        uint64_t legacy_hardware_doorbell_ptr;
        uint64_t hardware_doorbell_ptr;
    };
    uint64_t event_mailbox_ptr;
    uint32_t event_id;
    uint32_t reserved1;
    uint64_t start_ts;
    uint64_t end_ts;
    uint64_t queue_ptr;
    uint32_t reserved2[2];
};
AT(amd_signal, kind, 0);
AT(amd_signal, value, 8);
AT(amd_signal, legacy_hardware_doorbell_ptr, 8);
AT(amd_signal, hardware_doorbell_ptr, 8);
AT(amd_signal, event_mailbox_ptr, 16);
AT(amd_signal, event_id, 24);
AT(amd_signal, reserved1, 28);
AT(amd_signal, start_ts, 32);
AT(amd_signal, end_ts, 40);
AT(amd_signal, queue_ptr, 48);
AT(amd_signal, reserved2, 56);
_Static_assert(sizeof(struct amd_signal) == 64, "amd_signal_t");

/* Headers of packets: HSA Platform System Architecture 1.0, 2.9.1. */
enum {
    AQL_HEADER_TYPE = 0xFF,
    AQL_VENDOR_SPECIFIC = 0,
    AQL_INVALID = 1,
    AQL_KERNEL_DISPATCH = 2,
    AQL_BARRIER_AND = 3,
    AQL_AGENT_DISPATCH = 4,
    AQL_BARRIER_OR = 5,
    AQL_BARRIER_BIT = 1 << 8,
    AQL_ACQUIRE_SHIFT = 9,
    AQL_RELEASE_SHIFT = 11,
    AQL_SCOPE = 3, /* of both: 0 none, 1 agent, 2 system */
    AQL_ACQUIRE_SYSTEM = 2 << AQL_ACQUIRE_SHIFT,
    AQL_RELEASE_SYSTEM = 2 << AQL_RELEASE_SHIFT,
    AQL_RESERVED = 7 << 13,
    AQL_SETUP_DIMENSIONS = 3,
};

struct hsa_kernel_dispatch_packet {
    uint16_t header;
    uint16_t setup; /* dimensions in bits 1:0 */
    uint16_t workgroup_size_x, workgroup_size_y, workgroup_size_z;
    uint16_t reserved0;
    uint32_t grid_size_x, grid_size_y, grid_size_z;
    uint32_t private_segment_size;
    uint32_t group_segment_size;
    uint64_t kernel_object;
    uint64_t kernarg_address;
    uint64_t reserved2;
    uint64_t completion_signal;
};
AT(hsa_kernel_dispatch_packet, header, 0);
AT(hsa_kernel_dispatch_packet, setup, 2);
AT(hsa_kernel_dispatch_packet, workgroup_size_x, 4);
AT(hsa_kernel_dispatch_packet, workgroup_size_y, 6);
AT(hsa_kernel_dispatch_packet, workgroup_size_z, 8);
AT(hsa_kernel_dispatch_packet, grid_size_x, 12);
AT(hsa_kernel_dispatch_packet, grid_size_y, 16);
AT(hsa_kernel_dispatch_packet, grid_size_z, 20);
AT(hsa_kernel_dispatch_packet, private_segment_size, 24);
AT(hsa_kernel_dispatch_packet, group_segment_size, 28);
AT(hsa_kernel_dispatch_packet, kernel_object, 32);
AT(hsa_kernel_dispatch_packet, kernarg_address, 40);
AT(hsa_kernel_dispatch_packet, reserved2, 48);
AT(hsa_kernel_dispatch_packet, completion_signal, 56);
_Static_assert(sizeof(struct hsa_kernel_dispatch_packet) == 64, "hsa_kernel_dispatch_packet_t");

struct hsa_barrier_packet {
    uint16_t header;
    uint16_t reserved0;
    uint32_t reserved1;
    uint64_t dep_signal[5];
    uint64_t reserved2;
    uint64_t completion_signal;
};
AT(hsa_barrier_packet, dep_signal, 8);
AT(hsa_barrier_packet, reserved2, 48);
AT(hsa_barrier_packet, completion_signal, 56);
_Static_assert(sizeof(struct hsa_barrier_packet) == 64, "hsa_barrier_and_packet_t");

/* A slot of the ring. */
union aql_packet {
    uint16_t header;
    struct hsa_kernel_dispatch_packet dispatch;
    struct hsa_barrier_packet barrier;
};

struct amd_kernel_code {
    uint32_t amd_kernel_code_version_major;
    uint32_t amd_kernel_code_version_minor;
    uint16_t amd_machine_kind;
    uint16_t amd_machine_version_major;
    uint16_t amd_machine_version_minor;
    uint16_t amd_machine_version_stepping;
    int64_t kernel_code_entry_byte_offset;
    int64_t kernel_code_prefetch_byte_offset;
    uint64_t kernel_code_prefetch_byte_size;
    uint64_t max_scratch_backing_memory_byte_size;
    uint32_t compute_pgm_rsrc1;
    uint32_t compute_pgm_rsrc2;
    uint32_t code_properties;
    uint32_t workitem_private_segment_byte_size;
    uint32_t workgroup_group_segment_byte_size;
    uint32_t gds_segment_byte_size;
    uint64_t kernarg_segment_byte_size;
    uint32_t workgroup_fbarrier_count;
    uint16_t wavefront_sgpr_count;
    uint16_t workitem_vgpr_count;
    uint16_t reserved_vgpr_first;
    uint16_t reserved_vgpr_count;
    uint16_t reserved_sgpr_first;
    uint16_t reserved_sgpr_count;
    uint16_t debug_wavefront_private_segment_offset_sgpr;
    uint16_t debug_private_segment_buffer_sgpr;
    uint8_t kernarg_segment_alignment; /* powers of two, as exponents */
    uint8_t group_segment_alignment;
    uint8_t private_segment_alignment;
    uint8_t wavefront_size;
    int32_t call_convention;
    uint8_t reserved1[12];
    uint64_t runtime_loader_kernel_symbol;
    uint64_t control_directives[16];
};
AT(amd_kernel_code, amd_kernel_code_version_major, 0);
AT(amd_kernel_code, amd_kernel_code_version_minor, 4);
AT(amd_kernel_code, amd_machine_kind, 8);
AT(amd_kernel_code, amd_machine_version_major, 10);
AT(amd_kernel_code, amd_machine_version_minor, 12);
AT(amd_kernel_code, amd_machine_version_stepping, 14);
AT(amd_kernel_code, kernel_code_entry_byte_offset, 16);
AT(amd_kernel_code, kernel_code_prefetch_byte_offset, 24);
AT(amd_kernel_code, kernel_code_prefetch_byte_size, 32);
AT(amd_kernel_code, max_scratch_backing_memory_byte_size, 40);
AT(amd_kernel_code, compute_pgm_rsrc1, 48);
AT(amd_kernel_code, compute_pgm_rsrc2, 52);
AT(amd_kernel_code, code_properties, 56);
AT(amd_kernel_code, workitem_private_segment_byte_size, 60);
AT(amd_kernel_code, workgroup_group_segment_byte_size, 64);
AT(amd_kernel_code, gds_segment_byte_size, 68);
AT(amd_kernel_code, kernarg_segment_byte_size, 72);
AT(amd_kernel_code, workgroup_fbarrier_count, 80);
AT(amd_kernel_code, wavefront_sgpr_count, 84);
AT(amd_kernel_code, workitem_vgpr_count, 86);
AT(amd_kernel_code, reserved_vgpr_first, 88);
AT(amd_kernel_code, reserved_vgpr_count, 90);
AT(amd_kernel_code, reserved_sgpr_first, 92);
AT(amd_kernel_code, reserved_sgpr_count, 94);
AT(amd_kernel_code, debug_wavefront_private_segment_offset_sgpr, 96);
AT(amd_kernel_code, debug_private_segment_buffer_sgpr, 98);
AT(amd_kernel_code, kernarg_segment_alignment, 100);
AT(amd_kernel_code, group_segment_alignment, 101);
AT(amd_kernel_code, private_segment_alignment, 102);
AT(amd_kernel_code, wavefront_size, 103);
AT(amd_kernel_code, call_convention, 104);
AT(amd_kernel_code, runtime_loader_kernel_symbol, 120);
AT(amd_kernel_code, control_directives, 128);
_Static_assert(sizeof(struct amd_kernel_code) == 256, "amd_kernel_code_t");

struct kernel_descriptor {
    uint32_t group_segment_fixed_size;
    uint32_t private_segment_fixed_size;
    uint32_t kernarg_size;
    uint8_t reserved0[4];
    int64_t kernel_code_entry_byte_offset;
    uint8_t reserved1[20];
    uint32_t compute_pgm_rsrc3;
    uint32_t compute_pgm_rsrc1;
    uint32_t compute_pgm_rsrc2;
    uint16_t kernel_code_properties;
    uint8_t reserved2[6];
};
AT(kernel_descriptor, group_segment_fixed_size, 0);
AT(kernel_descriptor, private_segment_fixed_size, 4);
AT(kernel_descriptor, kernarg_size, 8);
AT(kernel_descriptor, kernel_code_entry_byte_offset, 16);
AT(kernel_descriptor, compute_pgm_rsrc3, 44);
AT(kernel_descriptor, compute_pgm_rsrc1, 48);
AT(kernel_descriptor, compute_pgm_rsrc2, 52);
AT(kernel_descriptor, kernel_code_properties, 56);
_Static_assert(sizeof(struct kernel_descriptor) == 64, "kernel descriptor");

/* What the packet processor reads sits at the same place in both forms, so it need not know which
 * of the two a packet points at. */
_Static_assert(offsetof(struct kernel_descriptor, compute_pgm_rsrc1) ==
                   offsetof(struct amd_kernel_code, compute_pgm_rsrc1),
               "common part");

/* kernel_code_properties, code_properties */
enum {
    KERNEL_PRIVATE_SEGMENT_BUFFER = 1 << 0,
    KERNEL_DISPATCH_PTR = 1 << 1,
    KERNEL_QUEUE_PTR = 1 << 2,
    KERNEL_KERNARG_SEGMENT_PTR = 1 << 3,
    KERNEL_DISPATCH_ID = 1 << 4,
    KERNEL_FLAT_SCRATCH_INIT = 1 << 5,
    KERNEL_PRIVATE_SEGMENT_SIZE = 1 << 6,
    KERNEL_GRID_WORKGROUP_COUNT_X = 1 << 7, /* version 2 only */
    KERNEL_GRID_WORKGROUP_COUNT_Y = 1 << 8,
    KERNEL_GRID_WORKGROUP_COUNT_Z = 1 << 9,
    KERNEL_WAVEFRONT_SIZE32 = 1 << 10,       /* descriptor only; GFX10 */
    KERNEL_USES_DYNAMIC_STACK = 1 << 11,     /* descriptor */
    KERNEL_CODE_DYNAMIC_CALLSTACK = 1 << 20, /* amd_kernel_code_t */
    KERNEL_CODE_XNACK_ENABLED = 1 << 22,
};

#undef AT

#endif
