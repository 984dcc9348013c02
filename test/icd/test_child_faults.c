/* What kernels that kernels enqueue may not do by OpenCL's rules is told as of any other; OCC_ICD_CHECK=all,
 * OCC_ICD_VERSION=3.0. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <stdio.h>
#include <string.h>

enum { ITEMS = 64, BYTES = 4 * ITEMS, MOST_SOURCE = 8192 };

/* Blocks that 64 work-items execute, `i` being the number of each, with x[n] == n; `t` has 64 numbers. */
static const struct fault {
    const char *name, *body, *says; /* NULL: nothing */
} faults[] = {
    {"right", "t[i] = x[i]; barrier(CLK_LOCAL_MEM_FENCE); x[i] = t[63 - i];", NULL},
    {"bounds", "int own[4] = {1, 2, 3, 4}; x[i] = own[x[4]] + own[x[1]];",
     "outside of its array: index 4 of 'own', which has 4 elements"},
    {"pointer", "int own[4] = {1, 2, 3, 4}; int *p = own; x[i] = p[x[4]];",
     "outside of its object: byte 16 of 'own', which has 16 bytes"},
    {"race", "x[i] = x[63 - i] + 1;", "race of work-items: "},
    {"local_race", "t[i] = x[i]; x[i] = t[63 - i];",
     "race of work-items: byte 252 of local memory is read"},
    {"undefined", "int n; if (x[i] > 70) n = 1; x[i] = n;",
     "uninitialised value: it is stored here"},
    {"copy",
     "event_t e = async_work_group_copy(t, x, 64, 0); x[i] = t[63 - i]; wait_group_events(1, &e);",
     "asynchronous copy: local memory is read, which it writes"},
    {"misaligned", "if (!i) *(global int *)((global char *)x + x[1]) = 7;", "misaligned pointer"},
    {"null", "int own = 1; private int *p = x[0] ? &own : 0; if (!i) x[1] = *p;",
     "null pointer: private memory is accessed through it"},
};
enum { FAULTS = sizeof faults / sizeof *faults };

static char message[8192];

static void CL_CALLBACK
keep(const char *text, const void *private_info, size_t size, void *data)
{
    (void)private_info;
    (void)size;
    (void)data;
    snprintf(message, sizeof message, "%s", text);
}

/* A parent for each, a line each. */
static cl_program
build(const struct host *host)
{
    char source[MOST_SOURCE];
    int at = 0;
    for (unsigned i = 0; i < FAULTS; i++)
        at += snprintf(source + at, sizeof source - (size_t)at,
                       "kernel void %s(global int *x) { enqueue_kernel(get_default_queue(), "
                       "CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64, 64), ^(local int *t) { "
                       "int i = get_local_id(0); %s }, %uu); }\n",
                       faults[i].name, faults[i].body, (unsigned)BYTES);
    assert_true(at < MOST_SOURCE);
    return host_program(host, source, "-cl-std=CL2.0");
}

static cl_int
launch(const struct host *host, cl_program program, const char *name)
{
    cl_int error;
    cl_event event;
    const size_t one = 1;
    uint32_t words[ITEMS];
    for (uint32_t i = 0; i < ITEMS; i++)
        words[i] = i;
    cl_mem memory = host_words(host, words, ITEMS);
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &one, &one, 0, NULL, &event));
    error = clWaitForEvents(1, &event);
    host_read(host, memory, words, ITEMS);
    if (error == CL_SUCCESS)
        assert_int_equal(words[5], 58);
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    clReleaseMemObject(memory);
    return error;
}

static void
children_are_told(void **state)
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
    cl_program program = build(&host);
    for (unsigned i = 0; i < FAULTS; i++) {
        char line[32];
        message[0] = '\0';
        error = launch(&host, program, faults[i].name);
        snprintf(line, sizeof line, "`, <source>:%u\n", i + 1);
        bool is_told = message[0] && strstr(message, faults[i].says ? faults[i].says : "") &&
                       strstr(message, line) && error != CL_SUCCESS;
        if (faults[i].says ? !is_told : error != CL_SUCCESS || message[0])
            fail_msg("%s: %d: %s", faults[i].name, error, message);
        message[0] = '\0';
        assert_ok(launch(&host, program, "right"));
        assert_string_equal(message, "");
    }
    clReleaseProgram(program);
    assert_ok(clReleaseCommandQueue(inner));
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(children_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
