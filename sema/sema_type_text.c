/* How messages spell types: by the typedef that the program has for them, if any.  Types are
 * interned and know of no typedef, so the name comes from the declarations that an expression
 * refers to. */
#include "sema/sema_internal.h"

#include <string.h>

/* size_t and the like are words of the language that stand for other types. */
static bool
find_alias(struct sema *s, const struct specifiers *specifiers, struct type_alias *alias)
{
    if (!specifiers || specifiers->flags & SPEC_ERROR)
        return false;
    const struct decl *named = specifiers->named;
    if (named) {
        *alias =
            (struct type_alias){named->type ? type_unqualified(named->type) : NULL, named->name};
        return named->type;
    }
    const char *word = specifiers->base;
    struct type *type = word ? sema_type_word(s, word) : NULL;
    *alias = (struct type_alias){type, word};
    return type && type_is_integer(type) && strstr(word, "_t");
}

const char *
sema_type_text(struct sema *s, const struct type *type, const struct specifiers *specifiers)
{
    struct type_alias alias;
    const char *text = sema_str(s, type);
    if (!type || !find_alias(s, specifiers, &alias))
        return text;
    const char *written = type_alias_str(s->arena, type, &alias);
    return strcmp(written, text) == 0 ? text
                                      : arena_printf(s->arena, "%s" DIAG_AKA "%s", written, text);
}

const struct specifiers *
sema_declared_by(const struct expr *expr)
{
    const struct decl *decl = NULL;
    while (expr && !decl) {
        switch ((enum expr_kind)expr->kind) {
        case EXPR_CONVERT:
            if (expr->is_explicit && expr->type_name)
                return expr->type_name->specifiers;
            expr = expr->left;
            break;
        case EXPR_INDEX:
        case EXPR_ASSIGN:
            expr = expr->left;
            break;
        case EXPR_UNARY:
            if (expr->op != OP_DEREF && expr->op != OP_ADDRESS)
                return NULL;
            expr = expr->left;
            break;
        case EXPR_CALL:
            expr = expr->call.callee;
            break;
        case EXPR_NAME:
            return expr->name.decl ? expr->name.decl->specifiers : NULL;
        case EXPR_MEMBER:
            decl = expr->member.field ? expr->member.field->decl : NULL;
            return decl ? decl->specifiers : NULL;
        default:
            return NULL;
        }
    }
    return NULL;
}

const char *
sema_written(struct sema *s, const struct expr *expr)
{
    return sema_type_text(s, expr->type, sema_declared_by(expr));
}
