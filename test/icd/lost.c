/* icd-lost KIND SEEDS [FIRST]: scenes of commands that are drawn, over queues with events across them.  Each scene is run
 * once for each of its launches, and that one fails: it traps (KIND trap), stores far away (far) or never ends (endless;
 * with OCC_ICD_SECONDS).  With OCC_ICD_VERSION=3.0 kernels that they enqueue may do so, and half of the good steps are such
 * kernels' (child_trap, child_far, child_endless), or they trap when they have enqueued some (orphans).  Nothing hangs; what lists a failed one fails, too; all else has the data as if the failed ones
 * had not been there.  What runs at once with a fault, where the GPU cannot tell which it was, may fail by itself: then
 * nobody knows what it has stored. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "test/icd/host.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_COMMANDS = 24, BUFFERS = 4, QUEUES = 3, ITEMS = 64, SMALL = 64, LARGE = 300000 };
enum { UNREAD = 0x1234567 }; /* where something is to be read */
enum { ROWS = 4, ROW = 8, PITCH = 16, DEVICES = 4, SECONDS = 60 };

static const char source[] =
    "kernel void step(global uint *a, global uint *b, uint n)\n"
    "{ uint i = get_global_id(0); b[i] = b[i] * 3 + a[i] + n; }\n"
    "kernel void slow(global uint *a, global uint *b, uint n)\n"
    "{ uint i = get_global_id(0), x = n; for (uint k = 0; k < 3000; k++) x = x * 1664525 + k;\n"
    "  b[i] = b[i] * 3 + a[i] + n + (x == 1 && n == 0); }\n"
    "kernel void trap(global uint *a, global uint *b, uint n) { __builtin_trap(); }\n"
    "kernel void far(global uint *a, global uint *b, uint n) { b[(ulong)1 << 36] = n; }\n"
    "kernel void endless(global uint *a, volatile global uint *b, uint n)\n"
    "{ while (b[0] != 0xdeadbeef) ; }\n"
    "#ifdef CHILDREN\n"
    "kernel void parent(global uint *a, global uint *b, uint n)\n"
    "{ if (get_global_id(0) == 0)\n"
    "    enqueue_kernel(get_default_queue(), n & 2 ? CLK_ENQUEUE_FLAGS_WAIT_KERNEL : "
    "CLK_ENQUEUE_FLAGS_NO_WAIT,\n"
    "      ndrange_1D(get_global_size(0)), ^{ uint i = get_global_id(0); b[i] = b[i] * 3 + a[i] + "
    "n; }); }\n"
    "kernel void child_trap(global uint *a, global uint *b, uint n)\n"
    "{ CHILD(__builtin_trap();) }\n"
    "kernel void child_far(global uint *a, global uint *b, uint n) { CHILD(b[(ulong)1 << 36] = n;) "
    "}\n"
    "kernel void child_endless(global uint *a, volatile global uint *b, uint n)\n"
    "{ CHILD(while (b[0] != 0xdeadbeef) ;) }\n"
    "kernel void orphans(global uint *a, global uint *b, uint n)\n"
    "{ CHILD(b[0] = 1;) CHILD(b[1] = 1;) __builtin_trap(); }\n"
    "#endif\n";
/* How they are built if kernels enqueue. */
static const char with_children[] =
    "-cl-std=CL2.0 -DCHILDREN -DCHILD(x)=if(get_global_id(0)==0)"
    "enqueue_kernel(get_default_queue(),CLK_ENQUEUE_FLAGS_WAIT_KERNEL,ndrange_1D(1),^{x});";

enum kind { STEP, COPY, RECTANGLE, FILL, WRITE, READ, MAP, KINDS };
static const char *const kinds[] = {"step", "copy", "rectangle", "fill", "write", "read", "map"};

struct command {
    enum kind kind;
    unsigned queue, from, to; /* buffers */
    cl_uint n;
    bool is_slow, has_barrier;
    uint32_t listed, before; /* other commands, as bits: in its list; over before it begins */
    uint32_t *host;
    cl_event event;
};

static struct scene {
    unsigned count, queues, words;
    bool is_out_of_order[QUEUES], is_gated;
    unsigned device[QUEUES];
    struct command commands[MAX_COMMANDS];
} scene;

