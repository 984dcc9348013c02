#include "backend-gcn/mir/mir_effects.h"

unsigned
mir_fixed_set(unsigned reg)
{
    switch (reg) {
    case GCN_SCC:
    case GCN_SRC_SCC:
        return MIR_SET_SCC;
    case GCN_VCC_LO:
    case GCN_VCC_HI:
    case GCN_SRC_VCCZ:
        return MIR_SET_VCC;
    case GCN_EXEC_LO:
    case GCN_EXEC_HI:
    case GCN_SRC_EXECZ:
        return MIR_SET_EXEC;
    case GCN_M0:
        return MIR_SET_M0;
    case GCN_FLAT_SCRATCH_LO:
    case GCN_FLAT_SCRATCH_HI:
        return MIR_SET_FLAT_SCRATCH;
    case GCN_XNACK_MASK_LO:
    case GCN_XNACK_MASK_HI:
        return MIR_SET_XNACK_MASK;
    default:
        return 0;
    }
}

bool
mir_is_valu(const struct mir_inst *inst)
{
    enum gcn_format format = mir_format(inst);
    return format >= GCN_VOP1 && format <= GCN_VINTRP;
}

bool
mir_is_vmem(const struct mir_inst *inst)
{
    enum gcn_format format = mir_format(inst);
    return format == GCN_MUBUF || format == GCN_MTBUF || format == GCN_MIMG || format == GCN_FLAT ||
           format == GCN_GLOBAL || format == GCN_SCRATCH;
}

static bool
reads_m0(const struct gcn_target *target, const struct mir_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if (inst->mods.lds)
        return true;
    if (!(info->flags & GCN_FLAG_READS_M0) || info->format == GCN_MUBUF)
        return false; /* MUBUF: only with lds; in assembly that names M0 as an extra operand */
    return info->format != GCN_DS || target->needs_lds_m0 || inst->mods.gds ||
           info->operand_count == 0;
}

static inline uint8_t
set_if(uint32_t flag, enum mir_fixed_set set)
{
    return flag ? (uint8_t)set : 0;
}

static struct mir_effects
flag_effects(const struct gcn_target *target, const struct mir_inst *inst)
{
    uint32_t flags = gcn_op_info[inst->op].flags;
    struct mir_effects effects = {
        set_if(flags & GCN_FLAG_READS_SCC, MIR_SET_SCC) |
            set_if(flags & GCN_FLAG_READS_VCC, MIR_SET_VCC) |
            set_if(flags & GCN_FLAG_READS_EXEC, MIR_SET_EXEC),
        set_if(flags & GCN_FLAG_WRITES_SCC, MIR_SET_SCC) |
            set_if(flags & GCN_FLAG_WRITES_VCC, MIR_SET_VCC) |
            set_if(flags & GCN_FLAG_WRITES_EXEC, MIR_SET_EXEC) |
            set_if(flags & GCN_FLAG_WRITES_M0, MIR_SET_M0),
    };
    enum gcn_format format = mir_format(inst);
    if (reads_m0(target, inst))
        effects.reads |= MIR_SET_M0;
    if (format == GCN_FLAT || format == GCN_SCRATCH)
        effects.reads |= MIR_SET_FLAT_SCRATCH;
    return effects;
}

/* What the code after a call or return may depend on or change: callers of this function know
 * nothing of it but the convention (docs/abi.md, "Calls"). */
static struct mir_effects
call_effects(const struct mir_inst *inst)
{
    struct mir_effects effects = {MIR_SET_EXEC | MIR_SET_M0 | MIR_SET_FLAT_SCRATCH, 0};
    if (inst->op == GCN_s_swappc_b64)
        effects.writes = MIR_SET_SCC | MIR_SET_VCC;
    else if (inst->op == MIR_P_CALL)
        effects.writes = MIR_SET_SCC;
    return effects;
}

