/* Kernel metadata of all versions as one struct: YAML (version 2 and the 2017 guide's form) and
 * MsgPack (versions 3 to 5).  Both are first read into one small tree, then walked with the same
 * code; only key spellings differ.  AMDGPUUsage, "Code Object Metadata". */
#include "runtime/sim/device/load.h"
#include "support/number.h"

#include <msgpack.h>
#include <stdlib.h>
#include <yaml.h>

enum { MAX_DEPTH = 32 }; /* of lists and maps; no compiler's are half as deep */
enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAP };

struct node {
    enum node_kind kind;
    const char *text;                /* of a scalar, numbers as decimal */
    VEC(struct node *) keys, values; /* values only: a list */
};

/* ---- YAML to nodes ---- */

struct yaml {
    struct arena *arena;
    yaml_parser_t parser;
    yaml_event_t event;
    const char *why; /* it cannot be read further; NULL: it can */
};

/* libyaml's documents would be whole, and of deep texts slow: one event after the other. */
static yaml_event_type_t
next_event(struct yaml *yaml)
{
    guard_poll(yaml->arena->guard);
    yaml_event_delete(&yaml->event);
    memset(&yaml->event, 0, sizeof yaml->event);
    if (!yaml->why && !yaml_parser_parse(&yaml->parser, &yaml->event))
        yaml->why = arena_printf(yaml->arena, "line %zu: %s", yaml->parser.problem_mark.line + 1,
                                 yaml->parser.problem ? yaml->parser.problem : "not YAML");
    return yaml->why ? YAML_NO_EVENT : yaml->event.type;
}

static struct node *
yaml_wrong(struct yaml *yaml, const char *what)
{
    if (!yaml->why)
        yaml->why =
            arena_printf(yaml->arena, "line %zu: %s", yaml->event.start_mark.line + 1, what);
    return ARENA_NEW(yaml->arena, struct node);
}

/* What begins with the event that was read last. */
static struct node *
yaml_to_node(struct yaml *yaml, int depth)
{
    struct arena *arena = yaml->arena;
    yaml_event_type_t type = yaml->event.type, end;
    if (type == YAML_STREAM_END_EVENT)
        return yaml_wrong(yaml, "it is empty");
    if (type == YAML_ALIAS_EVENT) /* a few could stand for any number of nodes */
        return yaml_wrong(yaml, "an alias is no value of metadata");
    if (depth > MAX_DEPTH)
        return yaml_wrong(yaml, "it is nested too deep");
    struct node *node = ARENA_NEW(arena, struct node);
    if (type == YAML_SCALAR_EVENT)
        node->text = arena_strndup(arena, (const char *)yaml->event.data.scalar.value,
                                   yaml->event.data.scalar.length);
    if (type != YAML_SEQUENCE_START_EVENT && type != YAML_MAPPING_START_EVENT)
        return node;
    bool is_map = type == YAML_MAPPING_START_EVENT;
    node->kind = is_map ? NODE_MAP : NODE_LIST;
    end = is_map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT;
    while ((type = next_event(yaml)) != end && type != YAML_NO_EVENT) {
        if (is_map) {
            vec_push(arena, &node->keys, yaml_to_node(yaml, depth + 1));
            next_event(yaml);
        }
        vec_push(arena, &node->values, yaml_to_node(yaml, depth + 1));
    }
    return node;
}

/* ---- MsgPack to nodes ---- */

static struct node *
msgpack_to_node(struct arena *arena, const msgpack_object *from)
{
    struct node *node = ARENA_NEW(arena, struct node);
    switch (from->type) {
    case MSGPACK_OBJECT_STR:
        node->text = arena_strndup(arena, from->via.str.ptr, from->via.str.size);
        break;
    case MSGPACK_OBJECT_POSITIVE_INTEGER:
        node->text = arena_printf(arena, "%llu", (unsigned long long)from->via.u64);
        break;
    case MSGPACK_OBJECT_NEGATIVE_INTEGER:
        node->text = arena_printf(arena, "%lld", (long long)from->via.i64);
        break;
    case MSGPACK_OBJECT_BOOLEAN:
        node->text = from->via.boolean ? "true" : "false";
        break;
    case MSGPACK_OBJECT_ARRAY:
        node->kind = NODE_LIST;
        for (uint32_t i = 0; i < from->via.array.size; i++)
            vec_push(arena, &node->values, msgpack_to_node(arena, &from->via.array.ptr[i]));
        break;
    case MSGPACK_OBJECT_MAP:
        node->kind = NODE_MAP;
        for (uint32_t i = 0; i < from->via.map.size; i++) {
            vec_push(arena, &node->keys, msgpack_to_node(arena, &from->via.map.ptr[i].key));
            vec_push(arena, &node->values, msgpack_to_node(arena, &from->via.map.ptr[i].val));
        }
        break;
    default:
        break;
    }
    return node;
}

