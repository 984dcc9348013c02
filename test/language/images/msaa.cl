// Multi-sampled images: reads name a sample, after the layer; the simulator has none, so they are only
// compiled. LAST_LEVEL of the T# is the logarithm of the number of samples.
// kernel: test
// arg: null
// arg: null
// arg: null
// arg: null
// arg: int n = 0
// arg: float r[5]
// arg: int k[3]
// asm: image_load v
// asm: unorm da
#pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable
kernel void
test(read_only image2d_msaa_t a, read_only image2d_array_msaa_t b, read_only image2d_msaa_depth_t c,
     read_only image2d_array_msaa_depth_t d, int n, global float *r, global int *k)
{
    if (n) {
        r[0] = read_imagef(a, (int2)(n, 2), 1).x;
        r[1] = (float)read_imagei(b, (int4)(n, 2, 1, 0), 3).w;
        r[2] = read_imagef(c, (int2)(n, 2), 1);
        r[3] = read_imagef(d, (int4)(n, 2, 1, 0), 3);
        k[0] = get_image_num_samples(a);
        k[1] = get_image_num_samples(d);
        k[2] = get_image_array_size(b);
    }
    r[4] = 1; //= 1
}
