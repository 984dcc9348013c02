/* Expressions: (head operands), and with types (head:'type' operands). */
#include "test/frontend/ast_dump_private.h"
#include "sema/builtin.h"
#include "sema/type.h"

#include <stdio.h>

static void
dump_bytes(struct dump *d, const char *bytes, uint32_t length)
{
    strbuf_puts(d->out, "\"");
    for (uint32_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c < 32 || c > 126 || c == '"' || c == '\\')
            strbuf_printf(d->out, "\\x%02x", c);
        else
            strbuf_add(d->out, bytes + i, 1);
    }
    strbuf_puts(d->out, "\"");
}

static void
dump_list(struct dump *d, const struct expr_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        strbuf_puts(d->out, " ");
        dump_expr(d, list->at[i]);
    }
}

/* Its type, or the one that is written, if there is one. */
static void
dump_node_type(struct dump *d, const struct expr *expr, const struct type_name *written)
{
    if (d->type_text) {
        strbuf_printf(d->out, ":'%s'", dump_type(d, expr->type));
    } else if (written) {
        strbuf_puts(d->out, " <");
        dump_type_name(d, written);
        strbuf_puts(d->out, ">");
    }
}

/* (head type operand operand operand); what is NULL is left out. */
static void
dump_node(struct dump *d, const struct expr *expr, const char *head, const struct expr *a,
          const struct expr *b, const struct expr *c)
{
    const struct expr *operands[] = {a, b, c};
    strbuf_printf(d->out, "(%s", head);
    dump_node_type(d, expr, NULL);
    if (d->type_text && expr->kind == EXPR_ASSIGN && expr->op)
        strbuf_printf(d->out, " in '%s'", dump_type(d, expr->computation_type));
    for (int i = 0; i < 3; i++) {
        if (operands[i]) {
            strbuf_puts(d->out, " ");
            dump_expr(d, operands[i]);
        }
    }
    strbuf_puts(d->out, ")");
}

/* (head type operand) */
static void
dump_one(struct dump *d, const struct expr *expr, const char *head, const struct type_name *written,
         const struct expr *operand)
{
    strbuf_printf(d->out, "(%s", head);
    dump_node_type(d, expr, written);
    strbuf_puts(d->out, " ");
    dump_expr(d, operand);
    strbuf_puts(d->out, ")");
}

/* ---- leaves ---- */

/* As it is written. */
static void
dump_number(struct dump *d, const struct expr *expr)
{
    if (expr->kind == EXPR_FLOAT) {
        strbuf_printf(d->out, "%a", expr->floating.value);
        if (expr->floating.suffix)
            strbuf_printf(d->out, "%c", expr->floating.suffix);
        return;
    }
    strbuf_printf(d->out, expr->literal.base == 16 ? "0x%llx" : "%lld",
                  (unsigned long long)expr->integer.value);
    strbuf_puts(d->out, expr->literal.is_unsigned ? "u" : "");
    for (int i = 0; i < expr->literal.longs; i++)
        strbuf_puts(d->out, "l");
    strbuf_puts(d->out, expr->literal.is_char ? "c" : "");
}

static void
dump_leaf(struct dump *d, const struct expr *expr)
{
    bool is_typed = d->type_text;
    if (expr->kind == EXPR_NAME) {
        strbuf_puts(d->out, expr->name.name);
        return;
    }
    if (expr->kind == EXPR_STRING && !is_typed)
        dump_bytes(d, expr->string.bytes, expr->string.length);
    else if (expr->kind == EXPR_STRING)
        strbuf_puts(d->out, "string");
    else if (!is_typed)
        dump_number(d, expr);
    else if (expr->kind == EXPR_INT)
        strbuf_printf(d->out, "%lld", (long long)expr->integer.value);
    else
        strbuf_printf(d->out, "%.9g", expr->floating.value);
    dump_node_type(d, expr, NULL);
}

/* ---- operators ---- */

static void
dump_operator(struct dump *d, const struct expr *expr)
{
    static const char *const texts[] = {
#define OPERATOR(name, text) text,
#include "frontend/ast.def"
    };
    char head[8];
    bool is_post = expr->op == OP_POST_INC || expr->op == OP_POST_DEC;
    snprintf(head, sizeof head, "%s%s%s", is_post ? "post" : "", texts[expr->op],
             expr->kind == EXPR_ASSIGN ? "=" : "");
    dump_node(d, expr, head, expr->left, expr->right, NULL);
}

static void
dump_member(struct dump *d, const struct expr *expr)
{
    const struct field *field = d->type_text ? expr->member.field : NULL;
    const char *name = field ? field->name : expr->member.name;
    strbuf_printf(d->out, "(%s%s", expr->is_arrow ? "->" : ".", name ? name : "?");
    if (field)
        strbuf_printf(d->out, "+%u", field->offset);
    dump_node_type(d, expr, NULL);
    strbuf_puts(d->out, " ");
    dump_expr(d, expr->member.base);
    strbuf_puts(d->out, ")");
}

