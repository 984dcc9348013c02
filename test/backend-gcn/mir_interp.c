/* Interprets machine IR with four lanes, with temps or physical registers.  Operations that only
 * compute are stand-ins: a hash of the operation and its inputs; what the passes between make
 * (moves, swaps, spills) is carried out exactly. */
#include "test/backend-gcn/mir_random.h"

#include "backend-gcn/mir/mir_effects.h"

#include <stdio.h>
#include <stdlib.h>

enum { LANES = 4, REGS = 1024, STEPS = 400000, SCRATCH = 8192 };

struct machine {
    const struct mir_function *function;
    uint32_t *temps;            /* [temp][dword][lane] */
    uint32_t regs[REGS][LANES]; /* scalars in lane 0 */
    uint32_t scratch[SCRATCH][LANES], sgpr_slots[SCRATCH];
    uint32_t scc;
    uint64_t hash;
    const char *fault;
};

static uint64_t
mix(uint64_t hash, uint64_t value)
{
    hash ^= value;
    hash *= 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

static uint32_t *
cell(struct machine *m, const struct mir_operand *operand, unsigned dword, unsigned lane)
{
    bool vector = operand->reg_class == MIR_VGPR;
    if (operand->kind == MIR_TEMP && !m->function->assigned)
        return &m->temps[(operand->temp * 16 + dword) * LANES + (vector ? lane : 0)];
    return &m->regs[operand->reg + dword][vector ? lane : 0];
}

static uint32_t
get(struct machine *m, const struct mir_operand *operand, unsigned dword, unsigned lane)
{
    if (operand->kind == MIR_CONST)
        return dword < 2 ? (uint32_t)(operand->value >> 32 * dword) : 0;
    if (operand->kind == MIR_NONE || operand->is_undef)
        return 0;
    if (operand->kind == MIR_FIXED && operand->reg == GCN_SCC)
        return m->scc;
    return *cell(m, operand, dword, lane);
}

static uint32_t
exec(const struct machine *m)
{
    return m->regs[GCN_EXEC_LO][0] & ((1u << LANES) - 1);
}

static void
put(struct machine *m, const struct mir_operand *operand, unsigned dword, unsigned lane,
    uint32_t value)
{
    if (operand->kind == MIR_FIXED && operand->reg == GCN_SCC)
        m->scc = value;
    else
        *cell(m, operand, dword, lane) = value;
}

/* All reads, then all writes. */
static void
parallel(struct machine *m, const struct mir_operand *defs, const struct mir_operand *uses,
         unsigned count)
{
    static uint32_t values[4096][LANES];
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < defs[i].dwords; k++, at++)
            for (unsigned lane = 0; lane < LANES; lane++)
                values[at][lane] = get(m, &uses[i], k, lane);
    at = 0;
    for (unsigned i = 0; i < count; i++) {
        uint32_t lanes = defs[i].reg_class == MIR_VGPR ? exec(m) : 1;
        for (unsigned k = 0; k < defs[i].dwords; k++, at++)
            for (unsigned lane = 0; lane < LANES; lane++)
                if (lanes >> lane & 1 && !uses[i].is_undef)
                    put(m, &defs[i], k, lane, values[at][lane]);
    }
}

/* The phis of the block for the edge: operand `pred`. */
static void
do_phis(struct machine *m, const struct mir_block *block, unsigned pred, unsigned op)
{
    struct mir_operand defs[512], uses[512];
    unsigned count = 0;
    for (const struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
        if (phi->op == op) {
            defs[count] = phi->operands[0];
            uses[count++] = phi->operands[pred + 1];
        }
    parallel(m, defs, uses, count);
}

static unsigned
pred_index(struct mir_block *const *preds, unsigned count, const struct mir_block *block)
{
    for (unsigned i = 0; i < count; i++)
        if (preds[i] == block)
            return i;
    return 0;
}

/* What the launch leaves in a register. */
static uint32_t
initial(unsigned reg, unsigned lane)
{
    return (uint32_t)mix(reg, reg >= GCN_VGPR0 ? lane : 0);
}

static uint64_t
mask_of(struct machine *m, const struct mir_operand *operand)
{
    return get(m, operand, 0, 0) | (uint64_t)get(m, operand, 1, 0) << 32;
}

static void
put_mask(struct machine *m, const struct mir_operand *operand, uint64_t value)
{
    put(m, operand, 0, 0, (uint32_t)value);
    put(m, operand, 1, 0, (uint32_t)(value >> 32));
}

static uint32_t
first_lane(uint32_t lanes)
{
    return lanes ? (uint32_t)__builtin_ctz(lanes) : 0;
}

static bool
reads_vgprs(const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_is_use(inst, i) && inst->operands[i].kind != MIR_CONST &&
            inst->operands[i].reg_class == MIR_VGPR)
            return true;
    return false;
}

