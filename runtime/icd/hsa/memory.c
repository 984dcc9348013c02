/* Memory of a real GPU: what of the program's it sees, what it has of its own, and what both see. */
#include "runtime/icd/hsa/hsa_engine.h"
#include "runtime/icd/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- addresses ---- */

/* The program's own memory, which the GPU sees if it can be locked; else it has bytes of its own. */
static bool
lock_host(struct hsa_engine *hsa, const struct _cl_mem *memory, struct hsa_mapping *mapping)
{
    bool is_wanted = memory->flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR);
    mapping->kind = HSA_LOCKED;
    mapping->host = memory->bytes;
    mapping->address = is_wanted && !memory->is_constant
                           ? gpu_lock(hsa->system, memory->bytes, memory->size)
                           : NULL;
    return mapping->address;
}

uint64_t
hsa_map(struct icd_engine *engine, struct _cl_mem *memory, bool *is_separate)
{
    struct hsa_engine *hsa = hsa_of(engine);
    struct hsa_mapping *mapping = malloc(sizeof *mapping);
    if (!mapping)
        return hsa_fails(engine, NULL);
    *is_separate = false;
    if (memory->is_svm) {
        mapping->kind = HSA_SHARED;
        mapping->address = memory->bytes;
    } else if (!lock_host(hsa, memory, mapping)) {
        mapping->kind = HSA_OWN;
        mapping->address = gpu_alloc(hsa->gpu, GPU_MEMORY_OWN, memory->size);
        *is_separate = true;
    }
    if (!mapping->address) {
        free(mapping);
        return hsa_fails(engine, strdup("the GPU has no room for a buffer"));
    }
    mapping->next = hsa->mappings;
    hsa->mappings = mapping;
    return (uintptr_t)mapping->address;
}

static void
end_mapping(struct hsa_engine *hsa, struct hsa_mapping *mapping)
{
    if (mapping->kind == HSA_LOCKED)
        gpu_unlock(hsa->system, mapping->host);
    else if (mapping->kind == HSA_OWN)
        gpu_free(hsa->system, mapping->address);
    free(mapping);
}

void
hsa_unmap(struct icd_engine *engine, uint64_t address)
{
    struct hsa_engine *hsa = hsa_of(engine);
    struct hsa_mapping **link = &hsa->mappings;
    while (*link && (uintptr_t)(*link)->address != address)
        link = &(*link)->next;
    struct hsa_mapping *mapping = *link;
    if (!mapping)
        return;
    *link = mapping->next;
    end_mapping(hsa, mapping);
}

void
hsa_memory_end(struct icd_engine *engine)
{
    struct hsa_engine *hsa = hsa_of(engine);
    while (hsa->mappings) {
        struct hsa_mapping *mapping = hsa->mappings;
        hsa->mappings = mapping->next;
        end_mapping(hsa, mapping);
    }
    while (hsa->chunks) {
        struct hsa_chunk *chunk = hsa->chunks;
        hsa->chunks = chunk->next;
        gpu_free(hsa->system, chunk->bytes);
        free(chunk);
    }
}

/* ---- memory that both see ---- */

static struct hsa_chunk *
new_chunk(struct hsa_engine *hsa)
{
    struct hsa_chunk *chunk = calloc(1, sizeof *chunk);
    if (!chunk)
        return NULL;
    chunk->bytes = gpu_alloc(hsa->gpu, GPU_MEMORY_HOST, HSA_STAGING);
    if (!chunk->bytes) {
        free(chunk);
        return NULL;
    }
    chunk->next = hsa->chunks;
    hsa->chunks = chunk;
    return chunk;
}

/* One that has room, which becomes the first: that in use, or one of which nobody holds anything, or a new one. */
static struct hsa_chunk *
find_chunk(struct hsa_engine *hsa, size_t size)
{
    if (hsa->chunks && HSA_STAGING - hsa->chunks->used >= size)
        return hsa->chunks;
    for (struct hsa_chunk **link = &hsa->chunks; *link; link = &(*link)->next) {
        struct hsa_chunk *chunk = *link;
        if (chunk->parts)
            continue;
        *link = chunk->next;
        chunk->used = 0;
        chunk->next = hsa->chunks;
        hsa->chunks = chunk;
        return chunk;
    }
    return new_chunk(hsa);
}

uint8_t *
hsa_stage(struct icd_engine *engine, struct hsa_flight *flight, size_t size)
{
    struct hsa_chunk *chunk = find_chunk(hsa_of(engine), size);
    if (!chunk) {
        hsa_fails(engine, strdup("there is no memory for copies"));
        return NULL;
    }
    uint8_t *bytes = chunk->bytes + chunk->used;
    size_t whole = (size + 255) & ~(size_t)255;
    chunk->used = HSA_STAGING - chunk->used < whole ? HSA_STAGING : chunk->used + whole;
    chunk->parts++;
    flight->staging = chunk;
    return bytes;
}

void
hsa_unstage(struct hsa_flight *flight)
{
    if (flight->staging && !--flight->staging->parts)
        flight->staging->used = 0;
    flight->staging = NULL;
}
