/* Code objects in bundles.  Source: clang's documentation, "Clang Offload Bundler": a magic text, a count, and for
 * each entry offset, size, length of its name, and the name "hip-amdgcn-amd-amdhsa--gfx900"; numbers have 64 bits. */
#include "backend-gcn/codeobj/codeobj.h"
#include "driver/comgr/handles.h"

#include <string.h>

#define MAGIC "__CLANG_OFFLOAD_BUNDLE__"

struct query {
    struct arena arena;
    const struct data *data;
    struct comgr_code_object_info *list;
    size_t count;
};

/* May code of one target run where another is asked for?  What it leaves open fits any. */
static bool
is_fit(const struct isa *wanted, const struct isa *code)
{
    return strcmp(wanted->target->like, code->target->like) == 0 &&
           (code->xnack == GCN_FEATURE_ANY || code->xnack == wanted->xnack) &&
           (code->sramecc == GCN_FEATURE_ANY || code->sramecc == wanted->sramecc);
}

/* Code for a target: the first query that it fits, and that has no answer yet, gets it. */
static void
offer(const struct query *query, const char *name, uint64_t offset, uint64_t size)
{
    struct isa code, wanted;
    bool is_known = isa_parse(name, &code);
    for (size_t i = 0; i < query->count; i++) {
        struct comgr_code_object_info *info = &query->list[i];
        if (info->size || !info->isa)
            continue;
        bool is_same = strcmp(info->isa, name) == 0; /* also of targets that occ does not know */
        if (!is_same && !(is_known && isa_parse(info->isa, &wanted) && is_fit(&wanted, &code)))
            continue;
        info->offset = offset;
        info->size = size;
        return;
    }
}

static bool
take_number(const struct data *data, size_t *at, uint64_t *number)
{
    if (data->size - *at < sizeof *number)
        return false;
    *number = codeobj_word((const uint8_t *)data->bytes + *at, 0, sizeof *number);
    *at += sizeof *number;
    return true;
}

/* The target behind "hip-", "hipv4-" or "hcc-"; NULL: the entry is for something else. */
static const char *
target_of_entry(const char *name)
{
    static const char *const kinds[] = {"hip-", "hipv4-", "hcc-"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(name, kinds[i], strlen(kinds[i])) == 0)
            return name + strlen(kinds[i]);
    return NULL;
}

static enum comgr_status
look_in_bundle(struct query *query)
{
    const struct data *data = query->data;
    size_t at = strlen(MAGIC);
    uint64_t entries, offset, size, length;
    if (!take_number(data, &at, &entries))
        return COMGR_ERROR;
    for (; entries; entries--) {
        if (!take_number(data, &at, &offset) || !take_number(data, &at, &size) ||
            !take_number(data, &at, &length) || length > data->size - at || offset > data->size ||
            size > data->size - offset)
            return COMGR_ERROR;
        const char *name = arena_strndup(&query->arena, data->bytes + at, (size_t)length);
        const char *target = target_of_entry(name);
        at += (size_t)length;
        if (target)
            offer(query, target, offset, size);
    }
    return COMGR_SUCCESS;
}

static enum comgr_status
look_in_object(struct query *query)
{
    struct codeobj object;
    const char *name = NULL;
    if (object_read(&object, &query->arena, query->data))
        name = object_isa_name(&query->arena, &object);
    if (!name)
        return COMGR_INVALID_ARGUMENT;
    offer(query, name, 0, query->data->size);
    return COMGR_SUCCESS;
}

static enum comgr_status
look(void *state)
{
    struct query *query = state;
    const struct data *data = query->data;
    bool is_bundle = data->size >= strlen(MAGIC) && memcmp(data->bytes, MAGIC, strlen(MAGIC)) == 0;
    if (data->kind == COMGR_DATA_EXECUTABLE)
        return look_in_object(query);
    if (is_bundle)
        return look_in_bundle(query);
    return data->kind == COMGR_DATA_BYTES ? look_in_object(query) : COMGR_INVALID_ARGUMENT;
}

enum comgr_status
amd_comgr_lookup_code_object(struct comgr_handle handle, struct comgr_code_object_info *list,
                             size_t count)
{
    struct query query = {.data = comgr_pointer(handle), .list = list, .count = count};
    const struct data *data = query.data;
    bool may_hold = data && data->bytes &&
                    (data->kind == COMGR_DATA_FATBIN || data->kind == COMGR_DATA_BYTES ||
                     data->kind == COMGR_DATA_EXECUTABLE);
    if (!may_hold || !list)
        return COMGR_INVALID_ARGUMENT;
    for (size_t i = 0; i < count; i++)
        list[i].size = 0, list[i].offset = 0;
    enum comgr_status status = comgr_guarded(&query.arena, look, &query);
    arena_free(&query.arena);
    return status;
}
