/* SDMA queues: the engines beside a GPU's compute units that copy while kernels run.
 *
 * A ring of packets of dwords.  On GFX9 the read and write pointers and the doorbell count bytes for ever, on
 * GFX7 and GFX8 they are offsets in the ring.  A packet may lie over the ring's end.  (Layouts: amdgpu's cikd.h,
 * tonga_sdma_pkt_open.h, vega10_sdma_pkt_open.h in Linux, drivers/gpu/drm/amd/amdgpu; how they are used:
 * amd_blit_sdma.cpp of ROCR-Runtime 5.2.3.)
 *
 * The engine does not need the simulator, which a kernel may have for long: it looks into the table of memory
 * itself, and who unmaps waits until the packet is done (kfd_processor_settle).  What is uninitialised is copied
 * with the bytes. */
#include "runtime/kfd/packet.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_DWORDS = 13, OP_MASK = 0xFF, COUNT_MASK = 0x3FFFFF };

enum outcome { DONE, WAITS, FAILED };

struct packet {
    struct kfd_queue *queue;
    const struct kfd_gpu *gpu;
    const char *name;
    uint32_t dword[MAX_DWORDS];
    bool counts_less; /* GFX9: counts are of bytes less one */
};

/* ---- errors ---- */

static enum outcome
fail(const struct packet *packet, const char *message)
{
    kfd_tell("%s: SDMA %s packet: %s", packet->gpu->target->name, packet->name, message);
    return FAILED;
}

/* The first byte of a range that cannot be had. */
static enum outcome
fault(const struct packet *packet, uint64_t address, uint64_t size, bool is_write, uint64_t first,
      const char *why)
{
    kfd_tell("%s: SDMA %s packet: %s of %" PRIu64 " bytes at 0x%" PRIx64 ": 0x%" PRIx64 " is %s",
             packet->gpu->target->name, packet->name, is_write ? "write" : "read", size, address,
             first, why);
    return FAILED;
}

/* ---- memory ---- */

/* What the engine works on: in one allocation. */
struct range {
    uint8_t *bytes;
    uint8_t *undefined; /* NULL: nobody looks at that */
};

/* Where all bytes are; FAILED: not on this GPU, which has been told. */
static enum outcome
reach(const struct packet *packet, uint64_t address, uint64_t size, bool is_write,
      struct range *range)
{
    pthread_mutex_lock(&the_kfd.lock);
    const struct kfd_memory *memory = kfd_memory_on(packet->gpu, address);
    uint64_t offset = memory ? address - memory->base : 0;
    bool is_inside = memory && size <= memory->size - offset;
    bool is_denied = is_inside && is_write && memory->flags.ui32.ReadOnly;
    uint64_t first = memory && !is_inside ? memory->base + memory->size : address;
    if (is_inside)
        *range = (struct range){memory->bytes + offset,
                                memory->undefined ? memory->undefined + offset : NULL};
    pthread_mutex_unlock(&the_kfd.lock);
    if (is_inside && !is_denied)
        return DONE;
    enum outcome outcome = fault(packet, address, size, is_write, first,
                                 is_denied ? "read-only"
                                 : memory  ? "after the end of an allocation"
                                           : "not mapped on this GPU");
    kfd_memory_fault(packet->gpu->node, first, is_denied);
    return outcome;
}

static void
define(const struct range *range, uint64_t size)
{
    if (range->undefined)
        memset(range->undefined, 0, size);
}

static void
copy(const struct range *to, const struct range *from, uint64_t offset_to, uint64_t offset_from,
     uint64_t size)
{
    memmove(to->bytes + offset_to, from->bytes + offset_from, size);
    if (!to->undefined)
        return;
    if (from->undefined)
        memmove(to->undefined + offset_to, from->undefined + offset_from, size);
    else
        memset(to->undefined + offset_to, 0, size);
}

/* An aligned word of memory that host and kernels may look at, too. */
static enum outcome
reach_word(const struct packet *packet, unsigned dword, uint64_t size, bool is_write,
           struct range *range)
{
    uint64_t address = (uint64_t)packet->dword[dword + 1] << 32 | packet->dword[dword];
    if (address % size)
        return fail(packet, "the address is not aligned");
    return reach(packet, address, size, is_write, range);
}

/* ---- packets ---- */

static uint64_t
address_in(const struct packet *packet, unsigned dword)
{
    return (uint64_t)packet->dword[dword + 1] << 32 | packet->dword[dword];
}

static enum outcome
nothing(const struct packet *packet)
{
    (void)packet;
    return DONE;
}

static enum outcome
copy_linear(const struct packet *packet)
{
    uint64_t size = (packet->dword[1] & COUNT_MASK) + packet->counts_less;
    struct range from, to;
    if (reach(packet, address_in(packet, 3), size, false, &from) != DONE ||
        reach(packet, address_in(packet, 5), size, true, &to) != DONE)
        return FAILED;
    copy(&to, &from, 0, 0, size);
    return DONE;
}

/* One side of a sub-window, in elements: pitch and slice are of the whole. */
struct window {
    uint64_t address, x, y, z, pitch, slice;
};