static struct {
    cl_context context;
    cl_device_id devices[DEVICES];
    cl_uint device_count;
    cl_command_queue queues[DEVICES][2][QUEUES];
    cl_kernel step, slow, fault, parent; /* parent: NULL: kernels enqueue none */
    cl_command_queue inner[DEVICES];
    cl_mem buffers[BUFFERS];
    uint32_t *model[BUFFERS], *seen;
    bool is_unknown[BUFFERS];
    bool is_far, is_endless;
} world;

static unsigned seed, fault, failures, cases, hit, failed_commands;

static unsigned
draw(unsigned count)
{
    static uint64_t state;
    if (!count)
        state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return count ? (unsigned)(state >> 33) % count : 0;
}

static void
fails(const char *what, unsigned i, long long value)
{
    if (failures++ < 20)
        printf("seed %u, fault at %u: command %u (%s): %s (%lld)\n", seed, fault, i,
               i < MAX_COMMANDS && i < scene.count ? kinds[scene.commands[i].kind] : "", what,
               value);
}

static void
check(cl_int error, const char *what)
{
    if (error != CL_SUCCESS)
        fails(what, MAX_COMMANDS, error);
}
#define CHECK(call) check(call, #call)

static void
hangs(int signal)
{
    (void)signal;
    fails("it hangs", MAX_COMMANDS, SECONDS);
    fflush(stdout);
    _exit(3);
}

/* ---- scenes ---- */

static bool
changes(const struct command *command)
{
    return command->kind != READ && command->kind != MAP;
}

static bool
reads(const struct command *command, unsigned buffer)
{
    bool has_from = command->kind != FILL && command->kind != WRITE;
    bool reads_to = command->kind == STEP || command->kind == RECTANGLE;
    return (has_from && command->from == buffer) || (reads_to && command->to == buffer);
}

static bool
touches(const struct command *command, unsigned buffer)
{
    return reads(command, buffer) || (changes(command) && command->to == buffer);
}

static bool
conflict(const struct command *one, const struct command *other)
{
    return (changes(one) && touches(other, one->to)) || (changes(other) && touches(one, other->to));
}

/* Orders it after those that it conflicts with: by its queue, by a barrier, or by its list. */
static void
order(unsigned index)
{
    struct command *command = &scene.commands[index];
    bool is_free = scene.is_out_of_order[command->queue];
    command->has_barrier = is_free && draw(4) == 0;
    bool is_ordered = !is_free || command->has_barrier;
    for (unsigned i = 0; i < index; i++) {
        const struct command *other = &scene.commands[i];
        bool has_barrier = other->queue == command->queue && other->has_barrier;
        bool is_same = other->queue == command->queue && is_ordered;
        if (!is_same && conflict(command, other) && !(command->before >> i & 1))
            command->listed |= 1u << i;
        else if (draw(16) == 0)
            command->listed |= 1u << i;
        if (is_same || command->listed >> i & 1)
            command->before |= 1u << i | other->before;
        for (unsigned k = 0; has_barrier && k < i; k++) /* what was before the barrier */
            if (scene.commands[k].queue == command->queue)
                command->before |= 1u << k | scene.commands[k].before;
    }
}

static void
draw_scene(void)
{
    draw(0);
    scene.count = 6 + draw(MAX_COMMANDS - 6);
    scene.queues = 1 + draw(QUEUES);
    scene.is_gated = draw(2);
    scene.words = draw(8) ? SMALL : LARGE;
    for (unsigned q = 0; q < scene.queues; q++) {
        scene.is_out_of_order[q] = draw(3) == 0;
        scene.device[q] = draw(world.device_count);
    }
    for (unsigned i = 0; i < scene.count; i++) {
        struct command *command = &scene.commands[i];
        uint32_t *host = command->host;
        *command = (struct command){.kind = draw(2) ? STEP : draw(KINDS),
                                    .queue = draw(scene.queues),
                                    .from = draw(BUFFERS),
                                    .n = 1 + draw(1000),
                                    .is_slow = draw(3) == 0,
                                    .host = host};
        command->to = command->kind == STEP && draw(3) == 0
                          ? command->from
                          : (command->from + 1 + draw(BUFFERS - 1)) % BUFFERS;
        order(i);
    }
}

