/* The builtin functions of builtin.def and what they compute for one component. */
#ifndef OCC_TEST_EXPRESSION_BUILTIN_H
#define OCC_TEST_EXPRESSION_BUILTIN_H

#include "type.h"

enum builtin {
#define FUNCTION(name, elements, signature, evaluator) FN_##name,
#include "builtin.def"
    FUNCTIONS
};

struct builtin_info {
    const char *name;
    char elements;
    const char *signature;
    /* One component of gentype `scalar`; false: not defined for these arguments. */
    bool (*evaluate)(enum scalar scalar, const uint64_t *arguments, uint64_t *result);
};

extern const struct builtin_info builtins[FUNCTIONS];

/* May the gentype have this element? */
bool builtin_takes(const struct builtin_info *info, enum scalar scalar);
/* The type of a letter of the signature when the gentype is `gentype`. */
struct vtype letter_type(char letter, struct vtype gentype);
#endif
