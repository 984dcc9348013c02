/* Memory: allocations of pools and regions, locked memory of the program, copies. */
#include "test/hsa-check/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Allocations do not overlap and are in order; what is locked may. */
struct ranges {
    struct range *range;
    size_t count, room;
};
static struct ranges allocations, locks;

/* ---- finding ---- */

/* The first that ends after that address. */
static size_t
place_of(uintptr_t address)
{
    size_t low = 0, high = allocations.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (allocations.range[middle].start + allocations.range[middle].size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool
holds(const struct range *range, uintptr_t address)
{
    return address - range->start < range->size;
}

struct range *
range_of(uintptr_t address)
{
    size_t at = place_of(address);
    if (at < allocations.count && holds(&allocations.range[at], address))
        return &allocations.range[at];
    for (size_t i = locks.count; i-- > 0;)
        if (holds(&locks.range[i], address))
            return &locks.range[i];
    return NULL;
}

struct range *
lock_of(uintptr_t host)
{
    for (size_t i = locks.count; i-- > 0;)
        if (host - locks.range[i].host < locks.range[i].size)
            return &locks.range[i];
    return NULL;
}

bool
range_is_readable(const struct range *range)
{
    return !range->pool || range->pool->pool.is_host;
}

static void
insert(struct ranges *ranges, size_t at, const struct range *range)
{
    if (ranges->count == ranges->room) {
        ranges->room = ranges->room ? 2 * ranges->room : 64;
        ranges->range = realloc(ranges->range, ranges->room * sizeof *ranges->range);
    }
    memmove(ranges->range + at + 1, ranges->range + at,
            (ranges->count - at) * sizeof *ranges->range);
    ranges->range[at] = *range;
    ranges->count++;
}

static void
erase(struct ranges *ranges, struct range *range)
{
    size_t at = (size_t)(range - ranges->range);
    ranges->count--;
    memmove(range, range + 1, (ranges->count - at) * sizeof *range);
}

size_t
memory_count(void)
{
    return allocations.count + locks.count;
}

static void
tell_leak(struct call *call, const struct range *range)
{
    if (range->freer)
        misuse(call, "memory 0x%" PRIxPTR " of %" PRIuPTR " bytes was not freed by %s",
               range->host ? range->host : range->start, range->size, range->freer);
}

void
memory_forget(struct call *call)
{
    for (size_t i = 0; i < allocations.count; i++)
        tell_leak(call, &allocations.range[i]);
    for (size_t i = 0; i < locks.count; i++)
        tell_leak(call, &locks.range[i]);
    free(allocations.range);
    free(locks.range);
    allocations = locks = (struct ranges){NULL, 0, 0};
}

/* ---- allocations ---- */

static void
check_allocation(struct call *call, enum kind kind)
{
    if (!object_live(kind, call->word[0])->pool.may_allocate)
        misuse(call, "nothing may be allocated in that %s", object_name(kind));
}

static void
add_allocation(uintptr_t start, uintptr_t size, struct object *pool, const char *freer)
{
    struct range range = {.start = start, .size = size, .pool = pool, .freer = freer};
    range.agents = pool ? pool->pool.allowed : UINT32_MAX;
    size_t at = place_of(start);
    while (at < allocations.count && allocations.range[at].start < start + size)
        erase(&allocations, &allocations.range[at]); /* it went without our knowing */
    insert(&allocations, at, &range);
}

void
pool_allocate(struct call *call)
{
    check_allocation(call, KIND_POOL);
}

void
region_allocate(struct call *call)
{
    check_allocation(call, KIND_REGION);
}

static void
allocated(struct call *call, enum kind kind, unsigned argument, const char *freer)
{
    if (call->is_ok)
        add_allocation(*(uintptr_t *)call_pointer(call, argument), call->word[1],
                       object_live(kind, call->word[0]), freer);
}

void
pool_allocated(struct call *call)
{
    allocated(call, KIND_POOL, 3, "hsa_amd_memory_pool_free");
}

void
region_allocated(struct call *call)
{
    allocated(call, KIND_REGION, 2, "hsa_memory_free");
}

static void
tell_image(struct object *image, void *data)
{
    struct call *call = data;
    if (image->memory && image->memory == call->word[0])
        misuse(call, "image 0x%" PRIx64 " has its texels there", image->handle);
}

/* The start of an allocation that only freer frees, and that nothing uses. */
static void
free_allocation(struct call *call, const char *freer)
{
    uintptr_t start = call->word[0];
    struct range *range = range_of(start);
    if (!start)
        return; /* nothing, as the runtimes do */
    work_sweep(call, NULL);
    if (!range || range->host)
        misuse(call, "0x%" PRIxPTR " is no memory, or was freed", start);
    else if (range->start != start)
        misuse(call, "0x%" PRIxPTR " is inside of an allocation at 0x%" PRIxPTR, start,
               range->start);
    else if (strcmp(range->freer, freer) != 0)
        misuse(call, "0x%" PRIxPTR " is freed by %s", start, range->freer);
    else if (work_uses(start))
        misuse(call, "0x%" PRIxPTR " is used by %s", start, work_uses(start));
    else
        object_each(KIND_IMAGE, tell_image, call);
    if (call_is_made(call) && range && range->start == start && !range->host) {
        work_stop_using(start);
        erase(&allocations, range);
    }
}

void
pool_free(struct call *call)
{
    free_allocation(call, "hsa_amd_memory_pool_free");
}

void
region_free(struct call *call)
{
    free_allocation(call, "hsa_memory_free");
}

void
ipc_attached(struct call *call)
{
    if (call->is_ok)
        add_allocation(*(uintptr_t *)call_pointer(call, 4), call->word[1], NULL,
                       "hsa_amd_ipc_memory_detach");
}

void
ipc_detach(struct call *call)
{
    free_allocation(call, "hsa_amd_ipc_memory_detach");
}

void
interop_mapped(struct call *call)
{
    if (call->is_ok)
        add_allocation(*(uintptr_t *)call_pointer(call, 5), *(size_t *)call_pointer(call, 4), NULL,
                       "hsa_amd_interop_unmap_buffer");
}

void
interop_unmap(struct call *call)
{
    free_allocation(call, "hsa_amd_interop_unmap_buffer");
}

/* ---- who may use it ---- */

void
allow_access(struct call *call)
{
    struct range *range = range_of(call->word[3]);
    uint32_t mask = machine_mask(call, call_pointer(call, 1), call->word[0]);
    if (!range || range->host || range->start != call->word[3])
        misuse(call, "0x%" PRIx64 " is not the start of memory of a pool", call->word[3]);
    else if (range->pool && mask & range->pool->pool.never)
        misuse(call, "an agent can never use that pool");
}

void
allow_access_after(struct call *call)
{
    struct range *range = range_of(call->word[3]);
    if (call->is_ok && range && range->pool)
        range->agents =
            range->pool->pool.allowed | machine_mask(call, call_pointer(call, 1), call->word[0]);
}

/* ---- locked memory ---- */

void
memory_lock(struct call *call)
{
    const struct range *range = range_of(call->word[0]);
    int32_t count = (int32_t)call->word[3];
    if (!call->word[2] != !count || count < 0)
        misuse(call, "a list of agents and their number do not agree");
    else
        machine_mask(call, call_pointer(call, 2), (uint64_t)count);
    if (range && !range->host)
        misuse(call, "0x%" PRIx64 " is memory of a pool, not the program's own", call->word[0]);
}

static void
locked(struct call *call, unsigned argument)
{
    if (!call->is_ok)
        return;
    struct range range = {.start = *(uintptr_t *)call_pointer(call, argument),
                          .size = call->word[1],
                          .host = call->word[0],
                          .agents = UINT32_MAX,
                          .freer = "hsa_amd_memory_unlock"};
    if (call->word[2])
        range.agents = machine_mask(call, call_pointer(call, 2), call->word[3]) | machine_hosts();
    insert(&locks, locks.count, &range);
}

void
memory_locked(struct call *call)
{
    locked(call, 4);
}

void
memory_lock_to_pool(struct call *call)
{
    memory_lock(call);
    if (!object_live(KIND_POOL, call->word[4])->pool.is_host)
        misuse(call, "the pool is not the host's");
}

void
memory_locked_to_pool(struct call *call)
{
    locked(call, 6);
}

void
memory_unlock(struct call *call)
{
    struct range *range = NULL;
    unsigned same = 0;
    for (size_t i = 0; i < locks.count; i++)
        if (locks.range[i].host == call->word[0])
            range = &locks.range[i];
    work_sweep(call, NULL);
    for (size_t i = 0; range && i < locks.count; i++)
        same += locks.range[i].start == range->start;
    if (!range)
        misuse(call, "0x%" PRIx64 " is not locked", call->word[0]);
    else if (same == 1 && work_uses(range->start))
        misuse(call, "0x%" PRIx64 " is used by %s", call->word[0], work_uses(range->start));
    if (range && call_is_made(call)) {
        if (same == 1)
            work_stop_using(range->start);
        erase(&locks, range);
    }
}

/* ---- copies ---- */

bool
memory_is_runtimes(uintptr_t address, uint64_t size)
{
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    hsa_status_t status = real.hsa_amd_pointer_info((const void *)address, &info, NULL, NULL, NULL);
    return status == HSA_STATUS_SUCCESS && info.type == HSA_EXT_POINTER_TYPE_HSA &&
           address - (uintptr_t)info.agentBaseAddress < info.sizeInBytes &&
           size <= info.sizeInBytes - (address - (uintptr_t)info.agentBaseAddress);
}

/* All of it in memory that one of the agents may use: a copy's side. */
static struct range *
check_side(struct call *call, const char *side, uintptr_t address, uint64_t size, uint32_t agents)
{
    struct range *range = range_of(address);
    if (!range && lock_of(address))
        misuse(call, "%s 0x%" PRIxPTR " is where the program sees locked memory, not GPUs", side,
               address);
    else if (!range && !memory_is_runtimes(address, size))
        misuse(call, "%s 0x%" PRIxPTR " is neither allocated nor locked", side, address);
    else if (range && size > range->start + range->size - address)
        misuse(call, "%s 0x%" PRIxPTR " of %" PRIu64 " bytes ends after its memory of %" PRIuPTR,
               side, address, size, range->size);
    else if (range && !(range->agents & agents))
        misuse(call, "%s 0x%" PRIxPTR " is not for the agent to use", side, address);
    return range;
}

static bool
overlap(uint64_t a, uint64_t b, uint64_t size)
{
    return a - b < size || b - a < size;
}

/* What the copy that this call begins uses. */
static void
note_copy(struct call *call, const struct range *to, const struct range *from, uint32_t agents,
          const uint64_t *signals)
{
    const hsa_signal_t *waits = call_pointer(call, (unsigned)signals[1]);
    uint64_t count = call->word[signals[0]];
    struct work *work = work_new(WORK_COPY);
    work->agents = agents;
    if (to)
        work_use(work, to->start);
    if (from)
        work_use(work, from->start);
    if (count && !waits)
        misuse(call, "there is no list of the %" PRIu64 " signals to wait for", count);
    for (uint64_t i = 0; waits && i < count; i++) {
        struct object *wait = object_wanted(call, "a listed ", KIND_SIGNAL, waits[i].handle);
        if (wait && wait->handle == call->word[signals[2]])
            misuse(call, "it waits for its own completion signal");
        if (wait)
            work_wait(work, wait);
    }
    work->signal = object_live(KIND_SIGNAL, call->word[signals[2]]);
    if (agents & machine_faulted())
        free(work);
    else if (work_begin(call, work, 0))
        call->context = work;
    else if (call_is_made(call))
        machine_fault(agents);
}

/* Which arguments are the number of signals, their list and the completion signal. */
static const uint64_t copy_signals[] = {5, 6, 7}, rect_signals[] = {7, 8, 9};

/* Each side's agent can use that side, and a GPU of them, or the host if none is, both (hsa_ext_amd.h asks that both
 * can use both, which no host can with a GPU's own memory). */
void
async_copy(struct call *call)
{
    const struct agent *one = &object_live(KIND_AGENT, call->word[1])->agent;
    const struct agent *two = &object_live(KIND_AGENT, call->word[3])->agent;
    uint32_t bits[2] = {UINT32_C(1) << one->index, UINT32_C(1) << two->index}, both = 0;
    both |= one->is_gpu ? bits[0] : 0;
    both |= two->is_gpu ? bits[1] : 0;
    if (!both)
        both = bits[0] | bits[1];
    uint64_t size = call->word[4];
    struct range *to = NULL, *from = NULL;
    if (size) {
        to = check_side(call, "the destination", call->word[0], size, bits[0]);
        from = check_side(call, "the source", call->word[2], size, bits[1]);
        if (!call->told && overlap(call->word[0], call->word[2], size))
            misuse(call, "source and destination overlap");
        else if (!call->told && to && from && !(both & to->agents & from->agents))
            misuse(call, "no agent can use both source and destination");
    }
    note_copy(call, to, from, bits[0] | bits[1], copy_signals);
}

static struct range *
check_block(struct call *call, const char *side, const hsa_pitched_ptr_t *at,
            const hsa_dim3_t *offset, const hsa_dim3_t *range, uint32_t agents)
{
    if ((uint64_t)offset->x + range->x > at->pitch)
        misuse(call, "%s: a row ends after the pitch", side);
    if (range->z > 1 && ((uint64_t)offset->y + range->y) * at->pitch > at->slice)
        misuse(call, "%s: a layer ends after the slice", side);
    if (at->pitch % 4 || at->slice % 4 || (uintptr_t)at->base % 4)
        misuse(call, "%s: address, pitch and slice are not multiples of 4", side);
    uint64_t start = offset->z * at->slice + offset->y * at->pitch + offset->x;
    uint64_t size = (range->z - 1) * at->slice + (range->y - 1) * at->pitch + range->x;
    return check_side(call, side, (uintptr_t)at->base + start, size, agents);
}

void
async_copy_rect(struct call *call)
{
    const hsa_dim3_t *range = call_pointer(call, 4);
    const struct object *agent = object_live(KIND_AGENT, call->word[5]);
    uint32_t bit = UINT32_C(1) << agent->agent.index;
    struct range *to = NULL, *from = NULL;
    if (!agent->agent.is_gpu)
        misuse(call, "the agent is no GPU");
    else if (!range->x || !range->y || !range->z)
        misuse(call, "a size of the range is 0");
    else {
        to = check_block(call, "the destination", call_pointer(call, 0), call_pointer(call, 1),
                         range, bit);
        from = check_block(call, "the source", call_pointer(call, 2), call_pointer(call, 3), range,
                           bit);
    }
    note_copy(call, to, from, bit, rect_signals);
}

/* It did not begin. */
void
async_copy_after(struct call *call)
{
    if (call->context && !call->is_ok)
        work_cancel(call->context);
}

/* Of memory that the runtime knows, what it copies is inside; any other is the host's. */
void
memory_copy(struct call *call)
{
    uint64_t size = call->word[2];
    for (unsigned i = 0; size && i < 2; i++) {
        const struct range *range = range_of(call->word[i]);
        if (range && size > range->start + range->size - call->word[i])
            misuse(call, "%s of %" PRIu64 " bytes ends after its memory of %" PRIuPTR,
                   i ? "the source" : "the destination", size, range->size);
    }
    if (size && overlap(call->word[0], call->word[1], size))
        misuse(call, "source and destination overlap");
}

void
memory_fill(struct call *call)
{
    const struct range *range = range_of(call->word[0]);
    uint64_t size = call->word[2] * 4;
    if (call->word[0] % 4)
        misuse(call, "0x%" PRIx64 " is not a multiple of 4", call->word[0]);
    if (!range || range->host)
        misuse(call, "0x%" PRIx64 " is not allocated", call->word[0]);
    else if (size > range->start + range->size - call->word[0])
        misuse(call, "%" PRIu64 " bytes end after the memory of %" PRIuPTR, size, range->size);
}
