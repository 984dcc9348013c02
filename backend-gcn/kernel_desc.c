/* The two forms of "what a loader reads to launch a kernel": amd_kernel_code_t in front of the code
 * (version 2) and the 64-byte descriptor in .rodata (version 3 and later). */
#include "backend-gcn/code_object.h"

#include <string.h>

enum field {
#define FIELD(word, name, first, width) word##_##name,
#include "backend-gcn/kernel_desc.def"
#undef FIELD
};

static const struct {
    uint8_t first, width;
} fields[] = {
#define FIELD(word, name, first, width) {first, width},
#include "backend-gcn/kernel_desc.def"
#undef FIELD
};

static void
set(uint32_t *word, enum field field, unsigned value)
{
    uint32_t mask = (1u << fields[field].width) - 1;
    *word |= (value & mask) << fields[field].first;
}

static void
put(uint8_t *bytes, unsigned offset, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        bytes[offset + i] = (uint8_t)(value >> 8 * i);
}

unsigned
kernel_sgprs(const struct backend_options *options, const struct mir_function *kernel)
{
    const struct mir_usage *usage = &kernel->usage;
    const struct gcn_target *target = options->target;
    /* hazards.md section 3: the extras sit on top of the program's own registers. */
    unsigned extra = usage->uses_vcc ? 2 : 0;
    if (options->xnack)
        extra = 4;
    if (usage->uses_flat_scratch && target->has_flat)
        extra = target->generation >= 8 ? 6 : 4;
    return usage->sgprs + extra;
}

unsigned
kernel_vgprs(const struct mir_function *kernel)
{
    return kernel->usage.vgprs;
}

static unsigned
round_up(unsigned n, unsigned step)
{
    return (n + step - 1) / step * step;
}

/* RULINGS.md: ceil(n / 8) - 1 on every target, n rounded up to the allocation step. */
static unsigned
sgpr_blocks(const struct backend_options *options, const struct mir_function *kernel)
{
    const struct gcn_target *target = options->target;
    unsigned sgprs = kernel_sgprs(options, kernel);
    if (target->sgpr_init_bug)
        return 96 / 8 - 1;
    return round_up(sgprs ? sgprs : 1, target->sgpr_granule) / 8 - 1;
}

static uint32_t
rsrc1(const struct backend_options *options, const struct mir_function *kernel)
{
    const struct gcn_target *target = options->target;
    unsigned vgprs = kernel_vgprs(kernel);
    uint32_t word = 0;
    set(&word, rsrc1_granulated_workitem_vgpr_count,
        round_up(vgprs ? vgprs : 1, target->vgpr_granule) / target->vgpr_granule - 1);
    set(&word, rsrc1_granulated_wavefront_sgpr_count, sgpr_blocks(options, kernel));
    set(&word, rsrc1_float_denorm_mode_32, kernel->f32_denormals ? 3 : 0);
    set(&word, rsrc1_float_denorm_mode_16_64, 3);
    set(&word, rsrc1_enable_dx10_clamp, 1);
    set(&word, rsrc1_enable_ieee_mode, 1);
    return word;
}

static uint32_t
rsrc2(const struct mir_function *kernel)
{
    const struct mir_abi *abi = &kernel->abi;
    uint32_t word = 0;
    set(&word, rsrc2_enable_sgpr_private_segment_wave_offset, abi->private_segment_wave_offset);
    set(&word, rsrc2_user_sgpr_count, abi->user_sgpr_count);
    set(&word, rsrc2_enable_sgpr_workgroup_id_x, abi->workgroup_id[0]);
    set(&word, rsrc2_enable_sgpr_workgroup_id_y, abi->workgroup_id[1]);
    set(&word, rsrc2_enable_sgpr_workgroup_id_z, abi->workgroup_id[2]);
    set(&word, rsrc2_enable_sgpr_workgroup_info, abi->workgroup_info);
    set(&word, rsrc2_enable_vgpr_workitem_id, abi->workitem_ids);
    return word;
}

