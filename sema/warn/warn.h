/* Checks that only warn: the entry point.  sema calls it once its argument is typed and free of
 * errors; it reports what it finds and changes only the counts of assignments
 * (decl->assignments). */
#ifndef OCC_SEMA_WARN_WARN_H
#define OCC_SEMA_WARN_WARN_H

#include "sema/sema_query.h"

/* What sema knows of the unit at its end. */
struct warn_unit {
    const struct translation_unit *unit;
    const struct declared_function *functions; /* every declaration of one */
    uint32_t function_count;
    bool has_barriers; /* one is called somewhere */
};

/* A function's definition. */
void warn_function(struct sema *s, struct decl *function);
/* All functions together, and what is outside of them. */
void warn_unit(struct sema *s, const struct warn_unit *unit);

#endif
