/* SDMA queues of each generation: every packet, built by hand, and the ring's end. */
#include "engine.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { RING = 65536, SECONDS_10 = 10000, MIB = 1 << 20, MAX_COPY = 0x3fffe0 };

static uint32_t node_count;
static unsigned cases;

static uint32_t
random_below(uint32_t limit)
{
    static uint64_t state = 38;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % limit;
}

static void
fill_random(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)random_below(256);
}

/* To `read` from the GPU's own memory is not the program's right: by way of a copy. */
static void
run(struct engine *engine)
{
    engine_ring(engine);
    assert_true(engine_wait(engine, SECONDS_10));
}

/* ---- copies ---- */

static void
check_copy(struct engine *engine, uint8_t *device, uint8_t *host, uint8_t *back, uint32_t size)
{
    enum { GUARD = 64 };
    uint32_t shift = random_below(16), shift_back = random_below(16);
    uint8_t *source = malloc(size);
    fill_random(host + shift, size < 65536 ? size : 65536);
    memcpy(source, host + shift, size);
    memset(back, 0xA5, size + 2 * GUARD + 16);
    put_copy(engine, device + shift_back, host + shift, size);
    put_copy(engine, back + GUARD + shift, device + shift_back, size);
    run(engine);
    assert_memory_equal(back + GUARD + shift, source, size);
    for (uint32_t i = 0; i < GUARD; i++)
        assert_true(back[shift + i] == 0xA5 && back[GUARD + shift + size + i] == 0xA5);
    free(source);
    cases++;
}

static void
test_copies(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1,    2,    3,    4,     5,        63,           64,      65,
                                     4095, 4096, 4097, 65537, MIB - 13, MAX_COPY - 1, MAX_COPY};
    for (uint32_t node = 1; node <= node_count; node++) {
        struct engine engine;
        engine_begin(&engine, node, RING);
        uint8_t *device = make_memory(node, 5 * MIB, false);
        uint8_t *host = make_memory(node, 5 * MIB, true);
        uint8_t *back = make_memory(node, 5 * MIB, true);
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            check_copy(&engine, device, host, back, sizes[i]);
        hsaKmtFreeMemory(device, 5 * MIB);
        hsaKmtFreeMemory(host, 5 * MIB);
        hsaKmtFreeMemory(back, 5 * MIB);
        engine_end(&engine);
    }
}

static void
test_fills(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 1000, 1048568};
    for (uint32_t node = 1; node <= node_count; node++) {
        struct engine engine;
        engine_begin(&engine, node, RING);
        uint32_t *host = make_memory(node, 5 * MIB, true);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++, cases++) {
            uint32_t count = counts[i];
            memset(host, 0, 5 * MIB);
            put_fill(&engine, host + 1, 0xC0FFEE00u + count, count);
            run(&engine);
            for (uint32_t at = 0; at < count; at++)
                assert_int_equal(host[1 + at], 0xC0FFEE00u + count);
            assert_true(host[0] == 0 && host[1 + count] == 0);
        }
        hsaKmtFreeMemory(host, 5 * MIB);
        engine_end(&engine);
    }
}

/* ---- sub-windows, by a model of bytes ---- */

enum { WINDOW_BYTES = 1 << 16 };

static struct side
random_side(const uint8_t *base, uint32_t width, uint32_t height, uint32_t depth)
{
    struct side side = {
        .base = base, .x = random_below(4), .y = random_below(3), .z = random_below(3)};
    side.pitch = side.x + width + random_below(5);
    side.slice = (side.y + height + random_below(2)) * side.pitch + random_below(4);
    (void)depth;
    return side;
}

static size_t
byte_of(const struct side *side, unsigned shift, uint32_t x, uint32_t y, uint32_t z)
{
    size_t element =
        (size_t)(side->z + z) * side->slice + (size_t)(side->y + y) * side->pitch + side->x + x;
    return element << shift;
}

