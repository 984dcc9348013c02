/* Part of link_builtins.c: powers whose exponent, or whose base, is a constant. */
#ifndef OCC_MIDEND_CALLS_CONSTANT_POWERS_H
#define OCC_MIDEND_CALLS_CONSTANT_POWERS_H

#include "midend/ir/ir.h"

/* A call of a library function that only was declared: puts a few instructions in its place, if it
 * is a power that takes no more; else false, and nothing has changed. */
bool constant_power(struct ir_function *function, struct ir_inst *call);

#endif
