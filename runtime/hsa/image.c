/* Images and samplers by HSA's extension; formats and modes have the same numbers there as in the simulator. */
#include "runtime/hsa/gpu_private.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static_assert((int)HSA_EXT_IMAGE_CHANNEL_ORDER_A == SIM_ORDER_A &&
                  (int)HSA_EXT_IMAGE_CHANNEL_ORDER_RGBA == SIM_ORDER_RGBA &&
                  (int)HSA_EXT_IMAGE_CHANNEL_ORDER_DEPTH_STENCIL == SIM_ORDER_DEPTH_STENCIL,
              "orders");
static_assert((int)HSA_EXT_IMAGE_CHANNEL_TYPE_SNORM_INT8 == SIM_TYPE_SNORM_INT8 &&
                  (int)HSA_EXT_IMAGE_CHANNEL_TYPE_UNORM_SHORT_101010 == SIM_TYPE_UNORM_INT_101010 &&
                  (int)HSA_EXT_IMAGE_CHANNEL_TYPE_FLOAT == SIM_TYPE_FLOAT,
              "types");
static_assert((int)HSA_EXT_SAMPLER_ADDRESSING_MODE_UNDEFINED == SIM_ADDRESSING_NONE &&
                  (int)HSA_EXT_SAMPLER_ADDRESSING_MODE_CLAMP_TO_BORDER == SIM_ADDRESSING_CLAMP &&
                  (int)HSA_EXT_SAMPLER_ADDRESSING_MODE_MIRRORED_REPEAT ==
                      SIM_ADDRESSING_MIRRORED_REPEAT,
              "addressing modes");

enum {
    STAGING_BYTES = 4 << 20, /* of texels on their way, at most */
    PAGE = 4096
};

struct gpu_image {
    struct gpu_image *next;
    uint64_t handle;
    struct sim_image_info info;
    void *texels;
    size_t pitch; /* of texels in rows; 0: in the order that is the GPU's own */
    void *memory; /* of its own; NULL: the texels are somebody else's */
};

/* ---- what there is ---- */

static const struct {
    hsa_ext_image_geometry_t plain, depth;
    bool has_height, has_depth, has_layers;
} geometries[] = {
    [SIM_GEOMETRY_1D] = {HSA_EXT_IMAGE_GEOMETRY_1D, HSA_EXT_IMAGE_GEOMETRY_1D, 0, 0, 0},
    [SIM_GEOMETRY_1D_ARRAY] = {HSA_EXT_IMAGE_GEOMETRY_1DA, HSA_EXT_IMAGE_GEOMETRY_1DA, 0, 0, 1},
    [SIM_GEOMETRY_1D_BUFFER] = {HSA_EXT_IMAGE_GEOMETRY_1DB, HSA_EXT_IMAGE_GEOMETRY_1DB, 0, 0, 0},
    [SIM_GEOMETRY_2D] = {HSA_EXT_IMAGE_GEOMETRY_2D, HSA_EXT_IMAGE_GEOMETRY_2DDEPTH, 1, 0, 0},
    [SIM_GEOMETRY_2D_ARRAY] = {HSA_EXT_IMAGE_GEOMETRY_2DA, HSA_EXT_IMAGE_GEOMETRY_2DADEPTH, 1, 0,
                               1},
    [SIM_GEOMETRY_3D] = {HSA_EXT_IMAGE_GEOMETRY_3D, HSA_EXT_IMAGE_GEOMETRY_3D, 1, 1, 0},
};

static hsa_ext_image_geometry_t
geometry_of(enum sim_geometry geometry, enum sim_channel_order order)
{
    bool is_depth = order == SIM_ORDER_DEPTH || order == SIM_ORDER_DEPTH_STENCIL;
    return is_depth ? geometries[geometry].depth : geometries[geometry].plain;
}

