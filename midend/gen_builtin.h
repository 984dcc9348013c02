/* Between gen_builtin.c and gen_special.c. */
#ifndef OCC_MIDEND_GEN_BUILTIN_H
#define OCC_MIDEND_GEN_BUILTIN_H

#include "midend/gen_internal.h"
#include "sema/builtin.h"

bool gen_find_op(const char *name, enum ir_op *op);
/* Rows of builtin.def marked SPECIAL. */
struct gen_value gen_special(struct gen *g, struct expr *expr);

#endif
