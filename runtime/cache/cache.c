/* Finding and keeping: cache.h. */
#include "runtime/cache/entry.h"
#include "runtime/cache/folder.h"

#include <stdlib.h>

/* Inputs that have changed within so many seconds before a making began may have changed while it
 * read them, by the clocks of file systems, of which some count in twos. */
enum { SETTLED = 2 };

static void
name_of(char name[CACHE_NAME], struct cache_parts key)
{
    struct sum sum = SUM_START;
    for (unsigned i = 0; i < key.count; i++)
        sum_add_text(&sum, key.at[i].bytes, key.at[i].size);
    cache_name(name, sum_end(&sum));
}

bool
cache_find(const struct cache *cache, struct cache_parts key, struct cache_part *value,
           unsigned count)
{
    char name[CACHE_NAME];
    size_t size;
    if (!cache)
        return false;
    name_of(name, key);
    uint8_t *bytes = cache_read(cache, name, &size);
    if (!bytes)
        return false;
    enum cache_verdict verdict = cache_unpack(bytes, size, key, value, count);
    free(bytes);
    if (verdict == CACHE_HIT)
        cache_touch(cache, name);
    else if (verdict == CACHE_DAMAGED)
        cache_remove(cache, name);
    return verdict == CACHE_HIT;
}

/* Are they what it was made from? */
static bool
look_at_inputs(const struct cache_entry *entry, struct cache_look *looks)
{
    for (unsigned i = 0; i < entry->input_count; i++)
        if (!cache_look_at(looks, i, entry->inputs[i].path) ||
            looks[i].state.is_there != entry->inputs[i].is_there ||
            looks[i].changed.tv_sec + SETTLED >= entry->begun.tv_sec)
            return false;
    return true;
}

void
cache_store(const struct cache *cache, const struct cache_entry *entry)
{
    char name[CACHE_NAME];
    size_t size;
    if (!cache)
        return;
    struct cache_look *looks = calloc(entry->input_count + 1, sizeof *looks);
    uint8_t *bytes = looks && look_at_inputs(entry, looks) ? cache_pack(entry, looks, &size) : NULL;
    name_of(name, entry->key);
    if (bytes)
        cache_write(cache, name, bytes, size);
    free(bytes);
    free(looks);
}
