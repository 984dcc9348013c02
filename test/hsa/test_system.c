/* What is found, and objects. */
#include "test/hsa/gpu_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct gpu *
at(unsigned index)
{
    return gpu_at(bench.system, index);
}

static void
described(void **state)
{
    (void)state;
    const char *wanted = getenv("OCC_DEVICES");
    char found[128] = "";
    assert_true(strncmp(gpu_system_name(bench.system), "ROCr 1.", 7) == 0);
    assert_non_null(strstr(gpu_system_name(bench.system), "/libhsa-runtime64.so.1"));
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        const struct gpu_info *info = gpu_describe(at(i));
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s", i ? "," : "",
                 info->target->name);
        assert_true(strncmp(info->processor, info->target->name, strlen(info->target->name)) == 0);
        if (info->target->xnack_supported)
            assert_non_null(strstr(info->processor, ":xnack-"));
        assert_true(*info->name && info->compute_units > 0 && info->simds == 4);
        assert_true(info->clock > 100 && info->queues > 4 && info->cache_line >= 64);
        assert_true(info->cache >= 1 << 18 && info->memory >= UINT64_C(1) << 30);
        assert_true(info->allocation > 0 && info->allocation <= info->memory);
        assert_true(info->chip != 0 && strncmp(info->uuid, "GPU-", 4) == 0);
        assert_true(info->has_images && info->width_1d >= 8192 && info->width_buffer >= 65536);
        assert_true(info->size_2d[0] >= 8192 && info->size_2d[1] >= 8192);
        assert_true(info->size_3d[0] >= 2048 && info->size_3d[2] >= 2048 && info->layers >= 2048);
    }
    assert_string_equal(found, wanted ? wanted : "gfx900");
    assert_null(gpu_at(bench.system, gpu_count(bench.system)));
    assert_null(gpu_refused_at(bench.system, 0));
}

/* A second one is the same GPUs; what it closes leaves the first alone. */
static void
opened_twice(void **state)
{
    (void)state;
    char *why;
    struct gpu_system *other = gpu_system_open(&why);
    assert_good(other);
    assert_int_equal(gpu_count(other), gpu_count(bench.system));
    void *memory = gpu_alloc(gpu_at(other, 0), GPU_MEMORY_OWN, 100);
    assert_non_null(memory);
    gpu_free(other, memory);
    gpu_system_close(other);
    gpu_system_close(NULL);
    memory = gpu_alloc(at(0), GPU_MEMORY_OWN, 100);
    assert_non_null(memory);
    gpu_free(bench.system, memory);
}

/* A child can do nothing, and says so. */
static unsigned
child(void)
{
    char *why;
    unsigned wrong = 0;
    if (gpu_system_open(&why) || !why || !strstr(why, "fork"))
        wrong |= 1;
    if (gpu_alloc(at(0), GPU_MEMORY_HOST, 64))
        wrong |= 2;
    if (gpu_queue_new(at(0), &(struct gpu_queue_options){0}, &why) || !why)
        wrong |= 4;
    int words[2] = {0};
    if (gpu_copy(at(0), words, words + 1, 4, NULL, 0, &why) || !why ||
        gpu_lock(bench.system, words, 4))
        wrong |= 8;
    gpu_system_close(bench.system);
    return wrong;
}

