/* .occ.check: what a simulator looks at where (docs/abi.md, "Checks"). */
#ifndef OCC_BACKEND_GCN_OBJECT_CHECK_LIST_H
#define OCC_BACKEND_GCN_OBJECT_CHECK_LIST_H

#include "backend-gcn/backend.h"

/* Has the object a list?  Where checks were asked for, it has one, though it may be of no points. */
bool check_list_is_there(const struct code_object *object);
/* The first entry, of no place: what was asked for. */
void check_list_begin(const struct code_object *object, struct strbuf *list);
/* Those of a function, whose code begins there in .text. */
void check_list_add(const struct mir_function *function, uint32_t start, struct strbuf *list);

#endif
