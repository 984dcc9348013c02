kernel void reads(read_only image1d_t i1, read_only image2d_t i2, read_only image3d_t i3, image1d_array_t a1, image2d_array_t a2,
                  image1d_buffer_t b, image2d_depth_t d, image2d_array_depth_t da, image2d_msaa_t m, image2d_array_msaa_depth_t mda, sampler_t s,
                  global float4 *out, int n, float f) {
    out[0] = read_imagef(i1, s, n) + read_imagef(i1, s, f) + read_imagef(i1, n);
    out[1] = read_imagef(i2, s, (int2)(n)) + read_imagef(i2, 0x11, (float2)(f)) + read_imagef(i2, (int2)(n));
    out[2] = read_imagef(i3, s, (int4)(n)) + read_imagef(a1, s, (float2)(f)) + read_imagef(a2, (int4)(n));
    out[3] = read_imagef(b, n) + read_imagef(d, s, (int2)(n)) + read_imagef(da, s, (float4)(f)) + read_imagef(m, (int2)(n), n) + read_imagef(mda, (int4)(n), n);
    int4 i = read_imagei(i2, s, (int2)(n));
    uint4 u = read_imageui(i2, s, (int2)(n));
    out[4] = read_imagef(i3, s, (int3)(n));  // error: no matching function for call to 'read_imagef'
    out[4] = read_imagef(b, s, n);           // error: no matching function for call to 'read_imagef'
    out[4] = read_imagef(i2, s, 0);          // error: call to 'read_imagef' is ambiguous
    out[4] = read_imagef(d, s, (int2)(n), f); // error: no matching function for call to 'read_imagef'
    int4 di = read_imagei(d, s, (int2)(n));  // error: no matching function for call to 'read_imagei'
    out[4] = read_imagef(s, i2, (int2)(n));  // error: no matching function for call to 'read_imagef'
    out[4] = read_imagef(i2);                // error: no matching function for call to 'read_imagef'
    out[4] = read_imagef(n, s, (int2)(n));   // error: no matching function for call to 'read_imagef'
    write_imagef(i2, (int2)(n), out[0]);     // error: no matching function for call to 'write_imagef'
    read_imageh(i2, s, (int2)(n));           // error: use of undeclared identifier 'read_imageh'
}
kernel void writes(write_only image1d_t i1, write_only image2d_t i2, write_only image3d_t i3, write_only image2d_depth_t d, write_only image1d_buffer_t b, sampler_t s) {
    write_imagef(i1, 1, (float4)(1));
    write_imagei(i2, (int2)(1), (int4)(1));
    write_imageui(i3, (int4)(1), (uint4)(1));
    write_imagef(d, (int2)(1), 0.5f);
    write_imagef(b, 1, (float4)(1));
    write_imagef(i2, (int2)(1), 1.0f);
    write_imagef(i2, (float2)(1), (float4)(1)); // error: no matching function for call to 'write_imagef'
    write_imagei(d, (int2)(1), (int4)(1));   // error: no matching function for call to 'write_imagei'
    write_imagef(i2, (int2)(1), 1, (float4)(1)); // error: no matching function for call to 'write_imagef'
    (void)read_imagef(i2, s, (int2)(1));     // error: no matching function for call to 'read_imagef'
}
kernel void queries(read_only image1d_t i1, write_only image2d_t i2, read_only image3d_t i3, image2d_array_t a, image2d_msaa_t m, global int *out) {
    out[0] = get_image_width(i1) + get_image_height(i2) + get_image_depth(i3) + get_image_num_samples(m);
    out[1] = get_image_channel_data_type(i1) + get_image_channel_order(i3) + (int)get_image_array_size(a);
    out[2] = get_image_dim(i2).x + get_image_dim(i3).w + get_image_dim(a).y;
    out[3] = get_image_height(i1);           // error: no matching function for call to 'get_image_height'
    out[3] = get_image_depth(a);             // error: no matching function for call to 'get_image_depth'
    out[3] = get_image_array_size(i2);       // error: no matching function for call to 'get_image_array_size'
    out[3] = get_image_dim(i1).x;            // error: no matching function for call to 'get_image_dim'
    out[3] = get_image_num_samples(i2);      // error: no matching function for call to 'get_image_num_samples'
    out[3] = get_image_num_mip_levels(i2);   // error: use of undeclared identifier 'get_image_num_mip_levels'
    out[3] = get_image_width(out);           // error: no matching function for call to 'get_image_width'
}