static void
forked(void **state)
{
    (void)state;
    int status;
    pid_t process = fork();
    if (!process)
        _exit((int)child());
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- objects ---- */

static void
versions(void **state)
{
    (void)state;
    /* ROCr has no chip with SRAMECC on by the names of version 2. */
    const struct gcn_target *target = gpu_describe(at(0))->target;
    for (unsigned version = target->sramecc_supported ? 3 : 2; version <= 5; version++) {
        struct gpu_object *object = object_make(at(0), kernels, version);
        struct gpu_kernel kernel;
        assert_true(gpu_object_kernel(object, "turn", &kernel));
        assert_true(kernel.handle && kernel.kernarg_size >= 12 && kernel.kernarg_align >= 8);
        assert_int_equal(kernel.group_size, 256);
        assert_int_equal(kernel.has_dynamic_stack, false);
        assert_true(gpu_object_kernel(object, "spill", &kernel));
        assert_true(kernel.private_size >= 800);
        assert_false(gpu_object_kernel(object, "turn.kd.kd", &kernel));
        assert_false(gpu_object_kernel(object, "", &kernel));
        gpu_object_unload(object);
    }
    gpu_object_unload(NULL);
}

static void
refused_objects(void **state)
{
    (void)state;
    char *why;
    size_t size;
    uint8_t *bytes = object_compile(at(0), kernels, 4, &size);
    assert_null(gpu_object_load(at(0), bytes, 10, NULL, 0, &why));
    assert_non_null(why);
    free(why);
    assert_null(gpu_object_load(at(0), "no object", 9, NULL, 0, &why));
    assert_non_null(why);
    free(why);
    /* Cut off anywhere: it is refused, or what is gone is never read. */
    for (size_t kept = 0; kept < size; kept += size / 40 + 1) {
        uint8_t *part = malloc(kept + 1);
        memcpy(part, bytes, kept);
        assert_null(gpu_object_load(at(0), part, kept, NULL, 0, &why));
        assert_non_null(why);
        free(why);
        free(part);
    }
    bytes[48] ^= 3; /* e_flags: another processor */
    assert_null(gpu_object_load(at(0), bytes, size, NULL, 0, &why));
    assert_non_null(why);
    free(why);
    free(bytes);
}

static const char with_variables[] =
    "global int counter = 7;\n"
    "global int table[4] = {1, 2, 3, 4};\n"
    "kernel void next(global int *out) {\n"
    "    if (get_global_id(0) == 0) out[0] = ++counter + table[3];\n"
    "}\n";

static void
variables(void **state)
{
    (void)state;
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        struct gpu_object *object = object_make(at(i), with_variables, 4);
        struct gpu_queue *queue = queue_make(at(i));
        struct gpu_kernel kernel;
        int *out = host_memory(at(i), 64), *there;
        void *address;
        uint64_t size;
        assert_true(gpu_object_kernel(object, "next", &kernel));
        assert_true(gpu_object_variable(object, "table", &address, &size));
        assert_int_equal(size, 16);
        assert_true(gpu_object_variable(object, "counter", &address, &size));
        assert_int_equal(size, 4);
        assert_false(gpu_object_variable(object, "next", &address, &size));
        there = address;
        finish(launch(queue, &kernel, &out, sizeof out, 1));
        assert_int_equal(out[0], 12);
        copy_now(at(i), out + 1, there, 4);
        assert_int_equal(out[1], 8);
        out[1] = 100;
        copy_now(at(i), there, out + 1, 4);
        finish(launch(queue, &kernel, &out, sizeof out, 1));
        assert_int_equal(out[0], 105);
        gpu_queue_free(queue);
        gpu_object_unload(object);
        gpu_free(bench.system, out);
    }
}

static const char with_external[] =
    "extern __attribute__((visibility(\"default\"))) global int shared[];\n"
    "kernel void add(int n) { shared[get_global_id(0)] += n; }\n";

static void
externals(void **state)
{
    (void)state;
    char *why;
    size_t size;
    struct gpu_kernel kernel;
    int *memory = host_memory(at(0), 4 * 64), five = 5;
    uint8_t *bytes = object_compile(at(0), with_external, 4, &size);
    assert_null(gpu_object_load(at(0), bytes, size, NULL, 0, &why));
    assert_non_null(why);
    free(why);
    const struct gpu_definition definitions[] = {{"shared", memory}, {"unused", memory}};
    struct gpu_object *object = gpu_object_load(at(0), bytes, size, definitions, 2, &why);
    assert_good(object);
    memset(bytes, 0, size); /* bytes were copied */
    free(bytes);
    assert_true(gpu_object_kernel(object, "add", &kernel));
    struct gpu_queue *queue = queue_make(at(0));
    finish(launch(queue, &kernel, &five, sizeof five, 64));
    assert_int_equal(memory[63], 5);
    gpu_queue_free(queue);
    gpu_object_unload(object);
    gpu_free(bench.system, memory);
}

int
test_system(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(described), cmocka_unit_test(opened_twice),    cmocka_unit_test(forked),
        cmocka_unit_test(versions),  cmocka_unit_test(refused_objects), cmocka_unit_test(variables),
        cmocka_unit_test(externals),
    };
    return cmocka_run_group_tests_name("system", tests, NULL, NULL);
}
