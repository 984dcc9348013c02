/* Copies and fills of buffers (blit.h). */
#include "blit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A line of work-items; arguments are there. */
static void
run_line(struct blit *blit, const char *kernel, uint64_t items)
{
    blit_run(blit, kernel, 1, (uint32_t[3]){(uint32_t)items, 1, 1});
}

/* Two buffers are compared and dropped. */
static void
finish(struct blit *blit, const char *kernel, struct blit_buffer *from, struct blit_buffer *to)
{
    blit_compare(blit, kernel, from);
    blit_compare(blit, kernel, to);
    blit_drop(blit, from);
    blit_drop(blit, to);
}

/* ---- copies ---- */

/* Bytes from any place to any place; by dwords and what is left, or byte by byte. */
static void
copy_bytes(struct blit *blit, uint32_t size, const uint32_t *places, bool by_bytes)
{
    uint32_t from_at = places[0], to_at = places[1];
    struct blit_buffer from = blit_buffer(blit, from_at + size, 0),
                       to = blit_buffer(blit, to_at + size + 5, 0);
    uint64_t items = by_bytes ? size : size / 4 + 1;
    blit_u64(blit, from.address);
    blit_u64(blit, to.address);
    blit_u64(blit, from_at);
    blit_u64(blit, to_at);
    blit_u64(blit, items);
    blit_u32(blit, by_bytes ? 8 : size % 4);
    run_line(blit, "copyBuffer", items);
    memcpy(to.copy + to_at, from.copy + from_at, size);
    finish(blit, "copyBuffer", &from, &to);
}

/* Each work-item goes over the buffer in steps. */
static void
copy_in_steps(struct blit *blit, uint32_t size, uint32_t unit)
{
    struct blit_buffer from = blit_buffer(blit, size, 0), to = blit_buffer(blit, size + 16, 0);
    blit_u64(blit, from.address);
    blit_u64(blit, to.address);
    blit_u64(blit, size);
    blit_u32(blit, size % unit);
    blit_u32(blit, unit);
    blit_u64(blit, to.address + size - size % unit);
    blit_u32(blit, 256);
    run_line(blit, "copyBuffer", 256);
    memcpy(to.copy, from.copy, size);
    finish(blit, "copyBuffer", &from, &to);
}

static void
copy_aligned(struct blit *blit, uint32_t unit, uint32_t count, uint32_t from_at, uint32_t to_at)
{
    struct blit_buffer from = blit_buffer(blit, (size_t)(from_at + count) * unit, 0),
                       to = blit_buffer(blit, (size_t)(to_at + count + 1) * unit, 0);
    blit_u64(blit, from.address);
    blit_u64(blit, to.address);
    blit_u64(blit, from_at);
    blit_u64(blit, to_at);
    blit_u64(blit, count);
    blit_u32(blit, unit);
    run_line(blit, "copyBufferAligned", count);
    memcpy(to.copy + (size_t)to_at * unit, from.copy + (size_t)from_at * unit,
           (size_t)count * unit);
    finish(blit, "copyBufferAligned", &from, &to);
}

static void
check_copies(struct blit *blit)
{
    static const uint32_t sizes[] = {1, 3, 4, 5, 8, 64, 257, 1027},
                          places[][2] = {{0, 0}, {1, 0}, {0, 3}, {5, 2}, {8, 12}};
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (size_t k = 0; k < COUNT(places) && !blit->has_bodies; k++)
            copy_bytes(blit, sizes[i], places[k], (i + k) % 3 == 0);
    for (size_t i = 0; i < COUNT(sizes) && blit->has_bodies; i++)
        copy_in_steps(blit, sizes[i], i % 2 ? 4 : 16);
    for (uint32_t unit = 4; unit <= 16; unit *= 4) {
        copy_aligned(blit, unit, 1, 0, 0);
        copy_aligned(blit, unit, 70, 1, 3);
        copy_aligned(blit, unit, 257, 2, 0);
    }
}

