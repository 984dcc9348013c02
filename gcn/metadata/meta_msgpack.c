/* Metadata as MsgPack: read and written with msgpack-c. */
#include "gcn/metadata/meta.h"

#include <msgpack.h>
#include <string.h>

/* What msgpack-c takes of malloc for what it unpacks: its first chunk, and a pair of 48 bytes for a key and a
 * value. */
enum { MSGPACK_ZONE = 16 * 1024, MSGPACK_TIMES = 48, MAX_DEPTH = 32 };

/* ---- reading ---- */

/* How many bytes follow the first byte of a value as its header and content, and how many values.  false: no value
 * begins so, or the header is cut off.  Source: the MessagePack specification, "Formats". */
static bool
header_of(const uint8_t *at, size_t left, uint64_t *follow, uint64_t *values)
{
    static const uint8_t fixed[] = {
        /* 0xc0 */ 0, 0, 0, 0, 1,  2, 4, 1, 2, 4, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8,
        /* 0xd4 */ 2, 3, 5, 9, 17, 1, 2, 4, 2, 4, 2, 4};
    uint8_t first = *at;
    *follow = *values = 0;
    if (first < 0x80 || first >= 0xe0)
        return true;
    if (first < 0x90)
        *values = 2u * (first & 15);
    else if (first < 0xa0)
        *values = first & 15;
    else if (first < 0xc0)
        *follow = first & 31;
    if (first < 0xc0)
        return true;
    bool is_sized = (first >= 0xc4 && first <= 0xc9) || first >= 0xd9;
    *follow = fixed[first - 0xc0];
    if (first == 0xc1 || *follow >= left)
        return false;
    uint64_t size = 0;
    for (unsigned i = 0; is_sized && i < *follow; i++)
        size = size << 8 | at[1 + i];
    if (first >= 0xdc)
        *values = size * (first >= 0xde ? 2 : 1);
    else if (is_sized) /* an extension has a type before its bytes */
        *follow += size + (first >= 0xc7 && first <= 0xc9);
    return true;
}

/* What is wrong with a value; NULL: nothing.  msgpack-c allocates as much as a header promises: no more values than
 * there are bytes; and it has room for MAX_DEPTH containers in each other, the last of which may be empty. */
