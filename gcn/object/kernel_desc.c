/* The two forms of "what a loader reads to launch a kernel": amd_kernel_code_t in front of the code
 * and the 64-byte descriptor in .rodata, as bytes and as assembler directives. */
#include "gcn/object/kernel_desc.h"
#include "gcn/object/elf.h"
#include "gcn/object/object_version.h"
#include "support/number.h"

#include <string.h>

enum field {
#define FIELD(word, name, first, width) word##_##name,
#include "gcn/object/kernel_desc.def"
};

static const struct {
    uint8_t first, width;
} fields[] = {
#define FIELD(word, name, first, width) {first, width},
#include "gcn/object/kernel_desc.def"
};

enum code_member {
#define CODE(name, offset, bytes) name,
#include "gcn/object/kernel_desc.def"
};

static const struct {
    uint8_t offset, size;
} code_members[] = {
#define CODE(name, offset, bytes) {offset, bytes},
#include "gcn/object/kernel_desc.def"
};

enum { ENTRY_OFFSET = 16, RSRC1_OFFSET = 48, RSRC2_OFFSET = 52, PROPERTIES_OFFSET = 56 };

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
kernel_sgprs(const struct object_target *object, const struct kernel_usage *usage)
{
    const struct gcn_target *target = object->target;
    /* The extras sit on top of the program's own registers (LLVM, getNumExtraSGPRs). */
    unsigned extra = usage->uses_vcc ? 2 : 0;
    if (object->xnack)
        extra = 4;
    if (usage->uses_flat_scratch && target->has_flat)
        extra = target->extra_sgprs;
    return usage->sgprs + extra;
}

/* Where the AGPRs begin on chips that have them in one allocation with the VGPRs. */
static unsigned
accum_offset(const struct kernel_usage *usage)
{
    enum { STEP = 4 };
    return (unsigned)round_up(usage->vgprs ? usage->vgprs : 1, STEP);
}

unsigned
kernel_vgprs(const struct gcn_target *target, const struct kernel_usage *usage)
{
    if (target->agprs_follow_vgprs && usage->agprs)
        return accum_offset(usage) + usage->agprs;
    return (unsigned)larger(usage->vgprs, usage->agprs);
}

/* kernel_sgprs in whole steps of allocation: what the descriptor says. */
static unsigned
allocated_sgprs(const struct kernel_facts *kernel)
{
    const struct gcn_target *target = kernel->object.target;
    unsigned sgprs = kernel_sgprs(&kernel->object, kernel->usage);
    return target->sgpr_init_bug ? 96 : round_up(sgprs ? sgprs : 1, target->sgpr_granule);
}

static uint32_t
rsrc1(const struct kernel_facts *kernel)
{
    const struct gcn_target *target = kernel->object.target;
    unsigned vgprs = kernel_vgprs(target, kernel->usage);
    uint32_t word = 0;
    set(&word, rsrc1_granulated_workitem_vgpr_count,
        round_up(vgprs ? vgprs : 1, target->vgpr_granule) / target->vgpr_granule - 1);
    /* Units of 8 on every target, also where allocation goes by 16 (docs/abi.md). */
    set(&word, rsrc1_granulated_wavefront_sgpr_count, allocated_sgprs(kernel) / 8 - 1);
    /* round to nearest even; denormals: f16 and f64 always, f32 as compiled */
    set(&word, rsrc1_float_mode, kernel->f32_denormals ? 0xf0 : 0xc0);
    set(&word, rsrc1_enable_dx10_clamp, 1);
    set(&word, rsrc1_enable_ieee_mode, 1);
    return word;
}

