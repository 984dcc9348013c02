/* Every format of every geometry through every command, against a model on the host (texel.h), in random order:
 *     image-matrix PART [SEED [TIMES]]
 * of the formats every PARTth, 1 for all; so often.  Images have texels of their own, or those of a buffer, of several levels where
 * the device has them; 2D ones are seen through images of another channel order, too. */
#define CL_TARGET_OPENCL_VERSION 300
#include "test/icd/texel.h"

#include <CL/cl_ext.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_WAIT 0, NULL, NULL
enum {
    MAX_BUFFER = 256 * 16 * 5,
    LEVELS = 3,
    MAX_TEXELS = 7 * 5 * 3,
    MAX_FORMATS = 128,
    STEPS = 14
};

static const struct geometry {
    cl_mem_object_type type;
    const char *name, *depth_name; /* NULL: no depths */
    const char *at, *normalized;   /* where a work-item is */
    unsigned dimensions;
    size_t size[3];
    bool halves[3]; /* from level to level */
} geometries[] = {
    {CL_MEM_OBJECT_IMAGE1D, "image1d_t", NULL, "x", "(x + 0.5f) / w", 1, {7, 1, 1}, {true}},
    {CL_MEM_OBJECT_IMAGE1D_ARRAY,
     "image1d_array_t",
     NULL,
     "(int2)(x, y)",
     "(float2)((x + 0.5f) / w, y)",
     2,
     {7, 3, 1},
     {true}},
    {CL_MEM_OBJECT_IMAGE2D,
     "image2d_t",
     "image2d_depth_t",
     "(int2)(x, y)",
     "(float2)((x + 0.5f) / w, (y + 0.5f) / h)",
     2,
     {7, 5, 1},
     {true, true}},
    {CL_MEM_OBJECT_IMAGE2D_ARRAY,
     "image2d_array_t",
     "image2d_array_depth_t",
     "(int4)(x, y, z, 0)",
     "(float4)((x + 0.5f) / w, (y + 0.5f) / h, z, 0)",
     3,
     {7, 5, 3},
     {true, true}},
    {CL_MEM_OBJECT_IMAGE3D,
     "image3d_t",
     NULL,
     "(int4)(x, y, z, 0)",
     "(float4)((x + 0.5f) / w, (y + 0.5f) / h, (z + 0.5f) / d, 0)",
     3,
     {7, 5, 3},
     {true, true, true}},
    {CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer_t", NULL, "x", NULL, 1, {7, 1, 1}, {false}},
};
enum { GEOMETRIES = sizeof geometries / sizeof *geometries, SUFFIXES = 4 };

struct kernels {
    cl_kernel read, write, modify, read_level, write_level; /* NULL: there is none */
};

static struct {
    struct host host;
    bool is_version_3, has_mipmaps, has_level_writes;
    cl_sampler sampler; /* nearest in and between levels */
    cl_mem words;       /* what kernels read and write */
    struct kernels kernels[GEOMETRIES][SUFFIXES];
    uint64_t seed;
    unsigned cases[8];
    const char *step;
} all;

enum { WRITES, READS, COPIES, FILLS, MAPS, KERNELS, BUFFERS, QUERIES };

struct subject {
    const struct geometry *geometry;
    struct texel texel;
    unsigned levels;
    size_t size[LEVELS][3];
    uint8_t texels[LEVELS][MAX_TEXELS * 16]; /* the model: without gaps */
    cl_mem image, buffer;                    /* NULL: it has its own texels */
    size_t pitch;                            /* of rows in the buffer */
    bool is_writable;
};

struct part {
    unsigned level;
    size_t origin[4], region[3]; /* as commands take them */
};

/* ---- programs ---- */

static bool
device_has(const char *extension)
{
    char list[4096];
    assert_ok(clGetDeviceInfo(all.host.device, CL_DEVICE_EXTENSIONS, sizeof list, list, NULL));
    size_t length = strlen(extension);
    for (const char *at = list; (at = strstr(at, extension)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static cl_kernel
kernel_of(cl_program program, const char *name)
{
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    return error == CL_SUCCESS ? kernel : NULL;
}

static const char *const suffixes[SUFFIXES] = {"f", "i", "ui", "f"};
enum { DEPTH = 3 };

/* A vector of four numbers for each texel; depths are its first. */
static cl_program
build(const struct geometry *geometry, unsigned suffix, bool has_levels)
{
    char text[4096], options[256];
    static const char *const vectors[] = {"float4", "int4", "uint4", "float4"};
    const char *s = suffixes[suffix], *x = suffix == DEPTH ? ".x" : "";
    snprintf(
        text, sizeof text,
        "#define V %s\n#define IMAGE %s\n"
        "#define HERE int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);"
        " float w = get_global_size(0), h = get_global_size(1), d = get_global_size(2);"
        " size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;\n"
        "#ifndef LEVELS\n#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n"
        "kernel void reads(read_only IMAGE m, global V *v)"
        " { HERE V t = 0; t%s = read_image%s(m, %s); v[i] = t; }\n"
        "kernel void writes(write_only IMAGE m, global V *v)"
        " { HERE write_image%s(m, %s, v[i]%s); }\n"
        "#ifdef __opencl_c_read_write_images\n"
        "kernel void modifies(read_write IMAGE m, global V *v)"
        " { HERE V t = 0; t%s = read_image%s(m, %s); write_image%s(m, %s, v[i]%s); v[i] = t; }\n"
        "#endif\n#else\n#ifdef cl_khr_mipmap_image\n"
        "kernel void reads_level(read_only IMAGE m, global V *v, sampler_t s, float level)"
        " { HERE V t = 0; t%s = read_image%s(m, s, %s, level); v[i] = t; }\n#endif\n"
        "#ifdef cl_khr_mipmap_image_writes\n"
        "kernel void writes_level(write_only IMAGE m, global V *v, int level)"
        " { HERE write_image%s(m, %s, level, v[i]%s); }\n#endif\n#endif\n",
        vectors[suffix], suffix == DEPTH ? geometry->depth_name : geometry->name, x, s,
        geometry->at, s, geometry->at, x, x, s, geometry->at, s, geometry->at, x, x, s,
        geometry->normalized, s, geometry->at, x);
    snprintf(options, sizeof options, "%s%s",
             all.is_version_3 ? "-cl-std=CL3.0"
             : has_levels     ? "-cl-std=CL2.0"
                              : "",
             has_levels ? " -DLEVELS" : "");
    return host_program(&all.host, text, options);
}

static const struct kernels *
kernels_of(const struct geometry *geometry, const struct texel *texel)
{
    unsigned suffix = 0;
    while (strcmp(suffixes[suffix], texel_suffix(texel)) != 0)
        suffix++;
    suffix = texel->letters[0] == 'D' ? DEPTH : suffix;
    struct kernels *kernels = &all.kernels[geometry - geometries][suffix];
    if (kernels->read)
        return kernels;
    cl_program program = build(geometry, suffix, false);
    kernels->read = kernel_of(program, "reads");
    kernels->write = kernel_of(program, "writes");
    kernels->modify = kernel_of(program, "modifies");
    clReleaseProgram(program);
    assert_non_null(kernels->read);
    assert_non_null(kernels->write);
    assert_int_equal(!kernels->modify, !all.is_version_3);
    if (suffix == DEPTH || !geometry->normalized || !all.has_mipmaps)
        return kernels;
    program = build(geometry, suffix, true);
    kernels->read_level = kernel_of(program, "reads_level");
    kernels->write_level = kernel_of(program, "writes_level");
    clReleaseProgram(program);
    assert_non_null(kernels->read_level);
    assert_int_equal(!kernels->write_level, !all.has_level_writes);
    return kernels;
}

/* ---- the model ---- */

static void
bad(const struct subject *s, const struct part *part, const char *what)
{
    fail_msg(
        "%s, order %#x, type %#x, %u levels%s: %s: %s at level %u, %zu %zu %zu of %zu x %zu x %zu",
        s->geometry->name, s->texel.format.image_channel_order,
        s->texel.format.image_channel_data_type, s->levels, s->buffer ? ", of a buffer" : "",
        all.step, what, part->level, part->origin[0], part->origin[1], part->origin[2],
        part->region[0], part->region[1], part->region[2]);
}

static size_t
count_of(const struct part *part)
{
    return part->region[0] * part->region[1] * part->region[2];
}

static struct part
whole(const struct subject *s, unsigned level)
{
    struct part part = {.level = level};
    memcpy(part.region, s->size[level], sizeof part.region);
    if (s->levels > 1)
        part.origin[s->geometry->dimensions] = level;
    return part;
}

static struct part
any_part(const struct subject *s)
{
    struct part part = whole(s, texel_chance(&all.seed, s->levels));
    for (unsigned d = 0; d < s->geometry->dimensions; d++) {
        part.origin[d] = texel_chance(&all.seed, (uint32_t)part.region[d]);
        part.region[d] = 1 + texel_chance(&all.seed, (uint32_t)(part.region[d] - part.origin[d]));
    }
    return part;
}

/* The model's texel at this place of a part, counted row by row. */
static uint8_t *
texel_at(struct subject *s, const struct part *part, size_t i)
{
    const size_t *size = s->size[part->level], *region = part->region;
    size_t at[3] = {i % region[0], i / region[0] % region[1], i / region[0] / region[1]};
    for (unsigned d = 0; d < s->geometry->dimensions; d++)
        at[d] += part->origin[d];
    return s->texels[part->level] + ((at[2] * size[1] + at[1]) * size[0] + at[0]) * s->texel.bytes;
}

static void
get(struct subject *s, const struct part *part, uint8_t *bytes)
{
    for (size_t i = 0; i < count_of(part); i++)
        memcpy(bytes + i * s->texel.bytes, texel_at(s, part, i), s->texel.bytes);
}

static void
put(struct subject *s, const struct part *part, const uint8_t *bytes)
{
    for (size_t i = 0; i < count_of(part); i++)
        memcpy(texel_at(s, part, i), bytes + i * s->texel.bytes, s->texel.bytes);
}

static void
expect(struct subject *s, const struct part *part, const uint8_t *bytes)
{
    for (size_t i = 0; i < count_of(part); i++)
        if (!texel_is_same(&s->texel, texel_at(s, part, i), bytes + i * s->texel.bytes))
            bad(s, part, "other texels");
}

static void
read_back(const struct subject *s, const struct part *part, uint8_t *bytes)
{
    assert_ok(clEnqueueReadImage(all.host.queue, s->image, CL_TRUE, part->origin, part->region, 0,
                                 0, bytes, NO_WAIT));
}

/* The colours that the part's texels have got: rounded as the device does it. */
static void
expect_written(struct subject *s, const struct part *part, double (*colors)[4], bool is_fill)
{
    uint8_t bytes[MAX_TEXELS * 16];
    read_back(s, part, bytes);
    for (size_t i = 0; i < count_of(part); i++)
        if (!texel_is_written(&s->texel, colors[is_fill ? 0 : i], bytes + i * s->texel.bytes))
            bad(s, part, "other texels than were written");
    put(s, part, bytes);
}

/* ---- steps ---- */

static void
step_write(struct subject *s)
{
    uint8_t bytes[MAX_TEXELS * 16];
    struct part part = any_part(s);
    for (size_t i = 0; i < count_of(&part); i++)
        texel_random(&s->texel, &all.seed, bytes + i * s->texel.bytes);
    assert_ok(clEnqueueWriteImage(all.host.queue, s->image, CL_TRUE, part.origin, part.region, 0, 0,
                                  bytes, NO_WAIT));
    put(s, &part, bytes);
    all.cases[WRITES]++;
}

static void
step_read(struct subject *s)
{
    uint8_t bytes[MAX_TEXELS * 16];
    struct part part = any_part(s);
    read_back(s, &part, bytes);
    expect(s, &part, bytes);
    all.cases[READS]++;
}

/* To another place of the same image, or from level to level. */
static void
step_copy(struct subject *s)
{
    uint8_t bytes[MAX_TEXELS * 16];
    struct part from = any_part(s), to = any_part(s);
    bool meets = from.level == to.level;
    for (unsigned d = 0; d < 3; d++) {
        from.region[d] = to.region[d] =
            from.region[d] < to.region[d] ? from.region[d] : to.region[d];
        size_t one = d < s->geometry->dimensions ? from.origin[d] : 0;
        size_t other = d < s->geometry->dimensions ? to.origin[d] : 0;
        meets &= one < other + to.region[d] && other < one + to.region[d];
    }
    cl_int error = clEnqueueCopyImage(all.host.queue, s->image, s->image, from.origin, to.origin,
                                      from.region, NO_WAIT);
    assert_int_equal(error, meets ? CL_MEM_COPY_OVERLAP : CL_SUCCESS);
    get(s, &from, bytes);
    if (!meets)
        put(s, &to, bytes);
    all.cases[COPIES]++;
}

/* By way of a buffer. */
static void
step_carry(struct subject *s)
{
    uint8_t bytes[MAX_TEXELS * 16];
    struct part from = any_part(s), to = any_part(s);
    for (unsigned d = 0; d < 3; d++)
        from.region[d] = to.region[d] =
            from.region[d] < to.region[d] ? from.region[d] : to.region[d];
    assert_ok(clEnqueueCopyImageToBuffer(all.host.queue, s->image, all.words, from.origin,
                                         from.region, 16, NO_WAIT));
    assert_ok(clEnqueueCopyBufferToImage(all.host.queue, all.words, s->image, 16, to.origin,
                                         to.region, NO_WAIT));
    get(s, &from, bytes);
    put(s, &to, bytes);
    all.cases[COPIES]++;
}

static void
step_fill(struct subject *s)
{
    double color[1][4];
    uint32_t words[4];
    struct part part = any_part(s);
    bool is_depth = s->texel.letters[0] == 'D';
    texel_random_color(&s->texel, &all.seed, color[0]);
    texel_pack(&s->texel, color[0], words);
    uint32_t *one =
        malloc(is_depth ? sizeof *one : sizeof words); /* what lies after it is not read */
    memcpy(one, words, is_depth ? sizeof *one : sizeof words);
    assert_ok(clEnqueueFillImage(all.host.queue, s->image, one, part.origin, part.region, NO_WAIT));
    free(one);
    expect_written(s, &part, color, true);
    all.cases[FILLS]++;
}

static void
step_map(struct subject *s)
{
    cl_int error;
    size_t row, slice = 99;
    struct part part = any_part(s);
    bool writes = texel_chance(&all.seed, 2);
    uint8_t bytes[MAX_TEXELS * 16], *at;
    at = clEnqueueMapImage(all.host.queue, s->image, CL_TRUE,
                           writes ? CL_MAP_READ | CL_MAP_WRITE : CL_MAP_READ, part.origin,
                           part.region, &row, &slice, NO_WAIT, &error);
    assert_ok(error);
    bool is_row_array = s->geometry->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    bool has_slices = is_row_array || s->geometry->dimensions == 3;
    size_t width = part.region[0] * s->texel.bytes;
    if (has_slices ? slice < row : slice)
        bad(s, &part, "a slice's pitch");
    for (size_t i = 0; i < part.region[1] * part.region[2]; i++) {
        size_t y = i % part.region[1], z = i / part.region[1];
        uint8_t *there = at + y * (is_row_array ? slice : row) + z * slice;
        memcpy(bytes + i * width, there, width);
        for (size_t x = 0; writes && x < part.region[0]; x++)
            texel_random(&s->texel, &all.seed, there + x * s->texel.bytes);
    }
    expect(s, &part, bytes);
    for (size_t i = 0; writes && i < part.region[1] * part.region[2]; i++) {
        size_t y = i % part.region[1], z = i / part.region[1];
        memcpy(bytes + i * width, at + y * (is_row_array ? slice : row) + z * slice, width);
    }
    assert_ok(clEnqueueUnmapMemObject(all.host.queue, s->image, at, NO_WAIT));
    put(s, &part, bytes);
    all.cases[MAPS]++;
}

static void
launch(cl_kernel kernel, cl_mem image, const struct part *part)
{
    assert_ok(clSetKernelArg(kernel, 0, sizeof image, &image));
    assert_ok(clSetKernelArg(kernel, 1, sizeof all.words, &all.words));
    assert_ok(clEnqueueNDRangeKernel(all.host.queue, kernel, 3, NULL, part->region, NULL, NO_WAIT));
}

static void
expect_read(struct subject *s, const struct part *part, const struct texel *as)
{
    uint32_t words[MAX_TEXELS][4];
    host_read(&all.host, all.words, words[0], 4 * count_of(part));
    for (size_t i = 0; i < count_of(part); i++) {
        double rgba[4];
        texel_unpack(as, words[i], rgba);
        if (!texel_is_read(as, texel_at(s, part, i), rgba)) {
            fprintf(stderr, "%g %g %g %g\n", rgba[0], rgba[1], rgba[2], rgba[3]);
            bad(s, part, "a kernel reads something else");
        }
    }
}

/* Any level; level 0 by the functions that name none. */
static void
step_kernel_reads(struct subject *s)
{
    const struct kernels *kernels = kernels_of(s->geometry, &s->texel);
    struct part part = whole(s, texel_chance(&all.seed, s->levels));
    bool by_level = s->levels > 1 && (part.level || texel_chance(&all.seed, 2));
    cl_kernel kernel = by_level ? kernels->read_level : kernels->read;
    cl_float level = (cl_float)part.level;
    if (by_level) {
        assert_ok(clSetKernelArg(kernel, 2, sizeof all.sampler, &all.sampler));
        assert_ok(clSetKernelArg(kernel, 3, sizeof level, &level));
    }
    launch(kernel, s->image, &part);
    expect_read(s, &part, &s->texel);
    all.cases[KERNELS]++;
}

static void
any_colors(struct subject *s, const struct part *part, double (*colors)[4])
{
    uint32_t words[MAX_TEXELS][4];
    for (size_t i = 0; i < count_of(part); i++) {
        texel_random_color(&s->texel, &all.seed, colors[i]);
        texel_pack(&s->texel, colors[i], words[i]);
    }
    assert_ok(clEnqueueWriteBuffer(all.host.queue, all.words, CL_TRUE, 0,
                                   count_of(part) * sizeof *words, words, NO_WAIT));
}

static void
step_kernel_writes(struct subject *s)
{
    double colors[MAX_TEXELS][4];
    const struct kernels *kernels = kernels_of(s->geometry, &s->texel);
    bool has_levels = s->levels > 1 && kernels->write_level;
    struct part part = whole(s, has_levels ? texel_chance(&all.seed, s->levels) : 0);
    bool by_level = has_levels && (part.level || texel_chance(&all.seed, 2));
    cl_kernel kernel = by_level ? kernels->write_level : kernels->write;
    cl_int level = (cl_int)part.level;
    if (by_level)
        assert_ok(clSetKernelArg(kernel, 2, sizeof level, &level));
    any_colors(s, &part, colors);
    launch(kernel, s->image, &part);
    expect_written(s, &part, colors, false);
    all.cases[KERNELS]++;
}

/* A kernel that reads and writes the same image. */
static void
step_kernel_modifies(struct subject *s)
{
    double colors[MAX_TEXELS][4];
    const struct kernels *kernels = kernels_of(s->geometry, &s->texel);
    struct part part = whole(s, 0);
    any_colors(s, &part, colors);
    launch(kernels->modify, s->image, &part);
    expect_read(s, &part, &s->texel);
    expect_written(s, &part, colors, false);
    all.cases[KERNELS]++;
}

/* The buffer has what the image has, and the other way round. */
static void
step_buffer(struct subject *s)
{
    uint8_t bytes[MAX_BUFFER];
    struct part part = whole(s, 0);
    size_t width = part.region[0] * s->texel.bytes, height = part.region[1];
    bool writes = texel_chance(&all.seed, 2);
    assert_ok(clEnqueueReadBuffer(all.host.queue, s->buffer, CL_TRUE, 0, s->pitch * height, bytes,
                                  NO_WAIT));
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < part.region[0]; x++)
            if (!texel_is_same(&s->texel, s->texels[0] + y * width + x * s->texel.bytes,
                               bytes + y * s->pitch + x * s->texel.bytes))
                bad(s, &part, "other texels in the buffer");
    for (size_t y = 0; writes && y < height; y++)
        for (size_t x = 0; x < part.region[0]; x++) {
            texel_random(&s->texel, &all.seed, bytes + y * s->pitch + x * s->texel.bytes);
            memcpy(s->texels[0] + y * width + x * s->texel.bytes,
                   bytes + y * s->pitch + x * s->texel.bytes, s->texel.bytes);
        }
    if (writes)
        assert_ok(clEnqueueWriteBuffer(all.host.queue, s->buffer, CL_TRUE, 0, s->pitch * height,
                                       bytes, NO_WAIT));
    all.cases[BUFFERS]++;
}

static void
expect_size(struct subject *s, cl_image_info name, size_t wanted)
{
    size_t value = 99;
    assert_ok(clGetImageInfo(s->image, name, sizeof value, &value, NULL));
    if (value != wanted)
        fail_msg("%s: query %#x is %zu, not %zu", s->geometry->name, name, value, wanted);
    all.cases[QUERIES]++;
}

static void
expect_queries(struct subject *s)
{
    const struct geometry *g = s->geometry;
    bool is_1d_array = g->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    bool is_2d_array = g->type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    bool is_solid = g->type == CL_MEM_OBJECT_IMAGE3D;
    bool has_height = g->type == CL_MEM_OBJECT_IMAGE2D || is_2d_array || is_solid;
    size_t row = s->pitch ? s->pitch : g->size[0] * s->texel.bytes;
    cl_uint levels = 99, samples = 99;
    cl_image_format format;
    cl_mem buffer;
    expect_size(s, CL_IMAGE_ELEMENT_SIZE, s->texel.bytes);
    expect_size(s, CL_IMAGE_WIDTH, g->size[0]);
    expect_size(s, CL_IMAGE_HEIGHT, has_height ? g->size[1] : 0);
    expect_size(s, CL_IMAGE_DEPTH, is_solid ? g->size[2] : 0);
    expect_size(s, CL_IMAGE_ARRAY_SIZE, is_1d_array ? g->size[1] : is_2d_array ? g->size[2] : 0);
    expect_size(s, CL_IMAGE_ROW_PITCH, row);
    expect_size(s, CL_IMAGE_SLICE_PITCH,
                is_1d_array               ? row
                : is_2d_array || is_solid ? row * g->size[1]
                                          : 0);
    assert_ok(clGetImageInfo(s->image, CL_IMAGE_FORMAT, sizeof format, &format, NULL));
    assert_memory_equal(&format, &s->texel.format, sizeof format);
    assert_ok(clGetImageInfo(s->image, CL_IMAGE_BUFFER, sizeof buffer, &buffer, NULL));
    assert_ptr_equal(buffer, s->buffer);
    assert_ok(clGetImageInfo(s->image, CL_IMAGE_NUM_MIP_LEVELS, sizeof levels, &levels, NULL));
    assert_int_equal(levels, s->levels > 1 ? s->levels : 0);
    assert_ok(clGetImageInfo(s->image, CL_IMAGE_NUM_SAMPLES, sizeof samples, &samples, NULL));
    assert_int_equal(samples, 0);
    all.cases[QUERIES] += 4;
}

static unsigned
formats_of(const struct geometry *geometry, cl_mem_flags flags, cl_image_format *formats)
{
    cl_uint count;
    assert_ok(clGetSupportedImageFormats(all.host.context, flags, geometry->type, MAX_FORMATS,
                                         formats, &count));
    assert_in_range(count, 1, MAX_FORMATS);
    return count;
}

static bool
is_listed(const struct geometry *geometry, cl_mem_flags flags, cl_channel_order order,
          cl_channel_type type)
{
    cl_image_format formats[MAX_FORMATS];
    unsigned count = formats_of(geometry, flags, formats);
    for (unsigned i = 0; i < count; i++)
        if (formats[i].image_channel_order == order && formats[i].image_channel_data_type == type)
            return true;
    return false;
}

/* ---- subjects ---- */

/* The channel order that OpenCL lets an image of the same texels have; 0: none. */
static cl_channel_order
other_order(const struct texel *texel)
{
    bool is_float = texel->kind == TEXEL_FLOAT && texel->bits[0] == 32;
    bool is_byte = texel->kind == TEXEL_UNORM && texel->bits[0] == 8;
    switch (texel->format.image_channel_order) {
    case CL_RGBA:
        return is_byte ? CL_sRGBA : 0;
    case CL_BGRA:
        return is_byte ? CL_sBGRA : 0;
    case CL_sRGBA:
        return CL_RGBA;
    case CL_sBGRA:
        return CL_BGRA;
    case CL_R:
        return is_float || (texel->kind == TEXEL_UNORM && texel->bits[0] == 16) ? CL_DEPTH : 0;
    default:
        return 0;
    }
}

/* What a kernel reads of the image through one of another order, and what is filled there. */
static void
look_through_another(struct subject *s)
{
    cl_int error;
    struct texel as;
    struct part part = whole(s, 0);
    cl_image_format format = {other_order(&s->texel), s->texel.format.image_channel_data_type};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                          .image_width = s->size[0][0],
                          .image_height = s->size[0][1],
                          .num_mip_levels = s->levels > 1 ? s->levels : 0,
                          .mem_object = s->image};
    if (!all.is_version_3 || s->geometry->type != CL_MEM_OBJECT_IMAGE2D ||
        !format.image_channel_order || (format.image_channel_order == CL_DEPTH && s->levels > 1) ||
        !is_listed(s->geometry, CL_MEM_READ_ONLY, format.image_channel_order,
                   format.image_channel_data_type))
        return;
    assert_true(texel_format(&format, &as));
    struct subject through = *s;
    through.texel = as;
    through.image = clCreateImage(all.host.context, CL_MEM_READ_ONLY, &format, &desc, NULL, &error);
    assert_ok(error);
    all.step = "another order";
    for (unsigned i = 0; i < 3; i++) {
        launch(kernels_of(s->geometry, &as)->read, through.image, &part);
        expect_read(s, &part, &as);
        step_fill(&through);
        step_read(&through);
        memcpy(s->texels, through.texels, sizeof s->texels);
        step_read(s);
        if (s->is_writable)
            step_kernel_writes(s);
        memcpy(through.texels, s->texels, sizeof s->texels);
        all.cases[KERNELS]++;
    }
    assert_ok(clReleaseMemObject(through.image));
}

static void
take_steps(struct subject *s)
{
    static const struct {
        const char *name;
        void (*step)(struct subject *s);
        bool writes, modifies, is_of_buffer;
    } steps[] = {
        {"write", step_write, false, false, false},
        {"read", step_read, false, false, false},
        {"copy", step_copy, false, false, false},
        {"copy by a buffer", step_carry, false, false, false},
        {"fill", step_fill, false, false, false},
        {"map", step_map, false, false, false},
        {"kernel reads", step_kernel_reads, false, false, false},
        {"kernel writes", step_kernel_writes, true, false, false},
        {"kernel modifies", step_kernel_modifies, true, true, false},
        {"buffer", step_buffer, false, false, true},
    };
    enum { KINDS = sizeof steps / sizeof *steps };
    const struct geometry *g = s->geometry;
    for (unsigned i = 0; i < KINDS + STEPS; i++) { /* each, and then any */
        unsigned k = i < KINDS ? i : texel_chance(&all.seed, KINDS);
        bool can = (!steps[k].writes || s->is_writable) &&
                   (!steps[k].modifies || kernels_of(g, &s->texel)->modify) &&
                   (!steps[k].is_of_buffer || s->buffer);
        all.step = steps[k].name;
        if (can)
            steps[k].step(s);
    }
    all.step = "the end";
    for (unsigned level = 0; level < s->levels; level++) {
        uint8_t bytes[MAX_TEXELS * 16];
        struct part part = whole(s, level);
        read_back(s, &part, bytes);
        expect(s, &part, bytes);
    }
}

static void
begin(struct subject *s, bool is_of_buffer)
{
    cl_int error;
    const struct geometry *g = s->geometry;
    cl_image_desc desc = {.image_type = g->type,
                          .image_width = g->size[0],
                          .num_mip_levels = s->levels > 1 ? s->levels : 0};
    bool is_array =
        g->type == CL_MEM_OBJECT_IMAGE1D_ARRAY || g->type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    bool is_flat = g->type == CL_MEM_OBJECT_IMAGE2D;
    bool is_1d = g->dimensions == 1 || g->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    desc.image_height = is_1d ? 0 : g->size[1];
    desc.image_depth = g->type == CL_MEM_OBJECT_IMAGE3D ? g->size[2] : 0;
    desc.image_array_size = is_array ? g->size[g->dimensions - 1] : 0;
    if (is_of_buffer) {
        cl_uint texels = 0;
        assert_ok(clGetDeviceInfo(all.host.device, CL_DEVICE_IMAGE_PITCH_ALIGNMENT, sizeof texels,
                                  &texels, NULL));
        s->pitch = (is_flat ? texels : g->size[0]) * s->texel.bytes;
        assert_in_range(s->pitch * g->size[1], 1, MAX_BUFFER);
        desc.image_row_pitch = is_flat ? s->pitch : 0;
        s->buffer = clCreateBuffer(all.host.context, CL_MEM_READ_WRITE, s->pitch * g->size[1], NULL,
                                   &error);
        assert_ok(error);
        desc.mem_object = s->buffer;
    }
    s->image =
        clCreateImage(all.host.context, s->is_writable ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY,
                      &s->texel.format, &desc, NULL, &error);
    if (error != CL_SUCCESS)
        fail_msg("%s, order %#x, type %#x: %d", g->name, s->texel.format.image_channel_order,
                 s->texel.format.image_channel_data_type, error);
    for (unsigned level = 0; level < s->levels; level++) {
        struct part part;
        for (unsigned d = 0; d < 3; d++) {
            size_t size = g->halves[d] ? g->size[d] >> level : g->size[d];
            s->size[level][d] = size ? size : 1;
        }
        part = whole(s, level);
        for (size_t i = 0; i < count_of(&part); i++)
            texel_random(&s->texel, &all.seed, texel_at(s, &part, i));
        assert_ok(clEnqueueWriteImage(all.host.queue, s->image, CL_TRUE, part.origin, part.region,
                                      0, 0, s->texels[level], NO_WAIT));
    }
}

static void
try(const struct geometry *geometry, const cl_image_format *format, bool is_writable,
    unsigned levels, bool is_of_buffer)
{
    struct subject *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->geometry = geometry;
    s->levels = levels;
    s->is_writable = is_writable;
    if (!texel_format(format, &s->texel))
        fail_msg("%s: the model does not know order %#x, type %#x", geometry->name,
                 format->image_channel_order, format->image_channel_data_type);
    begin(s, is_of_buffer);
    expect_queries(s);
    take_steps(s);
    look_through_another(s);
    assert_ok(clReleaseMemObject(s->image));
    if (s->buffer)
        assert_ok(clReleaseMemObject(s->buffer));
    free(s);
}

/* ---- which formats there are ---- */

/* Depths are 2D; sRGB is no buffer. */
static void
expect_lists(const struct geometry *g)
{
    static const cl_channel_order both[] = {CL_R, CL_RGBA};
    static const cl_channel_type types[] = {CL_UNORM_INT8,     CL_SIGNED_INT8,   CL_SIGNED_INT16,
                                            CL_SIGNED_INT32,   CL_UNSIGNED_INT8, CL_UNSIGNED_INT16,
                                            CL_UNSIGNED_INT32, CL_HALF_FLOAT,    CL_FLOAT};
    bool is_2d = g->depth_name, is_buffer = g->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    const cl_mem_flags rw = CL_MEM_READ_WRITE, ro = CL_MEM_READ_ONLY, wo = CL_MEM_WRITE_ONLY;
    assert_int_equal(is_listed(g, rw, CL_DEPTH, CL_FLOAT), is_2d);
    assert_int_equal(is_listed(g, rw, CL_DEPTH, CL_UNORM_INT16), is_2d);
    assert_int_equal(is_listed(g, ro, CL_sRGBA, CL_UNORM_INT8), !is_buffer);
    assert_int_equal(is_listed(g, rw, CL_sRGBA, CL_UNORM_INT8), !is_buffer);
    assert_int_equal(is_listed(g, wo, CL_sBGRA, CL_UNORM_INT8),
                     is_listed(g, ro, CL_sBGRA, CL_UNORM_INT8));
    if (all.is_version_3)
        assert_int_equal(is_listed(g, CL_MEM_KERNEL_READ_AND_WRITE, CL_sRGBA, CL_UNORM_INT8),
                         !is_buffer);
    for (unsigned i = 0; all.is_version_3 && i < 2 * sizeof types / sizeof *types; i++)
        assert_true(is_listed(g, CL_MEM_KERNEL_READ_AND_WRITE, both[i % 2], types[i / 2]));
    all.cases[QUERIES] += 5;
}

static bool
matches(const cl_image_format *format, const cl_image_format *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (memcmp(&list[i], format, sizeof *format) == 0)
            return true;
    return false;
}

static void
try_geometry(const struct geometry *g, unsigned part)
{
    cl_image_format formats[MAX_FORMATS], writable[MAX_FORMATS];
    unsigned count = formats_of(g, CL_MEM_READ_ONLY, formats);
    unsigned writable_count = formats_of(g, CL_MEM_READ_WRITE, writable);
    bool is_buffer = g->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
    expect_lists(g);
    for (unsigned i = 0; i < count; i++) {
        cl_channel_order order = formats[i].image_channel_order;
        bool is_new = order == CL_DEPTH || order == CL_sRGBA || order == CL_sBGRA;
        bool is_writable = matches(&formats[i], writable, writable_count);
        if (texel_chance(&all.seed, part) && !is_new)
            continue;
        try(g, &formats[i], is_writable, 1, is_buffer);
        if (g->type == CL_MEM_OBJECT_IMAGE2D)
            try(g, &formats[i], is_writable, 1, true);
        if (all.has_mipmaps && g->normalized && order != CL_DEPTH)
            try(g, &formats[i], is_writable, LEVELS, false);
    }
}

static void
open_host(void)
{
    char version[64];
    cl_int error;
    static const cl_sampler_properties modes[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                  CL_TRUE,
                                                  CL_SAMPLER_ADDRESSING_MODE,
                                                  CL_ADDRESS_CLAMP_TO_EDGE,
                                                  CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                                  CL_FILTER_NEAREST,
                                                  0};
    all.host = host_begin(0, NULL, NULL);
    assert_ok(clGetDeviceInfo(all.host.device, CL_DEVICE_VERSION, sizeof version, version, NULL));
    all.is_version_3 = strncmp(version, "OpenCL 3.0", 10) == 0;
    all.has_mipmaps = device_has("cl_khr_mipmap_image");
    all.has_level_writes = device_has("cl_khr_mipmap_image_writes");
    assert_true(device_has("cl_khr_depth_images"));
    if (all.has_mipmaps)
        all.sampler = clCreateSamplerWithProperties(all.host.context, modes, &error);
    all.words = host_words(&all.host, NULL, 4 * (MAX_TEXELS + 4));
}

static unsigned every = 1, times = 1;

static void
all_formats(void **state)
{
    (void)state;
    open_host();
    for (unsigned i = 0; i < times * GEOMETRIES; i++)
        try_geometry(&geometries[i % GEOMETRIES], every);
}

int
main(int argc, char **argv)
{
    static const char *const names[] = {"writes", "reads",   "copies",  "fills",
                                        "maps",   "kernels", "buffers", "queries"};
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_formats)};
    unsigned sum = 0;
    every = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    all.seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    times = argc > 3 ? (unsigned)atoi(argv[3]) : 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        printf("%s%u %s", i ? ", " : "", all.cases[i], names[i]);
        sum += all.cases[i];
    }
    printf(": %u cases\n", sum);
    return failed || sum < 100;
}
