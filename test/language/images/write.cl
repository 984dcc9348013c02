// Texels written to an image are there for the host.
// kernel: test global=4,2
// arg: image image 4x2 RGBA UNSIGNED_INT32
kernel void
test(write_only image2d_t image)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(image, at, (uint4)(at.x, at.y, 10 * at.x + at.y, 1));
}
// expect: image[0] = 0 0 0 1 1 0 10 1 2 0 20 1 3 0 30 1 0 1 1 1 1 1 11 1 2 1 21 1 3 1 31 1
