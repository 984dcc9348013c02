/* test_misuse [child HOW]: makes each kind of misuse, and looks for its line in the file of OCC_TEST_HSA_LOG.  Calls that
 * are wrong are not made (OCC_TEST_HSA_SKIP).  Its children see how a process ends. */
#define _GNU_SOURCE
#include "test/hsa-check/test_misuse.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct bench bench;

/* ---- the log ---- */

enum { LOG_BYTES = 1 << 16 };

static int log_file = -1;
static off_t log_place;
static unsigned kinds;

/* What has been told since the last time. */
static const char *
told(void)
{
    static char text[LOG_BYTES];
    ssize_t size = pread(log_file, text, sizeof text - 1, log_place);
    text[size > 0 ? size : 0] = 0;
    log_place += size > 0 ? size : 0;
    return text;
}

void
misuse_expect(const char *name, const char *says)
{
    const char *text = told(), *line = text;
    if (!*text)
        fail_msg("%s: nothing is told; expected: %s", name, says);
    for (const char *end; *line; line = end + 1) {
        end = strchrnul(line, '\n');
        const char *found = strstr(line, says);
        if (!found || found > end)
            fail_msg("%s: expected: %s, told:\n%s", name, says, text);
        if (!*end)
            break;
    }
    kinds++;
}

void
misuse_run(const struct misuse *misuses, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        misuses[i].make();
        misuse_expect(misuses[i].name, misuses[i].says);
    }
}

/* ---- the bench ---- */

static const char source[] =
    "kernel void put(global uint *a, uint n) { a[get_global_id(0)] = n; }"
    "kernel void note(global uint *a, ulong n) { a[get_global_id(0)] = (uint)n; }"
    "kernel void wide(global uint *a, uint n) {"
    "  local uint l[64]; uint p[200]; for (uint i = 0; i < 200; i++) p[i] = a[i];"
    "  l[get_local_id(0)] = p[n % 200]; barrier(CLK_LOCAL_MEM_FENCE); a[0] = l[n & 63]; }";

static hsa_status_t
find_group(hsa_amd_memory_pool_t pool, void *data)
{
    hsa_amd_segment_t segment;
    assert_ok(hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment));
    if (segment == HSA_AMD_SEGMENT_GROUP)
        *(hsa_amd_memory_pool_t *)data = pool;
    return HSA_STATUS_SUCCESS;
}

static void
bench_begin(void)
{
    bench.machine = machine_begin();
    assert_int_equal(bench.machine.gpu_count, 2);
    bench.gpu = &bench.machine.gpu[0];
    bench.other = &bench.machine.gpu[1];
    bench.program = program_make(bench.gpu, source, 4);
    bench.put = program_kernel(&bench.program, bench.gpu, "put");
    bench.note = program_kernel(&bench.program, bench.gpu, "note");
    bench.wide = program_kernel(&bench.program, bench.gpu, "wide");
    bench.words = machine_memory(&bench.machine, WORDS_BYTES);
    assert_ok(
        hsa_amd_memory_pool_allocate(bench.gpu->local, WORDS_BYTES, 0, (void **)&bench.device));
    assert_ok(hsa_amd_agent_iterate_memory_pools(bench.gpu->agent, find_group, &bench.group));
    assert_ok(
        hsa_amd_memory_pool_allocate(bench.other->local, WORDS_BYTES, 0, (void **)&bench.foreign));
    void *there;
    bench.locked = malloc(WORDS_BYTES);
    assert_ok(hsa_amd_memory_lock(bench.locked, WORDS_BYTES, NULL, 0, &there));
    assert_ptr_not_equal(there, bench.locked);
    bench.never.handle = 0x1230;
}

static void
bench_end(void)
{
    assert_ok(hsa_amd_memory_pool_free(bench.words));
    assert_ok(hsa_amd_memory_pool_free(bench.device));
    assert_ok(hsa_amd_memory_pool_free(bench.foreign));
    assert_ok(hsa_amd_memory_unlock(bench.locked));
    free(bench.locked);
    program_end(&bench.program);
}

static struct held
hold(const struct kernel *kernel, const void *arguments, size_t size)
{
    struct held held = {.queue = queue_make(bench.gpu, 64, NULL, NULL),
                        .gate = signal_make(1),
                        .done = signal_make(1)};
    struct launch launch = {.kernel = kernel,
                            .arguments = arguments,
                            .size = size,
                            .items = 64,
                            .barrier = true,
                            .signal = held.done};
    queue_barrier(held.queue, true, &held.gate, 1, (hsa_signal_t){0});
    held.arguments = queue_launch(&bench.machine, held.queue, &launch);
    return held;
}

struct held
held_begin(void)
{
    const struct {
        uint32_t *words;
        uint32_t number;
    } arguments = {bench.words, 1};
    return hold(&bench.put, &arguments, 12);
}

struct held
held_begin_with(uint64_t number)
{
    const struct {
        uint32_t *words;
        uint64_t number;
    } arguments = {bench.words, number};
    return hold(&bench.note, &arguments, sizeof arguments);
}

