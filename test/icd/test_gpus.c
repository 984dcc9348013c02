/* What only real GPUs have, by HSA's runtime: sub-devices, priorities, a bus, memory of their own in several contexts,
 * and memory faults. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <CL/cl_ext.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char source[] =
    "kernel void add(global uint *a, uint n) { a[get_global_id(0)] += n; }\n"
    "kernel void busy(global volatile uint *a) { a[1] = 1; while (!a[0]) ; }\n"
    "kernel void far(global uint *a) { a[(ulong)1 << 36] = 1; }\n";

enum { WORDS = 1 << 16 };

/* Adds to a buffer on a device of its own context. */
static void
adds_on(cl_device_id device, const cl_queue_properties *properties)
{
    cl_int error;
    static uint32_t words[WORDS];
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = i;
    struct host host = {.device = device};
    host.context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    assert_ok(error);
    host.queue = clCreateCommandQueueWithProperties(host.context, device, properties, &error);
    assert_ok(error);
    cl_kernel add = host_kernel(&host, source, "add");
    cl_mem memory = host_words(&host, words, WORDS);
    const size_t items = WORDS;
    const cl_uint n = 3;
    assert_ok(clSetKernelArg(add, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(add, 1, sizeof n, &n));
    for (unsigned i = 0; i < 4; i++)
        assert_ok(clEnqueueNDRangeKernel(host.queue, add, 1, NULL, &items, NULL, 0, NULL, NULL));
    host_read(&host, memory, words, WORDS);
    for (unsigned i = 0; i < WORDS; i++)
        assert_int_equal(words[i], i + 12);
    clReleaseMemObject(memory);
    clReleaseKernel(add);
    host_end(&host);
}

static cl_uint
number_of(cl_device_id device, cl_device_info what)
{
    cl_uint number;
    assert_ok(clGetDeviceInfo(device, what, sizeof number, &number, NULL));
    return number;
}

static void
sub_devices_compute(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    const cl_uint units = number_of(host.device, CL_DEVICE_MAX_COMPUTE_UNITS);
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, units / 2, 0};
    const cl_device_partition_property counts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 2,
                                                   CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    const cl_device_partition_property many[] = {CL_DEVICE_PARTITION_BY_COUNTS, units, 1,
                                                 CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    cl_device_id halves[2], parts[2], parent;
    cl_device_partition_property type[8];
    cl_uint count;
    size_t size;
    assert_ok(clCreateSubDevices(host.device, equally, 2, halves, &count));
    assert_int_equal(count, 2);
    assert_ok(clCreateSubDevices(halves[0], counts, 2, parts, NULL));
    EXPECT(CL_INVALID_DEVICE_PARTITION_COUNT,
           clCreateSubDevices(host.device, many, 2, parts, NULL));
    EXPECT(CL_INVALID_VALUE, clCreateSubDevices(host.device, equally, 1, parts, NULL));
    host_expected();
    assert_int_equal(number_of(halves[1], CL_DEVICE_MAX_COMPUTE_UNITS), units / 2);
    assert_int_equal(number_of(parts[1], CL_DEVICE_MAX_COMPUTE_UNITS), 2);
    assert_ok(clGetDeviceInfo(parts[0], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
    assert_ptr_equal(parent, halves[0]);
    assert_ok(clGetDeviceInfo(parts[0], CL_DEVICE_PARTITION_TYPE, sizeof type, type, &size));
    assert_int_equal(size, sizeof counts);
    assert_memory_equal(type, counts, sizeof counts);
    assert_ok(clReleaseDevice(halves[0])); /* its parts hold it */
    adds_on(parts[1], NULL);
    adds_on(halves[1], NULL);
    const cl_device_id all[] = {parts[0], parts[1], halves[1]};
    for (unsigned i = 0; i < 3; i++)
        assert_ok(clReleaseDevice(all[i]));
    host_end(&host);
}

static void
queues_have_priorities(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    static const cl_queue_priority_khr priorities[] = {
        CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_LOW_KHR};
    for (unsigned i = 0; i < 3; i++) {
        const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, priorities[i], 0};
        cl_queue_priority_khr has;
        cl_int error;
        cl_command_queue queue =
            clCreateCommandQueueWithProperties(host.context, host.device, list, &error);
        assert_ok(error);
        assert_ok(clGetCommandQueueInfo(queue, CL_QUEUE_PRIORITY_KHR, sizeof has, &has, NULL));
        assert_int_equal(has, priorities[i]);
        assert_ok(clReleaseCommandQueue(queue));
        adds_on(host.device, list);
    }
    const cl_queue_properties wrong[] = {CL_QUEUE_PRIORITY_KHR, 8, 0};
    cl_int error;
    clCreateCommandQueueWithProperties(host.context, host.device, wrong, &error);
    assert_int_equal(error, CL_INVALID_VALUE);
    host_end(&host);
}

static void
times_are_the_gpus(void **state)
{
    (void)state;
    struct host host = host_begin(CL_QUEUE_PROFILING_ENABLE, NULL, NULL);
    cl_kernel add = host_kernel(&host, source, "add");
    cl_mem memory = host_words(&host, NULL, WORDS);
    const size_t items = WORDS;
    const cl_uint n = 1;
    cl_event events[2];
    cl_ulong times[2][4];
    assert_ok(clSetKernelArg(add, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(add, 1, sizeof n, &n));
    for (unsigned i = 0; i < 2; i++)
        assert_ok(
            clEnqueueNDRangeKernel(host.queue, add, 1, NULL, &items, NULL, 0, NULL, &events[i]));
    assert_ok(clFinish(host.queue));
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned k = 0; k < 4; k++)
            assert_ok(clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_QUEUED + k,
                                              sizeof times[i][k], &times[i][k], NULL));
        for (unsigned k = 1; k < 4; k++)
            assert_true(times[i][k - 1] <= times[i][k]);
        clReleaseEvent(events[i]);
    }
    assert_true(times[0][3] <= times[1][2]); /* the second begins when the first has ended */
    clReleaseMemObject(memory);
    clReleaseKernel(add);
    host_end(&host);
}

