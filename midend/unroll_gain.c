/* Does unrolling take an access to private memory away?  It does when the object becomes values:
 * when every index into it is counted by loops with constant bounds, or when it is so small that
 * opt_small_arrays chooses among its dwords.  An index that comes from data keeps the whole object
 * in memory, and then a copy of the loop for each iteration is only larger. */
#include "midend/unroll.h"

enum { SMALL_BYTES = 64, MAX_DEPTH = 24 };

static bool
has_constant_bound(const struct ir_function *f, const struct ir_block *block)
{
    const struct ir_inst *test =
        block && block->last->op == IR_OP_cbr ? ir_def(f, block->last->args[0].value) : NULL;
    return test && test->arg_count == 2 &&
           (ir_is_const(f, test->args[0].value) || ir_is_const(f, test->args[1].value));
}

/* Is it computed from constants and from what loops with constant bounds count? */
static bool
is_counted(const struct unroller *u, ir_id id, unsigned depth)
{
    const struct ir_function *f = u->function;
    const struct ir_inst *inst = ir_def(f, id);
    if (ir_is_const(f, id))
        return true;
    if (!inst || depth == MAX_DEPTH)
        return false;
    if (inst->op == IR_OP_phi) {
        const struct ana_loop *loop =
            inst->block->id < u->block_count ? u->loops->of[inst->block->id] : NULL;
        return loop && loop->header == inst->block &&
               (has_constant_bound(f, loop->header) || has_constant_bound(f, loop->latch));
    }
    if (!(ir_op_flags((enum ir_op)inst->op) & IR_PURE) || inst->arg_count == 0)
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!is_counted(u, inst->args[i].value, depth + 1))
            return false;
    return true;
}

static bool
becomes_values(const struct unroller *u, ir_id pointer, unsigned depth)
{
    const struct ir_function *f = u->function;
    for (const struct ir_use *use = ir_value(f, pointer)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        bool is_address = use == &user->args[0];
        if (user->op == IR_OP_memcpy || user->op == IR_OP_memzero ||
            ((user->op == IR_OP_load || user->op == IR_OP_store) && is_address))
            continue;
        if (user->op != IR_OP_ptradd || depth == MAX_DEPTH ||
            !is_counted(u, user->args[1].value, 0) || !becomes_values(u, user->def, depth + 1))
            return false;
    }
    return true;
}

bool
unroll_takes_away(struct unroller *u, ir_id pointer)
{
    const struct ir_function *f = u->function;
    const struct ir_inst *inst = ir_def(f, pointer);
    if (ir_type_of(f, pointer) != IR_P_PRIVATE)
        return false;
    while (inst && inst->op == IR_OP_ptradd)
        inst = ir_def(f, inst->args[0].value);
    if (!inst || inst->op != IR_OP_alloca) /* a chosen pointer: may become one object's */
        return true;
    if (inst->size <= SMALL_BYTES)
        return true;
    uintptr_t known = (uintptr_t)map_get(&u->gains, inst->def);
    if (!known) {
        known = becomes_values(u, inst->def, 0) ? 2 : 1;
        map_put(&u->gains, inst->def, (void *)known);
    }
    return known == 2;
}
