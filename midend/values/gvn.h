/* What passes that look for equal expressions share: opt_gvn.c has it. */
#ifndef OCC_MIDEND_VALUES_GVN_H
#define OCC_MIDEND_VALUES_GVN_H

#include "midend/ir/ir.h"

/* Are the two the same expression: operation, types, arguments (commuting ones in any order) and all
 * else that says what it is?  Of loads: of the same place; whether memory is the same there is not asked.
 * Promises about wrapping and alignment may differ. */
bool gvn_same(const struct ir_inst *x, const struct ir_inst *y);

#endif
