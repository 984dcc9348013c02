/* What lower_pseudo shares with its parts. */
#ifndef OCC_BACKEND_GCN_EMIT_LOWER_PSEUDO_H
#define OCC_BACKEND_GCN_EMIT_LOWER_PSEUDO_H

#include "backend-gcn/mir/mir.h"
#include "support/diag.h"

/* lower_array.c: inserts the moves of a p_array_read or p_array_write before it. */
void lower_array(struct mir_function *function, struct mir_inst *inst);
/* lower_asm.c: inserts the instructions of the text, operands replaced by registers, before inst.
 * Unwinds with an error in diag if the text is wrong. */
void lower_asm(struct mir_function *function, struct mir_inst *inst, struct diag *diag);

#endif
