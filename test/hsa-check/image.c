/* Images and samplers. */
#include "test/hsa-check/check.h"

#include <inttypes.h>

/* ---- images ---- */

/* Texels, or layers, of each side (hsa_ext_image.h, hsa_ext_image_region_t). */
static hsa_dim3_t
extent_of(const hsa_ext_image_descriptor_t *image)
{
    hsa_dim3_t extent = {(uint32_t)image->width, 1, 1};
    switch (image->geometry) {
    case HSA_EXT_IMAGE_GEOMETRY_1DA: /* the index: ROCr takes it from y, the text may mean z */
        extent.y = extent.z = (uint32_t)image->array_size;
        break;
    case HSA_EXT_IMAGE_GEOMETRY_2D:
    case HSA_EXT_IMAGE_GEOMETRY_2DDEPTH:
        extent.y = (uint32_t)image->height;
        break;
    case HSA_EXT_IMAGE_GEOMETRY_2DA:
    case HSA_EXT_IMAGE_GEOMETRY_2DADEPTH:
        extent.y = (uint32_t)image->height;
        extent.z = (uint32_t)image->array_size;
        break;
    case HSA_EXT_IMAGE_GEOMETRY_3D:
        extent.y = (uint32_t)image->height;
        extent.z = (uint32_t)image->depth;
        break;
    default:
        break;
    }
    return extent;
}

static void
check_texels(struct call *call, hsa_status_t status, const hsa_ext_image_data_info_t *info)
{
    uintptr_t at = call->word[2];
    const struct range *range = range_of(at);
    uint32_t bit = UINT32_C(1) << object_live(KIND_AGENT, call->word[0])->agent.index;
    if (status != HSA_STATUS_SUCCESS)
        return; /* the runtime refuses it */
    if (at % info->alignment)
        misuse(call, "texels at 0x%" PRIxPTR " are not aligned to %zu", at, info->alignment);
    if (!range)
        misuse(call, "texels at 0x%" PRIxPTR " are in no memory that GPUs see", at);
    else if (info->size > range->start + range->size - at)
        misuse(call, "%zu bytes of texels end after their memory of %" PRIuPTR, info->size,
               range->size);
    else if (!(range->agents & bit))
        misuse(call, "texels are in memory that the agent may not use");
}

void
image_create(struct call *call)
{
    hsa_ext_image_data_info_t info;
    hsa_status_t status =
        real.hsa_ext_image_data_get_info((hsa_agent_t){call->word[0]}, call_pointer(call, 1),
                                         (hsa_access_permission_t)call->word[3], &info);
    check_texels(call, status, &info);
}

void
image_create_with_layout(struct call *call)
{
    hsa_ext_image_data_info_t info;
    hsa_status_t status = real.hsa_ext_image_data_get_info_with_layout(
        (hsa_agent_t){call->word[0]}, call_pointer(call, 1), (hsa_access_permission_t)call->word[3],
        (hsa_ext_image_data_layout_t)call->word[4], call->word[5], call->word[6], &info);
    check_texels(call, status, &info);
}

static void
created(struct call *call, unsigned texels, unsigned argument)
{
    if (!call->is_ok)
        return;
    const struct range *range = range_of(call->word[texels]);
    struct object *image = object_new(KIND_IMAGE, *(uint64_t *)call_pointer(call, argument));
    image->owner = object_live(KIND_AGENT, call->word[0]);
    image->memory = range ? range->start : 0;
    image->extent = extent_of(call_pointer(call, 1));
}

void
image_created(struct call *call)
{
    created(call, 2, 4);
}

void
image_created_with_layout(struct call *call)
{
    created(call, 2, 7);
}

void
amd_image_created(struct call *call)
{
    created(call, 3, 5);
}

static struct object *
image_of(struct call *call, unsigned argument)
{
    struct object *image = object_live(KIND_IMAGE, call->word[argument]);
    if (image->owner->handle != call->word[0])
        misuse(call, "image 0x%" PRIx64 " is of another agent", image->handle);
    return image;
}