/* ---- nodes to kernels ---- */

static const struct node *
get(const struct node *map, const char *key)
{
    for (uint32_t i = 0; map && i < map->keys.count; i++)
        if (map->keys.at[i]->text && strcmp(map->keys.at[i]->text, key) == 0)
            return map->values.at[i];
    return NULL;
}

/* The value under either spelling; old keys are CamelCase, new ones start with a dot. */
static const struct node *
get2(const struct node *map, const char *old, const char *new)
{
    const struct node *found = get(map, old);
    return found ? found : get(map, new);
}

static const char *
text_of(const struct node *node)
{
    return node && node->text ? node->text : "";
}

static uint32_t
number_of(const struct node *node)
{
    return (uint32_t)strtoul(text_of(node), NULL, 0);
}

static enum sim_arg_kind
kind_of(const char *text)
{
    static const struct {
        const char *old, *new;
        enum sim_arg_kind kind;
    } kinds[] = {
        {"ByValue", "by_value", SIM_ARG_BY_VALUE},
        {"GlobalBuffer", "global_buffer", SIM_ARG_GLOBAL_BUFFER},
        {"DynamicSharedPointer", "dynamic_shared_pointer", SIM_ARG_LOCAL_POINTER},
        {"Sampler", "sampler", SIM_ARG_SAMPLER},
        {"Image", "image", SIM_ARG_IMAGE},
        {"Pipe", "pipe", SIM_ARG_PIPE},
        {"Queue", "queue", SIM_ARG_QUEUE},
        {"HiddenGlobalOffsetX", "hidden_global_offset_x", SIM_ARG_HIDDEN_GLOBAL_OFFSET_X},
        {"HiddenGlobalOffsetY", "hidden_global_offset_y", SIM_ARG_HIDDEN_GLOBAL_OFFSET_Y},
        {"HiddenGlobalOffsetZ", "hidden_global_offset_z", SIM_ARG_HIDDEN_GLOBAL_OFFSET_Z},
        {"HiddenPrintfBuffer", "hidden_printf_buffer", SIM_ARG_HIDDEN_PRINTF_BUFFER},
        {"HiddenHostcallBuffer", "hidden_hostcall_buffer", SIM_ARG_HIDDEN_HOSTCALL_BUFFER},
        {"HiddenDefaultQueue", "hidden_default_queue", SIM_ARG_HIDDEN_DEFAULT_QUEUE},
        {"HiddenCompletionAction", "hidden_completion_action", SIM_ARG_HIDDEN_COMPLETION_ACTION},
        {"HiddenMultiGridSyncArg", "hidden_multigrid_sync_arg", SIM_ARG_HIDDEN_MULTIGRID_SYNC},
        {"HiddenMultigridSyncArg", "", SIM_ARG_HIDDEN_MULTIGRID_SYNC},
        {"", "hidden_block_count_x", SIM_ARG_HIDDEN_BLOCK_COUNT_X},
        {"", "hidden_block_count_y", SIM_ARG_HIDDEN_BLOCK_COUNT_Y},
        {"", "hidden_block_count_z", SIM_ARG_HIDDEN_BLOCK_COUNT_Z},
        {"", "hidden_group_size_x", SIM_ARG_HIDDEN_GROUP_SIZE_X},
        {"", "hidden_group_size_y", SIM_ARG_HIDDEN_GROUP_SIZE_Y},
        {"", "hidden_group_size_z", SIM_ARG_HIDDEN_GROUP_SIZE_Z},
        {"", "hidden_remainder_x", SIM_ARG_HIDDEN_REMAINDER_X},
        {"", "hidden_remainder_y", SIM_ARG_HIDDEN_REMAINDER_Y},
        {"", "hidden_remainder_z", SIM_ARG_HIDDEN_REMAINDER_Z},
        {"", "hidden_grid_dims", SIM_ARG_HIDDEN_GRID_DIMS},
        {"", "hidden_heap_v1", SIM_ARG_HIDDEN_HEAP},
        {"", "hidden_private_base", SIM_ARG_HIDDEN_PRIVATE_BASE},
        {"", "hidden_shared_base", SIM_ARG_HIDDEN_SHARED_BASE},
        {"", "hidden_queue_ptr", SIM_ARG_HIDDEN_QUEUE_PTR},
        {"", "hidden_dynamic_lds_size", SIM_ARG_HIDDEN_DYNAMIC_LDS_SIZE},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (*text && (strcmp(text, kinds[i].old) == 0 || strcmp(text, kinds[i].new) == 0))
            return kinds[i].kind;
    return strncmp(text, "Hidden", 6) == 0 || strncmp(text, "hidden", 6) == 0 ? SIM_ARG_HIDDEN_NONE
                                                                              : SIM_ARG_BY_VALUE;
}

static void
read_sizes(const struct node *list, uint32_t sizes[3])
{
    for (uint32_t i = 0; list && i < list->values.count && i < 3; i++)
        sizes[i] = number_of(list->values.at[i]);
}

/* Words of both spellings, as a person would say them. */
static const char *
plain_words(const struct node *node)
{
    static const char *const words[][3] = {
        {"ReadOnly", "read_only", "read only"},
        {"WriteOnly", "write_only", "write only"},
        {"ReadWrite", "read_write", "read write"},
        {"Private", "private", "private"},
        {"Global", "global", "global"},
        {"Constant", "constant", "constant"},
        {"Local", "local", "local"},
        {"Generic", "generic", "generic"},
        {"Region", "region", "region"},
    };
    const char *text = text_of(node);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i][0]) == 0 || strcmp(text, words[i][1]) == 0)
            return words[i][2];
    return "";
}

