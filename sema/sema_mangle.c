/* Names of overloads in IR; the scheme is described in sema.h. */
#include "sema/sema.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[TYPE_KINDS] = {[TYPE_VOID] = "void",
                                              [TYPE_BOOL] = "i1",
                                              [TYPE_CHAR] = "i8",
                                              [TYPE_UCHAR] = "u8",
                                              [TYPE_SHORT] = "i16",
                                              [TYPE_USHORT] = "u16",
                                              [TYPE_INT] = "i32",
                                              [TYPE_UINT] = "u32",
                                              [TYPE_LONG] = "i64",
                                              [TYPE_ULONG] = "u64",
                                              [TYPE_LONGLONG] = "i128",
                                              [TYPE_ULONGLONG] = "u128",
                                              [TYPE_INT128] = "n128",
                                              [TYPE_UINT128] = "o128",
                                              [TYPE_HALF] = "f16",
                                              [TYPE_FLOAT] = "f32",
                                              [TYPE_DOUBLE] = "f64",
                                              [TYPE_EVENT] = "event_t",
                                              [TYPE_SAMPLER] = "sampler_t",
                                              [TYPE_FUNCTION] = "function",
                                              [TYPE_QUEUE] = "queue_t",
                                              [TYPE_CLK_EVENT] = "clk_event_t",
                                              [TYPE_RESERVE_ID] = "reserve_id_t",
                                              [TYPE_BUFFER_RESOURCE] = "buffer_rsrc",
                                              [TYPE_PIPE] = "pipe",
                                              [TYPE_BLOCK] = "block"};
static const char *const accesses[] = {[KERNEL_ACCESS_NONE] = "",
                                       [KERNEL_ACCESS_READ] = "ro_",
                                       [KERNEL_ACCESS_WRITE] = "wo_",
                                       [KERNEL_ACCESS_READ_WRITE] = "rw_"};

static void
add_type(struct strbuf *text, const struct type *type)
{
    switch (type->kind) {
    case TYPE_ENUM:
        add_type(text, type->base ? type->base : &(struct type){.kind = TYPE_INT});
        break;
    case TYPE_ATOMIC:
        strbuf_puts(text, "atomic_");
        add_type(text, type->base);
        break;
    case TYPE_VECTOR:
        add_type(text, type->base);
        strbuf_printf(text, "x%u", type->count);
        break;
    case TYPE_POINTER:
        strbuf_printf(text, "p%u", type->base->space);
        add_type(text, type->base);
        break;
    case TYPE_ARRAY:
        strbuf_printf(text, "a%u", type->count);
        add_type(text, type->base);
        break;
    case TYPE_STRUCT:
    case TYPE_UNION:
        strbuf_printf(text, "s%s",
                      type->record->name           ? type->record->name
                      : type->record->typedef_name ? type->record->typedef_name
                                                   : "");
        break;
    case TYPE_IMAGE:
        strbuf_printf(text, "%s%s", accesses[type->access], image_facts[type->shape].name);
        break;
    default:
        strbuf_puts(text, names[type->kind]);
    }
}

const char *
sema_mangle(struct arena *arena, const char *name, struct type *const *params, uint32_t count)
{
    struct strbuf text = strbuf_new(arena);
    strbuf_puts(&text, name);
    for (uint32_t i = 0; i < count; i++) {
        strbuf_puts(&text, ".");
        add_type(&text, params[i]);
    }
    if (count == 0)
        strbuf_puts(&text, ".void");
    return text.text;
}

/* ---- and back ---- */

static struct type *
read_image(struct type_table *types, const char *word, size_t length)
{
    for (unsigned access = 0; access < sizeof accesses / sizeof *accesses; access++) {
        size_t skip = strlen(accesses[access]);
        for (unsigned shape = 0; skip < length && shape < IMAGE_SHAPES; shape++) {
            const char *name = image_facts[shape].name;
            if (!strncmp(word, accesses[access], skip) && strlen(name) == length - skip &&
                !memcmp(word + skip, name, length - skip))
                return type_image(types, (enum image_shape)shape, (enum kernel_access)access);
        }
    }
    return NULL;
}

/* NULL: it is no type that add_type writes, or one of which it leaves out too much. */
static struct type *
read_type(struct arena *arena, struct type_table *types, const char *word, size_t length)
{
    for (unsigned kind = 0; kind < TYPE_KINDS; kind++) {
        size_t of_name = names[kind] ? strlen(names[kind]) : 0;
        bool is_whole = of_name && kind != TYPE_FUNCTION && kind != TYPE_PIPE && kind != TYPE_BLOCK;
        if (!is_whole || length < of_name || strncmp(word, names[kind], of_name) != 0)
            continue;
        if (length == of_name)
            return type_basic(types, (enum type_kind)kind);
        if (word[of_name] == 'x')
            return type_vector(types, type_basic(types, (enum type_kind)kind),
                               (uint32_t)strtoul(word + of_name + 1, NULL, 10));
    }
    bool is_pointer = length > 2 && *word == 'p' && word[1] >= '0' && word[1] <= '5';
    if (is_pointer) {
        enum address_space space = (enum address_space)(word[1] - '0');
        struct type *base = read_type(arena, types, word + 2, length - 2);
        bool is_said = space != SPACE_GENERIC && space != SPACE_PRIVATE;
        return base ? type_pointer(types, type_qualified(types, base, 0, is_said, space)) : NULL;
    }
    if (*word == 's' && length > 1) {
        struct record *record = ARENA_NEW(arena, struct record);
        record->typedef_name = arena_strndup(arena, word + 1, length - 1);
        return type_record(types, TYPE_STRUCT, record);
    }
    return read_image(types, word, length);
}

const char *
sema_demangle(struct arena *arena, const char *name)
{
    struct type_table *types = type_table_new(arena);
    const char *end = strchr(name, '.');
    struct strbuf text = strbuf_new(arena);
    bool is_first = true;
    if (!end || end == name)
        return NULL;
    strbuf_add(&text, name, (size_t)(end - name));
    strbuf_puts(&text, "(");
    while (*end) {
        const char *word = end + 1;
        size_t length = strcspn(word, ".");
        struct type *type = length ? read_type(arena, types, word, length) : NULL;
        if (!type)
            return NULL;
        end = word + length;
        bool is_none = is_first && !*end && type->kind == TYPE_VOID;
        strbuf_printf(&text, "%s%s", is_first ? "" : ", ", is_none ? "" : type_str(arena, type));
        is_first = false;
    }
    strbuf_puts(&text, ")");
    return text.text;
}
