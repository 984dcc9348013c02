/* Actions of the grammar for declarators, parameters and declarations. */
#include "frontend/ast_build.h"

#include <string.h>

struct declarator_head *
build_new_head(struct parser *parser, struct pp_name *name, loc_t loc)
{
    struct declarator_head *head = ARENA_NEW(parser->arena, struct declarator_head);
    head->name = name;
    head->loc = loc;
    return head;
}

/* Adds `depth` declarators at the inner end, or drops them if the chain would be too deep. */
static void
append(struct parser *parser, struct declarator_head *head, struct declarator *first,
       struct declarator *last, uint32_t depth)
{
    if (head->depth + depth > DECLARATOR_DEPTH) {
        if (!parser->errors.too_deep)
            diag_error(parser->diag, first->loc, declarator_too_deep, DECLARATOR_DEPTH);
        parser->errors.too_deep = true;
        return;
    }
    head->depth += depth;
    if (head->last)
        head->last->next = first;
    else
        head->first = first;
    head->last = last;
}

struct declarator_head *
build_declarator(struct parser *parser, struct pp_name *name, struct parse_loc loc)
{
    return build_new_head(parser, name, loc.first);
}

static struct declarator *
new_declarator(struct parser *parser, enum declarator_kind kind, struct parse_loc loc)
{
    struct declarator *declarator = ARENA_NEW(parser->arena, struct declarator);
    declarator->kind = (uint8_t)kind;
    declarator->loc = loc.first;
    return declarator;
}

struct declarator_head *
build_pointed(struct parser *parser, struct declarator_head *head,
              struct declarator_chain *pointers)
{
    if (!head)
        head = build_new_head(parser, NULL, pointers->first->loc);
    append(parser, head, pointers->first, pointers->last, pointers->depth);
    return head;
}

struct declarator_head *
build_array(struct parser *parser, struct declarator_head *head, struct expr *length,
            struct parse_loc loc)
{
    if (!head)
        head = build_new_head(parser, NULL, loc.first);
    struct declarator *array = new_declarator(parser, DECLARATOR_ARRAY, loc);
    array->length = length;
    append(parser, head, array, array, 1);
    return head;
}

/* (void): no parameters. */
static bool
is_void(const struct parameter_list *params)
{
    const struct decl *only = params->decls->count == 1 ? params->decls->at[0] : NULL;
    return only && !only->name && !only->declarator && only->specifiers->base &&
           strcmp(only->specifiers->base, "void") == 0;
}

struct declarator_head *
build_function(struct parser *parser, struct declarator_head *head, struct parameter_list *params,
               struct parse_loc loc)
{
    if (!head)
        head = build_new_head(parser, NULL, loc.first);
    struct declarator *function = new_declarator(parser, DECLARATOR_FUNCTION, loc);
    function->is_prototype = params;
    function->is_variadic = params && params->is_variadic;
    function->params =
        params && !is_void(params) ? params->decls : ARENA_NEW(parser->arena, struct decl_list);
    append(parser, head, function, function, 1);
    return head;
}

struct declarator_chain *
build_pointer(struct parser *parser, const struct qualifier_set *set,
              struct declarator_chain *inner, struct parse_loc loc)
{
    struct declarator *pointer = new_declarator(parser, DECLARATOR_POINTER, loc);
    pointer->qualifiers = set->flags;
    pointer->attributes = set->attributes;
    struct declarator_chain *chain = ARENA_NEW(parser->arena, struct declarator_chain);
    chain->first = inner ? inner->first : pointer; /* the last star is nearest to the name */
    chain->last = pointer;
    chain->depth = inner ? inner->depth + 1 : 1;
    if (inner)
        inner->last->next = pointer;
    return chain;
}

struct declarator_chain *
build_block_pointer(struct parser *parser, const struct qualifier_set *set,
                    struct declarator_chain *inner, struct parse_loc loc)
{
    struct declarator_chain *chain = build_pointer(parser, set, inner, loc);
    chain->last->kind = DECLARATOR_BLOCK;
    if (!frontend_may_use(&parser->frontend->options, FEATURE_ENQUEUE))
        diag_error(parser->diag, loc.first, blocks_support_disabled);
    return chain;
}

struct qualifier_set
build_no_qualifiers(void)
{
    return (struct qualifier_set){0};
}

struct qualifier_set
build_qualified(struct parser *parser, const struct qualifier_set *set, const struct word *word)
{
    (void)parser;
    return (struct qualifier_set){set->flags | word->value, set->attributes};
}

