/* Every channel order with every channel type, read and written by clang's kernels (formats.cl),
 * against OpenCL 1.2 written down once more: tables 5.6 to 5.8 (what lies in memory), 6.23 (border
 * colours, in 6.12.14) and 8.3 (conversions).  Mipmaps by level.
 *
 *   image-formats [--srgb-writes] OBJECT...
 *
 * --srgb-writes: the objects convert to sRGB themselves, as occ's do; the hardware does not, so that
 * stores of others are faults. */
#include "tile.h"

#include "runtime/sim/sim.h"
#include "support/ieee.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 6,
    HEIGHT = 5,
    COUNT = WIDTH * HEIGHT,
    OUT_WIDTH = WIDTH + 2,
    OUT_HEIGHT = HEIGHT + 2
};

/* Channels from the lowest address, or for packed types from the lowest bit; x is padding, S the
 * stencil.  I and L are intensity and luminance, D depth. */
static const char *const channels[SIM_ORDERS] = {
    "A",    "R",    "R",  "RG",   "RG",   "RA",   "BGR", "BGR", "RGBA", "BGRA",
    "ARGB", "ABGR", NULL, "RGBx", "RGBA", "BGRA", "I",   "L",   "D",    "DS"};

struct type {
    uint8_t bits;
    char kind; /* u, s: normalised; U, S: integers; f: floats */
};

static const struct type types[SIM_TYPES] = {
    {8, 's'}, {16, 's'}, {8, 'u'},  {16, 'u'}, {24, 'u'}, {0, 'u'},  {0, 'u'},  {0, 'u'},
    {8, 'S'}, {16, 'S'}, {32, 'S'}, {8, 'U'},  {16, 'U'}, {32, 'U'}, {16, 'f'}, {32, 'f'}};

static struct sim_device *device;
static struct sim_object *object;
static unsigned passed, failed;
static bool srgb_writes;
static uint64_t seed = 1;

static void
check(bool good, const char *what, const struct sim_image_info *info, const char *why)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("%s: %s, %s of %s: %s\n", sim_device_target(device)->name, what,
           sim_channel_order_name(info->order), sim_channel_type_name(info->type), why);
}

static uint32_t
next_bits(void)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(seed >> 32);
}

/* ---- The specification ---- */

static unsigned
channel_bits(const struct sim_image_info *info, unsigned channel)
{
    if (info->type == SIM_TYPE_UNORM_SHORT_565)
        return channel == 1 ? 6 : 5;
    if (channels[info->order][channel] == 'S')
        return 8;
    return info->type == SIM_TYPE_UNORM_SHORT_555    ? 5
           : info->type == SIM_TYPE_UNORM_INT_101010 ? 10
                                                     : types[info->type].bits;
}

static bool
is_srgb(const struct sim_image_info *info)
{
    return info->order >= SIM_ORDER_SRGB && info->order <= SIM_ORDER_SBGRA;
}

/* The number that a kernel gets of the bits of a channel. */
static double
channel_value(const struct sim_image_info *info, char channel, uint32_t raw, unsigned bits)
{
    double most = ldexp(1, (int)bits) - 1, half = ldexp(1, (int)bits - 1) - 1, c;
    int32_t value = (int32_t)(raw << (32 - bits)) >> (32 - bits);
    switch (types[info->type].kind) {
    case 's':
        return value / half < -1 ? -1 : value / half;
    case 'S':
        return value;
    case 'U':
        return raw;
    case 'f':
        return ieee_value(bits, raw);
    default:
        c = raw / most;
        if (!is_srgb(info) || channel == 'A')
            return c;
        return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
    }
}

/* r, g, b and a of a texel. */
static void
texel_color(const struct sim_image_info *info, const uint8_t *texel, double color[4])
{
    unsigned at = 0;
    double no_alpha[4] = {0, 0, 0, 1};
    uint64_t bits[2] = {0};
    memcpy(bits, texel, sim_texel_bytes(info->order, info->type));
    memcpy(color, no_alpha, sizeof no_alpha);
    for (unsigned i = 0; channels[info->order][i]; i++) {
        char channel = channels[info->order][i];
        unsigned count = channel_bits(info, i);
        uint32_t raw = (uint32_t)(bits[at / 64] >> at % 64 & ((UINT64_C(1) << count) - 1));
        double value = channel_value(info, channel, raw, count);
        for (unsigned k = 0; k < 4; k++)
            if (channel == "RGBA"[k] || channel == 'I' || (channel == 'L' && k < 3) ||
                (channel == 'D' && k == 0))
                color[k] = value;
        at += count;
    }
    if (info->order == SIM_ORDER_A)
        color[0] = color[1] = color[2] = 0;
}