static bool
is_true(const struct node *node)
{
    return strcmp(text_of(node), "true") == 0;
}

static void
read_arg_notes(const struct node *node, struct sim_arg_info *arg)
{
    const struct node *actual = get2(node, "ActualAccQual", ".actual_access");
    arg->address_space = plain_words(get2(node, "AddrSpaceQual", ".address_space"));
    arg->access = plain_words(get2(node, "AccQual", ".access"));
    arg->actual_access = plain_words(actual ? actual : get(node, "ActualAcc"));
    arg->is_const = is_true(get2(node, "IsConst", ".is_const"));
    arg->is_restrict = is_true(get2(node, "IsRestrict", ".is_restrict"));
    arg->is_volatile = is_true(get2(node, "IsVolatile", ".is_volatile"));
    arg->is_pipe = is_true(get2(node, "IsPipe", ".is_pipe"));
}

static void
read_kernel_notes(const struct node *node, struct sim_kernel_notes *notes)
{
    const struct node *props = get(node, "CodeProps"), *attrs = get(node, "Attrs");
    notes->vgprs = number_of(props ? get(props, "NumVGPRs") : get(node, ".vgpr_count"));
    notes->sgprs = number_of(props ? get(props, "NumSGPRs") : get(node, ".sgpr_count"));
    notes->spilled_vgprs =
        number_of(props ? get(props, "NumSpilledVGPRs") : get(node, ".vgpr_spill_count"));
    notes->spilled_sgprs =
        number_of(props ? get(props, "NumSpilledSGPRs") : get(node, ".sgpr_spill_count"));
    notes->runtime_handle =
        text_of(attrs ? get(attrs, "RuntimeHandle") : get(node, ".device_enqueue_symbol"));
    notes->vec_type_hint = text_of(attrs ? get(attrs, "VecTypeHint") : get(node, ".vec_type_hint"));
    notes->language = text_of(get2(node, "Language", ".language"));
    read_sizes(attrs ? get(attrs, "WorkGroupSizeHint") : get(node, ".workgroup_size_hint"),
               notes->hint_size);
}

/* Version 2 gives sizes and alignments; offsets follow as a struct's would (clr's rule, which
 * takes objects with an opaque handle as pointers). */
