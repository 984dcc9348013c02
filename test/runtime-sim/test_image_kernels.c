/* clang's kernels over images, against OpenCL 1.2, 8.2 written down once more: nearest to the bit,
 * linear within 2^-7 of the range of the texels.  The arguments are code objects of
 * image_kernels.cl and image_mipmaps.cl. */
#include "test/runtime-sim/image_settings.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS = 64, FLOATS_OF = 4, UNORM8 = 2, RGBA = 8, HANDLE_WORDS = 11 };

struct run {
    struct sim_device *device;
    struct sim_object *object;
    const char *file;
    int failures;
    struct sim_arg args[8];
    uint64_t values[8];
    unsigned count;
};

static uint32_t seed = 1;

static double
next(double low, double high)
{
    seed = seed * 1664525 + 1013904223;
    return low + (high - low) * (seed >> 8) / (1 << 24);
}

static void
fail(struct run *run, const char *kernel, const char *why)
{
    fprintf(stderr, "%s: %s: %s\n", run->file, kernel, why);
    run->failures++;
}

static void
add_argument(struct run *run, uint64_t value)
{
    run->values[run->count] = value;
    run->args[run->count] = (struct sim_arg){.bytes = &run->values[run->count], .size = 8};
    run->count++;
}

/* The handle of an image: T#, channel type, channel order, width (docs/rulings.md, "Code objects"). */
static void
add_image(struct run *run, struct image_setting *image, const char *text)
{
    const char *why = image_make(image, run->device, text);
    uint32_t handle[HANDLE_WORDS] = {0};
    if (why)
        fail(run, text, why);
    memcpy(handle, image->t, sizeof image->t);
    handle[8] = UNORM8;
    handle[9] = RGBA;
    handle[10] = image->image.level[0].width;
    add_argument(run, sim_alloc(run->device, sizeof handle));
    sim_write(run->device, run->values[run->count - 1], handle, sizeof handle);
}

static bool
launch(struct run *run, const char *name, uint32_t x, uint32_t y, uint32_t z)
{
    const struct sim_kernel *kernel = sim_find_kernel(run->object, name);
    struct sim_launch launch = {.dims = 3,
                                .global = {x, y, z},
                                .local = {x, 1, 1},
                                .args = run->args,
                                .arg_count = run->count};
    bool good = kernel && sim_launch(run->device, kernel, &launch) == SIM_OK;
    if (!good)
        fail(run, name, kernel ? sim_message(run->device) : "no such kernel");
    return good;
}

/* ---- what OpenCL says ---- */

struct sampler {
    bool normalized, linear;
    enum sim_clamp clamp; /* WRAP: repeat, LAST_TEXEL: to edge, BORDER: clamp */
};

/* The texels of one coordinate and their weights: 1.2, 8.2.1 to 8.2.3; -1 and size: the border. */
static void
choose(const struct sampler *sampler, float s, int size, int at[2], double weight[2])
{
    float u = sampler->normalized ? s * (float)size : s;
    if (sampler->clamp == SIM_CLAMP_WRAP)
        u = (s - floorf(s)) * (float)size;
    else if (sampler->clamp == SIM_CLAMP_MIRROR)
        u = fabsf(s - 2 * rintf(0.5f * s)) * (float)size;
    at[0] = (int)floorf(sampler->linear ? u - 0.5f : u);
    at[1] = at[0] + 1;
    weight[1] = sampler->linear ? (double)(u - 0.5f - floorf(u - 0.5f)) : 0;
    weight[0] = 1 - weight[1];
    for (unsigned k = 0; k < 2; k++) {
        if (sampler->clamp == SIM_CLAMP_WRAP)
            at[k] = (at[k] + size) % size;
        else if (sampler->clamp == SIM_CLAMP_BORDER)
            at[k] = at[k] < -1 ? -1 : at[k] > size ? size : at[k];
        else
            at[k] = at[k] < 0 ? 0 : at[k] >= size ? size - 1 : at[k];
    }
}

