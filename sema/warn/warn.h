/* What is only warned of: the entrance.  sema calls it once what it asks about is typed and right;
 * it says what it finds and changes nothing but the counts of assignments (decl->assignments). */
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
/* All of them together, and what stands outside of them. */
void warn_unit(struct sema *s, const struct warn_unit *unit);

#endif
