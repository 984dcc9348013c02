// Mipmaps: levels by number and by gradients, written levels; images that are read and written.
// options: -cl-std=CL2.0
// targets: gfx600 gfx700 gfx803 gfx810 gfx900 gfx906
// kernel: read
// arg: image a 4x4 R FLOAT levels:3 = 0*16 10 11 12 13 20
// arg: sampler normalized clamp_to_edge nearest mip_nearest
// arg: sampler normalized clamp_to_edge nearest mip_linear
// arg: float r[8]
kernel void
read(read_only image2d_t a, sampler_t nearest, sampler_t linear, global float *r)
{
    r[0] = read_imagef(a, nearest, (float2)(0.9f, 0.9f), 0.0f).x;  //= 0
    r[1] = read_imagef(a, nearest, (float2)(0.9f, 0.2f), 1.0f).x;  //= 11
    r[2] = read_imagef(a, nearest, (float2)(0.1f, 0.9f), 1.1f).x;  //= 12
    r[3] = read_imagef(a, nearest, (float2)(0.1f, 0.9f), 5.0f).x;  //= 20
    r[4] = read_imagef(a, linear, (float2)(0.9f, 0.9f), 0.5f).x;   //= 6.5
    r[5] = read_imagef(a, linear, (float2)(0.9f, 0.9f), 1.25f).x;  //= 14.75
    r[6] = read_imagef(a, nearest, (float2)(0.9f, 0.9f), (float2)(0.5f, 0), (float2)(0, 0.25f)).x; //= 13
    r[7] = read_imagef(a, nearest, (float2)(0.9f, 0.9f), (float2)(0.1f, 0), (float2)(0, 1)).x;     //= 20
}
// kernel: volume
// arg: image a 2x2x2 R FLOAT levels:2 = 1 2 3 4 5 6 7 8 9
// arg: image b 2x2 R FLOAT array:2 levels:2 = 1 2 3 4 5 6 7 8 9 10
// arg: image c 4 R FLOAT array:2 levels:2 = 1 2 3 4 5 6 7 8 9 10 11 12
// arg: sampler normalized clamp_to_edge nearest mip_nearest
// arg: float r[6]
kernel void
volume(read_only image3d_t a, read_only image2d_array_t b, read_only image1d_array_t c, sampler_t s,
       global float *r)
{
    r[0] = read_imagef(a, s, (float4)(0.9f, 0.1f, 0.9f, 0), 0.0f).x; //= 6
    r[1] = read_imagef(a, s, (float4)(0.9f, 0.1f, 0.9f, 0), 1.0f).x; //= 9
    r[2] = read_imagef(a, s, (float4)(0.9f), (float4)(1, 0, 0, 0), (float4)(0, 1, 0, 0)).x; //= 9
    r[3] = read_imagef(b, s, (float4)(0.9f, 0.1f, 0.6f, 0), 1.0f).x; //= 10
    r[4] = read_imagef(b, s, (float4)(0.9f, 0.1f, 0.6f, 0), (float2)(0), (float2)(0)).x; //= 6
    r[5] = read_imagef(c, s, (float2)(0.9f, 1), 0.75f, 0.0f).x; //= 12
}
// kernel: write global=2,2
// arg: image a 4x4 R UNSIGNED_INT8 levels:3
// arg: image b 2x2x2 R UNSIGNED_INT8 levels:2
kernel void
write(write_only image2d_t a, write_only image3d_t b)
{
    int2 p = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(a, p, 1, (uint4)(p.x + 2 * p.y + 1));
    if (p.x + p.y == 0) {
        write_imageui(a, p, 2, (uint4)(200));
        write_imageui(b, (int4)(0), 1, (uint4)(100));
    }
}
// expect: a[16] = 1 2 3 4 200
// expect: b[8] = 100
// kernel: literal
// arg: image a 4x4 R FLOAT levels:3 = 0*16 10 11 12 13 20
// arg: float r[6]
kernel void
literal(read_only image2d_t a, global float *r)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    r[0] = read_imagef(a, s, (float2)(0.9f, 0.9f), 0.0f).x;  //= 0
    r[1] = read_imagef(a, s, (float2)(0.9f, 0.2f), 1.0f).x;  //= 11
    r[2] = read_imagef(a, s, (float2)(0.1f, 0.9f), 1.1f).x;  //= 12
    r[3] = read_imagef(a, s, (float2)(0.1f, 0.9f), 5.0f).x;  //= 20
    r[4] = read_imagef(a, s, (float2)(0.9f, 0.9f), (float2)(0.5f, 0), (float2)(0, 0.25f)).x; //= 13
    r[5] = read_imagef(a, s, (float2)(0.9f, 0.9f)).x; //= 0
}
// kernel: both
// arg: image a 4x4 R FLOAT levels:3 = 0*16 10 11 12 13 20
// arg: image b 2x2x2 R FLOAT levels:2 = 1 2 3 4 5 6 7 8 9
// arg: sampler normalized clamp_to_edge nearest mip_nearest
// arg: float r[4]
kernel void
both(read_write image2d_t a, read_write image3d_t b, sampler_t s, global float *r)
{
    r[0] = read_imagef(a, s, (float2)(0.9f, 0.2f), 1.0f).x; //= 11
    r[1] = read_imagef(a, s, (float2)(0.9f, 0.9f), (float2)(0.5f, 0), (float2)(0, 0.25f)).x; //= 13
    r[2] = read_imagef(b, s, (float4)(0.9f, 0.1f, 0.9f, 0), 1.0f).x; //= 9
    write_imagef(a, (int2)(1, 0), 1, (float4)(30));
    write_imagef(b, (int4)(0), 1, (float4)(31));
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    r[3] = read_imagef(a, s, (float2)(0.9f, 0.2f), 1.0f).x; //= 30
}
// expect: a[17] = 30
// expect: b[8] = 31
