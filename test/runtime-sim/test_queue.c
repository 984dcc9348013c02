/* The queue, its packets and its signals, as the ABI document has them for each generation. */
#include "test/runtime-sim/fixture.h"

#define END "s_endpgm\n"

static struct amd_queue *
queue_of(const struct fixture *f)
{
    struct amd_queue *queue =
        sim_host_pointer(f->device, f->device->queue_address, sizeof(struct amd_queue));
    assert_non_null(queue);
    return queue;
}

/* 200 launches on a queue of 64 packets; what the doorbell then holds. */
static void
doorbells_are_of_their_generation(void **state)
{
    (void)state;
    static const struct {
        const char *target;
        int64_t kind;
        uint64_t doorbell, legacy;
        uint32_t type;
    } rows[] = {
        {"gfx600", -2, (200 & 127) << 4, 200, HSA_QUEUE_TYPE_SINGLE},
        {"gfx700", -2, (200 & 127) << 4, 200, HSA_QUEUE_TYPE_SINGLE},
        {"gfx803", -2, 200, 200, HSA_QUEUE_TYPE_SINGLE},
        {"gfx900", -1, 199, 0, HSA_QUEUE_TYPE_MULTI},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fixture f = make_fixture(rows[i].target, END, 24);
        for (unsigned k = 0; k < 200; k++)
            assert_int_equal(launch(&f, 1, 64), SIM_OK);
        const struct amd_queue *queue = queue_of(&f);
        const struct amd_signal *doorbell =
            sim_host_pointer(f.device, queue->hsa_queue.doorbell_signal, sizeof *doorbell);
        assert_non_null(doorbell);
        assert_int_equal(doorbell->kind, rows[i].kind);
        assert_int_equal(doorbell->queue_ptr, f.device->queue_address);
        const uint64_t *hardware =
            sim_host_pointer(f.device, doorbell->hardware_doorbell_ptr, sizeof *hardware);
        assert_non_null(hardware);
        assert_int_equal(*hardware, rows[i].doorbell);
        assert_int_equal(queue->max_legacy_doorbell_dispatch_id_plus_1, rows[i].legacy);
        assert_int_equal(queue->legacy_doorbell_lock, 0);
        assert_int_equal(queue->hsa_queue.type, rows[i].type);
        assert_int_equal(queue->read_dispatch_id, 200);
        assert_int_equal(f.device->queue_address % 64, 0);
        assert_int_equal(f.device->queue_address >> 32,
                         (f.device->queue_address + sizeof *queue - 1) >> 32);
        sim_device_free(f.device);
    }
}

/* Scratch is the dispatch's, in all that the queue says of it. */
static void
queue_tells_of_scratch(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {256, 32, 0, 512};
    struct fixture f = make_fixture("gfx900", END, 24);
    for (unsigned i = 0; i < 4; i++) {
        f.kernel.private_size = sizes[i];
        assert_int_equal(launch(&f, 1, 128), SIM_OK);
        const struct amd_queue *queue = queue_of(&f);
        assert_int_equal(queue->scratch_workitem_byte_size, sizes[i]);
        /* two waves, and the slot that the first of them leaves free */
        assert_int_equal(queue->compute_tmpring_size, 3 | (sizes[i] * 64 / 1024) << 12);
        assert_int_equal(queue->scratch_resource_descriptor[0],
                         (uint32_t)queue->scratch_backing_memory_location);
        assert_int_equal(queue->scratch_resource_descriptor[2],
                         queue->scratch_backing_memory_byte_size);
        assert_true(queue->scratch_backing_memory_byte_size >= sizes[i] * 128);
    }
    sim_device_free(f.device);
}

/* What GFX7 maps twice is the same memory: the kernel's packet is in both copies. */
static void
ring_of_gfx7_is_there_twice(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx700", END, 24);
    for (unsigned i = 0; i < 70; i++) {
        assert_int_equal(launch(&f, 1, i + 1), SIM_OK);
        const struct amd_queue *queue = queue_of(&f);
        const union aql_packet *ring =
            sim_host_pointer(f.device, queue->hsa_queue.base_address, 128 * sizeof *ring);
        assert_non_null(ring);
        assert_memory_equal(&ring[i], &ring[(i + 64) % 128], sizeof *ring);
        assert_int_equal(ring[i].header, AQL_INVALID);
        assert_int_equal(ring[i].dispatch.grid_size_x, i + 1);
    }
    sim_device_free(f.device);
}

