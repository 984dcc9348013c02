/* Images of each type and format: what moves their texels, what kernels see, and the error codes. */
#include "test/icd/host.h"

#include <CL/cl_ext.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_WAIT 0, NULL, NULL

enum { WIDTH = 7, HEIGHT = 5, DEPTH = 3, MAX_FORMATS = 128, MAX_BYTES = 16384 };

static const struct type {
    const char *name;
    cl_mem_object_type type;
    bool has_height, has_depth, is_array;
} types[] = {
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, false, false, false},
    {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, false, false, false},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, false, false, true},
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, true, false, false},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, true, false, true},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, true, true, false},
};
enum { TYPES = sizeof types / sizeof *types };

static cl_image_desc
desc_of(const struct type *type, cl_mem buffer)
{
    bool is_buffer = type->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    return (cl_image_desc){.image_type = type->type,
                           .image_width = WIDTH,
                           .image_height = type->has_height ? HEIGHT : 0,
                           .image_depth = type->has_depth ? DEPTH : 0,
                           .image_array_size = type->is_array ? DEPTH : 0,
                           .buffer = is_buffer ? buffer : NULL};
}

/* The region that is all of it. */
static void
whole(const struct type *type, size_t region[3])
{
    bool is_rows = type->is_array && !type->has_height;
    region[0] = WIDTH;
    region[1] = type->has_height ? HEIGHT : is_rows ? DEPTH : 1;
    region[2] = type->has_depth || (type->is_array && type->has_height) ? DEPTH : 1;
}

static cl_mem
image_of(const struct host *host, const struct type *type, const cl_image_format *format)
{
    cl_int error;
    bool is_buffer = type->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    cl_mem buffer = is_buffer ? clCreateBuffer(host->context, 0, MAX_BYTES, NULL, &error) : NULL;
    cl_image_desc desc = desc_of(type, buffer);
    cl_mem image = clCreateImage(host->context, 0, format, &desc, NULL, &error);
    assert_ok(error);
    if (buffer)
        clReleaseMemObject(buffer);
    return image;
}

/* Writes with the host's pitches, copies, reads, maps, by way of a buffer: the same texels each time. */
static void
move(const struct host *host, const struct type *type, const cl_image_format *format)
{
    static uint8_t in[MAX_BYTES], out[MAX_BYTES];
    const size_t zero[3] = {0, 0, 0};
    size_t region[3], texel, row, slice = 0, map_row, map_slice = 0;
    cl_int error;
    cl_mem one = image_of(host, type, format), other = image_of(host, type, format);
    cl_mem buffer = clCreateBuffer(host->context, 0, MAX_BYTES, NULL, &error);
    whole(type, region);
    assert_ok(clGetImageInfo(one, CL_IMAGE_ELEMENT_SIZE, sizeof texel, &texel, NULL));
    row = (WIDTH + 2) * texel;
    bool is_rows = type->is_array && !type->has_height;
    if (is_rows || region[2] > 1)
        slice = is_rows ? 2 * row : (region[1] + 1) * row;
    for (unsigned i = 0; i < MAX_BYTES; i++)
        in[i] = (uint8_t)(rand() >> 8);
    memset(out, 0, sizeof out);
    assert_ok(
        clEnqueueWriteImage(host->queue, one, CL_FALSE, zero, region, row, slice, in, NO_WAIT));
    assert_ok(clEnqueueCopyImage(host->queue, one, other, zero, zero, region, NO_WAIT));
    assert_ok(clEnqueueCopyImageToBuffer(host->queue, other, buffer, zero, region, 16, NO_WAIT));
    assert_ok(
        clEnqueueFillImage(host->queue, other, (float[4]){1, 1, 1, 1}, zero, region, NO_WAIT));
    assert_ok(clEnqueueCopyBufferToImage(host->queue, buffer, other, 16, zero, region, NO_WAIT));
    assert_ok(clEnqueueReadImage(host->queue, other, CL_TRUE, zero, region, 0, 0, out, NO_WAIT));
    uint8_t *map = clEnqueueMapImage(host->queue, other, CL_TRUE, CL_MAP_READ, zero, region,
                                     &map_row, &map_slice, NO_WAIT, &error);
    assert_ok(error);
    for (size_t z = 0; z < region[2]; z++)
        for (size_t y = 0; y < region[1]; y++) {
            const uint8_t *given = in + z * slice + y * (is_rows ? slice : row);
            const uint8_t *mapped = map + z * map_slice + y * (is_rows ? map_slice : map_row);
            assert_memory_equal(out + (z * region[1] + y) * WIDTH * texel, given, WIDTH * texel);
            assert_memory_equal(mapped, given, WIDTH * texel);
        }
    assert_ok(clEnqueueUnmapMemObject(host->queue, other, map, NO_WAIT));
    clReleaseMemObject(one);
    clReleaseMemObject(other);
    clReleaseMemObject(buffer);
}

static void
texels_are_moved(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    for (unsigned t = 0; t < TYPES; t++) {
        cl_image_format formats[MAX_FORMATS];
        cl_uint count;
        assert_ok(clGetSupportedImageFormats(host.context, CL_MEM_READ_WRITE, types[t].type,
                                             MAX_FORMATS, formats, &count));
        assert_in_range(count, 1, MAX_FORMATS);
        for (unsigned f = 0; f < count; f++)
            move(&host, &types[t], &formats[f]);
    }
    host_end(&host);
}