struct shape {
    const char *kernel, *image;
    unsigned dims, layers;
    int size[3];
};

static const struct shape shapes[] = {
    {"read_1d", "1d:7x1x1:14.7", 1, 0, {7, 1, 1}},
    {"read_2d", "2d:7x5x1:14.7", 2, 0, {7, 5, 1}},
    {"read_3d", "3d:7x5x3:14.7", 3, 0, {7, 5, 3}},
    {"read_1da", "1da:7x1x4:14.7", 1, 4, {7, 1, 1}},
    {"read_2da", "2da:7x5x4:14.7", 2, 4, {7, 5, 1}},
};

/* The ramp of image_settings.h at a point; its other components are the negative. */
static double
expected(const struct shape *shape, const struct sampler *sampler, const float *point)
{
    int at[3][2] = {{0}}, layer = 0;
    double weight[3][2] = {{1, 0}, {1, 0}, {1, 0}}, sum = 0;
    for (unsigned d = 0; d < shape->dims; d++)
        choose(sampler, point[d], shape->size[d], at[d], weight[d]);
    if (shape->layers) {
        float nearest = rintf(point[shape->dims]), last = (float)shape->layers - 1;
        layer = (int)(nearest < 0 ? 0 : nearest > last ? last : nearest);
    }
    for (unsigned i = 0; i < 8; i++) {
        int x = at[0][i & 1], y = at[1][i >> 1 & 1], z = at[2][i >> 2];
        double product = weight[0][i & 1] * weight[1][i >> 1 & 1] * weight[2][i >> 2];
        bool inside = x >= 0 && y >= 0 && z >= 0 && x < shape->size[0] && y < shape->size[1] &&
                      z < shape->size[2];
        sum += inside ? product * (x + 10 * y + 100 * (z + layer)) : 0;
    }
    return sum;
}

/* ---- sampled ---- */

static uint64_t
make_sampler(struct run *run, const struct sampler *sampler)
{
    const struct gcn_target *target = sim_device_target(run->device);
    uint32_t words[8] = {0};
    uint64_t address = sim_alloc(run->device, sizeof words);
    for (unsigned d = 0; d < 3; d++)
        sim_field_set(target, words, SIM_S_CLAMP_X + d, sampler->clamp);
    sim_field_set(target, words, SIM_S_UNNORMALIZED, !sampler->normalized);
    sim_field_set(target, words, SIM_S_MAG_FILTER, sampler->linear);
    sim_field_set(target, words, SIM_S_MIN_FILTER, sampler->linear);
    sim_field_set(target, words, SIM_S_MAX_LOD, 0xFFF);
    sim_write(run->device, address, words, sizeof words);
    return address;
}

static void
check_points(struct run *run, const struct shape *shape, const struct sampler *sampler,
             float (*point)[FLOATS_OF], float (*result)[FLOATS_OF])
{
    double range = 6 + 10 * (shape->size[1] - 1) +
                   100 * (shape->size[2] - 1 + (shape->layers ? shape->layers - 1 : 0));
    for (unsigned i = 0; i < POINTS; i++) {
        double want = expected(shape, sampler, point[i]), got = (double)result[i][0];
        double error = fabs(got - want) + fabs(got + (double)result[i][3]);
        if (error <= (sampler->linear ? range / 128 : 0))
            continue;
        char text[200];
        snprintf(text, sizeof text, "%s, clamp %d, %s: at %a %a %a: %g %g instead of %g",
                 sampler->linear ? "linear" : "nearest", sampler->clamp,
                 sampler->normalized ? "normalized" : "texels", (double)point[i][0],
                 (double)point[i][1], (double)point[i][2], got, (double)result[i][3], want);
        fail(run, shape->kernel, text);
        return;
    }
}

