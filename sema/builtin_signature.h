/* Signatures of builtin.def as types: what T of a row means, and the parameters that follow. */
#ifndef OCC_SEMA_BUILTIN_SIGNATURE_H
#define OCC_SEMA_BUILTIN_SIGNATURE_H

#include "sema/sema_internal.h"

enum { MAX_TOKENS = 16 };

/* A signature cut into its parts. */
struct signature {
    const char *token[MAX_TOKENS];
    uint8_t length[MAX_TOKENS];
    uint32_t params;    /* token[0] is the result */
    uint32_t constants; /* bit i: token[i] must be a constant */
    bool is_variadic;
};

/* What T stands for, or M. */
struct instance {
    enum type_kind element;
    uint32_t components;
    struct type *image;
};

/* Cuts the signature of a row. */
void signature_split(const char *text, struct signature *signature);
/* The type of token number `at` (0: the result).  A pointer takes the space of the argument
 * `given`, NULL if it cannot; without an argument it is in the first space that fits. */
struct type *signature_type(struct sema *s, const struct signature *signature, uint32_t at,
                            struct instance t, const struct type *given);
/* Components that T must have for these arguments, 0: no count fits. */
uint32_t signature_components(const struct builtin *row, const struct signature *signature,
                              const struct expr_list *args);

#endif
