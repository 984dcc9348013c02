/* Trees of metadata: made, asked. */
#include "gcn/metadata/meta.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct meta *
meta_new(struct arena *arena, enum meta_kind kind)
{
    struct meta *meta = ARENA_NEW(arena, struct meta);
    meta->kind = (uint8_t)kind;
    return meta;
}

struct meta *
meta_text(struct arena *arena, const char *text, bool quoted)
{
    struct meta *meta = meta_new(arena, META_TEXT);
    meta->text = text;
    meta->length = strlen(text);
    meta->quoted = quoted;
    return meta;
}

struct meta *
meta_number(struct arena *arena, uint64_t number)
{
    struct meta *meta = meta_new(arena, META_NUMBER);
    meta->number = number;
    return meta;
}

struct meta *
meta_bool(struct arena *arena, bool value)
{
    struct meta *meta = meta_new(arena, META_BOOL);
    meta->number = value;
    return meta;
}

void
meta_add(struct arena *arena, struct meta *to, const char *key, struct meta *value)
{
    vec_push(arena, &to->entries, (struct meta_entry){key, value});
}

struct meta *
meta_inner(struct arena *arena, struct meta *map, const char *key)
{
    struct meta *inner = *key ? meta_get(map, key) : map;
    if (!inner) {
        inner = meta_new(arena, META_MAP);
        meta_add(arena, map, key, inner);
    }
    return inner;
}

/* Maps are small, and nearly in order: by insertion. */
void
meta_sort(struct meta *map)
{
    struct meta_entry *at = map->entries.at;
    for (uint32_t i = 1; i < map->entries.count; i++) {
        struct meta_entry moved = at[i];
        uint32_t to = i;
        for (; to && strcmp(at[to - 1].key, moved.key) > 0; to--)
            at[to] = at[to - 1];
        at[to] = moved;
    }
}

struct meta *
meta_get(const struct meta *map, const char *key)
{
    if (!map || map->kind != META_MAP)
        return NULL;
    vec_foreach (const struct meta_entry, entry, &map->entries)
        if (strcmp(entry->key, key) == 0)
            return entry->value;
    return NULL;
}

uint32_t
meta_count(const struct meta *list)
{
    return list && (list->kind == META_LIST || list->kind == META_MAP) ? list->entries.count : 0;
}

const char *
meta_string(const struct meta *value)
{
    return value && value->kind == META_TEXT ? value->text : "";
}

bool
meta_integer(const struct meta *value, uint64_t *number)
{
    *number = 0;
    if (!value)
        return false;
    if (value->kind == META_NUMBER) {
        *number = value->number;
        return !value->is_negative;
    }
    char *end = NULL;
    if (value->kind != META_TEXT || value->quoted || value->text[0] < '0' || value->text[0] > '9')
        return false;
    errno = 0;
    *number = strtoull(value->text, &end, 0);
    return !errno && !*end;
}

double
meta_double(const struct meta *value)
{
    double number;
    memcpy(&number, &value->number, sizeof number);
    return number;
}

bool
meta_is_true(const struct meta *value)
{
    if (!value)
        return false;
    return value->kind == META_TEXT ? strcmp(value->text, "true") == 0 : value->number != 0;
}
