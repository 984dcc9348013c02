/* What OpenCL requires of kernels (OpenCL C 6.9), and what the host learns about them. */
#include "sema/sema_internal.h"

#include <string.h>

static const uint8_t value_types[TYPE_KINDS] = {
    [TYPE_VOID] = KERNEL_VALUE_I8,   [TYPE_BOOL] = KERNEL_VALUE_I8,
    [TYPE_CHAR] = KERNEL_VALUE_I8,   [TYPE_UCHAR] = KERNEL_VALUE_U8,
    [TYPE_SHORT] = KERNEL_VALUE_I16, [TYPE_USHORT] = KERNEL_VALUE_U16,
    [TYPE_INT] = KERNEL_VALUE_I32,   [TYPE_UINT] = KERNEL_VALUE_U32,
    [TYPE_LONG] = KERNEL_VALUE_I64,  [TYPE_ULONG] = KERNEL_VALUE_U64,
    [TYPE_HALF] = KERNEL_VALUE_F16,  [TYPE_FLOAT] = KERNEL_VALUE_F32,
    [TYPE_DOUBLE] = KERNEL_VALUE_F64};

uint8_t
sema_value_type(const struct type *type)
{
    while (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR ||
           type->kind == TYPE_ATOMIC || (type->kind == TYPE_ENUM && type->base))
        type = type->base;
    return value_types[type->kind];
}

/* ---- what an argument may be (6.9 a, k, n, p) ---- */

static const struct type *
without_arrays(const struct type *type)
{
    while (type->kind == TYPE_ARRAY)
        type = type->base;
    return type;
}

/* The first field, however deep, that is wrong; NULL: none is. */
static const struct field *
find_field(const struct type *type, bool is_wrong(const struct field *field))
{
    type = without_arrays(type);
    if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
        return NULL;
    for (uint32_t i = 0; i < type->record->field_count; i++) {
        const struct field *field = &type->record->fields[i];
        const struct field *found = is_wrong(field) ? field : find_field(field->type, is_wrong);
        if (found)
            return found;
    }
    return NULL;
}

/* Was the type written, perhaps through typedefs, as size_t or the like, whose size may differ on
 * the host, or as ndrange_t, which has none there? */
static bool
is_host_sized(const struct decl *decl)
{
    static const char *const words[] = {"size_t", "ptrdiff_t", "intptr_t", "uintptr_t",
                                        "ndrange_t"};
    const struct specifiers *spec = decl->specifiers;
    for (const struct declarator *at = decl->declarator; at; at = at->next)
        if (at->kind != DECLARATOR_ARRAY)
            return false;
    if (spec && spec->named)
        return is_host_sized(spec->named);
    for (size_t i = 0; spec && spec->base && i < sizeof words / sizeof *words; i++)
        if (strcmp(spec->base, words[i]) == 0)
            return true;
    return false;
}

static bool
is_wrong_type(const struct type *type)
{
    type = without_arrays(type);
    return type->kind == TYPE_BOOL || type->kind == TYPE_EVENT || type->kind == TYPE_RESERVE_ID ||
           type->kind == TYPE_CLK_EVENT;
}

static bool
is_wrong_value(const struct field *field)
{
    return is_wrong_type(field->type) || (field->decl && is_host_sized(field->decl));
}

static bool
is_pointer(const struct field *field)
{
    return without_arrays(field->type)->kind == TYPE_POINTER;
}

/* The host has no such address to pass. */
static bool
is_device_pointer(const struct field *field)
{
    const struct type *type = without_arrays(field->type);
    return type->kind == TYPE_POINTER && type->base->space != SPACE_GLOBAL &&
           type->base->space != SPACE_CONSTANT;
}

/* The type as the user wrote it, where that says more: "size_t". */
static const char *
written_type(struct sema *s, const struct decl *decl)
{
    const struct specifiers *spec = decl->specifiers;
    const char *word = spec->named ? spec->named->name : spec->base;
    if (!is_host_sized(decl) || decl->declarator)
        return sema_str(s, decl->type);
    return decl->kind == DECL_PARAM ? arena_printf(s->arena, "__private %s", word) : word;
}

/* Before the word that begins the declaration, or, of a pointer to a pointer, between the stars; there is none before
 * OpenCL C 2.0, whatever its spaces. */
