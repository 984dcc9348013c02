/* The pseudo operations that copies leave: spills become scratch accesses or lanes of reserved
 * VGPRs, markers vanish, inline assembly is parsed, s_endpgm ends the kernel; operands are swapped
 * where that makes the short encoding possible. */
#include "backend-gcn/backend.h"
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/emit/lower_pseudo.h"
#include "backend-gcn/mir/spill_slots.h"
#include "support/number.h"

#include <string.h>

struct lowering {
    struct mir_function *function;
    uint32_t base; /* what the scratch SGPR holds, NO_BASE: unknown */
    struct diag *diag;
};
enum { NO_BASE = 1 }; /* no multiple of 4096 */

static struct mir_inst *
emit(struct mir_inst *at, enum gcn_op op, const struct mir_operand *operands, unsigned count)
{
    struct mir_inst *inst = mir_real(at->block->function, op, operands, count);
    inst->loc = at->loc;
    inst->places = at->places;
    mir_insert_before(at, inst);
    return inst;
}

/* The VGPR of a slot, which becomes the lane in it. */
static unsigned
lane_vgpr(const struct mir_function *function, unsigned *slot)
{
    const struct call_context *calls = function->calls;
    unsigned at = *slot + (calls ? calls->lane_base : 0);
    *slot = at % 64;
    return calls ? calls->lane_vgprs.at[at / 64] : function->spill_vgpr + at / 64;
}

/* ---- VGPR spills ---- */

static struct mir_inst *
mark_scratch(struct mir_inst *inst, unsigned offset, unsigned dwords)
{
    inst->mods.imm = (int32_t)offset;
    inst->memory.spaces = IR_SPACE_MASK(PRIVATE);
    inst->memory.is_scratch = true;
    inst->memory.size = (uint8_t)(dwords * 4);
    return inst;
}

/* The number of dwords that one scratch instruction can move from here. */
static unsigned
chunk_size(const struct mir_function *function, unsigned reg, unsigned address, unsigned left)
{
    bool odd = function->target->even_vgpr_tuples && reg % 2; /* tuples start even there */
    for (unsigned dwords = left < 4 ? left : 4; dwords > 1 && !odd; dwords--)
        if ((address & 4095) + dwords * 4 <= 4096)
            return dwords;
    return 1;
}

/* Puts the base into the scratch SGPR: only 0..4095 fit in the instruction.  s_mov keeps SCC. */
static void
set_base(struct lowering *state, struct mir_inst *inst, uint32_t base)
{
    if (state->base == base)
        return;
    struct mir_operand set[2] = {mir_physical(state->function->scratch_sgpr, 1), mir_const(base)};
    emit(inst, GCN_s_mov_b32, set, 2);
    state->base = base;
}

/* scratch_load and scratch_store with an SGPR base. */
static void
lower_scratch(struct lowering *state, struct mir_inst *inst, unsigned reg, unsigned dwords,
              unsigned slot)
{
    static const uint16_t loads[] = {0, GCN_scratch_load_dword, GCN_scratch_load_dwordx2,
                                     GCN_scratch_load_dwordx3, GCN_scratch_load_dwordx4};
    static const uint16_t stores[] = {0, GCN_scratch_store_dword, GCN_scratch_store_dwordx2,
                                      GCN_scratch_store_dwordx3, GCN_scratch_store_dwordx4};
    for (unsigned k = 0; k < dwords;) {
        unsigned address = spill_address(state->function, slot + k);
        unsigned count = chunk_size(state->function, reg + k, address, dwords - k);
        set_base(state, inst, address & ~4095u);
        struct mir_operand base = mir_physical(state->function->scratch_sgpr, 1);
        struct mir_operand data = mir_physical(reg + k, count);
        struct mir_operand store[3] = {mir_none(), data, base}, load[3] = {data, mir_none(), base};
        bool is_store = inst->op == MIR_P_SPILL;
        mark_scratch(
            emit(inst, is_store ? stores[count] : loads[count], is_store ? store : load, 3),
            address & 4095, count);
        k += count;
    }
}

