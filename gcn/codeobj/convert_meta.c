/* Metadata from YAML to MsgPack and back, by the rows of ../metadata/meta_key.def. */
#include "gcn/codeobj/convert.h"

#include <stdlib.h>
#include <string.h>

void
convert_refuse(struct converting *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!c->why)
        c->why = arena_vprintf(c->arena, format, args);
    va_end(args);
}

/* ---- single values ---- */

static const char *
word_of(struct converting *c, const char *word, bool to_yaml)
{
    for (unsigned i = 0; i < meta_word_count + HIDDEN_COUNT + 1; i++) {
        const struct meta_word *row =
            i < meta_word_count ? &meta_words[i] : &hidden_kinds[i - meta_word_count].word;
        const char *have = to_yaml ? row->msgpack : row->yaml;
        const char *want = to_yaml ? row->yaml : row->msgpack;
        if (have && want && strcmp(have, word) == 0)
            return want;
    }
    convert_refuse(c, "version %s does not know '%s'", c->to->name, word);
    return word;
}

static struct meta *
numbers_of(struct converting *c, const struct meta *from)
{
    struct meta *list = meta_new(c->arena, META_LIST);
    uint64_t number;
    for (uint32_t i = 0; i < meta_count(from); i++) {
        meta_integer(from->entries.at[i].value, &number);
        meta_add(c->arena, list, NULL, meta_number(c->arena, number));
    }
    return list;
}

/* "1.0" of form 2d as [1, 0], and back. */
static struct meta *
version_of(struct converting *c, const struct meta *from)
{
    struct meta *list = meta_new(c->arena, META_LIST);
    struct strbuf text = strbuf_new(c->arena);
    const char *at = meta_string(from);
    uint64_t number;
    if (from->kind == META_LIST && c->to->notes != &object_notes_guide)
        return numbers_of(c, from);
    for (uint32_t i = 0; i < meta_count(from); i++) {
        meta_integer(from->entries.at[i].value, &number);
        strbuf_printf(&text, "%s%llu", i ? "." : "", (unsigned long long)number);
    }
    if (from->kind == META_LIST)
        return meta_text(c->arena, text.text ? text.text : "", true);
    for (char *end; *at >= '0' && *at <= '9'; at = *end == '.' ? end + 1 : end)
        meta_add(c->arena, list, NULL, meta_number(c->arena, strtoull(at, &end, 10)));
    return list;
}

/* The value in the other form; NULL: it is left out there. */
static struct meta *
value_of(struct converting *c, const struct meta *from, enum meta_how how, bool to_yaml)
{
    uint64_t number;
    const char *text = meta_string(from);
    switch (how) {
    case META_HOW_TEXT:
        return meta_text(c->arena, text, !to_yaml);
    case META_HOW_NAME:
        return meta_text(c->arena, text, !to_yaml || meta_is_quoted(text));
    case META_HOW_NUMBERS:
        return numbers_of(c, from);
    case META_HOW_VERSION:
        return version_of(c, from);
    case META_HOW_FLAG:
        return meta_is_true(from) ? meta_bool(c->arena, true) : NULL;
    case META_HOW_WORD:
        return meta_text(c->arena, word_of(c, text, to_yaml), !to_yaml);
    default:
        meta_integer(from, &number);
        return how == META_HOW_COUNT && to_yaml && !number ? NULL : meta_number(c->arena, number);
    }
}

/* ---- arguments ---- */

/* Offsets of version 2 follow from sizes and alignments. */
static uint64_t
place_yaml(const struct meta *arg, uint64_t *next)
{
    uint64_t size, align;
    meta_integer(meta_get(arg, "Size"), &size);
    if (!meta_integer(meta_get(arg, "Align"), &align) || !align || align & (align - 1))
        align = 1;
    uint64_t offset = (*next + align - 1) & ~(align - 1);
    *next = offset + size;
    return offset;
}

/* The alignment, which MsgPack has no key for, where it does not follow from size and offset (2017 guide: names that
 * are not AMD's have their vendor's as a prefix). */
#define ALIGN_KEY "occ.align"

/* The largest power of two that divides the offset, as far as the argument's size lets it be its alignment: what
 * occ itself writes where an argument's type is aligned so. */
