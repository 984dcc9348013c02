/* The typed AST as text: expressions as (operator:type operands). */
#include "harness.h"

#include "sema/builtin.h"

#include <string.h>

static const char *const cast_names[] = {
    "same",  "load",           "decay",          "function",        "scalar", "splat", "pointer",
    "space", "int-to-pointer", "pointer-to-int", "pointer-to-bool", "null",   "bits",  "void"};

static const char *const operator_texts[] = {
#define OPERATOR(name, text) text,
#include "frontend/ast.def"
};

static void dump_expr(struct strbuf *out, const struct expr *expr);

static const char *
str(struct strbuf *out, const struct type *type)
{
    return type ? type_str(out->arena, type) : "?";
}

static void
dump_list(struct strbuf *out, const struct expr_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        strbuf_puts(out, " ");
        dump_expr(out, list->at[i]);
    }
}

static void
dump_operands(struct strbuf *out, const struct expr *expr)
{
    bool has_middle = expr->kind == EXPR_CONDITIONAL;
    const struct expr *parts[3] = {expr->left, has_middle ? expr->middle : NULL, expr->right};
    for (int i = 0; i < 3; i++) {
        if (!parts[i])
            continue;
        strbuf_puts(out, " ");
        dump_expr(out, parts[i]);
    }
    strbuf_puts(out, ")");
}

static void
dump_init(struct strbuf *out, const struct expr *expr)
{
    strbuf_puts(out, "{");
    for (uint32_t i = 0; i < expr->init.count; i++) {
        const struct init_item *item = &expr->init.at[i];
        strbuf_printf(out, "%s%u:'%s' ", i ? ", " : "", item->offset, str(out, item->type));
        dump_expr(out, item->value);
    }
    strbuf_puts(out, "}");
}

static void
dump_call(struct strbuf *out, const struct expr *expr)
{
    switch (expr->kind) {
    case EXPR_CALL:
        strbuf_printf(out, "(call:'%s' %s", str(out, expr->type),
                      expr->call.callee->name.decl->link_name);
        break;
    case EXPR_BUILTIN:
        strbuf_printf(out, "(builtin:'%s' %s", str(out, expr->type),
                      expr->call.library_name ? expr->call.library_name : expr->call.builtin->name);
        break;
    default:
        strbuf_printf(out, "(vector:'%s'", str(out, expr->type));
    }
    dump_list(out, &expr->call.args);
    strbuf_puts(out, ")");
}