static void
sample(struct run *run, const struct shape *shape, const struct sampler *sampler)
{
    float point[POINTS][FLOATS_OF], result[POINTS][FLOATS_OF];
    struct image_setting image;
    run->count = 0;
    for (unsigned i = 0; i < POINTS; i++)
        for (unsigned d = 0; d < FLOATS_OF; d++) {
            double size = sampler->normalized || d >= shape->dims ? 1 : shape->size[d];
            point[i][d] = (float)(d < shape->dims ? next(-1.5, 2.5) * size : next(-1, 5));
            /* Some at the edges between texels.  Where coordinates repeat, the specification reduces
             * them first and AMD's library counts texels first: there the edge moves by an ULP. */
            if (i < 16 && d < shape->dims && sampler->clamp >= SIM_CLAMP_LAST_TEXEL)
                point[i][d] = (float)((i - 4.0) / (sampler->normalized ? 7 : 1));
        }
    add_image(run, &image, shape->image);
    image_set(&image, run->device, "ramp", 1);
    add_argument(run, make_sampler(run, sampler));
    add_argument(run, sim_alloc(run->device, sizeof point));
    sim_write(run->device, run->values[2], point, sizeof point);
    add_argument(run, sim_alloc_raw(run->device, sizeof result));
    if (launch(run, shape->kernel, POINTS, 1, 1)) {
        if (sim_read(run->device, run->values[3], result, sizeof result))
            fail(run, shape->kernel, sim_message(run->device));
        check_points(run, shape, sampler, point, result);
    }
}

static void
sample_all(struct run *run)
{
    static const struct sampler samplers[] = {
        {true, false, SIM_CLAMP_WRAP},        {true, true, SIM_CLAMP_WRAP},
        {true, false, SIM_CLAMP_MIRROR},      {true, true, SIM_CLAMP_MIRROR},
        {true, false, SIM_CLAMP_LAST_TEXEL},  {true, true, SIM_CLAMP_LAST_TEXEL},
        {true, false, SIM_CLAMP_BORDER},      {true, true, SIM_CLAMP_BORDER},
        {false, false, SIM_CLAMP_BORDER},     {false, true, SIM_CLAMP_BORDER},
        {false, false, SIM_CLAMP_LAST_TEXEL}, {false, true, SIM_CLAMP_LAST_TEXEL}};
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (unsigned k = 0; k < sizeof samplers / sizeof *samplers; k++)
            sample(run, &shapes[i], &samplers[k]);
}

static void
sample_literal(struct run *run)
{
    static const struct sampler nearest = {false, false, SIM_CLAMP_LAST_TEXEL};
    static const struct sampler linear = {true, true, SIM_CLAMP_WRAP};
    float point[POINTS][FLOATS_OF], result[2 * POINTS][FLOATS_OF], half[2][POINTS][FLOATS_OF];
    struct image_setting image;
    run->count = 0;
    for (unsigned i = 0; i < POINTS; i++)
        for (unsigned d = 0; d < FLOATS_OF; d++)
            point[i][d] = (float)next(-3, 8);
    add_image(run, &image, shapes[1].image);
    image_set(&image, run->device, "ramp", 1);
    add_argument(run, sim_alloc(run->device, sizeof point));
    sim_write(run->device, run->values[1], point, sizeof point);
    add_argument(run, sim_alloc_raw(run->device, sizeof result));
    if (!launch(run, "read_literal", POINTS, 1, 1))
        return;
    sim_read(run->device, run->values[2], result, sizeof result);
    for (unsigned i = 0; i < 2 * POINTS; i++)
        memcpy(half[i % 2][i / 2], result[i], sizeof result[i]);
    check_points(run, &shapes[1], &linear, point, half[1]);
    check_points(run, &shapes[1], &nearest, point, half[0]);
}

/* ---- copied ---- */