/* ---- rectangles ---- */

/* In elements; the pitches are as far as a row and a slice go at least, and more. */
struct rectangle {
    uint32_t size[3], row, slice, start;
};

static size_t
end_of(const struct rectangle *r, const uint32_t size[3])
{
    return r->start + (size_t)(size[2] - 1) * r->slice + (size_t)(size[1] - 1) * r->row + size[0];
}

static void
pass_rectangle(struct blit *blit, const struct rectangle *r)
{
    BLIT_VECTOR(blit, uint64_t, r->row, r->slice, r->start, 0);
}

/* unit: bytes of an element; 1 is the kernel for any. */
static void
copy_rectangle(struct blit *blit, uint32_t unit, const struct rectangle *source,
               const struct rectangle *target)
{
    const char *kernel = unit == 1 ? "copyBufferRect" : "copyBufferRectAligned";
    const uint32_t *size = source->size;
    struct blit_buffer from = blit_buffer(blit, end_of(source, size) * unit, 0),
                       to = blit_buffer(blit, (end_of(target, size) + 1) * unit, 0);
    unsigned dims = size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
    blit_u64(blit, from.address);
    blit_u64(blit, to.address);
    pass_rectangle(blit, source);
    pass_rectangle(blit, target);
    BLIT_VECTOR(blit, uint64_t, size[0], size[1], size[2], unit);
    blit_run(blit, kernel, dims, size);
    for (uint32_t z = 0; z < size[2]; z++)
        for (uint32_t y = 0; y < size[1]; y++)
            memcpy(to.copy + (target->start + z * target->slice + y * target->row) * (size_t)unit,
                   from.copy + (source->start + z * source->slice + y * source->row) * (size_t)unit,
                   size[0] * (size_t)unit);
    finish(blit, kernel, &from, &to);
}

static void
check_rectangles(struct blit *blit)
{
    static const struct rectangle pairs[][2] = {{{{1, 1, 1}, 1, 1, 0}, {{0}, 1, 1, 0}},
                                                {{{300, 1, 1}, 300, 300, 3}, {{0}, 301, 301, 1}},
                                                {{{17, 3, 1}, 20, 60, 2}, {{0}, 17, 51, 5}},
                                                {{{5, 3, 6}, 7, 30, 1}, {{0}, 5, 15, 0}},
                                                {{{9, 9, 2}, 9, 81, 0}, {{0}, 12, 120, 7}}};
    for (size_t i = 0; i < COUNT(pairs); i++)
        for (uint32_t unit = 1; unit <= 16; unit *= 4)
            copy_rectangle(blit, unit, &pairs[i][0], &pairs[i][1]);
}

/* ---- fills ---- */

/* The pattern of `length` elements of `unit` bytes stands in memory that is `skip` bytes into its own. */
struct fill {
    uint32_t unit, length, at, count;
};

static void
pass_pointers(struct blit *blit, const uint32_t units[4], unsigned count, uint32_t unit,
              uint64_t address)
{
    for (unsigned i = 0; i < count; i++)
        blit_u64(blit, units[i] == unit ? address : 0);
}

static void
fill_line(struct blit *blit, const char *kernel, const struct fill *fill)
{
    static const uint32_t two[4] = {1, 4}, four[4] = {1, 2, 4, 8};
    bool is_old = strcmp(kernel, "fillBuffer") == 0;
    size_t bytes = (size_t)fill->length * fill->unit;
    struct blit_buffer pattern = blit_buffer(blit, bytes, 64),
                       to = blit_buffer(
                           blit, fill->at * (size_t)fill->unit + (fill->count + 1) * bytes, 0);
    pass_pointers(blit, is_old ? two : four, is_old ? 2 : 4, fill->unit, to.address);
    blit_u64(blit, pattern.address);
    blit_u32(blit, fill->length);
    blit_u64(blit, fill->at);
    blit_u64(blit, fill->count);
    run_line(blit, kernel, fill->count);
    for (uint32_t i = 0; i < fill->count; i++)
        memcpy(to.copy + fill->at * (size_t)fill->unit + i * bytes, pattern.copy, bytes);
    finish(blit, kernel, &pattern, &to);
}