/* soffset = wave offset + `bytes` for all lanes; restores SCC, which s_add_u32 changes. */
static struct mir_operand
far_offset(struct mir_function *function, struct mir_inst *inst, struct mir_operand wave_offset,
           uint32_t bytes)
{
    struct mir_operand sum = mir_physical(function->scratch_sgpr, 1);
    struct mir_operand saved = mir_physical(function->scratch_sgpr + 1u, 1);
    struct mir_operand save[3] = {saved, mir_const(1), mir_const(0)};
    struct mir_operand add[3] = {sum, wave_offset, mir_const(bytes)};
    struct mir_operand back[2] = {saved, mir_const(0)};
    emit(inst, GCN_s_cselect_b32, save, 3);
    emit(inst, GCN_s_add_u32, add, 3);
    emit(inst, GCN_s_cmp_lg_u32, back, 2);
    return sum;
}

/* buffer_load / buffer_store through the private segment buffer: the buffer is swizzled, so each
 * lane has its own dword; soffset is not swizzled and counts bytes of the whole wave. */
static void
lower_buffer_dword(struct mir_function *function, struct mir_inst *inst, unsigned reg,
                   unsigned address)
{
    struct mir_operand rsrc = inst->operands[1], offset = inst->operands[2];
    rsrc = mir_physical(rsrc.reg, 4);
    offset = mir_physical(offset.reg, 1);
    if (address > 4095)
        offset = far_offset(function, inst, offset, (address & ~4095u) * 64);
    struct mir_operand operands[4] = {mir_physical(reg, 1), mir_none(), rsrc, offset};
    mark_scratch(emit(inst,
                      inst->op == MIR_P_SPILL ? GCN_buffer_store_dword : GCN_buffer_load_dword,
                      operands, 4),
                 address & 4095, 1);
}

/* The slots of VGPRs from reg on. */
static void
lower_vector_spill(struct lowering *state, struct mir_inst *inst, unsigned reg, unsigned dwords,
                   unsigned slot)
{
    if (state->function->target->private_by_scratch) {
        lower_scratch(state, inst, reg, dwords, slot);
        return;
    }
    for (unsigned k = 0; k < dwords; k++)
        lower_buffer_dword(state->function, inst, reg + k,
                           spill_address(state->function, slot + k));
}

/* ---- SGPR spills: v_writelane and v_readlane ignore EXEC ---- */

/* The VGPR by way of which pages pass. */
static unsigned
spill_stage(const struct mir_function *function)
{
    const struct call_context *calls = function->calls;
    return calls ? calls->lane_vgprs.at[function->lane_vgprs]
                 : function->spill_vgpr + function->lane_vgprs;
}

static void
move_lane(struct mir_inst *inst, unsigned vgpr, unsigned lane, unsigned sgpr)
{
    struct mir_operand lanes = mir_physical(vgpr, 1), scalar = mir_physical(sgpr, 1);
    if (inst->op == MIR_P_SPILL) {
        struct mir_operand operands[4] = {lanes, scalar, mir_const(lane), lanes};
        emit(inst, GCN_v_writelane_b32, operands, 4)->tied = 4;
    } else {
        struct mir_operand operands[3] = {scalar, lanes, mir_const(lane)};
        emit(inst, GCN_v_readlane_b32, operands, 3);
    }
}

/* A dword of scratch for those lanes alone that hold the slots:
 *
 *   v_writelane_b32 ...; s_mov_b64 saved, exec; s_bfm_b64 exec, count, lane; store; restore EXEC
 *   save EXEC; s_bfm_b64 exec, count, lane; load; restore EXEC; v_readlane_b32 ... */
static void
move_paged(struct lowering *state, struct mir_inst *inst, unsigned slot, unsigned sgpr,
           unsigned count)
{
    struct mir_function *function = state->function;
    unsigned lane = slot % 64, page = slot / 64 - function->lane_vgprs;
    unsigned stage = spill_stage(function);
    struct mir_operand exec = mir_physical(GCN_EXEC_LO, 2);
    struct mir_operand saved = mir_physical(function->scratch_sgpr + 2u, 2);
    struct mir_operand save[2] = {saved, exec}, restore[2] = {exec, saved};
    struct mir_operand mask[3] = {exec, mir_const(count), mir_const(lane)};
    for (unsigned k = 0; inst->op == MIR_P_SPILL && k < count; k++)
        move_lane(inst, stage, lane + k, sgpr + k);
    emit(inst, GCN_s_mov_b64, save, 2);
    emit(inst, GCN_s_bfm_b64, mask, 3);
    lower_vector_spill(state, inst, stage, 1, function->spill_page + page);
    emit(inst, GCN_s_mov_b64, restore, 2);
    for (unsigned k = 0; inst->op == MIR_P_RELOAD && k < count; k++)
        move_lane(inst, stage, lane + k, sgpr + k);
}

