/* Strength reduction of addresses: one that moves by the same distance in every iteration of an
 * innermost loop becomes a pointer that is moved.  Copies of the iteration (opt_unroll.c) then access
 * memory at constant distances, side by side.
 *
 *   loop: %i = phi [%s, ..], [add %i, 1, ..]; %p = ptradd %base, shl (sext (add nsw %i, %y)), 2
 *   ->    before: %a = ptradd %base, shl (sext (add %s, %y)), 2
 *         loop: %p = phi [%a, ..], [ptradd %p, 4, ..]
 *
 * Sums and products of 64 bits may wrap: so does the pointer.  Those of 32 bits that are widened may
 * not, or the widened one would jump.  An unsigned one is left alone: it needs no register for its
 * upper half, where instructions take a scalar base.  See opt_strength.c, for other products. */
#include "midend/pass.h"

#include "midend/loops/reduce.h"
#include "support/limit.h"

/* In an object that the program holds: which element, unrolling may know. */
static bool
is_object(const struct ana_induction *at, ir_id pointer)
{
    const struct ir_inst *def = ir_def(at->function, pointer);
    return def && def->op == IR_OP_symbol;
}

/* An address that nobody after the loop needs: the pointer has moved on then.  One that is a moving
 * pointer with something added is good as it is. */
static bool
is_address(const struct ana_induction *at, const struct ir_inst *inst)
{
    if (inst->op != IR_OP_ptradd || ir_type_bits((enum ir_type)inst->type) != 64 ||
        ana_is_outside(at, inst->args[1].value) || is_object(at, inst->args[0].value))
        return false;
    for (struct ir_use *use = ir_value(at->function, inst->def)->uses; use; use = use->next)
        if (!ana_loop_contains(at->loop, at->loops->of[use->user->block->id]))
            return false;
    return true;
}

/* A loop that is also left from its middle, such as a search, often ends before a pointer pays. */
static bool
is_innermost(const struct ana_loop *loop)
{
    return loop->is_innermost && loop->exit_count == 1;
}

bool
opt_addresses(struct ir_function *function)
{
    return reduce_loops(function, &(struct reduction){is_address, is_innermost, LIMIT_LOOP_POINTERS,
                                                      LIMIT_ROW_LOOP_POINTERS, false});
}