/* ---- running them ---- */

static cl_command_queue
queue_of(unsigned queue)
{
    return world.queues[scene.device[queue]][scene.is_out_of_order[queue]][queue];
}

static void
enqueue(unsigned index, cl_event gate)
{
    struct command *c = &scene.commands[index];
    cl_command_queue queue = queue_of(c->queue);
    cl_event waits[MAX_COMMANDS + 1];
    cl_uint count = 0;
    const size_t items = ITEMS, bytes = 4 * scene.words, zero[3] = {0, 0, 0};
    const size_t region[3] = {4 * ROW, ROWS, 1};
    cl_mem from = world.buffers[c->from], to = world.buffers[c->to];
    for (unsigned i = 0; i < index; i++)
        if (c->listed >> i & 1)
            waits[count++] = scene.commands[i].event;
    if (gate)
        waits[count++] = gate;
    const cl_event *list = count ? waits : NULL;
    if (c->has_barrier)
        CHECK(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
    cl_kernel kernel = index == fault             ? world.fault
                       : c->is_slow               ? world.slow
                       : world.parent && c->n & 1 ? world.parent
                                                  : world.step;
    switch (c->kind) {
    case STEP:
        CHECK(clSetKernelArg(kernel, 0, sizeof from, &from));
        CHECK(clSetKernelArg(kernel, 1, sizeof to, &to));
        CHECK(clSetKernelArg(kernel, 2, sizeof c->n, &c->n));
        CHECK(
            clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, count, list, &c->event));
        break;
    case COPY:
        CHECK(clEnqueueCopyBuffer(queue, from, to, 0, 0, bytes, count, list, &c->event));
        break;
    case RECTANGLE:
        CHECK(clEnqueueCopyBufferRect(queue, from, to, zero, zero, region, 4 * PITCH, 0, 4 * PITCH,
                                      0, count, list, &c->event));
        break;
    case FILL:
        CHECK(clEnqueueFillBuffer(queue, to, &c->n, 4, 0, bytes, count, list, &c->event));
        break;
    case WRITE:
        for (unsigned i = 0; i < scene.words; i++)
            c->host[i] = c->n + i;
        CHECK(clEnqueueWriteBuffer(queue, to, CL_FALSE, 0, bytes, c->host, count, list, &c->event));
        break;
    case READ:
        c->host[0] = c->host[scene.words - 1] = UNREAD;
        CHECK(
            clEnqueueReadBuffer(queue, from, CL_FALSE, 0, bytes, c->host, count, list, &c->event));
        break;
    default: { /* what is mapped is looked at at once */
        cl_int error, status;
        void *at = clEnqueueMapBuffer(queue, from, CL_FALSE, CL_MAP_READ, 0, bytes, count, list,
                                      &c->event, &error);
        CHECK(error);
        if (gate)
            CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
        clWaitForEvents(1, &c->event);
        CHECK(clGetEventInfo(c->event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                             NULL));
        if (status == CL_COMPLETE)
            memcpy(c->host, at, bytes);
        CHECK(clEnqueueUnmapMemObject(queue, from, at, 0, NULL, NULL));
        clFinish(queue);
    }
    }
}

static bool
has_map(void)
{
    for (unsigned i = 0; i < scene.count; i++)
        if (scene.commands[i].kind == MAP)
            return true;
    return false;
}

static void
run_scene(void)
{
    cl_int error;
    bool is_gated = scene.is_gated && !has_map();
    cl_event gate = is_gated ? clCreateUserEvent(world.context, &error) : NULL;
    for (unsigned b = 0; b < BUFFERS; b++) {
        for (unsigned i = 0; i < scene.words; i++)
            world.model[b][i] = b * 1000 + i;
        world.is_unknown[b] = false;
        CHECK(clEnqueueWriteBuffer(queue_of(0), world.buffers[b], CL_TRUE, 0, 4 * scene.words,
                                   world.model[b], 0, NULL, NULL));
    }
    for (unsigned i = 0; i < scene.count; i++)
        enqueue(i, i < 8 ? gate : NULL);
    if (gate) {
        CHECK(clSetUserEventStatus(gate, CL_COMPLETE));
        CHECK(clReleaseEvent(gate));
    }
    for (unsigned q = 0; q < scene.queues; q++)
        clFinish(queue_of(q));
}

