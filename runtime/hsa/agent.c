/* What GPUs there are: ROCr's agents, their memory and limits. */
#include "runtime/hsa/gpu_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory pools ---- */

struct pool_search {
    const struct hsa_api *api;
    hsa_amd_memory_pool_t coarse, fine, kernarg; /* handle 0: none */
};

static hsa_status_t
note_pool(hsa_amd_memory_pool_t pool, void *data)
{
    struct pool_search *search = data;
    hsa_amd_segment_t segment = HSA_AMD_SEGMENT_GROUP;
    uint32_t flags = 0;
    bool allocates = false;
    search->api->hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment);
    if (segment != HSA_AMD_SEGMENT_GLOBAL)
        return HSA_STATUS_SUCCESS;
    search->api->hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags);
    search->api->hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED,
                                              &allocates);
    hsa_amd_memory_pool_t *kind =
        flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT   ? &search->kernarg
        : flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED ? &search->fine
                                                               : &search->coarse;
    if (allocates && !kind->handle)
        *kind = pool;
    return HSA_STATUS_SUCCESS;
}

static struct pool_search
find_pools(const struct gpu_system *system, hsa_agent_t agent)
{
    struct pool_search search = {.api = &system->api};
    system->api.hsa_amd_agent_iterate_memory_pools(agent, note_pool, &search);
    if (!search.fine.handle) /* an old ROCr: one pool is both */
        search.fine = search.kernarg;
    if (!search.kernarg.handle)
        search.kernarg = search.fine;
    return search;
}

/* ---- the target ---- */

struct isa_search {
    const struct hsa_api *api;
    char name[NAME_ROOM];
};

static hsa_status_t
note_isa(hsa_isa_t isa, void *data)
{
    struct isa_search *search = data;
    uint32_t length = 0;
    if (search->api->hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME_LENGTH, &length) ==
            HSA_STATUS_SUCCESS &&
        length < NAME_ROOM)
        search->api->hsa_isa_get_info_alt(isa, HSA_ISA_INFO_NAME, search->name);
    return HSA_STATUS_INFO_BREAK; /* the first is the agent's own */
}

/* "amdgcn-amd-amdhsa--gfx900:xnack-": what -mcpu= takes of it. */
static void
put_processor(struct gpu_info *info, const char *features)
{
    const struct gcn_target *target = info->target;
    size_t used = (size_t)snprintf(info->processor, sizeof info->processor, "%s", target->name);
    while (*features == ':') {
        size_t length = 1 + strcspn(features + 1, ":");
        bool is_known = (strncmp(features, ":xnack", 6) == 0 && target->xnack_supported) ||
                        (strncmp(features, ":sramecc", 8) == 0 && target->sramecc_supported);
        if (is_known && used + length < sizeof info->processor)
            used += (size_t)snprintf(info->processor + used, sizeof info->processor - used, "%.*s",
                                     (int)length, features);
        features += length;
    }
}

/* false: *refused. */
static bool
find_target(struct gpu_system *system, struct gpu *gpu, char **refused)
{
    struct isa_search search = {.api = &system->api};
    char vendor[NAME_ROOM] = "";
    system->api.hsa_agent_get_info(gpu->agent, HSA_AGENT_INFO_VENDOR_NAME, vendor);
    system->api.hsa_agent_iterate_isas(gpu->agent, note_isa, &search);
    if (strncmp(vendor, "AMD", 3) != 0)
        return gpu_refuse(refused, "%s: a GPU of %s", search.name, vendor);
    const char *processor = strstr(search.name, "--");
    if (!processor)
        return gpu_refuse(refused, "%s: not the name of a GCN processor", search.name);
    processor += 2;
    size_t length = strcspn(processor, ":");
    gpu->info.target = gcn_find_target(processor, length);
    if (!gpu->info.target)
        return gpu_refuse(refused, "%s: occ has no target for it", processor);
    put_processor(&gpu->info, processor + length);
    return true;
}

/* ---- limits ---- */

static uint32_t
number(const struct gpu *gpu, unsigned what)
{
    uint32_t value = 0;
    gpu->system->api.hsa_agent_get_info(gpu->agent, (hsa_agent_info_t)what, &value);
    return value;
}

