/* Sets of data objects. */
#include "driver/comgr/handles.h"

#include <stdlib.h>

enum comgr_status
data_set_insert(struct data_set *set, struct data *data)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->at[i] == data)
            return COMGR_SUCCESS;
    if (set->count == set->capacity) {
        size_t capacity = set->capacity ? 2 * set->capacity : 8;
        struct data **at = realloc(set->at, capacity * sizeof(struct data *));
        if (!at)
            return COMGR_OUT_OF_RESOURCES;
        set->at = at;
        set->capacity = capacity;
    }
    data_retain(data);
    set->at[set->count++] = data;
    return COMGR_SUCCESS;
}

enum comgr_status
data_set_make(struct data_set *set, enum comgr_data_kind kind, const char *name, const void *bytes,
              size_t size)
{
    struct data *data = data_new(kind);
    if (!data)
        return COMGR_OUT_OF_RESOURCES;
    enum comgr_status status = comgr_set_text(&data->name, name);
    if (!status)
        status = data_set_bytes(data, bytes, size);
    if (!status)
        status = data_set_insert(set, data);
    data_release(data);
    return status;
}

enum comgr_status
amd_comgr_create_data_set(struct comgr_handle *set)
{
    if (!set)
        return COMGR_INVALID_ARGUMENT;
    struct data_set *made = calloc(1, sizeof *made);
    if (!made)
        return COMGR_OUT_OF_RESOURCES;
    *set = comgr_handle(made);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_destroy_data_set(struct comgr_handle handle)
{
    struct data_set *set = comgr_pointer(handle);
    if (!set)
        return COMGR_INVALID_ARGUMENT;
    for (size_t i = 0; i < set->count; i++)
        data_release(set->at[i]);
    free(set->at);
    free(set);
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_data_set_add(struct comgr_handle handle, struct comgr_handle data_handle)
{
    struct data_set *set = comgr_pointer(handle);
    struct data *data = comgr_pointer(data_handle);
    return set && data && data->name ? data_set_insert(set, data) : COMGR_INVALID_ARGUMENT;
}

enum comgr_status
amd_comgr_data_set_remove(struct comgr_handle handle, enum comgr_data_kind kind)
{
    struct data_set *set = comgr_pointer(handle);
    size_t kept = 0;
    if (!set || !data_kind_is_valid(kind))
        return COMGR_INVALID_ARGUMENT;
    for (size_t i = 0; i < set->count; i++) {
        if (set->at[i]->kind == kind)
            data_release(set->at[i]);
        else
            set->at[kept++] = set->at[i];
    }
    set->count = kept;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_action_data_count(struct comgr_handle handle, enum comgr_data_kind kind, size_t *count)
{
    const struct data_set *set = comgr_pointer(handle);
    if (!set || !data_kind_is_valid(kind) || !count)
        return COMGR_INVALID_ARGUMENT;
    *count = 0;
    for (size_t i = 0; i < set->count; i++)
        *count += set->at[i]->kind == kind;
    return COMGR_SUCCESS;
}

enum comgr_status
amd_comgr_action_data_get_data(struct comgr_handle handle, enum comgr_data_kind kind, size_t index,
                               struct comgr_handle *data)
{
    const struct data_set *set = comgr_pointer(handle);
    if (!set || !data_kind_is_valid(kind) || !data)
        return COMGR_INVALID_ARGUMENT;
    for (size_t i = 0; i < set->count; i++) {
        if (set->at[i]->kind != kind || index--)
            continue;
        data_retain(set->at[i]);
        *data = comgr_handle(set->at[i]);
        return COMGR_SUCCESS;
    }
    return COMGR_INVALID_ARGUMENT;
}
