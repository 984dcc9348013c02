/* 6.12.10: copies between global and local memory, shared by the work-items of the group.  Elements
 * are size bytes (a power of two, or 3 / 4 of one that is stored as 4 / 4); the global side moves
 * by stride elements a step. */

static uint
linear_id(void)
{
    return (uint)get_local_linear_id();
}

static uint
group_size(void)
{
    return (uint)get_local_size(0) * (uint)get_local_size(1) * (uint)get_local_size(2);
}

#define COPY(name, to_space, from_space, TO, FROM)                                                 \
    void name(to_space uchar *to, const from_space uchar *from, size_t count, size_t stride,       \
              uint size)                                                                           \
    {                                                                                              \
        uint step = group_size();                                                                  \
        for (size_t i = linear_id(); i < count; i += step) {                                       \
            to_space uchar *t = to + TO * size;                                                    \
            const from_space uchar *f = from + FROM * size;                                        \
            if (size == 1)                                                                         \
                *t = *f;                                                                           \
            else if (size == 2)                                                                    \
                *(to_space ushort *)t = *(const from_space ushort *)f;                             \
            else                                                                                   \
                for (uint k = 0; k < size; k += 4)                                                 \
                    *(to_space uint *)(t + k) = *(const from_space uint *)(f + k);                 \
        }                                                                                          \
    }
COPY(__occ_async_copy_to_local, __local, __global, i, i *stride)
COPY(__occ_async_copy_to_global, __global, __local, i *stride, i)
