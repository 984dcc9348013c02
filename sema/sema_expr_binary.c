/* Binary operators, assignment and ?: (C11 6.5.5 - 6.5.17, OpenCL C 6.3). */
#include "sema/sema_internal.h"

static struct expr *
invalid_operands(struct sema *s, const struct expr *expr)
{
    sema_error(s, expr, invalid_operands_binary_expression, sema_written(s, expr->left),
               sema_written(s, expr->right));
    return NULL;
}

/* The result of comparing such vectors: a vector of signed integers. */
static struct type *
comparison_type(struct sema *s, struct type *type)
{
    static const uint8_t kinds[] = {
        [1] = TYPE_CHAR, [2] = TYPE_SHORT, [4] = TYPE_INT, [8] = TYPE_LONG};
    if (type->kind != TYPE_VECTOR)
        return sema_basic(s, TYPE_INT);
    struct type *element = sema_basic(s, (enum type_kind)kinds[type->base->size]);
    return type_vector(s->types, element, type->count);
}

static bool
is_integer_or_vector(struct type *type)
{
    return type_is_integer(type_element(type));
}

static struct expr *
shift(struct sema *s, struct expr *expr)
{
    struct type *left = expr->left->type, *right = expr->right->type;
    if (!is_integer_or_vector(left) || !is_integer_or_vector(right) ||
        (left->kind != TYPE_VECTOR && right->kind == TYPE_VECTOR))
        return invalid_operands(s, expr);
    if (left->kind == TYPE_VECTOR) {
        if (right->kind != TYPE_VECTOR)
            expr->right = sema_arithmetic_to(s, expr->right, left);
        else if (left->count != right->count)
            return invalid_operands(s, expr);
        expr->type = type_unqualified(left);
        return expr;
    }
    expr->left = sema_promote(s, expr->left);
    expr->right = sema_promote(s, expr->right);
    expr->type = type_unqualified(expr->left->type);
    return expr;
}

bool
sema_may_step(struct sema *s, const struct type *pointer, loc_t loc)
{
    if (pointer->base->kind == TYPE_FUNCTION) {
        diag_error(s->diag, loc, arithmetic_on_function_pointer, sema_str(s, pointer->base));
        return false;
    }
    return pointer->base->kind == TYPE_VOID ||
           sema_require_complete(s, pointer->base, loc, "arithmetic");
}

/* Brings two pointers, or a pointer and a null constant, to one type; NULL if reported. */
static struct type *
common_pointer(struct sema *s, struct expr *expr, struct expr **left, struct expr **right,
               const char *what)
{
    struct type *a = (*left)->type, *b = (*right)->type;
    if (a->kind == TYPE_POINTER && sema_is_null_constant(s, *right)) {
        *right = sema_convert_node(s, *right, type_unqualified(a), CAST_NULL);
        return type_unqualified(a);
    }
    if (b->kind == TYPE_POINTER && sema_is_null_constant(s, *left)) {
        *left = sema_convert_node(s, *left, type_unqualified(b), CAST_NULL);
        return type_unqualified(b);
    }
    if (a->kind != TYPE_POINTER || b->kind != TYPE_POINTER) {
        struct expr **number = a->kind == TYPE_POINTER ? right : left;
        struct type *pointer = type_unqualified(a->kind == TYPE_POINTER ? a : b);
        if (!type_is_integer((*number)->type))
            return invalid_operands(s, expr), NULL;
        sema_warning(s, expr, pointer_and_integer, what, sema_written(s, *left),
                     sema_written(s, *right));
        *number = sema_convert_node(s, *number, pointer, CAST_INT_TO_POINTER);
        return pointer;
    }
    /* the space that contains the other one */
    struct type *x = a->base, *y = b->base;
    if (x == y)
        return type_unqualified(a);
    enum address_space space = (enum address_space)x->space;
    if (sema_is_subspace(s, (enum address_space)y->space, space))
        space = (enum address_space)y->space;
    else if (!sema_is_subspace(s, space, (enum address_space)y->space)) {
        sema_error(s, expr, non_overlapping_address_spaces, what, sema_written(s, *left),
                   sema_written(s, *right));
        return NULL;
    }
    if (type_unqualified(x) != type_unqualified(y) && x->kind != TYPE_VOID && y->kind != TYPE_VOID)
        sema_warning(s, expr, pointer_type_mismatch, sema_written(s, *left),
                     sema_written(s, *right));
    /* void wins, and the qualifiers of both stay (C11 6.5.15p6) */
    struct type *pointee = x->kind == TYPE_VOID ? x : y->kind == TYPE_VOID ? y : x;
    pointee = type_qualified(s->types, pointee, x->qualifiers | y->qualifiers,
                             x->has_space || y->has_space, space);
    struct type *common = type_pointer(s->types, pointee);
    struct expr **sides[2] = {left, right};
    for (int i = 0; i < 2; i++) {
        struct type *type = type_unqualified((*sides[i])->type);
        if (type != common)
            *sides[i] = sema_convert_node(s, *sides[i], common,
                                          type->base->space == space ? CAST_POINTER : CAST_SPACE);
    }
    return common;
}

