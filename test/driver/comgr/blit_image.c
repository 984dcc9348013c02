/* Copies and fills of images (blit.h): all geometries come as arrays of 2D images. */
#include "blit.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- formats and shapes ---- */

struct format {
    enum sim_channel_order order;
    enum sim_channel_type type;
    unsigned channels, bytes; /* of each */
};

/* ROCclr copies by views of unsigned integers. */
static const struct format formats[] = {
    {SIM_ORDER_R, SIM_TYPE_UNSIGNED_INT8, 1, 1},    {SIM_ORDER_R, SIM_TYPE_UNSIGNED_INT16, 1, 2},
    {SIM_ORDER_R, SIM_TYPE_UNSIGNED_INT32, 1, 4},   {SIM_ORDER_RG, SIM_TYPE_UNSIGNED_INT8, 2, 1},
    {SIM_ORDER_RG, SIM_TYPE_UNSIGNED_INT16, 2, 2},  {SIM_ORDER_RG, SIM_TYPE_UNSIGNED_INT32, 2, 4},
    {SIM_ORDER_RGBA, SIM_TYPE_UNSIGNED_INT8, 4, 1}, {SIM_ORDER_RGBA, SIM_TYPE_UNSIGNED_INT16, 4, 2},
    {SIM_ORDER_RGBA, SIM_TYPE_UNSIGNED_INT32, 4, 4}};

/* A box of an image; of arrays the last of the sizes that there are counts layers. */
struct shape {
    enum sim_geometry geometry;
    unsigned dims; /* of the launch */
    uint32_t size[3], at[3], box[3];
    uint32_t to[3]; /* where a copy of the box goes */
};

static const struct shape shapes[] = {
    {SIM_GEOMETRY_1D, 1, {600, 1, 1}, {5, 0, 0}, {590, 1, 1}, {10, 0, 0}},
    {SIM_GEOMETRY_1D_ARRAY, 2, {19, 6, 1}, {2, 1, 0}, {17, 4, 1}, {0, 2, 0}},
    {SIM_GEOMETRY_2D, 2, {19, 18, 1}, {1, 3, 0}, {17, 13, 1}, {2, 5, 0}},
    {SIM_GEOMETRY_2D_ARRAY, 2, {18, 5, 7}, {0, 2, 3}, {18, 2, 3}, {0, 3, 4}},
    {SIM_GEOMETRY_3D, 3, {10, 9, 6}, {1, 0, 1}, {9, 9, 5}, {0, 0, 0}},
};

struct image {
    uint64_t handle;
    struct sim_image_box whole;
    uint8_t *copy;
    size_t texel, size;
};

/* Filled with a pattern of its own; freed by drop. */
static struct image
make_image(struct blit *blit, enum sim_geometry geometry, const uint32_t size[3],
           const struct format *format)
{
    bool is_line = geometry == SIM_GEOMETRY_1D_ARRAY, is_volume = geometry == SIM_GEOMETRY_3D;
    struct sim_image_info info = {.geometry = geometry,
                                  .order = format->order,
                                  .type = format->type,
                                  .width = size[0],
                                  .height = is_line ? 1 : size[1],
                                  .depth = is_volume ? size[2] : 1,
                                  .layers = is_line     ? size[1]
                                            : is_volume ? 1
                                                        : size[2],
                                  .levels = 1};
    struct image made = {.texel = sim_texel_bytes(format->order, format->type)};
    made.whole = (struct sim_image_box){
        .width = info.width, .height = info.height, .depth = info.depth * info.layers};
    made.size = made.texel * size[0] * size[1] * size[2];
    struct blit_buffer random = blit_buffer(blit, made.size, 0);
    made.copy = malloc(made.size);
    memcpy(made.copy, random.copy, made.size);
    blit_drop(blit, &random);
    if (sim_image_new(blit->device, &info, &made.handle) != SIM_OK ||
        sim_image_write(blit->device, made.handle, &made.whole, made.copy) != SIM_OK)
        blit_fail(blit, "image", sim_message(blit->device));
    return made;
}

static void
compare_image(struct blit *blit, const char *kernel, const struct image *image)
{
    uint8_t *is = malloc(image->size);
    if (sim_image_read(blit->device, image->handle, &image->whole, is) != SIM_OK)
        blit_fail(blit, kernel, sim_message(blit->device));
    for (size_t i = 0; i < image->size; i++) {
        if (is[i] == image->copy[i])
            continue;
        char why[100];
        snprintf(why, sizeof why, "byte %zu of texel %zu is %02x, not %02x", i % image->texel,
                 i / image->texel, is[i], image->copy[i]);
        blit_fail(blit, kernel, why);
        break;
    }
    free(is);
}