static void
read_arg(struct arena *arena, const struct node *node, struct sim_metadata_kernel *kernel,
         uint32_t *offset)
{
    struct sim_arg_info arg = {
        .name = text_of(get2(node, "Name", ".name")),
        .type_name = text_of(get2(node, "TypeName", ".type_name")),
        .kind = kind_of(text_of(get2(node, "ValueKind", ".value_kind"))),
        .size = number_of(get2(node, "Size", ".size")),
        .align = number_of(get(node, "Align")),
        .pointee_align = number_of(get2(node, "PointeeAlign", ".pointee_align")),
    };
    if (arg.kind != SIM_ARG_BY_VALUE)
        arg.value = (struct sim_value){SIM_VALUE_ADDRESS, 1};
    else
        arg.value =
            value_parse(arg.type_name, text_of(get2(node, "ValueType", ".value_type")), arg.size);
    const struct node *given = get(node, ".offset");
    if (given) {
        arg.offset = number_of(given);
    } else {
        uint32_t align = arg.align ? arg.align : 1;
        if (arg.kind >= SIM_ARG_SAMPLER && arg.kind <= SIM_ARG_QUEUE)
            arg.size = align = 8;
        arg.offset = round_up(*offset, align);
    }
    read_arg_notes(node, &arg);
    *offset = arg.offset + arg.size;
    vec_push(arena, &kernel->args, arg);
}

/* A 1.x program's work-groups are all of one size (OpenCL 1.2, 5.8: clEnqueueNDRangeKernel). */
static void
read_language(const struct node *node, struct sim_metadata_kernel *kernel)
{
    const struct node *version = get2(node, "LanguageVersion", ".language_version");
    const char *uniform = text_of(get(node, ".uniform_work_group_size"));
    const char *language = text_of(get2(node, "Language", ".language"));
    if (version && version->values.count && strcmp(language, "OpenCL C") == 0) {
        kernel->language[0] = number_of(version->values.at[0]);
        if (version->values.count > 1)
            kernel->language[1] = number_of(version->values.at[1]);
    }
    kernel->uniform = strcmp(uniform, "1") == 0 || strcmp(uniform, "true") == 0;
}

static void
read_kernel(struct arena *arena, const struct node *node, struct sim_metadata *metadata)
{
    const struct node *props = get(node, "CodeProps"), *attrs = get(node, "Attrs");
    const struct node *args = get2(node, "Args", ".args");
    const struct node *required =
        attrs ? get(attrs, "ReqdWorkGroupSize") : get(node, ".reqd_workgroup_size");
    const struct node *symbol = get2(node, "SymbolName", ".symbol");
    struct sim_metadata_kernel kernel = {
        .name = text_of(get2(node, "Name", ".name")),
        .symbol = symbol ? text_of(symbol) : NULL,
        .kernarg_size = number_of(props ? get(props, "KernargSegmentSize")
                                        : get(node, ".kernarg_segment_size")),
        .kernarg_align = number_of(props ? get(props, "KernargSegmentAlign")
                                         : get(node, ".kernarg_segment_align")),
        .max_size = number_of(props ? get2(props, "MaxFlatWorkGroupSize", "MaxFlatWorkgroupSize")
                                    : get(node, ".max_flat_workgroup_size")),
    };
    read_language(node, &kernel);
    if (!args)
        args = get(node, "Arguments"); /* the 2017 guide's spelling */
    uint32_t offset = 0;
    for (uint32_t i = 0; args && i < args->values.count; i++)
        read_arg(arena, args->values.at[i], &kernel, &offset);
    read_sizes(required, kernel.required_size);
    read_kernel_notes(node, &kernel.notes);
    vec_push(arena, &metadata->kernels, kernel);
}

static void
read_kernels(struct arena *arena, const struct node *root, struct sim_metadata *metadata)
{
    const struct node *kernels = get2(root, "Kernels", "amdhsa.kernels");
    for (uint32_t i = 0; kernels && i < kernels->values.count; i++)
        read_kernel(arena, kernels->values.at[i], metadata);
    const struct node *formats = get2(root, "Printf", "amdhsa.printf");
    for (uint32_t i = 0; formats && i < formats->values.count; i++)
        vec_push(arena, &metadata->formats, text_of(formats->values.at[i]));
}

static void
release_yaml(void *object)
{
    struct yaml *yaml = object;
    yaml_event_delete(&yaml->event);
    yaml_parser_delete(&yaml->parser);
}

const char *
metadata_parse_yaml(struct arena *arena, const char *text, size_t size,
                    struct sim_metadata *metadata)
{
    struct yaml yaml = {.arena = arena};
    struct cleanup cleanup;
    if (!yaml_parser_initialize(&yaml.parser))
        return "out of memory";
    guard_push(arena->guard, &cleanup, release_yaml, &yaml);
    yaml_parser_set_input_string(&yaml.parser, (const unsigned char *)text, size);
    yaml_event_type_t type = next_event(&yaml);
    while (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_START_EVENT)
        type = next_event(&yaml);
    struct node *root = yaml_to_node(&yaml, 0);
    guard_pop(arena->guard, &cleanup);
    release_yaml(&yaml);
    if (!yaml.why)
        read_kernels(arena, root, metadata);
    return yaml.why;
}