static void
check_window(struct engine *engine, uint8_t *host, uint8_t *target)
{
    static uint8_t model[WINDOW_BYTES];
    unsigned shift = random_below(5);
    uint32_t width = 1 + random_below(9), height = 1 + random_below(7), depth = 1 + random_below(4);
    struct side from = random_side(host, width, height, depth);
    struct side to = random_side(target, width, height, depth);
    fill_random(target, WINDOW_BYTES);
    memcpy(model, target, WINDOW_BYTES);
    for (uint32_t z = 0; z < depth; z++)
        for (uint32_t y = 0; y < height; y++)
            for (uint32_t x = 0; x < width; x++)
                memcpy(model + byte_of(&to, shift, x, y, z), host + byte_of(&from, shift, x, y, z),
                       (size_t)1 << shift);
    put_window(engine, shift, &to, &from, width, height, depth);
    run(engine);
    assert_memory_equal(target, model, WINDOW_BYTES);
    cases++;
}

static void
test_windows(void **state)
{
    (void)state;
    for (uint32_t node = 1; node <= node_count; node++) {
        struct engine engine;
        engine_begin(&engine, node, RING);
        uint8_t *host = make_memory(node, WINDOW_BYTES, true);
        uint8_t *target = make_memory(node, WINDOW_BYTES, true);
        fill_random(host, WINDOW_BYTES);
        for (unsigned i = 0; i < 100 && engine.generation >= 9; i++)
            check_window(&engine, host, target);
        hsaKmtFreeMemory(host, WINDOW_BYTES);
        hsaKmtFreeMemory(target, WINDOW_BYTES);
        engine_end(&engine);
    }
}

/* ---- small packets ---- */

static void
check_words(struct engine *engine, uint64_t *words)
{
    memset(words, 0x11, 4096);
    HsaClockCounters before, after;
    hsaKmtGetClockCounters(engine->node, &before);
    put_fence(engine, words, 0x89ABCDEF);
    put_add(engine, words + 1, ~UINT64_C(0));
    put_add(engine, words + 2, UINT64_C(0x123456789ABCDEF0));
    put_time(engine, words + 4);
    if (engine->generation >= 9)
        put_flush(engine);
    engine_put(engine, (const uint32_t[]){0, 3u << 16, ~0u, ~0u, ~0u}, 5);
    run(engine);
    hsaKmtGetClockCounters(engine->node, &after);
    assert_int_equal(words[0], UINT64_C(0x1111111189ABCDEF));
    assert_int_equal(words[1], UINT64_C(0x1111111111111110));
    assert_int_equal(words[2], UINT64_C(0x23456789ABCDF001));
    assert_int_equal(words[3], UINT64_C(0x1111111111111111));
    assert_true(words[4] >= before.GPUClockCounter && words[4] <= after.GPUClockCounter);
    cases += 5;
}

/* A fence to an event's mailbox, and the interrupt. */
static void
check_trap(struct engine *engine)
{
    HsaEventDescriptor descriptor = {.EventType = HSA_EVENTTYPE_SIGNAL};
    HsaEvent *event = NULL, *other = NULL;
    assert_int_equal(hsaKmtCreateEvent(&descriptor, false, false, &event), 0);
    assert_int_equal(hsaKmtCreateEvent(&descriptor, false, false, &other), 0);
    put_fence(engine, (const void *)(uintptr_t)event->EventData.HWData2, event->EventId);
    put_trap(engine, event->EventId);
    engine_ring(engine);
    assert_int_equal(hsaKmtWaitOnEvent(event, SECONDS_10), 0);
    assert_int_equal(hsaKmtWaitOnEvent(other, 0), HSAKMT_STATUS_WAIT_TIMEOUT);
    hsaKmtDestroyEvent(event);
    hsaKmtDestroyEvent(other);
    cases++;
}

