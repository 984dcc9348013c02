/* The simulator as a device: each engine has one in the process.  What buffers hold is the host's memory, mapped, so
 * that nothing need be moved. */
#include "runtime/enqueue/enqueue.h"
#include "runtime/icd/context.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/order.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"
#include "runtime/icd/queue.h"
#include "runtime/report/report.h"

#include <stdlib.h>
#include <string.h>

static struct sim_device *
sim_of(const struct icd_engine *engine)
{
    return engine->gpu;
}

static bool
open_gpu(struct icd_engine *engine)
{
    struct sim_options options = settings_options(&engine->device->platform->settings.common);
    options.benign = true; /* many programs have all work-items store the same value */
    struct sim_device *sim = sim_device_new(&options);
    if (sim && sim_device_set_target(sim, engine->device->target) != SIM_OK) {
        sim_device_free(sim);
        sim = NULL;
    }
    engine->gpu = sim;
    return sim;
}

static void
close_gpu(struct icd_engine *engine)
{
    free(engine->device_memory);
    sim_device_free(sim_of(engine));
}

static const char *
message(const struct icd_engine *engine)
{
    return sim_message(sim_of(engine));
}

/* ---- memory ---- */

/* The flags say what kernels will do: to do anything else is undefined (OpenCL 1.2, 5.2.1), but programs do
 * it, and drivers let it happen. */
static enum sim_access
access_of(const struct _cl_mem *memory)
{
    bool all = memory->context->engines[0].device->platform->settings.common.check == SETTINGS_ALL;
    return memory->is_constant || (all && memory->flags & CL_MEM_READ_ONLY) ? SIM_ACCESS_READ
           : all && memory->flags & CL_MEM_WRITE_ONLY                       ? SIM_ACCESS_WRITE
                                                                            : SIM_ACCESS_ANY;
}

static uint64_t
map(struct icd_engine *engine, struct _cl_mem *memory, bool *is_separate)
{
    struct sim_device *sim = sim_of(engine);
    uint64_t address = (memory->is_svm ? sim_map_shared : sim_map)(sim, memory->bytes,
                                                                   memory->undefined, memory->size);
    if (address)
        sim_set_access(sim, address, access_of(memory));
    *is_separate = false;
    return address;
}

static void
unmap(struct icd_engine *engine, uint64_t address)
{
    sim_free(sim_of(engine), address);
}

/* ---- code ---- */

/* Where an external is, whose definer has been loaded. */
static bool
find_external(void *data, const char *name, uint64_t *address)
{
    const struct icd_code *code = data;
    const struct sim_variable *variable = NULL;
    for (unsigned i = 0; i < sim_external_count(code->object) && !variable; i++)
        if (code->definers[i] && strcmp(sim_external_at(code->object, i)->name, name) == 0)
            variable = sim_find_export(code->definers[i]->on_gpu, name);
    if (variable)
        *address = variable->address;
    return variable;
}

/* The reader of objects says what it does not take. */
static bool
takes(const struct _cl_device_id *device, const void *bytes, size_t size, char **why)
{
    (void)device;
    (void)bytes;
    (void)size;
    (void)why;
    return true;
}

static bool
load(struct icd_engine *engine, struct icd_code *code)
{
    const struct sim_externals externals = {find_external, code};
    struct sim_object *object;
    if (sim_load_with(sim_of(engine), code->bytes, code->size, &externals, &object) != SIM_OK)
        return false;
    code->on_gpu = object;
    return enqueue_fill_handles(sim_of(engine), object) == SIM_OK;
}

static void
unload(struct icd_engine *engine, struct icd_code *code)
{
    sim_unload(sim_of(engine), code->on_gpu);
}

static bool
read_variable(struct icd_engine *engine, const struct icd_code *code, const char *name,
              unsigned index, void *bytes, size_t size)
{
    const struct sim_variable *variable =
        name ? sim_find_export(code->on_gpu, name) : sim_variable_at(code->on_gpu, index);
    const uint8_t *from =
        variable ? sim_host_pointer(sim_of(engine), variable->address, size) : NULL;
    if (from)
        memcpy(bytes, from, size);
    return from;
}

/* ---- launches ---- */

static enum icd_outcome
device_queue(struct icd_engine *engine, cl_uint bytes, uint64_t *address)
{
    struct enqueue_queue *queue = engine->device_memory;
    if (!queue)
        queue = engine->device_memory = calloc(1, sizeof *queue);
    if (!queue)
        return ICD_BAD;
    if (queue->address && queue->layout.slots != enqueue_layout(bytes).slots)
        enqueue_free(sim_of(engine), queue);
    if (!queue->address && enqueue_new(sim_of(engine), bytes, NULL, 0, queue) != SIM_OK)
        return ICD_BAD;
    *address = queue->address;
    return ICD_GOOD;
}

/* With what it puts into the queue on the device. */
static enum sim_status
run_with_children(struct icd_engine *engine, struct _cl_event *event,
                  const struct sim_kernel *kernel, const struct sim_launch *how)
{
    struct sim_device *sim = sim_of(engine);
    enum sim_status status = enqueue_begin(sim, engine->device_memory, kernel, how);
    if (event)
        icd_event_note_end(event);
    return status == SIM_OK ? enqueue_finish(sim, engine->device_memory) : status;
}