static void
copy(struct run *run, const char *kernel, const char *text)
{
    struct image_setting from, to;
    run->count = 0;
    add_image(run, &from, text);
    add_image(run, &to, text);
    image_set(&from, run->device, "ramp", 1);
    const struct sim_image_level *size = &from.image.level[0];
    uint32_t depth = from.image.layered ? from.image.layers : size->depth;
    bool row = from.image.dims == 1 && from.image.layered; /* its layers are the second index */
    if (!launch(run, kernel, size->width, row ? depth : size->height, row ? 1 : depth))
        return;
    for (unsigned z = 0; z < depth; z++)
        for (unsigned y = 0; y < size->height; y++)
            for (unsigned x = 0; x < size->width; x++) {
                float want = (float)(2 * (x + 10 * y + 100 * z)), got[4];
                sim_read(run->device, sim_texel_address(&to.image, 0, x, y, z), got, sizeof got);
                if (got[0] != want || got[3] != -want) {
                    fail(run, kernel, "another texel");
                    return;
                }
            }
}

static void
integers(struct run *run)
{
    struct image_setting image[4];
    uint64_t got;
    run->count = 0;
    add_image(run, &image[0], "2d:4x2x1:12.5"); /* signed, 16 bits */
    add_image(run, &image[1], "2d:4x2x1:12.5");
    add_image(run, &image[2], "2d:4x2x1:10.4"); /* unsigned, 8 bits */
    add_image(run, &image[3], "2d:4x2x1:10.4");
    image_set(&image[0], run->device, "tex@3.1.0.0", UINT64_C(0x800000077fff0001));
    image_set(&image[2], run->device, "tex@3.1.0.0", 0xFFF80102);
    if (!launch(run, "integers", 4, 2, 1))
        return;
    if (!image_get(&image[1], run->device, "tex@3.1.0.0", &got) ||
        got != UINT64_C(0x800000007ff8fffa))
        fail(run, "integers", "signed");
    if (!image_get(&image[3], run->device, "tex@3.1.0.0", &got) || got != 0xFFFF0809)
        fail(run, "integers", "unsigned");
}

static void
sizes(struct run *run)
{
    static const int want[13] = {9, 11, 5, 7, 6, 4, 13, 3, 15, 2, 8, 0x10D2, 0x10B5};
    int got[13];
    struct image_setting image;
    run->count = 0;
    add_image(run, &image, "1d:9x1x1:10.0");
    add_image(run, &image, "2d:11x5x1:10.0");
    add_image(run, &image, "3d:7x6x4:10.0");
    add_image(run, &image, "1da:13x1x3:10.0");
    add_image(run, &image, "2da:15x2x8:10.0");
    add_argument(run, sim_alloc_raw(run->device, sizeof got));
    if (!launch(run, "sizes", 1, 1, 1))
        return;
    sim_read(run->device, run->values[5], got, sizeof got);
    if (memcmp(got, want, sizeof got) != 0)
        fail(run, "sizes", "another size, type or order");
}

/* ---- mipmaps ---- */

struct mipmap {
    const char *kernel, *image;
    bool volume, layered;
};

static const struct mipmap mipmaps[] = {{"lod_2d", "2d:16x8x1:14.7:4", false, false},
                                        {"lod_3d", "3d:16x8x4:14.7:4", true, false},
                                        {"lod_2da", "2da:16x8x3:14.7:4", false, true},
                                        {"gradient", "2d:16x8x1:14.7:4", false, false}};

/* The nearest texel of a level, of sizes that are powers of two, coordinates below 1. */
static double
texel_of_level(const struct mipmap *mipmap, const float *point, int level)
{
    int size[3] = {16 >> level, 8 >> level, 4 >> level}, at[3] = {0};
    for (unsigned d = 0; d < (mipmap->volume ? 3 : 2); d++)
        at[d] = (int)(point[d] * (float)(size[d] ? size[d] : 1));
    if (mipmap->layered)
        at[2] = (int)rintf(point[2]);
    return at[0] + 10 * at[1] + 100 * at[2] + 1000 * level;
}

