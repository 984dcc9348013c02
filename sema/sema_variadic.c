/* Functions with "..." and what they read (C11 7.16, in clang's builtins).
 *
 * A call lays the arguments behind the last parameter one after the other into private memory and passes the place
 * as one more parameter, decl->rest.  A va_list is a pointer into that: va_start and va_copy are assignments, va_arg
 * reads what it points to and steps over it. */
#include "sema/sema_internal.h"

struct type *
sema_va_list(struct sema *s)
{
    return type_pointer(s->types, sema_in_space(s, sema_basic(s, TYPE_CHAR), SPACE_PRIVATE));
}

struct expr *
sema_promote_variadic(struct sema *s, struct expr *arg)
{
    if (arg->type->kind == TYPE_HALF || arg->type->kind == TYPE_FLOAT)
        return sema_arithmetic_to(s, arg,
                                  sema_basic(s, s->options.has_fp64 ? TYPE_DOUBLE : TYPE_FLOAT));
    return sema_promote(s, arg);
}

/* Does an object of the type exist that a program could copy? */
static bool
is_storable(const struct type *type)
{
    return type->size && type->kind != TYPE_FUNCTION && type->kind != TYPE_EVENT &&
           type->kind != TYPE_BUFFER_RESOURCE && type->kind != TYPE_ATOMIC && !sema_is_handle(type);
}

struct expr *
sema_pass_rest(struct sema *s, struct expr *arg)
{
    if (is_storable(arg->type))
        return sema_promote_variadic(s, arg);
    sema_underline_whole(s, arg);
    diag_error(s->diag, arg->loc, cannot_pass_to_variadic, sema_written(s, arg));
    return NULL;
}

void
sema_declare_rest(struct sema *s, struct decl *function)
{
    struct decl *rest = ARENA_NEW(s->arena, struct decl);
    *rest = (struct decl){.kind = DECL_PARAM, .loc = function->loc, .space = SPACE_PRIVATE};
    rest->type = sema_in_space(s, sema_va_list(s), SPACE_PRIVATE);
    function->rest = s->state->rest = rest;
}

/* The va_list that the argument, an rvalue by now, was read from; NULL if reported. */
static struct expr *
list_of(struct sema *s, struct expr *arg)
{
    bool is_read = arg->kind == EXPR_CONVERT && arg->cast == CAST_LVALUE;
    if (is_read && type_unqualified(arg->type) == sema_va_list(s) &&
        sema_modifiable(s, arg->left, arg->loc))
        return arg->left;
    if (!is_read || type_unqualified(arg->type) != sema_va_list(s))
        diag_error(s->diag, arg->loc, argument_is_no_va_list, sema_written(s, arg));
    return NULL;
}

static struct expr *
assign_list(struct sema *s, struct expr *call, struct expr *list, struct expr *value)
{
    struct expr *store = sema_new(s, EXPR_ASSIGN, call, value->type);
    store->op = OP_NONE;
    store->left = list;
    store->right = value;
    return sema_convert_node(s, store, sema_basic(s, TYPE_VOID), CAST_VOID);
}

static void
check_last_parameter(struct sema *s, const struct expr *arg)
{
    const struct decl_list *params = s->state->definition->params;
    while (arg->kind == EXPR_CONVERT)
        arg = arg->left;
    if (arg->kind != EXPR_NAME || !params->count || arg->name.decl != params->at[params->count - 1])
        diag_warning(s->diag, arg->loc, va_start_not_last_parameter);
}

/* va_start(list, last parameter) */
struct expr *
sema_va_start(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    if (!sema_builtin_count(s, call, 2, 2))
        return NULL;
    if (!s->state->function || s->state->closure || !s->state->rest) {
        diag_error(s->diag, call->loc, va_start_in_fixed_function);
        return NULL;
    }
    struct expr *list = list_of(s, args->at[0]);
    check_last_parameter(s, args->at[1]);
    if (!list)
        return NULL;
    (void)row;
    struct expr *rest = sema_new(s, EXPR_NAME, call, s->state->rest->type);
    rest->name.decl = s->state->rest;
    rest->is_lvalue = true;
    return assign_list(s, call, list, sema_decay(s, rest));
}

/* va_end(list); va_copy(list, other): row->detail arguments. */
struct expr *
sema_va_list_call(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    uint32_t count = (uint32_t)row->detail;
    if (!sema_builtin_count(s, call, count, count))
        return NULL;
    struct expr *list = list_of(s, args->at[0]);
    if (!list)
        return NULL;
    if (count == 1) {
        struct expr *nothing =
            sema_convert_node(s, args->at[0], sema_basic(s, TYPE_VOID), CAST_VOID);
        nothing->is_explicit = true; /* its value is not missed */
        return nothing;
    }
    if (type_unqualified(args->at[1]->type) != sema_va_list(s)) {
        diag_error(s->diag, args->at[1]->loc, argument_is_no_va_list, sema_written(s, args->at[1]));
        return NULL;
    }
    return assign_list(s, call, list, args->at[1]);
}

/* __builtin_va_arg(list, type) */
struct expr *
sema_va_arg(struct sema *s, struct expr *expr, struct type *type)
{
    struct expr *list = list_of(s, expr->left);
    if (!list)
        return NULL;
    if (!sema_require_complete(s, type, expr->loc, "va_arg"))
        return NULL;
    if (!is_storable(type) || type->kind == TYPE_ARRAY || sema_is_half_storage_only(s, type)) {
        diag_error(s->diag, expr->loc, cannot_be_va_arg, sema_str(s, type));
        return NULL;
    }
    bool is_float = type->kind == TYPE_HALF || type->kind == TYPE_FLOAT;
    struct type *promoted =
        is_float && s->options.has_fp64 ? sema_basic(s, TYPE_DOUBLE) : sema_promoted(s, type);
    if (promoted != type && type->kind != TYPE_ENUM)
        diag_warning(s->diag, expr->loc, va_arg_promotable, sema_str(s, type),
                     sema_str(s, promoted));
    expr->left = list;
    expr->type = type;
    return expr;
}
