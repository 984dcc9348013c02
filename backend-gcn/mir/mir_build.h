/* A cursor that appends machine instructions, and small things that mir.c, the text form and
 * selection share. */
#ifndef OCC_BACKEND_GCN_MIR_MIR_BUILD_H
#define OCC_BACKEND_GCN_MIR_MIR_BUILD_H

#include "backend-gcn/mir/mir.h"
#include "midend/analysis/analysis.h"

/* Sets what a fresh function of the target starts with; the text form prints only what differs. */
void mir_function_defaults(struct mir_function *function, const struct gcn_target *target);

struct mir_builder {
    struct mir_function *function;
    struct mir_block *block; /* appends here ... */
    struct mir_inst *before; /* ... or, if not NULL, inserts before this instruction */
    loc_t loc;
};

/* Makes and places an instruction; definitions come first, as everywhere. */
struct mir_inst *mir_emit(struct mir_builder *builder, unsigned op,
                          const struct mir_operand *operands, unsigned count, unsigned defs);
/* mir_build(&b, GCN_v_add_f32, 1, dst, x, y): operands given one by one. */
#define mir_build(builder, op, defs, ...)                                                          \
    mir_emit(builder, op, (const struct mir_operand[]){__VA_ARGS__},                               \
             sizeof((struct mir_operand[]){__VA_ARGS__}) / sizeof(struct mir_operand), defs)

/* A new temp as operand. */
static inline struct mir_operand
mir_new_vgpr(struct mir_builder *builder, unsigned dwords)
{
    return mir_temp(builder->function, mir_temp_new(builder->function, MIR_VGPR, dwords));
}
static inline struct mir_operand
mir_new_sgpr(struct mir_builder *builder, unsigned dwords)
{
    return mir_temp(builder->function, mir_temp_new(builder->function, MIR_SGPR, dwords));
}
/* A new lane mask: an SGPR pair. */
struct mir_operand mir_new_mask(struct mir_builder *builder);

/* Is it a register of that class, temp or fixed? */
static inline bool
mir_is_vgpr(const struct mir_operand *operand)
{
    return (operand->kind == MIR_TEMP || operand->kind == MIR_FIXED) &&
           operand->reg_class == MIR_VGPR;
}
/* A literal whose value only the object writer knows. */
static inline bool
mir_is_filled(const struct mir_operand *operand)
{
    return operand->kind == MIR_SYMBOL || operand->kind == MIR_CODE || operand->kind == MIR_ROW;
}
static inline bool
mir_is_sgpr(const struct mir_operand *operand)
{
    return (operand->kind == MIR_TEMP || operand->kind == MIR_FIXED) &&
           operand->reg_class == MIR_SGPR;
}
/* Does the constant need a literal dword in this operand? */
bool mir_is_literal(const struct gcn_target *target, const struct mir_operand *operand,
                    unsigned value_type);
/* Registers that have a name in the text form; ends with a NULL name. */
struct mir_reg_name {
    const char *name;
    uint16_t reg;
};
extern const struct mir_reg_name mir_reg_names[];

/* mir_dominators.c: by block ids, of the logical (linear false) or linear graph.  An unreachable
 * block is dominated by every block. */
struct dominators *mir_dominators(struct arena *arena, const struct mir_function *function,
                                  bool linear);
bool mir_dominates(const struct dominators *dom, const struct mir_block *a,
                   const struct mir_block *b);

/* mir_dead.c: removes instructions without effect whose results nobody uses (before assignment).  No
 * row of passes.def: it belongs to selection, which makes halves, constants and addresses that its
 * next choice does not use, so that what is printed after isel is what was selected; and to
 * opt_copies, which needs it only when it changed something. */
bool mir_remove_dead(struct mir_function *function);

#endif
