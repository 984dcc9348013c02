/* The AST as text: one declaration or statement per line, expressions as (operator operands). */
#include "test/frontend/ast_dump.h"

static void dump_expr(struct strbuf *out, const struct expr *expr);
static void dump_decl(struct strbuf *out, const struct decl *decl, int level);
static void dump_stmt(struct strbuf *out, const struct stmt *stmt, int level);

static void
indent(struct strbuf *out, int level)
{
    for (int i = 0; i < level; i++)
        strbuf_puts(out, "  ");
}

static const char *
operator_text(unsigned op)
{
    static const char *const texts[] = {
#define OPERATOR(name, text) text,
#include "frontend/ast.def"
    };
    return texts[op];
}

static void
dump_bytes(struct strbuf *out, const char *bytes, uint32_t length)
{
    strbuf_puts(out, "\"");
    for (uint32_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c < 32 || c > 126 || c == '"' || c == '\\')
            strbuf_printf(out, "\\x%02x", c);
        else
            strbuf_add(out, bytes + i, 1);
    }
    strbuf_puts(out, "\"");
}

static void
dump_flags(struct strbuf *out, uint32_t flags)
{
    static const struct {
        uint32_t flag;
        const char *name;
    } names[] = {
        {SPEC_TYPEDEF, "typedef"},
        {SPEC_EXTERN, "extern"},
        {SPEC_STATIC, "static"},
        {SPEC_INLINE, "inline"},
        {SPEC_AUTO, "auto"},
        {SPEC_REGISTER, "register"},
        {SPEC_KERNEL, "kernel"},
        {SPEC_CONST, "const"},
        {SPEC_VOLATILE, "volatile"},
        {SPEC_RESTRICT, "restrict"},
        {SPEC_GLOBAL, "global"},
        {SPEC_LOCAL, "local"},
        {SPEC_CONSTANT, "constant"},
        {SPEC_PRIVATE, "private"},
        {SPEC_GENERIC, "generic"},
        {SPEC_READ_ONLY, "read_only"},
        {SPEC_WRITE_ONLY, "write_only"},
        {SPEC_READ_WRITE, "read_write"},
        {SPEC_SIGNED, "signed"},
        {SPEC_UNSIGNED, "unsigned"},
        {SPEC_LONG, "long"},
        {SPEC_LONG_LONG, "longlong"},
        {SPEC_SHORT, "short"},
        {SPEC_PIPE, "pipe"},
        {SPEC_BLOCK, "__block"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (flags & names[i].flag)
            strbuf_printf(out, "%s ", names[i].name);
}

static void dump_type_name(struct strbuf *out, const struct type_name *type);

static void
dump_attributes(struct strbuf *out, const struct attribute *attribute)
{
    for (; attribute; attribute = attribute->next) {
        strbuf_printf(out, "@%s", attribute->name);
        if (attribute->type) {
            strbuf_puts(out, "(");
            dump_type_name(out, attribute->type);
            strbuf_puts(out, ")");
        }
        for (uint32_t i = 0; i < attribute->args.count; i++) {
            strbuf_puts(out, i ? "," : "(");
            dump_expr(out, attribute->args.at[i]);
        }
        strbuf_puts(out, attribute->args.count ? ") " : " ");
    }
}

static void
dump_record(struct strbuf *out, const struct record_syntax *record)
{
    strbuf_puts(out, record->tag == 's' ? "struct" : record->tag == 'u' ? "union" : "enum");
    strbuf_printf(out, " %s", record->name ? record->name : "-");
    if (record->attributes)
        strbuf_puts(out, " ");
    dump_attributes(out, record->attributes);
    if (!record->has_body)
        return;
    strbuf_puts(out, " {");
    for (uint32_t i = 0; record->fields && i < record->fields->count; i++) {
        strbuf_puts(out, i ? "; " : "");
        dump_decl(out, record->fields->at[i], -1);
    }
    for (const struct enumerator *e = record->enumerators; e; e = e->next) {
        strbuf_printf(out, "%s%s", e == record->enumerators ? "" : ", ", e->name);
        if (e->value) {
            strbuf_puts(out, " = ");
            dump_expr(out, e->value);
        }
    }
    strbuf_puts(out, "}");
}

static void
dump_specifiers(struct strbuf *out, const struct specifiers *specifiers)
{
    dump_attributes(out, specifiers->attributes);
    dump_flags(out, specifiers->flags);
    if (specifiers->base)
        strbuf_puts(out, specifiers->base);
    else if (specifiers->named)
        strbuf_printf(out, "'%s", specifiers->named->name);
    else if (specifiers->record)
        dump_record(out, specifiers->record);
    else
        strbuf_puts(out, "-");
}

static void
dump_declarator(struct strbuf *out, const struct declarator *declarator)
{
    for (; declarator; declarator = declarator->next) {
        if (declarator->kind == DECLARATOR_POINTER || declarator->kind == DECLARATOR_BLOCK) {
            strbuf_puts(out, declarator->kind == DECLARATOR_BLOCK ? "^ " : "* ");
            dump_flags(out, declarator->qualifiers);
            dump_attributes(out, declarator->attributes);
        } else if (declarator->kind == DECLARATOR_ARRAY) {
            strbuf_puts(out, "[");
            dump_expr(out, declarator->length);
            strbuf_puts(out, "] ");
        } else {
            strbuf_puts(out, declarator->is_prototype ? "fn(" : "fn(? ");
            for (uint32_t i = 0; i < declarator->params->count; i++) {
                strbuf_puts(out, i ? ", " : "");
                dump_decl(out, declarator->params->at[i], -1);
            }
            strbuf_puts(out, declarator->is_variadic ? ", ...) " : ") ");
        }
    }
}

static void
dump_type_name(struct strbuf *out, const struct type_name *type)
{
    dump_declarator(out, type->declarator);
    dump_specifiers(out, type->specifiers);
}

static void
dump_list(struct strbuf *out, const char *head, const struct expr_list *list)
{
    strbuf_puts(out, head);
    for (uint32_t i = 0; i < list->count; i++) {
        strbuf_puts(out, " ");
        dump_expr(out, list->at[i]);
    }
}

static void
dump_designators(struct strbuf *out, const struct designator *designator)
{
    for (; designator; designator = designator->next) {
        if (designator->field) {
            strbuf_printf(out, ".%s", designator->field);
        } else {
            strbuf_puts(out, "[");
            dump_expr(out, designator->index);
            strbuf_puts(out, designator->end ? " ... " : "");
            dump_expr(out, designator->end);
            strbuf_puts(out, "]");
        }
    }
}

static void
dump_generic(struct strbuf *out, const struct expr *expr)
{
    strbuf_puts(out, "(generic ");
    dump_expr(out, expr->generic.operand);
    for (const struct association *at = expr->generic.associations; at; at = at->next) {
        strbuf_puts(out, " <");
        if (at->type)
            dump_type_name(out, at->type);
        strbuf_puts(out, "> ");
        dump_expr(out, at->value);
    }
    strbuf_puts(out, ")");
}

static void
dump_init_list(struct strbuf *out, const struct expr *expr)
{
    strbuf_puts(out, "{");
    for (uint32_t i = 0; i < expr->init.count; i++) {
        const struct init_item *item = &expr->init.at[i];
        strbuf_puts(out, i ? ", " : "");
        dump_designators(out, item->designators);
        strbuf_puts(out, item->designators ? "=" : "");
        dump_expr(out, item->value);
    }
    strbuf_puts(out, "}");
}

static void
dump_asm_operands(struct strbuf *out, const char *title, const struct asm_operand *at,
                  uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        strbuf_printf(out, " %s", title);
        if (at[i].name)
            strbuf_printf(out, "[%s]", at[i].name);
        strbuf_printf(out, "\"%s\" ", at[i].constraint);
        dump_expr(out, at[i].value);
    }
}

static void
dump_asm(struct strbuf *out, const struct expr *expr)
{
    strbuf_puts(out, "(asm ");
    dump_bytes(out, expr->assembly->text, (uint32_t)__builtin_strlen(expr->assembly->text));
    dump_asm_operands(out, "out", expr->assembly->outputs, expr->assembly->output_count);
    dump_asm_operands(out, "in", expr->assembly->inputs, expr->assembly->input_count);
    for (uint32_t i = 0; i < expr->assembly->clobber_count; i++)
        strbuf_printf(out, " clobber \"%s\"", expr->assembly->clobbers[i]);
    strbuf_puts(out, ")");
}

static void
dump_number(struct strbuf *out, const struct expr *expr)
{
    if (expr->kind == EXPR_FLOAT) {
        strbuf_printf(out, "%a", expr->floating.value);
        if (expr->floating.suffix)
            strbuf_printf(out, "%c", expr->floating.suffix);
        return;
    }
    strbuf_printf(out, expr->literal.base == 16 ? "0x%llx" : "%lld",
                  (unsigned long long)expr->integer.value);
    strbuf_puts(out, expr->literal.is_unsigned ? "u" : "");
    for (int i = 0; i < expr->literal.longs; i++)
        strbuf_puts(out, "l");
    strbuf_puts(out, expr->literal.is_char ? "c" : "");
}

/* (head type operand operand operand) */
static void
dump_node(struct strbuf *out, const char *head, const struct type_name *type, const struct expr *a,
          const struct expr *b, const struct expr *c)
{
    const struct expr *operands[] = {a, b, c};
    strbuf_printf(out, "(%s", head);
    if (type) {
        strbuf_puts(out, " <");
        dump_type_name(out, type);
        strbuf_puts(out, ">");
    }
    for (int i = 0; i < 3; i++) {
        if (operands[i]) {
            strbuf_puts(out, " ");
            dump_expr(out, operands[i]);
        }
    }
    strbuf_puts(out, ")");
}

static void
dump_operator(struct strbuf *out, const struct expr *expr)
{
    const char *text = operator_text(expr->op);
    char head[8] = "";
    if (expr->kind == EXPR_ASSIGN) {
        __builtin_snprintf(head, sizeof head, "%s=", text);
        text = head;
    } else if (expr->op == OP_POST_INC || expr->op == OP_POST_DEC) {
        __builtin_snprintf(head, sizeof head, "post%s", text);
        text = head;
    }
    dump_node(out, text, NULL, expr->left, expr->right, NULL);
}

static void
dump_closure(struct strbuf *out, const struct decl *function)
{
    strbuf_puts(out, "(closure ");
    dump_declarator(out, function->declarator);
    if (function->specifiers)
        dump_specifiers(out, function->specifiers);
    strbuf_puts(out, "\n");
    dump_stmt(out, function->body, 8);
    strbuf_puts(out, ")");
}

/* Expressions that ask about types instead of computing. */
static void
dump_type_question(struct strbuf *out, const struct expr *expr)
{
    static const char *const sizes[] = {
        [SIZE_SIZEOF] = "sizeof", [SIZE_ALIGNOF] = "alignof", [SIZE_VEC_STEP] = "vec_step"};
    switch (expr->kind) {
    case EXPR_SIZEOF:
        dump_node(out, sizes[expr->size.query], expr->size.type_name, expr->size.operand, NULL,
                  NULL);
        break;
    case EXPR_OFFSETOF:
        strbuf_puts(out, "(offsetof <");
        dump_type_name(out, expr->offset.type_name);
        strbuf_puts(out, "> ");
        dump_designators(out, expr->offset.designators);
        strbuf_puts(out, ")");
        break;
    case EXPR_SAME_TYPE:
        strbuf_puts(out, "(same_type <");
        dump_type_name(out, expr->same.first);
        strbuf_puts(out, "> <");
        dump_type_name(out, expr->same.second);
        strbuf_puts(out, ">)");
        break;
    default: /* made by sema only */
        strbuf_printf(out, "(expr %d)", expr->kind);
        break;
    }
}

static void
dump_expr(struct strbuf *out, const struct expr *expr)
{
    if (!expr)
        return;
    switch ((enum expr_kind)expr->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
        dump_number(out, expr);
        break;
    case EXPR_STRING:
        dump_bytes(out, expr->string.bytes, expr->string.length);
        break;
    case EXPR_NAME:
        strbuf_puts(out, expr->name.name);
        break;
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_ASSIGN:
        dump_operator(out, expr);
        break;
    case EXPR_CONDITIONAL:
        dump_node(out, "?", NULL, expr->left, expr->middle, expr->right);
        break;
    case EXPR_INDEX:
        dump_node(out, "index", NULL, expr->left, expr->right, NULL);
        break;
    case EXPR_CALL:
        strbuf_puts(out, "(call ");
        dump_expr(out, expr->call.callee);
        dump_list(out, "", &expr->call.args);
        strbuf_puts(out, ")");
        break;
    case EXPR_MEMBER:
        strbuf_printf(out, "(%s%s ", expr->is_arrow ? "->" : ".", expr->member.name);
        dump_expr(out, expr->member.base);
        strbuf_puts(out, ")");
        break;
    case EXPR_CAST:
        dump_node(out, "cast", expr->type_name, expr->left, NULL, NULL);
        break;
    case EXPR_CONVERT:
        dump_node(out, expr->cast == CAST_BITS ? "astype" : "convert", expr->type_name, expr->left,
                  NULL, NULL);
        break;
    case EXPR_LITERAL:
        strbuf_puts(out, "(literal <");
        dump_type_name(out, expr->call.literal_type);
        dump_list(out, ">", &expr->call.args);
        strbuf_puts(out, ")");
        break;
    case EXPR_INIT_LIST:
        dump_init_list(out, expr);
        break;
    case EXPR_GENERIC:
        dump_generic(out, expr);
        break;
    case EXPR_ASM:
        dump_asm(out, expr);
        break;
    case EXPR_BLOCK:
        strbuf_puts(out, "(block\n");
        dump_stmt(out, expr->block, 8);
        strbuf_puts(out, ")");
        break;
    case EXPR_CLOSURE:
        dump_closure(out, expr->closure->function);
        break;
    default:
        dump_type_question(out, expr);
        break;
    }
}

/* level -1: in a line, as a field or parameter. */
static void
dump_decl(struct strbuf *out, const struct decl *decl, int level)
{
    static const char *const kinds[] = {
        [DECL_VARIABLE] = "variable", [DECL_PARAM] = "param",  [DECL_FUNCTION] = "function",
        [DECL_TYPEDEF] = "typedef",   [DECL_FIELD] = "field",  [DECL_ENUMERATOR] = "enumerator",
        [DECL_EMPTY] = "type",        [DECL_ASSERT] = "assert"};
    if (level >= 0) {
        indent(out, level);
        strbuf_printf(out, "%s ", kinds[decl->kind]);
    }
    strbuf_printf(out, "%s: ", decl->name ? decl->name : "-");
    dump_attributes(out, decl->attributes);
    dump_declarator(out, decl->declarator);
    dump_specifiers(out, decl->specifiers);
    if (decl->bits) {
        strbuf_puts(out, " : ");
        dump_expr(out, decl->bits);
    }
    if (decl->init) {
        strbuf_puts(out, " = ");
        dump_expr(out, decl->init);
    }
    if (level >= 0)
        strbuf_puts(out, "\n");
    if (decl->body)
        dump_stmt(out, decl->body, level + 1);
}

/* A line: head, expressions. */
static void
dump_line(struct strbuf *out, int level, const char *head, const struct expr *a,
          const struct expr *b)
{
    const struct expr *operands[] = {a, b};
    indent(out, level);
    strbuf_puts(out, head);
    for (int i = 0; i < 2; i++) {
        if (operands[i]) {
            strbuf_puts(out, " ");
            dump_expr(out, operands[i]);
        }
    }
    strbuf_puts(out, "\n");
}

static void
dump_loop(struct strbuf *out, const struct stmt *stmt, int level)
{
    const char *head = stmt->kind == STMT_FOR ? "for" : stmt->kind == STMT_DO ? "do" : "while";
    if (stmt->unroll) {
        indent(out, level);
        strbuf_printf(out, "unroll %u\n", stmt->unroll);
    }
    dump_line(out, level, head, stmt->expr, stmt->expr2);
    if (stmt->init)
        dump_stmt(out, stmt->init, level + 2);
    dump_stmt(out, stmt->body, level + 1);
}

static void
dump_stmt(struct strbuf *out, const struct stmt *stmt, int level)
{
    if (!stmt)
        return;
    switch ((enum stmt_kind)stmt->kind) {
    case STMT_EXPR:
        dump_line(out, level, stmt->expr ? "" : ";", stmt->expr, NULL);
        break;
    case STMT_DECL:
        for (uint32_t i = 0; i < stmt->decls.count; i++)
            dump_decl(out, stmt->decls.at[i], level);
        break;
    case STMT_BLOCK:
        dump_line(out, level, "block", NULL, NULL);
        for (uint32_t i = 0; i < stmt->stmts.count; i++)
            dump_stmt(out, stmt->stmts.at[i], level + 1);
        break;
    case STMT_IF:
        dump_line(out, level, "if", stmt->expr, NULL);
        dump_stmt(out, stmt->body, level + 1);
        if (stmt->otherwise)
            dump_line(out, level, "else", NULL, NULL);
        dump_stmt(out, stmt->otherwise, level + 1);
        break;
    case STMT_WHILE:
    case STMT_DO:
    case STMT_FOR:
        dump_loop(out, stmt, level);
        break;
    case STMT_SWITCH:
        dump_line(out, level, "switch", stmt->expr, NULL);
        dump_stmt(out, stmt->body, level + 1);
        break;
    case STMT_CASE:
        dump_line(out, level, stmt->expr ? "case" : "default", stmt->expr, stmt->expr2);
        dump_stmt(out, stmt->body, level + 1);
        break;
    case STMT_LABEL:
    case STMT_GOTO:
        indent(out, level);
        strbuf_printf(out, "%s %s\n", stmt->kind == STMT_LABEL ? "label" : "goto", stmt->label);
        dump_stmt(out, stmt->body, level + 1);
        break;
    case STMT_BREAK:
        dump_line(out, level, "break", NULL, NULL);
        break;
    case STMT_CONTINUE:
        dump_line(out, level, "continue", NULL, NULL);
        break;
    case STMT_RETURN:
        dump_line(out, level, "return", stmt->expr, NULL);
        break;
    case STMT_KINDS:
        break;
    }
}

void
ast_dump(struct strbuf *out, const struct translation_unit *unit)
{
    for (uint32_t i = 0; i < unit->decls.count; i++)
        dump_decl(out, unit->decls.at[i], 0);
}
