#include "engine.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <time.h>

enum { COPY = 1, FENCE = 5, TRAP = 6, POLL = 8, ATOMIC = 10, FILL = 11, TIME = 13 };

void *
make_memory(uint32_t node, uint64_t size, bool is_host)
{
    HsaMemFlags flags = {.ui32 = {.HostAccess = is_host, .NonPaged = !is_host}};
    void *address = NULL;
    assert_int_equal(hsaKmtAllocMemory(is_host ? 0 : node, size, flags, &address), 0);
    HsaMemMapFlags none = {.Value = 0};
    assert_int_equal(hsaKmtMapMemoryToGPUNodes(address, size, NULL, none, 1, &node), 0);
    return address;
}

void
engine_begin(struct engine *engine, uint32_t node, uint64_t ring_size)
{
    HsaNodeProperties properties;
    assert_int_equal(hsaKmtGetNodeProperties(node, &properties), 0);
    *engine = (struct engine){.node = node,
                              .generation = properties.EngineId.ui32.Major,
                              .ring = make_memory(node, ring_size, true),
                              .size = ring_size};
    assert_int_equal(hsaKmtCreateQueue(node, HSA_QUEUE_SDMA, 100, HSA_QUEUE_PRIORITY_NORMAL,
                                       engine->ring, ring_size, NULL, &engine->queue),
                     0);
    assert_non_null(engine->queue.Queue_read_ptr);
    assert_non_null(engine->queue.Queue_write_ptr);
    assert_non_null(engine->queue.Queue_DoorBell);
    assert_int_equal(*engine->queue.Queue_write_ptr, 0);
    assert_true(engine_is_idle(engine));
}

void
engine_end(struct engine *engine)
{
    assert_int_equal(hsaKmtDestroyQueue(engine->queue.QueueId), 0);
    assert_int_equal(hsaKmtFreeMemory(engine->ring, engine->size), 0);
}

static uint64_t
shown(const struct engine *engine)
{
    return engine->generation >= 9 ? engine->write : engine->write % engine->size;
}

bool
engine_is_idle(const struct engine *engine)
{
    uint64_t read = engine->generation >= 9
                        ? __atomic_load_n(engine->queue.Queue_read_ptr_aql, __ATOMIC_ACQUIRE)
                        : __atomic_load_n(engine->queue.Queue_read_ptr, __ATOMIC_ACQUIRE);
    return read == shown(engine);
}

bool
engine_wait(const struct engine *engine, unsigned milliseconds)
{
    for (unsigned i = 0; i < 10 * milliseconds && !engine_is_idle(engine); i++)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    return engine_is_idle(engine);
}

void
engine_put(struct engine *engine, const uint32_t *dwords, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        engine->ring[engine->write % engine->size / sizeof *dwords] = dwords[i];
        engine->write += sizeof *dwords;
    }
}

void
engine_ring(struct engine *engine)
{
    if (engine->generation >= 9) {
        *engine->queue.Queue_write_ptr_aql = shown(engine);
        __atomic_store_n(engine->queue.Queue_DoorBell_aql, shown(engine), __ATOMIC_RELEASE);
    } else {
        *engine->queue.Queue_write_ptr = (uint32_t)shown(engine);
        __atomic_store_n(engine->queue.Queue_DoorBell, (uint32_t)shown(engine), __ATOMIC_RELEASE);
    }
}

static uint32_t
low(const void *address)
{
    return (uint32_t)(uintptr_t)address;
}

static uint32_t
high(const void *address)
{
    return (uint32_t)((uintptr_t)address >> 32);
}

#define PUT(engine, ...)                                                                           \
    do {                                                                                           \
        const uint32_t dwords[] = {__VA_ARGS__};                                                   \
        engine_put(engine, dwords, sizeof dwords / sizeof *dwords);                                \
    } while (0)

void
put_copy(struct engine *engine, const void *to, const void *from, uint32_t size)
{
    uint32_t count = engine->generation >= 9 ? size - 1 : size;
    PUT(engine, COPY, count, 0, low(from), high(from), low(to), high(to));
}

void
put_fill(struct engine *engine, const void *to, uint32_t value, uint32_t dwords)
{
    uint32_t count = engine->generation >= 9 ? dwords - 1 : dwords;
    PUT(engine, 2u << 30 | FILL, low(to), high(to), value, count * 4);
}

void
put_fence(struct engine *engine, const void *to, uint32_t value)
{
    PUT(engine, FENCE, low(to), high(to), value);
}

void
put_trap(struct engine *engine, uint32_t event)
{
    PUT(engine, TRAP, event);
}

void
put_poll(struct engine *engine, unsigned function, const void *at, uint32_t value, uint32_t mask)
{
    PUT(engine, 1u << 31 | function << 28 | POLL, low(at), high(at), value, mask, 0x0FFF0004);
}

void
put_add(struct engine *engine, const void *to, uint64_t value)
{
    PUT(engine, 47u << 25 | ATOMIC, low(to), high(to), (uint32_t)value, (uint32_t)(value >> 32), 0,
        0, 0);
}

void
put_time(struct engine *engine, const void *to)
{
    PUT(engine, 2u << 8 | TIME, low(to), high(to));
}

void
put_flush(struct engine *engine)
{
    PUT(engine, POLL, 0, 0x80000000, 0, 0, 0);
}

void
put_window(struct engine *engine, unsigned shift, const struct side *to, const struct side *from,
           uint32_t width, uint32_t height, uint32_t depth)
{
    PUT(engine, (uint32_t)shift << 29 | 4u << 8 | COPY, low(from->base), high(from->base),
        from->y << 16 | from->x, (from->pitch - 1) << 13 | from->z, from->slice - 1, low(to->base),
        high(to->base), to->y << 16 | to->x, (to->pitch - 1) << 13 | to->z, to->slice - 1,
        (height - 1) << 16 | (width - 1), depth - 1);
}
