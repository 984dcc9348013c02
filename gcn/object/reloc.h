/* Types of relocations, as rows of reloc.def. */
#ifndef OCC_GCN_OBJECT_RELOC_H
#define OCC_GCN_OBJECT_RELOC_H

#include <stdbool.h>
#include <stdint.h>

enum {
#define RELOC(number, name, size, place, got, shift, text, plain, dynamic)                         \
    ELF_R_AMDGPU_##name = (number),
#include "gcn/object/reloc.def"
    ELF_R_AMDGPU_COUNT
};

struct reloc_type {
    const char *name; /* "R_AMDGPU_ABS64" */
    const char *text; /* in assembly after '@'; "": it has none */
    uint8_t size;     /* bytes */
    uint8_t shift;    /* 32: the upper half */
    bool from_place;  /* the value counts from the place */
    bool through_got; /* the address is that of the symbol's entry in .got */
    bool is_plain;    /* of a place of that size without such a text */
    bool is_dynamic;  /* loaders know it */
};

extern const struct reloc_type reloc_types[ELF_R_AMDGPU_COUNT];

/* NULL: it is unknown. */
static inline const struct reloc_type *
reloc_type(unsigned number)
{
    return number < ELF_R_AMDGPU_COUNT ? &reloc_types[number] : (const struct reloc_type *)0;
}

#endif
