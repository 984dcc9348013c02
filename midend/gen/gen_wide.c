/* Integers of 128 bits.  The IR has none: like the components of a vector, the halves of such a number are values of
 * their own from the start, i64, the lower one first.  What nobody reads of the upper one is dead code, so that
 * `1ULL` costs nothing in an expression that is stored in a ulong. */
#include "midend/gen/gen_wide.h"

#include "support/limit.h"

/* op: shl, lshr, ashr */
static ir_id
shift64(struct gen *g, enum ir_op op, ir_id a, uint64_t amount)
{
    return op64(g, op, a, ir_build_int(&g->b, IR_I32, amount));
}

struct gen_value
gen_wide(struct type *type, ir_id low, ir_id high)
{
    return (struct gen_value){.type = type, .count = 2, .at = {low, high}};
}

struct gen_value
gen_wide_constant(struct gen *g, struct type *type, uint64_t low, uint64_t high)
{
    return gen_wide(type, constant64(g, low), constant64(g, high));
}

/* ---- what is known of the upper half ---- */

static bool
is_constant(const struct gen *g, ir_id id, uint64_t bits)
{
    return ir_is_const(g->function, id) && ir_value(g->function, id)->bits == bits;
}

/* Does the lower half alone say, as a number without a sign, what the value is? */
static bool
is_zero_extended(const struct gen *g, const struct gen_value *value)
{
    return is_constant(g, value->at[1], 0);
}

/* The same as a number with a sign. */
static bool
is_sign_extended(const struct gen *g, const struct gen_value *value)
{
    const struct ir_value *low = ir_value(g->function, value->at[0]);
    const struct ir_inst *high = ir_def(g->function, value->at[1]);
    const struct ir_inst *extension = ir_def(g->function, value->at[0]);
    if (low->kind == IR_VALUE_CONST)
        return is_constant(g, value->at[1], (int64_t)low->bits < 0 ? UINT64_MAX : 0);
    if (extension && extension->op == IR_OP_zext)
        return is_zero_extended(g, value);
    return high && high->op == IR_OP_ashr && high->args[0].value == value->at[0] &&
           is_constant(g, high->args[1].value, 63);
}

/* How many bits the number needs that a value of i64 is, its sign included: 64 if nothing is known.  Within one
 * expression: variables are in memory yet. */
static unsigned
signed_bits(const struct gen *g, ir_id id, unsigned depth)
{
    const struct ir_value *value = ir_value(g->function, id);
    const struct ir_inst *inst = ir_def(g->function, id);
    if (value->kind == IR_VALUE_CONST) {
        int64_t number = (int64_t)value->bits;
        return 64u - (unsigned)__builtin_clrsbll(number);
    }
    if (!inst || LIMIT_MET(g->module->guard, WIDE_DEPTH, depth == LIMIT_WIDE_DEPTH))
        return 64;
    unsigned bits = 64, other = 0;
    ir_id first = inst->arg_count ? inst->args[0].value : 0;
    switch (inst->op) {
    case IR_OP_sext:
        return ir_type_bits(ir_type_of(g->function, first));
    case IR_OP_zext:
        return ir_type_bits(ir_type_of(g->function, first)) + 1;
    case IR_OP_add:
    case IR_OP_sub:
    case IR_OP_mul:
        bits = signed_bits(g, first, depth + 1);
        other = signed_bits(g, inst->args[1].value, depth + 1);
        bits = inst->op == IR_OP_mul ? bits + other : (bits > other ? bits : other) + 1;
        return bits < 64 ? bits : 64;
    default:
        return 64;
    }
}

/* The sum, difference or product of two numbers that are known to be small, in 64 bits; false: they are not. */
static bool
compute_narrow(struct gen *g, enum ir_op op, struct type *type, const struct gen_value *a,
               const struct gen_value *b, struct gen_value *result)
{
    if (!is_sign_extended(g, a) || !is_sign_extended(g, b))
        return false;
    unsigned x = signed_bits(g, a->at[0], 0), y = signed_bits(g, b->at[0], 0);
    if ((op == IR_OP_mul ? x + y : (x > y ? x : y) + 1) > 64)
        return false;
    ir_id low = op64(g, op, a->at[0], b->at[0]);
    *result = gen_wide(type, low, shift64(g, IR_OP_ashr, low, 63));
    return true;
}

/* ---- arithmetic ---- */

