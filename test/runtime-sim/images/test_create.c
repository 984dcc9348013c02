/* Images and samplers as sim.h makes them: what is written is read again, handles hold what ROCm's
 * device libraries read of them, and what cannot be is refused with one error. */
#include "runtime/sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned passed, failed;

static void
check(bool good, const char *what, const char *why)
{
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("%s: %s\n", what, why);
}

static struct sim_device *
make_device(const char *target)
{
    struct sim_options options = {.strict = true};
    struct sim_device *device = sim_device_new(&options);
    if (!device || sim_device_set_target(device, gcn_find_target(target, strlen(target))) != SIM_OK)
        exit(2);
    return device;
}

static const struct sim_image_info shapes[] = {
    {.geometry = SIM_GEOMETRY_1D, .width = 37},
    {.geometry = SIM_GEOMETRY_1D_ARRAY, .width = 9, .layers = 5},
    {.geometry = SIM_GEOMETRY_1D_BUFFER, .width = 7000},
    {.geometry = SIM_GEOMETRY_2D, .width = 17, .height = 11},
    {.geometry = SIM_GEOMETRY_2D, .width = 33, .height = 20, .levels = 6},
    {.geometry = SIM_GEOMETRY_2D_ARRAY, .width = 5, .height = 3, .layers = 4, .levels = 3},
    {.geometry = SIM_GEOMETRY_3D, .width = 6, .height = 5, .depth = 7},
    {.geometry = SIM_GEOMETRY_3D, .width = 16, .height = 8, .depth = 4, .levels = 5},
};

static uint32_t
at_least_one(uint32_t size)
{
    return size ? size : 1;
}

static struct sim_image_info
complete(const struct sim_image_info *shape, unsigned order, unsigned type)
{
    struct sim_image_info info = *shape;
    info.order = order;
    info.type = type;
    info.height = at_least_one(info.height);
    info.depth = at_least_one(info.depth);
    info.layers = at_least_one(info.layers);
    info.levels = at_least_one(info.levels);
    return info;
}

static struct sim_image_box
whole_level(const struct sim_image_info *info, unsigned level)
{
    uint32_t depth = at_least_one(info->depth >> level);
    return (struct sim_image_box){.level = level,
                                  .width = at_least_one(info->width >> level),
                                  .height = at_least_one(info->height >> level),
                                  .depth = info->layers > 1 ? info->layers : depth};
}

static uint64_t
box_size(const struct sim_image_info *info, const struct sim_image_box *box)
{
    return (uint64_t)box->width * box->height * box->depth *
           sim_texel_bytes(info->order, info->type);
}

/* Each byte tells its place, so that two levels that overlap are seen. */
static uint8_t
pattern(unsigned level, uint64_t at)
{
    return (uint8_t)(at * 31 + level * 97 + (at >> 8));
}

static void
check_contents(struct sim_device *device, uint64_t handle, const struct sim_image_info *info,
               const char *name)
{
    bool good = true;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned level = 0; level < info->levels; level++) {
            struct sim_image_box box = whole_level(info, level);
            uint64_t size = box_size(info, &box);
            uint8_t *bytes = malloc(size);
            for (uint64_t i = 0; i < size; i++)
                bytes[i] = pattern(level, i);
            if (pass == 0)
                good &= sim_image_write(device, handle, &box, bytes) == SIM_OK;
            else
                good &= sim_image_read(device, handle, &box, bytes) == SIM_OK;
            for (uint64_t i = 0; i < size; i++)
                good &= bytes[i] == pattern(level, i);
            free(bytes);
        }
    check(good, name, "texels are not what was written");
    struct sim_image_box beyond = whole_level(info, 0);
    beyond.x = 1;
    check(sim_image_read(device, handle, &beyond, NULL) == SIM_ERROR, name, "a box beyond");
}

/* As __ockl_image_width_2D and the others of ROCm's ockl.bc read the handle. */
static void
check_handle(struct sim_device *device, uint64_t handle, const struct sim_image_info *info,
             const char *name)
{
    uint32_t words[16];
    bool old = sim_device_target(device)->generation < 9;
    check(sim_read(device, handle, words, sizeof words) == SIM_OK, name, "the handle");
    check(words[8] == info->type && words[9] == info->order && words[10] == info->width, name,
          "channel type, order and width");
    if (info->geometry == SIM_GEOMETRY_1D_BUFFER)
        return;
    check((words[2] >> 14 & 0x3FFF) + 1 == info->height, name, "height");
    check((words[3] >> 16 & 15) == info->levels - 1, name, "levels");
    if (info->geometry == SIM_GEOMETRY_3D)
        check((words[4] & 0x1FFF) + 1 == info->depth, name, "depth");
    else if (info->geometry == SIM_GEOMETRY_2D_ARRAY || info->geometry == SIM_GEOMETRY_1D_ARRAY)
        check(((old ? words[5] >> 13 : words[4]) & 0x1FFF) + 1 == info->layers, name, "layers");
}

