/* Interned types: one object for equal types, found by a hash of everything that makes types
 * differ. */
#include "sema/type.h"
#include "support/map.h"

#include <string.h>

struct type_node {
    struct type type;        /* first: a type is its node */
    struct type_node *chain; /* same hash */
    struct type_node *forms; /* of an unqualified type: next of its qualified forms */
    struct type *pointer;    /* to it, if there is one already */
};

struct type_table {
    struct arena *arena;
    struct map map;
    struct type *basic[TYPE_KINDS];
};

static uint64_t
mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15) ^ hash >> 29;
}

static uint64_t
hash_type(const struct type *type)
{
    uint64_t hash = mix(14695981039346656037u, type->kind | type->qualifiers << 8 |
                                                   type->space << 16 | type->has_space << 24);
    hash = mix(hash, (uint64_t)type->is_variadic << 32 | type->count);
    hash = mix(hash, type->aligned | (uint64_t)type->bits << 32 | (uint64_t)type->bit << 40);
    hash = mix(hash, MAP_KEY(type->base));
    hash = mix(hash, MAP_KEY(type->record));
    hash = mix(hash, (uint64_t)type->shape << 8 | type->access);
    if (type->kind == TYPE_FUNCTION)
        for (uint32_t i = 0; i < type->count; i++)
            hash = mix(hash, MAP_KEY(type->params[i]));
    return hash;
}

static bool
same(const struct type *a, const struct type *b)
{
    if (a->kind != b->kind || a->qualifiers != b->qualifiers || a->space != b->space ||
        a->has_space != b->has_space || a->is_variadic != b->is_variadic || a->count != b->count ||
        a->record != b->record || a->shape != b->shape || a->access != b->access ||
        a->aligned != b->aligned || a->bits != b->bits || a->bit != b->bit)
        return false;
    if (a->kind != TYPE_ENUM && a->base != b->base)
        return false;
    return a->kind != TYPE_FUNCTION || a->count == 0 ||
           memcmp(a->params, b->params, a->count * sizeof *a->params) == 0;
}

/* The one object equal to *wanted, made if there was none. */
static struct type_node *
intern_type(struct type_table *table, const struct type *wanted)
{
    struct type key = *wanted;
    if (key.kind == TYPE_ENUM)
        key.base = NULL; /* known only when the enum is complete */
    uint64_t hash = hash_type(&key);
    struct type_node *first = map_get(&table->map, hash);
    for (struct type_node *node = first; node; node = node->chain)
        if (same(&node->type, &key))
            return node;
    struct type_node *node = ARENA_NEW(table->arena, struct type_node);
    node->type = *wanted;
    node->chain = first;
    if (wanted->kind == TYPE_FUNCTION && wanted->count) {
        node->type.params = ARENA_ARRAY(table->arena, wanted->count, struct type *);
        memcpy(node->type.params, wanted->params, wanted->count * sizeof *wanted->params);
    }
    map_put(&table->map, hash, node);
    return node;
}

static struct type *
intern_unqualified(struct type_table *table, const struct type *wanted)
{
    struct type *type = &intern_type(table, wanted)->type;
    if (!type->unqualified)
        type->unqualified = type;
    return type;
}

static const struct {
    uint8_t size;
    const char *name;
} basic_facts[TYPE_KINDS] = {
    [TYPE_VOID] = {0, "void"},
    [TYPE_BOOL] = {1, "bool"},
    [TYPE_CHAR] = {1, "char"},
    [TYPE_UCHAR] = {1, "uchar"},
    [TYPE_SHORT] = {2, "short"},
    [TYPE_USHORT] = {2, "ushort"},
    [TYPE_INT] = {4, "int"},
    [TYPE_UINT] = {4, "uint"},
    [TYPE_LONG] = {8, "long"},
    [TYPE_ULONG] = {8, "ulong"},
    [TYPE_LONGLONG] = {16, "long long"},
    [TYPE_ULONGLONG] = {16, "unsigned long long"},
    [TYPE_INT128] = {16, "__int128"},
    [TYPE_UINT128] = {16, "unsigned __int128"},
    [TYPE_HALF] = {2, "half"},
    [TYPE_FLOAT] = {4, "float"},
    [TYPE_DOUBLE] = {8, "double"},
    [TYPE_EVENT] = {8, "event_t"},
    [TYPE_SAMPLER] = {8, "sampler_t"},
    [TYPE_QUEUE] = {8, "queue_t"},
    [TYPE_CLK_EVENT] = {8, "clk_event_t"},
    [TYPE_RESERVE_ID] = {8, "reserve_id_t"},
    [TYPE_BUFFER_RESOURCE] = {16, "__amdgpu_buffer_rsrc_t"},
};

