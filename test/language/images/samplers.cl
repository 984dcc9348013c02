// Samplers as arguments and as numbers: coordinates, addressing, filters (OpenCL 1.2, 8.2).
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t wrap = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
constant sampler_t mirror = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;
constant sampler_t smooth = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
// kernel: literal
// arg: image a 4 RGBA FLOAT = 10 1 2 1 11 1 2 1 12 1 2 1 13 1 2 1
// arg: float r[14]
kernel void
literal(read_only image1d_t a, global float *r)
{
    r[0] = read_imagef(a, edge, -3).x;       //= 10
    r[1] = read_imagef(a, edge, 2.99f).x;    //= 12
    r[2] = read_imagef(a, edge, 7.0f).x;     //= 13
    r[3] = read_imagef(a, border, -1).x;     //= 0
    r[4] = read_imagef(a, border, 3).x;      //= 13
    r[5] = read_imagef(a, border, 4.0f).w;   //= 0
    r[6] = read_imagef(a, wrap, 1.26f).x;    //= 11
    r[7] = read_imagef(a, wrap, -0.01f).x;   //= 13
    r[8] = read_imagef(a, mirror, 1.01f).x;  //= 13
    r[9] = read_imagef(a, mirror, -0.3f).x;  //= 11
    r[10] = read_imagef(a, smooth, 1.0f).x;  //= 10.5
    r[11] = read_imagef(a, smooth, 2.75f).x; //= 12.25
    r[12] = read_imagef(a, smooth, 9.0f).x;  //= 13
    const sampler_t own = CLK_FILTER_LINEAR | CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE;
    r[13] = read_imagef(a, own, 0.5f).x;     //= 11.5
}

// Which sampler is decided while the kernel runs; functions take samplers.
float4
get(read_only image2d_t image, sampler_t sampler, float2 at)
{
    return read_imagef(image, sampler, at);
}

// kernel: arguments global=4
// arg: image a 2x2 R FLOAT = 1 2 3 4
// arg: sampler normalized repeat nearest
// arg: sampler unnormalized clamp_to_edge linear
// arg: sampler normalized clamp_to_edge linear
// arg: float r[16]
kernel void
arguments(read_only image2d_t a, sampler_t s, sampler_t t, sampler_t u, global float *r)
{
    int i = get_global_id(0);
    float2 at = (float2)(i, 0.5f);
    r[4 * i] = get(a, s, at / 4).x;
    r[4 * i + 1] = get(a, t, at).x;
    r[4 * i + 2] = get(a, u, (float2)(0.5f)).x;
    r[4 * i + 3] = get(a, edge, at).x;
}
// expect: r[0] = 1 1 2.5 1 1 1.5 2.5 2 2 2 2.5 2 2 2 2.5 2
