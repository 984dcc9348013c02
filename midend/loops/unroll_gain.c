/* Does unrolling take an access to private memory away?  It does when the index changes from one
 * iteration to the next, is a constant in each copy, and the object becomes values: when every index
 * into it is counted by loops that run as often as is known, or when it is so small that opt_small_arrays
 * chooses among its dwords.  An index that comes from data keeps the whole object in memory, and
 * what is accessed at a constant index, or one that an outer loop counts, needs no copies: then a
 * copy of the loop for each iteration is only larger.  Loops inside of one that is copied may count from its
 * counter: where two thirds of the accesses and more have indices that loops count, these get constant offsets
 * then, and later passes tell them apart.  That is worth some code (an elimination in a double m[6][6], rows
 * swapped: 73,469 -> 37,209 cycles).
 *
 *   for (i = 0; i < 9; i++) s += x[i];     gains            for (i = 0; i < 9; i++) s += x[2];   not */
#include "midend/loops/unroll.h"
#include "support/limit.h"

enum { SMALL_BYTES = 4 * LIMIT_SMALL_ARRAY_CHOICES }; /* as in opt_small_arrays */

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

/* How the object is accessed through the pointer: false if anything else is done with it. */
struct accesses {
    unsigned counted, by_data;
};

static bool
look_at_accesses(const struct unroller *u, ir_id pointer, bool counted, unsigned depth,
                 struct accesses *all)
{
    const struct ir_function *f = u->function;
    for (const struct ir_use *use = ir_value(f, pointer)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        bool is_address = use == &user->args[0];
        if (user->op == IR_OP_memcpy || user->op == IR_OP_memzero)
            continue;
        if ((user->op == IR_OP_load || user->op == IR_OP_store) && is_address) {
            *(counted ? &all->counted : &all->by_data) += 1;
            continue;
        }
        if (user->op != IR_OP_ptradd ||
            LIMIT_MET(u->arena.guard, ADDRESS_CHAIN, depth == LIMIT_ADDRESS_CHAIN) ||
            !look_at_accesses(u, user->def, counted && is_counted(u, user->args[1].value),
                              depth + 1, all))
            return false;
    }
    return true;
}

/* What becomes of the object once all loops that count its indices are unrolled. */
static enum unroll_gain
gain_of(struct unroller *u, const struct ir_inst *object)
{
    uintptr_t known = (uintptr_t)map_get(&u->gains, object->def);
    if (!known) {
        struct accesses all = {0};
        enum unroll_gain gain = UNROLL_NOTHING;
        if (look_at_accesses(u, object->def, true, 0, &all))
            gain = !all.by_data                     ? UNROLL_VALUES
                   : all.counted >= 2 * all.by_data ? UNROLL_OFFSETS
                                                    : UNROLL_NOTHING;
        known = 1 + gain;
        map_put(&u->gains, object->def, (void *)known);
    }
    return (enum unroll_gain)(known - 1);
}

enum unroll_gain
unroll_gain(struct unroller *u, ir_id pointer)
{
    const struct ir_function *f = u->function;
    const struct ir_inst *inst = ir_def(f, pointer);
    bool becomes_constant = false;
    if (ir_type_of(f, pointer) != IR_P_PRIVATE)
        return UNROLL_NOTHING;
    for (; inst && inst->op == IR_OP_ptradd; inst = ir_def(f, inst->args[0].value)) {
        if (!is_counted(u, inst->args[1].value))
            return UNROLL_NOTHING;
        becomes_constant |= changes(u, inst->args[1].value, 0);
    }
    if (inst && inst->op != IR_OP_alloca && unroll_inside(u, inst->block))
        return UNROLL_VALUES; /* a chosen pointer: may become one object's */
    if (!becomes_constant)
        return UNROLL_NOTHING;
    if (!inst || inst->op != IR_OP_alloca || inst->size <= SMALL_BYTES)
        return UNROLL_VALUES;
    return gain_of(u, inst);
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
    return inst && inst->op == IR_OP_alloca && gain_of(u, inst) == UNROLL_VALUES;
}