struct type_table *
type_table_new(struct arena *arena)
{
    struct type_table *table = ARENA_NEW(arena, struct type_table);
    table->arena = arena;
    table->map = map_new(arena);
    return table;
}

struct type *
type_basic(struct type_table *table, enum type_kind kind)
{
    if (!table->basic[kind]) {
        uint32_t size = basic_facts[kind].size;
        struct type wanted = {.kind = (uint8_t)kind, .size = size, .align = size};
        table->basic[kind] = intern_unqualified(table, &wanted);
    }
    return table->basic[kind];
}

struct type *
type_image(struct type_table *table, enum image_shape shape, enum kernel_access access)
{
    struct type wanted = {.kind = TYPE_IMAGE,
                          .size = 8,
                          .align = 8,
                          .shape = (uint8_t)shape,
                          .access = (uint8_t)access};
    return intern_unqualified(table, &wanted);
}

struct type *
type_vector(struct type_table *table, struct type *element, uint32_t count)
{
    uint32_t size = element->size * (count == 3 ? 4 : count);
    struct type wanted = {.kind = TYPE_VECTOR,
                          .size = size,
                          .align = size,
                          .base = type_unqualified(element),
                          .count = count};
    return intern_unqualified(table, &wanted);
}

/* Pointers to local, private and region memory have 32 bits. */
static uint32_t
pointer_size(const struct type *pointee)
{
    bool is_narrow = pointee->space == SPACE_LOCAL || pointee->space == SPACE_PRIVATE ||
                     pointee->space == SPACE_REGION;
    return is_narrow && pointee->kind != TYPE_FUNCTION ? 4 : 8;
}

struct type *
type_pointer(struct type_table *table, struct type *pointee)
{
    struct type_node *node = (struct type_node *)pointee;
    if (node->pointer)
        return node->pointer;
    uint32_t size = pointer_size(pointee);
    struct type wanted = {.kind = TYPE_POINTER, .size = size, .align = size, .base = pointee};
    node->pointer = intern_unqualified(table, &wanted);
    return node->pointer;
}

struct type *
type_array(struct type_table *table, struct type *element, uint32_t count)
{
    struct type wanted = {.kind = TYPE_ARRAY,
                          .size = element->size * count,
                          .align = element->align,
                          .base = element,
                          .count = count,
                          .qualifiers = element->qualifiers,
                          .has_space = element->has_space,
                          .space = element->space};
    struct type *type = &intern_type(table, &wanted)->type;
    if (type->unqualified)
        return type;
    bool is_plain = !element->qualifiers && !element->has_space;
    type->unqualified = is_plain ? type : type_array(table, type_unqualified(element), count);
    return type;
}

static struct type *
wrap(struct type_table *table, enum type_kind kind, struct type *base, uint32_t size)
{
    struct type wanted = {.kind = (uint8_t)kind, .size = size, .align = size, .base = base};
    return intern_unqualified(table, &wanted);
}

struct type *
type_atomic(struct type_table *table, struct type *value)
{
    return wrap(table, TYPE_ATOMIC, value, value->size);
}

struct type *
type_pipe(struct type_table *table, struct type *packet, enum kernel_access access)
{
    struct type wanted = {.kind = TYPE_PIPE,
                          .size = 8,
                          .align = 8,
                          .base = type_unqualified(packet),
                          .access = (uint8_t)access};
    return intern_unqualified(table, &wanted);
}

struct type *
type_block(struct type_table *table, struct type *function)
{
    return wrap(table, TYPE_BLOCK, function, 8);
}

struct type *
type_function(struct type_table *table, struct type *result, struct type **params, uint32_t count,
              bool is_variadic)
{
    struct type wanted = {.kind = TYPE_FUNCTION,
                          .base = result,
                          .params = params,
                          .count = count,
                          .is_variadic = is_variadic};
    return intern_unqualified(table, &wanted);
}

struct type *
type_record(struct type_table *table, enum type_kind kind, struct record *record)
{
    struct type wanted = {.kind = (uint8_t)kind, .record = record};
    return intern_unqualified(table, &wanted);
}

/* A qualified form of wanted->unqualified, put on its list of forms, which type_complete walks. */
static struct type *
intern_form(struct type_table *table, const struct type *wanted)
{
    struct type_node *plain = (struct type_node *)wanted->unqualified;
    struct type_node *node = intern_type(table, wanted);
    if (node != plain && !node->forms && plain->forms != node) {
        node->forms = plain->forms ? plain->forms : plain; /* plain ends the list */
        plain->forms = node;
    }
    return &node->type;
}