static struct expr *
pointer_difference(struct sema *s, struct expr *expr)
{
    struct type *a = expr->left->type->base, *b = expr->right->type->base;
    if (type_unqualified(a) != type_unqualified(b)) {
        sema_error(s, expr, not_pointers_to_compatible_types, sema_written(s, expr->left),
                   sema_written(s, expr->right));
        return NULL;
    }
    if (!common_pointer(s, expr, &expr->left, &expr->right, "arithmetic operation"))
        return NULL;
    expr->type = sema_basic(s, TYPE_LONG);
    return sema_may_step(s, expr->left->type, expr->loc) ? expr : NULL;
}

/* p + n, n + p, p - n, p - q; one operand at least is a pointer. */
static struct expr *
pointer_arithmetic(struct sema *s, struct expr *expr)
{
    bool left = expr->left->type->kind == TYPE_POINTER;
    bool right = expr->right->type->kind == TYPE_POINTER;
    if (left && right)
        return expr->op == OP_SUB ? pointer_difference(s, expr) : invalid_operands(s, expr);
    struct expr **index = left ? &expr->right : &expr->left;
    struct type *pointer = left ? expr->left->type : expr->right->type;
    if (!type_is_integer((*index)->type) || (right && expr->op == OP_SUB))
        return invalid_operands(s, expr);
    if (!sema_may_step(s, pointer, expr->loc))
        return NULL;
    *index = sema_promote(s, *index);
    expr->type = type_unqualified(pointer);
    return expr;
}

static struct expr *
arithmetic(struct sema *s, struct expr *expr)
{
    bool integers_only =
        expr->op == OP_REM || expr->op == OP_AND || expr->op == OP_OR || expr->op == OP_XOR;
    if ((expr->op == OP_ADD || expr->op == OP_SUB) &&
        (expr->left->type->kind == TYPE_POINTER || expr->right->type->kind == TYPE_POINTER))
        return pointer_arithmetic(s, expr);
    if (integers_only &&
        (!is_integer_or_vector(expr->left->type) || !is_integer_or_vector(expr->right->type)))
        return invalid_operands(s, expr);
    expr->type = sema_usual(s, &expr->left, &expr->right, expr);
    return expr->type ? expr : NULL;
}

/* The type in which two queues or two events are compared, or a queue and a null constant, which is
 * converted; NULL: the operands are something else. */
static struct type *
common_handle(struct sema *s, struct expr **left, struct expr **right)
{
    struct type *a = type_unqualified((*left)->type), *b = type_unqualified((*right)->type);
    if (a == b && (a->kind == TYPE_QUEUE || a->kind == TYPE_CLK_EVENT))
        return a;
    struct expr **other = a->kind == TYPE_QUEUE ? right : left;
    struct type *queue = a->kind == TYPE_QUEUE ? a : b;
    if (queue->kind != TYPE_QUEUE || !sema_is_null_constant(s, *other))
        return NULL;
    *other = sema_opaque_from(s, *other, queue);
    return queue;
}