/* Any operation that computes: every definition is a hash of all inputs. */
static void
stand_in(struct machine *m, const struct mir_inst *inst)
{
    uint64_t hashes[LANES + 1];
    bool reads_vcc = inst->op == GCN_v_div_fmas_f32;
    for (unsigned lane = 0; lane < LANES; lane++) {
        hashes[lane] = mix(inst->op, 1);
        for (unsigned i = 0; i < inst->operand_count; i++) {
            const struct mir_operand *operand = &inst->operands[i];
            if (!mir_is_use(inst, i) || operand->kind == MIR_FIXED)
                continue;
            for (unsigned k = 0; k < operand->dwords; k++)
                hashes[lane] = mix(hashes[lane], get(m, operand, k, lane));
        }
        if (reads_vcc)
            hashes[lane] = mix(hashes[lane], m->regs[GCN_VCC_LO][0] >> lane & 1);
    }
    if (reads_vgprs(inst)) /* scalar results must not depend on sleeping lanes */
        hashes[LANES] = exec(m) ? hashes[first_lane(exec(m))] : 0;
    else
        hashes[LANES] = hashes[0];
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *def = &inst->operands[i];
        if (!mir_is_def(inst, i) || def->kind == MIR_NONE)
            continue;
        uint32_t lanes = def->reg_class == MIR_VGPR ? exec(m) : 1;
        for (unsigned k = 0; k < def->dwords; k++)
            for (unsigned lane = 0; lane < LANES; lane++)
                if (lanes >> lane & 1)
                    put(m, def, k, lane,
                        (uint32_t)(mix(hashes[def->reg_class == MIR_VGPR ? lane : LANES],
                                       k + 7 * i) >>
                                   9));
    }
    if (!mir_is_pseudo(inst) && gcn_op_info[inst->op].flags & GCN_FLAG_WRITES_SCC)
        m->scc = hashes[LANES] >> 20 & 1;
}

static void
trace(struct machine *m, const struct mir_inst *inst)
{
    printf("trace b%u %s exec %x:", inst->block->id, mir_op_name(inst->op), exec(m));
    for (unsigned i = 0; i < inst->operand_count; i++)
        for (unsigned lane = 0; mir_is_use(inst, i) && lane < LANES; lane++)
            if (exec(m) >> lane & 1)
                printf(" %%%u:%x", inst->operands[i].temp, get(m, &inst->operands[i], 0, lane));
    printf("\n");
}

static void
observe(struct machine *m, const struct mir_inst *inst)
{
    if (getenv("OCC_TEST_TRACE"))
        trace(m, inst);
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (!(exec(m) >> lane & 1))
            continue;
        for (unsigned i = 0; i < inst->operand_count; i++)
            for (unsigned k = 0; mir_is_use(inst, i) && k < inst->operands[i].dwords; k++)
                m->hash = mix(m->hash, get(m, &inst->operands[i], k, lane) + lane);
    }
}

static void
scratch(struct machine *m, const struct mir_operand *value, unsigned at, bool store)
{
    for (unsigned k = 0; k < value->dwords; k++)
        for (unsigned lane = 0; lane < LANES; lane++)
            if (exec(m) >> lane & 1) {
                if (store)
                    m->scratch[at + k][lane] = get(m, value, k, lane);
                else
                    put(m, value, k, lane, m->scratch[at + k][lane]);
            }
}

static void
do_spill(struct machine *m, const struct mir_inst *inst)
{
    const struct mir_operand *value = &inst->operands[0];
    unsigned slot = (unsigned)inst->mods.imm;
    bool store = inst->op == MIR_P_SPILL;
    if (value->reg_class == MIR_VGPR) {
        scratch(m, value, slot, store);
        return;
    }
    for (unsigned k = 0; k < value->dwords; k++)
        if (store)
            m->sgpr_slots[slot + k] = get(m, value, k, 0);
        else
            put(m, value, k, 0, m->sgpr_slots[slot + k]);
}

