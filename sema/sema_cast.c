/* Casts, as_type, vector and compound literals (C11 6.5.4, OpenCL C 6.2). */
#include "sema/sema_internal.h"

/* Explicit pointer casts may leave the generic space but not change a named one. */
static struct expr *
pointer_to_pointer(struct sema *s, struct expr *operand, struct type *type, const struct expr *cast)
{
    enum address_space to = (enum address_space)type->base->space;
    enum address_space from = (enum address_space)operand->type->base->space;
    if (to == from)
        return sema_convert_node(s, operand, type, CAST_POINTER);
    if (s->options.is_library || sema_is_subspace(s, to, from) || sema_is_subspace(s, from, to))
        return sema_convert_node(s, operand, type, CAST_SPACE);
    diag_error(s->diag, cast->loc, casting_type_changes_address_space_pointer,
               sema_written(s, operand), sema_type_text(s, type, cast->type_name->specifiers));
    return NULL;
}

static struct expr *
vector_cast(struct sema *s, struct expr *operand, struct type *type, const struct expr *cast)
{
    const char *to_words, *from_words;
    struct type *from = type_unqualified(operand->type);
    if (from == type)
        return sema_convert_node(s, operand, type, CAST_NONE);
    if (type->kind == TYPE_VECTOR && type_is_arithmetic(from))
        return sema_splat(s, operand, type);
    to_words = sema_type_text(s, type, cast->type_name->specifiers);
    from_words = sema_written(s, operand);
    if (type->kind == TYPE_VECTOR && from->kind == TYPE_VECTOR)
        diag_error(s->diag, cast->loc, invalid_conversion_between_ext_vector_type, to_words,
                   from_words);
    else
        diag_error(s->diag, cast->loc, invalid_conversion_between_vector_type_scalar,
                   type->kind == TYPE_VECTOR ? to_words : from_words,
                   type->kind == TYPE_VECTOR ? from_words : to_words);
    return NULL;
}

static struct expr *
scalar_cast(struct sema *s, struct expr *operand, struct type *type, const struct expr *cast)
{
    struct type *from = operand->type;
    if (type->kind == TYPE_POINTER) {
        if (from->kind == TYPE_POINTER)
            return pointer_to_pointer(s, operand, type, cast);
        if (type_is_integer(from))
            return sema_is_null_constant(s, operand)
                       ? sema_convert_node(s, operand, type, CAST_NULL)
                       : sema_convert_node(s, operand, type, CAST_INT_TO_POINTER);
    } else if (from->kind == TYPE_POINTER) {
        if (type->kind == TYPE_BOOL)
            return sema_convert_node(s, operand, type, CAST_POINTER_TO_BOOL);
        if (type_is_integer(type))
            return sema_convert_node(s, operand, type, CAST_POINTER_TO_INT);
    } else {
        return type_unqualified(from) == type ? sema_convert_node(s, operand, type, CAST_NONE)
                                              : sema_convert_node(s, operand, type, CAST_SCALAR);
    }
    diag_report(s->diag, cast->loc,
                from->kind == TYPE_POINTER ? DIAG_pointer_cannot_be_cast
                                           : DIAG_cannot_be_cast_to_pointer,
                from->kind == TYPE_POINTER ? sema_type_text(s, type, cast->type_name->specifiers)
                                           : sema_written(s, operand));
    return NULL;
}

static struct expr *
cast_to(struct sema *s, struct expr *operand, struct type *type, const struct expr *cast)
{
    sema_choose_address(s, operand, type);
    struct type *from = operand->type;
    if (type->kind == TYPE_VOID)
        return sema_convert_node(s, operand, type, CAST_VOID);
    if (sema_is_half_storage_only(s, type)) {
        diag_error(s->diag, cast->loc, casting_type_not_allowed,
                   sema_type_text(s, type, cast->type_name->specifiers));
        return NULL;
    }
    if (type->kind == TYPE_VECTOR || from->kind == TYPE_VECTOR)
        return vector_cast(s, operand, type, cast);
    if (type_is_scalar(type) && type_is_scalar(from))
        return scalar_cast(s, operand, type, cast);
    if (sema_is_handle(type) || sema_is_handle(from) || type->kind == TYPE_EVENT ||
        from->kind == TYPE_EVENT)
        return sema_opaque_cast(s, operand, type, cast->loc);
    if (type_unqualified(from) == type)
        return sema_convert_node(s, operand, type, CAST_NONE);
    diag_error(s->diag, cast->loc, used_type_where_arithmetic_pointer_type,
               type_is_scalar(type) ? sema_written(s, operand)
                                    : sema_type_text(s, type, cast->type_name->specifiers));
    return NULL;
}

/* as_type, __builtin_astype */
static struct expr *
reinterpret(struct sema *s, struct expr *expr, struct type *type)
{
    struct type *from = expr->left->type;
    if (type->size != from->size || type->size == 0) {
        sema_error(s, expr, invalid_reinterpretation_sizes_must_match, sema_str(s, type),
                   sema_str(s, from));
        return NULL;
    }
    expr->type = type;
    return expr;
}

static bool
is_parenthesised(const struct expr *expr)
{
    return expr->is_explicit && expr->start != expr->loc;
}

