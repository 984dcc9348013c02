/* Metadata as YAML in note 10, of code object version 2.
 *
 * Keys are spelled as the loaders expect them, in form 2d as the 2017 guide has them (docs/abi.md, "Metadata
 * of version 2"). */
#include "backend-gcn/object/code_object.h"
#include "support/utf8.h"

#include <string.h>
#include <yaml.h>

static const char *const arg_kinds[] = {
    [KERNEL_ARG_BY_VALUE] = "ByValue",
    [KERNEL_ARG_GLOBAL_BUFFER] = "GlobalBuffer",
    [KERNEL_ARG_DYNAMIC_LOCAL] = "DynamicSharedPointer",
    [KERNEL_ARG_SAMPLER] = "Sampler",
    [KERNEL_ARG_IMAGE] = "Image",
    [KERNEL_ARG_PIPE] = "Pipe",
    [KERNEL_ARG_QUEUE] = "Queue",
};

static const char *const value_types[] = {
    [KERNEL_VALUE_STRUCT] = "Struct", [KERNEL_VALUE_I8] = "I8",   [KERNEL_VALUE_U8] = "U8",
    [KERNEL_VALUE_I16] = "I16",       [KERNEL_VALUE_U16] = "U16", [KERNEL_VALUE_F16] = "F16",
    [KERNEL_VALUE_I32] = "I32",       [KERNEL_VALUE_U32] = "U32", [KERNEL_VALUE_F32] = "F32",
    [KERNEL_VALUE_I64] = "I64",       [KERNEL_VALUE_U64] = "U64", [KERNEL_VALUE_F64] = "F64",
};

static const char *const spaces[IR_SPACE_COUNT] = {
    [IR_SPACE_GENERIC] = "Generic", [IR_SPACE_GLOBAL] = "Global", [IR_SPACE_CONSTANT] = "Constant",
    [IR_SPACE_LOCAL] = "Local",     [IR_SPACE_REGION] = "Region", [IR_SPACE_PRIVATE] = "Private",
};
static const char *const accesses[] = {
    [KERNEL_ACCESS_NONE] = "Default",
    [KERNEL_ACCESS_READ] = "ReadOnly",
    [KERNEL_ACCESS_WRITE] = "WriteOnly",
    [KERNEL_ACCESS_READ_WRITE] = "ReadWrite",
};

const struct metadata_words metadata_loaders = {"Args", "ActualAccQual", "MaxFlatWorkGroupSize",
                                                .spills = true};
const struct metadata_words metadata_guide = {"Arguments", "ActualAcc", "MaxFlatWorkgroupSize",
                                              .debug_version = "1.0", .only_if = true};

struct writer {
    const struct metadata_words *words;
    yaml_emitter_t emitter;
    struct strbuf *out;
    bool failed; /* libyaml's only failure here is its malloc */
};

/* What libyaml takes of malloc: its buffers, and the events that are not written yet, with copies of their
 * texts. */
enum { LIBYAML_BOUND = 128 * 1024, LIBYAML_COPIES = 4 };

/* Its buffers are there while the text grows. */
static int
write_bytes(void *data, unsigned char *bytes, size_t size)
{
    const struct strbuf *out = data;
    if (out->length + size >= out->capacity)
        arena_charge(out->arena, LIBYAML_BOUND + 2 * (out->capacity + size));
    strbuf_add(data, (const char *)bytes, size);
    return 1;
}

static void
emit(struct writer *writer, int made, yaml_event_t *event)
{
    if (made && writer->failed)
        yaml_event_delete(event);
    else if (!made || !yaml_emitter_emit(&writer->emitter, event))
        writer->failed = true;
}

static void
open_map(struct writer *writer)
{
    yaml_event_t event;
    emit(writer,
         yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, YAML_BLOCK_MAPPING_STYLE),
         &event);
}

static void
close_map(struct writer *writer)
{
    yaml_event_t event;
    emit(writer, yaml_mapping_end_event_initialize(&event), &event);
}

static void
open_list(struct writer *writer, yaml_sequence_style_t style)
{
    yaml_event_t event;
    emit(writer, yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, style), &event);
}

static void
close_list(struct writer *writer)
{
    yaml_event_t event;
    emit(writer, yaml_sequence_end_event_initialize(&event), &event);
}

/* libyaml takes UTF-8 alone, which texts of programs are; those of a forged unit may be anything. */
static const char *
only_utf8(struct writer *writer, const char *text)
{
    const char *end = text;
    while (*end && utf8_length(end))
        end += utf8_length(end);
    if (!*end)
        return text;
    char *copy = arena_strdup(writer->out->arena, text);
    for (char *c = copy; *c; c += utf8_length(c))
        if (!utf8_length(c))
            *c = '?';
    return copy;
}

static void
scalar(struct writer *writer, const char *text, bool quoted)
{
    guard_poll(writer->out->arena->guard);
    text = only_utf8(writer, text);
    arena_charge(writer->out->arena, LIBYAML_BOUND + LIBYAML_COPIES * strlen(text));
    yaml_event_t event;
    emit(writer,
         yaml_scalar_event_initialize(
             &event, NULL, NULL, (yaml_char_t *)text, (int)strlen(text), 1, 1,
             quoted ? YAML_SINGLE_QUOTED_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE),
         &event);
}