static void
dump_convert(struct dump *d, const struct expr *expr)
{
    static const char *const casts[] = {
        "same",    "load",  "decay",          "function",       "scalar",          "splat",
        "pointer", "space", "int-to-pointer", "pointer-to-int", "pointer-to-bool", "null",
        "bits",    "void"};
    static const char *const roundings[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
    char head[32];
    if (!d->type_text)
        snprintf(head, sizeof head, "%s", expr->cast == CAST_BITS ? "astype" : "convert");
    else
        snprintf(head, sizeof head, "%s%s%s", casts[expr->cast], expr->saturate ? "_sat" : "",
                 roundings[expr->rounding]);
    dump_one(d, expr, head, expr->type_name, expr->left);
}

static void
dump_swizzle(struct dump *d, const struct expr *expr)
{
    strbuf_printf(d->out, "(swizzle%s", expr->is_lvalue ? "" : "-value");
    dump_node_type(d, expr, NULL);
    strbuf_puts(d->out, " ");
    dump_expr(d, expr->swizzle.base);
    strbuf_puts(d->out, " ");
    for (uint32_t i = 0; i < expr->swizzle.count; i++)
        strbuf_printf(d->out, "%x", expr->swizzle.components[i]);
    strbuf_puts(d->out, ")");
}

/* ---- lists ---- */

static void
dump_call(struct dump *d, const struct expr *expr)
{
    const char *library = expr->kind == EXPR_BUILTIN ? expr->call.library_name : NULL;
    strbuf_puts(d->out, expr->kind == EXPR_CALL ? "(call" : "(builtin");
    dump_node_type(d, expr, NULL);
    strbuf_puts(d->out, " ");
    if (!d->type_text)
        dump_expr(d, expr->call.callee);
    else if (expr->kind == EXPR_CALL)
        strbuf_puts(d->out, expr->call.callee->name.decl->link_name);
    else
        strbuf_puts(d->out, library ? library : expr->call.builtin->name);
    dump_list(d, &expr->call.args);
    strbuf_puts(d->out, ")");
}

static void
dump_parts(struct dump *d, const struct expr *expr)
{
    bool is_vector = expr->kind == EXPR_VECTOR;
    strbuf_puts(d->out, is_vector ? "(vector" : "(literal");
    dump_node_type(d, expr, is_vector ? NULL : expr->call.literal_type);
    dump_list(d, &expr->call.args);
    strbuf_puts(d->out, ")");
}

static void
dump_init_list(struct dump *d, const struct expr *expr)
{
    strbuf_puts(d->out, "{");
    for (uint32_t i = 0; i < expr->init.count; i++) {
        const struct init_item *item = &expr->init.at[i];
        strbuf_puts(d->out, i ? ", " : "");
        if (d->type_text) {
            strbuf_printf(d->out, "%u:'%s' ", item->offset, dump_type(d, item->type));
        } else {
            dump_designators(d, item->designators);
            strbuf_puts(d->out, item->designators ? "=" : "");
        }
        dump_expr(d, item->value);
    }
    strbuf_puts(d->out, "}");
}

static void
dump_block(struct dump *d, const struct expr *expr)
{
    strbuf_puts(d->out, "(block");
    dump_node_type(d, expr, NULL);
    strbuf_puts(d->out, "\n");
    dump_stmt(d, expr->block, d->type_text ? 2 : 8);
    strbuf_puts(d->out, ")");
}

/* ---- what sema puts something else in place of, and what only the parser's form has the parts of ---- */

static void
dump_asm_operands(struct dump *d, const char *title, const struct asm_operand *at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        strbuf_printf(d->out, " %s", title);
        if (at[i].name)
            strbuf_printf(d->out, "[%s]", at[i].name);
        strbuf_printf(d->out, "\"%s\" ", at[i].constraint);
        dump_expr(d, at[i].value);
    }
}

static void
dump_asm(struct dump *d, const struct expr *expr)
{
    strbuf_puts(d->out, "(asm ");
    dump_bytes(d, expr->assembly->text, (uint32_t)__builtin_strlen(expr->assembly->text));
    dump_asm_operands(d, "out", expr->assembly->outputs, expr->assembly->output_count);
    dump_asm_operands(d, "in", expr->assembly->inputs, expr->assembly->input_count);
    for (uint32_t i = 0; i < expr->assembly->clobber_count; i++)
        strbuf_printf(d->out, " clobber \"%s\"", expr->assembly->clobbers[i]);
    strbuf_puts(d->out, ")");
}

