/* How large a loop is and how often it runs: its control is run with constants, so any computation
 * of the exit condition from constants is good enough. */
#include "midend/loops/unroll.h"
#include "support/diag.h"

#include "midend/ir/ir_info.h"

enum { MAX_DEPTH = 24 }; /* of an expression that is evaluated */

bool
unroll_is_private(const struct unroller *u, ir_id pointer)
{
    return ir_type_of(u->function, pointer) == IR_P_PRIVATE;
}

/* Is it a constant in each copy, when what stands before it is known?  A choice and a branch that such a
 * constant decides go as well. */
static bool
folds(const struct unroller *u, const struct ir_inst *inst)
{
    uint32_t count = inst->op == IR_OP_select || inst->op == IR_OP_cbr ? 1 : inst->arg_count;
    if (inst->op == IR_OP_phi)
        return inst->block == u->loop->header && unroll_is_count(u, inst);
    if (inst->op != IR_OP_cbr && (!(ir_op_flags((enum ir_op)inst->op) & IR_PURE) || !count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        ir_id id = inst->args[i].value;
        if (!ir_is_const(u->function, id) && !map_get(&u->folds, id))
            return false;
    }
    return true;
}

/* Notes it if it is a constant; a choice that goes is the value chosen, mostly none. */
static bool
note_fold(struct unroller *u, struct ir_inst *inst)
{
    bool is_folded = folds(u, inst);
    if (is_folded && inst->def_count == 1 && inst->op != IR_OP_select)
        map_put(&u->folds, inst->def, inst);
    return is_folded;
}

/* Copies have hardly any phis. */
static bool
is_counted_as_code(struct unroller *u, const struct ir_inst *inst)
{
    bool is_access = inst->op == IR_OP_load || inst->op == IR_OP_store;
    return inst->op != IR_OP_phi &&
           !((is_access || inst->op == IR_OP_ptradd) && unroll_is_value(u, inst->args[0].value));
}

uint32_t
unroll_lowered_size(const struct ir_inst *inst)
{
    enum { DIVISION = 12 };
    bool divides = (inst->op >= IR_OP_udiv && inst->op <= IR_OP_srem) || inst->op == IR_OP_fdiv ||
                   inst->op == IR_OP_fsqrt;
    return divides ? DIVISION : 1;
}

uint32_t
unroll_measure_kept(struct unroller *u, uint32_t *header)
{
    uint32_t kept = 0;
    u->folds = map_new(&u->arena);
    vec_foreach (struct ir_block *, block, &u->blocks) {
        ir_foreach_inst (inst, *block)
            if (!note_fold(u, inst) && is_counted_as_code(u, inst))
                kept += unroll_lowered_size(inst);
        if (*block == u->loop->header)
            *header = kept;
    }
    return kept;
}

void
unroll_measure(struct unroller *u, bool *uses_private)
{
    u->blocks.count = 0;
    u->size = u->exit_count = 0;
    *uses_private = false;
    /* In reverse post-order the header comes before all blocks that it dominates. */
    for (uint32_t i = u->dom->number[u->loop->header->id]; u->blocks.count < u->loop->block_count;
         i++) {
        struct ir_block *block = u->dom->order[i];
        if (!unroll_inside(u, block))
            continue;
        vec_push(&u->arena, &u->blocks, block);
        for (uint32_t k = 0; k < block->succ_count; k++)
            u->exit_count += !unroll_inside(u, block->succs[k]);
        ir_foreach_inst (inst, block) {
            bool is_access = inst->op == IR_OP_load || inst->op == IR_OP_store;
            if (is_access)
                *uses_private |= unroll_takes_away(u, inst->args[0].value);
            u->size += is_counted_as_code(u, inst);
        }
        if (block == u->loop->header)
            u->header_size = u->size;
    }
}

bool
unroll_find_preheader(struct unroller *u)
{
    struct ir_block *header = u->loop->header;
    u->preheader = NULL;
    if (!u->loop->latch || header->preds.count != 2)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (header->preds.at[i] != u->loop->latch)
            u->preheader = header->preds.at[i];
    return u->preheader && u->preheader->succ_count == 1;
}

/* The value of id in this iteration as a constant, or 0: unknown.  phis: values of the header's
 * phis, some of them 0, which is harmless as long as the exit does not depend on them:
 *
 *   for (i = 0, s = 0; i < 8; i++) s += x[i];     s is unknown, i < 8 is not */
static ir_id
evaluate(struct unroller *u, const ir_id *phis, ir_id id, unsigned depth)
{
    struct ir_function *f = u->function;
    struct ir_inst *inst = ir_def(f, id);
    uint64_t bits;
    ir_id args[4];
    if (ir_is_const(f, id))
        return id;
    if (!inst || depth == MAX_DEPTH || !unroll_inside(u, inst->block))
        return 0;
    if (inst->op == IR_OP_phi && inst->block == u->loop->header) {
        uint32_t index = 0;
        for (struct ir_inst *phi = inst->block->first; phi != inst; phi = phi->next)
            index++;
        return phis[index];
    }
    /* Other phis depend on the path through the iteration, loads on memory. */
    if (inst->arg_count == 0 || inst->arg_count > 4 || inst->def_count != 1 ||
        inst->op == IR_OP_phi || !(ir_op_flags((enum ir_op)inst->op) & IR_PURE))
        return 0;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!(args[i] = evaluate(u, phis, inst->args[i].value, depth + 1)))
            return 0;
    enum ir_type type = (enum ir_type)inst->type;
    if (!ir_fold_values(f, (enum ir_op)inst->op, type, args, inst->arg_count, &bits))
        return 0;
    return ir_const(f, type, bits);
}

