/* What launches a kernel, from one form to the other.  Members: gcn/object/kernel_code.def; those of the
 * descriptor are AMDGPUUsage's, "Kernel Descriptor". */
#include "gcn/codeobj/convert.h"

#include <string.h>

enum header_member {
    CODE_VERSION_MAJOR = 0,
    CODE_VERSION_MINOR = 4,
    MACHINE_KIND = 8,
    MACHINE_MAJOR = 10,
    MACHINE_MINOR = 12,
    MACHINE_STEPPING = 14,
    ENTRY = 16, /* of the descriptor, too */
    RSRC1 = 48, /* these three, too */
    RSRC2 = 52,
    PROPERTIES = 56,
    HEADER_SCRATCH = 60,
    HEADER_GROUP = 64,
    HEADER_KERNARG = 72,
    HEADER_SGPRS = 84,
    HEADER_VGPRS = 86,
    HEADER_ALIGNMENTS = 100, /* kernarg, group, private: powers of two; then the wavefront's size */
    HEADER_CALL = 104,
    DESCRIPTOR_GROUP = 0,
    DESCRIPTOR_SCRATCH = 4,
    DESCRIPTOR_KERNARG = 8, /* form 2d: the largest work-group */
    DESCRIPTOR_FLAGS = 12,  /* form 2d alone */
    DESCRIPTOR_RSRC3 = 44,
};

enum {
    PROPERTIES_SHARED = 0x7ff,    /* those that a descriptor has */
    PROPERTY_ELEMENT_4 = 1 << 17, /* private_element_size: a dword */
    PROPERTY_PTR64 = 1 << 19,
    PROPERTY_DYNAMIC_STACK = 1 << 20,
    PROPERTY_XNACK = 1 << 22,
    DESCRIPTOR_DYNAMIC_STACK = 1 << 11, /* of version 5 and later */
    TRAP_HANDLER = 1 << 6
};

/* A kernel's launch without its form. */
struct launch {
    uint64_t group, private, kernarg, rsrc1, rsrc2, rsrc3, properties;
    bool dynamic_stack;
};

static void
put(uint8_t *bytes, unsigned offset, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        bytes[offset + i] = (uint8_t)(value >> 8 * i);
}

static bool
is_guide(const struct object_version *version)
{
    return version->launch == &object_launch_guide_descriptor;
}

/* A number of the kernel's metadata, wherever its form keeps it. */
static uint64_t
told(const struct converting *c, const struct codeobj_kernel *kernel, const char *yaml,
     const char *msgpack)
{
    const struct meta *map = kernel->metadata;
    uint64_t number;
    if (c->from->is_yaml)
        map = meta_get(map, "CodeProps");
    meta_integer(meta_get(map, c->from->is_yaml ? yaml : msgpack), &number);
    return number;
}

static uint64_t
told_largest_group(const struct converting *c, const struct codeobj_kernel *kernel)
{
    uint64_t number = told(c, kernel, "MaxFlatWorkGroupSize", ".max_flat_workgroup_size");
    return number ? number : told(c, kernel, "MaxFlatWorkgroupSize", "");
}

static struct launch
read_launch(const struct converting *c, const struct codeobj_kernel *kernel)
{
    const uint8_t *bytes = kernel->launch;
    uint64_t properties = codeobj_word(bytes, PROPERTIES, 4);
    struct launch launch = {.rsrc1 = codeobj_word(bytes, RSRC1, 4),
                            .rsrc2 = codeobj_word(bytes, RSRC2, 4),
                            .properties = properties & PROPERTIES_SHARED};
    if (kernel->launch_size == CODEOBJ_KERNEL_CODE) {
        launch.group = codeobj_word(bytes, HEADER_GROUP, 4);
        launch.private = codeobj_word(bytes, HEADER_SCRATCH, 4);
        launch.kernarg = codeobj_word(bytes, HEADER_KERNARG, 8);
        launch.dynamic_stack = properties & PROPERTY_DYNAMIC_STACK;
        return launch;
    }
    launch.group = codeobj_word(bytes, DESCRIPTOR_GROUP, 4);
    launch.private = codeobj_word(bytes, DESCRIPTOR_SCRATCH, 4);
    launch.kernarg = codeobj_word(bytes, DESCRIPTOR_KERNARG, 4);
    launch.rsrc3 = codeobj_word(bytes, DESCRIPTOR_RSRC3, 4);
    launch.dynamic_stack = properties & DESCRIPTOR_DYNAMIC_STACK;
    if (is_guide(c->from->version)) {
        launch.kernarg = told(c, kernel, "KernargSegmentSize", ".kernarg_segment_size");
        launch.dynamic_stack = codeobj_word(bytes, DESCRIPTOR_FLAGS, 4) & 1;
        launch.rsrc2 &= ~(uint64_t)TRAP_HANDLER;
    }
    return launch;
}

