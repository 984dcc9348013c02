/* Extensions of GNU and C11: statement expressions, ?: without its middle, _Generic, and the
 * builtins of clang that look at types or constants instead of computing. */
#include "sema/sema_internal.h"

#include <math.h>
#include <string.h>

struct expr *
sema_once(struct sema *s, struct expr *expr)
{
    struct expr *once = sema_new(s, EXPR_ONCE, expr, expr->type);
    once->left = expr;
    return once;
}

/* The statement that gives ({ ... }) its value; it may follow labels. */
struct stmt *
sema_block_value(const struct stmt *block)
{
    struct stmt *last = block->stmts.count ? vec_last(&block->stmts) : NULL;
    while (last && last->kind == STMT_LABEL)
        last = last->body;
    return last && last->kind == STMT_EXPR ? last : NULL;
}

struct expr *
sema_block_expression(struct sema *s, struct expr *expr)
{
    if (!s->state->function) /* reported */
        return NULL;
    sema_stmt(s, expr->block);
    struct stmt *last = sema_block_value(expr->block);
    struct expr *value = last ? last->expr : NULL;
    if (value && !value->type)
        return NULL;
    expr->type = value ? type_unqualified(value->type) : sema_basic(s, TYPE_VOID);
    return expr;
}

struct expr *
sema_same_type(struct sema *s, struct expr *expr)
{
    struct type *first = sema_type_name(s, expr->same.first);
    struct type *second = sema_type_name(s, expr->same.second);
    if (!first || !second)
        return NULL;
    bool same = type_unqualified(first) == type_unqualified(second);
    return sema_integer(s, expr, sema_basic(s, TYPE_INT), same);
}

/* C11 6.5.1.1; the operand counts as a value, so without qualifiers. */
struct expr *
sema_generic(struct sema *s, struct expr *expr)
{
    loc_t bracket = expr->generic.operand->is_explicit ? expr->generic.operand->start : 0;
    struct expr *operand = sema_rvalue(s, expr->generic.operand), *chosen = NULL;
    struct association *otherwise = NULL;
    bool ok = operand != NULL;
    if (ok)
        sema_unevaluated(s, expr->loc, operand, bracket);
    for (struct association *at = expr->generic.associations; at; at = at->next) {
        struct type *type = at->type ? sema_type_name(s, at->type) : NULL;
        if (!at->type)
            otherwise = at;
        ok = ok && (!at->type || type);
        if (ok && type && type == type_unqualified(operand->type) && !chosen)
            chosen = at->value;
    }
    if (!ok)
        return NULL;
    if (!chosen && !otherwise) {
        diag_error(s->diag, operand->loc, no_generic_association, sema_str(s, operand->type));
        return NULL;
    }
    return sema_expr(s, chosen ? chosen : otherwise->value);
}

struct expr *
sema_convertvector(struct sema *s, struct expr *expr, struct type *type)
{
    struct type *from = expr->left->type;
    if (from->kind != TYPE_VECTOR || type->kind != TYPE_VECTOR || from->count != type->count) {
        diag_error(s->diag, expr->loc, convertvector_counts, sema_str(s, from), sema_str(s, type));
        return NULL;
    }
    expr->type = type;
    return expr;
}

/* __func__ and the like: a string in constant memory (C11 6.4.2.2). */
const char *
sema_function_name(struct sema *s, const char *name)
{
    static const char *const names[] = {"__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"};
    if (s->options.cl_version < 120) /* 6.9 h */
        return NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return s->state->function ? s->state->function->name : "";
    return NULL;
}

/* ---- builtins ---- */

static struct expr *
choose_expr(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    int64_t condition;
    if (args->count != 3)
        return sema_no_match(s, call, row->name);
    if (!constexpr_integer(args->at[0], &condition)) {
        diag_error(s->diag, args->at[0]->loc, choose_expr_not_constant);
        return NULL;
    }
    return args->at[condition ? 1 : 2];
}

