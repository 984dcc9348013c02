/* Operators on numbers and pointers; component-wise on vectors. */
#include "midend/gen/gen_internal.h"

#include <math.h>
#include <string.h>

/* The IR operation for each operator: floating, signed, unsigned. */
static const struct {
    uint8_t real, sint, uint;
} op_map[OP_KINDS] = {
    [OP_ADD] = {IR_OP_fadd, IR_OP_add, IR_OP_add},
    [OP_SUB] = {IR_OP_fsub, IR_OP_sub, IR_OP_sub},
    [OP_MUL] = {IR_OP_fmul, IR_OP_mul, IR_OP_mul},
    [OP_DIV] = {IR_OP_fdiv, IR_OP_sdiv, IR_OP_udiv},
    [OP_REM] = {0, IR_OP_srem, IR_OP_urem},
    [OP_SHL] = {0, IR_OP_shl, IR_OP_shl},
    [OP_SHR] = {0, IR_OP_ashr, IR_OP_lshr},
    [OP_AND] = {0, IR_OP_and, IR_OP_and},
    [OP_OR] = {0, IR_OP_or, IR_OP_or},
    [OP_XOR] = {0, IR_OP_xor, IR_OP_xor},
    [OP_LT] = {IR_OP_folt, IR_OP_slt, IR_OP_ult},
    [OP_GT] = {IR_OP_fogt, IR_OP_sgt, IR_OP_ugt},
    [OP_LE] = {IR_OP_fole, IR_OP_sle, IR_OP_ule},
    [OP_GE] = {IR_OP_foge, IR_OP_sge, IR_OP_uge},
    [OP_EQ] = {IR_OP_foeq, IR_OP_eq, IR_OP_eq},
    [OP_NE] = {IR_OP_fune, IR_OP_ne, IR_OP_ne},
};

static enum ir_op
op_of(enum operator_kind op, const struct type *type)
{
    if (gen_is_float(type))
        return (enum ir_op)op_map[op].real;
    return (enum ir_op)(gen_is_signed(type) ? op_map[op].sint : op_map[op].uint);
}

/* Correctly rounded by way of double: it has more than 2 * 24 + 2 bits, so rounding twice is the
 * same as rounding once (Figueroa, 1995).  b is 0 for an operation of one operand. */
ir_id
gen_exact_f32(struct gen *g, enum ir_op op, ir_id a, ir_id b)
{
    ir_id x = ir_build1(&g->b, IR_OP_fpext, IR_F64, a);
    ir_id wide = b ? ir_build2(&g->b, op, IR_F64, x, ir_build1(&g->b, IR_OP_fpext, IR_F64, b))
                   : ir_build1(&g->b, op, IR_F64, x);
    return ir_build1(&g->b, IR_OP_fptrunc, IR_F32, wide);
}

/* The reciprocal to 46 bits: hw_rcp has 23, and Newton's step doubles them. */
static ir_id
reciprocal64(struct gen *g, ir_id b, ir_id minus_b)
{
    const struct ir_value *known = ir_value(g->function, b);
    ir_id one = ir_build_float(&g->b, IR_F64, 1);
    double value;
    if (known->kind == IR_VALUE_CONST) {
        memcpy(&value, &known->bits, sizeof value);
        return ir_build_float(&g->b, IR_F64, 1 / value);
    }
    ir_id reciprocal = ir_build1(&g->b, IR_OP_hw_rcp, IR_F64, b);
    ir_id error = ir_build3(&g->b, IR_OP_fma, IR_F64, minus_b, reciprocal, one);
    return ir_build3(&g->b, IR_OP_fma, IR_F64, error, reciprocal, reciprocal);
}

/* Is it a power of two, or such that its reciprocal is not normal? */
static bool
divides_exactly(const struct gen *g, ir_id b)
{
    const struct ir_value *known = ir_value(g->function, b);
    double value;
    int exponent;
    if (known->kind != IR_VALUE_CONST)
        return false;
    memcpy(&value, &known->bits, sizeof value);
    return !isnormal(value) || !isnormal(1 / value) || fabs(frexp(value, &exponent)) == 0.5;
}

