/* Copies and fills of buffers for the kernels that AMD's OpenCL and HIP runtimes compile at their start, which
 * declare these functions by their C names.  What each parameter means: ROCclr's device/rocm/rocblit.cpp, which
 * launches the kernels, and ROCm-Device-Libs' opencl/src/misc/amdblit.cl. */

/* `dwords` - 1 whole dwords, at any address, and `rest` bytes; rest 8: `dwords` counts bytes. */
void
__amd_copyBuffer(global uchar *from, global uchar *to, ulong from_at, ulong to_at, ulong dwords,
                 uint rest)
{
    ulong id = get_global_id(0);
    global uchar *source = from + from_at, *target = to + to_at;
    if (id >= dwords)
        return;
    if (rest == 8)
        target[id] = source[id];
    else if (id < dwords - 1)
        vstore4(vload4(id, source), id, target);
    else
        for (uint i = 0; i < rest; i++)
            target[4 * id + i] = source[4 * id + i];
}

#define MOVE(T, from, from_at, to, to_at)                                                          \
    ((global T *)(to))[to_at] = ((global const T *)(from))[from_at]

/* Places and sizes count elements of `unit` bytes: 16, else 4. */
void
__amd_copyBufferAligned(global uint *from, global uint *to, ulong from_at, ulong to_at, ulong count,
                        uint unit)
{
    ulong id = get_global_id(0);
    if (id >= count)
        return;
    if (unit == 16)
        MOVE(uint4, from, from_at + id, to, to_at + id);
    else
        MOVE(uint, from, from_at + id, to, to_at + id);
}

/* Of a rectangle x is the distance of its rows, y that of its slices, z where it begins. */
static ulong
place(ulong4 rectangle)
{
    return rectangle.z + get_global_id(0) + get_global_id(1) * rectangle.x +
           get_global_id(2) * rectangle.y;
}

static bool
is_within(ulong4 size)
{
    return get_global_id(0) < size.x && get_global_id(1) < size.y && get_global_id(2) < size.z;
}

void
__amd_copyBufferRect(global uchar *from, global uchar *to, ulong4 from_rectangle,
                     ulong4 to_rectangle, ulong4 size)
{
    if (is_within(size))
        MOVE(uchar, from, place(from_rectangle), to, place(to_rectangle));
}

/* All counts are in elements of size.w bytes: 16, else 4. */
void
__amd_copyBufferRectAligned(global uint *from, global uint *to, ulong4 from_rectangle,
                            ulong4 to_rectangle, ulong4 size)
{
    if (!is_within(size))
        return;
    if (size.w == 16)
        MOVE(uint4, from, place(from_rectangle), to, place(to_rectangle));
    else
        MOVE(uint, from, place(from_rectangle), to, place(to_rectangle));
}

/* The pattern's elements, `length` of them, from to[at] on. */
#define PUT(T, to, at)                                                                             \
    for (uint i = 0; i < length; i++)                                                              \
    (to)[(at) + i] = ((constant T *)pattern)[i]

/* `count` times the pattern; of the pointers one is not null, and says what an element is. */
void
__amd_fillBuffer(global uchar *bytes, global uint *dwords, constant uchar *pattern, uint length,
                 ulong at, ulong count)
{
    ulong id = get_global_id(0), place = at + id * length;
    if (id >= count)
        return;
    if (dwords)
        PUT(uint, dwords, place);
    else
        PUT(uchar, bytes, place);
}

static void
put(global uchar *u8, global ushort *u16, global uint *u32, global ulong *u64,
    constant uchar *pattern, uint length, ulong at)
{
    if (u64)
        PUT(ulong, u64, at);
    else if (u32)
        PUT(uint, u32, at);
    else if (u16)
        PUT(ushort, u16, at);
    else if (u8)
        PUT(uchar, u8, at);
}

void
__amd_fillBufferAligned(global uchar *u8, global ushort *u16, global uint *u32, global ulong *u64,
                        constant uchar *pattern, uint length, ulong at, ulong count)
{
    ulong id = get_global_id(0);
    if (id < count)
        put(u8, u16, u32, u64, pattern, length, at + id * length);
}

/* A pattern for each of width x height elements, rows `pitch` elements apart. */
void
__amd_fillBufferAligned2D(global uchar *u8, global ushort *u16, global uint *u32,
                          global ulong *u64, constant uchar *pattern, uint length, ulong at,
                          ulong width, ulong height, ulong pitch)
{
    ulong x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height)
        put(u8, u16, u32, u64, pattern, length, at + y * pitch + x);
}