static void
drop_image(struct blit *blit, struct image *image)
{
    sim_image_free(blit->device, image->handle);
    free(image->copy);
}

/* A texel of the shape's box, from its corner. */
static uint8_t *
texel_at(const struct image *image, const struct shape *shape, uint32_t x, uint32_t y, uint32_t z)
{
    x += shape->at[0], y += shape->at[1], z += shape->at[2];
    return image->copy + ((z * shape->size[1] + y) * shape->size[0] + x) * image->texel;
}

#define FOR_BOX(shape)                                                                             \
    for (uint32_t z = 0; z < (shape)->box[2]; z++)                                                 \
        for (uint32_t y = 0; y < (shape)->box[1]; y++)                                             \
            for (uint32_t x = 0; x < (shape)->box[0]; x++)

static void
pass_ints(struct blit *blit, const uint32_t v[3], int32_t last)
{
    BLIT_VECTOR(blit, int32_t, (int32_t)v[0], (int32_t)v[1], (int32_t)v[2], last);
}

/* ---- with buffers ---- */

/* Rows and slices are further apart than they are long, and the first begins `at` bytes in. */
static void
copy_buffer(struct blit *blit, const struct shape *shape, const struct format *format,
            bool to_image)
{
    const char *kernel = to_image ? "copyBufferToImage" : "copyImageToBuffer";
    struct image image = make_image(blit, shape->geometry, shape->size, format);
    uint64_t row = shape->box[0] + 3, slice = row * shape->box[1] + 2, at = 48;
    unsigned part = image.texel < 4 ? (unsigned)image.texel : 4; /* bytes that the origin counts */
    struct blit_buffer buffer = blit_buffer(blit, at + slice * shape->box[2] * image.texel, 0);
    if (to_image) {
        blit_u64(blit, buffer.address);
        blit_u64(blit, image.handle);
        BLIT_VECTOR(blit, uint64_t, at / part, 0, 0, 0);
        pass_ints(blit, shape->at, 0);
    } else {
        blit_u64(blit, image.handle);
        for (int i = 0; i < 3; i++)
            blit_u64(blit, buffer.address);
        pass_ints(blit, shape->at, 0);
        BLIT_VECTOR(blit, uint64_t, at / part, 0, 0, 0);
    }
    pass_ints(blit, shape->box, 0);
    BLIT_VECTOR(blit, uint32_t, format->channels, format->bytes,
                (uint32_t)(image.texel > 4 ? image.texel / 4 : 1), 0);
    BLIT_VECTOR(blit, uint64_t, row, slice, 0, 0);
    blit_run(blit, kernel, shape->dims, shape->box);
    FOR_BOX(shape)
    {
        uint8_t *texel = texel_at(&image, shape, x, y, z);
        uint8_t *linear = buffer.copy + at + (z * slice + y * row + x) * image.texel;
        memcpy(to_image ? texel : linear, to_image ? linear : texel, image.texel);
    }
    compare_image(blit, kernel, &image);
    blit_compare(blit, kernel, &buffer);
    drop_image(blit, &image);
    blit_drop(blit, &buffer);
}

/* ---- with images ---- */

/* The shape whose box is where the copy goes. */
static struct shape
moved(const struct shape *shape)
{
    struct shape to = *shape;
    memcpy(to.at, shape->to, sizeof to.at);
    return to;
}

static void
copy_images(struct blit *blit, const struct shape *from, const struct format *format)
{
    const char *kernel = from->geometry == SIM_GEOMETRY_1D_ARRAY ? "copyImage1DA" : "copyImage";
    struct shape to = moved(from);
    struct image source = make_image(blit, from->geometry, from->size, format),
                 target = make_image(blit, from->geometry, from->size, format);
    blit_u64(blit, source.handle);
    blit_u64(blit, target.handle);
    pass_ints(blit, from->at, 0);
    pass_ints(blit, to.at, 0);
    pass_ints(blit, from->box, 0);
    blit_run(blit, kernel, from->dims, from->box);
    FOR_BOX(from)
    memcpy(texel_at(&target, &to, x, y, z), texel_at(&source, from, x, y, z), source.texel);
    compare_image(blit, kernel, &source);
    compare_image(blit, kernel, &target);
    drop_image(blit, &source);
    drop_image(blit, &target);
}

