/* Boolean tests: conditions, short circuits and ?:. */
#include "midend/gen/gen_internal.h"

static ir_id
is_true(struct gen *g, const struct type *type, ir_id id)
{
    enum ir_type ir = ir_type_of(g->function, id);
    if (ir == IR_I1)
        return id;
    if (ir_is_float(ir))
        return ir_build2(&g->b, IR_OP_fune, IR_I1, id, ir_build_float(&g->b, ir, 0));
    (void)type;
    uint64_t zero = ir_is_pointer(ir) ? ir_null(ir) : 0;
    return ir_build2(&g->b, IR_OP_ne, IR_I1, id, ir_build_int(&g->b, ir, zero));
}

static bool
is_comparison(const struct expr *expr)
{
    return expr->kind == EXPR_BINARY && expr->op >= OP_LT && expr->op <= OP_NE;
}

static ir_id
invert(struct gen *g, ir_id id)
{
    return ir_build2(&g->b, IR_OP_xor, IR_I1, id, ir_build_int(&g->b, IR_I1, 1));
}

static ir_id
condition_of(struct gen *g, struct expr *expr)
{
    bool scalar = expr->type->kind != TYPE_VECTOR;
    if (scalar && is_comparison(expr) && expr->left->type->kind != TYPE_VECTOR) {
        struct gen_value a = gen_expr(g, expr->left);
        struct gen_value b = gen_expr(g, expr->right);
        a.type = expr->left->type;
        return gen_compare(g, (enum operator_kind)expr->op, &a, &b);
    }
    if (scalar && expr->kind == EXPR_UNARY && expr->op == OP_NOT)
        return invert(g, gen_condition(g, expr->left));
    if (expr->kind == EXPR_CONVERT && expr->type->kind == TYPE_BOOL &&
        (expr->cast == CAST_SCALAR || expr->cast == CAST_POINTER_TO_BOOL))
        return gen_condition(g, expr->left);
    if (expr->kind == EXPR_BINARY && (expr->op == OP_LAND || expr->op == OP_LOR) && scalar) {
        struct gen_value value = gen_logical(g, expr);
        return is_true(g, value.type, value.at[0]);
    }
    struct gen_value value = gen_expr(g, expr);
    if (gen_is_wide(expr->type))
        return gen_wide_is_true(g, &value);
    return is_true(g, expr->type, value.at[0]);
}

/* A condition may stand on another line than its statement. */
ir_id
gen_condition(struct gen *g, struct expr *expr)
{
    loc_t outer = g->b.loc;
    g->b.loc = expr->loc ? expr->loc : outer;
    ir_id condition = condition_of(g, expr);
    g->b.loc = outer;
    return condition;
}

void
gen_branch(struct gen *g, struct expr *expr, struct ir_block *if_true, struct ir_block *if_false)
{
    if (expr->kind == EXPR_CONVERT && expr->type->kind == TYPE_BOOL && expr->cast == CAST_SCALAR) {
        gen_branch(g, expr->left, if_true, if_false);
        return;
    }
    bool scalar = expr->type->kind != TYPE_VECTOR;
    if (scalar && expr->kind == EXPR_UNARY && expr->op == OP_NOT) {
        gen_branch(g, expr->left, if_false, if_true);
        return;
    }
    if (scalar && expr->kind == EXPR_BINARY && (expr->op == OP_LAND || expr->op == OP_LOR)) {
        struct ir_block *next = ir_block_new(g->function);
        if (expr->op == OP_LAND)
            gen_branch(g, expr->left, next, if_false);
        else
            gen_branch(g, expr->left, if_true, next);
        gen_start(g, next);
        gen_branch(g, expr->right, if_true, if_false);
        return;
    }
    ir_id condition = gen_condition(g, expr);
    loc_t outer = g->b.loc;
    g->b.loc = expr->loc ? expr->loc : outer;
    ir_build_cbr(&g->b, condition, if_true, if_false);
    g->b.loc = outer;
}

static ir_id
phi2(struct gen *g, enum ir_type type, ir_id a, ir_id b)
{
    ir_id args[2] = {a, b};
    return ir_build(&g->b, IR_OP_phi, type, 1, args, 2)->def;
}

/* Costs nothing and cannot fail: evaluating it needlessly is harmless. */
static bool
is_trivial(const struct expr *expr)
{
    while (expr->kind == EXPR_CONVERT && (expr->cast == CAST_LVALUE || expr->cast == CAST_SCALAR))
        expr = expr->left;
    if (expr->kind == EXPR_NAME)
        return expr->name.decl && expr->name.decl->space == SPACE_PRIVATE &&
               !(expr->type->qualifiers & QUAL_VOLATILE) && !gen_is_aggregate(expr->type);
    if (is_comparison(expr))
        return expr->left->type->kind != TYPE_VECTOR && is_trivial(expr->left) &&
               is_trivial(expr->right);
    return expr->kind == EXPR_INT || expr->kind == EXPR_FLOAT || expr->kind == EXPR_ONCE;
}