static void
queries_tell_of_the_card(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    char text[4096];
    cl_device_pci_bus_info_khr bus;
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
    assert_non_null(strstr(text, "cl_khr_pci_bus_info"));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_PCI_BUS_INFO_KHR, sizeof bus, &bus, NULL));
    assert_true(number_of(host.device, CL_DEVICE_MAX_CLOCK_FREQUENCY) > 100);
    assert_true(number_of(host.device, CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE) >= 64);
    host_end(&host);
}

static void CL_CALLBACK
keep(const char *text, const void *private_info, size_t size, void *data)
{
    (void)private_info;
    (void)size;
    snprintf(data, 512, "%s", text);
}

/* An executable with the header's flags changed: for another chip, and, since version 4 has fields for them, for other
 * features. */
static void
binaries_of(const char *options)
{
    enum { FLAGS = 48, GFX906 = 0x2f, XNACK_ON = 0x300, FIELD_XNACK = 0x300, FIELD_CHIP = 0xff };
    char told[512] = "";
    struct host host = host_begin(0, keep, told);
    cl_program program = host_program(&host, source, options);
    size_t size;
    cl_int error, status;
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    unsigned char *bytes = malloc(size);
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
    const unsigned char *given = bytes;
    uint32_t flags, own;
    memcpy(&own, bytes + FLAGS, sizeof own);
    const struct {
        uint32_t flags;
        const char *says;
    } rows[] = {{(own & ~(uint32_t)FIELD_CHIP) | GFX906, "is for gfx906"},
                {(own & ~(uint32_t)FIELD_XNACK) | XNACK_ON, ":xnack+"},
                {own, NULL}};
    for (unsigned i = 0; i < 3; i++) {
        bool has_xnack = !options && own & FIELD_XNACK; /* else the chip has no such feature */
        if (i == 1 && !has_xnack)
            continue;
        flags = rows[i].flags;
        memcpy(bytes + FLAGS, &flags, sizeof flags);
        told[0] = '\0';
        cl_program made = clCreateProgramWithBinary(host.context, 1, &host.device, &size, &given,
                                                    &status, &error);
        assert_int_equal(error, rows[i].says ? CL_INVALID_BINARY : CL_SUCCESS);
        assert_int_equal(status, error);
        if (rows[i].says && !strstr(told, rows[i].says))
            fail_msg("%s", told);
        if (made)
            clReleaseProgram(made);
    }
    free(bytes);
    clReleaseProgram(program);
    host_end(&host);
}

static void
binaries_are_for_the_chip(void **state)
{
    (void)state;
    binaries_of(NULL);
    binaries_of("-mcode-object-version=2");
    binaries_of("-mcode-object-version=3");
}

