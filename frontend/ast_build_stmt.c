/* Actions of the grammar for statements. */
#include "frontend/ast_build.h"

static struct stmt *
new_stmt(struct parser *parser, enum stmt_kind kind, loc_t loc)
{
    struct stmt *stmt = stmt_new(parser->arena, kind);
    stmt->loc = loc;
    return stmt;
}

/* Makes the statement as deep as the one in it plus `more`; drops the inner one if it is too
 * deep. */
static struct stmt *
adopt_stmt(struct parser *parser, struct stmt *stmt, struct stmt *inner, uint32_t more)
{
    if (!inner)
        return NULL;
    if (inner->nesting + more > STATEMENT_DEPTH) {
        if (!parser->errors.too_deep)
            diag_error(parser->diag, inner->loc, statement_too_deep, STATEMENT_DEPTH);
        parser->errors.too_deep = true;
        return NULL;
    }
    if (stmt->nesting < inner->nesting + more)
        stmt->nesting = inner->nesting + more;
    return inner;
}

struct stmt *
build_block_begin(struct parser *parser, struct parse_loc loc)
{
    struct stmt *block = new_stmt(parser, STMT_BLOCK, loc.first);
    scope_push(parser);
    block->local_labels = parser->scopes.local_labels.count;
    block->depth = parser->scopes.deepest; /* the surrounding code's, until the block ends */
    parser->scopes.deepest = 0;
    block->around = parser->scopes.group; /* a statement in the block must not add to it */
    parser->scopes.group = NULL;
    return block;
}

struct stmt *
build_block_item(struct parser *parser, struct stmt *block, struct stmt *item)
{
    item = adopt_stmt(parser, block, item, 1);
    if (item)
        vec_push(parser->arena, &block->stmts, item);
    return block;
}

/* `label: }`: C99 requires a statement there, but every compiler accepts none. */
struct stmt *
build_block_labels(struct parser *parser, struct stmt *block, struct stmt *labels,
                   struct parse_loc loc)
{
    struct stmt *last = labels;
    while (last->body)
        last = last->body;
    last->body = new_stmt(parser, STMT_EXPR, last->loc);
    return build_block_end(parser, build_block_item(parser, block, labels), loc);
}

struct stmt *
build_block_end(struct parser *parser, struct stmt *block, struct parse_loc loc)
{
    uint32_t around = block->depth;
    scope_pop(parser);
    parser->scopes.local_labels.count = block->local_labels;
    block->end = loc.last;
    block->depth = parser->scopes.deepest;
    parser->scopes.deepest = around > block->depth ? around : block->depth;
    parser->scopes.group = block->around;
    return block;
}

struct stmt *
build_declaration_statement(struct parser *parser, struct decl_group *group, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_DECL, loc.first);
    parser->scopes.group = NULL;
    parser->lex.declaring = 0;
    stmt->decls = group->decls;
    return stmt;
}

struct stmt *
build_labelled(struct parser *parser, struct stmt *label, struct stmt *body)
{
    (void)parser;
    label->body = adopt_stmt(parser, label, body, 1);
    return label;
}

/* `__label__ name;`: the name means a label of its own until the block ends.  Labels are
 * distinguished by the address of their text. */
void
build_local_label(struct parser *parser, struct pp_name *name)
{
    struct local_label label = {name->text, arena_strndup(parser->arena, name->text, name->length)};
    vec_push(parser->arena, &parser->scopes.local_labels, label);
}

static const char *
label_of(const struct parser *parser, const struct pp_name *name)
{
    for (uint32_t i = parser->scopes.local_labels.count; i-- > 0;)
        if (parser->scopes.local_labels.at[i].name == name->text)
            return parser->scopes.local_labels.at[i].label;
    return name->text;
}

struct stmt *
build_label(struct parser *parser, struct pp_name *name, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_LABEL, loc.first);
    stmt->label = label_of(parser, name);
    return stmt;
}

struct stmt *
build_case(struct parser *parser, struct expr *low, struct expr *high, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_CASE, loc.first);
    stmt->expr = low;
    stmt->expr2 = high;
    return stmt;
}

struct stmt *
build_expression_statement(struct parser *parser, struct expr *expr, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_EXPR, expr ? expr->start : loc.last);
    stmt->expr = expr;
    return stmt;
}

struct stmt *
build_if(struct parser *parser, struct expr *condition, struct stmt *body, struct stmt *otherwise,
         struct parse_loc loc, struct parse_loc otherwise_loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_IF, loc.first);
    stmt->end = otherwise_loc.first;
    stmt->expr = condition ? condition : build_error(parser, loc);
    stmt->body = adopt_stmt(parser, stmt, body, 1);
    stmt->otherwise =
        adopt_stmt(parser, stmt, otherwise, otherwise && otherwise->kind == STMT_IF ? 0 : 1);
    return stmt;
}

struct stmt *
build_switch(struct parser *parser, struct expr *value, struct stmt *body, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_SWITCH, loc.first);
    stmt->expr = value ? value : build_error(parser, loc);
    stmt->body = adopt_stmt(parser, stmt, body, 1);
    return stmt;
}

struct stmt *
build_while(struct parser *parser, const struct word *word, struct expr *condition,
            struct stmt *body, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_WHILE, loc.first);
    stmt->expr = condition ? condition : build_error(parser, loc);
    stmt->body = adopt_stmt(parser, stmt, body, 1);
    stmt->unroll = word->value;
    return stmt;
}

struct stmt *
build_do(struct parser *parser, const struct word *word, struct stmt *body, struct expr *condition,
         struct parse_loc loc)
{
    struct stmt *stmt = build_while(parser, word, condition, body, loc);
    stmt->kind = STMT_DO;
    return stmt;
}

struct stmt *
build_for_start(struct parser *parser, const struct word *word, struct parse_loc loc)
{
    scope_push(parser);
    struct stmt *stmt = new_stmt(parser, STMT_FOR, loc.first);
    stmt->unroll = word->value;
    return stmt;
}

struct stmt *
build_for(struct parser *parser, struct stmt *loop, struct stmt *init, struct expr *condition,
          struct expr *step, struct stmt *body, struct parse_loc loc)
{
    if (init && init->kind == STMT_EXPR && !init->expr)
        init = NULL;
    loop->init = init;
    loop->expr = condition;
    loop->expr2 = step;
    loop->end = loc.last;
    loop->body = adopt_stmt(parser, loop, body, 1);
    scope_pop(parser);
    return loop;
}

struct stmt *
build_attributed_statement(struct parser *parser, struct attribute *attributes, struct stmt *stmt)
{
    if (stmt)
        stmt->attributes = build_attributes(parser, attributes, stmt->attributes);
    return stmt;
}

struct stmt *
build_goto(struct parser *parser, struct pp_name *name, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_GOTO, loc.first);
    stmt->label = label_of(parser, name);
    return stmt;
}

struct stmt *
build_computed_goto(struct parser *parser, struct parse_loc loc)
{
    diag_error(parser->diag, loc.first, label_address);
    return new_stmt(parser, STMT_EXPR, loc.first);
}

struct expr *
build_label_address(struct parser *parser, struct parse_loc loc)
{
    diag_error(parser->diag, loc.first, label_address);
    return build_error(parser, loc);
}

struct stmt *
build_jump(struct parser *parser, enum stmt_kind kind, struct expr *value, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, kind, loc.first);
    stmt->expr = value;
    return stmt;
}

struct stmt *
build_asm(struct parser *parser, struct expr *assembly, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_EXPR, loc.first);
    stmt->expr = assembly;
    return stmt;
}
