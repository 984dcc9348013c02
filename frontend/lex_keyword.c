/* What a name was probably meant to be, and which version has it as a keyword or type. */
#include "frontend/lex_internal.h"
#include "frontend/parse.tab.h"
#include "support/suggest.h"

#include <string.h>

bool
lex_has_keyword(struct parser *parser, const struct keyword *keyword, loc_t loc)
{
    if (!keyword_feature(keyword->since) ||
        keyword_is_there(&parser->frontend->options, keyword->since))
        return true;
    build_unknown_type(parser, pp_name(parser->pp, keyword->text, strlen(keyword->text)), loc);
    parser->errors.quiet = parser->errors.broken = true;
    return false;
}

bool
lex_is_other_keyword(const struct frontend_options *options, const char *text)
{
    const struct keyword *keyword = keyword_find(text);
    return keyword && !keyword_is_there(options, keyword->since);
}

bool
lex_is_of_other_version(const char *text)
{
    return keyword_since(text);
}

void
lex_note_since(struct parser *parser, const char *text, loc_t loc)
{
    unsigned since = keyword_since(text);
    const char *feature = keyword_feature(since);
    if (feature && parser->frontend->options.cl_version >= 300)
        diag_note(parser->diag, loc, available_with_feature, text, feature);
    else if (since)
        diag_note(parser->diag, loc, available_since, text, feature ? 2 : since / 100,
                  feature ? 0 : since / 10 % 10);
}

int
lex_keyword_of(const struct pp_token *token)
{
    return token->kind == PP_NAME && token->name->keyword ? keywords[token->name->keyword - 1].token
                                                          : 0;
}

/* Types of other languages and of stdint.h. */
static const char *
foreign_type(const char *text)
{
    static const struct {
        const char *foreign, *own;
    } names[] = {{"int8_t", "char"},     {"uint8_t", "uchar"},  {"int16_t", "short"},
                 {"uint16_t", "ushort"}, {"int32_t", "int"},    {"uint32_t", "uint"},
                 {"int64_t", "long"},    {"uint64_t", "ulong"}, {"vec", "float"},
                 {"ivec", "int"},        {"uvec", "uint"},      {"dvec", "double"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].foreign, text) == 0)
            return names[i].own;
    return NULL;
}

/* A scalar type, or one that the program has declared, that differs in one letter. */
static struct pp_name *
similar_declared(struct parser *parser, const struct pp_name *name)
{
    struct suggestion near = suggest_begin(name->text);
    for (uint32_t i = 0; i < parser->pp->name_capacity; i++) {
        const struct pp_name *other = parser->pp->names[i];
        if (other && other->binding == BINDING_TYPEDEF)
            suggest_offer(&near, other->text, other->length);
    }
    for (size_t i = 0; i < ELEMENT_TYPES; i++)
        suggest_offer(&near, keyword_elements[i], strlen(keyword_elements[i]));
    bool is_near = near.best && near.distance <= 1;
    return is_near ? pp_name(parser->pp, near.best, strlen(near.best)) : NULL;
}

struct pp_name *
lex_similar_type(struct parser *parser, const struct pp_name *name)
{
    size_t digits = keyword_count_digits(name->text, name->length), length = name->length - digits;
    const char *wanted = arena_strndup(parser->arena, name->text, length);
    struct suggestion near = suggest_begin(wanted);
    for (size_t i = 0; digits && length > 3 && i < ELEMENT_TYPES; i++)
        suggest_offer(&near, keyword_elements[i], strlen(keyword_elements[i]));
    const char *element = foreign_type(wanted);
    if (!element && near.distance <= 1)
        element = near.best;
    if (!element || (!digits && !strstr(wanted, "_t")))
        return similar_declared(parser, name);
    const char *text = arena_printf(parser->arena, "%s%s", element, name->text + length);
    return pp_name(parser->pp, text, strlen(text));
}

const struct keyword *
lex_find_similar_keyword(const struct pp_name *name)
{
    struct suggestion near = suggest_begin(name->text);
    for (uint32_t i = 0; i < keyword_count; i++)
        if (keywords[i].since <= 100)
            suggest_offer(&near, keywords[i].text, strlen(keywords[i].text));
    if (!near.best || near.distance > 1)
        return NULL;
    unsigned sum = 0;
    for (uint32_t i = 0; i < name->length; i++)
        sum += (unsigned char)name->text[i] - (unsigned char)near.best[i];
    bool is_same_set = strlen(near.best) == name->length && sum == 0;
    return name->length > 3 || is_same_set ? keyword_find(near.best) : NULL;
}

int
lex_similar_keyword(const struct pp_name *name)
{
    const struct keyword *keyword = lex_find_similar_keyword(name);
    return keyword ? keyword->token : 0;
}
