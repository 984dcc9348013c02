/* What functions and variables of stored IR must hold besides being well-formed: what sema sees to in a source. */
#ifndef OCC_DRIVER_UNITS_UNIT_CHECK_H
#define OCC_DRIVER_UNITS_UNIT_CHECK_H

#include "midend/ir/ir.h"

/* What is wrong with the function, in the arena; NULL: nothing that passes rely on. */
const char *unit_check(const struct ir_function *function, struct arena *arena);
/* The same of a variable. */
const char *unit_check_global(const struct ir_global *global);

#endif
