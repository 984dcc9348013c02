/* Launches for record.sh: of a list in shared memory, of a program's variables, which others have changed
 * before, of another program's, one that is ended, and one that faults; OCC_ICD_VERSION=3.0, OCC_ICD_SECONDS=1. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

static const char source[] =
    "struct node { global struct node *next; uint value; };"
    "kernel void follow(global struct node *node)"
    " { for (; node; node = node->next) node->value = 2 * node->value + 1; }\n"
    "global uint total = 5; global uint counts[4]; global uint *global where = &total;"
    "kernel void count(global uint *a, uint n)"
    " { if (get_global_id(0)) return;"
    " a[0] = total += n; counts[n & 3]++; a[1] = *where; }\n"
    "kernel void endless(global uint *a) { while (*(volatile global uint *)a == 0) ; }\n"
    "kernel void far(global uint *a) { a[1 << 20] = 1; }\n";

static const char borrows[] =
    "extern __attribute__((visibility(\"default\"))) global uint total;\n"
    "extern __attribute__((visibility(\"default\"))) global uint *global where;\n"
    "global uint own = 7;\n"
    "kernel void borrow(global uint *a) { a[0] = total++; a[1] = own++; a[2] = where != 0; }\n";

struct node {
    struct node *next;
    cl_uint value;
};

static cl_int
launch(const struct host *host, cl_kernel kernel, size_t items)
{
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
    return clFinish(host->queue);
}

static void
follow(const struct host *host, cl_kernel kernel)
{
    struct node *first = NULL;
    for (unsigned i = 0; i < 3; i++) {
        struct node *node = clSVMAlloc(host->context, CL_MEM_READ_WRITE, sizeof *node, 0);
        assert_ok(
            clEnqueueSVMMap(host->queue, CL_TRUE, CL_MAP_WRITE, node, sizeof *node, 0, NULL, NULL));
        *node = (struct node){first, i};
        assert_ok(clEnqueueSVMUnmap(host->queue, node, 0, NULL, NULL));
        first = node;
    }
    assert_ok(clSetKernelArgSVMPointer(kernel, 0, first));
    assert_ok(launch(host, kernel, 1));
    for (struct node *next; first; first = next) {
        assert_ok(clEnqueueSVMMemcpy(host->queue, CL_TRUE, &next, &first->next, sizeof next, 0,
                                     NULL, NULL));
        clSVMFree(host->context, first);
    }
}

int
main(void)
{
    static const char *const names[] = {"follow", "count", "endless", "far"};
    struct host host = host_begin(0, NULL, NULL);
    const uint32_t zeros[4] = {0};
    cl_mem memory = host_words(&host, zeros, 4);
    cl_kernel other = host_kernel(&host, "kernel void first(global uint *a) { *a = 0; }", "first");
    host_launch(&host, other, 1, 1, 1,
                memory); /* its code lies where a replay has that of another */
    cl_program program = host_program(&host, source, "-cl-std=CL2.0");
    cl_kernel kernels[4];
    cl_int error;
    for (unsigned i = 0; i < 4; i++) {
        kernels[i] = clCreateKernel(program, names[i], &error);
        assert_ok(error);
        if (i)
            assert_ok(clSetKernelArg(kernels[i], 0, sizeof memory, &memory));
    }
    follow(&host, kernels[0]);
    for (cl_uint n = 1; n < 4; n++) { /* of different sizes: each is recorded */
        assert_ok(clSetKernelArg(kernels[1], 1, sizeof n, &n));
        assert_ok(launch(&host, kernels[1], n));
    }
    cl_program user = host_program(&host, borrows, "-cl-std=CL2.0");
    cl_kernel borrow = clCreateKernel(user, "borrow", &error);
    assert_ok(error);
    assert_ok(clSetKernelArg(borrow, 0, sizeof memory, &memory));
    assert_ok(launch(&host, borrow, 1));
    clReleaseKernel(borrow);
    clReleaseProgram(user);
    assert_int_equal(launch(&host, kernels[3], 1), CL_OUT_OF_RESOURCES);
    assert_ok(clEnqueueFillBuffer(host.queue, memory, zeros, 4, 0, 16, 0, NULL, NULL));
    assert_int_equal(launch(&host, kernels[2], 1), CL_OUT_OF_RESOURCES);
    for (unsigned i = 0; i < 4; i++)
        clReleaseKernel(kernels[i]);
    clReleaseKernel(other);
    clReleaseMemObject(memory);
    clReleaseProgram(program);
    host_end(&host);
    return 0;
}
