/* Actions of the grammar for expressions. */
#include "frontend/ast_build.h"

#include <string.h>

static struct expr *
new_expr(struct parser *parser, enum expr_kind kind, loc_t loc, loc_t start, loc_t end)
{
    struct expr *expr = expr_new(parser->arena, kind);
    expr->loc = loc;
    expr->start = start;
    expr->end = end;
    return expr;
}

/* In place of an expression that is too deep. */
static struct expr *
too_deep(struct parser *parser, const struct expr *expr)
{
    if (!parser->errors.too_deep)
        diag_error(parser->diag, expr->loc, expression_too_deep, EXPRESSION_DEPTH);
    parser->errors.too_deep = true;
    return new_expr(parser, EXPR_ERROR, expr->loc, expr->start, expr->end);
}

/* Makes the node as deep as its deepest child plus one; cuts off a child that is too deep. */
static inline struct expr *
adopt(struct parser *parser, struct expr *expr, struct expr *child)
{
    if (!child)
        return NULL;
    if (child->depth >= EXPRESSION_DEPTH)
        child = too_deep(parser, child);
    if (expr->depth <= child->depth)
        expr->depth = child->depth + 1;
    if (parser->scopes.deepest < expr->depth)
        parser->scopes.deepest = expr->depth;
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
    expr->depth = parser->scopes.deepest = block->depth + 1;
    if (!parser->scopes.in_function)
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
    if (!frontend_may_use(&parser->frontend->options, FEATURE_ENQUEUE))
        diag_error(parser->diag, loc.first, blocks_support_disabled);
    closure->in_function = parser->scopes.in_function;
    parser->scopes.in_function = true;
    return expr;
}

struct expr *
build_closure_end(struct parser *parser, struct expr *closure, struct stmt *body,
                  struct parse_loc loc)
{
    scope_pop(parser);
    parser->scopes.in_function = closure->closure->in_function;
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
build_call(struct parser *parser, struct expr *callee, struct argument_list arguments,
           struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, EXPR_CALL, callee->loc, loc.first, loc.last);
    expr->call.callee = adopt(parser, expr, callee);
    struct expr_list *args = &expr->call.args;
    *args = build_taken_arguments(parser, arguments);
    for (uint32_t i = 0; i < args->count; i++)
        args->at[i] = adopt(parser, expr, args->at[i]);
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

struct argument_list
build_no_arguments(void)
{
    return (struct argument_list){0, 0};
}

struct argument_list
build_argument(struct parser *parser, struct expr *expr)
{
    return build_arguments(parser, (struct argument_list){parser->arguments.count, 0}, expr);
}

struct argument_list
build_arguments(struct parser *parser, struct argument_list list, struct expr *expr)
{
    parser->arguments.count = list.first + list.count; /* without those of lost lists */
    vec_push(parser->arena, &parser->arguments, expr);
    list.count++;
    return list;
}

struct expr_list
build_taken_arguments(struct parser *parser, struct argument_list list)
{
    struct expr_list taken = {NULL, list.count, list.count};
    if (!list.count)
        return taken;
    taken.at = ARENA_ARRAY(parser->arena, list.count, struct expr *);
    memcpy(taken.at, parser->arguments.at + list.first, list.count * sizeof *taken.at);
    parser->arguments.count = list.first;
    return taken;
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

/* Does the type name a vector, as far as syntax can tell?  Then (type)(a, b) is a vector literal,
 * not a cast of a comma expression (OpenCL C 6.1.6). */
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

static struct expr *
new_binary(struct parser *parser, enum expr_kind kind, uint8_t op, struct expr *left,
           struct expr *right, struct parse_loc loc)
{
    struct expr *expr = new_expr(parser, kind, loc.first, left->start, right->end);
    expr->op = op;
    expr->contract = parser->pragmas.contract;
    expr->left = adopt(parser, expr, left);
    expr->right = adopt(parser, expr, right);
    return expr;
}

struct expr *
build_binary(struct parser *parser, uint8_t op, struct expr *left, struct expr *right,
             struct parse_loc loc)
{
    return new_binary(parser, EXPR_BINARY, op, left, right, loc);
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
    return new_binary(parser, EXPR_ASSIGN, op, left, right, loc);
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

struct asm_operands *
build_asm_operand(struct parser *parser, struct asm_operands *list, struct pp_name *name,
                  struct expr *constraint, struct expr *value)
{
    if (!list)
        list = ARENA_NEW(parser->arena, struct asm_operands);
    struct asm_operand operand = {name ? name->text : NULL, constraint->string.bytes, value, NULL};
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
    expr->assembly = ARENA_NEW(parser->arena, struct assembly);
    expr->assembly->text = text->string.bytes;
    expr->assembly->outputs = outputs->at.at;
    expr->assembly->output_count = outputs->at.count;
    expr->assembly->inputs = inputs->at.at;
    expr->assembly->input_count = inputs->at.count;
    expr->assembly->clobbers = clobbers->clobbers.at;
    expr->assembly->clobber_count = clobbers->clobbers.count;
    return expr;
}
