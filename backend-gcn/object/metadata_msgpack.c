/* Metadata as MsgPack in note 32 (NT_AMDGPU_METADATA), of code object versions 3 to 5.
 * Source: AMDGPUUsage (current), "Code Object V3 Metadata" and the sections for V4 and V5. */
#include "backend-gcn/object/code_object.h"

#include <msgpack.h>
#include <string.h>
#include <strings.h>

static const char *const arg_kinds[] = {
    [KERNEL_ARG_BY_VALUE] = "by_value",
    [KERNEL_ARG_GLOBAL_BUFFER] = "global_buffer",
    [KERNEL_ARG_DYNAMIC_LOCAL] = "dynamic_shared_pointer",
    [KERNEL_ARG_SAMPLER] = "sampler",
    [KERNEL_ARG_IMAGE] = "image",
    [KERNEL_ARG_PIPE] = "pipe",
    [KERNEL_ARG_QUEUE] = "queue",
};

static const char *const spaces[IR_SPACE_COUNT] = {
    [IR_SPACE_GENERIC] = "generic", [IR_SPACE_GLOBAL] = "global", [IR_SPACE_CONSTANT] = "constant",
    [IR_SPACE_LOCAL] = "local",     [IR_SPACE_REGION] = "region", [IR_SPACE_PRIVATE] = "private",
};
static const char *const accesses[] = {
    [KERNEL_ACCESS_READ] = "read_only",
    [KERNEL_ACCESS_WRITE] = "write_only",
    [KERNEL_ACCESS_READ_WRITE] = "read_write",
};

struct writer {
    msgpack_packer packer;
    struct strbuf buffer;
};

/* A map whose size is known only when it is filled: pairs go to a buffer of their own first. */
struct map_writer {
    struct writer pairs;
    unsigned count;
};

/* The packer's only failure is that of its output: this one unwinds instead. */
static int
write_bytes(void *data, const char *bytes, size_t size)
{
    strbuf_add(data, bytes, size);
    return 0;
}

static void
writer_init(struct writer *writer, struct arena *arena)
{
    writer->buffer = strbuf_new(arena);
    msgpack_packer_init(&writer->packer, &writer->buffer, write_bytes);
}

static void
text(struct writer *writer, const char *string)
{
    size_t length = strlen(string);
    msgpack_pack_str(&writer->packer, length);
    msgpack_pack_str_body(&writer->packer, string, length);
}

static void
integer(struct writer *writer, uint64_t value)
{
    msgpack_pack_uint64(&writer->packer, value);
}

static void
array(struct writer *writer, unsigned count)
{
    msgpack_pack_array(&writer->packer, count);
}

static void
map_init(struct map_writer *map, struct arena *arena)
{
    writer_init(&map->pairs, arena);
    map->count = 0;
}

static struct writer *
key(struct map_writer *map, const char *name)
{
    map->count++;
    text(&map->pairs, name);
    return &map->pairs;
}

static void
map_finish(struct writer *to, struct map_writer *map)
{
    msgpack_pack_map(&to->packer, map->count);
    strbuf_add(&to->buffer, map->pairs.buffer.text, map->pairs.buffer.length);
}

static void
flag(struct map_writer *map, const char *name, bool value)
{
    if (!value)
        return;
    struct writer *writer = key(map, name);
    msgpack_pack_true(&writer->packer);
}

static void
numbers(struct map_writer *map, const char *name, const uint32_t *values, unsigned count)
{
    struct writer *writer = key(map, name);
    array(writer, count);
    for (unsigned i = 0; i < count; i++)
        integer(writer, values[i]);
}

static void
write_arg(struct writer *writer, const struct kernel_arg *arg)
{
    struct map_writer map;
    map_init(&map, writer->buffer.arena);
    if (arg->access)
        text(key(&map, ".access"), accesses[arg->access]);
    if (arg->actual_access)
        text(key(&map, ".actual_access"), accesses[arg->actual_access]);
    if (arg->kind == KERNEL_ARG_GLOBAL_BUFFER || arg->kind == KERNEL_ARG_DYNAMIC_LOCAL)
        text(key(&map, ".address_space"), spaces[arg->space]);
    flag(&map, ".is_const", arg->is_const);
    flag(&map, ".is_pipe", arg->is_pipe);
    flag(&map, ".is_restrict", arg->is_restrict);
    flag(&map, ".is_volatile", arg->is_volatile);
    if (arg->name)
        text(key(&map, ".name"), arg->name);
    integer(key(&map, ".offset"), arg->offset);
    if (arg->kind == KERNEL_ARG_DYNAMIC_LOCAL)
        integer(key(&map, ".pointee_align"), arg->pointee_align);
    integer(key(&map, ".size"), arg->size);
    text(key(&map, ".type_name"), arg->type_name);
    text(key(&map, ".value_kind"), arg_kinds[arg->kind]);
    map_finish(writer, &map);
}

