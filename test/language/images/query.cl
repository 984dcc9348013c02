// What a kernel may ask about an image.
// options: -cl-std=CL2.0
// kernel: sizes
// arg: image a 17 R FLOAT
// arg: image b 9 RGBA UNORM_INT8 array:5
// arg: image c 40 R SIGNED_INT32 buffer
// arg: image d 7x11 BGRA UNORM_INT8
// arg: image e 5x3 RGBA HALF_FLOAT array:4
// arg: image f 16x8x4 RGBA UNSIGNED_INT16
// arg: int r[15]
kernel void
sizes(read_only image1d_t a, write_only image1d_array_t b, read_write image1d_buffer_t c,
      read_only image2d_t d, read_only image2d_array_t e, read_only image3d_t f, global int *r)
{
    r[0] = get_image_width(a);         //= 17
    r[1] = get_image_width(b);         //= 9
    r[2] = get_image_array_size(b);    //= 5
    r[3] = get_image_width(c);         //= 40
    r[4] = get_image_width(d);         //= 7
    r[5] = get_image_height(d);        //= 11
    r[6] = get_image_dim(d).x;         //= 7
    r[7] = get_image_dim(d).y;         //= 11
    r[8] = get_image_height(e);        //= 3
    r[9] = get_image_array_size(e);    //= 4
    r[10] = get_image_depth(f);        //= 4
    r[11] = get_image_dim(f).x;        //= 16
    r[12] = get_image_dim(f).y;        //= 8
    r[13] = get_image_dim(f).z;        //= 4
    r[14] = get_image_dim(f).w;        //= 0
}
// Numbers of CL/cl.h.
// kernel: formats
// arg: image a 4x4 A UNORM_INT8
// arg: image b 4x4 R SNORM_INT8
// arg: image c 4x4 RG SNORM_INT16
// arg: image d 4x4 RA UNORM_INT16
// arg: image e 4x4 RGB UNORM_SHORT_565
// arg: image f 4x4 RGB UNORM_SHORT_555
// arg: image g 4x4 RGBx UNORM_INT_101010
// arg: int r[14]
kernel void
formats(read_only image2d_t a, read_only image2d_t b, read_only image2d_t c, read_only image2d_t d,
        read_only image2d_t e, read_only image2d_t f, read_only image2d_t g, global int *r)
{
    r[0] = get_image_channel_order(a);      //= 0x10b1
    r[1] = get_image_channel_data_type(a);  //= 0x10d2
    r[2] = get_image_channel_order(b);      //= 0x10b0
    r[3] = get_image_channel_data_type(b);  //= 0x10d0
    r[4] = get_image_channel_order(c);      //= 0x10b2
    r[5] = get_image_channel_data_type(c);  //= 0x10d1
    r[6] = get_image_channel_order(d);      //= 0x10b3
    r[7] = get_image_channel_data_type(d);  //= 0x10d3
    r[8] = get_image_channel_order(e);      //= 0x10b4
    r[9] = get_image_channel_data_type(e);  //= 0x10d4
    r[10] = get_image_channel_data_type(f); //= 0x10d5
    r[11] = get_image_channel_order(g);     //= 0x10bc
    r[12] = get_image_channel_data_type(g); //= 0x10d6
    r[13] = get_image_channel_order(g) == CLK_RGBx && get_image_channel_data_type(d) == CLK_UNORM_INT16; //= 1
}
// kernel: formats2
// arg: image a 4x4 RGBA SIGNED_INT8
// arg: image b 4x4 BGRA UNSIGNED_INT8
// arg: image c 4x4 ARGB SIGNED_INT8
// arg: image d 4x4 INTENSITY HALF_FLOAT
// arg: image e 4x4 LUMINANCE FLOAT
// arg: image f 4x4 sRGBA UNORM_INT8
// arg: image g 4x4 sBGRA UNORM_INT8
// arg: int r[12]
kernel void
formats2(read_only image2d_t a, read_only image2d_t b, read_only image2d_t c, read_only image2d_t d,
         read_only image2d_t e, read_only image2d_t f, read_only image2d_t g, global int *r)
{
    r[0] = get_image_channel_order(a);      //= 0x10b5
    r[1] = get_image_channel_data_type(a);  //= 0x10d7
    r[2] = get_image_channel_order(b);      //= 0x10b6
    r[3] = get_image_channel_data_type(b);  //= 0x10da
    r[4] = get_image_channel_order(c);      //= 0x10b7
    r[5] = get_image_channel_order(d);      //= 0x10b8
    r[6] = get_image_channel_data_type(d);  //= 0x10dd
    r[7] = get_image_channel_order(e);      //= 0x10b9
    r[8] = get_image_channel_data_type(e);  //= 0x10de
    r[9] = get_image_channel_order(f);      //= 0x10c1
    r[10] = get_image_channel_order(g);     //= 0x10c2
    r[11] = get_image_channel_data_type(g); //= 0x10d2
}
