/* -S: the whole code object as text.  LLVM's assembler turns it into the same .text, .rodata and
 * .data that code_object.c writes. */
#include "backend-gcn/debug/asm_debug.h"
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
    if (global->is_visible)
        strbuf_printf(buf, "\t.protected\t%s\n\t%s\t%s\n", global->name,
                      global->is_weak ? ".weak" : ".globl", global->name);
    strbuf_printf(buf, "\t.p2align\t%d\n\t.type\t%s,@object\n%s:\n",
                  __builtin_ctz(global->align ? global->align : 1), global->name, global->name);
    if (global->bytes && (global->space == IR_SPACE_CONSTANT || !code_object_is_zero(global)))
        print_value(buf, global);
    else
        strbuf_printf(buf, "\t.zero\t%u\n", global->size);
    strbuf_printf(buf, "\t.size\t%s, %u\n", global->name, global->size);
}

static void
print_objects(struct strbuf *buf, const struct ir_module *module, enum ir_space space,
              bool only_zero, const char *section)
{
    bool open = false;
    for (const struct ir_global *global = module->globals; global; global = global->next) {
        bool is_zero = space == IR_SPACE_GLOBAL && code_object_is_zero(global);
        if (global->space != space || is_zero != only_zero || global->is_import || global->is_got)
            continue;
        if (!open)
            strbuf_printf(buf, "\n\t.section\t%s\n", section);
        open = true;
        print_object(buf, global);
    }
}

/* A symbol without definition is global unless it is said to be weak. */
static void
print_weak_imports(struct strbuf *buf, const struct ir_module *module)
{
    for (const struct ir_global *global = module->globals; global; global = global->next)
        if (global->is_import && global->is_weak)
            strbuf_printf(buf, "\n\t.weak\t%s\n", global->name);
}

/* The numbers of printf's rows, which the code has by these names: a linker of several objects gives others. */
static void
print_rows(struct strbuf *buf, const struct ir_module *module)
{
    for (uint32_t i = 1; i <= module->printf_rows.count; i++)
        strbuf_printf(buf, "\n\t.hidden\t%s%u\n\t.globl\t%s%u\n\t.set\t%s%u, %u\n", PRINTF_SYMBOL,
                      i, PRINTF_SYMBOL, i, PRINTF_SYMBOL, i, i);
}

/* What people look for below a kernel's code, in clang's words. */
static void
print_usage(struct strbuf *buf, const struct backend_options *options,
            const struct mir_function *kernel)
{
    const struct kernel_usage *usage = &kernel->usage;
    const char *limit;
    unsigned sgprs = kernel_sgprs(&options->object, usage);
    unsigned vgprs = kernel_vgprs(options->object.target, usage);
    unsigned waves = gcn_occupancy(options->object.target, vgprs, sgprs, usage->lds_bytes,
                                   kernel->source->kernel->max_flat_group_size, &limit);
    strbuf_puts(buf, "; Kernel info:\n");
    strbuf_printf(buf, "; codeLenInByte = %u\n", (unsigned)usage->code_bytes);
    strbuf_printf(buf, "; NumSgprs: %u\n; NumVgprs: %u\n", sgprs, vgprs);
    if (options->object.target->has_agprs)
        strbuf_printf(buf, "; NumAgprs: %u\n", (unsigned)usage->agprs);
    strbuf_printf(buf, "; ScratchSize: %u\n", (unsigned)usage->scratch_bytes);
    strbuf_printf(buf, "; LDSByteSize: %u bytes/workgroup (compile time only)\n",
                  (unsigned)usage->lds_bytes);
    strbuf_printf(buf, "; Occupancy: %u\n", waves);
}

static void
print_kernel(struct strbuf *buf, const struct code_object *object,
             const struct mir_function *kernel, struct asm_source *source)
{
    struct kernel_facts facts = code_object_facts(object, kernel);
    const char *name = kernel->source->kernel->name;
    const struct object_launch *launch = object->options->object_version->launch;
    strbuf_printf(buf, "\n\t.text\n\t.protected\t%s\n\t.globl\t%s\n\t.p2align\t8\n", name, name);
    strbuf_printf(buf, "\t.type\t%s,@function\n", name);
    if (launch->symbol_directive)
        strbuf_printf(buf, "\t%s %s\n", launch->symbol_directive, name);
    strbuf_printf(buf, "%s:\n", name);
    if (launch->print_header)
        launch->print_header(buf, &facts);
    asm_listing(buf, kernel, source);
    strbuf_printf(buf, "\t.size\t%s, .-%s\n", name, name);
    print_usage(buf, object->options, kernel);
}

static void
print_function(struct strbuf *buf, const struct mir_function *function, struct asm_source *source)
{
    const char *name = function->source->name;
    strbuf_printf(buf, "\n\t.text\n\t.p2align\t2\n\t.type\t%s,@function\n%s:\n", name, name);
    asm_listing(buf, function, source);
    strbuf_printf(buf, "\t.size\t%s, .-%s\n", name, name);
}

void
asm_file(const struct code_object *object, struct strbuf *buf)
{
    const struct object_version *version = object->options->object_version;
    const struct object_launch *launch = version->launch;
    struct asm_source source = {.options = object->options};
    version->notes->print_head(buf, version, &object->options->object);
    const struct dwarf *dwarf = asm_debug_start(buf, object, &source);
    for (uint32_t i = 0; i < object->kernel_count; i++)
        print_kernel(buf, object, object->kernels[i], &source);
    for (uint32_t i = 0; i < object->function_count; i++)
        print_function(buf, object->functions[i], &source);
    if (launch->print_descriptor && object->kernel_count)
        strbuf_puts(buf, "\n\t.section\t.rodata,\"a\",@progbits\n");
    for (uint32_t i = 0; launch->print_descriptor && i < object->kernel_count; i++) {
        struct kernel_facts facts = code_object_facts(object, object->kernels[i]);
        launch->print_descriptor(buf, &facts);
    }
    print_objects(buf, object->module, IR_SPACE_CONSTANT, false, ".rodata,\"a\",@progbits");
    print_objects(buf, object->module, IR_SPACE_GLOBAL, false, ".data,\"aw\",@progbits");
    print_objects(buf, object->module, IR_SPACE_GLOBAL, true, ".bss,\"aw\",@nobits");
    print_weak_imports(buf, object->module);
    print_rows(buf, object->module);
    object_print_metadata(buf, version, metadata_tree(object));
    asm_debug_finish(buf, dwarf);
}