struct mir_effects
mir_effects(const struct gcn_target *target, const struct mir_inst *inst)
{
    struct mir_effects effects = {0, 0};
    if (inst->op == MIR_P_CALL || inst->op == MIR_P_RETURN || inst->op == GCN_s_swappc_b64 ||
        inst->op == GCN_s_setpc_b64)
        effects = call_effects(inst);
    else if (!mir_is_pseudo(inst))
        effects = flag_effects(target, inst);
    else if (inst->op == MIR_P_CBRANCH_SCC)
        effects.reads = MIR_SET_SCC;
    else if ((inst->op == MIR_P_SPILL || inst->op == MIR_P_RELOAD) &&
             inst->operands[0].reg_class == MIR_VGPR)
        effects.reads = MIR_SET_FLAT_SCRATCH; /* it becomes a scratch access */
    else if (mir_is_array_access(inst))
        effects = (struct mir_effects){MIR_SET_EXEC,
                                       mir_array_index(inst)->kind != MIR_NONE ? MIR_SET_M0 : 0};
    if (inst->op == GCN_s_barrier ||
        inst->assembly) /* the lanes that reach it: EXEC is whole again before it */
        effects.reads |= MIR_SET_EXEC;
    unsigned own = mir_is_pseudo(inst) ? inst->operand_count : gcn_op_info[inst->op].operand_count;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (operand->kind == MIR_TEMP) {
            if (operand->reg_class == MIR_VGPR)
                effects.reads |= MIR_SET_EXEC;
            if (!operand->is_fixed && operand->reg != GCN_VCC_LO)
                continue;
        } else if (operand->kind != MIR_FIXED && !operand->is_fixed) {
            continue;
        }
        unsigned set = mir_fixed_set(operand->reg);
        /* Extra operands repeat what the flags say; a real operation's flags decide for those. */
        bool extra = i >= own;
        if (!set || (extra && operand->kind == MIR_FIXED && (set & (MIR_SET_SCC | MIR_SET_EXEC))))
            continue;
        if (extra && operand->kind == MIR_FIXED) {
            effects.reads |= mir_is_def(inst, i) ? 0 : set;
            effects.writes |= mir_is_def(inst, i) ? set : 0;
            continue;
        }
        effects.reads |= mir_is_use(inst, i) ? set : 0;
        effects.writes |= mir_is_def(inst, i) ? set : 0;
    }
    return effects;
}

bool
mir_is_scc_live_after(const struct gcn_target *target, const struct mir_inst *inst)
{
    for (inst = inst->next; inst; inst = inst->next) {
        struct mir_effects effects = mir_effects(target, inst);
        if ((effects.reads | effects.writes) & MIR_SET_SCC)
            return effects.reads & MIR_SET_SCC;
    }
    return false;
}

unsigned
mir_tied_def(const struct mir_inst *inst)
{
    if (!inst->tied || (mir_is_pseudo(inst) && inst->op != MIR_P_DPP_PAIR))
        return inst->operand_count;
    for (unsigned i = 0; !mir_is_pseudo(inst) && i < gcn_op_info[inst->op].operand_count; i++)
        if (mir_defines(inst, i) && gcn_op_info[inst->op].operands[i].is_use)
            return i;
    bool is_kept = inst->mods.has_dpp || inst->mods.has_sdwa; /* in part */
    return is_kept && mir_defines(inst, 0) ? 0 : inst->operand_count;
}

bool
mir_early_clobber(const struct mir_inst *inst)
{
    switch (inst->op) {
    case MIR_P_ASM:
    case MIR_P_DPP_PAIR:
    case GCN_v_qsad_pk_u16_u8:
    case GCN_v_mqsad_pk_u16_u8:
    case GCN_v_mqsad_u32_u8:
        return true;
    default:
        return !mir_is_pseudo(inst) && gcn_op_info[inst->op].cost == GCN_COST_MFMA;
    }
}

/* The spaces that an access may reach: nothing known means all. */
static ir_space_set
reached_spaces(const struct mir_inst *inst)
{
    ir_space_set spaces = inst->memory.spaces;
    if (!spaces || ir_has_space(spaces, IR_SPACE_GENERIC)) /* generic may be any of them */
        return IR_SPACES_ALL;
    if (spaces & IR_SPACES_TO_GLOBAL)
        spaces |= IR_SPACE_MASK(GLOBAL);
    return spaces;
}

struct ir_ordering
mir_ordering(const struct mir_inst *inst)
{
    const struct mir_memory *memory = &inst->memory;
    uint32_t flags = mir_is_pseudo(inst) ? 0 : gcn_op_info[inst->op].flags;
    if (mir_is_array_access(inst))
        return ir_plain_access(inst->op == MIR_P_ARRAY_WRITE ? IR_ACCESS_STORE : IR_ACCESS_LOAD,
                               IR_SPACE_PRIVATE);
    enum ir_access access = flags & GCN_FLAG_ATOMIC || inst->mods.lds ? IR_ACCESS_RMW
                            : flags & GCN_FLAG_STORE                  ? IR_ACCESS_STORE
                            : flags & GCN_FLAG_LOAD                   ? IR_ACCESS_LOAD
                            : memory->order                           ? IR_ACCESS_FENCE
                                                                      : IR_ACCESS_NONE;
    bool is_cache = mir_is_vmem(inst) && !gcn_op_info[inst->op].operand_count;
    if (!memory->order && (flags & GCN_FLAG_SIDE_EFFECT || is_cache))
        return (struct ir_ordering){IR_ACCESS_FENCE, IR_SEQ_CST, IR_SCOPE_SYSTEM, IR_SPACES_ALL};
    if (access == IR_ACCESS_NONE)
        return (struct ir_ordering){0};
    if (memory->is_invariant && access == IR_ACCESS_LOAD && !memory->is_volatile)
        return ir_plain_access(access, IR_SPACE_CONSTANT);
    return (struct ir_ordering){(uint8_t)access, memory->order, memory->scope,
                                reached_spaces(inst)};
}

