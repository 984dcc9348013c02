/* Sums and differences that saturate, where no instruction clamps: of 8, 16 and 64 bits, and of 32 where the target
 * has none (IR_LACKS_SATURATION, IR_LACKS_SIGNED_SATURATION).
 *
 * Small numbers are added in 32 bits, where nothing overflows, and clamped.  Else
 *
 *   uadd_sat x, y   ->   umin(x, ~y) + y         usub_sat x, y   ->   umax(x, y) - y
 *   sadd_sat x, y   ->   the sum; the bound of the sign that it has not where (sum < x) != (y < 0) */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"
#include "midend/ir/ir_info.h"

struct saturation {
    struct ir_builder b;
    enum ir_op op;
    enum ir_type type;
    ir_id x, y;
};

static ir_id
op2(struct saturation *s, enum ir_op op, ir_id a, ir_id b)
{
    return ir_build2(&s->b, op, s->type, a, b);
}

static ir_id
number(struct saturation *s, uint64_t value)
{
    return ir_const(s->b.function, s->type, value);
}

static bool
is_signed(const struct saturation *s)
{
    return s->op == IR_OP_sadd_sat || s->op == IR_OP_ssub_sat;
}

static bool
is_minus(const struct saturation *s)
{
    return s->op == IR_OP_usub_sat || s->op == IR_OP_ssub_sat;
}

/* No difference of unsigned numbers is above the first. */
static ir_id
saturate_small(struct saturation *s)
{
    enum ir_type small = s->type;
    uint64_t most = ir_mask(small), half = most >> 1;
    enum ir_op extend = is_signed(s) ? IR_OP_sext : IR_OP_zext;
    s->type = IR_I32;
    ir_id x = ir_build1(&s->b, extend, IR_I32, s->x), y = ir_build1(&s->b, extend, IR_I32, s->y);
    ir_id sum;
    if (s->op == IR_OP_usub_sat) {
        sum = op2(s, IR_OP_sub, op2(s, IR_OP_umax, x, y), y);
    } else {
        sum = op2(s, is_minus(s) ? IR_OP_sub : IR_OP_add, x, y);
        if (is_signed(s))
            sum = op2(s, IR_OP_smax, sum, number(s, ~half));
        sum = op2(s, is_signed(s) ? IR_OP_smin : IR_OP_umin, sum,
                  number(s, is_signed(s) ? half : most));
    }
    return ir_build1(&s->b, IR_OP_trunc, small, sum);
}

static ir_id
saturate_unsigned(struct saturation *s)
{
    if (is_minus(s))
        return op2(s, IR_OP_sub, op2(s, IR_OP_umax, s->x, s->y), s->y);
    ir_id room = op2(s, IR_OP_xor, s->y, number(s, UINT64_MAX));
    return op2(s, IR_OP_add, op2(s, IR_OP_umin, s->x, room), s->y);
}

/* A sum is below x where y is negative, a difference above it; where it is otherwise, it has overflowed, and has the
 * sign that the bound has not. */
static ir_id
saturate_signed(struct saturation *s)
{
    ir_id sum = op2(s, is_minus(s) ? IR_OP_sub : IR_OP_add, s->x, s->y);
    ir_id moved = ir_build2(&s->b, is_minus(s) ? IR_OP_sgt : IR_OP_slt, IR_I1, sum, s->x);
    ir_id negative = ir_build2(&s->b, IR_OP_slt, IR_I1, s->y, number(s, 0));
    ir_id overflow = ir_build2(&s->b, IR_OP_xor, IR_I1, moved, negative);
    ir_id sign = op2(s, IR_OP_ashr, sum, number(s, 31));
    ir_id bound = op2(s, IR_OP_xor, sign, number(s, UINT64_C(1) << 31));
    return ir_build3(&s->b, IR_OP_select, IR_I32, overflow, bound, sum);
}

/* Of 64 bits comparisons are dear: by the signs alone, which a sum that has not overflowed has of x or of y. */
static ir_id
saturate_wide(struct saturation *s)
{
    ir_id sum = op2(s, is_minus(s) ? IR_OP_sub : IR_OP_add, s->x, s->y);
    s->type = IR_I32;
    ir_id x = ir_build1(&s->b, IR_OP_unpack_hi, IR_I32, s->x),
          y = ir_build1(&s->b, IR_OP_unpack_hi, IR_I32, s->y);
    ir_id low = ir_build1(&s->b, IR_OP_unpack_lo, IR_I32, sum),
          high = ir_build1(&s->b, IR_OP_unpack_hi, IR_I32, sum);
    ir_id differs = op2(s, IR_OP_xor, x, high),
          other = op2(s, IR_OP_xor, y, is_minus(s) ? x : high);
    ir_id overflow =
        ir_build2(&s->b, IR_OP_slt, IR_I1, op2(s, IR_OP_and, differs, other), number(s, 0));
    ir_id sign = op2(s, IR_OP_ashr, high, number(s, 31));
    ir_id bound = op2(s, IR_OP_xor, sign, number(s, UINT64_C(1) << 31));
    low = ir_build3(&s->b, IR_OP_select, IR_I32, overflow, sign, low);
    high = ir_build3(&s->b, IR_OP_select, IR_I32, overflow, bound, high);
    return ir_build2(&s->b, IR_OP_pack64, IR_I64, low, high);
}

static ir_id
saturated(struct saturation *s)
{
    unsigned lacks = s->b.function->module->lacks;
    unsigned lack = is_signed(s) ? IR_LACKS_SIGNED_SATURATION : IR_LACKS_SATURATION;
    if (s->type == IR_I8 || s->type == IR_I16)
        return saturate_small(s);
    if (s->type == IR_I32 && !(lacks & lack))
        return 0;
    return !is_signed(s)       ? saturate_unsigned(s)
           : s->type == IR_I64 ? saturate_wide(s)
                               : saturate_signed(s);
}

bool
lower_saturation(struct ir_function *function)
{
    bool changed = false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (inst->op < IR_OP_uadd_sat || inst->op > IR_OP_ssub_sat)
                continue;
            struct saturation s = {.b = {function, block, inst, inst->loc},
                                   .op = (enum ir_op)inst->op,
                                   .type = (enum ir_type)inst->type,
                                   .x = inst->args[0].value,
                                   .y = inst->args[1].value};
            ir_id value = saturated(&s);
            if (!value)
                continue;
            ir_replace_uses(function, inst->def, value);
            ir_remove(inst);
            changed = true;
        }
    return changed;
}
