// What pocl has not: read in each format and at each level, with values that a test expects.

// One texel outside on each side, as the sampler has it.
kernel void
floats(read_only image2d_t image, sampler_t s, global float4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_global_size(0) + x] = read_imagef(image, s, (int2)(x - 1, y - 1));
}

kernel void
ints(read_only image2d_t image, sampler_t s, global int4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_global_size(0) + x] = read_imagei(image, s, (int2)(x - 1, y - 1));
}

kernel void
uints(read_only image2d_t image, sampler_t s, global uint4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_global_size(0) + x] = read_imageui(image, s, (int2)(x - 1, y - 1));
}

kernel void
write_floats(write_only image2d_t image, global const float4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagef(image, (int2)(x, y), in[y * get_global_size(0) + x]);
}

kernel void
write_ints(write_only image2d_t image, global const int4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagei(image, (int2)(x, y), in[y * get_global_size(0) + x]);
}

kernel void
write_uints(write_only image2d_t image, global const uint4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imageui(image, (int2)(x, y), in[y * get_global_size(0) + x]);
}

kernel void
buffer_floats(read_only image1d_buffer_t image, global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(image, i);
}

kernel void
buffer_write_floats(write_only image1d_buffer_t image, global const float4 *in)
{
    int i = get_global_id(0);
    write_imagef(image, i, in[i]);
}

// Depth has a type of its own (cl_khr_depth_images).
kernel void
depths(read_only image2d_depth_t image, sampler_t s, global float4 *out)
{
    int x = get_global_id(0), y = get_global_id(1);
    out[y * get_global_size(0) + x] = read_imagef(image, s, (int2)(x - 1, y - 1));
}

kernel void
write_depths(write_only image2d_depth_t image, global const float4 *in)
{
    int x = get_global_id(0), y = get_global_id(1);
    write_imagef(image, (int2)(x, y), in[y * get_global_size(0) + x].x);
}

// clang knows this one of cl_khr_mipmap_image only by declaration, which hides the others.
float4 __attribute__((overloadable)) read_imagef(read_only image2d_t, sampler_t, float2, float);

kernel void
levels(read_only image2d_t image, sampler_t s, global float4 *out)
{
    int i = get_global_id(0);
    out[i] = read_imagef(image, s, (float2)(0.01f, 0.01f), (float)i);
}
