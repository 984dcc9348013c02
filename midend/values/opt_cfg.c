/* Tidies the graph: blocks that nothing reaches, branches on constants, chains of blocks, and short
 * arms without effects, whose values are selected instead of branched for.  A phi that turns out to
 * be a constant decides the branches after it at once: the copies of an unrolled loop, each of which
 * waits for what the one before it found out, take one walk.
 *
 *   b0: cbr %1, b1, b2   b1: %2 = add ..; br b2   b2: phi(%0, %2)   ->   select %1, %2, %0 */
#include "midend/values/arms.h"
#include "midend/pass.h"

#include "midend/ir/ir_build.h"
#include "midend/ir/ir_info.h"

enum { ROOT_COST = 4 }; /* of a square root: tuned */

static bool
remove_unreachable(struct ir_function *function)
{
    struct arena scratch;
    bool changed = false;
    VEC(struct ir_block *) work = {0};
    arena_init_scratch(&scratch, function->module->arena->allocator, function->module->guard);
    struct bitset seen = bitset_new(&scratch, function->block_count);
    vec_push(&scratch, &work, function->entry);
    bitset_add(&seen, function->entry->id);
    while (work.count) {
        struct ir_block *block = vec_pop(&work);
        for (unsigned i = 0; i < block->succ_count; i++)
            if (!bitset_has(&seen, block->succs[i]->id)) {
                bitset_add(&seen, block->succs[i]->id);
                vec_push(&scratch, &work, block->succs[i]);
            }
    }
    for (struct ir_block *block = function->entry, *next; block; block = next) {
        next = block->next;
        if (bitset_has(&seen, block->id))
            continue;
        ir_foreach_inst (inst, block) /* users are unreachable too */
            for (uint32_t i = 0; i < inst->def_count; i++)
                if (ir_value(function, inst->def + i)->uses)
                    ir_replace_uses(function, inst->def + i,
                                    ir_undef(function, ir_type_of(function, inst->def + i)));
        ir_remove_block(block);
        changed = true;
    }
    arena_free(&scratch);
    return changed;
}

/* Do phis of the target get the same value over both edges? */
static bool
same_over_both(const struct ir_block *block)
{
    uint32_t a = ir_pred_index(block, 0), b = ir_pred_index(block, 1);
    for (const struct ir_inst *phi = block->succs[0]->first; phi && phi->op == IR_OP_phi;
         phi = phi->next)
        if (phi->args[a].value != phi->args[b].value)
            return false;
    return true;
}

/* The block and what only it leads to; an empty one has been removed already.  A loop that nothing
 * enters stays until remove_unreachable. */
static void
remove_unentered(struct ir_function *function, struct ir_block *block)
{
    while (block != function->entry && block->preds.count == 0 && block->first) {
        struct ir_block *one = block->succ_count ? block->succs[0] : NULL;
        struct ir_block *other = block->succ_count == 2 ? block->succs[1] : NULL;
        ir_remove_block(block);
        if (!one)
            return;
        if (other && other != one)
            remove_unentered(function, other);
        block = one;
    }
}

static bool
fold_branch(struct ir_function *function, struct ir_block *block)
{
    if (block->succ_count != 2)
        return false;
    ir_id condition = block->last->args[0].value;
    const struct ir_value *value = ir_value(function, condition);
    if (value->kind == IR_VALUE_CONST || value->kind == IR_VALUE_UNDEF) {
        unsigned taken = value->kind == IR_VALUE_CONST && value->bits ? 0 : 1;
        struct ir_block *left = block->succs[1 - taken];
        ir_set_br(block, block->succs[taken]);
        remove_unentered(function, left);
        return true;
    }
    if (block->succs[0] == block->succs[1] && same_over_both(block)) {
        ir_set_br(block, block->succs[0]);
        return true;
    }
    return false;
}

