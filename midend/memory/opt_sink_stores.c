/* Both arms of a branch end by storing to the same address, or by writing into the same image: the store
 * moves to where they meet, with a phi of the values.  Only one store is left, and arms without effects may become selects.
 *
 *   b1: store %p, %x; br b3    b2: store %p, %y; br b3
 *   ->   b1: br b4    b2: br b4    b4: %z = phi [%x, b1], [%y, b2]; store %p, %z; br b3 */
#include "midend/pass.h"

#include "midend/ir/debug_point.h"

#include "midend/ir/ir_build.h"
#include "midend/analysis/memory_order.h"

struct arms {
    struct ir_function *function;
    struct arena *arena;
    struct ir_block *arm[2], *meet; /* meet: the new block, NULL: not yet */
    struct ir_inst *at;             /* the next store goes before this one, in meet */
};

/* The last store of the block, if nothing with effects follows it. */
static struct ir_inst *
last_store(const struct ir_block *block)
{
    struct ir_inst *inst = block->last->prev;
    while (inst && inst->op != IR_OP_phi && ir_op_flags((enum ir_op)inst->op) & IR_PURE)
        inst = inst->prev;
    bool is_store = inst && inst->op == IR_OP_store && ir_is_plain(&inst->memory);
    return is_store || (inst && inst->op == IR_OP_image_write) ? inst : NULL;
}

/* The same value, or sums of the same values. */
static bool
same_pointer(const struct ir_function *f, ir_id a, ir_id b)
{
    const struct ir_inst *x = ir_def(f, a), *y = ir_def(f, b);
    return a == b ||
           (x && y && x->op == IR_OP_ptradd && y->op == IR_OP_ptradd && x->type == y->type &&
            x->args[0].value == y->args[0].value && x->args[1].value == y->args[1].value);
}

/* In images another texel is the same place, too. */
static bool
same_place(const struct ir_function *f, const struct ir_inst *a, const struct ir_inst *b)
{
    if (a->op != b->op ||
        (a->op == IR_OP_image_write && (memcmp(&a->image, &b->image, sizeof a->image) != 0 ||
                                        a->args[0].value != b->args[0].value)))
        return false;
    if (a->arg_count != b->arg_count || a->memory.is_invariant != b->memory.is_invariant ||
        !same_pointer(f, a->args[0].value, b->args[0].value))
        return false;
    for (uint32_t i = 1; i < a->arg_count; i++)
        if (ir_type_of(f, a->args[i].value) != ir_type_of(f, b->args[i].value))
            return false;
    return true;
}

/* A value that arrives from both arms. */
static ir_id
arriving(struct arms *arms, ir_id a, ir_id b)
{
    if (a == b)
        return a;
    ir_id args[2] = {a, b};
    struct ir_inst *phi =
        ir_inst_new(arms->function, IR_OP_phi, ir_type_of(arms->function, a), 1, args, 2);
    ir_insert_before(arms->meet->first, phi);
    return phi->def;
}

/* The new block between the arms and their target; its predecessors are in the order of arms. */
static void
make_meeting(struct arms *arms)
{
    struct ir_block *join = arms->arm[0]->succs[0];
    VEC(ir_id) values = {0};
    for (struct ir_inst *phi = join->first; phi->op == IR_OP_phi; phi = phi->next)
        for (unsigned i = 0; i < 2; i++)
            vec_push(arms->arena, &values, phi->args[ir_pred_index(arms->arm[i], 0)].value);
    arms->meet = ir_block_after(arms->arm[1]);
    for (unsigned i = 0; i < 2; i++)
        ir_redirect(arms->arm[i], 0, arms->meet);
    ir_set_br(arms->meet, join);
    arms->at = arms->meet->last;
    uint32_t k = 0;
    for (struct ir_inst *phi = join->first; phi->op == IR_OP_phi; phi = phi->next, k += 2)
        ir_set_arg(phi, ir_pred_index(arms->meet, 0),
                   arriving(arms, values.at[k], values.at[k + 1]));
}

/* a and b become one store, placed before those joined so far. */
static void
join_stores(struct arms *arms, struct ir_inst *a, struct ir_inst *b)
{
    ir_id args[17];
    if (!arms->meet)
        make_meeting(arms);
    struct ir_inst *pointer = ir_def(arms->function, a->args[0].value);
    args[0] = a->args[0].value;
    if (args[0] != b->args[0].value) {
        struct ir_builder builder = {arms->function, arms->meet, arms->at, pointer->loc};
        args[0] = ir_build2(&builder, IR_OP_ptradd, (enum ir_type)pointer->type,
                            pointer->args[0].value, pointer->args[1].value);
    }
    for (uint32_t i = 1; i < a->arg_count; i++)
        args[i] = arriving(arms, a->args[i].value, b->args[i].value);
    struct ir_inst *store = ir_inst_clone(arms->function, a, args);
    if (b->memory.align < store->memory.align)
        store->memory.align = b->memory.align;
    struct ir_inst *first =
        args[0] == a->args[0].value ? arms->at : ir_def(arms->function, args[0]);
    ir_insert_before(arms->at, store);
    ir_remove(a);
    ir_remove(b);
    arms->at = first == arms->at ? store : first;
}

static bool
find_arms(struct arms *arms, struct ir_block *block)
{
    if (block->succ_count != 2 || block->succs[0] == block->succs[1])
        return false;
    for (unsigned i = 0; i < 2; i++) {
        struct ir_block *arm = arms->arm[i] = block->succs[i];
        if (arm->preds.count != 1 || arm->succ_count != 1 || arm->succs[0] == arm)
            return false;
    }
    return arms->arm[0]->succs[0] == arms->arm[1]->succs[0];
}

bool
opt_sink_stores(struct ir_function *function)
{
    struct arena arena;
    bool changed = false;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    ir_foreach_block (block, function) {
        struct arms arms = {.function = function, .arena = &arena};
        if (!find_arms(&arms, block))
            continue;
        for (struct ir_inst *a, *b; (a = last_store(arms.arm[0])) &&
                                    (b = last_store(arms.arm[1])) && same_place(function, a, b);) {
            join_stores(&arms, a, b);
            changed = true;
        }
    }
    arena_free(&arena);
    if (changed && function->module->debug)
        debug_distrust(function);
    return changed;
}
