/* Actions of the grammar for errors, expressions and statements. */
#include "frontend/ast_build.h"

#include <string.h>

/* A missing semicolon: behind what? */
static enum diag_id
missing_semicolon(const struct parser *parser, const struct syntax_error *error)
{
    if (parser->records.count)
        return DIAG_expected_semicolon_after_member;
    if (error->attribute || parser->declaring)
        return parser->in_function ? DIAG_expected_semicolon_after_declaration
                                   : DIAG_expected_after_top_level_declarator;
    return DIAG_expected_semicolon_after_expression;
}

/* What is said when this could have stood there; the first that applies. */
static enum diag_id
missing(const struct parser *parser, const struct syntax_error *error)
{
    if (error->expression && error->statement)
        return error->is_end ? DIAG_expected_closing_brace : DIAG_expected_expression;
    if (error->expression)
        return DIAG_expected_expression;
    if (error->external)
        return error->is_brace ? DIAG_extraneous_closing_brace : DIAG_expected_external_declaration;
    if (error->name && error->semicolon && error->type)
        return DIAG_expected_identifier_or_parenthesis;
    if (error->block && error->semicolon && error->after_parenthesis)
        return DIAG_expected_function_body;
    if (error->semicolon)
        return missing_semicolon(parser, error);
    if (error->rparen)
        return DIAG_expected_closing_parenthesis;
    if (error->rbracket)
        return DIAG_expected_closing_bracket;
    if (error->rbrace)
        return DIAG_expected_closing_brace;
    if (error->colon)
        return DIAG_expected_colon;
    if (error->name)
        return error->type ? DIAG_expected_parameter_declarator
                           : DIAG_expected_identifier_or_parenthesis;
    return error->type ? DIAG_expected_parameter_declarator : DIAG_NONE;
}

static void
report_semicolon(struct parser *parser, const struct syntax_error *error)
{
    struct diag *diag = parser->diag;
    loc_t loc = parser->behind_previous;
    diag_fixit(diag, loc, 0, ";");
    if (parser->jump)
        diag_error(diag, loc, expected_semicolon_after_statement, parser->jump);
    else if (error->only)
        diag_error(diag, loc, expected_token, ";");
    else
        diag_report(diag, loc, missing_semicolon(parser, error));
}

void
build_unknown_type(struct parser *parser, const char *word, loc_t loc)
{
    const struct frontend_options *options = &parser->frontend->options;
    if (lex_is_other_keyword(options, word))
        diag_error(parser->diag, loc, version_does_not_support_qualifier, options->cl_version / 100,
                   options->cl_version / 10 % 10, word);
    else
        diag_error(parser->diag, loc, unknown_type_name, word);
}

/* Where the bracket stands whose partner is missing. */
static void
note_partner(struct parser *parser, const struct syntax_error *error, enum diag_id message)
{
    static const struct {
        enum diag_id message;
        const char *closing;
    } kinds[] = {{DIAG_expected_closing_parenthesis, ")"},
                 {DIAG_expected_closing_bracket, "]"},
                 {DIAG_expected_closing_brace, "}"}};
    for (int i = 0; i < 3; i++) {
        bool is_only = error->only && strcmp(error->only, kinds[i].closing) == 0;
        if (is_only || (!error->only && message == kinds[i].message))
            lex_note_open(parser, i);
    }
}

/* Clang's wording where there is one.  A missing semicolon is reported behind the token before. */
void
build_syntax_error(struct parser *parser, const struct syntax_error *error, loc_t loc)
{
    struct diag *diag = parser->diag;
    const struct pp_name *before = parser->previous_name;
    bool quiet = parser->failed || parser->quiet;
    parser->quiet = parser->broken = true;
    if (quiet)
        return;
    enum diag_id message = missing(parser, error);
    if (error->is_block && parser->in_function && error->semicolon && error->attribute)
        diag_error(diag, loc, function_definition_not_allowed_here);
    else if (error->only && strcmp(error->only, "(") == 0 && before && before->keyword)
        diag_error(diag, loc, expected_token_after, "(", before->text);
    else if (error->semicolon && !error->expression && !error->external &&
             message != DIAG_expected_identifier_or_parenthesis &&
             message != DIAG_expected_function_body)
        report_semicolon(parser, error);
    else if (error->only && strlen(error->only) <= 3)
        diag_error(diag, loc, expected_token, error->only);
    else if (error->only)
        diag_error(diag, loc, expected_construct, error->only);
    else if (message)
        diag_report(diag, loc, message);
    else
        diag_error(diag, loc, unexpected_construct, error->unexpected);
    note_partner(parser, error, message);
}

