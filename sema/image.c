#include "sema/image.h"

enum { ARRAY = IMAGE_ARRAY, BUFFER = IMAGE_BUFFER, DEPTH = IMAGE_DEPTH, MSAA = IMAGE_MSAA };

const struct image_facts image_facts[IMAGE_SHAPES] = {
#define IMAGE(id, name, dimensions, flags) [IMAGE_##id] = {name, dimensions, flags},
#include "sema/image.def"
};
