// options: cl20 fp16
kernel void k(image2d_t i, write_only image3d_t w, read_write image1d_t rw, image2d_array_depth_t d, sampler_t s, global float4 *out, float2 f, float4 f4) {
    out[0] = read_imagef(i, s, f, 1.5f) + read_imagef(i, s, f, f, f);
    out[1] = read_imagef(d, s, f4, 1.5f) + read_imagef(d, s, f4, f, f);
    out[2] = read_imagef(d, s, f4, f4, f4);  // error: no matching function for call to 'read_imagef'
    out[3] = read_imagef(i, s, (int2)(0), f, f); // error: no matching function for call to 'read_imagef'
    write_imagef(w, (int4)(0), 2, out[0]);
    write_imageh(w, (int4)(0), read_imageh(i, s, f));
    write_imagef(rw, 0, read_imagef(rw, 1));
    write_imagef(rw, 0, 2, out[0] + read_imagef(rw, s, 0.5f, 1.0f));
    out[5] = read_imagef(rw, s, 0.5f);       // error: no matching function for call to 'read_imagef'
    write_imageh(w, (int4)(0), 1, read_imageh(i, s, f)); // error: too many arguments to function call, expected 3, have 4
    write_imageh(w, (int4)(0), read_imageh(i, s, f, 1)); // error: no matching function for call to 'read_imageh'
    out[4].x = get_image_num_mip_levels(i) + get_image_num_mip_levels(d);
}
