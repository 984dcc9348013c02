/* Entries to bytes and back: entry.h. */
#include "runtime/cache/entry.h"

#include "support/sum.h"

#include <stdlib.h>
#include <string.h>

/* "occache", and the version of the format, which is another number where bytes are in another
 * order. */
static const uint64_t MAGIC = UINT64_C(0x6F6363616368) << 16 | 1;

struct head {
    uint64_t magic, sum[2];
    uint64_t keys, inputs, values; /* what the sum is of begins here */
};

static void
sum_of(uint64_t sum[2], const uint8_t *bytes, size_t size)
{
    struct sum all = SUM_START;
    sum_add(&all, bytes + offsetof(struct head, keys), size - offsetof(struct head, keys));
    unsigned __int128 value = sum_end(&all);
    memcpy(sum, &value, sizeof value);
}

/* ---- packing ---- */

/* Writes, or counts if there is no room yet. */
struct packer {
    uint8_t *bytes; /* NULL: only counts */
    size_t size;
};

static void
put(struct packer *to, const void *bytes, size_t size)
{
    if (to->bytes && size)
        memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

static void
put_part(struct packer *to, const void *bytes, size_t size)
{
    uint64_t count = size;
    put(to, &count, sizeof count);
    put(to, bytes, size);
}

static void
put_parts(struct packer *to, struct cache_parts parts)
{
    for (unsigned i = 0; i < parts.count; i++)
        put_part(to, parts.at[i].bytes, parts.at[i].size);
}

static void
put_entry(struct packer *to, const struct cache_entry *entry, const struct cache_look *looks)
{
    const struct head head = {.magic = MAGIC,
                              .keys = entry->key.count,
                              .inputs = entry->input_count,
                              .values = entry->value.count};
    put(to, &head, sizeof head);
    put_parts(to, entry->key);
    for (unsigned i = 0; i < entry->input_count; i++) {
        put_part(to, entry->inputs[i].path, strlen(entry->inputs[i].path) + 1);
        put_part(to, &looks[i].state, sizeof looks[i].state);
    }
    put_parts(to, entry->value);
}

uint8_t *
cache_pack(const struct cache_entry *entry, const struct cache_look *looks, size_t *size)
{
    struct packer to = {0};
    put_entry(&to, entry, looks);
    to.bytes = malloc(to.size);
    if (!to.bytes)
        return NULL;
    to.size = 0;
    put_entry(&to, entry, looks);
    sum_of(((struct head *)to.bytes)->sum, to.bytes, to.size);
    *size = to.size;
    return to.bytes;
}

/* ---- unpacking ---- */

struct unpacker {
    const uint8_t *at;
    size_t left;
};

/* false: there is no whole one. */
static bool
take(struct unpacker *from, struct cache_part *part)
{
    uint64_t size;
    if (from->left < sizeof size)
        return false;
    memcpy(&size, from->at, sizeof size);
    from->at += sizeof size;
    from->left -= sizeof size;
    if (from->left < size)
        return false;
    *part = (struct cache_part){from->at, (size_t)size};
    from->at += size;
    from->left -= (size_t)size;
    return true;
}

static enum cache_verdict
compare_key(struct unpacker *from, uint64_t count, struct cache_parts key)
{
    struct cache_part part;
    if (count != key.count)
        return CACHE_OTHER;
    for (unsigned i = 0; i < key.count; i++) {
        if (!take(from, &part))
            return CACHE_DAMAGED;
        if (part.size != key.at[i].size ||
            (part.size && memcmp(part.bytes, key.at[i].bytes, part.size) != 0))
            return CACHE_OTHER;
    }
    return CACHE_HIT;
}

/* Are the files as they were? */
static enum cache_verdict
compare_inputs(struct unpacker *from, uint64_t count)
{
    struct cache_look *looks = count <= from->left / sizeof(struct cache_state)
                                   ? calloc((size_t)count + 1, sizeof *looks)
                                   : NULL;
    enum cache_verdict verdict = looks ? CACHE_HIT : CACHE_OTHER;
    for (unsigned i = 0; verdict == CACHE_HIT && i < count; i++) {
        struct cache_part path, state;
        if (!take(from, &path) || !take(from, &state) || state.size != sizeof looks[i].state ||
            !path.size || ((const char *)path.bytes)[path.size - 1])
            verdict = CACHE_DAMAGED;
        else if (!cache_look_at(looks, i, path.bytes) ||
                 memcmp(&looks[i].state, state.bytes, state.size) != 0)
            verdict = CACHE_OTHER;
    }
    free(looks);
    return verdict;
}

static void
drop_value(struct cache_part *value, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        free((void *)(uintptr_t)value[i].bytes);
}

static enum cache_verdict
copy_value(struct unpacker *from, struct cache_part *value, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct cache_part part;
        bool is_whole = take(from, &part);
        char *copy = is_whole ? malloc(part.size + 1) : NULL;
        if (!copy) {
            drop_value(value, i);
            return is_whole ? CACHE_OTHER : CACHE_DAMAGED;
        }
        memcpy(copy, part.bytes, part.size);
        copy[part.size] = '\0';
        value[i] = (struct cache_part){copy, part.size};
    }
    return CACHE_HIT;
}

enum cache_verdict
cache_unpack(const uint8_t *bytes, size_t size, struct cache_parts key, struct cache_part *value,
             unsigned count)
{
    struct head head;
    uint64_t sum[2];
    if (size < sizeof head)
        return CACHE_DAMAGED;
    memcpy(&head, bytes, sizeof head);
    sum_of(sum, bytes, size);
    if (head.magic != MAGIC || memcmp(sum, head.sum, sizeof sum) != 0 || head.values != count)
        return CACHE_DAMAGED;
    struct unpacker from = {bytes + sizeof head, size - sizeof head};
    enum cache_verdict verdict = compare_key(&from, head.keys, key);
    if (verdict == CACHE_HIT)
        verdict = compare_inputs(&from, head.inputs);
    return verdict == CACHE_HIT ? copy_value(&from, value, count) : verdict;
}
