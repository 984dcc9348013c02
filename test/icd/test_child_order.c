/* Kernels that kernels enqueue and that touch the same bytes, with an order between them or without: OCC_ICD_CHECK=all,
 * OCC_ICD_VERSION=3.0. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <stdio.h>
#include <string.h>

enum { WORDS = 64, MOST_SOURCE = 16384 };

/* What a kernel does with x, 64 words; `says`: how what is told begins, behind "kernel "; NULL: nothing. */
static const struct scenario {
    const char *name, *body, *says;
} scenarios[] = {
    /* siblings */
    {"siblings", "GO(WAIT, x[3] = 1;); GO(WAIT, x[3] = 2;);",
     "__siblings_block_invoke_2_kernel writes byte 12 of a buffer of 256, which kernel "
     "__siblings_block_invoke_kernel writes"},
    {"siblings_no_wait", "GO(NO_WAIT, x[3] = 1;); GO(NO_WAIT, x[4] = x[3];);",
     "__siblings_no_wait_block_invoke_2_kernel reads byte 12 of a buffer of 256, which kernel "
     "__siblings_no_wait_block_invoke_kernel writes"},
    {"siblings_apart", "GO(WAIT, x[3] = 1;); GO(NO_WAIT, x[4] = 2;);", NULL},
    {"siblings_read", "GO(WAIT, x[3] = x[9];); GO(WAIT, x[4] = x[9];);", NULL},
    {"siblings_atomic", "GO(WAIT, atomic_inc(x + 3);); GO(WAIT, atomic_inc(x + 3););", NULL},
    {"siblings_half_atomic", "GO(WAIT, atomic_inc(x + 3);); GO(WAIT, x[3] = 1;);",
     "__siblings_half_atomic_block_invoke_2_kernel writes byte 12"},
    {"same_block", "for (int i = 0; i < 2; i++) GO(WAIT, x[i + 2] = 1;);", NULL},
    {"same_block_again", "for (int i = 0; i < 2; i++) GO(WAIT, x[3] = i;);",
     "__same_block_again_block_invoke_kernel writes byte 12 of a buffer of 256, which kernel "
     "__same_block_again_block_invoke_kernel writes"},
    /* events */
    {"event", "clk_event_t e; TELL(WAIT, &e, x[3] = 1;); AFTER(WAIT, 1, &e, x[3] = 2;); END(e);",
     NULL},
    {"event_of_other",
     "clk_event_t e; GO(WAIT, x[3] = 1;); TELL(WAIT, &e, x[4] = 1;); AFTER(WAIT, 1, &e, x[3] = "
     "2;); "
     "END(e);",
     "__event_of_other_block_invoke_3_kernel writes byte 12"},
    {"event_of_child",
     "clk_event_t e; TELL(WAIT, &e, GO(WAIT, x[3] = 1;);); AFTER(NO_WAIT, 1, &e, x[3] = 2;); "
     "END(e);",
     NULL},
    {"chain",
     "clk_event_t e, f; TELL(WAIT, &e, x[3] = 1;); "
     "enqueue_kernel(get_default_queue(), NO_WAIT, ndrange_1D(1), 1, &e, &f, ^{ x[4] = 1; }); "
     "AFTER(WAIT, 1, &f, x[3] = 2;); END(e); END(f);",
     NULL},
    {"marker",
     "clk_event_t e; GO(WAIT, x[3] = 1;); GO(NO_WAIT, x[4] = 1;); "
     "enqueue_marker(get_default_queue(), 0, 0, &e); AFTER(NO_WAIT, 1, &e, x[3] = x[4];); END(e);",
     NULL},
    {"marker_of_one",
     "clk_event_t e, f; GO(WAIT, x[3] = 1;); TELL(WAIT, &f, x[4] = 1;); "
     "enqueue_marker(get_default_queue(), 1, &f, &e); AFTER(NO_WAIT, 1, &e, x[3] = x[4];); "
     "END(e); END(f);",
     "__marker_of_one_block_invoke_3_kernel writes byte 12"},
    {"behind_marker",
     "clk_event_t e; enqueue_marker(get_default_queue(), 0, 0, &e); GO(WAIT, x[3] = 1;); "
     "AFTER(NO_WAIT, 1, &e, x[3] = 2;); END(e);",
     "__behind_marker_block_invoke"},
    {"user_event",
     "clk_event_t u = create_user_event(); AFTER(NO_WAIT, 1, &u, x[3] = 2;); "
     "GO(NO_WAIT, x[3] = 1; set_user_event_status(u, CL_COMPLETE););",
     NULL},
    {"user_event_by_marker",
     "clk_event_t m, u = create_user_event(); enqueue_marker(get_default_queue(), 1, &u, &m); "
     "AFTER(NO_WAIT, 1, &m, x[3] = 2;); END(m); "
     "GO(NO_WAIT, x[3] = 1; set_user_event_status(u, CL_COMPLETE););",
     NULL},
    /* parents */
    {"parent", "x[3] = 1; GO(WAIT, x[3] = 2;); x[3] += 3;", NULL},
    {"parent_of_group", "x[3] = 1; GO(CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, x[3] = 2;); x[3] += 3;",
     NULL},
    {"parent_before", "x[3] = 1; GO(NO_WAIT, x[3] += 2;); x[4] = 1; GO(NO_WAIT, x[4] += 2;);",
     NULL},
    {"parent_behind",
     "x[3] = 1; GO(NO_WAIT, x[3] += 2;); x[4] = 1; GO(NO_WAIT, x[4]++;); x[3] = 4;",
     "__parent_behind_block_invoke_kernel reads byte 12 of a buffer of 256, which kernel "
     "parent_behind writes"},
    {"parent_reads", "GO(NO_WAIT, x[3] = 2;); x[4] = x[3];",
     "__parent_reads_block_invoke_kernel writes byte 12 of a buffer of 256, which kernel "
     "parent_reads reads"},
    {"grandparent", "GO(WAIT, GO(NO_WAIT, GO(WAIT, x[3] = 2;);); x[4] = 1;); x[3] = 1;", NULL},
    {"grandparent_no_wait", "GO(NO_WAIT, GO(WAIT, GO(WAIT, x[3] = 2;););); x[3] = 1;",
     "__grandparent_no_wait_block_invoke"},
    {"cousins", "GO(WAIT, GO(WAIT, x[3] = 2;);); GO(WAIT, GO(WAIT, x[3] = 1;););",
     "__cousins_block_invoke"},
    {"uncle",
     "clk_event_t e; TELL(WAIT, &e, GO(NO_WAIT, x[3] = 2;);); AFTER(WAIT, 1, &e, GO(WAIT, x[3] = "
     "1;);); "
     "END(e);",
     NULL},
};
enum { SCENARIOS = sizeof scenarios / sizeof *scenarios };

