/* Images: coordinates without the fourth component, handles of samplers, forms. */
const sampler_t outer = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
constant sampler_t braced = {CLK_FILTER_NEAREST};
float4
through(read_only image2d_t image, sampler_t sampler, float2 at)
{
    return read_imagef(image, sampler, at);
}

// CHECK: arg "flat" "image2d_t" image struct offset 0 size 8 align 8 space global access read
// CHECK: arg "sampler" "sampler_t" sampler struct offset 16 size 8 align 8
// CHECK: arg "solid" "image3d_t" image struct offset 24 size 8 align 8 space global access write
__kernel void
images(image2d_t flat, read_only image2d_array_t layers, sampler_t sampler,
       write_only image3d_t solid, __global float4 *out, __global int4 *ints, float4 f, int4 i)
{
    sampler_t local_sampler = 0;
    // CHECK: sampler p.constant, bits 0
    out[0] = through(flat, sampler, f.xy);
    // CHECK: sampler p.constant, bits 39
    out[1] = through(flat, outer, f.xy);
    // CHECK: sampler p.constant, bits 16
    out[2] = read_imagef(flat, braced, i.xy);
    // CHECK: image2d_t, access read, plain
    out[3] = read_imagef(flat, local_sampler, i.xy);
    // CHECK: sampler p.constant, bits 4294967295
    // CHECK: :4 = image_read f32 %
    // CHECK: , f32 0x3f800000, f32 0x40000000, f32 0x40400000, image2d_array_t, access read, plain
    out[4] = read_imagef(layers, 0xffffffff, (float4)(1, 2, 3, 4));
    // CHECK: :4 = image_read i32 %
    // CHECK: , i32 1, i32 2, image2d_t, access read, plain
    ints[0] = read_imagei(flat, (int2)(1, 2));
    // CHECK: :4 = image_read i32 %
    ints[1] = as_int4(read_imageui(flat, (int2)(1, 2)));
    // CHECK: image_write %
    // CHECK: , i32 1, i32 2, i32 3, f32 0x3f000000, f32 0x3f000000, f32 0x3f000000, f32 0x3f000000, image3d_t, access write, plain
    write_imagef(solid, (int4)(1, 2, 3, 4), (float4)(0.5f));
    // CHECK: image_query i32 %
    // CHECK: image3d_t, access write, width
    // CHECK: image3d_t, access write, height
    // CHECK: image3d_t, access write, depth
    ints[2] = get_image_dim(solid);
    // CHECK: image2d_array_t, access read, array_size
    // CHECK: zext i64
    ints[3].x = (int)get_image_array_size(layers);
    // CHECK: image2d_t, access read, data_type
    // CHECK: image2d_t, access read, order
    ints[3].y = get_image_channel_data_type(flat) + get_image_channel_order(flat);
}

// CHECK: function @through (p.constant %1, p.constant %2, f32 %3, f32 %4) -> f32, f32, f32, f32
// CHECK: image_read f32
// CHECK: function @depth
__kernel void
depth(image2d_depth_t a, image2d_array_depth_t b, image2d_msaa_t m, image1d_buffer_t l,
      write_only image1d_array_t w, write_only image2d_depth_t d, __global float4 *out, sampler_t s)
{
    // CHECK: = image_read f32 %
    // CHECK: , i32 1, i32 2, image2d_depth_t, access read, plain
    out[0].x = read_imagef(a, s, (int2)(1, 2));
    // CHECK: image2d_array_depth_t, access read, plain
    out[0].y = read_imagef(b, s, (float4)(1, 2, 3, 4));
    // CHECK: :4 = image_read f32 %
    // CHECK: , i32 1, i32 2, i32 7, image2d_msaa_t, access read, sample
    out[1] = read_imagef(m, (int2)(1, 2), 7);
    // CHECK: image1d_buffer_t, access read, plain
    out[2] = read_imagef(l, 5);
    // CHECK: image_write %
    // CHECK: , i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, image1d_array_t, access write, plain
    write_imagei(w, (int2)(1, 2), (int4)(3, 4, 5, 6));
    // CHECK: image_write %
    // CHECK: , i32 1, i32 2, f32 0x3f800000, image2d_depth_t, access write, plain
    write_imagef(d, (int2)(1, 2), 1.0f);
    // CHECK: image2d_msaa_t, access read, samples
    out[3].x = get_image_num_samples(m);
}