/* ---- what came of it ---- */

static void
apply(const struct command *c)
{
    uint32_t *to = world.model[c->to];
    const uint32_t *from = world.model[c->from];
    bool *is_unknown = world.is_unknown;
    if (c->kind == STEP)
        for (unsigned i = 0; i < ITEMS; i++)
            to[i] = to[i] * 3 + from[i] + c->n;
    else if (c->kind == COPY)
        memcpy(to, from, 4 * scene.words);
    else if (c->kind == RECTANGLE)
        for (unsigned i = 0; i < ROWS; i++)
            memcpy(to + PITCH * i, from + PITCH * i, 4 * ROW);
    else
        for (unsigned i = 0; i < scene.words; i++)
            to[i] = c->kind == FILL ? c->n : c->n + i;
    if (c->kind == COPY || c->kind == FILL || c->kind == WRITE)
        is_unknown[c->to] = c->kind == COPY && is_unknown[c->from];
    else
        is_unknown[c->to] |= is_unknown[c->from];
}

/* May it have failed since it ran beside the one that failed? */
static bool
may_be_hit(unsigned index)
{
    const struct command *command = &scene.commands[index], *bad = &scene.commands[fault];
    bool is_before = bad->before >> index & 1, is_after = command->before >> fault & 1;
    bool is_same = scene.device[command->queue] == scene.device[bad->queue];
    if (world.is_far)
        return !is_before && is_same;
    if (world.is_endless) /* the GPU was busy with it all the time */
        return !is_before && !is_after && is_same;
    return !is_before && !is_after && command->queue == bad->queue;
}

static void
judge(unsigned index, const cl_int *statuses)
{
    const struct command *c = &scene.commands[index];
    cl_int status = statuses[index];
    bool must_fail = false;
    for (unsigned i = 0; i < index; i++)
        must_fail |= c->listed >> i & 1 && statuses[i] < 0;
    if (status > CL_COMPLETE)
        fails("it has not ended", index, status);
    failed_commands += status < 0;
    if (must_fail) {
        if (status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)
            fails("it does not fail with what it lists", index, status);
        bool is_kept = c->host[0] == UNREAD && c->host[scene.words - 1] == UNREAD;
        if (c->kind == READ && !is_kept)
            fails("it has failed, and read all the same", index, c->host[0]);
        return;
    }
    if (index == fault) {
        if (status != CL_OUT_OF_RESOURCES)
            fails("the fault is not told", index, status);
        return;
    }
    if (status < 0) {
        hit++;
        if (!may_be_hit(index))
            fails("it fails", index, status);
        world.is_unknown[c->to] |= changes(c);
        return;
    }
    if (changes(c))
        apply(c);
    else if (!world.is_unknown[c->from] && memcmp(c->host, world.model[c->from], 4 * scene.words))
        fails("it has read something else", index, c->host[0]);
}

/* The scene, for who looks into a failure. */
static void
show_scene(const cl_int *statuses)
{
    for (unsigned i = 0; i < scene.count; i++) {
        const struct command *c = &scene.commands[i];
        printf("  %2u %-9s %u -> %u + %u, queue %u (device %u%s)%s%s, lists 0x%x: %d\n", i,
               kinds[c->kind], c->from, c->to, c->n, c->queue, scene.device[c->queue],
               scene.is_out_of_order[c->queue] ? ", out of order" : "", c->is_slow ? ", slow" : "",
               c->has_barrier ? ", barrier" : "", c->listed, statuses[i]);
    }
}

static void
judge_scene(void)
{
    unsigned before = failures;
    cl_int statuses[MAX_COMMANDS];
    for (unsigned i = 0; i < scene.count; i++) {
        CHECK(clGetEventInfo(scene.commands[i].event, CL_EVENT_COMMAND_EXECUTION_STATUS,
                             sizeof statuses[i], &statuses[i], NULL));
        judge(i, statuses);
        CHECK(clReleaseEvent(scene.commands[i].event));
    }
    for (unsigned b = 0; b < BUFFERS; b++) {
        cl_int error = clEnqueueReadBuffer(queue_of(0), world.buffers[b], CL_TRUE, 0,
                                           4 * scene.words, world.seen, 0, NULL, NULL);
        if (error != CL_SUCCESS)
            fails("a buffer cannot be read", MAX_COMMANDS, error);
        else if (!world.is_unknown[b] && memcmp(world.seen, world.model[b], 4 * scene.words))
            fails("a buffer has something else", MAX_COMMANDS, b);
    }
    cases++;
    if (failures > before && failures < 20)
        show_scene(statuses);
}