/* To what the launch touches, and each kernel that it enqueues. */
static void
listen(struct icd_engine *engine, struct icd_order_launch *launched)
{
    const struct enqueue_queue *queue =
        launched->launch->device_queue ? engine->device_memory : NULL;
    struct sim_touched touched = {.tell = icd_order_touched, .data = launched};
    if (queue)
        launched->family = icd_order_family_new(engine, queue, sim_of(engine));
    if (launched->family) {
        touched.ended = icd_order_family_ended;
        touched.ends_part = icd_order_family_ends_part;
        touched.ended_part = icd_order_family_ended_part;
        touched.watched = queue->address;
        touched.watched_size = queue->layout.size;
    }
    sim_set_touched(sim_of(engine), &touched);
}

static enum sim_status
run(struct icd_engine *engine, struct _cl_event *event, const struct icd_launch *launch,
    const struct sim_kernel *kernel, const struct sim_launch *how)
{
    struct sim_device *sim = sim_of(engine);
    struct icd_order_launch launched = {engine, launch, NULL};
    icd_order_name(&launched);
    if (engine->context->order)
        listen(engine, &launched);
    enum sim_status status = launch->device_queue ? run_with_children(engine, event, kernel, how)
                                                  : sim_launch(sim, kernel, how);
    sim_set_touched(sim, NULL);
    icd_order_family_free(launched.family);
    return status;
}

static void
note(struct icd_engine *engine, const struct icd_launch *launch, cl_ulong host_time, bool is_good)
{
    struct report_launch launched = {.name = launch->name,
                                     .sum = launch->code->sum,
                                     .work_items = 1,
                                     .host_time = host_time,
                                     .is_good = is_good};
    for (unsigned d = 0; d < 3; d++)
        launched.work_items *= launch->how.global[d];
    report_note(engine->device->platform->report, sim_of(engine), &launched);
}

/* What the kernel has printed, also one that faulted. */
static bool
flush_printf(const struct sim_kernel *kernel, struct icd_engine *engine, uint64_t buffer)
{
    struct sim_printf_report report;
    bool good = sim_printf_flush(sim_of(engine), kernel->object, buffer, icd_print, NULL,
                                 &report) == SIM_OK;
    icd_printed(kernel->name, &report);
    return good;
}

static enum icd_outcome
launch_kernel(struct icd_engine *engine, struct _cl_event *event, const struct icd_launch *launch,
              char **complaint)
{
    struct sim_device *sim = sim_of(engine);
    const struct sim_kernel *kernel = sim_find_kernel(launch->code->on_gpu, launch->name);
    struct sim_launch how = launch->how;
    cl_ulong start = icd_clock();
    if (sim_object_prints(kernel->object))
        how.printf_buffer = sim_printf_new(sim, ICD_PRINTF_BYTES);
    bool good = (!sim_object_prints(kernel->object) || how.printf_buffer) &&
                run(engine, event, launch, kernel, &how) == SIM_OK;
    icd_undefined_note(engine, launch->arguments, how.arg_count);
    if (!good)
        *complaint = strdup(sim_message(sim));
    if (how.printf_buffer) {
        if (!flush_printf(kernel, engine, how.printf_buffer) && good) {
            *complaint = strdup(sim_message(sim));
            good = false;
        }
        sim_free(sim, how.printf_buffer);
    }
    note(engine, launch, icd_clock() - start, good);
    return good ? ICD_GOOD : ICD_BAD;
}

/* ---- images ---- */

static bool
image_exists(const struct _cl_device_id *device, enum sim_geometry geometry,
             enum sim_channel_order order, enum sim_channel_type type, bool reads, bool writes)
{
    (void)device;
    (void)reads;
    (void)writes;
    return sim_image_exists(geometry, order, type);
}

static bool
image_new(struct icd_engine *engine, const struct sim_image_info *info, uint64_t *handle)
{
    return sim_image_new(sim_of(engine), info, handle) == SIM_OK;
}

static bool
image_map(struct icd_engine *engine, const struct sim_image_info *info, uint64_t texels,
          uint64_t *handle)
{
    return sim_image_map(sim_of(engine), info, texels, handle) == SIM_OK;
}

static bool
image_view(struct icd_engine *engine, uint64_t image, enum sim_channel_order order,
           uint64_t *handle)
{
    return sim_image_view(sim_of(engine), image, order, handle) == SIM_OK;
}

static void
image_free(struct icd_engine *engine, uint64_t handle)
{
    sim_image_free(sim_of(engine), handle);
}

static bool
image_write(struct icd_engine *engine, uint64_t handle, const struct sim_image_box *box,
            const void *texels)
{
    return sim_image_write(sim_of(engine), handle, box, texels) == SIM_OK;
}

/* What a kernel has left undefined is copied all the same. */
static bool
image_read(struct icd_engine *engine, uint64_t handle, const struct sim_image_box *box,
           void *texels)
{
    return sim_image_read(sim_of(engine), handle, box, texels) != SIM_ERROR;
}

static bool
sampler_new(struct icd_engine *engine, const struct sim_sampler_info *info, uint64_t *handle)
{
    return sim_sampler_new(sim_of(engine), info, handle) == SIM_OK;
}

const struct icd_driver icd_sim_driver = {
    .open = open_gpu,
    .close = close_gpu,
    .message = message,
    .maps_parts = true,
    .map = map,
    .unmap = unmap,
    .takes = takes,
    .load = load,
    .unload = unload,
    .read_variable = read_variable,
    .device_queue = device_queue,
    .launch = launch_kernel,
    .image_exists = image_exists,
    .image_new = image_new,
    .image_map = image_map,
    .image_view = image_view,
    .image_free = image_free,
    .image_write = image_write,
    .image_read = image_read,
    .sampler_new = sampler_new,
    .sampler_free = unmap,
};
