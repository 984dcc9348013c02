/* Images and samplers as a runtime makes them: memory, descriptor, handle. */
#include "runtime/sim/image/channel.h"
#include "runtime/sim/image/image.h"
#include "runtime/sim/exec/exec.h"
#include "support/fpenv.h"

#include <math.h>
#include <stdarg.h>

/* What a handle points to, in dwords: the descriptor, then what queries read (ROCm's device
 * libraries, __ockl_image_channel_order and the like). */
enum {
    HANDLE_TYPE = SIM_T_WORDS,
    HANDLE_ORDER,
    HANDLE_WIDTH,
    HANDLE_IS_MAPPED, /* ours: the texels are not the image's */
    IMAGE_HANDLE = 16,
    HANDLE_ADDRESSING = SIM_S_WORDS,
    HANDLE_NORMALIZED,
    HANDLE_LINEAR,
    SAMPLER_HANDLE = 8
};

enum {
    TILING_LINEAR_ALIGNED = 8, /* GFX6 to GFX8; swizzle mode 0 from GFX9 on */
    LOD_STEPS = 256,           /* 8 bits of fraction */
    MAX_LOD = 4095,            /* no limit */
    MAX_BUFFER_TEXELS = 1 << 27
};

struct geometry {
    const char *name;
    uint8_t dims;
    bool layered;
    uint8_t type;    /* enum sim_image_type; 0: a buffer */
    uint8_t sampled; /* the same of multi-sampled ones; 0: there are none */
};

static const struct geometry geometries[] = {
    [SIM_GEOMETRY_1D] = {"1D", 1, false, SIM_IMAGE_1D, 0},
    [SIM_GEOMETRY_1D_ARRAY] = {"1D array", 1, true, SIM_IMAGE_1D_ARRAY, 0},
    [SIM_GEOMETRY_1D_BUFFER] = {"1D buffer", 1, false, 0, 0},
    [SIM_GEOMETRY_2D] = {"2D", 2, false, SIM_IMAGE_2D, SIM_IMAGE_2D_MSAA},
    [SIM_GEOMETRY_2D_ARRAY] = {"2D array", 2, true, SIM_IMAGE_2D_ARRAY, SIM_IMAGE_2D_MSAA_ARRAY},
    [SIM_GEOMETRY_3D] = {"3D", 3, false, SIM_IMAGE_3D, 0},
};

enum { GEOMETRIES = sizeof geometries / sizeof *geometries };

