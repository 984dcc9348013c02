/* Copies that HSA's runtime has SDMA engines do.  Of its ways to copy only those run beside a kernel that waits. */
#include "test/kfd/engine.h"
#include "test/kfd/hsa_host.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_COPY = 0x3fffe0, ROOM = 2 * MAX_COPY + 4096 };

static struct machine machine;
static unsigned cases;

static uint32_t
next(uint64_t *state, uint32_t limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % limit;
}

static uint64_t main_state = 38;

static void
fill_random(uint64_t *state, uint8_t *bytes, size_t size)
{
    uint32_t first = next(state, 1u << 31);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)((first + i) * 2654435761u >> 20);
}

static void *
device_memory(const struct gpu *gpu, size_t size)
{
    void *memory;
    assert_ok(hsa_amd_memory_pool_allocate(gpu->local, size, 0, &memory));
    return memory;
}

static bool
is_generation_9(const struct gpu *gpu)
{
    return gpu->name[3] == '9';
}

struct copy {
    const struct gpu *gpu;
    void *to;
    const void *from;
    size_t size;
    bool to_device;
    hsa_signal_t after; /* 0: at once */
};

/* A signal that is 0 when it is done. */
static hsa_signal_t
begin_copy(const struct copy *copy)
{
    hsa_signal_t done = signal_make(1);
    hsa_agent_t host = machine.host, gpu = copy->gpu->agent;
    assert_ok(hsa_amd_memory_async_copy(
        copy->to, copy->to_device ? gpu : host, copy->from, copy->to_device ? host : gpu,
        copy->size, copy->after.handle ? 1 : 0, copy->after.handle ? &copy->after : NULL, done));
    return done;
}

static void
end_copy(hsa_signal_t done)
{
    signal_wait(done);
    assert_ok(hsa_signal_destroy(done));
}

static void
copy_to(const struct gpu *gpu, void *to, const void *from, size_t size)
{
    end_copy(begin_copy(&(struct copy){gpu, to, from, size, true, {0}}));
}

static void
copy_from(const struct gpu *gpu, void *to, const void *from, size_t size)
{
    end_copy(begin_copy(&(struct copy){gpu, to, from, size, false, {0}}));
}

/* ---- sizes ---- */

/* host and back: what the GPU sees of memory whose bytes the program has at bytes and bytes_back. */
struct sides {
    uint8_t *host, *back, *bytes, *bytes_back;
};

static void
check_sizes(const struct gpu *gpu, const struct sides *sides)
{
    static const size_t sizes[] = {
        1, 3, 64, 4095, 65537, MAX_COPY, MAX_COPY + 1, 2 * MAX_COPY, 2 * MAX_COPY + 5};
    uint8_t *device = device_memory(gpu, ROOM);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++, cases++) {
        size_t size = sizes[i], from = next(&main_state, 9), there = next(&main_state, 9);
        fill_random(&main_state, sides->bytes + from, size);
        memset(sides->bytes_back, 0xA5, size + 100);
        copy_to(gpu, device + there, sides->host + from, size);
        copy_from(gpu, sides->back + 40, device + there, size);
        assert_memory_equal(sides->bytes_back + 40, sides->bytes + from, size);
        for (size_t at = 0; at < 40; at++)
            assert_true(sides->bytes_back[at] == 0xA5 && sides->bytes_back[40 + size + at] == 0xA5);
    }
    assert_ok(hsa_amd_memory_pool_free(device));
}

static void
test_sizes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < machine.gpu_count; i++) {
        struct sides sides = {.host = machine_memory(&machine, ROOM),
                              .back = machine_memory(&machine, ROOM)};
        sides.bytes = sides.host;
        sides.bytes_back = sides.back;
        check_sizes(&machine.gpu[i], &sides);
        assert_ok(hsa_amd_memory_pool_free(sides.host));
        assert_ok(hsa_amd_memory_pool_free(sides.back));
    }
}

