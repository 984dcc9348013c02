/* Unary operators (C11 6.5.2.4, 6.5.3). */
#include "sema/sema_internal.h"

/* The first member that is const, however deep; NULL: none is. */
static const struct field *
const_member(const struct type *type)
{
    if (type->kind != TYPE_STRUCT && type->kind != TYPE_UNION)
        return NULL;
    for (uint32_t i = 0; i < type->record->field_count; i++) {
        const struct field *field = &type->record->fields[i];
        const struct field *found =
            field->type->qualifiers & QUAL_CONST ? field : const_member(field->type);
        if (found)
            return found;
    }
    return NULL;
}

/* C11 6.3.2.1p1: a record with a const member is not modifiable as a whole. */
static bool
no_const_member(struct sema *s, const struct expr *expr, loc_t loc)
{
    const struct field *field = const_member(expr->type);
    if (!field)
        return true;
    diag_error(s->diag, loc, cannot_assign_record_with_const_member,
               field->name ? field->name : "");
    diag_note(s->diag, field->loc, member_declared_const_here, field->name ? field->name : "");
    return false;
}

/* Is the expression (part of) an object that may be written? */
bool
sema_modifiable(struct sema *s, const struct expr *expr, loc_t loc)
{
    const struct type *type = expr->type;
    if (expr->kind == EXPR_NAME && expr->name.decl->is_capture) {
        diag_error(s->diag, loc, assignment_to_capture);
        return false;
    }
    if (!expr->is_lvalue) {
        bool repeats = expr->kind == EXPR_SWIZZLE && sema_swizzle_repeats(expr);
        diag_report(s->diag, loc, repeats ? DIAG_swizzle_not_assignable : DIAG_not_assignable);
        return false;
    }
    if (type->kind == TYPE_ARRAY) {
        diag_error(s->diag, loc, array_type_not_assignable, sema_written(s, expr));
        return false;
    }
    if (type->record && !type->record->complete) {
        diag_error(s->diag, loc, incomplete_not_assignable, sema_written(s, expr));
        return false;
    }
    if (!(type->qualifiers & QUAL_CONST) && !(type->has_space && type->space == SPACE_CONSTANT)) {
        if (!sema_is_half_storage_only(s, type))
            return no_const_member(s, expr, loc);
        diag_error(s->diag, loc, assigning_directly_pointer_type_requires, sema_written(s, expr));
        return false;
    }
    if (expr->kind == EXPR_NAME) {
        const struct decl *decl = expr->name.decl;
        diag_error(s->diag, loc, cannot_assign_variable_const_qualified_type, decl->name,
                   sema_written(s, expr));
        diag_note(s->diag, decl->loc, variable_declared_const_here, decl->name);
        return false;
    }
    const struct field *field = expr->kind == EXPR_MEMBER ? expr->member.field : NULL;
    if (field && field->type->qualifiers & QUAL_CONST) {
        diag_error(s->diag, loc, cannot_assign_const_member, field->name,
                   sema_type_text(s, field->type, field->decl ? field->decl->specifiers : NULL));
        diag_note(s->diag, field->loc, member_declared_const_here, field->name);
        return false;
    }
    diag_error(s->diag, loc, read_only_variable_not_assignable);
    return false;
}

static struct expr *
wrong_type(struct sema *s, const struct expr *expr)
{
    sema_error(s, expr, invalid_argument_type_unary_expression, sema_written(s, expr->left));
    return NULL;
}

/* The same pointer as without the operator: of &*p it is p. */
static struct expr *
address_of_function(struct sema *s, struct expr *expr, struct expr *function)
{
    struct expr *pointer = sema_decay(s, function);
    if (!pointer || pointer == function->left)
        return pointer;
    expr->type = pointer->type;
    return expr;
}

static struct expr *
address(struct sema *s, struct expr *expr)
{
    struct expr *operand = expr->left = sema_expr(s, expr->left);
    if (!operand)
        return NULL;
    if (operand->type->kind == TYPE_FUNCTION)
        return address_of_function(s, expr, operand);
    if (sema_is_handle(operand->type))
        return wrong_type(s, expr);
    if (operand->type->bits) {
        sema_error(s, expr, bit_field_address);
        return NULL;
    }
    if (operand->kind == EXPR_SWIZZLE ||
        (operand->kind == EXPR_INDEX && operand->left->type->kind == TYPE_VECTOR)) {
        sema_error(s, expr, address_vector_element_requested);
        return NULL;
    }
    if (operand->kind == EXPR_NAME && operand->name.decl->is_capture) {
        diag_error(s->diag, expr->loc, address_of_capture);
        return NULL;
    }
    if (!operand->is_lvalue) {
        sema_error(s, expr, cannot_take_address_rvalue_type, sema_written(s, operand));
        return NULL;
    }
    struct type *type = operand->type;
    if (!type->has_space)
        type = sema_in_space(s, type, SPACE_PRIVATE);
    expr->type = type_pointer(s->types, type_aligned(s->types, type, 0));
    return expr;
}