struct qualifier_set
build_qualified_attribute(struct parser *parser, const struct qualifier_set *set,
                          struct attribute *attribute)
{
    return (struct qualifier_set){set->flags, build_attributes(parser, set->attributes, attribute)};
}

struct parameter_list *
build_variadic(struct parser *parser, struct parameter_list *list)
{
    (void)parser;
    list->is_variadic = true;
    return list;
}

struct parameter_list *
build_parameters(struct parser *parser, struct parameter_list *list, struct decl *param)
{
    if (!list) {
        list = ARENA_NEW(parser->arena, struct parameter_list);
        list->decls = ARENA_NEW(parser->arena, struct decl_list);
    }
    if (param)
        vec_push(parser->arena, list->decls, param);
    return list;
}

struct decl *
build_new_decl(struct parser *parser, enum decl_kind kind, struct specifiers *specifiers,
               const struct declarator_head *head, loc_t loc)
{
    struct decl *decl = ARENA_NEW(parser->arena, struct decl);
    decl->kind = (uint8_t)kind;
    decl->loc = loc;
    decl->specifiers = specifiers;
    decl->extensions = parser->pragmas.extensions;
    if (head) {
        decl->name = head->name ? head->name->text : NULL;
        decl->loc = head->name ? head->loc : loc;
        decl->declarator = head->first;
        decl->attributes = head->attributes;
        decl->bits = head->bits;
    }
    return decl;
}

void
build_check_name(struct parser *parser, const struct pp_name *name, loc_t loc)
{
    if (name->builtin_type || strcmp(name->text, "true") == 0 || strcmp(name->text, "false") == 0)
        diag_error(parser->diag, loc, redefinition_as_different_kind_symbol, name->text);
}

static void
bind_params(struct parser *parser, const struct decl_list *params)
{
    vec_foreach (struct decl *, param, params) {
        if (!(*param)->name)
            continue;
        struct pp_name *name = pp_name(parser->pp, (*param)->name, strlen((*param)->name));
        build_check_name(parser, name, (*param)->loc);
        scope_bind(parser, name, NULL);
    }
}

struct decl *
build_closure_function(struct parser *parser, struct type_name *type,
                       struct declarator_head *params, struct parse_loc loc)
{
    struct decl *decl = build_new_decl(parser, DECL_FUNCTION, NULL, params, loc.first);
    if (type) {
        decl->specifiers = type->specifiers;
        decl->declarator = type->declarator;
    }
    if (!decl->declarator || decl->declarator->kind != DECLARATOR_FUNCTION) {
        struct declarator *result = decl->declarator;
        decl->declarator = build_function(parser, NULL, NULL, loc)->first;
        decl->declarator->next = result;
    }
    decl->params = decl->declarator->params;
    scope_push(parser);
    bind_params(parser, decl->params);
    return decl;
}

struct decl *
build_lost(struct parser *parser, struct pp_name *name, loc_t loc)
{
    struct specifiers *specifiers = build_new_specifiers(parser, (struct parse_loc){loc, loc});
    struct declarator_head *head = name ? build_new_head(parser, name, loc) : NULL;
    specifiers->flags = SPEC_ERROR;
    return build_new_decl(parser, name ? DECL_VARIABLE : DECL_PARAM, specifiers, head, loc);
}

struct decl *
build_parameter(struct parser *parser, struct specifiers *specifiers, struct declarator_head *head,
                struct attribute *attributes, struct parse_loc loc)
{
    struct decl *decl = build_new_decl(parser, DECL_PARAM, specifiers, head, loc.first);
    decl->attributes = build_attributes(parser, decl->attributes, attributes);
    if (parser->errors.lacks_parameter)
        specifiers->flags |= SPEC_ERROR;
    parser->errors.lacks_parameter = false;
    return decl;
}

struct type_name *
build_type_name(struct parser *parser, struct specifiers *specifiers, struct declarator_head *head,
                struct parse_loc loc)
{
    struct type_name *type = ARENA_NEW(parser->arena, struct type_name);
    type->specifiers = specifiers;
    type->declarator = head ? head->first : NULL;
    type->loc = loc.first;
    return type;
}

struct declarator_head *
build_declared(struct parser *parser, struct declarator_head *head, struct attribute *attributes)
{
    head->attributes = build_attributes(parser, head->attributes, attributes);
    return head;
}

