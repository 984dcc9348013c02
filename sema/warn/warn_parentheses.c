/* Operators that bind otherwise than a reader might think.
 *
 * -Wparentheses -Wlogical-not-parentheses -Wshift-op-parentheses -Wparentheses-equality
 * -Wconstant-logical-operand -Wxor-used-as-pow (on), -Wlogical-op-parentheses
 * -Wbitwise-op-parentheses -Wint-in-bool-context (-Wall) */
#include "sema/warn/warn_internal.h"

/* The operand if it is a binary operator without parentheses. */
static const struct expr *
bare_binary(const struct expr *operand)
{
    const struct expr *expr = warn_written((struct expr *)operand);
    return expr->kind == EXPR_BINARY && !expr->is_explicit ? expr : NULL;
}

/* What is from first to last comes between parentheses, says the next note. */
static void
propose_parentheses(struct warn *w, loc_t first, loc_t last)
{
    diag_fixit(w->diag, first, 0, "(");
    diag_fixit(w->diag, last + 1, 0, ")");
}

static void
suggest_parentheses(struct warn *w, loc_t loc, const struct expr *around)
{
    propose_parentheses(w, around->start, around->end);
    diag_note(w->diag, loc, place_parentheses, warn_operator(around->op));
}

static void
logical_in_logical(struct warn *w, const struct expr *expr, const struct expr *operand,
                   const struct expr *other)
{
    const struct expr *inner = bare_binary(operand);
    int64_t value;
    if (inner && inner->op == OP_LOR) { /* a || b && c || d */
        inner = bare_binary(inner->right);
        other = NULL;
    }
    if (!inner || inner->op != OP_LAND || warn_constant(inner->left, &value) ||
        (other && warn_constant(other, &value)) || warn_in_macro(w, expr->loc))
        return;
    diag_range(w->diag, inner->start, inner->end);
    diag_warning(w->diag, inner->loc, logical_op_parentheses);
    suggest_parentheses(w, inner->loc, inner);
}

/* & in ^ in | */
static void
bitwise_in_bitwise(struct warn *w, const struct expr *expr, const struct expr *operand)
{
    const struct expr *inner = bare_binary(operand);
    bool binds_tighter = inner && ((inner->op == OP_AND && expr->op != OP_AND) ||
                                   (inner->op == OP_XOR && expr->op == OP_OR));
    if (!binds_tighter || warn_in_macro(w, expr->loc))
        return;
    diag_range(w->diag, inner->start, inner->end);
    diag_warning(w->diag, inner->loc, bitwise_op_parentheses, warn_operator(inner->op),
                 warn_operator(expr->op));
    suggest_parentheses(w, inner->loc, inner);
}

static bool
is_bitwise(const struct expr *expr)
{
    return expr && (expr->op == OP_AND || expr->op == OP_OR || expr->op == OP_XOR);
}

/* a & b == c */
static void
comparison_in_bitwise(struct warn *w, const struct expr *expr)
{
    const struct expr *left = bare_binary(expr->left), *right = bare_binary(expr->right);
    bool left_compares = left && warn_is_comparison(left);
    bool right_compares = right && warn_is_comparison(right);
    if (left_compares == right_compares || is_bitwise(left) || is_bitwise(right))
        return;
    const struct expr *inner = left_compares ? left : right;
    diag_range(w->diag, inner->start, inner->end);
    diag_warning(w->diag, expr->loc, bitwise_precedence, warn_operator(expr->op),
                 warn_operator(inner->op), warn_operator(inner->op));
    suggest_parentheses(w, expr->loc, inner);
    propose_parentheses(w, left_compares ? inner->right->start : expr->start,
                        left_compares ? expr->end : inner->left->end);
    diag_note(w->diag, expr->loc, place_parentheses_first, warn_operator(expr->op));
}

