/* bench_opencl: the same as bench_hsa on occ's own OpenCL platform. */
#include "test/icd/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LAUNCHES = 3000, BATCH = 50, COPY = 16 << 20, COPIES = 8 };

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

static void
tell_copies(const struct host *host, double begin, const char *name)
{
    assert_ok(clFinish(host->queue));
    printf("%s %.2f\n", name, (double)COPY * COPIES / (now() - begin) * 1e-9);
}

static void
copies(const struct host *host)
{
    void *here = calloc(1, COPY);
    cl_mem there[2];
    for (unsigned i = 0; i < 2; i++)
        there[i] = host_words(host, NULL, COPY / 4);
    double begin = now();
    for (unsigned i = 0; i < COPIES; i++)
        assert_ok(clEnqueueWriteBuffer(host->queue, there[0], 1, 0, COPY, here, 0, NULL, NULL));
    tell_copies(host, begin, "GB/s_to_GPU");
    begin = now();
    for (unsigned i = 0; i < COPIES; i++)
        assert_ok(clEnqueueCopyBuffer(host->queue, there[0], there[1], 0, 0, COPY, 0, NULL, NULL));
    tell_copies(host, begin, "GB/s_in_GPU");
    begin = now();
    for (unsigned i = 0; i < COPIES; i++)
        assert_ok(clEnqueueReadBuffer(host->queue, there[1], 1, 0, COPY, here, 0, NULL, NULL));
    tell_copies(host, begin, "GB/s_to_host");
    free(here);
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
    copies(&host);
    return 0;
}
