/* The operands of typed expressions, and whether evaluating one would change anything. */
#include "sema/sema_query.h"

/* Is it the value of another operand? */
static bool
is_shared(const struct expr *expr)
{
    while (expr->kind == EXPR_CONVERT && !expr->is_explicit)
        expr = expr->left;
    return expr->kind == EXPR_ONCE;
}

static struct expr *
asm_operand(const struct expr *expr, uint32_t at)
{
    if (at < expr->assembly->input_count)
        return expr->assembly->inputs[at].value;
    at -= expr->assembly->input_count;
    return at < expr->assembly->output_count ? expr->assembly->outputs[at].value : NULL;
}

struct expr *
sema_operand(const struct expr *expr, uint32_t at)
{
    switch ((enum expr_kind)expr->kind) {
    case EXPR_UNARY:
    case EXPR_CONVERT:
    case EXPR_ONCE:
        return at == 0 ? expr->left : NULL;
    case EXPR_BINARY:
    case EXPR_INDEX:
        return at == 0 ? expr->left : at == 1 ? expr->right : NULL;
    case EXPR_ASSIGN: /* the value first */
        return at == 0 ? expr->right : at == 1 ? expr->left : NULL;
    case EXPR_CONDITIONAL:
        if (at && is_shared(expr->middle)) /* a ?: b */
            at++;
        return at == 0 ? expr->left : at == 1 ? expr->middle : at == 2 ? expr->right : NULL;
    case EXPR_MEMBER:
        return at == 0 ? expr->member.base : NULL;
    case EXPR_SWIZZLE:
        return at == 0 ? expr->swizzle.base : NULL;
    case EXPR_CALL:
    case EXPR_BUILTIN:
    case EXPR_VECTOR:
    case EXPR_LITERAL:
        return at < expr->call.args.count ? expr->call.args.at[at] : NULL;
    case EXPR_INIT_LIST:
        return at < expr->init.count ? expr->init.at[at].value : NULL;
    case EXPR_ASM:
        return asm_operand(expr, at);
    default:
        return NULL;
    }
}

static bool
statement_changes(const struct stmt *stmt)
{
    for (; stmt; stmt = stmt->otherwise) { /* chains of `else if` may be long */
        if ((stmt->expr && sema_changes(stmt->expr)) || statement_changes(stmt->body))
            return true;
        if (stmt_is_short((enum stmt_kind)stmt->kind))
            continue;
        if ((stmt->expr2 && sema_changes(stmt->expr2)) || statement_changes(stmt->init))
            return true;
        for (uint32_t i = 0; i < stmt->decls.count; i++)
            if (stmt->decls.at[i] && stmt->decls.at[i]->init &&
                sema_changes(stmt->decls.at[i]->init))
                return true;
        for (uint32_t i = 0; i < stmt->stmts.count; i++)
            if (statement_changes(stmt->stmts.at[i]))
                return true;
    }
    return false;
}

bool
sema_changes(const struct expr *expr)
{
    const struct expr *operand;
    if (expr->kind == EXPR_ASSIGN || (expr->kind == EXPR_UNARY && expr->op >= OP_PRE_INC))
        return true;
    if (expr->kind == EXPR_BLOCK)
        return statement_changes(expr->block);
    for (uint32_t i = 0; (operand = sema_operand(expr, i)); i++)
        if (sema_changes(operand))
            return true;
    return false;
}
