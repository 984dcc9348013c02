// Texels as halves: of floats, of normalised integers, in buffers; some components only.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// kernel: test global=2
// arg: image a 2x1 RGBA FLOAT = 1.5 -2 0.25 1 100 200 300 400
// arg: image b 2x1 RGBA FLOAT
// arg: image c 2 RGBA UNORM_INT8 buffer = 0 255 0 255 255 0 255 0
// arg: image d 2 RGBA HALF_FLOAT buffer
// arg: sampler unnormalized clamp_to_edge linear
// arg: half r[6]
kernel void
test(read_only image2d_t a, write_only image2d_t b, read_only image1d_buffer_t c,
     write_only image1d_buffer_t d, sampler_t s, global half *r)
{
    int x = get_global_id(0);
    write_imageh(b, (int2)(1 - x, 0), read_imageh(a, (int2)(x, 0)));
    write_imageh(d, x, read_imageh(c, 1 - x));
    r[x] = read_imageh(a, s, (float2)(1, 0.5f)).x;
    r[x + 2] = read_imageh(a, (int2)(x, 0)).z;
    half4 v = read_imageh(a, (int2)(x, 0));
    r[x + 4] = x ? v.w : v.y;
}
// expect: b[0] = 100 200 300 400 1.5 -2 0.25 1
// expect: d[0] = 1 0 1 0 0 1 0 1
// expect: r[0] = 50.75 50.75 0.25 300 -2 400
