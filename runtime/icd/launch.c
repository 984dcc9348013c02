/* Launches of kernels. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/queue.h"
#include "runtime/icd/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct launch {
    struct icd_work work;
    struct _cl_kernel *kernel;
    struct icd_argument *arguments; /* a copy each, with references */
    struct _cl_command_queue
        *queue; /* on the device, which the kernel may use; a reference; NULL: none */
    unsigned dims;
    uint32_t global[3], local[3];
    uint64_t offset[3];
};

static void
free_launch(struct icd_work *work)
{
    struct launch *launch = (struct launch *)work;
    for (unsigned i = 0; launch->arguments && i < launch->kernel->argument_count; i++) {
        free(launch->arguments[i].bytes);
        if (launch->arguments[i].memory)
            icd_memory_release(launch->arguments[i].memory);
        if (launch->arguments[i].sampler)
            icd_sampler_release(launch->arguments[i].sampler);
    }
    if (launch->queue)
        icd_queue_release(launch->queue);
    free(launch->arguments);
    icd_kernel_release(launch->kernel);
    free(launch);
}

/* ---- on the engine's thread ---- */

void
icd_print(void *data, const char *text, size_t length)
{
    (void)data;
    fwrite(text, 1, length, stdout);
}

void
icd_printed(const char *kernel, const struct sim_printf_report *report)
{
    fflush(stdout);
    if (report->full)
        fprintf(stderr, "occ: kernel %s: printf's %u bytes a launch are full: output is missing\n",
                kernel, ICD_PRINTF_BYTES);
}

/* Does the kernel change what a buffer argument points to? */
static bool
changes(const struct sim_arg_info *info)
{
    return !info->is_const && strcmp(info->address_space, "constant") != 0 &&
           strcmp(info->actual_access, "read only") != 0;
}

/* Brings images and buffers to the GPU, which is not locked; addresses: the images' handles. */
static cl_int
bring_memory(const struct launch *launch, struct icd_engine *engine, uint64_t *addresses)
{
    cl_int status = CL_COMPLETE;
    for (unsigned i = 0; status == CL_COMPLETE && i < launch->kernel->argument_count; i++) {
        struct _cl_mem *memory = launch->arguments[i].memory;
        const struct sim_arg_info *info = icd_kernel_argument(launch->kernel, i);
        if (memory && memory->image) {
            bool is_written = strcmp(info->access, "read only") != 0 && *info->access;
            addresses[i] = icd_image_to_gpu(memory, engine, is_written);
            status = addresses[i] ? CL_COMPLETE : CL_MEM_OBJECT_ALLOCATION_FAILURE;
        } else if (memory) {
            status = icd_memory_to_gpu(memory, engine, changes(info));
        }
    }
    return status;
}

/* Has the launch another buffer that holds some of the sub-buffer's bytes? */
static bool
meets_another(const struct launch *launch, const struct _cl_mem *memory)
{
    for (unsigned i = 0; i < launch->kernel->argument_count; i++) {
        const struct _cl_mem *other = launch->arguments[i].memory;
        if (other && !other->image && other != memory &&
            (other == memory->parent || other->parent == memory->parent) &&
            other->bytes < memory->bytes + memory->size &&
            memory->bytes < other->bytes + other->size)
            return true;
    }
    return false;
}

/* Sub-buffers that overlap, or one and its parent, must agree on where a byte is: the simulator looks for
 * races by addresses, and a kernel may compare them. */
static uint64_t
address_of(const struct launch *launch, struct _cl_mem *memory, struct icd_engine *engine)
{
    return memory->parent && meets_another(launch, memory)
               ? icd_memory_address_in_parent(memory, engine)
               : icd_memory_address(memory, engine);
}

/* The queue on the device: made if it is wanted. */
static enum icd_outcome
make_queue(const struct launch *launch, struct icd_engine *engine, uint64_t *address)
{
    *address = 0;
    return launch->queue
               ? engine->device->driver->device_queue(engine, launch->queue->bytes, address)
               : ICD_GOOD;
}

