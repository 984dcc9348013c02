/* Copies and fills of images, as buffer.cl of buffers.  Images of every kind but 1D buffers come as arrays of 2D
 * images: on GFX6 to GFX9 the descriptor says what the coordinates are. */

/* The work-item's place in a box; w 0. */
static int4
box_place(void)
{
    return (int4)((int)get_global_id(0), (int)get_global_id(1), (int)get_global_id(2), 0);
}

static bool
is_in_box(int4 size)
{
    return (int)get_global_id(0) < size.x && (int)get_global_id(1) < size.y &&
           (int)get_global_id(2) < size.z;
}

/* Where in the buffer, in its elements: pitch has the texels of a row and of a slice, a texel takes `units`. */
static ulong
texel_place(ulong4 pitch, uint units, ulong at)
{
    int4 place = box_place();
    return ((ulong)place.z * pitch.y + (ulong)place.y * pitch.x + (ulong)place.x) * units + at;
}

/* Of a format x is the number of channels, y the bytes of each, z the dwords of a texel, at least 1. */
void
__amd_copyBufferToImage(global uint *from, write_only image2d_array_t to, ulong4 from_at,
                        int4 to_at, int4 size, uint4 format, ulong4 pitch)
{
    if (!is_in_box(size))
        return;
    ulong at = texel_place(pitch, format.z, from_at.x);
    uint channels = format.x, bytes = format.y, total = channels * bytes;
    uint4 texel = (uint4)(0, 0, 0, 0);
    if (total == 1) {
        texel.x = ((global uchar *)from)[at];
    } else if (total == 2) {
        uint both = ((global ushort *)from)[at];
        texel = channels == 1 ? (uint4)(both, 0, 0, 0) : (uint4)(both & 255, both >> 8, 0, 0);
    } else {
        uint a = from[at], b = total > 4 ? from[at + 1] : 0;
        if (bytes == 1)
            texel = (uint4)(a & 255, a >> 8 & 255, a >> 16 & 255, a >> 24);
        else if (bytes == 2)
            texel = (uint4)(a & 65535, a >> 16, b & 65535, b >> 16);
        else if (total == 16)
            texel = (uint4)(a, b, from[at + 2], from[at + 3]);
        else
            texel = (uint4)(a, b, 0, 0);
    }
    write_imageui(to, to_at + box_place(), texel);
}

/* The three pointers are one address. */
void
__amd_copyImageToBuffer(read_only image2d_array_t from, global uint *dwords, global ushort *words,
                        global uchar *bytes, int4 from_at, ulong4 to_at, int4 size, uint4 format,
                        ulong4 pitch)
{
    if (!is_in_box(size))
        return;
    ulong at = texel_place(pitch, format.z, to_at.x);
    uint4 t = read_imageui(from, from_at + box_place());
    uint total = format.x * format.y;
    if (total == 1) {
        bytes[at] = (uchar)t.x;
    } else if (total == 2) {
        words[at] = (ushort)(format.x == 1 ? t.x : t.x | t.y << 8);
    } else if (format.y == 1) {
        dwords[at] = t.x | t.y << 8 | t.z << 16 | t.w << 24;
    } else if (format.y == 2) {
        dwords[at] = t.x | t.y << 16;
        if (total == 8)
            dwords[at + 1] = t.z | t.w << 16;
    } else {
        dwords[at] = t.x;
        if (total > 4)
            dwords[at + 1] = t.y;
        if (total == 16) {
            dwords[at + 2] = t.z;
            dwords[at + 3] = t.w;
        }
    }
}

void
__amd_copyImage(read_only image2d_array_t from, write_only image2d_array_t to, int4 from_at,
                int4 to_at, int4 size)
{
    if (is_in_box(size))
        write_imageui(to, to_at + box_place(), read_imageui(from, from_at + box_place()));
}

/* Where w is not 0, the second coordinate is a layer. */
static int4
layer_last(int4 at)
{
    int4 place = (int4)(at.xyz + box_place().xyz, 0);
    return at.w ? place.xwyw : place;
}

void
__amd_copyImage1DA(read_only image2d_array_t from, write_only image2d_array_t to, int4 from_at,
                   int4 to_at, int4 size)
{
    if (is_in_box(size))
        write_imageui(to, layer_last(to_at), read_imageui(from, layer_last(from_at)));
}

/* A work-item does up to three texels, as far apart as the launch has work-items in a row.  type: 0 of floats, 1 of
 * signed, 2 of unsigned integers. */
void
__amd_fillImage(write_only image2d_array_t to, float4 as_floats, int4 as_ints, uint4 as_uints,
                int4 at, int4 size, uint type)
{
    enum { TEXELS = 3 };
    int4 place = at + box_place();
    int step = (int)get_global_size(0), end = at.x + size.x;
    if (!is_in_box(size))
        return;
    for (uint i = 0; i < TEXELS && place.x < end; i++) {
        if (type == 0)
            write_imagef(to, place, as_floats);
        else if (type == 1)
            write_imagei(to, place, as_ints);
        else if (type == 2)
            write_imageui(to, place, as_uints);
        place.x += step;
    }
}