static void
suggest_global(struct sema *s, const struct decl *param)
{
    const struct declarator *star = param->declarator, *inner = star ? star->next : NULL;
    bool between =
        star && star->kind == DECLARATOR_POINTER && inner && inner->kind == DECLARATOR_POINTER;
    uint32_t written = between                       ? inner->qualifiers
                       : param->specifiers && !inner ? param->specifiers->flags
                                                     : SPEC_PRIVATE;
    bool helps = !between || s->options.cl_version >= 200;
    if (helps && !(written & (SPEC_PRIVATE | SPEC_GENERIC)))
        diag_fixit(s->diag, between ? star->loc : param->specifiers->loc, 0, "__global ");
}

static bool
check_pointer(struct sema *s, const struct decl *param)
{
    const struct type *pointee = param->type->base;
    bool ok = pointee->space == SPACE_GLOBAL || pointee->space == SPACE_CONSTANT ||
              pointee->space == SPACE_LOCAL;
    if (!ok) {
        suggest_global(s, param);
        diag_error(s->diag, param->loc, kernel_pointer_space);
        return false;
    }
    if (pointee->kind == TYPE_POINTER && s->options.cl_version < 200) {
        diag_error(s->diag, param->loc, kernel_parameter_cannot_declared_as_pointer);
        return false;
    }
    return true;
}

static bool
check_value(struct sema *s, const struct decl *param)
{
    const struct type *type = param->type;
    const struct field *wrong = find_field(type, is_wrong_value);
    if (!wrong && !is_wrong_type(type) && !is_host_sized(param))
        return true;
    diag_error(s->diag, param->loc, cannot_used_as_type_kernel_parameter, written_type(s, param));
    if (wrong && wrong->decl)
        diag_note(s->diag, wrong->loc, illegal_field_declared_here, "",
                  written_type(s, wrong->decl));
    return false;
}

/* From 2.0 on, shared virtual memory gives global pointers in structures a meaning. */
static bool
check_param(struct sema *s, const struct decl *param)
{
    const struct type *type = param->type;
    if (type->kind == TYPE_POINTER)
        return check_pointer(s, param);
    if (!check_value(s, param))
        return false;
    const struct field *pointer =
        find_field(type, s->options.cl_version < 200 ? is_pointer : is_device_pointer);
    if (!pointer)
        return true;
    diag_error(s->diag, param->loc, kernel_parameters_may_not_contain_pointers,
               type->kind == TYPE_STRUCT ? "struct" : "union");
    diag_note(s->diag, pointer->loc, illegal_field_declared_here, "pointer ",
              sema_str(s, pointer->type));
    return false;
}

/* clang keeps a typedef's name where the type is written as one. */
static const char *
type_name(struct sema *s, const struct decl *param)
{
    const struct specifiers *spec = param->specifiers;
    const struct type *type = param->type;
    uint32_t stars = 0;
    for (; type->kind == TYPE_POINTER; type = type->base)
        stars++;
    const char *base = type_metadata_str(s->kept, type);
    if (spec && spec->named && spec->named->type &&
        type_unqualified(spec->named->type) == type_unqualified((struct type *)type))
        base = spec->named->name;
    else if (spec && spec->base &&
             (strcmp(spec->base, "size_t") == 0 || strstr(spec->base, "int128_t") ||
              strncmp(spec->base, "atomic_", 7) == 0))
        base = spec->base;
    struct strbuf text = strbuf_new(s->kept);
    strbuf_puts(&text, base);
    for (; stars; stars--)
        strbuf_puts(&text, "*");
    return text.text;
}

static void
describe_pointer(struct kernel_arg *arg, const struct type *type)
{
    const struct type *pointee = type->base;
    arg->kind = pointee->space == SPACE_LOCAL ? KERNEL_ARG_DYNAMIC_LOCAL : KERNEL_ARG_GLOBAL_BUFFER;
    arg->space = pointee->space;
    arg->is_const = (pointee->qualifiers & QUAL_CONST) || pointee->space == SPACE_CONSTANT;
    arg->is_volatile = pointee->qualifiers & QUAL_VOLATILE;
    arg->is_restrict = type->qualifiers & QUAL_RESTRICT;
    arg->pointee_align = pointee->align ? pointee->align : 1;
}

/* LLVM places arguments by its own types, of which i128 is aligned to 8 bytes in the target's data layout (16 and 22
 * alike); a structure that holds one is aligned as in C (22). */
static uint32_t
argument_align(const struct type *type)
{
    enum { WIDE_ALIGN = 8 };
    return type_is_wide(type) ? WIDE_ALIGN : type->align;
}