static bool
make_arguments(const struct launch *launch, struct icd_engine *engine, struct sim_arg *arguments,
               uint64_t *addresses, uint64_t queue)
{
    for (unsigned i = 0; i < launch->kernel->argument_count; i++) {
        const struct icd_argument *from = &launch->arguments[i];
        const struct sim_arg_info *info = icd_kernel_argument(launch->kernel, i);
        struct sim_arg *to = &arguments[i];
        *to = (struct sim_arg){.bytes = from->bytes, .size = from->size};
        if (info->kind == SIM_ARG_LOCAL_POINTER) {
            to->local = true;
        } else if (info->kind == SIM_ARG_GLOBAL_BUFFER || info->kind == SIM_ARG_PIPE) {
            addresses[i] = from->memory ? address_of(launch, from->memory, engine) : 0;
            if (from->bytes)
                memcpy(&addresses[i], from->bytes, sizeof addresses[i]);
            to->bytes = &addresses[i];
            to->size = sizeof addresses[i];
            if (from->memory && !addresses[i])
                return false;
        } else if (info->kind == SIM_ARG_QUEUE) {
            addresses[i] = queue;
            to->bytes = &addresses[i];
            to->size = sizeof addresses[i];
        } else if (info->kind == SIM_ARG_IMAGE || info->kind == SIM_ARG_SAMPLER) {
            if (from->sampler)
                addresses[i] = icd_sampler_handle(from->sampler, engine);
            to->bytes = &addresses[i];
            to->size = sizeof addresses[i];
            if (!addresses[i])
                return false;
        }
    }
    return true;
}

/* Launches; what is wrong stands in *complaint, which is the caller's to free. */
static enum icd_outcome
launch_on(const struct launch *launch, struct icd_engine *engine, struct sim_arg *arguments,
          uint64_t *addresses, char **complaint)
{
    bool is_recorded = engine->device->platform->record; /* then its results are written at once */

    const struct icd_driver *driver = engine->device->driver;
    struct icd_launch on_gpu = {
        .code = launch->kernel->codes[engine->index],
        .name = launch->kernel->made[engine->index]->name,
        .how = {.dims = launch->dims,
                .partial = true, /* check_local has let the sizes pass */
                .args = arguments,
                .arg_count = launch->kernel->argument_count},
        .arguments = launch->arguments,
    };
    memcpy(on_gpu.how.global, launch->global, sizeof launch->global);
    memcpy(on_gpu.how.local, launch->local, sizeof launch->local);
    memcpy(on_gpu.how.offset, launch->offset, sizeof launch->offset);
    enum icd_outcome outcome = make_queue(launch, engine, &on_gpu.device_queue);
    if (outcome == ICD_LATER)
        return outcome;
    if (outcome == ICD_GOOD && icd_code_to_gpu(on_gpu.code) && icd_svm_map(engine) &&
        make_arguments(launch, engine, arguments, addresses, on_gpu.device_queue))
        return driver->launch(engine, is_recorded ? NULL : engine->current, &on_gpu, complaint);
    *complaint = strdup(driver->message(engine));
    return ICD_BAD;
}

static void
describe(const struct launch *launch, struct icd_engine *engine, struct icd_recorded *recorded)
{
    struct _cl_kernel *kernel = launch->kernel;
    *recorded = (struct icd_recorded){.owner = kernel,
                                      .device = engine->device,
                                      .kernel = kernel->made[engine->index],
                                      .build = &kernel->program->builds[engine->index],
                                      .code_sum = kernel->codes[engine->index]->sum,
                                      .code = kernel->codes[engine->index],
                                      .engine = engine,
                                      .arguments = launch->arguments,
                                      .argument_count = kernel->argument_count,
                                      .dims = launch->dims,
                                      .queue_bytes = launch->queue ? launch->queue->bytes : 0};
    for (unsigned d = 0; d < 3; d++) {
        recorded->global[d] = launch->global[d];
        recorded->local[d] = launch->local[d];
        recorded->offset[d] = launch->offset[d];
    }
}