static void
write_hidden(struct writer *writer, const struct hidden_layout *layout,
             const struct mir_function *kernel, uint32_t i)
{
    const struct hidden_kind *kind = &hidden_kinds[kernel->hidden_args[i]];
    const struct hidden_place *place = hidden_place(layout, kernel->hidden_args, i);
    struct map_writer map;
    map_init(&map, writer->buffer.arena);
    if (kind->is_address)
        text(key(&map, ".address_space"), "global");
    integer(key(&map, ".offset"),
            hidden_block(kernel->source->kernel->kernarg_size) + place->offset);
    integer(key(&map, ".size"), place->size);
    text(key(&map, ".value_kind"), kind->msgpack);
    map_finish(writer, &map);
}

static void
write_args(struct map_writer *map, const struct code_object *object,
           const struct mir_function *kernel)
{
    const struct hidden_layout *layout = object->options->object_version->hidden;
    const struct kernel_info *info = kernel->source->kernel;
    struct writer *writer = key(map, ".args");
    array(writer, info->arg_count + kernel->hidden_arg_count);
    for (uint32_t i = 0; i < info->arg_count; i++)
        write_arg(writer, &info->args[i]);
    for (uint32_t i = 0; i < kernel->hidden_arg_count; i++)
        write_hidden(writer, layout, kernel, i);
}

static void
write_kernel(struct writer *writer, const struct code_object *object,
             const struct mir_function *kernel)
{
    const struct kernel_info *info = kernel->source->kernel;
    const struct mir_usage *usage = &kernel->usage;
    const struct object_version *version = object->options->object_version;
    uint32_t language[2] = {info->cl_version / 100u, info->cl_version / 10u % 10};
    struct map_writer map;
    map_init(&map, writer->buffer.arena);
    if (kernel->target->has_agprs)
        integer(key(&map, ".agpr_count"), usage->agprs);
    write_args(&map, object, kernel);
    integer(key(&map, ".group_segment_fixed_size"), usage->lds_bytes);
    integer(key(&map, ".kernarg_segment_align"), kernel->kernarg_align);
    integer(key(&map, ".kernarg_segment_size"), kernel->kernarg_size);
    text(key(&map, ".language"), "OpenCL C");
    numbers(&map, ".language_version", language, 2);
    integer(key(&map, ".max_flat_workgroup_size"), info->max_flat_group_size);
    text(key(&map, ".name"), info->name);
    integer(key(&map, ".private_segment_fixed_size"), usage->scratch_bytes);
    if (info->reqd_group_size[0])
        numbers(&map, ".reqd_workgroup_size", info->reqd_group_size, 3);
    integer(key(&map, ".sgpr_count"), kernel_sgprs(object->options, kernel));
    integer(key(&map, ".sgpr_spill_count"), usage->sgpr_spills);
    text(key(&map, ".symbol"),
         arena_printf(object->arena, "%s%s", info->name, version->launch->descriptor_suffix));
    /* of 1.x they always are */
    if (info->cl_version >= 200 && !object->module->ragged_groups)
        integer(key(&map, ".uniform_work_group_size"), 1);
    if (info->vec_type_hint)
        text(key(&map, ".vec_type_hint"), info->vec_type_hint);
    integer(key(&map, ".vgpr_count"), kernel_vgprs(kernel));
    integer(key(&map, ".vgpr_spill_count"), usage->vgpr_spills);
    integer(key(&map, ".wavefront_size"), 64);
    if (info->group_size_hint[0])
        numbers(&map, ".workgroup_size_hint", info->group_size_hint, 3);
    map_finish(writer, &map);
}

static void
write_printf(struct map_writer *map, const struct code_object *object)
{
    const struct ir_module *module = object->module;
    if (!module->printf_rows.count)
        return;
    struct writer *rows = key(map, "amdhsa.printf");
    array(rows, module->printf_rows.count);
    for (uint32_t i = 0; i < module->printf_rows.count; i++)
        text(rows, arena_printf(object->arena, "%u:%s", i + 1, module->printf_rows.at[i]));
}