/* Bits of hsa_ext_image_capability_t. */
static uint32_t
capability(const struct gpu *gpu, enum sim_geometry geometry, enum sim_channel_order order,
           enum sim_channel_type type)
{
    uint32_t bits = 0;
    if (!gpu->info.has_images || !gpu_is_ours(gpu->system, NULL) || geometry > SIM_GEOMETRY_3D ||
        !sim_texel_bytes(order, type))
        return 0;
    const hsa_ext_image_format_t format = {.channel_type = type, .channel_order = order};
    if (gpu->system->images.hsa_ext_image_get_capability(gpu->agent, geometry_of(geometry, order),
                                                         &format, &bits) != HSA_STATUS_SUCCESS)
        return 0;
    return bits;
}

/* What kernels write of sRGB they convert themselves, and store as fractions: ROCr gives such images for reads alone. */
static bool
is_srgb(enum sim_channel_order order)
{
    return order >= SIM_ORDER_SRGB && order <= SIM_ORDER_SBGRA;
}

bool
gpu_image_exists(struct gpu *gpu, enum sim_geometry geometry, enum sim_channel_order order,
                 enum sim_channel_type type, bool reads, bool writes)
{
    uint32_t wanted = is_srgb(order)    ? HSA_EXT_IMAGE_CAPABILITY_READ_ONLY
                      : reads && writes ? HSA_EXT_IMAGE_CAPABILITY_READ_WRITE
                      : writes          ? HSA_EXT_IMAGE_CAPABILITY_WRITE_ONLY
                                        : HSA_EXT_IMAGE_CAPABILITY_READ_ONLY;
    return capability(gpu, geometry, order, type) & wanted;
}

/* The most that such an image may be used for. */
static bool
find_access(const struct gpu *gpu, const struct sim_image_info *info,
            hsa_access_permission_t *access)
{
    uint32_t bits = capability(gpu, info->geometry, info->order, info->type);
    *access = bits & HSA_EXT_IMAGE_CAPABILITY_READ_WRITE  ? HSA_ACCESS_PERMISSION_RW
              : bits & HSA_EXT_IMAGE_CAPABILITY_READ_ONLY ? HSA_ACCESS_PERMISSION_RO
                                                          : HSA_ACCESS_PERMISSION_WO;
    return bits != 0;
}

/* ROCr wants 1 as height of what has none, against its specification (HSA Runtime Programmer's Reference Manual 1.2,
 * 3.3: it must be 0): it writes height - 1 to the T#. */
static hsa_ext_image_descriptor_t
describe(const struct sim_image_info *info)
{
    return (hsa_ext_image_descriptor_t){
        .geometry = geometry_of(info->geometry, info->order),
        .width = info->width,
        .height = geometries[info->geometry].has_height ? info->height : 1,
        .depth = geometries[info->geometry].has_depth ? info->depth : 0,
        .array_size = geometries[info->geometry].has_layers ? info->layers : 0,
        .format = {.channel_type = info->type, .channel_order = info->order},
    };
}

static bool
check(struct gpu *gpu, const struct sim_image_info *info, hsa_access_permission_t *access,
      char **why)
{
    *why = NULL;
    if (!gpu_is_ours(gpu->system, why))
        return false;
    if (!gpu->info.has_images)
        return gpu_refuse(why, "%s has no images here", gpu->info.target->name);
    if (!find_access(gpu, info, access))
        return gpu_refuse(why, "%s has no images of %s, %s", gpu->info.target->name,
                          sim_channel_order_name(info->order), sim_channel_type_name(info->type));
    if (info->levels > 1 || info->samples > 1)
        return gpu_refuse(why, "ROCr has no %s",
                          info->levels > 1 ? "mipmaps" : "multi-sampled images");
    if (!info->width || !info->height || !info->depth || !info->layers)
        return gpu_refuse(why, "an image of no texels");
    return true;
}

/* ---- making ---- */