/* Each of several; a card is lost after the first one, where the kernel driver takes a process's queues away, and says
 * so: then all that follows fails. */
static void
memory_faults_are_told(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel far = host_kernel(&host, source, "far");
    const uint32_t one = 1;
    uint32_t word = 0;
    cl_mem memory = host_words(&host, &one, 1);
    assert_ok(clSetKernelArg(far, 0, sizeof memory, &memory));
    const size_t items = 1;
    for (unsigned i = 0; i < 3; i++) {
        assert_ok(clEnqueueNDRangeKernel(host.queue, far, 1, NULL, &items, NULL, 0, NULL, NULL));
        assert_int_equal(clFinish(host.queue), CL_OUT_OF_RESOURCES);
    }
    cl_int error = clEnqueueReadBuffer(host.queue, memory, CL_TRUE, 0, 4, &word, 0, NULL, NULL);
    assert_true(error != CL_SUCCESS || word == 1);
    clReleaseMemObject(memory);
    clReleaseKernel(far);
    host_end(&host);
}

/* More than the GPU has: some share one. */
static void
many_queues_compute(void **state)
{
    (void)state;
    enum { QUEUES = 200 };
    struct host host = host_begin(0, NULL, NULL);
    cl_command_queue queues[QUEUES];
    cl_kernel add = host_kernel(&host, source, "add");
    cl_mem memory[QUEUES];
    const cl_uint n = 7;
    const size_t items = 64;
    const uint32_t zero = 0;
    cl_int error;
    for (unsigned i = 0; i < QUEUES; i++) {
        queues[i] = clCreateCommandQueueWithProperties(host.context, host.device, NULL, &error);
        assert_ok(error);
        memory[i] = host_words(&host, NULL, items);
        assert_ok(clEnqueueFillBuffer(queues[i], memory[i], &zero, 4, 0, 4 * items, 0, NULL, NULL));
        assert_ok(clSetKernelArg(add, 0, sizeof memory[i], &memory[i]));
        assert_ok(clSetKernelArg(add, 1, sizeof n, &n));
        assert_ok(clEnqueueNDRangeKernel(queues[i], add, 1, NULL, &items, NULL, 0, NULL, NULL));
    }
    for (unsigned i = 0; i < QUEUES; i++) {
        uint32_t word;
        assert_ok(clEnqueueReadBuffer(queues[i], memory[i], 1, 4 * 63, 4, &word, 0, NULL, NULL));
        assert_int_equal(word, n);
        assert_ok(clReleaseMemObject(memory[i]));
        assert_ok(clReleaseCommandQueue(queues[i]));
    }
    clReleaseKernel(add);
    host_end(&host);
}

/* The GPU has what waits for a kernel of another queue while that runs: a launch, and one that waits for it in a third queue, out
 * of order.  A copy to the host that waits for them is kept from it meanwhile: others go on. */