bool
metadata_is_quoted(const char *name)
{
    return strpbrk(name, "*@-:.") || strlen(name) < 6;
}

static void
pair(struct writer *writer, const char *key, const char *value)
{
    scalar(writer, key, false);
    scalar(writer, value, metadata_is_quoted(value));
}

static void
word(struct writer *writer, const char *key, const char *value)
{
    scalar(writer, key, false);
    scalar(writer, value, false);
}

static void
number(struct writer *writer, const char *key, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    word(writer, key, text);
}

static void
numbers(struct writer *writer, const char *key, const uint32_t *values, unsigned count)
{
    scalar(writer, key, false);
    open_list(writer, YAML_FLOW_SEQUENCE_STYLE);
    for (unsigned i = 0; i < count; i++) {
        char text[12];
        snprintf(text, sizeof text, "%u", values[i]);
        scalar(writer, text, false);
    }
    close_list(writer);
}

static void
flag(struct writer *writer, const char *key, bool value)
{
    if (value)
        word(writer, key, "true");
}

static void
write_arg(struct writer *writer, const struct kernel_arg *arg)
{
    bool is_pointer =
        arg->kind == KERNEL_ARG_GLOBAL_BUFFER || arg->kind == KERNEL_ARG_DYNAMIC_LOCAL;
    bool has_access = arg->kind == KERNEL_ARG_IMAGE || arg->kind == KERNEL_ARG_PIPE;
    bool any = !writer->words->only_if;
    open_map(writer);
    pair(writer, "Name", arg->name ? arg->name : "");
    pair(writer, "TypeName", arg->type_name);
    number(writer, "Size", arg->size);
    number(writer, "Align", arg->align);
    word(writer, "ValueKind", arg_kinds[arg->kind]);
    if (any || arg->kind == KERNEL_ARG_BY_VALUE)
        word(writer, "ValueType", value_types[arg->value_type]);
    if (arg->kind == KERNEL_ARG_DYNAMIC_LOCAL)
        number(writer, "PointeeAlign", arg->pointee_align);
    if (is_pointer)
        word(writer, "AddrSpaceQual", spaces[arg->space]);
    if (any || has_access)
        word(writer, "AccQual", accesses[has_access ? arg->access : KERNEL_ACCESS_NONE]);
    if (arg->actual_access)
        word(writer, writer->words->actual_access, accesses[arg->actual_access]);
    if (any || arg->kind == KERNEL_ARG_GLOBAL_BUFFER) {
        flag(writer, "IsConst", arg->is_const);
        flag(writer, "IsRestrict", arg->is_restrict);
        flag(writer, "IsVolatile", arg->is_volatile);
    }
    flag(writer, "IsPipe", arg->is_pipe);
    close_map(writer);
}

static void
write_hidden(struct writer *writer, const struct hidden_layout *layout,
             const struct mir_function *kernel, uint32_t i)
{
    uint8_t kind = kernel->hidden_args[i];
    uint32_t size = hidden_place(layout, kernel->hidden_args, i)->size;
    open_map(writer);
    number(writer, "Size", size);
    number(writer, "Align", size);
    word(writer, "ValueKind", hidden_kinds[kind].yaml);
    if (writer->words->only_if) {
        close_map(writer);
        return;
    }
    word(writer, "ValueType", hidden_kinds[kind].value_type);
    if (hidden_kinds[kind].is_address || kind == IR_HIDDEN_COUNT) /* a hole: as clang writes it */
        word(writer, "AddrSpaceQual", "Global");
    close_map(writer);
}

static void
write_attrs(struct writer *writer, const struct kernel_info *info)
{
    if (!info->reqd_group_size[0] && !info->group_size_hint[0] && !info->vec_type_hint)
        return;
    scalar(writer, "Attrs", false);
    open_map(writer);
    if (info->reqd_group_size[0])
        numbers(writer, "ReqdWorkGroupSize", info->reqd_group_size, 3);
    if (info->group_size_hint[0])
        numbers(writer, "WorkGroupSizeHint", info->group_size_hint, 3);
    if (info->vec_type_hint)
        pair(writer, "VecTypeHint", info->vec_type_hint);
    close_map(writer);
}

static void
write_props(struct writer *writer, const struct code_object *object,
            const struct mir_function *kernel)
{
    const struct mir_usage *usage = &kernel->usage;
    scalar(writer, "CodeProps", false);
    open_map(writer);
    number(writer, "KernargSegmentSize", kernel->kernarg_size);
    number(writer, "GroupSegmentFixedSize", usage->lds_bytes);
    number(writer, "PrivateSegmentFixedSize", usage->scratch_bytes);
    number(writer, "KernargSegmentAlign", kernel->kernarg_align);
    number(writer, "WavefrontSize", 64);
    number(writer, "NumSGPRs", kernel_sgprs(object->options, kernel));
    number(writer, "NumVGPRs", kernel_vgprs(kernel));
    number(writer, writer->words->max_flat_group_size, kernel->source->kernel->max_flat_group_size);
    flag(writer, "IsXNACKEnabled", object->options->xnack);
    if (usage->sgpr_spills && writer->words->spills)
        number(writer, "NumSpilledSGPRs", usage->sgpr_spills);
    if (usage->vgpr_spills && writer->words->spills)
        number(writer, "NumSpilledVGPRs", usage->vgpr_spills);
    close_map(writer);
}

