/* Queues, barriers and signals. */
#include "test/kfd/test_hsa.h"

#include <string.h>

static const char source[] = "kernel void add(global uint *a, uint n) { atomic_add(a, n); }"
                             "kernel void put(global uint *a, uint n) { a[1] = a[0]; a[0] = n; }";

struct arguments {
    uint32_t *words;
    uint32_t number;
};

struct room {
    struct machine *machine;
    struct program program;
    struct kernel add, put;
    uint32_t *words;
};

static struct room
room_begin(struct machine *machine, const struct gpu *gpu)
{
    struct room room = {machine, program_make(gpu, source, 4), {0}, {0}, NULL};
    room.add = program_kernel(&room.program, gpu, "add");
    room.put = program_kernel(&room.program, gpu, "put");
    room.words = machine_memory(machine, 4096);
    return room;
}

static void
room_end(struct room *room)
{
    program_end(&room->program);
    assert_ok(hsa_amd_memory_pool_free(room->words));
}

/* Rings many times as long as they are, of the smallest and a larger size. */
static void
ring(void **state)
{
    struct machine *machine = *state;
    struct room room = room_begin(machine, &machine->gpu[0]);
    uint32_t wanted = 0;
    for (unsigned size = 64; size <= 1024; size *= 16) {
        hsa_queue_t *queue = queue_make(&machine->gpu[0], size, NULL, NULL);
        for (unsigned i = 0; i < 300; i++) {
            struct arguments arguments = {room.words, i};
            queue_run(machine, queue, &room.add, &arguments, 12, 1);
            wanted += i;
        }
        assert_ok(hsa_queue_destroy(queue));
    }
    assert_int_equal(room.words[0], wanted);
    room_end(&room);
}

/* One doorbell tells of many packets; all have one signal. */
static void
batch(void **state)
{
    enum { PACKETS = 200 };
    struct machine *machine = *state;
    struct room room = room_begin(machine, &machine->gpu[0]);
    hsa_queue_t *queue = queue_make(&machine->gpu[0], 64, NULL, NULL);
    void *memory[PACKETS];
    struct arguments arguments = {room.words, 3};
    struct launch launch = {&room.add, &arguments, 12, 64, 0, false, 0, 0, signal_make(PACKETS)};
    for (unsigned i = 0; i < PACKETS; i++)
        memory[i] = queue_launch(machine, queue, &launch);
    signal_wait(launch.signal);
    assert_int_equal(room.words[0], PACKETS * 64 * 3);
    for (unsigned i = 0; i < PACKETS; i++)
        assert_ok(hsa_amd_memory_pool_free(memory[i]));
    assert_ok(hsa_signal_destroy(launch.signal));
    assert_ok(hsa_queue_destroy(queue));
    room_end(&room);
}

/* The packet that a barrier holds back has not run when the host looks, and runs once it sets the signal; other
 * queues go on meanwhile. */
static void
barrier_and(void **state)
{
    struct machine *machine = *state;
    struct room room = room_begin(machine, &machine->gpu[0]);
    hsa_queue_t *held = queue_make(&machine->gpu[0], 64, NULL, NULL);
    hsa_queue_t *free = queue_make(&machine->gpu[0], 64, NULL, NULL);
    hsa_signal_t waits[2] = {signal_make(1), signal_make(5)}, none = {0};
    struct arguments first = {room.words, 1}, second = {room.words + 8, 1};
    struct launch launch = {&room.add, &first, 12, 1, 0, true, 0, 0, signal_make(1)};
    queue_barrier(held, true, waits, 2, none);
    void *memory = queue_launch(machine, held, &launch);
    for (unsigned i = 0; i < 10; i++)
        queue_run(machine, free, &room.add, &second, 12, 1);
    assert_int_equal(room.words[8], 10);
    assert_int_equal(room.words[0], 0);
    hsa_signal_store_screlease(waits[0], 0);
    queue_run(machine, free, &room.add, &second, 12, 1);
    assert_int_equal(room.words[0], 0); /* one is not enough */
    hsa_signal_store_screlease(waits[1], 0);
    signal_wait(launch.signal);
    assert_int_equal(room.words[0], 1);
    assert_ok(hsa_amd_memory_pool_free(memory));
    assert_ok(hsa_signal_destroy(launch.signal));
    assert_ok(hsa_signal_destroy(waits[0]));
    assert_ok(hsa_signal_destroy(waits[1]));
    assert_ok(hsa_queue_destroy(held));
    assert_ok(hsa_queue_destroy(free));
    room_end(&room);
}

