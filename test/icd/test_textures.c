/* What images have beyond OpenCL 1.2: levels, depths, other images' texels.  image_matrix.c has their commands. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/host.h"

#include <CL/cl_ext.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define NO_WAIT 0, NULL, NULL

static bool
lists(const struct host *host, const char *extension)
{
    char list[4096];
    assert_ok(clGetDeviceInfo(host->device, CL_DEVICE_EXTENSIONS, sizeof list, list, NULL));
    size_t length = strlen(extension);
    for (const char *at = list; (at = strstr(at, extension)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static const cl_image_format floats = {CL_RGBA, CL_FLOAT}, bytes = {CL_RGBA, CL_UNORM_INT8},
                             one_float = {CL_R, CL_FLOAT}, depths = {CL_DEPTH, CL_FLOAT},
                             colors = {CL_sRGBA, CL_UNORM_INT8};

static cl_mem
image_of(const struct host *host, const cl_image_format *format, cl_mem_object_type type,
         cl_uint levels, cl_int *error)
{
    bool is_array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    cl_image_desc desc = {.image_type = type,
                          .image_width = 16,
                          .image_height = 8,
                          .image_depth = type == CL_MEM_OBJECT_IMAGE3D ? 4 : 0,
                          .image_array_size = is_array ? 3 : 0,
                          .num_mip_levels = levels};
    return clCreateImage(host->context, CL_MEM_READ_WRITE, format, &desc, NULL, error);
}

/* ---- what programs see ---- */

