/* Values that are stored and waited for, global wave sync, the heap of malloc in kernels (blit.h). */
#include "blit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* is_wide: 64 bits, else 32. */
static void
write_value(struct blit *blit, bool is_wide, bool has_size, uint64_t value)
{
    struct blit_buffer to = blit_buffer(blit, 24, 0);
    uint32_t size = is_wide ? 8 : 4;
    blit_u64(blit, is_wide ? 0 : to.address + 8);
    blit_u64(blit, is_wide ? to.address + 8 : 0);
    blit_u64(blit, value);
    if (has_size)
        blit_u64(blit, size);
    blit_run_groups(blit, "streamOpsWrite", 1, 1);
    memcpy(to.copy + 8, &value, size);
    blit_compare(blit, "streamOpsWrite", &to);
    blit_drop(blit, &to);
}

/* Is it over, with that in memory?  Else the launch would never end: the device has a limit. */
static void
wait_for(struct blit *blit, bool is_wide, uint64_t memory, uint64_t value, uint64_t comparison,
         uint64_t mask, bool ends)
{
    struct blit_buffer at = blit_buffer(blit, 8, 0);
    unsigned failures = blit->failures;
    memcpy(at.copy, &memory, 8);
    sim_write(blit->device, at.address, at.copy, 8);
    blit_u64(blit, is_wide ? 0 : at.address);
    blit_u64(blit, is_wide ? at.address : 0);
    blit_u64(blit, value);
    blit_u64(blit, comparison);
    blit_u64(blit, mask);
    if (ends) {
        blit_run_groups(blit, "streamOpsWait", 1, 1);
    } else {
        blit->quiet = true;
        bool good = blit_run_groups(blit, "streamOpsWait", 1, 1);
        blit->quiet = false;
        blit->failures = failures;
        if (good)
            blit_fail(blit, "streamOpsWait", "it does not wait");
    }
    blit_compare(blit, "streamOpsWait", &at);
    blit_drop(blit, &at);
}

static void
check_streams(struct blit *blit)
{
    enum { GREATER_EQUAL, EQUAL, AND, NOR };
    const uint64_t all = UINT64_MAX, high = UINT64_C(1) << 40;
    write_value(blit, false, blit->has_size, UINT64_C(0x1234567890));
    write_value(blit, true, blit->has_size, UINT64_C(0xFEDCBA9876543210));
    for (unsigned wide = 0; wide < 2; wide++) {
        uint64_t top = wide ? all : UINT32_MAX;
        wait_for(blit, wide, 5, 5, GREATER_EQUAL, all, true);
        wait_for(blit, wide, top, 1, GREATER_EQUAL, all, true); /* unsigned */
        wait_for(blit, wide, 4, 5, GREATER_EQUAL, all, false);
        wait_for(blit, wide, 0xF5, 0x10, GREATER_EQUAL, 0x0F, false);
        wait_for(blit, wide, 0xF5, 5, EQUAL, 0x0F, true);
        wait_for(blit, wide, 0xF5, 5, EQUAL, all, false);
        wait_for(blit, wide, 6, 2, AND, all, true);
        wait_for(blit, wide, 6, 2, AND, 4, false);
        wait_for(blit, wide, 6, 1, NOR, 0x0F, true);
        wait_for(blit, wide, 6, 1, NOR, 0x07, false);
        wait_for(blit, wide, top - 1, 1, NOR, all, false);
    }
    /* the host writes 4 bytes of each for a word of 32 bits: the others may be anything */
    wait_for(blit, false, 5 | high, 5 | high, EQUAL | high, UINT32_MAX | high, true);
    if (!blit->is_peer) /* AMD's library looks at all 8 bytes, and does not wait */
        wait_for(blit, false, 4 | high, 5 | high, EQUAL | high, UINT32_MAX | high, false);
    wait_for(blit, true, 5, 5 | high, EQUAL, all, false);
    wait_for(blit, true, 5 | high, 5, GREATER_EQUAL, all, true);
}

/* clear: else what is there stays. */
static void
init_heap(struct blit *blit, bool clear)
{
    enum { HEADER = 131072, SLABS = 108544 };
    struct blit_buffer heap = blit_buffer(blit, HEADER + 16, 0);
    uint64_t slabs = UINT64_C(0x7f0012400000);
    uint32_t count = 5;
    uint64_t fields[3] = {slabs, slabs + count * (UINT64_C(2) << 20), slabs};
    blit_u64(blit, heap.address);
    blit_u64(blit, slabs);
    blit_u32(blit, clear ? HEADER : 0);
    blit_u32(blit, count);
    blit_run_groups(blit, "initHeap", 256, 256);
    if (clear)
        memset(heap.copy, 0, HEADER);
    memcpy(heap.copy + SLABS, fields, sizeof fields);
    blit_compare(blit, "initHeap", &heap);
    blit_drop(blit, &heap);
}

/* As many waves as were said meet; at a barrier that was not set, or of more waves, they would wait for ever. */
static void
check_sync(struct blit *blit)
{
    for (uint32_t waves = 4; waves >= 2; waves -= 2) {
        blit_u32(blit, waves - 1);
        blit_run_groups(blit, "gwsInit", 1, 1);
        blit_u32(blit, waves - 1);
        blit_run_groups(blit, "gwsBarrier", waves * 64, waves * 64);
    }
}

/* A queue without slots, whose launch has no children: the signal is set, and nothing is launched.  What it does with
 * others: test/enqueue. */
static void
check_scheduler(struct blit *blit)
{
    enum { PARAMETER = 0, HOST = 152, QUEUE = 320, SIGNAL = 384, BYTES = 512 };
    struct blit_buffer memory = blit_buffer(blit, BYTES, 0);
    const struct {
        uint32_t offset;
        uint64_t value;
    } words[] = {{PARAMETER, memory.address},
                 {112, memory.address + SIGNAL},
                 {120, memory.address + QUEUE},
                 {136, memory.address + HOST},
                 {SIGNAL, 1},
                 {SIGNAL + 8, 1}};
    memset(memory.copy, 0, BYTES);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        memcpy(memory.copy + words[i].offset, &words[i].value, 8);
    sim_write(blit->device, memory.address, memory.copy, BYTES);
    blit_u64(blit, memory.address);
    blit_run_groups(blit, "scheduler", 1, 1);
    memory.copy[32] = 1; /* a thread is through */
    memory.copy[SIGNAL + 8] = 0;
    blit_compare(blit, "scheduler", &memory);
    blit_drop(blit, &memory);
}

void
blit_check_queues(struct blit *blit)
{
    if (blit_has(blit, "streamOpsWait"))
        check_streams(blit);
    if (blit_has(blit, "initHeap"))
        for (int clear = 0; clear < 2; clear++)
            init_heap(blit, clear);
    if (blit_has(blit, "gwsInit"))
        check_sync(blit);
    check_scheduler(blit);
}