/* && and || of scalars; the right side may be skipped. */
static ir_id
short_circuit(struct gen *g, struct expr *expr)
{
    bool is_and = expr->op == OP_LAND;
    ir_id left = gen_condition(g, expr->left);
    if (is_trivial(expr->right))
        return ir_build2(&g->b, is_and ? IR_OP_and : IR_OP_or, IR_I1, left,
                         gen_condition(g, expr->right));
    struct ir_block *more = ir_block_new(g->function);
    struct ir_block *join = ir_block_new(g->function);
    ir_build_cbr(&g->b, left, is_and ? more : join, is_and ? join : more);
    gen_start(g, more);
    ir_id right = gen_condition(g, expr->right);
    ir_build_br(&g->b, join);
    g->b.block = join;
    return phi2(g, IR_I1, ir_build_int(&g->b, IR_I1, !is_and), right);
}

struct gen_value
gen_logical(struct gen *g, struct expr *expr)
{
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    enum ir_type type = gen_type(g, expr->type);
    if (expr->type->kind != TYPE_VECTOR) {
        ir_id id = short_circuit(g, expr);
        value.at[0] = type == IR_I1 ? id : ir_build1(&g->b, IR_OP_zext, type, id);
        return value;
    }
    struct gen_value left = gen_expr(g, expr->left);
    struct gen_value right = gen_expr(g, expr->right);
    for (uint32_t i = 0; i < value.count; i++) {
        ir_id a = is_true(g, left.type, left.at[left.count == 1 ? 0 : i]);
        ir_id b = is_true(g, right.type, right.at[right.count == 1 ? 0 : i]);
        ir_id both = ir_build2(&g->b, expr->op == OP_LAND ? IR_OP_and : IR_OP_or, IR_I1, a, b);
        value.at[i] = ir_build1(&g->b, IR_OP_sext, type, both);
    }
    return value;
}

/* Vector condition: both sides are evaluated, the top bit of each component chooses (6.3.i). */
static struct gen_value
select_components(struct gen *g, struct expr *expr)
{
    struct gen_value condition = gen_expr(g, expr->left);
    struct gen_value a = gen_expr(g, expr->middle);
    struct gen_value b = gen_expr(g, expr->right);
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    enum ir_type type = gen_type(g, expr->type);
    for (uint32_t i = 0; i < value.count; i++) {
        enum ir_type bits = ir_type_of(g->function, condition.at[i]);
        ir_id test =
            ir_build2(&g->b, IR_OP_slt, IR_I1, condition.at[i], ir_build_int(&g->b, bits, 0));
        value.at[i] = ir_build3(&g->b, IR_OP_select, type, test, a.at[a.count == 1 ? 0 : i],
                                b.at[b.count == 1 ? 0 : i]);
    }
    return value;
}

static struct gen_value
arm(struct gen *g, struct expr *expr, struct type *type, struct gen_lvalue *object)
{
    struct gen_value value = gen_expr(g, expr);
    if (object->type)
        gen_store(g, *object, value);
    else if (type->kind == TYPE_VECTOR && value.count == 1)
        for (value.count = gen_components(type); value.count > 1; value.count--)
            value.at[value.count - 1] = value.at[0];
    return value;
}

struct gen_value
gen_conditional(struct gen *g, struct expr *expr)
{
    if (expr->left->type->kind == TYPE_VECTOR)
        return select_components(g, expr);
    struct gen_value value = {.type = expr->type, .count = gen_components(expr->type)};
    bool is_void = expr->type->kind == TYPE_VOID;
    if (!is_void && expr->type->kind != TYPE_VECTOR && is_trivial(expr->middle) &&
        is_trivial(expr->right)) {
        ir_id condition = gen_condition(g, expr->left);
        struct gen_value a = gen_expr(g, expr->middle);
        struct gen_value b = gen_expr(g, expr->right);
        for (uint32_t i = 0; i < value.count; i++)
            value.at[i] = ir_build3(&g->b, IR_OP_select, gen_type(g, expr->type), condition,
                                    a.at[i], b.at[i]);
        return value;
    }
    struct ir_block *if_true = ir_block_new(g->function);
    struct ir_block *if_false = ir_block_new(g->function);
    struct ir_block *join = ir_block_new(g->function);
    struct gen_lvalue object = {0};
    if (gen_is_aggregate(expr->type))
        object = gen_temporary(g, expr->type);
    gen_branch(g, expr->left, if_true, if_false);
    gen_start(g, if_true);
    struct gen_value a = arm(g, expr->middle, expr->type, &object);
    ir_build_br(&g->b, join);
    gen_start(g, if_false);
    struct gen_value b = arm(g, expr->right, expr->type, &object);
    ir_build_br(&g->b, join);
    g->b.block = join;
    if (object.type)
        return gen_load(g, object);
    for (uint32_t i = 0; !is_void && i < value.count; i++)
        value.at[i] = phi2(g, gen_type(g, expr->type), a.at[i], b.at[i]);
    return value;
}
