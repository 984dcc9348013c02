/* A context of two devices with a queue for each: OCC_ICD_DEVICES=gfx900,gfx803, OCC_ICD_VERSION=3.0. */
#ifndef OCC_TEST_ICD_TWO_DEVICES_H
#define OCC_TEST_ICD_TWO_DEVICES_H

#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#define NO_WAIT 0, NULL, NULL

enum { DEVICES = 2 };

struct both {
    cl_device_id devices[DEVICES];
    cl_context context;
    cl_command_queue queues[DEVICES];
};

static inline struct both
begin(void)
{
    struct both both;
    cl_platform_id platform;
    cl_uint count;
    cl_int error;
    assert_ok(clGetPlatformIDs(1, &platform, NULL));
    assert_ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, DEVICES, both.devices, &count));
    assert_int_equal(count, DEVICES);
    both.context = clCreateContext(NULL, DEVICES, both.devices, NULL, NULL, &error);
    assert_ok(error);
    for (unsigned i = 0; i < DEVICES; i++) {
        both.queues[i] =
            clCreateCommandQueueWithProperties(both.context, both.devices[i], NULL, &error);
        assert_ok(error);
    }
    return both;
}

static inline void
end(struct both *both)
{
    for (unsigned i = 0; i < DEVICES; i++)
        assert_ok(clReleaseCommandQueue(both->queues[i]));
    assert_ok(clReleaseContext(both->context));
}

#endif
