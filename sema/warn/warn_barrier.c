/* Barriers that only some work-items of a group reach, or not equally often (OpenCL C 6.12.8: all
 * or none).
 *
 * A value is divergent if it may differ between the work-items of a group: it comes from
 * get_local_id, get_global_id or an atomic operation that changes something, is loaded through a divergent address,
 * or was assigned under a divergent condition.  What the group votes, reduces or broadcasts is none.  Variables are judged as wholes, functions by all their
 * calls, until nothing changes any more; a load from one address gives all work-items the same.
 * What is not known counts as uniform: a warning should be right.
 *
 * -Wdivergent-barrier (on) */
#include "sema/warn/warn_internal.h"

#include <string.h>

enum { WAVE_SIZE = 64 }; /* of all targets */

struct barriers {
    struct warn *w;
    struct map divergent;   /* variable, or function for its result -> itself */
    struct map loops;       /* loop -> condition of a divergent way out of it */
    struct map has_barrier; /* function that may come to a barrier -> itself */
    const struct decl *function;
    const struct stmt *loop;      /* the innermost */
    bool in_switch;               /* which is in that loop: break leaves only the switch */
    const struct expr *left;      /* condition of a divergent way out of a loop around */
    const struct expr *continued; /* of a divergent continue before, in this iteration */
    const struct expr *returned;  /* of a divergent return before */
    bool changed, reports;
};

static void
note(struct barriers *b, struct map *map, const void *key, const void *value)
{
    if (map_get(map, MAP_KEY(key)))
        return;
    map_put(map, MAP_KEY(key), (void *)value);
    b->changed = true;
}

static void
make_divergent(struct barriers *b, const struct decl *decl)
{
    if (decl)
        note(b, &b->divergent, decl, decl);
}

/* ---- expressions ---- */

/* The variable that an lvalue is or lies in; through a pointer: the pointer. */
static struct decl *
root(const struct expr *expr)
{
    for (;;) {
        expr = warn_written((struct expr *)expr);
        switch ((enum expr_kind)expr->kind) {
        case EXPR_NAME:
            return warn_variable(expr);
        case EXPR_MEMBER:
            expr = expr->member.base;
            break;
        case EXPR_SWIZZLE:
            expr = expr->swizzle.base;
            break;
        case EXPR_INDEX:
        case EXPR_UNARY:
        case EXPR_CONVERT:
        case EXPR_BINARY:
            expr = expr->left;
            break;
        default:
            return NULL;
        }
    }
}

