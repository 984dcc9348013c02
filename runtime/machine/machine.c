#include "runtime/machine/machine.h"

#include "runtime/enqueue/enqueue.h"

#include "runtime/machine/board.h"

#include <stdlib.h>
#include <string.h>

#define EITHER(machine, of_gpu, of_simulator) ((machine)->board ? (of_gpu) : (of_simulator))

struct machine {
    struct sim_options options;
    struct sim_device *device;
    struct board *board; /* NULL: the simulator */
    struct enqueue_queue queue;
};

struct machine *
machine_simulator(struct arena *arena, const struct sim_options *options)
{
    struct machine *machine = ARENA_NEW(arena, struct machine);
    machine->options = *options;
    machine->device = sim_device_new(options);
    return machine->device ? machine : NULL;
}

struct machine *
machine_gpu(struct arena *arena, unsigned index, const struct sim_options *options,
            const char **why)
{
    struct machine *machine = machine_simulator(arena, options);
    *why = "out of memory";
    if (machine)
        machine->board = board_new(arena, index, machine->device, options->max_seconds, why);
    if (machine && machine->board)
        return machine;
    machine_free(machine);
    return NULL;
}

bool
machine_gpu_named(const char *text, unsigned *index)
{
    enum { MAX_DIGITS = 4 };
    size_t digits = strncmp(text, "gpu:", 4) == 0 ? strspn(text + 4, "0123456789") : 0;
    bool has_index = digits && digits <= MAX_DIGITS && !text[4 + digits];
    *index = has_index ? (unsigned)strtoul(text + 4, NULL, 10) : 0;
    return has_index || strcmp(text, "gpu") == 0;
}

void
machine_free(struct machine *machine)
{
    if (!machine)
        return;
    if (machine->board)
        board_free(machine->board);
    sim_device_free(machine->device);
}

bool
machine_reset(struct machine *machine)
{
    sim_device_free(machine->device);
    machine->device = sim_device_new(&machine->options);
    machine->queue = (struct enqueue_queue){0};
    if (machine->board)
        board_reset(machine->board, machine->device);
    return machine->device != NULL;
}

bool
machine_is_gpu(const struct machine *machine)
{
    return machine->board != NULL;
}

const char *
machine_processor(const struct machine *machine)
{
    return EITHER(machine, board_processor(machine->board), NULL);
}

bool
machine_has_image(const struct machine *machine, const struct sim_image_info *info)
{
    return EITHER(machine, board_has_image(machine->board, info),
                  sim_image_exists(info->geometry, info->order, info->type));
}

struct sim_device *
machine_device(const struct machine *machine)
{
    return machine->device;
}

const char *
machine_message(const struct machine *machine)
{
    return EITHER(machine, board_message(machine->board), sim_message(machine->device));
}

void
machine_describe(const struct machine *machine, struct strbuf *out)
{
    if (machine->board)
        board_describe(machine->board, out);
    else
        strbuf_puts(out, "device       the simulator\n");
}

/* ---- as in sim.h ---- */

uint64_t
machine_alloc(struct machine *machine, uint64_t size)
{
    return EITHER(machine, board_alloc(machine->board, size, true),
                  sim_alloc(machine->device, size));
}

uint64_t
machine_alloc_raw(struct machine *machine, uint64_t size)
{
    return EITHER(machine, board_alloc(machine->board, size, false),
                  sim_alloc_raw(machine->device, size));
}

void
machine_free_memory(struct machine *machine, uint64_t address)
{
    if (machine->board)
        board_free_memory(machine->board, address);
    else
        sim_free(machine->device, address);
}

enum sim_status
machine_write(struct machine *machine, uint64_t address, const void *bytes, uint64_t size)
{
    return EITHER(machine, board_write(machine->board, address, bytes, size),
                  sim_write(machine->device, address, bytes, size));
}

