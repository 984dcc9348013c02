/* What kernels enqueue on a real GPU: the engine's queue on the device, in the GPU's own memory, laid out as AMD's runtimes do it
 * (runtime/enqueue/layout.h).
 *
 * A launch that may enqueue is a few packets of its lane: its parameter is put there, the kernel, the scheduler, and a
 * barrier that holds the lane until the scheduler says that all has run.  That puts kernels and itself into a queue of the GPU
 * which nobody else uses.  One launch has the memory at a time: another one is taken when it has landed. */
#include "runtime/enqueue/layout.h"
#include "runtime/icd/hsa/hsa_engine.h"
#include "runtime/icd/queue.h"

#include <stdlib.h>
#include <string.h>

/* struct icd_engine's `device_memory`. */
struct device_queue {
    struct enqueue_layout layout;
    void *memory;               /* NULL: none yet */
    struct gpu_queue *children; /* NULL: none yet */
    struct gpu_object *object;
    struct gpu_kernel scheduler;
    bool
        is_spoiled; /* a launch did not end well: what is in it is garbage.  Under the context's lock, as this: */
    const struct hsa_flight *user; /* of the launch that has it; NULL: none */
};

static struct device_queue *
queue_of(const struct icd_engine *engine)
{
    return engine->device_memory;
}

/* ---- making it ---- */

/* Does a launch have it, or a thread that breaks it?  Who asks is to hear of the end. */
static bool
is_in_use(struct icd_engine *engine, const struct device_queue *queue)
{
    pthread_mutex_lock(&engine->context->lock);
    bool is_used = queue->user;
    if (is_used)
        icd_event_want(queue->user->event);
    for (const struct hsa_lane *lane = hsa_of(engine)->lanes; lane; lane = lane->next)
        is_used |= lane->pins;
    pthread_mutex_unlock(&engine->context->lock);
    return is_used;
}

static bool
load_scheduler(struct icd_engine *engine, struct device_queue *queue)
{
    static const char text[] = "extern void __amd_scheduler_rocm(global void *parameter);\n"
                               "kernel void scheduler(global void *parameter)\n"
                               "{ __amd_scheduler_rocm(parameter); }\n";
    static const char *const names[] = {"scheduler"};
    return hsa_own_kernels(engine, text, names, 1, &queue->object, &queue->scheduler);
}

/* Of a launch that did not end well nothing is waited for. */
static void
end_children(struct device_queue *queue)
{
    if (queue->children && queue->is_spoiled)
        gpu_queue_abandon(queue->children);
    gpu_queue_free(queue->children);
    queue->children = NULL;
}

static bool
make_children(struct icd_engine *engine, struct device_queue *queue)
{
    if (queue->children && (queue->is_spoiled || gpu_queue_is_broken(queue->children)))
        end_children(queue);
    if (!queue->children)
        queue->children = hsa_new_queue(engine, (struct hsa_kind){GPU_PRIORITY_NORMAL, false});
    return queue->children;
}

/* All slots are free. */
static bool
write_memory(struct icd_engine *engine, const struct device_queue *queue)
{
    uint8_t *bytes = calloc(1, queue->layout.size);
    const struct icd_place to = {.address = (uintptr_t)queue->memory}, from = {.bytes = bytes};
    if (!bytes)
        return hsa_fails(engine, NULL);
    enqueue_write_queue(&queue->layout, bytes, to.address);
    bool good =
        hsa_move(engine, NULL, &to, &from, (size_t[3]){queue->layout.size, 1, 1}) == ICD_GOOD;
    free(bytes);
    return good;
}

static bool
make_memory(struct icd_engine *engine, struct device_queue *queue, cl_uint bytes)
{
    struct enqueue_layout layout = enqueue_layout(bytes);
    struct hsa_engine *hsa = hsa_of(engine);
    if (queue->memory && layout.slots != queue->layout.slots) {
        gpu_free(hsa->system, queue->memory);
        queue->memory = NULL;
    }
    if (queue->memory && !queue->is_spoiled)
        return true;
    if (!queue->memory)
        queue->memory = gpu_alloc(hsa->gpu, GPU_MEMORY_OWN, layout.size);
    if (!queue->memory)
        return hsa_fails(engine, strdup("the GPU has no room for a queue on the device"));
    queue->layout = layout;
    queue->is_spoiled = true; /* until all is there */
    return write_memory(engine, queue);
}

