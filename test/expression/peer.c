/* Another OpenCL, which is pocl (run.sh). */
#define CL_TARGET_OPENCL_VERSION 120
#include "simulate.h"

#include <CL/cl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct peer {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem in, out;
};

enum { PEER_SECONDS = 300 };

/* What the child, which alone knows OpenCL, leaves: its LLVM crashes now and then. */
struct shared {
    char message[4096];
    uint8_t outputs[];
};

static char *
failure(const char *call, cl_int status)
{
    char *text = malloc(100);
    snprintf(text, 100, "%s gives %d", call, status);
    return text;
}

static char *
build(struct peer *peer, const char *text, uint64_t seed)
{
    char name[32];
    size_t size = 0;
    cl_int status;
    peer->program = clCreateProgramWithSource(peer->context, 1, &text, NULL, &status);
    if (status)
        return failure("clCreateProgramWithSource", status);
    status = clBuildProgram(
        peer->program, 1, &peer->device,
        "-w -cl-opt-disable -cl-std=CL3.0 -cl-fp32-correctly-rounded-divide-sqrt", NULL, NULL);
    if (status) {
        clGetProgramBuildInfo(peer->program, peer->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size);
        char *log = calloc(1, size + 1);
        clGetProgramBuildInfo(peer->program, peer->device, CL_PROGRAM_BUILD_LOG, size, log, NULL);
        return log;
    }
    snprintf(name, sizeof name, "e%" PRIu64, seed);
    peer->kernel = clCreateKernel(peer->program, name, &status);
    return status ? failure("clCreateKernel", status) : NULL;
}

static char *
make_buffers(struct peer *peer, struct program *const *programs, unsigned count, size_t *out_size)
{
    size_t in_size = 0, at = 0;
    cl_int status[2];
    *out_size = 0;
    for (unsigned i = 0; i < count; i++) {
        in_size += programs[i]->input_size;
        *out_size += programs[i]->output_size;
    }
    uint8_t *input = calloc(1, in_size);
    for (unsigned i = 0; i < count; at += programs[i++]->input_size)
        program_fill_input(programs[i], input + at);
    peer->in = clCreateBuffer(peer->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in_size,
                              input, &status[0]);
    peer->out = clCreateBuffer(peer->context, CL_MEM_READ_WRITE, *out_size, NULL, &status[1]);
    free(input);
    return status[0] || status[1] ? failure("clCreateBuffer", status[0]) : NULL;
}

static char *
run(struct peer *peer, struct program *const *programs, unsigned count, uint8_t *const *outputs)
{
    size_t size, lanes = LANES, at = 0;
    char *wrong = make_buffers(peer, programs, count, &size);
    if (wrong)
        return wrong;
    uint8_t *output = calloc(1, size);
    clSetKernelArg(peer->kernel, 0, sizeof peer->out, &peer->out);
    clSetKernelArg(peer->kernel, 1, sizeof peer->in, &peer->in);
    cl_int status =
        clEnqueueNDRangeKernel(peer->queue, peer->kernel, 1, NULL, &lanes, &lanes, 0, NULL, NULL);
    if (!status)
        status =
            clEnqueueReadBuffer(peer->queue, peer->out, CL_TRUE, 0, size, output, 0, NULL, NULL);
    for (unsigned i = 0; i < count; at += programs[i++]->output_size)
        memcpy(outputs[i], output + at, programs[i]->output_size);
    free(output);
    return status ? failure("clEnqueueNDRangeKernel", status) : NULL;
}

static void
close_peer(struct peer *peer)
{
    if (peer->in)
        clReleaseMemObject(peer->in);
    if (peer->out)
        clReleaseMemObject(peer->out);
    if (peer->kernel)
        clReleaseKernel(peer->kernel);
    if (peer->program)
        clReleaseProgram(peer->program);
    if (peer->queue)
        clReleaseCommandQueue(peer->queue);
    if (peer->context)
        clReleaseContext(peer->context);
}

static char *
run_here(const char *text, struct program *const *programs, unsigned count, uint8_t *const *outputs)
{
    struct peer peer = {0};
    cl_platform_id platform;
    cl_int status;
    setenv("POCL_KERNEL_CACHE", "0", 1);
    if ((status = clGetPlatformIDs(1, &platform, NULL)) ||
        (status = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &peer.device, NULL)))
        return failure("clGetDeviceIDs", status);
    peer.context = clCreateContext(NULL, 1, &peer.device, NULL, NULL, &status);
    if (!status)
        peer.queue = clCreateCommandQueue(peer.context, peer.device, 0, &status);
    char *wrong =
        status ? failure("clCreateCommandQueue", status) : build(&peer, text, programs[0]->seed);
    if (!wrong)
        wrong = run(&peer, programs, count, outputs);
    close_peer(&peer);
    return wrong;
}

/* In the child: outputs and message go to memory that the parent shares. */
static void
run_in_child(const char *text, struct program *const *programs, unsigned count,
             uint8_t *const *outputs, struct shared *shared)
{
    alarm(PEER_SECONDS);
    char *wrong = run_here(text, programs, count, outputs);
    snprintf(shared->message, sizeof shared->message, "%s", wrong ? wrong : "");
    uint8_t *at = shared->outputs;
    for (unsigned i = 0; i < count; at += programs[i++]->output_size)
        memcpy(at, outputs[i], programs[i]->output_size);
    _exit(wrong != NULL);
}

char *
run_peer(const char *text, struct program *const *programs, unsigned count, uint8_t *const *outputs,
         bool *crashed)
{
    size_t size = sizeof(struct shared);
    for (unsigned i = 0; i < count; i++)
        size += programs[i]->output_size;
    struct shared *shared =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = 0;
    pid_t child = shared == MAP_FAILED ? -1 : fork();
    if (child == 0)
        run_in_child(text, programs, count, outputs, shared);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return failure("fork", -1);
    uint8_t *at = shared->outputs;
    for (unsigned i = 0; i < count; at += programs[i++]->output_size)
        memcpy(outputs[i], at, programs[i]->output_size);
    char *wrong = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? NULL : strdup(shared->message);
    *crashed = WIFSIGNALED(status);
    if (*crashed) {
        free(wrong);
        wrong = failure("the peer crashes: wait", WTERMSIG(status));
    }
    munmap(shared, size);
    return wrong;
}
