/* The pages of allocations.
 *
 * Each has a page of addresses on either side that nothing gets, so that what runs over its end is found.  What the
 * program should not touch (HostAccess of the flags) has its bytes elsewhere if all is checked. */
#include "runtime/kfd/kfd.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const uint64_t MAX_ALIGNMENT = UINT64_C(1) << 21;

/* Where memory may lie that the system would put below what can be shared. */
static atomic_ullong next_hint = 2 * SIM_SHARED_FIRST;

uint64_t
kfd_round(uint64_t size, uint64_t unit)
{
    return (size + unit - 1) / unit * unit;
}

void
kfd_memory_release(struct kfd_memory *memory)
{
    if (!memory || atomic_fetch_sub(&memory->references, 1) != 1)
        return;
    if (memory->kind != KFD_REGISTERED && memory->bytes && memory->bytes != memory->host)
        munmap(memory->bytes, memory->size);
    if (memory->reserved)
        munmap(memory->reserved, memory->reserved_size);
    if (memory->undefined)
        munmap(memory->undefined, memory->size);
    free(memory);
}

/* Aligned to the largest power of two that is not above the size, up to 2 MiB; fixed: at base. */
static bool
reserve(struct kfd_memory *memory, bool is_fixed)
{
    uint64_t align = KFD_PAGE;
    while (align < MAX_ALIGNMENT && 2 * align <= memory->size)
        align *= 2;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *wanted = NULL;
    memory->reserved_size = memory->size + 2 * KFD_PAGE + (is_fixed ? 0 : align);
    if (is_fixed) {
        flags |= MAP_FIXED_NOREPLACE;
        wanted = (void *)(uintptr_t)(memory->base - KFD_PAGE);
    }
    void *got = mmap(wanted, memory->reserved_size, PROT_NONE, flags, -1, 0);
    if (got != MAP_FAILED && (uintptr_t)got < SIM_SHARED_FIRST) { /* as under valgrind */
        munmap(got, memory->reserved_size);
        uint64_t hint =
            atomic_fetch_add(&next_hint, kfd_round(memory->reserved_size, MAX_ALIGNMENT));
        got = mmap((void *)(uintptr_t)hint, memory->reserved_size, PROT_NONE, flags, -1, 0);
    }
    if (got == MAP_FAILED)
        return false;
    memory->reserved = got;
    if (!is_fixed)
        memory->base = kfd_round((uintptr_t)got + KFD_PAGE, align);
    return memory->base >= SIM_SHARED_FIRST && memory->base + memory->size <= SIM_SHARED_END;
}

static bool
map_file(int file, uint64_t at, uint64_t size, int protection)
{
    return mmap((void *)(uintptr_t)at, size, protection, MAP_SHARED | MAP_FIXED, file, 0) !=
           MAP_FAILED;
}

/* The same pages twice, one after the other: rings of GFX7 and GFX8. */
static bool
commit_doubled(struct kfd_memory *memory)
{
    uint64_t half = memory->size / 2;
    int file = memfd_create("occ ring", MFD_CLOEXEC);
    bool is_good = file >= 0 && ftruncate(file, (off_t)half) == 0 &&
                   map_file(file, memory->base, half, PROT_READ | PROT_WRITE) &&
                   map_file(file, memory->base + half, half, PROT_READ | PROT_WRITE);
    if (file >= 0)
        close(file);
    return is_good;
}

static bool
commit(struct kfd_memory *memory)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *at = (void *)(uintptr_t)memory->base;
    if (memory->flags.ui32.AQLQueueMemory && memory->size % (2 * KFD_PAGE) == 0)
        return commit_doubled(memory);
    if (memory->flags.ui32.HostAccess || the_kfd.settings.check != SETTINGS_ALL)
        return mmap(at, memory->size, PROT_READ | PROT_WRITE, flags | MAP_FIXED, -1, 0) == at;
    void *elsewhere = mmap(NULL, memory->size, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (elsewhere == MAP_FAILED)
        return false;
    memory->bytes = elsewhere;
    return true;
}

/* Of memory of GPUs nothing is written until a kernel does, or the runtime by one. */
static bool
watch(struct kfd_memory *memory)
{
    bool is_watched = the_kfd.settings.check == SETTINGS_ALL && memory->kind != KFD_REGISTERED &&
                      (memory->kind == KFD_SCRATCH || !memory->flags.ui32.HostAccess) &&
                      !memory->flags.ui32.ExecuteAccess;
    if (!is_watched)
        return true;
    void *bits = mmap(NULL, memory->size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bits == MAP_FAILED)
        return false;
    memory->undefined = bits;
    if (memory->kind != KFD_SCRATCH)
        memset(bits, 0xFF, memory->size);
    return true;
}

struct kfd_memory *
kfd_pages_new(enum kfd_kind kind, uint32_t node, uint64_t base, uint64_t size, HsaMemFlags flags)
{
    struct kfd_memory *memory = calloc(1, sizeof *memory);
    if (!memory)
        return NULL;
    memory->kind = kind;
    memory->node = node;
    memory->base = base;
    memory->size = kfd_round(size, KFD_PAGE);
    memory->flags = flags;
    memory->references = 1;
    if (reserve(memory, base != 0))
        return memory;
    kfd_memory_release(memory);
    return NULL;
}

bool
kfd_pages_commit(struct kfd_memory *memory)
{
    return commit(memory) && watch(memory);
}
