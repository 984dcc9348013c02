/* What differs between a function's texts after two passes. */
#ifndef OCC_DRIVER_LIBRARY_PASS_DIFF_H
#define OCC_DRIVER_LIBRARY_PASS_DIFF_H

#include "support/map.h"
#include "support/pass_run.h"

enum pass_line_mark { PASS_LINE_SAME, PASS_LINE_MOVED, PASS_LINE_NEW };

struct pass_line {
    const char *text; /* interned: equal lines are one */
    uint32_t from;    /* of a line that is not new: the equal one in the column before */
    uint8_t mark;     /* enum pass_line_mark */
    bool goes;        /* the next column lacks it */
};

struct pass_column {
    const char *pass;
    struct pass_line *lines;
    uint32_t count, added, moved, removed; /* lines */
    bool is_machine;                       /* machine IR; else IR */
    bool is_compared;                      /* the column before is of the same kind */
};

struct pass_diff {
    struct arena *arena;
    struct intern intern;
    struct map same;
};

struct pass_diff pass_diff_begin(struct arena *arena);
/* The lines of a text, marked, and those that it lacks of the column before; before: NULL for the first. */
struct pass_column pass_diff_column(struct pass_diff *diff, struct pass_column *before,
                                    const struct pass_text *text);

#endif