static bool
may_fold(const struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    return (flags & IR_PURE) && !(flags & IR_CONVERGENT) && inst->op != IR_OP_phi &&
           inst->def_count == 1;
}

/* The value is this constant: so are those that are computed from it and other constants. */
static void
fold_users(struct ir_function *function, ir_id value, ir_id constant)
{
    struct arena scratch;
    VEC(struct ir_inst *) work = {0};
    arena_init_scratch(&scratch, function->module->arena->allocator, function->module->guard);
    for (;;) {
        for (const struct ir_use *use = ir_value(function, value)->uses; use; use = use->next)
            if (may_fold(use->user))
                vec_push(&scratch, &work, use->user);
        ir_replace_uses(function, value, constant);
        ir_remove(ir_def(function, value));
        uint64_t bits;
        struct ir_inst *user = NULL;
        while (!user && work.count) {
            user = vec_pop(&work);
            if (ir_def(function, user->def) != user || !ir_fold(function, user, &bits))
                user = NULL;
        }
        if (!user)
            break;
        value = user->def;
        constant = ir_const(function, (enum ir_type)user->type, bits);
    }
    arena_free(&scratch);
}

/* A phi of one value, or of itself and one value, is that value. */
static bool
fold_phis(struct ir_function *function, struct ir_block *block)
{
    bool changed = false;
    for (struct ir_inst *phi = block->first, *next; phi && phi->op == IR_OP_phi; phi = next) {
        ir_id only = 0;
        bool single = true;
        next = phi->next;
        for (uint32_t i = 0; i < phi->arg_count; i++) {
            ir_id arg = phi->args[i].value;
            if (arg == phi->def || arg == only)
                continue;
            single &= !only;
            only = arg;
        }
        if (!single || !only)
            continue;
        changed = true;
        if (ir_is_const(function, only)) {
            fold_users(function, phi->def, only);
            continue;
        }
        ir_replace_uses(function, phi->def, only);
        ir_remove(phi);
    }
    return changed;
}

/* Appends the only successor when this block is its only predecessor. */
static bool
merge_chain(struct ir_function *function, struct ir_block *block)
{
    struct ir_block *next = block->succ_count == 1 ? block->succs[0] : NULL;
    if (!next || next == block || next == function->entry || next->preds.count != 1)
        return false;
    fold_phis(function, next);
    if (next->first->op == IR_OP_phi)
        return false;
    while (next->first->next) /* all but the terminator */
        ir_move_before(block->last, next->first);
    if (next->succ_count == 0) {
        struct ir_inst *end = next->last;
        ir_id *args = ARENA_ARRAY(function->module->arena, end->arg_count + 1u, ir_id);
        for (uint32_t i = 0; i < end->arg_count; i++)
            args[i] = end->args[i].value;
        ir_set_end(block, ir_inst_clone(function, end, args));
        ir_remove_block(next);
        return true;
    }
    ir_id condition = next->succ_count == 2 ? next->last->args[0].value : 0;
    struct ir_block *targets[2] = {next->succs[0], next->succs[1]};
    unsigned count = next->succ_count;
    /* The edges of next become ours at the same indices, so that phi arguments stay right. */
    for (unsigned i = 0; i < count; i++)
        targets[i]->preds.at[ir_pred_index(next, i)] = block;
    loc_t loc = next->last->loc;
    block->unroll = block->unroll ? block->unroll : next->unroll;
    next->succ_count = 0;
    next->preds.count = 0;
    ir_remove(block->last);
    struct ir_inst *branch =
        ir_inst_new(function, count == 2 ? IR_OP_cbr : IR_OP_br, IR_VOID, 0, &condition, count - 1);
    branch->loc = loc;
    ir_append(block, branch);
    block->succ_count = (uint8_t)count;
    for (unsigned i = 0; i < count; i++)
        block->succs[i] = targets[i];
    ir_remove_block(next);
    return true;
}

/* ---- short arms ---- */