static bool
note_image(struct gpu *gpu, const struct gpu_image *image)
{
    struct gpu_image *note = malloc(sizeof *note);
    if (!note)
        return false;
    pthread_mutex_lock(&gpu->lock);
    *note = *image;
    note->next = gpu->images;
    gpu->images = note;
    pthread_mutex_unlock(&gpu->lock);
    return true;
}

/* The image of these texels; those at memory become its own. */
static bool
create(struct gpu *gpu, const struct sim_image_info *info, hsa_access_permission_t access,
       void *texels, size_t pitch, void *memory, uint64_t *handle, char **why)
{
    const hsa_ext_images_1_pfn_t *images = &gpu->system->images;
    hsa_ext_image_descriptor_t wanted = describe(info);
    hsa_ext_image_t image;
    hsa_status_t status =
        pitch ? images->hsa_ext_image_create_with_layout(gpu->agent, &wanted, texels, access,
                                                         HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR, pitch, 0,
                                                         &image)
              : images->hsa_ext_image_create(gpu->agent, &wanted, texels, access, &image);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(gpu->system, why, status, "no image");
    *handle = image.handle;
    if (note_image(gpu, &(struct gpu_image){NULL, *handle, *info, texels, pitch, memory}))
        return true;
    images->hsa_ext_image_destroy(gpu->agent, image);
    return false;
}

bool
gpu_image_new(struct gpu *gpu, const struct sim_image_info *info, uint64_t *handle, char **why)
{
    hsa_access_permission_t access;
    if (!check(gpu, info, &access, why))
        return false;
    hsa_ext_image_descriptor_t wanted = describe(info);
    hsa_ext_image_data_info_t needs;
    hsa_status_t status =
        gpu->system->images.hsa_ext_image_data_get_info(gpu->agent, &wanted, access, &needs);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(gpu->system, why, status, "no image");
    size_t align = needs.alignment > PAGE ? needs.alignment : 1; /* memory has that of a page */
    uint8_t *memory = gpu_alloc(gpu, GPU_MEMORY_OWN, needs.size + align - 1);
    if (!memory)
        return gpu_refuse(why, "no memory for an image of %zu bytes", needs.size);
    uint8_t *texels = memory + (align - (uintptr_t)memory % align) % align;
    if (create(gpu, info, access, texels, 0, memory, handle, why))
        return true;
    gpu_free(gpu->system, memory);
    return false;
}

/* ROCr makes 1D buffers of texels that begin at multiples of SIM_IMAGE_ALIGNMENT alone, the hardware has none: the
 * image's object begins with its V#, in memory of the host, whose first 48 bits are where texels begin (Vega ISA, 8.1.8,
 * "Buffer Resource Descriptor"). */
static void
advance_buffer(uint64_t handle, size_t bytes)
{
    uint64_t words, base_mask = (UINT64_C(1) << 48) - 1;
    void *descriptor = (void *)(uintptr_t)handle;
    memcpy(&words, descriptor, sizeof words);
    words = (words & ~base_mask) | ((words + bytes) & base_mask);
    memcpy(descriptor, &words, sizeof words);
}

static unsigned
texel_bytes(const struct gpu_image *image)
{
    return sim_texel_bytes(image->info.order, image->info.type);
}

static bool
find_image(struct gpu *gpu, uint64_t handle, struct gpu_image *image)
{
    pthread_mutex_lock(&gpu->lock);
    const struct gpu_image *at = gpu->images;
    while (at && at->handle != handle)
        at = at->next;
    if (at)
        *image = *at;
    pthread_mutex_unlock(&gpu->lock);
    return at;
}

bool
gpu_image_view(struct gpu *gpu, uint64_t image, enum sim_channel_order order, uint64_t *handle,
               char **why)
{
    hsa_access_permission_t access;
    struct gpu_image of;
    *why = NULL;
    if (!find_image(gpu, image, &of))
        return gpu_refuse(why, "no image has that handle");
    struct sim_image_info info = of.info;
    info.order = order;
    return check(gpu, &info, &access, why) &&
           create(gpu, &info, access, of.texels, of.pitch, NULL, handle, why);
}