static void
check_level(struct run *run, const struct mipmap *mipmap, bool linear, const float *point,
            float got)
{
    double lod = (double)point[3], level = lod < 0 ? 0 : lod > 3 ? 3 : lod;
    int below = (int)floor(level), above = (int)ceil(level);
    double part = level - below, want;
    if (linear)
        want = (1 - part) * texel_of_level(mipmap, point, below) +
               part * texel_of_level(mipmap, point, above);
    else
        want = texel_of_level(mipmap, point, (int)floor(level + 0.5));
    if (fabs((double)got - want) <= (linear ? 3400.0 / 128 : 0))
        return;
    char text[120];
    snprintf(text, sizeof text, "%s: %g %g %g, lod %g: %g instead of %g",
             linear ? "linear" : "nearest", (double)point[0], (double)point[1], (double)point[2],
             (double)point[3], (double)got, want);
    fail(run, mipmap->kernel, text);
}

static void
sample_mipmap(struct run *run, const struct mipmap *mipmap, bool linear)
{
    static const struct sampler nearest = {true, false, SIM_CLAMP_LAST_TEXEL};
    float point[POINTS][FLOATS_OF], result[POINTS][FLOATS_OF];
    struct image_setting image;
    uint32_t words[SIM_S_WORDS];
    run->count = 0;
    for (unsigned i = 0; i < POINTS; i++) {
        /* Off the edges of texels and levels, where the hardware's 8 bits of fraction decide. */
        for (unsigned d = 0; d < 3; d++)
            point[i][d] = (float)((floor(next(0, 16)) + 0.5) / 16);
        if (mipmap->layered)
            point[i][2] = (float)next(0, 2.4);
        point[i][3] = (float)((floor(next(-16, 80)) + 0.25) / 16);
    }
    add_image(run, &image, mipmap->image);
    image_set(&image, run->device, "ramp", 1);
    add_argument(run, make_sampler(run, &nearest));
    sim_read(run->device, run->values[1], words, sizeof words);
    sim_field_set(sim_device_target(run->device), words, SIM_S_MIP_FILTER,
                  linear ? SIM_MIP_LINEAR : SIM_MIP_POINT);
    sim_write(run->device, run->values[1], words, sizeof words);
    add_argument(run, sim_alloc(run->device, sizeof point));
    sim_write(run->device, run->values[2], point, sizeof point);
    add_argument(run, sim_alloc_raw(run->device, sizeof result));
    if (!launch(run, mipmap->kernel, POINTS, 1, 1))
        return;
    sim_read(run->device, run->values[3], result, sizeof result);
    for (unsigned i = 0; i < POINTS; i++)
        check_level(run, mipmap, linear, point[i], result[i][0]);
}

static int
run_file(const char *path)
{
    static uint8_t bytes[1 << 20];
    struct sim_options options = {.strict = true, .foreign = -1};
    struct run run = {.device = sim_device_new(&options), .file = path};
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file)
        fclose(file);
    if (sim_load(run.device, bytes, size, &run.object) != SIM_OK) {
        fail(&run, "load", sim_message(run.device));
    } else if (sim_find_kernel(run.object, mipmaps[0].kernel)) {
        for (unsigned i = 0; i < 2 * sizeof mipmaps / sizeof *mipmaps; i++)
            sample_mipmap(&run, &mipmaps[i / 2], i % 2);
    } else {
        sample_all(&run);
        sample_literal(&run);
        copy(&run, "copy_1d", "1d:9x1x1:14.7");
        copy(&run, "copy_2d", "2d:9x5x1:14.7");
        copy(&run, "copy_3d", "3d:9x5x3:14.7");
        copy(&run, "copy_1da", "1da:9x1x3:14.7");
        copy(&run, "copy_2da", "2da:9x5x3:14.7");
        integers(&run);
        sizes(&run);
    }
    sim_device_free(run.device);
    return run.failures;
}

int
main(int argc, char **argv)
{
    int failures = 0;
    for (int i = 1; i < argc; i++)
        failures += run_file(argv[i]);
    printf("%d objects, %d failures\n", argc - 1, failures);
    return failures != 0 || argc < 2;
}
