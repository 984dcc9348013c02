/* Words: which names are keywords or types, in which version, and which were probably meant. */
#include "frontend/lex_internal.h"
#include "frontend/parse.tab.h"
#include "support/suggest.h"

#include <string.h>

/* Of a row of token.def: an optional feature instead of a version. */
#define NEEDS(feature) (NEEDS_FEATURE + FEATURE_##feature)
enum { NEEDS_FEATURE = 1000 };

const struct keyword lex_keywords[] = {
#define KEYWORD(text, token, value, since) {text, TOKEN_##token, since, value},
#include "frontend/token.def"
};

enum { KEYWORDS = sizeof lex_keywords / sizeof *lex_keywords };

static const char *const elements[] = {"char", "uchar", "short", "ushort", "int",   "uint",
                                       "long", "ulong", "half",  "float",  "double"};
enum { ELEMENTS = sizeof elements / sizeof *elements };

static const struct keyword *
find_keyword(const char *text)
{
    int low = 0, high = KEYWORDS;
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(text, lex_keywords[middle].text);
        if (order == 0)
            return &lex_keywords[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Of "float16", "x4": how many of the characters are a vector's count; 0: it has none. */
static size_t
count_digits(const char *text, size_t length)
{
    if (length > 2 && text[length - 1] == '6' && text[length - 2] == '1')
        return 2;
    return length > 1 && strchr("2348", text[length - 1]);
}

/* char2 .. ulong16, half2 .. double16. */
static bool
is_vector_name(const char *text, size_t length)
{
    size_t digits = count_digits(text, length);
    for (size_t i = 0; digits && i < ELEMENTS; i++)
        if (strlen(elements[i]) == length - digits &&
            memcmp(elements[i], text, length - digits) == 0)
            return true;
    return false;
}

static bool
is_there(const struct frontend_options *options, unsigned since)
{
    if (since >= NEEDS_FEATURE)
        return frontend_features(options) >> (since - NEEDS_FEATURE) & 1;
    return options->cl_version >= since;
}

/* A feature's keywords are reserved in every version that knows the feature. */
static bool
is_reserved(const struct frontend_options *options, unsigned since)
{
    return options->cl_version >= (since >= NEEDS_FEATURE ? 200 : since);
}

bool
lex_has_keyword(struct parser *parser, const struct keyword *keyword, loc_t loc)
{
    if (keyword->since < NEEDS_FEATURE || is_there(&parser->frontend->options, keyword->since))
        return true;
    build_unknown_type(parser, pp_name(parser->pp, keyword->text, strlen(keyword->text)), loc);
    parser->quiet = parser->broken = true;
    return false;
}

bool
lex_is_other_keyword(const struct frontend_options *options, const char *text)
{
    const struct keyword *keyword = find_keyword(text);
    return keyword && !is_there(options, keyword->since);
}

/* The version or feature that brings a type (token.def); 0: no such type, or a vector. */
static uint16_t
type_since(const char *text)
{
    static const struct {
        const char *name;
        uint16_t since;
    } types[] = {
#define BUILTIN_TYPE(name, since) {name, since},
#include "frontend/token.def"
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].name[0] == text[0] && strcmp(types[i].name, text) == 0)
            return types[i].since;
    return 0;
}

static bool
is_builtin_type(const char *text, size_t length, const struct frontend_options *options)
{
    if (is_vector_name(text, length))
        return true;
    uint16_t since = type_since(text);
    return since && is_there(options, since);
}

/* The version or feature that brings the type or keyword; 0: there is none such. */
static unsigned
since_of(const char *text)
{
    const struct keyword *keyword = find_keyword(text);
    return keyword ? keyword->since : type_since(text);
}

bool
lex_is_of_other_version(const char *text)
{
    return since_of(text);
}

void
lex_note_since(struct parser *parser, const char *text, loc_t loc)
{
    unsigned since = since_of(text);
    bool needs_feature = since >= NEEDS_FEATURE;
    if (needs_feature && parser->frontend->options.cl_version >= 300)
        diag_note(parser->diag, loc, available_with_feature, text,
                  frontend_feature_name(since - NEEDS_FEATURE));
    else if (since)
        diag_note(parser->diag, loc, available_since, text, needs_feature ? 2 : since / 100,
                  needs_feature ? 0 : since / 10 % 10);
}

int
lex_keyword_of(const struct pp_token *token)
{
    return token->kind == PP_NAME && token->name->keyword
               ? lex_keywords[token->name->keyword - 1].token
               : 0;
}

static bool
is_ascii(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

void
lex_classify(struct pp *pp, struct pp_name *name)
{
    name->is_foreign = !is_ascii(name->text, name->length);
    const struct frontend_options *options = &pp->frontend->options;
    const struct keyword *keyword = find_keyword(name->text);
    if (keyword && is_reserved(options, keyword->since))
        name->keyword = (uint16_t)(keyword - lex_keywords + 1);
    else
        name->builtin_type = is_builtin_type(name->text, name->length, options);
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

/* A scalar type or one that the program has declared, but for one letter. */
static struct pp_name *
similar_declared(struct parser *parser, const struct pp_name *name)
{
    struct suggestion near = suggest_begin(name->text);
    for (uint32_t i = 0; i < parser->pp->name_capacity; i++) {
        const struct pp_name *other = parser->pp->names[i];
        if (other && other->binding == BINDING_TYPEDEF)
            suggest_offer(&near, other->text, other->length);
    }
    for (size_t i = 0; i < ELEMENTS; i++)
        suggest_offer(&near, elements[i], strlen(elements[i]));
    bool is_near = near.best && near.distance <= 1;
    return is_near ? pp_name(parser->pp, near.best, strlen(near.best)) : NULL;
}

struct pp_name *
lex_similar_type(struct parser *parser, const struct pp_name *name)
{
    size_t digits = count_digits(name->text, name->length), length = name->length - digits;
    const char *wanted = arena_strndup(parser->arena, name->text, length);
    struct suggestion near = suggest_begin(wanted);
    for (size_t i = 0; digits && length > 3 && i < ELEMENTS; i++)
        suggest_offer(&near, elements[i], strlen(elements[i]));
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
    for (size_t i = 0; i < KEYWORDS; i++)
        if (lex_keywords[i].since <= 100)
            suggest_offer(&near, lex_keywords[i].text, strlen(lex_keywords[i].text));
    if (!near.best || near.distance > 1)
        return NULL;
    unsigned sum = 0;
    for (uint32_t i = 0; i < name->length; i++)
        sum += (unsigned char)name->text[i] - (unsigned char)near.best[i];
    bool is_same_set = strlen(near.best) == name->length && sum == 0;
    return name->length > 3 || is_same_set ? find_keyword(near.best) : NULL;
}

int
lex_similar_keyword(const struct pp_name *name)
{
    const struct keyword *keyword = lex_find_similar_keyword(name);
    return keyword ? keyword->token : 0;
}
