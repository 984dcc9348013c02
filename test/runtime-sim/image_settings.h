/* Images and samplers of test lines: the settings that make them and what they leave.
 *
 *   image=TYPE:WIDTHxHEIGHTxDEPTH:DATA.NUMBER[:LEVELS][/TILING]
 *       TYPE is 1d, 2d, 3d, cube, 1da or 2da (DEPTH: slices of 3d, layers of arrays), DATA and
 *       NUMBER the codes of the format.  The T# is in s[16:23], an S# of zeros but for a largest
 *       level of detail of 15 in s[24:27].  TILING: the number of a tile mode or swizzle mode; rows of
 *       such an image are a multiple of 256 texels, and its memory ends with it.
 *   T_FIELD=HEX, S_FIELD=HEX    a field of either descriptor (runtime/sim/format/descriptor.def)
 *   ramp=1                      every texel of 32-bit floats is x + 10 y + 100 z + 1000 level in
 *                               its first component, the negative of that in the others
 *   tex@X.Y.Z.LEVEL[:DWORD]=HEX bytes of a texel, at most 8, from the dword on
 *   tex@+OFFSET=HEX             the texel's bytes, at most 8, at so many bytes (hexadecimal) from the
 *                               first of the image */
#ifndef OCC_TEST_RUNTIME_SIM_IMAGE_SETTINGS_H
#define OCC_TEST_RUNTIME_SIM_IMAGE_SETTINGS_H

#include "runtime/sim/image/image.h"
#include "runtime/sim/dispatch/dispatch.h"

struct image_setting {
    uint32_t t[SIM_T_WORDS], s[SIM_S_WORDS];
    struct sim_image image;
    uint64_t allocation; /* its address */
};

/* Makes the image that the text after "image=" describes.  NULL, or what is wrong with it. */
const char *image_make(struct image_setting *image, struct sim_device *device, const char *text);
/* Takes T_FIELD, S_FIELD, ramp and tex@...; false: the name is none of these, or the value does not
 * fit. */
bool image_set(struct image_setting *image, struct sim_device *device, const char *name,
               uint64_t value);
/* The bytes that tex@... names; false: there is no such texel. */
bool image_get(struct image_setting *image, struct sim_device *device, const char *name,
               uint64_t *value);

#endif
