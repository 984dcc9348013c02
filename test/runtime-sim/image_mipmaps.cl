// Kernels over mipmaps; compiled by clang, checked by test_image_kernels.c.  clang knows these
// functions only from a header that takes it seconds to read.
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
float4 __attribute__((overloadable)) read_imagef(read_only image2d_t, sampler_t, float2, float);
float4 __attribute__((overloadable)) read_imagef(read_only image3d_t, sampler_t, float4, float);
float4 __attribute__((overloadable)) read_imagef(read_only image2d_array_t, sampler_t, float4,
                                                 float);
float4 __attribute__((overloadable)) read_imagef(read_only image2d_t, sampler_t, float2, float2,
                                                 float2);

// In the last component: the level of detail, or its logarithm's argument as a step along y.
kernel void lod_2d(read_only image2d_t a, sampler_t s, global const float4 *at, global float4 *o)
{
    int i = get_global_id(0);
    o[i] = read_imagef(a, s, at[i].xy, at[i].w);
}

kernel void lod_3d(read_only image3d_t a, sampler_t s, global const float4 *at, global float4 *o)
{
    int i = get_global_id(0);
    o[i] = read_imagef(a, s, at[i], at[i].w);
}

kernel void lod_2da(read_only image2d_array_t a, sampler_t s, global const float4 *at,
                    global float4 *o)
{
    int i = get_global_id(0);
    o[i] = read_imagef(a, s, at[i], at[i].w);
}

// Steps of 2^lod texels along y of a level of 8 rows, and of one texel along x of 16.
kernel void gradient(read_only image2d_t a, sampler_t s, global const float4 *at,
                     global float4 *o)
{
    int i = get_global_id(0);
    float2 across = (float2)(0, exp2(at[i].w) / 8), down = (float2)(1.0f / 16, 0);
    o[i] = read_imagef(a, s, at[i].xy, across, down);
}
