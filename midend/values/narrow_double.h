/* Floats in place of doubles, where the result is the same: for opt_algebraic and lower_div. */
#ifndef OCC_MIDEND_VALUES_NARROW_DOUBLE_H
#define OCC_MIDEND_VALUES_NARROW_DOUBLE_H

#include "midend/ir/ir_build.h"

/* The float that the double is: extended to it, or a constant that is a normal float or zero; 0: neither. */
ir_id narrow_float_of(struct ir_function *function, ir_id id);
/* Does nothing use the value but roundings to float? */
bool narrow_is_rounded(const struct ir_function *function, ir_id id);
/* A value of the instruction's type in whose place floats are enough, made before it; or 0. */
ir_id narrow_double(struct ir_builder *b, const struct ir_inst *inst);

#endif
