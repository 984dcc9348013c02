/* What the tests of runtime/hsa share: the system, objects that libocc makes, launches.  Errors end the test that
 * called. */
#ifndef OCC_TEST_HSA_GPU_HOST_H
#define OCC_TEST_HSA_GPU_HOST_H

#include "runtime/hsa/gpu.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* The call succeeds with *why NULL before and after; else fails with what it says. */
#define assert_good(call)                                                                          \
    do {                                                                                           \
        if (!(call))                                                                               \
            fail_msg("%s: %s", #call, why ? why : "no reason");                                    \
    } while (0)

struct bench {
    struct gpu_system *system;
    struct gpu_object *objects[8]; /* of `kernels`, for each GPU */
};

extern struct bench bench;
extern const char *const kernels;

void bench_begin(void);
void bench_end(void);

/* An object of OpenCL C for the GPU; the bytes are the caller's. */
uint8_t *object_compile(const struct gpu *gpu, const char *source, unsigned version, size_t *size);
struct gpu_object *object_make(struct gpu *gpu, const char *source, unsigned version);
/* Of `kernels`. */
struct gpu_kernel kernel_of(const struct gpu *gpu, const char *name);

struct gpu_queue *queue_make(struct gpu *gpu);
void *host_memory(struct gpu *gpu, size_t size); /* of the host, zeros */

/* One dimension of `items` in groups of 64; arguments: as the kernel has them, the hidden ones zeros. */
struct gpu_fence *launch_after(struct gpu_queue *queue, const struct gpu_kernel *kernel,
                               const void *arguments, size_t size, uint32_t items,
                               struct gpu_fence *const *waits, unsigned count);
struct gpu_fence *launch(struct gpu_queue *queue, const struct gpu_kernel *kernel,
                         const void *arguments, size_t size, uint32_t items);
struct gpu_fence *copy_after(struct gpu *gpu, void *to, const void *from, size_t size,
                             struct gpu_fence *const *waits, unsigned count);
/* Waits up to a minute, wants that status, and releases it. */
void finish_as(struct gpu_fence *fence, enum gpu_status status);
void finish(struct gpu_fence *fence);
void copy_now(struct gpu *gpu, void *to, const void *from, size_t size);

int test_system(void);
int test_memory(void);
int test_launches(void);
int test_images(void);
int test_faults(void); /* the last: GPUs fault */

#endif
