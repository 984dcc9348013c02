/* What OpenCL says of a texel: the host model of the generated tests of images, written from the specification (OpenCL C
 * 3.0, 6.15.15.8, "Mapping image channels to color values", and 8.3, "Conversion Rules"). */
#ifndef OCC_TEST_ICD_TEXEL_H
#define OCC_TEST_ICD_TEXEL_H

#include "test/icd/host.h"

/* One format; made by texel_format. */
struct texel {
    cl_image_format format;
    const char *letters; /* of its components, in the order of memory: R G B A, I, L, D */
    bool is_packed;      /* red in the highest bits */
    bool is_srgb;
    enum { TEXEL_UNORM, TEXEL_SNORM, TEXEL_SINT, TEXEL_UINT, TEXEL_FLOAT } kind;
    unsigned bits[4]; /* of each component */
    size_t bytes;
};

/* false: the model does not know the format. */
bool texel_format(const cl_image_format *format, struct texel *texel);
/* "f", "i" or "ui": of read_image and write_image. */
const char *texel_suffix(const struct texel *texel);
/* What a kernel reads. */
void texel_load(const struct texel *texel, const uint8_t *bytes, double rgba[4]);
/* May a kernel have read this? */
bool texel_is_read(const struct texel *texel, const uint8_t *bytes, const double rgba[4]);
/* May these bytes be what a kernel's write of the colour, or a fill, left? */
bool texel_is_written(const struct texel *texel, const double rgba[4], const uint8_t *bytes);
/* Are they the same but for bits without a meaning? */
bool texel_is_same(const struct texel *texel, const uint8_t *one, const uint8_t *other);
/* Any texel, and any colour that a kernel may write, of which half floats hold the numbers exactly. */
void texel_random(const struct texel *texel, uint64_t *seed, uint8_t *bytes);
void texel_random_color(const struct texel *texel, uint64_t *seed, double rgba[4]);
/* Four numbers of the kernel's type, as a kernel has them. */
void texel_pack(const struct texel *texel, const double rgba[4], uint32_t words[4]);
void texel_unpack(const struct texel *texel, const uint32_t words[4], double rgba[4]);

/* The next number of the sequence, below `below`. */
uint32_t texel_chance(uint64_t *seed, uint32_t below);

#endif
