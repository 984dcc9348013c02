/* Formats of images. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"

struct order_row {
    cl_channel_order order;
    enum sim_channel_order sim;
};
struct type_row {
    cl_channel_type type;
    enum sim_channel_type sim;
};

static const struct order_row orders[] = {
    {CL_R, SIM_ORDER_R},
    {CL_A, SIM_ORDER_A},
    {CL_RG, SIM_ORDER_RG},
    {CL_RA, SIM_ORDER_RA},
    {CL_RGB, SIM_ORDER_RGB},
    {CL_RGBA, SIM_ORDER_RGBA},
    {CL_BGRA, SIM_ORDER_BGRA},
    {CL_ARGB, SIM_ORDER_ARGB},
    {CL_INTENSITY, SIM_ORDER_INTENSITY},
    {CL_LUMINANCE, SIM_ORDER_LUMINANCE},
    {CL_Rx, SIM_ORDER_RX},
    {CL_RGx, SIM_ORDER_RGX},
    {CL_RGBx, SIM_ORDER_RGBX},
    {CL_DEPTH, SIM_ORDER_DEPTH},
    {CL_sRGBA, SIM_ORDER_SRGBA},
    {CL_sBGRA, SIM_ORDER_SBGRA},
    {CL_ABGR, SIM_ORDER_ABGR},
};

static const struct type_row types[] = {
    {CL_SNORM_INT8, SIM_TYPE_SNORM_INT8},
    {CL_SNORM_INT16, SIM_TYPE_SNORM_INT16},
    {CL_UNORM_INT8, SIM_TYPE_UNORM_INT8},
    {CL_UNORM_INT16, SIM_TYPE_UNORM_INT16},
    {CL_UNORM_SHORT_565, SIM_TYPE_UNORM_SHORT_565},
    {CL_UNORM_SHORT_555, SIM_TYPE_UNORM_SHORT_555},
    {CL_UNORM_INT_101010, SIM_TYPE_UNORM_INT_101010},
    {CL_SIGNED_INT8, SIM_TYPE_SIGNED_INT8},
    {CL_SIGNED_INT16, SIM_TYPE_SIGNED_INT16},
    {CL_SIGNED_INT32, SIM_TYPE_SIGNED_INT32},
    {CL_UNSIGNED_INT8, SIM_TYPE_UNSIGNED_INT8},
    {CL_UNSIGNED_INT16, SIM_TYPE_UNSIGNED_INT16},
    {CL_UNSIGNED_INT32, SIM_TYPE_UNSIGNED_INT32},
    {CL_HALF_FLOAT, SIM_TYPE_HALF_FLOAT},
    {CL_FLOAT, SIM_TYPE_FLOAT},
};

enum { ORDERS = sizeof orders / sizeof *orders, TYPES = sizeof types / sizeof *types };

/* Formats that OpenCL names and no image here has. */
static bool
is_named(const cl_image_format *format)
{
    const cl_channel_order order = format->image_channel_order;
    const cl_channel_type type = format->image_channel_data_type;
    bool is_order = order >= CL_R && order <= CL_ABGR;
    bool is_type = type >= CL_SNORM_INT8 && type <= CL_UNORM_INT_101010_2;
    bool has_order = false, has_type = false;
    for (unsigned i = 0; i < ORDERS; i++)
        has_order |= orders[i].order == order;
    for (unsigned i = 0; i < TYPES; i++)
        has_type |= types[i].type == type;
    return is_order && is_type && !(has_order && has_type);
}

/* Depths have types of their own, of two geometries (OpenCL C 3.0, 6.15.15, "Image Read and Write Functions"). */
static bool
is_allowed(enum sim_geometry geometry, enum sim_channel_order order)
{
    bool is_depth = order == SIM_ORDER_DEPTH;
    return !is_depth || geometry == SIM_GEOMETRY_2D || geometry == SIM_GEOMETRY_2D_ARRAY;
}

/* CL_MEM_READ_WRITE is of kernels that read and others that write (OpenCL 3.0, 5.3.2). */
static bool
device_has(const struct _cl_device_id *device, cl_mem_flags flags,
           const struct sim_image_info *info)
{
    const struct icd_driver *driver = device->driver;
    bool reads = !(flags & CL_MEM_WRITE_ONLY), writes = !(flags & CL_MEM_READ_ONLY);
    if (flags & CL_MEM_KERNEL_READ_AND_WRITE)
        return driver->image_exists(device, info->geometry, info->order, info->type, true, true);
    return (!reads ||
            driver->image_exists(device, info->geometry, info->order, info->type, true, false)) &&
           (!writes ||
            driver->image_exists(device, info->geometry, info->order, info->type, false, true));
}

/* Have all devices of the context such images, which kernels use as the flags say? */
static bool
exists(const struct _cl_context *context, cl_mem_flags flags, const struct sim_image_info *info)
{
    bool good = is_allowed(info->geometry, info->order) &&
                sim_image_exists(info->geometry, info->order, info->type);
    for (unsigned i = 0; good && i < context->engine_count; i++)
        good = device_has(context->engines[i].device, flags, info);
    return good;
}

cl_int
icd_image_format(const struct _cl_context *context, cl_mem_flags flags,
                 const cl_image_format *format, struct sim_image_info *info)
{
    bool has_order = false, has_type = false;
    for (unsigned i = 0; i < ORDERS && !has_order; i++) {
        has_order = orders[i].order == format->image_channel_order;
        info->order = orders[i].sim;
    }
    for (unsigned i = 0; i < TYPES && !has_type; i++) {
        has_type = types[i].type == format->image_channel_data_type;
        info->type = types[i].sim;
    }
    if (!has_order || !has_type || !sim_texel_bytes(info->order, info->type))
        return is_named(format) ? CL_IMAGE_FORMAT_NOT_SUPPORTED
                                : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    return exists(context, flags, info) ? CL_SUCCESS : CL_IMAGE_FORMAT_NOT_SUPPORTED;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                               cl_mem_object_type image_type, cl_uint num_entries,
                               cl_image_format *image_formats, cl_uint *num_image_formats)
{
    bool is_image =
        image_type >= CL_MEM_OBJECT_IMAGE2D && image_type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
    const cl_mem_flags by_one = CL_MEM_KERNEL_READ_AND_WRITE;
    cl_uint count = 0;
    if (!icd_is(context, ICD_CONTEXT))
        return CL_INVALID_CONTEXT;
    if (!is_image || (image_formats && !num_entries) ||
        !icd_mem_flags_are_good(icd_is_version_3(context) ? flags & ~by_one : flags))
        return CL_INVALID_VALUE;
    for (unsigned i = 0; i < ORDERS; i++)
        for (unsigned k = 0; k < TYPES; k++) {
            struct sim_image_info info = {.geometry = icd_image_geometry(image_type),
                                          .order = orders[i].sim,
                                          .type = types[k].sim};
            if (!exists(context, flags, &info))
                continue;
            if (image_formats && count < num_entries)
                image_formats[count] = (cl_image_format){orders[i].order, types[k].type};
            count++;
        }
    if (num_image_formats)
        *num_image_formats = count;
    return CL_SUCCESS;
}
