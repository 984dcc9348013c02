/* What kernels may not do is told, with the place and what to look at, and the program goes on;
 * OCC_ICD_CHECK=all, OCC_ICD_SECONDS=1. */
#include "test/icd/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 128 };

static const struct fault {
    const char *name, *body; /* of a kernel of `global int *a, local int *l` */
    const char *says;
} faults[] = {
    {"behind", "a[get_global_id(0) + 100] = 1;", "right behind the end of argument 0 (a)"},
    {"before", "a[0] = a[-1];", "before argument 0 (a)"},
    {"outside", "l[200] = a[0]; a[1] = l[200];",
     "outside of its object: byte 800 of argument 1 (l), which has 512 bytes"},
    {"misaligned", "*(global int *)((global char *)a + a[1] + 2) = 1;",
     ", which is no multiple of 4"},
    {"null_local", "local int *p = a[1] ? l : 0; p[get_local_id(0)] = 1;",
     "null pointer: local memory is accessed through it"},
    {"array", "int t[4] = {1, 2, 3, 4}; a[0] = t[a[0] + 4];",
     "outside of its array: index 4 of 't', which has 4 elements"},
    {"array_store", "int t[4] = {1, 2, 3, 4}; int *p = t; p[a[0] + 7] = 5; a[0] = p[a[1]];",
     "outside of its object: byte 28 of 't', which has 16 bytes"},
    {"table", "const int t[4] = {1, 2, 3, 4}; a[0] = t[a[0] + 9];",
     "outside of its array: index 9 of 't', which has 4 elements"},
    {"parted", "if (get_local_id(0) < 64) barrier(CLK_LOCAL_MEM_FENCE); a[get_local_id(0)] = 1;",
     "barrier divergence"},
    {"missed", "if (get_local_id(0) % 2) barrier(CLK_LOCAL_MEM_FENCE); a[get_local_id(0)] = 1;",
     "barrier divergence: lanes 0x5555555555555555 store"},
    {"left",
     "for (uint i = 0; i < get_local_id(0) % 64 / 32 + 1; i++) barrier(CLK_LOCAL_MEM_FENCE);"
     "a[get_local_id(0)] = 1;",
     "barrier divergence: lanes 0xffffffff store"},
    {"other",
     "uint i = get_local_id(0); if (i % 2) { l[i] = i; barrier(CLK_LOCAL_MEM_FENCE); a[i] = l[i - "
     "1]; }"
     "else { barrier(CLK_LOCAL_MEM_FENCE); a[i] = 5; }",
     "barrier divergence: lanes 0x"},
    {"unseen", "if (get_local_id(0) % 2) { a[get_local_id(0)] = 1; barrier(CLK_LOCAL_MEM_FENCE); }",
     "barrier divergence: lanes 0x5555555555555555 do not come to it"},
    {"vague", "if (l[get_local_id(0)]) a[get_local_id(0)] = 1;", "uninitialised"},
    {"racing", "a[0] = get_global_id(0);", "data race"},
    {"nowhere", "global int *n = 0; *n = a[0];", "a null pointer"},
    {"endless", "while (*(volatile global int *)a == 0) ;",
     "of seconds 1 by OCC_ICD_SECONDS (0 lifts either)"},
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

static cl_int
launch(const struct host *host, cl_program program, const char *name, uint32_t *word)
{
    cl_int error, status;
    cl_event event;
    const size_t items = ITEMS;
    uint32_t words[ITEMS] = {0};
    cl_mem memory = host_words(host, words, ITEMS);
    cl_kernel kernel = clCreateKernel(program, name, &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(kernel, 1, sizeof words, NULL));
    assert_ok(
        clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &items, &items, 0, NULL, &event));
    error = clWaitForEvents(1, &event);
    assert_ok(
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    assert_int_equal(error < 0, status < 0);
    host_read(host, memory, word, 1);
    clReleaseEvent(event);
    clReleaseKernel(kernel);
    clReleaseMemObject(memory);
    return status;
}

static void
faults_are_told(void **state)
{
    (void)state;
    struct host host = host_begin(0, keep, NULL);
    char source[4096], where[64], line[32];
    uint32_t word = 0;
    int at =
        snprintf(source, sizeof source,
                 "kernel void good(global int *a, local int *l) { a[get_global_id(0)] = 7; }\n");
    for (unsigned i = 0; i < FAULTS; i++)
        at += snprintf(source + at, sizeof source - (size_t)at,
                       "kernel void %s(global int *a, local int *l) { %s }\n", faults[i].name,
                       faults[i].body);
    cl_program program = host_program(&host, source, NULL);
    for (unsigned i = 0; i < FAULTS; i++) {
        message[0] = '\0';
        assert_int_equal(launch(&host, program, faults[i].name, &word), CL_OUT_OF_RESOURCES);
        snprintf(where, sizeof where, "kernel %s, pc 0x", faults[i].name);
        snprintf(line, sizeof line, "`, <source>:%u\n", i + 2);
        if (!strstr(message, line) || !strstr(message, faults[i].says) || !strstr(message, where) ||
            !strstr(message, "instruction `") || !strstr(message, "work-group (0,0,0)"))
            fail_msg("%s: %s", faults[i].name, message);
        message[0] = '\0';
        assert_ok(launch(&host, program, "good", &word));
        assert_int_equal(word, 7);
        assert_string_equal(message, "");
    }
    clReleaseProgram(program);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
