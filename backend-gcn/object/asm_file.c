/* -S: the whole code object as text.  LLVM's assembler makes the same .text, .rodata and .data of it
 * that code_object.c writes. */
#include "backend-gcn/object/code_object.h"

static const struct ir_reloc *
address_at(const struct ir_global *global, uint32_t offset)
{
    for (uint32_t i = 0; i < global->reloc_count; i++)
        if (global->relocs[i].offset == offset)
            return &global->relocs[i];
    return NULL;
}

/* Lines of up to 16 bytes; addresses stand alone. */
static void
print_value(struct strbuf *buf, const struct ir_global *global)
{
    for (uint32_t i = 0; i < global->size;) {
        const struct ir_reloc *address = address_at(global, i);
        if (address) {
            strbuf_printf(buf, "\t.quad\t%s+%u\n", address->target->name, address->addend);
            i += 8;
            continue;
        }
        strbuf_printf(buf, "\t.byte\t0x%02x", global->bytes[i]);
        for (i++; i % 16 && i < global->size && !address_at(global, i); i++)
            strbuf_printf(buf, ", 0x%02x", global->bytes[i]);
        strbuf_puts(buf, "\n");
    }
}

static void
print_object(struct strbuf *buf, const struct ir_global *global)
{
    strbuf_printf(buf, "\t.p2align\t%d\n\t.type\t%s,@object\n%s:\n",
                  __builtin_ctz(global->align ? global->align : 1), global->name, global->name);
    if (global->bytes)
        print_value(buf, global);
    else
        strbuf_printf(buf, "\t.zero\t%u\n", global->size);
    strbuf_printf(buf, "\t.size\t%s, %u\n", global->name, global->size);
}

static void
print_objects(struct strbuf *buf, const struct ir_module *module, enum ir_space space,
              const char *section)
{
    bool open = false;
    for (const struct ir_global *global = module->globals; global; global = global->next) {
        if (global->space != space)
            continue;
        if (!open)
            strbuf_printf(buf, "\n\t.section\t%s\n", section);
        open = true;
        print_object(buf, global);
    }
}

static void
print_kernel(struct strbuf *buf, const struct code_object *object,
             const struct mir_function *kernel)
{
    const char *name = kernel->source->kernel->name;
    bool v2 = object->options->code_object_version < 3;
    strbuf_printf(buf, "\n\t.text\n\t.protected\t%s\n\t.globl\t%s\n\t.p2align\t8\n", name, name);
    strbuf_printf(buf, "\t.type\t%s,@function\n", name);
    if (v2)
        strbuf_printf(buf, "\t.amdgpu_hsa_kernel %s\n", name);
    strbuf_printf(buf, "%s:\n", name);
    if (v2) {
        uint8_t header[KERNEL_CODE_SIZE];
        kernel_code_header(object, kernel, header);
        kernel_code_text(buf, header);
    }
    asm_listing(buf, kernel);
    strbuf_printf(buf, "\t.size\t%s, .-%s\n", name, name);
}

/* What makes the assembler, which rounds to 8 registers where the chip allocates 16, count as many
 * as kernel_desc.c does once all the reserved ones are added. */
static unsigned
next_free_sgpr(const struct code_object *object, const struct mir_function *kernel)
{
    const struct gcn_target *target = object->options->target;
    unsigned sgprs = kernel_allocated_sgprs(object->options, kernel) - target->extra_sgprs;
    return sgprs < target->max_sgprs ? sgprs : target->max_sgprs;
}

