/* Memory, and copies of it. */
#include "test/hsa-check/test_misuse.h"

#include <stdlib.h>
#include <string.h>

#define FAILS(call) assert_int_not_equal(call, HSA_STATUS_SUCCESS)

static void *
allocate(hsa_amd_memory_pool_t pool, size_t size)
{
    void *memory;
    assert_ok(hsa_amd_memory_pool_allocate(pool, size, 0, &memory));
    return memory;
}

/* ---- allocations ---- */

static void
not_allowed(void)
{
    void *memory;
    FAILS(hsa_amd_memory_pool_allocate(bench.group, 64, 0, &memory));
}

static void
free_twice(void)
{
    void *memory = allocate(bench.gpu->local, 64);
    assert_ok(hsa_amd_memory_pool_free(memory));
    FAILS(hsa_amd_memory_pool_free(memory));
}

static void
free_inside(void)
{
    FAILS(hsa_amd_memory_pool_free(bench.device + 64));
}

static void
free_otherwise(void)
{
    FAILS(hsa_memory_free(bench.device));
}

static void
free_locked(void)
{
    uint8_t *host = malloc(8192);
    void *there;
    assert_ok(hsa_amd_memory_lock(host, 8192, NULL, 0, &there));
    FAILS(hsa_amd_memory_pool_free(there));
    assert_ok(hsa_amd_memory_unlock(host));
    free(host);
}

/* ---- who may use it ---- */

static void
access_inside(void)
{
    FAILS(hsa_amd_agents_allow_access(1, &bench.gpu->agent, NULL, bench.words + 4));
}

static void
access_none(void)
{
    FAILS(hsa_amd_agents_allow_access(0, &bench.gpu->agent, NULL, bench.words));
}

static void
access_agent(void)
{
    hsa_agent_t agents[2] = {bench.gpu->agent, {0x1230}};
    FAILS(hsa_amd_agents_allow_access(2, agents, NULL, bench.words));
}

static void
access_never(void)
{
    FAILS(hsa_amd_agents_allow_access(1, &bench.machine.host, NULL, bench.device));
}

/* ---- locked memory ---- */

static void
lock_list(void)
{
    uint32_t words[16];
    void *there;
    FAILS(hsa_amd_memory_lock(words, sizeof words, NULL, 1, &there));
}

static void
lock_pool_memory(void)
{
    void *there;
    FAILS(hsa_amd_memory_lock(bench.words, 64, NULL, 0, &there));
}

static void
lock_to_device(void)
{
    uint32_t words[16];
    void *there;
    FAILS(hsa_amd_memory_lock_to_pool(words, sizeof words, NULL, 0, bench.gpu->local, 0, &there));
}

static void
unlock_never(void)
{
    uint32_t words[16];
    FAILS(hsa_amd_memory_unlock(words));
}

/* ---- copies ---- */

static hsa_status_t
copy(void *to, hsa_agent_t to_agent, const void *from, hsa_agent_t from_agent, size_t size)
{
    hsa_signal_t done = signal_make(1);
    hsa_status_t status =
        hsa_amd_memory_async_copy(to, to_agent, from, from_agent, size, 0, NULL, done);
    if (status == HSA_STATUS_SUCCESS)
        signal_wait(done);
    assert_ok(hsa_signal_destroy(done));
    return status;
}

static hsa_status_t
copy_to_device(void *to, const void *from, size_t size)
{
    return copy(to, bench.gpu->agent, from, bench.machine.host, size);
}

static void
copy_unallocated(void)
{
    uint32_t words[16] = {0};
    FAILS(copy_to_device(bench.device, words, sizeof words));
}

static void
copy_freed(void)
{
    void *memory = allocate(bench.gpu->local, 1 << 22);
    assert_ok(hsa_amd_memory_pool_free(memory));
    FAILS(copy_to_device(memory, bench.words, 64));
}