static struct gen_value
add(struct gen *g, struct type *type, const struct gen_value *a, const struct gen_value *b)
{
    ir_id low = op64(g, IR_OP_add, a->at[0], b->at[0]);
    ir_id carry =
        test64(g, IR_OP_ult, low, ir_is_const(g->function, b->at[0]) ? b->at[0] : a->at[0]);
    ir_id high = op64(g, IR_OP_add, a->at[1], b->at[1]);
    return gen_wide(type, low,
                    op64(g, IR_OP_add, high, ir_build1(&g->b, IR_OP_zext, IR_I64, carry)));
}

static struct gen_value
subtract(struct gen *g, struct type *type, const struct gen_value *a, const struct gen_value *b)
{
    ir_id low = op64(g, IR_OP_sub, a->at[0], b->at[0]);
    ir_id borrow = test64(g, IR_OP_ult, a->at[0], b->at[0]);
    ir_id high = op64(g, IR_OP_sub, a->at[1], b->at[1]);
    return gen_wide(type, low,
                    op64(g, IR_OP_sub, high, ir_build1(&g->b, IR_OP_zext, IR_I64, borrow)));
}

static struct gen_value
multiply(struct gen *g, struct type *type, const struct gen_value *a, const struct gen_value *b)
{
    ir_id low = op64(g, IR_OP_mul, a->at[0], b->at[0]);
    if (is_sign_extended(g, a) && is_sign_extended(g, b) &&
        !(is_zero_extended(g, a) && is_zero_extended(g, b)))
        return gen_wide(type, low, op64(g, IR_OP_smulhi, a->at[0], b->at[0]));
    ir_id high = op64(g, IR_OP_umulhi, a->at[0], b->at[0]);
    if (!is_zero_extended(g, b))
        high = op64(g, IR_OP_add, high, op64(g, IR_OP_mul, a->at[0], b->at[1]));
    if (!is_zero_extended(g, a))
        high = op64(g, IR_OP_add, high, op64(g, IR_OP_mul, a->at[1], b->at[0]));
    return gen_wide(type, low, high);
}

/* By a number that is known: 0 to 127. */
static struct gen_value
shift_by_constant(struct gen *g, enum ir_op op, struct type *type, const struct gen_value *a,
                  uint64_t amount)
{
    bool is_left = op == IR_OP_shl;
    ir_id from = a->at[is_left ? 0 : 1]; /* the half that bits leave for the other one */
    if (amount == 0)
        return gen_wide(type, a->at[0], a->at[1]);
    ir_id rest = amount == 64 ? from : shift64(g, op, from, amount % 64);
    ir_id empty = op == IR_OP_ashr ? shift64(g, op, from, 63) : constant64(g, 0);
    if (amount >= 64)
        return is_left ? gen_wide(type, empty, rest) : gen_wide(type, rest, empty);
    ir_id by = ir_build_int(&g->b, IR_I32, is_left ? 64 - amount : amount);
    ir_id both = ir_build3(&g->b, IR_OP_fshr, IR_I64, a->at[1], a->at[0], by);
    return is_left ? gen_wide(type, rest, both) : gen_wide(type, both, rest);
}

/* The amount counts modulo 128, as that of other shifts modulo their width. */
static struct gen_value
shift(struct gen *g, enum ir_op op, struct type *type, const struct gen_value *a, ir_id amount)
{
    if (ir_is_const(g->function, amount))
        return shift_by_constant(g, op, type, a, ir_value(g->function, amount)->bits % 128);
    ir_id bit = ir_build2(&g->b, IR_OP_and, IR_I32, amount, ir_build_int(&g->b, IR_I32, 64));
    ir_id is_far = test64(g, IR_OP_ne, bit, ir_build_int(&g->b, IR_I32, 0));
    ir_id low = a->at[0], high = a->at[1], far_low, far_high;
    if (op ==
        IR_OP_shl) { /* the lower half by 64 - amount to the right, in two steps: that may be 64 */
        ir_id rest = ir_build2(&g->b, IR_OP_xor, IR_I32, amount, ir_build_int(&g->b, IR_I32, 63));
        ir_id moved = op64(g, IR_OP_lshr, shift64(g, IR_OP_lshr, low, 1), rest);
        high = op64(g, IR_OP_or, op64(g, op, high, amount), moved);
        low = op64(g, op, low, amount);
        far_low = constant64(g, 0);
        far_high = low;
    } else {
        low = ir_build3(&g->b, IR_OP_fshr, IR_I64, high, low, amount);
        far_high = op == IR_OP_ashr ? shift64(g, op, high, 63) : constant64(g, 0);
        high = op64(g, op, high, amount);
        far_low = high;
    }
    return gen_wide(type, ir_build3(&g->b, IR_OP_select, IR_I64, is_far, far_low, low),
                    ir_build3(&g->b, IR_OP_select, IR_I64, is_far, far_high, high));
}

