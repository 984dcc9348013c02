/* SSA construction for scalar values on the linear graph (after Braun et al., Simple and Efficient
 * Construction of Static Single Assignment Form, CC 2013): a variable has a value at the end of
 * some blocks; its value elsewhere is found by walking predecessors, with phis where they differ.
 */
#ifndef OCC_BACKEND_GCN_MIR_LINEAR_SSA_H
#define OCC_BACKEND_GCN_MIR_LINEAR_SSA_H

#include "backend-gcn/mir/mir_build.h"

struct linear_ssa {
    struct mir_function *function;
    struct arena *arena;
    struct mir_operand *out; /* by block id: value at its end ... */
    uint32_t *out_stamp;     /* ... when this is the current variable's stamp */
    struct mir_inst **phi;   /* by block id: phi of the current variable ... */
    uint32_t *phi_stamp;
    uint32_t stamp;
    struct mir_operand initial; /* value at the entry of the function, and where is_initial says */
    bool (*is_initial)(const void *data, const struct mir_block *block); /* at its end; or NULL */
    const void *data;
    unsigned dwords;
    bool is_mask;
    VEC(struct mir_inst *) pending; /* phis whose operands are not filled yet */
    VEC(struct mir_inst *) phis;    /* all ever made */
    VEC(uint32_t) replaced;         /* temps that simplify is to replace ... */
    VEC(struct mir_operand) by;     /* ... by these */
};

/* Prepares for a function; arrays are taken from the arena. */
void linear_ssa_init(struct linear_ssa *ssa, struct mir_function *function, struct arena *arena);
/* A new variable; forgets the one before. */
void linear_ssa_begin(struct linear_ssa *ssa, struct mir_operand initial, unsigned dwords,
                      bool is_mask);
/* The variable's value at the end of a block that sets it. */
void linear_ssa_define(struct linear_ssa *ssa, const struct mir_block *block,
                       struct mir_operand value);
/* The variable's value there; may make phis. */
struct mir_operand linear_ssa_at_start(struct linear_ssa *ssa, struct mir_block *block);
struct mir_operand linear_ssa_at_end(struct linear_ssa *ssa, struct mir_block *block);
/* Fills the operands of new phis; before the next variable begins. */
void linear_ssa_finish(struct linear_ssa *ssa);
/* Makes the next linear_ssa_simplify replace uses of temp by value. */
void linear_ssa_replace(struct linear_ssa *ssa, uint32_t temp, struct mir_operand value);
/* Removes phis that choose between one value and themselves; rewrites their users. */
void linear_ssa_simplify(struct linear_ssa *ssa);
/* A use that may be anything. */
struct mir_operand linear_ssa_undef(unsigned dwords);

#endif
