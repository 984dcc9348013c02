/* What kernels and packets may not do: the queue's callback has the code of HSA's runtime, standard error has our
 * message with kernel, line and lane, and other queues go on. */
#include "test/kfd/test_hsa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { ITEMS = 128 };

static const char source[] = "kernel void illegal(global int *a) {\n"
                             "    __asm__ volatile(\"s_sleep 0x63\");\n"
                             "    a[get_global_id(0)] = 1;\n"
                             "}\n"
                             "kernel void trapped(global int *a) {\n"
                             "    if (get_global_id(0) == 70) __builtin_trap();\n" /* line 6 */
                             "    a[get_global_id(0)] = 1;\n"
                             "}\n"
                             "kernel void outside(global int *a) {\n"
                             "    long far = get_global_id(0) == 70 ? 1l << 42 : 0;\n"
                             "    a[get_global_id(0) + far] = 1;\n" /* line 11 */
                             "}\n"
                             "kernel void nowhere(global int *a) {\n"
                             "    global int *p = (global int *)0x1234567800000000ul;\n"
                             "    p[get_global_id(0)] = a[0];\n" /* line 15 */
                             "}\n"
                             "kernel void good(global int *a, local int *l) {\n"
                             "    if (l) a[get_global_id(0)] = 5;\n"
                             "}\n";

/* What the runtime told a queue's callback. */
struct told {
    hsa_status_t status;
    unsigned times;
};

static void
report(hsa_status_t status, hsa_queue_t *queue, void *data)
{
    struct told *told = data;
    (void)queue;
    told->status = status;
    __atomic_fetch_add(&told->times, 1, __ATOMIC_RELEASE);
}

/* ---- standard error goes to memory meanwhile ---- */

struct capture {
    int file, before;
};

static struct capture
capture_begin(void)
{
    struct capture capture = {memfd_create("stderr", 0), dup(STDERR_FILENO)};
    fflush(stderr);
    dup2(capture.file, STDERR_FILENO);
    return capture;
}

static void
capture_end(struct capture *capture, char *text, size_t size)
{
    fflush(stderr);
    dup2(capture->before, STDERR_FILENO);
    ssize_t count = pread(capture->file, text, size - 1, 0);
    text[count > 0 ? count : 0] = 0;
    close(capture->file);
    close(capture->before);
}

/* ---- the cases ---- */

static const struct fault {
    const char *name, *kernel;
    int status; /* hsa_status_t, or of HSA's extensions, of the callback; SUCCESS: an event of the system tells instead */
    const char *says[3];
} faults[] = {
    {"illegal", "illegal", HSA_STATUS_ERROR_ILLEGAL_INSTRUCTION, {"illegal", "kernels.cl:2"}},
    {"trapped", "trapped", HSA_STATUS_ERROR_EXCEPTION, {"trapped", "kernels.cl:6", "trap"}},
    {"outside", "outside", HSA_STATUS_SUCCESS, {"outside", "kernels.cl:11", "lane 6"}},
    {"nowhere",
     "nowhere",
     HSA_STATUS_ERROR_MEMORY_APERTURE_VIOLATION,
     {"nowhere", "kernels.cl:15", "lane 0"}},
    {"no_groups", "good", HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS, {"occ: "}},
    {"group_too_large", "good", HSA_STATUS_ERROR_INVALID_ARGUMENT, {"occ: "}},
    {"lds_too_large", "good", HSA_STATUS_ERROR_INVALID_ALLOCATION, {"occ: "}},
    {"no_kernel", "good", HSA_STATUS_ERROR_INVALID_CODE_OBJECT, {"occ: "}},
    {"no_packet", "good", HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, {"occ: "}},
    {"no_signal", "good", HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, {"occ: "}},
};
enum { FAULTS = sizeof faults / sizeof *faults };

struct bench {
    struct machine *machine;
    struct program program;
    unsigned faults_told; /* by the system's event */
    uint64_t address;
};

static struct bench bench;

/* One instruction of `illegal` becomes one that no GPU has. */
static void
patch(uint8_t *bytes, size_t size)
{
    const uint32_t sleep = 0xBF8E0063, none = 0xBFFF0000;
    unsigned count = 0;
    for (size_t at = 0; at + 4 <= size; at += 4)
        if (memcmp(bytes + at, &sleep, 4) == 0) {
            memcpy(bytes + at, &none, 4);
            count++;
        }
    assert_int_equal(count, 1);
}

/* Packets that are wrong; the others launch a kernel that is.  Returns memory for the arguments, to be freed after the
 * queue. */