static void
describe(struct sema *s, struct kernel_arg *arg, const struct decl *param)
{
    const struct type *type = param->type;
    *arg = (struct kernel_arg){.name = param->name ? param->name : "",
                               .type_name = type_name(s, param),
                               .value_type = sema_value_type(type),
                               .space = SPACE_PRIVATE,
                               .size = type->size,
                               .align = argument_align(type)};
    if (type->kind == TYPE_POINTER)
        describe_pointer(arg, type);
    if (type->kind == TYPE_SAMPLER)
        arg->kind = KERNEL_ARG_SAMPLER;
    if (type->kind == TYPE_QUEUE || type->kind == TYPE_CLK_EVENT || type->kind == TYPE_PIPE) {
        arg->kind = type->kind == TYPE_QUEUE  ? KERNEL_ARG_QUEUE
                    : type->kind == TYPE_PIPE ? KERNEL_ARG_PIPE
                                              : KERNEL_ARG_GLOBAL_BUFFER;
        arg->space = SPACE_GLOBAL;
        arg->is_pipe = type->kind == TYPE_PIPE;
    }
    if (type->kind == TYPE_PIPE)
        arg->access = type->access;
    if (type->kind == TYPE_IMAGE) {
        arg->kind = KERNEL_ARG_IMAGE;
        arg->space = SPACE_GLOBAL;
        arg->access = type->access;
    }
}

/* A kernel's definition and first declaration; the attributes of either count. */
struct declared {
    struct decl *decl, *first;
};

static struct attribute *
attribute_of(const struct declared *kernel, const char *name)
{
    struct attribute *found = sema_attribute_of(kernel->decl, name);
    return found ? found : sema_attribute_of(kernel->first, name);
}

/* An argument that fits 32 bits, or a negative one. */
static bool
argument_number(struct sema *s, struct attribute *attribute, uint32_t at, int64_t *value)
{
    if (!sema_attribute_integer(s, attribute, at, value))
        return false;
    if (*value <= UINT32_MAX)
        return true;
    diag_error(s->diag, attribute->args.at[at]->loc, attribute_value_too_wide, (long long)*value);
    return false;
}

static bool
three_numbers(struct sema *s, const struct declared *kernel, const char *name, uint32_t *numbers)
{
    struct attribute *attribute = attribute_of(kernel, name);
    int64_t value;
    if (!attribute || attribute->args.count != 3)
        return false;
    for (uint32_t i = 0; i < 3; i++) {
        if (!argument_number(s, attribute, i, &value))
            return false;
        if (value < 0)
            diag_error(s->diag, attribute->loc, attribute_requires_non_negative, name);
        else if (value == 0)
            diag_error(s->diag, attribute->loc, attribute_must_greater_than_0, name);
        if (value <= 0)
            return false;
        numbers[i] = (uint32_t)value;
    }
    return true;
}

/* No target runs larger work-groups (LLVM, getMaxFlatWorkGroupSize). */
enum { MAX_ITEMS = 1024 };

static uint32_t
checked_size(struct sema *s, const struct declared *kernel, const struct attribute *attribute,
             uint64_t items)
{
    if (items >= 1 && items <= MAX_ITEMS)
        return (uint32_t)items;
    diag_error(s->diag, attribute->loc, attribute_asks_work_items_limit, attribute->name,
               kernel->decl->name, (unsigned long long)items, MAX_ITEMS);
    return MAX_ITEMS;
}

/* Saturates: a product of two factors fits, one of three may not. */
static uint64_t
items_of(const uint32_t *sizes)
{
    uint64_t plane = (uint64_t)sizes[0] * sizes[1];
    return sizes[2] && plane > UINT64_MAX / sizes[2] ? UINT64_MAX : plane * sizes[2];
}

/* A range of one number or two: starting at 1 at least, or both 0, which asks for nothing. */
static bool
number_range(struct sema *s, struct attribute *attribute, int64_t *low, int64_t *high)
{
    if (!attribute || attribute->args.count > 2 || !argument_number(s, attribute, 0, low))
        return false;
    *high = 0;
    bool is_pair = attribute->args.count == 2;
    if (is_pair && !argument_number(s, attribute, 1, high))
        return false;
    if (*low == 0 && *high != 0)
        diag_error(s->diag, attribute->loc, attribute_max_without_min, attribute->name);
    else if (*low < 0 || *high < 0 || (*high && *low > *high))
        diag_error(s->diag, attribute->loc, attribute_min_above_max, attribute->name);
    else
        return *low > 0;
    return false;
}