static enum sim_status refuse(struct sim_device *device, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum sim_status
refuse(struct sim_device *device, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(device->message, sizeof device->message, format, args);
    va_end(args);
    return SIM_ERROR;
}

/* ---- Descriptors ---- */

#define SET(field, value) sim_field_set(target, words, SIM_##field, value)

static void
set_format(const struct gcn_target *target, uint32_t *words, const struct sim_format *format,
           enum sim_channel_order order, enum sim_field first_select, enum sim_field data,
           enum sim_field number)
{
    sim_field_set(target, words, data, format->data->code);
    sim_field_set(target, words, number, format->number);
    for (unsigned i = 0; i < 4; i++)
        sim_field_set(target, words, first_select + i, sim_channel_selects(order)[i]);
}

/* GFX8 counts the records of a buffer with a stride in bytes, the others count elements (Mesa,
 * si_set_buffer_descriptor; ROCm's runtime has bytes on GFX9 too, which checks less). */
static void
describe_buffer(const struct gcn_target *target, const struct sim_image_info *info,
                const struct sim_format *format, uint64_t base, uint32_t *words)
{
    unsigned bytes = format->data->bytes;
    SET(V_BASE, base);
    SET(V_STRIDE, bytes);
    SET(V_NUM_RECORDS, (uint64_t)info->width * (target->generation == 8 ? bytes : 1));
    set_format(target, words, format, info->order, SIM_V_DST_SEL_X, SIM_V_DATA_FORMAT,
               SIM_V_NUM_FORMAT);
}

/* Everything but the base.  False: a size does not fit. */
static bool
describe_image(const struct gcn_target *target, const struct sim_image_info *info,
               const struct sim_format *format, uint32_t *words)
{
    const struct geometry *geometry = &geometries[info->geometry];
    bool is_sampled = info->samples > 1;
    bool several = geometry->dims == 3 || info->layers > 1 || info->levels > 1 || is_sampled;
    unsigned last = is_sampled ? (unsigned)__builtin_ctz(info->samples) : info->levels - 1;
    bool is_old = sim_field_exists(target, SIM_T_LAST_ARRAY);
    uint32_t pitch = info->pitch ? info->pitch
                                 : sim_image_pitch(target, format->data->bytes, info->width,
                                                   info->height, several);
    set_format(target, words, format, info->order, SIM_T_DST_SEL_X, SIM_T_DATA_FORMAT,
               SIM_T_NUM_FORMAT);
    bool fits = SET(T_WIDTH, info->width - 1) && SET(T_HEIGHT, info->height - 1) &&
                SET(T_PITCH, pitch - 1) && SET(T_LAST_LEVEL, last) &&
                SET(T_DEPTH, geometry->layered ? info->layers - 1 : info->depth - 1) &&
                SET(T_LAST_ARRAY, is_old && geometry->layered ? info->layers - 1 : 0);
    SET(T_TYPE, is_sampled ? geometry->sampled : geometry->type);
    SET(T_TILING, is_old ? TILING_LINEAR_ALIGNED : 0);
    if (sim_field_exists(target, SIM_T_MAX_MIP))
        SET(T_MAX_MIP, last);
    return fits;
}

/* ---- Creation ---- */

static uint32_t
largest(const struct sim_image_info *info)
{
    uint32_t size = info->width > info->height ? info->width : info->height;
    return size > info->depth ? size : info->depth;
}

/* The sizes that the geometry has not are 1, the others at least that. */
static enum sim_status
check_sizes(struct sim_device *device, const struct sim_image_info *info)
{
    if ((unsigned)info->geometry >= GEOMETRIES)
        return refuse(device, "no geometry of images has number %u", (unsigned)info->geometry);
    const struct geometry *geometry = &geometries[info->geometry];
    if (!info->width || !info->height || !info->depth || !info->layers || !info->levels)
        return refuse(device, "a size of an image is 0");
    if ((geometry->dims < 2 && info->height > 1) || (geometry->dims < 3 && info->depth > 1) ||
        (!geometry->layered && info->layers > 1))
        return refuse(device, "a %s image has no %s", geometry->name,
                      geometry->dims < 2 && info->height > 1  ? "height"
                      : geometry->dims < 3 && info->depth > 1 ? "depth"
                                                              : "layers");
    if (info->levels > 1 && (!geometry->type || info->levels > SIM_IMAGE_LEVELS ||
                             largest(info) >> (info->levels - 1) == 0))
        return refuse(device, "a %s image of that size has no %u levels", geometry->name,
                      info->levels);
    if (info->samples > 1 && (!geometry->sampled || info->levels > 1 || info->samples > 16 ||
                              (info->samples & (info->samples - 1))))
        return refuse(device, "a %s image of %u levels has no %u samples", geometry->name,
                      info->levels, info->samples);
    return SIM_OK;
}

static enum sim_status
too_large(struct sim_device *device, const struct sim_image_info *info)
{
    return refuse(device, "an image of %u x %u x %u texels and %u layers is too large for %s",
                  info->width, info->height, info->depth, info->layers, device->target->name);
}

/* Fills words[] and says how many bytes the texels take. */
static enum sim_status
describe(struct sim_device *device, const struct sim_image_info *info,
         const struct sim_format *format, uint32_t *words, uint64_t *bytes)
{
    const struct gcn_target *target = device->target;
    struct sim_image image;
    char why[SIM_IMAGE_WHY];
    if (info->geometry == SIM_GEOMETRY_1D_BUFFER) {
        *bytes = (uint64_t)info->width * format->data->bytes;
        return info->width > MAX_BUFFER_TEXELS ? too_large(device, info) : SIM_OK;
    }
    if (!describe_image(target, info, format, words))
        return too_large(device, info);
    if (!sim_image_decode(target, words, false, &image, why))
        return refuse(device, "%s", why);
    *bytes = image.bytes;
    /* Of several levels, GFX9's pitch is the rows of a layer. */
    const struct sim_image_level *level = &image.level[0];
    uint64_t rows = level->slice / ((uint64_t)level->pitch * format->data->bytes);
    if (info->levels > 1 && sim_field_exists(target, SIM_T_MAX_MIP) && !SET(T_PITCH, rows - 1))
        return too_large(device, info);
    return SIM_OK;
}

/* base: of texels that are there already; 0: the image gets its own. */
static enum sim_status
place(struct sim_device *device, const struct sim_image_info *info, const struct sim_format *format,
      uint32_t *words, uint64_t bytes, uint64_t base, uint64_t *handle)
{
    uint64_t own = base ? 0 : sim_alloc_raw(device, bytes);
    *handle = base || own ? sim_alloc(device, IMAGE_HANDLE * sizeof *words) : 0;
    if (!*handle) {
        sim_free(device, own);
        return SIM_ERROR;
    }
    base = base ? base : own;
    if (info->geometry == SIM_GEOMETRY_1D_BUFFER)
        describe_buffer(device->target, info, format, base, words);
    else
        sim_field_set(device->target, words, SIM_T_BASE, base >> 8);
    words[HANDLE_TYPE] = info->type;
    words[HANDLE_ORDER] = info->order;
    words[HANDLE_WIDTH] = info->width;
    words[HANDLE_IS_MAPPED] = !own;
    return sim_write(device, *handle, words, IMAGE_HANDLE * sizeof *words);
}

static enum sim_status
make(struct sim_device *device, const struct sim_image_info *info, uint64_t base, uint64_t *handle)
{
    uint32_t words[IMAGE_HANDLE] = {0};
    uint64_t bytes = 0;
    struct sim_format format;
    if (!info || !handle)
        return refuse(device, "an image without %s", info ? "a place for its handle" : "a size");
    *handle = 0;
    if (!device->target)
        return refuse(device, "an image before the target is known");
    if (check_sizes(device, info) != SIM_OK)
        return SIM_ERROR;
    if (!sim_channel_format(device->target,
                            info->geometry == SIM_GEOMETRY_1D_BUFFER ? SIM_RESOURCE_BUFFER
                                                                     : SIM_RESOURCE_IMAGE,
                            info->order, info->type, &format))
        return refuse(device, "no %s image has channel order %s with channel type %s",
                      geometries[info->geometry].name, sim_channel_order_name(info->order),
                      sim_channel_type_name(info->type));
    if (describe(device, info, &format, words, &bytes) != SIM_OK)
        return SIM_ERROR;
    if (base && !sim_region_at(device, base, bytes))
        return refuse(device, "0x%llx is no memory for %llu bytes of texels",
                      (unsigned long long)base, (unsigned long long)bytes);
    return place(device, info, &format, words, bytes, base, handle);
}

enum sim_status
sim_image_new(struct sim_device *device, const struct sim_image_info *info, uint64_t *handle)
{
    return make(device, info, 0, handle);
}

enum sim_status
sim_image_map(struct sim_device *device, const struct sim_image_info *info, uint64_t address,
              uint64_t *handle)
{
    bool is_2d = info && info->geometry == SIM_GEOMETRY_2D && info->levels == 1;
    if (info && info->geometry != SIM_GEOMETRY_1D_BUFFER && !is_2d)
        return refuse(device, "texels of a buffer are for a 1D buffer or 2D image alone");
    if (!address)
        return refuse(device, "an image without texels");
    if (is_2d && address % SIM_IMAGE_ALIGNMENT)
        return refuse(device, "the texels of a 2D image begin at 0x%llx, no multiple of %d bytes",
                      (unsigned long long)address, SIM_IMAGE_ALIGNMENT);
    return make(device, info, address, handle);
}

enum sim_status
sim_image_view(struct sim_device *device, uint64_t image, enum sim_channel_order order,
               uint64_t *handle)
{
    const struct gcn_target *target = device->target;
    const uint32_t *of = sim_host_pointer(device, image, IMAGE_HANDLE * sizeof *of);
    uint32_t words[IMAGE_HANDLE];
    struct sim_format format;
    *handle = 0;
    if (!of || !target || !sim_field_get(target, of, SIM_V_TYPE))
        return refuse(device, "0x%llx is no image that another one can be made of",
                      (unsigned long long)image);
    enum sim_channel_order was = (enum sim_channel_order)of[HANDLE_ORDER];
    enum sim_channel_type type = (enum sim_channel_type)of[HANDLE_TYPE];
    if (!sim_channel_format(target, SIM_RESOURCE_IMAGE, order, type, &format) ||
        format.data->bytes != sim_texel_bytes(was, type))
        return refuse(device, "no texels of channel order %s are of channel order %s",
                      sim_channel_order_name(was), sim_channel_order_name(order));
    memcpy(words, of, sizeof words);
    set_format(target, words, &format, order, SIM_T_DST_SEL_X, SIM_T_DATA_FORMAT, SIM_T_NUM_FORMAT);
    words[HANDLE_ORDER] = order;
    words[HANDLE_IS_MAPPED] = true;
    *handle = sim_alloc(device, sizeof words);
    return *handle ? sim_write(device, *handle, words, sizeof words) : SIM_ERROR;
}

/* ---- From the handle back ---- */

/* A 1D buffer as an image of one level. */
static bool
decode_buffer(const struct gcn_target *target, const uint32_t *words, struct sim_image *image)
{
    *image =
        (struct sim_image){.type = SIM_IMAGE_1D, .dims = 1, .layers = 1, .samples = 1, .levels = 1};
    image->base = sim_field_get(target, words, SIM_V_BASE);
    image->level[0] =
        (struct sim_image_level){words[HANDLE_WIDTH], 1, 1, words[HANDLE_WIDTH], 0, 0};
    return sim_format_find(
        SIM_RESOURCE_BUFFER, target, (unsigned)sim_field_get(target, words, SIM_V_DATA_FORMAT),
        (unsigned)sim_field_get(target, words, SIM_V_NUM_FORMAT), &image->format);
}

static bool
decode_handle(struct sim_device *device, uint64_t handle, struct sim_image *image)
{
    char why[SIM_IMAGE_WHY];
    const uint32_t *words = sim_host_pointer(device, handle, IMAGE_HANDLE * sizeof *words);
    if (!words || !device->target)
        return false;
    if (!sim_field_get(device->target, words, SIM_V_TYPE))
        return decode_buffer(device->target, words, image);
    return sim_image_decode(device->target, words, false, image, why);
}

void
sim_image_free(struct sim_device *device, uint64_t handle)
{
    struct sim_image image;
    if (!decode_handle(device, handle, &image))
        return;
    const uint32_t *words = sim_host_pointer(device, handle, IMAGE_HANDLE * sizeof *words);
    if (!words[HANDLE_IS_MAPPED])
        sim_free(device, image.base);
    sim_free(device, handle);
}

static bool
is_inside(uint32_t first, uint32_t count, uint32_t size)
{
    return first <= size && count <= size - first;
}

static enum sim_status
find_box(struct sim_device *device, uint64_t handle, const struct sim_image_box *box,
         const void *texels, struct sim_image *image)
{
    if (!box)
        return refuse(device, "no part of the image is named");
    if (!decode_handle(device, handle, image))
        return refuse(device, "0x%llx is no image", (unsigned long long)handle);
    const struct sim_image_level *level = &image->level[box->level % SIM_IMAGE_LEVELS];
    uint32_t slices = image->samples * (image->layered ? image->layers : level->depth);
    if (box->level >= image->levels || !is_inside(box->x, box->width, level->width) ||
        !is_inside(box->y, box->height, level->height) || !is_inside(box->z, box->depth, slices))
        return refuse(device,
                      "%u x %u x %u texels at (%u, %u, %u) of level %u: outside of the image",
                      box->width, box->height, box->depth, box->x, box->y, box->z, box->level);
    return texels ? SIM_OK : refuse(device, "no memory of the host for texels");
}

/* How many texels of a row follow each other in memory. */
static uint32_t
run_of(const struct sim_image *image, const struct sim_image_box *box)
{
    return image->tiling.bytes ? 1 : box->width;
}

static uint64_t
address_in(const struct sim_image *image, const struct sim_image_box *box, uint32_t row, uint32_t x)
{
    return sim_texel_address(image, box->level, box->x + x, box->y + row % box->height,
                             box->z + row / box->height);
}

enum sim_status
sim_image_write(struct sim_device *device, uint64_t handle, const struct sim_image_box *box,
                const void *texels)
{
    struct sim_image image;
    enum sim_status status = find_box(device, handle, box, texels, &image);
    const uint8_t *from = texels;
    for (uint32_t row = 0; status == SIM_OK && row < box->height * box->depth; row++)
        for (uint32_t x = 0; status == SIM_OK && x < box->width; x += run_of(&image, box)) {
            uint64_t size = (uint64_t)run_of(&image, box) * image.format.data->bytes;
            status = sim_write(device, address_in(&image, box, row, x), from, size);
            from += size;
        }
    return status;
}

enum sim_status
sim_image_read(struct sim_device *device, uint64_t handle, const struct sim_image_box *box,
               void *texels)
{
    struct sim_image image;
    enum sim_status status = find_box(device, handle, box, texels, &image);
    uint8_t *to = texels;
    for (uint32_t row = 0; status != SIM_ERROR && row < box->height * box->depth; row++)
        for (uint32_t x = 0; status != SIM_ERROR && x < box->width; x += run_of(&image, box)) {
            uint64_t size = (uint64_t)run_of(&image, box) * image.format.data->bytes;
            enum sim_status now = sim_read(device, address_in(&image, box, row, x), to, size);
            status = status == SIM_OK ? now : status;
            to += size;
        }
    return status;
}

/* ---- Samplers ---- */

/* What a coordinate outside of the image names.  OpenCL leaves "none" undefined; ROCm's device
 * libraries take the border for it, and so do we. */
static const uint8_t clamps[] = {
    [SIM_ADDRESSING_NONE] = SIM_CLAMP_BORDER,
    [SIM_ADDRESSING_CLAMP_TO_EDGE] = SIM_CLAMP_LAST_TEXEL,
    [SIM_ADDRESSING_CLAMP] = SIM_CLAMP_BORDER,
    [SIM_ADDRESSING_REPEAT] = SIM_CLAMP_WRAP,
    [SIM_ADDRESSING_MIRRORED_REPEAT] = SIM_CLAMP_MIRROR,
};

/* As the S# has a level of detail. */
static uint32_t
fixed_lod(float lod)
{
    return lod > 0 ? (uint32_t)fmin((double)lod * LOD_STEPS, MAX_LOD) : 0;
}

static void
set_lods(const struct gcn_target *target, uint32_t *words, const struct sim_sampler_info *info)
{
    struct fpenv caller;
    fpenv_enter(&caller);
    SET(S_MIN_LOD, info->bounds_lod ? fixed_lod(info->min_lod) : 0);
    SET(S_MAX_LOD, info->bounds_lod ? fixed_lod(info->max_lod) : MAX_LOD);
    fpenv_leave(&caller);
}

enum sim_status
sim_sampler_new(struct sim_device *device, const struct sim_sampler_info *info, uint64_t *handle)
{
    const struct gcn_target *target = device->target;
    uint32_t words[SAMPLER_HANDLE] = {0};
    if (!info || !handle)
        return refuse(device, "a sampler without %s", info ? "a place for its handle" : "modes");
    *handle = 0;
    if (!target)
        return refuse(device, "a sampler before the target is known");
    if ((unsigned)info->addressing >= sizeof clamps)
        return refuse(device, "no addressing mode has number %u", (unsigned)info->addressing);
    for (unsigned axis = 0; axis < 3; axis++)
        sim_field_set(target, words, SIM_S_CLAMP_X + axis, clamps[info->addressing]);
    SET(S_UNNORMALIZED, !info->normalized);
    SET(S_DISABLE_CUBE_WRAP, 1);
    set_lods(target, words, info);
    SET(S_MAG_FILTER, info->linear ? SIM_XY_LINEAR : SIM_XY_POINT);
    SET(S_MIN_FILTER, info->linear ? SIM_XY_LINEAR : SIM_XY_POINT);
    SET(S_MIP_FILTER, info->mip_linear    ? SIM_MIP_LINEAR
                      : info->mip_nearest ? SIM_MIP_POINT
                                          : SIM_MIP_NONE);
    SET(S_BORDER_COLOR, SIM_BORDER_0000);
    words[HANDLE_ADDRESSING] = info->addressing;
    words[HANDLE_NORMALIZED] = info->normalized;
    words[HANDLE_LINEAR] = info->linear;
    *handle = sim_alloc(device, sizeof words);
    return *handle ? sim_write(device, *handle, words, sizeof words) : SIM_ERROR;
}