static void
dump_convert(struct strbuf *out, const struct expr *expr)
{
    static const char *const roundings[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
    strbuf_printf(out, "(%s%s%s:'%s' ", cast_names[expr->cast], expr->saturate ? "_sat" : "",
                  roundings[expr->rounding], str(out, expr->type));
    dump_expr(out, expr->left);
    strbuf_puts(out, ")");
}

static void
dump_swizzle(struct strbuf *out, const struct expr *expr)
{
    strbuf_printf(out, "(swizzle%s:'%s' ", expr->is_lvalue ? "" : "-value", str(out, expr->type));
    dump_expr(out, expr->swizzle.base);
    strbuf_puts(out, " ");
    for (uint32_t i = 0; i < expr->swizzle.count; i++)
        strbuf_printf(out, "%x", expr->swizzle.components[i]);
    strbuf_puts(out, ")");
}

static void dump_stmt(struct strbuf *out, const struct stmt *stmt, int level);

static void
dump_expr(struct strbuf *out, const struct expr *expr)
{
    if (!expr) {
        strbuf_puts(out, "<error>");
        return;
    }
    switch ((enum expr_kind)expr->kind) {
    case EXPR_INT:
        strbuf_printf(out, "%lld:'%s'", (long long)expr->integer.value, str(out, expr->type));
        break;
    case EXPR_FLOAT:
        strbuf_printf(out, "%.9g:'%s'", expr->floating.value, str(out, expr->type));
        break;
    case EXPR_STRING:
        strbuf_printf(out, "string:'%s'", str(out, expr->type));
        break;
    case EXPR_NAME:
        strbuf_puts(out, expr->name.name);
        break;
    case EXPR_UNARY:
        strbuf_printf(out, "(%s%s:'%s'", expr->op >= OP_POST_INC ? "post" : "",
                      operator_texts[expr->op], str(out, expr->type));
        dump_operands(out, expr);
        break;
    case EXPR_BINARY:
        strbuf_printf(out, "(%s:'%s'", operator_texts[expr->op], str(out, expr->type));
        dump_operands(out, expr);
        break;
    case EXPR_ASSIGN:
        strbuf_printf(out, "(%s=:'%s'", operator_texts[expr->op], str(out, expr->type));
        if (expr->op)
            strbuf_printf(out, " in '%s'", str(out, expr->computation_type));
        dump_operands(out, expr);
        break;
    case EXPR_CONDITIONAL:
        strbuf_printf(out, "(?:'%s'", str(out, expr->type));
        dump_operands(out, expr);
        break;
    case EXPR_INDEX:
        strbuf_printf(out, "([]:'%s'", str(out, expr->type));
        dump_operands(out, expr);
        break;
    case EXPR_CALL:
    case EXPR_BUILTIN:
    case EXPR_VECTOR:
        dump_call(out, expr);
        break;
    case EXPR_CONVERT:
        dump_convert(out, expr);
        break;
    case EXPR_SWIZZLE:
        dump_swizzle(out, expr);
        break;
    case EXPR_MEMBER:
        strbuf_printf(out, "(%s%s+%u:'%s' ", expr->is_arrow ? "->" : ".",
                      expr->member.field->name ? expr->member.field->name : "?",
                      expr->member.field->offset, str(out, expr->type));
        dump_expr(out, expr->member.base);
        strbuf_puts(out, ")");
        break;
    case EXPR_INIT_LIST:
        dump_init(out, expr);
        break;
    case EXPR_LITERAL:
        strbuf_printf(out, "(literal:'%s'", str(out, expr->type));
        dump_list(out, &expr->call.args);
        strbuf_puts(out, ")");
        break;
    case EXPR_ONCE:
        strbuf_printf(out, "(once:'%s' ", str(out, expr->type));
        dump_expr(out, expr->left);
        strbuf_puts(out, ")");
        break;
    case EXPR_BLOCK:
        strbuf_printf(out, "(block:'%s'\n", str(out, expr->type));
        dump_stmt(out, expr->block, 2);
        strbuf_puts(out, ")");
        break;
    case EXPR_ASM:
        strbuf_puts(out, "(asm)");
        break;
    default:
        strbuf_printf(out, "<kind %u>", expr->kind);
    }
}

static void
dump_decl(struct strbuf *out, const struct decl *decl, int level)
{
    static const char *const kinds[] = {"variable", "param",      "function", "typedef",
                                        "field",    "enumerator", "empty",    "assert"};
    strbuf_printf(out, "%*s%s %s '%s'", level * 2, "", kinds[decl->kind],
                  decl->name ? decl->name : "-", str(out, decl->type));
    if (decl->init) {
        strbuf_puts(out, " = ");
        dump_expr(out, decl->init);
    }
    strbuf_puts(out, "\n");
}

static void
dump_one(struct strbuf *out, const char *word, const struct expr *expr, int level)
{
    strbuf_printf(out, "%*s%s", level * 2, "", word);
    if (expr) {
        strbuf_puts(out, *word ? " " : "");
        dump_expr(out, expr);
    }
    strbuf_puts(out, "\n");
}

static void
dump_stmt(struct strbuf *out, const struct stmt *stmt, int level)
{
    static const char *const words[] = {"",     "decl",  "block",    "if",    "while",
                                        "do",   "for",   "switch",   "case",  "label",
                                        "goto", "break", "continue", "return"};
    if (!stmt)
        return;
    if (stmt->kind == STMT_DECL) {
        for (uint32_t i = 0; i < stmt->decls.count; i++)
            dump_decl(out, stmt->decls.at[i], level);
        return;
    }
    if (stmt->kind != STMT_BLOCK)
        dump_one(out, words[stmt->kind], stmt->expr, level);
    bool is_long = !stmt_is_short(stmt->kind);
    if (is_long && stmt->init)
        dump_stmt(out, stmt->init, level + 1);
    if (is_long && stmt->expr2)
        dump_one(out, "step", stmt->expr2, level + 1);
    for (uint32_t i = 0; is_long && i < stmt->stmts.count; i++)
        dump_stmt(out, stmt->stmts.at[i], level + 1);
    dump_stmt(out, stmt->body, level + 1);
    if (stmt->otherwise) {
        dump_one(out, "else", NULL, level);
        dump_stmt(out, stmt->otherwise, level + 1);
    }
}

static void
dump_kernel(struct strbuf *out, const struct kernel_info *info)
{
    strbuf_printf(out, "  kernel %u bytes, group %u %u %u\n", info->kernarg_size,
                  info->reqd_group_size[0], info->reqd_group_size[1], info->reqd_group_size[2]);
    for (uint32_t i = 0; i < info->arg_count; i++) {
        const struct kernel_arg *arg = &info->args[i];
        strbuf_printf(out, "  arg %s '%s' kind %u value %u space %u size %u align %u at %u%s%s%s\n",
                      arg->name, arg->type_name, arg->kind, arg->value_type, arg->space, arg->size,
                      arg->align, arg->offset, arg->is_const ? " const" : "",
                      arg->is_restrict ? " restrict" : "", arg->is_volatile ? " volatile" : "");
    }
}

void
typed_dump(struct strbuf *out, const struct translation_unit *unit)
{
    for (uint32_t i = 0; i < unit->decls.count; i++) {
        const struct decl *decl = unit->decls.at[i];
        if (decl->kind == DECL_FUNCTION && decl->link_name)
            strbuf_printf(out, "%s: ", decl->link_name);
        dump_decl(out, decl, 0);
        if (decl->kernel)
            dump_kernel(out, decl->kernel);
        dump_stmt(out, decl->body, 0);
    }
}
