/* What the host programs of the tests share: a context on the first device, programs and launches.
 * Errors end the test that called. */
#ifndef OCC_TEST_ICD_HOST_H
#define OCC_TEST_ICD_HOST_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct host {
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
};

/* notify: of clCreateContext, with data; may be NULL. */
struct host host_begin(cl_command_queue_properties flags,
                       void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                       void *data);
/* Is the device a GPU of HSA's runtime, with memory of its own, and no bounds but those of pages? */
bool host_is_real(const struct host *host);
void host_end(struct host *host);
/* Builds it; fails with the log. */
cl_program host_program(const struct host *host, const char *source, const char *options);
cl_kernel host_kernel(const struct host *host, const char *source, const char *name);
/* Memory of count words, which are taken from `words` unless that is NULL. */
cl_mem host_words(const struct host *host, const uint32_t *words, size_t count);
void host_read(const struct host *host, cl_mem memory, uint32_t *words, size_t count);
/* CL_EVENT_COMMAND_EXECUTION_STATUS. */
cl_int host_status(cl_event event);
/* Arguments are buffers. */
void host_launch(const struct host *host, cl_kernel kernel, size_t items, size_t group,
                 unsigned count, ...);
#define assert_ok(call) assert_int_equal((call), CL_SUCCESS)

/* Tables of calls: all of those are told whose code is another one, then the test fails. */
void host_expect(const char *call, int line, cl_int got, cl_int wanted);
void host_expected(void);
#define EXPECT(wanted, call) host_expect(#call, __LINE__, (call), (wanted))
/* Of a call that makes an object and puts its code into `error`. */
#define EXPECT_NEW(wanted, call) ((void)(call), host_expect(#call, __LINE__, error, (wanted)))

#endif