static bool
is_one_of(const char *name, const char *const *names, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool
is_barrier(const struct expr *call)
{
    static const char *const names[] = {"barrier", "work_group_barrier",
                                        "__builtin_amdgcn_s_barrier"};
    return call->kind == EXPR_BUILTIN &&
           is_one_of(call->call.builtin->name, names, sizeof names / sizeof *names);
}

/* A required group size of 1 in the dimension leaves a single id there. */
static bool
is_only_one(const struct barriers *b, const struct expr *call)
{
    int64_t dimension;
    const struct kernel_info *kernel = b->function->kernel;
    if (!kernel || !kernel->reqd_group_size[0])
        return false;
    if (!call->call.args.count || !warn_constant(call->call.args.at[0], &dimension))
        return kernel->reqd_group_size[0] == 1 && kernel->reqd_group_size[1] == 1 &&
               kernel->reqd_group_size[2] == 1;
    return dimension >= 0 && dimension < 3 && kernel->reqd_group_size[dimension] == 1;
}

/* Does the builtin give each work-item its own result, whatever its arguments? */
static bool
is_own(const struct barriers *b, const struct expr *call)
{
    static const char *const names[] = {"get_local_id",
                                        "get_global_id",
                                        "get_local_linear_id",
                                        "get_global_linear_id",
                                        "__builtin_amdgcn_workitem_id_x",
                                        "__builtin_amdgcn_workitem_id_y",
                                        "__builtin_amdgcn_workitem_id_z"};
    const char *name = call->call.builtin->name;
    if (is_one_of(name, names, sizeof names / sizeof *names))
        return !is_only_one(b, call);
    return strncmp(name, "atom", 4) == 0 && strncmp(name, "atomic_load", 11) != 0 &&
           call->type->kind != TYPE_VOID;
}

/* Does a required size make the group a single sub-group? */
static bool
is_one_sub_group(const struct barriers *b)
{
    const struct kernel_info *kernel = b->function->kernel;
    uint64_t size = 1;
    for (int i = 0; kernel && i < 3; i++)
        size *= kernel->reqd_group_size[i];
    return kernel && size >= 1 && size <= WAVE_SIZE;
}

/* Does the builtin give all work-items of the group one result, whatever their arguments (OpenCL C 6.13.15)? */
static bool
is_common(const struct barriers *b, const struct expr *call)
{
    static const char *const names[] = {"any", "all", "broadcast", "reduce_"};
    const char *name = call->call.builtin->name;
    if (strncmp(name, "work_group_", 11) == 0)
        name += 11;
    else if (strncmp(name, "sub_group_", 10) == 0 && is_one_sub_group(b))
        name += 10;
    else
        return false;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static bool diverges(struct barriers *b, const struct expr *expr, const struct expr *cause);
static void statement(struct barriers *b, const struct stmt *stmt, const struct expr *cause);

static bool
operands_diverge(struct barriers *b, const struct expr *expr, const struct expr *cause)
{
    const struct expr *operand;
    bool any = false;
    for (uint32_t i = 0; (operand = sema_operand(expr, i)); i++)
        any |= diverges(b, operand, cause);
    return any;
}

static void
report(struct barriers *b, const struct expr *call, const char *name, const struct expr *cause,
       bool is_exit)
{
    struct diag *diag = b->w->diag;
    if (!b->reports)
        return;
    diag_range(diag, call->start, call->end);
    diag_warning(diag, call->loc, divergent_barrier, name);
    diag_range(diag, cause->start, cause->end);
    if (is_exit)
        diag_note(diag, cause->loc, divergent_exit);
    else
        diag_note(diag, cause->loc, divergent_condition);
}

/* At a barrier, or at a call of a function that has one. */
static void
meet_barrier(struct barriers *b, const struct expr *call, const char *name,
             const struct expr *cause)
{
    const struct expr *left = b->left ? b->left : b->continued ? b->continued : b->returned;
    note(b, &b->has_barrier, b->function, b->function);
    if (cause)
        report(b, call, name, cause, false);
    else if (left)
        report(b, call, name, left, true);
}

static bool
call_function(struct barriers *b, const struct expr *call, const struct expr *cause)
{
    const struct decl *callee = warn_callee(call);
    callee = callee ? callee->definition : NULL;
    for (uint32_t i = 0; i < call->call.args.count; i++) {
        const struct expr *arg = call->call.args.at[i];
        if (diverges(b, arg, cause) && callee && i < callee->params->count)
            make_divergent(b, callee->params->at[i]);
    }
    if (!callee)
        return false;
    if (map_get(&b->has_barrier, MAP_KEY(callee)))
        meet_barrier(b, call, callee->name, cause);
    /* an object passed by address may come back divergent, like the function's result */
    bool result = map_get(&b->divergent, MAP_KEY(callee)) != NULL;
    for (uint32_t i = 0; i < call->call.args.count; i++) {
        const struct expr *arg = warn_written(call->call.args.at[i]);
        const struct decl *param = i < callee->params->count ? callee->params->at[i] : NULL;
        if (param && arg->type->kind == TYPE_POINTER && arg->type->base->space == SPACE_PRIVATE &&
            map_get(&b->divergent, MAP_KEY(param)))
            make_divergent(b, root(arg));
    }
    return result;
}

static bool
assign(struct barriers *b, const struct expr *expr, const struct expr *cause)
{
    const struct expr *left = expr->left;
    bool is_step = expr->kind == EXPR_UNARY;
    bool is_divergent = cause || (!is_step && diverges(b, expr->right, cause));
    bool was = diverges(b, left, cause);
    struct decl *decl = root(left);
    bool is_private = !left->type->has_space || left->type->space == SPACE_PRIVATE;
    if ((is_divergent || (was && left->kind != EXPR_NAME)) && is_private)
        make_divergent(b, decl);
    return is_divergent || ((is_step || expr->op != OP_NONE) && was);
}

/* May the value differ between work-items?  Also follows assignments and calls inside. */
static bool
diverges(struct barriers *b, const struct expr *expr, const struct expr *cause)
{
    switch ((enum expr_kind)expr->kind) {
    case EXPR_NAME:
        return map_get(&b->divergent, MAP_KEY(expr->name.decl)) != NULL;
    case EXPR_ASSIGN:
        return assign(b, expr, cause);
    case EXPR_UNARY:
        return expr->op >= OP_PRE_INC ? assign(b, expr, cause) : diverges(b, expr->left, cause);
    case EXPR_CALL:
        return call_function(b, expr, cause);
    case EXPR_BUILTIN:
        if (is_barrier(expr))
            meet_barrier(b, expr, expr->call.builtin->name, cause);
        return (operands_diverge(b, expr, cause) && !is_common(b, expr)) || is_own(b, expr);
    case EXPR_BLOCK:
        statement(b, expr->block, cause);
        return false;
    default:
        return operands_diverge(b, expr, cause);
    }
}

/* ---- statements ---- */

static const struct expr *
under(struct barriers *b, const struct expr *condition, const struct expr *cause)
{
    if (condition && diverges(b, condition, cause) && !cause)
        return warn_written((struct expr *)condition);
    return cause;
}

static void
declare(struct barriers *b, const struct decl_list *decls, const struct expr *cause)
{
    for (uint32_t i = 0; i < decls->count; i++) {
        const struct decl *decl = decls->at[i];
        if (decl && decl->kind == DECL_VARIABLE && decl->init && diverges(b, decl->init, cause))
            make_divergent(b, decl);
    }
}

static void
loop(struct barriers *b, const struct stmt *stmt, const struct expr *cause)
{
    struct barriers outer = *b;
    statement(b, stmt->init, cause);
    cause = under(b, stmt->expr, cause);
    const struct expr *left = map_get(&b->loops, MAP_KEY(stmt));
    b->loop = stmt;
    b->in_switch = false;
    b->left = left ? left : b->left;
    statement(b, stmt->body, cause);
    if (stmt->expr2)
        (void)diverges(b, stmt->expr2, cause);
    b->loop = outer.loop;
    b->in_switch = outer.in_switch;
    b->left = outer.left;
    b->continued = outer.continued;
}

/* A jump that only some work-items take. */
static void
leave(struct barriers *b, const struct stmt *stmt, const struct expr *cause)
{
    if (stmt->kind == STMT_RETURN && stmt->expr &&
        (diverges(b, stmt->expr, cause) || cause || b->returned))
        make_divergent(b, b->function);
    bool leaves_loop = stmt->kind == STMT_RETURN || (stmt->kind == STMT_BREAK && !b->in_switch);
    if (!cause)
        return;
    if (b->loop && leaves_loop)
        note(b, &b->loops, b->loop, cause);
    if (stmt->kind == STMT_CONTINUE)
        b->continued = cause;
    if (stmt->kind == STMT_RETURN && !b->returned)
        b->returned = cause;
}

static void
statement(struct barriers *b, const struct stmt *stmt, const struct expr *cause)
{
    if (!stmt)
        return;
    switch ((enum stmt_kind)stmt->kind) {
    case STMT_EXPR:
        if (stmt->expr)
            (void)diverges(b, stmt->expr, cause);
        break;
    case STMT_DECL:
        declare(b, &stmt->decls, cause);
        break;
    case STMT_BLOCK:
        for (uint32_t i = 0; i < stmt->stmts.count; i++)
            statement(b, stmt->stmts.at[i], cause);
        break;
    case STMT_IF:
        for (; stmt && stmt->kind == STMT_IF; stmt = stmt->otherwise) { /* chains are long */
            cause = under(b, stmt->expr, cause);
            statement(b, stmt->body, cause);
        }
        statement(b, stmt, cause);
        break;
    case STMT_SWITCH: {
        bool before = b->in_switch;
        b->in_switch = true;
        statement(b, stmt->body, under(b, stmt->expr, cause));
        b->in_switch = before;
        break;
    }
    case STMT_WHILE:
    case STMT_DO:
    case STMT_FOR:
        loop(b, stmt, cause);
        break;
    case STMT_CASE:
    case STMT_LABEL:
        statement(b, stmt->body, cause);
        break;
    default:
        leave(b, stmt, cause);
    }
}

static void
each_function(struct barriers *b, const struct translation_unit *unit)
{
    for (uint32_t i = 0; i < unit->decls.count; i++) {
        const struct decl *decl = unit->decls.at[i];
        if (!decl || decl->kind != DECL_FUNCTION || !decl->body)
            continue;
        b->function = decl;
        b->returned = NULL;
        b->loop = NULL;
        b->in_switch = false;
        b->left = b->continued = NULL;
        statement(b, decl->body, NULL);
    }
}

void
warn_barriers(struct warn *w, const struct translation_unit *unit)
{
    enum { MAX_ITERATIONS = 10 };
    struct arena *arena = w->s->arena;
    struct barriers b = {.w = w,
                         .divergent = map_new(arena),
                         .loops = map_new(arena),
                         .has_barrier = map_new(arena)};
    b.changed = true;
    for (int iteration = 0; b.changed && iteration < MAX_ITERATIONS; iteration++) {
        b.changed = false;
        each_function(&b, unit);
    }
    b.reports = true;
    each_function(&b, unit);
}
