/* Shared by the two files of lower_function_pointers. */
#ifndef OCC_MIDEND_CALLS_FUNCTION_POINTERS_H
#define OCC_MIDEND_CALLS_FUNCTION_POINTERS_H

#include "midend/ir/ir.h"

/* Gives functions that call what an argument points to a copy for each function that calls name for that argument:
 * addresses are constants, calls through pointers still call_indirect.  Scratch: for its own memory. */
void copy_for_arguments(struct ir_module *module, struct arena *scratch);

#endif
