/* Strength reduction: a product that grows by the same amount in every iteration of a loop becomes
 * a sum.  Only products that differ between lanes: vector multiplications take four times as long
 * as additions, scalar ones do not.  Sums wrap like products, so overflow does not matter.
 *
 *   loop: %i = phi [%s, ..], [%i + 16, ..]; %p = mul (add %i, %y), %n
 *   ->    before: %a = mul (add %s, %y), %n; %d = mul 16, %n
 *         loop: %p = phi [%a, ..], [%p + %d, ..]
 *
 * (Allen, Cocke, Kennedy, "Reduction of operator strength", 1981.) */
#include "midend/pass.h"

#include "midend/loops/reduce.h"
#include "support/limit.h"

/* Sums wrap like products. */
static bool
is_product(const struct ana_induction *at, const struct ir_inst *inst)
{
    return inst->op == IR_OP_mul && inst->type == IR_I32 &&
           (ana_is_outside(at, inst->args[0].value) || ana_is_outside(at, inst->args[1].value));
}

static bool
is_any(const struct ana_loop *loop)
{
    (void)loop;
    return true;
}

bool
opt_strength(struct ir_function *function)
{
    return reduce_loops(function, &(struct reduction){is_product, is_any, LIMIT_LOOP_PRODUCTS,
                                                      LIMIT_ROW_LOOP_PRODUCTS, true});
}
