/* hsa_init and hsa_shut_down, and what there is between them: agents, pools, regions. */
#include "test/hsa-check/check.h"

#include <inttypes.h>
#include <string.h>

static struct {
    unsigned opened; /* hsa_init counts */
    bool is_over;    /* the process ends: what other threads still do is not looked at */
    unsigned agents;
    hsa_amd_system_event_callback_t event;
    void *event_data;
} machine;

/* ---- what there is ---- */

static void
get(hsa_agent_t agent, uint32_t attribute, void *value)
{
    real.hsa_agent_get_info(agent, (hsa_agent_info_t)attribute, value);
}

static hsa_status_t
add_agent(hsa_agent_t handle, void *data)
{
    (void)data;
    hsa_device_type_t type;
    if (machine.agents == MAX_AGENTS)
        return HSA_STATUS_SUCCESS;
    struct agent *agent = &object_new(KIND_AGENT, handle.handle)->agent;
    agent->index = machine.agents++;
    get(handle, HSA_AGENT_INFO_DEVICE, &type);
    get(handle, HSA_AGENT_INFO_PROFILE, &agent->profile);
    agent->is_gpu = type == HSA_DEVICE_TYPE_GPU;
    if (!agent->is_gpu)
        return HSA_STATUS_SUCCESS;
    get(handle, HSA_AGENT_INFO_QUEUE_MAX_SIZE, &agent->max_queue);
    get(handle, HSA_AGENT_INFO_QUEUES_MAX, &agent->max_queues);
    get(handle, HSA_AGENT_INFO_WORKGROUP_MAX_SIZE, &agent->max_group);
    get(handle, HSA_AGENT_INFO_WORKGROUP_MAX_DIM, agent->max_group_dim);
    get(handle, HSA_AGENT_INFO_GRID_MAX_SIZE, &agent->max_grid);
    return HSA_STATUS_SUCCESS;
}

struct found {
    struct object *agent;
    hsa_amd_memory_pool_t pool;
    struct pool *there;
};

/* What an agent may do with a pool's memory by itself. */
static void
find_access(struct object *agent, void *data)
{
    struct found *found = data;
    hsa_amd_memory_pool_access_t access;
    real.hsa_amd_agent_memory_pool_get_info((hsa_agent_t){agent->handle}, found->pool,
                                            HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS, &access);
    uint32_t bit = UINT32_C(1) << agent->agent.index;
    if (access == HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT)
        found->there->allowed |= bit;
    if (access == HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED)
        found->there->never |= bit;
}

static hsa_status_t
add_pool(hsa_amd_memory_pool_t handle, void *data)
{
    struct found *found = data;
    hsa_amd_segment_t segment;
    uint32_t flags;
    size_t lds = 0;
    struct pool *pool = found->there = &object_new(KIND_POOL, handle.handle)->pool;
    found->pool = handle;
    real.hsa_amd_memory_pool_get_info(handle, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment);
    if (segment == HSA_AMD_SEGMENT_GROUP && found->agent->agent.is_gpu)
        real.hsa_amd_memory_pool_get_info(handle, HSA_AMD_MEMORY_POOL_INFO_SIZE, &lds);
    found->agent->agent.max_lds =
        lds > found->agent->agent.max_lds ? (uint32_t)lds : found->agent->agent.max_lds;
    if (segment != HSA_AMD_SEGMENT_GLOBAL)
        return HSA_STATUS_SUCCESS; /* none of it may be allocated */
    real.hsa_amd_memory_pool_get_info(handle, HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags);
    real.hsa_amd_memory_pool_get_info(handle, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED,
                                      &pool->may_allocate);
    pool->is_kernarg = flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT;
    pool->is_host = !found->agent->agent.is_gpu;
    object_each(KIND_AGENT, find_access, found);
    return HSA_STATUS_SUCCESS;
}

static hsa_status_t
add_region(hsa_region_t handle, void *data)
{
    struct found *found = data;
    hsa_region_segment_t segment;
    hsa_region_global_flag_t flags;
    struct pool *region = &object_new(KIND_REGION, handle.handle)->pool;
    real.hsa_region_get_info(handle, HSA_REGION_INFO_SEGMENT, &segment);
    if (segment != HSA_REGION_SEGMENT_GLOBAL)
        return HSA_STATUS_SUCCESS;
    real.hsa_region_get_info(handle, HSA_REGION_INFO_GLOBAL_FLAGS, &flags);
    real.hsa_region_get_info(handle, HSA_REGION_INFO_RUNTIME_ALLOC_ALLOWED, &region->may_allocate);
    region->is_kernarg = flags & HSA_REGION_GLOBAL_FLAG_KERNARG;
    region->is_host = !found->agent->agent.is_gpu;
    region->allowed = region->is_host ? UINT32_MAX : UINT32_C(1) << found->agent->agent.index;
    return HSA_STATUS_SUCCESS;
}