static uint32_t
properties(const struct mir_function *kernel)
{
    const bool *user = kernel->abi.user;
    uint32_t word = 0;
    set(&word, properties_enable_sgpr_private_segment_buffer, user[MIR_USER_PRIVATE_SEGMENT_BUFFER]);
    set(&word, properties_enable_sgpr_dispatch_ptr, user[MIR_USER_DISPATCH_PTR]);
    set(&word, properties_enable_sgpr_queue_ptr, user[MIR_USER_QUEUE_PTR]);
    set(&word, properties_enable_sgpr_kernarg_segment_ptr, user[MIR_USER_KERNARG_SEGMENT_PTR]);
    set(&word, properties_enable_sgpr_dispatch_id, user[MIR_USER_DISPATCH_ID]);
    set(&word, properties_enable_sgpr_flat_scratch_init, user[MIR_USER_FLAT_SCRATCH_INIT]);
    set(&word, properties_enable_sgpr_private_segment_size, user[MIR_USER_PRIVATE_SEGMENT_SIZE]);
    return word;
}

void
kernel_code_header(const struct code_object *object, const struct mir_function *kernel,
                   uint8_t bytes[KERNEL_CODE_SIZE])
{
    const struct backend_options *options = object->options;
    const struct gcn_target *target = options->target;
    uint32_t props = properties(kernel);
    set(&props, properties_private_element_size, 1);
    set(&props, properties_is_ptr64, 1);
    set(&props, properties_is_dynamic_callstack, kernel->usage.uses_dynamic_stack);
    set(&props, properties_is_xnack_enabled, options->xnack);

    memset(bytes, 0, KERNEL_CODE_SIZE);
    put(bytes, 0, 1, 4);   /* amd_code_version_major */
    put(bytes, 4, 2, 4);   /* amd_code_version_minor */
    put(bytes, 8, 1, 2);   /* amd_machine_kind: AMDGPU */
    put(bytes, 10, target->major, 2);
    put(bytes, 12, target->minor, 2);
    put(bytes, 14, target_stepping(options), 2);
    put(bytes, 16, KERNEL_CODE_SIZE, 8); /* kernel_code_entry_byte_offset */
    put(bytes, 48, rsrc1(options, kernel), 4);
    put(bytes, 52, rsrc2(kernel), 4);
    put(bytes, 56, props, 4);
    put(bytes, 60, kernel->usage.scratch_bytes, 4);
    put(bytes, 64, kernel->usage.lds_bytes, 4);
    put(bytes, 72, kernel->kernarg_size, 8);
    put(bytes, 84, kernel_sgprs(options, kernel), 2);
    put(bytes, 86, kernel_vgprs(kernel), 2);
    put(bytes, 100, 4, 1); /* alignments of kernarg, group, private segment: 1 << 4 */
    put(bytes, 101, 4, 1);
    put(bytes, 102, 4, 1);
    put(bytes, 103, 6, 1); /* wavefront size: 1 << 6 */
    put(bytes, 104, (uint64_t)-1, 4); /* call_convention */
}

void
kernel_descriptor(const struct code_object *object, const struct mir_function *kernel,
                  int64_t entry, uint8_t bytes[KERNEL_DESCRIPTOR_SIZE])
{
    memset(bytes, 0, KERNEL_DESCRIPTOR_SIZE);
    put(bytes, 0, kernel->usage.lds_bytes, 4);
    put(bytes, 4, kernel->usage.scratch_bytes, 4);
    put(bytes, 8, kernel->kernarg_size, 4);
    put(bytes, 16, (uint64_t)entry, 8);
    put(bytes, 48, rsrc1(object->options, kernel), 4);
    put(bytes, 52, rsrc2(kernel), 4);
    put(bytes, 56, properties(kernel), 2);
}
