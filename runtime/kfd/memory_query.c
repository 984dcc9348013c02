/* What is asked of memory: by the runtime, and by recordings (record.c). */
#include "runtime/kfd/kfd.h"

#include <stdlib.h>
#include <string.h>

HSAKMT_STATUS
hsaKmtQueryPointerInfo(const void *pointer, HsaPointerInfo *info)
{
    if (!pointer || !info)
        return HSAKMT_STATUS_INVALID_PARAMETER;
    memset(info, 0, sizeof *info);
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_memory *memory = kfd_memory_find(pointer);
    if (memory && memory->kind != KFD_SCRATCH) {
        info->Type =
            memory->kind == KFD_REGISTERED ? HSA_POINTER_REGISTERED_USER : HSA_POINTER_ALLOCATED;
        info->Node = memory->node;
        info->MemFlags = memory->flags;
        bool is_registered = memory->kind == KFD_REGISTERED;
        info->CPUAddress = is_registered ? memory->registered : memory->host;
        info->GPUAddress = memory->base + (uintptr_t)info->CPUAddress % KFD_PAGE;
        info->SizeInBytes = is_registered ? memory->registered_size : memory->size;
        info->NMappedNodes = memory->mapped_count;
        info->MappedNodes = memory->mapped;
        info->UserData = memory->user_data;
    }
    pthread_mutex_unlock(&the_kfd.lock);
    return info->Type == HSA_POINTER_UNKNOWN ? HSAKMT_STATUS_ERROR : HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtSetMemoryUserData(const void *pointer, void *data)
{
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_memory *memory = kfd_memory_find(pointer);
    if (memory)
        memory->user_data = data;
    pthread_mutex_unlock(&the_kfd.lock);
    return memory ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_ERROR;
}

HSAKMT_STATUS
hsaKmtSetMemoryPolicy(HSAuint32 node, HSAuint32 policy, HSAuint32 alternate, void *address,
                      HSAuint64 size)
{
    (void)policy;
    (void)alternate;
    (void)address;
    (void)size;
    return kfd_gpu_of(node) ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_INVALID_NODE_UNIT;
}

static bool
has_one_of(const struct kfd_memory *memory, const uint64_t *addresses, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (addresses[i] - memory->base < memory->size)
            return true;
    return false;
}

/* Of the host's memory only what arguments point into: the rest is the runtime's, and changes. */
static bool
is_listed(const struct kfd_memory *memory, uint32_t node, bool is_named)
{
    return memory->kind != KFD_SCRATCH && !memory->flags.ui32.ExecuteAccess &&
           kfd_memory_is_mapped(memory, node) && (is_named || memory->node == node);
}

struct kfd_memory **
kfd_memory_list(uint32_t node, const uint64_t *addresses, unsigned count, unsigned *listed,
                unsigned *named)
{
    *listed = *named = 0;
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_memory **list = malloc((the_kfd.memory_count + 1) * sizeof *list);
    for (unsigned pass = 0; list && pass < 2; pass++) {
        for (size_t i = 0; i < the_kfd.memory_count; i++) {
            struct kfd_memory *memory = the_kfd.memory[i];
            bool is_named = has_one_of(memory, addresses, count);
            if (is_named != (pass == 0) || !is_listed(memory, node, is_named))
                continue;
            atomic_fetch_add(&memory->references, 1);
            list[(*listed)++] = memory;
        }
        *named = pass ? *named : *listed;
    }
    pthread_mutex_unlock(&the_kfd.lock);
    return list;
}
