/* The scalar instructions that do more than compute: EXEC, the program counter, relative moves,
 * hardware registers, branches, waits and barriers.  GcnInstrsSop1, Sopk, Sopp. */
#include "runtime/sim/exec/salu.h"

/* ---- SOP1: EXEC, the program counter, relative moves ---- */

enum exec_op {
    EXEC_AND,
    EXEC_OR,
    EXEC_XOR,
    EXEC_ANDN1,
    EXEC_ANDN2,
    EXEC_ORN1,
    EXEC_ORN2,
    EXEC_NAND,
    EXEC_NOR,
    EXEC_XNOR
};

static uint64_t
exec_value(enum exec_op kind, uint64_t s, uint64_t exec)
{
    switch (kind) {
    case EXEC_AND:
        return s & exec;
    case EXEC_OR:
        return s | exec;
    case EXEC_XOR:
        return s ^ exec;
    case EXEC_ANDN1:
        return ~s & exec;
    case EXEC_ANDN2:
        return s & ~exec;
    case EXEC_ORN1:
        return ~s | exec;
    case EXEC_ORN2:
        return s | ~exec;
    case EXEC_NAND:
        return ~(s & exec);
    case EXEC_NOR:
        return ~(s | exec);
    default:
        return ~(s ^ exec);
    }
}

static uint64_t
exec_shadow(enum exec_op kind, uint64_t shadow, uint64_t exec)
{
    switch (kind) {
    case EXEC_AND:
    case EXEC_ANDN1:
    case EXEC_NAND:
        return shadow & exec;
    case EXEC_OR:
    case EXEC_ORN1:
    case EXEC_NOR:
        return shadow & ~exec;
    case EXEC_ANDN2:
        return shadow & ~exec;
    case EXEC_ORN2:
        return shadow & exec;
    default:
        return shadow;
    }
}

/* s_*_saveexec: the destination gets the old EXEC; s_*_wrexec: the new one. */
static void
change_exec(struct sim_wave *wave, const struct sim_op *op, enum exec_op kind, bool save)
{
    uint64_t shadow;
    uint64_t s = sim_scalar(wave, op, &op->source[0], &shadow), exec = sim_exec(wave);
    uint64_t next = exec_value(kind, s, exec);
    shadow = exec_shadow(kind, shadow, exec);
    sim_write_scalar(wave, op, (unsigned)op->sdst, 2, save ? exec : next, 0);
    sim_write_scalar(wave, op, GCN_EXEC_LO, 2, next, shadow);
    wave->scc = next != 0;
    wave->scc_shadow = false;
}

/* A call is remembered until a jump leads behind it. */
static void
note_call(struct sim_wave *wave, const struct sim_op *op)
{
    struct sim_jumps *jumps = wave->jumps;
    if (jumps->depth < SIM_CALLS)
        jumps->calls[jumps->depth++] = op;
}

static void
note_return(struct sim_wave *wave, uint64_t target)
{
    struct sim_jumps *jumps = wave->jumps;
    const struct sim_op *last = jumps->depth ? jumps->calls[jumps->depth - 1] : NULL;
    jumps->depth -= last && target == last->pc + 4u * last->inst.words;
}

static void
jump(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t shadow;
    uint64_t target = sim_scalar(wave, op, &op->source[0], &shadow);
    sim_need_defined(wave, op, -1, shadow != 0, "a branch");
    if (op->inst.op == GCN_s_swappc_b64) {
        sim_write_scalar(wave, op, (unsigned)op->sdst, 2, wave->pc, 0);
        note_call(wave, op);
    } else {
        note_return(wave, target);
    }
    sim_jump(wave, op, target);
}

static void
move_relative(struct sim_wave *wave, const struct sim_op *op, unsigned dwords)
{
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[GCN_M0] != 0, "M0");
    struct sim_source source = op->source[0];
    uint64_t shadow;
    unsigned from = indexed_source(wave, op, 0), to = indexed_result(wave, op);
    if ((op->relative & SIM_INDEX_SOURCE0 ? from : to) > 104 - dwords)
        sim_fault(wave, op, -1, "a relative move leaves the SGPRs");
    source.reg = (uint16_t)from;
    uint64_t value = sim_scalar(wave, op, &source, &shadow);
    sim_write_scalar(wave, op, to, dwords, value, shadow);
}

