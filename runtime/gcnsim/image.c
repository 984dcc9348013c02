/* image:WORD[,WORD...][=CONTENTS]: images, with what becomes of them after the run. */
#include "runtime/gcnsim/picture.h"
#include "support/ieee.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum contents { ZEROES, UNDEFINED, RANDOM, GRADIENT, PICTURE, RAW };

struct image {
    struct sim_image_info info; /* width 0: the picture's size */
    bool is_buffer, is_array;
    enum contents contents;
    const char *path;
    uint64_t seed;
};

/* ---- the text ---- */

/* Up to `most` numbers with an x between two; false: the text is nothing of the kind. */
static bool
parse_numbers(const char *text, uint32_t *values, unsigned most, unsigned *count)
{
    for (*count = 0; *count < most; text++) {
        uint64_t value = 0;
        const char *first = text;
        for (; *text >= '0' && *text <= '9' && value < UINT32_MAX / 16; text++)
            value = 10 * value + (uint64_t)(*text - '0');
        if (text == first || !value)
            return false;
        values[(*count)++] = (uint32_t)value;
        if (*text != 'x')
            return !*text;
    }
    return false;
}

static bool
is_order(const char *word, enum sim_channel_order *order)
{
    for (*order = 0; *order < SIM_ORDERS; ++*order)
        if (strcasecmp(word, sim_channel_order_name(*order)) == 0)
            return true;
    return false;
}

static bool
is_type(const char *word, enum sim_channel_type *type)
{
    for (*type = 0; *type < SIM_TYPES; ++*type)
        if (strcasecmp(word, sim_channel_type_name(*type)) == 0)
            return true;
    return false;
}

/* One word; NULL, or what is wrong. */
static const char *
read_word(struct arena *arena, struct image *image, const char *word, unsigned *dims)
{
    struct sim_image_info *info = &image->info;
    uint32_t sizes[3] = {1, 1, 1};
    enum sim_channel_order order;
    enum sim_channel_type type;
    unsigned count;
    if (parse_numbers(word, sizes, 3, &count)) {
        *dims = count;
        info->width = sizes[0];
        info->height = sizes[1];
        info->depth = sizes[2];
    } else if (is_order(word, &order)) {
        info->order = order;
    } else if (is_type(word, &type)) {
        info->type = type;
    } else if (strcmp(word, "buffer") == 0) {
        image->is_buffer = true;
    } else if (strncmp(word, "array:", 6) == 0) {
        image->is_array = true;
        return parse_numbers(word + 6, &info->layers, 1, &count) ? NULL : "";
    } else if (strncmp(word, "samples:", 8) == 0) {
        return parse_numbers(word + 8, &info->samples, 1, &count) ? NULL : "";
    } else if (strncmp(word, "levels:", 7) == 0) {
        return parse_numbers(word + 7, &info->levels, 1, &count) ? NULL : "";
    } else {
        return arena_printf(arena, "no size, channel order, channel type or word of images: %s",
                            word);
    }
    return NULL;
}

const char *
next_word(struct arena *arena, const char **text)
{
    size_t length = strcspn(*text, ",");
    const char *word = arena_strndup(arena, *text, length);
    *text = (*text)[length] ? *text + length + 1 : NULL;
    return word;
}

static const char *
read_contents(struct image *image, const char *text)
{
    static const struct {
        const char *word;
        enum contents contents;
    } words[] = {
        {"zero", ZEROES}, {"undefined", UNDEFINED}, {"random", RANDOM}, {"gradient", GRADIENT}};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i].word) == 0) {
            image->contents = words[i].contents;
            return NULL;
        }
    if (strncmp(text, "random,", 7) == 0) {
        image->contents = RANDOM;
        return parse_count(text + 7, &image->seed) ? NULL : "";
    }
    image->path = text;
    image->contents = picture_is_named(text) ? PICTURE : RAW;
    return *text ? NULL : "";
}

static const char *
choose_geometry(struct image *image, unsigned dims)
{
    static const uint8_t geometries[2][4] = {
        {SIM_GEOMETRY_2D, SIM_GEOMETRY_1D, SIM_GEOMETRY_2D, SIM_GEOMETRY_3D},
        {SIM_GEOMETRY_2D_ARRAY, SIM_GEOMETRY_1D_ARRAY, SIM_GEOMETRY_2D_ARRAY, 0}};
    if (!dims && image->contents != PICTURE)
        return "how large is the image?";
    if (image->is_array && dims == 3)
        return "an array of 3D images";
    if (image->info.samples > 1 && (image->is_buffer || dims == 1 || dims == 3))
        return "only 2D images have samples";
    if (image->is_buffer && (dims != 1 || image->is_array || image->info.levels > 1))
        return "a buffer has one dimension and no levels";
    image->info.geometry =
        image->is_buffer ? SIM_GEOMETRY_1D_BUFFER : geometries[image->is_array][dims];
    return NULL;
}