static void
sum_in_shift(struct warn *w, const struct expr *expr, const struct expr *operand)
{
    const struct expr *inner = bare_binary(operand);
    if (!inner || (inner->op != OP_ADD && inner->op != OP_SUB))
        return;
    const char *op = warn_operator(inner->op);
    diag_range(w->diag, inner->start, inner->end);
    diag_warning(w->diag, inner->loc, shift_op_parentheses, warn_operator(expr->op), op, op);
    suggest_parentheses(w, inner->loc, inner);
}

/* !a == b */
static void
not_on_the_left(struct warn *w, const struct expr *expr, const char *what)
{
    const struct expr *left = warn_written(expr->left);
    if (left->kind != EXPR_UNARY || left->op != OP_NOT || left->is_explicit ||
        warn_is_boolean(warn_written(expr->right)) || warn_is_boolean(warn_written(left->left)))
        return;
    diag_range(w->diag, left->start, left->start);
    diag_warning(w->diag, left->loc, logical_not_parentheses, what);
    propose_parentheses(w, warn_written(left->left)->start, expr->end);
    diag_note(w->diag, left->loc, parentheses_after_not, what);
    propose_parentheses(w, left->start, left->end);
    diag_note(w->diag, left->loc, parentheses_around_left);
}

static bool
is_relational(const struct expr *expr)
{
    return expr->kind == EXPR_BINARY && expr->op >= OP_LT && expr->op <= OP_GE;
}

/* 0 < a < 9 */
static void
chained_comparison(struct warn *w, const struct expr *expr)
{
    const struct expr *left = warn_written(expr->left);
    if (!is_relational(expr) || !is_relational(left) || left->is_explicit)
        return;
    diag_range(w->diag, left->start, left->end);
    diag_warning(w->diag, expr->loc, chained_comparison, warn_operator(left->op),
                 warn_operator(expr->op));
}

/* An enumerator other than 0 and 1, alone. */
static bool
is_enumerator(const struct expr *expr)
{
    int64_t value;
    return expr->kind == EXPR_NAME && !expr->is_explicit && warn_constant(expr, &value) &&
           value != 0 && value != 1;
}

/* a && 4: 0 and 1 are what conditions come to, so they may be meant. */
static void
constant_logical_operand(struct warn *w, const struct expr *expr)
{
    const struct expr *left = warn_written(expr->left), *right = warn_written(expr->right);
    int64_t value;
    if (is_enumerator(left) || is_enumerator(right)) {
        diag_warning(w->diag, expr->loc, enumerator_as_boolean);
        return;
    }
    if (!type_is_integer(left->type) || left->type->kind == TYPE_BOOL ||
        !type_is_integer(right->type) || warn_in_macro(w, expr->loc) ||
        !warn_constant(right, &value) || value == 0 || value == 1)
        return;
    const char *bitwise = expr->op == OP_LAND ? "&" : "|";
    diag_range(w->diag, right->start, right->end);
    diag_warning(w->diag, expr->loc, constant_logical_operand, warn_operator(expr->op));
    diag_fixit(w->diag, expr->loc, expr->loc + 1, bitwise);
    diag_note(w->diag, expr->loc, use_bitwise_operator, bitwise);
    if (expr->op == OP_LAND) {
        if (!warn_in_macro(w, right->end))
            diag_fixit(w->diag, left->end + 1, right->end, "");
        diag_note(w->diag, expr->loc, remove_constant);
    }
}

/* 2 ^ 8 */
static void
xor_as_power(struct warn *w, const struct expr *expr)
{
    const struct expr *left = expr->left, *right = expr->right;
    if (left->kind != EXPR_INT || right->kind != EXPR_INT || left->literal.base != 10 ||
        right->literal.base != 10 || left->integer.value != 2 || right->integer.value > 63 ||
        warn_in_macro(w, expr->loc))
        return;
    unsigned power = (unsigned)right->integer.value;
    diag_range(w->diag, expr->start, expr->end);
    diag_warning(w->diag, expr->loc, xor_used_as_power, power, 2 ^ power, power, 1ULL << power);
}

