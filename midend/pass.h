/* The passes over IR: passes.def has the pipelines, support/pass_run.h the runner. */
#ifndef OCC_MIDEND_PASS_H
#define OCC_MIDEND_PASS_H

#include "midend/ir/ir.h"
#include "support/pass_run.h"

/* The rows of passes.def, after "gen", which stands for the IR as it is made. */
extern const struct pass_level pass_midend;

/* Runs the mid-end over the module: after it, that consists of kernels (options->only_kernel: that
 * one alone) and of the functions that they still call, all in the form that IR.md calls "lowered".
 * Returns false when stop_after stopped it. */
bool pass_run_midend(struct ir_module *module, struct pass_options *options);
/* The pipeline over functions that are copied: part of prepare_callees.  With the options of the
 * run that this is part of. */
void pass_run_callee(struct ir_function *function);
/* The pipeline over the builtin library's functions. */
void pass_run_library(struct ir_function *function, struct pass_options *options);
/* Runs the one pass of that name; false: there is none.  A pass over the program runs where the
 * function is the module's first with a body. */
bool pass_run_named(struct ir_function *function, const char *name, bool *changed);
/* Are the rows of passes.def in the order that its ORDER rows require, and does each find the forms
 * that it requires?  Writes to message what is wrong. */
bool pass_check_order(struct strbuf *message);

/* The passes: each returns whether it changed anything. */
typedef bool ir_function_pass(struct ir_function *function);
typedef bool ir_program_pass(struct ir_module *module);
#define PASS(pipeline, name, ...)         ir_function_pass name;
#define PROGRAM_PASS(pipeline, name, ...) ir_program_pass name;
#include "midend/passes.def"

/* What the rows of pass_midend have as their pass: one of the two. */
struct ir_pass {
    ir_function_pass *function;
    ir_program_pass *program;
};

#endif
