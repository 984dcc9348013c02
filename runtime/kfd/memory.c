/* Memory that host and GPUs see at one address, and memory of the program that GPUs see at another.
: the
 * table of both, and the calls that change it (pages.c has their pages). */
#include "runtime/kfd/kfd.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

/* Held while memory is made, mapped, unmapped or taken away; before all others.  Of packets those of
 * SDMA alone are waited for under it. */
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

/* ---- the table; the lock is held ---- */

/* How many begin at or below the address. */
static size_t
count_below(uint64_t address)
{
    size_t low = 0, high = the_kfd.memory_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (the_kfd.memory[middle]->base <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool
put(struct kfd_memory *memory)
{
    if (the_kfd.memory_count == the_kfd.memory_room) {
        size_t room = the_kfd.memory_room ? 2 * the_kfd.memory_room : 64;
        void *more = realloc(the_kfd.memory, room * sizeof *the_kfd.memory);
        if (!more)
            return false;
        the_kfd.memory = more;
        the_kfd.memory_room = room;
    }
    size_t at = count_below(memory->base);
    memmove(the_kfd.memory + at + 1, the_kfd.memory + at,
            (the_kfd.memory_count - at) * sizeof *the_kfd.memory);
    the_kfd.memory[at] = memory;
    the_kfd.memory_count++;
    return true;
}

static void
take_out(const struct kfd_memory *memory)
{
    size_t at = count_below(memory->base) - 1;
    the_kfd.memory_count--;
    memmove(the_kfd.memory + at, the_kfd.memory + at + 1,
            (the_kfd.memory_count - at) * sizeof *the_kfd.memory);
}

/* What has the address, as GPUs see it. */
static struct kfd_memory *
find_address(uint64_t address)
{
    size_t below = count_below(address);
    struct kfd_memory *memory = below ? the_kfd.memory[below - 1] : NULL;
    return memory && address - memory->base < memory->size ? memory : NULL;
}

/* What was registered from that address on; size 0: so many bytes as may be. */
static struct kfd_memory *
find_registered(const void *pointer, uint64_t size)
{
    for (size_t i = 0; i < the_kfd.memory_count; i++) {
        struct kfd_memory *memory = the_kfd.memory[i];
        if (memory->kind == KFD_REGISTERED && memory->registered == pointer &&
            (!size || memory->registered_size == size))
            return memory;
    }
    return NULL;
}

/* What a call means that changes it: registrations may overlap, so that what an address is in does not tell which. */
static struct kfd_memory *
find_named(const void *pointer, uint64_t size)
{
    struct kfd_memory *memory = find_address((uintptr_t)pointer);
    return memory ? memory : find_registered(pointer, size);
}

/* What has the address, as GPUs see it, or of registered memory as the program does. */
struct kfd_memory *
kfd_memory_find(const void *pointer)
{
    struct kfd_memory *memory = find_named(pointer, 0);
    for (size_t i = 0; !memory && i < the_kfd.memory_count; i++) {
        struct kfd_memory *here = the_kfd.memory[i];
        if (here->kind == KFD_REGISTERED &&
            (uintptr_t)pointer - (uintptr_t)here->registered < here->registered_size)
            memory = here;
    }
    return memory;
}

static struct kfd_memory *
find_named_locked(const void *pointer, uint64_t size)
{
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_memory *memory = find_named(pointer, size);
    pthread_mutex_unlock(&the_kfd.lock);
    return memory;
}

/* ---- a GPU's own memory ---- */

/* Of the GPU's own memory: false: there is not so much left. */
static bool
take(struct kfd_gpu *gpu, uint64_t size)
{
    uint64_t all = gpu ? (uint64_t)gpu->card->memory_mib << 20 : 0;
    pthread_mutex_lock(&the_kfd.lock);
    bool is_there = !gpu || size <= all - gpu->used;
    if (gpu && is_there)
        gpu->used += size;
    pthread_mutex_unlock(&the_kfd.lock);
    return is_there;
}

static void
give_back(struct kfd_gpu *gpu, uint64_t size)
{
    pthread_mutex_lock(&the_kfd.lock);
    if (gpu)
        gpu->used -= size;
    pthread_mutex_unlock(&the_kfd.lock);
}

/* ---- the interface ---- */

static HSAKMT_STATUS
keep(struct kfd_memory *memory)
{
    pthread_mutex_lock(&the_kfd.lock);
    bool is_good = memory && put(memory);
    pthread_mutex_unlock(&the_kfd.lock);
    if (!is_good)
        kfd_memory_release(memory);
    return is_good ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_NO_MEMORY;
}

HSAKMT_STATUS
hsaKmtAllocMemory(HSAuint32 node, HSAuint64 size, HsaMemFlags flags, void **address)
{
    if (!kfd_is_open())
        return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
    if (!size || !address || size > SIM_SHARED_END)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    if (node > the_kfd.gpu_count)
        return HSAKMT_STATUS_INVALID_NODE_UNIT;
    if (flags.ui32.GDSMemory)
        return HSAKMT_STATUS_NOT_SUPPORTED;
    struct kfd_gpu *gpu = kfd_gpu_of(node);
    uint64_t fixed = flags.ui32.FixedAddress ? (uintptr_t)*address : 0;
    if (flags.ui32.AQLQueueMemory)
        size *= 2;
    struct kfd_memory *memory =
        kfd_pages_new(flags.ui32.Scratch ? KFD_SCRATCH : KFD_ALLOCATED, node, fixed, size, flags);
    if (!memory)
        return HSAKMT_STATUS_NO_MEMORY;
    memory->bytes = memory->host = (void *)(uintptr_t)memory->base;
    bool is_taken = memory->kind == KFD_SCRATCH || take(gpu, memory->size);
    if (!is_taken || !kfd_pages_commit(memory)) {
        if (is_taken && memory->kind == KFD_ALLOCATED)
            give_back(gpu, memory->size);
        kfd_memory_release(memory);
        return HSAKMT_STATUS_NO_MEMORY;
    }
    *address = (void *)(uintptr_t)memory->base;
    HSAKMT_STATUS status = keep(memory);
    /* Parts of the scratch are mapped and unmapped; all of it stays. */
    if (status == HSAKMT_STATUS_SUCCESS && memory->kind == KFD_SCRATCH && gpu)
        status = kfd_gpu_map(gpu, memory, true);
    return status;
}

static bool
is_in(uint32_t node, uint64_t count, const uint32_t *nodes)
{
    for (uint64_t i = 0; i < count; i++)
        if (nodes[i] == node)
            return true;
    return false;
}

/* Of all GPUs that have it, but those of the nodes; copies have ended that use it. */
static void
unmap_but(struct kfd_memory *memory, uint64_t kept_count, const uint32_t *kept)
{
    struct kfd_gpu *gpus[KFD_GPUS];
    unsigned count = 0, left = 0;
    pthread_mutex_lock(&the_kfd.lock);
    for (unsigned i = 0; i < memory->mapped_count; i++)
        if (is_in(memory->mapped[i], kept_count, kept))
            memory->mapped[left++] = memory->mapped[i];
        else
            gpus[count++] = kfd_gpu_of(memory->mapped[i]);
    memory->mapped_count = left;
    for (unsigned i = 0; i < count; i++)
        kfd_processor_settle(&gpus[i]->copies);
    pthread_mutex_unlock(&the_kfd.lock);
    for (unsigned i = 0; i < count; i++)
        kfd_gpu_map(gpus[i], memory, false);
}

static void
unmap(struct kfd_memory *memory)
{
    unmap_but(memory, 0, NULL);
}

static HSAKMT_STATUS
free_memory(void *address)
{
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_memory *memory = kfd_memory_find(address);
    bool is_known = memory && memory->kind != KFD_REGISTERED && memory->base == (uintptr_t)address;
    struct kfd_gpu *gpu = is_known ? kfd_gpu_of(memory->node) : NULL;
    if (is_known)
        take_out(memory);
    if (gpu && memory->kind == KFD_ALLOCATED)
        gpu->used -= memory->size;
    pthread_mutex_unlock(&the_kfd.lock);
    if (!is_known)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    if (gpu && memory->kind == KFD_SCRATCH)
        kfd_gpu_map(gpu, memory, false);
    unmap(memory);
    kfd_memory_release(memory);
    return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtFreeMemory(void *address, HSAuint64 size)
{
    (void)size;
    pthread_mutex_lock(&changing);
    HSAKMT_STATUS status = free_memory(address);
    pthread_mutex_unlock(&changing);
    return status;
}

/* ---- registered memory ---- */

/* Can all of its pages be read?  Nothing else finds out without a signal; Linux of before 5.14 cannot do it at once. */
static bool
is_there(const uint8_t *first, uint64_t size)
{
    enum { AT_ONCE = 256 };
    if (madvise((void *)(uintptr_t)first, size, MADV_POPULATE_READ) == 0)
        return true;
    if (errno != EINVAL)
        return false;
    uint8_t bytes[AT_ONCE];
    struct iovec there[AT_ONCE];
    for (uint64_t done = 0; done < size;) {
        size_t count = 0;
        for (; count < AT_ONCE && done < size; done += KFD_PAGE)
            there[count++] = (struct iovec){(void *)(uintptr_t)(first + done), 1};
        struct iovec here = {bytes, count};
        ssize_t got = process_vm_readv(getpid(), &here, 1, there, count, 0);
        if (got >= 0 ? (size_t)got != count : errno == EFAULT)
            return false;
    }
    return true;
}

static HSAKMT_STATUS
register_memory(void *address, HSAuint64 size, HsaMemFlags flags)
{
    if (!kfd_is_open())
        return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
    if (!address || !size || size > SIM_SHARED_END - (uintptr_t)address)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    uintptr_t first = (uintptr_t)address / KFD_PAGE * KFD_PAGE;
    uint64_t pages = kfd_round((uintptr_t)address + size - first, KFD_PAGE);
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_memory *memory = find_named(address, size);
    if (memory && memory->kind == KFD_REGISTERED)
        memory->registrations++;
    pthread_mutex_unlock(&the_kfd.lock);
    if (memory) /* an allocation is as if it were */
        return HSAKMT_STATUS_SUCCESS;
    if (!is_there((const uint8_t *)first, pages))
        return HSAKMT_STATUS_INVALID_PARAMETER;
    memory = kfd_pages_new(KFD_REGISTERED, 0, 0, pages, flags);
    if (!memory)
        return HSAKMT_STATUS_NO_MEMORY;
    memory->host = memory->bytes = (uint8_t *)first;
    memory->registered = address;
    memory->registered_size = size;
    memory->registrations = 1;
    return keep(memory);
}

HSAKMT_STATUS
hsaKmtRegisterMemoryWithFlags(void *address, HSAuint64 size, HsaMemFlags flags)
{
    pthread_mutex_lock(&changing);
    HSAKMT_STATUS status = register_memory(address, size, flags);
    pthread_mutex_unlock(&changing);
    return status;
}

HSAKMT_STATUS
hsaKmtRegisterMemory(void *address, HSAuint64 size)
{
    return hsaKmtRegisterMemoryWithFlags(address, size, (HsaMemFlags){.Value = 0});
}

HSAKMT_STATUS
hsaKmtRegisterMemoryToNodes(void *address, HSAuint64 size, HSAuint64 count, HSAuint32 *nodes)
{
    (void)count;
    (void)nodes;
    return hsaKmtRegisterMemory(address, size);
}

static HSAKMT_STATUS
deregister(void *address)
{
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_memory *memory = find_named(address, 0);
    bool is_allocated = memory && memory->kind != KFD_REGISTERED;
    bool goes = memory && !is_allocated && --memory->registrations == 0;
    if (goes)
        take_out(memory);
    pthread_mutex_unlock(&the_kfd.lock);
    if (!memory)
        return HSAKMT_STATUS_MEMORY_NOT_REGISTERED;
    if (goes) {
        unmap(memory);
        kfd_memory_release(memory);
    }
    return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtDeregisterMemory(void *address)
{
    pthread_mutex_lock(&changing);
    HSAKMT_STATUS status = deregister(address);
    pthread_mutex_unlock(&changing);
    return status;
}

/* ---- on GPUs ---- */

/* The lock is held, or `changing`. */
bool
kfd_memory_is_mapped(const struct kfd_memory *memory, uint32_t node)
{
    return memory->kind == KFD_SCRATCH ? memory->node == node
                                       : is_in(node, memory->mapped_count, memory->mapped);
}

struct kfd_memory *
kfd_memory_on(const struct kfd_gpu *gpu, uint64_t address)
{
    struct kfd_memory *memory = find_address(address);
    return memory && kfd_memory_is_mapped(memory, gpu->node) ? memory : NULL;
}

static HSAKMT_STATUS
map_on(struct kfd_memory *memory, uint32_t node)
{
    struct kfd_gpu *gpu = kfd_gpu_of(node);
    if (!gpu)
        return HSAKMT_STATUS_INVALID_NODE_UNIT;
    if (kfd_memory_is_mapped(memory, node))
        return HSAKMT_STATUS_SUCCESS;
    HSAKMT_STATUS status = kfd_gpu_map(gpu, memory, true);
    pthread_mutex_lock(&the_kfd.lock);
    if (status == HSAKMT_STATUS_SUCCESS)
        memory->mapped[memory->mapped_count++] = node;
    pthread_mutex_unlock(&the_kfd.lock);
    return status;
}

/* is_all: on no others.  Not of registered memory, each of whose registrations may be for others (fmm.c of
 * ROCT-Thunk-Interface, fmm_map_to_gpu_nodes). */
static HSAKMT_STATUS
map_on_nodes(void *address, uint64_t size, uint64_t *alternate, uint64_t count,
             const uint32_t *nodes, bool is_all)
{
    struct kfd_memory *memory = find_named_locked(address, size);
    if (alternate)
        *alternate = 0;
    if (!memory || (count && !nodes))
        return HSAKMT_STATUS_INVALID_PARAMETER;
    if (memory->kind == KFD_SCRATCH)
        return HSAKMT_STATUS_SUCCESS;
    if (is_all && memory->kind == KFD_ALLOCATED)
        unmap_but(memory, count, nodes);
    for (uint64_t i = 0; i < count; i++) {
        HSAKMT_STATUS status = map_on(memory, nodes[i]);
        if (status != HSAKMT_STATUS_SUCCESS)
            return status;
    }
    if (alternate && memory->kind == KFD_REGISTERED)
        *alternate = memory->base + (uintptr_t)address % KFD_PAGE;
    return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtMapMemoryToGPUNodes(void *address, HSAuint64 size, HSAuint64 *alternate, HsaMemMapFlags flags,
                          HSAuint64 count, HSAuint32 *nodes)
{
    (void)flags;
    pthread_mutex_lock(&changing);
    HSAKMT_STATUS status = map_on_nodes(address, size, alternate, count, nodes, true);
    pthread_mutex_unlock(&changing);
    return status;
}

HSAKMT_STATUS
kfd_mapped_on(void *address, uint32_t node)
{
    return hsaKmtMapMemoryToGPUNodes(address, 0, NULL, (HsaMemMapFlags){.Value = 0}, 1, &node);
}

HSAKMT_STATUS
hsaKmtMapMemoryToGPU(void *address, HSAuint64 size, HSAuint64 *alternate)
{
    uint32_t nodes[KFD_GPUS];
    for (unsigned i = 0; i < the_kfd.gpu_count; i++)
        nodes[i] = i + 1;
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_memory *memory = find_named(address, size);
    bool is_local = memory && memory->node;
    if (is_local)
        nodes[0] = memory->node;
    pthread_mutex_unlock(&the_kfd.lock);
    pthread_mutex_lock(&changing);
    HSAKMT_STATUS status =
        map_on_nodes(address, size, alternate, is_local ? 1 : the_kfd.gpu_count, nodes, false);
    pthread_mutex_unlock(&changing);
    return status;
}

static HSAKMT_STATUS
unmap_there(void *address)
{
    struct kfd_memory *memory = find_named_locked(address, 0);
    if (!memory)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    /* Registered more than once, it is mapped as often (fmm.c of ROCT-Thunk-Interface, mapping_count). */
    if (memory->kind != KFD_SCRATCH && memory->registrations <= 1)
        unmap(memory);
    return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtUnmapMemoryToGPU(void *address)
{
    pthread_mutex_lock(&changing);
    HSAKMT_STATUS status = unmap_there(address);
    pthread_mutex_unlock(&changing);
    return status;
}

/* ---- the end ---- */

void
kfd_memory_forget(void)
{
    pthread_mutex_init(&changing, NULL);
}

void
kfd_memory_end(void)
{
    pthread_mutex_lock(&the_kfd.lock);
    for (size_t i = 0; i < the_kfd.memory_count; i++) {
        atomic_store(&the_kfd.memory[i]->references, 1); /* those of the GPUs went with them */
        kfd_memory_release(the_kfd.memory[i]);
    }
    free(the_kfd.memory);
    the_kfd.memory = NULL;
    the_kfd.memory_count = the_kfd.memory_room = 0;
    the_kfd.mailboxes = NULL;
    pthread_mutex_unlock(&the_kfd.lock);
}
