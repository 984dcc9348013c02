/* One machine instruction after register assignment as a gcn_inst: what encode_function,
 * asm_listing and relax_branches share. */
#ifndef OCC_BACKEND_GCN_EMIT_MIR_ENCODE_H
#define OCC_BACKEND_GCN_EMIT_MIR_ENCODE_H

#include "backend-gcn/mir/mir.h"

/* Chooses the encoding that fits and encodes with a branch offset of inst->mods.imm.  Returns the
 * size in dwords, at most 3; an instruction that cannot be encoded is an ICE that names it. */
unsigned mir_encode(const struct mir_function *function, const struct mir_inst *inst,
                    struct gcn_inst *out, uint32_t words[3]);

/* Where instructions of no location of their own belong at the start of a block: a kernel's first ones to
 * it, others to the first after them that has one, or to the last before the block. */
loc_t mir_block_loc(const struct mir_block *block, loc_t before);
/* Not if it is only on the way of a branch, whose place its copies have: debuggers do not stop there again.  Nor do they
 * where lanes meet, before the first instruction that has a place. */
bool mir_begins_statement(const struct mir_block *block);

/* kernarg_range.c: of an encoded kernel, in bytes: up to there the launch's pointer to the kernarg
 * segment is in its registers; 0: there is none. */
uint32_t mir_kernarg_range(const struct mir_function *function);

/* kernarg_range.c: does the instruction write the physical register, by an operand of its own or implicitly? */
bool mir_writes_register(const struct mir_inst *inst, unsigned reg);

#endif