/* libclc-lite/integer/wide.cl */
static struct gen_value
divide_by_library(struct gen *g, enum ir_op op, struct type *type, const struct gen_value *a,
                  const struct gen_value *b)
{
    static const uint8_t results[] = {IR_I64, IR_I64};
    const ir_id args[] = {a->at[0], a->at[1], b->at[0], b->at[1]};
    const char *name = arena_printf(g->arena, "__occ_%s128", ir_op_name[op]);
    ir_id first = gen_library_call(g, name, args, NULL, 4, results, 2)->def;
    return gen_wide(type, first, first + 1);
}

static struct gen_value
divide(struct gen *g, enum ir_op op, struct type *type, const struct gen_value *a,
       const struct gen_value *b)
{
    bool is_quotient = op == IR_OP_sdiv || op == IR_OP_udiv;
    if (is_zero_extended(g, a) && is_zero_extended(g, b)) {
        enum ir_op narrow = is_quotient ? IR_OP_udiv : IR_OP_urem;
        return gen_wide(type, op64(g, narrow, a->at[0], b->at[0]), constant64(g, 0));
    }
    if ((op != IR_OP_sdiv && op != IR_OP_srem) || !is_sign_extended(g, a) ||
        !is_sign_extended(g, b))
        return divide_by_library(g, op, type, a, b);
    ir_id low = op64(g, op, a->at[0], b->at[0]), high = shift64(g, IR_OP_ashr, low, 63);
    if (!is_quotient)
        return gen_wide(type, low, high);
    /* -2^63 / -1 is 2^63 */
    ir_id is_least = test64(g, IR_OP_eq, a->at[0], constant64(g, (uint64_t)INT64_MIN));
    ir_id is_minus_one = test64(g, IR_OP_eq, b->at[0], constant64(g, UINT64_MAX));
    ir_id is_larger = ir_build2(&g->b, IR_OP_and, IR_I1, is_least, is_minus_one);
    return gen_wide(type, low,
                    ir_build3(&g->b, IR_OP_select, IR_I64, is_larger, constant64(g, 0), high));
}

struct gen_value
gen_wide_arithmetic(struct gen *g, enum ir_op op, struct type *type, const struct gen_value *a,
                    const struct gen_value *b)
{
    struct gen_value result;
    if ((op == IR_OP_add || op == IR_OP_sub || op == IR_OP_mul) &&
        compute_narrow(g, op, type, a, b, &result))
        return result;
    switch (op) {
    case IR_OP_add:
        return add(g, type, a, b);
    case IR_OP_sub:
        return subtract(g, type, a, b);
    case IR_OP_mul:
        return multiply(g, type, a, b);
    case IR_OP_shl:
    case IR_OP_lshr:
    case IR_OP_ashr:
        return shift(g, op, type, a, gen_int_resize(g, b->at[0], false, IR_I32));
    case IR_OP_udiv:
    case IR_OP_sdiv:
    case IR_OP_urem:
    case IR_OP_srem:
        return divide(g, op, type, a, b);
    default: /* and, or, xor */
        return gen_wide(type, op64(g, op, a->at[0], b->at[0]), op64(g, op, a->at[1], b->at[1]));
    }
}

/* ---- comparisons ---- */