static uint64_t
align_of(const struct meta *arg, uint64_t offset, uint64_t next)
{
    uint64_t size, align = 1;
    if (meta_integer(meta_get(arg, ALIGN_KEY), &align) && align && !(align & (align - 1)))
        return align;
    align = 1;
    meta_integer(meta_get(arg, ".size"), &size);
    while (align < 128 && align < size && size % (align * 2) == 0 && offset % (align * 2) == 0)
        align *= 2;
    while (align > 1 && ((next + align - 1) & ~(align - 1)) > offset)
        align /= 2;
    return align;
}

/* No access is stated of what is neither image nor pipe, whatever YAML says; handles have no address space. */
static bool
is_left_out(const struct meta_key *key, const struct meta *from, bool from_yaml)
{
    const char *kind = meta_string(meta_get(from, from_yaml ? "ValueKind" : ".value_kind"));
    if (!from_yaml)
        return false;
    if (strcmp(key->yaml, "AccQual") == 0)
        return strcmp(meta_string(meta_get(from, "AccQual")), "Default") == 0;
    return strcmp(key->yaml, "AddrSpaceQual") == 0 && strcmp(kind, "HiddenNone") == 0;
}

static struct meta *
arg_to_msgpack(struct converting *c, const struct meta *from, uint64_t *next)
{
    struct meta *to = meta_new(c->arena, META_MAP);
    bool is_hidden = strncmp(meta_string(meta_get(from, "ValueKind")), "Hidden", 6) == 0;
    for (unsigned i = META_KERNEL_KEYS; i < META_KEYS; i++) {
        const struct meta_key *key = &meta_keys[i];
        const char *yaml = key->yaml;
        const struct meta *value = meta_get(from, yaml);
        if (!value)
            value = meta_get(from, meta_guide_key(yaml));
        if (!value || is_left_out(key, from, true) || (is_hidden && strcmp(yaml, "ValueType") == 0))
            continue;
        struct meta *made = value_of(c, value, (enum meta_how)key->how, false);
        if (made)
            meta_add(c->arena, to, key->msgpack, made);
    }
    uint64_t before = *next, offset = place_yaml(from, next), align;
    meta_add(c->arena, to, ".offset", meta_number(c->arena, offset));
    meta_integer(meta_get(from, "Align"), &align);
    if (align != align_of(to, offset, before))
        meta_add(c->arena, to, ALIGN_KEY, meta_number(c->arena, align));
    meta_sort(to);
    return to;
}

/* ValueType by the name of an argument's type, "uint4*": as the compiler has it, but for names of the program's. */
static const char *
value_type_of(const char *type_name)
{
    static const struct {
        const char *name, *type;
    } rows[] = {{"void", "I8"},   {"bool", "I8"},    {"char", "I8"},  {"uchar", "U8"},
                {"short", "I16"}, {"ushort", "U16"}, {"half", "F16"}, {"int", "I32"},
                {"uint", "U32"},  {"float", "F32"},  {"long", "I64"}, {"ulong", "U64"},
                {"double", "F64"}};
    size_t length = strspn(type_name, "abcdefghijklmnopqrstuvwxyz");
    size_t digits = strspn(type_name + length, "0123456789");
    const char *rest = type_name + length + digits;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].name) == length && memcmp(rows[i].name, type_name, length) == 0 &&
            !rest[strspn(rest, "*")])
            return rows[i].type;
    return "Struct";
}

/* What YAML has and MsgPack does not: alignments, types of hidden values, Default. */
static void
add_yaml_only(struct converting *c, struct meta *to, const struct meta *from, const char *yaml,
              uint64_t align)
{
    const char *kind = meta_string(meta_get(from, ".value_kind"));
    const struct hidden_kind *hidden = NULL;
    bool is_guide = c->to->notes == &object_notes_guide;
    for (unsigned i = 0; i <= HIDDEN_COUNT; i++)
        if (strcmp(hidden_kinds[i].word.msgpack, kind) == 0)
            hidden = &hidden_kinds[i];
    if (strcmp(yaml, "Size") == 0)
        meta_add(c->arena, to, "Align", meta_number(c->arena, align));
    if (strcmp(yaml, "ValueType") == 0 && !meta_get(from, ".value_type") && !is_guide)
        meta_add(c->arena, to, "ValueType",
                 meta_text(c->arena,
                           hidden ? hidden->value_type
                                  : value_type_of(meta_string(meta_get(from, ".type_name"))),
                           false));
    bool is_hidden_pointer = hidden && strcmp(hidden->value_type, "I8") == 0;
    if (strcmp(yaml, "AddrSpaceQual") == 0 && is_hidden_pointer &&
        !meta_get(from, ".address_space") && !is_guide)
        meta_add(c->arena, to, "AddrSpaceQual", meta_text(c->arena, "Global", false));
    if (strcmp(yaml, "AccQual") == 0 && !meta_get(from, ".access") && !hidden && !is_guide)
        meta_add(c->arena, to, "AccQual", meta_text(c->arena, "Default", false));
}

