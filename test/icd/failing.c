/* icd-failing KIND [STEP]: commands of all kinds on real GPUs, again and again, each time with another one failing of what
 * the ICD asks for: its own allocations (KIND malloc), or the kernel driver's memory (memory), or, from one on, its queues
 * (queue: a GPU that is lost).  Nothing crashes or hangs, what fails says so with one of OpenCL's codes, what says that it
 * is good is so, and all works afterwards.  STEP: only every so many.  OCC_ICD_VERSION=3.0: kernels enqueue, too. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "test/icd/host.h"

#include <dlfcn.h>
#include <hsakmt.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 1024, LARGE = 600000, EVENTS = 16, SECONDS = 30, MAX_RUNS = 20000 };

static const char source[] =
    "kernel void add(global uint *a, global uint *b, uint n)\n"
    "{ uint i = get_global_id(0); b[i] += a[i] + n; }\n"
    "kernel void say(global uint *a) { if (get_global_id(0) == 0) printf(\"\"); a[0] += 0; }\n"
    "kernel void trap(global uint *a) { __builtin_trap(); }\n"
    "kernel void parent(global uint *a, global uint *b, uint n)\n"
    "{ if (get_global_id(0) == 0) enqueue_kernel(get_default_queue(), 0, "
    "ndrange_1D(get_global_size(0)),\n"
    "    ^{ uint i = get_global_id(0); if (n) b[i] += a[i] + n; else __builtin_trap(); }); }\n";

/* ---- what fails ---- */

enum kind { MALLOC, QUEUE, MEMORY, KINDS };
static const char *const kinds[] = {"malloc", "queue", "memory"};
static enum kind kind;
static atomic_bool is_armed;
static atomic_ulong asked;
static unsigned long fails_at;
static uintptr_t icd_begin, icd_end; /* whose allocations fail: the library's */

static bool
fails(enum kind of)
{
    if (of != kind || !atomic_load(&is_armed))
        return false;
    unsigned long at = atomic_fetch_add(&asked, 1) + 1;
    unsigned again = of == MEMORY; /* ROCr tries twice */
    return of == QUEUE ? at >= fails_at : at == fails_at || at == fails_at + again;
}