static void
copy_too_much(void)
{
    FAILS(copy_to_device(bench.device + 8, bench.words, WORDS_BYTES));
}

static void
copy_too_much_from(void)
{
    FAILS(copy_to_device(bench.device, bench.words + 1, WORDS_BYTES));
}

static void
copy_host_address(void)
{
    FAILS(copy_to_device(bench.device, bench.locked, 64));
}

static void
copy_other_agent(void)
{
    FAILS(copy(bench.device, bench.other->agent, bench.words, bench.machine.host, 64));
}

static void
copy_not_for_it(void)
{
    void *memory = allocate(bench.machine.fine, 4096); /* that no GPU was allowed */
    FAILS(copy_to_device(bench.device, memory, 64));
    assert_ok(hsa_amd_memory_pool_free(memory));
}

static void
copy_overlap(void)
{
    FAILS(copy(bench.device, bench.gpu->agent, bench.device + 32, bench.gpu->agent, 64));
}

static hsa_status_t
copy_with(uint32_t count, const hsa_signal_t *waits, hsa_signal_t done)
{
    return hsa_amd_memory_async_copy(bench.device, bench.gpu->agent, bench.words,
                                     bench.machine.host, 64, count, waits, done);
}

static void
copy_no_signal(void)
{
    FAILS(copy_with(0, NULL, (hsa_signal_t){0}));
}

static void
copy_done_already(void)
{
    hsa_signal_t done = signal_make(0);
    FAILS(copy_with(0, NULL, done));
    assert_ok(hsa_signal_destroy(done));
}

static void
copy_never_wait(void)
{
    hsa_signal_t done = signal_make(1);
    FAILS(copy_with(1, &bench.never, done));
    assert_ok(hsa_signal_destroy(done));
}

static void
copy_no_list(void)
{
    hsa_signal_t done = signal_make(1);
    FAILS(copy_with(2, NULL, done));
    assert_ok(hsa_signal_destroy(done));
}

static void
copy_own_signal(void)
{
    hsa_signal_t done = signal_make(1);
    FAILS(copy_with(1, &done, done));
    assert_ok(hsa_signal_destroy(done));
}

static void
plain_too_much(void)
{
    FAILS(hsa_memory_copy(bench.device, bench.words, WORDS_BYTES + 4));
}

static void
plain_overlap(void)
{
    FAILS(hsa_memory_copy(bench.words, bench.words + 4, 32));
}

/* ---- fills ---- */

static void
fill_unaligned(void)
{
    FAILS(hsa_amd_memory_fill(bench.device + 2, 0, 1));
}

static void
fill_too_much(void)
{
    FAILS(hsa_amd_memory_fill(bench.device, 0, WORDS_BYTES / 4 + 1));
}

static void
fill_own(void)
{
    uint32_t words[4];
    FAILS(hsa_amd_memory_fill(words, 0, 4));
}

/* ---- rectangles ---- */

/* Of a row of x bytes, from the host to the device. */
static hsa_status_t
rectangle(hsa_dim3_t range, size_t pitch, size_t slice, hsa_agent_t agent, unsigned direction)
{
    hsa_signal_t done = signal_make(1);
    hsa_pitched_ptr_t to = {bench.device, pitch, slice}, from = {bench.words, pitch, slice};
    hsa_dim3_t offset = {0, 0, 0};
    hsa_status_t status =
        hsa_amd_memory_async_copy_rect(&to, &offset, &from, &offset, &range, agent,
                                       (hsa_amd_copy_direction_t)direction, 0, NULL, done);
    if (status == HSA_STATUS_SUCCESS)
        signal_wait(done);
    assert_ok(hsa_signal_destroy(done));
    return status;
}

static void
rectangle_row(void)
{
    FAILS(rectangle((hsa_dim3_t){72, 2, 1}, 64, 256, bench.gpu->agent, hsaHostToDevice));
}