static void
check_image(struct sim_device *device, const struct sim_image_info *info)
{
    char name[128];
    uint64_t handle;
    enum sim_status status = sim_image_new(device, info, &handle);
    bool exists = sim_texel_bytes(info->order, info->type) != 0;
    /* Buffers have no packed formats, no sRGB, no 24 bits. */
    if (info->geometry == SIM_GEOMETRY_1D_BUFFER) {
        bool packed = info->type >= SIM_TYPE_UNORM_INT24 && info->type <= SIM_TYPE_UNORM_SHORT_565;
        bool srgb = info->order >= SIM_ORDER_SRGB && info->order <= SIM_ORDER_SBGRA;
        exists &= !packed && !srgb && info->order != SIM_ORDER_DEPTH_STENCIL;
    }
    snprintf(name, sizeof name, "%s: geometry %d %s %s", sim_device_target(device)->name,
             info->geometry, sim_channel_order_name(info->order),
             sim_channel_type_name(info->type));
    check((status == SIM_OK) == exists, name, exists ? sim_message(device) : "exists");
    if (status != SIM_OK)
        return;
    check_contents(device, handle, info, name);
    check_handle(device, handle, info, name);
    sim_image_free(device, handle);
    check(sim_host_pointer(device, handle, 1) == NULL, name, "the handle is not freed");
}

static void
check_target(const char *target)
{
    struct sim_device *device = make_device(target);
    for (unsigned order = 0; order < SIM_ORDERS; order++)
        for (unsigned type = 0; type < SIM_TYPES; type++)
            for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
                struct sim_image_info info = complete(&shapes[i], order, type);
                check_image(device, &info);
            }
    sim_device_free(device);
}

static void
check_refused(struct sim_device *device, struct sim_image_info info, const char *text)
{
    uint64_t handle = 1;
    info = complete(&info, SIM_ORDER_RGBA, SIM_TYPE_FLOAT);
    check(sim_image_new(device, &info, &handle) == SIM_ERROR && handle == 0 &&
              strstr(sim_message(device), text),
          text, sim_message(device));
}

/* Numbers that no enumeration has, and nothing where something is needed. */
static void
check_misuse(struct sim_device *device)
{
    struct sim_image_info info = complete(&shapes[3], SIM_ORDER_RGBA, SIM_TYPE_FLOAT);
    struct sim_image_box box = whole_level(&info, 0);
    struct sim_sampler_info sampler = {.addressing = SIM_ADDRESSING_MIRRORED_REPEAT + 1};
    uint64_t handle;
    check(sim_image_new(device, NULL, &handle) == SIM_ERROR, "new image", "of no size");
    check(sim_image_new(device, &info, NULL) == SIM_ERROR, "new image", "without a place");
    check(sim_image_new(device, &info, &handle) == SIM_OK, "new image", sim_message(device));
    check(sim_image_write(device, handle, NULL, &info) == SIM_ERROR, "write", "no box");
    check(sim_image_write(device, handle, &box, NULL) == SIM_ERROR, "write", "no texels");
    check(sim_image_read(device, handle, &box, NULL) == SIM_ERROR, "read", "no texels");
    check(sim_sampler_new(device, NULL, &handle) == SIM_ERROR, "sampler", "of no modes");
    check(sim_sampler_new(device, &sampler, &handle) == SIM_ERROR && handle == 0 &&
              strstr(sim_message(device), "number 5"),
          "sampler", "of an addressing mode that does not exist");
    info = complete(&shapes[3], SIM_ORDERS, SIM_TYPE_FLOAT);
    check(sim_image_new(device, &info, &handle) == SIM_ERROR, "new image", "of no order");
    info = complete(&shapes[3], SIM_ORDER_R, SIM_TYPES);
    check(sim_image_new(device, &info, &handle) == SIM_ERROR, "new image", "of no type");
}

