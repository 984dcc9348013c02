/* Assembly text -> a relocatable code object (ET_REL).
 *
 * The language is that of LLVM's assembler for AMDGPU: instructions as gcn/isa reads them,
 * GAS's directives, AMD's own.  Sources: the 2017 AMDGPUUsage guide, section Assembler; LLVM 16's
 * AMDGPUUsage, "Assembler"; the manual of GNU as. */
#ifndef OCC_GCN_ASM_ASSEMBLE_H
#define OCC_GCN_ASM_ASSEMBLE_H

#include "gcn/object/object_version.h"
#include "support/diag.h"

struct assemble_job {
    struct arena *arena;
    struct guard *guard;
    struct diag *diag; /* gets its resolver of locations here */
    const char *name;  /* of the text, in messages */
    const char *text;
    size_t length;
    /* What the command line says; the text may say more. */
    const struct gcn_target *target;
    bool target_is_given; /* the text's must be the same then */
    bool xnack;
    uint8_t sramecc;                      /* enum gcn_feature */
    const struct object_version *version; /* NULL: the text's, else the target's default */
    /* .include and .incbin: the bytes in the arena, or NULL; *length: how many. */
    const char *(*read)(void *data, const char *name, size_t *length);
    void *read_data;
};

/* The bytes of the object in the arena; NULL after errors, which are in job->diag. */
const uint8_t *assemble(const struct assemble_job *job, size_t *size);

#endif