static struct expr *
comparison(struct sema *s, struct expr *expr)
{
    bool is_equality = expr->op == OP_EQ || expr->op == OP_NE;
    struct type *common = is_equality ? common_handle(s, &expr->left, &expr->right) : NULL;
    bool is_pointer =
        expr->left->type->kind == TYPE_POINTER || expr->right->type->kind == TYPE_POINTER;
    if (!common)
        common = is_pointer ? common_pointer(s, expr, &expr->left, &expr->right, "comparison")
                            : sema_usual(s, &expr->left, &expr->right, expr);
    if (!common)
        return NULL;
    expr->type = comparison_type(s, common);
    return expr;
}

static struct expr *
logical(struct sema *s, struct expr *expr)
{
    struct type *a = expr->left->type, *b = expr->right->type;
    if (!sema_converts_to_bool(s, a) || !sema_converts_to_bool(s, b))
        return invalid_operands(s, expr);
    if (a->kind == TYPE_VECTOR || b->kind == TYPE_VECTOR) {
        struct type *common = sema_usual(s, &expr->left, &expr->right, expr);
        if (!common)
            return NULL;
        expr->type = comparison_type(s, common);
        return expr;
    }
    if (!type_is_scalar(a) || !type_is_scalar(b))
        return invalid_operands(s, expr);
    expr->type = sema_basic(s, TYPE_INT);
    return expr;
}

/* The source text, if it is on one line and in no macro. */
static const char *
size_words(struct sema *s, const struct expr *size)
{
    struct diag_location start, end;
    const struct expr *operand = size->size.operand;
    bool is_line = s->diag->resolve(s->diag->sources, size->start, &start) &&
                   s->diag->resolve(s->diag->sources, size->end, &end) && start.line_text &&
                   start.line_text == end.line_text && !start.in_macro &&
                   start.column <= end.column;
    if (is_line)
        return arena_strndup(s->arena, start.line_text + start.column - 1,
                             end.column - start.column + 1);
    if (size->size.type_name)
        return arena_printf(s->arena, "sizeof(%s)", type_str(s->arena, size->size.type_name->type));
    return operand->kind == EXPR_NAME ? arena_printf(s->arena, "sizeof(%s)", operand->name.name)
                                      : "sizeof";
}

/* sizeof(a) / sizeof(int) of an array of something else. */
static void
check_array_quotient(struct sema *s, const struct expr *expr, const struct expr *whole,
                     const struct expr *part, struct type *type)
{
    const struct expr *array = whole->size.operand;
    struct type *element = array->type->base;
    if (element->kind == TYPE_ARRAY || element->kind == TYPE_CHAR || element->kind == TYPE_UCHAR ||
        element->size == type->size || whole->size.query != SIZE_SIZEOF ||
        part->size.query != SIZE_SIZEOF)
        return;
    sema_underline_whole(s, array);
    diag_warning(s->diag, expr->loc, sizeof_array_div,
                 type_str(s->arena, type_unqualified(element)),
                 type_str(s->arena, type_unqualified(type)));
    if (array->kind == EXPR_NAME)
        diag_note(s->diag, array->name.decl->loc, array_declared_here, array->name.name);
    diag_note(s->diag, expr->loc, place_parentheses, size_words(s, part));
}

/* sizeof(p) / sizeof(*p): does it ask for the number of elements of an array, but p is a
 * pointer? */
static void
check_size_quotient(struct sema *s, const struct expr *expr, const struct expr *whole,
                    const struct expr *part)
{
    const struct expr *pointer = whole->size.type_name ? NULL : whole->size.operand;
    struct type *element =
        part->size.type_name ? part->size.type_name->type : part->size.operand->type;
    bool is_bare = whole->loc == whole->start; /* parentheses say that it is intended */
    if (pointer && pointer->type->kind == TYPE_ARRAY && part->loc == part->start)
        check_array_quotient(s, expr, whole, part, element);
    if (!is_bare || !pointer || pointer->type->kind != TYPE_POINTER ||
        element->kind == TYPE_POINTER ||
        type_unqualified(pointer->type->base) != type_unqualified(element) ||
        whole->size.query != SIZE_SIZEOF || part->size.query != SIZE_SIZEOF)
        return;
    sema_underline_whole(s, whole);
    diag_warning(s->diag, expr->loc, sizeof_pointer_div, size_words(s, whole));
    if (pointer->kind == EXPR_NAME)
        diag_note(s->diag, pointer->name.decl->loc, pointer_declared_here, pointer->name.name);
}

