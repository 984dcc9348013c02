/* Calls of functions, overloads included; builtins are in sema_builtin.c. */
#include "sema/sema_internal.h"

/* MISMATCH: a pointer to another type, or a conversion that drops a qualifier, which C allows with
 * a warning. */
enum rank { EXACT, PROMOTION, CONVERSION, SPLAT, MISMATCH };

/* How well an argument fits a parameter, the smaller the better; -1: not at all. */
int
sema_conversion_rank(struct sema *s, struct expr *argument, struct type *type)
{
    struct type *from = type_unqualified(argument->type);
    type = type_unqualified(type);
    if (from == type)
        return EXACT;
    if (type_is_arithmetic(from) && type_is_arithmetic(type)) {
        if (type_is_integer(from) && sema_promoted(s, from) == type)
            return PROMOTION;
        return (from->kind == TYPE_HALF && type->kind != TYPE_HALF && type_is_float(type)) ||
                       (from->kind == TYPE_FLOAT && type->kind == TYPE_DOUBLE)
                   ? PROMOTION
                   : CONVERSION;
    }
    if (type->kind == TYPE_VECTOR && type_is_arithmetic(from))
        return SPLAT;
    if (type->kind == TYPE_POINTER && sema_is_null_constant(s, argument))
        return CONVERSION;
    if (type->kind == TYPE_POINTER && from->kind == TYPE_POINTER) {
        struct type *to = type->base, *pointee = from->base;
        bool same = type_unqualified(to) == type_unqualified(pointee);
        if (!sema_is_subspace(s, (enum address_space)to->space, (enum address_space)pointee->space))
            return -1;
        if (pointee->qualifiers & ~to->qualifiers & (QUAL_CONST | QUAL_VOLATILE))
            return MISMATCH;
        if (same)
            return to->space == pointee->space ? PROMOTION : CONVERSION;
        return to->kind == TYPE_VOID ? CONVERSION : MISMATCH;
    }
    if (type->kind == TYPE_BOOL && from->kind == TYPE_POINTER)
        return CONVERSION;
    bool opaque = type->kind == TYPE_EVENT || type->kind == TYPE_SAMPLER ||
                  (type->kind == TYPE_QUEUE && sema_is_null_constant(s, argument));
    return opaque && type_is_integer(from) ? CONVERSION : -1;
}

static bool
ranks(struct sema *s, const struct expr_list *args, const struct type *function, int *rank)
{
    if (args->count < function->count || (args->count > function->count && !function->is_variadic))
        return false;
    for (uint32_t i = 0; i < function->count; i++) {
        rank[i] = sema_conversion_rank(s, args->at[i], function->params[i]);
        if (rank[i] < 0)
            return false;
    }
    return true;
}

int
sema_better_rank(const int *a, const int *b, uint32_t count)
{
    bool worse = false, is_better = false, a_mismatch = false, b_mismatch = false;
    for (uint32_t i = 0; i < count; i++) {
        a_mismatch = a_mismatch || a[i] == MISMATCH;
        b_mismatch = b_mismatch || b[i] == MISMATCH;
        worse = worse || a[i] > b[i];
        is_better = is_better || a[i] < b[i];
    }
    if (a_mismatch != b_mismatch)
        return a_mismatch ? -1 : 1;
    return is_better && !worse ? 1 : worse && !is_better ? -1 : 0;
}

static struct decl *
best_overload(struct sema *s, struct function_set *set, const struct expr_list *args,
              bool *ambiguous)
{
    struct decl *best = NULL;
    uint32_t count = args->count;
    int *rank = ARENA_ARRAY(s->arena, count + 1, int),
        *best_rank = ARENA_ARRAY(s->arena, count + 1, int);
    *ambiguous = false;
    for (uint32_t i = 0; i < set->overloads.count; i++) {
        struct decl *decl = set->overloads.at[i];
        if (!decl->type || !ranks(s, args, decl->type, rank))
            continue;
        int order = best ? sema_better_rank(rank, best_rank, count) : 1;
        if (order == 0)
            *ambiguous = true;
        if (order != 1)
            continue;
        int *swap = best_rank;
        best_rank = rank;
        rank = swap;
        best = decl;
        *ambiguous = false;
    }
    return best;
}

