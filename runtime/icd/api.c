/* OCC_ICD_CHECK=api: what a program does wrong with the API itself.  Handles that it has released and uses are told, as
 * they are used; objects that it has not released, when the process ends.
 *
 * What was freed keeps its header, so that a handle of it is known for one. */
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"

#include <stdio.h>
#include <string.h>

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

bool
icd_api_is_freed(const void *object, const char *kernel, unsigned argument)
{
    const struct icd_object *given = object;
    if (!asked(ICD_MEMORY) || given->handles)
        return false;
    fprintf(
        stderr,
        "occ: api: kernel %s is launched with argument %u, a memory object that the program has "
        "released\n",
        kernel, argument);
    return given->kind == ICD_FREED;
}

/* ---- arguments that are the same memory ---- */

static const struct sim_arg_info *
info_of(const struct _cl_kernel *kernel, unsigned argument)
{
    for (unsigned i = 0, at = 0; i < kernel->any->arg_count; i++)
        if (kernel->any->args[i].kind < SIM_ARG_HIDDEN_NONE && at++ == argument)
            return &kernel->any->args[i];
    return NULL;
}

/* Parts of a buffer, images that are made of one or of another image, and what the host has given twice, too. */
static bool
overlap(const struct _cl_mem *a, const struct _cl_mem *b)
{
    uintptr_t one = (uintptr_t)a->bytes, other = (uintptr_t)b->bytes;
    return a == b || (one && other && one < other + b->size && other < one + a->size);
}

/* What the kernel does with them is only known where all of it is. */
static const char *
why_apart(const struct sim_arg_info *a, const struct sim_arg_info *b, bool is_image)
{
    bool a_writes = strstr(a->actual_access, "write"), b_writes = strstr(b->actual_access, "write");
    if (!*a->actual_access || !*b->actual_access || !(a_writes || b_writes))
        return NULL;
    if (is_image)
        return "is an image, which the kernel reads and writes";
    return a->is_restrict || b->is_restrict ? "is written, though one of the two is restrict"
                                            : NULL;
}

void
icd_api_check_arguments(struct _cl_kernel *kernel)
{
    if (!asked(ICD_KERNEL) || kernel->has_told)
        return;
    for (unsigned i = 0; i < kernel->argument_count; i++)
        for (unsigned k = 0; k < i; k++) {
            const struct _cl_mem *one = kernel->arguments[k].memory;
            const struct _cl_mem *other = kernel->arguments[i].memory;
            const char *why =
                one && other && overlap(one, other)
                    ? why_apart(info_of(kernel, k), info_of(kernel, i), one->image || other->image)
                    : NULL;
            if (!why)
                continue;
            fprintf(stderr,
                    "occ: api: kernel %s is launched with memory that arguments %u and %u share, "
                    "and that %s\n",
                    kernel->any->name, k, i, why);
            kernel->has_told = true;
        }
}

/* ---- the end ---- */

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
