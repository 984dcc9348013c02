#include "support/map.h"

#include <string.h>

struct map_slot {
    uint64_t key;
    void *value; /* NULL: free */
};

struct map
map_new(struct arena *arena)
{
    return (struct map){.arena = arena};
}

/* Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): the middle bits of a product with
 * 2^64 divided by the golden ratio. */
static uint32_t
hash_key(uint64_t key)
{
    return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

static struct map_slot *
find_slot(const struct map *map, uint64_t key)
{
    struct map_slot *slots = map->slots;
    uint32_t mask = map->capacity - 1, at = hash_key(key) & mask;
    while (slots[at].value && slots[at].key != key)
        at = (at + 1) & mask;
    return &slots[at];
}

void *
map_get(const struct map *map, uint64_t key)
{
    return map->capacity ? find_slot(map, key)->value : NULL;
}

/* Tables may be large. */
static void
poll_sometimes(const struct arena *arena, uint32_t i)
{
    if (i % 4096 == 4095)
        guard_poll(arena->guard);
}

static void
map_grow(struct map *map)
{
    struct map bigger = {.arena = map->arena, .capacity = map->capacity ? map->capacity * 2 : 16};
    bigger.slots = ARENA_ARRAY(map->arena, bigger.capacity, struct map_slot);
    bigger.count = map->count;
    for (uint32_t i = 0; i < map->capacity; i++) {
        poll_sometimes(map->arena, i);
        if (map->slots[i].value)
            *find_slot(&bigger, map->slots[i].key) = map->slots[i];
    }
    *map = bigger;
}

void
map_put(struct map *map, uint64_t key, void *value)
{
    if (map->count * 4 >= map->capacity * 3)
        map_grow(map);
    struct map_slot *slot = find_slot(map, key);
    map->count += !slot->value;
    *slot = (struct map_slot){key, value};
}

struct intern
intern_new(struct arena *arena)
{
    return (struct intern){.arena = arena};
}

uint32_t
hash_text(const char *text, size_t length)
{
    uint32_t hash = HASH_START;
    for (size_t i = 0; i < length; i++)
        hash = hash_more(hash, text[i]);
    return hash;
}

static const char **
intern_slot(const struct intern *intern, const char *text, size_t length)
{
    uint32_t at = hash_text(text, length) & (intern->capacity - 1);
    for (;; at = (at + 1) & (intern->capacity - 1)) {
        const char *found = intern->slots[at];
        if (!found || (strncmp(found, text, length) == 0 && !found[length]))
            return &intern->slots[at];
    }
}

static void
intern_grow(struct intern *intern)
{
    struct intern bigger = *intern;
    bigger.capacity = intern->capacity ? intern->capacity * 2 : 256;
    bigger.slots = ARENA_ARRAY(intern->arena, bigger.capacity, const char *);
    for (uint32_t i = 0; i < intern->capacity; i++) {
        poll_sometimes(intern->arena, i);
        if (intern->slots[i])
            *intern_slot(&bigger, intern->slots[i], strlen(intern->slots[i])) = intern->slots[i];
    }
    *intern = bigger;
}

const char *
intern_text(struct intern *intern, const char *text, size_t length)
{
    if (intern->count * 4 >= intern->capacity * 3)
        intern_grow(intern);
    const char **slot = intern_slot(intern, text, length);
    if (!*slot) {
        *slot = arena_strndup(intern->arena, text, length);
        intern->count++;
    }
    return *slot;
}

const char *
intern_string(struct intern *intern, const char *text)
{
    return intern_text(intern, text, strlen(text));
}
