/* Actions of the grammar for structs, unions and enums. */
#include "frontend/ast_build.h"

static struct record_syntax *
new_record(struct parser *parser, uint8_t tag, struct attribute *attributes, struct pp_name *name,
           loc_t loc)
{
    struct record_syntax *record = ARENA_NEW(parser->arena, struct record_syntax);
    if (name)
        name->tag = tag;
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
    record->pack = parser->pragmas.pack;
    vec_push(parser->arena, &parser->scopes.records, record);
}

struct record_syntax *
build_record_close(struct parser *parser, struct record_syntax *record)
{
    (void)vec_pop(&parser->scopes.records);
    parser->errors.closed_tag = record->tag == 's' ? "struct" : "union";
    return record;
}

static void
add_field(struct parser *parser, struct decl *field)
{
    vec_push(parser->arena, vec_last(&parser->scopes.records)->fields, field);
}

void
build_anonymous_field(struct parser *parser, struct specifiers *specifiers, struct parse_loc loc)
{
    add_field(parser, build_new_decl(parser, DECL_FIELD, specifiers, NULL, loc.first));
}

struct decl_group *
build_field(struct parser *parser, struct decl_group *group, struct specifiers *specifiers,
            struct declarator_head *head, struct parse_loc loc)
{
    if (!group) {
        group = ARENA_NEW(parser->arena, struct decl_group);
        group->specifiers = specifiers;
    }
    add_field(parser, build_new_decl(parser, DECL_FIELD, specifiers, head, loc.first));
    parser->lex.declaring = parser->lex.depth[0] + 1;
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
        head = build_new_head(parser, NULL, bits->loc);
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
    build_check_name(parser, name, loc.first);
    scope_bind(parser, name, NULL);
    return list;
}

struct record_syntax *
build_enum_close(struct parser *parser, struct record_syntax *head, struct record_syntax *body)
{
    parser->errors.closed_tag = "enum";
    head->has_body = true;
    head->enumerators = body->enumerators;
    return head;
}

/* An enumeration with a syntax error. */
struct record_syntax *
build_broken(struct parser *parser, struct record_syntax *head)
{
    parser->errors.lost.count = 0;
    parser->errors.closed_tag = "enum";
    head->has_body = head->is_broken = true;
    return head;
}
