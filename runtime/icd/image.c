/* Images. */
#include "runtime/icd/entries.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- sizes ---- */

/* The sizes of each type that count, and which limit is theirs: OpenCL 1.2, 5.3.1.2. */
#define LIMIT(name) offsetof(struct icd_image_limits, name)
static const struct shape {
    cl_mem_object_type type;
    enum sim_geometry geometry;
    bool has_height, has_depth, is_array;
    size_t limit; /* of its sides */
} shapes[] = {
    {CL_MEM_OBJECT_IMAGE2D, SIM_GEOMETRY_2D, true, false, false, LIMIT(side)},
    {CL_MEM_OBJECT_IMAGE3D, SIM_GEOMETRY_3D, true, true, false, LIMIT(depth)},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY, SIM_GEOMETRY_2D_ARRAY, true, false, true, LIMIT(side)},
    {CL_MEM_OBJECT_IMAGE1D, SIM_GEOMETRY_1D, false, false, false, LIMIT(side)},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, SIM_GEOMETRY_1D_ARRAY, false, false, true, LIMIT(side)},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, SIM_GEOMETRY_1D_BUFFER, false, false, false, LIMIT(buffer)},
};

static const struct shape *
shape_of(cl_mem_object_type type)
{
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].type == type)
            return &shapes[i];
    return NULL;
}

enum sim_geometry
icd_image_geometry(cl_mem_object_type type)
{
    return shape_of(type)->geometry;
}

/* Of all devices of the context: at this place of the limits. */
static size_t
least_limit(const struct _cl_context *context, size_t limit)
{
    size_t least = SIZE_MAX;
    for (unsigned i = 0; i < context->engine_count; i++) {
        size_t value;
        memcpy(&value, (const char *)&context->engines[i].device->images + limit, sizeof value);
        least = value < least ? value : least;
    }
    return least;
}

static bool
is_size(size_t size, size_t most, bool counts)
{
    return !counts || (size && size <= most);
}

static cl_int
set_sizes(const struct _cl_mem *memory, const struct shape *shape, const cl_image_desc *desc)
{
    struct icd_image *image = memory->image;
    size_t side = least_limit(memory->context, shape->limit);
    if (!is_size(desc->image_width, side, true) ||
        !is_size(desc->image_height, side, shape->has_height) ||
        !is_size(desc->image_depth, side, shape->has_depth) ||
        !is_size(desc->image_array_size, least_limit(memory->context, LIMIT(layers)),
                 shape->is_array))
        return CL_INVALID_IMAGE_SIZE;
    size_t height = shape->has_height ? desc->image_height : 1;
    size_t depth = shape->has_depth ? desc->image_depth : 1;
    size_t layers = shape->is_array ? desc->image_array_size : 1;
    image->info.width = (uint32_t)desc->image_width;
    image->info.height = (uint32_t)height;
    image->info.depth = (uint32_t)depth;
    image->info.layers = (uint32_t)layers;
    image->info.levels = 1;
    bool is_row_array = shape->is_array && !shape->has_height;
    image->size[0] = desc->image_width;
    image->size[1] = is_row_array ? layers : height;
    image->size[2] = is_row_array ? 1 : depth * layers;
    image->desc = (cl_image_desc){.image_type = desc->image_type,
                                  .image_width = desc->image_width,
                                  .image_height = shape->has_height ? height : 0,
                                  .image_depth = shape->has_depth ? depth : 0,
                                  .image_array_size = shape->is_array ? layers : 0};
    return CL_SUCCESS;
}

/* The pitches of the program's memory; 0: no gaps. */
static cl_int
set_pitches(struct icd_image *image, const struct shape *shape, const cl_image_desc *desc,
            const void *host)
{
    size_t row = image->size[0] * image->texel, given = desc->image_row_pitch;
    bool has_slices = shape->has_depth || shape->is_array;
    if ((!host && (desc->image_slice_pitch || (given && !desc->mem_object))) ||
        (given && (given < row || given % image->texel)))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    row = given ? given : row;
    size_t height = shape->has_height ? image->size[1] : 1;
    size_t slice = row * height, given_slice = has_slices ? desc->image_slice_pitch : 0;
    if (given_slice && (given_slice < slice || given_slice % row))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    slice = given_slice ? given_slice : slice;
    bool is_row_array = shape->is_array && !shape->has_height;
    image->row = is_row_array ? slice : row;
    image->slice = is_row_array ? slice * image->size[1] : slice;
    image->desc.image_row_pitch = row;
    image->desc.image_slice_pitch = has_slices ? slice : 0;
    return CL_SUCCESS;
}

