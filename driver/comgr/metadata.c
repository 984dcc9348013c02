/* Trees of metadata that handles stand for: a node keeps its whole tree. */
#include "gcn/codeobj/codeobj.h"
#include "driver/comgr/handles.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tree {
    atomic_uint nodes; /* that refer to it */
    struct arena arena;
    struct meta *root;
};

struct node {
    struct tree *tree;
    const struct meta *value; /* NULL: there is no metadata */
    struct meta key;          /* what value is, of a key */
};

/* ---- trees and nodes ---- */

static void
tree_release(struct tree *tree)
{
    if (atomic_fetch_sub_explicit(&tree->nodes, 1, memory_order_acq_rel) > 1)
        return;
    arena_free(&tree->arena);
    free(tree);
}

static struct node *
node_new(struct tree *tree, const struct meta *value)
{
    struct node *node = calloc(1, sizeof *node);
    if (!node)
        return NULL;
    atomic_fetch_add_explicit(&tree->nodes, 1, memory_order_relaxed);
    node->tree = tree;
    node->value = value;
    return node;
}

static enum comgr_status
give_node(struct tree *tree, const struct meta *value, struct comgr_handle *handle)
{
    struct node *node = node_new(tree, value);
    if (node)
        *handle = comgr_handle(node);
    return node ? COMGR_SUCCESS : COMGR_OUT_OF_RESOURCES;
}

static int
compare_keys(const void *left, const void *right)
{
    const struct meta_entry *a = left, *b = right;
    return strcmp(a->key, b->key);
}

/* comgr goes through maps in the order of their keys. */
static void
sort_maps(struct meta *meta)
{
    if (meta->kind != META_MAP && meta->kind != META_LIST)
        return;
    if (meta->kind == META_MAP && meta->entries.count)
        qsort(meta->entries.at, meta->entries.count, sizeof *meta->entries.at, compare_keys);
    vec_foreach (const struct meta_entry, entry, &meta->entries)
        sort_maps(entry->value);
}

struct making {
    struct tree *tree;
    enum comgr_status (*make)(struct arena *arena, const void *from, struct meta **root);
    const void *from;
};

static enum comgr_status
make_tree(void *state)
{
    const struct making *making = state;
    struct tree *tree = making->tree;
    enum comgr_status status = making->make(&tree->arena, making->from, &tree->root);
    if (!status && tree->root)
        sort_maps(tree->root);
    return status;
}

enum comgr_status
metadata_new(enum comgr_status (*make)(struct arena *arena, const void *from, struct meta **root),
             const void *from, struct comgr_handle *node)
{
    struct tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return COMGR_OUT_OF_RESOURCES;
    atomic_init(&tree->nodes, 1);
    struct making making = {tree, make, from};
    enum comgr_status status = comgr_guarded(&tree->arena, make_tree, &making);
    if (!status)
        status = give_node(tree, tree->root, node);
    tree_release(tree);
    return status;
}