/* *complaint, which is the caller's to free: what the simulator says if it does not end well. */
static cl_int
execute(struct launch *launch, struct icd_engine *engine, char **complaint)
{
    unsigned count = launch->kernel->argument_count + 1u;
    struct sim_arg *arguments = calloc(count, sizeof *arguments);
    uint64_t *addresses = calloc(count, sizeof *addresses);
    cl_int status = CL_OUT_OF_HOST_MEMORY;
    if (arguments && addresses)
        status = bring_memory(launch, engine, addresses);
    if (status == CL_COMPLETE && !icd_engine_lock(engine)) {
        status = CL_OUT_OF_RESOURCES;
    } else if (status == CL_COMPLETE) {
        status = icd_status_of(launch_on(launch, engine, arguments, addresses, complaint));
        icd_engine_unlock(engine);
    }
    free(arguments);
    free(addresses);
    return status;
}

static cl_int
run_launch(struct icd_work *work, struct icd_engine *engine)
{
    struct launch *launch = (struct launch *)work;
    struct icd_record *record = engine->device->platform->record;
    struct icd_recorded recorded;
    char *complaint = NULL;
    if (record) {
        icd_engine_settle(engine);
        describe(launch, engine, &recorded);
        /* the build, which the program may forget when it is built again */
        pthread_mutex_lock(&launch->kernel->program->lock);
        icd_record_before(record, &recorded);
        pthread_mutex_unlock(&launch->kernel->program->lock);
    }
    cl_int status = execute(launch, engine, &complaint);
    if (record)
        icd_record_after(record, &recorded, complaint);
    if (complaint)
        icd_context_tell(engine->context, complaint);
    free(complaint);
    return status;
}

/* ---- when it is enqueued ---- */

/* For a kernel that may ask for it.  Under the context's lock. */
static struct _cl_command_queue *
default_queue(const struct launch *launch, const struct icd_engine *engine)
{
    const struct sim_kernel *kernel = launch->kernel->made[engine->index];
    for (unsigned i = 0; i < kernel->arg_count; i++)
        if (kernel->args[i].kind == SIM_ARG_HIDDEN_DEFAULT_QUEUE ||
            kernel->args[i].kind == SIM_ARG_HIDDEN_COMPLETION_ACTION)
            return engine->device_queue;
    return NULL;
}

/* The arguments as they are now.  An error: one is not set, or no memory. */
static cl_int
copy_arguments(struct launch *launch, const struct icd_engine *engine)
{
    const struct _cl_kernel *kernel = launch->kernel;
    launch->arguments = calloc(kernel->argument_count + 1u, sizeof *launch->arguments);
    if (!launch->arguments)
        return CL_OUT_OF_HOST_MEMORY;
    cl_int error = CL_SUCCESS;
    pthread_mutex_lock(&kernel->program->context->lock);
    icd_api_check_arguments(launch->kernel);
    for (unsigned i = 0; i < kernel->argument_count && error == CL_SUCCESS; i++) {
        const struct icd_argument *from = &kernel->arguments[i];
        struct icd_argument *to = &launch->arguments[i];
        *to = *from;
        to->bytes = from->bytes ? malloc(from->size) : NULL;
        if (to->bytes)
            memcpy(to->bytes, from->bytes, from->size);
        if (to->memory && icd_api_is_freed(to->memory, kernel->any->name, i)) {
            to->memory = NULL;
            error = CL_INVALID_KERNEL_ARGS;
            break;
        }
        if (to->memory)
            icd_retain(to->memory);
        if (to->sampler)
            icd_retain(to->sampler);
        launch->queue = to->queue ? to->queue : launch->queue;
        error = !from->is_set               ? CL_INVALID_KERNEL_ARGS
                : from->bytes && !to->bytes ? CL_OUT_OF_HOST_MEMORY
                                            : CL_SUCCESS;
    }
    if (!launch->queue)
        launch->queue = default_queue(launch, engine);
    if (launch->queue)
        icd_retain(launch->queue);
    pthread_mutex_unlock(&kernel->program->context->lock);
    return error;
}

/* May the last work-group of a dimension be smaller? */
static bool
may_be_ragged(const struct sim_kernel *kernel, const struct icd_code *code)
{
    return kernel->language[0] >= 2 && !kernel->uniform && !code->is_uniform;
}

/* The largest divisor of a size, of those that are multiples of a step, that is not above a limit; 0: there
 * is none. */
static uint32_t
divisor(uint32_t size, uint32_t step, uint32_t limit)
{
    uint32_t most = limit < size ? limit : size;
    for (uint32_t i = most / step * step; i; i -= step)
        if (size % i == 0)
            return i;
    return 0;
}

