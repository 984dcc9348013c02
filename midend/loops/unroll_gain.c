/* Does unrolling take an access to private memory away?  It does when the index changes from one
 * iteration to the next, is a constant in each copy, and the object becomes values: when every index
 * into it is counted by loops that run as often as is known, or when it is so small that opt_small_arrays
 * chooses among its dwords.  An index that comes from data keeps the whole object in memory, and
 * what is accessed at a constant index, or one that an outer loop counts, needs no copies: then a
 * copy of the loop for each iteration is only larger.
 *
 *   for (i = 0; i < 9; i++) s += x[i];     gains            for (i = 0; i < 9; i++) s += x[2];   not */
#include "midend/loops/unroll.h"

enum { SMALL_BYTES = 64, MAX_DEPTH = 12 };

/* Phis that are being looked at: they are what this is to find out, so they do no harm. */
struct assumed {
    const struct ir_inst *phi;
    const struct assumed *outer;
};

static bool is_counted(const struct unroller *u, ir_id id, const struct assumed *assumed,
                       unsigned depth);

static bool
has_known_test(const struct unroller *u, const struct ir_block *block,
               const struct assumed *assumed, unsigned depth)
{
    return block && block->last->op == IR_OP_cbr &&
           is_counted(u, block->last->args[0].value, assumed, depth);
}

/* It starts with what is known, changes by it, and as often as is known. */
static bool
is_counter(const struct unroller *u, const struct ir_inst *phi, const struct assumed *outer,
           unsigned depth)
{
    const struct ana_loop *loop =
        phi->block->id < u->block_count ? u->loops->of[phi->block->id] : NULL;
    struct assumed assumed = {phi, outer};
    for (const struct assumed *other = outer; other; other = other->outer)
        if (other->phi == phi)
            return true;
    if (!loop || loop->header != phi->block)
        return false;
    for (uint32_t i = 0; i < phi->arg_count; i++)
        if (!is_counted(u, phi->args[i].value, &assumed, depth))
            return false;
    return has_known_test(u, loop->header, &assumed, depth) ||
           has_known_test(u, loop->latch, &assumed, depth);
}

/* A table of constants: it is read while copying (unroll_copy.c), at an index that is counted. */
static bool
is_of_table(const struct unroller *u, const struct ir_inst *load, const struct assumed *assumed,
            unsigned depth)
{
    const struct ir_inst *inst = ir_def(u->function, load->args[0].value);
    for (; inst && inst->op == IR_OP_ptradd; inst = ir_def(u->function, inst->args[0].value))
        if (!is_counted(u, inst->args[1].value, assumed, depth))
            return false;
    return inst && inst->op == IR_OP_symbol && inst->global->space == IR_SPACE_CONSTANT &&
           inst->global->bytes;
}

/* Is it computed from constants and from what loops count? */
static bool
is_counted(const struct unroller *u, ir_id id, const struct assumed *assumed, unsigned depth)
{
    const struct ir_function *f = u->function;
    const struct ir_inst *inst = ir_def(f, id);
    if (ir_is_const(f, id))
        return true;
    if (!inst || depth == MAX_DEPTH)
        return false;
    if (inst->op == IR_OP_phi)
        return is_counter(u, inst, assumed, depth + 1);
    if (inst->op == IR_OP_load)
        return is_of_table(u, inst, assumed, depth + 1);
    if (!(ir_op_flags((enum ir_op)inst->op) & IR_PURE) || inst->arg_count == 0)
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!is_counted(u, inst->args[i].value, assumed, depth + 1))
            return false;
    return true;
}

/* Is it computed in the loop from what the loop or one inside it counts? */
static bool
changes(const struct unroller *u, ir_id id, unsigned depth)
{
    const struct ir_inst *inst = ir_def(u->function, id);
    if (!inst || depth > MAX_DEPTH || !unroll_inside(u, inst->block))
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
        if (user->op != IR_OP_ptradd || depth == MAX_DEPTH ||
            !is_counted(u, user->args[1].value, NULL, 0) ||
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
unroll_is_count(const struct unroller *u, const struct ir_inst *phi)
{
    return is_counter(u, phi, NULL, 0);
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
        if (!is_counted(u, inst->args[1].value, NULL, 0))
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
