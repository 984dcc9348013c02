/* Memory: pools, copies, fills, memory of the program that GPUs may use, what is known of pointers. */
#include "test/kfd/test_hsa.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char source[] =
    "kernel void twice(global uint *a) { a[get_global_id(0)] *= 2; }"
    "kernel void sum(global uint *a, global uint *sum) { atomic_add(sum, a[get_global_id(0)]); }";

static void *
local_memory(const struct gpu *gpu, size_t size)
{
    void *memory;
    assert_ok(hsa_amd_memory_pool_allocate(gpu->local, size, 0, &memory));
    return memory;
}

static void
copy(void *to, hsa_agent_t to_agent, const void *from, hsa_agent_t from_agent, size_t size)
{
    hsa_signal_t done = signal_make(1);
    assert_ok(hsa_amd_memory_async_copy(to, to_agent, from, from_agent, size, 0, NULL, done));
    signal_wait(done);
    assert_ok(hsa_signal_destroy(done));
}

/* From the host to a GPU, there to another place, and back: of every size and alignment that copy kernels tell
 * apart; the bytes around stay. */
static void
copies(void **state)
{
    static const size_t sizes[] = {1, 3, 4, 15, 16, 64, 1000, 4096, 65537, 300000};
    enum { ROOM = 300064 };
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    uint8_t *host = machine_memory(machine, ROOM), *back = machine_memory(machine, ROOM);
    uint8_t *first = local_memory(gpu, ROOM), *second = local_memory(gpu, ROOM);
    for (unsigned i = 0; i < ROOM; i++)
        host[i] = (uint8_t)(i * 31 + i / 251);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t size = sizes[i], shift = i % 4, place = (i * 3) % 8;
        memset(back, 0xEE, ROOM);
        copy(first + shift, gpu->agent, host + i, machine->host, size);
        copy(second + place, gpu->agent, first + shift, gpu->agent, size);
        copy(back + 5, machine->host, second + place, gpu->agent, size);
        assert_memory_equal(back + 5, host + i, size);
        assert_int_equal(back[4], 0xEE);
        assert_int_equal(back[5 + size], 0xEE);
    }
    assert_ok(hsa_amd_memory_pool_free(host));
    assert_ok(hsa_amd_memory_pool_free(back));
    assert_ok(hsa_amd_memory_pool_free(first));
    assert_ok(hsa_amd_memory_pool_free(second));
}

/* A copy that waits for signals, and one without. */
static void
copies_in_order(void **state)
{
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    uint32_t *host = machine_memory(machine, 8192), *there = local_memory(gpu, 8192);
    hsa_signal_t go = signal_make(1), middle = signal_make(1), done = signal_make(1);
    for (unsigned i = 0; i < 1024; i++)
        host[i] = i;
    assert_ok(
        hsa_amd_memory_async_copy(there, gpu->agent, host, machine->host, 4096, 1, &go, middle));
    assert_ok(hsa_amd_memory_async_copy(host + 1024, machine->host, there, gpu->agent, 4096, 1,
                                        &middle, done));
    assert_int_equal(hsa_signal_load_scacquire(done), 1);
    for (unsigned i = 0; i < 1024; i++)
        host[i] = 7 * i;
    hsa_signal_store_screlease(go, 0);
    signal_wait(done);
    for (unsigned i = 0; i < 1024; i++)
        assert_int_equal(host[1024 + i], 7 * i);
    assert_ok(hsa_signal_destroy(go));
    assert_ok(hsa_signal_destroy(middle));
    assert_ok(hsa_signal_destroy(done));
    assert_ok(hsa_amd_memory_pool_free(host));
    assert_ok(hsa_amd_memory_pool_free(there));
}

static void
fill(void **state)
{
    enum { WORDS = 70000 };
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    uint32_t *host = machine_memory(machine, 4 * WORDS), *there = local_memory(gpu, 4 * WORDS);
    assert_ok(hsa_amd_memory_fill(there, 0x11111111, WORDS));
    assert_ok(hsa_amd_memory_fill(there + 3, 0xABCD0123, WORDS - 7));
    copy(host, machine->host, there, gpu->agent, 4 * WORDS);
    for (unsigned i = 0; i < WORDS; i++)
        assert_int_equal(host[i], i < 3 || i >= WORDS - 4 ? 0x11111111 : 0xABCD0123);
    assert_ok(hsa_amd_memory_pool_free(host));
    assert_ok(hsa_amd_memory_pool_free(there));
}

/* Memory of malloc, from the middle of a page, twice at once. */
static void
locked(void **state)
{
    enum { ITEMS = 5000 };
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    struct program program = program_make(gpu, source, 4);
    struct kernel twice = program_kernel(&program, gpu, "twice");
    hsa_queue_t *queue = queue_make(gpu, 64, NULL, NULL);
    uint32_t *whole = malloc((ITEMS + 2) * sizeof *whole), *words = whole + 1;
    hsa_agent_t agent = gpu->agent;
    void *there, *again;
    for (uint32_t i = 0; i < ITEMS + 2; i++)
        whole[i] = i;
    assert_ok(hsa_amd_memory_lock(words, ITEMS * sizeof *words, &agent, 1, &there));
    assert_ok(hsa_amd_memory_lock(words, ITEMS * sizeof *words, &agent, 1, &again));
    assert_ok(hsa_amd_memory_unlock(words));
    queue_run(machine, queue, &twice, &there, sizeof there, ITEMS);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(words[i], 2 * (i + 1));
    assert_int_equal(whole[0], 0);
    assert_int_equal(whole[ITEMS + 1], ITEMS + 1);
    assert_ok(hsa_amd_memory_unlock(words));
    free(whole);
    assert_ok(hsa_queue_destroy(queue));
    program_end(&program);
}

