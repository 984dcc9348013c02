/* The driver's library by its own calls, on the two GPUs of OCC_DEVICES: registered memory, on which GPUs memory is, events,
 * threads that open and close. */
#include <hsakmt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };
static const HsaMemMapFlags no_flags = {.Value = 0};

static uint64_t
map_first(void *address, uint64_t size)
{
    HSAuint32 node = 1;
    HSAuint64 there = 0;
    assert_int_equal(hsaKmtMapMemoryToGPUNodes(address, size, &there, no_flags, 1, &node), 0);
    return there;
}

static HsaPointerInfo
info_of(const void *address)
{
    HsaPointerInfo info;
    hsaKmtQueryPointerInfo(address, &info);
    return info;
}

/* The second begins in the last page of the first, the third is a part of it: each is what it is, in any order. */
static void
registrations(void **state)
{
    (void)state;
    enum { COUNT = 3 };
    static const unsigned starts[COUNT] = {0x10, 0x3020, 0x1000},
                          sizes[COUNT] = {0x3000, 0x100, PAGE};
    uint8_t *pages =
        mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (unsigned order = 0; order < 6; order++) {
        unsigned a = order % 3, b = (a + 1 + order / 3) % 3, c = 3 - a - b;
        const unsigned ids[COUNT] = {a, b, c};
        uint64_t there[COUNT];
        for (unsigned i = 0; i < COUNT; i++) {
            uint8_t *start = pages + starts[ids[i]];
            assert_int_equal(hsaKmtRegisterMemory(start, sizes[ids[i]]), 0);
            there[i] = map_first(start, sizes[ids[i]]);
        }
        for (unsigned i = 0; i < COUNT; i++) {
            uint8_t *start = pages + starts[ids[i]];
            HsaPointerInfo info = info_of(start);
            assert_int_equal(map_first(start, sizes[ids[i]]), there[i]);
            assert_ptr_equal(info.CPUAddress, start);
            assert_int_equal(info.GPUAddress, there[i]);
            assert_int_equal(info.SizeInBytes, sizes[ids[i]]);
        }
        for (unsigned i = 0; i < COUNT; i++) {
            assert_int_equal(hsaKmtDeregisterMemory(pages + starts[ids[i]]), 0);
            for (unsigned j = 0; j < COUNT; j++)
                assert_int_equal(info_of((void *)(uintptr_t)there[j]).Type != HSA_POINTER_UNKNOWN,
                                 j > i);
        }
    }
    munmap(pages, 4 * PAGE);
}

static void
nothing_there(void **state)
{
    (void)state;
    uint8_t *pages =
        mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(pages + PAGE, PAGE);
    assert_int_not_equal(hsaKmtRegisterMemory(pages, 3 * PAGE), 0);
    assert_int_not_equal(hsaKmtRegisterMemory(pages + PAGE, 1), 0);
    assert_int_not_equal(hsaKmtRegisterMemory(pages, UINT64_MAX), 0);
    assert_int_not_equal(hsaKmtRegisterMemory((void *)UINTPTR_MAX, PAGE), 0);
    assert_int_equal(hsaKmtRegisterMemory(pages, PAGE), 0);
    assert_int_not_equal(hsaKmtDeregisterMemory(pages + 1), 0);
    assert_int_equal(hsaKmtDeregisterMemory(pages), 0);
    assert_int_not_equal(hsaKmtDeregisterMemory(pages), 0);
    munmap(pages, PAGE);
    munmap(pages + 2 * PAGE, PAGE);
}

/* A list of nodes says where memory is, not where it is, too. */
static void
nodes(void **state)
{
    (void)state;
    HsaMemFlags flags = {.ui32 = {.HostAccess = 1}};
    void *memory = NULL;
    HSAuint32 both[2] = {1, 2};
    assert_int_equal(hsaKmtAllocMemory(0, PAGE, flags, &memory), 0);
    assert_int_equal(hsaKmtMapMemoryToGPUNodes(memory, PAGE, NULL, no_flags, 2, both), 0);
    assert_int_equal(info_of(memory).NMappedNodes, 2);
    assert_int_equal(hsaKmtMapMemoryToGPUNodes(memory, PAGE, NULL, no_flags, 1, &both[1]), 0);
    assert_int_equal(info_of(memory).NMappedNodes, 1);
    assert_int_equal(info_of(memory).MappedNodes[0], 2);
    assert_int_equal(hsaKmtMapMemoryToGPU(memory, PAGE, NULL), 0);
    assert_int_equal(info_of(memory).NMappedNodes, 2);
    assert_int_equal(hsaKmtUnmapMemoryToGPU(memory), 0);
    assert_int_equal(info_of(memory).NMappedNodes, 0);
    assert_int_equal(hsaKmtFreeMemory(memory, PAGE), 0);
}

/* ---- events ---- */

static void *
wait_for_event(void *event)
{
    return hsaKmtWaitOnEvent(event, 1000) == HSAKMT_STATUS_SUCCESS ? event : NULL;
}

/* An event that resets itself, which two threads wait for one after the other: each has looked at what it is about
 * before it was set. */
