/* The text form; IR.md has the grammar.  ir_parse.c reads every byte of it back. */
#include "midend/ir/ir_info.h"
#include "midend/ir/ir_names.h"

#include <string.h>

static void
print_string(struct strbuf *buf, const char *bytes, size_t length)
{
    strbuf_add(buf, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c < 32 || c > 126 || c == '"' || c == '\\')
            strbuf_printf(buf, "\\%02x", c);
        else
            strbuf_add(buf, bytes + i, 1);
    }
    strbuf_add(buf, "\"", 1);
}

static bool
is_word(const char *text)
{
    static const char start[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.$";
    static const char more[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.$0123456789";
    return *text && strchr(start, *text) && strspn(text, more) == strlen(text);
}

static void
print_name(struct strbuf *buf, const char *name)
{
    strbuf_add(buf, "@", 1);
    if (is_word(name))
        strbuf_puts(buf, name);
    else
        print_string(buf, name, strlen(name));
}

/* "%7": the texts of instructions are mostly these, and printf's formats take their time. */
static void
print_number(struct strbuf *buf, const char *before, uint32_t number)
{
    char digits[10], *first = digits + sizeof digits;
    do
        *--first = (char)('0' + number % 10);
    while (number /= 10);
    strbuf_puts(buf, before);
    strbuf_add(buf, first, (size_t)(digits + sizeof digits - first));
}

static void
print_value(struct strbuf *buf, const struct ir_function *function, ir_id id)
{
    const struct ir_value *value = ir_value(function, id);
    enum ir_type type = (enum ir_type)value->type;
    if (value->kind == IR_VALUE_UNDEF)
        strbuf_printf(buf, "undef %s", ir_type_name(type));
    else if (value->kind != IR_VALUE_CONST)
        print_number(buf, "%", id);
    else if (type == IR_I1)
        strbuf_printf(buf, "i1 %u", (unsigned)value->bits);
    else if (ir_is_int(type))
        strbuf_printf(buf, "%s %lld", ir_type_name(type), (long long)ir_signed(type, value->bits));
    else
        strbuf_printf(buf, "%s 0x%llx", ir_type_name(type), (unsigned long long)value->bits);
}

static void
print_order(struct strbuf *buf, const struct ir_inst *inst)
{
    const struct ir_memory *m = &inst->memory;
    if (m->order)
        strbuf_printf(buf, ", order %s", ir_order_names[m->order]);
    if (m->order_failure)
        strbuf_printf(buf, ", failure %s", ir_order_names[m->order_failure]);
    if (m->scope)
        strbuf_printf(buf, ", scope %s", ir_scope_names[m->scope]);
    if (m->spaces) {
        strbuf_puts(buf, ", spaces ");
        ir_print_spaces(buf, m->spaces);
    }
    if (m->is_volatile)
        strbuf_puts(buf, ", volatile");
    if (m->is_invariant)
        strbuf_puts(buf, ", invariant");
    if (m->scalar)
        strbuf_printf(buf, ", scalar %s", ir_type_name((enum ir_type)m->scalar));
    if (m->version)
        strbuf_printf(buf, ", version %u %u", m->version, m->stream);
}

static void
print_strings(struct strbuf *buf, const char *const *strings, uint32_t count)
{
    strbuf_puts(buf, " (");
    for (uint32_t i = 0; i < count; i++) {
        strbuf_puts(buf, i ? ", " : "");
        print_string(buf, strings[i], strlen(strings[i]));
    }
    strbuf_puts(buf, ")");
}

static void
print_asm(struct strbuf *buf, const struct ir_asm *assembly)
{
    strbuf_puts(buf, ", text ");
    print_string(buf, assembly->text, strlen(assembly->text));
    strbuf_printf(buf, ", outputs %u, inputs %u, constraints", assembly->output_count,
                  assembly->input_count);
    print_strings(buf, assembly->constraints, assembly->output_count + assembly->input_count);
    strbuf_puts(buf, ", clobbers");
    print_strings(buf, assembly->clobbers, assembly->clobber_count);
    strbuf_puts(buf, assembly->types ? ", types (" : "");
    for (uint32_t i = 0; assembly->types && i < assembly->output_count; i++)
        strbuf_printf(buf, "%s%s", i ? ", " : "", ir_type_name((enum ir_type)assembly->types[i]));
    strbuf_puts(buf, assembly->types ? ")" : "");
}

static void
print_buffer(struct strbuf *buf, const struct ir_inst *inst)
{
    const struct ir_buffer *buffer = &inst->buffer;
    strbuf_printf(buf, ", bytes %u%s%s", buffer->bytes, buffer->policy & 1 ? ", glc" : "",
                  buffer->policy & 2 ? ", slc" : "");
    if (inst->op == IR_OP_buffer_atomic)
        strbuf_printf(buf, ", %s", ir_rmw_names[buffer->rmw]);
    if (buffer->offset)
        strbuf_printf(buf, ", offset %u", (uint16_t)buffer->offset);
}

static void
print_image(struct strbuf *buf, const struct ir_image *image)
{
    strbuf_printf(buf, ", %s, access %s", image_facts[image->shape].name,
                  ir_access_names[image->access]);
}

/* Of what touches or orders memory. */
static void
print_access(struct strbuf *buf, const struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_load:
    case IR_OP_store:
    case IR_OP_cmpxchg:
        strbuf_printf(buf, ", align %u", inst->memory.align);
        if (inst->memory.whole_zeros)
            strbuf_printf(buf, ", whole %u, part %u", 1u << inst->memory.whole_zeros,
                          inst->memory.part_offset);
        break;
    case IR_OP_atomic:
        strbuf_printf(buf, ", %s, align %u", ir_rmw_names[inst->memory.rmw], inst->memory.align);
        break;
    case IR_OP_memcpy:
        strbuf_printf(buf, ", size %u, align %u, from_align %u", inst->size, inst->memory.align,
                      inst->align);
        break;
    case IR_OP_memzero:
        strbuf_printf(buf, ", size %u, align %u%s%s", inst->size, inst->memory.align,
                      inst->memory.is_undefined ? ", undefined" : "",
                      inst->memory.is_kept ? ", kept" : "");
        break;
    default:
        break;
    }
    print_order(buf, inst);
}

/* What an operation has besides its arguments. */
static void
print_object_name(struct strbuf *buf, const struct ir_inst *inst)
{
    if (!inst->name)
        return;
    strbuf_puts(buf, ", name ");
    print_name(buf, inst->block->function->module->object_names.at[inst->name - 1]);
}

static void
print_attributes(struct strbuf *buf, const struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_load:
    case IR_OP_store:
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
    case IR_OP_fence:
    case IR_OP_barrier:
    case IR_OP_memcpy:
    case IR_OP_memzero:
        print_access(buf, inst);
        break;
    case IR_OP_alloca:
        strbuf_printf(buf, ", size %u, align %u%s%s", inst->size, inst->align,
                      inst->memory.in_registers ? ", in_registers" : "",
                      inst->memory.is_kept ? ", kept" : "");
        if (inst->variable)
            strbuf_printf(buf, ", variable %u", inst->variable);
        print_object_name(buf, inst);
        break;
    case IR_OP_ptradd:
        if (inst->size)
            strbuf_printf(buf, ", size %u", inst->size);
        print_object_name(buf, inst);
        break;
    case IR_OP_asm:
        print_asm(buf, inst->assembly);
        break;
    case IR_OP_printf:
        strbuf_puts(buf, ", format ");
        print_string(buf, inst->format, strlen(inst->format));
        break;
    case IR_OP_printf_id:
        strbuf_printf(buf, ", row %u", inst->row);
        break;
    case IR_OP_call:
    case IR_OP_function_address:
        strbuf_puts(buf, ", ");
        print_name(buf, inst->callee->name);
        break;
    case IR_OP_symbol:
        strbuf_puts(buf, ", ");
        print_name(buf, inst->global->name);
        break;
    case IR_OP_workitem_id:
    case IR_OP_workgroup_id:
        strbuf_printf(buf, ", dim %u", inst->dimension);
        break;
    case IR_OP_hidden_arg:
    case IR_OP_hidden_place:
        strbuf_printf(buf, ", %s", ir_hidden_names[inst->hidden]);
        break;
    case IR_OP_image_read:
    case IR_OP_image_sample:
    case IR_OP_image_write:
        print_image(buf, &inst->image);
        strbuf_printf(buf, ", %s%s", ir_image_form_names[inst->image.form],
                      inst->image.is_unorm ? ", unorm" : "");
        break;
    case IR_OP_image_query:
        print_image(buf, &inst->image);
        strbuf_printf(buf, ", %s", ir_image_query_names[inst->image.query]);
        break;
    case IR_OP_buffer_load:
    case IR_OP_buffer_store:
    case IR_OP_buffer_atomic:
    case IR_OP_buffer_to_local:
    case IR_OP_global_to_local:
        print_buffer(buf, inst);
        break;
    case IR_OP_sampler:
        strbuf_printf(buf, ", bits %u", inst->sampler);
        break;
    default:
        break;
    }
}