static bool
exact_overload(struct sema *s, struct function_set *set, const struct expr_list *args)
{
    for (uint32_t i = 0; i < set->overloads.count; i++) {
        const struct type *type = set->overloads.at[i]->type;
        bool exact = type && type->count == args->count;
        for (uint32_t k = 0; exact && k < args->count; k++) {
            struct type *from = args->at[k]->type;
            exact = type_unqualified(from) == type->params[k] ||
                    (from->kind == TYPE_POINTER &&
                     sema_conversion_rank(s, args->at[k], type->params[k]) == 1);
        }
        if (exact)
            return true;
    }
    return false;
}

static struct decl *
choose_overload(struct sema *s, struct expr *call, struct function_set *set, const char *name)
{
    bool ambiguous;
    struct decl *best = best_overload(s, set, &call->call.args, &ambiguous);
    if (best && !ambiguous)
        return best;
    diag_report(s->diag, call->loc, best ? DIAG_call_ambiguous : DIAG_no_matching_function_call,
                name);
    for (uint32_t i = 0; i < set->overloads.count; i++) {
        const struct type *type = set->overloads.at[i]->type;
        const char *why =
            type ? sema_misfit(s, &call->call.args, type->params, type->count, type->is_variadic)
                 : "";
        if (type && !(best && *why))
            diag_note(s->diag, set->overloads.at[i]->loc, candidate_function, why);
    }
    return NULL;
}

loc_t
sema_wrong_count(struct sema *s, const struct expr *call, uint32_t want)
{
    const struct expr_list *args = &call->call.args;
    if (args->count <= want)
        return call->end;
    loc_t first = args->at[want]->start, last = args->at[args->count - 1]->end;
    if (first && last)
        diag_range(s->diag, first, last);
    return first ? first : args->at[want]->loc;
}

/* decl: NULL where a pointer is called. */
static bool
check_count(struct sema *s, const struct expr *call, const struct type *function,
            const struct decl *decl)
{
    uint32_t have = call->call.args.count, want = function->count;
    if (have == want || (have > want && function->is_variadic))
        return true;
    const char *only =
        decl && want == 1 && !function->is_variadic ? decl->params->at[0]->name : NULL;
    loc_t loc = sema_wrong_count(s, call, want);
    if (only && have < want)
        diag_error(s->diag, loc, only_argument_missing, only);
    else if (only)
        diag_error(s->diag, loc, only_argument_expected, only, have);
    else
        diag_error(s->diag, loc, wrong_argument_count, have < want ? "few" : "many",
                   function->is_variadic ? "at least " : "", want, have);
    if (decl)
        diag_note(s->diag, decl->loc, declared_here, decl->name);
    return false;
}

/* Brings the arguments to what the function takes; decl: NULL where a pointer is called. */
static struct expr *
call_type(struct sema *s, struct expr *call, struct type *function, const struct decl *decl)
{
    struct expr_list *args = &call->call.args;
    bool ok = true;
    for (uint32_t i = 0; i < args->count; i++) {
        if (i < function->count)
            args->at[i] = sema_pass_to(s, args->at[i], function->params[i],
                                       decl ? decl->params->at[i] : NULL);
        else
            args->at[i] = sema_pass_rest(s, args->at[i]);
        ok = ok && args->at[i];
    }
    call->type = type_unqualified(function->base);
    if (call->type->kind != TYPE_VOID &&
        !sema_require_complete(s, call->type, call->loc, "calling"))
        return NULL;
    return ok ? call : NULL;
}

