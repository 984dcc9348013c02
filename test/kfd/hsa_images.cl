/* A work-item a texel, in the order of rows and slices. */
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

#define PLACE(w, h)                                                                                \
    int id = get_global_id(0), x = id % w, y = id / w % h, z = id / (w * h)
#define KERNELS(name, at)                                                                          \
    kernel void load_##name(read_only image##name##_t from, global uint4 *to, int w, int h, int d) \
    {                                                                                              \
        PLACE(w, h);                                                                               \
        to[id] = read_imageui(from, at);                                                           \
    }                                                                                              \
    kernel void store_##name(write_only image##name##_t to, global const uint4 *from, int w,       \
                             int h, int d)                                                         \
    {                                                                                              \
        PLACE(w, h);                                                                               \
        write_imageui(to, at, from[id]);                                                           \
    }

KERNELS(1d, x)
KERNELS(1d_array, (int2)(x, y))
KERNELS(1d_buffer, x)
KERNELS(2d, (int2)(x, y))
KERNELS(2d_array, (int4)(x, y, z, 0))
KERNELS(3d, (int4)(x, y, z, 0))
