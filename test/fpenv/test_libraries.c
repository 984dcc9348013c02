/* What a host gives to libocc, libocc_comgr and the simulator is called in the host's floating-point environment, which
 * is left as it was. */
#include "driver/comgr/comgr.h"
#include "driver/occ.h"
#include "runtime/sim/sim.h"
#include "test/fpenv/hostile.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* By callback: how often it ran in the hostile environment, and in another one. */
enum callback {
    ALLOC,
    RELEASE,
    CANCEL,
    SIM_ALLOC,
    SIM_RELEASE,
    TRACE,
    DEBUG,
    TEXT,
    WARN,
    INTERRUPT,
    OUTCOME,
    MAP,
    SYMBOL,
    READ,
    PRINT,
    ANNOTATE,
    SYMBOLIZED,
    CALLBACKS
};
static unsigned long good[CALLBACKS], bad[CALLBACKS];

static void
look(enum callback callback)
{
    /* The workers of a launch call, too. */
    __atomic_fetch_add(hostile_is_current() ? &good[callback] : &bad[callback], 1,
                       __ATOMIC_RELAXED);
}

static void
expect(enum callback first, enum callback last)
{
    for (unsigned i = first; i <= last; i++)
        if (!good[i] || bad[i])
            fail_msg("callback %u: %lu times in the host's environment, %lu times in another", i,
                     good[i], bad[i]);
    memset(good, 0, sizeof good);
}

