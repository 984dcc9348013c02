/* Packets: each field that may be wrong. */
#include "test/hsa-check/test_misuse.h"

#include <string.h>

/* A packet as it lies in its slot, and what a case needs besides. */
struct slot {
    union {
        uint16_t header;
        hsa_kernel_dispatch_packet_t dispatch;
        hsa_barrier_and_packet_t barrier;
        hsa_amd_barrier_value_packet_t value;
    };
};

enum {
    SYSTEM = HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
             HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE
};

/* Makes a good one wrong. */
typedef void spoil(struct slot *slot, hsa_queue_t *queue);

enum { ARGUMENT_BYTES = 4096 + 8 };
static uint8_t *arguments; /* room for them */
static uint8_t *closed;    /* that no GPU may use */
static hsa_signal_t live;

static struct slot
good_dispatch(void)
{
    struct slot slot = {0};
    slot.dispatch = (hsa_kernel_dispatch_packet_t){
        .header = HSA_PACKET_TYPE_KERNEL_DISPATCH | SYSTEM,
        .setup = 1,
        .workgroup_size_x = 64,
        .workgroup_size_y = 1,
        .workgroup_size_z = 1,
        .grid_size_x = 128,
        .grid_size_y = 1,
        .grid_size_z = 1,
        .private_segment_size = bench.wide.private_bytes,
        .group_segment_size = bench.wide.group_bytes,
        .kernel_object = bench.wide.object,
        .kernarg_address = arguments,
    };
    return slot;
}

static struct slot
good_barrier(void)
{
    struct slot slot = {0};
    slot.barrier.header = HSA_PACKET_TYPE_BARRIER_AND | SYSTEM;
    return slot;
}

static struct slot
good_value(void)
{
    struct slot slot = {0};
    slot.value.signal = live;
    slot.value.header.AmdFormat = HSA_AMD_PACKET_TYPE_BARRIER_VALUE;
    slot.header = HSA_PACKET_TYPE_VENDOR_SPECIFIC | SYSTEM;
    return slot;
}

#define SPOIL(name, ...)                                                                           \
    static void name(struct slot *slot, hsa_queue_t *queue)                                        \
    {                                                                                              \
        (void)queue;                                                                               \
        slot->__VA_ARGS__;                                                                         \
    }

SPOIL(type_unknown, header = 7 | SYSTEM)
SPOIL(type_agent, header = HSA_PACKET_TYPE_AGENT_DISPATCH | SYSTEM)
SPOIL(acquire, header |= 3 << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE)
SPOIL(release, header |= 3 << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE)
SPOIL(header_reserved, header |= 1 << 14)
SPOIL(dimensions, dispatch.setup = 0)
SPOIL(setup_reserved, dispatch.setup |= 4)
SPOIL(reserved0, dispatch.reserved0 = 1)
SPOIL(reserved2, dispatch.reserved2 = 1)
SPOIL(grid_zero, dispatch.grid_size_x = 0)
SPOIL(group_zero, dispatch.workgroup_size_z = 0)
SPOIL(grid_unused, dispatch.grid_size_y = 2)
SPOIL(group_larger, dispatch.grid_size_x = 63)
SPOIL(group_most_x, dispatch.workgroup_size_x = 2048; slot->dispatch.grid_size_x = 4096)
SPOIL(group_product, dispatch.setup = 2;
      slot->dispatch.workgroup_size_y = slot->dispatch.grid_size_y = 32)
SPOIL(grid_product, dispatch.setup = 2;
      slot->dispatch.grid_size_x = slot->dispatch.grid_size_y = 1 << 16)
SPOIL(group_segment, dispatch.group_segment_size -= 4)
SPOIL(group_most, dispatch.group_segment_size = 65540)
SPOIL(private_segment, dispatch.private_segment_size -= 4)
SPOIL(kernel_none, dispatch.kernel_object += 64)
SPOIL(kernel_zero, dispatch.kernel_object = 0)
SPOIL(align, dispatch.kernarg_address = arguments + 8)
SPOIL(no_arguments, dispatch.kernarg_address = NULL)
SPOIL(arguments_end, dispatch.kernarg_address = arguments + ARGUMENT_BYTES - 8)
SPOIL(arguments_pool, dispatch.kernarg_address = bench.words)
SPOIL(arguments_access, dispatch.kernarg_address = closed)
SPOIL(completion, dispatch.completion_signal = bench.never)
SPOIL(completion_doorbell, dispatch.completion_signal = queue->doorbell_signal)
SPOIL(dependent, barrier.dep_signal[4] = bench.never)
SPOIL(barrier_reserved, barrier.reserved1 = 1)
SPOIL(value_format, value.header.AmdFormat = 1)
SPOIL(value_reserved, value.reserved1 = 1)
SPOIL(value_signal, value.signal.handle = 0)
SPOIL(value_condition, value.cond = 9)

