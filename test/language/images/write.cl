// Texels written to an image are there for the host.
// xfail: code generation for images is not done yet, nor does the runner make images
// kernel: test global=4,2
// arg: null
// arg: int r[1]
kernel void
test(write_only image2d_t image, global int *r)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(image, at, (uint4)(at.x, at.y, 10 * at.x + at.y, 1));
    r[0] = 1; //= 1
}
