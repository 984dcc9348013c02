/* The library's manners: memory, errors, many launches on one queue; and what the cycle model must
 * keep: more work never costs less, a chain costs its sum, more waves hide latency. */
#include "test/runtime-sim/fixture.h"
#include "runtime/sim/device/load.h"

#include <time.h>

static uint64_t
cycles(const char *source, uint32_t groups, uint32_t size, unsigned vgprs)
{
    struct fixture f = make_fixture("gfx900", source, vgprs);
    f.kernel.group_size = 256;
    if (launch(&f, groups, size) != SIM_OK)
        fail_msg("%s", sim_message(f.device));
    uint64_t result = sim_stats(f.device)->cycles;
    sim_device_free(f.device);
    return result;
}

#define MOVE    "v_mov_b32 v1, 0\n"
#define LOAD    "ds_read_b32 v1, v0\ns_waitcnt lgkmcnt(0)\n"
#define STORE   "ds_write_b32 v0, v0\n"
#define ADDRESS "v_lshlrev_b32 v0, 2, v0\n" STORE
#define END     "s_endpgm\n"
#define TAIL    "s_load_dwordx4 s[4:7], s[0:1], 0x10\ns_waitcnt lgkmcnt(0)\n"

static void
more_work_never_costs_less(void **state)
{
    (void)state;
    static const char *const programs[] = {
        END,
        MOVE END,
        MOVE MOVE END,
        ADDRESS END,
        ADDRESS LOAD END,
        ADDRESS LOAD LOAD END,
        ADDRESS LOAD LOAD "v_rcp_f32 v2, v1\n" END,
        ADDRESS LOAD LOAD "v_rcp_f32 v2, v1\nv_rcp_f32 v2, v1\n" END,
    };
    for (unsigned groups = 1; groups <= 64; groups *= 4) {
        uint64_t last = 0;
        for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
            uint64_t now = cycles(programs[i], groups, 64, 24);
            assert_true(now >= last);
            last = now;
        }
    }
}

static void
more_groups_never_cost_less(void **state)
{
    (void)state;
    uint64_t last = 0;
    for (unsigned groups = 1; groups <= 100; groups += 9) {
        uint64_t now = cycles(ADDRESS LOAD MOVE END, groups, 64, 24);
        assert_true(now >= last);
        last = now;
    }
}

static void
more_waves_hide_latency(void **state)
{
    (void)state;
    /* The same work with room for ten waves a SIMD and for one. */
    uint64_t many = cycles(ADDRESS LOAD LOAD LOAD LOAD END, 80, 64, 24);
    uint64_t one = cycles(ADDRESS LOAD LOAD LOAD LOAD END, 80, 64, 256);
    assert_true(many < one);
    /* And a second wave on an idle unit costs nothing. */
    assert_int_equal(cycles(ADDRESS LOAD END, 1, 64, 24), cycles(ADDRESS LOAD END, 2, 64, 24));
}

static void
chain_costs_its_sum(void **state)
{
    (void)state;
    uint64_t none = cycles(ADDRESS END, 1, 64, 24), one = cycles(ADDRESS LOAD END, 1, 64, 24);
    uint64_t three = cycles(ADDRESS LOAD LOAD LOAD END, 1, 64, 24);
    assert_true(one > none);
    assert_int_equal(three - one, 2 * (cycles(ADDRESS LOAD LOAD END, 1, 64, 24) - one));
}

static void
queue_wraps_around(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx803", END, 24);
    for (unsigned i = 0; i < 200; i++)
        assert_int_equal(launch(&f, 1, 64), SIM_OK);
    struct amd_queue *queue =
        sim_host_pointer(f.device, f.device->queue_address, sizeof(struct amd_queue));
    assert_non_null(queue);
    assert_int_equal(queue->read_dispatch_id, 200);
    assert_int_equal(queue->write_dispatch_id, 200);
    sim_device_free(f.device);
}

static void
device_survives_a_fault(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx900", "s_trap 2\n" END, 24);
    for (unsigned i = 0; i < 100; i++) {
        assert_int_equal(launch(&f, 1, 64), SIM_FAULT);
        assert_non_null(strstr(sim_message(f.device), "kernel test, pc 0x"));
    }
    sim_device_free(f.device);
}

/* The words must stand in the message in this order. */
static void
expect_in_order(struct fixture *f, const char *const *words, unsigned count)
{
    const char *at = sim_message(f->device);
    for (unsigned i = 0; i < count; i++) {
        const char *found = strstr(at, words[i]);
        if (!found)
            fail_msg("no '%s' where it should be in: %s", words[i], sim_message(f->device));
        at = found + strlen(words[i]);
    }
}

