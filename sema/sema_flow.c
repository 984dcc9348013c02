/* Does control reach the end of a function?  The answer comes from the syntax tree, as other
 * compilers give it: a condition counts as constant if it is a constant expression, and a label as
 * reached. */
#include "sema/sema_internal.h"

#include <string.h>

/* How the statements inside the current loop or switch leave it. */
struct exits {
    bool breaks, continues;
};

static bool completes(const struct stmt *stmt, struct exits *exits);

static bool
is_constant(const struct expr *condition, bool value)
{
    int64_t is;
    return condition && constexpr_integer(condition, &is) && (is != 0) == value;
}

static bool
never_returns(const struct expr *expr)
{
    if (!expr || expr->kind != EXPR_BUILTIN || !expr->call.builtin->target)
        return false;
    const char *target = expr->call.builtin->target;
    return strcmp(target, "unreachable") == 0 || strcmp(target, "trap") == 0;
}

/* Is there a statement of these kinds (bits) in it? */
static bool
contains(const struct stmt *stmt, uint32_t kinds)
{
    for (; stmt; stmt = stmt->otherwise) { /* chains of `else if` may be long */
        if (kinds >> stmt->kind & 1 || contains(stmt->body, kinds))
            return true;
        for (uint32_t i = 0; stmt->kind == STMT_BLOCK && i < stmt->stmts.count; i++)
            if (contains(stmt->stmts.at[i], kinds))
                return true;
    }
    return false;
}

/* Can a jump from outside lead into the statement? */
static bool
has_label(const struct stmt *stmt)
{
    return contains(stmt, 1u << STMT_LABEL | 1u << STMT_CASE);
}

bool
sema_has_return(const struct stmt *stmt)
{
    return contains(stmt, 1u << STMT_RETURN);
}

static bool
block_completes(const struct stmt *block, struct exits *exits)
{
    bool reached = true;
    for (uint32_t i = 0; i < block->stmts.count; i++)
        if (reached || has_label(block->stmts.at[i]))
            reached = completes(block->stmts.at[i], exits);
    return reached;
}

static bool
if_completes(const struct stmt *stmt, struct exits *exits)
{
    /* counts: the conditions so far may all be false, so that control can get here */
    bool any = false, counts = true; /* a chain of `else if` may be long */
    for (;; stmt = stmt->otherwise) {
        bool then = completes(stmt->body, exits);
        any |= counts && then && !is_constant(stmt->expr, false);
        counts = counts && !is_constant(stmt->expr, true);
        if (!stmt->otherwise || stmt->otherwise->kind != STMT_IF)
            break;
    }
    return (completes(stmt->otherwise, exits) && counts) || any;
}

static bool
loop_completes(const struct stmt *stmt)
{
    struct exits own = {false, false};
    bool again = completes(stmt->body, &own) || own.continues;
    bool endless = is_constant(stmt->expr, true) || (stmt->kind == STMT_FOR && !stmt->expr);
    /* A do loop tests its condition only after its body; the others can end before it. */
    return own.breaks || (!endless && (again || stmt->kind != STMT_DO));
}

static bool
switch_completes(const struct stmt *stmt, struct exits *exits)
{
    struct exits own = {false, false};
    bool completed = completes(stmt->body, &own), has_default = false;
    exits->continues = exits->continues || own.continues;
    for (uint32_t i = 0; i < stmt->cases.count; i++)
        has_default = has_default || !stmt->cases.at[i]->expr;
    return completed || own.breaks || !has_default;
}

static bool
completes(const struct stmt *stmt, struct exits *exits)
{
    if (!stmt)
        return true;
    switch ((enum stmt_kind)stmt->kind) {
    case STMT_EXPR:
        return !never_returns(stmt->expr);
    case STMT_BLOCK:
        return block_completes(stmt, exits);
    case STMT_IF:
        return if_completes(stmt, exits);
    case STMT_WHILE:
    case STMT_DO:
    case STMT_FOR:
        return loop_completes(stmt);
    case STMT_SWITCH:
        return switch_completes(stmt, exits);
    case STMT_CASE:
    case STMT_LABEL:
        return completes(stmt->body, exits);
    case STMT_BREAK:
        exits->breaks = true;
        return false;
    case STMT_CONTINUE:
        exits->continues = true;
        return false;
    case STMT_RETURN:
    case STMT_GOTO:
        return false;
    default:
        return true;
    }
}

bool
sema_falls_off(const struct stmt *body)
{
    struct exits none = {false, false};
    return completes(body, &none);
}