static void
step_pseudo(struct machine *m, const struct mir_inst *inst)
{
    const struct mir_operand *operands = inst->operands;
    unsigned at = 0;
    switch (inst->op) {
    case MIR_P_START:
        for (unsigned i = 0; i < inst->def_count; i++)
            for (unsigned k = 0; k < operands[i].dwords; k++)
                for (unsigned lane = 0; lane < LANES; lane++)
                    put(m, &operands[i], k, lane, initial(operands[i].reg + k, lane));
        return;
    case MIR_P_COPY:
        parallel(m, operands, operands + 1, 1);
        return;
    case MIR_P_PARALLEL_COPY:
        parallel(m, operands, operands + inst->def_count, inst->def_count);
        return;
    case MIR_P_CREATE_VECTOR: {
        uint32_t parts[16][LANES];
        for (unsigned i = 1; i < inst->operand_count; i++)
            for (unsigned k = 0; k < operands[i].dwords; k++, at++)
                for (unsigned lane = 0; lane < LANES; lane++)
                    parts[at][lane] = get(m, &operands[i], k, lane);
        uint32_t lanes = operands[0].reg_class == MIR_VGPR ? exec(m) : 1;
        for (unsigned k = 0; k < at; k++)
            for (unsigned lane = 0; lane < LANES; lane++)
                if (lanes >> lane & 1)
                    put(m, &operands[0], k, lane, parts[k][lane]);
        return;
    }
    case MIR_P_SPLIT_VECTOR: {
        uint32_t parts[16][LANES];
        const struct mir_operand *whole = &operands[inst->def_count];
        for (unsigned k = 0; k < whole->dwords; k++)
            for (unsigned lane = 0; lane < LANES; lane++)
                parts[k][lane] = get(m, whole, k, lane);
        uint32_t lanes = operands[0].reg_class == MIR_VGPR ? exec(m) : 1;
        for (unsigned i = 0; i < inst->def_count; i++)
            for (unsigned k = 0; k < operands[i].dwords; k++, at++)
                for (unsigned lane = 0; lane < LANES; lane++)
                    if (lanes >> lane & 1)
                        put(m, &operands[i], k, lane, parts[at][lane]);
        return;
    }
    case MIR_P_SPILL:
    case MIR_P_RELOAD:
        do_spill(m, inst);
        return;
    case MIR_P_ASM:
    case MIR_P_CALL:
        observe(m, inst);
        stand_in(m, inst);
        return;
    case MIR_P_LOGICAL_END: {
        struct mir_block *block = inst->block;
        if (block->logical_succ_count == 1) {
            struct mir_block *to = block->logical_succs[0];
            do_phis(m, to, pred_index(to->logical_preds.at, to->logical_preds.count, block),
                    MIR_P_PHI);
        }
        return;
    }
    case MIR_P_PHI:
    case MIR_P_LINEAR_PHI:
    case MIR_P_UNDEF:
    case MIR_P_END:
        return;
    default:
        m->fault = mir_op_name(inst->op);
    }
}

/* The byte address that a scratch access means, as a dword of each lane. */
static unsigned
scratch_dword(struct machine *m, const struct mir_inst *inst)
{
    unsigned base = 0;
    if (mir_format(inst) == GCN_SCRATCH)
        base = get(m, &inst->operands[2], 0, 0);
    else /* soffset counts for all lanes of the wave */
        base = (get(m, &inst->operands[3], 0, 0) - initial(12, 0)) / 64;
    return (base + (unsigned)inst->mods.imm) / 4;
}

