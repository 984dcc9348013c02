/* Traps as clang's kernels make them, and with a handler of one's own, trap_handler.s.
 *
 * test_trap FOLDER: with the objects of traps.cl and trap_handler.s. */
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
    seen->priv = wave->state->priv;
}

static char object_bytes[1 << 16];

/* Into object_bytes; the size. */
static size_t
read_object(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.co", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t size = fread(object_bytes, 1, sizeof object_bytes, file);
    fclose(file);
    return size;
}

/* The fixture with the handler and `memory` after TMA. */
static struct fixture
with_handler(const char *target, const char *source, struct seen *seen, uint64_t *memory)
{
    struct fixture f = make_fixture(target, source, 24);
    char name[80];
    snprintf(name, sizeof name, "trap_handler-%s", target);
    size_t size = read_object(name);
    *memory = sim_alloc(f.device, 64);
    if (sim_set_trap_handler(f.device, object_bytes, size, *memory) != SIM_OK)
        fail_msg("%s: %s", name, sim_message(f.device));
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
        assert_int_equal(seen.s[13], 0x77);       /* after the trap, once */
        assert_false(seen.priv);
        /* the handler's registers are the wave's too */
        assert_int_equal(sim_stats(f.device)->sgprs, 16 + 16);
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

/* ---- clang's kernels, without a handler ---- */

static enum sim_status
run_clang(struct sim_device *device, const struct sim_object *object, const char *name,
          int32_t *words)
{
    uint64_t buffer = sim_alloc(device, 64 * sizeof *words);
    struct sim_arg arg = {.bytes = &buffer, .size = sizeof buffer};
    struct sim_launch launch = {
        .dims = 1, .global = {64}, .local = {64}, .args = &arg, .arg_count = 1};
    const struct sim_kernel *kernel = sim_find_kernel(object, name);
    assert_non_null(kernel);
    sim_write(device, buffer, words, 64 * sizeof *words);
    enum sim_status status = sim_launch(device, kernel, &launch);
    sim_read(device, buffer, words, 64 * sizeof *words);
    return status;
}

static void
clang_traps(void **state)
{
    (void)state;
    static const char *const names[] = {"traps-gfx803-v2", "traps-gfx803-v4", "traps-gfx900-v3",
                                        "traps-gfx900-v5"};
    for (unsigned i = 0; i < 4; i++) {
        struct sim_options options = {.strict = true, .foreign = -1};
        struct sim_device *device = sim_device_new(&options);
        struct sim_object *object;
        int32_t words[64] = {0};
        if (sim_load(device, object_bytes, read_object(names[i]), &object) != SIM_OK)
            fail_msg("%s: %s", names[i], sim_message(device));
        assert_int_equal(run_clang(device, object, "stop", words), SIM_OK);
        assert_int_equal(words[5], 1);
        words[5] = 7;
        assert_int_equal(run_clang(device, object, "stop", words), SIM_FAULT);
        assert_non_null(strstr(sim_message(device), "trap 2 ends the kernel (llvm.trap)\n"));
        assert_int_equal(run_clang(device, object, "pause", words), SIM_OK);
        assert_int_equal(words[5], 2);
        assert_int_equal(sim_stats(device)->warnings, 1);
        sim_device_free(device);
    }
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handler_runs_and_returns),
        cmocka_unit_test(trap_waits_for_memory),
        cmocka_unit_test(handler_is_judged_too),
        cmocka_unit_test(handler_goes),
        cmocka_unit_test(clang_traps),
    };
    folder = argc > 1 ? argv[1] : ".";
    return cmocka_run_group_tests(tests, NULL, NULL);
}
