/* PNG by libpng.  Its errors come by longjmp; what must survive one stands in struct png_file. */
#include "runtime/gcnsim/picture.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

struct png_file {
    struct arena *arena;
    FILE *file;
    png_structp png;
    png_infop info;
    const char *message;
};

static void
on_error(png_structp png, png_const_charp message)
{
    struct png_file *file = png_get_error_ptr(png);
    file->message = arena_strdup(file->arena, message);
    png_longjmp(png, 1);
}

static void
on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* As four channels of 8 or 16 bits. */
static void
read_rows(struct png_file *file, struct picture *picture)
{
    png_structp png = file->png;
    png_read_info(png, file->info);
    picture->width = png_get_image_width(png, file->info);
    picture->height = png_get_image_height(png, file->info);
    bool wide = png_get_bit_depth(png, file->info) == 16;
    picture->most = wide ? UINT16_MAX : UINT8_MAX;
    png_set_expand(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, UINT16_MAX, PNG_FILLER_AFTER);
    if (wide)
        png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, file->info);
    uint64_t row = (uint64_t)picture->width * 4, count = row * picture->height;
    picture->values = arena_alloc(file->arena, count * sizeof *picture->values);
    png_bytepp rows = arena_alloc(file->arena, picture->height * sizeof *rows);
    for (uint32_t y = 0; y < picture->height; y++)
        rows[y] = (png_bytep)picture->values + y * row * (wide ? 2 : 1);
    png_read_image(png, rows);
    const uint8_t *bytes = (const uint8_t *)picture->values;
    for (uint64_t i = count; !wide && i-- > 0;)
        picture->values[i] = bytes[i];
}

const char *
png_read_picture(struct arena *arena, const char *path, struct picture *picture)
{
    struct png_file file = {.arena = arena};
    errno = 0;
    file.file = fopen(path, "rb");
    if (!file.file)
        return strerror(errno);
    file.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &file, on_error, on_warning);
    file.info = file.png ? png_create_info_struct(file.png) : NULL;
    if (!file.info)
        file.message = "out of memory";
    else if (setjmp(png_jmpbuf(file.png)) == 0) {
        png_init_io(file.png, file.file);
        read_rows(&file, picture);
    }
    png_destroy_read_struct(&file.png, &file.info, NULL);
    fclose(file.file);
    return file.message;
}

static void
write_rows(struct png_file *file, const struct picture *picture, bool grey)
{
    png_structp png = file->png;
    unsigned channels = grey ? 1 : 4, bytes = picture->most > UINT8_MAX ? 2 : 1;
    uint8_t *row = arena_alloc(file->arena, (size_t)picture->width * channels * bytes);
    png_set_IHDR(png, file->info, picture->width, picture->height, (int)(8 * bytes),
                 grey ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, file->info);
    for (uint32_t y = 0; y < picture->height; y++) {
        uint8_t *to = row;
        for (uint64_t x = 0; x < picture->width; x++)
            for (unsigned k = 0; k < channels; k++) {
                uint16_t value = picture->values[4 * (y * (uint64_t)picture->width + x) + k];
                if (bytes == 2)
                    *to++ = (uint8_t)(value >> 8);
                *to++ = (uint8_t)value;
            }
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
}

const char *
png_write_picture(struct arena *arena, const char *path, const struct picture *picture, bool grey)
{
    struct png_file file = {.arena = arena};
    errno = 0;
    file.file = fopen(path, "wb");
    if (!file.file)
        return strerror(errno);
    file.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &file, on_error, on_warning);
    file.info = file.png ? png_create_info_struct(file.png) : NULL;
    if (!file.info)
        file.message = "out of memory";
    else if (setjmp(png_jmpbuf(file.png)) == 0) {
        png_init_io(file.png, file.file);
        write_rows(&file, picture, grey);
    }
    png_destroy_write_struct(&file.png, &file.info);
    if (!end_file(file.file, path, !file.message) && !file.message)
        file.message = strerror(errno);
    return file.message;
}