enum icd_outcome
hsa_device_queue(struct icd_engine *engine, cl_uint bytes, uint64_t *address)
{
    struct device_queue *queue = queue_of(engine);
    if (!queue)
        queue = engine->device_memory = calloc(1, sizeof *queue);
    if (!queue) {
        hsa_fails(engine, NULL);
        return ICD_BAD;
    }
    if (is_in_use(engine, queue))
        return ICD_LATER;
    if (!load_scheduler(engine, queue) || !make_children(engine, queue) ||
        !make_memory(engine, queue, bytes))
        return ICD_BAD;
    queue->is_spoiled = false;
    *address = (uintptr_t)queue->memory;
    return ICD_GOOD;
}

uint64_t
hsa_host_slot(const struct icd_engine *engine)
{
    const struct device_queue *queue = queue_of(engine);
    return (uintptr_t)queue->memory + queue->layout.host_slot;
}

void
hsa_device_queue_end(struct icd_engine *engine)
{
    struct device_queue *queue = queue_of(engine);
    if (!queue)
        return;
    end_children(queue);
    gpu_object_unload(queue->object);
    gpu_free(hsa_of(engine)->system, queue->memory);
    free(queue);
}

/* ---- launches ---- */

/* The launch's parameter, from where both see it; the GPU puts it into its own memory. */
static struct gpu_fence *
put_parameter(const struct hsa_command *command, uint64_t done, char **why)
{
    const struct device_queue *queue = queue_of(command->engine);
    const struct enqueue_layout *layout = &queue->layout;
    uint64_t address = (uintptr_t)queue->memory, parameter = address + layout->parameter;
    size_t size = layout->size - layout->parameter;
    unsigned clock = gpu_describe(hsa_of(command->engine)->gpu)->clock;
    const struct enqueue_pass pass = {
        .scheduler = {queue->scheduler.handle, queue->scheduler.private_size,
                      queue->scheduler.group_size},
        .child_queue = gpu_queue_address(queue->children),
        .write_index = gpu_queue_write_index(queue->children),
        .megahertz = clock ? clock : 1000,
        .done = done,
    };
    uint8_t *staging = hsa_stage(command->engine, command->flight, size);
    if (!staging)
        return NULL;
    memset(staging, 0, size);
    enqueue_write_host(layout, staging);
    enqueue_write_pass(layout, staging, address, &pass);
    memcpy(staging + layout->kernarg - layout->parameter, &parameter, sizeof parameter);
    const struct icd_place to = {.address = parameter}, from = {.address = (uintptr_t)staging};
    return hsa_blit_move(command, &to, &from, (size_t[3]){size, 1, 1}, why);
}

static struct gpu_fence *
submit_scheduler(const struct hsa_command *command, char **why)
{
    const struct device_queue *queue = queue_of(command->engine);
    uint64_t arguments[ENQUEUE_KERNARG / sizeof(uint64_t)] = {(uintptr_t)queue->memory +
                                                              queue->layout.parameter};
    struct gpu_launch launch = {.kernel = &queue->scheduler,
                                .dims = 1,
                                .global = {queue->layout.threads, 1, 1},
                                .local = {1, 1, 1},
                                .arguments = arguments,
                                .group_size = queue->scheduler.group_size,
                                .is_quiet = true};
    return gpu_submit(command->queue, &launch, NULL, 0, why);
}

/* The kernel may have begun, and what comes after it could not be submitted: it is waited for. */
static struct gpu_fence *
stop(const struct hsa_command *command)
{
    hsa_wait(command->engine, command->queue, command->flight->begin, NULL);
    return NULL;
}

struct gpu_fence *
hsa_submit_parent(const struct hsa_command *command, struct gpu_launch *launch, char **why)
{
    struct hsa_flight *flight = command->flight;
    uint64_t done;
    flight->is_quiet = launch->is_quiet = launch->is_unordered = false;
    flight->children = gpu_expect(queue_of(command->engine)->children, &done, why);
    struct gpu_fence *parameter = flight->children ? put_parameter(command, done, why) : NULL;
    gpu_fence_release(parameter);
    flight->begin = parameter ? gpu_submit(command->queue, launch, NULL, 0, why) : NULL;
    if (!flight->begin)
        return NULL;
    struct gpu_fence *scheduler = submit_scheduler(command, why);
    gpu_fence_release(scheduler);
    struct gpu_fence *end =
        scheduler ? gpu_submit_barrier(command->queue, &flight->children, 1, why) : NULL;
    return end ? end : stop(command);
}

void
hsa_children_begin(struct icd_engine *engine, struct hsa_flight *flight)
{
    queue_of(engine)->user = flight;
}

void
hsa_children_end(struct icd_engine *engine, bool is_good)
{
    struct device_queue *queue = queue_of(engine);
    queue->user = NULL;
    queue->is_spoiled |= !is_good;
}

void
hsa_children_break(struct icd_engine *engine, const char *message)
{
    gpu_queue_break(queue_of(engine)->children, message);
}
