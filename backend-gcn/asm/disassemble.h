/* A code object -> assembly text, line for line what llvm-objdump -d prints. */
#ifndef OCC_BACKEND_GCN_ASM_DISASSEMBLE_H
#define OCC_BACKEND_GCN_ASM_DISASSEMBLE_H

#include "support/strbuf.h"

/* Appends the code of all executable sections of an ELF file of any compiler; name: what the text calls
 * it.  Returns NULL, or why it is no code object that can be read. */
const char *disassemble(struct strbuf *text, const char *name, const void *bytes, size_t size);

#endif
