// Images and samplers as arguments of functions that stay functions; samplers written as numbers too.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t smooth = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
// kernel: test global=8
// arg: image a 4 R FLOAT = 1 2 4 8
// arg: image b 4 R FLOAT = 10 20 40 80
// arg: image c 8x2 R FLOAT
// arg: sampler unnormalized clamp_to_edge linear
// arg: float r[24]
__attribute__((noinline)) float
get(read_only image1d_t image, sampler_t sampler, float x)
{
    return read_imagef(image, sampler, x).x;
}
__attribute__((noinline)) int
width(read_only image1d_t image)
{
    return get_image_width(image);
}
__attribute__((noinline)) void
put(write_only image2d_t image, int2 at, float value)
{
    write_imagef(image, at, (float4)(value));
}
kernel void
test(read_only image1d_t a, read_only image1d_t b, write_only image2d_t c, sampler_t s, global float *r)
{
    int i = get_global_id(0);
    float x = i / 2;
    r[i] = get(a, edge, x) + get(b, smooth, x);
    r[8 + i] = i & 1 ? get(a, s, x) : get(b, edge, x);
    r[16 + i] = width(a) + width(b);
    put(c, (int2)(i, 0), r[i]);
    put(c, (int2)(i, 1), -r[i]);
}
// expect: r[0] = 11 11 17 17 34 34 68 68 10 1 20 1.5 40 3 80 6 8*8
// expect: c[0] = 11 11 17 17 34 34 68 68 -11 -11 -17 -17 -34 -34 -68 -68