/* A kernel that copies an image of the type: where a texel is, and what reads it, differ. */
static cl_kernel
copier(const struct host *host, const struct type *type, const char *suffix)
{
    char text[512];
    bool is_rows = type->is_array && !type->has_height;
    const char *at = type->has_depth || (type->is_array && type->has_height)
                         ? "(int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0)"
                     : type->has_height || is_rows ? "(int2)(get_global_id(0), get_global_id(1))"
                                                   : "(int)get_global_id(0)";
    snprintf(text, sizeof text,
             "#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
             "kernel void k(read_only %s in, write_only %s out) {"
             " write_image%s(out, %s, read_image%s(in, %s)); }",
             type->name, type->name, suffix, at, suffix, at);
    return host_kernel(host, text, "k");
}

static const char *
suffix_of(const cl_image_format *format)
{
    cl_channel_type type = format->image_channel_data_type;
    return type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32       ? "i"
           : type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32 ? "ui"
                                                                   : "f";
}

/* Texels without bits that are no number of theirs: what is read and written again is the same. */
static void
copy_by_kernel(const struct host *host, const struct type *type, const cl_image_format *format,
               cl_kernel kernel)
{
    uint8_t in[4096], out[4096];
    const size_t zero[3] = {0, 0, 0};
    size_t region[3], texel;
    cl_mem one = image_of(host, type, format), other = image_of(host, type, format);
    whole(type, region);
    assert_ok(clGetImageInfo(one, CL_IMAGE_ELEMENT_SIZE, sizeof texel, &texel, NULL));
    size_t bytes = region[0] * region[1] * region[2] * texel;
    for (unsigned i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)(0x11 * (1 + i / 4 % 3));
    memset(out, 0xEE, sizeof out);
    assert_ok(clEnqueueWriteImage(host->queue, one, CL_FALSE, zero, region, 0, 0, in, NO_WAIT));
    assert_ok(clSetKernelArg(kernel, 0, sizeof one, &one));
    assert_ok(clSetKernelArg(kernel, 1, sizeof other, &other));
    assert_ok(clEnqueueNDRangeKernel(host->queue, kernel, 3, NULL, region, NULL, NO_WAIT));
    assert_ok(clEnqueueReadImage(host->queue, other, CL_TRUE, zero, region, 0, 0, out, NO_WAIT));
    cl_channel_type data = format->image_channel_data_type;
    cl_channel_order order = format->image_channel_order;
    bool has_gaps = data == CL_UNORM_SHORT_555 || data == CL_UNORM_INT_101010 || order == CL_Rx ||
                    order == CL_RGx || order == CL_RGBx;
    if (!has_gaps && memcmp(in, out, bytes) != 0)
        fail_msg("%s order %#x type %#x", type->name, order, data);
    clReleaseMemObject(one);
    clReleaseMemObject(other);
}

static void
kernels_see_the_same(void **state)
{
    (void)state;
    static const char *const suffixes[] = {"f", "i", "ui"};
    struct host host = host_begin(0, NULL, NULL);
    for (unsigned t = 0; t < TYPES; t++)
        for (unsigned s = 0; s < 3; s++) {
            cl_image_format formats[MAX_FORMATS];
            cl_uint count;
            cl_kernel kernel = copier(&host, &types[t], suffixes[s]);
            assert_ok(clGetSupportedImageFormats(host.context, CL_MEM_WRITE_ONLY, types[t].type,
                                                 MAX_FORMATS, formats, &count));
            for (unsigned f = 0; f < count; f++)
                if (strcmp(suffix_of(&formats[f]), suffixes[s]) == 0 &&
                    formats[f].image_channel_order != CL_DEPTH) /* whose type is another */
                    copy_by_kernel(&host, &types[t], &formats[f], kernel);
            clReleaseKernel(kernel);
        }
    host_end(&host);
}

/* The formats that the specification wants of every device. */
static void
formats_are_there(void **state)
{
    (void)state;
    static const cl_channel_type of_rgba[] = {
        CL_UNORM_INT8,    CL_UNORM_INT16,    CL_SIGNED_INT8,    CL_SIGNED_INT16, CL_SIGNED_INT32,
        CL_UNSIGNED_INT8, CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT};
    struct host host = host_begin(0, NULL, NULL);
    for (unsigned t = 0; t < TYPES; t++)
        for (unsigned i = 0; i <= sizeof of_rgba / sizeof *of_rgba; i++) {
            bool is_last = i == sizeof of_rgba / sizeof *of_rgba;
            cl_image_format format = {is_last ? CL_BGRA : CL_RGBA,
                                      is_last ? CL_UNORM_INT8 : of_rgba[i]};
            clReleaseMemObject(image_of(&host, &types[t], &format));
        }
    host_end(&host);
}

