/* Does unrolling take an access to private memory away?  It does when the index changes from one
 * iteration to the next, is a constant in each copy, and the object becomes values: when every index
 * into it is counted by loops that run as often as is known, or when it is so small that opt_small_arrays
 * chooses among its dwords.  An index that comes from data keeps the whole object in memory, and
 * what is accessed at a constant index, or one that an outer loop counts, needs no copies: then a
 * copy of the loop for each iteration is only larger.
 *
 *   for (i = 0; i < 9; i++) s += x[i];     gains            for (i = 0; i < 9; i++) s += x[2];   not */
#include "midend/loops/unroll.h"
#include "support/limit.h"

enum { SMALL_BYTES = 4 * LIMIT_SMALL_ARRAY_DWORDS }; /* as in opt_small_arrays */

static bool
is_counted(const struct unroller *u, ir_id id)
{
    return ana_is_counted(u->function, u->loops, id);
}

/* Is it computed in the loop from what the loop or one inside it counts? */
static bool
changes(const struct unroller *u, ir_id id, unsigned depth)
{
    const struct ir_inst *inst = ir_def(u->function, id);
    if (!inst || !unroll_inside(u, inst->block) ||
        LIMIT_MET(u->arena.guard, COUNTED_DEPTH, depth > LIMIT_COUNTED_DEPTH))
        return false;
    if (inst->op == IR_OP_phi)
        return true;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (changes(u, inst->args[i].value, depth + 1))
            return true;
    return false;
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
        if (user->op != IR_OP_ptradd || !is_counted(u, user->args[1].value) ||
            LIMIT_MET(u->arena.guard, ADDRESS_CHAIN, depth == LIMIT_ADDRESS_CHAIN) ||
            !becomes_values(u, user->def, depth + 1))
            return false;
    }
    return true;
}

/* Does the object become values once all loops that count its indices are unrolled? */
static bool
is_value(struct unroller *u, const struct ir_inst *object)
{
    uintptr_t known = (uintptr_t)map_get(&u->gains, object->def);
    if (!known) {
        known = becomes_values(u, object->def, 0) ? 2 : 1;
        map_put(&u->gains, object->def, (void *)known);
    }
    return known == 2;
}

bool
unroll_takes_away(struct unroller *u, ir_id pointer)
{
    const struct ir_function *f = u->function;
    const struct ir_inst *inst = ir_def(f, pointer);
    bool becomes_constant = false;
    if (ir_type_of(f, pointer) != IR_P_PRIVATE)
        return false;
    for (; inst && inst->op == IR_OP_ptradd; inst = ir_def(f, inst->args[0].value)) {
        if (!is_counted(u, inst->args[1].value))
            return false;
        becomes_constant |= changes(u, inst->args[1].value, 0);
    }
    if (inst && inst->op != IR_OP_alloca && unroll_inside(u, inst->block))
        return true; /* a chosen pointer: may become one object's */
    if (!becomes_constant || !inst || inst->op != IR_OP_alloca || inst->size <= SMALL_BYTES)
        return becomes_constant;
    return is_value(u, inst);
}

bool
unroll_is_value(struct unroller *u, ir_id pointer)
{
    const struct ir_function *f = u->function;
    const struct ir_inst *inst = ir_def(f, pointer);
    if (ir_type_of(f, pointer) != IR_P_PRIVATE)
        return false;
    while (inst && inst->op == IR_OP_ptradd)
        inst = ir_def(f, inst->args[0].value);
    return inst && inst->op == IR_OP_alloca && is_value(u, inst);
}
