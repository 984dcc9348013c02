/* Images of each geometry, written and read by the host and by kernels; samplers. */
#include "test/hsa/gpu_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned cases;

static struct gpu *
at(unsigned index)
{
    return gpu_at(bench.system, index);
}

/* Of each work-item, a texel: its four channels go to, or come from, four words. */
#define WHERE "size_t i = get_global_id(0); int x = i % w, y = i / w % h, z = i / w / h; "
#define KERNELS(name, type, place)                                                                 \
    "kernel void load_" name "(read_only " type " image, global uint4 *words, int w, int h) {\n"   \
    "    " WHERE "words[i] = read_imageui(image, " place ");\n"                                    \
    "}\n"                                                                                          \
    "kernel void store_" name "(write_only " type " image, global uint4 *words, int w, int h) {\n" \
    "    " WHERE "write_imageui(image, " place ", words[i]);\n"                                    \
    "}\n"

static const char source[] = KERNELS("1d", "image1d_t", "x") KERNELS(
    "1d_array", "image1d_array_t", "(int2)(x, z)") KERNELS("1d_buffer", "image1d_buffer_t",
                                                           "x") KERNELS("2d", "image2d_t",
                                                                        "(int2)(x, y)")
    KERNELS("2d_array", "image2d_array_t", "(int4)(x, y, z, 0)") KERNELS(
        "3d", "image3d_t",
        "(int4)(x, y, z, 0)") "kernel void sampled(read_only image2d_t image, sampler_t sampler, "
                              "global float2 *places,\n"
                              "                    global float4 *out) {\n"
                              "    out[get_global_id(0)] = read_imagef(image, sampler, "
                              "places[get_global_id(0)]);\n"
                              "}\n"
                              "kernel void grow(read_write image2d_t image) {\n"
                              "    int2 place = (int2)(get_global_id(0), get_global_id(1));\n"
                              "    write_imageui(image, place, read_imageui(image, place) + 1);\n"
                              "}\n";

static const struct geometry {
    enum sim_geometry kind;
    const char *name;
    bool has_height, has_slices;
} geometries[] = {
    {SIM_GEOMETRY_1D, "1d", false, false},
    {SIM_GEOMETRY_1D_ARRAY, "1d_array", false, true},
    {SIM_GEOMETRY_1D_BUFFER, "1d_buffer", false, false},
    {SIM_GEOMETRY_2D, "2d", true, false},
    {SIM_GEOMETRY_2D_ARRAY, "2d_array", true, true},
    {SIM_GEOMETRY_3D, "3d", true, true},
};

static const struct format {
    enum sim_channel_order order;
    enum sim_channel_type type;
    unsigned channels, bytes; /* bytes: of a channel */
} formats[] = {
    {SIM_ORDER_R, SIM_TYPE_UNSIGNED_INT8, 1, 1},
    {SIM_ORDER_RG, SIM_TYPE_UNSIGNED_INT16, 2, 2},
    {SIM_ORDER_RGBA, SIM_TYPE_UNSIGNED_INT32, 4, 4},
};

static const uint32_t shapes[][3] = {{1, 1, 1}, {33, 17, 5}};

struct room {
    struct gpu *gpu;
    struct gpu_object *object;
    struct gpu_queue *queue;
};

struct arguments {
    uint64_t image;
    uint32_t *words;
    uint32_t width, height;
};

static struct sim_image_info
info_of(const struct geometry *geometry, const struct format *format, const uint32_t shape[3])
{
    bool is_deep = geometry->kind == SIM_GEOMETRY_3D;
    return (struct sim_image_info){
        .geometry = geometry->kind,
        .order = format->order,
        .type = format->type,
        .width = shape[0],
        .height = geometry->has_height ? shape[1] : 1,
        .depth = is_deep ? shape[2] : 1,
        .layers = geometry->has_slices && !is_deep ? shape[2] : 1,
        .levels = 1,
    };
}

static void
run(const struct room *room, const char *what, const char *name, const struct arguments *arguments,
    uint32_t items)
{
    char full[32];
    struct gpu_kernel kernel;
    snprintf(full, sizeof full, "%s_%s", what, name);
    assert_true(gpu_object_kernel(room->object, full, &kernel));
    finish(launch(room->queue, &kernel, arguments, 24, items));
}

/* Each channel of packed texels is that of the words. */
static void
compare(const struct format *format, const uint8_t *texels, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count * format->channels; i++) {
        uint32_t value = 0;
        memcpy(&value, texels + i * format->bytes, format->bytes);
        assert_int_equal(value, words[i / format->channels * 4 + i % format->channels]);
    }
}