/* The tree may refer to the bytes of the object: it gets its own. */
static enum comgr_status
make_of_data(struct arena *arena, const void *from, struct meta **root)
{
    struct data own = {.bytes = ((const struct data *)from)->bytes,
                       .size = ((const struct data *)from)->size};
    struct codeobj object;
    if (!own.bytes)
        return COMGR_INVALID_ARGUMENT;
    own.bytes = arena_strndup(arena, own.bytes, own.size);
    if (!object_read(&object, arena, &own) || !object.metadata)
        return COMGR_INVALID_ARGUMENT;
    *root = object.metadata;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_get_data_metadata(struct comgr_handle handle, struct comgr_handle *node)
{
    const struct data *data = comgr_pointer(handle);
    return data && node ? metadata_new(make_of_data, data, node) : COMGR_INVALID_ARGUMENT;
}

enum comgr_status
amd_comgr_destroy_metadata(struct comgr_handle handle)
{
    struct node *node = comgr_pointer(handle);
    if (node) {
        tree_release(node->tree);
        free(node);
    }
    return COMGR_SUCCESS;
}

/* ---- what they are ---- */

static enum comgr_metadata_kind
kind_of(const struct node *node)
{
    if (!node || !node->value || node->value->kind == META_NONE)
        return COMGR_METADATA_NULL;
    if (node->value->kind == META_MAP)
        return COMGR_METADATA_MAP;
    return node->value->kind == META_LIST ? COMGR_METADATA_LIST : COMGR_METADATA_STRING;
}

enum comgr_status
amd_comgr_get_metadata_kind(struct comgr_handle handle, enum comgr_metadata_kind *kind)
{
    const struct node *node = comgr_pointer(handle);
    if (!node || !kind)
        return COMGR_INVALID_ARGUMENT;
    *kind = kind_of(node);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_get_metadata_string(struct comgr_handle handle, size_t *size, char *text)
{
    const struct node *node = comgr_pointer(handle);
    char digits[32];
    if (kind_of(node) != COMGR_METADATA_STRING || !size)
        return COMGR_INVALID_ARGUMENT;
    const struct meta *value = node->value;
    if (value->kind == META_TEXT) {
        comgr_answer(value->text, value->length + 1, size, text);
        return COMGR_SUCCESS;
    }
    if (value->is_negative)
        snprintf(digits, sizeof digits, "%" PRId64, (int64_t)value->number);
    else
        snprintf(digits, sizeof digits, "%" PRIu64, value->number);
    comgr_answer(digits, strlen(digits) + 1, size, text);
    return COMGR_SUCCESS;
}

/* ---- maps ---- */

enum comgr_status
amd_comgr_get_metadata_map_size(struct comgr_handle handle, size_t *size)
{
    const struct node *node = comgr_pointer(handle);
    if (kind_of(node) != COMGR_METADATA_MAP || !size)
        return COMGR_INVALID_ARGUMENT;
    *size = node->value->entries.count;
    return COMGR_SUCCESS;
}

/* The callback's nodes live on the stack: it may not keep or destroy them.  What it returns changes nothing, as with
 * AMD's library (docs/rulings.md, "Numbers and runtimes"). */
enum comgr_status
amd_comgr_iterate_map_metadata(struct comgr_handle handle,
                               enum comgr_status (*callback)(struct comgr_handle key,
                                                             struct comgr_handle value, void *data),
                               void *data)
{
    const struct node *node = comgr_pointer(handle);
    if (kind_of(node) != COMGR_METADATA_MAP || !callback)
        return COMGR_INVALID_ARGUMENT;
    vec_foreach (const struct meta_entry, entry, &node->value->entries) {
        struct node key = {.tree = node->tree}, value = {.tree = node->tree};
        key.key =
            (struct meta){.kind = META_TEXT, .text = entry->key, .length = strlen(entry->key)};
        key.value = &key.key;
        value.value = entry->value;
        (void)callback(comgr_handle(&key), comgr_handle(&value), data);
    }
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_metadata_lookup(struct comgr_handle handle, const char *key, struct comgr_handle *value)
{
    const struct node *node = comgr_pointer(handle);
    if (kind_of(node) != COMGR_METADATA_MAP || !key || !value)
        return COMGR_INVALID_ARGUMENT;
    const struct meta *found = meta_get(node->value, key);
    return found ? give_node(node->tree, found, value) : COMGR_ERROR;
}

/* ---- lists ---- */

enum comgr_status
amd_comgr_get_metadata_list_size(struct comgr_handle handle, size_t *size)
{
    const struct node *node = comgr_pointer(handle);
    if (kind_of(node) != COMGR_METADATA_LIST || !size)
        return COMGR_INVALID_ARGUMENT;
    *size = node->value->entries.count;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_index_list_metadata(struct comgr_handle handle, size_t index, struct comgr_handle *value)
{
    const struct node *node = comgr_pointer(handle);
    if (kind_of(node) != COMGR_METADATA_LIST || !value || index >= node->value->entries.count)
        return COMGR_INVALID_ARGUMENT;
    return give_node(node->tree, node->value->entries.at[index].value, value);
}
