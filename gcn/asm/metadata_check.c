/* Metadata of assembly text held to the rows of meta_key.def, as llvm-mc holds it: a loader would find out later. */
#include "gcn/asm/assembler.h"
#include "gcn/metadata/meta.h"

#include <stdlib.h>
#include <string.h>

struct checking {
    struct assembler *as;
    bool is_yaml;
    const char *why; /* the first thing that is wrong */
};

__attribute__((format(printf, 3, 4))) static void
wrong(struct checking *c, const struct meta *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!c->why)
        c->why = arena_printf(c->as->arena, "line %u: %s", (unsigned)at->line,
                              arena_vprintf(c->as->arena, format, args));
    va_end(args);
}

static void
check_twice(struct checking *c, const struct meta *tree)
{
    struct map seen = map_new(c->as->arena);
    guard_poll(c->as->job->guard);
    vec_foreach (const struct meta_entry, entry, &tree->entries) {
        const char *key = entry->key ? intern_string(&c->as->names, entry->key) : NULL;
        if (key && map_get(&seen, MAP_KEY(key)))
            wrong(c, entry->value, "'%s' is there twice", key);
        else if (key)
            map_put(&seen, MAP_KEY(key), entry->value);
        check_twice(c, entry->value);
    }
}

/* ---- values ---- */

/* Words by the key that has them; those of .access are .actual_access's, too. */
static const struct {
    struct meta_word word;
    uint8_t key;
} words[] = {
#define KIND(value, yaml, msgpack)   {{yaml, msgpack}, META_ARG_VALUE_KIND},
#define WORD(yaml, msgpack)          {{yaml, msgpack}, META_ARG_VALUE_KIND},
#define LATER(msgpack)               {{NULL, msgpack}, META_ARG_VALUE_KIND},
#define TYPE(value, yaml, msgpack)   {{yaml, msgpack}, META_ARG_VALUE_TYPE},
#define SPACE(value, yaml, msgpack)  {{yaml, msgpack}, META_ARG_SPACE},
#define ACCESS(value, yaml, msgpack) {{yaml, msgpack}, META_ARG_ACCESS},
#include "gcn/metadata/meta_key.def"
    {{"Default", NULL}, META_ARG_ACCESS},
};

static bool
is_word(const struct checking *c, unsigned key, const char *text)
{
    if (key == META_ARG_ACTUAL_ACCESS)
        key = META_ARG_ACCESS;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *word = c->is_yaml ? words[i].word.yaml : words[i].word.msgpack;
        if (words[i].key == key && word && strcmp(word, text) == 0)
            return true;
    }
    for (unsigned i = 0; key == META_ARG_VALUE_KIND && i <= HIDDEN_COUNT; i++) {
        const char *word = c->is_yaml ? hidden_kinds[i].word.yaml : hidden_kinds[i].word.msgpack;
        if (word && strcmp(word, text) == 0)
            return true;
    }
    return false;
}

static bool
is_number(const struct checking *c, const struct meta *value)
{
    uint64_t number;
    const char *text = meta_string(value);
    if (c->is_yaml || value->quoted || *text != '-')
        return meta_integer(value, &number);
    char *end;
    strtoll(text, &end, 0);
    return text[1] && !*end;
}

static bool
is_list_of_numbers(const struct checking *c, const struct meta *value)
{
    bool are = value->kind == META_LIST;
    vec_foreach (const struct meta_entry, entry, &value->entries)
        are &= is_number(c, entry->value);
    return are;
}

