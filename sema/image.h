/* Shapes of images: what sema, lowering and IR text know of the rows of image.def. */
#ifndef OCC_SEMA_IMAGE_H
#define OCC_SEMA_IMAGE_H

#include <stdint.h>

enum image_shape {
#define IMAGE(id, ...) IMAGE_##id,
#include "sema/image.def"
    IMAGE_SHAPES
};

enum image_flag { IMAGE_ARRAY = 1, IMAGE_BUFFER = 2, IMAGE_DEPTH = 4, IMAGE_MSAA = 8 };

struct image_facts {
    const char *name;   /* "image2d_t" */
    uint8_t dimensions; /* 1 to 3 */
    uint8_t flags;      /* enum image_flag */
};

extern const struct image_facts image_facts[IMAGE_SHAPES];

/* Numbers that name a texel: the dimensions and the layer. */
static inline uint32_t
image_coordinates(enum image_shape shape)
{
    return image_facts[shape].dimensions + (image_facts[shape].flags & IMAGE_ARRAY ? 1u : 0u);
}

#endif