static void
check_image(const struct room *room, const struct geometry *geometry, const struct format *format,
            const uint32_t shape[3])
{
    char *why;
    uint64_t handle;
    struct sim_image_info info = info_of(geometry, format, shape);
    struct sim_image_box all = {0, 0, 0, 0, info.width, info.height, info.depth * info.layers};
    size_t count = (size_t)info.width * info.height * info.depth * info.layers;
    size_t texel = (size_t)format->channels * format->bytes;
    uint8_t *texels = malloc(count * texel), *back = malloc(count * texel);
    uint32_t *words = host_memory(room->gpu, count * 16);
    for (size_t i = 0; i < count * texel; i++)
        texels[i] = (uint8_t)(rand() >> 7);
    assert_good(gpu_image_new(room->gpu, &info, &handle, &why));
    assert_good(gpu_image_write(room->gpu, handle, &all, texels, &why));
    struct arguments arguments = {handle, words, info.width, info.height};
    run(room, "load", geometry->name, &arguments, (uint32_t)count);
    compare(format, texels, words, count);
    uint32_t mask = format->bytes == 4 ? ~0u : (1u << 8 * format->bytes) - 1;
    for (size_t i = 0; i < count * 4; i++)
        words[i] = (uint32_t)rand() * 5 & mask;
    run(room, "store", geometry->name, &arguments, (uint32_t)count);
    assert_good(gpu_image_read(room->gpu, handle, &all, back, &why));
    compare(format, back, words, count);
    /* A part of it alone: the last texel. */
    struct sim_image_box last = {
        0, info.width - 1, info.height - 1, info.depth * info.layers - 1, 1, 1, 1};
    assert_good(gpu_image_write(room->gpu, handle, &last, texels, &why));
    memcpy(back + (count - 1) * texel, texels, texel);
    memset(texels, 0, count * texel);
    assert_good(gpu_image_read(room->gpu, handle, &all, texels, &why));
    assert_memory_equal(texels, back, count * texel);
    gpu_image_free(room->gpu, handle);
    gpu_free(bench.system, words);
    free(texels);
    free(back);
    cases++;
}

static struct room
room_begin(unsigned index)
{
    return (struct room){at(index), object_make(at(index), source, 4), queue_make(at(index))};
}

static void
room_end(struct room *room)
{
    gpu_queue_free(room->queue);
    gpu_object_unload(room->object);
}

static void
each_geometry(void **state)
{
    (void)state;
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        struct room room = room_begin(i);
        for (size_t g = 0; g < sizeof geometries / sizeof *geometries; g++)
            for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
                for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
                    check_image(&room, &geometries[g], &formats[f], shapes[s]);
        room_end(&room);
    }
}

/* More texels than go at once, from memory that no GPU sees. */
static void
large(void **state)
{
    (void)state;
    enum { WIDTH = 600, HEIGHT = 500, SIZE = 16 * WIDTH * HEIGHT };
    char *why;
    uint64_t handle;
    struct sim_image_info info = {.geometry = SIM_GEOMETRY_2D,
                                  .order = SIM_ORDER_RGBA,
                                  .type = SIM_TYPE_FLOAT,
                                  .width = WIDTH,
                                  .height = HEIGHT,
                                  .depth = 1,
                                  .layers = 1,
                                  .levels = 1};
    struct sim_image_box all = {.width = WIDTH, .height = HEIGHT, .depth = 1};
    uint8_t *texels = malloc(SIZE), *back = malloc(SIZE);
    for (size_t i = 0; i < SIZE; i++)
        texels[i] = (uint8_t)((i * 2654435761u >> 20) & 0x3F); /* no NaN */
    assert_good(gpu_image_new(at(0), &info, &handle, &why));
    assert_good(gpu_image_write(at(0), handle, &all, texels, &why));
    assert_good(gpu_image_read(at(0), handle, &all, back, &why));
    assert_memory_equal(back, texels, SIZE);
    gpu_image_free(at(0), handle);
    free(texels);
    free(back);
}

