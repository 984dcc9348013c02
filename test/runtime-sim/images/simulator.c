/* The simulator as the other of the two. */
#include "judge.h"
#include "tile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct sim_device *device;
static struct sim_object *object;
static unsigned layout; /* 0: linear, as the simulator makes them; else a set of tiled ones and 1 */
static char message[256];

const char *
simulator_open(const char *path)
{
    struct sim_options options = {.strict = true, .foreign = 1, .max_instructions = 1 << 28};
    FILE *file = fopen(path, "rb");
    static uint8_t bytes[1 << 22];
    sim_device_free(device);
    device = sim_device_new(&options);
    if (!file || !device)
        return "the object cannot be read";
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return sim_load(device, bytes, size, &object) == SIM_OK ? NULL : sim_message(device);
}

bool
simulator_lay_out(unsigned number)
{
    layout = number;
    return number <= tile_sets(device);
}

const struct sim_kernel *
simulator_kernel(const char *name)
{
    return sim_find_kernel(object, name);
}

static struct sim_image_box
whole(const struct sim_image_info *info)
{
    return (struct sim_image_box){
        .width = info->width, .height = info->height, .depth = info->depth * info->layers};
}

static enum sim_status
make_arg(struct arg *arg, uint64_t *address, struct sim_arg *value)
{
    enum sim_status status = SIM_OK;
    struct sim_image_box box = whole(&arg->image);
    *value = (struct sim_arg){.bytes = address, .size = 8};
    switch (arg->kind) {
    case ARG_VALUE:
        *value = (struct sim_arg){.bytes = arg->bytes, .size = arg->size};
        return SIM_OK;
    case ARG_LOCAL:
        *value = (struct sim_arg){.local = true, .size = arg->size};
        return SIM_OK;
    case ARG_SAMPLER:
        return sim_sampler_new(device, &arg->sampler, address);
    case ARG_BUFFER:
        *address = sim_alloc(device, arg->size);
        return *address ? sim_write(device, *address, arg->bytes, arg->size) : SIM_ERROR;
    case ARG_IMAGE:
        status = sim_image_new(device, &arg->image, address);
        if (status == SIM_OK && layout && !tile_image(device, *address, layout - 1))
            status = SIM_ERROR;
        return status == SIM_OK ? sim_image_write(device, *address, &box, arg->bytes) : status;
    }
    return SIM_ERROR;
}

static enum sim_status
take_back(struct arg *arg, uint64_t address)
{
    struct sim_image_box box = whole(&arg->image);
    enum sim_status status = SIM_OK;
    if (arg->kind == ARG_BUFFER)
        status = sim_read(device, address, arg->bytes, arg->size);
    if (arg->kind == ARG_IMAGE)
        status = sim_image_read(device, address, &box, arg->bytes);
    if (arg->kind == ARG_IMAGE)
        sim_image_free(device, address);
    else if (address)
        sim_free(device, address);
    return status;
}

const char *
simulator_run(struct launch *launch)
{
    uint64_t addresses[MAX_ARGS] = {0};
    struct sim_arg values[MAX_ARGS];
    struct sim_launch sim = {.dims = launch->dims, .args = values, .arg_count = launch->arg_count};
    const struct sim_kernel *kernel = simulator_kernel(launch->kernel);
    enum sim_status status = kernel ? SIM_OK : SIM_ERROR;
    if (!kernel)
        return "no such kernel in the object";
    for (unsigned i = 0; status == SIM_OK && i < launch->arg_count; i++)
        status = make_arg(&launch->args[i], &addresses[i], &values[i]);
    for (unsigned d = 0; d < launch->dims; d++) {
        sim.global[d] = (uint32_t)launch->global[d];
        sim.local[d] = (uint32_t)launch->local[d];
    }
    if (status == SIM_OK)
        status = sim_launch(device, kernel, &sim);
    if (status != SIM_OK)
        snprintf(message, sizeof message, "%s", sim_message(device));
    for (unsigned i = 0; i < launch->arg_count; i++)
        if (take_back(&launch->args[i], addresses[i]) != SIM_OK && status == SIM_OK) {
            status = SIM_FAULT;
            snprintf(message, sizeof message, "argument %u: %s", i, sim_message(device));
        }
    return status == SIM_OK ? NULL : message;
}
