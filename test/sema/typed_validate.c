/* What lowering may rely on, checked on every expression of a unit. */
#include "harness.h"

#include "sema/builtin.h"

struct validator {
    struct strbuf *out;
    uint32_t broken;
    const char *function;
};

static void
broken(struct validator *v, const struct expr *expr, const char *what)
{
    v->broken++;
    strbuf_printf(v->out, "%s: expression kind %u: %s\n", v->function ? v->function : "?",
                  expr ? expr->kind : 0, what);
}

static void check_expr(struct validator *v, const struct expr *expr);
static void check_stmt(struct validator *v, const struct stmt *stmt);

static void
check_list(struct validator *v, const struct expr_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        check_expr(v, list->at[i]);
}

static void
check_binary(struct validator *v, const struct expr *expr)
{
    const struct type *a = expr->left->type, *b = expr->right->type;
    bool loose = expr->op == OP_COMMA || expr->op == OP_LAND || expr->op == OP_LOR ||
                 expr->op == OP_SHL || expr->op == OP_SHR;
    if (expr->left->is_lvalue || expr->right->is_lvalue)
        broken(v, expr, "operand is an lvalue");
    if (!a || !b || loose || a->kind == TYPE_POINTER || b->kind == TYPE_POINTER)
        return;
    if (a->unqualified != b->unqualified)
        broken(v, expr, "operands differ in type");
    bool compares = expr->op >= OP_LT && expr->op <= OP_NE;
    if (!compares && expr->type->unqualified != a->unqualified)
        broken(v, expr, "result differs from operands");
}

static void
check_convert(struct validator *v, const struct expr *expr)
{
    check_expr(v, expr->left);
    if (!expr->left || !expr->left->type)
        return;
    const struct type *from = expr->left->type, *to = expr->type;
    if (expr->cast == CAST_SCALAR && type_components(from) != type_components(to))
        broken(v, expr, "scalar conversion changes the number of components");
    if (expr->cast == CAST_SPLAT && (to->kind != TYPE_VECTOR || from->unqualified != to->base))
        broken(v, expr, "splat of another type than the element");
    if (expr->cast == CAST_BITS && from->size != to->size)
        broken(v, expr, "bits of another size");
    if (expr->cast == CAST_LVALUE && !expr->left->is_lvalue)
        broken(v, expr, "load of no lvalue");
}

static void
check_init(struct validator *v, const struct expr *expr)
{
    for (uint32_t i = 0; i < expr->init.count; i++) {
        const struct init_item *item = &expr->init.at[i];
        check_expr(v, item->value);
        if (!item->type)
            broken(v, expr, "item without a type");
        else if (expr->type && (uint64_t)item->offset + item->type->size > expr->type->size)
            broken(v, expr, "item outside the object");
    }
}

static void
check_assign(struct validator *v, const struct expr *expr)
{
    check_expr(v, expr->left);
    check_expr(v, expr->right);
    if (expr->left && !expr->left->is_lvalue)
        broken(v, expr, "target is no lvalue");
    if (expr->right && expr->right->is_lvalue)
        broken(v, expr, "value is an lvalue");
    if (expr->op == OP_NONE && expr->left && expr->right && expr->left->type && expr->right->type &&
        expr->left->type->unqualified != expr->right->type->unqualified)
        broken(v, expr, "value has another type than the target");
}

static void
check_call(struct validator *v, const struct expr *expr)
{
    check_list(v, &expr->call.args);
    const struct expr *callee = expr->kind == EXPR_CALL ? expr->call.callee : NULL;
    bool is_pointer = callee && callee->type && callee->type->kind == TYPE_POINTER;
    if (is_pointer)
        check_expr(v, callee);
    else if (expr->kind == EXPR_CALL &&
             (!callee || callee->kind != EXPR_NAME || !callee->name.decl))
        broken(v, expr, "callee is neither a name nor a pointer");
    if (expr->kind == EXPR_BUILTIN && !expr->call.builtin)
        broken(v, expr, "no row");
    if (expr->kind == EXPR_BUILTIN && expr->call.builtin &&
        (expr->call.builtin->implementation == BUILTIN_LIB) != (expr->call.library_name != NULL))
        broken(v, expr, "library name");
    for (uint32_t i = 0; i < expr->call.args.count; i++)
        if (expr->call.args.at[i] && expr->call.args.at[i]->is_lvalue)
            broken(v, expr, "argument is an lvalue");
}