static uint32_t
rsrc2(const struct kernel_facts *kernel)
{
    const struct kernel_start_state *abi = kernel->start;
    uint32_t word = 0;
    set(&word, rsrc2_enable_sgpr_private_segment_wave_byte_offset,
        abi->private_segment_wave_offset);
    set(&word, rsrc2_user_sgpr_count, abi->user_sgpr_count);
    set(&word, rsrc2_enable_sgpr_workgroup_id_x, abi->workgroup_id[0]);
    set(&word, rsrc2_enable_sgpr_workgroup_id_y, abi->workgroup_id[1]);
    set(&word, rsrc2_enable_sgpr_workgroup_id_z, abi->workgroup_id[2]);
    set(&word, rsrc2_enable_vgpr_workitem_id, abi->workitem_ids);
    return word;
}

/* Only gfx90a has it; bits 5:0 are accum_offset (today's AMDGPUUsage, compute_pgm_rsrc3 for GFX90A). */
static uint32_t
rsrc3(const struct kernel_facts *kernel)
{
    return kernel->object.target->agprs_follow_vgprs ? accum_offset(kernel->usage) / 4 - 1 : 0;
}

static uint32_t
properties(const struct kernel_facts *kernel)
{
    const bool *user = kernel->start->user;
    uint32_t word = 0;
    set(&word, properties_enable_sgpr_private_segment_buffer,
        user[KERNEL_USER_PRIVATE_SEGMENT_BUFFER]);
    set(&word, properties_enable_sgpr_dispatch_ptr, user[KERNEL_USER_DISPATCH_PTR]);
    set(&word, properties_enable_sgpr_queue_ptr, user[KERNEL_USER_QUEUE_PTR]);
    set(&word, properties_enable_sgpr_kernarg_segment_ptr, user[KERNEL_USER_KERNARG_SEGMENT_PTR]);
    set(&word, properties_enable_sgpr_dispatch_id, user[KERNEL_USER_DISPATCH_ID]);
    set(&word, properties_enable_sgpr_flat_scratch_init, user[KERNEL_USER_FLAT_SCRATCH_INIT]);
    set(&word, properties_enable_sgpr_private_segment_size, user[KERNEL_USER_PRIVATE_SEGMENT_SIZE]);
    return word;
}

/* ---- the header ---- */

static void
write_header(const struct kernel_facts *kernel, uint8_t *bytes)
{
    const struct gcn_target *target = kernel->object.target;
    uint32_t props = properties(kernel);
    set(&props, properties_private_element_size, 1);
    set(&props, properties_is_ptr64, 1);
    set(&props, properties_is_xnack_enabled, kernel->object.xnack);

    const struct {
        enum code_member member;
        uint64_t value;
    } members[] = {
        {amd_code_version_major, 1},
        {amd_code_version_minor, 2},
        {amd_machine_kind, 1}, /* AMDGPU */
        {amd_machine_version_major, target->major},
        {amd_machine_version_minor, target->minor},
        {amd_machine_version_stepping, target_stepping(&kernel->object)},
        {kernel_code_entry_byte_offset, KERNEL_CODE_SIZE},
        {workitem_private_segment_byte_size, kernel->usage->scratch_bytes},
        {workgroup_group_segment_byte_size, kernel->usage->lds_bytes},
        {kernarg_segment_byte_size, kernel->kernarg_size},
        {wavefront_sgpr_count, kernel_sgprs(&kernel->object, kernel->usage)},
        {workitem_vgpr_count, kernel_vgprs(target, kernel->usage)},
        {kernarg_segment_alignment, 4}, /* powers of two: 16 bytes */
        {group_segment_alignment, 4},
        {private_segment_alignment, 4},
        {wavefront_size, 6},
        {call_convention, (uint64_t)-1},
    };
    memset(bytes, 0, KERNEL_CODE_SIZE);
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        put(bytes, code_members[members[i].member].offset, members[i].value,
            code_members[members[i].member].size);
    put(bytes, RSRC1_OFFSET, rsrc1(kernel), 4);
    put(bytes, RSRC2_OFFSET, rsrc2(kernel), 4);
    put(bytes, PROPERTIES_OFFSET, props, 4);
}