/* The form of ROCm 6.2. */
static void
fill_in_steps(struct blit *blit, const struct fill *fill)
{
    size_t bytes = (size_t)fill->length * fill->unit;
    struct blit_buffer pattern = blit_buffer(blit, bytes, 64),
                       to = blit_buffer(blit, (fill->count + 1) * bytes, 0);
    blit_u64(blit, to.address);
    blit_u64(blit, pattern.address);
    blit_u32(blit, fill->length);
    blit_u32(blit, fill->unit);
    blit_u64(blit, to.address + fill->count * bytes);
    blit_u32(blit, 256 * fill->length);
    run_line(blit, "fillBufferAligned", 256);
    for (uint32_t i = 0; i < fill->count; i++)
        memcpy(to.copy + i * bytes, pattern.copy, bytes);
    finish(blit, "fillBufferAligned", &pattern, &to);
}

/* One element of the pattern each; with more they would overlap. */
static void
fill_rectangle(struct blit *blit, uint32_t unit, uint32_t length, const struct rectangle *r)
{
    static const uint32_t units[4] = {1, 2, 4, 8};
    struct blit_buffer pattern = blit_buffer(blit, (size_t)length * unit, 64),
                       to = blit_buffer(blit, (end_of(r, r->size) + length) * unit, 0);
    for (uint32_t i = 1; i < length; i++) /* whoever stores last, it is the same */
        memcpy(pattern.copy + i * unit, pattern.copy, unit);
    sim_write(blit->device, pattern.address, pattern.copy, pattern.size);
    pass_pointers(blit, units, 4, unit, to.address);
    blit_u64(blit, pattern.address);
    blit_u32(blit, length);
    blit_u64(blit, r->start);
    blit_u64(blit, r->size[0]);
    blit_u64(blit, r->size[1]);
    blit_u64(blit, r->row);
    blit_run(blit, "fillBufferAligned2D", 2, r->size);
    for (uint32_t y = 0; y < r->size[1]; y++)
        for (uint32_t x = 0; x < r->size[0]; x++)
            memcpy(to.copy + (r->start + y * r->row + x) * (size_t)unit, pattern.copy,
                   (size_t)unit * length);
    finish(blit, "fillBufferAligned2D", &pattern, &to);
}

static void
check_fills(struct blit *blit)
{
    static const struct rectangle rectangles[] = {
        {{1, 1, 1}, 1, 1, 0}, {{17, 5, 1}, 20, 100, 3}, {{300, 2, 1}, 300, 600, 0}};
    static const struct fill fills[] = {{1, 1, 0, 1},  {1, 3, 5, 70},  {4, 1, 1, 300},
                                        {4, 4, 0, 33}, {2, 1, 3, 257}, {2, 2, 0, 5},
                                        {8, 1, 2, 65}, {8, 2, 1, 20}};
    for (size_t i = 0; i < COUNT(fills); i++) {
        if (blit_has(blit, "fillBuffer") && (fills[i].unit == 1 || fills[i].unit == 4))
            fill_line(blit, "fillBuffer", &fills[i]);
        if (blit->has_bodies)
            fill_in_steps(blit, &fills[i]);
        else if (blit_has(blit, "fillBufferAligned"))
            fill_line(blit, "fillBufferAligned", &fills[i]);
    }
    for (size_t i = 0; i < COUNT(rectangles) && blit_has(blit, "fillBufferAligned2D"); i++)
        for (uint32_t unit = 1; unit <= 8; unit *= 2)
            fill_rectangle(blit, unit, 1, &rectangles[i]);
}

void
blit_check_buffers(struct blit *blit)
{
    check_copies(blit);
    check_rectangles(blit);
    check_fills(blit);
}