const char *
image_parse(struct command *command, struct argument *argument, const char *text)
{
    struct image *image = argument->data = ARENA_NEW(command->arena, struct image);
    const char *equals = strchr(text, '='), *why = check_print(argument);
    unsigned dims = 0;
    image->info = (struct sim_image_info){.order = SIM_ORDER_RGBA,
                                          .type = SIM_TYPE_UNORM_INT8,
                                          .height = 1,
                                          .depth = 1,
                                          .layers = 1,
                                          .levels = 1,
                                          .samples = 1};
    if (!equals && picture_is_named(text)) {
        why = why ? why : read_contents(image, text);
        return why ? why : choose_geometry(image, 0);
    }
    const char *words =
        equals ? arena_strndup(command->arena, text, (size_t)(equals - text)) : text;
    while (!why && words && *words)
        why = read_word(command->arena, image, next_word(command->arena, &words), &dims);
    if (!why && equals)
        why = read_contents(image, equals + 1);
    return why ? why : choose_geometry(image, dims);
}

/* ---- the contents ---- */

/* Rows of a picture: slices, layers and samples one below the other. */
static uint64_t
picture_height(const struct sim_image_info *info)
{
    return (uint64_t)info->height * info->depth * info->layers * info->samples;
}

/* A picture's values are the bits of sRGB images, so that nothing is to be converted. */
static enum sim_channel_order
stored_order(enum sim_channel_order order)
{
    return order == SIM_ORDER_SBGRA                              ? SIM_ORDER_BGRA
           : order >= SIM_ORDER_SRGB && order <= SIM_ORDER_SRGBA ? SIM_ORDER_RGBA
                                                                 : order;
}

static void
fill_picture(const struct sim_image_info *info, const struct picture *picture, uint8_t *texels)
{
    unsigned bytes = sim_texel_bytes(info->order, info->type);
    uint64_t count = info->width * picture_height(info);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t rgba[4];
        for (unsigned k = 0; k < 4; k++) {
            uint16_t value = picture->values[4 * i + k];
            rgba[k] = sim_texel_is_float(info->type)
                          ? (uint32_t)ieee_bits(32, (double)value / picture->most)
                          : value;
        }
        sim_texel_store(stored_order(info->order), info->type, rgba, texels + i * bytes);
    }
}

/* Red grows along x, green along y, blue along z, from 0 to 1 (integers: to 255); alpha is full. */
static void
fill_gradient(struct arena *arena, const struct sim_image_info *info, uint8_t *texels)
{
    uint64_t count = info->width * picture_height(info);
    struct picture picture = {.most = UINT8_MAX,
                              .values = arena_alloc(arena, 4 * count * sizeof(uint16_t))};
    uint32_t slices = info->depth * info->layers * info->samples;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t at[3] = {i % info->width, i / info->width % info->height,
                          i / info->width / info->height};
        uint32_t sizes[3] = {info->width, info->height, slices};
        for (unsigned k = 0; k < 3; k++)
            picture.values[4 * i + k] =
                (uint16_t)(sizes[k] > 1 ? at[k] * UINT8_MAX / (sizes[k] - 1) : 0);
        picture.values[4 * i + 3] = UINT8_MAX;
    }
    fill_picture(info, &picture, texels);
}

/* Numbers from 0 to 1, or any bits of other types. */
static void
fill_random(const struct image *image, uint64_t size, uint8_t *texels)
{
    const struct sim_image_info *info = &image->info;
    unsigned bytes = sim_texel_bytes(info->order, info->type);
    uint64_t state = image->seed;
    if (info->type != SIM_TYPE_FLOAT && info->type != SIM_TYPE_HALF_FLOAT) {
        for (uint64_t i = 0; i < size; i++)
            texels[i] = (uint8_t)(next_random(&state) >> 56);
        return;
    }
    for (uint64_t i = 0; i < size; i += bytes) {
        uint32_t rgba[4];
        for (unsigned k = 0; k < 4; k++)
            rgba[k] = (uint32_t)ieee_bits(32, (double)(next_random(&state) >> 40) * 0x1p-24);
        sim_texel_store(info->order, info->type, rgba, texels + i);
    }
}