/* One of the signals is enough; one without signals holds nothing back. */
static void
barrier_or(void **state)
{
    struct machine *machine = *state;
    hsa_queue_t *queue = queue_make(&machine->gpu[0], 64, NULL, NULL);
    hsa_signal_t waits[5], done = signal_make(1);
    for (unsigned i = 0; i < 5; i++)
        waits[i] = signal_make(1);
    queue_barrier(queue, false, waits, 5, done);
    assert_int_equal(
        hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_EQ, 0, 2000000, HSA_WAIT_STATE_ACTIVE),
        1);
    hsa_signal_store_screlease(waits[3], 0);
    signal_wait(done);
    for (unsigned all = 0; all < 2; all++) {
        hsa_signal_store_screlease(done, 1);
        queue_barrier(queue, all, NULL, 0, done);
        signal_wait(done);
    }
    for (unsigned i = 0; i < 5; i++)
        assert_ok(hsa_signal_destroy(waits[i]));
    assert_ok(hsa_signal_destroy(done));
    assert_ok(hsa_queue_destroy(queue));
}

/* A chain through all queues, enqueued from its end: each waits for the one before. */
static void
chain(void **state)
{
    enum { QUEUES = 8 };
    struct machine *machine = *state;
    struct room room = room_begin(machine, &machine->gpu[0]);
    hsa_queue_t *queues[QUEUES];
    hsa_signal_t done[QUEUES + 1], none = {0};
    void *memory[QUEUES];
    done[0] = signal_make(1);
    for (unsigned i = 0; i < QUEUES; i++) {
        queues[i] = queue_make(&machine->gpu[0], 64, NULL, NULL);
        done[i + 1] = signal_make(1);
    }
    for (unsigned i = QUEUES; i-- > 0;) {
        struct arguments arguments = {room.words, i + 1};
        struct launch launch = {&room.put, &arguments, 12, 1, 0, true, 0, 0, done[i + 1]};
        queue_barrier(queues[i], true, &done[i], 1, none);
        memory[i] = queue_launch(machine, queues[i], &launch);
    }
    assert_int_equal(room.words[0], 0);
    hsa_signal_store_screlease(done[0], 0);
    signal_wait(done[QUEUES]);
    assert_int_equal(room.words[0], QUEUES);
    assert_int_equal(room.words[1], QUEUES - 1);
    for (unsigned i = 0; i <= QUEUES; i++)
        assert_ok(hsa_signal_destroy(done[i]));
    for (unsigned i = 0; i < QUEUES; i++) {
        assert_ok(hsa_amd_memory_pool_free(memory[i]));
        assert_ok(hsa_queue_destroy(queues[i]));
    }
    room_end(&room);
}

static bool
count_up(hsa_signal_value_t value, void *data)
{
    (void)value;
    __atomic_fetch_add((unsigned *)data, 1, __ATOMIC_RELAXED);
    return false;
}

/* The runtime calls back when a signal is 0. */
static void
handler(void **state)
{
    enum { SIGNALS = 20 };
    struct machine *machine = *state;
    struct room room = room_begin(machine, &machine->gpu[0]);
    hsa_queue_t *queue = queue_make(&machine->gpu[0], 64, NULL, NULL);
    hsa_signal_t signals[SIGNALS];
    unsigned called = 0;
    struct arguments arguments = {room.words, 1};
    void *memory[SIGNALS];
    for (unsigned i = 0; i < SIGNALS; i++) {
        signals[i] = signal_make(1);
        assert_ok(hsa_amd_signal_async_handler(signals[i], HSA_SIGNAL_CONDITION_LT, 1, count_up,
                                               &called));
        struct launch launch = {&room.add, &arguments, 12, 1, 0, false, 0, 0, signals[i]};
        memory[i] = queue_launch(machine, queue, &launch);
    }
    for (unsigned i = 0; i < SIGNALS; i++)
        signal_wait(signals[i]);
    while (__atomic_load_n(&called, __ATOMIC_RELAXED) < SIGNALS)
        ;
    for (unsigned i = 0; i < SIGNALS; i++) {
        assert_ok(hsa_signal_destroy(signals[i]));
        assert_ok(hsa_amd_memory_pool_free(memory[i]));
    }
    assert_ok(hsa_queue_destroy(queue));
    room_end(&room);
}