#define HOSTILE(call)                                                                              \
    do {                                                                                           \
        struct fpenv before;                                                                       \
        hostile_begin(&before);                                                                    \
        call;                                                                                      \
        hostile_end(&before, #call);                                                               \
    } while (0)

/* ---- libocc ---- */

static void *
note_alloc(void *data, size_t size)
{
    look(*(enum callback *)data);
    return malloc(size);
}

static void
note_release(void *data, void *block)
{
    look(*(enum callback *)data + 1);
    free(block);
}

static int
note_cancel(void *data)
{
    (void)data;
    look(CANCEL);
    return 0;
}

static const char source[] =
    "constant float third = 1.0f / 3.0f;"
    "kernel void k(global float *a, global int *count)"
    "{ a[get_global_id(0)] = third * a[1] / 7; if (a[2] > 0) atomic_inc(count);"
    "  printf(\"%.3f\\n\", third); }";

static occ_result *
compile(size_t memory_limit)
{
    static enum callback data = ALLOC;
    static const char *const options[] = {"-mcpu=gfx900"};
    struct occ_config config = {
        .size = sizeof config, .alloc = note_alloc, .release = note_release, .data = &data};
    struct occ_job job = {.size = sizeof job,
                          .source = source,
                          .length = sizeof source - 1,
                          .options = options,
                          .option_count = 1,
                          .memory_limit = memory_limit,
                          .cancel = note_cancel};
    occ_result *result;
    enum occ_status status;
    char key[OCC_KEY_SIZE];
    occ_compiler *compiler;
    HOSTILE(compiler = occ_compiler_create(&config));
    HOSTILE(status = occ_cache_key(compiler, &job, key, &result));
    assert_int_equal(status, OCC_OK);
    HOSTILE(occ_result_free(result));
    HOSTILE(status = occ_check_options(compiler, &job, &result));
    assert_int_equal(status, OCC_OK);
    HOSTILE(occ_result_free(result));
    HOSTILE(status = occ_compile(compiler, &job, &result));
    if (status != OCC_OK)
        fail_msg("%s", occ_result_log(result));
    struct occ_binary binary = {.size = sizeof binary};
    size_t size;
    const void *bytes = occ_result_bytes(result, &size);
    HOSTILE(status = occ_inspect(compiler, bytes, size, &binary));
    assert_int_equal(binary.kind, OCC_BINARY_EXECUTABLE);
    HOSTILE(status = occ_bundle_find(compiler, bytes, size, "gfx900", &bytes, &size));
    assert_int_equal(status, OCC_ERROR);
    HOSTILE(occ_compiler_destroy(compiler));
    return result;
}

static void
libocc_calls_back(void **state)
{
    (void)state;
    for (size_t limit = 0; limit <= 1 << 28; limit += 1 << 28) {
        occ_result *result = compile(limit);
        HOSTILE(occ_result_free(result));
        expect(ALLOC, CANCEL);
    }
}

static occ_result *
compile_constants(void)
{
    static const char text[] =
        "#define ALL(T, x, y) { global T *o = (global T *)p++; o[0] = (T)x / (T)y; o[1] = (T)x + "
        "(T)y; \\\n"
        "  o[2] = (T)x * (T)y; o[3] = sqrt((T)x); o[4] = sin((T)x); o[5] = exp2((T)y); o[6] = "
        "pow((T)x, (T)y); \\\n"
        "  o[7] = (T)x * (T)1e-37f * (T)1e-4f; o[8] = fma((T)x, (T)y, (T)0.1f); o[9] = log((T)x); "
        "}\n"
        "kernel void k(global double16 *p) { ALL(float, 1.1f, 3.3f) ALL(float, 7, 0.3f) ALL(float, "
        "1e30f, 1e-12f)"
        " ALL(double, 1.1, 3.3) ALL(double, 7, 0.3) ALL(double, 1e300, 1e-12)"
        " p[9].s0 = 16777217; p[9].s1 = (float)0x1000001L; p[9].s2 = convert_float_rtz(0.1);"
        " if (0.1f + 0.2f == 0.3f) p[10].s0 = 1; p[10].s1 = (int)(1e-40f * 1e40f); p[10].s2 = 1.0f "
        "/ (p[0].s0 - p[0].s0); }";
    static const char *const options[] = {"-mcpu=gfx900", "-w"};
    struct occ_job job = {.size = sizeof job,
                          .source = text,
                          .length = sizeof text - 1,
                          .options = options,
                          .option_count = 2};
    occ_result *result;
    occ_compiler *compiler = occ_compiler_create(NULL);
    if (occ_compile(compiler, &job, &result) != OCC_OK)
        fail_msg("%s", occ_result_log(result));
    occ_compiler_destroy(compiler);
    return result;
}

/* Constants are folded as ever. */
static void
objects_are_the_same(void **state)
{
    (void)state;
    occ_result *calm = compile_constants(), *result;
    HOSTILE(result = compile_constants());
    size_t size, calm_size;
    const void *bytes = occ_result_bytes(result, &size),
               *calm_bytes = occ_result_bytes(calm, &calm_size);
    assert_int_equal(size, calm_size);
    assert_memory_equal(bytes, calm_bytes, size);
    occ_result_free(calm);
    occ_result_free(result);
}

/* ---- the simulator ---- */

static void
note_trace(void *data, const char *line)
{
    (void)data, (void)line;
    look(TRACE);
}

static void
note_warning(void *data, const char *line)
{
    (void)data, (void)line;
    look(WARN);
}

static bool
note_debug(void *data, struct sim_wave *wave, enum sim_status status)
{
    (void)data, (void)wave, (void)status;
    look(DEBUG);
    return true;
}

static void
note_interrupt(void *data, uint32_t event)
{
    (void)data, (void)event;
    look(INTERRUPT);
}

static void
note_outcome(void *data)
{
    (void)data;
    look(OUTCOME);
}

static void
note_text(void *data, const char *text, size_t length)
{
    /* 1/3 to nearest, whatever the host's rounding is */
    *(bool *)data |= length != 6 || memcmp(text, "0.333\n", 6) != 0;
    look(TEXT);
}

static void
launch(const struct sim_options *options, const void *bytes, size_t size, bool prints)
{
    struct sim_device *device;
    struct sim_object *object;
    struct sim_printf_report report;
    bool is_wrong = false;
    HOSTILE(device = sim_device_new(options));
    HOSTILE(assert_int_equal(sim_load(device, bytes, size, &object), SIM_OK));
    uint64_t a, count;
    HOSTILE(a = sim_alloc(device, 4096));
    HOSTILE(count = sim_alloc(device, 4));
    struct sim_arg args[] = {{.bytes = &a, .size = 8}, {.bytes = &count, .size = 8}};
    struct sim_launch grid = {.dims = 1,
                              .global = {prints ? 1 : 512, 1, 1},
                              .local = {prints ? 1 : 64, 1, 1},
                              .args = args,
                              .arg_count = 2};
    if (prints)
        HOSTILE(grid.printf_buffer = sim_printf_new(device, 4096));
    enum sim_status status;
    HOSTILE(status = sim_launch(device, sim_find_kernel(object, "k"), &grid));
    if (status != SIM_OK)
        fail_msg("%s", sim_message(device));
    if (prints) {
        HOSTILE(status = sim_printf_flush(device, object, grid.printf_buffer, note_text, &is_wrong,
                                          &report));
        assert_int_equal(status, SIM_OK);
        assert_false(is_wrong);
    }
    HOSTILE(sim_device_free(device));
}

static void
the_simulator_calls_back(void **state)
{
    (void)state;
    static enum callback data = SIM_ALLOC;
    const struct allocator allocator = {note_alloc, note_release, &data, NULL};
    occ_result *result = compile(0);
    memset(good, 0, sizeof good);
    size_t size;
    const void *bytes = occ_result_bytes(result, &size);
    struct sim_options options = {.allocator = &allocator,
                                  .foreign = -1,
                                  .trace = note_trace,
                                  .debug = note_debug,
                                  .warn = note_warning,
                                  .interrupt = note_interrupt};
    launch(&options, bytes, size, true);
    good[WARN]++; /* the program gives no reason to */
    expect(SIM_ALLOC, INTERRUPT);
    struct sim_options all = {.allocator = &allocator,
                              .strict = true,
                              .foreign = -1,
                              .schedule = SIM_SCHEDULE_ALL,
                              .outcome = note_outcome};
    launch(&all, bytes, size, true);
    expect(OUTCOME, OUTCOME);
    struct sim_options jobs = {.allocator = &allocator, .fast = true, .jobs = 4, .foreign = -1};
    launch(&jobs, bytes, size, false);
    expect(SIM_ALLOC, SIM_RELEASE);
    HOSTILE(occ_result_free(result));
}

/* A texel is rounded to nearest even: 0.5/255 steps, and a denormal of half precision stays. */
static void
texels_are_rounded(void **state)
{
    (void)state;
    const uint32_t rgba[4] = {0x3B008081, 0x3F000000, 0xBF800000, 0x7F800000};
    uint8_t bytes[4], calm[4];
    uint16_t halves[4], calm_halves[4];
    uint32_t back[4], calm_back[4];
    const uint32_t small[4] = {0x33800001, 0x337FFFFF, 0x00000001, 0x387FC000};
    sim_texel_store(SIM_ORDER_RGBA, SIM_TYPE_UNORM_INT8, rgba, calm);
    sim_texel_store(SIM_ORDER_RGBA, SIM_TYPE_HALF_FLOAT, small, calm_halves);
    sim_texel_load(SIM_ORDER_RGBA, SIM_TYPE_UNORM_INT8, calm, calm_back);
    HOSTILE(sim_texel_store(SIM_ORDER_RGBA, SIM_TYPE_UNORM_INT8, rgba, bytes));
    HOSTILE(sim_texel_store(SIM_ORDER_RGBA, SIM_TYPE_HALF_FLOAT, small, halves));
    HOSTILE(sim_texel_load(SIM_ORDER_RGBA, SIM_TYPE_UNORM_INT8, bytes, back));
    assert_memory_equal(bytes, calm, sizeof calm);
    assert_memory_equal(halves, calm_halves, sizeof calm_halves);
    assert_memory_equal(back, calm_back, sizeof calm_back);
}

/* ---- comgr ---- */

static enum comgr_status
note_map(struct comgr_handle key, struct comgr_handle value, void *data)
{
    (void)key, (void)value, (void)data;
    look(MAP);
    return COMGR_SUCCESS;
}

static enum comgr_status
note_symbol(struct comgr_handle symbol, void *data)
{
    (void)symbol, (void)data;
    look(SYMBOL);
    return COMGR_SUCCESS;
}

/* s_branch to itself: text and an address. */
static uint64_t
note_read(uint64_t from, char *to, uint64_t size, void *data)
{
    static const uint32_t branch = 0xBF82FFFF;
    (void)from, (void)size, (void)data;
    memcpy(to, &branch, sizeof branch);
    look(READ);
    return sizeof branch;
}

static void
note_print(const char *text, void *data)
{
    (void)text, (void)data;
    look(PRINT);
}

static void
note_annotate(uint64_t address, void *data)
{
    (void)address, (void)data;
    look(ANNOTATE);
}

static void
note_symbolized(const char *text, void *data)
{
    (void)text, (void)data;
    look(SYMBOLIZED);
}

#define GOOD(call)                                                                                 \
    do {                                                                                           \
        enum comgr_status comgr_result;                                                            \
        HOSTILE(comgr_result = (call));                                                            \
        assert_int_equal(comgr_result, COMGR_SUCCESS);                                             \
    } while (0)

/* An executable of the source, made by actions. */
static struct comgr_handle
comgr_executable(void)
{
    static const enum comgr_action_kind actions[] = {COMGR_COMPILE_SOURCE_TO_BC,
                                                     COMGR_CODEGEN_BC_TO_RELOCATABLE,
                                                     COMGR_LINK_RELOCATABLE_TO_EXECUTABLE};
    struct comgr_handle data, set, next, info;
    GOOD(amd_comgr_create_data(COMGR_DATA_SOURCE, &data));
    GOOD(amd_comgr_set_data(data, sizeof source - 1, source));
    GOOD(amd_comgr_set_data_name(data, "k.cl"));
    GOOD(amd_comgr_create_data_set(&set));
    GOOD(amd_comgr_data_set_add(set, data));
    GOOD(amd_comgr_release_data(data));
    GOOD(amd_comgr_create_action_info(&info));
    GOOD(amd_comgr_action_info_set_isa_name(info, "amdgcn-amd-amdhsa--gfx900"));
    GOOD(amd_comgr_action_info_set_language(info, COMGR_LANGUAGE_OPENCL_1_2));
    for (unsigned i = 0; i < 3; i++) {
        GOOD(amd_comgr_create_data_set(&next));
        GOOD(amd_comgr_do_action(actions[i], info, set, next));
        GOOD(amd_comgr_destroy_data_set(set));
        set = next;
    }
    GOOD(amd_comgr_action_data_get_data(set, COMGR_DATA_EXECUTABLE, 0, &data));
    GOOD(amd_comgr_destroy_data_set(set));
    GOOD(amd_comgr_destroy_action_info(info));
    return data;
}

static void
comgr_calls_back(void **state)
{
    (void)state;
    struct comgr_handle data = comgr_executable(), node, info;
    uint64_t size;
    GOOD(amd_comgr_get_data_metadata(data, &node));
    GOOD(amd_comgr_iterate_map_metadata(node, note_map, NULL));
    GOOD(amd_comgr_destroy_metadata(node));
    GOOD(amd_comgr_iterate_symbols(data, note_symbol, NULL));
    GOOD(amd_comgr_create_symbolizer_info(data, note_symbolized, &info));
    GOOD(amd_comgr_symbolize(info, 0, true, NULL));
    GOOD(amd_comgr_destroy_symbolizer_info(info));
    GOOD(amd_comgr_create_disassembly_info("amdgcn-amd-amdhsa--gfx900", note_read, note_print,
                                           note_annotate, &info));
    GOOD(amd_comgr_disassemble_instruction(info, 0, NULL, &size));
    GOOD(amd_comgr_destroy_disassembly_info(info));
    GOOD(amd_comgr_release_data(data));
    expect(MAP, SYMBOLIZED);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(libocc_calls_back),        cmocka_unit_test(objects_are_the_same),
        cmocka_unit_test(the_simulator_calls_back), cmocka_unit_test(texels_are_rounded),
        cmocka_unit_test(comgr_calls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
