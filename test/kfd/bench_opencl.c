/* bench_opencl: the same as bench_hsa on occ's own OpenCL platform. */
#include "test/icd/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LAUNCHES = 3000, BATCH = 50, COPY = 16 << 20, COPIES = 32 };

static double
now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void
launches(const struct host *host, cl_kernel kernel, unsigned batch, const char *name)
{
    size_t items = 64;
    double begin = now();
    for (unsigned i = 0; i < LAUNCHES; i += batch) {
        for (unsigned n = 0; n < batch; n++)
            assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &items, &items, 0, NULL,
                                             NULL));
        assert_ok(clFinish(host->queue));
    }
    printf("%s %.0f\n", name, LAUNCHES / (now() - begin));
}

typedef void copy_function(const struct host *host, const cl_mem there[2], void *here);

static void
to_gpu(const struct host *host, const cl_mem there[2], void *here)
{
    assert_ok(clEnqueueWriteBuffer(host->queue, there[0], 1, 0, COPY, here, 0, NULL, NULL));
}

static void
in_gpu(const struct host *host, const cl_mem there[2], void *here)
{
    (void)here;
    assert_ok(clEnqueueCopyBuffer(host->queue, there[0], there[1], 0, 0, COPY, 0, NULL, NULL));
}

static void
to_host(const struct host *host, const cl_mem there[2], void *here)
{
    assert_ok(clEnqueueReadBuffer(host->queue, there[1], 1, 0, COPY, here, 0, NULL, NULL));
}

/* The first copy, which finds pages that nobody has touched, is not counted. */
static void
copies(const struct host *host, copy_function *copy, const cl_mem there[2], void *here,
       const char *name)
{
    copy(host, there, here);
    assert_ok(clFinish(host->queue));
    double begin = now();
    for (unsigned i = 0; i < COPIES; i++)
        copy(host, there, here);
    assert_ok(clFinish(host->queue));
    printf("%s %.2f\n", name, (double)COPY * COPIES / (now() - begin) * 1e-9);
}

int
main(void)
{
    struct host host = host_begin(0, NULL, NULL);
    cl_kernel kernel =
        host_kernel(&host, "kernel void add(global uint *a) { a[get_global_id(0)] += 1; }", "add");
    cl_mem words = host_words(&host, NULL, 1024);
    assert_ok(clSetKernelArg(kernel, 0, sizeof words, &words));
    launches(&host, kernel, 1, "launches/s");
    launches(&host, kernel, BATCH, "launches/s_of_50");
    void *here = calloc(1, COPY);
    cl_mem there[2] = {host_words(&host, NULL, COPY / 4), host_words(&host, NULL, COPY / 4)};
    copies(&host, to_gpu, there, here, "GB/s_to_GPU");
    copies(&host, in_gpu, there, here, "GB/s_in_GPU");
    copies(&host, to_host, there, here, "GB/s_to_host");
    free(here);
    return 0;
}
