/* Actions of the grammar for declarations. */
#include "frontend/ast_build.h"

#include <string.h>

static struct specifiers *
new_specifiers(struct parser *parser, struct parse_loc loc)
{
    struct specifiers *specifiers = ARENA_NEW(parser->arena, struct specifiers);
    specifiers->loc = loc.first;
    return specifiers;
}

struct specifiers *
build_flag(struct parser *parser, const struct word *word, struct parse_loc loc)
{
    struct specifiers *specifiers = new_specifiers(parser, loc);
    specifiers->flags = word->value;
    return specifiers;
}

struct specifiers *
build_type_word(struct parser *parser, const struct word *word, struct parse_loc loc)
{
    struct specifiers *specifiers = new_specifiers(parser, loc);
    specifiers->flags = word->value;
    if (!word->value)
        specifiers->base = intern_string(&parser->frontend->intern,
                                         strcmp(word->text, "_Bool") == 0 ? "bool" : word->text);
    return specifiers;
}

struct specifiers *
build_type_name_specifier(struct parser *parser, struct pp_name *name, struct parse_loc loc)
{
    struct specifiers *specifiers = new_specifiers(parser, loc);
    if (name->binding == BINDING_TYPEDEF)
        specifiers->named = name->declared;
    else if (!name->builtin_type) /* taken for a type, reported */
        specifiers->flags = SPEC_ERROR;
    else
        specifiers->base = name->text;
    return specifiers;
}

struct specifiers *
build_record_specifier(struct parser *parser, struct record_syntax *record, struct parse_loc loc)
{
    struct specifiers *specifiers = new_specifiers(parser, loc);
    specifiers->record = record;
    return specifiers;
}

struct specifiers *
build_typeof(struct parser *parser, struct expr *expr, struct type_name *type, struct parse_loc loc)
{
    struct specifiers *specifiers = new_specifiers(parser, loc);
    specifiers->typeof_expr = expr;
    specifiers->typeof_type = type;
    return specifiers;
}

/* Does it name a type by itself, without words like `unsigned`? */
static bool
has_main(const struct specifiers *specifiers)
{
    return specifiers->base || specifiers->named || specifiers->record || specifiers->typeof_expr ||
           specifiers->typeof_type;
}

/* How a type specifier is written, for messages; NULL: there is none. */
static const char *
type_text(const struct specifiers *specifiers)
{
    if (specifiers->base)
        return specifiers->base;
    if (specifiers->named)
        return specifiers->named->name;
    if (specifiers->record)
        return specifiers->record->tag == 's'   ? "struct"
               : specifiers->record->tag == 'u' ? "union"
                                                : "enum";
    if (specifiers->typeof_expr || specifiers->typeof_type)
        return "typeof";
    return specifiers->flags & SPEC_UNSIGNED ? "unsigned"
           : specifiers->flags & SPEC_SIGNED ? "signed"
           : specifiers->flags & SPEC_SHORT  ? "short"
           : specifiers->flags & SPEC_LONG   ? "long"
                                             : NULL;
}

/* Can the words be one type?  `long` twice, and signs and lengths with the right words. */
static bool
combines(const struct specifiers *a, const struct specifiers *b)
{
    const uint32_t lengths = SPEC_SHORT | SPEC_LONG, signs = SPEC_SIGNED | SPEC_UNSIGNED;
    uint32_t words = (a->flags | b->flags) & (lengths | signs);
    bool a_main = has_main(a), b_main = has_main(b);
    if (a_main && b_main)
        return false;
    const struct specifiers *main = a_main ? a : b_main ? b : NULL;
    if ((a->flags & b->flags & (lengths | signs) & ~(uint32_t)SPEC_LONG) ||
        (a->flags & b->flags & SPEC_LONG && a->flags & SPEC_LONG_LONG) ||
        (words & lengths) == lengths || (words & signs) == signs)
        return false;
    if (!main || !words)
        return true;
    if (!main->base)
        return false;
    return strcmp(main->base, "int") == 0 ||
           (strcmp(main->base, "char") == 0 && !(words & lengths)) ||
           (strcmp(main->base, "double") == 0 && words == SPEC_LONG);
}