static void
macros_are_the_devices(void **state)
{
    (void)state;
    static const char *const names[] = {"cl_khr_depth_images", "cl_khr_mipmap_image",
                                        "cl_khr_mipmap_image_writes", "cl_khr_gl_msaa_sharing",
                                        "cl_khr_srgb_image_writes"};
    static const char *const languages[] = {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"};
    struct host host = host_begin(0, NULL, NULL);
    assert_true(lists(&host, "cl_khr_depth_images"));
    assert_int_equal(lists(&host, "cl_khr_mipmap_image"), !host_is_real(&host));
    assert_int_equal(lists(&host, "cl_khr_mipmap_image_writes"), !host_is_real(&host));
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        for (unsigned k = 0; k < 3; k++) {
            char text[256];
            uint32_t is_seen = 9;
            cl_int error;
            snprintf(text, sizeof text,
                     "#ifdef %s\n#define SEEN 1\n#else\n#define SEEN 0\n#endif\n"
                     "kernel void k(global uint *a) { *a = SEEN; }",
                     names[i]);
            cl_program program = host_program(&host, text, languages[k]);
            cl_kernel kernel = clCreateKernel(program, "k", &error);
            assert_ok(error);
            cl_mem memory = host_words(&host, NULL, 1);
            host_launch(&host, kernel, 1, 1, 1, memory);
            host_read(&host, memory, &is_seen, 1);
            bool is_later = (strstr(names[i], "mipmap") || strstr(names[i], "srgb")) && k == 0;
            if (is_seen != (lists(&host, names[i]) && !is_later))
                fail_msg("%s: %u with %s", names[i], is_seen, languages[k]);
            clReleaseMemObject(memory);
            clReleaseKernel(kernel);
            clReleaseProgram(program);
        }
    clReleaseProgram(host_program(&host, "kernel void k(read_only image2d_msaa_t a) {}",
                                  "-cl-std=CL2.0 -cl-ext=+cl_khr_gl_msaa_sharing"));
    host_end(&host);
}

/* ---- levels ---- */

static void
levels_are_checked(void **state)
{
    (void)state;
    cl_int error;
    struct host host = host_begin(0, NULL, NULL);
    const cl_mem_object_type flat = CL_MEM_OBJECT_IMAGE2D;
    static float texels[16 * 8 * 4];
    cl_image_desc of_host = {
        .image_type = flat, .image_width = 16, .image_height = 8, .num_mip_levels = 2};
    if (!lists(&host, "cl_khr_mipmap_image")) {
        EXPECT_NEW(CL_INVALID_IMAGE_DESCRIPTOR, image_of(&host, &floats, flat, 1, &error));
        EXPECT_NEW(CL_INVALID_IMAGE_DESCRIPTOR, image_of(&host, &floats, flat, 2, &error));
        host_expected();
        host_end(&host);
        return;
    }
    EXPECT_NEW(CL_INVALID_IMAGE_DESCRIPTOR, image_of(&host, &floats, flat, 6, &error));
    EXPECT_NEW(CL_INVALID_IMAGE_DESCRIPTOR,
               image_of(&host, &floats, CL_MEM_OBJECT_IMAGE1D_ARRAY, 6, &error));
    EXPECT_NEW(CL_INVALID_IMAGE_DESCRIPTOR, image_of(&host, &floats, flat, 1000, &error));
    EXPECT_NEW(CL_INVALID_IMAGE_DESCRIPTOR, image_of(&host, &depths, flat, 2, &error));
    EXPECT_NEW(CL_INVALID_HOST_PTR, clCreateImage(host.context, CL_MEM_COPY_HOST_PTR, &floats,
                                                  &of_host, texels, &error));
    EXPECT_NEW(CL_INVALID_HOST_PTR,
               clCreateImage(host.context, CL_MEM_USE_HOST_PTR, &floats, &of_host, texels, &error));
    cl_mem buffer = host_words(&host, NULL, 1 << 16);
    cl_image_desc of_buffer = of_host;
    of_buffer.mem_object = buffer;
    of_buffer.image_row_pitch = 4096;
    EXPECT_NEW(CL_INVALID_IMAGE_DESCRIPTOR,
               clCreateImage(host.context, 0, &floats, &of_buffer, NULL, &error));
    cl_mem single = image_of(&host, &floats, flat, 1, &error);
    cl_uint count = 9;
    assert_ok(clGetImageInfo(single, CL_IMAGE_NUM_MIP_LEVELS, sizeof count, &count, NULL));
    assert_int_equal(count, 1);
    const size_t one[3] = {1, 1, 1}, zero[4] = {0}, beyond[4] = {0, 0, 1};
    EXPECT(CL_INVALID_VALUE,
           clEnqueueReadImage(host.queue, single, CL_TRUE, beyond, one, 0, 0, texels, NO_WAIT));
    clReleaseMemObject(single);
    /* the level is in the origin, after what the type counts */
    static const struct {
        cl_mem_object_type type;
        unsigned place;
    } types[] = {{CL_MEM_OBJECT_IMAGE1D, 1},
                 {CL_MEM_OBJECT_IMAGE1D_ARRAY, 2},
                 {CL_MEM_OBJECT_IMAGE2D, 2},
                 {CL_MEM_OBJECT_IMAGE2D_ARRAY, 3},
                 {CL_MEM_OBJECT_IMAGE3D, 3}};
    for (unsigned i = 0; i < 5; i++) {
        cl_mem image = image_of(&host, &floats, types[i].type, 5, &error);
        assert_ok(error);
        size_t last[4] = {0}, after[4] = {0}, wide[4] = {0}, row, slice;
        const size_t two[3] = {2, 1, 1};
        last[types[i].place] = 4;
        after[types[i].place] = 5;
        wide[types[i].place] = 4;
        cl_command_queue q = host.queue;
        const cl_int none = CL_INVALID_MIP_LEVEL;
        EXPECT(CL_SUCCESS,
               clEnqueueWriteImage(q, image, CL_TRUE, last, one, 0, 0, texels, NO_WAIT));
        EXPECT(none, clEnqueueWriteImage(q, image, CL_TRUE, after, one, 0, 0, texels, NO_WAIT));
        EXPECT(none, clEnqueueReadImage(q, image, CL_TRUE, after, one, 0, 0, texels, NO_WAIT));
        EXPECT(none, clEnqueueFillImage(q, image, texels, after, one, NO_WAIT));
        EXPECT(none, clEnqueueCopyImage(q, image, image, after, zero, one, NO_WAIT));
        EXPECT(none, clEnqueueCopyImage(q, image, image, zero, after, one, NO_WAIT));
        EXPECT(none, clEnqueueCopyImageToBuffer(q, image, buffer, after, one, 0, NO_WAIT));
        EXPECT(none, clEnqueueCopyBufferToImage(q, buffer, image, 0, after, one, NO_WAIT));
        EXPECT_NEW(none, clEnqueueMapImage(q, image, CL_TRUE, CL_MAP_READ, after, one, &row, &slice,
                                           NO_WAIT, &error));
        EXPECT(CL_INVALID_VALUE,
               clEnqueueReadImage(q, image, CL_TRUE, wide, two, 0, 0, texels, NO_WAIT));
        clReleaseMemObject(image);
    }
    clReleaseMemObject(buffer);
    host_expected();
    host_end(&host);
}

static cl_sampler_properties
bits_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

static void
samplers_are_checked(void **state)
{
    (void)state;
    cl_int error;
    struct host host = host_begin(0, NULL, NULL);
    static const struct {
        cl_sampler_properties name, value;
        cl_int error;
    } rows[] = {
        {CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_FILTER_LINEAR, CL_SUCCESS},
        {CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_ADDRESS_CLAMP, CL_INVALID_VALUE},
        {CL_SAMPLER_LOD_MIN_KHR, 0x3F000000 /* 0.5 */, CL_SUCCESS},
        {CL_SAMPLER_LOD_MIN_KHR, 0xBF000000, CL_INVALID_VALUE},
        {CL_SAMPLER_LOD_MIN_KHR, 0x7F800000, CL_INVALID_VALUE}, /* above the largest */
        {CL_SAMPLER_LOD_MAX_KHR, 0, CL_SUCCESS},
        {CL_SAMPLER_LOD_MAX_KHR, 0x7FC00000, CL_INVALID_VALUE}, /* no number */
    };
    bool has_levels = lists(&host, "cl_khr_mipmap_image");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const cl_sampler_properties list[] = {rows[i].name, rows[i].value, 0};
        const cl_sampler_properties twice[] = {rows[i].name, rows[i].value, rows[i].name,
                                               rows[i].value, 0};
        cl_sampler sampler = clCreateSamplerWithProperties(host.context, list, &error);
        host_expect("clCreateSamplerWithProperties", (int)i, error,
                    has_levels ? rows[i].error : CL_INVALID_VALUE);
        cl_uint value = 99;
        if (sampler) {
            assert_ok(clGetSamplerInfo(sampler, (cl_sampler_info)rows[i].name, sizeof value, &value,
                                       NULL));
            assert_int_equal(value, rows[i].value);
            clReleaseSampler(sampler);
        }
        EXPECT_NEW(CL_INVALID_VALUE, clCreateSamplerWithProperties(host.context, twice, &error));
    }
    cl_sampler plain = clCreateSamplerWithProperties(host.context, NULL, &error);
    cl_float limit = -1;
    EXPECT(has_levels ? CL_SUCCESS : CL_INVALID_VALUE,
           clGetSamplerInfo(plain, CL_SAMPLER_LOD_MAX_KHR, sizeof limit, &limit, NULL));
    assert_true(limit == (has_levels ? FLT_MAX : -1));
    clReleaseSampler(plain);
    host_expected();
    host_end(&host);
}

