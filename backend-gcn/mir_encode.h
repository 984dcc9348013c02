/* One machine instruction after register assignment as a gcn_inst: what encode_function,
 * asm_listing and relax_branches share. */
#ifndef OCC_BACKEND_GCN_MIR_ENCODE_H
#define OCC_BACKEND_GCN_MIR_ENCODE_H

#include "backend-gcn/mir.h"

/* Chooses the encoding that fits and encodes with a branch offset of inst->mods.imm.  Returns the
 * size in dwords, at most 3; an instruction that cannot be encoded is an ICE that names it. */
unsigned mir_encode(const struct mir_function *function, const struct mir_inst *inst,
                    struct gcn_inst *out, uint32_t words[3]);
/* Does the instruction become bytes?  Markers do not. */
bool mir_has_code(const struct mir_inst *inst);

#endif
