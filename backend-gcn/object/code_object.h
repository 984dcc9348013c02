/* Finished kernels -> an HSA code object: descriptors, metadata notes, ELF.
 *
 * Sources: AMDGPUUsage (2017 guide), sections "Code Object", "Kernel Descriptor", "Code Object
 * Metadata"; where loaders expect something else, docs/abi.md says so. */
#ifndef OCC_BACKEND_GCN_OBJECT_CODE_OBJECT_H
#define OCC_BACKEND_GCN_OBJECT_CODE_OBJECT_H

#include "backend-gcn/backend.h"
#include "backend-gcn/object/object_version.h"

struct code_object {
    struct arena *arena;
    struct guard *guard;
    const struct backend_options *options;
    const struct ir_module *module; /* constant data */
    struct mir_function *const *kernels;
    uint32_t kernel_count;
    struct mir_function *const *functions; /* those that kernels call */
    uint32_t function_count;
    const struct strbuf *stored_ir; /* for a linker, in .occ.ir; NULL: none */
};

/* The object as ELF bytes in the arena.  Any failure of a library is an ICE or GUARD_MEMORY. */
const uint8_t *code_object_write(const struct code_object *object, size_t *size);

/* Does the variable lie in .bss?  It has no initial value, or one of zeros. */
bool code_object_is_zero(const struct ir_global *global);

/* kernel_desc.c: what a loader reads to launch a kernel. */
enum { KERNEL_CODE_SIZE = 256, KERNEL_DESCRIPTOR_SIZE = 64 };
/* Registers as the metadata counts them: SGPRs including VCC, FLAT_SCRATCH and XNACK_MASK. */
unsigned kernel_sgprs(const struct backend_options *options, const struct mir_function *kernel);
/* VGPRs as the metadata counts them. */
unsigned kernel_vgprs(const struct mir_function *kernel);

/* target_id.c: ISA version stepping, where it says XNACK: its lowest bit on GFX9. */
unsigned target_stepping(const struct backend_options *options);

/* asm_file.c: the whole object as assembly text (-S) that LLVM's assembler takes. */
void asm_file(const struct code_object *object, struct strbuf *buf);

/* metadata.c: the metadata as a tree: of notes of version 2 as loaders read them, as the 2017 guide has them
 * (2d), and of MsgPack. */
enum metadata_form { METADATA_LOADERS, METADATA_GUIDE, METADATA_MSGPACK };
struct meta *metadata_tree(const struct code_object *object, enum metadata_form form);

#endif
