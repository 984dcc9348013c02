/* Code objects in bundles. */
#include "gcn/codeobj/codeobj.h"
#include "driver/comgr/handles.h"

#include <string.h>

struct query {
    struct arena arena;
    const struct data *data;
    struct comgr_code_object_info *list;
    size_t count;
};

/* Code for a target: the first query that it fits, and that has no answer yet, gets it. */
static void
offer(const struct query *query, const char *name, uint64_t offset, uint64_t size)
{
    struct target_id code, wanted;
    bool is_known = isa_parse(name, &code);
    for (size_t i = 0; i < query->count; i++) {
        struct comgr_code_object_info *info = &query->list[i];
        if (info->size || !info->isa)
            continue;
        bool is_same = strcmp(info->isa, name) == 0; /* also of targets that occ does not know */
        if (!is_same &&
            !(is_known && isa_parse(info->isa, &wanted) && target_id_fits(&code, &wanted)))
            continue;
        info->offset = offset;
        info->size = size;
        return;
    }
}

static enum comgr_status
look_in_bundle(struct query *query)
{
    const struct data *data = query->data;
    struct bundle bundle;
    if (bundle_read(&bundle, &query->arena, data->bytes, data->size))
        return COMGR_ERROR;
    vec_foreach (const struct bundle_entry, entry, &bundle.entries) {
        const char *target = bundle_target(entry, false);
        if (target)
            offer(query, target, (uint64_t)((const char *)entry->bytes - data->bytes), entry->size);
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
    if (data->kind == COMGR_DATA_EXECUTABLE)
        return look_in_object(query);
    if (bundle_is_there(data->bytes, data->size))
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