static void
step_real(struct machine *m, const struct mir_inst *inst)
{
    const struct mir_operand *op = inst->operands;
    uint64_t mask;
    switch (inst->op) {
    case GCN_v_mov_b32:
    case GCN_s_mov_b32:
    case GCN_s_mov_b64:
        parallel(m, op, op + 1, 1);
        return;
    case GCN_s_movk_i32:
        put(m, &op[0], 0, 0, (uint32_t)inst->mods.imm);
        return;
    case GCN_v_swap_b32: {
        struct mir_operand swapped[2] = {op[1], op[0]};
        parallel(m, op, swapped, 2);
        return;
    }
    case GCN_v_xor_b32:
        for (unsigned lane = 0; lane < LANES; lane++)
            if (exec(m) >> lane & 1)
                put(m, &op[0], 0, lane, get(m, &op[1], 0, lane) ^ get(m, &op[2], 0, lane));
        return;
    case GCN_v_readfirstlane_b32:
        put(m, &op[0], 0, 0, exec(m) ? get(m, &op[1], 0, first_lane(exec(m))) : 0);
        return;
    case GCN_v_writelane_b32:
        m->sgpr_slots[(op[0].reg - GCN_VGPR0) * 64 + get(m, &op[2], 0, 0)] = get(m, &op[1], 0, 0);
        return;
    case GCN_v_readlane_b32:
        put(m, &op[0], 0, 0, m->sgpr_slots[(op[1].reg - GCN_VGPR0) * 64 + get(m, &op[2], 0, 0)]);
        return;
    case GCN_v_cmp_lt_u32:
        mask = 0;
        for (unsigned lane = 0; lane < LANES; lane++)
            if (exec(m) >> lane & 1 && get(m, &op[1], 0, lane) < get(m, &op[2], 0, lane))
                mask |= UINT64_C(1) << lane;
        put_mask(m, &op[0], mask);
        return;
    case GCN_v_cndmask_b32:
        mask = mask_of(m, &op[3]);
        for (unsigned lane = 0; lane < LANES; lane++)
            if (exec(m) >> lane & 1)
                put(m, &op[0], 0, lane, get(m, mask >> lane & 1 ? &op[2] : &op[1], 0, lane));
        return;
    case GCN_s_and_b64:
    case GCN_s_andn2_b64:
    case GCN_s_xor_b64: {
        uint64_t a = mask_of(m, &op[1]), b = mask_of(m, &op[2]);
        mask = inst->op == GCN_s_and_b64 ? (a & b) : inst->op == GCN_s_xor_b64 ? a ^ b : a & ~b;
        put_mask(m, &op[0], mask);
        m->scc = mask != 0;
        return;
    }
    case GCN_s_and_saveexec_b64:
        mask = exec(m);
        m->regs[GCN_EXEC_LO][0] &= (uint32_t)mask_of(m, &op[1]);
        put_mask(m, &op[0], mask);
        m->scc = exec(m) != 0;
        return;
    case GCN_s_cmp_lg_u32:
        m->scc = get(m, &op[0], 0, 0) != get(m, &op[1], 0, 0);
        return;
    case GCN_s_cmp_lt_u32:
        m->scc = get(m, &op[0], 0, 0) < get(m, &op[1], 0, 0);
        return;
    case GCN_s_add_u32:
        put(m, &op[0], 0, 0, get(m, &op[1], 0, 0) + get(m, &op[2], 0, 0));
        m->scc = 0;
        return;
    case GCN_s_cselect_b32:
        put(m, &op[0], 0, 0, get(m, m->scc ? &op[1] : &op[2], 0, 0));
        return;
    case GCN_s_cselect_b64:
        put_mask(m, &op[0], mask_of(m, m->scc ? &op[1] : &op[2]));
        return;
    case GCN_ds_write_b32:
    case GCN_ds_write_b128:
        observe(m, inst);
        return;
    case GCN_s_waitcnt:
    case GCN_s_nop:
        return;
    default:
        break;
    }
    switch (mir_format(inst)) {
    case GCN_SCRATCH: {
        bool store = gcn_op_info[inst->op].flags & GCN_FLAG_STORE;
        scratch(m, &op[store ? 1 : 0], scratch_dword(m, inst), store);
        return;
    }
    case GCN_MUBUF:
        if (get(m, &op[2], 0, 0) != initial(8, 0) || get(m, &op[2], 3, 0) != initial(11, 0))
            m->fault = "the private segment buffer is gone";
        scratch(m, &op[0], scratch_dword(m, inst), gcn_op_info[inst->op].flags & GCN_FLAG_STORE);
        return;
    default:
        stand_in(m, inst);
    }
}

static bool
branch_taken(struct machine *m, const struct mir_inst *inst)
{
    switch (inst->op) {
    case GCN_s_branch:
        return true;
    case GCN_s_cbranch_scc1:
        return m->scc;
    case GCN_s_cbranch_scc0:
        return !m->scc;
    case GCN_s_cbranch_execz:
        return !exec(m);
    case GCN_s_cbranch_execnz:
        return exec(m);
    default:
        m->fault = "branch";
        return false;
    }
}

static const struct mir_block *
run_block(struct machine *m, const struct mir_block *block)
{
    mir_foreach_inst (inst, block) {
        if (inst->op == MIR_P_END || inst->op == GCN_s_endpgm)
            return NULL;
        if (!mir_is_branch(inst)) {
            if (mir_is_pseudo(inst))
                step_pseudo(m, inst);
            else
                step_real(m, inst);
        } else if (branch_taken(m, inst)) {
            return inst->target;
        }
        if (m->fault)
            return NULL;
    }
    return block->next;
}

const char *
mir_interpret(struct arena *arena, const struct mir_function *function, uint64_t *result)
{
    struct machine *m = ARENA_NEW(arena, struct machine);
    m->function = function;
    m->temps = ARENA_ARRAY(arena, function->temps.count * 16 * LANES, uint32_t);
    for (unsigned reg = 0; reg < 512; reg++)
        for (unsigned lane = 0; lane < LANES; lane++)
            m->regs[reg][lane] = initial(reg, lane);
    m->regs[GCN_EXEC_LO][0] = (1u << LANES) - 1;
    unsigned steps = 0;
    for (const struct mir_block *block = function->entry; block && !m->fault;) {
        const struct mir_block *to = run_block(m, block);
        if (to)
            do_phis(m, to, pred_index(to->linear_preds.at, to->linear_preds.count, block),
                    MIR_P_LINEAR_PHI);
        block = to;
        if (++steps > STEPS)
            return "too many steps";
    }
    *result = m->hash;
    return m->fault;
}
