/* Packets of queues that the host has made itself, in memory that it stores code into (sim.h, "Packets of the
 * host's own queues"). */
#include "test/runtime-sim/fixture.h"

#include <sys/mman.h>

enum {
    SIZE = 1 << 20,
    PACKET = 0x1000, /* in the first pages, where the queue begins */
    CODE = 0x2000,   /* the descriptor and, 256 bytes on, instructions */
    KERNARG = 0x100, /* in the second pages, whose first dword kernels store to */
    SCRATCH_WAVES = 4,
};

#define STORE(value)                                                                               \
    "s_load_dwordx2 s[0:1], s[0:1], 0x0\n"                                                         \
    "s_waitcnt lgkmcnt(0)\n"                                                                       \
    "v_mov_b32_e32 v0, s0\n"                                                                       \
    "v_mov_b32_e32 v1, s1\n"                                                                       \
    "v_mov_b32_e32 v2, " value "\n"                                                                \
    "global_store_dword v[0:1], v2, off\n"                                                         \
    "s_endpgm\n"

struct host {
    struct sim_device *device;
    uint8_t *pages, *data, *scratch;
    bool stop;
};

/* Pages between addresses that nobody else has. */
static uint8_t *
take_pages(unsigned index)
{
    uint8_t *pages = mmap((void *)(uintptr_t)(2 * SIM_SHARED_FIRST + index * UINT64_C(16) * SIZE),
                          SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED && (uintptr_t)pages >= SIM_SHARED_FIRST);
    return pages;
}

/* Instructions after a descriptor that asks for the kernarg segment's address; of its own device. */
static void
store_code(struct host *host, const char *source)
{
    struct fixture f = make_fixture("gfx900", source, 24);
    uint8_t *from = sim_host_pointer(f.device, f.kernel.descriptor, 256 + 1024);
    memcpy(host->pages + CODE, from, 256 + 1024);
    struct kernel_descriptor *descriptor = (void *)(host->pages + CODE);
    descriptor->kernel_code_properties = KERNEL_KERNARG_SEGMENT_PTR;
    descriptor->compute_pgm_rsrc2 = 2 << 1;
    sim_device_free(f.device);
}

static struct hsa_kernel_dispatch_packet *
packet_of(struct host *host)
{
    return (void *)(host->pages + PACKET);
}

static void
reset_packet(struct host *host)
{
    *packet_of(host) = (struct hsa_kernel_dispatch_packet){
        .header = AQL_KERNEL_DISPATCH,
        .setup = 1,
        .workgroup_size_x = 64,
        .workgroup_size_y = 1,
        .workgroup_size_z = 1,
        .grid_size_x = 64,
        .grid_size_y = 1,
        .grid_size_z = 1,
        .kernel_object = (uintptr_t)host->pages + CODE,
        .kernarg_address = (uintptr_t)host->data + KERNARG,
    };
}

static struct amd_queue *
queue_of(struct host *host)
{
    return (void *)host->pages;
}

static struct host
make_host(void)
{
    struct host host = {.pages = take_pages(0), .data = take_pages(1), .scratch = take_pages(2)};
    struct sim_options options = {.strict = true, .foreign = 1, .max_instructions = 10000000};
    host.device = sim_device_new(&options);
    assert_non_null(host.device);
    assert_int_equal(sim_device_set_target(host.device, gcn_find_target("gfx900", 6)), SIM_OK);
    uint8_t *const all[] = {host.pages, host.data, host.scratch};
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(sim_map_at(host.device, (uintptr_t)all[i], all[i], NULL, SIZE),
                         (uintptr_t)all[i]);
    assert_int_equal(sim_make_executable(host.device, (uintptr_t)host.pages), SIM_OK);
    memcpy(host.data + KERNARG, &(uint64_t){(uintptr_t)host.data}, 8);
    queue_of(&host)->hsa_queue.size = 64;
    reset_packet(&host);
    return host;
}

static void
end_host(struct host *host)
{
    sim_device_free(host->device);
    munmap(host->pages, SIZE);
    munmap(host->data, SIZE);
    munmap(host->scratch, SIZE);
}

static struct sim_packet
given(const struct host *host)
{
    return (struct sim_packet){(uintptr_t)host->pages, (uintptr_t)host->pages + PACKET, 0};
}

static enum sim_status
run(struct host *host)
{
    struct sim_packet packet = given(host);
    return sim_dispatch_packet(host->device, &packet);
}

static uint32_t
stored(const struct host *host)
{
    uint32_t value;
    memcpy(&value, host->data, sizeof value);
    return value;
}

/* ---- code ---- */

/* What was decoded stays until the host invalidates it. */
static void
code_is_stored_anew(void **state)
{
    (void)state;
    struct host host = make_host();
    store_code(&host, STORE("7"));
    assert_int_equal(run(&host), SIM_OK);
    assert_int_equal(stored(&host), 7);
    store_code(&host, STORE("9"));
    assert_int_equal(run(&host), SIM_OK);
    assert_int_equal(stored(&host), 7);
    sim_invalidate_code(host.device);
    assert_int_equal(run(&host), SIM_OK);
    assert_int_equal(stored(&host), 9);
    assert_null(sim_kernel_of(host.device, (uintptr_t)host.pages + CODE));
    end_host(&host);
}

