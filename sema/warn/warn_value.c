/* Values that nobody uses: n + 1; a, b;
 *
 * -Wunused-value -Wunused-comparison -Wunused-result (on) */
#include "sema/warn/warn_internal.h"

#include <string.h>

static bool is_idle(const struct expr *expr, const struct expr **culprit);

/* Why the result of the call matters: "const", "pure", "warn_unused_result"; NULL: it does not. */
static const char *
purity(const struct expr *call)
{
    static const char *const names[] = {"warn_unused_result", "pure", "const"};
    if (call->kind == EXPR_BUILTIN) {
        const struct builtin *row = call->call.builtin;
        bool reads = strchr(row->signature, '*') || row->implementation == BUILTIN_SPECIAL;
        return reads || row->flags & BUILTIN_CONVERGENT || call->type->kind == TYPE_VOID ? NULL
                                                                                         : "const";
    }
    const struct decl *decl = warn_callee(call);
    for (unsigned i = 0; decl && i < sizeof names / sizeof *names; i++)
        if (sema_attribute(decl->attributes, names[i]) ||
            (decl->specifiers && sema_attribute(decl->specifiers->attributes, names[i])))
            return names[i];
    return NULL;
}

static bool
is_volatile(const struct expr *expr)
{
    return expr->is_lvalue && expr->type->qualifiers & QUAL_VOLATILE;
}

static bool
idle_binary(const struct expr *expr, const struct expr **culprit)
{
    const struct expr *right = warn_written(expr->right);
    if (expr->op == OP_COMMA) {
        if (right->kind == EXPR_INT && right->integer.value == 0) /* ((x = y), 0) hides a result */
            return false;
        return is_idle(right, culprit);
    }
    if (expr->op == OP_LAND || expr->op == OP_LOR) {
        const struct expr *ignored;
        if (!is_idle(warn_written(expr->left), &ignored) || !is_idle(right, &ignored))
            return false;
    }
    *culprit = expr;
    return true;
}

/* Has the expression no effect but its value?  *culprit is the part to complain of. */
static bool
is_idle(const struct expr *expr, const struct expr **culprit)
{
    const struct expr *ignored;
    if (expr->type->kind == TYPE_VOID || is_volatile(expr))
        return false;
    *culprit = expr;
    switch ((enum expr_kind)expr->kind) {
    case EXPR_ASSIGN:
    case EXPR_ASM:
    case EXPR_BLOCK:
        return false;
    case EXPR_UNARY:
        return expr->op < OP_PRE_INC;
    case EXPR_BINARY:
        return idle_binary(expr, culprit);
    case EXPR_CONDITIONAL: /* as a statement if one side does something */
        return is_idle(warn_written(expr->middle), &ignored) &&
               is_idle(warn_written(expr->right), &ignored);
    case EXPR_CALL:
    case EXPR_BUILTIN:
        return purity(expr) != NULL;
    case EXPR_CONVERT:
        return expr->cast != CAST_VOID;
    default:
        return true;
    }
}

static const char *
comparison_name(uint8_t op)
{
    return op == OP_EQ ? "equality" : op == OP_NE ? "inequality" : "relational";
}

void
warn_suggest_assignment(struct warn *w, const struct expr *comparison)
{
    const struct expr *left = warn_written(comparison->left);
    if (!left->is_lvalue || left->type->qualifiers & QUAL_CONST || left->type->kind == TYPE_ARRAY)
        return;
    if (comparison->op == OP_EQ) {
        diag_fixit(w->diag, comparison->loc, comparison->loc + 1, "=");
        diag_note(w->diag, comparison->loc, use_assignment);
    } else if (comparison->op == OP_NE) {
        diag_fixit(w->diag, comparison->loc, comparison->loc + 1, "|=");
        diag_note(w->diag, comparison->loc, use_or_assignment);
    }
}

void
warn_unused_value(struct warn *w, const struct expr *expr)
{
    const struct expr *culprit;
    expr = warn_written((struct expr *)expr);
    if (!is_idle(expr, &culprit))
        return;
    bool is_call = culprit->kind == EXPR_CALL || culprit->kind == EXPR_BUILTIN;
    const char *attribute = is_call ? purity(culprit) : NULL;
    bool must_use = attribute && strcmp(attribute, "warn_unused_result") == 0;
    if (!must_use && warn_in_macro(w, culprit->loc))
        return;
    diag_range(w->diag, culprit->start, culprit->end);
    if (must_use)
        diag_warning(w->diag, culprit->loc, unused_result, attribute);
    else if (is_call)
        diag_warning(w->diag, culprit->loc, unused_call, attribute);
    else if (warn_is_comparison(culprit)) {
        diag_warning(w->diag, culprit->loc, unused_comparison, comparison_name(culprit->op));
        warn_suggest_assignment(w, culprit);
    } else
        diag_warning(w->diag, culprit->loc, unused_value);
}

void
warn_comma(struct warn *w, const struct expr *expr)
{
    const struct expr *culprit, *left = warn_written(expr->left);
    if (!is_idle(left, &culprit) || warn_in_macro(w, culprit->loc))
        return;
    diag_range(w->diag, left->start, left->end);
    diag_warning(w->diag, culprit->loc, unused_comma_operand);
}