/* Times of kernels are after those of the host before, and in order. */
static void
profiling(void **state)
{
    struct machine *machine = *state;
    struct room room = room_begin(machine, &machine->gpu[0]);
    hsa_queue_t *queue = queue_make(&machine->gpu[0], 64, NULL, NULL);
    struct arguments arguments = {room.words, 1};
    uint64_t before, after, last = 0;
    assert_ok(hsa_amd_profiling_set_profiler_enabled(queue, 1));
    assert_ok(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &before));
    for (unsigned i = 0; i < 5; i++) {
        hsa_amd_profiling_dispatch_time_t time;
        struct launch launch = {&room.add, &arguments, 12, 640, 0, true, 0, 0, signal_make(1)};
        void *memory = queue_launch(machine, queue, &launch);
        signal_wait(launch.signal);
        assert_ok(hsa_amd_profiling_get_dispatch_time(machine->gpu[0].agent, launch.signal, &time));
        assert_ok(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &after));
        assert_true(time.start <= time.end && time.start >= last);
        assert_true(time.start + 1000000 > before && time.end < after + 1000000);
        last = time.end;
        assert_ok(hsa_signal_destroy(launch.signal));
        assert_ok(hsa_amd_memory_pool_free(memory));
    }
    assert_ok(hsa_queue_destroy(queue));
    room_end(&room);
}

/* Kernels of two GPUs count in one word, in turn. */
static void
two_gpus(void **state)
{
    struct machine *machine = *state;
    if (machine->gpu_count < 2)
        skip();
    struct room rooms[2];
    hsa_queue_t *queues[2];
    uint32_t *words = machine_memory(machine, 64);
    for (unsigned i = 0; i < 2; i++) {
        rooms[i] = room_begin(machine, &machine->gpu[i]);
        queues[i] = queue_make(&machine->gpu[i], 64, NULL, NULL);
    }
    hsa_signal_t done[41] = {signal_make(0)}, none = {0};
    void *memory[40];
    for (unsigned i = 0; i < 40; i++) {
        done[i + 1] = signal_make(1);
        struct arguments arguments = {words, i + 1};
        struct launch launch = {&rooms[i % 2].put, &arguments, 12, 1, 0, true, 0, 0, done[i + 1]};
        queue_barrier(queues[i % 2], true, &done[i], 1, none);
        memory[i] = queue_launch(machine, queues[i % 2], &launch);
    }
    signal_wait(done[40]);
    assert_int_equal(words[0], 40);
    assert_int_equal(words[1], 39);
    for (unsigned i = 0; i <= 40; i++)
        assert_ok(hsa_signal_destroy(done[i]));
    for (unsigned i = 0; i < 40; i++)
        assert_ok(hsa_amd_memory_pool_free(memory[i]));
    for (unsigned i = 0; i < 2; i++) {
        assert_ok(hsa_queue_destroy(queues[i]));
        room_end(&rooms[i]);
    }
    assert_ok(hsa_amd_memory_pool_free(words));
}

int
test_queues(struct machine *machine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(ring, machine),
        cmocka_unit_test_prestate(batch, machine),
        cmocka_unit_test_prestate(barrier_and, machine),
        cmocka_unit_test_prestate(barrier_or, machine),
        cmocka_unit_test_prestate(chain, machine),
        cmocka_unit_test_prestate(handler, machine),
        cmocka_unit_test_prestate(profiling, machine),
        cmocka_unit_test_prestate(two_gpus, machine),
    };
    return cmocka_run_group_tests_name("queues", tests, NULL, NULL);
}
