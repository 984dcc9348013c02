/* Queues on the device: what may be made of them, what they say of themselves, and kernels that use them. */
#define CL_TARGET_OPENCL_VERSION 300
#include "host.h"

#include <CL/cl_ext.h>
#include <string.h>

#define NO_WAIT 0, NULL, NULL

static const char source[] =
    "kernel void root(global uint *o, queue_t q) {\n"
    "    uint n = o[0];\n"
    "    o[1] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(n), ^{\n"
    "        uint i = get_global_id(0);\n"
    "        o[8 + i] = i * 3;\n"
    "        if (i == 0)\n"
    "            o[2] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, "
    "ndrange_1D(1),\n"
    "                                  ^(local void *p) { *(local uint *)p = 7; o[3] = *(local "
    "uint *)p + n; }, 4);\n"
    "    });\n"
    "    o[4] = q == get_default_queue();\n"
    "}\n"
    "kernel void alone(global uint *o) {\n"
    "    o[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ "
    "o[1] = 5; });\n"
    "}\n"
    "void more(global uint *o) {\n"
    "    if (atomic_inc(&o[0]) < 300)\n"
    "        if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), "
    "^{ more(o); }))\n"
    "            o[1]++;\n"
    "}\n"
    "kernel void chain(global uint *o) { more(o); }\n";

static const cl_queue_properties usual[] = {
    CL_QUEUE_PROPERTIES,
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
static const cl_queue_properties small[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT |
                                                CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                            CL_QUEUE_SIZE, 16384, 0};

static bool
has_queues(const struct host *host)
{
    cl_device_device_enqueue_capabilities has;
    assert_ok(clGetDeviceInfo(host->device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof has, &has,
                              NULL));
    return has & CL_DEVICE_QUEUE_SUPPORTED;
}

/* The device's numbers hold together, and with what its compiler says. */
static void
numbers(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_uint usual_size, most, queues, events;
    cl_command_queue_properties properties;
    cl_name_version features[64];
    size_t bytes;
    bool has = has_queues(&host), is_feature = false;
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 4, &usual_size,
                              NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 4, &most, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_MAX_ON_DEVICE_QUEUES, 4, &queues, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_MAX_ON_DEVICE_EVENTS, 4, &events, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, sizeof properties,
                              &properties, NULL));
    assert_int_equal(usual_size >= 16384 && usual_size <= most, has);
    assert_int_equal(most >= 262144, has);
    assert_int_equal(queues >= 1, has);
    assert_int_equal(events >= 1024, has);
    assert_int_equal((properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0, has);
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_OPENCL_C_FEATURES, sizeof features, features,
                              &bytes));
    for (size_t i = 0; i < bytes / sizeof *features; i++)
        is_feature |= strcmp(features[i].name, "__opencl_c_device_enqueue") == 0;
    assert_int_equal(is_feature, has);
    host_end(&host);
}