/* All phis change at once, so the new values are collected first: a, b = b, a. */
static void
next_phis(struct unroller *u, ir_id *phis, ir_id *scratch, uint32_t count)
{
    struct ir_block *header = u->loop->header;
    uint32_t back = ir_pred_index(u->loop->latch, u->loop->latch->succs[0] == header ? 0 : 1);
    struct ir_inst *phi = header->first;
    for (uint32_t i = 0; i < count; i++, phi = phi->next)
        scratch[i] = evaluate(u, phis, phi->args[back].value, 0);
    for (uint32_t i = 0; i < count; i++)
        phis[i] = scratch[i];
}

/* Runs the exit condition of u->exiting; false when it is not known or takes too long. */
static bool
count_trips(struct unroller *u)
{
    struct ir_block *header = u->loop->header;
    uint32_t count = 0, enter = ir_pred_index(u->preheader, 0);
    for (struct ir_inst *phi = header->first; phi->op == IR_OP_phi; phi = phi->next)
        count++;
    ir_id *phis = ARENA_ARRAY(&u->arena, count + 1, ir_id);
    ir_id *scratch = ARENA_ARRAY(&u->arena, count + 1, ir_id);
    struct ir_inst *phi = header->first;
    for (uint32_t i = 0; i < count; i++, phi = phi->next) {
        ir_id start = phi->args[enter].value;
        /* unknown starts are allowed: evaluate() fails only if the exit depends on them */
        phis[i] = ir_is_const(u->function, start) ? start : 0;
    }
    for (u->trips = 0; u->trips <= UNROLL_MAX_TRIPS; u->trips++) {
        ir_id taken = evaluate(u, phis, u->exiting->last->args[0].value, 0);
        if (!taken)
            return false;
        /* succs[0] is taken when the condition is true, succs[1] when it is false. */
        if ((ir_value(u->function, taken)->bits == 0) == (u->exit_succ == 1))
            return true;
        next_phis(u, phis, scratch, count);
    }
    return false;
}