/* Names that were thrown away with a declaration are declared all the same, as nothing known. */
static void
declare_lost(struct parser *parser, struct decl_group *group)
{
    vec_foreach (struct lost_name, lost, &parser->lost) {
        struct decl *decl = build_lost(parser, lost->name, lost->loc);
        vec_push(parser->arena, &group->decls, decl);
    }
    parser->lost.count = 0;
}

/* The declaration whose end was thrown away, as far as it goes; NULL: there is none. */
static struct decl_group *
rescue_group(struct parser *parser)
{
    struct decl_group *group = parser->group;
    parser->group = NULL;
    if (group && vec_last(&group->decls)->kind == DECL_VARIABLE && !vec_last(&group->decls)->init)
        vec_last(&group->decls)->init =
            build_error(parser, (struct parse_loc){vec_last(&group->decls)->loc, 0});
    if (!group && parser->lost.count)
        group = ARENA_NEW(parser->arena, struct decl_group);
    if (group)
        declare_lost(parser, group);
    return group;
}

struct stmt *
build_recovered(struct parser *parser, struct parse_loc loc)
{
    struct decl_group *group = rescue_group(parser);
    parser->depth[0] = parser->depth[1] = 0;
    return group ? build_declaration_statement(parser, group, loc) : NULL;
}

void
build_top_recovered(struct parser *parser)
{
    struct decl_group *group = rescue_group(parser);
    if (group)
        build_top_level(parser, group);
    parser->depth[0] = parser->depth[1] = 0;
    parser->broken = false;
    parser->records.count = 0;
}

void
build_field_recovered(struct parser *parser)
{
    parser->lost.count = 0;
    vec_last(&parser->records)->is_broken = true;
}

void
build_unfinished_field(struct parser *parser)
{
    diag_fixit(parser->diag, parser->behind_previous, 0, ";");
    diag_warning(parser->diag, parser->behind_previous, missing_semicolon_after_member);
}

static struct expr *
new_expr(struct parser *parser, enum expr_kind kind, loc_t loc, loc_t start, loc_t end)
{
    struct expr *expr = ARENA_NEW(parser->arena, struct expr);
    expr->kind = (uint8_t)kind;
    expr->loc = loc;
    expr->start = start;
    expr->end = end;
    return expr;
}

/* Makes the node as deep as its deepest child plus one; too deep a child is cut off. */
static struct expr *
adopt(struct parser *parser, struct expr *expr, struct expr *child)
{
    if (!child)
        return NULL;
    if (child->depth >= EXPRESSION_DEPTH) {
        if (!parser->too_deep)
            diag_error(parser->diag, child->loc, expression_too_deep, EXPRESSION_DEPTH);
        parser->too_deep = true;
        child = new_expr(parser, EXPR_ERROR, child->loc, child->start, child->end);
    }
    if (expr->depth <= child->depth)
        expr->depth = child->depth + 1;
    if (parser->deepest < expr->depth)
        parser->deepest = expr->depth;
    return child;
}

struct expr *
build_name(struct parser *parser, struct pp_name *name, struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_NAME, loc.first, loc.first, loc.last);
    expr->name.name = name->text;
    return expr;
}

struct expr *
build_error(struct parser *parser, struct parse_loc loc)
{
    return new_expr(parser, EXPR_ERROR, loc.first, loc.first, loc.last);
}

struct expr *
build_parenthesised(struct parser *parser, struct expr *expr, struct parse_loc loc)
{
    (void)parser;
    expr->is_grouped = expr->is_explicit;
    expr->is_explicit = true;
    expr->start = loc.first;
    expr->end = loc.last;
    return expr;
}

struct expr *
build_block_expression(struct parser *parser, struct stmt *block, struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_BLOCK, loc.first, loc.first, loc.last);
    expr->block = block;
    expr->depth = parser->deepest = block->depth + 1;
    if (!parser->in_function)
        diag_error(parser->diag, loc.first, statement_expression_at_file_scope);
    return expr;
}

struct expr *
build_closure(struct parser *parser, struct type_name *type, struct declarator_head *params,
              struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_CLOSURE, loc.first, loc.first, loc.last);
    struct closure *closure = ARENA_NEW(parser->arena, struct closure);
    expr->closure = closure;
    closure->function = build_closure_function(parser, type, params, loc);
    if (!(frontend_features(&parser->frontend->options) >> FEATURE_ENQUEUE & 1))
        diag_error(parser->diag, loc.first, blocks_support_disabled);
    closure->in_function = parser->in_function;
    parser->in_function = true;
    return expr;
}