static void
print_no_wrap(struct strbuf *buf, const struct ir_inst *inst)
{
    if (inst->no_wrap & IR_NO_SIGNED_WRAP)
        strbuf_puts(buf, ", nsw");
    if (inst->no_wrap & IR_NO_UNSIGNED_WRAP)
        strbuf_puts(buf, ", nuw");
    if (inst->no_wrap & IR_LOW24)
        strbuf_puts(buf, ", low24");
    if (inst->no_wrap & IR_UNSIGNED24)
        strbuf_puts(buf, ", u24");
    if (inst->no_wrap & IR_SIGNED24)
        strbuf_puts(buf, ", i24");
    if (inst->no_wrap & IR_NO_SIGNALLING)
        strbuf_puts(buf, ", nosnan");
    if (inst->no_wrap & IR_FINITE)
        strbuf_puts(buf, ", finite");
    if (inst->no_wrap & IR_NO_SIGNED_ZEROS)
        strbuf_puts(buf, ", nsz");
}

static void
print_args(struct strbuf *buf, const struct ir_function *function, const struct ir_inst *inst)
{
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        strbuf_puts(buf, i ? ", " : " ");
        if (inst->op == IR_OP_phi && i < inst->block->preds.count) {
            strbuf_puts(buf, "[");
            print_value(buf, function, inst->args[i].value);
            strbuf_printf(buf, ", b%u]", inst->block->preds.at[i]->id);
        } else {
            print_value(buf, function, inst->args[i].value);
        }
    }
}