static void
check_expr(struct validator *v, const struct expr *expr)
{
    if (!expr || !expr->type) {
        broken(v, expr, "no type");
        return;
    }
    switch ((enum expr_kind)expr->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
    case EXPR_STRING:
    case EXPR_ASM:
        break;
    case EXPR_NAME:
        if (!expr->name.decl)
            broken(v, expr, "name without a declaration");
        break;
    case EXPR_UNARY:
    case EXPR_ONCE:
        check_expr(v, expr->left);
        break;
    case EXPR_BINARY:
        check_expr(v, expr->left);
        check_expr(v, expr->right);
        if (expr->left && expr->right)
            check_binary(v, expr);
        break;
    case EXPR_ASSIGN:
        check_assign(v, expr);
        break;
    case EXPR_CONDITIONAL:
        check_expr(v, expr->left);
        check_expr(v, expr->middle);
        check_expr(v, expr->right);
        break;
    case EXPR_INDEX:
        check_expr(v, expr->left);
        check_expr(v, expr->right);
        break;
    case EXPR_CALL:
    case EXPR_BUILTIN:
    case EXPR_VECTOR:
        check_call(v, expr);
        break;
    case EXPR_CONVERT:
        check_convert(v, expr);
        break;
    case EXPR_SWIZZLE:
        check_expr(v, expr->swizzle.base);
        break;
    case EXPR_MEMBER:
        check_expr(v, expr->member.base);
        if (!expr->member.field)
            broken(v, expr, "member without a field");
        break;
    case EXPR_BLOCK:
        check_stmt(v, expr->block);
        break;
    case EXPR_CLOSURE:
        check_stmt(v, expr->closure->function->body);
        break;
    case EXPR_INIT_LIST:
        check_init(v, expr);
        break;
    case EXPR_LITERAL:
        check_list(v, &expr->call.args);
        break;
    default:
        broken(v, expr, "kind that sema should have replaced");
    }
}

static void
check_decl(struct validator *v, const struct decl *decl)
{
    if ((decl->kind == DECL_VARIABLE || decl->kind == DECL_PARAM) && !decl->type)
        broken(v, NULL, "declaration without a type");
    if (decl->kind == DECL_VARIABLE && decl->init)
        check_expr(v, decl->init);
}

static void
check_stmt(struct validator *v, const struct stmt *stmt)
{
    if (!stmt)
        return;
    if (stmt->expr)
        check_expr(v, stmt->expr);
    check_stmt(v, stmt->body);
    check_stmt(v, stmt->otherwise);
    if (stmt_is_short(stmt->kind))
        return;
    if (stmt->expr2)
        check_expr(v, stmt->expr2);
    if (stmt->kind == STMT_GOTO && !stmt->target)
        broken(v, NULL, "goto without a target");
    for (uint32_t i = 0; i < stmt->decls.count; i++)
        check_decl(v, stmt->decls.at[i]);
    for (uint32_t i = 0; i < stmt->stmts.count; i++)
        check_stmt(v, stmt->stmts.at[i]);
    check_stmt(v, stmt->init);
}

uint32_t
typed_validate(struct strbuf *out, const struct translation_unit *unit)
{
    struct validator v = {.out = out};
    for (uint32_t i = 0; i < unit->decls.count; i++) {
        const struct decl *decl = unit->decls.at[i];
        v.function = decl->name;
        check_decl(&v, decl);
        check_stmt(&v, decl->body);
        if (decl->is_kernel && decl->body && !decl->kernel)
            broken(&v, NULL, "kernel without a description");
    }
    return v.broken;
}