/* What a wave did last is found across its jumps, none of which is shown that was not taken. */
static void
fault_shows_the_way(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx900",
                                    "s_mov_b32 s0, 3\n"
                                    "s_sub_u32 s0, s0, 1\n"
                                    "s_cmp_lg_u32 s0, 0\n"
                                    "s_cbranch_scc1 0xfffd\n"
                                    "s_branch 2\n"
                                    "s_mov_b32 s1, 0x12345678\n"
                                    "s_mov_b32 s2, 7\n"
                                    "s_cmp_lg_u32 s9, 0\n"
                                    "s_cbranch_scc1 0\n" END,
                                    24);
    assert_int_equal(launch(&f, 1, 64), SIM_FAULT);
    static const char *const whole[] = {
        "uninitialised data reaches a branch\n",
        "global id (0,0,0)\n",
        "the last instructions",
        "s_cmp_lg_u32 s0, 0  ",
        " s0=0x0\n",
        "s_cbranch_scc1 65533\n",
        "s_branch 2\n",
        "s_mov_b32 s2, 7\n",
        "s_cmp_lg_u32 s9, 0  ",
        " s9=(uninitialised)\n",
        "s_cbranch_scc1 0\n",
        "look at: where the uninitialised register was last written"};
    expect_in_order(&f, whole, sizeof whole / sizeof *whole);
    assert_null(strstr(sim_message(f.device), "s_mov_b32 s1"));
    assert_null(strstr(sim_message(f.device), "s_sub_u32")); /* six of them */
    sim_device_free(f.device);
}

/* Where a register comes from that nothing is to rely on: found further back than what is shown. */
static void
fault_names_the_origin(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx900",
                                    "v_mov_b32 v4, s9\n"
                                    "v_mov_b32 v5, 0\n"
                                    "s_nop 0\ns_nop 0\ns_nop 0\ns_nop 0\ns_nop 0\ns_nop 0\n"
                                    "global_load_dword v6, v[4:5], off\n" END,
                                    24);
    assert_int_equal(launch(&f, 1, 64), SIM_FAULT);
    static const char *const written[] = {
        "uninitialised data reaches", "global_load_dword v6, v[4:5], off  ",
        " v4=(uninitialised) v5=0x0\n  v4 was last written by `v_mov_b32_e32 v4, s9` at 0x",
        "look at:"};
    expect_in_order(&f, written, sizeof written / sizeof *written);
    sim_device_free(f.device);
    f = make_fixture("gfx900", "v_readfirstlane_b32 s2, v7\ns_load_dword s1, s[2:3], 0x0\n" END,
                     24);
    assert_int_equal(launch(&f, 1, 64), SIM_FAULT);
    static const char *const never[] = {"s2 was last written by `v_readfirstlane_b32 s2, v7`",
                                        "s3 was never written"};
    expect_in_order(&f, never, sizeof never / sizeof *never);
    sim_device_free(f.device);
    f = make_fixture(
        "gfx900",
        "v_mov_b32 v0, 0\nds_bpermute_b32 v1, v0, v0\ns_nop 0\nv_add_u32 v2, v1, v1\n" END, 24);
    assert_int_equal(launch(&f, 1, 64), SIM_FAULT);
    static const char *const pending[] = {"is waited for (lgkmcnt)",
                                          "v1 was last written by `ds_bpermute_b32 v1, v0, v0`"};
    expect_in_order(&f, pending, sizeof pending / sizeof *pending);
    sim_device_free(f.device);
}

static void
endless_loop_is_stopped(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx900", "s_branch 0xffff\n", 24);
    f.device->options.max_instructions = 1000;
    assert_int_equal(launch(&f, 1, 64), SIM_ERROR);
    assert_non_null(strstr(sim_message(f.device), "stopped after 1000 instructions"));
    assert_non_null(strstr(sim_message(f.device), "instruction `s_branch"));
    f.device->options.max_instructions = 0;
    f.device->options.max_seconds = 1;
    assert_int_equal(launch(&f, 1, 64), SIM_ERROR);
    assert_non_null(
        strstr(sim_message(f.device), "of instructions is none, of seconds 1 (0 lifts"));
    sim_device_free(f.device);
}

/* A scalar load may read the rest of an aligned 16 bytes that hold an argument: LLVM widens loads
 * so, and no runtime gives a kernarg segment less.  Our objects have no need of it. */
