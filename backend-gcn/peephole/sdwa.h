/* What opt_pack and opt_sdwa share: instructions of GFX8 and GFX9 that read bytes or words of their sources and write
 * one of the result (SDWA). */
#ifndef OCC_BACKEND_GCN_PEEPHOLE_SDWA_H
#define OCC_BACKEND_GCN_PEEPHOLE_SDWA_H

#include "backend-gcn/mir/mir.h"

enum sdwa_select {
    SDWA_BYTE_0 = 1,
    SDWA_WORD_0 = 5
};                                        /* as struct mir_operand.sel; others follow */
enum { SDWA_PAD = 0, SDWA_PRESERVE = 2 }; /* dst_unused */

struct sdwa {
    struct mir_function *function;
    uint32_t *uses;   /* by temp, of those that were there at sdwa_count_uses */
    uint32_t *region; /* by temp: the stretch of code that defines it (mir_ends_region) */
    uint32_t temp_count;
    struct mir_block *constants_of;
    struct mir_operand constants[8], registers[8]; /* of that block */
    unsigned constant_count;
};

void sdwa_count_uses(struct sdwa *s);
/* Does nothing lie between both that an instruction must not move past?  They define temps that were counted. */
static inline bool
sdwa_in_one_region(const struct sdwa *s, const struct mir_inst *a, const struct mir_inst *b)
{
    return s->region[a->operands[0].temp] == s->region[b->operands[0].temp];
}
/* Adds step to the counts of what the instruction reads. */
void sdwa_count(struct sdwa *s, const struct mir_inst *inst, int step);
/* Removes the instruction if nothing reads its first result, and then what it read alone. */
void sdwa_remove_unused(struct sdwa *s, struct mir_inst *inst);

/* How many read the temp; 0 for those that are new. */
static inline uint32_t
sdwa_uses(const struct sdwa *s, uint32_t temp)
{
    return temp < s->temp_count ? s->uses[temp] : 0;
}
/* Is it without modifiers and fixed registers? */
bool sdwa_is_plain(const struct mir_inst *inst);

/* Bits that an instruction takes out of a register: `width` of them from `from` on, which it extends. */
struct sdwa_part {
    struct mir_operand whole;
    unsigned from, width;
    bool is_signed;
};
/* By the operation alone: may it? */
static inline bool
sdwa_takes_part(const struct mir_inst *inst)
{
    return inst->op == GCN_v_lshrrev_b32 || inst->op == GCN_v_and_b32 ||
           inst->op == GCN_v_bfe_u32 || inst->op == GCN_v_bfe_i32 || inst->op == GCN_v_ashrrev_i32;
}
/* Does the instruction do that, from a whole byte on?  Through others of its block. */
bool sdwa_part_of(const struct sdwa *s, const struct mir_inst *inst, struct sdwa_part *part);

/* May the instruction become one with SDWA?  constants: those that it reads may go to registers. */
bool sdwa_is_able(const struct sdwa *s, const struct mir_inst *inst, bool constants);
/* A detached copy with SDWA: constants in registers, a carry that nobody reads in VCC, the last operand tied if it
 * is not NULL. */
struct mir_inst *sdwa_copy(struct sdwa *s, const struct mir_inst *inst,
                           const struct mir_operand *tied);
#endif
