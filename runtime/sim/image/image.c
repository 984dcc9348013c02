/* From T# to a layout in memory.  Linear are tiling index 8 of GFX6 to GFX8, which every driver makes
 * "linear aligned" (GB_TILE_MODE8 in Linux's amdgpu and radeon), and swizzle mode 0 of GFX9; what
 * else there is says tiling.h.
 *
 * Mipmap levels follow AMD's AddrLib.  Before GFX9 a level holds all its layers, and levels below
 * the first are padded to powers of two.  On GFX9 a layer holds all its levels, one below the
 * other with one pitch; with several levels the pitch field of the T# holds the rows of a layer
 * ("epitch is height").
 *
 * Samples of a multi-sampled image are one after the other, all slices of each (AddrLib, addrlib1.cpp,
 * ComputeSurfaceAddrFromCoordLinear): no hardware has them linear, but its instructions do not see that. */
#include "runtime/sim/image/image.h"

#include <stdio.h>
#include <string.h>

enum { TILING_LINEAR_ALIGNED = 8, SWIZZLE_LINEAR = 0, ALIGNMENT = 256, GFX9 = 9 };

struct type_facts {
    uint8_t dims;
    bool layered;
};

static const struct type_facts facts_of[] = {
    [SIM_IMAGE_1D] = {1, false},      [SIM_IMAGE_2D] = {2, false},
    [SIM_IMAGE_3D] = {3, false},      [SIM_IMAGE_CUBE] = {2, true},
    [SIM_IMAGE_1D_ARRAY] = {1, true}, [SIM_IMAGE_2D_ARRAY] = {2, true},
    [SIM_IMAGE_2D_MSAA] = {2, false}, [SIM_IMAGE_2D_MSAA_ARRAY] = {2, true},
};

static uint32_t
align_up(uint32_t value, uint32_t step)
{
    return (value + step - 1) / step * step;
}

static uint32_t
next_power(uint32_t value)
{
    uint32_t power = 1;
    while (power < value)
        power *= 2;
    return power;
}

/* Elements of 12 bytes are addressed as three of 4: nothing but whole texels is asked of them. */
static uint32_t
pitch_step(const struct gcn_target *target, unsigned texel_bytes)
{
    if (texel_bytes & (texel_bytes - 1))
        return 1;
    if (target->generation >= GFX9)
        return ALIGNMENT / texel_bytes;
    return texel_bytes > 8 ? 8 : 64 / texel_bytes;
}

uint32_t
sim_image_pitch(const struct gcn_target *target, unsigned texel_bytes, uint32_t width,
                uint32_t height, bool several)
{
    uint32_t step = pitch_step(target, texel_bytes), pitch = align_up(width, step);
    while (several && (uint64_t)pitch * height * texel_bytes % ALIGNMENT)
        pitch += step;
    return pitch;
}

