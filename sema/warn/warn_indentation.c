/* Statements indented like the body of the if or loop before them that do not belong to it.
 *
 * -Wmisleading-indentation (-Wall) */
#include "sema/warn/warn_internal.h"

enum { TAB_STOP = 8 };

/* How far to the right a location is, counted from 1; 0: unknown. */
static uint32_t
visual_column(const struct diag_location *location)
{
    uint32_t column = 0;
    for (uint32_t i = 0; location->line_text && i + 1 < location->column; i++)
        column = location->line_text[i] == '\t' ? (column / TAB_STOP + 1) * TAB_STOP : column + 1;
    return location->line_text ? column + 1 : 0;
}

static const char *
skip_blanks(const char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

static bool
starts_line(const struct diag_location *location)
{
    return skip_blanks(location->line_text) >= location->line_text + location->column - 1;
}

/* Is there a preprocessor directive between the two?  Other branches may explain the look. */
static bool
has_directive(const struct diag_location *from, const struct diag_location *to)
{
    for (const char *p = from->line_text; p < to->line_text; p++)
        if (*p == '\n' && *skip_blanks(p + 1) == '#')
            return true;
    return false;
}

/* head: of the statement that body belongs to. */
static void
check(struct warn *w, loc_t head, const char *keyword, const struct stmt *body,
      const struct stmt *next)
{
    struct diag_location start = warn_location(w, head), inner = warn_location(w, body->loc),
                         after = warn_location(w, next->loc);
    if (start.in_macro || inner.in_macro || after.in_macro || start.file != after.file ||
        start.line >= after.line) /* before columns, which take as long as lines are */
        return;
    uint32_t column = visual_column(&start), body_column = visual_column(&inner),
             next_column = visual_column(&after);
    if (!column || !body_column || !next_column)
        return;
    bool looks_inside = body_column > column && body_column == next_column;
    if ((!looks_inside && starts_line(&after)) || has_directive(&start, &after))
        return;
    diag_warning(w->diag, next->loc, misleading_indentation, keyword);
    diag_note(w->diag, head, previous_statement_here);
}

/* The statement that stmt ends with; *head, *keyword: where and what introduces it, if a word does.
 */
static const struct stmt *
last_part(const struct stmt *stmt, loc_t *head, const char **keyword)
{
    *head = stmt->kind == STMT_IF && stmt->otherwise ? stmt->end : stmt->loc;
    switch (stmt->kind) {
    case STMT_FOR:
        *keyword = "for";
        return stmt->body;
    case STMT_WHILE:
        *keyword = "while";
        return stmt->body;
    case STMT_IF:
        *keyword = stmt->otherwise ? "else" : "if";
        return stmt->otherwise ? stmt->otherwise : stmt->body;
    case STMT_LABEL:
    case STMT_CASE:
        *keyword = NULL;
        return stmt->body;
    default:
        return NULL;
    }
}

void
warn_indentation(struct warn *w, const struct stmt *stmt, const struct stmt *next)
{
    const struct stmt *body;
    const char *keyword;
    loc_t head, after_else = 0; /* the word before stmt */
    if (next->kind == STMT_LABEL || (next->kind == STMT_EXPR && !next->expr))
        return;
    for (; (body = last_part(stmt, &head, &keyword)) && body->kind != STMT_BLOCK; stmt = body) {
        bool is_head = body->kind == STMT_IF || body->kind == STMT_FOR || body->kind == STMT_WHILE;
        bool is_else = stmt->kind == STMT_IF && stmt->otherwise;
        if (keyword && !(is_else && is_head)) /* `else if` counts as one word */
            check(w, after_else && !is_else ? after_else : head, keyword, body, next);
        after_else = is_else ? head : 0;
    }
}
