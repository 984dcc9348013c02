/* Images and samplers among the arguments: kinds, access qualifiers, names of types. */
typedef image2d_t picture;
typedef write_only image3d_t solid;

kernel void
images(image2d_t plain, read_only image1d_t line, write_only image2d_array_t layers, picture named,
       solid written, image1d_buffer_t texels, image2d_depth_t depth, const image2d_t constant_image,
       sampler_t sampler, const sampler_t constant_sampler, global int *out)
{
    out[0] = 1;
}
