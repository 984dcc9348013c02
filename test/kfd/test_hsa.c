/* test_hsa: what programs do with HSA's interface, by AMD's runtime on the stand-in for its driver, on the GPUs
 * of OCC_DEVICES. */
#include "test/kfd/test_hsa.h"

#include <stdlib.h>
#include <string.h>

/* ---- agents and objects ---- */

/* Those of OCC_DEVICES, in its order. */
static void
agents(void **state)
{
    const struct machine *machine = *state;
    const char *list = getenv("OCC_DEVICES");
    char *names = strdup(list ? list : "gfx900"), *rest = NULL;
    unsigned count = 0;
    for (char *name = strtok_r(names, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
        assert_true(count < machine->gpu_count);
        assert_string_equal(machine->gpu[count++].name, name);
    }
    free(names);
    assert_int_equal(count, machine->gpu_count);
}

static void
properties(void **state)
{
    const struct machine *machine = *state;
    for (unsigned i = 0; i < machine->gpu_count; i++) {
        uint32_t wave, units, queues, caches[4];
        char product[64];
        hsa_agent_t agent = machine->gpu[i].agent;
        assert_ok(hsa_agent_get_info(agent, HSA_AGENT_INFO_WAVEFRONT_SIZE, &wave));
        assert_int_equal(wave, 64);
        assert_ok(hsa_agent_get_info(agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_COMPUTE_UNIT_COUNT,
                                     &units));
        assert_in_range(units, 1, 256);
        assert_ok(hsa_agent_get_info(agent, HSA_AGENT_INFO_QUEUES_MAX, &queues));
        assert_in_range(queues, 8, 4096);
        assert_ok(hsa_agent_get_info(agent, HSA_AGENT_INFO_CACHE_SIZE, caches));
        assert_in_range(caches[0], 1, 1 << 20);
        assert_ok(
            hsa_agent_get_info(agent, (hsa_agent_info_t)HSA_AMD_AGENT_INFO_PRODUCT_NAME, product));
        assert_non_null(strstr(product, "AMD"));
        assert_true(machine->gpu[i].local.handle != 0);
    }
    assert_true(machine->kernargs.handle && machine->fine.handle);
}

/* A GPU with ECC (sramecc+), which GFX6 to GFX9 have from gfx906 on: version 2 cannot say that, and what clang makes
 * of it is refused, too (AMDGPUUsage, "Target ID"). */
static unsigned
first_version(const struct gpu *gpu)
{
    return strcmp(gpu->name, "gfx906") < 0 ? 2 : 3;
}

/* Of each version: what a kernel computes. */
static void
versions(void **state)
{
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    hsa_queue_t *queue = queue_make(gpu, 64, NULL, NULL);
    uint32_t *words = machine_memory(machine, 1000 * 4);
    for (unsigned version = first_version(gpu); version <= 5; version++) {
        struct program program =
            program_make(gpu,
                         "constant uint table[2] = {7, 9};"
                         "kernel void fill(global uint *a, uint n) { uint i = get_global_id(0);"
                         "  if (i < n) a[i] = 5 * i + table[i & 1] + get_local_size(0) + n; }",
                         version);
        struct kernel kernel = program_kernel(&program, gpu, "fill");
        struct {
            uint32_t *words;
            uint32_t count;
        } arguments = {words, 1000};
        memset(words, 0, 4000);
        queue_run(machine, queue, &kernel, &arguments, 12, 1024);
        for (uint32_t i = 0; i < 1000; i++)
            assert_int_equal(words[i], 5 * i + (i & 1 ? 9 : 7) + 64 + 1000);
        program_end(&program);
    }
    assert_ok(hsa_amd_memory_pool_free(words));
    assert_ok(hsa_queue_destroy(queue));
}

/* Its value is stored by the host before, and read after, a kernel. */
static void
variables(void **state)
{
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    struct program program = program_make(
        gpu, "global uint counter = 40; kernel void count(global uint *a) { a[0] = ++counter; }",
        4);
    struct kernel kernel = program_kernel(&program, gpu, "count");
    hsa_queue_t *queue = queue_make(gpu, 64, NULL, NULL);
    uint32_t *word = machine_memory(machine, 4), size;
    hsa_executable_symbol_t symbol;
    assert_ok(
        hsa_executable_get_symbol_by_name(program.executable, "counter", &gpu->agent, &symbol));
    assert_ok(
        hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE, &size));
    assert_int_equal(size, 4);
    for (unsigned i = 0; i < 3; i++)
        queue_run(machine, queue, &kernel, &word, sizeof word, 1);
    assert_int_equal(*word, 43);
    assert_ok(hsa_amd_memory_pool_free(word));
    assert_ok(hsa_queue_destroy(queue));
    program_end(&program);
}

/* Objects come and go at the same addresses: code is not that of before. */
static void
reloaded(void **state)
{
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    hsa_queue_t *queue = queue_make(gpu, 64, NULL, NULL);
    uint32_t *word = machine_memory(machine, 4);
    const char *const sources[] = {"kernel void put(global uint *a) { a[0] = 11; }",
                                   "kernel void put(global uint *a) { a[0] = 22; }"};
    for (unsigned i = 0; i < 6; i++) {
        struct program program = program_make(gpu, sources[i % 2], 3);
        struct kernel kernel = program_kernel(&program, gpu, "put");
        queue_run(machine, queue, &kernel, &word, sizeof word, 1);
        assert_int_equal(*word, i % 2 ? 22 : 11);
        program_end(&program);
    }
    assert_ok(hsa_amd_memory_pool_free(word));
    assert_ok(hsa_queue_destroy(queue));
}