/* ---- making them ---- */

/* cl_khr_image2d_from_buffer: rows, and memory of the program that the buffer is made of, begin at multiples
 * of what the device says, in texels. */
static cl_int
align_rows(struct icd_image *image, const struct _cl_mem *buffer)
{
    size_t step = SIM_IMAGE_ALIGNMENT * image->texel;
    if (image->row % step || (uintptr_t)buffer->host_pointer % step)
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    image->info.pitch = (uint32_t)(image->row / image->texel);
    return CL_SUCCESS;
}

/* The host's memory of the image, with what it begins with. */
static cl_int
set_bytes(struct _cl_mem *memory, void *host, struct _cl_mem *buffer)
{
    struct icd_image *image = memory->image;
    memory->size = image->slice * image->size[2];
    if (buffer) {
        /* OpenCL names no code; OpenCL-CTS's image_from_small_buffer_negative wants this one. */
        if (memory->size > buffer->size)
            return CL_INVALID_MEM_OBJECT;
        icd_retain(buffer);
        memory->parent = buffer;
        memory->bytes = buffer->bytes;
        memory->undefined = buffer->undefined;
        memory->is_constant = buffer->is_constant;
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

static cl_int
fill_in(struct _cl_mem *memory, const cl_image_format *format, const cl_image_desc *desc,
        void *host, struct _cl_mem *buffer)
{
    struct icd_image *image = memory->image;
    const struct shape *shape = shape_of(desc->image_type);
    image->info.geometry = shape->geometry;
    cl_int error = icd_image_format(memory->context, memory->flags, format, &image->info);
    image->format = *format;
    image->texel = sim_texel_bytes(image->info.order, image->info.type);
    if (error == CL_SUCCESS)
        error = set_sizes(memory, shape, desc);
    if (error == CL_SUCCESS)
        error = set_pitches(image, shape, desc, host);
    if (error == CL_SUCCESS && buffer && shape->has_height)
        error = align_rows(image, buffer);
    if (error == CL_SUCCESS && buffer && shape->has_height && memory->context->has_copies &&
        buffer->origin % SIM_IMAGE_ALIGNMENT)
        error = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    if (error == CL_SUCCESS)
        error = set_bytes(memory, host, buffer);
    image->on_host = true;
    image->has_texels = buffer || host;
    return error;
}

/* flags: the call's; then the image's, which has those of a buffer that it is made of. */
static cl_int
check_call(cl_context context, cl_mem_flags *flags, const cl_image_format *format,
           const cl_image_desc *desc, const void *host)
{
    const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    if (!icd_is(context, ICD_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!format)
        return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    if (!desc || !shape_of(desc->image_type) || desc->num_mip_levels || desc->num_samples)
        return CL_INVALID_IMAGE_DESCRIPTOR;
    bool is_1d = desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    bool has_buffer = desc->mem_object;
    if ((is_1d && !has_buffer) ||
        (has_buffer && ((!is_1d && desc->image_type != CL_MEM_OBJECT_IMAGE2D) ||
                        icd_buffer_check(desc->mem_object, context) != CL_SUCCESS)))
        return CL_INVALID_IMAGE_DESCRIPTOR;
    cl_int error =
        icd_mem_flags_are_good(*flags) ? icd_host_pointer_check(*flags, host) : CL_INVALID_VALUE;
    if (error == CL_SUCCESS && has_buffer)
        *flags = icd_flags_inherit(*flags, desc->mem_object->flags);
    else
        *flags |= *flags & access ? 0 : CL_MEM_READ_WRITE;
    return error == CL_SUCCESS && !*flags ? CL_INVALID_VALUE : error;
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
    error = fill_in(memory, image_format, image_desc, host_ptr, image_desc->mem_object);
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
        return ICD_INFO_VALUE(&info, cl_mem, image->parent);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
        return ICD_INFO_VALUE(&info, cl_uint, 0);
    default:
        return CL_INVALID_VALUE;
    }
}