/* Memory goes with what was decoded of it, and other memory may be there. */
static void
memory_comes_and_goes(void **state)
{
    (void)state;
    struct host host = make_host();
    store_code(&host, STORE("7"));
    assert_int_equal(run(&host), SIM_OK);
    assert_true(sim_is_executable(host.device, (uintptr_t)host.pages));
    assert_false(sim_is_executable(host.device, (uintptr_t)host.data));
    sim_free(host.device, (uintptr_t)host.pages);
    assert_int_equal(run(&host), SIM_ERROR);
    assert_non_null(strstr(sim_message(host.device), "no packet"));
    store_code(&host, STORE("8"));
    sim_map_at(host.device, (uintptr_t)host.pages, host.pages, NULL, SIZE);
    assert_int_equal(run(&host), SIM_FAULT);
    assert_non_null(strstr(sim_message(host.device), "runs off the code"));
    assert_int_equal(sim_make_executable(host.device, (uintptr_t)host.pages), SIM_OK);
    assert_int_equal(run(&host), SIM_OK);
    assert_int_equal(stored(&host), 8);
    end_host(&host);
}

static void
launches_are_refused(void **state)
{
    (void)state;
    struct host host = make_host();
    struct sim_object object = {.version = 4};
    struct sim_kernel kernel = {.name = "k", .object = &object};
    struct sim_launch launched = {.dims = 1, .global = {64}, .local = {64}};
    store_code(&host, STORE("7"));
    assert_int_equal(run(&host), SIM_OK);
    assert_int_equal(sim_launch(host.device, &kernel, &launched), SIM_ERROR);
    assert_non_null(strstr(sim_message(host.device), "packets of the host's queues"));
    struct fixture f = make_fixture("gfx900", "s_endpgm\n", 24);
    assert_int_equal(launch(&f, 1, 64), SIM_OK);
    struct sim_packet packet = given(&host);
    assert_int_equal(sim_dispatch_packet(f.device, &packet), SIM_ERROR);
    assert_non_null(strstr(sim_message(f.device), "a queue of its own"));
    sim_device_free(f.device);
    end_host(&host);
}

/* ---- scratch ---- */

static void
give_scratch(struct host *host, uint32_t item, unsigned waves)
{
    struct amd_queue *queue = queue_of(host);
    uint64_t address = (uintptr_t)host->scratch;
    queue->scratch_resource_descriptor[0] = (uint32_t)address;
    queue->scratch_resource_descriptor[1] = (uint32_t)(address >> 32) | 1u << 31;
    queue->scratch_resource_descriptor[2] = item * 64 * waves;
    queue->scratch_resource_descriptor[3] = 0xEA6000;
    queue->scratch_workitem_byte_size = item;
    queue->compute_tmpring_size = waves | item * 64 / 1024 << 12;
}

/* Each work-item stores 5 to its first private dword, and reads it back. */
static void
scratch_is_the_queues(void **state)
{
    (void)state;
    struct host host = make_host();
    store_code(&host, "v_mov_b32_e32 v2, 5\n"
                      "buffer_store_dword v2, off, s[0:3], s6\n"
                      "s_waitcnt vmcnt(0)\n"
                      "buffer_load_dword v3, off, s[0:3], s6\n"
                      "s_load_dwordx2 s[4:5], s[4:5], 0x0\n"
                      "s_waitcnt vmcnt(0) lgkmcnt(0)\n"
                      "v_mov_b32_e32 v0, s4\n"
                      "v_mov_b32_e32 v1, s5\n"
                      "global_store_dword v[0:1], v3, off\n"
                      "s_endpgm\n");
    struct kernel_descriptor *descriptor = (void *)(host.pages + CODE);
    descriptor->kernel_code_properties = KERNEL_PRIVATE_SEGMENT_BUFFER | KERNEL_KERNARG_SEGMENT_PTR;
    descriptor->compute_pgm_rsrc2 = 6 << 1 | 1;
    packet_of(&host)->private_segment_size = 16;
    struct sim_packet packet = given(&host);
    assert_true(sim_scratch_missing(host.device, &packet));
    assert_int_equal(run(&host), SIM_ERROR);
    assert_non_null(strstr(sim_message(host.device), "room for 0 waves"));
    give_scratch(&host, 16, SCRATCH_WAVES);
    assert_false(sim_scratch_missing(host.device, &packet));
    assert_int_equal(run(&host), SIM_OK);
    assert_int_equal(stored(&host), 5);
    /* the first slot stays free where it can */
    assert_int_equal(host.scratch[0], 0);
    assert_int_equal(host.scratch[1024], 5);
    packet_of(&host)->grid_size_x = packet_of(&host)->workgroup_size_x = 64 * SCRATCH_WAVES;
    assert_int_equal(run(&host), SIM_OK);
    assert_int_equal(host.scratch[0], 5);
    packet_of(&host)->grid_size_x = packet_of(&host)->workgroup_size_x = 64 * (SCRATCH_WAVES + 1);
    assert_int_equal(run(&host), SIM_ERROR);
    end_host(&host);
}

