/* Statements that probably do not do what was meant.
 *
 * -Wempty-body -Wdangling-else -Wswitch -Wswitch-bool (on) */
#include "sema/warn/warn_internal.h"

#include <string.h>

static bool
is_empty(const struct stmt *stmt)
{
    return stmt && stmt->kind == STMT_EXPR && !stmt->expr;
}

/* From the quote that ends a string or character to the one that begins it. */
static int64_t
literal_start(const char *text, int64_t end)
{
    int64_t i = end - 1;
    while (i > 0 && (text[i] != text[end] || text[i - 1] == '\\'))
        i--;
    return i < 0 ? 0 : i;
}

/* The index of the last character before text[i] that is neither blank nor in a comment, of a literal the first one;
 * -1: none. */
static int64_t
visible_before(const char *text, int64_t i)
{
    while (--i >= 0) {
        if (i > 0 && text[i] == '/' && text[i - 1] == '*') {
            for (i -= 2; i > 0 && (text[i] != '*' || text[i - 1] != '/'); i--)
                ;
            i--;
        } else if (text[i] == '"' || text[i] == '\'') {
            return literal_start(text, i);
        } else if (text[i] != ' ' && text[i] != '\t') {
            return i;
        }
    }
    return -1;
}

/* Is the character at `body` a semicolon that follows the parenthesis around `head`, which is on the same line?  Else
 * there was something: a macro that expanded to nothing, as LOG(1) in `if (a) LOG(1);`, or an expression with an
 * error. */
static bool
follows_head(const struct diag_location *head, const struct diag_location *body)
{
    const char *text = body->line_text;
    int64_t first = (int64_t)head->column - 1, i = (int64_t)body->column - 1, depth = 0;
    if (!text)
        return true;
    if (i >= body->line_length || text[i] != ';')
        return false;
    int64_t closing = i = visible_before(text, i);
    if (i < 0 || text[i] != ')')
        return false;
    for (; i > first; i = visible_before(text, i)) {
        depth += text[i] == ')' ? 1 : text[i] == '(' ? -1 : 0;
        if (depth ==
            0) /* `for (;;)`: there is no head but the word; `if (a) LOG(1)`: it ends in between */
            return i < closing && !head->in_macro &&
                   !memchr(text + first, ')', (size_t)(i - first));
    }
    return true;
}

/* A semicolon right after the head of a statement, as typing errors leave it. */
static bool
is_accident(struct warn *w, loc_t head, const struct stmt *body)
{
    if (!is_empty(body) || warn_in_macro(w, body->loc))
        return false;
    struct diag_location at = warn_location(w, head), end = warn_location(w, body->loc);
    return at.line == end.line && follows_head(&at, &end);
}

static loc_t
head_end(const struct stmt *stmt)
{
    if (stmt->kind == STMT_FOR && stmt->expr2)
        return stmt->expr2->end;
    return stmt->expr ? stmt->expr->end : stmt->loc;
}

/* A loop with an empty body before a block, or before something further to the right. */
static void
empty_loop(struct warn *w, const struct stmt *loop, const struct stmt *next)
{
    if ((loop->kind != STMT_FOR && loop->kind != STMT_WHILE) || !is_empty(loop->body) ||
        !is_accident(w, head_end(loop), loop->body))
        return;
    if (next->kind != STMT_BLOCK &&
        warn_location(w, next->loc).column <= warn_location(w, loop->loc).column)
        return;
    diag_warning(w->diag, loop->body->loc, empty_loop_body,
                 loop->kind == STMT_FOR ? "for" : "while");
    diag_note(w->diag, loop->body->loc, semicolon_on_own_line);
}

/* if (a) if (b) c; else d; */
static void
dangling_else(struct warn *w, const struct stmt *outer)
{
    const struct stmt *inner = outer->body;
    while (inner && (inner->kind == STMT_FOR || inner->kind == STMT_WHILE))
        inner = inner->body;
    if (!outer->otherwise && inner && inner->kind == STMT_IF && inner->otherwise)
        diag_warning(w->diag, inner->end, dangling_else);
}

/* ---- switch ---- */

static bool
handles(const struct stmt *stmt, wide_int value)
{
    for (uint32_t i = 0; i < stmt->cases.count; i++) {
        wide_int low, high;
        const struct stmt *label = stmt->cases.at[i];
        if (!constexpr_wide(label->expr, &low))
            continue;
        if (!label->expr2 || !constexpr_wide(label->expr2, &high))
            high = low;
        if (value >= low && value <= high)
            return true;
    }
    return false;
}