static void
group_sizes(struct sema *s, const struct declared *kernel, struct kernel_info *info)
{
    int64_t least, most;
    uint32_t *reqd = info->reqd_group_size;
    struct attribute *flat = attribute_of(kernel, "amdgpu_flat_work_group_size");
    info->max_flat_group_size = 256;
    bool is_flat = flat && flat->args.count == 2 && number_range(s, flat, &least, &most);
    if (is_flat)
        info->max_flat_group_size = checked_size(s, kernel, flat, (uint64_t)most);
    if (three_numbers(s, kernel, "reqd_work_group_size", reqd)) {
        struct attribute *required = attribute_of(kernel, "reqd_work_group_size");
        uint64_t items = items_of(reqd);
        if (is_flat && (items < (uint64_t)least || items > (uint64_t)most)) {
            diag_error(s->diag, required->loc, attribute_outside_flat_size, required->name,
                       (unsigned long long)items, (long long)least, (long long)most);
            diag_note(s->diag, flat->loc, conflicting_attribute_here);
        }
        info->max_flat_group_size = checked_size(s, kernel, required, items);
    }
    three_numbers(s, kernel, "work_group_size_hint", info->group_size_hint);
}

enum {
    MAX_REGISTERS = 512, /* a larger limit is no limit */
    SUB_GROUP = 64
};

static uint32_t
register_limit(struct sema *s, const struct declared *kernel, const char *name)
{
    struct attribute *attribute = attribute_of(kernel, name);
    int64_t value;
    if (!attribute || attribute->args.count != 1 || !argument_number(s, attribute, 0, &value))
        return 0;
    if (value < 0)
        diag_error(s->diag, attribute->loc, attribute_requires_non_negative, name);
    return value > 0 && value < MAX_REGISTERS ? (uint32_t)value : 0;
}

/* Of the largest work-group that a SIMD must hold: all its waves run on the four SIMDs of one compute unit. */
static uint32_t
waves_of_group(const struct kernel_info *info)
{
    enum { WAVE_SIZE = 64, SIMDS = 4 };
    uint32_t waves = (info->max_flat_group_size + WAVE_SIZE - 1) / WAVE_SIZE;
    return (waves + SIMDS - 1) / SIMDS;
}

/* The limits on registers; the back end keeps to them, or reports an error.  A maximum of waves that the
 * work-group exceeds is none, as in LLVM (AMDGPUSubtarget::getWavesPerEU): nothing could launch the kernel. */
static void
register_limits(struct sema *s, const struct declared *kernel, struct kernel_info *info)
{
    int64_t low, high;
    if (number_range(s, attribute_of(kernel, "amdgpu_waves_per_eu"), &low, &high)) {
        info->least_waves = low < MAX_REGISTERS ? (uint32_t)low : MAX_REGISTERS;
        info->most_waves = high < MAX_REGISTERS ? (uint32_t)high : MAX_REGISTERS;
        if (info->most_waves < waves_of_group(info))
            info->most_waves = 0;
    }
    info->max_vgprs = register_limit(s, kernel, "amdgpu_num_vgpr");
    info->max_sgprs = register_limit(s, kernel, "amdgpu_num_sgpr");
    struct attribute *group = attribute_of(kernel, "intel_reqd_sub_group_size");
    if (!group || group->args.count != 1 || !argument_number(s, group, 0, &low))
        return;
    if (low <= 0)
        diag_error(s->diag, group->loc, attribute_must_greater_than_0, group->name);
    else if (low != SUB_GROUP)
        diag_error(s->diag, group->loc, sub_group_size, SUB_GROUP);
}

static void
vector_hint(struct sema *s, const struct declared *kernel, struct kernel_info *info)
{
    struct attribute *hint = attribute_of(kernel, "vec_type_hint");
    if (!hint || hint->args.count + (hint->type != NULL) != 1)
        return;
    if (!hint->type) {
        diag_error(s->diag, hint->args.at[0]->loc, expected_type);
        return;
    }
    struct type *type = sema_type_name(s, hint->type);
    if (!type)
        return;
    if (!type_is_arithmetic(type_element(type)) || type->kind == TYPE_BOOL ||
        type->kind == TYPE_ENUM)
        diag_error(s->diag, hint->loc, vec_type_hint_of_other_type);
    else
        info->vec_type_hint = type_metadata_str(s->kept, type_unqualified(type));
}