/* Of versions 3 and later. */
static void
print_descriptor(struct strbuf *buf, const struct code_object *object,
                 const struct mir_function *kernel)
{
    static const char *const user[MIR_USER_SGPRS] = {
        [MIR_USER_PRIVATE_SEGMENT_BUFFER] = "private_segment_buffer",
        [MIR_USER_DISPATCH_PTR] = "dispatch_ptr",
        [MIR_USER_QUEUE_PTR] = "queue_ptr",
        [MIR_USER_KERNARG_SEGMENT_PTR] = "kernarg_segment_ptr",
        [MIR_USER_DISPATCH_ID] = "dispatch_id",
        [MIR_USER_FLAT_SCRATCH_INIT] = "flat_scratch_init",
        [MIR_USER_PRIVATE_SEGMENT_SIZE] = "private_segment_size"};
    const struct mir_abi *abi = &kernel->abi;
    const struct gcn_target *target = object->options->target;
    strbuf_printf(buf, "\t.p2align\t6\n\t.amdhsa_kernel %s\n", kernel->source->kernel->name);
#define LINE(name, value) strbuf_printf(buf, "\t\t.amdhsa_" name " %u\n", (unsigned)(value))
    LINE("group_segment_fixed_size", kernel->usage.lds_bytes);
    LINE("private_segment_fixed_size", kernel->usage.scratch_bytes);
    LINE("kernarg_size", kernel->kernarg_size);
    for (unsigned i = 0; i < MIR_USER_SGPRS; i++)
        strbuf_printf(buf, "\t\t.amdhsa_user_sgpr_%s %u\n", user[i], abi->user[i]);
    LINE("system_sgpr_private_segment_wavefront_offset", abi->private_segment_wave_offset);
    LINE("system_sgpr_workgroup_id_x", abi->workgroup_id[0]);
    LINE("system_sgpr_workgroup_id_y", abi->workgroup_id[1]);
    LINE("system_sgpr_workgroup_id_z", abi->workgroup_id[2]);
    LINE("system_sgpr_workgroup_info", 0);
    LINE("system_vgpr_workitem_id", abi->workitem_ids);
    LINE("next_free_vgpr", kernel_vgprs(kernel) ? kernel_vgprs(kernel) : 1);
    LINE("next_free_sgpr", next_free_sgpr(object, kernel));
    LINE("reserve_vcc", 1);
    if (target->has_flat)
        LINE("reserve_flat_scratch", 1);
    if (target->xnack_supported)
        LINE("reserve_xnack_mask", object->options->xnack);
    LINE("float_denorm_mode_32", kernel->f32_denormals ? 3 : 0);
    LINE("float_denorm_mode_16_64", 3);
#undef LINE
    strbuf_puts(buf, "\t.end_amdhsa_kernel\n");
}

static void
print_version(struct strbuf *buf, const struct code_object *object)
{
    const struct gcn_target *target = object->options->target;
    if (object->options->code_object_version >= 3)
        strbuf_printf(buf, "\t.amdgcn_target \"%s\"\n", target_id(object->arena, object->options));
    else
        strbuf_printf(buf,
                      "\t.hsa_code_object_version 2,1\n"
                      "\t.hsa_code_object_isa %u,%u,%u,\"AMD\",\"AMDGPU\"\n",
                      target->major, target->minor, target_stepping(object->options));
}

static void
print_metadata(struct strbuf *buf, const struct code_object *object)
{
    size_t size;
    if (object->options->code_object_version >= 3) {
        strbuf_puts(buf, "\n\t.amdgpu_metadata\n");
        metadata_msgpack_text(object, buf);
        strbuf_puts(buf, "\t.end_amdgpu_metadata\n");
    } else {
        strbuf_puts(buf, "\n\t.amd_amdgpu_hsa_metadata\n");
        strbuf_puts(buf, metadata_yaml(object, &size));
        strbuf_puts(buf, "\t.end_amd_amdgpu_hsa_metadata\n");
    }
}

void
asm_file(const struct code_object *object, struct strbuf *buf)
{
    print_version(buf, object);
    for (uint32_t i = 0; i < object->kernel_count; i++)
        print_kernel(buf, object, object->kernels[i]);
    if (object->options->code_object_version >= 3 && object->kernel_count)
        strbuf_puts(buf, "\n\t.section\t.rodata,\"a\",@progbits\n");
    for (uint32_t i = 0; i < object->kernel_count; i++)
        if (object->options->code_object_version >= 3)
            print_descriptor(buf, object, object->kernels[i]);
    print_objects(buf, object->module, IR_SPACE_CONSTANT, ".rodata,\"a\",@progbits");
    print_objects(buf, object->module, IR_SPACE_GLOBAL, ".data,\"aw\",@progbits");
    print_metadata(buf, object);
}
