/* Arguments: pointers, sizes, handles, values of enumerations, by one function of each kind. */
#include "test/hsa-check/test_misuse.h"

#include <stdlib.h>

/* A function that makes one call, which must fail. */
#define CALL(name, call)                                                                           \
    static void name(void)                                                                         \
    {                                                                                              \
        assert_int_not_equal(call, HSA_STATUS_SUCCESS);                                            \
    }

static const hsa_agent_t no_agent = {0x1230};
static const hsa_amd_memory_pool_t no_pool = {0x1230};
static const hsa_region_t no_region = {0x1230};
static const hsa_queue_t no_queue;
static const hsa_executable_t no_executable = {0x1230};
static const hsa_code_object_reader_t no_reader = {0x1230};
static const hsa_executable_symbol_t no_symbol = {0x1230};
static const hsa_ext_image_t no_image = {0x1230};
static const hsa_ext_sampler_t no_sampler = {0x1230};
static uint64_t room[64];
#define ROOM (void *)room

CALL(null_value, hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, NULL))
CALL(null_callback, hsa_iterate_agents(NULL, NULL))
CALL(zero_size, hsa_amd_memory_pool_allocate(bench.machine.fine, 0, 0, ROOM))
CALL(reserved_flags, hsa_amd_memory_pool_allocate(bench.machine.fine, 64, 1, ROOM))
CALL(reserved_pointer,
     hsa_amd_agents_allow_access(1, &bench.gpu->agent, (const uint32_t *)room, bench.words))
CALL(agent, hsa_agent_get_info(no_agent, HSA_AGENT_INFO_NAME, room))
CALL(agent_zero, hsa_agent_get_info((hsa_agent_t){0}, HSA_AGENT_INFO_NAME, room))
CALL(pool, hsa_amd_memory_pool_get_info(no_pool, HSA_AMD_MEMORY_POOL_INFO_SIZE, room))
CALL(region, hsa_region_get_info(no_region, HSA_REGION_INFO_SIZE, room))
CALL(signal_never, hsa_signal_destroy(bench.never))
CALL(signal_zero, hsa_signal_destroy((hsa_signal_t){0}))
CALL(queue, hsa_queue_destroy((hsa_queue_t *)&no_queue))
CALL(reader, hsa_code_object_reader_destroy(no_reader))
CALL(executable, hsa_executable_freeze(no_executable, NULL))
CALL(symbol, hsa_executable_symbol_get_info(no_symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, room))
CALL(image, hsa_ext_image_destroy(bench.gpu->agent, no_image))
CALL(sampler, hsa_ext_sampler_destroy(bench.gpu->agent, no_sampler))
CALL(profile, hsa_executable_create_alt((hsa_profile_t)2, 0, NULL, ROOM))
CALL(rounding,
     hsa_executable_create_alt(HSA_PROFILE_BASE, (hsa_default_float_rounding_mode_t)3, NULL, ROOM))
CALL(permission, hsa_memory_assign_agent(bench.words, bench.gpu->agent, 0))
CALL(geometry,
     hsa_ext_image_get_capability(bench.gpu->agent, (hsa_ext_image_geometry_t)8, ROOM, ROOM))
CALL(layout, hsa_ext_image_get_capability_with_layout(bench.gpu->agent, 0, ROOM,
                                                      (hsa_ext_image_data_layout_t)7, ROOM))
CALL(consumers, hsa_signal_create(1, 2, NULL, ROOM))
CALL(no_consumer, hsa_signal_create(1, 1, &no_agent, ROOM))
CALL(attributes, hsa_amd_signal_create(1, 0, NULL, 8, ROOM))
CALL(queue_size, hsa_queue_create(bench.gpu->agent, 96, 0, NULL, NULL, 0, 0, ROOM))
CALL(queue_zero, hsa_queue_create(bench.gpu->agent, 0, 0, NULL, NULL, 0, 0, ROOM))
CALL(queue_large, hsa_queue_create(bench.gpu->agent, 1u << 30, 0, NULL, NULL, 0, 0, ROOM))
CALL(queue_type, hsa_queue_create(bench.gpu->agent, 64, 3, NULL, NULL, 0, 0, ROOM))
CALL(queue_of_host, hsa_queue_create(bench.machine.host, 64, 0, NULL, NULL, 0, 0, ROOM))

