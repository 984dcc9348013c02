// Images that are read and written (2.0): what one work-item wrote others see after a barrier.
// options: -cl-std=CL2.0
// kernel: test global=64 local=64
// arg: image a 8x8 R UNSIGNED_INT32 = 1*64
// arg: int r[64]
kernel void
test(read_write image2d_t a, global int *r)
{
    int x = get_local_id(0);
    int2 own = (int2)(x % 8, x / 8), next = (int2)((x + 1) % 8, (x + 1) / 8 % 8);
    write_imageui(a, own, read_imageui(a, own) + (uint)x);
    work_group_barrier(CLK_IMAGE_MEM_FENCE);
    r[x] = read_imageui(a, next).x;
}
// expect: a[0] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
// expect: a[32] = 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
// expect: r[0] = 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33
// expect: r[32] = 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 1
// kernel: own
// arg: image a 4 R FLOAT = 1 2 3 4
// arg: float r[2]
kernel void
own(read_write image1d_t a, global float *r)
{
    r[0] = read_imagef(a, 1).x; //= 2
    write_imagef(a, 1, 7.0f);
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
    r[1] = read_imagef(a, 1).x; //= 7
}
// expect: a[1] = 7
