/* What the host may ask about a kernel: filled by sema, carried through IR, written as metadata. */
#ifndef OCC_SEMA_KERNEL_INFO_H
#define OCC_SEMA_KERNEL_INFO_H

#include <stdbool.h>
#include <stdint.h>

enum kernel_arg_kind {
    KERNEL_ARG_BY_VALUE,
    KERNEL_ARG_GLOBAL_BUFFER,
    KERNEL_ARG_DYNAMIC_LOCAL, /* __local pointer */
    KERNEL_ARG_SAMPLER,
    KERNEL_ARG_IMAGE,
    KERNEL_ARG_PIPE,
    KERNEL_ARG_QUEUE
};

enum kernel_value_type { /* metadata ValueType: of the element for vectors and pointees */
                         KERNEL_VALUE_STRUCT,
                         KERNEL_VALUE_I8,
                         KERNEL_VALUE_U8,
                         KERNEL_VALUE_I16,
                         KERNEL_VALUE_U16,
                         KERNEL_VALUE_F16,
                         KERNEL_VALUE_I32,
                         KERNEL_VALUE_U32,
                         KERNEL_VALUE_F32,
                         KERNEL_VALUE_I64,
                         KERNEL_VALUE_U64,
                         KERNEL_VALUE_F64
};

enum kernel_access {
    KERNEL_ACCESS_NONE,
    KERNEL_ACCESS_READ,
    KERNEL_ACCESS_WRITE,
    KERNEL_ACCESS_READ_WRITE
};

struct kernel_arg {
    const char *name, *type_name; /* "a", "float4*" */
    uint8_t kind;                 /* enum kernel_arg_kind */
    uint8_t value_type;           /* enum kernel_value_type */
    uint8_t space;                /* enum address_space of the pointee: pointers; the IR's
                                     enum ir_space has the same numbers (gen_type.c) */
    uint8_t access;               /* images */
    uint8_t actual_access; /* what the kernel does; NONE: not known (midend/memory/note_access.c) */
    bool is_const, is_restrict, is_volatile, is_pipe;
    uint32_t size, align;   /* in the kernarg segment; local pointers: 4, 4 */
    uint32_t pointee_align; /* local pointers */
    uint32_t offset;        /* in the kernarg segment */
};

/* What clGetKernelInfo tells in the order of the source. */
enum kernel_attribute {
    KERNEL_ATTRIBUTE_NONE,
    KERNEL_ATTRIBUTE_SIZE,
    KERNEL_ATTRIBUTE_HINT,
    KERNEL_ATTRIBUTE_TYPE,
    KERNEL_ATTRIBUTES = 3
};

struct kernel_info {
    const char *name;
    struct kernel_arg *args;
    uint32_t arg_count;
    uint32_t kernarg_size;       /* of the explicit arguments, not rounded */
    uint32_t reqd_group_size[3]; /* 0 0 0: none */
    uint32_t group_size_hint[3];
    const char *vec_type_hint; /* NULL: none */
    const char *
        runtime_handle; /* of a block that is enqueued: the symbol that the runtime fills; NULL: none */
    uint8_t written
        [KERNEL_ATTRIBUTES]; /* enum kernel_attribute of those three, as they stand in the source; NONE: no
                                           more */
    uint32_t max_flat_group_size; /* 256 unless attributes say otherwise; clang's default is 1024 in
                                     its metadata */
    uint32_t max_vgprs, max_sgprs; /* amdgpu_num_vgpr, amdgpu_num_sgpr (with VCC and the like); 0:
                                      no limit */
    uint32_t most_waves;           /* amdgpu_waves_per_eu(least, most); 0: as many as fit */
    uint32_t least_waves; /* amdgpu_waves_per_eu: on each SIMD; 0: as the group's size requires */
    uint16_t cl_version;  /* LanguageVersion: 120 -> [1, 2] */
};

/* The attribute stands after those that are noted. */
static inline void
kernel_info_note(struct kernel_info *info, enum kernel_attribute attribute)
{
    for (unsigned i = 0; i < KERNEL_ATTRIBUTES && info->written[i] != attribute; i++)
        if (!info->written[i]) {
            info->written[i] = (uint8_t)attribute;
            return;
        }
}

#endif
