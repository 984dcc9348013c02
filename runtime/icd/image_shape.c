/* Shapes of images: their sizes, levels and pitches, and which part of one a command names. */
#include "runtime/icd/context.h"
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"

#include <string.h>

/* The sizes of each type that count, and which limit is theirs: OpenCL 1.2, 5.3.1.2. */
#define LIMIT(name) offsetof(struct icd_image_limits, name)
static const struct shape {
    cl_mem_object_type type;
    enum sim_geometry geometry;
    bool has_height, has_depth, is_array;
    size_t limit; /* of its sides */
} shapes[] = {
    {CL_MEM_OBJECT_IMAGE2D, SIM_GEOMETRY_2D, true, false, false, LIMIT(side)},
    {CL_MEM_OBJECT_IMAGE3D, SIM_GEOMETRY_3D, true, true, false, LIMIT(depth)},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, SIM_GEOMETRY_2D_ARRAY, true, false, true, LIMIT(side)},
    {CL_MEM_OBJECT_IMAGE1D, SIM_GEOMETRY_1D, false, false, false, LIMIT(side)},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, SIM_GEOMETRY_1D_ARRAY, false, false, true, LIMIT(side)},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, SIM_GEOMETRY_1D_BUFFER, false, false, false, LIMIT(buffer)},
};

static const struct shape *
shape_of(cl_mem_object_type type)
{
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].type == type)
            return &shapes[i];
    return NULL;
}

bool
icd_is_image_type(cl_mem_object_type type)
{
    return shape_of(type);
}

enum sim_geometry
icd_image_geometry(cl_mem_object_type type)
{
    return shape_of(type)->geometry;
}

/* Of all devices of the context: at this place of the limits. */
static size_t
least_limit(const struct _cl_context *context, size_t limit)
{
    size_t least = SIZE_MAX;
    for (unsigned i = 0; i < context->engine_count; i++) {
        size_t value;
        memcpy(&value, (const char *)&context->engines[i].device->images + limit, sizeof value);
        least = value < least ? value : least;
    }
    return least;
}

bool
icd_has_mipmaps(const struct _cl_context *context)
{
    return least_limit(context, LIMIT(levels)) > 1;
}

/* ---- making one ---- */

static bool
is_size(size_t size, size_t most, bool counts)
{
    return !counts || (size && size <= most);
}

/* Of a single texel at last, each half of the one before (cl_khr_mipmap_image). */
static bool
is_level_count(const struct icd_image *image, size_t levels)
{
    const struct sim_image_info *info = &image->info;
    uint32_t largest = info->width > info->height ? info->width : info->height;
    largest = largest > info->depth ? largest : info->depth;
    return levels <= ICD_LEVELS && largest >> (levels - 1);
}

static cl_int
set_sizes(const struct _cl_mem *memory, const struct shape *shape, const cl_image_desc *desc)
{
    struct icd_image *image = memory->image;
    size_t side = least_limit(memory->context, shape->limit);
    if (!is_size(desc->image_width, side, true) ||
        !is_size(desc->image_height, side, shape->has_height) ||
        !is_size(desc->image_depth, side, shape->has_depth) ||
        !is_size(desc->image_array_size, least_limit(memory->context, LIMIT(layers)),
                 shape->is_array))
        return CL_INVALID_IMAGE_SIZE;
    size_t height = shape->has_height ? desc->image_height : 1;
    size_t depth = shape->has_depth ? desc->image_depth : 1;
    size_t layers = shape->is_array ? desc->image_array_size : 1;
    image->info.width = (uint32_t)desc->image_width;
    image->info.height = (uint32_t)height;
    image->info.depth = (uint32_t)depth;
    image->info.layers = (uint32_t)layers;
    image->info.levels = desc->num_mip_levels ? desc->num_mip_levels : 1;
    image->desc = (cl_image_desc){.image_type = desc->image_type,
                                  .image_width = desc->image_width,
                                  .image_height = shape->has_height ? height : 0,
                                  .image_depth = shape->has_depth ? depth : 0,
                                  .image_array_size = shape->is_array ? layers : 0,
                                  .num_mip_levels = desc->num_mip_levels};
    return is_level_count(image, image->info.levels) ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR;
}

static size_t
halve(size_t size, unsigned times)
{
    return size >> times ? size >> times : 1;
}