static void
find_name(struct gpu *gpu)
{
    struct gpu_info *info = &gpu->info;
    char text[NAME_ROOM] = "";
    gpu->system->api.hsa_agent_get_info(gpu->agent,
                                        (hsa_agent_info_t)HSA_AMD_AGENT_INFO_PRODUCT_NAME, text);
    snprintf(info->name, sizeof info->name, "%.63s", *text ? text : info->target->name);
    memset(text, 0, sizeof text);
    gpu->system->api.hsa_agent_get_info(gpu->agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_UUID,
                                        text);
    if (strcmp(text, "GPU-XX") != 0)
        snprintf(info->uuid, sizeof info->uuid, "%.23s", text);
}

/* 64-bit atomics of it reach the host's memory if every link on the way has them. */
static bool
has_atomics(const struct gpu *gpu)
{
    const struct gpu_system *system = gpu->system;
    enum { MAX_HOPS = 16 };
    uint32_t hops = 0;
    hsa_amd_memory_pool_link_info_t links[MAX_HOPS] = {{0}};
    if (system->api.hsa_amd_agent_memory_pool_get_info(gpu->agent, system->host_pool,
                                                       HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS,
                                                       &hops) != HSA_STATUS_SUCCESS ||
        hops > MAX_HOPS)
        return false;
    if (hops && system->api.hsa_amd_agent_memory_pool_get_info(
                    gpu->agent, system->host_pool, HSA_AMD_AGENT_MEMORY_POOL_INFO_LINK_INFO,
                    links) != HSA_STATUS_SUCCESS)
        return false;
    for (uint32_t i = 0; i < hops; i++)
        if (!links[i].atomic_support_64bit || !links[i].coherent_support)
            return false;
    return true;
}

/* ROCr's image library ends the program when it is first asked of any GPU, if one of them is of these, which it does
 * not know (5.2.3, DevIDToAddrLibFamily). */
static bool
has_image_library(const struct gpu_system *system)
{
    static const char *const unknown[] = {"gfx805", "gfx810", "gfx909"};
    for (unsigned n = 0; n < system->agent_count; n++) {
        char name[NAME_ROOM] = "";
        system->api.hsa_agent_get_info(system->agents[n], HSA_AGENT_INFO_NAME, name);
        for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
            if (strcmp(name, unknown[i]) == 0)
                return false;
    }
    return system->has_images;
}

static bool
has_images(const struct gpu *gpu)
{
    uint8_t extensions[128] = {0};
    gpu->system->api.hsa_agent_get_info(gpu->agent, HSA_AGENT_INFO_EXTENSIONS, extensions);
    return has_image_library(gpu->system) &&
           extensions[HSA_EXTENSION_IMAGES / 8] >> HSA_EXTENSION_IMAGES % 8 & 1;
}

static void
find_image_limits(struct gpu *gpu)
{
    struct gpu_info *info = &gpu->info;
    const struct hsa_api *api = &gpu->system->api;
    info->has_images = has_images(gpu);
    if (!info->has_images)
        return;
    info->width_1d = number(gpu, HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS);
    info->width_buffer = number(gpu, HSA_EXT_AGENT_INFO_IMAGE_1DB_MAX_ELEMENTS);
    info->layers = number(gpu, HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS);
    api->hsa_agent_get_info(gpu->agent, (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_2D_MAX_ELEMENTS,
                            info->size_2d);
    api->hsa_agent_get_info(gpu->agent, (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS,
                            info->size_3d);
}

static void
find_limits(struct gpu *gpu)
{
    struct gpu_info *info = &gpu->info;
    const struct hsa_api *api = &gpu->system->api;
    uint32_t caches[4] = {0};
    hsa_profile_t profile = HSA_PROFILE_BASE;
    api->hsa_agent_get_info(gpu->agent, HSA_AGENT_INFO_CACHE_SIZE, caches);
    api->hsa_agent_get_info(gpu->agent, HSA_AGENT_INFO_PROFILE, &profile);
    for (unsigned i = 0; i < 4; i++)
        if (caches[i] > info->cache)
            info->cache = caches[i];
    info->is_full_profile = profile == HSA_PROFILE_FULL;
    info->compute_units = number(gpu, HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT);
    info->simds = number(gpu, HSA_AMD_AGENT_INFO_NUM_SIMDS_PER_CU);
    info->clock = number(gpu, HSA_AMD_AGENT_INFO_MAX_CLOCK_FREQUENCY);
    info->queues = number(gpu, HSA_AGENT_INFO_QUEUES_MAX);
    info->cache_line = number(gpu, HSA_AMD_AGENT_INFO_CACHELINE_SIZE);
    info->chip = number(gpu, HSA_AMD_AGENT_INFO_CHIP_ID);
    info->domain = number(gpu, HSA_AMD_AGENT_INFO_DOMAIN);
    info->bdf = number(gpu, HSA_AMD_AGENT_INFO_BDFID);
    gpu->queue_size = number(gpu, HSA_AGENT_INFO_QUEUE_MAX_SIZE);
    gpu->node = number(gpu, HSA_AMD_AGENT_INFO_DRIVER_NODE_ID);
    hsa_amd_memory_pool_t pool = gpu->has_pool ? gpu->pool : gpu->system->host_pool;
    api->hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SIZE, &info->memory);
    if (api->hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE,
                                          &info->allocation) != HSA_STATUS_SUCCESS)
        info->allocation = info->memory;
    info->has_coherent_atomics = has_atomics(gpu);
}