/* The file; the image takes its size if it has none. */
static bool
load_picture(struct command *command, struct argument *argument, struct picture *picture)
{
    struct image *image = argument->data;
    struct sim_image_info *info = &image->info;
    const char *why = picture_read(command->arena, image->path, picture);
    if (why)
        return argument_fails(command, argument, image->path, why);
    if (!info->width) {
        info->width = picture->width;
        info->height = picture->height / (info->layers * info->samples);
    }
    if (info->width != picture->width || picture_height(info) != picture->height)
        return argument_fails(command, argument, image->path,
                              arena_printf(command->arena,
                                           "it has %u x %u pixels, the image %u x %llu",
                                           picture->width, picture->height, info->width,
                                           (unsigned long long)picture_height(info)));
    return true;
}

static uint64_t
level_size(const struct sim_image_info *info, unsigned level, struct sim_image_box *box)
{
    *box = (struct sim_image_box){.level = level,
                                  .width = info->width >> level,
                                  .height = info->height >> level,
                                  .depth = info->layers > 1 ? info->layers : info->depth >> level};
    box->width += !box->width;
    box->height += !box->height;
    box->depth += !box->depth;
    box->depth *= info->samples;
    return (uint64_t)box->width * box->height * box->depth *
           sim_texel_bytes(info->order, info->type);
}

/* Level 0 from a picture or a rule; a raw file has all levels. */
static bool
fill_image(struct command *command, struct argument *argument, const struct picture *picture,
           uint8_t *texels)
{
    struct image *image = argument->data;
    size_t size = argument->size;
    const uint8_t *raw = NULL;
    switch (image->contents) {
    case RAW:
        raw = read_whole_file(command->arena, image->path, &size);
        if (raw && size != argument->size)
            return argument_fails(command, argument, image->path,
                                  arena_printf(command->arena, "it has %zu bytes, the image %llu",
                                               size, (unsigned long long)argument->size));
        if (raw)
            memcpy(texels, raw, size);
        return raw != NULL;
    case PICTURE:
        fill_picture(&image->info, picture, texels);
        return true;
    case GRADIENT:
        fill_gradient(command->arena, &image->info, texels);
        return true;
    case RANDOM:
        fill_random(image, size, texels);
        return true;
    default:
        return true;
    }
}

static enum sim_status
move_levels(struct command *command, const struct argument *argument, uint8_t *texels, bool write)
{
    const struct image *image = argument->data;
    enum sim_status status = SIM_OK;
    for (unsigned level = 0; level < image->info.levels; level++) {
        struct sim_image_box box;
        uint64_t size = level_size(&image->info, level, &box);
        enum sim_status now =
            write ? machine_image_write(command->machine, argument->address, &box, texels)
                  : machine_image_read(command->machine, argument->address, &box, texels);
        status = status == SIM_OK ? now : status;
        texels += size;
    }
    return status;
}

/* NULL, or the image's type where the kernel's parameter is of another one. */
static const char *
other_type(const struct argument *argument)
{
    static const struct {
        const char *plain, *depth;
    } types[] = {[SIM_GEOMETRY_1D] = {"image1d_t", ""},
                 [SIM_GEOMETRY_1D_ARRAY] = {"image1d_array_t", ""},
                 [SIM_GEOMETRY_1D_BUFFER] = {"image1d_buffer_t", ""},
                 [SIM_GEOMETRY_2D] = {"image2d_t", "image2d_depth_t"},
                 [SIM_GEOMETRY_2D_ARRAY] = {"image2d_array_t", "image2d_array_depth_t"},
                 [SIM_GEOMETRY_3D] = {"image3d_t", ""}},
      sampled[] = {
          [SIM_GEOMETRY_2D] = {"image2d_msaa_t", "image2d_msaa_depth_t"},
          [SIM_GEOMETRY_2D_ARRAY] = {"image2d_array_msaa_t", "image2d_array_msaa_depth_t"}};
    const struct image *image = argument->data;
    bool is_sampled = image->info.samples > 1;
    enum sim_geometry geometry = image->info.geometry;
    const char *wanted = argument->type_name;
    const char *plain = is_sampled ? sampled[geometry].plain : types[geometry].plain;
    const char *depth = is_sampled ? sampled[geometry].depth : types[geometry].depth;
    bool fits = strncmp(wanted, "image", 5) != 0 || strcmp(wanted, plain) == 0 ||
                strcmp(wanted, depth) == 0;
    return fits ? NULL : plain;
}

