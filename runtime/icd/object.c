/* Handles: kind and references. */
#include "runtime/icd/icd.h"

#include <stdlib.h>
#include <string.h>

void *
icd_new(enum icd_kind kind, size_t bytes)
{
    struct icd_object *object = calloc(1, bytes);
    if (!object)
        return NULL;
    object->dispatch = &icd_dispatch;
    atomic_init(&object->kind, kind);
    atomic_init(&object->references, 1);
    atomic_init(&object->handles, 1);
    icd_api_made(kind);
    return object;
}

bool
icd_is(const void *handle, enum icd_kind kind)
{
    const struct icd_object *object = handle;
    if (!object || object->dispatch != &icd_dispatch)
        return false;
    if (object->kind == kind || object->kind == ICD_FREED)
        icd_api_used(object, kind);
    return object->kind == kind;
}

void
icd_retain(void *object)
{
    atomic_fetch_add(&((struct icd_object *)object)->references, 1);
}

void
icd_retain_handle(void *object)
{
    atomic_fetch_add(&((struct icd_object *)object)->handles, 1);
    icd_retain(object);
}

bool
icd_drop_handle(void *handle)
{
    struct icd_object *object = handle;
    uint32_t before = atomic_fetch_sub(&object->handles, 1);
    if (before <= 1)
        icd_api_dropped((enum icd_kind)object->kind, before);
    return before == 1;
}

bool
icd_release(void *object)
{
    return atomic_fetch_sub(&((struct icd_object *)object)->references, 1) == 1;
}

void
icd_free(void *object)
{
    struct icd_object *freed = object;
    enum icd_kind kind = freed ? (enum icd_kind)freed->kind : ICD_FREED;
    if (freed && (int32_t)freed->handles > 0) /* the program never had it */
        icd_api_dropped(kind, freed->handles);
    if (freed)
        freed->kind = ICD_FREED;
    if (!icd_api_keeps(kind))
        free(object);
}

void *
icd_result(void *handle, cl_int error, cl_int *errcode_ret)
{
    if (errcode_ret)
        *errcode_ret = error;
    return error == CL_SUCCESS ? handle : NULL;
}

void *
icd_grow(void *list, const void *first, unsigned *room, size_t bytes)
{
    void *more = realloc(list == first ? NULL : list, 2 * *room * bytes);
    if (!more)
        return NULL;
    if (list == first)
        memcpy(more, first, *room * bytes);
    *room *= 2;
    return more;
}