/* ---- all agents ---- */

static void
take_gpu(struct gpu_system *system, hsa_agent_t agent)
{
    struct gpu *gpu = calloc(1, sizeof *gpu);
    char *refused = NULL;
    if (!gpu)
        return;
    *gpu = (struct gpu){.system = system, .agent = agent};
    if (!find_target(system, gpu, &refused)) {
        if (refused)
            system->refused[system->refused_count++] = refused;
        free(gpu);
        return;
    }
    pthread_mutex_init(&gpu->lock, NULL);
    gpu->last_copy = &gpu->copies;
    system->gpus[system->gpu_count++] = gpu;
}

static hsa_status_t
note_agent(hsa_agent_t agent, void *data)
{
    struct gpu_system *system = data;
    hsa_device_type_t type = HSA_DEVICE_TYPE_DSP;
    system->api.hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
    if (type == HSA_DEVICE_TYPE_CPU && !system->host.handle) {
        struct pool_search pools = find_pools(system, agent);
        system->host = agent;
        system->host_pool = pools.fine;
        system->kernarg_pool = pools.kernarg;
    }
    if (type == HSA_DEVICE_TYPE_GPU && system->agent_count < MAX_AGENTS) {
        system->agents[system->agent_count++] = agent;
        take_gpu(system, agent);
    }
    return HSA_STATUS_SUCCESS;
}

bool
gpu_agents_find(struct gpu_system *system, char **why)
{
    hsa_status_t status = system->api.hsa_iterate_agents(note_agent, system);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "ROCr does not tell its agents");
    if (!system->agent_count)
        return gpu_refuse(why, "ROCr found no GPU");
    if (!system->host_pool.handle)
        return gpu_refuse(why, "ROCr has no fine-grained memory of the host");
    for (unsigned i = 0; i < system->gpu_count; i++) {
        struct gpu *gpu = system->gpus[i];
        gpu->pool = find_pools(system, gpu->agent).coarse;
        gpu->has_pool = gpu->pool.handle != 0;
        find_name(gpu);
        find_limits(gpu);
        find_image_limits(gpu);
    }
    return true;
}

void
gpu_agents_free(struct gpu_system *system)
{
    for (unsigned i = 0; i < system->gpu_count; i++) {
        struct gpu *gpu = system->gpus[i];
        while (gpu->copies) {
            gpu_fence_wait(gpu->copies->fence, UINT64_MAX);
            gpu_commands_retire(&gpu->copies, &gpu->last_copy);
        }
        gpu_free(system, gpu->empty);
        pthread_mutex_destroy(&gpu->lock);
        free(gpu);
    }
    for (unsigned i = 0; i < system->refused_count; i++)
        free(system->refused[i]);
}

/* ---- questions ---- */

unsigned
gpu_count(const struct gpu_system *system)
{
    return system->gpu_count;
}

struct gpu *
gpu_at(const struct gpu_system *system, unsigned index)
{
    return index < system->gpu_count ? system->gpus[index] : NULL;
}

const char *
gpu_refused_at(const struct gpu_system *system, unsigned index)
{
    return index < system->refused_count ? system->refused[index] : NULL;
}

const struct gpu_info *
gpu_describe(const struct gpu *gpu)
{
    return &gpu->info;
}