/* Each comparison with a value that does not meet it, then with one that does; a second queue goes on. */
static void
check_polls(struct engine *engine, uint32_t *words)
{
    static const struct {
        unsigned function;
        uint32_t unmet, met;
    } rows[] = {{1, 5, 4}, {2, 6, 5}, {3, 4, 5}, {4, 5, 6}, {5, 4, 5}, {6, 5, 6}};
    struct engine second;
    engine_begin(&second, engine->node, 4096);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++, cases++) {
        words[0] = rows[i].unmet | 0xF0;
        words[1] = words[2] = 0;
        put_poll(engine, rows[i].function, words, 5, 0xF);
        put_fence(engine, words + 1, 1);
        engine_ring(engine);
        put_fence(&second, words + 2, 1);
        run(&second);
        assert_false(engine_wait(engine, 2));
        assert_true(words[1] == 0 && words[2] == 1);
        __atomic_store_n(words, rows[i].met | 0xF0, __ATOMIC_RELEASE);
        assert_true(engine_wait(engine, SECONDS_10));
        assert_int_equal(words[1], 1);
    }
    engine_end(&second);
}

static void
test_words(void **state)
{
    (void)state;
    for (uint32_t node = 1; node <= node_count; node++) {
        struct engine engine;
        engine_begin(&engine, node, RING);
        uint64_t *words = make_memory(node, 4096, true);
        check_words(&engine, words);
        check_trap(&engine);
        check_polls(&engine, (uint32_t *)words);
        hsaKmtFreeMemory(words, 4096);
        engine_end(&engine);
    }
}

/* ---- the ring ---- */

/* Packets lie over its end in all ways there are, and GFX9's counts go on. */
static void
test_ring(void **state)
{
    (void)state;
    enum { SMALL = 4096, PACKETS = 3000 };
    for (uint32_t node = 1; node <= node_count; node++) {
        struct engine engine;
        engine_begin(&engine, node, SMALL);
        uint64_t *sum = make_memory(node, 4096, true);
        uint64_t expected = 0, last = 0;
        for (unsigned i = 0; i < PACKETS; i++, cases++) {
            uint64_t before = engine.write;
            if (random_below(3) == 0)
                engine_put(&engine, (const uint32_t[]){0}, 1);
            put_add(&engine, sum, i);
            put_fence(&engine, sum + 1, i);
            expected += i;
            last += engine.write - before;
            if (last > SMALL - 100) { /* nearly full */
                run(&engine);
                assert_int_equal(*sum, expected);
                last = 0;
            } else if (random_below(2)) {
                engine_ring(&engine);
            }
        }
        run(&engine);
        assert_int_equal(*sum, expected);
        assert_int_equal(sum[1], PACKETS - 1);
        assert_true(engine.write > 20 * SMALL);
        hsaKmtFreeMemory(sum, 4096);
        engine_end(&engine);
    }
}

/* As many queues as the card's engines have, and one more when one has ended. */
static void
test_engines(void **state)
{
    (void)state;
    for (uint32_t node = 1; node <= node_count; node++) {
        HsaNodeProperties properties;
        hsaKmtGetNodeProperties(node, &properties);
        unsigned room = properties.NumSdmaEngines * properties.NumSdmaQueuesPerEngine;
        struct engine engines[64];
        assert_in_range(room, 1, 63);
        for (unsigned i = 0; i < room; i++)
            engine_begin(&engines[i], node, 4096);
        HsaQueueResource queue;
        assert_int_not_equal(hsaKmtCreateQueue(node, HSA_QUEUE_SDMA, 100, HSA_QUEUE_PRIORITY_NORMAL,
                                               engines[0].ring, 4096, NULL, &queue),
                             0);
        assert_int_equal(!!properties.NumSdmaXgmiEngines,
                         hsaKmtCreateQueue(node, HSA_QUEUE_SDMA_XGMI, 100,
                                           HSA_QUEUE_PRIORITY_NORMAL, engines[0].ring, 4096, NULL,
                                           &queue) == 0);
        if (properties.NumSdmaXgmiEngines)
            assert_int_equal(hsaKmtDestroyQueue(queue.QueueId), 0);
        engine_end(&engines[0]);
        engine_begin(&engines[0], node, 4096);
        for (unsigned i = 0; i < room; i++, cases++)
            engine_end(&engines[i]);
    }
}

/* ---- errors ---- */