/* Level n holds n + 1 everywhere. */
static void
levels_are_filtered(void **state)
{
    (void)state;
    cl_int error;
    struct host host = host_begin(0, NULL, NULL);
    static const char source[] =
        "kernel void k(read_only image2d_t a, sampler_t s, global float *r, float lod)"
        " { r[0] = read_imagef(a, s, (float2)(0.5f, 0.5f), lod).x; }\n"
        "kernel void literal(read_only image2d_t a, global float *r, float lod)"
        " { const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE |"
        " CLK_FILTER_NEAREST; r[0] = read_imagef(a, s, (float2)(0.5f, 0.5f), lod).x; }\n"
        "constant sampler_t soft = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE |"
        " CLK_FILTER_LINEAR;\n"
        "__attribute__((noinline)) float at(read_only image2d_t a, sampler_t s, float lod)"
        " { return read_imagef(a, s, (float2)(0.5f, 0.5f), lod).x; }\n"
        "kernel void literals(read_only image2d_t a, global float *r, float lod)"
        " { const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE |"
        " CLK_FILTER_NEAREST; r[0] = at(a, s, lod) + 8 * at(a, soft, lod + 1); }\n"
        "kernel void count(read_only image2d_t a, global int *r)"
        " { *r = get_image_num_mip_levels(a); }\n";
    static const struct {
        bool is_linear;
        float low, high, lod, wanted;
    } rows[] = {
        {true, 1.5f, 3, 0, 2.5f}, /* the first one is recorded (record.sh) */
        {true, 1.5f, 3, 8, 4},          {false, 0, FLT_MAX, 0, 1},
        {false, 0, FLT_MAX, 2, 3},      {false, 0, FLT_MAX, 1.25f, 2},
        {false, 0, FLT_MAX, 1.75f, 3},  {false, 0, FLT_MAX, 9, 5},
        {true, 0, FLT_MAX, 0.5f, 1.5f}, {true, 0, FLT_MAX, 2.25f, 3.25f},
        {true, 1, FLT_MAX, 0, 2},       {true, 0, 0, 3, 1},
        {true, 0, 0.25f, 3, 1.25f},
    };
    if (!lists(&host, "cl_khr_mipmap_image")) {
        host_end(&host);
        return;
    }
    cl_mem image = image_of(&host, &floats, CL_MEM_OBJECT_IMAGE2D, 5, &error);
    assert_ok(error);
    for (size_t level = 0; level < 5; level++) {
        float color[4] = {(float)level + 1};
        size_t origin[4] = {0, 0, level}, height = (size_t)8 >> level;
        size_t region[3] = {(size_t)16 >> level, height ? height : 1, 1};
        assert_ok(clEnqueueFillImage(host.queue, image, color, origin, region, NO_WAIT));
    }
    cl_program program = host_program(&host, source, "-cl-std=CL2.0");
    cl_kernel kernel = clCreateKernel(program, "k", &error), literal[2], count;
    literal[0] = clCreateKernel(program, "literal", &error);
    literal[1] = clCreateKernel(program, "literals", &error); /* passed to a function */
    count = clCreateKernel(program, "count", &error);
    cl_mem result = host_words(&host, NULL, 1);
    const size_t item = 1;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const cl_sampler_properties list[] = {CL_SAMPLER_ADDRESSING_MODE,
                                              CL_ADDRESS_CLAMP_TO_EDGE,
                                              CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                              rows[i].is_linear ? CL_FILTER_LINEAR
                                                                : CL_FILTER_NEAREST,
                                              CL_SAMPLER_LOD_MIN_KHR,
                                              bits_of(rows[i].low),
                                              CL_SAMPLER_LOD_MAX_KHR,
                                              bits_of(rows[i].high),
                                              0};
        cl_sampler sampler = clCreateSamplerWithProperties(host.context, list, &error);
        assert_ok(error);
        uint32_t word;
        float got;
        assert_ok(clSetKernelArg(kernel, 0, sizeof image, &image));
        assert_ok(clSetKernelArg(kernel, 1, sizeof sampler, &sampler));
        assert_ok(clSetKernelArg(kernel, 2, sizeof result, &result));
        assert_ok(clSetKernelArg(kernel, 3, sizeof rows[i].lod, &rows[i].lod));
        assert_ok(clEnqueueNDRangeKernel(host.queue, kernel, 1, NULL, &item, NULL, NO_WAIT));
        host_read(&host, result, &word, 1);
        memcpy(&got, &word, sizeof got);
        if (got != rows[i].wanted)
            fail_msg("row %u: %g", i, (double)got);
        clReleaseSampler(sampler);
    }
    uint32_t word;
    cl_float lod = 2, got;
    for (unsigned i = 0; i < 2; i++) {
        assert_ok(clSetKernelArg(literal[i], 0, sizeof image, &image));
        assert_ok(clSetKernelArg(literal[i], 1, sizeof result, &result));
        assert_ok(clSetKernelArg(literal[i], 2, sizeof lod, &lod));
        assert_ok(clEnqueueNDRangeKernel(host.queue, literal[i], 1, NULL, &item, NULL, NO_WAIT));
        host_read(&host, result, &word, 1);
        memcpy(&got, &word, sizeof got);
        assert_true(got == (i ? 3 + 8 * 4 : 3));
        clReleaseKernel(literal[i]);
    }
    host_launch(&host, count, 1, 1, 2, image, result);
    host_read(&host, result, &word, 1);
    assert_int_equal(word, 5);
    clReleaseMemObject(result);
    clReleaseMemObject(image);
    clReleaseKernel(kernel);
    clReleaseKernel(count);
    clReleaseProgram(program);
    host_end(&host);
}

