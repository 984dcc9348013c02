/* Statements (C11 6.8): conditions, jumps to their targets, cases to their switch. */
#include "sema/sema_internal.h"

static void
block(struct sema *s, struct stmt *stmt)
{
    uint32_t losses = s->diag->losses;
    sema_scope_open(&s->state->scopes);
    for (uint32_t i = 0; i < stmt->stmts.count; i++)
        sema_stmt(s, stmt->stmts.at[i]);
    sema_scope_close(&s->state->scopes);
    stmt->has_losses = s->diag->losses != losses;
}

static struct expr *
condition(struct sema *s, struct expr *expr)
{
    expr = sema_rvalue(s, expr);
    if (expr && !type_is_scalar(expr->type)) {
        sema_error(s, expr, statement_requires_expression_scalar_type, sema_written(s, expr));
        return NULL;
    }
    return expr;
}

/* A body is a scope even without braces (C11 6.8.5p5). */
static void
body(struct sema *s, struct stmt *stmt)
{
    sema_scope_open(&s->state->scopes);
    sema_stmt(s, stmt);
    sema_scope_close(&s->state->scopes);
}

static void
loop(struct sema *s, struct stmt *stmt)
{
    s->state->loops++;
    s->state->breakables++;
    body(s, stmt->body);
    s->state->breakables--;
    s->state->loops--;
}

/* C11 6.8.5p3: the first clause declares only objects of the loop. */
static void
check_for_declaration(struct sema *s, const struct stmt *init)
{
    for (uint32_t i = 0; i < init->decls.count; i++) {
        const struct decl *decl = init->decls.at[i];
        if (decl && decl->kind == DECL_VARIABLE && (decl->is_static || decl->is_extern))
            diag_error(s->diag, decl->loc, non_local_variable_in_for);
        else if (decl && (decl->kind == DECL_TYPEDEF || decl->kind == DECL_FUNCTION))
            diag_error(s->diag, decl->loc, non_variable_in_for);
    }
}

static void
for_loop(struct sema *s, struct stmt *stmt)
{
    uint32_t losses = s->diag->losses;
    sema_scope_open(&s->state->scopes);
    sema_stmt(s, stmt->init);
    if (stmt->init && stmt->init->kind == STMT_DECL)
        check_for_declaration(s, stmt->init);
    if (stmt->expr)
        stmt->expr = condition(s, stmt->expr);
    if (stmt->expr2)
        stmt->expr2 = sema_rvalue(s, stmt->expr2);
    loop(s, stmt);
    sema_scope_close(&s->state->scopes);
    stmt->has_losses = s->diag->losses != losses;
}

/* ---- switch ---- */

/* The values of a label, compared as the switch does; false: unknown, or an empty range. */
static bool
case_range(const struct stmt *label, wide_int *low, wide_int *high)
{
    if (!label->expr || !constexpr_wide(label->expr, low))
        return false;
    *high = *low;
    return !label->expr2 || (constexpr_wide(label->expr2, high) && *low <= *high);
}

static void
report_case(struct sema *s, const struct stmt *label, const struct stmt *other, wide_int value)
{
    diag_error(s->diag, label->loc, duplicate_case_value,
               wide_text(s->arena, (wide_uint)value, true));
    diag_note(s->diag, other->loc, previous_case_defined_here);
}

/* For cases.at[i] with a range: reports each range before it, and each single label, that shares a
 * value. */
static void
check_case_range(struct sema *s, const struct stmt *stmt, uint32_t i)
{
    const struct stmt *label = stmt->cases.at[i];
    wide_int low, high, other_low, other_high;
    if (!case_range(label, &low, &high))
        return;
    for (uint32_t k = 0; k < stmt->cases.count; k++) {
        const struct stmt *other = stmt->cases.at[k];
        if (k == i || (k > i && other->expr2) || !case_range(other, &other_low, &other_high) ||
            other_high < low || other_low > high)
            continue;
        report_case(s, k > i ? other : label, k > i ? label : other,
                    low > other_low ? low : other_low);
    }
}

/* Of a case in the map of those seen: values of up to 64 bits differ in it. */
static uint64_t
case_key(wide_int value)
{
    return (uint64_t)value ^
           wide_high((wide_uint)value - (wide_uint)(int64_t)value) * 0x9E3779B97F4A7C15u;
}

static struct stmt *
find_case(struct map *seen, wide_int value)
{
    struct stmt *label = map_get(seen, case_key(value));
    wide_int other;
    return label && constexpr_wide(label->expr, &other) && other == value ? label : NULL;
}

static void
check_duplicate_cases(struct sema *s, struct stmt *stmt)
{
    struct map seen = map_new(s->arena);
    for (uint32_t i = 0; i < stmt->cases.count; i++) {
        struct stmt *label = stmt->cases.at[i];
        wide_int value;
        guard_poll(s->arena->guard);
        if (label->expr2)
            check_case_range(s, stmt, i);
        if (label->expr2 || !label->expr || !constexpr_wide(label->expr, &value))
            continue;
        struct stmt *other = find_case(&seen, value);
        if (other)
            report_case(s, label, other, value);
        map_put(&seen, case_key(value), label);
    }
}