static void
making_them_fails(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    static char bytes[65536];
    const cl_mem_object_type flat = CL_MEM_OBJECT_IMAGE2D, solid = CL_MEM_OBJECT_IMAGE3D;
    const cl_mem_object_type array = CL_MEM_OBJECT_IMAGE2D_ARRAY, row = CL_MEM_OBJECT_IMAGE1D;
    const struct {
        cl_mem_flags flags;
        cl_image_format format;
        cl_image_desc desc;
        bool has_host;
        cl_int wanted;
    } rows[] = {
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_SUCCESS},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 0, .image_height = 4},
         false,
         CL_INVALID_IMAGE_SIZE},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 0},
         false,
         CL_INVALID_IMAGE_SIZE},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 1 << 20, .image_height = 4},
         false,
         CL_INVALID_IMAGE_SIZE},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 1 << 20},
         false,
         CL_INVALID_IMAGE_SIZE},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = solid, .image_width = 4, .image_height = 4, .image_depth = 1 << 16},
         false,
         CL_INVALID_IMAGE_SIZE},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = array,
          .image_width = 4,
          .image_height = 4,
          .image_depth = 0,
          .image_array_size = 1 << 20},
         false,
         CL_INVALID_IMAGE_SIZE},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = row, .image_width = 1 << 28},
         false,
         CL_INVALID_IMAGE_SIZE},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4, .num_mip_levels = 4},
         false,
         CL_INVALID_IMAGE_DESCRIPTOR},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4, .num_samples = 2},
         false,
         CL_INVALID_IMAGE_DESCRIPTOR},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = CL_MEM_OBJECT_BUFFER, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_IMAGE_DESCRIPTOR},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 4},
         false,
         CL_INVALID_IMAGE_DESCRIPTOR},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4, .image_row_pitch = 64},
         false,
         CL_INVALID_IMAGE_DESCRIPTOR},
        {CL_MEM_COPY_HOST_PTR,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4, .image_row_pitch = 80},
         true,
         CL_SUCCESS},
        {CL_MEM_COPY_HOST_PTR,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4, .image_row_pitch = 48},
         true,
         CL_INVALID_IMAGE_DESCRIPTOR},
        {CL_MEM_COPY_HOST_PTR,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4, .image_row_pitch = 72},
         true,
         CL_INVALID_IMAGE_DESCRIPTOR},
        {CL_MEM_COPY_HOST_PTR,
         {CL_RGBA, CL_FLOAT},
         {.image_type = solid,
          .image_width = 4,
          .image_height = 4,
          .image_depth = 2,
          .image_slice_pitch = 200},
         true,
         CL_INVALID_IMAGE_DESCRIPTOR},
        {CL_MEM_COPY_HOST_PTR,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_HOST_PTR},
        {0,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         true,
         CL_INVALID_HOST_PTR},
        {CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_VALUE},
        {1 << 20,
         {CL_RGBA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_VALUE},
        {0,
         {0, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0,
         {CL_RGBA, 0},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0,
         {CL_RGB, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0,
         {CL_BGRA, CL_FLOAT},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0,
         {CL_RGBA, CL_UNORM_SHORT_565},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {0,
         {CL_INTENSITY, CL_SIGNED_INT8},
         {.image_type = flat, .image_width = 4, .image_height = 4},
         false,
         CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cl_mem image = clCreateImage(host.context, rows[i].flags, &rows[i].format, &rows[i].desc,
                                     rows[i].has_host ? bytes : NULL, &error);
        host_expect("clCreateImage, row", (int)i, error, rows[i].wanted);
        if (image)
            clReleaseMemObject(image);
    }
    const cl_image_format *format = &rows[0].format;
    EXPECT_NEW(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
               clCreateImage(host.context, 0, NULL, &rows[0].desc, NULL, &error));
    EXPECT_NEW(CL_INVALID_IMAGE_DESCRIPTOR,
               clCreateImage(host.context, 0, format, NULL, NULL, &error));
    cl_uint count;
    cl_image_format one;
    EXPECT(CL_INVALID_VALUE,
           clGetSupportedImageFormats(host.context, 1 << 20, flat, 1, &one, &count));
    EXPECT(CL_INVALID_VALUE,
           clGetSupportedImageFormats(host.context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, flat, 1,
                                      &one, &count));
    EXPECT(CL_INVALID_VALUE,
           clGetSupportedImageFormats(host.context, 0, CL_MEM_OBJECT_BUFFER, 1, &one, &count));
    EXPECT(CL_INVALID_VALUE, clGetSupportedImageFormats(host.context, 0, flat, 0, &one, &count));
    static const struct {
        cl_bool normalized;
        cl_addressing_mode addressing;
        cl_filter_mode filter;
        cl_int wanted;
    } samplers[] = {
        {2, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_TRUE, 0, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_TRUE, CL_ADDRESS_CLAMP, 0, CL_INVALID_VALUE},
        {CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_FALSE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_NEAREST, CL_INVALID_VALUE},
        {CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT, CL_FILTER_LINEAR, CL_SUCCESS},
    };
    for (unsigned i = 0; i < sizeof samplers / sizeof *samplers; i++) {
        cl_sampler sampler = clCreateSampler(host.context, samplers[i].normalized,
                                             samplers[i].addressing, samplers[i].filter, &error);
        host_expect("clCreateSampler, row", (int)i, error, samplers[i].wanted);
        if (sampler)
            clReleaseSampler(sampler);
    }
    host_end(&host);
    host_expected();
}

/* An image of a buffer has the buffer's flags where it has none, and may not have more. */
static void
buffers_hand_flags_down(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    static const struct {
        cl_mem_flags of, flags, has;
        cl_int wanted;
    } rows[] = {
        {CL_MEM_READ_ONLY, 0, CL_MEM_READ_ONLY, CL_SUCCESS},
        {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, 0, CL_INVALID_VALUE},
        {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, 0, CL_INVALID_VALUE},
        {CL_MEM_HOST_NO_ACCESS, 0, CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS, CL_SUCCESS},
        {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, 0, CL_INVALID_VALUE},
        {CL_MEM_READ_WRITE, CL_MEM_ALLOC_HOST_PTR, 0, CL_INVALID_VALUE},
    };
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cl_int error;
        cl_mem_flags flags;
        cl_mem buffer = clCreateBuffer(host.context, rows[i].of, 256, NULL, &error), of;
        cl_image_desc desc = {
            .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .buffer = buffer};
        cl_mem image = clCreateImage(host.context, rows[i].flags, &format, &desc, NULL, &error);
        host_expect("an image of a buffer, row", (int)i, error, rows[i].wanted);
        if (image) {
            assert_ok(clGetMemObjectInfo(image, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
            host_expect("its flags", (int)i, (cl_int)flags, (cl_int)rows[i].has);
            assert_ok(clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof of, &of, NULL));
            assert_ptr_equal(of, buffer);
            clReleaseMemObject(image);
        }
        clReleaseMemObject(buffer);
    }
    host_end(&host);
    host_expected();
}

static void
commands_fail(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    cl_command_queue q = host.queue;
    static char bytes[8192];
    const size_t zero[3] = {0}, past[3] = {4, 0, 0}, deep[3] = {0, 0, 1}, none[3] = {4, 0, 1};
    const size_t all[3] = {WIDTH, HEIGHT, 1}, part[3] = {4, 4, 1}, two[3] = {4, 4, 2};
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8}, float_format = {CL_R, CL_FLOAT};
    cl_int error;
    size_t row, slice;
    cl_mem image = image_of(&host, &types[3], &format), solid = image_of(&host, &types[5], &format);
    cl_mem other = image_of(&host, &types[3], &float_format);
    cl_mem buffer = clCreateBuffer(host.context, 0, 256, NULL, &error);
    cl_image_desc desc = {
        .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .buffer = buffer};
    cl_mem of_buffer = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
    desc = desc_of(&types[3], NULL);
    cl_mem hidden =
        clCreateImage(host.context, CL_MEM_HOST_NO_ACCESS, &format, &desc, NULL, &error);
#define READ(image, origin, region, row, slice, to)                                                \
    clEnqueueReadImage(q, image, CL_TRUE, origin, region, row, slice, to, NO_WAIT)
#define WRITE(image, origin, region, row, slice, from)                                             \
    clEnqueueWriteImage(q, image, CL_TRUE, origin, region, row, slice, from, NO_WAIT)
    EXPECT(CL_SUCCESS, READ(image, zero, all, 0, 0, bytes));
    EXPECT(CL_INVALID_VALUE, READ(image, zero, all, 0, 0, NULL));
    EXPECT(CL_INVALID_VALUE, READ(image, NULL, all, 0, 0, bytes));
    EXPECT(CL_INVALID_VALUE, READ(image, zero, NULL, 0, 0, bytes));
    EXPECT(CL_INVALID_VALUE, READ(image, past, part, 0, 0, bytes));
    EXPECT(CL_INVALID_VALUE, READ(image, zero, none, 0, 0, bytes));
    EXPECT(CL_INVALID_VALUE, READ(image, zero, two, 0, 0, bytes));
    EXPECT(CL_INVALID_VALUE, READ(image, deep, part, 0, 0, bytes));
    EXPECT(CL_INVALID_VALUE, READ(image, zero, part, 15, 0, bytes));
    EXPECT(CL_INVALID_VALUE, READ(image, zero, part, 16, 64, bytes)); /* slices of a flat image */
    EXPECT(CL_INVALID_VALUE, WRITE(image, zero, part, 16, 64, bytes));
    EXPECT(CL_INVALID_VALUE, READ(solid, zero, part, 16, 63, bytes));
    EXPECT(CL_SUCCESS, READ(solid, zero, part, 16, 64, bytes));
    EXPECT(CL_INVALID_MEM_OBJECT, READ(buffer, zero, part, 0, 0, bytes));
    EXPECT(CL_INVALID_OPERATION, READ(hidden, zero, part, 0, 0, bytes));
    EXPECT(CL_INVALID_OPERATION, WRITE(hidden, zero, part, 0, 0, bytes));
    EXPECT(CL_IMAGE_FORMAT_MISMATCH,
           clEnqueueCopyImage(q, image, other, zero, zero, part, NO_WAIT));
    EXPECT(CL_MEM_COPY_OVERLAP,
           clEnqueueCopyImage(q, image, image, zero, (size_t[]){3, 1, 0}, part, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueCopyImage(q, image, solid, zero, deep, part, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueCopyImage(q, solid, image, zero, zero, two, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueCopyImage(q, image, image, zero, NULL, part, NO_WAIT));
    EXPECT(CL_INVALID_VALUE,
           clEnqueueCopyImageToBuffer(q, image, buffer, zero, part, 200, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueCopyImageToBuffer(q, image, buffer, zero, part, 192, NO_WAIT));
    EXPECT(CL_INVALID_VALUE,
           clEnqueueCopyBufferToImage(q, buffer, image, 193, zero, part, NO_WAIT));
    EXPECT(CL_INVALID_MEM_OBJECT,
           clEnqueueCopyImageToBuffer(q, of_buffer, buffer, zero, (size_t[]){4, 1, 1}, 0, NO_WAIT));
    EXPECT(CL_INVALID_MEM_OBJECT,
           clEnqueueCopyBufferToImage(q, buffer, of_buffer, 0, zero, (size_t[]){4, 1, 1}, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueFillImage(q, image, NULL, zero, part, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueFillImage(q, image, bytes, past, part, NO_WAIT));
#define MAP(image, flags, origin, region, row, slice)                                              \
    clEnqueueMapImage(q, image, CL_TRUE, flags, origin, region, row, slice, NO_WAIT, &error)
    EXPECT_NEW(CL_INVALID_VALUE, MAP(image, CL_MAP_READ, zero, part, NULL, &slice));
    EXPECT_NEW(CL_INVALID_VALUE, MAP(solid, CL_MAP_READ, zero, part, &row, NULL));
    EXPECT_NEW(CL_INVALID_VALUE, MAP(image, 1 << 9, zero, part, &row, &slice));
    EXPECT_NEW(CL_INVALID_VALUE,
               MAP(image, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, zero, part, &row, &slice));
    EXPECT_NEW(CL_INVALID_OPERATION, MAP(hidden, CL_MAP_READ, zero, part, &row, &slice));
    EXPECT_NEW(CL_INVALID_MEM_OBJECT, MAP(buffer, CL_MAP_READ, zero, part, &row, &slice));
    slice = 99;
    void *map = MAP(image, CL_MAP_READ, zero, part, &row, &slice);
    assert_ok(error);
    assert_int_equal(slice, 0);
    EXPECT(CL_INVALID_VALUE, clEnqueueUnmapMemObject(q, image, (char *)map + 4, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueUnmapMemObject(q, solid, map, NO_WAIT));
    EXPECT(CL_SUCCESS, clEnqueueUnmapMemObject(q, image, map, NO_WAIT));
    EXPECT(CL_INVALID_VALUE, clEnqueueUnmapMemObject(q, image, map, NO_WAIT));
    assert_ok(clFinish(q));
    cl_mem images[] = {image, solid, other, of_buffer, hidden, buffer};
    for (unsigned i = 0; i < 6; i++)
        clReleaseMemObject(images[i]);
    host_end(&host);
    host_expected();
}

/* An image over the program's memory, with gaps between rows and slices: a kernel adds one to each texel,
 * a map shows that where the memory is, and the gaps stay as they were. */
static void
host_memory_has_gaps(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const size_t zero[3] = {0};
    for (unsigned t = 0; t < TYPES; t++) {
        bool is_rows = types[t].is_array && !types[t].has_height;
        if (types[t].type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
            continue;
        uint32_t words[1024];
        cl_int error;
        size_t region[3], row = WIDTH + 3, slice = (HEIGHT + 2) * row, pitch = 0, slice_pitch = 0;
        cl_image_desc desc = desc_of(&types[t], NULL);
        whole(&types[t], region);
        desc.image_row_pitch = 4 * row;
        desc.image_slice_pitch = types[t].is_array || types[t].has_depth ? 4 * slice : 0;
        for (unsigned i = 0; i < 1024; i++)
            words[i] = i;
        cl_mem image =
            clCreateImage(host.context, CL_MEM_USE_HOST_PTR, &format, &desc, words, &error);
        assert_ok(error);
        cl_mem out = image_of(&host, &types[t], &format);
        cl_kernel kernel = copier(&host, &types[t], "ui");
        assert_ok(clSetKernelArg(kernel, 0, sizeof image, &image));
        assert_ok(clSetKernelArg(kernel, 1, sizeof out, &out));
        assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 3, NULL, region, NULL, NO_WAIT));
        assert_ok(
            clEnqueueFillImage(host.queue, image, (cl_uint[]){9, 9, 9, 9}, zero, region, NO_WAIT));
        assert_ok(clSetKernelArg(kernel, 0, sizeof out, &out));
        assert_ok(clSetKernelArg(kernel, 1, sizeof image, &image));
        assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 3, NULL, region, NULL, NO_WAIT));
        uint32_t *map = clEnqueueMapImage(host.queue, image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                          zero, region, &pitch, &slice_pitch, NO_WAIT, &error);
        assert_ok(error);
        assert_ptr_equal(map, words);
        assert_int_equal(pitch, 4 * row);
        assert_int_equal(slice_pitch, desc.image_slice_pitch);
        for (unsigned i = 0; i < 1024; i++)
            assert_int_equal(words[i], i); /* there and back again */
        size_t last =
            (region[2] - 1) * slice + (region[1] - 1) * (is_rows ? slice : row) + WIDTH - 1;
        map[last] = 77;
        uint32_t texel = 0;
        const size_t corner[3] = {region[0] - 1, region[1] - 1, region[2] - 1}, one[3] = {1, 1, 1};
        assert_ok(clEnqueueUnmapMemObject(host.queue, image, map, NO_WAIT));
        assert_ok(clSetKernelArg(kernel, 0, sizeof image, &image));
        assert_ok(clSetKernelArg(kernel, 1, sizeof out, &out));
        assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 3, NULL, region, NULL, NO_WAIT));
        assert_ok(clEnqueueReadImage(host.queue, out, CL_TRUE, corner, one, 0, 0, &texel, NO_WAIT));
        assert_int_equal(texel, 77);
        clReleaseKernel(kernel);
        clReleaseMemObject(image);
        clReleaseMemObject(out);
    }
    host_end(&host);
}

/* What is stored in an image of a buffer is in the buffer, and the other way; also of a sub-buffer. */
static void
buffers_are_images(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const size_t items = 16;
    cl_int error;
    uint32_t words[64], pattern = 5;
    cl_kernel add = host_kernel(
        &host,
        "kernel void k(read_only image1d_buffer_t in, write_only image1d_buffer_t out) {"
        " int i = get_global_id(0); write_imageui(out, i, read_imageui(in, i) + 1u); }",
        "k");
    cl_mem memory = host_words(&host, NULL, 64), images[2];
    const cl_buffer_region halves[] = {{0, 128}, {128, 128}};
    for (unsigned i = 0; i < 2; i++) {
        cl_mem half =
            clCreateSubBuffer(memory, 0, CL_BUFFER_CREATE_TYPE_REGION, &halves[i], &error);
        cl_image_desc desc = {
            .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 16, .buffer = half};
        images[i] = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
        assert_ok(error);
        clReleaseMemObject(half);
        assert_ok(clSetKernelArg(add, i, sizeof(cl_mem), &images[i]));
    }
    for (unsigned i = 0; i < 2; i++, pattern += 10) {
        assert_ok(clEnqueueFillBuffer(host.queue, memory, &pattern, 4, 0, 256, NO_WAIT));
        assert_ok(clEnqueueNDRangeKernel(host.queue, add, 1, NULL, &items, NULL, NO_WAIT));
        host_read(&host, memory, words, 64);
        for (unsigned k = 0; k < 64; k++)
            assert_int_equal(words[k], pattern + (k >= 32 && k < 48));
    }
    clReleaseMemObject(images[0]);
    clReleaseMemObject(images[1]);
    clReleaseMemObject(memory);
    clReleaseKernel(add);
    host_end(&host);
}

enum { SIDE = 4, TEXELS = SIDE * SIDE * SIDE };

static const struct parted {
    cl_mem_object_type type;
    const char *name, *place; /* of texel i */
    size_t size[3];
} shapes[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d_t", "i", {SIDE, 1, 1}},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY, "image1d_array_t", "(int2)(i % 4, i / 4)", {SIDE, SIDE, 1}},
    {CL_MEM_OBJECT_IMAGE2D, "image2d_t", "(int2)(i % 4, i / 4)", {SIDE, SIDE, 1}},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY,
     "image2d_array_t",
     "(int4)(i % 4, i / 4 % 4, i / 16, 0)",
     {SIDE, SIDE, SIDE}},
};

/* Which texel of the part is that of the image; TEXELS: none. */
static size_t
in_part(const size_t origin[3], const size_t part[3], size_t texel)
{
    const size_t at[3] = {texel % SIDE, texel / SIDE % SIDE, texel / SIDE / SIDE};
    size_t index = 0;
    for (unsigned d = 3; d-- > 0;) {
        if (at[d] < origin[d] || at[d] >= origin[d] + part[d])
            return TEXELS;
        index = index * part[d] + at[d] - origin[d];
    }
    return index;
}

static void
move_parts(const struct host *host, const struct parted *shape, cl_kernel set, cl_kernel get)
{
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    const size_t *size = shape->size, items = size[0] * size[1] * size[2], zero[3] = {0};
    const cl_image_desc desc = {.image_type = shape->type,
                                .image_width = SIDE,
                                .image_height = SIDE,
                                .image_depth = 1,
                                .image_array_size = SIDE};
    size_t part[3], origin[3], row, slice, k;
    uint32_t got[TEXELS], seen[TEXELS], put[TEXELS];
    cl_int error;
    cl_mem image = clCreateImage(host->context, 0, &format, &desc, NULL, &error);
    assert_ok(error);
    cl_mem out = host_words(host, NULL, TEXELS);
    for (unsigned d = 0; d < 3; d++) {
        origin[d] = size[d] > 1;
        part[d] = size[d] > 1 ? 2 : 1;
    }
    for (uint32_t i = 0; i < TEXELS; i++)
        put[i] = 1000 + i;
    host_launch(host, set, items, items, 1, image);
    assert_ok(clEnqueueReadImage(host->queue, image, CL_TRUE, origin, part, 0, 0, seen, NO_WAIT));
    uint32_t *map = clEnqueueMapImage(host->queue, image, CL_TRUE, CL_MAP_READ, origin, part, &row,
                                      &slice, NO_WAIT, &error);
    assert_ok(error);
    assert_int_equal(*map, seen[0]);
    assert_ok(clEnqueueUnmapMemObject(host->queue, image, map, NO_WAIT));
    assert_ok(clEnqueueWriteImage(host->queue, image, CL_TRUE, origin, part, 0, 0, put, NO_WAIT));
    host_launch(host, get, items, items, 2, image, out);
    host_read(host, out, got, items);
    for (uint32_t i = 0; i < items; i++) {
        bool is_in = (k = in_part(origin, part, i)) < TEXELS;
        assert_int_equal(got[i], is_in ? 1000 + k : 100 + i);
        if (is_in)
            assert_int_equal(seen[k], 100 + i);
    }
    assert_ok(clEnqueueReadImage(host->queue, image, CL_TRUE, zero, size, 0, 0, put, NO_WAIT));
    assert_memory_equal(put, got, 4 * items);
    clReleaseMemObject(image);
    clReleaseMemObject(out);
}

/* The host reads and writes parts of what a GPU has. */
static void
parts_are_moved(void **state)
{
    (void)state;
    struct host host = host_begin(0, NULL, NULL);
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char source[512];
        cl_int error;
        snprintf(source, sizeof source,
                 "kernel void set(write_only %s m) { int i = get_global_id(0);"
                 " write_imageui(m, %s, (uint4)(100 + i)); }"
                 "kernel void get(read_only %s m, global uint *o) {"
                 " int i = get_global_id(0); o[i] = read_imageui(m, %s).x; }",
                 shapes[i].name, shapes[i].place, shapes[i].name, shapes[i].place);
        cl_program program = host_program(&host, source, NULL);
        cl_kernel set = clCreateKernel(program, "set", &error);
        cl_kernel get = clCreateKernel(program, "get", &error);
        move_parts(&host, &shapes[i], set, get);
        clReleaseKernel(set);
        clReleaseKernel(get);
        clReleaseProgram(program);
    }
    host_end(&host);
}

/* ---- images of buffers: cl_khr_image2d_from_buffer (OpenCL 3.0, 5.3.1.3) ---- */

static void
images_of_buffers_are_checked(void **state)
{
    (void)state;
    enum { BYTES = 4096, TEXEL = 4 };
    static const struct {
        cl_image_desc desc;
        cl_int wanted;
    } rows[] = {
        {{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 256, .image_height = 4}, CL_SUCCESS},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D,
          .image_width = 100,
          .image_height = 4,
          .image_row_pitch = 1024},
         CL_SUCCESS},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D,
          .image_width = 100,
          .image_height = 1,
          .image_row_pitch = 4096},
         CL_SUCCESS},
        /* rows that begin where none may, as given or without gaps */
        {{.image_type = CL_MEM_OBJECT_IMAGE2D,
          .image_width = 100,
          .image_height = 4,
          .image_row_pitch = 512},
         CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 100, .image_height = 4},
         CL_INVALID_IMAGE_FORMAT_DESCRIPTOR},
        /* or are too short, or no whole texels */
        {{.image_type = CL_MEM_OBJECT_IMAGE2D,
          .image_width = 300,
          .image_height = 2,
          .image_row_pitch = 1024},
         CL_INVALID_IMAGE_DESCRIPTOR},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D,
          .image_width = 100,
          .image_height = 4,
          .image_row_pitch = 1026},
         CL_INVALID_IMAGE_DESCRIPTOR},
        /* the last row must be whole */
        {{.image_type = CL_MEM_OBJECT_IMAGE2D,
          .image_width = 100,
          .image_height = 5,
          .image_row_pitch = 1024},
         CL_INVALID_MEM_OBJECT},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 256, .image_height = 0},
         CL_INVALID_IMAGE_SIZE},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 0, .image_height = 4},
         CL_INVALID_IMAGE_SIZE},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 1 << 20, .image_height = 1},
         CL_INVALID_IMAGE_SIZE},
        /* other types have no buffer */
        {{.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 4}, CL_INVALID_IMAGE_DESCRIPTOR},
        {{.image_type = CL_MEM_OBJECT_IMAGE3D,
          .image_width = 4,
          .image_height = 4,
          .image_depth = 4},
         CL_INVALID_IMAGE_DESCRIPTOR},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
          .image_width = 4,
          .image_height = 4,
          .image_array_size = 2},
         CL_INVALID_IMAGE_DESCRIPTOR},
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY, .image_width = 4, .image_array_size = 2},
         CL_INVALID_IMAGE_DESCRIPTOR},
        /* 1D: a pitch that holds the row, if any */
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 1024}, CL_SUCCESS},
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .image_row_pitch = 256},
         CL_SUCCESS},
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .image_row_pitch = 260},
         CL_SUCCESS},
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .image_row_pitch = 252},
         CL_INVALID_IMAGE_DESCRIPTOR},
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .image_row_pitch = 258},
         CL_INVALID_IMAGE_DESCRIPTOR},
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .image_row_pitch = 4100},
         CL_INVALID_MEM_OBJECT},
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 1025}, CL_INVALID_MEM_OBJECT},
        /* without memory of the host there is no pitch of slices (OpenCL 1.2, 5.3.1.2) */
        {{.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
          .image_width = 1024,
          .image_slice_pitch = 4096},
         CL_INVALID_IMAGE_DESCRIPTOR},
        {{.image_type = CL_MEM_OBJECT_IMAGE2D,
          .image_width = 256,
          .image_height = 4,
          .image_slice_pitch = 1},
         CL_INVALID_IMAGE_DESCRIPTOR},
    };
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    cl_uint pitch, base;
    char extensions[2048];
    cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT_KHR, sizeof pitch,
                              &pitch, NULL));
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT_KHR, sizeof base,
                              &base, NULL));
    assert_int_equal(pitch, 256);
    assert_int_equal(base, 256);
    assert_ok(
        clGetDeviceInfo(host.device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL));
    assert_non_null(strstr(extensions, "cl_khr_image2d_from_buffer"));
    cl_mem buffer = clCreateBuffer(host.context, CL_MEM_READ_ONLY, BYTES, NULL, &error), image;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        cl_image_desc desc = rows[i].desc;
        desc.buffer = buffer;
        image = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
        if (error != rows[i].wanted)
            fail_msg("row %u: %d, not %d", i, error, rows[i].wanted);
        if (image)
            assert_ok(clReleaseMemObject(image));
    }
    /* flags, formats, and what is no buffer */
    cl_image_desc desc = rows[0].desc;
    desc.buffer = buffer;
    char bytes[BYTES];
    EXPECT_NEW(CL_INVALID_VALUE,
               clCreateImage(host.context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error));
    EXPECT_NEW(CL_INVALID_HOST_PTR, clCreateImage(host.context, 0, &format, &desc, bytes, &error));
    const cl_image_format none = {CL_RGBA, 1};
    EXPECT_NEW(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
               clCreateImage(host.context, 0, &none, &desc, NULL, &error));
    EXPECT_NEW(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
               clCreateImage(host.context, 0, NULL, &desc, NULL, &error));
    image = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
    cl_mem parent;
    EXPECT(CL_SUCCESS, clGetImageInfo(image, CL_IMAGE_BUFFER, sizeof parent, &parent, NULL));
    assert_ptr_equal(parent, buffer);
    desc.buffer = image;
    EXPECT_NEW(CL_INVALID_IMAGE_DESCRIPTOR,
               clCreateImage(host.context, 0, &format, &desc, NULL, &error));
    /* the program's memory begins at a multiple of the device's alignment, too */
    char *own = aligned_alloc(4096, 2 * BYTES);
    for (unsigned offset = 0; offset <= 1024; offset += 128) {
        cl_mem used =
            clCreateBuffer(host.context, CL_MEM_USE_HOST_PTR, BYTES, own + offset, &error);
        desc.buffer = used;
        cl_mem made = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
        assert_int_equal(error,
                         offset % (256 * TEXEL) ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR : CL_SUCCESS);
        if (made)
            assert_ok(clReleaseMemObject(made));
        assert_ok(clReleaseMemObject(used));
    }
    free(own);
    assert_ok(clReleaseMemObject(image));
    assert_ok(clReleaseMemObject(buffer));
    host_expected();
    host_end(&host);
}