/* ---- depths ---- */

static void
depths_are_their_own(void **state)
{
    (void)state;
    cl_int error;
    struct host host = host_begin(0, NULL, NULL);
    cl_program program = host_program(&host,
                                      "kernel void k(read_only image2d_t a, read_only "
                                      "image2d_depth_t b, read_only image2d_array_t c,"
                                      " read_only image2d_array_depth_t d) {}",
                                      "-cl-std=CL3.0");
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    assert_ok(error);
    static const struct {
        const cl_image_format *format;
        cl_mem_object_type type;
    } images[] = {{&one_float, CL_MEM_OBJECT_IMAGE2D},
                  {&depths, CL_MEM_OBJECT_IMAGE2D},
                  {&one_float, CL_MEM_OBJECT_IMAGE2D_ARRAY},
                  {&depths, CL_MEM_OBJECT_IMAGE2D_ARRAY}};
    for (unsigned i = 0; i < 4; i++) {
        cl_mem image = image_of(&host, images[i].format, images[i].type, 0, &error);
        assert_ok(error);
        for (unsigned k = 0; k < 4; k++)
            EXPECT(i == k ? CL_SUCCESS : CL_INVALID_MEM_OBJECT,
                   clSetKernelArg(kernel, k, sizeof image, &image));
        clReleaseMemObject(image);
    }
    EXPECT_NEW(CL_IMAGE_FORMAT_NOT_SUPPORTED,
               image_of(&host, &depths, CL_MEM_OBJECT_IMAGE3D, 0, &error));
    EXPECT_NEW(CL_IMAGE_FORMAT_NOT_SUPPORTED,
               image_of(&host, &depths, CL_MEM_OBJECT_IMAGE1D, 0, &error));
    const cl_image_format wrong = {CL_DEPTH, CL_UNORM_INT8};
    EXPECT_NEW(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
               image_of(&host, &wrong, CL_MEM_OBJECT_IMAGE2D, 0, &error));
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    host_expected();
    host_end(&host);
}

