/* OCC_ICD_CHECK=api: what a program does wrong with the API itself.  Handles that it has released and uses are told, as
 * they are used; objects that it has not released, when the process ends.
 *
 * What was freed keeps its header, so that a handle of it is known for one. */
#include "runtime/icd/platform.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const names[ICD_KINDS] = {"context", "command queue", "memory object", "sampler",
                                             "program", "kernel",        "event"};

/* NULL: nobody asks, or the object is none that a program makes. */
static struct _cl_platform_id *
asked(enum icd_kind kind)
{
    struct _cl_platform_id *platform = kind >= ICD_CONTEXT ? icd_platform() : NULL;
    return platform && platform->settings.common.checks_api ? platform : NULL;
}

void
icd_api_made(enum icd_kind kind)
{
    struct _cl_platform_id *platform = asked(kind);
    if (platform)
        atomic_fetch_add(&platform->live[kind - ICD_CONTEXT], 1);
}

static void
tell_used(enum icd_kind kind)
{
    fprintf(stderr, "occ: api: a%s %s is used that the program has released\n",
            kind == ICD_EVENT ? "n" : "", names[kind - ICD_CONTEXT]);
}

void
icd_api_dropped(enum icd_kind kind, uint32_t before)
{
    struct _cl_platform_id *platform = asked(kind);
    if (platform && before)
        atomic_fetch_sub(&platform->live[kind - ICD_CONTEXT], 1);
    else if (platform)
        tell_used(kind);
}

bool
icd_api_keeps(enum icd_kind kind)
{
    return asked(kind);
}

void
icd_api_used(const struct icd_object *object, enum icd_kind kind)
{
    /* a callback has an event that the program may have released */
    bool is_there = object->kind != ICD_FREED && (object->handles || kind == ICD_EVENT);
    if (!asked(kind) || is_there)
        return;
    tell_used(kind);
}

void
icd_api_used_argument(const void *object, const char *kernel, unsigned argument)
{
    const struct icd_object *given = object;
    if (asked(ICD_MEMORY) && !given->handles)
        fprintf(
            stderr,
            "occ: api: kernel %s is launched with argument %u, a memory object that the program "
            "has released\n",
            kernel, argument);
}

/* Commands of queues that are left have events of their own. */
void
icd_api_end(struct _cl_platform_id *platform)
{
    if (!platform->settings.common.checks_api)
        return;
    for (unsigned i = 0; i < ICD_KINDS; i++) {
        unsigned count = atomic_load(&platform->live[i]);
        bool is_queues = i == ICD_EVENT - ICD_CONTEXT && platform->live[ICD_QUEUE - ICD_CONTEXT];
        if (count && !is_queues)
            fprintf(stderr, "occ: api: %u %s%s not released when the process ends\n", count,
                    names[i], count == 1 ? " was" : "s were");
    }
}