static uint32_t
shrink(uint32_t size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

static void
size_levels(struct sim_image *image, uint32_t width, uint32_t height, uint32_t depth,
            unsigned count)
{
    for (unsigned n = 0; n < count; n++) {
        image->level[n].width = shrink(width, n);
        image->level[n].height = image->dims >= 2 ? shrink(height, n) : 1;
        image->level[n].depth = image->dims >= 3 ? shrink(depth, n) : 1;
    }
}

/* Before GFX9: level after level. */
static void
place_levels(const struct gcn_target *target, struct sim_image *image, uint32_t pitch,
             uint32_t layers, unsigned count)
{
    unsigned bytes = image->format.data->bytes;
    uint64_t offset = 0;
    for (unsigned n = 0; n < count; n++) {
        struct sim_image_level *level = &image->level[n];
        uint32_t rows = level->height, slices = image->dims == 3 ? level->depth : layers;
        if (n > 0) {
            rows = shrink(next_power(image->level[0].height), n);
            pitch = sim_image_pitch(target, bytes, shrink(next_power(image->level[0].width), n),
                                    rows, true);
            if (image->dims == 3)
                slices = shrink(next_power(image->level[0].depth), n);
        }
        level->pitch = pitch;
        level->slice = (uint64_t)pitch * rows * bytes;
        level->offset = offset;
        offset += (level->slice * slices + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        image->bytes = level->offset + level->slice * slices;
    }
}

/* GFX9: layer after layer, each with all its levels.  An odd number of rows is halved upwards. */
static void
place_layers(struct sim_image *image, uint32_t pitch, uint32_t layers, unsigned count)
{
    uint64_t row = (uint64_t)pitch * image->format.data->bytes;
    uint32_t rows = 0, height = image->level[0].height;
    for (unsigned n = 0; n < count; n++) {
        image->level[n].pitch = pitch;
        image->level[n].offset = rows * row;
        rows += height;
        height = (height + 1) / 2;
    }
    for (unsigned n = 0; n < count; n++)
        image->level[n].slice = rows * row;
    image->bytes = rows * row * (image->dims == 3 ? image->level[0].depth : layers);
}

#define GET(field)  ((unsigned)sim_field_get(target, words, SIM_T_##field))
#define REFUSE(...) (snprintf(why, SIM_IMAGE_WHY, __VA_ARGS__), false)

static bool
check_kind(const struct gcn_target *target, const uint32_t *words, bool r128, char *why)
{
    unsigned type = GET(TYPE);
    if (type < SIM_IMAGE_1D)
        return REFUSE("the T# is of type %u, no image", type);
    if (type >= SIM_IMAGE_2D_MSAA && GET(LAST_LEVEL) > 4)
        return REFUSE("no image has %u samples", 1u << GET(LAST_LEVEL));
    if (r128 && type != SIM_IMAGE_1D && type != SIM_IMAGE_2D)
        return REFUSE("a T# of 128 bits cannot be of type %u", type);
    if (GET(COMPRESSION))
        return REFUSE("compressed images are not supported");
    return true;
}

static bool
decode_format(const struct gcn_target *target, const uint32_t *words, struct sim_image *image,
              char *why)
{
    unsigned data = GET(DATA_FORMAT), number = GET(NUM_FORMAT);
    if (!sim_format_find(SIM_RESOURCE_IMAGE, target, data, number, &image->format))
        return REFUSE("data format %u with number format %u is no image format", data, number);
    for (unsigned k = 0; k < 4; k++) {
        image->select[k] = (uint8_t)sim_field_get(target, words, SIM_T_DST_SEL_X + k);
        if (image->select[k] == 2 || image->select[k] == 3)
            return REFUSE("the T# selects component %u", image->select[k]);
    }
    return true;
}

/* Which levels and layers the view has; *chain: how many levels the image has as a whole. */
static bool
decode_view(const struct gcn_target *target, const uint32_t *words, struct sim_image *image,
            unsigned *chain, uint32_t *last_layer, char *why)
{
    bool by_depth = !sim_field_exists(target, SIM_T_LAST_ARRAY);
    bool is_sampled =
        image->type >= SIM_IMAGE_2D_MSAA; /* the last level is the logarithm of how often */
    unsigned last = is_sampled ? 0 : GET(LAST_LEVEL);
    image->samples = is_sampled ? 1u << GET(LAST_LEVEL) : 1;
    image->first_level = GET(BASE_LEVEL);
    if (last < image->first_level)
        return REFUSE("the last level, %u, is below the first, %u", last, image->first_level);
    if (sim_field_exists(target, SIM_T_MAX_MIP) && last > GET(MAX_MIP))
        return REFUSE("the last level, %u, is beyond the image's, %u", last, GET(MAX_MIP));
    image->levels = last - image->first_level + 1;
    *chain = sim_field_exists(target, SIM_T_MAX_MIP) && !is_sampled ? GET(MAX_MIP) + 1 : last + 1;
    image->first_layer = image->layered ? GET(BASE_ARRAY) : 0;
    *last_layer = !image->layered ? 0 : by_depth ? GET(DEPTH) : GET(LAST_ARRAY);
    if (*last_layer < image->first_layer)
        return REFUSE("the last layer, %u, is below the first, %u", *last_layer,
                      image->first_layer);
    image->layers = *last_layer - image->first_layer + 1;
    image->sample_slices = *last_layer + 1;
    return true;
}

static bool
check_pitch(const struct sim_image_level *level, char *why)
{
    if (level->pitch < level->width)
        return REFUSE("a pitch of %u texels is below the width, %u", level->pitch, level->width);
    return true;
}

static bool
check_layout(const struct gcn_target *target, const struct sim_image *image, bool several,
             char *why)
{
    const struct sim_image_level *level = &image->level[0];
    if (!check_pitch(level, why))
        return false;
    if (level->pitch % pitch_step(target, image->format.data->bytes))
        return REFUSE("a pitch of %u texels of %u bytes is not aligned", level->pitch,
                      image->format.data->bytes);
    if (several && target->generation < GFX9 && level->slice % ALIGNMENT)
        return REFUSE("slices of %llu bytes are no multiple of 256",
                      (unsigned long long)level->slice);
    return true;
}

static bool
decode_layout(const struct gcn_target *target, const uint32_t *words, bool r128,
              struct sim_image *image, char *why)
{
    unsigned chain, last_layer, pitch = GET(PITCH) + 1;
    bool modes = target->generation >= GFX9;
    if (!decode_view(target, words, image, &chain, &last_layer, why))
        return false;
    size_levels(image, GET(WIDTH) + 1, GET(HEIGHT) + 1, GET(DEPTH) + 1, chain);
    if (r128 || (modes && chain > 1))
        pitch = sim_image_pitch(target, image->format.data->bytes, GET(WIDTH) + 1, 1, false);
    unsigned slices = image->samples * (last_layer + 1);
    if (modes)
        place_layers(image, pitch, slices, chain);
    else
        place_levels(target, image, pitch, slices, chain);
    return check_layout(target, image, image->dims == 3 || slices > 1 || chain > 1, why);
}

/* A tiled image: slices of whole blocks. */
static bool
place_blocks(struct sim_image *image, uint32_t pitch, uint32_t layers, char *why)
{
    const struct sim_tiling *tiling = &image->tiling;
    struct sim_image_level *level = &image->level[0];
    uint32_t width = 1u << tiling->width, height = 1u << tiling->height;
    uint32_t rows = align_up(level->height, height);
    uint32_t slices = align_up(image->dims == 3 ? level->depth : layers, 1u << tiling->depth);
    if (pitch % width)
        return REFUSE("a pitch of %u texels is not whole blocks of %u x %u", pitch, width, height);
    level->pitch = pitch;
    level->offset = 0;
    level->slice = (uint64_t)pitch * rows * image->format.data->bytes;
    image->bytes = level->slice * slices;
    if (!check_pitch(level, why))
        return false;
    if (!sim_tiling_swizzle(&image->tiling, &image->base))
        return REFUSE("a tiled image begins at no multiple of its blocks, %llu bytes",
                      1ull << tiling->bytes);
    return true;
}

static bool
decode_blocks(const struct gcn_target *target, const uint32_t *words, bool r128,
              struct sim_image *image, char *why)
{
    unsigned chain, last_layer;
    if (r128)
        return REFUSE("a T# of 128 bits cannot have tiling %u", GET(TILING));
    if (image->type >= SIM_IMAGE_2D_MSAA)
        return REFUSE("multi-sampled tiled images (T# of type %u) are not supported", image->type);
    if (!sim_tiling_find(target, GET(TILING), image->type, image->format.data->bytes,
                         &image->tiling, why, SIM_IMAGE_WHY) ||
        !decode_view(target, words, image, &chain, &last_layer, why))
        return false;
    if (chain > 1)
        return REFUSE("mipmap levels of tiled images are not supported");
    size_levels(image, GET(WIDTH) + 1, GET(HEIGHT) + 1, GET(DEPTH) + 1, chain);
    return place_blocks(image, GET(PITCH) + 1, last_layer + 1, why);
}

bool
sim_image_decode(const struct gcn_target *target, const uint32_t *t, bool r128,
                 struct sim_image *image, char why[SIM_IMAGE_WHY])
{
    uint32_t words[SIM_T_WORDS] = {0};
    memcpy(words, t, (r128 ? SIM_T128_WORDS : SIM_T_WORDS) * sizeof *words);
    if (!check_kind(target, words, r128, why) || !decode_format(target, words, image, why))
        return false;
    image->type = (enum sim_image_type)GET(TYPE);
    image->dims = facts_of[image->type].dims;
    image->layered = facts_of[image->type].layered;
    image->base = sim_field_get(target, words, SIM_T_BASE) << 8;
    image->min_lod = GET(MIN_LOD) / 256.0;
    image->tiling.bytes = 0;
    if (GET(TILING) != (target->generation >= GFX9 ? SWIZZLE_LINEAR : TILING_LINEAR_ALIGNED))
        return decode_blocks(target, words, r128, image, why);
    return decode_layout(target, words, r128, image, why);
}

static uint32_t
slice_of(const struct sim_image *image, uint32_t z)
{
    return image->dims == 3 ? z : z + image->first_layer;
}

/* Apart from the common case, which saves no registers then. */
static __attribute__((noinline)) uint64_t
tiled_address(const struct sim_image *image, uint32_t x, uint32_t y, uint32_t z)
{
    const struct sim_image_level *level = &image->level[0];
    uint32_t rows = align_up(level->height, 1u << image->tiling.height);
    return image->base +
           sim_tiling_offset(&image->tiling, level->pitch, rows, x, y, slice_of(image, z));
}

uint64_t
sim_texel_address(const struct sim_image *image, unsigned level, uint32_t x, uint32_t y, uint32_t z)
{
    const struct sim_image_level *at = &image->level[level];
    if (image->tiling.bytes)
        return tiled_address(image, x, y, z);
    return image->base + at->offset + slice_of(image, z) * at->slice +
           ((uint64_t)y * at->pitch + x) * image->format.data->bytes;
}
