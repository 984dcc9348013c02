/* Memory of a real GPU: what of the program's it sees, what it has of its own, and how bytes get there.  The host never
 * stores to a GPU's own memory: copies go by way of memory that both see. */
#include "runtime/icd/hsa/hsa_engine.h"

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
hsa_free_all(struct icd_engine *engine)
{
    struct hsa_engine *hsa = hsa_of(engine);
    while (hsa->mappings) {
        struct hsa_mapping *mapping = hsa->mappings;
        hsa->mappings = mapping->next;
        end_mapping(hsa, mapping);
    }
    gpu_free(hsa->system, hsa->staging);
}

/* ---- moves ---- */

static uint8_t *
staging_of(struct icd_engine *engine)
{
    struct hsa_engine *hsa = hsa_of(engine);
    if (!hsa->staging)
        hsa->staging = gpu_alloc(hsa->gpu, GPU_MEMORY_HOST, HSA_STAGING);
    if (!hsa->staging)
        hsa_fails(engine, strdup("there is no memory for copies"));
    return hsa->staging;
}

static void *
pointer(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

static bool
copy(struct icd_engine *engine, void *to, const void *from, size_t size)
{
    char *why = NULL;
    struct gpu_fence *fence = gpu_copy(hsa_of(engine)->gpu, to, from, size, NULL, 0, &why);
    return hsa_wait(engine, fence, why);
}

/* From the host, or to it, in parts that the staging memory holds. */
static bool
copy_staged(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
            size_t size)
{
    uint8_t *staging = staging_of(engine);
    bool good = staging;
    for (size_t at = 0; good && at < size; at += HSA_STAGING) {
        size_t part = size - at < HSA_STAGING ? size - at : HSA_STAGING;
        if (from->bytes)
            memcpy(staging, from->bytes + at, part);
        good = from->bytes ? copy(engine, pointer(to->address + at), staging, part)
                           : copy(engine, staging, pointer(from->address + at), part);
        if (good && to->bytes)
            memcpy(to->bytes + at, staging, part);
    }
    return good;
}

/* Large ones without a copy on the host, if the GPU can be let see the program's memory. */
static bool
copy_host(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
          size_t size)
{
    struct gpu_system *system = hsa_of(engine)->system;
    uint8_t *bytes = from->bytes ? from->bytes : to->bytes;
    void *seen = size > HSA_STAGING ? gpu_lock(system, bytes, size) : NULL;
    if (!seen)
        return copy_staged(engine, to, from, size);
    bool good = from->bytes ? copy(engine, pointer(to->address), seen, size)
                            : copy(engine, seen, pointer(from->address), size);
    gpu_unlock(system, bytes);
    return good;
}

static bool
is_row(const size_t size[3])
{
    return size[1] == 1 && size[2] == 1;
}

/* Between rows of the host, packed, and the staging memory. */
static void
pack(uint8_t *packed, const struct icd_place *host, const size_t size[3], bool to_packed)
{
    for (size_t z = 0; z < size[2]; z++)
        for (size_t y = 0; y < size[1]; y++, packed += size[0]) {
            uint8_t *row = host->bytes + z * host->slice + y * host->row;
            memcpy(to_packed ? packed : row, to_packed ? row : packed, size[0]);
        }
}

static struct icd_place
behind(const struct icd_place *place, size_t bytes)
{
    struct icd_place other = *place;
    if (place->bytes)
        other.bytes += bytes;
    else
        other.address += bytes;
    return other;
}

/* Rows that the staging memory holds together; what is longer goes row by row. */
static bool
move_packed(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
            const size_t size[3])
{
    uint8_t *staging = staging_of(engine);
    struct icd_place packed = {
        .address = (uintptr_t)staging, .row = size[0], .slice = size[0] * size[1]};
    if (!staging)
        return false;
    if (from->bytes)
        pack(staging, from, size, true);
    bool good = from->bytes ? hsa_blit_move(engine, to, &packed, size)
                            : hsa_blit_move(engine, &packed, from, size);
    if (good && to->bytes)
        pack(staging, to, size, false);
    return good;
}

static bool
move_rows(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
          const size_t size[3])
{
    bool good = true;
    size_t rows = size[0] < HSA_STAGING ? HSA_STAGING / size[0] : 1;
    for (size_t z = 0; good && z < size[2]; z++)
        for (size_t y = 0; good && y < size[1]; y += rows) {
            size_t part[3] = {size[0], size[1] - y < rows ? size[1] - y : rows, 1};
            struct icd_place here = behind(to, z * to->slice + y * to->row);
            struct icd_place there = behind(from, z * from->slice + y * from->row);
            good = size[0] > HSA_STAGING ? copy_host(engine, &here, &there, size[0])
                                         : move_packed(engine, &here, &there, part);
        }
    return good;
}

bool
hsa_move(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
         const size_t size[3])
{
    bool is_inside = !to->bytes && !from->bytes;
    if (!size[0] || !size[1] || !size[2])
        return true;
    if (is_inside && is_row(size))
        return copy(engine, pointer(to->address), pointer(from->address), size[0]);
    if (is_inside)
        return hsa_blit_move(engine, to, from, size);
    return is_row(size) ? copy_host(engine, to, from, size[0]) : move_rows(engine, to, from, size);
}

bool
hsa_fill(struct icd_engine *engine, uint64_t address, size_t size, const void *pattern,
         size_t pattern_size)
{
    uint8_t *staging = staging_of(engine);
    if (!size || !staging)
        return staging;
    memcpy(staging, pattern, pattern_size);
    return hsa_blit_fill(engine, address, size, (uintptr_t)staging, pattern_size);
}
