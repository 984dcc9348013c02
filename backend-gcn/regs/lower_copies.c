/* Leaves SSA: parallel copies and vector pseudo operations become moves in an order that destroys
 * nothing, cycles become swaps; phis vanish, because ra left their operands in place.  SCC may be
 * live anywhere here, so scalar cycles go through a scratch register instead of s_xor, which writes
 * SCC. */
#include "backend-gcn/mir/mir_effects.h"
#include "backend-gcn/backend.h"

struct move {
    unsigned to;             /* physical register */
    unsigned dwords;         /* 1; 2: SGPR pair to SGPR pair */
    struct mir_operand from; /* MIR_FIXED, MIR_CONST or MIR_SYMBOL */
    bool done;
};
typedef VEC(struct move) move_list;

struct lowering {
    struct mir_function *function;
    struct mir_inst *at; /* moves go before it */
    move_list moves;
};

static bool
is_vgpr(unsigned reg)
{
    return reg >= GCN_VGPR0 && reg < GCN_VGPR0 + 256;
}

static void
emit(struct lowering *state, enum gcn_op op, unsigned to, unsigned dwords, struct mir_operand from)
{
    struct mir_operand operands[2] = {mir_physical(to, dwords), from};
    struct mir_inst *inst = mir_real(state->function, op, operands, 2);
    inst->loc = mir_near_loc(state->at);
    inst->places = state->at->places;
    mir_insert_before(state->at, inst);
}

static void
emit_move(struct lowering *state, const struct move *move)
{
    const struct gcn_target *target = state->function->target;
    if (is_vgpr(move->to)) {
        emit(state, GCN_v_mov_b32, move->to, 1, move->from);
        return;
    }
    if (move->dwords == 2) {
        emit(state, GCN_s_mov_b64, move->to, 2, move->from);
        return;
    }
    int32_t value = (int32_t)(uint32_t)move->from.value;
    if (move->from.kind == MIR_CONST && value == (int16_t)value &&
        gcn_inline_constant(target, (uint32_t)value) == GCN_NO_REG) {
        emit(state, GCN_s_movk_i32, move->to, 1, mir_none());
        state->at->prev->mods.imm = value;
        return;
    }
    emit(state, GCN_s_mov_b32, move->to, 1, move->from);
}

static bool
reads(const struct move *move, unsigned reg, unsigned dwords)
{
    return move->from.kind == MIR_FIXED && move->from.reg < reg + dwords &&
           reg < move->from.reg + move->dwords;
}

/* Does a pending move other than `self` still read what this one overwrites? */
static bool
is_blocked(const move_list *moves, const struct move *self)
{
    vec_foreach (struct move, move, moves)
        if (move != self && !move->done && reads(move, self->to, self->dwords))
            return true;
    return false;
}

static void
redirect(move_list *moves, unsigned from, unsigned to)
{
    vec_foreach (struct move, move, moves)
        if (!move->done && reads(move, from, 1)) {
            move->from.reg = (uint16_t)to;
            move->done = move->to == to;
        }
}

static void
swap_vgprs(struct lowering *state, unsigned a, unsigned b)
{
    if (gcn_has_op(state->function->target, GCN_v_swap_b32)) {
        emit(state, GCN_v_swap_b32, a, 1, mir_physical(b, 1));
        return;
    }
    for (unsigned i = 0; i < 3; i++) {
        unsigned to = i == 1 ? b : a;
        struct mir_operand operands[3] = {mir_physical(to, 1), mir_physical(a, 1),
                                          mir_physical(b, 1)};
        struct mir_inst *inst = mir_real(state->function, GCN_v_xor_b32, operands, 3);
        mir_insert_before(state->at, inst);
    }
}

/* Opens the cycle that the move is in; only cycles of single registers remain by now. */
static void
open_cycle(struct lowering *state, struct move *move)
{
    if (is_vgpr(move->to)) {
        swap_vgprs(state, move->to, move->from.reg);
        move->done = true;
        redirect(&state->moves, move->to, move->from.reg);
        return;
    }
    unsigned scratch = state->function->scratch_sgpr;
    emit(state, GCN_s_mov_b32, scratch, 1, mir_physical(move->to, 1));
    redirect(&state->moves, move->to, scratch);
}

/* Splits pairs that block each other into single registers.  Returns whether there were any. */
static bool
split_pairs(struct lowering *state)
{
    bool split = false;
    for (uint32_t i = 0, count = state->moves.count; i < count; i++) {
        struct move high = state->moves.at[i];
        if (high.done || high.dwords != 2 || high.from.kind != MIR_FIXED)
            continue;
        state->moves.at[i].dwords = 1;
        state->moves.at[i].from.dwords = 1;
        high.dwords = 1;
        high.to++;
        high.from.reg++;
        high.from.dwords = 1;
        vec_push(mir_pass_arena(state->function), &state->moves, high);
        split = true;
    }
    return split;
}

static bool
emit_ready(struct lowering *state, bool vector)
{
    bool any = false;
    vec_foreach (struct move, move, &state->moves) {
        if (move->done || is_vgpr(move->to) != vector || is_blocked(&state->moves, move))
            continue;
        emit_move(state, move);
        move->done = true;
        any = true;
    }
    return any;
}

static struct move *
first_pending(struct lowering *state, bool vector)
{
    vec_foreach (struct move, move, &state->moves)
        if (!move->done && is_vgpr(move->to) == vector)
            return move;
    return NULL;
}