void
salu_exec_sop1(struct sim_wave *wave, const struct sim_op *op)
{
    switch (op->inst.op) {
    case GCN_s_and_saveexec_b64:
        change_exec(wave, op, EXEC_AND, true);
        return;
    case GCN_s_or_saveexec_b64:
        change_exec(wave, op, EXEC_OR, true);
        return;
    case GCN_s_xor_saveexec_b64:
        change_exec(wave, op, EXEC_XOR, true);
        return;
    case GCN_s_andn1_saveexec_b64:
        change_exec(wave, op, EXEC_ANDN1, true);
        return;
    case GCN_s_andn2_saveexec_b64:
        change_exec(wave, op, EXEC_ANDN2, true);
        return;
    case GCN_s_orn1_saveexec_b64:
        change_exec(wave, op, EXEC_ORN1, true);
        return;
    case GCN_s_orn2_saveexec_b64:
        change_exec(wave, op, EXEC_ORN2, true);
        return;
    case GCN_s_nand_saveexec_b64:
        change_exec(wave, op, EXEC_NAND, true);
        return;
    case GCN_s_nor_saveexec_b64:
        change_exec(wave, op, EXEC_NOR, true);
        return;
    case GCN_s_xnor_saveexec_b64:
        change_exec(wave, op, EXEC_XNOR, true);
        return;
    case GCN_s_andn1_wrexec_b64:
        change_exec(wave, op, EXEC_ANDN1, false);
        return;
    case GCN_s_andn2_wrexec_b64:
        change_exec(wave, op, EXEC_ANDN2, false);
        return;
    case GCN_s_getpc_b64:
        sim_write_scalar(wave, op, (unsigned)op->sdst, 2, wave->pc, 0);
        return;
    case GCN_s_setpc_b64:
    case GCN_s_swappc_b64:
        jump(wave, op);
        return;
    case GCN_s_movrels_b32:
        move_relative(wave, op, 1);
        return;
    case GCN_s_movrels_b64:
        move_relative(wave, op, 2);
        return;
    case GCN_s_movreld_b32:
        move_relative(wave, op, 1);
        return;
    case GCN_s_movreld_b64:
        move_relative(wave, op, 2);
        return;
    case GCN_s_set_gpr_idx_idx: {
        uint64_t shadow;
        uint32_t value = (uint32_t)sim_scalar(wave, op, &op->source[0], &shadow);
        sim_need_defined(wave, op, -1, shadow != 0, "a register index");
        wave->sgpr[GCN_M0] = (wave->sgpr[GCN_M0] & ~0xFFu) | (value & 0xFF);
        wave->sgpr_shadow[GCN_M0] &= ~0xFFu;
        return;
    }
    default:
        break;
    }
    uint64_t sa = 0, sb = 0;
    struct salu x = {.a = sim_scalar(wave, op, &op->source[0], &sa)};
    if (op->source_count > 1) { /* s_bitset: the old destination */
        x.b = sim_scalar(wave, op, &op->source[1], &sb);
    } else if (op->sdst >= 0) { /* s_cmov keeps it */
        x.b = op->sdst_dwords == 2 ? sim_get64(wave, (unsigned)op->sdst) : wave->sgpr[op->sdst];
        if (op->info->flags & GCN_FLAG_READS_SCC)
            sb = op->sdst_dwords == 2 ? sim_shadow64(wave, (unsigned)op->sdst)
                                      : wave->sgpr_shadow[op->sdst];
    }
    salu_run(wave, op, &x, sa, sb);
}

/* ---- SOPK: arithmetic, calls ---- */

static void
call(struct sim_wave *wave, const struct sim_op *op)
{
    sim_write_scalar(wave, op, (unsigned)op->sdst, 2, wave->pc, 0);
    note_call(wave, op);
    sim_jump(wave, op, wave->pc + (uint64_t)(int64_t)op->inst.imm * 4);
}

static bool
compares_unsigned(const struct sim_op *op)
{
    switch (op->inst.op) {
    case GCN_s_cmpk_eq_u32:
    case GCN_s_cmpk_lg_u32:
    case GCN_s_cmpk_gt_u32:
    case GCN_s_cmpk_ge_u32:
    case GCN_s_cmpk_lt_u32:
    case GCN_s_cmpk_le_u32:
        return true;
    default:
        return false;
    }
}

void
salu_exec_sopk(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->inst.op == GCN_s_call_b64) {
        call(wave, op);
        return;
    }
    uint64_t sa = 0, sb = 0;
    uint32_t imm = compares_unsigned(op) ? (uint32_t)op->inst.imm & 0xFFFF
                                         : (uint32_t)(int32_t)(int16_t)op->inst.imm;
    struct salu x = {.a = imm};
    int reg = op->sdst;
    for (unsigned i = 0; i < op->source_count; i++)
        if (op->source[i].kind == SIM_SRC_SGPR)
            reg = op->source[i].reg;
    if (reg >= 0) {
        salu_check_sgpr(wave, op, (unsigned)reg, 1);
        x.b = wave->sgpr[reg];
        if (op->inst.op != GCN_s_movk_i32)
            sb = wave->sgpr_shadow[reg];
    }
    if (op->sdst < 0) { /* a comparison: register first */
        uint64_t swap = x.a;
        x.a = x.b;
        x.b = swap;
        sa = sb;
        sb = 0;
    }
    salu_run(wave, op, &x, sa, sb);
}