/* Reads the header of a MsgPack value (msgpack specification, "Formats"): how many bytes of it follow,
 * and how many values it holds. */
static bool
msgpack_header(const uint8_t *bytes, size_t size, uint64_t *follow, uint64_t *values)
{
    /* 0xc0 to 0xdf: bytes of the header after the first, bytes of data; a length in the header, of
     * data (L), values (V) or pairs of them (P), says more. */
    static const struct {
        uint8_t header, data;
        char counts;
    } rows[32] = {
        {0, 0, 0},   {0, 0, 0},   {0, 0, 0},   {0, 0, 0},   {1, 0, 'L'}, {2, 0, 'L'}, {4, 0, 'L'},
        {1, 1, 'L'}, {2, 1, 'L'}, {4, 1, 'L'}, {0, 4, 0},   {0, 8, 0},   {0, 1, 0},   {0, 2, 0},
        {0, 4, 0},   {0, 8, 0},   {0, 1, 0},   {0, 2, 0},   {0, 4, 0},   {0, 8, 0},   {0, 2, 0},
        {0, 3, 0},   {0, 5, 0},   {0, 9, 0},   {0, 17, 0},  {1, 0, 'L'}, {2, 0, 'L'}, {4, 0, 'L'},
        {2, 0, 'V'}, {4, 0, 'V'}, {2, 0, 'P'}, {4, 0, 'P'},
    };
    uint8_t first = bytes[0];
    *follow = first >= 0xA0 && first < 0xC0 ? first & 31 : 0;
    *values = first >= 0x80 && first < 0x90 ? (first & 15u) * 2 : first >> 4 == 9 ? first & 15 : 0;
    if (first < 0xC0 || first >= 0xE0)
        return true;
    unsigned header = rows[first - 0xC0].header;
    uint64_t count = 0;
    if (header >= size)
        return false;
    for (unsigned i = 1; i <= header; i++)
        count = count << 8 | bytes[i];
    char counts = rows[first - 0xC0].counts;
    *follow = header + rows[first - 0xC0].data + (counts == 'L' ? count : 0);
    *values = counts == 'V' ? count : counts == 'P' ? 2 * count : 0;
    return true;
}

/* What is wrong with a value; NULL: nothing.  msgpack-c allocates as much as a header promises: no more
 * values than there are bytes. */
static const char *
msgpack_fault(const uint8_t *bytes, size_t size)
{
    uint64_t wanted = 1, left[MAX_DEPTH] = {1}; /* values, of each container that is open */
    unsigned depth = 0;
    for (size_t at = 0; wanted; wanted--) {
        uint64_t follow, values;
        if (at == size || !msgpack_header(bytes + at, size - at, &follow, &values))
            return "not MsgPack";
        at++;
        if (follow > size - at)
            return "not MsgPack";
        at += follow;
        wanted += values;
        if (wanted - 1 > size - at)
            return "not MsgPack";
        while (!left[depth])
            depth--;
        left[depth]--;
        if (values && depth == MAX_DEPTH - 1)
            return "it is nested too deep";
        if (values)
            left[++depth] = values;
    }
    return NULL;
}

static void
release_msgpack(void *unpacked)
{
    msgpack_unpacked_destroy(unpacked);
}

const char *
metadata_parse_msgpack(struct arena *arena, const char *bytes, size_t size,
                       struct sim_metadata *metadata)
{
    msgpack_unpacked unpacked;
    struct cleanup cleanup;
    msgpack_unpacked_init(&unpacked);
    size_t offset = 0;
    const char *why = msgpack_fault((const uint8_t *)bytes, size);
    if (!why && msgpack_unpack_next(&unpacked, bytes, size, &offset) != MSGPACK_UNPACK_SUCCESS)
        why = "out of memory"; /* it is sound */
    if (why) {
        msgpack_unpacked_destroy(&unpacked);
        return why;
    }
    guard_push(arena->guard, &cleanup, release_msgpack, &unpacked);
    struct node *root = msgpack_to_node(arena, &unpacked.data);
    guard_pop(arena->guard, &cleanup);
    msgpack_unpacked_destroy(&unpacked);
    read_kernels(arena, root, metadata);
    return NULL;
}