struct expr *
build_closure_end(struct parser *parser, struct expr *closure, struct stmt *body,
                  struct parse_loc loc)
{
    scope_pop(parser);
    parser->in_function = closure->closure->in_function;
    closure->closure->function->body = body;
    closure->end = loc.last;
    return closure;
}

struct expr *
build_conversion(struct parser *parser, const struct word *word, struct expr *operand,
                 struct type_name *type, struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_CONVERT, loc.first, loc.first, loc.last);
    expr->cast = (uint8_t)word->value;
    expr->is_explicit = true;
    expr->left = adopt(parser, expr, operand);
    expr->type_name = type;
    return expr;
}

struct expr *
build_types_compatible(struct parser *parser, struct type_name *first, struct type_name *second,
                       struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_SAME_TYPE, loc.first, loc.first, loc.last);
    expr->same.first = first;
    expr->same.second = second;
    return expr;
}

struct expr *
build_generic(struct parser *parser, struct expr *operand, struct association *associations,
              struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_GENERIC, loc.first, loc.first, loc.last);
    expr->generic.operand = adopt(parser, expr, operand);
    expr->generic.associations = associations;
    for (struct association *at = associations; at; at = at->next)
        at->value = adopt(parser, expr, at->value);
    return expr;
}

struct association *
build_association(struct parser *parser, struct type_name *type, struct expr *value,
                  struct parse_loc loc)
{
    struct association *association = ARENA_NEW(parser->arena, struct association);
    association->type = type;
    association->value = value;
    association->loc = loc.first;
    association->last = association;
    return association;
}

struct association *
build_associations(struct parser *parser, struct association *list, struct association *next)
{
    (void)parser;
    list->last->next = next;
    list->last = next->last;
    return list;
}

struct expr *
build_offsetof(struct parser *parser, struct type_name *type, struct designator *designators,
               struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_OFFSETOF, loc.first, loc.first, loc.last);
    expr->offset.type_name = type;
    expr->offset.designators = designators;
    return expr;
}

struct expr *
build_index(struct parser *parser, struct expr *base, struct expr *index, struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_INDEX, base->loc, loc.first, loc.last);
    expr->left = adopt(parser, expr, base);
    expr->right = adopt(parser, expr, index);
    return expr;
}

struct expr *
build_call(struct parser *parser, struct expr *callee, struct expr_list *arguments,
           struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_CALL, callee->loc, loc.first, loc.last);
    expr->call.callee = adopt(parser, expr, callee);
    if (arguments) {
        expr->call.args = *arguments;
        for (uint32_t i = 0; i < arguments->count; i++)
            expr->call.args.at[i] = adopt(parser, expr, arguments->at[i]);
    }
    return expr;
}

struct expr *
build_member(struct parser *parser, struct expr *base, struct pp_name *name, bool is_arrow,
             struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_MEMBER, loc.first, base->start, loc.last);
    expr->member.base = adopt(parser, expr, base);
    expr->member.name = name->text;
    expr->is_arrow = is_arrow;
    return expr;
}

struct expr *
build_unary(struct parser *parser, uint8_t op, struct expr *operand, struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_UNARY, loc.first, loc.first, operand->end);
    expr->op = op;
    expr->left = adopt(parser, expr, operand);
    return expr;
}

struct expr *
build_postfix(struct parser *parser, struct expr *operand, uint8_t op, struct parse_loc loc)
{
    op = op == OP_PRE_INC ? OP_POST_INC : OP_POST_DEC;
    struct expr *expr = build_unary(parser, op, operand, loc);
    expr->start = operand->start;
    expr->end = loc.last;
    return expr;
}

struct expr_list *
build_arguments(struct parser *parser, struct expr_list *list, struct expr *expr)
{
    if (!list)
        list = ARENA_NEW(parser->arena, struct expr_list);
    vec_push(parser->arena, list, expr);
    return list;
}

struct expr *
build_sizeof(struct parser *parser, const struct word *word, struct type_name *type,
             struct expr *operand, struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_SIZEOF, loc.first, loc.first, loc.last);
    expr->size.type_name = type;
    expr->size.operand = adopt(parser, expr, operand);
    expr->size.query = (uint8_t)word->value;
    return expr;
}

/* Does the type, as far as syntax tells, name a vector?  Then (type)(a, b) is a vector literal and
 * no cast of a comma expression (OpenCL C 6.1.6). */
