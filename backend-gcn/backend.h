/* From lowered IR to code objects.  The steps, in order, are rows of backend-gcn/passes.def. */
#ifndef OCC_BACKEND_GCN_BACKEND_H
#define OCC_BACKEND_GCN_BACKEND_H

#include "backend-gcn/mir/mir.h"
#include "midend/pass.h"

struct object_version;
struct call_program; /* abi/calls.h */

/* Debug information: what the driver knows of the compilation.  Names come as the frontend has them; map_name makes
 * of them what is written. */
struct dwarf_options {
    uint8_t version;       /* 2, 4 */
    const char *name;      /* of the file that is compiled */
    const char *directory; /* that relative names count from, mapped */
    const char *producer;
    void *data; /* of the functions */
    bool (*resolve)(void *data, loc_t loc, struct diag_location *location);
    bool (*is_after)(void *data, loc_t first, loc_t second);
    const char *(*map_name)(void *data, const char *name);
};

struct backend_options {
    struct object_target object;
    const struct object_version *object_version; /* gcn/object/object_version.def */
    bool relocatable;                            /* -c: ET_REL, else ET_DYN */
    bool f32_denormals;
    bool joined_memory_model; /* one happens-before for global and local memory (HSA), instead of
                                 one for each (OpenCL): by the triple's environment */
    bool volatile_is_atomic;  /* OpenCL C 1.x, which has no atomic loads and stores: volatile ones
                                 stand for them, and are listed (docs/abi.md, "Atomic accesses") */
    bool wait_everything, spill_everything; /* slow and obviously right */
    uint32_t sanitize;                 /* enum sanitize_set: what .occ.check says was asked for */
    unsigned max_vgprs, max_sgprs;     /* 0: the target's */
    const struct dwarf_options *dwarf; /* debug information; NULL: none */
    bool notes_variables;              /* where they are, for that */
    struct diag *diag; /* for what the program needs and the target lacks; NULL: an ICE */
};

/* A program of which all is compiled: what object/ writes, with what debug/ adds. */
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

/* One kernel, or one function that is called, through every machine pass up to encoded bytes.
 * program: of the module, where kernels call functions: those that this one calls have been
 * compiled; or NULL.  pass: dumps and stops, as in the mid-end.  Errors of the program (inline assembly, atomics that the target lacks, too much
 * memory) go to options->diag; returns NULL then, or when stopped. */
struct mir_function *backend_compile(struct arena *arena, struct ir_function *kernel,
                                     struct call_program *program,
                                     const struct backend_options *options,
                                     struct pass_options *pass);

/* The set of 1 << IR_FLOAT_ATOMIC that the target does by instructions that are right: of numbers that may be NaN
 * or not, and with -munsafe-fp-atomics.  For float_atomics of struct ir_module. */
uint32_t backend_float_atomics(const struct gcn_target *target, bool is_finite, bool is_unsafe);

/* What is asked of a finished function once its callers are compiled and the object is written:
 * numbers and bytes, without instructions.  In the arena; the function's own may be freed. */
struct mir_function *backend_keep(struct arena *arena, const struct mir_function *function);

/* "isel" and the rows of passes.def. */
extern const struct pass_level backend_passes;

/* isel.c: one lowered kernel or function to machine IR; program: as above. */
struct mir_function *isel(struct arena *arena, struct ir_function *kernel,
                          struct call_program *program, const struct backend_options *options);

/* A machine pass returns whether it changed anything; broken input is an ICE.  A row's pass is the place of a
 * pointer to it. */
typedef bool mir_pass(struct mir_function *function, const struct backend_options *options);
#define MIR_PASS(name, ...) mir_pass name;
#include "backend-gcn/passes.def"

/* asm_listing.c: the function as assembly text that llvm-mc takes (labels, instructions), with lines of
 * the source (emit/asm_source.h) unless that is NULL. */
struct asm_source;
void asm_listing(struct strbuf *buf, const struct mir_function *function,
                 struct asm_source *source);

#endif