static void
dump_generic(struct dump *d, const struct expr *expr)
{
    strbuf_puts(d->out, "(generic ");
    dump_expr(d, expr->generic.operand);
    for (const struct association *at = expr->generic.associations; at; at = at->next) {
        strbuf_puts(d->out, " <");
        if (at->type)
            dump_type_name(d, at->type);
        strbuf_puts(d->out, "> ");
        dump_expr(d, at->value);
    }
    strbuf_puts(d->out, ")");
}

static void
dump_closure(struct dump *d, const struct decl *function)
{
    strbuf_puts(d->out, "(closure ");
    dump_declarator(d, function->declarator);
    if (function->specifiers)
        dump_specifiers(d, function->specifiers);
    strbuf_puts(d->out, "\n");
    dump_stmt(d, function->body, 8);
    strbuf_puts(d->out, ")");
}

static void
dump_size(struct dump *d, const struct expr *expr)
{
    static const char *const sizes[] = {
        [SIZE_SIZEOF] = "sizeof", [SIZE_ALIGNOF] = "alignof", [SIZE_VEC_STEP] = "vec_step"};
    strbuf_printf(d->out, "(%s", sizes[expr->size.query]);
    dump_node_type(d, expr, expr->size.type_name);
    strbuf_puts(d->out, expr->size.operand ? " " : "");
    dump_expr(d, expr->size.operand);
    strbuf_puts(d->out, ")");
}

static void
dump_written(struct dump *d, const struct expr *expr)
{
    switch (d->type_text ? EXPR_ERROR : expr->kind) {
    case EXPR_CAST:
        dump_one(d, expr, "cast", expr->type_name, expr->left);
        break;
    case EXPR_ASM:
        dump_asm(d, expr);
        break;
    case EXPR_GENERIC:
        dump_generic(d, expr);
        break;
    case EXPR_CLOSURE:
        dump_closure(d, expr->closure->function);
        break;
    case EXPR_SIZEOF:
        dump_size(d, expr);
        break;
    case EXPR_OFFSETOF:
        strbuf_puts(d->out, "(offsetof <");
        dump_type_name(d, expr->offset.type_name);
        strbuf_puts(d->out, "> ");
        dump_designators(d, expr->offset.designators);
        strbuf_puts(d->out, ")");
        break;
    case EXPR_SAME_TYPE:
        strbuf_puts(d->out, "(same_type <");
        dump_type_name(d, expr->same.first);
        strbuf_puts(d->out, "> <");
        dump_type_name(d, expr->same.second);
        strbuf_puts(d->out, ">)");
        break;
    default:
        if (expr->kind == EXPR_ASM)
            strbuf_puts(d->out, "(asm)");
        else
            strbuf_printf(d->out, d->type_text ? "<kind %u>" : "(expr %u)", expr->kind);
    }
}

/* ---- all of them ---- */

static void
dump_middle(struct dump *d, const struct expr *expr)
{
    dump_node(d, expr, "?", expr->left, expr->middle, expr->right);
}

static void
dump_index(struct dump *d, const struct expr *expr)
{
    dump_node(d, expr, d->type_text ? "[]" : "index", expr->left, expr->right, NULL);
}

static void
dump_once(struct dump *d, const struct expr *expr)
{
    dump_one(d, expr, "once", NULL, expr->left);
}

void
dump_expr(struct dump *d, const struct expr *expr)
{
    static void (*const dumpers[EXPR_KINDS])(struct dump * d, const struct expr *expr) = {
        [EXPR_INT] = dump_leaf,          [EXPR_FLOAT] = dump_leaf,
        [EXPR_STRING] = dump_leaf,       [EXPR_NAME] = dump_leaf,
        [EXPR_UNARY] = dump_operator,    [EXPR_BINARY] = dump_operator,
        [EXPR_ASSIGN] = dump_operator,   [EXPR_CONDITIONAL] = dump_middle,
        [EXPR_INDEX] = dump_index,       [EXPR_CALL] = dump_call,
        [EXPR_BUILTIN] = dump_call,      [EXPR_MEMBER] = dump_member,
        [EXPR_CAST] = dump_written,      [EXPR_CONVERT] = dump_convert,
        [EXPR_SWIZZLE] = dump_swizzle,   [EXPR_LITERAL] = dump_parts,
        [EXPR_VECTOR] = dump_parts,      [EXPR_INIT_LIST] = dump_init_list,
        [EXPR_BLOCK] = dump_block,       [EXPR_ONCE] = dump_once,
        [EXPR_ERROR] = dump_written,     [EXPR_SIZEOF] = dump_written,
        [EXPR_SAME_TYPE] = dump_written, [EXPR_GENERIC] = dump_written,
        [EXPR_OFFSETOF] = dump_written,  [EXPR_ASM] = dump_written,
        [EXPR_CLOSURE] = dump_written,
    };
    if (expr)
        dumpers[expr->kind](d, expr);
    else if (d->type_text)
        strbuf_puts(d->out, "<error>");
}