/* ---- images of images ---- */

static void
images_of_images_are_checked(void **state)
{
    (void)state;
    cl_int error;
    struct host host = host_begin(0, NULL, NULL);
    const cl_mem_object_type flat = CL_MEM_OBJECT_IMAGE2D;
    const cl_image_format other_type = {CL_sRGBA, CL_UNORM_INT16},
                          other_order = {CL_BGRA, CL_UNORM_INT8};
    cl_mem linear = image_of(&host, &bytes, flat, 0, &error);
    cl_mem array = image_of(&host, &bytes, CL_MEM_OBJECT_IMAGE2D_ARRAY, 0, &error);
    const cl_image_desc good = {
        .image_type = flat, .image_width = 16, .image_height = 8, .mem_object = linear};
    cl_image_desc pitched = good, narrow = good, of_array = good, solid = good, row = good;
    pitched.image_row_pitch = 64;
    narrow.image_width = 15;
    of_array.mem_object = array;
    solid.image_type = CL_MEM_OBJECT_IMAGE3D;
    solid.image_depth = 1;
    row.image_row_pitch = 128;
    const cl_mem_flags ro = CL_MEM_READ_ONLY;
    const cl_int shape = CL_INVALID_IMAGE_DESCRIPTOR, format = CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
    EXPECT_NEW(shape, clCreateImage(host.context, ro, &colors, &narrow, NULL, &error));
    EXPECT_NEW(shape, clCreateImage(host.context, ro, &colors, &of_array, NULL, &error));
    EXPECT_NEW(shape, clCreateImage(host.context, ro, &colors, &solid, NULL, &error));
    EXPECT_NEW(shape, clCreateImage(host.context, ro, &colors, &row, NULL, &error));
    EXPECT_NEW(format, clCreateImage(host.context, ro, &other_order, &good, NULL, &error));
    EXPECT_NEW(format, clCreateImage(host.context, ro, &bytes, &good, NULL, &error));
    EXPECT_NEW(format, clCreateImage(host.context, ro, &other_type, &good, NULL, &error));
    cl_mem written = clCreateImage(host.context, 0, &colors, &good, NULL, &error);
    assert_ok(error);
    clReleaseMemObject(written);
    cl_mem view = clCreateImage(host.context, ro, &colors, &pitched, NULL, &error);
    assert_ok(error);
    cl_mem of = NULL;
    assert_ok(clGetMemObjectInfo(view, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof of, &of, NULL));
    assert_ptr_equal(of, linear);
    assert_ok(clGetImageInfo(view, CL_IMAGE_BUFFER, sizeof of, &of, NULL));
    assert_null(of);
    /* it lives as long as who has its texels */
    const cl_image_desc again = {
        .image_type = flat, .image_width = 16, .image_height = 8, .mem_object = view};
    cl_mem back = clCreateImage(host.context, ro, &bytes, &again, NULL, &error);
    assert_ok(error);
    const uint8_t texel[4] = {1, 2, 3, 4};
    uint8_t got[4] = {0};
    const size_t zero[3] = {0}, one[3] = {1, 1, 1};
    assert_ok(clEnqueueWriteImage(host.queue, linear, CL_TRUE, zero, one, 0, 0, texel, NO_WAIT));
    clReleaseMemObject(linear);
    clReleaseMemObject(view);
    assert_ok(clEnqueueReadImage(host.queue, back, CL_TRUE, zero, one, 0, 0, got, NO_WAIT));
    assert_memory_equal(got, texel, 4);
    clReleaseMemObject(back);
    clReleaseMemObject(array);
    host_expected();
    host_end(&host);
}