/* The program's own memory, locked. */
static void
test_locked(void **state)
{
    (void)state;
    for (unsigned i = 0; i < machine.gpu_count; i++) {
        struct sides sides = {.bytes = malloc(ROOM), .bytes_back = malloc(ROOM)};
        hsa_agent_t *gpu = &machine.gpu[i].agent;
        assert_ok(hsa_amd_memory_lock(sides.bytes, ROOM, gpu, 1, (void **)&sides.host));
        assert_ok(hsa_amd_memory_lock(sides.bytes_back, ROOM, gpu, 1, (void **)&sides.back));
        check_sizes(&machine.gpu[i], &sides);
        assert_ok(hsa_amd_memory_unlock(sides.bytes));
        assert_ok(hsa_amd_memory_unlock(sides.bytes_back));
        free(sides.bytes);
        free(sides.bytes_back);
    }
}

/* ---- order ---- */

static void
sleep_ms(long milliseconds)
{
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

/* A copy back that waits for one to the device, which waits for the host. */
static void
test_dependent(void **state)
{
    (void)state;
    enum { SIZE = 100000 };
    for (unsigned i = 0; i < machine.gpu_count; i++, cases++) {
        const struct gpu *gpu = &machine.gpu[i];
        uint8_t *host = machine_memory(&machine, SIZE), *back = machine_memory(&machine, SIZE);
        uint8_t *device = device_memory(gpu, SIZE);
        hsa_signal_t start = signal_make(INT64_C(1) << 32); /* the high dword, too */
        copy_to(gpu, device, host, SIZE);
        hsa_signal_t first = begin_copy(&(struct copy){gpu, device, host, SIZE, true, start});
        hsa_signal_t second = begin_copy(&(struct copy){gpu, back, device, SIZE, false, first});
        memset(host, 0x77, SIZE);
        memset(back, 0x11, SIZE);
        sleep_ms(5);
        hsa_signal_store_screlease(start, 1);
        sleep_ms(5);
        assert_int_equal(hsa_signal_load_scacquire(first), 1);
        assert_int_equal(hsa_signal_load_scacquire(second), 1);
        assert_int_equal(back[0], 0x11);
        hsa_signal_store_screlease(start, 0);
        signal_wait(second);
        assert_int_equal(hsa_signal_load_scacquire(first), 0);
        assert_memory_equal(back, host, SIZE);
        end_copy(first);
        end_copy(second);
        assert_ok(hsa_signal_destroy(start));
        assert_ok(hsa_amd_memory_pool_free(host));
        assert_ok(hsa_amd_memory_pool_free(back));
        assert_ok(hsa_amd_memory_pool_free(device));
    }
}

static const char kernels[] =
    "kernel void wait_for(global atomic_int *flag, global const int *in, global int *out) {\n"
    "    while (!atomic_load_explicit(flag, memory_order_acquire, memory_scope_all_svm_devices))\n"
    "        ;\n"
    "    out[get_global_id(0)] = in[get_global_id(0)] + 1;\n"
    "}\n"
    "kernel void add(global int *a, int n) { a[get_global_id(0)] += n; }\n"
    "kernel void move(global const int *a, global int *out) {\n"
    "    out[get_global_id(0)] = a[get_global_id(0)];\n"
    "}\n"
    "kernel void choose(global const int *a, global int *out) {\n"
    "    if (a[get_global_id(0)] > 5) out[get_global_id(0)] = 1;\n"
    "}\n";

/* Copies begin and end while a kernel waits for the host; it then sees what they have written. */
static void
test_beside_kernel(void **state)
{
    (void)state;
    enum { COUNT = 64, SIZE = 4 * COUNT };
    for (unsigned i = 0; i < machine.gpu_count; i++, cases++) {
        const struct gpu *gpu = &machine.gpu[i];
        int *host = machine_memory(&machine, SIZE), *back = machine_memory(&machine, SIZE);
        int *flag = machine_memory(&machine, 64);
        int *device = device_memory(gpu, SIZE), *out = device_memory(gpu, SIZE);
        struct program program = program_make(gpu, kernels, 4);
        struct kernel kernel = program_kernel(&program, gpu, "wait_for");
        hsa_queue_t *queue = queue_make(gpu, 64, NULL, NULL);
        const void *const arguments[] = {flag, device, out};
        struct launch launch = {.kernel = &kernel,
                                .arguments = arguments,
                                .size = sizeof arguments,
                                .items = COUNT,
                                .signal = signal_make(1)};
        void *memory = queue_launch(&machine, queue, &launch);
        sleep_ms(2);
        for (int at = 0; at < COUNT; at++)
            host[at] = 100 * at;
        copy_to(gpu, device, host, SIZE);
        copy_from(gpu, back, device, SIZE);
        assert_memory_equal(back, host, SIZE);
        assert_int_equal(hsa_signal_load_scacquire(launch.signal), 1);
        __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
        signal_wait(launch.signal);
        copy_from(gpu, back, out, SIZE);
        for (int at = 0; at < COUNT; at++)
            assert_int_equal(back[at], 100 * at + 1);
        assert_ok(hsa_signal_destroy(launch.signal));
        assert_ok(hsa_queue_destroy(queue));
        program_end(&program);
        void *const all[] = {memory, host, back, flag, device, out};
        for (size_t at = 0; at < sizeof all / sizeof *all; at++)
            assert_ok(hsa_amd_memory_pool_free(all[at]));
    }
}

/* ---- rectangles ---- */

struct block {
    hsa_pitched_ptr_t at;
    hsa_dim3_t offset;
};

static struct block
random_block(void *base, const hsa_dim3_t *range)
{
    struct block block = {.at.base = base};
    block.offset = (hsa_dim3_t){next(&main_state, 20), next(&main_state, 4), next(&main_state, 3)};
    block.at.pitch = (block.offset.x + range->x + 3) / 4 * 4 + 4 * next(&main_state, 5);
    block.at.slice = (block.offset.y + range->y + next(&main_state, 3)) * block.at.pitch;
    return block;
}

static size_t
byte_of(const struct block *block, uint32_t x, uint32_t y, uint32_t z)
{
    return (block->offset.z + z) * block->at.slice + (block->offset.y + y) * block->at.pitch +
           block->offset.x + x;
}

static hsa_status_t
copy_block(const struct gpu *gpu, const struct block *to, const struct block *from,
           const hsa_dim3_t *range, bool to_device)
{
    hsa_signal_t done = signal_make(1);
    hsa_status_t status = hsa_amd_memory_async_copy_rect(
        &to->at, &to->offset, &from->at, &from->offset, range, gpu->agent,
        to_device ? hsaHostToDevice : hsaDeviceToHost, 0, NULL, done);
    if (status == HSA_STATUS_SUCCESS)
        signal_wait(done);
    assert_ok(hsa_signal_destroy(done));
    return status;
}

static void
check_blocks(const struct gpu *gpu, const hsa_dim3_t *range)
{
    enum { SIZE = 1 << 22 };
    uint8_t *host = machine_memory(&machine, SIZE), *back = machine_memory(&machine, SIZE);
    uint8_t *model = calloc(1, SIZE), *device = device_memory(gpu, SIZE);
    struct block from = random_block(host, range), there = random_block(device, range);
    struct block to = random_block(back, range);
    assert_true((to.offset.z + range->z) * to.at.slice < SIZE);
    fill_random(&main_state, host, SIZE);
    for (uint32_t z = 0; z < range->z; z++)
        for (uint32_t y = 0; y < range->y; y++)
            for (uint32_t x = 0; x < range->x; x++)
                model[byte_of(&to, x, y, z)] = host[byte_of(&from, x, y, z)];
    assert_ok(copy_block(gpu, &there, &from, range, true));
    assert_ok(copy_block(gpu, &to, &there, range, false));
    assert_memory_equal(back, model, SIZE);
    assert_ok(hsa_amd_memory_pool_free(host));
    assert_ok(hsa_amd_memory_pool_free(back));
    assert_ok(hsa_amd_memory_pool_free(device));
    free(model);
    cases++;
}

/* Only GFX9's engines have the packet. */
static void
test_blocks(void **state)
{
    (void)state;
    for (unsigned i = 0; i < machine.gpu_count; i++) {
        const struct gpu *gpu = &machine.gpu[i];
        hsa_dim3_t one = {4, 1, 1};
        if (!is_generation_9(gpu)) {
            uint8_t *host = machine_memory(&machine, 4096), *device = device_memory(gpu, 4096);
            struct block from = random_block(host, &one), to = random_block(device, &one);
            assert_int_not_equal(copy_block(gpu, &to, &from, &one, true), HSA_STATUS_SUCCESS);
            assert_ok(hsa_amd_memory_pool_free(host));
            assert_ok(hsa_amd_memory_pool_free(device));
            continue;
        }
        for (unsigned at = 0; at < 40; at++) {
            hsa_dim3_t range = {1 + next(&main_state, 300), 1 + next(&main_state, 30),
                                1 + next(&main_state, 6)};
            check_blocks(gpu, &range);
        }
        check_blocks(gpu, &(hsa_dim3_t){70001, 3, 2}); /* more than one packet's width */
        check_blocks(gpu, &(hsa_dim3_t){3, 17000, 1});
    }
}

/* ---- time stamps ---- */

static void
test_times(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20 };
    assert_ok(hsa_amd_profiling_async_copy_enable(true));
    for (unsigned i = 0; i < machine.gpu_count; i++, cases++) {
        const struct gpu *gpu = &machine.gpu[i];
        uint8_t *host = machine_memory(&machine, SIZE), *device = device_memory(gpu, SIZE);
        uint64_t before, after;
        hsa_amd_profiling_async_copy_time_t first, second;
        assert_ok(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &before));
        hsa_signal_t to = begin_copy(&(struct copy){gpu, device, host, SIZE, true, {0}});
        hsa_signal_t back = begin_copy(&(struct copy){gpu, host, device, SIZE, false, to});
        signal_wait(back);
        assert_ok(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &after));
        assert_ok(hsa_amd_profiling_get_async_copy_time(to, &first));
        assert_ok(hsa_amd_profiling_get_async_copy_time(back, &second));
        assert_true(before <= first.start + 1000 && first.start < first.end);
        assert_true(first.end <= second.start && second.start < second.end);
        assert_true(second.end <= after + 1000);
        end_copy(to);
        end_copy(back);
        assert_ok(hsa_amd_memory_pool_free(host));
        assert_ok(hsa_amd_memory_pool_free(device));
    }
    assert_ok(hsa_amd_profiling_async_copy_enable(false));
}