/* The link to the operand of the innermost postfix operator, if that operand is parenthesised. */
static struct expr **
innermost(struct expr **link)
{
    while (*link && !is_parenthesised(*link)) {
        struct expr *expr = *link;
        if (expr->kind == EXPR_MEMBER)
            link = &expr->member.base;
        else if (expr->kind == EXPR_INDEX || (expr->kind == EXPR_UNARY && expr->op >= OP_POST_INC))
            link = &expr->left;
        else
            return NULL;
    }
    return link;
}

/* (float4)(a, b, c, d).xyz is a component of a literal, not a cast of one: a vector literal is a
 * primary expression although the grammar reads its type as a cast's. */
static struct expr *
literal_inside(struct sema *s, struct expr *cast)
{
    struct expr **link = innermost(&cast->left);
    if (!link || link == &cast->left || !*link)
        return NULL;
    struct expr *literal = sema_new(s, EXPR_LITERAL, cast, NULL);
    literal->call.literal_type = cast->type_name;
    struct expr *part = *link;
    uint32_t count = 1;
    for (struct expr *at = part; at->kind == EXPR_BINARY && at->op == OP_COMMA &&
                                 (at == part ? !at->is_grouped : !is_parenthesised(at));
         at = at->left)
        count++;
    (void)vec_extend(s->arena, &literal->call.args, count);
    for (; count > 1; part = part->left)
        literal->call.args.at[--count] = part->right;
    literal->call.args.at[0] = part;
    *link = literal;
    return cast->left;
}

/* Marks the conversion as the one that the user wrote at cast. */
static struct expr *
written_cast(const struct expr *cast, struct expr *result)
{
    if (result && result->kind == EXPR_CONVERT) {
        result->is_explicit = true;
        result->type_name = cast->type_name;
        result->loc = cast->loc;
        result->start = cast->start;
        result->end = cast->end;
    }
    return result;
}

struct expr *
sema_cast(struct sema *s, struct expr *expr)
{
    if (expr->kind == EXPR_CONVERT && expr->type)
        return expr;
    struct type *type = sema_type_name(s, expr->type_name);
    if (type && expr->kind == EXPR_CAST && type->kind == TYPE_VECTOR) {
        struct expr *whole = literal_inside(s, expr);
        if (whole)
            return sema_expr(s, whole);
    }
    expr->left = sema_rvalue(s, expr->left);
    if (!type || !expr->left)
        return NULL;
    type = type_unqualified(type);
    if (expr->kind == EXPR_CONVERT && expr->cast == CAST_VA_ARG)
        return sema_va_arg(s, expr, type);
    if (expr->kind == EXPR_CONVERT)
        return expr->cast == CAST_BITS ? reinterpret(s, expr, type)
                                       : sema_convertvector(s, expr, type);
    return written_cast(expr, cast_to(s, expr->left, type, expr));
}

/* ---- literals ---- */

static bool
vector_part(struct sema *s, struct expr **part, struct type *vector)
{
    struct type *type = (*part)->type;
    if (type_is_arithmetic(type)) {
        *part = sema_arithmetic_to(s, *part, vector->base);
        return true;
    }
    if (type->kind == TYPE_VECTOR && type->base == vector->base)
        return true;
    sema_error(s, (*part), initializing_expression_incompatible_type, sema_str(s, vector->base),
               sema_str(s, type));
    return false;
}

static struct expr *
vector_literal(struct sema *s, struct expr *expr, struct type *type)
{
    struct expr *vector = sema_new(s, EXPR_VECTOR, expr, type);
    uint32_t have = 0;
    bool ok = true;
    for (uint32_t i = 0; i < expr->call.args.count; i++) {
        struct expr *part = sema_rvalue(s, expr->call.args.at[i]);
        if (!part) {
            ok = false;
            continue;
        }
        if (expr->call.args.count == 1) { /* a cast after all: splat, or the same type */
            struct expr cast;
            expr_copy(&cast, expr);
            cast.type_name = expr->call.literal_type;
            return written_cast(&cast, vector_cast(s, part, type, &cast));
        }
        ok = vector_part(s, &part, type) && ok;
        have += type_components(part->type);
        vec_push(s->arena, &vector->call.args, part);
    }
    if (!ok)
        return NULL;
    if (have < type->count)
        sema_error(s, expr, too_few_elements_vector_initialization, type->count, have);
    else if (have > type->count)
        sema_error(s, expr, excess_elements_vector_initializer);
    return have == type->count ? vector : NULL;
}

static struct expr *
compound_literal(struct sema *s, struct expr *expr, struct type *type)
{
    if (!sema_require_complete(s, type, expr->loc, "variable"))
        return NULL;
    struct expr *init = sema_initialize(s, &type, expr->call.args.at[0], false);
    if (!init)
        return NULL;
    if (init->kind != EXPR_INIT_LIST && !s->state->function)
        return init; /* at file scope it stays part of a constant expression */
    expr->call.args.at[0] = init;
    expr->type = sema_in_space(s, type, SPACE_PRIVATE);
    expr->is_lvalue = true;
    return expr;
}

struct expr *
sema_literal(struct sema *s, struct expr *expr)
{
    struct type *type = sema_type_name(s, expr->call.literal_type);
    if (!type || expr->call.args.count == 0)
        return NULL;
    bool is_list = expr->call.args.count == 1 && expr->call.args.at[0] &&
                   expr->call.args.at[0]->kind == EXPR_INIT_LIST;
    if (is_list)
        return compound_literal(s, expr, type_unqualified(type));
    if (type->kind != TYPE_VECTOR) /* no vector: its attribute was refused */
        return NULL;
    return vector_literal(s, expr, type_unqualified(type));
}