/* Whole waves, or what is there if that is less; else as many work-items as can be, at the edge fewer. */
static uint32_t
choose_side(uint32_t size, uint32_t limit, bool ragged)
{
    uint32_t whole = divisor(size, ICD_SUB_GROUP, limit);
    if (whole || size <= limit)
        return whole ? whole : size;
    return ragged && limit >= ICD_SUB_GROUP ? limit / ICD_SUB_GROUP * ICD_SUB_GROUP
                                            : divisor(size, 1, limit);
}

/* Work-groups for a program that does not choose. */
static void
choose_local(struct launch *launch, const struct sim_kernel *kernel, const struct icd_code *code)
{
    bool ragged = may_be_ragged(kernel, code);
    uint32_t left =
        kernel->max_size && kernel->max_size < ICD_WORK_GROUP ? kernel->max_size : ICD_WORK_GROUP;
    for (unsigned d = 0; d < 3; d++) {
        launch->local[d] = kernel->required_size[0] ? kernel->required_size[d]
                                                    : choose_side(launch->global[d], left, ragged);
        left /= launch->local[d];
    }
}

static cl_int
check_local(const struct launch *launch, const struct sim_kernel *kernel,
            const struct icd_code *code)
{
    uint64_t items = 1;
    uint32_t most = kernel->max_size ? kernel->max_size : ICD_WORK_GROUP;
    uint32_t side = most > ICD_WORK_GROUP ? most : ICD_WORK_GROUP; /* a kernel may ask for more */
    bool ragged = may_be_ragged(kernel, code);
    for (unsigned d = 0; d < 3; d++) {
        if (launch->local[d] > side)
            return CL_INVALID_WORK_ITEM_SIZE;
        if (!launch->local[d] || (launch->global[d] % launch->local[d] && !ragged) ||
            (kernel->required_size[0] && kernel->required_size[d] != launch->local[d]))
            return CL_INVALID_WORK_GROUP_SIZE;
        items *= launch->local[d];
    }
    return items > most ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS;
}

static cl_int
set_sizes(struct launch *launch, unsigned engine, const size_t *offset, const size_t *global,
          const size_t *local)
{
    const struct sim_kernel *kernel = launch->kernel->made[engine];
    const struct icd_code *code = launch->kernel->codes[engine];
    /* OpenCL 1.2, 5.8, clEnqueueNDRangeKernel; 3.0 takes what the kernel requires */
    if (!local && kernel->required_size[0] && !icd_is_version_3(launch->kernel->program->context))
        return CL_INVALID_WORK_GROUP_SIZE;
    for (unsigned d = 0; d < 3; d++) {
        size_t size = d < launch->dims ? global[d] : 1;
        if (!size || size > UINT32_MAX)
            return CL_INVALID_GLOBAL_WORK_SIZE;
        if (offset && d < launch->dims && offset[d] > SIZE_MAX - size)
            return CL_INVALID_GLOBAL_OFFSET;
        launch->global[d] = (uint32_t)size;
        launch->offset[d] = offset && d < launch->dims ? offset[d] : 0;
        size_t wanted = !local ? 0 : d < launch->dims ? local[d] : 1;
        if (local && wanted > UINT32_MAX)
            return CL_INVALID_WORK_ITEM_SIZE;
        launch->local[d] = (uint32_t)wanted;
    }
    if (!local)
        choose_local(launch, kernel, code);
    return check_local(launch, kernel, code);
}

/* Has the launch no work-items? */
static bool
is_empty(const size_t *global, cl_uint dims)
{
    bool empty = !global;
    for (cl_uint d = 0; !empty && d < dims; d++)
        empty = !global[d];
    return empty;
}

/* Sizes as the API has them. */
struct range {
    cl_uint dims;
    const size_t *offset, *global, *local;
};

static cl_int
check_launch(const struct icd_enqueue *call, cl_kernel kernel, const struct range *range)
{
    cl_int error = icd_enqueue_check(call);
    if (error != CL_SUCCESS)
        return error;
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    if (kernel->program->context != call->queue->context)
        return CL_INVALID_CONTEXT;
    if (!kernel->made[call->queue->engine->index])
        return CL_INVALID_PROGRAM_EXECUTABLE;
    if (range->dims < 1 || range->dims > 3)
        return CL_INVALID_WORK_DIMENSION;
    /* of version 2.1 on, it is a command that does nothing */
    if (is_empty(range->global, range->dims) && !icd_is_version_3(call->queue->context))
        return CL_INVALID_GLOBAL_WORK_SIZE;
    return CL_SUCCESS;
}