static const char start[] = "#define NO_WAIT CLK_ENQUEUE_FLAGS_NO_WAIT\n"
                            "#define WAIT CLK_ENQUEUE_FLAGS_WAIT_KERNEL\n"
                            "#define GO(flags, ...) enqueue_kernel(get_default_queue(), flags, "
                            "ndrange_1D(1), ^{ __VA_ARGS__ })\n"
                            "#define TELL(flags, to, ...) enqueue_kernel(get_default_queue(), "
                            "flags, ndrange_1D(1), 0, 0, to, "
                            "^{ __VA_ARGS__ })\n"
                            "#define AFTER(flags, n, waits, ...) "
                            "enqueue_kernel(get_default_queue(), flags, ndrange_1D(1), n, "
                            "waits, 0, ^{ __VA_ARGS__ })\n"
                            "#define END(e) release_event(e)\n";

static char message[8192];

static void CL_CALLBACK
keep(const char *text, const void *private_info, size_t size, void *data)
{
    (void)private_info;
    (void)size;
    (void)data;
    size_t length = strlen(message);
    snprintf(message + length, sizeof message - length, "%s\n", text);
}

static cl_program
build(const struct host *host, const char *options)
{
    static char source[MOST_SOURCE];
    int at = snprintf(source, sizeof source, "%s", start);
    for (unsigned i = 0; i < SCENARIOS; i++)
        at += snprintf(source + at, sizeof source - (size_t)at,
                       "kernel void %s(global int *x) { %s }\n", scenarios[i].name,
                       scenarios[i].body);
    assert_true(at < MOST_SOURCE);
    return host_program(host, source, options);
}

static void
launch(const struct host *host, cl_program program, const char *name)
{
    cl_int error;
    const size_t one = 1;
    const uint32_t words[WORDS] = {0};
    cl_mem memory = host_words(host, words, WORDS);
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    assert_ok(clFinish(host->queue));
    clReleaseKernel(kernel);
    clReleaseMemObject(memory);
}

static void
check(const struct host *host, cl_program program, const struct scenario *scenario)
{
    static const char start_of_all[] = "commands without an order: kernel ";
    static const char end_of_all[] =
        ": no event or flag of enqueue_kernel puts one of the two first\n";
    message[0] = '\0';
    launch(host, program, scenario->name);
    const char *text = strstr(message, start_of_all);
    const char *end = strstr(message, end_of_all);
    bool is_right = !scenario->says ? !message[0]
                                    : text && end && !end[sizeof end_of_all - 1] &&
                                          strncmp(text + strlen(start_of_all), scenario->says,
                                                  strlen(scenario->says)) == 0;
    if (!is_right)
        print_error("%s\n", message);
    host_expect(scenario->name, __LINE__, is_right, true);
}

/* With the optimiser and without. */
static void
orders_are_told(void **state)
{
    (void)state;
    cl_int error;
    struct host host = host_begin(0, keep, NULL);
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                              CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                                                  CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                              0};
    cl_command_queue inner =
        clCreateCommandQueueWithProperties(host.context, host.device, properties, &error);
    assert_ok(error);
    const char *options[] = {"-cl-std=CL2.0", "-cl-std=CL2.0 -cl-opt-disable"};
    for (unsigned k = 0; k < 2; k++) {
        cl_program program = build(&host, options[k]);
        for (unsigned i = 0; i < SCENARIOS; i++)
            check(&host, program, &scenarios[i]);
        clReleaseProgram(program);
    }
    host_expected();
    assert_ok(clReleaseCommandQueue(inner));
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(orders_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
