/* Metadata of what was compiled: facts of kernels as a tree in the form of the version.
 *
 * YAML spells keys as the loaders expect them, in form 2d as the 2017 guide has them (docs/abi.md, "Metadata of
 * version 2"); MsgPack: AMDGPUUsage (current), "Code Object V3 Metadata" and the sections for V4 and V5. */
#include "gcn/metadata/meta.h"
#include "backend-gcn/object/code_object.h"

static const struct meta_word kinds[] = {
#define KIND(value, yaml, msgpack) [value] = {yaml, msgpack},
#include "gcn/metadata/meta_key.def"
};
static const struct meta_word types[] = {
#define TYPE(value, yaml, msgpack) [value] = {yaml, msgpack},
#include "gcn/metadata/meta_key.def"
};
static const struct meta_word spaces[IR_SPACE_COUNT] = {
#define SPACE(value, yaml, msgpack) [value] = {yaml, msgpack},
#include "gcn/metadata/meta_key.def"
};
static const struct meta_word accesses[] = {
    [KERNEL_ACCESS_NONE] = {"Default", NULL},
#define ACCESS(value, yaml, msgpack) [value] = {yaml, msgpack},
#include "gcn/metadata/meta_key.def"
};

struct maker {
    const struct code_object *object;
    struct arena *arena;
    enum metadata_form form;
    bool is_yaml;
};

/* ---- pairs ---- */

static void
put(const struct maker *m, struct meta *to, enum meta_key_id id, struct meta *value)
{
    const struct meta_key *key = &meta_keys[id];
    const char *name = m->form == METADATA_GUIDE ? meta_guide_key(key->yaml) : key->yaml;
    if (m->is_yaml)
        meta_add(m->arena, meta_inner(m->arena, to, key->map), name, value);
    else
        meta_add(m->arena, to, key->msgpack, value);
}

static void
put_text(const struct maker *m, struct meta *to, enum meta_key_id id, const char *text)
{
    bool is_quoted = meta_keys[id].how == META_HOW_NAME && meta_is_quoted(text);
    put(m, to, id, meta_text(m->arena, text, is_quoted));
}

static void
put_word(const struct maker *m, struct meta *to, enum meta_key_id id, const struct meta_word *word)
{
    put(m, to, id, meta_text(m->arena, m->is_yaml ? word->yaml : word->msgpack, false));
}

static void
put_number(const struct maker *m, struct meta *to, enum meta_key_id id, uint64_t value)
{
    put(m, to, id, meta_number(m->arena, value));
}

static void
put_flag(const struct maker *m, struct meta *to, enum meta_key_id id, bool value)
{
    if (value)
        put(m, to, id, meta_bool(m->arena, true));
}

static struct meta *
numbers(const struct maker *m, const uint32_t *values, unsigned count)
{
    struct meta *list = meta_new(m->arena, META_LIST);
    for (unsigned i = 0; i < count; i++)
        meta_add(m->arena, list, NULL, meta_number(m->arena, values[i]));
    return list;
}

/* The order of the keys' table is YAML's. */
static struct meta *
in_order(const struct maker *m, struct meta *map)
{
    if (!m->is_yaml)
        meta_sort(map);
    return map;
}

/* ---- arguments ---- */

/* YAML: readers compute offsets. */
static void
put_place(const struct maker *m, struct meta *to, uint64_t align, uint64_t offset)
{
    meta_add(m->arena, to, m->is_yaml ? "Align" : ".offset",
             meta_number(m->arena, m->is_yaml ? align : offset));
}

static void
put_qualifiers(const struct maker *m, struct meta *to, const struct kernel_arg *arg)
{
    bool is_any = m->form != METADATA_GUIDE, is_buffer = arg->kind == KERNEL_ARG_GLOBAL_BUFFER;
    bool has_access = arg->kind == KERNEL_ARG_IMAGE || arg->kind == KERNEL_ARG_PIPE;
    unsigned access = has_access ? arg->access : KERNEL_ACCESS_NONE;
    if (is_buffer || arg->kind == KERNEL_ARG_DYNAMIC_LOCAL)
        put_word(m, to, META_ARG_SPACE, &spaces[arg->space]);
    if (m->is_yaml ? is_any || has_access : access)
        put_word(m, to, META_ARG_ACCESS, &accesses[access]);
    if (arg->actual_access)
        put_word(m, to, META_ARG_ACTUAL_ACCESS, &accesses[arg->actual_access]);
    if (is_any || is_buffer) {
        put_flag(m, to, META_ARG_IS_CONST, arg->is_const);
        put_flag(m, to, META_ARG_IS_RESTRICT, arg->is_restrict);
        put_flag(m, to, META_ARG_IS_VOLATILE, arg->is_volatile);
    }
    put_flag(m, to, META_ARG_IS_PIPE, arg->is_pipe);
}

