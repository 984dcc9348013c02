/* Images as AMD's runtime lays them out: what AMD's kernels import, ours read; what ours write, AMD's export.
 *
 *   hsa_images hsa_images.cl SHAPES [OBJECT.co]   the first SHAPES; kernels of another compiler's object, else libocc's
 *
 * Of each geometry, size of a texel and of several shapes: which tile mode the runtime takes follows from these. */
#include "test/kfd/hsa_host.h"

#include <hsa/hsa_ext_image.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct geometry {
    const char *name;
    hsa_ext_image_geometry_t kind;
    bool has_height, has_depth, is_array;
} geometries[] = {
    {"1d", HSA_EXT_IMAGE_GEOMETRY_1D, false, false, false},
    {"1d_array", HSA_EXT_IMAGE_GEOMETRY_1DA, true, false, true},
    {"1d_buffer", HSA_EXT_IMAGE_GEOMETRY_1DB, false, false, false},
    {"2d", HSA_EXT_IMAGE_GEOMETRY_2D, true, false, false},
    {"2d_array", HSA_EXT_IMAGE_GEOMETRY_2DA, true, true, true},
    {"3d", HSA_EXT_IMAGE_GEOMETRY_3D, true, true, false},
};

static const struct format {
    hsa_ext_image_channel_order_t order;
    hsa_ext_image_channel_type_t type;
    uint32_t channels, bytes; /* bytes: of a channel */
} formats[] = {
    {HSA_EXT_IMAGE_CHANNEL_ORDER_R, HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8, 1, 1},
    {HSA_EXT_IMAGE_CHANNEL_ORDER_R, HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16, 1, 2},
    {HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA, HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT8, 4, 1},
    {HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA, HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT16, 4, 2},
    {HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA, HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32, 4, 4},
};

/* More than a micro tile; few texels; more than a block of 4 KB and of 64 KB; flat and deep. */
static const uint32_t shapes[][3] = {{33, 17, 5},  {1, 1, 1},    {7, 5, 3},
                                     {130, 70, 2}, {40, 40, 40}, {300, 9, 1}};

struct room {
    struct machine *machine;
    struct program program;
    hsa_queue_t *queue;
    unsigned checked;
};

struct image {
    hsa_ext_image_t handle;
    void *texels;
    uint32_t size[3];
    size_t count;
};

struct arguments {
    uint64_t image;
    uint32_t *words; /* four for each texel */
    uint32_t width, height, depth;
};

static struct image
make_image(const struct room *room, const struct geometry *geometry, const struct format *format,
           const uint32_t shape[3])
{
    const struct gpu *gpu = &room->machine->gpu[0];
    struct image image = {.size = {shape[0], geometry->has_height ? shape[1] : 1,
                                   geometry->has_depth ? shape[2] : 1}};
    image.count = (size_t)image.size[0] * image.size[1] * image.size[2];
    bool is_flat = geometry->kind == HSA_EXT_IMAGE_GEOMETRY_1DA;
    hsa_ext_image_descriptor_t wanted = {
        .geometry = geometry->kind,
        .width = image.size[0],
        .height = is_flat ? 1 : image.size[1],
        .depth = geometry->is_array    ? 0
                 : geometry->has_depth ? image.size[2]
                                       : 0,
        .array_size = !geometry->is_array ? 0
                      : is_flat           ? image.size[1]
                                          : image.size[2],
        .format = {.channel_type = format->type, .channel_order = format->order},
    };
    hsa_ext_image_data_info_t needed;
    assert_ok(hsa_ext_image_data_get_info(gpu->agent, &wanted, HSA_ACCESS_PERMISSION_RW, &needed));
    assert_ok(hsa_amd_memory_pool_allocate(gpu->local, needed.size, 0, &image.texels));
    assert_ok(hsa_ext_image_create(gpu->agent, &wanted, image.texels, HSA_ACCESS_PERMISSION_RW,
                                   &image.handle));
    return image;
}

static uint32_t
channel_of(const uint8_t *texels, const struct format *format, size_t index)
{
    uint32_t value = 0;
    memcpy(&value, texels + index * format->bytes, format->bytes);
    return value;
}

