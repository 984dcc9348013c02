/* OCC_ICD_CHECK=all: which bytes of buffers hold nothing yet.  Beside the bytes of a buffer lie as many
 * whose 1 bits say what of them is uninitialised; every GPU of the context sees and changes these, and
 * what the host or a command writes clears them.
 *
 * A host that reads such bytes need not use them, so that is told only if a kernel has stored them, and
 * not beside a value, as padding is: then it has computed with what it never got. */
#include "runtime/icd/context.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A store of such bytes that nobody has read yet. */
struct icd_stored {
    size_t offset, size;
    char where[160];
};

bool
icd_undefined_begin(struct _cl_mem *memory, bool is_written)
{
    if (memory->context->engines[0].device->platform->settings.common.check != SETTINGS_ALL)
        return true;
    memory->undefined = icd_take_pages(memory->size, 0);
    if (memory->undefined && !is_written)
        memset(memory->undefined, 0xFF, memory->size);
    return memory->undefined;
}

/* What of the range lies in the memory: a copy between allocations may run over. */
static size_t
part_in(const struct _cl_mem *memory, const uint8_t *at, size_t size)
{
    size_t left = memory->size - (size_t)(at - memory->bytes);
    return size < left ? size : left;
}

void
icd_undefined_clear(const struct _cl_mem *memory, const uint8_t *at, size_t size)
{
    if (memory->undefined)
        memset(memory->undefined + (at - memory->bytes), 0, part_in(memory, at, size));
}

/* ---- what kernels store, and the host reads ---- */

static void
note(struct _cl_mem *memory, struct icd_engine *engine)
{
    struct _cl_mem *root = icd_memory_root(memory);
    struct sim_undefined_store store;
    struct sim_place place = {.line = 0};
    uint64_t address = memory->address[engine->index];
    if (!root->undefined || !address || !sim_undefined_store(engine->gpu, address, &store))
        return;
    struct icd_stored *stored = malloc(sizeof *stored);
    if (!stored)
        return;
    stored->offset = store.offset + (memory == root ? 0 : memory->origin);
    stored->size = store.size;
    int length = snprintf(stored->where, sizeof stored->where, "kernel %.80s at pc 0x%llx",
                          store.kernel, (unsigned long long)store.pc);
    if (sim_find_source(engine->gpu, store.pc, &place))
        snprintf(stored->where + length, sizeof stored->where - (size_t)length, ", %.40s:%u",
                 place.name, place.line);
    pthread_mutex_lock(&root->context->lock);
    free(root->stored);
    root->stored = stored;
    pthread_mutex_unlock(&root->context->lock);
}

void
icd_undefined_note(struct icd_engine *engine, const struct icd_argument *arguments, unsigned count)
{
    struct _cl_context *context = engine->context;
    for (unsigned i = 0; i < count; i++) {
        struct _cl_mem *memory = arguments[i].memory;
        if (memory && memory->image)
            memory = memory->parent; /* whose texels are a buffer's */
        if (!memory)
            continue;
        note(memory, engine);
        note(icd_memory_root(memory), engine);
    }
    pthread_mutex_lock(&context->svm_lock);
    for (struct _cl_mem *memory = context->svm; memory; memory = memory->next_svm)
        note(memory, engine);
    pthread_mutex_unlock(&context->svm_lock);
}

/* Takes the noted store if the range holds it; NULL: there is none. */
static struct icd_stored *
take_stored(struct _cl_mem *root, size_t first, size_t end)
{
    pthread_mutex_lock(&root->context->lock);
    struct icd_stored *stored = root->stored;
    if (stored && (stored->offset < first || stored->offset + stored->size > end))
        stored = NULL;
    if (stored)
        root->stored = NULL;
    pthread_mutex_unlock(&root->context->lock);
    return stored;
}

void
icd_undefined_read(struct _cl_mem *memory, const uint8_t *at, size_t size)
{
    struct _cl_mem *root = icd_memory_root(memory);
    char text[320];
    if (!root->undefined || memory->image)
        return;
    size_t first = (size_t)(at - root->bytes);
    struct icd_stored *stored = take_stored(root, first, first + part_in(root, at, size));
    if (!stored)
        return;
    bool is_still = true;
    for (size_t i = 0; i < stored->size; i++)
        is_still &= root->undefined[stored->offset + i] != 0;
    snprintf(text, sizeof text,
             "the host reads uninitialised data: byte %zu of a buffer of %zu, stored by %s",
             stored->offset, root->size, stored->where);
    if (is_still)
        icd_context_tell(root->context, text);
    free(stored);
}

/* ---- transfers ---- */

static void
move_row(const struct icd_side *to, const uint8_t *to_row, const struct icd_side *from,
         const uint8_t *from_row, size_t size)
{
    struct _cl_mem *target = to->memory, *source = from->memory;
    if (!target)
        icd_undefined_read(source, from_row, size);
    else if (!source || !source->undefined || !target->undefined)
        icd_undefined_clear(target, to_row, size);
    else {
        size_t part = part_in(target, to_row, part_in(source, from_row, size));
        memmove(target->undefined + (to_row - target->bytes),
                source->undefined + (from_row - source->bytes), part);
    }
}

void
icd_undefined_move(const struct icd_side *to, const struct icd_side *from, const size_t size[3])
{
    if ((!to->memory || !to->memory->undefined) && (!from->memory || !from->memory->undefined))
        return;
    for (size_t z = 0; z < size[2]; z++)
        for (size_t y = 0; y < size[1]; y++)
            move_row(to, to->bytes + z * to->slice + y * to->row, from,
                     from->bytes + z * from->slice + y * from->row, size[0]);
}

/* ---- maps: what the host may write is written from then on ---- */

void
icd_undefined_map(struct _cl_mem *memory, const uint8_t *at, size_t size, cl_map_flags flags)
{
    if (flags & CL_MAP_READ)
        icd_undefined_read(memory, at, size);
    if (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
        icd_undefined_clear(memory, at, size);
}