static const char *
fault_of(struct guard *guard, const uint8_t *bytes, size_t size)
{
    uint64_t wanted = 1, left[MAX_DEPTH] = {1}; /* values, of each container that is open */
    unsigned depth = 0;
    for (size_t at = 0; wanted; wanted--) {
        uint64_t follow, values;
        guard_poll(guard);
        if (at == size || !header_of(bytes + at, size - at, &follow, &values))
            return "no MsgPack";
        at++;
        if (follow > size - at || values > size - at - follow)
            return "no MsgPack";
        at += follow;
        wanted += values;
        if (wanted - 1 > size - at)
            return "no MsgPack";
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

static struct meta *tree_of(struct arena *arena, const msgpack_object *from, const char **why);

static const char *
text_of(struct arena *arena, const msgpack_object *from, const char **why)
{
    if (from->type != MSGPACK_OBJECT_STR) {
        *why = "a key is no text";
        return "";
    }
    if (memchr(from->via.str.ptr, 0, from->via.str.size))
        *why = "a text holds a NUL";
    return arena_strndup(arena, from->via.str.ptr, from->via.str.size);
}

static struct meta *
map_of(struct arena *arena, const msgpack_object_map *map, const char **why)
{
    struct meta *meta = meta_new(arena, META_MAP);
    for (uint32_t i = 0; i < map->size && !*why; i++) {
        const char *key = text_of(arena, &map->ptr[i].key, why);
        meta_add(arena, meta, key, tree_of(arena, &map->ptr[i].val, why));
    }
    return meta;
}

static struct meta *
list_of(struct arena *arena, const msgpack_object_array *array, const char **why)
{
    struct meta *meta = meta_new(arena, META_LIST);
    for (uint32_t i = 0; i < array->size && !*why; i++)
        meta_add(arena, meta, NULL, tree_of(arena, &array->ptr[i], why));
    return meta;
}

static struct meta *
tree_of(struct arena *arena, const msgpack_object *from, const char **why)
{
    struct meta *meta;
    guard_poll(arena->guard);
    if (*why)
        return meta_new(arena, META_NONE);
    switch (from->type) {
    case MSGPACK_OBJECT_STR:
        return meta_text(arena, text_of(arena, from, why), true);
    case MSGPACK_OBJECT_POSITIVE_INTEGER:
        return meta_number(arena, from->via.u64);
    case MSGPACK_OBJECT_NEGATIVE_INTEGER:
        meta = meta_number(arena, (uint64_t)from->via.i64);
        meta->is_negative = true;
        return meta;
    case MSGPACK_OBJECT_FLOAT32:
    case MSGPACK_OBJECT_FLOAT64:
        meta = meta_new(arena, META_FLOAT);
        memcpy(&meta->number, &from->via.f64, sizeof meta->number);
        return meta;
    case MSGPACK_OBJECT_BOOLEAN:
        return meta_bool(arena, from->via.boolean);
    case MSGPACK_OBJECT_ARRAY:
        return list_of(arena, &from->via.array, why);
    case MSGPACK_OBJECT_MAP:
        return map_of(arena, &from->via.map, why);
    default:
        return meta_new(arena, META_NONE);
    }
}

static void
release_unpacked(void *unpacked)
{
    msgpack_unpacked_destroy(unpacked);
}

const char *
meta_parse_msgpack(struct arena *arena, const void *bytes, size_t size, struct meta **tree)
{
    msgpack_unpacked unpacked;
    struct cleanup cleanup;
    const char *why = fault_of(arena->guard, bytes, size);
    *tree = NULL;
    if (why)
        return why;
    arena_charge(arena, MSGPACK_ZONE + MSGPACK_TIMES * size);
    msgpack_unpacked_init(&unpacked);
    guard_push(arena->guard, &cleanup, release_unpacked, &unpacked);
    size_t offset = 0;
    if (msgpack_unpack_next(&unpacked, bytes, size, &offset) != MSGPACK_UNPACK_SUCCESS)
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory"); /* it is sound */
    *tree = tree_of(arena, &unpacked.data, &why);
    guard_pop(arena->guard, &cleanup);
    msgpack_unpacked_destroy(&unpacked);
    return why;
}

/* ---- writing ---- */

/* The packer's only failure is that of its output: this one unwinds instead. */
static int
write_bytes(void *data, const char *bytes, size_t size)
{
    strbuf_add(data, bytes, size);
    return 0;
}

static void
pack_text(msgpack_packer *packer, const char *text, size_t length)
{
    msgpack_pack_str(packer, length);
    msgpack_pack_str_body(packer, text, length);
}

static void
pack(msgpack_packer *packer, const struct meta *meta)
{
    switch ((enum meta_kind)meta->kind) {
    case META_TEXT:
        pack_text(packer, meta->text, meta->length);
        break;
    case META_NUMBER:
        if (meta->is_negative)
            msgpack_pack_int64(packer, (int64_t)meta->number);
        else
            msgpack_pack_uint64(packer, meta->number);
        break;
    case META_FLOAT:
        msgpack_pack_double(packer, meta_double(meta));
        break;
    case META_BOOL:
        if (meta->number)
            msgpack_pack_true(packer);
        else
            msgpack_pack_false(packer);
        break;
    case META_LIST:
        msgpack_pack_array(packer, meta->entries.count);
        break;
    case META_MAP:
        msgpack_pack_map(packer, meta->entries.count);
        break;
    default:
        msgpack_pack_nil(packer);
    }
    vec_foreach (const struct meta_entry, entry, &meta->entries) {
        if (meta->kind == META_MAP)
            pack_text(packer, entry->key, strlen(entry->key));
        pack(packer, entry->value);
    }
}

void
meta_pack(struct strbuf *out, const struct meta *tree)
{
    msgpack_packer packer;
    msgpack_packer_init(&packer, out, write_bytes);
    pack(&packer, tree);
}
