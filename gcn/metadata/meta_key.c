/* The rows of meta_key.def. */
#include "gcn/metadata/meta.h"

#include <string.h>

const struct meta_key meta_keys[META_KEYS] = {
#define KERNEL(key, yaml, map, msgpack, how, needed)                                               \
    [META_KERNEL_##key] = {yaml, msgpack, map, META_HOW_##how, META_NEEDED_##needed},
#define ARG(key, yaml, msgpack, how, needed)                                                       \
    [META_ARG_##key] = {yaml, msgpack, "", META_HOW_##how, META_NEEDED_##needed},
#include "gcn/metadata/meta_key.def"
};

const struct meta_word meta_words[] = {
#define WORD(yaml, msgpack) {yaml, msgpack},
#include "gcn/metadata/meta_key.def"
};
const unsigned meta_word_count = sizeof meta_words / sizeof *meta_words;

const char *
meta_guide_key(const char *yaml)
{
#define GUIDE(loaders, guide)                                                                      \
    if (strcmp(yaml, loaders) == 0)                                                                \
        return guide;
#include "gcn/metadata/meta_key.def"
    return yaml;
}