bool
image_make(struct command *command, struct argument *argument)
{
    const char *type = other_type(argument);
    if (type)
        return argument_fails(command, argument, argument->spec,
                              arena_printf(command->arena, "the kernel takes an %s here, not an %s",
                                           argument->type_name, type));
    struct image *image = argument->data;
    struct picture picture = {0};
    struct sim_image_box box;
    if (image->contents == PICTURE && !load_picture(command, argument, &picture))
        return false;
    if (machine_image_new(command->machine, &image->info, &argument->address) != SIM_OK)
        return argument_fails(command, argument, "", machine_message(command->machine));
    argument_by_value(command, argument, &argument->address, 8);
    for (unsigned level = 0; level < image->info.levels; level++)
        argument->size += level_size(&image->info, level, &box);
    if (image->contents == UNDEFINED)
        return true;
    uint8_t *texels = arena_alloc(command->arena, argument->size);
    memset(texels, 0, argument->size);
    if (!fill_image(command, argument, &picture, texels))
        return false;
    return move_levels(command, argument, texels, true) == SIM_OK ||
           report_failure(command, SIM_ERROR) == EXIT_GOOD;
}

/* ---- after the run ---- */

/* Integers as they are, as far as they fit; numbers from 0 to 1. */
static uint16_t
picture_value(const struct sim_image_info *info, uint32_t component, uint32_t most)
{
    if (!sim_texel_is_float(info->type))
        return (uint16_t)((int32_t)component < 0 && info->type <= SIM_TYPE_SIGNED_INT32 ? 0
                          : component < most                                            ? component
                                                                                        : most);
    double value = ieee_value(32, component) * most;
    return (uint16_t)(value > 0 ? (value < most ? value + 0.5 : most) : 0);
}

static enum exit_status
write_picture(struct command *command, const struct argument *argument, const char *path,
              const uint8_t *texels)
{
    const struct sim_image_info *info = &((const struct image *)argument->data)->info;
    unsigned bytes = sim_texel_bytes(info->order, info->type);
    bool small = info->type == SIM_TYPE_UNORM_INT8 || info->type == SIM_TYPE_SNORM_INT8 ||
                 info->type == SIM_TYPE_SIGNED_INT8 || info->type == SIM_TYPE_UNSIGNED_INT8;
    bool grey = info->order == SIM_ORDER_R || info->order == SIM_ORDER_RX ||
                info->order >= SIM_ORDER_INTENSITY;
    struct picture picture = {info->width, (uint32_t)picture_height(info),
                              small ? UINT8_MAX : UINT16_MAX, NULL};
    uint64_t count = (uint64_t)picture.width * picture.height;
    picture.values = arena_alloc(command->arena, 4 * count * sizeof *picture.values);
    for (uint64_t i = 0; i < count; i++) {
        uint32_t rgba[4] = {0};
        sim_texel_load(stored_order(info->order), info->type, texels + i * bytes, rgba);
        for (unsigned k = 0; k < 4; k++)
            picture.values[4 * i + k] = picture_value(info, rgba[k], picture.most);
    }
    const char *why = picture_write(command->arena, path, &picture, grey);
    return !why || argument_fails(command, argument, path, why) ? EXIT_GOOD : EXIT_FAILED;
}

enum exit_status
image_finish(struct command *command, const struct argument *argument)
{
    const char *path = argument_output(argument, "out");
    const char *what = argument_output(argument, "print");
    enum exit_status written = EXIT_GOOD;
    if (!path && !what && !argument_output(argument, "expect"))
        return EXIT_GOOD;
    uint8_t *texels = arena_alloc(command->arena, argument->size);
    enum sim_status status = move_levels(command, argument, texels, false);
    if (what)
        print_contents(command, argument, what, texels, argument->size);
    if (path)
        written = picture_is_named(path) ? write_picture(command, argument, path, texels)
                                         : write_whole_file(path, texels, argument->size);
    if (written == EXIT_GOOD)
        written = check_argument(command, argument, texels, argument->size);
    return written == EXIT_GOOD && status != SIM_OK ? report_argument(command, argument, status)
                                                    : written;
}
