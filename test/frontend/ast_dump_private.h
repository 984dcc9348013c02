/* Private to ast_dump*.c. */
#ifndef OCC_TEST_FRONTEND_AST_DUMP_PRIVATE_H
#define OCC_TEST_FRONTEND_AST_DUMP_PRIVATE_H

#include "test/frontend/ast_dump.h"

struct dump {
    struct strbuf *out;
    ast_type_text *type_text; /* NULL: the form is that of the parser */
};

/* "?": it is not known. */
const char *dump_type(const struct dump *d, const struct type *type);

/* ast_dump_type.c: what is written of types */
void dump_type_name(struct dump *d, const struct type_name *type);
void dump_declarator(struct dump *d, const struct declarator *declarator);
void dump_specifiers(struct dump *d, const struct specifiers *specifiers);
void dump_attributes(struct dump *d, const struct attribute *attribute);
void dump_designators(struct dump *d, const struct designator *designator);

/* ast_dump_expr.c */
void dump_expr(struct dump *d, const struct expr *expr);

/* ast_dump.c */
/* level -1: in a line, as a field or parameter. */
void dump_decl(struct dump *d, const struct decl *decl, int level);
void dump_stmt(struct dump *d, const struct stmt *stmt, int level);

#endif
