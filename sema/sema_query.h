/* What can be asked of the typed tree, by sema itself and by its warnings. */
#ifndef OCC_SEMA_SEMA_QUERY_H
#define OCC_SEMA_SEMA_QUERY_H

#include "sema/sema.h"

struct declared_function {
    struct decl *decl, *first; /* first declaration of the same function */
};

/* What sema knows of the unit at its end. */
struct sema_unit {
    const struct translation_unit *unit;
    const struct declared_function *functions; /* every declaration of one */
    uint32_t function_count;
    bool has_barriers; /* one is called somewhere */
};

/* The operand number at of an expression, in the order of their evaluation; NULL: there are no
 * more. */
struct expr *sema_operand(const struct expr *expr, uint32_t at);
/* Is there an assignment, ++ or -- in it?  Calls do not count. */
bool sema_changes(const struct expr *expr);
/* The attribute of that name in a list; NULL: none. */
struct attribute *sema_attribute(struct attribute *list, const char *name);
/* The statement that gives a statement expression its value, or NULL. */
struct stmt *sema_block_value(const struct stmt *block);
/* The type for a message, also by the typedef of a declaration: "real" DIAG_AKA "float".
 * specifiers: those that name the type, or NULL. */
const char *sema_type_text(struct sema *s, const struct type *type,
                           const struct specifiers *specifiers);
/* The specifiers that the type of an expression comes from; NULL: unknown. */
const struct specifiers *sema_declared_by(const struct expr *expr);

#endif
