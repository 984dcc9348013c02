// Kernels over images; compiled by clang, checked by test_image_kernels.c.
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

constant sampler_t nearest_edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t linear_repeat =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

// Every geometry through the same sampler, which the host chooses.
kernel void read_1d(read_only image1d_t a, sampler_t s, global const float4 *at, global float4 *o)
{
    int i = get_global_id(0);
    o[i] = read_imagef(a, s, at[i].x);
}

kernel void read_2d(read_only image2d_t a, sampler_t s, global const float4 *at, global float4 *o)
{
    int i = get_global_id(0);
    o[i] = read_imagef(a, s, at[i].xy);
}

kernel void read_3d(read_only image3d_t a, sampler_t s, global const float4 *at, global float4 *o)
{
    int i = get_global_id(0);
    o[i] = read_imagef(a, s, at[i]);
}

kernel void read_1da(read_only image1d_array_t a, sampler_t s, global const float4 *at,
                     global float4 *o)
{
    int i = get_global_id(0);
    o[i] = read_imagef(a, s, at[i].xy);
}

kernel void read_2da(read_only image2d_array_t a, sampler_t s, global const float4 *at,
                     global float4 *o)
{
    int i = get_global_id(0);
    o[i] = read_imagef(a, s, at[i]);
}

// Samplers in the source; integer coordinates.
kernel void read_literal(read_only image2d_t a, global const float4 *at, global float4 *o)
{
    int i = get_global_id(0);
    o[2 * i] = read_imagef(a, nearest_edge, convert_int2_rtn(at[i].xy));
    o[2 * i + 1] = read_imagef(a, linear_repeat, at[i].xy);
}

// Without a sampler, and what is stored where.
kernel void copy_1d(read_only image1d_t a, write_only image1d_t b)
{
    int x = get_global_id(0);
    write_imagef(b, x, 2 * read_imagef(a, x));
}

kernel void copy_2d(read_only image2d_t a, write_only image2d_t b)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(b, p, 2 * read_imagef(a, p));
}

kernel void copy_3d(read_only image3d_t a, write_only image3d_t b)
{
    int4 p = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
    write_imagef(b, p, 2 * read_imagef(a, p));
}

kernel void copy_1da(read_only image1d_array_t a, write_only image1d_array_t b)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(b, p, 2 * read_imagef(a, p));
}

kernel void copy_2da(read_only image2d_array_t a, write_only image2d_array_t b)
{
    int4 p = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
    write_imagef(b, p, 2 * read_imagef(a, p));
}

kernel void integers(read_only image2d_t a, write_only image2d_t b, read_only image2d_t c,
                     write_only image2d_t d)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imagei(b, p, read_imagei(a, p) - 7);
    write_imageui(d, p, read_imageui(c, nearest_edge, p) + 7u);
}

kernel void sizes(read_only image1d_t a, read_only image2d_t b, read_only image3d_t c,
                  read_only image1d_array_t d, read_only image2d_array_t e, global int *o)
{
    o[0] = get_image_width(a);
    o[1] = get_image_width(b);
    o[2] = get_image_height(b);
    o[3] = get_image_width(c);
    o[4] = get_image_height(c);
    o[5] = get_image_depth(c);
    o[6] = get_image_width(d);
    o[7] = get_image_array_size(d);
    o[8] = get_image_width(e);
    o[9] = get_image_height(e);
    o[10] = get_image_array_size(e);
    o[11] = get_image_channel_data_type(b);
    o[12] = get_image_channel_order(b);
}
