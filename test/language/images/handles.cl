// Samplers that are chosen while the kernel runs, through functions with branches: handles that differ
// between work-items.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t smooth = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
// kernel: test global=8
// arg: image a 4 R FLOAT = 1 2 4 8
// arg: float r[8]
float
get(read_only image1d_t a, sampler_t s, float x)
{
    return read_imagef(a, s, x).x;
}
kernel void
test(read_only image1d_t a, global float *r)
{
    int i = get_global_id(0);
    float x = i / 2;
    r[i] = i & 1 ? get(a, smooth, x) : get(a, edge, x);
}
// expect: r[0] = 1 1 2 1.5 4 3 8 6
