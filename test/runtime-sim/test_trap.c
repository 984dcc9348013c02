/* Traps with a handler of one's own: trap_handler.s, as clang assembled it.   test_trap FOLDER */
#include "test/runtime-sim/fixture.h"

#define END "s_endpgm\n"

static const char *folder;

struct seen {
    unsigned waves;
    uint32_t s[16];
    bool priv, vmem_done;
};

static void
on_end(void *data, struct sim_wave *wave)
{
    struct seen *seen = data;
    seen->waves++;
    memcpy(seen->s, wave->sgpr, sizeof seen->s);
    seen->priv = wave->priv;
}

/* The fixture with the handler and `memory` behind TMA. */
static struct fixture
with_handler(const char *target, const char *source, struct seen *seen, uint64_t *memory)
{
    struct fixture f = make_fixture(target, source, 24);
    char path[512];
    static char bytes[1 << 16];
    snprintf(path, sizeof path, "%s/trap_handler-%s.co", folder, target);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    *memory = sim_alloc(f.device, 64);
    if (sim_set_trap_handler(f.device, bytes, size, *memory) != SIM_OK)
        fail_msg("%s: %s", path, sim_message(f.device));
    *seen = (struct seen){.waves = 0};
    f.device->on_end = on_end;
    f.device->on_data = seen;
    return f;
}

static const char *const targets[] = {"gfx803", "gfx900"};

static void
handler_runs_and_returns(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct seen seen;
        uint64_t memory;
        uint32_t word = 0x12345678;
        struct fixture f =
            with_handler(targets[i], "s_trap 32\ns_movk_i32 s13, 0x77\n" END, &seen, &memory);
        sim_write(f.device, memory, &word, sizeof word);
        if (launch(&f, 1, 128) != SIM_OK)
            fail_msg("%s", sim_message(f.device));
        assert_int_equal(seen.waves, 2);
        assert_int_equal(seen.s[10], 0x20);
        assert_int_equal(seen.s[11], word);
        assert_int_equal(seen.s[12] >> 5 & 3, 3); /* PRIV and TRAP_EN inside of the handler */
        assert_int_equal(seen.s[13], 0x77);       /* behind the trap, once */
        assert_false(seen.priv);
        sim_device_free(f.device);
    }
}

/* s_trap waits for what is outstanding: the load needs no s_waitcnt. */
static void
trap_waits_for_memory(void **state)
{
    (void)state;
    struct seen seen;
    uint64_t memory;
    struct fixture f =
        with_handler("gfx900",
                     "v_lshlrev_b32 v0, 2, v0\nds_write_b32 v0, v0\ns_waitcnt lgkmcnt(0)\n"
                     "ds_read_b32 v1, v0\ns_trap 36\nv_mov_b32 v2, v1\n" END,
                     &seen, &memory);
    f.kernel.group_size = 256;
    if (launch(&f, 1, 64) != SIM_OK)
        fail_msg("%s", sim_message(f.device));
    sim_device_free(f.device);
}

static void
expect_fault(const char *source, const char *text)
{
    for (unsigned i = 0; i < 2; i++) {
        struct seen seen;
        uint64_t memory;
        struct fixture f = with_handler(targets[i], source, &seen, &memory);
        assert_int_equal(launch(&f, 1, 64), SIM_FAULT);
        if (!strstr(sim_message(f.device), text))
            fail_msg("%s: %s, not %s", targets[i], sim_message(f.device), text);
        sim_device_free(f.device);
    }
}

static void
handler_is_judged_too(void **state)
{
    (void)state;
    expect_fault("s_trap 33\n" END, "the trap handler has halted the wave");
    expect_fault("s_trap 34\n" END, "trap 5 inside of the trap handler");
    expect_fault("s_trap 35\n" END, "uninitialised data reaches a branch");
    expect_fault("s_trap 0\n" END, "trap 0 is reserved");
    expect_fault("s_trap 32\ns_mov_b32 s4, ttmp0\n" END, "are the trap handler's");
}

/* The runtime's table again, once the handler is taken away. */
static void
handler_goes(void **state)
{
    (void)state;
    struct seen seen;
    uint64_t memory;
    struct fixture f = with_handler("gfx900", "s_trap 32\n" END, &seen, &memory);
    assert_int_equal(launch(&f, 1, 64), SIM_OK);
    assert_int_equal(sim_set_trap_handler(f.device, NULL, 0, 0), SIM_OK);
    assert_int_equal(launch(&f, 1, 64), SIM_FAULT);
    assert_non_null(strstr(sim_message(f.device), "trap 32 is none that the runtime's"));
    assert_int_equal(sim_set_trap_handler(f.device, "no object", 9, 0), SIM_ERROR);
    sim_device_free(f.device);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handler_runs_and_returns),
        cmocka_unit_test(trap_waits_for_memory),
        cmocka_unit_test(handler_is_judged_too),
        cmocka_unit_test(handler_goes),
    };
    folder = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