static void
events(void **state)
{
    (void)state;
    HsaEventDescriptor wanted = {.EventType = HSA_EVENTTYPE_SIGNAL};
    HsaEvent *event;
    pthread_t other;
    void *result;
    assert_int_equal(hsaKmtCreateEvent(&wanted, false, false, &event), 0);
    assert_int_equal(hsaKmtWaitOnEvent(event, 0), HSAKMT_STATUS_WAIT_TIMEOUT);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(hsaKmtSetEvent(event), 0);
        pthread_create(&other, NULL, wait_for_event, event);
        pthread_join(other, &result);
        assert_ptr_equal(result, event);
        assert_int_equal(hsaKmtWaitOnEvent(event, 1000), 0);
        assert_int_equal(hsaKmtWaitOnEvent(event, 0), HSAKMT_STATUS_WAIT_TIMEOUT);
    }
    assert_int_equal(hsaKmtDestroyEvent(event), 0);
    assert_int_equal(hsaKmtCreateEvent(&wanted, false, false, &event), 0);
    assert_int_equal(hsaKmtWaitOnEvent(event, 0), HSAKMT_STATUS_WAIT_TIMEOUT);
    assert_int_equal(hsaKmtDestroyEvent(event), 0);
}

/* ---- queues ---- */

static void *
destroy(void *id)
{
    return hsaKmtDestroyQueue(*(HSA_QUEUEID *)id) == HSAKMT_STATUS_SUCCESS ? id : NULL;
}

static void *
shared_memory(uint64_t size)
{
    HsaMemFlags flags = {.ui32 = {.HostAccess = 1}};
    void *memory = NULL;
    assert_int_equal(hsaKmtAllocMemory(0, size, flags, &memory), 0);
    map_first(memory, size);
    return memory;
}

/* Threads destroy a queue that works, an SDMA queue full of copies: one of them does. */
static void
destroyed_by_many(void **state)
{
    (void)state;
    enum { THREADS = 4, ROUNDS = 100, COPIES = 200, RING = 1 << 20, BYTES = 3 << 20, COPY = 1 };
    uint32_t *ring = shared_memory(RING);
    uint8_t *bytes = shared_memory(2 * BYTES);
    uint64_t from = (uintptr_t)bytes, to = from + BYTES;
    const uint32_t copy[7] = {COPY, BYTES, 0, (uint32_t)from, from >> 32, (uint32_t)to, to >> 32};
    for (unsigned i = 0; i < COPIES; i++)
        memcpy(ring + i * 7, copy, sizeof copy);
    for (unsigned round = 0; round < ROUNDS; round++) {
        HsaQueueResource queue = {.QueueId = 0};
        pthread_t threads[THREADS];
        unsigned count = 0;
        assert_int_equal(hsaKmtCreateQueue(1, HSA_QUEUE_SDMA, 100, HSA_QUEUE_PRIORITY_NORMAL, ring,
                                           RING, NULL, &queue),
                         0);
        __atomic_store_n(queue.Queue_DoorBell, COPIES * sizeof copy, __ATOMIC_RELEASE);
        for (unsigned i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, destroy, &queue.QueueId);
        for (unsigned i = 0; i < THREADS; i++) {
            void *result;
            pthread_join(threads[i], &result);
            count += result != NULL;
        }
        assert_int_equal(count, 1);
    }
    assert_int_equal(hsaKmtFreeMemory(ring, RING), 0);
    assert_int_equal(hsaKmtFreeMemory(bytes, 2 * BYTES), 0);
}

/* ---- opening ---- */

static void *
open_and_close(void *data)
{
    for (unsigned i = 0; i < 300; i++) {
        HsaMemFlags flags = {.ui32 = {.HostAccess = 1}};
        HSAuint32 node = 1;
        void *memory = NULL;
        hsaKmtOpenKFD();
        if (hsaKmtAllocMemory(0, PAGE, flags, &memory) != 0 ||
            hsaKmtMapMemoryToGPUNodes(memory, PAGE, NULL, no_flags, 1, &node) != 0 ||
            hsaKmtFreeMemory(memory, PAGE) != 0)
            *(bool *)data = true;
        hsaKmtCloseKFD();
    }
    return NULL;
}

static void
opening(void **state)
{
    (void)state;
    pthread_t threads[2];
    bool failed[2] = {false, false};
    assert_int_equal(hsaKmtCloseKFD(), 0);
    for (unsigned i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, open_and_close, &failed[i]);
    for (unsigned i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_false(failed[0] || failed[1]);
    assert_int_not_equal(hsaKmtCloseKFD(), 0);
    assert_int_equal(hsaKmtOpenKFD(), 0);
}

static void
places_for_results_are_wanted(void **state)
{
    HsaEventDescriptor wanted = {.EventType = HSA_EVENTTYPE_SIGNAL};
    (void)state;
    assert_int_equal(hsaKmtCreateEvent(&wanted, false, false, NULL),
                     HSAKMT_STATUS_INVALID_PARAMETER);
    assert_int_equal(hsaKmtGetXNACKMode(NULL), HSAKMT_STATUS_INVALID_PARAMETER);
    assert_int_equal(hsaKmtUpdateQueue(1, 101, HSA_QUEUE_PRIORITY_NORMAL, NULL, 0, NULL),
                     HSAKMT_STATUS_INVALID_PARAMETER);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(places_for_results_are_wanted),
                                       cmocka_unit_test(registrations),
                                       cmocka_unit_test(nothing_there),
                                       cmocka_unit_test(nodes),
                                       cmocka_unit_test(events),
                                       cmocka_unit_test(destroyed_by_many),
                                       cmocka_unit_test(opening)};
    if (hsaKmtOpenKFD() != HSAKMT_STATUS_SUCCESS)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL) || hsaKmtCloseKFD() != HSAKMT_STATUS_SUCCESS;
}
