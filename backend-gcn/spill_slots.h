/* Where spilled values are stored, and what lower_pseudo shares with its parts. */
#ifndef OCC_BACKEND_GCN_SPILL_SLOTS_H
#define OCC_BACKEND_GCN_SPILL_SLOTS_H

#include "backend-gcn/mir.h"
#include "support/diag.h"

/* Byte address in scratch of a VGPR slot (counted in dwords): after the private objects. */
static inline unsigned
spill_address(const struct mir_function *function, unsigned slot)
{
    return ((function->scratch_objects + 3) & ~3u) + slot * 4;
}

/* lower_asm.c: inserts the instructions of the text, operands replaced by registers, before inst.
 * Unwinds with an error in diag if the text is wrong. */
void lower_asm(struct mir_function *function, struct mir_inst *inst, struct diag *diag);

#endif