static void
signal_twice(void)
{
    hsa_signal_t signal = signal_make(1);
    assert_ok(hsa_signal_destroy(signal));
    assert_int_not_equal(hsa_signal_destroy(signal), HSA_STATUS_SUCCESS);
}

/* One more than the agent has. */
static void
queues_many(void)
{
    enum { MAX = 1024 };
    hsa_queue_t *queues[MAX], *more;
    uint32_t most;
    assert_ok(hsa_agent_get_info(bench.gpu->agent, HSA_AGENT_INFO_QUEUES_MAX, &most));
    assert_in_range(most, 1, MAX);
    for (uint32_t i = 0; i < most; i++)
        queues[i] = queue_make(bench.gpu, 64, NULL, NULL);
    if (hsa_queue_create(bench.gpu->agent, 64, 0, NULL, NULL, UINT32_MAX, UINT32_MAX, &more) ==
        HSA_STATUS_SUCCESS)
        assert_ok(hsa_queue_destroy(more));
    for (uint32_t i = 0; i < most; i++)
        assert_ok(hsa_queue_destroy(queues[i]));
}

static void
consumer_twice(void)
{
    const hsa_agent_t both[2] = {bench.gpu->agent, bench.gpu->agent};
    assert_int_not_equal(hsa_signal_create(1, 2, both, ROOM), HSA_STATUS_SUCCESS);
}

/* What a live signal or queue is given. */
static void
wait_state(void)
{
    hsa_signal_t signal = signal_make(0);
    hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, 0, 0, (hsa_wait_state_t)2);
    assert_ok(hsa_signal_destroy(signal));
}

static void
wait_any(hsa_signal_t second, unsigned condition)
{
    hsa_signal_t signals[2] = {signal_make(0), second};
    hsa_signal_condition_t conditions[2] = {HSA_SIGNAL_CONDITION_EQ,
                                            (hsa_signal_condition_t)condition};
    hsa_signal_value_t values[2] = {0, 0}, value;
    hsa_amd_signal_wait_any(2, signals, conditions, values, 0, HSA_WAIT_STATE_ACTIVE, &value);
    assert_ok(hsa_signal_destroy(signals[0]));
}

static void
wait_any_never(void)
{
    wait_any(bench.never, HSA_SIGNAL_CONDITION_EQ);
}

static void
wait_any_condition(void)
{
    hsa_signal_t signal = signal_make(0);
    wait_any(signal, 9);
    assert_ok(hsa_signal_destroy(signal));
}

static void
condition(void)
{
    hsa_signal_t signal = signal_make(0);
    hsa_signal_wait_scacquire(signal, (hsa_signal_condition_t)4, 0, 0, HSA_WAIT_STATE_ACTIVE);
    assert_ok(hsa_signal_destroy(signal));
}

#define ON_QUEUE(name, call)                                                                       \
    static void name(void)                                                                         \
    {                                                                                              \
        hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);                                \
        call;                                                                                      \
        assert_ok(hsa_queue_destroy(queue));                                                       \
    }

ON_QUEUE(priority, hsa_amd_queue_set_priority(queue, (hsa_amd_queue_priority_t)3))
ON_QUEUE(mask_size, hsa_amd_queue_cu_set_mask(queue, 31, (const uint32_t *)room))
ON_QUEUE(mask_null, hsa_amd_queue_cu_set_mask(queue, 32, NULL))
ON_QUEUE(read_index, hsa_queue_store_read_index_relaxed(queue, 1))
ON_QUEUE(write_index, {
    hsa_queue_add_write_index_relaxed(queue, 2);
    hsa_queue_store_write_index_relaxed(queue, 1);
})
ON_QUEUE(doorbell_destroy, hsa_signal_destroy(queue->doorbell_signal))
ON_QUEUE(doorbell_wait, hsa_signal_wait_relaxed(queue->doorbell_signal, HSA_SIGNAL_CONDITION_EQ, 5,
                                                1, HSA_WAIT_STATE_ACTIVE))
