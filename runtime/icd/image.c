/* Images. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"

#include <stdlib.h>
#include <string.h>

/* ---- making them ---- */

/* cl_khr_image2d_from_buffer: rows, and memory of the program that the buffer is made of, begin at multiples
 * of what the device says, in texels. */
static cl_int
align_rows(struct icd_image *image, const struct _cl_mem *buffer)
{
    size_t step = SIM_IMAGE_ALIGNMENT * image->texel, row = image->level[0].row;
    if (row % step || (uintptr_t)buffer->host_pointer % step ||
        (buffer->context->has_copies && buffer->origin % SIM_IMAGE_ALIGNMENT))
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    image->info.pitch = (uint32_t)(row / image->texel);
    return CL_SUCCESS;
}

/* Its texels are the parent's, a buffer's or another image's. */
static void
take_parent(struct _cl_mem *memory, struct _cl_mem *parent)
{
    icd_retain(parent);
    memory->parent = parent;
    memory->bytes = parent->bytes;
    memory->undefined = parent->undefined;
    memory->is_constant = parent->is_constant;
}

/* The host's memory of the image, with what it begins with. */
static cl_int
set_bytes(struct _cl_mem *memory, void *host, struct _cl_mem *buffer)
{
    if (buffer) {
        /* OpenCL names no code; OpenCL-CTS's image_from_small_buffer_negative wants this one. */
        if (memory->size > buffer->size)
            return CL_INVALID_MEM_OBJECT;
        take_parent(memory, buffer);
    } else if (memory->flags & CL_MEM_USE_HOST_PTR) {
        memory->bytes = memory->host_pointer = host;
        memory->is_constant = icd_is_constant(host, memory->size);
    } else {
        bool has_room =
            memory->size <= icd_allocation_bytes(memory->context) && icd_memory_reserve(memory);
        memory->bytes = has_room ? icd_take_pages(memory->size, 0) : NULL;
        if (!memory->bytes)
            return CL_MEM_OBJECT_ALLOCATION_FAILURE;
        memory->owns_bytes = true;
        if (memory->flags & CL_MEM_COPY_HOST_PTR)
            memcpy(memory->bytes, host, memory->size);
    }
    return CL_SUCCESS;
}

/* An image of its own, or of a buffer. */
static cl_int
fill_in(struct _cl_mem *memory, const cl_image_desc *desc, void *host)
{
    struct icd_image *image = memory->image;
    struct _cl_mem *buffer = desc->mem_object;
    cl_int error = icd_image_shape(memory, desc, host);
    if (error == CL_SUCCESS && buffer && desc->image_type == CL_MEM_OBJECT_IMAGE2D)
        error = align_rows(image, buffer);
    if (error == CL_SUCCESS)
        error = set_bytes(memory, host, buffer);
    image->has_texels = buffer || host;
    return error;
}

/* Channel orders of the same texels (OpenCL 3.0, "Compatible Image Channel Orders"). */
static bool
is_view(const cl_image_format *format, const cl_image_format *of)
{
    static const cl_channel_order orders[][2] = {
        {CL_sBGRA, CL_BGRA}, {CL_BGRA, CL_sBGRA}, {CL_sRGBA, CL_RGBA},
        {CL_RGBA, CL_sRGBA}, {CL_DEPTH, CL_R},
    };
    bool is_known = false;
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++)
        is_known |=
            orders[i][0] == format->image_channel_order && orders[i][1] == of->image_channel_order;
    return is_known && format->image_channel_data_type == of->image_channel_data_type;
}

/* The descriptor is the other image's; pitches may be left out. */
static bool
is_same_shape(const cl_image_desc *desc, const struct icd_image *of)
{
    return desc->image_type == of->desc.image_type && desc->image_width == of->desc.image_width &&
           desc->image_height == of->desc.image_height &&
           (!desc->image_row_pitch || desc->image_row_pitch == of->desc.image_row_pitch) &&
           !desc->image_slice_pitch &&
           (desc->num_mip_levels ? desc->num_mip_levels : 1) == of->info.levels;
}