/* Alpha is 0 where the image has alpha.  It should be 0 for Rx, RGx and RGBx too, but the selects
 * of a T# give these images their 1, inside and outside. */
static void
border_color(const struct sim_image_info *info, double color[4])
{
    bool alpha = strchr(channels[info->order], 'A') || info->order == SIM_ORDER_INTENSITY;
    for (unsigned k = 0; k < 4; k++)
        color[k] = k == 3 && !alpha;
}

/* ---- Launches ---- */

static bool
run(const char *kernel, uint64_t a, uint64_t b, uint64_t c, uint32_t width, uint32_t height)
{
    uint64_t values[3] = {a, b, c};
    struct sim_arg args[3];
    unsigned count = c ? 3 : 2;
    for (unsigned i = 0; i < count; i++)
        args[i] = (struct sim_arg){.bytes = &values[i], .size = 8};
    struct sim_launch launch = {.dims = 2,
                                .global = {width, height},
                                .local = {width, 1},
                                .args = args,
                                .arg_count = count};
    if (sim_launch(device, sim_find_kernel(object, kernel), &launch) == SIM_OK)
        return true;
    printf("%s: %s\n", kernel, sim_message(device));
    return false;
}

/* Texels that a store can give back: no NaN, the least snorm only once, padding and stencil 0. */
static void
random_texel(const struct sim_image_info *info, uint8_t *texel)
{
    unsigned at = 0;
    uint64_t bits[2] = {0};
    for (unsigned i = 0; channels[info->order][i]; i++) {
        unsigned count = channel_bits(info, i);
        uint32_t raw = next_bits() >> (32 - count);
        if (types[info->type].kind == 'f' && channels[info->order][i] != 'S')
            raw = (uint32_t)ieee_bits(count, (double)((int32_t)raw % 1000) / 64);
        if (types[info->type].kind == 's' && raw == 1u << (count - 1))
            raw++;
        if (channels[info->order][i] == 'x' || channels[info->order][i] == 'S')
            raw = 0;
        bits[at / 64] |= (uint64_t)raw << at % 64;
        at += count;
    }
    memcpy(texel, bits, sim_texel_bytes(info->order, info->type));
}

/* Padding of packed texels may be anything (OpenCL 1.2, table 5.7). */
static bool
same_texels(const struct sim_image_info *info, const uint8_t *a, const uint8_t *b, unsigned count)
{
    unsigned bytes = sim_texel_bytes(info->order, info->type);
    unsigned padding = info->type == SIM_TYPE_UNORM_SHORT_555    ? 1
                       : info->type == SIM_TYPE_UNORM_INT_101010 ? 2
                                                                 : 0;
    for (unsigned i = 0; i < count * bytes; i++)
        if ((a[i] ^ b[i]) & (i % bytes == bytes - 1 ? 0xFF >> padding : 0xFF))
            return false;
    return true;
}

static double
register_value(const struct sim_image_info *info, uint32_t bits)
{
    char kind = types[info->type].kind;
    return kind == 'U' ? bits : kind == 'S' ? (int32_t)bits : ieee_value(32, bits);
}

/* OpenCL 1.2, 8.3.1: 1.5 units in the last place for normalised numbers; the others are exact. */
static bool
agrees(const struct sim_image_info *info, const double *expected, const uint32_t *got)
{
    unsigned count = info->order >= SIM_ORDER_DEPTH ? 1 : 4; /* of depth, x alone is defined */
    for (unsigned k = 0; k < count; k++) {
        double value = register_value(info, got[k]);
        bool exact = strchr("USf", types[info->type].kind);
        if (fabs(value - expected[k]) > (exact ? 0 : 1.5 * 0x1p-23 * fabs(expected[k])))
            return false;
    }
    return true;
}