static struct expr *
call_decl(struct sema *s, struct expr *call, struct decl *decl)
{
    if (!decl->type || !check_count(s, call, decl->type, decl))
        return NULL;
    struct expr *done = call_type(s, call, decl->type, decl);
    sema_calls(s, decl, call, call->loc);
    decl->references++;
    call->call.callee->name.decl = decl;
    call->call.callee->type = decl->type;
    return done;
}

/* Through a value that is a block or a pointer to a function; of &f and *f the function is known. */
static struct expr *
call_value(struct sema *s, struct expr *call, struct expr *callee)
{
    if (callee->type->kind == TYPE_BLOCK)
        return sema_block_call(s, call, callee);
    if (callee->type->kind != TYPE_POINTER || callee->type->base->kind != TYPE_FUNCTION) {
        sema_error(s, call, called_object_type_not_function_function, sema_written(s, callee));
        return NULL;
    }
    struct expr *name = sema_taken_function(callee);
    call->call.callee = name ? name : callee;
    if (name)
        return call_decl(s, call, name->name.decl);
    s->lacks_definitions |= s->options.is_partial;
    return check_count(s, call, callee->type->base, NULL)
               ? call_type(s, call, callee->type->base, NULL)
               : NULL;
}

static bool
check_args(struct sema *s, struct expr *call)
{
    bool ok = true;
    for (uint32_t i = 0; i < call->call.args.count; i++) {
        call->call.args.at[i] = sema_rvalue(s, call->call.args.at[i]);
        ok = ok && call->call.args.at[i];
    }
    return ok;
}

static struct expr *
call_named(struct sema *s, struct expr *call, const char *name)
{
    struct binding *found = sema_scope_find(&s->state->scopes, NAMES_ORDINARY, name);
    struct decl *decl = found ? found->what : NULL;
    if (!decl) {
        if (sema_is_builtin(s, name))
            return sema_builtin_call(s, call, name);
        sema_undeclared(s, call->call.callee, true);
        return NULL;
    }
    if (decl->kind != DECL_FUNCTION) {
        bool is_pointer = decl->type && decl->type->kind == TYPE_POINTER &&
                          decl->type->base->kind == TYPE_FUNCTION;
        if (decl->type && (decl->type->kind == TYPE_BLOCK || is_pointer) &&
            decl->kind != DECL_TYPEDEF) {
            struct expr *value = sema_rvalue(s, call->call.callee);
            return value ? call_value(s, call, value) : NULL;
        }
        decl->references++; /* rightly or not, it is used */
        if (decl->kind != DECL_TYPEDEF && decl->type)
            sema_error(s, call, called_object_type_not_function_function,
                       sema_type_text(s, decl->type, decl->specifiers));
        else if (decl->type)
            sema_error(s, call, expected_expression);
        return NULL;
    }
    struct function_set *set = sema_functions_of(s, decl);
    if (set && set->is_overloadable) {
        if (sema_is_builtin(s, name) && !exact_overload(s, set, &call->call.args) &&
            sema_builtin_fits(s, &call->call.args, name)) /* user overloads join OpenCL's */
            return sema_builtin_call(s, call, name);
        decl = choose_overload(s, call, set, name);
    }
    return decl ? call_decl(s, call, decl) : NULL;
}

struct expr *
sema_call(struct sema *s, struct expr *call)
{
    struct expr *callee = call->call.callee;
    bool ok = check_args(s, call);
    if (!callee)
        return NULL;
    if (callee->kind == EXPR_NAME) {
        if (ok)
            return call_named(s, call, callee->name.name);
        struct binding *found =
            sema_scope_find(&s->state->scopes, NAMES_ORDINARY, callee->name.name);
        if (!found && !sema_is_builtin(s, callee->name.name))
            sema_undeclared(s, callee, true);
        return NULL;
    }
    callee = sema_rvalue(s, callee);
    bool is_callable =
        callee && (callee->type->kind == TYPE_BLOCK || callee->type->kind == TYPE_POINTER);
    return callee && (ok || !is_callable) ? call_value(s, call, callee) : NULL;
}
