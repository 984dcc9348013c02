/* Typed AST -> IR.  Functions that no kernel reaches are not lowered. */
#ifndef OCC_MIDEND_GEN_GEN_H
#define OCC_MIDEND_GEN_GEN_H

#include "frontend/ast.h"
#include "midend/ir/ir.h"

struct gen_options {
    bool fp_contract;        /* a * b + c in one expression becomes fmad */
    bool exact_f32_division; /* / and sqrt of float are correctly rounded */
    bool relaxed_math; /* float: -cl-unsafe-math-optimizations (relaxed.def), without the former */
    bool finite_math;  /* no argument and no result is infinite or NaN: -cl-finite-math-only */
    bool no_signed_zeros; /* which zero it is does not matter: -cl-no-signed-zeros */
    bool
        strict_aliasing; /* objects are accessed as what they are (C99 6.5p7): -cl-strict-aliasing */
    bool wraps;          /* signed overflow is defined: -fwrapv */
    bool names_failures;  /* of enqueue_kernel and enqueue_marker: -g */
    uint32_t lds_size;    /* bytes of local memory that a work-group may have */
    bool marks_scopes;    /* of small objects, too: where they begin */
    bool has_dot4;        /* the target has v_dot4_i32_i8, v_dot2_i32_i16, unsigned ones */
    bool no_trap_handler; /* of the environment: __builtin_trap only ends the wave */
    bool trap_wants_queue, debugtrap_wants_queue; /* the handler wants it in s[0:1] */
    bool is_library;           /* lower every function, not only what kernels reach */
    bool is_partial;           /* the same, and what is only declared is external */
    bool keeps_variables;      /* -O0: what variables hold stays in memory, for debuggers */
    const char *static_prefix; /* put before the names of static functions, and of static variables
                                  of a partial unit, since units of one program share one space of
                                  names; NULL: nothing */
    uint32_t sanitize; /* enum sanitize_set: what the code keeps for the simulator to check */
};

/* Does the declaration, of program scope, define something that other units may use? */
bool gen_is_exported(const struct decl *decl);
/* Appends the functions and globals of the unit to the module; errors that only lowering sees go to
 * diag. */
void gen_module(struct ir_module *module, struct diag *diag, const struct translation_unit *unit,
                const struct gen_options *options);

#endif
