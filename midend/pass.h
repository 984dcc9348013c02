/* The one runner of passes: order from passes.def; dumps, timing, validation, stopping, stress.
 *
 *   PASS(name, requires, leaves, kind)        kind: opt (may be skipped) or lower; a pass may stand
 *                                             in several rows
 *   ORDER(a, b, "because ...")                the first row of a comes before the first of b
 *   LAST(a, b, "because ...")                 the last row of a comes before the last of b
 *                                             (both checked by a test) */
#ifndef OCC_MIDEND_PASS_H
#define OCC_MIDEND_PASS_H

#include "midend/ir.h"

/* Processor time of this thread that a pass or another stage took. */
struct pass_event {
    const char *name, *subject; /* subject: the kernel in work, or NULL */
    uint64_t start, nanoseconds;
};

struct pass_options {
    unsigned optimise;       /* 0..3: opt passes are skipped at 0 */
    const char *print_after; /* pass name, "all", or NULL; text goes to *dump */
    const char *stop_after;  /* NULL: run all */
    bool validate;           /* after every pass; broken IR is an ICE that names the pass */
    bool stress;             /* print and parse back after every pass */
    struct strbuf *dump;
    struct strbuf *stop_text;      /* the machine IR that stop_after leaves; may be NULL */
    struct arena *event_arena;     /* NULL: no times are taken */
    VEC(struct pass_event) events; /* in the order of their ends */
    const char *subject;           /* of the next events */
    struct diag *diag;             /* remarks, errors such as recursion; may be NULL */
};

/* Runs the mid-end over the module: after it, each kernel is one function without calls, in the
 * form that IR.md calls "lowered".  Returns false when stop_after stopped it. */
bool pass_run_midend(struct ir_module *module, struct pass_options *options);
bool pass_exists(const char *name); /* a row of passes.def? */
/* Does a print_after name this pass, or all? */
bool pass_is_named(const char *option, const char *name);
/* Processor time of this thread in nanoseconds; 0 if no times are taken. */
uint64_t pass_clock(const struct pass_options *options);
/* A pass or stage ends that started then: an event, if times are taken. */
void pass_note_time(struct pass_options *options, const char *name, uint64_t start);
/* Runs the one pass of that name; false: there is none. */
bool pass_run_named(struct ir_function *function, const char *name, bool *changed);
/* Do the rows of passes.def stand as its ORDER rows ask, and does each find the forms that it
 * requires?  Says in message what does not. */
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
