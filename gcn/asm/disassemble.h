/* A code object -> assembly text, line for line what llvm-objdump -d prints. */
#ifndef OCC_GCN_ASM_DISASSEMBLE_H
#define OCC_GCN_ASM_DISASSEMBLE_H

#include "gcn/isa/gcn_target.h"
#include "support/strbuf.h"

/* Appends the code of all executable sections of an ELF file of any compiler; name: what the text calls
 * it; target: whose code it is where e_flags name none (form 2d), or NULL.  Returns NULL, or why it is no code object
 * that can be read. */
const char *disassemble(struct strbuf *text, const char *name, const void *bytes, size_t size,
                        const struct gcn_target *target);

/* Appends one instruction as LLVM prints it, with the distance of a branch as a number.  Returns its size in words of
 * count, or 0 if they begin with none.  *jumps: it is a branch, whose target is *distance bytes after its first. */
unsigned disassemble_instruction(struct strbuf *text, const struct gcn_target *target,
                                 const uint32_t *words, size_t count, bool *jumps,
                                 int64_t *distance);

#endif