static struct meta *
argument(const struct maker *m, const struct kernel_arg *arg)
{
    struct meta *to = meta_new(m->arena, META_MAP);
    bool has_type = m->form == METADATA_LOADERS || arg->kind == KERNEL_ARG_BY_VALUE;
    if (arg->name || m->is_yaml)
        put_text(m, to, META_ARG_NAME, arg->name ? arg->name : "");
    put_text(m, to, META_ARG_TYPE_NAME, arg->type_name);
    put_number(m, to, META_ARG_SIZE, arg->size);
    put_place(m, to, arg->align, arg->offset);
    put_word(m, to, META_ARG_VALUE_KIND, &kinds[arg->kind]);
    if (m->is_yaml && has_type)
        put_word(m, to, META_ARG_VALUE_TYPE, &types[arg->value_type]);
    if (arg->kind == KERNEL_ARG_DYNAMIC_LOCAL)
        put_number(m, to, META_ARG_POINTEE_ALIGN, arg->pointee_align);
    put_qualifiers(m, to, arg);
    return in_order(m, to);
}

static struct meta *
hidden_argument(const struct maker *m, const struct mir_function *kernel, uint32_t i)
{
    const struct hidden_layout *layout = m->object->options->object_version->hidden;
    const struct hidden_place *place = hidden_place(layout, kernel->hidden_args, i);
    const struct hidden_kind *kind = &hidden_kinds[kernel->hidden_args[i]];
    bool is_hole = kernel->hidden_args[i] == HIDDEN_COUNT;
    struct meta *to = meta_new(m->arena, META_MAP);
    put_number(m, to, META_ARG_SIZE, place->size);
    put_place(m, to, place->size,
              hidden_block(kernel->source->kernel->kernarg_size) + place->offset);
    put_word(m, to, META_ARG_VALUE_KIND, &kind->word);
    if (m->form == METADATA_LOADERS)
        put(m, to, META_ARG_VALUE_TYPE, meta_text(m->arena, kind->value_type, false));
    bool is_global = kind->is_address || (m->is_yaml && is_hole); /* a hole: as clang writes it */
    if (is_global && m->form != METADATA_GUIDE)
        put_word(m, to, META_ARG_SPACE, &spaces[IR_SPACE_GLOBAL]);
    return in_order(m, to);
}

static void
put_arguments(const struct maker *m, struct meta *to, const struct mir_function *kernel)
{
    static const char *const names[] = {
        [METADATA_LOADERS] = "Args", [METADATA_GUIDE] = "Arguments", [METADATA_MSGPACK] = ".args"};
    const struct kernel_info *info = kernel->source->kernel;
    struct meta *list = meta_new(m->arena, META_LIST);
    for (uint32_t i = 0; i < info->arg_count; i++)
        meta_add(m->arena, list, NULL, argument(m, &info->args[i]));
    for (uint32_t i = 0; i < kernel->hidden_arg_count; i++)
        meta_add(m->arena, list, NULL, hidden_argument(m, kernel, i));
    if (list->entries.count || !m->is_yaml)
        meta_add(m->arena, to, names[m->form], list);
}

/* ---- kernels ---- */

/* The minor numbers of metadata that say whether the stack grows, and whether all work-groups are of one size:
 * AMDGPUUsage, Code Object V5 Metadata. */
enum { WITH_STACK = 2, WITH_UNIFORM_GROUPS = 2 };

static void
put_attributes(const struct maker *m, struct meta *to, const struct kernel_info *info)
{
    const uint32_t language[2] = {info->cl_version / 100u, info->cl_version / 10u % 10};
    put_text(m, to, META_KERNEL_LANGUAGE, "OpenCL C");
    put(m, to, META_KERNEL_LANGUAGE_VERSION, numbers(m, language, 2));
    if (info->reqd_group_size[0])
        put(m, to, META_KERNEL_REQD_GROUP_SIZE, numbers(m, info->reqd_group_size, 3));
    if (info->group_size_hint[0])
        put(m, to, META_KERNEL_GROUP_SIZE_HINT, numbers(m, info->group_size_hint, 3));
    if (info->vec_type_hint)
        put_text(m, to, META_KERNEL_VEC_TYPE_HINT, info->vec_type_hint);
    if (info->runtime_handle)
        put_text(m, to, META_KERNEL_RUNTIME_HANDLE, info->runtime_handle);
    if (m->object->options->object_version->metadata_minor >= WITH_UNIFORM_GROUPS &&
        !m->object->module->ragged_groups)
        meta_add(m->arena, to, ".uniform_work_group_size", meta_number(m->arena, 1));
}

/* A count that loaders of YAML need not be told, and the guide does not know. */
static void
put_spills(const struct maker *m, struct meta *to, enum meta_key_id id, uint32_t count)
{
    if (!m->is_yaml || (count && m->form == METADATA_LOADERS))
        put_number(m, to, id, count);
}