/* An image of another one's texels. */
static cl_int
fill_in_view(struct _cl_mem *memory, const cl_image_desc *desc)
{
    struct icd_image *image = memory->image;
    struct _cl_mem *parent = desc->mem_object;
    const struct icd_image *of = parent->image;
    if (!is_same_shape(desc, of))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (!is_view(&image->format, &of->format))
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    struct sim_image_info info = of->info;
    info.order = image->info.order;
    image->info = info;
    image->desc = of->desc;
    memcpy(image->level, of->level, sizeof image->level);
    memory->size = parent->size;
    take_parent(memory, parent);
    return CL_SUCCESS;
}

/* What may be an image's texels: OpenCL 2.0 makes 2D images of 2D images, too. */
static bool
is_parent(cl_context context, const cl_image_desc *desc)
{
    const struct _cl_mem *parent = desc->mem_object;
    bool is_flat = desc->image_type == CL_MEM_OBJECT_IMAGE2D;
    if (!parent)
        return desc->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER;
    if (is_flat && icd_is_version_3(context) && icd_is(parent, ICD_MEMORY) && parent->image)
        return parent->context == context;
    return (is_flat || desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER) &&
           icd_buffer_check(parent, context) == CL_SUCCESS;
}

/* cl_khr_mipmap_image: neither 1D buffers nor depth images have levels, nor what lies in the program's memory. */
static cl_int
check_levels(cl_context context, const cl_image_format *format, const cl_image_desc *desc,
             const void *host)
{
    bool is_plain =
        desc->image_type != CL_MEM_OBJECT_IMAGE1D_BUFFER && format->image_channel_order != CL_DEPTH;
    const struct _cl_mem *parent = desc->mem_object;
    if (desc->num_mip_levels && !icd_has_mipmaps(context))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    if (desc->num_mip_levels > 1 && (!is_plain || (parent && !parent->image)))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    return desc->num_mip_levels > 1 && host ? CL_INVALID_HOST_PTR : CL_SUCCESS;
}