struct type *
type_qualified(struct type_table *table, struct type *type, unsigned qualifiers, bool has_space,
               enum address_space space)
{
    if (type->qualifiers == qualifiers && type->has_space == has_space && type->space == space)
        return type;
    if (type->kind == TYPE_ARRAY) { /* qualifies the elements (C11 6.7.3) */
        struct type *element = type_qualified(table, type->base, qualifiers, has_space, space);
        return type_aligned(table, type_array(table, element, type->count), type->aligned);
    }
    struct type wanted = *type;
    wanted.qualifiers = (uint8_t)qualifiers;
    wanted.has_space = has_space;
    wanted.space = has_space ? (uint8_t)space : 0;
    return intern_form(table, &wanted);
}

struct type *
type_aligned(struct type_table *table, struct type *type, uint32_t align)
{
    if (type->aligned == align)
        return type;
    struct type wanted = *type;
    wanted.aligned = align;
    wanted.align = align ? align : type_unqualified(type)->align;
    return intern_form(table, &wanted);
}

struct type *
type_bits(struct type_table *table, struct type *type, uint32_t bits, uint32_t bit)
{
    struct type wanted = *type;
    wanted.bits = (uint8_t)bits;
    wanted.bit = (uint8_t)bit;
    return intern_form(table, &wanted);
}

uint32_t
type_layout_add(uint32_t sum, uint32_t next)
{
    return ((sum << 13 | sum >> 19) ^ next) * 0x9E3779B1u;
}

/* Integers of a size are the same, whatever sign they have. */
static uint32_t
layout_of_scalar(const struct type *type)
{
    enum { FLOATS = 16, KINDS = 32 };
    if (type_is_integer(type) && type->kind != TYPE_BOOL)
        return type->size;
    if (type_is_float(type))
        return FLOATS + type->size;
    if (type->kind == TYPE_IMAGE)
        return type_layout_add(KINDS + type->kind, type->shape * 4u + type->access);
    return type_layout_add(KINDS + type->kind,
                           type->kind == TYPE_POINTER ? type->base->space : type->size);
}

uint32_t
type_layout(const struct type *type)
{
    uint32_t sum = 1;
    for (; type->kind == TYPE_ARRAY || type->kind == TYPE_VECTOR || type->kind == TYPE_ATOMIC;
         type = type->base) {
        sum = type_layout_add(sum, type->kind);
        sum = type_layout_add(sum, type->count);
    }
    if (type->bits)
        sum = type_layout_add(type_layout_add(sum, type->bits), type->bit);
    if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
        return type_layout_add(sum, layout_of_scalar(type));
    sum = type_layout_add(sum, type->kind);
    sum = type_layout_add(sum, type->size);
    return type_layout_add(sum, type->record->layout);
}

void
type_complete(struct type_table *table, struct type *type, uint32_t size, uint32_t align,
              struct type *base)
{
    (void)table;
    struct type_node *plain = (struct type_node *)type_unqualified(type);
    if (type->record)
        type->record->complete = true;
    for (struct type_node *node = plain; node; node = node->forms != plain ? node->forms : NULL) {
        node->type.size = size;
        node->type.align = node->type.aligned ? node->type.aligned : align;
        node->type.base = base;
    }
}

bool
type_is_signed(const struct type *type)
{
    if (type->kind == TYPE_VECTOR || type->kind == TYPE_ENUM)
        return type->base && type_is_signed(type->base);
    return type->kind == TYPE_CHAR || type->kind == TYPE_SHORT || type->kind == TYPE_INT ||
           type->kind == TYPE_LONG || type->kind == TYPE_LONGLONG || type->kind == TYPE_INT128;
}

static const char *
record_name(struct arena *arena, const struct type *type)
{
    static const char *const tags[TYPE_KINDS] = {
        [TYPE_STRUCT] = "struct", [TYPE_UNION] = "union", [TYPE_ENUM] = "enum"};
    if (type->record->name)
        return arena_printf(arena, "%s %s", tags[type->kind], type->record->name);
    if (type->record->typedef_name)
        return type->record->typedef_name;
    return arena_printf(arena, "%s (unnamed)", tags[type->kind]);
}

static const char *
plain_name(struct arena *arena, const struct type *type)
{
    switch (type->kind) {
    case TYPE_VECTOR:
        return arena_printf(arena, "%s%u", plain_name(arena, type->base), type->count);
    case TYPE_STRUCT:
    case TYPE_UNION:
    case TYPE_ENUM:
        return record_name(arena, type);
    case TYPE_IMAGE:
        return image_facts[type->shape].name;
    case TYPE_ATOMIC:
        return arena_printf(arena, "atomic_%s", plain_name(arena, type->base));
    case TYPE_PIPE:
        return arena_printf(arena, "%s pipe %s",
                            type->access == KERNEL_ACCESS_WRITE ? "write_only" : "read_only",
                            type_str(arena, type->base));
    default:
        return basic_facts[type->kind].name ? basic_facts[type->kind].name : "?";
    }
}

