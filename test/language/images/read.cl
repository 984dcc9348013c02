// Texels of an image, with coordinates of both kinds, a sampler argument, a literal one and none.
// kernel: test
// arg: image image 4x2 RGBA FLOAT = 0 0 0 1 1 0 1 1 2 0 2 1 3 0 3 1 0 1 10 1 1 1 11 1 2 1 12 1 3 1 13 1
// arg: sampler unnormalized clamp_to_edge nearest
// arg: float4 r[4]
const sampler_t literal = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
// The image: 4 x 2 texels of four floats, texel (x, y) is (x, y, x + 10 y, 1).
kernel void
test(read_only image2d_t image, sampler_t nearest, global float4 *r)
{
    r[0] = read_imagef(image, nearest, (int2)(3, 1));
    r[1] = read_imagef(image, literal, (float2)(2.5f, 0.5f));
    r[2] = read_imagef(image, literal, (int2)(9, 0));
    r[3] = read_imagef(image, (int2)(1, 1));
}
// expect: r[0] = 3 1 13 1 2 0 2 1 3 0 3 1 1 1 11 1