static void
put_arguments(const void *pointer)
{
    memset(arguments, 0, ARGUMENT_BYTES);
    memcpy(arguments, &pointer, sizeof pointer);
}

/* An argument that points to what another GPU alone uses. */
static void
argument_other(struct slot *slot, hsa_queue_t *queue)
{
    (void)slot;
    (void)queue;
    put_arguments(bench.foreign);
}

/* One that is an address of the program's, where memory is locked. */
static void
argument_host(struct slot *slot, hsa_queue_t *queue)
{
    (void)slot;
    (void)queue;
    put_arguments(bench.locked);
}

/* On a queue of its own, which is not used any more; the GPU sees nothing of it. */
static void
run(const char *name, const char *says, struct slot slot, spoil *spoil)
{
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    uint64_t index;
    put_arguments(bench.words);
    spoil(&slot, queue);
    uint8_t *place = queue_slot(queue, &index);
    memcpy(place + 2, (uint8_t *)&slot + 2, sizeof slot - 2);
    queue_release(queue, index, slot.header);
    assert_ok(hsa_queue_inactivate(queue));
    assert_ok(hsa_queue_destroy(queue));
    misuse_expect(name, says);
}

/* ---- the ring ---- */

static void
beyond_write_index(void)
{
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    hsa_signal_store_relaxed(queue->doorbell_signal, 0);
    assert_ok(hsa_queue_destroy(queue));
}

static void
not_valid(void)
{
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    hsa_queue_add_write_index_relaxed(queue, 1);
    hsa_signal_store_relaxed(queue->doorbell_signal, 0);
    assert_ok(hsa_queue_destroy(queue));
}

/* A second packet is valid before it is reserved. */
static void
valid_too_early(void)
{
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    hsa_signal_t gate = signal_make(1), done = signal_make(1);
    ((hsa_barrier_and_packet_t *)queue->base_address)[1].header =
        HSA_PACKET_TYPE_BARRIER_AND | SYSTEM;
    queue_barrier(queue, true, &gate, 1, done);
    assert_ok(hsa_queue_inactivate(queue));
    assert_ok(hsa_queue_destroy(queue));
    assert_ok(hsa_signal_destroy(gate));
    assert_ok(hsa_signal_destroy(done));
}

/* The ring has one packet more than it holds. */
static void
slot_taken(void)
{
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    hsa_signal_t gate = signal_make(1);
    for (unsigned i = 0; i < queue->size; i++)
        queue_barrier(queue, true, &gate, 1, (hsa_signal_t){0});
    uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
    hsa_signal_store_relaxed(queue->doorbell_signal, (int64_t)index);
    assert_ok(hsa_queue_inactivate(queue));
    assert_ok(hsa_queue_destroy(queue));
    assert_ok(hsa_signal_destroy(gate));
}

static void
own_completion(void)
{
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    hsa_signal_t done = signal_make(1);
    queue_barrier(queue, true, &done, 1, done);
    assert_ok(hsa_queue_inactivate(queue));
    assert_ok(hsa_queue_destroy(queue));
    assert_ok(hsa_signal_destroy(done));
}

/* Two packets for a signal of value 1. */
static void
two_of_one(void)
{
    hsa_queue_t *queue = queue_make(bench.gpu, 64, NULL, NULL);
    hsa_signal_t gate = signal_make(1), done = signal_make(1);
    queue_barrier(queue, true, &gate, 1, done);
    queue_barrier(queue, true, &gate, 1, done);
    assert_ok(hsa_queue_inactivate(queue));
    assert_ok(hsa_queue_destroy(queue));
    assert_ok(hsa_signal_destroy(done));
    assert_ok(hsa_signal_destroy(gate));
}

/* The kernel was made for the other one. */
static void
other_agent(void)
{
    hsa_queue_t *queue = queue_make(bench.other, 64, NULL, NULL);
    struct slot slot = good_dispatch();
    uint64_t index;
    put_arguments(bench.words);
    uint8_t *place = queue_slot(queue, &index);
    memcpy(place + 2, (uint8_t *)&slot + 2, sizeof slot - 2);
    queue_release(queue, index, slot.header);
    assert_ok(hsa_queue_inactivate(queue));
    assert_ok(hsa_queue_destroy(queue));
}