static void
made_and_asked(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_context c = host.context;
    cl_device_id d = host.device;
    cl_int error;
    cl_uint size;
    cl_command_queue is;
    const cl_queue_properties in_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0};
    const cl_queue_properties of_host[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0};
    const cl_queue_properties sized[] = {CL_QUEUE_SIZE, 65536, 0};
    const cl_queue_properties large[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        CL_QUEUE_SIZE, 1 << 30, 0};
    const cl_queue_properties other[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
#define QUEUE(properties) clCreateCommandQueueWithProperties(c, d, properties, &error)
    if (!has_queues(&host)) {
        EXPECT_NEW(CL_INVALID_QUEUE_PROPERTIES, QUEUE(usual));
        EXPECT(CL_INVALID_OPERATION, clSetDefaultDeviceCommandQueue(c, d, host.queue));
        host_end(&host);
        host_expected();
        return;
    }
    EXPECT_NEW(CL_INVALID_VALUE, QUEUE(in_order));
    EXPECT_NEW(CL_INVALID_VALUE, QUEUE(of_host));
    EXPECT_NEW(CL_INVALID_VALUE, QUEUE(sized));
    EXPECT_NEW(CL_INVALID_QUEUE_PROPERTIES, QUEUE(large));
    EXPECT(CL_SUCCESS,
           clGetCommandQueueInfo(host.queue, CL_QUEUE_DEVICE_DEFAULT, sizeof is, &is, NULL));
    assert_null(is);
    cl_command_queue queue = QUEUE(small), again;
    assert_ok(error);
    again = QUEUE(usual); /* the same */
    assert_ok(error);
    assert_ptr_equal(queue, again);
    EXPECT(CL_SUCCESS, clReleaseCommandQueue(again));
    EXPECT_NEW(CL_OUT_OF_RESOURCES, QUEUE(other));
    EXPECT(CL_SUCCESS, clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof size, &size, NULL));
    assert_int_equal(size, 16384);
    EXPECT(CL_SUCCESS,
           clGetCommandQueueInfo(host.queue, CL_QUEUE_DEVICE_DEFAULT, sizeof is, &is, NULL));
    assert_ptr_equal(is, queue);
    EXPECT(CL_SUCCESS, clSetDefaultDeviceCommandQueue(c, d, queue));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clSetDefaultDeviceCommandQueue(c, d, host.queue));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clSetDefaultDeviceCommandQueue(c, d, NULL));
    EXPECT(CL_INVALID_CONTEXT, clSetDefaultDeviceCommandQueue((cl_context)(void *)d, d, queue));
    EXPECT(CL_INVALID_DEVICE, clSetDefaultDeviceCommandQueue(c, (cl_device_id)(void *)c, queue));
    /* the host cannot put anything into it */
    EXPECT(CL_INVALID_COMMAND_QUEUE, clFinish(queue));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clFlush(queue));
    EXPECT(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList(queue, NO_WAIT));
    EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
    queue = QUEUE(usual); /* there is room again */
    assert_ok(error);
    EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
    host_end(&host);
    host_expected();
}

/* Priorities and throttles are accepted, checked and told, of queues of the host's alone. */
static void
hints(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_context c = host.context;
    cl_device_id d = host.device;
    cl_int error;
    const cl_queue_properties both[] = {CL_QUEUE_THROTTLE_KHR, CL_QUEUE_THROTTLE_LOW_KHR,
                                        CL_QUEUE_PRIORITY_KHR, CL_QUEUE_PRIORITY_HIGH_KHR, 0};
    const cl_command_queue_info names[] = {CL_QUEUE_PRIORITY_KHR, CL_QUEUE_THROTTLE_KHR};
    cl_command_queue queue = QUEUE(both);
    assert_ok(error);
    for (unsigned i = 0; i < 2; i++) {
        cl_uint told;
        size_t size;
        EXPECT(CL_SUCCESS, clGetCommandQueueInfo(queue, names[i], sizeof told, &told, &size));
        assert_int_equal(size, sizeof told);
        assert_int_equal(told, i ? CL_QUEUE_THROTTLE_LOW_KHR : CL_QUEUE_PRIORITY_HIGH_KHR);
        EXPECT(CL_SUCCESS, clGetCommandQueueInfo(host.queue, names[i], sizeof told, &told, NULL));
        assert_int_equal(told, CL_QUEUE_PRIORITY_MED_KHR); /* both have this number */
        const cl_queue_properties none[] = {names[i], 0, 0}, three[] = {names[i], 3, 0},
                                  more[] = {names[i], 8, 0},
                                  twice[] = {names[i], 1, names[i], 1, 0};
        EXPECT_NEW(CL_INVALID_VALUE, QUEUE(none));
        EXPECT_NEW(CL_INVALID_VALUE, QUEUE(three));
        EXPECT_NEW(CL_INVALID_VALUE, QUEUE(more));
        EXPECT_NEW(CL_INVALID_VALUE, QUEUE(twice));
        const cl_queue_properties inner[] = {
            CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
            names[i], 1, 0};
        EXPECT_NEW(CL_INVALID_QUEUE_PROPERTIES, QUEUE(inner));
    }
    static const char *const listed[] = {"cl_khr_priority_hints", "cl_khr_throttle_hints"};
    char words[8192];
    EXPECT(CL_SUCCESS, clGetDeviceInfo(d, CL_DEVICE_EXTENSIONS, sizeof words, words, NULL));
    for (unsigned i = 0; i < 2; i++)
        assert_non_null(strstr(words, listed[i]));
    EXPECT(CL_SUCCESS, clReleaseCommandQueue(queue));
    host_end(&host);
    host_expected();
}