static struct window
window_in(const struct packet *packet, unsigned dword)
{
    const uint32_t *at = packet->dword + dword;
    return (struct window){.address = address_in(packet, dword),
                           .x = at[2] & 0x3FFF,
                           .y = at[2] >> 16 & 0x3FFF,
                           .z = at[3] & 0x7FF,
                           .pitch = (uint64_t)(at[3] >> 13) + 1,
                           .slice = (uint64_t)(at[4] & 0xFFFFFFF) + 1};
}

/* In elements, from the address on. */
static uint64_t
offset_in(const struct window *window, uint64_t x, uint64_t y, uint64_t z)
{
    return (window->z + z) * window->slice + (window->y + y) * window->pitch + window->x + x;
}

static enum outcome
copy_window(const struct packet *packet)
{
    unsigned shift = packet->dword[0] >> 29;
    const struct window from = window_in(packet, 1), to = window_in(packet, 6);
    uint64_t width = (packet->dword[11] & 0x3FFF) + 1;
    uint64_t height = (packet->dword[11] >> 16 & 0x3FFF) + 1;
    uint64_t depth = (packet->dword[12] & 0x7FF) + 1;
    if (shift > 4 || from.address % 4 || to.address % 4)
        return fail(packet, "the element is too large, or an address not aligned");
    uint64_t first_from = offset_in(&from, 0, 0, 0), first_to = offset_in(&to, 0, 0, 0);
    uint64_t size_from = offset_in(&from, width, height - 1, depth - 1) - first_from;
    uint64_t size_to = offset_in(&to, width, height - 1, depth - 1) - first_to;
    struct range source, destination;
    if (reach(packet, from.address + (first_from << shift), size_from << shift, false, &source) !=
            DONE ||
        reach(packet, to.address + (first_to << shift), size_to << shift, true, &destination) !=
            DONE)
        return FAILED;
    const bool *stop = &packet->queue->processor->stop;
    for (uint64_t z = 0; z < depth && !__atomic_load_n(stop, __ATOMIC_RELAXED); z++)
        for (uint64_t y = 0; y < height; y++)
            copy(&destination, &source, (offset_in(&to, 0, y, z) - first_to) << shift,
                 (offset_in(&from, 0, y, z) - first_from) << shift, width << shift);
    return DONE;
}

static enum outcome
fill(const struct packet *packet)
{
    enum { BYTES = 0, DWORDS = 2 };
    unsigned unit = packet->dword[0] >> 30;
    uint32_t value = packet->dword[3];
    uint64_t size = packet->dword[4] & COUNT_MASK;
    struct range range;
    if (unit != BYTES && unit != DWORDS)
        return fail(packet, "it fills neither bytes nor dwords");
    /* The count of dwords is of bytes, too: (n - 1) * 4 on GFX9. */
    size = unit == DWORDS ? (size & ~UINT64_C(3)) + 4 * packet->counts_less
                          : size + packet->counts_less;
    if (unit == DWORDS && packet->dword[1] % 4)
        return fail(packet, "the address is not aligned");
    if (reach(packet, address_in(packet, 1), size, true, &range) != DONE)
        return FAILED;
    if (unit == BYTES)
        memset(range.bytes, (int)(value & 0xFF), size);
    for (uint64_t at = 0; unit == DWORDS && at < size; at += sizeof value)
        memcpy(range.bytes + at, &value, sizeof value);
    define(&range, size);
    return DONE;
}

static enum outcome
fence(const struct packet *packet)
{
    struct range range;
    if (reach_word(packet, 1, sizeof(uint32_t), true, &range) != DONE)
        return FAILED;
    __atomic_store_n((uint32_t *)(void *)range.bytes, packet->dword[3], __ATOMIC_RELEASE);
    define(&range, sizeof(uint32_t));
    return DONE;
}

static enum outcome
trap(const struct packet *packet)
{
    kfd_interrupt(packet->dword[1] & 0xFFFFFFF);
    return DONE;
}

static bool
compare(unsigned function, uint32_t value, uint32_t reference)
{
    const bool is_met[] = {true, value<reference, value <= reference, value == reference,
                                       value != reference, value >= reference, value>
                                     reference};
    return is_met[function];
}

/* Of a register there is only the one that flushes the host's data path, which is a poll that always holds. */
static enum outcome
poll(const struct packet *packet)
{
    enum { FOR_EVER = 0xFFF };
    unsigned function = packet->dword[0] >> 28 & 7;
    bool is_memory = packet->dword[0] >> 31;
    struct range range;
    if (!is_memory)
        return function ? fail(packet, "it waits for a register") : DONE;
    if (function > 6)
        return fail(packet, "it compares in no known way");
    if ((packet->dword[5] >> 16 & 0xFFF) != FOR_EVER)
        return fail(packet, "it does not wait for ever");
    if (reach_word(packet, 1, sizeof(uint32_t), false, &range) != DONE)
        return FAILED;
    uint32_t value = __atomic_load_n((uint32_t *)(void *)range.bytes, __ATOMIC_ACQUIRE);
    return compare(function, value & packet->dword[4], packet->dword[3]) ? DONE : WAITS;
}