void
ir_print_inst(struct strbuf *buf, const struct ir_function *function, const struct ir_inst *inst)
{
    if (inst->def_count)
        print_number(buf, "%", inst->def);
    if (inst->def_count > 1)
        print_number(buf, ":", inst->def_count);
    if (inst->def_count)
        strbuf_puts(buf, " = ");
    strbuf_puts(buf, ir_op_name[inst->op]);
    if (inst->type != IR_VOID) {
        strbuf_puts(buf, " ");
        strbuf_puts(buf, ir_type_name((enum ir_type)inst->type));
    }
    print_args(buf, function, inst);
    print_attributes(buf, inst);
    print_no_wrap(buf, inst);
    const struct ir_block *block = inst->block;
    if (block && inst->op == IR_OP_br && block->succ_count) /* one that is wrong may lack them */
        print_number(buf, " b", block->succs[0]->id);
    else if (block && inst->op == IR_OP_cbr && block->succ_count == 2)
        strbuf_printf(buf, ", b%u, b%u", block->succs[0]->id, block->succs[1]->id);
    if (inst->loc)
        print_number(buf, " !", inst->loc);
}

static void
print_block(struct strbuf *buf, const struct ir_block *block)
{
    strbuf_printf(buf, "b%u (", block->id);
    for (uint32_t i = 0; i < block->preds.count; i++)
        strbuf_printf(buf, "%sb%u", i ? ", " : "", block->preds.at[i]->id);
    strbuf_puts(buf, ")");
    if (block->unroll)
        strbuf_printf(buf, " unroll %u", block->unroll);
    strbuf_puts(buf, ":\n");
    ir_foreach_inst (inst, block) {
        guard_poll(buf->arena->guard); /* all of a unit may be one block */
        strbuf_puts(buf, "    ");
        ir_print_inst(buf, block->function, inst);
        strbuf_puts(buf, "\n");
    }
}