static void
rectangle_layer(void)
{
    FAILS(rectangle((hsa_dim3_t){64, 5, 2}, 64, 256, bench.gpu->agent, hsaHostToDevice));
}

static void
rectangle_pitch(void)
{
    FAILS(rectangle((hsa_dim3_t){16, 2, 2}, 66, 264, bench.gpu->agent, hsaHostToDevice));
}

static void
rectangle_empty(void)
{
    FAILS(rectangle((hsa_dim3_t){16, 0, 2}, 64, 256, bench.gpu->agent, hsaHostToDevice));
}

static void
rectangle_end(void)
{
    FAILS(rectangle((hsa_dim3_t){64, 64, 3}, 64, 4096, bench.gpu->agent, hsaHostToDevice));
}

static void
rectangle_host(void)
{
    FAILS(rectangle((hsa_dim3_t){4, 1, 1}, 64, 64, bench.machine.host, hsaHostToDevice));
}

static void
rectangle_direction(void)
{
    FAILS(rectangle((hsa_dim3_t){4, 1, 1}, 64, 64, bench.gpu->agent, 4));
}

void
misuse_memory(void)
{
    static const struct misuse misuses[] = {
        {"not allowed", "nothing may be allocated in that memory pool", not_allowed},
        {"free twice", "is no memory, or was freed", free_twice},
        {"free inside", "is inside of an allocation", free_inside},
        {"free otherwise", "is freed by hsa_amd_memory_pool_free", free_otherwise},
        {"free locked", "is no memory, or was freed", free_locked},
        {"access inside", "is not the start of memory of a pool", access_inside},
        {"access none", "hsa_amd_agents_allow_access: argument 1 is 0", access_none},
        {"access agent", "a listed agent 0x1230", access_agent},
        {"access never", "an agent can never use that pool", access_never},
        {"lock list", "a list of agents and their number do not agree", lock_list},
        {"lock pool", "is memory of a pool, not the program's own", lock_pool_memory},
        {"lock to device", "the pool is not the host's", lock_to_device},
        {"unlock never", "is not locked", unlock_never},
        {"copy unallocated", "the source 0x", copy_unallocated},
        {"copy freed", "is neither allocated nor locked", copy_freed},
        {"copy too much", "of 8192 bytes ends after its memory of 8192", copy_too_much},
        {"copy too much from", "the source 0x", copy_too_much_from},
        {"copy host address", "is where the program sees locked memory", copy_host_address},
        {"copy other agent", "not for the agent to use", copy_other_agent},
        {"copy not for it", "no agent can use both source and destination", copy_not_for_it},
        {"copy overlap", "source and destination overlap", copy_overlap},
        {"copy no signal", "signal is 0", copy_no_signal},
        {"copy done", "its completion signal is 0 with 1 commands", copy_done_already},
        {"copy never wait", "a listed signal", copy_never_wait},
        {"copy no list", "there is no list of the 2 signals", copy_no_list},
        {"copy own signal", "it waits for its own completion signal", copy_own_signal},
        {"plain too much", "hsa_memory_copy: ", plain_too_much},
        {"plain overlap", "source and destination overlap", plain_overlap},
        {"fill unaligned", "is not a multiple of 4", fill_unaligned},
        {"fill too much", "8196 bytes end after the memory of 8192", fill_too_much},
        {"fill own", "is not allocated", fill_own},
        {"rectangle row", "a row ends after the pitch", rectangle_row},
        {"rectangle layer", "a layer ends after the slice", rectangle_layer},
        {"rectangle pitch", "are not multiples of 4", rectangle_pitch},
        {"rectangle empty", "a size of the range is 0", rectangle_empty},
        {"rectangle end", "ends after its memory", rectangle_end},
        {"rectangle host", "the agent is no GPU", rectangle_host},
        {"rectangle direction", "argument 7: direction 4 is none", rectangle_direction},
    };
    RUN(misuses);
}