static bool
names_vector(const struct specifiers *specifiers, const struct declarator *declarator)
{
    while (specifiers && !declarator) {
        for (const struct attribute *a = specifiers->attributes; a; a = a->next)
            if (strcmp(a->name, "ext_vector_type") == 0 || strcmp(a->name, "vector_size") == 0)
                return true;
        if (specifiers->base) {
            size_t length = strlen(specifiers->base);
            char last = specifiers->base[length - 1];
            return last >= '2' && last <= '9';
        }
        const struct decl *named = specifiers->named;
        for (const struct attribute *a = named ? named->attributes : NULL; a; a = a->next)
            if (strcmp(a->name, "ext_vector_type") == 0 || strcmp(a->name, "vector_size") == 0)
                return true;
        specifiers = named ? named->specifiers : NULL;
        declarator = named ? named->declarator : NULL;
    }
    return false;
}

static void
flatten_comma(struct parser *parser, struct expr *literal, struct expr *expr)
{
    uint32_t count = 1; /* the spine leans left: fill from the right */
    bool outermost = !expr->is_grouped;
    const struct expr *e = expr;
    for (; e->kind == EXPR_BINARY && e->op == OP_COMMA && (outermost || !e->is_explicit);
         e = e->left, outermost = false)
        count++;
    (void)vec_extend(parser->arena, &literal->call.args, count);
    while (count > 1) {
        literal->call.args.at[--count] = adopt(parser, literal, expr->right);
        expr = expr->left;
    }
    literal->call.args.at[0] = adopt(parser, literal, expr);
}

struct expr *
build_cast(struct parser *parser, struct type_name *type, struct expr *operand,
           struct parse_loc loc)
{
    bool literal = operand->is_explicit && operand->start != operand->loc &&
                   names_vector(type->specifiers, type->declarator);
    struct expr *expr =
        new_expr(parser, literal ? EXPR_LITERAL : EXPR_CAST, loc.first, loc.first, operand->end);
    if (literal) {
        expr->call.literal_type = type;
        flatten_comma(parser, expr, operand);
    } else {
        expr->left = adopt(parser, expr, operand);
        expr->type_name = type;
    }
    return expr;
}

struct expr *
build_compound_literal(struct parser *parser, struct type_name *type, struct expr *list,
                       struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_LITERAL, loc.first, loc.first, loc.last);
    expr->call.literal_type = type;
    vec_push(parser->arena, &expr->call.args, adopt(parser, expr, list));
    return expr;
}

struct expr *
build_binary(struct parser *parser, uint8_t op, struct expr *left, struct expr *right,
             struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_BINARY, loc.first, left->start, right->end);
    expr->op = op;
    expr->left = adopt(parser, expr, left);
    expr->right = adopt(parser, expr, right);
    return expr;
}

struct expr *
build_conditional(struct parser *parser, struct expr *condition, struct expr *middle,
                  struct expr *right, struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_CONDITIONAL, loc.first, condition->start, right->end);
    expr->left = adopt(parser, expr, condition);
    expr->middle = adopt(parser, expr, middle); /* NULL: left out */
    expr->right = adopt(parser, expr, right);
    return expr;
}

struct expr *
build_assignment(struct parser *parser, uint8_t op, struct expr *left, struct expr *right,
                 struct parse_loc loc)
{
    struct expr *expr = build_binary(parser, op, left, right, loc);
    expr->kind = EXPR_ASSIGN;
    return expr;
}

struct expr *
build_init_list(struct parser *parser, struct expr *list, struct parse_loc loc)
{
    if (!list)
        list = new_expr(parser, EXPR_INIT_LIST, loc.first, loc.first, loc.last);
    list->loc = list->start = loc.first;
    list->end = loc.last;
    return list;
}

struct expr *
build_init_item(struct parser *parser, struct expr *list, struct designator *designators,
                struct expr *value)
{
    if (!list)
        list = new_expr(parser, EXPR_INIT_LIST, value->loc, value->start, value->end);
    struct init_item item = {.designators = designators, .value = adopt(parser, list, value)};
    vec_push(parser->arena, &list->init, item);
    return list;
}

struct designator *
build_designator(struct parser *parser, struct pp_name *name, struct expr *index,
                 struct parse_loc loc)
{
    struct designator *designator = ARENA_NEW(parser->arena, struct designator);
    designator->field = name ? name->text : NULL;
    designator->index = index;
    designator->loc = loc.first;
    designator->last = designator;
    return designator;
}

