/* How large a loop is, and which of its exits says how often it runs. */
#include "midend/loops/unroll.h"
#include "support/diag.h"

#include "midend/ir/ir_info.h"
#include "support/limit.h"

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
        return inst->block == u->loop->header && ana_is_counted(u->function, u->loops, inst->def);
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
bool
unroll_is_code(struct unroller *u, const struct ir_inst *inst)
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
            if (!note_fold(u, inst) && unroll_is_code(u, inst))
                kept += unroll_lowered_size(inst);
        if (*block == u->loop->header)
            *header = kept;
    }
    return kept;
}

void
unroll_measure(struct unroller *u)
{
    u->blocks.count = 0;
    u->size = 0;
    u->gain = UNROLL_NOTHING;
    /* In reverse post-order the header comes before all blocks that it dominates. */
    for (uint32_t i = u->dom->number[u->loop->header->id]; u->blocks.count < u->loop->block_count;
         i++) {
        struct ir_block *block = u->dom->order[i];
        if (!unroll_inside(u, block))
            continue;
        vec_push(&u->arena, &u->blocks, block);
        ir_foreach_inst (inst, block) {
            bool is_access = inst->op == IR_OP_load || inst->op == IR_OP_store;
            enum unroll_gain gain =
                is_access ? unroll_gain(u, inst->args[0].value) : UNROLL_NOTHING;
            u->gain = gain > u->gain ? gain : u->gain;
            u->size += unroll_is_code(u, inst);
        }
        if (block == u->loop->header)
            u->header_size = u->size;
    }
    if (u->gain == UNROLL_OFFSETS && u->loop->is_innermost)
        u->gain = UNROLL_NOTHING;
}

bool
unroll_find_count(struct unroller *u)
{
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
        if (ana_trips(&u->arena, &u->at, block, LIMIT_UNROLL_TRIPS, &u->trips))
            return true;
        LIMIT_MET(u->arena.guard, UNROLL_TRIPS, u->trips.count > LIMIT_UNROLL_TRIPS);
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
