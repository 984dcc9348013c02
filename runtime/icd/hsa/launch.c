/* Code and launches on a real GPU.  What kernels are, and how their arguments lie, the simulator's reader of objects
 * tells, which executes nothing here. */
#include "runtime/enqueue/layout.h"
#include "runtime/icd/hsa/hsa_engine.h"
#include "runtime/icd/program.h"
#include "runtime/icd/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- code ---- */

/* Where the externals are, whose definers have been loaded; what nobody defines is weak, and 0.  NULL: no memory. */
static struct gpu_definition *
list_definitions(const struct icd_code *code, unsigned *count)
{
    unsigned externals = sim_external_count(code->object);
    struct gpu_definition *definitions = calloc(externals + 1u, sizeof *definitions);
    *count = 0;
    for (unsigned i = 0; definitions && i < externals; i++) {
        struct gpu_definition *definition = &definitions[*count];
        uint64_t size;
        definition->name = sim_external_at(code->object, i)->name;
        if (code->definers[i] && gpu_object_variable(code->definers[i]->on_gpu, definition->name,
                                                     &definition->address, &size))
            ++*count;
    }
    return definitions;
}

/* Tells the object where the kernels are that its blocks became. */
static bool
fill_handles(struct icd_engine *engine, const struct icd_code *code)
{
    bool good = true;
    for (unsigned i = 0; good && i < sim_kernel_count(code->object); i++) {
        const struct sim_kernel *kernel = sim_kernel_at(code->object, i);
        const char *name = kernel->notes.runtime_handle;
        struct gpu_kernel on_gpu;
        void *address;
        uint64_t size;
        if (!*name)
            continue;
        good = (gpu_object_kernel(code->on_gpu, kernel->name, &on_gpu) &&
                gpu_object_variable(code->on_gpu, name, &address, &size) &&
                size == sizeof(struct enqueue_handle)) ||
               hsa_fails(engine, strdup("a kernel has no runtime handle"));
        if (!good)
            break;
        struct enqueue_handle value = {on_gpu.handle, on_gpu.private_size, on_gpu.group_size};
        const struct icd_place to = {.address = (uintptr_t)address},
                               from = {.bytes = (uint8_t *)&value};
        good = hsa_move(engine, NULL, &to, &from, (size_t[3]){sizeof value, 1, 1}) == ICD_GOOD;
    }
    return good;
}

bool
hsa_load(struct icd_engine *engine, struct icd_code *code)
{
    char *why = NULL;
    unsigned count;
    struct gpu_definition *definitions = list_definitions(code, &count);
    if (definitions)
        code->on_gpu =
            gpu_object_load(hsa_of(engine)->gpu, code->bytes, code->size, definitions, count, &why);
    free(definitions);
    if (!code->on_gpu)
        return hsa_fails(engine, why);
    if (fill_handles(engine, code))
        return true;
    gpu_object_unload(code->on_gpu);
    code->on_gpu = NULL;
    return false;
}

void
hsa_unload(struct icd_engine *engine, struct icd_code *code)
{
    (void)engine;
    gpu_object_unload(code->on_gpu);
}

bool
hsa_read_variable(struct icd_engine *engine, const struct icd_code *code, const char *name,
                  unsigned index, void *bytes, size_t size)
{
    void *address;
    uint64_t has;
    struct icd_place to = {.bytes = bytes}, from = {.bytes = NULL};
    if (!gpu_object_variable(code->on_gpu, name ? name : sim_variable_at(code->object, index)->name,
                             &address, &has) ||
        has < size)
        return hsa_fails(engine, strdup("a variable cannot be found"));
    from.address = (uintptr_t)address;
    return hsa_move(engine, NULL, &to, &from, (size_t[3]){size, 1, 1}) == ICD_GOOD;
}

/* ---- launches ---- */

/* A launch while it is made. */
struct making {
    struct hsa_command command;
    const struct icd_launch *launch;
    const struct sim_kernel *kernel; /* of the reader */
    struct gpu_kernel on_gpu;
    struct sim_arguments arguments;
    uint8_t few[512]; /* of the arguments, if that is enough */
};

static bool
begin_printf(struct making *making)
{
    struct icd_engine *engine = making->command.engine;
    struct hsa_flight *flight = making->command.flight;
    if (!sim_object_prints(making->launch->code->object))
        return true;
    uint32_t *buffer = gpu_alloc(hsa_of(engine)->gpu, GPU_MEMORY_HOST, ICD_PRINTF_BYTES);
    if (!buffer)
        return hsa_fails(engine, strdup("there is no memory for printf"));
    buffer[0] = 0;
    buffer[1] = ICD_PRINTF_BYTES;
    flight->printf_buffer = buffer;
    flight->code = icd_code_retain(making->launch->code);
    return true;
}

