/* Actions of the grammar for specifiers and attributes. */
#include "frontend/ast_build.h"

#include <string.h>

struct specifiers *
build_new_specifiers(struct parser *parser, struct parse_loc loc)
{
    struct specifiers *specifiers = ARENA_NEW(parser->arena, struct specifiers);
    specifiers->loc = loc.first;
    return specifiers;
}

struct specifiers *
build_flag(struct parser *parser, const struct word *word, struct parse_loc loc)
{
    struct specifiers *specifiers = build_new_specifiers(parser, loc);
    specifiers->flags = word->value;
    return specifiers;
}

struct specifiers *
build_type_word(struct parser *parser, const struct word *word, struct parse_loc loc)
{
    struct specifiers *specifiers = build_new_specifiers(parser, loc);
    specifiers->flags = word->value;
    if (!word->value)
        specifiers->base = intern_string(&parser->frontend->intern,
                                         strcmp(word->text, "_Bool") == 0 ? "bool" : word->text);
    return specifiers;
}

struct specifiers *
build_type_name_specifier(struct parser *parser, struct pp_name *name, struct parse_loc loc)
{
    struct specifiers *specifiers = build_new_specifiers(parser, loc);
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
    struct specifiers *specifiers = build_new_specifiers(parser, loc);
    specifiers->record = record;
    return specifiers;
}

struct specifiers *
build_typeof(struct parser *parser, struct expr *expr, struct type_name *type, struct parse_loc loc)
{
    struct specifiers *specifiers = build_new_specifiers(parser, loc);
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
    return specifiers->flags & SPEC_UNSIGNED    ? "unsigned"
           : specifiers->flags & SPEC_SIGNED    ? "signed"
           : specifiers->flags & SPEC_SHORT     ? "short"
           : specifiers->flags & SPEC_LONG_LONG ? "long long"
           : specifiers->flags & SPEC_LONG      ? "long"
                                                : NULL;
}

/* Can the words form one type?  `long` may appear twice; signs and lengths need matching words. */
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
           ((strcmp(main->base, "char") == 0 || strcmp(main->base, "__int128") == 0) &&
            !(words & lengths)) ||
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
    if (both & (SPEC_GLOBAL | SPEC_LOCAL | SPEC_CONSTANT | SPEC_PRIVATE | SPEC_GENERIC))
        diag_warning(parser->diag, loc, duplicate_space);
}

struct specifiers *
build_specifiers(struct parser *parser, struct specifiers *specifiers, struct specifiers *more)
{
    const uint32_t words = SPEC_SHORT | SPEC_LONG | SPEC_SIGNED | SPEC_UNSIGNED | SPEC_ERROR;
    bool has_type = has_main(more) || more->flags & words;
    bool is_late_pipe = more->flags & SPEC_PIPE && has_main(specifiers);
    if ((specifiers->flags | more->flags) & SPEC_ERROR)
        specifiers->flags |= SPEC_ERROR;
    else if (is_late_pipe || (has_type && type_text(specifiers) && !combines(specifiers, more))) {
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
    if (record && record->has_body) /* after the brace they are the record's */
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
build_attribute(struct parser *parser, struct pp_name *name, struct argument_list args,
                struct type_name *type, struct parse_loc loc)
{
    struct attribute *attribute = ARENA_NEW(parser->arena, struct attribute);
    const char *text = name->text;
    size_t length = strlen(text);
    if (length > 4 && text[0] == '_' && text[1] == '_' && text[length - 1] == '_' &&
        text[length - 2] == '_')
        text = intern_text(&parser->frontend->intern, text + 2, length - 4);
    attribute->name = text;
    attribute->args = build_taken_arguments(parser, args);
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
    return build_attribute(parser, pp_name(parser->pp, "aligned", 7), build_argument(parser, value),
                           NULL, loc);
}

struct pp_name *
build_word_name(struct parser *parser, const struct word *word)
{
    return pp_name(parser->pp, word->text, strlen(word->text));
}