static void
switch_stmt(struct sema *s, struct stmt *stmt)
{
    struct stmt *outer = s->state->switch_stmt;
    stmt->expr = sema_rvalue(s, stmt->expr);
    if (stmt->expr && !type_is_integer(stmt->expr->type)) {
        diag_error(s->diag, stmt->expr->loc, statement_requires_expression_integer_type,
                   sema_written(s, stmt->expr));
        stmt->expr = NULL;
    }
    stmt->expr = sema_promote(s, stmt->expr);
    s->state->switch_stmt = stmt;
    s->state->breakables++;
    body(s, stmt->body);
    s->state->breakables--;
    s->state->switch_stmt = outer;
    check_duplicate_cases(s, stmt);
}

static struct expr *
case_value(struct sema *s, struct expr *expr, struct type *type)
{
    wide_int value;
    expr = sema_rvalue(s, expr);
    if (!expr)
        return NULL;
    if (!type_is_integer(expr->type) || !constexpr_wide(expr, &value)) {
        sema_error(s, expr, expression_not_integer_constant_expression);
        return NULL;
    }
    return sema_arithmetic_to(s, expr, type);
}

static void
case_label(struct sema *s, struct stmt *stmt)
{
    struct stmt *target = s->state->switch_stmt;
    bool is_default = !stmt->expr;
    if (!target) {
        diag_error(s->diag, stmt->loc, statement_not_switch_statement,
                   is_default ? "default" : "case");
    } else {
        struct type *type = target->expr ? target->expr->type : sema_basic(s, TYPE_INT);
        for (uint32_t i = 0; is_default && i < target->cases.count; i++) {
            if (target->cases.at[i]->expr)
                continue;
            diag_error(s->diag, stmt->loc, multiple_default_labels_one_switch);
            diag_note(s->diag, target->cases.at[i]->loc, previous_case_defined_here);
        }
        if (!is_default)
            stmt->expr = case_value(s, stmt->expr, type);
        if (stmt->expr2)
            stmt->expr2 = case_value(s, stmt->expr2, type);
        if (is_default || stmt->expr)
            vec_push(s->arena, &target->cases, stmt);
    }
    sema_stmt(s, stmt->body);
}

/* ---- jumps ---- */

static void
label(struct sema *s, struct stmt *stmt)
{
    struct stmt *other = map_get(&s->state->labels, MAP_KEY(stmt->label));
    if (other) {
        diag_error(s->diag, stmt->loc, redefinition_label, stmt->label);
        diag_note(s->diag, other->loc, previous_definition_here);
    } else {
        map_put(&s->state->labels, MAP_KEY(stmt->label), stmt);
    }
    sema_stmt(s, stmt->body);
}

static void
return_stmt(struct sema *s, struct stmt *stmt)
{
    struct type *result = s->state->result;
    bool deduces = s->state->closure && s->state->closure->deduces;
    const char *name = s->state->function ? s->state->function->name : "";
    if (!stmt->expr) {
        if (deduces)
            sema_block_return(s, stmt, sema_basic(s, TYPE_VOID));
        if (result && result->kind != TYPE_VOID)
            diag_error(s->diag, stmt->loc, non_void_function_should_return_value, name);
        return;
    }
    struct expr *value = stmt->expr = sema_rvalue(s, stmt->expr);
    if (deduces)
        sema_block_return(s, stmt, value ? value->type : NULL);
    if (!value || !result)
        return;
    if (result->kind != TYPE_VOID)
        stmt->expr = sema_assign_to(
            s, value, result, ASSIGN_RETURNING, value->start ? value->start : value->loc,
            s->state->closure || !s->state->function ? NULL : s->state->function->specifiers);
    else if (value->type->kind != TYPE_VOID)
        diag_error(s->diag, stmt->loc, void_function_should_not_return_value, name);
}

void
sema_stmt(struct sema *s, struct stmt *stmt)
{
    if (!stmt)
        return;
    guard_poll(s->arena->guard);
    if (stmt->attributes)
        sema_statement_attributes(s, stmt);
    switch ((enum stmt_kind)stmt->kind) {
    case STMT_EXPR:
        stmt->expr = sema_rvalue(s, stmt->expr);
        break;
    case STMT_DECL:
        for (uint32_t i = 0; i < stmt->decls.count; i++)
            if (stmt->decls.at[i])
                sema_declare(s, stmt->decls.at[i]);
        break;
    case STMT_BLOCK:
        block(s, stmt);
        break;
    case STMT_IF:
        stmt->expr = condition(s, stmt->expr);
        body(s, stmt->body);
        while (stmt->otherwise && stmt->otherwise->kind == STMT_IF) { /* may be a long chain */
            stmt = stmt->otherwise;
            stmt->expr = condition(s, stmt->expr);
            body(s, stmt->body);
        }
        body(s, stmt->otherwise);
        break;
    case STMT_WHILE:
    case STMT_DO:
        stmt->expr = condition(s, stmt->expr);
        loop(s, stmt);
        break;
    case STMT_FOR:
        for_loop(s, stmt);
        break;
    case STMT_SWITCH:
        switch_stmt(s, stmt);
        break;
    case STMT_CASE:
        case_label(s, stmt);
        break;
    case STMT_LABEL:
        label(s, stmt);
        break;
    case STMT_GOTO:
        vec_push(s->arena, &s->state->gotos, stmt);
        break;
    case STMT_BREAK:
        if (!s->state->breakables)
            diag_error(s->diag, stmt->loc, break_statement_not_loop_switch_statement);
        break;
    case STMT_CONTINUE:
        if (!s->state->loops)
            diag_error(s->diag, stmt->loc, continue_statement_not_loop_statement);
        break;
    case STMT_RETURN:
        return_stmt(s, stmt);
        break;
    default:
        break;
    }
}