/* A stray pointer finds of the host's scratch what the queue has, as it would other memory. */
static void
scratch_of_others_is_not_there(void **state)
{
    (void)state;
    struct host host = make_host();
    uint64_t address;
    store_code(&host, STORE("7"));
    sim_set_scratch(host.device, (uintptr_t)host.scratch);
    memcpy(host.data + KERNARG, &(uint64_t){(uintptr_t)host.scratch + 4096}, 8);
    assert_int_equal(run(&host), SIM_FAULT);
    assert_int_equal(sim_cause(host.device, &address), SIM_CAUSE_MEMORY);
    assert_int_equal(address, (uintptr_t)host.scratch + 4096);
    give_scratch(&host, 16, 4 * SCRATCH_WAVES);
    memcpy(host.data + KERNARG, &(uint64_t){(uintptr_t)host.scratch + 16384}, 8);
    assert_int_equal(run(&host), SIM_FAULT);
    assert_int_equal(sim_cause(host.device, &address), SIM_CAUSE_MEMORY);
    end_host(&host);
}

/* ---- what went wrong ---- */

static void
expect_cause(struct host *host, enum sim_cause wanted, uint64_t wanted_address, const char *text)
{
    uint64_t address;
    assert_int_not_equal(run(host), SIM_OK);
    if (!strstr(sim_message(host->device), text))
        fail_msg("%s: no %s", sim_message(host->device), text);
    assert_int_equal(sim_cause(host->device, &address), wanted);
    assert_int_equal(address, wanted_address);
    reset_packet(host);
}

static void
causes_are_told(void **state)
{
    (void)state;
    struct host host = make_host();
    store_code(&host, STORE("7"));
    packet_of(&host)->setup = 0;
    expect_cause(&host, SIM_CAUSE_DIMENSIONS, 0, "no dimensions");
    packet_of(&host)->grid_size_x = 0;
    expect_cause(&host, SIM_CAUSE_DIMENSIONS, 0, "empty");
    packet_of(&host)->workgroup_size_y = 17;
    expect_cause(&host, SIM_CAUSE_GROUP, 0, "1088 work-items");
    packet_of(&host)->reserved2 = 1;
    expect_cause(&host, SIM_CAUSE_PACKET, 0, "reserved field");
    packet_of(&host)->group_segment_size = 1 << 20;
    expect_cause(&host, SIM_CAUSE_LDS, 0, "bytes of LDS");
    packet_of(&host)->kernel_object = 64;
    expect_cause(&host, SIM_CAUSE_CODE, 0, "no kernel descriptor");
    struct kernel_descriptor *descriptor = (void *)(host.pages + CODE);
    descriptor->compute_pgm_rsrc1 |= 15 << 6;
    expect_cause(&host, SIM_CAUSE_REGISTERS, 0, "allocates 128 SGPRs");
    descriptor->compute_pgm_rsrc1 &= ~(15u << 6);
    memcpy(host.data + KERNARG, &(uint64_t){(uintptr_t)host.data + SIZE}, 8);
    expect_cause(&host, SIM_CAUSE_MEMORY, (uintptr_t)host.data + SIZE, "out of bounds");
    memcpy(host.pages + CODE + 256, &(uint32_t){0xFFFFFFFF}, 4);
    sim_invalidate_code(host.device);
    expect_cause(&host, SIM_CAUSE_INSTRUCTION, 0, "illegal instruction");
    store_code(&host, "s_trap 2\n");
    sim_invalidate_code(host.device);
    expect_cause(&host, SIM_CAUSE_TRAP, 0, "trap 2");
    store_code(&host, "v_cmp_eq_u32_e32 vcc, 0, v5\ns_cbranch_vccz 0\ns_endpgm\n");
    sim_invalidate_code(host.device);
    expect_cause(&host, SIM_CAUSE_CHECK, 0, "uninitialised");
    end_host(&host);
}

/* A grid smaller than a work-group is AMD's image library's; its work-group is as small. */
static void
grids_may_be_smaller_than_groups(void **state)
{
    (void)state;
    struct host host = make_host();
    store_code(&host, STORE("7"));
    packet_of(&host)->grid_size_x = 3;
    assert_int_equal(run(&host), SIM_OK);
    assert_int_equal(sim_stats(host.device)->waves, 1);
    assert_int_equal(stored(&host), 7);
    end_host(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_is_stored_anew),
        cmocka_unit_test(memory_comes_and_goes),
        cmocka_unit_test(launches_are_refused),
        cmocka_unit_test(scratch_is_the_queues),
        cmocka_unit_test(scratch_of_others_is_not_there),
        cmocka_unit_test(causes_are_told),
        cmocka_unit_test(grids_may_be_smaller_than_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