/* a + (b == c) ? 1 : 2: what is meant to choose is an operand of the condition. */
void
warn_conditional(struct warn *w, const struct expr *expr)
{
    const struct expr *condition = bare_binary(expr->left);
    if (!condition || warn_is_boolean(condition) || condition->type->kind == TYPE_VECTOR ||
        !warn_is_boolean(warn_written(condition->right)) || warn_in_macro(w, expr->loc))
        return;
    const char *op = warn_operator(condition->op);
    diag_range(w->diag, condition->start, condition->end);
    diag_warning(w->diag, expr->loc, conditional_precedence, op, op);
    suggest_parentheses(w, expr->loc, condition);
    propose_parentheses(w, condition->right->start, expr->end);
    diag_note(w->diag, expr->loc, place_parentheses_conditional);
}

void
warn_parentheses(struct warn *w, const struct expr *expr)
{
    switch (expr->op) {
    case OP_LAND:
    case OP_LOR:
        constant_logical_operand(w, expr);
        if (expr->op == OP_LOR) {
            logical_in_logical(w, expr, expr->left, expr->right);
            logical_in_logical(w, expr, expr->right, expr->left);
        }
        break;
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        comparison_in_bitwise(w, expr);
        if (expr->op == OP_AND)
            not_on_the_left(w, expr, "bitwise operator");
        if (expr->op == OP_XOR)
            xor_as_power(w, expr);
        if (expr->op != OP_AND) {
            bitwise_in_bitwise(w, expr, expr->left);
            bitwise_in_bitwise(w, expr, expr->right);
        }
        break;
    case OP_SHL:
    case OP_SHR:
        sum_in_shift(w, expr, expr->left);
        sum_in_shift(w, expr, expr->right);
        break;
    default:
        if (warn_is_comparison(expr)) {
            not_on_the_left(w, expr, "comparison");
            chained_comparison(w, expr);
        }
    }
}

/* a =- 3: were the operators meant to stand the other way round?  Who writes a=-3 only saves blanks. */
void
warn_reversed_assignment(struct warn *w, const struct expr *expr)
{
    const struct expr *right = warn_written(expr->right);
    if (expr->op != OP_NONE || right->kind != EXPR_UNARY || right->is_explicit ||
        (right->op != OP_NEG && right->op != OP_PLUS) || right->loc != expr->loc + 1 ||
        right->left->start == expr->loc + 2 || warn_in_macro(w, expr->loc) ||
        warn_in_macro(w, right->loc) || warn_in_macro(w, warn_written(right->left)->start))
        return;
    diag_range(w->diag, right->loc, right->loc);
    diag_warning(w->diag, expr->loc, reversed_assignment, warn_operator(right->op));
}

/* if (a = b), if ((a == b)) */
void
warn_condition(struct warn *w, const struct expr *condition)
{
    const struct expr *expr = warn_written((struct expr *)condition);
    if (expr->kind == EXPR_ASSIGN && !expr->is_explicit &&
        (expr->op == OP_NONE || expr->op == OP_OR)) {
        diag_range(w->diag, expr->start, expr->end);
        diag_warning(w->diag, expr->loc, assignment_as_condition);
        propose_parentheses(w, expr->start, expr->end);
        diag_note(w->diag, expr->loc, parentheses_around_assignment);
        if (expr->op == OP_NONE) {
            diag_fixit(w->diag, expr->loc, expr->loc, "==");
            diag_note(w->diag, expr->loc, use_equality);
        }
        return;
    }
    if (expr->kind != EXPR_BINARY || expr->op != OP_EQ || !expr->is_explicit)
        return;
    const struct expr *left = warn_written(expr->left);
    if (!left->is_lvalue || left->type->qualifiers & QUAL_CONST || left->type->kind == TYPE_ARRAY ||
        warn_in_macro(w, expr->loc) || warn_in_macro(w, expr->start))
        return;
    diag_range(w->diag, expr->start, expr->end);
    diag_warning(w->diag, expr->loc, equality_with_parentheses);
    diag_note(w->diag, expr->loc, remove_parentheses);
    warn_suggest_assignment(w, expr);
}
