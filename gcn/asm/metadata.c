/* Text of metadata: YAML -> a tree -> MsgPack, in the order of the text. */
#include "gcn/asm/assembler.h"
#include "gcn/metadata/meta.h"

/* The second number of amdhsa.version: [1, 1]; -1: it is not there. */
static int64_t
minor_of(const struct meta *tree)
{
    const struct meta *pair = meta_get(tree, "amdhsa.version");
    uint64_t minor;
    bool is_there = meta_count(pair) == 2 && meta_integer(pair->entries.at[1].value, &minor);
    return is_there ? (int64_t)minor : -1;
}

bool
metadata_pack(struct assembler *as, const char *text, size_t length, bool is_yaml,
              struct strbuf *packed, int64_t *minor, const char **problem)
{
    struct meta *tree;
    *problem = meta_parse_yaml(as->arena, text, length, &tree);
    if (!*problem && tree->kind != META_MAP)
        *problem = "it is no map";
    if (!*problem)
        *problem = metadata_check(as, tree, is_yaml);
    if (*problem)
        return false;
    meta_resolve(tree);
    *minor = minor_of(tree);
    meta_pack(packed, tree);
    return true;
}