static void
add_memory(struct object *agent, void *data)
{
    (void)data;
    struct found found = {.agent = agent};
    real.hsa_amd_agent_iterate_memory_pools((hsa_agent_t){agent->handle}, add_pool, &found);
    real.hsa_agent_iterate_regions((hsa_agent_t){agent->handle}, add_region, &found);
}

uint32_t
machine_mask(struct call *call, const hsa_agent_t *agents, uint64_t count)
{
    uint32_t mask = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct object *agent = object_wanted(call, "a listed ", KIND_AGENT, agents[i].handle);
        if (agent)
            mask |= UINT32_C(1) << agent->agent.index;
    }
    return mask;
}

static void
add_host(struct object *agent, void *data)
{
    if (!agent->agent.is_gpu)
        *(uint32_t *)data |= UINT32_C(1) << agent->agent.index;
}

uint32_t
machine_hosts(void)
{
    uint32_t mask = 0;
    object_each(KIND_AGENT, add_host, &mask);
    return mask;
}

/* ---- init and shut-down ---- */

bool
machine_is_open(struct call *call)
{
    if (machine.opened || machine.is_over)
        return !machine.is_over;
    if (call->function->before == init || call->function->before == needs_no_init)
        return false;
    misuse(call, "called before hsa_init or after the last hsa_shut_down");
    return false;
}

void
init(struct call *call)
{
    (void)call;
}

/* hsa_system_get_info says by an error that there was none, which a program may want to know. */
void
needs_no_init(struct call *call)
{
    (void)call;
}

void
init_after(struct call *call)
{
    if (!call->is_ok || machine.opened++)
        return;
    machine.agents = 0;
    real.hsa_iterate_agents(add_agent, NULL);
    object_each(KIND_AGENT, add_memory, NULL);
}

bool
machine_is_over(void)
{
    return machine.is_over;
}

void
shut_down(struct call *call)
{
    if (--machine.opened)
        return;
    work_sweep(call, NULL);
    work_forget();
    memory_forget(call);
    objects_forget(call);
    machine.event = NULL;
}

static void
count_object(struct object *object, void *data)
{
    (void)object;
    ++*(unsigned *)data;
}

void
machine_end(void)
{
    unsigned queues = 0, signals = 0, executables = 0, images = 0;
    object_each(KIND_QUEUE, count_object, &queues);
    object_each(KIND_SIGNAL, count_object, &signals);
    object_each(KIND_EXECUTABLE, count_object, &executables);
    object_each(KIND_IMAGE, count_object, &images);
    if (machine.opened)
        report_note(
            "no hsa_shut_down: %u queues, %u signals with theirs, %u executables, %u images, "
            "%zu allocations and locks are left",
            queues, signals, executables, images, memory_count());
    machine.is_over = true;
}

/* ---- faults ---- */

static void
note_fault(struct object *agent, void *data)
{
    if (!(*(const uint32_t *)data >> agent->agent.index & 1))
        return;
    agent->agent.is_faulted = true;
    work_drop_agent(agent);
}

void
machine_fault(uint32_t agents)
{
    uint32_t gpus = agents & ~machine_hosts();
    object_each(KIND_AGENT, note_fault, &gpus);
}

static void
add_faulted(struct object *agent, void *data)
{
    if (agent->agent.is_faulted)
        *(uint32_t *)data |= UINT32_C(1) << agent->agent.index;
}

uint32_t
machine_faulted(void)
{
    uint32_t mask = 0;
    object_each(KIND_AGENT, add_faulted, &mask);
    return mask;
}

static hsa_status_t
event(const hsa_amd_event_t *what, void *data)
{
    (void)data;
    check_lock();
    const struct object *agent = object_live(KIND_AGENT, what->memory_fault.agent.handle);
    if (what->event_type == HSA_AMD_GPU_MEMORY_FAULT_EVENT && agent)
        machine_fault(UINT32_C(1) << agent->agent.index);
    hsa_amd_system_event_callback_t callback = machine.event;
    void *argument = machine.event_data;
    check_unlock();
    return callback ? callback(what, argument) : HSA_STATUS_ERROR;
}

/* Its callback is ours, which calls the program's. */
void
system_event_handler(struct call *call)
{
    hsa_amd_system_event_callback_t ours = event;
    memcpy(&machine.event, &call->word[0], sizeof machine.event);
    machine.event_data = call_pointer(call, 1);
    memcpy(&call->word[0], &ours, sizeof ours);
}