static void
copy(void *to, hsa_agent_t to_agent, const void *from, hsa_agent_t from_agent, size_t size)
{
    hsa_signal_t done = signal_make(1);
    assert_ok(hsa_amd_memory_async_copy(to, to_agent, from, from_agent, size, 0, NULL, done));
    signal_wait(done);
    assert_ok(hsa_signal_destroy(done));
}

/* v_mov_b32 of one constant becomes that of another, where the code lies. */
static void
put_code(struct machine *machine, const struct kernel *kernel, uint8_t from, uint8_t to)
{
    enum { MOVE = 0x7E000280, VECTOR = 0x01FE0000 }; /* v_mov_b32 vN, 0 to 64; N */
    const struct gpu *gpu = &machine->gpu[0];
    hsa_amd_pointer_info_t info = {.size = sizeof info};
    void *address;
    memcpy(&address, &kernel->object, sizeof address);
    assert_ok(hsa_amd_pointer_info(address, &info, NULL, NULL, NULL));
    size_t size = info.sizeInBytes;
    uint32_t *code = machine_memory(machine, size);
    unsigned count = 0;
    copy(code, machine->host, info.agentBaseAddress, gpu->agent, size);
    for (size_t i = 0; i < size / 4; i++)
        if ((code[i] & ~(uint32_t)VECTOR) == (uint32_t)(MOVE + from)) {
            code[i] += to - from;
            count++;
        }
    assert_int_equal(count, 1);
    copy(info.agentBaseAddress, gpu->agent, code, machine->host, size);
    assert_ok(hsa_amd_memory_pool_free(code));
}

/* Code that was stored anew where it lies is what runs, once the runtime has had caches invalidated: as it does when
 * another object is loaded. */
static void
stored_anew(void **state)
{
    struct machine *machine = *state;
    const struct gpu *gpu = &machine->gpu[0];
    const char *source = "kernel void put(global uint *a) { a[0] = 11; }";
    hsa_queue_t *queue = queue_make(gpu, 64, NULL, NULL);
    uint32_t *word = machine_memory(machine, 4);
    struct program program = program_make(gpu, source, 4);
    struct kernel kernel = program_kernel(&program, gpu, "put");
    queue_run(machine, queue, &kernel, &word, sizeof word, 1);
    assert_int_equal(*word, 11);
    put_code(machine, &kernel, 11, 22);
    struct program other = program_make(gpu, source, 4);
    queue_run(machine, queue, &kernel, &word, sizeof word, 1);
    assert_int_equal(*word, 22);
    program_end(&program);
    program_end(&other);
    assert_ok(hsa_amd_memory_pool_free(word));
    assert_ok(hsa_queue_destroy(queue));
}

/* An object of another GPU's is refused. */
static void
foreign_object(void **state)
{
    const struct machine *machine = *state;
    struct gpu other = machine->gpu[0];
    strcpy(other.name, strcmp(other.name, "gfx906") == 0 ? "gfx900" : "gfx906");
    size_t size;
    hsa_code_object_reader_t reader;
    hsa_executable_t executable;
    uint8_t *bytes =
        program_compile(&other, "kernel void put(global uint *a) { a[0] = 1; }", 4, &size);
    assert_ok(hsa_code_object_reader_create_from_memory(bytes, size, &reader));
    assert_ok(hsa_executable_create_alt(HSA_PROFILE_BASE, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
                                        NULL, &executable));
    assert_int_not_equal(hsa_executable_load_agent_code_object(executable, machine->gpu[0].agent,
                                                               reader, NULL, NULL),
                         HSA_STATUS_SUCCESS);
    assert_ok(hsa_executable_destroy(executable));
    assert_ok(hsa_code_object_reader_destroy(reader));
    free(bytes);
}

int
test_agents(struct machine *machine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(agents, machine),
        cmocka_unit_test_prestate(properties, machine),
        cmocka_unit_test_prestate(versions, machine),
        cmocka_unit_test_prestate(variables, machine),
        cmocka_unit_test_prestate(reloaded, machine),
        cmocka_unit_test_prestate(stored_anew, machine),
        cmocka_unit_test_prestate(foreign_object, machine),
    };
    return cmocka_run_group_tests_name("agents", tests, NULL, NULL);
}

/* ---- the program ---- */

static struct machine the_machine;

static void
begin(void **state)
{
    (void)state;
    the_machine = machine_begin();
}

static void
end(void **state)
{
    (void)state;
    machine_end(&the_machine);
}

/* As a group: what fails in it is told. */
static int
begin_or_end(CMUnitTestFunction function, const char *name)
{
    const struct CMUnitTest tests[] = {{name, function, NULL, NULL, NULL}};
    return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

/* Twice: everything works in a runtime that was shut down and began anew. */
int
main(void)
{
    int failed = begin_or_end(begin, "begin");
    if (failed)
        return 1;
    failed += test_agents(&the_machine);
    failed += test_queues(&the_machine);
    failed += test_memory(&the_machine);
    failed += test_scratch(&the_machine);
    failed += begin_or_end(end, "end") + begin_or_end(begin, "begin again");
    failed += test_agents(&the_machine);
    failed += test_errors(&the_machine);
    failed += begin_or_end(end, "end again");
    return failed != 0;
}
