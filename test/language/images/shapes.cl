// Every shape of image that is no multi-sampled one: read without a sampler, written.
// options: -cl-std=CL2.0
// kernel: flat global=4
// arg: image a 4 RG SIGNED_INT16 = 1 -2 3 -4 5 -6 7 -8
// arg: image b 4 RG SIGNED_INT16
// arg: image c 4 R FLOAT buffer = 0.5 1.5 2.5 3.5
// arg: image d 4 R FLOAT buffer
// arg: image e 4 R UNSIGNED_INT8 array:3 = 1 2 3 4 11 12 13 14 21 22 23 24
// arg: image f 4 R UNSIGNED_INT8 array:3
kernel void
flat(read_only image1d_t a, write_only image1d_t b, read_only image1d_buffer_t c,
     write_only image1d_buffer_t d, read_only image1d_array_t e, write_only image1d_array_t f)
{
    int x = get_global_id(0);
    write_imagei(b, 3 - x, read_imagei(a, x) - 10);
    write_imagef(d, x ^ 1, 2 * read_imagef(c, x));
    for (int layer = 0; layer < 3; layer++)
        write_imageui(f, (int2)(x, 2 - layer), read_imageui(e, (int2)(x, layer)) + 100u);
}
// expect: b[0] = -3 -18 -5 -16 -7 -14 -9 -12
// expect: d[0] = 3 1 7 5
// expect: f[0] = 121 122 123 124 111 112 113 114 101 102 103 104

// kernel: solid global=2,2,2
// arg: image a 2x2x2 RGBA UNSIGNED_INT32 = 0 0 0 9 1 0 0 9 0 1 0 9 1 1 0 9 0 0 1 9 1 0 1 9 0 1 1 9 1 1 1 9
// arg: image b 2x2x2 RGBA UNSIGNED_INT32
// arg: image c 2x2 R HALF_FLOAT array:2 = 1 2 3 4 5 6 7 8
// arg: image d 2x2 R HALF_FLOAT array:2
kernel void
solid(read_only image3d_t a, write_only image3d_t b, read_only image2d_array_t c,
      write_only image2d_array_t d)
{
    int4 p = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 77);
    write_imageui(b, (int4)(1) - p, read_imageui(a, p) * 2u);
    write_imagef(d, (int4)(p.y, p.x, p.z, -1), read_imagef(c, p) / 2);
}
// expect: b[0] = 2 2 2 18 0 2 2 18 2 0 2 18 0 0 2 18 2 2 0 18 0 2 0 18 2 0 0 18 0 0 0 18
// expect: d[0] = 0.5 1.5 1 2 2.5 3.5 3 4

// kernel: depths global=2,2
// arg: image a 2x2 DEPTH FLOAT = 0.5 0.25 0.125 1
// arg: image b 2x2 DEPTH UNORM_INT16
// arg: image c 2x2 DEPTH FLOAT array:2 = 1 2 3 4 5 6 7 8
// arg: image d 2x2 DEPTH FLOAT array:2
// arg: sampler unnormalized clamp_to_edge nearest
// arg: float r[4]
kernel void
depths(read_only image2d_depth_t a, write_only image2d_depth_t b,
       read_only image2d_array_depth_t c, write_only image2d_array_depth_t d, sampler_t s,
       global float *r)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(b, p, read_imagef(a, p) == 1 ? 1.0f : 0.0f);
    write_imagef(d, (int4)(p, 1, 0), read_imagef(c, (int4)(p, 0, 0)));
    write_imagef(d, (int4)(p, 0, 0), read_imagef(c, s, (float4)(p.x + 0.5f, p.y + 0.5f, 0.75f, 0)));
    r[p.x + 2 * p.y] = read_imagef(a, s, p - 1);
}
// expect: b[0] = 0 0 0 65535
// expect: d[0] = 5 6 7 8 1 2 3 4
// expect: r[0] = 0.5 0.5 0.5 0.5