/* ---- writes of sRGB ---- */

enum { SRGB_TEXELS = 4096 };

/* OpenCL C 3.0, 6.15.15.1.1, in steps of the stored number. */
static double
srgb_steps(double c)
{
    c = !(c > 0) ? 0 : c > 1 ? 1 : c;
    return 255 * (c < 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055);
}

/* The linear values of all 256 numbers, then those between -0.25 and 1.25, each other one among the dark ones, then what is no
 * number of an image. */
static float
srgb_color(unsigned i)
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, -0.0f, 1e-40f, 1e30f, 0.0031308f, 1};
    double c = i / 255.0;
    if (i < 256)
        return (float)(c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    if (i >= SRGB_TEXELS - 8)
        return odd[i - (SRGB_TEXELS - 8)];
    c = (double)(i - 256) / (SRGB_TEXELS - 264);
    return (float)(i % 2 ? c * 0.01 : c * 1.5 - 0.25);
}

/* Red as given, the other channels from other places of the row; alpha stays linear. */
static void
writes_of_srgb(void **state)
{
    (void)state;
    static const cl_channel_order orders[] = {CL_sRGBA, CL_sBGRA};
    static const char *const accesses[] = {"write_only", "read_write"};
    static float values[SRGB_TEXELS];
    static uint8_t stored[SRGB_TEXELS][4];
    cl_int error;
    struct host host = host_begin(0, NULL, NULL);
    unsigned exact = 0;
    for (unsigned i = 0; i < SRGB_TEXELS; i++)
        values[i] = srgb_color(i);
    cl_mem words = host_words(&host, (uint32_t *)values, SRGB_TEXELS);
    /* ROCr has no sBGRA */
    unsigned step = host_is_real(&host) ? 2 : 1;
    for (unsigned k = 0; k < 4; k += step) {
        char text[512];
        const cl_image_format format = {orders[k % 2], CL_UNORM_INT8};
        const cl_image_desc desc = {
            .image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SRGB_TEXELS, .image_height = 1};
        size_t origin[3] = {0}, region[3] = {SRGB_TEXELS, 1, 1};
        snprintf(text, sizeof text,
                 "kernel void k(%s image2d_t m, global const float *v) {"
                 " int x = get_global_id(0), n = get_global_size(0) - 1;"
                 " write_imagef(m, (int2)(x, 0),"
                 " (float4)(v[x], v[n - x], v[x ^ 5], v[x ^ 1])); }",
                 accesses[k / 2]);
        cl_mem image = clCreateImage(host.context, k / 2 ? CL_MEM_READ_WRITE : CL_MEM_WRITE_ONLY,
                                     &format, &desc, NULL, &error);
        assert_ok(error);
        cl_program program = host_program(&host, text, "-cl-std=CL3.0");
        cl_kernel kernel = clCreateKernel(program, "k", &error);
        assert_ok(error);
        host_launch(&host, kernel, SRGB_TEXELS, 64, 2, image, words);
        assert_ok(
            clEnqueueReadImage(host.queue, image, CL_TRUE, origin, region, 0, 0, stored, NO_WAIT));
        for (unsigned i = 0; i < SRGB_TEXELS; i++) {
            const float rgba[] = {values[i], values[SRGB_TEXELS - 1 - i], values[i ^ 5],
                                  values[i ^ 1]};
            for (unsigned c = 0; c < 4; c++) {
                unsigned at = k % 2 && c < 3 ? 2 - c : c;
                double alpha = !(rgba[c] > 0) ? 0 : rgba[c] > 1 ? 1 : (double)rgba[c];
                double wanted = c == 3 ? 255 * alpha : srgb_steps(rgba[c]);
                exact += c == 0 && i < 256 && stored[i][at] == i;
                if (!(fabs(stored[i][at] - wanted) <= 0.6))
                    fail_msg("%s, channel %u of %g: %u, not %g", accesses[k / 2], c,
                             (double)rgba[c], stored[i][at], wanted);
            }
        }
        clReleaseKernel(kernel);
        clReleaseProgram(program);
        clReleaseMemObject(image);
    }
    assert_int_equal(exact, 4 / step * 256);
    clReleaseMemObject(words);
    host_end(&host);
}