const void *
metadata_msgpack(const struct code_object *object, size_t *size)
{
    const struct object_version *version = object->options->object_version;
    const uint32_t numbers_of_it[] = {1, version->metadata_minor};
    struct writer writer;
    struct map_writer map;
    writer_init(&writer, object->arena);
    map_init(&map, object->arena);
    array(key(&map, "amdhsa.kernels"), object->kernel_count);
    for (uint32_t i = 0; i < object->kernel_count; i++)
        write_kernel(&map.pairs, object, object->kernels[i]);
    write_printf(&map, object);
    if (version->targets->in_metadata)
        text(key(&map, "amdhsa.target"), version->targets->name(object->arena, object->options));
    numbers(&map, "amdhsa.version", numbers_of_it, 2);
    map_finish(&writer, &map);
    *size = writer.buffer.length;
    return writer.buffer.text;
}

static void print_object(struct strbuf *buf, const msgpack_object *object, unsigned indent);

/* LLVM's reader takes y, n and similar strings for booleans, quoted or not, unless they are
 * tagged. */
static void
print_string(struct strbuf *buf, const msgpack_object_str *string)
{
    static const char *const words[] = {"y",   "n",    "yes",   "no",  "on",
                                        "off", "true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == string->size &&
            strncasecmp(words[i], string->ptr, string->size) == 0)
            strbuf_puts(buf, "!str ");
    strbuf_puts(buf, "'");
    for (uint32_t i = 0; i < string->size; i++)
        strbuf_printf(buf, string->ptr[i] == '\'' ? "''" : "%c", string->ptr[i]);
    strbuf_puts(buf, "'");
}

static void
print_list(struct strbuf *buf, const msgpack_object_array *list, unsigned indent)
{
    if (!list->size)
        strbuf_puts(buf, "[]");
    for (uint32_t i = 0; i < list->size; i++) {
        strbuf_printf(buf, "\n%*s- ", indent, "");
        print_object(buf, &list->ptr[i], indent + 2);
    }
}

/* The first pair follows the "- " of a list, the others are below it. */
static void
print_map(struct strbuf *buf, const msgpack_object_map *map, unsigned indent)
{
    for (uint32_t i = 0; i < map->size; i++) {
        const msgpack_object_str *name = &map->ptr[i].key.via.str;
        if (i > 0)
            strbuf_printf(buf, "\n%*s", indent, "");
        strbuf_printf(buf, "%.*s: ", (int)name->size, name->ptr);
        print_object(buf, &map->ptr[i].val, indent + 2);
    }
}

static void
print_object(struct strbuf *buf, const msgpack_object *object, unsigned indent)
{
    if (object->type == MSGPACK_OBJECT_MAP)
        print_map(buf, &object->via.map, indent);
    else if (object->type == MSGPACK_OBJECT_ARRAY)
        print_list(buf, &object->via.array, indent);
    else if (object->type == MSGPACK_OBJECT_STR)
        print_string(buf, &object->via.str);
    else if (object->type == MSGPACK_OBJECT_BOOLEAN)
        strbuf_puts(buf, object->via.boolean ? "true" : "false");
    else
        strbuf_printf(buf, "%llu", (unsigned long long)object->via.u64);
}

/* What msgpack-c takes of malloc for what it unpacks: its first chunk, and a pair of 48 bytes for a key and a
 * value, which are at least seven as bytes; texts are not copied. */
enum { MSGPACK_ZONE = 16 * 1024, MSGPACK_TIMES = 8 };

static void
release_unpacked(void *unpacked)
{
    msgpack_unpacked_destroy(unpacked);
}

void
metadata_msgpack_text(const struct code_object *object, struct strbuf *buf)
{
    size_t size;
    const void *bytes = metadata_msgpack(object, &size);
    msgpack_unpacked unpacked;
    struct cleanup cleanup;
    arena_charge(object->arena, MSGPACK_ZONE + MSGPACK_TIMES * size);
    msgpack_unpacked_init(&unpacked);
    guard_push(object->guard, &cleanup, release_unpacked, &unpacked);
    strbuf_puts(buf, "---\n");
    if (msgpack_unpack_next(&unpacked, bytes, size, NULL) != MSGPACK_UNPACK_SUCCESS)
        guard_unwind(object->guard, GUARD_MEMORY, "out of memory");
    print_map(buf, &unpacked.data.via.map, 0);
    strbuf_puts(buf, "\n...\n");
    guard_pop(object->guard, &cleanup);
    msgpack_unpacked_destroy(&unpacked);
}