static void
check_value(struct checking *c, const struct meta_key *key, const struct meta *value)
{
    const char *name = c->is_yaml ? key->yaml : key->msgpack, *text = meta_string(value);
    switch ((enum meta_how)key->how) {
    case META_HOW_TEXT:
    case META_HOW_NAME:
        if (value->kind != META_TEXT || (!c->is_yaml && is_number(c, value)))
            wrong(c, value, "'%s' is no text", name);
        break;
    case META_HOW_NUMBER:
    case META_HOW_COUNT:
        if (!is_number(c, value))
            wrong(c, value, "'%s' is no number", name);
        break;
    case META_HOW_NUMBERS:
        if (!is_list_of_numbers(c, value))
            wrong(c, value, "'%s' is no list of numbers", name);
        break;
    case META_HOW_FLAG:
        if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
            wrong(c, value, "'%s' is neither true nor false", name);
        break;
    case META_HOW_WORD:
        if (!is_word(c, (unsigned)(key - meta_keys), text))
            wrong(c, value, "'%s' is none of '%s'", text, name);
        break;
    case META_HOW_VERSION: /* of two forms */
        break;
    }
}

/* ---- maps ---- */

static const struct meta *
get(const struct checking *c, const struct meta *map, const char *yaml, const char *msgpack)
{
    const struct meta *found = meta_get(map, c->is_yaml ? yaml : msgpack);
    return found || !c->is_yaml ? found : meta_get(map, meta_guide_key(yaml));
}

static void
check_keys(struct checking *c, const struct meta *map, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i++) {
        const struct meta_key *key = &meta_keys[i];
        bool is_inside = c->is_yaml && *key->map;
        const struct meta *in = is_inside ? meta_get(map, key->map) : map;
        const struct meta *value = get(c, in, key->yaml, key->msgpack);
        bool is_needed = key->needed == META_NEEDED_ALWAYS ||
                         (key->needed == META_NEEDED_MSGPACK && !c->is_yaml);
        if (in && in->kind != META_MAP)
            wrong(c, in, "'%s' is no map", key->map);
        else if (value)
            check_value(c, key, value);
        else if (is_needed && in)
            wrong(c, in, "'%s' is missing", c->is_yaml ? key->yaml : key->msgpack);
    }
}

static void
check_argument(struct checking *c, const struct meta *argument)
{
    const char *name = c->is_yaml ? "Align" : ".offset";
    const struct meta *place = meta_get(argument, name);
    check_keys(c, argument, META_KERNEL_KEYS, META_KEYS);
    if (!place)
        wrong(c, argument, "'%s' is missing", name);
    else if (!is_number(c, place))
        wrong(c, place, "'%s' is no number", name);
}

static void
check_kernel(struct checking *c, const struct meta *kernel)
{
    check_keys(c, kernel, 0, META_KERNEL_KEYS);
}

/* The list under a key, and each of its maps. */
static void
check_list(struct checking *c, const struct meta *list, const char *name,
           void (*check)(struct checking *c, const struct meta *map))
{
    if (list && list->kind != META_LIST)
        wrong(c, list, "'%s' is no list", name);
    for (uint32_t i = 0; i < meta_count(list) && !c->why; i++) {
        const struct meta *map = list->entries.at[i].value;
        guard_poll(c->as->job->guard);
        if (map->kind != META_MAP)
            wrong(c, map, "what '%s' holds is no map", name);
        else
            check(c, map);
    }
}

const char *
metadata_check(struct assembler *as, const struct meta *tree, bool is_yaml)
{
    struct checking c = {.as = as, .is_yaml = is_yaml};
    const struct meta *version = get(&c, tree, "Version", "amdhsa.version");
    const struct meta *kernels = get(&c, tree, "Kernels", "amdhsa.kernels");
    check_twice(&c, tree);
    if (!version || !is_list_of_numbers(&c, version))
        wrong(&c, version ? version : tree, "'%s' is no list of numbers",
              is_yaml ? "Version" : "amdhsa.version");
    if (!kernels && !is_yaml)
        wrong(&c, tree, "'amdhsa.kernels' is missing");
    check_list(&c, kernels, is_yaml ? "Kernels" : "amdhsa.kernels", check_kernel);
    for (uint32_t i = 0; i < meta_count(kernels) && !c.why; i++)
        check_list(&c, get(&c, kernels->entries.at[i].value, "Args", ".args"),
                   is_yaml ? "Args" : ".args", check_argument);
    return c.why;
}
