/* Addresses that outlive what they point to: of private variables, returned.
 *
 * -Wreturn-stack-address (on) */
#include "sema/warn/warn_internal.h"

static const struct decl *points_to(const struct expr *expr);

/* The variable whose memory the lvalue is part of, or NULL. */
static const struct decl *
part_of(const struct expr *expr)
{
    switch ((enum expr_kind)expr->kind) {
    case EXPR_NAME:
        return expr->name.decl;
    case EXPR_MEMBER:
        return expr->is_arrow ? points_to(expr->member.base) : part_of(expr->member.base);
    case EXPR_INDEX:
        return points_to(expr->left);
    case EXPR_UNARY:
        return expr->op == OP_DEREF ? points_to(expr->left) : NULL;
    default:
        return NULL;
    }
}

/* The variable that the pointer, as it is written, points to, or NULL. */
static const struct decl *
points_to(const struct expr *expr)
{
    const struct decl *found;
    switch ((enum expr_kind)expr->kind) {
    case EXPR_CONVERT:
        if (expr->cast == CAST_ARRAY)
            return part_of(expr->left);
        return expr->cast == CAST_POINTER || expr->cast == CAST_SPACE || expr->cast == CAST_NONE
                   ? points_to(expr->left)
                   : NULL;
    case EXPR_UNARY:
        return expr->op == OP_ADDRESS ? part_of(expr->left) : NULL;
    case EXPR_CONDITIONAL:
        found = points_to(expr->middle);
        return found ? found : points_to(expr->right);
    case EXPR_BINARY:
        if (expr->op != OP_ADD && expr->op != OP_SUB)
            return expr->op == OP_COMMA ? points_to(expr->right) : NULL;
        return points_to(expr->left->type->kind == TYPE_POINTER ? expr->left : expr->right);
    default:
        return NULL;
    }
}

void
warn_escape(struct warn *w, const struct stmt *stmt)
{
    if (!stmt->expr || stmt->expr->type->kind != TYPE_POINTER)
        return;
    const struct decl *variable = points_to(stmt->expr);
    if (!variable || (variable->kind != DECL_VARIABLE && variable->kind != DECL_PARAM) ||
        (variable->kind == DECL_VARIABLE &&
         (variable->space != SPACE_PRIVATE || variable->is_static || variable->is_program_scope)))
        return;
    const struct expr *expr = warn_written(stmt->expr);
    if (expr->kind == EXPR_UNARY)
        expr = expr->left;
    diag_range(w->diag, expr->start, expr->end);
    diag_warning(w->diag, expr->loc, return_stack_address,
                 variable->kind == DECL_PARAM ? "parameter" : "local variable", variable->name);
}