static void
kernarg_tail_may_be_loaded(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        int foreign;
        enum sim_status status;
    } cases[] = {
        {TAIL END, 1, SIM_OK},
        {TAIL END, 0, SIM_FAULT},
        {TAIL "s_cmp_eq_u32 s7, 0\ns_cbranch_scc1 0\n" END, 1, SIM_FAULT},
        {"s_load_dwordx4 s[4:7], s[0:1], 0x14\n" END, 1, SIM_FAULT},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f = make_fixture("gfx900", cases[i].source, 24);
        struct sim_region *region = sim_region_at(f.device, f.kernel.descriptor, 64);
        struct kernel_descriptor descriptor;
        memcpy(&descriptor, region->bytes, sizeof descriptor);
        descriptor.kernel_code_properties = KERNEL_KERNARG_SEGMENT_PTR;
        descriptor.compute_pgm_rsrc2 = 2 << 1;
        memcpy(region->bytes, &descriptor, sizeof descriptor);
        f.device->options.foreign = cases[i].foreign;
        f.kernel.kernarg_size = 28;
        enum sim_status status = launch(&f, 1, 64);
        if (status != cases[i].status)
            print_error("case %u: %s\n", i, status ? sim_message(f.device) : "no fault");
        assert_int_equal(status, cases[i].status);
        sim_device_free(f.device);
    }
}

static void
sizes_are_checked(void **state)
{
    (void)state;
    struct fixture f = make_fixture("gfx900", END, 24);
    assert_int_equal(launch(&f, 1, 2048), SIM_ERROR);
    assert_int_equal(launch(&f, 0, 64), SIM_ERROR);
    f.kernel.required_size[0] = 64;
    f.kernel.required_size[1] = f.kernel.required_size[2] = 1;
    assert_int_equal(launch(&f, 1, 64), SIM_OK);
    f.kernel.required_size[1] = 2;
    assert_int_equal(launch(&f, 1, 64), SIM_ERROR);
    f.kernel.required_size[1] = 1;
    f.kernel.max_size = 32;
    assert_int_equal(launch(&f, 1, 64), SIM_ERROR);
    f.kernel.max_size = 0;
    f.kernel.private_size = 1 << 20;
    assert_int_equal(launch(&f, 1, 64), SIM_ERROR);
    f.kernel.private_size = 0;
    f.kernel.group_size = 1 << 20;
    assert_int_equal(launch(&f, 1, 64), SIM_ERROR);
    sim_device_free(f.device);
}

static void
memory_is_checked(void **state)
{
    (void)state;
    struct sim_options options = {.strict = true};
    struct sim_device *device = sim_device_new(&options);
    char bytes[16] = "abc";
    uint64_t a = sim_alloc(device, 16), raw = sim_alloc_raw(device, 16);
    assert_int_equal(sim_write(device, a, bytes, 16), SIM_OK);
    assert_int_equal(sim_write(device, a + 1, bytes, 16), SIM_ERROR);
    assert_int_equal(sim_read(device, a, bytes, 16), SIM_OK);
    assert_string_equal(bytes, "abc");
    assert_int_equal(sim_read(device, a - 1, bytes, 1), SIM_ERROR);
    assert_int_equal(sim_read(device, raw, bytes, 1), SIM_FAULT);
    assert_int_equal(sim_write(device, raw, bytes, 8), SIM_OK);
    assert_int_equal(sim_read(device, raw, bytes, 8), SIM_OK);
    assert_int_equal(sim_read(device, raw, bytes, 9), SIM_FAULT);
    sim_free(device, a);
    assert_int_equal(sim_read(device, a, bytes, 1), SIM_ERROR);
    assert_null(sim_host_pointer(device, a, 1));
    sim_device_free(device);
}

/* Addresses end at 2^40; then come those that were freed first, around what is still there. */
static void
addresses_come_back(void **state)
{
    (void)state;
    enum { KEPT = 8, MORE = 40 };
    const uint64_t large = UINT64_C(1) << 37;
    static uint8_t host[4096];
    struct sim_device *device = sim_device_new(&(struct sim_options){.strict = true});
    uint64_t kept[KEPT], last = 0;
    unsigned rounds = 0;
    for (unsigned i = 0; i < MORE * KEPT; i++) {
        uint64_t at = sim_map(device, host, NULL, i % MORE ? large : sizeof host);
        assert_int_not_equal(at, 0);
        assert_true(at + large <= UINT64_C(1) << 40 || i % MORE == 0);
        for (unsigned k = 0; k < i / MORE; k++) /* the mapping, or none, is behind the kept one */
            assert_true(at >= kept[k] + sizeof host + 4096 ||
                        at + (i % MORE ? large : 4096) + 4096 <= kept[k]);
        rounds += at < last;
        assert_int_not_equal(at, last);
        last = at;
        if (i % MORE == 0)
            kept[i / MORE] = at;
        else
            sim_free(device, at);
    }
    assert_true(rounds > 10);
    /* what is not freed stays: some of these have no room at last */
    for (unsigned i = 0; last && i < MORE; i++)
        last = sim_map(device, host, NULL, large);
    assert_int_equal(last, 0);
    assert_non_null(strstr(sim_message(device), "no 137438953472 bytes of addresses are free"));
    assert_int_not_equal(sim_map(device, host, NULL, sizeof host), 0);
    sim_device_free(device);
}

