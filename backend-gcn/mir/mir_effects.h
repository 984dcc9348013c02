/* What an instruction does to registers that are not temps, and other queries that the passes after
 * selection share.  Answers come from gcn_inst.def and the operands. */
#ifndef OCC_BACKEND_GCN_MIR_MIR_EFFECTS_H
#define OCC_BACKEND_GCN_MIR_MIR_EFFECTS_H

#include "backend-gcn/mir/mir.h"
#include "midend/analysis/memory_order.h"

enum mir_fixed_set {
    MIR_SET_SCC = 1,
    MIR_SET_VCC = 2,
    MIR_SET_EXEC = 4,
    MIR_SET_M0 = 8,
    MIR_SET_FLAT_SCRATCH = 16,
    MIR_SET_XNACK_MASK = 32
};
enum { MIR_FIXED_SETS = 6 /* how many there are */ };
struct mir_effects {
    uint8_t reads, writes; /* enum mir_fixed_set; EXEC as a mask of lanes counts as read */
};
/* Fixed registers that the instruction touches, implicitly or by operands. */
struct mir_effects mir_effects(const struct gcn_target *target, const struct mir_inst *inst);
/* Does a later instruction read the SCC that this one leaves?  SCC does not live from block to block. */
bool mir_is_scc_live_after(const struct gcn_target *target, const struct mir_inst *inst);
/* The set that holds the physical register, 0 for ordinary ones. */
unsigned mir_fixed_set(unsigned reg);

/* The arena for data of one pass. */
static inline struct arena *
mir_pass_arena(const struct mir_function *function)
{
    return function->pass_arena ? function->pass_arena : function->arena;
}

/* Temp operand i written; read.  On SSA form the destination of v_mac and similar operations is
 * only written: its old value is the tied extra use. */
static inline bool
mir_defines(const struct mir_inst *inst, unsigned i)
{
    return inst->operands[i].kind == MIR_TEMP && mir_is_def(inst, i);
}
static inline bool
mir_uses(const struct mir_inst *inst, unsigned i)
{
    return inst->operands[i].kind == MIR_TEMP && !mir_is_def(inst, i) && mir_is_use(inst, i);
}
static inline bool
mir_is_phi(const struct mir_inst *inst)
{
    return inst->op == MIR_P_PHI || inst->op == MIR_P_LINEAR_PHI;
}
/* May other instructions not move past it?  What changes modes, or may do anything; starts and ends. */
static inline bool
mir_ends_region(const struct mir_inst *inst)
{
    return inst->op == MIR_P_LOGICAL_END || inst->op == MIR_P_ASM || inst->op == MIR_P_START ||
           inst->op == MIR_P_CALL || inst->op == MIR_P_PARALLEL_COPY ||
           inst->op == GCN_s_setreg_b32 || inst->op == GCN_s_setreg_imm32_b32 ||
           mir_is_branch(inst);
}
/* The shortest format of the operation; GCN_FORMATS for pseudo ones. */
static inline enum gcn_format
mir_format(const struct mir_inst *inst)
{
    return mir_is_pseudo(inst) ? GCN_FORMATS : (enum gcn_format)gcn_op_info[inst->op].format;
}
/* The instruction among those that touch or order memory; of kind IR_ACCESS_NONE: it does
 * neither.  What has a side effect without an order counts as a fence that orders everything. */
struct ir_ordering mir_ordering(const struct mir_inst *inst);
/* Vector ALU of any form. */
bool mir_is_valu(const struct mir_inst *inst);
/* MUBUF, MTBUF, MIMG, FLAT, GLOBAL, SCRATCH: counts in vmcnt. */
bool mir_is_vmem(const struct mir_inst *inst);
/* The definition that shares the register of the tied use: the one that the operation reads too, or that
 * of DPP, where lanes without a source keep what was there.  operand_count: no operand is tied. */
unsigned mir_tied_def(const struct mir_inst *inst);
/* Must the registers of a definition differ from those of every use, because the operation writes
 * before it has read everything? */
bool mir_early_clobber(const struct mir_inst *inst);
/* Dwords of the class in arguments of a call that end there although the callee leaves their registers
 * alone: nothing else fits there, because it would have to be there before the call.  live: temps
 * that live on; NULL: as the uses say. */
unsigned mir_ending_arguments(const struct mir_inst *call, enum mir_class reg_class,
                              const struct bitset *live);
/* Where code at the end of the block goes: after the lanes' part of the block (VGPR), or before the
 * branches (SGPR).  NULL: append. */
struct mir_inst *mir_block_end(const struct mir_block *block, enum mir_class reg_class);
/* Where code at the start of the block goes: after the phis, for VGPRs also after the arithmetic
 * that makes EXEC the block's own.  NULL: append. */
struct mir_inst *mir_block_start(const struct mir_block *block, enum mir_class reg_class);
/* Inserts before `at`, or appends to the block when at is NULL. */
void mir_insert_at(struct mir_block *block, struct mir_inst *at, struct mir_inst *inst);
/* The first instruction after the phis, or NULL. */
struct mir_inst *mir_after_phis(const struct mir_block *block);
/* Registers that a temp takes from its file's budget: SGPR tuples of three and more are aligned, on
 * some targets tuples of VGPRs too. */
static inline unsigned
mir_weight(const struct mir_function *function, const struct mir_temp *temp)
{
    if (temp->reg_class == MIR_VGPR && function->target->even_vgpr_tuples && temp->dwords > 1)
        return (temp->dwords + 1u) & ~1u;
    return temp->reg_class == MIR_SGPR && temp->dwords > 2 ? (temp->dwords + 3u) & ~3u
                                                           : temp->dwords;
}
/* The number of its first register must be a multiple of this. */
static inline unsigned
mir_alignment(const struct gcn_target *target, enum mir_class reg_class, unsigned dwords)
{
    if (reg_class == MIR_VGPR)
        return target->even_vgpr_tuples && dwords > 1 ? 2 : 1;
    return dwords == 1 ? 1 : dwords == 2 ? 2 : 4;
}
/* The conditional jump on the opposite condition; 0: there is none. */
unsigned mir_inverse_branch(unsigned op);
/* A real instruction with its table operands, absent ones filled with mir_none(). */
struct mir_inst *mir_real(struct mir_function *function, enum gcn_op op,
                          const struct mir_operand *operands, unsigned count);
/* Do the operands name a register that both have? */
bool mir_operands_overlap(const struct mir_operand *a, const struct mir_operand *b);
/* Does an operand of the instruction write a register of the place? */
bool mir_writes_place(const struct mir_inst *inst, const struct mir_operand *place);
/* A physical register as an operand after assignment. */
struct mir_operand mir_physical(unsigned reg, unsigned dwords);

#endif