/* Texels that are there: of a buffer, and rows with gaps. */
static void
mapped(void **state)
{
    (void)state;
    enum { WIDTH = 50, HEIGHT = 7, PITCH = 64 };
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        struct room room = room_begin(i);
        char *why;
        uint64_t handle;
        const struct format format = {SIM_ORDER_RGBA, SIM_TYPE_UNSIGNED_INT8, 4, 1};
        struct sim_image_info info =
            info_of(&geometries[3], &format, (uint32_t[]){WIDTH, HEIGHT, 1});
        info.pitch = PITCH;
        uint8_t *own = gpu_alloc(at(i), GPU_MEMORY_OWN, 4 * PITCH * HEIGHT);
        uint8_t *host = host_memory(at(i), 4 * PITCH * HEIGHT);
        uint32_t *words = host_memory(at(i), 16 * WIDTH * HEIGHT);
        for (unsigned n = 0; n < 4 * PITCH * HEIGHT; n++)
            host[n] = (uint8_t)(n * 7);
        copy_now(at(i), own, host, 4 * PITCH * HEIGHT);
        assert_good(gpu_image_map(at(i), &info, own, &handle, &why));
        struct arguments arguments = {handle, words, WIDTH, HEIGHT};
        run(&room, "load", "2d", &arguments, WIDTH * HEIGHT);
        for (unsigned y = 0; y < HEIGHT; y++)
            compare(&format, host + 4 * PITCH * y, words + 4 * WIDTH * y, WIDTH);
        gpu_image_free(at(i), handle);
        info = info_of(&geometries[2], &format, (uint32_t[]){WIDTH, 1, 1});
        assert_good(gpu_image_map(at(i), &info, own + 4 * PITCH, &handle, &why));
        arguments.image = handle;
        run(&room, "load", "1d_buffer", &arguments, WIDTH);
        compare(&format, host + 4 * PITCH, words, WIDTH);
        gpu_image_free(at(i), handle);
        copy_now(at(i), host, own, 4); /* the texels are still there */
        gpu_free(bench.system, own);
        gpu_free(bench.system, host);
        gpu_free(bench.system, words);
        room_end(&room);
        cases += 2;
    }
}

/* One image that a kernel reads and writes. */
static void
both_ways(void **state)
{
    (void)state;
    char *why;
    uint64_t handle;
    const struct format *format = &formats[2];
    struct room room = room_begin(0);
    struct sim_image_info info = info_of(&geometries[3], format, (uint32_t[]){8, 8, 1});
    struct sim_image_box all = {.width = 8, .height = 8, .depth = 1};
    uint32_t texels[4 * 64] = {5};
    struct gpu_kernel kernel;
    assert_true(gpu_image_exists(at(0), info.geometry, info.order, info.type, true, true));
    assert_good(gpu_image_new(at(0), &info, &handle, &why));
    assert_good(gpu_image_write(at(0), handle, &all, texels, &why));
    assert_true(gpu_object_kernel(room.object, "grow", &kernel));
    uint8_t bytes[512] = {0};
    memcpy(bytes, &handle, sizeof handle);
    struct gpu_launch launched = {
        .kernel = &kernel, .dims = 2, .global = {8, 8, 1}, .local = {8, 8, 1}, .arguments = bytes};
    for (unsigned i = 0; i < 3; i++)
        gpu_fence_release(gpu_submit(room.queue, &launched, NULL, 0, &why));
    finish(gpu_submit(room.queue, &launched, NULL, 0, &why));
    assert_good(gpu_image_read(at(0), handle, &all, texels, &why));
    assert_int_equal(texels[0], 9);
    assert_int_equal(texels[4 * 63], 4);
    gpu_image_free(at(0), handle);
    room_end(&room);
}

/* ---- samplers ---- */

static const struct sample {
    struct sim_sampler_info sampler;
    float x, y, wanted;
} samples[] = {
    {{.normalized = false, .addressing = SIM_ADDRESSING_CLAMP_TO_EDGE, .linear = false},
     2.5f,
     1.5f,
     12},
    {{.normalized = false, .addressing = SIM_ADDRESSING_CLAMP_TO_EDGE, .linear = false},
     -7.0f,
     1.5f,
     10},
    {{.normalized = false, .addressing = SIM_ADDRESSING_CLAMP, .linear = false}, -7.0f, 1.5f, 0},
    {{.normalized = false, .addressing = SIM_ADDRESSING_CLAMP_TO_EDGE, .linear = true},
     2.0f,
     2.0f,
     16.5f},
    {{.normalized = true, .addressing = SIM_ADDRESSING_REPEAT, .linear = false}, 1.3f, 0.4f, 11},
    {{.normalized = true, .addressing = SIM_ADDRESSING_MIRRORED_REPEAT, .linear = false},
     1.1f,
     0.4f,
     13},
    {{.normalized = true, .addressing = SIM_ADDRESSING_CLAMP_TO_EDGE, .linear = true},
     0.5f,
     0.5f,
     16.5f},
};

