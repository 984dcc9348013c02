/* An SDMA queue filled by hand, for tests: through the driver's library alone. */
#ifndef OCC_TEST_KFD_ENGINE_H
#define OCC_TEST_KFD_ENGINE_H

#include <hsakmt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct engine {
    uint32_t node;
    unsigned generation;
    uint32_t *ring;
    uint64_t size;  /* of the ring, in bytes */
    uint64_t write; /* bytes that were put, for ever */
    HsaQueueResource queue;
};

/* Memory of the host that the GPU of the node sees, too, or the GPU's own. */
void *make_memory(uint32_t node, uint64_t size, bool is_host);

void engine_begin(struct engine *engine, uint32_t node, uint64_t ring_size);
void engine_end(struct engine *engine);
void engine_put(struct engine *engine, const uint32_t *dwords, size_t count);
void engine_ring(struct engine *engine); /* the doorbell */
bool engine_is_idle(const struct engine *engine);
/* false: not within the time. */
bool engine_wait(const struct engine *engine, unsigned milliseconds);

/* Each puts one packet. */
void put_copy(struct engine *engine, const void *to, const void *from, uint32_t size);
void put_fill(struct engine *engine, const void *to, uint32_t value, uint32_t dwords);
void put_fence(struct engine *engine, const void *to, uint32_t value);
void put_trap(struct engine *engine, uint32_t event);
void put_poll(struct engine *engine, unsigned function, const void *at, uint32_t value,
              uint32_t mask);
void put_add(struct engine *engine, const void *to, uint64_t value);
void put_time(struct engine *engine, const void *to);
void put_flush(struct engine *engine);

/* One side of a sub-window, in elements. */
struct side {
    const void *base;
    uint32_t x, y, z, pitch, slice;
};
void put_window(struct engine *engine, unsigned shift, const struct side *to,
                const struct side *from, uint32_t width, uint32_t height, uint32_t depth);

#endif