static bool
is_overwritten(const struct mir_inst *call, const struct mir_operand *use)
{
    for (unsigned i = 0; i < call->def_count; i++) {
        const struct mir_operand *def = &call->operands[i];
        if (def->reg < use->reg + use->dwords && use->reg < def->reg + def->dwords)
            return true;
    }
    return false;
}

unsigned
mir_ending_arguments(const struct mir_inst *call, enum mir_class reg_class,
                     const struct bitset *live)
{
    unsigned dwords = 0;
    for (unsigned i = call->def_count; i < call->operand_count; i++) {
        const struct mir_operand *use = &call->operands[i];
        bool ends = live ? !bitset_has(live, use->temp) : use->is_kill;
        if (use->kind == MIR_TEMP && use->reg_class == reg_class && ends &&
            !is_overwritten(call, use))
            dwords += use->dwords;
    }
    return dwords;
}

struct mir_inst *
mir_block_end(const struct mir_block *block, enum mir_class reg_class)
{
    if (reg_class == MIR_VGPR)
        for (struct mir_inst *inst = block->last; inst; inst = inst->prev)
            if (inst->op == MIR_P_LOGICAL_END)
                return inst;
    struct mir_inst *at = NULL;
    for (struct mir_inst *inst = block->last; inst && mir_is_branch(inst); inst = inst->prev)
        at = inst;
    return at;
}

static bool
touches_vgprs(const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++)
        if ((inst->operands[i].kind == MIR_TEMP || inst->operands[i].kind == MIR_FIXED) &&
            inst->operands[i].reg_class == MIR_VGPR)
            return true;
    return mir_is_valu(inst) || inst->op == MIR_P_LOGICAL_END || mir_is_branch(inst);
}

struct mir_inst *
mir_block_start(const struct mir_block *block, enum mir_class reg_class)
{
    struct mir_inst *at = mir_after_phis(block);
    if (at && at->op == MIR_P_START)
        at = at->next;
    if (reg_class == MIR_SGPR)
        return at;
    for (struct mir_inst *inst = at; inst && !touches_vgprs(inst); inst = inst->next)
        if (mir_effects(block->function->target, inst).writes & MIR_SET_EXEC)
            at = inst->next;
    return at;
}

void
mir_insert_at(struct mir_block *block, struct mir_inst *at, struct mir_inst *inst)
{
    if (at)
        mir_insert_before(at, inst);
    else
        mir_append(block, inst);
}

struct mir_inst *
mir_after_phis(const struct mir_block *block)
{
    struct mir_inst *inst = block->first;
    while (inst && mir_is_phi(inst))
        inst = inst->next;
    return inst;
}

struct mir_inst *
mir_real(struct mir_function *function, enum gcn_op op, const struct mir_operand *operands,
         unsigned count)
{
    struct mir_operand all[GCN_MAX_OPERANDS];
    unsigned total = gcn_op_info[op].operand_count;
    if (total <= count)
        return mir_inst_new(function, op, operands, count, 0);
    for (unsigned i = 0; i < total; i++)
        all[i] = i < count ? operands[i] : mir_none();
    return mir_inst_new(function, op, all, total, 0);
}

struct mir_operand
mir_physical(unsigned reg, unsigned dwords)
{
    struct mir_operand operand = mir_fixed(reg, dwords);
    operand.reg_class = reg >= GCN_VGPR0 && reg < GCN_VGPR0 + 256 ? MIR_VGPR : MIR_SGPR;
    return operand;
}

unsigned
mir_inverse_branch(unsigned op)
{
    static const uint16_t pairs[][2] = {
        {GCN_s_cbranch_scc0, GCN_s_cbranch_scc1},
        {GCN_s_cbranch_vccz, GCN_s_cbranch_vccnz},
        {GCN_s_cbranch_execz, GCN_s_cbranch_execnz},
    };
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i][0] == op)
            return pairs[i][1];
        if (pairs[i][1] == op)
            return pairs[i][0];
    }
    return 0;
}

bool
mir_operands_overlap(const struct mir_operand *a, const struct mir_operand *b)
{
    bool places = (a->kind == MIR_TEMP || a->kind == MIR_FIXED) &&
                  (b->kind == MIR_TEMP || b->kind == MIR_FIXED);
    return places && a->reg < b->reg + b->dwords && b->reg < a->reg + a->dwords;
}

bool
mir_writes_place(const struct mir_inst *inst, const struct mir_operand *place)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (mir_is_def(inst, i) && mir_operands_overlap(&inst->operands[i], place))
            return true;
    }
    return false;
}
