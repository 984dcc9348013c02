/* Pictures by the name of their file; PGM and PPM (netpbm's pgm(5) and ppm(5), P5 and P6). */
#include "runtime/gcnsim/picture.h"
#include "support/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MAX_SIDE = 1 << 16 };

static bool
ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

bool
picture_is_named(const char *path)
{
    return ends_in(path, ".png") || ends_in(path, ".pgm") || ends_in(path, ".ppm");
}

/* The next number of a head, after blanks and comments; false: there is none that small. */
static bool
read_number(const char **at, const char *end, uint32_t *value)
{
    while (*at < end && (strchr(" \t\r\n", **at) || **at == '#')) {
        if (**at == '#')
            while (*at < end && **at != '\n')
                ++*at;
        else
            ++*at;
    }
    const char *first = *at;
    for (*value = 0; *at < end && **at >= '0' && **at <= '9' && *value <= MAX_SIDE; ++*at)
        *value = *value * 10 + (uint32_t)(**at - '0');
    return *at > first && *value > 0 && *value <= MAX_SIDE;
}

static const char *
read_netpbm(struct arena *arena, const char *bytes, size_t size, struct picture *picture)
{
    const char *at = bytes + 2, *end = bytes + size;
    if (size < 2 || bytes[0] != 'P' || (bytes[1] != '5' && bytes[1] != '6'))
        return "neither P5 nor P6 of netpbm";
    if (!read_number(&at, end, &picture->width) || !read_number(&at, end, &picture->height) ||
        !read_number(&at, end, &picture->most) || picture->most > UINT16_MAX || at++ == end)
        return "its head is damaged";
    unsigned channels = bytes[1] == '5' ? 1 : 3, wide = picture->most > UINT8_MAX ? 2 : 1;
    uint64_t pixels = (uint64_t)picture->width * picture->height;
    if ((uint64_t)(end - at) < pixels * channels * wide)
        return "it ends too early";
    picture->values = arena_alloc(arena, pixels * 4 * sizeof *picture->values);
    for (uint64_t i = 0; i < 4 * pixels; i++) {
        uint64_t pixel = i / 4, channel = channels == 1 ? 0 : i % 4;
        const uint8_t *value = (const uint8_t *)at + (pixel * channels + channel) * wide;
        uint32_t stored = wide == 2 ? (uint32_t)value[0] << 8 | value[1] : value[0];
        picture->values[i] = (uint16_t)(i % 4 == 3 ? picture->most : stored);
    }
    return NULL;
}

const char *
picture_read(struct arena *arena, const char *path, struct picture *picture)
{
    size_t size;
    if (ends_in(path, ".png"))
        return png_read_picture(arena, path, picture);
    errno = 0;
    const char *bytes = file_read(arena, path, &size);
    return bytes ? read_netpbm(arena, bytes, size, picture) : strerror(errno);
}

static void
write_netpbm(FILE *file, const struct picture *picture, bool grey)
{
    uint64_t pixels = (uint64_t)picture->width * picture->height;
    fprintf(file, "P%d\n%u %u\n%u\n", grey ? 5 : 6, picture->width, picture->height, picture->most);
    for (uint64_t i = 0; i < pixels; i++)
        for (unsigned k = 0; k < (grey ? 1 : 3); k++) {
            uint16_t value = picture->values[4 * i + k];
            if (picture->most > UINT8_MAX)
                fputc(value >> 8, file);
            fputc(value & 0xFF, file);
        }
}

const char *
picture_write(struct arena *arena, const char *path, const struct picture *picture, bool grey)
{
    if (ends_in(path, ".png"))
        return png_write_picture(arena, path, picture, grey);
    errno = 0;
    FILE *file = fopen(path, "wb");
    if (!file)
        return strerror(errno);
    write_netpbm(file, picture, ends_in(path, ".pgm"));
    return end_file(file, path, !ferror(file)) ? NULL : strerror(errno);
}
