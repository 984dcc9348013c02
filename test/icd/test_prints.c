/* Queues that print at the same time, two on each of two devices: OCC_ICD_DEVICES=gfx900,gfx803, OCC_ICD_VERSION=3.0. */
#include "test/icd/two_devices.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { QUEUES = 2 * DEVICES, LAUNCHES = 12, ITEMS = 64, MAX_LINE = 256 };

/* A line is one call of printf: lines of different queues come in any order, each one whole. */
#define FORMAT "queue %u launch %u item %u of %s: "
static const char source[] =
    "kernel void say(uint queue, uint launch) { uint i = get_global_id(0);"
    " printf(\"" FORMAT
    "%v4u\\n\", queue, launch, i, \"all that print\", (uint4)(i, launch, i * 77777u, ~i)); }\n";

/* What `source` says of that. */
static void
line_of(unsigned queue, unsigned launch, uint32_t item, char line[MAX_LINE])
{
    snprintf(line, MAX_LINE, FORMAT "%u,%u,%u,%u\n", queue, launch, item, "all that print", item,
             launch, item * UINT32_C(77777), ~item);
}

struct printer {
    pthread_t thread;
    pthread_barrier_t *begins;
    cl_command_queue queue;
    cl_kernel say;
    unsigned number;
    cl_int error;
};

static void *
print_all(void *data)
{
    struct printer *printer = data;
    const size_t items = ITEMS;
    pthread_barrier_wait(printer->begins);
    for (cl_uint launch = 0; launch < LAUNCHES; launch++) {
        printer->error |= clSetKernelArg(printer->say, 0, sizeof(cl_uint), &printer->number);
        printer->error |= clSetKernelArg(printer->say, 1, sizeof launch, &launch);
        printer->error |=
            clEnqueueNDRangeKernel(printer->queue, printer->say, 1, NULL, &items, NULL, NO_WAIT);
    }
    printer->error |= clFinish(printer->queue);
    return NULL;
}

/* Standard output is this file until it is given back. */
static int
catch_output(FILE *file)
{
    fflush(stdout);
    int before = dup(STDOUT_FILENO);
    assert_true(before >= 0 && dup2(fileno(file), STDOUT_FILENO) >= 0);
    return before;
}

static void
give_back(int before)
{
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
}

/* Of each queue those of one launch before the next one's. */
static void
look_at_lines(FILE *file)
{
    static unsigned seen[QUEUES][LAUNCHES][ITEMS];
    char line[MAX_LINE], wanted[MAX_LINE];
    unsigned count = 0, last[QUEUES] = {0};
    rewind(file);
    for (; fgets(line, sizeof line, file); count++) {
        unsigned queue = QUEUES, launch = LAUNCHES, item = ITEMS;
        if (sscanf(line, "queue %u launch %u item %u", &queue, &launch, &item) != 3 ||
            queue >= QUEUES || launch >= LAUNCHES || item >= ITEMS)
            fail_msg("line %u is none: %s", count, line);
        line_of(queue, launch, item, wanted);
        assert_string_equal(line, wanted);
        seen[queue][launch][item]++;
        assert_true(launch >= last[queue]);
        last[queue] = launch;
    }
    for (unsigned i = 0; i < QUEUES * LAUNCHES * ITEMS; i++)
        assert_int_equal((&seen[0][0][0])[i], 1);
    assert_int_equal(count, QUEUES * LAUNCHES * ITEMS);
}

static void
lines_are_whole(void **state)
{
    (void)state;
    struct both both = begin();
    struct printer printers[QUEUES];
    pthread_barrier_t begins;
    cl_int error;
    const char *text = source;
    cl_program program = clCreateProgramWithSource(both.context, 1, &text, NULL, &error);
    assert_ok(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    assert_int_equal(pthread_barrier_init(&begins, NULL, QUEUES), 0);
    for (unsigned i = 0; i < QUEUES; i++) {
        cl_device_id device = both.devices[i / 2];
        printers[i] = (struct printer){.begins = &begins, .number = i};
        printers[i].queue = clCreateCommandQueueWithProperties(both.context, device, NULL, &error);
        assert_ok(error);
        printers[i].say = clCreateKernel(program, "say", &error);
        assert_ok(error);
    }
    FILE *file = tmpfile();
    assert_non_null(file);
    int before = catch_output(file);
    for (unsigned i = 0; i < QUEUES; i++)
        if (pthread_create(&printers[i].thread, NULL, print_all, &printers[i]) != 0)
            _exit(3); /* others wait for it */
    for (unsigned i = 0; i < QUEUES; i++)
        pthread_join(printers[i].thread, NULL);
    give_back(before);
    for (unsigned i = 0; i < QUEUES; i++) {
        assert_ok(printers[i].error);
        assert_ok(clReleaseKernel(printers[i].say));
        assert_ok(clReleaseCommandQueue(printers[i].queue));
    }
    look_at_lines(file);
    fclose(file);
    pthread_barrier_destroy(&begins);
    clReleaseProgram(program);
    end(&both);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_are_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