struct decl_group *
build_empty_declaration(struct parser *parser, struct specifiers *specifiers, struct parse_loc loc)
{
    struct decl_group *group = ARENA_NEW(parser->arena, struct decl_group);
    group->specifiers = specifiers;
    vec_push(parser->arena, &group->decls,
             build_new_decl(parser, DECL_EMPTY, specifiers, NULL, loc.first));
    if (!specifiers->record && !(specifiers->flags & SPEC_ERROR))
        diag_warning(parser->diag, loc.first, declaration_does_not_declare_anything);
    return group;
}

struct decl_group *
build_static_assert(struct parser *parser, struct expr *condition, struct expr *message,
                    struct parse_loc loc)
{
    struct decl_group *group = ARENA_NEW(parser->arena, struct decl_group);
    group->specifiers = build_new_specifiers(parser, loc);
    struct decl *decl = build_new_decl(parser, DECL_ASSERT, group->specifiers, NULL, loc.first);
    decl->init = condition;
    decl->name = message ? message->string.bytes : NULL;
    vec_push(parser->arena, &group->decls, decl);
    return group;
}

struct decl_group *
build_declare(struct parser *parser, struct decl_group *group, struct specifiers *specifiers,
              struct declarator_head *head, struct parse_loc loc)
{
    if (!group) {
        group = ARENA_NEW(parser->arena, struct decl_group);
        group->specifiers = specifiers;
    }
    enum decl_kind kind = DECL_VARIABLE;
    if (specifiers->flags & SPEC_TYPEDEF)
        kind = DECL_TYPEDEF;
    else if (head->first && head->first->kind == DECLARATOR_FUNCTION)
        kind = DECL_FUNCTION;
    struct decl *decl = build_new_decl(parser, kind, specifiers, head, loc.first);
    vec_push(parser->arena, &group->decls, decl);
    /* bound before the initialiser is read, where the scope begins (C99 6.2.1p7) */
    parser->lex.declaring = parser->lex.depth[0] + 1;
    parser->scopes.group = group;
    if (head->name && kind != DECL_TYPEDEF)
        build_check_name(parser, head->name, loc.first);
    if (head->name)
        scope_bind(parser, head->name, kind == DECL_TYPEDEF ? decl : NULL);
    return group;
}

struct decl_group *
build_declare_next(struct parser *parser, struct decl_group *group, struct attribute *attributes,
                   struct declarator_head *head, struct parse_loc loc)
{
    build_declared(parser, head, attributes);
    return build_declare(parser, group, group->specifiers, head, loc);
}

struct decl_group *
build_initialized(struct parser *parser, struct decl_group *group, struct expr *init)
{
    struct decl *decl = vec_last(&group->decls);
    if (decl->kind == DECL_TYPEDEF || decl->kind == DECL_FUNCTION)
        diag_error(parser->diag, init->loc, illegal_initializer_only_variables_can);
    else
        decl->init = init;
    return group;
}

void
build_top_level(struct parser *parser, struct decl_group *group)
{
    vec_foreach (struct decl *, decl, &group->decls)
        vec_push(parser->arena, &parser->unit->decls, *decl);
    parser->scopes.group = NULL;
    parser->lex.declaring = 0;
    parser->errors.lost.count = 0;
    parser->errors.broken = false;
    const struct frontend_options *options = &parser->frontend->options;
    if (options->declared)
        vec_foreach (struct decl *, decl, &group->decls)
            options->declared(options->declared_data, *decl);
}

void
build_file_asm(struct parser *parser, struct parse_loc loc)
{
    diag_error(parser->diag, loc.first, assembly_outside_functions_not_supported);
}

void
build_function_begin(struct parser *parser, struct decl_group *group, struct parse_loc loc)
{
    struct decl *decl = vec_last(&group->decls);
    scope_push(parser);
    parser->scopes.in_function = true;
    parser->errors.strayed = false;
    parser->lex.declaring = 0;
    parser->scopes.group = NULL;
    if (decl->kind != DECL_FUNCTION || group->decls.count != 1) {
        if (!parser->errors.broken)
            diag_error(parser->diag, loc.last, expected_after_top_level_declarator);
        return;
    }
    decl->params = decl->declarator->params;
    bind_params(parser, decl->params);
}

void
build_function_end(struct parser *parser, struct decl_group *group, struct stmt *body)
{
    struct decl *decl = vec_last(&group->decls);
    scope_pop(parser);
    parser->scopes.in_function = false;
    if (decl->kind == DECL_FUNCTION)
        decl->body = body;
    decl->is_broken = parser->errors.broken;
    build_top_level(parser, group);
}