ir_id
gen_wide_compare(struct gen *g, enum ir_op op, const struct gen_value *a, const struct gen_value *b)
{
    /* of the upper halves if they differ, and of the lower ones else */
    static const uint8_t parts[][3] = {
        {IR_OP_ult, IR_OP_ult, IR_OP_ult}, {IR_OP_ule, IR_OP_ult, IR_OP_ule},
        {IR_OP_ugt, IR_OP_ugt, IR_OP_ugt}, {IR_OP_uge, IR_OP_ugt, IR_OP_uge},
        {IR_OP_slt, IR_OP_slt, IR_OP_ult}, {IR_OP_sle, IR_OP_slt, IR_OP_ule},
        {IR_OP_sgt, IR_OP_sgt, IR_OP_ugt}, {IR_OP_sge, IR_OP_sgt, IR_OP_uge}};
    if (op == IR_OP_eq || op == IR_OP_ne)
        return ir_build2(&g->b, op == IR_OP_eq ? IR_OP_and : IR_OP_or, IR_I1,
                         test64(g, op, a->at[0], b->at[0]), test64(g, op, a->at[1], b->at[1]));
    uint32_t i = 0;
    while (parts[i][0] != op)
        i++;
    if (is_zero_extended(g, a) && is_zero_extended(g, b))
        return test64(g, (enum ir_op)parts[i][2], a->at[0], b->at[0]);
    if (i >= 4 && is_sign_extended(g, a) && is_sign_extended(g, b))
        return test64(g, op, a->at[0], b->at[0]);
    ir_id is_same = test64(g, IR_OP_eq, a->at[1], b->at[1]);
    ir_id low = test64(g, (enum ir_op)parts[i][2], a->at[0], b->at[0]);
    return ir_build2(&g->b, IR_OP_or, IR_I1, test64(g, (enum ir_op)parts[i][1], a->at[1], b->at[1]),
                     ir_build2(&g->b, IR_OP_and, IR_I1, is_same, low));
}

ir_id
gen_wide_is_true(struct gen *g, const struct gen_value *value)
{
    return test64(g, IR_OP_ne, op64(g, IR_OP_or, value->at[0], value->at[1]), constant64(g, 0));
}

/* ---- conversions ---- */

static struct gen_value
extend(struct gen *g, struct type *to, ir_id id, bool is_signed)
{
    is_signed = is_signed && ir_type_of(g->function, id) != IR_I1;
    ir_id low = gen_int_resize(g, id, is_signed, IR_I64);
    return gen_wide(to, low, is_signed ? shift64(g, IR_OP_ashr, low, 63) : constant64(g, 0));
}

static struct gen_value
from_float(struct gen *g, struct type *to, ir_id id)
{
    static const uint8_t results[] = {IR_I64, IR_I64};
    if (ir_type_of(g->function, id) == IR_F16) /* its numbers are inside int's range */
        return extend(g, to, ir_build1(&g->b, IR_OP_fptosi, IR_I32, id), true);
    const char *name =
        arena_printf(g->arena, "__occ_convert_%s_%s", gen_is_signed(to) ? "i128" : "u128",
                     ir_type_name(ir_type_of(g->function, id)));
    ir_id first = gen_library_call(g, name, &id, NULL, 1, results, 2)->def;
    return gen_wide(to, first, first + 1);
}

/* To the nearest number, ties to even. */
static ir_id
to_float(struct gen *g, const struct gen_value *value, enum ir_type to)
{
    if (to == IR_F16) /* half's range is inside float's; this rounds twice only above 2^24 */
        return ir_build1(&g->b, IR_OP_fptrunc, to, to_float(g, value, IR_F32));
    if (is_zero_extended(g, value))
        return ir_build1(&g->b, IR_OP_uitofp, to, value->at[0]);
    bool is_signed = gen_is_signed(value->type);
    if (is_signed && is_sign_extended(g, value))
        return ir_build1(&g->b, IR_OP_sitofp, to, value->at[0]);
    const char *name = arena_printf(g->arena, "__occ_convert_%s_%s", ir_type_name(to),
                                    is_signed ? "i128" : "u128");
    return gen_library_call1(g, name, to, value->at, 2);
}

struct gen_value
gen_wide_convert(struct gen *g, struct gen_value value, struct type *to)
{
    enum ir_type type = gen_type(g, to);
    if (gen_is_wide(to) && gen_is_wide(value.type))
        return gen_wide(to, value.at[0], value.at[1]);
    if (gen_is_wide(to))
        return gen_is_float(value.type) ? from_float(g, to, value.at[0])
                                        : extend(g, to, value.at[0], gen_is_signed(value.type));
    if (type == IR_I1)
        return gen_value1(to, gen_wide_is_true(g, &value));
    if (ir_is_float(type))
        return gen_value1(to, to_float(g, &value, type));
    return gen_value1(to, gen_int_resize(g, value.at[0], false, type));
}