/* a / b within an ulp, as long as b, its reciprocal and the quotient are normal: what the quotient leaves
 * doubles its bits once more. */
static ir_id
relaxed_quotient(struct gen *g, enum ir_type type, ir_id a, ir_id b)
{
    if (type == IR_F32)
        return ir_build2(&g->b, IR_OP_fmul, type, a, ir_build1(&g->b, IR_OP_hw_rcp, type, b));
    if (divides_exactly(g, b))
        return ir_build2(&g->b, IR_OP_fdiv, type, a, b);
    ir_id minus_b = ir_build1(&g->b, IR_OP_fneg, type, b);
    ir_id reciprocal = reciprocal64(g, b, minus_b);
    ir_id quotient = ir_build2(&g->b, IR_OP_fmul, type, a, reciprocal);
    ir_id error = ir_build3(&g->b, IR_OP_fma, type, minus_b, quotient, a);
    return ir_build3(&g->b, IR_OP_fma, type, error, reciprocal, quotient);
}

ir_id
gen_compare(struct gen *g, enum operator_kind op, const struct gen_value *a,
            const struct gen_value *b)
{
    enum ir_op ir_op = op_of(op, a->type);
    return gen_is_wide(a->type) ? gen_wide_compare(g, ir_op, a, b)
                                : ir_build2(&g->b, ir_op, IR_I1, a->at[0], b->at[0]);
}

/* The scalar in every component where a vector is needed. */
static struct gen_value
widen(struct gen_value value, uint32_t count)
{
    if (value.count == 1)
        for (; value.count < count; value.count++)
            value.at[value.count] = value.at[0];
    return value;
}

static struct gen_value
compare_values(struct gen *g, enum operator_kind op, struct type *result, struct gen_value a,
               struct gen_value b)
{
    uint32_t count = gen_components(result);
    struct gen_value value = {.type = result, .count = count};
    enum ir_type type = gen_type(g, result);
    if (result->kind != TYPE_VECTOR) {
        ir_id test = gen_compare(g, op, &a, &b);
        value.at[0] = type == IR_I1 ? test : ir_build1(&g->b, IR_OP_zext, type, test);
        return value;
    }
    a = widen(a, count);
    b = widen(b, count);
    for (uint32_t i = 0; i < count; i++) { /* true is -1 (6.3.d) */
        ir_id test = ir_build2(&g->b, op_of(op, a.type), IR_I1, a.at[i], b.at[i]);
        value.at[i] = ir_build1(&g->b, IR_OP_sext, type, test);
    }
    return value;
}

static ir_id
shift_amount(struct gen *g, ir_id amount)
{
    return gen_int_resize(g, amount, false, IR_I32);
}

static struct gen_value
arithmetic(struct gen *g, enum operator_kind op, struct type *type, struct gen_value a,
           struct gen_value b)
{
    struct gen_value value = {.type = type, .count = gen_components(type)};
    enum ir_type ir = gen_type(g, type);
    enum ir_op ir_op = op_of(op, type);
    if (gen_is_wide(type))
        return gen_wide_arithmetic(g, ir_op, type, &a, &b);
    a = widen(a, value.count);
    b = widen(b, value.count);
    for (uint32_t i = 0; i < value.count; i++) {
        ir_id right = b.at[i];
        if (op == OP_SHL || op == OP_SHR)
            right = shift_amount(g, right);
        if (ir_op == IR_OP_fdiv && ir == IR_F32 && g->options->exact_f32_division) {
            value.at[i] = gen_exact_f32(g, ir_op, a.at[i], right);
            continue;
        }
        if (ir_op == IR_OP_fdiv && ir != IR_F16 && g->options->relaxed_math) {
            value.at[i] = relaxed_quotient(g, ir, a.at[i], right);
            continue;
        }
        value.at[i] = ir_build2(&g->b, ir_op, ir, a.at[i], right);
        if ((op == OP_DIV || op == OP_REM) && !gen_is_float(type))
            value.at[i] = gen_check_quotient(g, value.at[i], a.at[i], right, gen_is_signed(type));
        struct ir_inst *inst = ir_def(g->function, value.at[i]);
        if (inst && (op == OP_ADD || op == OP_SUB || op == OP_MUL) && gen_is_signed(type) &&
            !gen_is_float(type) &&
            !g->options->wraps) /* signed overflow is undefined (C99 6.5p5) */
            inst->no_wrap = IR_NO_SIGNED_WRAP;
    }
    return value;
}