struct designator *
build_range_designator(struct parser *parser, struct expr *first, struct expr *last,
                       struct parse_loc loc)
{
    struct designator *designator = build_designator(parser, NULL, first, loc);
    designator->end = last;
    return designator;
}

struct designator *
build_old_designator(struct parser *parser, struct pp_name *name, struct parse_loc loc)
{
    diag_warning(parser->diag, loc.first, old_designator);
    return build_designator(parser, name, NULL, loc);
}

struct designator *
build_designators(struct parser *parser, struct designator *list, struct designator *next)
{
    (void)parser;
    list->last->next = next;
    list->last = next->last;
    return list;
}

static struct stmt *
new_stmt(struct parser *parser, enum stmt_kind kind, loc_t loc)
{
    struct stmt *stmt = ARENA_NEW(parser->arena, struct stmt);
    stmt->kind = (uint8_t)kind;
    stmt->loc = loc;
    return stmt;
}

/* Makes the statement as deep as the one in it plus more; too deep a one is dropped. */
static struct stmt *
adopt_stmt(struct parser *parser, struct stmt *stmt, struct stmt *inner, uint32_t more)
{
    if (!inner)
        return NULL;
    if (inner->nesting + more > STATEMENT_DEPTH) {
        if (!parser->too_deep)
            diag_error(parser->diag, inner->loc, statement_too_deep, STATEMENT_DEPTH);
        parser->too_deep = true;
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
    block->depth = parser->deepest; /* for now: of what is around it */
    parser->deepest = 0;
    block->around = parser->group; /* no statement in here may take it for what it was to be */
    parser->group = NULL;
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

/* `label: }`: C99 wants a statement there, everybody accepts none. */
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
    block->end = loc.last;
    block->depth = parser->deepest;
    parser->deepest = around > block->depth ? around : block->depth;
    parser->group = block->around;
    return block;
}

struct stmt *
build_declaration_statement(struct parser *parser, struct decl_group *group, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_DECL, loc.first);
    parser->group = NULL;
    parser->declaring = 0;
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

struct stmt *
build_label(struct parser *parser, struct pp_name *name, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_LABEL, loc.first);
    stmt->label = name->text;
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
          struct expr *step, struct stmt *body)
{
    if (init && init->kind == STMT_EXPR && !init->expr)
        init = NULL;
    loop->init = init;
    loop->expr = condition;
    loop->expr2 = step;
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
    stmt->label = name->text;
    return stmt;
}

struct stmt *
build_jump(struct parser *parser, enum stmt_kind kind, struct expr *value, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, kind, loc.first);
    stmt->expr = value;
    return stmt;
}

struct asm_operands *
build_asm_operand(struct parser *parser, struct asm_operands *list, struct pp_name *name,
                  struct expr *constraint, struct expr *value)
{
    if (!list)
        list = ARENA_NEW(parser->arena, struct asm_operands);
    struct asm_operand operand = {name ? name->text : NULL, constraint->string.bytes, value};
    vec_push(parser->arena, &list->at, operand);
    return list;
}

struct asm_operands *
build_asm_clobber(struct parser *parser, struct asm_operands *list, struct expr *name)
{
    if (!list)
        list = ARENA_NEW(parser->arena, struct asm_operands);
    vec_push(parser->arena, &list->clobbers, name->string.bytes);
    return list;
}

struct expr *
build_asm_text(struct parser *parser, struct expr *text, const struct asm_operands *outputs,
               const struct asm_operands *inputs, const struct asm_operands *clobbers)
{
    static const struct asm_operands none;
    struct expr *expr = new_expr(parser, EXPR_ASM, text->loc, text->start, text->end);
    outputs = outputs ? outputs : &none;
    inputs = inputs ? inputs : &none;
    clobbers = clobbers ? clobbers : &none;
    expr->assembly.text = text->string.bytes;
    expr->assembly.outputs = outputs->at.at;
    expr->assembly.output_count = outputs->at.count;
    expr->assembly.inputs = inputs->at.at;
    expr->assembly.input_count = inputs->at.count;
    expr->assembly.clobbers = clobbers->clobbers.at;
    expr->assembly.clobber_count = clobbers->clobbers.count;
    return expr;
}

struct stmt *
build_asm(struct parser *parser, struct expr *assembly, struct parse_loc loc)
{
    struct stmt *stmt = new_stmt(parser, STMT_EXPR, loc.first);
    stmt->expr = assembly;
    return stmt;
}
