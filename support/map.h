/* Hash map from 64-bit keys (numbers or interned pointers) to pointers, and string interning.
 *
 * Iteration order is never exposed: output must not depend on addresses. */
#ifndef OCC_SUPPORT_MAP_H
#define OCC_SUPPORT_MAP_H

#include "support/arena.h"

#include <stdbool.h>

struct map {
    struct map_slot *slots;
    uint32_t count, capacity;
    struct arena *arena;
};

/* An empty map that grows in the arena. */
struct map map_new(struct arena *arena);
/* The value of key, or NULL. */
void *map_get(const struct map *map, uint64_t key);
/* Sets or replaces; value is not NULL. */
void map_put(struct map *map, uint64_t key, void *value);

#define MAP_KEY(pointer) ((uint64_t)(uintptr_t)(pointer))

/* FNV-1a, 32 bits: of a text, or step by step from HASH_START. */
uint32_t hash_text(const char *text, size_t length);
enum { HASH_START = (int)2166136261u };
static inline uint32_t
hash_more(uint32_t hash, char c)
{
    return (hash ^ (unsigned char)c) * 16777619u;
}

/* Equal texts become equal pointers, NUL-terminated, living as long as the arena.  A text holds no
 * NUL of its own. */
struct intern {
    const char **slots;
    uint32_t count, capacity;
    struct arena *arena;
};

/* An empty table that grows in the arena. */
struct intern intern_new(struct arena *arena);
/* The one pointer of a text: of length bytes, or NUL-terminated; it is copied. */
const char *intern_text(struct intern *intern, const char *text, size_t length);
const char *intern_string(struct intern *intern, const char *text);

#endif