static void
note_attributes(const struct declared *kernel, const struct attribute *list,
                struct kernel_info *info)
{
    for (; list; list = list->next) {
        if (!list->name || list != attribute_of(kernel, list->name))
            continue;
        if (strcmp(list->name, "reqd_work_group_size") == 0 && info->reqd_group_size[0])
            kernel_info_note(info, KERNEL_ATTRIBUTE_SIZE);
        if (strcmp(list->name, "work_group_size_hint") == 0 && info->group_size_hint[0])
            kernel_info_note(info, KERNEL_ATTRIBUTE_HINT);
        if (strcmp(list->name, "vec_type_hint") == 0 && info->vec_type_hint)
            kernel_info_note(info, KERNEL_ATTRIBUTE_TYPE);
    }
}

/* In the order of the source: those before the name of a declaration, those after it, an earlier one first. */
static void
order_attributes(const struct declared *kernel, struct kernel_info *info)
{
    const struct decl *decls[] = {kernel->first, kernel->decl};
    for (unsigned i = 0; i < 2; i++) {
        if (decls[i]->specifiers)
            note_attributes(kernel, decls[i]->specifiers->attributes, info);
        note_attributes(kernel, decls[i]->attributes, info);
    }
}

/* Drivers take a few kilobytes; more than this is a mistake, and the limit keeps offsets within 32
 * bits. */
enum { MAX_ARGUMENTS = 65536 };

static bool
is_no_type(const char *word, size_t length)
{
    static const char *const words[] = {"kernel",   "__kernel", "const", "volatile",
                                        "restrict", "static",   "inline"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && strncmp(words[i], word, length) == 0)
            return true;
    return false;
}

/* "kernel unsigned int k()": proposes void for the words of the type, if only words stand before
 * the name. */
static void
propose_void(struct sema *s, const struct decl *decl)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    struct diag_location place;
    loc_t start = decl->specifiers ? decl->specifiers->loc : 0, first = 0, last = 0;
    if (!start || !s->diag->resolve(s->diag->sources, start, &place) || !place.line_text ||
        decl->loc < start || place.column + (decl->loc - start) > place.line_length)
        return;
    const char *text = place.line_text + place.column - 1, *end = text + (decl->loc - start);
    for (const char *at = text; at < end;) {
        size_t length = strspn(at, letters);
        if (!length && *at != ' ')
            return;
        if (length && !is_no_type(at, length)) {
            first = first ? first : start + (loc_t)(at - text);
            last = start + (loc_t)(at - text + (ptrdiff_t)length) - 1;
        }
        at += length ? length : 1;
    }
    if (first)
        diag_fixit(s->diag, first, last, "void");
}

/* decl is a kernel's definition. */
void
sema_kernel(struct sema *s, struct decl *decl, struct decl *first)
{
    struct kernel_info *info = ARENA_NEW(s->kept, struct kernel_info);
    struct declared kernel = {decl, first};
    uint64_t offset = 0;
    const struct type *result = decl->declarator ? decl->declarator->result : NULL;
    result = decl->type ? decl->type->base : result;
    if (result && result->kind != TYPE_VOID && !decl->is_broken && !decl->specifiers->is_implicit) {
        propose_void(s, decl);
        diag_error(s->diag, decl->loc, kernel_must_have_void_return_type);
    }
    if (decl->is_static) {
        sema_leave_out(s, decl->specifiers, "static");
        diag_error(s->diag, decl->loc, kernel_functions_cannot_declared_static);
    }
    info->name = decl->name;
    info->cl_version = s->options.cl_version;
    info->arg_count = decl->params->count;
    info->args = ARENA_ARRAY(s->kept, info->arg_count ? info->arg_count : 1, struct kernel_arg);
    for (uint32_t i = 0; i < info->arg_count; i++) {
        struct decl *param = decl->params->at[i];
        struct kernel_arg *arg = &info->args[i];
        if (!param || !param->type || !check_param(s, param))
            continue;
        describe(s, arg, param);
        uint64_t align = arg->align ? arg->align : 1;
        offset = (offset + align - 1) & ~(align - 1);
        arg->offset = (uint32_t)offset;
        offset += arg->size;
    }
    if (offset > MAX_ARGUMENTS)
        diag_error(s->diag, decl->loc, arguments_kernel_take_bytes_limit, decl->name,
                   (unsigned long long)offset, MAX_ARGUMENTS);
    info->kernarg_size = (uint32_t)offset;
    group_sizes(s, &kernel, info);
    register_limits(s, &kernel, info);
    vector_hint(s, &kernel, info);
    order_attributes(&kernel, info);
    if (decl->type)
        decl->kernel = info;
}
