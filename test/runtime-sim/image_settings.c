#include "test/runtime-sim/image_settings.h"

#include <stdlib.h>

static const struct {
    const char *name;
    enum sim_field field;
} fields[] = {
#define FIELD(descriptor, name, gfx6, gfx7, gfx8, gfx9)                                            \
    {#descriptor "_" #name, SIM_##descriptor##_##name},
#include "runtime/sim/format/descriptor.def"
#undef FIELD
};

static const struct {
    const char *name;
    enum sim_image_type type;
} types[] = {{"1d", SIM_IMAGE_1D},     {"2d", SIM_IMAGE_2D},        {"3d", SIM_IMAGE_3D},
             {"cube", SIM_IMAGE_CUBE}, {"1da", SIM_IMAGE_1D_ARRAY}, {"2da", SIM_IMAGE_2D_ARRAY}};

struct request {
    enum sim_image_type type;
    unsigned width, height, depth, data, number, levels;
    const char *tiling; /* of its text: from the slash on; NULL: linear */
};

static bool
parse(const char *text, struct request *request)
{
    char type[8];
    request->levels = 1;
    request->tiling = strchr(text, '/');
    if (sscanf(text, "%7[^:]:%ux%ux%u:%u.%u:%u", type, &request->width, &request->height,
               &request->depth, &request->data, &request->number, &request->levels) < 6)
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(type, types[i].name) == 0) {
            request->type = types[i].type;
            return true;
        }
    return false;
}

static void
describe(const struct gcn_target *target, const struct request *request, unsigned texel_bytes,
         uint32_t *t)
{
    bool modes = sim_field_exists(target, SIM_T_MAX_MIP), layered = request->type >= SIM_IMAGE_CUBE;
    unsigned linear = sim_image_pitch(target, texel_bytes, request->width, request->height,
                                      request->depth > 1 || request->levels > 1);
    unsigned pitch = request->tiling ? (request->width + 255) / 256 * 256 : linear;
    unsigned tiling = request->tiling ? (unsigned)atoi(request->tiling + 1) : modes ? 0 : 8;
#define SET(field, value) sim_field_set(target, t, SIM_T_##field, value)
    SET(TYPE, request->type);
    SET(WIDTH, request->width - 1);
    SET(HEIGHT, request->height - 1);
    SET(DEPTH, request->depth - 1);
    SET(DATA_FORMAT, request->data);
    SET(NUM_FORMAT, request->number);
    SET(PITCH, pitch - 1);
    SET(TILING, tiling);
    SET(LAST_LEVEL, request->levels - 1);
    if (modes)
        SET(MAX_MIP, request->levels - 1);
    else
        SET(LAST_ARRAY, layered ? request->depth - 1 : 0);
#undef SET
    for (unsigned k = 0; k < 4; k++)
        sim_field_set(target, t, SIM_T_DST_SEL_X + k, SIM_SEL_X + k);
}

enum { TILED_STEP = 1 << 24 /* where the next one may begin: a multiple of every block */ };

const char *
image_make(struct image_setting *image, struct sim_device *device, const char *text)
{
    static char why[SIM_IMAGE_WHY];
    struct request request;
    struct sim_format format;
    *image = (struct image_setting){.t = {0}};
    if (!parse(text, &request))
        return "not an image";
    if (!sim_format_find(SIM_RESOURCE_IMAGE, device->target, request.data, request.number, &format))
        return "no such format";
    describe(device->target, &request, format.data->bytes, image->t);
    sim_field_set(device->target, image->s, SIM_S_MAX_LOD, 15 << 8);
    if (!sim_image_decode(device->target, image->t, false, &image->image, why))
        return why;
    for (uint64_t at = SIM_SHARED_FIRST; !image->allocation && request.tiling; at += TILED_STEP)
        image->allocation = sim_alloc_at(device, at, image->image.bytes);
    if (!request.tiling)
        image->allocation = sim_alloc(device, image->image.bytes);
    sim_field_set(device->target, image->t, SIM_T_BASE, image->allocation >> 8);
    image->image.base = image->allocation;
    return NULL;
}

static void
fill_ramp(struct image_setting *image, struct sim_device *device)
{
    const struct sim_image *i = &image->image;
    for (unsigned n = 0; n < i->levels; n++) {
        uint32_t depth = i->layered ? i->layers : i->level[n].depth;
        for (uint32_t z = 0; z < depth; z++)
            for (uint32_t y = 0; y < i->level[n].height; y++)
                for (uint32_t x = 0; x < i->level[n].width; x++) {
                    float v = (float)(x + 10 * y + 100 * z + 1000 * n), texel[4] = {v, -v, -v, -v};
                    sim_write(device, sim_texel_address(i, n, x, y, z), texel,
                              i->format.data->bytes);
                }
    }
}

static bool
find_texel(const struct sim_image *image, const char *name, uint64_t *address, unsigned *bytes)
{
    unsigned x, y, z, level, dword = 0, offset;
    if (sscanf(name, "tex@+%x", &offset) == 1) {
        *bytes = image->format.data->bytes < 8 ? image->format.data->bytes : 8;
        *address = image->base + offset;
        return true;
    }
    if (sscanf(name, "tex@%u.%u.%u.%u:%u", &x, &y, &z, &level, &dword) < 4 ||
        4 * dword >= image->format.data->bytes)
        return false;
    *address = sim_texel_address(image, level, x, y, z) + 4 * dword;
    *bytes = image->format.data->bytes - 4 * dword;
    if (*bytes > 8)
        *bytes = strchr(name, ':') ? 4 : 8;
    return true;
}

bool
image_set(struct image_setting *image, struct sim_device *device, const char *name, uint64_t value)
{
    uint64_t address;
    unsigned bytes;
    if (strcmp(name, "ramp") == 0) {
        fill_ramp(image, device);
        return true;
    }
    if (find_texel(&image->image, name, &address, &bytes))
        return sim_write(device, address, &value, bytes) == SIM_OK;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(name, fields[i].name) == 0)
            return sim_field_set(device->target, name[0] == 'S' ? image->s : image->t,
                                 fields[i].field, value);
    return false;
}

bool
image_get(struct image_setting *image, struct sim_device *device, const char *name, uint64_t *value)
{
    uint64_t address;
    unsigned bytes;
    *value = 0;
    return find_texel(&image->image, name, &address, &bytes) &&
           sim_read(device, address, value, bytes) == SIM_OK;
}