static void
report_missing(struct warn *w, loc_t loc, const char *const *names, uint32_t count)
{
    if (count == 1)
        diag_warning(w->diag, loc, switch_misses_one, names[0]);
    else if (count == 2)
        diag_warning(w->diag, loc, switch_misses_two, names[0], names[1]);
    else if (count == 3)
        diag_warning(w->diag, loc, switch_misses_three, names[0], names[1], names[2]);
    else
        diag_warning(w->diag, loc, switch_misses_many, count, names[0], names[1], names[2]);
}

static wide_int
value_of(const struct decl *enumerator)
{
    return (wide_int)wide_join(enumerator->value, enumerator->high);
}

static void
missing_cases(struct warn *w, const struct stmt *stmt, const struct record *record)
{
    const char *names[3];
    uint32_t count = 0;
    for (uint32_t i = 0; i < stmt->cases.count; i++)
        if (!stmt->cases.at[i]->expr)
            return; /* default: handles the others */
    for (uint32_t i = 0; i < record->enumerators.count; i++) {
        const struct decl *enumerator = record->enumerators.at[i];
        if (handles(stmt, value_of(enumerator)))
            continue;
        if (count < 3)
            names[count] = enumerator->name;
        count++;
    }
    if (count)
        report_missing(w, stmt->expr->loc, names, count);
}

static bool
is_enumerator(const struct record *record, wide_int value)
{
    for (uint32_t i = 0; i < record->enumerators.count; i++)
        if (value_of(record->enumerators.at[i]) == value)
            return true;
    return false;
}

static const char *
text_of(struct warn *w, wide_int value)
{
    return wide_text(w->s->arena, (wide_uint)value, true);
}

static void
check_cases(struct warn *w, const struct stmt *stmt, struct type *type)
{
    struct warn_range range = warn_type_range(type);
    for (uint32_t i = 0; i < stmt->cases.count; i++) {
        const struct expr *label = stmt->cases.at[i]->expr;
        wide_int value;
        if (!label || !constexpr_wide(label, &value))
            continue;
        if (type->kind == TYPE_ENUM && !is_enumerator(type->record, value)) {
            diag_warning(w->diag, label->loc, case_not_in_enum, type_str(w->s->arena, type));
            continue;
        }
        if (range.width == stmt->expr->type->size * 8)
            continue;
        wide_int high = ((wide_int)1 << (range.width - !range.non_negative)) - 1;
        wide_int low = range.non_negative ? 0 : -high - 1;
        if (value < low || value > high)
            diag_warning(w->diag, label->loc, case_overflow, text_of(w, value),
                         text_of(w, warn_cut(type, value)));
    }
}

static void
constant_switch(struct warn *w, const struct stmt *stmt)
{
    wide_int value;
    if (!warn_wide(stmt->expr, &value) || handles(stmt, value))
        return;
    for (uint32_t i = 0; i < stmt->cases.count; i++)
        if (!stmt->cases.at[i]->expr)
            return;
    diag_warning(w->diag, stmt->expr->loc, switch_constant_without_case, text_of(w, value));
}

static void
check_switch(struct warn *w, const struct stmt *stmt)
{
    struct expr *value = warn_written(stmt->expr);
    struct type *type = type_unqualified(value->type);
    if (is_accident(w, stmt->expr->end, stmt->body))
        diag_warning(w->diag, stmt->body->loc, empty_switch_body);
    if (warn_is_boolean(value))
        diag_warning(w->diag, stmt->loc, switch_bool);
    else
        check_cases(w, stmt, type);
    if (type->kind == TYPE_ENUM)
        missing_cases(w, stmt, type->record);
    constant_switch(w, stmt);
}

void
warn_statement(struct warn *w, const struct stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_BLOCK:
        for (uint32_t i = 0; i + 1 < stmt->stmts.count; i++) {
            empty_loop(w, stmt->stmts.at[i], stmt->stmts.at[i + 1]);
            warn_indentation(w, stmt->stmts.at[i], stmt->stmts.at[i + 1]);
        }
        break;
    case STMT_IF:
        if (!stmt->otherwise && is_accident(w, head_end(stmt), stmt->body)) {
            diag_warning(w->diag, stmt->body->loc, empty_if_body);
            diag_note(w->diag, stmt->body->loc, semicolon_on_own_line);
        }
        dangling_else(w, stmt);
        break;
    case STMT_FOR:
        warn_loop(w, stmt);
        break;
    case STMT_SWITCH:
        if (stmt->expr)
            check_switch(w, stmt);
        break;
    default:
        break;
    }
}
