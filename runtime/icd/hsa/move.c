/* Moves, fills and markers on a real GPU.  The host never stores to a GPU's own memory: bytes go by way of memory that both see,
 * or the program's own is locked for the copy. */
#include "runtime/icd/hsa/hsa_engine.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 4096, MIN_PIECE = 2 << 20 };

static void *
pointer(uint64_t address)
{
    return (void *)(uintptr_t)address;
}

void
hsa_pack(uint8_t *packed, const struct icd_place *host, const size_t size[3], bool to_packed)
{
    for (size_t z = 0; z < size[2]; z++)
        for (size_t y = 0; y < size[1]; y++, packed += size[0]) {
            uint8_t *row = host->bytes + z * host->slice + y * host->row;
            memcpy(to_packed ? packed : row, to_packed ? row : packed, size[0]);
        }
}

static bool
is_row(const size_t size[3])
{
    return size[1] == 1 && size[2] == 1;
}

static struct gpu_fence *
copy(const struct hsa_command *command, void *to, const void *from, size_t size, char **why)
{
    command->flight->is_copy = true;
    command->flight->is_quiet = false;
    return gpu_copy(hsa_of(command->engine)->gpu, to, from, size, command->waits,
                    command->wait_count, why);
}

/* Rows between two places that the GPU sees. */
static struct gpu_fence *
move_seen(const struct hsa_command *command, const struct icd_place *to,
          const struct icd_place *from, const size_t size[3], char **why)
{
    return is_row(size) ? copy(command, pointer(to->address), pointer(from->address), size[0], why)
                        : hsa_blit_move(command, to, from, size, why);
}

