#include "test/hsa/gpu_host.h"
#include "driver/occ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bench bench;

const char *const kernels =
    "kernel void add(global int *a, int n) { a[get_global_id(0)] += n; }\n"
    "kernel void copy(global const int *a, global int *out) {\n"
    "    out[get_global_id(0)] = a[get_global_id(0)];\n"
    "}\n"
    "kernel void times_two(global int *a) { a[get_global_id(0)] *= 2; }\n"
    "kernel void append(global int *list, int value) {\n"
    "    if (get_global_id(0) == 0) list[++list[0]] = value;\n"
    "}\n"
    "kernel void append_wide(global int *list, int value, ulong16 a, ulong16 b) {\n"
    "    if (get_global_id(0) == 0 && a.s3 == b.s5) list[++list[0]] = value;\n"
    "}\n"
    "kernel void place(global int *out) {\n"
    "    size_t at = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * "
    "get_global_size(0) +\n"
    "                get_global_id(0);\n"
    "    out[at] = get_group_id(0) + 100 * get_group_id(1) + 10000 * get_group_id(2);\n"
    "}\n"
    "kernel void turn(global int *a, local int *l) {\n"
    "    local int own[64];\n"
    "    size_t i = get_local_id(0);\n"
    "    own[i] = a[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    l[i] = own[63 - i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    a[get_global_id(0)] = l[i];\n"
    "}\n"
    "kernel void spill(global int *a, int n) {\n"
    "    int mine[200];\n"
    "    for (int i = 0; i < 200; i++) mine[i] = i * n;\n"
    "    a[get_global_id(0)] = mine[a[get_global_id(0)] % 200];\n"
    "}\n"
    "kernel void wait_for(global atomic_int *flag) {\n"
    "    while (!atomic_load_explicit(flag, memory_order_acquire, memory_scope_all_svm_devices))\n"
    "        ;\n"
    "}\n"
    "kernel void endless(global int *a) {\n"
    "    for (;;) *(volatile global int *)a = 1;\n"
    "}\n"
    "kernel void trap(global int *a) { if (a[0] == 0) __builtin_trap(); a[0] = 2; }\n"
    "kernel void outside(global int *a) {\n"
    "    long far = get_global_id(0) == 3 ? 1l << 42 : 0;\n"
    "    a[get_global_id(0) + far] = 1;\n"
    "}\n";

void
bench_begin(void)
{
    char *why;
    bench.system = gpu_system_open(&why);
    if (!bench.system)
        fail_msg("%s", why ? why : "no reason");
    assert_null(why);
    for (unsigned i = 0; i < gpu_count(bench.system); i++)
        bench.objects[i] = object_make(gpu_at(bench.system, i), kernels, 4);
}

void
bench_end(void)
{
    for (unsigned i = 0; i < gpu_count(bench.system); i++)
        gpu_object_unload(bench.objects[i]);
    gpu_system_close(bench.system);
    bench.system = NULL;
}

/* ---- objects ---- */

uint8_t *
object_compile(const struct gpu *gpu, const char *source, unsigned version, size_t *size)
{
    char target[96], form[32];
    snprintf(target, sizeof target, "-mcpu=%s", gpu_describe(gpu)->processor);
    snprintf(form, sizeof form, "-mcode-object-version=%u", version);
    const char *options[] = {target, form, "-g", "-cl-std=CL2.0"};
    occ_compiler *compiler = occ_compiler_create(NULL);
    struct occ_job job = {.size = sizeof job,
                          .name = "kernels.cl",
                          .source = source,
                          .length = strlen(source),
                          .options = options,
                          .option_count = sizeof options / sizeof *options};
    occ_result *result;
    if (occ_compile(compiler, &job, &result) != OCC_OK)
        fail_msg("%s", occ_result_log(result));
    const void *bytes = occ_result_bytes(result, size);
    uint8_t *copy = malloc(*size);
    memcpy(copy, bytes, *size);
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    return copy;
}

struct gpu_object *
object_make(struct gpu *gpu, const char *source, unsigned version)
{
    size_t size;
    char *why;
    uint8_t *bytes = object_compile(gpu, source, version, &size);
    struct gpu_object *object = gpu_object_load(gpu, bytes, size, NULL, 0, &why);
    assert_good(object);
    free(bytes);
    return object;
}

struct gpu_kernel
kernel_of(const struct gpu *gpu, const char *name)
{
    struct gpu_kernel kernel;
    for (unsigned i = 0; i < gpu_count(bench.system); i++)
        if (gpu_at(bench.system, i) == gpu) {
            assert_true(gpu_object_kernel(bench.objects[i], name, &kernel));
            return kernel;
        }
    fail_msg("no such GPU");
    return kernel;
}

/* ---- queues and memory ---- */

struct gpu_queue *
queue_make(struct gpu *gpu)
{
    char *why;
    struct gpu_queue *queue =
        gpu_queue_new(gpu, &(struct gpu_queue_options){.priority = GPU_PRIORITY_NORMAL}, &why);
    assert_good(queue);
    return queue;
}

void *
host_memory(struct gpu *gpu, size_t size)
{
    void *memory = gpu_alloc(gpu, GPU_MEMORY_HOST, size);
    assert_non_null(memory);
    memset(memory, 0, size);
    return memory;
}

/* ---- commands ---- */

struct gpu_fence *
launch_after(struct gpu_queue *queue, const struct gpu_kernel *kernel, const void *arguments,
             size_t size, uint32_t items, struct gpu_fence *const *waits, unsigned count)
{
    uint8_t bytes[512] = {0};
    char *why;
    assert_true(size <= kernel->kernarg_size && kernel->kernarg_size <= sizeof bytes);
    memcpy(bytes, arguments, size);
    struct gpu_launch launch = {.kernel = kernel,
                                .dims = 1,
                                .global = {items, 1, 1},
                                .local = {items < 64 ? items : 64, 1, 1},
                                .arguments = bytes,
                                .group_size = kernel->group_size};
    struct gpu_fence *fence = gpu_submit(queue, &launch, waits, count, &why);
    assert_good(fence);
    return fence;
}

struct gpu_fence *
launch(struct gpu_queue *queue, const struct gpu_kernel *kernel, const void *arguments, size_t size,
       uint32_t items)
{
    return launch_after(queue, kernel, arguments, size, items, NULL, 0);
}

struct gpu_fence *
copy_after(struct gpu *gpu, void *to, const void *from, size_t size, struct gpu_fence *const *waits,
           unsigned count)
{
    char *why;
    struct gpu_fence *fence = gpu_copy(gpu, to, from, size, waits, count, &why);
    assert_good(fence);
    return fence;
}

void
finish_as(struct gpu_fence *fence, enum gpu_status status)
{
    assert_int_equal(gpu_fence_wait(fence, UINT64_C(60000000000)), status);
    assert_int_equal(gpu_fence_status(fence), status);
    gpu_fence_release(fence);
}

void
finish(struct gpu_fence *fence)
{
    finish_as(fence, GPU_OVER);
}

void
copy_now(struct gpu *gpu, void *to, const void *from, size_t size)
{
    finish(copy_after(gpu, to, from, size, NULL, 0));
}
