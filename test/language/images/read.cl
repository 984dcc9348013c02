// Texels of an image, with coordinates of both kinds, a sampler argument, a literal one and none.
// xfail: code generation for images is not done yet, nor does the runner make images
// kernel: test
// arg: null
// arg: null
// arg: float4 r[4]
const sampler_t literal = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
// The image: 4 x 2 texels of four floats, texel (x, y) is (x, y, 10 x + y, 1).
kernel void
test(read_only image2d_t image, sampler_t nearest, global float4 *r)
{
    r[0] = read_imagef(image, nearest, (int2)(3, 1));
    r[1] = read_imagef(image, literal, (float2)(2.5f, 0.5f));
    r[2] = read_imagef(image, literal, (int2)(9, 0));
    r[3] = read_imagef(image, (int2)(1, 1));
}
// expect: r[0] = 3 1 31 1 2 0 20 1 3 0 30 1 1 1 11 1