static void
queues_wait_on_the_gpu(void **state)
{
    enum { OTHERS = 3, QUEUES = 4 };
    static const cl_queue_properties out_of_order[] = {CL_QUEUE_PROPERTIES,
                                                       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    const size_t items = 64;
    const cl_uint n = 5;
    cl_int error;
    uint32_t zeros[64] = {0}, seen[64];
    atomic_uint words[64] = {1};
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel busy = host_kernel(&host, source, "busy"), add = host_kernel(&host, source, "add");
    cl_mem flags = clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, sizeof words, words, &error);
    cl_mem memory = host_words(&host, zeros, 64);
    cl_command_queue queues[QUEUES];
    cl_event events[OTHERS + 1];
    cl_mem elsewhere = host_words(&host, (uint32_t[1]){7}, 1);
    (void)state;
    assert_ok(clSetKernelArg(busy, 0, sizeof memory, &flags));
    assert_ok(clSetKernelArg(add, 0, sizeof memory, &memory));
    assert_ok(clSetKernelArg(add, 1, sizeof n, &n));
    for (unsigned i = 0; i < QUEUES; i++) {
        queues[i] = clCreateCommandQueueWithProperties(host.context, host.device,
                                                       i == 1 ? out_of_order : NULL, &error);
        assert_ok(error); /* the memory is there from here on */
        assert_ok(clEnqueueNDRangeKernel(queues[i], add, 1, NULL, &items, NULL, 0, NULL, NULL));
        assert_ok(clFinish(queues[i]));
    }
    assert_ok(clEnqueueNDRangeKernel(host.queue, busy, 1, NULL, &items, NULL, 0, NULL, NULL));
    assert_ok(clFinish(host.queue)); /* the first word says that it ends */
    atomic_store(&words[0], 0);
    atomic_store(&words[1], 0);
    assert_ok(clEnqueueNDRangeKernel(host.queue, busy, 1, NULL, &items, NULL, 0, NULL, &events[0]));
    for (unsigned i = 0; i < 2; i++)
        assert_ok(clEnqueueNDRangeKernel(queues[i], add, 1, NULL, &items, NULL, 1, &events[i],
                                         &events[i + 1]));
    assert_ok(
        clEnqueueReadBuffer(queues[2], memory, 0, 0, sizeof seen, seen, 1, &events[2], &events[3]));
    alarm(60);
    for (unsigned i = 0; i < OTHERS; i++)
        while (host_status(events[i]) > CL_RUNNING || !atomic_load(&words[1]))
            usleep(100);
    assert_ok(clEnqueueReadBuffer(queues[OTHERS], elsewhere, 1, 0, 4, seen, 0, NULL, NULL));
    assert_int_equal(seen[0], 7);
    alarm(0);
    usleep(10000);
    for (unsigned i = 0; i < OTHERS; i++)
        assert_int_equal(host_status(events[i]), CL_RUNNING);
    assert_true(host_status(events[OTHERS]) > CL_RUNNING);
    atomic_store(&words[0], 1);
    assert_ok(clFinish(queues[2]));
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(seen[i], n * (QUEUES + 2));
    for (unsigned i = 0; i <= OTHERS; i++) {
        assert_int_equal(host_status(events[i]), CL_COMPLETE);
        assert_ok(clReleaseEvent(events[i]));
    }
    for (unsigned i = 0; i < QUEUES; i++)
        assert_ok(clReleaseCommandQueue(queues[i]));
    clReleaseMemObject(elsewhere);
    clReleaseMemObject(memory);
    clReleaseMemObject(flags);
    clReleaseKernel(busy);
    clReleaseKernel(add);
    host_end(&host);
}

/* Queues and files are given back. */
static void
contexts_follow_each_other(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    for (unsigned i = 0; i < 40; i++)
        adds_on(host.device, NULL);
    int files = dup(1);
    close(files);
    for (unsigned i = 0; i < 20; i++)
        adds_on(host.device, NULL);
    int later = dup(1);
    close(later);
    assert_true(later <= files + 1);
    host_end(&host);
}

/* Of the host's memory, with gaps, and more of it than goes at once. */
static void
rectangles_are_large(void **state)
{
    (void)state;
    enum { ROW = 3000, PITCH = 4096, ROWS = 700 };
    struct host host = host_begin(0, NULL, NULL);
    uint8_t *bytes = malloc(PITCH * ROWS), *back = calloc(PITCH, ROWS);
    for (unsigned i = 0; i < PITCH * ROWS; i++)
        bytes[i] = (uint8_t)(i * 7 + i / PITCH);
    cl_mem memory = host_words(&host, NULL, PITCH * ROWS / 4);
    const size_t at[3] = {16, 1, 0}, from[3] = {5, 2, 0}, size[3] = {ROW, ROWS - 2, 1};
    assert_ok(clEnqueueWriteBufferRect(host.queue, memory, 1, at, from, size, PITCH, 0, PITCH, 0,
                                       bytes, 0, NULL, NULL));
    assert_ok(clEnqueueReadBufferRect(host.queue, memory, 1, at, from, size, PITCH, 0, PITCH, 0,
                                      back, 0, NULL, NULL));
    for (unsigned y = 0; y < ROWS; y++)
        for (unsigned x = 0; x < PITCH; x++) {
            bool is_in = y >= 2 && x >= 5 && x < 5 + ROW;
            assert_int_equal(back[y * PITCH + x], is_in ? bytes[y * PITCH + x] : 0);
        }
    free(bytes);
    free(back);
    clReleaseMemObject(memory);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sub_devices_compute),        cmocka_unit_test(queues_have_priorities),
        cmocka_unit_test(times_are_the_gpus),         cmocka_unit_test(queries_tell_of_the_card),
        cmocka_unit_test(binaries_are_for_the_chip),  cmocka_unit_test(many_queues_compute),
        cmocka_unit_test(contexts_follow_each_other), cmocka_unit_test(rectangles_are_large),
        cmocka_unit_test(queues_wait_on_the_gpu),     cmocka_unit_test(memory_faults_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