/* ---- threads ---- */

enum { THREADS = 4, ROUNDS = 60, THREAD_BYTES = 300000 };

struct worker {
    pthread_t thread;
    const struct gpu *gpu;
    uint64_t state;
    uint8_t *host, *back, *device;
    unsigned wrong;
};

static void *
work(void *data)
{
    struct worker *worker = data;
    for (unsigned i = 0; i < ROUNDS; i++) {
        size_t size = 1 + next(&worker->state, THREAD_BYTES);
        fill_random(&worker->state, worker->host, size);
        hsa_signal_t to =
            begin_copy(&(struct copy){worker->gpu, worker->device, worker->host, size, true, {0}});
        hsa_signal_t back =
            begin_copy(&(struct copy){worker->gpu, worker->back, worker->device, size, false, to});
        end_copy(back);
        end_copy(to);
        worker->wrong += memcmp(worker->host, worker->back, size) != 0;
    }
    return NULL;
}

/* Four threads copy while kernels run. */
static void
test_threads(void **state)
{
    (void)state;
    enum { COUNT = 1024, LAUNCHES = 40 };
    for (unsigned i = 0; i < machine.gpu_count; i++, cases += THREADS * ROUNDS) {
        const struct gpu *gpu = &machine.gpu[i];
        struct worker workers[THREADS];
        struct program program = program_make(gpu, kernels, 4);
        struct kernel kernel = program_kernel(&program, gpu, "add");
        hsa_queue_t *queue = queue_make(gpu, 64, NULL, NULL);
        int *numbers = machine_memory(&machine, 4 * COUNT);
        for (unsigned at = 0; at < THREADS; at++) {
            workers[at] = (struct worker){.gpu = gpu,
                                          .state = at,
                                          .host = machine_memory(&machine, THREAD_BYTES),
                                          .back = machine_memory(&machine, THREAD_BYTES),
                                          .device = device_memory(gpu, THREAD_BYTES)};
            assert_int_equal(pthread_create(&workers[at].thread, NULL, work, &workers[at]), 0);
        }
        struct {
            int *a;
            int n;
        } arguments = {numbers, 3};
        for (unsigned at = 0; at < LAUNCHES; at++)
            queue_run(&machine, queue, &kernel, &arguments, 12, COUNT);
        for (unsigned at = 0; at < THREADS; at++) {
            pthread_join(workers[at].thread, NULL);
            assert_int_equal(workers[at].wrong, 0);
            assert_ok(hsa_amd_memory_pool_free(workers[at].host));
            assert_ok(hsa_amd_memory_pool_free(workers[at].back));
            assert_ok(hsa_amd_memory_pool_free(workers[at].device));
        }
        for (unsigned at = 0; at < COUNT; at++)
            assert_int_equal(numbers[at], 3 * LAUNCHES);
        assert_ok(hsa_queue_destroy(queue));
        program_end(&program);
        assert_ok(hsa_amd_memory_pool_free(numbers));
    }
}

