/* The one runner of passes, for IR and for machine IR: order, skipping, dumps, times, validation,
 * stopping, texts that are kept, and the stress mode that prints and reads back.
 *
 * A pipeline is rows of a table.  The runner prints and checks a function through the rows' level,
 * so it knows neither IR.
 *
 * Forms are properties of a function at some point of the pipeline, as bits ("no calls").  A row
 * requires some, makes some and loses some; all others it keeps.  The runner follows them: an
 * optional pass whose forms do not hold, because another was disabled, is skipped; under `validate`
 * every form that should hold is checked after every pass. */
#ifndef OCC_SUPPORT_PASS_RUN_H
#define OCC_SUPPORT_PASS_RUN_H

#include "support/diag.h"
#include "support/strbuf.h"
#include "support/vec.h"

/* Processor time that a pass or another stage took in this thread. */
struct pass_event {
    const char *name, *subject; /* subject: the current function, or NULL */
    uint64_t start, nanoseconds;
    uint64_t own; /* nanoseconds without those of events inside this one */
};

/* What a pass tells about the program: -Rpass=PASS, -Rpass-missed=PASS. */
struct pass_remark {
    loc_t loc;
    const char *pass, *text;
    bool is_missed;
};
enum { PASS_REMARKS_DONE = 1, PASS_REMARKS_MISSED = 2 }; /* which are wanted */

/* Which calls are inlined: as midend/calls/inline_plan.c decides, none but of functions that are marked
 * so, all. */
enum pass_inlining { PASS_INLINE_PLAN, PASS_INLINE_MARKED, PASS_INLINE_ALL };

/* What one function looked like at first and after each pass that changed it. */
struct pass_text {
    const char *pass, *text; /* pass: its label */
};
struct pass_texts {
    struct arena *arena;
    const char *function; /* its name */
    VEC(struct pass_text) at;
};

/* A selector names rows: PASS, or PASS:N, the N-th row of that name, from 1.  Passes of a pipeline
 * that is not the main one are spelt PIPELINE.PASS. */
typedef VEC(const char *) pass_selectors;

struct pass_options {
    unsigned optimise;       /* 0..3: optional passes are skipped at 0 */
    const char *print_after; /* selector, "all", or NULL; text goes to *dump */
    const char *stop_after;  /* selector; NULL: run all */
    const char *only_kernel; /* compile this one alone; NULL: all */
    pass_selectors disabled; /* optional passes to skip */
    bool validate;           /* after every pass; a broken function is an ICE naming the pass */
    bool stress;             /* print and parse back after every pass */
    struct strbuf *dump;
    struct strbuf *stop_text;      /* the machine IR that stop_after leaves; may be NULL */
    struct arena *event_arena;     /* NULL: no times are taken */
    VEC(struct pass_event) events; /* in the order of their ends */
    const char *subject;           /* of the next events */
    struct diag *diag;             /* errors such as recursion; may be NULL */
    uint8_t inlining;              /* enum pass_inlining */
    unsigned max_vgprs;            /* that a kernel may use; 0: as many as there are */
    struct pass_texts *texts;      /* where its function's are kept; NULL: nowhere */
    uint8_t remarks;               /* PASS_REMARKS_... */
    VEC(struct pass_remark) told;
};

enum pass_kind { PASS_OPT, PASS_LOWER }; /* may be skipped; must run */

struct pass_row {
    const char *name; /* as selectors spell it */
    const void
        *pass; /* what level->run calls, of the level's type; NULL: the function comes from there */
    uint8_t pipeline;
    uint16_t requires, makes, loses; /* forms */
    uint8_t kind;                    /* enum pass_kind */
};

struct pass_run;

/* A kind of function, and all pipelines over it. */
struct pass_level {
    const struct pass_row *rows;
    unsigned count;
    /* Runs the row's pass; whether it changed anything. */
    bool (*run)(const struct pass_run *run, const struct pass_row *row, void *function);
    /* NULL, or what is wrong, in scratch; forms: what must hold. */
    const char *(*validate)(const void *function, unsigned forms, struct arena *scratch);
    void (*print)(struct strbuf *buf, const void *function);
    /* Prints the function of this name alone, if it is that one or has it in it. */
    void (*print_named)(struct strbuf *buf, void *function, const char *name);
    /* Prints the function and reads it back in its place: NULL, or what went wrong. */
    const char *(*reread)(void *function);
    /* Where a function's forms are kept from one pipeline to the next; NULL: each pipeline starts
     * without any. */
    unsigned *(*forms)(void *function);
};

/* What does not change while one function goes through a pipeline. */
struct pass_run {
    const struct pass_level *level;
    struct pass_options *options;
    struct arena *arena; /* for texts: as long as the program's */
    struct guard *guard; /* learns which pass runs; may be NULL where no pass fails */
    const void *context; /* for level->run */
};

/* Runs the pipeline's rows over the function; the forms that hold at its start are those that
 * level->forms keeps.  Returns false when stop_after ended it. */
bool pass_run_rows(const struct pass_run *run, unsigned pipeline, void *function);

/* Processor time of this thread in nanoseconds; 0 if no times are taken. */
uint64_t pass_clock(const struct pass_options *options);
/* Adds an event for a pass or stage that ends now and started then, if times are taken. */
void pass_note_time(struct pass_options *options, const char *name, uint64_t start);

/* The row as a selector that names no other: with its number where its name stands in several. */
const char *pass_label(struct arena *arena, const struct pass_level *level,
                       const struct pass_row *row);
/* What is wrong with a selector of rows of these levels, or NULL; optional: must all of them be
 * optional passes?  In the arena. */
const char *pass_check_selector(struct arena *arena, const struct pass_level *const *levels,
                                unsigned count, const char *selector, bool optional);
/* Do the forms that each row requires hold, whichever optional passes ran before it?  Says in
 * message where not.  pipelines: a set, as bits; its rows run one after the other. */
bool pass_check_forms(const struct pass_level *level, unsigned pipelines, struct strbuf *message);

#endif
