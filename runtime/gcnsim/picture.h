/* Pictures in files: PNG (by libpng) and the netpbm formats PGM and PPM, binary ones. */
#ifndef OCC_RUNTIME_GCNSIM_PICTURE_H
#define OCC_RUNTIME_GCNSIM_PICTURE_H

#include "runtime/gcnsim/gcnsim.h"

struct picture {
    uint32_t width, height;
    uint32_t most;    /* the value that stands for 1: 255, 65535 or what a PGM says */
    uint16_t *values; /* red, green, blue and alpha of each pixel, row after row from the top */
};

/* Does the name end in .png, .pgm or .ppm? */
bool picture_is_named(const char *path);
/* Reads the file, whose name says its form.  NULL, or what is wrong, without the name. */
const char *picture_read(struct arena *arena, const char *path, struct picture *picture);
/* Writes it, `most` being 255 or 65535; a PGM, or any file if `grey`, has red alone. */
const char *picture_write(struct arena *arena, const char *path, const struct picture *picture,
                          bool grey);

/* picture_png.c, for picture.c */
const char *png_read_picture(struct arena *arena, const char *path, struct picture *picture);
const char *png_write_picture(struct arena *arena, const char *path, const struct picture *picture,
                              bool grey);

#endif