/* A key that form 2d has with some kinds of argument only (docs/abi.md, Versions). */
static bool
is_of_guide(const struct meta_key *key, const struct meta *from)
{
    const char *kind = meta_string(meta_get(from, ".value_kind"));
    bool is_hidden = strncmp(kind, "hidden", 6) == 0;
    if (strcmp(key->yaml, "ValueType") == 0)
        return strcmp(kind, "by_value") == 0;
    if (strcmp(key->yaml, "AddrSpaceQual") == 0)
        return !is_hidden;
    bool is_qualifier = strncmp(key->yaml, "Is", 2) == 0 && strcmp(key->yaml, "IsPipe") != 0;
    return !is_qualifier || strcmp(kind, "global_buffer") == 0;
}

static const char *
yaml_key(const struct converting *c, const char *key)
{
    return c->to->notes == &object_notes_guide ? meta_guide_key(key) : key;
}

static struct meta *
arg_to_yaml(struct converting *c, const struct meta *from, uint64_t align)
{
    struct meta *to = meta_new(c->arena, META_MAP);
    bool is_guide = c->to->notes == &object_notes_guide;
    for (unsigned i = META_KERNEL_KEYS; i < META_KEYS; i++) {
        const struct meta_key *key = &meta_keys[i];
        const struct meta *value = meta_get(from, key->msgpack);
        if (value && (!is_guide || is_of_guide(key, from))) {
            struct meta *made = value_of(c, value, (enum meta_how)key->how, true);
            if (made)
                meta_add(c->arena, to, yaml_key(c, key->yaml), made);
        }
        add_yaml_only(c, to, from, key->yaml, align);
    }
    return to;
}

/* An argument that takes the room of nothing. */
static struct meta *
hole(struct converting *c, uint64_t size)
{
    struct meta *map = meta_new(c->arena, META_MAP);
    meta_add(c->arena, map, ".size", meta_number(c->arena, size));
    meta_add(c->arena, map, ".value_kind", meta_text(c->arena, "hidden_none", true));
    return map;
}

/* Arguments where the code reads them: readers of version 2 compute offsets, so holes are named. */
static struct meta *
args_to_yaml(struct converting *c, const struct meta *args)
{
    struct meta *list = meta_new(c->arena, META_LIST);
    uint64_t next = 0;
    for (uint32_t i = 0; i < meta_count(args); i++) {
        const struct meta *arg = args->entries.at[i].value;
        uint64_t offset, size, align;
        meta_integer(meta_get(arg, ".offset"), &offset);
        meta_integer(meta_get(arg, ".size"), &size);
        align = align_of(arg, offset, next);
        if (offset < next || offset > UINT32_MAX)
            convert_refuse(c, "arguments at offsets out of order have no form in version %s",
                           c->to->name);
        while (!c->why && ((next + align - 1) & ~(align - 1)) < offset) {
            uint64_t room = next % 8 || offset - next < 8 ? 1 : 8;
            meta_add(c->arena, list, NULL, arg_to_yaml(c, hole(c, room), room));
            next += room;
        }
        meta_add(c->arena, list, NULL, arg_to_yaml(c, arg, align));
        next = offset + size;
    }
    return list;
}

static struct meta *
args_to_msgpack(struct converting *c, const struct meta *args)
{
    struct meta *list = meta_new(c->arena, META_LIST);
    uint64_t next = 0;
    for (uint32_t i = 0; i < meta_count(args); i++)
        meta_add(c->arena, list, NULL, arg_to_msgpack(c, args->entries.at[i].value, &next));
    return list;
}