/* Is the operand a * b that may be contracted with the addition (FP_CONTRACT ON is the default):
 * the same expression of the source, no cast in between? */
static bool
is_product(const struct gen *g, const struct expr *addition, const struct expr *operand)
{
    bool may = addition->contract == CONTRACT_DEFAULT ? g->options->fp_contract
                                                      : addition->contract == CONTRACT_ON;
    return may && operand->kind == EXPR_BINARY && operand->op == OP_MUL &&
           gen_is_float(operand->type);
}

static struct gen_value
negate(struct gen *g, struct gen_value value)
{
    enum ir_type ir = gen_type(g, value.type);
    if (gen_is_wide(value.type)) {
        struct gen_value zero = gen_zero(g, value.type);
        return gen_wide_arithmetic(g, IR_OP_sub, value.type, &zero, &value);
    }
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = ir_is_float(ir) ? ir_build1(&g->b, IR_OP_fneg, ir, value.at[i])
                                      : ir_build2(&g->b, IR_OP_sub, ir, ir_build_int(&g->b, ir, 0),
                                                  value.at[i]);
    return value;
}

/* a * b + c, a * b - c, c - a * b; product_first: the product is the left operand. */
static struct gen_value
contract(struct gen *g, const struct expr *expr, struct gen_value a, struct gen_value b,
         struct gen_value c, bool product_first)
{
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    if (expr->op == OP_SUB) {
        if (product_first)
            c = negate(g, c);
        else
            a = negate(g, a);
    }
    a = widen(a, value.count);
    b = widen(b, value.count);
    c = widen(c, value.count);
    enum ir_type ir = gen_type(g, expr->type);
    for (uint32_t i = 0; i < value.count; i++)
        value.at[i] = ir_build3(&g->b, IR_OP_fmad, ir, a.at[i], b.at[i], c.at[i]);
    return value;
}

static bool
try_contract(struct gen *g, struct expr *expr, struct gen_value *value)
{
    if ((expr->op != OP_ADD && expr->op != OP_SUB) || !gen_is_float(expr->type))
        return false;
    struct expr *left = expr->left, *right = expr->right;
    if (is_product(g, expr, left)) {
        struct gen_value a = gen_expr(g, left->left);
        struct gen_value b = gen_expr(g, left->right);
        *value = contract(g, expr, a, b, gen_expr(g, right), true);
        return true;
    }
    if (is_product(g, expr, right)) {
        struct gen_value c = gen_expr(g, left);
        struct gen_value a = gen_expr(g, right->left);
        *value = contract(g, expr, a, gen_expr(g, right->right), c, false);
        return true;
    }
    return false;
}

static uint32_t
step_of(const struct type *pointer)
{
    return pointer->base->size ? pointer->base->size : 1; /* void: GNU arithmetic */
}

static struct gen_value
pointer_add(struct gen *g, enum operator_kind op, struct type *type, struct gen_value pointer,
            struct gen_value index)
{
    ir_id offset = index.at[0];
    bool is_signed = gen_is_signed(index.type);
    if (op == OP_SUB) {
        enum ir_type wide =
            ir_type_bits(ir_type_of(g->function, pointer.at[0])) == 64 ? IR_I64 : IR_I32;
        offset = gen_int_resize(g, offset, is_signed, wide);
        offset = ir_build2(&g->b, IR_OP_sub, wide, ir_build_int(&g->b, wide, 0), offset);
    }
    return gen_value1(type, gen_ptradd(g, pointer.at[0], offset, is_signed, step_of(pointer.type)));
}