void
held_end(struct held *held)
{
    hsa_signal_store_screlease(held->gate, 0);
    signal_wait(held->done);
    assert_ok(hsa_queue_destroy(held->queue));
    assert_ok(hsa_signal_destroy(held->gate));
    assert_ok(hsa_signal_destroy(held->done));
    assert_ok(hsa_amd_memory_pool_free(held->arguments));
}

/* ---- before and after; what is left ---- */

static void
before_init(void)
{
    hsa_signal_t signal;
    assert_int_not_equal(hsa_signal_create(1, 0, NULL, &signal), HSA_STATUS_SUCCESS);
}

static void
too_many_shut_downs(void)
{
    assert_int_not_equal(hsa_shut_down(), HSA_STATUS_SUCCESS);
}

static void
leave(void)
{
    void *memory;
    uint32_t words[16];
    hsa_agent_t agent = bench.gpu->agent;
    signal_make(0);
    queue_make(bench.gpu, 64, NULL, NULL);
    assert_ok(hsa_amd_memory_pool_allocate(bench.gpu->local, 4096, 0, &memory));
    assert_ok(hsa_amd_memory_lock(words, sizeof words, &agent, 1, &memory));
    size_t size;
    uint8_t *bytes = program_compile(bench.gpu, source, 4, &size);
    program_load(bench.gpu, bytes, size, 4);
    hsa_ext_sampler_descriptor_t descriptor = {
        .coordinate_mode = HSA_EXT_SAMPLER_COORDINATE_MODE_UNNORMALIZED,
        .filter_mode = HSA_EXT_SAMPLER_FILTER_MODE_NEAREST,
        .address_mode = HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_EDGE};
    hsa_ext_sampler_t sampler;
    assert_ok(hsa_ext_sampler_create(agent, &descriptor, &sampler));
    hsa_ext_image_descriptor_t image = {
        .geometry = HSA_EXT_IMAGE_GEOMETRY_1D,
        .width = 16,
        .height = 1,
        .depth = 1,
        .format = {HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT, HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA}};
    hsa_ext_image_t handle;
    assert_ok(hsa_ext_image_create(agent, &image, memory = bench.device, HSA_ACCESS_PERMISSION_RW,
                                   &handle));
    hsa_shut_down();
    free(bytes);
}

/* Each of what leave() leaves is told of. */
static void
expect_leaks(void)
{
    static const char *const left[] = {": queue 0x",
                                       ": signal 0x",
                                       ": code object reader 0x",
                                       ": executable 0x",
                                       ": image 0x",
                                       ": sampler 0x",
                                       "freed by hsa_amd_memory_pool_free",
                                       "freed by hsa_amd_memory_unlock"};
    const char *text = told();
    for (unsigned i = 0; i < sizeof left / sizeof *left; i++, kinds++)
        if (!strstr(text, left[i]))
            fail_msg("no '%s' in: %s", left[i], text);
}

/* ---- how a process ends ---- */

static int
child(const char *how)
{
    hsa_signal_t signal = {0};
    hsa_init();
    if (strcmp(how, "good") != 0)
        hsa_signal_destroy(signal);
    hsa_shut_down();
    return 0;
}

static int
status_of(const char *how, const char *variable, const char *value)
{
    pid_t process = fork();
    if (process == 0) {
        unsetenv("OCC_TEST_HSA_STATUS");
        if (variable)
            setenv(variable, value, 1);
        execl("/proc/self/exe", "test_misuse", "child", how, (char *)NULL);
        _exit(127);
    }
    int status;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void
statuses(void **state)
{
    (void)state;
    assert_int_equal(status_of("good", NULL, NULL), 0);
    assert_int_equal(status_of("bad", NULL, NULL), 86);
    assert_int_equal(status_of("bad", "OCC_TEST_HSA_STATUS", "7"), 7);
    assert_int_equal(status_of("bad", "OCC_TEST_HSA_STATUS", "0"), 0);
    assert_int_equal(status_of("bad", "OCC_TEST_HSA_ABORT", "1"), -SIGABRT);
    assert_non_null(strstr(told(), "calls checked, 1 misuses"));
}

static void
all(void **state)
{
    (void)state;
    static const struct misuse before[] = {
        {"before init", "called before hsa_init", before_init},
        {"shut down", "called before hsa_init", too_many_shut_downs}};
    RUN(before);
    bench_begin();
    assert_string_equal(told(), "");
    misuse_arguments();
    misuse_memory();
    misuse_packets();
    misuse_life();
    leave();
    expect_leaks();
    RUN(before);
    bench_begin();
    bench_end();
    machine_end(&bench.machine);
    assert_string_equal(told(), "");
    printf("%u kinds of misuse\n", kinds);
}

int
main(int count, char **arguments)
{
    if (count == 3)
        return child(arguments[2]);
    const char *log = getenv("OCC_TEST_HSA_LOG");
    log_file = log ? open(log, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
    if (log_file < 0) {
        fprintf(stderr, "test_misuse: OCC_TEST_HSA_LOG\n");
        return 2;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(statuses), cmocka_unit_test(all)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