static void
lower_scalar_spill(struct lowering *state, struct mir_inst *inst)
{
    const struct mir_function *function = state->function;
    const struct mir_operand *value = &inst->operands[0];
    for (unsigned k = 0; k < value->dwords;) {
        unsigned slot = (unsigned)inst->mods.imm + k, reg = value->reg + k;
        unsigned count =
            spill_is_paged(function, slot) ? smaller(value->dwords - k, 64 - slot % 64) : 1;
        if (spill_is_paged(function, slot)) {
            move_paged(state, inst, slot, reg, count);
        } else {
            unsigned vgpr = lane_vgpr(function, &slot);
            move_lane(inst, vgpr, slot, reg);
        }
        k += count;
    }
}

static void
lower_spill(struct lowering *state, struct mir_inst *inst)
{
    const struct mir_operand *value = &inst->operands[0];
    if (value->reg_class == MIR_SGPR)
        lower_scalar_spill(state, inst);
    else
        lower_vector_spill(state, inst, value->reg, value->dwords, (unsigned)inst->mods.imm);
}

/* ---- the rest ---- */

static void
lower_end(struct mir_inst *inst)
{
    emit(inst, GCN_s_endpgm, NULL, 0);
}

/* Swaps the sources when that puts a VGPR where the short form needs one. */
static void
prefer_short_form(struct mir_inst *inst)
{
    const struct gcn_op_info *info = &gcn_op_info[inst->op];
    if ((info->format != GCN_VOP2 && info->format != GCN_VOPC) ||
        !(info->flags & GCN_FLAG_COMMUTES) || inst->mods.has_sdwa || inst->mods.has_dpp ||
        inst->mods.op_sel)
        return;
    int first = -1, second = -1;
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].role == GCN_ROLE_SRC0)
            first = (int)i;
        if (info->operands[i].role == GCN_ROLE_SRC1)
            second = (int)i;
    }
    if (first < 0 || second < 0)
        return;
    struct mir_operand *a = &inst->operands[first], *b = &inst->operands[second];
    bool a_vgpr = (a->kind == MIR_TEMP || a->kind == MIR_FIXED) && a->reg_class == MIR_VGPR;
    bool b_vgpr = (b->kind == MIR_TEMP || b->kind == MIR_FIXED) && b->reg_class == MIR_VGPR;
    if (a_vgpr && !b_vgpr) {
        struct mir_operand swapped = *a;
        *a = *b;
        *b = swapped;
    }
}

/* pc + (symbol - pc): the three instructions must stay adjacent because the relocations rely on
 * their distance. */
static void
lower_symbol_address(struct mir_inst *inst)
{
    unsigned reg = inst->operands[0].reg;
    struct mir_operand pair = mir_physical(reg, 2);
    emit(inst, GCN_s_getpc_b64, &pair, 1);
    for (unsigned half = 0; half < 2; half++) {
        struct mir_operand word = mir_physical(reg + half, 1), symbol = inst->operands[2];
        symbol.dwords = 1;
        symbol.value = half;
        struct mir_operand operands[3] = {word, word, symbol};
        emit(inst, half ? GCN_s_addc_u32 : GCN_s_add_u32, operands, 3);
    }
}

/* ---- calls ---- */

/* A real instruction that also reads the registers of uses from `first` on. */
static struct mir_inst *
emit_reading(struct mir_inst *at, enum gcn_op op, const struct mir_operand *operands,
             unsigned count, unsigned first)
{
    struct mir_function *function = at->block->function;
    struct mir_operand *all =
        ARENA_ARRAY(function->arena, count + at->operand_count, struct mir_operand);
    memcpy(all, operands, count * sizeof *all);
    for (unsigned i = first; i < at->operand_count; i++)
        all[count++] = mir_physical(at->operands[i].reg, at->operands[i].dwords);
    return emit(at, op, all, count);
}

