// How many levels a mipmap has; an image that is none has one.
// options: -cl-std=CL2.0
// targets: gfx600 gfx700 gfx803 gfx810 gfx900 gfx906
// kernel: test
// arg: image a 16x8x4 RGBA UNSIGNED_INT16 levels:3
// arg: image b 4 R FLOAT
// arg: int r[2]
kernel void
test(read_only image3d_t a, read_only image1d_t b, global int *r)
{
    r[0] = get_image_num_mip_levels(a); //= 3
    r[1] = get_image_num_mip_levels(b); //= 1
}