struct expr *
sema_binary(struct sema *s, struct expr *expr)
{
    const struct expr *whole = expr->left, *part = expr->right;
    expr->left = sema_expr(s, expr->left);
    expr->right = sema_expr(s, expr->right);
    if (expr->op != OP_COMMA && expr->left && expr->right &&
        (expr->left->type->kind == TYPE_ATOMIC || expr->right->type->kind == TYPE_ATOMIC))
        return invalid_operands(s, expr);
    expr->left = sema_decay(s, expr->left);
    expr->right = sema_decay(s, expr->right);
    if (!expr->left || !expr->right)
        return NULL;
    if (sema_is_handle(expr->left->type) || sema_is_handle(expr->right->type))
        return invalid_operands(s, expr);
    if (expr->op == OP_DIV && whole->kind == EXPR_SIZEOF && part->kind == EXPR_SIZEOF)
        check_size_quotient(s, expr, whole, part);
    switch (expr->op) {
    case OP_COMMA:
        expr->type = expr->right->type;
        return expr;
    case OP_LAND:
    case OP_LOR:
        return logical(s, expr);
    case OP_SHL:
    case OP_SHR:
        return shift(s, expr);
    case OP_LT:
    case OP_GT:
    case OP_LE:
    case OP_GE:
    case OP_EQ:
    case OP_NE:
        return comparison(s, expr);
    default:
        return arithmetic(s, expr);
    }
}

/* ---- assignment ---- */

/* left op= right: right gets the type of the operation, which is returned. */
static struct type *
compound(struct sema *s, struct expr *expr, struct type *target)
{
    struct expr value, operation;
    expr_copy(&value, expr->left); /* stands for the value of left */
    value.type = target;
    value.is_lvalue = false;
    expr_copy(&operation, expr);
    operation.kind = EXPR_BINARY;
    operation.left = &value;
    operation.type = NULL;
    struct expr *done;
    if (operation.op == OP_SHL || operation.op == OP_SHR)
        done = shift(s, &operation);
    else
        done = arithmetic(s, &operation);
    if (!done)
        return NULL;
    expr->right = operation.right;
    struct type *result = type_unqualified(operation.type);
    bool has_pointer = result->kind == TYPE_POINTER || target->kind == TYPE_POINTER;
    bool ok = has_pointer ? result == target : type_components(result) == type_components(target);
    if (!ok || (operation.left->kind == EXPR_CONVERT && operation.left->cast == CAST_SPLAT)) {
        sema_error(s, expr, assigning_from_incompatible_type, sema_written(s, expr->left),
                   sema_str(s, result));
        return NULL;
    }
    return result;
}

struct expr *
sema_assign(struct sema *s, struct expr *expr)
{
    expr->left = sema_expr(s, expr->left);
    expr->right = sema_rvalue(s, expr->right);
    if (!expr->left || !expr->right)
        return NULL;
    if (expr->left->type->kind == TYPE_ATOMIC && expr->op == OP_NONE) {
        diag_error(s->diag, expr->loc, atomic_assigned);
        return NULL;
    }
    if (sema_is_handle(expr->left->type) || sema_is_handle(expr->right->type) ||
        expr->left->type->kind == TYPE_ATOMIC)
        return invalid_operands(s, expr);
    if (!sema_modifiable(s, expr->left, expr->loc))
        return NULL;
    struct type *target = type_unqualified(expr->left->type);
    if (expr->op == OP_NONE) {
        expr->right = sema_assign_to(s, expr->right, expr->left->type, ASSIGN_ASSIGNING, expr->loc,
                                     sema_declared_by(expr->left));
        if (!expr->right)
            return NULL;
    } else {
        expr->computation_type = compound(s, expr, target);
        if (!expr->computation_type)
            return NULL;
    }
    expr->type = target;
    return expr;
}

/* ---- c ? a : b ---- */