/* The callee's address as in lower_symbol_address, in registers that it does not read. */
static void
lower_call(struct mir_inst *inst)
{
    struct mir_operand pair = mir_physical(inst->operands[0].reg, 2);
    struct mir_operand link[2] = {mir_physical(inst->operands[1].reg, 2), pair};
    emit(inst, GCN_s_getpc_b64, &pair, 1);
    for (unsigned half = 0; half < 2; half++) {
        struct mir_operand word = mir_physical(pair.reg + half, 1);
        struct mir_operand code = {.kind = MIR_CODE,
                                   .reg = GCN_NO_REG,
                                   .dwords = 1,
                                   .value = half,
                                   .callee = inst->callee};
        struct mir_operand operands[3] = {word, word, code};
        emit(inst, half ? GCN_s_addc_u32 : GCN_s_add_u32, operands, 3);
    }
    struct mir_inst *call = emit_reading(inst, GCN_s_swappc_b64, link, 2, inst->def_count);
    call->callee = inst->callee;
    call->no_reorder = true;
}

static void
lower_return(struct mir_inst *inst)
{
    struct mir_operand address = mir_physical(inst->operands[0].reg, 2);
    emit_reading(inst, GCN_s_setpc_b64, &address, 1, 1);
}

static bool
writes_scratch_sgpr(const struct mir_function *function, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_FIXED && mir_is_def(inst, i) &&
            inst->operands[i].reg <= function->scratch_sgpr &&
            function->scratch_sgpr < inst->operands[i].reg + inst->operands[i].dwords)
            return true;
    return false;
}

static void
lower_dpp_pair(struct mir_inst *inst)
{
    for (unsigned i = 0; i < 2; i++) {
        struct mir_operand operands[3];
        for (unsigned k = 0; k < inst->operand_count; k++)
            operands[k] = mir_physical(inst->operands[k].reg + i, 1);
        struct mir_inst *moved = emit(inst, GCN_v_mov_b32, operands, inst->operand_count);
        moved->mods = inst->mods;
        moved->tied = inst->tied;
    }
}

static bool
lower_inst(struct lowering *state, struct mir_inst *inst)
{
    struct mir_function *function = state->function;
    switch (inst->op) {
    case MIR_P_SPILL:
    case MIR_P_RELOAD:
        lower_spill(state, inst);
        break;
    case MIR_P_END:
        lower_end(inst);
        break;
    case MIR_P_CALL:
        lower_call(inst);
        state->base = NO_BASE; /* the callee may overwrite the scratch SGPR */
        break;
    case MIR_P_RETURN:
        lower_return(inst);
        break;
    case MIR_P_ASM:
        lower_asm(function, inst, state->diag);
        break;
    case MIR_P_ARRAY_READ:
    case MIR_P_ARRAY_WRITE:
        lower_array(function, inst);
        break;
    case MIR_P_DPP_PAIR:
        lower_dpp_pair(inst);
        break;
    case MIR_P_SYMBOL_ADDRESS:
        lower_symbol_address(inst);
        break;
    case MIR_P_START:
    case MIR_P_UNDEF:
    case MIR_P_LOGICAL_END:
    case MIR_P_FENCE:
        break;
    default:
        if (mir_is_pseudo(inst))
            ice(function->guard, "lower_pseudo: %s is left", mir_op_name(inst->op));
        if (writes_scratch_sgpr(function, inst))
            state->base = NO_BASE;
        prefer_short_form(inst);
        return false;
    }
    mir_remove(inst);
    return true;
}

/* ---- scalar writes ---- */

static bool
writes_scalar_cache(const struct mir_inst *inst)
{
    return mir_format(inst) == GCN_SMEM &&
           gcn_op_info[inst->op].flags & (GCN_FLAG_STORE | GCN_FLAG_ATOMIC);
}

/* What the scalar cache holds reaches memory before the wave ends or the function returns (2017
 * guide, Memory Model).  Writes come from inline assembly and builtins only. */
static void
write_back_scalars(struct mir_function *function)
{
    bool writes = false;
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block)
            writes |= writes_scalar_cache(inst);
    if (!writes)
        return;
    mir_foreach_block (block, function)
        mir_foreach_inst_safe (inst, block) {
            bool returns = inst->op == GCN_s_setpc_b64 && function->is_function;
            bool is_done = inst->prev && inst->prev->op == GCN_s_dcache_wb;
            if ((inst->op == GCN_s_endpgm || returns) && !is_done)
                emit(inst, GCN_s_dcache_wb, NULL, 0);
        }
}

bool
lower_pseudo(struct mir_function *function, const struct backend_options *options)
{
    bool changed = false;
    struct lowering state = {function, NO_BASE, options->diag};
    mir_foreach_block (block, function) {
        state.base = NO_BASE;
        mir_foreach_inst_safe (inst, block)
            changed |= lower_inst(&state, inst);
    }
    write_back_scalars(function);
    return changed;
}