/* Without gaps, and after the one before. */
static void
set_level(struct icd_image *image, const struct shape *shape, unsigned number)
{
    const struct sim_image_info *info = &image->info;
    bool is_row_array = shape->is_array && !shape->has_height;
    struct icd_level *level = &image->level[number];
    size_t height = halve(info->height, number), depth = halve(info->depth, number);
    level->size[0] = halve(info->width, number);
    level->size[1] = is_row_array ? info->layers : height;
    level->size[2] = is_row_array ? 1 : depth * info->layers;
    level->row = level->size[0] * image->texel;
    level->slice = level->row * level->size[1];
    if (number)
        level->offset = level[-1].offset + level[-1].slice * level[-1].size[2];
}

/* The pitches of the program's memory; 0: no gaps. */
static cl_int
set_pitches(struct icd_image *image, const struct shape *shape, const cl_image_desc *desc,
            const void *host)
{
    struct icd_level *level = image->level;
    size_t row = level->size[0] * image->texel, given = desc->image_row_pitch;
    bool has_slices = shape->has_depth || shape->is_array;
    if ((!host && (desc->image_slice_pitch || (given && !desc->mem_object))) ||
        (given && (given < row || given % image->texel)))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    row = given ? given : row;
    size_t height = shape->has_height ? level->size[1] : 1;
    size_t slice = row * height, given_slice = has_slices ? desc->image_slice_pitch : 0;
    if (given_slice && (given_slice < slice || given_slice % row))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    slice = given_slice ? given_slice : slice;
    bool is_row_array = shape->is_array && !shape->has_height;
    level->row = is_row_array ? slice : row;
    level->slice = is_row_array ? slice * level->size[1] : slice;
    image->desc.image_row_pitch = row;
    image->desc.image_slice_pitch = has_slices ? slice : 0;
    return CL_SUCCESS;
}

cl_int
icd_image_shape(struct _cl_mem *memory, const cl_image_desc *desc, const void *host)
{
    struct icd_image *image = memory->image;
    const struct shape *shape = shape_of(desc->image_type);
    cl_int error = set_sizes(memory, shape, desc);
    if (error != CL_SUCCESS)
        return error;
    set_level(image, shape, 0);
    error = set_pitches(image, shape, desc, host);
    for (unsigned i = 1; i < image->info.levels; i++)
        set_level(image, shape, i);
    const struct icd_level *last = &image->level[image->info.levels - 1];
    memory->size = last->offset + last->slice * last->size[2];
    return error;
}

/* ---- parts of it ---- */

bool
icd_image_has_slices(const struct _cl_mem *image)
{
    const struct shape *shape = shape_of(image->type);
    return shape->has_depth || shape->is_array;
}

/* How many numbers of origins and regions count. */
static unsigned
dimensions_of(const struct shape *shape)
{
    return 1u + shape->has_height + shape->has_depth + shape->is_array;
}

cl_int
icd_image_part(const struct _cl_mem *memory, const size_t *origin, const size_t *region,
               struct icd_part *part)
{
    const struct icd_image *image = memory->image;
    unsigned dimensions = dimensions_of(shape_of(memory->type));
    if (!origin || !region)
        return CL_INVALID_VALUE;
    size_t level = image->info.levels > 1 ? origin[dimensions] : 0;
    if (level >= image->info.levels)
        return CL_INVALID_MIP_LEVEL;
    part->level = (unsigned)level;
    for (unsigned d = 0; d < 3; d++) {
        size_t size = image->level[level].size[d];
        bool is_level = d == dimensions && image->info.levels > 1;
        part->origin[d] = is_level ? 0 : origin[d];
        part->size[d] = region[d];
        if (!region[d] || part->origin[d] >= size || region[d] > size - part->origin[d])
            return CL_INVALID_VALUE;
    }
    return CL_SUCCESS;
}

struct icd_part
icd_image_level(const struct icd_image *image, unsigned level)
{
    const size_t *size = image->level[level].size;
    return (struct icd_part){.level = level, .size = {size[0], size[1], size[2]}};
}

uint8_t *
icd_image_at(const struct _cl_mem *memory, unsigned level, const size_t origin[3])
{
    const struct icd_level *at = &memory->image->level[level];
    return memory->bytes + at->offset + origin[0] * memory->image->texel + origin[1] * at->row +
           origin[2] * at->slice;
}