/* Does that appear on standard error while `act` runs, or soon after?  message NULL: nobody asks. */
static bool
hears(const char *message, void (*act)(struct engine *engine, void *data), struct engine *engine,
      void *data)
{
    char text[4096] = "";
    FILE *file = tmpfile();
    int saved = dup(STDERR_FILENO);
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    act(engine, data);
    for (unsigned i = 0; message && i < SECONDS_10 && !strstr(text, message); i++) {
        nanosleep(&(struct timespec){.tv_nsec = i ? 1000000 : 0}, NULL);
        ssize_t size = pread(fileno(file), text, sizeof text - 1, 0);
        text[size > 0 ? size : 0] = 0;
    }
    dup2(saved, STDERR_FILENO);
    close(saved);
    fclose(file);
    return message && strstr(text, message);
}

struct bad {
    const uint32_t *dwords;
    size_t count;
    const char *message;
};

/* The engine stops at the packet: the fence after it does not happen. */
static void
act_bad(struct engine *engine, void *data)
{
    const struct bad *bad = data;
    uint32_t *word = make_memory(engine->node, 4096, true);
    engine_put(engine, bad->dwords, bad->count);
    put_fence(engine, word, 1);
    engine_ring(engine);
    assert_false(engine_wait(engine, 50));
    assert_int_equal(*word, 0);
    hsaKmtFreeMemory(word, 4096);
}

static void
test_bad_packets(void **state)
{
    (void)state;
    static const uint32_t write[] = {2, 0, 0, 0, 0}, sub[] = {0x101}, window[] = {0x401},
                          operation[] = {46u << 25 | 10, 0, 0, 0, 0, 0, 0, 0},
                          unaligned[] = {5, 2, 0, 0}, finite[] = {0xB0000008, 0, 0, 0, 0, 4},
                          reg[] = {0x30000008, 0, 0, 0, 0, 0x0FFF0004},
                          half[] = {1u << 30 | 11, 0, 0, 0, 4};
#define BAD(dwords, message)                                                                       \
    {                                                                                              \
        dwords, sizeof(dwords) / sizeof(uint32_t), message                                         \
    }
    static const struct bad bad[] = {
        BAD(write, "SDMA 0x00000002 packet: it is not known"),
        BAD(sub, "SDMA 0x00000101 packet: it is not known"),
        BAD(operation, "SDMA atomic packet: the operation is not a 64-bit addition"),
        BAD(unaligned, "SDMA fence packet: the address is not aligned"),
        BAD(finite, "SDMA poll packet: it does not wait for ever"),
        BAD(reg, "SDMA poll packet: it waits for a register"),
        BAD(half, "SDMA constant fill packet: it fills neither bytes nor dwords"),
        BAD(window, "SDMA 0x00000401 packet: it is not known"), /* the last: not on GFX9 */
    };
    enum { COUNT = sizeof bad / sizeof *bad };
    for (uint32_t node = 1; node <= node_count; node++) {
        for (size_t i = 0; i < COUNT; i++, cases++) {
            struct engine engine;
            engine_begin(&engine, node, RING);
            struct bad row = bad[i];
            if (engine.generation < 9 || i + 1 < COUNT)
                assert_true(hears(row.message, act_bad, &engine, &row));
            engine_end(&engine);
        }
    }
}

struct wild {
    HsaEvent *event;
    uint8_t *bytes;
    size_t size;
    uint64_t first; /* that cannot be had */
    void (*put)(struct engine *engine, const struct wild *wild);
};

static void
act_wild(struct engine *engine, void *data)
{
    const struct wild *wild = data;
    wild->put(engine, wild);
    engine_ring(engine);
    assert_int_equal(hsaKmtWaitOnEvent(wild->event, SECONDS_10), 0);
    const HsaMemoryAccessFault *fault = &wild->event->EventData.EventData.MemoryAccessFault;
    assert_int_equal(fault->NodeId, engine->node);
    assert_int_equal(fault->VirtualAddress, wild->first & ~UINT64_C(4095));
    assert_false(engine_is_idle(engine));
}

static void
put_past_end(struct engine *engine, const struct wild *wild)
{
    put_copy(engine, wild->bytes + wild->size - 100, wild->bytes, 101);
}

static void
put_read_past_end(struct engine *engine, const struct wild *wild)
{
    put_copy(engine, wild->bytes, wild->bytes + wild->size - 100, 101);
}