/* ---- what kernels must not use ---- */

static void
note_error(hsa_status_t status, hsa_queue_t *queue, void *data)
{
    (void)queue;
    __atomic_store_n((hsa_status_t *)data, status, __ATOMIC_RELEASE);
}

/* Does a kernel find what it is given uninitialised? */
static bool
is_refused(const struct gpu *gpu, const int *device)
{
    hsa_status_t status = HSA_STATUS_SUCCESS;
    int *out = machine_memory(&machine, 256);
    struct program program = program_make(gpu, kernels, 4);
    struct kernel kernel = program_kernel(&program, gpu, "choose");
    hsa_queue_t *queue = queue_make(gpu, 64, note_error, &status);
    const void *const arguments[] = {device, out};
    struct launch launch = {.kernel = &kernel,
                            .arguments = arguments,
                            .size = sizeof arguments,
                            .items = 64,
                            .signal = signal_make(1)};
    void *memory = queue_launch(&machine, queue, &launch);
    while (hsa_signal_load_scacquire(launch.signal) &&
           __atomic_load_n(&status, __ATOMIC_ACQUIRE) == HSA_STATUS_SUCCESS)
        sleep_ms(1);
    bool is_done = hsa_signal_load_scacquire(launch.signal) == 0;
    assert_ok(hsa_queue_destroy(queue));
    assert_ok(hsa_signal_destroy(launch.signal));
    program_end(&program);
    assert_ok(hsa_amd_memory_pool_free(memory));
    assert_ok(hsa_amd_memory_pool_free(out));
    return !is_done;
}

