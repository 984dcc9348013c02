// Texels at coordinates from a buffer: each geometry, each kind of number.
#pragma OPENCL FP_CONTRACT OFF
const sampler_t literal = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;

// The coordinate of an axis: from -0.5 to 1.5 of the size, as unit is 1 or the size itself.
float
axis(float number, float unit)
{
    return (number * 2.0f - 0.5f) * unit;
}

kernel void
sample_1d(read_only image1d_t image, sampler_t s, float unit, global const float *at,
          global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(image, s, axis(at[i], unit));
}

kernel void
sample_2d(read_only image2d_t image, sampler_t s, float2 unit, global const float *at,
          global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(image, s, (float2)(axis(at[2 * i], unit.x), axis(at[2 * i + 1], unit.y)));
}

kernel void
sample_3d(read_only image3d_t image, sampler_t s, float4 unit, global const float *at,
          global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(image, s, (float4)(axis(at[3 * i], unit.x), axis(at[3 * i + 1], unit.y),
                                            axis(at[3 * i + 2], unit.z), 0.0f));
}

kernel void
sample_2d_array(read_only image2d_array_t image, sampler_t s, float4 unit, global const float *at,
                global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(image, s, (float4)(axis(at[3 * i], unit.x), axis(at[3 * i + 1], unit.y),
                                            axis(at[3 * i + 2], unit.z), 0.0f));
}

kernel void
texel_2d_f(read_only image2d_t image, sampler_t s, global float4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_global_size(0) + x] = read_imagef(image, s, (int2)(x - 1, y - 1));
}

kernel void
texel_2d_i(read_only image2d_t image, sampler_t s, global int4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_global_size(0) + x] = read_imagei(image, s, (int2)(x - 1, y - 1));
}

kernel void
texel_2d_ui(read_only image2d_t image, sampler_t s, global uint4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_global_size(0) + x] = read_imageui(image, s, (int2)(x - 1, y - 1));
}

kernel void
texel_buffer(read_only image1d_buffer_t image, global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(image, i);
}

kernel void
texel_1d_array(read_only image1d_array_t image, global float4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_global_size(0) + x] = read_imagef(image, (int2)(x, y));
}

kernel void
literal_2d(read_only image2d_t image, global const float *at, global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(image, literal, (float2)(axis(at[2 * i], 1.0f), axis(at[2 * i + 1], 1.0f)));
}

kernel void
query(read_only image1d_t a, read_only image1d_array_t b, read_only image1d_buffer_t c,
      read_only image2d_t d, read_only image2d_array_t e, read_only image3d_t f, global int *out)
{
    out[0] = get_image_width(a);
    out[1] = get_image_channel_order(a);
    out[2] = get_image_channel_data_type(a);
    out[3] = get_image_width(b);
    out[4] = get_image_array_size(b);
    out[5] = get_image_width(c);
    out[6] = get_image_channel_order(c);
    out[7] = get_image_channel_data_type(c);
    out[8] = get_image_width(d);
    out[9] = get_image_height(d);
    out[10] = get_image_channel_order(d);
    out[11] = get_image_channel_data_type(d);
    out[12] = get_image_width(e);
    out[13] = get_image_height(e);
    out[14] = get_image_array_size(e);
    out[15] = get_image_width(f);
    out[16] = get_image_height(f);
    out[17] = get_image_depth(f);
    out[18] = get_image_dim(f).z;
}

kernel void
write_f(write_only image2d_t image, global const float4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagef(image, (int2)(x, y), in[y * get_global_size(0) + x] * 1.5f - 0.25f);
}

kernel void
write_i(write_only image2d_t image, global const int4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagei(image, (int2)(x, y), (in[y * get_global_size(0) + x] - 4) * 60);
}

kernel void
write_ui(write_only image2d_t image, global const uint4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imageui(image, (int2)(x, y), in[y * get_global_size(0) + x] * 40);
}

kernel void
write_arrays(write_only image1d_t a, write_only image1d_array_t b, write_only image1d_buffer_t c,
             write_only image2d_array_t d, global const float4 *in)
{
    int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    float4 value = in[(z * get_global_size(1) + y) * get_global_size(0) + x];
    if (y == 0 && z == 0) {
        write_imagef(a, x, value);
        write_imagef(c, x, value);
    }
    if (z == 0)
        write_imagef(b, (int2)(x, y), value);
    write_imagef(d, (int4)(x, y, z, 0), value);
}

kernel void
invert(read_only image2d_t from, write_only image2d_t to)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float4 color = read_imagef(from, at);
    write_imagef(to, at, (float4)(1.0f - color.xyz, color.w));
}