static void
put_fill_past_end(struct engine *engine, const struct wild *wild)
{
    put_fill(engine, wild->bytes + wild->size - 100, 1, 26);
}

static void
put_before(struct engine *engine, const struct wild *wild)
{
    put_fence(engine, wild->bytes - 4, 1);
}

static void
put_null(struct engine *engine, const struct wild *wild)
{
    (void)wild;
    put_add(engine, NULL, 1);
}

/* One byte beyond, which must not be copied either. */
static void
test_wild(void **state)
{
    (void)state;
    enum { SIZE = 8192 };
    HsaEventDescriptor descriptor = {.EventType = HSA_EVENTTYPE_MEMORY};
    for (uint32_t node = 1; node <= node_count; node++) {
        uint8_t *bytes = make_memory(node, SIZE, true);
        struct wild wild[] = {
            {.first = (uintptr_t)bytes + SIZE, .put = put_past_end},
            {.first = (uintptr_t)bytes + SIZE, .put = put_read_past_end},
            {.first = (uintptr_t)bytes + SIZE, .put = put_fill_past_end},
            {.first = (uintptr_t)bytes - 4, .put = put_before},
            {.first = 0, .put = put_null},
        };
        for (size_t i = 0; i < sizeof wild / sizeof *wild; i++, cases++) {
            struct engine engine;
            engine_begin(&engine, node, RING);
            assert_int_equal(hsaKmtCreateEvent(&descriptor, false, false, &wild[i].event), 0);
            wild[i].bytes = bytes;
            wild[i].size = SIZE;
            memset(bytes, (int)i + 1, SIZE);
            bool is_nowhere = wild[i].put == put_before || wild[i].put == put_null;
            assert_true(
                hears(is_nowhere ? "not mapped on this GPU" : "after the end of an allocation",
                      act_wild, &engine, &wild[i]));
            for (size_t at = 0; at < SIZE; at++)
                assert_int_equal(bytes[at], i + 1);
            hsaKmtDestroyEvent(wild[i].event);
            engine_end(&engine);
        }
        hsaKmtFreeMemory(bytes, SIZE);
    }
}

/* ---- which memory an engine has ---- */

static void
put_to_bytes(struct engine *engine, const struct wild *wild)
{
    put_fence(engine, wild->bytes, 7);
}

static void
expect_fault(struct engine *engine, uint8_t *at, const char *message)
{
    HsaEventDescriptor descriptor = {.EventType = HSA_EVENTTYPE_MEMORY};
    struct wild wild = {.bytes = at, .first = (uintptr_t)at, .put = put_to_bytes};
    assert_int_equal(hsaKmtCreateEvent(&descriptor, false, false, &wild.event), 0);
    assert_true(hears(message, act_wild, engine, &wild));
    hsaKmtDestroyEvent(wild.event);
    cases++;
}

/* Memory of another GPU, until it is mapped; when it is no more; what may only be read. */
static void
test_maps(void **state)
{
    (void)state;
    uint32_t both[] = {1, 2};
    HsaMemMapFlags none = {.Value = 0};
    struct engine engine;
    uint32_t *words = make_memory(1, 4096, true);
    engine_begin(&engine, 2, RING);
    expect_fault(&engine, (uint8_t *)words, "not mapped on this GPU");
    engine_end(&engine);
    engine_begin(&engine, 2, RING);
    assert_int_equal(hsaKmtMapMemoryToGPUNodes(words, 4096, NULL, none, 2, both), 0);
    put_fence(&engine, words, 5);
    run(&engine);
    assert_int_equal(words[0], 5);
    hsaKmtUnmapMemoryToGPU(words);
    expect_fault(&engine, (uint8_t *)words, "not mapped on this GPU");
    engine_end(&engine);
    hsaKmtFreeMemory(words, 4096);

    HsaMemFlags flags = {.ui32 = {.HostAccess = 1, .ReadOnly = 1}};
    void *fixed = NULL;
    assert_int_equal(hsaKmtAllocMemory(0, 4096, flags, &fixed), 0);
    assert_int_equal(hsaKmtMapMemoryToGPUNodes(fixed, 4096, NULL, none, 1, both), 0);
    engine_begin(&engine, 1, RING);
    expect_fault(&engine, fixed, "read-only");
    engine_end(&engine);
    hsaKmtFreeMemory(fixed, 4096);
}

