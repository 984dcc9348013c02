/* Memory of GPUs and of the host, and the program's own. */
#include "runtime/hsa/gpu_private.h"

#include <stdlib.h>

void *
gpu_alloc(struct gpu *gpu, enum gpu_memory kind, size_t size)
{
    struct gpu_system *system = gpu->system;
    const struct hsa_api *api = &system->api;
    bool is_own = kind == GPU_MEMORY_OWN && gpu->has_pool;
    hsa_amd_memory_pool_t pool = is_own                       ? gpu->pool
                                 : kind == GPU_MEMORY_KERNARG ? system->kernarg_pool
                                                              : system->host_pool;
    void *memory = NULL;
    if (!gpu_is_ours(system, NULL) || !size ||
        api->hsa_amd_memory_pool_allocate(pool, size, 0, &memory) != HSA_STATUS_SUCCESS)
        return NULL;
    /* The host's is nobody else's until they are let. */
    if (memory && !is_own &&
        api->hsa_amd_agents_allow_access(system->agent_count, system->agents, NULL, memory) !=
            HSA_STATUS_SUCCESS) {
        api->hsa_amd_memory_pool_free(memory);
        return NULL;
    }
    return memory;
}

void
gpu_free(struct gpu_system *system, void *memory)
{
    if (memory && gpu_is_ours(system, NULL))
        system->api.hsa_amd_memory_pool_free(memory);
}

void *
gpu_lock(struct gpu_system *system, void *host, size_t size)
{
    void *there = NULL;
    if (!gpu_is_ours(system, NULL) || !host || !size ||
        system->api.hsa_amd_memory_lock(host, size, system->agents, (int)system->agent_count,
                                        &there) != HSA_STATUS_SUCCESS)
        return NULL;
    return there;
}

void
gpu_unlock(struct gpu_system *system, void *host)
{
    if (host && gpu_is_ours(system, NULL))
        system->api.hsa_amd_memory_unlock(host);
}

bool
gpu_is_own_memory(const struct gpu *gpu, const void *address)
{
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    return gpu->system->api.hsa_amd_pointer_info(address, &info, NULL, NULL, NULL) ==
               HSA_STATUS_SUCCESS &&
           info.type == HSA_EXT_POINTER_TYPE_HSA && info.agentOwner.handle == gpu->agent.handle;
}