/* Bytes that a kernel writes to an image of a buffer, and another reads as sRGB. */
static void
images_of_images_of_buffers(void **state)
{
    (void)state;
    cl_int error;
    struct host host = host_begin(0, NULL, NULL);
    cl_uint texels = 0;
    assert_ok(clGetDeviceInfo(host.device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof texels, &texels,
                              NULL));
    cl_mem buffer = host_words(&host, NULL, (size_t)texels * 8),
           result = host_words(&host, NULL, 1);
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                          .image_width = 16,
                          .image_height = 8,
                          .image_row_pitch = (size_t)texels * 4,
                          .mem_object = buffer};
    cl_mem image = clCreateImage(host.context, CL_MEM_READ_WRITE, &bytes, &desc, NULL, &error);
    assert_ok(error);
    desc.mem_object = image;
    cl_mem view = clCreateImage(host.context, CL_MEM_READ_ONLY, &colors, &desc, NULL, &error);
    assert_ok(error);
    cl_kernel writes = host_kernel(
        &host, "kernel void k(write_only image2d_t a) { write_imagef(a, (int2)(3, 2), 0.5f); }",
        "k");
    cl_kernel reads = host_kernel(&host,
                                  "kernel void k(read_only image2d_t a, global float *r)"
                                  " { *r = read_imagef(a, (int2)(3, 2)).x; }",
                                  "k");
    host_launch(&host, writes, 1, 1, 1, image);
    host_launch(&host, reads, 1, 1, 2, view, result);
    uint32_t word;
    float got;
    host_read(&host, result, &word, 1);
    memcpy(&got, &word, sizeof got);
    assert_true(got > 0.2140f && got < 0.2160f); /* 127 or 128 of 255 */
    uint8_t byte = 0;
    assert_ok(clEnqueueReadBuffer(host.queue, buffer, CL_TRUE, (2 * (size_t)texels + 3) * 4, 1,
                                  &byte, NO_WAIT));
    assert_in_range(byte, 127, 128);
    byte = 255;
    assert_ok(clEnqueueWriteBuffer(host.queue, buffer, CL_TRUE, (2 * (size_t)texels + 3) * 4, 1,
                                   &byte, NO_WAIT));
    host_launch(&host, reads, 1, 1, 2, view, result);
    host_read(&host, result, &word, 1);
    memcpy(&got, &word, sizeof got);
    assert_true(got == 1);
    clReleaseKernel(writes);
    clReleaseKernel(reads);
    clReleaseMemObject(view);
    clReleaseMemObject(image);
    clReleaseMemObject(buffer);
    clReleaseMemObject(result);
    host_end(&host);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(macros_are_the_devices),
        cmocka_unit_test(levels_are_checked),
        cmocka_unit_test(samplers_are_checked),
        cmocka_unit_test(levels_are_filtered),
        cmocka_unit_test(depths_are_their_own),
        cmocka_unit_test(images_of_images_are_checked),
        cmocka_unit_test(images_of_images_of_buffers),
        cmocka_unit_test(writes_of_srgb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
