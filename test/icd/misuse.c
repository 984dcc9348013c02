/* For misuse.sh: a program that uses the API as it must, or in one way not (OCC_ICD_CHECK=api).
 *   icd-misuse right|leak|argument|queue|event|buffer */
#include "test/icd/host.h"

#include <string.h>

int
main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "right";
    uint32_t words[64] = {0};
    struct host host = host_begin(0, NULL, NULL);
    cl_mem memory = host_words(&host, words, 64);
    cl_kernel kernel = host_kernel(
        &host, "kernel void twice(global int *a) { a[get_global_id(0)] *= 2; }", "twice");
    cl_event event;
    const size_t items = 64;
    cl_uint count;
    assert_ok(clSetKernelArg(kernel, 0, sizeof memory, &memory));
    if (strcmp(how, "argument") == 0)
        assert_ok(clReleaseMemObject(memory));
    assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &items, NULL, 0, NULL, &event));
    assert_ok(clFinish(host.queue));
    assert_ok(clReleaseEvent(event));
    if (strcmp(how, "event") == 0)
        clReleaseEvent(event);
    clReleaseKernel(kernel);
    if (strcmp(how, "leak") != 0 && strcmp(how, "argument") != 0)
        assert_ok(clReleaseMemObject(memory));
    if (strcmp(how, "buffer") == 0)
        clGetMemObjectInfo(memory, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL);
    cl_command_queue queue = host.queue;
    host_end(&host);
    if (strcmp(how, "queue") == 0)
        clFlush(queue);
    return 0;
}