/* Memory of the program: where the GPU has it, not where the program has. */
static void
test_registered(void **state)
{
    (void)state;
    for (uint32_t node = 1; node <= node_count; node++) {
        struct engine engine;
        HsaMemMapFlags none = {.Value = 0};
        HSAuint64 alternate = 0;
        uint8_t *bytes = calloc(1, 100000), *device = make_memory(node, 100000, false);
        assert_int_equal(hsaKmtRegisterMemory(bytes, 100000), 0);
        assert_int_equal(hsaKmtMapMemoryToGPUNodes(bytes, 100000, &alternate, none, 1, &node), 0);
        engine_begin(&engine, node, RING);
        uint8_t *there = (uint8_t *)(uintptr_t)alternate;
        memset(bytes, 0x5A, 1000);
        put_copy(&engine, device, there, 1000);
        put_copy(&engine, there + 50000, device, 1000);
        run(&engine);
        assert_memory_equal(bytes, bytes + 50000, 1000);
        assert_int_equal(bytes[50000], 0x5A);
        expect_fault(&engine, bytes - (uintptr_t)bytes % 8, "not mapped on this GPU");
        engine_end(&engine);
        hsaKmtUnmapMemoryToGPU(bytes);
        hsaKmtDeregisterMemory(bytes);
        hsaKmtFreeMemory(device, 100000);
        free(bytes);
    }
}

/* Memory of the program that goes while it is copied to: who takes it away waits. */
static void
act_go(struct engine *engine, void *device)
{
    enum { SIZE = 4 * MIB, PACKETS = 3 };
    HsaMemMapFlags none = {.Value = 0};
    HSAuint64 alternate = 0;
    void *bytes = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_int_equal(hsaKmtRegisterMemory(bytes, SIZE), 0);
    assert_int_equal(hsaKmtMapMemoryToGPUNodes(bytes, SIZE, &alternate, none, 1, &engine->node), 0);
    for (unsigned i = 0; i < PACKETS; i++)
        put_copy(engine, (const void *)(uintptr_t)alternate, device, MAX_COPY);
    engine_ring(engine);
    nanosleep(&(struct timespec){.tv_nsec = random_below(2000000)}, NULL);
    assert_int_equal(hsaKmtUnmapMemoryToGPU(bytes), 0);
    munmap(bytes, SIZE);
    hsaKmtDeregisterMemory(bytes);
}

static void
test_going(void **state)
{
    (void)state;
    enum { ROUNDS = 40 };
    uint8_t *device = make_memory(1, 4 * MIB, false);
    for (unsigned i = 0; i < ROUNDS; i++, cases++) {
        struct engine engine;
        engine_begin(&engine, 1, RING);
        hears(NULL, act_go, &engine, device);
        engine_end(&engine);
    }
    hsaKmtFreeMemory(device, 4 * MIB);
}

static int
open_driver(void **state)
{
    (void)state;
    HsaSystemProperties system;
    if (hsaKmtOpenKFD() != 0 || hsaKmtAcquireSystemProperties(&system) != 0)
        return -1;
    node_count = system.NumNodes - 1;
    return node_count >= 2 ? 0 : -1;
}

static int
close_driver(void **state)
{
    (void)state;
    printf("%u cases on %u GPUs\n", cases, (unsigned)node_count);
    return hsaKmtCloseKFD() == 0 ? 0 : -1;
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies),      cmocka_unit_test(test_fills),
        cmocka_unit_test(test_windows),     cmocka_unit_test(test_words),
        cmocka_unit_test(test_ring),        cmocka_unit_test(test_engines),
        cmocka_unit_test(test_bad_packets), cmocka_unit_test(test_wild),
        cmocka_unit_test(test_maps),        cmocka_unit_test(test_registered),
        cmocka_unit_test(test_going),
    };
    return cmocka_run_group_tests(tests, open_driver, close_driver);
}