/* A copy of what nobody wrote is no error, and its copy is what nobody wrote; what comes from the host is good. */
static void
test_uninitialised(void **state)
{
    (void)state;
    enum { SIZE = 256, BLOCK = 4 << 20 /* of its own: a part of one may have been used before */ };
    const char *check = getenv("OCC_CHECK");
    bool all = check && strcmp(check, "all") == 0;
    for (unsigned i = 0; i < machine.gpu_count; i++, cases++) {
        const struct gpu *gpu = &machine.gpu[i];
        int *host = machine_memory(&machine, SIZE);
        int *raw = device_memory(gpu, BLOCK), *copy = device_memory(gpu, BLOCK);
        copy_from(gpu, host, raw, SIZE);
        copy_to(gpu, copy, host, SIZE);
        assert_false(is_refused(gpu, copy));
        hsa_signal_t done = signal_make(1);
        assert_ok(
            hsa_amd_memory_async_copy(copy, gpu->agent, raw, gpu->agent, SIZE, 0, NULL, done));
        end_copy(done);
        assert_int_equal(is_refused(gpu, copy), all);
        copy_to(gpu, copy, host, SIZE);
        assert_false(is_refused(gpu, copy));
        assert_ok(hsa_amd_memory_pool_free(host));
        assert_ok(hsa_amd_memory_pool_free(raw));
        assert_ok(hsa_amd_memory_pool_free(copy));
    }
}

static void
move(const struct gpu *gpu, int *to, const int *from)
{
    struct program program = program_make(gpu, kernels, 4);
    struct kernel kernel = program_kernel(&program, gpu, "move");
    hsa_queue_t *queue = queue_make(gpu, 64, NULL, NULL);
    const void *const arguments[] = {from, to};
    queue_run(&machine, queue, &kernel, arguments, sizeof arguments, 64);
    assert_ok(hsa_queue_destroy(queue));
    program_end(&program);
}