/* ---- kernels ---- */

/* "name@kd" and "name.kd". */
static struct meta *
symbol_name(struct converting *c, const char *name)
{
    size_t length = strlen(name);
    const char *suffix =
        c->to->launch->descriptor_suffix ? c->to->launch->descriptor_suffix : "@kd";
    if (length > 3 &&
        (strcmp(name + length - 3, ".kd") == 0 || strcmp(name + length - 3, "@kd") == 0))
        length -= 3;
    return meta_text(c->arena, arena_printf(c->arena, "%.*s%s", (int)length, name, suffix), true);
}

static const struct meta *
yaml_value(const struct meta *kernel, const struct meta_key *key)
{
    const struct meta *map = *key->map ? meta_get(kernel, key->map) : kernel;
    const struct meta *value = meta_get(map, key->yaml);
    return value ? value : meta_get(map, meta_guide_key(key->yaml));
}

static struct meta *
kernel_to_msgpack(struct converting *c, const struct meta *from)
{
    struct meta *to = meta_new(c->arena, META_MAP);
    const struct meta *args = meta_get(from, "Args");
    for (unsigned i = 0; i < META_KERNEL_KEYS; i++) {
        const struct meta_key *key = &meta_keys[i];
        const struct meta *value = yaml_value(from, key);
        struct meta *made = NULL;
        if (strcmp(key->msgpack, ".symbol") == 0)
            made = symbol_name(c, meta_string(value ? value : meta_get(from, "Name")));
        else if (value)
            made = value_of(c, value, (enum meta_how)key->how, false);
        else if (key->how == META_HOW_COUNT)
            made = meta_number(c->arena, 0);
        if (made)
            meta_add(c->arena, to, key->msgpack, made);
    }
    meta_add(c->arena, to, ".args",
             args_to_msgpack(c, args ? args : meta_get(from, meta_guide_key("Args"))));
    meta_sort(to);
    return to;
}

/* Args stand between Attrs and CodeProps; IsXNACKEnabled after the largest work-group. */
static struct meta *
kernel_to_yaml(struct converting *c, const struct meta *from)
{
    struct meta *to = meta_new(c->arena, META_MAP);
    const struct meta *args = meta_get(from, ".args");
    bool is_guide = c->to->notes == &object_notes_guide;
    for (unsigned i = 0; i < META_KERNEL_KEYS; i++) {
        const struct meta_key *key = &meta_keys[i];
        const struct meta *value = meta_get(from, key->msgpack);
        struct meta *made = NULL;
        if (strcmp(key->yaml, "KernargSegmentSize") == 0 && meta_count(args))
            meta_add(c->arena, to, yaml_key(c, "Args"), args_to_yaml(c, args));
        if (strcmp(key->msgpack, ".symbol") == 0)
            made = symbol_name(c, meta_string(value ? value : meta_get(from, ".name")));
        else if (value && !(is_guide && key->how == META_HOW_COUNT))
            made = value_of(c, value, (enum meta_how)key->how, true);
        if (made)
            meta_add(c->arena, meta_inner(c->arena, to, key->map), yaml_key(c, key->yaml), made);
        if (strcmp(key->yaml, "MaxFlatWorkGroupSize") == 0 && c->object.xnack)
            meta_add(c->arena, meta_inner(c->arena, to, key->map), "IsXNACKEnabled",
                     meta_bool(c->arena, true));
    }
    return to;
}

/* ---- the document ---- */

static struct meta *
version_list(struct converting *c)
{
    struct meta *list = meta_new(c->arena, META_LIST);
    meta_add(c->arena, list, NULL, meta_number(c->arena, 1));
    meta_add(c->arena, list, NULL, meta_number(c->arena, c->to->metadata_minor));
    return list;
}

static struct meta *
formats(struct converting *c, const struct meta *from)
{
    struct meta *list = meta_new(c->arena, META_LIST);
    for (uint32_t i = 0; i < meta_count(from); i++)
        meta_add(c->arena, list, NULL,
                 meta_text(c->arena, meta_string(from->entries.at[i].value), true));
    return list;
}