static uint64_t
get(const uint8_t *bytes, unsigned offset, unsigned size)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)bytes[offset + i] << 8 * i;
    return value;
}

static void
print_header(struct strbuf *buf, const struct kernel_facts *kernel)
{
    uint8_t bytes[KERNEL_CODE_SIZE];
    write_header(kernel, bytes);
    enum { rsrc1 = RSRC1_OFFSET, rsrc2 = RSRC2_OFFSET, properties = PROPERTIES_OFFSET };
    strbuf_puts(buf, "\t.amd_kernel_code_t\n");
#define FIELD(word, name, first, width)                                                            \
    strbuf_printf(buf, "\t\t" #name " = %u\n",                                                     \
                  (unsigned)(get(bytes, word, 4) >> first) & ((1u << width) - 1));
#define CODE(name, offset, size)                                                                   \
    strbuf_printf(buf, "\t\t" #name " = %d\n", (int)get(bytes, offset, size));
#include "gcn/object/kernel_desc.def"
    strbuf_puts(buf, "\t.end_amd_kernel_code_t\n");
}

const struct object_launch object_launch_header = {.header_size = KERNEL_CODE_SIZE,
                                                   .symbol_type = ELF_STT_AMDGPU_HSA_KERNEL,
                                                   .symbol_directive = ".amdgpu_hsa_kernel",
                                                   .write_header = write_header,
                                                   .print_header = print_header};

/* ---- the descriptor ---- */

static void
write_descriptor(const struct kernel_facts *kernel, int64_t entry, uint8_t *bytes)
{
    memset(bytes, 0, KERNEL_DESCRIPTOR_SIZE);
    put(bytes, 0, kernel->usage->lds_bytes, 4);
    put(bytes, 4, kernel->usage->scratch_bytes, 4);
    put(bytes, 8, kernel->kernarg_size, 4);
    put(bytes, ENTRY_OFFSET, (uint64_t)entry, 8);
    put(bytes, 44, rsrc3(kernel), 4);
    put(bytes, 48, rsrc1(kernel), 4);
    put(bytes, 52, rsrc2(kernel), 4);
    put(bytes, 56, properties(kernel), 2);
}

/* As the 2017 guide has it: the largest work-group and XNACK are there, and whether code traps. */
static void
write_guide_descriptor(const struct kernel_facts *kernel, int64_t entry, uint8_t *bytes)
{
    enum { IS_XNACK_ENABLED = 1 << 1 };
    uint32_t word = rsrc2(kernel);
    write_descriptor(kernel, entry, bytes);
    set(&word, rsrc2_enable_trap_handler, kernel->usage->traps);
    put(bytes, 8, kernel->max_flat_group_size, 4);
    put(bytes, 12, kernel->object.xnack ? IS_XNACK_ENABLED : 0, 4);
    put(bytes, 52, word, 4);
}

/* The value that makes the assembler, which rounds to 8 registers where the chip allocates 16,
 * arrive at the same count as kernel_desc.c once it has added all the reserved ones; on GFX6 llvm-mc
 * adds FLAT_SCRATCH too, and knows no directive against it. */
static unsigned
next_free_sgpr(const struct kernel_facts *kernel)
{
    const struct gcn_target *target = kernel->object.target;
    enum { VCC_AND_FLAT_SCRATCH = 4 };
    unsigned extra = target->has_flat ? target->extra_sgprs : VCC_AND_FLAT_SCRATCH;
    unsigned sgprs = allocated_sgprs(kernel) - extra;
    return sgprs < target->max_sgprs ? sgprs : target->max_sgprs;
}

static void
print_descriptor(struct strbuf *buf, const struct kernel_facts *kernel)
{
    static const char *const user[KERNEL_USER_SGPRS] = {
        "private_segment_buffer", "dispatch_ptr", "queue_ptr",
        "kernarg_segment_ptr",    "dispatch_id",  "flat_scratch_init",
        "private_segment_size"};
    const struct kernel_start_state *abi = kernel->start;
    const struct gcn_target *target = kernel->object.target;
    strbuf_printf(buf, "\t.p2align\t6\n\t.amdhsa_kernel %s\n", kernel->name);
#define LINE(name, value) strbuf_printf(buf, "\t\t.amdhsa_" name " %u\n", (unsigned)(value))
    LINE("group_segment_fixed_size", kernel->usage->lds_bytes);
    LINE("private_segment_fixed_size", kernel->usage->scratch_bytes);
    LINE("kernarg_size", kernel->kernarg_size);
    for (unsigned i = 0; i < KERNEL_USER_SGPRS; i++)
        strbuf_printf(buf, "\t\t.amdhsa_user_sgpr_%s %u\n", user[i], abi->user[i]);
    LINE("system_sgpr_private_segment_wavefront_offset", abi->private_segment_wave_offset);
    LINE("system_sgpr_workgroup_id_x", abi->workgroup_id[0]);
    LINE("system_sgpr_workgroup_id_y", abi->workgroup_id[1]);
    LINE("system_sgpr_workgroup_id_z", abi->workgroup_id[2]);
    LINE("system_sgpr_workgroup_info", 0);
    LINE("system_vgpr_workitem_id", abi->workitem_ids);
    LINE("next_free_vgpr",
         kernel_vgprs(target, kernel->usage) ? kernel_vgprs(target, kernel->usage) : 1);
    if (target->agprs_follow_vgprs)
        LINE("accum_offset", accum_offset(kernel->usage));
    LINE("next_free_sgpr", next_free_sgpr(kernel));
    LINE("reserve_vcc", 1);
    if (target->has_flat)
        LINE("reserve_flat_scratch", 1);
    if (target->xnack_supported)
        LINE("reserve_xnack_mask", kernel->object.xnack);
    LINE("float_denorm_mode_32", kernel->f32_denormals ? 3 : 0);
    LINE("float_denorm_mode_16_64", 3);
#undef LINE
    strbuf_puts(buf, "\t.end_amdhsa_kernel\n");
}

const struct object_launch object_launch_descriptor = {.symbol_type = STT_FUNC,
                                                       .descriptor_suffix = ".kd",
                                                       .write_descriptor = write_descriptor,
                                                       .print_descriptor = print_descriptor};

/* Of the guide's descriptor no assembler has directives: its bytes, but the way to the code. */
static void
print_guide_descriptor(struct strbuf *buf, const struct kernel_facts *kernel)
{
    const char *name = kernel->name;
    uint8_t bytes[KERNEL_DESCRIPTOR_SIZE];
    write_guide_descriptor(kernel, 0, bytes);
    strbuf_printf(buf, "\t.p2align\t6\n\t.protected\t\"%s@kd\"\n\t.globl\t\"%s@kd\"\n", name, name);
    strbuf_printf(buf, "\t.type\t\"%s@kd\",@object\n", name);
    strbuf_printf(buf, "\t.size\t\"%s@kd\", %d\n\"%s@kd\":\n", name, KERNEL_DESCRIPTOR_SIZE, name);
    for (unsigned i = 0; i < KERNEL_DESCRIPTOR_SIZE; i += 4)
        if (i == ENTRY_OFFSET)
            strbuf_printf(buf, "\t.quad\t%s-\"%s@kd\"\n", name, name);
        else if (i != ENTRY_OFFSET + 4)
            strbuf_printf(buf, "\t.long\t0x%x\n", (unsigned)get(bytes, i, 4));
}

const struct object_launch object_launch_guide_descriptor = {
    .symbol_type = STT_FUNC,
    .descriptor_suffix = "@kd",
    .write_descriptor = write_guide_descriptor,
    .print_descriptor = print_guide_descriptor};