static struct gen_value
pointer_difference(struct gen *g, struct expr *expr)
{
    struct gen_value a = gen_expr(g, expr->left);
    struct gen_value b = gen_expr(g, expr->right);
    enum ir_type wide = ir_type_bits(ir_type_of(g->function, a.at[0])) == 64 ? IR_I64 : IR_I32;
    ir_id difference =
        ir_build2(&g->b, IR_OP_sub, wide, ir_build1(&g->b, IR_OP_ptrtoint, wide, a.at[0]),
                  ir_build1(&g->b, IR_OP_ptrtoint, wide, b.at[0]));
    uint32_t size = step_of(a.type);
    if ((size & (size - 1)) == 0)
        difference = ir_build2(&g->b, IR_OP_ashr, wide, difference,
                               ir_build_int(&g->b, IR_I32, (uint64_t)__builtin_ctz(size)));
    else
        difference =
            ir_build2(&g->b, IR_OP_sdiv, wide, difference, ir_build_int(&g->b, wide, size));
    return gen_value1(expr->type, gen_int_resize(g, difference, true, gen_type(g, expr->type)));
}

/* a op b once both are values; types decide between pointers, comparison and arithmetic. */
static struct gen_value
apply(struct gen *g, enum operator_kind op, struct type *type, struct gen_value a,
      struct gen_value b)
{
    if (op >= OP_LT && op <= OP_NE)
        return compare_values(g, op, type, a, b);
    if (a.type->kind == TYPE_POINTER)
        return pointer_add(g, op, type, a, b);
    if (b.type->kind == TYPE_POINTER)
        return pointer_add(g, op, type, b, a);
    return arithmetic(g, op, type, a, b);
}

struct gen_value
gen_binary(struct gen *g, struct expr *expr)
{
    enum operator_kind op = (enum operator_kind)expr->op;
    struct gen_value value;
    if (op == OP_COMMA) {
        gen_discard(g, expr->left);
        return gen_expr(g, expr->right);
    }
    if (op == OP_LAND || op == OP_LOR)
        return gen_logical(g, expr);
    if (op == OP_SUB && expr->left->type->kind == TYPE_POINTER &&
        expr->right->type->kind == TYPE_POINTER)
        return pointer_difference(g, expr);
    if (try_contract(g, expr, &value))
        return value;
    struct gen_value a = gen_expr(g, expr->left);
    struct gen_value b = gen_expr(g, expr->right);
    if (op == OP_ADD && expr->left->kind == EXPR_CONVERT && expr->left->cast == CAST_ARRAY)
        gen_check_index(g, expr->left->left, b.at[0], gen_is_signed(expr->right->type), true);
    return apply(g, op, expr->type, a, b);
}

/* left op= right and ++, --: reads, computes in the type of the computation, stores. */
static struct gen_value
update(struct gen *g, struct gen_lvalue lvalue, struct gen_value old, enum operator_kind op,
       struct type *computation, struct gen_value right)
{
    struct gen_value left = old, result;
    struct type *target = gen_unqualified(lvalue.type);
    if (lvalue.type->kind == TYPE_POINTER)
        computation = lvalue.type;
    else if (computation)
        left = gen_convert(g, old, computation);
    else
        computation = target;
    result = apply(g, op, computation, left, right);
    return gen_assigned(g, lvalue, gen_convert(g, result, lvalue.type));
}

/* x += a * b */
static bool
try_contract_assign(struct gen *g, struct expr *expr, struct gen_lvalue lvalue,
                    struct gen_value *value)
{
    if ((expr->op != OP_ADD && expr->op != OP_SUB) || !is_product(g, expr, expr->right))
        return false;
    struct type *computation = expr->computation_type ? expr->computation_type : expr->left->type;
    if (!gen_is_float(computation))
        return false;
    struct gen_value a = gen_expr(g, expr->right->left);
    struct gen_value b = gen_expr(g, expr->right->right);
    struct expr whole = {.op = expr->op, .type = gen_unqualified(computation)};
    struct gen_value c = gen_convert(g, gen_load(g, lvalue), whole.type);
    *value = gen_convert(g, contract(g, &whole, a, b, c, false), lvalue.type);
    gen_check_stored(g, &lvalue, value);
    gen_store(g, lvalue, *value);
    return true;
}

