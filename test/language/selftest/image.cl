// What it says of wrong texels.
// kernel: wrong
// arg: image m 2x2 R UNSIGNED_INT8 = 1 2 3 4
kernel void
wrong(write_only image2d_t m)
{
    write_imageui(m, (int2)(1, 0), (uint4)(7));
    write_imageui(m, (int2)(0, 1), (uint4)(8));
}
// expect: m[1] = 9
