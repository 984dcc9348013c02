// What a kernel may ask about an image: 5 x 3 texels, CLK_RGBA, CLK_FLOAT.
// xfail: code generation for images is not done yet, nor does the runner make images
// kernel: test
// arg: null
// arg: int r[6]
kernel void
test(read_only image2d_t image, global int *r)
{
    r[0] = get_image_width(image);                //= 5
    r[1] = get_image_height(image);               //= 3
    r[2] = get_image_channel_order(image);        //= 0x10b5
    r[3] = get_image_channel_data_type(image);    //= 0x10de
    r[4] = get_image_dim(image).x;                //= 5
    r[5] = get_image_dim(image).y;                //= 3
}