static void
put_properties(const struct maker *m, struct meta *to, const struct mir_function *kernel)
{
    const struct backend_options *options = m->object->options;
    const struct kernel_usage *usage = &kernel->usage;
    put_number(m, to, META_KERNEL_KERNARG_SIZE, kernel->kernarg_size);
    put_number(m, to, META_KERNEL_GROUP_SIZE, usage->lds_bytes);
    put_number(m, to, META_KERNEL_PRIVATE_SIZE, usage->scratch_bytes);
    put_number(m, to, META_KERNEL_KERNARG_ALIGN, kernel->kernarg_align);
    put_number(m, to, META_KERNEL_WAVEFRONT_SIZE, 64);
    put_number(m, to, META_KERNEL_SGPRS, kernel_sgprs(&options->object, usage));
    put_number(m, to, META_KERNEL_VGPRS, kernel_vgprs(options->object.target, usage));
    put_number(m, to, META_KERNEL_MAX_FLAT_GROUP_SIZE, kernel->source->kernel->max_flat_group_size);
    if (m->is_yaml && options->object.xnack)
        meta_add(m->arena, meta_get(to, "CodeProps"), "IsXNACKEnabled", meta_bool(m->arena, true));
    if (!m->is_yaml && kernel->target->has_agprs)
        meta_add(m->arena, to, ".agpr_count", meta_number(m->arena, usage->agprs));
    if (!m->is_yaml && options->object_version->metadata_minor >= WITH_STACK)
        meta_add(m->arena, to, ".uses_dynamic_stack", meta_bool(m->arena, false));
    put_spills(m, to, META_KERNEL_SPILLED_SGPRS, usage->sgpr_spills);
    put_spills(m, to, META_KERNEL_SPILLED_VGPRS, usage->vgpr_spills);
}

/* With debug information.  The registers that hold the private segment's buffer and offset are not
 * named: nothing keeps them there for the whole kernel. */
static void
put_debug(const struct maker *m, struct meta *to)
{
    static const uint32_t version[] = {1, 0};
    put(m, to, META_KERNEL_DEBUGGER_VERSION,
        m->form == METADATA_GUIDE ? meta_text(m->arena, "1.0", true) : numbers(m, version, 2));
    put_number(m, to, META_KERNEL_RESERVED_VGPRS, 0);
}

static struct meta *
kernel_map(const struct maker *m, const struct mir_function *kernel)
{
    const struct kernel_info *info = kernel->source->kernel;
    const struct object_launch *launch = m->object->options->object_version->launch;
    const char *suffix = launch->descriptor_suffix ? launch->descriptor_suffix : "@kd";
    struct meta *to = meta_new(m->arena, META_MAP);
    put_text(m, to, META_KERNEL_NAME, info->name);
    put_text(m, to, META_KERNEL_SYMBOL_NAME, arena_printf(m->arena, "%s%s", info->name, suffix));
    put_attributes(m, to, info);
    put_arguments(m, to, kernel);
    put_properties(m, to, kernel);
    if (m->is_yaml && m->object->options->notes_variables)
        put_debug(m, to);
    return in_order(m, to);
}

/* ---- the document ---- */

/* ID:N:S[0]:...:S[N-1]:format (2017 guide, Code Object Metadata). */
static void
put_rows(const struct maker *m, struct meta *to)
{
    const struct ir_module *module = m->object->module;
    struct meta *list = meta_new(m->arena, META_LIST);
    for (uint32_t i = 0; i < module->printf_rows.count; i++)
        meta_add(m->arena, list, NULL,
                 meta_text(m->arena,
                           arena_printf(m->arena, "%u:%s", i + 1, module->printf_rows.at[i]),
                           true));
    if (list->entries.count)
        meta_add(m->arena, to, m->is_yaml ? "Printf" : "amdhsa.printf", list);
}

static struct meta *
kernel_list(const struct maker *m)
{
    struct meta *list = meta_new(m->arena, META_LIST);
    for (uint32_t i = 0; i < m->object->kernel_count; i++)
        meta_add(m->arena, list, NULL, kernel_map(m, m->object->kernels[i]));
    return list;
}

struct meta *
metadata_tree(const struct code_object *object)
{
    const struct object_version *version = object->options->object_version;
    enum metadata_form form = version->notes->form;
    const uint32_t number[] = {1, version->metadata_minor};
    const struct maker m = {object, object->arena, form, version->notes->is_yaml};
    if (form == METADATA_NONE)
        return NULL;
    struct meta *to = meta_new(m.arena, META_MAP);
    if (m.is_yaml) {
        meta_add(m.arena, to, "Version", numbers(&m, number, 2));
        put_rows(&m, to);
        if (object->kernel_count || form == METADATA_GUIDE)
            meta_add(m.arena, to, "Kernels", kernel_list(&m));
        return to;
    }
    meta_add(m.arena, to, "amdhsa.kernels", kernel_list(&m));
    put_rows(&m, to);
    if (version->targets->in_metadata)
        meta_add(
            m.arena, to, "amdhsa.target",
            meta_text(m.arena, version->targets->name(m.arena, &object->options->object), true));
    meta_add(m.arena, to, "amdhsa.version", numbers(&m, number, 2));
    return to;
}