static void
check_errors(void)
{
    struct sim_options options = {.strict = true};
    struct sim_device *device = sim_device_new(&options);
    uint64_t handle;
    check_refused(device, (struct sim_image_info){.width = 1}, "before the target");
    sim_device_free(device);
    device = make_device("gfx900");
    check_refused(device, (struct sim_image_info){.height = 1}, "is 0");
    check_refused(device, (struct sim_image_info){.width = 4, .height = 2}, "has no height");
    check_refused(device, (struct sim_image_info){.width = 4, .layers = 2}, "has no layers");
    check_refused(device, (struct sim_image_info){.width = 4, .levels = 4}, "no 4 levels");
    check_refused(device, (struct sim_image_info){.width = 4, .levels = 40}, "no 40 levels");
    check_refused(device, (struct sim_image_info){.width = 4, .samples = 2}, "no 2 samples");
    check_refused(
        device,
        (struct sim_image_info){.geometry = SIM_GEOMETRY_2D, .width = 4, .height = 4, .samples = 3},
        "no 3 samples");
    check_refused(
        device,
        (struct sim_image_info){
            .geometry = SIM_GEOMETRY_2D, .width = 4, .height = 4, .levels = 2, .samples = 2},
        "2D image of 2 levels has no 2 samples");
    check_refused(device, (struct sim_image_info){.geometry = 6, .width = 4}, "has number 6");
    check_misuse(device);
    check_refused(device, (struct sim_image_info){.width = 16385}, "too large for gfx900");
    check_refused(
        device,
        (struct sim_image_info){.geometry = SIM_GEOMETRY_2D_ARRAY, .width = 4, .layers = 8193},
        "too large");
    check(sim_image_read(device, 0x1234, &(struct sim_image_box){0}, NULL) == SIM_ERROR, "read",
          "of no image");
    struct sim_image_info info = complete(&shapes[3], SIM_ORDER_RGBA, SIM_TYPE_FLOAT);
    struct sim_image_box box = whole_level(&info, 0);
    float texels[17 * 11 * 4];
    check(sim_image_new(device, &info, &handle) == SIM_OK &&
              sim_image_read(device, handle, &box, texels) == SIM_FAULT &&
              strstr(sim_message(device), "uninitialised"),
          "new image", "its texels are not uninitialised");
    sim_device_free(device);
}

/* The first three words of ROCm's literal samplers, but for fields that no OpenCL image uses. */
static void
check_samplers(const char *target)
{
    struct sim_device *device = make_device(target);
    static const uint8_t clamps[] = {6, 2, 6, 0, 1};
    for (unsigned i = 0; i < 20; i++) {
        struct sim_sampler_info info = {
            .addressing = i / 4, .normalized = i & 1, .linear = i >> 1 & 1};
        uint32_t words[4] = {0}, filters = info.linear ? 5u << 20 : 0;
        uint64_t handle;
        check(sim_sampler_new(device, &info, &handle) == SIM_OK &&
                  sim_read(device, handle, words, sizeof words) == SIM_OK,
              "sampler", sim_message(device));
        check((words[0] & 0x1FF) == clamps[i / 4] * 0x49u && (words[0] >> 15 & 1) == !(i & 1),
              "sampler", "addressing");
        check(words[1] == 0xFFF000 && (words[2] & 0xF00000) == filters && words[3] == 0, "sampler",
              "levels, filter, border");
    }
    sim_device_free(device);
}

static void
check_texels(void)
{
    static const float color[4] = {0.2f, 0.4f, 0.6f, 0.8f};
    static const struct {
        unsigned order;
        uint8_t texel[4];
    } rows[] = {
        {SIM_ORDER_RGBA, {51, 102, 153, 204}},
        {SIM_ORDER_BGRA, {153, 102, 51, 204}},
        {SIM_ORDER_ARGB, {204, 51, 102, 153}},
        {SIM_ORDER_ABGR, {204, 153, 102, 51}},
        {SIM_ORDER_RA, {51, 204}},
        {SIM_ORDER_RG, {51, 102}},
        {SIM_ORDER_A, {204}},
        {SIM_ORDER_R, {51}},
        {SIM_ORDER_LUMINANCE, {51}},
        {SIM_ORDER_INTENSITY, {51}},
    };
    uint32_t rgba[4];
    memcpy(rgba, color, sizeof rgba);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t texel[4] = {0};
        sim_texel_store(rows[i].order, SIM_TYPE_UNORM_INT8, rgba, texel);
        check(memcmp(texel, rows[i].texel, 4) == 0, sim_channel_order_name(rows[i].order), "store");
    }
    uint8_t packed[2];
    uint32_t back[4];
    sim_texel_store(SIM_ORDER_RGB, SIM_TYPE_UNORM_SHORT_565, rgba, packed);
    check(packed[0] == 0x33 && packed[1] == 0x33, "565", "store");
    sim_texel_load(SIM_ORDER_RGB, SIM_TYPE_UNORM_SHORT_565, packed, back);
    check(back[3] == 0x3F800000, "565", "alpha is 1");
    sim_texel_load(SIM_ORDER_R, SIM_TYPE_UNSIGNED_INT8, "\7", back);
    check(back[0] == 7 && back[1] == 0 && back[3] == 1, "R", "integers have an integer 1");
}

int
main(void)
{
    static const char *const targets[] = {"gfx600", "gfx700", "gfx803", "gfx900", "gfx90a"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        check_target(targets[i]);
        check_samplers(targets[i]);
    }
    check_errors();
    check_texels();
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
