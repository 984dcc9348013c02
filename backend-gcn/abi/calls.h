/* Functions that stay called: what a caller must know of a compiled function, and what all
 * functions of a program share (docs/abi.md, "Calls").
 *
 * OpenCL knows neither recursion nor pointers to functions, so callees are compiled before their
 * callers, and everything about them is exact: the registers that they change, the scratch memory
 * that they reach, where their arguments belong. */
#ifndef OCC_BACKEND_GCN_ABI_CALLS_H
#define OCC_BACKEND_GCN_ABI_CALLS_H

#include "backend-gcn/backend.h"

/* Registers that a value travels in; dwords 0: it does not. */
struct call_place {
    uint16_t reg;
    uint8_t dwords;
};

enum { CALL_SCRATCH_RSRC = 0, CALL_SCRATCH_OFFSET = 4 }; /* SGPRs */
enum { CALL_REGS = 512 };                                /* SGPRs by number, VGPRs from GCN_VGPR0 */
struct call_registers {
    uint64_t words[CALL_REGS / 64];
};

struct call_interface {
    struct call_place *params, *results; /* by index; a parameter that nobody reads has none */
    struct call_place target;            /* where the caller computes the callee's address */
    struct call_place return_address;
    struct call_place queue_ptr;                    /* where casts to generic pointers need it */
    struct call_place scratch_rsrc, scratch_offset; /* MUBUF scratch; kept by the callee */
    bool needs_scratch, has_flat_private, has_lds;  /* it or a callee of it */
    /* Once it is compiled: */
    bool is_compiled;
    struct call_registers clobbers; /* it and its callees write these, lanes apart */
    struct call_registers lanes;    /* VGPRs that hold scalars of it and its callees, in lanes of
                                       which some are not active: callers keep nothing there */
    bool clobbers_vcc;
    uint32_t lane_end; /* slots of lane_vgprs that it and its callees use */
};

/* A function's or kernel's part in the program. */
struct call_context {
    struct call_program *program;
    struct call_interface *interface; /* of a function that is called; NULL: a kernel */
    const struct kernel_info *limits; /* on registers, of all kernels that reach it; or NULL */
    unsigned depth;                   /* the most calls between a kernel and it */
    struct call_registers named;      /* by inline assembly of it, which may keep values there */
    struct call_registers excluded;   /* VGPRs that it never gives out: lanes of others */
    VEC(uint16_t) lane_vgprs;         /* where SGPR spills go: the VGPR of each 64 slots */
    uint32_t lane_base;               /* slots of the first of them that belong to callees */
    uint32_t lane_end;                /* slots of the program's up to its own last one */
    VEC(const struct ir_function *) callees; /* each once; after the last pass */
};

/* What the functions of a module share. */
struct call_program {
    struct arena *arena;
    const struct backend_options *options;
    VEC(struct ir_function *) functions; /* those that are called, callees first */
    struct map compiled;                 /* ir_function -> its mir_function */
    struct map limits;                   /* ir_function -> struct kernel_info */
    struct map depth;                    /* ir_function -> calls between a kernel and it */
    struct map lds;                      /* objects in LDS that functions name: they have offsets */
    uint32_t lds_end;
    VEC(uint16_t) lane_vgprs;    /* the VGPR of each 64 slots for scalars */
    uint16_t stage_vgpr;         /* by way of which functions pass scalars to scratch that have no
                                    lanes; 0: there is none */
    struct call_registers named; /* by inline assembly */
    unsigned argument_top;       /* no work-item id, argument or result of the functions so far
                                    travels in this VGPR or above */
};

/* Finds the functions that kernels reach, their limits, and places for their objects in LDS.  In
 * the arena; lowered IR. */
struct call_program *call_program_new(struct arena *arena, struct ir_module *module,
                                      const struct backend_options *options);
/* The interface of a function that has been compiled; an ICE when it has not. */
const struct call_interface *call_interface_of(const struct call_program *program,
                                               const struct ir_function *callee);
/* Gives a function that isel has just made its context. */
void call_enter(struct call_program *program, struct mir_function *function);
/* After the last pass: registers of callees count as the function's own, and its interface says
 * what it changes. */
void call_finish(struct mir_function *function);
/* From now on this is the function that its source has become. */
void call_replace(struct mir_function *function);
/* Chooses the VGPRs for SGPR spills, above the registers in use: `top` is the first one that neither
 * the function nor a callee uses, `own_top` that the function does not.  All are below the limit. */
void call_place_lanes(struct mir_function *function, unsigned top, unsigned own_top,
                      unsigned limit);
/* How many VGPRs below the limit are above all that callees overwrite, for so many scalars: lanes are
 * there.  0: callers would have too few left. */
unsigned call_lane_room(const struct mir_function *function, unsigned limit, unsigned scalars);

static inline bool
call_has(const struct call_registers *set, unsigned reg)
{
    return reg < CALL_REGS && set->words[reg / 64] >> (reg % 64) & 1;
}
void call_add(struct call_registers *set, unsigned reg, unsigned dwords);
void call_remove(struct call_registers *set, unsigned reg, unsigned dwords);
void call_union(struct call_registers *set, const struct call_registers *other);

/* How many of the VGPRs below the limit the function never gives out. */
unsigned call_excluded_count(const struct mir_function *function, unsigned limit);
/* SGPRs from CALL_SCRATCH_RSRC on that the function leaves alone, since it has no use for them:
 * callers need not move them. */
unsigned call_kept_sgprs(const struct mir_function *function);
/* VGPRs of the limit that a function leaves to its callers' lanes. */
unsigned call_reserve(const struct mir_function *function, unsigned vgprs);
/* Registers of the class, counted from the first, in which values travel to the function, from it,
 * or in calls that it makes; 0: there are none. */
unsigned call_travelled(const struct mir_function *function, enum mir_class reg_class);

#endif
