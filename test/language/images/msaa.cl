// Multi-sampled images: reads name a sample, after the layer; what lies in memory is the layers of each sample.
// LAST_LEVEL of the T# is the logarithm of the number of samples.
// kernel: test
// arg: image a 4x3 R FLOAT samples:2 = 0*21 21.5 0*2
// arg: image b 4x3 RGBA SIGNED_INT32 array:2 samples:4 = 0*375 77 0*8
// arg: image c 4x3 DEPTH FLOAT samples:2 = 0*21 0.25 0*2
// arg: image d 4x3 DEPTH FLOAT array:2 samples:4 = 0*93 0.75 0*2
// arg: int n = 1
// arg: float r[7]
// arg: int k[5]
// asm: image_load v
// asm: unorm da
#pragma OPENCL EXTENSION cl_khr_gl_msaa_sharing : enable
kernel void
test(read_only image2d_msaa_t a, read_only image2d_array_msaa_t b, read_only image2d_msaa_depth_t c,
     read_only image2d_array_msaa_depth_t d, int n, global float *r, global int *k)
{
    r[0] = read_imagef(a, (int2)(n, 2), 1).x;                 //= 21.5
    r[1] = (float)read_imagei(b, (int4)(n, 2, 1, 0), 3).w;    //= 77
    r[2] = read_imagef(c, (int2)(n, 2), 1);                   //= 0.25
    r[3] = read_imagef(d, (int4)(n, 2, 1, 0), 3);             //= 0.75
    r[4] = read_imagef(a, (int2)(n, 2), 0).x;                 //= 0
    r[5] = read_imagef(d, (int4)(n, 2, 0, 0), 3);             //= 0
    r[6] = read_imagef(d, (int4)(n, 2, 1, 0), n);             //= 0
    k[0] = get_image_num_samples(a);                          //= 2
    k[1] = get_image_num_samples(d);                          //= 4
    k[2] = get_image_array_size(b);                           //= 2
    k[3] = get_image_width(a);                                //= 4
    k[4] = get_image_height(d);                               //= 3
}
