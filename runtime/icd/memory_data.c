/* Where a buffer's bytes are current: on the host, whose memory some GPUs use as it is, and on GPUs that have bytes of
 * their own.  Of a context whose GPUs all use the host's, nothing here does anything. */
#include "runtime/icd/context.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"

#include <stdio.h>
#include <string.h>

struct _cl_mem *
icd_memory_root(struct _cl_mem *memory)
{
    while (memory->parent)
        memory = memory->parent;
    return memory->shared ? memory->shared : memory;
}

/* Bytes of a root. */
struct range {
    size_t at, size;
};

/* Moves them between the host and the engine's GPU. */
static bool
copy(struct _cl_mem *root, struct icd_engine *engine, struct range range, bool to_gpu)
{
    struct icd_place host = {.bytes = root->bytes + range.at};
    struct icd_place gpu = {.address = root->address[engine->index] + range.at};
    if (!range.size)
        return true;
    if (!icd_engine_lock(engine))
        return false;
    enum icd_outcome outcome = engine->device->driver->move(
        engine, NULL, to_gpu ? &gpu : &host, to_gpu ? &host : &gpu, (size_t[3]){range.size, 1, 1});
    icd_engine_unlock(engine);
    return outcome == ICD_GOOD;
}

/* Brings the range from a GPU that has it, unless the host has it.  Under the lock, as all of these. */
static bool
fetch(struct _cl_mem *root, struct range range)
{
    bool good = root->copies.on_host;
    for (unsigned i = 0; !good && i < root->context->engine_count; i++)
        good = root->copies.on_gpu[i] && copy(root, &root->context->engines[i], range, false);
    return good;
}

static bool
fetch_all(struct _cl_mem *root)
{
    root->copies.on_host = fetch(root, (struct range){0, root->size});
    return root->copies.on_host;
}

static struct range
range_of(const struct _cl_mem *root, const uint8_t *at, size_t size)
{
    return (struct range){(size_t)(at - root->bytes), size};
}

bool
icd_memory_to_host(struct _cl_mem *memory, const uint8_t *at, size_t size)
{
    struct _cl_mem *root = icd_memory_root(memory);
    if (!root->context->has_copies)
        return true;
    pthread_mutex_lock(&root->copies.lock);
    bool good = fetch(root, range_of(root, at, size));
    pthread_mutex_unlock(&root->copies.lock);
    return good;
}

bool
icd_memory_written(struct _cl_mem *memory, const uint8_t *at, size_t size)
{
    struct _cl_mem *root = icd_memory_root(memory);
    bool good = true;
    if (!root->context->has_copies)
        return true;
    pthread_mutex_lock(&root->copies.lock);
    for (unsigned i = 0; i < root->context->engine_count; i++)
        if (root->copies.on_gpu[i])
            good &= copy(root, &root->context->engines[i], range_of(root, at, size), true);
    root->copies.has_bytes = true;
    pthread_mutex_unlock(&root->copies.lock);
    return good;
}

/* Only the engine's GPU has what is current then; NULL: only the host, with the GPUs that use its memory. */
static void
keep_only(struct icd_copies *copies, const struct icd_engine *engine)
{
    copies->on_host = !engine;
    for (unsigned i = 0; i < ICD_DEVICES; i++)
        copies->on_gpu[i] = engine && i == engine->index;
    copies->has_bytes = true;
}

static bool
bring(struct _cl_mem *root, struct icd_engine *engine, bool changes)
{
    struct icd_copies *copies = &root->copies;
    bool *is_current = &copies->on_gpu[engine->index];
    bool is_separate = copies->is_separate[engine->index];
    if (is_separate ? !*is_current && copies->has_bytes : !copies->on_host)
        icd_engine_settle(engine);
    if (!is_separate && !fetch_all(root))
        return false;
    if (is_separate && !*is_current) {
        struct range all = {0, copies->has_bytes ? root->size : 0};
        *is_current = fetch_all(root) && copy(root, engine, all, true);
        if (!*is_current)
            return false;
    }
    /* memory that the program may only read keeps what it has, whatever kernels do to a copy */
    if (changes && !root->is_constant)
        keep_only(copies, is_separate ? engine : NULL);
    return true;
}

static void
tell_no_room(const struct _cl_mem *root, const struct icd_engine *engine)
{
    char text[128];
    snprintf(text, sizeof text, "%s has no room for a buffer of %zu bytes",
             engine->device->processor, root->size);
    icd_context_tell(root->context, text);
}

cl_int
icd_memory_to_gpu(struct _cl_mem *memory, struct icd_engine *engine, bool changes)
{
    struct _cl_mem *root = icd_memory_root(memory);
    if (!root->context->has_copies)
        return CL_COMPLETE;
    pthread_mutex_lock(&root->copies.lock);
    bool is_mapped = icd_engine_lock(engine);
    if (is_mapped) {
        is_mapped = icd_memory_address(root, engine);
        icd_engine_unlock(engine);
    }
    bool good = is_mapped && bring(root, engine, changes);
    pthread_mutex_unlock(&root->copies.lock);
    if (!is_mapped)
        tell_no_room(root, engine);
    return good ? CL_COMPLETE : is_mapped ? CL_OUT_OF_RESOURCES : CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

bool
icd_memory_all_to_host(struct _cl_mem *memory)
{
    struct _cl_mem *root = icd_memory_root(memory);
    if (!root->context->has_copies)
        return true;
    pthread_mutex_lock(&root->copies.lock);
    bool good = fetch_all(root);
    pthread_mutex_unlock(&root->copies.lock);
    return good;
}

cl_int
icd_memory_place(struct _cl_mem *memory, uint8_t *at, struct icd_engine *engine, bool changes,
                 struct icd_place *place)
{
    struct _cl_mem *root = icd_memory_root(memory);
    place->bytes = at;
    if (!root->context->has_copies)
        return CL_COMPLETE;
    cl_int status = icd_memory_to_gpu(memory, engine, changes);
    if (status == CL_COMPLETE && root->copies.is_separate[engine->index]) {
        place->bytes = NULL;
        place->address = root->address[engine->index] + (uint64_t)(at - root->bytes);
    }
    return status;
}
