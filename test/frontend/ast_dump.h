/* The AST as text, for tests: one node per line, children indented. */
#ifndef OCC_TEST_FRONTEND_AST_DUMP_H
#define OCC_TEST_FRONTEND_AST_DUMP_H

#include "frontend/ast.h"

/* Appends the unit to out. */
void ast_dump(struct strbuf *out, const struct translation_unit *unit);

#endif