static void
print_three(struct strbuf *buf, const char *name, const uint32_t *numbers)
{
    if (numbers[0] | numbers[1] | numbers[2])
        strbuf_printf(buf, " %s %u %u %u", name, numbers[0], numbers[1], numbers[2]);
}

static void
print_kernel_arg(struct strbuf *buf, const struct kernel_arg *arg)
{
    strbuf_puts(buf, "    arg ");
    print_string(buf, arg->name ? arg->name : "", arg->name ? strlen(arg->name) : 0);
    strbuf_puts(buf, " ");
    print_string(buf, arg->type_name ? arg->type_name : "",
                 arg->type_name ? strlen(arg->type_name) : 0);
    strbuf_printf(buf, " %s %s offset %u size %u align %u", ir_arg_kind_names[arg->kind],
                  ir_value_type_names[arg->value_type], arg->offset, arg->size, arg->align);
    if (arg->space != IR_SPACE_GENERIC)
        strbuf_printf(buf, " space %s", ir_space_name[arg->space]);
    if (arg->pointee_align)
        strbuf_printf(buf, " pointee_align %u", arg->pointee_align);
    if (arg->access)
        strbuf_printf(buf, " access %s", ir_access_names[arg->access]);
    if (arg->actual_access)
        strbuf_printf(buf, " actual %s", ir_access_names[arg->actual_access]);
    strbuf_printf(buf, "%s%s%s%s\n", arg->is_const ? " const" : "",
                  arg->is_restrict ? " restrict" : "", arg->is_volatile ? " volatile" : "",
                  arg->is_pipe ? " pipe" : "");
}

/* In the order of the source, which the text has by that. */
static void
print_kernel_attributes(struct strbuf *buf, const struct kernel_info *info)
{
    for (unsigned i = 0; i < KERNEL_ATTRIBUTES && info->written[i]; i++)
        if (info->written[i] == KERNEL_ATTRIBUTE_SIZE) {
            print_three(buf, "reqd", info->reqd_group_size);
        } else if (info->written[i] == KERNEL_ATTRIBUTE_HINT) {
            print_three(buf, "hint", info->group_size_hint);
        } else {
            strbuf_puts(buf, " vec_type ");
            print_string(buf, info->vec_type_hint, strlen(info->vec_type_hint));
        }
}

static void
print_kernel_info(struct strbuf *buf, const struct kernel_info *info)
{
    strbuf_puts(buf, "info ");
    print_string(buf, info->name, strlen(info->name));
    strbuf_printf(buf, " kernarg %u", info->kernarg_size);
    print_kernel_attributes(buf, info);
    if (info->max_vgprs || info->max_sgprs || info->least_waves)
        strbuf_printf(buf, " vgprs %u sgprs %u waves %u", info->max_vgprs, info->max_sgprs,
                      info->least_waves);
    if (info->most_waves)
        strbuf_printf(buf, " most_waves %u", info->most_waves);
    if (info->runtime_handle) {
        strbuf_puts(buf, " handle ");
        print_string(buf, info->runtime_handle, strlen(info->runtime_handle));
    }
    strbuf_printf(buf, " max_flat %u version %u\n", info->max_flat_group_size, info->cl_version);
    for (uint32_t i = 0; i < info->arg_count; i++)
        print_kernel_arg(buf, &info->args[i]);
}

static const char *
uniform_mark(const uint8_t *marks, uint32_t i)
{
    return marks && marks[i] ? " uniform" : "";
}

