/* The one runner of passes: order from passes.def; dumps, timing, validation, stopping, stress.
 *
 *   PASS(name, requires, preserves, kind)     kind: opt (may be skipped) or lower; a pass may stand
 *                                             in several rows
 *   ORDER(a, b, "because ...")                the first row of a comes before the first of b
 *   LAST(a, b, "because ...")                 the last row of a comes before the last of b
 *                                             (both checked by a test) */
#ifndef OCC_MIDEND_PASS_H
#define OCC_MIDEND_PASS_H

#include "midend/ir.h"

struct pass_options {
    unsigned optimise;          /* 0..3: opt passes are skipped at 0 */
    const char *print_after;    /* pass name, "all", or NULL; text goes to *dump */
    const char *stop_after;     /* NULL: run all */
    bool validate;              /* after every pass; broken IR is an ICE that names the pass */
    bool stress;                /* print and parse back after every pass */
    bool time;
    struct strbuf *dump;
    struct strbuf *stop_text;   /* the machine IR that stop_after leaves; may be NULL */
    struct pass_timing { const char *name; uint64_t nanoseconds; } *timings; /* room for 64, or NULL */
    uint32_t timing_count;
    struct diag *diag;          /* remarks, errors such as recursion; may be NULL */
};

/* Runs the mid-end over the module: after it, each kernel is one function without calls, in the
 * form that IR.md calls "lowered".  Returns false when stop_after stopped it. */
bool pass_run_midend(struct ir_module *module, struct pass_options *options);
bool pass_exists(const char *name); /* a row of passes.def? */
/* Runs the one pass of that name; false: there is none. */
bool pass_run_named(struct ir_function *function, const char *name, bool *changed);
/* Do the rows of passes.def stand as its ORDER rows ask?  Says in message what does not. */
bool pass_check_order(struct strbuf *message);

/* Each pass: one file of its name.  Returns whether it changed anything. */
#define PASS(name, ...) bool name(struct ir_function *function);
#define ORDER(...)
#define LAST(...)
#include "midend/passes.def"
#undef PASS
#undef ORDER
#undef LAST

#endif
