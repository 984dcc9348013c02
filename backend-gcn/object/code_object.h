/* Finished kernels -> an HSA code object: descriptors, metadata notes, ELF.
 *
 * Sources: AMDGPUUsage (2017 guide), sections "Code Object", "Kernel Descriptor", "Code Object
 * Metadata"; where loaders expect something else, docs/abi.md says so. */
#ifndef OCC_BACKEND_GCN_OBJECT_CODE_OBJECT_H
#define OCC_BACKEND_GCN_OBJECT_CODE_OBJECT_H

#include "backend-gcn/backend.h"
#include "gcn/object/object_version.h"

/* The object as ELF bytes in the arena.  Any failure of a library is an ICE or GUARD_MEMORY. */
const uint8_t *code_object_write(const struct code_object *object, size_t *size);

/* Does the variable lie in .bss?  It has no initial value, or one of zeros. */
bool code_object_is_zero(const struct ir_global *global);

/* What its descriptor says of a finished kernel. */
struct kernel_facts code_object_facts(const struct code_object *object,
                                      const struct mir_function *kernel);

/* asm_file.c: the whole object as assembly text (-S) that LLVM's assembler takes. */
void asm_file(const struct code_object *object, struct strbuf *buf);

/* metadata.c: the metadata as a tree in the form of the version; NULL: it has none. */
struct meta *metadata_tree(const struct code_object *object);

#endif