static void
run(const struct host *host, cl_kernel kernel, cl_mem memory, uint32_t *words, size_t count)
{
    const size_t one = 1;
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &one, &one, NO_WAIT));
    host_read(host, memory, words, count);
}

/* Blocks are no kernels of the host's. */
static void
check_names(const struct host *host, cl_program program)
{
    (void)host;
    char names[100];
    size_t count;
    cl_uint made;
    cl_kernel kernels[3];
    cl_int error;
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    assert_string_equal(names, "root;alone;chain");
    assert_ok(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    assert_int_equal(count, 3);
    assert_ok(clCreateKernelsInProgram(program, 3, kernels, &made));
    assert_int_equal(made, 3);
    for (cl_uint i = 0; i < made; i++)
        clReleaseKernel(kernels[i]);
    EXPECT_NEW(CL_INVALID_KERNEL_NAME,
               clCreateKernel(program, "__root_block_invoke_kernel", &error));
}

static void
kernels_in_kernels(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    if (!has_queues(&host)) {
        host_end(&host);
        return;
    }
    static const char *const versions[] = {"-cl-std=CL2.0", "-cl-std=CL3.0"};
    for (unsigned i = 0; i < 2; i++) {
        cl_program program = host_program(&host, source, versions[i]);
        cl_kernel root = clCreateKernel(program, "root", &error),
                  alone = clCreateKernel(program, "alone", &error),
                  chain = clCreateKernel(program, "chain", &error);
        uint32_t words[108] = {100};
        cl_mem memory = host_words(&host, words, 108);
        check_names(&host, program);
        run(&host, alone, memory, words, 2); /* there is no queue */
        assert_int_equal((int)words[0], -101);
        EXPECT(CL_INVALID_DEVICE_QUEUE, clSetKernelArg(root, 1, sizeof host.queue, &host.queue));
        cl_command_queue queue =
            clCreateCommandQueueWithProperties(host.context, host.device, usual, &error);
        assert_ok(error);
        EXPECT(CL_INVALID_ARG_SIZE, clSetKernelArg(root, 1, 4, &queue));
        EXPECT(CL_SUCCESS, clSetKernelArg(root, 1, sizeof queue, &queue));
        clReleaseMemObject(memory);
        memset(words, 0, sizeof words);
        words[0] = 100;
        memory = host_words(&host, words, 108);
        run(&host, root, memory, words, 108);
        const uint32_t wanted[] = {100, 0, 0, 107, 1};
        assert_memory_equal(words, wanted, sizeof wanted);
        for (uint32_t k = 0; k < 100; k++)
            assert_int_equal(words[8 + k], 3 * k);
        words[1] = 0;
        run(&host, alone, memory, words, 2);
        assert_int_equal(words[0], 0);
        assert_int_equal(words[1], 5);
        clReleaseCommandQueue(queue); /* the kernel's argument is no reference: the queue is gone */
        queue = clCreateCommandQueueWithProperties(host.context, host.device, i ? small : usual,
                                                   &error);
        assert_ok(error);
        clReleaseMemObject(memory);
        memset(words, 0, sizeof words);
        memory = host_words(&host, words, 108);
        run(&host, chain, memory, words, 2);
        assert_int_equal(words[0], i ? 129 : 301);
        assert_int_equal(words[1], i ? 1 : 0);
        clReleaseCommandQueue(queue);
        clReleaseMemObject(memory);
        clReleaseKernel(root);
        clReleaseKernel(alone);
        clReleaseKernel(chain);
        clReleaseProgram(program);
    }
    host_end(&host);
    host_expected();
}

/* Of a launch and of a child: one work-group, of what there is. */
static void
groups_above_ranges(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    static const char text[] =
        "#define SIZES(n) (int)(n + 10 * get_local_size(0) + 100 * get_enqueued_local_size(0))\n"
        "kernel void sizes(global uint *o) {\n"
        "    o[get_global_id(0)] = SIZES(work_group_reduce_add(1));\n"
        "}\n"
        "kernel void of_child(global uint *o) {\n"
        "    int error = enqueue_kernel(get_default_queue(), 0, ndrange_1D(3, 5), ^{\n"
        "        o[get_global_id(0)] = SIZES(0); });\n"
        "    o[3] = error;\n"
        "}\n";
    static const char *const options[] = {"-cl-std=CL2.0", "-cl-std=CL3.0",
                                          "-cl-std=CL2.0 -cl-uniform-work-group-size",
                                          "-cl-std=CL3.0 -cl-uniform-work-group-size -g"};
    const size_t four = 4, eight = 8;
    const unsigned of_launch = host_is_real(&host) ? 444 : 844; /* a packet's group: see submit.c */
    cl_int error;
    cl_command_queue queue =
        has_queues(&host)
            ? clCreateCommandQueueWithProperties(host.context, host.device, small, &error)
            : NULL;
    for (unsigned i = 0; i < 4 && queue; i++) {
        cl_program program = host_program(&host, text, options[i]);
        cl_kernel sizes = clCreateKernel(program, "sizes", &error),
                  of_child = clCreateKernel(program, "of_child", &error);
        uint32_t words[4] = {0};
        cl_mem memory = host_words(&host, words, 4);
        assert_ok(clSetKernelArg(sizes, 0, sizeof memory, &memory));
        EXPECT(i < 2 ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE,
               clEnqueueNDRangeKernel(host.queue, sizes, 1, NULL, &four, &eight, NO_WAIT));
        EXPECT(CL_SUCCESS, clFinish(host.queue));
        host_read(&host, memory, words, 4);
        for (unsigned k = 0; k < 4; k++)
            assert_int_equal(words[k], i < 2 ? of_launch : 0);
        run(&host, of_child, memory, words, 4);
        for (unsigned k = 0; k < 3; k++)
            assert_int_equal(words[k], i < 2 ? 530 : 0);
        assert_int_equal((int)words[3], i < 2 ? 0 : i == 2 ? -101 : -160);
        clReleaseMemObject(memory);
        clReleaseKernel(sizes);
        clReleaseKernel(of_child);
        clReleaseProgram(program);
    }
    if (queue)
        clReleaseCommandQueue(queue);
    host_end(&host);
    host_expected();
}

/* A child that faults ends the launch, and leaves nothing in the queue. */
static void
faults_leave_nothing(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    if (!has_queues(&host)) {
        host_end(&host);
        return;
    }
    cl_command_queue queue =
        clCreateCommandQueueWithProperties(host.context, host.device, small, &error);
    assert_ok(error);
    cl_program program = host_program(
        &host,
        "kernel void bad(global uint *o) {\n"
        "    for (int i = 0; i < 120; i++)\n"
        "        enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ o[1 << 28] = 1; });\n"
        "}\n"
        "kernel void good(global uint *o) {\n"
        "    for (int i = 0; i < 120; i++)\n"
        "        o[1] |= enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ atomic_inc(o); "
        "});\n"
        "}\n",
        "-cl-std=CL2.0");
    cl_kernel bad = clCreateKernel(program, "bad", &error),
              good = clCreateKernel(program, "good", &error);
    const size_t one = 1;
    for (unsigned i = 0; i < 2; i++) {
        uint32_t words[2] = {0};
        cl_mem memory = host_words(&host, words, 2);
        assert_ok(clSetKernelArg(bad, 0, sizeof memory, &memory));
        assert_ok(clEnqueueNDRangeKernel(host.queue, bad, 1, NULL, &one, &one, NO_WAIT));
        EXPECT(CL_OUT_OF_RESOURCES, clFinish(host.queue));
        run(&host, good, memory, words, 2);
        assert_int_equal(words[0], 120);
        assert_int_equal(words[1], 0);
        clReleaseMemObject(memory);
    }
    clReleaseKernel(bad);
    clReleaseKernel(good);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    host_end(&host);
    host_expected();
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(made_and_asked),
        cmocka_unit_test(hints),
        cmocka_unit_test(kernels_in_kernels),
        cmocka_unit_test(groups_above_ranges),
        cmocka_unit_test(faults_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
