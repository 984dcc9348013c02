/* Limits of the compiler into which a program may run: -fprint-limits.  Each is a row of limit.def, and
 * LIMIT_NAME its value.  A limit that no program meets, such as the length of an array for the operands of
 * an instruction, or that only chooses between two ways to the same end, stands where it is used. */
#ifndef OCC_SUPPORT_LIMIT_H
#define OCC_SUPPORT_LIMIT_H

#include "support/strbuf.h"
#include "support/vec.h"

enum {
#define LIMIT(name, value, kind, guards) LIMIT_##name = (value),
#include "support/limit.def"
#undef LIMIT
};

enum limit {
#define LIMIT(name, value, kind, guards) LIMIT_ROW_##name,
#include "support/limit.def"
#undef LIMIT
    LIMIT_ROWS
};

/* A function ran into it. */
struct limit_note {
    enum limit limit;
    const char *subject; /* the function; NULL: the program */
    uint32_t count;
};

/* What guard.limits points to where somebody wants to know. */
struct limit_notes {
    struct arena *arena;
    const char *const *subject; /* whose code is being made */
    VEC(struct limit_note) at;  /* in the order in which they were met first */
};

void limit_note(struct guard *guard, enum limit limit);

/* The condition; notes the limit if it holds.  guard may be NULL. */
#define LIMIT_MET(guard, name, condition) limit_met(guard, LIMIT_ROW_##name, condition)
static inline bool
limit_met(struct guard *guard, enum limit limit, bool is_met)
{
    if (is_met && guard && guard->limits)
        limit_note(guard, limit);
    return is_met;
}

/* A line for each note. */
void limit_print(struct strbuf *out, const struct limit_notes *notes);

#endif
