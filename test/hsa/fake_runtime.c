/* A libhsa-runtime64.so.1 that has GPUs which occ cannot use; without fake_rest.c, one that is too old. */
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include <string.h>

#pragma GCC visibility push(default)
#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* HSA declares hsa_init() without one */

/* Agents: a CPU, then these. */
static const struct {
    const char *isa, *vendor;
} gpus[] = {
    {"amdgcn-amd-amdhsa--gfx1030", "AMD"},
    {"amdgcn-amd-amdhsa--gfx900:xnack-", "Acme"},
    {"spirv64", "AMD"},
};

hsa_status_t
hsa_init()
{
    return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_shut_down()
{
    return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_status_string(hsa_status_t status, const char **text)
{
    (void)status;
    *text = "fake";
    return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_iterate_agents(hsa_status_t (*take)(hsa_agent_t agent, void *data), void *data)
{
    hsa_status_t status = HSA_STATUS_SUCCESS;
    for (uint64_t i = 0; i <= sizeof gpus / sizeof *gpus && status == HSA_STATUS_SUCCESS; i++)
        status = take((hsa_agent_t){i + 1}, data);
    return status;
}

hsa_status_t
hsa_agent_get_info(hsa_agent_t agent, hsa_agent_info_t what, void *value)
{
    if (what == HSA_AGENT_INFO_DEVICE)
        *(hsa_device_type_t *)value = agent.handle == 1 ? HSA_DEVICE_TYPE_CPU : HSA_DEVICE_TYPE_GPU;
    else if (what == HSA_AGENT_INFO_VENDOR_NAME && agent.handle > 1)
        strcpy(value, gpus[agent.handle - 2].vendor);
    else
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_agent_iterate_isas(hsa_agent_t agent, hsa_status_t (*take)(hsa_isa_t isa, void *data),
                       void *data)
{
    return take((hsa_isa_t){agent.handle}, data);
}

hsa_status_t
hsa_isa_get_info_alt(hsa_isa_t isa, hsa_isa_info_t what, void *value)
{
    const char *name = gpus[isa.handle - 2].isa;
    if (what == HSA_ISA_INFO_NAME_LENGTH)
        *(uint32_t *)value = (uint32_t)strlen(name);
    else
        memcpy(value, name, strlen(name));
    return HSA_STATUS_SUCCESS;
}

hsa_status_t
hsa_amd_agent_iterate_memory_pools(hsa_agent_t agent,
                                   hsa_status_t (*take)(hsa_amd_memory_pool_t pool, void *data),
                                   void *data)
{
    return take((hsa_amd_memory_pool_t){agent.handle}, data);
}

hsa_status_t
hsa_amd_memory_pool_get_info(hsa_amd_memory_pool_t pool, hsa_amd_memory_pool_info_t what,
                             void *value)
{
    (void)pool;
    if (what == HSA_AMD_MEMORY_POOL_INFO_SEGMENT)
        *(hsa_amd_segment_t *)value = HSA_AMD_SEGMENT_GLOBAL;
    else if (what == HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS)
        *(uint32_t *)value = HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED;
    else if (what == HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED)
        *(bool *)value = true;
    else
        return HSA_STATUS_ERROR_INVALID_ARGUMENT;
    return HSA_STATUS_SUCCESS;
}
