/* Types of relocations, as rows of reloc.def. */
#ifndef OCC_BACKEND_GCN_CODEOBJ_RELOC_H
#define OCC_BACKEND_GCN_CODEOBJ_RELOC_H

#include <stdbool.h>
#include <stdint.h>

struct reloc_type {
    const char *name; /* "R_AMDGPU_ABS64" */
    uint8_t size;     /* bytes */
    bool from_place;  /* the value counts from the place */
    bool through_got; /* the address is that of the symbol's entry in .got */
    uint8_t shift;    /* 32: the upper half */
};

/* NULL: it is unknown. */
const struct reloc_type *reloc_type(unsigned number);

#endif