bool
hsa_print(struct icd_engine *engine, struct hsa_flight *flight)
{
    struct sim_printf_report report;
    pthread_mutex_lock(&engine->reader_lock);
    bool good = sim_printf_flush_host(engine->reader, flight->code->object, flight->printf_buffer,
                                      ICD_PRINTF_BYTES, icd_print, NULL, &report) == SIM_OK;
    if (!good)
        hsa_fails(engine, strdup(sim_message(engine->reader)));
    pthread_mutex_unlock(&engine->reader_lock);
    icd_printed(flight->kernel, &report);
    return good;
}

static bool
write_arguments(struct making *making)
{
    struct icd_engine *engine = making->command.engine;
    const struct gpu_queue *queue = making->command.queue;
    struct sim_launch how = making->launch->how;
    struct sim_gpu gpu = {.queue = gpu_queue_address(queue)};
    gpu_queue_apertures(queue, &gpu.shared_base, &gpu.private_base);
    how.printf_buffer = (uintptr_t)making->command.flight->printf_buffer;
    how.default_queue = making->launch->device_queue;
    how.completion_action = how.default_queue ? hsa_host_slot(engine) : 0;
    size_t size = making->kernel->kernarg_size;
    making->arguments.bytes = size <= sizeof making->few ? making->few : malloc(size);
    if (making->arguments.bytes)
        memset(making->arguments.bytes, 0, size);
    else
        return hsa_fails(engine, NULL);
    pthread_mutex_lock(&engine->reader_lock);
    bool good = sim_write_arguments(engine->reader, making->kernel, &how, &gpu,
                                    &making->arguments) == SIM_OK;
    if (!good)
        hsa_fails(engine, strdup(sim_message(engine->reader)));
    pthread_mutex_unlock(&engine->reader_lock);
    return good;
}

static struct gpu_fence *
submit(struct making *making, char **why)
{
    const struct hsa_command *command = &making->command;
    const struct sim_launch *how = &making->launch->how;
    bool is_unordered =
        command->event && command->event->queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    struct gpu_launch launch = {.kernel = &making->on_gpu,
                                .dims = how->dims,
                                .arguments = making->arguments.bytes,
                                .group_size = making->arguments.group_size,
                                .private_size = making->arguments.private_size,
                                .is_unordered = is_unordered,
                                .is_quiet = command->flight->is_quiet};
    for (unsigned d = 0; d < 3; d++) {
        launch.global[d] = d < how->dims ? how->global[d] : 1;
        launch.local[d] = d < how->dims ? how->local[d] : 1;
    }
    return making->launch->device_queue
               ? hsa_submit_parent(command, &launch, why)
               : gpu_submit(command->queue, &launch, command->waits, command->wait_count, why);
}

static bool
prepare(struct making *making)
{
    const struct icd_code *code = making->launch->code;
    const char *name = making->launch->name;
    struct hsa_flight *flight = making->command.flight;
    flight->kernel = name; /* the code has it */
    flight->sum = code->sum;
    flight->work_items = 1;
    for (unsigned d = 0; d < making->launch->how.dims; d++)
        flight->work_items *= making->launch->how.global[d];
    making->kernel = sim_find_kernel(code->object, name);
    if (!gpu_object_kernel(code->on_gpu, name, &making->on_gpu))
        return hsa_fails(making->command.engine, strdup("a kernel cannot be found"));
    return begin_printf(making) && write_arguments(making);
}

enum icd_outcome
hsa_launch(struct icd_engine *engine, struct _cl_event *event, const struct icd_launch *launch,
           char **complaint)
{
    struct making making;
    making.launch = launch;
    making.arguments.bytes = NULL;
    enum icd_outcome outcome = hsa_command_begin(engine, event, &making.command);
    char *why = NULL;
    size_t size;
    if (outcome == ICD_GOOD && prepare(&making)) {
        struct gpu_fence *fence = submit(&making, &why);
        outcome = hsa_command_end(&making.command, fence, why);
    } else if (outcome == ICD_GOOD) {
        outcome = hsa_command_drop(&making.command, ICD_BAD);
    }
    if (making.arguments.bytes != making.few)
        free(making.arguments.bytes);
    FILE *out = outcome == ICD_BAD ? open_memstream(complaint, &size) : NULL;
    if (out) {
        fprintf(out, "kernel %s on %s", launch->name, hsa_of(engine)->message);
        fclose(out);
    }
    return outcome;
}