static bool
is_string(const struct expr *expr)
{
    while (expr->kind == EXPR_CONVERT && expr->cast == CAST_ARRAY)
        expr = expr->left;
    return expr->kind == EXPR_STRING;
}

static struct expr *
constant_p(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct constant constant;
    if (call->call.args.count != 1)
        return sema_no_match(s, call, row->name);
    const struct expr *arg = call->call.args.at[0];
    return sema_integer(s, call, sema_basic(s, TYPE_INT),
                        is_string(arg) || constexpr_eval(arg, &constant));
}

/* Components of one or two vectors, by constant numbers; -1: any. */
static struct expr *
shufflevector(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    struct type *type = args->count > 2 ? type_unqualified(args->at[0]->type) : NULL;
    if (!type || type->kind != TYPE_VECTOR || type_unqualified(args->at[1]->type) != type ||
        args->count > 2 + 16)
        return sema_no_match(s, call, row->name);
    struct expr *sources[2] = {sema_once(s, args->at[0]), sema_once(s, args->at[1])};
    struct expr *vector =
        sema_new(s, EXPR_VECTOR, call, type_vector(s->types, type->base, args->count - 2));
    for (uint32_t i = 2; i < args->count; i++) {
        int64_t component;
        if (!constexpr_integer(args->at[i], &component) || component < -1 ||
            component >= 2 * type->count) {
            diag_error(s->diag, args->at[i]->loc, shufflevector_index);
            return NULL;
        }
        component = component < 0 ? 0 : component;
        struct expr *part = sema_new(s, EXPR_SWIZZLE, args->at[i], type->base);
        part->swizzle.base = sources[component >= type->count];
        part->swizzle.components[0] = (uint8_t)(component % type->count);
        part->swizzle.count = 1;
        vec_push(s->arena, &vector->call.args, part);
    }
    return vector;
}

/* __builtin_inf() and __builtin_nan(""), of the row's type T. */
static struct expr *
special_float(struct sema *s, struct expr *call, const struct builtin *row)
{
    enum type_kind kind = row->elements & 1 << TYPE_DOUBLE  ? TYPE_DOUBLE
                          : row->elements & 1 << TYPE_FLOAT ? TYPE_FLOAT
                                                            : TYPE_HALF;
    if (call->call.args.count != (row->detail ? 1u : 0u))
        return sema_no_match(s, call, row->name);
    struct expr *expr = sema_new(s, EXPR_FLOAT, call, sema_basic(s, kind));
    expr->floating.value = row->detail ? NAN : INFINITY;
    return expr;
}

static struct expr *
dereferenced(struct sema *s, struct expr *pointer)
{
    struct expr *object = sema_new(s, EXPR_UNARY, pointer, pointer->type->base);
    object->op = OP_DEREF;
    object->left = pointer;
    object->is_lvalue = true;
    return object;
}

/* __builtin_nontemporal_load(pointer), _store(value, pointer): the hint is ignored. */
static struct expr *
nontemporal(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    uint32_t count = (uint32_t)row->detail;
    if (args->count != count || args->at[count - 1]->type->kind != TYPE_POINTER)
        return sema_no_match(s, call, row->name);
    struct expr *object = dereferenced(s, args->at[count - 1]);
    if (count == 1)
        return sema_decay(s, object);
    struct expr *store = sema_new(s, EXPR_ASSIGN, call, type_unqualified(object->type));
    store->op = OP_NONE;
    store->left = object;
    store->right = sema_assign_to(s, args->at[0], object->type, ASSIGN_ASSIGNING, call->loc,
                                  sema_declared_by(object));
    return store->right && sema_modifiable(s, object, call->loc) ? store : NULL;
}