/* The packet processor knows no work-group counts (AMDGPUUsage, "Kernel Descriptor"): a kernel that
 * asks for them gets the places, and nothing in them. */
static void
work_group_counts_are_undefined(void **state)
{
    (void)state;
    static const struct {
        unsigned sgpr, counted;
        enum sim_status status;
        const char *message;
    } rows[] = {
        {0, 3, SIM_OK, NULL},
        {2, 3, SIM_FAULT, "uninitialised data reaches a branch"},
        {0, 2, SIM_ERROR, "enables 3 user SGPRs but counts 2"},
        {0, 16, SIM_OK, NULL},
        {0, 17, SIM_ERROR, "counts 17 user SGPRs: at most 16"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char source[80];
        snprintf(source, sizeof source, "s_cmp_eq_u32 s%u, 1\ns_cbranch_scc1 0\n" END,
                 rows[i].sgpr);
        struct fixture f = make_fixture("gfx803", source, 24);
        struct kernel_descriptor *descriptor =
            sim_host_pointer(f.device, f.kernel.descriptor, sizeof *descriptor);
        assert_non_null(descriptor);
        descriptor->compute_pgm_rsrc1 |= 2 << 6; /* 24 SGPRs */
        descriptor->compute_pgm_rsrc2 = rows[i].counted << 1;
        descriptor->kernel_code_properties = KERNEL_DISPATCH_PTR | KERNEL_GRID_WORKGROUP_COUNT_X;
        assert_int_equal(launch(&f, 1, 64), rows[i].status);
        if (rows[i].message)
            assert_non_null(strstr(sim_message(f.device), rows[i].message));
        sim_device_free(f.device);
    }
}

/* ---- packets ---- */

/* A dispatch of the fixture's kernel, changed at one place. */
static union aql_packet
good_packet(const struct fixture *f)
{
    return (union aql_packet){.dispatch = {.header = AQL_KERNEL_DISPATCH,
                                           .setup = 1,
                                           .workgroup_size_x = 64,
                                           .workgroup_size_y = 1,
                                           .workgroup_size_z = 1,
                                           .grid_size_x = 64,
                                           .grid_size_y = 1,
                                           .grid_size_z = 1,
                                           .kernel_object = f->kernel.descriptor}};
}

static const char *
submit(struct fixture *f, const union aql_packet *packet)
{
    if (setjmp(f->device->guard.target) != 0)
        return sim_message(f->device);
    f->device->kernel = &f->kernel;
    observers_choose(f->device, wave_run);
    queue_create(f->device);
    queue_submit(f->device, packet);
    aql_process(f->device);
    return "done";
}

#define REFUSED(change, text)                                                                      \
    do {                                                                                           \
        union aql_packet packet = good_packet(&f);                                                 \
        packet.change;                                                                             \
        const char *message = submit(&f, &packet);                                                 \
        if (!strstr(message, text))                                                                \
            fail_msg("%s: %s, not %s", #change, message, text);                                    \
    } while (0)

static void
packets_are_checked(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx900", END, 24);
    uint64_t memory = sim_alloc(f.device, 256);
    REFUSED(dispatch.setup = 1, "done");
    REFUSED(header |= 2 << 11 | 1 << 9 | 1 << 8, "done");
    REFUSED(header = AQL_INVALID, "not valid yet");
    REFUSED(header = AQL_VENDOR_SPECIFIC, "a vendor's packet");
    REFUSED(header = AQL_AGENT_DISPATCH, "an agent dispatch packet");
    REFUSED(header = 6, "packet type 6 does not exist");
    REFUSED(header |= 1 << 13, "reserved bits");
    REFUSED(header |= 3 << 9, "unknown acquire fence scope");
    REFUSED(header |= 3 << 11, "unknown release fence scope");
    REFUSED(dispatch.setup = 0, "no dimensions");
    REFUSED(dispatch.setup = 1 | 4, "reserved field of the dispatch packet");
    REFUSED(dispatch.reserved0 = 1, "reserved field of the dispatch packet");
    REFUSED(dispatch.reserved2 = 1, "reserved field of the dispatch packet");
    REFUSED(dispatch.grid_size_x = 0, "the grid is empty");
    REFUSED(dispatch.grid_size_x = 63, "smaller than its work-groups of 64");
    REFUSED(dispatch.grid_size_y = 2, "1 dimensions gives a size in dimension 1");
    REFUSED(dispatch.workgroup_size_z = 2, "1 dimensions gives a size in dimension 2");
    REFUSED(dispatch.workgroup_size_x = 0, "a work-group of 0 work-items");
    REFUSED(dispatch.kernarg_address = 8, "not aligned to 16");
    REFUSED(dispatch.group_segment_size = 65537, "wants 65537 bytes of LDS");
    REFUSED(dispatch.kernel_object = 64, "no kernel descriptor at 0x40");
    REFUSED(dispatch.completion_signal = 64, "no completion signal at 0x40");
    REFUSED(dispatch.completion_signal = memory + 8, "not aligned to 64");
    REFUSED(dispatch.completion_signal = memory, "is of kind 0, not 1");
    sim_device_free(f.device);
}

static uint64_t
make_signal(struct fixture *f, int64_t value)
{
    uint64_t address = sim_alloc(f->device, sizeof(struct amd_signal));
    struct amd_signal *signal = sim_host_pointer(f->device, address, sizeof *signal);
    assert_non_null(signal);
    *signal = (struct amd_signal){.kind = AMD_SIGNAL_KIND_USER, .value = value};
    return address;
}

static void
barriers_wait_for_signals(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx803", END, 24);
    uint64_t set = make_signal(&f, 0), unset = make_signal(&f, 1), done = make_signal(&f, 7);
    union aql_packet packet = {.barrier = {.header = AQL_BARRIER_AND, .completion_signal = done}};
    assert_string_equal(submit(&f, &packet), "done");
    packet.barrier.dep_signal[1] = set;
    assert_string_equal(submit(&f, &packet), "done");
    packet.barrier.dep_signal[4] = unset;
    assert_non_null(strstr(submit(&f, &packet), "barrier-and packet waits for ever: 1 of its 2"));
    packet.header = AQL_BARRIER_OR;
    assert_string_equal(submit(&f, &packet), "done");
    packet.barrier.dep_signal[1] = 0;
    assert_non_null(strstr(submit(&f, &packet), "barrier-or packet waits for ever: 0 of its 1"));
    packet.barrier.reserved1 = 1;
    assert_non_null(strstr(submit(&f, &packet), "reserved field of the barrier packet"));
    const struct amd_signal *signal = sim_host_pointer(f.device, done, sizeof *signal);
    assert_int_equal(signal->value, 7 - 3);
    assert_int_equal(signal->end_ts - signal->start_ts, 1);
    sim_device_free(f.device);
}

/* Two packets are in the ring before the processor looks: the second one begins when the first one
 * has ended, with and without the barrier bit. */
static void
packets_run_in_order(void **state)
{
    (void)state;
    static const char *const targets[] = {"gfx700", "gfx803", "gfx900"};
    for (unsigned i = 0; i < 3; i++) {
        struct fixture f = make_fixture(targets[i], "v_mov_b32 v1, 0\n" END, 24);
        union aql_packet packet = good_packet(&f);
        uint64_t first = make_signal(&f, 1), second = make_signal(&f, 1);
        queue_create(f.device);
        packet.dispatch.completion_signal = first;
        queue_submit(f.device, &packet);
        packet.header |= AQL_BARRIER_BIT;
        packet.dispatch.completion_signal = second;
        assert_string_equal(submit(&f, &packet), "done");
        const struct amd_signal *a = sim_host_pointer(f.device, first, sizeof *a),
                                *b = sim_host_pointer(f.device, second, sizeof *b);
        assert_true(a->value == 0 && b->value == 0);
        assert_true(a->start_ts < a->end_ts && a->end_ts <= b->start_ts);
        assert_true(b->start_ts < b->end_ts);
        assert_int_equal(queue_of(&f)->read_dispatch_id, 2);
        sim_device_free(f.device);
    }
}

/* ---- what kernels do to the queue ---- */

#define FIND_DOORBELL                                                                              \
    "s_load_dwordx2 s[2:3], s[0:1], 0x10\ns_load_dwordx2 s[6:7], s[0:1], 0x38\n"                   \
    "s_waitcnt lgkmcnt(0)\ns_load_dwordx2 s[4:5], s[2:3], 0x8\ns_waitcnt lgkmcnt(0)\n"
#define WRITTEN "s_dcache_wb\ns_waitcnt lgkmcnt(0)\n" END

/* Three packets are written, the doorbell tells of one, and its kernel of the others. */
static void
kernels_ring_the_doorbell(void **state)
{
    (void)state;
    static const struct {
        const char *target, *source;
        uint64_t one; /* what the doorbell holds for one packet */
    } rows[] = {
        {"gfx900",
         FIND_DOORBELL "s_sub_u32 s6, s6, 1\ns_subb_u32 s7, s7, 0\n"
                       "s_store_dwordx2 s[6:7], s[4:5], 0x0\n" WRITTEN,
         0},
        {"gfx803", FIND_DOORBELL "s_store_dword s6, s[4:5], 0x0\n" WRITTEN, 1},
    };
    for (unsigned i = 0; i < 2; i++) {
        struct fixture f = make_fixture(rows[i].target, rows[i].source, 24);
        struct kernel_descriptor *descriptor =
            sim_host_pointer(f.device, f.kernel.descriptor, sizeof *descriptor);
        assert_non_null(descriptor);
        descriptor->compute_pgm_rsrc2 = 2 << 1;
        descriptor->kernel_code_properties = KERNEL_QUEUE_PTR;
        union aql_packet packet = good_packet(&f);
        queue_create(f.device);
        queue_submit(f.device, &packet);
        queue_submit(f.device, &packet);
        queue_submit(f.device, &packet);
        const struct amd_signal *doorbell =
            sim_host_pointer(f.device, queue_of(&f)->hsa_queue.doorbell_signal, sizeof *doorbell);
        uint64_t *hardware = sim_host_pointer(f.device, doorbell->hardware_doorbell_ptr, 8);
        *hardware = rows[i].one;
        assert_int_equal(queue_end(f.device), 1);
        f.device->kernel = &f.kernel;
        observers_choose(f.device, wave_run);
        f.kernel.object = &f.object;
        if (setjmp(f.device->guard.target) != 0)
            fail_msg("%s", sim_message(f.device));
        aql_process(f.device);
        assert_int_equal(queue_of(&f)->read_dispatch_id, 3);
        sim_device_free(f.device);
    }
}

/* ---- what the host sees ---- */

static void
time_stamps_follow_one_another(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx900", "v_mov_b32 v1, 0\n" END, 24);
    uint64_t last = 0;
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(launch(&f, 1, 64), SIM_OK);
        const struct sim_stats *stats = sim_stats(f.device);
        assert_true(stats->start >= last && stats->end > stats->start);
        assert_int_equal(stats->end - stats->start, stats->cycles);
        last = stats->end;
    }
    /* without profiling nothing is written */
    queue_of(&f)->queue_properties &= ~(uint32_t)AMD_QUEUE_ENABLE_PROFILING;
    assert_int_equal(launch(&f, 1, 64), SIM_OK);
    assert_int_equal(sim_stats(f.device)->end, 0);
    sim_device_free(f.device);
}

struct events {
    uint32_t event[8];
    unsigned count;
};

static void
on_interrupt(void *data, uint32_t event)
{
    struct events *events = data;
    if (events->count < 8)
        events->event[events->count++] = event;
}

static void
host_is_interrupted(void **state)
{
    (void)state;
    struct events events = {.count = 0};
    struct fixture f =
        make_fixture("gfx803", "s_mov_b32 m0, 0x11223344\ns_nop 0\ns_sendmsg 1\n" END, 24);
    f.device->options.interrupt = on_interrupt;
    f.device->options.data = &events;
    assert_int_equal(launch(&f, 1, 64), SIM_OK);
    assert_int_equal(events.count, 2);
    assert_int_equal(events.event[0], 0x223344); /* the wave's */
    assert_int_equal(events.event[1], 1);        /* that the packet has completed */
    sim_device_free(f.device);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doorbells_are_of_their_generation),
        cmocka_unit_test(queue_tells_of_scratch),
        cmocka_unit_test(ring_of_gfx7_is_there_twice),
        cmocka_unit_test(work_group_counts_are_undefined),
        cmocka_unit_test(packets_are_checked),
        cmocka_unit_test(barriers_wait_for_signals),
        cmocka_unit_test(packets_run_in_order),
        cmocka_unit_test(kernels_ring_the_doorbell),
        cmocka_unit_test(time_stamps_follow_one_another),
        cmocka_unit_test(host_is_interrupted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
