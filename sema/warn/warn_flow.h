/* The control flow of a function's syntax tree, for warnings: blocks of events on local variables.
 */
#ifndef OCC_SEMA_WARN_WARN_FLOW_H
#define OCC_SEMA_WARN_WARN_FLOW_H

#include "sema/warn/warn_internal.h"

enum flow_event_kind {
    FLOW_DECLARE, /* begins to exist, without a value */
    FLOW_ASSIGN,  /* gets a value, or its address goes away */
    FLOW_USE
};

struct flow_event {
    uint8_t kind;
    const struct decl *variable;
    const struct expr *expr; /* USE */
};

/* What decides between the successors of a block. */
enum flow_branch {
    BRANCH_NONE,
    BRANCH_IF,
    BRANCH_CONDITIONAL,
    BRANCH_AND,
    BRANCH_OR,
    BRANCH_WHILE,
    BRANCH_FOR,
    BRANCH_DO,
    BRANCH_SWITCH
};

struct flow_edge {
    uint32_t to;
    const struct stmt *label; /* SWITCH: case or default; NULL: no case fits */
};

struct flow_block {
    uint32_t first_event, event_end;
    uint32_t first_edge, edge_end; /* of two: if true, if false */
    uint8_t branch;                /* enum flow_branch */
    uint32_t configured; /* the block, + 1, that the constant of a macro excludes; 0: none */
    const struct expr *condition;
    loc_t start;     /* the first statement or operand in it; 0: empty */
    bool is_return;  /* that statement is a return */
    bool is_reached; /* from the function's start */
};

struct fallthrough {
    uint32_t from;
    const struct stmt *label;
};

struct flow_graph {
    struct warn *w;
    VEC(struct flow_block) blocks; /* 0 is the entry */
    VEC(struct flow_edge) edges;
    VEC(struct flow_event) events;
    VEC(struct fallthrough) fallthroughs; /* without the attribute */

    /* while it is built */
    uint32_t current;
    struct map labels;          /* LABEL and CASE -> its block, + 1 */
    uint32_t breaks, continues; /* where they lead to */
    bool may_fall;              /* the last statement says that falling through is meant */
    bool follows_label;         /* nothing came since the last label */
};

/* ---- warn_graph.c ---- */
void flow_build(struct flow_graph *graph, struct warn *w);
/* Marks what control reaches from the block. */
void flow_reach_from(struct flow_graph *graph, uint32_t block);
/* ---- warn_uninitialized.c ---- */
void flow_uninitialized(struct flow_graph *graph);

#endif
