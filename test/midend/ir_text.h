/* Files, modules and passes for the tests of the mid-end. */
#ifndef OCC_TEST_MIDEND_IR_TEXT_H
#define OCC_TEST_MIDEND_IR_TEXT_H

#include "midend/pass.h"
#include "support/file.h"

/* Parses and validates; NULL and *error on failure.  The target is gfx900. */
struct ir_module *ir_text_module(struct arena *arena, struct guard *guard, const char *text,
                                 size_t length, const char **error);
/* Runs one pass over every function with a body and validates; false and *error if that fails. */
bool ir_text_run(struct ir_module *module, const char *pass, const char **error);

#endif