struct gen_value
gen_assign(struct gen *g, struct expr *expr)
{
    if (expr->op == OP_NONE) {
        struct gen_value value = gen_expr(g, expr->right);
        struct gen_lvalue lvalue = gen_lvalue(g, expr->left);
        if (!gen_is_aggregate(lvalue.type))
            value = gen_convert(g, value, lvalue.type);
        return gen_assigned(g, lvalue, value);
    }
    struct gen_value value;
    struct gen_lvalue lvalue = gen_lvalue(g, expr->left);
    if (try_contract_assign(g, expr, lvalue, &value))
        return value;
    struct gen_value right = gen_expr(g, expr->right);
    return update(g, lvalue, gen_load(g, lvalue), (enum operator_kind)expr->op,
                  expr->computation_type, right);
}

static struct gen_value
increment(struct gen *g, struct expr *expr)
{
    bool is_inc = expr->op == OP_PRE_INC || expr->op == OP_POST_INC;
    struct gen_lvalue lvalue = gen_lvalue(g, expr->left);
    struct gen_value old = gen_load(g, lvalue);
    struct type *computation = expr->computation_type;
    struct gen_value one = {.count = 1};
    if (lvalue.type->kind == TYPE_POINTER) {
        static const struct type index = {.kind = TYPE_INT};
        one.type = (struct type *)&index;
        one.at[0] = ir_build_int(&g->b, IR_I32, 1);
    } else {
        one.type = type_element(computation ? computation : lvalue.type);
        enum ir_type ir = gen_type(g, one.type);
        if (ir == IR_I1) { /* bool: ++ makes true, -- inverts */
            struct gen_value value =
                gen_value1(lvalue.type, is_inc ? ir_build_int(&g->b, IR_I1, 1)
                                               : ir_build2(&g->b, IR_OP_xor, IR_I1, old.at[0],
                                                           ir_build_int(&g->b, IR_I1, 1)));
            gen_store(g, lvalue, value);
            return expr->op >= OP_POST_INC ? old : value;
        }
        one.at[0] = ir_is_float(ir) ? ir_build_float(&g->b, ir, 1) : ir_build_int(&g->b, ir, 1);
        if (gen_is_wide(one.type))
            one = gen_wide_constant(g, one.type, 1, 0);
    }
    struct gen_value value = update(g, lvalue, old, is_inc ? OP_ADD : OP_SUB, computation, one);
    return expr->op >= OP_POST_INC ? old : value;
}

static struct gen_value
logical_not(struct gen *g, struct expr *expr)
{
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    enum ir_type type = gen_type(g, expr->type);
    if (expr->type->kind != TYPE_VECTOR) {
        ir_id id = ir_build2(&g->b, IR_OP_xor, IR_I1, gen_condition(g, expr->left),
                             ir_build_int(&g->b, IR_I1, 1));
        value.at[0] = type == IR_I1 ? id : ir_build1(&g->b, IR_OP_zext, type, id);
        return value;
    }
    struct gen_value operand = gen_expr(g, expr->left);
    return compare_values(g, OP_EQ, expr->type, operand,
                          gen_zero(g, gen_unqualified(expr->left->type)));
}

struct gen_value
gen_unary(struct gen *g, struct expr *expr)
{
    struct gen_value value;
    enum ir_type type;
    switch (expr->op) {
    case OP_PLUS:
        return gen_expr(g, expr->left);
    case OP_NEG:
        return negate(g, gen_expr(g, expr->left));
    case OP_COMPL:
        value = gen_expr(g, expr->left);
        type = gen_type(g, expr->type);
        for (uint32_t i = 0; i < value.count; i++)
            value.at[i] = ir_build2(&g->b, IR_OP_xor, type, value.at[i],
                                    ir_build_int(&g->b, type, UINT64_MAX));
        return value;
    case OP_NOT:
        return logical_not(g, expr);
    case OP_DEREF:
        return gen_load(g, gen_lvalue(g, expr));
    case OP_ADDRESS:
        if (expr->left->type->kind == TYPE_FUNCTION)
            return gen_function_address(g, expr);
        return gen_value1(expr->type, gen_address(g, expr->left));
    default:
        return increment(g, expr);
    }
}
