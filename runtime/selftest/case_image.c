/* Images and samplers as arguments. */
#include "runtime/selftest/case.h"

#include <stdio.h>
#include <string.h>

bool
case_image_word(struct case_arg *arg, const char *word)
{
    struct sim_image_info *info = &arg->image;
    if (!info->width) {
        info->height = info->depth = info->layers = info->levels = info->samples = 1;
        info->order = SIM_ORDER_RGBA;
        info->type = SIM_TYPE_UNORM_INT8;
        int sizes = sscanf(word, "%ux%ux%u", &info->width, &info->height, &info->depth);
        info->geometry = sizes == 3   ? SIM_GEOMETRY_3D
                         : sizes == 2 ? SIM_GEOMETRY_2D
                                      : SIM_GEOMETRY_1D;
        return sizes > 0;
    }
    if (sscanf(word, "levels:%u", &info->levels) == 1 ||
        sscanf(word, "samples:%u", &info->samples) == 1)
        return true;
    if (sscanf(word, "array:%u", &info->layers) == 1) {
        info->geometry =
            info->geometry == SIM_GEOMETRY_1D ? SIM_GEOMETRY_1D_ARRAY : SIM_GEOMETRY_2D_ARRAY;
        return true;
    }
    if (!strcmp(word, "buffer")) {
        info->geometry = SIM_GEOMETRY_1D_BUFFER;
        return true;
    }
    for (unsigned i = 0; i < SIM_ORDERS; i++)
        if (!strcmp(word, sim_channel_order_name(i))) {
            info->order = i;
            return true;
        }
    for (unsigned i = 0; i < SIM_TYPES; i++)
        if (!strcmp(word, sim_channel_type_name(i))) {
            info->type = i;
            return true;
        }
    return false;
}

bool
case_sampler_word(struct case_arg *arg, const char *word)
{
    static const char *const addressing[] = {
        [SIM_ADDRESSING_NONE] = "none",
        [SIM_ADDRESSING_CLAMP_TO_EDGE] = "clamp_to_edge",
        [SIM_ADDRESSING_CLAMP] = "clamp",
        [SIM_ADDRESSING_REPEAT] = "repeat",
        [SIM_ADDRESSING_MIRRORED_REPEAT] = "mirrored_repeat",
    };
    struct sim_sampler_info *info = &arg->sampler;
    for (unsigned i = 0; i < sizeof addressing / sizeof *addressing; i++)
        if (!strcmp(word, addressing[i])) {
            info->addressing = i;
            return true;
        }
    info->normalized |= !strcmp(word, "normalized");
    info->linear |= !strcmp(word, "linear");
    info->mip_nearest |= !strcmp(word, "mip_nearest");
    info->mip_linear |= !strcmp(word, "mip_linear");
    return strstr(" normalized unnormalized nearest linear mip_nearest mip_linear ", word) != NULL;
}

static uint32_t
at_level(uint32_t size, uint32_t level)
{
    return size >> level ? size >> level : 1;
}

static struct sim_image_box
box_of(const struct sim_image_info *info, uint32_t level)
{
    bool is_volume = info->geometry == SIM_GEOMETRY_3D;
    uint32_t slices = is_volume ? at_level(info->depth, level) : info->layers;
    return (struct sim_image_box){.level = level,
                                  .width = at_level(info->width, level),
                                  .height = at_level(info->height, level),
                                  .depth = slices * info->samples};
}

bool
case_image_finish(struct case_arg *arg)
{
    static const struct value_type types[SIM_TYPES] = {
        [SIM_TYPE_SNORM_INT8] = {VALUE_INT, 1},       [SIM_TYPE_SNORM_INT16] = {VALUE_INT, 2},
        [SIM_TYPE_UNORM_INT8] = {VALUE_UINT, 1},      [SIM_TYPE_UNORM_INT16] = {VALUE_UINT, 2},
        [SIM_TYPE_UNORM_INT24] = {VALUE_UINT, 4},     [SIM_TYPE_UNORM_SHORT_555] = {VALUE_UINT, 2},
        [SIM_TYPE_UNORM_SHORT_565] = {VALUE_UINT, 2}, [SIM_TYPE_UNORM_INT_101010] = {VALUE_UINT, 4},
        [SIM_TYPE_SIGNED_INT8] = {VALUE_INT, 1},      [SIM_TYPE_SIGNED_INT16] = {VALUE_INT, 2},
        [SIM_TYPE_SIGNED_INT32] = {VALUE_INT, 4},     [SIM_TYPE_UNSIGNED_INT8] = {VALUE_UINT, 1},
        [SIM_TYPE_UNSIGNED_INT16] = {VALUE_UINT, 2},  [SIM_TYPE_UNSIGNED_INT32] = {VALUE_UINT, 4},
        [SIM_TYPE_HALF_FLOAT] = {VALUE_FLOAT, 2},     [SIM_TYPE_FLOAT] = {VALUE_FLOAT, 4},
    };
    const struct sim_image_info *info = &arg->image;
    unsigned bytes = info->width ? sim_texel_bytes(info->order, info->type) : 0;
    if (!bytes)
        return false;
    arg->type = types[info->type];
    arg->components = bytes / arg->type.size;
    for (uint32_t level = 0; level < info->levels; level++) {
        struct sim_image_box box = box_of(info, level);
        arg->size += (size_t)box.width * box.height * box.depth * bytes;
    }
    return true;
}

enum sim_status
case_image_new(struct machine *machine, const struct case_arg *arg, uint64_t *handle)
{
    const uint8_t *from = arg->bytes;
    enum sim_status status = machine_image_new(machine, &arg->image, handle);
    for (uint32_t level = 0; status == SIM_OK && level < arg->image.levels; level++) {
        struct sim_image_box box = box_of(&arg->image, level);
        status = machine_image_write(machine, *handle, &box, from);
        from += (size_t)box.width * box.height * box.depth * arg->type.size * arg->components;
    }
    return status;
}

enum sim_status
case_image_read(struct machine *machine, const struct case_arg *arg, uint64_t handle,
                uint8_t *bytes)
{
    enum sim_status status = SIM_OK;
    for (uint32_t level = 0; status == SIM_OK && level < arg->image.levels; level++) {
        struct sim_image_box box = box_of(&arg->image, level);
        status = machine_image_read(machine, handle, &box, bytes);
        bytes += (size_t)box.width * box.height * box.depth * arg->type.size * arg->components;
    }
    return status;
}