static const char *const space_names[] = {
    [SPACE_GENERIC] = "__generic ", [SPACE_GLOBAL] = "__global ", [SPACE_CONSTANT] = "__constant ",
    [SPACE_LOCAL] = "__local ",     [SPACE_REGION] = "__region ", [SPACE_PRIVATE] = "__private "};

static const char *const access_names[] = {[KERNEL_ACCESS_NONE] = "",
                                           [KERNEL_ACCESS_READ] = "__read_only ",
                                           [KERNEL_ACCESS_WRITE] = "__write_only ",
                                           [KERNEL_ACCESS_READ_WRITE] = "__read_write "};

static const char *
qualifier_text(struct arena *arena, const struct type *type)
{
    return arena_printf(arena, "%s%s%s%s%s", type->qualifiers & QUAL_CONST ? "const " : "",
                        type->qualifiers & QUAL_VOLATILE ? "volatile " : "",
                        type->qualifiers & QUAL_RESTRICT ? "restrict " : "",
                        type->has_space ? space_names[type->space] : "",
                        access_names[type->kind == TYPE_IMAGE ? type->access : 0]);
}

static const char *
params_text(struct arena *arena, const struct type *type)
{
    struct strbuf text = strbuf_new(arena);
    for (uint32_t i = 0; i < type->count; i++)
        strbuf_printf(&text, "%s%s", i ? ", " : "", type_str(arena, type->params[i]));
    if (type->is_variadic)
        strbuf_puts(&text, type->count ? ", ..." : "...");
    return text.text ? text.text : "void";
}

/* C declarator syntax from the inside out: inner is what stands where the name would. */
static const char *
declare(struct arena *arena, const struct type *type, const struct type_alias *alias,
        const char *inner)
{
    const char *qualifiers = qualifier_text(arena, type);
    size_t length = strlen(qualifiers);
    if (alias && type_unqualified((struct type *)type) == alias->type)
        return arena_printf(arena, "%s%s%s%s", qualifiers, alias->name,
                            *inner && *inner != '[' ? " " : "", inner);
    switch (type->kind) {
    case TYPE_POINTER:
        inner = *inner || length ? arena_printf(arena, "*%s%s", qualifiers, inner) : "*";
        if (!inner[0] || inner[strlen(inner) - 1] == ' ')
            inner = arena_strndup(arena, inner, strlen(inner) - 1);
        if (type->base->kind == TYPE_ARRAY || type->base->kind == TYPE_FUNCTION)
            inner = arena_printf(arena, "(%s)", inner);
        return declare(arena, type->base, alias, inner);
    case TYPE_BLOCK:
        if (length && !*inner)
            qualifiers = arena_strndup(arena, qualifiers, length - 1);
        return declare(arena, type->base, alias, arena_printf(arena, "(^%s%s)", qualifiers, inner));
    case TYPE_ARRAY:
        inner = type->count ? arena_printf(arena, "%s[%u]", inner, type->count)
                            : arena_printf(arena, "%s[]", inner);
        return declare(arena, type->base, alias, inner);
    case TYPE_FUNCTION:
        inner = arena_printf(arena, "%s(%s)", inner, params_text(arena, type));
        return declare(arena, type->base, alias, inner);
    default:
        return arena_printf(arena, "%s%s%s%s", qualifiers, plain_name(arena, type),
                            *inner && *inner != '[' ? " " : "", inner);
    }
}

const char *
type_str(struct arena *arena, const struct type *type)
{
    return type ? declare(arena, type, NULL, "") : "<error>";
}

const char *
type_alias_str(struct arena *arena, const struct type *type, const struct type_alias *alias)
{
    return declare(arena, type, alias, "");
}

const char *
type_metadata_str(struct arena *arena, const struct type *type)
{
    if (type->kind == TYPE_POINTER)
        return arena_printf(arena, "%s*", type_metadata_str(arena, type->base));
    if (type->kind == TYPE_ARRAY)
        return arena_printf(arena, "%s[%u]", type_metadata_str(arena, type->base), type->count);
    if (type->kind == TYPE_PIPE)
        return type_metadata_str(arena, type->base);
    if (type->kind == TYPE_FUNCTION)
        return type_str(arena, type);
    /* clang makes "u" of "unsigned " */
    if (type->kind == TYPE_ULONGLONG)
        return "ulong long";
    if (type->kind == TYPE_UINT128)
        return "u__int128";
    return plain_name(arena, type);
}
