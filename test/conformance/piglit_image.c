#include "test/conformance/piglit_image.h"

#include <string.h>

/* The number of a word among names; count: it is none of them. */
static unsigned
find(const char *word, const char *const *names, unsigned count)
{
    unsigned found = 0;
    while (found < count && (!word || strcmp(names[found], word) != 0))
        found++;
    return found;
}

static struct sim_image_box
box_of(const struct piglit_words *words)
{
    return (struct sim_image_box){.width = words->width,
                                  .height = words->height ? words->height : 1,
                                  .depth = words->depth ? words->depth : 1};
}

static enum sim_status
new_sampler(struct sim_device *device, const struct piglit_words *words, uint64_t *handle)
{
    static const char *const addressing[] = {
        [SIM_ADDRESSING_NONE] = "NONE",
        [SIM_ADDRESSING_CLAMP_TO_EDGE] = "CLAMP_TO_EDGE",
        [SIM_ADDRESSING_CLAMP] = "CLAMP",
        [SIM_ADDRESSING_REPEAT] = "REPEAT",
        [SIM_ADDRESSING_MIRRORED_REPEAT] = "MIRRORED_REPEAT",
    };
    static const char *const filters[] = {"NEAREST", "LINEAR"};
    struct sim_sampler_info info = {.normalized = words->normalized};
    unsigned filter = find(words->filter, filters, 2);
    info.addressing = find(words->addressing, addressing, 5);
    info.linear = filter == 1;
    return filter == 2 ? SIM_ERROR : sim_sampler_new(device, &info, handle);
}

enum sim_status
piglit_image_new(struct sim_device *device, const struct piglit_arg *arg, uint64_t *handle)
{
    static const char *const shapes[] = {"1d", "2d", "3d"};
    static const enum sim_geometry geometries[] = {SIM_GEOMETRY_1D, SIM_GEOMETRY_2D,
                                                   SIM_GEOMETRY_3D};
    if (arg->is_sampler)
        return new_sampler(device, &arg->words, handle);
    struct sim_image_box box = box_of(&arg->words);
    unsigned shape = find(arg->words.shape, shapes, 3);
    struct sim_image_info info = {
        .width = box.width, .height = box.height, .depth = box.depth, .layers = 1, .levels = 1};
    if (shape == 3 || !arg->words.order || !arg->words.channel)
        return SIM_ERROR;
    info.geometry = geometries[shape];
    while (info.order < SIM_ORDERS && strcmp(sim_channel_order_name(info.order), arg->words.order))
        info.order++;
    while (info.type < SIM_TYPES && strcmp(sim_channel_type_name(info.type), arg->words.channel))
        info.type++;
    enum sim_status status = sim_image_new(device, &info, handle);
    if (status == SIM_OK && !arg->is_output)
        status = sim_image_write(device, *handle, &box, arg->bytes);
    return status;
}

enum sim_status
piglit_image_read(struct sim_device *device, const struct piglit_arg *arg, uint64_t handle,
                  void *texels)
{
    struct sim_image_box box = box_of(&arg->words);
    return sim_image_read(device, handle, &box, texels);
}
