/* Private memory that lies in scratch: the runtime gives more when a dispatch needs it. */
#include "test/kfd/test_hsa.h"

#include <stdio.h>

static const char source[] = "#define DEEP(N) kernel void deep##N(global uint *a, uint n) {\\\n"
                             "    uint t[N], id = get_global_id(0);\\\n"
                             "    for (uint i = 0; i < N; i += N / 16) t[i] = i ^ id;\\\n"
                             "    a[id] = t[(id * 7 + n) % 16 * (N / 16)];\\\n"
                             "}\n"
                             "DEEP(16) DEEP(512) DEEP(2048) DEEP(8192)\n";

struct arguments {
    uint32_t *words;
    uint32_t number;
};

struct room {
    struct machine *machine;
    struct program program;
    hsa_queue_t *queue;
    uint32_t *words;
};

enum { MAX_ITEMS = 4096 };

static struct room
room_begin(struct machine *machine)
{
    const struct gpu *gpu = &machine->gpu[0];
    struct room room = {machine, program_make(gpu, source, 4), queue_make(gpu, 64, NULL, NULL),
                        machine_memory(machine, 4 * MAX_ITEMS)};
    return room;
}

static void
room_end(struct room *room)
{
    assert_ok(hsa_queue_destroy(room->queue));
    program_end(&room->program);
    assert_ok(hsa_amd_memory_pool_free(room->words));
}

static void
run(struct room *room, unsigned depth, uint32_t items)
{
    char name[16];
    snprintf(name, sizeof name, "deep%u", depth);
    struct kernel kernel = program_kernel(&room->program, &room->machine->gpu[0], name);
    struct arguments arguments = {room->words, 3};
    queue_run(room->machine, room->queue, &kernel, &arguments, 12, items);
    for (uint32_t i = 0; i < items; i++)
        assert_int_equal(room->words[i], ((i * 7 + 3) % 16 * (depth / 16)) ^ i);
}

/* More than before, and less, on one queue. */
static void
growing(void **state)
{
    struct room room = room_begin(*state);
    static const unsigned depths[] = {16, 512, 16, 2048, 512, 16, 2048};
    for (unsigned i = 0; i < sizeof depths / sizeof *depths; i++)
        run(&room, depths[i], 256);
    room_end(&room);
}

/* So much that the runtime takes it back after the dispatch. */
static void
once(void **state)
{
    struct room room = room_begin(*state);
    run(&room, 8192, 64);
    run(&room, 16, 64);
    run(&room, 8192, MAX_ITEMS);
    run(&room, 2048, 640);
    room_end(&room);
}

/* Of several queues, each has its own. */
static void
queues(void **state)
{
    struct room rooms[4];
    for (unsigned i = 0; i < 4; i++)
        rooms[i] = room_begin(*state);
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < 4; i++)
            run(&rooms[i], round ? 512 : 2048, 128 << i);
    for (unsigned i = 0; i < 4; i++)
        room_end(&rooms[i]);
}

/* Other dispatches on other queues go on while one waits for scratch, and stay right. */
static void
beside(void **state)
{
    struct room room = room_begin(*state), other = room_begin(*state);
    struct kernel deep = program_kernel(&room.program, &room.machine->gpu[0], "deep2048");
    struct arguments arguments = {room.words, 3};
    struct launch launch = {&deep, &arguments, 12, 1024, 0, false, 0, 0, signal_make(1)};
    void *memory = queue_launch(room.machine, room.queue, &launch);
    for (unsigned i = 0; i < 10; i++)
        run(&other, 16, 64);
    signal_wait(launch.signal);
    for (uint32_t i = 0; i < 1024; i++)
        assert_int_equal(room.words[i], ((i * 7 + 3) % 16 * 128) ^ i);
    assert_ok(hsa_signal_destroy(launch.signal));
    assert_ok(hsa_amd_memory_pool_free(memory));
    room_end(&room);
    room_end(&other);
}

int
test_scratch(struct machine *machine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(growing, machine),
        cmocka_unit_test_prestate(once, machine),
        cmocka_unit_test_prestate(queues, machine),
        cmocka_unit_test_prestate(beside, machine),
    };
    return cmocka_run_group_tests_name("scratch", tests, NULL, NULL);
}
