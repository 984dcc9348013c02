/* Handles that the runtime gave: what lives, and what did. */
#include "test/hsa-check/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

static struct object *buckets[BUCKETS];

static const char *const names[KINDS] = {
    [KIND_AGENT] = "agent",           [KIND_POOL] = "memory pool",
    [KIND_REGION] = "region",         [KIND_SIGNAL] = "signal",
    [KIND_QUEUE] = "queue",           [KIND_READER] = "code object reader",
    [KIND_EXECUTABLE] = "executable", [KIND_SYMBOL] = "symbol",
    [KIND_IMAGE] = "image",           [KIND_SAMPLER] = "sampler",
    [KIND_KERNEL] = "kernel",
};

const char *
object_name(enum kind kind)
{
    return names[kind];
}

static struct object **
bucket_of(enum kind kind, uint64_t handle)
{
    return &buckets[(((handle >> 4) * UINT64_C(0x9E3779B97F4A7C15)) + kind) >> 17 & (BUCKETS - 1)];
}

struct object *
object_find(enum kind kind, uint64_t handle)
{
    struct object *object = *bucket_of(kind, handle);
    while (object && (object->kind != kind || object->handle != handle))
        object = object->next;
    return object;
}

struct object *
object_live(enum kind kind, uint64_t handle)
{
    struct object *object = object_find(kind, handle);
    return object && object->is_live ? object : NULL;
}

static void
free_parts(struct object *object)
{
    if (object->kind == KIND_QUEUE) {
        free(object->queue.late);
        free(object->queue.report);
    }
    if (object->kind == KIND_EXECUTABLE)
        free(object->executable.readers);
}

/* A handle may come again once its object was destroyed. */
struct object *
object_new(enum kind kind, uint64_t handle)
{
    struct object *object = object_find(kind, handle);
    if (object) {
        struct object *next = object->next;
        free_parts(object);
        memset(object, 0, sizeof *object);
        object->next = next;
    } else {
        struct object **bucket = bucket_of(kind, handle);
        object = calloc(1, sizeof *object);
        object->next = *bucket;
        *bucket = object;
    }
    object->kind = kind;
    object->handle = handle;
    object->is_live = true;
    return object;
}

void
object_end(struct object *object)
{
    object->is_live = false;
}

void
object_each(enum kind kind, void (*visit)(struct object *object, void *data), void *data)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct object *object = buckets[i]; object; object = object->next)
            if (object->kind == kind && object->is_live)
                visit(object, data);
}

struct object *
object_wanted(struct call *call, const char *what, enum kind kind, uint64_t handle)
{
    struct object *object = object_find(kind, handle);
    if (object && object->is_live)
        return object;
    if (!handle)
        misuse(call, "%s%s is 0", what, names[kind]);
    else
        misuse(call, "%s%s 0x%" PRIx64 " %s", what, names[kind], handle,
               object ? "was destroyed" : "is none that was given");
    return NULL;
}

static void
tell_leak(struct object *object, void *data)
{
    if (object->kind == KIND_SIGNAL && object->signal.rings)
        return; /* its queue is told of */
    misuse(data, "%s 0x%" PRIx64 " was not destroyed", names[object->kind], object->handle);
}

void
objects_forget(struct call *call)
{
    static const enum kind owned[] = {KIND_QUEUE,      KIND_SIGNAL, KIND_READER,
                                      KIND_EXECUTABLE, KIND_IMAGE,  KIND_SAMPLER};
    for (unsigned i = 0; i < sizeof owned / sizeof *owned; i++)
        object_each(owned[i], tell_leak, call);
    for (unsigned i = 0; i < BUCKETS; i++)
        while (buckets[i]) {
            struct object *object = buckets[i];
            buckets[i] = object->next;
            free_parts(object);
            free(object);
        }
}