bool
gpu_image_map(struct gpu *gpu, const struct sim_image_info *info, void *texels, uint64_t *handle,
              char **why)
{
    hsa_access_permission_t access;
    if (!check(gpu, info, &access, why))
        return false;
    if (info->geometry != SIM_GEOMETRY_1D_BUFFER && info->geometry != SIM_GEOMETRY_2D)
        return gpu_refuse(why, "only 1D buffers and 2D images can be made of texels");
    size_t pitch = 0;
    if (info->geometry == SIM_GEOMETRY_2D) {
        pitch = (size_t)(info->pitch ? info->pitch : info->width) *
                sim_texel_bytes(info->order, info->type);
        if (pitch % SIM_IMAGE_ALIGNMENT || (uintptr_t)texels % SIM_IMAGE_ALIGNMENT)
            return gpu_refuse(why, "rows of texels begin at multiples of %d bytes",
                              SIM_IMAGE_ALIGNMENT);
    }
    size_t after = (uintptr_t)texels % SIM_IMAGE_ALIGNMENT;
    if (!create(gpu, info, access, (uint8_t *)texels - after, pitch, NULL, handle, why))
        return false;
    if (after)
        advance_buffer(*handle, after);
    return true;
}

void
gpu_image_free(struct gpu *gpu, uint64_t handle)
{
    if (!handle || !gpu_is_ours(gpu->system, NULL))
        return;
    pthread_mutex_lock(&gpu->lock);
    struct gpu_image **at = &gpu->images, *image;
    while (*at && (*at)->handle != handle)
        at = &(*at)->next;
    if ((image = *at))
        *at = image->next;
    pthread_mutex_unlock(&gpu->lock);
    if (!image)
        return;
    gpu->system->images.hsa_ext_image_destroy(gpu->agent, (hsa_ext_image_t){handle});
    gpu_free(gpu->system, image->memory);
    free(image);
}

/* ---- texels ---- */

/* A part of an image, and its texels in memory that the GPU sees. */
struct part {
    struct gpu *gpu;
    struct gpu_image image;
    bool is_write;
    uint8_t *staging;
};

/* Layers of 1D arrays are rows to HSA. */
static hsa_ext_image_region_t
region_of(const struct gpu_image *image, const struct sim_image_box *box)
{
    bool rows_are_layers = image->info.geometry == SIM_GEOMETRY_1D_ARRAY;
    return (hsa_ext_image_region_t){
        .offset = {box->x, rows_are_layers ? box->z : box->y, rows_are_layers ? 0 : box->z},
        .range = {box->width, rows_are_layers ? box->depth : box->height,
                  rows_are_layers ? 1 : box->depth},
    };
}

static bool
transfer(const struct part *part, const struct sim_image_box *box, void *there, char **why)
{
    const struct gpu *gpu = part->gpu;
    const hsa_ext_images_1_pfn_t *images = &gpu->system->images;
    hsa_ext_image_t image = {part->image.handle};
    hsa_ext_image_region_t region = region_of(&part->image, box);
    hsa_status_t status =
        part->is_write ? images->hsa_ext_image_import(gpu->agent, there, 0, 0, image, &region)
                       : images->hsa_ext_image_export(gpu->agent, image, there, 0, 0, &region);
    return status == HSA_STATUS_SUCCESS ||
           gpu_refuse_status(gpu->system, why, status, "texels cannot be copied");
}