/* The element type of `vector ? a : b` of two integers (6.3.i): they are not promoted, or elements of char
 * and short could not be chosen.  The larger type, of two that are equal the unsigned one. */
static struct type *
unpromoted(struct sema *s, struct type *a, struct type *b)
{
    a = type_unqualified(a->kind == TYPE_ENUM ? a->base : a);
    b = type_unqualified(b->kind == TYPE_ENUM ? b->base : b);
    if (a->kind == TYPE_BOOL)
        return b->kind == TYPE_BOOL ? sema_basic(s, TYPE_UCHAR) : b;
    if (b->kind == TYPE_BOOL)
        return a;
    if (a->size != b->size)
        return a->size > b->size ? a : b;
    return type_is_signed(a) ? b : a;
}

static struct expr *
vector_conditional(struct sema *s, struct expr *expr)
{
    struct type *condition = expr->left->type;
    if (!type_is_integer(condition->base)) {
        sema_error(s, expr->left, used_type_where_integer_vector_type_required,
                   sema_str(s, condition));
        return NULL;
    }
    struct type *a = expr->middle->type, *b = expr->right->type;
    struct type *common = type_is_integer(a) && type_is_integer(b)
                              ? unpromoted(s, a, b)
                              : sema_usual(s, &expr->middle, &expr->right, expr);
    if (!common)
        return NULL;
    if (common->kind != TYPE_VECTOR) {
        common = type_vector(s->types, common, condition->count);
        expr->middle = sema_arithmetic_to(s, expr->middle, common);
        expr->right = sema_arithmetic_to(s, expr->right, common);
    }
    bool same_count = common->count == condition->count;
    if (!same_count || common->base->size != condition->base->size) {
        sema_error(s, expr, vector_condition_type_result_type_do_not_have, sema_str(s, condition),
                   sema_str(s, common),
                   same_count ? "elements of the same size" : "the same number of elements");
        return NULL;
    }
    expr->type = common;
    return expr;
}

/* Neither a block nor a call of one may depend on a condition (6.12.5.2). */
static bool
check_block_choice(struct sema *s, const struct expr *expr)
{
    bool is_call = expr->kind == EXPR_CALL && expr->call.callee->type->kind == TYPE_BLOCK;
    if (!is_call && expr->type->kind != TYPE_BLOCK)
        return true;
    diag_error(s->diag, expr->loc, block_in_ternary);
    return false;
}

struct expr *
sema_conditional(struct sema *s, struct expr *expr)
{
    expr->left = sema_rvalue(s, expr->left);
    if (!expr->middle && expr->left) /* a ?: b */
        expr->left = expr->middle = sema_once(s, expr->left);
    else
        expr->middle = sema_rvalue(s, expr->middle);
    expr->right = sema_rvalue(s, expr->right);
    if (!expr->left || !expr->middle || !expr->right)
        return NULL;
    if (!check_block_choice(s, expr->middle) || !check_block_choice(s, expr->right))
        return NULL;
    if (expr->left->type->kind == TYPE_VECTOR)
        return vector_conditional(s, expr);
    if (!type_is_scalar(expr->left->type) || type_is_float(expr->left->type)) { /* 6.3.i */
        sema_error(s, expr->left, used_type_where_integer_pointer_type_required,
                   sema_str(s, expr->left->type));
        return NULL;
    }
    struct type *a = expr->middle->type, *b = expr->right->type;
    if (type_is_arithmetic(type_element(a)) && type_is_arithmetic(type_element(b)))
        expr->type = sema_usual(s, &expr->middle, &expr->right, expr);
    else if (a->kind == TYPE_POINTER || b->kind == TYPE_POINTER)
        expr->type = common_pointer(s, expr, &expr->middle, &expr->right, "conditional expression");
    else if (type_unqualified(a) == type_unqualified(b) && !sema_is_handle(a))
        expr->type = type_unqualified(a);
    else if (a->kind == TYPE_VOID || b->kind == TYPE_VOID)
        expr->type = sema_basic(s, TYPE_VOID);
    else
        sema_error(s, expr, incompatible_operand_types, sema_str(s, a), sema_str(s, b));
    return expr->type ? expr : NULL;
}