unsigned
arm_cost(const struct ir_inst *inst)
{
    unsigned flags = ir_op_flags((enum ir_op)inst->op);
    switch (inst->op) {
    case IR_OP_udiv:
    case IR_OP_sdiv:
    case IR_OP_urem:
    case IR_OP_srem:
    case IR_OP_fdiv:
    case IR_OP_phi:
        return 0;
    case IR_OP_fsqrt:
        return ROOT_COST;
    default:
        return flags & IR_PURE && !(flags & IR_CONVERGENT) ? 1 : 0;
    }
}

/* A block that only computes a little and branches to join. */
static bool
is_arm(const struct ir_block *arm, const struct ir_block *from, const struct ir_block *join)
{
    unsigned cost = 0;
    if (arm->succ_count != 1 || arm->succs[0] != join || arm->preds.count != 1 ||
        arm->preds.at[0] != from || arm == join)
        return false;
    for (const struct ir_inst *inst = arm->first; inst != arm->last; inst = inst->next) {
        cost += arm_cost(inst);
        if (!arm_cost(inst) || cost > MOST_ARM_COST)
            return false;
    }
    return true;
}

static void
hoist(struct ir_block *arm, struct ir_block *block)
{
    while (arm->first != arm->last)
        ir_move_before(block->last, arm->first);
}

/* The predecessor over which the values of one side arrive, or NULL when it is no short arm. */
static struct ir_block *
side_pred(struct ir_block *block, unsigned side, struct ir_block *join)
{
    struct ir_block *succ = block->succs[side];
    if (succ == join)
        return block;
    return is_arm(succ, block, join) ? succ : NULL;
}

static uint32_t
pred_of(const struct ir_block *block, const struct ir_block *pred)
{
    uint32_t i = 0;
    while (block->preds.at[i] != pred)
        i++;
    return i;
}

static bool
select_arms(struct ir_function *function, struct ir_block *block)
{
    if (block->succ_count != 2 || block->succs[0] == block->succs[1])
        return false;
    struct ir_block *join = block->succs[0]->succ_count == 1 ? block->succs[0]->succs[0] : NULL;
    if (!join || !side_pred(block, 0, join) || !side_pred(block, 1, join))
        join = block->succs[0];
    struct ir_block *yes = side_pred(block, 0, join), *no = side_pred(block, 1, join);
    if (!yes || !no || yes == no || join == block)
        return false;
    uint32_t yes_at = pred_of(join, yes), no_at = pred_of(join, no);
    ir_id condition = block->last->args[0].value;
    if (yes != block)
        hoist(yes, block);
    if (no != block)
        hoist(no, block);
    struct ir_builder b = {function, block, block->last, block->last->loc};
    for (struct ir_inst *phi = join->first; phi && phi->op == IR_OP_phi; phi = phi->next) {
        ir_id x = phi->args[yes_at].value, y = phi->args[no_at].value;
        ir_id value =
            x == y ? x : ir_build3(&b, IR_OP_select, (enum ir_type)phi->type, condition, x, y);
        ir_set_arg(phi, yes_at, value);
        ir_set_arg(phi, no_at, value);
    }
    /* The same values arrive over both sides now, so one edge is enough. */
    ir_set_br(block, yes == block || no == block ? join : yes);
    return true;
}

static bool
pass_over(struct ir_function *function)
{
    bool changed = remove_unreachable(function);
    for (struct ir_block *block = function->entry, *next; block; block = next) {
        guard_poll(function->module->guard);
        changed |= fold_phis(function, block);
        changed |= fold_branch(function, block);
        changed |= select_arms(function, block);
        while (merge_chain(function, block)) {
            guard_poll(function->module->guard);
            changed = true;
        }
        next = block->next;
    }
    return changed;
}

bool
opt_cfg(struct ir_function *function)
{
    bool changed = false;
    while (pass_over(function))
        changed = true;
    return changed;
}