/* Adds constants that are added to the value to *sum; what is left of it. */
static ir_id
without_constants(const struct ir_function *f, ir_id id, uint64_t *sum)
{
    const struct ir_inst *inst = ir_def(f, id);
    for (unsigned i = 0;
         i < MAX_DEPTH && inst && inst->op == IR_OP_add && ir_is_const(f, inst->args[1].value);
         i++) {
        *sum += ir_value(f, inst->args[1].value)->bits;
        id = inst->args[0].value;
        inst = ir_def(f, id);
    }
    return id;
}

/* for (i = x - 1; i <= x + 1; i++): if the first test holds, the bound is not below the start, and by
 * how much it is above follows from the constants, whatever x is; i may not wrap. */
static bool
count_if_entered(struct unroller *u)
{
    struct ir_function *f = u->function;
    const struct ir_inst *test = ir_def(f, u->exiting->last->args[0].value);
    bool less = test && (test->op == IR_OP_slt || test->op == IR_OP_sle);
    bool equal = test && (test->op == IR_OP_sle || test->op == IR_OP_sge);
    if (u->exiting != u->loop->header || !test || u->exit_succ != 1 ||
        !(less || test->op == IR_OP_sgt || test->op == IR_OP_sge))
        return false;
    const struct ir_inst *phi = ir_def(f, test->args[0].value);
    if (!phi || phi->op != IR_OP_phi || phi->block != u->loop->header)
        return false;
    uint32_t enter = ir_pred_index(u->preheader, 0);
    const struct ir_inst *next = ir_def(f, phi->args[1 - enter].value);
    if (!next || next->op != IR_OP_add || !(next->no_wrap & IR_NO_SIGNED_WRAP) ||
        next->args[0].value != phi->def || !ir_is_const(f, next->args[1].value))
        return false;
    unsigned unused = 64 - ir_type_bits((enum ir_type)phi->type);
    uint64_t start = 0, end = 0;
    if (without_constants(f, phi->args[enter].value, &start) !=
        without_constants(f, test->args[1].value, &end))
        return false;
    int64_t step = (int64_t)(ir_value(f, next->args[1].value)->bits << unused) >> unused;
    uint64_t distance = (less ? end - start : start - end) << unused >> unused;
    uint64_t by = less ? (uint64_t)step : -(uint64_t)step;
    if (by == 0 || by > UNROLL_MAX_TRIPS || distance > UNROLL_MAX_TRIPS)
        return false;
    u->trips = (uint32_t)(equal ? distance / by + 1 : (distance + by - 1) / by);
    return u->if_entered = u->trips > 0;
}

bool
unroll_find_count(struct unroller *u)
{
    u->if_entered = false;
    for (uint32_t i = 0; i < u->blocks.count; i++) {
        struct ir_block *block = u->blocks.at[i];
        /* A branch that some iterations bypass does not tell how many iterations there are. */
        if (block->succ_count != 2 || !ana_dominates(u->dom, block, u->loop->latch))
            continue;
        bool out0 = !unroll_inside(u, block->succs[0]), out1 = !unroll_inside(u, block->succs[1]);
        if (out0 == out1)
            continue;
        u->exiting = block;
        u->exit_succ = out1;
        if (count_trips(u) || count_if_entered(u))
            return true;
    }
    return false;
}

/* Loops are copied, and functions inlined, into several kernels. */
static bool
is_told(const struct diag *diag, loc_t loc)
{
    vec_foreach (const struct diag_message, message, &diag->messages)
        if (message->id == DIAG_loop_not_unrolled && message->loc == loc)
            return true;
    return false;
}

void
unroll_tell_missed(const struct unroller *u, const struct ir_block *header, const char *why)
{
    struct diag *diag = u->function->module->diag;
    loc_t loc = header->last->loc;
    if (header->unroll != UINT32_MAX && diag && !is_told(diag, loc))
        diag_warning(diag, loc, loop_not_unrolled, header->unroll, why);
}