static const char *
kernel_of(const struct sim_image_info *info, bool write)
{
    char kind = types[info->type].kind;
    if (info->order >= SIM_ORDER_DEPTH)
        return write ? "write_depths" : "depths";
    return kind == 'U'   ? (write ? "write_uints" : "uints")
           : kind == 'S' ? (write ? "write_ints" : "ints")
                         : (write ? "write_floats" : "floats");
}

static void
check_read(const struct sim_image_info *info, const uint8_t *texels, uint64_t image,
           uint64_t sampler, uint64_t out)
{
    unsigned bytes = sim_texel_bytes(info->order, info->type);
    static uint32_t got[OUT_WIDTH * OUT_HEIGHT][4];
    bool good = run(kernel_of(info, false), image, sampler, out, OUT_WIDTH, OUT_HEIGHT) &&
                sim_read(device, out, got, sizeof got) == SIM_OK;
    for (unsigned y = 0; good && y < OUT_HEIGHT; y++)
        for (unsigned x = 0; x < OUT_WIDTH; x++) {
            double expected[4];
            if (x - 1 < WIDTH && y - 1 < HEIGHT)
                texel_color(info, texels + ((y - 1) * WIDTH + x - 1) * bytes, expected);
            else
                border_color(info, expected);
            good = good && agrees(info, expected, got[y * OUT_WIDTH + x]);
        }
    check(good, "read", info, "a texel is not what memory says");
}

/* Colours as the specification has them of random texels, written: the same texels. */
static void
check_write(const struct sim_image_info *info, const uint8_t *texels, uint64_t image, uint64_t in,
            const struct sim_image_box *box)
{
    unsigned bytes = sim_texel_bytes(info->order, info->type);
    static uint32_t colors[COUNT][4];
    uint8_t got[COUNT * 16];
    for (unsigned i = 0; i < COUNT; i++) {
        double color[4];
        texel_color(info, texels + i * bytes, color);
        for (unsigned k = 0; k < 4; k++)
            colors[i][k] = strchr("US", types[info->type].kind) ? (uint32_t)(int64_t)color[k]
                                                                : (uint32_t)ieee_bits(32, color[k]);
    }
    memset(got, 0xA5, sizeof got);
    bool good = sim_write(device, in, colors, sizeof colors) == SIM_OK &&
                sim_image_write(device, image, box, got) == SIM_OK &&
                run(kernel_of(info, true), image, in, 0, WIDTH, HEIGHT) &&
                sim_image_read(device, image, box, got) == SIM_OK;
    check(good && same_texels(info, got, texels, COUNT), "write", info,
          "a texel is not the one of the colour");
}

/* layout: 0 linear; else a set of tile.h and 1. */
static void
check_format(const struct sim_image_info *info, uint64_t sampler, uint64_t buffer, unsigned layout)
{
    struct sim_image_box box = {.width = WIDTH, .height = HEIGHT, .depth = 1};
    uint8_t texels[COUNT * 16];
    unsigned bytes = sim_texel_bytes(info->order, info->type);
    uint64_t image;
    for (unsigned i = 0; i < COUNT; i++)
        random_texel(info, texels + i * bytes);
    bool made = sim_image_new(device, info, &image) == SIM_OK &&
                (!layout || tile_image(device, image, layout - 1)) &&
                sim_image_write(device, image, &box, texels) == SIM_OK;
    check(made, "image", info, sim_message(device));
    if (!made)
        return;
    check_read(info, texels, image, sampler, buffer);
    if (is_srgb(info) && !srgb_writes)
        check(!run(kernel_of(info, true), image, buffer, 0, WIDTH, HEIGHT), "write", info,
              "a store is no fault");
    else
        check_write(info, texels, image, buffer, &box);
    sim_image_free(device, image);
}

