#include "runtime/enqueue/enqueue.h"

#include "runtime/enqueue/scheduler.h"

#include <string.h>

bool
enqueue_wants_queue(const struct sim_kernel *kernel)
{
    for (unsigned i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].kind == SIM_ARG_QUEUE ||
            kernel->args[i].kind == SIM_ARG_HIDDEN_DEFAULT_QUEUE ||
            kernel->args[i].kind == SIM_ARG_HIDDEN_COMPLETION_ACTION)
            return true;
    return false;
}

enum sim_status
enqueue_fill_handles(struct sim_device *device, const struct sim_object *object)
{
    for (unsigned i = 0; i < sim_kernel_count(object); i++) {
        const struct sim_kernel *kernel = sim_kernel_at(object, i);
        const char *name = kernel->notes.runtime_handle;
        const struct sim_variable *handle = *name ? sim_find_export(object, name) : NULL;
        struct enqueue_handle value = {kernel->descriptor, kernel->private_size,
                                       kernel->group_size};
        if (*name && (!handle || handle->size != sizeof value))
            return sim_fail(device, "kernel %s has no runtime handle '%s'", kernel->name, name);
        if (handle && sim_write(device, handle->address, &value, sizeof value) != SIM_OK)
            return SIM_ERROR;
    }
    return SIM_OK;
}

static enum sim_status
load_scheduler(struct sim_device *device, const void *bytes, size_t size,
               struct enqueue_queue *queue)
{
    const struct gcn_target *target = sim_device_target(device);
    if (!bytes && target)
        bytes = scheduler_object(target->name, &size);
    if (!bytes)
        return sim_fail(device, "there is no scheduler for this chip");
    enum sim_status status = sim_load(device, bytes, size, &queue->scheduler);
    if (status == SIM_OK && sim_kernel_count(queue->scheduler) != 1)
        return sim_fail(device, "the scheduler has %u kernels, not one",
                        sim_kernel_count(queue->scheduler));
    return status;
}

enum sim_status
enqueue_new(struct sim_device *device, uint32_t size, const void *scheduler, size_t scheduler_size,
            struct enqueue_queue *queue)
{
    *queue = (struct enqueue_queue){0};
    if (size < ENQUEUE_LEAST || size > ENQUEUE_MOST)
        return sim_fail(device, "a queue has %u to %u bytes, not %u", ENQUEUE_LEAST, ENQUEUE_MOST,
                        size);
    enum sim_status status = load_scheduler(device, scheduler, scheduler_size, queue);
    if (status != SIM_OK)
        return status;
    queue->layout = enqueue_layout(size);
    queue->address = sim_alloc(device, queue->layout.size);
    uint8_t *bytes =
        queue->address ? sim_host_pointer(device, queue->address, queue->layout.size) : NULL;
    if (!bytes)
        return SIM_ERROR;
    enqueue_write_queue(&queue->layout, bytes, queue->address);
    return SIM_OK;
}

void
enqueue_free(struct sim_device *device, struct enqueue_queue *queue)
{
    if (queue->scheduler)
        sim_unload(device, queue->scheduler);
    sim_free(device, queue->address);
    *queue = (struct enqueue_queue){0};
}

/* What the scheduler needs to launch itself once more; its first packet is the next one of the device's queue. */
static enum sim_status
write_pass(struct sim_device *device, const struct enqueue_queue *queue, uint8_t *bytes,
           const struct sim_launch *launch)
{
    enum { MEGAHERTZ = 1000 }; /* a cycle of the simulator is a nanosecond */
    const struct sim_kernel *kernel = sim_kernel_at(queue->scheduler, 0);
    struct enqueue_pass pass = {.megahertz = MEGAHERTZ};
    struct sim_arguments arguments = {.bytes = bytes + queue->layout.kernarg};
    struct sim_gpu gpu;
    if (kernel->kernarg_size > ENQUEUE_KERNARG)
        return sim_fail(device, "the scheduler takes %u bytes of arguments", kernel->kernarg_size);
    enum sim_status status = sim_own_gpu(device, &gpu, &pass.write_index);
    if (status == SIM_OK)
        status = sim_write_arguments(device, kernel, launch, &gpu, &arguments);
    pass.scheduler =
        (struct enqueue_handle){kernel->descriptor, arguments.private_size, arguments.group_size};
    pass.child_queue = gpu.queue;
    pass.write_index++;
    if (status == SIM_OK)
        enqueue_write_pass(&queue->layout, bytes + queue->layout.parameter, queue->address, &pass);
    return status;
}

static enum sim_status
schedule(struct sim_device *device, const struct enqueue_queue *queue, uint8_t *bytes)
{
    uint64_t parameter = queue->address + queue->layout.parameter;
    const struct sim_arg arg = {
        .bytes = &parameter, .size = sizeof parameter, .value = {.type = SIM_VALUE_ADDRESS}};
    const struct sim_launch launch = {
        .dims = 1,
        .global = {queue->layout.threads},
        .local = {1},
        .args = &arg,
        .arg_count = 1,
        .partial = true}; /* of children: enqueue_kernel has checked what the program promises */
    enum sim_status status = write_pass(device, queue, bytes, &launch);
    if (status == SIM_OK)
        status = sim_launch(device, sim_kernel_at(queue->scheduler, 0), &launch);
    if (status == SIM_OK && !enqueue_is_done(&queue->layout, bytes))
        return sim_fail(device, "the scheduler has left %u kernels",
                        enqueue_children(&queue->layout, bytes));
    return status;
}

/* What is in the queue will never be done. */
static void
make_new(const struct enqueue_queue *queue, uint8_t *bytes)
{
    memset(bytes, 0, queue->layout.size);
    enqueue_write_queue(&queue->layout, bytes, queue->address);
}

enum sim_status
enqueue_begin(struct sim_device *device, const struct enqueue_queue *queue,
              const struct sim_kernel *kernel, const struct sim_launch *given)
{
    uint8_t *bytes = sim_host_pointer(device, queue->address, queue->layout.size);
    struct sim_launch launch = *given;
    launch.default_queue = queue->address;
    launch.completion_action = queue->address + queue->layout.host_slot;
    enqueue_write_host(&queue->layout, bytes + queue->layout.parameter);
    enum sim_status status = sim_launch(device, kernel, &launch);
    if (status != SIM_OK)
        make_new(queue, bytes);
    return status;
}

enum sim_status
enqueue_finish(struct sim_device *device, const struct enqueue_queue *queue)
{
    uint8_t *bytes = sim_host_pointer(device, queue->address, queue->layout.size);
    enum sim_status status = SIM_OK;
    if (enqueue_children(&queue->layout, bytes))
        status = schedule(device, queue, bytes);
    if (status != SIM_OK)
        make_new(queue, bytes);
    return status;
}

enum sim_status
enqueue_launch(struct sim_device *device, const struct enqueue_queue *queue,
               const struct sim_kernel *kernel, const struct sim_launch *launch)
{
    enum sim_status status = enqueue_begin(device, queue, kernel, launch);
    return status == SIM_OK ? enqueue_finish(device, queue) : status;
}
