/* The AST as text, for tests: one declaration or statement a line, expressions as (operator operands).  As the parser
 * leaves it, types and declarators are as they are written; as sema leaves it, each expression has its type:
 * (operator:'type' operands). */
#ifndef OCC_TEST_FRONTEND_AST_DUMP_H
#define OCC_TEST_FRONTEND_AST_DUMP_H

#include "frontend/ast.h"

/* type_str of sema/type.h. */
typedef const char *ast_type_text(struct arena *arena, const struct type *type);

/* Appends the unit to out; type_text NULL: as the parser leaves it. */
void ast_dump(struct strbuf *out, const struct translation_unit *unit, ast_type_text *type_text);

#endif