/* By way of memory that the GPU sees, however the program's lies: in pieces of whole slices, rows or texels. */
static bool
transfer_pieces(struct part *part, const struct sim_image_box *box, uint8_t *texels, char **why)
{
    size_t row = (size_t)box->width * texel_bytes(&part->image), slice = row * box->height;
    size_t size = slice * box->depth;
    if (size <= STAGING_BYTES) {
        if (part->is_write)
            memcpy(part->staging, texels, size);
        bool is_good = transfer(part, box, part->staging, why);
        if (is_good && !part->is_write)
            memcpy(texels, part->staging, size);
        return is_good;
    }
    struct sim_image_box first = *box, second = *box;
    uint32_t *lengths[] = {&first.width, &first.height, &first.depth};
    uint32_t *rests[] = {&second.width, &second.height, &second.depth};
    uint32_t *places[] = {&second.x, &second.y, &second.z};
    unsigned axis = box->depth > 1 ? 2 : box->height > 1 ? 1 : 0;
    *lengths[axis] /= 2;
    *rests[axis] -= *lengths[axis];
    *places[axis] += *lengths[axis];
    size_t skip = (axis == 2   ? slice
                   : axis == 1 ? row
                               : texel_bytes(&part->image)) *
                  *lengths[axis];
    return transfer_pieces(part, &first, texels, why) &&
           transfer_pieces(part, &second, texels + skip, why);
}

static bool
copy_texels(struct gpu *gpu, uint64_t handle, const struct sim_image_box *box, uint8_t *texels,
            bool is_write, char **why)
{
    struct part part = {.gpu = gpu, .is_write = is_write};
    *why = NULL;
    if (!gpu_is_ours(gpu->system, why))
        return false;
    if (!find_image(gpu, handle, &part.image))
        return gpu_refuse(why, "no image has that handle");
    size_t size = (size_t)box->width * box->height * box->depth * texel_bytes(&part.image);
    if (!size)
        return true;
    part.staging = gpu_alloc(gpu, GPU_MEMORY_HOST, size < STAGING_BYTES ? size : STAGING_BYTES);
    if (!part.staging)
        return gpu_refuse(why, "no memory of the host for texels");
    bool is_good = transfer_pieces(&part, box, texels, why);
    gpu_free(gpu->system, part.staging);
    return is_good;
}

bool
gpu_image_write(struct gpu *gpu, uint64_t handle, const struct sim_image_box *box,
                const void *texels, char **why)
{
    return copy_texels(gpu, handle, box, (uint8_t *)(uintptr_t)texels, true, why);
}

bool
gpu_image_read(struct gpu *gpu, uint64_t handle, const struct sim_image_box *box, void *texels,
               char **why)
{
    return copy_texels(gpu, handle, box, texels, false, why);
}

/* ---- samplers ---- */

bool
gpu_sampler_new(struct gpu *gpu, const struct sim_sampler_info *info, uint64_t *handle, char **why)
{
    *why = NULL;
    if (!gpu_is_ours(gpu->system, why))
        return false;
    if (!gpu->info.has_images)
        return gpu_refuse(why, "%s has no samplers here", gpu->info.target->name);
    if (info->mip_nearest || info->mip_linear)
        return gpu_refuse(why, "ROCr has no mipmaps");
    const hsa_ext_sampler_descriptor_t wanted = {
        .coordinate_mode = info->normalized ? HSA_EXT_SAMPLER_COORDINATE_MODE_NORMALIZED
                                            : HSA_EXT_SAMPLER_COORDINATE_MODE_UNNORMALIZED,
        .filter_mode =
            info->linear ? HSA_EXT_SAMPLER_FILTER_MODE_LINEAR : HSA_EXT_SAMPLER_FILTER_MODE_NEAREST,
        .address_mode = info->addressing,
    };
    hsa_ext_sampler_t sampler;
    hsa_status_t status = gpu->system->images.hsa_ext_sampler_create(gpu->agent, &wanted, &sampler);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(gpu->system, why, status, "no sampler");
    *handle = sampler.handle;
    return true;
}

void
gpu_sampler_free(struct gpu *gpu, uint64_t handle)
{
    if (handle && gpu_is_ours(gpu->system, NULL))
        gpu->system->images.hsa_ext_sampler_destroy(gpu->agent, (hsa_ext_sampler_t){handle});
}