/* The pointer itself: the promised alignment is not used. */
static struct expr *
assume_aligned(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    if (args->count < 2 || args->count > 3 || args->at[0]->type->kind != TYPE_POINTER)
        return sema_no_match(s, call, row->name);
    struct type *pointee = args->at[0]->type->base;
    struct type *to = type_qualified(s->types, sema_basic(s, TYPE_VOID), pointee->qualifiers, true,
                                     (enum address_space)pointee->space);
    return sema_convert_node(s, args->at[0], type_pointer(s->types, to), CAST_POINTER);
}

/* Does the other integer type hold every value that the expression can have? */
static bool
keeps_value(const struct expr *expr, const struct type *to)
{
    const struct type *from = expr->type;
    int64_t value;
    if (constexpr_integer(expr, &value))
        return value >= 0 && value >> (8 * to->size - 1) == 0;
    if (type_is_signed(from) == type_is_signed(to))
        return from->size <= to->size;
    return !type_is_signed(from) && from->size < to->size;
}

/* __builtin_add_overflow(a, b, pointer): a and b as if of unlimited width.  The lowering computes
 * in 64 bits: operands of 32 bits keep their types, 64-bit ones need all three to be of one
 * type. */
static struct expr *
overflow(struct sema *s, struct expr *call, const struct builtin *row)
{
    struct expr_list *args = &call->call.args;
    struct type *to = args->count == 3 && args->at[2]->type->kind == TYPE_POINTER
                          ? args->at[2]->type->base
                          : NULL;
    bool narrow = to && to->size <= 4;
    if (!to || !type_is_integer(to) || to->kind == TYPE_BOOL || type_is_wide(to) ||
        to->qualifiers & QUAL_CONST)
        return sema_no_match(s, call, row->name);
    for (uint32_t i = 0; i < 2; i++) {
        if (!type_is_integer(args->at[i]->type))
            return sema_no_match(s, call, row->name);
        narrow = narrow && args->at[i]->type->size <= 4;
    }
    for (uint32_t i = 0; i < 2 && !narrow; i++) {
        if (!keeps_value(args->at[i], to))
            return sema_no_match(s, call, row->name);
        args->at[i] = sema_convert_node(s, args->at[i], type_unqualified(to), CAST_SCALAR);
    }
    return sema_builtin_done(call, row, sema_basic(s, TYPE_BOOL));
}

static const struct custom {
    const char *target;
    struct expr *(*check)(struct sema *s, struct expr *call, const struct builtin *row);
    bool stays; /* the result is still a call of the row, for the lowering */
} customs[] = {
    {"choose_expr", choose_expr, false},
    {"constant_p", constant_p, false},
    {"shufflevector", shufflevector, false},
    {"special_float", special_float, false},
    {"nontemporal", nontemporal, false},
    {"assume_aligned", assume_aligned, false},
    {"va_start", sema_va_start, false},
    {"va_list", sema_va_list_call, false},
    {"overflow", overflow, true},
    {"shuffle", sema_builtin_shuffle, true},
    {"to_space", sema_to_space, true},
    {"pipe_transfer", sema_pipe_call, true},
    {"pipe_call", sema_pipe_call, true},
    {"pipe_commit", sema_pipe_call, true},
    {"enqueue_kernel", sema_enqueue_call, true},
    {"kernel_query", sema_kernel_query, true},
};

static const struct custom *
find_custom(const char *target)
{
    for (size_t i = 0; i < sizeof customs / sizeof *customs; i++)
        if (strcmp(target, customs[i].target) == 0)
            return &customs[i];
    return NULL;
}

bool
sema_has_custom(const char *target, bool *stays)
{
    const struct custom *custom = find_custom(target);
    *stays = custom && custom->stays;
    return custom;
}

struct expr *
sema_custom_builtin(struct sema *s, struct expr *call, const struct builtin *row)
{
    const struct custom *custom = find_custom(row->target);
    if (!custom)
        ice(s->arena->guard, "sema: no target '%s' for builtin '%s'", row->target, row->name);
    return custom->check(s, call, row);
}