void
image_destroy(struct call *call)
{
    struct object *image = image_of(call, 1);
    work_sweep(call, NULL);
    if (work_uses(image->handle))
        misuse(call, "it is used by %s", work_uses(image->handle));
    if (call_is_made(call))
        object_end(image);
}

/* ---- what is done with them, once nothing uses them ---- */

static void
check_box(struct call *call, struct object *image, const hsa_dim3_t *offset,
          const hsa_dim3_t *range)
{
    const hsa_dim3_t *all = &image->extent;
    if ((uint64_t)offset->x + range->x > all->x || (uint64_t)offset->y + range->y > all->y ||
        (uint64_t)offset->z + range->z > all->z)
        misuse(call, "the region is not inside of image 0x%" PRIx64, image->handle);
    if (!range->x || !range->y || !range->z)
        misuse(call, "a size of the region is 0");
    work_sweep(call, NULL);
    if (work_uses(image->handle))
        misuse(call, "image 0x%" PRIx64 " is used by %s", image->handle, work_uses(image->handle));
}

static void
check_region(struct call *call, unsigned image, unsigned argument)
{
    const hsa_ext_image_region_t *region = call_pointer(call, argument);
    check_box(call, image_of(call, image), &region->offset, &region->range);
}

void
image_import(struct call *call)
{
    check_region(call, 4, 5);
}

void
image_export(struct call *call)
{
    check_region(call, 1, 5);
}

void
image_clear(struct call *call)
{
    check_region(call, 1, 3);
}

void
image_copy(struct call *call)
{
    const hsa_dim3_t *range = call_pointer(call, 5);
    check_box(call, image_of(call, 1), call_pointer(call, 2), range);
    check_box(call, image_of(call, 3), call_pointer(call, 4), range);
}

/* ---- samplers ---- */

void
sampler_created(struct call *call)
{
    if (call->is_ok)
        object_new(KIND_SAMPLER, *(uint64_t *)call_pointer(call, 2))->owner =
            object_live(KIND_AGENT, call->word[0]);
}

void
sampler_destroy(struct call *call)
{
    struct object *sampler = object_live(KIND_SAMPLER, call->word[1]);
    work_sweep(call, NULL);
    if (sampler->owner->handle != call->word[0])
        misuse(call, "the sampler is of another agent");
    if (work_uses(sampler->handle))
        misuse(call, "it is used by %s", work_uses(sampler->handle));
    if (call_is_made(call))
        object_end(sampler);
}

/* ---- the functions by a table: ours ---- */

#define PUT(NAME)                                                                                  \
    if (size >= offsetof(hsa_ext_images_1_pfn_t, NAME) + sizeof table->NAME)                       \
    table->NAME = NAME

static void
fill(struct call *call, hsa_ext_images_1_pfn_t *table, size_t size)
{
    if (!call->is_ok || call->word[0] != HSA_EXTENSION_IMAGES)
        return;
    PUT(hsa_ext_image_get_capability);
    PUT(hsa_ext_image_data_get_info);
    PUT(hsa_ext_image_create);
    PUT(hsa_ext_image_destroy);
    PUT(hsa_ext_image_copy);
    PUT(hsa_ext_image_import);
    PUT(hsa_ext_image_export);
    PUT(hsa_ext_image_clear);
    PUT(hsa_ext_sampler_create);
    PUT(hsa_ext_sampler_destroy);
    PUT(hsa_ext_image_get_capability_with_layout);
    PUT(hsa_ext_image_data_get_info_with_layout);
    PUT(hsa_ext_image_create_with_layout);
}

void
extension_table(struct call *call)
{
    fill(call, call_pointer(call, 3), sizeof(hsa_ext_images_1_00_pfn_t));
}

void
major_extension_table(struct call *call)
{
    fill(call, call_pointer(call, 3), call->word[2]);
}