/* Both sides of what comes between two others keep their gap. */
static void
gaps_are_kept(void **state)
{
    (void)state;
    static uint8_t host[3 * 4096];
    struct sim_device *device = sim_device_new(&(struct sim_options){.strict = true});
    device->keeps_close = true;
    assert_int_not_equal(sim_map(device, host, NULL, 4096), 0);
    uint64_t hole = sim_map(device, host, NULL, 2 * 4096);
    assert_int_equal(sim_map(device, host, NULL, 4096), hole + 3 * 4096);
    sim_free(device, hole);
    device->next_address = SIM_FIRST_ADDRESS;
    assert_true(sim_map(device, host, NULL, 3 * 4096) > hole);
    device->next_address = SIM_FIRST_ADDRESS;
    assert_int_equal(sim_map(device, host, NULL, 2 * 4096), hole);
    sim_device_free(device);
}

static void
bad_objects_are_refused(void **state)
{
    (void)state;
    struct sim_options options = {.strict = true};
    struct sim_device *device = sim_device_new(&options);
    struct sim_object *object;
    assert_int_equal(sim_load(device, "", 0, &object), SIM_ERROR);
    assert_int_equal(sim_load(device, "\177ELF\2\1\1", 7, &object), SIM_ERROR);
    assert_null(object);
    sim_device_free(device);
}

/* Each line nine aliases of the one before: 9**8 nodes in a few hundred bytes. */
static void
metadata_that_multiplies_is_refused(void **state)
{
    (void)state;
    struct guard guard = {0};
    struct arena arena;
    arena_init(&arena, NULL, &guard);
    struct strbuf text = strbuf_new(&arena);
    strbuf_puts(&text, "a0: &a0 x\n");
    for (unsigned i = 1; i <= 8; i++) {
        strbuf_printf(&text, "a%u: &a%u [*a%u", i, i, i - 1);
        for (unsigned k = 1; k < 9; k++)
            strbuf_printf(&text, ", *a%u", i - 1);
        strbuf_puts(&text, "]\n");
    }
    struct sim_metadata metadata = {0};
    assert_int_equal(setjmp(guard.target), 0);
    assert_non_null(metadata_parse_yaml(&arena, text.text, text.length, &metadata));
    assert_null(metadata_parse_yaml(&arena, "Kernels: [{Name: k}]", 20, &metadata));
    assert_int_equal(metadata.kernels.count, 1);
    arena_free(&arena);
}

/* Brackets in brackets: libyaml would take seconds for all of them. */
static void
deep_metadata_is_refused(void **state)
{
    (void)state;
    enum { DEPTH = 100 * 1000 };
    struct guard guard = {0};
    struct arena arena;
    arena_init(&arena, NULL, &guard);
    struct sim_metadata metadata = {0};
    char *text = arena_alloc(&arena, DEPTH);
    assert_int_equal(setjmp(guard.target), 0);
    memset(text, '[', DEPTH);
    clock_t start = clock();
    assert_string_equal(metadata_parse_yaml(&arena, text, DEPTH, &metadata),
                        "line 1: it is nested too deep");
    assert_true(clock() - start < CLOCKS_PER_SEC);
    assert_string_equal(metadata_parse_yaml(&arena, "# none\n", 7, &metadata),
                        "line 2: it is empty");
    memset(text, '\x91', DEPTH); /* lists of one value */
    assert_string_equal(metadata_parse_msgpack(&arena, text, DEPTH, &metadata),
                        "it is nested too deep");
    text[20] = '\xC0';
    assert_null(metadata_parse_msgpack(&arena, text, 21, &metadata));
    assert_string_equal(metadata_parse_msgpack(&arena, text, 20, &metadata), "not MsgPack");
    arena_free(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_work_never_costs_less),
        cmocka_unit_test(more_groups_never_cost_less),
        cmocka_unit_test(more_waves_hide_latency),
        cmocka_unit_test(chain_costs_its_sum),
        cmocka_unit_test(queue_wraps_around),
        cmocka_unit_test(device_survives_a_fault),
        cmocka_unit_test(fault_shows_the_way),
        cmocka_unit_test(fault_names_the_origin),
        cmocka_unit_test(endless_loop_is_stopped),
        cmocka_unit_test(kernarg_tail_may_be_loaded),
        cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(memory_is_checked),
        cmocka_unit_test(addresses_come_back),
        cmocka_unit_test(gaps_are_kept),
        cmocka_unit_test(bad_objects_are_refused),
        cmocka_unit_test(metadata_that_multiplies_is_refused),
        cmocka_unit_test(deep_metadata_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