/* A 1D array of which the layer comes third: as an array of 2D images of one row. */
static void
copy_lines(struct blit *blit, bool from_third, bool to_third, const struct format *format)
{
    static const uint32_t layered[3] = {19, 6, 1}, third[3] = {19, 1, 6};
    struct shape host = shapes[1],
                 to = moved(&host); /* in both kinds texels follow each other in the same way */
    enum sim_geometry kinds[2] = {SIM_GEOMETRY_1D_ARRAY, SIM_GEOMETRY_2D_ARRAY};
    struct image source = make_image(blit, kinds[from_third], from_third ? third : layered, format),
                 target = make_image(blit, kinds[to_third], to_third ? third : layered, format);
    blit_u64(blit, source.handle);
    blit_u64(blit, target.handle);
    pass_ints(blit, host.at, from_third);
    pass_ints(blit, to.at, to_third);
    pass_ints(blit, host.box, 0);
    blit_run(blit, "copyImage1DA", 1, host.box);
    FOR_BOX(&host)
    memcpy(texel_at(&target, &to, x, y, z), texel_at(&source, &host, x, y, z), source.texel);
    compare_image(blit, "copyImage1DA", &source);
    compare_image(blit, "copyImage1DA", &target);
    drop_image(blit, &source);
    drop_image(blit, &target);
}

/* ---- fills ---- */

/* The types that are floats to a kernel, signed and unsigned ones, and what is written. */
static const struct {
    struct format format;
    uint32_t type;
} fills[] = {{{SIM_ORDER_RGBA, SIM_TYPE_UNORM_INT8, 4, 1}, 0},
             {{SIM_ORDER_RG, SIM_TYPE_SNORM_INT16, 2, 2}, 0},
             {{SIM_ORDER_R, SIM_TYPE_HALF_FLOAT, 1, 2}, 0},
             {{SIM_ORDER_RGBA, SIM_TYPE_FLOAT, 4, 4}, 0},
             {{SIM_ORDER_RGBA, SIM_TYPE_SIGNED_INT8, 4, 1}, 1},
             {{SIM_ORDER_R, SIM_TYPE_SIGNED_INT16, 1, 2}, 1},
             {{SIM_ORDER_RG, SIM_TYPE_SIGNED_INT32, 2, 4}, 1},
             {{SIM_ORDER_R, SIM_TYPE_UNSIGNED_INT8, 1, 1}, 2},
             {{SIM_ORDER_RG, SIM_TYPE_UNSIGNED_INT16, 2, 2}, 2},
             {{SIM_ORDER_RGBA, SIM_TYPE_UNSIGNED_INT32, 4, 4}, 2}};

/* How the launch covers the box: a work-item a texel; a third of that; so few that a part of a line stays. */
enum cover { WHOLE, SPLIT, PART };

static void
fill_image(struct blit *blit, const struct shape *shape, const struct format *format, uint32_t type,
           enum cover cover)
{
    enum { FEW = 64, TEXELS = 3 };
    static const float floats[4] = {0.25f, -0.5f, 0.75f, 1.0f};
    static const int32_t ints[4] = {-5, 100, -128, 7};
    static const uint32_t uints[4] = {1, 254, 77, 3};
    const void *values[3] = {floats, ints, uints};
    struct image image = make_image(blit, shape->geometry, shape->size, format);
    uint32_t items[3] = {cover == WHOLE ? shape->box[0] : (shape->box[0] + 2) / TEXELS,
                         shape->box[1], shape->box[2]};
    uint32_t pattern[4];
    memcpy(pattern, values[type], sizeof pattern);
    blit_u64(blit, image.handle);
    blit_bytes(blit, type == 0 ? pattern : uints, 16);
    blit_bytes(blit, type == 1 ? pattern : uints, 16);
    blit_bytes(blit, type == 2 ? pattern : (const void *)floats, 16);
    pass_ints(blit, shape->at, 0);
    pass_ints(blit, shape->box, 0);
    blit_u32(blit, type);
    if (cover == PART)
        blit_run_groups(blit, "fillImage", FEW, FEW);
    else
        blit_run(blit, "fillImage", shape->dims, items);
    FOR_BOX(shape)
    if (cover != PART || x < TEXELS * FEW)
        sim_texel_store(format->order, format->type, pattern, texel_at(&image, shape, x, y, z));
    compare_image(blit, "fillImage", &image);
    drop_image(blit, &image);
}

void
blit_check_images(struct blit *blit)
{
    for (size_t i = 0; i < COUNT(shapes); i++) {
        for (size_t k = 0; k < COUNT(formats); k++) {
            copy_buffer(blit, &shapes[i], &formats[k], true);
            copy_buffer(blit, &shapes[i], &formats[k], false);
        }
        for (size_t k = i % 2; k < COUNT(formats); k += 2)
            copy_images(blit, &shapes[i], &formats[k]);
        for (size_t k = 0; k < COUNT(fills); k++)
            fill_image(blit, &shapes[i], &fills[k].format, fills[k].type, k % 2 ? SPLIT : WHOLE);
    }
    fill_image(blit, &shapes[0], &fills[0].format, fills[0].type, PART);
    for (unsigned i = 0; i < 4; i++)
        copy_lines(blit, i & 1, i & 2, &formats[i * 2]);
}