ON_QUEUE(doorbell_load, hsa_signal_load_relaxed(queue->doorbell_signal))
ON_QUEUE(doorbell_add, hsa_signal_add_relaxed(queue->doorbell_signal, 1))
ON_QUEUE(doorbell_exchange, hsa_signal_exchange_relaxed(queue->doorbell_signal, 1))
ON_QUEUE(doorbell_cas, hsa_signal_cas_relaxed(queue->doorbell_signal, 0, 1))

static bool
handler(hsa_signal_value_t value, void *data)
{
    (void)value;
    (void)data;
    return false;
}
ON_QUEUE(doorbell_handler, hsa_amd_signal_async_handler(queue->doorbell_signal,
                                                        HSA_SIGNAL_CONDITION_EQ, 5, handler, NULL))

void
misuse_arguments(void)
{
    static const struct misuse misuses[] = {
        {"NULL", "hsa_system_get_info: argument 2 is NULL", null_value},
        {"NULL callback", "hsa_iterate_agents: argument 1 is NULL", null_callback},
        {"size 0", "hsa_amd_memory_pool_allocate: argument 2 is 0", zero_size},
        {"flags", "argument 3 is reserved and not 0", reserved_flags},
        {"reserved", "argument 3 is reserved and not 0", reserved_pointer},
        {"agent", "agent 0x1230 is none that was given", agent},
        {"agent 0", "agent is 0", agent_zero},
        {"pool", "memory pool 0x1230 is none that was given", pool},
        {"region", "region 0x1230 is none that was given", region},
        {"signal", "signal 0x1230 is none that was given", signal_never},
        {"signal 0", "signal is 0", signal_zero},
        {"signal twice", "was destroyed", signal_twice},
        {"queue", "is none that was given", queue},
        {"reader", "code object reader 0x1230 is none that was given", reader},
        {"executable", "executable 0x1230 is none that was given", executable},
        {"symbol", "symbol 0x1230 is none that was given", symbol},
        {"image", "image 0x1230 is none that was given", image},
        {"sampler", "sampler 0x1230 is none that was given", sampler},
        {"profile", "argument 1: profile 2 is none", profile},
        {"rounding", "argument 2: rounding mode 3 is none", rounding},
        {"permission", "argument 3: access permission 0 is none", permission},
        {"geometry", "argument 2: geometry 8 is none", geometry},
        {"layout", "argument 4: layout 7 is none", layout},
        {"condition", "argument 2: condition 4 is none", condition},
        {"wait state", "argument 5: wait state 2 is none", wait_state},
        {"consumers", "there is no list of the 2 agents", consumers},
        {"consumer", "a listed agent 0x1230 is none that was given", no_consumer},
        {"consumer twice", "an agent is listed twice", consumer_twice},
        {"attributes", "attributes 0x8 are none", attributes},
        {"queue size", "96 packets are no power of 2", queue_size},
        {"queue size 0", "0 packets are no power of 2", queue_zero},
        {"queue size large", "1073741824 packets are no power of 2", queue_large},
        {"queues", "warning: hsa_queue_create: the agent has", queues_many},
        {"queue type", "queue type 3 is none", queue_type},
        {"queue of host", "the agent takes no packets", queue_of_host},
        {"wait any", "a listed signal", wait_any_never},
        {"wait any condition", "condition 9 is none", wait_any_condition},
        {"priority", "priority 3 is none", priority},
        {"mask size", "31 bits are no multiple of 32", mask_size},
        {"mask", "there is no mask", mask_null},
        {"read index", "only the packet processor moves the read index", read_index},
        {"write index", "the write index goes back from 2 to 1", write_index},
        {"doorbell destroy", "it is the doorbell of a queue", doorbell_destroy},
        {"doorbell wait", "which can only be stored to", doorbell_wait},
        {"doorbell load", "which can only be stored to", doorbell_load},
        {"doorbell add", "which can only be stored to", doorbell_add},
        {"doorbell exchange", "which can only be stored to", doorbell_exchange},
        {"doorbell cas", "which can only be stored to", doorbell_cas},
        {"doorbell handler", "which can only be stored to", doorbell_handler},
    };
    RUN(misuses);
}