/* Each channel of the packed texels is that of the words. */
static void
compare(const char *what, const struct geometry *geometry, const struct format *format,
        const struct image *image, const uint8_t *texels, const uint32_t *words)
{
    for (size_t i = 0; i < image->count; i++)
        for (unsigned c = 0; c < format->channels; c++) {
            uint32_t texel = channel_of(texels, format, i * format->channels + c);
            if (texel != words[i * 4 + c])
                fail_msg("%s of %s, %ux%ux%u, %u bytes a texel: texel %zu channel %u: 0x%x, 0x%x",
                         what, geometry->name, image->size[0], image->size[1], image->size[2],
                         format->channels * format->bytes, i, c, texel, words[i * 4 + c]);
        }
}

static void
run_kernel(const struct room *room, const char *what, const struct geometry *geometry,
           const struct image *image, uint32_t *words)
{
    char name[32];
    snprintf(name, sizeof name, "%s_%s", what, geometry->name);
    struct kernel kernel = program_kernel(&room->program, &room->machine->gpu[0], name);
    struct arguments arguments = {image->handle.handle, words, image->size[0], image->size[1],
                                  image->size[2]};
    queue_run(room->machine, room->queue, &kernel, &arguments, 28, (uint32_t)image->count);
}

static void
check_image(struct room *room, const struct geometry *geometry, const struct format *format,
            const uint32_t shape[3])
{
    hsa_agent_t agent = room->machine->gpu[0].agent;
    struct image image = make_image(room, geometry, format, shape);
    size_t size = image.count * format->channels * format->bytes;
    uint8_t *texels = machine_memory(room->machine, size);
    uint32_t *words = machine_memory(room->machine, image.count * 4 * sizeof *words);
    hsa_ext_image_region_t all = {.range = {image.size[0], image.size[1], image.size[2]}};
    for (size_t i = 0; i < size; i++)
        texels[i] = (uint8_t)(rand() >> 7);
    assert_ok(hsa_ext_image_import(agent, texels, 0, 0, image.handle, &all));
    run_kernel(room, "load", geometry, &image, words);
    compare("load", geometry, format, &image, texels, words);
    uint32_t mask = format->bytes == 4 ? ~0u : (1u << 8 * format->bytes) - 1;
    for (size_t i = 0; i < image.count * 4; i++)
        words[i] = (uint32_t)rand() * 5 & mask;
    run_kernel(room, "store", geometry, &image, words);
    memset(texels, 0, size);
    assert_ok(hsa_ext_image_export(agent, image.handle, texels, 0, 0, &all));
    compare("store", geometry, format, &image, texels, words);
    assert_ok(hsa_ext_image_destroy(agent, image.handle));
    assert_ok(hsa_amd_memory_pool_free(image.texels));
    assert_ok(hsa_amd_memory_pool_free(texels));
    assert_ok(hsa_amd_memory_pool_free(words));
    room->checked++;
}

static char *
read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    assert_true(bytes && fread(bytes, 1, *size, file) == *size);
    bytes[*size] = 0;
    fclose(file);
    return bytes;
}

static const char *source_path, *object_path;
static size_t shape_count;

static void
images_are_the_same_to_both(void **state)
{
    struct machine machine = machine_begin();
    struct room room = {.machine = &machine, .queue = queue_make(&machine.gpu[0], 64, NULL, NULL)};
    size_t size;
    (void)state;
    char *text = read_file(object_path ? object_path : source_path, &size);
    room.program = object_path ? program_load(&machine.gpu[0], (uint8_t *)text, size, 4)
                               : program_make(&machine.gpu[0], text, 4);
    for (size_t g = 0; g < sizeof geometries / sizeof *geometries; g++)
        for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
            for (size_t s = 0; s < shape_count; s++)
                check_image(&room, &geometries[g], &formats[f], shapes[s]);
    printf("%u images\n", room.checked);
    assert_ok(hsa_queue_destroy(room.queue));
    program_end(&room.program);
    if (!object_path)
        free(text);
    machine_end(&machine);
}

int
main(int count, char **arguments)
{
    if (count < 3 ||
        (shape_count = strtoul(arguments[2], NULL, 10)) > sizeof shapes / sizeof *shapes)
        return 2;
    source_path = arguments[1];
    object_path = count > 3 ? arguments[3] : NULL;
    const struct CMUnitTest tests[] = {cmocka_unit_test(images_are_the_same_to_both)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