/* Vector destinations first: they may read scalar registers, while scalars never read vectors. */
static void
sequentialise(struct lowering *state)
{
    for (int vector = 1; vector >= 0; vector--) {
        struct move *left;
        while ((left = first_pending(state, vector))) {
            if (emit_ready(state, vector) || split_pairs(state))
                continue;
            if (left->from.kind != MIR_FIXED)
                ice(state->function->guard, "lower_copies: a constant in a cycle");
            open_cycle(state, left);
        }
    }
    state->moves.count = 0;
}

static struct mir_operand
dword_of(const struct mir_operand *operand, unsigned dword, unsigned dwords)
{
    if (operand->kind == MIR_SYMBOL)
        return *operand;
    if (operand->kind == MIR_CONST && dwords == 2)
        return mir_const64(operand->value);
    if (operand->kind == MIR_CONST)
        return mir_const(dword < 2 ? (uint32_t)(operand->value >> 32 * dword) : 0);
    return mir_physical(operand->reg + dword, dwords);
}

static bool
moves_as_pair(const struct lowering *state, unsigned to, const struct mir_operand *from,
              unsigned dword, unsigned dwords)
{
    if (is_vgpr(to) || to % 2 || dword + 2 > dwords)
        return false;
    if (from->kind == MIR_CONST)
        return gcn_inline_constant64(state->function->target, from->value, false) != GCN_NO_REG;
    return from->kind != MIR_SYMBOL && (from->reg + dword) % 2 == 0;
}

/* Queues to[0 .. dwords-1] = from[first ...]. */
static void
add_moves(struct lowering *state, unsigned to, const struct mir_operand *from, unsigned first,
          unsigned dwords)
{
    if (from->is_undef || from->kind == MIR_NONE)
        return;
    for (unsigned k = 0; k < dwords;) {
        unsigned step = moves_as_pair(state, to + k, from, first + k, first + dwords) ? 2 : 1;
        struct move move = {to + k, step, dword_of(from, first + k, step), false};
        if (move.from.kind != MIR_FIXED || move.from.reg != move.to)
            vec_push(mir_pass_arena(state->function), &state->moves, move);
        k += step;
    }
}

static bool
copy_scc(struct lowering *state, const struct mir_inst *inst)
{
    const struct mir_operand *def = &inst->operands[0], *use = &inst->operands[1];
    if (use->kind == MIR_FIXED && use->reg == GCN_SCC) {
        bool wide = def->dwords == 2;
        struct mir_operand operands[3] = {mir_physical(def->reg, def->dwords),
                                          wide ? mir_const64(UINT64_MAX) : mir_const(1),
                                          wide ? mir_const64(0) : mir_const(0)};
        mir_insert_before(
            state->at,
            mir_real(state->function, wide ? GCN_s_cselect_b64 : GCN_s_cselect_b32, operands, 3));
        return true;
    }
    if (def->kind == MIR_FIXED && def->reg == GCN_SCC) {
        struct mir_operand operands[3] = {dword_of(use, 0, 1), mir_const(0), mir_fixed(GCN_SCC, 1)};
        mir_insert_before(state->at, mir_real(state->function, GCN_s_cmp_lg_u32, operands, 3));
        return true;
    }
    return false;
}

static void
queue_inst(struct lowering *state, const struct mir_inst *inst)
{
    const struct mir_operand *operands = inst->operands;
    unsigned at = 0;
    switch (inst->op) {
    case MIR_P_COPY:
        if (!copy_scc(state, inst))
            add_moves(state, operands[0].reg, &operands[1], 0, operands[0].dwords);
        return;
    case MIR_P_PARALLEL_COPY:
        for (unsigned i = 0; i < inst->def_count; i++)
            add_moves(state, operands[i].reg, &operands[inst->def_count + i], 0,
                      operands[i].dwords);
        return;
    case MIR_P_CREATE_VECTOR:
        for (unsigned i = 1; i < inst->operand_count; i++) {
            add_moves(state, operands[0].reg + at, &operands[i], 0, operands[i].dwords);
            at += operands[i].dwords;
        }
        return;
    case MIR_P_SPLIT_VECTOR:
        for (unsigned i = 0; i < inst->def_count; i++) {
            add_moves(state, operands[i].reg, &operands[inst->def_count], at, operands[i].dwords);
            at += operands[i].dwords;
        }
        return;
    default:
        return;
    }
}

static bool
is_copy(const struct mir_inst *inst)
{
    return inst->op == MIR_P_COPY || inst->op == MIR_P_PARALLEL_COPY ||
           inst->op == MIR_P_CREATE_VECTOR || inst->op == MIR_P_SPLIT_VECTOR;
}

static void
remove_phi(struct mir_function *function, struct mir_inst *phi)
{
    for (unsigned i = 1; i < phi->operand_count; i++)
        if (!phi->operands[i].is_undef && phi->operands[i].reg != phi->operands[0].reg)
            ice(function->guard, "lower_copies: a phi in b%u still needs copies", phi->block->id);
    mir_remove(phi);
}

bool
lower_copies(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    struct lowering state = {.function = function};
    mir_foreach_block (block, function) {
        mir_foreach_inst_safe (inst, block) {
            if (mir_is_phi(inst)) {
                remove_phi(function, inst);
            } else if (is_copy(inst)) {
                state.at = inst;
                queue_inst(&state, inst);
                sequentialise(&state);
                mir_remove(inst);
            }
        }
    }
    return true;
}
