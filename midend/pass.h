/* The passes over IR: passes.def has the pipelines, support/pass_run.h the runner. */
#ifndef OCC_MIDEND_PASS_H
#define OCC_MIDEND_PASS_H

#include "midend/ir.h"
#include "support/pass_run.h"

/* The rows of passes.def, after "gen", which stands for the IR as it is made. */
extern const struct pass_level pass_midend;

/* Runs the mid-end over the module: after it, each kernel (options->only_kernel: that one alone) is
 * one function without calls, in the form that IR.md calls "lowered".  Returns false when
 * stop_after stopped it. */
bool pass_run_midend(struct ir_module *module, struct pass_options *options);
/* The pipeline over functions that are called more than once: part of prepare_callees.  With the
 * options of the run that this is part of. */
void pass_run_callee(struct ir_function *function);
/* The pipeline over the builtin library's functions. */
void pass_run_library(struct ir_function *function, struct pass_options *options);
/* Runs the one pass of that name; false: there is none. */
bool pass_run_named(struct ir_function *function, const char *name, bool *changed);
/* Are the rows of passes.def in the order that its ORDER rows require, and does each find the forms
 * that it requires?  Writes to message what is wrong. */
bool pass_check_order(struct strbuf *message);

/* Each pass has a file of its name.  Returns whether it changed anything. */
#define PASS(pipeline, name, ...) bool name(struct ir_function *function);
#define ORDER(...)
#define LAST(...)
#include "midend/passes.def"
#undef PASS
#undef ORDER
#undef LAST

#endif