static bool
malloc_fails(const void *caller)
{
    uintptr_t at = (uintptr_t)caller;
    return at >= icd_begin && at < icd_end && fails(MALLOC);
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

#pragma GCC visibility push(default)

void *
malloc(size_t size)
{
    return malloc_fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *
calloc(size_t count, size_t size)
{
    return malloc_fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *
realloc(void *block, size_t size)
{
    return malloc_fails(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

HSAKMT_STATUS HSAKMTAPI
hsaKmtCreateQueue(HSAuint32 node, HSA_QUEUE_TYPE type, HSAuint32 percentage,
                  HSA_QUEUE_PRIORITY priority, void *address, HSAuint64 size, HsaEvent *event,
                  HsaQueueResource *resource)
{
    __typeof__(&hsaKmtCreateQueue) next;
    *(void **)&next = dlsym(RTLD_NEXT, "hsaKmtCreateQueue");
    if (!next) /* ROCr's own, which the ICD has loaded */
        *(void **)&next = dlsym(dlopen("libhsakmt.so.1", RTLD_NOW | RTLD_NOLOAD), __func__);
    return fails(QUEUE) ? HSAKMT_STATUS_NO_MEMORY
                        : next(node, type, percentage, priority, address, size, event, resource);
}

HSAKMT_STATUS HSAKMTAPI
hsaKmtAllocMemory(HSAuint32 node, HSAuint64 size, HsaMemFlags flags, void **address)
{
    __typeof__(&hsaKmtAllocMemory) next;
    *(void **)&next = dlsym(dlopen("libhsakmt.so.1", RTLD_NOW | RTLD_NOLOAD), __func__);
    /* Node 0 is the host's: ROCr asserts that it has rings (5.2.3, AqlQueue::AllocRegisteredRingBuffer). */
    return node && fails(MEMORY) ? HSAKMT_STATUS_NO_MEMORY : next(node, size, flags, address);
}

#pragma GCC visibility pop

/* ---- what is done ---- */

static unsigned failures, refused, no_room;

static void
complain(const char *what, long value)
{
    if (failures++ < 20)
        printf("%s %lu: %s (%ld)\n", kinds[kind], fails_at, what, value);
}

static void
hangs(int signal)
{
    (void)signal;
    complain("it hangs", SECONDS);
    fflush(stdout);
    _exit(3);
}

/* Codes that tell of too little of something. */
static bool
good(cl_int error, const char *what)
{
    static const cl_int codes[] = {CL_MEM_OBJECT_ALLOCATION_FAILURE,
                                   CL_OUT_OF_RESOURCES,
                                   CL_OUT_OF_HOST_MEMORY,
                                   CL_MAP_FAILURE,
                                   CL_BUILD_PROGRAM_FAILURE,
                                   CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
    bool is_known = error == CL_SUCCESS;
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++)
        is_known |= error == codes[i];
    if (!is_known)
        complain(what, error);
    refused += error != CL_SUCCESS;
    no_room += error == CL_MEM_OBJECT_ALLOCATION_FAILURE;
    return error == CL_SUCCESS;
}
#define GOOD(call) good(call, #call)

static uint32_t from[LARGE], to[LARGE];

struct work {
    struct host host;
    cl_program program;
    cl_command_queue inner; /* on the device */
    cl_kernel add, say, trap, parent;
    cl_mem small[2], large;
    cl_event events[EVENTS];
    unsigned count;
    bool is_good; /* all has worked so far */
};

static void
done(struct work *work, cl_int error, const char *what)
{
    work->is_good &= good(error, what);
    work->count += error == CL_SUCCESS;
}
#define DO(call) done(work, call, #call)

static bool
set_up(struct work *work)
{
    struct host *host = &work->host;
    const char *text = source;
    cl_int error;
    host->context = clCreateContext(NULL, 1, &host->device, NULL, NULL, &error);
    if (!GOOD(error))
        return false;
    host->queue = clCreateCommandQueue(host->context, host->device,
                                       CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
    if (!GOOD(error))
        return false;
    static const cl_queue_properties on_device[] = {
        CL_QUEUE_PROPERTIES,
        CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
        CL_QUEUE_SIZE, 16384, 0};
    work->inner =
        clCreateCommandQueueWithProperties(host->context, host->device, on_device, &error);
    if (!GOOD(error))
        return false;
    work->program = clCreateProgramWithSource(host->context, 1, &text, NULL, &error);
    if (!GOOD(error) || !GOOD(clBuildProgram(work->program, 0, NULL, "-cl-std=CL2.0", NULL, NULL)))
        return false;
    cl_kernel *kernels[] = {&work->add, &work->say, &work->trap, &work->parent};
    const char *names[] = {"add", "say", "trap", "parent"};
    for (unsigned i = 0; i < 4; i++) {
        *kernels[i] = clCreateKernel(work->program, names[i], &error);
        if (!GOOD(error))
            return false;
    }
    cl_mem *memories[] = {&work->small[0], &work->small[1], &work->large};
    for (unsigned i = 0; i < 3; i++) {
        *memories[i] =
            clCreateBuffer(host->context, 0, i == 2 ? sizeof to : 4 * WORDS, NULL, &error);
        if (!GOOD(error))
            return false;
    }
    return true;
}

static bool
set_three(cl_kernel kernel, const cl_mem *memory, cl_uint n)
{
    return GOOD(clSetKernelArg(kernel, 0, sizeof *memory, &memory[0])) &&
           GOOD(clSetKernelArg(kernel, 1, sizeof *memory, &memory[1])) &&
           GOOD(clSetKernelArg(kernel, 2, sizeof n, &n));
}

/* b[i] = 7 + 2 * (i + 5), by all kinds of commands, each after the one before it. */
static void
command(struct work *work)
{
    cl_command_queue queue = work->host.queue;
    cl_mem *small = work->small;
    const cl_uint n = 5, seven = 7;
    const size_t items = WORDS, zero[3] = {0, 0, 0}, region[3] = {64, 16, 1};
    cl_event *events = work->events, *at;
#define AFTER                                                                                      \
    work->count ? 1 : 0, work->count ? &events[work->count - 1] : NULL, (at = &events[work->count])
    for (unsigned i = 0; i < LARGE; i++)
        from[i] = i;
    DO(clEnqueueWriteBuffer(queue, work->large, CL_FALSE, 0, sizeof from, from, AFTER));
    DO(clEnqueueCopyBuffer(queue, work->large, small[0], 0, 0, 4 * WORDS, AFTER));
    DO(clEnqueueFillBuffer(queue, small[1], &seven, 4, 0, 4 * WORDS, AFTER));
    work->is_good &= set_three(work->add, small, n) && set_three(work->parent, small, n) &&
                     GOOD(clSetKernelArg(work->say, 0, sizeof *small, &small[1]));
    if (!work->is_good)
        return;
    DO(clEnqueueNDRangeKernel(queue, work->add, 1, NULL, &items, NULL, AFTER));
    DO(clEnqueueNDRangeKernel(queue, work->say, 1, NULL, &items, NULL, AFTER));
    DO(clEnqueueNDRangeKernel(queue, work->parent, 1, NULL, &items, NULL, AFTER));
    DO(clEnqueueCopyBufferRect(queue, small[1], work->large, zero, zero, region, 128, 0, 128, 0,
                               AFTER));
    DO(clEnqueueReadBuffer(queue, small[1], CL_FALSE, 0, 4 * WORDS, to, AFTER));
    DO(clEnqueueReadBuffer(queue, work->large, CL_FALSE, 4 * WORDS, sizeof to - 4 * WORDS,
                           to + WORDS, AFTER));
    (void)at;
}

static void
look(const struct work *work)
{
    cl_int status;
    bool is_good = work->is_good && work->count == 9;
    for (unsigned i = 0; i < work->count; i++) {
        clGetEventInfo(work->events[i], CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                       NULL);
        if (status > CL_COMPLETE)
            complain("an event has not ended", i);
        is_good &= good(status, "status of an event");
    }
    for (unsigned i = 0; is_good && i < LARGE; i++)
        if (to[i] != (i < WORDS ? 2 * i + 17 : i)) {
            complain("a wrong word", i);
            is_good = false;
        }
}

/* One that traps, and what is lost with it. */
static void
lose(struct work *work)
{
    const size_t items = 64;
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(work->host.context, work->host.device, 0, &error);
    if (!GOOD(error))
        return;
    const cl_uint n = 5;
    bool is_set = GOOD(clSetKernelArg(work->trap, 0, sizeof *work->small, &work->small[0]));
    if (is_set && set_three(work->add, work->small, n)) {
        GOOD(clEnqueueNDRangeKernel(queue, work->trap, 1, NULL, &items, NULL, 0, NULL, NULL));
        GOOD(clEnqueueNDRangeKernel(queue, work->add, 1, NULL, &items, NULL, 0, NULL, NULL));
    }
    GOOD(clEnqueueReadBuffer(queue, work->small[0], CL_TRUE, 0, 256, to, 0, NULL, NULL));
    GOOD(clFinish(queue));
    for (cl_uint i = 0; i < 2; i++) /* a child that traps, and a good one */
        if (set_three(work->parent, work->small, i))
            GOOD(clEnqueueNDRangeKernel(queue, work->parent, 1, NULL, &items, NULL, 0, NULL, NULL));
    GOOD(clFinish(queue));
    clReleaseCommandQueue(queue);
}

static void
tear_down(struct work *work)
{
    for (unsigned i = 0; i < work->count; i++)
        clReleaseEvent(work->events[i]);
    cl_mem memories[] = {work->small[0], work->small[1], work->large};
    cl_kernel kernels[] = {work->add, work->say, work->trap, work->parent};
    for (unsigned i = 0; i < 4; i++) {
        if (i < 3 && memories[i])
            clReleaseMemObject(memories[i]);
        if (kernels[i])
            clReleaseKernel(kernels[i]);
    }
    if (work->program)
        clReleaseProgram(work->program);
    if (work->inner)
        clReleaseCommandQueue(work->inner);
    if (work->host.queue)
        clReleaseCommandQueue(work->host.queue);
    if (work->host.context)
        clReleaseContext(work->host.context);
}

/* What is asked for; how much did it ask for? */
static unsigned long
run(cl_device_id device, unsigned long fail)
{
    struct work work = {.host = {.device = device}, .is_good = true};
    alarm(SECONDS);
    fails_at = fail;
    bool is_built = kind != MALLOC || set_up(&work); /* not in builds */
    atomic_store(&asked, 0);
    atomic_store(&is_armed, true);
    if (kind != MALLOC)
        is_built = set_up(&work);
    if (is_built) {
        command(&work);
        clFinish(work.host.queue);
        look(&work);
        lose(&work);
    }
    tear_down(&work);
    atomic_store(&is_armed, false);
    return atomic_load(&asked);
}

static int
find_icd(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    if (!strstr(info->dlpi_name, "libocc_icd"))
        return 0;
    icd_begin = info->dlpi_addr;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t end = icd_begin + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && end > icd_end)
            icd_end = end;
    }
    return 1;
}

int
main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_device_id device;
    unsigned step = argc > 2 ? (unsigned)atoi(argv[2]) : 1, runs = 0;
    while (argc > 1 && kind < KINDS && strcmp(argv[1], kinds[kind]) != 0)
        kind++;
    if (argc < 2 || kind == KINDS || !step)
        return 2;
    signal(SIGALRM, hangs);
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL) != CL_SUCCESS)
        return 2;
    dl_iterate_phdr(find_icd, NULL);
    unsigned long all = run(device, MAX_RUNS);
    for (unsigned long i = 1; i <= all && i < MAX_RUNS; i += step, runs++)
        run(device, i);
    unsigned before = refused;
    run(device, MAX_RUNS);
    if (refused - before != 2) /* the traps' */
        complain("it does not work any more", refused - before);
    if (kind == MEMORY && !no_room)
        complain("no command says that there is no room", 0);
    printf("%u of %lu failed in turn, %u calls refused, %u failures\n", runs, all, refused,
           failures);
    return failures || !runs || refused <= 2;
}