static cl_int
enqueue_launch(const struct icd_enqueue *call, cl_kernel kernel, const struct range *range)
{
    cl_int error = check_launch(call, kernel, range);
    if (error != CL_SUCCESS)
        return error;
    const struct icd_engine *engine = call->queue->engine;
    const struct sim_kernel *made = kernel->made[engine->index];
    struct launch *launch = calloc(1, sizeof *launch);
    if (!launch)
        return CL_OUT_OF_HOST_MEMORY;
    launch->work = (struct icd_work){run_launch, free_launch, ICD_LAUNCHES_AHEAD};
    launch->kernel = kernel;
    launch->dims = range->dims;
    icd_retain(kernel);
    error = copy_arguments(launch, engine);
    if (error == CL_SUCCESS && is_empty(range->global, range->dims))
        launch->work.run = NULL;
    else if (error == CL_SUCCESS)
        error = set_sizes(launch, engine->index, range->offset, range->global, range->local);
    if (error == CL_SUCCESS &&
        icd_kernel_local_bytes(kernel, made) > engine->device->target->lds_size)
        error = CL_OUT_OF_RESOURCES;
    if (error == CL_SUCCESS)
        return icd_enqueue(call, &launch->work);
    free_launch(&launch->work);
    return error;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                           const size_t *global_work_offset, const size_t *global_work_size,
                           const size_t *local_work_size, cl_uint num_events_in_wait_list,
                           const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_NDRANGE_KERNEL,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    struct range range = {work_dim, global_work_offset, global_work_size, local_work_size};
    return enqueue_launch(&call, kernel, &range);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event)
{
    const size_t one[1] = {1};
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_TASK,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event};
    return enqueue_launch(&call, kernel, &(struct range){1, NULL, one, one});
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK *user_func)(void *),
                          void *args, size_t cb_args, cl_uint num_mem_objects,
                          const cl_mem *mem_list, const void **args_mem_loc,
                          cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                          cl_event *event)
{
    (void)user_func;
    (void)args;
    (void)cb_args;
    (void)num_mem_objects;
    (void)mem_list;
    (void)args_mem_loc;
    (void)num_events_in_wait_list;
    (void)event_wait_list;
    (void)event;
    return icd_is(command_queue, ICD_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

/* What a launch without work-groups of its own gets. */
CL_API_ENTRY cl_int CL_API_CALL
icd_clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue, cl_kernel kernel,
                                         cl_uint work_dim, const size_t *global_work_offset,
                                         const size_t *global_work_size,
                                         size_t *suggested_local_work_size)
{
    const struct icd_enqueue call = {.queue = command_queue};
    struct range range = {work_dim, global_work_offset, global_work_size, NULL};
    cl_int error = check_launch(&call, kernel, &range);
    if (error == CL_SUCCESS && is_empty(global_work_size, work_dim))
        error = CL_INVALID_GLOBAL_WORK_SIZE;
    if (error == CL_SUCCESS && !suggested_local_work_size)
        error = CL_INVALID_VALUE;
    struct launch *launch = error == CL_SUCCESS ? calloc(1, sizeof *launch) : NULL;
    if (!launch)
        return error == CL_SUCCESS ? CL_OUT_OF_HOST_MEMORY : error;
    unsigned engine = command_queue->engine->index;
    const uint32_t *required = kernel->made[engine]->required_size;
    const size_t given[3] = {required[0], required[1], required[2]};
    launch->kernel = kernel;
    launch->dims = work_dim;
    icd_retain(kernel);
    error = copy_arguments(launch, command_queue->engine);
    if (error == CL_SUCCESS)
        error = set_sizes(launch, engine, global_work_offset, global_work_size,
                          required[0] ? given : NULL);
    for (cl_uint d = 0; error == CL_SUCCESS && d < work_dim; d++)
        suggested_local_work_size[d] = launch->local[d];
    free_launch(&launch->work);
    return error;
}