static void
samplers(void **state)
{
    (void)state;
    enum { SIDE = 4 };
    const struct format format = {SIM_ORDER_R, SIM_TYPE_FLOAT, 1, 4};
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        struct room room = room_begin(i);
        char *why;
        struct {
            uint64_t image, sampler;
            float *places, *out;
        } arguments;
        struct sim_image_info info = info_of(&geometries[3], &format, (uint32_t[]){SIDE, SIDE, 1});
        struct sim_image_box all = {.width = SIDE, .height = SIDE, .depth = 1};
        float texels[SIDE * SIDE];
        struct gpu_kernel kernel;
        for (unsigned n = 0; n < SIDE * SIDE; n++)
            texels[n] = (float)(n % SIDE + n / SIDE * 10);
        assert_true(gpu_object_kernel(room.object, "sampled", &kernel));
        assert_good(gpu_image_new(at(i), &info, &arguments.image, &why));
        assert_good(gpu_image_write(at(i), arguments.image, &all, texels, &why));
        arguments.places = host_memory(at(i), 64);
        arguments.out = host_memory(at(i), 64);
        for (size_t n = 0; n < sizeof samples / sizeof *samples; n++, cases++) {
            assert_good(gpu_sampler_new(at(i), &samples[n].sampler, &arguments.sampler, &why));
            arguments.places[0] = samples[n].x;
            arguments.places[1] = samples[n].y;
            finish(launch(room.queue, &kernel, &arguments, sizeof arguments, 1));
            if (arguments.out[0] != samples[n].wanted)
                fail_msg("sample %zu: %g, not %g", n, (double)arguments.out[0],
                         (double)samples[n].wanted);
            gpu_sampler_free(at(i), arguments.sampler);
        }
        gpu_image_free(at(i), arguments.image);
        gpu_free(bench.system, arguments.places);
        gpu_free(bench.system, arguments.out);
        room_end(&room);
    }
}

/* ---- what is not there ---- */

static void
refused(void **state)
{
    (void)state;
    char *why;
    uint64_t handle;
    const struct format *format = &formats[2];
    struct sim_image_info info = info_of(&geometries[3], format, (uint32_t[]){8, 8, 1}),
                          other = info;
    uint8_t texels[4096];
    struct sim_image_box all = {.width = 8, .height = 8, .depth = 1};
    struct sim_sampler_info mip = {.mip_linear = true};
    other.levels = 3;
    assert_false(gpu_image_new(at(0), &other, &handle, &why));
    assert_non_null(strstr(why, "mipmap"));
    free(why);
    other = info;
    other.type = SIM_TYPE_UNORM_INT24;
    assert_false(gpu_image_new(at(0), &other, &handle, &why));
    assert_non_null(strstr(why, "RGBA, UNORM_INT24"));
    free(why);
    other = info;
    other.width = 1 << 20;
    assert_false(gpu_image_new(at(0), &other, &handle, &why));
    assert_non_null(why);
    free(why);
    other = info;
    other.geometry = SIM_GEOMETRY_3D;
    assert_false(gpu_image_map(at(0), &other, texels, &handle, &why));
    assert_non_null(why);
    free(why);
    assert_false(gpu_image_map(at(0), &info, texels, &handle, &why)); /* a row of 128 bytes */
    assert_non_null(strstr(why, "256"));
    free(why);
    assert_false(gpu_image_read(at(0), 12345678, &all, texels, &why));
    assert_non_null(why);
    free(why);
    assert_false(gpu_sampler_new(at(0), &mip, &handle, &why));
    assert_non_null(why);
    free(why);
    gpu_image_free(at(0), 0);
    gpu_image_free(at(0), 12345678);
    gpu_sampler_free(at(0), 0);
}

/* What ROCr lists are images that OpenCL and the hardware have. */
static void
listed(void **state)
{
    (void)state;
    for (unsigned i = 0; i < gpu_count(bench.system); i++) {
        unsigned counts[3] = {0};
        for (unsigned geometry = 0; geometry <= SIM_GEOMETRY_3D; geometry++)
            for (unsigned order = 0; order < SIM_ORDERS; order++)
                for (unsigned type = 0; type < SIM_TYPES; type++) {
                    bool reads = gpu_image_exists(at(i), geometry, order, type, true, false);
                    bool writes = gpu_image_exists(at(i), geometry, order, type, false, true);
                    bool both = gpu_image_exists(at(i), geometry, order, type, true, true);
                    if (reads || writes)
                        assert_int_not_equal(sim_texel_bytes(order, type), 0);
                    assert_true(!both || (reads && writes));
                    counts[0] += reads;
                    counts[1] += writes;
                    counts[2] += both;
                }
        printf("%s: %u read, %u written, %u both\n", gpu_describe(at(i))->processor, counts[0],
               counts[1], counts[2]);
        assert_true(counts[0] > 200 && counts[1] > 200 && counts[2] > 100);
        cases += counts[0];
    }
    printf("%u cases of images\n", cases);
}

int
test_images(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_geometry), cmocka_unit_test(large),    cmocka_unit_test(mapped),
        cmocka_unit_test(both_ways),     cmocka_unit_test(samplers), cmocka_unit_test(refused),
        cmocka_unit_test(listed),
    };
    return cmocka_run_group_tests_name("images", tests, NULL, NULL);
}
