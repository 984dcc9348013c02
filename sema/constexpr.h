/* Values of constant expressions, after sema has typed them (C11 6.6 and OpenCL's vectors). */
#ifndef OCC_SEMA_CONSTEXPR_H
#define OCC_SEMA_CONSTEXPR_H

#include "sema/type.h"
#include "support/wide.h"

enum constant_kind { CONSTANT_INTEGER, CONSTANT_FLOAT, CONSTANT_ADDRESS };

/* A scalar or the components of a vector; all of one kind. */
struct constant {
    uint8_t kind;   /* enum constant_kind */
    uint32_t count; /* components; 1 for scalars and addresses */
    struct type *type;
    union {
        uint64_t integers[16]; /* sign- or zero-extended to 64 bits by the type; of 128 bits, of
                                  which there are no vectors, the halves: the lower one first */
        double floats[16];     /* already rounded to the type */
    };
    /* ADDRESS: of decl or string, plus offset bytes; both NULL: a number (null: is_null) */
    struct decl *decl;
    const struct expr *string;
    int64_t offset;
    bool is_null;
};

/* False if the expression is no constant; nothing is reported. */
bool constexpr_eval(const struct expr *expr, struct constant *value);
/* Integer constant expressions of scalar type, extended to 64 bits; false as well if the type has 128 bits and
 * the value is none of long. */
bool constexpr_integer(const struct expr *expr, int64_t *value);
/* The same, extended to 128 bits by the type. */
bool constexpr_wide(const struct expr *expr, wide_int *value);
/* Cut to the width of the integer type and extended back. */
wide_uint constexpr_fit(const struct type *type, wide_uint value);
/* x as a number of a floating type: rounded to half or float. */
double constexpr_round(const struct type *type, double value);

#endif