enum sim_status
machine_read(struct machine *machine, uint64_t address, void *bytes, uint64_t size)
{
    return EITHER(machine, board_read(machine->board, address, bytes, size),
                  sim_read(machine->device, address, bytes, size));
}

enum sim_status
machine_image_new(struct machine *machine, const struct sim_image_info *info, uint64_t *handle)
{
    return EITHER(machine, board_image_new(machine->board, info, handle),
                  sim_image_new(machine->device, info, handle));
}

enum sim_status
machine_image_write(struct machine *machine, uint64_t handle, const struct sim_image_box *box,
                    const void *texels)
{
    return EITHER(machine, board_image_write(machine->board, handle, box, texels),
                  sim_image_write(machine->device, handle, box, texels));
}

enum sim_status
machine_image_read(struct machine *machine, uint64_t handle, const struct sim_image_box *box,
                   void *texels)
{
    return EITHER(machine, board_image_read(machine->board, handle, box, texels),
                  sim_image_read(machine->device, handle, box, texels));
}

enum sim_status
machine_sampler_new(struct machine *machine, const struct sim_sampler_info *info, uint64_t *handle)
{
    return EITHER(machine, board_sampler_new(machine->board, info, handle),
                  sim_sampler_new(machine->device, info, handle));
}

enum sim_status
machine_load(struct machine *machine, const void *bytes, size_t size,
             const struct sim_externals *externals, struct sim_object **object)
{
    if (machine->board)
        return board_load(machine->board, bytes, size, externals, object);
    enum sim_status status = sim_load_with(machine->device, bytes, size, externals, object);
    return status == SIM_OK ? enqueue_fill_handles(machine->device, *object) : status;
}

bool
machine_wants_queue(const struct sim_kernel *kernel)
{
    return enqueue_wants_queue(kernel);
}

enum sim_status
machine_queue_new(struct machine *machine, uint32_t size, const void *scheduler,
                  size_t scheduler_size, uint64_t *address)
{
    if (machine->board)
        return sim_fail(machine->device, "GPUs have no such queues here yet");
    if (machine->queue.address)
        enqueue_free(machine->device, &machine->queue);
    enum sim_status status =
        enqueue_new(machine->device, size, scheduler, scheduler_size, &machine->queue);
    *address = machine->queue.address;
    return status;
}

static bool
find_variable(const struct sim_object *object, const char *name, uint64_t *address, uint64_t *size)
{
    const struct sim_variable *variable;
    for (unsigned i = 0; (variable = sim_variable_at(object, i)) != NULL; i++)
        if (strcmp(variable->name, name) == 0) {
            *address = variable->address;
            *size = variable->size;
            return true;
        }
    return false;
}

bool
machine_variable(struct machine *machine, const struct sim_object *object, const char *name,
                 uint64_t *address, uint64_t *size)
{
    return EITHER(machine, board_variable(machine->board, name, address, size),
                  find_variable(object, name, address, size));
}

enum sim_status
machine_launch(struct machine *machine, const struct sim_kernel *kernel,
               const struct sim_launch *launch)
{
    if (machine->queue.address && enqueue_wants_queue(kernel))
        return enqueue_launch(machine->device, &machine->queue, kernel, launch);
    return EITHER(machine, board_launch(machine->board, kernel, launch),
                  sim_launch(machine->device, kernel, launch));
}

uint64_t
machine_printf_new(struct machine *machine, uint32_t size)
{
    return EITHER(machine, board_printf_new(machine->board, size),
                  sim_printf_new(machine->device, size));
}

enum sim_status
machine_printf_flush(struct machine *machine, const struct sim_object *object, uint64_t buffer,
                     void (*text)(void *data, const char *text, size_t length), void *data,
                     struct sim_printf_report *report)
{
    return EITHER(machine, board_printf_flush(machine->board, object, buffer, text, data, report),
                  sim_printf_flush(machine->device, object, buffer, text, data, report));
}