/* A buffer of texels that are floats to a kernel. */
static void
check_buffer(struct sim_image_info info, uint64_t buffer)
{
    struct sim_image_box box = {.width = COUNT, .height = 1, .depth = 1};
    uint8_t texels[COUNT * 16], again[COUNT * 16];
    uint32_t got[COUNT][4];
    unsigned bytes = sim_texel_bytes(info.order, info.type);
    uint64_t image;
    info.geometry = SIM_GEOMETRY_1D_BUFFER;
    info.width = COUNT;
    info.height = 1;
    if (!sim_texel_is_float(info.type) || sim_image_new(device, &info, &image) != SIM_OK)
        return;
    for (unsigned i = 0; i < COUNT; i++)
        random_texel(&info, texels + i * bytes);
    bool good = sim_image_write(device, image, &box, texels) == SIM_OK &&
                run("buffer_floats", image, buffer, 0, COUNT, 1) &&
                sim_read(device, buffer, got, sizeof got) == SIM_OK;
    for (unsigned i = 0; good && i < COUNT; i++) {
        double expected[4];
        texel_color(&info, texels + i * bytes, expected);
        good = agrees(&info, expected, got[i]);
    }
    check(good, "buffer", &info, "a texel is not what memory says");
    memset(again, 0xA5, sizeof again);
    good = sim_image_write(device, image, &box, again) == SIM_OK &&
           run("buffer_write_floats", image, buffer, 0, COUNT, 1);
    good = good && sim_image_read(device, image, &box, again) == SIM_OK;
    check(good && same_texels(&info, texels, again, COUNT), "buffer", &info,
          "a texel is not the one of the colour");
    sim_image_free(device, image);
}

/* Level n is all n + 0.5: by whole levels, and halfway between two with a linear filter. */
static void
check_levels(uint64_t buffer)
{
    struct sim_image_info info = {
        SIM_GEOMETRY_2D, SIM_ORDER_R, SIM_TYPE_FLOAT, 32, 20, 1, 1, 6, 0, 1};
    struct sim_sampler_info rule = {
        .normalized = true, .addressing = SIM_ADDRESSING_CLAMP_TO_EDGE, .mip_nearest = true};
    uint64_t image, sampler;
    float got[6][4];
    bool good = sim_image_new(device, &info, &image) == SIM_OK &&
                sim_sampler_new(device, &rule, &sampler) == SIM_OK;
    for (unsigned level = 0; good && level < 6; level++) {
        struct sim_image_box box = {.level = level,
                                    .width = 32 >> level ? 32 >> level : 1,
                                    .height = 20 >> level ? 20 >> level : 1,
                                    .depth = 1};
        float texels[32 * 20];
        for (unsigned i = 0; i < 32 * 20; i++)
            texels[i] = (float)level + 0.5f;
        good = sim_image_write(device, image, &box, texels) == SIM_OK;
    }
    good = good && run("levels", image, sampler, buffer, 6, 1) &&
           sim_read(device, buffer, got, sizeof got) == SIM_OK;
    for (unsigned level = 0; good && level < 6; level++)
        good = got[level][0] == (float)level + 0.5f;
    check(good, "levels", &info, "a level is not the one that was asked for");
    sim_free(device, sampler);
    sim_image_free(device, image);
}

static void
check_all(void)
{
    struct sim_sampler_info rule = {.addressing = SIM_ADDRESSING_CLAMP};
    uint64_t sampler = 0, buffer = sim_alloc(device, OUT_WIDTH * OUT_HEIGHT * 16);
    if (!buffer || sim_sampler_new(device, &rule, &sampler) != SIM_OK)
        exit(2);
    for (unsigned order = 0; order < SIM_ORDERS; order++)
        for (unsigned type = 0; type < SIM_TYPES; type++) {
            struct sim_image_info info = {
                SIM_GEOMETRY_2D, order, type, WIDTH, HEIGHT, 1, 1, 1, 0, 1};
            if (!sim_texel_bytes(order, type))
                continue;
            for (unsigned layout = 0; layout <= tile_sets(device); layout++)
                check_format(&info, sampler, buffer, layout);
            check_buffer(info, buffer);
        }
    /* gfx90a has no levels: the device library's function does not exist there. */
    if (strcmp(sim_device_target(device)->name, "gfx90a") != 0)
        check_levels(buffer);
}

int
main(int argc, char **argv)
{
    static uint8_t bytes[1 << 20];
    srgb_writes = argc > 1 && strcmp(argv[1], "--srgb-writes") == 0;
    for (int i = 1 + srgb_writes; i < argc; i++) {
        struct sim_options options = {.strict = true, .foreign = 1, .max_instructions = 1 << 26};
        FILE *file = fopen(argv[i], "rb");
        size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
        device = sim_device_new(&options);
        if (!file || !device || sim_load(device, bytes, size, &object) != SIM_OK) {
            printf("%s cannot be loaded\n", argv[i]);
            return 2;
        }
        fclose(file);
        check_all();
        sim_device_free(device);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