static struct expr *
dereference(struct sema *s, struct expr *expr)
{
    struct expr *operand = expr->left = sema_expr(s, expr->left);
    if (operand && operand->type->kind == TYPE_ATOMIC)
        return wrong_type(s, expr);
    operand = expr->left = sema_decay(s, operand);
    if (!operand)
        return NULL;
    if (sema_is_handle(operand->type))
        return wrong_type(s, expr);
    if (operand->type->kind != TYPE_POINTER) {
        sema_error(s, expr, indirection_requires_pointer_operand_invalid, sema_written(s, operand));
        return NULL;
    }
    struct type *type = operand->type->base;
    if (type->kind != TYPE_VOID && !sema_require_complete(s, type, expr->loc, "deref"))
        return NULL;
    if (type->kind == TYPE_VOID) {
        sema_error(s, expr, dereferencing_pointer_type_not_allowed, sema_str(s, type));
        return NULL;
    }
    expr->type = type;
    expr->is_lvalue = type->kind != TYPE_FUNCTION;
    return expr;
}

static struct expr *
increment(struct sema *s, struct expr *expr)
{
    struct expr *operand = expr->left = sema_expr(s, expr->left);
    if (!operand)
        return NULL;
    if (operand->type->kind == TYPE_ATOMIC || sema_is_handle(operand->type))
        return wrong_type(s, expr);
    if (!sema_modifiable(s, operand, expr->loc))
        return NULL;
    struct type *type = type_unqualified(operand->type);
    bool is_pointer = type->kind == TYPE_POINTER;
    bool is_float_vector = type->kind == TYPE_VECTOR && type_is_float(type->base); /* 6.3.b */
    if (!is_pointer && (!type_is_arithmetic(type_element(type)) || is_float_vector)) {
        bool is_inc = expr->op == OP_PRE_INC || expr->op == OP_POST_INC;
        sema_error(s, expr, cannot_step_value, is_inc ? "increment" : "decrement",
                   sema_type_text(s, type, sema_declared_by(operand)));
        return NULL;
    }
    if (is_pointer && !sema_may_step(s, type, expr->loc))
        return NULL;
    expr->computation_type = is_pointer || type->kind == TYPE_VECTOR ? type
                             : type_is_integer(type)                 ? sema_promoted(s, type)
                                                                     : type;
    expr->type = type;
    return expr;
}

static struct type *
same_size_int(struct sema *s, struct type *vector)
{
    static const uint8_t kinds[] = {
        [1] = TYPE_CHAR, [2] = TYPE_SHORT, [4] = TYPE_INT, [8] = TYPE_LONG};
    struct type *element = sema_basic(s, (enum type_kind)kinds[vector->base->size]);
    return type_vector(s->types, element, vector->count);
}

/* && || ! take floating operands from OpenCL C 1.2 on (6.3.g, 6.3.h). */
bool
sema_converts_to_bool(const struct sema *s, struct type *type)
{
    return s->options.cl_version >= 120 || !type_is_float(type_element(type));
}

static struct expr *
logical_not(struct sema *s, struct expr *expr)
{
    struct type *type = expr->left->type;
    if (!sema_converts_to_bool(s, type))
        return wrong_type(s, expr);
    if (type->kind == TYPE_VECTOR)
        expr->type = same_size_int(s, type);
    else if (type_is_scalar(type))
        expr->type = sema_basic(s, TYPE_INT);
    else
        return wrong_type(s, expr);
    return expr;
}

struct expr *
sema_unary(struct sema *s, struct expr *expr)
{
    if (expr->op == OP_ADDRESS)
        return address(s, expr);
    if (expr->op == OP_DEREF)
        return dereference(s, expr);
    if (expr->op >= OP_PRE_INC)
        return increment(s, expr);
    expr->left = sema_expr(s, expr->left);
    if (expr->left && expr->left->type->kind == TYPE_ATOMIC)
        return wrong_type(s, expr);
    expr->left = sema_decay(s, expr->left);
    if (!expr->left)
        return NULL;
    if (expr->op == OP_NOT)
        return logical_not(s, expr);
    struct type *element = type_element(expr->left->type);
    bool ok = expr->op == OP_COMPL ? type_is_integer(element) : type_is_arithmetic(element);
    if (!ok)
        return wrong_type(s, expr);
    expr->left = sema_promote(s, expr->left);
    expr->type = type_unqualified(expr->left->type);
    return expr;
}