static void
print_signature(struct strbuf *buf, const struct ir_function *function)
{
    strbuf_puts(buf, " (");
    for (uint32_t i = 0; i < function->param_count; i++)
        strbuf_printf(buf, "%s%s %%%u%s", i ? ", " : "",
                      ir_type_name((enum ir_type)function->param_types[i]), function->params[i],
                      uniform_mark(function->param_uniform, i));
    strbuf_puts(buf, ")");
    for (uint32_t i = 0; i < function->result_count; i++)
        strbuf_printf(buf, "%s%s%s", i ? ", " : " -> ",
                      ir_type_name((enum ir_type)function->result_types[i]),
                      uniform_mark(function->result_uniform, i));
}

void
ir_print_function(struct strbuf *buf, const struct ir_function *function)
{
    strbuf_puts(buf, "function ");
    print_name(buf, function->name);
    print_signature(buf, function);
    strbuf_printf(buf, "%s%s%s%s%s%s", function->is_kernel ? " kernel" : "",
                  function->is_external ? " external" : "", function->is_weak ? " weak" : "",
                  function->is_noinline ? " noinline" : "",
                  function->is_always_inline ? " always_inline" : "",
                  function->is_library ? " library" : "");
    if (function->layout)
        print_number(buf, " layout ", function->layout);
    if (function->loc)
        strbuf_printf(buf, " !%u", function->loc);
    strbuf_puts(buf, "\n");
    if (function->kernel)
        print_kernel_info(buf, function->kernel);
    if (!function->entry)
        return;
    strbuf_puts(buf, "{\n");
    ir_foreach_block (block, function)
        print_block(buf, block);
    strbuf_puts(buf, "}\n");
}

static void
print_global(struct strbuf *buf, const struct ir_global *global)
{
    strbuf_puts(buf, "global ");
    print_name(buf, global->name);
    strbuf_printf(buf, "%s%s%s%s%s space %s size %u align %u",
                  global->is_external ? " external" : "", global->is_import ? " import" : "",
                  global->is_got ? " got" : "", global->is_visible ? " visible" : "",
                  global->is_weak ? " weak" : "", ir_space_name[global->space], global->size,
                  global->align);
    if (global->offset)
        strbuf_printf(buf, " offset %u", global->offset);
    if (global->layout)
        print_number(buf, " layout ", global->layout);
    if (global->loc)
        print_number(buf, " !", global->loc);
    if (global->bytes) {
        strbuf_puts(buf, " = ");
        print_string(buf, (const char *)global->bytes, global->size);
    }
    for (uint32_t i = 0; i < global->reloc_count; i++) {
        const struct ir_reloc *reloc = &global->relocs[i];
        strbuf_printf(buf, "\n    reloc %u %s", reloc->offset, reloc->function ? "function " : "");
        print_name(buf, reloc->function ? reloc->function->name : reloc->target->name);
        if (!reloc->function)
            strbuf_printf(buf, " %u", reloc->addend);
    }
    strbuf_puts(buf, "\n");
}

/* A file is named when it is another one than before. */
static void
print_places(struct strbuf *buf, const struct ir_module *module)
{
    const char *file = NULL;
    vec_foreach (const struct ir_place, place, &module->places) {
        strbuf_puts(buf, "place");
        if (!file || strcmp(file, place->file) != 0) {
            strbuf_puts(buf, " ");
            print_string(buf, place->file, strlen(place->file));
        }
        file = place->file;
        print_number(buf, " ", place->line);
        print_number(buf, " ", place->column);
        strbuf_puts(buf, "\n");
    }
}

void
ir_print_module(struct strbuf *buf, const struct ir_module *module)
{
    print_places(buf, module);
    for (const struct ir_global *global = module->globals; global; global = global->next)
        print_global(buf, global);
    for (uint32_t i = 0; i < module->printf_rows.count; i++) {
        const char *row = module->printf_rows.at[i];
        strbuf_puts(buf, "printf_row ");
        print_string(buf, row, strlen(row));
        strbuf_puts(buf, "\n");
    }
    for (const struct ir_function *f = module->functions; f; f = f->next) {
        strbuf_puts(buf, "\n");
        ir_print_function(buf, f);
    }
}
