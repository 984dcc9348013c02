/* Images: a blur by whole coordinates in a loop, a sample by a sampler argument, stores of both images
 * that the kernel writes, one made of a buffer. */
constant sampler_t edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void
image_filter(read_only image2d_t in, read_only image1d_buffer_t weights, write_only image2d_t out,
             write_only image2d_t marks, sampler_t smooth, global float *sums)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    int2 size = get_image_dim(in);
    float4 sum = 0;
    if (p.x >= size.x || p.y >= size.y)
        return;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
            sum += read_imagef(in, edge, p + (int2)(x, y)) *
                   read_imagef(weights, 3 * (y + 1) + x + 1).x;
    write_imagef(out, p, sum);
    float2 at = (convert_float2(p) + 0.5f) / convert_float2(size);
    float4 centre = read_imagef(in, smooth, at);
    sums[p.y * size.x + p.x] = centre.x + centre.y + centre.z + centre.w;
    if (sum.x > centre.x)
        write_imageui(marks, p, (uint4)(1, p.x, p.y, 0));
}
