/* From lowered IR to code objects.  The steps, in order, are rows of backend-gcn/passes.def. */
#ifndef OCC_BACKEND_GCN_BACKEND_H
#define OCC_BACKEND_GCN_BACKEND_H

#include "backend-gcn/mir.h"
#include "midend/pass.h"

struct object_version;
struct dwarf_options; /* dwarf/dwarf.h */
struct call_program;  /* calls.h */

struct backend_options {
    const struct gcn_target *target;
    bool xnack;
    uint8_t sramecc; /* enum gcn_feature: what the code is for; it is the same for all */
    const struct object_version *object_version; /* object/object_version.def */
    bool relocatable;                            /* -c: ET_REL, else ET_DYN */
    bool f32_denormals;
    bool joined_memory_model; /* one happens-before for global and local memory (HSA), instead of
                                 one for each (OpenCL): by the triple's environment */
    bool volatile_is_atomic;  /* OpenCL C 1.x, which has no atomic loads and stores: volatile ones
                                 stand for them, and are listed (docs/abi.md, "Atomic accesses") */
    bool wait_everything, spill_everything; /* slow and obviously right */
    unsigned max_vgprs, max_sgprs;          /* 0: the target's */
    const struct dwarf_options *dwarf;      /* debug information; NULL: none */
    bool notes_variables;                   /* where they are, for that */
    struct diag *diag; /* for what the program needs and the target lacks; NULL: an ICE */
};

/* One kernel, or one function that is called, through every machine pass up to encoded bytes.
 * program: of the module, where kernels call functions: those that this one calls have been
 * compiled; or NULL.  pass: dumps and stops, as in the mid-end.  Errors of the program (inline assembly, atomics that the target lacks, too much
 * memory) go to options->diag; returns NULL then, or when stopped. */
struct mir_function *backend_compile(struct arena *arena, struct ir_function *kernel,
                                     struct call_program *program,
                                     const struct backend_options *options,
                                     struct pass_options *pass);

/* What is asked of a finished function once its callers are compiled and the object is written:
 * numbers and bytes, without instructions.  In the arena; the function's own may be freed. */
struct mir_function *backend_keep(struct arena *arena, const struct mir_function *function);

/* "isel" and the rows of passes.def. */
extern const struct pass_level backend_passes;

/* isel.c: one lowered kernel or function to machine IR; program: as above. */
struct mir_function *isel(struct arena *arena, struct ir_function *kernel,
                          struct call_program *program, const struct backend_options *options);

/* Machine passes: one file of its name each.  Returns whether it changed anything; broken input is
 * an ICE. */
#define MIR_PASS(name, ...)                                                                        \
    bool name(struct mir_function *function, const struct backend_options *options);
#define MIR_ORDER(...)
#include "backend-gcn/passes.def"
#undef MIR_PASS
#undef MIR_ORDER

/* asm_listing.c: the function as assembly text that llvm-mc takes (labels, instructions), with lines of
 * the source (object/asm_source.h) unless that is NULL. */
struct asm_source;
void asm_listing(struct strbuf *buf, const struct mir_function *function,
                 struct asm_source *source);

#endif