/* flags: the call's; then the image's, which has those of memory that it is made of. */
static cl_int
check_call(cl_context context, cl_mem_flags *flags, const cl_image_format *format,
           const cl_image_desc *desc, const void *host)
{
    const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    if (!icd_is(context, ICD_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!format)
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    if (!desc || !icd_is_image_type(desc->image_type) || desc->num_samples ||
        !is_parent(context, desc))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    cl_int error =
        icd_mem_flags_are_good(*flags) ? icd_host_pointer_check(*flags, host) : CL_INVALID_VALUE;
    if (error == CL_SUCCESS)
        error = check_levels(context, format, desc, host);
    if (error == CL_SUCCESS && desc->mem_object)
        *flags = icd_flags_inherit(*flags, desc->mem_object->flags);
    else
        *flags |= *flags & access ? 0 : CL_MEM_READ_WRITE;
    return error == CL_SUCCESS && !*flags ? CL_INVALID_VALUE : error;
}

static cl_int
make_image(struct _cl_mem *memory, const cl_image_format *format, const cl_image_desc *desc,
           void *host)
{
    struct icd_image *image = memory->image;
    image->info.geometry = icd_image_geometry(desc->image_type);
    cl_int error = icd_image_format(memory->context, memory->flags, format, &image->info);
    if (error != CL_SUCCESS)
        return error;
    image->format = *format;
    image->texel = sim_texel_bytes(image->info.order, image->info.type);
    image->on_host = true;
    return desc->mem_object && desc->mem_object->image ? fill_in_view(memory, desc)
                                                       : fill_in(memory, desc, host);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                  const cl_image_desc *image_desc, void *host_ptr, cl_int *errcode_ret)
{
    cl_int error = check_call(context, &flags, image_format, image_desc, host_ptr);
    if (error != CL_SUCCESS)
        return icd_result(NULL, error, errcode_ret);
    struct icd_image *image = calloc(1, sizeof *image);
    struct _cl_mem *memory = image ? icd_memory_new(context, image_desc->image_type, false) : NULL;
    if (!memory) {
        free(image);
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    }
    pthread_mutex_init(&image->lock, NULL);
    memory->flags = flags;
    memory->image = image;
    error = make_image(memory, image_format, image_desc, host_ptr);
    if (error != CL_SUCCESS)
        icd_memory_release(memory);
    return icd_result(memory, error, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                cl_mem_flags flags, const cl_image_format *image_format,
                                const cl_image_desc *image_desc, void *host_ptr,
                                cl_int *errcode_ret)
{
    if (properties && *properties)
        return icd_result(NULL, CL_INVALID_PROPERTY, errcode_ret);
    cl_mem memory =
        icd_clCreateImage(context, flags, image_format, image_desc, host_ptr, errcode_ret);
    if (memory)
        icd_properties_copy(&memory->properties, properties);
    return memory;
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                    size_t image_width, size_t image_height, size_t image_row_pitch, void *host_ptr,
                    cl_int *errcode_ret)
{
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                          .image_width = image_width,
                          .image_height = image_height,
                          .image_row_pitch = image_row_pitch};
    cl_int error;
    cl_mem memory = icd_clCreateImage(context, flags, image_format, &desc, host_ptr, &error);
    error = error == CL_INVALID_IMAGE_DESCRIPTOR ? CL_INVALID_IMAGE_SIZE : error;
    return icd_result(memory, error, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL
icd_clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *image_format,
                    size_t image_width, size_t image_height, size_t image_depth,
                    size_t image_row_pitch, size_t image_slice_pitch, void *host_ptr,
                    cl_int *errcode_ret)
{
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                          .image_width = image_width,
                          .image_height = image_height,
                          .image_depth = image_depth,
                          .image_row_pitch = image_row_pitch,
                          .image_slice_pitch = image_slice_pitch};
    cl_int error;
    if (image_depth == 1) /* OpenCL 1.1, 5.3.1.2 */
        return icd_result(NULL, CL_INVALID_IMAGE_SIZE, errcode_ret);
    cl_mem memory = icd_clCreateImage(context, flags, image_format, &desc, host_ptr, &error);
    error = error == CL_INVALID_IMAGE_DESCRIPTOR ? CL_INVALID_IMAGE_SIZE : error;
    return icd_result(memory, error, errcode_ret);
}

/* ---- queries ---- */

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                   void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(image, ICD_MEMORY) || !image->image)
        return CL_INVALID_MEM_OBJECT;
    const cl_image_desc *desc = &image->image->desc;
    switch (param_name) {
    case CL_IMAGE_FORMAT:
        return icd_info(&info, &image->image->format, sizeof image->image->format);
    case CL_IMAGE_ELEMENT_SIZE:
        return ICD_INFO_VALUE(&info, size_t, image->image->texel);
    case CL_IMAGE_ROW_PITCH:
        return ICD_INFO_VALUE(&info, size_t, desc->image_row_pitch);
    case CL_IMAGE_SLICE_PITCH:
        return ICD_INFO_VALUE(&info, size_t, desc->image_slice_pitch);
    case CL_IMAGE_WIDTH:
        return ICD_INFO_VALUE(&info, size_t, desc->image_width);
    case CL_IMAGE_HEIGHT:
        return ICD_INFO_VALUE(&info, size_t, desc->image_height);
    case CL_IMAGE_DEPTH:
        return ICD_INFO_VALUE(&info, size_t, desc->image_depth);
    case CL_IMAGE_ARRAY_SIZE:
        return ICD_INFO_VALUE(&info, size_t, desc->image_array_size);
    case CL_IMAGE_BUFFER:
        return ICD_INFO_VALUE(&info, cl_mem,
                              image->parent && !image->parent->image ? image->parent : NULL);
    case CL_IMAGE_NUM_MIP_LEVELS:
        return ICD_INFO_VALUE(&info, cl_uint, desc->num_mip_levels);
    case CL_IMAGE_NUM_SAMPLES:
        return ICD_INFO_VALUE(&info, cl_uint, 0);
    default:
        return CL_INVALID_VALUE;
    }
}
