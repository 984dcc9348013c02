/* Declarations and statements, each a line. */
#include "test/frontend/ast_dump_private.h"
#include "sema/kernel_info.h"

const char *
dump_type(const struct dump *d, const struct type *type)
{
    return type ? d->type_text(d->out->arena, type) : "?";
}

static void
indent(struct dump *d, int level)
{
    strbuf_printf(d->out, "%*s", level * 2, "");
}

/* ---- declarations ---- */

static void
dump_kernel(struct dump *d, const struct kernel_info *info)
{
    strbuf_printf(d->out, "  kernel %u bytes, group %u %u %u\n", info->kernarg_size,
                  info->reqd_group_size[0], info->reqd_group_size[1], info->reqd_group_size[2]);
    for (uint32_t i = 0; i < info->arg_count; i++) {
        const struct kernel_arg *arg = &info->args[i];
        strbuf_printf(d->out,
                      "  arg %s '%s' kind %u value %u space %u size %u align %u at %u%s%s%s\n",
                      arg->name, arg->type_name, arg->kind, arg->value_type, arg->space, arg->size,
                      arg->align, arg->offset, arg->is_const ? " const" : "",
                      arg->is_restrict ? " restrict" : "", arg->is_volatile ? " volatile" : "");
    }
}

/* What follows the name. */
static void
dump_written_type(struct dump *d, const struct decl *decl)
{
    strbuf_puts(d->out, ": ");
    dump_attributes(d, decl->attributes);
    dump_declarator(d, decl->declarator);
    dump_specifiers(d, decl->specifiers);
    if (decl->bits) {
        strbuf_puts(d->out, " : ");
        dump_expr(d, decl->bits);
    }
}

void
dump_decl(struct dump *d, const struct decl *decl, int level)
{
    static const char *const kinds[] = {
        [DECL_VARIABLE] = "variable", [DECL_PARAM] = "param",  [DECL_FUNCTION] = "function",
        [DECL_TYPEDEF] = "typedef",   [DECL_FIELD] = "field",  [DECL_ENUMERATOR] = "enumerator",
        [DECL_EMPTY] = "type",        [DECL_ASSERT] = "assert"};
    bool is_typed = d->type_text, is_empty = is_typed && decl->kind == DECL_EMPTY;
    if (level >= 0) {
        indent(d, level);
        strbuf_printf(d->out, "%s ", is_empty ? "empty" : kinds[decl->kind]);
    }
    strbuf_puts(d->out, decl->name ? decl->name : "-");
    if (is_typed)
        strbuf_printf(d->out, " '%s'", dump_type(d, decl->type));
    else
        dump_written_type(d, decl);
    if (decl->init) {
        strbuf_puts(d->out, " = ");
        dump_expr(d, decl->init);
    }
    if (level >= 0)
        strbuf_puts(d->out, "\n");
    if (is_typed && decl->kernel)
        dump_kernel(d, decl->kernel);
    dump_stmt(d, decl->body, is_typed ? level : level + 1);
}

/* ---- statements ---- */

/* A line: head, expressions. */
static void
dump_line(struct dump *d, int level, const char *head, const struct expr *a, const struct expr *b)
{
    const struct expr *operands[] = {a, b};
    indent(d, level);
    strbuf_puts(d->out, head);
    for (int i = 0; i < 2; i++) {
        if (operands[i]) {
            strbuf_puts(d->out, *head || !d->type_text ? " " : "");
            dump_expr(d, operands[i]);
        }
    }
    strbuf_puts(d->out, "\n");
}

/* What the parser's form says besides the word. */
static const char *
written_head(struct dump *d, const struct stmt *stmt, const char *word)
{
    if (stmt->kind == STMT_LABEL || stmt->kind == STMT_GOTO)
        return arena_printf(d->out->arena, "%s %s", word, stmt->label);
    if (stmt->expr)
        return word;
    return stmt->kind == STMT_EXPR ? ";" : stmt->kind == STMT_CASE ? "default" : word;
}

/* The line of a statement, with the step of a loop and the end of a range in it where it is as written. */
static void
dump_head(struct dump *d, const struct stmt *stmt, int level)
{
    static const char *const words[] = {"",     "decl",  "block",    "if",    "while",
                                        "do",   "for",   "switch",   "case",  "label",
                                        "goto", "break", "continue", "return"};
    const char *word = words[stmt->kind];
    bool is_short = stmt_is_short((enum stmt_kind)stmt->kind);
    if (d->type_text) {
        if (stmt->kind != STMT_BLOCK)
            dump_line(d, level, word, stmt->expr, NULL);
        return;
    }
    if (!is_short && stmt->unroll) {
        indent(d, level);
        strbuf_printf(d->out, "unroll %u\n", stmt->unroll);
    }
    dump_line(d, level, written_head(d, stmt, word), stmt->expr, is_short ? NULL : stmt->expr2);
}

void
dump_stmt(struct dump *d, const struct stmt *stmt, int level)
{
    if (!stmt)
        return;
    bool is_long = !stmt_is_short((enum stmt_kind)stmt->kind), is_typed = d->type_text;
    if (stmt->kind != STMT_DECL)
        dump_head(d, stmt, level);
    for (uint32_t i = 0; is_long && i < stmt->decls.count; i++)
        dump_decl(d, stmt->decls.at[i], level);
    if (is_long)
        dump_stmt(d, stmt->init, level + (is_typed ? 1 : 2));
    if (is_typed && is_long && stmt->expr2)
        dump_line(d, level + 1, "step", stmt->expr2, NULL);
    for (uint32_t i = 0; is_long && i < stmt->stmts.count; i++)
        dump_stmt(d, stmt->stmts.at[i], level + 1);
    dump_stmt(d, stmt->body, level + 1);
    if (stmt->otherwise)
        dump_line(d, level, "else", NULL, NULL);
    dump_stmt(d, stmt->otherwise, level + 1);
}

void
ast_dump(struct strbuf *out, const struct translation_unit *unit, ast_type_text *type_text)
{
    struct dump d = {out, type_text};
    for (uint32_t i = 0; i < unit->decls.count; i++) {
        const struct decl *decl = unit->decls.at[i];
        if (type_text && decl->kind == DECL_FUNCTION && decl->link_name)
            strbuf_printf(out, "%s: ", decl->link_name);
        dump_decl(&d, decl, 0);
    }
}