/* Kernels and the host see one memory by the image and by the buffer, or a part of it. */
static void
images_of_buffers_are_the_buffer(void **state)
{
    (void)state;
    enum { WIDTH = 5, HEIGHT = 3, ROW = 256, WORDS = 1024, FIRST = 64 };
    static const char source[] =
        "kernel void k(read_only image2d_t from, write_only image2d_t to, global uint *a) {"
        " int2 at = (int2)(get_global_id(0) % 5, get_global_id(0) / 5);"
        " uint4 seen = read_imageui(from, at); write_imageui(to, at, seen * 2);"
        " a[get_global_id(0)] = seen.x; }";
    struct host host = host_begin(0, NULL, NULL);
    cl_int error;
    uint32_t words[WORDS], seen[WORDS];
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = i;
    cl_kernel kernel = host_kernel(&host, source, "k");
    cl_mem from = host_words(&host, words, WORDS), to = host_words(&host, words, WORDS),
           list = host_words(&host, words, WORDS);
    cl_buffer_region region = {4 * FIRST, 4 * (WORDS - FIRST)};
    cl_mem part = clCreateSubBuffer(from, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    assert_ok(error);
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                          .image_width = WIDTH,
                          .image_height = HEIGHT,
                          .image_row_pitch = 4 * ROW};
    desc.buffer = part;
    cl_mem source_image = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
    assert_ok(error);
    desc.buffer = to;
    cl_mem target_image = clCreateImage(host.context, 0, &format, &desc, NULL, &error);
    assert_ok(error);
    host_launch(&host, kernel, WIDTH * HEIGHT, 0, 3, source_image, target_image, list);
    host_read(&host, list, seen, WIDTH * HEIGHT);
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
        assert_int_equal(seen[i], FIRST + i / WIDTH * ROW + i % WIDTH);
    host_read(&host, to, seen, WORDS);
    for (unsigned i = 0; i < WORDS; i++) {
        bool is_texel = i / ROW < HEIGHT && i % ROW < WIDTH;
        assert_int_equal(seen[i], is_texel ? 2 * (FIRST + i) : i);
    }
    /* by the host: read, written, mapped */
    const size_t origin[3] = {1, 1, 0}, size[3] = {2, 2, 1};
    assert_ok(clEnqueueReadImage(host.queue, target_image, CL_TRUE, origin, size, 0, 0, seen, 0,
                                 NULL, NULL));
    assert_int_equal(seen[0], 2 * (FIRST + ROW + 1));
    assert_int_equal(seen[3], 2 * (FIRST + 2 * ROW + 2));
    assert_ok(clEnqueueWriteImage(host.queue, target_image, CL_TRUE, origin, size, 0, 0, words, 0,
                                  NULL, NULL));
    host_read(&host, to, seen, WORDS);
    assert_int_equal(seen[ROW + 2], 1);
    assert_int_equal(seen[2 * ROW + 2], 3);
    size_t row;
    uint32_t *at = clEnqueueMapImage(host.queue, target_image, CL_TRUE, CL_MAP_READ, origin, size,
                                     &row, NULL, 0, NULL, NULL, &error);
    assert_ok(error);
    assert_int_equal(row, 4 * ROW);
    assert_int_equal(at[ROW + 1], 3);
    assert_ok(clEnqueueUnmapMemObject(host.queue, target_image, at, 0, NULL, NULL));
    const cl_mem all[] = {source_image, target_image, part, from, to, list};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        assert_ok(clReleaseMemObject(all[i]));
    assert_ok(clReleaseKernel(kernel));
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_of_buffers_are_checked),
        cmocka_unit_test(images_of_buffers_are_the_buffer),
        cmocka_unit_test(texels_are_moved),
        cmocka_unit_test(kernels_see_the_same),
        cmocka_unit_test(formats_are_there),
        cmocka_unit_test(making_them_fails),
        cmocka_unit_test(buffers_hand_flags_down),
        cmocka_unit_test(commands_fail),
        cmocka_unit_test(host_memory_has_gaps),
        cmocka_unit_test(buffers_are_images),
        cmocka_unit_test(parts_are_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