/* Rows of the host that fit into the staging memory together. */
static enum icd_outcome
move_staged(struct hsa_command *command, const struct icd_place *to, const struct icd_place *from,
            const size_t size[3])
{
    struct hsa_flight *flight = command->flight;
    uint8_t *staging = hsa_stage(command->engine, flight, size[0] * size[1] * size[2]);
    struct icd_place packed = {
        .address = (uintptr_t)staging, .row = size[0], .slice = size[0] * size[1]};
    char *why = NULL;
    if (!staging)
        return hsa_command_drop(command, ICD_BAD);
    if (from->bytes) {
        hsa_pack(staging, from, size, true);
    } else {
        flight->packed = staging;
        flight->to = *to;
        memcpy(flight->size, size, sizeof flight->size);
    }
    struct gpu_fence *fence = from->bytes ? move_seen(command, to, &packed, size, &why)
                                          : move_seen(command, &packed, from, size, &why);
    return hsa_command_end(command, fence, why);
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

/* Where the piece of a long row ends: at a page of the host's memory, of which no two pieces have a part. */
static size_t
end_of_piece(const uint8_t *bytes, size_t at, size_t size)
{
    size_t piece = size / HSA_PIECES > MIN_PIECE ? size / HSA_PIECES : MIN_PIECE;
    size_t end = at + piece + PAGE - ((uintptr_t)bytes + at + piece) % PAGE;
    return end < size ? end : size;
}

/* One piece, which the GPU is let see; after the piece before it, if there is one. */
static struct gpu_fence *
copy_piece(const struct hsa_command *command, const struct icd_place *to,
           const struct icd_place *from, size_t size, struct gpu_fence *before, char **why)
{
    struct hsa_flight *flight = command->flight;
    uint8_t *bytes = from->bytes ? from->bytes : to->bytes;
    void *seen = gpu_lock(hsa_of(command->engine)->system, bytes, size);
    unsigned count = 0;
    if (!seen)
        return NULL;
    while (flight->locked[count])
        count++;
    flight->locked[count] = bytes;
    void *there = from->bytes ? pointer(to->address) : seen;
    const void *here = from->bytes ? seen : pointer(from->address);
    return before ? gpu_copy(hsa_of(command->engine)->gpu, there, here, size, &before, 1, why)
                  : copy(command, there, here, size, why);
}

/* A long row of the host's, piece by piece: the next one is locked while one is copied.  false: the GPU cannot be let see all of
 * it, and nothing is under way, nor has the command ended. */
static bool
move_locked(struct hsa_command *command, const struct icd_place *to, const struct icd_place *from,
            size_t size, enum icd_outcome *outcome)
{
    struct hsa_flight *flight = command->flight;
    struct gpu_fence *fence = NULL;
    char *why = NULL;
    unsigned count = 0;
    for (size_t at = 0, end; at < size && (fence || !at); at = end, count++) {
        struct icd_place here = behind(to, at), there = behind(from, at);
        end = end_of_piece(from->bytes ? from->bytes : to->bytes, at, size);
        struct gpu_fence *next = copy_piece(command, &here, &there, end - at, fence, &why);
        if (!next && fence)
            gpu_fence_wait(fence, UINT64_MAX);
        if (fence && !flight->begin)
            flight->begin = fence;
        else
            gpu_fence_release(fence);
        fence = next;
    }
    bool could_lock = flight->locked[count - 1];
    if (could_lock)
        *outcome = hsa_command_end(command, fence, why);
    return could_lock;
}

/* Part by part, each waited for: rows that the staging memory holds together, or a piece of one. */
static bool
move_part(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
          const size_t size[3])
{
    struct hsa_command command;
    return hsa_command_begin(engine, NULL, &command) == ICD_GOOD &&
           move_staged(&command, to, from, size) == ICD_GOOD;
}

static bool
move_row(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
         size_t size)
{
    bool good = true;
    for (size_t x = 0; good && x < size; x += HSA_STAGING) {
        size_t part[3] = {size - x < HSA_STAGING ? size - x : HSA_STAGING, 1, 1};
        struct icd_place here = behind(to, x), there = behind(from, x);
        good = move_part(engine, &here, &there, part);
    }
    return good;
}

static bool
move_rows(struct icd_engine *engine, const struct icd_place *to, const struct icd_place *from,
          const size_t size[3])
{
    bool good = true;
    size_t rows = size[0] <= HSA_STAGING ? HSA_STAGING / size[0] : 1;
    for (size_t z = 0; good && z < size[2]; z++)
        for (size_t y = 0; good && y < size[1]; y += rows) {
            size_t part[3] = {size[0], size[1] - y < rows ? size[1] - y : rows, 1};
            struct icd_place here = behind(to, z * to->slice + y * to->row);
            struct icd_place there = behind(from, z * from->slice + y * from->row);
            good = size[0] > HSA_STAGING ? move_row(engine, &here, &there, size[0])
                                         : move_part(engine, &here, &there, part);
        }
    return good;
}

enum icd_outcome
hsa_move(struct icd_engine *engine, struct _cl_event *event, const struct icd_place *to,
         const struct icd_place *from, const size_t size[3])
{
    struct hsa_command command;
    bool is_seen = !to->bytes && !from->bytes;
    size_t all = size[0] * size[1] * size[2];
    char *why = NULL;
    enum icd_outcome outcome = hsa_command_begin(engine, all ? event : NULL, &command);
    if (outcome != ICD_GOOD)
        return outcome;
    if (!all)
        return hsa_command_drop(&command, ICD_GOOD);
    if (is_seen) {
        struct gpu_fence *fence = move_seen(&command, to, from, size, &why);
        return hsa_command_end(&command, fence, why);
    }
    if (all <= HSA_STAGING)
        return move_staged(&command, to, from, size);
    if (is_row(size) && move_locked(&command, to, from, all, &outcome))
        return outcome;
    /* the host has a part in what is left */
    bool is_settled = hsa_command_settle(&command);
    hsa_command_drop(&command, ICD_GOOD);
    return !is_settled ? ICD_LATER : move_rows(engine, to, from, size) ? ICD_GOOD : ICD_BAD;
}

enum icd_outcome
hsa_mark(struct icd_engine *engine, struct _cl_event *event)
{
    struct hsa_command command;
    char *why = NULL;
    enum icd_outcome outcome = hsa_command_begin(engine, event, &command);
    if (outcome != ICD_GOOD)
        return outcome;
    command.flight->is_quiet = false;
    struct gpu_fence *fence =
        gpu_submit_barrier(command.queue, command.waits, command.wait_count, &why);
    return hsa_command_end(&command, fence, why);
}

enum icd_outcome
hsa_fill(struct icd_engine *engine, struct _cl_event *event, uint64_t address, size_t size,
         const void *pattern, size_t pattern_size)
{
    struct hsa_command command;
    char *why = NULL;
    enum icd_outcome outcome = hsa_command_begin(engine, size ? event : NULL, &command);
    if (outcome != ICD_GOOD)
        return outcome;
    uint8_t *staging = size ? hsa_stage(engine, command.flight, pattern_size) : NULL;
    if (!staging)
        return hsa_command_drop(&command, size ? ICD_BAD : ICD_GOOD);
    memcpy(staging, pattern, pattern_size);
    struct gpu_fence *fence = hsa_blit_fill(&command, address, size, staging, pattern_size, &why);
    return hsa_command_end(&command, fence, why);
}