void
misuse_packets(void)
{
    static const struct {
        const char *name, *says;
        struct slot (*good)(void);
        spoil *spoil;
    } cases[] = {
        {"type", "packet 0: type 7 is none", good_barrier, type_unknown},
        {"agent dispatch", "packet 0: type 4 is none", good_barrier, type_agent},
        {"acquire", "its acquire scope is none", good_dispatch, acquire},
        {"release", "its release scope is none", good_barrier, release},
        {"header", "a reserved bit of its header is not 0", good_dispatch, header_reserved},
        {"dimensions", "it has 0 dimensions", good_dispatch, dimensions},
        {"setup", "a reserved field is not 0", good_dispatch, setup_reserved},
        {"reserved0", "a reserved field is not 0", good_dispatch, reserved0},
        {"reserved2", "a reserved field is not 0", good_dispatch, reserved2},
        {"grid 0", "size 0 of its grid is 0", good_dispatch, grid_zero},
        {"group 0", "size 2 of its group is 0", good_dispatch, group_zero},
        {"unused", "size 1 is not 1 in 1 dimensions", good_dispatch, grid_unused},
        {"group larger", "is larger than the grid's, 63", good_dispatch, group_larger},
        {"group most x", "size 0 of its group, 2048, is more than 1024", good_dispatch,
         group_most_x},
        {"group product", "its group of 64x32x1 is more than 1024", good_dispatch, group_product},
        {"grid product", "its grid of 65536x65536x1 is more than", good_dispatch, grid_product},
        {"group segment", "is less than the kernel's", good_dispatch, group_segment},
        {"group most", "65540 bytes of its group segment", good_dispatch, group_most},
        {"private segment", "its private segment of", good_dispatch, private_segment},
        {"kernel", "is none that a symbol gave", good_dispatch, kernel_none},
        {"kernel 0", "kernel object 0x0 is none", good_dispatch, kernel_zero},
        {"alignment", "its arguments are not aligned to 16", good_dispatch, align},
        {"no arguments", "are in no memory that GPUs see", good_dispatch, no_arguments},
        {"arguments end", "bytes of arguments end after their memory", good_dispatch,
         arguments_end},
        {"arguments pool", "a pool that is not for arguments", good_dispatch, arguments_pool},
        {"arguments access", "its arguments are in memory that the agent may not use",
         good_dispatch, arguments_access},
        {"argument", "the argument at byte 0 is memory that the agent may not use", good_dispatch,
         argument_other},
        {"argument host", "the argument at byte 0 is where the program sees locked memory",
         good_dispatch, argument_host},
        {"completion", "its completion signal", good_dispatch, completion},
        {"doorbell", "its completion signal is a doorbell", good_dispatch, completion_doorbell},
        {"dependent", "its dependent signal 0x1230", good_barrier, dependent},
        {"barrier", "a reserved field is not 0", good_barrier, barrier_reserved},
        {"format", "format 1 of a packet", good_value, value_format},
        {"value reserved", "a reserved field is not 0", good_value, value_reserved},
        {"value signal", "it waits for no signal", good_value, value_signal},
        {"value condition", "condition 9 is none", good_value, value_condition},
    };
    static const struct misuse misuses[] = {
        {"beyond write index", "packet 0 is told of, and the write index is 0", beyond_write_index},
        {"not valid", "packet 0 is told of, and not valid", not_valid},
        {"valid too early", "packet 1 is valid, and the write index is 1", valid_too_early},
        {"slot taken", "packet 64 lies in the slot of 0", slot_taken},
        {"own completion", "it waits for its own completion signal", own_completion},
        {"two of one", "completion signal is 1 with 2 commands", two_of_one},
        {"other agent", "its kernel is of another agent", other_agent},
    };
    assert_ok(hsa_amd_memory_pool_allocate(bench.machine.kernargs, ARGUMENT_BYTES, 0,
                                           (void **)&arguments));
    assert_ok(hsa_amd_memory_pool_allocate(bench.machine.kernargs, 4096, 0, (void **)&closed));
    memset(closed, 0, 4096);
    hsa_agent_t both[2] = {bench.gpu->agent, bench.other->agent};
    assert_ok(hsa_amd_agents_allow_access(2, both, NULL, arguments));
    live = signal_make(0);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        run(cases[i].name, cases[i].says, cases[i].good(), cases[i].spoil);
    RUN(misuses);
    assert_ok(hsa_signal_destroy(live));
    assert_ok(hsa_amd_memory_pool_free(closed));
    assert_ok(hsa_amd_memory_pool_free(arguments));
}