static enum outcome
atomic(const struct packet *packet)
{
    enum { ADD64 = 47 };
    struct range range;
    if (packet->dword[0] >> 25 != ADD64)
        return fail(packet, "the operation is not a 64-bit addition");
    if (reach_word(packet, 1, sizeof(uint64_t), true, &range) != DONE)
        return FAILED;
    __atomic_fetch_add((uint64_t *)(void *)range.bytes, address_in(packet, 3), __ATOMIC_ACQ_REL);
    return DONE;
}

static enum outcome
timestamp(const struct packet *packet)
{
    struct range range;
    if (reach_word(packet, 1, sizeof(uint64_t), true, &range) != DONE)
        return FAILED;
    __atomic_store_n((uint64_t *)(void *)range.bytes, kfd_ticks(), __ATOMIC_RELEASE);
    define(&range, sizeof(uint64_t));
    return DONE;
}

/* ---- which packet it is ---- */

static const struct kind {
    uint8_t op, sub_op, dwords, generation; /* the first that has it */
    const char *name;
    enum outcome (*perform)(const struct packet *packet);
} kinds[] = {
    {0, 0, 1, 7, "NOP", nothing},
    {1, 0, 7, 7, "linear copy", copy_linear},
    {1, 4, 13, 9, "sub-window copy", copy_window},
    {5, 0, 4, 7, "fence", fence},
    {6, 0, 2, 7, "trap", trap},
    {8, 0, 6, 7, "poll", poll},
    {10, 0, 8, 7, "atomic", atomic},
    {11, 0, 5, 7, "constant fill", fill},
    {13, 2, 3, 7, "time stamp", timestamp},
};

static const struct kind *
find_kind(const struct kfd_gpu *gpu, uint32_t header)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if ((header & OP_MASK) == kinds[i].op && (header >> 8 & OP_MASK) == kinds[i].sub_op &&
            gpu->target->generation >= kinds[i].generation)
            return &kinds[i];
    return NULL;
}

/* Dwords of a NOP's header may follow. */
static uint64_t
bytes_of(const struct kind *kind, uint32_t header)
{
    uint64_t more = kind->op == 0 ? header >> 16 & 0x3FFF : 0;
    return (kind->dwords + more) * sizeof(uint32_t);
}

/* ---- the ring ---- */

/* How many bytes of packets the doorbell has told of. */
static uint64_t
pending(const struct kfd_queue *queue)
{
    const void *doorbell = kfd_doorbell_of(queue);
    if (kfd_doorbell_type(queue->gpu->target) == 2)
        return __atomic_load_n((const uint64_t *)doorbell, __ATOMIC_ACQUIRE) - queue->position;
    uint32_t end = __atomic_load_n((const uint32_t *)doorbell, __ATOMIC_ACQUIRE);
    return (end - queue->position) & (queue->ring_size - 1);
}

static void
advance(struct kfd_queue *queue, uint64_t bytes)
{
    queue->position += bytes;
    if (kfd_doorbell_type(queue->gpu->target) != 2)
        queue->position &= queue->ring_size - 1;
    __atomic_store_n(&queue->read, queue->position, __ATOMIC_RELEASE);
}

static uint32_t
dword_at(const struct kfd_queue *queue, const struct range *ring, uint64_t bytes)
{
    uint32_t dword;
    memcpy(&dword, ring->bytes + ((queue->position + bytes) & (queue->ring_size - 1)),
           sizeof dword);
    return dword;
}

static enum outcome
perform(struct kfd_queue *queue, uint64_t available)
{
    struct packet packet = {.queue = queue,
                            .gpu = queue->gpu,
                            .name = "ring's",
                            .counts_less = queue->gpu->target->generation >= 9};
    struct range ring;
    if (available > queue->ring_size || available % sizeof(uint32_t))
        return fail(&packet, "the write pointer is not a packet's end in the ring");
    if (reach(&packet, queue->ring, queue->ring_size, false, &ring) != DONE)
        return FAILED;
    uint32_t header = dword_at(queue, &ring, 0);
    const struct kind *kind = find_kind(queue->gpu, header);
    char name[32];
    snprintf(name, sizeof name, "0x%08" PRIx32, header);
    packet.name = kind ? kind->name : name;
    if (!kind)
        return fail(&packet, "it is not known");
    if (bytes_of(kind, header) > available)
        return fail(&packet, "the write pointer is inside of it");
    for (unsigned i = 0; i < kind->dwords; i++)
        packet.dword[i] = dword_at(queue, &ring, i * sizeof header);
    enum outcome outcome = kind->perform(&packet);
    if (outcome == DONE)
        advance(queue, bytes_of(kind, header));
    return outcome;
}

bool
kfd_sdma_step(struct kfd_queue *queue)
{
    uint64_t available = pending(queue);
    enum outcome outcome = available ? perform(queue, available) : WAITS;
    if (outcome == FAILED)
        queue->state = KFD_QUEUE_DEAD;
    return outcome == DONE;
}