/* ---- SOPP: control ---- */

static void
branch_if(struct sim_wave *wave, const struct sim_op *op, bool condition, bool undefined)
{
    sim_need_defined(wave, op, -1, undefined, "a branch");
    if (condition)
        sim_jump(wave, op, wave->pc + (uint64_t)(int64_t)op->inst.imm * 4);
}

static void
branch_vcc(struct sim_wave *wave, const struct sim_op *op, bool if_zero)
{
    uint64_t vcc = sim_get64(wave, GCN_VCC_LO), shadow = sim_shadow64(wave, GCN_VCC_LO);
    if (wave->scalar->vccz_stale && wave->device->strict)
        sim_fault(wave, op, -1, "VCCZ is stale: only one half of VCC was written");
    if (wave->scalar->vccz_corrupt && wave->device->strict)
        sim_fault(wave, op, -1, "VCCZ is corrupt: a scalar load after VCC was written");
    branch_if(wave, op, (vcc == 0) == if_zero, shadow && !(vcc & ~shadow));
}

static void
wait_counters(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned vm, exp, lgkm;
    gcn_waitcnt_decode(wave->device->target, (uint16_t)op->inst.imm, &vm, &exp, &lgkm);
    counter_wait(wave, vm, exp, lgkm);
}

void
salu_exec_sopp(struct sim_wave *wave, const struct sim_op *op)
{
    switch (op->inst.op) {
    case GCN_s_endpgm_ordered_ps_done:
        sim_fault(wave, op, -1, "ordered pixel shaders only end so");
    case GCN_s_endpgm_saved:
        if (!wave->state->priv)
            sim_fault(wave, op, -1, "only a trap handler that saves a context ends so");
        wave->done = true;
        break;
    case GCN_s_endpgm:
        if (wave->scalar->dirty && wave->device->strict)
            sim_fault(wave, op, -1, "scalar stores are not written back: s_dcache_wb is missing");
        wave->done = true;
        break;
    case GCN_s_branch:
        branch_if(wave, op, true, false);
        break;
    case GCN_s_cbranch_scc0:
        branch_if(wave, op, !wave->scc, wave->scc_shadow);
        break;
    case GCN_s_cbranch_scc1:
        branch_if(wave, op, wave->scc, wave->scc_shadow);
        break;
    case GCN_s_cbranch_vccz:
        branch_vcc(wave, op, true);
        break;
    case GCN_s_cbranch_vccnz:
        branch_vcc(wave, op, false);
        break;
    case GCN_s_cbranch_execz:
        branch_if(wave, op, sim_exec(wave) == 0, false);
        break;
    case GCN_s_cbranch_execnz:
        branch_if(wave, op, sim_exec(wave) != 0, false);
        break;
    case GCN_s_cbranch_cdbguser:
        branch_if(wave, op, wave->state->debug & 1, false);
        break;
    case GCN_s_cbranch_cdbgsys:
        branch_if(wave, op, wave->state->debug & 2, false);
        break;
    case GCN_s_cbranch_cdbgsys_or_user:
        branch_if(wave, op, wave->state->debug, false);
        break;
    case GCN_s_cbranch_cdbgsys_and_user:
        branch_if(wave, op, wave->state->debug == 3, false);
        break;
    case GCN_s_barrier:
        OBSERVE(wave->device, arrive, wave, op);
        wave->at_barrier = wave->group->wave_count > 1;
        break;
    case GCN_s_waitcnt:
        wait_counters(wave, op);
        break;
    case GCN_s_set_gpr_idx_off:
        wave->gpr_index_on = false;
        break;
    case GCN_s_set_gpr_idx_mode:
        wave->sgpr[GCN_M0] = (wave->sgpr[GCN_M0] & ~0xF000u) | ((uint32_t)op->inst.imm & 15) << 12;
        wave->sgpr_shadow[GCN_M0] &= ~0xF000u;
        break;
    case GCN_s_setprio:
        wave->state->priority = op->inst.imm & 3;
        break;
    case GCN_s_setkill:
        if (op->inst.imm & 1)
            sim_fault(wave, op, -1, "the wave kills itself");
        break;
    case GCN_s_nop:
    case GCN_s_sleep:
    case GCN_s_icache_inv:
    case GCN_s_incperflevel:
    case GCN_s_decperflevel:
    case GCN_s_ttracedata:
    case GCN_s_wakeup:
        break;
    default:
        sim_exec_unsupported(wave, op);
    }
}
