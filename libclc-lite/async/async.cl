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

/* cl_khr_extended_async_copies: lines of planes, sizes in bytes.  By dwords where all of them are whole. */
#define COPY_LINES(T)                                                                              \
    for (size_t z = 0; z < planes; z++)                                                            \
        for (size_t y = 0; y < lines; y++)                                                         \
            for (size_t x = linear_id() * sizeof(T); x < line; x += step * sizeof(T))              \
                *(TO T *)(to + z * to_plane + y * to_line + x) =                                   \
                    *(const FROM T *)(from + z * from_plane + y * from_line + x)
#define COPY_RECT                                                                                  \
    uint step = group_size();                                                                      \
    to += to_offset * bytes;                                                                       \
    from += from_offset * bytes;                                                                   \
    line *= bytes;                                                                                 \
    to_line *= bytes;                                                                              \
    to_plane *= bytes;                                                                             \
    from_line *= bytes;                                                                            \
    from_plane *= bytes;                                                                           \
    size_t all = (size_t)to | (size_t)from | line | to_line | to_plane | from_line | from_plane;   \
    if (all & 3)                                                                                   \
        COPY_LINES(uchar);                                                                         \
    else                                                                                           \
        COPY_LINES(uint)

#define TO   __local
#define FROM __global
void
__occ_async_rect_to_local(TO uchar *to, size_t to_offset, const FROM uchar *from,
                          size_t from_offset, size_t bytes, size_t line, size_t lines,
                          size_t planes, size_t from_line, size_t from_plane, size_t to_line,
                          size_t to_plane)
{
    COPY_RECT;
}
#undef TO
#undef FROM
#define TO   __global
#define FROM __local
void
__occ_async_rect_to_global(TO uchar *to, size_t to_offset, const FROM uchar *from,
                           size_t from_offset, size_t bytes, size_t line, size_t lines,
                           size_t planes, size_t from_line, size_t from_plane, size_t to_line,
                           size_t to_plane)
{
    COPY_RECT;
}