static void
write_header(struct converting *c, const struct codeobj_kernel *kernel, const struct launch *launch,
             uint64_t address, uint8_t *bytes)
{
    enum { WAVE_64 = 6, ALIGN_16 = 4 };
    const struct gcn_target *target = c->from->target;
    uint64_t properties = launch->properties | PROPERTY_ELEMENT_4 | PROPERTY_PTR64;
    properties |= c->object.xnack ? PROPERTY_XNACK : 0;
    properties |= launch->dynamic_stack ? PROPERTY_DYNAMIC_STACK : 0;
    memset(bytes, 0, CODEOBJ_KERNEL_CODE);
    put(bytes, CODE_VERSION_MAJOR, 1, 4);
    put(bytes, CODE_VERSION_MINOR, 2, 4);
    put(bytes, MACHINE_KIND, 1, 2);
    put(bytes, MACHINE_MAJOR, target->major, 2);
    put(bytes, MACHINE_MINOR, target->minor, 2);
    put(bytes, MACHINE_STEPPING, target_stepping(&c->object), 2);
    put(bytes, ENTRY, kernel->entry - address, 8);
    put(bytes, RSRC1, launch->rsrc1, 4);
    put(bytes, RSRC2, launch->rsrc2, 4);
    put(bytes, PROPERTIES, properties, 4);
    put(bytes, HEADER_SCRATCH, launch->private, 4);
    put(bytes, HEADER_GROUP, launch->group, 4);
    put(bytes, HEADER_KERNARG, launch->kernarg, 8);
    put(bytes, HEADER_SGPRS, told(c, kernel, "NumSGPRs", ".sgpr_count"), 2);
    put(bytes, HEADER_VGPRS, told(c, kernel, "NumVGPRs", ".vgpr_count"), 2);
    for (unsigned i = 0; i < 3; i++)
        put(bytes, HEADER_ALIGNMENTS + i, ALIGN_16, 1);
    put(bytes, HEADER_ALIGNMENTS + 3, WAVE_64, 1);
    put(bytes, HEADER_CALL, UINT32_MAX, 4);
}

static void
write_descriptor(struct converting *c, const struct codeobj_kernel *kernel,
                 const struct launch *launch, uint64_t address, uint8_t *bytes)
{
    enum { GUIDE_XNACK = 1 << 1 };
    uint64_t properties = launch->properties;
    bool has_stack_bit = c->to->hidden->block_size != 0; /* AMDGPUUsage: from version 5 on */
    memset(bytes, 0, CODEOBJ_DESCRIPTOR);
    put(bytes, DESCRIPTOR_GROUP, launch->group, 4);
    put(bytes, DESCRIPTOR_SCRATCH, launch->private, 4);
    put(bytes, DESCRIPTOR_KERNARG, launch->kernarg, 4);
    put(bytes, ENTRY, kernel->entry - address, 8);
    put(bytes, DESCRIPTOR_RSRC3, launch->rsrc3, 4);
    put(bytes, RSRC1, launch->rsrc1, 4);
    put(bytes, RSRC2, launch->rsrc2, 4);
    if (launch->dynamic_stack && has_stack_bit)
        properties |= DESCRIPTOR_DYNAMIC_STACK;
    put(bytes, PROPERTIES, properties, 2);
    if (!is_guide(c->to))
        return;
    put(bytes, DESCRIPTOR_KERNARG, told_largest_group(c, kernel), 4);
    put(bytes, DESCRIPTOR_FLAGS,
        (launch->dynamic_stack ? 1u : 0) | (c->object.xnack ? GUIDE_XNACK : 0), 4);
}

void
convert_launch(struct converting *c, const struct codeobj_kernel *kernel, uint64_t address,
               uint8_t *bytes)
{
    struct launch launch = read_launch(c, kernel);
    if (convert_has_header(c->to))
        write_header(c, kernel, &launch, address, bytes);
    else
        write_descriptor(c, kernel, &launch, address, bytes);
}