static void
check_repeated(struct parser *parser, uint32_t both, loc_t loc)
{
    static const struct {
        uint32_t flag;
        const char *word;
    } words[] = {
        {SPEC_CONST, "const"},           {SPEC_VOLATILE, "volatile"},
        {SPEC_RESTRICT, "restrict"},     {SPEC_READ_ONLY, "read_only"},
        {SPEC_WRITE_ONLY, "write_only"}, {SPEC_READ_WRITE, "read_write"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (both & words[i].flag)
            diag_warning(parser->diag, loc, duplicate_specifier, words[i].word);
}

struct specifiers *
build_specifiers(struct parser *parser, struct specifiers *specifiers, struct specifiers *more)
{
    const uint32_t words = SPEC_SHORT | SPEC_LONG | SPEC_SIGNED | SPEC_UNSIGNED | SPEC_ERROR;
    bool has_type = has_main(more) || more->flags & words;
    if ((specifiers->flags | more->flags) & SPEC_ERROR)
        specifiers->flags |= SPEC_ERROR;
    else if (has_type && type_text(specifiers) && !combines(specifiers, more)) {
        diag_error(parser->diag, more->loc, cannot_combine_previous_declaration_specifier,
                   type_text(specifiers));
        specifiers->flags |= SPEC_ERROR;
        return specifiers;
    }
    if (specifiers->flags & more->flags & SPEC_LONG)
        specifiers->flags |= SPEC_LONG_LONG;
    check_repeated(parser, specifiers->flags & more->flags, more->loc);
    specifiers->flags |= more->flags;
    specifiers->base = more->base ? more->base : specifiers->base;
    specifiers->named = more->named ? more->named : specifiers->named;
    specifiers->record = more->record ? more->record : specifiers->record;
    specifiers->typeof_expr = more->typeof_expr ? more->typeof_expr : specifiers->typeof_expr;
    specifiers->typeof_type = more->typeof_type ? more->typeof_type : specifiers->typeof_type;
    return specifiers;
}

struct specifiers *
build_attributed(struct parser *parser, struct specifiers *specifiers, struct attribute *attributes)
{
    struct record_syntax *record = specifiers->record;
    if (record && record->has_body) /* behind the brace they are the record's */
        record->attributes = build_attributes(parser, record->attributes, attributes);
    else
        specifiers->attributes = build_attributes(parser, specifiers->attributes, attributes);
    return specifiers;
}

struct attribute *
build_attributes(struct parser *parser, struct attribute *list, struct attribute *more)
{
    (void)parser;
    if (!list || !more)
        return list ? list : more;
    list->last->next = more;
    list->last = more->last;
    return list;
}

struct attribute *
build_attribute(struct parser *parser, struct pp_name *name, struct expr_list *args,
                struct type_name *type, struct parse_loc loc)
{
    struct attribute *attribute = ARENA_NEW(parser->arena, struct attribute);
    const char *text = name->text;
    size_t length = strlen(text);
    if (length > 4 && text[0] == '_' && text[1] == '_' && text[length - 1] == '_' &&
        text[length - 2] == '_')
        text = intern_text(&parser->frontend->intern, text + 2, length - 4);
    attribute->name = text;
    if (args)
        attribute->args = *args;
    attribute->type = type;
    attribute->loc = loc.first;
    attribute->last = attribute;
    return attribute;
}

struct attribute *
build_alignas(struct parser *parser, struct expr *align, struct type_name *type,
              struct parse_loc loc)
{
    struct word word = {"_Alignof", SIZE_ALIGNOF};
    struct expr *value = type ? build_sizeof(parser, &word, type, NULL, loc) : align;
    return build_attribute(parser, pp_name(parser->pp, "aligned", 7),
                           build_arguments(parser, NULL, value), NULL, loc);
}

struct pp_name *
build_word_name(struct parser *parser, const struct word *word)
{
    return pp_name(parser->pp, word->text, strlen(word->text));
}

/* Declarators. */

static struct declarator_head *
new_head(struct parser *parser, struct pp_name *name, loc_t loc)
{
    struct declarator_head *head = ARENA_NEW(parser->arena, struct declarator_head);
    head->name = name;
    head->loc = loc;
    return head;
}

/* Adds depth declarators at the inner end; what is too deep is dropped. */
static void
append(struct parser *parser, struct declarator_head *head, struct declarator *first,
       struct declarator *last, uint32_t depth)
{
    if (head->depth + depth > DECLARATOR_DEPTH) {
        if (!parser->too_deep)
            diag_error(parser->diag, first->loc, declarator_too_deep, DECLARATOR_DEPTH);
        parser->too_deep = true;
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
    return new_head(parser, name, loc.first);
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
        head = new_head(parser, NULL, pointers->first->loc);
    append(parser, head, pointers->first, pointers->last, pointers->depth);
    return head;
}

struct declarator_head *
build_array(struct parser *parser, struct declarator_head *head, struct expr *length,
            struct parse_loc loc)
{
    if (!head)
        head = new_head(parser, NULL, loc.first);
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
        head = new_head(parser, NULL, loc.first);
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
    if (!(frontend_features(&parser->frontend->options) >> FEATURE_ENQUEUE & 1))
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

static struct decl *
new_decl(struct parser *parser, enum decl_kind kind, struct specifiers *specifiers,
         const struct declarator_head *head, loc_t loc)
{
    struct decl *decl = ARENA_NEW(parser->arena, struct decl);
    decl->kind = (uint8_t)kind;
    decl->loc = loc;
    decl->specifiers = specifiers;
    decl->extensions = parser->extensions;
    if (head) {
        decl->name = head->name ? head->name->text : NULL;
        decl->loc = head->name ? head->loc : loc;
        decl->declarator = head->first;
        decl->attributes = head->attributes;
        decl->bits = head->bits;
    }
    return decl;
}

/* Names of types and of truth values are keywords (6.1.9). */
static void
check_name(struct parser *parser, const struct pp_name *name, loc_t loc)
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
        check_name(parser, name, (*param)->loc);
        scope_bind(parser, name, NULL);
    }
}

struct decl *
build_closure_function(struct parser *parser, struct type_name *type,
                       struct declarator_head *params, struct parse_loc loc)
{
    struct decl *decl = new_decl(parser, DECL_FUNCTION, NULL, params, loc.first);
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
    struct specifiers *specifiers = new_specifiers(parser, (struct parse_loc){loc, loc});
    struct declarator_head *head = name ? new_head(parser, name, loc) : NULL;
    specifiers->flags = SPEC_ERROR;
    return new_decl(parser, name ? DECL_VARIABLE : DECL_PARAM, specifiers, head, loc);
}

struct decl *
build_parameter(struct parser *parser, struct specifiers *specifiers, struct declarator_head *head,
                struct attribute *attributes, struct parse_loc loc)
{
    struct decl *decl = new_decl(parser, DECL_PARAM, specifiers, head, loc.first);
    decl->attributes = build_attributes(parser, decl->attributes, attributes);
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

/* Records. */

static struct record_syntax *
new_record(struct parser *parser, uint8_t tag, struct attribute *attributes,
           const struct pp_name *name, loc_t loc)
{
    struct record_syntax *record = ARENA_NEW(parser->arena, struct record_syntax);
    record->tag = tag;
    record->name = name ? name->text : NULL;
    record->loc = loc;
    record->attributes = attributes;
    return record;
}

struct record_syntax *
build_record(struct parser *parser, const struct word *word, struct attribute *attributes,
             struct pp_name *name, struct parse_loc loc)
{
    return new_record(parser, (uint8_t)word->value, attributes, name, loc.first);
}

void
build_record_open(struct parser *parser, struct record_syntax *record)
{
    record->fields = ARENA_NEW(parser->arena, struct decl_list);
    record->has_body = true;
    record->pack = parser->pack;
    vec_push(parser->arena, &parser->records, record);
}

struct record_syntax *
build_record_close(struct parser *parser, struct record_syntax *record)
{
    (void)vec_pop(&parser->records);
    parser->closed = record->tag == 's' ? "struct" : "union";
    return record;
}

static void
add_field(struct parser *parser, struct decl *field)
{
    vec_push(parser->arena, vec_last(&parser->records)->fields, field);
}

void
build_anonymous_field(struct parser *parser, struct specifiers *specifiers, struct parse_loc loc)
{
    add_field(parser, new_decl(parser, DECL_FIELD, specifiers, NULL, loc.first));
}

struct decl_group *
build_field(struct parser *parser, struct decl_group *group, struct specifiers *specifiers,
            struct declarator_head *head, struct parse_loc loc)
{
    if (!group) {
        group = ARENA_NEW(parser->arena, struct decl_group);
        group->specifiers = specifiers;
    }
    add_field(parser, new_decl(parser, DECL_FIELD, specifiers, head, loc.first));
    parser->declaring = parser->depth[0] + 1;
    return group;
}

struct decl_group *
build_field_next(struct parser *parser, struct decl_group *group, struct attribute *attributes,
                 struct declarator_head *head, struct parse_loc loc)
{
    build_declared(parser, head, attributes);
    return build_field(parser, group, group->specifiers, head, loc);
}

struct declarator_head *
build_bits(struct parser *parser, struct declarator_head *head, struct expr *bits,
           struct attribute *attributes)
{
    if (!head)
        head = new_head(parser, NULL, bits->loc);
    head->bits = bits;
    return build_declared(parser, head, attributes);
}

struct record_syntax *
build_enum(struct parser *parser, struct attribute *attributes, struct pp_name *name,
           struct parse_loc loc)
{
    return new_record(parser, 'e', attributes, name, loc.first);
}

struct record_syntax *
build_enumerator(struct parser *parser, struct record_syntax *list, struct pp_name *name,
                 struct expr *value, struct parse_loc loc)
{
    if (!list)
        list = new_record(parser, 'e', NULL, NULL, loc.first);
    struct enumerator *made = ARENA_NEW(parser->arena, struct enumerator),
                      **at = &list->enumerators;
    made->name = name->text;
    made->value = value;
    made->loc = loc.first;
    if (list->last_enumerator)
        at = &list->last_enumerator->next;
    *at = list->last_enumerator = made;
    check_name(parser, name, loc.first);
    scope_bind(parser, name, NULL);
    return list;
}

struct record_syntax *
build_enum_close(struct parser *parser, struct record_syntax *head, struct record_syntax *body)
{
    parser->closed = "enum";
    head->has_body = true;
    head->enumerators = body->enumerators;
    return head;
}

/* An enumeration with a syntax error. */
struct record_syntax *
build_broken(struct parser *parser, struct record_syntax *head)
{
    parser->lost.count = 0;
    parser->closed = "enum";
    head->has_body = head->is_broken = true;
    return head;
}

/* Declarations. */

struct decl_group *
build_empty_declaration(struct parser *parser, struct specifiers *specifiers, struct parse_loc loc)
{
    struct decl_group *group = ARENA_NEW(parser->arena, struct decl_group);
    group->specifiers = specifiers;
    vec_push(parser->arena, &group->decls,
             new_decl(parser, DECL_EMPTY, specifiers, NULL, loc.first));
    if (!specifiers->record)
        diag_warning(parser->diag, loc.first, declaration_does_not_declare_anything);
    return group;
}

struct decl_group *
build_static_assert(struct parser *parser, struct expr *condition, struct expr *message,
                    struct parse_loc loc)
{
    struct decl_group *group = ARENA_NEW(parser->arena, struct decl_group);
    group->specifiers = new_specifiers(parser, loc);
    struct decl *decl = new_decl(parser, DECL_ASSERT, group->specifiers, NULL, loc.first);
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
    struct decl *decl = new_decl(parser, kind, specifiers, head, loc.first);
    vec_push(parser->arena, &group->decls, decl);
    parser->declaring = parser->depth[0] + 1;
    parser->group = group;
    if (head->name && kind != DECL_TYPEDEF)
        check_name(parser, head->name, loc.first);
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
    parser->group = NULL;
    parser->declaring = 0;
    parser->lost.count = 0;
    parser->broken = false;
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
    parser->in_function = true;
    parser->declaring = 0;
    parser->group = NULL;
    if (decl->kind != DECL_FUNCTION || group->decls.count != 1) {
        if (!parser->broken)
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
    parser->in_function = false;
    if (decl->kind == DECL_FUNCTION)
        decl->body = body;
    decl->is_broken = parser->broken;
    build_top_level(parser, group);
}