static hsa_amd_pointer_info_t
pointer(const void *address)
{
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    assert_ok(hsa_amd_pointer_info(address, &info, NULL, NULL, NULL));
    return info;
}

static void
pointers(void **state)
{
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    uint8_t *there = local_memory(gpu, 10000), *here = machine_memory(machine, 100), own[100];
    void *locked, *data = own;
    hsa_agent_t agent = gpu->agent;
    hsa_amd_pointer_info_t info = pointer(there + 5000);
    assert_int_equal(info.type, HSA_EXT_POINTER_TYPE_HSA);
    assert_ptr_equal(info.agentBaseAddress, there);
    assert_in_range(info.sizeInBytes, 10000, 12288);
    assert_int_equal(info.agentOwner.handle, gpu->agent.handle);
    assert_int_equal(pointer(here).type, HSA_EXT_POINTER_TYPE_HSA);
    assert_int_equal(pointer(here).agentOwner.handle, machine->host.handle);
    assert_int_equal(pointer(own).type, HSA_EXT_POINTER_TYPE_UNKNOWN);
    assert_ok(hsa_amd_memory_lock(own, sizeof own, &agent, 1, &locked));
    info = pointer(own);
    assert_int_equal(info.type, HSA_EXT_POINTER_TYPE_LOCKED);
    assert_ptr_equal(info.hostBaseAddress, (void *)own);
    assert_int_equal(pointer(locked).type, HSA_EXT_POINTER_TYPE_LOCKED);
    assert_ok(hsa_amd_pointer_info_set_userdata(there, data));
    assert_ptr_equal(pointer(there + 9999).userData, data);
    assert_ok(hsa_amd_memory_unlock(own));
    assert_int_equal(pointer(own).type, HSA_EXT_POINTER_TYPE_UNKNOWN);
    assert_ok(hsa_amd_memory_pool_free(there));
    assert_ok(hsa_amd_memory_pool_free(here));
}

/* Many at once, of many sizes, filled and read; freed in another order. */
static void
many(void **state)
{
    enum { COUNT = 100 };
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    struct program program = program_make(gpu, source, 3);
    struct kernel sum = program_kernel(&program, gpu, "sum");
    hsa_queue_t *queue = queue_make(gpu, 64, NULL, NULL);
    uint32_t *memory[COUNT], *total = machine_memory(machine, 4), wanted = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        size_t words = 64 + 517 * i;
        memory[i] = local_memory(gpu, 4 * words);
        assert_ok(hsa_amd_memory_fill(memory[i], i, words));
    }
    for (unsigned i = 0; i < COUNT; i++) {
        const void *arguments[2] = {memory[(i * 37) % COUNT], total};
        queue_run(machine, queue, &sum, arguments, sizeof arguments, 64);
        assert_ok(hsa_amd_memory_pool_free(memory[(i * 37) % COUNT]));
        wanted += 64 * i;
    }
    assert_int_equal(*total, wanted);
    assert_ok(hsa_amd_memory_pool_free(total));
    assert_ok(hsa_queue_destroy(queue));
    program_end(&program);
}

/* One GPU stores to what is another's. */
static void
peers(void **state)
{
    struct machine *machine = *state;
    if (machine->gpu_count < 2)
        skip();
    const struct gpu *gpu = machine->gpu;
    uint32_t *host = machine_memory(machine, 4096), *there[2];
    for (unsigned i = 0; i < 2; i++)
        there[i] = local_memory(&gpu[i], 4096);
    for (uint32_t i = 0; i < 1024; i++)
        host[i] = i * i;
    copy(there[0], gpu[0].agent, host, machine->host, 4096);
    memset(host, 0, 4096);
    copy(there[1], gpu[1].agent, host, machine->host, 4096);
    hsa_agent_t both[2] = {gpu[0].agent, gpu[1].agent};
    hsa_amd_memory_pool_access_t access;
    assert_ok(hsa_amd_agent_memory_pool_get_info(gpu[0].agent, gpu[1].local,
                                                 HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS, &access));
    if (access != HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED) {
        assert_ok(hsa_amd_agents_allow_access(2, both, NULL, there[1]));
        copy(there[1], gpu[1].agent, there[0], gpu[0].agent, 4096);
        copy(host, machine->host, there[1], gpu[1].agent, 4096);
        for (uint32_t i = 0; i < 1024; i++)
            assert_int_equal(host[i], i * i);
    }
    for (unsigned i = 0; i < 2; i++)
        assert_ok(hsa_amd_memory_pool_free(there[i]));
    assert_ok(hsa_amd_memory_pool_free(host));
}

int
test_memory(struct machine *machine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(copies, machine),
        cmocka_unit_test_prestate(copies_in_order, machine),
        cmocka_unit_test_prestate(fill, machine),
        cmocka_unit_test_prestate(locked, machine),
        cmocka_unit_test_prestate(pointers, machine),
        cmocka_unit_test_prestate(many, machine),
        cmocka_unit_test_prestate(peers, machine),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
