/* Reads and writes of private arrays in VGPRs: moves whose register numbers depend on M0.
 *
 *   GFX6 to GFX8   s_mov_b32 m0, index; v_movrels_b32 v, base, ...; s_mov_b32 m0, -1 for LDS
 *   GFX9           s_set_gpr_idx_on index, src0; v_mov_b32 v, base, ...; s_set_gpr_idx_off
 *
 * Neighbours with one index share its set-up: what ends the one and begins the other goes. */
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/emit/lower_pseudo.h"

enum { INDEX_SRC0 = 1, INDEX_VDST = 8 }; /* of s_set_gpr_idx_on: which operands are indexed */

static struct mir_inst *
emit(struct mir_inst *at, unsigned op, const struct mir_operand *operands, unsigned count)
{
    struct mir_inst *inst = mir_real(at->block->function, (enum gcn_op)op, operands, count);
    inst->loc = at->loc;
    inst->places = at->places;
    mir_insert_before(at, inst);
    return inst;
}

static void
set_m0(struct mir_inst *at, struct mir_operand value)
{
    struct mir_operand operands[2] = {mir_physical(GCN_M0, 1), value};
    emit(at, GCN_s_mov_b32, operands, 2);
}

/* The instruction before `at`, if it is that one. */
static struct mir_inst *
before(const struct mir_inst *at, unsigned op)
{
    return at->prev && at->prev->op == op ? at->prev : NULL;
}

static void
begin_mode(struct mir_inst *at, struct mir_operand index, int32_t mode)
{
    struct mir_inst *off = before(at, GCN_s_set_gpr_idx_off), *on = off;
    while (on && on->op != GCN_s_set_gpr_idx_on)
        on = on->prev;
    if (on && on->mods.imm == mode && on->operands[0].reg == index.reg) {
        mir_remove(off); /* its moves go on */
        return;
    }
    emit(at, GCN_s_set_gpr_idx_on, &index, 1)->mods.imm = mode;
}

static void
begin_m0(struct mir_inst *at, struct mir_operand index)
{
    struct mir_inst *back = at->block->function->keeps_lds_m0 ? before(at, GCN_s_mov_b32) : NULL;
    struct mir_inst *move = back && back->operands[0].reg == GCN_M0 ? back->prev : at->prev, *set;
    for (set = move; set && (set->op == GCN_v_movrels_b32 || set->op == GCN_v_movreld_b32);)
        set = set->prev;
    if (move && set != move && set && set->op == GCN_s_mov_b32 && set->operands[0].reg == GCN_M0 &&
        set->operands[1].kind != MIR_CONST && set->operands[1].reg == index.reg) {
        if (move != at->prev)
            mir_remove(back);
        return;
    }
    set_m0(at, index);
}

/* Index mode and M0 name the same registers for as long as the moves last: nothing else comes between
 * a beginning and its end. */
void
lower_array(struct mir_function *function, struct mir_inst *inst)
{
    bool is_read = inst->op == MIR_P_ARRAY_READ;
    unsigned first = is_read ? 0 : 1, count = inst->operand_count - 1u;
    struct mir_operand index = *mir_array_index(inst);
    bool indexed = index.kind != MIR_NONE,
         has_movrel = gcn_has_op(function->target, GCN_v_movrels_b32);
    unsigned op =
        indexed && has_movrel ? is_read ? GCN_v_movrels_b32 : GCN_v_movreld_b32 : GCN_v_mov_b32;
    if (indexed && has_movrel)
        begin_m0(inst, mir_physical(index.reg, 1));
    else if (indexed)
        begin_mode(inst, mir_physical(index.reg, 1), is_read ? INDEX_SRC0 : INDEX_VDST);
    for (unsigned i = 0; i < count; i++) {
        struct mir_operand element =
            mir_physical(function->array_vgpr + (unsigned)inst->mods.imm + i, 1);
        struct mir_operand value = inst->operands[first + i];
        if (value.kind == MIR_TEMP)
            value = mir_physical(value.reg, 1);
        struct mir_operand operands[2] = {is_read ? value : element, is_read ? element : value};
        emit(inst, op, operands, 2);
    }
    if (indexed && !has_movrel)
        emit(inst, GCN_s_set_gpr_idx_off, NULL, 0);
    else if (indexed && function->keeps_lds_m0)
        set_m0(inst, mir_const(UINT32_MAX));
}
