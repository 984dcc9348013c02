/* Chains of conditions with a common target become one condition: a || b and a && b whose right
 * side is cheap and has no effects.  A divergent branch costs several instructions and a chance to
 * run with few lanes; computing the right side needlessly costs less.
 *
 * Edges are first led past empty blocks, which hide common targets.
 *
 *   P: cbr a, T, B;  B: cbr b, T, F   ->   P: cbr (a | b), T, F */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"
#include "midend/values/empty_blocks.h"
#include "support/limit.h"

/* Instructions that may run needlessly where the first test decides: the price of a divergent branch.  Tuned. */
enum { BRANCH_COST = 6 };

struct chain {
    struct ir_function *function;
    struct ir_block *first, *second, *common, *other;
    uint32_t first_to_common, second_to_common; /* which successor */
};

/* ---- chains ---- */

/* Does the block only compute things that may run needlessly, and few of them? */
static bool
is_cheap(const struct ir_block *block)
{
    unsigned count = 0;
    for (const struct ir_inst *inst = block->first; inst != block->last; inst = inst->next) {
        unsigned flags = ir_op_flags((enum ir_op)inst->op);
        if (!(flags & IR_PURE) || flags & IR_CONVERGENT || inst->op == IR_OP_phi ||
            inst->op == IR_OP_fdiv || inst->op == IR_OP_fsqrt ||
            (inst->op >= IR_OP_udiv && inst->op <= IR_OP_srem) || ++count > BRANCH_COST)
            return false;
    }
    return true;
}

static bool
find_chain(struct chain *c, struct ir_block *first)
{
    if (first->succ_count != 2 || first->succs[0] == first->succs[1])
        return false;
    c->first = first;
    for (uint32_t i = 0; i < 2; i++) {
        struct ir_block *second = first->succs[i];
        c->common = first->succs[1 - i];
        c->first_to_common = 1 - i;
        if (second == first || second->preds.count != 1 || second->succ_count != 2 ||
            second->succs[0] == second->succs[1])
            continue;
        c->second = second;
        for (uint32_t k = 0; k < 2; k++)
            if (second->succs[k] == c->common && second->succs[1 - k] != second) {
                c->second_to_common = k;
                c->other = second->succs[1 - k];
                return is_cheap(second);
            }
    }
    return false;
}

/* A condition that is true if the branch goes to the common block. */
static ir_id
taken(struct ir_builder *b, const struct ir_block *block, uint32_t to_common)
{
    ir_id condition = block->last->args[0].value;
    if (to_common == 0)
        return condition;
    return ir_build2(b, IR_OP_xor, IR_I1, condition, ir_const(b->function, IR_I1, 1));
}

static void
merge(struct chain *c)
{
    struct ir_function *f = c->function;
    while (c->second->first != c->second->last)
        ir_move_before(c->first->last, c->second->first);
    struct ir_builder b = {f, c->first, c->first->last, c->first->last->loc};
    ir_id left = taken(&b, c->first, c->first_to_common);
    ir_id right = taken(&b, c->second, c->second_to_common);
    uint32_t from_first = ir_pred_index(c->first, c->first_to_common);
    uint32_t from_second = ir_pred_index(c->second, c->second_to_common);
    for (struct ir_inst *phi = c->common->first; phi->op == IR_OP_phi; phi = phi->next) {
        ir_id x = phi->args[from_first].value, y = phi->args[from_second].value;
        if (x != y)
            ir_set_arg(phi, from_first,
                       ir_build3(&b, IR_OP_select, (enum ir_type)phi->type, left, x, y));
    }
    ir_id both = ir_build2(&b, IR_OP_or, IR_I1, left, right);
    uint32_t away = 1 - c->second_to_common, old = ir_pred_index(c->second, away), count = 0;
    ir_id args[LIMIT_CONDITION_PHIS];
    for (struct ir_inst *phi = c->other->first; phi->op == IR_OP_phi; phi = phi->next)
        args[count++] = phi->args[old].value;
    ir_set_cbr(c->first, both, c->common, c->other);
    uint32_t index = ir_pred_index(c->first, 1), n = 0;
    for (struct ir_inst *phi = c->other->first; phi->op == IR_OP_phi; phi = phi->next)
        ir_set_arg(phi, index, args[n++]);
    ir_remove_block(c->second);
}

bool
opt_short_circuit(struct ir_function *function)
{
    struct chain chain = {.function = function};
    bool changed = empty_blocks_skip(function);
    for (struct ir_block *block = function->entry; block; block = block->next)
        while (find_chain(&chain, block) && !empty_blocks_many_phis(chain.other)) {
            merge(&chain);
            changed = true;
        }
    return changed;
}