static void *
enqueue(hsa_queue_t *queue, const struct fault *fault, const struct kernel *kernel, void *words)
{
    enum { SYSTEM = 2 << 9 | 2 << 11, KERNEL = 2, BARRIER_AND = 3, TYPE_UNKNOWN = 7 };
    struct machine *machine = bench.machine;
    uint64_t index;
    uint8_t *arguments = NULL;
    assert_ok(hsa_amd_memory_pool_allocate(machine->kernargs, 256, 0, (void **)&arguments));
    assert_ok(hsa_amd_agents_allow_access(1, &machine->gpu[0].agent, NULL, arguments));
    memset(arguments, 0, 256);
    memcpy(arguments, &words, sizeof words);
    hsa_kernel_dispatch_packet_t packet = {.setup = 1,
                                           .workgroup_size_x = 64,
                                           .workgroup_size_y = 1,
                                           .workgroup_size_z = 1,
                                           .grid_size_x = ITEMS,
                                           .grid_size_y = 1,
                                           .grid_size_z = 1,
                                           .private_segment_size = kernel->private_bytes,
                                           .group_segment_size = kernel->group_bytes,
                                           .kernel_object = kernel->object,
                                           .kernarg_address = arguments};
    uint16_t header = KERNEL | SYSTEM;
    if (strcmp(fault->name, "no_groups") == 0)
        packet.workgroup_size_x = 0;
    else if (strcmp(fault->name, "group_too_large") == 0)
        packet.workgroup_size_x = 2048;
    else if (strcmp(fault->name, "lds_too_large") == 0)
        packet.group_segment_size = 70000;
    else if (strcmp(fault->name, "no_kernel") == 0)
        packet.kernel_object = 0;
    else if (strcmp(fault->name, "no_packet") == 0)
        header = TYPE_UNKNOWN | SYSTEM;
    else if (strcmp(fault->name, "no_signal") == 0)
        header = BARRIER_AND | SYSTEM;
    uint8_t *slot = queue_slot(queue, &index);
    memcpy(slot + 2, (uint8_t *)&packet + 2, sizeof packet - 2);
    if (header == (BARRIER_AND | SYSTEM)) {
        memset(slot + 8, 0, 56);
        memset(slot + 8, 0x40, 6); /* of a signal in no memory */
    }
    queue_release(queue, index, header);
    return arguments;
}

static void
wait_for(const unsigned *times)
{
    for (unsigned i = 0; i < 5000 && !__atomic_load_n(times, __ATOMIC_ACQUIRE); i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void
fails(void **state)
{
    const struct fault *fault = *state;
    struct gpu *gpu = &bench.machine->gpu[0];
    struct told told = {HSA_STATUS_SUCCESS, 0};
    char text[16384];
    uint32_t *words = machine_memory(bench.machine, 4 * ITEMS);
    struct kernel kernel = program_kernel(&bench.program, gpu, fault->kernel);
    struct kernel good = program_kernel(&bench.program, gpu, "good");
    struct capture capture = capture_begin();
    hsa_queue_t *queue = queue_make(gpu, 64, report, &told);
    bool by_event = fault->status == HSA_STATUS_SUCCESS;
    bench.faults_told = 0;
    void *memory = enqueue(queue, fault, &kernel, words);
    wait_for(by_event ? &bench.faults_told : &told.times);
    hsa_queue_t *other = queue_make(gpu, 64, NULL, NULL);
    struct {
        void *words;
        uint32_t local;
    } arguments = {words, 16};
    queue_run(bench.machine, other, &good, &arguments, 12, ITEMS);
    hsa_queue_destroy(queue);
    assert_ok(hsa_amd_memory_pool_free(memory));
    capture_end(&capture, text, sizeof text);
    if (by_event)
        assert_int_equal(bench.address,
                         ((uintptr_t)(words + 70) + (UINT64_C(4) << 42)) & ~UINT64_C(4095));
    assert_int_equal((int)told.status, fault->status);
    assert_int_equal(told.times, !by_event);
    assert_int_equal(bench.faults_told, by_event);
    for (unsigned i = 0; i < 3 && fault->says[i]; i++)
        if (!strstr(text, fault->says[i]))
            fail_msg("no '%s' in: %s", fault->says[i], text);
    assert_int_equal(words[ITEMS - 1], 5);
    assert_ok(hsa_queue_destroy(other));
    assert_ok(hsa_amd_memory_pool_free(words));
}

static hsa_status_t
event(const hsa_amd_event_t *what, void *data)
{
    (void)data;
    if (what->event_type != HSA_AMD_GPU_MEMORY_FAULT_EVENT)
        return HSA_STATUS_ERROR;
    bench.address = what->memory_fault.virtual_address;
    __atomic_fetch_add(&bench.faults_told, 1, __ATOMIC_RELEASE);
    return HSA_STATUS_SUCCESS;
}

static int
setup(void **state)
{
    (void)state;
    struct gpu *gpu = &bench.machine->gpu[0];
    size_t size;
    uint8_t *bytes = program_compile(gpu, source, 4, &size);
    patch(bytes, size);
    bench.program = program_load(gpu, bytes, size, 4);
    assert_ok(hsa_amd_register_system_event_handler(event, NULL));
    return 0;
}

static int
teardown(void **state)
{
    (void)state;
    program_end(&bench.program);
    return 0;
}

int
test_errors(struct machine *machine)
{
    bench.machine = machine;
    struct CMUnitTest tests[FAULTS];
    for (unsigned i = 0; i < FAULTS; i++)
        tests[i] = (struct CMUnitTest){faults[i].name, fails, NULL, NULL, (void *)&faults[i]};
    return cmocka_run_group_tests_name("errors", tests, setup, teardown);
}
