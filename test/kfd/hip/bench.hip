/* bench: the same as ../bench_hsa.c by HIP. */
#include "check.h"

#include <chrono>
#include <cstring>
#include <hip/hip_runtime.h>

enum { LAUNCHES = 3000, BATCH = 50, COPY = 16 << 20, COPIES = 32 };

__global__ void
add(unsigned *a)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

static double
now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/* Waits after each `batch` of launches. */
static void
launches(unsigned *words, unsigned batch, const char *name)
{
    double begin = now();
    for (unsigned i = 0; i < LAUNCHES; i += batch) {
        for (unsigned n = 0; n < batch; n++)
            hipLaunchKernelGGL(add, dim3(1), dim3(64), 0, 0, words);
        OK(hipDeviceSynchronize());
    }
    printf("%s %.0f\n", name, LAUNCHES / (now() - begin));
}

static void
copies(void *to, const void *from, hipMemcpyKind kind, const char *name)
{
    OK(hipMemcpy(to, from, COPY, kind));
    OK(hipDeviceSynchronize());
    double begin = now();
    for (unsigned i = 0; i < COPIES; i++)
        OK(hipMemcpy(to, from, COPY, kind));
    OK(hipDeviceSynchronize());
    printf("%s %.2f\n", name, (double)COPY * COPIES / (now() - begin) * 1e-9);
}

int
main()
{
    void *there[2], *here = calloc(1, COPY);
    unsigned *words;
    OK(hipMalloc((void **)&words, 4096));
    OK(hipMalloc(&there[0], COPY));
    OK(hipMalloc(&there[1], COPY));
    launches(words, 1, "launches/s");
    launches(words, BATCH, "launches/s_of_50");
    copies(there[0], here, hipMemcpyHostToDevice, "GB/s_to_GPU");
    copies(there[1], there[0], hipMemcpyDeviceToDevice, "GB/s_in_GPU");
    copies(here, there[1], hipMemcpyDeviceToHost, "GB/s_to_host");
    OK(hipFree(words));
    OK(hipFree(there[0]));
    OK(hipFree(there[1]));
    free(here);
    return 0;
}