/* With debug information.  The registers that hold the private segment's buffer and offset are not
 * named: nothing keeps them there for the whole kernel. */
static void
write_debug_props(struct writer *writer)
{
    static const uint32_t version[] = {1, 0};
    scalar(writer, "DebugProps", false);
    open_map(writer);
    if (writer->words->debug_version)
        pair(writer, "DebuggerABIVersion", writer->words->debug_version);
    else
        numbers(writer, "DebuggerABIVersion", version, 2);
    number(writer, "ReservedNumVGPRs", 0);
    close_map(writer);
}

static void
write_args(struct writer *writer, const struct code_object *object,
           const struct mir_function *kernel)
{
    const struct hidden_layout *layout = object->options->object_version->hidden;
    const struct kernel_info *info = kernel->source->kernel;
    if (!info->arg_count && !kernel->hidden_arg_count)
        return;
    scalar(writer, writer->words->arguments, false);
    open_list(writer, YAML_BLOCK_SEQUENCE_STYLE);
    for (uint32_t i = 0; i < info->arg_count; i++)
        write_arg(writer, &info->args[i]);
    for (uint32_t i = 0; i < kernel->hidden_arg_count; i++)
        write_hidden(writer, layout, kernel, i);
    close_list(writer);
}

static void
write_kernel(struct writer *writer, const struct code_object *object,
             const struct mir_function *kernel)
{
    const struct kernel_info *info = kernel->source->kernel;
    uint32_t language[2] = {info->cl_version / 100u, info->cl_version / 10u % 10};
    open_map(writer);
    pair(writer, "Name", info->name);
    pair(writer, "SymbolName", arena_printf(object->arena, "%s@kd", info->name));
    word(writer, "Language", "OpenCL C");
    numbers(writer, "LanguageVersion", language, 2);
    write_attrs(writer, info);
    write_args(writer, object, kernel);
    write_props(writer, object, kernel);
    if (object->options->notes_variables)
        write_debug_props(writer);
    close_map(writer);
}

/* ID:N:S[0]:...:S[N-1]:format (2017 guide, Code Object Metadata). */
static void
write_printf(struct writer *writer, const struct code_object *object)
{
    const struct ir_module *module = object->module;
    if (!module->printf_rows.count)
        return;
    scalar(writer, "Printf", false);
    open_list(writer, YAML_BLOCK_SEQUENCE_STYLE);
    for (uint32_t i = 0; i < module->printf_rows.count; i++)
        scalar(writer, arena_printf(object->arena, "%u:%s", i + 1, module->printf_rows.at[i]),
               true);
    close_list(writer);
}

static void
write_document(struct writer *writer, const struct code_object *object)
{
    const uint32_t version[] = {1, object->options->object_version->metadata_minor};
    yaml_event_t event;
    emit(writer, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING), &event);
    emit(writer, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 0), &event);
    open_map(writer);
    numbers(writer, "Version", version, 2);
    write_printf(writer, object);
    if (object->kernel_count || writer->words->only_if) {
        scalar(writer, "Kernels", false);
        open_list(writer, YAML_BLOCK_SEQUENCE_STYLE);
        for (uint32_t i = 0; i < object->kernel_count; i++)
            write_kernel(writer, object, object->kernels[i]);
        close_list(writer);
    }
    close_map(writer);
    emit(writer, yaml_document_end_event_initialize(&event, 0), &event);
    emit(writer, yaml_stream_end_event_initialize(&event), &event);
}

static void
release_emitter(void *emitter)
{
    yaml_emitter_delete(emitter);
}

const char *
metadata_yaml(const struct code_object *object, const struct metadata_words *words, size_t *size)
{
    struct strbuf out = strbuf_new(object->arena);
    struct writer writer = {.words = words, .out = &out};
    struct cleanup cleanup;
    arena_charge(object->arena, LIBYAML_BOUND);
    if (!yaml_emitter_initialize(&writer.emitter))
        guard_unwind(object->guard, GUARD_MEMORY, "out of memory");
    guard_push(object->guard, &cleanup, release_emitter, &writer.emitter);
    yaml_emitter_set_output(&writer.emitter, write_bytes, &out);
    yaml_emitter_set_width(&writer.emitter, -1);
    yaml_emitter_set_unicode(&writer.emitter, 1);
    write_document(&writer, object);
    if (writer.failed)
        guard_unwind(object->guard, GUARD_MEMORY, "out of memory");
    guard_pop(object->guard, &cleanup);
    yaml_emitter_delete(&writer.emitter);
    *size = out.length + 1;
    return out.text;
}