/* ---- the world ---- */

static cl_kernel
kernel(cl_program program, const char *name)
{
    cl_int error;
    cl_kernel made = clCreateKernel(program, name, &error);
    CHECK(error);
    return made;
}

static const cl_queue_properties on_device[] = {
    CL_QUEUE_PROPERTIES,
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};

static void
begin(const char *kind)
{
    cl_platform_id platform;
    cl_int error;
    const char *text = source;
    CHECK(clGetPlatformIDs(1, &platform, NULL));
    CHECK(
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, DEVICES, world.devices, &world.device_count));
    world.context = clCreateContext(NULL, world.device_count, world.devices, NULL, NULL, &error);
    CHECK(error);
    bool has_children = strstr(kind, "child") || !strcmp(kind, "orphans");
    cl_program program = clCreateProgramWithSource(world.context, 1, &text, NULL, &error);
    CHECK(clBuildProgram(program, 0, NULL, has_children ? with_children : NULL, NULL, NULL));
    world.step = kernel(program, "step");
    world.slow = kernel(program, "slow");
    world.fault = kernel(program, kind);
    world.parent = has_children ? kernel(program, "parent") : NULL;
    world.is_far = strstr(kind, "far");
    world.is_endless = strstr(kind, "endless");
    clReleaseProgram(program);
    for (unsigned d = 0; has_children && d < world.device_count; d++) {
        world.inner[d] =
            clCreateCommandQueueWithProperties(world.context, world.devices[d], on_device, &error);
        CHECK(error);
    }
    for (unsigned d = 0; d < world.device_count; d++)
        for (unsigned free = 0; free < 2; free++)
            for (unsigned q = 0; q < QUEUES; q++)
                world.queues[d][free][q] =
                    clCreateCommandQueue(world.context, world.devices[d],
                                         free ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, &error);
    for (unsigned b = 0; b < BUFFERS; b++) {
        world.buffers[b] =
            clCreateBuffer(world.context, CL_MEM_READ_WRITE, 4 * LARGE, NULL, &error);
        world.model[b] = calloc(LARGE, 4);
    }
    world.seen = calloc(LARGE, 4);
    for (unsigned i = 0; i < MAX_COMMANDS; i++)
        scene.commands[i].host = calloc(LARGE, 4);
}

static void
end(void)
{
    cl_kernel all[] = {world.step, world.slow, world.fault};
    for (unsigned i = 0; i < 3; i++)
        clReleaseKernel(all[i]);
    if (world.parent)
        clReleaseKernel(world.parent);
    for (unsigned d = 0; world.parent && d < world.device_count; d++)
        clReleaseCommandQueue(world.inner[d]);
    for (unsigned d = 0; d < world.device_count; d++)
        for (unsigned free = 0; free < 2; free++)
            for (unsigned q = 0; q < QUEUES; q++)
                clReleaseCommandQueue(world.queues[d][free][q]);
    for (unsigned b = 0; b < BUFFERS; b++) {
        clReleaseMemObject(world.buffers[b]);
        free(world.model[b]);
    }
    free(world.seen);
    for (unsigned i = 0; i < MAX_COMMANDS; i++)
        free(scene.commands[i].host);
    clReleaseContext(world.context);
}

int
main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    unsigned first = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
    signal(SIGALRM, hangs);
    begin(argv[1]);
    for (unsigned i = 0; i < (unsigned)atoi(argv[2]); i++) {
        seed = first + i;
        draw_scene();
        for (fault = 0; fault < scene.count; fault++) {
            if (scene.commands[fault].kind != STEP)
                continue;
            alarm(SECONDS);
            run_scene();
            judge_scene();
        }
    }
    end();
    printf("%u cases, %u commands failed, %u of them beside a fault; %u failures\n", cases,
           failed_commands, hit, failures);
    return failures || !cases;
}