/* Memory of the host that a kernel left uninitialised is good once the host, or a copy, has written it. */
static void
test_host_memory(void **state)
{
    (void)state;
    enum { SIZE = 256, BLOCK = 4 << 20 };
    for (unsigned i = 0; i < machine.gpu_count; i++, cases++) {
        const struct gpu *gpu = &machine.gpu[i];
        int *host = machine_memory(&machine, SIZE), *good = machine_memory(&machine, SIZE);
        int *raw = device_memory(gpu, BLOCK), *device = device_memory(gpu, BLOCK);
        move(gpu, host, raw);
        memset(host, 1, SIZE);
        assert_false(is_refused(gpu, host));
        move(gpu, host, raw);
        copy_to(gpu, device, good, SIZE);
        copy_from(gpu, host, device, SIZE);
        assert_false(is_refused(gpu, host));
        assert_ok(hsa_amd_memory_pool_free(host));
        assert_ok(hsa_amd_memory_pool_free(good));
        assert_ok(hsa_amd_memory_pool_free(raw));
        assert_ok(hsa_amd_memory_pool_free(device));
    }
}

/* A fill, which the runtime leaves to kernels: by hand. */
static void
test_filled(void **state)
{
    (void)state;
    enum { SIZE = 256, BLOCK = 4 << 20 };
    for (unsigned i = 0; i < machine.gpu_count; i++, cases++) {
        const struct gpu *gpu = &machine.gpu[i];
        struct engine engine;
        uint32_t node;
        hsa_agent_info_t driver_node = (hsa_agent_info_t)HSA_AMD_AGENT_INFO_DRIVER_NODE_ID;
        assert_ok(hsa_agent_get_info(gpu->agent, driver_node, &node));
        int *device = device_memory(gpu, BLOCK);
        engine_begin(&engine, node, 4096);
        put_fill(&engine, device, 3, SIZE / 4);
        engine_ring(&engine);
        assert_true(engine_wait(&engine, 10000));
        assert_false(is_refused(gpu, device));
        engine_end(&engine);
        assert_ok(hsa_amd_memory_pool_free(device));
    }
}

/* ---- faults ---- */

struct fault {
    uint64_t address;
    uint32_t reasons;
    bool has_been;
};

static hsa_status_t
take_event(const hsa_amd_event_t *event, void *data)
{
    struct fault *fault = data;
    fault->address = event->memory_fault.virtual_address;
    fault->reasons = event->memory_fault.fault_reason_mask;
    __atomic_store_n(&fault->has_been, event->event_type == HSA_AMD_GPU_MEMORY_FAULT_EVENT,
                     __ATOMIC_RELEASE);
    return HSA_STATUS_SUCCESS;
}

/* The last: the engine does nothing any more. */
static void
test_fault(void **state)
{
    (void)state;
    static struct fault fault;
    const struct gpu *gpu = &machine.gpu[0];
    uint8_t *host = machine_memory(&machine, 3 << 20), *device = device_memory(gpu, 2 << 20);
    assert_ok(hsa_amd_register_system_event_handler(take_event, &fault));
    begin_copy(&(struct copy){gpu, device, host, 3 << 20, true, {0}});
    for (unsigned i = 0; i < 5000 && !__atomic_load_n(&fault.has_been, __ATOMIC_ACQUIRE); i++)
        sleep_ms(1);
    assert_true(fault.has_been);
    assert_int_equal(fault.address, (uintptr_t)device + (2 << 20));
    assert_int_equal(fault.reasons, HSA_AMD_MEMORY_FAULT_PAGE_NOT_PRESENT);
    cases++;
}

static int
begin(void **state)
{
    (void)state;
    machine = machine_begin();
    return 0;
}

static int
end(void **state)
{
    (void)state;
    printf("%u cases on %u GPUs\n", cases, machine.gpu_count);
    return 0;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),     cmocka_unit_test(test_locked),
        cmocka_unit_test(test_dependent), cmocka_unit_test(test_beside_kernel),
        cmocka_unit_test(test_blocks),    cmocka_unit_test(test_times),
        cmocka_unit_test(test_threads),   cmocka_unit_test(test_uninitialised),
        cmocka_unit_test(test_filled),    cmocka_unit_test(test_host_memory),
        cmocka_unit_test(test_fault),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
