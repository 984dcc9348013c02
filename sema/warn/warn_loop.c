/* Loops that do not do what their head says:
 *
 *   for (int i = 0; i < n; j++)          nothing changes i or n
 *   for (int i = 0; i < n; i++) { ... i++; }
 *
 * -Wfor-loop-analysis (-Wall) */
#include "sema/warn/warn_internal.h"

enum { MAX_NAMED = 4 }; /* variables that the message lists */

struct search {
    VEC(const struct expr *) names; /* of the condition, in its order; none: for continue */
};

static bool changes(const struct search *search, const struct expr *expr);

/* The names of a simple condition; false: it is another one, or may change by itself. */
static bool
collect(struct warn *w, struct search *search, const struct expr *expr)
{
    const struct expr *operand;
    const struct decl *decl;
    switch ((enum expr_kind)expr->kind) {
    case EXPR_INT:
        return expr->literal.base != 0; /* not of sizeof */
    case EXPR_FLOAT:
        return true;
    case EXPR_NAME:
        decl = warn_variable(expr);
        if (!decl || decl->space != SPACE_PRIVATE || decl->type->qualifiers & QUAL_VOLATILE)
            return false;
        vec_push(w->s->arena, &search->names, expr);
        return true;
    case EXPR_UNARY:
        if (expr->op == OP_DEREF)
            return false;
        break;
    case EXPR_BINARY:
    case EXPR_ASSIGN:
    case EXPR_CONDITIONAL:
    case EXPR_ONCE:
        break;
    case EXPR_CONVERT:
        if (expr->is_explicit && !expr->type_name) /* convert_int() */
            return false;
        break;
    default:
        return false;
    }
    for (uint32_t i = 0; (operand = sema_operand(expr, i)); i++)
        if (!collect(w, search, operand))
            return false;
    return true;
}

/* Does the statement change one of the names or leave the loop, or may it, where errors hide something? */
static bool
statement_changes(const struct search *search, const struct stmt *stmt)
{
    bool is_for_names = search->names.count != 0;
    for (; stmt; stmt = stmt->otherwise) { /* chains of `else if` may be long */
        bool is_loop = stmt->kind == STMT_FOR || stmt->kind == STMT_WHILE || stmt->kind == STMT_DO;
        if (stmt->kind == STMT_CONTINUE && !is_for_names)
            return true;
        if (is_for_names && (stmt->kind == STMT_RETURN || stmt->kind == STMT_BREAK ||
                             stmt->kind == STMT_GOTO || stmt->has_losses))
            return true;
        if (is_loop && !is_for_names) /* continue is its own */
            continue;
        if (changes(search, stmt->expr) || statement_changes(search, stmt->body))
            return true;
        if (stmt_is_short((enum stmt_kind)stmt->kind))
            continue;
        if (changes(search, stmt->expr2) || statement_changes(search, stmt->init))
            return true;
        for (uint32_t i = 0; i < stmt->decls.count; i++)
            if (stmt->decls.at[i] && changes(search, stmt->decls.at[i]->init))
                return true;
        for (uint32_t i = 0; i < stmt->stmts.count; i++)
            if (statement_changes(search, stmt->stmts.at[i]))
                return true;
    }
    return false;
}

/* A name that is not only read may be changed: x = 1, x++, &x. */
static bool
changes(const struct search *search, const struct expr *expr)
{
    const struct expr *operand;
    if (!expr)
        return false;
    if (expr->kind == EXPR_CONVERT && expr->cast == CAST_LVALUE && warn_variable(expr->left))
        return false;
    if (expr->kind == EXPR_BLOCK)
        return statement_changes(search, expr->block);
    for (uint32_t i = 0; expr->kind == EXPR_NAME && i < search->names.count; i++)
        if (search->names.at[i]->name.decl == expr->name.decl)
            return true;
    for (uint32_t i = 0; (operand = sema_operand(expr, i)); i++)
        if (changes(search, operand))
            return true;
    return false;
}

/* " 'i'", "s 'i' and 'n'"; "s": too many to be listed. */
static const char *
list_names(struct warn *w, const struct search *search)
{
    struct strbuf text = strbuf_new(w->s->arena);
    const struct decl *decls[MAX_NAMED];
    uint32_t count = 0, seen;
    for (uint32_t i = 0; i < search->names.count; i++) {
        const struct decl *decl = search->names.at[i]->name.decl;
        for (seen = 0; seen < count && decls[seen] != decl; seen++)
            ;
        if (seen < count)
            continue;
        if (count == MAX_NAMED)
            return "s";
        decls[count++] = decl;
    }
    strbuf_puts(&text, count > 1 ? "s" : "");
    for (uint32_t i = 0; i < count; i++)
        strbuf_printf(&text, "%s%s '%s'", i && count > 2 ? "," : "",
                      i && i + 1 == count ? " and" : "", decls[i]->name);
    return text.text;
}

static void
unchanged_condition(struct warn *w, const struct stmt *loop)
{
    struct search search = {0};
    if (!loop->expr || loop->has_losses || !collect(w, &search, loop->expr) ||
        !search.names.count || changes(&search, loop->expr) || changes(&search, loop->expr2) ||
        statement_changes(&search, loop->body))
        return;
    for (uint32_t i = 0; i < search.names.count; i++)
        diag_range(w->diag, search.names.at[i]->start, search.names.at[i]->end);
    diag_warning(w->diag, search.names.at[0]->start, loop_condition_unchanged,
                 list_names(w, &search));
}

/* The variable that the expression steps, and nothing else; *up: by ++, not --. */
static const struct expr *
stepped(const struct expr *expr, bool *up)
{
    if (!expr || expr->kind != EXPR_UNARY || expr->op < OP_PRE_INC || expr->is_explicit ||
        expr->left->kind != EXPR_NAME || expr->left->is_explicit)
        return NULL;
    *up = expr->op == OP_PRE_INC || expr->op == OP_POST_INC;
    return expr->left;
}

static void
stepped_twice(struct warn *w, const struct stmt *loop)
{
    const struct stmt *body = loop->body;
    const struct search for_continue = {0};
    bool head_up, last_up;
    if (!body || body->kind != STMT_BLOCK || !body->stmts.count)
        return;
    const struct stmt *last = body->stmts.at[body->stmts.count - 1];
    const struct expr *head = stepped(loop->expr2, &head_up);
    const struct expr *again =
        last && last->kind == STMT_EXPR ? stepped(last->expr, &last_up) : NULL;
    if (!head || !again || head->name.decl != again->name.decl || head_up != last_up ||
        statement_changes(&for_continue, body))
        return;
    const char *word = head_up ? "incremented" : "decremented";
    diag_warning(w->diag, again->loc, loop_steps_twice, again->name.name, word);
    diag_note(w->diag, head->loc, loop_steps_here, word);
}

void
warn_loop(struct warn *w, const struct stmt *loop)
{
    if (!diag_is_on(w->diag, DIAG_loop_steps_twice))
        return;
    unchanged_condition(w, loop);
    stepped_twice(w, loop);
}