static struct meta *
kernels(struct converting *c, const struct meta *from,
        struct meta *(*convert)(struct converting *c, const struct meta *kernel))
{
    struct meta *list = meta_new(c->arena, META_LIST);
    for (uint32_t i = 0; i < meta_count(from); i++)
        meta_add(c->arena, list, NULL, convert(c, from->entries.at[i].value));
    return list;
}

static struct meta *
to_yaml(struct converting *c, const struct meta *from)
{
    struct meta *to = meta_new(c->arena, META_MAP);
    const struct meta *rows = meta_get(from, codeobj_key(c->from, "Printf", "amdhsa.printf"));
    const struct meta *all = meta_get(from, codeobj_key(c->from, "Kernels", "amdhsa.kernels"));
    meta_add(c->arena, to, "Version", version_list(c));
    if (meta_count(rows))
        meta_add(c->arena, to, "Printf", formats(c, rows));
    if (meta_count(all) || c->to->notes == &object_notes_guide)
        meta_add(c->arena, to, "Kernels", kernels(c, all, kernel_to_yaml));
    return to;
}

/* Hidden arguments of versions 3 and 4 are those of version 2. */
static void
check_hidden(struct converting *c, const struct meta *args)
{
    for (uint32_t i = 0; i < meta_count(args); i++) {
        const char *kind = meta_string(meta_get(args->entries.at[i].value, ".value_kind"));
        if (strncmp(kind, "hidden_", 7) == 0)
            word_of(c, kind, true);
    }
}

static struct meta *
same_kernel(struct converting *c, const struct meta *kernel)
{
    struct meta *to = meta_new(c->arena, META_MAP);
    if (!c->to->hidden->block_size)
        check_hidden(c, meta_get(kernel, ".args"));
    for (uint32_t i = 0; kernel->kind == META_MAP && i < kernel->entries.count; i++) {
        const struct meta_entry *entry = &kernel->entries.at[i];
        meta_add(c->arena, to, entry->key,
                 strcmp(entry->key, ".symbol") == 0 ? symbol_name(c, meta_string(entry->value))
                                                    : entry->value);
    }
    return to;
}

static bool
is_made_anew(const char *key)
{
    static const char *const keys[] = {"amdhsa.kernels", "amdhsa.printf", "amdhsa.target",
                                       "amdhsa.version"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* What is there that no row names stays, from MsgPack. */
static struct meta *
to_msgpack(struct converting *c, const struct meta *from)
{
    struct meta *to = meta_new(c->arena, META_MAP);
    bool was_yaml = c->from->is_yaml;
    const struct meta *rows = meta_get(from, was_yaml ? "Printf" : "amdhsa.printf");
    const struct meta *all = meta_get(from, was_yaml ? "Kernels" : "amdhsa.kernels");
    meta_add(c->arena, to, "amdhsa.kernels",
             kernels(c, all, was_yaml ? kernel_to_msgpack : same_kernel));
    if (meta_count(rows))
        meta_add(c->arena, to, "amdhsa.printf", formats(c, rows));
    for (uint32_t i = 0; !was_yaml && i < meta_count(from); i++)
        if (from->kind == META_MAP && !is_made_anew(from->entries.at[i].key))
            meta_add(c->arena, to, from->entries.at[i].key, from->entries.at[i].value);
    if (c->to->targets->in_metadata)
        meta_add(c->arena, to, "amdhsa.target",
                 meta_text(c->arena, c->to->targets->name(c->arena, &c->object), true));
    meta_add(c->arena, to, "amdhsa.version", version_list(c));
    meta_sort(to);
    return to;
}

struct meta *
convert_metadata(struct converting *c)
{
    struct meta *from = c->from->metadata;
    if (!from)
        return NULL;
    if (c->to->notes->is_yaml && c->from->is_yaml) { /* 2 and 2d differ: by way of MsgPack */
        struct codeobj middle = *c->from;
        struct converting first = *c, second = *c;
        first.to = object_version_find("5");
        middle.metadata = to_msgpack(&first, from);
        middle.is_yaml = false;
        second.from = &middle;
        struct meta *made = to_yaml(&second, middle.metadata);
        c->why = first.why ? first.why : second.why;
        return made;
    }
    return c->to->notes->is_yaml ? to_yaml(c, from) : to_msgpack(c, from);
}
