// options: cl11
kernel void k(image2d_t i, sampler_t s, global float4 *out) {
    out[0] = read_imagef(i, s, (int2)(0));
    out[1] = read_imagef(i, (int2)(0));      // error: no matching function for call to 'read_imagef'
}
